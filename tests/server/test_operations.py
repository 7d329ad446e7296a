"""Running a server: health, metrics, a graceful end, exports, limits, several at once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import lastraft
from lastraft.cli import app
from lastraft.errors import BadOption, BadText, LastRaftError
from lastraft.server.ops import process
from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.settings import Limits, Settings, from_environment
from lastraft.server.tables import actions, driver, schema
from lastraft.server.tables.entries import Clock, Paused, encode
from lastraft.server.tables.live_tables import LiveTables
from lastraft.server.tables.messages import message
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table, fold
from lastraft.server.web import app as web
from lastraft.server.web.access import RateLimits, address
from tests.server.helpers import (
    TIMEOUT,
    Data,
    Person,
    Refusal,
    Server,
    eventually,
    free_port,
    opening,
    play_on,
    serving,
    started_table,
)


def test_sigterm_finishes_writes_and_exits_cleanly(folder: Path, tmp_path: Path) -> None:
    """On SIGTERM sockets are told to come back, streams end, and the process leaves with 0; nothing is lost."""

    async def play(server: Server) -> None:
        ada, ben = await Person.named(server, "Ada"), await Person.named(server, "Ben")
        table = await ada.table(seats=2)
        await ben.post(f"/api/tables/{table}/sit")
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as connection, ben.http.stream("GET", f"/api/tables/{table}/stream") as stream:
            assert (await connection.move("draw"))["type"] == "done"
            assert await asyncio.to_thread(server.stop) == 0
            await connection.until(lambda: connection.closed)
            assert connection.closed == 1012
            assert [text async for text in stream.aiter_lines()]
        await asyncio.to_thread(server.start)
        async with ada.socket(table) as connection:
            assert connection.news[-1]["events"]

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", folder) as server:
        asyncio.run(play(server))


def test_sighup_does_not_end_a_server_of_one_process(folder: Path, tmp_path: Path) -> None:
    """Several processes are replaced one by one; this one goes on and says what to do."""

    async def play(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)

        async def said() -> bool:
            return "restart this one" in server.log.read_text()

        await eventually(said, "it says so")
        assert (await ada.get("/api/me"))["name"] == "Ada"

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", folder) as server:
        asyncio.run(play(server))
        assert server.stop() == 0


@pytest.mark.parametrize("prefix", ["", "/raft"])
def test_health_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch, prefix: str) -> None:
    """A monitor is answered however much else comes from its address; but not without any limit."""
    monkeypatch.setattr(web, "HEALTH_A_SECOND", 0.0001)
    monkeypatch.setattr(web, "HEALTH_AT_ONCE", 3)

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask() -> list[int]:
        app = web.HealthMiddleware(answer, Settings(prefix=prefix), RateLimits(0.0001, 1))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            paths = ["/", "/", *[f"{prefix}/health", "/health"] * 2]
            return [(await client.get(path)).status_code for path in paths]

    assert asyncio.run(ask()) == [200, 429, 200, 200, 200, 429]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--url", "http://foo:bar"], "http://foo:bar/api/admin/status cannot be reached"),
        (["ban", "p", "--days", "nan"], "--days: nan cannot be used"),
        (["ban", "p", "--days", "0"], "--days: 0.0 cannot be used"),
        ([], "http://[::1]:{free}/api/admin/status cannot be reached"),
    ],
)
def test_mistakes_of_an_administrator_are_one_line(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    port = str(free_port())
    for name, value in {"ADMIN_TOKEN": "t" * 20, "HOST": "::", "PORT": port}.items():
        monkeypatch.setenv(f"LASTRAFT_{name}", value)
    with pytest.raises(SystemExit) as left:
        app(["admin", *arguments])
    assert left.value.code == 2
    complaint = capfd.readouterr().err.strip()
    assert said.format(free=port) in complaint
    assert len(complaint.splitlines()) == 1


def test_health_and_metrics(lone_server: Server) -> None:
    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        assert (await ada.get("/health"))["status"] == "well"
        await ada.table(seats=2, bots=["random"], start=True)

        async def metrics() -> str:
            text = str(await ada.get("/metrics"))
            return text if "lastraft_loop_delay_seconds_count 0.0" not in text else ""

        text = await eventually(metrics, "the clock has ticked")
        for name in ("lastraft_entries_total", "lastraft_tables_loaded", "lastraft_acknowledged_seconds_bucket"):
            assert name in text
        of_process = ("process_resident_memory_bytes", "process_open_fds", "process_cpu_seconds_total")
        for name in (*(of_process if sys.platform == "linux" else ()), "python_gc_collections_total"):
            assert f"\n{name}" in text, name

    asyncio.run(play())


def test_health_is_503_without_a_database(running_postgres: str, postgres: str, folder: Path) -> None:
    """A server that cannot reach its database says so, and is well again when it can; what was there is there."""
    import asyncpg

    async def allow(connections: bool) -> None:
        c = await asyncpg.connect(running_postgres.replace("+asyncpg", ""))
        name = postgres.rpartition("/")[2]
        await c.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {connections}")
        await c.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        await c.close()

    async def play(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2, bots=["random"], start=True)
        await allow(False)
        answer = await ada.http.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"status": "no database"})
        await allow(True)
        assert (await ada.get("/health"))["status"] == "well"
        assert (await ada.get(f"/api/tables/{table}"))["status"] == "running"

    with serving(postgres, folder) as server:
        asyncio.run(play(server))


def test_idle_tables_are_unloaded_from_memory(tmp_path: Path) -> None:
    """After a while; where there are more than a server should hold, soon. Their logs bring them back."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", limits=Limits(loaded_tables=2))

    async def look() -> None:
        store = Store(settings.database)
        await store.open()
        tables = LiveTables(store, settings)
        loaded = [await tables.create(opening("p0", "driftwood", 2)) for _ in range(2)]
        for live in loaded:
            live.used -= 60
        tables.unload_idle()
        assert len(tables.loaded) == 2
        await tables.create(opening("p0", "driftwood", 2))
        tables.unload_idle()
        assert len(tables.loaded) == 1
        assert (await tables.get(loaded[0].table.id)).table.number == 1
        await store.close()

    asyncio.run(look())


def test_what_waits_while_its_table_is_dropped_is_done_and_seen(tmp_path: Path) -> None:
    """Such as when somebody is forgotten: the table loaded instead learns of it, and only that one is driven."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")

    async def look() -> None:
        store = Store(settings.database)
        await store.open()
        tables = LiveTables(store, settings)
        looks_after = driver.Driver(tables)
        live = await tables.create(opening("p0", "driftwood", 2, clock=Clock("move", 100)))
        for seat in range(2):
            await tables.act(live, lambda table, seat=seat: actions.sit(table, f"p{seat}", f"Person {seat}"))  # type: ignore[misc]
        async with live.lock:
            waiting = asyncio.create_task(tables.act(live, lambda table: actions.start(table, "p0")))
            await asyncio.sleep(0)
            tables.unload(live)
            again = await tables.get(live.table.id)
        number = await waiting
        async with asyncio.timeout(TIMEOUT):
            while again.table.number < number:
                await asyncio.sleep(0.01)
        looks_after.consider(live)
        assert not looks_after._running
        looks_after.consider(again)
        assert [*looks_after._running] == [again.table.id]
        await looks_after.stop()
        await store.close()

    asyncio.run(look())


def test_what_is_acknowledged_is_synced(lone_server: Server, sqlite: str) -> None:
    """SQLite keeps a write-ahead log and syncs it at every commit: a power cut loses nothing acknowledged."""

    async def look() -> None:
        store = Store(sqlite)
        await store.open()
        async with store._engine.connect() as c:
            for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2)):
                assert (await c.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == wanted
        await store.close()

    asyncio.run(look())


async def cookie_secret(database: str) -> str:
    """What a database's servers sign cookies with."""
    store = Store(database)
    await store.open()
    try:
        return await store.secret("cookie")
    finally:
        await store.close()


def test_export_and_import(lone_server: Server, sqlite: str, folder: Path, tmp_path: Path) -> None:
    """Tables move to another database with all their seats, links and games, and go on there."""
    file = tmp_path / "tables.ndjson"

    async def play(server: Server) -> tuple[str, Person, Person, list[Any]]:
        ada, ben = await Person.named(server, "Ada"), await Person.named(server, "Ben")
        table = await ada.table(seats=2)
        await ben.post(f"/api/tables/{table}/sit")
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as connection:
            await connection.move("draw")
            await connection.until(lambda: connection.news[-1]["kind"] == "move")
            return table, ada, ben, connection.news

    async def go_on(server: Server, table: str, ada: Person, ben: Person, news: list[Any]) -> None:
        ada, ben = ada.at(server), ben.at(server)
        async with ada.socket(table) as a, ben.socket(table) as b:
            assert a.news == news
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))

    played = asyncio.run(play(lone_server))
    with file.open("w") as out:
        assert export_tables(Settings(database=sqlite), out, [played[0]]) == 1
    with pytest.raises(LastRaftError), file.open() as lines:
        export_tables(Settings(database=sqlite), lines, ["none-such"])
    other = f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite'}"
    exported = json.loads(file.read_text())
    cut_off = json.dumps({**exported, "entries": exported["entries"][:3]})
    assert import_tables(Settings(database=other), [cut_off]) == (1, 0)
    for came in ((1, 0), (0, 1)):
        with file.open() as lines:
            assert import_tables(Settings(database=other), lines) == came
    for damaged in ("{}", "nonsense", json.dumps({**exported, "entries": exported["entries"][1:]})):
        with pytest.raises(BadText):
            import_tables(Settings(database=other), [damaged])
    assert import_tables(Settings(database=other), [cut_off]) == (0, 1)  # it has gone on since
    said = json.loads(exported["entries"][0]) | {"at": 1.0}
    with pytest.raises(LastRaftError, match="another log"):
        import_tables(Settings(database=other), [json.dumps({**exported, "entries": [json.dumps(said)]})])
    with serving(other, folder, LASTRAFT_SECRET=asyncio.run(cookie_secret(sqlite))) as server:
        asyncio.run(go_on(server, *played))


def test_a_log_that_is_long_takes_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started_table(2)
    monkeypatch.setattr(actions, "LONGEST_LOG", table.number)
    with pytest.raises(actions.Refused, match="only moves are left"):
        actions.undo(table, "p0", "c")
    with pytest.raises(actions.Refused, match="only moves are left"):
        actions.say(table, "p0", "hm", None, "c", 9)
    seat = table.actors[0]
    actions.checked_move(table, seat, table.knowledge(seat).legal[0])


@pytest.mark.parametrize(
    ("host", "counted"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("::ffff:192.0.2.7", "192.0.2.7")],
)
def test_rate_limits_count_ipv6_addresses_by_network(host: str, counted: str) -> None:
    """A provider gives a household half of an IPv6 address; the other half is its own to choose."""
    assert address({"client": (host, 1)}) == counted


def test_a_rematch_that_several_ask_for_seats_everybody_once(lone_server: Server) -> None:
    async def play() -> None:
        ada, ben = [await Person.named(lone_server, name) for name in ("Ada", "Ben")]
        table = await ada.table(seats=3, bots=["random"])
        await ben.post(f"/api/tables/{table}/sit")
        await ada.post(f"/api/tables/{table}/end")
        asked = await asyncio.gather(*(person.post(f"/api/tables/{table}/rematch") for person in (ada, ben) * 3))
        (other,) = {answer["table"] for answer in asked}
        news = (await ada.get(f"/api/tables/{other}/view"))["news"]
        assert sorted(each["kind"] for each in news) == ["botted", "opened", "sat", "sat"]

    asyncio.run(play())


def test_only_tables_that_are_not_over_count(tmp_path: Path) -> None:
    """Whoever has played a thousand games may open another; and the file is its owner's."""
    limits = {"LASTRAFT_TABLES_OF_A_PERSON": "2", "LASTRAFT_TABLES": "2"}

    async def play(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        for _ in range(4):
            table = await ada.table(seats=2)
            await ada.post(f"/api/tables/{table}/end")
            while (await ada.get("/api/me"))["tables"][0]["status"] != "over":
                await asyncio.sleep(0.01)

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'few.sqlite'}", tmp_path, **limits) as server:
        asyncio.run(play(server))
    assert (tmp_path / "few.sqlite").stat().st_mode & 0o777 == 0o600


def test_listing_is_repaired_after_a_server_died_as_a_table_ended(tmp_path: Path) -> None:
    """Lists and limits find out that it is over as soon as anybody looks."""
    file = tmp_path / "tables.sqlite"

    async def play(server: Server) -> tuple[Person, str]:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2)
        await ada.post(f"/api/tables/{table}/end")
        return ada, table

    async def look(server: Server, ada: Person, table: str) -> None:
        ada = ada.at(server)
        await ada.get(f"/api/tables/{table}")

        async def opens() -> str:
            try:
                return await ada.table(seats=2)
            except Refusal:
                return ""

        await eventually(opens, "it counts no more")

    with serving(f"sqlite+aiosqlite:///{file}", tmp_path, LASTRAFT_TABLES="1") as server:
        ada, table = asyncio.run(play(server))
        server.stop()
        with sqlite3.connect(file) as c:
            c.execute("UPDATE tables SET status = 'lobby'")
        server.start()
        asyncio.run(look(server, ada, table))


def test_an_export_is_private_and_a_failed_one_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRAFT_DATA", str(tmp_path))
    asyncio.run(cookie_secret(from_environment().url))
    file = tmp_path / "tables.lines"
    for line, works in (("", True), ("--table none-such", False), ("--database nonsense", False), ("", True)):
        with pytest.raises(SystemExit) as left:
            app(["export", str(file), *line.split()])
        assert bool(left.value.code) != works
        assert ("secrets" in file.read_text()) == works
        assert (file.read_text() == "precious") != works
        assert file.stat().st_mode & 0o777 == 0o600
        file.write_text("precious")


def test_an_export_without_tables_has_the_people(tmp_path: Path) -> None:
    """And both commands take the settings of a file."""
    one, two, file = tmp_path / "one.sqlite", tmp_path / "two.sqlite", tmp_path / "people.lines"
    for database in (one, two):
        asyncio.run(cookie_secret(f"sqlite+aiosqlite:///{database}"))
        database.with_suffix(".toml").write_text(f'database = "sqlite+aiosqlite:///{database}"')
    with sqlite3.connect(one) as c:
        c.execute("INSERT INTO players (person, handle, name, made, changed) VALUES ('p', 'h', 'Ada', 1, 1)")
    for command, database in (("export", one), ("import", two)):
        with pytest.raises(SystemExit) as left:
            app([command, str(file), "--config", str(database.with_suffix(".toml"))])
        assert left.value.code == 0
    with sqlite3.connect(two) as c:
        assert c.execute("SELECT name FROM players").fetchall() == [("Ada",)]
        assert c.execute("SELECT count(*) FROM settings WHERE name LIKE 'imported cookie %'").fetchone() == (1,)


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Things that cannot be used: a port that is taken, a file that is no database, one from the future."""
    (tmp_path / "text.sqlite").write_text("not a database at all, but long enough to be read as one " * 20)
    newer = sqlite3.connect(tmp_path / "newer.sqlite")
    newer.executescript("CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('9999');")
    newer.close()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield {"folder": str(tmp_path), "taken": str(taken.getsockname()[1]), "free": str(free_port())}


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        ("serve --database mysql://x", {}, "sqlite+aiosqlite or postgresql+asyncpg"),
        ("serve --database nonsense", {}, "expected an URL"),
        ("serve --database sqlite+aiosqlite://", {}, "an SQLite database is a file"),
        ("serve --database sqlite:///x.sqlite", {}, "sqlite+aiosqlite or postgresql+asyncpg"),
        ("serve --port {free} --database sqlite+aiosqlite:///{folder}/text.sqlite", {}, "file is not a database"),
        ("serve --port {free} --database sqlite+aiosqlite:///{folder}/newer.sqlite", {}, "a newer Last Raft made it"),
        ("serve --port {free} --database sqlite+aiosqlite:///{folder}", {}, "cannot be opened"),
        ("serve --port {free} --database sqlite+aiosqlite:///{folder}/text.sqlite/x", {}, "cannot be opened"),
        ("serve --port {free} --database postgresql+asyncpg://nobody@127.0.0.1:{free}/x", {}, "cannot be opened"),
        ("serve --port 8300 --host 192.0.2.1", {}, "choose another with --port"),
        ("serve --port {taken}", {}, "choose another with --port"),
        ("serve --host no.such.host.invalid", {}, "choose another with"),
        ("serve --port 99999", {}, "--port: 99999 cannot be used"),
        ("serve --port many", {}, "--port"),
        ("serve --colour red", {}, "--colour"),
        ("serve", {"LASTRAFT_PORT": "many"}, "LASTRAFT_PORT: 'many' cannot be used: expected `int`"),
        ("serve", {"LASTRAFT_PROT": "9000"}, "LASTRAFT_PROT is no setting; is LASTRAFT_PORT meant?"),
        ("serve", {"LASTRAFT_TABLES": "-1"}, "LASTRAFT_TABLES: '-1' cannot be used: expected `int` >= 1"),
        ("serve", {"LASTRAFT_COMPRESS": "perhaps"}, "LASTRAFT_COMPRESS: 'perhaps' cannot be used: expected `bool`"),
        ("serve", {"LASTRAFT_LEASE_SECONDS": "nan"}, "LASTRAFT_LEASE_SECONDS: 'nan'"),
        ("serve", {"LASTRAFT_LEASE_SECONDS": "0"}, "LASTRAFT_LEASE_SECONDS: '0'"),
        ("serve", {"LASTRAFT_GAMES": "no.such.module"}, "no.such.module"),
        ("serve", {"LASTRAFT_NETS": "{folder}/nowhere"}, "which is no folder"),
        ("serve", {"LASTRAFT_HOST": ""}, "LASTRAFT_HOST: '' cannot be used"),  # it would be every address
        ("serve", {"LASTRAFT_HOSTS": "http://raft.example/"}, "LASTRAFT_HOSTS: 'http://raft.example/' cannot be used"),
        ("serve", {"LASTRAFT_PREFIX": "/a?b"}, "LASTRAFT_PREFIX: '/a?b' cannot be used"),
        ("serve", {"LASTRAFT_LIMITS": "5"}, "LASTRAFT_LIMITS is no setting"),
        ("serve --database postgresql+asyncpg://x:many/y", {}, "expected an URL"),
        ("serve --port {free} --database postgresql+asyncpg://x@127.0.0.1/y?colour=red", {}, "cannot be opened"),
        ("export none-such/file", {}, "none-such/file"),
        ("import none-such.file", {}, "none-such.file"),
    ],
)
def test_mistakes_on_the_command_line_are_one_line_and_exit_code_2(
    arguments: str,
    environment: dict[str, str],
    said: str,
    crowd: dict[str, str],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line that says what to do, and exit code 2."""
    monkeypatch.setenv("LASTRAFT_DATA", crowd["folder"])
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as left:
        app(arguments.format(**crowd).split())
    assert left.value.code == 2
    complaint = capfd.readouterr().err.strip()
    assert said in complaint
    assert len(complaint.splitlines()) == 1


def test_settings_come_from_the_environment_and_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The environment sets everything; what is given by name goes before it."""
    monkeypatch.setenv("LASTRAFT_PORT", "9000")
    monkeypatch.setenv("LASTRAFT_HOSTS", "raft.example, other.example")
    monkeypatch.setenv("LASTRAFT_CHAT_LENGTH", "10")
    monkeypatch.setenv("LASTRAFT_DATA", str(tmp_path))
    settings = from_environment(port=None, host="::1")
    assert (settings.port, settings.host, settings.limits.chat_length) == (9000, "::1", 10)
    assert settings.hosts == ("raft.example", "other.example")
    assert str(tmp_path) in settings.url
    monkeypatch.setenv("LASTRAFT_NETS", str(tmp_path))
    assert from_environment() is not None
    monkeypatch.setenv("LASTRAFT_NETS", str(tmp_path / "nowhere"))
    with pytest.raises(lastraft.BadOption, match=r"LASTRAFT_NETS names .* which is no folder"):
        from_environment()
    monkeypatch.delenv("LASTRAFT_NETS")
    monkeypatch.setenv("LASTRAFT_TABLES", "many")
    with pytest.raises(BadOption):
        from_environment()


def test_migrations_make_the_schema(sqlite: str, postgres: str) -> None:
    """A database made by the migrations is what the code expects, on either kind, and the newest of them is named."""
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD

    async def compare(database: str) -> list[Any]:
        store = Store(database)
        await store.open()
        async with store._engine.connect() as c:
            differences = await c.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), schema.metadata))
        await store.close()
        return list(differences)

    for database in (sqlite, postgres):
        assert asyncio.run(compare(database)) == []


def test_an_unloaded_table_is_loaded_again_from_its_log(tmp_path: Path) -> None:
    """Tables that nobody uses leave the memory; asked for again, they are as they were."""

    async def play() -> None:
        settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", idle_seconds=0)
        store = Store(settings.url)
        await store.open()
        tables = LiveTables(store, settings)
        live = await tables.create(opening("p0", "driftwood", 2))
        for seat in range(2):
            await tables.act(live, lambda table, seat=seat: actions.sit(table, f"p{seat}", f"P{seat}"))  # type: ignore[misc]
        await tables.act(live, lambda table: actions.start(table, "p0"))
        await tables.act(live, lambda table: actions.move(table, "p0", "draw", 1, "one"))
        before = sent(live.table, 0)
        await asyncio.sleep(0.01)
        tables.unload_idle()
        assert not tables.loaded
        again = await tables.get(live.table.id)
        assert again is not live
        assert sent(again.table, 0) == before
        await asyncio.sleep(0.1)
        await store.close()

    asyncio.run(play())


def sent(table: Table, reader: int) -> Data:
    """All that a reader is sent, without the clocks."""
    return {**message(table, f"p{reader}", None, "en", 999), "clock": None}


def test_a_log_makes_the_same_table() -> None:
    """What is in memory can be made again from the log, line by line, as text."""
    rnd = random.Random(3)
    table = started_table(5, 3, clock=Clock("bank", 300, 5), grace=4)
    while table.actors:
        seat = rnd.choice(table.actors)
        table.apply(actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal), f"c{table.number}"))
        if table.may_undo(seat) and rnd.random() < 0.3:
            table.apply(actions.undo(table, f"p{seat}", ""))
        if rnd.random() < 0.2:
            table.apply(actions.say(table, f"p{seat}", "hm", rnd.choice((None, (seat + 1) % 3)), "", 300))
        again = fold(table.id, [encode(item.entry) for item in table.log])
        for reader in range(-1, 3):
            assert sent(again, reader) == sent(table, reader)
        assert again.clients == table.clients
        assert [seat.bank for seat in again.seats] == [seat.bank for seat in table.seats]


def test_a_bank_pays_for_thinking() -> None:
    """Each answered question costs its time and brings the extra; time without a server costs nothing."""
    table = started_table(1, 2, clock=Clock("bank", 100, 5), options={"votes": "no"})

    def move_after(table: Table, seconds: float) -> None:
        seat = table.actors[0]
        entry = actions.checked_move(table, seat, table.knowledge(seat).legal[0])
        table.apply(
            type(entry)(**{f: getattr(entry, f) for f in entry.__struct_fields__} | {"at": table.changed + seconds})
        )

    move_after(table, 30)
    assert table.seats[0].bank == pytest.approx(75)
    assert table.seats[1].bank == 100
    table.apply(Paused(at=table.changed + 50, seconds=50))
    move_after(table, 10)
    assert table.seats[1].bank == pytest.approx(95)


def test_presence_and_bots_across_servers(pair: tuple[Server, Server]) -> None:
    """Who is connected to one server is shown at the other; a server that stops gives its bots away."""

    async def play(one: Server, two: Server) -> None:
        ada, ben = await Person.named(one, "Ada"), (await Person.named(one, "Ben")).at(two)
        table = await ada.table(seats=3, bots=["random"])
        await ben.post(f"/api/tables/{table}/sit")
        await ada.post(f"/api/tables/{table}/start")
        async with ben.socket(table) as b:
            a = ada.socket(table)
            await a.open()
            await b.until(lambda: b.here == [0, 1])
            await a.until(lambda: a.here == [0, 1])
            assert await asyncio.to_thread(one.stop) == 0
            await b.until(lambda: b.here == [1])
            await a.open(ada.at(two))
            await b.until(lambda: b.here == [0, 1])
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            await a.close()

    asyncio.run(play(*pair))


def test_moves_are_refused_while_the_database_is_locked_and_work_afterwards(folder: Path, tmp_path: Path) -> None:
    """While nothing can be written moves are refused, not lost; afterwards the same move is done once."""
    path = tmp_path / "locked.sqlite"

    async def play(server: Server) -> None:
        ada, ben = await Person.named(server, "Ada"), await Person.named(server, "Ben")
        table = await ada.table(seats=2)
        await ben.post(f"/api/tables/{table}/sit")
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as connection:
            blocker = sqlite3.connect(path, isolation_level=None)
            blocker.execute("BEGIN EXCLUSIVE")
            answer = await connection.do(do="move", move="draw", id="once")
            assert answer["code"] == "too-much"
            assert connection.game["question"] == 1
            blocker.execute("ROLLBACK")
            blocker.close()
            first = await connection.do(do="move", move="draw", id="once")
            assert first["type"] == "done"
            assert await connection.do(do="move", move="draw", id="once") == first

    with serving(f"sqlite+aiosqlite:///{path}", folder, LASTRAFT_DATABASE_TIMEOUT="0.3") as server:
        asyncio.run(play(server))


@pytest.mark.parametrize(("program", "there"), [("pass", True), ("raise SystemExit(3)", False)])
def test_native_code_is_compiled_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, there: bool
) -> None:
    """In a process of its own; only when that has done its work it is read here. If it fails, bots play plain."""
    read: list[str] = []
    monkeypatch.setattr(driver, "COMPILER", [sys.executable, "-c", program])
    monkeypatch.setattr(driver, "prepare", lambda game: read.append(game.name))
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
    looks_after = driver.Driver(LiveTables(Store(settings.url), settings))
    game = lastraft.game("driftwood")
    looks_after._compile(game)
    assert read == (["driftwood"] if there else [])
    assert looks_after._compiled.get("driftwood", False) == there


@pytest.fixture
def bots_due(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[driver.Driver, Any]:
    """What looks after tables, and a table where three bots have thought and are due at once."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
    looks_after = driver.Driver(LiveTables(Store(settings.url), settings))
    table = started_table(5, 3)
    for seat in table.seats:
        seat.bot = "random"

    async def thought(_table: Table, bots: list[int]) -> list[int]:
        return [0 for _ in bots]

    monkeypatch.setattr(looks_after, "_think_alike", thought)
    monkeypatch.setattr(driver, "_dues", lambda *_: [(0.0, seat) for seat in range(3)])
    monkeypatch.setattr(driver, "_table_answers", lambda *_: False)
    return looks_after, SimpleNamespace(table=table)


def test_bots_of_many_tables_move_a_few_at_a_time(
    bots_due: tuple[driver.Driver, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many have thought: what a person says meanwhile waits for those few alone."""
    looks_after, live = bots_due
    moving = most = moved = 0

    async def act(*_: object) -> None:
        nonlocal moving, most, moved
        moving += 1
        most = max(most, moving)
        for _step in range(5):  # as a write to the disk would
            await asyncio.sleep(0)
        moving, moved = moving - 1, moved + 1

    async def play() -> None:
        await asyncio.gather(*(looks_after._move(live) for _ in range(10)))

    monkeypatch.setattr(looks_after.tables, "act", act)
    asyncio.run(play())
    assert (most, moved) == (driver.BOT_MOVES_AT_ONCE, 30)


def test_what_waits_is_done_between_the_moves_of_bots(
    bots_due: tuple[driver.Driver, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a move needs to wait for nothing: pages are sent it, and people heard, before the next."""
    looks_after, live = bots_due
    done: list[str] = []

    async def act(*_: object) -> None:
        done.append("move")
        asyncio.get_running_loop().call_soon(done.append, "what waited")

    monkeypatch.setattr(looks_after.tables, "act", act)
    asyncio.run(looks_after._move(live))
    assert done == ["move", "what waited"] * 3


@pytest.mark.parametrize(
    ("busy_for", "objects", "collected"),
    [
        (0, 0, [61, 122]),  # idle: a minute after the last time
        (100, 0, [101, 162]),  # busy: as soon as it is idle again
        (1000, 0, [600, 1001]),  # always busy: after ten minutes
        (100, 10**6, [101, 162]),  # many new objects are collected at once, and only those
    ],
)
def test_garbage_is_collected_when_nobody_waits(
    busy_for: int, objects: int, collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Collecting all objects of hundreds of tables takes half a second, in which nobody is answered."""
    seconds, cpu = 0, 0.0
    collections: list[tuple[int, int]] = []

    async def sleep(_seconds: float) -> None:
        nonlocal seconds, cpu
        if len([each for each in collections if each[1] == 2]) == 2:
            raise asyncio.CancelledError
        cpu += 1.0 if seconds < busy_for else 0.0
        seconds += 1

    def collect(generation: int = 2) -> None:
        collections.append((seconds, generation))

    collector = SimpleNamespace(
        collect=collect, freeze=lambda: None, unfreeze=lambda: None, get_count=lambda: (objects, 0, 0)
    )
    monkeypatch.setattr(process, "gc", collector)
    monkeypatch.setattr(process, "time", SimpleNamespace(process_time=lambda: cpu))
    monkeypatch.setattr(process, "asyncio", SimpleNamespace(sleep=sleep))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(process._collect_garbage())
    assert [second for second, generation in collections if generation == 2] == collected
    young = [second for second, generation in collections if generation == 0]
    assert young == ([] if not objects else [each for each in range(1, collected[1]) if each not in collected])


def test_a_compiler_ends_with_its_server(tmp_path: Path) -> None:
    """However the server ends: nobody goes on compiling for nobody."""
    environment = {**os.environ, "LASTRAFT_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "lastraft.server.ops.compiler", "outlive"]
    compiler = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    assert compiler.stdin is not None
    compiler.stdin.close()
    assert compiler.wait(TIMEOUT) == 1
