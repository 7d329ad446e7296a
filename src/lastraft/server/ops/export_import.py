"""Export and import of tables, one per line of a text file; the first lines hold the people, the secret that signs
cookies, and how people are called."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import IO, Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...errors import BadText, LastRaftError
from ..people.accounts import SALT
from ..people.results import rate_again
from ..tables import entries
from ..tables.actions import now
from ..tables.appends import Append
from ..tables.entries import encode
from ..tables.live_tables import row_of
from ..tables.schema import (
    HEAD,
    callees,
    devices,
    ended,
    league_games,
    league_members,
    leagues,
    passkeys,
    players,
    results,
    subscriptions,
)
from ..tables.store import NoDatabase, Store
from ..tables.table import fold
from .notifications import SECRET
from .settings import Settings


class Exported(msgspec.Struct, frozen=True):
    """A table in a file: its row, its whole log with all secrets, and the time of the export."""

    row: dict[str, Any]
    entries: list[str]
    at: float = 0


class ExportedSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets that sign cookies: without them nobody would be known where the tables go."""

    secrets: list[str]


class ExportedCalls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people are called: the secrets that sign push messages, their devices, and what they chose."""

    push_secrets: list[str]
    subscriptions: list[dict[str, Any]]
    callees: list[dict[str, Any]]


class ExportedPeople(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who can sign in, and which cookies have ended; results and leagues. It comes before the secret: a cookie that was
    signed out must not be good again where the tables go."""

    phrase_secrets: list[str]
    people: dict[str, list[dict[str, Any]]]


CALLS = (subscriptions, callees)
Line = TypeVar("Line", bound=msgspec.Struct)
PEOPLE = (ended, players, devices, passkeys, results, leagues, league_members, league_games)


def export_tables(settings: Settings, out: IO[str], only: Sequence[str] = ()) -> int:
    """Write tables with all their secrets, one per line; return how many. With all tables go the people, what signs
    cookies, and how people are called.

    :raises LastRaftError: if there is no database, it cannot be opened or a table is missing.
    """
    return asyncio.run(_export(settings, out, only))


async def _export(settings: Settings, out: IO[str], only: Sequence[str]) -> int:
    store = Store(settings.url, settings.database_timeout)
    async with store.opened_to_read() as version:
        _check_newest(store, version)
        rows = {row["id"]: row for row in await store.all_tables()}
        if missing := [id for id in only if id not in rows]:
            raise LastRaftError(f"there is no table {missing[0]}")
        wanted = list(only) or list(rows)
        if out.seekable():
            out.truncate(0)  # only now that nothing can be missing
        if not only:
            people = ExportedPeople(await _secrets(store, SALT), await _all_rows(store, PEOPLE))
            out.write(msgspec.json.encode(people).decode() + "\n")
            exported = ExportedSecret(await _secrets(store, "cookie", settings.secret))
            out.write(msgspec.json.encode(exported).decode() + "\n")
            called = ExportedCalls(await _secrets(store, SECRET), **await _all_rows(store, CALLS))
            out.write(msgspec.json.encode(called).decode() + "\n")
        for id in wanted:
            log = [body for _, body in await store.read(id)]
            out.write(msgspec.json.encode(Exported(rows[id], log, time.time())).decode() + "\n")
        return len(wanted)


def _check_newest(store: Store, version: str) -> None:
    """
    :raises LastRaftError: if a database is of an older version; a server of that version may use it.
    """
    if version != HEAD:
        raise LastRaftError(
            f"the database {store.shown} is of version {version}, this program needs {HEAD}: start the server first, "
            "it brings the database up to date"
        )


async def _secrets(store: Store, kind: str, given: str = "") -> list[str]:
    """The secret of a kind, if there is one, and those that are accepted too."""
    own = given or await store.setting(kind)
    return [own] * bool(own) + await store.other_secrets(kind)


async def _all_rows(store: Store, kinds: Sequence[sa.Table]) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {kind.name: [] for kind in kinds}
    async for name, values in store.all_rows(kinds):
        rows[name].append(values)
    return rows


def import_tables(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    """Import tables from an export; return how many are new, and how many were known. Each is folded first to check it.
    The time since the export counts for no clock.

    :raises BadText: if a line is damaged.
    :raises LastRaftError: if the database has a table with another log.
    """
    return asyncio.run(_import(settings, lines))


async def _import(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    new = known = 0
    store = Store(settings.url, settings.database_timeout)
    with suppress(NoDatabase):
        async with store.opened_to_read() as version:
            _check_newest(store, version)
    async with store:
        for number, line in enumerate(lines, 1):
            if secret := _read(line, ExportedSecret):
                for each in secret.secrets:
                    await store.accept_secret(each)
            elif called := _read(line, ExportedCalls):
                await _import_calls(store, number, called)
            elif people := _read(line, ExportedPeople):
                await _import_people(store, number, people)
            elif line.strip():
                is_new = await _import_one(store, number, line)
                new, known = new + is_new, known + (not is_new)
        return new, known


def _read(line: str, kind: type[Line]) -> Line | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError:
        return None


async def _import_calls(store: Store, number: int, called: ExportedCalls) -> None:
    """Take over how people are called, except where they have said it here."""
    for secret in called.push_secrets:
        await store.accept_secret(secret, SECRET)
    async with store.writing() as c:
        for kind, rows in zip(CALLS, (called.subscriptions, called.callees), strict=True):
            await _insert(store, c, number, kind, rows)


async def _import_people(store: Store, number: int, exported: ExportedPeople) -> None:
    """Take over who people are and what they have done, except what is known here; a running server reads it soon."""
    for secret in exported.phrase_secrets:
        await store.accept_secret(secret, SALT)
    now = {ended.name: {"at": time.time()}, players.name: {"changed": time.time()}}
    async with store.writing() as c:
        for kind in PEOPLE:
            rows = [{**row, **now.get(kind.name, {})} for row in exported.people.get(kind.name, [])]
            await _insert(store, c, number, kind, rows)
        await rate_again(store, c)


async def _insert(store: Store, c: AsyncConnection, number: int, kind: sa.Table, rows: list[dict[str, Any]]) -> None:
    if not all({*kind.c.keys()} >= row.keys() for row in rows):
        raise BadText(number, f"there is no place for {kind.name} with these columns")
    if rows:
        await c.execute(store.insert(kind).on_conflict_do_nothing(), rows)


async def _import_one(store: Store, number: int, line: str) -> bool:
    try:
        exported = msgspec.json.decode(line, type=Exported)
        id = str(exported.row["id"])
        table = fold(id, exported.entries)
    except (msgspec.MsgspecError, KeyError, LastRaftError) as error:
        raise BadText(number, f"this is no table, or a damaged one: {error}") from error
    log = [item.entry for item in table.log]
    stored = [body for _, body in await store.read(id)]
    clash = LastRaftError(f"line {number}: table {id} is there already, with another log")
    if stored[: len(log)] == exported.entries:
        return False
    if stored != exported.entries[: len(stored)]:
        raise clash
    if table.terms.timed and table.actors and exported.at:
        log.append(entries.Paused(at=now(table), seconds=max(0.0, time.time() - exported.at)))
    due = table.changed if table.driven and table.actors else None
    missing = []  # all of it, or what an interrupted import left out
    for i, entry in enumerate(log[len(stored) :], len(stored)):
        body = exported.entries[i] if i < len(exported.entries) else encode(entry)
        person = getattr(entry, "host", "") or (entry.person if isinstance(entry, entries.Sat) else "")
        missing.append(Append(id, i + 1, body, due, person, None if i else row_of(table)))
    if not all(await asyncio.gather(*map(store.append, missing))):
        raise clash
    await store.invite(id, table.invited)
    return True
