"""A database that is an SQLite file: its writer, a copy of it, and how it is opened."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from .appends import Append, write_appends, write_entries
from .migrate import upgrade, version_of
from .schema import HEAD

DURABLE = ("journal_mode=WAL", "synchronous=FULL")
"""SQLite syncs at every commit: what is acknowledged survives a power cut."""


class SqliteWriter:
    """Writes to an SQLite file in its own thread, a whole transaction per call."""

    def __init__(self, url: sa.URL, timeout: float) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        sa.event.listen(self._engine, "connect", pragmas_at_connect(timeout, DURABLE))
        self._connection: sa.Connection | None = None

    def migrate(self) -> None:
        """Run the missing migrations, first on a copy of the file, which stays beside it if they fail."""
        with self._engine.connect() as c:
            version = version_of(c)
        if "" < version < HEAD:
            self._try_migration(version)
        with self._engine.begin() as c:
            upgrade(c)

    def _try_migration(self, version: str) -> None:
        file = Path(str(self._engine.url.database))
        copy = file.with_name(f"{file.name}.before-{HEAD}")
        copy_sqlite(file, copy)
        trial = file.with_name(f"{file.name}.trial")
        trial.touch(0o600)
        shutil.copyfile(copy, trial)
        engine = sa.create_engine(f"sqlite:///{trial}")
        try:
            with engine.begin() as c:
                upgrade(c)
            with engine.connect() as c:
                if c.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                    raise ValueError(f"its migration from {version} would damage it; {copy} is as it was")
        finally:
            engine.dispose()
            trial.unlink(missing_ok=True)

    def write(self, appends: list[Append]) -> set[tuple[str, int]]:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            if any(append.row or append.person for append in appends):
                with self._connection.begin():
                    return write_appends(self._connection, appends)
            return write_entries(self._connection, appends)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        broken, self._connection = self._connection, None
        if broken is not None:
            with suppress(Exception):
                broken.close()
        self._engine.dispose()


def is_readable(file: Path) -> bool:
    """Whether an SQLite file is there; raise `OSError` or `sqlite3.Error` if it cannot be read. (A connection of
    aiosqlite that fails ends later than its loop, with a traceback.)"""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    with closing(sqlite3.connect(file)) as c:
        c.execute("SELECT 1 FROM sqlite_master")
    return True


def copy_sqlite(file: Path, copy: Path) -> None:
    """Copy an SQLite file as it is at one moment."""
    copy.touch(0o600)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def pragmas_at_connect(timeout: float, pragmas: Iterable[str]) -> Callable[[Any, object], None]:
    def connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(1000 * timeout)}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return connect
