"""The processes of one server on one machine, which share its address and its database.

Any process can serve any table: appends are optimistic, and every process is told what the others append. So that a
table is mostly in one of them, a connection that asks for it is passed on to that one: the open socket itself, with
what was read from it. A process that cannot be reached is simply not asked.
"""

from __future__ import annotations

import array
import asyncio
import itertools
import os
import re
import socket
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

LONGEST = 60_000
"""The most bytes in one message."""
WAITING = 10_000
"""How many messages wait for a process that is busy; when there are more, it reads the logs again instead."""
RETRY = 0.005
REQUEST = re.compile(rb"[A-Z]+ [^ ?]*/(?:api/tables|table)/([\w-]{1,32})[/? ]")
CONNECTION, APPENDED, PRESENCE, MISSED, ADMINISTERED, ASKED, ANSWERED = b"c", b"a", b"p", b"m", b"b", b"q", b"r"
PART = 50_000
"""So many bytes of an answer are in one message."""


class _Question:
    """A question to the other processes: what has come of their answers."""

    def __init__(self, processes: Iterable[int]) -> None:
        self.parts: dict[int, list[bytes]] = {number: [] for number in processes}
        self.whole: set[int] = set()
        self.answered = asyncio.Event()

    def take(self, process: int, left: int, part: bytes) -> None:
        self.parts[process].append(part)
        if not left:
            self.whole.add(process)
        if len(self.whole) == len(self.parts):
            self.answered.set()


class Siblings:
    """The processes as one of them sees them: each has a number and a Unix socket in a folder."""

    def __init__(self, folder: Path, number: int, count: int) -> None:
        self._folder, self.number, self.count = folder, number, count
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._own = folder / f"{number}.{os.getpid()}"
        self._waiting: dict[int, deque[bytes]] = {i: deque() for i in range(count) if i != number}
        self._timer: asyncio.TimerHandle | None = None
        self.on_connection: Callable[[socket.socket, bytes], None] = lambda connection, data: connection.close()
        """Called with a connection that another process passes on, and what it read from it."""
        self.on_append: Callable[[str, int, str], None] = lambda table, number, body: None
        self.on_presence: Callable[[str, str, list[int]], None] = lambda server, table, places: None
        self.on_missed: Callable[[], None] = lambda: None
        """Called when messages may have been lost."""
        self.on_administered: Callable[[], None] = lambda: None
        """Called when an administrator did something that concerns all processes."""
        self.on_question: Callable[[], bytes] = lambda: b""
        """Called when another process asks what this one knows of itself; returns the answer."""
        self._numbers = itertools.count()
        self._questions: dict[int, _Question] = {}

    def is_mine(self, table: str) -> bool:
        """Whether this process is the one that should have a table."""
        return self._owner(table) == self.number

    def _owner(self, table: str) -> int:
        return zlib.crc32(table.encode()) % self.count

    def open(self) -> None:
        """Take the place of the process that had this number before."""
        self._socket.bind(str(self._own))
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._receive)
        self._own.rename(self._path(self.number))
        self._tell(MISSED)  # what the one before appended at last it may not have told

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        asyncio.get_running_loop().remove_reader(self._socket.fileno())
        self._socket.close()

    def _path(self, number: int) -> Path:
        return self._folder / str(number)

    def pass_on(self, connection: int, data: bytes) -> bool:
        """Pass an open connection to the process that should have the table which the request in ``data`` names."""
        request = REQUEST.match(data)
        if request is None or len(data) > LONGEST:
            return False
        owner = self._owner(request[1].decode())
        if owner == self.number:
            return False
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))]
        try:
            self._socket.sendmsg([CONNECTION + data], rights, 0, str(self._path(owner)))
        except OSError:
            return False
        return True

    def appended(self, table: str, number: int, body: str) -> None:
        """Tell the others what was appended; a long entry they read."""
        message = f"{table} {number} ".encode() + body.encode()
        self._tell(APPENDED + (message if len(message) < LONGEST else f"{table} {number} ".encode()))

    def send_presence(self, server: str, table: str, places: list[int]) -> None:
        """Tell the others which places are connected to this process."""
        self._tell(PRESENCE + f"{table} {server} {' '.join(map(str, places))}".encode())

    def administered(self) -> None:
        """Tell the others that an administrator did something that concerns them."""
        self._tell(ADMINISTERED)

    async def ask(self, seconds: float = 2.0) -> list[bytes]:
        """What the other processes know of themselves; one that does not answer in time is left out."""
        number = next(self._numbers)
        question = self._questions[number] = _Question(self._waiting)
        try:
            self._tell(ASKED + f"{number} {self.number}".encode())
            with suppress(TimeoutError):
                await asyncio.wait_for(question.answered.wait(), seconds)
        finally:
            del self._questions[number]
        return [b"".join(question.parts[process]) for process in sorted(question.whole)]

    def _answer(self, number: str, asker: int) -> None:
        answer = self.on_question()
        parts = [answer[i : i + PART] for i in range(0, max(1, len(answer)), PART)]
        for left, part in zip(range(len(parts) - 1, -1, -1), parts, strict=True):
            self._waiting[asker].append(ANSWERED + f"{number} {self.number} {left} ".encode() + part)
        self._send(asker)

    def _tell(self, message: bytes) -> None:
        for number, waiting in self._waiting.items():
            if len(waiting) < WAITING:
                waiting.append(message)
            else:
                waiting.clear()
                waiting.append(MISSED)
            self._send(number)

    def _send(self, number: int) -> None:
        waiting = self._waiting[number]
        while waiting:
            try:
                self._socket.sendto(waiting[0], str(self._path(number)))
            except BlockingIOError:
                if self._timer is None:
                    self._timer = asyncio.get_running_loop().call_later(RETRY, self._send_all)
                return
            except OSError:  # it is not there; the next one reads the logs
                waiting.clear()
                return
            waiting.popleft()

    def _send_all(self) -> None:
        self._timer = None
        for number in self._waiting:
            self._send(number)

    def _receive(self) -> None:
        with suppress(BlockingIOError):
            for _ in range(50):
                message, rights, _, _ = self._socket.recvmsg(LONGEST + 1, socket.CMSG_SPACE(array.array("i").itemsize))
                self._take(message[:1], message[1:], rights)

    def _take(self, kind: bytes, content: bytes, rights: list[tuple[int, int, bytes]]) -> None:
        if kind == CONNECTION:
            for _, _, data in rights:
                self.on_connection(socket.socket(fileno=array.array("i", data)[0]), content)
        elif kind == MISSED:
            self.on_missed()
        elif kind == ADMINISTERED:
            self.on_administered()
        elif kind == ASKED:
            number, asker = content.decode().split(" ")
            self._answer(number, int(asker))
        elif kind == ANSWERED:
            asked, process, left, part = content.split(b" ", 3)
            if question := self._questions.get(int(asked)):
                question.take(int(process), int(left), part)
        else:
            table, about, rest = content.decode().split(" ", 2)
            if kind == APPENDED:
                self.on_append(table, int(about), rest)
            else:
                self.on_presence(about, table, [int(place) for place in rest.split()])
