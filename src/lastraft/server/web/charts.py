"""Charts as inline SVG: games by month, and ratings over time."""

from __future__ import annotations

import datetime
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from babel.dates import format_date

MONTHS = 6
WIDTH, HEIGHT = 370, 210
LEFT, RIGHT, TOP, BOTTOM = 30, 6, 14, 24
LABELS = 78
"""The room for names at the right of the lines."""
SHAPES = (
    '<circle r="4.5"/>',
    '<path d="M-4.2-4.2h8.4v8.4h-8.4z"/>',
    '<path d="M0-5.5 5.5 4.5h-11z"/>',
    '<path d="M0-5.5 5.5 0 0 5.5-5.5 0z"/>',
)
"""As the shapes of the first seats, whose colours the lines have."""


class Line(NamedTuple):
    """A person's rating over time."""

    name: str
    points: Sequence[tuple[float, float]]
    own: bool = False


def months(at: Iterable[tuple[float, str]], games: Sequence[str], now: float, language: str, title: str) -> str:
    """Stacked bars: how many games of each kind ended in each of the last months."""
    last = datetime.date.fromtimestamp(now).replace(day=1)
    shown = [last]
    while len(shown) < MONTHS:
        shown.insert(0, (shown[0] - datetime.timedelta(days=1)).replace(day=1))
    counts: Counter[tuple[datetime.date, str]] = Counter()
    for moment, game in at:
        counts[datetime.date.fromtimestamp(moment).replace(day=1), game] += 1
    totals = [sum(counts[month, game] for game in games) for month in shown]
    top, step = _scale(max(totals))
    width, base = (WIDTH - LEFT - RIGHT) / MONTHS, HEIGHT - BOTTOM
    high = (base - TOP) / top
    parts = [_gridline(y, base - y * high, WIDTH - RIGHT) for y in range(0, top + 1, step)]
    for i, (month, total) in enumerate(zip(shown, totals, strict=True)):
        left, y = LEFT + i * width + width * 0.22, float(base)
        for game in games:
            if count := counts[month, game]:
                y -= count * high
                size = max(1.0, count * high - 1.5)
                place = f'x="{left:.1f}" y="{y:.1f}" width="{width * 0.56:.1f}" height="{size:.1f}"'
                parts.append(f'<rect class="g-{game}" {place} rx="3"/>')
        middle = LEFT + (i + 0.5) * width
        name = escape(format_date(month, "LLL", locale=language))
        parts.append(f'<text class="at" x="{middle:.1f}" y="{HEIGHT - 7}">{name}</text>')
        if total:
            parts.append(f'<text class="n" x="{middle:.1f}" y="{y - 5:.1f}">{total}</text>')
    return _svg(title, parts)


def ratings(lines: Sequence[Line], language: str, title: str) -> str:
    """Lines: the ratings of some people, game by game."""
    moments = [at for line in lines for at, _ in line.points]
    values = [value for line in lines for _, value in line.points]
    if not moments:
        return ""
    first, last = min(moments), max(moments)
    low, high = 5 * math.floor((min(values) - 0.5) / 5), 5 * math.ceil((max(values) + 0.5) / 5)
    right, base = WIDTH - LABELS, HEIGHT - BOTTOM

    def x(at: float) -> float:
        return LEFT + (right - LEFT - 8) * ((at - first) / (last - first) if last > first else 1)

    def y(value: float) -> float:
        return base - (base - TOP) * (value - low) / (high - low)

    step = 5 if high - low <= 25 else 10
    parts = [_gridline(value, y(value), right) for value in range(low, high + 1, step)]
    for at, where in ((first, "start"), (last, "end")) if last - first > 86_400 else ((last, "end"),):
        name = escape(format_date(datetime.date.fromtimestamp(at), "d MMM", locale=language))
        parts.append(f'<text class="at" x="{x(at):.1f}" y="{HEIGHT - 7}" text-anchor="{where}">{name}</text>')
    heights = _apart([y(line.points[-1][1]) for line in lines], TOP, base)
    drawn = sorted(enumerate(lines), key=lambda each: each[1].own)
    for i, line in drawn:
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in line.points)
        own, end = " own" if line.own else "", f"{x(line.points[-1][0]):.1f} {y(line.points[-1][1]):.1f}"
        name = line.name if len(line.name) < 8 else f"{line.name[:7]}…"
        mark = f'<g transform="translate({end})">{SHAPES[i % len(SHAPES)]}</g>'
        parts.append(
            f'<g class="s{i}{own}"><polyline points="{path}"/>{mark}'
            f'<text x="{right + 4}" y="{heights[i] + 4:.1f}">{escape(name)} {line.points[-1][1]:.0f}</text></g>'
        )
    return _svg(title, parts)


def _apart(wanted: Sequence[float], top: float, base: float, gap: float = 15) -> list[float]:
    """Heights of labels, near to those wanted and so far apart that all can be read."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for before, i in itertools.pairwise(order):
        placed[i] = max(placed[i], placed[before] + gap)
    if order and placed[order[-1]] > base:
        placed[order[-1]] = base
        for after, i in itertools.pairwise(order[::-1]):
            placed[i] = min(placed[i], placed[after] - gap)
    return [max(top, each) for each in placed]


def _scale(most: int) -> tuple[int, int]:
    """The top of an axis and the step between its lines."""
    step = next(
        size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if most <= 4 * size or size == 10_000
    )
    return max(step, step * -(-most // step)), step


def _gridline(value: int, y: float, right: float) -> str:
    return (
        f'<path class="grid" d="M{LEFT} {y:.1f}H{right:.1f}"/>'
        f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}">{value}</text>'
    )


def _svg(title: str, parts: Iterable[str]) -> str:
    about = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}"'
    return f'<svg class="chart" {about}>{"".join(parts)}</svg>'
