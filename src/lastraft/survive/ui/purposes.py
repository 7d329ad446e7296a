"""What a move is good for, as somebody who advises it would say."""

from collections.abc import Iterable, Sequence

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.translations import N_
from .. import components as box
from ..bots import IN_REACH, open_rafts, ride
from ..codes import FAMILIES, FIRST_REPELLABLE
from ..components import Ground, Kind
from ..names import TERRAIN_NAMES, creature_name
from ..rules.action import count_aboard
from ..rules.kaiju import chosen
from ..rules.sinking import thinnest
from ..state import (
    Dive,
    Frame,
    Phase,
    SecondStep,
    SurviveState,
    aboard,
    free_seat_at,
    is_swimmer,
    is_tile,
    own,
    own_count,
    owner,
)
from .notation import destination
from .outcomes import fate, outcome
from .people import people

_SINKS = {
    Ground.FOREST: N_("a forest: sinks after the beaches"),
    Ground.MOUNTAIN: N_("a mountain: sinks last, and nobody on it survives that"),
}


def purpose(r: Reader[SurviveState], moves: Sequence[int]) -> str:
    """Whom a move brings nearer, whom it threatens, what it leaves behind; further moves say how far it goes."""
    s, move = r.state, moves[0]
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _placed(r, box.TILE_SPACE[i % box.TILES])
    to = destination(s, r.seat, move)
    if family == "SPACE":
        return _space(r, to)
    if family in ("MOVE", "DOLPHIN"):
        return _walks(r, own(s, r.seat, i // box.DIRECTIONS), to, moves)
    if family in ("RAFT", "OARS"):
        return _sails(r, i // box.DIRECTIONS, to, moves)
    if family == "STEP":
        piece = part(s, SecondStep.piece)
        return _walks(r, piece, to, moves) if top(s) == Frame.DOLPHIN else _sails(r, piece, to, moves)
    if family == "CREATURE":
        return _goes(r, i // box.OFFSETS, to)
    if family == "PUSH":
        return _pushed(r, chosen(s), to)
    return _answer(r, family, i) or outcome(r, move)


def _there(s: SurviveState, space: int) -> list[int]:
    return [piece for piece in range(box.ADVENTURERS) if s.adventurer[piece] == space] if s.crowd[space] else []


def _own_out(r: Reader[SurviveState]) -> list[int]:
    """The reader's adventurers who are neither saved nor lost."""
    s = r.state
    mine = (own(s, r.seat, place) for place in range(own_count(s)))
    return [piece for piece in mine if s.adventurer[piece] and s.ground[s.adventurer[piece]] != Ground.SAFE]


def _home(r: Reader[SurviveState], space: int) -> str:
    return r.t.plural("{n} step from a safe land", "{n} steps from a safe land", box.STEPS_HOME[space])


# -- adventurers and rafts ---------------------------------------------------------------------------------------------


def _placed(r: Reader[SurviveState], space: int) -> str:
    s, said = r.state, [_home(r, space)]
    if s.ground[space] in _SINKS:
        said.insert(0, r.t(_SINKS[Ground(s.ground[space])]))
    elif any(s.ground[to] == Ground.SEA for to in box.NEXT_TO[space]):
        said.insert(0, r.t("by the water, where rafts will lie"))
    return "; ".join(said)


def _walks(r: Reader[SurviveState], piece: int, to: int, moves: Sequence[int]) -> str:
    s, t, at = r.state, r.t, r.state.adventurer[piece]
    if s.ground[to] == Ground.SAFE:
        return t("saved, worth {n}", n=s.value[piece]) if s.value[piece] else t("saved")
    said = list(filter(None, [_saved_in(r, piece, moves)]))
    if free_seat_at(s, to):
        said.append(t("a seat on the raft, {steps}", steps=_home(r, to)))
        if _would_steer(s, r.seat, s.raft_at[to] - 1):
            said.append(t("and you steer it"))
    elif s.ground[to] == Ground.SEA:
        said = said or [_home(r, to)]
    else:
        said += _to_a_raft(r, at, to)
    said += _safer(r, piece, at, to)
    if not said and box.STEPS_HOME[to] < box.STEPS_HOME[at]:
        said.append(_home(r, to))
    if not said:
        said.append(t("better placed on {ground}", ground=t(_GROUND[Ground(s.ground[to])])))
    if s.ground[to] == Ground.MOUNTAIN:
        said.append(t("but nobody on a mountain survives when it sinks"))
    return "; ".join(said)


_GROUND = {
    Ground.SEA: N_("the sea"),
    Ground.BEACH: N_("a beach"),
    Ground.FOREST: N_("a forest"),
    Ground.MOUNTAIN: N_("a mountain"),
}


def _saved_in(r: Reader[SurviveState], piece: int, moves: Sequence[int]) -> str:
    """With how many of these moves the adventurer comes to a safe land; nothing if it does not."""
    s, at = r.state, r.state.adventurer[piece]
    raft = s.raft_at[at] - 1 if aboard(s, piece) else -1
    for n, move in enumerate(moves, 1):
        family, i = FAMILIES[move]
        which, direction = divmod(i, box.DIRECTIONS)
        walks = family in ("MOVE", "DOLPHIN") and own(s, r.seat, which) == piece
        if walks or (family in ("RAFT", "OARS") and which == raft):
            at, raft = box.NEXT_TO[at][direction], -1 if walks else raft
        if s.ground[at] == Ground.SAFE:
            return r.t.plural("home in {n} move", "home in {n} moves", n)
    return ""


def _would_steer(s: SurviveState, seat: int, raft: int) -> bool:
    mine = count_aboard(s, raft, seat) + 1
    return all(count_aboard(s, raft, other) <= mine for other in range(s.seats) if other != seat)


def _to_a_raft(r: Reader[SurviveState], at: int, to: int) -> list[str]:
    s = r.state
    lift = ride(s, to, open_rafts(s, r.seat))
    raft = s.raft[lift % 16]
    if lift < 16 or box.DISTANCE[to][raft] >= box.DISTANCE[at][raft]:
        return []
    n = box.DISTANCE[to][raft]
    said = r.t.plural("{n} step from the raft on {space}", "{n} steps from the raft on {space}", n,
                      space=box.SPACE_NAMES[raft])  # fmt: skip
    return [said]


def _safer(r: Reader[SurviveState], piece: int, at: int, to: int) -> list[str]:
    """What the adventurer leaves behind: a creature, or a tile of those that sink next."""
    s, t = r.state, r.t
    swims = is_swimmer(s, piece)
    kinds = (Kind.SERPENT, Kind.SHARK) if swims else (Kind.SERPENT,) if aboard(s, piece) else ()
    left = [each for each in _creatures_near(s, at, kinds) if box.DISTANCE[to][s.creature[each]] > IN_REACH]
    if left:
        return [t("out of the reach of: {who}", who=", ".join(creature_name(each, t) for each in left))]
    thin = thinnest(s)
    if is_tile(s.ground[at]) and s.ground[at] == thin and s.ground[to] != thin:
        return [t("off a {terrain}, the kind that sinks next", terrain=t(TERRAIN_NAMES[thin]))]
    if s.crowd[at] > 1 and s.crowd[to] == 0 and is_tile(s.ground[at]) and is_tile(s.ground[to]):
        return [t("away from a crowded tile")]
    return []


def _creatures_near(s: SurviveState, space: int, kinds: Sequence[int]) -> list[int]:
    return [
        creature
        for creature in range(box.CREATURES)
        if s.creature[creature]
        and box.KIND[creature] in kinds
        and box.DISTANCE[space][s.creature[creature]] <= min(IN_REACH, box.RANGE[box.KIND[creature]])
    ]


def _sails(r: Reader[SurviveState], raft: int, to: int, moves: Sequence[int]) -> str:
    s, t, at = r.state, r.t, r.state.raft[raft]
    riding = [passenger - 1 for passenger in s.passenger[raft] if passenger]
    mine = [piece for piece in riding if owner(s, piece) == r.seat]
    said = list(dict.fromkeys(filter(None, (_saved_in(r, piece, moves) for piece in mine))))
    if mine and not said and box.STEPS_HOME[to] < box.STEPS_HOME[at]:
        said.append(t("brings {who} nearer: {steps}", who=people(r, mine), steps=_home(r, to)))
    waiting = [] if len(riding) == box.SEATS_ABOARD else _fetched(r, at, to)
    if waiting:
        n = min(box.DISTANCE[s.adventurer[piece]][to] for piece in waiting)
        fetched = t("a seat for {who}", who=people(r, waiting[:1]))
        said.append(fetched if n == 0 else f"{fetched}, {t.plural('{n} step away', '{n} steps away', n)}")
    left = [
        each
        for each in _creatures_near(s, at, (Kind.SERPENT, Kind.KAIJU))
        if box.DISTANCE[to][s.creature[each]] > box.DISTANCE[at][s.creature[each]]
    ]
    if mine and left:
        said.append(t("away from: {who}", who=", ".join(creature_name(each, t) for each in left)))
    if not said:
        theirs = [piece for space in (at, *box.NEXT_TO[at]) for piece in _there(s, space)
                  if owner(s, piece) != r.seat and not aboard(s, piece)]  # fmt: skip
        if riding and not mine:
            said.append(t("takes {who} where you like", who=people(r, riding)))
        elif theirs:
            said.append(t("takes the raft away from: {who}", who=people(r, theirs[:3])))
        else:
            said.append(_home(r, to))
    return "; ".join(said)


def _fetched(r: Reader[SurviveState], at: int, to: int) -> list[int]:
    """Of the reader's own who are not aboard: those to whom the raft comes nearer than any was, the nearest first."""
    s = r.state
    near = [
        piece
        for piece in _own_out(r)
        if not aboard(s, piece)
        and box.DISTANCE[s.adventurer[piece]][to] < min(4, box.DISTANCE[s.adventurer[piece]][at])
    ]
    return sorted(near, key=lambda piece: box.DISTANCE[s.adventurer[piece]][to])


# -- creatures, tiles, answers -----------------------------------------------------------------------------------------


def _space(r: Reader[SurviveState], to: int) -> str:
    """A space for a raft, for a creature that comes up, or to be sunk."""
    s, t = r.state, r.t
    if s.depth:
        return _goes(r, part(s, Dive.creature), to)
    if s.phase == Phase.LAUNCHING:
        near = sorted(_own_out(r), key=lambda piece: box.DISTANCE[s.adventurer[piece]][to])
        near = [piece for piece in near if box.DISTANCE[s.adventurer[piece]][to] <= IN_REACH]
        return t("near {who}, {steps}", who=people(r, near), steps=_home(r, to)) if near else _home(r, to)
    there = _there(s, to)
    theirs = [piece for piece in there if owner(s, piece) != r.seat]
    mine = [piece for piece in there if owner(s, piece) == r.seat]
    if mine:
        return fate(r, to, people(r, there))
    same = [piece for piece in _own_out(r) if s.ground[s.adventurer[piece]] == s.ground[to]]
    said = []
    if theirs:
        takes = N_("takes {who}") if s.ground[to] == Ground.MOUNTAIN else N_("drops {who} into the sea")
        said.append(t(takes, who=people(r, theirs)))
    if same:
        said.append(t("your own stay on dry land"))
    if not said:
        said.append(t("nobody stands there; it may hold a tile for you"))
    return "; ".join(said)


def _goes(r: Reader[SurviveState], creature: int, to: int) -> str:
    """Whom a creature meets there, whom it is near then, and from whom it goes away."""
    s, t, kind, at = r.state, r.t, box.KIND[creature], r.state.creature[creature]
    met = [piece for piece in _there(s, to) if s.ground[to] != Ground.SAFE and _harmed(s, piece, kind)]
    theirs, mine = _sides(r, met)
    if mine:
        return t("meets {who}", who=people(r, met))
    reach = box.RANGE[kind]
    near = [piece for piece in range(box.ADVENTURERS)
            if s.adventurer[piece] and _harmed(s, piece, kind) and piece not in met]  # fmt: skip
    said = []
    if theirs:
        said.append(t(N_("drives {who} away") if kind == Kind.KAIJU else N_("takes {who}"), who=people(r, theirs)))
    threatened, own_near = _sides(r, (p for p in near if box.DISTANCE[s.adventurer[p]][to] <= reach))
    _, own_before = _sides(r, (p for p in near if at and box.DISTANCE[s.adventurer[p]][at] <= reach))
    spared = [piece for piece in own_before if piece not in own_near]
    if threatened and not theirs:
        threat = N_("can push {who} away next") if kind == Kind.KAIJU else N_("threatens {who}")
        said.append(t(threat, who=people(r, threatened)))
    if spared:
        said.append(t("away from: {who}", who=people(r, spared)))
    if own_near:
        said.append(t("but near {who}", who=people(r, own_near)))
    said += _left_near(r, creature)
    if not said:
        said.append(t("far from your own"))
    return "; ".join(said)


def _left_near(r: Reader[SurviveState], creature: int) -> list[str]:
    """Those of the rolled kind that stay beside the reader's own while another one moves."""
    s = r.state
    stay = range(box.CREATURES) if top(s) == Frame.DIE else ()
    said = []
    for each in stay:
        if each == creature or box.KIND[each] != box.KIND[creature] or not s.creature[each]:
            continue
        beside = [
            piece
            for piece in _own_out(r)
            if _harmed(s, piece, box.KIND[each]) and box.DISTANCE[s.adventurer[piece]][s.creature[each]] == 1
        ]
        if beside:
            name = creature_name(each, r.t)
            said.append(r.t("but {creature} stays beside {who}", creature=name, who=people(r, beside)))
    return said


def _harmed(s: SurviveState, piece: int, kind: int) -> bool:
    """Whether a creature of that kind does something to somebody where they are."""
    if kind == Kind.KAIJU:
        return s.ground[s.adventurer[piece]] != Ground.SAFE
    if aboard(s, piece):
        return kind == Kind.SERPENT
    return is_swimmer(s, piece)


def _sides(r: Reader[SurviveState], pieces: Iterable[int]) -> tuple[list[int], list[int]]:
    """Others' and the reader's own."""
    theirs, mine = list[int](), list[int]()
    for piece in pieces:
        (mine if owner(r.state, piece) == r.seat else theirs).append(piece)
    return theirs, mine


def _pushed(r: Reader[SurviveState], piece: int, to: int) -> str:
    s, t = r.state, r.t
    if s.ground[to] == Ground.SAFE:
        return t("saved")
    if free_seat_at(s, to):
        return t("a seat on the raft, {steps}", steps=_home(r, to))
    if s.ground[to] == Ground.SEA:
        waiting = [each for each in range(box.FIRST_KAIJU) if s.creature[each] == to]
        if waiting:
            return t("to {who}", who=", ".join(creature_name(each, t) for each in waiting))
        return f"{t('into the sea: {who}', who=people(r, [piece]))}, {_home(r, to)}"
    return t("stays on land")


def _answer(r: Reader[SurviveState], family: str, i: int) -> str:
    s, t = r.state, r.t
    if family == "REPEL":
        creature = FIRST_REPELLABLE + i
        _, mine = _sides(r, (p for p in _there(s, s.creature[creature]) if _harmed(s, p, box.KIND[creature])))
        return t("saves {who}", who=people(r, mine)) if mine else ""
    if family == "DIVE" or (family == "PIECE" and top(s) == Frame.FETCH and i >= box.FIRST_CREATURE):
        creature = i if family == "DIVE" else i - box.FIRST_CREATURE
        kind, at = box.KIND[creature], s.creature[creature]
        near = (p for p in _own_out(r) if _harmed(s, p, kind) and box.DISTANCE[s.adventurer[p]][at] <= box.RANGE[kind])
        mine = list(near)
        return t("away from: {who}", who=people(r, mine)) if mine else t("it can threaten others elsewhere")
    if family == "STOP":
        return t("a second step would gain nothing")
    if family == "DECLINE":
        return t("your tile is kept for later")
    if family == "ROLL":
        return t("a creature moves as you like")
    if family == "PIECE" and top(s) == Frame.BOARDING and owner(s, i) == r.seat:
        return t("the free seat is yours")
    return ""
