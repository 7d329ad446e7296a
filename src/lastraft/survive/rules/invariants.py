"""What is true between any two moves: every piece of the box is somewhere, once, and every number within its bounds.

Two counts by space are compared by the sums of the spaces' weights, which differ unless the counts are the same (but
for a chance of one in 2^32).
"""

import enum

from ...kernel import Lookup, rule
from ...kernel.rng import mixed
from .. import components as box
from ..components import Face, Ground, Kind
from ..options import Choice
from ..state import End, Frame, Phase, SurviveState, creature_on, first_on, is_tile, own_count, owner, swimmers
from .scoring import score

WEIGHT = Lookup([mixed(space) for space in range(box.SPACES + 1)])
MOST_POINTS = int(max(box.COLOURS_EACH)) * sum(value * n for value, n in enumerate(box.PER_VALUE))
LAST_FRAME = int(max(Frame))


class Invariant(enum.IntEnum):
    """What `violated` names."""

    BOARD = 1  # sea and safe land as printed; island spaces are tiles, sea or volcanoes
    TILES = 2  # on the island, with a player or seen: as many of a terrain and face as the box has
    VOLCANOES = 3  # counted, and the last one ends the game
    ADVENTURERS = 4  # each on a space of the board, and counted there
    VALUES = 5  # on adventurers and in hand: as many of a value as the box has
    RAFTS = 6  # each on a sea space of its own, in the supply or, with the option, in the box
    PASSENGERS = 7  # each aboard one raft, on the space where it is
    CREATURES = 8  # each on a space where its kind can be, or in the supply
    MEETINGS = 9  # whenever nothing is pending: nobody is where a creature would have acted, or beside a free seat
    TURN = 10  # players, phase, moves and sinkings within bounds, frames of known kinds
    POINTS = 11  # within what the adventurers are worth


@rule
def wrong_board(s: SurviveState) -> bool:
    for space in range(box.SPACES + 1):
        ground = s.ground[space]
        if box.PRINTED[space] == Ground.BEACH:
            if not is_tile(ground) and ground != Ground.SEA and ground != Ground.VOLCANO:
                return True
            if is_tile(ground) != (s.face[box.TILE[space]] > 0):
                return True
        elif ground != box.PRINTED[space]:
            return True
    return False


@rule
def tiles_of(s: SurviveState, terrain: int) -> int:
    """How many tiles of a terrain there are of each face, 5 bits for a face."""
    counts = 0
    for tile in range(box.TILES):
        if s.ground[box.TILE_SPACE[tile]] == terrain:
            counts += 1 << 5 * s.face[tile]
    for face in range(box.FACES):
        n = s.gone[terrain][face]
        if terrain < Ground.MOUNTAIN:
            for seat in range(s.seats):
                n += s.held[seat][terrain - Ground.BEACH][face]
        counts += n << 5 * face
    return counts


@rule
def wrong_tiles(s: SurviveState) -> bool:
    for terrain in range(Ground.BEACH, Ground.SAFE):
        counts = 0
        for face in range(box.FACES):
            counts += box.COPIES[terrain][face] << 5 * face
        if tiles_of(s, terrain) != counts:
            return True
    for seat in range(box.MOST_SEATS):
        for terrain in range(2):
            for face in range(box.FACES):
                n = s.held[seat][terrain][face]
                if n < 0 or (n > 0 and (face < Face.OARS or seat >= s.seats)):
                    return True
    return False


@rule
def wrong_volcanoes(s: SurviveState) -> bool:
    count = 0
    for tile in range(box.TILES):
        if s.ground[box.TILE_SPACE[tile]] == Ground.VOLCANO:
            count += 1
    if count != s.volcanoes or count != s.gone[Ground.MOUNTAIN][Face.VOLCANO]:
        return True
    return (s.ended == End.VOLCANO) != (count == box.LAST_VOLCANO)


@rule
def wrong_adventurers(s: SurviveState) -> bool:
    """Whether one is off the board, or a space's crowd is not who stands there."""
    places = 0
    for adventurer in range(box.ADVENTURERS):
        space = s.adventurer[adventurer]
        if space > box.SPACES or s.ground[space] == Ground.VOLCANO:
            return True
        if space > 0:
            places += WEIGHT[space]
            if adventurer >= own_count(s) * s.seats:
                return True
    for space in range(box.SPACES + 1):
        if s.crowd[space] < 0:
            return True
        places -= s.crowd[space] * WEIGHT[space]
    return places != 0


@rule
def wrong_values(s: SurviveState) -> bool:
    """Whether a seat does not have each value as often as the box gives it, 6 bits for a value."""
    for seat in range(s.seats):
        counts = 0
        placed = 0
        for adventurer in range(box.ADVENTURERS):
            value = s.value[adventurer]
            if owner(s, adventurer) == seat and adventurer < own_count(s) * s.seats:
                if value < 0 or value > box.VALUES or (value == 0 and s.adventurer[adventurer] > 0):
                    return True
                if value > 0:
                    counts += 1 << 6 * value
                    placed += 1
        for value in range(1, box.VALUES + 1):
            if s.stock[seat][value] < 0:
                return True
            counts += s.stock[seat][value] << 6 * value
            counts -= box.PER_VALUE[value] * box.COLOURS_EACH[s.seats] << 6 * value
        if counts != 0 or placed != s.placed[seat] or s.stock[seat][0] != 0:
            return True
    for adventurer in range(own_count(s) * s.seats, box.ADVENTURERS):
        if s.value[adventurer] != 0:
            return True
    return False


@rule
def wrong_rafts(s: SurviveState) -> bool:
    afloat = 0
    for raft in range(box.RAFTS):
        space = s.raft[raft]
        if space > box.BOX or (space == box.BOX and s.option[Choice.ELIMINATED_RAFTS] == 0):
            return True
        if 0 < space < box.BOX:
            afloat += 1
            if s.raft_at[space] != raft + 1 or s.ground[space] != Ground.SEA:
                return True
    for space in range(box.SPACES + 1):
        if s.raft_at[space] != 0:
            afloat -= 1
    return afloat != 0


@rule
def wrong_passengers(s: SurviveState) -> bool:
    for raft in range(box.RAFTS):
        for place in range(box.SEATS_ABOARD):
            passenger = s.passenger[raft][place] - 1
            if passenger < -1 or passenger >= box.ADVENTURERS:
                return True
            if passenger >= 0:
                space = s.raft[raft]
                if space == 0 or space == box.BOX or s.adventurer[passenger] != space:
                    return True
                for other in range(place):
                    if s.passenger[raft][other] == passenger + 1:
                        return True
    return False


@rule
def wrong_creatures(s: SurviveState) -> bool:
    for creature in range(box.CREATURES):
        space = s.creature[creature]
        if space > box.SPACES:
            return True
        if space > 0:
            ground = s.ground[space]
            if box.KIND[creature] != Kind.KAIJU and ground != Ground.SEA:
                return True
            if ground == Ground.VOLCANO or (ground == Ground.SAFE and s.option[Choice.KAIJU_SAFE_LAND] == 0):
                return True
    return False


@rule
def wrong_meetings(s: SurviveState) -> bool:
    """Whether a creature has left something undone on its space, or a swimmer a free seat."""
    for creature in range(box.CREATURES):
        space = s.creature[creature]
        if space > 0:
            kind = box.KIND[creature]
            if kind != Kind.SHARK and (s.crowd[space] > 0 or s.raft_at[space] > 0):
                return True
            if kind == Kind.SHARK and swimmers(s, space) > 0:
                return True
            if kind == Kind.KAIJU and first_on(s, 0, creature, space) >= 0:
                return True
            if kind == Kind.KAIJU and first_on(s, creature + 1, box.CREATURES, space) >= 0:
                return True
    for raft in range(box.RAFTS):
        space = s.raft[raft]
        if 0 < space < box.BOX and s.crowd[space] > 0 and not creature_on(s, Kind.KAIJU, space):
            free = 0
            for place in range(box.SEATS_ABOARD):
                if s.passenger[raft][place] == 0:
                    free += 1
            if free > 0 and swimmers(s, space) > 0:
                return True
    return False


@rule
def wrong_turn(s: SurviveState) -> bool:
    if not 0 <= s.first < s.seats or not 0 <= s.turn < s.seats:
        return True
    if not Phase.PLACING <= s.phase <= Phase.CREATURE or not End.NOT_YET <= s.ended <= End.NOBODY_LEFT:
        return True
    if not 0 <= s.moves <= box.MOVES_A_TURN or not 0 <= s.sinks <= box.TILES_SUNK_ALONE:
        return True
    if s.swum >> own_count(s) != 0 or (s.phase != Phase.ACTION and s.moves > 0):
        return True
    for row in range(s.depth):
        if s.frame[row][0] > LAST_FRAME:
            return True
    return False


@rule
def violated(s: SurviveState) -> int:
    """The first invariant that does not hold, or 0."""
    if wrong_board(s):
        return Invariant.BOARD
    if wrong_tiles(s):
        return Invariant.TILES
    if wrong_volcanoes(s):
        return Invariant.VOLCANOES
    if wrong_adventurers(s):
        return Invariant.ADVENTURERS
    if wrong_values(s):
        return Invariant.VALUES
    if wrong_rafts(s):
        return Invariant.RAFTS
    if wrong_passengers(s):
        return Invariant.PASSENGERS
    if wrong_creatures(s):
        return Invariant.CREATURES
    if s.depth == 0 and wrong_meetings(s):
        return Invariant.MEETINGS
    if wrong_turn(s):
        return Invariant.TURN
    for seat in range(s.seats):
        if not 0 <= score(s, seat) <= MOST_POINTS:
            return Invariant.POINTS
    return 0
