"""Protocols for uvicorn that let go of connections on which nothing happens."""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.protocol import State

from ..tables.siblings import Siblings

ONE_PACKET = 1380
"""Bytes of a message that is sent in one packet, compressed or not."""


def reset(transport: asyncio.Transport) -> None:
    """Abort a connection and what the system would still send: its client reads nothing."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError):  # it may be closed already
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def with_idle_timeout(seconds: float, siblings: Siblings | None = None) -> type[H11Protocol]:
    """Return a protocol that closes a connection on which no request is finished for so many seconds, and one whose
    client reads nothing for twice as long. Before each request a connection may be passed on to another process."""

    class IdleTimeoutProtocol(H11Protocol):
        received = b""
        """What another process read from the connection before it passed it on."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._start_timer()
            if self.received:
                super().data_received(self.received)

        def data_received(self, data: bytes) -> None:
            if siblings and self._is_idle() and siblings.pass_on(self._fileno(), data):
                self.transport.abort()  # closes only this process's copy of the socket
            else:
                super().data_received(data)

        def _is_idle(self) -> bool:
            """Whether the connection is between two requests, and what was answered to the last one is sent."""
            conn, sent = self.conn, not self.transport.get_write_buffer_size()
            return sent and conn.their_state is h11.IDLE and conn.our_state is h11.IDLE and not conn.trailing_data[0]

        def _fileno(self) -> int:
            return int(self.transport.get_extra_info("socket").fileno())

        def connection_lost(self, exc: Exception | None) -> None:
            self._timer.cancel()
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._abort_timer = self.loop.call_later(2 * seconds, reset, self.transport)

        def resume_writing(self) -> None:
            self._abort_timer.cancel()
            super().resume_writing()

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


class _Deflate(PerMessageDeflate):
    """Compresses what takes more than a packet."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) <= ONE_PACKET else super().encode(frame)


class _DeflateFactory(ServerPerMessageDeflateFactory):
    def process_request_params(self, *args: Any) -> Any:
        params, extension = super().process_request_params(*args)
        extension.__class__ = _Deflate
        return params, extension


def socket_protocol(seconds: float, compress: bool) -> type[WebSocketsSansIOProtocol]:
    """Return a protocol for WebSockets that aborts a connection whose client reads nothing for twice as many seconds:
    closing would wait for its buffer."""

    class Socket(WebSocketsSansIOProtocol):
        """Compresses with a larger window than uvicorn does: as messages resemble each other, they become half as
        large in a third of the time."""

        _abort_timer: asyncio.TimerHandle | None = None

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            if compress:
                smaller = {"level": 3, "memLevel": 6}
                self.conn.available_extensions = [_DeflateFactory(compress_settings=smaller)]

        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            if not self.close_sent:
                self.scope["extensions"]["write"] = {"now": self.write}

        def write(self, text: bytes) -> bool:
            """Send a message past all that lies between; False: only `send` can, or can say why not."""
            if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
                return False
            if len(text) <= ONE_PACKET:
                size = struct.pack("!B", len(text)) if len(text) < 126 else struct.pack("!BH", 126, len(text))
                self.transport.write(b"\x81" + size + text)
            else:
                self.conn.send_text(text)
                self.transport.write(b"".join(self.conn.data_to_send()))
            return True

        def pause_writing(self) -> None:
            super().pause_writing()
            self._abort_timer = self.loop.call_later(2 * seconds, reset, self.transport)

        def resume_writing(self) -> None:
            self._stop_timer()
            super().resume_writing()

        def keepalive_timeout(self) -> None:
            reset(self.transport)

        def handle_close(self, event: Any) -> None:
            super().handle_close(event)
            if self.transport.is_closing() and self.transport.get_write_buffer_size():
                self.loop.call_later(seconds, reset, self.transport)

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            super().connection_lost(exc)
            self.conn.extensions = []  # frees the window without waiting for the garbage collector

        def _stop_timer(self) -> None:
            if self._abort_timer is not None:
                self._abort_timer.cancel()
                self._abort_timer = None

    return Socket
