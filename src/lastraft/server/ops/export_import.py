"""Export and import of tables, one per line of a text file; the first line holds the secret that signs cookies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import IO, Any

import msgspec

from ...errors import BadText, LastRaftError
from ..tables import entries
from ..tables.actions import now
from ..tables.entries import encode
from ..tables.live_tables import row_of
from ..tables.store import Append, Store
from ..tables.table import fold
from .settings import Settings


class Exported(msgspec.Struct, frozen=True):
    """A table in a file: its row, its whole log with all secrets, and the time of the export."""

    row: dict[str, Any]
    entries: list[str]
    at: float = 0


class ExportedSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets that sign cookies: without them nobody would be known where the tables go."""

    secrets: list[str]


def export_tables(settings: Settings, out: IO[str], only: Sequence[str] = ()) -> int:
    """Write tables with all their secrets, one per line; return how many. With all tables goes what signs cookies.

    :raises LastRaftError: if the database cannot be opened or a table is missing.
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
            out.truncate(0)  # only now that nothing can be missing
        if wanted and not only:
            signing = settings.secret or await store.secret("cookie")
            exported = ExportedSecret([signing, *await store.other_secrets()])
            out.write(msgspec.json.encode(exported).decode() + "\n")
        for id in wanted:
            log = [body for _, body in await store.read(id)]
            out.write(msgspec.json.encode(Exported(rows[id], log, time.time())).decode() + "\n")
        return len(wanted)
    finally:
        await store.close()


def import_tables(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    """Import tables from an export; return how many are new, and how many were known. Each is folded first to check it.
    The time since the export counts for no clock.

    :raises BadText: if a line is damaged.
    :raises LastRaftError: if the database has a table with another log.
    """
    return asyncio.run(_import(settings, lines))


async def _import(settings: Settings, lines: Iterable[str]) -> tuple[int, int]:
    store = Store(settings.url)
    await store.open()
    new = known = 0
    try:
        for number, line in enumerate(lines, 1):
            if secret := _read_secret(line):
                for each in secret.secrets:
                    await store.accept_secret(each)
            elif line.strip():
                is_new = await _import_one(store, number, line)
                new, known = new + is_new, known + (not is_new)
        return new, known
    finally:
        await store.close()


def _read_secret(line: str) -> ExportedSecret | None:
    try:
        return msgspec.json.decode(line, type=ExportedSecret)
    except msgspec.MsgspecError:
        return None


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
