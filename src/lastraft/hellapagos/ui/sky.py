"""Over the beach and beyond it: what falls from the sky today, and at the end the raft with those who got away."""

import functools

from ...protocol.drawing import number, standing, titled
from ...protocol.translations import Translator
from ..components import HURRICANE, PRECIPITATION
from ..state import HellapagosState
from .scenery import TALL, TALL_BEACH, WIDE

Spot = tuple[float, float, float, float, float, float]
"""Where something stands and how large it is, on a wide and on a tall screen."""
SKIES = (("wide", -600, WIDE[0] + 1200, 96, 444), ("tall", 0, TALL, 56, TALL_BEACH))
"""The two layouts: from where, how wide, how high the sky is and all of the beach."""
ONE_ROW = 5
"""How many stand side by side on a phone."""
PITCH, PLATE = 100.0, 118
"""How much room a castaway has aboard at most, and how much one of full size would need."""


def heavens(s: HellapagosState) -> str:
    today = s.weather[s.day - 1] if s.day else 0
    return _heavens(PRECIPITATION[today], today == HURRICANE)


@functools.cache
def _heavens(rain: int, storm: bool) -> str:
    """Rain falls as thick as its number; the hurricane has a sky, a sea and a light of its own."""
    parts = []
    for cls, left, wide, sky, high in SKIES:
        shown = "".join(_storm(left, wide, sky, high) if storm else _rain(left, wide, sky, rain))
        parts.append(f'<g class="{cls}">{shown}</g>')
    return f'<g id="heavens" class="{"storm" if storm else "calm"}">{"".join(parts)}</g>'


def _streaks(left: int, wide: int, top: int, high: int, n: int, slope: str) -> str:
    """So many strokes, spread evenly though not in rows."""
    drops = "".join(f"M{left + i * wide // n} {top + i * 37 % high}{slope}" for i in range(n))
    return f'<path class="rain" d="{drops}"/>'


def _bank(left: int, wide: int, low: int, cls: str) -> str:
    """A bank of clouds that hangs from the top."""
    humps = "".join(f"a{w} {w * 0.7:.0f} 0 0 0 {w * 2} 0" for _ in range(wide // 154 + 1) for w in (24, 34, 19))
    return f'<path class="{cls}" d="M{left} 0V{low}{humps}V0z"/>'


def _rain(left: int, wide: int, sky: int, n: int) -> list[str]:
    if n == 0:
        return []
    return [
        _bank(left, wide, 4 * n - 6, f"bank bank-{n}"),
        _streaks(left, wide, 18, sky - 30, wide * n // 36, "l-5 13"),
    ]


def _storm(left: int, wide: int, sky: int, high: int) -> list[str]:
    swell = "".join(
        f'<path class="swell" d="M{left + i * 150 + row % 2 * 70} {sky + 24 + row * 26}q18-24 42-10-16-2-20 10z"/>'
        for row in range(3)
        for i in range(wide // 150 + 1)
    )
    bolt = 158 if left else 304
    return [
        f'<rect fill="light-dark(#4b5170, #0b0f22)" x="{left}" width="{wide}" height="{sky + 2}"/>',
        _palms(sky),
        _bank(left, wide, 24, "bank bank-3"),
        _bank(left - 26, wide + 52, 4, "bank bank-4"),
        f'<path class="bolt" d="M{bolt} 34l-16 26h11l-9 30 30-38h-12l12-18z"/>',
        f'<rect fill="light-dark(#1d2440, #03060f)" opacity="0.34" x="{left}" y="{sky}" width="{wide}"'
        f' height="{high - sky}"/>',
        swell,
        _streaks(left, wide, 0, high - 30, wide // 13, "l-16 26"),
    ]


def _palms(sky: int) -> str:
    """The tops of the palms in the wind, over those of the quiet beach."""
    wide = WIDE[0] if sky == SKIES[0][3] else TALL
    palm = 190 if wide > 500 else 120
    tree = f'<use href="#prop-palm" width="{palm}" height="{palm * 1.26:.0f}"/>'
    lean = f"translate({600 + sky * 0.36:.0f} 0) skewX(-20)"
    return (
        f'<svg x="-600" width="{wide + 1200}" height="{sky}"><g transform="{lean}">'
        f'<g transform="translate({-palm * 0.24:.0f} -14)">{tree}</g>'
        f'<g transform="translate({wide + palm * 0.27:.0f} -14) scale(-1 1)">{tree}</g></g></svg>'
        f'<path class="rope" d="M{wide * 0.05:.0f} 4Q{wide * 0.5:.0f} 16 {wide * 0.95:.0f} 3"/>'
    )


def gone(s: HellapagosState) -> bool:
    """Whether the raft has left with anybody aboard."""
    return bool(s.ended and s.aboard)


def out_at_sea(s: HellapagosState) -> int:
    """How far down the phone's beach lies when the raft has left; more for a crew in several rows."""
    return (190 if s.aboard.bit_count() > ONE_ROW else 112) if gone(s) else 0


@functools.lru_cache(256)
def deck(aboard: int) -> dict[int, Spot]:
    """Where everybody of a mask stands aboard: side by side, on a phone in rows."""
    crew = [seat for seat in range(12) if aboard >> seat & 1]
    n = len(crew)
    pitch, across = min(PITCH, 880 / n), 4 if n <= 4 else ONE_ROW
    rows = -(-n // across)
    spots: dict[int, Spot] = {}
    for i, seat in enumerate(crew):
        row, column = divmod(i, across)
        here = min(across, n - row * across)
        narrow = _narrow(n)
        px = TALL / 2 + (column - (here - 1) / 2) * narrow
        py = (106 if rows == 1 else 184) - (rows - 1 - row) * 47
        spots[seat] = (WIDE[0] / 2 + (i - (n - 1) / 2) * pitch, 124, px, py, pitch / PLATE, narrow / PLATE)
    return spots


def _narrow(n: int) -> float:
    """The same on a phone."""
    return PLATE if n < 4 else 90.0 if n == 4 else 76.0


@functools.lru_cache(256)
def raft(t: Translator, aboard: int) -> str:
    """The raft under sail, as long as its crew needs."""
    n = aboard.bit_count()
    wide, tall = min(PITCH, 880 / n) * n + 60, min(n, 5) * _narrow(n) + 20
    said = t.plural("The raft leaves with {n} castaway!", "The raft leaves with {n} castaways!", n)
    far = n > ONE_ROW
    place = standing(WIDE[0] / 2, 130, TALL / 2, 190 if far else 112)
    hulls = f'<g class="wide">{hull(wide)}</g><g class="tall">{hull(tall)}</g>'
    return titled("store-raft", said, hulls, f'class="at afloat{" far" if far else ""}" {place}')


def hull(width: float) -> str:
    """A raft under sail; its deck is at 0."""
    half, w = number(width / 2), number(width)
    ropes = "".join(f"M{number(width * x - 3)}-11v36h6V-11z" for x in (-0.46, -0.16, 0.16, 0.46))
    return (
        '<g class="d"><path fill="#8a5a34" d="M-3-2v-92h6v92z"/>'
        '<path fill="light-dark(#fff6e0, #d8cdb8)" d="M6-90c34 6 46 34 44 62L6-24z"/>'
        '<path class="sh" d="M6-46c16 4 30 4 43 2l1 16L6-24z"/>'
        '<path fill="#c9553f" d="M18-66l12 2-2 12-12-2z"/><path fill="#e0a12e" d="M-3-94l-22 6 22 7z"/>'
        f'<rect class="log" x="-{half}" y="-10" width="{w}" height="12" rx="6"/>'
        f'<rect class="log" x="-{half}" y="0" width="{w}" height="12" rx="6"/>'
        f'<rect class="log" x="-{half}" y="10" width="{w}" height="14" rx="7"/>'
        f'<path fill="#f1dfb4" stroke-width="1.4" d="{ropes}"/></g>'
        f'<path class="wake" d="M-{number(width / 2 + 34)} 22q12-7 24 0t24 0 24 0M{number(width / 2 - 26)} 26'
        f'q10-6 20 0t20 0 20 0M-{number(width * 0.2)} 29q12-6 24 0t24 0 24 0"/>'
    )
