"""The reader's own shelter as a cross-section, with stores, equipment and gauge; the other seats; choices of setup."""

import functools
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...kernel import part, part_at, top
from ...protocol import Reader, for_everybody, made_of
from ...protocol.drawing import number, safe, short, standing, titled
from ...protocol.translations import N_, Translator
from .. import components as box
from ..names import GEAR_NAMES, RES_NAMES, TOKEN_NAMES, kept, signed
from ..options import Choice
from ..rules.areas import is_visiting
from ..rules.building import price_of_room
from ..rules.hunting import toughness
from ..rules.movement import can_move
from ..rules.night import airlock_need, radiation_tonight, room_need
from ..rules.shelter import materials, reserve_water, seat_at, survivors
from ..state import BROKEN, NONE, USED, Ask, Feeding, OutliveState, Phase, Question, Visit
from .faces import WALKERS, Rules, fitted, gear, gear_row, joins_right, leader, prey, price_tag, room, room_words, seal
from .glossary import GOODS
from .night import is_night
from .outcomes import drawn_by_mary, kept_store
from .prompts import paid_now
from .scenery import GROUND, SHELTER, TALL_GROUND, TALL_SLOTS
from .scenery import SLOTS as ROOM_SPOTS
from .scores import told_lines

SEATS = 932
"""Where the seats stand, beside the ring and the shelter."""
LINE_UP = 34
"""How high the order of play is on a phone."""
KIT = 8
"""So many tiles are told apart on a plate."""
LINE = 13
"""So high must be a line of the list that names a crowd of tiles."""
Row = tuple[int, ...]
EMPTY = '<rect class="wall" width="140" height="96" rx="3"/>'


def shelter_height(r: Reader[OutliveState]) -> int:
    """How high everything but the ring is on a phone."""
    return LINE_UP + 106 + 590 + 96 * _kit_rows(r.state, shown(r)) + 24 + -(-r.state.seats // 2) * 174 + 20


def shown(r: Reader[OutliveState]) -> int:
    """Whose shelter lies below the ring: the reader's own; who only watches sees that of whoever moves."""
    if r.seat >= 0:
        return r.seat
    s = r.state
    if is_visiting(s):
        return part_at(s, 0, Visit.seat)
    return part(s, Question.seat) if s.depth else 0


def _kit_rows(s: OutliveState, mine: int) -> int:
    return max(1, -(-(box.GEARS - s.gear[mine].count(NONE)) // 5))


def shelter(r: Reader[OutliveState]) -> list[str]:
    """Everything below the ring."""
    mine = shown(r)
    low = TALL_GROUND + 106 + 590
    kit = low + 20 + 96 * _kit_rows(r.state, mine)
    dark = " nightfall" if is_night(r.state) else ""
    return [
        f'<g id="own-shelter" class="own s{mine}{dark}">',
        *_stores(r, mine),
        *_shelter(r, mine),
        _tiles(r.t, tuple(r.state.gear[mine]), bytes(r.state.option), low),
        "</g>",
        *_seats(r, kit),
        _choices(r),
    ]


def look(r: Reader[OutliveState], thing: str) -> str:
    """The shelter of a seat whose plate is clicked: everything in it is open to all."""
    seat = thing.removeprefix("seat-")
    if not seat.isdecimal() or len(seat) > 2 or int(seat) >= r.state.seats:
        return ""
    who, low = int(seat), TALL_GROUND + 106 + 590
    tiles = _tiles(r.t, tuple(r.state.gear[who]), bytes(r.state.option), low)
    body = re.sub(r' (?:id|data-for)="[^"]*"', "", "".join([*_stores(r, who), *_shelter(r, who), tiles]))
    tall = low - TALL_GROUND + 40 + 96 * _kit_rows(r.state, who)
    return (
        f'<svg class="drawing outlive" viewBox="0 {GROUND} 924 240" data-tall="0 {TALL_GROUND - 4} 374 {tall}">'
        f'<g class="s{who}">{body}</g></svg>'
    )


SHELTERS = "airlock gauge room built people gear"
"""The fields of a seat that score."""


class Bill(NamedTuple):
    """What a night costs a seat: water for the airlock, food for the rooms, each with what there is; what the gauge
    counts and will count after the radiation; whether it is the next night's, because this one is paid."""

    water: int
    rows: int
    food: int
    rooms: int
    gauge: int
    after: int
    later: bool

    @property
    def lost(self) -> int:
        """How many would starve."""
        return 0 if self.later else max(0, self.rows - self.water) + max(0, self.rooms - self.food)


class Seen(NamedTuple):
    """What everybody sees of a seat but its store: what it needs; its points, and these line by line in words; what its
    plate shows of equipment (names and a row), rooms and figures."""

    needs: tuple[int, int, int, int]
    """A night: water for the airlock, food for the rooms; water in reserve; what the gauge counts after tonight."""
    points: int
    scored: str
    owned: str
    kit: str
    windows: str
    figures: str


@made_of("airlock gauge room built people used gear", "card ended day option")
def seen(r: Reader[OutliveState], who: int) -> Seen:
    s, t = r.state, r.t
    climbs = radiation_tonight(s, who) if 0 < s.day <= box.ROUNDS else 0
    after = box.GAUGE_POINTS[min(s.gauge[who] + climbs, box.GAUGE_END)]
    needs = airlock_need(s, who), room_need(s, who), reserve_water(s, who), after
    lines = [(what, n) for what, n in told_lines(r, who) if n]
    points = sum(n for _, n in lines)
    listed = f" {', '.join(f'{what} {n}' for what, n in lines)}." if lines else ""
    scored = safe(t("Points now: {n}.", n=points) + listed)
    owned, kit, mended = _kit(t, tuple(s.gear[who]))
    inside = zip(s.room[who], s.built[who], s.people[who], strict=True)
    lights = [0 if not kind else 1 if not built else 2 if n < box.PLACES[kind - 1] else 3 for kind, built, n in inside]
    numbers = (survivors(s, who), box.GAUGE_POINTS[s.gauge[who]], mended, points)
    figures = "".join(_figure(t, who, i, n) for i, n in enumerate(numbers))
    drawn = _windows(who, lights), f'<g id="figures-of-{who}">{figures}</g>'
    return Seen(needs, points, scored, owned, kit, *drawn)


@functools.lru_cache(4096)
def _stocked(t: Translator, who: int, later: bool, needs: tuple[int, int, int, int], store: Row) -> tuple[str, str]:
    """What a seat needs and has for the night, in words; and the goods on its plate."""
    rows, rooms, reserve, after = needs
    if later:
        said = N_("Tomorrow night: {rows} water for the airlock, {rooms} food for the rooms.")
    else:
        said = N_(
            "Tonight: water for the airlock {water} of {rows}, then food for the rooms {left} of {rooms}, "
            "radiation: the gauge then counts {n}."
        )
    water = store[box.Res.WATER] + reserve
    left = _for_rooms(store, water - rows)
    goods = "".join([_good(i, n) for i, n in enumerate(store)])
    return (
        safe(t(said, water=min(water, rows), rows=rows, left=left, rooms=rooms, n=signed(after))),
        f'<g id="goods-of-{who}">{goods}</g></g>',
    )


def _for_rooms(store: Sequence[int], water: int) -> int:
    """The food that rooms can have, with so much water left by the airlock."""
    return max(0, water) + store[box.Res.MEAT] + store[box.Res.CAN]


def bill_of(r: Reader[OutliveState], who: int) -> Bill:
    """Tonight's bill; once the seat has fed its people, that of the next night."""
    s, (rows, rooms, reserve, after) = r.state, seen(r, who).needs
    if s.phase == Phase.FEED and top(s) == Ask.FEEDING and part(s, Question.seat) == who:
        rows, rooms, fed = part(s, Feeding.rows), part(s, Feeding.rooms), False
    else:
        fed = s.phase > Phase.FEED or (s.phase == Phase.FEED and (who - s.first) % s.seats < s.turn)
    if fed and s.day == box.ROUNDS:
        rows = rooms = 0
    store = kept_store(s, who) if fed else s.store[who]
    water = store[box.Res.WATER] + reserve
    gauge = box.GAUGE_POINTS[s.gauge[who]]
    after = after if s.phase <= Phase.RADIATION else gauge
    return Bill(water, rows, _for_rooms(store, water - rows), rooms, gauge, after, fed)


def _stores(r: Reader[OutliveState], mine: int) -> list[str]:
    s, t = r.state, r.t
    kills = s.kills[mine]
    best = max((i for i in range(box.PREY) if kills[i]), default=-1)
    cells = _cells(t, tuple(s.store[mine]), bytes(s.option))
    owner = "" if r.seat == mine else r.names[mine]
    return [_head(t, mine, owner, s.leader[mine] - 1, survivors(s, mine)), *cells, _hunted(t, sum(kills), best)]


@functools.lru_cache(1024)
def _cells(t: Translator, store: Row, rules: Rules) -> list[str]:
    return [_cell(t, res, n, kept(res, rules)) for res, n in enumerate(store)]


@functools.lru_cache(1024)
def _head(t: Translator, mine: int, owner: str, who: int, people: int) -> str:
    """``owner`` is empty for the reader's own shelter."""
    portrait = (
        f'<use href="#lead-{box.LEADER_IDS[who]}" x="4" y="4" width="42" height="42"/>'
        if who >= 0
        else f'<use class="seatmark" href="#shape-{mine}" x="8" y="8" width="34" height="34"/>'
    )
    return (
        f'<g class="at" {standing(4, GROUND + 4, 4, TALL_GROUND)}>'
        '<rect class="box wide" width="146" height="232" rx="12"/>'
        '<rect class="box tall" width="146" height="98" rx="12"/>'
        f'<rect fill="url(#g-sky)" x="4" y="4" width="42" height="42" rx="9"/>{portrait}'
        '<rect fill="none" stroke="var(--seat)" stroke-width="2.5" x="4" y="4" width="42" height="42" rx="9"/>'
        f'<text class="hd" x="54" y="22">{short(owner, 9) if owner else safe(t("Your shelter"))}</text>'
        f'<text class="say soft" x="54" y="40">{safe(t.plural("{n} survivor", "{n} survivors", people))}</text></g>'
    )


def _box(name: str, i: int, art: str, n: int, title: str, note: str, about: str = "") -> str:
    """One of the eight boxes of the store."""
    place = standing(8 + i % 2 * 70, GROUND + 54 + i // 2 * 45, 156 + i % 4 * 54, TALL_GROUND + 4 + i // 4 * 48)
    squeezed = ' textLength="20" lengthAdjust="spacingAndGlyphs"' if n > 9 else ""
    body = (
        f"{f'<desc>{safe(about)}</desc>' if about else ''}"
        '<rect class="cellbg wide" width="67" height="41" rx="9"/>'
        '<rect class="cellbg tall" width="52" height="44" rx="9"/>'
        f'{art}<text class="fig" x="30" y="21"{squeezed}>{n}</text>'
        '<rect class="wide" fill="none" x="27" y="25" width="39" height="15"/>'
        f'<text class="keeps wide" x="29" y="36"{fitted(note, 37, 14.5)}>{safe(note)}</text>'
    )
    return titled(name, f"{title}: {n}, {note}", body, f'class="at{"" if n else " zero"}" {place}')


@functools.lru_cache(1024)
def _cell(t: Translator, res: int, n: int, most: int) -> str:
    keeps = t("spoils") if most == 0 else t("night: {n}", n=most) if most > 0 else t("keeps")
    art = f'<use href="#res-{box.RES_IDS[res]}" x="1" y="6" width="27" height="27"/>'
    about = t(next(said for symbol, _, said in GOODS if symbol == f"res-{box.RES_IDS[res]}"))
    return _box(f"store-{box.RES_IDS[res]}", res, art, n, t(RES_NAMES[res]), keeps, about)


@functools.lru_cache(256)
def _hunted(t: Translator, total: int, best: int) -> str:
    art = f'<use href="#{f"animal-{best + box.WEAKEST_PREY}" if total else "paw"}" x="1" y="9" width="26" height="22"/>'
    about = t("Of each kind an animal gives 1 meat more than the one before.")
    return _box("kills", box.GOODS, art, total, t("animals"), t("hunted"), about)


def _shelter(r: Reader[OutliveState], mine: int) -> list[str]:
    s, t = r.state, r.t
    rooms = zip(s.room[mine], s.built[mine], s.people[mine], s.used[mine], strict=True)
    price = price_of_room(s, mine) if s.day else 0  # the first one is for nothing
    airlock = _airlock(t, s.option[Choice.AIRLOCK_ROWS], s.airlock[mine])
    twice = ' class="twice"' if s.phase == Phase.BUILD and part(s, Question.seat) == mine else ""  # large above
    return [
        f'<g id="shelter"{twice}>',
        airlock,
        *_rooms(t, bytes(s.option), (price, *paid_now(s, mine)), materials(s, mine), tuple(rooms)),
        _gauge(t, s.gauge[mine]),
        _plaque(t, bill_of(r, mine), _plates(r)[mine].said),
        "</g>",
    ]


@functools.lru_cache(1024)
def _plaque(t: Translator, bill: Bill, said: str) -> str:
    """The bill of the night in the sky over the rooms; a phone has it above the ring. ``said`` is made safe."""
    if not bill.rows + bill.rooms:
        return '<g id="bill"/>'
    word = t("Tomorrow night") if bill.later else t("Tonight")
    figures = (("res-water", bill.water, bill.rows), ("bowl", bill.food, bill.rooms))
    x = 14 + 8.6 * len(word)
    parts = [f'<text x="8" y="15">{safe(word)}</text>']
    for symbol, have, need in figures:
        short_of = ' class="short"' if have < need and not bill.later else ""
        parts.append(
            f'<use href="#{symbol}" x="{number(x)}" y="2" width="17" height="17"/>'
            f'<text{short_of} x="{number(x + 20)}" y="15">{have}/{need}</text>'
        )
        x += 56
    if bill.after != bill.gauge:
        change = f"{signed(bill.gauge)}\u2192{signed(bill.after)}"
        parts.append(
            f'<use href="#trefoil" class="rad" x="{number(x)}" y="3" width="15" height="15"/>'
            f'<text x="{number(x + 18)}" y="15">{change}</text>'
        )
        x += 28 + 8.6 * len(change)
    if bill.lost:
        parts.append(
            f'<use href="#person" class="who-0" x="{number(x)}" y="2" width="10" height="17"/>'
            f'<text class="short" x="{number(x + 14)}" y="15">&#8722;{bill.lost}</text>'
        )
        x += 40
    body = f'<rect width="{number(x)}" height="21" rx="10.5"/>{"".join(parts)}'
    place = f'transform="translate({SHELTER[0] + 150} {SHELTER[1] + 1})"'
    tonight, _, scored = said.rpartition("\n")
    return f'<g id="bill" class="wide plaque" {place}><title>{tonight}</title><desc>{scored}</desc>{body}</g>'


def _below(x: float, y: float, px: float, py: float, pk: float) -> str:
    return standing(SHELTER[0] + x, SHELTER[1] + y, SHELTER[2] + px, SHELTER[3] + py, 1, pk)


@functools.lru_cache(1024)
def _rooms(
    t: Translator, rules: Rules, prices: tuple[int, int, int], have: int, rooms: tuple[tuple[int, int, int, int], ...]
) -> list[str]:
    """``prices``: of any room, which one is being paid for, and what is still due for that."""
    price, paid, due = prices
    of = [due if slot == paid else price for slot in range(len(rooms))]
    return [_room(t, rules, of[slot], have < of[slot], slot, *row) for slot, row in enumerate(rooms)]


@functools.lru_cache(4096)
def _room(
    t: Translator, rules: Rules, price: int, dear: bool, slot: int, room_kind: int, built: int, n: int, used: int
) -> str:
    kind = room_kind - 1
    light = "empty" if kind < 0 else "plan" if not built else "lit" if n >= box.PLACES[kind] else "built"
    place = _below(*ROOM_SPOTS[slot], *TALL_SLOTS[slot], 1.285)
    inner = EMPTY if kind < 0 else room(t, kind, rules, slot, light, n, bool(used))
    if light == "plan" and price:
        inner += price_tag(t, price, dear)
    aside = ' data-aside="always"' if light == "plan" and price else ""  # seven buttons would say less than the plans
    return f'<g id="room-{slot}" class="at room {light}"{aside} {place}>{inner}</g>'


@functools.lru_cache(128)
def _airlock(t: Translator, choice: int, n: int) -> str:
    rows = box.AIRLOCK_ROWS[choice]
    title = t("Airlock: {n} inside; each row with someone in it needs 1 water a night", n=n)
    parts = [
        '<rect class="wall" width="140" height="96" rx="3"/><path class="shaft" d="M4-9h24V2H4z"/>'
        '<path class="hatch" d="M9-6v96M23-6v96M9 6h14M9 18h14M9 30h14M9 42h14M9 54h14M9 66h14M9 78h14"/>'
        f'<path class="lid" d="M1-8c1-8 29-8 30 0z"/><text class="rname" x="32" y="13.5">{safe(t("Airlock"))}</text>'
    ]
    k = 0
    height = 76.5 / len(rows)
    for row, size in enumerate(rows):
        y = 18 + row * height
        thirst = f'<use href="#res-water" class="thirst" x="117" y="{y + 4:g}" width="16" height="16"/>'
        parts.append(
            f'<g class="lockrow{" busy" if k < n else ""}">'
            f'<rect x="30" y="{y:g}" width="106" height="{height - 1.5:g}" rx="4"/>'
        )
        for i in range(size):
            x = 37 + i * 16
            if k < n:
                parts.append(
                    f'<use href="#{WALKERS[k % 5]}" class="who-{k % 4}" x="{x}" y="{y + 1:g}" width="11.5" '
                    f'height="{height - 2:g}"/>'
                )
            else:
                parts.append(f'<circle class="spot" cx="{x + 6}" cy="{y + height / 2:g}" r="6"/>')
            k += 1
        parts.append(f"{thirst}</g>")
    return titled("airlock", title, "".join(parts), f'class="at airlock" {_below(8, 26, 4, 30, 1.285)}')


@functools.lru_cache(64)
def _gauge(t: Translator, step: int) -> str:
    """The radiation gauge with the points of each step; it climbs towards the worst."""
    steps = len(box.GAUGE_POINTS)
    parts = [
        f'<g id="gauge"><title>{safe(t("Radiation gauge"))}: {box.GAUGE_POINTS[step]}</title><desc>'
        f"{safe(t('It climbs every night; at the end it counts as many points as stand beside the mark.'))}</desc>"
        f'<g class="at" {_below(581, 26, 4, 539, 1)}><rect class="glass wide" width="39" height="198" rx="9"/>'
        '<rect class="glass tall" width="366" height="39" rx="9"/></g>'
    ]
    for i in range(steps):
        points = signed(box.GAUGE_POINTS[i])
        cls = (" full" if i <= step else "") + (" on" if i == step else "")
        parts.append(
            f'<g class="at gs{cls}" {_below(581, 29 + (steps - 1 - i) * 17.5, 7 + i * 32.8, 539, 1)}>'
            '<rect class="tube wide" x="4" width="13" height="16.5" rx="2"/>'
            '<rect class="tube tall" x="1" y="4" width="30.5" height="14" rx="2"/>'
            f'<text class="gnum wide" x="35" y="12">{points}</text>'
            f'<text class="gnum tall" x="26" y="34">{points}</text></g>'
        )
    place = _below(590, 37 + (steps - 1 - step) * 17.5, 23 + step * 32.8, 550, 1)
    return (
        "".join(parts)
        + f'<g id="gauge-mark" class="at" {place}><circle class="gm" r="8"/>'
        + '<use href="#trefoil" x="-6" y="-6" width="12" height="12"/></g></g>'
    )


@functools.lru_cache(1024)
def _tiles(t: Translator, states: tuple[int, ...], rules: Rules, low: int) -> str:
    owned = [kind for kind in range(box.GEARS) if states[kind] != NONE]
    mended = {
        box.SYMBOL[a]
        for a in owned
        for b in owned
        if a < b and box.SYMBOL[a] == box.SYMBOL[b] and BROKEN not in (states[a], states[b])
    }
    points = sum(states[kind] != BROKEN for kind in owned) + len(mended)
    worth = (
        f"<g><title>{safe(t.plural('{n} point', '{n} points', points))}</title>"
        '<use href="#star" x="102" y="9" width="15" height="15"/>'
        f'<text class="fig2" x="119" y="21.5">{points}</text></g>'
        if points
        else ""
    )
    parts = [
        f'<g class="at" {standing(782, GROUND + 4, 4, low)}><rect class="box wide" width="140" height="232" rx="12"/>'
        f'<rect class="box tall" width="366" height="{32 + 88 * max(1, -(-len(owned) // 5))}" rx="12"/>'
        f'<rect fill="none" x="7" y="5" width="{92 if points else 126}" height="22"/>'
        f'<text class="hd" x="10" y="22">{safe(t("Equipment"))}</text>{worth}</g>'
    ]
    k, columns = max(
        (min((132 / n - 2) / 70, (196 / max(1, -(-len(owned) // n)) - 3) / 78, 0.92), n) for n in (2, 3, 4)
    )
    size = 14 if k > 0.85 else 15.6
    line = 196 / max(1, len(owned))
    listed = k <= 0.7 and line > LINE
    pairs = [kind for kind in owned if sum(box.SYMBOL[kind] == box.SYMBOL[other] for other in owned) == 2]
    order = sorted(owned, key=lambda kind: (kind not in pairs, box.SYMBOL[kind], joins_right(kind) is False))
    for kind in owned:
        i = order.index(kind)
        state = states[kind]
        cls = " broken" if state == BROKEN else " used" if state == USED else ""
        if box.SYMBOL[kind] in mended:
            cls += " whole"
        phone = (4 + i % 5 * 74, low + 28 + i // 5 * 88)
        face = gear(t, kind, rules, state == BROKEN, size)
        if listed:
            place = standing(786, GROUND + 34 + i * line, *phone)
            row = gear_row(t, kind, state == BROKEN, min(24, line - 1.5))
            face = f'<g class="tall">{face}</g><g class="wide row">{row}</g>'
        else:
            across, down = i % columns * 132 / columns, i // columns * (78 * k + 3)
            place = standing(786 + across, GROUND + 34 + down, *phone, k)
        parts.append(f'<g id="own-{box.GEAR_IDS[kind]}" class="at gear{cls}" {place}>{face}</g>')
    return f'<g id="kit" class="{"few" if k > 0.7 else "crowded"}">{"".join(parts)}</g>'


def _seats(r: Reader[OutliveState], low: int) -> list[str]:
    parts = [f'<g id="seats" class="{"nightfall" if is_night(r.state) else "day"}">']
    for who, (known, signs, said, goods) in enumerate(_plates(r)):
        before, heading = _heading(r.t, who, "" if who == r.seat else r.names[who], low, *signs)
        plate = f"{before}{known.owned}</title><desc>{said}</desc>{heading}{known.kit}"
        parts += [plate, known.windows, known.figures, goods]
    return [*parts, "</g>"]


class _Plate(NamedTuple):
    known: Seen
    signs: tuple[bool, bool, bool, int]
    """Whether the seat is asked, comes next, has the marker; its place in the order of play."""
    said: str
    goods: str


@for_everybody
def _plates(r: Reader[OutliveState]) -> list[_Plate]:
    """What the plates of the seats show."""
    s = r.state
    asked = part(s, Question.seat) if s.depth else -1
    after, marker = _next(s, asked), s.marker if s.day else -1
    later = s.phase > Phase.FEED and s.day < box.ROUNDS
    plates = []
    for who in range(s.seats):
        known = seen(r, who)
        signs = (asked == who, after == who, marker == who, (who - s.first) % s.seats + 1 if s.day else 0)
        tonight, goods = _stocked(r.t, who, later, known.needs, tuple(s.store[who]))
        over = s.day == 0 or (s.phase > Phase.FEED and s.day == box.ROUNDS)  # no meal is to come yet, or any more
        plates.append(_Plate(known, signs, known.scored if over else f"{tonight}\n{known.scored}", goods))
    return plates


def line_up(r: Reader[OutliveState]) -> str:
    """On a phone, above the ring: who plays after whom, the first of the day on the left, each with their points; each
    opens their shelter."""
    s = r.state
    asked = part(s, Question.seat) if s.depth else -1
    called = [r.t("You") if who == r.seat else r.names[who] for who in range(s.seats)]
    points = tuple(seen(r, who).points for who in range(s.seats))
    light = " nightfall" if is_night(s) else ""
    return _line_up(tuple(called), points, s.first, asked, s.marker if s.day else -1, light)


@functools.lru_cache(1024)
def _line_up(called: tuple[str, ...], points: Row, first: int, asked: int, marker: int, light: str) -> str:
    parts = []
    width = 366 / len(called)
    for who, n in enumerate(points):  # drawn in the order of seats, which does not change
        i = (who - first) % len(called)
        plate = f'<rect class="box turn" width="{number(width - 3)}" height="31" rx="9"/>' if who == asked else ""
        flag = '<use href="#first" x="64" y="16" width="13" height="13"/>' if who == marker else ""
        pale = "" if who == asked else " pale"
        parts.append(
            f'<g id="turn-{who}" data-shows="seat-{who}" data-look="" class="s{who}{pale}" '
            f'transform="translate({number(5 + i * width)} {3 - LINE_UP})">'
            f'<rect fill="none" pointer-events="all" width="{number(width - 3)}" height="{LINE_UP - 3}"/>{plate}'
            f'<use class="seatmark" href="#shape-{who}" x="7" y="7" width="17" height="17"/>'
            f'<text class="hd" x="28" y="13.5">{short(called[who], int(width / 9 - 2.5))}</text>'
            '<g class="points-now"><use class="figtre" href="#star" x="27.5" y="17" width="12" height="12"/>'
            f'<text class="hd" x="42" y="28">{str(n).replace("-", "&#8722;")}</text></g>{flag}</g>'
        )
    return f'<g id="line-up" class="tall{light}">{"".join(parts)}</g>'


def _next(s: OutliveState, asked: int) -> int:
    """Who comes after the one who is asked, or -1: by day who can still move, at night who has not had the step."""
    if s.phase == Phase.DAY:
        for turn in range(s.turn, s.turn + s.seats):
            who = seat_at(s, turn)
            if who != asked and not s.passed >> who & 1 and 0 in s.standing[who] and can_move(s, who):
                return who
    elif is_night(s) and s.turn < s.seats:
        turn = s.turn + (seat_at(s, s.turn) == asked)  # in most steps it is still the turn of the one who is asked
        return seat_at(s, turn) if turn < s.seats else -1
    return -1


@functools.lru_cache(2048)
def _heading(
    t: Translator, who: int, name: str, low: int, turn: bool, after: bool, first: bool, order: int
) -> tuple[str, str]:
    """A plate up to the name in its title, and from its description to what the seat has. ``name`` is empty for the
    reader's own."""
    place = standing(SEATS, 4 + who * 177, 4 + who % 2 * 184, low + who // 2 * 174, 1, 0.98)
    flag = f'<g><title>{safe(t("first player"))}</title><use href="#first" x="157" y="8" width="20" height="20"/></g>'
    badge = (
        f'<g class="order"><title>{safe(t("order of play: {n}", n=order))}</title><circle cx="143" cy="18" r="9.5"/>'
        f'<text x="143" y="22.5">{order}</text></g>'
    )
    if turn:
        state = t("to move") if name else t("your turn")
    else:
        state = t("next to move") if after else t("first player") if first else ""
    more = " &#183; " if state else ""
    called = name or t("You")
    return (
        f'<g id="seat-{who}" class="at s{who}" data-look="" {place}><title>{safe(called)}',
        f'<rect class="box{" turn" if turn else ""}" width="184" height="172" rx="12"/>'
        '<path fill="var(--seat)" d="M9 0Q0 0 0 9V163Q0 172 9 172Z"/>'
        f'<use class="seatmark" href="#shape-{who}" x="15" y="9" width="26" height="26"/>'
        f'<text class="hd" x="48" y="23">{short(called, 9)}</text>{flag if first else ""}{badge if order else ""}'
        f'<g class="looks"><title>{safe(t("Look at the shelter"))}</title>'
        '<use href="#eye" x="161" y="27" width="17" height="17"/></g>'
        '<rect fill="none" x="46" y="27" width="112" height="17"/>'
        f'<text class="state" x="48" y="40">{safe(state)}<tspan class="if-bot">{more}{safe(t("bot"))}</tspan>'
        f'<tspan class="if-gone">{more}{safe(t("away"))}</tspan></text>',
    )


@functools.lru_cache(1024)
def _kit(t: Translator, gears: Row) -> tuple[str, str, int]:
    """A seat's equipment in words, in a row on its plate, and how much of it is repaired."""
    owned = [kind for kind in range(box.GEARS) if gears[kind] != NONE]
    shown = sorted(owned, key=lambda kind: gears[kind] == BROKEN)[: KIT if len(owned) <= KIT else KIT - 1]
    more = len(owned) - len(shown)
    row = len(shown) + (more > 0)
    shelf = f'<rect class="kitbg" x="12" y="148" width="{4 + 19 * row}" height="21" rx="5"/>'
    rest = f'<text class="fig2 more" x="{16 + 19 * len(shown)}" y="164">+{more}</text>' if more else ""
    tiles = "".join(
        f'<use href="#eq-{box.GEAR_IDS[kind]}" x="{14 + 19 * i}" y="149.5" width="18" height="18" '
        f'class="{"shut" if gears[kind] == BROKEN else "open"}"/>'
        for i, kind in enumerate(shown)
    )
    said = safe("".join(f", {t(GEAR_NAMES[kind])}" for kind in owned))
    return said, shelf + tiles + rest if owned else "", sum(gears[kind] != BROKEN for kind in owned)


def _windows(who: int, lights: list[int]) -> str:
    """The rooms of a shelter from afar: none yet, planned, built, lit."""
    windows = "".join(
        f'<rect class="win-{("none", "plan", "built", "lit")[light]}" x="{20 + i * 22}" y="78.5" width="18" '
        f'height="16" rx="2"/>'
        for i, light in enumerate(lights)
    )
    earth = '<rect fill="var(--earth)" x="14" y="74" width="162" height="25" rx="5"/>'
    return f'<g id="rooms-of-{who}">{earth}{windows}</g>'


@functools.lru_cache(1024)
def _figure(t: Translator, who: int, i: int, n: int) -> str:
    said = (t("survivors"), t("radiation"), t("repaired"), t("points now"))[i]
    icon = ("person", "trefoil", "wrench", "star")[i]
    known = f' class="points-now" data-points="{who} {n}"' if i == 3 else ""  # the page tells how many were gained
    return (
        f'<g{known}><title>{safe(said)}: {n}</title><use href="#{icon}" class="{"figtre" if i == 1 else "who-s"}" '
        f'x="{(10, 53, 104, 141)[i]}" y="50" width="18" height="18"/>'
        f'<text class="fig2" x="{(29, 73, 123, 160)[i]}" y="64.5">{str(n).replace("-", "&#8722;")}</text></g>'
    )


@functools.lru_cache(1024)
def _good(i: int, n: int) -> str:
    x, y = 14 + i % 4 * 42, 103 + i // 4 * 22
    return (
        f'<use href="#res-{box.RES_IDS[i]}" class="{"open" if n else "shut"}" x="{x}" y="{y}" width="19" height="19"/>'
        f'<text class="fig2{"" if n else " zero"}" x="{x + 22}" y="{y + 14.5}">{n}</text>'
    )


def _choices(r: Reader[OutliveState]) -> str:
    """Rooms and leaders to choose from, animals under the sensor, Mary's tokens: laid over the ring while asked."""
    s, seat, t = r.state, r.seat, r.t
    if seat < 0 or not s.depth or part(s, Question.seat) != seat:
        return '<g id="choices"/>'
    kind = top(s)
    items: list[tuple[str, str]] = []
    size = (146, 102)
    if kind == Ask.KEEP:
        held = Counter(one - 1 for one in s.dealt[seat] if one)
        kept = {one - 1 for one in s.room[seat] if one > box.BASIC_ROOMS}
        for one in sorted(held.keys() | kept):  # what is kept stays in its place: the others do not move
            face = room(t, one, bytes(s.option), 0, "lit", 0, False) + (seal(4, 20) if one in kept else "")
            name = f"keep-{box.ROOM_IDS[one]}" if one in held else ""
            words = room_words(t, one, bytes(s.option), 0)
            items.append((name, f'{words}<g class="room lit">{face}{_copies(held[one], 104, 55)}</g>'))
    elif kind == Ask.LEADER:
        offered = sorted(one - 1 for one in s.offered[seat] if one)
        items = [(f"leader-{box.LEADER_IDS[one]}", leader(t, one, bytes(s.option))) for one in offered]
        size = (258, 106)
    elif kind == Ask.MARY_THROW:
        drawn = sorted(drawn_by_mary(s).items())
        items = [(f"token-{box.TOKEN_IDS[token]}", _coin(t, token, n)) for token, n in drawn]
        size = (64, 64)
    elif kind == Ask.LOOK:
        items = [
            (f"prey-{n}", f'<g class="prey">{prey(n, toughness(s, seat, n) - n)}</g>')
            for n in range(box.WEAKEST_PREY, box.WEAKEST_PREY + box.PREY)
        ]
        size = (54, 54)
    return _overlay(tuple(items), size)


def _copies(n: int, x: int, y: int) -> str:
    """A badge on what lies there more than once."""
    if n < 2:
        return ""
    return (
        f'<g class="cost" transform="translate({x} {y})"><rect width="32" height="17" rx="8.5"/>'
        f'<text x="16" y="12" style="fill:#fff;font-weight:700">&#215;{n}</text></g>'
    )


def _overlay(items: tuple[tuple[str, str], ...], size: tuple[int, int]) -> str:
    if not items:
        return '<g id="choices"/>'
    w, h = size
    across = -(-len(items) // -(-len(items) * w // 700))
    narrow = max(1, 366 // w) if w < 366 else 1
    rows = -(-len(items) // across)
    k = min(1.4, 860 / (across * w), 400 / (rows * h))
    x0, y0 = 462 - across * w * k / 2, 216 - rows * h * k / 2
    pk = min(1.25, 358 / (min(narrow, len(items)) * w))
    px0, py0 = 187 - min(narrow, len(items)) * w * pk / 2, 22
    down = -(-len(items) // narrow)
    parts = [
        f'<g class="wide"><rect class="sheet" x="{x0 - 14:g}" y="{y0 - 14:g}" width="{across * w * k + 22:g}" '
        f'height="{rows * h * k + 22:g}" rx="14"/></g><g class="tall">'
        f'<rect class="sheet" x="4" y="{py0 - 14:g}" width="366" height="{down * h * pk + 22:g}" rx="14"/></g>'
    ]
    for i, (name, inner) in enumerate(items):
        px, py = px0 + i % narrow * w * pk, py0 + i // narrow * h * pk
        place = standing(x0 + i % across * w * k, y0 + i // across * h * k, px, py, round(k, 3), round(pk, 3))
        look = f'id="{name}" class="at choice"' if name else 'class="at kept"'
        parts.append(f"<g {look} {place}>{inner}</g>")
    return f'<g id="choices" class="own">{"".join(parts)}</g>'


def _coin(t: Translator, token: int, n: int) -> str:
    """One of Mary's tokens; equal ones lie on one another: whichever is thrown away, she keeps the same."""
    art = (
        f'<circle cx="28" cy="28" r="27"/><use href="#tok-{box.TOKEN_IDS[token]}" x="9" y="9" width="38" height="38"/>'
    )
    return titled("", t(TOKEN_NAMES[token]), art, 'class="coin"') + _copies(n, 28, 40)
