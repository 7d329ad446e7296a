"""The JSON API over HTTP, for programs in any language: open, join, start, view, move, chat, follow."""

from __future__ import annotations

import functools
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Annotated, TypedDict

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import Stream

from ... import protocol
from ...match import Match
from ...protocol import WATCHER
from ...protocol.translations import N_, translator
from ..tables import actions, messages
from ..tables.actions import Refused, TermsChange
from ..tables.entries import LogEntry
from ..tables.live_tables import LiveTable
from ..tables.message_types import Done, LegalMove, Lobby, Message, Option, Refusal, Summary
from ..tables.streams import check_may_watch, follow
from ..tables.table import BadTable, Table
from . import faces, socket
from .access import address
from .identity import COOKIES, NOT_IN_NAMES, Guest, cookie_in_hand, new_guest
from .services import Request, Services, services_of


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Plan(TermsChange, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open. ``bots`` fill the seats from the last one down; ``sit``: the host takes the first seat."""

    game: str
    pause: float | None = 0.8
    games: int = 1
    bots: tuple[str, ...] = ()
    sit: bool = True
    start: bool = False


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any free seat, a certain one, or the one of a private link."""

    seat: int | None = None
    token: str = ""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody at a seat did that administrators should see."""

    text: str = ""


class BotName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    bot: str = "random"


class MyTable(Summary):
    you: int | None
    your_turn: bool


class Me(TypedDict):
    name: str
    tables: list[MyTable]


class Sizes(TypedDict):
    least: int
    most: int
    usual: int


class GameAbout(TypedDict):
    game: str
    title: str
    rules: int
    seats: Sizes
    options: dict[str, Option]


class Legal(TypedDict):
    question: int
    legal: list[LegalMove]


class Link(TypedDict):
    token: str
    path: str


class Rematch(TypedDict):
    table: str


@post("/api/me", status_code=200)
async def say_name(request: Request, data: JSONBody[Name]) -> Response[Name]:
    """Say one's name; the response sets the cookie that identifies the person from then on."""
    services = services_of(request)
    guest = named_guest(request, data.name, services.guest(request))
    return Response(Name(guest.name), cookies=[guest_cookie(services, request, guest)])


def named_guest(request: Request, name: str, known: Guest | None) -> Guest:
    """A guest of this name, new or known before; who is muted or banned takes no other name."""
    services = services_of(request)
    most = services.settings.limits.name_length
    guest = new_guest(name, most, known)
    if guest is None:
        said = N_("A name has 1 to {most} visible characters, and none of these: {signs}")
        raise Refused("invalid", said, most=most, signs=" ".join(NOT_IN_NAMES))
    if known and known.name != guest.name:
        for kind in ("ban", "mute"):
            services.check_allowed(request, known, kind)
    return guest


def guest_cookie(services: Services, request: Request, guest: Guest, name: str = "") -> Cookie:
    """The cookie of a person: the one by which they are known on this device, else that of whoever has it in hand; or
    of a ``name``."""
    services.accounts.rename(guest.person, guest.name)
    here = enumerate(services.people_here(request))
    known = [COOKIES[number] for number, each in here if each and each.person == guest.person]
    return Cookie(
        name or (known[0] if known else cookie_in_hand(request.cookies)),
        value=services.cookies.write(guest),
        path=request.scope.get("root_path") or "/",
        max_age=int(services.cookies.seconds),
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


@get("/api/me")
async def who_am_i(request: Request) -> Me:
    """One's name and tables."""
    services = services_of(request)
    guest = services.known_guest(request)
    tables: list[MyTable] = []
    for id in await services.store.tables_of(guest.person, 20):
        try:
            table = (await services.tables.get(id)).table
        except BadTable:  # its game is missing, or has other rules now
            continue
        seat = table.seat_of(guest.person)
        asked = seat != WATCHER and table.status == "running" and bool(table.knowledge(seat).legal)
        tables.append({**messages.summary(table), "you": None if seat == WATCHER else seat, "your_turn": asked})
    return {"name": guest.name, "tables": tables}


@get("/api/games")
async def list_games(request: Request) -> list[GameAbout]:
    """The games, their seats and options."""
    language = services_of(request).language(request)
    games: list[GameAbout] = []
    for name in protocol.games():
        game = protocol.game(name)
        t = translator(name, language)
        options: dict[str, Option] = {o.name: {"values": list(o.values), "about": t(o.about)} for o in game.options}
        seats: Sizes = {"least": game.sizes[0], "most": game.sizes[-1], "usual": game.usual_size}
        games.append({"game": name, "title": game.title, "rules": game.version, "seats": seats, "options": options})
    return games


@get("/api/tables")
async def list_tables(request: Request) -> list[Summary]:
    """The tables that are listed for everybody."""
    return [msgspec.json.decode(summary) for summary in await services_of(request).store.listed()]


@post("/api/tables")
async def create_table(request: Request, data: JSONBody[Plan]) -> Lobby:
    """Open a table as its host."""
    services = services_of(request)
    guest = services.known_guest(request)
    live = await open_table(request, guest, data)
    return messages.lobby(live.table, guest.person, services.language(request))


async def check_may_open(request: Request, guest: Guest) -> None:
    """Raise `Refused` if a person or their address has too many tables, or opens them too fast."""
    services, limits = services_of(request), services_of(request).settings.limits
    if await services.store.count(guest.person) >= limits.tables_of_a_person:
        raise Refused("too-much", "You have as many tables as one may have.")
    if await services.store.count(origin=services.origin(request)) >= limits.tables_of_an_address:
        raise Refused("too-much", "From where you are, as many tables are open as may be.")
    if not services.new_tables.take(address(request.scope)):
        raise Refused("too-fast", "So many tables were opened from where you are; wait a minute.")


async def open_table(request: Request, guest: Guest, plan: Plan) -> LiveTable:
    services = services_of(request)
    await check_may_open(request, guest)
    opening = actions.opened(guest.person, plan.game, plan, plan.games)
    if len(plan.bots) > opening.size - plan.sit:
        raise Refused("invalid", "The table has {seats} seats: so many bots do not fit.", seats=opening.size)
    for bot in plan.bots:
        actions.check_bot(protocol.game(plan.game), bot, services.settings.own_bots)
    live = await services.tables.create(opening, origin=services.origin(request))
    if plan.sit:
        face = faces.remembered(request)
        await services.tables.act(live, lambda table: actions.sit(table, guest.person, guest.name, face=face))
    for seat, bot in zip(range(opening.size - 1, -1, -1), plan.bots, strict=False):
        await add_bot(services, live, guest, seat, bot)
    if plan.start:
        await services.tables.act(live, lambda table: actions.start(table, guest.person))
    return live


async def add_bot(services: Services, live: LiveTable, guest: Guest, seat: int, bot: str) -> None:
    own = services.settings.own_bots
    await services.tables.act(live, lambda table: actions.give_to_bot(table, guest.person, seat, bot, own))


@get("/api/tables/{table:str}")
async def show_table(request: Request, table: FromPath[str]) -> Lobby:
    """A table apart from its game: seats, options, host."""
    services, live = await live_table(request, table)
    return messages.lobby(live.table, services.person(request), services.language(request))


@post("/api/tables/{table:str}/options", status_code=200)
async def change_table(request: Request, table: FromPath[str], data: JSONBody[TermsChange]) -> Lobby:
    """Change the terms as host."""
    return await act(request, table, lambda t, person: actions.change(t, person, data))


@post("/api/tables/{table:str}/sit", status_code=200)
async def sit_down(request: Request, table: FromPath[str], data: JSONBody[Join]) -> Lobby:
    """Take a seat: any, a certain one, or the one of a private link."""
    services, live = await live_table(request, table)
    guest = services.known_guest(request)
    return await act(request, table, lambda _t, _: sit(live, guest, services.origin(request), data.seat, data.token))


def sit(live: LiveTable, guest: Guest, origin: str, seat: int | None, token: str, face: int = -1) -> LogEntry:
    if token:
        return actions.sit_by_link(live.table, guest.person, guest.name, token, live.here())
    return actions.sit(live.table, guest.person, guest.name, seat, origin, guest.made, face)


@post("/api/tables/{table:str}/name", status_code=200)
async def change_name(request: Request, table: FromPath[str], data: JSONBody[Name]) -> Lobby:
    """Take another name at this table, before the game begins."""
    services = services_of(request)
    known = services.known_guest(request)
    services.check_allowed(request, known, "mute")
    guest = named_guest(request, data.name, known)
    return await act(request, table, lambda t, person: actions.rename(t, person, guest.name))


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave_table(request: Request, table: FromPath[str]) -> Lobby:
    """Leave one's seat."""
    services, live = await live_table(request, table)
    seat = live.table.seat_of(services.known_guest(request).person)
    if seat == WATCHER:
        raise Refused("empty", "You have no seat at this table.")
    return await _free(request, table, seat)


@post("/api/tables/{table:str}/seats/{seat:int}/free", status_code=200)
async def free_seat(request: Request, table: FromPath[str], seat: FromPath[int]) -> Lobby:
    """Remove the person or bot of a seat, as host."""
    return await _free(request, table, seat)


async def _free(request: Request, table: str, seat: int) -> Lobby:
    services, live = await live_table(request, table)
    actions.leave(live.table, services.known_guest(request).person, seat)
    if actions.next_host(live.table, seat):
        await act(request, table, lambda t, person: actions.next_host(t, seat) or actions.leave(t, person, seat))
    return await act(request, table, lambda t, person: leave(services, t, person, seat))


def leave(services: Services, table: Table, person: str, seat: int) -> LogEntry:
    """Leave a seat or, as host, free it; whoever is removed does not come back from the same address, unless others
    who sit there came from it too."""
    at = table.seats[seat].people if 0 <= seat < len(table.seats) else {}
    others = [person, *(each for chair in table.seats for each in chair.people if each not in at)]
    return actions.leave(table, person, seat, services.origins(at) - services.origins(others))


@post("/api/tables/{table:str}/seats/{seat:int}/bot", status_code=200)
async def give_seat_to_bot(
    request: Request, table: FromPath[str], seat: FromPath[int], data: JSONBody[BotName]
) -> Lobby:
    """Let a bot play for a seat."""
    own = services_of(request).settings.own_bots
    return await act(request, table, lambda t, person: actions.give_to_bot(t, person, seat, data.bot, own))


@post("/api/tables/{table:str}/seats/{seat:int}/back", status_code=200)
async def take_seat_back(request: Request, table: FromPath[str], seat: FromPath[int]) -> Lobby:
    """Send the bot of a seat away, so that its person plays again."""
    return await act(request, table, lambda t, person: actions.take_back(t, person, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/link", status_code=200)
async def make_link(request: Request, table: FromPath[str], seat: FromPath[int]) -> Link:
    """Make a private link to a seat, which is shown only once and replaces an earlier one."""
    token = secrets.token_urlsafe(16)
    await act(request, table, lambda t, person: actions.link(t, person, seat, token))
    return {"token": token, "path": f"/table/{table}/seat/{token}"}


@delete("/api/tables/{table:str}/seats/{seat:int}/link", status_code=200)
async def revoke_link(request: Request, table: FromPath[str], seat: FromPath[int]) -> Lobby:
    """Revoke a seat's link, for all who came by it."""
    return await act(request, table, lambda t, person: actions.unlink(t, person, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/agree", status_code=200)
async def agree_to_request(request: Request, table: FromPath[str], seat: FromPath[int]) -> Lobby:
    """Let the person who asks to play on for a seat of a running game take it."""
    return await act(request, table, lambda t, person: actions.agree(t, person, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/decline", status_code=200)
async def decline_request(request: Request, table: FromPath[str], seat: FromPath[int]) -> Lobby:
    """Do not let the person who asks to play on for a seat take it."""
    return await act(request, table, lambda t, person: actions.decline(t, person, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/report", status_code=200)
async def report_seat(request: Request, table: FromPath[str], seat: FromPath[int], data: JSONBody[Report]) -> Lobby:
    """Report somebody at one's table to the administrators."""
    await report(request, table, seat, data.text)
    return await show_table.fn(request, table)  # type: ignore[no-any-return]


async def report(request: Request, table: str, seat: int, text: str) -> None:
    services, live = await live_table(request, table)
    guest = services.known_guest(request)
    if not services.reports.take(address(request.scope)):
        raise Refused("too-fast", "That is too fast; slow down.")
    await services.administration.report(live.table, guest.person, seat, text)


@post("/api/tables/{table:str}/start", status_code=200)
async def start_game(request: Request, table: FromPath[str]) -> Lobby:
    """Start the game as host."""
    return await act(request, table, actions.start)


@post("/api/tables/{table:str}/end", status_code=200)
async def end_table(request: Request, table: FromPath[str]) -> Lobby:
    """End the table as host."""
    return await act(request, table, actions.end)


@post("/api/tables/{table:str}/host", status_code=200)
async def become_host(request: Request, table: FromPath[str]) -> Lobby:
    """Become host in place of one who has been away for long."""
    services, live = await live_table(request, table)
    gone = services.tables.host_gone(live)
    return await act(request, table, lambda t, person: actions.become_host(t, person, gone))


@post("/api/tables/{table:str}/rematch", status_code=200)
async def ask_rematch(request: Request, table: FromPath[str]) -> Rematch:
    """Open another table for the same people."""
    services, live = await live_table(request, table)
    guest = services.known_guest(request)
    if live.table.rematch is None:
        await check_may_open(request, guest)
    return {"table": await services.tables.rematch(live, guest.person, services.origin(request))}


@get("/api/tables/{table:str}/view")
async def view_table(request: Request, table: FromPath[str]) -> Message:
    """All that one may know: news, view, legal moves, drawing."""
    services, live, person = await watched(request, table)
    most = services.settings.limits.news_at_once
    return messages.message(live.table, person, None, services.language(request), most)


@get("/api/tables/{table:str}/legal")
async def list_legal_moves(request: Request, table: FromPath[str]) -> Legal:
    """One's legal moves, and the number of the question."""
    services, live = await live_table(request, table)
    seat = live.table.seat_of(services.person(request))
    if seat == WATCHER or live.table.status != "running":
        return {"question": 0, "legal": []}
    known = live.table.knowledge(seat)
    r = live.table.game.reader(known.hidden, seat, live.table.names, services.language(request))
    legal = messages.legal_moves(live.table, r, known.legal)
    return {"question": live.table.seats[seat].question, "legal": legal}


@post("/api/tables/{table:str}/move", status_code=200)
async def make_move(request: Request, table: FromPath[str], data: JSONBody[socket.Move]) -> Done:
    """Make a move. The response comes when it is on disk."""
    return await _play(request, table, data)


@post("/api/tables/{table:str}/undo", status_code=200)
async def take_move_back(request: Request, table: FromPath[str], data: JSONBody[socket.Undo]) -> Done:
    """Take one's last move back, if nothing random, hidden or by another seat happened since."""
    return await _play(request, table, data)


@post("/api/tables/{table:str}/hand", status_code=200)
async def raise_hand(request: Request, table: FromPath[str]) -> Done:
    """Ask for more than the grace time."""
    return await _play(request, table, socket.Hand())


@post("/api/tables/{table:str}/chat", status_code=200)
async def talk(request: Request, table: FromPath[str], data: JSONBody[socket.Chat]) -> Done:
    """Send a chat message to all, or whisper to one seat."""
    return await _play(request, table, data)


@get("/api/tables/{table:str}/record", media_type="text/plain")
async def read_record(request: Request, table: FromPath[str]) -> str:
    """The record of the game: what one may know; once it is over, all of it."""
    _, live, person = await watched(request, table)
    if live.table.match is None:
        raise Refused("lobby", "The game has not begun.")
    return _record(live.table.match, live.table.number, live.table.seat_of(person))


@functools.lru_cache(20)
def _record(match: Match, _number: int, seat: int) -> str:
    """The record at a number of the log, cached: that of a long game takes a tenth of a second."""
    return match.record(seat)


@get("/api/tables/{table:str}/stream", media_type="application/x-ndjson")
async def read_stream(
    request: Request,
    table: FromPath[str],
    stream: FromQuery[str] = "",
    number: Annotated[int | None, Parameter(ge=0, lt=1_000_000_000)] = None,
) -> Stream:
    """The messages of the socket as lines of JSON, from a number of a stream on."""
    services, live, person = await watched(request, table)
    language, guest = services.language(request), services.guest(request)
    check = services.stay_check(request)

    async def lines() -> AsyncIterator[bytes]:
        following = follow(services.tables, live, person, language, stream, number, check=check)
        try:
            with services.connections.admit(address(request.scope)):
                async with aclosing(following) as sent:  # type: ignore[type-var]
                    async for message in sent:
                        if guest:
                            services.check_signed_in(guest)
                        yield message + b"\n"
        except Refused as refused:
            yield msgspec.json.encode({"type": "refused", **socket.refusal(refused, language)}) + b"\n"

    return Stream(lines(), media_type="application/x-ndjson")


async def live_table(request: Request, table: str) -> tuple[Services, LiveTable]:
    """A table, for whoever is not banned.

    :raises Refused: if they are, or there is no such table.
    """
    services = services_of(request)
    services.check_may_come(request)
    return services, await services.tables.get(table, fresh=True)


async def watched(request: Request, table: str) -> tuple[Services, LiveTable, str]:
    """A table that the person who asks may watch, and who that is.

    :raises Refused: if they may not.
    """
    services, live = await live_table(request, table)
    person = services.person(request)
    check_may_watch(live, person)
    return services, live, person


async def act(request: Request, table: str, action: Callable[[Table, str], LogEntry]) -> Lobby:
    """Do an action as the person who asks, and return the table after it."""
    services, live = await live_table(request, table)
    guest = services.known_guest(request)
    await services.tables.act(live, lambda t: action(t, guest.person))
    return messages.lobby(live.table, guest.person, services.language(request))


async def _play(request: Request, table: str, action: socket.Action) -> Done:
    services, live = await live_table(request, table)
    guest = services.known_guest(request)
    if isinstance(action, socket.Chat):
        services.check_allowed(request, guest, "mute")
    return await socket.act(services, live, guest, action)


REFUSALS = {
    400: "It cannot be read, or cannot be so.",
    401: "Nobody has said who asks: POST /api/me.",
    403: "That is not yours to do or to see.",
    404: "There is no such thing.",
    409: "Not as things stand: the code says why.",
    413: "It is too long.",
    429: "It comes too fast.",
    503: "It is too much, or the database does not answer.",
}
HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]


def describe(handlers: list[HTTPRouteHandler]) -> None:
    """Add what all answers have in common to the OpenAPI document."""
    for handler in handlers:
        handler.response_description = "It was done."
        handler.responses = {status: ResponseSpec(Refusal, False, said) for status, said in REFUSALS.items()}


describe(HANDLERS)
_messages = ResponseSpec(Message, False, "It was done.", "application/x-ndjson")
read_stream.responses = {**(read_stream.responses or {}), 200: _messages}
