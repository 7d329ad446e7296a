"""The WebSocket of a table: actions come in; answers, messages and heartbeats go out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Any, Union

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ...protocol.translations import N_
from ..ops.metrics import ACKNOWLEDGED, REFUSED
from ..tables import actions, messages
from ..tables.actions import Refused
from ..tables.live_tables import LiveTable
from ..tables.message_types import Done, Refusal
from ..tables.store import StoreDown
from ..tables.streams import check_may_watch, follow, heartbeat
from ..tables.table import BadTable
from .access import TokenBucket, address
from .identity import NOBODY, Guest
from .services import Services, services_of

log = logging.getLogger("lastraft.server")
LONGEST_ID = 64
DOWN = N_("The server cannot reach its database; send it again.")
FAILED = N_("Something went wrong here; it has been noted.")
DRAWINGS = ("whole", "changes", "none")
"""How much of the drawing a connection is sent: all of it, the changes of what moves, or nothing."""
MAX_STRIKES = 20
"""A connection is closed after more frames than this that cannot be read or come too fast."""
CLOSING = {"not-found": 4404, "not-yours": 4403, "banned": 4403, "too-much": 4503, "too-fast": 4429}


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends. ``id`` is the client's own: it comes back with the answer, and an action that is sent
    again with the same id is done once."""

    id: str = ""


class Move(Action, frozen=True):
    """A move as text or code; ``question`` is the number of the question that it answers."""

    move: str | int
    question: int | None = None


class Undo(Action, frozen=True):
    pass


class Chat(Action, frozen=True):
    """A message to everybody or to one seat; or a phrase of the game, by its number."""

    text: str = ""
    to: int | None = None
    phrase: int | None = None


class Hand(Action, frozen=True):
    """Ask for more than the grace time."""


class Step(Action, frozen=True):
    """Step in, now or at the next chance; or let go."""

    on: bool = True


class Ready(Action, frozen=True):
    """Let the open window pass; ``question`` is the number of the question that was shown."""

    question: int | None = None


class Asks(Action, frozen=True):
    """Say in which windows one wants to be asked, whether the table answers what has one answer, and how fast one's
    page plays moves."""

    asks: str | None = None
    answers: bool | None = None
    speed: str | None = None


class Rest(Action, frozen=True):
    """Leave the rest of one's setup to the table, or take it back."""

    on: bool = True


class Nights(Action, frozen=True):
    """Say when one's nights are, in minutes of the day, and the name of one's time zone."""

    zone: str
    begins: int = 22 * 60 + 30
    ends: int = 7 * 60 + 30


class Vacation(Action, frozen=True):
    """Take days off, in which one's clock stands; with 0 come back."""

    days: int


class Order(Action, frozen=True):
    """Give a standing order, switch it on or off, or take it back."""

    occasion: str
    what: int
    on: bool = True
    gone: bool = False


class Why(Action, frozen=True):
    """Ask why nothing can be done with what was clicked."""

    clicks: list[str]


class Heartbeat(Action, frozen=True):
    pass


FRAMES = {
    "move": Move, "undo": Undo, "chat": Chat, "hand": Hand, "step": Step, "ready": Ready, "asks": Asks, "why": Why,
    "rest": Rest, "nights": Nights, "vacation": Vacation, "order": Order, "beat": Heartbeat,
}  # fmt: skip
_tagged = [
    msgspec.defstruct(
        kind.__name__, [], bases=(kind,), frozen=True, forbid_unknown_fields=True, tag_field="do", tag=tag
    )
    for tag, kind in FRAMES.items()
]
_decode = msgspec.json.Decoder(Union[tuple(_tagged)]).decode  # noqa: UP007


def refusal(refused: Refused, language: str) -> Refusal:
    """A refusal as it is sent."""
    sent: Refusal = {"code": refused.code, "said": refused.text(language)}
    return {**sent, "clause": refused.clause} if refused.clause else sent


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Follow a table and act at it. The query gives ``stream`` and ``number`` of the last message, ``lang``,
    and ``watch`` to see what those without a seat see."""
    services = services_of(socket)
    query = socket.query_params
    known = services.guest(socket)
    guest = NOBODY if known is None or "watch" in query else known
    await socket.accept()
    connection = _Connection(services, socket, guest)
    try:
        with services.connections.admit(address(socket.scope)):
            services.check_may_come(socket)
            live = await services.tables.get(table, fresh=True)
            screen_of = known.person if known and guest is NOBODY and live.table.seat_of(known.person) >= 0 else ""
            check_may_watch(live, screen_of or guest.person)
            seat = live.table.seat_of(guest.person)
            if seat >= 0 and live.table.seats[seat].stands_in:
                await services.tables.act(live, lambda table: actions.come_back(table, guest.person))
            number, draw = query.get("number", ""), query.get("draw", "")
            after = int(number) if number.isdecimal() and len(number) < 10 else None
            draw = draw if draw in DRAWINGS else "whole"
            await connection.run(live, query.get("stream", ""), after, draw, screen_of)
    except Refused as refused:
        await connection.close(CLOSING.get(refused.code, 4400), refused)
    except StoreDown:
        await connection.close(1013, Refused("too-much", DOWN))
    except BadTable as error:
        await connection.close(4400, Refused("invalid", str(error)))
    except (WebSocketDisconnect, OSError):
        raise  # the client has gone
    except Exception as error:
        log.error("a connection failed", exc_info=error)
        await connection.close(1011, Refused("failed", FAILED))


class _Connection:
    """One open socket."""

    def __init__(self, services: Services, socket: WebSocket[Any, Any, Any], guest: Guest) -> None:
        self.services, self.socket, self.guest = services, socket, guest
        self._send_lock = asyncio.Lock()
        extensions: Any = socket.scope.get("extensions") or {}
        self._write = extensions.get("write", {}).get("now", lambda data: False)
        limits = services.settings.limits
        self._frames = TokenBucket(limits.frames_a_second, limits.frames_at_once)
        self._strikes = 0
        self.language = services.language(socket)

    async def send(self, data: bytes) -> None:
        if not self._send_lock.locked() and self._write(data):
            return
        async with self._send_lock:
            await self.socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})

    async def close(self, code: int, refused: Refused) -> None:
        with suppress(Exception):  # it may be closed already
            await self.send(self._refuse("", refused))
            reason = refused.text(self.language).encode()[:120].decode(errors="ignore")  # a close frame has 123 bytes
            await self.socket.close(code, reason)

    def _refuse(self, id: str, refused: Refused) -> bytes:
        REFUSED.labels(refused.code).inc()
        return msgspec.json.encode({"type": "refused", "id": id, **refusal(refused, self.language)})

    async def run(self, live: LiveTable, stream: str, number: int | None, draw: str, screen_of: str) -> None:
        check = self.services.stay_check(self.socket)
        following = follow(
            self.services.tables, live, self.guest.person, self.language, stream, number, draw, screen_of, check
        )
        sending = asyncio.create_task(self._send_messages(following))
        receiving = asyncio.create_task(self._receive_actions(live))
        stopping = asyncio.create_task(self.services.stopping.wait())
        tasks: tuple[asyncio.Task[Any], ...] = (sending, receiving, stopping)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if stopping.done():
                await self.socket.close(1012, "The server restarts.")
            for ended in (sending, receiving):
                if ended.done():
                    ended.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_messages(self, following: AsyncIterator[bytes]) -> None:
        async with aclosing(following) as messages:  # type: ignore[type-var]
            async for message in messages:
                self.services.check_signed_in(self.guest)
                await self.send(message)

    async def _receive_actions(self, live: LiveTable) -> None:
        while True:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            await self.send(await self._answer(live, frame.get("text")))
            if self._strikes > MAX_STRIKES:
                raise Refused("too-fast", "Too much that cannot be read, or too fast.")

    async def _answer(self, live: LiveTable, text: object) -> bytes:
        id = ""
        try:
            action = self._read(text)
            id = action.id
            if not self._frames.take() or not self.services.requests.take(address(self.socket.scope)):
                self._strikes += 1
                raise Refused("too-fast", "That is too fast; slow down.")
            return await self._do(live, action)
        except Refused as refused:
            return self._refuse(id, refused)
        except StoreDown:
            return self._refuse(id, Refused("too-much", DOWN))

    def _read(self, text: object) -> Action:
        if isinstance(text, str) and len(text.encode()) <= self.services.settings.limits.message_bytes:
            try:
                action: Action = _decode(text)
                return action
            except (msgspec.MsgspecError, RecursionError) as error:
                refused = Refused("invalid", "That message cannot be read: {error}", error=error)
        else:
            refused = Refused("invalid", "A message is JSON text, and not that long.")
        self._strikes += 1
        raise refused

    async def _do(self, live: LiveTable, action: Action) -> bytes:
        if isinstance(action, Heartbeat):
            self.services.see(self.socket, self.guest)
            return heartbeat(settings=self.services.accounts.settings_version(self.guest.person))
        if isinstance(action, Why):
            reader = live.table.seat_of(self.guest.person)
            said, clause = "", ""
            if reader >= 0 and live.table.match:
                said, clause = messages.why(live.table, reader, action.clicks[:8], self.language)
            return msgspec.json.encode({"type": "why", "id": action.id, "said": said, "clause": clause})
        self.services.check_allowed(self.socket, self.guest)
        if isinstance(action, Chat):
            self.services.check_allowed(self.socket, self.guest, "mute")
        return msgspec.json.encode(await act(self.services, live, self.guest, action))


async def act(services: Services, live: LiveTable, guest: Guest, action: Action) -> Done:
    """Do what a client asks for.

    :raises Refused: if it is not allowed.
    """
    person, tables, started = guest.person, services.tables, time.monotonic()
    if len(action.id) > LONGEST_ID:
        raise Refused("invalid", "An id has at most {most} characters.", most=LONGEST_ID)
    match action:
        case Move():
            number = await tables.act(live, lambda t: actions.move(t, person, action.move, action.question, action.id))
        case Undo():
            number = await tables.act(live, lambda t: actions.undo(t, person, action.id))
        case Hand():
            number = await tables.act(live, lambda t: actions.raise_hand(t, person))
        case Step():
            number = await tables.act(live, lambda t: actions.step_in(t, person, action.on))
        case Ready():
            number = await tables.act(live, lambda t: actions.be_ready(t, person, action.id, action.question))
        case Rest():
            number = await tables.act(live, lambda t: actions.leave_rest(t, person, action.on))
        case Asks(asks=asks, answers=answers, speed=speed):
            number = await tables.act(live, lambda t: actions.set_asks(t, person, asks, answers, speed))
        case Nights(zone=zone, begins=begins, ends=ends):
            number = await tables.act(live, lambda t: actions.sleep(t, person, zone, begins, ends))
        case Vacation(days=days):
            number = await tables.act(live, lambda t: actions.take_days_off(t, person, days))
        case Order(occasion=when, what=what, on=on, gone=gone):
            number = await tables.act(live, lambda t: actions.give_order(t, person, when, what, on, gone))
        case Chat():
            longest = services.settings.limits.chat_length
            known = (f"seat {live.table.seat_of(person)}", action.id) in live.table.clients
            if not known and not services.chat.take(person):
                raise Refused("too-fast", "You talk too fast; wait a moment.")
            phrase = action.phrase
            if phrase is not None:
                number = await tables.act(live, lambda t: actions.say_phrase(t, person, phrase, action.id))
            else:
                number = await tables.act(
                    live, lambda t: actions.say(t, person, action.text, action.to, action.id, longest)
                )
        case _:
            raise Refused("invalid", "Nobody knows how to do that.")
    ACKNOWLEDGED.observe(time.monotonic() - started)
    reader = live.table.seat_of(person)
    return {"type": "done", "id": action.id, "number": live.table.stream_number(reader, number)}
