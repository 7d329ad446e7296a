"""What a phone shows above the ring at all times: the bill of the night."""

from __future__ import annotations

import functools

from ...protocol import Figure, Reader
from ...protocol.translations import Translator
from ..components import ROUNDS
from ..names import signed
from ..rules.shelter import survivors
from ..state import OutliveState
from .shelter import Bill, bill_of, seen


def strip(r: Reader[OutliveState]) -> list[Figure]:
    """Water for the airlock and food for the rooms, each as had and needed; the gauge, the people and the score."""
    s, t, seat = r.state, r.t, r.seat
    if seat < 0:
        return []
    bill = bill_of(r, seat)
    night = t("tonight") if not bill.later else t("tomorrow") if s.day < ROUNDS else ""
    return _figures(t, bill, night if bill.rows + bill.rooms else "", survivors(s, seat), seen(r, seat).points)


@functools.lru_cache(4096)
def _figures(t: Translator, bill: Bill, night: str, people: int, total: int) -> list[Figure]:
    """``night`` says below the figures of which night they are."""
    water, rows, food, rooms, gauge, after, later = bill
    if later:
        drinks = eats = t(
            "Tomorrow night: {rows} water for the airlock, {rooms} food for the rooms.", rows=rows, rooms=rooms
        )
    else:
        drinks = t("Tonight the airlock drinks {need} water; you have {n}.", n=water, need=rows)
        eats = t("Tonight the rooms eat {need} food; you have {n}.", n=food, need=rooms)
        if rooms and water > rows:
            eats = f"{eats} {t('Of that, water that the airlock leaves: {n}.', n=water - rows)}"
    lost = bill.lost
    return [
        Figure("res-water", f"{water}/{rows}", night, drinks, water < rows and not later),
        Figure("bowl", f"{food}/{rooms}", night, eats, food < rooms and not later),
        Figure("trefoil", signed(gauge), f"\u2192{signed(after)}" if after != gauge else "",
               t("Your radiation gauge counts {points}; after tonight {after}.", points=signed(gauge),
                 after=signed(after))),
        Figure("person", str(people), _signed(-lost) if lost else "", t.plural("{n} survivor", "{n} survivors", people),
               lost > 0),
        Figure("star", _signed(total), "", t("Your score now: {n}", n=total)),
    ]  # fmt: skip


def _signed(n: int) -> str:
    return f"\u2212{-n}" if n < 0 else str(n)
