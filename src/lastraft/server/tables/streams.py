"""One connection that follows one table, by WebSocket or as lines of JSON.

A connection keeps only the number it was sent last. A slow one delays nobody and fills no queue: when it is ready it is
sent all news since then, with the state at that time.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import msgspec

from ...protocol import WATCHER
from ..ops.metrics import CONNECTED, SENT
from ..ops.settings import Limits
from .actions import Refused
from .live_tables import LiveTable, LiveTables
from .messages import PageState, stream_name


class Connections:
    """Counts open connections by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open = Counter[str]()

    @property
    def total(self) -> int:
        """How many are open."""
        return self._open.total()

    @contextmanager
    def admit(self, address: str) -> Iterator[None]:
        """Raise `Refused` if there are too many, from the address or in all."""
        limits, count = self._limits, self._open
        if count.total() >= limits.connections or count[address] >= limits.connections_of_an_address:
            raise Refused("too-much", "There are too many connections; close one, or try again later.")
        count[address] += 1
        CONNECTED.inc()
        try:
            yield
        finally:
            CONNECTED.dec()
            count[address] -= 1
            if not count[address]:
                del count[address]


def check_may_watch(live: LiveTable, person: str) -> None:
    """Raise `Refused` if the person has no seat and the host allows no watchers."""
    table = live.table
    if table.match and not table.terms.watchers and table.seat_of(person) == WATCHER:
        raise Refused("not-yours", "The host of this table lets nobody watch.")


def heartbeat() -> bytes:
    """The message that shows that a connection is alive."""
    return msgspec.json.encode({"type": "beat", "at": round(time.time())})


async def follow(
    tables: LiveTables,
    live: LiveTable,
    person: str,
    language: str,
    stream: str,
    number: int | None,
    draw: str = "whole",
) -> AsyncIterator[bytes]:
    """Yield every message for a person at a table, from a number of a stream on, and heartbeats in between.

    :raises Refused: as soon as the person may not watch any more.
    """
    table, event, loop = live.table, asyncio.Event(), asyncio.get_running_loop()
    here: list[int] | None = None
    announced = 0.0
    had: PageState | None = None
    first = True
    event.set()
    live.listeners[event] = live.place(person)
    tables.presence_changed(live)
    try:
        while not live.closing:
            due = loop.time() + tables.settings.heartbeat_seconds
            timer = loop.call_at(due, event.set)  # cheaper than wait_for, which creates a task for every message
            await event.wait()
            timer.cancel()
            event.clear()
            check_may_watch(live, person)
            if person in tables.banned:
                raise Refused("banned", "An administrator has closed this server to you for a while.")
            live.listeners[event] = live.place(person)
            reader = table.seat_of(person)
            current = stream_name(table, reader)
            if current != stream:
                stream, number, had = current, None, None
            if first or number is None or number != table.stream_number(reader):
                most = tables.settings.limits.news_at_once
                message, had = live.message(person, number, language, most, draw, had)
                number, first = table.stream_number(reader), False
                SENT.inc(len(message))
                yield message
            elif loop.time() >= due:
                live.used = time.monotonic()
                yield heartbeat()
            if (announcement := tables.announcement) and announcement.number != announced:
                announced = announcement.number
                yield msgspec.json.encode({"type": "announcement", "said": announcement.text(language)})
            if (now := live.here()) != here:
                here = now
                yield msgspec.json.encode({"type": "here", "seats": now})
    finally:
        del live.listeners[event]
        tables.presence_changed(live)
