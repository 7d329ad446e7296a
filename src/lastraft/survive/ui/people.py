"""Adventurers by the name of their player: who is worth what stays secret, and a number of its own tells nobody."""

from collections import Counter
from collections.abc import Iterable

from ...protocol import Reader
from ..state import SurviveState, owner


def people(r: Reader[SurviveState], pieces: Iterable[int]) -> str:
    """Whose adventurers these are, and how many of each."""
    count = Counter(owner(r.state, piece) for piece in pieces)
    return ", ".join(_some(r, seat, n) for seat, n in count.items())


def _some(r: Reader[SurviveState], seat: int, n: int) -> str:
    if seat == r.seat:
        return r.t.plural("{n} of yours", "{n} of yours", n)
    return r.names[seat] if n == 1 else f"{r.names[seat]} ({n})"
