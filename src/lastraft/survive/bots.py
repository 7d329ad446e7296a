"""How bots evaluate a position and weigh a move.

A hope is the chance of an adventurer to be saved, in thousandths; times its value it counts in thousandths of a point.
Only what the seat knows is used: others' adventurers count for what all are worth on average.
"""

from ..kernel import Buffer, Lookup, part, rule, top
from . import components as box
from .codes import (
    CREATURE,
    DIVE,
    DOLPHIN,
    END,
    FIRST_REPELLABLE,
    MOVE,
    OARS,
    PIECE,
    PUSH,
    RAFT,
    REPEL,
    ROLL,
    SPACE,
    STEP,
)
from .components import Face, Ground, Kind
from .rules.action import count_aboard, has_swum, steers
from .rules.kaiju import chosen
from .rules.scoring import rank
from .state import (
    Dive,
    End,
    Frame,
    KaijuActs,
    Phase,
    SecondStep,
    SurviveState,
    aboard,
    creature_on,
    free_seat_at,
    holding,
    is_tile,
    own,
    own_count,
    owner,
    passengers,
    tiles_held,
)

AVERAGE = 3
"""What an adventurer of unknown value is worth."""
POINT = 1000
FARTHEST = max(box.STEPS_HOME) + 1
ABOARD = Lookup([1000, 800, 700, 620, 555, 500, 455, 415, 380, *([350] * FARTHEST)][:FARTHEST])
"""The hope of somebody aboard by the raft's steps to a safe land."""
SWIMMING = Lookup([1000, 760, 560, 420, 320, 250, 200, 165, 140, *([120] * FARTHEST)][:FARTHEST])
"""The hope of a swimmer by the steps to a safe land: a swimmer takes one a turn."""
NEAR = Lookup([1000, 760, 670, 590, 520, 460, 410])
"""What is left of the hope aboard for somebody who is so many steps from the raft."""


def _lift(space: int, at: int) -> int:
    """The hope of somebody on a space for a raft on another."""
    steps = box.DISTANCE[space][at]
    return NEAR[steps] * ABOARD[box.STEPS_HOME[at]] // 1000 if space and at and steps < len(NEAR) else 0


_LIFTS = [[_lift(space, at) for at in range(box.SPACES + 1)] for space in range(box.SPACES + 1)]
LIFT_HOPE = Lookup(sorted({hope for row in _LIFTS for hope in row}))
"""All hopes that somebody may have for a raft, the least first."""
LIFT = Lookup([[LIFT_HOPE.index(hope) for hope in row] for row in _LIFTS])
"""Which of them somebody on a space has for a raft on another: small numbers make a small table."""
PERIL = Lookup([[[1000, 300, 60], [1000, 300, 60]], [[0, 0, 0], [1000, 280, 250]], [[400, 150, 130], [100, 60, 50]]])
"""What a creature's kind takes of the hopes of those aboard and of swimmers, by its distance."""
IN_REACH = 2
OARS_WORTH, DOLPHIN_WORTH, DIVE_WORTH, DIE_WORTH, REPELLENT_WORTH = 500, 600, 500, 400, 700
TILE_WORTH = Lookup([0] * Face.OARS + [OARS_WORTH, DOLPHIN_WORTH, DIVE_WORTH, DIE_WORTH, REPELLENT_WORTH])
"""What a held tile is good for."""
SHAKEN = Lookup([[0] * 5, [0] * 5, [0, 0, 900, 960, 1000], [0, 0, 0, 880, 950], [0, 0, 0, 0, 450]])
"""What is left of the hope on a tile by the thinnest kind of tile and its own."""
DROPPED = Lookup([0, 0, 400, 500, 1000])
"""How much hope is lost when a tile of that terrain sinks."""
WHIRL = Lookup([0, 0, 0, 125, 500])
"""How likely a tile of that terrain is to be a whirlpool."""


def _spots() -> list[int]:
    """How good an island space is to start from: near home and on the shore of the open sea."""
    spots = [0]
    for space in range(1, box.SPACES + 1):
        home = box.STEPS_HOME[space]
        shore = any(
            box.PRINTED[beside] == Ground.SEA and box.STEPS_HOME[beside] <= home for beside in box.NEXT_TO[space]
        )
        spots.append(10 * (FARTHEST - home) + (30 if shore else 0))
    return spots


SPOT = Lookup(_spots())


# -- hopes --------------------------------------------------------------------------------------------------------


@rule
def worth(s: SurviveState, adventurer: int, seat: int) -> int:
    """What an adventurer counts for a seat, which knows its own."""
    return s.value[adventurer] if owner(s, adventurer) == seat and s.value[adventurer] > 0 else AVERAGE


@rule
def island(s: SurviveState) -> int:
    """How many tiles are left, times 8, and the thinnest kind."""
    count = 0
    thinnest = int(Ground.MOUNTAIN)
    for tile in range(box.TILES):
        ground = s.ground[box.TILE_SPACE[tile]]
        if is_tile(ground):
            count += 1
            thinnest = min(thinnest, ground)
    return count * 8 + thinnest


@rule
def in_time(s: SurviveState, hope: int, turns: int, left: int) -> int:
    """Hope that needs so many turns, while the island still has tiles for some."""
    return hope // 4 if turns * s.seats > left // 8 - 2 else hope


@rule
def peril(s: SurviveState, space: int, swimming: int) -> int:
    """How much of the hope on a sea space the creatures around it take."""
    risk = 0
    for kind in range(3):
        worst = 0
        for creature in range(box.FIRST[kind], box.FIRST[kind + 1]):
            at = s.creature[creature]
            if at > 0 and box.DISTANCE[space][at] <= IN_REACH:
                worst = max(worst, PERIL[kind][swimming][box.DISTANCE[space][at]])
        risk += worst
    return min(risk, 1000)


@rule
def whirlpool_near(s: SurviveState, space: int, left: int) -> bool:
    """Whether the next tiles to sink are mountains, and one lies beside the space."""
    if left % 8 == Ground.MOUNTAIN:
        for direction in range(box.DIRECTIONS):
            if s.ground[box.NEXT_TO[space][direction]] == Ground.MOUNTAIN:
                return True
    return False


@rule
def sea_hope(s: SurviveState, space: int, swimming: int, hope: int, left: int) -> int:
    """What is left of a hope on a sea space."""
    hope = hope * (1000 - peril(s, space, swimming)) // 1000
    return hope * 7 // 10 if whirlpool_near(s, space, left) else hope


@rule
def raft_hope(s: SurviveState, seat: int, raft: int, space: int, coming: int, left: int) -> int:
    """The hope of the seat's adventurers aboard, if the raft is on that space and so many more of them come."""
    hope = in_time(s, ABOARD[box.STEPS_HOME[space]], (box.STEPS_HOME[space] + 2) // 3, left)
    hope = sea_hope(s, space, 0, hope, left)
    mine = count_aboard(s, raft, seat)
    return hope if mine + coming >= passengers(s, raft) - mine else hope * 7 // 10


@rule
def open_seats(s: SurviveState, seat: int, raft: int) -> int:
    """Free seats of a raft, if the seat can come to steer it."""
    free = box.SEATS_ABOARD - passengers(s, raft)
    if 0 < free < box.SEATS_ABOARD:
        mine = count_aboard(s, raft, seat)
        return free if 2 * (mine + free) >= box.SEATS_ABOARD else 0
    return free


@rule
def open_rafts(s: SurviveState, seat: int) -> int:
    """The open seats of every raft on the board, two bits a raft."""
    seats = 0
    for raft in range(box.RAFTS):
        if 0 < s.raft[raft] < box.BOX:
            seats += open_seats(s, seat, raft) << 2 * raft
    return seats


@rule
def ride(s: SurviveState, space: int, seats: int) -> int:
    """The best of the open rafts for somebody on a space: the hope there, times 16, and the raft."""
    best = 0
    best_raft = 0
    raft = 0
    while seats > 0:
        if seats & 3 > 0:
            lift = LIFT[space][s.raft[raft]]
            if lift > best:
                best = lift
                best_raft = raft
        seats >>= 2
        raft += 1
    hope: int = LIFT_HOPE[best]
    return hope * 16 + best_raft


@rule
def own_way(s: SurviveState, space: int, lift: int, left: int) -> int:
    """The hope of somebody who swims or stands on a tile and may hope for a raft."""
    alone = in_time(s, SWIMMING[box.STEPS_HOME[space]], box.STEPS_HOME[space] - 1, left)
    lift = in_time(s, lift, (box.STEPS_HOME[space] + 3) // 3, left)
    ground = s.ground[space]
    if ground == Ground.SEA:
        return sea_hope(s, space, 1, max(alone, lift * 17 // 20), left)
    return max(alone * 17 // 20, lift) * SHAKEN[left % 8][ground] // 1000 if is_tile(ground) else 0


@rule
def hope_at(s: SurviveState, seat: int, space: int, left: int, seats: int) -> int:
    """The hope of an adventurer of the seat who comes to a space, with the seat's open seats."""
    if s.ground[space] == Ground.SAFE:
        return 1000
    if s.ground[space] == Ground.SEA and free_seat_at(s, space):
        return raft_hope(s, seat, s.raft_at[space] - 1, space, 1, left)
    return own_way(s, space, ride(s, space, seats) // 16, left)


@rule
def hope_of(s: SurviveState, adventurer: int, left: int, seats: int) -> int:
    """The hope of an adventurer where it is, with its owner's open seats."""
    space = s.adventurer[adventurer]
    seat = owner(s, adventurer)
    if aboard(s, adventurer):
        return raft_hope(s, seat, s.raft_at[space] - 1, space, 0, left)
    if s.ground[space] == Ground.SAFE:
        return 1000
    return own_way(s, space, ride(s, space, seats) // 16, left)


# -- how good it looks --------------------------------------------------------------------------------------------


@rule
def prospects(s: SurviveState, seat: int, viewer: int, left: int) -> int:
    """The points that a seat may hope for, as another seat sees it. Seats on rafts go to the valuable first."""
    total = tiles_worth(s, seat, viewer)
    waiting = 0
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        space = s.adventurer[adventurer]
        if s.ground[space] == Ground.SAFE:
            total += POINT * worth(s, adventurer, viewer)
        elif aboard(s, adventurer):
            total += worth(s, adventurer, viewer) * raft_hope(s, seat, s.raft_at[space] - 1, space, 0, left)
        elif space > 0:
            waiting |= 1 << place
    seats = open_rafts(s, seat) if waiting > 0 else 0
    value = box.VALUES if seat == viewer else AVERAGE
    while waiting > 0:
        for place in range(own_count(s)):
            adventurer = own(s, seat, place)
            if waiting >> place & 1 == 1 and worth(s, adventurer, viewer) == value:
                waiting -= 1 << place
                lift = ride(s, s.adventurer[adventurer], seats)
                if lift >= 16:
                    seats -= 1 << 2 * (lift % 16)
                total += value * own_way(s, s.adventurer[adventurer], lift // 16, left)
        value -= 1
    return total


@rule
def worth_aboard(s: SurviveState, raft: int, seat: int, viewer: int) -> int:
    """What a seat has aboard a raft."""
    total = 0
    for place in range(box.SEATS_ABOARD):
        passenger = s.passenger[raft][place] - 1
        if passenger >= 0 and owner(s, passenger) == seat:
            total += worth(s, passenger, viewer)
    return total


@rule
def tiles_worth(s: SurviveState, seat: int, viewer: int) -> int:
    """What a seat's tiles are good for; of others' one knows only how many there are."""
    if seat != viewer:
        return tiles_held(s, seat) * POINT // 2
    total = 0
    for face in range(Face.OARS, Face.REPELLENT + 1):
        total += TILE_WORTH[face] * holding(s, seat, face)
    return total


@rule
def evaluate(s: SurviveState, seat: int) -> int:
    """From 0 (lost) to 1000 (won): the seat's prospects against the others', the best of whom count twice. A lead is
    worth the more the smaller the island."""
    if s.ended != End.NOT_YET:
        return final_value(s, seat)
    left = island(s)
    best = 0
    others = 0
    for other in range(s.seats):
        if other != seat:
            points = prospects(s, other, seat, left)
            best = max(best, points)
            others += points
    lead = prospects(s, seat, seat, left) - (best + others // (s.seats - 1)) // 2
    ahead = 500 * abs(lead) // (abs(lead) + 3 * POINT + left // 8 * POINT * 3 // 10)
    return max(5, min(995, 500 + (ahead if lead > 0 else -ahead)))


@rule
def final_value(s: SurviveState, seat: int) -> int:
    """Most for a victory, less for a shared one."""
    place = rank(s, seat)
    if place > 1:
        return 100 * (s.seats - place) // s.seats
    for other in range(s.seats):
        if other != seat and rank(s, other) == 1:
            return 600
    return 1000


# -- how natural a move looks -------------------------------------------------------------------------------------

IDLE = 20
"""How natural a move looks that gains nothing."""
ENOUGH = 22
"""And to stop, end or decline."""
WORST = 1
"""And to throw one's own to the creatures or to leave them behind."""


@rule
def liking(gain: int) -> int:
    """How natural a move looks that gains so much, in thousandths of a point."""
    return min(1000, IDLE + gain // 4) if gain >= 0 else max(1, IDLE - -gain // 8)


@rule
def prefer(s: SurviveState, seat: int, move: int, character: int) -> int:
    """How natural a legal move looks, from 1 to 1000."""
    left = island(s)
    seats = open_rafts(s, seat)
    landing = somebody_lands(s, seat, within(s, left), -1)
    return natural(s, seat, move, left, seats, landing, before(s, seat, move, left, seats))


@rule
def prefer_all(s: SurviveState, seat: int, out: Buffer, n: int, character: int) -> None:
    """`prefer` for all legal moves: what they have in common is looked at once."""
    left = island(s)
    seats = open_rafts(s, seat)
    landing = somebody_lands(s, seat, within(s, left), -1)
    piece = -1
    now = 0
    for i in range(n):
        move = out[i] + 0
        if piece_of(move) != piece:
            piece = piece_of(move)
            now = before(s, seat, move, left, seats)
        out[n + i] = natural(s, seat, move, left, seats, landing, now)


@rule
def piece_of(move: int) -> int:
    """A number for the piece that a move is of and the way it is moved; 0 for any other move."""
    if MOVE <= move < PIECE:
        return 1 + (move - MOVE) // box.DIRECTIONS
    return 1 + PIECE + (move - CREATURE) // box.OFFSETS if CREATURE <= move < DIVE else 0


@rule
def piece_moved(s: SurviveState, seat: int, move: int) -> int:
    """The adventurer or raft that a step is of, as all pieces are numbered."""
    if move >= STEP:
        return part(s, SecondStep.piece) + (box.ADVENTURERS if top(s) == Frame.OARS else 0)
    if RAFT <= move < DOLPHIN:
        return box.ADVENTURERS + (move - RAFT) // box.DIRECTIONS % box.RAFTS
    return own(s, seat, (move - (MOVE if move < RAFT else DOLPHIN)) // box.DIRECTIONS)


@rule
def before(s: SurviveState, seat: int, move: int, left: int, seats: int) -> int:
    """What it is worth to the seat that the piece which a move is of is where it is."""
    if MOVE <= move < PIECE:
        piece = piece_moved(s, seat, move)
        if piece >= box.ADVENTURERS:
            return raft_on(s, seat, piece - box.ADVENTURERS, s.raft[piece - box.ADVENTURERS], left, seats)
        return worth(s, piece, seat) * hope_of(s, piece, left, seats)
    if CREATURE <= move < DIVE:
        creature = (move - CREATURE) // box.OFFSETS
        return menace(s, seat, box.KIND[creature], s.creature[creature])
    return 0


@rule
def natural(s: SurviveState, seat: int, move: int, left: int, seats: int, landing: bool, now: int) -> int:
    """How natural a legal move looks, from 1 to 1000, by what all moves and those of its piece have in common."""
    if MOVE <= move < OARS and is_suicide(s, seat, move):
        return WORST
    if landing and (MOVE <= move < OARS or move == END) and lands_no_more(s, seat, move, within(s, left)):
        return WORST
    if move < SPACE:
        return liking_of_place(s, move // box.TILES + 1, box.TILE_SPACE[move % box.TILES])
    if move < MOVE:
        return liking_of_space(s, seat, move - SPACE + 1, left)
    if move < PIECE:
        return liking(gain_by_step(s, seat, move, left, seats, now))
    if move < PUSH:
        return liking_of_piece(s, seat, move - PIECE)
    if move < CREATURE:
        return liking_of_push(s, seat, box.NEXT_TO[part(s, KaijuActs.space)][move - PUSH], left)
    if move < DIVE:
        creature = (move - CREATURE) // box.OFFSETS
        to = box.REACH[s.creature[creature]][(move - CREATURE) % box.OFFSETS]
        return liking(bite(s, seat, box.KIND[creature], to) + menace(s, seat, box.KIND[creature], to) - now)
    return liking_of_ability(s, seat, move)


@rule
def eats(s: SurviveState, space: int, swimming: bool) -> bool:
    """Whether a creature on a space takes whoever comes there."""
    return creature_on(s, Kind.SERPENT, space) or (swimming and creature_on(s, Kind.SHARK, space))


@rule
def is_suicide(s: SurviveState, seat: int, move: int) -> bool:
    """Whether a step or a stroke brings one's own to a creature that takes them."""
    if move >= RAFT:
        raft = (move - RAFT) // box.DIRECTIONS
        to = box.NEXT_TO[s.raft[raft]][(move - RAFT) % box.DIRECTIONS]
        return count_aboard(s, raft, seat) > 0 and eats(s, to, False)
    to = box.NEXT_TO[s.adventurer[own(s, seat, (move - MOVE) // box.DIRECTIONS)]][(move - MOVE) % box.DIRECTIONS]
    return s.ground[to] == Ground.SEA and eats(s, to, not free_seat_at(s, to))


@rule
def can_row(s: SurviveState, space: int) -> bool:
    """Whether a raft comes to a space and nobody aboard is harmed."""
    if s.ground[space] != Ground.SEA or s.raft_at[space] > 0:
        return False
    return not creature_on(s, Kind.SERPENT, space) and not creature_on(s, Kind.KAIJU, space)


@rule
def lands(s: SurviveState, space: int, moves: int) -> bool:
    """Whether so many moves (at most three) bring a raft from a space to a jetty and somebody from there ashore."""
    home = box.STEPS_HOME[space]
    if home <= 1 or home > moves:
        return home == 1 and moves >= 1
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[space][direction]
        if box.STEPS_HOME[to] == home - 1 and can_row(s, to) and (home == 2 or lands_next(s, to)):
            return True
    return False


@rule
def lands_next(s: SurviveState, space: int) -> bool:
    """Whether a raft can be rowed from a space to a jetty."""
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[space][direction]
        if box.STEPS_HOME[to] == 1 and can_row(s, to):
            return True
    return False


@rule
def somebody_lands(s: SurviveState, seat: int, moves: int, but: int) -> bool:
    """Whether so many moves save somebody of the seat who is in the water at a jetty or on a raft, but for one raft."""
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        at = s.adventurer[adventurer]
        if at > 0 and s.ground[at] == Ground.SEA:
            if aboard(s, adventurer):
                raft = s.raft_at[at] - 1
                if raft != but and lands(s, at, moves) and (box.STEPS_HOME[at] == 1 or steers(s, seat, raft)):
                    return True
            elif box.STEPS_HOME[at] == 1 and moves > 0 and not has_swum(s, adventurer):
                return True
    return False


@rule
def within(s: SurviveState, left: int) -> int:
    """How many moves a seat looks ahead for somebody to land: one; all while mountains sink, for every turn may be the
    last."""
    return s.moves if left % 8 == Ground.MOUNTAIN else min(s.moves, 1)


@rule
def lands_no_more(s: SurviveState, seat: int, move: int, moves: int) -> bool:
    """Whether somebody whom so many moves could have saved is left behind by this one."""
    if move == END:
        return True
    raft = -1
    if move >= RAFT:
        raft = (move - RAFT) // box.DIRECTIONS
        to = box.NEXT_TO[s.raft[raft]][(move - RAFT) % box.DIRECTIONS]
        saves = count_aboard(s, raft, seat) > 0 and can_row(s, to) and lands(s, to, s.moves - 1)
    else:
        walker = own(s, seat, (move - MOVE) // box.DIRECTIONS)
        to = box.NEXT_TO[s.adventurer[walker]][(move - MOVE) % box.DIRECTIONS]
        boards = s.ground[to] == Ground.SEA and free_seat_at(s, to)
        saves = s.ground[to] == Ground.SAFE or (boards and box.STEPS_HOME[to] == 1 and s.moves > 1)
    return not saves and not somebody_lands(s, seat, min(moves, s.moves - 1), raft)


@rule
def liking_of_place(s: SurviveState, value: int, space: int) -> int:
    """The most valuable first, where it is best: on the shore, near home, on no beach."""
    spot: int = SPOT[space]
    if s.ground[space] != Ground.BEACH:
        spot += 25
    return max(1, min(1000, value * spot))


@rule
def liking_of_space(s: SurviveState, seat: int, space: int, left: int) -> int:
    """A space for a raft, for a creature that dives, or to be sunk."""
    if s.depth > 0:
        return liking(menace(s, seat, box.KIND[part(s, Dive.creature)], space))
    if s.phase == Phase.LAUNCHING:
        return liking_of_launch(s, seat, space)
    return WORST if only_own_on(s, seat, space) else liking(gain_by_sinking(s, seat, space, left))


@rule
def only_own_on(s: SurviveState, seat: int, space: int) -> bool:
    """Whether somebody of the seat stands on a space and nobody else."""
    if s.crowd[space] > 0:
        for adventurer in range(box.ADVENTURERS):
            if s.adventurer[adventurer] == space and owner(s, adventurer) != seat:
                return False
    return s.crowd[space] > 0


@rule
def liking_of_launch(s: SurviveState, seat: int, space: int) -> int:
    """Beside one's own, the more valuable the better, and near home."""
    near: int = 8 * (FARTHEST - box.STEPS_HOME[space])
    for adventurer in range(box.ADVENTURERS):
        at = s.adventurer[adventurer]
        if at > 0 and box.DISTANCE[space][at] <= 3:
            weight = (4 - box.DISTANCE[space][at]) * worth(s, adventurer, seat)
            near += 2 * weight if owner(s, adventurer) == seat else -weight
    return max(1, min(1000, 5 * near))


@rule
def gain(s: SurviveState, seat: int, move: int) -> int:
    """What a step changes, looked at by itself."""
    left = island(s)
    seats = open_rafts(s, seat)
    return gain_by_step(s, seat, move, left, seats, before(s, seat, move, left, seats))


@rule
def gain_by_step(s: SurviveState, seat: int, move: int, left: int, seats: int, now: int) -> int:
    """What an adventurer's or a raft's step changes for the seat; a tile is good for a second one."""
    piece = piece_moved(s, seat, move)
    direction = (move - MOVE) % box.DIRECTIONS
    if piece >= box.ADVENTURERS:
        raft = piece - box.ADVENTURERS
        change = raft_on(s, seat, raft, box.NEXT_TO[s.raft[raft]][direction], left, seats) - now
    else:
        to = box.NEXT_TO[s.adventurer[piece]][direction]
        change = worth(s, piece, seat) * hope_at(s, seat, to, left, seats) - now
    if OARS <= move < STEP:
        return 2 * change - (OARS_WORTH if move < DOLPHIN else DOLPHIN_WORTH)
    return change


@rule
def raft_on(s: SurviveState, seat: int, raft: int, space: int, left: int, seats: int) -> int:
    """What a raft on a space is worth to a seat: for those aboard, the others counting against it, and for the seat's
    own who have no better hope than its free seats."""
    total = 0
    taken = passengers(s, raft)
    if taken > 0:
        theirs = AVERAGE * (taken - count_aboard(s, raft, seat))
        mine = worth_aboard(s, raft, seat, seat)
        total = (mine - theirs // 2) * raft_hope(s, seat, raft, space, 0, left)
    if taken < box.SEATS_ABOARD:
        total += awaited(s, seat, space, box.SEATS_ABOARD - taken, seats & ~(3 << 2 * raft))
    return total


@rule
def awaited(s: SurviveState, seat: int, at: int, free: int, others: int) -> int:
    """What a raft's free seats on that space are worth to the seat's own who have no better hope, with the open seats
    of other rafts."""
    total = 0
    count = 0
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        space = s.adventurer[adventurer]
        if space > 0 and s.ground[space] != Ground.SAFE:
            hope = LIFT_HOPE[LIFT[space][at]] + 0
            if hope > SWIMMING[box.STEPS_HOME[space]] and not aboard(s, adventurer):
                hope -= ride(s, space, others) // 16
                if hope > 0:
                    total += worth(s, adventurer, seat) * hope
                    count += 1
    return total * free // max(free, count)


@rule
def liking_of_ability(s: SurviveState, seat: int, move: int) -> int:
    """Dive, creature die and repellent; and to let it be."""
    if move < REPEL:
        creature = move - DIVE
        return liking(-2 * menace(s, seat, box.KIND[creature], s.creature[creature]) - DIVE_WORTH)
    if move < ROLL:
        creature = FIRST_REPELLABLE + move - REPEL
        return liking(-bite(s, seat, box.KIND[creature], s.creature[creature]) - REPELLENT_WORTH)
    return liking(chances(s, seat) - DIE_WORTH // 2) if move == ROLL else ENOUGH


@rule
def chances(s: SurviveState, seat: int) -> int:
    """What the creatures could do for the seat: a third of the best for each kind."""
    total = 0
    for kind in range(3):
        best = 0
        for creature in range(box.FIRST[kind], box.FIRST[kind + 1]):
            if s.creature[creature] > 0:
                best = max(best, menace(s, seat, kind, s.creature[creature]))
        total += best
    return total


@rule
def harm(s: SurviveState, adventurer: int, kind: int) -> int:
    """How much hope a creature of that kind takes from an adventurer when it comes."""
    home = box.STEPS_HOME[s.adventurer[adventurer]]
    hope: int = 0
    if aboard(s, adventurer):
        if kind != Kind.SHARK:
            hope = ABOARD[home] if kind == Kind.SERPENT else ABOARD[home] // 3
    elif s.ground[s.adventurer[adventurer]] == Ground.SEA:
        hope = SWIMMING[home] // 8 if kind == Kind.KAIJU else SWIMMING[home]
    return hope


@rule
def side(s: SurviveState, adventurer: int, seat: int) -> int:
    """What an adventurer's harm is to a seat: good if it is another's, worse if it is its own."""
    return -(worth(s, adventurer, seat) * 3 // 2) if owner(s, adventurer) == seat else AVERAGE


@rule
def part_of(gain: int, thousandths: int) -> int:
    """So many thousandths of a gain or loss."""
    return gain * thousandths // 1000 if gain >= 0 else -(-gain * thousandths // 1000)


@rule
def bite(s: SurviveState, seat: int, kind: int, space: int) -> int:
    """What a creature does for a seat when it comes to a space."""
    total = 0
    if s.crowd[space] > 0:
        for adventurer in range(box.ADVENTURERS):
            if s.adventurer[adventurer] == space:
                total += side(s, adventurer, seat) * harm(s, adventurer, kind)
    return total


@rule
def menace(s: SurviveState, seat: int, kind: int, space: int) -> int:
    """What a creature on a space may do for a seat later: a quarter of all in its reach, give or take."""
    total = 0
    for adventurer in range(box.ADVENTURERS):
        at = s.adventurer[adventurer]
        if at > 0 and box.DISTANCE[space][at] <= box.RANGE[kind] and s.ground[at] == Ground.SEA:
            total += side(s, adventurer, seat) * (harm(s, adventurer, kind) // 4)
    return total


@rule
def gain_by_sinking(s: SurviveState, seat: int, space: int, left: int) -> int:
    """Whoever drops loses hope, and whoever is in the water beside a whirlpool."""
    terrain = s.ground[space]
    gain = 0
    if s.crowd[space] > 0:
        for adventurer in range(box.ADVENTURERS):
            if s.adventurer[adventurer] == space:
                hope = hope_of(s, adventurer, left, open_rafts(s, owner(s, adventurer)))
                gain += side(s, adventurer, seat) * (hope * DROPPED[terrain] // 1000)
    if WHIRL[terrain] > 0:
        for direction in range(box.DIRECTIONS):
            beside = box.NEXT_TO[space][direction]
            if s.ground[beside] == Ground.SEA:
                gain += part_of(bite(s, seat, Kind.SERPENT, beside), WHIRL[terrain])
    return gain


@rule
def liking_of_piece(s: SurviveState, seat: int, piece: int) -> int:
    """One's own board first. What comes to a sunk space, and the order of a kaiju's acts, is no matter."""
    if top(s) == Frame.BOARDING:
        return 100 * worth(s, piece, seat) if owner(s, piece) == seat else IDLE // 4
    if piece >= box.FIRST_CREATURE and top(s) == Frame.FETCH:
        creature = piece - box.FIRST_CREATURE
        return liking(-menace(s, seat, box.KIND[creature], s.creature[creature]))
    return IDLE


@rule
def liking_of_push(s: SurviveState, seat: int, to: int, left: int) -> int:
    """One's own where hope is, others where there is none."""
    adventurer = chosen(s)
    if owner(s, adventurer) == seat and s.ground[to] == Ground.SEA and eats(s, to, not free_seat_at(s, to)):
        return WORST
    hope = hope_at(s, owner(s, adventurer), to, left, open_rafts(s, owner(s, adventurer)))
    return liking(worth(s, adventurer, seat) * (hope if owner(s, adventurer) == seat else 1000 - hope) // 3)
