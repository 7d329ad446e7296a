"""What is stored about people, for how long, and how one gets or deletes it."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from ..ops.personal_data import OwnData, forget, own_data
from ..ops.retention import COPY_DAYS, LOG_DAYS, report_days
from ..tables.actions import Refused
from . import api
from .identity import COOKIES, Guest, cookie_in_hand
from .pages import Form, _page
from .services import Request, services_of


@get("/privacy", include_in_schema=False)
async def privacy_page(request: Request) -> Template:
    """What is stored, and for how long."""
    services = services_of(request)
    here = enumerate(services.people_here(request))
    beside = {number: guest.name for number, guest in here if guest and number}
    kept = {"report_days": round(report_days(services.settings.retention_days)), "log_days": LOG_DAYS}
    return _page(request, "privacy.html", settings=services.settings, beside=beside, copy_days=COPY_DAYS, **kept)


@get("/api/me/data")
async def read_own_data(request: Request, who: FromQuery[int] = 0) -> OwnData:
    """All that is stored about oneself, or about another who plays on this device."""
    guest = _guest(request, who)
    services = services_of(request)
    return await own_data(services.tables, guest.person, guest.name, services.origin(request))


@delete("/api/me", status_code=200)
async def delete_own_data(request: Request, who: FromQuery[int] = 0) -> Response[None]:
    """Leave all tables, and delete one's names, words and identity, or those of another who plays on this device; moves
    stay, without a name."""
    await _forget(request, _guest(request, who))
    return Response(None, cookies=[_no_cookie(request, who)])


@post("/privacy/delete", include_in_schema=False)
async def delete_by_form(request: Request, data: Form) -> Redirect:
    number = data.get("who", "0")
    who = int(number) if number.isdecimal() and len(number) < 3 else len(COOKIES)
    guest = _guest(request, who)
    if data.get("name", "").strip() != guest.name:
        raise Refused("invalid", "Write the name {name} to be sure: this cannot be undone.", name=guest.name)
    await _forget(request, guest)
    to = (request.scope.get("root_path") or "") + ("/privacy" if who else "/")
    # also what the browser keeps: games, settings, the service worker
    headers = {} if who else {"clear-site-data": '"cache", "storage"'}
    return Redirect(to, status_code=303, cookies=[_no_cookie(request, who)], headers=headers)


def _guest(request: Request, who: int) -> Guest:
    """The person who asks, or another who plays on their device; also the banned, for what is stored is theirs."""
    services = services_of(request)
    if not who:
        return services.own_guest(request)
    known = services.people_here(request)
    guest = known[who] if 0 < who < len(known) else None
    if guest is None:
        raise Refused("not-found", "There is nothing here.")
    return guest


async def _forget(request: Request, guest: Guest) -> None:
    services = services_of(request)
    services.accounts.ended_here(*await forget(services.tables, guest.person))
    services.administration.visitors.pop(guest.person, None)


def _no_cookie(request: Request, who: int = 0) -> Cookie:
    name = COOKIES[who] if who else cookie_in_hand(request.cookies)
    return Cookie(name, value="", path=request.scope.get("root_path") or "/", max_age=0, httponly=True)


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
api.describe(HANDLERS)
