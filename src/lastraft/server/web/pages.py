"""The HTML pages: home, lobby, table, replay. Their forms do what the API does."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gzip
import hashlib
import itertools
import mimetypes
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import brotli
import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, FromPath, FromQuery
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig

from ... import protocol
from ...bots.analysis import Advice, advice_in_words
from ...protocol import WATCHER
from ...protocol.drawing import STYLE
from ...protocol.translations import LANGUAGES, N_, translator
from ..tables import actions, messages, replay
from ..tables.actions import Refused
from ..tables.entries import LogEntry
from ..tables.live_tables import LiveTable
from ..tables.table import Table
from . import api, days, faces, links, lobby, qr
from .access import address
from .identity import COOKIE, Guest, cookie_in_hand
from .own_tables import MyTable, my_tables, waited
from .services import Request, Services, services_of

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TEMPLATES = TemplateConfig(directory=Path(__file__).parent / "templates", engine=JinjaTemplateEngine)
STRENGTHS = {
    "beginner": (N_("beginner"), N_("forgives much")),
    "easy": (N_("easy"), N_("sees what is next to it")),
    "normal": (N_("normal"), N_("a good evening for most people")),
    "hard": (N_("hard"), N_("seldom misses a chance")),
    "expert": (N_("expert"), N_("the strongest we have; be warned")),
}
"""The levels of bots in a player's words: its name, and its description in the menu."""
USUAL = "normal"
LOOKS = {"light", "dark", "large", "larger", "clear", "short-motion", "still"}
"""What somebody may set for this device: light, text, seat colours, motion; each a class of the page."""
HAND = "hand"
"""The cookie of a table where the browser shows only one's hand."""
STATIC = Path(__file__).parent / "static"
AT_TABLES = ("teach", "days", "table", "windows", "stage")
"""The stylesheets that are sent as one, ``table.css``: a table and its replay need them all."""
COMMENTS = re.compile(rb"(?:^|[ \t])[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE)
INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)
ERROR_PAGES = {
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
    "removed": (
        N_("The host removed you"),
        N_("Only a private link from the host lets you sit down there again. You can watch, or open your own table."),
    ),
    "host-here": (
        N_("The host is still here"),
        N_("Once the host has been away for a few minutes, somebody else at the table can take over."),
    ),
    "banned": (N_("This server is closed to you"), ""),
    "too-fast": (N_("Not so fast"), N_("Wait a moment, then try again.")),
    "failed": (N_("Something went wrong here"), N_("It has been noted. Nothing at your tables is lost.")),
}
"""The title and text of the error page, by the code of a refusal."""


def _common(request: Request) -> dict[str, Any]:
    services = services_of(request)
    guest, owner = services.guest(request), services.people_here(request)[0]
    root = request.scope.get("root_path") or ""
    return {
        "t": translator("lastraft", services.language(request)),
        "root": root,
        "static": f"{root}/static/{_stamp()}",
        "styled": {name.removesuffix(".css") for name in _static()},
        "languages": LANGUAGES,
        "name": guest.name if guest else "",
        "whose": hashlib.sha256(owner.person.encode()).hexdigest()[:16] if owner else "",
        "face": faces.remembered(request),
        "looks": [look for look in request.cookies.get("looks", "").split(".") if look in LOOKS],
        "announcement": services.announcement(services.language(request)),
    }


def _page(request: Request, template: str, **context: Any) -> Template:
    common = _common(request)
    language = common["t"].language
    cookies = [Cookie("lang", value=language, path=common["root"] or "/", max_age=31536000, samesite="lax")]
    services = services_of(request)
    if (guest := services.guest(request)) and (renewed := services.cookies.renewed(guest)):
        cookies.append(api.guest_cookie(services, request, renewed))
    return Template(template, context={**common, **context}, cookies=cookies)


def is_for_people(request: Request) -> bool:
    """Whether a response is for a browser, not for a program."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path") or "")
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")


def error_page(request: Request, code: str, said: str, status: int) -> Response[str]:
    """A page that says what went wrong and where to go."""
    common = _common(request)
    t = common["t"]
    title, known = ERROR_PAGES.get(code, (N_("That did not work"), ""))
    table = request.path_params.get("table", "") if code not in ("not-found", "banned") else ""
    page = TEMPLATES.engine_instance.get_template("error.html").render(
        **common, title=t(title), said=t(known) if known else said, table=table, banned=code == "banned"
    )
    return Response(page, media_type="text/html", status_code=status)


def _guest(request: Request, form: dict[str, str]) -> Guest:
    services = services_of(request)
    known = services.guest(request)
    services.check_may_come(request)
    if known and not form.get("name"):
        return known
    t = translator("lastraft", services.language(request))
    return api.named_guest(request, form.get("name", "") or t("Castaway"), known)


@get("/", include_in_schema=False)
async def home(request: Request) -> Template:
    services = services_of(request)
    language = services.language(request)
    games = [protocol.game(name) for name in protocol.games()]
    guest = services.guest(request)
    welcome = guest is not None and services.is_welcome(request)
    tables = await my_tables(services, guest.person, language) if guest and welcome else []
    return _page(
        request,
        "home.html",
        games=games,
        strengths=STRENGTHS,
        levels={game.name: _chosen_level(request, game) for game in games},
        abouts={game.name: translator(game.name, language)(game.about) for game in games},
        pictures=_pictures(),
        tables=tables,
        waited=waited,
        over_days=any([await _over_days(services, each) for each in tables]),
    )


async def _over_days(services: Services, each: MyTable) -> bool:
    """Whether a game of one's own goes on over days."""
    return each.shown["status"] == "running" and (await services.tables.get(each.shown["id"])).table.terms.slow


@post("/name", include_in_schema=False)
async def say_name(request: Request, data: Form) -> Redirect:
    return _redirect(request, _guest(request, data), "/")


@post("/new", include_in_schema=False)
async def new_table(request: Request, data: Form, game: FromQuery[str] = "") -> Redirect:
    """Open a table: against bots (`now`), for friends, or to watch bots only (`watch`)."""
    guest = _guest(request, data)
    chosen = protocol.game(game or data.get("game", ""))
    how = data.get("how")
    count = {"now": chosen.usual_size - 1, "watch": chosen.usual_size}.get(how or "", 0)
    bots = _bots(chosen, _chosen_level(request, chosen), count)
    plan = api.Plan(game=chosen.name, bots=bots, sit=how != "watch", start=count > 0, pause=1.2, pace=1)
    live = await api.open_table(request, guest, plan)
    return _redirect(request, guest, f"/table/{live.table.id}")


def _chosen_level(request: Request, game: protocol.Game[Any]) -> str:
    """The level that somebody chose for a game last."""
    level = request.cookies.get(f"strength-{game.name}", "")
    return level if level in STRENGTHS else USUAL


def _bots(game: protocol.Game[Any], level: str, count: int) -> tuple[str, ...]:
    """So many bots of a level, of different characters where the game has some."""
    characters = random.sample(["", *game.characters], 1 + len(game.characters))
    return tuple(f"{level}:{each}".rstrip(":") for each, _ in zip(itertools.cycle(characters), range(count)))


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: Request, table: FromPath[str], seat: FromQuery[int | None] = None) -> Template | Redirect:
    """The lobby, or the table; with a ``seat`` whoever sits down takes that one."""
    services, live = await api.live_table(request, table)
    language, person = services.language(request), services.person(request)
    shown = messages.lobby(live.table, person, language)
    own = translator(live.table.game.name, language)
    if live.table.match is None and live.table.ended:
        return _page(request, "ended.html", table=shown, why=messages.ended(live.table, language))
    if live.table.match is None:
        return _page(
            request,
            "lobby.html",
            table=shown,
            link=links.address(request, f"/table/{table}"),
            sizes=live.table.game.sizes,
            about=own(live.table.game.about),
            card=live.table.game.teaching.card,
            own=own,
            picture=live.table.game.name in _pictures(),
            strengths=STRENGTHS,
            own_bots=sorted(services.settings.own_bots),
            characters={each: live.table.game.speech.character_name(each, own) for each in live.table.game.characters},
            strength_of=functools.partial(_strength, live.table.game, language),
            linked=_linked(live.table),
            reachable=(reachable := links.reaches_others(request)),
            code=qr.svg(links.address(request, f"/table/{table}")) if reachable else "",
            faces=faces.NAMES,
            wanted=seat,
            **_arranged(live.table, language),
        )
    places = _beside(request, live.table)
    if places and (shown["you"] is None or (len(places) > 1 and _is_from_elsewhere(request, table))):
        # who had it in hand has left the table, or this page: one of those who play takes it
        awaited = [number for seat, number in places.items() if seat in live.table.awaited(WATCHER)]
        to = f"/table/{table}/curtain?to={next(iter(awaited or places.values()))}"
        return Redirect((request.scope.get("root_path") or "") + to, status_code=303)
    beside = msgspec.json.encode(places).decode() if len(places) > 1 else ""
    drawing, taught = _drawn(live, person, language), live.table.game.teaching
    coached = live.table.match.from_position and shown["you"] is not None
    common = {"drawing": drawing, "teaching": taught, "own": own, "coached": coached}
    common |= {"chances": _chances(live.table, language), "in_order": live.table.game.speech.in_order}
    if coached:  # what a real one would be
        level, _ = STRENGTHS[_chosen_level(request, live.table.game)]
        common |= {"bots": live.table.game.usual_size - 1, "level": level}
    hand = HAND in request.cookies and shown["you"] is not None
    return _page(request, "table.html", table=shown, beside=beside, hand=hand, **common)


def _is_from_elsewhere(request: Request, table: str) -> bool:
    """Whether a browser comes to a table from another page. Some say only whether it comes from one of ours."""
    referer, site = request.headers.get("referer", ""), request.headers.get("sec-fetch-site", "none")
    return is_for_people(request) and (f"/table/{table}" not in referer if referer else site == "none")


def _beside(request: Request, table: Table) -> dict[int, int]:
    """By seat, which of the people on this device sits there."""
    guests = enumerate(services_of(request).people_here(request))
    places = {table.seat_of(guest.person): number for number, guest in guests if guest}
    places.pop(WATCHER, None)
    return places


def _arranged(table: Table, language: str) -> dict[str, Any]:
    """What the lobby shows of a table's terms."""
    groups, (preset, changed) = lobby.rows(table, language), lobby.nearest(table)
    rules = [row for rows in groups.values() for row in rows]
    return {
        "groups": groups,
        "rules": len(table.game.options),
        "differing": [row for row in rules if row.changed],
        "not_printed": [row for row in rules if row.changed and row.is_rule],
        "presets": lobby.described(table.game, language),
        "preset": preset,
        "preset_changed": changed,
        "preset_fields": lobby.fields(lobby.presets(table.game)[preset]),
        "seated": lobby.seated(table, translator("lastraft", language)),
        "is_named": lobby.is_named,
    }


def _strength(game: protocol.Game[Any], language: str, bot: str) -> str:
    """A bot in a player's words: its level and its character; its spec if it has none."""
    level, _, character = bot.partition(":")
    if level not in STRENGTHS:
        return bot
    said = [translator("lastraft", language)(STRENGTHS[level][0])]
    if character in game.characters:
        said.append(game.speech.character_name(character, translator(game.name, language)))
    return ", ".join(said)


def _drawn(live: LiveTable, person: str, language: str, screen: bool = False) -> str:
    """The drawing of the table for a person, or for a ``screen`` that somebody who sits there opens for all."""
    table = live.table
    reader = table.seat_of(person)
    if reader == WATCHER and not screen and not table.terms.watchers:
        return ""
    if reader == WATCHER and not screen:
        live.watch()
    hidden = table.knowledge(reader).hidden
    return _without_style(table.game.picture.draw(table.game.reader(hidden, reader, table.names, language)))


@get("/table/{table:str}/help", include_in_schema=False)
async def help_drawer(request: Request, table: FromPath[str]) -> Template:
    """The current rules, the odds, and what the symbols mean."""
    services, live, person = await api.watched(request, table)
    current = live.table
    if current.match is None:
        raise Refused("lobby", "The game has not begun.")
    reader, speech = current.seat_of(person), current.game.speech
    r = current.game.reader(current.knowledge(reader).hidden, reader, current.names, services.language(request))
    taught = {"rulebook": current.game.teaching.rulebook is not None}
    return _page(request, "help.html", rules=speech.help(r), odds=speech.odds(r), glossary=speech.glossary(r), **taught)


@get("/table/{table:str}/people", include_in_schema=False)
async def people_drawer(request: Request, table: FromPath[str]) -> Template:
    """The people at the table, and what the host and the reader can do about them."""
    services, live, person = await api.watched(request, table)
    language = services.language(request)
    return _page(
        request,
        "people.html",
        table=messages.lobby(live.table, person, language),
        strength_of=functools.partial(_strength, live.table.game, language),
        linked=_linked(live.table),
        manned={i for i, seat in enumerate(live.table.seats) if seat.people},
        reporting=bool(services.settings.admin_token),
    )


@get("/table/{table:str}/orders", include_in_schema=False)
async def orders_drawer(request: Request, table: FromPath[str]) -> Template:
    """The reader's standing orders, nights and days off."""
    services, live, person = await api.watched(request, table)
    if live.table.match is None or live.table.seat_of(person) == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    return _page(
        request, "orders.html", table=live.table.id, **days.arranged(live.table, person, services.language(request))
    )


@post("/table/{table:str}/orders", include_in_schema=False)
async def give_orders(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Give or change an order, one's nights, or take days off: what the form names."""
    return await _act(request, table, lambda t, person: days.wanted(t, person, data))


def _linked(table: Table) -> set[int]:
    """The seats with a link, or with people who came by one."""
    return {i for i, seat in enumerate(table.seats) if seat.link or any(seat.people.values())}


@post("/table/{table:str}/hint", include_in_schema=False, status_code=200)
async def hint(request: Request, table: FromPath[str]) -> dict[str, Any]:
    """The move that a strong bot would make."""
    services, live, person = await api.watched(request, table)
    current, language = live.table, services.language(request)
    seat = current.seat_of(person)
    if seat == WATCHER or current.status != "running" or not current.knowledge(seat).legal:
        raise Refused("illegal", "You are not asked anything now.")
    origin = address(request.scope)
    if not services.hints.take(f"{table} {seat}") or not services.hints_of_an_address.take(origin):
        raise Refused("too-fast", "Think for a moment yourself.")
    hidden = current.knowledge(seat).hidden
    advice = await services.driver.advise(current, seat, origin)
    r = current.game.reader(hidden, seat, current.names, language)
    if isinstance(advice, int):
        advice = Advice(advice, 0.0, -1, 0.0)
    return {"code": advice.move, "said": advice_in_words(current.game, r, advice)}


@get("/table/{table:str}/analysis", include_in_schema=False)
async def analysis(request: Request, table: FromPath[str]) -> Response[dict[str, Any]]:
    """A finished game looked at again: everybody's chances, and the moves that cost most. Status 202 if that takes some
    time yet."""
    services, live, person = await api.watched(request, table)
    if not services.analyses.take(person or "a guest"):
        raise Refused("too-fast", "Wait a moment, then try again.")
    try:
        found = await services.driver.analyse(live.table, services.language(request))
    except Refused as refused:
        if refused.code != "too-much":
            raise
        return Response({"said": refused.text(services.language(request))}, status_code=202)
    return Response({"you": live.table.seat_of(person), **found})


@get("/table/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Request, table: FromPath[str]) -> Template:
    """The game so far, move by move."""
    services, live, person = await api.watched(request, table)
    shown = messages.lobby(live.table, person, services.language(request))
    match = replay.playing(live.table)
    return _page(
        request,
        "replay.html",
        table=shown,
        moves=len(replay.steps(live.table, live.table.seat_of(person))) - 1,
        chances=_chances(live.table, services.language(request)),
        open=match.over,
    )


@get("/table/{table:str}/replay/timeline", include_in_schema=False)
async def replay_timeline(
    request: Request, table: FromPath[str], seat: FromQuery[int | None] = None, after: FromQuery[int] = -1
) -> dict[str, Any]:
    """Where days, turns and events lie among the steps of a replay."""
    services, live, person = await api.watched(request, table)
    reader = live.table.seat_of(person)
    seat = reader if seat is None else seat
    seen = replay.visible(live.table, reader, seat)
    long = len(seen.numbers) - after > replay.FEW
    if long and not services.timelines.take(address(request.scope)):
        raise Refused("too-fast", "Wait a moment, then try again.")
    return await asyncio.to_thread(replay.timeline, seen, seat, services.language(request), after)


@get("/table/{table:str}/replay/whole", include_in_schema=False)
async def whole_replay(request: Request, table: FromPath[str], seat: FromQuery[int] = WATCHER) -> dict[str, Any]:
    """A finished game in one piece, for a device that keeps it."""
    services, live, person = await api.watched(request, table)
    if not replay.playing(live.table).over:
        raise Refused("running", "The game is not over yet.")
    if not services.whole_replays.take(address(request.scope)):
        raise Refused("too-fast", "Wait a moment, then try again.")
    seen = replay.visible(live.table, live.table.seat_of(person), seat)
    kept = await asyncio.to_thread(replay.whole, seen, seat, services.language(request))
    return {**kept, "frame": _without_style(kept["frame"]), "at": live.table.changed}


@get("/table/{table:str}/replay/{step:int}", include_in_schema=False)
async def replay_moment(
    request: Request, table: FromPath[str], step: FromPath[int], seat: FromQuery[int | None] = None
) -> dict[str, Any]:
    """The table as a seat saw it after a step, and the lines of the log for it."""
    services, live, person = await api.watched(request, table)
    reader = live.table.seat_of(person)
    shown = replay.moment(live.table, reader, step, reader if seat is None else seat, services.language(request))
    return {**shown, "drawing": _without_style(shown["drawing"])}


def _chances(table: Table, language: str) -> str:
    """What is known of everybody's chances from the start."""
    said = table.game.speech.chances
    return translator(table.game.name, language)(said) if said else ""


def _without_style(drawing: str) -> str:
    """Remove the style that a standalone drawing has; the page loads it from a file."""
    before, style, after = drawing.partition("<style>")
    return before + after.partition("</style>")[2] if style else drawing


@post("/table/{table:str}/sit", include_in_schema=False)
async def sit_down(request: Request, table: FromPath[str], data: Form) -> Redirect:
    guest = _guest(request, data)
    tables = services_of(request).tables
    live = await tables.get(table, fresh=True)
    origin, face = services_of(request).origin(request), faces.chosen(request, data)
    wanted = int(number) if (number := data.get("seat", "")).isdecimal() and len(number) < 3 else None
    await tables.act(live, lambda _: api.sit(live, guest, origin, wanted, data.get("token", ""), face))
    return _redirect(request, guest, f"/table/{table}", face)


async def _act(request: Request, table: str, action: Callable[[Table, str], LogEntry]) -> Redirect:
    await api.act(request, table, action)
    return _redirect(request, services_of(request).known_guest(request), f"/table/{table}")


@post("/table/{table:str}/bot/{seat:int}", include_in_schema=False)
async def add_bot(request: Request, table: FromPath[str], seat: FromPath[int], data: Form) -> Redirect:
    """Give a seat to a bot, or change the level or the character of the one that has it."""
    services = services_of(request)
    current, own = (await services.tables.get(table)).table, services.settings.own_bots
    level = data.get("strength", "")
    if level in own:
        return await _act(request, table, lambda t, person: actions.give_to_bot(t, person, seat, level, own))
    if level not in STRENGTHS:
        level = _chosen_level(request, current.game)
    (any_character,) = _bots(current.game, level, 1) if current.match is None else (level,)
    spec = f"{level}:{data['character']}".rstrip(":") if "character" in data else any_character
    return await _act(request, table, lambda t, person: actions.give_to_bot(t, person, seat, spec))


def _seat_form(name: str, action: Callable[[Table, str, int], LogEntry]) -> HTTPRouteHandler:
    """A form that does an action at a seat."""

    @post(f"/table/{{table:str}}/{name}/{{seat:int}}", include_in_schema=False)
    async def do(request: Request, table: FromPath[str], seat: FromPath[int]) -> Redirect:
        return await _act(request, table, lambda t, person: action(t, person, seat))

    return do


SEAT_ACTIONS = {"back": actions.take_back, "unlink": actions.unlink, "agree": actions.agree, "decline": actions.decline}


@post("/table/{table:str}/report/{seat:int}", include_in_schema=False)
async def report_seat(request: Request, table: FromPath[str], seat: FromPath[int], data: Form) -> Redirect:
    await api.report(request, table, seat, data.get("text", ""))
    return _redirect(request, services_of(request).known_guest(request), f"/table/{table}")


@post("/table/{table:str}/free/{seat:int}", include_in_schema=False)
async def free_seat(request: Request, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    await api.free_seat.fn(request, table, seat)
    return _redirect(request, services_of(request).known_guest(request), f"/table/{table}")


@post("/table/{table:str}/leave", include_in_schema=False)
async def leave_table(request: Request, table: FromPath[str]) -> Redirect:
    await api.leave_table.fn(request, table)
    return _redirect(request, services_of(request).known_guest(request), "/")


@post("/table/{table:str}/link/{seat:int}", include_in_schema=False, status_code=200)
async def make_link(request: Request, table: FromPath[str], seat: FromPath[int]) -> Template:
    """A private link, shown once."""
    token = await api.make_link.fn(request, table, seat)
    live = await services_of(request).tables.get(table)
    link = links.address(request, token["path"])
    whose = live.table.seats[seat].name or live.table.game.notation.seat_name(seat)
    code = qr.svg(link) if links.reaches_others(request) else ""
    return _page(
        request,
        "link.html",
        table=messages.summary(live.table, services_of(request).language(request)),
        link=link,
        code=code,
        whose=whose,
    )


@post("/table/{table:str}/change", include_in_schema=False)
async def change_table(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Change what the form names, at once."""
    return await _act(request, table, lambda t, person: actions.change(t, person, lobby.wanted(t, data)))


@post("/table/{table:str}/name", include_in_schema=False)
async def change_name(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Take another name, at this table too."""
    guest = _guest(request, data)
    services_of(request).check_allowed(request, guest, "mute")
    await api.act(request, table, lambda t, person: actions.rename(t, person, guest.name))
    return _redirect(request, guest, f"/table/{table}")


@post("/table/{table:str}/face", include_in_schema=False)
async def change_face(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Take another face, at this table and from now on."""
    guest, face = services_of(request).known_guest(request), faces.chosen(request, data)

    def change(current: Table, person: str) -> LogEntry:
        seat = current.seat_of(person)
        return actions.rename(current, person, current.seats[seat].name if seat != WATCHER else "", face)

    await api.act(request, table, change)
    return _redirect(request, guest, f"/table/{table}", face)


@post("/table/{table:str}/start", include_in_schema=False)
async def start_game(request: Request, table: FromPath[str]) -> Redirect:
    """Start the game, with bots on the empty seats."""
    services = services_of(request)
    guest = services.known_guest(request)
    live = await services.tables.get(table, fresh=True)
    empty = [seat for seat, chair in enumerate(live.table.seats) if chair.kind == "empty"]
    bots = _bots(live.table.game, _chosen_level(request, live.table.game), len(empty))
    for seat, spec in zip(empty, bots, strict=True):
        await api.add_bot(services, live, guest, seat, spec)
    return await _act(request, table, actions.start)


@post("/table/{table:str}/host", include_in_schema=False)
async def become_host(request: Request, table: FromPath[str]) -> Redirect:
    await api.become_host.fn(request, table)
    return _redirect(request, services_of(request).known_guest(request), f"/table/{table}")


@post("/table/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Request, table: FromPath[str]) -> Redirect:
    """Ask for a rematch, or come to the one that was asked for. It begins when everybody is there."""
    other = await api.ask_rematch.fn(request, table)
    services = services_of(request)
    guest, live = services.known_guest(request), await services.tables.get(other["table"], fresh=True)
    if live.table.seat_of(guest.person) != WATCHER:
        with contextlib.suppress(Refused):  # somebody is still invited, or it has begun
            await services.tables.act(live, lambda t: actions.start(t, t.host))
    return _redirect(request, guest, f"/table/{other['table']}")


@get("/table/{table:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: Request, table: FromPath[str], token: FromPath[str]) -> Template:
    """The page of a private link, which asks first: programs that preview links must not take the seat."""
    _, live = await api.live_table(request, table)
    if live.table.match is None and live.table.ended:
        return await table_page.fn(request, table)  # type: ignore[no-any-return]
    return _page(
        request, "seat.html", table=messages.summary(live.table, services_of(request).language(request)), token=token
    )


def _redirect(request: Request, guest: Guest, path: str, face: int = -1) -> Redirect:
    root = request.scope.get("root_path") or ""
    cookies = [api.guest_cookie(services_of(request), request, guest)]
    if face >= 0 and cookie_in_hand(request.cookies) == COOKIE:  # what others on the device chose is not its owner's
        cookies.append(faces.cookie(request, face))
    return Redirect(root + path, status_code=303, cookies=cookies)


@functools.cache
def _static() -> dict[str, tuple[bytes, str]]:
    """The static files by name: the page's own, which have the colours of each game, its stylesheet and its picture."""
    types = mimetypes.MimeTypes()  # their own table: Windows may know scripts as plain text
    types.add_type("font/woff2", ".woff2")
    files: dict[str, Path | None] = {path.name: path for path in [*STATIC.iterdir(), STYLE] if path.suffix != ".ts"}
    for name in protocol.games():
        picture = protocol.game(name).picture
        files |= {f"{name}.css": picture.file("style.css"), f"home-{name}.svg": picture.file("home.svg")}
    content = {name: path.read_bytes() for name, path in files.items() if path}
    colours = [protocol.game(name).picture.file("home.css") for name in protocol.games()]
    content["page.css"] += b"".join(path.read_bytes() for path in colours if path)
    content["table.css"] = b"".join(content[f"{room}.css"] for room in AT_TABLES)
    content = {
        name: _without_margins(data) if name.endswith((".js", ".css")) else data for name, data in content.items()
    }
    return {name: (data, types.guess_type(name)[0] or "text/plain") for name, data in content.items()}


def _without_margins(source: bytes) -> bytes:
    """A script or stylesheet without indentation and the comments that end lines. The lines keep their numbers."""
    return INDENTATION.sub(b"", COMMENTS.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source))


def _pictures() -> set[str]:
    """The games that have a picture for the home page."""
    return {name for name in protocol.games() if f"home-{name}.svg" in _static()}


@functools.cache
def _stamp() -> str:
    """A hash of all static files, so that changed files have other addresses than cached ones."""
    return hashlib.sha256(b"".join(data for _, (data, _) in sorted(_static().items()))).hexdigest()[:8]


@get("/static/{stamp:str}/{name:str}", include_in_schema=False)
async def static_file(request: Request, stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A static file; scripts import each other under their own stamp, so any stamp is accepted."""
    if name not in _static():
        raise NotFoundException
    data, kind = _static()[name]
    headers = {}
    if services_of(request).settings.compress and not name.endswith((".woff2", ".png")):
        headers["vary"] = "Accept-Encoding"
        accepted = request.headers.get("accept-encoding", "")
        if coding := next((each for each in ("br", "gzip") if each in accepted), ""):
            data, headers["content-encoding"] = await asyncio.to_thread(_compressed, name, coding), coding
    return Response(data, media_type=kind, headers=headers)


@functools.cache
def _compressed(name: str, coding: str) -> bytes:
    """A static file as small as it gets: it is compressed once, and sent often."""
    data = _static()[name][0]
    return gzip.compress(data, mtime=0) if coding == "gzip" else brotli.compress(data)


HANDLERS = [_seat_form(name, action) for name, action in SEAT_ACTIONS.items()]
HANDLERS += [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
