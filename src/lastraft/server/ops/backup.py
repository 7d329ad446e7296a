"""Backup and restore of everything that a server keeps, one row per line of a compressed text file."""

from __future__ import annotations

import asyncio
import gzip
import os
import sqlite3
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ...errors import BadText, LastRaftError
from ..tables import schema
from ..tables.migrate import run_migrations
from ..tables.schema import HEAD, metadata
from ..tables.sqlite_file import copy_sqlite
from ..tables.store import NoDatabase, Store, imported_name
from .settings import Settings

KINDS = [table for table in metadata.sorted_tables if table.name != "leases"]
SETTINGS = str(schema.settings.name)
BATCH = 500
Rows = list[tuple[str, dict[str, Any]]]


class Header(msgspec.Struct, frozen=True):
    """The first line of a backup."""

    lastraft: str
    """The version of the schema."""
    at: float


class Row(msgspec.Struct, frozen=True, array_like=True):
    table: str
    values: dict[str, Any]


class Restored(NamedTuple):
    """How many rows a backup brought back, and the copy of an SQLite file that it replaced."""

    rows: int
    before: Path | None


def write_backup(settings: Settings, file: Path) -> int:
    """Write all rows of one moment, also while servers run, be they of an older version; return how many.

    :raises LastRaftError: if there is no database, or it cannot be opened.
    """
    return asyncio.run(_write(settings, file))


async def _write(settings: Settings, file: Path) -> int:
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    store = Store(settings.url, settings.database_timeout)
    try:
        async with store.opened_to_read() as version:
            with open(beside, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as raw:
                with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6) as out:
                    out.write(msgspec.json.encode(Header(version, time.time())) + b"\n")
                    written = 0
                    async for row in _all_rows(store, settings.secret):
                        out.write(msgspec.json.encode(row) + b"\n")
                        written += 1
                raw.flush()
                os.fsync(raw.fileno())
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
    return written


async def _all_rows(store: Store, secret: str) -> AsyncIterator[Row]:
    """All rows; a secret that the settings give is among them as one that came from elsewhere, so that a server without
    it accepts what it signed."""
    written, known = 0, set[str]()
    async for name, values in store.all_rows(KINDS):
        written += 1
        if name == SETTINGS:
            known.add(values["name"])
        yield Row(name, values)
    if written and secret and imported_name(secret) not in known:
        yield Row(SETTINGS, {"name": imported_name(secret), "value": secret})


def restore_backup(settings: Settings, file: Path, replace: bool = False, empty: bool = False) -> Restored:
    """Bring back all rows of a backup in one transaction. The time since counts for no clock. Of an SQLite file that
    was there a copy stays beside it.

    :raises BadText: if the file is no backup or a damaged one; nothing has changed then.
    :raises LastRaftError: if a server uses the database, it is not empty and ``replace`` is not set, or the backup is
        that of an unused database and ``empty`` is not set.
    """
    return asyncio.run(_restore(settings, file, replace, empty))


async def _restore(settings: Settings, file: Path, replace: bool, empty: bool) -> Restored:
    rows = _rows(file)
    if not empty and not any(name in (SETTINGS, "tables") for name, _ in rows):
        raise LastRaftError(
            "the backup is of a database that no server has used; was another one meant? --empty restores it all the "
            "same"
        )
    store = Store(settings.url, settings.database_timeout)
    store.claim()
    try:
        before = None
        if await _is_there(settings, replace) and not store.postgres:
            before = _copy(Path(str(store.url.database)))
        async with store:
            await store.replace_rows(KINDS, rows, BATCH)
    finally:
        store.release_claim()
    return Restored(len(rows), before)


async def _is_there(settings: Settings, replace: bool) -> bool:
    """Whether there is a database, which may be replaced then.

    :raises LastRaftError: if a server uses it, or it is not empty and ``replace`` is not set.
    """
    store = Store(settings.url, settings.database_timeout)
    try:
        async with store.opened_to_read():
            if time.time() - await store.last_alive() < 3 * settings.lease_seconds and await store.has_leases():
                raise LastRaftError("a server uses this database; end it first")
            if not replace and await store.has_rows([kind for kind in KINDS if kind is not schema.settings]):
                raise LastRaftError(f"the database {store.shown} has tables or people; --replace deletes them first")
    except NoDatabase:
        return False
    return True


def _copy(file: Path) -> Path:
    """Copy an SQLite file beside itself; earlier copies stay.

    :raises LastRaftError: if it cannot be copied, as on a full disk.
    """
    copy, number = file.with_name(f"{file.name}.before-restore"), 1
    while copy.exists():
        number += 1
        copy = file.with_name(f"{file.name}.before-restore-{number}")
    try:
        copy_sqlite(file, copy)
    except sqlite3.Error as error:
        copy.unlink(missing_ok=True)
        raise LastRaftError(f"nothing was restored: {file} cannot be kept as {copy}: {error}") from error
    return copy


def _rows(file: Path) -> Rows:
    """The rows of a backup as this version keeps them."""
    version, rows = _read(file)
    return rows if version == HEAD else _migrated(rows, version)


def _migrated(rows: Rows, version: str) -> Rows:
    """The rows of an older version, brought to this one as the migrations do it with a database.

    :raises BadText: if there is no such version, or a row does not belong to it.
    """
    of_kind = defaultdict[str, list[dict[str, Any]]](list)
    for name, values in rows:
        of_kind[name].append(values)
    engine = sa.create_engine("sqlite://")
    try:
        with engine.begin() as c:
            run_migrations(c, version)
            for kind in KINDS:
                if kind.name in of_kind:
                    c.execute(sa.insert(kind), of_kind[kind.name])
            run_migrations(c)
            return [(str(kind.name), dict(row._mapping)) for kind in KINDS for row in c.execute(sa.select(kind))]
    except (SQLAlchemyError, ValueError) as error:
        reason = f"its version {version} cannot be brought to {HEAD}: {getattr(error, 'orig', error)}"
        raise BadText(1, reason) from error
    finally:
        engine.dispose()


def _read(file: Path) -> tuple[str, Rows]:
    """The version and the rows of a backup."""
    known = {table.name: {column.name for column in table.columns} for table in KINDS}
    version, rows = "", []
    with closing(gzip.open(sys.stdin.buffer if str(file) == "-" else file, "rb")) as lines:
        number = 0
        try:
            for number, line in enumerate(lines, 1):
                if number == 1:
                    version = msgspec.json.decode(line, type=Header).lastraft
                    if version > HEAD:
                        raise BadText(1, f"a newer Last Raft wrote it (version {version}, this one has {HEAD})")
                    continue
                row = msgspec.json.decode(line, type=Row)
                if not known.get(row.table, set()) >= row.values.keys():
                    raise BadText(number, f"there is no place for rows of {row.table!r} with these columns")
                rows.append((row.table, row.values))
        except (msgspec.MsgspecError, EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadText(number + 1, f"this is no backup, or a damaged one: {error}") from error
    if not version:
        raise BadText(1, "this is no backup: it is empty")
    return version, rows
