"""The database, the only truth. An append returns when it is on disk, or says that somebody else was first.

Appends that wait at the same moment are written in one transaction. On PostgreSQL every append is told to the other
servers with its line; what they missed they read.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...errors import LastRaftError
from .schema import HEAD, entries, leases, people, settings, tables

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

CHANNEL = "lastraft"
LONGEST_NOTICE = 7900
"""PostgreSQL takes up to 8000 bytes; a line that is longer is read."""
ALIVE = "alive"
MOST_ABSENCES = 100
GROUP = 500
"""How many appends one transaction takes."""
MIGRATING = 0x1A57
"""PostgreSQL's advisory lock for migrations: servers may start together."""


class StoreDown(LastRaftError):
    """The database did not answer; whether the entry was kept is not known."""


class Append(NamedTuple):
    """The next line of a table's log; ``due`` if somebody must see to the table, ``person`` if he sits there now."""

    table: str
    number: int
    body: str
    due: float | None = None
    person: str = ""
    row: dict[str, Any] | None = None
    """A new table's row."""


class Listing(NamedTuple):
    """What lists show of a table."""

    status: str
    listed: bool
    summary: str
    updated: float


Wake = Callable[[str, int, str], None]
Presence = Callable[[str, str, list[int]], None]


class Store:
    """One database."""

    def __init__(self, url: str, patience: float = 10) -> None:
        """
        :raises LastRaftError: if that is no database we know.
        """
        try:
            self.url = sa.make_url(url)
        except (SQLAlchemyError, ValueError) as error:
            raise LastRaftError("database: expected an URL such as sqlite+aiosqlite:///tables.sqlite") from error
        self._timeout = patience
        self.postgres = self.url.get_backend_name() == "postgresql"
        if self.url.drivername not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
            raise LastRaftError(f"database {self.url.drivername!r}: sqlite+aiosqlite or postgresql+asyncpg")
        if not self.postgres and self.url.database in (None, "", ":memory:"):
            raise LastRaftError("an SQLite database is a file: sqlite+aiosqlite:///tables.sqlite")
        self._insert = _insert[self.url.get_backend_name()]
        self._queue: asyncio.Queue[tuple[Append, asyncio.Future[bool]]] = asyncio.Queue()
        self._waiting = 0
        self._writer: AsyncConnection | None = None
        self._file: _File | None = None
        self._claim: IO[str] | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        self._turn = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._engine: AsyncEngine

    # -- opening --------------------------------------------------------------------------------------------------

    def claim(self) -> None:
        """Be the only server of an SQLite file: others would not hear of what is written there.

        :raises LastRaftError: if another server has it.
        """
        if self.postgres or fcntl is None:
            return
        file = Path(str(self.url.database))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._claim = file.with_name(f"{file.name}.lock").open("w")
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LastRaftError(f"another server has {file}; end it, or choose another file with --database") from error
        except OSError:
            pass  # that the folder cannot be used is said when the file is opened

    async def open(self) -> None:
        """Connect, bring the schema up to date, and begin to write.

        :raises LastRaftError: if the database cannot be opened.
        """
        shown = self.url.render_as_string(hide_password=True)
        try:
            if not self.postgres:
                file = Path(str(self.url.database))
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch(0o600)  # seeds and what cookies are signed with are nobody else's
                self._file = _File(self.url, self._timeout)
            self._engine = self._connected()
            await self._migrate()
        except (SQLAlchemyError, OSError, ValueError, TypeError) as error:
            why = str(getattr(error, "orig", None) or error).partition("\n")[0]
            raise LastRaftError(f"the database {shown} cannot be opened: {why or type(error).__name__}") from error
        except ImportError as error:
            raise LastRaftError(f"the database {shown} needs {error.name}: pip install 'lastraft[postgres]'") from error
        if not self.postgres:
            # One process owns an SQLite file: what an earlier one held is free.
            async with self._write() as c:
                await c.execute(sa.update(leases).values(until=_least(leases.c.until, self._now())))
        self._tasks.append(asyncio.create_task(self._keep_writing(), name="store writer"))

    def _connected(self) -> AsyncEngine:
        if self.postgres:
            patience = {"timeout": self._timeout, "command_timeout": self._timeout}
            return create_async_engine(
                self.url,
                pool_size=5,
                pool_pre_ping=True,
                pool_timeout=self._timeout,
                connect_args=patience,
                hide_parameters=True,  # an error that is logged holds no ids, words or seeds
            )
        engine = create_async_engine(self.url, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _careful_sqlite(self._timeout))
        return engine

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        while self._waiting:
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._writer is not None:
            await self._writer.close()
        if self._file is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()
        await self._engine.dispose()

    async def _migrate(self) -> None:
        if self._file is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._file.migrate)
            return
        async with self._engine.connect() as c:
            if await c.run_sync(_version) == HEAD:
                return
        async with self._engine.begin() as c:
            await c.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            await c.run_sync(_bring_up_to_date)

    # -- the logs -------------------------------------------------------------------------------------------------

    async def append(self, line: Append) -> bool:
        """Write a line; False if the table's log already has one of that number. On True it is on disk.

        :raises StoreDown: if the database failed; the line may have been kept or not.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((line, done))
        self._waiting += 1
        try:
            return await done
        finally:
            self._waiting -= 1

    async def _keep_writing(self) -> None:
        while True:
            batch = [await self._queue.get()]
            async with self._turn:
                while len(batch) < GROUP and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                try:
                    kept = await self._write_all([line for line, _ in batch])
                except Exception as error:  # whatever it is, everybody who waits must hear of it
                    for _, done in batch:
                        if not done.done():
                            done.set_exception(StoreDown(f"the database failed: {type(error).__name__}"))
                    continue
                for line, done in batch:
                    if not done.done():
                        done.set_result((line.table, line.number) in kept)

    async def _write_all(self, lines: list[Append]) -> set[tuple[str, int]]:
        """Write lines in one transaction; which of them were kept."""
        # In one order everywhere, so that two servers never wait for each other.
        lines = sorted(lines, key=lambda line: (line.table, line.number))
        if self._file is not None:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._file.write, lines)
        async with self._writing() as c:
            return await c.run_sync(_write_lines, lines)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of the writer, on a connection that it keeps while all goes well."""
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
        """The lines of a table's log after a number."""
        wanted = sa.select(entries.c.number, entries.c.body).where(
            entries.c.table_id == table, entries.c.number > after
        )
        async with self._reading() as c:
            return [(row[0], row[1]) for row in await c.execute(wanted.order_by(entries.c.number))]

    # -- finding tables -------------------------------------------------------------------------------------------

    async def update_listing(self, table: str, shown: Listing) -> None:
        """Keep what lists show of a table, unless it is kept already."""
        other = sa.or_(*(tables.c[name] != value for name, value in shown._asdict().items()))
        async with self._write() as c:
            await c.execute(sa.update(tables).where(tables.c.id == table, other).values(**shown._asdict()))

    async def answers(self) -> None:
        """
        :raises StoreDown: if the database does not.
        """
        async with self._reading() as c:
            await c.execute(sa.select(1))

    async def count(self, person: str = "") -> int:
        """How many tables there are that are not over; somebody's only."""
        wanted = sa.select(sa.func.count()).select_from(tables).where(tables.c.status != "over")
        if person:
            wanted = wanted.join_from(tables, people, people.c.table_id == tables.c.id).where(people.c.person == person)
        async with self._reading() as c:
            return int((await c.execute(wanted)).scalar_one())

    async def listed(self, most: int = 50) -> list[str]:
        """Summaries of the tables that anybody may find, the newest first."""
        wanted = sa.select(tables.c.summary).where(tables.c.listed, tables.c.status != "over")
        async with self._reading() as c:
            return [row[0] for row in await c.execute(wanted.order_by(tables.c.updated.desc()).limit(most))]

    async def lobbies(self, before: float) -> list[str]:
        """The tables whose game has not begun, as far as nothing that lists show has happened there since some time."""
        wanted = sa.select(tables.c.id).where(tables.c.status == "lobby", tables.c.updated < before)
        async with self._reading() as c:
            return [row[0] for row in await c.execute(wanted)]

    async def tables_of(self, person: str, most: int = 50) -> list[str]:
        """The ids of the tables at which somebody sat or to which he is invited: first those that are not over, then
        the newest."""
        wanted = sa.select(tables.c.id).join(people, people.c.table_id == tables.c.id).where(people.c.person == person)
        wanted = wanted.order_by(tables.c.status == "over", tables.c.updated.desc()).limit(most)
        async with self._reading() as c:
            return [row[0] for row in await c.execute(wanted)]

    async def invite(self, table: str, persons: Iterable[str]) -> None:
        """Let people find a table among theirs."""
        if rows := [{"person": person, "table_id": table} for person in persons]:
            async with self._write() as c:
                await c.execute(self._insert(people).on_conflict_do_nothing(), rows)

    async def all_tables(self) -> list[dict[str, Any]]:
        """Every table's row, the oldest first."""
        async with self._reading() as c:
            return [dict(row._mapping) for row in await c.execute(sa.select(tables).order_by(tables.c.created))]

    # -- leases ---------------------------------------------------------------------------------------------------

    async def due(self, holder: str, most: int = 100) -> list[str]:
        """Tables that somebody must look after now and nobody else does."""
        busy = sa.exists().where(leases.c.table_id == tables.c.id, leases.c.until > self._now())
        free = ~busy.where(leases.c.holder != holder)
        wanted = sa.select(tables.c.id).where(tables.c.due <= self._now(), free).order_by(tables.c.due).limit(most)
        async with self._reading() as c:
            return [row[0] for row in await c.execute(wanted)]

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        """Take or keep the lease of a table; False if somebody else has it."""
        now = self._now()
        put = self._insert(leases).values(table_id=table, holder=holder, until=now + seconds)
        put = put.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"holder": holder, "until": now + seconds},
            where=(leases.c.until <= now) | (leases.c.holder == holder),
        )
        async with self._write() as c:
            return (await c.execute(put.returning(leases.c.holder))).first() is not None

    async def renew(self, held: Sequence[str], holder: str, seconds: float) -> set[str]:
        """Keep leases; those that are still ours."""
        if not held:
            return set()
        mine = (leases.c.holder == holder) & leases.c.table_id.in_(held)
        keep = sa.update(leases).where(mine).values(until=self._now() + seconds).returning(leases.c.table_id)
        async with self._write() as c:
            return {row[0] for row in await c.execute(keep)}

    async def release(self, table: str, holder: str, due: float | None, known: float) -> None:
        """Give a lease back; ``due`` is when somebody must look again, as of the line that was written at ``known``."""
        async with self._write() as c:
            seen = (tables.c.id == table) & (tables.c.due <= known)
            await c.execute(sa.update(tables).where(seen).values(due=due))
            await c.execute(sa.delete(leases).where(leases.c.table_id == table, leases.c.holder == holder))

    async def let_go(self, holder: str) -> None:
        """A server that stops ends its leases, so that others need not wait for them."""
        async with self._write() as c:
            mine = leases.c.holder == holder
            await c.execute(sa.update(leases).where(mine).values(until=_least(leases.c.until, self._now())))

    # -- settings -------------------------------------------------------------------------------------------------

    async def secret(self, name: str) -> str:
        """A secret that all servers of this database share, made by the first."""
        async with self._write() as c:
            return await self._setting(c, name, secrets.token_urlsafe(32))

    async def alive(self) -> None:
        """Write down that a server keeps the clocks, if any run."""
        running = sa.exists().where(tables.c.due.is_not(None))
        async with self._write() as c:
            await c.execute(_set.where(running), {"of": ALIVE, "to": str(time.time())})

    async def absences(self, least: float) -> list[tuple[float, float]]:
        """From when to when no server ran; one that has just ended counts if it was longer than ``least`` seconds."""
        now = time.time()
        async with self._write() as c:
            last = float(await self._setting(c, ALIVE, str(now)))
            found = msgspec.json.decode(await self._setting(c, "absences", "[]"), type=list[tuple[float, float]])
            if now - last > least:
                found = [*found, (last, now)][-MOST_ABSENCES:]
                await c.execute(_set, {"of": "absences", "to": msgspec.json.encode(found).decode()})
                await c.execute(_set, {"of": ALIVE, "to": str(now)})
        return found

    async def _setting(self, c: AsyncConnection, name: str, first: str) -> str:
        """A setting, which is ``first`` if nobody has made it; others who want it wait for this transaction."""
        await c.execute(self._insert(settings).values(name=name, value=first).on_conflict_do_nothing())
        found = await c.execute(sa.select(settings.c.value).where(settings.c.name == name).with_for_update())
        return str(found.scalar_one())

    # -- waking ---------------------------------------------------------------------------------------------------

    def listen(self, wake: Wake, presence: Presence, missed: Callable[[], None]) -> None:
        """Call ``wake(table, number, line)`` whenever any server appended (the line is empty if it is long),
        ``presence(server, table, seats)`` when one tells who is connected to it, and ``missed`` when some calls may
        have been lost."""
        if self.postgres:
            self._tasks.append(asyncio.create_task(self._keep_listening(wake, presence, missed), name="listener"))

    async def tell_presence(self, server: str, connected: Mapping[str, list[int]]) -> None:
        """Tell the other servers, by table, which seats' people are connected to this one."""
        if self.postgres and connected:
            said = [f"{table} {server} {' '.join(map(str, seats))}" for table, seats in connected.items()]
            async with self._write() as c:
                await c.execute(_notify, [{"channel": f"{CHANNEL}_here", "said": line} for line in said])

    async def _keep_listening(self, wake: Wake, presence: Presence, missed: Callable[[], None]) -> None:
        import asyncpg

        def heard(_connection: object, _pid: int, channel: str, said: object) -> None:
            table, about, rest = str(said).split(" ", 2)
            if channel == CHANNEL:
                wake(table, int(about), rest)
            else:
                presence(about, table, [int(seat) for seat in rest.split()])

        where = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                c = await asyncpg.connect(where, timeout=self._timeout, command_timeout=self._timeout)
                try:
                    await c.add_listener(CHANNEL, heard)
                    await c.add_listener(f"{CHANNEL}_here", heard)
                    missed()
                    while True:
                        await asyncio.sleep(5)
                        await c.execute("SELECT 1")
                finally:
                    c.terminate()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.5)

    # -- how ------------------------------------------------------------------------------------------------------

    def _now(self) -> sa.ColumnElement[float]:
        """The database's clock: servers on several machines share it."""
        if self.postgres:
            return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))
        return sa.literal_column("((julianday('now') - 2440587.5) * 86400.0)", sa.Float(53))

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own; SQLite has one writer at a time."""
        try:
            if self.postgres:
                async with self._engine.begin() as c:
                    yield c
            else:
                async with self._turn, self._engine.begin() as c:
                    yield c
        except (SQLAlchemyError, OSError) as error:
            raise StoreDown(f"the database failed: {type(error).__name__}") from error

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as c:
                yield c
        except (SQLAlchemyError, OSError) as error:
            raise StoreDown(f"the database failed: {type(error).__name__}") from error


class _File:
    """The writer of an SQLite file, in a thread of its own: a transaction is one errand, not one for each statement."""

    def __init__(self, url: sa.URL, patience: float) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        sa.event.listen(self._engine, "connect", _careful_sqlite(patience))
        self._connection: sa.Connection | None = None

    def migrate(self) -> None:
        with self._engine.begin() as c:
            _bring_up_to_date(c)

    def write(self, lines: list[Append]) -> set[tuple[str, int]]:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                return _write_lines(self._connection, lines)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                broken.close()
        self._engine.dispose()


_insert: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
_due = sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(due=sa.bindparam("at"))
_set = sa.update(settings).where(settings.c.name == sa.bindparam("of")).values(value=sa.bindparam("to"))
_notify = sa.text("SELECT pg_notify(:channel, :said)")


def _write_lines(c: sa.Connection, lines: list[Append]) -> set[tuple[str, int]]:
    insert = _insert[c.dialect.name]
    if rows := [line.row for line in lines if line.row]:
        c.execute(insert(tables).on_conflict_do_nothing(), rows)
    values = [{"table_id": line.table, "number": line.number, "body": line.body} for line in lines]
    added = insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.number)
    kept = {(row[0], row[1]) for row in c.execute(added, values)}
    mine = [line for line in lines if (line.table, line.number) in kept]
    if due := [{"of": line.table, "at": line.due} for line in mine if line.due is not None]:
        c.execute(_due, due)
    if sat := [{"person": line.person, "table_id": line.table} for line in mine if line.person]:
        c.execute(insert(people).on_conflict_do_nothing(), sat)
    if c.dialect.name == "postgresql" and mine:
        c.execute(_notify, [{"channel": CHANNEL, "said": _notice(line)} for line in mine])
    return kept


def _notice(line: Append) -> str:
    body = line.body if len(line.body.encode()) < LONGEST_NOTICE else ""
    return f"{line.table} {line.number} {body}"


def _least(a: Any, b: Any) -> sa.ColumnElement[float]:
    return sa.case((a < b, a), else_=b)


def _careful_sqlite(patience: float) -> Callable[[Any, object], None]:
    """What is acknowledged survives a power cut: the log is synced at every commit."""

    def connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(1000 * patience)}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return connect


def _version(c: sa.Connection) -> str:
    if not sa.inspect(c).has_table("alembic_version"):
        return ""
    return str(c.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")


def _bring_up_to_date(c: sa.Connection) -> None:
    """
    :raises ValueError: if a newer program made it.
    """
    there = _version(c)
    if there > HEAD:
        raise ValueError(f"a newer Last Raft made it (version {there}, this one knows {HEAD})")
    if there < HEAD:
        _upgrade(c)


def _upgrade(c: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = c
    command.upgrade(config, "head")
