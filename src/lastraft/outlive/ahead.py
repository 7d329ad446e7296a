"""What seats choose at the same time: their rooms, first room, survivors and leader (OL-2.4 to OL-2.7).

By the rules in the order of OL-2.13; but each chooses from a deal of their own, so that nothing depends on the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import pop, push, top
from ..protocol import Together
from .components import BASIC_ROOMS, SLOTS
from .rules.apply import apply
from .rules.legal import asked, forbids
from .state import Ask, OutliveState, Phase

CHOICES = (Ask.KEEP, Ask.FIRST_ROOM, Ask.SPLIT, Ask.LEADER)


def now(s: OutliveState) -> bool:
    return s.phase == Phase.SETUP and top(s) in CHOICES


def ahead(s: OutliveState, seat: int, codes: Sequence[int]) -> OutliveState | None:
    """The state in which the seat is asked its next choice, after those that it has made ahead; None if it has made
    them all, or if it is the others' business."""
    if not now(s) or asked(s) == seat or s.room[seat][BASIC_ROOMS] or s.leader[seat]:
        return None
    s = s.copy()
    while s.depth:
        pop(s)
    push(s, Ask.KEEP, seat, SLOTS - BASIC_ROOMS, 0, 0)
    for code in codes:
        if top(s) == Ask.LEADER or forbids(s, seat, code):
            return None
        apply(s, seat, code)
    return s


TOGETHER: Together[OutliveState] = Together(now=now, ahead=ahead)
