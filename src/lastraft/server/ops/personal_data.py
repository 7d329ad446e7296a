"""What is stored about a person: all of it for themselves, and none of it when they want to be forgotten."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypedDict

import sqlalchemy as sa
from msgspec.structs import replace

from ...kernel.state import MAX_SEATS
from ...protocol import WATCHER
from ...protocol.translations import N_
from ..people import leagues
from ..people.accounts import end_cookies
from ..people.results import MOST_RESULTS, erase, games_of, rate_again
from ..tables import actions, entries
from ..tables.actions import Refused
from ..tables.entries import LogEntry, decode, encode
from ..tables.live_tables import LiveTable, LiveTables, listing_of
from ..tables.schema import (
    bans,
    callees,
    calls,
    challenges,
    devices,
    ended,
    league_members,
    passkeys,
    people,
    players,
    reports,
    results,
    subscriptions,
)
from ..tables.schema import entries as entry_rows
from ..tables.schema import tables as table_rows
from ..tables.store import Store
from ..tables.table import BadTable, Table, fold

MOST_TABLES = 100_000
TWICE = N_(
    "You sit twice at one table of {title}: in this browser, and as the one you sign in as. "
    "Leave one of the seats, or do not take this browser's tables along."
)


class OwnMessage(TypedDict):
    at: float
    text: str


class OwnOrder(TypedDict):
    """A standing order that one gave, changed or took back."""

    at: float
    occasion: str
    what: int
    on: bool
    gone: bool


class OwnBan(TypedDict):
    """A ban or mute of oneself, or of the address from which one asks."""

    kind: str
    of: str
    until: float
    reason: str


class OwnTable(TypedDict):
    id: str
    game: str
    status: str
    opened: float
    seats: list[int]
    names: list[str]
    """What one was called there."""
    said: list[OwnMessage]
    zones: list[str]
    orders: list[OwnOrder]


class OwnCalls(TypedDict):
    """How a person is called when it is their turn."""

    devices: list[str]
    """The addresses of their browsers' push services."""
    zone: str
    quiet_from: int
    quiet_until: int
    email: str
    muted: list[str]


class OwnData(TypedDict):
    """All that is stored about a person; of a recovery phrase and of passkeys only what is not secret."""

    person: str
    name: str
    tables: list[OwnTable]
    reports: list[OwnMessage]
    """What one reported."""
    reported: list[float]
    """When others reported one. What they wrote would say who they are."""
    bans: list[OwnBan]
    player: dict[str, Any]
    devices: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    results: list[dict[str, Any]]
    leagues: list[dict[str, Any]]
    calls: OwnCalls | None


async def own_data(tables: LiveTables, person: str, name: str, origin: str = "") -> OwnData:
    """Return all that is stored about a person, and about the address (its hash) from which they ask."""
    everybody = [person, *await _joined_to(tables, person)]
    shown: list[OwnTable] = []
    for each in everybody:
        for id in await tables.store.tables_of(each, MOST_TABLES):
            with suppress(BadTable, Refused):
                table = (await tables.get(id)).table
                log = [item.entry for item in table.log]
                mine, said = _seats(log, each), _said(log, each)
                shown.append(
                    {
                        "id": id,
                        "game": table.game.name,
                        "status": table.status,
                        "opened": log[0].at,
                        "seats": sorted(mine),
                        "names": _names(log, each),
                        "said": [{"at": entry.at, "text": entry.text} for entry in said],
                        "zones": _zones(log, each),
                        "orders": _orders(log, each),
                    }
                )
    async with tables.store.reading() as c:

        async def rows(kind: sa.Table, *hidden: str) -> list[dict[str, Any]]:
            columns = [column for column in kind.c if column.name not in ("person", *hidden)]
            found = await c.execute(sa.select(*columns).where(kind.c.person == person))
            return [dict(row) for row in found.mappings()]

        reported: list[OwnMessage] = [{"at": row["at"], "text": row["text"]} for row in await rows(reports)]
        player, mine_devices = await rows(players, "phrase"), await rows(devices)
        mine_passkeys = await rows(passkeys, "public_key")
        about = await c.execute(sa.select(reports.c.at).where(reports.c.about_person == person))
        reported_at = [float(row[0]) for row in about]
    return {
        "person": person,
        "name": name,
        "tables": shown,
        "reports": reported,
        "reported": reported_at,
        "bans": await _own_bans(tables, person, origin),
        "player": player[0] if player else {},
        "devices": mine_devices,
        "passkeys": mine_passkeys,
        "results": [row._asdict() for each in everybody for row in await games_of(tables.store, each, MOST_RESULTS)],
        "calls": await _own_calls(tables, person),
        "leagues": [{**row, "host": row["host"] == person} for row in await leagues.leagues_of(tables.store, person)],
    }


async def _own_bans(tables: LiveTables, person: str, origin: str) -> list[OwnBan]:
    async with tables.store.reading() as c:
        found = await c.execute(sa.select(bans).where(bans.c.subject.in_([each for each in (person, origin) if each])))
        return [
            {
                "kind": row.kind,
                "of": "person" if row.subject == person else "address",
                "until": row.until,
                "reason": row.reason,
            }
            for row in found
        ]


async def _own_calls(tables: LiveTables, person: str) -> OwnCalls | None:
    async with tables.store.reading() as c:
        row = (await c.execute(sa.select(callees).where(callees.c.person == person))).first()
        endpoints = await c.execute(sa.select(subscriptions.c.endpoint).where(subscriptions.c.person == person))
        muted = await c.execute(sa.select(calls.c.table_id).where(calls.c.person == person, calls.c.muted))
        if row is None:
            return None
        return {
            "devices": [each[0] for each in endpoints],
            "zone": row.zone,
            "quiet_from": row.quiet_from,
            "quiet_until": row.quiet_until,
            "email": row.email,
            "muted": [each[0] for each in muted],
        }


async def _joined_to(tables: LiveTables, person: str) -> list[str]:
    """Who a person was in browsers that joined them: tables may be left under those, where they sat twice."""
    async with tables.store.reading() as c:
        return [row[0] for row in await c.execute(sa.select(ended.c.id).where(ended.c.joined == person))]


async def forget(tables: LiveTables, person: str) -> list[str]:
    """Leave all tables and leagues, and delete the person's names, words and identity; the moves and the results of
    others stay. Return the people and devices whose cookies end."""
    everybody = [person, *await _joined_to(tables, person)]
    for each in everybody:
        for id in await tables.store.tables_of(each, MOST_TABLES):
            with suppress(BadTable, Refused):
                live = await tables.get(id, fresh=True)
                await leave(tables, live, each)
                await _rewrite(tables, live, lambda log, each=each: without(log, each))  # type: ignore[misc]
    async with tables.store.writing() as c:
        mine = [row[0] for row in await c.execute(sa.select(devices.c.id).where(devices.c.person == person))]
        for each in everybody:
            await leagues.leave_all(c, each)
        await erase(c, everybody)
        for kind in (people, reports, players, devices, passkeys, challenges, subscriptions, callees, calls):
            await c.execute(sa.delete(kind).where(kind.c.person.in_(everybody)))
        about_them = sa.update(reports).where(reports.c.about_person.in_(everybody))
        await c.execute(about_them.values(about_person="", about_name="", about_origin=""))
        await c.execute(sa.delete(ended).where(ended.c.joined == person))
        gone = [*everybody, *mine] if mine else everybody[1:]
        if gone:
            await end_cookies(tables.store, c, gone)
    return gone


async def forget_unseen(store: Store, before: float) -> None:
    """Forget people who cannot sign in and whose cookies have expired: their names in results and leagues, and how they
    are called. Tables have an end of their own."""
    dated = (
        (players, players.c.changed),
        (league_members, league_members.c.joined),
        (callees, callees.c.changed),
        (subscriptions, subscriptions.c.since),
    )
    known = sa.union(*(sa.select(kind.c.person).where(at < before) for kind, at in dated)).subquery()
    seen = [sa.exists().where(kind.c.person == known.c.person, at >= before) for kind, at in dated]
    seen.append(sa.exists().where(results.c.person == known.c.person, results.c.at >= before))
    seen.append(sa.exists().where(players.c.person == known.c.person, players.c.kept.is_not(None)))
    playing = (table_rows.c.status != "over") | (table_rows.c.updated >= before)
    at_tables = (people.c.person == known.c.person) & (people.c.table_id == table_rows.c.id)
    seen.append(sa.exists().where(at_tables, playing))
    async with store.writing() as c:
        gone = [row[0] for row in await c.execute(sa.select(known.c.person).where(~sa.or_(*seen)).limit(1000))]
        for person in gone:
            await leagues.leave_all(c, person)
        await erase(c, gone)
        for kind in (players, callees, subscriptions, calls):
            await c.execute(sa.delete(kind).where(kind.c.person.in_(gone)))


async def join(tables: LiveTables, old: str, person: str) -> None:
    """Give a person all that is stored about another, who is the same: tables, seats, results, leagues, and bans.

    :raises Refused: if both sit at one table whose game is not over; nothing has changed then.
    """
    moved = []
    for id in await tables.store.tables_of(old, MOST_TABLES):
        with suppress(BadTable):
            live = await tables.get(id, fresh=True)
            seats = {live.table.seat_of(old), live.table.seat_of(person)} - {WATCHER}
            if len(seats) < 2:
                moved.append(live)
            elif live.table.status != "over":
                raise Refused("seated", TWICE, title=live.table.game.title)
    for live in moved:
        await _rewrite(tables, live, lambda log: as_another(log, old, person))
    async with tables.store.writing() as c:
        ids = [live.table.id for live in moved]
        rows = [{"person": person, "table_id": id} for id in ids]
        if rows:
            await c.execute(tables.store.insert(people).on_conflict_do_nothing(), rows)
            await c.execute(sa.delete(people).where(people.c.person == old, people.c.table_id.in_(ids)))
        twice = sa.select(results.c.table_id).where(results.c.person == person)
        mine = sa.update(results).where(results.c.person == old, results.c.table_id.not_in(twice))
        moved_results = await c.execute(mine.values(person=person).returning(results.c.mu))
        if any(mu is not None for (mu,) in moved_results):
            await rate_again(tables.store, c)
        await leagues.join_as(tables.store, c, old, person)
        await c.execute(sa.update(reports).where(reports.c.person == old).values(person=person))
        await c.execute(sa.update(reports).where(reports.c.about_person == old).values(about_person=person))
        await c.execute(sa.update(ended).where(ended.c.joined == old).values(joined=person))
        await c.execute(sa.update(passkeys).where(passkeys.c.person == old).values(person=person))
        await c.execute(sa.update(subscriptions).where(subscriptions.c.person == old).values(person=person))
        known = sa.select(callees.c.person).where(callees.c.person == person)
        await c.execute(sa.update(callees).where(callees.c.person == old, ~known.exists()).values(person=person))
        for kind, key, other in ((calls, calls.c.person, calls.c.table_id), (bans, bans.c.subject, bans.c.kind)):
            same = sa.select(other).where(key == person)
            await c.execute(sa.update(kind).where(key == old, other.not_in(same)).values({key: person}))
        for kind in (players, devices, callees, calls):
            await c.execute(sa.delete(kind).where(kind.c.person == old))
        await end_cookies(tables.store, c, [old], person)


async def leave(tables: LiveTables, live: LiveTable, person: str) -> None:
    """Leave a table that is not over, in a running game to a bot; a host leaves it to another, or ends it."""
    seat = live.table.seat_of(person)
    if live.table.status == "over":
        return
    if seat == WATCHER:
        if live.table.host == person:
            await tables.act(live, lambda table: _another_host(table) or actions.end(table, person))
        return
    if live.table.host == person:
        if actions.next_host(live.table, seat) is None:
            await tables.act(live, lambda table: actions.end(table, person))
            return
        await tables.act(live, lambda table: actions.next_host(table, seat) or actions.leave(table, person, seat))
    await tables.act(live, lambda table: actions.leave(table, person, seat))


def _another_host(table: Table) -> entries.Hosted | None:
    """The first person at a seat, in place of a host who has none."""
    people = [person for chair in table.seats for person in chair.people]
    return entries.Hosted(at=actions.now(table), person=people[0]) if people else None


async def _rewrite(tables: LiveTables, live: LiveTable, change: Callable[[list[LogEntry]], list[LogEntry]]) -> None:
    """Rewrite a table's log as it is in the database: another server may have appended to it."""
    id = live.table.id
    update = sa.update(entry_rows).values(body=sa.bindparam("to"))
    where = (entry_rows.c.table_id == sa.bindparam("of")) & (entry_rows.c.number == sa.bindparam("at"))
    async with live.lock:
        async with tables.store.writing() as c:
            query = sa.select(entry_rows.c.body).where(entry_rows.c.table_id == id).order_by(entry_rows.c.number)
            log = [decode(row[0]) for row in await c.execute(query)]
            rewritten = change(log)
            both = enumerate(zip(log, rewritten, strict=True), 1)
            changed = [{"of": id, "at": i, "to": encode(after)} for i, (before, after) in both if before is not after]
            if changed:
                await c.execute(update.where(where), changed)
        tables.unload(live)
    await tables.store.tell_rewritten([id], tables.name)
    table = await asyncio.to_thread(fold, id, [encode(entry) for entry in rewritten])
    await tables.store.update_listing(id, listing_of(table))


def as_another(log: list[LogEntry], old: str, person: str) -> list[LogEntry]:
    """A log in which a person has another id; what needs no change is the same object."""
    changed = []
    for entry in log:
        changes: dict[str, Any] = {}
        for field in ("person", "host", "by"):
            if getattr(entry, field, None) == old:
                changes[field] = person
        if isinstance(entry, entries.Opened) and old in entry.invited:
            changes["invited"] = {person if each == old else each: place for each, place in entry.invited.items()}
        changed.append(replace(entry, **changes) if changes else entry)
    return changed


def without(log: list[LogEntry], person: str) -> list[LogEntry]:
    """A log in which a person is somebody without a name who said nothing; what needs no change is the same object."""
    other = f"gone {secrets.token_urlsafe(8)}"
    taken = {name for entry in log if isinstance(entry, entries.Started) for name in entry.names}
    mine: set[int] = set()
    asking: set[int] = set()
    erased = []
    for entry in log:
        erased.append(_without(entry, person, other, mine, asking, taken))
        _hold(entry, person, mine)
        if isinstance(entry, entries.Asked):
            asking.discard(entry.seat)
            if entry.person == person:
                asking.add(entry.seat)
    return erased


def _without(entry: LogEntry, person: str, other: str, mine: set[int], asking: set[int], taken: set[str]) -> LogEntry:
    changes: dict[str, Any] = {}
    for field in ("person", "host", "by"):
        if getattr(entry, field, None) == person:
            changes[field] = other
    match entry:
        case entries.Opened(invited=invited) if person in invited:
            changes["invited"] = {each: place for each, place in invited.items() if each != person}
            changes["invited"][other] = (invited[person][0], "")
        case entries.Sat(seat=seat) | entries.Asked(seat=seat) if entry.person == person:
            changes["name"] = _nobody(seat, taken)
        case entries.Left(seat=seat) if seat in mine:
            changes |= {"name": _nobody(seat, taken), "origins": ()}
        case entries.Renamed(seat=seat) if seat in mine:
            changes["name"] = _nobody(seat, taken)
        case entries.Declined(seat=seat) if seat in asking:
            changes["name"] = _nobody(seat, taken)
        case entries.Started(names=names) if mine:
            changes["names"] = tuple(_nobody(i, taken) if i in mine else name for i, name in enumerate(names))
        case entries.Said(seat=seat) if seat in mine:
            changes |= {"text": "…", "phrase": -1}
        case entries.Slept(seat=seat) if seat in mine:
            changes |= {"zone": "UTC", "begins": 0, "ends": 0}
    return replace(entry, **changes) if changes else entry


def _nobody(seat: int, taken: set[str]) -> str:
    """A name that says nothing, different from those of all who play: games have no two of the same name."""
    number = itertools.count(seat + 1, MAX_SEATS)
    return next(name for name in (f"Castaway {n}" for n in number) if name not in taken)


def _hold(entry: LogEntry, person: str, mine: set[int]) -> None:
    """Follow which seats are the person's own: not those they share with another."""
    match entry:
        case entries.Sat(seat=seat) if entry.person == person and not getattr(entry, "shared", False):
            mine.add(seat)
        case entries.Left(seat=seat):
            mine.discard(seat)


def _seats(log: list[LogEntry], person: str) -> set[int]:
    return {entry.seat for entry in log if isinstance(entry, entries.Sat) and entry.person == person}


def _zones(log: list[LogEntry], person: str) -> list[str]:
    """The time zones in which a person said that they sleep."""
    mine: set[int] = set()
    zones = []
    for entry in log:
        _hold(entry, person, mine)
        if isinstance(entry, entries.Slept) and entry.seat in mine:
            zones.append(entry.zone)
    return zones


def _names(log: list[LogEntry], person: str) -> list[str]:
    """The names that a person had or asked for, each once."""
    mine: set[int] = set()
    names: dict[str, None] = {}
    for entry in log:
        _hold(entry, person, mine)
        match entry:
            case entries.Opened(invited=invited) if person in invited:
                names[invited[person][1]] = None
            case entries.Sat(name=name) | entries.Asked(name=name) if entry.person == person:
                names[name] = None
            case entries.Renamed(seat=seat, name=name) if seat in mine:
                names[name] = None
    return list(names)


def _orders(log: list[LogEntry], person: str) -> list[OwnOrder]:
    """The standing orders of a person, with all that they changed in them."""
    mine: set[int] = set()
    given: list[OwnOrder] = []
    for entry in log:
        _hold(entry, person, mine)
        if isinstance(entry, entries.Ordered) and entry.seat in mine:
            order: OwnOrder = {
                "at": entry.at, "occasion": entry.occasion, "what": entry.what, "on": entry.on, "gone": entry.gone,
            }  # fmt: skip
            given.append(order)
    return given


def _said(log: list[LogEntry], person: str) -> list[entries.Said]:
    mine: set[int] = set()
    said = []
    for entry in log:
        _hold(entry, person, mine)
        if isinstance(entry, entries.Said) and entry.seat in mine:
            said.append(entry)
    return said
