"""The few pages: plain forms, no script. What they do is the API's work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.contrib.jinja import JinjaTemplateEngine
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig

from .. import protocol
from . import acts, api, messages
from .desk import Desk
from .seats import Guest, new_guest

Ask = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TEMPLATES = TemplateConfig(directory=Path(__file__).parent / "templates", engine=JinjaTemplateEngine)


def _guest(desk: Desk, request: Ask, form: dict[str, str]) -> Guest:
    known = desk.guest(request)
    if known and not form.get("name"):
        return known
    return new_guest(form.get("name", ""), desk.settings.limits.name_length, known.person if known else "")


@get("/", include_in_schema=False)
async def home(request: Ask) -> Template:
    desk: Desk = request.app.state.desk
    guest = desk.guest(request)
    games = [protocol.game(name) for name in protocol.games()]
    return Template("home.html", context={"games": games, "name": guest.name if guest else ""})


@post("/new", include_in_schema=False)
async def new_table(request: Ask, data: Form) -> Redirect:
    """Play now: a table of the usual size, the other seats bots; or a table for friends."""
    desk: Desk = request.app.state.desk
    guest = _guest(desk, request, data)
    game = protocol.game(data.get("game", ""))
    now = data.get("how") == "now"
    bots = ["random"] * (game.usual_size - 1) if now else []
    made = await api.open_table(desk, guest, api.Plan(game=game.name, bots=bots, start=now))
    return _to_table(desk, request, guest, str(made["id"]))


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: Ask, table: str) -> Template:
    desk: Desk = request.app.state.desk
    guest = desk.guest(request)
    room = await desk.house.room(table, fresh=True)
    shown = messages.lobby(room.table, guest.person if guest else "", desk.language(request))
    return Template("table.html", context={"table": shown, "name": guest.name if guest else ""})


@post("/table/{table:str}/sit", include_in_schema=False)
async def sit_down(request: Ask, table: str, data: Form) -> Redirect:
    desk: Desk = request.app.state.desk
    guest = _guest(desk, request, data)
    room = await desk.house.room(table, fresh=True)
    await api.sit(desk, room, guest, None, data.get("token", ""))
    return _to_table(desk, request, guest, table)


@post("/table/{table:str}/start", include_in_schema=False)
async def start_game(request: Ask, table: str) -> Redirect:
    desk: Desk = request.app.state.desk
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    for seat, chair in enumerate(room.table.seats):
        if chair.kind == "empty":
            await desk.house.act(room, lambda t, s=seat: acts.give_to_bot(t, guest.person, s, "random"))  # type: ignore[misc]
    await desk.house.act(room, lambda t: acts.start(t, guest.person))
    return _to_table(desk, request, guest, table)


@get("/table/{table:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: Ask, table: str, token: str) -> Template:
    """A private link asks before it seats anybody: programs that look at links must not take the seat."""
    desk: Desk = request.app.state.desk
    guest = desk.guest(request)
    room = await desk.house.room(table, fresh=True)
    shown = messages.summary(room.table)
    return Template("seat.html", context={"table": shown, "token": token, "name": guest.name if guest else ""})


def _to_table(desk: Desk, request: Ask, guest: Guest, table: str) -> Redirect:
    root = request.scope.get("root_path") or ""
    cookie = api.guest_cookie(desk, request, guest)
    return Redirect(f"{root}/table/{table}", status_code=303, cookies=[cookie])


@get("/static/plain.css", include_in_schema=False, media_type=MediaType.CSS)
async def plain_style() -> Response[str]:
    return Response((Path(__file__).parent / "templates" / "plain.css").read_text(), media_type=MediaType.CSS)


HANDLERS = [home, new_table, table_page, sit_down, start_game, seat_link, plain_style]
