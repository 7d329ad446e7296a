"""The pages: the way in, the lobby, the table. Forms where a form will do; what they do is the API's work."""

from __future__ import annotations

import functools
import mimetypes
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig

from .. import protocol
from ..drawing import STATIC
from ..protocol import WATCHER
from ..words import LANGUAGES, N_, Words, words
from . import acts, api, messages
from .desk import Desk
from .house import Room
from .seats import Guest, new_guest

Ask = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TEMPLATES = TemplateConfig(directory=Path(__file__).parent / "templates", engine=JinjaTemplateEngine)
STRENGTHS = {"easy": ("random", N_("easy")), "normal": ("greedy", N_("normal")), "hard": ("search:1000", N_("hard"))}
"""How strong a bot is, in a player's words."""
STATES = {"lobby": N_("Waiting for players"), "running": N_("Being played"), "over": N_("Over"), "ended": N_("Ended")}


def _desk(request: Ask) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _page(request: Ask, template: str, **context: Any) -> Template:
    desk = _desk(request)
    language = desk.language(request)
    guest = desk.guest(request)
    root = request.scope.get("root_path") or ""
    common = {
        "t": words("lastraft", language),
        "root": root,
        "languages": LANGUAGES,
        "name": guest.name if guest else "",
    }
    cookies = [Cookie("lang", value=language, path=root or "/", max_age=31536000, samesite="lax")]
    return Template(template, context={**common, **context}, cookies=cookies)


def _guest(request: Ask, form: dict[str, str]) -> Guest:
    desk = _desk(request)
    known = desk.guest(request)
    if known and not form.get("name"):
        return known
    t = words("lastraft", desk.language(request))
    return new_guest(
        form.get("name", "") or t("Castaway"), desk.settings.limits.name_length, known.person if known else ""
    )


def _strengths(t: Words) -> dict[str, str]:
    return {key: t(name) for key, (_, name) in STRENGTHS.items()}


@get("/", include_in_schema=False)
async def home(request: Ask) -> Template:
    desk = _desk(request)
    language = desk.language(request)
    games = [protocol.game(name) for name in protocol.games()]
    t = words("lastraft", language)
    return _page(
        request,
        "home.html",
        games=games,
        abouts={game.name: game.about(words(game.name, language)) for game in games},
        pictures={path.stem.removeprefix("home-") for path in STATIC.glob("home-*.svg")},
        tables=(await api.who_am_i.fn(request))["tables"] if desk.guest(request) else [],
        states={status: t(name) for status, name in STATES.items()},
    )


@post("/name", include_in_schema=False)
async def say_name(request: Ask, data: Form) -> Redirect:
    return _redirect(request, _guest(request, data), "/")


@post("/new", include_in_schema=False)
async def new_table(request: Ask, data: Form) -> Redirect:
    """Play now: a table of the usual size, the other seats bots; a table for friends; or only watch bots."""
    desk = _desk(request)
    guest = _guest(request, data)
    game = protocol.game(data.get("game", ""))
    how = data.get("how")
    bots = {"now": game.usual_size - 1, "watch": game.usual_size}.get(how or "", 0)
    plan = api.Plan(
        game=game.name, bots=[STRENGTHS["normal"][0]] * bots, sit=how != "watch", start=bots > 0, pause=1.2, grace=6
    )
    made = await api.open_table(desk, guest, plan)
    return _redirect(request, guest, f"/table/{made['id']}")


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: Ask, table: str) -> Template:
    desk = _desk(request)
    language, guest = desk.language(request), desk.guest(request)
    room = await desk.house.room(table, fresh=True)
    person = guest.person if guest else ""
    shown = messages.lobby(room.table, person, language)
    t = words("lastraft", language)
    if room.table.match is None:
        return _page(
            request,
            "lobby.html",
            table=shown,
            link=str(request.url.with_replacements(query="")),
            sizes=room.table.game.sizes,
            strengths=_strengths(t),
            strength_of=lambda bot: next((t(name) for spec, name in STRENGTHS.values() if spec == bot), bot),
        )
    drawing, rules = _drawn(room, person, language)
    return _page(request, "table.html", table=shown, drawing=drawing, rules_text=rules)


def _drawn(room: Room, person: str, language: str) -> tuple[str, str]:
    """The table as somebody sees it, and the rules of the moment."""
    table = room.table
    reader = table.seat_of(person)
    if reader == WATCHER and not table.watchers:
        return "", ""
    hidden, t = table.knowledge(reader).hidden, words(table.game.name, language)
    drawing = table.game.draw(hidden, reader, table.names, t)
    return _without_style(drawing), table.game.help(hidden, reader, t)


def _without_style(drawing: str) -> str:
    """A drawing without the style that it carries when it stands alone: the page has it from a file."""
    before, style, after = drawing.partition("<style>")
    return before + after.partition("</style>")[2] if style else drawing


@post("/table/{table:str}/sit", include_in_schema=False)
async def sit_down(request: Ask, table: str, data: Form) -> Redirect:
    desk = _desk(request)
    guest = _guest(request, data)
    room = await desk.house.room(table, fresh=True)
    await api.sit(desk, room, guest, None, data.get("token", ""))
    return _redirect(request, guest, f"/table/{table}")


async def _host_act(request: Ask, table: str, make: Any) -> Redirect:
    desk = _desk(request)
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    await desk.house.act(room, lambda t: make(t, guest.person))
    return _redirect(request, guest, f"/table/{table}")


@post("/table/{table:str}/bot/{seat:int}", include_in_schema=False)
async def add_bot(request: Ask, table: str, seat: int, data: Form) -> Redirect:
    spec, _ = STRENGTHS.get(data.get("strength", ""), STRENGTHS["normal"])
    return await _host_act(request, table, lambda t, person: acts.give_to_bot(t, person, seat, spec))


@post("/table/{table:str}/free/{seat:int}", include_in_schema=False)
async def free_seat(request: Ask, table: str, seat: int) -> Redirect:
    return await _host_act(request, table, lambda t, person: acts.leave(t, person, seat))


@post("/table/{table:str}/change", include_in_schema=False)
async def change_table(request: Ask, table: str, data: Form) -> Redirect:
    options = {key.removeprefix("option."): value for key, value in data.items() if key.startswith("option.")}
    size = int(data["seats"]) if data.get("seats", "").isdecimal() else None
    return await _host_act(
        request, table, lambda t, person: acts.change(t, person, size, options or None, None, None, None, None, None)
    )


@post("/table/{table:str}/start", include_in_schema=False)
async def start_game(request: Ask, table: str) -> Redirect:
    desk = _desk(request)
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    for seat, chair in enumerate(room.table.seats):
        if chair.kind == "empty":
            bot = STRENGTHS["normal"][0]
            await desk.house.act(room, lambda t, s=seat, b=bot: acts.give_to_bot(t, guest.person, s, b))  # type: ignore[misc]
    return await _host_act(request, table, acts.start)


@post("/table/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Ask, table: str) -> Redirect:
    desk = _desk(request)
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    return _redirect(request, guest, f"/table/{await desk.house.rematch(room, guest.person)}")


@get("/table/{table:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: Ask, table: str, token: str) -> Template:
    """A private link asks before it seats anybody: programs that look at links must not take the seat."""
    room = await _desk(request).house.room(table, fresh=True)
    return _page(request, "seat.html", table=messages.summary(room.table), token=token)


def _redirect(request: Ask, guest: Guest, path: str) -> Redirect:
    root = request.scope.get("root_path") or ""
    return Redirect(root + path, status_code=303, cookies=[api.guest_cookie(_desk(request), request, guest)])


@functools.cache
def _static() -> dict[str, tuple[bytes, str]]:
    kinds = {path.name: mimetypes.guess_type(path.name)[0] or "text/plain" for path in STATIC.iterdir()}
    return {name: ((STATIC / name).read_bytes(), kind) for name, kind in kinds.items()}


@get("/static/{name:str}", include_in_schema=False)
async def static_file(name: str) -> Response[bytes]:
    if name not in _static():
        raise NotFoundException
    data, kind = _static()[name]
    return Response(data, media_type=kind)


HANDLERS = [
    home,
    say_name,
    new_table,
    table_page,
    sit_down,
    add_bot,
    free_seat,
    change_table,
    start_game,
    rematch,
    seat_link,
    static_file,
]
