"""The default moves (OL-17.1)."""

from ...kernel import part, rule, top
from ..codes import FIRST, PASS, RES, SIZE
from ..state import Ask, Loot, OutliveState
from .legal import CHOICES, MOST_CHOICES, refuses

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
        return part(s, Loot.victim) == seat
    return ask != Ask.WAIVE and ask != Ask.WAIVE_MORE and ask != Ask.SPARE
