"""The page and the API of administrators, who have a token (`LASTRAFT_ADMIN_TOKEN`)."""

from __future__ import annotations

import math
import operator
import os
import re
import time
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect, Template

from ...protocol.translations import N_, translator
from ..ops.administration import texts_of
from ..ops.load import DAY, Sample, lines
from ..ops.overview import Search
from ..tables.actions import Refused
from .access import address, has_token
from .identity import Cookies, Guest
from .pages import Form, _page
from .services import Request, Services, services_of

COOKIE = "lastraft_admin"
HOURS = 12
LISTS = ("tables", "people", "reports", "bans", "audit")


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an administrator does: end or delete a table, ban, mute or lift, announce, close a report."""

    action: str
    subject: str = ""
    reason: str = ""
    days: float = 30
    hours: Annotated[float, msgspec.Meta(gt=0, le=100_000)] = 24
    texts: dict[str, str] = {}


def _cookies(services: Services) -> Cookies:
    """Signs the administrators' cookie, with the token: another token makes it void."""
    return Cookies(f"administrator {services.settings.admin_token}", HOURS / 24)


def _check(request: Request) -> Services:
    """Raise `NotFoundException` if there are no administrators here, `Refused` if this is none."""
    services = services_of(request)
    if not services.settings.admin_token:
        raise NotFoundException
    if has_token(request.headers, services.settings.admin_token):
        return services
    if _cookies(services).read(request.cookies.get(COOKIE)) is None:
        if request.headers.get("authorization") and not services.admin_guesses.take(address(request.scope)):
            raise Refused("too-fast", "That is too fast; slow down.")
        raise Refused("not-yours", "Only administrators may do that.")
    return services


@get("/api/admin/status", include_in_schema=False)
async def read_status(request: Request) -> dict[str, Any]:
    """How the server is."""
    return await _check(request).overview.status()


@get("/api/admin/{name:str}", include_in_schema=False)
async def read_list(
    request: Request, name: FromPath[str], find: FromQuery[str] = "", only: FromQuery[str] = ""
) -> list[dict[str, Any]]:
    """The newest of a list: tables, people, reports, bans, audit; with ``find`` those that have it in a name, an id, an
    address or a text. Of tables ``only`` those with people or those that are idle. How the server was in the last day:
    load."""
    services = _check(request)
    if name == "load":
        return [sample._asdict() for sample in await services.load.day()]
    if name not in LISTS:
        raise NotFoundException
    return await services.overview.rows(name, _search(services, find), only)


def _search(services: Services, text: str) -> Search:
    return Search(text, services.origin_of(text))


@post("/api/admin/do", include_in_schema=False, status_code=200)
async def do(request: Request, data: JSONBody[Order]) -> dict[str, str]:
    """Do what an administrator orders."""
    await _do(_check(request), data)
    return {"said": "done"}


async def _do(services: Services, order: Order) -> None:
    administration, reason = services.administration, order.reason
    subject = services.origin_of(order.subject) or order.subject
    match order.action:
        case "end":
            await administration.end_table(subject, reason)
        case "delete":
            await administration.delete_table(subject, reason)
        case "ban" | "mute":
            if subject == order.subject:
                await services.overview.check_known(subject)
            await administration.ban(order.action, subject, order.days, reason)
        case "lift":
            await administration.lift(subject, reason)
        case "announce":
            await administration.announce(order.texts, order.hours, reason)
        case "report":
            await administration.close_report(int(subject) if re.fullmatch("[0-9]{1,9}", subject) else 0, reason)
        case _:
            raise Refused("invalid", "An administrator can: {actions}.", actions=", ".join(ACTIONS))


ACTIONS = {
    "end": N_("End"),
    "delete": N_("Delete"),
    "ban": N_("Ban"),
    "mute": N_("Mute"),
    "lift": N_("Lift"),
    "announce": N_("Announce"),
    "report": N_("Done"),
}


EFFECTS = {
    "end": N_("those who sit there read that an administrator ended it; they can look at the game."),
    "delete": N_("the table and its log are gone for good."),
    "mute": N_("they play on, but say nothing, and read why nobody hears them."),
    "ban": N_(
        "they neither play nor watch, and read until when; bots take their seats. What is stored about them "
        "they can still get and delete."
    ),
}
"""What happens to whom."""


STATES = {"lobby": N_("Lobby"), "running": N_("running"), "over": N_("over")}
CURVES = ("tables", "people", "slow", "memory", "errors", "moves")


@get("/admin", include_in_schema=False)
async def admin_page(
    request: Request, find: FromQuery[str] = "", only: FromQuery[str] = ""
) -> Template | Response[Any]:
    """What is going on, for administrators; for others a field for the token."""
    services = services_of(request)
    try:
        _check(request)
    except Refused:
        return _page(request, "admin_token.html", wrong="wrong" in request.query_params)
    status, search = await services.overview.status(), _search(services, find)
    lists = {name: await services.overview.rows(name, search, only) for name in LISTS if name != "reports"}
    lists["reports"] = await services.overview.rows("reports")  # those that are open are not looked for but done
    t = translator("lastraft", services.language(request))
    words: dict[str, Any] = {
        "said": {action: t(name) for action, name in ACTIONS.items()},
        "effects": {action: t(effect) for action, effect in EFFECTS.items()},
        "states": {state: t(name) for state, name in STATES.items()},
    }
    waiting = sum(not report["done"] for report in lists["reports"])
    load = _load(await services.load.day(), time.time())
    asked = {"find": find, "only": only, "now": time.time()}
    return _page(request, "admin.html", status=status, waiting=waiting, **asked, **words, **load, **lists)


def _load(day: Sequence[Sample], now: float) -> dict[str, Any]:
    """The last day as curves, and what is said of it in numbers."""
    tops = {name: max((getattr(each, name) for each in day), default=0) for name in CURVES}
    tops["moves"] = math.ceil(tops["moves"]) or 1
    curves = {name: lines(day, operator.attrgetter(name), top, now) for name, top in tops.items()}
    restarts = [round(100 - (now - each.at) / DAY * 100, 2) for each in day if each.restarts]
    return {
        "curves": curves,
        "top": tops["moves"],
        "restarts": restarts,
        "errors": sum(each.errors for each in day),
        "slow": round(next((each.slow for each in reversed(day) if each.slow), 0)),
        "cores": os.cpu_count(),
    }


@post("/admin/enter", include_in_schema=False)
async def enter(request: Request, data: Form) -> Redirect:
    services = services_of(request)
    token, root = services.settings.admin_token, request.scope.get("root_path") or ""
    if not token:
        raise NotFoundException
    if not services.admin_guesses.take(address(request.scope)):
        raise Refused("too-fast", "That is too fast; slow down.")
    if not has_token({"authorization": f"Bearer {data.get('token', '')}"}, token):
        return Redirect(f"{root}/admin?wrong", status_code=303)
    value = _cookies(services).write(Guest("administrator", "administrator", time.time()))
    secure = request.scope["scheme"] == "https"
    cookie = Cookie(
        COOKIE, value=value, path=f"{root}/", max_age=HOURS * 3600, httponly=True, samesite="strict", secure=secure
    )
    return Redirect(f"{root}/admin", status_code=303, cookies=[cookie])


@post("/admin/do", include_in_schema=False)
async def do_by_form(request: Request, data: Form) -> Redirect:
    services, root = _check(request), request.scope.get("root_path") or ""
    days = data.get("days", "30")
    if not data.get("sure") and data.get("action") in ("end", "delete", "ban", "mute"):
        raise Refused("invalid", "Tick the box first: this cannot be undone.")
    order = Order(
        action=data.get("action", ""),
        subject=data.get("subject", ""),
        reason=data.get("reason", ""),
        days=float(days) if days.isdecimal() and len(days) < 6 else 30,
        texts=texts_of(data),
    )
    await _do(services, order)
    return Redirect(f"{root}/admin", status_code=303)


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
