"""The same as JSON over HTTP, for programs in any language: create, join, start, look, move, talk, read along."""

from __future__ import annotations

import functools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie, State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import Stream

from ... import protocol
from ...errors import BadOption
from ...match import Match
from ...protocol import WATCHER
from ...protocol.translations import N_, translator
from ..ops.metrics import ACKNOWLEDGED
from ..tables import actions, messages
from ..tables.actions import Refused
from ..tables.entries import Clock, LogEntry
from ..tables.live_tables import LiveTable
from ..tables.streams import follow, may_read
from ..tables.table import BadTable
from . import responses, socket
from .access import address
from .identity import COOKIE, NOT_IN_NAMES, Guest, new_guest, new_token
from .services import Services

Ask = Request[Any, Any, State]
Data = dict[str, Any]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be. ``bots`` fill the seats from the last one down; ``sit``: the host takes the first seat."""

    game: str
    seats: int | None = None
    options: dict[str, str] = {}
    clock: Clock = Clock()
    grace: float = 0
    pause: float = 0.8
    listed: bool = False
    watchers: bool = True
    games: int = 1
    bots: list[str] = []
    sit: bool = True
    start: bool = False


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the host changes; what is left out stays."""

    seats: int | None = None
    options: dict[str, str] | None = None
    clock: Clock | None = None
    grace: float | None = None
    pause: float | None = None
    listed: bool | None = None
    watchers: bool | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any free seat, a certain one, or the one of a private link."""

    seat: int | None = None
    token: str = ""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A move as text or code. ``question`` is the number of the question that it answers; ``id`` the client's own."""

    move: str | int
    question: int | None = None
    id: str = ""


class Client(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str = ""


class Chat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    text: str
    to: int | None = None
    id: str = ""


class BotName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    bot: str = "random"


# -- who ----------------------------------------------------------------------------------------------------------


@post("/api/me", status_code=200)
async def say_name(request: Ask, data: JSONBody[Name]) -> Response[Data]:
    """Say one's name; the answer sets the cookie that says who one is from now on."""
    services = _services(request)
    known = services.guest(request)
    guest = named_guest(services, data.name, known)
    return Response({"name": guest.name}, cookies=[guest_cookie(services, request, guest)])


def named_guest(services: Services, name: str, known: Guest | None) -> Guest:
    """Somebody under a name, new or known before."""
    most = services.settings.limits.name_length
    try:
        return new_guest(name, most, known.person if known else "")
    except BadOption as error:
        said = N_("A name has 1 to {most} visible characters, and none of these: {signs}")
        raise Refused("invalid", said, most=most, signs=" ".join(NOT_IN_NAMES)) from error


def guest_cookie(services: Services, request: Ask, guest: Guest) -> Cookie:
    return Cookie(
        COOKIE,
        value=services.cookies.write(guest),
        path=request.scope.get("root_path") or "/",
        max_age=int(services.cookies.seconds),
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


@get("/api/me")
async def who_am_i(request: Ask) -> Data:
    """One's name and the tables at which one sits."""
    services = _services(request)
    guest = services.known_guest(request)
    tables = []
    for id in await services.store.tables_of(guest.person, 20):
        try:
            live = await services.tables.get(id)
        except BadTable:  # its game is not there any more, or has other rules now
            continue
        seat = live.table.seat_of(guest.person)
        asked = seat != WATCHER and live.table.status == "running" and bool(live.table.knowledge(seat).legal)
        tables.append({**messages.summary(live.table), "you": None if seat == WATCHER else seat, "your_turn": asked})
    return {"name": guest.name, "tables": tables}


@get("/api/games")
async def list_games(request: Ask) -> list[Data]:
    """The games that can be played, their seats and options."""
    language = _services(request).language(request)
    made = []
    for name in protocol.games():
        game = protocol.game(name)
        t = translator(name, language)
        options = {o.name: {"values": list(o.values), "about": game.option_text(o, t)} for o in game.options}
        seats = {"least": game.sizes[0], "most": game.sizes[-1], "usual": game.usual_size}
        made.append({"game": name, "title": game.title, "rules": game.version, "seats": seats, "options": options})
    return made


# -- tables -------------------------------------------------------------------------------------------------------


@get("/api/tables")
async def list_tables(request: Ask) -> list[Data]:
    """The tables that anybody may find."""
    return [msgspec.json.decode(summary) for summary in await _services(request).store.listed()]


@post("/api/tables")
async def create_table(request: Ask, data: JSONBody[Plan]) -> Data:
    """Open a table. Whoever opens it is its host."""
    services = _services(request)
    return await open_table(services, services.known_guest(request), data, services.language(request))


async def open_table(services: Services, guest: Guest, plan: Plan, language: str = "en") -> Data:
    if await services.store.count(guest.person) >= services.settings.limits.tables_of_a_person:
        raise Refused("too-much", "You have as many tables as one may have.")
    opening = actions.opened(
        guest.person,
        plan.game,
        plan.seats,
        plan.options,
        plan.clock,
        plan.grace,
        plan.pause,
        plan.listed,
        plan.watchers,
        plan.games,
    )
    if len(plan.bots) > opening.size - plan.sit:
        raise Refused("invalid", "The table has {seats} seats: so many bots do not fit.", seats=opening.size)
    for bot in plan.bots:
        actions.check_bot(protocol.game(plan.game), bot)
    live = await services.tables.create(opening)
    if plan.sit:
        await services.tables.act(live, lambda table: actions.sit(table, guest.person, guest.name))
    for seat, bot in zip(range(opening.size - 1, -1, -1), plan.bots, strict=False):
        await services.tables.act(live, lambda t, s=seat, b=bot: actions.give_to_bot(t, guest.person, s, b))  # type: ignore[misc]
    if plan.start:
        await services.tables.act(live, lambda table: actions.start(table, guest.person))
    return messages.lobby(live.table, guest.person, language)


@get("/api/tables/{table:str}")
async def show_table(request: Ask, table: FromPath[str]) -> Data:
    """A table apart from its game: seats, options, who is host."""
    services, live = await _live_table(request, table)
    return messages.lobby(live.table, _person(request), services.language(request))


@post("/api/tables/{table:str}/options", status_code=200)
async def change_table(request: Ask, table: FromPath[str], data: JSONBody[Change]) -> Data:
    """The host changes the table."""
    given = {field: getattr(data, field) for field in data.__struct_fields__}
    size = given.pop("seats")
    return await _act(request, table, lambda t, person: actions.change(t, person, size, **given))


@post("/api/tables/{table:str}/sit", status_code=200)
async def sit_down(request: Ask, table: FromPath[str], data: JSONBody[Join]) -> Data:
    """Take a seat: any, a certain one, or the one of a private link."""
    services, live = await _live_table(request, table)
    guest = services.known_guest(request)
    await sit(services, live, guest, data.seat, data.token)
    return messages.lobby(live.table, guest.person, services.language(request))


async def sit(services: Services, live: LiveTable, guest: Guest, seat: int | None, token: str) -> None:
    def make(table: Any) -> LogEntry:
        if not token:
            return actions.sit(table, guest.person, guest.name, seat)
        found = actions.sit_by_link(table, guest.person, guest.name, token)
        if found is None:
            raise actions.AlreadyDone(table.number)
        return found

    await services.tables.act(live, make)


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave_table(request: Ask, table: FromPath[str]) -> Data:
    """Leave one's seat."""
    services, live = await _live_table(request, table)
    guest = services.known_guest(request)
    seat = live.table.seat_of(guest.person)
    if seat == WATCHER:
        raise Refused("empty", "You have no seat at this table.")
    return await _free(request, services, live, guest, seat)


@post("/api/tables/{table:str}/seats/{seat:int}/free", status_code=200)
async def free_seat(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Data:
    """The host removes whoever sits there, person or bot."""
    services, live = await _live_table(request, table)
    return await _free(request, services, live, services.known_guest(request), seat)


async def _free(request: Ask, services: Services, live: LiveTable, guest: Guest, seat: int) -> Data:
    leaving = actions.leave(live.table, guest.person, seat)
    if actions.next_host(live.table, leaving.seat):
        await services.tables.act(live, lambda t: actions.next_host(t, seat) or actions.leave(t, guest.person, seat))
    await services.tables.act(live, lambda t: actions.leave(t, guest.person, seat))
    return messages.lobby(live.table, guest.person, services.language(request))


@post("/api/tables/{table:str}/seats/{seat:int}/bot", status_code=200)
async def give_seat_to_bot(request: Ask, table: FromPath[str], seat: FromPath[int], data: JSONBody[BotName]) -> Data:
    """A bot plays for a seat."""
    return await _act(request, table, lambda t, person: actions.give_to_bot(t, person, seat, data.bot))


@post("/api/tables/{table:str}/seats/{seat:int}/back", status_code=200)
async def take_seat_back(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Data:
    """The bot leaves; whoever sits there plays again."""
    return await _act(request, table, lambda t, person: actions.take_back(t, person, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/link", status_code=200)
async def make_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Data:
    """A private link to a seat. It is shown this once; an earlier one is void."""
    token = new_token()
    await _act(request, table, lambda t, person: actions.link(t, person, seat, token))
    return {"token": token, "path": f"/table/{table}/seat/{token}"}


@delete("/api/tables/{table:str}/seats/{seat:int}/link", status_code=200)
async def revoke_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Data:
    """Revoke a seat's link, and with it whoever came by it."""
    return await _act(request, table, lambda t, person: actions.unlink(t, person, seat))


@post("/api/tables/{table:str}/start", status_code=200)
async def start_game(request: Ask, table: FromPath[str]) -> Data:
    """The host starts the game."""
    return await _act(request, table, actions.start)


@post("/api/tables/{table:str}/end", status_code=200)
async def end_table(request: Ask, table: FromPath[str]) -> Data:
    """The host ends the table."""
    return await _act(request, table, actions.end)


@post("/api/tables/{table:str}/host", status_code=200)
async def become_host(request: Ask, table: FromPath[str]) -> Data:
    """Be host in place of one who has been away for long."""
    services, live = await _live_table(request, table)
    gone = services.tables.host_gone(live)
    return await _act(request, table, lambda t, person: actions.become_host(t, person, gone))


@post("/api/tables/{table:str}/rematch", status_code=200)
async def ask_rematch(request: Ask, table: FromPath[str]) -> Data:
    """Another table for the same people."""
    services, live = await _live_table(request, table)
    return {"table": await services.tables.rematch(live, services.known_guest(request).person)}


# -- playing ------------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/view")
async def view_table(request: Ask, table: FromPath[str]) -> Data:
    """Everything that one may know: news, view, legal moves, drawing."""
    services, live = await _live_table(request, table)
    may_read(live, _person(request))
    most = services.settings.limits.news_at_once
    return messages.message(live.table, _person(request), None, services.language(request), most)


@get("/api/tables/{table:str}/legal")
async def list_legal_moves(request: Ask, table: FromPath[str]) -> Data:
    """What one may do now, and the number of the question."""
    services, live = await _live_table(request, table)
    seat = live.table.seat_of(_person(request))
    if seat == WATCHER or live.table.status != "running":
        return {"question": 0, "legal": []}
    known = live.table.knowledge(seat)
    legal = messages.legal_moves(live.table, seat, known, services.language(request))
    return {"question": live.table.seats[seat].question, "legal": legal}


@post("/api/tables/{table:str}/move", status_code=200)
async def make_move(request: Ask, table: FromPath[str], data: JSONBody[Move]) -> Data:
    """Make a move. The answer comes when it is on disk."""
    return await _play(request, table, socket.Move(id=data.id, move=data.move, question=data.question))


@post("/api/tables/{table:str}/undo", status_code=200)
async def take_move_back(request: Ask, table: FromPath[str], data: JSONBody[Client]) -> Data:
    """Take one's last move back, if nothing random, hidden or somebody else's happened."""
    return await _play(request, table, socket.Undo(id=data.id))


@post("/api/tables/{table:str}/hand", status_code=200)
async def raise_hand(request: Ask, table: FromPath[str]) -> Data:
    """Ask for more than the grace time."""
    return await _play(request, table, socket.Hand())


@post("/api/tables/{table:str}/chat", status_code=200)
async def talk(request: Ask, table: FromPath[str], data: JSONBody[Chat]) -> Data:
    """Say something to all, or whisper to one seat."""
    return await _play(request, table, socket.Chat(id=data.id, text=data.text, to=data.to))


@get("/api/tables/{table:str}/record", media_type="text/plain")
async def read_record(request: Ask, table: FromPath[str]) -> str:
    """The game as a text file: what one may know; once it is over, the whole."""
    _, live = await _live_table(request, table)
    may_read(live, _person(request))
    if live.table.match is None:
        raise Refused("lobby", "The game has not begun.")
    return _record(live.table.match, live.table.number, live.table.seat_of(_person(request)))


@functools.lru_cache(20)
def _record(match: Match, _number: int, seat: int) -> str:
    """Written once for every line of the log: a long game's takes a tenth of a second."""
    return match.record(seat)


@get("/api/tables/{table:str}/stream", media_type="application/x-ndjson")
async def read_stream(
    request: Ask,
    table: FromPath[str],
    stream: FromQuery[str] = "",
    number: Annotated[int | None, Parameter(ge=0, lt=1_000_000_000)] = None,
) -> Stream:
    """The messages of the socket, one a line, from a number of a stream on."""
    services, live = await _live_table(request, table)
    person, language, settings = _person(request), services.language(request), services.settings
    may_read(live, person)

    async def lines() -> AsyncIterator[bytes]:
        most = settings.limits.news_at_once
        following = follow(services.tables, live, person, language, stream, number, settings.heartbeat_seconds, most)
        try:
            with services.connections.admit(address(request.scope)):
                async with aclosing(following) as found:  # type: ignore[type-var]
                    async for message in found:
                        yield message + b"\n"
        except Refused as refused:
            yield msgspec.json.encode({"type": "refused", **socket.refusal(refused, language)}) + b"\n"

    return Stream(lines(), media_type="application/x-ndjson")


# -- how ----------------------------------------------------------------------------------------------------------


def _services(request: Ask) -> Services:
    services: Services = request.app.state.services
    return services


def _person(request: Ask) -> str:
    guest = _services(request).guest(request)
    return guest.person if guest else ""


async def _live_table(request: Ask, table: str) -> tuple[Services, LiveTable]:
    services = _services(request)
    return services, await services.tables.get(table, fresh=True)


async def _act(request: Ask, table: str, make: Callable[[Any, str], LogEntry]) -> Data:
    services, live = await _live_table(request, table)
    guest = services.known_guest(request)
    await services.tables.act(live, lambda t: make(t, guest.person))
    return messages.lobby(live.table, guest.person, services.language(request))


async def _play(request: Ask, table: str, ask: socket.Move | socket.Undo | socket.Hand | socket.Chat) -> Data:
    services, live = await _live_table(request, table)
    guest = services.known_guest(request)
    started = time.monotonic()
    number = await socket.act(services, live, guest, ask)
    ACKNOWLEDGED.observe(time.monotonic() - started)
    reader = live.table.seat_of(guest.person)
    return {"type": "done", "id": ask.id, "number": live.table.stream_number(reader, number)}


ANSWERS: dict[HTTPRouteHandler, Any] = {
    say_name: responses.Named,
    who_am_i: responses.Me,
    list_games: list[responses.GameAbout],
    list_tables: list[responses.Summary],
    create_table: responses.Lobby,
    show_table: responses.Lobby,
    change_table: responses.Lobby,
    sit_down: responses.Lobby,
    leave_table: responses.Lobby,
    free_seat: responses.Lobby,
    give_seat_to_bot: responses.Lobby,
    take_seat_back: responses.Lobby,
    make_link: responses.Link,
    revoke_link: responses.Lobby,
    start_game: responses.Lobby,
    end_table: responses.Lobby,
    become_host: responses.Lobby,
    ask_rematch: responses.Rematch,
    view_table: responses.Message,
    list_legal_moves: responses.Legal,
    make_move: responses.Done,
    take_move_back: responses.Done,
    raise_hand: responses.Done,
    talk: responses.Done,
    read_record: str,
    read_stream: responses.Message,
}
HANDLERS = list(ANSWERS)
for handler, answer in ANSWERS.items():
    responses.document(handler, answer)
