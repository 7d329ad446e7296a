"""Backup and restore of everything that a server keeps, one row per line of a compressed text file."""

from __future__ import annotations

import asyncio
import gzip
import os
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from ...errors import BadText, LastRaftError
from ..tables.schema import HEAD, metadata
from ..tables.store import Store
from .settings import Settings

KINDS = [table for table in metadata.sorted_tables if table.name != "leases"]
BATCH = 500


class Header(msgspec.Struct, frozen=True):
    """The first line of a backup."""

    lastraft: str
    at: float


class Row(msgspec.Struct, frozen=True, array_like=True):
    table: str
    values: dict[str, Any]


def write_backup(settings: Settings, file: Path) -> int:
    """Write all rows of one moment, also while servers run; return how many.

    :raises LastRaftError: if the database cannot be opened.
    """
    return asyncio.run(_write(settings, file))


async def _write(settings: Settings, file: Path) -> int:
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    store = Store(settings.url, settings.database_timeout)
    await store.open()
    written = 0
    try:
        with open(beside, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6) as out:
                out.write(msgspec.json.encode(Header(HEAD, time.time())) + b"\n")
                async for name, values in store.all_rows(KINDS):
                    out.write(msgspec.json.encode(Row(name, values)) + b"\n")
                    written += 1
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
        await store.close()
    return written


def restore_backup(settings: Settings, file: Path, replace: bool = False) -> int:
    """Bring back all rows of a backup in one transaction; return how many. The time since counts for no clock.

    :raises BadText: if the file is no backup or a damaged one; nothing has changed then.
    :raises LastRaftError: if a server uses the database, or it is not empty and ``replace`` is not set.
    """
    return asyncio.run(_restore(settings, file, replace))


async def _restore(settings: Settings, file: Path, replace: bool) -> int:
    rows = list(_read(file))
    store = Store(settings.url, settings.database_timeout)
    store.claim()
    async with store:
        if time.time() - await store.last_alive() < 3 * settings.lease_seconds and await store.has_leases():
            raise LastRaftError("a server uses this database; end it first")
        if await store.all_tables() and not replace:
            raise LastRaftError("the database has tables; --replace deletes them first")
        await store.replace_rows(KINDS, rows, BATCH)
    return len(rows)


def _read(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    known = {table.name: {column.name for column in table.columns} for table in KINDS}
    with closing(gzip.open(sys.stdin.buffer if str(file) == "-" else file, "rb")) as lines:
        number = 0
        try:
            for number, line in enumerate(lines, 1):
                if number == 1:
                    header = msgspec.json.decode(line, type=Header)
                    if header.lastraft > HEAD:
                        raise BadText(1, f"a newer Last Raft wrote it (version {header.lastraft}, this one has {HEAD})")
                    continue
                row = msgspec.json.decode(line, type=Row)
                if not known.get(row.table, set()) >= row.values.keys():
                    raise BadText(number, f"there is no place for rows of {row.table!r} with these columns")
                yield row.table, row.values
        except (msgspec.MsgspecError, EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadText(number + 1, f"this is no backup, or a damaged one: {error}") from error
        if not number:
            raise BadText(1, "this is no backup: it is empty")
