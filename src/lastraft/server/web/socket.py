"""The WebSocket of a seat: acts come in, answers and messages go out."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from ...protocol.translations import N_
from ..ops.metrics import ACKNOWLEDGED, REFUSED
from ..tables import actions, messages
from ..tables.actions import Refused
from ..tables.live_tables import LiveTable
from ..tables.store import StoreDown
from ..tables.streams import follow, may_read
from ..tables.table import BadTable
from .access import TokenBucket, address
from .identity import Guest
from .services import Services

CLIENT = 64
DOWN = N_("The server cannot reach its database; send it again.")
DRAWINGS = ("whole", "changes", "none")
"""How much of the drawing a connection wants: all; of what is not still, what changed; nothing."""
PATIENCE = 20
"""So many refused frames of one connection that cannot be read or come too fast; then it is closed."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """What a client sends; `id` is its own, comes back with the answer, and makes a second sending harmless."""

    id: str = ""


class Move(Ask, frozen=True, tag="move"):
    move: str | int
    question: int | None = None


class Undo(Ask, frozen=True, tag="undo"):
    pass


class Chat(Ask, frozen=True, tag="chat"):
    text: str
    to: int | None = None


class Hand(Ask, frozen=True, tag="hand"):
    pass


class Why(Ask, frozen=True, tag="why"):
    clicks: list[str]


class Beat(Ask, frozen=True, tag="beat"):
    pass


_decode = msgspec.json.Decoder(Move | Undo | Chat | Hand | Why | Beat).decode
CLOSING = {"not-found": 4404, "not-yours": 4403, "too-much": 4503, "too-fast": 4429}


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Follow a table and act at it. The query says ``stream`` and ``number`` of the last message, and ``lang``."""
    services: Services = socket.app.state.services
    guest = services.guest(socket) or Guest("", "", 0)
    query = socket.query_params
    await socket.accept()
    line = _Line(services, socket, guest)
    try:
        with services.connections.admit(address(socket.scope)):
            live = await services.tables.get(table, fresh=True)
            may_read(live, guest.person)
            number = _number(query.get("number"))
            draw = found if (found := query.get("draw", "")) in DRAWINGS else "whole"
            await line.run(live, query.get("stream", ""), number, draw)
    except Refused as refused:
        await line.close(CLOSING.get(refused.code, 4400), refused)
    except StoreDown:
        await line.close(1013, Refused("too-much", DOWN))
    except BadTable as error:
        await line.close(4400, Refused("invalid", str(error)))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 10 else None


class _Line:
    """One open socket."""

    def __init__(self, services: Services, socket: WebSocket[Any, Any, Any], guest: Guest) -> None:
        self.services, self.socket, self.guest = services, socket, guest
        self._turn = asyncio.Lock()
        limits = services.settings.limits
        self._frames = TokenBucket(limits.frames_a_second, limits.frames_at_once)
        self._strikes = 0
        self.language = services.language(socket)

    async def send(self, data: bytes) -> None:
        async with self._turn:
            await self.socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})

    async def close(self, code: int, refused: Refused) -> None:
        REFUSED.labels(refused.code).inc()
        with suppress(Exception):  # it may be gone already
            await self.send(self._refusal("", refused))
            await self.socket.close(code, _brief(refused.told(self.language)))

    def _refusal(self, id: str, refused: Refused) -> bytes:
        return msgspec.json.encode({"type": "refused", "id": id, **refusal(refused, self.language)})

    async def run(self, live: LiveTable, stream: str, number: int | None, draw: str) -> None:
        telling = asyncio.create_task(self._tell(live, stream, number, draw))
        hearing = asyncio.create_task(self._hear(live))
        stopping = asyncio.create_task(self.services.stopping.wait())
        tasks: tuple[asyncio.Task[Any], ...] = (telling, hearing, stopping)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if stopping.done():
                await self.socket.close(1012, "The server restarts.")
            for ended in (telling, hearing):
                if ended.done():
                    ended.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, live: LiveTable, stream: str, number: int | None, draw: str) -> None:
        settings = self.services.settings
        most = settings.limits.news_at_once
        following = follow(
            self.services.tables,
            live,
            self.guest.person,
            self.language,
            stream,
            number,
            settings.heartbeat_seconds,
            most,
            draw,
        )
        async with aclosing(following) as messages:  # type: ignore[type-var]
            async for message in messages:
                await self.send(message)

    async def _hear(self, live: LiveTable) -> None:
        while True:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            try:
                await self.send(await self._answer(live, frame.get("text")))
            except Refused as refused:
                REFUSED.labels(refused.code).inc()
                await self.send(self._refusal("", refused))
            if self._strikes > PATIENCE:
                raise Refused("too-fast", "Too much that cannot be read, or too fast.")

    async def _answer(self, live: LiveTable, text: object) -> bytes:
        if not isinstance(text, str) or len(text.encode()) > self.services.settings.limits.message_bytes:
            self._strikes += 1
            raise Refused("invalid", "A message is JSON text, and not that long.")
        try:
            ask = _decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._strikes += 1
            raise Refused("invalid", "That message cannot be read: {error}", error=error) from error
        try:
            if not self._frames.take() or not self.services.requests.take(address(self.socket.scope)):
                self._strikes += 1
                raise Refused("too-fast", "That is too fast; slow down.")
            return await self._do(live, ask)
        except Refused as refused:
            REFUSED.labels(refused.code).inc()
            return self._refusal(ask.id, refused)
        except StoreDown:
            return self._refusal(ask.id, Refused("too-much", DOWN))

    async def _do(self, live: LiveTable, ask: Move | Undo | Chat | Hand | Why | Beat) -> bytes:
        if isinstance(ask, Beat):
            return msgspec.json.encode({"type": "beat", "at": round(time.time())})
        if isinstance(ask, Why):
            reader = live.table.seat_of(self.guest.person)
            said, clause = "", ""
            if reader >= 0 and live.table.match:
                said, clause = messages.why(live.table, reader, ask.clicks[:8], self.language)
            return msgspec.json.encode({"type": "why", "id": ask.id, "said": said, "clause": clause})
        started = time.monotonic()
        number = await act(self.services, live, self.guest, ask)
        ACKNOWLEDGED.observe(time.monotonic() - started)
        reader = live.table.seat_of(self.guest.person)
        return msgspec.json.encode({"type": "done", "id": ask.id, "number": live.table.stream_number(reader, number)})


async def act(services: Services, live: LiveTable, guest: Guest, ask: Move | Undo | Chat | Hand) -> int:
    """Do what somebody asks; the number of its line in the log.

    :raises Refused: if it may not be done.
    """
    person = guest.person
    if len(ask.id) > CLIENT:
        raise Refused("invalid", "An id has at most {most} characters.", most=CLIENT)
    match ask:
        case Move():
            return await services.tables.act(live, lambda t: actions.move(t, person, ask.move, ask.question, ask.id))
        case Undo():
            return await services.tables.act(live, lambda t: actions.undo(t, person, ask.id))
        case Hand():
            return await services.tables.act(live, lambda t: actions.raise_hand(t, person))
        case Chat():
            longest = services.settings.limits.chat_length
            known = (f"seat {live.table.seat_of(person)}", ask.id) in live.table.clients
            if not known and not services.chat.take(person):
                raise Refused("too-fast", "You talk too fast; wait a moment.")
            return await services.tables.act(live, lambda t: actions.say(t, person, ask.text, ask.to, ask.id, longest))
    raise Refused("invalid", "Nobody knows how to do that.")


def refusal(refused: Refused, language: str) -> dict[str, str]:
    """A refusal as it is sent: a code for programs, a sentence for people, and the clause of the rules."""
    made = {"code": refused.code, "said": refused.told(language)}
    return {**made, "clause": refused.clause} if refused.clause else made


def _brief(text: str) -> str:
    """As much as fits into the frame that closes a socket: 123 bytes."""
    return text.encode()[:120].decode(errors="ignore")
