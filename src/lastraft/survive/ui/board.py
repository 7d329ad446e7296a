"""The SVG of the table as one seat sees it; its ids are the names of the notation (R3, raft-a, shark-1, tile-E4)."""

import functools
from itertools import chain
from typing import NamedTuple

from ...kernel import part, top
from ...protocol import WATCHER, Reader, for_everybody
from ...protocol.drawing import number, safe, standing, titled, whole
from ...protocol.translations import N_, Translator
from .. import components as c
from ..bots import eats
from ..components import Ground
from ..names import creature_name as said_creature
from ..names import space_name
from ..options import Choice
from ..rules.creatures import ways_out
from ..rules.kaiju import chosen
from ..rules.legal import asked
from ..rules.scoring import rank, score
from ..state import Frame, KaijuActs, Phase, Rolled, SurviveState, Window, aboard, free_seat_at, swimmers
from .glossary import desc, meaning
from .panels import VALUE, Plates, colours, placed, seats, stock, tray, tray_height
from .people import side
from .scenery import CENTRE, LANDS, ON_PHONE, PICTURES, WIDE, XY, end_places, grown_lands, overgrown, static
from .view import read_worth, shown_value

__all__ = ["draw", "pieces", "static", "tall"]
TERRAIN = {Ground.BEACH: "beach", Ground.FOREST: "forest", Ground.MOUNTAIN: "mountain", Ground.VOLCANO: "volcano"}
LIFT = [0.0] * (Ground.VOLCANO + 1)
LIFT[Ground.BEACH], LIFT[Ground.FOREST], LIFT[Ground.MOUNTAIN], LIFT[Ground.VOLCANO] = 5, 10, 17, 17
ROUGH = Ground.FOREST, Ground.MOUNTAIN
"""Where trees and peaks stand."""
LOOKS = {Ground.BEACH: "ab", Ground.FOREST: "abc", Ground.MOUNTAIN: "ab"}
"""How many drawings a terrain has; which one a space shows says nothing."""
STAND, SWIM, FLOAT, PROWL = 16, 12, 5, 6
"""How far below the middle of a space an adventurer stands or swims, a raft floats and a creature waits."""
HEADROOM = (49, 33, 81)
"""How far below the upper edge of the board a creature of each kind stands, if all of it is to be seen."""
KAIJU = 0.7
"""How large a kaiju is drawn: it hides nobody on the spaces around it."""
ABOARD = (-19, 0, 19)
LAND_SPOTS = {
    "NW": ((-27, -18), (5, -6), (-27, 17), (-1, 29), (-27, 52)),
    "NE": ((27, -18), (-5, -6), (27, 17), (1, 29), (27, 52)),
    "SW": ((-27, 2), (1, 20), (-27, 37), (1, 55), (-27, 72)),
    "SE": ((27, 2), (-1, 20), (27, 37), (-1, 55), (27, 72)),
}
"""Where the saved of each colour stand on a safe land, from its middle: those behind first, in two columns."""
LAND_BADGE = {"n": (2, -26), "s": (6, 24)}
"""Where a safe land tells how one gets there."""
OCCUPIED = (21, -17)
"""Where a space tells it that is not empty: aside, so that one sees who is there."""
ONE_SPACE = N_("Where does {creature} move?\nChoose a glowing space, or another one.")
TWO_SPACES = N_(
    "Where does {creature} end its move?\n"
    "Up to two spaces, all in one go: choose the last one. Or take another creature."
)
"""What is asked with a creature in hand."""
_KAIJUS = [creature for creature, kind in enumerate(c.KIND) if kind == c.Kind.KAIJU]
_X = [number(x) for x, _ in XY]


def _moved(x: float, y: float, then: str = "") -> str:
    return f'style="transform:translate({number(x)}px,{number(y)}px){then}"'


def _tile(space: int, ground: int) -> str:
    kind, (x, y) = TERRAIN[Ground(ground)], XY[space]
    look = LOOKS.get(Ground(ground), "")
    art = f"tile-{kind}" + (f"-{look[(space * 7 + space // 5) % len(look)]}" if look else "")
    return (
        f'<g id="tile-{c.SPACE_NAMES[space]}" class="piece tile {kind}" data-about="about-{kind}" {_moved(x, y)}>'
        f'<use href="#{art}"/></g>'
    )


_TILES = {(space, int(ground)): _tile(space, ground) for space in c.TILE_SPACES for ground in TERRAIN}
_BACK_TO_FRONT = sorted(c.TILE_SPACES, key=lambda space: (XY[space][1], XY[space][0]))
_SUNK = {
    space: f'<use id="sunk-{c.SPACE_NAMES[space]}" href="#sunk-hex" x="{_X[space]}" y="{number(XY[space][1])}"/>'
    for space in c.TILE_SPACES
}
_SPOTS = [
    [
        f'<use id="space-{c.SPACE_NAMES[space]}" class="spot{" rough" if ground in ROUGH else ""}" '
        f'href="#target" x="{_X[space]}" y="{number(y - lift)}"/>'
        for ground, lift in enumerate(LIFT)
    ]
    for space, (x, y) in enumerate(XY)
]
"""What lights up as a target, by space and by what lies there."""


def _badge(space: int, how: str, lift: float, occupied: bool) -> str:
    x, y = XY[space]
    dx, dy = OCCUPIED if occupied else (0, 0)
    if c.PRINTED[space] == Ground.SAFE:
        way, kind, _ = LANDS[c.SPACE_NAMES[space]]
        dx, dy = way * LAND_BADGE[kind][0], LAND_BADGE[kind][1]
    return (
        f'<use class="badge" data-for="space-{c.SPACE_NAMES[space]}" href="#b-{how}" '
        f'x="{number(x + dx)}" y="{number(y - lift + dy)}"/>'
    )


_WALK = [[[_badge(space, "walk", lift, there) for there in (False, True)] for lift in LIFT] for space in range(len(XY))]
_SWIM = [[_badge(space, "swim", 0, there) for there in (False, True)] for space in range(len(XY))]
_BOARD = [_badge(space, "board", 0, True) for space in range(len(XY))]
"""How one gets to a space: on foot (by what lies there), in the water, onto a raft."""
_TAKE = [[_badge(space, how, lift, True) for lift in LIFT] for how in ("bite", "push") for space in range(len(XY))]
"""What a predator does to whoever is on a space; then what a kaiju does, by what lies there."""
_AROUND = [[to for to in c.NEXT_TO[space] if to] for space in range(len(XY))]


def draw(r: Reader[SurviveState]) -> str:
    """The table as one seat sees it, as an SVG that stands alone."""
    title = r.t("Survive the Island: the table")
    return whole("survive", PICTURES, WIDE, tall(r.state), title, static(), pieces(r))


def tall(s: SurviveState) -> int:
    """How high the drawing is on a phone, where it is 864 wide: seats, board and tray."""
    return tray_height(colours(s))


def pieces(r: Reader[SurviveState]) -> list[str]:
    """Everything that can change, each thing with its id, in an order that never changes."""
    s = r.state
    words = _words(r.t, tuple(r.names), r.seat, s.seats, tuple(s.option))
    ground, adventurers, scene = _seen(r)
    return [
        *_island(r, ground),
        *_rafts(r),
        *([grown_lands()] if s.ended else ()),
        *_people(r, words, scene),
        *_creatures(r),
        _danger(s, ground),
        *_badges(s, r.seat, ground),
        *_ending(r),
        "</g>",
        *seats(r, words.plates, scene.saved, scene.left),
        stock(r, ground),
        *tray(r, ground, adventurers),
    ]


@for_everybody
def _seen(r: Reader[SurviveState]) -> tuple[bytes, bytes, "_Scene"]:
    s = r.state
    ground, adventurers = bytes(s.ground), bytes(s.adventurer)
    kaijus = tuple([s.creature[kaiju] for kaiju in _KAIJUS])
    scene = _scene(ground, adventurers, bytes(chain(*s.passenger)), bytes(s.raft_at), kaijus, s.seats, s.ended > 0)
    return ground, adventurers, scene


@for_everybody
def _island(r: Reader[SurviveState], ground: bytes) -> list[str]:
    """The tiles, and what lights up."""
    lands = _lands(r.t, tuple(r.state.option))
    return [f'<g id="pieces" {ON_PHONE}>', *_tiles(ground), *_targets(ground), lands]


def _unbroken(said: str) -> str:
    return safe(said).replace(" ", "\u00a0")


class _Words:
    """What one reader reads on the board, translated once."""

    def __init__(self, t: Translator, names: tuple[str, ...], seat: int, seats: int, option: tuple[int, ...]) -> None:
        self.plates = Plates(t, names, seat, seats)
        self.t, self.names, self.seat = t, names[:seats], seat
        where = t("Where should this one go?\nChoose a glowing space, or another piece.")
        self.what, self.where = desc(meaning("meeple-0", option, t)), desc(meaning("meeple-0", option, t), where)

    def person(self, a: int, space: int, place: int, of: int, alone: bool) -> str:
        """An adventurer by the player and the space; ``alone``: of that player's there."""
        owner, on = a // c.PER_COLOUR % len(self.names), space_name(space, self.t)
        if owner == self.seat:
            said = self.t("Your adventurer on {space}", space=on)
        else:
            said = self.t("{owner}'s adventurer on {space}", owner=self.names[owner], space=on)
        return said if alone else self.t("{said} ({side})", said=said, side=side(place, of, self.t))

    def brief(self, space: int, place: int, of: int, alone: bool) -> str:
        """What a button beside a picture says of an adventurer, in one line."""
        on = c.SPACE_NAMES[space]
        return _unbroken(on if alone else self.t("{space}, {side}", space=on, side=side(place, of, self.t)))


@functools.lru_cache(512)
def _words(t: Translator, names: tuple[str, ...], seat: int, seats: int, option: tuple[int, ...]) -> _Words:
    return _Words(t, names, seat, seats, option)


@functools.lru_cache(64)
def _lands(t: Translator, option: tuple[int, ...]) -> str:
    about = f"<desc>{safe(meaning('lm-flag', option, t))}</desc>"
    lands = "".join(
        f'<use id="space-{name}" class="spot" href="#target-{kind}" transform="translate('
        f'{_X[c.SPACE_NUMBER[name]]} {number(XY[c.SPACE_NUMBER[name]][1])}) scale({way} 1)">'
        f"<title>{safe(t('Safe land {name}', name=name))}</title>{about}</use>"
        for name, (way, kind, _) in LANDS.items()
    )
    return f"{lands}</g>{_abouts(t)}"


def _abouts(t: Translator) -> str:
    """What the tiles are, said once for all of a kind."""
    said = [(kind, t(name), meaning(f"tile-{kind}-a", (), t)) for kind, name in _KINDS.items()]
    said.append(("volcano", t("Volcano"), t("Nobody enters a volcano.")))
    return f'<g id="abouts">{"".join(titled(f"about-{kind}", name, desc(what)) for kind, name, what in said)}</g>'


_KINDS = {"beach": N_("Beach"), "forest": N_("Forest"), "mountain": N_("Mountain")}


@functools.lru_cache(512)
def _tiles(ground: bytes) -> list[str]:
    sunk = [_SUNK[space] for space in c.TILE_SPACES if ground[space] == c.SEA]
    tiles = [_TILES[space, ground[space]] for space in _BACK_TO_FRONT if ground[space] != c.SEA]
    return ['<g id="sunk">', *sunk, '</g><g id="tiles">', *tiles, "</g>"]


def _rafts(r: Reader[SurviveState]) -> list[str]:
    s, option = r.state, tuple(r.state.option)
    afloat = [(raft, space) for raft, space in enumerate(s.raft) if 0 < space < c.BOX]
    asked = _moves(s, r.seat)
    mine = {s.raft_at[s.adventurer[a]] - 1 for a in placed(s, r.seat) if aboard(s, a)} if asked else ()
    lands = {raft for raft in mine if any(s.ground[to] == Ground.SAFE for to in c.NEXT_TO[s.raft[raft]])}
    parts = [
        _raft(r.t, option, raft, space, s.passenger[raft].count(0), asked, raft in lands) for raft, space in afloat
    ]
    return ['<g id="rafts">', *parts, "</g>"]


@functools.lru_cache(16384)
def _raft(t: Translator, option: tuple[int, ...], raft: int, space: int, free: int, asked: bool, lands: bool) -> str:
    """A raft with so many free seats; ``lands``: the reader's people aboard can go ashore."""
    x, y = XY[space]
    said = t.plural(
        "Raft on {space}, {n} free seat", "Raft on {space}, {n} free seats", free, space=c.SPACE_NAMES[space]
    )
    if not free:
        said = t("Full raft on {space}", space=c.SPACE_NAMES[space])
    if free == c.SEATS_ABOARD:
        said = t("Empty raft on {space}", space=c.SPACE_NAMES[space])
    where = t("Where should this raft go?\nChoose a glowing space, or another piece.") if asked else ""
    ashore = ' data-lands=""' if lands else ""
    body = f'{desc(meaning("raft", option, t), where)}<use href="#raft"/>'
    return titled(
        c.raft_name(raft),
        said,
        body,
        f'class="piece raft" data-carries="{c.SEATS_ABOARD - free}" data-at="{c.SPACE_NAMES[space]}" '
        f'data-brief="{c.SPACE_NAMES[space]}"{ashore} '
        f"{_moved(x, y + FLOAT)}",
    )


Who = tuple[int, int, int, int, int, bool]
"""An adventurer, their space, where on it they are, which one of those side by side, for how many there must be room,
and whether none of the others is of the same player."""


class _Scene(NamedTuple):
    """Who stands where, which is the same for everybody who looks."""

    people: list[Who]
    own: list[list[int]]
    """By seat: which of these are its own."""
    counts: list[str]
    """How many of a colour stand on one spot of a safe land."""
    saved: tuple[int, ...]
    left: tuple[int, ...]
    """By seat."""


@functools.lru_cache(256)
def _scene(
    ground: bytes,
    adventurers: bytes,
    passengers: bytes,
    raft_at: bytes,
    kaijus: tuple[int, ...],
    seats: int,
    ended: bool,
) -> _Scene:
    """Adventurers on tiles, in the water, aboard and saved; those who share a space stand side by side, and leave room
    for a kaiju there."""
    aboard = {passenger - 1: i % c.SEATS_ABOARD for i, passenger in enumerate(passengers) if passenger}
    covered = overgrown() if ended else ()
    people, own, saved, left = list[Who](), [list[int]() for _ in range(seats)], [0] * seats, [0] * seats
    together: dict[int, list[int]] = {}
    for a, space in enumerate(adventurers):
        if not space:
            continue
        colour, on = a // c.PER_COLOUR, ground[space]
        home = on == c.SAFE
        (saved if home else left)[colour % seats] += 1
        if space in covered:
            continue
        own[colour % seats].append(len(people))
        if a in aboard:
            others = [other // c.PER_COLOUR % seats for other in aboard if adventurers[other] == space]
            people.append((a, space, ABOARD_RAFT, aboard[a], len(others), others.count(colour % seats) == 1))
            continue
        group = together.setdefault(space * 8 + colour * (home and not ended), [])
        place = 0 if home and not ended else len(group)
        group.append(len(people))
        people.append((a, space, BESIDE_RAFT if raft_at[space] else on, place, 1, True))
    counts = []
    for at, group in sorted(together.items()):
        owners = [people[i][0] // c.PER_COLOUR % seats for i in group]
        for i, owner in zip(group, owners, strict=True):
            people[i] = (*people[i][:4], len(group) + (at // 8 in kaijus), owners.count(owner) == 1)
        if len(group) > 1 and ground[at // 8] == c.SAFE and not ended:
            counts.append(_count(at // 8, at % 8, len(group)))
    return _Scene(people, own, counts, tuple(saved), tuple(left))


PUSHED = '<path class="whom" d="M-8-57H8L0-46Z"/>'
"""Over the head of whom a kaiju pushes next."""


def _people(r: Reader[SurviveState], words: _Words, scene: _Scene) -> list[str]:
    s, seat, moving = r.state, r.seat, _moves(r.state, r.seat)
    pushed = chosen(s) if top(s) == Frame.KAIJU else -1
    if s.ended or r.again or s.option[Choice.VALUE_VISIBILITY]:
        worth = [read_worth(r, a) for a in range(c.ADVENTURERS)]
        mine = {scene.people[i] for i in scene.own[seat]} if moving else ()
        people = [_person(words, who, who in mine, worth[who[0]], s.ended > 0) for who in scene.people]
    else:
        people = _crowd(r)[:]
        for i in scene.own[seat] if seat >= 0 else ():
            people[i] = _person(words, scene.people[i], moving)
    for i, who in enumerate(scene.people) if pushed >= 0 else ():
        if who[0] == pushed:
            people[i] = _person(words, who, value=shown_value(s, seat, pushed) or 0, pushed=True)
    return ['<g id="people">', *people, '</g><g id="counts">', *scene.counts, "</g>"]


@for_everybody
def _crowd(r: Reader[SurviveState]) -> list[str]:
    """All adventurers as somebody sees them to whom none belongs."""
    words = _words(r.t, tuple(r.names), WATCHER, r.state.seats, tuple(r.state.option))
    return [_person(words, who) for who in _seen(r)[2].people]


def _moves(s: SurviveState, seat: int) -> bool:
    """Whether the seat chooses whom to move."""
    return bool(s.turn == seat and s.phase == Phase.ACTION and not s.depth)


ABOARD_RAFT, BESIDE_RAFT = -1, -2
"""Where an adventurer is, besides on a kind of ground."""


@functools.lru_cache(32768)
def _person(
    words: _Words, who: Who, asked: bool = False, value: int = 0, ended: bool = False, pushed: bool = False
) -> str:
    a, space, ground, place, company, alone = who
    middle, y0 = XY[space]
    x, y = middle, y0
    colour = a // c.PER_COLOUR
    art, scale, wet = "meeple", "", ground in (Ground.SEA, BESIDE_RAFT)
    if ground == ABOARD_RAFT:
        x, y, scale = x + ABOARD[place], y + FLOAT + 1, " scale(.84)"
    elif ground == Ground.SAFE:
        land = c.SPACE_NAMES[space]
        dx, dy = end_places(land, company)[place] if ended else LAND_SPOTS[land][colour]
        x, y = x + dx, y + dy
    else:
        x += (place - (company - 1) / 2) * min(24.0, 62 / company)
        if wet:
            art, y = "swimmer", y + (SWIM if ground == Ground.SEA else 26)
        else:
            y0 -= LIFT[ground]
            y += STAND - LIFT[ground]
    stacked = ground == Ground.SAFE and company > 1 and not ended  # one worth would be read as that of all
    worth = VALUE[value] if value and not stacked else ""
    alone_there = company == 1 and ground != ABOARD_RAFT  # else it shows itself, not its space
    ring = ""
    if asked and alone_there:
        ring = f'<use class="held" href="#chosen" x="{number(middle - x)}" y="{number(y0 - y)}"/>'
    body = f'{words.where if asked else words.what}{ring}<use href="#{art}-{colour}"/>{worth}{PUSHED if pushed else ""}'
    look = f"piece adv s{colour}{' wet' if wet else ''}{' unsaved' if ended and ground != Ground.SAFE else ''}"
    aboard = ""
    if ground == ABOARD_RAFT:
        company = c.SEATS_ABOARD
        aboard = f' data-aboard="{c.SPACE_NAMES[space]}"'
    return titled(
        c.adventurer_name(a),
        words.person(a, space, place, company, alone),
        body,
        f'class="{look}"{aboard} data-brief="{words.brief(space, place, company, alone)}" {_moved(x, y, scale)}',
    )


@functools.lru_cache(1024)
def _count(space: int, colour: int, n: int) -> str:
    """How many saved adventurers of a colour stand there, below the face, on the side that is whole on a phone."""
    land = c.SPACE_NAMES[space]
    dx, dy = LAND_SPOTS[land][colour]
    aside = LANDS[land][0] if abs(dx) < 14 else -1 if dx > 0 else 1
    x, y = XY[space]
    return (
        f'<g id="count-{land}-{colour}" class="count" transform="translate({number(x + dx + 9 * aside)} '
        f'{number(y + dy - 4)})"><rect x="-12" y="-8.5" width="24" height="17" rx="8.5"/>'
        f'<text y="4.5">&#215;{n}</text></g>'
    )


def _unscaled(x: float, y: float, scale: float) -> str:
    """A place in a drawing that is drawn smaller, for something that keeps its size."""
    place = f'x="{number(x * scale)}" y="{number(y * scale)}"'
    return f'{place} transform="scale({number(1 / scale)})"' if scale < 1 else place


@for_everybody
def _creatures(r: Reader[SurviveState]) -> list[str]:
    s, t, parts, option = r.state, r.t, [], tuple(r.state.option)
    covered = overgrown(1) if s.ended else ()
    for creature, space in enumerate(s.creature):
        if space and space not in covered:
            company = [other for other, at in enumerate(s.creature) if at == space]
            met = s.raft_at[space] > 0, s.crowd[space]
            side_by_side = company.index(creature), len(company)
            reach = 0 if s.ended else ways_out(s, creature)
            parts.append(_creature(t, option, creature, space, s.ground[space], *side_by_side, *met, reach))
    return ['<g id="creatures">', *parts, "</g>"]


@functools.lru_cache(16384)
def _creature(
    t: Translator,
    option: tuple[int, ...],
    creature: int,
    space: int,
    ground: int,
    place: int,
    company: int,
    raft: bool,
    people: int,
    reach: int,
) -> str:
    """A creature, with the offsets of where it may go now; a little aside where it would hide those whom it met, and
    smaller, but for a kaiju, or beside others of its space. Of several, the first stands lowest: none hides a number.
    """
    x, y = XY[space]
    y += PROWL - LIFT[ground]
    scale = KAIJU if creature in _KAIJUS else 1.0
    if raft:
        x, y, scale = x + 14, y + 15, min(scale, 0.8)
    elif people and creature in _KAIJUS:
        x, y = x + 18 + 6 * min(people, 2), y - 2
    elif people:
        x, y = x + 14, y - 44
    if company > 1:
        aside = (place - (company - 1) / 2) / (company - 1)
        x, y, scale = x + aside * 42, y - aside * 20, min(scale, 0.72 if company == 2 else 0.6)
    y = max(y, HEADROOM[c.KIND[creature]] * scale)
    small = f" scale({number(scale)})" if scale < 1 else ""
    art, n = c.KIND_NAMES[c.KIND[creature]], creature - c.FIRST[c.KIND[creature]] + 1
    where = t(ONE_SPACE if c.KIND[creature] == c.Kind.SERPENT else TWO_SPACES, creature=said_creature(creature, t))
    about = f"{meaning(art, option, t)}\n{t('The number tells it from others of its kind.')}"
    body = f'{desc(about, where)}<use href="#{art}"/><text class="which" {_unscaled(20, 20, scale)}>{n}</text>'
    over = " over" if raft or people else ""
    goals = [f"space-{c.SPACE_NAMES[at]}" for offset, at in enumerate(c.REACH[space]) if reach >> offset & 1]
    near = f' data-reach="{" ".join(goals)}"' if goals else ""
    name, look = c.creature_name(creature), f'class="piece creature {art}{over}" {_moved(x, y, small)}{near}'
    return titled(name, said_creature(creature, t), body, look)


def _danger(s: SurviveState, ground: bytes) -> str:
    """A ring around the space where somebody is asked for a repellent, over all who are there."""
    space = part(s, Window.space) if top(s) == Frame.WINDOW else 0
    x, y = XY[space]
    ring = f'<use href="#target" x="{number(x)}" y="{number(y - LIFT[ground[space]])}"/>' if space else ""
    return f'<g id="danger">{ring}</g>'


def _meets(s: SurviveState, kind: int, space: int) -> bool:
    """Whether a creature of that kind does something to those on a space: a shark to swimmers, others to rafts too, and
    a kaiju also on land."""
    if s.ground[space] != Ground.SEA:
        return kind == c.Kind.KAIJU and s.crowd[space] > 0 and s.ground[space] != Ground.SAFE
    return swimmers(s, space) > 0 or (kind != c.Kind.SHARK and s.raft_at[space] > 0)


@functools.lru_cache(512)
def _targets(ground: bytes) -> list[str]:
    return ['<g id="spaces">', *[_SPOTS[space][ground[space]] for space in range(1, c.SPACES + 1 - len(LANDS))]]


def _badges(s: SurviveState, seat: int, ground: bytes) -> list[str]:
    """How an adventurer in hand gets to each space around, or what a creature does there; the page shows it on those
    that glow."""
    carried = top(s) == Frame.DOLPHIN
    if s.turn == seat and top(s) == Frame.DIE:
        met = (space for space in range(1, len(XY)) if _meets(s, part(s, Rolled.kind), space))
        first = len(XY) if part(s, Rolled.kind) == c.Kind.KAIJU else 0
        return ['<g id="badges" class="going">' + "".join(_TAKE[first + at][ground[at]] for at in met) + "</g>"]
    if asked(s) == seat and top(s) == Frame.KAIJU and 0 <= chosen(s) < c.ADVENTURERS:
        eaten = (to for to in _AROUND[part(s, KaijuActs.space)] if eats(s, to, not free_seat_at(s, to)))
        return ['<g id="badges" class="going">' + "".join(_TAKE[to][ground[to]] for to in eaten) + "</g>"]
    if s.turn != seat or s.phase != Phase.ACTION or (s.depth and not carried):
        return ['<g id="badges"/>']
    parts = ['<g id="badges" class="going">' if carried else '<g id="badges">']  # one piece: they change together
    around = {to for a in placed(s, seat) for to in _AROUND[s.adventurer[a]]}
    raft_at, crowd, creatures = s.raft_at, s.crowd, {*s.creature}
    for space in sorted(around):
        raft, what = raft_at[space], ground[space]
        if raft and 0 in s.passenger[raft - 1]:
            parts.append(_BOARD[space])
        else:
            there = crowd[space] > 0 or raft > 0 or space in creatures
            parts.append(_SWIM[space][there] if what == c.SEA else _WALK[space][what][there])
    return ["".join(parts) + "</g>"]


def _ending(r: Reader[SurviveState]) -> list[str]:
    """Who has won, where the island was, and everybody's points."""
    s, t = r.state, r.t
    if not s.ended:
        return []
    order = sorted(range(s.seats), key=lambda seat: rank(s, seat))
    winners = [seat for seat in order if rank(s, seat) == 1]
    names = [t("You") if seat == r.seat else r.names[seat] for seat in range(s.seats)]
    if r.seat not in winners:
        said = t("Victory: {names}", names=", ".join(names[seat] for seat in winners))
    else:
        said = t("Victory!") if len(winners) == 1 else t("Shared victory!")
    points = " · ".join(f"{names[seat]} {score(s, seat)}" for seat in order)
    return [_banner(said, points, tuple(winners), r.seat in winners)]


@functools.lru_cache(64)
def _banner(said: str, points: str, winners: tuple[int, ...], won: bool) -> str:
    people = "".join(f'<use href="#meeple-{seat}" x="{i * 13}"/>' for i, seat in enumerate(winners))
    x = 26 * len(winners) - 200

    def line(look: str, text: str, y: int, letter: int) -> str:
        """Narrower where it has no room; ``letter`` is the most that one is wide on average."""
        narrow = f' lengthAdjust="spacingAndGlyphs" textLength="{222 - x}"' if len(text) * letter > 222 - x else ""
        return f'<text class="{look}" x="{x}" y="{y}"{narrow}>{safe(text)}</text>'

    return (
        f'<g class="at ending{" won" if won else ""}" {standing(*CENTRE, *CENTRE, 1, 1.2)}><g>'
        f'<rect x="-260" y="-56" width="520" height="112" rx="22"/>'
        f'<g transform="translate(-224 40) scale(2)">{people}</g>'
        f"{line('ended', said, 6, 25)}{line('points', points, 38, 13)}</g></g>"
    )
