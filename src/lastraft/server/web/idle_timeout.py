"""Connections that say nothing: each takes a place that somebody else could have."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def patient(seconds: float) -> type[H11Protocol]:
    """HTTP that hangs up on whoever has not finished a request for so many seconds."""

    class Patient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._timer.cancel()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._timer.cancel()
            super().handle_websocket_upgrade(event)

        def _wait(self) -> None:
            self._timer = self.loop.call_later(seconds, self._look, self.cycle)

        def _look(self, before: object) -> None:
            if self.cycle is before and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                self.transport.close()
            else:
                self._wait()

    return Patient
