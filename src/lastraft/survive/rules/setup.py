"""Setup: the island is laid out, adventurers and rafts are placed in turn (section 3)."""

from ...kernel import EVERYONE, clause, emit, randbelow, rule, swap
from .. import components as box
from ..components import Ground
from ..events import Event
from ..options import Choice
from ..state import Phase, SurviveState, is_empty, is_tile, own, own_count
from .pieces import put_adventurer, put_raft, supply_raft


@rule
def lay_board(s: SurviveState) -> None:
    """SV-1.1: the sea and the safe lands as printed."""
    for space in range(box.SPACES + 1):
        s.ground[space] = box.PRINTED[space]


@rule
def lay_tiles(s: SurviveState) -> None:
    """SV-1.2, SV-1.3: all tiles in the order of the box, terrain face up."""
    n = 0
    for terrain in range(Ground.BEACH, Ground.SAFE):
        for face in range(box.FACES):
            for _ in range(box.COPIES[terrain][face]):
                s.ground[box.TILE_SPACE[n]] = terrain
                s.face[n] = face
                n += 1


@rule
def shuffle_tiles(s: SurviveState) -> None:
    """SV-3.2: at random, terrain and hidden face together; no rule says which terrains may be neighbours."""
    for i in range(box.TILES - 1, 0, -1):
        j = randbelow(s, i + 1)
        swap(s.face, i, j)
        swap(s.ground, box.TILE_SPACE[i], box.TILE_SPACE[j])


@rule
def hand_out(s: SurviveState) -> None:
    """SV-1.4, SV-1.5, SV-3.5, SV-3.6: each player's adventurers, two of every value in a colour."""
    for seat in range(s.seats):
        for value in range(1, box.VALUES + 1):
            s.stock[seat][value] = box.PER_VALUE[value] * box.COLOURS_EACH[s.seats]


@rule
def setup(s: SurviveState) -> None:
    """SV-3.1, SV-3.3, SV-3.4, SV-3.7: the island, a serpent on each start, and who begins; the rest is the supply."""
    lay_board(s)
    lay_tiles(s)
    shuffle_tiles(s)
    for serpent in range(box.SERPENTS):
        s.creature[serpent] = box.SERPENT_START[serpent]
    hand_out(s)
    s.first = 0
    if s.option[Choice.FIRST_PLAYER] == 0:
        s.first = randbelow(s, s.seats)
        emit(s, EVERYONE, Event.BEGINS, s.first)
    s.turn = s.first
    s.phase = Phase.PLACING


@rule
def some_tile_is_free(s: SurviveState) -> bool:
    for tile in range(box.TILES):
        if s.crowd[box.TILE_SPACE[tile]] == 0 and is_tile(s.ground[box.TILE_SPACE[tile]]):
            return True
    return False


@rule
def forbids_tile(s: SurviveState, space: int, some_free: bool) -> int:
    """SV-3.9: a free tile while there is one. SV-3.11, SV-3.12: then a tile with exactly one, whoever that is."""
    if not is_tile(s.ground[space]):
        return clause(3, 8)
    if some_free:
        return clause(3, 9) if s.crowd[space] > 0 else 0
    return clause(3, 11) if s.crowd[space] != 1 else 0


@rule
def forbids_place(s: SurviveState, seat: int, value: int, space: int) -> int:
    """SV-3.10: any value that the player still has in hand."""
    if s.stock[seat][value] == 0:
        return clause(3, 10)
    return forbids_tile(s, space, some_tile_is_free(s))


@rule
def place_adventurer(s: SurviveState, seat: int, value: int, space: int) -> None:
    """SV-3.8: one adventurer each in turn. SV-3.16: from now on it has a name."""
    adventurer = own(s, seat, s.placed[seat])
    s.stock[seat][value] -= 1
    s.placed[seat] += 1
    s.value[adventurer] = value
    put_adventurer(s, adventurer, space)
    emit(s, EVERYONE, Event.PLACED, adventurer, space)
    s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first and s.placed[seat] == own_count(s):
        s.phase = Phase.LAUNCHING


@rule
def borders_island(s: SurviveState, space: int) -> bool:
    for direction in range(box.DIRECTIONS):
        if is_tile(s.ground[box.NEXT_TO[space][direction]]):
            return True
    return False


@rule
def forbids_launch(s: SurviveState, space: int) -> int:
    """SV-3.14: a sea space beside an island tile that carries nothing."""
    if s.ground[space] != Ground.SEA or not borders_island(s, space) or not is_empty(s, space):
        return clause(3, 14)
    return 0


@rule
def launch(s: SurviveState, seat: int, space: int) -> bool:
    """SV-3.13: one raft each in turn. Whether that was the last one."""
    put_raft(s, supply_raft(s), space)
    emit(s, EVERYONE, Event.LAUNCHED, seat, space)
    s.turn = (s.turn + 1) % s.seats
    still_in_hand: int = box.RAFTS_EACH[s.seats] * s.seats
    for raft in range(box.RAFTS):
        if s.raft[raft] > 0:
            still_in_hand -= 1
    return still_in_hand <= 0
