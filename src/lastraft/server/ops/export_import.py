"""Tables from one database to another, as lines of text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import IO, Any

import msgspec

from ...errors import BadText, LastRaftError
from ..tables.actions import paused
from ..tables.entries import Linked, Opened, Sat, decode, encode
from ..tables.live_tables import row_of
from ..tables.store import Append, Store
from ..tables.table import fold
from .settings import Settings


class Exported(msgspec.Struct, frozen=True):
    """A table in a file: its row and its whole log, seeds and all; and when it was written."""

    row: dict[str, Any]
    entries: list[str]
    at: float = 0


def export_tables(settings: Settings, out: IO[str], only: Sequence[str] = ()) -> int:
    """Write tables, one a line; how many. The file holds every secret of theirs.

    :raises LastRaftError: if the database cannot be opened or a table is not there.
    """
    return asyncio.run(_export(settings, out, only))


async def _export(settings: Settings, out: IO[str], only: Sequence[str]) -> int:
    store = Store(settings.url)
    await store.open()
    try:
        rows = {row["id"]: row for row in await store.all_tables()}
        if missing := [id for id in only if id not in rows]:
            raise LastRaftError(f"there is no table {missing[0]}")
        wanted = list(only) or list(rows)
        if out.seekable():
            out.truncate(0)  # not before it is sure that there is something else to put there
        for id in wanted:
            lines = [body for _, body in await store.read(id)]
            out.write(msgspec.json.encode(Exported(rows[id], lines, time.time())).decode() + "\n")
        return len(wanted)
    finally:
        await store.close()


def import_tables(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    """Take over tables from an export: how many came, and how many were there already. Each is folded first, so that
    nothing damaged gets in. Clocks have stood since the export.

    :raises BadText: if a line is damaged.
    :raises LastRaftError: if a table is there with another log.
    """
    return asyncio.run(_import(settings, lines))


async def _import(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    store = Store(settings.url)
    await store.open()
    came = known = 0
    try:
        for number, line in enumerate(lines, 1):
            if line.strip():
                fresh = await _import_one(store, number, line)
                came, known = came + fresh, known + (not fresh)
        return came, known
    finally:
        await store.close()


async def _import_one(store: Store, number: int, line: str) -> bool:
    try:
        found = msgspec.json.decode(line, type=Exported)
        id = str(found.row["id"])
        log = [decode(body) for body in found.entries]
        table = fold(id, log)
    except (msgspec.MsgspecError, KeyError, LastRaftError) as error:
        raise BadText(number, f"this is no table, or a damaged one: {error}") from error
    there = [body for _, body in await store.read(id)]
    clash = LastRaftError(f"line {number}: table {id} is there already, with another log")
    if there[: len(log)] == found.entries:
        return False
    if there != found.entries[: len(there)]:
        raise clash
    if table.timed and table.actors and found.at:
        log.append(paused(table, max(0.0, time.time() - found.at)))
    due = table.changed if table.driven and table.actors else None
    rest = []  # all of it, or what an import that was cut off has left
    for i, entry in enumerate(log[len(there) :], len(there)):
        body = found.entries[i] if i < len(found.entries) else encode(entry)
        person = entry.host if isinstance(entry, Opened) else entry.person if isinstance(entry, (Sat, Linked)) else ""
        rest.append(Append(id, i + 1, body, due, person, None if i else row_of(table)))
    if not all(await asyncio.gather(*map(store.append, rest))):
        raise clash
    await store.invite(id, table.invited)
    return True
