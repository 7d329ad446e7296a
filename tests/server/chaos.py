"""Everything that can happen to a server, at once and for long: `python -m tests.server.chaos --minutes 60`.

Scripted people play whole games, lose their connections and come back. Meanwhile the process is killed, frozen and
short of disk, and silent clients fill their buffers. After every game each acknowledged move is in its record exactly
once, every seat's numbers are without a gap, and nothing was decided by a clock.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import resource
import signal
import socket
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx

import lastraft
from tests import driftwood  # noqa: F401 - makes the test game known here too
from tests.server.helpers import Person, Refusal, Restless, Server, serving
from tests.server.test_crashes import check, seated

NAMES = ("Ada", "Ben", "Cy")
CLOCK = {"kind": "move", "amount": 120}
"""Longer than a slow machine takes to start a server, shorter than the clocks that are lost if freezes counted."""


class Chaos:
    """A server, its troubles, and what was counted."""

    def __init__(self, server: Server, seed: int, seconds: float) -> None:
        self.server, self.rnd = server, random.Random(seed)
        self.end = time.monotonic() + seconds
        self.counted = Counter[str]()
        self.silent: list[socket.socket] = []

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end

    async def run(self, tables: int) -> None:
        """Play at some tables until the time is over and each game is finished."""
        playing = [asyncio.create_task(self._play(i)) for i in range(tables)]
        trouble = asyncio.create_task(self._trouble())
        try:
            await asyncio.gather(*playing)
        finally:
            trouble.cancel()
            await asyncio.gather(trouble, return_exceptions=True)
            for each in self.silent:
                each.close()

    async def _play(self, place: int) -> None:
        for game in itertools.count():
            table, people = await self._patiently(game)
            players = [
                Restless(person, table, [self.server], random.Random(1000 * place + 10 * game + seat), 0.1)
                for seat, person in enumerate(people)
            ]
            await asyncio.gather(*(player.play() for player in players))
            await self._check(table, players)
            self.counted["games"] += 1
            self.counted["moves"] += sum(len(player.done) for player in players)
            if self.over:
                return

    async def _patiently(self, game: int) -> tuple[str, list[Person]]:
        """Open and start a table, again and again until the server lives for long enough."""
        while True:
            try:
                plan = {"seats": 3, "options": {"rounds": "five"}, "clock": CLOCK}
                table, people = await seated(self.server, NAMES, **plan)
                await people[0].post(f"/api/tables/{table}/start")
                return table, people
            except (Refusal, httpx.TransportError):
                await asyncio.sleep(0.1)

    async def _check(self, table: str, players: list[Restless]) -> None:
        while True:
            try:
                await check(players, table, Person(self.server))
                record = await Person(self.server).get(f"/api/tables/{table}/record")
            except (Refusal, httpx.TransportError, OSError):
                await asyncio.sleep(0.1)
                continue
            assert not any(played.by_clock for played in lastraft.read(record).history)
            return

    async def _trouble(self) -> None:
        troubles = {"killed": self._kill, "frozen": self._freeze, "disk full": self._fill, "silent": self._be_silent}
        while not self.over:
            await asyncio.sleep(self.rnd.uniform(0.2, 1.5))
            name = self.rnd.choice([*troubles])
            await troubles[name]()
            self.counted[name] += 1

    async def _kill(self) -> None:
        self.server.kill()
        await asyncio.to_thread(self.server.start)

    async def _freeze(self) -> None:
        assert self.server.process is not None
        os.kill(self.server.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self.rnd.uniform(0.5, 3))
        os.kill(self.server.process.pid, signal.SIGCONT)

    async def _fill(self) -> None:
        assert self.server.process is not None
        pid = self.server.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
        await asyncio.sleep(self.rnd.uniform(0.2, 1))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    async def _be_silent(self) -> None:
        for _ in range(5):
            silent = socket.socket()
            self.silent.append(silent)
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            silent.connect(("127.0.0.1", self.server.port))
            silent.sendall(b"GET /static/x/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        with serving(database, Path(folder), LASTRAFT_HEARTBEAT_SECONDS="2") as server:
            chaos = Chaos(server, given.seed, 60 * given.minutes)
            asyncio.run(chaos.run(given.tables))
    print(", ".join(f"{count} {name}" for name, count in chaos.counted.most_common()))


if __name__ == "__main__":
    main()
