"""Deletes what is kept for administrators and operators when its time is over."""

from __future__ import annotations

import asyncio
import glob
import time
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from ..tables.schema import audit, bans, load, reports
from ..tables.store import Store

LOG_DAYS = 365
"""So long it is kept what administrators did, and closed reports where finished games are never deleted."""
LOAD_DAYS = 7
COPY_DAYS = 30
"""So long the copy of an SQLite file is kept that was made before its schema changed."""


def report_days(retention_days: float) -> float:
    """After how many days closed reports are deleted: with the games of their time, but not later than the log."""
    return min(retention_days or LOG_DAYS, LOG_DAYS)


async def delete_expired(store: Store, retention_days: float) -> None:
    """Delete bans that have ended, closed reports, old entries of the log of administrators, old figures of the
    load, and old copies of the database."""
    now = time.time()
    closed = reports.c.done & (reports.c.at < now - 86_400 * report_days(retention_days))
    async with store.writing() as c:
        await c.execute(sa.delete(bans).where(bans.c.until < now))
        await c.execute(sa.delete(reports).where(closed))
        await c.execute(sa.delete(audit).where(audit.c.at < now - 86_400 * LOG_DAYS))
        await c.execute(sa.delete(load).where(load.c.at < now - 86_400 * LOAD_DAYS))
    if not store.postgres:
        await asyncio.to_thread(delete_copies, Path(str(store.url.database)), now - 86_400 * COPY_DAYS)


def delete_copies(file: Path, before: float) -> None:
    """Delete the copies of an SQLite file from before migrations that were made before a time."""
    for copy in file.parent.glob(f"{glob.escape(file.name)}.before-[0-9][0-9][0-9][0-9]"):
        with suppress(OSError):  # another process was first
            if copy.stat().st_mtime < before:
                copy.unlink()
