"""The SVG of the table as one seat sees it; its ids are the names of the notation (R3, raft-a, shark-1, tile-E4)."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ..drawing import number, safe, short, standing, whole
from ..kernel import part, top
from ..words import N_, Words
from .components import (
    ADVENTURERS,
    BOX,
    COLOURS,
    COLOURS_EACH,
    CREATURES,
    DIRECTIONS,
    FACE_NAMES,
    FACES,
    FIRST,
    KIND,
    KIND_NAMES,
    LAST_VOLCANO,
    NEXT_TO,
    OFFSETS,
    PER_COLOUR,
    PRINTED,
    RAFTS,
    REACH,
    SEATS_ABOARD,
    SPACE_NAMES,
    SPACE_NUMBER,
    SPACES,
    TILE_SPACE,
    TILE_SPACES,
    TILES,
    VALUES,
    Face,
    Ground,
    Kind,
    adventurer_name,
    creature_name,
    raft_name,
)
from .glossary import meaning
from .moves import FAMILIES, FIRST_REPELLABLE
from .notation import piece_name
from .scenery import ON_PHONE, TALL_BOARD, WIDE, XY, hexagon, static
from .state import Choice, Frame, Phase, Survive, own, own_count
from .table import shown_value

__all__ = ["clicks", "draw", "pieces", "static", "tall"]

TERRAIN = {Ground.BEACH: "beach", Ground.FOREST: "forest", Ground.MOUNTAIN: "mountain", Ground.VOLCANO: "volcano"}
LIFT = [0.0] * (Ground.VOLCANO + 1)
LIFT[Ground.BEACH], LIFT[Ground.FOREST], LIFT[Ground.MOUNTAIN], LIFT[Ground.VOLCANO] = 5, 10, 17, 17
LOOKS = {Ground.BEACH: "ab", Ground.FOREST: "abc", Ground.MOUNTAIN: "ab"}
"""How many drawings a terrain has; which one a space shows says nothing."""
STAND, SWIM, FLOAT, PROWL = 16, 12, 5, 6
"""How far below the middle of a space somebody stands, swims, a raft floats and a creature waits."""
ABOARD = (-19, 0, 19)
LAND_SPOTS = {
    "NW": ((12, 22), (-14, -30), (36, -26), (62, -46), (88, -48)),
    "NE": ((-12, 22), (14, -30), (-36, -26), (-62, -46), (-88, -48)),
    "SW": ((2, 36), (-16, 66), (22, 72), (50, 82), (6, 92)),
    "SE": ((-2, 36), (16, 66), (-22, 72), (-50, 82), (-6, 92)),
}
"""Where the saved of each colour stand on a safe land, from its middle."""

LAND_NAMES = {"NW": (76, 74), "NE": (-76, 74), "SW": (76, -34), "SE": (-76, -34)}
"""Where a safe land says what it is."""

# -- what can be written down beforehand --------------------------------------------------------------------------

_X = [number(x) for x, _ in XY]


def _tile(space: int, ground: int) -> str:
    kind, (x, y) = TERRAIN[Ground(ground)], XY[space]
    look = LOOKS.get(Ground(ground), "")
    art = f"tile-{kind}" + (f"-{look[(space * 7 + space // 5) % len(look)]}" if look else "")
    return (
        f'<g id="tile-{SPACE_NAMES[space]}" class="piece tile {kind}" '
        f'style="transform:translate({number(x)}px,{number(y)}px)"><use href="#{art}"/></g>'
    )


_TILES = {(space, int(ground)): _tile(space, ground) for space in TILE_SPACES for ground in TERRAIN}
_BACK_TO_FRONT = sorted(TILE_SPACES, key=lambda space: (XY[space][1], XY[space][0]))
_SUNK = {
    space: f'<use id="sunk-{SPACE_NAMES[space]}" href="#sunk-hex" x="{_X[space]}" y="{number(XY[space][1])}"/>'
    for space in TILE_SPACES
}
_SPOTS = [
    [f'<path id="space-{SPACE_NAMES[space]}" class="spot" d="{hexagon(x, y - lift, 0.88)}"/>' for lift in LIFT]
    if PRINTED[space] != Ground.SAFE
    else [f'<circle id="space-{SPACE_NAMES[space]}" class="spot" cx="{x:g}" cy="{y - 14:g}" r="52"/>'] * len(LIFT)
    for space, (x, y) in enumerate(XY)
]
"""What lights up as a target, by space and by what lies there."""
_PERSON = [
    f'<g id="{adventurer_name(a)}" class="piece adv s{a // PER_COLOUR}" style="transform:translate('
    for a in range(ADVENTURERS)
]
_RAFT = [f'<g id="{raft_name(raft)}" class="piece raft" style="transform:translate(' for raft in range(RAFTS)]
_CREATURE = [
    f'<g id="{creature_name(c)}" class="piece creature {KIND_NAMES[KIND[c]]}" style="transform:translate('
    for c in range(CREATURES)
]
_VALUE = [
    f'<circle class="value" cx="9" cy="-26" r="8"/><text class="valuen" x="9" y="-22">{value}</text>'
    for value in range(VALUES + 1)
]


def draw(s: Survive, seat: int, names: Sequence[str], t: Words) -> str:
    """The table as one seat sees it, as an SVG that stands alone."""
    box = WIDE if seat >= 0 else (WIDE[0], 752)
    return whole("survive", box, tall(s), t("Survive the Island: the table"), static(), pieces(s, seat, names, t))


def tall(s: Survive) -> int:
    """How high the drawing is on a phone, where it is 864 wide: seats, stock, board and tray."""
    return TALL_BOARD + 1156


def pieces(s: Survive, seat: int, names: Sequence[str], t: Words) -> list[str]:
    """Everything that can change, each thing with its id, in an order that never changes."""
    words = _words(t, tuple(names), seat, s.seats)
    ground = bytes(s.ground)
    scene = _scene(ground, bytes(s.adventurer), bytes(chain(*s.passenger)), bytes(s.raft_at), s.ended > 0)
    return [
        f'<g id="pieces" {ON_PHONE}>',
        *_island(ground),
        _safe(t),
        *_rafts(s, words),
        *_people(s, seat, words, scene),
        *_creatures(s, words),
        *_targets(ground),
        "</g>",
        *_seats(s, words, scene),
        _steps(s, t),
        _stock(s, t, ground),
        *_tray(s, seat, t),
    ]


class _Words:
    """What one reader reads on the board, translated once."""

    def __init__(self, t: Words, names: tuple[str, ...], seat: int, seats: int) -> None:
        self.names = [t("You") if i == seat else names[i] for i in range(seats)]
        self.person = []
        for a in range(ADVENTURERS):
            owner = a // PER_COLOUR % seats
            name = adventurer_name(a)
            said = (
                t("Your {name}", name=name) if owner == seat else t("{name} of {owner}", name=name, owner=names[owner])
            )
            self.person.append(f"<title>{safe(said)}</title>")
        self.t = t
        kinds = {Kind.SERPENT: N_("Sea serpent {n}"), Kind.SHARK: N_("Shark {n}"), Kind.KAIJU: N_("Kaiju {n}")}
        self.creature = []
        for c in range(CREATURES):
            art, n = KIND_NAMES[KIND[c]], c - FIRST[KIND[c]] + 1
            self.creature.append(
                f"<title>{safe(t(kinds[Kind(KIND[c])], n=n))}</title><desc>{safe(meaning(art, t))}</desc>"
                f'<use href="#{art}"/><text class="which" x="20" y="20">{n}</text></g>'
            )
        self.saved, self.left, self.tiles = t("saved"), t("left to save"), t("tiles held")


@functools.lru_cache(64)
def _words(t: Words, names: tuple[str, ...], seat: int, seats: int) -> _Words:
    return _Words(t, names, seat, seats)


_PLACING = [
    (f"stock-{value}", f"space-{SPACE_NAMES[TILE_SPACE[tile]]}")
    for value in range(1, VALUES + 1)
    for tile in range(TILES)
]


def clicks(s: Survive, seat: int, move: int) -> tuple[str, ...]:
    """The elements that make up a move: a piece or a tile of one's own, then a space; none for a plain word."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _PLACING[i]
    if family == "SPACE":
        return (f"space-{SPACE_NAMES[i + 1]}",)
    if family in ("STEP", "PUSH"):
        return (f"space-{SPACE_NAMES[NEXT_TO[part(s, 1)][i]]}",)
    if family == "PIECE":
        return (piece_name(i),)
    if family == "CREATURE":
        creature, offset = divmod(i, OFFSETS)
        return creature_name(creature), f"space-{SPACE_NAMES[REACH[s.creature[creature]][offset]]}"
    if family == "DIVE":
        return "own-dive", creature_name(i)
    if family == "REPEL":
        return "own-repellent", creature_name(FIRST_REPELLABLE + i)
    if family == "ROLL":
        return ("own-creature_die",)
    if family in ("MOVE", "DOLPHIN", "RAFT", "OARS"):
        which, direction = divmod(i, DIRECTIONS)
        by_raft = family in ("RAFT", "OARS")
        if not by_raft and which >= own_count(s):
            return ()
        space = s.raft[which] if by_raft else s.adventurer[own(s, seat, which)]
        name = raft_name(which) if by_raft else adventurer_name(own(s, seat, which))
        tile = {"DOLPHIN": ("own-dolphin",), "OARS": ("own-oars",)}.get(family, ())
        return *tile, name, f"space-{SPACE_NAMES[NEXT_TO[space][direction]]}"
    return ()


# -- the board ----------------------------------------------------------------------------------------------------


@functools.lru_cache(512)
def _island(ground: bytes) -> list[str]:
    sunk = [_SUNK[space] for space in TILE_SPACES if ground[space] == Ground.SEA]
    tiles = [_TILES[space, ground[space]] for space in _BACK_TO_FRONT if ground[space] != Ground.SEA]
    return ['<g id="sunk">', *sunk, '</g><g id="tiles">', *tiles, "</g>"]


def _rafts(s: Survive, words: _Words) -> list[str]:
    afloat = [(raft, space) for raft, space in enumerate(s.raft) if 0 < space < BOX]
    parts = [_raft(words, raft, space, s.passenger[raft].count(0)) for raft, space in afloat]
    return ['<g id="rafts">', *parts, "</g>"]


@functools.lru_cache(16384)
def _raft(words: _Words, raft: int, space: int, free: int) -> str:
    t, (x, y) = words.t, XY[space]
    said = t.plural("Raft on {space}, {n} free seat", "Raft on {space}, {n} free seats", free, space=SPACE_NAMES[space])
    return (
        f'{_RAFT[raft]}{number(x)}px,{number(y + FLOAT)}px)"><title>{safe(said)}</title>'
        f'<desc>{safe(meaning("raft", t))}</desc><use href="#raft"/></g>'
    )


class _Scene(NamedTuple):
    """Who stands where, which is the same for everybody who looks."""

    people: list[tuple[int, int, int, int, int]]
    """Adventurer, space, where on it, which one of those side by side, and how many these are."""
    counts: list[str]
    """How many of a colour stand on one spot of a safe land."""
    saved: list[int]
    left: list[int]
    """By colour."""


@functools.lru_cache(256)
def _scene(ground: bytes, adventurers: bytes, passengers: bytes, raft_at: bytes, ended: bool) -> _Scene:
    """Adventurers on tiles, in the water, aboard and saved; those who share a space stand side by side."""
    aboard = {passenger - 1: i % SEATS_ABOARD for i, passenger in enumerate(passengers) if passenger}
    people, saved, left = [], [0] * len(COLOURS), [0] * len(COLOURS)
    beside = Counter[int]()
    for a, space in enumerate(adventurers):
        if not space:
            continue
        colour, home = a // PER_COLOUR, ground[space] == Ground.SAFE
        (saved if home else left)[colour] += 1
        if a in aboard:
            people.append((a, space, ABOARD_RAFT, aboard[a], 0))
            continue
        group = space * 8 + (colour if home else 0)
        place = 0 if home and not ended else beside[group]
        people.append((a, space, BESIDE_RAFT if raft_at[space] else ground[space], place, group))
        beside[group] += 1
    counts = [
        _count(group // 8, group % 8, n)
        for group, n in sorted(beside.items())
        if n > 1 and ground[group // 8] == Ground.SAFE and not ended
    ]
    return _Scene([(a, space, on, place, beside[group]) for a, space, on, place, group in people], counts, saved, left)


def _people(s: Survive, seat: int, words: _Words, scene: _Scene) -> list[str]:
    worth = [0] * ADVENTURERS
    if s.ended or s.option[Choice.VALUE_VISIBILITY]:
        worth = [shown_value(s, seat, a) or 0 for a in range(ADVENTURERS)]
    parts = [_person(words, *who, worth[who[0]]) for who in scene.people]
    return ['<g id="people">', *parts, '</g><g id="counts">', *scene.counts, "</g>"]


ABOARD_RAFT, BESIDE_RAFT = -1, -2
"""Where somebody is, besides on a kind of ground."""


@functools.lru_cache(32768)
def _person(words: _Words, a: int, space: int, ground: int, place: int, company: int, value: int) -> str:
    x, y = XY[space]
    colour = a // PER_COLOUR
    art, scale = "meeple", ""
    if ground == ABOARD_RAFT:
        x, y, scale = x + ABOARD[place], y + FLOAT + 1, " scale(.84)"
    elif ground == Ground.SAFE:
        dx, dy = LAND_SPOTS[SPACE_NAMES[space]][colour]
        x, y = x + dx + place * 9, y + dy + place % 2 * 6
    else:
        x += (place - (company - 1) / 2) * min(24.0, 62 / company)
        if ground in (Ground.SEA, BESIDE_RAFT):
            art, y = "swimmer", y + (SWIM if ground == Ground.SEA else 26)
        else:
            y += STAND - LIFT[ground]
    where = f"{number(x)}px,{number(y)}px){scale}"
    worth = _VALUE[value] if value else ""
    return f'{_PERSON[a]}{where}">{words.person[a]}<use href="#{art}-{colour}"/>{worth}</g>'


@functools.lru_cache(1024)
def _count(space: int, colour: int, n: int) -> str:
    dx, dy = LAND_SPOTS[SPACE_NAMES[space]][colour]
    x, y = XY[space]
    return (
        f'<g id="count-{SPACE_NAMES[space]}-{colour}" class="count" transform="translate({number(x + dx + 11)} '
        f'{number(y + dy - 6)})"><circle r="9.5"/><text y="5">{n}</text></g>'
    )


def _creatures(s: Survive, words: _Words) -> list[str]:
    parts = []
    for c, space in enumerate(s.creature):
        if space:
            shift = 0
            if s.creature.count(space) > 1:
                shift = -1 if s.creature.index(space) == c else 1
            parts.append(_creature(words, c, space, s.ground[space], shift, s.raft_at[space] > 0, s.crowd[space] > 0))
    return ['<g id="creatures">', *parts, "</g>"]


@functools.lru_cache(16384)
def _creature(words: _Words, c: int, space: int, ground: int, shift: int, raft: bool, people: bool) -> str:
    """A creature, a little aside where it would hide those whom it met."""
    x, y = XY[space]
    x, y = x + 14 * shift, y + PROWL - LIFT[ground]
    if raft:
        x, y = x + 12, y + 12
    elif people:
        x, y = x + 12, y - 32
    return f'{_CREATURE[c]}{number(x)}px,{number(y)}px)">{words.creature[c]}'


@functools.lru_cache(16)
def _safe(t: Words) -> str:
    """What the four corners are for."""
    said = safe(t("safe land"))
    spots = ((SPACE_NUMBER[name], dx, dy) for name, (dx, dy) in LAND_NAMES.items())
    words = (
        f'<text x="{number(XY[space][0] + dx)}" y="{number(XY[space][1] + dy)}">{said}</text>'
        for space, dx, dy in spots
    )
    return f'<g id="safe-names" class="lands">{"".join(words)}</g>'


@functools.lru_cache(512)
def _targets(ground: bytes) -> list[str]:
    return ['<g id="spaces">', *[_SPOTS[space][ground[space]] for space in range(1, SPACES + 1)], "</g>"]


# -- seats, stock and tray ----------------------------------------------------------------------------------------


def _seats(s: Survive, words: _Words, scene: _Scene) -> list[str]:
    parts = []
    for i in range(s.seats):
        saved, left = sum(scene.saved[i :: s.seats]), sum(scene.left[i :: s.seats])
        tiles = sum(s.held[i][0]) + sum(s.held[i][1])
        parts.append(_seat(words, s.seats, i, s.turn == i and not s.ended, saved, left, tiles))
    return ['<g id="seats">', *parts, "</g>"]


@functools.lru_cache(8192)
def _seat(words: _Words, seats: int, i: int, turn: bool, home: int, left: int, tiles: int) -> str:
    small = 1.5 if seats < 5 else 1.2
    place = standing(6, 6 + 74 * i, 4 + (864 - 8) / max(4, seats) * i, 4, 1, small)
    second = f'<use href="#meeple-{i + seats}" x="36" y="50"/>' if COLOURS_EACH[seats] > 1 else ""
    x = 56 if second else 44
    look = "panel turn" if turn else "panel"
    return (
        f'<g id="seat-{i}" class="at s{i}" {place}>'
        f'<rect class="{look} wide" width="186" height="68" rx="12"/>'
        f'<rect class="{look} tall" width="138" height="68" rx="12"/>'
        '<path class="flagbar" d="M12 0H8Q0 0 0 8V60Q0 68 8 68H12Z"/>'
        f'<use href="#meeple-{i}" x="26" y="52"/>{second}<text class="nm wide" x="{x}" '
        f'y="27">{short(words.names[i], 12)}</text>'
        f'<text class="nm tall" x="{x}" y="27">{short(words.names[i], 8)}</text>'
        f"{_figure('flag', x, home, words.saved)}{_figure('people', x + 42, left, words.left)}"
        f'<g class="wide">{_figure("tile", x + 92, tiles, words.tiles)}</g></g>'
    )


@functools.cache
def _figure(icon: str, x: int, n: int, title: str) -> str:
    return (
        f"<g><title>{safe(title)}: {n}</title>"
        f'<use class="icon" href="#i-{icon}" x="{x}" y="37" width="18" height="18"/>'
        f'<text class="num" x="{x + 21}" y="52">{n}</text></g>'
    )


def _tight(text: str, most: int) -> str:
    """The class of a text that is too long for its panel in the usual letters."""
    return " tight" if len(text) > most else ""


def _steps(s: Survive, t: Words) -> str:
    """The three steps of a turn, or the two of setup, and which of them it is."""
    if s.ended:
        return '<g id="steps"/>'
    if s.phase < Phase.ACTION:
        return _walk(t, s.phase, 0, t("Setup"), (t("Place adventurers"), t("Place rafts")))
    said = (t("Move"), t("Sink a tile"), t("Roll for a creature"))
    return _walk(t, s.phase - Phase.ACTION, s.moves if s.phase == Phase.ACTION else 0, t("The turn"), said)


@functools.lru_cache(64)
def _walk(t: Words, now: int, moves: int, title: str, names: tuple[str, ...]) -> str:
    parts = [
        f'<g id="steps" class="at" {standing(6, 390, 4, TALL_BOARD - 64, 1, 1.5)}>'
        f'<rect class="panel wide" width="186" height="{34 + 28 * len(names)}" rx="12"/>'
        '<rect class="panel tall" width="571" height="36" rx="12"/>'
        f'<text class="hd wide" x="12" y="24">{safe(title)}</text>'
    ]
    for i, name in enumerate(names):
        cls = "now" if i == now else "past" if i < now else "next"
        pips = "".join(
            f'<circle class="pip at" {standing(164 - 15 * k, 0, 136 + 14 * k, 0)} r="5.5"/>' for k in range(moves)
        )
        parts.append(
            f'<g class="stp at {cls}" {standing(12, 43 + 28 * i, 14 + 557 / len(names) * i, 18)}>'
            f'<circle cx="10" r="10.5"/><text class="n" x="10" y="5">{i + 1}</text>'
            f'<text class="say{_tight(name, 19)}" x="28" y="5">{safe(name)}</text>{pips if i == 0 else ""}</g>'
        )
    return "".join(parts) + "</g>"


def _stock(s: Survive, t: Words, ground: bytes) -> str:
    """What is still above water, and how many volcanoes have come."""
    counts = tuple([ground.count(kind) for kind in (Ground.BEACH, Ground.FOREST, Ground.MOUNTAIN)])
    face = KIND_NAMES[part(s, 0)] if top(s) == Frame.DIE else "none"
    return _stock_card(t, counts, min(s.volcanoes, LAST_VOLCANO), face)


@functools.lru_cache(256)
def _stock_card(t: Words, counts: tuple[int, ...], volcanoes: int, face: str) -> str:
    """A card of four rows, on a phone one row above the board; and the die beside it."""
    beaches, forests, mountains = counts
    said = (
        (t.plural("{n} beach", "{n} beaches", beaches), "beach-a"),
        (t.plural("{n} forest", "{n} forests", forests), "forest-a"),
        (t.plural("{n} mountain", "{n} mountains", mountains), "mountain-a"),
    )
    next_one = next((i for i, n in enumerate(counts) if n), -1)
    parts = [
        f'<g id="stock" class="at" {standing(6, 544, 4, TALL_BOARD - 134, 1, 1.5)}>'
        '<rect class="panel wide" width="186" height="200" rx="12"/>'
        '<rect class="panel tall" width="571" height="44" rx="12"/>'
        f'<text class="hd wide" x="12" y="24">{safe(t("Still above water"))}</text>'
    ]
    for i, (tiles, art) in enumerate(said):
        y = 44 + 32 * i
        name = tiles.removeprefix(str(counts[i]))
        sinks = f'<tspan class="warn" dx="6">{safe(t("next"))}</tspan>' if i == next_one else ""
        crowded = _tight(tiles + t("next"), 16) if sinks else ""
        parts.append(
            f'<g class="at" {standing(26, y + 2, 26 + 134 * i, 26)}><title>{safe(tiles)}</title>'
            f'<use href="#tile-{art}" transform="scale(.42)"/><text class="say{crowded}" x="22" y="3">'
            f'<tspan font-weight="700">{counts[i]}</tspan><tspan class="wide">{safe(name)}</tspan>{sinks}</text></g>'
        )
    count = safe(t("{n} of {most}", n=volcanoes, most=LAST_VOLCANO))
    parts.append(f'<g class="at" {standing(24, 160, 396, 30)}><title>{count}</title>')
    for i in range(LAST_VOLCANO):
        dim = "" if i < volcanoes else ' class="gone"'
        parts.append(f'<use href="#mini-volcano"{dim} transform="translate({30 * i} 0)"/>')
    ends = safe(t("the third ends the game"))
    parts.append(
        f'<text class="say" x="80" y="4">{count}</text><text class="under wide" x="69" y="30">{ends}</text></g></g>'
        f'<g id="die" class="at" {standing(164, 524, 812, TALL_BOARD + 1050, 0.8, 1.6)}>'
        f'<g id="die-{face}" class="rolled"><use href="#face-{face}"/></g></g>'
    )
    return "".join(parts)


def _tray(s: Survive, seat: int, t: Words) -> list[str]:
    """The reader's own things: tiles, adventurers still in hand by value, and those on the board."""
    if seat < 0:
        return ['<g id="tray"/>']
    held = tuple([s.held[seat][0][face] + s.held[seat][1][face] for face in range(Face.OARS, FACES)])
    if s.phase == Phase.PLACING:
        return ['<g id="tray">', _own_tiles(t, held), _hand(t, seat, tuple(s.stock[seat])), "</g>"]
    crew = []
    for place in range(s.placed[seat]):
        a = own(s, seat, place)
        space = s.adventurer[a]
        crew.append(a * 4 + (HOME if s.ground[space] == Ground.SAFE else ALIVE) if space else a * 4)
    return ['<g id="tray">', _own_tiles(t, held), _crew(t, tuple(crew)), "</g>"]


ALIVE, HOME = 1, 2
"""What is known of an own adventurer in the tray, in the last two bits."""


@functools.lru_cache(256)
def _own_tiles(t: Words, held: tuple[int, ...]) -> str:
    names = (t("Oars"), t("Dolphin"), t("Dive"), t("Creature die"), t("Repellent"))
    parts = [
        f'<g class="at" {standing(200, 754, 4, TALL_BOARD + 956, 1, 1.85)}>'
        '<rect class="panel" width="408" height="104" rx="12"/>'
        f'<text class="hd" x="12" y="22">{safe(t("Your tiles"))}</text>'
    ]
    for i, n in enumerate(held):
        x = 42 + 81 * i
        dim = "" if n else ' opacity=".3"'
        many = (
            f'<g class="count" transform="translate({x + 22} 38)"><circle r="10"/><text y="5">{n}</text></g>'
            if n > 1
            else ""
        )
        parts.append(
            f'<g id="own-{FACE_NAMES[Face.OARS + i]}" class="own"{dim}><title>{safe(names[i])}: {n}</title>'
            f"<desc>{safe(meaning(f'ab-{FACE_NAMES[Face.OARS + i]}', t))}</desc>"
            f'<use href="#ab-{FACE_NAMES[Face.OARS + i]}" transform="translate({x} 55) scale(.86)"/>'
            f'<text class="under" x="{x}" y="98">{safe(names[i])}</text></g>{many}'
        )
    return "".join(parts) + "</g>"


@functools.lru_cache(256)
def _hand(t: Words, seat: int, stock: tuple[int, ...]) -> str:
    parts = [
        f'<g class="at" {standing(614, 754, 4, TALL_BOARD + 756, 1, 1.85)}>'
        '<rect class="panel" width="444" height="104" rx="12"/>'
        f'<text class="hd" x="12" y="22">{safe(t("To be placed, with their worth"))}</text>'
    ]
    for value in range(1, VALUES + 1):
        x = 50 + 86 * (value - 1)
        dim = "" if stock[value] else ' opacity=".3"'
        parts.append(
            f'<g id="stock-{value}"{dim}><title>{safe(t("Value {n}", n=value))}</title><rect class="hit" '
            f'x="{x - 34}" y="28" width="72" height="70" rx="10"/>'
            f'<use href="#meeple-{seat}" transform="translate({x - 12} 84) scale(1.25)"/>'
            f'<circle class="value" cx="{x + 8}" cy="48" r="14"/>'
            f'<text class="valuen" x="{x + 8}" y="55" style="font-size:20px">{value}</text>'
            f'<text class="say" x="{x + 8}" y="84">&#215;{stock[value]}</text></g>'
        )
    return "".join(parts) + "</g>"


@functools.lru_cache(1024)
def _crew(t: Words, crew: tuple[int, ...]) -> str:
    step = 42 if len(crew) <= 10 else 20.9
    scale = 0.95 if len(crew) <= 10 else 0.72
    parts = [
        f'<g class="at" {standing(614, 754, 4, TALL_BOARD + 756, 1, 1.85)}>'
        '<rect class="panel" width="444" height="104" rx="12"/>'
        f'<text class="hd" x="12" y="22">{safe(t("Your adventurers"))}</text>'
    ]
    for i, found in enumerate(crew):
        a, fate = divmod(found, 4)
        x = 26 + step * i
        name = adventurer_name(a)
        dim = "" if fate else ' opacity=".25"'
        flag = f'<use href="#lm-flag" transform="translate({number(x + 7)} 52) scale(.6)"/>' if fate == HOME else ""
        parts.append(
            f'<g id="mate-{name}" class="s{a // PER_COLOUR}" data-for="{name}"{dim}>'
            f'<rect class="hit" x="{number(x - step / 2 + 1)}" y="28" width="{number(step - 2)}" height="74" rx="9"/>'
            f'<use href="#meeple-{a // PER_COLOUR}" '
            f'transform="translate({number(x)} 74) scale({scale})"/>{flag}'
            f'<text class="say" x="{number(x)}" y="{95 if step > 30 else 90 + i % 2 * 11}" text-anchor="middle" '
            f'style="font-size:{13 if step > 30 else 11}px">{name}</text></g>'
        )
    return "".join(parts) + "</g>"
