"""The still layer of the drawing: the sea with its depths, the spaces and the safe lands; and where things stand."""

import functools
import math
import random
from collections.abc import Iterable
from pathlib import Path

from ...protocol.drawing import number, sprites
from ..components import AXIAL, DISTANCE, NEXT_TO, PRINTED, SPACE_NAMES, SPACE_NUMBER, SPACES, TILE_SPACES, Ground

PICTURES = Path(__file__).parent / "pictures"
WIDE = (1150, 760)
"""The whole drawing. The board is 864 x 748 of it; seats, stock and the reader's own things stand to its left."""
CENTRE = (708, 380)
"""Where the middle of the island lies."""
XY = [(CENTRE[0] + 70 * (q + r / 2), CENTRE[1] + 52.5 * r) for q, r in AXIAL]
"""The middle of each space. A hex is 70 wide and 70 high, a little flattened, so that things stand on it."""
TALL_BOARD = 96
"""Where the board begins on a phone, under the seats; the tray stands below it."""
ON_PHONE = f'class="at" style="--px:{432 - CENTRE[0]}px;--py:{TALL_BOARD}px"'
HEX = ((0, -35), (35, -17.5), (35, 17.5), (0, 35), (-35, 17.5), (-35, -17.5))
LANDS = {
    "NW": (1, "n", (("lm-hut", 10, -52, 1), ("palm", -24, -58, 1.45), ("lm-flag", 46, -60, 0.9))),
    "NE": (-1, "n", (("lm-light", -10, -46, 1), ("palm", 24, -56, 1.45), ("lm-flag", -56, -60, 0.9))),
    "SW": (1, "s", (("palm", -26, -34, 1.45), ("lm-umbrella", 18, 76, 1), ("lm-flag", 40, 62, 0.9))),
    "SE": (-1, "s", (("palm", 24, -34, 1.45), ("lm-tent", -8, 82, 1), ("lm-flag", -50, 62, 0.9))),
}
"""How each safe land is mirrored, which shape it has, and what stands on it."""
OUTLINE = (
    (-44, -84), (-12, -99), (36, -98), (60, -84), (64, -60), (50, -40), (34, -22), (29, 0), (22, 16), (4, 27),
    (-6, 46), (-9, 68), (-24, 82), (-41, 72), (-46, 40), (-46, 0), (-47, -45),
)  # fmt: skip
"""The shore of the north-western land, from its middle; the others are mirrored."""
GROWN = 1.65
"""How much larger the lands are at the end, when all that counts is who stands on them."""
ROOM = (16, 25)
"""How much of a land an adventurer with a badge takes at the end, sideways and down."""
REACH = {
    "palm": (-12, 14, -22, 6), "lm-hut": (-20, 21, -36, 2), "lm-light": (-10, 10, -48, 2), "lm-tent": (-20, 21, -31, 3),
    "lm-umbrella": (-22, 24, -33, 2), "lm-flag": (-3, 16, -31, 2),
}  # fmt: skip
"""How far the things on a land reach: left, right, up and down."""
JETTIES = {"n": (("pier", 24, -3), ("pier-d", 8, 20)), "s": (("pier-u", 8, -20), ("pier", 24, 2))}
"""SV-2.10: two spaces of the sea touch a safe land, and each has a jetty."""


@functools.cache
def static() -> str:
    """What never changes, sent once: all art as symbols, the sea and the safe lands."""
    return (
        f'<defs>{sprites(PICTURES)}<path id="coast" d="{_outline(TILE_SPACES)}"/></defs>'
        f'<rect class="water-bg" x="-400" y="-400" width="1900" height="3000"/>'
        f'<g {ON_PHONE}><g id="sea">{_sea()}</g><path class="grid" d="{_grid()}"/>'
        f'<path class="coasthex" d="{"".join(hexagon(*XY[space], 0.93) for space in coast_spaces())}"/>'
        f'{_names()}<g id="safe">{_lands()}</g></g>'
    )


def coast_spaces() -> list[int]:
    """The spaces of the sea from which one gets ashore."""
    return [to for name in LANDS for to in NEXT_TO[SPACE_NUMBER[name]] if to]


def hexagon(x: float, y: float, r: float = 1) -> str:
    points = [(x + r * dx, y + r * dy) for dx, dy in HEX]
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in points) + "Z"


def _sea() -> str:
    x0, y0 = CENTRE
    bands = [(452, 372, 9), (410, 326, 8), (368, 282, 7), (330, 240, 6)]
    parts = [
        f'<ellipse fill="url(#sea-depth)" cx="{x0}" cy="{y0}" rx="640" ry="560"/><g transform="translate({x0} {y0})">'
    ]
    parts += [f'<path class="depth b{i}" d="{_blob(rx, ry, amp, i)}"/>' for i, (rx, ry, amp) in enumerate(bands, 1)]
    parts.append('</g><use href="#coast" class="depth b5"/>')
    for name, (way, kind, _) in LANDS.items():
        x, y = XY[SPACE_NUMBER[name]]
        parts.append(
            f'<use href="#safe-shelf-{kind}" class="shelf" transform="translate({x:g} {y:g}) scale({way} 1)"/>'
        )
    rng = random.Random(4)
    for space in range(1, SPACES + 1):
        if PRINTED[space] == Ground.SEA and rng.random() < 0.55:
            x, y = XY[space]
            wave = rng.choice(("wave", "wave2"))
            dx, dy = rng.randint(-12, 12), rng.randint(-14, 16)
            parts.append(f'<use href="#{wave}" x="{x + dx:.0f}" y="{y + dy:.0f}"/>')
    parts.append(
        f'<use href="#gull" x="{x0 + 392}" y="{y0 - 166}"/><use href="#bottle" x="{x0 - 394}" y="{y0 + 160}"/>'
    )
    return "".join(parts)


def _grid() -> str:
    return "".join(hexagon(*XY[i]) for i in range(1, SPACES + 1) if PRINTED[i] != Ground.SAFE)


def _names() -> str:
    """The names of the spaces, as on a chess board: a number at both ends of each row, a letter at both of a column."""
    rows: dict[str, list[tuple[float, float]]] = {}
    columns: dict[str, list[tuple[float, float]]] = {}
    for i in range(1, SPACES + 1):
        if PRINTED[i] != Ground.SAFE:
            rows.setdefault(SPACE_NAMES[i][1:], []).append(XY[i])
            columns.setdefault(SPACE_NAMES[i][0], []).append(XY[i])
    coast = {XY[space] for space in coast_spaces()}  # jetties take the outer side of these
    ends = []
    for row, at in rows.items():
        for (x, y), side in ((min(at), -1), (max(at), 1)):
            low = y + (26 if y < CENTRE[1] else -15)
            ends.append((row, x - 21.6 * side, low) if (x, y) in coast else (row, x + 24 * side, y + 5))
    for letter, at in columns.items():
        (y, x), (y2, x2) = min((y, x) for x, y in at), max((y, x) for x, y in at)
        middle = (CENTRE[0] - x) / 25  # a little towards the middle, away from the lands
        ends += [(letter, x + middle * ((x, y) in coast), y - 17), (letter, x2 + middle * ((x2, y2) in coast), y2 + 28)]
    said = (f'<text x="{number(x)}" y="{number(y)}">{name}</text>' for name, x, y in ends)
    return f'<g class="names">{"".join(said)}</g>'


def _lands() -> str:
    return "".join(_land(name, "") for name in LANDS)


@functools.cache
def grown_lands() -> str:
    """The safe lands as they are at the end: each grows from its corner of the board over the sea."""
    lands = "".join(_land(name, f' class="grown" style="transform-origin:{_corner(name)}"') for name in LANDS)
    return f'<g id="grown">{lands}</g>'


def _corner(name: str) -> str:
    x, y = _outer(name)
    return f"{x}px {y}px"


def _outer(name: str) -> tuple[float, float]:
    """The corner of a land that is farthest from the island, from the land's middle."""
    way, kind, _ = LANDS[name]
    return -46 * way, -98 if kind == "n" else 98


def grown(name: str, x: float, y: float) -> tuple[float, float]:
    """Where a point of a land, from its middle, lies when the land has grown."""
    x0, y0 = _outer(name)
    return x0 + (x - x0) * GROWN, y0 + (y - y0) * GROWN


@functools.cache
def overgrown(around: int = 0) -> frozenset[int]:
    """The spaces of the sea that lie under the grown lands, or so many steps beside them: creatures are large."""
    shores = [_grown_shore(name) for name in LANDS]
    spaces = [space for space in range(1, SPACES + 1) if PRINTED[space] != Ground.SAFE]
    under = [space for space in spaces if any(_is_inside(shore, *XY[space]) for shore in shores)]
    return frozenset(space for space in spaces if any(DISTANCE[space][at] <= around for at in under))


@functools.cache
def end_places(name: str, people: int) -> list[tuple[float, float]]:
    """Where so many stand side by side on a grown land, from its middle, those behind first."""
    near, apart = (0, -8 if LANDS[name][1] == "n" else 26), 1.3
    while len(places := _places(name, ROOM[0] * apart, ROOM[1] * min(1, apart))) < people:
        apart *= 0.95
    places.sort(key=lambda place: math.dist(place, near))
    return [grown(name, x, y) for x, y in sorted(places[:people], key=lambda place: (place[1], place[0]))]


def _places(name: str, wide: float, high: float) -> list[tuple[float, float]]:
    """The places of a land for one adventurer each, in staggered rows: on the grass, and in front of nothing else."""
    way, kind, things = LANDS[name]
    shore = [(float(x * way), float(y if kind == "n" else -y)) for x, y in OUTLINE]
    rows = [-90 + high * i for i in range(int(185 / high))]
    grid = [(-70 + wide * (k + i % 2 / 2), y) for i, y in enumerate(rows) for k in range(int(140 / wide))]
    around = ((-13, 0), (13, 0), (0, -22), (0, 10))
    return [
        (x, y)
        for x, y in grid
        if all(_is_inside(shore, x + dx, y + dy) for dx, dy in around)
        and not any(_hides(x - mx, y - my, thing, k) for thing, mx, my, k in things)
    ]


def _hides(x: float, y: float, thing: str, scale: float) -> bool:
    """Whether somebody at a point, from the foot of a thing on a land, stands before more of it than its foot."""
    left, right, up, down = (n * scale for n in REACH[thing])
    return left - 6 < x < right + 6 and up < y < down + 14


def _grown_shore(name: str) -> list[tuple[float, float]]:
    (x0, y0), (way, kind, _) = XY[SPACE_NUMBER[name]], LANDS[name]
    shore = [grown(name, x * way, y if kind == "n" else -y) for x, y in OUTLINE]
    return [(x0 + x, y0 + y) for x, y in shore]


def _is_inside(shore: list[tuple[float, float]], x: float, y: float) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(shore, shore[1:] + shore[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _land(name: str, look: str) -> str:
    way, kind, marks = LANDS[name]
    x, y = XY[SPACE_NUMBER[name]]
    things = "".join(f'<use href="#{m}" transform="translate({mx} {my}) scale({k:g})"/>' for m, mx, my, k in marks)
    jetties = "".join(f'<use href="#{jetty}" transform="translate({jx} {jy})"/>' for jetty, jx, jy in JETTIES[kind])
    return (
        f'<g transform="translate({x:g} {y:g})"><g{look}><use href="#safe-{kind}" transform="scale({way} 1)"/>{things}'
        f'<g transform="scale({way} 1)">{jetties}</g></g></g>'
    )


def _outline(spaces: Iterable[int]) -> str:
    """The closed outline of a set of hexes, every ring of it."""
    edges: set[tuple[tuple[float, float], tuple[float, float]]] = set()
    for space in spaces:
        x, y = XY[space]
        corners = [(x + dx, y + dy) for dx, dy in HEX]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            if (b, a) in edges:
                edges.remove((b, a))
            else:
                edges.add((a, b))
    after = dict(sorted(edges))
    path = ""
    while after:
        start, here = after.popitem()
        ring = [start]
        while here != start:
            ring.append(here)
            here = after.pop(here)
        path += "M" + " ".join(f"{number(x)} {number(y)}" for x, y in ring) + "Z"
    return path


def _blob(rx: float, ry: float, amp: float, seed: int) -> str:
    """A smooth, slightly uneven oval, a little squarer than an ellipse (Catmull-Rom through its points)."""
    rng = random.Random(seed)
    points = []
    n = 14
    for i in range(n):
        angle = 2 * math.pi * i / n
        c, s = math.cos(angle), math.sin(angle)
        r = (1 + rng.uniform(-amp, amp) / 260) * float((abs(c) ** 2.5 + abs(s) ** 2.5) ** (-1 / 2.5))
        points.append((rx * r * c, ry * r * s))
    path = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for i in range(n):
        before, a, b, beyond = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        first = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        second = (b[0] - (beyond[0] - a[0]) / 6, b[1] - (beyond[1] - a[1]) / 6)
        path += "C" + " ".join(f"{v:.0f}" for point in (first, second, b) for v in point)
    return path + "Z"
