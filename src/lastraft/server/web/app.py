"""The application: all of it put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ... import __version__
from ...errors import LastRaftError
from ...protocol.translations import N_
from ..ops import metrics
from ..tables.actions import Refused
from ..tables.store import StoreDown
from . import api, pages, socket
from .access import AccessMiddleware
from .prefix import Prefixed
from .services import Services
from .socket import table_socket

log = logging.getLogger("lastraft.server")


@get("/health", include_in_schema=False)
async def health(request: Request[Any, Any, State]) -> Response[dict[str, str]]:
    """Whether this process can do its work: it answers and reaches its database."""
    try:
        await request.app.state.services.store.answers()
    except StoreDown:
        return Response({"status": "no database"}, status_code=503)
    return Response({"status": "well", "version": __version__})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def show_metrics() -> bytes:
    return metrics.page()


def _answer(request: Request[Any, Any, Any], refused: Refused, status: int | None = None) -> Response[Any]:
    """What went wrong, in the reader's language: as JSON for programs, as a page for people."""
    found = socket.refusal(refused, request.app.state.services.language(request))
    code, said, status = found["code"], found["said"], status or refused.http
    if pages.is_for_people(request):
        return pages.error_page(request, code, said, status)
    return Response(found, status_code=status)


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Any]:
    metrics.REFUSED.labels(refused.code).inc()
    return _answer(request, refused)


def _mistaken(request: Request[Any, Any, Any], error: LastRaftError) -> Response[Any]:
    return _answer(request, Refused("invalid", str(error)))


def _down(request: Request[Any, Any, Any], _error: StoreDown) -> Response[Any]:
    return _answer(request, Refused("too-much", socket.DOWN))


def _deep(request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    return _answer(request, Refused("invalid", "That is nested too deeply."))


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    code = {404: "not-found", 405: "not-allowed", 413: "too-long"}.get(error.status_code, "invalid")
    said = N_("There is nothing here.") if code == "not-found" else _wrong(error)
    return _answer(request, Refused(code, said), error.status_code)


def _wrong(error: HTTPException) -> str:
    """What was wrong with a request, field by field where that is known."""
    found = error.extra if isinstance(error.extra, list) else []
    fields = [f"{each.get('key') or 'the body'}: {each['message']}" for each in found if "message" in each]
    return "; ".join(fields) or error.detail


def _unforeseen(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("a request failed", exc_info=error)
    return _answer(request, Refused("failed", "Something went wrong here; it has been noted."), 500)


def make_app(services: Services) -> AccessMiddleware:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = Litestar(
        [*api.HANDLERS, *pages.HANDLERS, table_socket, health, show_metrics],
        lifespan=[lifespan],
        state=State({"services": services}),
        request_max_body_size=services.settings.limits.message_bytes,
        exception_handlers={
            Refused: _refused,
            StoreDown: _down,
            LastRaftError: _mistaken,
            RecursionError: _deep,
            HTTPException: _http,
            Exception: _unforeseen,
        },
        openapi_config=OpenAPIConfig(
            "Last Raft", __version__, path="/api", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        template_config=pages.TEMPLATES,
        compression_config=CompressionConfig("gzip", gzip_compress_level=5) if services.settings.compress else None,
        static_files_config=None,
        logging_config=None,
    )
    prefix = services.settings.prefix
    return AccessMiddleware(Prefixed(app, prefix) if prefix else app, services.settings, services.requests)
