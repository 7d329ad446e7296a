"""One table on several screens, and several people at one: the table on a television with hands on phones, and a phone
that is handed around.

Each person on a device has a signed cookie of their own. Which of them has the device in hand is a cookie of the table;
between two of them there is a page that shows nothing but a name.
"""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ...protocol import WATCHER
from ...protocol.translations import translator
from ..tables import messages
from ..tables.actions import Refused
from ..tables.streams import check_may_watch
from ..tables.table import Table
from . import api, links, lobby, qr
from .identity import COOKIES, IN_HAND, Guest
from .pages import HAND, Form, _drawn, _page, _pictures, _redirect
from .services import Request, services_of


@get("/table/{table:str}/tv", include_in_schema=False)
async def television(request: Request, table: FromPath[str]) -> Template:
    """The table for a screen that all look at: what those who watch know, nothing to click, and codes for phones."""
    services, live = await api.live_table(request, table)
    language, person = services.language(request), services.person(request)
    check_may_watch(live, person)
    shown, link = messages.lobby(live.table, "", language), links.address(request, f"/table/{table}")
    common = {"table": shown, "code": qr.svg(f"{link}/hand"), "tv": True}
    if live.table.match is None and live.table.ended:
        return _page(request, "ended.html", **common, why=messages.ended(live.table, language))
    if live.table.match is None:
        preset, _ = lobby.nearest(live.table)
        return _page(
            request,
            "tv.html",
            **common,
            about=translator(live.table.game.name, language)(live.table.game.about),
            picture=live.table.game.name in _pictures(),
            preset=lobby.described(live.table.game, language)[preset],
            codes=[qr.svg(f"{link}/hand?seat={seat}") for seat in range(len(live.table.seats))],
            host=_name_of(live.table, live.table.host),
            link=link.partition("//")[2],
        )
    own = translator(live.table.game.name, language)
    drawing = _drawn(live, "", language, screen=live.table.seat_of(person) != WATCHER)
    return _page(request, "table.html", **common, drawing=drawing, teaching={}, own=own, coached=False)


@get("/table/{table:str}/hand", include_in_schema=False)
async def hand(
    request: Request, table: FromPath[str], seat: FromQuery[int | None] = None, on: FromQuery[bool] = True
) -> Redirect:
    """Show only one's hand and what is asked in this browser, beside a screen with the table; or all again."""
    await api.live_table(request, table)
    path = f"{request.scope.get('root_path') or ''}/table/{table}"
    cookie = Cookie(HAND, value="1" if on else "", path=path, httponly=True, samesite="lax", max_age=None if on else 0)
    return Redirect(path if seat is None else f"{path}?seat={seat}", status_code=303, cookies=[cookie])


def _name_of(table: Table, person: str) -> str:
    seat = table.seat_of(person)
    return "" if seat == WATCHER else table.seats[seat].name


@post("/table/{table:str}/beside", include_in_schema=False)
async def sit_beside(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Let another person sit down who plays on the same device."""
    services = services_of(request)
    guest, live = services.known_guest(request), await services.tables.get(table, fresh=True)
    known = services.people_here(request)
    number, other = _place(live.table, known, api.named_guest(request, data.get("name", ""), None))
    await services.tables.act(live, lambda _: api.sit(live, other, services.origin(request), None, ""))
    answer = _redirect(request, guest, f"/table/{table}")
    answer.cookies.append(api.guest_cookie(services, request, other, COOKIES[number]))
    return answer


def _place(table: Table, known: list[Guest | None], new: Guest) -> tuple[int, Guest]:
    """Where a new person is kept on the device, and who they are: the one who had their name at an earlier table, but
    never one of another name, whose tables and results are not theirs."""
    free = []
    for number, guest in enumerate(known[1:], 1):
        if guest is None:
            free.append(number)
        elif table.seat_of(guest.person) == WATCHER:
            if guest.name == new.name:
                return number, guest
            free.append(number)
    if not free:
        raise Refused("too-much", "So many people do not fit around one device.")
    return min(free, key=lambda number: known[number] is not None), new


@get("/table/{table:str}/curtain", include_in_schema=False)
async def curtain(request: Request, table: FromPath[str], to: FromQuery[int] = 0) -> Template:
    """Between two people on one device: whose turn it is, and nothing else."""
    _, live = await api.live_table(request, table)
    name = _name_of(live.table, _beside(request, to).person)
    return _page(
        request,
        "curtain.html",
        table=messages.summary(live.table, services_of(request).language(request)),
        to=to,
        who=name,
    )


@post("/table/{table:str}/curtain", include_in_schema=False)
async def take_device(request: Request, table: FromPath[str], data: Form) -> Redirect:
    """Take the device: from now on it shows what this person may see."""
    await services_of(request).tables.get(table)
    number = data.get("to", "")
    _beside(request, int(number) if number.isdecimal() and len(number) < 3 else -1)
    root = request.scope.get("root_path") or ""
    places = (f"{root}/table/{table}", f"{root}/api/tables/{table}")
    cookies = [Cookie(IN_HAND, value=number, path=path, httponly=True, samesite="lax") for path in places]
    return Redirect(f"{root}/table/{table}", status_code=303, cookies=cookies)


def _beside(request: Request, number: int) -> Guest:
    known = services_of(request).people_here(request)
    guest = known[number] if 0 <= number < len(known) else None
    if guest is None:
        raise Refused("not-found", "There is nothing here.")
    return guest


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
