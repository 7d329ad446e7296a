"""Phase 5: the departure (HP-15, HP-16)."""

from ...kernel import EVERYONE, emit, part, pop, push, rule
from ..events import Event
from ..options import AUTOMATIC, CHIEF_ALONE, UNANIMOUS, Choice
from ..state import LEAVE, Ballot, Check, Frame, HellapagosState, Step, Window
from .roles import chief, members
from .round import hurricane
from .survival_check import begin_check, set_sail
from .windows import open_window


@rule
def can_leave(s: HellapagosState) -> bool:
    """HP-15.1: seats, water and food for all survivors."""
    n = members(s.alive)
    return s.rafts >= n and s.water >= n and s.food >= n


@rule
def fall_of_night(s: HellapagosState) -> None:
    """HP-15.3, HP-20.11: window `N`, unless the hurricane finds seats or rations missing."""
    if hurricane(s) and not can_leave(s):
        begin_check(s, Check.SEATS)
    else:
        s.step = Step.LEAVING
        open_window(s, Window.NIGHT)


@rule
def after_night(s: HellapagosState) -> None:
    """HP-15.3, HP-15.4, HP-16.1, HP-16.12: the hurricane asks nobody; else the survivors decide if they can leave."""
    if hurricane(s):
        begin_check(s, Check.SEATS)
    elif can_leave(s):
        ask_to_leave(s)
    else:
        s.step = Step.ROUND


@rule
def ask_to_leave(s: HellapagosState) -> None:
    """HP-15.4, HP-15.6, HP-20.43, HP-22.21: all at the same moment, the chief alone, or nobody is asked."""
    if s.option[Choice.DEPARTURE] == AUTOMATIC:
        set_sail(s)
    elif s.option[Choice.DEPARTURE] == CHIEF_ALONE:
        ask_chief(s)
    else:
        push(s, Frame.DEPARTURE, 0, 0, 0, 0)
        s.owes = s.alive


@rule
def ask_chief(s: HellapagosState) -> None:
    """HP-15.4, HP-15.6, HP-22.22: the chief alone says leave or stay."""
    push(s, Frame.DEPARTURE, 1, 0, 0, 0)
    s.owes = 1 << chief(s)


@rule
def say(s: HellapagosState, seat: int, choice: int) -> None:
    """HP-15.4, HP-20.43: leave or stay, kept until all have said it."""
    s.saying[seat] = choice
    s.owes = s.owes & ~(1 << seat)


@rule
def settle_departure(s: HellapagosState) -> None:
    """HP-15.4, HP-15.5, HP-15.6: more than half, all, or the chief."""
    asked = 1 << chief(s) if part(s, Ballot.alone) == 1 else s.alive
    pop(s)
    leaving = 0
    s.revealed += 1
    for seat in range(s.seats):
        if asked >> seat & 1:
            emit(s, EVERYONE, Event.SAID, seat, s.saying[seat])
            if s.saying[seat] == LEAVE:
                leaving += 1
            s.saying[seat] = 0
    n = members(asked)
    if leaving == n or (leaving * 2 > n and s.option[Choice.DEPARTURE] != UNANIMOUS):
        set_sail(s)
    elif leaving * 2 == n and s.option[Choice.DEPARTURE] != UNANIMOUS:
        ask_chief(s)
    else:
        emit(s, EVERYONE, Event.STAYED)
        s.step = Step.ROUND
