"""What administrators do: bans, announcements, ending and deleting tables, and a log of all that; who is here, and what
players report."""

from __future__ import annotations

import datetime
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from babel.dates import format_date

from ...protocol.translations import LANGUAGES, N_, translator
from ..tables import actions, clock, entries
from ..tables.actions import Refused
from ..tables.live_tables import Announcement, LiveTables, listing_of
from ..tables.schema import audit, bans, reports
from ..tables.siblings import Siblings
from ..tables.store import Store
from ..tables.table import BadTable, Table
from .personal_data import MOST_TABLES, leave

ANNOUNCEMENT = "announcement"
KINDS = {
    "ban": ("banned", N_("An administrator has closed this server to you until {date}.")),
    "mute": ("muted", N_("An administrator has muted you until {date}.")),
}
"""By kind of ban: the code and the sentence of the refusal."""
MOST_VISITORS = 10_000
VISIT = 900
"""So many seconds after their last request somebody is not here any more."""


class Visitor(NamedTuple):
    """Somebody who is here, or was in the last minutes (`VISIT`). Their address is kept in memory only."""

    name: str
    address: str
    origin: str
    seen: float


class Banned(Refused):
    """The refusal of somebody who is banned or muted, with the day on which that ends."""

    def __init__(self, kind: str, until: float) -> None:
        code, said = KINDS[kind]
        super().__init__(code, said, date=_day(until, "en"))
        self._until = until

    def text(self, language: str) -> str:
        return translator("lastraft", language)(self._said, date=_day(self._until, language))


def _day(at: float, language: str) -> str:
    return format_date(datetime.date.fromtimestamp(at), "d MMMM y", locale=language)


class Administration:
    """The bans, mutes and announcement of a server, read again now and then because other processes change them."""

    def __init__(self, store: Store, tables: LiveTables, siblings: Siblings | None = None) -> None:
        self.store, self.tables, self._siblings = store, tables, siblings
        self.visitors: OrderedDict[str, Visitor] = OrderedDict()
        self._bans: dict[tuple[str, str], float] = {}

    async def refresh(self) -> set[str]:
        """Read the bans and the announcement; return who is banned and was not before."""
        before = self._bans
        async with self.store.reading() as c:
            rows = (await c.execute(sa.select(bans.c.kind, bans.c.subject, bans.c.until))).all()
        self._bans = {(row[0], row[1]): row[2] for row in rows if row[2] > time.time()}
        text = await self.store.setting(ANNOUNCEMENT)
        announcement = msgspec.json.decode(text, type=Announcement) if text else None
        if announcement and announcement.until < time.time():
            announcement = None
        self.tables.announcement = announcement
        for live in self.tables.loaded.values():
            live.wake()
        return {subject for kind, subject in self._bans.keys() - before.keys() if kind == "ban"}

    async def catch_up(self) -> None:
        """Do what follows from what administrators did in another process."""
        await self._free_seats(await self.refresh())

    async def _free_seats(self, subjects: Collection[str]) -> None:
        """Give the seats of the banned to bots, so that nobody waits for them: of an address, those who came from it
        lately."""
        came = [person for person, visitor in self.visitors.items() if visitor.origin in subjects]
        for person in {*subjects, *came}:
            for id in await self.store.going_tables_of(person, MOST_TABLES):
                with suppress(BadTable, Refused):
                    await leave(self.tables, await self.tables.get(id, fresh=True), person)

    def see(self, person: str, visitor: Visitor) -> None:
        """Remember who is here."""
        self.visitors[person] = visitor
        self.visitors.move_to_end(person)
        if len(self.visitors) > MOST_VISITORS:
            self.visitors.popitem(last=False)

    def forget_visitors(self) -> None:
        """Forget who has not been here for a while."""
        while self.visitors and next(iter(self.visitors.values())).seen < time.time() - VISIT:
            self.visitors.popitem(last=False)

    def check(self, kind: str, person: str, origin: str) -> None:
        """Raise `Refused` if a person or their address is banned or muted."""
        until = max(self._bans.get((kind, subject), 0.0) for subject in (person, origin)) if self._bans else 0.0
        if until > time.time():
            raise Banned(kind, until)

    async def ban(self, kind: str, subject: str, days: float, reason: str) -> None:
        """Keep a person or an address (its hash) out, or mute them, for some days."""
        if kind not in KINDS or not 0 < len(subject) <= 40 or not 0 < days <= 36_500:
            raise Refused("invalid", "A ban or mute is of a person or an address, for more than 0 days.")
        until = time.time() + days * 86_400
        async with self.store.writing() as c:
            await c.execute(sa.delete(bans).where(bans.c.subject == subject, bans.c.kind == kind))
            await c.execute(sa.insert(bans).values(subject=subject, kind=kind, until=until, reason=reason))
        await self._note(kind, subject, reason)
        if kind == "ban":
            await self._free_seats([subject])

    async def lift(self, subject: str, reason: str) -> None:
        """End all bans and mutes of a person or an address."""
        async with self.store.writing() as c:
            lifted = await c.execute(sa.delete(bans).where(bans.c.subject == subject))
        if not lifted.rowcount:
            raise Refused("not-found", "There is no such ban; look into the list.")
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
        """Keep what a player reports about the person at a seat of their table, with who that is now."""
        if table.seat_of(person) < 0:
            raise Refused("not-yours", "You have no seat at this table.")
        if not 0 <= seat < len(table.seats) or table.seat_of(person) == seat or not table.seats[seat].people:
            raise Refused("invalid", "One reports somebody else who sits at the table.")
        text = " ".join(text.split())[:500]
        if not text:
            raise Refused("invalid", "A report says what happened; write a sentence.")
        about = next(iter(table.seats[seat].people))
        visitor = self.visitors.get(about)
        row = {"at": time.time(), "table_id": table.id, "seat": seat, "person": person, "text": text, "done": False}
        row |= {"about_person": about, "about_name": table.seats[seat].name}
        row |= {"about_origin": visitor.origin if visitor else ""}
        async with self.store.writing() as c:
            await c.execute(sa.insert(reports).values(**row))

    async def close_report(self, id: int, reason: str) -> None:
        """Mark a report as done."""
        async with self.store.writing() as c:
            closed = await c.execute(sa.update(reports).where(reports.c.id == id).values(done=True))
        if not closed.rowcount:
            raise Refused("not-found", "There is no such report; look into the list.")
        await self._note("report", str(id), reason)

    async def _note(self, action: str, subject: str, reason: str) -> None:
        async with self.store.writing() as c:
            row = {"at": time.time(), "action": action, "subject": subject[:80], "reason": reason[:500]}
            await c.execute(sa.insert(audit).values(**row))
        await self.refresh()
        if self._siblings:
            self._siblings.administered()


def _end(table: Table) -> entries.Ended:
    if table.status == "over":
        raise actions.AlreadyDone(table.number)
    return entries.Ended(at=max(clock.now(), table.changed), administrator=True)


def texts_of(form: dict[str, Any], languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """The texts of an announcement in a form, by language."""
    return {language: str(form.get(f"text-{language}", "")) for language in languages}
