"""The server process."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from types import FrameType
from typing import Any

from ...errors import LastRaftError
from ...protocol import games
from .settings import Settings

QUIET = 0.2
"""The CPU time per second below which the process counts as idle."""
MANY_OBJECTS = 50_000
"""So many new objects are collected in a few milliseconds."""


def serve(settings: Settings, browser: bool = False, structured: bool | None = None) -> None:
    """Serve tables until stopped; pending writes are finished first.

    :raises LastRaftError: if the port is taken, a game or a bot is not there or the database cannot be opened.
    """
    import uvicorn

    from ..tables.own_bots import check_own_bots
    from ..web.app import make_app
    from ..web.idle_timeout import socket_protocol, with_idle_timeout
    from ..web.services import Services
    from .administration import ERRORS
    from .logs import configure

    configure(not sys.stderr.isatty() if structured is None else structured)
    logging.getLogger().addHandler(ERRORS)
    check_port(settings)
    games()  # fails if one of LASTRAFT_GAMES is missing
    check_own_bots(settings)
    services = Services(settings)

    class Server(uvicorn.Server):
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
            http=with_idle_timeout(settings.heartbeat_seconds),
            ws_max_size=settings.limits.message_bytes,
            ws=socket_protocol(settings.heartbeat_seconds, settings.compress),
            ws_ping_interval=settings.heartbeat_seconds,
            ws_ping_timeout=settings.heartbeat_seconds,
            timeout_graceful_shutdown=5,
            h11_max_incomplete_event_size=32_768,
        )
    )
    if browser:
        shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
        threading.Thread(target=_open_browser, args=(server, f"http://{shown}:{settings.port}/"), daemon=True).start()
    _reduce_latency()
    _raise_file_limit()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again at the end

    async def run() -> None:
        await services.open()  # here, so that an unusable database is reported in one line
        collecting = asyncio.create_task(_collect_garbage())
        await server.serve()
        collecting.cancel()

    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(run())
    if not server.started:
        raise LastRaftError("the server could not start; the lines above say why")


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
