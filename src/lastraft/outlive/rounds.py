"""The frame of the game (section 3): making a move, and running on until somebody must decide."""

from __future__ import annotations

from ..kernel import EVERYONE, emit, part, pop, push, rule, top
from .areas import (
    activate_dam,
    arrive,
    end_visit,
    gather,
    leave_behind,
    search_city,
    settle_in,
    take_algae,
    take_gear,
    use_item,
)
from .building import (
    begin_building,
    finish_building,
    pay_room,
    scrap,
    staff,
    trigger_room,
)
from .components import AREAS, BASIC_ROOMS, HEROES, ROUNDS, WEAKEST_PREY
from .dawn import dawn
from .events import begin_events, lose_token, next_event
from .hunting import announce_tool, begin_hunt, break_off, choose_prey, finish_hunt
from .movement import board, hook, move_hero, next_turn, pass_turn, peek
from .moves import (
    ACTIVATE_DAM,
    ALGAE,
    AREA,
    BUILD,
    COUNT,
    EVENT,
    FAMILY,
    FIRST,
    GATHER,
    HUNT,
    ITEM,
    KEEP_ROOM,
    LEADER,
    MOVE,
    PASS,
    PEEK,
    PLACE,
    PREY,
    REPAIR,
    RES,
    ROOM,
    SCRAP,
    SEARCH,
    SPACE,
    TAKE,
    TOKEN,
    YES,
    single_answer,
)
from .night import (
    begin_feeding,
    clean_up,
    decline_discount,
    eat,
    end_event,
    finish_step,
    next_to_end,
    pass_events,
    recruit,
    settle_feeding,
    suffer_radiation,
    take_discount,
    waive,
    waive_more,
)
from .pressure import ask_next, defend, guard, loot, settle_pressure, swing_bat, wear_armour
from .repair import add_repair_room, begin_discounted, pay_single, repair, spare, use_repair_room
from .setup import (
    build_first,
    choose_leader,
    keep_room,
    lay_out,
    mary_city,
    mary_throws,
    next_choices,
    next_placing,
    place_hero,
    split_survivors,
)
from .shelter import lose_survivor, seat_at
from .state import Ask, Event, OutliveState, Phase


@rule
def setup(s: OutliveState) -> None:
    """Section 2: lay out, then ask the first seat."""
    lay_out(s)
    advance(s)


@rule
def apply(s: OutliveState, seat: int, move: int) -> None:
    """Make a move and run on."""
    make(s, seat, move)
    advance(s)


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
            make(s, part(s, 0), answer)


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
    if Ask.LOSE_FOOD <= ask <= Ask.LOSE_SURVIVOR and part(s, 1) == 0:
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
        emit(s, EVERYONE, Event.OVER, 0, 0, 0)
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
    emit(s, EVERYONE, Event.NIGHT, s.day, 0, 0)


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


# -- making a move -------------------------------------------------------------------------------------------------


@rule
def make(s: OutliveState, seat: int, move: int) -> None:
    """Answer the pending question."""
    family = FAMILY[move]
    i = move - FIRST[family]
    ask = top(s)
    if family == PASS:
        make_pass(s, ask, seat)
    elif family == RES:
        make_payment(s, ask, seat, i)
    elif family == MOVE:
        move_hero(s, seat, i // AREAS, i % AREAS)
    elif family == PLACE:
        make_place(s, ask, seat, i)
    elif family == COUNT:
        make_count(s, ask, seat, i)
    elif family == YES:
        make_yes(s, ask, seat)
    elif ask < Ask.LOSE_FOOD:
        make_setup(s, seat, family, i)
    elif GATHER <= family <= PEEK and family != ROOM:
        make_action(s, ask, seat, family, i)
    else:
        make_night(s, ask, seat, family, i)


@rule
def make_setup(s: OutliveState, seat: int, family: int, i: int) -> None:
    """DP-1 to DP-6."""
    if family == KEEP_ROOM:
        keep_room(s, seat, BASIC_ROOMS + i)
    elif family == BUILD:
        build_first(s, seat, i)
    elif family == LEADER:
        choose_leader(s, seat, i)
    elif family == PEEK:
        mary_city(s, seat, i)
    elif family == TOKEN:
        mary_throws(s, seat, i)
    elif family == AREA:
        place_hero(s, seat, i)


@rule
def make_pass(s: OutliveState, ask: int, seat: int) -> None:
    """Pass, decline, or stop."""
    if ask == Ask.TURN:
        pass_turn(s, seat)
    elif ask == Ask.GUARD or ask == Ask.ARMOUR:
        ask_next(s, ask + 1)
    elif ask == Ask.SURVIVOR:
        leave_behind(s, seat)
    elif ask == Ask.VISIT:
        end_visit(s, seat)
    elif ask == Ask.LOOK:
        break_off(s, seat)
    elif ask == Ask.END_EVENT:
        pass_events(s, seat)
    elif ask == Ask.DISCOUNT:
        decline_discount(s, seat)
    elif ask == Ask.WAIVE_MORE:
        waive_more(s, seat, -1)
    elif ask == Ask.BUILD:
        finish_building(s, seat)
    else:
        pop(s)
        if ask == Ask.RECRUIT or ask == Ask.REPAIR:
            finish_step(s)


@rule
def make_payment(s: OutliveState, ask: int, seat: int, res: int) -> None:
    """DP-7, DP-8, DP-17, DP-23 to DP-25, DP-27, DP-30: one token."""
    if ask == Ask.LOSE_FOOD or ask == Ask.LOSE_GOODS:
        lose_token(s, seat, res)
    elif ask == Ask.LOOT:
        loot(s, res)
    elif ask == Ask.WAIVE:
        waive(s, seat, res)
    elif ask == Ask.WAIVE_MORE:
        waive_more(s, seat, res)
    elif ask == Ask.FEEDING:
        eat(s, seat, res)
    elif ask == Ask.RECRUIT:
        recruit(s, seat, res)
    elif ask == Ask.PAY_ROOM:
        pay_room(s, seat, res)
    elif ask == Ask.SPARE:
        spare(s, seat, res)
    else:
        pay_single(s, seat, res)


@rule
def make_place(s: OutliveState, ask: int, seat: int, place: int) -> None:
    """DP-9, DP-21, DP-26: one survivor."""
    if ask == Ask.LOSE_SURVIVOR:
        s.frame[s.depth - 1][2] -= 1
        lose_survivor(s, seat, place)
    elif ask == Ask.SURVIVOR:
        settle_in(s, seat, place)
    else:
        staff(s, seat, place)


@rule
def make_count(s: OutliveState, ask: int, seat: int, number: int) -> None:
    """DP-3, DP-16, DP-19."""
    if ask == Ask.SPLIT:
        split_survivors(s, seat, number)
    elif ask == Ask.DEFENCE:
        defend(s, seat, number)
    else:
        finish_hunt(s, seat, number)


@rule
def make_yes(s: OutliveState, ask: int, seat: int) -> None:
    """DP-13 to DP-15, DP-23."""
    if ask == Ask.BAT:
        swing_bat(s, seat)
    elif ask == Ask.GUARD:
        guard(s, seat)
    elif ask == Ask.ARMOUR:
        wear_armour(s, seat)
    else:
        take_discount(s, seat)


@rule
def make_action(s: OutliveState, ask: int, seat: int, family: int, i: int) -> None:
    """DP-10, DP-18 to DP-20."""
    if family == GATHER:
        gather(s, seat)
    elif family == ALGAE:
        take_algae(s, seat)
    elif family == ACTIVATE_DAM:
        activate_dam(s, seat)
    elif family == SEARCH:
        search_city(s, seat)
    elif family == TAKE:
        take_gear(s, seat, i)
    elif family == HUNT:
        begin_hunt(s, seat)
    elif family == PREY:
        choose_prey(s, WEAKEST_PREY + i)
    elif family == PEEK:
        peek(s, seat, i)
    elif family == ITEM:
        if ask == Ask.HUNT:
            announce_tool(s, seat, i)
        else:
            use_item(s, seat, i)


@rule
def make_night(s: OutliveState, ask: int, seat: int, family: int, i: int) -> None:
    """DP-12, DP-22, DP-26, DP-28, DP-29."""
    if family == SPACE:
        space = part(s, 1)
        pop(s)
        if i == 0:
            board(s, seat, space)
        else:
            hook(s, seat, space)
    elif family == EVENT:
        end_event(s, seat, i)
    elif family == BUILD:
        begin_building(s, seat, i)
    elif family == SCRAP:
        scrap(s, seat, i)
    elif family == REPAIR:
        if ask == Ask.DISCOUNTED:
            begin_discounted(s, seat, i)
        else:
            repair(s, seat, i)
    elif ask == Ask.BUILD:
        trigger_room(s, seat, i)
    elif ask == Ask.DISCOUNTED:
        add_repair_room(s, seat, i)
    else:
        use_repair_room(s, seat, i)
