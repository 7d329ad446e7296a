"""What one clicks: the elements of the drawing that make up a move, and moves made in one go."""

from __future__ import annotations

from ...kernel import part
from ..codes import FAMILIES, FIRST_REPELLABLE
from ..components import (
    COLOURS_EACH,
    DIRECTIONS,
    NEXT_TO,
    OFFSETS,
    PER_COLOUR,
    REACH,
    SPACE_NAMES,
    TILE_SPACE,
    TILES,
    VALUES,
    adventurer_name,
    creature_name,
    raft_name,
)
from ..state import Survive, own
from .notation import piece_name

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
        if not by_raft and which >= PER_COLOUR * COLOURS_EACH[s.seats]:
            return ()
        space = s.raft[which] if by_raft else s.adventurer[own(s, seat, which)]
        name = raft_name(which) if by_raft else adventurer_name(own(s, seat, which))
        tile = {"DOLPHIN": ("own-dolphin",), "OARS": ("own-oars",)}.get(family, ())
        return *tile, name, f"space-{SPACE_NAMES[NEXT_TO[space][direction]]}"
    return ()
