"""How the game runs on by itself until somebody must decide (HP-20.2)."""

from ...kernel import part, rule, top
from ..state import Check, Choosing, Frame, HellapagosState, Step, Window
from .castaways import recover
from .departure import after_night, fall_of_night, settle_departure
from .roles import chief
from .round import begin_round
from .survival_check import begin_check, go_on_checking, leave_window, lose, reason_is_gone, settle_ballot, shut_window
from .trade import drop_broken_trades
from .windows import all_have_passed, open_window


@rule
def owing(s: HellapagosState) -> int:
    """HP-20.15: in a closed moment, the mask of those who still owe an answer."""
    business = top(s)
    if business == Frame.BALLOT or business == Frame.DEPARTURE:
        return s.owes
    return 1 << chief(s) if business == Frame.TIE else 1 << part(s, Choosing.player)


@rule
def advance(s: HellapagosState) -> None:
    """HP-20.2: everything that is nobody's decision; nobody alive, at whatever moment, is the end (HP-17.3,
    HP-17.4)."""
    while s.ended == 0:
        if s.alive == 0:
            lose(s)
        elif s.depth > 0:
            if owing(s) != 0:
                return
            settle(s)
        elif s.window != Window.NONE:
            drop_broken_trades(s)
            if reason_is_gone(s):
                leave_window(s)
            elif s.called == 1 and all_have_passed(s):
                shut_window(s)
            else:
                return
        else:
            go_on(s)


@rule
def settle(s: HellapagosState) -> None:
    """HP-20.40, HP-20.43: all votes, or all who say leave or stay, are in."""
    if top(s) == Frame.BALLOT:
        settle_ballot(s)
    else:
        settle_departure(s)


@rule
def go_on(s: HellapagosState) -> None:
    """HP-4.1, HP-4.2: the next thing of the round, or the next round."""
    if s.step == Step.ROUND:
        begin_round(s)
    elif s.step == Step.TURNS:
        next_turn(s)
    elif s.step == Step.DUSK:
        begin_check(s, Check.WATER)
    elif s.step == Step.CHECK:
        go_on_checking(s)
    elif s.step == Step.NIGHT:
        fall_of_night(s)
    else:
        after_night(s)


@rule
def next_turn(s: HellapagosState) -> None:
    """HP-7.1, HP-20.3: the next entry's `T`; after the last one the sick recover and `D` opens."""
    if s.order[0] > 0:
        open_window(s, Window.TURN)
    else:
        recover(s)
        s.step = Step.DUSK
        open_window(s, Window.DUSK)
