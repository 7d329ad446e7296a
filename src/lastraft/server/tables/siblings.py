"""The processes of one server on one machine, which share its address and its database.

Any process can serve any table: appends are optimistic, and every process is told what the others append. So that a
table is mostly in one of them, a connection that asks for it is passed on to that one: the open socket itself, with
what was read from it. A process that cannot be reached is simply not asked.
"""

from __future__ import annotations

import array
import asyncio
import os
import re
import socket
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LONGEST = 60_000
"""The most bytes in one message."""
WAITING = 10_000
"""How many messages wait for a process that is busy; when there are more, it reads the logs again instead."""
RETRY = 0.005
REQUEST = re.compile(rb"[A-Z]+ [^ ?]*/(?:api/tables|table)/([\w-]{1,32})[/? ]")
CONNECTION, APPENDED, PRESENCE, MISSED = b"c", b"a", b"p", b"m"


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
        else:
            table, about, rest = content.decode().split(" ", 2)
            if kind == APPENDED:
                self.on_append(table, int(about), rest)
            else:
                self.on_presence(about, table, [int(place) for place in rest.split()])
