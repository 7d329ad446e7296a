"""Being called: which devices, when not, to which tables."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, TypedDict

import msgspec
from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect, Template

from ...errors import BadOption
from ...protocol.translations import translator
from ..ops import push
from ..ops.notifications import Callee, Notice, asked_tables
from ..tables.actions import Refused
from ..tables.nights import zone_of
from . import api
from .access import address
from .pages import Form, _page, _stamp
from .services import Request, Services, services_of

Minute = Annotated[int, msgspec.Meta(ge=0, lt=1440)]
EMAIL = re.compile(r"[\w.!#$%&*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII | re.IGNORECASE)


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A browser that takes push messages: where, its two keys, ours with which it subscribed, and its time zone."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    key: Annotated[str, msgspec.Meta(max_length=100)]
    zone: Annotated[str, msgspec.Meta(max_length=64)] = "UTC"


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Minutes of the day between which somebody is not called; the same ones: always."""

    quiet_from: Minute
    quiet_until: Minute
    zone: Annotated[str, msgspec.Meta(max_length=64)]


class Email(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    email: Annotated[str, msgspec.Meta(max_length=254)]


class Known(msgspec.Struct, frozen=True):
    known: bool


class Muting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    muted: bool


class Calls(TypedDict):
    """How somebody is called."""

    key: str
    """What a browser needs to subscribe; empty where nobody can."""
    mail: bool
    devices: int
    zone: str
    quiet_from: int
    quiet_until: int
    email: str


@get("/calls", include_in_schema=False)
async def show_calls(request: Request) -> Calls:
    """How one is called."""
    services, person = services_of(request), services_of(request).known_guest(request).person
    return await calls_of(services, person)


async def calls_of(services: Services, person: str) -> Calls:
    notifications = services.notifications
    callee = await notifications.callee(person) or Callee()
    return {
        "key": notifications.keys.public if notifications.keys else "",
        "mail": notifications.by_mail,
        "devices": len(await notifications.devices(person)),
        "zone": callee.zone,
        "quiet_from": callee.quiet_from,
        "quiet_until": callee.quiet_until,
        "email": callee.email,
    }


@get("/calls/waiting", include_in_schema=False)
async def waiting_tables(request: Request) -> Response[list[str]]:
    """The tables that wait for one; headers tell an open page which version of it and of one's settings there is."""
    services = services_of(request)
    person = services.person(request)
    waiting = [table.id for table in await asked_tables(services.tables, person)] if person else []
    return Response(waiting, headers={"stamp": _stamp(), "settings": services.accounts.settings_version(person)})


@post("/calls/device", include_in_schema=False, status_code=200)
async def add_device(request: Request, data: JSONBody[Subscription]) -> Calls:
    """Call one on this device, too."""
    services = services_of(request)
    guest, notifications = services.known_guest(request), services.notifications
    person = guest.person
    device = push.Device(data.endpoint, data.p256dh, data.auth, data.key)
    if not notifications.keys:
        raise Refused("invalid", "This server calls nobody.")
    if not push.is_endpoint(data.endpoint, services.settings.push_anywhere):
        raise Refused(
            "invalid", "That is no address of a push service; it begins with https:// and is in the internet."
        )
    try:
        push.encrypt(device, b"")
    except ValueError as error:
        raise Refused("invalid", "Those are not the keys of a browser.") from error
    known = await notifications.callee(person) or Callee(zone=_zone(data.zone))
    await notifications.set_callee(person, known._replace(language=services.language(request)))
    if not await notifications.add_device(person, _device_id(data.endpoint), device, guest.device):
        raise Refused("not-yours", "Somebody else is called on this device.")
    return await calls_of(services, person)


@post("/calls/device/known", include_in_schema=False, status_code=200)
async def is_called_on(request: Request, data: JSONBody[Endpoint]) -> Known:
    """Whether one, and nobody else, is called on this device."""
    services = services_of(request)
    person = services.known_guest(request).person
    return Known(await services.notifications.is_called_on(person, _device_id(data.endpoint)))


@post("/calls/device/remove", include_in_schema=False, status_code=200)
async def remove_device(request: Request, data: JSONBody[Endpoint]) -> Calls:
    """Do not call one on this device any more."""
    services = services_of(request)
    person = services.own_guest(request).person
    await services.notifications.remove_device(person, _device_id(data.endpoint))
    return await calls_of(services, person)


def _device_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def _zone(name: str) -> str:
    """
    :raises Refused: if there is no such time zone.
    """
    if zone_of(name) is None:
        raise Refused("invalid", "There is no time zone {name}; expected one such as Europe/Warsaw.", name=name)
    return name


@post("/calls/quiet", include_in_schema=False, status_code=200)
async def set_quiet_hours(request: Request, data: JSONBody[QuietHours]) -> Calls:
    """Say when one is not called."""
    services = services_of(request)
    person = services.known_guest(request).person
    wished = {**msgspec.structs.asdict(data), "zone": _zone(data.zone), "language": services.language(request)}
    known = await services.notifications.callee(person) or Callee()
    await services.notifications.set_callee(person, known._replace(**wished))
    return await calls_of(services, person)


@post("/calls/mail", include_in_schema=False, status_code=200)
async def ask_for_mail(request: Request, data: JSONBody[Email]) -> Calls:
    """Be called by e-mail, too, once its reader has said so there; with an empty address, no more."""
    services = services_of(request)
    person, notifications = services.known_guest(request).person, services.notifications
    language = services.language(request)
    known = await notifications.callee(person) or Callee(language=language)
    if not data.email:
        await notifications.set_callee(person, known._replace(email=""))
        return await calls_of(services, person)
    if not EMAIL.fullmatch(data.email):
        raise Refused("invalid", "That is no e-mail address.")
    if not notifications.by_mail:
        raise Refused("invalid", "This server sends no e-mails.")
    if not services.mails.take(address(request.scope)):
        raise Refused("too-fast", "Wait a moment, then try again.")
    await notifications.set_callee(person, known)
    t = translator("lastraft", language)
    body = t("Somebody wants to be told at this address when it is their turn. If that is you, say so here:")
    path = f"/calls/mail/{notifications.mail_token(person, data.email)}"
    notice = Notice(t("Last Raft: is this your address?"), body, path)
    try:
        footer = t("If it is not, do nothing: nothing more will come.")
        await notifications.send_mail(person, data.email, language, notice, footer)
    except (OSError, ValueError, BadOption) as error:
        raise Refused("too-much", "No e-mail could be sent; try again later.") from error
    return await calls_of(services, person)


def _mail(request: Request, token: str) -> tuple[str, str, bool]:
    if (read := services_of(request).notifications.read_mail_token(token)) is None:
        raise Refused("not-found", "There is nothing here.")
    return read


@get("/calls/mail/{token:str}", include_in_schema=False)
async def mail_page(request: Request, token: FromPath[str]) -> Template:
    """Whether one wants e-mails; it asks, because programs that preview links must not answer."""
    _, email, fresh = _mail(request, token)
    return _page(request, "mail.html", email=email, fresh=fresh, token=token)


@post("/calls/mail/{token:str}", include_in_schema=False)
async def confirm_mail(request: Request, token: FromPath[str], data: Form) -> Redirect:
    """Take e-mails, or no more."""
    person, email, fresh = _mail(request, token)
    person = await services_of(request).accounts.became(person)
    notifications = services_of(request).notifications
    known = await notifications.callee(person)
    if known and data.get("answer") == "yes" and fresh:
        await notifications.set_callee(person, known._replace(email=email))
    elif known and known.email == email:
        await notifications.set_callee(person, known._replace(email=""))
    return Redirect((request.scope.get("root_path") or "") + "/settings", status_code=303)


@get("/table/{table:str}/calls", include_in_schema=False)
async def show_muted(request: Request, table: FromPath[str]) -> Muting:
    """Whether one wants no calls to a table."""
    services, _, person = await api.watched(request, table)
    return Muting(await services.notifications.muted(person, table))


@post(["/table/{table:str}/calls", "/calls/table/{table:str}"], include_in_schema=False, status_code=200)
async def mute_table(request: Request, table: FromPath[str], data: JSONBody[Muting]) -> Muting:
    """Call one to a table no more, or again: whoever has the device in hand there, or its owner."""
    services, _, _ = await api.watched(request, table)
    await services.notifications.mute(services.known_guest(request).person, table, data.muted)
    return data


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
