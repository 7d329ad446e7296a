"""Every move as a small number, in families (section 17)."""

from __future__ import annotations

from ..protocol import Families
from .components import CREATURES, DIRECTIONS, FIRST_SHARK, MOST_OWN, OFFSETS, PIECES, RAFTS, SPACES, TILES, VALUES

FAMILIES = Families(
    PLACE=VALUES * TILES,
    SPACE=SPACES,
    MOVE=MOST_OWN * DIRECTIONS,
    RAFT=RAFTS * DIRECTIONS,
    OARS=RAFTS * DIRECTIONS,
    DOLPHIN=MOST_OWN * DIRECTIONS,
    STEP=DIRECTIONS,
    PIECE=PIECES,
    PUSH=DIRECTIONS,
    CREATURE=CREATURES * OFFSETS,
    DIVE=CREATURES,
    REPEL=CREATURES - FIRST_SHARK,
    ROLL=1,
    STOP=1,
    DECLINE=1,
    END=1,
)
"""SV-17.2: the fixed list of moves."""
PLACE, SPACE, MOVE, RAFT, OARS, DOLPHIN, STEP, PIECE, PUSH, CREATURE, DIVE, REPEL, ROLL, STOP, DECLINE, END = (
    family.first for family in FAMILIES.all
)
FIRST_REPELLABLE = FIRST_SHARK
