"""Several processes that serve at one address: starts them, replaces those that die, and restarts them one by one."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from contextlib import suppress

import msgspec

from ...errors import LastRaftError
from ...protocol import games
from ..tables.own_bots import check_own_bots
from ..tables.store import Store
from .logs import configure
from .process import Worker, check_port, serve
from .settings import Settings

log = logging.getLogger("lastraft.processes")
READY = 60.0
"""Seconds until a process must serve."""
LEAVING = 60.0
"""Seconds until a process that is stopped or replaced must have ended."""
PAUSE = 1.0
"""Seconds before a process that ended by itself is replaced, if it had not run for longer."""
COMMAND = [sys.executable, "-m", "lastraft.server.ops.processes"]


class _Start(msgspec.Struct):
    """What a process is told when it starts."""

    settings: Settings
    worker: Worker
    structured: bool


class _Process:
    """One process; its standard input stays open as long as the parent lives."""

    def __init__(self, start: _Start, ready: int) -> None:
        self.began = time.monotonic()
        self._ready = ready
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, pass_fds=(start.worker.listener, start.worker.ready)
        )
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(msgspec.json.encode(start) + b"\n")
            self.process.stdin.flush()

    def wait_until_ready(self) -> bool:
        """Whether it serves, within `READY` seconds."""
        readable, _, _ = select.select([self._ready], [], [], READY)
        said = os.read(self._ready, 1) if readable else b""
        os.close(self._ready)
        return bool(said)

    def end(self, how: signal.Signals) -> None:
        """Let it end, and wait for it."""
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            self.process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            log.error("a process did not end by itself", extra={"process": self.process.pid})
            self.process.kill()
            self.process.wait()


class Supervisor:
    """The parent of all processes."""

    def __init__(self, settings: Settings, listener: socket.socket, folder: str) -> None:
        self._settings, self._listener, self._folder = settings, listener, folder
        self._processes: list[_Process] = []
        self._stopping = self._restarting = False

    def run(self, browser: bool = False) -> None:
        """Serve until SIGTERM or SIGINT; SIGHUP replaces one process after the other.

        :raises LastRaftError: if a process does not start.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "_stopping", True))
        signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_restarting", True))
        try:
            self._processes = [self._start(i) for i in range(self._settings.processes)]
            if not all(process.wait_until_ready() for process in self._processes):
                raise LastRaftError("a process could not start; the lines above say why")
            log.info("serving", extra={"processes": len(self._processes)})
            if browser:
                webbrowser.open(f"{self._settings.local_url}/")
            while not self._stopping:
                time.sleep(0.05)
                self._replace_dead()
                if self._restarting:
                    self._restarting = False
                    self.restart()
        finally:
            for process in self._processes:
                with suppress(ProcessLookupError):
                    process.process.send_signal(signal.SIGTERM)
            for process in self._processes:
                process.end(signal.SIGTERM)

    def restart(self) -> None:
        """Replace one process after the other; each ends only when the next one serves."""
        for i, old in enumerate(self._processes):
            if self._stopping:
                return
            new = self._start(i)
            if not new.wait_until_ready():
                log.error("the new process did not start; the old ones stay")
                new.end(signal.SIGKILL)
                return
            self._processes[i] = new
            log.info("a new process serves", extra={"number": i, "seconds": round(time.monotonic() - new.began, 1)})
            began = time.monotonic()
            old.end(signal.SIGUSR1)
            log.info("the old process ended", extra={"number": i, "seconds": round(time.monotonic() - began, 1)})
        log.info("restarted", extra={"processes": len(self._processes)})

    def _replace_dead(self) -> None:
        for i, old in enumerate(self._processes):
            if old.process.poll() is not None:
                log.error("a process ended and is replaced", extra={"number": i, "code": old.process.returncode})
                time.sleep(0 if time.monotonic() - old.began > PAUSE else PAUSE)
                self._processes[i] = self._start(i)
                if not self._processes[i].wait_until_ready():
                    log.error("the new process did not start", extra={"number": i})
                    self._processes[i].process.kill()  # and is replaced

    def _start(self, number: int) -> _Process:
        ours, theirs = os.pipe()
        worker = Worker(number, self._settings.processes, self._folder, self._listener.fileno(), theirs)
        process = _Process(_Start(self._settings, worker, not sys.stderr.isatty()), ours)
        os.close(theirs)
        return process


def serve_with_processes(settings: Settings, browser: bool = False) -> None:
    """Serve tables with several processes until stopped.

    :raises LastRaftError: if the port is taken, a game is not there or the database cannot be opened.
    """
    if not hasattr(socket, "AF_UNIX") or not hasattr(signal, "SIGHUP"):
        raise LastRaftError("several processes need a Unix; leave --processes out")
    configure(not sys.stderr.isatty())
    check_port(settings)
    check_own_bots(settings)
    games()  # fails if one of LASTRAFT_GAMES is missing
    store = Store(settings.url, settings.database_timeout)
    store.claim()  # for all processes, as long as this one runs
    with tempfile.TemporaryDirectory(prefix="lastraft-") as folder, _listening(settings) as listener:
        asyncio.run(_open_once(settings))
        Supervisor(settings, listener, folder).run(browser)


async def _open_once(settings: Settings) -> None:
    """Open the database before any process does: it is migrated, and the leases of earlier ones are void."""
    async with Store(settings.url, settings.database_timeout):
        pass


def _listening(settings: Settings) -> socket.socket:
    """The socket on which all processes listen; the parent keeps it open, so that no connection is ever refused."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=2048)


def main() -> None:
    """One of the processes: it is told on its standard input what to serve."""
    with open(0, "rb", buffering=0, closefd=False) as told:
        start = msgspec.json.decode(told.readline(), type=_Start)
    serve(start.settings, structured=start.structured, worker=start.worker)


if __name__ == "__main__":
    try:
        main()
    except LastRaftError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
