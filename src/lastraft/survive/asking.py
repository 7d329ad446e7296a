"""How long a repellent window lasts (SV-12.7)."""

from __future__ import annotations

from ..kernel import part, top
from ..protocol import Beat, Windows
from .codes import DECLINE
from .components import Face, Kind
from .rules.encounters import window_seat
from .state import Frame, SurviveState, Window, creature_on, holding, is_swimmer, own, own_count

REPELLENT = 6
"""Seconds that everybody has who holds a tile, with or without a repellent (SV-18.6)."""


def beat(s: SurviveState) -> Beat | None:
    """The repellent window of one seat; none of it where nobody of theirs would be lost or moved."""
    if top(s) != Frame.WINDOW:
        return None
    seat, space = window_seat(s), part(s, Window.space)
    theirs = [own(s, seat, place) for place in range(own_count(s))]
    swims = any(s.adventurer[each] == space and is_swimmer(s, each) for each in theirs)
    danger = swims or creature_on(s, Kind.KAIJU, space)
    return Beat((space, seat, s.revealed, *s.creature), REPELLENT if danger else 0, seats=1 << seat, urgent=1 << seat)


def matters(s: SurviveState, seat: int) -> bool:
    return holding(s, seat, Face.REPELLENT) > 0


def declines(s: SurviveState, seat: int) -> int:
    return DECLINE if top(s) == Frame.WINDOW and window_seat(s) == seat else -1


WINDOWS: Windows[SurviveState] = Windows(beat=beat, matters=matters, declines=declines)
