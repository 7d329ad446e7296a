"""The database. An append returns when it is on disk, or tells that another server was first.

Appends that wait at the same time are written in one transaction. On PostgreSQL the other servers are notified of every
append, with its entry; what they miss they read.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...errors import LastRaftError
from ...protocol.translations import N_
from ..ops.metrics import FAILED_WRITES, WRITABLE
from . import clock
from .appends import CHANNEL, INSERT, NOTIFY, Append, write_appends
from .migrate import check_not_newer, columns_of, upgrade, version_of
from .schema import HEAD, calls, entries, leases, people, reports, settings, tables
from .siblings import Siblings
from .sqlite_file import DURABLE, SqliteWriter, is_readable, pragmas_at_connect

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("lastraft.store")
ALIVE = "alive"
IMPORTED = "imported {} "
"""How the names of imported secrets of a kind begin."""
MAX_DOWNTIMES = 100
GROUP = 500
"""The largest number of appends in one transaction."""
NO_SUCH_CHARACTER = "22021"
"""PostgreSQL's code for text with a character that it does not store."""
MIGRATING = 0x1A57
"""PostgreSQL's advisory lock for migrations, because servers may start at the same time."""


class StoreDown(LastRaftError):
    """The database failed; whether an entry was kept is unknown."""


class NoDatabase(LastRaftError):
    """There is no database, or nothing of Last Raft in it."""


class Listing(NamedTuple):
    """What lists show of a table."""

    status: str
    listed: bool
    summary: str
    updated: float


OnAppend = Callable[[str, int, str], None]
OnPresence = Callable[[str, str, list[int]], None]


class Store:
    """One database."""

    def __init__(self, url: str, timeout: float = 10, siblings: Siblings | None = None) -> None:
        """Raise `LastRaftError` if the URL is not one of a supported database."""
        self._siblings = siblings
        try:
            self.url = sa.make_url(url)
        except (SQLAlchemyError, ValueError) as error:
            raise LastRaftError("database: expected an URL such as sqlite+aiosqlite:///tables.sqlite") from error
        self._timeout = timeout
        self.postgres = self.url.get_backend_name() == "postgresql"
        if self.url.drivername not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
            raise LastRaftError(f"database {self.url.drivername!r}: sqlite+aiosqlite or postgresql+asyncpg")
        if not self.postgres and self.url.database in (None, "", ":memory:"):
            raise LastRaftError("an SQLite database is a file: sqlite+aiosqlite:///tables.sqlite")
        self.shared = self.postgres or siblings is not None
        """Whether other processes append too."""
        self.insert = INSERT[self.url.get_backend_name()]
        """The dialect's `insert`, which knows conflicts."""
        self._queue: asyncio.Queue[tuple[Append, asyncio.Future[bool]]] = asyncio.Queue()
        self._waiting = 0
        self._writer: AsyncConnection | None = None
        self._sqlite: SqliteWriter | None = None
        self._lock_file: IO[str] | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        self._write_lock = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._engine: AsyncEngine
        self.write_error = ""
        """Why the last write failed; empty if it did not."""
        self._logged = 0.0

    def claim(self) -> None:
        """Lock an SQLite file: other servers would not be notified of what is written there.

        :raises LastRaftError: if another server uses it.
        """
        if self.shared or fcntl is None:  # the processes of one server have it locked together
            return
        file = Path(str(self.url.database))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._lock_file = file.with_name(f"{file.name}.lock").open("w")
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LastRaftError(f"another server has {file}; end it, or choose another file with --database") from error
        except OSError:
            pass  # `open` reports a folder that cannot be used

    def release_claim(self) -> None:
        """Let other servers use the file again."""
        if self._lock_file is not None:
            self._lock_file.close()

    @property
    def shown(self) -> str:
        """The URL without its password."""
        secret = {name: "***" for name in self.url.query if "password" in name}
        return self.url.update_query_dict(secret).render_as_string(hide_password=True)

    async def open(self) -> None:
        """Connect, migrate the schema, and start to write.

        :raises LastRaftError: if the database cannot be opened.
        """
        with self._explaining():
            if not self.postgres:
                file = Path(str(self.url.database))
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch(0o600)  # it holds seeds and the secret that signs cookies
                self._sqlite = SqliteWriter(self.url, self._timeout)
            self._engine = self._create_engine()
            await self._migrate()
        if not self.shared:
            # One process owns an SQLite file: the leases of an earlier one are void.
            async with self.writing() as c:
                await c.execute(sa.update(leases).values(until=_least(leases.c.until, self._now())))
        self._tasks.append(asyncio.create_task(self._keep_writing(), name="store writer"))

    @asynccontextmanager
    async def opened_to_read(self) -> AsyncIterator[str]:
        """Connect to a database as it is, only to read: none is created, nothing is migrated or written, also while a
        server of an older version runs. Gives the version of its schema.

        :raises NoDatabase: if there is none.
        :raises LastRaftError: if it cannot be opened, or a newer program made it.
        """
        with self._explaining():
            there = self.postgres or is_readable(Path(str(self.url.database)))
            self._engine = self._create_engine(only_read=True)
        try:
            if not there:
                raise NoDatabase(f"there is no database {self.shown}; name the one of your server")
            with self._explaining():
                async with self._engine.connect() as c:
                    version = await c.run_sync(version_of)
                check_not_newer(version)
            if not version:
                raise NoDatabase(f"the database {self.shown} has nothing of Last Raft; name the one of your server")
            yield version
        finally:
            await self._engine.dispose()
            self.release_claim()

    async def is_writable(self) -> bool:
        """Whether a server could write to the database, found out without writing."""
        if not self.postgres:
            file = Path(str(self.url.database))
            return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
        async with self.reading() as c:
            query = "SELECT NOT pg_is_in_recovery() AND has_table_privilege('settings', 'UPDATE')"
            return bool((await c.execute(sa.text(query))).scalar())

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Say in one line why a database cannot be opened."""
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError, ValueError, TypeError) as error:
            raise LastRaftError(f"the database {self.shown} cannot be opened: {_reason(error)}") from error
        except ImportError as error:
            raise LastRaftError(
                f"the database {self.shown} needs {error.name}: pip install 'lastraft[postgres]'"
            ) from error

    def _create_engine(self, only_read: bool = False) -> AsyncEngine:
        if self.postgres:
            return create_async_engine(
                self.url,
                pool_size=5,
                pool_pre_ping=True,
                pool_timeout=self._timeout,
                connect_args={
                    "timeout": self._timeout,
                    "command_timeout": self._timeout,
                    "server_settings": {"default_transaction_read_only": "on"} if only_read else {},
                },
                hide_parameters=True,  # logged errors must not hold ids, chat or seeds
            )
        engine = create_async_engine(self.url, hide_parameters=True)
        pragmas = ("query_only=ON",) if only_read else DURABLE
        sa.event.listen(engine.sync_engine, "connect", pragmas_at_connect(self._timeout, pragmas))
        return engine

    async def __aenter__(self) -> Store:
        await self.open()
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what is queued, then disconnect."""
        while self._waiting:
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._writer is not None:
            await self._writer.close()
        if self._sqlite is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._sqlite.close)
        self._thread.shutdown()
        await self._engine.dispose()
        self.release_claim()

    async def _migrate(self) -> None:
        if self._sqlite is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._sqlite.migrate)
            return
        async with self._engine.connect() as c:
            if await c.run_sync(version_of) == HEAD:
                return
        async with self._engine.begin() as c:
            await c.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            await c.run_sync(upgrade)

    async def append(self, entry: Append) -> bool:
        """Append an entry. True: it is on disk. False: the log already has an entry of that number.

        :raises StoreDown: if the database failed; whether the entry was kept is unknown.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((entry, done))
        self._waiting += 1
        try:
            return await done
        finally:
            self._waiting -= 1

    async def _keep_writing(self) -> None:
        while True:
            batch = [await self._queue.get()]
            async with self._write_lock:
                while len(batch) < GROUP and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                try:
                    kept = await self._write_all([append for append, _ in batch])
                except Exception as error:  # whatever it is, all callers must be told
                    self._note_write(error)
                    for _, done in batch:
                        if not done.done():
                            done.set_exception(StoreDown(f"the database failed: {type(error).__name__}"))
                    continue
                self._note_write(None)
                if self._siblings and not self.postgres:
                    for append, _ in batch:
                        if (append.table, append.number) in kept:
                            self._siblings.appended(append.table, append.number, append.body)
                for append, done in batch:
                    if not done.done():
                        done.set_result((append.table, append.number) in kept)

    async def _write_all(self, appends: list[Append]) -> set[tuple[str, int]]:
        """Write entries in one transaction; return which were kept."""
        # All servers use the same order, so that transactions cannot deadlock.
        appends = sorted(appends, key=lambda append: (append.table, append.number))
        if self._sqlite is not None:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._sqlite.write, appends)
        async with self._appending() as c:
            return await c.run_sync(write_appends, appends)

    @asynccontextmanager
    async def _appending(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on the writer's connection, which is kept until it fails."""
        if self._writer is None:
            self._writer = await self._engine.connect()
        try:
            async with self._writer.begin():
                yield self._writer
        except BaseException:
            broken, self._writer = self._writer, None
            with suppress(Exception):
                await broken.invalidate()
                await broken.close()
            raise

    async def read(self, table: str, after: int = 0) -> list[tuple[int, str]]:
        """The entries of a table's log after a number."""
        query = sa.select(entries.c.number, entries.c.body).where(entries.c.table_id == table, entries.c.number > after)
        async with self.reading() as c:
            return [(row[0], row[1]) for row in await c.execute(query.order_by(entries.c.number))]

    async def update_listing(self, table: str, shown: Listing) -> None:
        """Store what lists show of a table."""
        other = sa.or_(*(tables.c[name] != value for name, value in shown._asdict().items()))
        async with self.writing() as c:
            await c.execute(sa.update(tables).where(tables.c.id == table, other).values(**shown._asdict()))

    def _note_write(self, error: Exception | None) -> None:
        """Count, log and remember whether a write failed, such as for a full disk."""
        if error is None and not self.write_error:
            return
        WRITABLE.set(error is None)
        before, self.write_error = self.write_error, _reason(error) if error else ""
        if error is None:
            log.warning("the database takes writes again")
            return
        FAILED_WRITES.inc()
        if self.write_error != before or time.monotonic() > self._logged + 60:
            self._logged = time.monotonic()
            log.error("the database refused a write", extra={"why": self.write_error})

    async def ping(self) -> None:
        """Raise `StoreDown` if the database does not answer."""
        async with self.reading() as c:
            await c.execute(sa.select(1))

    async def retry_writing(self) -> None:
        """Raise `StoreDown` if a write failed and the database still takes none."""
        if self.write_error:
            await self.set_setting("written", str(clock.now()))

    async def count(self, person: str = "", origin: str = "") -> int:
        """The number of tables that are not over, of all, of one person or opened from one address."""
        query = sa.select(sa.func.count()).select_from(tables).where(tables.c.status != "over")
        if origin:
            query = query.where(tables.c.origin == origin)
        if person:
            query = query.join_from(tables, people, people.c.table_id == tables.c.id).where(people.c.person == person)
        async with self.reading() as c:
            return int((await c.execute(query)).scalar_one())

    async def listed(self, most: int = 50) -> list[str]:
        """Summaries of the listed tables, the newest first."""
        query = sa.select(tables.c.summary).where(tables.c.listed, tables.c.status != "over")
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query.order_by(tables.c.updated.desc()).limit(most))]

    async def idle(self, status: str, before: float) -> list[str]:
        """The tables of a status whose listing has not changed since ``before``."""
        query = sa.select(tables.c.id).where(tables.c.status == status, tables.c.updated < before)
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query)]

    async def tables_of(self, person: str, most: int = 50) -> list[str]:
        """The ids of the tables where a person sat or is invited: those not over first, then the newest."""
        query = sa.select(tables.c.id).join(people, people.c.table_id == tables.c.id).where(people.c.person == person)
        query = query.order_by(tables.c.status == "over", tables.c.updated.desc()).limit(most)
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query)]

    async def going_tables_of(self, person: str, most: int = 50) -> list[str]:
        """The ids of the tables of a person that are not over, the newest first."""
        query = sa.select(tables.c.id).join(people, people.c.table_id == tables.c.id).where(people.c.person == person)
        query = query.where(tables.c.status != "over").order_by(tables.c.updated.desc()).limit(most)
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query)]

    async def invite(self, table: str, persons: Iterable[str]) -> None:
        """Add a table to those of some people."""
        if rows := [{"person": person, "table_id": table} for person in persons]:
            async with self.writing() as c:
                await c.execute(self.insert(people).on_conflict_do_nothing(), rows)

    async def all_tables(self) -> list[dict[str, Any]]:
        """All rows, the oldest first."""
        async with self.reading() as c:
            return [dict(row._mapping) for row in await c.execute(sa.select(tables).order_by(tables.c.created))]

    async def all_rows(self, kinds: Iterable[sa.Table]) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """All rows of some database tables as they are at one moment; of an older schema what it has."""
        async with self.reading() as c:
            if self.postgres:
                await c.execution_options(isolation_level="REPEATABLE READ")
            else:
                await c.exec_driver_sql("BEGIN")
            present = await c.run_sync(columns_of)
            for kind in [kind for kind in kinds if kind.name in present]:
                columns = [column for column in kind.c if column.name in present[kind.name]]
                async with c.stream(sa.select(*columns).order_by(*kind.primary_key)) as rows:
                    async for row in rows:
                        yield str(kind.name), {str(name): value for name, value in row._mapping.items()}

    async def replace_rows(
        self, kinds: Iterable[sa.Table], rows: Sequence[tuple[str, dict[str, Any]]], batch: int
    ) -> None:
        """Delete everything and write these rows, in one transaction."""
        async with self.writing() as c:
            await c.execute(sa.delete(leases))
            for kind in kinds:
                await c.execute(sa.delete(kind))
                values = [row for name, row in rows if name == kind.name]
                for i in range(0, len(values), batch):
                    await c.execute(sa.insert(kind), values[i : i + batch])
            for kind in kinds:
                if self.postgres and "id" in kind.c and isinstance(kind.c.id.type, sa.Integer):  # they go on counting
                    top = sa.select(sa.func.coalesce(sa.func.max(kind.c.id), 0) + 1).scalar_subquery()
                    await c.execute(sa.select(sa.func.setval(f"{kind.name}_id_seq", top, False)))

    async def has_rows(self, kinds: Iterable[sa.Table]) -> bool:
        """Whether any of some database tables has a row."""
        async with self.reading() as c:
            present = await c.run_sync(columns_of)
            counts = [sa.exists(sa.select(1).select_from(kind)) for kind in kinds if kind.name in present]
            return bool((await c.execute(sa.select(sa.or_(sa.false(), *counts)))).scalar())

    async def has_leases(self) -> bool:
        """Whether a server looks after any table."""
        async with self.reading() as c:
            return bool((await c.execute(sa.select(sa.exists().where(leases.c.until > self._now())))).scalar())

    async def due(self, holder: str, late: float = 0, most: int = 100) -> list[str]:
        """Tables that have been due for ``late`` seconds and that no other server holds the lease of."""
        busy = sa.exists().where(leases.c.table_id == tables.c.id, leases.c.until > self._now())
        free = ~busy.where(leases.c.holder != holder)
        query = (
            sa.select(tables.c.id).where(tables.c.due <= self._now() - late, free).order_by(tables.c.due).limit(most)
        )
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query)]

    async def lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Take or renew the lease of a table; None if another server holds it, otherwise for how many seconds another
        server has not renewed it, which took it and did not give it back."""
        now = self._now()
        old = sa.select(now - leases.c.until + seconds).where(leases.c.table_id == table, leases.c.holder != holder)
        put = self.insert(leases).values(table_id=table, holder=holder, until=now + seconds)
        put = put.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"holder": holder, "until": now + seconds},
            where=(leases.c.until <= now) | (leases.c.holder == holder),
        )
        async with self.writing() as c:
            unattended = (await c.execute(old)).scalar()
            taken = (await c.execute(put.returning(leases.c.holder))).first() is not None
        return float(unattended or 0) if taken else None

    async def renew(self, held: Sequence[str], holder: str, seconds: float) -> set[str]:
        """Renew leases; return those still held."""
        if not held:
            return set()
        mine = (leases.c.holder == holder) & leases.c.table_id.in_(held)
        keep = sa.update(leases).where(mine).values(until=self._now() + seconds).returning(leases.c.table_id)
        async with self.writing() as c:
            return {row[0] for row in await c.execute(keep)}

    async def release(self, table: str, holder: str, due: float | None, known: float) -> None:
        """Give a lease back; the table is ``due`` again then, unless an entry later than ``known`` says otherwise."""
        async with self.writing() as c:
            seen = (tables.c.id == table) & (tables.c.due <= known)
            await c.execute(sa.update(tables).where(seen).values(due=due))
            await c.execute(sa.delete(leases).where(leases.c.table_id == table, leases.c.holder == holder))

    async def release_all(self, holder: str) -> None:
        """End all leases of a server that stops, so that the others need not wait."""
        async with self.writing() as c:
            await c.execute(sa.delete(leases).where(leases.c.holder == holder))

    async def secret(self, name: str) -> str:
        """A secret that all servers of this database share, generated by the first."""
        async with self.writing() as c:
            return await self._setting(c, name, secrets.token_urlsafe(32))

    async def setting(self, name: str) -> str:
        """A setting that servers share; empty if there is none."""
        async with self.reading() as c:
            return (await c.execute(sa.select(settings.c.value).where(settings.c.name == name))).scalar() or ""

    async def set_setting(self, name: str, value: str) -> None:
        put = self.insert(settings).values(name=name, value=value)
        async with self.writing() as c:
            await c.execute(put.on_conflict_do_update(index_elements=["name"], set_={"value": value}))

    async def delete(self, ids: Sequence[str]) -> None:
        """Delete tables with their logs."""
        async with self.writing() as c:
            for kind in (entries, people, leases, reports, calls):
                await c.execute(sa.delete(kind).where(kind.c.table_id.in_(ids)))
            await c.execute(sa.delete(tables).where(tables.c.id.in_(ids)))

    async def tell_rewritten(self, ids: Iterable[str], server: str) -> None:
        """Tell the other servers that the logs of some tables are not as they were: load them again."""
        if self.postgres:
            async with self.writing() as c:
                await c.execute(NOTIFY, [{"channel": CHANNEL, "notice": f"{id} 0 {server}"} for id in ids])
        elif self._siblings:
            for id in ids:
                self._siblings.appended(id, 0, server)

    async def other_secrets(self, kind: str = "cookie") -> list[str]:
        """The secrets that came with imported tables: those whose cookies are accepted too, or of another kind."""
        query = sa.select(settings.c.value).where(settings.c.name.startswith(IMPORTED.format(kind)))
        async with self.reading() as c:
            return [row[0] for row in await c.execute(query.order_by(settings.c.name))]

    async def accept_secret(self, secret: str, kind: str = "cookie") -> None:
        """Accept the secret of another server, whose tables are imported."""
        async with self.writing() as c:
            await self._setting(c, imported_name(secret, kind), secret)

    async def alive(self) -> None:
        """Note that a server runs, if any table is due at some time."""
        running = sa.exists().where(tables.c.due.is_not(None))
        async with self.writing() as c:
            await c.execute(_set.where(running), {"of": ALIVE, "to": str(clock.now())})

    async def last_alive(self) -> float:
        """When a server last noted that it runs; 0 if none did."""
        return float(await self.setting(ALIVE) or 0)

    async def downtimes(self, least: float) -> list[tuple[float, float]]:
        """From when to when no server ran; the latest counts if it was longer than ``least`` seconds."""
        now = clock.now()
        async with self.writing() as c:
            last = float(await self._setting(c, ALIVE, str(now)))
            downtimes = msgspec.json.decode(await self._setting(c, "absences", "[]"), type=list[tuple[float, float]])
            if now - last > least:
                downtimes = [*downtimes, (last, now)][-MAX_DOWNTIMES:]
                await c.execute(_set, {"of": "absences", "to": msgspec.json.encode(downtimes).decode()})
                await c.execute(_set, {"of": ALIVE, "to": str(now)})
        return downtimes

    async def _setting(self, c: AsyncConnection, name: str, first: str) -> str:
        """Return a setting, created as ``first`` if it is missing, and lock it for this transaction."""
        await c.execute(self.insert(settings).values(name=name, value=first).on_conflict_do_nothing())
        value = await c.execute(sa.select(settings.c.value).where(settings.c.name == name).with_for_update())
        return str(value.scalar_one())

    def listen(self, on_append: OnAppend, on_presence: OnPresence, on_reconnect: Callable[[], None]) -> None:
        """Call ``on_append(table, number, entry)`` when any server appended (a long entry is left empty) or rewrote a
        log (number 0, and the server's name for an entry),
        ``on_presence(server, table, seats)`` when one tells who is connected to it, and ``on_reconnect`` when
        notifications may have been lost."""
        if self._siblings:
            self._siblings.on_append, self._siblings.on_presence = on_append, on_presence
            self._siblings.on_missed = on_reconnect
        if self.postgres:
            work = self._keep_listening(on_append, on_presence, on_reconnect)
            self._tasks.append(asyncio.create_task(work, name="listener"))

    async def send_presence(self, server: str, connected: Mapping[str, list[int]]) -> None:
        """Tell the other servers, by table, which places are connected to this one."""
        if self._siblings and not self.postgres:
            for table, places in connected.items():
                self._siblings.send_presence(server, table, places)
        if self.postgres and connected:
            notices = [f"{table} {server} {' '.join(map(str, seats))}" for table, seats in connected.items()]
            async with self.writing() as c:
                await c.execute(NOTIFY, [{"channel": f"{CHANNEL}_here", "notice": notice} for notice in notices])

    async def _keep_listening(
        self, on_append: OnAppend, on_presence: OnPresence, on_reconnect: Callable[[], None]
    ) -> None:
        import asyncpg

        def notified(_connection: object, _pid: int, channel: str, notice: object) -> None:
            table, about, rest = str(notice).split(" ", 2)
            if channel == CHANNEL:
                on_append(table, int(about), rest)
            else:
                on_presence(about, table, [int(seat) for seat in rest.split()])

        where = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                c = await asyncpg.connect(where, timeout=self._timeout, command_timeout=self._timeout)
                try:
                    await c.add_listener(CHANNEL, notified)
                    await c.add_listener(f"{CHANNEL}_here", notified)
                    on_reconnect()
                    while True:
                        await asyncio.sleep(5)
                        await c.execute("SELECT 1")
                finally:
                    c.terminate()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.5)

    def _now(self) -> sa.ColumnElement[float]:
        """The database's clock, which servers on several machines share; an SQLite file has one server."""
        if self.postgres:
            return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))
        return sa.literal(clock.now(), sa.Float(53))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; SQLite has one writer at a time."""
        async with nullcontext() if self.postgres else self._write_lock:
            try:
                async with self._engine.begin() as c:
                    yield c
                self._note_write(None)
            except (SQLAlchemyError, OSError) as error:
                if isinstance(failed := _failed(error), StoreDown):
                    self._note_write(error)
                raise failed from error

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        try:
            async with self._engine.connect() as c:
                yield c
        except (SQLAlchemyError, OSError) as error:
            raise _failed(error) from error


_set = sa.update(settings).where(settings.c.name == sa.bindparam("of")).values(value=sa.bindparam("to"))


def _failed(error: Exception) -> LastRaftError:
    """What a failed query means: mostly that the database is down."""
    if getattr(getattr(error, "orig", None), "sqlstate", "") == NO_SUCH_CHARACTER:
        return LastRaftError(N_("That holds a character that no text here may have (U+0000); leave it out."))
    return StoreDown(f"the database failed: {type(error).__name__}")


def _reason(error: Exception) -> str:
    """What the database said, without the statement and its values."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0][:200] or type(error).__name__


def _least(a: Any, b: Any) -> sa.ColumnElement[float]:
    return sa.case((a < b, a), else_=b)


def imported_name(secret: str, kind: str = "cookie") -> str:
    """The name of the setting that holds another server's secret."""
    return IMPORTED.format(kind) + hashlib.sha256(secret.encode()).hexdigest()[:16]
