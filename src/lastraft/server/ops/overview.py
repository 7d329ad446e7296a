"""What administrators see: how all processes of a server are, who is here, and lists that can be searched."""

from __future__ import annotations

import heapq
import logging
import os
import shutil
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from ..tables.actions import Refused
from ..tables.live_tables import LiveTables
from ..tables.schema import audit, bans, people, players, reports
from ..tables.schema import tables as table_rows
from ..tables.siblings import Siblings
from ..tables.store import Store
from ..tables.table import BadTable
from .administration import Administration, Visitor
from .metrics import acknowledged_within, moves_made

STARTED = time.time()
MOST = {"people": 200}
"""The most rows of a list; of the others 100."""
IDLE = 3600
"""Seconds without a move after which a table is idle."""
MOST_TABLES_READ = 20
"""At so many tables at most people are looked for."""


class RecentErrors(logging.Handler):
    """Keeps the last errors that were logged, for administrators."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: deque[dict[str, Any]] = deque(maxlen=50)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        why = str(record.exc_info[1]) if record.exc_info and record.exc_info[1] else str(getattr(record, "why", ""))
        self.errors.appendleft({"at": record.created, "said": record.getMessage(), "why": why[:300]})


ERRORS = RecentErrors()


class Process(msgspec.Struct):
    """What one process of the server knows of itself."""

    loaded: int
    connections: int
    memory: int
    started: float
    write_error: str
    moves: int
    acknowledged: list[int]
    """How many moves since it started, and how many were acknowledged within each of `metrics.BOUNDS`."""
    failed: int
    """How many errors since it started; the last ones:"""
    errors: list[dict[str, Any]]
    visitors: dict[str, Visitor]
    followed: dict[str, int]
    """By table: how many connections follow it."""


class Search:
    """What administrators look for: a part of a name, an id or a text, or an address (``origin``: its hash)."""

    def __init__(self, text: str = "", origin: str = "") -> None:
        self.text, self.origin = text.strip()[:100], origin
        self._folded = self.text.casefold()

    def finds(self, *values: object) -> bool:
        """Whether one of some values has it."""
        return any(
            self._folded in value.casefold() or (bool(self.origin) and value == self.origin)
            for value in values
            if isinstance(value, str)
        )

    def within(self, *columns: sa.Column[Any]) -> sa.ColumnElement[bool]:
        """What a database can sort out before: it knows of no letters beyond ASCII that they are small or capital."""
        if not self.text.isascii():
            return sa.true()
        inside = msgspec.json.encode(self.text).decode()[1:-1]  # one of the columns is JSON
        alike = [column.icontains(text, autoescape=True) for column in columns for text in {self.text, inside}]
        return sa.or_(*alike, *(column == self.origin for column in columns if self.origin))


class Overview:
    """Lists and figures of a whole server, whichever of its processes is asked."""

    def __init__(
        self,
        tables: LiveTables,
        administration: Administration,
        connections: Callable[[], int],
        siblings: Siblings | None = None,
    ) -> None:
        self._store, self._tables, self._administration = tables.store, tables, administration
        self._connections, self._siblings = connections, siblings
        if siblings:
            siblings.on_question = lambda: msgspec.json.encode(self._here())

    def _here(self) -> Process:
        """This process."""
        self._administration.forget_visitors()
        followed = {id: len(live.listeners) for id, live in self._tables.loaded.items() if live.listeners}
        return Process(
            len(self._tables.loaded),
            self._connections(),
            _memory(),
            STARTED,
            self._store.write_error,
            moves_made(),
            acknowledged_within(),
            ERRORS.count,
            list(ERRORS.errors)[:10],
            dict(self._administration.visitors),
            followed,
        )

    async def processes(self) -> list[Process]:
        """All processes of this server, this one first."""
        answers = await self._siblings.ask() if self._siblings else []
        return [self._here(), *(msgspec.json.decode(answer, type=Process) for answer in answers)]

    async def status(self) -> dict[str, Any]:
        """How the server is: tables, people, load, memory, errors."""
        query = sa.select(table_rows.c.status, sa.func.count()).group_by(table_rows.c.status)
        async with self._store.reading() as c:
            counts = {row[0]: row[1] for row in await c.execute(query)}
            idle = (await c.execute(sa.select(sa.func.count()).where(_idle()))).scalar()
        processes = await self.processes()
        visitors = visitors_of(processes)
        errors = [error for process in processes for error in process.errors]
        return {
            "tables": counts,
            "tables_with_people": len(followed_tables(processes)),
            "tables_idle": idle,
            "processes": len(processes),
            "loaded": sum(process.loaded for process in processes),
            "connections": sum(process.connections for process in processes),
            "people": len(visitors),
            "addresses": len({visitor.origin for visitor in visitors.values()}),
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0,
            "disk": _disk(self._store),
            "memory": sum(process.memory for process in processes),
            "uptime": round(time.time() - min(process.started for process in processes)),
            "writes": next((process.write_error for process in processes if process.write_error), "well"),
            "errors": heapq.nlargest(10, errors, key=lambda error: float(error["at"])),
        }

    async def rows(self, kind: str, search: Search | None = None, only: str = "") -> list[dict[str, Any]]:
        """The newest rows of a list: tables, people, reports, bans or audit; those that a search finds, and of the
        tables only those with ``people`` or only those that are ``idle``."""
        search, most = search or Search(), MOST.get(kind, 100)
        if kind == "people":
            return (await self._people(search))[:most]
        return [row async for row in self._rows(kind, search, most, only)]

    async def _rows(self, kind: str, search: Search, most: int, only: str = "") -> AsyncIterator[dict[str, Any]]:
        query = {
            "tables": sa.select(table_rows).order_by(table_rows.c.status == "over", table_rows.c.updated.desc()),
            "reports": sa.select(reports).order_by(reports.c.done, reports.c.at.desc()),
            "bans": sa.select(bans).where(bans.c.until > time.time()).order_by(bans.c.until),
            "audit": sa.select(audit).order_by(audit.c.at.desc()),
        }[kind]
        followed, reported = Counter[str](), Counter[str]()
        if kind == "tables":
            query = query.where(search.within(table_rows.c.id, table_rows.c.summary, table_rows.c.origin))
            followed = followed_tables(await self.processes())
            query = query.where(_only(only, followed))
            async with self._store.reading() as c:
                open_reports = sa.select(reports.c.table_id).where(~reports.c.done)
                reported.update((await c.execute(open_reports)).scalars())
        async with self._store.reading() as c, c.stream(query) as found:
            async for each in found:
                row = dict(each._mapping)
                if kind == "tables":
                    row = {**_table(row, followed), "reports": reported[row["id"]]}
                if search.finds(*row.values(), *row.get("names", ())):
                    yield _report(row) if kind == "reports" else row
                    most -= 1
                if not most:
                    return

    async def _people(self, search: Search) -> list[dict[str, Any]]:
        """Who is here or was in the last minutes, the last first; a search finds also those who were here before, by
        their tables and results."""
        visitors = visitors_of(await self.processes())
        here = [{"person": person, **visitor._asdict()} for person, visitor in visitors.items()]
        here = [row for row in here if search.finds(*row.values())]
        here.sort(key=lambda row: -row["seen"])
        if not search.text:
            return here
        found = {row["person"]: row for row in here}
        for row in await self._people_before(search):
            visitor = visitors.get(row["person"])
            found.setdefault(row["person"], {**row, **visitor._asdict(), "name": row["name"]} if visitor else row)
        return [*found.values()]

    async def _people_before(self, search: Search) -> list[dict[str, Any]]:
        before = []
        async for row in self._rows("tables", search, MOST_TABLES_READ):
            with suppress(BadTable, Refused):
                table = (await self._tables.get(row["id"])).table
                every = search.text == table.id
                for seat in table.seats:
                    if every or search.finds(seat.name, *seat.people):
                        before += [_person(person, seat.name, row["updated"]) for person in seat.people]
        query = sa.select(players.c.person, players.c.name, players.c.changed).order_by(players.c.changed.desc())
        query = query.where(search.within(players.c.person, players.c.name))
        async with self._store.reading() as c, c.stream(query) as found:
            return [*before, *[_person(*row) async for row in found if search.finds(row.person, row.name)]]

    async def check_known(self, subject: str) -> None:
        """Raise `Refused` if there is no such person, and nobody came from such an address."""
        visitors = visitors_of(await self.processes())
        if subject in visitors or any(subject == visitor.origin for visitor in visitors.values()):
            return
        columns = (
            people.c.person, players.c.person, reports.c.about_person, reports.c.about_origin, table_rows.c.origin,
            bans.c.subject,
        )  # fmt: skip
        known = sa.or_(*(sa.exists().where(column == subject) for column in columns))
        async with self._store.reading() as c:
            if not subject or not (await c.execute(sa.select(known))).scalar():
                raise Refused("not-found", "There is no such person and no such address here; look into the lists.")


def visitors_of(processes: list[Process]) -> dict[str, Visitor]:
    """Who is here, in any process: as they were seen last."""
    seen: dict[str, Visitor] = {}
    for process in processes:
        for person, visitor in process.visitors.items():
            if person not in seen or seen[person].seen < visitor.seen:
                seen[person] = visitor
    return seen


def followed_tables(processes: list[Process]) -> Counter[str]:
    """The tables that somebody looks at, and over how many connections."""
    followed = Counter[str]()
    for process in processes:
        followed.update(process.followed)
    return followed


def _only(kind: str, followed: Counter[str]) -> sa.ColumnElement[bool]:
    match kind:
        case "":
            return sa.true()
        case "people":
            return table_rows.c.id.in_(followed)
        case "idle":
            return _idle()
    raise Refused("invalid", "{kind} tables? Only people or idle can be asked for.", kind=kind)


def _idle() -> sa.ColumnElement[bool]:
    """Whether nothing has happened at an open table for a while."""
    return sa.and_(table_rows.c.status != "over", table_rows.c.updated < time.time() - IDLE)


def _person(person: str, name: str, seen: float) -> dict[str, Any]:
    """Somebody who is not here: their address is not known any more."""
    return {"person": person, **Visitor(name, "", "", seen)._asdict()}


def _table(row: dict[str, Any], followed: Counter[str]) -> dict[str, Any]:
    summary = msgspec.json.decode(row["summary"])
    names = [seat["name"] for seat in summary["seats"] if seat["name"]]
    kept = {key: row[key] for key in ("id", "status", "created", "updated", "origin")}
    by_kind = {kind: [seat["name"] for seat in summary["seats"] if seat["kind"] == kind] for kind in ("person", "bot")}
    told = {"title": summary["title"], "game": summary["game"], "names": names}
    told |= {"people": by_kind["person"], "bots": len(by_kind["bot"])}
    return {**kept, **told, "connections": followed[row["id"]]}


def _report(row: dict[str, Any]) -> dict[str, Any]:
    """A report with whom it is about; of one from before that was kept, and of the forgotten, nothing is known."""
    kept = {name: value for name, value in row.items() if not name.startswith("about_")}
    return {**kept, "about": {part: row[f"about_{part}"] for part in ("person", "name", "origin")}}


def _disk(store: Store) -> int | None:
    """How much of the disk with the database is in use, in per cent; none if it is not on this machine."""
    if store.postgres:
        return None
    with suppress(OSError):
        used = shutil.disk_usage(Path(str(store.url.database)).parent)
        return round(100 * used.used / used.total)
    return None


def _memory() -> int:
    """The memory that this process has now, in bytes; where the system does not tell, the most that it had; 0 if that
    is not known either."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    try:
        import resource  # Windows has none
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
