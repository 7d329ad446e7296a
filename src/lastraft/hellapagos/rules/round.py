"""Phases 1 to 3 of a round (HP-4 to HP-7): the card, the weather, the list of turns."""

from ...kernel import EVERYONE, emit, rule
from ..components import HURRICANE, PRECIPITATION
from ..events import Event
from ..options import Choice
from ..state import ALL, CHORES, EXTRA, HellapagosState, Step
from .castaways import strike_entry
from .roles import left_of, living, right_of


@rule
def begin_round(s: HellapagosState) -> None:
    """HP-4.1: the first two phases, and the list of turns."""
    if s.day > 0:
        change_first_player(s)
    s.day += 1
    forget_round(s)
    reveal_weather(s)
    list_turns(s)
    s.step = Step.TURNS


@rule
def change_first_player(s: HellapagosState) -> None:
    """HP-5.1, HP-5.3, HP-5.6: the card passes to the right, or goes to whom an Alarm Clock named."""
    s.first_player = nominated(s) if s.nominee > 0 else next_first_player(s)
    s.nominee = 0
    s.card_moved = 0
    emit(s, EVERYONE, Event.FIRST_PLAYER, s.first_player)


@rule
def next_first_player(s: HellapagosState) -> int:
    """HP-5.2, HP-5.5: to whom the card passes by itself."""
    if s.card_moved != 0 and s.option[Choice.PASS_AFTER_FIRST_PLAYER_DEATH] != 0:
        return s.first_player
    if s.option[Choice.FIRST_PLAYER_PASS] == 0:
        return right_of(s, s.first_player)
    return left_of(s, s.first_player)


@rule
def nominated(s: HellapagosState) -> int:
    """HP-14.25: the castaway whom the Alarm Clock named, or their right neighbour if they are dead."""
    seat = s.nominee - 1
    return seat if living(s, seat) else right_of(s, seat)


@rule
def forget_round(s: HellapagosState) -> None:
    """What held for one round is over (HP-10.4, HP-14.22, HP-14.28, HP-14.34, HP-14.35)."""
    s.died = 0
    s.conch = 0
    s.matches_lit = 0
    s.basket = 0
    s.protected = 0
    s.check = 0
    s.designated = 0
    s.provided = 0
    for i in range(3):
        s.exempt[i] = 0
    for seat in range(s.seats):
        s.imposed[seat] = 0
        s.imposed_push[seat] = 0
        s.vote[seat] = 0
        s.second_vote[seat] = 0
        s.saying[seat] = 0
        for deed in range(CHORES):
            s.brought[seat][deed] = 0


@rule
def reveal_weather(s: HellapagosState) -> None:
    """HP-6.1, HP-6.3, HP-23.8: the top Weather card, for everyone to see."""
    s.weather_sure[s.day - 1] = ALL
    s.revealed += 1
    emit(s, EVERYONE, Event.ROUND, s.day, s.weather[s.day - 1])


@rule
def precipitation(s: HellapagosState) -> int:
    """HP-6.1, HP-2.9: the number on the round's Weather card; the Hurricane shows 2."""
    rain: int = PRECIPITATION[s.weather[s.day - 1]]
    return rain


@rule
def hurricane(s: HellapagosState) -> bool:
    """HP-6.2: whether this is the last round."""
    return s.weather[s.day - 1] == HURRICANE


@rule
def list_turns(s: HellapagosState) -> None:
    """HP-5.7, HP-7.1, HP-7.3, HP-7.4, HP-12.4: clockwise from the first player, without those who fell sick last
    round."""
    s.start = s.first_player
    s.reached = 0
    s.acted = 0
    n = 0
    for i in range(s.seats):
        seat = (s.first_player + i) % s.seats
        if living(s, seat) and s.causes[seat] == 0:
            s.order[n] = seat + 1
            n += 1


@rule
def count_as_acted(s: HellapagosState, seat: int, place: int) -> None:
    """HP-7.5, HP-7.26: the action counts whatever it yields, and the entry is done; an extra turn has no place."""
    s.acted = s.acted | (1 << seat)
    if s.order[0] < EXTRA:
        s.reached = max(s.reached, place + 1)
    s.imposed[seat] = 0
    s.imposed_push[seat] = 0
    strike_entry(s, 0)
