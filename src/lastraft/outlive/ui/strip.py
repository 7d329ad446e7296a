"""What a phone shows above the ring at all times: tonight's bill."""

from __future__ import annotations

import functools

from ...kernel import part, top
from ...protocol import Figure, Reader
from ...protocol.translations import Translator
from ..components import GAUGE_POINTS, Res
from ..frames import Feeding, Question
from ..rules.night import airlock_need, radiation_tonight, room_need
from ..rules.shelter import food as food_of
from ..rules.shelter import reserve_water, survivors
from ..state import Ask, OutliveState, Phase
from .shelter import points


def strip(r: Reader[OutliveState]) -> list[Figure]:
    """Water for the airlock and food for the rooms, each as had and needed; the gauge, the people and the score."""
    s, t, seat = r.state, r.t, r.seat
    if seat < 0:
        return []
    fed = s.phase > Phase.FEED or (s.phase == Phase.FEED and (seat - s.first) % s.seats < s.turn)
    if s.phase == Phase.FEED and top(s) == Ask.FEEDING and part(s, Question.seat) == seat:
        rooms, rows = part(s, Feeding.rooms), part(s, Feeding.rows)
    else:
        rooms, rows = (0, 0) if fed else (room_need(s, seat), airlock_need(s, seat))
    water = s.store[seat][Res.WATER] + reserve_water(s, seat)
    food = food_of(s, seat) - min(rows, water)
    lost = max(0, rows - water) + max(0, rooms - food)
    climbs = radiation_tonight(s, seat) if s.day and s.phase <= Phase.RADIATION else 0
    people = survivors(s, seat)
    return _bill(t, water, rows, food, rooms, GAUGE_POINTS[s.gauge[seat]], climbs, people, lost, points(r, seat))


@functools.lru_cache(4096)
def _bill(
    t: Translator,
    water: int,
    rows: int,
    food: int,
    rooms: int,
    gauge: int,
    climbs: int,
    people: int,
    lost: int,
    total: int,
) -> list[Figure]:
    return [
        Figure("res-water", f"{water}/{rows}", "", t("Tonight the airlock drinks {need} water; you have {n}.", n=water,
               need=rows), water < rows),
        Figure("bowl", f"{food}/{rooms}", "", t("Tonight the rooms eat {need} food; you have {n}.", n=food, need=rooms),
               food < rooms),
        Figure("trefoil", _signed(gauge), f"+{climbs}" if climbs else "",
               t("Radiation gauge {points}; it climbs {n} tonight.", points=gauge, n=climbs)),
        Figure("person", str(people), _signed(-lost) if lost else "", t.plural("{n} survivor", "{n} survivors", people),
               lost > 0),
        Figure("star", _signed(total), "", t("Your score now: {n}", n=total)),
    ]  # fmt: skip


def _signed(n: int) -> str:
    return f"\u2212{-n}" if n < 0 else str(n)
