"""Moves in words: labels of buttons, and a question before a move that loses something."""

import functools

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.translations import N_, Translator
from .. import components as c
from ..codes import FAMILIES, FIRST_REPELLABLE, ROLL, SPACE
from ..components import Face, Kind
from ..names import creature_name, space_name
from ..rules.action import count_aboard, is_swim
from ..rules.kaiju import chosen, forbids_push, under_kaiju
from ..rules.timeout import harms
from ..state import (
    Frame,
    KaijuActs,
    Phase,
    SecondStep,
    SurviveState,
    creature_on,
    free_seat_at,
    holding,
    kaiju_on,
    own,
    owner,
)
from .notation import destination
from .people import side

PLAIN = {
    "ROLL": N_("Roll with a creature die tile"),
    "DECLINE": N_("Let it happen"),
    "STOP": N_("Stop here"),
    "END": N_("End moves"),
}
GOES = (N_("Walk from {start} to {space}"), N_("Swim from {start} to {space}"), N_("Dolphin from {start} to {space}"))


def depends_on(r: Reader[SurviveState], move: int) -> tuple[int, ...] | None:
    """What a move's words and clicks depend on: of a placing and of a plain word nothing, of others where it leads and
    who is there."""
    s, (family, i) = r.state, FAMILIES[move]
    if family == "DECLINE":
        return (holding(s, r.seat, Face.REPELLENT),)
    if move < SPACE or move >= ROLL:
        return ()
    to = destination(s, r.seat, move)
    if family == "SPACE":
        return None if s.crowd[to] else (s.phase, s.depth > 0)
    if family == "MOVE":
        mover = own(s, r.seat, i // c.DIRECTIONS)
        goes = to, is_swim(s, mover, to), free_seat_at(s, to), *place_among(s, mover)
        return (*goes, *_waiting(s, r.seat, to)) if to in s.creature else goes
    if family == "RAFT":
        return to, to in s.creature and _costs_a_raft(r, i // c.DIRECTIONS, to) != ""
    if family == "CREATURE":
        return to, harms(s, i // c.OFFSETS, to, r.seat)
    return None


def _waiting(s: SurviveState, seat: int, to: int) -> tuple[bool, bool, bool]:
    """Whether a serpent or a shark waits there, and whether the seat can drive it away."""
    serpent, shark = (creature_on(s, kind, to) for kind in (Kind.SERPENT, Kind.SHARK))
    return bool(serpent), bool(shark), holding(s, seat, Face.REPELLENT) > 0


def label(r: Reader[SurviveState], move: int) -> str:
    """A legal move in words, as on a button."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _placing_label(i, r.t)
    s, t, to = r.state, r.t, destination(r.state, r.seat, move)
    space = space_name(to, t)
    if family == "SPACE":
        if s.depth:
            return t("Come up on {space}", space=space)
        return t("Sink {space}", space=space) if s.phase == Phase.SINKING else t("Raft on {space}", space=space)
    if family in ("MOVE", "DOLPHIN"):
        adventurer = own(s, r.seat, i // c.DIRECTIONS)
        how = 2 if family == "DOLPHIN" else int(is_swim(s, adventurer, to))
        return _goes(s.adventurer[adventurer], to, how, place_among(s, adventurer), t)
    if family in ("RAFT", "OARS"):
        spaces = {"start": c.SPACE_NAMES[s.raft[i // c.DIRECTIONS]], "space": space}
        row, sail = N_("Row from {start} to {space}"), N_("Raft from {start} to {space}")
        return t(sail if family == "RAFT" else row, **spaces)
    if family == "STEP":
        return t("On to {space}", space=space)
    if family == "PUSH":
        return t("Push to {space}", space=space)
    if family == "PIECE":
        return _piece_label(r, i)
    if family == "CREATURE":
        return t("{creature} to {space}", creature=creature_name(i // c.OFFSETS, t), space=space)
    if family == "DIVE":
        return t("Dive: {creature}", creature=creature_name(i, t))
    if family == "REPEL":
        return t("Repel {creature}", creature=creature_name(FIRST_REPELLABLE + i, t))
    if family == "DECLINE" and holding(s, r.seat, Face.REPELLENT):
        return t("Keep the tile")
    return t(PLAIN[family])


@functools.cache
def _placing_label(i: int, t: Translator) -> str:
    return t("Place a {value} on {space}", value=i // c.TILES + 1, space=c.SPACE_NAMES[c.TILE_SPACE[i % c.TILES]])


@functools.lru_cache(16384)
def _goes(start: int, to: int, how: int, place: tuple[int, int], t: Translator) -> str:
    return _told_apart(t(GOES[how], start=c.SPACE_NAMES[start], space=space_name(to, t)), place, t)


ALONE = (0, 0)


def place_among(s: SurviveState, adventurer: int) -> tuple[int, int]:
    """Which place from the left an adventurer has of how many side by side, if another one of the same player is
    there."""
    space, raft = s.adventurer[adventurer], s.raft_at[s.adventurer[adventurer]] - 1
    riding = [passenger - 1 for passenger in s.passenger[raft]] if raft >= 0 else []
    there = [i for i in range(c.ADVENTURERS) if s.adventurer[i] == space and i not in riding]
    group = riding if adventurer in riding else there
    if sum(owner(s, other) == owner(s, adventurer) for other in group if other >= 0) < 2:
        return ALONE
    return group.index(adventurer), len(group) + (group is there and bool(kaiju_on(s, space)))


def _told_apart(said: str, place: tuple[int, int], t: Translator) -> str:
    """Of several on a space, which one is meant (SV-18.5)."""
    return said if place == ALONE else t("{said} ({side})", said=said, side=side(*place, t))


def _piece_label(r: Reader[SurviveState], piece: int) -> str:
    s, t = r.state, r.t
    if piece < c.ADVENTURERS:
        boards, seat = top(s) == Frame.BOARDING, owner(s, piece)
        if seat == r.seat:
            said = t("Your adventurer boards") if boards else t("Your adventurer")
        else:
            asks = N_("Adventurer of {name} boards") if boards else N_("Adventurer of {name}")
            said = t(asks, name=r.names[seat])
        return _told_apart(said, place_among(s, piece), t)
    if piece < c.FIRST_CREATURE:
        return t("The raft on {space}", space=c.SPACE_NAMES[s.raft[piece - c.ADVENTURERS]])
    creature = creature_name(piece - c.FIRST_CREATURE, t)
    if top(s) == Frame.FETCH:
        where = c.SPACE_NAMES[s.creature[piece - c.FIRST_CREATURE]]
        return t("{creature} from {space}", creature=creature, space=where)
    return creature


def needless(s: SurviveState, seat: int, move: int) -> bool:
    """Whether an adventurer may as well be pushed later: where nobody is met and no raft has a seat, the order
    makes no difference, and the first one is next."""
    if FAMILIES[move][0] != "PIECE" or top(s) != Frame.KAIJU:
        return False
    space = part(s, KaijuActs.space)
    there = [piece for piece in range(c.PIECES) if under_kaiju(s, piece)]
    around = [to for direction, to in enumerate(c.NEXT_TO[space]) if forbids_push(s, direction) == 0]
    met = any(to in s.creature or free_seat_at(s, to) for to in around)
    return not met and there[-1] < c.ADVENTURERS and FAMILIES[move][1] != there[0]


def careful(r: Reader[SurviveState], move: int) -> str:
    """A question before a move that gives up an adventurer of one's own."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return ""
    s, to = r.state, destination(r.state, r.seat, move)
    if family in ("MOVE", "DOLPHIN"):
        return _costs_a_life(r, to)
    if family in ("RAFT", "OARS"):
        return _costs_a_raft(r, i // c.DIRECTIONS, to)
    if family == "STEP":
        return _costs_a_life(r, to) if top(s) == Frame.DOLPHIN else _costs_a_raft(r, part(s, SecondStep.piece), to)
    if family == "PUSH" and owner(s, chosen(s)) == r.seat:
        return _costs_a_life(r, to)
    if family == "CREATURE" and harms(s, i // c.OFFSETS, to, r.seat):
        return r.t("That attacks your own people on {space}. Do it?", space=c.SPACE_NAMES[to])
    return ""


def _costs_a_life(r: Reader[SurviveState], to: int) -> str:
    """A question if an adventurer who comes there is lost, repellents apart."""
    s = r.state
    if not creature_on(s, Kind.SERPENT, to) and (not creature_on(s, Kind.SHARK, to) or free_seat_at(s, to)):
        return ""
    space = c.SPACE_NAMES[to]
    if not creature_on(s, Kind.SERPENT, to) and holding(s, r.seat, Face.REPELLENT):
        said = N_("On {space} a shark attacks your adventurer. Your repellent could drive it away. Go there?")
        return r.t(said, space=space)
    return r.t("Your adventurer would be lost on {space}. Go there?", space=space)


def _costs_a_raft(r: Reader[SurviveState], raft: int, to: int) -> str:
    """A question if a serpent waits there and the seat has an adventurer aboard."""
    if not creature_on(r.state, Kind.SERPENT, to) or count_aboard(r.state, raft, r.seat) == 0:
        return ""
    said = N_("A sea serpent is on {space}: the raft and everybody aboard would be lost. Go?")
    return r.t(said, space=c.SPACE_NAMES[to])
