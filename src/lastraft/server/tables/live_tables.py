"""The tables that this process has in mind: check, append, fold, wake.

Nothing is folded before it is on disk; so what anybody is shown is what a restart would show again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from ...protocol import WATCHER
from ..ops.metrics import APPENDED, CONFLICTS, LOADED
from ..ops.settings import Settings
from . import actions, messages
from .actions import AlreadyDone, Refused
from .entries import (
    Botted,
    Linked,
    LogEntry,
    Moved,
    Opened,
    Paused,
    Raised,
    Rematched,
    Said,
    Sat,
    Series,
    Started,
    Undone,
    decode,
    encode,
)
from .messages import PageState
from .store import Append, Listing, Store, StoreDown
from .table import BadTable, Seat, Table, fold

log = logging.getLogger("lastraft.tables")
E = TypeVar("E", bound=LogEntry)
RETRIES = 50
HOST = -2
"""The place of a host who has no seat."""


class LiveTable:
    """A table in this process: its lock, whoever listens, and what he was sent last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: dict[asyncio.Event, int] = {}
        """Whoever is connected, by his place."""
        self.host_seen = (table.host, time.monotonic())
        """Who is host, and when he was last here."""
        self.used = time.monotonic()
        self.described = ""
        self.elsewhere: dict[str, tuple[list[int], float]] = {}
        """By server: the places whose people are connected there, and until when that holds."""
        self.driven = False
        """Somebody looks after its bots and clocks just now."""
        self.told_here = False
        self.closing = False
        self.unsure = False
        """An append failed half-way: the log is read before the next."""
        self._made: dict[Any, tuple[bytes, PageState | None]] = {}
        self._made_at = (-1, 0)

    def wake(self) -> None:
        for event in self.listeners:
            event.set()

    def place(self, person: str) -> int:
        """The seat that somebody acts for, or that he is the host or watches."""
        seat = self.table.seat_of(person)
        return HOST if seat == WATCHER and person == self.table.host else seat

    def connected(self) -> list[int]:
        """The places whose people are connected to this process."""
        return sorted({*self.listeners.values()} - {WATCHER})

    def here(self) -> list[int]:
        """The seats whose people are connected to any process."""
        return sorted(self._anywhere() - {HOST})

    def _anywhere(self) -> set[int]:
        places = {*self.listeners.values()} - {WATCHER}
        for others, until in self.elsewhere.values():
            if until > time.monotonic():
                places.update(others)
        return places

    def look_for_host(self) -> None:
        """Note that the host is here, or that there is another."""
        host = self.table.host
        if host != self.host_seen[0] or self.place(host) in self._anywhere():
            self.host_seen = (host, time.monotonic())

    def message(
        self,
        person: str,
        after: int | None,
        language: str,
        most: int,
        draw: str = "whole",
        had: PageState | None = None,
    ) -> tuple[bytes, PageState | None]:
        """What somebody is sent, the same bytes for all who see the same; and what a page has then."""
        table, stamp = self.table, (self.table.number, int(time.time()))
        if stamp != self._made_at:
            self._made, self._made_at = {}, stamp
        alike = messages.stream_name(table, table.seat_of(person))
        key = (alike, person == table.host, after, language, draw, had and had.number)
        if key not in self._made:
            if draw == "changes":
                made, had = messages.changes_for_page(table, person, after, language, most, had)
            else:
                made, had = messages.message(table, person, after, language, most, draw), None
            self._made[key] = messages.encode(made), had
        return self._made[key]


class LiveTables:
    """All tables, as far as this process knows them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.name = secrets.token_hex(8)
        """What this process is called in leases."""
        self.loaded: dict[str, LiveTable] = {}
        self.absences: list[tuple[float, float]] = []
        """From when to when no server ran."""
        self.changed: Callable[[LiveTable], None] = lambda live: None
        """Whoever looks after bots and clocks hears of every change."""
        self._untold: dict[LiveTable, None] = {}
        """Tables at which something happened that nobody was told yet, the longest first."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- finding --------------------------------------------------------------------------------------------------

    async def get(self, id: str, fresh: bool = False) -> LiveTable:
        """The table of that id, read from its log if need be; ``fresh``: with all that other servers appended.

        :raises Refused: if there is none.
        """
        if id not in self.loaded:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            await asyncio.shield(self._loading[id])
        elif fresh and self.store.postgres:
            await self.catch_up(self.loaded[id])
        if id not in self.loaded:
            return await self.get(id)
        live = self.loaded[id]
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> LiveTable:
        lines = await self.store.read(id) if 0 < len(id) <= 32 and id.isprintable() else []
        if not lines:
            raise Refused("not-found", "There is no such table.")
        live = LiveTable(await asyncio.to_thread(_folded, id, lines))
        async with live.lock:  # whoever acts waits until the time without a server is nobody's
            self.loaded[id] = live
            try:
                if self.store.postgres:  # a wake that came meanwhile found no table
                    await self._catch_up(live)
                with suppress(AlreadyDone):
                    await self._do(live, self._paused)
            except BaseException:
                del self.loaded[id]
                raise
        LOADED.set(len(self.loaded))
        self.changed(live)
        if live.table.status == "over":  # the server at which it ended may have died just then
            self._spawn(self._describe(live))
        return live

    def _paused(self, table: Table) -> Paused:
        """For how long no server kept a table's clocks, as far as that is not written down yet."""
        kept = (heard.entry.at for heard in reversed(table.log) if isinstance(heard.entry, (Started, Paused)))
        known = next(kept, 0.0)
        stood = sum(end - max(begin, known) for begin, end in self.absences if end > known)
        if not (stood and table.timed and table.actors):
            raise AlreadyDone(table.number)
        return actions.paused(table, stood)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other servers appended."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        lines = await self.store.read(live.table.id, live.table.number)
        live.unsure = False
        self._take(live, lines)
        return bool(lines)

    def _take(self, live: LiveTable, lines: list[tuple[int, str]]) -> None:
        """Lines that another server appended."""
        for number, body in lines:
            assert number == live.table.number + 1, "a log has no gaps"
            live.table.apply(decode(body))
        if lines:
            self.tell(live)
            self.changed(live)

    def woken(self, id: str, number: int, line: str) -> None:
        """A server appended to a table. Mostly that comes just after what is known here; if not, all of it is read."""
        live = self.loaded.get(id)
        if live is None or number <= live.table.number:
            return
        if line and number == live.table.number + 1 and not live.lock.locked() and not live.unsure:
            self._take(live, [(number, line)])
        else:
            self._spawn(self._caught_up(live))

    def heard_of(self, server: str, id: str, seats: list[int]) -> None:
        """Another server says who is connected to it."""
        live = self.loaded.get(id)
        if live is not None and server != self.name:
            before = live.here()
            live.elsewhere[server] = (seats, time.monotonic() + 2.5 * self.settings.lease_seconds)
            if live.here() != before:
                live.wake()

    async def tell_presence(self) -> None:
        """Tell the other servers who is connected to this one, and forget those that tell nothing any more."""
        loaded = list(self.loaded.values())
        said = {live.table.id: live.connected() for live in loaded if live.listeners or live.told_here}
        for live in loaded:
            live.look_for_host()
            live.told_here = bool(live.listeners)
            gone = [name for name, (_, until) in live.elsewhere.items() if until < time.monotonic()]
            for name in gone:
                del live.elsewhere[name]
            if gone:
                live.wake()
        await self.store.tell_presence(self.name, said)

    def presence_changed(self, live: LiveTable) -> None:
        """Somebody came to this process or left it."""
        live.look_for_host()
        live.wake()
        if self.store.postgres:
            self._spawn(self._tell_presence(live))

    def host_gone(self, live: LiveTable) -> bool:
        """Whether the host has been away for so long that somebody else may be host."""
        live.look_for_host()
        return time.monotonic() - live.host_seen[1] > self.settings.host_away_seconds

    async def _tell_presence(self, live: LiveTable) -> None:
        with suppress(StoreDown):
            await self.store.tell_presence(self.name, {live.table.id: live.connected()})

    def tell(self, live: LiveTable) -> None:
        """Have everybody at a table told what happened. One table after the other: between two of them whatever came
        in meanwhile is done and acknowledged, and what is told later is told at once."""
        if not self._untold:
            asyncio.get_running_loop().call_soon(self._tell_next)
        self._untold[live] = None

    def _tell_next(self) -> None:
        live = next(iter(self._untold))
        del self._untold[live]
        live.wake()
        if self._untold:
            asyncio.get_running_loop().call_soon(self._tell_next)

    def close(self) -> None:
        """End every stream: the server stops."""
        for live in self.loaded.values():
            live.closing = True
            live.wake()

    def missed(self) -> None:
        """Some wakes may have been lost: look at every table."""
        for live in self.loaded.values():
            self._spawn(self._caught_up(live))

    async def _caught_up(self, live: LiveTable) -> None:
        try:
            await self.catch_up(live)
        except StoreDown:
            log.warning("could not read what was missed", extra={"table": live.table.id})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- doing ----------------------------------------------------------------------------------------------------

    async def act(self, live: LiveTable, make: Callable[[Table], E]) -> int:
        """Do what ``make`` says of the table as it stands; the number of the line it became.

        When another server was first, its lines are read and everything is checked again.

        Once begun it is finished, even if whoever asked is gone: what is on disk must be known here too.

        :raises Refused: if it may not be done.
        :raises StoreDown: if the database failed.
        """
        doing = asyncio.create_task(self._act(live, make))
        self._tasks.add(doing)
        doing.add_done_callback(self._finished)
        return await asyncio.shield(doing)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or is gone

    async def _act(self, live: LiveTable, make: Callable[[Table], E]) -> int:
        async with live.lock:
            if live.unsure:
                await self._catch_up(live)
            try:
                entry = await self._do(live, make)
            except AlreadyDone as done:
                return done.number
            number = live.table.number
        self.tell(live)
        self.changed(live)
        if not isinstance(entry, (Moved, Undone, Said, Raised)) or live.table.status == "over":
            self._spawn(self._describe(live))
        return number

    async def _do(self, live: LiveTable, make: Callable[[Table], E]) -> E:
        """Check and append, again as long as another server was first; whoever calls it has the live's lock.

        :raises AlreadyDone: if there is nothing to do.
        """
        for _ in range(RETRIES):
            entry = make(live.table)
            if await self._append(live, entry):
                return entry
            CONFLICTS.inc()
            await self._catch_up(live)
        raise Refused("too-much", "The table is too busy; try again.")

    async def _append(self, live: LiveTable, entry: LogEntry) -> bool:
        table = live.table
        person = entry.person if isinstance(entry, (Sat, Linked)) else ""
        playing = table.match is not None or isinstance(entry, Started)
        due = entry.at if playing and (table.driven or isinstance(entry, Botted)) else None
        try:
            kept = await self.store.append(Append(table.id, table.number + 1, encode(entry), due, person))
        except BaseException:
            live.unsure = True
            raise
        if kept:
            table.apply(entry)  # type: ignore[arg-type]
            APPENDED.labels(type(entry).__name__.lower()).inc()
        return kept

    async def _describe(self, live: LiveTable) -> None:
        """Keep what lists show, whenever that changes."""
        shown = listing_of(live.table)
        key = f"{shown.listed}{shown.summary}"
        if key != live.described:
            live.described = key
            try:
                await self.store.update_listing(live.table.id, shown)
            except StoreDown:
                live.described = ""

    async def create(self, opening: Opened, id: str = "") -> LiveTable:
        """A new table.

        :raises Refused: if the server has as many as it takes.
        """
        if await self.store.count() >= self.settings.limits.tables:
            raise Refused("too-much", "This server has as many tables as it takes.")
        id = id or secrets.token_urlsafe(16)
        table = Table(id, opening)
        await self.store.append(Append(id, 1, encode(opening), person=opening.host, row=row_of(table)))
        return await self.get(id)

    async def rematch(self, live: LiveTable, person: str) -> str:
        """Another table for the same people, the seats turned by one; the id of it. Whoever asks first is its host, the
        others are invited: they sit down there when they ask too."""
        if live.table.rematch is None:
            await self.act(live, lambda table: _rematch(table, person))
        found = live.table.rematch
        assert found is not None
        if not await self.store.read(found.table, 0):
            await self._reopen(live.table, found)
        again = await self.get(found.table, fresh=True)
        with suppress(Refused):  # he sits there already, or it began without him
            await self.act(again, lambda table: actions.come_again(table, person))
        return found.table

    async def _reopen(self, old: Table, found: Rematched) -> None:
        opening = actions.opened(
            found.person or old.host,
            old.game.name,
            found.size,
            old.options,
            old.clock,
            old.grace,
            old.pause,
            old.listed,
            old.watchers,
        )
        turned = [old.seats[(i + 1) % found.size] for i in range(found.size)]
        invited = {person: (i, was.name) for i, was in enumerate(turned) for person in was.people}
        opening = msgspec.structs.replace(opening, series=_next_in_series(old), at=found.at, invited=invited)
        live = await self.create(opening, found.table)
        await self.store.invite(found.table, invited)
        for i, was in enumerate(turned):
            if was.bot and not was.people:
                await self.act(live, lambda table, i=i, was=was: _same_bot(table, i, was))  # type: ignore[misc]

    # -- housekeeping--------------------------------------------------------------------------------------------

    def forget_idle(self) -> None:
        """Put tables that nobody uses out of mind; their logs bring them back."""
        crowded = len(self.loaded) > self.settings.limits.loaded_tables
        before = time.monotonic() - (min(10, self.settings.idle_seconds) if crowded else self.settings.idle_seconds)
        for id, live in list(self.loaded.items()):
            if not live.listeners and not live.driven and not live.lock.locked() and live.used < before:
                del self.loaded[id]
        LOADED.set(len(self.loaded))

    async def end_forgotten(self) -> None:
        """End tables whose game never began and where nothing has happened for long."""
        before = time.time() - 86_400 * self.settings.lobby_days
        for id in await self.store.lobbies(before):
            with suppress(BadTable, Refused):  # those that cannot be read
                live = await self.get(id, fresh=True)
                await self.act(live, lambda table: actions.forget(table, before))
                await self.store.update_listing(id, listing_of(live.table))


def _folded(id: str, lines: list[tuple[int, str]]) -> Table:
    """
    :raises BadTable: if the lines make no table.
    """
    try:
        entries = [decode(body) for _, body in lines]
    except msgspec.MsgspecError as error:
        raise BadTable(f"its log cannot be read: {error}") from error
    return fold(id, entries)


def listing_of(table: Table) -> Listing:
    """What lists show of a table."""
    return Listing(table.status, table.listed, msgspec.json.encode(messages.summary(table)).decode(), table.changed)


def row_of(table: Table) -> dict[str, Any]:
    """A new table's row."""
    return {"id": table.id, "created": table.opened, "due": None, **listing_of(table)._asdict()}


def _rematch(table: Table, person: str) -> Rematched:
    if table.rematch is not None:
        raise AlreadyDone(table.number)
    if table.seat_of(person) == WATCHER and person != table.host:
        raise Refused("not-yours", "Only those who sat at the table can ask for a rematch.")
    if table.status != "over":
        raise Refused("running", "The game is not over yet.")
    return Rematched(at=actions.now(table), table=secrets.token_urlsafe(16), size=len(table.seats), person=person)


def _same_bot(table: Table, seat: int, was: Seat) -> Botted:
    """The bot that sat there before; once, though several people may ask for a rematch at the same moment."""
    if table.seats[seat].kind != "empty":
        raise AlreadyDone(table.number)
    return actions.give_to_bot(table, table.host, seat, was.bot)


def _next_in_series(old: Table) -> Series | None:
    """The next game of a series: the points of its games add up (HP-18.1). Seats have turned by one."""
    outcome = old.match.outcome() if old.match else None
    if old.series is None or old.series.game >= old.series.games:
        return None
    before = old.series.points or (0,) * len(old.seats)
    won = outcome.scores if outcome else [0] * len(before)
    points = [before[i] + won[i] for i in range(len(before))]
    return Series(old.series.games, old.series.game + 1, tuple(points[1:] + points[:1]))
