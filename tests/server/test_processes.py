"""Several processes at one address: each has its own tables, and nothing is lost when one is killed or replaced."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import Person, Restless, Server, TableSocket, serving
from tests.server.test_crashes import check, seated

TIMEOUT = 150.0
"""Nothing here is timed: this is only when a test that hangs gives up."""


def processes(server: Server) -> list[int]:
    """The processes that serve."""
    assert server.process is not None
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def sockets_of(process: int) -> int:
    """How many sockets a process has open."""
    files = Path(f"/proc/{process}/fd")
    return sum(os.readlink(files / name).startswith("socket:") for name in os.listdir(files))


async def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < end, f"not within {TIMEOUT:g} s: {what}"
        await asyncio.sleep(0.05)


class Patient(Restless):
    """Plays only as many moves as it may."""

    moves: asyncio.Semaphore

    async def _answer(self) -> None:
        await self.moves.acquire()
        await super()._answer()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_processes_are_killed_and_replaced(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """While people play with a bot, one of two processes is killed (where they tell each other what they append), then
    both are replaced: every request is answered, and whatever was acknowledged is there, once."""

    async def play(server: Server) -> None:
        names = ("Ada", "Ben", "Cy")
        table, people = await seated(server, names, seats=4, bots=["random"], options={"rounds": "five"})
        await people[0].post(f"/api/tables/{table}/start")
        moves = asyncio.Semaphore(6)
        players = [Patient(p, table, [server], random.Random(i), 0.1) for i, p in enumerate(people)]
        for player in players:
            player.moves = moves
        playing = asyncio.gather(*(player.play() for player in players))
        await until(lambda: '"said": "serving"' in server.log.read_text(), "all processes serve")
        before = processes(server)
        await all_at_one(server, people[0], table, before)
        if kind == "sqlite":
            os.kill(before[0], signal.SIGKILL)
            await until(lambda: before[0] not in processes(server) and len(processes(server)) == 2, "it is replaced")
            moves.release()
            before = processes(server)
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)
        restarted = asyncio.create_task(until(lambda: not {*before} & {*processes(server)}, "all are replaced"))
        while not restarted.done():
            async with httpx.AsyncClient(timeout=TIMEOUT) as client:  # each on a connection of its own
                assert (await client.get(f"{server.url}/health")).status_code == 200
            if sum(len(player.done) for player in players) < 20:
                moves.release()
            await asyncio.sleep(0.1)
        await restarted
        for _ in range(10_000):
            moves.release()
        await asyncio.wait_for(playing, TIMEOUT)
        await check(list(players), table, Person(server))

    async def all_at_one(server: Server, person: Person, table: str, ids: list[int]) -> None:
        """Whichever process accepts it, a table's socket ends up in the one that has the table."""
        had = [sockets_of(id) for id in ids]
        sockets = [person.socket(table, draw="none") for _ in range(12)]
        for each in sockets:
            await each.open()
        more = [sockets_of(id) - n for id, n in zip(ids, had, strict=True)]
        assert max(more) >= 10, more
        assert min(more) < max(more) / 2, more
        for each in sockets:
            await each.close()

    database = request.getfixturevalue(kind)
    with serving(database, tmp_path, LASTRAFT_PROCESSES="2") as server:
        asyncio.run(play(server))
        assert server.stop() == 0


def _is_closed(line: TableSocket) -> bool:
    return line.closed == 4403


def test_administrators_reach_all_processes(tmp_path: Path) -> None:
    """A ban holds in each of them at once, and whichever answers tells of all."""
    token = "a token of the administrators"

    async def rule(server: Server) -> None:
        await until(lambda: '"said": "serving"' in server.log.read_text(), "all processes serve")
        ada = await Person.named(server, "Ada")
        admin = Person(server)
        admin.http.headers["Authorization"] = f"Bearer {token}"
        tables = [await ada.table(seats=2) for _ in range(6)]
        sockets = [ada.socket(table, draw="none") for table in tables]
        for each in sockets:
            await each.open()
        (row,) = await admin.get("/api/admin/people")
        for _ in range(8):  # whichever of the two accepts it
            admin.http = httpx.AsyncClient(base_url=server.url, timeout=TIMEOUT, headers=admin.http.headers)
            status = await admin.get("/api/admin/status")
            assert (status["processes"], status["connections"], status["people"]) == (2, 6, 1)
            assert status["loaded"] >= 6
            assert [row["connections"] for row in await admin.get("/api/admin/tables")] == [1] * 6
        await admin.post("/api/admin/do", action="ban", subject=row["person"], days=1)
        closed = [each.until(functools.partial(_is_closed, each)) for each in sockets]
        assert await asyncio.gather(*closed) == [True] * 6
        for _ in range(8):
            async with httpx.AsyncClient(base_url=server.url, timeout=TIMEOUT, cookies=ada.http.cookies) as client:
                assert (await client.get("/api/me")).status_code == 403

    database = f"sqlite+aiosqlite:///{tmp_path / 'administered.sqlite'}"
    with serving(database, tmp_path, LASTRAFT_PROCESSES="2", LASTRAFT_ADMIN_TOKEN=token) as server:
        asyncio.run(rule(server))
        assert server.stop() == 0
