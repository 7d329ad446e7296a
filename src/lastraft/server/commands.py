"""What the command line offers: serve, export and import."""

from __future__ import annotations

import logging
import sys
import threading
import webbrowser

from .settings import Settings

log = logging.getLogger("lastraft.server")


def serve(settings: Settings, browser: bool = False, structured: bool | None = None) -> None:
    """Serve tables until stopped; what is being written is finished first."""
    import uvicorn

    from .app import make_app
    from .logs import configure

    configure(not sys.stderr.isatty() if structured is None else structured)
    config = uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="auto",
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=settings.beat_seconds,
        ws_ping_timeout=settings.beat_seconds,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=32_768,
    )
    if browser:
        shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
        opening = threading.Timer(0.8, webbrowser.open, [f"http://{shown}:{settings.port}/"])
        opening.daemon = True
        opening.start()
    uvicorn.Server(config).run()
