"""Neighbours and offices (HP-1)."""

from ...kernel import rule
from ..state import EXTRA, MAX_CASTAWAYS, HellapagosState


@rule
def living(s: HellapagosState, seat: int) -> bool:
    """HP-1.3: whether the castaway is a survivor."""
    return s.alive >> seat & 1 == 1


@rule
def members(mask: int) -> int:
    """How many seats a mask holds."""
    n = 0
    for seat in range(MAX_CASTAWAYS):
        n += mask >> seat & 1
    return n


@rule
def left_of(s: HellapagosState, seat: int) -> int:
    """HP-1.2: the next living player clockwise."""
    for i in range(1, s.seats):
        other = (seat + i) % s.seats
        if living(s, other):
            return other
    return seat


@rule
def right_of(s: HellapagosState, seat: int) -> int:
    """HP-1.2: the next living player anticlockwise."""
    for i in range(1, s.seats):
        other = (seat + s.seats - i) % s.seats
        if living(s, other):
            return other
    return seat


@rule
def chief(s: HellapagosState) -> int:
    """HP-1.4: the castaway who has played the Conch this round, or else the first player."""
    return s.conch - 1 if s.conch > 0 else s.first_player


@rule
def owner_of_turn(s: HellapagosState) -> int:
    """HP-7.1, HP-20.3: the castaway whose entry is the first of the list of turns."""
    return (s.order[0] - 1) % EXTRA
