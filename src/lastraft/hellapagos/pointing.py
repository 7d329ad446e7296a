"""What the log points at: the elements of the drawing that an event names."""

from __future__ import annotations

from ..kernel import Told
from .components import IDS
from .state import Check, Event

TWO_SEATS = frozenset(
    [
        Event.STOLE,
        Event.SHOT,
        Event.KILLED,
        Event.INHERITED,
        Event.GAVE,
        Event.OFFERED,
        Event.DECLINED,
        Event.WITHDREW,
        Event.LAPSED,
        Event.EXCHANGED,
        Event.VOTED,
    ]
)
SEAT_AND_CARD = frozenset(
    [
        Event.DEALT,
        Event.FOUND,
        Event.TOOK,
        Event.LAID,
        Event.COMMON,
        Event.PLAYED,
        Event.NAMED,
        Event.FED,
        Event.SAW_HAND,
        Event.DISCARDED,
    ]
)
TWO_SEATS_AND_CARD = frozenset([Event.STOLEN, Event.RECEIVED, Event.CLAIMED, Event.WISHED, Event.SHOWN])
OF_A_STORE = frozenset([Event.SHORT, Event.EMPTY, Event.PAID, Event.BASKET, Event.SURPLUS])
WITHOUT_A_SEAT = {
    Event.BUILT: "store-raft",
    Event.WOOD_LOST: "store-raft",
    Event.LEFT: "store-raft",
    Event.MILLED: "store-water",
    Event.GRILLED: "store-food",
    Event.RESHUFFLED: "deck-0",
    Event.SAW_DECK: "deck-0",
    Event.STAYED: "fire",
    Event.LOST: "fire",
}
STORES = {
    Event.FISHED: "store-food",
    Event.WATERED: "store-water",
    Event.WOOD: "store-raft",
    Event.SEARCHED: "place-search",
}
CHECKED = {
    Check.WATER: "store-water",
    Check.FOOD: "store-food",
    Check.SEATS: "store-raft",
    Check.TRIP_WATER: "store-water",
    Check.TRIP_FOOD: "store-food",
}


def things(event: Told, reader: int) -> tuple[str, ...]:
    kind, first, second = Event(event.kind), f"seat-{event.a}", f"seat-{event.b}"
    if kind in (Event.ROUND, Event.SAW_WEATHER):
        return (f"weather-{event.a}",)
    if kind in WITHOUT_A_SEAT:
        return (WITHOUT_A_SEAT[kind],)
    if kind in OF_A_STORE:
        return (CHECKED[Check(event.a)],) if event.a else ()
    if kind in TWO_SEATS:
        return first, second
    if kind in TWO_SEATS_AND_CARD:
        return first, second, f"card-{IDS[event.c]}"
    if kind in SEAT_AND_CARD:
        card = (f"card-{IDS[event.b]}",) if event.a == reader else ()
        return (first, *card, f"seat-{event.c}") if kind in (Event.NAMED, Event.FED) else (first, *card)
    return (first, STORES[kind]) if kind in STORES else (first,)
