"""The faces of rooms, equipment, events and leaders: a drawing and a few words of our own each."""

import functools
import textwrap
from collections.abc import Sequence

from ...protocol.drawing import number, safe
from ...protocol.translations import Translator
from .. import components as box
from .. import names
from ..state import BROKEN, NONE
from .labels import about_leader, about_room
from .scenery import PLACE

Rules = bytes
"""The options of a table, which say what its rooms and tiles do, as a key that is hashed once."""
WALKERS = ("person", "person-b", "person", "person-c", "person-b")
GRID = "M0 20h140M0 40h140M0 60h140M0 80h140M20 0v96M40 0v96M60 0v96M80 0v96M100 0v96M120 0v96"
CAPTION = 125
"""The width of what a room does; letters may be wider than narrow ones where no narrow font is installed."""


@functools.lru_cache(4096)
def fitted(text: str, room: float, size: float) -> str:
    """The attribute that squeezes a text in narrow letters of that size which is too long for its room."""
    return _squeezed(room) if _length(text, size) > room else ""


def _squeezed(room: float) -> str:
    return f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'


def _length(text: str, size: float) -> float:
    """About how long a text in narrow letters is."""
    thin, broad = sum(map(text.count, "iljtfrI.,:;' ")), sum(map(text.count, "mwMW"))
    return size * (0.46 * len(text) - 0.23 * thin + 0.2 * broad)


def _tokens(amounts: dict[str, int]) -> list[str]:
    """The pictures of a price, one for each token."""
    return [f"res-{res}" for res, n in amounts.items() for _ in range(n)]


def joins_right(kind: int) -> bool:
    """Whether the tile carries the left half of its sign, on its right edge."""
    return bool(box.DATA["equipment"][kind]["symbol_half"] == "left")


def half_sign(kind: int, x: float, y: float, size: float) -> str:
    """The half of a sign that a piece of equipment carries; two repaired halves meet as one sign."""
    half = "0 0 12 24" if joins_right(kind) else "12 0 12 24"
    return (
        f'<svg class="half" x="{x:g}" y="{y:g}" width="{size / 2:g}" height="{size:g}" viewBox="{half}">'
        f'<use href="#sym-{box.DATA["equipment"][kind]["symbol"]}" width="24" height="24"/></svg>'
    )


def partner(kind: int) -> int:
    """The tile that carries the other half of a tile's sign."""
    return next(other for other in range(box.GEARS) if other != kind and box.SYMBOL[other] == box.SYMBOL[kind])


def pays_twice(owned: Sequence[int], kind: int) -> bool:
    """Whether the repair of a tile completes a symbol as well; ``owned``: the state of each kind."""
    return owned[partner(kind)] not in (NONE, BROKEN)


def completes(t: Translator, kind: int) -> str:
    """With which other tile a tile completes a symbol, and what that counts."""
    other = t(names.GEAR_NAMES[partner(kind)])
    return t("Its half of a symbol fits the {tile}: both repaired count 1 point more.", tile=other)


def gear_title(t: Translator, kind: int, rules: Rules) -> str:
    """What a tile is called, what it does, and with which other one it completes a symbol."""
    about = f"{names.gear_effect(kind, rules, t)} {completes(t, kind)}"
    return f"<title>{safe(t(names.GEAR_NAMES[kind]))}</title><desc>{safe(about)}</desc>"


def price_signs(kind: int, x: float, y: float, size: float, have: Sequence[int] | None = None) -> str:
    """The materials that the repair of a tile costs, side by side; what is lacking of them pale."""
    signs: list[str] = []
    for res in range(box.GOODS):
        for n in range(box.REPAIR_COST[kind][res]):
            cls = ' class="shut"' if have is not None and have[res] <= n else ""
            place = (
                f'x="{number(x + size * len(signs))}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
            )
            signs.append(f'<use href="#res-{box.RES_IDS[res]}"{cls} {place}/>')
    return "".join(signs)


@functools.cache
def small_gear(kind: int) -> str:
    """A tile on show in a city, 39 x 39, with the price of its repair."""
    price = _tokens(box.DATA["equipment"][kind]["repair_cost"])
    signs = "".join(
        f'<use href="#{res}" x="{19.5 - 6.25 * len(price) + 12.5 * i:g}" y="25.5" width="12.5" height="12.5"/>'
        for i, res in enumerate(price)
    )
    right = joins_right(kind)
    strip = "M29 0h5c3 0 5 2 5 5v29c0 3-2 5-5 5h-5z" if right else "M10 0H5C2 0 0 2 0 5v29c0 3 2 5 5 5h5z"
    return (
        f'<rect class="plate" width="39" height="39" rx="5"/><path fill="var(--o-rust-d)" d="{strip}"/>'
        f'<use href="#eq-{box.GEAR_IDS[kind]}" x="{3 if right else 13:g}" y="2" width="23" height="23"/>'
        f"{half_sign(kind, 29.5 if right else 0.5, 4, 18)}{signs}"
    )


def prey(printed: int, more: int = 0) -> str:
    """An animal token, 46 x 46; ``more``: how much tougher an event makes it."""
    return (
        '<rect class="face" width="46" height="46" rx="6"/>'
        f'<use href="#animal-{printed}" x="4" y="9" width="38" height="32"/>'
        f'<circle class="tough{" raised" if more else ""}" cx="9" cy="9" r="{10 if more else 8.5}"/>'
        f'<text class="toughn" x="9" y="13.5">{printed + more}</text>'
    )


@functools.lru_cache(512)
def gear(
    t: Translator, kind: int, rules: Rules, broken: bool, size: float = 14, have: tuple[int, ...] | None = None
) -> str:
    """A tile beside a shelter, 70 x 78, its name in letters of that size, with the price of its repair while it is
    broken."""
    name = t(names.GEAR_NAMES[kind])
    right = joins_right(kind)
    strip = "M59 0h6c3 0 5 2 5 5v68c0 3-2 5-5 5h-6z" if right else "M11 0H5C2 0 0 2 0 5v68c0 3 2 5 5 5h6z"
    middle = 29.5 if right else 40.5
    parts = [
        f"{gear_title(t, kind, rules)}"
        f'<rect class="card" width="70" height="78" rx="6"/><path fill="var(--o-rust-d)" d="{strip}"/>'
        f'<use href="#eq-{box.GEAR_IDS[kind]}" x="{middle - 14.5:g}" y="2.5" width="29" height="29"/>'
        f"{half_sign(kind, 59.5 if right else 0.5, 28, 22)}"
    ]
    lines = textwrap.wrap(name, 10, break_long_words=False, break_on_hyphens=False)[:2]
    size = min(size, 12.5) if len(lines) > 1 else size  # below the picture
    first = 43 if len(lines) > 1 else 49
    box_of_name = f'<rect fill="none" x="{middle - 27:g}" y="{first - 11:g}" width="54" height="{13 * len(lines)}"/>'
    parts.append(f'<g style="font-size:{size:g}px">{box_of_name}')
    if len(lines) == 1:
        parts.append(f'<text x="{middle:g}" y="{first}"{fitted(name, 56, size * 1.05)}>{safe(name)}</text></g>')
    else:  # one text, and if one line is too long both are as narrow
        lengths = [_length(line, size * 1.05) for line in lines]
        ratio = 56 / max(lengths)
        fits = [_squeezed(each * ratio) if ratio < 1 else "" for each in lengths]
        said = "".join(
            f'<tspan x="{middle:g}" dy="{12.5 * i:g}"{fit}>{safe(line)}</tspan>'
            for i, (line, fit) in enumerate(zip(lines, fits, strict=True))
        )
        parts.append(f'<text x="{middle:g}" y="{first}">{said}</text></g>')
    if broken:
        parts.append(price_signs(kind, middle - 28.5, 58.5, 19, have))
        parts.append(f'<path class="crackline" d="M{middle - 20:g} 4l6 9-4 6 7 8-3 7"/>')
    return "".join(parts)


@functools.lru_cache(512)
def gear_row(t: Translator, kind: int, broken: bool, height: float) -> str:
    """A tile as a line of a list, 132 wide: its half of a symbol on its side, its name, and the price of its repair."""
    name = t(names.GEAR_NAMES[kind])
    right = joins_right(kind)
    left = 0 if right else 11  # where the half of the symbol is not
    sign = min(17, height)
    size = 0 if broken else min(height - 2, 20)  # the price needs the room
    wide = 117 - size - (3 * sign if broken else 0)
    icons = price_signs(kind, left + 120 - 3 * sign, height / 2 - sign / 2, sign) if broken else ""
    art = f'<use href="#eq-{box.GEAR_IDS[kind]}" x="{left + 2}" y="1" width="{number(size)}" height="{number(size)}"/>'
    middle = number(height / 2 - 8)
    return (
        f'<rect class="card" width="132" height="{number(height)}" rx="5"/>'
        f'<rect fill="var(--o-rust-d)" x="{121 if right else 0}" width="11" height="{number(height)}" rx="3"/>'
        f'<g transform="translate(0 {middle})">{half_sign(kind, 122 if right else 1, 0, 16)}</g>'
        f"{'' if broken else art}"
        f'<rect fill="none" x="{number(left + size + 3)}" width="{number(wide)}" height="{number(height)}"/>'
        f'<text x="{number(left + size + 4)}" y="{number(height / 2 + 4.5)}"{fitted(name, wide - 2, 13.5)}>{safe(name)}'
        f"</text>{icons}"
    )


def seal(x: float, y: float) -> str:
    """A tick on what is done or chosen, 18 x 18."""
    return (
        f'<g class="seal" transform="translate({x:g} {y:g})"><circle cx="9" cy="9" r="9"/><path d="M5 9l3 3 6-6"/></g>'
    )


def people(n: int, places: int, x0: float, y: float, pitch: float, seed: int) -> str:
    """Survivors on their places; dotted ones are free."""
    parts = []
    for i in range(max(n, places)):
        x = x0 + i * pitch
        if i < n:
            look = WALKERS[(i + seed) % 5]
            parts.append(
                f'<use href="#{look}" class="who-{(i * 2 + seed) % 4}" '
                f'x="{x:g}" y="{y - 25:g}" width="13" height="26"/>'
            )
        else:
            parts.append(
                f'<path class="spot" d="M{x + 1:g} {y}v-9c0-4 2-5.5 5.5-5.5s5.5 1.5 5.5 5.5v9z'
                f'M{x + 6.5:g} {y - 16}a3.7 3.7 0 1 1 .1 0z"/>'
            )
    return "".join(parts)


def room_words(t: Translator, kind: int, rules: Rules, n: int) -> str:
    """What a room is called, and what is said of it where one points at it."""
    effect = names.room_effect(kind, rules, t)
    taken = {"n": n, "places": box.PLACES[kind], "food": box.UPKEEP[kind]}
    inside = t("{effect} {n} of {places} places, eats {food}.", effect=effect, **taken)
    said = inside if n else about_room(kind, rules, t)
    return f"<title>{safe(t(names.ROOM_NAMES[kind]))}</title><desc>{safe(said)}</desc>"


@functools.lru_cache(4096)
def room(t: Translator, kind: int, rules: Rules, slot: int, light: str, n: int, used: bool) -> str:
    """A room, 140 x 96: a plan on blue paper, built and dark, or lit because every place is taken."""
    effect = t(names.ROOM_SHORT[kind])
    places = box.PLACES[kind]
    pitch = 16 if max(n, places) <= 5 else 80 / max(n, places)
    name = t(names.ROOM_NAMES[kind])
    bowls = "".join(
        f'<use href="#bowl" x="{126 - i * 11}" y="4" width="10" height="10"/>' for i in range(box.UPKEEP[kind])
    )
    body = people(n, places, 7, 74, pitch, slot)
    if light == "plan":
        body = (
            f'<path class="grid" d="{GRID}"/><g class="cost"><rect x="4" y="54" width="30" height="18" rx="9"/>'
            f'<use href="#person" class="who-0" x="9" y="56" width="8" height="14"/>'
            f'<text x="25" y="67.5">{places}</text></g>'
        )
    lamp = '<path class="cone" d="M20 17l-16 58h52z"/>' if light == "lit" else ""
    done = seal(120, 54) if used else ""
    return (
        f'{room_words(t, kind, rules, n)}<rect class="wall" width="140" height="96" rx="3"/>{lamp}'
        f'<use href="#room-{box.ROOM_IDS[kind]}" x="4" y="19" width="132" height="54"/>'
        f'<path class="floor" d="M0 75h140v4H0z"/>{body}'
        f'<rect fill="none" x="4" y="2" width="{132 - 11 * box.UPKEEP[kind]}" height="15"/>'
        f'<text class="rname" x="6" y="14"{fitted(name, 128 - 11 * box.UPKEEP[kind], 14)}>'
        f"{safe(name)}</text>{bowls}"
        '<rect fill="none" x="4" y="79" width="132" height="16"/>'
        f'<text class="reff" x="7" y="90.5"{fitted(effect, CAPTION, 1.5 * 12)}>{safe(effect)}</text>{done}'
    )


@functools.lru_cache(64)
def price_tag(t: Translator, price: int, dear: bool) -> str:
    """What a room costs that is only planned; ``dear``: more than there is."""
    said = t.plural("build: {n}", "build: {n}", price)
    return (
        f'<g class="cost{" dear" if dear else ""}"><rect x="80" y="54" width="56" height="18" rx="9"/>'
        f'<text x="108" y="67.5"{fitted(said, 50, 13)}>{safe(said)}</text></g>'
    )


@functools.lru_cache(256)
def event(t: Translator, card: int, seats: int, more: str = "") -> str:
    """An event card, 45 x 48, with its price and its points; ``more`` is said of it where one points at it."""
    price = _tokens(box.DATA["events"][card]["cost"])
    step = 10 if len(price) < 5 else 8.2 if len(price) == 5 else 6.8
    first = 22.5 - ((len(price) - 1) * step + 9.5) / 2
    cost = "".join(
        f'<use href="#{res}" x="{first + i * step:.1f}" y="36.2" width="9.5" height="9.5"/>'
        for i, res in enumerate(price)
    )
    return (
        f"<title>{safe(t(names.CARD_NAMES[card]))}</title>"
        f"<desc>{safe(f'{names.card_effect(card, seats, t)} {more}'.rstrip())}</desc>"
        f'<rect class="card" width="45" height="48" rx="5"/>'
        '<svg x="2" y="2" width="41" height="32" viewBox="0 0 64 44" preserveAspectRatio="xMidYMid slice">'
        f'<rect fill="url(#g-sky)" width="64" height="44"/><use href="#ev-{box.CARD_IDS[card]}"/></svg>{cost}'
        f'<g class="pts"><circle cx="37.5" cy="8" r="8.5"/><text x="37.5" y="12.5">{box.CARD_POINTS[card]}</text></g>'
    )


def _map(starts: set[str]) -> str:
    """Where the heroes start, with the places as they lie on a wide and on a tall screen."""
    parts = []
    for layout, look in enumerate(("wide", "tall")):
        across, down = (sorted({PLACE[area][layout][axis] for area in box.AREA_IDS}) for axis in (0, 1))
        top = 98 - 10 * len(down)
        dots = "".join(
            f'<rect class="mapdot{" on" if area in starts else ""}" x="{4 + across.index(x) * 10}" '
            f'y="{top + down.index(y) * 10}" width="8" height="8" rx="2"/>'
            for area in box.AREA_IDS
            for x, y in [PLACE[area][layout]]
        )
        size = f'width="{10 * len(across) + 4}" height="{10 * len(down) + 3}"'
        parts.append(f'<g class="{look}"><rect fill="#12201fd0" x="1" y="{top - 3}" {size} rx="6"/>{dots}</g>')
    return "".join(parts)


@functools.lru_cache(128)
def leader(t: Translator, who: int, rules: Rules) -> str:
    """A leader, 250 x 100: portrait, where the heroes start, what is brought along."""
    starts = {box.AREA_IDS[area] for area in box.START_AREAS[who]}
    goods = [*_tokens(box.DATA["leaders"][who]["start_resources"]), f"eq-{box.GEAR_IDS[box.START_GEAR[who]]}"]
    icons = "".join(
        f'<use href="#{icon}" x="{110 + i * 26}" y="62" width="24" height="24"/>' for i, icon in enumerate(goods)
    )
    return (
        f"<title>{safe(t(names.LEADER_NAMES[who]))}. {safe(about_leader(who, rules, t))}</title>"
        '<rect class="sheet" width="250" height="100" rx="10"/>'
        '<rect fill="url(#g-sky)" x="3" y="3" width="94" height="94" rx="8"/>'
        f'<use href="#lead-{box.LEADER_IDS[who]}" x="3" y="3" width="94" height="94"/>'
        f"{_map(starts)}"
        f'<text class="hd" x="108" y="28">{safe(t(names.LEADER_NAMES[who]))}</text>'
        f'<text class="say" x="108" y="48">{safe(t(names.PROFESSIONS[who]))}, {box.AGE[who]}</text>{icons}'
    )
