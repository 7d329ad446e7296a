"""Shelters: stores, rooms, survivors and the gauge (sections 1, 12.1, 13 and 14)."""

from ...kernel import EVERYONE, clause, emit, push, rule
from .. import components as box
from ..components import Res, Room
from ..events import Event
from ..options import Choice
from ..state import Ask, OutliveState

UNLIMITED = 1000


@rule
def seat_at(s: OutliveState, turn: int) -> int:
    """OL-1.15: the seat at that place of the turn order: from the first player on, clockwise."""
    return (s.first + turn) % s.seats


# -- the store (OL-1.2, OL-1.14) -----------------------------------------------------------------------------------


@rule
def in_supply(s: OutliveState, res: int) -> int:
    """OL-1.14: the supply never runs out, unless `supply_limited` makes the counts of the box binding."""
    if s.option[Choice.SUPPLY_LIMITED] == 0:
        return UNLIMITED
    left: int = box.SUPPLY[res]
    for seat in range(s.seats):
        left -= s.store[seat][res]
    for area in range(box.AREAS):
        if box.POOL_RES[area] == res:
            left -= s.pool[area]
    return max(0, left)


@rule
def survivors_in_supply(s: OutliveState) -> int:
    """OL-1.14, for survivors: those in shelters and on the ship are not in the supply."""
    if s.option[Choice.SUPPLY_LIMITED] == 0:
        return UNLIMITED
    left = box.SUPPLY_SURVIVORS
    for seat in range(s.seats):
        left -= survivors(s, seat)
    for space in range(box.SPACES):
        left -= s.ship[space]
    return max(0, left)


@rule
def gain(s: OutliveState, seat: int, res: int, amount: int) -> None:
    """OL-1.14: resources from the supply, as far as it goes."""
    amount = min(amount, in_supply(s, res))
    if amount > 0:
        s.store[seat][res] += amount
        emit(s, EVERYONE, Event.GAINED, seat, res, amount)


@rule
def food(s: OutliveState, seat: int) -> int:
    """OL-1.2: meat, water and cans."""
    return s.store[seat][Res.MEAT] + s.store[seat][Res.WATER] + s.store[seat][Res.CAN]


@rule
def materials(s: OutliveState, seat: int) -> int:
    """OL-1.2: wood, metal and chips."""
    return s.store[seat][Res.WOOD] + s.store[seat][Res.METAL] + s.store[seat][Res.CHIP]


@rule
def is_food(res: int) -> bool:
    """OL-1.2."""
    return res < box.FOODS


@rule
def is_material(res: int) -> bool:
    """OL-1.2: ammo is neither food nor material."""
    return box.FOODS <= res < Res.AMMO


# -- rooms (OL-1.6, OL-1.7, OL-12.1) -------------------------------------------------------------------------------


@rule
def is_active(s: OutliveState, seat: int, slot: int) -> bool:
    """OL-1.7: built, and a survivor on every printed place (OL-12.35: the nursery is full with three)."""
    kind = s.room[seat][slot] - 1
    return kind >= 0 and s.built[seat][slot] == 1 and s.people[seat][slot] >= box.PLACES[kind]


@rule
def active_room(s: OutliveState, seat: int, kind: int) -> int:
    """OL-12.1, OL-5.6, OL-8.13: the first slot with an active room of that kind, or -1."""
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == kind + 1 and is_active(s, seat, slot):
            return slot
    return -1


@rule
def unused_room(s: OutliveState, seat: int, kind: int) -> int:
    """OL-11.31, OL-12.1: the first slot with an active room of that kind that was not used this round, or -1."""
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == kind + 1 and s.used[seat][slot] == 0 and is_active(s, seat, slot):
            return slot
    return -1


@rule
def forbids_use(s: OutliveState, seat: int, slot: int) -> int:
    """OL-12.1, OL-11.31: a room works while it is active, once per round."""
    if not is_active(s, seat, slot):
        return clause(12, 1)
    return 0 if s.used[seat][slot] == 0 else clause(11, 31)


@rule
def use_room(s: OutliveState, seat: int, slot: int) -> None:
    """OL-12.40: used until the clean-up, whatever happens to the room in between."""
    s.used[seat][slot] = 1
    emit(s, EVERYONE, Event.ROOM_USED, seat, s.room[seat][slot] - 1)


@rule
def use_all(s: OutliveState, seat: int, kind: int) -> int:
    """OL-12.5, OL-12.39: every active unused room of that kind works at once; how many."""
    n = 0
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == kind + 1 and s.used[seat][slot] == 0 and is_active(s, seat, slot):
            use_room(s, seat, slot)
            n += 1
    return n


@rule
def reserve_water(s: OutliveState, seat: int) -> int:
    """OL-12.18: one virtual water for each active `water_reserve` that was not drawn on this round."""
    n = 0
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == Room.WATER_RESERVE + 1 and s.used[seat][slot] == 0 and is_active(s, seat, slot):
            n += 1
    return n


@rule
def pay(s: OutliveState, seat: int, res: int, amount: int) -> None:
    """Tokens go back to the supply."""
    if amount > 0:
        s.store[seat][res] -= amount
        emit(s, EVERYONE, Event.PAID, seat, res, amount)


@rule
def pay_water(s: OutliveState, seat: int, amount: int) -> None:
    """OL-11.16, OL-11.17: reserve water is used up before a real token."""
    while amount > 0:
        slot = unused_room(s, seat, Room.WATER_RESERVE)
        if slot < 0:
            break
        s.used[seat][slot] = 1
        emit(s, EVERYONE, Event.RESERVE, seat)
        amount -= 1
    pay(s, seat, Res.WATER, amount)


# -- survivors (section 14) ----------------------------------------------------------------------------------------


@rule
def survivors(s: OutliveState, seat: int) -> int:
    """OL-15.5: all in the shelter, airlock and rooms."""
    n = s.airlock[seat]
    for slot in range(box.SLOTS):
        n += s.people[seat][slot]
    return n


@rule
def has_place(s: OutliveState, seat: int, place: int) -> bool:
    """OL-14.8: a free place of the airlock (place 0) or of a built room (1 + its slot); the nursery's rooms for 4 to 8
    occupants are none (OL-12.34)."""
    if place == 0:
        return s.airlock[seat] < box.AIRLOCK
    slot = place - 1
    kind = s.room[seat][slot] - 1
    return kind >= 0 and s.built[seat][slot] == 1 and s.people[seat][slot] < box.PLACES[kind]


@rule
def any_place(s: OutliveState, seat: int) -> bool:
    """OL-14.4: a survivor is taken only if there is a free place for it."""
    for place in range(box.SLOTS + 1):
        if has_place(s, seat, place):
            return True
    return False


@rule
def room_at(s: OutliveState, seat: int, place: int) -> int:
    """1 + the kind of room at a place; 0 for the airlock."""
    return 0 if place == 0 else s.room[seat][place - 1]


@rule
def join(s: OutliveState, seat: int, place: int) -> None:
    """OL-14.3: a new survivor comes to a place."""
    if place == 0:
        s.airlock[seat] += 1
    else:
        s.people[seat][place - 1] += 1
    emit(s, EVERYONE, Event.JOINED, seat, place, room_at(s, seat, place))


@rule
def forbids_losing_from(s: OutliveState, seat: int, place: int) -> int:
    """OL-5.7: a survivor is taken from the airlock or from any room that holds one."""
    held = s.airlock[seat] if place == 0 else s.people[seat][place - 1]
    return 0 if held > 0 else clause(5, 7)


@rule
def lose_survivors(s: OutliveState, seat: int, number: int) -> None:
    """OL-5.7, OL-5.8: the owner chooses them one by one; there are no more to lose than there are."""
    number = min(number, survivors(s, seat))
    if number > 0:
        push(s, Ask.LOSE_SURVIVOR, seat, number, 0, 0)


@rule
def lose_survivor(s: OutliveState, seat: int, place: int) -> None:
    """OL-14.6: a lost survivor returns to the supply; the airlock's rows close up by themselves."""
    if place == 0:
        s.airlock[seat] -= 1
    else:
        s.people[seat][place - 1] -= 1
    emit(s, EVERYONE, Event.LOST_SURVIVOR, seat, place, room_at(s, seat, place))


# -- the gauge (section 13) ----------------------------------------------------------------------------------------


@rule
def lower_gauge(s: OutliveState, seat: int) -> None:
    """OL-13.3, OL-13.5: one step towards +3, where it stops."""
    if s.gauge[seat] > 0:
        s.gauge[seat] -= 1
        emit(s, EVERYONE, Event.GAUGE, seat, s.gauge[seat], 0)


@rule
def raise_gauge(s: OutliveState, seat: int, steps: int) -> None:
    """OL-13.1, OL-13.2, OL-13.4: steps, not points; every step past the end costs a survivor, if there is one."""
    up = min(steps, box.GAUGE_END - s.gauge[seat])
    if up > 0:
        s.gauge[seat] += up
        emit(s, EVERYONE, Event.GAUGE, seat, s.gauge[seat], 1)
    lose_survivors(s, seat, steps - up)
