"""Pieces on and off the board: every change of a place goes through here, so that the counts stay true."""

from ...kernel import EVERYONE, emit, rule
from ..components import ADVENTURERS, BOX, RAFTS, SEATS_ABOARD, Ground
from ..events import Event
from ..options import Choice
from ..state import End, SurviveState, left_to_save


@rule
def put_adventurer(s: SurviveState, adventurer: int, space: int) -> None:
    """Move an adventurer (who sits on no raft) to a space, or off the board."""
    before = s.adventurer[adventurer]
    if before > 0:
        s.crowd[before] -= 1
    s.adventurer[adventurer] = space
    if space > 0:
        s.crowd[space] += 1


@rule
def take_seat(s: SurviveState, adventurer: int) -> None:
    """SV-6.8: take a free seat of the raft on the adventurer's space."""
    raft = s.raft_at[s.adventurer[adventurer]] - 1
    for place in range(SEATS_ABOARD):
        if s.passenger[raft][place] == 0:
            s.passenger[raft][place] = adventurer + 1
            emit(s, EVERYONE, Event.BOARDED, adventurer, s.adventurer[adventurer])
            return


@rule
def leave_seat(s: SurviveState, adventurer: int) -> None:
    """Get up, if aboard."""
    raft = s.raft_at[s.adventurer[adventurer]] - 1
    if raft >= 0:
        for place in range(SEATS_ABOARD):
            if s.passenger[raft][place] == adventurer + 1:
                s.passenger[raft][place] = 0


@rule
def put_raft(s: SurviveState, raft: int, space: int) -> None:
    """Put a raft on a sea space; whoever is aboard comes along (SV-6.2)."""
    before = s.raft[raft]
    if 0 < before < BOX:
        s.raft_at[before] = 0
    s.raft[raft] = space
    s.raft_at[space] = raft + 1
    for place in range(SEATS_ABOARD):
        if s.passenger[raft][place] > 0:
            put_adventurer(s, s.passenger[raft][place] - 1, space)


@rule
def eliminate(s: SurviveState, adventurer: int, cause: int) -> None:
    """SV-10.7: the adventurer leaves the game; nobody looks at its value."""
    emit(s, EVERYONE, Event.ELIMINATED, adventurer, s.adventurer[adventurer], cause)
    leave_seat(s, adventurer)
    put_adventurer(s, adventurer, 0)


@rule
def eliminate_all_on(s: SurviveState, space: int, cause: int) -> None:
    """SV-10.6: every adventurer on the space, whoever owns it."""
    if s.crowd[space] > 0:
        for adventurer in range(ADVENTURERS):
            if s.adventurer[adventurer] == space:
                eliminate(s, adventurer, cause)


@rule
def eliminate_raft(s: SurviveState, space: int, cause: int) -> None:
    """SV-10.9: the raft on the space, if there is one, goes to the supply or to the box; nobody is aboard any more."""
    raft = s.raft_at[space] - 1
    if raft >= 0:
        emit(s, EVERYONE, Event.RAFT_LOST, space, cause)
        for place in range(SEATS_ABOARD):
            s.passenger[raft][place] = 0
        s.raft_at[space] = 0
        s.raft[raft] = BOX if s.option[Choice.ELIMINATED_RAFTS] else 0


@rule
def take_off(s: SurviveState, creature: int, cause: int) -> None:
    """SV-10.8: a creature goes to the supply. No tile brings a serpent back."""
    emit(s, EVERYONE, Event.CREATURE_LEFT, creature, s.creature[creature], cause)
    s.creature[creature] = 0


@rule
def supply_raft(s: SurviveState) -> int:
    """SV-3.7: a raft of the supply, or -1."""
    for raft in range(RAFTS):
        if s.raft[raft] == 0:
            return raft
    return -1


@rule
def end_game(s: SurviveState, why: int) -> None:
    """SV-13.1, SV-13.2: the game ends at once, nothing else is resolved. SV-13.7: the saved are turned over."""
    s.ended = why
    emit(s, EVERYONE, Event.ENDED, why)
    s.revealed += 1
    for adventurer in range(ADVENTURERS):
        space = s.adventurer[adventurer]
        if space > 0 and s.ground[space] == Ground.SAFE:
            emit(s, EVERYONE, Event.WORTH, adventurer, s.value[adventurer])


@rule
def end_if_nobody_left(s: SurviveState) -> None:
    """SV-13.2: the game ends as soon as no player has an adventurer left to save."""
    if s.ended == End.NOT_YET:
        for seat in range(s.seats):
            if left_to_save(s, seat):
                return
        end_game(s, End.NOBODY_LEFT)
