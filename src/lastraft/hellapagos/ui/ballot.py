"""Around the fire: hands that point in a vote, and offers as bubbles beside those who make them."""

import functools
import math
from collections.abc import Sequence

from ...kernel import top
from ...protocol import Reader
from ...protocol.drawing import safe, short, standing
from ...protocol.translations import Translator
from ..components import IDS, KINDS, Card
from ..names import card_name
from ..rules.cards import has_in_play
from ..rules.knowledge import in_secret
from ..state import NO_VOTE_GIVEN, Frame, HellapagosState, Window
from .scenery import CAMP, ROW, TALL, TALL_CAMP, WIDE, Point, places, rows

Ends = tuple[Point, Point]
"""Where somebody is on a wide and on a tall screen."""

BUBBLE, BROAD, STRIP = 80, 226, 104
"""How high a bubble is, how broad, and how much room it takes on a phone."""
ALONGSIDE, LANE = 14, 17
"""Arms that differ by fewer degrees cover each other; how far they lie apart then."""


def _votes(s: HellapagosState) -> list[tuple[int, int, bool]]:
    """The hands that point as far as the reader may see them: who, at whom, and whether a Club makes it heavy. They
    sink when the check is over, in a new debate, where nobody votes, while somebody is shot at and at the end."""
    debate = s.window == Window.SHORTAGE and not s.depth
    shot = s.depth > 0 and top(s) == Frame.REACTION
    if s.ended or not s.check or debate or shot or s.window == Window.ZERO:
        return []
    return [
        (k, s.vote[k] - 1, has_in_play(s, k, Card.CLUB))
        for k in range(s.seats)
        if 0 < s.vote[k] < NO_VOTE_GIVEN and s.vote[k] - 1 != k
    ]


def arms(s: HellapagosState, seat: int, spots: Sequence[Ends]) -> tuple[str, str]:
    """Arms of the living in the seats' colours, and the hands that lie over everybody. One's own is only drawn in until
    all are shown together; those that would lie on each other are side by side."""
    secret, votes = in_secret(s), [vote for vote in _votes(s) if s.alive >> vote[0] & 1]
    reach = [
        _arm(k, spots[k], spots[at], secret and k == seat, heavy, _lanes(spots, votes[:i], k, at))
        for i, (k, at, heavy) in enumerate(votes)
    ]
    return (
        f'<g id="arms">{"".join([arm for arm, _ in reach])}</g>',
        f'<g id="hands">{"".join([hand for _, hand in reach])}</g>',
    )


def _lanes(spots: Sequence[Ends], before: Sequence[tuple[int, int, bool]], k: int, at: int) -> tuple[int, int]:
    """How many of the arms before this one point at the same castaway from the same side, on either screen."""

    def angle(voter: int, layout: int) -> float:
        (ax, ay), (bx, by) = spots[voter][layout], spots[at][layout]
        return math.degrees(math.atan2(by - ay, bx - ax))

    others = [voter for voter, target, _ in before if target == at]
    wide, tall = (
        sum(abs((angle(voter, layout) - angle(k, layout) + 180) % 360 - 180) < ALONGSIDE for voter in others)
        for layout in range(2)
    )
    return wide, tall


def shown(s: HellapagosState, seat: int) -> bool:
    """Whether other hands than one's own can be seen."""
    return any(k != seat for k, _, _ in _votes(s))


def tallies(s: HellapagosState, seat: int, me: int) -> str:
    """How many point at whom."""
    votes = _votes(s)
    parts = []
    if shown(s, seat):
        for target in range(s.seats):
            n = sum(1 + heavy for _, at, heavy in votes if at == target)
            if n:
                who = tuple(voter for voter, at, _ in votes if at == target)
                parts.append(_tally(s.seats, target, (target - me) % s.seats, n, who))
    return f'<g id="tallies">{"".join(parts)}</g>'


@functools.lru_cache(512)
def _tally(n: int, k: int, spot: int, votes: int, who: tuple[int, ...]) -> str:
    """So many, and under the number the signs of those who point."""
    (x, y), (px, py) = places(n)[spot]
    broad = max(43, 8 + 14 * len(who))
    left = min(px + 14, TALL - broad)
    signs = "".join(
        f'<use href="#shape-{voter}" class="shape s{voter}" x="{broad / 2 - 3 - 7 * len(who) + 14 * i:g}" y="15" '
        'width="13" height="13"/>'
        for i, voter in enumerate(who)
    )
    return (
        f'<g id="tally-{k}" class="at tally" {standing(x + 16, y - 60, left, py - 64)}>'
        f'<rect x="-3" y="-14" width="{broad}" height="28" rx="14"/>'
        f'<use href="#i-hand" x="{broad / 2 - 19.5:g}" y="-8" width="16" height="16"/>'
        f'<text x="{broad / 2 - 0.5:g}" y="6.5">{votes}</text>'
        f'<rect class="who" x="-3" y="12" width="{broad}" height="19" rx="9.5"/>{signs}</g>'
    )


@functools.lru_cache(2048)
def _arm(k: int, here: Ends, there: Ends, mine: bool, heavy: bool, lanes: tuple[int, int]) -> tuple[str, str]:
    look = f"arm s{k}{' mine' if mine else ''}{' heavy' if heavy else ''}"
    lines, hands = [], []
    for layout, cls in enumerate(("wide", "tall")):
        (ax, ay), (bx, by) = here[layout], there[layout]
        ay, by = ay - 22, by - 30
        far = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        off = 7 + LANE * lanes[layout]  # two who point at each other reach past each other
        ax, ay = ax - uy * off, ay + ux * off
        end = max(far - (94 if uy < -0.4 else 76), min(62, far - 50))
        x, y = ax + ux * end, ay + uy * end
        line = f'x1="{ax + ux * 16:.1f}" y1="{ay + uy * 16:.1f}" x2="{x:.1f}" y2="{y:.1f}"'
        if not mine:
            line += ' pathLength="1"'
        angle = math.degrees(math.atan2(uy, ux))
        turn = (
            f"rotate({angle:.0f}) scale({1.3 if heavy else 1} {(1.3 if heavy else 1) * (-1 if abs(angle) > 90 else 1)})"
        )
        lines.append(f'<g class="{cls}"><line class="ol" {line}/><line class="sl" {line}/></g>')
        hands.append(
            f'<g class="{cls}" transform="translate({x:.1f} {y:.1f}) {turn} translate(-3 0)">'
            '<use class="palm" href="#p-hand"/></g>'
        )
    return (
        f'<g id="arm-{k}" class="{look}">{"".join(lines)}</g>',
        f'<g id="hand-{k}" class="{look}">{"".join(hands)}</g>',
    )


def offers(s: HellapagosState, seat: int) -> list[int]:
    """Who has made an offer that concerns the reader: one made to them, or their own while it waits for an answer."""
    if seat < 0 or not any(s.offer_to):
        return []
    return [k for k in range(s.seats) if s.offer_to[k] and seat in (k, s.offer_to[k] - 1)]


def strip(s: HellapagosState, seat: int) -> int:
    """How much room the offers take on a phone, under the camp."""
    return 0 if _lies_over(s, seat) else STRIP * len(offers(s, seat))


def _lies_over(s: HellapagosState, seat: int) -> bool:
    """Whether an offer lies over the reader's own place on a phone: their hand, by which they judge it, stays."""
    made = offers(s, seat)
    return len(made) == 1 and made[0] != seat


def bubbles(r: Reader[HellapagosState]) -> str:
    s = r.state
    parts: list[str] = []
    down = 8 - STRIP if _lies_over(s, r.seat) else 12
    for k in offers(s, r.seat):
        given = tuple(kind for kind in s.offered[k] if kind)
        said = tuple(kind for kind in s.claim[k] if kind)
        wish = tuple(kind for kind in s.wish[k] if kind)
        to = r.names[s.offer_to[k] - 1]
        title = r.t("You offer {name}", name=to) if k == r.seat else r.t("{name} offers you", name=r.names[k])
        spot = (k - r.seat) % s.seats
        parts.append(_bubble(r.t, s.seats, k, spot, down, title, given, said, s.wanted[k], wish))
        down += STRIP
    return f'<g id="bubbles">{"".join(parts)}</g>'


@functools.lru_cache(256)
def _bubble(
    t: Translator,
    n: int,
    k: int,
    spot: int,
    down: int,
    title: str,
    given: tuple[int, ...],
    said: tuple[int, ...],
    wanted: int,
    wish: tuple[int, ...],
) -> str:
    """What is given and what is wanted for it: cards as far as they are shown, and what is said about them."""
    (x, y), _ = places(n)[spot]
    right = x > CAMP[0] + CAMP[2] / 2
    py = TALL_CAMP + rows(n) * ROW + down
    lines = []
    gives, wants = t("gives"), t("wants")
    cx = 12 + 9 * max(6, len(gives), len(wants))
    for row, (what, cards, words) in enumerate(((gives, given, said), (wants, (0,) * wanted, wish))):
        art = "".join(_small(kind, cx + i * 22, 26 + row * 26) for i, kind in enumerate(cards))
        nothing = "" if cards else f'<text x="{cx + 2}" y="{43 + row * 26}">{safe(t("nothing"))}</text>'
        more = _quoted(t, words, cx + 4 + 22 * len(cards), row) if cards else ""
        lines.append(f'<text class="soft" x="12" y="{43 + row * 26}">{safe(what)}</text>{art}{nothing}{more}')
    bx = x - 74 - BROAD if right else x + 74
    by = _clear(n, spot, bx, y + 14 - BUBBLE)
    tail = f"M{BROAD} {y - 36 - by:g}l15 8-15 9z" if right else f"M0 {y - 36 - by:g}l-15 8 15 9z"
    if y < CAMP[1] + CAMP[3] / 2:  # the far side of the fire: under its castaway
        edge = 158 if n > 8 else 222  # where those at the sides sit
        bx, by = min(max(x - BROAD / 2, edge), WIDE[0] - edge - BROAD), y + 41
        tail = f"M{max(x - bx - 34, 14):g} 0l8-13 9 13z"
    if spot == 0 and n > 6:  # the reader's own, above their neighbour
        bx, by, tail = x + 40, y - 160, "M16 79l-20 20 40-20z"
    place = standing(bx, by, 8, py, 1, 1.2)
    shown = any(0 < kind <= KINDS for kind in (*given, *said, *wish))  # a tap tells what these cards do
    looked = ' data-look=""' if shown else ""
    lens = f'<use class="icon" href="#i-search" x="{BROAD - 26}" y="5" width="16" height="16"/>' if shown else ""
    return (
        f'<g id="bubble-{k}" class="at bubble{"" if spot == 0 else " urgent"}"{looked} {place}>'
        f'<title>{safe(title)}</title><path class="tail wide" d="{tail}"/>'
        f'<rect width="{BROAD}" height="{BUBBLE}" rx="12"/><path class="tailin wide" d="{tail}"/>'
        f'<use href="#shape-{k}" class="shape s{k}" x="11" y="6" width="14" height="14"/>'
        f'<text class="b" x="31" y="18">{safe(title)}</text>{lens}{"".join(lines)}</g>'
    )


def _clear(n: int, spot: int, left: float, usual: float) -> float:
    """Where a bubble hangs beside its castaway: it covers few plates of others, and few faces."""
    others = [place for i, (place, _) in enumerate(places(n)) if i != spot]

    def covered(at: float) -> int:
        over = [(x, y) for x, y in others if left < x + 57 and x - 57 < left + BROAD]
        plates = sum(at < y + 27 and y + 3 < at + BUBBLE for _, y in over)
        faces = sum(at < y - 12 and y - 62 < at + BUBBLE and left < x + 24 and x - 24 < left + BROAD for x, y in over)
        return 3 * plates + faces

    return min((max(usual + down, 140) for down in (0, 10, -10, 20, -20, 30, 40, 50, 58)), key=covered)


def _quoted(t: Translator, kinds: tuple[int, ...], x: int, row: int) -> str:
    """What is said about the cards: their names where there is room, the only one's narrower; else their pictures."""
    if not kinds:
        return ""
    room = 28 - x // 6
    text = f'<text class="quote" x="{{}}" y="{43 + row * 26}">{{}}</text>'
    before, after = t("“…”").split("…")
    names = ", ".join(card_name(kind - 1, t) for kind in kinds)
    if len(names) <= room:
        return text.format(x, f"{before}{safe(names)}{after}")
    if len(kinds) == 1:
        fitted = f'{x}" lengthAdjust="spacingAndGlyphs" textLength="{BROAD - 10 - x}'
        return text.format(fitted, f"{before}{short(names, room * 3 // 2)}{after}")
    art = "".join(_small(kind, x + 8 + i * 22, 26 + row * 26) for i, kind in enumerate(kinds))
    return text.format(x, before) + art + text.format(x + 8 + len(kinds) * 22, after)


def _small(kind: int, x: int, y: int) -> str:
    if not 0 < kind <= KINDS:
        return f'<use href="#card-back" x="{x}" y="{y}" width="17" height="22"/>'
    return (
        f'<use href="#mini-frame" x="{x}" y="{y}" width="19" height="23"/>'
        f'<use href="#art-{IDS[kind - 1]}" x="{x + 2}" y="{y + 5}" width="15" height="16"/>'
    )
