"""The server process."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import LastRaftError
from ...protocol import games
from ..tables.siblings import Siblings
from ..tables.store import StoreDown
from .settings import Settings

if TYPE_CHECKING:
    import uvicorn

    from ..web.services import Services

log = logging.getLogger("lastraft.server")
QUIET = 0.2
"""The CPU time per second below which the process counts as idle."""
MANY_OBJECTS = 50_000
"""So many new objects are collected in a few milliseconds."""


GENTLY, LONGEST_FAREWELL = 0.02, 20.0
"""Seconds between two tables of a process that is replaced, so that the next one need not load all of them at once; and
between all of them together, because it must have ended in time."""


class Worker(NamedTuple):
    """One of several processes of a server: its number, how many there are, the folder of their sockets, the socket on
    which all listen, and where to write that it is ready."""

    number: int
    processes: int
    folder: str
    listener: int
    ready: int


def serve(
    settings: Settings, browser: bool = False, structured: bool | None = None, worker: Worker | None = None
) -> None:
    """Serve tables until stopped; pending writes are finished first.

    :raises LastRaftError: if the port is taken, a game or a bot is not there or the database cannot be opened.
    """
    import uvicorn

    from ..tables.own_bots import check_own_bots
    from ..web.app import make_app
    from ..web.idle_timeout import socket_protocol, with_idle_timeout
    from ..web.services import Services
    from .logs import configure
    from .overview import ERRORS

    configure(not sys.stderr.isatty() if structured is None else structured)
    logging.getLogger().addHandler(ERRORS)
    games()  # fails if one of LASTRAFT_GAMES is missing
    if worker is None:
        check_port(settings)
        check_own_bots(settings)
    siblings = Siblings(Path(worker.folder), worker.number, worker.processes) if worker else None
    services = Services(settings, siblings)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                log.info(f"serving at http://{settings.host}:{settings.port}/")

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            services.stop_soon()
            super().handle_exit(sig, frame)

    server = Server(
        uvicorn.Config(
            make_app(services),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            forwarded_allow_ips=settings.proxies,
            http=with_idle_timeout(settings.heartbeat_seconds, siblings),
            ws_max_size=settings.limits.message_bytes,
            ws=socket_protocol(settings.heartbeat_seconds, settings.compress),
            ws_ping_interval=settings.heartbeat_seconds,
            ws_ping_timeout=settings.heartbeat_seconds,
            timeout_graceful_shutdown=5,
            h11_max_incomplete_event_size=32_768,
        )
    )
    if browser:
        threading.Thread(target=_open_browser, args=(server, f"{settings.local_url}/"), daemon=True).start()
    _reduce_latency()
    _raise_file_limit()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again at the end

    async def run() -> None:
        if worker is None and not sys.stderr.isatty():  # a closed terminal ends what was started there
            _ignore_hangup()
        await services.open()  # here, so that an unusable database is reported in one line
        tasks = [asyncio.create_task(_collect_garbage())]
        sockets = None
        if worker and siblings:
            sockets = [socket.socket(fileno=worker.listener)]
            tasks.append(asyncio.create_task(_join(server, services, siblings, worker)))
        await server.serve(sockets)
        for task in tasks:
            task.cancel()

    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(run())
    if not server.started:
        raise LastRaftError("the server could not start; the lines above say why")


async def _join(server: uvicorn.Server, services: Services, siblings: Siblings, worker: Worker) -> None:
    """Take connections that other processes pass on, and let go of the tables when another process takes over."""
    loop = asyncio.get_running_loop()
    retiring = asyncio.Event()
    accepted = set[asyncio.Task[Any]]()

    def take(connection: socket.socket, data: bytes) -> None:
        def protocol() -> Any:
            made: Any = server.config.http_protocol_class(  # type: ignore[call-arg]
                config=server.config, server_state=server.server_state, app_state=server.lifespan.state, _loop=loop
            )
            made.received = data
            return made

        connection.setblocking(False)
        task = loop.create_task(loop.connect_accepted_socket(protocol, connection))
        accepted.add(task)
        task.add_done_callback(accepted.discard)

    def leave() -> None:
        loop.remove_reader(0)
        services.stop_soon()
        server.should_exit = True

    siblings.on_connection = take
    while not server.started:
        await asyncio.sleep(0.01)
    siblings.open()
    services.tables.missed_notifications()  # what others appended to tables that were due before it could be told
    loop.add_reader(0, leave)  # nothing comes from the parent: it has ended
    loop.add_signal_handler(signal.SIGUSR1, retiring.set)
    os.write(worker.ready, b"1")
    os.close(worker.ready)
    await retiring.wait()
    for each in server.servers:
        each.close()
    tables = list(services.tables.loaded.values())
    pause = min(GENTLY, LONGEST_FAREWELL / max(1, len(tables)))
    try:
        for live in tables:
            with suppress(StoreDown):
                await services.driver.let_go(live)
            await asyncio.sleep(pause if live.listeners else 0)
    finally:
        leave()


def _ignore_hangup() -> None:
    """Go on when SIGHUP comes, as it does for several processes: nothing would replace this one."""
    if hasattr(signal, "SIGHUP"):
        said = "SIGHUP is ignored: only several processes (--processes) are replaced one by one; restart this one"
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, log.warning, said)


def _reduce_latency() -> None:
    """Switch threads often, and collect garbage only when `_collect_garbage` does."""
    sys.setswitchinterval(0.001)
    gc.collect()
    gc.freeze()
    gc.disable()


def _raise_file_limit() -> None:
    """Raise the limit of open files: every connection is one."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Windows has none

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _collect_garbage() -> None:
    """Collect garbage when the process is idle, under load as soon as there are many new objects; mostly only those,
    because all objects of hundreds of tables take half a second."""
    for turn in itertools.count(1):
        for second in range(600):
            before = time.process_time()
            await asyncio.sleep(1)
            if second >= 60 and time.process_time() - before < QUIET:
                break
            if gc.get_count()[0] > MANY_OBJECTS:
                gc.collect(0)
        if turn % 30 == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()


def check_port(settings: Settings) -> None:
    """
    :raises LastRaftError: if the server could not listen there.
    """
    kind = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(kind) as s:
        if sys.platform != "win32":  # where it would take a port that is in use
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}:{settings.port}"
            raise LastRaftError(f"cannot listen on {where} ({error.strerror}); choose another with --port") from error


def _open_browser(server: Any, url: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        print(f"Last Raft is at {url} (Ctrl+C ends it)", file=sys.stderr)
        webbrowser.open(url)
