"""One connection that follows one table, by WebSocket or as lines of JSON.

A connection keeps only the number it was sent last. A slow one delays nobody and fills no queue: when it is ready it is
sent all news since then, with the state at that time.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

import msgspec

from ...protocol import WATCHER
from ..ops.metrics import CONNECTED, SENT
from ..ops.settings import Limits
from .actions import Refused
from .live_tables import SCREEN, LiveTable, LiveTables
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
    """Note that a person without a seat watches.

    :raises Refused: if the host allows no watchers.
    """
    table = live.table
    if table.match and table.seat_of(person) == WATCHER:
        if not table.terms.watchers:
            raise Refused("not-yours", "The host of this table lets nobody watch.")
        live.watch()


def heartbeat(**more: str) -> bytes:
    """The message that shows that a connection is alive; an answer tells ``more``."""
    return msgspec.json.encode({"type": "beat", "at": round(time.time()), **more})


async def follow(
    tables: LiveTables,
    live: LiveTable,
    person: str,
    language: str,
    stream: str,
    number: int | None,
    draw: str = "whole",
    screen_of: str = "",
    check: Callable[[], None] = lambda: None,
) -> AsyncIterator[bytes]:
    """Yield every message for a person at a table, from a number of a stream on, and heartbeats in between. On a screen
    that somebody opens for all (``screen_of``) nobody watches who does not sit there.

    :raises Refused: as soon as the person may not watch any more, or ``check`` refuses whoever is connected.
    """
    table, event, loop, watcher = live.table, asyncio.Event(), asyncio.get_running_loop(), screen_of or person
    here: list[int] | None = None
    announced = 0.0
    had: PageState | None = None
    first = True
    event.set()
    live.listeners[event] = SCREEN if screen_of else live.place(person)
    tables.presence_changed(live)
    sent, silent, beat = loop.time(), False, tables.settings.heartbeat_seconds
    timer: asyncio.TimerHandle

    def set_timer() -> None:
        """One for all messages: creating one for each takes longer."""
        nonlocal silent, timer
        left = sent + beat - loop.time()
        if left < 0.01:
            silent, left = True, beat
            event.set()
        timer = loop.call_later(left, set_timer)

    set_timer()
    try:
        while not live.closing:
            await event.wait()
            event.clear()
            check()
            reader = table.seat_of(person)
            if reader == WATCHER:
                check_may_watch(live, watcher)
            live.listeners[event] = SCREEN if screen_of else live.place(person) if reader == WATCHER else reader
            current = stream_name(table, reader)
            if current != stream:
                stream, number, had = current, None, None
            if first or number is None or number != table.stream_number(reader):
                most = tables.settings.limits.news_at_once
                message, had = live.message(person, number, language, most, draw, had)
                number, first = table.stream_number(reader), False
                SENT.inc(len(message))
                sent = loop.time()
                yield message
            elif silent:
                live.used, sent = time.monotonic(), loop.time()
                yield heartbeat()
            silent = False
            if (announcement := tables.announcement) and announcement.number != announced:
                announced = announcement.number
                yield msgspec.json.encode({"type": "announcement", "said": announcement.text(language)})
            if (now := live.here()) != here:
                here = now
                yield msgspec.json.encode({"type": "here", "seats": now})
    finally:
        timer.cancel()
        del live.listeners[event]
        tables.presence_changed(live)
