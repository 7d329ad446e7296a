"""Everything that can happen to a server, at once and for long: `python -m tests.server.chaos --minutes 60`.

Scripted people play whole games, lose their connections and come back. Meanwhile processes are killed and frozen, the
database stops, its disk is full, system clocks are set, and slow and silent clients hold connections. After every game
each acknowledged move is in its record exactly once, every seat's numbers are without a gap, nothing was decided by a
clock, and a whisper was read by two. On PostgreSQL there are two servers. `--without killed frozen` lets processes
live, whose memory is then shown every minute.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import resource
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake

import lastraft
from tests import driftwood  # noqa: F401 - makes the test game known here too
from tests.server.cluster import Cluster, binaries, cluster
from tests.server.helpers import Person, Refusal, Restless, Server
from tests.server.test_crashes import check, seated

NAMES = ("Ada", "Ben", "Cy")
CLOCK = {"kind": "move", "amount": 120}
"""Longer than a slow machine takes to start a server, shorter than the clocks that are lost if freezes counted."""
MOST_IDLE_CLIENTS = 100
UPGRADE = (
    "Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
Trouble = Callable[[], Awaitable[None]]


class JumpingServer(Server):
    """A server on a machine whose clock is set."""

    program = (sys.executable, "-m", "tests.server.jumping_clock")


class Chaos:
    """Servers, their troubles, and what was counted."""

    def __init__(
        self,
        servers: list[Server],
        database: Cluster | None,
        seed: int,
        seconds: float,
        least: int = 0,
        without: Collection[str] = (),
    ) -> None:
        self.servers, self.database, self.rnd = servers, database, random.Random(seed)
        self.end = time.monotonic() + seconds
        self.least = least
        """How many troubles of each group there are, however slow the machine is."""
        self.counted = Counter[str]()
        self.megabytes: list[int] = []
        """The memory of all servers, every minute."""
        self._without = without
        self._too_few = 0
        """How many groups have had fewer troubles than ``least``."""
        self._starting: Server | None = None
        self._tables: list[str] = []
        self._idle_clients: list[socket.socket] = []

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end and not self._too_few

    async def run(self, tables: int, timeout: float = 180) -> None:
        """Play at some tables until the time is over and each game is finished; fail ``timeout`` seconds later."""
        troubles: tuple[dict[str, Trouble], ...] = (
            {"killed": self._kill, "frozen": self._freeze, "disk full": self._fill, "database stopped": self._stop},
            {"clock set": self._jump, "silent": self._be_silent, "slow": self._be_slow},
        )
        if self.database is None:
            del troubles[0]["database stopped"]
        groups = [{name: kinds[name] for name in kinds if name not in self._without} for kinds in troubles]
        tasks = [asyncio.create_task(self._trouble(kinds)) for kinds in groups if kinds]
        self._too_few = len(tasks) if self.least else 0
        tasks += [asyncio.create_task(self._play(place)) for place in range(tables)]
        watching = asyncio.create_task(self._watch_memory())
        try:
            limit = self.end - time.monotonic() + timeout
            done, unfinished = await asyncio.wait(tasks, timeout=limit, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
            assert not unfinished, f"games did not end {timeout} s after the last trouble: {dict(self.counted)}"
        finally:
            for task in (*tasks, watching):
                task.cancel()
            await asyncio.gather(*tasks, watching, return_exceptions=True)
            for client in self._idle_clients:
                client.close()

    async def _play(self, place: int) -> None:
        for game in itertools.count():
            table, people = await self._begin()
            self._tables.append(table)
            players = [
                Restless(person, table, self.servers, random.Random(1000 * place + 10 * game + seat), 0.1)
                for seat, person in enumerate(people)
            ]
            await asyncio.gather(*(self._whisper(table, person, seat) for seat, person in enumerate(people)))
            await asyncio.gather(*(player.play() for player in players))
            await self._check(table, players)
            self._tables.remove(table)
            self.counted["games"] += 1
            self.counted["moves"] += sum(len(player.done) for player in players)
            if self.over:
                return

    def _any(self) -> Server:
        alive = [server for server in self.servers if server.process is not None and server is not self._starting]
        return self.rnd.choice(alive or self.servers)

    async def _begin(self) -> tuple[str, list[Person]]:
        """Open and start a table, again and again until a server lives for long enough."""
        while True:
            try:
                plan = {"seats": 3, "options": {"rounds": "five"}, "clock": CLOCK}
                table, people = await seated(self._any(), NAMES, **plan)
                await people[0].post(f"/api/tables/{table}/start")
                return table, people
            except (Refusal, httpx.TransportError):
                await asyncio.sleep(0.1)

    async def _whisper(self, table: str, person: Person, seat: int) -> None:
        """Whisper to the next seat, until it is acknowledged."""
        to = (seat + 1) % len(NAMES)
        while True:
            try:
                text = {"text": f"whispered by {seat} to {to}", "to": to, "id": f"whisper {seat}"}
                await person.at(self._any()).post(f"/api/tables/{table}/chat", **text)
                return
            except (Refusal, httpx.TransportError):
                await asyncio.sleep(0.1)

    async def _check(self, table: str, players: list[Restless]) -> None:
        while True:
            server = self._any()
            try:
                await check(players, table, Person(server))
                record = await Person(server).get(f"/api/tables/{table}/record")
                watched = await Person(server).get(f"/api/tables/{table}/view")
            except (Refusal, httpx.TransportError, InvalidHandshake, OSError):
                await asyncio.sleep(0.1)
                continue
            assert not any(played.by_clock for played in lastraft.read(record).history)
            assert "whispered" not in str(watched)
            for seat, player in enumerate(players):
                heard = [line["text"] for line in player.connection.news if "whispered" in line.get("text", "")]
                before = (seat - 1) % len(NAMES)
                expected = [f"whispered by {before} to {seat}", f"whispered by {seat} to {(seat + 1) % len(NAMES)}"]
                assert sorted(heard) == sorted(expected)
            return

    async def _trouble(self, kinds: dict[str, Trouble]) -> None:
        """One trouble after the other."""
        for count in itertools.count(1):
            await asyncio.sleep(self.rnd.uniform(0.2, 1.5))
            name = self.rnd.choice(list(kinds))
            await kinds[name]()
            self.counted[name] += 1
            self._too_few -= count == self.least
            if self.over:
                return

    async def _watch_memory(self) -> None:
        while True:
            await asyncio.sleep(60)
            pids = [server.process.pid for server in self.servers if server.process is not None]
            with suppress(OSError):
                pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
                self.megabytes.append(pages * resource.getpagesize() >> 20)

    async def _kill(self) -> None:
        self._starting = self._any()
        self._starting.kill()
        await asyncio.to_thread(self._starting.start)
        self._starting = None

    async def _freeze(self) -> None:
        process = self._any().process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.rnd.uniform(0.5, 3))
        finally:
            process.send_signal(signal.SIGCONT)

    async def _fill(self) -> None:
        """Let nothing be written beyond the beginning of a file."""
        for size in ("8192", "unlimited"):
            if self.database:
                await asyncio.to_thread(self.database.limit_files, size)
            elif process := self.servers[0].process:
                limit = resource.RLIM_INFINITY if size == "unlimited" else int(size)
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            await asyncio.sleep(self.rnd.uniform(0.2, 1))
        if self.database:
            await asyncio.to_thread(self.database.wait)

    async def _stop(self) -> None:
        assert self.database is not None
        await asyncio.to_thread(self.database.stop)
        await asyncio.sleep(self.rnd.uniform(0.2, 2))
        await asyncio.to_thread(self.database.start)

    async def _jump(self) -> None:
        server = self._any()
        if server.process is not None and server is not self._starting:
            server.process.send_signal(signal.SIGUSR1)

    async def _be_silent(self) -> None:
        """Ask for much, follow a table, and read nothing."""
        for _ in range(3):
            self._connect(b"GET /static/x/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 5)
        if self._tables:
            table = self.rnd.choice(self._tables)
            self._connect(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}".encode())

    async def _be_slow(self) -> None:
        """Begin requests that are never finished, and send a byte more of each."""
        self._connect(b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        for client in self._idle_clients:
            with suppress(OSError):
                client.send(b"x")

    def _connect(self, sent: bytes) -> None:
        while len(self._idle_clients) >= MOST_IDLE_CLIENTS:
            self._idle_clients.pop(0).close()
        client = socket.socket()
        self._idle_clients.append(client)
        client.settimeout(1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        with suppress(OSError):
            client.connect(("127.0.0.1", self._any().port))
            client.sendall(sent)


@contextmanager
def troubled(kind: str, folder: Path, **arguments: Any) -> Iterator[Chaos]:
    """One server on SQLite, or two on a PostgreSQL of their own."""
    with ExitStack() as stack:
        if kind == "postgresql":
            programs = binaries()
            assert programs is not None, "PostgreSQL is not installed here"
            database = stack.enter_context(cluster(programs))
            url = database.url
        else:
            database, url = None, f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        servers = []
        for _ in range(2 if database else 1):
            server = JumpingServer(url, folder, LASTRAFT_HEARTBEAT_SECONDS="2", LASTRAFT_DATABASE_TIMEOUT="5")
            stack.callback(server.kill)
            servers.append(server.start())
        yield Chaos(servers, database, **arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="postgresql")
    parser.add_argument("--without", nargs="*", default=(), metavar="TROUBLE")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        arguments = {"seed": given.seed, "seconds": 60 * given.minutes, "without": given.without}
        with troubled(given.database, Path(folder), **arguments) as chaos:
            try:
                asyncio.run(chaos.run(given.tables))
            finally:
                print(", ".join(f"{count} {name}" for name, count in chaos.counted.most_common()))
                print("memory, MB:", *chaos.megabytes)


if __name__ == "__main__":
    main()
