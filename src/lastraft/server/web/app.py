"""The ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from prometheus_client import generate_latest

from ... import __version__
from ...errors import LastRaftError
from ...protocol.translations import N_
from ..ops import metrics
from ..ops.settings import Settings
from ..tables.actions import Refused
from ..tables.message_types import Refusal
from ..tables.store import StoreDown
from . import admin, api, calls, install, pages, people, privacy, screens, socket, teaching
from .access import AccessMiddleware, PrefixMiddleware, RateLimits, Scope, from_this_machine, has_token
from .services import Request, Services, services_of

log = logging.getLogger("lastraft.server")
HEALTH_A_SECOND, HEALTH_AT_ONCE = 5, 100
"""How often an address may ask whether the server is well, besides its other requests."""
HTTP_CODES = {404: "not-found", 405: "not-allowed", 413: "too-long"}


@get("/health", include_in_schema=False)
async def health(request: Request) -> Response[dict[str, str]]:
    """Whether this process answers, reaches its database and can write to it."""
    store = services_of(request).store
    for attempt, status in ((store.ping, "no database"), (store.retry_writing, "no writes")):
        try:
            await attempt()
        except StoreDown:
            return Response({"status": status}, status_code=503)
    return Response({"status": "well", "version": __version__})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def show_metrics(request: Request) -> bytes:
    """Metrics for Prometheus: on this machine without a proxy, or with a token."""
    settings = services_of(request).settings
    if not from_this_machine(request.scope) and not has_token(request.headers, settings.metrics_token):
        raise NotFoundException
    return generate_latest(metrics.REGISTRY)


def handle_error(request: Request, error: Exception) -> Response[Refusal] | Response[str]:
    """Say what went wrong in the reader's language: as JSON for programs, as a page for people."""
    status = 0
    match error:
        case Refused():
            refused = error
            metrics.REFUSED.labels(refused.code).inc()
        case StoreDown():
            refused = Refused("too-much", socket.DOWN)
        case LastRaftError():
            refused = Refused("invalid", str(error))
        case RecursionError():
            refused = Refused("invalid", "That is nested too deeply.")
        case HTTPException():
            status = error.status_code
            code = HTTP_CODES.get(status, "invalid")
            refused = Refused(code, N_("There is nothing here.") if code == "not-found" else _details(error))
        case _:
            log.error("a request failed", exc_info=error)
            status, refused = 500, Refused("failed", socket.FAILED)
    status = status or refused.http_status
    refusal = socket.refusal(refused, services_of(request).language(request))
    if pages.is_for_people(request):
        return pages.error_page(request, refusal["code"], refusal["said"], status)
    return Response(refusal, status_code=status)


def _details(error: HTTPException) -> str:
    """What was wrong with a request, by field if that is known."""
    problems = error.extra if isinstance(error.extra, list) else []
    fields = [f"{each.get('key') or 'the body'}: {each['message']}" for each in problems if "message" in each]
    return "; ".join(fields) or error.detail


class HealthMiddleware:
    """ASGI middleware that counts the requests of monitors apart: they ask on, however much else comes from their
    address, such as that of a proxy."""

    def __init__(self, app: Any, settings: Settings, requests: RateLimits) -> None:
        self.app = app
        self._people = AccessMiddleware(app, settings, requests)
        self._monitors = AccessMiddleware(app, settings, RateLimits(HEALTH_A_SECOND, HEALTH_AT_ONCE))
        self._paths = ("/health", f"/{settings.prefix.strip('/')}/health")

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        access = self._monitors if scope.get("path") in self._paths else self._people
        await access(scope, receive, send)


def make_app(services: Services) -> HealthMiddleware:
    """Create the server's ASGI application."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    settings = services.settings
    handled = (Refused, StoreDown, LastRaftError, RecursionError, HTTPException, Exception)
    app = Litestar(
        [
            *api.HANDLERS,
            *pages.HANDLERS,
            *admin.HANDLERS,
            *privacy.HANDLERS,
            *people.HANDLERS,
            *install.HANDLERS,
            *calls.HANDLERS,
            *screens.HANDLERS,
            *teaching.HANDLERS,
            socket.table_socket,
            health,
            show_metrics,
        ],
        lifespan=[lifespan],
        state=State({"services": services}),
        request_max_body_size=settings.limits.message_bytes,
        exception_handlers=dict.fromkeys(handled, handle_error),
        openapi_config=OpenAPIConfig(
            "Last Raft", __version__, path="/api", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        template_config=pages.TEMPLATES,
        compression_config=CompressionConfig("brotli", brotli_quality=6, gzip_compress_level=7, exclude="^/static/")
        if settings.compress
        else None,
        static_files_config=None,
        logging_config=None,
    )
    prefixed = PrefixMiddleware(app, settings.prefix) if settings.prefix else app
    return HealthMiddleware(prefixed, settings, services.requests)
