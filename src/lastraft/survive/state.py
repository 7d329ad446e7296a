"""The state: where every piece is, what is pending, and what happened."""

import enum

from ..kernel import Parts, State, i8, rule, u8, u32
from . import components as box
from .components import Face, Ground
from .options import OPTIONS


class Phase(enum.IntEnum):
    """Setup has two phases, a turn three (SV-4.2)."""

    PLACING, LAUNCHING, ACTION, SINKING, CREATURE = range(5)


class Frame(enum.IntEnum):
    """Pending business."""

    ARRIVAL, WINDOW, BOARDING, OARS, DOLPHIN, DIVE, DIE, FETCH, KAIJU = range(1, 10)


class Arrival(Parts):
    space, repellable, asked, newcomer = range(
        4
    )  # whether a repellent may answer, and has been asked for; creature + 1


class Window(Parts):
    space, place = range(2)  # how many places from the active player the seat is that is asked


class Boarding(Parts):
    space = 0


class SecondStep(Parts):
    """Of oars and dolphin: the raft or the adventurer."""

    piece, space = range(2)


class Dive(Parts):
    creature = 0


class Rolled(Parts):
    kind = 0


class Fetch(Parts):
    face, space = range(2)


class KaijuActs(Parts):
    kaiju, space, chosen = range(3)  # the piece it deals with + 1


class End(enum.IntEnum):
    """Why the game has ended."""

    NOT_YET, VOLCANO, NOBODY_LEFT = range(3)


class Cause(enum.IntEnum):
    """What took a piece off the board."""

    SERPENT, SHARK, KAIJU, WHIRLPOOL, VOLCANO, NO_ROOM = range(1, 7)


class SurviveState(State, options=len(OPTIONS), frames=8):
    swum = u32()  # of the active player's adventurers, by their order: who has swum this turn
    ground = i8(box.SPACES + 1)  # what each space is now (Ground)
    face = i8(box.TILES)  # the hidden face of each tile on the island
    crowd = i8(box.SPACES + 1)  # how many adventurers are on each space
    adventurer = u8(box.ADVENTURERS)  # each one's space; 0: in hand or eliminated
    value = i8(box.ADVENTURERS)  # 0 until it is placed
    stock = i8(box.MOST_SEATS, box.VALUES + 1)  # unplaced adventurers by value
    placed = i8(box.MOST_SEATS)  # how many adventurers a seat has placed
    raft = u8(box.RAFTS)  # each one's space; 0: in hand or in the supply; BOX: out of the game
    raft_at = i8(box.SPACES + 1)  # raft + 1
    passenger = i8(box.RAFTS, box.SEATS_ABOARD)  # adventurer + 1
    creature = u8(box.CREATURES)  # each one's space; 0: in the supply
    held = i8(box.MOST_SEATS, 2, box.FACES)  # ability tiles by terrain (beach, forest) and face
    gone = i8(Ground.MOUNTAIN + 1, box.FACES)  # tiles whose face everybody has seen, by terrain
    volcanoes = i8()
    first = i8()  # the first player
    turn = i8()  # the active player
    turns = i8()  # how many turns have begun
    phase = i8()
    moves = i8()  # left in this action phase
    sinks = i8()  # tiles still to be taken this turn
    ended = i8()


@rule
def owner(s: SurviveState, adventurer: int) -> int:
    """SV-3.5, SV-3.6: a seat has its colour and, with two players, the colour two further."""
    seat: int = box.OWNER[s.seats][adventurer]
    return seat


@rule
def own_count(s: SurviveState) -> int:
    """SV-3.6: how many adventurers each player has."""
    count: int = box.COLOURS_EACH[s.seats] * box.PER_COLOUR
    return count


@rule
def own(s: SurviveState, seat: int, place: int) -> int:
    """SV-3.17: the seat's adventurer by its order of placing."""
    adventurer: int = box.OWN[s.seats][seat][place]
    return adventurer


@rule
def place_of(s: SurviveState, adventurer: int) -> int:
    """`own` the other way: the order of placing among all of its owner's adventurers."""
    return adventurer // box.PER_COLOUR // s.seats * box.PER_COLOUR + adventurer % box.PER_COLOUR


@rule
def is_tile(ground: int) -> bool:
    return box.BEACH <= ground <= box.MOUNTAIN


@rule
def kaiju_on(s: SurviveState, space: int) -> bool:
    for kaiju in range(box.FIRST_KAIJU, box.CREATURES):
        if s.creature[kaiju] == space:
            return True
    return False


@rule
def first_on(s: SurviveState, first: int, end: int, space: int) -> int:
    """The first of these creatures on the space, or -1."""
    for creature in range(first, end):
        if s.creature[creature] == space:
            return creature
    return -1


@rule
def creature_on(s: SurviveState, kind: int, space: int) -> bool:
    for creature in range(box.FIRST[kind], box.FIRST[kind + 1]):
        if s.creature[creature] == space:
            return True
    return False


@rule
def is_empty(s: SurviveState, space: int) -> bool:
    """Whether the space carries no element: no adventurer, raft or creature."""
    return s.crowd[space] == 0 and s.raft_at[space] == 0 and first_on(s, 0, box.CREATURES, space) < 0


@rule
def aboard(s: SurviveState, adventurer: int) -> bool:
    """Whether the adventurer sits on a raft."""
    raft = s.raft_at[s.adventurer[adventurer]] - 1
    if raft >= 0:
        for place in range(box.SEATS_ABOARD):
            if s.passenger[raft][place] == adventurer + 1:
                return True
    return False


@rule
def passengers(s: SurviveState, raft: int) -> int:
    count = 0
    for place in range(box.SEATS_ABOARD):
        if s.passenger[raft][place] > 0:
            count += 1
    return count


@rule
def free_seat_at(s: SurviveState, space: int) -> bool:
    """SV-6.7: whether there is a raft with a free seat."""
    raft = s.raft_at[space] - 1
    return raft >= 0 and passengers(s, raft) < box.SEATS_ABOARD


@rule
def swimmers(s: SurviveState, space: int) -> int:
    """How many adventurers on a sea space are not aboard."""
    raft = s.raft_at[space] - 1
    return s.crowd[space] - (passengers(s, raft) if raft >= 0 else 0)


@rule
def is_swimmer(s: SurviveState, adventurer: int) -> bool:
    space = s.adventurer[adventurer]
    return s.ground[space] == box.SEA and not aboard(s, adventurer)


@rule
def own_on(s: SurviveState, seat: int, space: int) -> int:
    """How many adventurers the seat has on the space."""
    count = 0
    if s.crowd[space] > 0:
        for place in range(own_count(s)):
            if s.adventurer[own(s, seat, place)] == space:
                count += 1
    return count


@rule
def left_to_save(s: SurviveState, seat: int) -> bool:
    """Whether the seat has somebody neither saved nor eliminated."""
    for place in range(own_count(s)):
        space = s.adventurer[own(s, seat, place)]
        if space > 0 and s.ground[space] != box.SAFE:
            return True
    return False


@rule
def holding(s: SurviveState, seat: int, face: int) -> int:
    """How many ability tiles of that face the seat holds."""
    return s.held[seat][0][face] + s.held[seat][1][face]


@rule
def tiles_held(s: SurviveState, seat: int) -> int:
    count = 0
    for terrain in range(2):
        for face in range(Face.OARS, box.FACES):
            count += s.held[seat][terrain][face]
    return count
