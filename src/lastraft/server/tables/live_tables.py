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
from .actions import Done, Refused
from .entries import (
    Botted,
    Entry,
    Linked,
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
from .messages import Had
from .store import Append, Described, Store, StoreDown
from .table import BadTable, Seat, Table, fold

log = logging.getLogger("lastraft.house")
E = TypeVar("E", bound=Entry)
RETRIES = 50
HOST = -2
"""The place of a host who has no seat."""


class Room:
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
        self._made: dict[Any, tuple[bytes, Had | None]] = {}
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
        self, person: str, after: int | None, language: str, most: int, draw: str = "whole", had: Had | None = None
    ) -> tuple[bytes, Had | None]:
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


class House:
    """All tables, as far as this process knows them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.name = secrets.token_hex(8)
        """What this process is called in leases."""
        self.rooms: dict[str, Room] = {}
        self.absences: list[tuple[float, float]] = []
        """From when to when no server ran."""
        self.changed: Callable[[Room], None] = lambda room: None
        """Whoever looks after bots and clocks hears of every change."""
        self._untold: dict[Room, None] = {}
        """Tables at which something happened that nobody was told yet, the longest first."""
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- finding --------------------------------------------------------------------------------------------------

    async def room(self, id: str, fresh: bool = False) -> Room:
        """The table of that id, read from its log if need be; ``fresh``: with all that other servers appended.

        :raises Refused: if there is none.
        """
        if id not in self.rooms:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            await asyncio.shield(self._loading[id])
        elif fresh and self.store.postgres:
            await self.catch_up(self.rooms[id])
        if id not in self.rooms:
            return await self.room(id)
        room = self.rooms[id]
        room.used = time.monotonic()
        return room

    async def _load(self, id: str) -> Room:
        lines = await self.store.read(id) if 0 < len(id) <= 32 and id.isprintable() else []
        if not lines:
            raise Refused("not-found", "There is no such table.")
        room = Room(await asyncio.to_thread(_folded, id, lines))
        async with room.lock:  # whoever acts waits until the time without a server is nobody's
            self.rooms[id] = room
            try:
                if self.store.postgres:  # a wake that came meanwhile found no table
                    await self._catch_up(room)
                with suppress(Done):
                    await self._do(room, self._paused)
            except BaseException:
                del self.rooms[id]
                raise
        LOADED.set(len(self.rooms))
        self.changed(room)
        if room.table.status == "over":  # the server at which it ended may have died just then
            self._spawn(self._describe(room))
        return room

    def _paused(self, table: Table) -> Paused:
        """For how long no server kept a table's clocks, as far as that is not written down yet."""
        kept = (heard.entry.at for heard in reversed(table.log) if isinstance(heard.entry, (Started, Paused)))
        known = next(kept, 0.0)
        stood = sum(end - max(begin, known) for begin, end in self.absences if end > known)
        if not (stood and table.timed and table.actors):
            raise Done(table.number)
        return actions.paused(table, stood)

    async def catch_up(self, room: Room) -> None:
        """Read what other servers appended."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> bool:
        lines = await self.store.read(room.table.id, room.table.number)
        room.unsure = False
        self._take(room, lines)
        return bool(lines)

    def _take(self, room: Room, lines: list[tuple[int, str]]) -> None:
        """Lines that another server appended."""
        for number, body in lines:
            assert number == room.table.number + 1, "a log has no gaps"
            room.table.apply(decode(body))
        if lines:
            self.tell(room)
            self.changed(room)

    def woken(self, id: str, number: int, line: str) -> None:
        """A server appended to a table. Mostly that comes just after what is known here; if not, all of it is read."""
        room = self.rooms.get(id)
        if room is None or number <= room.table.number:
            return
        if line and number == room.table.number + 1 and not room.lock.locked() and not room.unsure:
            self._take(room, [(number, line)])
        else:
            self._spawn(self._caught_up(room))

    def heard_of(self, server: str, id: str, seats: list[int]) -> None:
        """Another server says who is connected to it."""
        room = self.rooms.get(id)
        if room is not None and server != self.name:
            before = room.here()
            room.elsewhere[server] = (seats, time.monotonic() + 2.5 * self.settings.lease_seconds)
            if room.here() != before:
                room.wake()

    async def tell_presence(self) -> None:
        """Tell the other servers who is connected to this one, and forget those that tell nothing any more."""
        rooms = list(self.rooms.values())
        said = {room.table.id: room.connected() for room in rooms if room.listeners or room.told_here}
        for room in rooms:
            room.look_for_host()
            room.told_here = bool(room.listeners)
            gone = [name for name, (_, until) in room.elsewhere.items() if until < time.monotonic()]
            for name in gone:
                del room.elsewhere[name]
            if gone:
                room.wake()
        await self.store.tell_presence(self.name, said)

    def presence_changed(self, room: Room) -> None:
        """Somebody came to this process or left it."""
        room.look_for_host()
        room.wake()
        if self.store.postgres:
            self._spawn(self._tell_presence(room))

    def host_gone(self, room: Room) -> bool:
        """Whether the host has been away for so long that somebody else may be host."""
        room.look_for_host()
        return time.monotonic() - room.host_seen[1] > self.settings.host_away_seconds

    async def _tell_presence(self, room: Room) -> None:
        with suppress(StoreDown):
            await self.store.tell_presence(self.name, {room.table.id: room.connected()})

    def tell(self, room: Room) -> None:
        """Have everybody at a table told what happened. One table after the other: between two of them whatever came
        in meanwhile is done and acknowledged, and what is told later is told at once."""
        if not self._untold:
            asyncio.get_running_loop().call_soon(self._tell_next)
        self._untold[room] = None

    def _tell_next(self) -> None:
        room = next(iter(self._untold))
        del self._untold[room]
        room.wake()
        if self._untold:
            asyncio.get_running_loop().call_soon(self._tell_next)

    def close(self) -> None:
        """End every stream: the server stops."""
        for room in self.rooms.values():
            room.closing = True
            room.wake()

    def missed(self) -> None:
        """Some wakes may have been lost: look at every table."""
        for room in self.rooms.values():
            self._spawn(self._caught_up(room))

    async def _caught_up(self, room: Room) -> None:
        try:
            await self.catch_up(room)
        except StoreDown:
            log.warning("could not read what was missed", extra={"table": room.table.id})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- doing ----------------------------------------------------------------------------------------------------

    async def act(self, room: Room, make: Callable[[Table], E]) -> int:
        """Do what ``make`` says of the table as it stands; the number of the line it became.

        When another server was first, its lines are read and everything is checked again.

        Once begun it is finished, even if whoever asked is gone: what is on disk must be known here too.

        :raises Refused: if it may not be done.
        :raises StoreDown: if the database failed.
        """
        doing = asyncio.create_task(self._act(room, make))
        self._tasks.add(doing)
        doing.add_done_callback(self._finished)
        return await asyncio.shield(doing)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or is gone

    async def _act(self, room: Room, make: Callable[[Table], E]) -> int:
        async with room.lock:
            if room.unsure:
                await self._catch_up(room)
            try:
                entry = await self._do(room, make)
            except Done as done:
                return done.number
            number = room.table.number
        self.tell(room)
        self.changed(room)
        if not isinstance(entry, (Moved, Undone, Said, Raised)) or room.table.status == "over":
            self._spawn(self._describe(room))
        return number

    async def _do(self, room: Room, make: Callable[[Table], E]) -> E:
        """Check and append, again as long as another server was first; whoever calls it has the room's lock.

        :raises Done: if there is nothing to do.
        """
        for _ in range(RETRIES):
            entry = make(room.table)
            if await self._append(room, entry):
                return entry
            CONFLICTS.inc()
            await self._catch_up(room)
        raise Refused("too-much", "The table is too busy; try again.")

    async def _append(self, room: Room, entry: Entry) -> bool:
        table = room.table
        person = entry.person if isinstance(entry, (Sat, Linked)) else ""
        playing = table.match is not None or isinstance(entry, Started)
        due = entry.at if playing and (table.driven or isinstance(entry, Botted)) else None
        try:
            kept = await self.store.append(Append(table.id, table.number + 1, encode(entry), due, person))
        except BaseException:
            room.unsure = True
            raise
        if kept:
            table.apply(entry)  # type: ignore[arg-type]
            APPENDED.labels(type(entry).__name__.lower()).inc()
        return kept

    async def _describe(self, room: Room) -> None:
        """Keep what lists show, whenever that changes."""
        shown = described(room.table)
        key = f"{shown.listed}{shown.summary}"
        if key != room.described:
            room.described = key
            try:
                await self.store.describe(room.table.id, shown)
            except StoreDown:
                room.described = ""

    async def create(self, opening: Opened, id: str = "") -> Room:
        """A new table.

        :raises Refused: if the server has as many as it takes.
        """
        if await self.store.count() >= self.settings.limits.tables:
            raise Refused("too-much", "This server has as many tables as it takes.")
        id = id or secrets.token_urlsafe(16)
        table = Table(id, opening)
        await self.store.append(Append(id, 1, encode(opening), person=opening.host, row=row_of(table)))
        return await self.room(id)

    async def rematch(self, room: Room, person: str) -> str:
        """Another table for the same people, the seats turned by one; the id of it. Whoever asks first is its host, the
        others are invited: they sit down there when they ask too."""
        if room.table.rematch is None:
            await self.act(room, lambda table: _rematch(table, person))
        found = room.table.rematch
        assert found is not None
        if not await self.store.read(found.table, 0):
            await self._reopen(room.table, found)
        again = await self.room(found.table, fresh=True)
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
        room = await self.create(opening, found.table)
        await self.store.invite(found.table, invited)
        for i, was in enumerate(turned):
            if was.bot and not was.people:
                await self.act(room, lambda table, i=i, was=was: _same_bot(table, i, was))  # type: ignore[misc]

    # -- keeping house --------------------------------------------------------------------------------------------

    def forget_idle(self) -> None:
        """Put tables that nobody uses out of mind; their logs bring them back."""
        crowded = len(self.rooms) > self.settings.limits.loaded_tables
        before = time.monotonic() - (min(10, self.settings.idle_seconds) if crowded else self.settings.idle_seconds)
        for id, room in list(self.rooms.items()):
            if not room.listeners and not room.driven and not room.lock.locked() and room.used < before:
                del self.rooms[id]
        LOADED.set(len(self.rooms))

    async def end_forgotten(self) -> None:
        """End tables whose game never began and where nothing has happened for long."""
        before = time.time() - 86_400 * self.settings.lobby_days
        for id in await self.store.lobbies(before):
            with suppress(BadTable, Refused):  # those that cannot be read
                room = await self.room(id, fresh=True)
                await self.act(room, lambda table: actions.forget(table, before))
                await self.store.describe(id, described(room.table))


def _folded(id: str, lines: list[tuple[int, str]]) -> Table:
    """
    :raises BadTable: if the lines make no table.
    """
    try:
        entries = [decode(body) for _, body in lines]
    except msgspec.MsgspecError as error:
        raise BadTable(f"its log cannot be read: {error}") from error
    return fold(id, entries)


def described(table: Table) -> Described:
    """What lists show of a table."""
    return Described(table.status, table.listed, msgspec.json.encode(messages.summary(table)).decode(), table.changed)


def row_of(table: Table) -> dict[str, Any]:
    """A new table's row."""
    return {"id": table.id, "created": table.opened, "due": None, **described(table)._asdict()}


def _rematch(table: Table, person: str) -> Rematched:
    if table.rematch is not None:
        raise Done(table.number)
    if table.seat_of(person) == WATCHER and person != table.host:
        raise Refused("not-yours", "Only those who sat at the table can ask for a rematch.")
    if table.status != "over":
        raise Refused("running", "The game is not over yet.")
    return Rematched(at=actions.now(table), table=secrets.token_urlsafe(16), size=len(table.seats), person=person)


def _same_bot(table: Table, seat: int, was: Seat) -> Botted:
    """The bot that sat there before; once, though several people may ask for a rematch at the same moment."""
    if table.seats[seat].kind != "empty":
        raise Done(table.number)
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
