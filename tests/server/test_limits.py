"""What one visitor, one silent client, one full disk or one secret left behind could do to everybody."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import socket
import threading
import time
import weakref
from collections.abc import Coroutine, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, driver
from lastraft.server.tables.live_tables import LiveTables
from lastraft.server.tables.store import Store
from lastraft.server.tables.streams import follow
from lastraft.server.tables.table import Table
from lastraft.server.web.identity import Cookies, Guest
from tests.server.helpers import TIMEOUT, Person, Refusal, Server, opening, serving, started_table
from tests.server.test_tables import lobby, refused


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture(scope="module")
def strict(folder: Path) -> Iterator[Server]:
    """A server that allows little, behind a proxy on this machine."""
    limits = {
        "HEARTBEAT_SECONDS": "1",
        "NEW_TABLES_AT_ONCE": "8",
        "NEW_TABLES_A_MINUTE": "0.01",
        "TABLES_OF_AN_ADDRESS": "5",
        "METRICS_TOKEN": "prometheus",
    }
    database = f"sqlite+aiosqlite:///{folder / 'strict.sqlite'}"
    with serving(database, folder, **{f"LASTRAFT_{name}": value for name, value in limits.items()}) as server:
        yield server


async def from_address(server: Server, address: str, name: str = "Ada") -> Person:
    person = Person(server, name)
    person.http.headers["X-Forwarded-For"] = address
    await person.post("/api/me", name=name)
    return person


def test_one_address_cannot_fill_the_server(strict: Server) -> None:
    """Cookies are free, addresses are not: neither many tables nor many in a short time."""

    async def play() -> None:
        refusals = []
        for _ in range(6):
            visitor = await from_address(strict, "192.0.2.1")
            try:
                table = await visitor.table(seats=2)
            except Refusal as refusal:
                refusals.append(refusal.code)
        assert refusals == ["too-much"]
        other = await from_address(strict, "192.0.2.2")
        for _ in range(8):
            table = await other.table(seats=2)
            await other.post(f"/api/tables/{table}/end")
            while (await other.get("/api/me"))["tables"][0]["status"] != "over":
                await asyncio.sleep(0.01)
        assert (await refused(other.table(seats=2))).code == "too-fast"
        assert (await refused(other.post(f"/api/tables/{table}/rematch"))).code == "too-fast"

    run(play())


def test_metrics_are_private(strict: Server) -> None:
    """For programs on this machine, not through its proxy; and for whoever has the token."""
    forwarded = {"X-Forwarded-For": "192.0.2.3"}
    for headers, status in (
        ({}, 200),
        (forwarded, 404),
        ({"Forwarded": "for=192.0.2.3"}, 404),
        ({**forwarded, "Authorization": "Bearer guess"}, 404),
        ({**forwarded, "Authorization": "Bearer prometheus"}, 200),
    ):
        answer = httpx.get(f"{strict.url}/metrics", headers=headers)
        assert answer.status_code == status
        assert ("lastraft_" in answer.text) == (status == 200)


def test_a_socket_that_reads_nothing_is_let_go(strict: Server) -> None:
    """Also while its buffer is full: closing would wait for that."""

    def established(connection: socket.socket) -> bool:
        return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1

    async def open_silent(ada: Person, table: str, kind: str) -> socket.socket:
        silent = socket.socket()
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        silent.connect(("127.0.0.1", strict.port))
        if kind == "requests":  # more answers than any buffer takes
            silent.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 300)
            return silent
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {ada.cookie}\r\n"
        silent.sendall(f"{head}{upgrade}AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        return silent

    async def play() -> None:
        ada = await from_address(strict, "192.0.2.4")
        table = await ada.table(game="hellapagos", seats=6, bots=["random"] * 6, sit=False, start=True)
        silent = [await open_silent(ada, table, kind) for kind in ("socket", "requests") * 3]
        assert all(map(established, silent))
        end = time.monotonic() + TIMEOUT
        while any(map(established, silent)) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        assert not any(map(established, silent))
        for each in silent:
            each.close()

    run(play())


def test_a_full_disk_is_seen(tmp_path: Path) -> None:
    """In the health, the log and the metrics; and when there is room again, all is well."""

    def limit(server: Server, size: int) -> None:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def play(server: Server) -> None:
        table, (ada, _) = await lobby(server, "Ada", "Ben", seats=2)
        assert (await ada.get("/health"))["status"] == "well"
        limit(server, (tmp_path / "tables.sqlite-wal").stat().st_size)
        assert (await refused(ada.post(f"/api/tables/{table}/start"))).status == 503
        answer = await ada.http.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"status": "no writes"})
        assert "lastraft_writable 0.0" in await ada.get("/metrics")
        limit(server, resource.RLIM_INFINITY)
        assert (await ada.get("/health"))["status"] == "well"
        metrics = await ada.get("/metrics")
        assert "lastraft_writable 1.0" in metrics
        assert "lastraft_failed_writes_total 0.0" not in metrics
        assert (await ada.post(f"/api/tables/{table}/start"))["status"] == "running"
        said = [json.loads(line)["said"] for line in server.log.read_text().splitlines()]
        assert "the database refused a write" in said
        assert "the database takes writes again" in said

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        run(play(server))


def test_a_move_to_another_database_keeps_everybody(tmp_path: Path) -> None:
    """Their cookies are known there, also where a server runs already and has people of its own."""
    one, two = [f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("one.sqlite", "two.sqlite")]
    file = tmp_path / "tables.ndjson"

    async def begin(server: Server) -> tuple[Person, str]:
        ada = await Person.named(server, "Ada")
        return ada, await ada.table(seats=2)

    with serving(one, tmp_path) as server:
        ada, table = asyncio.run(begin(server))
        with file.open("w") as out:
            export_tables(Settings(database=one), out)
    with serving(two, tmp_path) as server:
        ben, _ = asyncio.run(begin(server))
    with file.open() as lines:
        assert import_tables(Settings(database=two), lines) == (1, 0)

    async def go_on(server: Server) -> None:
        assert [shown["id"] for shown in (await ada.at(server).get("/api/me"))["tables"]] == [table]
        assert (await ben.at(server).get("/api/me"))["name"] == "Ada"

    with serving(two, tmp_path) as server:
        run(go_on(server))


def test_cookies_are_renewed_by_visits() -> None:
    cookies = Cookies("secret", days=100)
    guest = Guest("somebody", "Ada", time.time() - 9 * 86_400)
    assert cookies.renewed(guest) is None
    renewed = cookies.renewed(msgspec.structs.replace(guest, since=guest.since - 2 * 86_400))
    assert renewed is not None
    assert (renewed.person, renewed.name) == ("somebody", "Ada")
    assert renewed.since > time.time() - 10


def test_games_that_nobody_plays_end(tmp_path: Path) -> None:
    """After the days of the setting, whether they began or not; others go on."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", lobby_days=1, game_days=30)

    async def look() -> None:
        store = Store(settings.database)
        await store.open()
        tables = LiveTables(store, settings)
        statuses = []
        for days in (29, 31):
            first = opening("p0", "driftwood", 2)
            live = await tables.create(msgspec.structs.replace(first, at=first.at - 86_400 * days))
            for person in ("p0", "p1"):
                sat = actions.sit(live.table, person, "Ada")
                await tables.act(live, lambda t, e=sat: msgspec.structs.replace(e, at=t.changed))  # type: ignore[misc]
            began = actions.start(live.table, "p0")
            await tables.act(live, lambda t, e=began: msgspec.structs.replace(e, at=t.changed))  # type: ignore[misc]
            await tables.end_forgotten()
            statuses.append(live.table.status)
        assert statuses == ["running", "over"]
        await store.close()

    run(look())


def test_a_table_that_nobody_uses_leaves_the_memory_at_once(tmp_path: Path) -> None:
    """A server collects garbage seldom: nothing that a table holds may hold the table."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", idle_seconds=0)

    async def look() -> None:
        async with Store(settings.database) as store:
            tables = LiveTables(store, settings)
            live = await tables.create(opening("p0", "survive", 2, pace=1.0))
            await tables.act(live, lambda table: actions.sit(table, "p0", "Ada"))
            await tables.act(live, lambda table: actions.give_to_bot(table, "p0", 1, "greedy"))
            await tables.act(live, lambda table: actions.start(table, "p0"))
            for _ in range(3):
                await tables.act(live, lambda table: actions.timed_out(table, table.actors[0]))
            for person in ("p0", "who watches"):
                async with aclosing(follow(tables, live, person, "pl", "", None, "changes")) as messages:  # type: ignore[type-var]
                    await anext(messages)
            await asyncio.gather(*tables._tasks)
            await asyncio.sleep(0.01)  # whoever followed it is woken
            known = weakref.ref(live), weakref.ref(live.table)
            del live
            tables.unload_idle()
            assert [each() for each in known] == [None, None]

    gc.collect()
    gc.disable()
    try:
        run(look())
    finally:
        gc.enable()


class Thinker:
    """A bot that thinks for long only where it has something to choose."""

    def __init__(self, table: Table, long: bool) -> None:
        self.table, self.long = table, long

    def choose(self, hidden: Any, seat: int) -> int:
        threading.Event().wait(0.4 if self.long else 0)
        return self.table.knowledge(seat).legal[0]


@pytest.fixture
def bots(tmp_path: Path) -> driver.Driver:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", bot_threads=2)
    return driver.Driver(LiveTables(Store(settings.url), settings))


def test_the_time_of_a_bot_does_not_tell_what_it_could_do(monkeypatch: pytest.MonkeyPatch, bots: driver.Driver) -> None:
    table = started_table(1)
    table.seats[0].bot = "search:1000"
    thinks = [True, False] * 3
    monkeypatch.setattr(driver, "built_in", lambda spec, game, seed: Thinker(table, thinks[seed]))
    monkeypatch.setattr(driver.Driver, "_native", lambda self, game: True)

    async def think() -> None:
        times = []
        for seed in range(len(thinks)):
            table.seats[0].bot_seed = seed
            started = time.monotonic()
            await bots._think_alike(table, [0])
            times.append(time.monotonic() - started)
        assert abs(min(times[::2]) - min(times[1::2])) < 0.2, "the quickest of each: a busy machine delays some"
        assert min(times) > 0.3

    run(think())


def test_hints_of_one_address_leave_those_of_others(monkeypatch: pytest.MonkeyPatch, bots: driver.Driver) -> None:
    """However many cookies and tables it has."""
    tables = [started_table(1) for _ in range(6)]
    monkeypatch.setattr(driver, "built_in", lambda spec, game, seed: Thinker(tables[0], True))
    for i, table in enumerate(tables):
        table.id = f"table {i}"

    async def ask() -> None:
        asked = [bots.advise(table, 0, "192.0.2.1") for table in tables[:5]]
        answers = await asyncio.gather(*asked, bots.advise(tables[5], 0, "192.0.2.2"), return_exceptions=True)
        refusals = [isinstance(answer, actions.Refused) for answer in answers]
        assert refusals == [False, False, True, True, True, False]

    run(ask())
