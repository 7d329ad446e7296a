"""What one clicks: the elements of the drawing that make up a move."""

from ...protocol import Reader
from .. import components as c
from ..codes import FAMILIES, FIRST_REPELLABLE
from ..state import SurviveState, own, own_count
from .notation import destination, piece_name

_PLACING = [
    (f"stock-{value}", f"space-{c.SPACE_NAMES[space]}") for value in range(1, c.VALUES + 1) for space in c.TILE_SPACE
]


def clicks(r: Reader[SurviveState], move: int) -> tuple[str, ...]:
    """The elements that make up a move: a piece or a tile of one's own, then a space; none for a plain word."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _PLACING[i]
    space = f"space-{c.SPACE_NAMES[destination(r.state, r.seat, move)]}"
    if family in ("SPACE", "STEP", "PUSH"):
        return (space,)
    if family == "PIECE":
        return (piece_name(i),)
    if family == "CREATURE":
        return c.creature_name(i // c.OFFSETS), space
    if family == "DIVE":
        return "own-dive", c.creature_name(i)
    if family == "REPEL":
        return "own-repellent", c.creature_name(FIRST_REPELLABLE + i)
    if family == "ROLL":
        return ("own-creature_die",)
    which = i // c.DIRECTIONS
    if family in ("RAFT", "OARS"):
        steps = c.raft_name(which), space
        return ("own-oars", *steps) if family == "OARS" else steps
    if family in ("MOVE", "DOLPHIN") and which < own_count(r.state):
        steps = c.adventurer_name(own(r.state, r.seat, which)), space
        return ("own-dolphin", *steps) if family == "DOLPHIN" else steps
    return ()
