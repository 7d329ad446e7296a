"""The SVG of the beach as one seat sees it: ids are seat-3, card-sandwich, place-wood, store-water, push-2, deck-0."""

import functools

from ...kernel import top
from ...protocol import Reader
from ...protocol.drawing import height, safe, short, standing, titled, whole
from ...protocol.translations import Translator
from ..components import FOOD, IDS, KIND, PRECIPITATION, WATER, Card
from ..names import card_name, their_line, usual_line
from ..rules.cards import has_in_play
from ..rules.survival_check import resource
from ..rules.votes import candidates
from ..state import IN_PLAY, Frame, HellapagosState, Step, Window
from .ballot import Ends, arms, bubbles, shown, tallies
from .hand import at_work, below, hand_height, tray
from .outcomes import catch, to_search
from .scenery import CAMP, PICTURES, ROW, TALL, TALL_BEACH, TALL_CAMP, WIDE, places, rows, static
from .sky import Spot, deck, gone, heavens, out_at_sea, raft
from .stores import beached, shore

__all__ = ["draw", "pieces", "static", "tall"]
MARKS = {
    "first": "first",
    "begins": "first",
    "chief": "chief",
    "sick": "snake",
    "dead": "skull",
    "safe": "shield",
    "drank": "water",
    "ate": "food",
    "unfed": "skull",
    "offer": "swap",
    "aboard": "raft",
}
CHORES = ("food", "water", "wood", "search", "sleep")
"""The signs of a day's work, in the order of `Deed`, and of a day in bed."""
IDLE = (0, 0, 0, 0, 1)
SPOTS = {  # the four actions: drawing, corner of the camp, size, sign
    "wood": ("forest", 0, 0, 112, 92, 58, 104, -6, -8),
    "water": ("barrel", 0, 100, 104, 96, 62, -8, 8, -126),
    "search": ("wreck", 100, 0, 112, 86, -62, 104, -122, 2),
    "fish": ("pier", 100, 100, 116, 98, -62, -8, -118, -126),
}
DUSK = [
    f'<g id="dusk" class="dusk" opacity="{dark}"><rect class="wide" x="-600" width="2144" height="444"/>'
    f'<rect class="tall" width="390" height="{TALL_BEACH}"/></g>'
    for dark in (0, 1)
]
DARK = (Step.CHECK, Step.NIGHT, Step.LEAVING)
"""In the survival check it grows dark, and stays so until the next day."""


def draw(r: Reader[HellapagosState]) -> str:
    """The beach as one seat sees it, as an SVG that stands alone."""
    box = WIDE if r.seat >= 0 else (WIDE[0], CAMP[1] + CAMP[3])
    return whole("hellapagos", PICTURES, box, tall(r.state, r.seat), r.t("Hellapagos: the beach"), static(), pieces(r))


def tall(s: HellapagosState, seat: int) -> int:
    """How high the drawing is on a phone, where it is 390 wide."""
    if s.ended:
        return below(s, seat) + 14
    if seat >= 0 and not s.alive >> seat & 1:
        return below(s, seat) + 106
    return below(s, seat) + hand_height(s, seat) + 80


def pieces(r: Reader[HellapagosState]) -> list[str]:
    """Everything that can change, each thing with its id, in an order that never changes."""
    s = r.state
    return [
        height(tall(s, r.seat)),
        '<g id="beach">',
        heavens(s),
        DUSK[s.step in DARK and not s.ended],
        *shore(r),
        raft(r.t, s.aboard) if gone(s) else "",
        _spots(r),
        _fire(s.seats, out_at_sea(s)),
        beached(r),
        *_castaways(r),
        bubbles(r),
        "</g>",
        '<g id="tray" class="own">',
        *tray(r),
        "</g>",
    ]


@functools.lru_cache(16)
def _fire(n: int, down: int) -> str:
    x, y = CAMP[0] + CAMP[2] / 2, CAMP[1] + CAMP[3] * 0.54
    px, py = TALL / 2, TALL_CAMP + rows(n) * ROW * 0.5 + down
    place = standing(x, y, px, py)
    return (
        f'<g class="at firelight" {place}><ellipse rx="330" ry="190" fill="url(#g-glow)"/></g>'
        f'<g id="fire" class="at" {place}><use href="#prop-fire" x="-48" y="-62" width="96" height="88"/></g>'
        f'<g class="at" {standing(x - 90, y + 14, -90, 0)}><use href="#prop-crab" width="34" height="23"/></g>'
    )


def _spots(r: Reader[HellapagosState]) -> str:
    """The four actions, with what they bring: more for a reader who has laid down the tool."""
    s = r.state
    if not at_work(s):
        return '<g id="places"/>'
    rain = PRECIPITATION[s.weather[s.day - 1]] if s.day > 0 else 0
    axe, flask = [r.seat >= 0 and has_in_play(s, r.seat, tool) for tool in (Card.AXE, Card.FLASK)]
    _, catches = catch(s, r.seat)
    low = below(s, r.seat) - 66
    return _four(r.t, s.seats, low, 1 + axe, rain * (1 + flask), to_search(s), f"{catches[0]}&#8211;{catches[-1]}")


@functools.lru_cache(256)
def _four(t: Translator, n: int, low: int, wood: int, rain: int, deck: int, fish: str) -> str:
    signs = {
        "wood": (t("Wood"), f"{wood}+"),
        "water": (t("Water"), f"+{rain}"),
        "search": (t("Search"), f"+{min(1, deck)}"),
        "fish": (t("Fish"), fish),
    }
    sure = t.plural(
        "{n} is safe. Each more risks a snake: then only {n} wood, no vote tonight, no action tomorrow.",
        "{n} are safe. Each more risks a snake: then only {n} wood, no vote tonight, no action tomorrow.",
        wood,
    )
    asked = safe(f"{t('how far do you push on?')}\n{sure}\n\n{t('how far do you push on?')}")
    parts = []
    for i, (name, (art, x, y, w, h, sx, sy, dx, dy)) in enumerate(SPOTS.items()):
        label, extra = signs[name]
        more = f"<desc>{asked}</desc>" if name == "wood" else ""
        k = 0.8 if n > 8 else 1
        board = 8.4 * len(label) + 8 * min(len(extra), 3) + 24
        place = standing(CAMP[0] - 10 + 944 * x / 100, CAMP[1] + CAMP[3] * y / 100, 12 + 94 * i, low, k, 1)
        parts.append(
            f'<g id="place-{name}" class="at place" {place}><title>{safe(label)} {extra}</title>{more}'
            f'<g class="wide"><rect x="{dx}" y="{dy}" width="{w}" height="{h}" fill="none" pointer-events="all"/>'
            f'<use href="#prop-{art}" x="{dx}" y="{dy}" width="{w}" height="{h}"/>'
            f'<g class="sign" transform="translate({sx} {sy})"><path class="post" d="M0-4v14"/>'
            f'<rect x="{-board / 2:g}" y="-24" width="{board:g}" height="23" rx="5"/>'
            f'<text y="-8"><tspan class="l">{safe(label)}</tspan> {extra}</text></g></g>'
            f'<g class="inprompt"><use href="#act-{name}" width="38" height="38"/></g></g>'
        )
    return f'<g id="places">{"".join(parts)}</g>'


@functools.lru_cache(1024)
def _figure(k: int, mood: str) -> str:
    if mood == "dead":
        return '<ellipse class="g" cx="5" cy="2" rx="31" ry="6"/><use href="#p-grave"/>'
    return (
        f'<ellipse class="g" cx="5" cy="2" rx="31" ry="6"/><g class="{mood}">'
        f'<use href="#p-body"/><use data-face="" href="#p-head"/><use href="#p-face-{mood}"/><use href="#p-hair-{k}"/>'
        '<use href="#p-arms"/></g>'
    )


def _castaways(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    n = s.seats
    me = max(r.seat, 0)
    laid: list[list[int]] = [[] for _ in range(n)]
    known: list[list[int]] = [[] for _ in range(n)]
    for kind, place in zip(KIND, s.place):
        if place < n:
            known[place].append(kind)
        elif IN_PLAY <= place < IN_PLAY + n:
            laid[place - IN_PLAY].append(kind)
    aboard = deck(s.aboard) if gone(s) else {}
    doing = s.order[0] - 1 if s.window == Window.TURN and not s.ended else -1
    ballot, revealed = top(s) == Frame.BALLOT, shown(s, r.seat)
    debate, nothing = s.window == Window.SHORTAGE, s.window == Window.ZERO
    may = candidates(s) if ballot or debate else 0
    parts, spots = [""] * n, list[Ends]()
    for k in range(n):
        alive = s.alive >> k & 1 == 1
        sick = bool(s.causes[k])
        doomed = s.designated == k + 1
        mood = "dead" if not alive else "shock" if doomed else "sick" if sick else "calm"
        if alive and s.ended:
            mood = "calm" if k in aboard else "shock"
        playing = alive and not s.ended
        had = playing and s.provided >> k & 1 == 1
        marked = (
            not alive,
            k in aboard,
            playing and s.first_player == k and s.conch in (0, k + 1),
            playing and s.first_player == k and s.conch not in (0, k + 1),
            playing and s.conch == k + 1,
            alive and sick,
            alive and (ballot or debate) and not may >> k & 1 and s.conch != k + 1 and not had,
            had and resource(s) == WATER,
            had and resource(s) == FOOD,
            alive and nothing and not had,
            r.seat >= 0 and (s.offer_to[k] == r.seat + 1 or (k == r.seat and s.offer_to[k] > 0)),
        )
        name = r.t("You") if k == r.seat else r.names[k]
        cls = ("" if alive else " dead") + (" me" if k == r.seat else "")
        if k in aboard:
            cls += " aboard"
        if doing >= 0 and doing % 16 == k:
            cls += " turn"
        if doomed:
            cls += " doomed urgent"
        if ballot and alive and not may >> k & 1:
            cls += " off"
        seen = () if k == r.seat else tuple(known[k][:4])
        front = () if k in aboard else tuple(laid[k])
        (x, y), (px, py) = places(n)[(k - me) % n]
        py += out_at_sea(s)
        spot = aboard.get(k, (x, y, px, py, 0.86 if n > 8 else 1, 1))
        spots.append((spot[:2], spot[2:4]))
        did = () if s.ended or revealed else tuple(s.brought[k])
        if sick and alive and s.sick_since[k] < s.day and at_work(s):
            did = IDLE
        parts[k] = _castaway(r.t, n > 8, k, spot, name, s.hand_size[k], mood, cls, marked, front, seen, did)
    order = _back_to_front(n, me)
    below, above = arms(s, r.seat, spots)
    return ['<g id="castaways">', below, *[parts[k] for k in order], above, tallies(s, r.seat, me), "</g>"]


@functools.cache
def _back_to_front(n: int, me: int) -> list[int]:
    return sorted(range(n), key=lambda k: places(n)[(k - me) % n][0][1])


@functools.lru_cache(4096)
def _castaway(
    t: Translator,
    crowd: bool,
    k: int,
    spot: Spot,
    name: str,
    cards: int,
    mood: str,
    cls: str,
    marked: tuple[bool, ...],
    laid: tuple[int, ...],
    known: tuple[int, ...],
    did: tuple[int, ...],
) -> str:
    right = spot[0] > CAMP[0] + CAMP[2] * 0.58
    said = {
        "dead": t("dead"),
        "aboard": t("aboard"),
        "first": t("first player and chief"),
        "begins": t("first player, but not chief today"),
        "chief": t("chief"),
        "sick": t("sick"),
        "safe": t("cannot be chosen"),
        "drank": t("has had water"),
        "ate": t("has had food"),
        "unfed": t("dies without a ration"),
        "offer": t("offers a trade"),
    }
    marks = [mark for mark, yes in zip(said, marked) if yes]
    called = ", ".join([name, t.plural("{n} card", "{n} cards", cards), *(said[mark] for mark in marks)])
    work = [(CHORES[deed], n) for deed, n in enumerate(did) if n]
    more = said | {
        "chief": t("chief for today: nobody may point at this castaway"),
        "sick": t("sick: misses a vote, then a day's action and cards"),
    }
    about = [
        t.plural("{n} card", "{n} cards", cards),
        *(more[mark] for mark in marks),
        *_told(t, laid, work, " me" in cls),
    ]
    parts = [
        f"<desc>{safe('; '.join(about if mood != 'dead' else [said['dead']]))}</desc>",
        f'<ellipse class="halo" cy="2" rx="74" ry="32"/>{_figure(k, mood)}',
    ]
    for j, kind in enumerate(laid):
        step = j * (19 if len(laid) < 3 else 12)
        off, tilt = (-63 - step, -4 - j * 5) if right else (33 + step, 4 + j * 5)
        art = f'<use href="#art-{IDS[kind]}" x="2" y="8.5" width="26" height="27"/>'
        where = f'class="mini" transform="translate({off} {-35 + j * 3}) rotate({tilt})"'
        parts.append(
            titled("", _lines(t, kind, " me" in cls), '<use href="#mini-frame" width="30" height="38"/>' + art, where)
        )
    count = (
        ""
        if mood == "dead"
        else (
            '<use href="#card-back" x="24" y="6.5" width="13" height="17"/>'
            f'<text class="count" x="46" y="19.5">{cards}</text>'
        )
    )
    long = ' class="long"' if len(name) > 6 else ""
    parts.append(
        '<g class="plate"><rect x="-57" y="3.5" width="114" height="23" rx="11.5"/>'
        f'<use href="#shape-{k}" class="shape" x="-53" y="7" width="16" height="16"/>'
        f'<text{long} x="-33" y="19.5">{short(name, 8)}</text>{count}</g>'
    )
    for j, kind in enumerate(known):
        art = f'<use href="#art-{IDS[kind]}" x="1" y="1" width="15" height="13"/>'
        art = f'<rect class="knownbg" width="17" height="15" rx="3"/>{art}'
        parts.append(titled("", card_name(kind, t), art, f'class="mini" transform="translate({-50 + j * 18} 27)"'))
    parts.append("" if mood == "dead" else _presence(t, crowd or len(known) > 2))
    for j, (chore, n) in enumerate(work):
        gain = "" if chore in ("search", "sleep") else f"+{n}"
        title = t("sick: no action today") if chore == "sleep" else t("brought today")
        art = f'<use href="#i-{chore}" x="6" y="3" width="12" height="12"/><text x="19" y="13.2">{gain}</text>'
        art = f'<rect width="{42 if gain else 24}" height="18" rx="9"/>{art}'
        where = f'class="did" transform="translate({-60 if right else 16} {-66 + j * 19})"'
        parts.append(titled("", title, art, where))
    high, step = (-50, 25) if len(marks) < 3 else (-68, 23)
    for j, mark in enumerate(marks):
        art = f'<circle r="11.5"/><use href="#i-{MARKS[mark]}" x="-7.5" y="-7.5" width="15" height="15"/>'
        where = f'class="mark mark-{mark}" transform="translate({40 if right else -40} {high + j * step})"'
        parts.append(titled("", more[mark], art, where))
    look = f'class="at castaway s{k}{cls}" data-look="unless-holding" {standing(*spot)}'
    return titled(f"seat-{k}", called, "".join(parts), look)


def _lines(t: Translator, kind: int, own: bool) -> str:
    """A card and what it does."""
    return t("{card}: {about}", card=card_name(kind, t), about=(usual_line if own else their_line)(kind, t))


def _told(t: Translator, laid: tuple[int, ...], work: list[tuple[str, int]], own: bool) -> list[str]:
    """What lies before a castaway, and what they have done today."""
    stores = {"food": t("Food"), "water": t("Water"), "wood": t("Wood"), "search": t("Search")}
    said = [_lines(t, kind, own).rstrip(".") for kind in laid]
    for chore, n in work:
        brought = f"{stores.get(chore)}{'' if chore == 'search' else f' {n}'}"
        did = t("{card}: {about}", card=t("brought today"), about=brought)
        said.append(t("sick: no action today") if chore == "sleep" else did)
    return said


@functools.lru_cache(16)
def _presence(t: Translator, crowd: bool) -> str:
    """Under the plate: that a bot plays, or that a person is away. The page knows which; in a crowd a sign will do."""
    parts = []
    for cls, icon, said in (("bot", "bot", t("bot")), ("gone", "sleep", t("away"))):
        wide = 20 if crowd else 27 + 6 * len(said)
        word = "" if crowd else f'<text x="{75 - wide:g}" y="39">{safe(said)}</text>'
        sign = (
            f'<rect x="{57 - wide:g}" y="28" width="{wide:g}" height="14.5" rx="7.2"/>'
            f'<use href="#i-{icon}" x="{61.5 - wide:g}" y="29.7" width="11" height="11"/>{word}'
        )
        parts.append(titled("", said, sign, f'class="here if-{cls}"'))
    return "".join(parts)
