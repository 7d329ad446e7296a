"""What administrators do: bans, announcements, reports, ending and deleting tables, and a log of all that."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ...protocol.translations import LANGUAGES
from ..tables import actions, clock, entries
from ..tables.actions import Refused
from ..tables.live_tables import Announcement, LiveTables, listing_of
from ..tables.schema import audit, bans, reports
from ..tables.schema import tables as table_rows
from ..tables.store import Store
from ..tables.table import Table

ANNOUNCEMENT = "announcement"
KINDS = ("ban", "mute")
MOST_VISITORS = 10_000
STARTED = time.time()


class Visitor(NamedTuple):
    """Somebody who was here since this process began. Their address is kept in memory only."""

    name: str
    address: str
    origin: str
    seen: float


class RecentErrors(logging.Handler):
    """Keeps the last errors that were logged, for administrators."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: deque[dict[str, Any]] = deque(maxlen=50)

    def emit(self, record: logging.LogRecord) -> None:
        why = str(record.exc_info[1]) if record.exc_info and record.exc_info[1] else str(getattr(record, "why", ""))
        self.errors.appendleft({"at": record.created, "said": record.getMessage(), "why": why[:300]})


ERRORS = RecentErrors()


class Administration:
    """The bans, mutes and announcement of a server, read again now and then because other processes change them."""

    def __init__(self, store: Store, tables: LiveTables) -> None:
        self.store, self.tables = store, tables
        self.visitors: OrderedDict[str, Visitor] = OrderedDict()
        self._bans: dict[tuple[str, str], float] = {}

    async def refresh(self) -> None:
        """Read the bans and the announcement."""
        async with self.store.reading() as c:
            rows = (await c.execute(sa.select(bans.c.kind, bans.c.subject, bans.c.until))).all()
        self._bans = {(row[0], row[1]): row[2] for row in rows if row[2] > time.time()}
        self.tables.banned = {subject for kind, subject in self._bans if kind == "ban"}
        text = await self.store.setting(ANNOUNCEMENT)
        announcement = msgspec.json.decode(text, type=Announcement) if text else None
        if announcement and announcement.until < time.time():
            announcement = None
        self.tables.announcement = announcement
        for live in self.tables.loaded.values():
            live.wake()

    def see(self, person: str, visitor: Visitor) -> None:
        """Remember who is here."""
        self.visitors[person] = visitor
        self.visitors.move_to_end(person)
        if len(self.visitors) > MOST_VISITORS:
            self.visitors.popitem(last=False)

    def check(self, kind: str, person: str, origin: str) -> None:
        """Raise `Refused` if a person or their address is banned or muted."""
        for subject in (person, origin):
            if self._bans and self._bans.get((kind, subject), 0) > time.time():
                if kind == "ban":
                    raise Refused("banned", "An administrator has closed this server to you for a while.")
                raise Refused("muted", "An administrator has muted you for a while.")

    async def ban(self, kind: str, subject: str, days: float, reason: str) -> None:
        """Keep a person or an address (its hash) out, or mute them, for some days."""
        if kind not in KINDS or not 0 < len(subject) <= 40 or not 0 < days <= 36_500:
            raise Refused("invalid", "A ban or mute is of a person or an address, for more than 0 days.")
        until = time.time() + days * 86_400
        async with self.store.writing() as c:
            await c.execute(sa.delete(bans).where(bans.c.subject == subject, bans.c.kind == kind))
            await c.execute(sa.insert(bans).values(subject=subject, kind=kind, until=until, reason=reason))
        await self._note(kind, subject, reason)

    async def lift(self, subject: str, reason: str) -> None:
        """End all bans and mutes of a person or an address."""
        async with self.store.writing() as c:
            await c.execute(sa.delete(bans).where(bans.c.subject == subject))
        await self._note("lift", subject, reason)

    async def announce(self, texts: dict[str, str], hours: float, reason: str = "") -> None:
        """Show everybody a sentence for some hours; without a text, show none any more."""
        texts = {language: text.strip()[:500] for language, text in texts.items() if language in LANGUAGES and text}
        announcement = Announcement(time.time(), time.time() + hours * 3600, texts)
        await self.store.set_setting(ANNOUNCEMENT, msgspec.json.encode(announcement).decode() if texts else "")
        await self._note("announce", "", " / ".join(texts.values()) or reason)

    async def end_table(self, id: str, reason: str) -> None:
        """End a table that is not over."""
        live = await self.tables.get(id, fresh=True)
        await self.tables.act(live, _end)
        await self.store.update_listing(id, listing_of(live.table))
        await self._note("end", id, reason)

    async def delete_table(self, id: str, reason: str) -> None:
        """Delete a table with its log, after it ended."""
        live = await self.tables.get(id, fresh=True)
        if live.table.status != "over":
            await self.tables.act(live, _end)
        await self.tables.delete([id])
        await self._note("delete", id, reason)

    async def report(self, table: Table, person: str, seat: int, text: str) -> None:
        """Keep what a player reports about a seat at their table."""
        if table.seat_of(person) < 0:
            raise Refused("not-yours", "You have no seat at this table.")
        if not 0 <= seat < len(table.seats) or table.seat_of(person) == seat:
            raise Refused("invalid", "One reports somebody else who sits at the table.")
        text = " ".join(text.split())[:500]
        row = {"at": time.time(), "table_id": table.id, "seat": seat, "person": person, "text": text, "done": False}
        async with self.store.writing() as c:
            await c.execute(sa.insert(reports).values(**row))

    async def close_report(self, id: int, reason: str) -> None:
        """Mark a report as done."""
        async with self.store.writing() as c:
            await c.execute(sa.update(reports).where(reports.c.id == id).values(done=True))
        await self._note("report", str(id), reason)

    async def _note(self, action: str, subject: str, reason: str) -> None:
        async with self.store.writing() as c:
            row = {"at": time.time(), "action": action, "subject": subject[:80], "reason": reason[:500]}
            await c.execute(sa.insert(audit).values(**row))
        await self.refresh()

    async def rows(self, kind: str, most: int = 100) -> list[dict[str, Any]]:
        """The newest rows of a list: tables, reports, bans or audit."""
        query = {
            "tables": sa.select(table_rows).order_by(table_rows.c.status == "over", table_rows.c.updated.desc()),
            "reports": sa.select(reports).order_by(reports.c.done, reports.c.at.desc()),
            "bans": sa.select(bans).where(bans.c.until > time.time()).order_by(bans.c.until),
            "audit": sa.select(audit).order_by(audit.c.at.desc()),
        }[kind]
        async with self.store.reading() as c:
            found = [dict(row._mapping) for row in await c.execute(query.limit(most))]
        if kind == "tables":
            return [self._table_row(row) for row in found]
        if kind == "reports":
            return [{**row, "about": await self._reported(row)} for row in found]
        return found

    def _table_row(self, row: dict[str, Any]) -> dict[str, Any]:
        summary, live = msgspec.json.decode(row["summary"]), self.tables.loaded.get(row["id"])
        names = [seat["name"] for seat in summary["seats"] if seat["name"]]
        kept = {key: row[key] for key in ("id", "status", "created", "updated", "origin")}
        return {**kept, "title": summary["title"], "names": names, "connections": len(live.listeners) if live else 0}

    async def _reported(self, row: dict[str, Any]) -> dict[str, Any]:
        """Whom a report is about, as far as the table is still there."""
        try:
            table = (await self.tables.get(row["table_id"])).table
            seat = table.seats[row["seat"]]  # the table may have become smaller
        except Exception:
            return {"name": "", "person": ""}
        return {"name": seat.name, "person": next(iter(seat.people), "")}

    def people(self) -> list[dict[str, Any]]:
        """Who was here lately, the last first."""
        shown = ({"person": person, **visitor._asdict()} for person, visitor in reversed(self.visitors.items()))
        return [each for each, _ in zip(shown, range(200), strict=False)]

    async def status(self, connections: int) -> dict[str, Any]:
        """How the server is: tables, people, load, memory, errors."""
        query = sa.select(table_rows.c.status, sa.func.count()).group_by(table_rows.c.status)
        async with self.store.reading() as c:
            counts = {row[0]: row[1] for row in await c.execute(query)}
        recent = sum(visitor.seen > time.time() - 900 for visitor in self.visitors.values())
        return {
            "tables": counts,
            "loaded": len(self.tables.loaded),
            "connections": connections,
            "people": recent,
            "addresses": len({visitor.origin for visitor in self.visitors.values()}),
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0,
            "memory": _memory(),
            "uptime": round(time.time() - STARTED),
            "writes": self.store.write_error or "well",
            "errors": list(ERRORS.errors)[:10],
        }


def _end(table: Table) -> entries.Ended:
    if table.status == "over":
        raise actions.AlreadyDone(table.number)
    return entries.Ended(at=max(clock.now(), table.changed), administrator=True)


def _memory() -> int:
    """The memory of this process in bytes; 0 if unknown."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def texts_of(form: dict[str, Any], languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """The texts of an announcement in a form, by language."""
    return {language: str(form.get(f"text-{language}", "")) for language in languages}
