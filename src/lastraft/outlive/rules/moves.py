"""What each answer does (section 17)."""

from ...kernel import part, pop, rule, set_part, top
from .. import codes
from ..components import AREAS, BASIC_ROOMS, WEAKEST_PREY
from ..state import Ask, Boarding, Count, OutliveState
from .areas import (
    activate_dam,
    end_visit,
    gather,
    leave_behind,
    search_city,
    settle_in,
    take_algae,
    take_gear,
    use_item,
)
from .building import begin_building, finish_building, pay_room, scrap, staff, trigger_room
from .choices import build_first, choose_leader, keep_room, mary_city, mary_throws, place_hero, split_survivors
from .event_cards import lose_token
from .hunting import announce_tool, begin_hunt, break_off, choose_prey, finish_hunt
from .movement import board, hook, move_hero, pass_turn, peek
from .night import decline_discount, eat, end_event, finish_step, pass_events, recruit, take_discount, waive, waive_more
from .pressure import ask_next, defend, guard, loot, swing_bat, wear_armour
from .repair import add_repair_room, begin_discounted, pay_single, repair, spare, use_repair_room
from .shelter import lose_survivor


@rule
def make(s: OutliveState, seat: int, move: int) -> None:
    """Answer the pending question."""
    family = codes.FAMILY[move]
    i = move - codes.FIRST[family]
    ask = top(s)
    if family == codes.PASS:
        make_pass(s, ask, seat)
    elif family == codes.RES:
        make_payment(s, ask, seat, i)
    elif family == codes.MOVE:
        move_hero(s, seat, i // AREAS, i % AREAS)
    elif family == codes.PLACE:
        make_place(s, ask, seat, i)
    elif family == codes.COUNT:
        make_count(s, ask, seat, i)
    elif family == codes.YES:
        make_yes(s, ask, seat)
    elif ask < Ask.LOSE_FOOD:
        make_setup(s, seat, family, i)
    elif codes.GATHER <= family <= codes.PEEK and family != codes.ROOM:
        make_action(s, ask, seat, family, i)
    else:
        make_night(s, ask, seat, family, i)


@rule
def make_setup(s: OutliveState, seat: int, family: int, i: int) -> None:
    """DP-1 to DP-6."""
    if family == codes.KEEP_ROOM:
        keep_room(s, seat, BASIC_ROOMS + i)
    elif family == codes.BUILD:
        build_first(s, seat, i)
    elif family == codes.LEADER:
        choose_leader(s, seat, i)
    elif family == codes.PEEK:
        mary_city(s, seat, i)
    elif family == codes.TOKEN:
        mary_throws(s, seat, i)
    elif family == codes.AREA:
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
        set_part(s, Count.left, part(s, Count.left) - 1)
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
    if family == codes.GATHER:
        gather(s, seat)
    elif family == codes.ALGAE:
        take_algae(s, seat)
    elif family == codes.ACTIVATE_DAM:
        activate_dam(s, seat)
    elif family == codes.SEARCH:
        search_city(s, seat)
    elif family == codes.TAKE:
        take_gear(s, seat, i)
    elif family == codes.HUNT:
        begin_hunt(s, seat)
    elif family == codes.PREY:
        choose_prey(s, WEAKEST_PREY + i)
    elif family == codes.PEEK:
        peek(s, seat, i)
    elif family == codes.ITEM:
        if ask == Ask.HUNT:
            announce_tool(s, seat, i)
        else:
            use_item(s, seat, i)


@rule
def make_night(s: OutliveState, ask: int, seat: int, family: int, i: int) -> None:
    """DP-12, DP-22, DP-26, DP-28, DP-29."""
    if family == codes.SPACE:
        space = part(s, Boarding.space)
        pop(s)
        if i == 0:
            board(s, seat, space)
        else:
            hook(s, seat, space)
    elif family == codes.EVENT:
        end_event(s, seat, i)
    elif family == codes.BUILD:
        begin_building(s, seat, i)
    elif family == codes.SCRAP:
        scrap(s, seat, i)
    elif family == codes.REPAIR:
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
