"""The pages of people: one's own games, devices and data; settings; other players; signing in; leagues."""

from __future__ import annotations

import asyncio
import datetime
import io
import re
import time
import zipfile
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple, TypedDict

import msgspec
from babel.dates import format_date
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect, Template

from ... import protocol
from ...errors import UnknownGame
from ...protocol.translations import LANGUAGES, N_, Translator, translator
from ..ops.personal_data import join
from ..people import leagues, results
from ..people.accounts import Site, site
from ..people.phrases import LENGTH
from ..people.results import Result
from ..tables.actions import Refused
from ..tables.streams import check_may_watch
from ..tables.table import BadTable
from . import api, charts, links, qr
from .access import address
from .calls import calls_of
from .identity import COOKIES, Guest, cookie_in_hand
from .own_tables import MyTable, my_tables, waited
from .pages import Form, _beside, _page, _pictures, _redirect
from .privacy import _no_cookie
from .services import Request, Services, services_of

SHOWN_GAMES = 10
SHOWN_FRIENDS = 4
MOST_RECORDS = 1000
PLACES = (N_("first"), N_("second"), N_("third"), N_("later"))
"""How the places of results are called; the last is for all that follow."""
PLACES_OF = (N_("First of {n}"), N_("Second of {n}"), N_("Third of {n}"), N_("Fourth of {n}"), N_("Fifth of {n}"))
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"),
            ("CriOS", "Chrome"), ("Safari", "Safari"))  # fmt: skip
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


class Bar(NamedTuple):
    """A part of a bar of results."""

    name: str
    games: int
    step: int


class LastGame(NamedTuple):
    """A finished game in a list."""

    result: Result
    title: str
    how: str
    about: str
    open: bool
    """Whether its table is still stored."""


@get("/me", include_in_schema=False)
async def my_page(request: Request) -> Template | Redirect:
    """One's own games, results, devices and data."""
    services = services_of(request)
    guest = services.guest(request)
    if guest is None:
        return Redirect((request.scope.get("root_path") or "") + "/me/sign-in", status_code=303)
    services.check_allowed(request, guest)
    store, language = services.store, services.language(request)
    for id in await results.without_results(store, guest.person):
        with suppress(BadTable, Refused):
            await results.keep_results(store, (await services.tables.get(id)).table)
    player = await services.accounts.player(guest.person)
    tables = await my_tables(services, guest.person, language)
    return _page(
        request,
        "player.html",
        own=True,
        player={"name": guest.name, "made": player["made"] if player else guest.made or time.time()},
        tables=tables,
        waited=waited,
        leagues=await leagues.leagues_of(store, guest.person),
        **await _ways_in(request, guest),
        **await _shown(services, guest.person, guest.person, language),
    )


@get("/settings", include_in_schema=False)
async def settings_page(request: Request) -> Template:
    """All that one can set: what this device shows, how one is called, one's devices and data."""
    services = services_of(request)
    if (guest := services.guest(request)) is None:
        return _page(request, "settings.html", calls={})
    tables = [each.shown for each in await my_tables(services, guest.person, services.language(request))]
    running = {each["id"]: each for each in tables if each["status"] == "running"}
    return _page(
        request,
        "settings.html",
        calls=await calls_of(services, guest.person),
        tables=running,
        muted={id for id in running if await services.notifications.muted(guest.person, id)},
        **await _ways_in(request, guest),
    )


async def _ways_in(request: Request, guest: Guest) -> dict[str, Any]:
    """What the list of one's devices shows."""
    accounts, language = services_of(request).accounts, services_of(request).language(request)
    player = await accounts.player(guest.person)
    return {
        "device": guest.device,
        "devices": await accounts.devices(guest.person),
        "passkeys": await accounts.passkeys(guest.person),
        "phrase_at": _date(player["phrase_at"], language) if player and player["phrase_at"] else "",
        "can_passkey": _can_passkey(request),
        "date": lambda at: _date(at, language),
    }


@get("/player/{handle:str}", include_in_schema=False)
async def player_page(request: Request, handle: FromPath[str]) -> Template | Redirect:
    """The results of somebody with whom the reader has played."""
    services = services_of(request)
    reader, language = services.person(request), services.language(request)
    player = await results.player_by_handle(services.store, handle[:40])
    if player is not None and player["person"] == reader:
        return Redirect((request.scope.get("root_path") or "") + "/me", status_code=303)
    if player is None or not reader or not await results.played_together(services.store, reader, player["person"]):
        raise Refused("not-found", "There is nothing here.")
    shown = await _shown(services, player["person"], reader, language)
    return _page(request, "player.html", own=False, player=player, tables=[], **shown)


async def _shown(services: Services, person: str, reader: str, language: str) -> dict[str, Any]:
    """What a player's page shows: others see only the games that they played too, and only their own line beside."""
    store, t = services.store, translator("lastraft", language)
    games = await results.games_of(store, person)
    friends = await results.friends(store, person)
    line_of = [person, *list(friends)[: SHOWN_FRIENDS - 1]] if person == reader else [person, reader]
    known = await results.players_of(store, [*friends, person, reader])
    rated = {each: await results.games_of(store, each, 200) for each in line_of}
    lines = [
        charts.Line(t("You") if each == reader else known[each]["name"], points, each == person)
        for each, rows in rated.items()
        if each in known and (points := [(row.at, row.mu) for row in reversed(rows) if row.mu is not None])
    ]
    places = await results.rating_order(store, [person, *friends]) if person == reader else []
    ends = [(row.at, row.game) for row in games]
    theirs = {row.table_id for row in await results.games_of(store, reader)}
    return {
        "games": games,
        "won": sum(row.won for row in games),
        "rating": next((row.mu for row in games if row.mu is not None), None),
        "rank": places.index(person) + 1 if person in places else 0,
        "ranked": len(places),
        "bars": _bars(games, t),
        "titles": {name: protocol.game(name).called(language) for name in protocol.games()},
        "pictures": _pictures(),
        "by_month": charts.months(ends, protocol.games(), time.time(), language, t("Games by month")),
        "curve": charts.ratings(lines, language, t("Ratings")),
        "with_people": sum(row.mu is not None for row in games),
        "last_games": await _last_games(services, [row for row in games if row.table_id in theirs], language),
        "friends": [{**known[each], "games": friends[each]} for each in friends if each in known and person == reader],
        "shown_games": SHOWN_GAMES,
    }


def _bars(games: list[Result], t: Translator) -> dict[str, list[Bar]]:
    """By game: how often somebody came first, second and so on, or escaped where several may win."""
    bars: dict[str, list[Bar]] = {}
    for name in protocol.games():
        mine = [row for row in games if row.game == name]
        if not mine:
            continue
        if protocol.game(name).won(0, 1):
            counts = Counter(min(row.place, len(PLACES)) for row in mine)
            bars[name] = [Bar(t(word), counts[i], i) for i, word in enumerate(PLACES, 1) if counts[i]]
        else:
            escaped = sum(row.won for row in mine)
            both = ((t("escaped"), escaped, 1), (t("died"), len(mine) - escaped, 2))
            bars[name] = [Bar(*each) for each in both if each[1]]
    return bars


async def _last_games(services: Services, games: list[Result], language: str) -> list[LastGame]:
    shown = games[:100]
    ids = [row.table_id for row in shown]
    together, stored = await results.together(services.store, ids), await results.existing(services.store, ids)
    return [_last_game(row, together[row.table_id], row.table_id in stored, language) for row in shown]


def _last_game(row: Result, seats: list[Result], open: bool, language: str) -> LastGame:
    t = translator("lastraft", language)
    try:
        game = protocol.game(row.game)
        title, one_wins = game.called(language), game.won(0, 1)
    except UnknownGame:
        title, one_wins = row.game, True
    others = [each.name or t("somebody") for each in seats if each.seat != row.seat]
    if one_wins:
        how = (
            t(PLACES_OF[row.place - 1], n=len(seats))
            if row.place <= len(PLACES_OF)
            else t("Place {place} of {n}", place=row.place, n=len(seats))
        )
        how = f"{how}, {t.plural('{n} point', '{n} points', row.score)}"
        winners = [each.name or t("somebody") for each in seats if each.won and each.seat != row.seat]
        about = t("{names} won", names=", ".join(winners)) if winners else t("with {names}", names=", ".join(others))
    else:
        how = t("Escaped") if row.won else t("Died")
        about = t.plural("{n} escaped", "{n} escaped", sum(each.won for each in seats))
    return LastGame(row, title, how, f"{_date(row.at, language)} · {about}", open)


def _date(at: float, language: str) -> str:
    date = datetime.date.fromtimestamp(at)
    same_year = date.year == datetime.date.fromtimestamp(time.time()).year
    return format_date(date, "d MMMM" if same_year else "d MMMM y", locale=language)


FOLLOWING = ("answers", "asks", "careful", "lang", "speed")
"""The settings of one's page that follow one to other devices."""
SETTING = re.compile(r"[\w.-]{1,20}", re.ASCII)


class Settings(TypedDict):
    """What somebody set, on all their devices, and its version."""

    settings: dict[str, str]
    version: str


@post("/me/settings", include_in_schema=False, status_code=200)
async def keep_settings(request: Request, data: JSONBody[dict[str, str]]) -> Settings:
    """Keep what somebody changed in this browser, and tell it what they changed on other devices."""
    services = services_of(request)
    person, accounts = services.known_guest(request).person, services.accounts
    if not accounts.settings_version(person):
        raise Refused("invalid", "Only who has six words or a passkey has settings on several devices.")
    names = {*FOLLOWING, *(f"strength-{name}" for name in protocol.games())}
    if unknown := sorted(name for name, value in data.items() if name not in names or not SETTING.fullmatch(value)):
        raise Refused("invalid", "There is no such setting: {name}.", name=unknown[0][:20])
    here = {name: value for name, value in request.cookies.items() if name in names and SETTING.fullmatch(value)}
    settings = await accounts.change_settings(person, data, here)
    return {"settings": settings, "version": accounts.settings_version(person)}


@get("/table/{table:str}/next", include_in_schema=False)
async def next_table(request: Request, table: FromPath[str]) -> Redirect:
    """From a table to the one that has waited longest for an answer of whoever has the device in hand; there they take
    it in hand if it is not theirs."""
    waiting, number, there = await _waiting(request, table), COOKIES.index(cookie_in_hand(request.cookies)), "/"
    if waiting:
        live = await services_of(request).tables.get(waiting[0].shown["id"])
        there = f"/table/{live.table.id}"
        if number or len(_beside(request, live.table)) > 1:  # another of them may have had it in hand there
            there += f"/curtain?to={number}"
    return Redirect((request.scope.get("root_path") or "") + there, status_code=303)


@get("/table/{table:str}/waiting", include_in_schema=False)
async def count_waiting(request: Request, table: FromPath[str]) -> dict[str, int | str]:
    """At how many other tables whoever has the device in hand at this one is asked, and that in words."""
    n, t = len(await _waiting(request, table)), translator("lastraft", services_of(request).language(request))
    return {"tables": n, "said": t.plural("{n} other table waits for you", "{n} other tables wait for you", n)}


async def _waiting(request: Request, but: str) -> list[MyTable]:
    services = services_of(request)
    mine = await my_tables(services, services.known_guest(request).person, "en")
    return [each for each in mine if each.asked and not each.lesson and each.shown["id"] != but]


@get("/me/records", include_in_schema=False)
async def export_records(request: Request) -> Response[bytes]:
    """The records of all one's finished games, in one file; also for the banned, they are theirs."""
    services = services_of(request)
    guest = services.own_guest(request)
    if not services.record_exports.take(guest.person):
        raise Refused("too-fast", "Wait a moment, then try again.")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for id in await services.store.tables_of(guest.person, MOST_RECORDS):
            with suppress(BadTable, Refused):
                live = await services.tables.get(id)
                check_may_watch(live, guest.person)
                match = live.table.match
                if match is None or not match.over:
                    continue
                date = datetime.date.fromtimestamp(live.table.changed).isoformat()
                record = await asyncio.to_thread(match.record, live.table.seat_of(guest.person))
                file.writestr(f"{live.table.game.name}-{date}-{id[:8]}.txt", record)
        mine = [row._asdict() for row in await results.games_of(services.store, guest.person)]
        file.writestr("results.json", msgspec.json.format(msgspec.json.encode(mine)))
    headers = {"content-disposition": 'attachment; filename="last-raft-games.zip"'}
    return Response(out.getvalue(), media_type="application/zip", headers=headers)


# Signing in


def _can_passkey(request: Request) -> bool:
    """Whether a browser makes passkeys for this address."""
    with suppress(Refused):
        return bool(_site(request))
    return False


def _site(request: Request) -> Site:
    return site(request.headers.get("host", ""))


def _device_name(request: Request) -> str:
    """The browser and system of a request, such as "Firefox, Linux"."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if f"{sign}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system))) or "?"


@get("/me/sign-in", include_in_schema=False)
async def sign_in_page(request: Request) -> Template:
    services = services_of(request)
    guest = services.guest(request)
    here = await services.store.tables_of(guest.person) if guest and not guest.device else []
    signed_in = bool(guest and guest.device)
    shown = {"can_passkey": _can_passkey(request), "here": len(here), "length": LENGTH, "signed_in": signed_in}
    return _page(request, "sign_in.html", **shown)


@post("/me/sign-in", include_in_schema=False)
async def sign_in_by_phrase(request: Request, data: Form) -> Redirect:
    """Sign in by a recovery phrase."""
    services = _check_attempt(request)
    person = await services.accounts.by_phrase(data.get("words", ""))
    cookies = await _signed_in(request, person, bool(data.get("take")))
    root = request.scope.get("root_path") or ""
    return Redirect(f"{root}/me", status_code=303, cookies=cookies)


def _check_attempt(request: Request) -> Services:
    """Raise `Refused` if somebody tries to sign in too often, or is banned."""
    services = services_of(request)
    services.check_may_come(request)
    if not services.sign_ins.take(address(request.scope)):
        raise Refused("too-fast", "Those were many attempts; wait a minute.")
    return services


async def _signed_in(request: Request, person: str, take: bool) -> list[Cookie]:
    """Sign a person in on this browser as its owner; what it had before becomes theirs if they want to ``take`` it
    along."""
    services = services_of(request)
    before = services.guest(request)
    if before and not before.device and before.person != person and take:
        await join(services.tables, before.person, person)
        services.accounts.ended_here(before.person)
        await services.administration.refresh()
    if before and before.device:
        with suppress(Refused):  # a device of another server, whose tables were imported
            await services.accounts.sign_out(before.person, before.device)
    signed = await services.accounts.sign_in(person, _device_name(request))
    path = request.scope.get("root_path") or "/"
    cookies = [
        Cookie(name, value=value, path=path, max_age=31536000, samesite="lax")
        for name, value in signed.settings.items()
        if name != "lang" or value in LANGUAGES
    ]
    guest = Guest(signed.person, signed.name, time.time(), signed.made, signed.device)
    return [*cookies, api.guest_cookie(services, request, guest, cookie_in_hand(request.cookies))]


async def _on_device(request: Request, guest: Guest) -> Guest:
    """A guest who can sign in elsewhere from now on, on this device."""
    if guest.device:
        return guest
    signed = await services_of(request).accounts.sign_in(guest.person, _device_name(request))
    return msgspec.structs.replace(guest, device=signed.device)


@post("/me/phrase", include_in_schema=False, status_code=200)
async def make_phrase(request: Request) -> Template:
    """A new recovery phrase, shown once."""
    services = _check_attempt(request)
    guest = services.known_guest(request)
    phrase = await services.accounts.new_phrase(guest.person, guest.name, guest.made)
    page = _page(request, "phrase.html", words=phrase.split())
    page.cookies.append(api.guest_cookie(services, request, await _on_device(request, guest)))
    return page


@post("/me/sign-out/{device:str}", include_in_schema=False)
async def sign_out(request: Request, device: FromPath[str]) -> Redirect:
    """Sign a device out: this one, or another."""
    services = services_of(request)
    guest = services.own_guest(request)
    await services.accounts.sign_out(guest.person, device)
    root = request.scope.get("root_path") or ""
    if device == guest.device:
        return Redirect(f"{root}/", status_code=303, cookies=[_no_cookie(request)])
    return Redirect(f"{root}/me#devices", status_code=303)


@post("/me/passkeys/options", include_in_schema=False, status_code=200)
async def passkey_options(request: Request) -> Response[str]:
    """The options for making a passkey."""
    services = _check_attempt(request)
    guest = services.known_guest(request)
    options = await services.accounts.registration(_site(request), guest.person, guest.name, guest.made)
    return Response(options, media_type="application/json")


@post("/me/passkeys", include_in_schema=False, status_code=200)
async def add_passkey(request: Request, data: JSONBody[dict[str, Any]]) -> Response[dict[str, str]]:
    """Add the passkey that the browser made."""
    services = services_of(request)
    guest = services.known_guest(request)
    await services.accounts.add_passkey(_site(request), guest.person, _device_name(request), data)
    guest = await _on_device(request, guest)
    return Response({"done": "added"}, cookies=[api.guest_cookie(services, request, guest)])


@post("/me/passkeys/remove", include_in_schema=False)
async def remove_passkey(request: Request, data: Form) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    await services.accounts.remove_passkey(guest.person, data.get("id", "")[:1400])
    return _redirect(request, guest, "/me")


@post("/me/sign-in/options", include_in_schema=False, status_code=200)
async def sign_in_options(request: Request) -> Response[str]:
    """The options for signing in with a passkey."""
    services = _check_attempt(request)
    return Response(await services.accounts.authentication(_site(request)), media_type="application/json")


@post("/me/sign-in/passkey", include_in_schema=False, status_code=200)
async def sign_in_by_passkey(
    request: Request, data: JSONBody[dict[str, Any]], take: FromQuery[bool] = False
) -> Response[dict[str, str]]:
    """Sign in with a passkey."""
    services = _check_attempt(request)
    person = await services.accounts.by_passkey(_site(request), data)
    return Response({"done": "signed in"}, cookies=await _signed_in(request, person, take))


# Leagues


@post("/leagues", include_in_schema=False)
async def found_league(request: Request, data: Form) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    game = protocol.game(data.get("game", ""))
    if not services.new_tables.take(address(request.scope)):
        raise Refused("too-fast", "Wait a moment, then try again.")
    size = int(data["size"]) if data.get("size", "").isdecimal() and len(data["size"]) < 3 else game.usual_size
    id = await leagues.found(services.store, guest.person, guest.name, data.get("title", ""), game.name, size)
    return _redirect(request, guest, f"/league/{id}")


@get("/league/{league:str}", include_in_schema=False)
async def league_page(request: Request, league: FromPath[str]) -> Template:
    """A league: for members its standings and rounds, for others who have the link the way in."""
    services = services_of(request)
    current = await leagues.league(services.store, league[:40])
    person = services.person(request)
    member = person in current.members
    known = await results.players_of(services.store, current.members) if member else {}
    met = await results.friends(services.store, person, 1000) if member else {}
    going = {each.table for each in await leagues.open_games(services.tables, current)} if member else set()
    mine = {game.table for game in current.games if any(row.person == person for row in game.results)}
    return _page(
        request,
        "league.html",
        league=current,
        title=protocol.game(current.game).title,
        picture=current.game in _pictures(),
        member=member,
        hosting=person == current.host,
        you=person,
        standings=leagues.standings(current) if member else [],
        handles={each: row["handle"] for each, row in known.items() if each in met or each == person},
        going=going,
        mine=mine,
        link=(link := links.address(request, f"/league/{league}")),
        code=qr.svg(link) if links.reaches_others(request) else "",
        points=lambda value: f"{value:g}",
    )


@post("/league/{league:str}/join", include_in_schema=False)
async def join_league(request: Request, league: FromPath[str]) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    await leagues.join(services.store, league[:40], guest.person, guest.name)
    return _redirect(request, guest, f"/league/{league}")


@post("/league/{league:str}/leave", include_in_schema=False)
async def leave_league(request: Request, league: FromPath[str]) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    await leagues.leave(services.store, league[:40], guest.person)
    return _redirect(request, guest, "/me")


@post("/league/{league:str}/round", include_in_schema=False)
async def start_round(request: Request, league: FromPath[str]) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    current = await leagues.league(services.store, league[:40])
    await api.check_may_open(request, guest)
    await leagues.start_round(services.tables, current, guest.person, services.origin(request))
    return _redirect(request, guest, f"/league/{league}")


@post("/league/{league:str}/again/{table:str}", include_in_schema=False)
async def play_again(request: Request, league: FromPath[str], table: FromPath[str]) -> Redirect:
    services = services_of(request)
    guest = services.known_guest(request)
    current = await leagues.league(services.store, league[:40])
    await api.check_may_open(request, guest)
    other = await leagues.play_again(services.tables, current, guest.person, table, services.origin(request))
    return _redirect(request, guest, f"/table/{other}")


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
