"""What one clicks: the elements of the drawing that make up a move, and moves made in one go."""

from collections.abc import Sequence

from ...kernel import clause, part, top
from ...protocol import Reader, Shortcut
from .. import components as box
from ..codes import FAMILIES
from ..rules.areas import displayed
from ..rules.event_cards import is_face_up, slot_of
from ..rules.legal import OFFERED, asked, forbids
from ..rules.shelter import active_room
from ..state import BROKEN, NONE, Ask, Boarding, OutliveState, Phase, Question
from .amounts import amounts
from .board import working_area
from .labels import careful, label
from .outcomes import outcome


def clicks(r: Reader[OutliveState], move: int) -> tuple[str, ...]:
    """The elements that make up a move: a hero and an area, a pool, a room; none for what is only a button."""
    s, seat = r.state, r.seat
    family, i = FAMILIES[move]
    if family in ("AREA", "RES") and not OFFERED[top(s)][FAMILIES.of[move]]:
        return ()  # areas and stores are there for other reasons too
    if family in _NAMED:
        before, names = _NAMED[family]
        return (f"{before}{names[i]}",)
    here = working_area(s)
    if family == "PEEK":
        looking = () if top(s) == Ask.MARY_DRAW else (f"room-{active_room(s, seat, box.Room.PEEK_SEARCH)}",)
        return *looking, f"stack-{box.CITY_IDS[i]}"
    if family == "MOVE":
        area = f"area-{box.AREA_IDS[i % box.AREAS]}"
        return (area,) if _last_hero(s, seat) >= 0 else (f"hero-{seat}-{box.HERO_IDS[i // box.AREAS]}", area)
    if family == "GATHER":
        return (f"pool-{box.AREA_IDS[here]}",)
    if family in ("SEARCH", "HUNT"):
        return (f"stack-{box.AREA_IDS[here]}",)
    if family == "TAKE":
        return (f"show-{box.AREA_IDS[here]}-{displayed(s, box.CITY_OF[here], i)}",)
    if family == "PLACE":
        return (f"room-{i - 1}" if i else "airlock",)
    if family in ("ROOM", "BUILD"):
        return (f"room-{i}",)
    if family == "SPACE":
        return (f"space-{box.WEAKEST_SPACE + part(s, Boarding.space) + i}",)
    if family == "EVENT":
        return (f"event-{slot_of(s, i) + 1}",)
    return ()


MOVES, YES = (next(family.first for family in FAMILIES.all if family.name == name) for name in ("MOVE", "YES"))
_NAMED: dict[str, tuple[str, Sequence[str]]] = {
    "KEEP_ROOM": ("keep-", box.ROOM_IDS[box.BASIC_ROOMS :]),
    "LEADER": ("leader-", box.LEADER_IDS),
    "AREA": ("area-", box.AREA_IDS),
    "RES": ("store-", box.RES_IDS),
    "ALGAE": ("", ["algae"]),
    "ACTIVATE_DAM": ("", ["purifier"]),
    "PREY": ("prey-", [str(box.WEAKEST_PREY + i) for i in range(box.PREY)]),
    "ITEM": ("own-", box.GEAR_IDS),
    "REPAIR": ("own-", box.GEAR_IDS),
    "SCRAP": ("own-", box.GEAR_IDS),
    "TOKEN": ("token-", box.TOKEN_IDS),
}
"""Families whose moves are one click on something that carries the name."""


def _last_hero(s: OutliveState, seat: int) -> int:
    """The only hero that is still to move, or -1: then an area alone says what is meant."""
    lying = [hero for hero in range(box.HEROES) if s.standing[seat][hero] == 0]
    return lying[0] if top(s) == Ask.TURN and part(s, Question.seat) == seat and len(lying) == 1 else -1


def wrong(r: Reader[OutliveState], clicks: list[str]) -> int:
    """What forbids a click that no move begins with: an event that cannot be ended yet, a broken tile by day; and while
    a hero is at work, whatever is elsewhere and a tile of a kind that one owns."""
    s, seat, clicked = r.state, r.seat, clicks[-1] if clicks else ""
    if not s.depth or asked(s) != seat:
        return 0
    ask, here = top(s), working_area(s)
    if ask == Ask.END_EVENT and clicked in _EVENTS:
        return 0 if is_face_up(s, _EVENTS.index(clicked)) else clause(11, 8)
    if s.phase == Phase.DAY and clicked in _OWN:
        return clause(10, 1) if s.gear[seat][_OWN.index(clicked)] == BROKEN else 0
    if ask != Ask.VISIT or clicked not in _AREA_OF:
        return 0
    if _AREA_OF[clicked] != here:
        return clause(9, 58)
    if clicked not in _SHOWN:
        return 0
    tile = s.display[box.CITY_OF[here]][_SHOWN[clicked]] - 1
    return clause(9, 55) if tile >= 0 and s.gear[seat][tile] != NONE else 0


_EVENTS = [f"event-{i + 1}" for i in range(box.ROUNDS)]
_OWN = [f"own-{name}" for name in box.GEAR_IDS]
_SHOWN = {f"show-{name}-{i}": i for name in box.CITY_IDS for i in range(box.DISPLAY)}
"""Which tile of a display an element is."""
_AREA_OF: dict[str, int] = {
    **{f"{what}-{name}": i for what in ("area", "pool", "stack") for i, name in enumerate(box.AREA_IDS)},
    **{f"show-{name}-{i}": box.AREA_IDS.index(name) for name in box.CITY_IDS for i in range(box.DISPLAY)},
    **{f"space-{box.WEAKEST_SPACE + i}": box.Area.CARGO for i in range(box.SPACES)},
    "algae": box.Area.BASE,
    "purifier": box.Area.DAM,
}
"""The area in which an element is."""
HELPS = (Ask.GUARD, Ask.BAT, Ask.ARMOUR, Ask.DISCOUNT)
"""Questions whose yes costs nothing: that is the first answer, and the large one."""


def _helping(r: Reader[OutliveState]) -> list[Shortcut]:
    """A room or a tile that spares one something."""
    if not r.state.depth or top(r.state) not in HELPS or part(r.state, Question.seat) != r.seat:
        return []
    return [Shortcut((YES,), label(r, YES), (), "", outcome(r, YES), first=True)]


def shortcuts(r: Reader[OutliveState]) -> list[Shortcut]:
    """Amounts in one go; and whoever clicks the last hero first may do so."""
    seat = r.seat
    hero = _last_hero(r.state, seat)
    codes = range(MOVES + hero * box.AREAS, MOVES + (hero + 1) * box.AREAS) if hero >= 0 else ()
    return [*amounts(r), *_helping(r)] + [
        Shortcut((code,), label(r, code), (f"hero-{seat}-{box.HERO_IDS[hero]}", *clicks(r, code)), careful(r, code))
        for code in codes
        if forbids(r.state, seat, code) == 0
    ]
