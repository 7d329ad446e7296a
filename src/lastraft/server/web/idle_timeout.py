"""An HTTP protocol for uvicorn that closes idle connections."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def with_idle_timeout(seconds: float) -> type[H11Protocol]:
    """Return a protocol that closes a connection on which no request is finished for so many seconds."""

    class IdleTimeoutProtocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._start_timer()

        def connection_lost(self, exc: Exception | None) -> None:
            self._timer.cancel()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._timer.cancel()
            super().handle_websocket_upgrade(event)

        def _start_timer(self) -> None:
            self._timer = self.loop.call_later(seconds, self._check, self.cycle)

        def _check(self, before: object) -> None:
            if self.cycle is before and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                self.transport.close()
            else:
                self._start_timer()

    return IdleTimeoutProtocol
