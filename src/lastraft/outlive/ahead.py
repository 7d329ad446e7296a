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
    """The state after the choices that the seat has made ahead: it is asked the next one, or the others are as before.
    None if these are no answers any more, or if it is the others' business."""
    if not (_at_setup(s) or _at_night(s)):
        return None
    before, s = s, s.copy()
    if asked(s) != seat and not _begin(s, seat):
        return None
    _run(s, seat)
    for code in codes:
        if not s.depth or top(s) == Ask.LEADER or s.revealed != before.revealed or forbids(s, seat, code):
            return None
        make(s, seat, code)
        _run(s, seat)
    if not s.depth:
        s.phase, s.turn, s.depth = before.phase, before.turn, before.depth
        for i, frame in enumerate(before.frame):
            s.frame[i][:] = frame
    return s if s.revealed == before.revealed else None


def _begin(s: OutliveState, seat: int) -> bool:
    """Ask a seat before its turn; not if that is over."""
    setup, turn = _at_setup(s), (asked(s) - s.first) % s.seats
    if setup and (s.room[seat][BASIC_ROOMS] or s.leader[seat]):
        return False
    if not setup and (seat - s.first) % s.seats < turn:
        return False
    while s.depth:
        pop(s)
    if setup:
        push(s, Ask.KEEP, seat, SLOTS - BASIC_ROOMS, 0, 0)
    elif s.phase == Phase.FEED:
        begin_feeding(s, seat)
    else:
        push(s, STEPS[Phase(s.phase)], seat, 0, 0, 0)
    return True


def _run(s: OutliveState, seat: int) -> None:
    """Run on as the rules do, but only until what the seat was asked is done."""
    while s.depth:
        if not settle(s):
            answer = single_answer(s)
            if answer < 0:
                return
            make(s, seat, answer)


TOGETHER: Together[OutliveState] = Together(now=now, ahead=ahead)
