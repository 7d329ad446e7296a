"""The server under a path prefix, for a proxy that serves other things at the same address."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any


class Prefixed:
    """An application under a prefix, whether the proxy before it keeps the prefix or takes it away."""

    def __init__(self, app: Any, prefix: str) -> None:
        self.app = app
        self.prefix = "/" + prefix.strip("/")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            path = str(scope["path"])
            kept = path == self.prefix or path.startswith(self.prefix + "/")
            scope["root_path"], scope["path"] = self.prefix, path if kept else self.prefix + path
        await self.app(scope, receive, send)
