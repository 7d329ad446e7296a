"""The server under load: `python bench/server.py [--game G] [--tables 300] [--pages 4] [--rate 1] [--servers 1]`.

A server process (or several on PostgreSQL, with ``--database``), and tables with as many seats as pages, each page a
real WebSocket client. At every table one move is made every ``1/rate`` seconds by whoever is asked, at random; a game
that ends is followed by a rematch. Reported: moves a second, how long an acknowledgement took (from sending to its
arrival, in the clients' process, so their own work is in it), the servers' CPU and memory, bytes a page and move, and
the memory of an idle table. ``--steps`` raises the load until p99 passes 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
import websockets.asyncio.client as ws

READY = 60
LIMITS = {
    "LASTRAFT_CONNECTIONS": "100000",
    "LASTRAFT_CONNECTIONS_OF_AN_ADDRESS": "100000",
    "LASTRAFT_REQUESTS_A_SECOND": "100000",
    "LASTRAFT_REQUESTS_AT_ONCE": "100000",
    "LASTRAFT_TABLES_OF_A_PERSON": "100000",
}


class Server:
    """A server process and what the system says about it."""

    def __init__(self, database: str) -> None:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "lastraft.cli", "serve", "--no-browser", "--port", str(port)]
        environment = {**os.environ, **LIMITS, "LASTRAFT_DATABASE": database}
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        for _ in range(READY * 20):
            try:
                httpx.get(f"{self.url}/health").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)

    @property
    def megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    @property
    def cpu(self) -> float:
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Page:
    """One connected page; it keeps only what it needs to move."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.state: dict[str, Any] = {}
        self.bytes = 0
        self.waiting: dict[str, asyncio.Future[str]] = {}

    async def named(self, name: str) -> Page:
        (await self.http.post("/api/me", json={"name": name})).raise_for_status()
        return self

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    async def connect(self, table: str) -> None:
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        url = f"{str(self.http.base_url).rstrip('/').replace('http', 'ws')}/api/tables/{table}/socket?draw=pieces"
        self.socket = await ws.connect(url, additional_headers={"Cookie": cookie}, proxy=None, compression=None)
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            self.bytes += len(text)
            # Only what decides who moves is read: the clients must not be what is measured.
            if '"type":"table"' in text[:20]:
                self.state = json.loads(text)
            elif (answer := json.loads(text)).get("id") in self.waiting:
                self.waiting.pop(answer["id"]).set_result(answer["type"])

    async def move(self, rnd: random.Random) -> float:
        """Make any legal move; the seconds until it was acknowledged."""
        game = self.state["game"]
        id = f"{rnd.getrandbits(60)}"
        self.waiting[id] = asyncio.get_running_loop().create_future()
        frame = {"do": "move", "id": id, "move": rnd.choice(game["legal"])["code"], "question": game["question"]}
        answer, began = self.waiting[id], time.perf_counter()
        await self.socket.send(json.dumps(frame))
        await answer
        return time.perf_counter() - began


class Table:
    """A table and its pages."""

    def __init__(self, pages: list[Page], game: str, seed: int) -> None:
        self.pages, self.game, self.rnd = pages, game, random.Random(seed)

    async def open(self) -> None:
        made = await self.pages[0].post("/api/tables", game=self.game, seats=len(self.pages))
        self.id = made["id"]
        for page in self.pages[1:]:
            await page.post(f"/api/tables/{self.id}/sit")
        await self.begin()

    async def begin(self) -> None:
        await self.pages[0].post(f"/api/tables/{self.id}/start")
        for page in self.pages:
            await page.connect(self.id)

    async def play(self, gap: float, until: float, times: list[float]) -> None:
        await asyncio.sleep(self.rnd.random() * gap)
        due = time.perf_counter()
        while time.perf_counter() < until:
            asked = [page for page in self.pages if page.state.get("game", {}).get("legal")]
            if asked:
                times.append(await self.rnd.choice(asked).move(self.rnd))
            elif self.pages[0].state and self.pages[0].state["table"]["status"] == "over":
                await self.again()
            due = max(due + gap, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())

    async def again(self) -> None:
        for page in self.pages:
            await page.socket.close()
        self.id = (await self.pages[0].post(f"/api/tables/{self.id}/rematch"))["table"]
        await self.begin()


def at(times: list[float], share: float) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def measure(servers: list[Server], args: argparse.Namespace, tables: int, rate: float) -> bool:
    """One load for a while; whether p99 stayed under 100 ms."""
    before = sum(server.megabytes for server in servers)
    made = []
    for i in range(tables):
        url = servers[i % len(servers)].url
        pages = [await Page(servers[(i + j) % len(servers)].url).named(f"P{j}") for j in range(args.pages)]
        pages[0] = await Page(url).named("P0")
        made.append(Table(pages, args.game, i))
        await made[-1].open()
    await asyncio.sleep(1)
    idle = sum(server.megabytes for server in servers)
    times: list[float] = []
    cpu, began = sum(server.cpu for server in servers), time.perf_counter()
    sent = sum(page.bytes for table in made for page in table.pages)
    await asyncio.gather(*(table.play(1 / rate, began + args.seconds, times) for table in made))
    took = time.perf_counter() - began
    cpu = (sum(server.cpu for server in servers) - cpu) / took
    sent = sum(page.bytes for table in made for page in table.pages) - sent
    print(
        f"{args.game}, {tables} tables x {args.pages} pages, {rate:g} moves/s each: {len(times) / took:.0f} moves/s, "
        f"acknowledged p50 {at(times, 0.5):.1f} ms, p99 {at(times, 0.99):.1f} ms, most {at(times, 1):.0f} ms; "
        f"servers {cpu:.2f} cores, {sum(server.megabytes for server in servers):.0f} MB; "
        f"{sent / max(1, len(times)) / args.pages:.0f} bytes a page and move; "
        f"a connected idle table {1024 * (idle - before) / tables:.0f} kB",
        flush=True,
    )
    for table in made:
        for page in table.pages:
            await page.socket.close()
            await page.http.aclose()
    return at(times, 0.99) < 100


async def run(servers: list[Server], args: argparse.Namespace) -> None:
    rate = args.rate
    while await measure(servers, args, args.tables, rate) and args.steps:
        rate *= 1.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hellapagos")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", default="", help="an SQLAlchemy URL; left out, an SQLite file that is removed")
    parser.add_argument("--steps", action="store_true", help="raise the rate until p99 passes 100 ms")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        servers = [Server(database) for _ in range(args.servers)]
        try:
            asyncio.run(run(servers, args))
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
