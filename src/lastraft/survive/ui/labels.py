"""Moves in words: labels of buttons, and a question before a move that loses something."""

from __future__ import annotations

import functools

from ...kernel import part, top
from ...protocol.translations import N_, Translator
from ..codes import FAMILIES, FIRST_REPELLABLE
from ..components import (
    ADVENTURERS,
    DIRECTIONS,
    NEXT_TO,
    OFFSETS,
    REACH,
    SEATS_ABOARD,
    SPACE_NAMES,
    TILE_SPACE,
    TILES,
    Kind,
    adventurer_name,
)
from ..names import creature_name, space_name
from ..rules.action import is_swim
from ..rules.kaiju import FIRST_CREATURE
from ..rules.timeout import harms
from ..state import Frame, Phase, Survive, creature_on, free_seat_at, own, owner

# -- buttons ------------------------------------------------------------------------------------------------------

FAMILY_NAMES = {
    "PLACE": N_("Place an adventurer"),
    "SPACE": N_("Choose a space"),
    "MOVE": N_("Move an adventurer"),
    "RAFT": N_("Move a raft"),
    "OARS": N_("Use oars"),
    "DOLPHIN": N_("Use a dolphin"),
    "STEP": N_("Second step"),
    "PIECE": N_("Choose a piece"),
    "PUSH": N_("Push an adventurer"),
    "CREATURE": N_("Move a creature"),
    "DIVE": N_("Use a dive"),
    "REPEL": N_("Use a repellent"),
    "ROLL": N_("Use a creature die"),
    "STOP": N_("Stop"),
    "DECLINE": N_("Decline"),
    "END": N_("End moves"),
}


def label(s: Survive, seat: int, move: int, t: Translator) -> str:
    """A legal move in words, as on a button."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _placing_label(i, t)
    if family == "SPACE":
        return _space_label(s, SPACE_NAMES[i + 1], t)
    if family in ("MOVE", "DOLPHIN"):
        return _adventurer_label(s, own(s, seat, i // DIRECTIONS), i % DIRECTIONS, family, t)
    if family in ("RAFT", "OARS"):
        start = s.raft[i // DIRECTIONS]
        spaces = {"start": SPACE_NAMES[start], "space": SPACE_NAMES[NEXT_TO[start][i % DIRECTIONS]]}
        return (
            t("Raft from {start} to {space}", **spaces)
            if family == "RAFT"
            else t("Row from {start} to {space}", **spaces)
        )
    if family == "STEP":
        return t("On to {space}", space=SPACE_NAMES[NEXT_TO[part(s, 1)][i]])
    if family == "PUSH":
        pushed = adventurer_name(part(s, 2) - 1)
        return t("Push {piece} to {space}", piece=pushed, space=SPACE_NAMES[NEXT_TO[part(s, 1)][i]])
    if family == "PIECE":
        return _piece_label(s, i, t)
    if family == "CREATURE":
        creature, offset = divmod(i, OFFSETS)
        to = SPACE_NAMES[REACH[s.creature[creature]][offset]]
        return t("{creature} to {space}", creature=creature_name(creature, t), space=to)
    if family == "DIVE":
        return t("Dive: {creature}", creature=creature_name(i, t))
    if family == "REPEL":
        return t("Repel {creature}", creature=creature_name(FIRST_REPELLABLE + i, t))
    if family == "ROLL":
        return t("Roll with a creature die tile")
    if family == "DECLINE":
        return t("Let it happen")
    return t("Stop here") if family == "STOP" else t("End moves")


@functools.cache
def _placing_label(i: int, t: Translator) -> str:
    return t("Place a {value} on {space}", value=i // TILES + 1, space=SPACE_NAMES[TILE_SPACE[i % TILES]])


def _space_label(s: Survive, space: str, t: Translator) -> str:
    if s.depth:
        return t("Come up on {space}", space=space)
    return t("Sink {space}", space=space) if s.phase == Phase.SINKING else t("Raft on {space}", space=space)


def _adventurer_label(s: Survive, adventurer: int, direction: int, family: str, t: Translator) -> str:
    to = NEXT_TO[s.adventurer[adventurer]][direction]
    how = 2 if family == "DOLPHIN" else int(is_swim(s, adventurer, to))
    return _goes(adventurer, to, how, t)


@functools.lru_cache(16384)
def _goes(adventurer: int, to: int, how: int, t: Translator) -> str:
    values = {"piece": adventurer_name(adventurer), "space": SPACE_NAMES[to]}
    if how == 2:
        return t("Dolphin: {piece} to {space}", **values)
    return t("{piece} swims to {space}", **values) if how else t("{piece} walks to {space}", **values)


def _piece_label(s: Survive, piece: int, t: Translator) -> str:
    business = top(s)
    if business == Frame.BOARDING:
        return t("{piece} boards", piece=adventurer_name(piece))
    if business == Frame.FETCH and piece < FIRST_CREATURE:
        return t("The raft on {space}", space=SPACE_NAMES[s.raft[piece - ADVENTURERS]])
    if piece < ADVENTURERS:
        return t("Next: {piece}", piece=adventurer_name(piece))
    creature = creature_name(piece - FIRST_CREATURE, t)
    if business == Frame.FETCH:
        where = SPACE_NAMES[s.creature[piece - FIRST_CREATURE]]
        return t("{creature} from {space}", creature=creature, space=where)
    return t("Next: {piece}", piece=creature)


# -- questions, odds, help, scores --------------------------------------------------------------------------------


def careful(s: Survive, seat: int, move: int, t: Translator) -> str:
    """A question before a move that gives up an adventurer of one's own."""
    family, i = FAMILIES[move]
    if family in ("MOVE", "DOLPHIN"):
        adventurer = own(s, seat, i // DIRECTIONS)
        return _costs_a_life(s, adventurer, NEXT_TO[s.adventurer[adventurer]][i % DIRECTIONS], t)
    if family in ("RAFT", "OARS"):
        raft = i // DIRECTIONS
        return _costs_a_raft(s, seat, raft, NEXT_TO[s.raft[raft]][i % DIRECTIONS], t)
    if family == "STEP" and top(s) == Frame.DOLPHIN:
        return _costs_a_life(s, part(s, 0), NEXT_TO[part(s, 1)][i], t)
    if family == "STEP":
        return _costs_a_raft(s, seat, part(s, 0), NEXT_TO[part(s, 1)][i], t)
    if family == "PUSH" and owner(s, part(s, 2) - 1) == seat:
        return _costs_a_life(s, part(s, 2) - 1, NEXT_TO[part(s, 1)][i], t)
    if family == "CREATURE":
        creature, offset = divmod(i, OFFSETS)
        to = REACH[s.creature[creature]][offset]
        if harms(s, creature, to, seat):
            return t("That attacks your own people on {space}. Do it?", space=space_name(to))
    return ""


def _costs_a_life(s: Survive, adventurer: int, to: int, t: Translator) -> str:
    """A question if whoever comes there is lost, repellents apart."""
    if creature_on(s, Kind.SERPENT, to) or (creature_on(s, Kind.SHARK, to) and not free_seat_at(s, to)):
        return t("{piece} would be lost on {space}. Go there?", piece=adventurer_name(adventurer), space=space_name(to))
    return ""


def _costs_a_raft(s: Survive, seat: int, raft: int, to: int, t: Translator) -> str:
    """A question if a serpent waits there for somebody of the seat aboard."""
    mine = any(s.passenger[raft][k] and owner(s, s.passenger[raft][k] - 1) == seat for k in range(SEATS_ABOARD))
    if mine and creature_on(s, Kind.SERPENT, to):
        return t("A sea serpent is on {space}: the raft and everybody aboard would be lost. Go?", space=space_name(to))
    return ""
