"""The kaiju: pushing and displacing, in the order the active player chooses (section 11).

One frame for each kaiju at work; what a pushed or displaced piece causes lies above it and is done first (SV-11.13).
"""

from ...kernel import EVERYONE, clause, emit, part, pop, rule, set_part
from ..components import ADVENTURERS, DIRECTIONS, FIRST_CREATURE, NEXT_TO, OFFSETS, PIECES, REACH, Ground
from ..events import Event
from ..options import Choice
from ..state import Cause, KaijuActs, SurviveState, kaiju_on
from .creatures import forbids_creature, ways_out
from .encounters import creature_arrives, pieces_arrive
from .pieces import eliminate, end_if_nobody_left, put_adventurer, take_off


@rule
def chosen(s: SurviveState) -> int:
    """The piece that the kaiju deals with, or -1."""
    return part(s, KaijuActs.chosen) - 1


@rule
def under_kaiju(s: SurviveState, piece: int) -> bool:
    """SV-11.1: whether the kaiju on top of the stack has that adventurer or creature still to deal with."""
    if piece < ADVENTURERS:
        return s.adventurer[piece] == part(s, KaijuActs.space)
    creature = piece - FIRST_CREATURE
    return creature >= 0 and creature != part(s, KaijuActs.kaiju) and s.creature[creature] == part(s, KaijuActs.space)


@rule
def kaiju_asks(s: SurviveState) -> bool:
    """SV-11.2, SV-11.13: the kaiju goes on with its acts; whether the active player has something to choose. Who is
    alone to be dealt with is taken by itself, and so is a creature's only way."""
    if chosen(s) < 0:
        return choose_piece(s)
    if chosen(s) < ADVENTURERS:
        return adventurer_asks(s, chosen(s))
    return creature_asks(s, chosen(s) - FIRST_CREATURE)


@rule
def choose_piece(s: SurviveState) -> bool:
    """SV-11.2: two or more pieces are a choice (D-15)."""
    count = 0
    last = 0
    if s.crowd[part(s, KaijuActs.space)] > 0:
        for adventurer in range(ADVENTURERS):
            if under_kaiju(s, adventurer):
                count += 1
                last = adventurer
    for piece in range(FIRST_CREATURE, PIECES):
        if under_kaiju(s, piece):
            count += 1
            last = piece
    if count == 0:
        pop(s)
    elif count == 1:
        set_part(s, KaijuActs.chosen, last + 1)
    return count > 1


@rule
def deal_with(s: SurviveState, piece: int) -> None:
    """SV-11.2: the active player says who is next (D-15)."""
    set_part(s, KaijuActs.chosen, piece + 1)


@rule
def forbids_push(s: SurviveState, direction: int) -> int:
    """SV-11.7: to a tile, a sea space or a safe land beside the kaiju. SV-11.9: not to another kaiju."""
    to = NEXT_TO[part(s, KaijuActs.space)][direction]
    ground = s.ground[to]
    if ground == Ground.NOTHING:
        return clause(11, 4)
    if ground == Ground.VOLCANO or (ground == Ground.SAFE and s.option[Choice.PUSH_TO_SAFE_LAND] == 1):
        return clause(11, 7)
    return clause(11, 9) if kaiju_on(s, to) else 0


@rule
def adventurer_asks(s: SurviveState, adventurer: int) -> bool:
    """SV-11.16: an adventurer with nowhere to go would be eliminated; otherwise the way is asked (D-16)."""
    for direction in range(DIRECTIONS):
        if forbids_push(s, direction) == 0:
            return True
    set_part(s, KaijuActs.chosen, 0)
    eliminate(s, adventurer, Cause.NO_ROOM)
    end_if_nobody_left(s)
    return False


@rule
def push_adventurer(s: SurviveState, direction: int) -> None:
    """SV-11.4: to a neighbouring space. SV-11.5: it arrives like any other; SV-11.6: that is no move and no swim."""
    adventurer = chosen(s)
    space = part(s, KaijuActs.space)
    to = NEXT_TO[space][direction]
    set_part(s, KaijuActs.chosen, 0)
    put_adventurer(s, adventurer, to)
    emit(s, EVERYONE, Event.PUSHED, adventurer, space, to)
    pieces_arrive(s, to)


@rule
def creature_asks(s: SurviveState, creature: int) -> bool:
    """SV-11.10: a creature moves by its own rules (D-17); SV-11.15: one that cannot goes to the supply."""
    ways = ways_out(s, creature)
    if ways == 0:
        set_part(s, KaijuActs.chosen, 0)
        take_off(s, creature, Cause.KAIJU)
        return False
    for offset in range(OFFSETS):
        if ways == 1 << offset:
            displace(s, creature, offset)
            return False
    return True


@rule
def forbids_displace(s: SurviveState, creature: int, offset: int) -> int:
    """SV-11.10: the creature that was chosen. SV-11.11: no offset leads back to where it was driven from."""
    return forbids_creature(s, creature, offset) if chosen(s) == FIRST_CREATURE + creature else clause(11, 10)


@rule
def displace(s: SurviveState, creature: int, offset: int) -> None:
    """SV-11.10: it interacts where it stops. SV-11.12: so does a kaiju that was driven out."""
    to = REACH[s.creature[creature]][offset]
    set_part(s, KaijuActs.chosen, 0)
    emit(s, EVERYONE, Event.DRIVEN, creature, s.creature[creature], to)
    s.creature[creature] = to
    creature_arrives(s, creature, to)
