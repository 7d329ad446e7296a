"""How creatures move: the die, and where each kind can go (section 9)."""

from ...kernel import EVERYONE, clause, emit, pop, push, randbelow, rule
from .. import components as box
from ..components import Ground, Kind
from ..events import Event
from ..options import Choice
from ..state import Frame, SurviveState, creature_on, is_empty, is_tile, kaiju_on, swimmers
from .encounters import creature_arrives

DIE_FACES = len(box.DIE)


@rule
def roll(s: SurviveState, seat: int) -> None:
    """SV-9.1, SV-1.8: the die says which kind moves. SV-9.2: one that can must; SV-9.3: if none can, none does."""
    kind = box.DIE[randbelow(s, DIE_FACES)]
    s.revealed += 1
    emit(s, EVERYONE, Event.ROLLED, seat, kind)
    on_board = 0
    for creature in range(box.FIRST[kind], box.FIRST[kind + 1]):
        on_board += s.creature[creature] > 0
        if can_move(s, creature):
            push(s, Frame.DIE, kind, 0, 0, 0)
            return
    emit(s, EVERYONE, Event.NONE_MOVES, seat, kind, on_board)


@rule
def move_creature(s: SurviveState, creature: int, to: int) -> None:
    """SV-9.12: wherever the active player likes, whoever is there."""
    pop(s)
    emit(s, EVERYONE, Event.MOVED, creature, s.creature[creature], to)
    s.creature[creature] = to
    creature_arrives(s, creature, to)


@rule
def enclosed(s: SurviveState, kaiju: int, space: int) -> bool:
    """SV-11.14, SV-11.18: whether a shark or serpent there could not get out of the way of that kaiju, which leaves its
    own space free. (Another kaiju always can.)"""
    if not creature_on(s, Kind.SERPENT, space) and not creature_on(s, Kind.SHARK, space):
        return False
    for direction in range(box.DIRECTIONS):
        beside = box.NEXT_TO[space][direction]
        if s.ground[beside] == box.SEA and not other_kaiju_on(s, kaiju, beside):
            return False
    return True


@rule
def other_kaiju_on(s: SurviveState, kaiju: int, space: int) -> bool:
    for other in range(box.FIRST_KAIJU, box.CREATURES):
        if other != kaiju and s.creature[other] == space:
            return True
    return False


@rule
def may_stand(s: SurviveState, creature: int, space: int) -> bool:
    """SV-9.4, SV-9.5: serpents and sharks keep to the sea and (SV-9.10) away from kaiju. SV-9.6: kaiju walk over tiles
    too. SV-9.11, SV-11.3: volcanoes and safe lands are closed."""
    ground = s.ground[space]
    if box.KIND[creature] != Kind.KAIJU:
        return ground == box.SEA and not kaiju_on(s, space)
    if ground == box.SAFE:
        return s.option[Choice.KAIJU_SAFE_LAND] == 1
    return ground == box.SEA or is_tile(ground)


@rule
def may_end(s: SurviveState, creature: int, space: int) -> bool:
    """SV-11.14: a kaiju does not go where a creature cannot get out of its way."""
    return may_stand(s, creature, space) and not (box.KIND[creature] == Kind.KAIJU and enclosed(s, creature, space))


@rule
def passes(s: SurviveState, creature: int, space: int) -> bool:
    """SV-9.8, SV-9.9: a creature goes on only from a space where it acts on nothing: a shark passes rafts and other
    creatures, a kaiju nothing at all."""
    if box.KIND[creature] == Kind.SHARK:
        return swimmers(s, space) == 0
    return is_empty(s, space)


@rule
def ways_on(s: SurviveState, creature: int) -> int:
    """The mask of directions in which the creature can take a first step and then a second."""
    if box.RANGE[box.KIND[creature]] == 1:
        return 0
    here = s.creature[creature]
    ways = ways_to_stand(s, creature, box.DIRECTIONS)
    for direction in range(box.DIRECTIONS):
        if ways >> direction & 1 and not passes(s, creature, box.NEXT_TO[here][direction]):
            ways ^= 1 << direction
    return ways


@rule
def reaches(s: SurviveState, creature: int, offset: int, ways: int) -> bool:
    """SV-9.7: whether a creature gets to the space at that offset: one step, or two by a way that is open."""
    space = box.REACH[s.creature[creature]][offset]
    if offset >= box.DIRECTIONS and not (ways >> box.WAYS[offset][0] & 1 or ways >> box.WAYS[offset][1] & 1):
        return False
    return may_end(s, creature, space)


@rule
def can_move(s: SurviveState, creature: int) -> bool:
    """SV-9.2: whether the creature is on the board and has somewhere to go. Whoever can go far can stop on the way."""
    if s.creature[creature] == 0:
        return False
    for direction in range(box.DIRECTIONS):
        if may_end(s, creature, box.NEXT_TO[s.creature[creature]][direction]):
            return True
    return False


@rule
def forbids_creature(s: SurviveState, creature: int, offset: int) -> int:
    """SV-9.7: somewhere else on the board. SV-9.8: not past what stops it. SV-11.14: not to corner another creature."""
    if s.creature[creature] == 0:
        return clause(9, 3)
    space = box.REACH[s.creature[creature]][offset]
    if space == 0:
        return clause(9, 7)
    if not may_stand(s, creature, space):
        return forbids_ground(s, creature, space)
    if box.KIND[creature] == Kind.SERPENT and offset >= box.DIRECTIONS:
        return clause(9, 4)
    if not may_end(s, creature, space):
        return clause(11, 14)
    return 0 if reaches(s, creature, offset, ways_on(s, creature)) else forbids_passing(s, creature, offset)


@rule
def forbids_passing(s: SurviveState, creature: int, offset: int) -> int:
    """SV-9.8: the creature would stop on its way, unless (SV-9.10, SV-9.11) it may not even go there."""
    first = box.NEXT_TO[s.creature[creature]][box.WAYS[offset][0]]
    other = box.NEXT_TO[s.creature[creature]][box.WAYS[offset][1]]
    stops = may_stand(s, creature, first) or may_stand(s, creature, other)
    return clause(9, 8) if stops else forbids_ground(s, creature, first)


@rule
def forbids_ground(s: SurviveState, creature: int, space: int) -> int:
    """SV-9.4, SV-9.5, SV-9.10, SV-9.11: why a creature may not stand on a space."""
    if s.ground[space] == box.SAFE or s.ground[space] == Ground.VOLCANO:
        return clause(9, 11)
    if s.ground[space] == box.SEA:
        return clause(9, 10)
    return clause(9, 4) if box.KIND[creature] == Kind.SERPENT else clause(9, 5)


@rule
def creatures_around(s: SurviveState, space: int, first: int, end: int) -> int:
    """The mask of offsets at which there is one of these creatures; its first bits are the directions."""
    mask = 0
    for creature in range(first, end):
        mask |= 1 << box.OFFSET_OF[space][s.creature[creature]]
    return mask


@rule
def kaiju_around(s: SurviveState, space: int) -> int:
    """SV-5.15, SV-9.10: the mask of offsets, or of directions, that a kaiju closes."""
    return creatures_around(s, space, box.FIRST_KAIJU, box.CREATURES)


@rule
def ways_to_stand(s: SurviveState, creature: int, end: int) -> int:
    """What `may_stand` allows of the first offsets, as a mask."""
    here = s.creature[creature]
    highest = box.SEA
    if box.KIND[creature] == Kind.KAIJU:
        highest = box.SAFE if s.option[Choice.KAIJU_SAFE_LAND] == 1 else box.MOUNTAIN
    ways = 0
    for offset in range(end):
        ways |= (1 if box.SEA <= s.ground[box.REACH[here][offset]] <= highest else 0) << offset
    return ways if box.KIND[creature] == Kind.KAIJU else ways & ~kaiju_around(s, here)


@rule
def ways_out(s: SurviveState, creature: int) -> int:
    """SV-11.10: the mask of offsets where a creature's move can end."""
    here = s.creature[creature]
    if here == 0:
        return 0
    end = box.OFFSETS if box.RANGE[box.KIND[creature]] > 1 else box.DIRECTIONS
    ways: int = ways_to_stand(s, creature, end) & box.WITHIN[ways_on(s, creature)]
    if box.KIND[creature] == Kind.KAIJU:
        prey = ways & creatures_around(s, here, 0, box.FIRST_KAIJU)
        for offset in range(box.OFFSETS):
            if prey >> offset & 1 and enclosed(s, creature, box.REACH[here][offset]):
                ways ^= 1 << offset
    return ways
