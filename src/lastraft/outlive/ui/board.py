"""The SVG of the table as a seat sees it; ids: area-dam, pool-dam, stack-mine, hero-0-3a, event-2, room-4, own-bow."""

import functools
import textwrap
from itertools import zip_longest

from ...kernel import part_at, top
from ...protocol import WATCHER, Reader, for_everybody
from ...protocol.drawing import height, safe, standing, titled, whole
from ...protocol.translations import N_, Translator
from .. import components as box
from .. import names
from ..rules.areas import is_visiting, visited
from ..rules.event_cards import is_face_up, is_immune, slot_of
from ..rules.legal import asked
from ..rules.scoring import over
from ..state import DAM_ON, Ask, OutliveState, Visit
from .ending import ending
from .faces import Rules, completes, event, fitted, prey, small_gear
from .night import is_night, night
from .outcomes import event_price
from .prompts import in_hand, lying_heroes
from .scenery import BY_DAY, CONVOY, PICTURES, TALL_GROUND, WIDE, static, there
from .shelter import line_up, shelter, shelter_height

DAY_STEP = 47.4
NOTICES = (86.5, 56.0)
"""What the events do is written under the road: from where, and how much room there is."""
LINE = 38
"""So many letters of that are sure to fit, in any font."""
LEADING = 14
_TOKENS = {
    res: [f'" href="#t-{name}" class="piece" style="transform:translate({i * 20}px,0px)"/>' for i in range(8)]
    for res, name in enumerate(box.RES_IDS)
}
_AREAS = list(zip(box.POOL_RES, box.STACK_OF, box.CITY_OF, strict=True))
"""What each area has: a pool of a resource, a stack of animals, the tokens and tiles of a city; -1 for none."""
_BASE, _DAM, _CARGO = int(box.Area.BASE), int(box.Area.DAM), int(box.Area.CARGO)
_HERO = (
    (N_("Your {n} (at {area})"), N_("Your {n} (at {area}), has moved")),
    (N_("{n} of {name} (at {area})"), N_("{n} of {name} (at {area}), has moved")),
)
_COINS = [
    f'<circle cx="9" cy="9" r="9"/><use href="#tok-{token}" x="2.5" y="2.5" width="13" height="13"/>'
    for token in box.TOKEN_IDS
]


def draw(r: Reader[OutliveState]) -> str:
    """The table as one seat sees it, as an SVG that stands alone."""
    return whole("outlive", PICTURES, WIDE, tall(r), r.t("Outlive: the table"), static(), pieces(r))


def tall(r: Reader[OutliveState]) -> int:
    """How high the drawing is on a phone, where it is 374 wide."""
    return TALL_GROUND + shelter_height(r) - (0 if is_night(r.state) or over(r.state) else BY_DAY)


def pieces(r: Reader[OutliveState]) -> list[str]:
    """Everything that can change, each thing with its id, in an order that never changes."""
    s = r.state
    ended = bool(over(s))
    if is_night(s) or ended:  # the ring lies under the night, and at the end under the morning
        places, heroes = [], []
    else:
        places, heroes = _places(r), _heroes(r)
    return [
        height(tall(r)),
        '<g id="places">',
        *places,
        "</g>",
        _convoy(r),
        '<g id="heroes">',
        *heroes,
        "</g>",
        *night(r),
        ending(r) if ended else "",
        line_up(r),
        *shelter(r),
    ]


def working_area(s: OutliveState) -> int:
    """The area where a hero is acting, or -1."""
    return visited(s) if is_visiting(s) else -1


def _places(r: Reader[OutliveState]) -> list[str]:
    """All areas; where the reader has looked at face-down animals or tokens, with these; and animals as tough as they
    are for who is immune to events."""
    s, seat = r.state, r.seat
    if seat < 0 or not (is_immune(s, seat) or any(seen >> seat & 1 for seen in (*s.looked, *s.peeked))):
        return _open_places(r)
    return _all_places(r, seat)


@for_everybody
def _open_places(r: Reader[OutliveState]) -> list[str]:
    return _all_places(r, WATCHER)


def _all_places(r: Reader[OutliveState], seat: int) -> list[str]:
    s, t, rules = r.state, r.t, bytes(r.state.option)
    here, full = working_area(s), box.POOL_LIMIT[s.seats - 2]
    limits = _limits(s.seats, tuple([s.card[slot] - 1 for slot in range(s.day) if is_face_up(s, slot)]))
    tougher = int(slot_of(s, box.Card.MUTATION) >= 0 and (seat < 0 or not is_immune(s, seat)))
    parts = []
    for area, (frame, (res, stack, city)) in enumerate(zip(_frames(t, here), _AREAS, strict=True)):
        parts.append(frame)
        if res >= 0:
            parts.append(_pool(t, area, s.pool[area], limits[area], full[area]))
        if stack >= 0:
            left = s.prey_left[stack]
            known = tuple(s.prey[stack][:left]) if seat >= 0 and s.looked[stack] >> seat & 1 else ()
            parts.append(_animals(t, area, s.prey[stack][left - 1] if left else 0, left, known, tougher))
        elif city >= 0:
            left = s.search_left[city]
            known = tuple(s.search[city][:left]) if seat >= 0 and s.peeked[city] >> seat & 1 else ()
            parts.append(_show(t, area, tuple(s.display[city]), rules))
            parts.append(_search(t, area, left, tuple(s.search[city][left : box.TOKENS_PER_CITY]), known))
        elif area == _BASE:
            parts.append(_algae(t, bool(s.algae)))
        elif area == _DAM:
            parts.append(_purifier(t, here == _DAM and part_at(s, 0, Visit.done) & DAM_ON > 0))
        elif area == _CARGO:
            parts.append(_ship(t, tuple(s.ship)))
    return parts


@functools.lru_cache(256)
def _limits(seats: int, cards: tuple[int, ...]) -> list[int]:
    """What each area holds while these events lie face up."""
    return [
        max(0, box.POOL_LIMIT[seats - 2][area] - sum(box.POOL_CUT[card][seats - 2][area] for card in cards))
        for area in range(box.AREAS)
    ]


@functools.lru_cache(64)
def _frames(t: Translator, here: int) -> list[str]:
    """The frames of all areas with their names; in one of them somebody is acting."""
    frames = []
    for area, (called, id) in enumerate(zip(names.AREA_NAMES, box.AREA_IDS, strict=True)):
        name = t(called)
        body = (
            f"<desc>{safe(t(names.AREA_ABOUT[area]))}</desc>"
            f'<rect class="frame"/><g class="name" transform="translate(6 6)"><rect class="ledge" data-grow="" '
            f'width="{len(name) * 8 + 16}" height="22" rx="6"/><text x="8" y="16">{safe(name)}</text></g>'
        )
        place = f'class="at place{" here" if area == here else ""}" {there(area, 0, 0, 0, 0)}'
        frames.append(titled(f"area-{id}", name, body, place))
    return frames


@functools.lru_cache(1024)
def _pool(t: Translator, area: int, have: int, limit: int, full: int) -> str:
    """Countable tokens in two rows that become one on a phone; slots above the limit are barred."""
    res = box.POOL_RES[area]
    half = (full + 1) // 2
    k = 0.62 if full < 11 else 0.56
    rows = []
    for row, (a, b) in enumerate(((0, half), (half, full))):
        cells = []
        for i in range(a, b):
            if i < have:
                cells.append(f'<use id="{box.AREA_IDS[area]}-{i}{_TOKENS[res][i - a]}')
            else:
                cells.append(f'<use href="#{"slot" if i < limit else "slot-x"}" x="{(i - a) * 20}"/>')
        place = standing(4, 17 + 20 * row, 3 + row * (half * 20 * k + 1), 6, 1, k)
        rows.append(f'<g class="at" {place}>{"".join(cells)}</g>')
    low = f'<tspan class="low">/{limit}</tspan>' if limit < full else f"/{full}"
    said = t(names.RES_NAMES[res])
    body = (
        f'<rect class="ledge wide" width="{half * 20 + 8}" height="58" rx="7"/>'
        '<rect class="ledge tall" width="171" height="24" rx="7"/>'
        f'<text class="cap at" {standing(6, 13, 130, 17)}><tspan class="num">{have}</tspan>{low}'
        f'<tspan class="wide"> {safe(said)}</tspan></text>{"".join(rows)}'
    )
    place = f'class="at pool" {there(area, 7, 79, 4, 66)}'
    return titled(f"pool-{box.AREA_IDS[area]}", f"{have}/{limit} {said}", body, place)


def _left(n: int) -> str:
    return f'<g class="left"><rect x="25" y="43" width="28" height="16" rx="8"/><text x="39" y="55.5">{n}</text></g>'


@functools.lru_cache(2048)
def _animals(t: Translator, area: int, toughest: int, left: int, known: tuple[int, ...], more: int) -> str:
    edges = (6, 3) if left > 4 else (3,) if left > 1 else ()
    under = "".join(f'<rect class="edge" x="{d}" y="{d}" width="46" height="46" rx="6"/>' for d in edges)
    face = prey(toughest, more) if toughest else '<circle class="slot" cx="23" cy="23" r="20"/>'
    name = t(names.PREY_NAMES[toughest - box.WEAKEST_PREY]) if toughest else t("nothing left")
    seen = ""
    if known:
        said = " ".join(map(str, known[::-1]))
        seen = f'<text class="cap" x="46" y="72" text-anchor="end">{said}</text>'
    title = f"{name}; {t.plural('{n} animal', '{n} animals', left)}"
    kind = toughest - box.WEAKEST_PREY
    about = t(
        "Hunting it takes {n} actions or ammo. The first of its kind brings {first} meat, the second {second}, later "
        "ones {third}.",
        n=toughest + more,
        **dict(zip(("first", "second", "third"), box.PREY_MEAT[kind])),
    )
    told = f"<desc>{safe(about)}</desc>" if toughest else ""
    return _stack(area, f"stack-{box.AREA_IDS[area]}", "", title, f"{told}{under}{face}{_left(left)}{seen}")


def _stack(area: int, name: str, look: str, title: str, body: str) -> str:
    """What lies at the upper right of a place: a stack, the algae, the purifier."""
    return titled(name, title, body, f'class="at stack{look}" {there(area, 238, 7, 126, 5)}')


@functools.lru_cache(2048)
def _search(t: Translator, area: int, left: int, shown: tuple[int, ...], known: tuple[int, ...]) -> str:
    tokens = [(_COINS[token], "known", t(names.TOKEN_NAMES[token])) for token in known[::-1]]
    for token in shown:
        title = t("Gone for today: {token}", token=t(names.TOKEN_NAMES[token]))
        tokens.append((f'{_COINS[token]}<path class="gone" d="M3 15 15 3"/>', "used", title))
    row = "".join(
        titled(
            "",
            title,
            coin,
            f'class="token {look}" transform="translate({-23 * (i % 5 + 1)} {24 + i // 5 * 23}) scale(1.18)"',
        )
        for i, (coin, look, title) in enumerate(tokens)
    )
    said = t.plural("{n} search token, face down", "{n} search tokens, face down", left)
    about = t("An action draws one. The crossed-out ones beside it are gone for today.") if shown else ""
    body = (
        f"{f'<desc>{safe(about)}</desc>' if about else ''}"
        '<circle class="edge" cx="29" cy="29" r="21"/><circle class="edge" cx="26" cy="26" r="21"/>'
        '<circle class="back" cx="23" cy="23" r="21"/><path class="lens" d="M30 30l8 8"/>'
        '<circle class="lens" cx="22" cy="21" r="10"/><path class="lens" d="M16.5 21c0-3.5 2-5.5 5-6"/>'
        f"{_left(left)}{row}"
    )
    return _stack(area, f"stack-{box.AREA_IDS[area]}", " search", said, body)


@functools.lru_cache(1024)
def _show(t: Translator, area: int, tiles: tuple[int, ...], rules: Rules) -> str:
    parts = []
    for i in range(box.DISPLAY):
        if tiles[i]:
            kind = tiles[i] - 1
            place = f'class="piece" style="transform:translate({4 + i * 41}px,0px)"'
            price = t("Repair: {cost}.", cost=names.amounts(list(box.REPAIR_COST[kind]), t))
            about = f"{names.gear_effect(kind, rules, t)} {price} {completes(t, kind)}"
            face = f"<desc>{safe(about)}</desc>{small_gear(kind)}"
            parts.append(titled(f"show-{box.AREA_IDS[area]}-{i}", t(names.GEAR_NAMES[kind]), face, place))
    return (
        f'<g class="at show" data-listed="" {there(area, 7, 79, 4, 58)}>'
        '<rect class="ledge wide" width="128" height="58" rx="7"/>'
        '<rect class="ledge tall" width="96" height="32" rx="7"/>'
        f'<text class="cap" x="6" y="13">{safe(t("equipment"))}'
        f'</text><g class="at" {standing(0, 17, 0, 1.5, 1, 0.74)}>{"".join(parts)}</g></g>'
    )


@functools.lru_cache(16)
def _algae(t: Translator, usable: bool) -> str:
    word = t("taken")
    taken = (  # no wider than the algae: heroes stand beside it
        f'<g class="left"><rect x="-2" y="43" width="52" height="16" rx="8"/>'
        f'<text x="24" y="55.5"{fitted(word, 46, 20)}>{safe(word)}</text></g>'
    )
    body = (
        f"<desc>{safe(t(names.AREA_ABOUT[box.Area.BASE]))}</desc>"
        '<circle class="back" cx="23" cy="23" r="21"/>'
        '<path class="weed" d="M23 38C15 30 29 26 21 18s4-10 2-12M15 36c-6-6 3-9-2-15M31 36c6-6-3-9 2-15"/>'
        f"{'' if usable else taken}"
    )
    return _stack(box.Area.BASE, "algae", " algae" if usable else " algae spent", t("Algae"), body)


@functools.lru_cache(16)
def _purifier(t: Translator, on: bool) -> str:
    price = names.amount(box.Res.CHIP, 1, t)
    body = (
        '<rect class="back" width="46" height="46" rx="8"/><use href="#res-chip" x="3" y="5" width="20" height="20"/>'
        '<path class="lens" d="M24 15h5M27 12.5l2.5 2.5-2.5 2.5"/>'
        '<use href="#res-water" x="27" y="6" width="18" height="18"/>'
        f'<text class="cap" x="23" y="40" text-anchor="middle"{fitted(price, 42, 13)}>{safe(price)}</text>'
    )
    title = t("One chip switches the purification on for one visit")
    return _stack(box.Area.DAM, "purifier", " purifier running" if on else " purifier", title, body)


_OWN_SPACE = N_("For a hero of strength {n}, unless another stands here.")
_HOOKED = N_("With the grappling hook also for a {less}.")
_BOARDS = (
    [_OWN_SPACE],
    [_OWN_SPACE, _HOOKED],
    [_OWN_SPACE, _HOOKED],
    [N_("Only for a {less} with the grappling hook, unless another stands here.")],
)
"""Who may board each space of the ship."""


@functools.lru_cache(64)
def _ship(t: Translator, waiting: tuple[int, ...]) -> str:
    parts = []
    for i in range(box.SPACES):
        n = box.SPACE_CANS[i]
        cans = "".join(
            f'<use href="#res-can" x="{22 - 5 * n + k * 10}" y="29" width="15" height="15"/>' for k in range(n)
        )
        look = ("person", "person-b", "person-c", "person")[i]
        who = f'<use href="#{look}" class="who-{i}" x="31" y="-26" width="13" height="26"/>' if waiting[i] else ""
        space = box.WEAKEST_SPACE + i
        title = t.plural("Space {space}: {n} can", "Space {space}: {n} cans", n, space=space)
        about = [t(said, n=space, less=space - 1) for said in _BOARDS[i]]
        if waiting[i]:
            about.append(t("The survivor who waits here comes along."))
        body = (
            f"<desc>{safe(' '.join(about))}</desc>"
            '<rect class="ledge" width="49" height="47" rx="6"/><path class="deck" d="M4 1h41"/>'
            f'<text class="big" x="24.5" y="24">{space}</text>{cans}{who}'
        )
        parts.append(titled(f"space-{space}", title, body, f'class="space" transform="translate({51 * i} 0)"'))
    return f'<g id="ship" class="at" {there(box.Area.CARGO, 8, 83, 4, 62, 0.6)}>{"".join(parts)}</g>'


def _heroes(r: Reader[OutliveState]) -> list[str]:
    s, t, owners = r.state, r.t, ["" if who == r.seat else r.names[who] for who in range(r.state.seats)]
    turn = s.depth > 0 and top(s) == Ask.TURN and asked(s) == r.seat
    asks = {hero: in_hand(r, hero) for hero in (lying_heroes(s, r.seat) if turn else ())}
    return [
        _hero(t, owners[who], asks.get(hero, "") if who == r.seat else "", who, hero, *state)
        for who, hero, *state in _whereabouts(r)
    ]


@for_everybody
def _whereabouts(r: Reader[OutliveState]) -> list[list[int]]:
    """Of all heroes in the ring: seat and number, area, whether they stand, their space on the ship, their place among
    those side by side in the area, how many these are, and the actions left to the one who is acting."""
    s = r.state
    acting = (part_at(s, 0, Visit.seat), part_at(s, 0, Visit.hero)) if is_visiting(s) else ()
    beside = [0] * box.AREAS
    heroes = []
    for who in range(s.seats):
        for hero, area in enumerate(s.place[who]):
            if area < 0:
                continue
            up = s.standing[who][hero]
            if up and area == _CARGO and s.aboard[who]:
                heroes.append([who, hero, area, up, s.aboard[who] - 1, 0])
            else:
                heroes.append([who, hero, area, up, -1, beside[area]])
                beside[area] += 1
    for state in heroes:
        state += beside[state[2]], -1
        if (state[0], state[1]) == acting:
            state[-1] = part_at(s, 0, Visit.actions)
    return heroes


@functools.lru_cache(8192)
def _hero(
    t: Translator,
    name: str,
    asks: str,
    who: int,
    hero: int,
    area: int,
    up: int,
    space: int,
    spot: int,
    company: int,
    pips: int,
) -> str:
    """``name`` is empty for the reader's own; ``asks``: what is asked with it in hand."""
    now = ""
    if pips >= 0:
        dots = "".join(f'<circle class="pip" cx="{-4 * (pips - 1) + i * 8}" cy="-50" r="3.2"/>' for i in range(pips))
        half = max(10, 4 * pips + 4)
        cut = "" if box.CITY_OF[area] >= 0 else " wide"  # on a phone it would lie on the name
        now = (
            f'<g class="now-mark{cut}"><rect x="{-half}" y="-56" width="{2 * half}" height="12" rx="6"/>{dots}'
            '<path d="M-4-44h8l-4 5z"/></g>'
        )
    look = f"at hero s{who} {'up' if up else 'down'}{' now' if pips >= 0 else ''}{'' if name else ' mine'}"
    place = f'class="{look}" {_spot(area, space, spot, company)}'
    said = f"<title>{_called(t, name, hero, area, up)}</title>{f'<desc>{safe(asks)}</desc>' if asks else ''}"
    return f'<g id="hero-{who}-{box.HERO_IDS[hero]}" {place}>{said}{_body(who, hero)}{now}</g>'


@functools.lru_cache(4096)
def _called(t: Translator, name: str, hero: int, area: int, up: int) -> str:
    return safe(t(_HERO[bool(name)][up], n=box.HERO_IDS[hero], name=name, area=t(names.AREA_NAMES[area])))


@functools.cache
def _body(who: int, hero: int) -> str:
    strength, called = box.STRENGTH[hero], box.HERO_IDS[hero]
    two = ' class="two"' if len(called) > 1 else ""
    size = {3: 0.92, 4: 1.0, 5: 1.06}[strength]
    return (
        f'<g transform="scale({size})"><ellipse fill="#0006" rx="13" ry="3.5"/>'
        '<use href="#hero-body" class="body"/><g class="badge" data-face="-12 -12 24 24">'
        f'<use href="#shape-{who}" x="-10.5" y="-10.5" width="21" '
        f'height="21"/><text{two} y="{6.6 if who == 2 else 4.6}">{called}</text></g></g>'
    )


_IN_CITY = ((121.0, 90.0), (157.0, 90.0), (121.0, 64.0), (90.0, 60.0))
"""Where several heroes are in a city on a phone: its tiles lie to the left of the first two."""


@functools.cache
def _spot(area: int, space: int, spot: int, company: int) -> str:
    """Where a hero stands: on a space of the ship, or as one of a company side by side in the area."""
    if space >= 0:
        return there(area, 30 + 51 * space, 84, 18 + 30.6 * space, 66, 0.86)
    if area == box.Area.CARGO:
        narrow, low = (157.0, 90.0 - spot * 26) if company < 3 else (136.0 + spot % 2 * 28, 90.0 - spot // 2 * 26)
        return there(area, 236 + spot % 2 * 42, 137 - spot // 2 * 25, narrow, low, 0.86)
    step = 48.0 if company < 4 else 42.0
    city = box.CITY_OF[area] >= 0  # its equipment lies beside them
    row = 24 + spot * min(34.0, 80 / max(1, company - 1)), 64.0
    narrow, low = row if not city else _IN_CITY[spot] if company > 1 else (138.0, 90.0)
    return there(area, min(162, 276 - (company - 1) * step) + spot * step, 137, narrow, low, 0.86)


@for_everybody
def _convoy(r: Reader[OutliveState]) -> str:
    s = r.state
    enders = tuple([r.names[by - 1] if by else "" for by in s.ended])
    return _road(r.t, s.day, s.seats, tuple(s.card[: s.day]), tuple(s.ended), enders)


@functools.lru_cache(512)
def _road(
    t: Translator, day: int, seats: int, cards: tuple[int, ...], by: tuple[int, ...], enders: tuple[str, ...]
) -> str:
    """Six days of event cards, what the radiation will be, and how near the convoy has come."""
    said = t("The convoy: day {n} of {most}", n=max(day, 1), most=box.ROUNDS)
    parts = [
        f'<g id="convoy" class="at" data-common="" {CONVOY}><title>{safe(said)}</title>'
        f'<rect class="panel" width="296" height="144" rx="10"/>'
        '<path fill="light-dark(#c98a4a, #7a4a22)" opacity="0.9" d="M1 55c40-9 80 4 130-4s110-2 164 4v26H1z"/>'
        '<path class="lane" d="M1 71h294v14H1z"/>'
        f'<path class="dash" d="M6 78h284"/><path class="driven" d="M6 78h{max(0, day - 1) * DAY_STEP + 18:.0f}"/>'
    ]
    active = []
    for i, (card, ended) in enumerate(zip_longest(cards, by, fillvalue=0)):
        x = 7 + i * DAY_STEP
        if card:
            state = "ended" if ended else "active"
            points = t.plural("{n} point", "{n} points", box.CARD_POINTS[card - 1])
            cost = names.amounts(list(box.CARD_COST[card - 1]), t)
            price = t("To end it at night: {cost}, worth {gain}.", cost=cost, gain=points)
            price = t("{name} ended it: {gain}", name=enders[i], gain=points) if ended else price
            inner = event(t, card - 1, seats, price)
            if ended:
                inner += (
                    f'<rect class="veil" width="45" height="48" rx="5"/><g class="s{ended - 1} endmark" '
                    'transform="translate(22.5 22)">'
                    f'<use href="#shape-{ended - 1}" x="-11" y="-11" width="22" height="22"/>'
                    '<path d="M-4 0l3 3 5-6"/></g>'
                )
            else:
                active.append((i + 1, card - 1))
        else:
            state = "hidden"
            inner = (
                '<rect class="card" width="45" height="48" rx="5"/>'
                '<use href="#trefoil" fill="#4d7573" x="11" y="12" width="23" height="23"/>'
            )
        named = f' data-for="card-{box.CARD_IDS[card - 1]}" data-look=""' if card else ""  # a tap tells all of it
        middle = x + 22.5
        cls = "past" if i + 1 < day else "today" if i + 1 == day else ""
        parts.append(
            f'<g id="event-{i + 1}"{named} class="evcard {state}" transform="translate({x + 1.2:.1f} 5) '
            f'scale(.95)">{inner}</g>'
            f'<g class="dayn {cls}" transform="translate({middle:.1f} 60)">'
            f'<rect x="-21" y="-8.5" width="42" height="17" rx="8.5"/><circle cx="-12.5" r="8"/>'
            f'<text x="-12.5" y="4">{i + 1}</text>'
            f'<use href="#trefoil" class="rad" x="-2.5" y="-6" width="12" height="12"/>'
            f'<text class="radn" x="14.5" y="4">{box.RADIATION[i]}</text></g>'
        )
    at_truck = 7 + max(0, day - 1) * DAY_STEP - 8
    parts.append(
        f'<g id="truck" class="piece" style="transform:translate({at_truck:.1f}px,66px)">'
        '<use href="#truck-art" width="51" height="18"/></g>'
    )
    return "".join(parts) + _notices(t, seats, tuple(active)) + "</g>"


def _notices(t: Translator, seats: int, active: tuple[tuple[int, int], ...]) -> str:
    """What the face-up events do (day and card): a line each with the name, and in two columns where they are many."""
    rows = -(-len(active) // 2) if len(active) > 3 else max(2, len(active))
    high = NOTICES[1] / rows
    parts = []
    for i, (day, card) in enumerate(active):
        brief, effect = names.brief_effect(card, seats, t), names.card_effect(card, seats, t)
        if len(active) > 3:
            x, y = 5 + i % 2 * 144, NOTICES[0] + i // 2 * high
            squeezed = fitted(brief, 118, 13)
            parts.append(_notice(x, y, 142, high - 1.6, f'<tspan x="{x + 20}"{squeezed}>{safe(brief)}</tspan>'))
            middle = y + high / 2 - 0.8
            parts.append(
                f'<g class="dayn evday"><circle cx="{x + 10}" cy="{middle:.1f}" r="7.4"/>'
                f'<text x="{x + 10}" y="{middle + 4.2:.1f}">{day}</text></g>'
            )
            continue
        called = t(names.CARD_NAMES[card])
        room = NOTICES[1] if len(active) == 1 else high
        price = event_price(t, card, list(box.CARD_COST[card]))
        due = textwrap.wrap(t("To end it: {price}", price=price), LINE)
        told = [textwrap.wrap(words, LINE, initial_indent=" " * (len(called) + 2)) for words in (effect, brief)]
        ways = (*([*lines, *due] for lines in told), [brief, t("End: {price}", price=price)], [brief])
        first, *more = next(lines for lines in ways if len(lines) * LEADING <= room + 1)
        squeezed = fitted(f"{called} - {first}", 272, 14)
        said = f'<tspan{squeezed}><tspan class="evname">{safe(called)}</tspan> &#183; {safe(first.strip())}</tspan>'
        said += "".join(f'<tspan x="12" dy="{LEADING}"{fitted(line, 272, 14)}>{safe(line)}</tspan>' for line in more)
        parts.append(_notice(6, NOTICES[0] + i * high, 284, room - 1.6, said, LEADING / 2 * len(more)))
    return "".join(parts)


def _notice(x: float, y: float, width: float, high: float, inner: str, up: float = 0) -> str:
    return (
        f'<g class="evline"><rect x="{x:g}" y="{y:.1f}" width="{width:g}" height="{high:.1f}" rx="4"/>'
        f'<text x="{x + 6:g}" y="{y + high / 2 + 4 - up:.1f}">{inner}</text></g>'
    )
