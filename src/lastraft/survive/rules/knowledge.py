"""What a seat knows: hiding, and filling in again (section 18)."""

from ...kernel import pick_weighted, randbelow, rule
from ..components import COLOURS_EACH, COPIES, FACES, PER_COLOUR, PER_VALUE, TILE_SPACE, TILES, VALUES, Face, Ground
from ..state import End, SurviveState, own, own_count

BITS = 5
"""Enough for the number of tiles of one terrain and face; all faces fit into one number."""
assert max(map(max, COPIES)) < 1 << BITS
assert BITS * FACES < 64


@rule
def value_shows(s: SurviveState, adventurer: int) -> bool:
    """SV-13.7: at scoring the values of the saved are revealed, others are not."""
    return s.ended != End.NOT_YET and s.ground[s.adventurer[adventurer]] == Ground.SAFE


@rule
def hide(s: SurviveState, seat: int) -> None:
    """SV-18.1: the hidden faces on the island, others' values and others' tiles. SV-18.2, SV-18.4: the seat's own
    values stay, for perfect memory is legal."""
    for i in range(4):
        s.random[i] = 0
    for tile in range(TILES):
        s.face[tile] = 0
    for other in range(s.seats):
        if other != seat:
            hide_values(s, other)
            hide_tiles(s, other)


@rule
def hide_values(s: SurviveState, seat: int) -> None:
    """SV-3.10, SV-10.7: neither in hand nor on the board nor eliminated."""
    for value in range(VALUES + 1):
        s.stock[seat][value] = 0
    for place in range(0, own_count(s), PER_COLOUR):
        first = own(s, seat, place)
        for adventurer in range(first, first + PER_COLOUR):
            if s.ended == End.NOT_YET or not value_shows(s, adventurer):
                s.value[adventurer] = 0


@rule
def hide_tiles(s: SurviveState, seat: int) -> None:
    """SV-8.9: others see how many abilities a seat holds and from which terrain, not which."""
    for terrain in range(2):
        count = 0
        for face in range(Face.OARS, FACES):
            count += s.held[seat][terrain][face]
            s.held[seat][terrain][face] = 0
        s.held[seat][terrain][Face.OARS] = count


@rule
def determinize(s: SurviveState, seat: int) -> None:
    """SV-1.3, SV-1.5: everything hidden dealt again from what is not accounted for."""
    for terrain in range(2):
        deal_abilities(s, seat, terrain)
    for terrain in range(Ground.BEACH, Ground.SAFE):
        deal_faces(s, terrain)
    for other in range(s.seats):
        if other != seat:
            deal_values(s, other)


@rule
def unseen(s: SurviveState, terrain: int, face: int) -> int:
    """How many tiles of that terrain and face are neither seen by everybody nor held."""
    count: int = COPIES[terrain][face] - s.gone[terrain][face]
    if terrain < Ground.MOUNTAIN:
        for seat in range(s.seats):
            count -= s.held[seat][terrain - Ground.BEACH][face]
    return max(count, 0)


@rule
def all_unseen(s: SurviveState, terrain: int, first: int) -> int:
    """`unseen` of every face from ``first`` on, so many bits each; 0 for the others."""
    counts = 0
    for face in range(first, FACES):
        counts += unseen(s, terrain, face) << BITS * face
    return counts


@rule
def number_of(counts: int) -> int:
    """How many tiles these are in all."""
    total = 0
    while counts > 0:
        total += counts & (1 << BITS) - 1
        counts >>= BITS
    return total


@rule
def drawn_face(s: SurviveState, counts: int, total: int) -> int:
    """A face drawn from so many tiles, or -1 if there are none. (A written position may ask for more tiles than the box
    has.)"""
    pick = randbelow(s, max(total, 1))
    face = -1
    while pick >= 0 and counts > 0:
        face += 1
        pick -= counts & (1 << BITS) - 1
        counts >>= BITS
    return face


@rule
def deal_abilities(s: SurviveState, seat: int, terrain: int) -> None:
    """SV-8.9: others hold abilities of that terrain."""
    for other in range(s.seats):
        if other != seat:
            s.held[other][terrain][0] = s.held[other][terrain][Face.OARS]
            s.held[other][terrain][Face.OARS] = 0
    counts = all_unseen(s, Ground.BEACH + terrain, Face.OARS)
    total = number_of(counts)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other][terrain][0]):
                face = drawn_face(s, counts, total)
                s.held[other][terrain][face if face >= 0 else Face.OARS] += 1
                if face >= 0:
                    counts -= 1 << BITS * face
                    total -= 1
            s.held[other][terrain][0] = 0


@rule
def deal_faces(s: SurviveState, terrain: int) -> None:
    """SV-3.2: the tiles of the terrain that are still on the island hide anything unseen."""
    counts = all_unseen(s, terrain, 1)
    total = number_of(counts)
    for tile in range(TILES):
        if s.ground[TILE_SPACE[tile]] == terrain:
            face = drawn_face(s, counts, total)
            s.face[tile] = face if face >= 0 else 1
            if face >= 0:
                counts -= 1 << BITS * face
                total -= 1


@rule
def deal_values(s: SurviveState, seat: int) -> None:
    """SV-1.5: the seat's values on its adventurers in any order, the rest in its hand."""
    for value in range(1, VALUES + 1):
        s.stock[seat][value] = PER_VALUE[value] * COLOURS_EACH[s.seats]
    for place in range(own_count(s)):
        value = s.value[own(s, seat, place)]
        if value > 0 and s.stock[seat][value] > 0:
            s.stock[seat][value] -= 1
    for place in range(s.placed[seat]):
        if s.value[own(s, seat, place)] == 0:
            s.value[own(s, seat, place)] = drawn_value(s, seat)


@rule
def drawn_value(s: SurviveState, seat: int) -> int:
    """A value from the seat's hand, drawn at random. (A written position may leave it empty: then it is 1.)"""
    value = pick_weighted(s, s.stock[seat], VALUES + 1)
    if value < 0:
        return 1
    s.stock[seat][value] -= 1
    return value
