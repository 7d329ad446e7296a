"""What is stored about people, for how long, and how one gets or deletes it."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Template

from ..ops.personal_data import OwnData, forget, own_data
from ..tables.actions import Refused
from . import api
from .identity import COOKIE
from .pages import Form, _page
from .services import Request, services_of


@get("/privacy", include_in_schema=False)
async def privacy_page(request: Request) -> Template:
    """What is stored, and for how long."""
    settings = services_of(request).settings
    return _page(request, "privacy.html", settings=settings)


@get("/api/me/data")
async def read_own_data(request: Request) -> OwnData:
    """All that is stored about oneself."""
    services = services_of(request)
    guest = services.known_guest(request)
    return await own_data(services.tables, guest.person, guest.name)


@delete("/api/me", status_code=200)
async def delete_own_data(request: Request) -> Response[None]:
    """Leave all tables, and delete one's names, words and identity; moves stay, without a name."""
    services = services_of(request)
    services.accounts.ended_here(*await forget(services.tables, services.known_guest(request).person))
    return Response(None, cookies=[_no_cookie(request)])


@post("/privacy/delete", include_in_schema=False)
async def delete_by_form(request: Request, data: Form) -> Redirect:
    if not data.get("sure"):
        raise Refused("invalid", "Tick the box first: this cannot be undone.")
    services = services_of(request)
    services.accounts.ended_here(*await forget(services.tables, services.known_guest(request).person))
    return Redirect((request.scope.get("root_path") or "") + "/", status_code=303, cookies=[_no_cookie(request)])


def _no_cookie(request: Request) -> Cookie:
    return Cookie(COOKIE, value="", path=request.scope.get("root_path") or "/", max_age=0, httponly=True)


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
api.describe(HANDLERS)
