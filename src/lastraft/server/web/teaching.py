"""Teaching: the coached game of each game, and its rules clause by clause."""

from __future__ import annotations

import functools
import itertools
from string import ascii_uppercase
from typing import Any

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ... import positions, protocol
from ...bots.lesson import rehearse
from ...errors import UnknownGame
from ...protocol import WATCHER, Game
from ...protocol.translations import translator
from ..tables import actions
from ..tables.actions import Refused
from ..tables.table import Table
from . import api, pages
from .services import Request, services_of


def _game(name: str) -> Game[Any]:
    try:
        return protocol.game(name)
    except UnknownGame:
        raise NotFoundException from None


@post("/learn", include_in_schema=False)
async def learn(request: Request, data: pages.Form, game: FromQuery[str] = "") -> Redirect:
    """Open a table for a coached game: its prepared position, and bots that make its replies."""
    services, guest, taught = services_of(request), pages._guest(request, data), _game(game)
    lesson = taught.teaching.lesson
    if lesson is None:
        raise Refused("not-found", "This game has no coached game.")
    others = positions.read(taught, lesson.position).seats - 1
    plan = api.Plan(game=taught.name, size=others + 1, bots=("lesson",) * others, pause=1.2)
    live = await api.open_table(request, guest, plan)
    await services.tables.act(live, lambda t: actions.start(t, guest.person, position=lesson.position))
    return pages._redirect(request, guest, f"/table/{live.table.id}")


@get("/table/{table:str}/lesson", include_in_schema=False)
async def lesson_steps(request: Request, table: FromPath[str]) -> list[dict[str, Any]]:
    """The steps of a coached game: what the coach says, the awaited move (-1: none), what is lit, and whether it is the
    same move again, which may be made in one go with the one before."""
    services, live, _ = await api.watched(request, table)
    game = live.table.game
    if not game.teaching.lesson or not live.table.match or not live.table.match.from_position:
        raise Refused("not-found", "This is no coached game.")
    t = translator(game.name, services.language(request))
    steps = game.teaching.lesson.steps
    again = [False, *(step.move != "" and step.move == before.move for before, step in itertools.pairwise(steps))]
    names = dict(zip(ascii_uppercase, live.table.names, strict=False))
    return [
        {"say": t(step.say, **names), "code": code, "point": step.point, "again": same}
        for step, code, same in zip(steps, _codes(game), again, strict=True)
    ]


@functools.cache
def _codes(game: Game[Any]) -> tuple[int, ...]:
    assert game.teaching.lesson is not None
    return tuple(code for code, _ in rehearse(game, game.teaching.lesson))


@get("/table/{table:str}/look/{thing:str}", include_in_schema=False)
async def look(request: Request, table: FromPath[str], thing: FromPath[str]) -> Template:
    """What a thing of the drawing shows in detail."""
    services, live, person = await api.watched(request, table)
    current = live.table
    if current.match is None:
        raise Refused("lobby", "The game has not begun.")
    seat = current.seat_of(person)
    r = current.game.reader(current.knowledge(seat).hidden, seat, current.names, services.language(request))
    return pages._page(request, "look.html", drawing=current.game.picture.look(r, thing))


@get("/rules/{game:str}", include_in_schema=False)
async def rules_page(request: Request, game: FromPath[str]) -> Template:
    """The rules of a game clause by clause, each with an address of its own."""
    return pages._page(request, "rules.html", **_rulebook(request, _game(game), None, WATCHER))


@get("/table/{table:str}/rules", include_in_schema=False)
async def rules_drawer(request: Request, table: FromPath[str]) -> Template:
    """The same beside a table: what its options change, and what forbids other moves just now."""
    _, live, person = await api.watched(request, table)
    current = live.table
    return pages._page(request, "clauses.html", **_rulebook(request, current.game, current, current.seat_of(person)))


def _rulebook(request: Request, game: Game[Any], table: Table | None, seat: int) -> dict[str, Any]:
    language = services_of(request).language(request)
    own, t = translator(game.name, language), translator("lastraft", language)
    options = {option.name: option for option in game.options}
    chosen = table.terms.options if table else {}
    now = _moment(table, seat) if table else set()
    sections: dict[int, list[dict[str, Any]]] = {number: [] for number in game.teaching.sections}
    for clause in game.teaching.clauses(language):
        if clause.section not in sections:
            continue
        differs = [
            t("{rule} Here: {value}.", rule=own(options[word].about), value=options[word].in_words(chosen[word], own))
            for word in dict.fromkeys(clause.words)
            if word in options and chosen.get(word, options[word].default) != options[word].default
        ]
        sections[clause.section].append({"clause": clause, "differs": differs, "now": clause.name in now})
    for clauses in sections.values():
        clauses.sort(key=lambda each: each["clause"].is_house)  # what only a program has to know comes last
    return {
        "game": game,
        "sections": [
            (number, own(game.teaching.sections[number]), clauses) for number, clauses in sections.items() if clauses
        ],
        "at_table": table is not None,
        "english": any(each["clause"].language != language for each in itertools.chain(*sections.values())),
    }


def _moment(table: Table, seat: int) -> set[str]:
    """The clauses that forbid other moves of the kinds that a seat can make now."""
    if seat == WATCHER or table.match is None or not table.knowledge(seat).legal:
        return set()
    known, families, game = table.knowledge(seat), table.game.families, table.game
    offered = {families[code][0] for code in known.legal}
    others = (code for code in range(families.count) if families[code][0] in offered)
    reasons = {game.rules.forbids(known.hidden, seat, code) for code in others}
    return {game.clause_name(reason) for reason in reasons if reason}


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
