"""What the built-in bots know of the game, and the default moves (OL-17.1)."""

from __future__ import annotations

from ..kernel import part, rule, top
from .components import GEARS, SLOTS, Res
from .moves import CHOICES, FIRST, MOST_CHOICES, PASS, RES, SIZE, refuses
from .night import airlock_need, room_need
from .scoring import score
from .shelter import food, materials
from .state import BROKEN, Ask, OutliveState, Phase

PASS_CODE: int = FIRST[PASS]
RES_CODE: int = FIRST[RES]


@rule
def timeout(s: OutliveState, seat: int) -> int:
    """OL-17.1: pass where that is offered; where something is lost or paid, the kind of which most is owned (a survivor
    from the airlock first, then from the lowest slot); otherwise the lowest code."""
    ask = top(s)
    lowest = -1
    most = -1
    for k in range(MOST_CHOICES):
        family = CHOICES[ask][k]
        if family < 0:
            break
        for i in range(SIZE[family]):
            if refuses(s, ask, seat, family, i) == 0:
                if family == PASS:
                    return PASS_CODE
                if lowest < 0:
                    lowest = FIRST[family] + i
                if family == RES and (most < 0 or s.store[seat][i] > s.store[seat][most]):
                    most = i
    if most >= 0 and pays_own_goods(s, ask, seat):
        return RES_CODE + most
    return lowest


@rule
def pays_own_goods(s: OutliveState, ask: int, seat: int) -> bool:
    """OL-17.1: whether the answer is what the seat itself loses or pays."""
    if ask == Ask.LOOT:
        return part(s, 1) == seat
    return ask != Ask.WAIVE and ask != Ask.WAIVE_MORE and ask != Ask.SPARE


@rule
def evaluate(s: OutliveState, seat: int) -> int:
    """The score as it stands and what promises more: built and half-staffed rooms, goods, food for the night, tiles
    to repair. 100 is a point."""
    value = 100 * score(s, seat)
    left = 7 - s.day if s.day > 0 else 6
    for slot in range(SLOTS):
        if s.built[seat][slot] == 1:
            value += 40 + 30 * s.people[seat][slot]
    for kind in range(GEARS):
        if s.gear[seat][kind] == BROKEN:
            value += 25
    value += 18 * min(materials(s, seat), 24) + 12 * min(s.store[seat][Res.AMMO], 8)
    value += 4 * min(s.store[seat][Res.CAN], 8)
    if s.phase < Phase.RECRUIT:
        need = room_need(s, seat) + airlock_need(s, seat)
        value += 20 * min(food(s, seat), need + 3) - (60 if food(s, seat) < need else 0)
    return value + left * 5 * min(s.airlock[seat], 3)
