"""What is in the box and on the board, read from data.json: another grid can be put there without touching a rule."""

import enum
import json
from pathlib import Path
from typing import Any

from ..kernel import Lookup

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("data.json").read_text(encoding="utf-8"))
WORDS: dict[str, Any] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
"""What things are called; all of it is translated."""
_BOARD = DATA["board"]


class Ground(enum.IntEnum):
    """What a space is now. Tiles lie in the order of their thickness (SV-8.4)."""

    NOTHING = 0  # beyond the edge of the board
    SEA = 1
    BEACH = 2
    FOREST = 3
    MOUNTAIN = 4
    SAFE = 5
    VOLCANO = 6


SEA, BEACH, MOUNTAIN, SAFE = map(int, (Ground.SEA, Ground.BEACH, Ground.MOUNTAIN, Ground.SAFE))
"""As plain numbers, for rules that look at very many spaces: members of an enum are slow to read before Python 3.12."""


class Face(enum.IntEnum):
    """The hidden face of a tile; those from OARS on are abilities that are kept (SV-1.3)."""

    SHARK, KAIJU, RAFT, WHIRLPOOL, VOLCANO, OARS, DOLPHIN, DIVE, DIE, REPELLENT = range(1, 11)


class Kind(enum.IntEnum):
    """The three kinds of creature, as on the die (SV-1.8)."""

    SERPENT, SHARK, KAIJU = range(3)


TERRAINS = ("beach", "forest", "mountain")
FACE_NAMES = ("", *(tile["id"] for tile in DATA["tiles"]))
FACES = len(FACE_NAMES)
"""Faces and the empty number 0."""
KIND_NAMES = ("serpent", "shark", "kaiju")
DIE = Lookup([list(DATA["creatures"]).index(face) for face in DATA["die"]["faces"]])
"""What the six faces of the creature die show."""
COPIES = Lookup([[0] * FACES, [0] * FACES, *([0, *(tile[t] for tile in DATA["tiles"])] for t in TERRAINS)])
"""How many tiles of a terrain (a `Ground`) hide a face."""


COLOURS = tuple(DATA["colours"])
LETTERS = "".join(colour[0].upper() for colour in COLOURS)
FEWEST_SEATS, MOST_SEATS = int(DATA["players"]["min"]), int(DATA["players"]["max"])
PER_COLOUR = int(DATA["adventurers"]["per_colour"])
ADVENTURERS = PER_COLOUR * len(COLOURS)
PER_VALUE = Lookup([0, *DATA["adventurers"]["values_per_colour"].values()])
"""How many adventurers of a value a colour has; there is no value 0 (SV-1.5)."""
VALUES = len(PER_VALUE) - 1
RAFTS, SEATS_ABOARD = int(DATA["rafts"]["total"]), int(DATA["rafts"]["capacity"])
SERPENTS, SHARKS, KAIJU = (int(kind["count"]) for kind in DATA["creatures"].values())
CREATURES = SERPENTS + SHARKS + KAIJU
FIRST_SHARK, FIRST_KAIJU = SERPENTS, SERPENTS + SHARKS
FIRST = Lookup([0, FIRST_SHARK, FIRST_KAIJU, CREATURES])
"""The first creature of each kind; the next kind's first is one past its last."""
KIND = Lookup([Kind.SERPENT] * SERPENTS + [Kind.SHARK] * SHARKS + [Kind.KAIJU] * KAIJU)
"""The kind of each creature."""
FIRST_CREATURE = ADVENTURERS + RAFTS
PIECES = FIRST_CREATURE + CREATURES
"""All pieces are numbered adventurers first, then rafts, then creatures."""
RANGE = Lookup([kind["max_steps"] for kind in DATA["creatures"].values()])
"""How far a kind of creature moves (SV-9.4 to SV-9.6)."""

OWNER = Lookup([[a // PER_COLOUR % max(1, seats) for a in range(ADVENTURERS)] for seats in range(MOST_SEATS + 1)])
"""The seat of each adventurer, by the number of seats (SV-3.5, SV-3.6)."""
CREW = Lookup(
    [[0, *(1 << 4 * (a // PER_COLOUR % max(1, seats)) for a in range(ADVENTURERS))] for seats in range(MOST_SEATS + 1)]
)
"""What an adventurer + 1 aboard a raft adds to its crew, four bits a seat, by the number of seats."""
_SETUP = [DATA["setup"].get(str(n), {}) for n in range(MOST_SEATS + 1)]
COLOURS_EACH = Lookup([setup.get("colours_per_player", 0) for setup in _SETUP])
RAFTS_EACH = Lookup([setup.get("rafts_per_player", 0) for setup in _SETUP])
MOST_OWN = int(max(COLOURS_EACH)) * PER_COLOUR
"""The most adventurers that one player has: two colours, with two players."""
OWN = Lookup(
    [
        [
            [(seat + place // PER_COLOUR * seats) * PER_COLOUR + place % PER_COLOUR for place in range(MOST_OWN)]
            for seat in range(MOST_SEATS)
        ]
        for seats in range(MOST_SEATS + 1)
    ]
)
"""Each seat's adventurers in the order of their placing, ten to a colour, by the number of seats (SV-3.17)."""
MOVES_A_TURN = int(DATA["turn"]["moves_per_action_phase"])
TILES_SUNK = int(DATA["turn"]["tiles_sunk"])
TILES_SUNK_ALONE = int(DATA["turn"]["tiles_sunk_if_nobody_left_to_save_at_turn_start"])
LAST_VOLCANO = int(DATA["end"]["volcanoes_to_end"])


def _by_name(space: dict[str, Any]) -> tuple[int, str, int]:
    name = space["name"]
    return (0, name[0], int(name[1:])) if name[1:].isdigit() else (1, name, 0)


_SPACES = sorted(_BOARD["spaces"], key=_by_name)
SPACES = len(_SPACES)
SPACE_NAMES = ("", *(space["name"] for space in _SPACES))
"""The spaces are numbered from 1 in the order of their names, so that the first by name is the lowest number."""
SPACE_NUMBER = {name: i for i, name in enumerate(SPACE_NAMES) if name}
BOX = SPACES + 1
"""Where a raft is that has left the game."""
AXIAL = ((0, 0), *((space["q"], space["r"]) for space in _SPACES))
_AT = {AXIAL[i]: i for i in range(1, SPACES + 1)}
PRINTED = Lookup(
    [Ground.NOTHING, *({"sea": Ground.SEA, "island": Ground.BEACH, "safe": Ground.SAFE}[s["kind"]] for s in _SPACES)]
)
"""What the board shows before any tile is laid; BEACH stands for an island space of any terrain."""
TILE_SPACES = [i for i in range(1, SPACES + 1) if PRINTED[i] == Ground.BEACH]
TILES = len(TILE_SPACES)
TILE_SPACE = Lookup(TILE_SPACES)
"""The island spaces, by name."""
TILE = Lookup([TILE_SPACES.index(i) if i in TILE_SPACES else 0 for i in range(SPACES + 1)])
"""The place of an island space in `TILE_SPACE`."""
SERPENT_START = Lookup([SPACE_NUMBER[name] for name in _BOARD["serpent_starts"]])

DIRECTION_NAMES = tuple(_BOARD["directions"])
_STEPS = [tuple(step) for step in _BOARD["directions"].values()]
DIRECTIONS = len(_STEPS)


def _beside(space: int, step: tuple[int, ...]) -> int:
    q, r = AXIAL[space]
    return _AT.get((q + step[0], r + step[1]), 0) if space else 0


NEXT_TO = Lookup([[_beside(i, step) for step in _STEPS] for i in range(SPACES + 1)])
"""The neighbour of a space in each direction (SV-2.3), 0 beyond the edge."""
INSIDE = Lookup([sum(1 << d for d in range(DIRECTIONS) if NEXT_TO[i][d]) for i in range(SPACES + 1)])
"""The mask of directions that do not lead beyond the edge."""
LISTED = 8
"""Places of a list that are written together: no fewer than directions, and as many as a processor copies at once."""
_DIRECTIONS_IN = [[d for d in range(DIRECTIONS) if mask >> d & 1] for mask in range(1 << DIRECTIONS)]
DIRECTIONS_IN = Lookup([[*each, *[0] * (LISTED - len(each))] for each in _DIRECTIONS_IN])
HOW_MANY_IN = Lookup([len(each) for each in _DIRECTIONS_IN])
"""The directions of a mask, in order, and how many they are."""

SHORE = Lookup(
    [i for i in range(1, SPACES + 1) if PRINTED[i] == Ground.SEA and any(n in TILE_SPACES for n in NEXT_TO[i])]
)
"""The sea spaces beside the island as it is printed."""
SHORES = len(SHORE)

_FAR = sorted(
    {(a[0] + b[0], a[1] + b[1]) for a in _STEPS for b in _STEPS} - {(0, 0), *_STEPS},
    key=lambda step: (step[1], step[0]),
)
_OFFSETS = [*_STEPS, *_FAR]
OFFSETS = len(_OFFSETS)
REACH = Lookup([[_beside(i, step) for step in _OFFSETS] for i in range(SPACES + 1)])
"""The space at each of the 18 offsets within two steps, 0 beyond the edge; the first six are the directions."""
OFFSET_OF = Lookup(
    [[REACH[i].index(j) if j and j in REACH[i] else OFFSETS for j in range(SPACES + 1)] for i in range(SPACES + 1)]
)
"""By two spaces: the offset at which the second lies from the first; `OFFSETS` for all that are at none."""


def _ways(offset: tuple[int, ...]) -> list[int]:
    """The one or two directions in which a way of two steps can begin, written as two."""
    ways = [d for d, a in enumerate(_STEPS) for b in _STEPS if (a[0] + b[0], a[1] + b[1]) == offset]
    return [ways[0], ways[-1]] if offset in _FAR else [0, 0]


WAYS = Lookup([_ways(offset) for offset in _OFFSETS])
WITHIN = Lookup(
    [
        sum(1 << i for i in range(OFFSETS) if i < DIRECTIONS or any(ways >> way & 1 for way in WAYS[i]))
        for ways in range(1 << DIRECTIONS)
    ]
)
"""The mask of offsets that one step or two lead to, by the mask of directions in which two steps are possible."""


def _steps_home() -> list[int]:
    """Steps from each space to the nearest safe land over anything: what a bot calls far."""
    steps = {i: 0 for i in range(1, SPACES + 1) if PRINTED[i] == Ground.SAFE}
    edge = list(steps)
    while edge:
        beside = dict.fromkeys(n for i in edge for n in NEXT_TO[i] if n and n not in steps)
        steps |= dict.fromkeys(beside, steps[edge[0]] + 1)
        edge = list(beside)
    return [0, *(steps[i] for i in range(1, SPACES + 1))]


STEPS_HOME = Lookup(_steps_home())
DISTANCE = Lookup(
    [[max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[0] + a[1] - b[0] - b[1])) for b in AXIAL] for a in AXIAL]
)
"""Steps between two spaces over anything."""


def adventurer_name(adventurer: int) -> str:
    """SV-3.16, SV-18.5: the colour and the order of placing, such as R1."""
    return f"{LETTERS[adventurer // PER_COLOUR]}{adventurer % PER_COLOUR + 1}"


def creature_name(creature: int) -> str:
    kind = KIND[creature]
    return f"{KIND_NAMES[kind]}-{creature - FIRST[kind] + 1}"


def raft_name(raft: int) -> str:
    return f"raft-{'abcdefghijklmnopqrstuvwxyz'[raft]}"


ADVENTURER_NUMBER = {adventurer_name(i): i for i in range(ADVENTURERS)}
CREATURE_NUMBER = {creature_name(i): i for i in range(CREATURES)}
RAFT_NUMBER = {raft_name(i): i for i in range(RAFTS)}
