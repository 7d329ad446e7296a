"""What is said at the table: words of courtesy."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol.courtesies import courtesies
from ..events import Event
from ..state import OutliveState


def losses(s: OutliveState, events: Sequence[Emitted]) -> list[tuple[int, int]]:
    """Who lost survivors."""
    return [(e.a, s.day) for e in events if e.kind in (Event.LOST_SURVIVOR, Event.HUNGER)]


SPOKEN = courtesies(Event.DAWN, Event.OVER, losses)
