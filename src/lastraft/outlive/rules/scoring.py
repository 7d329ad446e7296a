"""The end (section 15)."""

from ...kernel import rule
from ..components import CARD_POINTS, GAUGE_POINTS, GEARS, HALVES, ROOM_SCORE, ROUNDS, SLOTS, SYMBOL_COUNT, Res
from ..state import READY, OutliveState, Phase
from .shelter import food, is_active, materials, survivors


@rule
def over(s: OutliveState) -> int:
    """OL-3.5: after the night of round 6."""
    return 1 if s.phase == Phase.OVER else 0


@rule
def event_score(s: OutliveState, seat: int) -> int:
    """OL-15.2: the points of each event the player ended."""
    points = 0
    for slot in range(ROUNDS):
        if s.ended[slot] == seat + 1:
            points += CARD_POINTS[s.card[slot] - 1]
    return points


@rule
def completed_rooms(s: OutliveState, seat: int) -> int:
    """OL-15.3, OL-1.8: built and every printed place filled; the airlock is no room."""
    n = 0
    for slot in range(SLOTS):
        if is_active(s, seat, slot):
            n += 1
    return n


@rule
def repaired_gear(s: OutliveState, seat: int) -> int:
    """OL-15.6: repaired tiles."""
    n = 0
    for kind in range(GEARS):
        if s.gear[seat][kind] >= READY:
            n += 1
    return n


@rule
def symbols(s: OutliveState, seat: int) -> int:
    """OL-10.8, OL-15.7: both halves of a symbol repaired."""
    n = 0
    for symbol in range(SYMBOL_COUNT):
        if s.gear[seat][HALVES[symbol][0]] >= READY and s.gear[seat][HALVES[symbol][1]] >= READY:
            n += 1
    return n


@rule
def score(s: OutliveState, seat: int) -> int:
    """OL-15.1 to OL-15.7."""
    rooms: int = ROOM_SCORE[completed_rooms(s, seat)]
    radiation: int = GAUGE_POINTS[s.gauge[seat]]
    others = survivors(s, seat) + repaired_gear(s, seat) + symbols(s, seat)
    return event_score(s, seat) + rooms + radiation + others


@rule
def is_ahead(s: OutliveState, one: int, other: int) -> bool:
    """OL-15.8: points, then food, then the other resources."""
    if score(s, one) != score(s, other):
        return score(s, one) > score(s, other)
    if food(s, one) != food(s, other):
        return food(s, one) > food(s, other)
    return materials(s, one) + s.store[one][Res.AMMO] > materials(s, other) + s.store[other][Res.AMMO]


@rule
def rank(s: OutliveState, seat: int) -> int:
    """OL-15.8, OL-15.9: players who are still level share their place."""
    place = 1
    for other in range(s.seats):
        if other != seat and is_ahead(s, other, seat):
            place += 1
    return place
