"""The action phase: moving adventurers and rafts, and using ability tiles (sections 5, 6 and 7)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, top
from .. import components as box
from ..components import Face, Ground
from ..events import Event
from ..options import CONTROL_COMBINED, CONTROL_MORE, Choice
from ..state import (
    Dive,
    Frame,
    SecondStep,
    SurviveState,
    aboard,
    free_seat_at,
    holding,
    is_empty,
    is_swimmer,
    kaiju_on,
    own,
    own_count,
    owner,
    passengers,
    place_of,
)
from .creatures import roll
from .encounters import board, pieces_arrive, spend
from .pieces import leave_seat, put_adventurer, put_raft

# -- adventurers --------------------------------------------------------------------------------------------------


@rule
def closed_by_kaiju(s: SurviveState, space: int) -> bool:
    """SV-5.15, SV-11.9: only a kaiju enters a kaiju's space (option `enter_kaiju_space`)."""
    return s.option[Choice.ENTER_KAIJU_SPACE] == 0 and kaiju_on(s, space)


@rule
def forbids_entry(s: SurviveState, to: int) -> int:
    """SV-5.2, SV-5.13: where no adventurer goes; others and predators are no hindrance."""
    if s.ground[to] == Ground.NOTHING:
        return clause(5, 2)
    if s.ground[to] == Ground.VOLCANO:
        return clause(5, 13)
    return clause(5, 15) if closed_by_kaiju(s, to) else 0


@rule
def is_swim(s: SurviveState, adventurer: int, to: int) -> bool:
    """SV-5.5: a move from the water or into it. SV-5.8, SV-5.9: a raft with a free seat keeps whoever comes dry."""
    return is_swimmer(s, adventurer) or (s.ground[to] == box.SEA and not free_seat_at(s, to))


@rule
def has_swum(s: SurviveState, adventurer: int) -> bool:
    return s.swum >> place_of(s, adventurer) & 1 == 1


@rule
def forbids_walker(s: SurviveState, seat: int, place: int) -> int:
    """SV-5.1: while moves are left. SV-5.3: only own adventurers. SV-5.12: who is saved stays."""
    if place >= own_count(s):
        return clause(5, 3)
    space = s.adventurer[own(s, seat, place)]
    if space == 0:
        return clause(5, 2)
    if s.moves == 0:
        return clause(5, 1)
    if s.ground[space] == box.SAFE and s.option[Choice.LEAVE_SAFE_LAND] == 0:
        return clause(5, 12)
    return 0


@rule
def forbids_way(s: SurviveState, adventurer: int, direction: int) -> int:
    """SV-5.6: each adventurer swims once a turn."""
    to = box.NEXT_TO[s.adventurer[adventurer]][direction]
    reason = forbids_entry(s, to)
    if reason == 0 and s.swum > 0 and has_swum(s, adventurer) and is_swim(s, adventurer, to):
        return clause(5, 6)
    return reason


@rule
def move_adventurer(s: SurviveState, adventurer: int, direction: int) -> None:
    """SV-5.2: one move, one space. SV-5.4, SV-5.5: a walk or a swim."""
    to = box.NEXT_TO[s.adventurer[adventurer]][direction]
    s.moves -= 1
    if is_swim(s, adventurer, to):
        s.swum |= 1 << place_of(s, adventurer)
        emit(s, EVERYONE, Event.SWAM, adventurer, s.adventurer[adventurer], to)
    else:
        emit(s, EVERYONE, Event.WALKED, adventurer, s.adventurer[adventurer], to)
    go(s, adventurer, to)


@rule
def go(s: SurviveState, adventurer: int, to: int) -> None:
    """SV-6.10: a seat that becomes free is taken before the one who left arrives."""
    before = s.adventurer[adventurer]
    left_a_seat = aboard(s, adventurer)
    leave_seat(s, adventurer)
    put_adventurer(s, adventurer, to)
    pieces_arrive(s, to)
    if left_a_seat:
        board(s, before)


# -- rafts --------------------------------------------------------------------------------------------------------


@rule
def count_aboard(s: SurviveState, raft: int, seat: int) -> int:
    count = 0
    for place in range(box.SEATS_ABOARD):
        passenger = s.passenger[raft][place] - 1
        if passenger >= 0 and owner(s, passenger) == seat:
            count += 1
    return count


@rule
def crew(s: SurviveState, raft: int) -> int:
    """How many adventurers of each seat are aboard, four bits a seat."""
    counts = 0
    for place in range(box.SEATS_ABOARD):
        counts += box.CREW[s.seats][s.passenger[raft][place]]
    return counts


@rule
def controls(s: SurviveState, seat: int, raft: int, counts: int) -> bool:
    """SV-6.5: somebody aboard, and as many as each opponent (or, by option, as all together, or more than each)."""
    mine = counts >> 4 * seat & 15
    if mine == 0:
        return False
    if counts == mine << 4 * seat:
        return True
    rule_chosen = s.option[Choice.RAFT_CONTROL]
    if rule_chosen == CONTROL_COMBINED:
        return 2 * mine >= passengers(s, raft)
    needed = 1 if rule_chosen == CONTROL_MORE else 0
    for other in range(s.seats):
        if other != seat and mine < (counts >> 4 * other & 15) + needed:
            return False
    return True


@rule
def steers(s: SurviveState, seat: int, raft: int) -> bool:
    """SV-6.4, SV-6.6: any empty raft and any that the player controls at this moment."""
    counts = crew(s, raft)
    return counts == 0 or controls(s, seat, raft, counts)


@rule
def forbids_raft(s: SurviveState, seat: int, raft: int) -> int:
    """SV-6.4: a raft on the board that the player may move."""
    if s.raft[raft] == 0 or s.raft[raft] == box.BOX:
        return clause(6, 1)
    return 0 if steers(s, seat, raft) else clause(6, 4)


@rule
def forbids_raft_way(s: SurviveState, raft: int, direction: int) -> int:
    """SV-6.1, SV-6.3: to a sea space without raft or kaiju; whether others hinder it is option `raft_destination`."""
    to = box.NEXT_TO[s.raft[raft]][direction]
    if s.ground[to] == Ground.NOTHING:
        return clause(5, 2)
    if s.ground[to] != box.SEA or s.raft_at[to] > 0:
        return clause(6, 1)
    if closed_by_kaiju(s, to):
        return clause(11, 9)
    return clause(6, 3) if s.option[Choice.RAFT_DESTINATION] == 1 and not is_empty(s, to) else 0


@rule
def sail(s: SurviveState, seat: int, raft: int, to: int) -> None:
    """SV-6.2: everybody aboard comes along, swimmers stay behind."""
    emit(s, EVERYONE, Event.SAILED, seat, s.raft[raft], to)
    put_raft(s, raft, to)
    pieces_arrive(s, to)


@rule
def move_raft(s: SurviveState, seat: int, raft: int, direction: int) -> None:
    """SV-6.2: a raft's step costs one move."""
    s.moves -= 1
    sail(s, seat, raft, box.NEXT_TO[s.raft[raft]][direction])


# -- oars and dolphin ---------------------------------------------------------------------------------------------


@rule
def forbids_ability(s: SurviveState, seat: int, face: int) -> int:
    """SV-7.1: a tile that lies in front of the player."""
    return 0 if holding(s, seat, face) > 0 else clause(7, 1)


@rule
def use_oars(s: SurviveState, seat: int, raft: int, direction: int) -> None:
    """SV-7.6: a raft by 1 or 2 spaces; SV-7.4: at the cost of no move. A step to a kaiju is the last."""
    to = box.NEXT_TO[s.raft[raft]][direction]
    spend(s, seat, Face.OARS)
    if not kaiju_on(s, to):
        push(s, Frame.OARS, raft, to, 0, 0)
    sail(s, seat, raft, to)


@rule
def oars_ask(s: SurviveState) -> bool:
    """SV-7.7: the second step needs the raft still there, and still empty or controlled."""
    if s.raft[part(s, SecondStep.piece)] == part(s, SecondStep.space) and steers(s, s.turn, part(s, SecondStep.piece)):
        return True
    pop(s)
    return False


@rule
def forbids_carried(s: SurviveState, seat: int, place: int) -> int:
    """SV-7.8, SV-7.10: a dolphin carries own swimmers only."""
    if place >= own_count(s):
        return clause(5, 3)
    return 0 if is_swimmer(s, own(s, seat, place)) else clause(7, 10)


@rule
def carry(s: SurviveState, adventurer: int, to: int) -> None:
    """SV-5.6: a dolphin's step is no swim."""
    emit(s, EVERYONE, Event.CARRIED, adventurer, s.adventurer[adventurer], to)
    go(s, adventurer, to)


@rule
def use_dolphin(s: SurviveState, seat: int, adventurer: int, direction: int) -> None:
    """SV-7.8: an own swimmer by 1 or 2 spaces; the last may be land or a raft. A step to a kaiju is the last."""
    to = box.NEXT_TO[s.adventurer[adventurer]][direction]
    spend(s, seat, Face.DOLPHIN)
    if not kaiju_on(s, to):
        push(s, Frame.DOLPHIN, adventurer, to, 0, 0)
    carry(s, adventurer, to)


@rule
def dolphin_asks(s: SurviveState) -> bool:
    """SV-7.9: it ends as soon as the adventurer is on land, aboard or eliminated."""
    if s.adventurer[part(s, SecondStep.piece)] == part(s, SecondStep.space) and is_swimmer(
        s, part(s, SecondStep.piece)
    ):
        return True
    pop(s)
    return False


@rule
def forbids_step(s: SurviveState, business: int, direction: int) -> int:
    """SV-7.7: the second step is judged like the first."""
    if business == Frame.OARS:
        return forbids_raft_way(s, part(s, SecondStep.piece), direction)
    return forbids_entry(s, box.NEXT_TO[part(s, SecondStep.space)][direction])


@rule
def second_step(s: SurviveState, seat: int, direction: int) -> None:
    """SV-7.6, SV-7.8: the second space. SV-7.17: it may be the one where the first step began."""
    by_oars = top(s) == Frame.OARS
    piece = part(s, SecondStep.piece)
    to = box.NEXT_TO[part(s, SecondStep.space)][direction]
    pop(s)
    if by_oars:
        sail(s, seat, piece, to)
    else:
        carry(s, piece, to)


# -- dive and creature die ----------------------------------------------------------------------------------------


@rule
def forbids_dive_to(s: SurviveState, space: int) -> int:
    """SV-7.11: a sea space that carries no element."""
    return 0 if s.ground[space] == box.SEA and is_empty(s, space) else clause(7, 11)


@rule
def some_dive_ends(s: SurviveState) -> bool:
    """Whether there is a space for a creature that dives."""
    for space in range(1, box.SPACES + 1):
        if forbids_dive_to(s, space) == 0:
            return True
    return False


@rule
def forbids_dive(s: SurviveState, seat: int, creature: int) -> int:
    """SV-7.11: any creature on the board; SV-7.15: if there is a space for it."""
    if forbids_ability(s, seat, Face.DIVE):
        return clause(7, 1)
    if s.creature[creature] == 0:
        return clause(7, 11)
    return 0 if some_dive_ends(s) else clause(7, 15)


@rule
def use_dive(s: SurviveState, seat: int, creature: int) -> None:
    """SV-7.11: first the creature, then its new space."""
    spend(s, seat, Face.DIVE)
    push(s, Frame.DIVE, creature, 0, 0, 0)


@rule
def dive_to(s: SurviveState, space: int) -> None:
    """SV-7.12: the space is empty, so nothing happens there."""
    creature = part(s, Dive.creature)
    pop(s)
    emit(s, EVERYONE, Event.DIVED, creature, s.creature[creature], space)
    s.creature[creature] = space


@rule
def use_die(s: SurviveState, seat: int) -> None:
    """SV-7.13: a roll like that of the creature phase, which (SV-7.14) comes all the same."""
    spend(s, seat, Face.DIE)
    roll(s, seat)
