"""Moves and positions as text, close to the notation of the rules file's test positions. Keys of a position:

beach, forest, mountain: E4=shark F6     tiles, with their hidden faces where these are given; * is every other tile
sunk: D5                                 tiles that have been taken off
volcano: G6                              open volcanoes
pieces: R1@E4 R2~I4 raft-a@I5[B1,G1] shark-1@K4
values: R1=4 R2=5                        hand R: 1 1 2 (unplaced)
holds R: oars repellent                  swum: R1
phase: action                            or placing, launching, sinking
turn: R, first: R, moves: 3, sinks: 1    whose turn it is, who began, what is left of the turn
die: shark                               the die of the creature phase has been rolled
"""

from ...kernel import part, push, top
from .. import components as c
from ..codes import FAMILIES, FIRST_REPELLABLE, SPACE
from ..components import Face, Ground
from ..rules.action import is_swim
from ..rules.creatures import may_stand
from ..rules.kaiju import chosen
from ..rules.pieces import put_adventurer, put_raft, take_seat
from ..rules.setup import lay_board, lay_tiles
from ..state import (
    Boarding,
    Fetch,
    Frame,
    KaijuActs,
    Phase,
    Rolled,
    SecondStep,
    SurviveState,
    Window,
    aboard,
    holding,
    is_empty,
    is_tile,
    own,
    own_count,
    owner,
    place_of,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
PIECE_WORDS: dict[int, str] = {Frame.BOARDING: "board", Frame.FETCH: "fetch", Frame.KAIJU: "next"}
SPACE_PART = {
    Frame.WINDOW: Window.space,
    Frame.BOARDING: Boarding.space,
    Frame.OARS: SecondStep.space,
    Frame.DOLPHIN: SecondStep.space,
    Frame.FETCH: Fetch.space,
    Frame.KAIJU: KaijuActs.space,
}
"""Where the space of pending business stands."""


def piece_name(piece: int) -> str:
    """A piece as a PIECE move counts it."""
    if piece < c.ADVENTURERS:
        return c.adventurer_name(piece)
    return c.raft_name(piece - c.ADVENTURERS) if piece < c.FIRST_CREATURE else c.creature_name(piece - c.FIRST_CREATURE)


def held_faces(s: SurviveState, seat: int) -> list[int]:
    """The seat's ability tiles."""
    return [face for face in range(Face.OARS, c.FACES) for _ in range(holding(s, seat, face))]


def destination(s: SurviveState, seat: int, move: int) -> int:
    """The space that a move leads to; 0 if it leads nowhere."""
    family, i = FAMILIES[move]
    which, direction = divmod(i, c.DIRECTIONS)
    start = 0
    if family in ("MOVE", "DOLPHIN"):
        start = s.adventurer[own(s, seat, which)] if which < own_count(s) else 0
    elif family == "PLACE":
        return int(c.TILE_SPACE[i % c.TILES])
    elif family == "SPACE":
        return i + 1
    elif family == "CREATURE":
        return int(c.REACH[s.creature[i // c.OFFSETS]][i % c.OFFSETS])
    elif family in ("RAFT", "OARS") and s.raft[which] < c.BOX:
        start = s.raft[which]
    elif family == "STEP" and top(s) in (Frame.OARS, Frame.DOLPHIN):
        start = part(s, SecondStep.space)
    elif family == "PUSH" and top(s) == Frame.KAIJU:
        start = part(s, KaijuActs.space)
    return int(c.NEXT_TO[start][direction])


def _way(start: int, to: int, direction: str) -> str:
    """A step as its two spaces; one that leads nowhere by its direction."""
    name = c.SPACE_NAMES[start] if start < c.BOX else ""
    return f"{name}-{c.SPACE_NAMES[to]}" if name and to else f"{name}>{direction}"


def move_text(s: SurviveState, seat: int, move: int) -> str:
    """The move in this game's notation."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return f"place {i // c.TILES + 1} {c.SPACE_NAMES[c.TILE_SPACE[i % c.TILES]]}"
    to, word = destination(s, seat, move), family.lower()
    which, direction = i // c.DIRECTIONS, c.DIRECTION_NAMES[i % c.DIRECTIONS]
    if family == "SPACE":
        word = "dive to" if top(s) == Frame.DIVE else "raft" if s.phase == Phase.LAUNCHING else "sink"
        return f"{word} {c.SPACE_NAMES[to]}"
    if family in ("MOVE", "DOLPHIN"):
        if which >= own_count(s):
            return f"#{which + 1} {word} >{direction}"
        adventurer = own(s, seat, which)
        space = s.adventurer[adventurer]
        if family == "MOVE":
            word = "swim" if space and is_swim(s, adventurer, to) else "walk"
        return f"{c.adventurer_name(adventurer)} {word} {_way(space, to, direction)}"
    if family in ("RAFT", "OARS"):
        afloat = 0 < s.raft[which] < c.BOX
        return f"{word}{'' if afloat else c.raft_name(which)[4:]} {_way(s.raft[which], to, direction)}"
    if family in ("STEP", "PUSH"):
        pushes = family == "PUSH" and to and 0 <= chosen(s) < c.ADVENTURERS
        pushed = f" {c.adventurer_name(chosen(s))}" if pushes else ""
        return f"{word}{pushed} {c.SPACE_NAMES[to] or f'>{direction}'}"
    if family == "PIECE":
        return f"{PIECE_WORDS.get(top(s), 'piece')} {piece_name(i)}"
    if family == "CREATURE":
        return _creature_text(s, i // c.OFFSETS, i % c.OFFSETS, to)
    if family == "DIVE":
        return f"dive {c.creature_name(i)}"
    return f"repel {c.creature_name(FIRST_REPELLABLE + i)}" if family == "REPEL" else word


def _creature_text(s: SurviveState, creature: int, offset: int, to: int) -> str:
    """A creature by its kind and space; by its name where two of a kind share the space."""
    space, kind = s.creature[creature], c.KIND[creature]
    shares = s.creature[c.FIRST[kind] : c.FIRST[kind + 1]].count(space)
    name = c.KIND_NAMES[kind] if space and shares == 1 else c.creature_name(creature)
    return f"{name} {_way(space, to, str(offset))}"


def secret(s: SurviveState, seat: int, move: int, reader: int) -> bool:
    """SV-18.7: the value in a placing move is for the placing player only."""
    return move < SPACE and seat != reader


def blank(s: SurviveState) -> None:
    """All tiles in place, no piece on the board, the first player about to act."""
    lay_board(s)
    lay_tiles(s)
    for seat in range(s.seats):
        s.placed[seat] = own_count(s)
    s.phase = Phase.ACTION
    s.moves, s.sinks = c.MOVES_A_TURN, c.TILES_SUNK


def describe(s: SurviveState) -> list[tuple[str, str]]:
    """The position as lines that `arrange` reads."""
    lines = []
    for terrain, name in enumerate(c.TERRAINS, Ground.BEACH):
        there = [i for i in range(c.TILES) if s.ground[c.TILE_SPACE[i]] == terrain]
        shown = (f"{c.SPACE_NAMES[c.TILE_SPACE[i]]}{f'={c.FACE_NAMES[s.face[i]]}' if s.face[i] else ''}" for i in there)
        lines.append((name, " ".join(shown)))
    for key, ground in (("sunk", Ground.SEA), ("volcano", Ground.VOLCANO)):
        lines.append((key, " ".join(c.SPACE_NAMES[i] for i in c.TILE_SPACE if s.ground[i] == ground)))
    lines.append(("pieces", " ".join(pieces(s))))
    lines.append(("values", " ".join(f"{c.adventurer_name(i)}={v}" for i, v in enumerate(s.value) if v)))
    for seat in range(s.seats):
        hand = [str(value) for value in range(1, c.VALUES + 1) for _ in range(s.stock[seat][value])]
        lines.append((f"hand {c.LETTERS[seat]}", " ".join(hand)))
        held = [c.FACE_NAMES[face] for face in held_faces(s, seat)]
        lines.append((f"holds {c.LETTERS[seat]}", " ".join(held)))
    lines = [(key, value) for key, value in lines if value]
    if s.phase != Phase.CREATURE:
        lines.append(("phase", PHASES[s.phase]))
    lines += [("turn", c.LETTERS[s.turn]), ("first", c.LETTERS[s.first])]
    lines.append(("moves", str(s.moves)))
    if s.sinks or s.phase != Phase.SINKING:  # the last tile's business has no words: it is written as fields
        lines.append(("sinks", str(s.sinks)))
    if s.depth == 1 and top(s) == Frame.DIE and s.phase == Phase.CREATURE:
        lines.append(("die", c.KIND_NAMES[part(s, Rolled.kind)]))
    swum = [c.adventurer_name(own(s, s.turn, place)) for place in range(own_count(s)) if s.swum >> place & 1]
    return lines + ([("swum", " ".join(swum))] if swum else [])


def pieces(s: SurviveState) -> list[str]:
    """Every piece on the board: adventurers, rafts with those aboard, creatures."""
    words = []
    for adventurer in range(c.ADVENTURERS):
        space = s.adventurer[adventurer]
        if space and not aboard(s, adventurer):
            sign = "~" if s.ground[space] == Ground.SEA else "@"
            words.append(f"{c.adventurer_name(adventurer)}{sign}{c.SPACE_NAMES[space]}")
    for raft in range(c.RAFTS):
        if 0 < s.raft[raft] < c.BOX:
            sitting = ",".join(c.adventurer_name(p - 1) for p in s.passenger[raft] if p)
            words.append(f"{c.raft_name(raft)}@{c.SPACE_NAMES[s.raft[raft]]}[{sitting}]")
    words += [f"{c.creature_name(i)}@{c.SPACE_NAMES[s.creature[i]]}" for i in range(c.CREATURES) if s.creature[i]]
    return words


def arrange(s: SurviveState, key: str, value: str) -> None:
    """Put one line of a position onto the table.

    :raises ValueError: if it cannot be read.
    :raises KeyError: if there is no such key.
    """
    first, _, rest = key.partition(" ")
    if first in c.TERRAINS and not rest:
        _lay(s, Ground.BEACH + c.TERRAINS.index(first), value.split())
    elif key in ("sunk", "volcano"):
        _remove(s, Ground.SEA if key == "sunk" else Ground.VOLCANO, value.split())
    elif key == "pieces":
        for word in _split_pieces(value):
            _put(s, word)
    elif key == "values":
        for word in value.split():
            name, _, number = word.partition("=")
            s.value[_adventurer(s, name)] = _number(number, 1, c.VALUES)
    elif first == "hand":
        _take_in_hand(s, _seat(s, rest), value.split())
    elif first == "holds":
        for word in value.split():
            _hold(s, _seat(s, rest), word)
    elif key == "swum":
        for name in value.split():
            if owner(s, _adventurer(s, name)) != s.turn:
                raise ValueError(f"{name} does not belong to {c.LETTERS[s.turn]}, whose turn it is")
            s.swum |= 1 << place_of(s, _adventurer(s, name))
    elif key in ("turn", "first"):
        setattr(s, key, _seat(s, value))
    elif key == "phase":
        if value not in PHASES[: Phase.CREATURE]:
            expected = ", ".join(PHASES[: Phase.CREATURE])
            raise ValueError(f"{value!r}: expected {expected}; the creature phase is written as its die")
        s.phase = PHASES.index(value)
    elif key == "die":
        if value not in c.KIND_NAMES or s.depth:
            raise ValueError(f"{value!r}: expected one of {', '.join(c.KIND_NAMES)}, once")
        s.phase, s.moves, s.sinks = Phase.CREATURE, 0, 0
        push(s, Frame.DIE, c.KIND_NAMES.index(value), 0, 0, 0)
    elif key == "moves":
        s.moves = _number(value, 0, c.MOVES_A_TURN)
    elif key == "sinks":
        s.sinks = _number(value, 1 if s.phase == Phase.SINKING else 0, c.TILES_SUNK_ALONE)
    else:
        raise KeyError(key)


def _number(word: str, low: int, high: int) -> int:
    if not word.isdecimal() or not low <= int(word) <= high:
        raise ValueError(f"{word!r}: expected a number from {low} to {high}")
    return int(word)


def _seat(s: SurviveState, letter: str) -> int:
    if len(letter) != 1 or letter not in c.LETTERS[: s.seats]:
        raise ValueError(f"{letter!r} is no seat; the seats are {', '.join(c.LETTERS[: s.seats])}")
    return c.LETTERS.index(letter)


def _space(name: str) -> int:
    if name not in c.SPACE_NUMBER:
        raise ValueError(f"{name!r} is no space of the board")
    return c.SPACE_NUMBER[name]


def _tile(name: str) -> int:
    space = _space(name)
    if space not in c.TILE_SPACE:
        raise ValueError(f"{name} is no space of the island")
    return space


def _adventurer(s: SurviveState, name: str) -> int:
    adventurer = c.ADVENTURER_NUMBER.get(name, c.ADVENTURERS)
    if adventurer >= own_count(s) * s.seats:
        raise ValueError(f"{name!r} is no piece of this game")
    return adventurer


def _lay(s: SurviveState, terrain: int, words: list[str]) -> None:
    """Tiles of one terrain; those without a face keep a face that the terrain has."""
    named = {_tile(word.partition("=")[0]): word.partition("=")[2] for word in words if word != "*"}
    if "*" in words:
        named = {space: "" for space in c.TILE_SPACE if is_tile(s.ground[space])} | named
    for space, face in named.items():
        hidden = c.FACE_NAMES.index(face) if face in c.FACE_NAMES else 0
        if face and not c.COPIES[terrain][hidden]:
            known = ", ".join(c.FACE_NAMES[f] for f in range(c.FACES) if c.COPIES[terrain][f])
            raise ValueError(f"{face!r}: under a {c.TERRAINS[terrain - Ground.BEACH]} may be {known}")
        if face:
            s.face[c.TILE[space]] = hidden
        elif c.COPIES[terrain][s.face[c.TILE[space]]] == 0:
            s.face[c.TILE[space]] = next(f for f in range(c.FACES) if c.COPIES[terrain][f])
        s.ground[space] = terrain


def _remove(s: SurviveState, ground: int, words: list[str]) -> None:
    """Tiles that have been taken off, or volcanoes that are open; their faces have been seen."""
    for space in map(_tile, words):
        if ground == Ground.VOLCANO and not is_empty(s, space):
            raise ValueError(f"{c.SPACE_NAMES[space]}: nothing can be on a volcano")
        s.ground[space] = ground
        s.face[c.TILE[space]] = 0
    s.volcanoes = s.gone[Ground.MOUNTAIN][Face.VOLCANO] = s.ground.count(Ground.VOLCANO)


def _take_in_hand(s: SurviveState, seat: int, words: list[str]) -> None:
    """Adventurers that are not placed yet: the last ones by name."""
    for word in words:
        value = _number(word, 1, c.VALUES)
        s.stock[seat][value] += 1
        s.placed[seat] -= 1
        if s.stock[seat][value] > c.PER_VALUE[value] * c.COLOURS_EACH[s.seats]:
            raise ValueError(f"a player has only {c.PER_VALUE[value] * c.COLOURS_EACH[s.seats]} of value {value}")
        if s.adventurer[own(s, seat, s.placed[seat])]:
            raise ValueError(f"{c.adventurer_name(own(s, seat, s.placed[seat]))} is on the board and not in hand")


def _split_pieces(value: str) -> list[str]:
    """Words, where a raft with spaces between its passengers is one word."""
    joined = ""
    inside = False
    for letter in value:
        inside = letter == "[" or (inside and letter != "]")
        joined += "" if inside and letter == " " else letter
    return joined.replace(", ", " ").split()


def _put(s: SurviveState, word: str) -> None:
    name, sign, where = word.replace("~", "@").partition("@")
    where, bracket, rest = where.partition("[")
    if not sign or (bracket and not rest.endswith("]")):
        raise ValueError(f"{word!r}: expected R1@E4, R1~I4, raft-a@I5[R1,B2] or shark-1@K4")
    space = _space(where)
    if name in c.RAFT_NUMBER:
        _put_raft(s, word, c.RAFT_NUMBER[name], space, rest.removesuffix("]"))
    elif bracket:
        raise ValueError(f"{word!r}: only a raft has somebody aboard")
    elif name in c.CREATURE_NUMBER:
        creature = c.CREATURE_NUMBER[name]
        if s.creature[creature] or not may_stand(s, creature, space):
            raise ValueError(f"{word!r}: each creature is once on the board, where its kind can go")
        s.creature[creature] = space
    else:
        adventurer = _new_adventurer(s, name)
        if s.ground[space] == Ground.VOLCANO or ("~" in word) != (s.ground[space] == Ground.SEA):
            raise ValueError(f"{word!r}: @ is for land, ~ for the sea")
        put_adventurer(s, adventurer, space)


def _put_raft(s: SurviveState, word: str, raft: int, space: int, aboard: str) -> None:
    if s.raft[raft] or s.ground[space] != Ground.SEA or s.raft_at[space]:
        raise ValueError(f"{word!r}: each raft needs a sea space of its own")
    put_raft(s, raft, space)
    sitting = [name for name in aboard.split(",") if name]
    if len(sitting) > c.SEATS_ABOARD:
        raise ValueError(f"{word!r}: a raft has {c.SEATS_ABOARD} seats")
    for name in sitting:
        adventurer = _new_adventurer(s, name)
        put_adventurer(s, adventurer, space)
        take_seat(s, adventurer)


def _new_adventurer(s: SurviveState, name: str) -> int:
    """An adventurer that is not on the board yet."""
    adventurer = _adventurer(s, name)
    if s.adventurer[adventurer] or place_of(s, adventurer) >= s.placed[owner(s, adventurer)]:
        raise ValueError(f"{name} is somewhere else already")
    return adventurer


def _hold(s: SurviveState, seat: int, word: str) -> None:
    if word not in c.FACE_NAMES[Face.OARS :]:
        raise ValueError(f"{word!r} is no ability; the abilities are {', '.join(c.FACE_NAMES[Face.OARS :])}")
    face = c.FACE_NAMES.index(word)
    held = sum(s.held[other][0][face] for other in range(s.seats))
    s.held[seat][0 if held < c.COPIES[Ground.BEACH][face] else 1][face] += 1
