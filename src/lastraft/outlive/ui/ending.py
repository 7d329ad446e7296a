"""The end: the convoy has come, and takes the winners along; the others stand at their hatches and look after it."""

import functools
import itertools

from ...protocol import Reader
from ...protocol.drawing import safe, short, standing, titled
from ...protocol.translations import Translator
from ..rules.scoring import rank, score
from ..rules.shelter import survivors
from ..state import OutliveState
from .faces import WALKERS
from .scenery import TALL
from .scores import told_lines

WIDE = 924
"""How wide the picture is: it lies over the ring."""
BEGINS, COUNTED = 0.8, 6.8
"""Seconds from the picture to the first line of the points, and to the last one, which is the winner's."""


def ending(r: Reader[OutliveState]) -> str:
    """The closing picture, with everybody's survivors and points."""
    s, t = r.state, r.t
    called = [t("You") if who == r.seat else r.names[who] for who in range(s.seats)]
    ranks = [int(rank(s, who)) for who in range(s.seats)]
    order = sorted(range(s.seats), key=ranks.__getitem__)
    crowds = "".join(
        _crowd(
            t,
            who,
            called[who],
            survivors(s, who),
            score(s, who),
            ranks[who] == 1,
            order.index(who),
            s.seats,
            tuple(told_lines(r, who)),
        )
        for who in range(s.seats)
    )
    winners = ", ".join(called[who] for who in order if ranks[who] == 1)
    return f'<g id="rescue" data-counted="{COUNTED}" style="--counted:{COUNTED}s">{_dawn(t, winners)}{crowds}</g>'


@functools.lru_cache(64)
def _dawn(t: Translator, winners: str) -> str:
    """Morning over the waste, and the trucks on the road."""
    hills = "c60-30 120-8 190-24s120-22 200 0 130-26 220-8 110-18 190-6 120-10 124 4"
    trucks = "".join(
        f'<g class="at" {standing(330 + 190 * i, 178, 14 + 178 * i, 250, 2.3, 2.1)}><use href="#truck-art" width="80" '
        'height="28"/></g>'
        for i in range(3)
    )
    said = t("It takes you along!") if winners == t("You") else t("It takes along: {names}", names=winners)
    until = t("The last place is counted first.")
    return (
        f'<svg class="wide" width="{WIDE}" height="468"><rect width="{WIDE}" height="220" fill="url(#g-sky)"/>'
        f'<circle class="disc" cx="200" cy="150" r="54"/><path fill="var(--o-far)" d="M0 190{hills}v80H0z"/>'
        f'<path fill="var(--o-ground)" d="M0 206h{WIDE}v262H0z"/><path class="lane" d="M0 226h{WIDE}v22H0z"/></svg>'
        f'<svg class="tall" width="{TALL}" height="862"><rect width="{TALL}" height="320" fill="url(#g-sky)"/>'
        f'<circle class="disc" cx="96" cy="226" r="54"/><path fill="var(--o-far)" d="M-80 270{hills}v80H-80z"/>'
        f'<path fill="var(--o-ground)" d="M0 286h{TALL}v576H0z"/><path class="lane" d="M0 292h{TALL}v22H0z"/></svg>'
        f'<g class="trucks">{trucks}</g>'
        f'<g class="at rescued" {standing(26, 44, 16, 36, 1, 0.8)}><rect class="ledge" x="-12" y="-28" '
        f'width="{max(210, 30 + 9 * max(len(said), len(until)))}" height="64" rx="10"/>'
        f'<text class="b">{safe(t("The convoy is here."))}</text><text class="at-last" y="24">{safe(said)}</text>'
        f'<text class="until" y="24">{safe(until)}</text></g>'
    )


def _counted(lines: tuple[tuple[str, int], ...], top: int, begin: float, step: float) -> str:
    """The lines of a score, where the picture has room for them; they come one after the other."""
    rows = "".join(
        f'<g style="animation-delay:{begin + step * i:.2f}s"><text x="-90" y="{top + 15.5 * i:g}">{safe(what)}</text>'
        f'<text class="sum" x="90" y="{top + 15.5 * i:g}">{_figure(n)}</text></g>'
        for i, (what, n) in enumerate(lines)
    )
    ledge = f'<rect class="ledge" x="-98" y="{top - 14}" width="196" height="96" rx="8"/>'
    return f'<g class="wide counted">{ledge}{rows}</g>'


def _growing(lines: tuple[tuple[str, int], ...], begin: float, step: float) -> str:
    """The total, as it grows with every line."""
    sums = list(itertools.accumulate(n for _, n in lines))
    growing = "".join(
        f'<text class="fig so-far" style="animation-delay:{begin + step * i:.2f}s;animation-duration:{step:.2f}s" '
        f'x="84" y="28">{_figure(n)}</text>'
        for i, n in enumerate(sums[:-1])
    )
    last = f"animation-delay:{begin + step * (len(sums) - 1):.2f}s"
    return f'{growing}<text class="fig total" style="{last}" x="84" y="28">{_figure(sums[-1])}</text>'


def _figure(n: int) -> str:
    return str(n).replace("-", "&#8722;")


@functools.lru_cache(256)
def _crowd(
    t: Translator,
    who: int,
    name: str,
    people: int,
    points: int,
    won: bool,
    place: int,
    seats: int,
    lines: tuple[tuple[str, int], ...],
) -> str:
    """The survivors of a shelter: the winners beside the trucks, the others at their hatch; and their points, which
    come line by line, those of the last place first. Until all are counted the winners stand like the others."""
    begin, each = BEGINS + (COUNTED - BEGINS) * (seats - 1 - place) / seats, (COUNTED - BEGINS) / seats
    step = each / (len(lines) + 1)
    pitch = min(17.0, 190 / max(1, people))
    left = -pitch * (people - 1) / 2 - 8
    crew = "".join(
        f'<use href="#{WALKERS[i % 5]}" class="who-{i % 4}" x="{left + pitch * i:.1f}" y="-34" width="17" height="34"/>'
        for i in range(people)
    )
    hatch = '<path class="mound" d="M-104 0c6-26 24-30 40-30s34 4 40 30z"/><path class="lid" d="M-82-28h36l4 6h-44z"/>'
    nobody = "" if people else '<use href="#trefoil" fill="#4d7573" x="-14" y="-32" width="28" height="28"/>'
    said = t.plural("{n} survivor", "{n} survivors", people)
    at = standing(WIDE * (who + 0.5) / seats, 326 if won else 398, TALL / 2, 400 + 116 * place, 1, 1.15)
    body = (
        f'{_counted(lines, 56 if won else -132, begin, step)}<g class="hatch">{hatch}</g><g class="crew">{nobody}{crew}'
        '<g class="plate-e" data-clear=""><rect x="-96" y="6" width="192" height="30" rx="15"/>'
        f'<use class="seatmark" href="#shape-{who}" x="-90" y="11" width="20" height="20"/>'
        f'<text class="hd" x="-64" y="27">{short(name, 12)}</text>'
        f"{_growing(lines, begin, step)}</g></g>"
    )
    look = f'class="at rescued s{who}{" won" if won else ""}" {at}'
    return titled(f"crowd-{who}", f"{name}: {points}, {said}", body, look)
