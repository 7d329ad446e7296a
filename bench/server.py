"""The server under load: `python bench/server.py [--game G] [--tables 300] [--pages 4] [--rate 1] [--servers 1]`.

A server process (or several on PostgreSQL, with ``--database``), and tables with as many seats as pages, each page a
WebSocket that is sent what a browser is sent, compressed. At every table one move is made every ``1/rate`` seconds by
the seats that are asked, at random; a finished game is followed by a rematch. Reported: moves a second (fewer than set,
if pages have not been told yet whose turn it is), how long an acknowledgement took, and how long until the pages were
told (from sending to arrival, in the clients' process, so their own work is in it), the servers' and the clients' CPU,
memory, bytes a page and move, and the memory of an idle table. ``--game all`` takes one game after the other,
``--steps`` raises the rate until p99 of the acknowledgement passes 100 ms or pages fall behind. ``--processes 2``
compares two processes with one, which has half as many tables, by the time of the processor that the busiest one
needs. ``--ready`` measures how long a start takes instead: until the first page is there, and until a first move has
been made at a first table. ``--idle`` lets nobody move: what tables take at which people only think (all of them the
same people, which opens them sooner).
``--beside FOLDER`` runs the server of another checkout at the same time, with as many tables, and compares the CPU a
move.

The clients share the machine with the server, so they do little: frames are cut by hand, and a message is only read
when its page has to move.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import http.client
import itertools
import json
import os
import random
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

GAMES = ("survive", "hellapagos", "outlive")
READY = 60
TOLD: list[float] = []
"""How long it took until a page had been told of a move."""
LIMITS = {
    "LASTRAFT_CONNECTIONS": "100000",
    "LASTRAFT_CONNECTIONS_OF_AN_ADDRESS": "100000",
    "LASTRAFT_REQUESTS_A_SECOND": "100000",
    "LASTRAFT_REQUESTS_AT_ONCE": "100000",
    "LASTRAFT_TABLES_OF_A_PERSON": "100000",
    "LASTRAFT_TABLES_OF_AN_ADDRESS": "100000",
    "LASTRAFT_NEW_TABLES_AT_ONCE": "100000",
}


class Server:
    """A server process and what the system says about it."""

    def __init__(self, database: str, processes: int = 1, folder: str = "", **environment: str) -> None:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = int(s.getsockname()[1])
        command = [sys.executable, "-m", "lastraft.cli", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--processes", str(processes)] if processes > 1 else []
        environment = {**os.environ, **LIMITS, "LASTRAFT_DATABASE": database, **environment}
        if folder:
            environment["PYTHONPATH"] = f"{folder}/src"
            known = "".join(path.read_text() for path in Path(folder, "src/lastraft/server").rglob("settings.py"))
            for name in LIMITS:
                if f" {name.removeprefix('LASTRAFT_').lower()}:" not in known:
                    del environment[name]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        while not self._answers("/"):
            if time.perf_counter() - self.began > READY:
                raise SystemExit("the server did not start")
            time.sleep(0.01)
        self.ready = time.perf_counter() - self.began

    def _answers(self, path: str) -> bool:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=READY)
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except OSError:
            return False

    @property
    def pids(self) -> list[int]:
        """The process and those that it started."""
        first = self.process.pid
        with open(f"/proc/{first}/task/{first}/children") as children:
            return [first, *map(int, children.read().split())]

    @property
    def megabytes(self) -> float:
        total = 0
        for pid in self.pids:
            with open(f"/proc/{pid}/status") as status:
                total += next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        return total / 1024

    @property
    def cpu(self) -> float:
        return sum(self.cpu_of_each.values())

    @property
    def cpu_of_each(self) -> dict[int, float]:
        """Seconds of the processor by process."""
        seconds = {}
        for pid in self.pids:
            with open(f"/proc/{pid}/stat") as stat:
                fields = stat.read().rpartition(")")[2].split()
            seconds[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Page(asyncio.Protocol):
    """One connected page; it keeps what it may do, and reads that when it has to move."""

    QUESTION = re.compile(rb'"question":(\d+)')
    LEGAL = re.compile(rb'"legal":(\[.*?\}\]|\[\])[,}]')
    CODE = re.compile(rb'"code":(\d+)')

    def __init__(self, server: Server, name: str, cookie: str = "") -> None:
        self.server, self.cookie, self.bytes = server, cookie, 0
        self.moved = 0.0
        """When a move was made that this page has not been told of."""
        self._http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=READY)
        if not cookie:
            self.post("/api/me", name=name)

    def post(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self._http.close()  # the server has ended one that was idle
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{path}: {content.decode()}")
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        return json.loads(content)

    async def connect(self, table: str) -> None:
        loop = asyncio.get_running_loop()
        self.moved, self._buffer, self._answer = 0.0, bytearray(), loop.create_future()
        self.question, self.answered, self.legal, self.over = 0, -1, b"", False
        self._open, self._inflate = False, zlib.decompressobj(-15)
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.server.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/tables/{table}/socket?draw=changes HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )
        await self._answer

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer)
            self._open = True
            del buffer[: end + 4]
            self._answer.set_result(0.0)
        while len(buffer) >= 2:
            size, head = buffer[1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            self.bytes += head + size
            if buffer[0] == 0x81:
                self._take(bytes(buffer[head : head + size]))
            elif buffer[0] == 0xC1:  # compressed, as browsers have it
                self._take(self._inflate.decompress(buffer[head : head + size] + b"\0\0\xff\xff"))
            elif buffer[0] == 0x89:
                self._send(0x8A, bytes(buffer[head : head + size]))
            del buffer[: head + size]

    def _take(self, text: bytes) -> None:
        if text.startswith(b'{"type":"table"'):
            if question := self.QUESTION.search(text):  # what has not changed is left out
                self.question = int(question[1])
            if legal := self.LEGAL.search(text):
                self.legal = legal[1]
            self.over = self.over or b'"status":"over"' in text
            if self.moved:
                TOLD.append(time.perf_counter() - self.moved)
                self.moved = 0.0
        elif text.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self._answer.set_result(None if text.startswith(b'{"type":"refused"') else time.perf_counter())

    def _send(self, kind: int, text: bytes) -> None:
        size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + text)  # masked with zeros: it is we who listen

    @property
    def asked(self) -> bool:
        return self.question != self.answered and b"{" in self.legal

    async def move(self, rnd: random.Random) -> float | None:
        """Make any legal move; the seconds until it was acknowledged, or None: another page was first."""
        code = int(rnd.choice(self.CODE.findall(self.legal)))
        self._answer = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        frame = f'{{"do":"move","id":"{rnd.getrandbits(60)}","move":{code},"question":{self.question}}}'
        self.answered = self.question
        self._send(0x81, frame.encode())
        done: float | None = await self._answer
        if done is None:
            self.answered = -1
        return None if done is None else done - began


class LoadedTable:
    """A table and its pages."""

    def __init__(self, pages: list[Page], game: str, seed: int) -> None:
        self.pages, self.rnd = pages, random.Random(seed)
        self.id = pages[0].post("/api/tables", game=game, seats=len(pages))["id"]
        for page in pages[1:]:
            page.post(f"/api/tables/{self.id}/sit")

    async def begin(self) -> None:
        await asyncio.to_thread(self.pages[0].post, f"/api/tables/{self.id}/start")
        for page in self.pages:
            await page.connect(self.id)

    async def play(self, gap: float, until: float, times: list[float]) -> None:
        due = time.perf_counter() + self.rnd.random() * gap
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            asked = [page for page in self.pages if page.asked]
            if self.pages[0].over:
                await self._again()
            elif asked:
                for page in self.pages:
                    page.moved = time.perf_counter()
                if took := await self.rnd.choice(asked).move(self.rnd):
                    times.append(took)
            due = max(due + gap, time.perf_counter())

    async def _again(self) -> None:
        for page in self.pages:
            page.transport.close()
        for page in self.pages:
            answer = await asyncio.to_thread(page.post, f"/api/tables/{self.id}/rematch")
        self.id = answer["table"]
        await self.begin()


def at(times: list[float], share: float) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def measure(servers: list[Server], args: argparse.Namespace, game: str, rate: float) -> tuple[bool, float]:
    """One load for a while; whether p99 stayed under 100 ms and no table fell behind, and how many moves were made in a
    second of the busiest process."""
    before = sum(server.megabytes for server in servers)
    tables = []
    for i in range(args.tables):
        first = Page(servers[i % len(servers)], "P0")
        others = [Page(first.server, f"P{j}") for j in range(1, args.pages)]
        for j, page in enumerate(others, 1):  # people of one table are spread over the servers
            page.server = servers[(i + j) % len(servers)]
        tables.append(LoadedTable([first, *others], game, i))
        await tables[-1].begin()
    await asyncio.sleep(1)
    idle = sum(server.megabytes for server in servers)
    times: list[float] = []
    TOLD.clear()
    each = {pid: seconds for server in servers for pid, seconds in server.cpu_of_each.items()}
    own, began = time.process_time(), time.perf_counter()
    sent = sum(page.bytes for table in tables for page in table.pages)
    await asyncio.gather(*(table.play(1 / rate, began + args.seconds, times) for table in tables))
    took = time.perf_counter() - began
    each = {pid: seconds - each.get(pid, 0.0) for server in servers for pid, seconds in server.cpu_of_each.items()}
    cpu = sum(each.values())
    sent = sum(page.bytes for table in tables for page in table.pages) - sent
    print(
        f"{game}, {args.tables} tables x {args.pages} pages, {rate:g} moves/s each: {len(times) / took:.0f} moves/s, "
        f"acknowledged p50 {at(times, 0.5):.1f} ms, p99 {at(times, 0.99):.1f} ms, most {at(times, 1):.0f} ms; "
        f"told p50 {at(TOLD, 0.5):.1f} ms, p99 {at(TOLD, 0.99):.1f} ms; "
        f"servers {cpu / took:.2f} cores ({1000 * cpu / len(times):.2f} ms a move), "
        f"{sum(server.megabytes for server in servers):.0f} MB; "
        f"clients {(time.process_time() - own) / took:.2f} cores; "
        f"{sent / len(times) / args.pages:.0f} bytes a page and move; "
        f"a connected idle table {1024 * (idle - before) / args.tables:.0f} kB",
        flush=True,
    )
    for table in tables:
        for page in table.pages:
            page.transport.close()
    kept_up = at(times, 0.99) < 100 and len(times) / took > 0.95 * args.tables * rate
    return kept_up, len(times) / max(each.values())


async def idle(server: Server, args: argparse.Namespace) -> None:
    """Tables with connected pages at which nobody moves."""
    before, began, cpu = server.megabytes, time.perf_counter(), server.cpu
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    names = [f"P{j}" for j in range(args.pages)]
    cookies = [Page(server, name).cookie for name in names]
    for i in range(args.tables):
        pages = [Page(server, name, cookie) for name, cookie in zip(names, cookies, strict=True)]
        await LoadedTable(pages, args.game, i).begin()
    opened, cpu = time.perf_counter() - began, server.cpu - cpu
    await asyncio.sleep(5)
    quiet = server.cpu
    await asyncio.sleep(args.seconds)
    print(
        f"{args.game}, {args.tables} tables x {args.pages} pages, opened in {opened:.0f} s with {cpu:.0f} s of the "
        f"server's CPU; idle: {100 * (server.cpu - quiet) / args.seconds:.1f} % of a core, {server.megabytes:.0f} MB, "
        f"{1024 * (server.megabytes - before) / args.tables:.0f} kB a table"
    )


async def beside(servers: list[Server], args: argparse.Namespace, game: str) -> None:
    """Two servers with the same load at the same time."""
    tables: list[list[LoadedTable]] = [[], []]
    for i in range(args.tables):
        for server, its in zip(servers, tables, strict=True):
            its.append(LoadedTable([Page(server, f"P{j}") for j in range(args.pages)], game, i))
            await its[-1].begin()
    await asyncio.sleep(1)
    times: list[list[float]] = [[], []]
    before, until = [server.cpu for server in servers], time.perf_counter() + args.seconds
    playing = [table.play(1 / args.rate, until, took) for its, took in zip(tables, times, strict=True) for table in its]
    await asyncio.gather(*playing)
    each = [1000 * (servers[i].cpu - before[i]) / len(times[i]) for i in (0, 1)]
    print(
        f"{game}, {args.tables} tables x {args.pages} pages: {each[0]:.2f} ms of CPU a move ({len(times[0])} moves), "
        f"beside it {each[1]:.2f} ms ({len(times[1])} moves): {each[0] / each[1]:.2f}",
        flush=True,
    )
    for table in itertools.chain(*tables):
        for page in table.pages:
            page.transport.close()


async def load(servers: list[Server], args: argparse.Namespace) -> None:
    for game in GAMES if args.game == "all" else (args.game,):
        rate = args.rate
        if args.beside:
            await beside(servers, args, game)
            continue
        while (await measure(servers, args, game, rate))[0] and args.steps:
            rate *= 1.5


def compare_processes(args: argparse.Namespace) -> None:
    """As many tables for each process, on one and on several: a busier process takes less of the processor a move. The
    clients need the same cores, so what is compared is not how much was done in a second, but in a second of the
    processor of the busiest process, as if each had a core of its own."""
    tables = args.tables
    for game in GAMES if args.game == "all" else (args.game,):
        moves = []
        for processes in (1, args.processes):
            args.tables = processes * tables
            with tempfile.TemporaryDirectory() as folder:
                server = Server(args.database or f"sqlite+aiosqlite:///{folder}/tables.sqlite", processes)
                try:
                    moves.append(asyncio.run(measure([server], args, game, args.rate))[1])
                finally:
                    server.stop()
        print(
            f"{game}: in a second of the busiest process {moves[0]:.0f} moves with one process, {moves[1]:.0f} with "
            f"{args.processes}: {moves[1] / moves[0]:.2f} times as many"
        )


async def first_move(server: Server, game: str) -> float:
    """How long after the start somebody can have moved at a table of their own."""
    page = Page(server, "Ada")
    seats = 3 if game == "hellapagos" else 2
    table = page.post("/api/tables", game=game, seats=seats, bots=["greedy"] * (seats - 1), start=True, pause=0)["id"]
    await page.connect(table)
    while not page.asked:
        await asyncio.sleep(0.005)
    await page.move(random.Random(1))
    return time.perf_counter() - server.began


def ready(args: argparse.Namespace) -> None:
    """How long a start takes, in an empty folder and with an empty cache: nothing is compiled yet."""
    for game in GAMES if args.game == "all" else (args.game,):
        pages, moves, cpu = [], [], []
        for _ in range(5):
            with tempfile.TemporaryDirectory() as folder:
                database = f"sqlite+aiosqlite:///{folder}/tables.sqlite"
                server = Server(database, LASTRAFT_CACHE=f"{folder}/cache")
                pages.append(server.ready)
                cpu.append(server.cpu)
                moves.append(asyncio.run(first_move(server, game)))
                server.process.kill()
                server.process.wait()
        print(
            f"{game}: first page after {statistics.median(pages):.2f} s (most {max(pages):.2f} s, "
            f"CPU {statistics.median(cpu):.2f} s), "
            f"first move acknowledged after {statistics.median(moves):.2f} s (most {max(moves):.2f} s), 5 starts",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="survive", choices=[*GAMES, "all"])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", default="", help="an SQLAlchemy URL; left out, an SQLite file that is removed")
    parser.add_argument("--steps", action="store_true", help="raise the rate until p99 passes 100 ms")
    parser.add_argument("--ready", action="store_true", help="measure the start instead")
    parser.add_argument("--idle", action="store_true", help="let nobody move")
    parser.add_argument("--beside", default="", help="another checkout, whose server runs at the same time")
    parser.add_argument("--processes", type=int, default=1, help="compare so many processes with one")
    args = parser.parse_args()
    if args.processes > 1:
        return compare_processes(args)
    if args.ready:
        return ready(args)
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        servers = [Server(database) for _ in range(args.servers)]
        if args.beside:
            servers = [servers[0], Server(f"sqlite+aiosqlite:///{folder}/beside.sqlite", folder=args.beside)]
        try:
            asyncio.run(idle(servers[0], args) if args.idle else load(servers, args))
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
