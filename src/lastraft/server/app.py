"""The application: all of it put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from .. import __version__
from ..errors import LastRaftError
from . import api, metrics, pages
from .acts import Refused
from .desk import Desk
from .guard import Guard
from .socket import table_socket
from .store import StoreDown

log = logging.getLogger("lastraft.server")


@get("/health", include_in_schema=False)
async def health(request: Request[Any, Any, State]) -> Response[dict[str, str]]:
    """Whether this process can do its work: it answers and reaches its database."""
    try:
        await request.app.state.desk.store.count()
    except StoreDown:
        return Response({"status": "no database"}, status_code=503)
    return Response({"status": "well", "version": __version__})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def show_metrics() -> bytes:
    return metrics.page()


def _refused(_request: Request[Any, Any, Any], refused: Refused) -> Response[dict[str, str]]:
    metrics.REFUSED.labels(refused.code).inc()
    made = {"code": refused.code, "said": str(refused)}
    if refused.clause:
        made["clause"] = refused.clause
    return Response(made, status_code=refused.http)


def _mistaken(_request: Request[Any, Any, Any], error: LastRaftError) -> Response[dict[str, str]]:
    return Response({"code": "invalid", "said": str(error)}, status_code=400)


def _down(_request: Request[Any, Any, Any], _error: StoreDown) -> Response[dict[str, str]]:
    said = "The server cannot reach its database; send it again."
    return Response({"code": "too-much", "said": said}, status_code=503)


def _deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[dict[str, str]]:
    return Response({"code": "invalid", "said": "That is nested too deeply."}, status_code=400)


def _http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, str]]:
    code = {404: "not-found", 405: "not-allowed", 413: "too-long"}.get(error.status_code, "invalid")
    said = "There is nothing here." if code == "not-found" else error.detail
    return Response({"code": code, "said": said}, status_code=error.status_code)


def _unforeseen(_request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, str]]:
    log.error("a request failed", exc_info=error)
    return Response({"code": "failed", "said": "Something went wrong here; it has been noted."}, status_code=500)


def make_app(desk: Desk) -> Guard:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def open_desk(_app: Litestar) -> AsyncIterator[None]:
        await desk.open()
        try:
            yield
        finally:
            await desk.close()

    app = Litestar(
        [*api.HANDLERS, *pages.HANDLERS, table_socket, health, show_metrics],
        lifespan=[open_desk],
        state=State({"desk": desk}),
        request_max_body_size=desk.settings.limits.message_bytes,
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
        static_files_config=None,
        logging_config=None,
    )
    return Guard(app, desk.settings)
