"""Night, steps 1 to 4 and 7: ending events, feeding, radiation, recruiting, cleaning up (11.2 to 11.5, 11.8)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part
from .. import components as box
from ..components import Res, Room
from ..events import Event
from ..options import Choice
from ..state import READY, USED, Ask, Ending, Feeding, OutliveState, Phase, Question
from .event_cards import is_face_up, slot_of
from .shelter import (
    food,
    is_active,
    is_food,
    is_material,
    join,
    lose_survivors,
    pay,
    pay_water,
    raise_gauge,
    reserve_water,
    seat_at,
    survivors_in_supply,
    unused_room,
    use_room,
)

FOOD, MATERIAL, AMMO, NOTHING = 0, 1, 2, 3
"""What a discount can be on."""

# -- step 1: end events (11.2) -------------------------------------------------------------------------------------


@rule
def any_face_up(s: OutliveState) -> bool:
    """OL-11.4: whether an event is left to end."""
    for slot in range(box.ROUNDS):
        if is_face_up(s, slot):
            return True
    return False


@rule
def next_to_end(s: OutliveState) -> None:
    """OL-11.3, OL-11.4: in turn order, until all have passed one after another or no event is left."""
    if s.passed == (1 << s.seats) - 1 or not any_face_up(s):
        s.passed = 0
        s.phase = Phase.FEED
        s.turn = 0
        return
    seat = seat_at(s, s.turn)
    s.turn = (s.turn + 1) % s.seats
    if not s.passed >> seat & 1:
        push(s, Ask.END_EVENT, seat, 0, 0, 0)


@rule
def pass_events(s: OutliveState, seat: int) -> None:
    """OL-11.4: a pass is for this turn only, unless `event_pass_final`."""
    s.passed |= 1 << seat
    emit(s, EVERYONE, Event.PASSED, seat)
    pop(s)


@rule
def group(res: int) -> int:
    """OL-12.13: food, material, or ammo, which is neither."""
    if is_food(res):
        return FOOD
    return MATERIAL if is_material(res) else AMMO


@rule
def missing(s: OutliveState, seat: int, card: int, res: int) -> int:
    """OL-11.9: how many tokens of a kind the player lacks for an event's cost; reserve water counts (OL-12.18)."""
    held = s.store[seat][res]
    if res == Res.WATER and s.option[Choice.RESERVE_WATER_PAYS_EVENTS] == 0:
        held += reserve_water(s, seat)
    lacking: int = box.CARD_COST[card][res] - held
    return max(0, lacking)


@rule
def most_waived(s: OutliveState, which: int) -> int:
    """OL-12.13: up to two materials, or one food; with `event_room_ammo` or up to two ammo."""
    if which == FOOD:
        return box.WAIVED_FOOD
    return box.WAIVED_MATERIALS if which == MATERIAL or s.option[Choice.EVENT_ROOM_AMMO] == 1 else 0


@rule
def still_missing(s: OutliveState, seat: int, card: int, which: int, one: int, other: int) -> int:
    """The tokens of a group that the player lacks once ``one`` and ``other`` are waived (-1: nothing)."""
    n = 0
    for res in range(box.GOODS):
        if group(res) == which:
            waived = (1 if res == one else 0) + (1 if res == other else 0)
            n += max(0, missing(s, seat, card, res) - waived)
    return n


@rule
def lacks(s: OutliveState, seat: int, card: int, one: int, other: int) -> int:
    """How much is missing for the cost without the waived tokens."""
    n = 0
    for which in range(NOTHING):
        n += still_missing(s, seat, card, which, one, other)
    return n


@rule
def can_pay(s: OutliveState, seat: int, card: int) -> bool:
    """OL-11.9: the full cost is covered."""
    return lacks(s, seat, card, -1, -1) == 0


@rule
def can_pay_less(s: OutliveState, seat: int, card: int) -> bool:
    """OL-11.9, OL-12.38: covered after the discount, which is on one group."""
    lacking = 0
    for which in range(NOTHING):
        n = still_missing(s, seat, card, which, -1, -1)
        if n > most_waived(s, which):
            return False
        if n > 0:
            lacking += 1
    return lacking <= 1


@rule
def has_discount(s: OutliveState, seat: int, card: int) -> bool:
    """OL-11.7, OL-12.38: the room is usable, and the cost holds something it can lower."""
    if unused_room(s, seat, Room.EVENT_DISCOUNT) < 0:
        return False
    for res in range(box.GOODS):
        if box.CARD_COST[card][res] > 0 and most_waived(s, group(res)) > 0:
            return True
    return False


@rule
def forbids_ending(s: OutliveState, seat: int, card: int) -> int:
    """OL-11.8, OL-11.9: a face-up event whose cost is covered, with the discount if that is usable."""
    if slot_of(s, card) < 0:
        return clause(11, 8)
    if can_pay(s, seat, card) or (has_discount(s, seat, card) and can_pay_less(s, seat, card)):
        return 0
    return clause(11, 9)


@rule
def events_to_end(s: OutliveState, seat: int) -> int:
    """What `forbids_ending` allows, as a mask."""
    mask = 0
    for slot in range(s.day):
        if is_face_up(s, slot) and forbids_ending(s, seat, s.card[slot] - 1) == 0:
            mask |= 1 << s.card[slot] - 1
    return mask


@rule
def end_event(s: OutliveState, seat: int, card: int) -> None:
    """OL-11.3, OL-11.4, OL-11.5: one event a turn; those who passed before may act again."""
    pop(s)
    if s.option[Choice.EVENT_PASS_FINAL] == 0:
        s.passed = 0
    if has_discount(s, seat, card):
        push(s, Ask.DISCOUNT, seat, slot_of(s, card), 0, 0)
    else:
        pay_event(s, seat, slot_of(s, card), -1, -1)


@rule
def asked_card(s: OutliveState) -> int:
    """The event that is being paid for."""
    return s.card[part(s, Ending.slot)] - 1


@rule
def forbids_declining_discount(s: OutliveState, seat: int) -> int:
    """OL-12.38: only if the full cost can be paid."""
    return 0 if can_pay(s, seat, asked_card(s)) else clause(12, 38)


@rule
def decline_discount(s: OutliveState, seat: int) -> None:
    """OL-12.38: the full cost."""
    slot = part(s, Ending.slot)
    pop(s)
    pay_event(s, seat, slot, -1, -1)


@rule
def take_discount(s: OutliveState, seat: int) -> None:
    """OL-12.13, OL-12.36: once per round, on one event."""
    use_room(s, seat, unused_room(s, seat, Room.EVENT_DISCOUNT))
    slot = part(s, Ending.slot)
    pop(s)
    push(s, Ask.WAIVE, seat, slot, 0, 0)


@rule
def forbids_waiving(s: OutliveState, seat: int, res: int) -> int:
    """OL-12.37, OL-12.38: the first token fixes the group; what stays must be payable, perhaps with a second one."""
    card = asked_card(s)
    which = group(res)
    if box.CARD_COST[card][res] == 0 or most_waived(s, which) == 0:
        return clause(12, 37)
    lacking = lacks(s, seat, card, res, -1)
    more = most_waived(s, which) - 1
    if lacking <= more and lacking == still_missing(s, seat, card, which, res, -1):
        return 0
    return clause(12, 38)


@rule
def waive(s: OutliveState, seat: int, res: int) -> None:
    """OL-12.37: the first token of the discount; food is one only."""
    slot = part(s, Ending.slot)
    emit(s, EVERYONE, Event.WAIVED, seat, res)
    pop(s)
    if most_waived(s, group(res)) > 1:
        push(s, Ask.WAIVE_MORE, seat, slot, res, 0)
    else:
        pay_event(s, seat, slot, res, -1)


@rule
def forbids_waiving_more(s: OutliveState, seat: int, res: int) -> int:
    """OL-12.37, OL-12.38: a second token of the same group that is still in the cost."""
    card = asked_card(s)
    first = part(s, Ending.waived)
    if group(res) != group(first) or box.CARD_COST[card][res] <= (1 if res == first else 0):
        return clause(12, 37)
    return 0 if lacks(s, seat, card, first, res) == 0 else clause(12, 38)


@rule
def forbids_waiving_one(s: OutliveState, seat: int) -> int:
    """OL-12.38: waiving only one is legal if what remains can be paid."""
    return 0 if lacks(s, seat, asked_card(s), part(s, Ending.waived), -1) == 0 else clause(12, 38)


@rule
def waive_more(s: OutliveState, seat: int, res: int) -> None:
    """OL-12.37: the second token, or none (-1)."""
    slot = part(s, Ending.slot)
    first = part(s, Ending.waived)
    if res >= 0:
        emit(s, EVERYONE, Event.WAIVED, seat, res)
    pop(s)
    pay_event(s, seat, slot, first, res)


@rule
def pay_event(s: OutliveState, seat: int, slot: int, one: int, other: int) -> None:
    """OL-11.3, OL-11.6: the cost is paid, the card goes to the right of the shelter and has no more effect (OL-5.9)."""
    card = s.card[slot] - 1
    for res in range(box.GOODS):
        cost = box.CARD_COST[card][res] - (1 if res == one else 0) - (1 if res == other else 0)
        if res == Res.WATER and s.option[Choice.RESERVE_WATER_PAYS_EVENTS] == 0:
            pay_water(s, seat, cost)
        else:
            pay(s, seat, res, cost)
    s.ended[slot] = seat + 1
    emit(s, EVERYONE, Event.ENDED, seat, card)


# -- step 2: feed (11.3) -------------------------------------------------------------------------------------------


@rule
def room_need(s: OutliveState, seat: int) -> int:
    """OL-11.10, OL-12.2: the upkeep of every room that holds a survivor, full or not."""
    need = 0
    for slot in range(box.SLOTS):
        if s.people[seat][slot] > 0:
            need += box.UPKEEP[s.room[seat][slot] - 1]
    return need


@rule
def airlock_need(s: OutliveState, seat: int) -> int:
    """OL-11.11, OL-14.2: one water for every occupied row."""
    rows: int = box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][s.airlock[seat]]
    return rows


@rule
def begin_feeding(s: OutliveState, seat: int) -> None:
    """OL-11.13, OL-11.15, OL-11.16: the need is fixed; water pays the airlock, reserve water first."""
    rooms = room_need(s, seat)
    rows = airlock_need(s, seat)
    water = min(rows, s.store[seat][Res.WATER] + reserve_water(s, seat))
    pay_water(s, seat, water)
    reserve = min(rooms, reserve_water(s, seat))
    pay_water(s, seat, reserve)
    push(s, Ask.FEEDING, seat, rooms - reserve, rows - water, 0)


@rule
def forbids_eating(s: OutliveState, seat: int, res: int) -> int:
    """OL-11.12, OL-11.13: any food the player has."""
    return 0 if is_food(res) and s.store[seat][res] > 0 else clause(11, 13)


@rule
def eat(s: OutliveState, seat: int, res: int) -> None:
    """OL-11.13: token by token."""
    pay(s, seat, res, 1)
    set_part(s, Feeding.rooms, part(s, Feeding.rooms) - 1)


@rule
def settle_feeding(s: OutliveState) -> bool:
    """OL-11.12, OL-11.14: when the rooms are fed or the food is gone, a survivor is lost for every unit missing."""
    seat = part(s, Question.seat)
    if part(s, Feeding.rooms) > 0 and food(s, seat) > 0:
        return False
    short = part(s, Feeding.rooms) + part(s, Feeding.rows)
    pop(s)
    if short > 0:
        emit(s, EVERYONE, Event.HUNGER, seat, short)
    finish_step(s)
    lose_survivors(s, seat, short)
    return True


# -- step 3: radiation (11.4) --------------------------------------------------------------------------------------


@rule
def radiation_tonight(s: OutliveState, seat: int) -> int:
    """OL-11.20, OL-11.21, OL-12.22: the level less the airlock's survivors and the vents."""
    steps: int = box.RADIATION[s.day - 1] - s.airlock[seat]
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == Room.VENT_RESERVE + 1 and is_active(s, seat, slot):
            steps -= 1
    return max(0, steps)


@rule
def suffer_radiation(s: OutliveState, seat: int) -> None:
    """OL-11.22, OL-11.23: worked out once, then the gauge climbs."""
    raise_gauge(s, seat, radiation_tonight(s, seat))


# -- step 4: recruit (11.5) ----------------------------------------------------------------------------------------


@rule
def forbids_recruiting(s: OutliveState, seat: int, res: int) -> int:
    """OL-11.25, OL-14.1: a food token (reserve water counts) and a free place in the airlock."""
    if not is_food(res):
        return clause(11, 25)
    if s.airlock[seat] >= box.AIRLOCK:
        return clause(14, 1)
    if survivors_in_supply(s) == 0:
        return clause(1, 14)
    held = s.store[seat][res] + (reserve_water(s, seat) if res == Res.WATER else 0)
    return 0 if held > 0 else clause(11, 25)


@rule
def recruit(s: OutliveState, seat: int, res: int) -> None:
    """OL-11.25, OL-11.26: the recruit joins the airlock."""
    if res == Res.WATER:
        pay_water(s, seat, 1)
    else:
        pay(s, seat, res, 1)
    emit(s, EVERYONE, Event.RECRUITED, seat, 0)
    join(s, seat, 0)


# -- step 7: clean up (11.8) ---------------------------------------------------------------------------------------


@rule
def clean_up(s: OutliveState, seat: int) -> None:
    """OL-11.40, OL-11.41: what is kept overnight; everything used becomes usable again."""
    for res in range(box.GOODS):
        capped = s.option[Choice.STORAGE_CAPS] == 0 or res == Res.MEAT or res == Res.WATER
        over = s.store[seat][res] - box.KEEP[res]
        if capped and over > 0:
            s.store[seat][res] = box.KEEP[res]
            emit(s, EVERYONE, Event.SPOILT, seat, res, over)
    for kind in range(box.GEARS):
        if s.gear[seat][kind] == USED:
            s.gear[seat][kind] = READY
    for slot in range(box.SLOTS):
        s.used[seat][slot] = 0
    s.safe[seat] = 0


# -- the order of the steps (OL-11.1, OL-11.2) ---------------------------------------------------------------------


@rule
def finish_step(s: OutliveState) -> None:
    """OL-11.2: all players finish a step before the next begins; or, with `night_order`, one player after another."""
    if s.option[Choice.NIGHT_ORDER] == 0:
        s.turn += 1
        if s.turn == s.seats and s.phase < Phase.CLEAN_UP:
            s.turn = 0
            s.phase += 1
    elif s.phase < Phase.CLEAN_UP:
        s.phase += 1
    else:
        s.turn += 1
        if s.turn < s.seats:
            s.phase = Phase.FEED
