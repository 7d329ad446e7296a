"""The pages: the way in, the lobby, the table. Forms where a form will do; what they do is the API's work."""

from __future__ import annotations

import functools
import hashlib
import mimetypes
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig

from ... import protocol
from ...protocol import WATCHER, Option
from ...protocol.drawing import STYLE
from ...protocol.translations import LANGUAGES, N_, Translator, translator
from ..tables import actions, messages, replay
from ..tables.actions import Refused
from ..tables.entries import Clock
from ..tables.live_tables import Room
from ..tables.streams import may_read
from . import api
from .identity import Guest
from .services import Desk

Ask = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TEMPLATES = TemplateConfig(directory=Path(__file__).parent / "templates", engine=JinjaTemplateEngine)
STRENGTHS = {
    "easy": ("random", N_("easy"), N_("easy: plays anything")),
    "normal": ("greedy", N_("normal"), N_("normal: looks one move ahead")),
    "hard": ("search:1000", N_("hard"), N_("hard: thinks it through")),
}
"""How strong a bot is, in a player's words: its name, and what somebody reads who chooses one."""
STATIC = Path(__file__).parent / "static"
"""The games that have a picture."""
CLOCKS = {
    "none": (Clock(), N_("no clock")),
    "minute": (Clock("move", 60), N_("a minute for each move")),
    "five": (Clock("move", 300), N_("five minutes for each move")),
    "bank": (Clock("bank", 1200, 5), N_("twenty minutes for the game, and 5 s for each move")),
    "days": (Clock("days", 2), N_("two days for each move")),
}
"""The clocks that the lobby offers."""
MISHAPS = {
    "not-found": (
        N_("There is nothing here any more"),
        N_("This link is old, revoked or was never right. Ask whoever gave it to you for a new one."),
    ),
    "taken": (
        N_("That chair is taken"),
        N_("The table is full, or somebody sits on a chair that would go. You can watch, or open a table of your own."),
    ),
    "started": (N_("The game has begun"), N_("You can watch it, or open a table of your own.")),
    "seated": (N_("You sit there already"), N_("You have a seat at this table.")),
    "not-yours": (N_("That is not for you to do"), N_("Only the host or whoever sits there can do that.")),
    "nobody": (N_("Who are you?"), N_("Say your name on the first page, then come back here.")),
    "running": (N_("The game is not over yet"), N_("Come back when it is.")),
    "over": (N_("The table has ended"), N_("Nothing can be done there any more.")),
    "host-here": (
        N_("The host is still here"),
        N_("Once the host has been away for a few minutes, somebody else at the table can take over."),
    ),
    "too-fast": (N_("Not so fast"), N_("Wait a moment, then try again.")),
    "failed": (N_("Something went wrong here"), N_("It has been noted. Nothing at your tables is lost.")),
}
"""What a person is told, by the code of a refusal."""
STATES = {"lobby": N_("Waiting for players"), "running": N_("Being played"), "over": N_("Over"), "ended": N_("Ended")}


def _desk(request: Ask) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _common(request: Ask) -> dict[str, Any]:
    desk = _desk(request)
    guest = desk.guest(request)
    root = request.scope.get("root_path") or ""
    return {
        "t": translator("lastraft", desk.language(request)),
        "root": root,
        "static": f"{root}/static/{_stamp()}",
        "styled": {name.removesuffix(".css") for name in _static()},
        "languages": LANGUAGES,
        "name": guest.name if guest else "",
    }


def _page(request: Ask, template: str, **context: Any) -> Template:
    common = _common(request)
    cookie = Cookie("lang", value=common["t"].language, path=common["root"] or "/", max_age=31536000, samesite="lax")
    return Template(template, context={**common, **context}, cookies=[cookie])


def is_for_people(request: Ask) -> bool:
    """Whether an answer is for somebody at a browser, not for a program."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path") or "")
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")


def mishap(request: Ask, code: str, said: str, status: int) -> Response[str]:
    """A page that says what went wrong and where to go."""
    common = _common(request)
    t = common["t"]
    title, known = MISHAPS.get(code, (N_("That did not work"), ""))
    table = request.path_params.get("table", "") if code != "not-found" else ""
    made = TEMPLATES.engine_instance.get_template("mishap.html").render(
        **common, title=t(title), said=t(known) if known else said, table=table
    )
    return Response(made, media_type="text/html", status_code=status)


def _guest(request: Ask, form: dict[str, str]) -> Guest:
    desk = _desk(request)
    known = desk.guest(request)
    if known and not form.get("name"):
        return known
    t = translator("lastraft", desk.language(request))
    return api.named_guest(desk, form.get("name", "") or t("Castaway"), known)


@get("/", include_in_schema=False)
async def home(request: Ask) -> Template:
    desk = _desk(request)
    language = desk.language(request)
    games = [protocol.game(name) for name in protocol.games()]
    tables = (await api.who_am_i.fn(request))["tables"] if desk.guest(request) else []
    return _page(
        request,
        "home.html",
        games=games,
        abouts={game.name: translator(game.name, language)(game.about) for game in games},
        pictures=_pictures(),
        tables=tables,
        states={each["id"]: await _state(desk, each, language) for each in tables},
    )


async def _state(desk: Desk, shown: dict[str, Any], language: str) -> tuple[str, str]:
    """How it stands at a table where somebody sits: how far the game has come and, while it runs, whose turn it is."""
    t = translator("lastraft", language)
    table = (await desk.house.room(shown["id"])).table
    if table.status != "running":
        return "", t(STATES["ended" if table.ended else table.status])
    seat = WATCHER if shown["you"] is None else shown["you"]
    r = table.game.reader(table.knowledge(seat).hidden, seat, table.names, language)
    waiting = t("Your turn") if shown["your_turn"] else messages.waiting(table, seat, table.awaited(seat), language)
    return table.game.speech.stage(r).heading, waiting or t(STATES[table.status])


@post("/name", include_in_schema=False)
async def say_name(request: Ask, data: Form) -> Redirect:
    return _redirect(request, _guest(request, data), "/")


@post("/new", include_in_schema=False)
async def new_table(request: Ask, data: Form, game: FromQuery[str] = "") -> Redirect:
    """Play now: a table of the usual size, the other seats bots; a table for friends; or only watch bots."""
    desk = _desk(request)
    guest = _guest(request, data)
    found = protocol.game(game or data.get("game", ""))
    how = data.get("how")
    bots = {"now": found.usual_size - 1, "watch": found.usual_size}.get(how or "", 0)
    plan = api.Plan(
        game=found.name, bots=[STRENGTHS["normal"][0]] * bots, sit=how != "watch", start=bots > 0, pause=1.2, grace=6
    )
    made = await api.open_table(desk, guest, plan)
    return _redirect(request, guest, f"/table/{made['id']}")


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: Ask, table: FromPath[str]) -> Template:
    desk = _desk(request)
    language, guest = desk.language(request), desk.guest(request)
    room = await desk.house.room(table, fresh=True)
    person = guest.person if guest else ""
    shown = messages.lobby(room.table, person, language)
    t, own = translator("lastraft", language), translator(room.table.game.name, language)
    if room.table.match is None and room.table.ended:
        return _page(request, "ended.html", table=shown, why=messages.ended(room.table, language))
    if room.table.match is None:
        return _page(
            request,
            "lobby.html",
            table=shown,
            link=_address(request, f"/table/{table}"),
            sizes=room.table.game.sizes,
            about=own(room.table.game.about),
            picture=room.table.game.name in _pictures(),
            strengths={key: t(habit) for key, (_, _, habit) in STRENGTHS.items()},
            strength_of=functools.partial(_strength, t),
            linked=_linked(room),
            values={option.name: _in_words(option, own, t) for option in room.table.game.options},
            clocks={key: t(name) for key, (_, name) in CLOCKS.items()},
            clock=next((key for key, (clock, _) in CLOCKS.items() if clock == room.table.clock), ""),
        )
    return _page(request, "table.html", table=shown, drawing=_drawn(room, person, language))


def _in_words(option: Option, game: Translator, t: Translator) -> dict[str, str]:
    """The values of an option, each as people read it; the usual one is marked."""
    words = {value: option.in_words(value, game) for value in option.values}
    return words | {option.default: t("{value} (usual)", value=words[option.default])}


def _strength(t: Translator, bot: str) -> str:
    return next((t(name) for spec, name, _ in STRENGTHS.values() if spec == bot), bot)


def _linked(room: Room) -> set[int]:
    """The seats to which there is a private link."""
    return {i for i, seat in enumerate(room.table.seats) if seat.link}


def _drawn(room: Room, person: str, language: str) -> str:
    """The table as somebody sees it."""
    table = room.table
    reader = table.seat_of(person)
    if reader == WATCHER and not table.watchers:
        return ""
    hidden = table.knowledge(reader).hidden
    return _without_style(table.game.picture.draw(table.game.reader(hidden, reader, table.names, language)))


@get("/table/{table:str}/help", include_in_schema=False)
async def help_drawer(request: Ask, table: FromPath[str]) -> Template:
    """The rules of the moment, what can be worked out, and what the signs mean."""
    desk, room, person = await _reader(request, table)
    found = room.table
    if found.match is None:
        raise Refused("lobby", "The game has not begun.")
    reader, speech = found.seat_of(person), found.game.speech
    r = found.game.reader(found.knowledge(reader).hidden, reader, found.names, desk.language(request))
    return _page(request, "help.html", rules=speech.help(r), odds=speech.odds(r), glossary=speech.glossary(r))


@get("/table/{table:str}/people", include_in_schema=False)
async def people_drawer(request: Ask, table: FromPath[str]) -> Template:
    """Who sits where, who is away, and what the host and the reader can do about it."""
    desk, room, person = await _reader(request, table)
    language = desk.language(request)
    return _page(
        request,
        "people.html",
        table=messages.lobby(room.table, person, language),
        strength_of=functools.partial(_strength, translator("lastraft", language)),
        linked=_linked(room),
        manned={i for i, seat in enumerate(room.table.seats) if seat.people},
    )


@post("/table/{table:str}/hint", include_in_schema=False, status_code=200)
async def hint(request: Ask, table: FromPath[str]) -> dict[str, Any]:
    """What a strong bot would do in one's place."""
    desk, room, person = await _reader(request, table)
    found, language = room.table, desk.language(request)
    seat = found.seat_of(person)
    if seat == WATCHER or found.status != "running" or not found.knowledge(seat).legal:
        raise Refused("illegal", "You are not asked anything now.")
    if not desk.hints.take(person):
        raise Refused("too-fast", "Think for a moment yourself.")
    hidden = found.knowledge(seat).hidden
    code = await desk.driver.advise(found, seat)
    label = found.game.speech.label(found.game.reader(hidden, seat, found.names, language), code)
    t = translator("lastraft", language)
    return {"code": code, "said": t("I would do this: {move}", move=label)}


async def _reader(request: Ask, table: str) -> tuple[Desk, Room, str]:
    """The table, for somebody who may look at it."""
    desk = _desk(request)
    room = await desk.house.room(table, fresh=True)
    guest = desk.guest(request)
    person = guest.person if guest else ""
    may_read(room, person)
    return desk, room, person


@get("/table/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Ask, table: FromPath[str]) -> Template:
    """The game so far, move by move."""
    desk, room, person = await _reader(request, table)
    shown = messages.lobby(room.table, person, desk.language(request))
    match = replay.playing(room.table)
    return _page(
        request,
        "replay.html",
        table=shown,
        moves=len(replay.steps(room.table, room.table.seat_of(person))) - 1,
        course=replay.course(match) if match.over else "",
        open=match.over,
    )


@get("/table/{table:str}/replay/{step:int}", include_in_schema=False)
async def replay_moment(
    request: Ask, table: FromPath[str], step: FromPath[int], seat: FromQuery[int | None] = None
) -> dict[str, Any]:
    """The table as one seat saw it after so many moves, and what was told then."""
    desk, room, person = await _reader(request, table)
    reader = room.table.seat_of(person)
    shown = replay.moment(room.table, reader, step, reader if seat is None else seat, desk.language(request))
    return {**shown, "drawing": _without_style(shown["drawing"])}


@get("/table/{table:str}/course", include_in_schema=False)
async def course_picture(request: Ask, table: FromPath[str]) -> Template:
    """The course of a finished game as a picture, for the end screen."""
    _, room, _ = await _reader(request, table)
    match = replay.playing(room.table)
    if not match.over:
        raise Refused("running", "The game is not over yet.")
    return _page(request, "course.html", course=replay.course(match))


def _without_style(drawing: str) -> str:
    """A drawing without the style that it carries when it stands alone: the page has it from a file."""
    before, style, after = drawing.partition("<style>")
    return before + after.partition("</style>")[2] if style else drawing


@post("/table/{table:str}/sit", include_in_schema=False)
async def sit_down(request: Ask, table: FromPath[str], data: Form) -> Redirect:
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
async def add_bot(request: Ask, table: FromPath[str], seat: FromPath[int], data: Form) -> Redirect:
    spec, *_ = STRENGTHS.get(data.get("strength", ""), STRENGTHS["normal"])
    return await _host_act(request, table, lambda t, person: actions.give_to_bot(t, person, seat, spec))


@post("/table/{table:str}/back/{seat:int}", include_in_schema=False)
async def send_bot_away(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    return await _host_act(request, table, lambda t, person: actions.take_back(t, person, seat))


@post("/table/{table:str}/free/{seat:int}", include_in_schema=False)
async def free_seat(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    return await _host_act(request, table, lambda t, person: actions.leave(t, person, seat))


@post("/table/{table:str}/leave", include_in_schema=False)
async def leave_table(request: Ask, table: FromPath[str]) -> Redirect:
    await api.leave_table.fn(request, table)
    return _redirect(request, _desk(request).known_guest(request), "/")


@post("/table/{table:str}/link/{seat:int}", include_in_schema=False, status_code=200)
async def make_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Template:
    """A private link, shown once."""
    made = await api.make_link.fn(request, table, seat)
    room = await _desk(request).house.room(table)
    link = _address(request, made["path"])
    whose = room.table.seats[seat].name or room.table.game.notation.seat_name(seat)
    return _page(request, "link.html", table=messages.summary(room.table), link=link, whose=whose)


@post("/table/{table:str}/unlink/{seat:int}", include_in_schema=False)
async def revoke_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    return await _host_act(request, table, lambda t, person: actions.unlink(t, person, seat))


@post("/table/{table:str}/change", include_in_schema=False)
async def change_table(request: Ask, table: FromPath[str], data: Form) -> Redirect:
    options = {key.removeprefix("option."): value for key, value in data.items() if key.startswith("option.")}
    size = int(seats) if (seats := data.get("seats", "")).isdecimal() and len(seats) < 3 else None
    clock, _ = CLOCKS.get(data.get("clock", ""), (None, ""))
    return await _host_act(request, table, lambda t, person: actions.change(t, person, size, options or None, clock))


@post("/table/{table:str}/start", include_in_schema=False)
async def start_game(request: Ask, table: FromPath[str]) -> Redirect:
    desk = _desk(request)
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    for seat, chair in enumerate(room.table.seats):
        if chair.kind == "empty":
            bot = STRENGTHS["normal"][0]
            await desk.house.act(room, lambda t, s=seat, b=bot: actions.give_to_bot(t, guest.person, s, b))  # type: ignore[misc]
    return await _host_act(request, table, actions.start)


@post("/table/{table:str}/host", include_in_schema=False)
async def become_host(request: Ask, table: FromPath[str]) -> Redirect:
    await api.become_host.fn(request, table)
    return _redirect(request, _desk(request).known_guest(request), f"/table/{table}")


@post("/table/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Ask, table: FromPath[str]) -> Redirect:
    desk = _desk(request)
    guest = desk.known_guest(request)
    room = await desk.house.room(table, fresh=True)
    return _redirect(request, guest, f"/table/{await desk.house.rematch(room, guest.person)}")


@get("/table/{table:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: Ask, table: FromPath[str], token: FromPath[str]) -> Template:
    """A private link asks before it seats anybody: programs that look at links must not take the seat."""
    room = await _desk(request).house.room(table, fresh=True)
    if room.table.match is None and room.table.ended:
        return await table_page.fn(request, table)  # type: ignore[no-any-return]
    return _page(request, "seat.html", table=messages.summary(room.table), token=token)


def _address(request: Ask, path: str) -> str:
    """A path of ours as people send it to each other."""
    root = request.scope.get("root_path") or ""
    return str(request.url.with_replacements(path=root + path, query=""))


def _redirect(request: Ask, guest: Guest, path: str) -> Redirect:
    root = request.scope.get("root_path") or ""
    return Redirect(root + path, status_code=303, cookies=[api.guest_cookie(_desk(request), request, guest)])


@functools.cache
def _static() -> dict[str, tuple[bytes, str]]:
    """The files that are served, by name: the page's own, and of each game its stylesheet and its picture."""
    files: dict[str, Path | None] = {path.name: path for path in [*STATIC.iterdir(), STYLE]}
    for name in protocol.games():
        picture = protocol.game(name).picture
        files |= {f"{name}.css": picture.file("style.css"), f"home-{name}.svg": picture.file("home.svg")}
    return {
        name: (path.read_bytes(), mimetypes.guess_type(name)[0] or "text/plain") for name, path in files.items() if path
    }


def _pictures() -> set[str]:
    """The games that have a picture for the way in."""
    return {name for name in protocol.games() if f"home-{name}.svg" in _static()}


@functools.cache
def _stamp() -> str:
    """What a browser may keep: another text of a file has another address."""
    return hashlib.sha256(b"".join(data for _, (data, _) in sorted(_static().items()))).hexdigest()[:8]


@get("/static/{stamp:str}/{name:str}", include_in_schema=False)
async def static_file(stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of ours, whatever the stamp; a script finds those beside it under its own."""
    if name not in _static():
        raise NotFoundException
    data, kind = _static()[name]
    return Response(data, media_type=kind)


HANDLERS = [
    home,
    say_name,
    new_table,
    table_page,
    help_drawer,
    people_drawer,
    hint,
    replay_page,
    replay_moment,
    course_picture,
    sit_down,
    add_bot,
    send_bot_away,
    free_seat,
    leave_table,
    make_link,
    revoke_link,
    change_table,
    start_game,
    become_host,
    rematch,
    seat_link,
    static_file,
]
