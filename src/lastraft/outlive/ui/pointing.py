"""What the log points at: the elements of the drawing that an event names, and the picture of what it is about."""

from __future__ import annotations

from ...kernel import Emitted
from ..components import AREA_IDS, CARD_IDS, CITY_IDS, GEAR_IDS, HERO_IDS, LEADER_IDS, RES_IDS, TOKEN_IDS, WEAKEST_SPACE
from ..events import Event

GOODS = frozenset([Event.LOST, Event.GAINED, Event.PAID, Event.WAIVED, Event.SPOILT])
GEAR = frozenset([Event.TOOK, Event.USED, Event.SCRAPPED, Event.DREW, Event.REFUSED, Event.REPAIRED])
OF_A_CITY = frozenset([Event.SAW_TOKEN, Event.SHOWN, Event.SET_ASIDE])
OF_AN_AREA = frozenset([Event.SAW_ANIMAL, Event.TOP_ANIMAL])
PLACES = {Event.ALGAE: "algae", Event.PURIFIED: "purifier", Event.DRY: "purifier"}
OWN_PLACES = {Event.GAUGE: "gauge", Event.RECRUITED: "airlock"}
OF_NOBODY = frozenset([Event.DAWN, Event.NIGHT, Event.STRIKES, Event.RESHUFFLED, Event.OVER])


def things(event: Emitted, reader: int) -> tuple[str, ...]:
    kind, seat = Event(event.kind), f"seat-{event.a}"
    if kind == Event.TURNED:
        return (f"event-{event.b}",)
    if kind in OF_NOBODY:
        return ()
    if kind in OF_A_CITY:
        return (f"area-{CITY_IDS[event.a]}", f"stack-{CITY_IDS[event.a]}")
    if kind in OF_AN_AREA:
        return (f"area-{AREA_IDS[event.a]}", f"stack-{AREA_IDS[event.a]}")
    own = _own(kind, event) if event.a == reader else ()
    return seat, *_on_the_ring(kind, event), *own


def _on_the_ring(kind: Event, event: Emitted) -> tuple[str, ...]:
    """What an event of a seat names that all see."""
    if kind in (Event.PLACED, Event.MOVED):
        return f"hero-{event.a}-{HERO_IDS[event.b]}", f"area-{AREA_IDS[event.c]}"
    if kind in (Event.MARY_DREW, Event.SEARCHED, Event.PEEKED):
        return f"area-{CITY_IDS[event.b]}", f"stack-{CITY_IDS[event.b]}"
    if kind == Event.IDLE:
        return (f"area-{AREA_IDS[event.b]}",)
    if kind == Event.LOOKED:
        return (f"stack-{AREA_IDS[event.b]}",)
    if kind in (Event.PRESSED, Event.HANDED):
        return (f"seat-{event.b}",)
    if kind == Event.BOARDED:
        return (f"space-{WEAKEST_SPACE + event.b}",)
    return (PLACES[kind],) if kind in PLACES else ()


def _own(kind: Event, event: Emitted) -> tuple[str, ...]:
    """What lies in the reader's own shelter."""
    if kind in GOODS:
        return (f"store-{RES_IDS[event.b]}",)
    if kind == Event.HANDED:
        return (f"store-{RES_IDS[event.c]}",)
    if kind in GEAR:
        return (f"own-{GEAR_IDS[event.b]}",)
    if kind in (Event.JOINED, Event.LOST_SURVIVOR):
        return (f"room-{event.b - 1}" if event.b else "airlock",)
    return (OWN_PLACES[kind],) if kind in OWN_PLACES else ()


_PICTURES = {
    Event.KEPT: "door",
    Event.BUILT: "hammer",
    Event.ROOM_USED: "door",
    Event.GUARDED: "door",
    Event.SPLIT: "person",
    Event.STAFFED: "person",
    Event.JOINED: "join",
    Event.RECRUITED: "join",
    Event.LOST_SURVIVOR: "person",
    Event.LEFT_ABOARD: "person",
    Event.HUNGER: "bowl-e",
    Event.FIRST: "first",
    Event.MARKER: "first",
    Event.DAWN: "sun",
    Event.NIGHT: "moon",
    Event.OVER: "truck-art",
    Event.GAUGE: "trefoil",
    Event.ALGAE: "tok-algae_pills",
    Event.ARMOUR: "eq-body_armour",
    Event.DEFENDED: "res-ammo",
    Event.PURIFIED: "res-water",
    Event.RESERVE: "res-water",
    Event.PEEKED: "eye",
    Event.LOOKED: "eye",
    Event.BROKE_OFF: "paw",
    Event.RESHUFFLED: "wrench",
}
"""Pictures that are always the same; whatever has none shows the sign of its seat."""


def symbol(event: Emitted) -> str:
    """The id of the picture of what an event is about."""
    kind, a, b, c = Event(event.kind), event.a, event.b, event.c
    if kind in _PICTURES:
        return _PICTURES[kind]
    if kind in GOODS or kind == Event.HANDED:
        return f"res-{RES_IDS[c if kind == Event.HANDED else b]}"
    if kind in GEAR or kind == Event.SHOWN:
        return f"eq-{GEAR_IDS[b]}"
    if kind in (Event.TURNED, Event.STRIKES, Event.SPARED, Event.ENDED):
        return f"ev-{CARD_IDS[a if kind in (Event.TURNED, Event.STRIKES) else b]}"
    if kind in (Event.HUNTED, Event.TOP_ANIMAL, Event.SAW_ANIMAL):
        return f"animal-{b}"
    if kind in (Event.MARY_DREW, Event.SEARCHED):
        return f"tok-{TOKEN_IDS[c]}"
    if kind in (Event.MARY_THREW, Event.SET_ASIDE, Event.SAW_TOKEN):
        return f"tok-{TOKEN_IDS[b]}"
    return f"lead-{LEADER_IDS[b]}" if kind == Event.LED else f"shape-{a}"
