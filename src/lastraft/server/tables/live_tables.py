"""The tables that this process has in memory: check an action, append it, apply it, wake the listeners.

Nothing is applied before it is on disk, so everything that is shown to anybody survives a restart.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from ...protocol import WATCHER
from ..ops.metrics import APPENDED, CONFLICTS, LOADED
from ..ops.settings import Settings
from . import actions, beats, clock, entries, messages
from .actions import AlreadyDone, Refused
from .appends import Append
from .entries import LogEntry, SeriesStanding, decode, encode
from .messages import PageState
from .siblings import Siblings
from .store import Listing, Store, StoreDown
from .table import BadTable, Seat, Table, fold

log = logging.getLogger("lastraft.tables")
RETRIES = 50
HOST, SCREEN = -2, -3
"""The place of a host who has no seat, and of a screen that somebody with a seat opens for all."""
ACCOUNTED = (entries.Started, entries.Paused)
UNLISTED = (
    entries.Moved, entries.Undone, entries.Said, entries.Raised, entries.Stepped, entries.Ready, entries.Planned,
    entries.Delegated, entries.Asking, entries.Slept, entries.Vacationed, entries.Ordered,
)  # fmt: skip
"""Entries that change nothing of what lists show."""


class Announcement(msgspec.Struct, frozen=True):
    """A sentence of the administrators for everybody, by language, until a time."""

    number: float
    until: float
    texts: dict[str, str]

    def text(self, language: str) -> str:
        return self.texts.get(language) or self.texts.get("en") or next(iter(self.texts.values()), "")


class LiveTable:
    """A table in this process: its lock, its listeners, and a cache of their messages."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: dict[asyncio.Event, int] = {}
        """The place of each connected listener."""
        self.host_seen = (table.host, time.monotonic())
        """The host, and when they were last connected."""
        self.used = time.monotonic()
        self.listing = ""
        self.elsewhere: dict[str, tuple[list[int], float]] = {}
        """By server: the places connected there, and when that information expires."""
        self.driven = False
        """Whether the driver looks after its bots and clocks."""
        self.presence_sent = False
        self.closing = False
        self.unsure = False
        """An append failed: whether it was kept is unknown until the log is read again."""
        self.unattended: list[tuple[float, float]] = []
        """From when to when nobody could play here although some server ran; noted before the next entry."""
        self.on_watched: Callable[[LiveTable], None] = lambda live: None
        """Called when somebody without a seat sees the game for the first time; `LiveTables` sets it."""
        self._cache: dict[Any, tuple[bytes, PageState | None]] = {}
        self._cache_version = (-1, 0)

    def wake(self) -> None:
        for event in self.listeners:
            event.set()

    def watch(self) -> None:
        """Note that somebody without a seat sees the game."""
        if self.table.match and not self.table.watched:
            self.table.watched = True
            beats.be_watched(self.table, clock.now())
            self.on_watched(self)

    def place(self, person: str) -> int:
        """The seat for which a person acts, or `HOST` or `WATCHER`."""
        seat = self.table.seat_of(person)
        return HOST if seat == WATCHER and person == self.table.host else seat

    def connected(self) -> list[int]:
        """The places connected to this process, `WATCHER` also for who watched before."""
        return sorted({*self.listeners.values(), *([WATCHER] if self.table.watched else [])})

    def here(self) -> list[int]:
        """The seats connected to any process."""
        places = self.connected_anywhere() if self.elsewhere else {*self.listeners.values()}
        return sorted(places - {HOST, WATCHER, SCREEN})

    def connected_anywhere(self) -> set[int]:
        """The places connected to any process."""
        now = time.monotonic()
        others = (places for places, until in self.elsewhere.values() if until > now)
        return {*self.connected()}.union(*others)

    def look_for_host(self) -> None:
        """Note that the host is connected, or that there is another host."""
        host = self.table.host
        if host != self.host_seen[0] or self.place(host) in self.connected_anywhere():
            self.host_seen = (host, time.monotonic())

    def message(
        self, person: str, after: int | None, language: str, most: int, draw: str, had: PageState | None
    ) -> tuple[bytes, PageState | None]:
        """The encoded message for a person, cached for all who are sent the same; and a page's state afterwards."""
        table, version = self.table, (self.table.number, int(clock.now()))
        if version != self._cache_version:
            self._cache, self._cache_version = {}, version
        stream = messages.stream_name(table, table.seat_of(person))
        asks = any(request.person == person for request in table.requests.values())
        key = (stream, person if asks else "", person == table.host, after, language, draw, had and had.number)
        if key not in self._cache:
            message: Any
            if draw == "changes":
                message, had = messages.changes_for_page(table, person, after, language, most, had)
            else:
                message, had = messages.message(table, person, after, language, most, draw), None
            self._cache[key] = msgspec.json.encode(message), had
        return self._cache[key]


class LiveTables:
    """All tables that this process has loaded."""

    def __init__(self, store: Store, settings: Settings, siblings: Siblings | None = None) -> None:
        self.store, self.settings, self._siblings = store, settings, siblings
        self.name = secrets.token_hex(8)
        """The name of this process in leases."""
        self.loaded: dict[str, LiveTable] = {}
        self.downtimes: list[tuple[float, float]] = []
        """From when to when no server ran."""
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Called after every change; the driver sets it."""
        self.on_presence: Callable[[LiveTable], None] = lambda live: None
        """Called when somebody connected to this process or disconnected; `Notifications` sets it."""
        self.on_unload: Callable[[LiveTable], None] = lambda live: None
        """Called when a table is dropped although it is in use; the driver sets it."""
        self.on_over: Callable[[Table], Coroutine[Any, Any, None]] | None = None
        """Called after the game of a table ended, perhaps again; who keeps results sets it."""
        self.announcement: Announcement | None = None
        """What administrators tell everybody."""
        self._to_wake: dict[LiveTable, None] = {}
        """Changed tables whose listeners are not woken yet, in order."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def is_mine(self, id: str) -> bool:
        """Whether this process should have a table, and not another one of this server."""
        return self._siblings is None or self._siblings.is_mine(id)

    def _new_id(self) -> str:
        """The id of a new table that this process should have."""
        while not self.is_mine(id := secrets.token_urlsafe(16)):
            pass
        return id

    async def get(self, id: str, fresh: bool = False) -> LiveTable:
        """Return a table, loaded from its log if necessary; ``fresh``: with all that other servers appended.

        :raises Refused: if there is no such table.
        """
        if id not in self.loaded:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            await asyncio.shield(self._loading[id])
        elif fresh and self.store.shared:
            await self.catch_up(self.loaded[id])
        if id not in self.loaded:
            return await self.get(id)
        live = self.loaded[id]
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> LiveTable:
        rows = await self.store.read(id) if 0 < len(id) <= 32 and id.isprintable() else []
        if not rows:
            raise Refused("not-found", "There is no such table.")
        live = LiveTable(await asyncio.to_thread(fold, id, [body for _, body in rows]))
        live.on_watched = lambda live: self.on_change(live)  # one that names the table would keep it in memory
        async with live.lock:  # no action before the downtime is accounted for
            self.loaded[id] = live
            try:
                if self.store.shared:  # a notification that came meanwhile was ignored
                    await self._catch_up(live)
                with suppress(AlreadyDone):
                    await self._append_checked(live, lambda table: _pause(table, self.downtimes))
            except BaseException:
                del self.loaded[id]
                raise
        LOADED.set(len(self.loaded))
        self.on_change(live)
        if live.table.status == "over":  # a server that died at that moment did not update the listing
            self._spawn(self._update_listing(live))
        return live

    def stood_still(self, begin: float, end: float) -> None:
        """This process stood still: that time counts for nobody at the tables that it looks after or shows to
        anybody."""
        for live in self.loaded.values():
            if live.driven or live.listeners:
                live.unattended.append((begin, end))
                self._spawn(self._note_soon(live))

    async def note_unattended(self, live: LiveTable, seconds: float) -> None:
        """Another server looked after a table and did not for so long: that time counts for nobody."""
        if seconds > 0:
            live.unattended.append((clock.now() - seconds, clock.now()))
            await self._note_soon(live)

    async def _note_soon(self, live: LiveTable) -> None:
        with suppress(StoreDown):  # it is noted before the next entry
            async with live.lock:
                await self._note(live)

    async def _note(self, live: LiveTable) -> None:
        """Append for how long nobody looked after a table; the caller holds the lock."""
        if not live.unattended:
            return
        with suppress(AlreadyDone):
            await self._append_checked(live, lambda table: _pause(table, live.unattended))
            self._changed(live)
        live.unattended = []

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other servers appended."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        rows = await self.store.read(live.table.id, live.table.number)
        live.unsure = False
        self._apply(live, rows)

    def _apply(self, live: LiveTable, rows: list[tuple[int, str]]) -> None:
        """Apply entries that another server appended."""
        for number, body in rows:
            assert number == live.table.number + 1, "a log has no gaps"
            live.table.apply(decode(body))
        if rows:
            self._changed(live)

    def notified(self, id: str, number: int, body: str) -> None:
        """A server appended an entry: apply it if it is the next one, otherwise read the log; with number 0 the server
        ``body`` rewrote the log."""
        if number == 0 and body != self.name:
            self._spawn(self._load_again(id))
        live = self.loaded.get(id)
        if live is None or number <= live.table.number:
            return
        if body and number == live.table.number + 1 and not live.lock.locked() and not live.unsure:
            self._apply(live, [(number, body)])
        else:
            self._spawn(self._try_catch_up(live))

    async def _load_again(self, id: str) -> None:
        if id in self._loading:
            await asyncio.gather(self._loading[id], return_exceptions=True)
        if id in self.loaded:
            self.unload(self.loaded[id])

    def missed_notifications(self) -> None:
        """Read the logs of all tables: some notifications may have been lost."""
        for live in self.loaded.values():
            self._spawn(self._try_catch_up(live))

    async def _try_catch_up(self, live: LiveTable) -> None:
        try:
            await self.catch_up(live)
        except StoreDown:
            log.warning("could not read what was missed", extra={"table": live.table.id})

    def presence_elsewhere(self, server: str, id: str, places: list[int]) -> None:
        """Another server says who is connected to it."""
        live = self.loaded.get(id)
        if live is not None and server != self.name:
            before = live.here()
            if not {HOST, WATCHER}.isdisjoint(places):
                live.watch()
            live.elsewhere[server] = (places, time.monotonic() + 2.5 * self.settings.lease_seconds)
            if live.here() != before:
                live.wake()

    async def send_presence(self) -> None:
        """Tell the other servers who is connected to this one, and forget servers that have been silent."""
        tables = list(self.loaded.values())
        connected = {live.table.id: live.connected() for live in tables if live.presence_sent or live.connected()}
        for live in tables:
            live.look_for_host()
            live.presence_sent = bool(live.listeners)
            silent = [name for name, (_, until) in live.elsewhere.items() if until < time.monotonic()]
            for name in silent:
                del live.elsewhere[name]
            if silent:
                live.wake()
        await self.store.send_presence(self.name, connected)

    def presence_changed(self, live: LiveTable) -> None:
        """A person connected to this process or disconnected."""
        live.look_for_host()
        live.wake()
        self.on_presence(live)
        if self.store.shared:
            self._spawn(self._send_presence_of(live))

    async def _send_presence_of(self, live: LiveTable) -> None:
        with suppress(StoreDown):
            await self.store.send_presence(self.name, {live.table.id: live.connected()})

    def host_gone(self, live: LiveTable) -> bool:
        """Whether the host has been away for so long that another person may become host."""
        live.look_for_host()
        return time.monotonic() - live.host_seen[1] > self.settings.host_away_seconds

    def _changed(self, live: LiveTable) -> None:
        """Call `on_change`, and wake the listeners soon: one table at a time, so that actions which arrive meanwhile
        are acknowledged in between and sent together."""
        if not self._to_wake:
            asyncio.get_running_loop().call_soon(self._wake_next)
        self._to_wake[live] = None
        self.on_change(live)

    def _wake_next(self) -> None:
        live = next(iter(self._to_wake))
        del self._to_wake[live]
        live.wake()
        if self._to_wake:
            asyncio.get_running_loop().call_soon(self._wake_next)

    def close(self) -> None:
        """End every stream because the server stops."""
        for live in self.loaded.values():
            live.closing = True
            live.wake()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def act(self, live: LiveTable, action: Callable[[Table], LogEntry]) -> int:
        """Check an action against the table and append its entry; return the entry's number.

        When another server was first, its entries are read and the action is checked again. Once begun it is finished
        even if the caller is cancelled: what is on disk must also be applied here.

        :raises Refused: if it is not allowed.
        :raises StoreDown: if the database failed.
        """
        task = asyncio.create_task(self._act(live, action))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has it, or is gone

    async def _act(self, live: LiveTable, action: Callable[[Table], LogEntry]) -> int:
        async with live.lock:
            if live.unsure:
                await self._catch_up(live)
            await self._note(live)
            try:
                entry = await self._append_checked(live, action)
            except AlreadyDone as done:
                return done.number
            number = live.table.number
        self._changed(live)
        current = self.loaded.get(live.table.id)
        if current is not None and current is not live:  # it was dropped and loaded again meanwhile
            self._spawn(self._try_catch_up(current))
        if not isinstance(entry, UNLISTED) or live.table.status == "over":
            self._spawn(self._update_listing(live))
        return number

    async def _append_checked(self, live: LiveTable, action: Callable[[Table], LogEntry]) -> LogEntry:
        """Check and append, again whenever another server was first; the caller holds the lock.

        :raises AlreadyDone: if there is nothing to do.
        """
        for _ in range(RETRIES):
            entry = action(live.table)
            if await self._append(live, entry):
                return entry
            CONFLICTS.inc()
            await self._catch_up(live)
        raise Refused("too-much", "The table is too busy; try again.")

    async def _append(self, live: LiveTable, entry: LogEntry) -> bool:
        table = live.table
        person = entry.person if isinstance(entry, entries.Sat) else ""
        playing = table.match is not None or isinstance(entry, entries.Started)
        due = entry.at if playing and (table.driven or isinstance(entry, entries.Botted)) else None
        try:
            appended = await self.store.append(Append(table.id, table.number + 1, encode(entry), due, person))
        except BaseException:
            live.unsure = True
            raise
        if appended:
            table.apply(entry)
            APPENDED.labels(type(entry).__name__.lower()).inc()
        return appended

    async def _update_listing(self, live: LiveTable) -> None:
        listing = listing_of(live.table)
        key = f"{listing.listed}{listing.summary}"
        if key != live.listing:
            live.listing = key
            try:
                await self.store.update_listing(live.table.id, listing)
                if live.table.status == "over" and self.on_over:
                    await self.on_over(live.table)
            except StoreDown:
                live.listing = ""

    async def create(self, opening: entries.Opened, id: str = "", origin: str = "") -> LiveTable:
        """Open a new table.

        :raises Refused: if the server has too many.
        """
        if await self.store.count() >= self.settings.limits.tables:
            raise Refused("too-much", "This server has as many tables as it takes.")
        id = id or self._new_id()
        row = {**row_of(Table(id, opening)), "origin": origin}
        await self.store.append(Append(id, 1, encode(opening), person=opening.host, row=row))
        return await self.get(id)

    async def rematch(self, live: LiveTable, person: str, origin: str = "") -> str:
        """Open another table for the same people in the same seats, and return its id. The first who asks is its host;
        the others are invited and sit down there when they ask too."""
        if live.table.rematch is None:
            await self.act(live, lambda table: _rematch(table, person, self._new_id()))
        rematch = live.table.rematch
        assert rematch is not None
        if not await self.store.read(rematch.table, 0):
            await self._open_rematch(live.table, rematch, origin)
        again, seat = await self.get(rematch.table, fresh=True), live.table.seat_of(person)
        face = live.table.seats[seat].face if seat != WATCHER else -1
        with suppress(Refused):  # they sit there already, or it began without them
            await self.act(again, lambda table: actions.come_again(table, person, face))
        return rematch.table

    async def _open_rematch(self, old: Table, rematch: entries.Rematched, origin: str) -> None:
        terms = actions.TermsChange(**{**actions.terms_of(old), "size": rematch.size})
        opening = actions.opened(rematch.person or old.host, old.game.name, terms)
        invited = {person: (i, seat.name) for i, seat in enumerate(old.seats) for person in seat.people}
        opening = msgspec.structs.replace(opening, series=_next_in_series(old), at=rematch.at, invited=invited)
        live = await self.create(opening, rematch.table, origin)
        await self.store.invite(rematch.table, invited)
        own = self.settings.own_bots
        for i, seat in enumerate(old.seats):
            if seat.bot and not seat.people:
                await self.act(live, lambda table, i=i, seat=seat: _same_bot(table, i, seat, own))  # type: ignore[misc]

    def unload_idle(self) -> None:
        """Drop idle tables from memory; `get` loads them again."""
        crowded = len(self.loaded) > self.settings.limits.loaded_tables
        before = time.monotonic() - (min(10, self.settings.idle_seconds) if crowded else self.settings.idle_seconds)
        for id, live in list(self.loaded.items()):
            if not live.listeners and not live.driven and not live.lock.locked() and live.used < before:
                del self.loaded[id]
        LOADED.set(len(self.loaded))

    async def delete(self, ids: list[str]) -> None:
        """Delete tables that are over, with their logs."""
        await self.store.delete(ids)
        await self.store.tell_rewritten(ids, self.name)
        for id in ids:
            if id in self.loaded:
                self.unload(self.loaded[id])

    def unload(self, live: LiveTable) -> None:
        """Drop a table whose log was changed or deleted, also if it was loaded again meanwhile; those who follow it
        reconnect."""
        current = self.loaded.pop(live.table.id, live)
        self.on_unload(current)
        for each in (live, current):
            each.closing = True
            each.wake()

    async def delete_old(self) -> None:
        """Delete tables that have been over for longer than they are kept."""
        if self.settings.retention_days:
            ids = await self.store.idle("over", clock.now() - 86_400 * self.settings.retention_days)
            for first in range(0, len(ids), 100):
                await self.delete(ids[first : first + 100])

    async def end_forgotten(self) -> None:
        """End lobbies and running games at which nothing has happened for long."""
        for status, days in (("lobby", self.settings.lobby_days), ("running", self.settings.game_days)):
            before = clock.now() - 86_400 * days
            for id in await self.store.idle(status, before):
                with suppress(BadTable, Refused):  # those that cannot be loaded
                    live = await self.get(id, fresh=True)
                    await self.act(live, lambda table, s=status, b=before: actions.forget(table, s, b))  # type: ignore[misc]
                    await self.store.update_listing(id, listing_of(live.table))


def _pause(table: Table, gaps: list[tuple[float, float]]) -> entries.Paused:
    """The part of some gaps in which nobody could play that a table's log does not account for yet."""
    accounted = (item.entry.at for item in reversed(table.log) if isinstance(item.entry, ACCOUNTED))
    since = next(accounted, 0.0)
    seconds = sum(end - max(begin, since) for begin, end in gaps if end > since)
    if not (seconds and table.terms.timed and table.actors):
        raise AlreadyDone(table.number)
    return entries.Paused(at=actions.now(table), seconds=seconds)


def listing_of(table: Table) -> Listing:
    """What lists show of a table."""
    summary = msgspec.json.encode(messages.summary(table)).decode()
    return Listing(table.status, table.terms.listed, summary, table.changed)


def row_of(table: Table) -> dict[str, Any]:
    """The database row of a new table."""
    return {"id": table.id, "created": table.log[0].entry.at, "due": None, **listing_of(table)._asdict()}


def _rematch(table: Table, person: str, id: str) -> entries.Rematched:
    if table.rematch is not None:
        raise AlreadyDone(table.number)
    if table.seat_of(person) == WATCHER and person != table.host:
        raise Refused("not-yours", "Only those who sat at the table can ask for a rematch.")
    if table.status != "over":
        raise Refused("running", "The game is not over yet.")
    return entries.Rematched(at=actions.now(table), table=id, size=len(table.seats), person=person)


def _same_bot(table: Table, seat: int, old: Seat, own: Collection[str]) -> entries.Botted:
    """Seat the bot of the old table, once, even if several people ask for a rematch at the same time."""
    if table.seats[seat].kind != "empty":
        raise AlreadyDone(table.number)
    gone = actions.is_own(old.bot) and old.bot not in own
    return actions.give_to_bot(table, table.host, seat, "normal" if gone else old.bot, own)


def _next_in_series(old: Table) -> SeriesStanding | None:
    """The next game of a series: the points of its games add up (HP-18.1)."""
    outcome = old.match.outcome() if old.match else None
    if old.series is None or old.series.game >= old.series.games:
        return None
    before = old.series.points or (0,) * len(old.seats)
    won = outcome.scores if outcome else [0] * len(before)
    points = tuple(before[i] + won[i] for i in range(len(before)))
    return SeriesStanding(old.series.games, old.series.game + 1, points)
