"""What is stored about a person: all of it for themselves, and none of it when they want to be forgotten."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from contextlib import suppress
from typing import Any, TypedDict

import sqlalchemy as sa
from msgspec.structs import replace

from ...kernel.state import MAX_SEATS
from ...protocol import WATCHER
from ..tables import actions, entries
from ..tables.actions import Refused
from ..tables.entries import LogEntry, decode, encode
from ..tables.live_tables import LiveTable, LiveTables, listing_of
from ..tables.schema import callees, calls, people, reports, subscriptions
from ..tables.schema import entries as entry_rows
from ..tables.table import BadTable, Table, fold

MOST_TABLES = 100_000


class OwnMessage(TypedDict):
    at: float
    text: str


class OwnTable(TypedDict):
    id: str
    game: str
    status: str
    opened: float
    seats: list[int]
    said: list[OwnMessage]


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
    """All that is stored about a person."""

    person: str
    name: str
    tables: list[OwnTable]
    reports: list[OwnMessage]
    calls: OwnCalls | None


async def own_data(tables: LiveTables, person: str, name: str) -> OwnData:
    """Return all that is stored about a person."""
    shown: list[OwnTable] = []
    for id in await tables.store.tables_of(person, MOST_TABLES):
        with suppress(BadTable, Refused):
            table = (await tables.get(id)).table
            log = [item.entry for item in table.log]
            mine, said = _seats(log, person), _said(log, person)
            shown.append(
                {
                    "id": id,
                    "game": table.game.name,
                    "status": table.status,
                    "opened": log[0].at,
                    "seats": sorted(mine),
                    "said": [{"at": entry.at, "text": entry.text} for entry in said],
                }
            )
    query = sa.select(reports.c.at, reports.c.text).where(reports.c.person == person)
    async with tables.store.reading() as c:
        reported: list[OwnMessage] = [{"at": row[0], "text": row[1]} for row in await c.execute(query)]
    called = await _own_calls(tables, person)
    return {"person": person, "name": name, "tables": shown, "reports": reported, "calls": called}


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


async def forget(tables: LiveTables, person: str) -> None:
    """Leave all tables, and delete the person's names, words and identity from every log; the moves stay."""
    for id in await tables.store.tables_of(person, MOST_TABLES):
        with suppress(BadTable, Refused):
            live = await tables.get(id, fresh=True)
            await _leave(tables, live, person)
            await _erase(tables, live, person)
    async with tables.store.writing() as c:
        for kind in (people, reports, subscriptions, callees, calls):
            await c.execute(sa.delete(kind).where(kind.c.person == person))


async def _leave(tables: LiveTables, live: LiveTable, person: str) -> None:
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


async def _erase(tables: LiveTables, live: LiveTable, person: str) -> None:
    """Rewrite a table's log as it is in the database: another server may have appended to it."""
    id = live.table.id
    update = sa.update(entry_rows).values(body=sa.bindparam("to"))
    where = (entry_rows.c.table_id == sa.bindparam("of")) & (entry_rows.c.number == sa.bindparam("at"))
    async with live.lock:
        async with tables.store.writing() as c:
            query = sa.select(entry_rows.c.body).where(entry_rows.c.table_id == id).order_by(entry_rows.c.number)
            log = [decode(row[0]) for row in await c.execute(query)]
            erased = without(log, person)
            both = enumerate(zip(log, erased, strict=True), 1)
            changed = [{"of": id, "at": i, "to": encode(after)} for i, (before, after) in both if before is not after]
            if changed:
                await c.execute(update.where(where), changed)
        tables.unload(live)
    await tables.store.tell_rewritten([id], tables.name)
    table = await asyncio.to_thread(fold, id, [encode(entry) for entry in erased])
    await tables.store.update_listing(id, listing_of(table))


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


def _said(log: list[LogEntry], person: str) -> list[entries.Said]:
    mine: set[int] = set()
    said = []
    for entry in log:
        _hold(entry, person, mine)
        if isinstance(entry, entries.Said) and entry.seat in mine:
            said.append(entry)
    return said
