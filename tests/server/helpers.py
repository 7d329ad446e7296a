"""Real servers in processes of their own, and clients that speak to them over real sockets on the loopback address."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets.asyncio.client as ws
from websockets.exceptions import ConnectionClosed, WebSocketException

from lastraft.server.tables import actions
from lastraft.server.tables.entries import Opened
from lastraft.server.tables.table import Table

ROOT = Path(__file__).parents[2]
Data = dict[str, Any]
TIMEOUT = 180.0
"""Nothing here is timed: this is only when a test that hangs gives up."""
MANY = ("FRAMES_AT_ONCE", "REQUESTS_AT_ONCE", "NEWS_AT_ONCE", "NEW_TABLES_AT_ONCE", "TABLES_OF_AN_ADDRESS")
FAST = {f"LASTRAFT_{name}": "100000" for name in MANY}
"""Clients of tests are faster than people, and remember everything."""
_ids = itertools.count(1)


NAMES = ("Ada", "Ben", "Cy", "Di")


def opening(person: str, game: str, seats: int, **terms: Any) -> Opened:
    """The first entry of a table."""
    return actions.opened(person, game, actions.TermsChange(size=seats, **terms))


def started_table(seed: int, seats: int = 3, **terms: Any) -> Table:
    """A table in this process whose game has begun, with persons `p0`, `p1`, ... on its seats."""
    table = Table("table", opening("p0", "driftwood", seats, **terms))
    for seat in range(seats):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", seed))
    return table


async def eventually(look: Callable[[], Awaitable[Any]], what: str) -> Any:
    """What a look finds, once it finds something."""
    end = time.monotonic() + TIMEOUT
    while not (found := await look()):
        assert time.monotonic() < end, f"not within {TIMEOUT:g} s: {what}"
        await asyncio.sleep(0.05)
    return found


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """`lastraft serve` as a process."""

    program: tuple[str, ...] = (sys.executable, "-m", "lastraft.cli")
    started_in = ROOT

    def __init__(self, database: str, folder: Path, **environment: str) -> None:
        self.database, self.folder = database, folder
        self.environment = {"LASTRAFT_LEASE_SECONDS": "1", **FAST, **environment}
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"server-{self.port}.log"

    def start(self) -> Server:
        command = [*self.program, "serve", "--no-browser", "--port", str(self.port)]
        environment = {
            **os.environ,
            "LASTRAFT_GAMES": "tests.driftwood",
            "LASTRAFT_DATABASE": self.database,
            **self.environment,
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.started_in, env=environment, stdout=log, stderr=log)
        self._await_health()
        return self

    def _await_health(self) -> None:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"{self.url}/health", timeout=30).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log.read_text()[-5000:]}")

    def kill(self) -> None:
        """As a power cut would: nothing is finished."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(TIMEOUT)
        self.process = None
        return code


@contextmanager
def serving(database: str, folder: Path, **environment: str) -> Iterator[Server]:
    server = Server(database, folder, **environment).start()
    try:
        yield server
    finally:
        server.kill()


class Refusal(Exception):
    def __init__(self, status: int, answer: Data) -> None:
        super().__init__(f"{status} {answer}")
        self.status, self.code, self.answer = status, answer.get("code"), answer


class Person:
    """Somebody with a browser: a cookie, and a name."""

    def __init__(self, server: Server | str, name: str = "") -> None:
        self.url = server if isinstance(server, str) else server.url
        self.name = name
        self.http = httpx.AsyncClient(base_url=self.url, timeout=TIMEOUT, verify=False)  # reading certificates is slow

    @classmethod
    async def named(cls, server: Server | str, name: str) -> Person:
        person = cls(server, name)
        await person.post("/api/me", name=name)
        return person

    def at(self, server: Server) -> Person:
        """The same person at another server."""
        other = Person(server, self.name)
        other.http.cookies = self.http.cookies
        return other

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        answer = await self.http.request(method, path, **options)
        kind = answer.headers.get("content-type", "")
        body = answer.json() if "json" in kind and "ndjson" not in kind else answer.text
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, body if isinstance(body, dict) else {"said": body})
        return body

    async def get(self, path: str) -> Any:
        return await self.ask("GET", path)

    async def post(self, path: str, **body: Any) -> Any:
        return await self.ask("POST", path, json=body)

    async def table(self, **plan: Any) -> str:
        table = await self.post("/api/tables", **{"game": "driftwood", "pause": 0, **plan})
        return str(table["id"])

    def socket(self, table: str, **query: Any) -> TableSocket:
        return TableSocket(self, table, query)


class TableSocket:
    """A socket to a table that keeps what it was sent, and comes back by itself when told to."""

    def __init__(self, person: Person, table: str, query: Data) -> None:
        self.person, self.table, self.query = person, table, query
        self.state: Data = {}
        self.news: list[Data] = []
        self.messages: list[Data] = []
        self.answers: dict[str, Data] = {}
        self.here: list[int] = []
        self.closed: int | None = None
        self._changed = asyncio.Condition()
        self._socket: ws.ClientConnection
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> TableSocket:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, person: Person | None = None) -> None:
        """Connect, saying how far one has come."""
        self.person = person or self.person
        if self._task is not None:  # what is still on its way counts
            await self.close()
        query = dict(self.query)
        if self.state:
            query |= {"stream": self.state["stream"], "number": self.state["number"]}
        text = "&".join(f"{k}={v}" for k, v in query.items())
        url = f"{self.person.url.replace('http', 'ws')}/api/tables/{self.table}/socket?{text}"
        self.closed = None
        self._socket = await ws.connect(
            url, additional_headers={"Cookie": self.person.cookie}, open_timeout=TIMEOUT, proxy=None
        )
        self._task = asyncio.create_task(self._read(self._socket))
        before = len(self.messages)
        await self.until(lambda: self.closed or len(self.messages) > before)

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _read(self, connection: ws.ClientConnection) -> None:
        try:
            async for text in connection:
                async with self._changed:
                    self._take(json.loads(text))
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        async with self._changed:
            self.closed = connection.close_code or 1006
            self._changed.notify_all()

    def _take(self, message: Data) -> None:
        match message["type"]:
            case "table":
                if message["fresh"]:
                    self.news = []
                self.news += message["news"]
                if message["game"] and self.query.get("draw") == "changes":  # what has not changed is left out
                    message["game"] = (self.state.get("game") or {}) | message["game"]
                self.state = message
                self.messages.append(message)
            case "here":
                self.here = message["seats"]
            case "done" | "refused":
                self.answers[message["id"]] = message

    async def until(self, true: Callable[[], Any]) -> Any:
        """Wait for something to become true."""
        async with self._changed:
            waiting = self._changed.wait_for(true)
            await asyncio.wait_for(waiting, TIMEOUT)
        return true()

    @property
    def game(self) -> Data:
        return self.state.get("game") or {}

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] == "over"

    async def send(self, **frame: Any) -> str:
        frame.setdefault("id", f"c{next(_ids)}")
        await self._socket.send(json.dumps(frame))
        return str(frame["id"])

    async def raw(self, frame: str | bytes) -> None:
        await self._socket.send(frame)

    async def do(self, **frame: Any) -> Data:
        """Send an act and wait for its answer."""
        self.answers.pop(frame.get("id", ""), None)
        id = await self.send(**frame)
        answer = await self.until(lambda: self.answers.get(id) or self.closed)
        if not isinstance(answer, dict):
            raise ConnectionError(f"closed with {answer}")
        return answer

    async def move(self, move: str | int) -> Data:
        return await self.do(do="move", move=move, question=self.game["question"])


async def play_on(connection: TableSocket, rnd: random.Random) -> None:
    """Answer every question at random, until the game is over."""
    while True:
        await connection.until(lambda: connection.closed or connection.game.get("legal") or connection.over)
        if connection.closed:
            raise ConnectionError(f"closed with {connection.closed}")
        if connection.over:
            return
        question = connection.game["question"]
        answer = await connection.move(rnd.choice(connection.game["legal"])["code"])
        assert answer["type"] == "done" or answer["code"] in ("stale", "over"), answer
        await connection.until(_asked_anew(connection, question))


def _asked_anew(connection: TableSocket, question: int) -> Callable[[], bool]:
    return lambda: bool(connection.closed) or connection.over or connection.game["question"] != question


class Restless:
    """Plays like `play_on`, but loses the connection again and again and comes back to any server that lives."""

    def __init__(
        self, person: Person, table: str, servers: list[Server], rnd: random.Random, lose: float, draw: str = "none"
    ) -> None:
        self.person, self.servers, self.rnd, self.lose = person, servers, rnd, lose
        self.connection = TableSocket(person, table, {"draw": draw})
        self.done: dict[str, int] = {}
        """By the id of an acknowledged move: the number it was acknowledged with."""

    async def connect(self) -> None:
        while True:
            alive = [server for server in self.servers if server.process is not None]
            try:
                await self.connection.open(self.person.at(self.rnd.choice(alive)))
                if not self.connection.closed:
                    return
            except (OSError, WebSocketException, IndexError):
                pass
            await asyncio.sleep(0.05)

    async def play(self) -> None:
        """Until the game is over."""
        await self.connect()
        while not self.connection.over:
            await self.connection.until(
                lambda: self.connection.closed or self.connection.game.get("legal") or self.connection.over
            )
            if self.connection.closed:
                await self.connect()
            elif self.connection.game.get("legal"):
                await self._answer()
        await self.connection.close()

    async def flicker(self, seconds: float) -> None:
        """Hang up every so often, whatever is going on: `play` comes back by itself."""
        while not self.connection.over:
            await asyncio.sleep(seconds * self.rnd.random())
            if self.connection.state:
                await self.connection.close()

    async def _answer(self) -> None:
        """Send one move, again and again until there is an answer: it is done once."""
        game = self.connection.game
        move = {"do": "move", "move": self.rnd.choice(game["legal"])["code"], "question": game["question"]}
        id = f"r{next(_ids)}"
        while True:
            try:
                if self.rnd.random() < self.lose:
                    await self.connection.send(id=id, **move)
                    await self.connection.close()
                answer = await self.connection.do(id=id, **move)
            except (ConnectionError, ConnectionClosed):
                await self.connect()
                continue
            if answer["code" if answer["type"] == "refused" else "type"] == "too-much":
                await asyncio.sleep(0.05)
                continue
            break
        assert answer["type"] == "done" or answer["code"] in ("stale", "over"), answer
        if answer["type"] == "done":
            self.done[id] = answer["number"]
        await self.connection.until(_asked_anew(self.connection, game["question"]))
