"""Making a move (section 3)."""

from ...kernel import rule
from ..state import OutliveState
from .advance import advance
from .moves import make


@rule
def apply(s: OutliveState, seat: int, move: int) -> None:
    """Make a move and run on."""
    make(s, seat, move)
    advance(s)
