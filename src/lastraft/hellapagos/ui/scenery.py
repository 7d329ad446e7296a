"""The still layer of the drawing, the beach at dusk, and where the castaways sit around the fire."""

import functools
from pathlib import Path

from ...protocol.drawing import sprites

PICTURES = Path(__file__).parent / "pictures"
WIDE = (944, 626)
"""The whole drawing: the beach is 444 high, the hand lies below it."""
TALL = 390
"""How wide the world is on a phone."""
CAMP = (10, 132, 924, 312)
TALL_CAMP = 22
"""Where the camp begins on a phone; a row of castaways is 110 high."""
ROW = 110
TALL_BEACH = 620
"""How high the beach is on a phone, where sky and stores stand above the drawing."""

# How many sit at the bottom, on the left, on top and on the right; readers see themselves at the bottom in the middle.
_WIDE = {
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 1, 3, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
    9: (3, 1, 4, 1),
    10: (3, 1, 5, 1),
    11: (5, 1, 4, 1),
    12: (5, 1, 5, 1),
}
_TALL = _WIDE | {9: (3, 2, 2, 2), 10: (3, 2, 3, 2), 11: (3, 3, 2, 3), 12: (3, 3, 3, 3)}
_BOTTOM = {1: (50.0,), 3: (29.5, 50.0, 70.5), 5: (19.0, 34.5, 50.0, 65.5, 81.0)}
_TOP = {
    0: (),
    1: (50.0,),
    2: (35.5, 64.5),
    3: (28.0, 50.0, 72.0),
    4: (23.0, 41.0, 59.0, 77.0),
    5: (19.0, 34.5, 50.0, 65.5, 81.0),
}
_COLUMNS = {0: (), 1: (50.0,), 2: (31.0, 69.0), 3: (17.5, 50.0, 82.5)}

Point = tuple[float, float]


def rows(n: int) -> int:
    """How many rows of castaways a phone shows."""
    return 2 + _TALL[n][1]


def _ring(bottom: list[Point], left: list[Point], top: list[Point], right: list[Point]) -> list[Point]:
    """Clockwise from the middle of the bottom."""
    middle = len(bottom) // 2
    return [bottom[middle], *bottom[:middle][::-1], *left, *top, *right, *bottom[middle + 1 :][::-1]]


@functools.cache
def places(n: int) -> list[tuple[Point, Point]]:
    """Where each castaway sits, from the reader on clockwise: on a wide and on a tall screen."""
    b, left, t, r = _WIDE[n]
    side = 15 if max(b, t) < 4 else 8  # far enough out that what they brought covers no plate of the row above

    def spot(x: float, y: float) -> Point:
        return CAMP[0] + CAMP[2] * x / 100, CAMP[1] + CAMP[3] * y / 100

    wide = _ring(
        [spot(x, 88.7 - abs(x - 50) ** 2 / 300) for x in _BOTTOM[b]],
        [spot(side, 58)] * left,
        [spot(x, 25.5 + abs(x - 50) ** 2 / 225) for x in _TOP[t]],
        [spot(100 - side, 58)] * r,
    )
    b, left, t, r = _TALL[n]
    last = rows(n) - 1

    def cell(x: float, row: int) -> Point:
        return TALL * x / 100, TALL_CAMP + row * ROW + 80

    tall = _ring(
        [cell(x, last) for x in _COLUMNS[b]],
        [cell(17.5, k) for k in range(last - 1, 0, -1)][:left],
        [cell(x, 0) for x in _COLUMNS[t]],
        [cell(82.5, k) for k in range(1, last)][:r],
    )
    return list(zip(wide, tall, strict=True))


def beach_raft(n: int) -> tuple[float, float, float, float, float]:
    """Where the raft lies on a wide and on a tall screen, and its size there: by the sea, or where there is room."""
    x, y = (655, 404) if _WIDE[n][0] == 1 else (598, 312)
    if _TALL[n][0] == 1:
        return x, y, TALL * 0.825, TALL_CAMP + (rows(n) - 1) * ROW + 66, 0.9
    return x, y, TALL / 2 + 70, TALL_CAMP + rows(n) * ROW * 0.5 + 34, 0.5


def top_of_deck(n: int) -> Point:
    """Where a phone shows the cards of the wreck that a reader has seen: by their own place, or by the fire."""
    if _TALL[n][0] == 1:
        return 10, TALL_CAMP + (rows(n) - 1) * ROW + 20
    return TALL / 2 - 46, TALL_CAMP + rows(n) * ROW * 0.5 + 30


@functools.cache
def static() -> str:
    """What never changes, sent once: all art as symbols, and the beach."""
    return (
        f"<defs>{sprites(PICTURES)}</defs>"
        f'<g class="wide"><rect class="traybg" x="-600" y="-200" width="2200" height="1200"/>'
        f"{_margins(944, 444, 96)}{_beach(944, 444, 96)}</g>"
        f'<g class="tall"><rect class="traybg" width="390" height="1700"/><g class="coast">'
        f'<rect fill="var(--sea-1)" y="-300" width="390" height="200"/>{_coast(TALL, -110, TALL_BEACH)}</g></g>'
    )


def _margins(w: int, h: int, sky: int) -> str:
    """The beach goes on to the left and the sea to the right, where the box is wider than the drawing."""
    land = h - sky
    return (
        f'<rect fill="url(#g-sky)" x="-600" width="{w + 1200}" height="{sky}"/>'
        f'<rect fill="url(#g-sea)" x="-600" y="{sky}" width="{w + 1200}" height="{land}"/>'
        f'<rect class="wet" x="-600" y="{sky + land * 0.21:g}" width="602" height="{land * 0.79:g}"/>'
        f'<rect class="edge" x="-600" y="{sky + land * 0.25:g}" width="602" height="{land * 0.75:g}"/>'
    )


def _beach(w: int, h: int, sky: int) -> str:
    """Sky, sea and sand in a box, with palms; the coast is stretched to it."""
    stars = ((22, 22), (31, 52), (44, 14), (57, 40), (71, 16), (83, 46), (93, 20), (8, 60))
    palm = 190 if w > 500 else 120
    return (
        f'<rect fill="url(#g-sky)" width="{w}" height="{sky}"/><g class="stars">'
        + "".join(f'<circle cx="{w * x / 100:.0f}" cy="{y}" r="1.2"/>' for x, y in stars)
        + f'</g><svg width="{w}" height="{sky}"><g transform="translate({w * 0.13:.0f} {sky})">'
        '<circle r="190" fill="url(#g-sun)"/><circle cy="-34" r="25" class="disc"/>'
        '<g fill="light-dark(transparent, #d8d2bf)">'
        '<circle cx="-8" cy="-42" r="5"/><circle cx="7" cy="-30" r="4"/><circle cx="-4" cy="-24" r="2.5"/></g></g>'
        f'<g class="clouds" transform="translate({w} 0)"><path d="M-300 62c-16 0-18-18-4-20 0-14 20-18 26-8 8-16 36-14 '
        '38 4 14-2 22 18 6 24z"/><path d="M-168 50c-20 0-22-22-4-26 0-18 26-22 34-10 10-20 46-16 48 6 20-4 28 24 8 30z"'
        f'/></g><use href="#gull" class="gull" x="{w * 0.3:.0f}" y="56" width="30" height="12"/></svg>'
        f"{_coast(w, sky, h)}"
        f'<use href="#prop-palm" x="{-palm * 0.24:.0f}" y="-14" width="{palm}" height="{palm * 1.26:.0f}"/>'
        f'<g transform="translate({w + palm * 0.27:.0f} -14) scale(-1 1)"><use href="#prop-palm" width="{palm}" '
        f'height="{palm * 1.26:.0f}"/></g>'
        f'<path class="rope" d="M{w * 0.05:.0f} 4Q{w * 0.5:.0f} 16 {w * 0.95:.0f} 3"/>'
    )


def _coast(w: int, sky: int, h: int) -> str:
    """Sea and sand below the sky."""
    specks = ((9, 62), (24, 90), (33, 58), (47, 93), (61, 57), (69, 95), (77, 66), (42, 64), (16, 96), (57, 86))
    return (
        f'<svg y="{sky}" width="{w}" height="{h - sky}" viewBox="0 0 100 100" preserveAspectRatio="none" '
        'overflow="visible">'
        '<rect fill="url(#g-sea)" width="100" height="100"/>'
        '<g class="glitter"><path d="M5 3h16M8 6.5h11M3 10h18M9 14h9"/></g>'
        '<g class="waves">'
        '<path d="M30 5c2-1 3 1 5 0s3 1 5 0M62 8c2-1 3 1 5 0s3 1 5 0M44 13c2-1 3 1 5 0s3 1 5 0"/>'
        '<path d="M84 14c2-1 3 1 5 0s3 1 5 0M90 40c1-1 2 1 3 0s2 1 3 0M95 62c1-1 2 1 3 0M93 84c1-1 2 1 3 0s2 1 3 0"/>'
        "</g>"
        '<path class="wet" d="M-1 21H0C14 17 28 26 44 21S70 21 80 27c10 8 9 26 12 42 2 12 2 22 1 31H-1z"/>'
        '<path class="sand" d="M-1 25H0C14 21 28 30 44 25S69 25 78 31c10 8 9 26 11 40 2 12 2 20 1 29H-1z"/>'
        '<path class="foam" d="M0 21C14 17 28 26 44 21S70 21 80 27c10 8 9 26 12 42 2 12 2 22 1 30.5"/></svg>'
        '<g fill="#6b4526" fill-opacity="0.3">'
        + "".join(f'<ellipse cx="{w * x / 100:.0f}" cy="{h * y / 100:.0f}" rx="2.2" ry="1"/>' for x, y in specks)
        + f'</g><use href="#prop-message" x="{w * 0.47:.0f}" y="{sky + (h - sky) * 0.2:.0f}" width="48" height="23"/>'
    )
