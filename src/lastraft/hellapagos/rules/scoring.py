"""The end of the game and its scores (HP-17, HP-18)."""

from ...kernel import rule
from ..options import Choice
from ..state import HellapagosState
from .roles import members


@rule
def over(s: HellapagosState) -> int:
    """HP-17.1: the raft has left, or nobody can leave any more."""
    return s.ended


@rule
def score(s: HellapagosState, seat: int) -> int:
    """HP-18.2, HP-18.3, HP-18.4: 1 aboard; cooperative as many as are aboard, solitary the fewer the better."""
    if s.aboard >> seat & 1 == 0:
        return 0
    aboard = members(s.aboard)
    if s.option[Choice.TOURNAMENT] == 0:
        return 1
    return aboard if s.option[Choice.TOURNAMENT] == 1 else s.seats - (aboard - 1)


@rule
def rank(s: HellapagosState, seat: int) -> int:
    """HP-17.2: those aboard share the first place, everybody else the one after them."""
    return 1 if s.aboard >> seat & 1 else members(s.aboard) + 1
