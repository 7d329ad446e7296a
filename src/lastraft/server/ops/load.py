"""How busy a server was in the last day: figures every five minutes, kept in the database so that restarts show."""

from __future__ import annotations

import socket
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..tables.schema import load as rows
from ..tables.store import Store
from .metrics import BOUNDS
from .overview import Overview, Process, followed_tables, visitors_of

EVERY = 300
"""Seconds between two samples."""
DAY = 86_400


class Sample(NamedTuple):
    """How a server was at a time, or in the minutes before it: moves a second, people, tables with people, bytes of
    memory, milliseconds in which 95 of 100 moves were acknowledged, errors, processes that had started."""

    at: float
    moves: float
    people: int
    tables: int
    memory: int
    slow: float
    errors: int
    restarts: int


class LoadHistory:
    """Writes down how the server is, in one of its processes for all of them."""

    def __init__(self, store: Store, overview: Overview) -> None:
        self._store, self._overview = store, overview
        self._before: dict[float, Process] = {}
        self._at = 0.0

    async def write(self) -> None:
        """Write how it is now, compared with the last time."""
        processes, now = await self._overview.processes(), time.time()
        async with self._store.reading() as c:
            last = (await c.execute(sa.select(sa.func.max(rows.c.at)).where(rows.c.host == _host()))).scalar()
        known = [(each, self._before[each.started]) for each in processes if each.started in self._before]
        acknowledged = [_minus(each.acknowledged, before.acknowledged) for each, before in known]
        sample = Sample(
            now,
            sum(each.moves - before.moves for each, before in known) / max(1.0, now - self._at),
            len(visitors_of(processes)),
            len(followed_tables(processes)),
            sum(each.memory for each in processes),
            1000 * time_of(0.95, [sum(each) for each in zip(*acknowledged, strict=True)]),
            sum(each.failed - before.failed for each, before in known),
            sum(each.started > last for each in processes) if last else 0,
        )
        self._before, self._at = {each.started: each for each in processes}, now
        async with self._store.writing() as c:
            await c.execute(sa.insert(rows).values(host=_host(), **sample._asdict()))

    async def day(self) -> list[Sample]:
        """The last day, of all machines together: a sample every five minutes, without those in which none ran."""
        since = time.time() - DAY
        async with self._store.reading() as c:
            found = (await c.execute(sa.select(rows).where(rows.c.at > since).order_by(rows.c.at))).all()
        spans: dict[int, dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
        for row in found:
            host, sample = row.host, Sample(*(getattr(row, name) for name in Sample._fields))
            spans[int((row.at - since) // EVERY)][host].append(sample)
        return [_together([_mean(samples) for samples in hosts.values()]) for hosts in spans.values()]


def time_of(share: float, within: Sequence[int]) -> float:
    """In how many seconds a share of moves was acknowledged, of which so many were within each of `BOUNDS`: a straight
    line between two of them, at most the last; 0 if there were no moves."""
    wanted, before, low = share * (within[-1] if within else 0), 0, 0.0
    for count, high in zip(within, BOUNDS, strict=False):
        if wanted and wanted <= count:
            return low + (high - low) * (wanted - before) / (count - before)
        before, low = count, high
    return low if wanted else 0.0


def lines(samples: Iterable[Sample], value: Callable[[Sample], float], top: float, now: float) -> list[str]:
    """A day's curve as the points of SVG polylines, 100 wide and high; it is broken where no process ran."""
    parts: list[list[str]] = []
    last = 0.0
    for each in samples:
        if each.at - last > 3 * EVERY:
            parts.append([])
        last = each.at
        parts[-1].append(f"{100 - (now - each.at) / DAY * 100:.2f},{100 - value(each) / (top or 1) * 100:.2f}")
    return [" ".join(part) for part in parts]


def _minus(now: Sequence[int], before: Sequence[int]) -> list[int]:
    return [a - b for a, b in zip(now, before, strict=True)]


def _host() -> str:
    return socket.gethostname()[:80]


def _mean(samples: Sequence[Sample]) -> Sample:
    """Samples of one machine in the same minutes: a process may have begun its own while the last one ended."""
    n, last = len(samples), samples[-1]
    moves = sum(each.moves for each in samples) / n
    events = {name: sum(getattr(each, name) for each in samples) for name in ("errors", "restarts")}
    return last._replace(moves=moves, slow=max(each.slow for each in samples), **events)


def _together(samples: Sequence[Sample]) -> Sample:
    """Samples of several machines."""
    totals: dict[str, Any] = {name: sum(getattr(each, name) for each in samples) for name in Sample._fields}
    return Sample(**{**totals, "at": samples[-1].at, "slow": max(each.slow for each in samples)})
