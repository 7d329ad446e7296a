"""The clock of this process, by which tables keep time.

It runs with the monotonic clock: when the system's clock is set, no bank is emptied and no bot waits. It follows the
system's clock slowly. Time in which the process stood still counts for nobody: the clock stands too or, where several
servers share a database and with it their time, tells its listener, which notes it at the tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from ..ops.metrics import LOOP_DELAY

log = logging.getLogger("lastraft.clock")
TICK = 0.25
STALL = 1.0
"""A tick that is later than this means that the process stood still."""
SLEW = 0.01
"""Seconds per second by which it approaches the system's clock."""


class ProcessClock:
    """A clock that only moves forward, without jumps."""

    def __init__(self) -> None:
        self._now, self._at = time.time(), time.monotonic()
        self._watching = self._warned = False
        self.on_stall: Callable[[float, float], None] | None = None
        """Called with the beginning and end of a time in which the process stood still; None: the clock stood too."""

    def now(self) -> float:
        """Seconds since the epoch, nearly."""
        at = time.monotonic()
        passed, self._at = at - self._at, at
        if self._watching and passed > STALL:
            log.warning("the process stood still", extra={"seconds": round(passed, 1)})
            if self.on_stall:
                self._now += passed
                self.on_stall(self._now - passed, self._now)
            passed = 0.0
        off = time.time() - (self._now + passed)
        if abs(off) > 60 and not self._warned:
            self._warned = True
            log.warning("the system's clock was set; tables keep their time", extra={"seconds": round(off)})
        self._now += passed + max(-SLEW * passed, min(SLEW * passed, off))
        return self._now

    def start_at(self, least: float) -> None:
        """Begin no earlier than at a time that was noted before the start."""
        self._now = max(self.now(), least)

    async def watch(self) -> None:
        """Notice when the process stands still, until cancelled."""
        self._watching = True
        try:
            while True:
                self.now()
                due = time.monotonic() + TICK
                await asyncio.sleep(TICK)
                LOOP_DELAY.observe(max(0.0, time.monotonic() - due))
        finally:
            self._watching = False


CLOCK = ProcessClock()
now = CLOCK.now
