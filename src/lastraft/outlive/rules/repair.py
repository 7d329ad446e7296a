"""Night, step 6: repair equipment (section 11.7)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part
from ..components import GEARS, GOODS, REPAIR_COST, REPAIR_DISCOUNT, REPAIR_PRICE, Room
from ..events import Event
from ..options import Choice
from ..state import BROKEN, READY, Ask, Discount, Mending, OutliveState
from .equipment import draw_gear
from .shelter import forbids_use, pay, use_room


@rule
def lacking(s: OutliveState, seat: int, kind: int) -> int:
    """How many of the printed materials the player does not have."""
    n = 0
    for res in range(GOODS):
        n += max(0, REPAIR_COST[kind][res] - s.store[seat][res])
    return n


@rule
def forbids_repair(s: OutliveState, seat: int, kind: int, discount: int) -> int:
    """OL-11.33, OL-11.38: a broken tile, and the part of its price that is to be paid."""
    if s.gear[seat][kind] != BROKEN:
        return clause(11, 33)
    return 0 if lacking(s, seat, kind) <= discount else clause(11, 38 if discount > 0 else 33)


@rule
def can_repair(s: OutliveState, seat: int, discount: int) -> bool:
    """OL-11.38: some broken tile can be repaired so."""
    for kind in range(GEARS):
        if forbids_repair(s, seat, kind, discount) == 0:
            return True
    return False


@rule
def forbids_repair_room(s: OutliveState, seat: int, slot: int, so_far: int) -> int:
    """OL-11.34, OL-11.37, OL-11.38: an active unused room of this step; all but `draw_and_repair` need a tile."""
    kind = s.room[seat][slot] - 1
    if kind < 0 or REPAIR_DISCOUNT[kind] == 0:
        return clause(11, 34)
    if so_far > 0 and s.option[Choice.REPAIR_DISCOUNTS_STACK] == 0:
        return clause(11, 37)
    unusable = forbids_use(s, seat, slot)
    if unusable > 0:
        return unusable
    if kind == Room.DRAW_AND_REPAIR or can_repair(s, seat, so_far + REPAIR_DISCOUNT[kind]):
        return 0
    return clause(11, 38)


@rule
def use_repair_room(s: OutliveState, seat: int, slot: int) -> None:
    """OL-12.12, OL-12.28, OL-12.32: from step 6; draw_and_repair draws first, and its repair may be declined."""
    kind = s.room[seat][slot] - 1
    use_room(s, seat, slot)
    if kind == Room.DRAW_AND_REPAIR:
        draw_gear(s, seat)
    push(s, Ask.DISCOUNTED, seat, REPAIR_DISCOUNT[kind], 1 if kind == Room.DRAW_AND_REPAIR else 0, 0)


@rule
def add_repair_room(s: OutliveState, seat: int, slot: int) -> None:
    """OL-11.37 with `repair_discounts_stack`: discounts add up; once another room is used a tile must be named."""
    kind = s.room[seat][slot] - 1
    use_room(s, seat, slot)
    if kind == Room.DRAW_AND_REPAIR:
        draw_gear(s, seat)
    else:
        set_part(s, Discount.optional, 0)
    set_part(s, Discount.less, part(s, Discount.less) + REPAIR_DISCOUNT[kind])


@rule
def begin_discounted(s: OutliveState, seat: int, kind: int) -> None:
    """OL-11.35: with one less the player chooses what is not paid, with two less what is paid; three make it free."""
    discount = part(s, Discount.less)
    pop(s)
    if discount >= REPAIR_PRICE:
        repaired(s, seat, kind)
    elif discount == 1:
        push(s, Ask.SPARE, seat, kind, 0, 0)
    else:
        push(s, Ask.SINGLE, seat, kind, 0, 0)


@rule
def forbids_sparing(s: OutliveState, seat: int, res: int) -> int:
    """OL-11.35, OL-11.38: a printed material, where the rest can be paid."""
    kind = part(s, Mending.kind)
    if REPAIR_COST[kind][res] == 0:
        return clause(11, 35)
    spared = 1 if REPAIR_COST[kind][res] > s.store[seat][res] else 0
    return 0 if lacking(s, seat, kind) - spared == 0 else clause(11, 38)


@rule
def spare(s: OutliveState, seat: int, res: int) -> None:
    """OL-11.35: all but one of the printed materials are paid."""
    kind = part(s, Mending.kind)
    pop(s)
    emit(s, EVERYONE, Event.WAIVED, seat, res)
    for other in range(GOODS):
        pay(s, seat, other, REPAIR_COST[kind][other] - (1 if other == res else 0))
    repaired(s, seat, kind)


@rule
def forbids_single(s: OutliveState, seat: int, res: int) -> int:
    """OL-11.35, OL-11.38: a printed material that the player has."""
    if REPAIR_COST[part(s, Mending.kind)][res] == 0:
        return clause(11, 35)
    return 0 if s.store[seat][res] > 0 else clause(11, 38)


@rule
def pay_single(s: OutliveState, seat: int, res: int) -> None:
    """OL-11.35: one of the printed materials is paid."""
    kind = part(s, Mending.kind)
    pop(s)
    pay(s, seat, res, 1)
    repaired(s, seat, kind)


@rule
def repair(s: OutliveState, seat: int, kind: int) -> None:
    """OL-11.33, OL-11.36: exactly the three materials printed on the tile, whenever it was found."""
    for res in range(GOODS):
        pay(s, seat, res, REPAIR_COST[kind][res])
    repaired(s, seat, kind)


@rule
def repaired(s: OutliveState, seat: int, kind: int) -> None:
    """OL-11.33, OL-10.2: it moves to the right of the shelter and works from now on."""
    s.gear[seat][kind] = READY
    emit(s, EVERYONE, Event.REPAIRED, seat, kind)
