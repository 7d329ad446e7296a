"""Night, step 5: build and staff rooms (sections 11.6 and 12)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part
from .. import components as box
from ..components import Res, Room
from ..events import Event
from ..state import NONE, Ask, OutliveState, Paying
from .equipment import draw_gear
from .night import finish_step
from .shelter import (
    active_room,
    forbids_use,
    gain,
    has_place,
    is_material,
    lower_gauge,
    materials,
    pay,
    survivors_in_supply,
    unused_room,
    use_room,
)


@rule
def forbids_staffing(s: OutliveState, seat: int, place: int) -> int:
    """OL-11.28, OL-14.5: a survivor moves from the airlock to a free printed place of a built room, and only so."""
    if place == 0 or s.airlock[seat] == 0:
        return clause(14, 5)
    return 0 if has_place(s, seat, place) else clause(11, 28)


@rule
def staff(s: OutliveState, seat: int, place: int) -> None:
    """OL-11.28, OL-11.29: it stays there for the rest of the game."""
    s.airlock[seat] -= 1
    s.people[seat][place - 1] += 1
    emit(s, EVERYONE, Event.STAFFED, seat, s.room[seat][place - 1] - 1)


@rule
def price_of_room(s: OutliveState, seat: int) -> int:
    """OL-11.28, OL-11.30, OL-12.11: three materials; one with an active unused `build_discount`."""
    return box.BUILD_COST_LESS if unused_room(s, seat, Room.BUILD_DISCOUNT) >= 0 else box.BUILD_COST


@rule
def forbids_building(s: OutliveState, seat: int, slot: int) -> int:
    """OL-11.28: an unbuilt room and enough materials of any mix."""
    if s.room[seat][slot] == 0 or s.built[seat][slot] == 1:
        return clause(1, 6)
    return 0 if materials(s, seat) >= price_of_room(s, seat) else clause(11, 28)


@rule
def rooms_to_build(s: OutliveState, seat: int) -> int:
    """What `forbids_building` allows, as a mask."""
    mask = 0
    if materials(s, seat) >= price_of_room(s, seat):
        for slot in range(box.SLOTS):
            if s.room[seat][slot] > 0 and s.built[seat][slot] == 0:
                mask |= 1 << slot
    return mask


@rule
def begin_building(s: OutliveState, seat: int, slot: int) -> None:
    """OL-11.32: the discount works by itself on the first room built while it is active and unused."""
    price = price_of_room(s, seat)
    discount = unused_room(s, seat, Room.BUILD_DISCOUNT)
    if discount >= 0:
        use_room(s, seat, discount)
    push(s, Ask.PAY_ROOM, seat, slot, price, 0)


@rule
def forbids_paying_room(s: OutliveState, seat: int, res: int) -> int:
    """OL-11.28: any material."""
    return 0 if is_material(res) and s.store[seat][res] > 0 else clause(11, 28)


@rule
def pay_room(s: OutliveState, seat: int, res: int) -> None:
    """OL-11.28: when the last material is paid the room is turned to its built side."""
    pay(s, seat, res, 1)
    set_part(s, Paying.due, part(s, Paying.due) - 1)
    if part(s, Paying.due) == 0:
        slot = part(s, Paying.slot)
        pop(s)
        s.built[seat][slot] = 1
        emit(s, EVERYONE, Event.BUILT, seat, s.room[seat][slot] - 1)


@rule
def belongs_here(kind: int) -> bool:
    """OL-11.32: a room whose effect belongs to this step and needs no choice."""
    return kind == Room.AMMO4 or kind == Room.GAUGE_MINUS1 or kind == Room.NURSERY or kind == Room.DRAW2_EQUIPMENT


@rule
def forbids_room(s: OutliveState, seat: int, slot: int) -> int:
    """OL-11.31, OL-11.32, OL-12.23: a room of this step, active and unused; a nursery that is not full."""
    kind = s.room[seat][slot] - 1
    if not belongs_here(kind):
        return clause(11, 32)
    unusable = forbids_use(s, seat, slot)
    if unusable > 0 or kind != Room.NURSERY:
        return unusable
    if s.people[seat][slot] >= box.NURSERY_MOST:
        return clause(12, 23)
    return 0 if survivors_in_supply(s) > 0 else clause(1, 14)


@rule
def trigger_room(s: OutliveState, seat: int, slot: int) -> None:
    """OL-12.17, OL-12.21, OL-12.23, OL-12.25: ammo, a cleaner gauge, a new occupant, two broken tiles."""
    use_room(s, seat, slot)
    kind = s.room[seat][slot] - 1
    if kind == Room.AMMO4:
        gain(s, seat, Res.AMMO, box.AMMO_GIVEN)
    elif kind == Room.GAUGE_MINUS1:
        lower_gauge(s, seat)
    elif kind == Room.NURSERY:
        s.people[seat][slot] += 1
        emit(s, EVERYONE, Event.JOINED, seat, slot + 1, kind + 1)
    else:
        for _ in range(box.TILES_DRAWN):
            draw_gear(s, seat)


@rule
def finish_building(s: OutliveState, seat: int) -> None:
    """OL-12.3, OL-11.32: at the end of the step what is left is applied in slot order."""
    pop(s)
    for slot in range(box.SLOTS):
        if forbids_room(s, seat, slot) == 0:
            trigger_room(s, seat, slot)
    finish_step(s)


@rule
def forbids_scrapping(s: OutliveState, seat: int, kind: int) -> int:
    """OL-12.20: an own tile, with an active unused `scrap_equipment`."""
    if active_room(s, seat, Room.SCRAP_EQUIPMENT) < 0:
        return clause(12, 1)
    if unused_room(s, seat, Room.SCRAP_EQUIPMENT) < 0:
        return clause(11, 31)
    return 0 if s.gear[seat][kind] != NONE else clause(12, 20)


@rule
def scrap(s: OutliveState, seat: int, kind: int) -> None:
    """OL-12.20, OL-10.33: the tile is discarded, its three materials come from the supply."""
    use_room(s, seat, unused_room(s, seat, Room.SCRAP_EQUIPMENT))
    s.gear[seat][kind] = NONE
    s.discard[kind] += 1
    emit(s, EVERYONE, Event.SCRAPPED, seat, kind)
    for res in range(box.GOODS):
        gain(s, seat, res, box.REPAIR_COST[kind][res])
