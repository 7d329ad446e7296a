"""What is said at the table: words of courtesy."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol.courtesies import courtesies
from ..components import PER_COLOUR
from ..events import Event
from ..state import SurviveState


def losses(s: SurviveState, events: Sequence[Emitted]) -> list[tuple[int, int]]:
    """Whose adventurers were taken, and where."""
    return [(e.a // PER_COLOUR % s.seats, e.b) for e in events if e.kind == Event.ELIMINATED]


SPOKEN = courtesies(Event.TURN, Event.ENDED, losses)
