"""The panels beside the board: the seats, the tiles that are left, and the reader's own things."""

import functools

from ...kernel import part, top
from ...protocol import Reader, for_everybody
from ...protocol.drawing import number, safe, short, standing, titled
from ...protocol.translations import N_, Translator
from .. import components as c
from ..components import Face, Ground
from ..names import FACE_NAMES
from ..options import Choice
from ..rules.encounters import window_seat
from ..rules.scoring import score
from ..state import Frame, Phase, Rolled, SurviveState
from .glossary import desc, meaning
from .scenery import TALL_BOARD, WIDE
from .scores import unseen
from .view import read_worth

TILES_HIGH, STOCK_HIGH, MATE_HIGH = 137, 154, 57
"""How high the cards of the column are with the gap below them, and a row of one's adventurers."""
TRAY, TALL_ROW, TALL_TILES, ON_TRAY = TALL_BOARD + 752, 64, 58, 1.85
"""On a phone: where the reader's own things begin, how high a row of them is, and how large they are drawn."""
EACH_ROW = 5
USED = {
    "oars": N_("Which raft do you row?\nUp to two spaces, without a move."),
    "dolphin": N_("Whom does the dolphin carry?\nOne of your swimmers, up to two spaces."),
    "dive": N_("Which creature dives?\nIt comes up on any empty sea space. Choosing it uses the tile up for good."),
    "repellent": N_("Which creature do you drive away?\nA shark or kaiju among your people, not a sea serpent."),
}
"""What is asked with a tile in hand; the creature die needs nothing more."""
START = N_("On which tile does your {n} start?\nBest near the sea, your high ones far apart. Or choose another one.")
"""What is asked with an adventurer in hand who is to be placed."""
YET = ' class="yet"'
VALUE = [
    f'<circle class="value" cx="9" cy="-26" r="8"/><text class="valuen" x="9" y="-22">{value}</text>'
    for value in range(c.VALUES + 1)
]
"""What an adventurer is worth, beside the head."""
TALLY = 'data-tally=""'
"""Marks a figure that changes when the page has shown why, and whose turn it is."""


class Plates:
    """What one reader reads on the seats' plates, translated once."""

    def __init__(self, t: Translator, names: tuple[str, ...], seat: int, count: int) -> None:
        self.t, self.seat = t, seat
        self.names = [t("You") if i == seat else names[i] for i in range(count)]
        self.saved, self.left, self.tiles = t("saved"), t("left to save"), t("tiles held")
        self.about = desc("\n".join(meaning(sign, (), t) for sign in ("i-flag", "i-people", "i-tile")))
        self.marks = (t("your turn"), t("next"), t("bot"), t("away"))


def seats(r: Reader[SurviveState], words: Plates, saved: tuple[int, ...], left: tuple[int, ...]) -> list[str]:
    """The seats' plates; ``saved`` and ``left`` are counted by seat."""
    s = r.state
    points = tuple([score(s, i) for i in range(s.seats)]) if s.ended else ()
    turn = -1 if s.ended else s.turn
    decides = window_seat(s) if top(s) == Frame.WINDOW else turn
    return _plates(words, colours(s), turn, decides, saved, left, _tiles(r), points)


@for_everybody
def _tiles(r: Reader[SurviveState]) -> tuple[int, ...]:
    """How many tiles each seat holds."""
    held = r.state.held
    return tuple([sum(held[i][0]) + sum(held[i][1]) for i in range(r.state.seats)])


@functools.lru_cache(256)
def _plates(
    words: Plates,
    each: int,
    turn: int,
    decides: int,
    saved: tuple[int, ...],
    left: tuple[int, ...],
    tiles: tuple[int, ...],
    points: tuple[int, ...],
) -> list[str]:
    seats = len(tiles)
    away = [-1 if turn < 0 else (i - turn) % seats for i in range(seats)]
    return [
        '<g id="seats">',
        *[
            _seat(words, each, seats, i, away[i], i == decides, saved[i], left[i], tiles[i], *points[i : i + 1])
            for i in range(seats)
        ],
        "</g>",
    ]


@functools.lru_cache(8192)
def _seat(
    words: Plates,
    each: int,
    seats: int,
    i: int,
    turn: int,
    decides: bool,
    home: int,
    left: int,
    tiles: int,
    points: int = -1,
) -> str:
    """A seat's plate. ``each``: how many colours it has; ``turn``: how many turns away it is, -1 when the game is over;
    then it has its points; ``decides``: whether something is asked of it."""
    small = 1.5 if seats < 5 else 1.2
    pitch = (864 - 8) / seats
    narrow = pitch / small - 4
    place = standing(6, 6 + (66 if seats < 5 else 62) * i, 4 + pitch * i, 4, 1, small)
    second = f'<use href="#meeple-{i + seats}" x="36" y="50"/>' if each > 1 else ""
    x = 56 if second else 44
    look = "panel turn" if decides else "panel"
    your_turn, later, bot, away = words.marks
    mark = your_turn if turn == 0 and i == words.seat else later if turn == 1 else ""
    if points >= 0:
        mark = words.t("{n} points", n=points)
    said = f'<tspan class="by" dx="8">{safe(mark)}</tspan>' if mark else ""
    dot = "· " if mark else ""
    broad = sum(letter.isupper() or letter in "mw" for letter in words.names[i][:12]) // 2
    figures = ", ".join(f"{what} {n}" for n, what in ((home, words.saved), (left, words.left), (tiles, words.tiles)))
    figure = functools.partial(_figure, words.t, i)
    title = words.t("{what}: {said}", what=words.names[i], said=figures)
    return (
        f'<g id="seat-{i}" class="at s{i}" {place}><title>{safe(title)}</title>{words.about}'
        f'<rect id="plate-{i}" class="{look} wide" {TALLY} width="256" height="58" rx="12"/>'
        f'<rect id="narrow-plate-{i}" class="{look} tall" {TALLY} width="{number(narrow)}" height="58" rx="12"/>'
        '<path fill="var(--seat)" d="M12 0H8Q0 0 0 8V50Q0 58 8 58H12Z"/>'
        f'<use href="#meeple-{i}" x="26" y="50"/>{second}'
        f'<text id="name-{i}" class="nm wide" {TALLY} x="{x}" y="24">{short(words.names[i], 12 - broad)}{said}'
        f'<tspan class="by if-bot" dx="8">{safe(dot + bot)}</tspan>'
        f'<tspan class="by if-gone" dx="8">{safe(dot + away)}</tspan></text>'
        f'<text class="nm tall" x="{x}" y="24">{short(words.names[i], int(narrow - x) // 11 - broad)}</text>'
        f"{figure('flag', x, home, words.saved)}{figure('people', x + 46, left, words.left)}"
        f'<g class="wide">{figure("tile", x + 100, tiles, words.tiles)}</g></g>'
    )


@functools.cache
def _figure(t: Translator, seat: int, what: str, x: int, n: int, title: str) -> str:
    icon = f'<use class="icon" href="#i-{what}" x="{x}" y="32" width="18" height="18"/>'
    body = f'{icon}<text class="num" x="{x + 21}" y="47">{n}</text>'
    return titled(f"{what}-{seat}", t("{what}: {said}", what=title, said=n), body, TALLY)


def tiles_left(ground: bytes) -> tuple[int, int, int]:
    """The beaches, forests and mountains above water."""
    return ground.count(Ground.BEACH), ground.count(Ground.FOREST), ground.count(Ground.MOUNTAIN)


def stock(r: Reader[SurviveState], ground: bytes) -> str:
    """What is still above water, and how many volcanoes have come."""
    s = r.state
    counts = tiles_left(ground)
    face = c.KIND_NAMES[part(s, Rolled.kind)] if top(s) == Frame.DIE else "none"
    below = 0 if r.seat < 0 else _adventurers_height(s) + TILES_HIGH
    hidden = tuple([tuple(unseen(s, r.seat, terrain).items()) for terrain in _TERRAINS])
    return _stock_card(r.t, counts, hidden, min(s.volcanoes, c.LAST_VOLCANO), face, WIDE[1] - 6 - STOCK_HIGH - below)


@functools.lru_cache(256)
def _stock_card(
    t: Translator,
    counts: tuple[int, int, int],
    hidden: tuple[tuple[tuple[int, int], ...], ...],
    volcanoes: int,
    face: str,
    top: int,
) -> str:
    """A card of four rows with the die; on a phone only the die, in a corner of the sea: the strip has the rest.
    ``hidden``: the faces that have not been seen yet, by terrain."""
    beaches, forests, mountains = counts
    said = (
        (t.plural("{n} beach", "{n} beaches", beaches), "beach"),
        (t.plural("{n} forest", "{n} forests", forests), "forest"),
        (t.plural("{n} mountain", "{n} mountains", mountains), "mountain"),
    )
    next_one = next((i for i, n in enumerate(counts) if n and volcanoes < c.LAST_VOLCANO), -1)
    parts = [
        f'<g id="stock" class="at" {standing(6, top, 122, TALL_BOARD - 10, 1, 1.4)}>'
        f'<rect class="panel wide" width="256" height="{STOCK_HIGH - 6}" rx="12"/>'
        f'<text class="hd wide" x="12" y="22">{safe(t("Still above water"))}</text>'
    ]
    for i, (tiles, kind) in enumerate(said):
        name = tiles.removeprefix(str(counts[i]))
        sinks = t.plural("sinks next", "sink next", counts[i]) if i == next_one else ""
        warning = f'<tspan class="warn" dx="7">{safe(sinks)}</tspan>' if sinks else ""
        body = (
            f"{desc(_still_hidden(hidden[i], t) or meaning(f'tile-{kind}-a', (), t))}"
            f'<use href="#tile-{kind}-a" transform="scale(.36)"/><text class="say" x="22" y="4">'
            f'<tspan font-weight="700">{counts[i]}</tspan>{safe(name)}{warning}</text>'
        )
        place = f'class="wide" transform="translate(26 {41 + 27 * i})"'
        parts.append(titled(f"kind-{kind}", tiles, body, f"{place} {TALLY}"))
    count = safe(t("{n} of {most}", n=volcanoes, most=c.LAST_VOLCANO))
    row = desc(meaning("mini-volcano", (), t)) + "".join(
        f'<use href="#mini-volcano"{"" if i < volcanoes else YET} transform="translate({28 * i} 0)"/>'
        for i in range(c.LAST_VOLCANO)
    )
    row += f'<text class="say" x="78" y="4">{count}</text>'
    die = f'{desc(meaning("face-none", (), t))}<g id="die-{face}" class="rolled"><use href="#face-{face}"/></g>'
    near_end = f". {said_end}" if (said_end := last_mountains(t, counts, volcanoes)) else ""
    parts += [
        '<path class="rule wide" d="M12 111H244"/>',
        titled(
            "volcanoes",
            f"{t('Volcanoes: the third ends the game')}{near_end}",
            row,
            f'class="wide" transform="translate(26 137) scale(.9)" {TALLY}',
        ),
        titled("die", t("The die"), die, f'class="at" {TALLY} {standing(228, 124, 20, 20, 0.7, 0.7)}'),
        "</g>",
    ]
    return "".join(parts)


_TERRAINS = Ground.BEACH, Ground.FOREST, Ground.MOUNTAIN


def _still_hidden(faces: tuple[tuple[int, int], ...], t: Translator) -> str:
    said = ", ".join(f"{t(FACE_NAMES[face])} \u00d7{n}" if n > 1 else t(FACE_NAMES[face]) for face, n in faces)
    return t("Still face down: {faces}. Those that others keep are among them.", faces=said) if said else ""


_MORE_THAN_END_IT = int(c.COPIES[Ground.MOUNTAIN][Face.VOLCANO]) - c.LAST_VOLCANO


def mountains_left(beaches: int, forests: int, mountains: int) -> int:
    """Once only mountains are left, how many more can sink at most until the last volcano; 0 before."""
    return 0 if beaches or forests else max(0, mountains - _MORE_THAN_END_IT)


def last_mountains(t: Translator, tiles: tuple[int, int, int], volcanoes: int) -> str:
    """When the game ends at the latest, once that is near."""
    left = mountains_left(*tiles)
    if not left or volcanoes >= c.LAST_VOLCANO:
        return ""
    if left == 1:
        return t("The next mountain is a volcano and ends the game.")
    if volcanoes == c.LAST_VOLCANO - 1:
        return t("The next volcano ends the game, at the latest after {n} more mountains.", n=left)
    return t("The third volcano ends the game, at the latest after {n} more mountains.", n=left)


def colours(s: SurviveState) -> int:
    """How many colours each seat plays; a position may leave the second one of two players in the box."""
    one = s.phase > Phase.PLACING and max(s.placed) <= c.PER_COLOUR
    return 1 if one else int(c.COLOURS_EACH[s.seats])


def _adventurers_height(s: SurviveState) -> int:
    return 31 + MATE_HIGH * (1 if s.phase == Phase.PLACING else colours(s) * c.PER_COLOUR // EACH_ROW)


def placed(s: SurviveState, seat: int) -> list[int]:
    """A seat's adventurers that have come into play."""
    return _adventurers(seat, s.seats)[: s.placed[seat]]


@functools.cache
def _adventurers(seat: int, seats: int) -> list[int]:
    colours = range(seat, c.COLOURS_EACH[seats] * seats, seats)
    return [colour * c.PER_COLOUR + i for colour in colours for i in range(c.PER_COLOUR)]


def tray(r: Reader[SurviveState], ground: bytes, adventurers: bytes) -> list[str]:
    """The reader's own things: tiles, adventurers still in hand by value, and those on the board."""
    s, seat, t = r.state, r.seat, r.t
    if seat < 0:
        return ['<g id="tray"/>']
    high = _adventurers_height(s)
    held = tuple([s.held[seat][0][face] + s.held[seat][1][face] for face in range(Face.OARS, c.FACES)])
    rows = 1 if s.phase == Phase.PLACING else colours(s)
    tiles = _own_tiles(t, held, WIDE[1] - 6 - high - TILES_HIGH, rows)
    if s.phase == Phase.PLACING:
        return ['<g id="tray" class="own">', tiles, _hand(t, seat, tuple(s.stock[seat]), high), "</g>"]
    hidden = not (s.ended or r.again) and s.option[Choice.VALUE_VISIBILITY] == 0
    where = tuple([(a, adventurers[a], _seat_aboard(s, a), read_worth(r, a)) for a in placed(s, seat)])
    return ['<g id="tray" class="own">', tiles, _own_adventurers(t, where, high, hidden), "</g>"]


def _seat_aboard(s: SurviveState, adventurer: int) -> int:
    """Which seat of a raft somebody has, from the left; 0 for whoever has none."""
    raft = s.raft_at[s.adventurer[adventurer]] - 1
    riding = list(s.passenger[raft]) if raft >= 0 else []
    return riding.index(adventurer + 1) if adventurer + 1 in riding else 0


def _by_place(which: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """From west to east, those aboard as they sit, then the saved, then the lost. The order of placing would tell who
    is worth what."""
    a, space, aboard, _ = which
    state = 2 if not space else c.PRINTED[space] == Ground.SAFE
    return state, space, aboard, a


def tray_height(rows: int) -> int:
    """How high the drawing is on a phone whose tray has so many rows of adventurers."""
    return round(_below_adventurers(rows) + TALL_TILES * ON_TRAY) + 4


def _below_adventurers(rows: int) -> float:
    return TRAY + (4 + TALL_ROW * rows) * ON_TRAY + 6


def _card(place: str, high: int, tall: int, title: str) -> str:
    """The beginning of a card of the reader's own things: its height, also on a phone, where it has no heading."""
    return (
        f'<g class="at" {place}><rect class="panel wide" width="256" height="{high}" rx="12"/>'
        f'<rect class="panel tall" width="463" height="{tall}" rx="12"/>'
        f'<text class="hd wide" x="12" y="22">{safe(title)}</text>'
    )


@functools.lru_cache(256)
def _own_tiles(t: Translator, held: tuple[int, ...], top: int, rows: int) -> str:
    """The ability tiles, two in a row; on a phone all in one, below the adventurers' ``rows``."""
    place = standing(6, top, 4, _below_adventurers(rows), 1, ON_TRAY)
    parts = [_card(place, TILES_HIGH - 6, TALL_TILES, t("Your tiles"))]
    for i, n in enumerate(held):
        face, name = c.FACE_NAMES[Face.OARS + i], t(FACE_NAMES[Face.OARS + i])
        name = name if n < 2 else f"{name} \u00d7{n}"
        body = (
            f"{desc(meaning(f'ab-{face}', (), t), t(USED[face]) if face in USED else '')}"
            f'<rect class="hit wide" width="{111 + 14 * (i % 2)}" height="34" rx="8"/>'
            f'<rect class="hit tall" width="90" height="{TALL_TILES - 4}" rx="8"/>'
            f'<use class="at" href="#ab-{face}" {standing(20, 16, 45, 20, 0.5, 0.6)}/>'
            f'<text class="say wide" x="40" y="21">{safe(name)}</text>'
            f'<text class="under tall" x="45" y="50">{safe(name)}</text>'
        )
        place = standing(8 + 115 * (i % 2), 28 + 34 * (i // 2), 4 + 91 * i, 2)
        parts.append(titled(f"own-{face}", name, body, f'class="own at{"" if n else " none"}" {place}'))
    return "".join(parts) + "</g>"


def _adventurers_card(high: int, rows: int, title: str) -> str:
    """The beginning of the card of one's adventurers; on a phone it has ``rows`` rows."""
    place = standing(6, WIDE[1] - 6 - high, 4, TRAY, 1, ON_TRAY)
    return _card(place, high, 4 + TALL_ROW * rows, title)


@functools.lru_cache(256)
def _hand(t: Translator, seat: int, stock: tuple[int, ...], high: int) -> str:
    parts = [_adventurers_card(high, 1, t("To be placed"))]
    highest = max((value for value in range(1, c.VALUES + 1) if stock[value]), default=0)
    for value in range(1, c.VALUES + 1):
        where = t(START, n=value)
        body = (
            f'<desc>{safe(where)}</desc><rect class="hit" x="-24" width="48" height="56" rx="9"/>'
            f'<use href="#meeple-{seat}" transform="translate(-6 40) scale(.8)"/>'
            f'<circle class="value" cx="9" cy="12" r="10.5"/>'
            f'<text class="valuen" x="9" y="17.5">{value}</text>'
            f'<text class="under" y="53">&#215;{stock[value]}</text>'
        )
        look = (
            f'class="at stock{"" if stock[value] else " none"}" '
            + standing(49 * value - 19, 29, 92 * value - 45, 3, 1, 1.1)
            + (' data-preset=""' if value == highest else "")
        )
        parts.append(titled(f"stock-{value}", t("Worth {n}", n=value), body, look))
    return "".join(parts) + "</g>"


@functools.lru_cache(1024)
def _own_adventurers(t: Translator, where: tuple[tuple[int, int, int, int], ...], high: int, hidden: bool) -> str:
    """Each with its space, or a flag on a safe land, and its worth if that is open; faint if lost."""
    parts = [_adventurers_card(high, (len(where) + 9) // 10, t("Your adventurers"))]
    if hidden:
        eye = (
            f"{desc(t('Remember whom you placed with which worth: all is shown at the end.'))}"
            '<rect class="hit" x="222" y="2" width="30" height="28"/>'
            '<use class="icon" href="#i-hidden" x="228" y="7" width="18" height="18"/>'
        )
        parts.append(titled("hidden-worth", t("What they are worth stays hidden."), eye, 'class="wide"'))
    order = sorted(where, key=_by_place)
    for each in where:  # always in the same order: a page patches them by their ids
        i, (a, space, _, worth) = order.index(each), each
        name, colour, home = c.adventurer_name(a), a // c.PER_COLOUR, c.PRINTED[space] == Ground.SAFE
        under = c.SPACE_NAMES[space] if space and not home else ""
        flag = '<use href="#lm-flag" transform="translate(7 20) scale(.55)"/>' if home else ""
        shown = f'<g transform="translate(-20 38)">{VALUE[worth]}</g>' if worth else ""
        place = standing(
            30 + 49 * (i % EACH_ROW),
            29 + MATE_HIGH * (i // EACH_ROW),
            25 + 46 * (i % 10),
            3 + TALL_ROW * (i // 10),
            1,
            1.1,
        )
        parts.append(
            f'<g id="mate-{name}" class="at s{colour}{"" if space else " none"}" data-for="{name}" data-aside="" '
            f"{place}>"
            f'<rect class="hit" x="-21" width="42" height="55" rx="9"/>'
            f'<use href="#meeple-{colour}" transform="translate(0 39) scale(.8)"/>{flag}{shown}'
            f'<text class="under" y="52">{under}</text></g>'
        )
    return "".join(parts) + "</g>"
