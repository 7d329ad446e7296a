"""The sinking phase: a tile is taken off the island, and what it hides happens (section 8)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule
from .. import components as box
from ..components import Face, Ground, Kind
from ..events import Event
from ..state import Cause, End, Fetch, Frame, SurviveState, is_tile, kaiju_on, passengers
from .encounters import board, creature_arrives
from .pieces import eliminate_all_on, eliminate_raft, end_game, end_if_nobody_left, put_raft, supply_raft, take_off


@rule
def thinnest(s: SurviveState) -> int:
    """SV-8.4: the thinnest kind of tile on the island; open volcanoes do not count. 0 if there is none."""
    for kind in range(box.BEACH, box.MOUNTAIN + 1):
        for tile in range(box.TILES):
            if s.ground[box.TILE_SPACE[tile]] == kind:
                return kind
    return 0


@rule
def forbids_sink(s: SurviveState, space: int, kind: int) -> int:
    """SV-8.1, SV-8.4, SV-8.5: any tile of the thinnest kind, occupied or not, on the shore or inland."""
    if not is_tile(s.ground[space]):
        return clause(8, 1)
    return 0 if s.ground[space] == kind else clause(8, 4)


@rule
def sink(s: SurviveState, seat: int, space: int) -> None:
    """SV-8.3: one tile. SV-8.6, SV-8.7, SV-11.17: whoever is on it drops into the sea, and that alone does nothing.
    SV-8.8, SV-8.9: an ability is kept face down, anything else happens at once."""
    terrain = s.ground[space]
    face = s.face[box.TILE[space]]
    s.sinks -= 1
    s.ground[space] = Ground.SEA
    s.face[box.TILE[space]] = 0
    s.revealed += 1
    emit(s, EVERYONE, Event.SANK, seat, space, terrain)
    if face >= Face.OARS:
        keep(s, seat, terrain, face)
    else:
        emit(s, EVERYONE, Event.SHOWED, space, face)
        s.gone[terrain][face] += 1
        take_effect(s, space, face)


@rule
def keep(s: SurviveState, seat: int, terrain: int, face: int) -> None:
    """SV-8.9, SV-7.16: face down in front of the player, however many there are. SV-7.2: the actions of this turn are
    over, so it waits for the next."""
    s.held[seat][terrain - Ground.BEACH][face] += 1
    emit(s, EVERYONE, Event.KEPT, seat, terrain)
    emit(s, 1 << seat, Event.FOUND, seat, face)


@rule
def take_effect(s: SurviveState, space: int, face: int) -> None:
    """SV-8.9, SV-8.24: an immediate effect, even one that can do nothing. SV-8.14, SV-8.17: under a kaiju neither shark
    nor raft comes into play."""
    if face == Face.WHIRLPOOL:
        whirlpool(s, space)
    elif face == Face.VOLCANO:
        volcano(s, space)
    elif face != Face.KAIJU and kaiju_on(s, space):
        emit(s, EVERYONE, Event.NOTHING, space, face)
    elif face == Face.RAFT:
        bring_raft(s, space)
    else:
        bring_creature(s, space, face)


@rule
def bring_creature(s: SurviveState, space: int, face: int) -> None:
    """SV-8.10, SV-8.12: one from the supply; SV-8.11, SV-8.13: if there is none, one from elsewhere on the board."""
    kind = Kind.SHARK if face == Face.SHARK else Kind.KAIJU
    for creature in range(box.FIRST[kind], box.FIRST[kind + 1]):
        if s.creature[creature] == 0:
            put_creature(s, creature, space)
            return
    fetch(s, face, space)


@rule
def put_creature(s: SurviveState, creature: int, space: int) -> None:
    """SV-8.13: it acts on nothing on its way, and on this space like a new one."""
    emit(s, EVERYONE, Event.APPEARED, creature, space, s.creature[creature])
    s.creature[creature] = space
    creature_arrives(s, creature, space)


@rule
def bring_raft(s: SurviveState, space: int) -> None:
    """SV-8.15: a raft from the supply; SV-8.16: if there is none, an empty one from elsewhere on the board."""
    raft = supply_raft(s)
    if raft >= 0:
        place_raft(s, raft, space)
    else:
        fetch(s, Face.RAFT, space)


@rule
def place_raft(s: SurviveState, raft: int, space: int) -> None:
    """SV-8.15: swimmers there board."""
    emit(s, EVERYONE, Event.RAFT_APPEARED, space, s.raft[raft])
    put_raft(s, raft, space)
    board(s, space)


@rule
def can_be_fetched(s: SurviveState, piece: int, face: int, space: int) -> bool:
    """SV-8.11, SV-8.13, SV-8.16: a creature of the kind that is not there already, or an empty raft on the board."""
    if face == Face.RAFT:
        raft = piece - box.ADVENTURERS
        return 0 <= raft < box.RAFTS and 0 < s.raft[raft] < box.BOX and passengers(s, raft) == 0
    kind = Kind.SHARK if face == Face.SHARK else Kind.KAIJU
    creature = piece - box.FIRST_CREATURE
    return box.FIRST[kind] <= creature < box.FIRST[kind + 1] and s.creature[creature] != space


@rule
def fetch(s: SurviveState, face: int, space: int) -> None:
    """SV-8.13, SV-8.16: several are a choice (D-13), one comes by itself, none is nothing (SV-8.24)."""
    count = 0
    last = 0
    for piece in range(box.ADVENTURERS, box.PIECES):
        if can_be_fetched(s, piece, face, space):
            count += 1
            last = piece
    if count == 0:
        emit(s, EVERYONE, Event.NOTHING, space, face)
    else:
        push(s, Frame.FETCH, face, space, 0, 0)
        if count == 1:
            bring(s, last)


@rule
def bring(s: SurviveState, piece: int) -> None:
    """SV-8.11, SV-8.13, SV-8.16: the chosen creature or raft comes to the sunk space."""
    space = part(s, Fetch.space)
    pop(s)
    if piece < box.FIRST_CREATURE:
        place_raft(s, piece - box.ADVENTURERS, space)
    else:
        put_creature(s, piece - box.FIRST_CREATURE, space)


@rule
def swallow(s: SurviveState, space: int, cause: int) -> None:
    """SV-8.18, SV-8.20: everything on the space leaves the board."""
    eliminate_all_on(s, space, cause)
    eliminate_raft(s, space, cause)
    for creature in range(box.CREATURES):
        if s.creature[creature] == space:
            take_off(s, creature, cause)


@rule
def whirlpool(s: SurviveState, space: int) -> None:
    """SV-8.18: this space and all neighbouring sea spaces. SV-8.19: nothing else, and no repellent stops it."""
    swallow(s, space, Cause.WHIRLPOOL)
    for direction in range(box.DIRECTIONS):
        if s.ground[box.NEXT_TO[space][direction]] == Ground.SEA:
            swallow(s, box.NEXT_TO[space][direction], Cause.WHIRLPOOL)
    end_if_nobody_left(s)


@rule
def volcano(s: SurviveState, space: int) -> None:
    """SV-8.20, SV-8.21: everything on the space leaves the board, and it is closed. SV-8.22: the third ends it all."""
    swallow(s, space, Cause.VOLCANO)
    s.ground[space] = Ground.VOLCANO
    s.volcanoes += 1
    if s.volcanoes >= box.LAST_VOLCANO:
        end_game(s, End.VOLCANO)
    else:
        end_if_nobody_left(s)
