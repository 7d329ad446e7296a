"""The night, drawn over the ring: seven lanterns, one for each step, and under them what the step is about.

What a step asks for stands here a second time (`data-for`), so that players need not look for it elsewhere."""

import functools
import re
import textwrap
from collections.abc import Iterable

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.drawing import number, safe, short, standing
from ...protocol.translations import N_, Translator
from .. import components as box
from ..names import CARD_NAMES, GEAR_NAMES, RES_NAMES, ROOM_NAMES, amounts, card_effect, gear_effect, kept, signed
from ..options import Choice
from ..rules.building import price_of_room
from ..rules.legal import asked
from ..rules.night import forbids_ending, missing, radiation_tonight, room_need
from ..rules.scoring import completed_rooms
from ..rules.shelter import materials, reserve_water, unused_room
from ..state import BROKEN, Ask, Count, Feeding, OutliveState, Phase, Question
from .faces import (
    WALKERS,
    Rules,
    event,
    fitted,
    gear,
    gear_title,
    half_sign,
    joins_right,
    pays_twice,
    price_signs,
    price_tag,
    room,
)
from .prompts import SPARE_WATER, lacking_for, paid_now, starving

Goods = tuple[int, ...]
FOOD = (box.Res.MEAT, box.Res.WATER, box.Res.CAN)
MATERIALS = (box.Res.WOOD, box.Res.METAL, box.Res.CHIP)
STEPS = (
    (
        "storm",
        N_("End events"),
        N_("Whoever pays the price of an event ends it and wins its points. What nobody ends stays."),
    ),
    (
        "bowl",
        N_("Feed"),
        N_(
            "Every airlock row drinks 1 water. Every room with people in it eats its bowls, of any food. What is "
            "missing costs a survivor each."
        ),
    ),
    (
        "cloudrad",
        N_("Radiation"),
        N_(
            "The gauge climbs by the radiation of the day, one step less for each survivor in the airlock. At the end "
            "it counts the points beside its mark."
        ),
    ),
    (
        "join",
        N_("Recruit"),
        N_(
            "Every food paid brings one more survivor into the airlock: a point at the end, a step of radiation less "
            "each night, and people for rooms."
        ),
    ),
    (
        "hammer",
        N_("Build and staff"),
        N_(
            "A room costs 3 materials of any kind. Move people from the airlock into built rooms: a room works once "
            "every place is taken, and they stay there."
        ),
    ),
    (
        "wrench",
        N_("Repair"),
        N_(
            "Pay the three materials on a tile: it works from now on and is worth a point, a completed symbol one more."
        ),
    ),
    ("trash", N_("Clean up"), N_("Meat spoils, and the store keeps only so much.")),
)
"""The seven steps: picture, name, and what happens, in the order of `Phase`."""
NARROW = 47
"""Letters in a line on a phone."""
START = 104
"""Where there is room on a phone: under the name of a step."""
_FOR = re.compile(r' data-for="[^"]*"')
ONE_TABLE = 5
"""More parties than this sit at two tables."""
MANY_TILES, CROWD = 6, 12
"""More than so many broken tiles are smaller; with more than a crowd there is no room for what each does."""
STARS = ((80, 22), (190, 44), (260, 14), (350, 36), (470, 18), (560, 46), (640, 12), (735, 38), (820, 20), (900, 50))


def is_night(s: OutliveState) -> bool:
    return Phase.END_EVENTS <= s.phase <= Phase.CLEAN_UP


def night(r: Reader[OutliveState]) -> list[str]:
    """The panel over the ring; by day only its place."""
    s = r.state
    if not is_night(s):
        return ['<g id="night"/>']
    whose = _shown(r)
    step = (Phase.FEED if starving(s) else s.phase) - Phase.END_EVENTS
    body = "".join(_scene(r, whose))
    if whose != r.seat and _is_shared(s):  # what glows in the reader's own shelter has nothing to do with it
        body = _owner(r.names[whose], whose) + _FOR.sub("", body)
    return ['<g id="night" class="own nightfall">', _sky(r.t, step), body, "</g>"]


def _is_shared(s: OutliveState) -> bool:
    """Whether the panel shows everybody the shelter of the one whose turn it is."""
    return Phase.RECRUIT <= s.phase <= Phase.REPAIR and s.depth > 0 and not starving(s)


def _shown(r: Reader[OutliveState]) -> int:
    """Whose shelter the panel shows: while others recruit, build and repair, theirs, which is open to all; to those
    who only watch always that of who is asked."""
    return max(asked(r.state), 0) if _is_shared(r.state) or r.seat < 0 else r.seat


@functools.lru_cache(256)
def _owner(name: str, who: int) -> str:
    return (
        f'<g class="at nighthead s{who}" {standing(470, 116, 200, 92)}>'
        f'<use class="seatmark" href="#shape-{who}" y="-19" width="24" height="24"/>'
        f'<text class="title" x="32">{short(name, 12)}</text></g>'
    )


@functools.lru_cache(64)
def _sky(t: Translator, now: int) -> str:
    stars = "".join(f'<circle cx="{x}" cy="{y}" r="1.2"/>' for x, y in STARS)
    parts = [
        '<rect class="nightveil" x="-600" y="-200" width="2400" height="3200"/>'
        '<g class="wide"><rect fill="#12201f" width="924" height="468" rx="12"/>'
        '<svg width="924" height="128" viewBox="0 0 942 130" preserveAspectRatio="none">'
        '<rect width="942" height="130" rx="12" fill="url(#g-night)"/>'
        f'<g fill="#ffe9b8">{stars}</g>'
        '<path fill="var(--o-far)" d="M0 96c60-22 120-8 180-20s120-14 190 0 130-16 210-4 110-10 180-2 120-6 182 6'
        'v54H0z"/><path fill="var(--o-mid)" d="M0 112c90-14 170-2 260-10s180 4 280-4 220 8 402-4v36H0z"/></svg>'
        '<ellipse class="firelight" cx="360" cy="300" rx="350" ry="150"/></g>'
        '<g class="tall"><rect fill="#12201f" width="374" height="862"/>'
        '<rect width="374" height="70" fill="url(#g-night)"/>'
        f'<g fill="#ffe9b8" transform="scale(.4)">{stars}</g>'
        '<path fill="var(--o-far)" d="M0 822c50-20 90-6 140-16s90-12 130 0 70-12 104-4v60H0z"/>'
        '<path fill="var(--o-mid)" d="M0 838h22v-14h12v14h30v-22h9v-8h8v30h40v-10h16v10h52v-26h14v26h44v-12h9v-9h7v21'
        'h50v-16h14v16h47v24H0z"/></g>'
    ]
    for i, (icon, name, _) in enumerate(STEPS):
        cls = "past" if i < now else "now" if i == now else "next"
        label = t(name)
        half = min(len(label) * 3 + 15, 54)
        long = (6.9 if i == now else 5.9) * (len(label) + 2)  # the one of now is bold
        size = f' textLength="{2 * half - 8}" lengthAdjust="spacingAndGlyphs"' if long > 2 * half - 8 else ""
        done = '<path class="tick-s" d="M31 33l4 4 7-8"/>' if i < now else ""
        parts.append(
            f'<g id="step-{i + 1}" class="at step {cls}" {standing(66 + 132 * i, 0, 27 + 53.4 * i, 2, 1.2, 0.86)}>'
            f"<title>{safe(label)}</title>"
            f'<g transform="translate(-24 0)"><path class="hook" d="M24 0v8"/>'
            '<path class="cap-l" d="M15 12l5-5h8l5 5z"/>'
            f'<path class="lantern" d="M12 12h24l3 26H9z"/><use href="#{icon}" x="13" y="14" width="22" height="22"/>'
            f'<path class="cap-l" d="M8 38h32v5H8z"/>{done}</g>'
            f'<g class="wide"><rect x="{number(-half)}" y="47" width="{number(half * 2)}" height="17" rx="8.5"/>'
            f'<text y="59.5"{size}><tspan class="b">{i + 1}</tspan> {safe(label)}</text></g>'
            f'<text class="tall" y="60"><tspan class="b">{i + 1}</tspan></text></g>'
        )
    _, name, about = STEPS[now]
    parts.append(f'<g class="at nighthead" {standing(16, 116, 10, 92)}><text class="title">{safe(t(name))}</text></g>')
    lines = "".join(f'<text y="{18 * i}">{safe(line)}</text>' for i, line in enumerate(textwrap.wrap(t(about), 96)))
    parts.append(f'<g class="nighttext wide" transform="translate(16 138)">{lines}</g>')
    return "".join(parts)


@functools.lru_cache(256)
def _agenda(t: Translator, now: int, start: int) -> str:
    """What the lanterns stand for, on a phone where there is room for it."""
    if start + 26 * len(STEPS) > 816:
        return ""
    lines = "".join(
        f'<text class="{"past" if i < now else "now" if i == now else ""}" y="{26 * i}">'
        f'<tspan class="b">{i + 1}</tspan><tspan x="22">{safe(t(name))}</tspan></text>'
        for i, (_, name, _) in enumerate(STEPS)
    )
    return f'<g id="agenda" class="at tall nighttext agenda" {standing(0, 0, 16, start)}>{lines}</g>'


def _owned(r: Reader[OutliveState], whose: int, said: str) -> str:
    """A heading over what is the reader's own, or the name of whose it is."""
    return said if r.seat == whose else r.names[whose]


def _scene(r: Reader[OutliveState], mine: int) -> list[str]:
    s, t = r.state, r.t
    store, rules = tuple(s.store[mine]), bytes(s.option)
    now = (Phase.FEED if starving(s) else s.phase) - Phase.END_EVENTS
    start = START
    if s.phase == Phase.END_EVENTS:
        cards = tuple((i, s.card[i] - 1, *_fate(r, i)) for i in range(s.day) if s.card[i])
        return [_events(t, s.seats, cards, start)]
    if s.phase == Phase.RECRUIT:
        larder = _larder(t, store, FOOD, _owned(r, mine, t("Your food")), start + 180, rules)
        return [larder, _waiting(t, s.airlock[mine], start), _agenda(t, now, start + 300)]
    if s.phase == Phase.BUILD:
        rooms = tuple(zip(s.room[mine], s.built[mine], s.people[mine], s.used[mine], strict=True))
        prices = price_of_room(s, mine), *paid_now(s, mine)
        low = start + 26 + 125 * -(-box.SLOTS // 2)
        return [
            _larder(t, store, MATERIALS, _owned(r, mine, t("Your materials")), low, rules),
            _plans(t, rooms, rules, prices, materials(s, mine), start),
            _ladder(t, completed_rooms(s, mine), start),
        ]
    if s.phase == Phase.REPAIR:
        broken = tuple(kind for kind in range(box.GEARS) if s.gear[mine][kind] == BROKEN)
        rows = -(-len(broken) // 4) if len(broken) > CROWD else max(1, -(-len(broken) // 2))
        low = start + 26 + (84 if MANY_TILES < len(broken) <= CROWD else 108) * rows
        return [
            _larder(t, store, MATERIALS, _owned(r, mine, t("Your materials")), low, rules),
            _tiles(t, broken, tuple(s.gear[mine]), store, rules, start),
        ]
    if s.phase == Phase.CLEAN_UP:
        return [_agenda(t, now, start + 40)]
    return _supper(r, mine, store, start)


def _fate(r: Reader[OutliveState], slot: int) -> tuple[str, str]:
    """Who has ended an event, or whether the reader can pay for it, as a class and in words."""
    s, t = r.state, r.t
    card, by = s.card[slot] - 1, s.ended[slot] - 1
    if by < 0:
        return _means(r, card)
    gain = t.plural("{n} point", "{n} points", box.CARD_POINTS[card])
    if by == r.seat:
        return "ended fine", t("You ended it: {gain}", gain=gain)
    if slot == s.day - 1:
        return "ended owe", t("{name} was first: {gain}", name=r.names[by], gain=gain)
    return "ended", t("{name} ended it: {gain}", name=r.names[by], gain=gain)


def _means(r: Reader[OutliveState], card: int) -> tuple[str, str]:
    """Whether the reader can pay for an event, as a class and in words."""
    s, t, seat = r.state, r.t, r.seat
    if seat < 0:
        return "", ""
    lacking = [missing(s, seat, card, res) for res in range(box.GOODS)]
    room = t(ROOM_NAMES[box.Room.EVENT_DISCOUNT])
    if not any(lacking):
        waits = asked(s) != seat and not s.passed >> seat & 1
        said = N_("You have what it costs, if nobody before you takes it.") if waits else N_("You have what it costs.")
        return "fine", t(said)
    if forbids_ending(s, seat, card):
        goods = amounts(lacking_for(s, seat, card), t)
        if unused_room(s, seat, box.Room.EVENT_DISCOUNT) >= 0:
            return "owe", t("You lack {goods}, even with the {room}.", goods=goods, room=room)
        return "owe", t("You lack {goods}.", goods=goods)
    return "fine", t("You lack {goods}; the {room} helps.", goods=amounts(lacking, t), room=room)


@functools.lru_cache(256)
def _events(t: Translator, seats: int, cards: tuple[tuple[int, int, str, str], ...], start: int) -> str:
    """``cards``: place, card, and whether the reader can pay or who has ended it."""
    parts = []
    open_first = sorted(cards, key=lambda each: each[2].startswith("ended"))  # on a phone, where the others lie below
    for i, each in enumerate(cards):
        slot, card, cls, means = each
        ended = cls.startswith("ended")
        about = textwrap.wrap(card_effect(card, seats, t), 26)[:4]
        effect = "".join(
            f'<text class="small" x="106" y="{46 + 14 * k}">{safe(line)}</text>' for k, line in enumerate(about)
        )
        told = textwrap.wrap(means, len(means) // 2 + 8) if len(about) < 4 and len(means) > 40 else [means]
        top = 103 - 14 * (len(told) - 1)
        paid = "".join(
            f'<text class="small {cls}" x="106" y="{top + 14 * k}"{fitted(line, 176, 14)}>{safe(line)}</text>'
            for k, line in enumerate(told)
        )
        below = f'{effect}<rect fill="none" x="104" y="{top - 13}" width="178" height="{121 - top}"/>{paid}'
        if ended:
            below = (
                f'<g transform="rotate(-4 145 68)"><rect class="stamp" x="6" y="52" width="278" height="32" rx="6"/>'
                f'<text class="stamped {cls}" x="145" y="73">{safe(means)}</text></g>'
            )
        look = "ended" if ended else "active"
        place = standing(16 + i % 3 * 300, 198 + i // 3 * 126, 10, start + open_first.index(each) * 112, 1, 1)
        parts.append(
            f'<g id="offer-{box.CARD_IDS[card]}" data-for="event-{slot + 1}" class="at offer {look}" {place}>'
            f'<rect class="slab" width="290" height="112" rx="12"/><g class="evcard {look}" transform="translate(8 8) '
            f'scale(2)">{event(t, card, seats)}</g><text class="b" x="106" y="26">{safe(t(CARD_NAMES[card]))}</text>'
            f"{below}</g>"
        )
    return f'<g id="event-offers">{"".join(parts)}</g>'


def _supper(r: Reader[OutliveState], mine: int, store: Goods, start: int) -> list[str]:
    """Who eats and drinks tonight, what is paid of it and what is still owed."""
    s, t = r.state, r.t
    rows = []
    inside = s.airlock[mine]
    for size in box.AIRLOCK_ROWS[s.option[Choice.AIRLOCK_ROWS]]:
        if inside > 0:
            rows.append(min(size, inside))
        inside -= size
    rooms = tuple(
        (s.room[mine][slot] - 1, s.people[mine][slot]) for slot in range(box.SLOTS) if s.people[mine][slot] > 0
    )
    dry = hungry = lost = 0
    food, water = sum([store[res] for res in FOOD]), 0
    losing = starving(s) and part(s, Question.seat) == mine
    done = s.phase > Phase.FEED or (mine - s.first) % s.seats < s.turn
    if s.phase == Phase.FEED and top(s) == Ask.FEEDING and part(s, Question.seat) == mine:
        hungry, dry = part(s, Feeding.rooms), part(s, Feeding.rows)
    elif not done:
        hungry, dry = room_need(s, mine), len(rows)
        water = store[box.Res.WATER] + reserve_water(s, mine)
        food += reserve_water(s, mine)
    drunk = min(dry, water)
    spare = hungry > 0 and max(water, store[box.Res.WATER]) > dry
    lost = part(s, Count.left) if losing else dry - drunk + max(0, hungry - food + drunk)
    step = s.gauge[mine]
    climbed = min(step + radiation_tonight(s, mine), box.GAUGE_END)
    low = start + 106 + _rows_high(len(rows) + len(rooms))
    outlook = (box.RADIATION[s.day - 1], step, climbed) if s.phase == Phase.FEED or starving(s) else (0, 0, 0)
    return [
        _larder(t, store, FOOD, _owned(r, mine, t("Your food")), low, bytes(s.option)),
        _table(t, tuple(rows), rooms, (dry, hungry), spare, lost, losing, outlook, start),
        _agenda(t, (Phase.FEED if starving(s) else s.phase) - Phase.END_EVENTS, low + 120),
    ]


@functools.lru_cache(1024)
def _table(
    t: Translator,
    rows: tuple[int, ...],
    rooms: tuple[tuple[int, int], ...],
    owed: tuple[int, int],
    spare: bool,
    lost: int,
    losing: bool,
    outlook: tuple[int, int, int],
    start: int,
) -> str:
    """``owed``: water and food; ``spare``: water feeds rooms too; ``lost``: survivors who go without; ``losing``: they
    are being chosen; ``outlook``: the radiation to come and the gauge's step before and after it; ``start``: where
    it begins on a phone.
    """
    dry, hungry = owed
    radiation, step, climbed = outlook
    parties = [(t("Airlock, row {n}", n=i + 1), people, 1, int(i < len(rows) - dry), "water")
               for i, people in enumerate(rows)]  # fmt: skip
    paid = sum([box.UPKEEP[kind] for kind, _ in rooms]) - hungry
    for kind, people in rooms:
        given = max(0, min(box.UPKEEP[kind], paid))
        paid -= given
        parties.append((t(ROOM_NAMES[kind]), people, box.UPKEEP[kind], given, "food"))
    n = max(1, len(parties))
    if losing:  # what each of them went without is settled by now
        parties = [(name, people, 0, 0, what) for name, people, _, _, what in parties]
    parts = [_party(t, i, n, *party, start) for i, party in enumerate(parties)]
    cls = "owe" if lost else "fine"
    if not radiation:
        said = t("Every step past the end of the gauge costs a survivor.")
    elif losing:
        said = t.plural("{n} survivor goes without and is lost.", "{n} survivors go without and are lost.", lost)
    elif lost:
        said = t.plural("{n} survivor will be lost tonight.", "{n} survivors will be lost tonight.", lost)
    elif not parties:
        said = t("Nobody lives here any more.")
    elif hungry + dry == 0:
        said = t("Everybody is fed.")
    else:
        said = t.plural("{n} food still owed. You have enough.", "{n} food still owed. You have enough.", hungry)
    if lost:
        after = t("one step less for each survivor left in the airlock")
    elif climbed > step:
        before, now = (signed(box.GAUGE_POINTS[at]) for at in (step, climbed))
        after = t("your gauge goes from {before} to {now} points", before=before, now=now)
    else:
        after = t("your gauge stays where it is")
    coming = t("Next: radiation {n}, {what}.", n=radiation, what=after) if radiation else ""
    foot = start + 20 + _rows_high(n)
    more = [("", t(SPARE_WATER))] if spare else []  # a phone has it in the question below
    words = "".join(
        f'<g class="{layout}">{_lines([(cls, said), *extra, ("", coming)], width)}</g>'
        for layout, width, extra in (("wide", 120, more), ("tall", NARROW - 4, []))
    )
    return f'<g id="supper">{"".join(parts)}<g class="at nighttext" {standing(16, 424, 10, foot)}>{words}</g></g>'


def _lines(paragraphs: list[tuple[str, str]], width: int) -> str:
    """Sentences of a class each, one under the other, in lines of so many letters."""
    lines = [(cls, line) for cls, text in paragraphs for line in textwrap.wrap(text, width)]
    return "".join(f'<text class="{cls}" y="{20 * i}">{safe(line)}</text>' for i, (cls, line) in enumerate(lines))


def _narrow(parties: int) -> tuple[float, float]:
    """On a phone, how much room one of so many parties has at the table, and how large it is drawn."""
    pitch = 366 / min(4, parties)
    return pitch, min(1.15, pitch / 110)


def _rows_high(parties: int) -> int:
    """How much room the table takes on a phone."""
    return round(134 * _narrow(max(1, parties))[1]) * -(-max(1, parties) // 4)


def _party(t: Translator, i: int, n: int, name: str, people: int, owed: int, paid: int, what: str, start: int) -> str:
    """One of ``n`` parties at the long table: people behind it, cups or bowls on it."""
    step = min(19.0, 96 / people)
    who = "".join(
        f'<use href="#{WALKERS[(k + i) % 5]}" class="who-{(k * 2 + i) % 4}" '
        f'x="{number(55 - people * step / 2 + k * step - 1.5)}" width="22" height="44"/>'
        for k in range(people)
    )
    plates = []
    for k in range(owed):
        x = 55 - owed * 18 + k * 36 + 3
        full = k < paid
        on = (
            f'<use href="#{"res-water" if what == "water" else "bowl"}" x="4" y="-4" width="22" height="22"/>'
            if full
            else '<text x="15" y="25.500">?</text>'
        )
        plates.append(
            f'<g class="plate-s {"full" if full else "empty"}" transform="translate({x} 32)">'
            f'<ellipse cx="15" cy="20" rx="16" ry="7"/>{on}</g>'
        )
    ok = paid == owed > 0
    bill = (
        t.plural("{n} water", "{n} water", owed)
        if what == "water"
        else t.plural("{n} food", "{n} food", owed)
    ) + (" &#10003;" if ok else "") if owed else ""  # fmt: skip
    across = n if n <= ONE_TABLE else -(-n // 2)
    pitch = 680 / across
    big = min(1.3 if across == n else 0.9, pitch / 110)
    y = 222 if across == n else 184 + i // across * 116
    close, small = _narrow(n)
    half = number(pitch / big / 2)
    label = "".join(
        f'<g class="{layout}" style="--word:{number(size)}px">{_label(name, bill, size, room)}</g>'
        for layout, size, room in (("wide", max(13, 13 / big), pitch / big), ("tall", 13, close / small))
    )
    px, py = 4 + (i % 4 + 0.5) * close - 55 * small, start + 4 + i // 4 * 134 * small
    place = standing(16 + (i % across + 0.5) * pitch - 55 * big, y, px, py, round(big, 3), round(small, 3))
    return (
        f'<g id="eats-{i}" class="at debt {"ok" if ok else "open"}" {place}>{who}'
        f'<g class="wide" transform="translate(55 0)">{_board(half)}</g><g class="tall" transform="translate(55 0)">'
        f'{_board(number(close / small / 2))}</g>{"".join(plates)}<g transform="translate(55 0)">{label}</g></g>'
    )


def _board(half: str) -> str:
    """A piece of the long table, so wide to both sides."""
    return "".join(
        f'<path class="{part}" d="M-{half} {y}H{half}v{high}H-{half}z"/>'
        for part, y, high in (("cloth", 38, 6), ("tabletop", 44, 20), ("tedge", 64, 8))
    )


def _label(name: str, bill: str, size: float, room: float) -> str:
    """Who eats and what it costs, in letters of that size and so much room."""
    lines = textwrap.wrap(name, max(8, int(room / size * 1.6)), break_long_words=False)[:2]
    across = f'x="{number(3 - room / 2)}" width="{number(room - 6)}"'
    said = f'<rect fill="none" {across} y="77" height="{15 * len(lines) + 18}"/>'  # no name runs into the next
    said += "".join(
        f'<text y="{90 + 15 * i}" class="b"{fitted(line, room - 6, size * 1.55)}>{safe(line)}</text>'
        for i, line in enumerate(lines)
    )
    return f'{said}<text y="{90 + 15 * len(lines)}" class="bill">{bill}</text>'


@functools.lru_cache(1024)
def _larder(t: Translator, store: Goods, kinds: tuple[int, ...], title: str, low: int, rules: Rules) -> str:
    """What can be paid with, large enough for a finger; ``low``: where it stands on a phone."""
    parts = [f'<g class="at nighthead" {standing(716, 190, 10, low)}><text class="second">{safe(title)}</text></g>']
    for i, res in enumerate(kinds):
        name = t(RES_NAMES[res])
        most = kept(res, rules)
        keeps = t("spoils tonight") if most == 0 else t("you may keep {n}", n=most) if most > 0 else t("keeps")
        place = standing(712, 204 + 64 * i, 6 + 122 * i, low + 12, 1, 1)
        dim = "" if store[res] else " zero"
        parts.append(
            f'<g id="pay-{box.RES_IDS[res]}" data-for="store-{box.RES_IDS[res]}" class="at food{dim}" {place}>'
            '<rect class="slab wide" width="200" height="54" rx="12"/>'
            '<rect class="slab tall" width="118" height="54" rx="12"/>'
            f'<use href="#res-{box.RES_IDS[res]}" x="10" y="10" width="34" height="34"/>'
            f'<text class="b wide" x="54" y="24">{safe(name[:1].upper() + name[1:])}</text>'
            '<rect class="wide" fill="none" x="52" y="28" width="106" height="17"/>'
            f'<text class="small wide" x="54" y="41"{fitted(keeps, 102, 17.5)}>{safe(keeps)}</text>'
            f'<text class="fig wide" x="176" y="34">{store[res]}</text>'
            f'<text class="fig tall" x="76" y="34">{store[res]}</text></g>'
        )
    return f'<g id="larder">{"".join(parts)}</g>'


@functools.lru_cache(64)
def _waiting(t: Translator, inside: int, start: int) -> str:
    """Those who would join, outside the hatch."""
    free = box.AIRLOCK - inside
    people = "".join(
        f'<use href="#{WALKERS[i % 5]}" class="who-{(i * 3 + 1) % 4}" x="{60 + i * 62}" y="{(i * 7) % 12}" width="42" '
        'height="84"/>'
        for i in range(free)
    )
    said = t.plural("Room for {n} more in the airlock.", "Room for {n} more in the airlock.", free)
    return (
        f'<g id="crowd" class="at" {standing(40, 230, 4, start + 20, 1, 0.6)}>{people}'
        '<path class="ground" d="M20 92c120-8 220 4 330-2s160 2 230 0"/></g>'
        f'<g class="at nighttext" {standing(16, 424, 10, start + 130)}><text>{safe(said)}</text></g>'
    )


@functools.lru_cache(1024)
def _plans(
    t: Translator,
    rooms: Iterable[tuple[int, int, int, int]],
    rules: Rules,
    prices: tuple[int, int, int],
    have: int,
    start: int,
) -> str:
    """``prices``: of any room, which one is being paid for, and what is still due for that."""
    price, paid, due = prices
    parts = []
    for slot, (room_kind, built, people, used) in enumerate(rooms):
        if not room_kind:
            continue
        kind = room_kind - 1
        light = "plan" if not built else "lit" if people >= box.PLACES[kind] else "built"
        px, py = 6 + slot % 2 * 184, start + slot // 2 * 125
        place = standing(16 + slot % 4 * 170, 190 + slot // 4 * 128, px, py, 1.17, 1.26)
        this = due if slot == paid else price
        cost = price_tag(t, this, have < this) if light == "plan" else ""
        parts.append(
            f'<g id="plan-{slot}" data-for="room-{slot}" class="at room {light}" {place}>'
            f"{room(t, kind, rules, slot, light, people, bool(used))}{cost}</g>"
        )
    return f'<g id="plans">{"".join(parts)}</g>'


@functools.lru_cache(64)
def _ladder(t: Translator, n: int, start: int) -> str:
    """What full rooms count, in the place of the eighth room: a bar for each number of them, the present one bright."""
    bars = "".join(
        f'<g class="{"now" if i == n else ""}"><rect class="bar" x="{22 * i - 13}" y="{81 - 2 * points}" '
        f'width="17" height="{2 * points + 5}" rx="2"/><text x="{22 * i - 4.5}" y="{76 - 2 * points}">{points}</text>'
        f'<text class="rung" x="{22 * i - 4.5}" y="101">{i}</text></g>'
        for i, points in enumerate(box.ROOM_SCORE)
        if i
    )
    heading = t("Points for full rooms")
    place = standing(16 + 3 * 170, 318, 190, start + 3 * 125, 1, 1.05)
    return (
        f'<g id="ladder" class="at nighttext ladder" {place}><rect fill="none" width="164" height="16"/>'
        f'<text class="b" x="4" y="13"{fitted(heading, 158, 15)}>{safe(heading)}</text>{bars}</g>'
    )


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """What a tile does in so many lines at most; a long text has longer ones, in narrower letters."""
    return next(lines for more in range(0, 99, 2) if len(lines := textwrap.wrap(text, width + more)) <= most)


@functools.lru_cache(1024)
def _tiles(t: Translator, broken: tuple[int, ...], owned: Goods, store: Goods, rules: Rules, start: int) -> str:
    """``owned``: the state of each kind of tile, for what the halves of symbols would score."""
    if not broken:
        said = safe(t("You have nothing to repair."))
        return f'<g id="mend"><g class="at nighttext" {standing(16, 224, 10, start + 12)}><text>{said}</text></g></g>'
    parts = []
    few, crowd = len(broken) <= MANY_TILES, len(broken) > CROWD
    wide, high = (222, 100) if few else (82, 100) if crowd else (168, 76)
    for i, kind in enumerate(broken):
        if few:
            place = standing(16 + i % 3 * 230, 196 + i // 3 * 112, 6 + i % 2 * 185, start + i // 2 * 108, 1, 0.8)
        elif crowd:
            place = standing(16 + i % 8 * 86, 196 + i // 8 * 112, 6 + i % 4 * 92, start + i // 4 * 108)
        else:
            place = standing(14 + i % 4 * 173, 196 + i // 4 * 80, 6 + i % 2 * 184, start + i // 2 * 84, 1, 1.06)
        if crowd:
            face = f'<g class="gear broken" transform="translate(6 10)">{gear(t, kind, rules, True, have=store)}</g>'
        else:
            face = _offered(t, kind, wide, high, rules, store)
        doubled = '<use class="doubled" href="#star"' if pays_twice(owned, kind) else ""
        star = (
            f'{doubled} x="{wide - 35 if joins_right(kind) else wide - 19}" y="4" width="16" height="16"/>'
            if doubled
            else ""
        )
        parts.append(
            f'<g id="mend-{box.GEAR_IDS[kind]}" data-for="own-{box.GEAR_IDS[kind]}" class="at offer" {place}>'
            f'<rect class="slab" width="{wide}" height="{high}" rx="12"/>{face}{star}</g>'
        )
    return f'<g id="mend">{"".join(parts)}</g>'


def _offered(t: Translator, kind: int, wide: int, high: int, rules: Rules, store: Goods) -> str:
    """A broken tile in a box: its half of a symbol on its side, its name, what it does, and its price in signs."""
    name, right = t(GEAR_NAMES[kind]), joins_right(kind)
    left, room = 8 if right else 22, wide - 32
    size, sign = (13, 22) if high > 80 else (12, 18)
    effect = "".join(
        f'<text class="small" style="font-size:{size}px" x="{left}" y="{17 + (size + 0.5) * (k + 1):g}"'
        f"{fitted(line, room, size * 1.3)}>{safe(line)}</text>"
        for k, line in enumerate(_wrapped(gear_effect(kind, rules, t), int(room / size * 1.9), 3))
    )
    edge = wide - 17 if right else 3
    return (
        f"{gear_title(t, kind, rules)}"
        f'<rect fill="var(--o-rust-d)" x="{edge}" y="3" width="14" height="{high - 6}" rx="6"/>'
        f"{half_sign(kind, edge + 2, high / 2 - 12, 22)}"
        f'<rect fill="none" x="{left - 2}" y="3" width="{room - 14}" height="16"/>'
        f'<text class="b" x="{left}" y="16"{fitted(name, room - 18, 17)}>{safe(name)}</text>'
        f'<rect fill="none" x="{left - 2}" y="19" width="{room + 4}" height="{high - 42}"/>{effect}'
        f'<rect fill="#d9c9a3" x="{left - 2}" y="{high - sign - 6}" width="{sign + 4}" height="{sign + 3}" rx="4"/>'
        f'<use href="#eq-{box.GEAR_IDS[kind]}" x="{left - 2}" y="{high - sign - 6}" width="{sign + 4}" '
        f'height="{sign + 4}"/>{price_signs(kind, left + sign + 12, high - sign - 3, sign, store)}'
    )
