"""The checks (HP-8, HP-16): rations in Phase 4, seats and rations for the trip in the hurricane round."""

from ...kernel import EVERYONE, emit, part, pop, push, rule
from ..components import FOOD, WATER
from ..events import Event
from ..options import Choice
from ..state import Ballot, Check, Frame, HellapagosState, Step, Window
from .actions import add
from .castaways import die, die_together
from .roles import chief, members
from .votes import candidates, count_votes, crystal_voter, leaders, open_ballot, show_votes
from .windows import close_window, open_window


@rule
def resource(s: HellapagosState) -> int:
    """HP-8.2, HP-16.5, HP-16.6: water or food, whichever is being checked; 0 for seats or nothing."""
    if s.check == Check.WATER or s.check == Check.TRIP_WATER:
        return WATER
    return FOOD if s.check == Check.FOOD or s.check == Check.TRIP_FOOD else 0


@rule
def marker(s: HellapagosState) -> int:
    """HP-8.3, HP-16.3: the rations on the marker, or the Raft cards."""
    if s.check == Check.SEATS:
        return s.rafts
    return s.water if resource(s) == WATER else s.food


@rule
def need(s: HellapagosState) -> int:
    """HP-8.3, HP-16.3, HP-12.11: the survivors who are not provided, sick or not; every survivor needs a seat."""
    return members(s.alive & ~s.provided)


@rule
def shortage(s: HellapagosState) -> int:
    """HP-8.3: the need minus what there is."""
    return need(s) - marker(s)


@rule
def basket_covers(s: HellapagosState) -> bool:
    """HP-14.34, HP-16.8: whether a Fruit Basket is in force for this check; never for the trip."""
    return s.basket >> s.check & 1 == 1


@rule
def begin_check(s: HellapagosState, check: int) -> None:
    """HP-8.2, HP-16.2: nobody is provided yet."""
    s.check = check
    s.provided = 0
    s.surplus = 0
    s.designated = 0
    s.step = Step.CHECK


@rule
def go_on_checking(s: HellapagosState) -> None:
    """HP-20.2, HP-8.5 to HP-8.8: pay, or feed without a vote, or debate, again and again until nothing is short."""
    if shortage(s) <= 0:
        pay(s)
    elif basket_covers(s):
        empty_marker(s)
    elif s.check != Check.SEATS and marker(s) == 0:
        emit(s, EVERYONE, Event.EMPTY, s.check)
        open_window(s, Window.ZERO)
    else:
        emit(s, EVERYONE, Event.SHORT, s.check, shortage(s))
        open_window(s, Window.SHORTAGE)


@rule
def set_marker(s: HellapagosState, value: int) -> None:
    """HP-8.4: the marker of the resource being checked moves."""
    if resource(s) == WATER:
        s.water = value
    else:
        s.food = value


@rule
def pay(s: HellapagosState) -> None:
    """HP-8.4, HP-16.13: the need is taken from the marker; a seat check takes nothing."""
    if s.check != Check.SEATS:
        set_marker(s, marker(s) - need(s))
        emit(s, EVERYONE, Event.PAID, s.check, need(s), marker(s))
        add_surplus(s)
    end_check(s)


@rule
def add_surplus(s: HellapagosState) -> None:
    """HP-8.10: rations handed to nobody go onto the marker after the check."""
    if s.surplus > 0 and s.option[Choice.SURPLUS_RATIONS] == 0:
        emit(s, EVERYONE, Event.SURPLUS, s.check, add(s, resource(s), s.surplus))


@rule
def empty_marker(s: HellapagosState) -> None:
    """HP-14.34, HP-8.10: under the Basket nobody dies, the marker falls to 0 and a surplus is lost."""
    set_marker(s, 0)
    emit(s, EVERYONE, Event.BASKET, s.check)
    end_check(s)


@rule
def end_check(s: HellapagosState) -> None:
    """HP-8.12, HP-16.2, HP-16.11: the next check, Phase 5, or all aboard."""
    s.surplus = 0
    s.designated = 0
    s.provided = 0
    if s.check == Check.FOOD:
        s.check = Check.NONE
        s.step = Step.NIGHT
    elif s.check == Check.TRIP_FOOD:
        set_sail(s)
    else:
        begin_check(s, s.check + 1)


@rule
def set_sail(s: HellapagosState) -> None:
    """HP-1.5, HP-15.2, HP-15.5, HP-16.9, HP-16.11, HP-17.2: all survivors, sick or not, are aboard and win."""
    close_window(s)
    s.check = Check.NONE
    s.aboard = s.alive
    s.ended = 1
    emit(s, EVERYONE, Event.LEFT, members(s.aboard))


@rule
def lose(s: HellapagosState) -> None:
    """HP-16.4, HP-17.4: nobody leaves; everybody loses."""
    close_window(s)
    s.ended = 1
    emit(s, EVERYONE, Event.LOST)


@rule
def reason_is_gone(s: HellapagosState) -> bool:
    """HP-20.16, HP-10.9: whether nothing is left to decide in the window."""
    if s.window == Window.ZERO:
        return basket_covers(s) or need(s) == 0
    if s.window != Window.SHORTAGE and s.window != Window.SAVE:
        return False
    if shortage(s) <= 0 or basket_covers(s):
        return True
    return s.window == Window.SAVE and not still_designated(s)


@rule
def still_designated(s: HellapagosState) -> bool:
    """HP-10.6, HP-10.8, HP-10.10, HP-10.11, HP-10.12: still alive, the vote not void, and saved by nothing."""
    return s.designated > 0 and (s.alive & ~s.provided) >> (s.designated - 1) & 1 == 1


@rule
def leave_window(s: HellapagosState) -> None:
    """HP-20.16, HP-10.14: a window whose reason is gone ends at once; a designation that was not paid for lapses."""
    if s.window == Window.SAVE and still_designated(s):
        void_vote(s)
    s.designated = 0
    close_window(s)


@rule
def void_vote(s: HellapagosState) -> None:
    """HP-10.8, HP-10.11, HP-10.14: the designated castaway is let off."""
    emit(s, EVERYONE, Event.LET_OFF, s.designated - 1)
    s.designated = 0


@rule
def shut_window(s: HellapagosState) -> None:
    """HP-20.6, HP-22.16, HP-22.17: the owner's closing move takes effect."""
    window = s.window
    close_window(s)
    if window == Window.SHORTAGE:
        end_debate(s)
    elif window == Window.SAVE:
        seat = s.designated - 1
        s.designated = 0
        die(s, seat)
    elif window == Window.ZERO:
        die_together(s, s.alive & ~s.provided)


@rule
def end_debate(s: HellapagosState) -> None:
    """HP-9.2, HP-16.4, HP-20.2: the vote follows, unless there is no raft at all or the marker has fallen to 0."""
    if s.check == Check.SEATS:
        if s.rafts == 0:
            lose(s)
            return
    elif marker(s) == 0:
        return
    open_ballot(s)


@rule
def save(s: HellapagosState, seat: int) -> None:
    """HP-10.3, HP-10.4: the designated castaway is provided, and out of reach of votes on this resource this round."""
    s.provided = s.provided | (1 << seat)
    if s.check == Check.WATER or s.check == Check.FOOD:
        s.exempt[s.check] = s.exempt[s.check] | (1 << seat)
    emit(s, EVERYONE, Event.SAVED, seat, s.check)


@rule
def save_by_plank(s: HellapagosState) -> None:
    """HP-10.12: the plank saves the designated castaway and protects them from further seat votes this round."""
    seat = s.designated - 1
    s.protected = s.protected | (1 << seat)
    s.designated = 0
    emit(s, EVERYONE, Event.SAVED, seat, s.check)


@rule
def settle_ballot(s: HellapagosState) -> None:
    """HP-9.12, HP-20.40, HP-20.41: all votes are in and shown; then the Crystal Ball votes; then they are counted."""
    second = part(s, Ballot.alone)
    pop(s)
    show_votes(s, second)
    last = crystal_voter(s)
    if second == 0 and last >= 0:
        push(s, Frame.BALLOT, 1, 0, 0, 0)
        s.owes = 1 << last
    else:
        designate_leader(s)


@rule
def designate_leader(s: HellapagosState) -> None:
    """HP-9.7, HP-9.8, HP-9.10, HP-9.11: the most votes; level or none at all, the chief names one."""
    if count_votes(s) == 0:
        push(s, Frame.TIE, candidates(s), 0, 0, 0)
        return
    mask = leaders(s)
    if members(mask) > 1:
        emit(s, EVERYONE, Event.TIED, chief(s))
        push(s, Frame.TIE, mask, 0, 0, 0)
        return
    for seat in range(s.seats):
        if mask >> seat & 1:
            designate(s, seat)


@rule
def designate(s: HellapagosState, seat: int) -> None:
    """HP-10.1: the castaway can be saved in window `V`."""
    emit(s, EVERYONE, Event.DESIGNATED, seat, s.check)
    open_window(s, Window.SAVE)
    s.designated = seat + 1


@rule
def break_tie(s: HellapagosState, seat: int) -> None:
    """HP-9.8, HP-9.9, HP-9.10, HP-22.20: the chief names the designated castaway."""
    pop(s)
    designate(s, seat)
