"""What the log points at: the elements of the drawing that an event names."""

from __future__ import annotations

from ...kernel import Emitted
from ..components import FACE_NAMES, SPACE_NAMES, adventurer_name, creature_name
from ..events import Event

SHAPES = {
    Event.PLACED: "ax-",
    Event.LAUNCHED: "sx-",
    Event.TURN: "s--",
    Event.WALKED: "axx",
    Event.SWAM: "axx",
    Event.SAILED: "sxx",
    Event.BOARDED: "ax-",
    Event.USED: "sf-",
    Event.CARRIED: "axx",
    Event.DIVED: "cxx",
    Event.SANK: "sx-",
    Event.SHOWED: "x--",
    Event.KEPT: "s--",
    Event.FOUND: "sf-",
    Event.NOTHING: "x--",
    Event.APPEARED: "cxx",
    Event.RAFT_APPEARED: "xx-",
    Event.ROLLED: "sd-",
    Event.MOVED: "cxx",
    Event.DRIVEN: "cxx",
    Event.PUSHED: "axx",
    Event.ELIMINATED: "ax-",
    Event.RAFT_LOST: "x--",
    Event.CREATURE_LEFT: "cx-",
    Event.REPELLED: "scx",
    Event.WORTH: "a--",
}
"""What each number is: an adventurer, a creature, a seat, a space, a tile of the reader's own, the die."""


def things(event: Emitted, reader: int) -> tuple[str, ...]:
    shape = SHAPES.get(Event(event.kind), "---")
    numbers = zip(shape, (event.a, event.b, event.c), strict=True)
    found = (_thing(sign, n) for sign, n in numbers if sign != "f" or event.a == reader)
    return tuple(id for id in found if id)


def _thing(sign: str, n: int) -> str:
    if sign == "a":
        return adventurer_name(n)
    if sign == "c":
        return creature_name(n)
    if sign == "s":
        return f"seat-{n}"
    if sign == "x":
        return f"space-{SPACE_NAMES[n]}" if n else ""
    if sign == "f":
        return f"own-{FACE_NAMES[n]}"
    return "die" if sign == "d" else ""
