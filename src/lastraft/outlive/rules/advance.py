"""The frame of the game (section 3): running on until somebody must decide."""

from ...kernel import EVERYONE, emit, part, pop, push, rule, top
from ..components import HEROES, ROUNDS
from ..events import Event
from ..state import Ask, Count, OutliveState, Phase, Question
from .areas import arrive
from .choices import next_choices, next_placing
from .dawn import dawn
from .event_cards import begin_events, next_event
from .legal import single_answer
from .movement import next_turn
from .moves import make
from .night import begin_feeding, clean_up, finish_step, next_to_end, settle_feeding, suffer_radiation
from .pressure import settle_pressure
from .shelter import seat_at


@rule
def advance(s: OutliveState) -> None:
    """Section 17, "Auto": run on until somebody has a choice; a question with a single legal answer is no choice."""
    while s.phase != Phase.OVER:
        if s.depth == 0:
            proceed(s)
        elif not settle(s):
            answer = single_answer(s)
            if answer < 0:
                return
            make(s, part(s, Question.seat), answer)


@rule
def settle(s: OutliveState) -> bool:
    """Whether the pending business needed nobody: it is then dealt with."""
    ask = top(s)
    if ask == Ask.ARRIVAL:
        arrive(s)
        return True
    if Ask.GUARD <= ask <= Ask.DEFENCE:
        return settle_pressure(s)
    if ask == Ask.FEEDING:
        return settle_feeding(s)
    if Ask.LOSE_FOOD <= ask <= Ask.LOSE_SURVIVOR and part(s, Count.left) == 0:
        pop(s)
        return True
    return False


@rule
def proceed(s: OutliveState) -> None:
    """OL-3.1, OL-3.2, OL-11.1: nothing is pending; the phase goes on."""
    if s.phase == Phase.DAY:
        if not next_turn(s):
            end_day(s)
    elif s.phase >= Phase.FEED:
        proceed_night(s)
    elif s.phase == Phase.END_EVENTS:
        next_to_end(s)
    elif s.phase == Phase.EVENTS:
        next_event(s)
    elif s.phase == Phase.SETUP:
        next_choices(s)
    elif not next_placing(s):
        next_round(s)


@rule
def next_round(s: OutliveState) -> None:
    """OL-1.1, OL-3.1, OL-11.42: dawn, then the events of the day; after round 6 the game ends."""
    if s.day == ROUNDS:
        s.phase = Phase.OVER
        emit(s, EVERYONE, Event.OVER)
        return
    s.day += 1
    dawn(s)
    begin_events(s)


@rule
def end_day(s: OutliveState) -> None:
    """OL-3.2 to OL-3.4, OL-1.4: all heroes lie down; from the night on the holder of the marker is first."""
    for seat in range(s.seats):
        s.aboard[seat] = 0
        for hero in range(HEROES):
            s.standing[seat][hero] = 0
    s.first = s.marker
    s.passed = 0
    s.turn = 0
    s.phase = Phase.END_EVENTS
    emit(s, EVERYONE, Event.NIGHT, s.day)


@rule
def proceed_night(s: OutliveState) -> None:
    """OL-11.1, OL-11.2: steps 2 to 7."""
    if s.turn == s.seats:
        next_round(s)
        return
    seat = seat_at(s, s.turn)
    if s.phase == Phase.FEED:
        begin_feeding(s, seat)
    elif s.phase == Phase.RADIATION:
        finish_step(s)
        suffer_radiation(s, seat)
    elif s.phase == Phase.RECRUIT:
        push(s, Ask.RECRUIT, seat, 0, 0, 0)
    elif s.phase == Phase.BUILD:
        push(s, Ask.BUILD, seat, 0, 0, 0)
    elif s.phase == Phase.REPAIR:
        push(s, Ask.REPAIR, seat, 0, 0, 0)
    else:
        clean_up(s, seat)
        finish_step(s)
