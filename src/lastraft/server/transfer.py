"""Tables from one database to another, as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import IO, Any

import msgspec

from ..errors import BadText, LastRaftError
from .entries import Linked, Sat, decode
from .settings import Settings
from .store import Append, Store
from .table import fold


class Exported(msgspec.Struct, frozen=True):
    """A table in a file: its row and its whole log, seeds and all."""

    row: dict[str, Any]
    entries: list[str]


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
            out.write(msgspec.json.encode(Exported(rows[id], lines)).decode() + "\n")
        return len(wanted)
    finally:
        await store.close()


def import_tables(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    """Take over tables from an export: how many came, and how many were there already. Each is folded first, so that
    nothing damaged gets in.

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
        fold(id, log)
    except (msgspec.MsgspecError, KeyError, AssertionError, IndexError, LastRaftError) as error:
        raise BadText(number, f"this is no table, or a damaged one: {error}") from error
    there = [body for _, body in await store.read(id)]
    if there == found.entries:
        return False
    if there != found.entries[: len(there)]:
        raise LastRaftError(f"line {number}: table {id} is there already, with another log")
    for i in range(len(there), len(log)):  # what an import that was cut off has left is completed
        entry = log[i]
        person = entry.person if isinstance(entry, (Sat, Linked)) else ""
        await store.append(Append(id, i + 1, found.entries[i], person=person, row=None if i else found.row))
    return True
