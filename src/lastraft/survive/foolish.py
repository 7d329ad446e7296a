"""What no bot for people does, and no hint names: to idle, to leave people behind, to feed, bury or strand one's own.

Only what the seat knows is used.
"""

from ..kernel import rule, top
from . import components as box
from .bots import DOLPHIN_WORTH, OARS_WORTH, can_row, gain, island, lands, lands_no_more, somebody_lands, worth
from .codes import CREATURE, DIVE, DOLPHIN, END, MOVE, OARS, PIECE, RAFT, SPACE, STEP
from .components import Ground, Kind
from .rules.action import count_aboard, forbids_entry, has_swum, steers
from .rules.creatures import reaches, ways_on
from .state import (
    Frame,
    Phase,
    SurviveState,
    aboard,
    free_seat_at,
    is_swimmer,
    is_tile,
    own,
    own_count,
    own_on,
    owner,
    passengers,
)


@rule
def foolish(s: SurviveState, seat: int, move: int) -> int:
    """Whether a move leaves somebody behind who could have gone ashore in this turn, at a jetty or rowed there; brings
    somebody ashore before one who is worth more; leaves a raft beside a serpent or somebody on a mountain beside a
    raft; goes back, rows a raft, ends the moves or spends a tile for nothing; spares the others who could be eaten; or
    takes as many of one's own as of the others."""
    silly = False
    if MOVE <= move < OARS or move == END:
        silly = leaves_behind(s, seat, move, s.moves) or leaves_to_serpent(s, seat, move)
        silly = silly or leaves_on_mountain(s, seat, move) or lands_lesser(s, seat, move)
        if not silly:
            silly = rests(s, seat) if move == END else goes_back(s, seat, move) or drifts(s, seat, move - RAFT)
    elif OARS <= move < STEP:
        silly = gain(s, seat, move) + (OARS_WORTH if move < DOLPHIN else DOLPHIN_WORTH) <= 0
        silly = silly or (move < DOLPHIN and drifts(s, seat, move - OARS))
    elif STEP <= move < PIECE:
        silly = gain(s, seat, move) < 0
    elif CREATURE <= move < DIVE and top(s) == Frame.DIE:
        creature = (move - CREATURE) // box.OFFSETS
        to = box.REACH[s.creature[creature]][(move - CREATURE) % box.OFFSETS]
        silly = feeds(s, seat, box.KIND[creature], to)
        silly = silly or spares(s, seat, creature, (move - CREATURE) % box.OFFSETS)
    elif SPACE <= move < MOVE and s.phase == Phase.SINKING and s.depth == 0:
        silly = buries(s, seat, move - SPACE + 1)
    return 1 if silly else 0


@rule
def lands_lesser(s: SurviveState, seat: int, move: int) -> bool:
    """Whether somebody goes ashore while one who is worth more could."""
    if move >= RAFT:
        return False
    walker = own(s, seat, (move - MOVE) // box.DIRECTIONS)
    if s.ground[box.NEXT_TO[s.adventurer[walker]][(move - MOVE) % box.DIRECTIONS]] != Ground.SAFE:
        return False
    for place in range(own_count(s)):
        other = own(s, seat, place)
        at = s.adventurer[other]
        if at > 0 and s.ground[at] == Ground.SEA and box.STEPS_HOME[at] == 1:
            if worth(s, other, seat) > worth(s, walker, seat) and (aboard(s, other) or not has_swum(s, other)):
                return True
    return False


@rule
def goes_back(s: SurviveState, seat: int, move: int) -> bool:
    """Whether somebody goes to where there is less hope, as from where they have just come to; or from tile to tile
    while mountains sink, though there is no more hope."""
    if move >= RAFT:
        return False
    walker = own(s, seat, (move - MOVE) // box.DIRECTIONS)
    gained = gain(s, seat, move)
    if gained == 0 and island(s) % 8 == Ground.MOUNTAIN:
        to = box.NEXT_TO[s.adventurer[walker]][(move - MOVE) % box.DIRECTIONS]
        return is_tile(s.ground[s.adventurer[walker]]) and is_tile(s.ground[to])
    return gained < 0


@rule
def waits_for_raft(s: SurviveState, adventurer: int) -> bool:
    """Whether somebody is neither saved nor aboard, and no raft with a free seat is beside them."""
    space = s.adventurer[adventurer]
    if space == 0 or s.ground[space] == Ground.SAFE or aboard(s, adventurer):
        return False
    for direction in range(box.DIRECTIONS):
        if free_seat_at(s, box.NEXT_TO[space][direction]):
            return False
    return True


@rule
def fetches(s: SurviveState, seat: int, raft: int, to: int) -> bool:
    """Whether a raft on its way to own people who wait for one can be beside them in this turn."""
    if passengers(s, raft) == box.SEATS_ABOARD:
        return False
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        space = s.adventurer[adventurer]
        near = box.DISTANCE[to][space]
        if near <= max(1, s.moves) and near < box.DISTANCE[s.raft[raft]][space] and waits_for_raft(s, adventurer):
            return True
    return False


@rule
def sails_on(s: SurviveState, at: int) -> bool:
    """Whether a raft can come nearer to a safe land from a space, out of the serpents' reach."""
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[at][direction]
        if box.STEPS_HOME[to] < box.STEPS_HOME[at] and can_row(s, to) and not serpent_beside(s, to):
            return True
    return False


@rule
def drifts(s: SurviveState, seat: int, way: int) -> bool:
    """Whether a raft is rowed neither to own people who wait for one, nor with own people aboard on its way to a safe
    land or away from a serpent. There and back, one of the two is such a move."""
    if way < 0:
        return False
    raft = way // box.DIRECTIONS
    at = s.raft[raft]
    to = box.NEXT_TO[at][way % box.DIRECTIONS]
    if fetches(s, seat, raft, to):
        return False
    if count_aboard(s, raft, seat) == 0:
        return True
    if serpent_beside(s, at) != serpent_beside(s, to):
        return serpent_beside(s, to) and not lands(s, to, s.moves - 1)
    farther = box.STEPS_HOME[to] - box.STEPS_HOME[at]
    return farther > 0 or (farther == 0 and (sails_on(s, at) or not sails_on(s, to)))


@rule
def rests(s: SurviveState, seat: int) -> bool:
    """Whether moves are left that bring own people nearer to a safe land: a raft that awaits nobody, or a swimmer."""
    if s.moves == 0:
        return False
    for raft in range(box.RAFTS):
        if 0 < s.raft[raft] < box.BOX and count_aboard(s, raft, seat) > 0 and steers(s, seat, raft):
            if sails_on(s, s.raft[raft]) and not awaits(s, seat, raft):
                return True
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        if s.adventurer[adventurer] > 0 and is_swimmer(s, adventurer) and not has_swum(s, adventurer):
            for direction in range(box.DIRECTIONS):
                to = box.NEXT_TO[s.adventurer[adventurer]][direction]
                if forbids_entry(s, to) == 0 and gain(s, seat, MOVE + place * box.DIRECTIONS + direction) > 0:
                    return True
    return False


@rule
def awaits(s: SurviveState, seat: int, raft: int) -> bool:
    """Whether own people are so near that they could board a raft in the next turn."""
    if passengers(s, raft) < box.SEATS_ABOARD:
        for place in range(own_count(s)):
            adventurer = own(s, seat, place)
            space = s.adventurer[adventurer]
            if space > 0 and s.ground[space] != Ground.SAFE and box.DISTANCE[s.raft[raft]][space] <= box.MOVES_A_TURN:
                if not aboard(s, adventurer):
                    return True
    return False


@rule
def eaten(s: SurviveState, seat: int, kind: int, space: int) -> int:
    """How many more of the others than of the seat's own a serpent or shark eats on a space."""
    total = 0
    if s.crowd[space] > 0:
        for adventurer in range(box.ADVENTURERS):
            if s.adventurer[adventurer] == space and not (kind == Kind.SHARK and aboard(s, adventurer)):
                total += -1 if owner(s, adventurer) == seat else 1
    return total


@rule
def spares(s: SurviveState, seat: int, creature: int, offset: int) -> bool:
    """Whether a creature of the rolled kind could eat some of the others, but this move eats none of them."""
    kind = box.KIND[creature]
    if kind == Kind.KAIJU or eaten(s, seat, kind, box.REACH[s.creature[creature]][offset]) > 0:
        return False
    for each in range(box.FIRST[kind], box.FIRST[kind + 1]):
        for way in range(box.OFFSETS if box.RANGE[kind] > 1 else box.DIRECTIONS):
            space = box.REACH[s.creature[each]][way]
            if s.crowd[space] > 0 and s.ground[space] == Ground.SEA and eaten(s, seat, kind, space) > 0:
                if reaches(s, each, way, ways_on(s, each)):
                    return True
    return False


@rule
def feeds(s: SurviveState, seat: int, kind: int, space: int) -> bool:
    """Whether a serpent or shark eats some of the seat's own on a space, and not more of the others."""
    if kind == Kind.KAIJU or own_on(s, seat, space) == 0 or eaten(s, seat, kind, space) > 0:
        return False
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        if s.adventurer[adventurer] == space and not (kind == Kind.SHARK and aboard(s, adventurer)):
            return True
    return False


@rule
def buries(s: SurviveState, seat: int, space: int) -> bool:
    """Whether a tile that sinks may take more of the seat's own than of the others: all on a mountain, and by a
    whirlpool, under a forest too, those there and in the water around it, which counts half."""
    if s.ground[space] < Ground.FOREST:
        return False
    weight = 2 if s.ground[space] == Ground.MOUNTAIN else 1
    harmed = weight * (s.crowd[space] - 2 * own_on(s, seat, space))
    for direction in range(box.DIRECTIONS):
        beside = box.NEXT_TO[space][direction]
        if s.ground[beside] == Ground.SEA:
            harmed += s.crowd[beside] - 2 * own_on(s, seat, beside)
    return harmed < 0


@rule
def seat_beside(s: SurviveState, space: int) -> bool:
    """Whether a raft beside a space has a free seat, out of the serpents' reach."""
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[space][direction]
        if free_seat_at(s, to) and forbids_entry(s, to) == 0 and not serpent_beside(s, to):
            return True
    return False


@rule
def leaves_on_mountain(s: SurviveState, seat: int, move: int) -> bool:
    """Whether the last move, or an end before it, leaves somebody on a mountain beside a raft while mountains sink. To
    bring somebody ashore, or to row a raft, comes first."""
    if s.moves == 0 or (s.moves > 1 and move != END) or RAFT <= move < OARS:
        return False
    if island(s) % 8 != Ground.MOUNTAIN or somebody_lands(s, seat, 1, -1):
        return False
    if move != END:
        walker = own(s, seat, (move - MOVE) // box.DIRECTIONS)
        at = s.adventurer[walker]
        if free_seat_at(s, box.NEXT_TO[at][(move - MOVE) % box.DIRECTIONS]):
            return False
    for place in range(own_count(s)):
        at = s.adventurer[own(s, seat, place)]
        if at > 0 and s.ground[at] == Ground.MOUNTAIN and seat_beside(s, at):
            return True
    return False


@rule
def serpent_beside(s: SurviveState, space: int) -> bool:
    for serpent in range(box.FIRST[Kind.SERPENT], box.FIRST[Kind.SERPENT + 1]):
        if s.creature[serpent] > 0 and box.DISTANCE[space][s.creature[serpent]] <= 1:
            return True
    return False


@rule
def gets_away(s: SurviveState, seat: int, raft: int) -> bool:
    """Whether the seat has somebody on a raft beside a serpent and can row it out of its reach."""
    at = s.raft[raft]
    if at == 0 or at == box.BOX or count_aboard(s, raft, seat) == 0 or not serpent_beside(s, at):
        return False
    if steers(s, seat, raft):
        for direction in range(box.DIRECTIONS):
            to = box.NEXT_TO[at][direction]
            if can_row(s, to) and not serpent_beside(s, to):
                return True
    return False


@rule
def leaves_to_serpent(s: SurviveState, seat: int, move: int) -> bool:
    """Whether the last move, or an end before it, leaves a raft beside a serpent that could have got away. To bring
    somebody ashore comes first."""
    if s.moves == 0 or (s.moves > 1 and move != END) or somebody_lands(s, seat, 1, -1):
        return False
    if RAFT <= move < OARS:
        raft = (move - RAFT) // box.DIRECTIONS
        to = box.NEXT_TO[s.raft[raft]][(move - RAFT) % box.DIRECTIONS]
        if gets_away(s, seat, raft) and can_row(s, to) and not serpent_beside(s, to):
            return False
    for raft in range(box.RAFTS):
        if gets_away(s, seat, raft):
            return True
    return False


@rule
def leaves_behind(s: SurviveState, seat: int, move: int, moves: int) -> bool:
    """Whether so many moves could have saved somebody, but no longer do after this one."""
    return somebody_lands(s, seat, moves, -1) and lands_no_more(s, seat, move, moves)
