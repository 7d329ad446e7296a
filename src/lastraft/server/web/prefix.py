"""The server under a path prefix, behind a proxy that serves other things at the same address."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any


class PrefixMiddleware:
    """ASGI middleware for a path prefix, whether the proxy keeps the prefix or strips it."""

    def __init__(self, app: Any, prefix: str) -> None:
        self.app = app
        self.prefix = "/" + prefix.strip("/")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            path = str(scope["path"])
            kept = path == self.prefix or path.startswith(self.prefix + "/")
            scope["root_path"], scope["path"] = self.prefix, path if kept else self.prefix + path
        await self.app(scope, receive, send)
