"""What one clicks: the elements of the drawing that make up a move, and moves made in one go."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Reader, Shortcut
from ..codes import FAMILIES
from ..components import (
    AREA_IDS,
    AREAS,
    BASIC_ROOMS,
    CITY_IDS,
    CITY_OF,
    GEAR_IDS,
    HERO_IDS,
    HEROES,
    LEADER_IDS,
    PREY,
    RES_IDS,
    ROOM_IDS,
    TOKEN_IDS,
    WEAKEST_PREY,
    WEAKEST_SPACE,
    Room,
)
from ..rules.areas import displayed
from ..rules.event_cards import slot_of
from ..rules.legal import OFFERED, forbids
from ..rules.shelter import active_room
from ..state import Ask, OutliveState
from .board import visited
from .labels import careful, label


def clicks(r: Reader[OutliveState], move: int) -> tuple[str, ...]:
    """The elements that make up a move: a hero and an area, a pool, a room; none for what is only a button."""
    s, seat = r.state, r.seat
    family, i = FAMILIES[move]
    if family in ("AREA", "RES") and not OFFERED[top(s)][FAMILIES.of[move]]:
        return ()  # areas and stores are there for other reasons too
    if family in _NAMED:
        before, names = _NAMED[family]
        return (f"{before}{names[i]}",)
    here = visited(s)
    if family == "PEEK":
        looking = () if top(s) == Ask.MARY_DRAW else (f"room-{active_room(s, seat, Room.PEEK_SEARCH)}",)
        return *looking, f"stack-{CITY_IDS[i]}"
    if family == "MOVE":
        area = f"area-{AREA_IDS[i % AREAS]}"
        return (area,) if _last_hero(s, seat) >= 0 else (f"hero-{seat}-{HERO_IDS[i // AREAS]}", area)
    if family == "GATHER":
        return (f"pool-{AREA_IDS[here]}",)
    if family in ("SEARCH", "HUNT"):
        return (f"stack-{AREA_IDS[here]}",)
    if family == "TAKE":
        return (f"show-{AREA_IDS[here]}-{displayed(s, CITY_OF[here], i)}",)
    if family == "PLACE":
        return (f"room-{i - 1}" if i else "airlock",)
    if family in ("ROOM", "BUILD"):
        return (f"room-{i}",)
    if family == "SPACE":
        return (f"space-{WEAKEST_SPACE + part(s, 1) + i}",)
    if family == "EVENT":
        return (f"event-{slot_of(s, i) + 1}",)
    return ()


MOVES = next(family.first for family in FAMILIES.all if family.name == "MOVE")


_NAMED: dict[str, tuple[str, Sequence[str]]] = {
    "KEEP_ROOM": ("keep-", ROOM_IDS[BASIC_ROOMS:]),
    "LEADER": ("leader-", LEADER_IDS),
    "AREA": ("area-", AREA_IDS),
    "RES": ("store-", RES_IDS),
    "ALGAE": ("", ["algae"]),
    "ACTIVATE_DAM": ("", ["purifier"]),
    "PREY": ("prey-", [str(WEAKEST_PREY + i) for i in range(PREY)]),
    "ITEM": ("own-", GEAR_IDS),
    "REPAIR": ("own-", GEAR_IDS),
    "SCRAP": ("own-", GEAR_IDS),
    "TOKEN": ("token-", TOKEN_IDS),
}
"""Families whose moves are one click on something that carries the name."""


def _last_hero(s: OutliveState, seat: int) -> int:
    """The only hero that is still to move, or -1: then an area alone says what is meant."""
    lying = [hero for hero in range(HEROES) if s.standing[seat][hero] == 0]
    return lying[0] if top(s) == Ask.TURN and part(s, 0) == seat and len(lying) == 1 else -1


def shortcuts(r: Reader[OutliveState]) -> list[Shortcut]:
    """Whoever clicks the last hero first may do so."""
    seat = r.seat
    hero = _last_hero(r.state, seat)
    codes = range(MOVES + hero * AREAS, MOVES + (hero + 1) * AREAS) if hero >= 0 else ()
    return [
        Shortcut((code,), label(r, code), (f"hero-{seat}-{HERO_IDS[hero]}", *clicks(r, code)), careful(r, code))
        for code in codes
        if forbids(r.state, seat, code) == 0
    ]
