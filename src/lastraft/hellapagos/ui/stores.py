"""The sky and the stores: the weather pegged to a line, and what has been washed ashore."""

import functools

from ...protocol import Reader
from ...protocol.drawing import number, safe, standing, titled
from ...protocol.translations import Translator
from ..components import CALM, FULL, HURRICANE, PRECIPITATION, ROUNDS, WOOD_PER_RAFT
from ..names import weather_name
from ..rules.round import hurricane
from ..state import PUBLIC, Check, HellapagosState, Step
from .glossary import MEANINGS
from .scenery import beach_raft
from .sky import gone

LINE = (182, 340)
"""Where the days hang: from here on, and how far the open ones may reach."""
SEAT, HULL = 33, 112
"""How wide a seat of the raft on the beach is, and how wide all of them may be."""


def shore(r: Reader[HellapagosState]) -> list[str]:
    """Nothing of it at the end: the raft has put to sea in its place."""
    return [] if gone(r.state) else [_weather(r), *_stores(r)]


def _weather(r: Reader[HellapagosState]) -> str:
    """The days so far, today, and what the reader knows of the days to come; the rest is a pile, face down. Of cards
    that overlap the left side is seen, where their number is."""
    s = r.state
    bit = 1 << r.seat if r.seat >= 0 else PUBLIC
    known = tuple(s.weather[i] if i < s.day or s.weather_sure[i] & bit else -1 for i in range(ROUNDS))
    return _sky(r.t, s.day, known)


@functools.lru_cache(512)
def _sky(t: Translator, day: int, known: tuple[int, ...]) -> str:
    shown = [i for i in range(ROUNDS) if known[i] >= 0]
    step = min(45.0, LINE[1] / max(1, len(shown)))
    narrow = min(37.0, 226 / max(1, len(shown)))
    parts = ['<g id="weather">']
    x, px = float(LINE[0]), 40.0
    for i in shown:
        today = i == day - 1
        card = known[i]
        size = 1.28 if today else 1
        cls = "today" if today else "past" if i < day else "next"
        title = f"{t('Day {n}', n=i + 1)}, {weather_name(card, t)}"
        hung = (
            f'<g transform="rotate({(-2, 2.5, 1, -1)[i % 4]})">'
            f'<use href="#wx-{"h" if card == HURRICANE else card}" width="38" height="48" y="7"/>'
            '<use href="#peg" x="14" y="-3" width="9" height="18"/>'
            f'<g class="wxn"><circle cx="5" cy="52" r="9"/><text x="5" y="56.4">{PRECIPITATION[card]}</text></g></g>'
        )
        place = standing(x, 12, px, 8, size, 0.84 * size)
        parts.append(titled(f"weather-{i + 1}", title, hung, f'class="at wx {cls}" {place}'))
        x, px = x + step + (16 if today else 0), px + narrow + (13 if today else 0)
    left = ROUNDS - len(shown)
    if left:
        backs = "".join(
            f'<use href="#wx-back" x="{3 * k}" y="{7 + k}" width="38" height="48"/>'
            for k in ((2, 1, 0) if left > 1 else (0,))
        )
        said = t.plural("{n} day to come", "{n} days to come", left)
        backs += '<use href="#peg" x="14" y="-3" width="9" height="18"/>'
        backs += f'<g class="wxn"><circle cx="38" cy="52" r="9"/><text x="38" y="56.4">{left}</text></g>'
        place = standing(x + 8, 12, px + 8, 8, 1, 0.84)
        parts.append(titled("weather-rest", said, backs, f'class="at wx next" {place}'))
    return "".join(parts) + _note(t, day, known, x + 64) + "</g>"


def _note(t: Translator, day: int, known: tuple[int, ...], x: float) -> str:
    """What falls today, and what is known of the hurricane."""
    if not day:
        return ""
    today = known[day - 1]
    if today == HURRICANE:
        head, storm = t("Hurricane"), t("the last day: leave now or never")
    else:
        head, storm = t("Rain {n}", n=today) if today else t("No rain"), _hurricane(t, day, known)
    width = max(len(head) * 8.6 + 4, len(storm) * 7.2 + 20) + 22
    icon = '<use href="#wx-h" x="{}" y="{}" width="13" height="16"/>'
    note = (
        f'<g class="wide"><rect width="{number(width)}" height="46" rx="9"/><text class="b" x="11" y="19">{safe(head)}'
        f'</text>{icon.format(11, 24)}<text x="29" y="37">{safe(storm)}</text></g>'
        f'<g class="tall"><rect width="{number(len(storm) * 7.2 + 40)}" height="23" rx="9"/>{icon.format(9, 3.5)}'
        f'<text x="27" y="16.5">{safe(storm)}</text></g>'
    )
    return titled("forecast", f"{head}, {storm}", note, f'class="at note" {standing(x, 20, 6, 74, 1, 0.95)}')


def _hurricane(t: Translator, day: int, known: tuple[int, ...]) -> str:
    if HURRICANE in known:
        return t("hurricane on day {n}", n=known.index(HURRICANE) + 1)
    if day < CALM:
        return t("hurricane: not before day {n}", n=CALM + 1)
    if day == ROUNDS - 1:
        return t("hurricane on day {n}", n=ROUNDS)
    return t("hurricane: 1 of the {n} left", n=sum(1 for card in known[day:] if card < 0))


def _stores(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    return [_store_of(r, "water"), _store_of(r, "food"), _raft(r.t, s.rafts, s.disc, s.alive.bit_count())]


def _store_of(r: Reader[HellapagosState], name: str) -> str:
    """HP-8.2, HP-16.5: what is still to be taken from a store today, tonight or for the trip; on the last day for both,
    once there is enough for tonight; on any other as many need it again tomorrow."""
    s = r.state
    water = name == "water"
    own, trip = (Check.WATER, Check.TRIP_WATER) if water else (Check.FOOD, Check.TRIP_FOOD)
    have = s.water if water else s.food
    paid = s.step in (Step.NIGHT, Step.LEAVING) or own < s.check < Check.SEATS or s.check > trip
    need = 0 if paid else (s.alive & ~s.provided if s.check in (own, trip) else s.alive).bit_count()
    trips = s.check >= Check.SEATS
    if s.day and hurricane(s) and s.check < Check.SEATS and have >= need:
        need, trips, paid = need + s.alive.bit_count(), True, False
    living = s.alive.bit_count() if s.day and not trips and not hurricane(s) else 0
    if paid and s.step not in (Step.NIGHT, Step.LEAVING):
        living = 0  # first the other store
    return _store(r.t, name, have, need, trips, living, s.alive > 0)


def _plank(t: Translator, name: str, cls: str, x: int, px: float, py: float, pk: float, title: str, body: str) -> str:
    about = f"<desc>{safe(t(MEANINGS[f'i-{name}']))}</desc>"
    sign = f'<use class="icon" href="#i-{name}" x="14" y="22" width="20" height="20"/>'
    plank = f'{about}<use class="held" href="#plank" width="300" height="62"/>{sign}{body}'  # a button shows the sign
    look = f'class="at store store-{name}{cls}" data-common="" data-clear="" {standing(x, 84, px, py, 1, pk)}'
    return titled(f"store-{name}", title, plank, look)


@functools.lru_cache(512)
def _store(t: Translator, name: str, have: int, need: int, trip: bool, tomorrow: int, anybody: bool) -> str:
    """What is there, and how that stands to the need of tonight, the trip or, of so many, tomorrow; no more than that
    where nobody lives."""
    label, left = t("Water") if name == "water" else t("Food"), have - need
    if left < 0:
        note = t("{n} short for the trip", n=-left) if trip else t("{n} short tonight", n=-left)
    elif trip:
        note = t("enough for the trip")
    elif left < tomorrow:
        note = t("{n} of {most} for tomorrow", n=left, most=tomorrow)
    elif need:
        note = t("{n} left after tonight", n=left)
    elif tomorrow:
        note = t("enough for tomorrow")
    elif anybody:
        note = t("everybody drank") if name == "water" else t("everybody ate")
    else:
        note = ""
    cls = "" if left >= 0 else " short"
    x, px = (12, 4) if name == "water" else (322, 198)
    bracket = _bracket("need", 0, need) + _bracket("need then", need, need + tomorrow if left >= 0 else 0)
    beads = []
    for k in range(FULL):
        bx, by = 98 + k % 18 * 10.8, 34 + k // 18 * 13
        if k < have:
            beads.append(
                f'<use id="{name}-{k}" href="#bead-{name}" class="piece" style="transform:translate({bx:g}px,{by}px) '
                'scale(.8)"/>'
            )
        elif k < need or (left >= 0 and k < need + tomorrow):
            beads.append(f'<circle class="hole missing{" then" if k >= need else ""}" cx="{bx:g}" cy="{by}" r="3.8"/>')
        else:
            beads.append(f'<circle class="hole" cx="{bx:g}" cy="{by}" r="2.8"/>')
    body = (
        f'<text class="big" x="40" y="43">{have}</text>'
        f'<text class="what{" long" if len(label) + len(note) > 21 else ""}" x="92" y="21">'
        f'<tspan class="b wide">{safe(label)}</tspan> <tspan class="left">{safe(note)}</tspan></text>'
        f"{bracket}{''.join(beads)}"
    )
    return _plank(t, name, cls, x, px, 122, 0.63, ", ".join(filter(None, (f"{label} {have}", note))), body)


def _bracket(cls: str, first: int, end: int) -> str:
    """Over the rations of one meal, as far as they lie in the upper row."""
    last = min(end, 18) - 1
    return "" if last < first else f'<path class="{cls}" d="M{93 + first * 10.8:g} 29V26.5H{103 + last * 10.8:g}V29"/>'


def beached(r: Reader[HellapagosState]) -> str:
    """The raft on the beach, as long as it is built."""
    s = r.state
    return "" if gone(s) else _beached(r.t, s.seats, s.rafts, s.disc, s.alive.bit_count())


@functools.lru_cache(512)
def _beached(t: Translator, n: int, built: int, wood: int, living: int) -> str:
    """A seat is as wide as six logs; the wood of the next one lies beside those that are built."""
    seats = [
        f'<g id="beached-{i}" class="piece" style="transform:translate({SEAT * i}px,0)"><use href="#raft-seat"/></g>'
        for i in range(built)
    ]
    logs = [f'<use href="#raft-log" x="{SEAT * built + 4 + 5.4 * i:g}"/>' for i in range(wood)]
    wide = SEAT * built + (4 + 5.4 * wood if wood else 0)
    half = max(wide, SEAT) / 2
    size = min(1.0, HULL / 2 / half)
    mast = f'<use href="#raft-mast" transform="translate({number(wide / 2 - 12)} -46) scale(.8)"/>' if built else ""
    ghost = "" if wide else f'<rect class="ghost" width="{SEAT - 1}" height="39" rx="3"/>'
    body = (
        f'<g transform="scale({size:.3f}) translate({number(-half)} -20)">'
        f'<ellipse class="g" cx="{number(half + 5)}" cy="36" rx="{number(half + 6)}" ry="7"/>'
        f'<g transform="translate(13 10) scale(1 .72) skewX(-18)">{ghost}{"".join(seats)}{"".join(logs)}</g>{mast}</g>'
    )
    x, y, px, py, k = beach_raft(n)
    return titled("beached", _seats_said(t, built, living, wood), body, f'class="at" {standing(x, y, px, py, 1, k)}')


def _seats_said(t: Translator, built: int, living: int, wood: int) -> str:
    return t("Seats on the raft: {n} for {people}; wood for the next: {wood} of {most}.", n=built, people=living,
             wood=wood, most=WOOD_PER_RAFT)  # fmt: skip


@functools.lru_cache(512)
def _raft(t: Translator, built: int, wood: int, living: int) -> str:
    """A seat for each who lives, at least one: those that are built, and the wood of the next one."""
    needed = f'<tspan class="of">/{living}</tspan>' if built <= living else ""  # more seats than that need no measure
    shown = max(living, built, 1)
    pitch = min(34.5, 196 / shown)
    k = pitch / 34.5
    parts = []
    for i in range(shown):
        x = 92 + i * pitch
        if i < built:
            parts.append(
                f'<g id="raft-{i}" class="piece" style="transform:translate({number(x)}px,24px) scale({k:.3f},.78)">'
                '<use href="#raft-seat"/></g>'
            )
            continue
        parts.append(f'<rect class="ghost" x="{number(x + 1)}" y="26" width="{number(pitch - 3)}" height="27" rx="3"/>')
        if i == built:
            logs = "".join(f'<use href="#raft-log" x="{j * 5.4:g}"/>' for j in range(wood))
            parts.append(f'<g id="wood" style="transform:translate({number(x)}px,24px) scale({k:.3f},.78)">{logs}</g>')
    next_one = t("next: {n} of {most} wood", n=wood, most=WOOD_PER_RAFT)
    label, note = t("Seats"), next_one if built < max(living, 1) else t("enough for all")
    said = _seats_said(t, built, living, wood)
    long = " long" if len(label) + len(note) > 21 else ""
    body = (
        f'<text class="big" x="38" y="43">{built}{needed}</text>'
        f'<text class="what{long}" x="92" y="20"><tspan class="b">{safe(label)}</tspan> {safe(note)}</text>'
        f"{''.join(parts)}"
    )
    return _plank(t, "raft", "", 632, 4, 163, 1.27, said, body)
