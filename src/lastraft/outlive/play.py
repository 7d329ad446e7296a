"""What the built-in bots know of the game, and the default moves (OL-17.1)."""

from __future__ import annotations

from ..kernel import part, rule, top
from .components import CITY_OF, GEARS, PLACES, RADIATION, ROUNDS, SLOTS, Area, Res
from .moves import CHOICES, FIRST, MOST_CHOICES, PASS, RES, SIZE, refuses
from .night import airlock_need, room_need
from .scoring import rank, score
from .shelter import food, materials
from .state import BROKEN, DAM_ON, READY, Ask, OutliveState, Phase

PASS_CODE: int = FIRST[PASS]
RES_CODE: int = FIRST[RES]
FAR_AHEAD = 2400
"""Further ahead is not better: 24 points."""


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
    """How far the seat is ahead of the best other, on a scale from 0 to 1000; a point is 20."""
    if s.phase == Phase.OVER:
        return 1000 * (s.seats - rank(s, seat)) // (s.seats - 1)
    best = -FAR_AHEAD * 10
    for other in range(s.seats):
        if other != seat:
            best = max(best, worth(s, other))
    ahead = max(-FAR_AHEAD, min(FAR_AHEAD, worth(s, seat) - best))
    return 20 + (ahead + FAR_AHEAD) // 5


@rule
def worth(s: OutliveState, seat: int) -> int:
    """The score as it stands, and what promises more; 100 is a point."""
    value = 100 * score(s, seat) + worth_of_rooms(s, seat) + worth_of_store(s, seat) + worth_of_visit(s, seat)
    for kind in range(GEARS):
        if s.gear[seat][kind] == BROKEN:
            value += 25
        elif s.gear[seat][kind] == READY:
            value += 10 * nights_left(s)
    return value


@rule
def nights_left(s: OutliveState) -> int:
    """Nights that are still to come, this one included until its radiation has passed."""
    return min(ROUNDS, ROUNDS - s.day + (1 if s.phase <= Phase.RADIATION else 0))


@rule
def worth_of_rooms(s: OutliveState, seat: int) -> int:
    """Built rooms, the better the fuller; survivors in the airlock as far as they stop radiation."""
    left = nights_left(s)
    value = 0
    for slot in range(SLOTS):
        if s.built[seat][slot] == 1:
            places = PLACES[s.room[seat][slot] - 1]
            value += 30 * left + 40 * min(s.people[seat][slot], places)
            if s.people[seat][slot] >= places:
                value += 60 + 15 * left
    if left > 0:
        level = RADIATION[ROUNDS - left]
        value += 90 * min(s.airlock[seat], level)
    return value


@rule
def worth_of_store(s: OutliveState, seat: int) -> int:
    """Food as far as the night needs it, then as recruits; materials and ammo."""
    value = 35 * min(materials(s, seat), 12) + 10 * max(0, materials(s, seat) - 12)
    value += 15 * min(s.store[seat][Res.AMMO], 6) + 8 * min(s.store[seat][Res.CAN], 6)
    if s.phase <= Phase.FEED:
        need = room_need(s, seat) + airlock_need(s, seat)
        value += 95 * min(food(s, seat), need) + 40 * min(max(0, food(s, seat) - need), 5)
        value += 20 * min(s.store[seat][Res.WATER], airlock_need(s, seat))
    else:
        value += 15 * min(food(s, seat), 5)
    return value


@rule
def worth_of_visit(s: OutliveState, seat: int) -> int:
    """The actions that the seat's visiting hero has left, as far as the area has something to offer."""
    if s.depth == 0 or s.frame[0][0] != Ask.VISIT or s.frame[0][1] != seat:
        return 0
    area = s.place[seat][s.frame[0][2]]
    offer = s.pool[area]
    if CITY_OF[area] >= 0:
        offer = s.search_left[CITY_OF[area]] + 2
    if area == Area.DAM and s.frame[0][4] & DAM_ON == 0:
        offer = 0 if s.store[seat][Res.CHIP] == 0 else offer - 1
    return 28 * min(s.frame[0][3], offer)
