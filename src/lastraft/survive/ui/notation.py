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

from __future__ import annotations

from ...kernel import part, push, top
from ..codes import FAMILIES, FIRST_REPELLABLE
from ..components import (
    ADVENTURER_NUMBER,
    ADVENTURERS,
    BOX,
    COLOURS_EACH,
    COPIES,
    CREATURE_NUMBER,
    CREATURES,
    DIRECTION_NAMES,
    DIRECTIONS,
    FACE_NAMES,
    FACES,
    FIRST,
    KIND,
    KIND_NAMES,
    LETTERS,
    MOVES_A_TURN,
    NEXT_TO,
    OFFSETS,
    PER_VALUE,
    RAFT_NUMBER,
    RAFTS,
    REACH,
    SEATS_ABOARD,
    SPACE_NAMES,
    SPACE_NUMBER,
    TERRAINS,
    TILE,
    TILE_SPACE,
    TILES,
    TILES_SUNK,
    TILES_SUNK_ALONE,
    VALUES,
    Face,
    Ground,
    adventurer_name,
    creature_name,
    raft_name,
)
from ..rules.action import is_swim
from ..rules.creatures import may_stand
from ..rules.kaiju import FIRST_CREATURE
from ..rules.pieces import put_adventurer, put_raft, take_seat
from ..rules.setup import lay_board, lay_tiles
from ..state import Frame, Phase, Survive, aboard, is_empty, is_tile, own, own_count, owner, place_of

PHASES = ("placing", "launching", "action", "sinking", "creature")


# -- moves --------------------------------------------------------------------------------------------------------


def piece_name(piece: int) -> str:
    """A piece as a PIECE move counts it."""
    if piece < ADVENTURERS:
        return adventurer_name(piece)
    return raft_name(piece - ADVENTURERS) if piece < FIRST_CREATURE else creature_name(piece - FIRST_CREATURE)


def _way(space: int, to: int, direction: str) -> str:
    """A step as its two spaces; one that leads nowhere by its direction."""
    start = SPACE_NAMES[space] if 0 < space < BOX else ""
    return f"{start}-{SPACE_NAMES[to]}" if start and to else f"{start}>{direction}"


def move_text(s: Survive, seat: int, move: int) -> str:
    """The move in this game's notation."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return f"place {i // TILES + 1} {SPACE_NAMES[TILE_SPACE[i % TILES]]}"
    if family == "SPACE":
        word = "dive to" if top(s) == Frame.DIVE else "raft" if s.phase == Phase.LAUNCHING else "sink"
        return f"{word} {SPACE_NAMES[i + 1]}"
    if family in ("MOVE", "DOLPHIN"):
        return _adventurer_text(s, seat, family, *divmod(i, DIRECTIONS))
    if family in ("RAFT", "OARS"):
        raft, d = divmod(i, DIRECTIONS)
        space = s.raft[raft]
        to = NEXT_TO[space][d] if space < BOX else 0
        return f"{family.lower()}{'' if 0 < space < BOX else raft_name(raft)[4:]} {_way(space, to, DIRECTION_NAMES[d])}"
    if family in ("STEP", "PUSH"):
        return _direction_text(s, family, i)
    if family == "PIECE":
        word = {Frame.BOARDING: "board", Frame.FETCH: "fetch", Frame.KAIJU: "next"}.get(top(s), "piece")  # type: ignore[call-overload]
        return f"{word} {piece_name(i)}"
    if family == "CREATURE":
        return _creature_text(s, *divmod(i, OFFSETS))
    if family == "DIVE":
        return f"dive {creature_name(i)}"
    return f"repel {creature_name(FIRST_REPELLABLE + i)}" if family == "REPEL" else family.lower()


def _adventurer_text(s: Survive, seat: int, family: str, place: int, direction: int) -> str:
    if place >= own_count(s):
        return f"#{place + 1} {family.lower()} >{DIRECTION_NAMES[direction]}"
    adventurer = own(s, seat, place)
    space = s.adventurer[adventurer]
    to = NEXT_TO[space][direction]
    word = "dolphin" if family == "DOLPHIN" else "swim" if space and is_swim(s, adventurer, to) else "walk"
    return f"{adventurer_name(adventurer)} {word} {_way(space, to, DIRECTION_NAMES[direction])}"


def _direction_text(s: Survive, family: str, direction: int) -> str:
    """The second step of oars or dolphin, and where a kaiju pushes: the space it leads to, if that is asked."""
    wanted = (Frame.OARS, Frame.DOLPHIN) if family == "STEP" else (Frame.KAIJU,)
    to = NEXT_TO[part(s, 1)][direction] if top(s) in wanted else 0
    shown = SPACE_NAMES[to] if to else f">{DIRECTION_NAMES[direction]}"
    pushed = part(s, 2) - 1 if family == "PUSH" and to else -1
    return f"push {adventurer_name(pushed)} {shown}" if 0 <= pushed < ADVENTURERS else f"{family.lower()} {shown}"


def _creature_text(s: Survive, creature: int, offset: int) -> str:
    """A creature by its kind and space; by its name where two of a kind share the space."""
    space, kind = s.creature[creature], KIND[creature]
    shares = sum(s.creature[other] == space for other in range(FIRST[kind], FIRST[kind + 1]))
    name = KIND_NAMES[kind] if space and shares == 1 else creature_name(creature)
    return f"{name} {_way(space, REACH[space][offset], str(offset))}"


# -- positions: written -------------------------------------------------------------------------------------------


def blank(s: Survive) -> None:
    """All tiles in place, no piece on the board, the first player about to act."""
    lay_board(s)
    lay_tiles(s)
    for seat in range(s.seats):
        s.placed[seat] = own_count(s)
    s.phase = Phase.ACTION
    s.moves, s.sinks = MOVES_A_TURN, TILES_SUNK


def describe(s: Survive) -> list[tuple[str, str]]:
    """The position as lines that `arrange` reads."""
    lines = []
    for terrain, name in enumerate(TERRAINS, Ground.BEACH):
        there = [i for i in range(TILES) if s.ground[TILE_SPACE[i]] == terrain]
        shown = (f"{SPACE_NAMES[TILE_SPACE[i]]}{f'={FACE_NAMES[s.face[i]]}' if s.face[i] else ''}" for i in there)
        lines.append((name, " ".join(shown)))
    for key, ground in (("sunk", Ground.SEA), ("volcano", Ground.VOLCANO)):
        lines.append((key, " ".join(SPACE_NAMES[i] for i in TILE_SPACE if s.ground[i] == ground)))
    lines.append(("pieces", " ".join(pieces(s))))
    lines.append(("values", " ".join(f"{adventurer_name(i)}={v}" for i, v in enumerate(s.value) if v)))
    for seat in range(s.seats):
        hand = [str(value) for value in range(1, VALUES + 1) for _ in range(s.stock[seat][value])]
        lines.append((f"hand {LETTERS[seat]}", " ".join(hand)))
        held = [FACE_NAMES[f] for f in range(Face.OARS, FACES) for _ in range(s.held[seat][0][f] + s.held[seat][1][f])]
        lines.append((f"holds {LETTERS[seat]}", " ".join(held)))
    lines = [(key, value) for key, value in lines if value]
    if s.phase != Phase.CREATURE:
        lines.append(("phase", PHASES[s.phase]))
    lines += [("turn", LETTERS[s.turn]), ("first", LETTERS[s.first])]
    lines.append(("moves", str(s.moves)))
    if s.sinks or s.phase != Phase.SINKING:  # the last tile's business has no words: it is written as fields
        lines.append(("sinks", str(s.sinks)))
    if s.depth == 1 and top(s) == Frame.DIE and s.phase == Phase.CREATURE:
        lines.append(("die", KIND_NAMES[part(s, 0)]))
    swum = [adventurer_name(own(s, s.turn, place)) for place in range(own_count(s)) if s.swum >> place & 1]
    return lines + ([("swum", " ".join(swum))] if swum else [])


def pieces(s: Survive) -> list[str]:
    """Every piece on the board: adventurers, rafts with those aboard, creatures."""
    found = []
    for adventurer in range(ADVENTURERS):
        space = s.adventurer[adventurer]
        if space and not aboard(s, adventurer):
            sign = "~" if s.ground[space] == Ground.SEA else "@"
            found.append(f"{adventurer_name(adventurer)}{sign}{SPACE_NAMES[space]}")
    for raft in range(RAFTS):
        if 0 < s.raft[raft] < BOX:
            sitting = ",".join(adventurer_name(p - 1) for p in s.passenger[raft] if p)
            found.append(f"{raft_name(raft)}@{SPACE_NAMES[s.raft[raft]]}[{sitting}]")
    found += [f"{creature_name(i)}@{SPACE_NAMES[s.creature[i]]}" for i in range(CREATURES) if s.creature[i]]
    return found


# -- positions: read ----------------------------------------------------------------------------------------------


def arrange(s: Survive, key: str, value: str) -> None:
    """Put one line of a position onto the table.

    :raises ValueError: if it cannot be read.
    :raises KeyError: if there is no such key.
    """
    first, _, rest = key.partition(" ")
    if first in TERRAINS and not rest:
        _lay(s, Ground.BEACH + TERRAINS.index(first), value.split())
    elif key in ("sunk", "volcano"):
        _remove(s, Ground.SEA if key == "sunk" else Ground.VOLCANO, value.split())
    elif key == "pieces":
        for word in _split_pieces(value):
            _put(s, word)
    elif key == "values":
        for word in value.split():
            name, _, number = word.partition("=")
            s.value[_adventurer(s, name)] = _number(number, 1, VALUES)
    elif first == "hand":
        _take_in_hand(s, _seat(s, rest), value.split())
    elif first == "holds":
        for word in value.split():
            _hold(s, _seat(s, rest), word)
    elif key == "swum":
        for name in value.split():
            if owner(s, _adventurer(s, name)) != s.turn:
                raise ValueError(f"{name} does not belong to {LETTERS[s.turn]}, whose turn it is")
            s.swum |= 1 << place_of(s, _adventurer(s, name))
    elif key in ("turn", "first"):
        setattr(s, key, _seat(s, value))
    elif key == "phase":
        if value not in PHASES[: Phase.CREATURE]:
            expected = ", ".join(PHASES[: Phase.CREATURE])
            raise ValueError(f"{value!r}: expected {expected}; the creature phase is written as its die")
        s.phase = PHASES.index(value)
    elif key == "die":
        if value not in KIND_NAMES or s.depth:
            raise ValueError(f"{value!r}: expected one of {', '.join(KIND_NAMES)}, once")
        s.phase, s.moves, s.sinks = Phase.CREATURE, 0, 0
        push(s, Frame.DIE, KIND_NAMES.index(value), 0, 0, 0)
    elif key == "moves":
        s.moves = _number(value, 0, MOVES_A_TURN)
    elif key == "sinks":
        s.sinks = _number(value, 1 if s.phase == Phase.SINKING else 0, TILES_SUNK_ALONE)
    else:
        raise KeyError(key)


def _number(word: str, low: int, high: int) -> int:
    if not word.isdecimal() or not low <= int(word) <= high:
        raise ValueError(f"{word!r}: expected a number from {low} to {high}")
    return int(word)


def _seat(s: Survive, letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS[: s.seats]:
        raise ValueError(f"{letter!r} is no seat; the seats are {', '.join(LETTERS[: s.seats])}")
    return LETTERS.index(letter)


def _space(name: str) -> int:
    if name not in SPACE_NUMBER:
        raise ValueError(f"{name!r} is no space of the board")
    return SPACE_NUMBER[name]


def _tile(name: str) -> int:
    space = _space(name)
    if space not in TILE_SPACE:
        raise ValueError(f"{name} is no space of the island")
    return space


def _adventurer(s: Survive, name: str) -> int:
    found = ADVENTURER_NUMBER.get(name, ADVENTURERS)
    if found >= own_count(s) * s.seats:
        raise ValueError(f"{name!r} is no piece of this game")
    return found


def _lay(s: Survive, terrain: int, words: list[str]) -> None:
    """Tiles of one terrain; those without a face keep a face that the terrain has."""
    named = {_tile(word.partition("=")[0]): word.partition("=")[2] for word in words if word != "*"}
    if "*" in words:
        named = {space: "" for space in TILE_SPACE if is_tile(s.ground[space])} | named
    for space, face in named.items():
        hidden = FACE_NAMES.index(face) if face in FACE_NAMES else 0
        if face and not COPIES[terrain][hidden]:
            known = ", ".join(FACE_NAMES[f] for f in range(FACES) if COPIES[terrain][f])
            raise ValueError(f"{face!r}: under a {TERRAINS[terrain - Ground.BEACH]} may be {known}")
        if face:
            s.face[TILE[space]] = hidden
        elif COPIES[terrain][s.face[TILE[space]]] == 0:
            s.face[TILE[space]] = next(f for f in range(FACES) if COPIES[terrain][f])
        s.ground[space] = terrain


def _remove(s: Survive, ground: int, words: list[str]) -> None:
    """Tiles that have been taken off, or volcanoes that are open; their faces have been seen."""
    for space in map(_tile, words):
        if ground == Ground.VOLCANO and not is_empty(s, space):
            raise ValueError(f"{SPACE_NAMES[space]}: nothing can be on a volcano")
        s.ground[space] = ground
        s.face[TILE[space]] = 0
    s.volcanoes = s.gone[Ground.MOUNTAIN][Face.VOLCANO] = s.ground.count(Ground.VOLCANO)


def _take_in_hand(s: Survive, seat: int, words: list[str]) -> None:
    """Adventurers that are not placed yet: the last ones by name."""
    for word in words:
        value = _number(word, 1, VALUES)
        s.stock[seat][value] += 1
        s.placed[seat] -= 1
        if s.stock[seat][value] > PER_VALUE[value] * COLOURS_EACH[s.seats]:
            raise ValueError(f"a player has only {PER_VALUE[value] * COLOURS_EACH[s.seats]} of value {value}")
        if s.adventurer[own(s, seat, s.placed[seat])]:
            raise ValueError(f"{adventurer_name(own(s, seat, s.placed[seat]))} is on the board and not in hand")


def _split_pieces(value: str) -> list[str]:
    """Words, where a raft with spaces between its passengers is one word."""
    joined = ""
    inside = False
    for letter in value:
        inside = letter == "[" or (inside and letter != "]")
        joined += "" if inside and letter == " " else letter
    return joined.replace(", ", " ").split()


def _put(s: Survive, word: str) -> None:
    name, sign, where = word.replace("~", "@").partition("@")
    where, bracket, rest = where.partition("[")
    if not sign or (bracket and not rest.endswith("]")):
        raise ValueError(f"{word!r}: expected R1@E4, R1~I4, raft-a@I5[R1,B2] or shark-1@K4")
    space = _space(where)
    if name in RAFT_NUMBER:
        _put_raft(s, word, RAFT_NUMBER[name], space, rest.removesuffix("]"))
    elif bracket:
        raise ValueError(f"{word!r}: only a raft has somebody aboard")
    elif name in CREATURE_NUMBER:
        creature = CREATURE_NUMBER[name]
        if s.creature[creature] or not may_stand(s, creature, space):
            raise ValueError(f"{word!r}: each creature is once on the board, where its kind can go")
        s.creature[creature] = space
    else:
        adventurer = _new_adventurer(s, name)
        if s.ground[space] == Ground.VOLCANO or ("~" in word) != (s.ground[space] == Ground.SEA):
            raise ValueError(f"{word!r}: @ is for land, ~ for the sea")
        put_adventurer(s, adventurer, space)


def _put_raft(s: Survive, word: str, raft: int, space: int, aboard: str) -> None:
    if s.raft[raft] or s.ground[space] != Ground.SEA or s.raft_at[space]:
        raise ValueError(f"{word!r}: each raft needs a sea space of its own")
    put_raft(s, raft, space)
    sitting = [name for name in aboard.split(",") if name]
    if len(sitting) > SEATS_ABOARD:
        raise ValueError(f"{word!r}: a raft has {SEATS_ABOARD} seats")
    for name in sitting:
        adventurer = _new_adventurer(s, name)
        put_adventurer(s, adventurer, space)
        take_seat(s, adventurer)


def _new_adventurer(s: Survive, name: str) -> int:
    """An adventurer that is not on the board yet."""
    adventurer = _adventurer(s, name)
    if s.adventurer[adventurer] or place_of(s, adventurer) >= s.placed[owner(s, adventurer)]:
        raise ValueError(f"{name} is somewhere else already")
    return adventurer


def _hold(s: Survive, seat: int, word: str) -> None:
    if word not in FACE_NAMES[Face.OARS :]:
        raise ValueError(f"{word!r} is no ability; the abilities are {', '.join(FACE_NAMES[Face.OARS :])}")
    face = FACE_NAMES.index(word)
    held = sum(s.held[other][0][face] for other in range(s.seats))
    s.held[seat][0 if held < COPIES[Ground.BEACH][face] else 1][face] += 1
