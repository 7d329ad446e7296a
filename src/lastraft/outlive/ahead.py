"""What seats choose at the same time: at setup their rooms, first room, survivors and leader (OL-2.4 to OL-2.7); at
night feeding, recruiting, building and repairs (OL-11.10 to OL-11.37).

By the rules one after another (OL-2.13, OL-11.2); but each chooses from a deal, a store and rooms of their own, so that
nothing depends on the others. Ending events is first come, first served, and stays in turn order (OL-11.3). What draws
equipment comes out when it is the seat's turn. Where the supply is limited or the night goes player by player, nothing
at night is ahead of its turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import pop, push, top
from ..protocol import Together
from .components import BASIC_ROOMS, SLOTS
from .options import Choice
from .rules.advance import settle
from .rules.legal import asked, forbids, single_answer
from .rules.moves import make
from .rules.night import begin_feeding
from .state import Ask, OutliveState, Phase

CHOICES = (Ask.KEEP, Ask.FIRST_ROOM, Ask.SPLIT, Ask.LEADER)
STEPS = {Phase.RECRUIT: Ask.RECRUIT, Phase.BUILD: Ask.BUILD, Phase.REPAIR: Ask.REPAIR}
"""The steps of the night in which every seat is asked just so; in `FEED` it is asked by `begin_feeding`."""


def now(s: OutliveState) -> bool:
    return _at_setup(s) or _at_night(s)


def _at_setup(s: OutliveState) -> bool:
    return s.phase == Phase.SETUP and top(s) in CHOICES


def _at_night(s: OutliveState) -> bool:
    in_steps = s.option[Choice.NIGHT_ORDER] == 0 and s.option[Choice.SUPPLY_LIMITED] == 0
    return in_steps and s.depth > 0 and (s.phase == Phase.FEED or s.phase in STEPS)


def ahead(s: OutliveState, seat: int, codes: Sequence[int]) -> OutliveState | None:
    """The state in which the seat is asked its next choice, after those that it has made ahead; None if it has made
    them all, or if it is the others' business."""
    if asked(s) == seat or not (_at_setup(s) or _at_night(s)):
        return None
    setup, turn = _at_setup(s), (asked(s) - s.first) % s.seats
    if setup and (s.room[seat][BASIC_ROOMS] or s.leader[seat]):
        return None
    if not setup and (seat - s.first) % s.seats < turn:
        return None
    s = s.copy()
    while s.depth:
        pop(s)
    if setup:
        push(s, Ask.KEEP, seat, SLOTS - BASIC_ROOMS, 0, 0)
    elif s.phase == Phase.FEED:
        begin_feeding(s, seat)
    else:
        push(s, STEPS[Phase(s.phase)], seat, 0, 0, 0)
    revealed = s.revealed
    _run(s, seat)
    for code in codes:
        if not s.depth or top(s) == Ask.LEADER or s.revealed != revealed or forbids(s, seat, code):
            return None
        make(s, seat, code)
        _run(s, seat)
    return s if s.depth and s.revealed == revealed else None


def _run(s: OutliveState, seat: int) -> None:
    """Run on as the rules do, but only until what the seat was asked is done."""
    while s.depth:
        if not settle(s):
            answer = single_answer(s)
            if answer < 0:
                return
            make(s, seat, answer)


TOGETHER: Together[OutliveState] = Together(now=now, ahead=ahead)
