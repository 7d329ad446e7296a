"""Time that counts for somebody: not their nights, where the table leaves them out, and not the days they take off.

Times are seconds since the epoch; a night is by the clock on the person's wall, also when that is set forward or back.
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

LONGEST_NIGHT = 12 * 60
FARTHEST = 400
"""Nights that are looked at: more than any clock has days."""


class Night(NamedTuple):
    """From when to when somebody sleeps, in minutes of their day, by the name of their time zone."""

    zone: str
    begins: int = 22 * 60 + 30
    ends: int = 7 * 60 + 30

    @property
    def minutes(self) -> int:
        return (self.ends - self.begins) % 1440


@functools.lru_cache(1000)
def zone_of(name: str) -> ZoneInfo | None:
    """A time zone by its name, such as Europe/Warsaw; None if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return None


def nights(night: Night | None, since: float) -> Iterator[tuple[float, float]]:
    """The nights of somebody that end after a time, in order."""
    zone = zone_of(night.zone) if night else None
    if night is None or zone is None or not night.minutes:
        return
    day = datetime.fromtimestamp(since, zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    for i in range(-1, FARTHEST):
        date = (day + timedelta(days=i)).replace(hour=night.begins // 60, minute=night.begins % 60)
        morning = date.replace(hour=night.ends // 60, minute=night.ends % 60)
        if night.ends < night.begins:
            morning += timedelta(days=1)
        if morning.timestamp() > since:
            yield min(date.timestamp(), morning.timestamp()), morning.timestamp()  # it may begin in an hour left out


Spans = Iterable[tuple[float, float]]


def after(start: float, seconds: float, night: Night | None = None, off: Spans = ()) -> float:
    """When so many seconds that count have passed."""
    at = start
    for begin, end in heapq.merge(nights(night, start), sorted(off)):
        if end <= at:
            continue
        if begin - at >= seconds:
            break
        seconds -= max(0.0, begin - at)
        at = end
    return at + seconds


def counted(start: float, end: float, night: Night | None = None, off: Spans = ()) -> float:
    """How many of the seconds between two times count."""
    at, seconds = start, 0.0
    for begin, until in heapq.merge(nights(night, start), sorted(off)):
        if begin >= end:
            break
        if until > at:
            seconds += max(0.0, begin - at)
            at = until
    return seconds + max(0.0, end - at)
