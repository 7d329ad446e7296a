"""What the log points at: the elements of the drawing that an event names, and the sign that stands before its line."""

from __future__ import annotations

from ...kernel import Emitted
from ..components import HURRICANE, IDS, Card
from ..events import Event
from ..state import Check

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


def things(event: Emitted, reader: int) -> tuple[str, ...]:
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


SIGNS = {
    Event.FIRST_PLAYER: "i-first",
    Event.BALL: "ball-white",
    Event.FISHED: "i-food",
    Event.WATERED: "i-water",
    Event.WOOD: "i-wood",
    Event.BUILT: "i-raft",
    Event.BITTEN: "i-snake",
    Event.SEARCHED: "i-search",
    Event.RESHUFFLED: "card-back",
    Event.WITH_MATCHES: "art-matches",
    Event.SICK: "i-snake",
    Event.CURED: "art-anti_venom",
    Event.BITE_CURED: "art-anti_venom",
    Event.RECOVERED: "i-shield",
    Event.WOOD_LOST: "i-wood",
    Event.REVIVED: "art-voodoo_doll",
    Event.TURN_GAINED: "i-clock",
    Event.IMPOSED: "art-pendulum",
    Event.CHIEF: "i-chief",
    Event.STOLE: "art-sleeping_pills",
    Event.PICKED: "art-flashlight",
    Event.MILLED: "art-vegetable_mill",
    Event.GRILLED: "art-cannibal_bbq_kit",
    Event.SHOT: "art-gun",
    Event.STOPPED: "art-sheet_metal",
    Event.KILLED: "i-skull",
    Event.DIED: "i-skull",
    Event.INHERITED: "i-card",
    Event.GAVE: "i-gift",
    Event.OFFERED: "i-swap",
    Event.DECLINED: "i-swap",
    Event.WITHDREW: "i-swap",
    Event.LAPSED: "i-swap",
    Event.EXCHANGED: "i-swap",
    Event.CALLED: "i-skull",
    Event.VOTED: "i-hand",
    Event.NOT_VOTED: "i-clock",
    Event.TIED: "i-chief",
    Event.DESIGNATED: "i-hand",
    Event.SAVED: "i-shield",
    Event.LET_OFF: "i-shield",
    Event.SAID: "i-raft",
    Event.STAYED: "prop-fire",
    Event.LEFT: "i-raft",
    Event.LOST: "i-skull",
}
"""The signs of what is not about a card, a store or the sky."""
GRAVE = frozenset(
    [Event.BITTEN, Event.SICK, Event.KILLED, Event.DIED, Event.SHORT, Event.EMPTY, Event.DESIGNATED, Event.LOST]
)


def sign(event: Emitted) -> str:
    """The symbol of what an event is about."""
    kind = Event(event.kind)
    if kind in (Event.ROUND, Event.SAW_WEATHER):
        return "wx-h" if event.b == HURRICANE else f"wx-{event.b}"
    if kind == Event.BASKET:
        return f"art-{IDS[Card.FRUIT_BASKET]}"
    if kind in OF_A_STORE:
        return CHECKED.get(Check(event.a), "store-raft").replace("store-", "i-")
    if kind in TWO_SEATS_AND_CARD:
        return f"art-{IDS[event.c]}"
    if kind in SEAT_AND_CARD or kind == Event.SAW_DECK:
        return f"art-{IDS[event.b]}"
    return SIGNS[kind]
