"""Calls people who are asked something and are not there: by push, or by e-mail where the operator gives a server.

A call is a row of the database, so it outlives a restart, and of all processes one makes it. There is one for each
person and table: a later one replaces it, and one that may not be made yet waits (see `tables.calls`). What it says
everybody may read; it is made of what those who watch know.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa

from ...errors import LastRaftError
from ...protocol import WATCHER
from ...protocol.translations import Translator, translator
from ..tables import clock, entries, orders
from ..tables.calls import moment, must_answer, turns
from ..tables.live_tables import LiveTable, LiveTables
from ..tables.nights import Night, zone_of
from ..tables.schema import callees, calls, subscriptions
from ..tables.store import StoreDown
from ..tables.table import Table
from . import mail, push
from .metrics import CALLED

log = logging.getLogger("lastraft.calls")
LATER = 10
"""Who was there when they were asked and left without an answer is called after so many times as long."""
RECENT = 60.0
"""For how many seconds it is news that somebody sat down or that a game ended."""
TURN = "turn"
MOST_DEVICES = 10
MOST_NOTED = 50_000
MOST_TRIES = 3
AGAIN = 300.0
"""Seconds until a message is tried again that no push service took, or whose server stopped meanwhile."""
MOST_AT_ONCE = 200
ELSEWHERE = 30.0
"""After so many seconds a call is made by another process than the one that should."""
MORNING = 11
"""Until which hour one is wished a good morning."""
SECRET = "push"
LASTS = 3 * 86_400.0
"""For how many seconds a push service keeps a message for a device that is off."""
MAIL_DAYS = 2
THREADS = 16
LONGEST_BODY = 400


class Callee(NamedTuple):
    """How somebody wants to be called."""

    language: str = "en"
    zone: str = "UTC"
    quiet_from: int = 22 * 60 + 30
    quiet_until: int = 7 * 60 + 30
    """Minutes of the day between which nobody is called; the same ones for never quiet."""
    email: str = ""

    @property
    def timezone(self) -> ZoneInfo:
        return zone_of(self.zone) or ZoneInfo("UTC")

    @property
    def quiet(self) -> Night:
        return Night(self.zone, self.quiet_from, self.quiet_until)


class Notice(NamedTuple):
    """What somebody is told: a title, a sentence, and where it leads."""

    title: str
    body: str
    path: str = "/"
    tag: str = "tables"
    """A later notice of the same tag replaces it."""
    answer: str = ""
    """What the button is called that leads there."""
    later: str = ""
    """What the button is called that does nothing; as usual if empty."""


class Notifications:
    """Notes who should be called, and calls them when it is time."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables, self.store, self.settings = tables, tables.store, tables.settings
        self.keys: push.PushKeys | None = None
        """None where the library is not installed."""
        self._secret = b""
        self._noted: dict[tuple[str, str], str] = {}
        """By person and table: what was last noted."""
        self._calling: set[str] = set()
        """Who is being called right now."""
        self._threads = ThreadPoolExecutor(THREADS, "notifications")
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        secrets = [await self.store.secret(SECRET), *await self.store.other_secrets(SECRET)]
        self._secret = secrets[0].encode()
        if push.available():
            self.keys = push.PushKeys(secrets)
        changed = self.tables.on_change

        def both(live: LiveTable) -> None:
            changed(live)
            self.consider(live)

        self.tables.on_change, self.tables.on_presence = both, self.consider_absent
        self._spawn(self._keep_calling())

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def by_mail(self) -> bool:
        """Whether e-mails can be sent."""
        return bool(self.settings.smtp and self.settings.contact and self.settings.address)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- noting ------------------------------------------------------------------------------------------------------

    def consider(self, live: LiveTable) -> None:
        """Note whom to call to a table that changed, or that was loaded."""
        recent = clock.now() - live.table.changed < RECENT
        self._note_all(live, recent, self.settings.call_seconds)

    def consider_absent(self, live: LiveTable) -> None:
        """Note whom to call to a table that somebody left: those who saw what they are asked, later."""
        self._note_all(live, False, LATER * self.settings.call_seconds)

    def _note_all(self, live: LiveTable, news: bool, seconds: float) -> None:
        if self.keys is None and not self.by_mail:
            return
        try:
            wanted = list(_wanted(live))
        except Exception:  # what happened at the table has happened
            log.exception("whom to call is not known", extra={"table": live.table.id})
            return
        for person, about in wanted:
            key = (person, live.table.id)
            if self._noted.get(key) != about and (news or about.startswith(TURN)):
                if len(self._noted) > MOST_NOTED:
                    self._noted.clear()  # the database knows, too
                self._noted[key] = about
                self._spawn(self._note(person, live.table.id, about, seconds))

    async def _note(self, person: str, table: str, about: str, seconds: float) -> None:
        try:
            callee = await self.callee(person)
            if callee is None or not (callee.email or await self.devices(person)):
                return
            row = {"about": about, "at": clock.now() + seconds, "tries": 0}
            put = self.store.insert(calls).values(person=person, table_id=table, muted=False, **row)
            put = put.on_conflict_do_update(
                index_elements=["person", "table_id"], set_=row, where=(calls.c.about != about) & ~calls.c.muted
            )
            async with self.store.writing() as c:
                await c.execute(put)
        except StoreDown:
            self._noted.pop((person, table), None)

    # -- calling -----------------------------------------------------------------------------------------------------

    async def _keep_calling(self) -> None:
        while True:
            await asyncio.sleep(min(5.0, self.settings.call_seconds / 4))
            try:
                for person in await self._due():
                    self._spawn(self._call_safely(person))
            except StoreDown:
                log.warning("the database failed while looking for calls")

    async def _due(self) -> list[str]:
        """The people whom this process calls now."""
        query = sa.select(calls.c.person, sa.func.min(calls.c.at)).where(calls.c.at <= clock.now(), ~calls.c.muted)
        async with self.store.reading() as c:
            rows = (await c.execute(query.group_by(calls.c.person).limit(MOST_AT_ONCE))).all()
        return [row[0] for row in rows if self.tables.is_mine(row[0]) or row[1] < clock.now() - ELSEWHERE]

    async def _call_safely(self, person: str) -> None:
        if person in self._calling:
            return
        self._calling.add(person)
        try:
            await self._call(person)
        except StoreDown:
            log.warning("the database failed while calling somebody")
        except Exception:
            log.exception("calling somebody failed")
        finally:
            self._calling.remove(person)

    async def _call(self, person: str) -> None:
        now, tries = clock.now(), calls.c.tries + 1
        due = sa.update(calls).where(calls.c.person == person, calls.c.at <= now, ~calls.c.muted)
        taken = due.values(at=sa.case((tries < MOST_TRIES, now + AGAIN)), tries=tries).returning(*calls.c)
        async with self.store.writing() as c:
            rows = (await c.execute(taken)).all()
        callee = await self.callee(person)
        if callee is None:
            return
        asked = []
        for row, live in zip(rows, await self._tables([row.table_id for row in rows]), strict=True):
            if live is None or (person, row.about) not in _wanted(live):
                self._noted.pop((person, row.table_id), None)
                await self._settle(row, at=None, about="")
                continue
            called = [at for at in (row.called, row.called_before) if at is not None]
            at = moment(live.table, live.table.seat_of(person), now, called, callee.quiet)
            if at > now:
                await self._settle(row, at=at, tries=0)
            else:
                asked.append((row, live.table))
        if not asked:
            return
        shown = [table for _, table in asked]
        notice = notice_of(shown[0], person, callee) if len(shown) == 1 else _several(shown, person, callee)
        took = await self._deliver(person, callee, notice)
        for row, _ in asked:
            if took:
                await self._settle(row, False, called=now, called_before=row.called)
            if took is not None:
                await self._settle(row, at=None)

    async def _settle(self, row: sa.Row[Any], same: bool = True, **values: Any) -> None:
        """Change the row of a call; ``same``: unless there is another reason for one meanwhile."""
        changed = sa.update(calls).where(calls.c.person == row.person, calls.c.table_id == row.table_id)
        async with self.store.writing() as c:
            await c.execute((changed.where(calls.c.about == row.about) if same else changed).values(**values))

    async def _tables(self, ids: Sequence[str]) -> list[LiveTable | None]:
        """Tables with all that is known of who is there; None where one is deleted, or cannot be read."""
        found: list[LiveTable | None] = []
        loaded = all(id in self.tables.loaded for id in ids)
        for id in ids:
            try:
                found.append(await self.tables.get(id, fresh=True))
            except LastRaftError:
                found.append(None)
        if self.store.shared and not loaded:
            await asyncio.sleep(self.settings.lease_seconds / 2)  # other servers say who is there
        return found

    async def _deliver(self, person: str, callee: Callee, notice: Notice) -> bool | None:
        """Send a notice to all devices of a person, else by e-mail; None if it may be tried again."""
        waiting = len(await asked_tables(self.tables, person))
        t = translator("lastraft", callee.language)
        shown = {**notice._asdict(), "later": notice.later or t("Later"), "waiting": waiting, "lang": callee.language}
        text, found = msgspec.json.encode(shown), await self.devices(person)
        took = await asyncio.gather(*(self._push(id, device, text, notice.tag) for id, device in found.items()))
        if any(took) or not (self.by_mail and callee.email):
            return None if None in took and not any(took) else any(took)
        try:
            await self.send_mail(person, callee.email, callee.language, notice)
            CALLED.labels("mail").inc()
        except (OSError, ValueError, LastRaftError) as error:
            CALLED.labels("failed").inc()
            log.warning("an e-mail was not taken", extra={"why": str(error)[:200]})
            return None
        return True

    async def _push(self, id: str, device: push.Device, text: bytes, tag: str) -> bool | None:
        """Send a message to a device, and forget one that is gone; None if it may be tried again."""
        if self.keys is None:
            return False
        contact, anywhere = f"mailto:{self.settings.contact or 'nobody@localhost'}", self.settings.push_anywhere
        send, loop = push.send, asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, send, device, text, self.keys, contact, tag[:32], LASTS, anywhere)
        except push.PushFailed as failed:
            CALLED.labels("gone" if failed.gone else "failed").inc()
            log.info("a push message was not taken", extra={"why": str(failed)})
            if failed.gone:
                async with self.store.writing() as c:
                    await c.execute(sa.delete(subscriptions).where(subscriptions.c.id == id))
            return None if failed.again else False
        CALLED.labels("push").inc()
        return True

    # -- what is stored about people -----------------------------------------------------------------------------------

    async def callee(self, person: str) -> Callee | None:
        """How somebody wants to be called; None if they never said."""
        columns = [callees.c[name] for name in Callee._fields]
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(*columns).where(callees.c.person == person))).first()
        return Callee(*row) if row else None

    async def set_callee(self, person: str, callee: Callee) -> None:
        values = {**callee._asdict(), "changed": time.time()}
        put = self.store.insert(callees).values(person=person, **values)
        async with self.store.writing() as c:
            await c.execute(put.on_conflict_do_update(index_elements=["person"], set_=values))
        self._forget_noted(person)

    async def devices(self, person: str) -> dict[str, push.Device]:
        """A person's devices by id, the newest last."""
        columns = [subscriptions.c.id, *(subscriptions.c[name] for name in push.Device._fields)]
        query = sa.select(*columns).where(subscriptions.c.person == person).order_by(subscriptions.c.since)
        async with self.store.reading() as c:
            return {row[0]: push.Device(*row[1:]) for row in await c.execute(query)}

    async def add_device(self, person: str, id: str, device: push.Device, signed_in: str = "") -> bool:
        """Call a person on a device, too, until they are signed out there; False if it is somebody else's, whose keys
        differ."""
        row = {"person": person, "since": time.time(), "device": signed_in, **device._asdict()}
        put = self.store.insert(subscriptions).values(id=id, **row)
        mine = (subscriptions.c.person == person) | (subscriptions.c.auth == device.auth)
        put = put.on_conflict_do_update(index_elements=["id"], set_=row, where=mine).returning(subscriptions.c.id)
        async with self.store.writing() as c:
            added = (await c.execute(put)).first() is not None
        for old in [*await self.devices(person)][:-MOST_DEVICES]:
            await self.remove_device(person, old)
        self._forget_noted(person)
        return added

    async def is_called_on(self, person: str, id: str) -> bool:
        """Whether a device is a person's; somebody else may have signed in on it."""
        query = sa.select(subscriptions.c.id).where(subscriptions.c.person == person, subscriptions.c.id == id)
        async with self.store.reading() as c:
            return (await c.execute(query)).first() is not None

    async def remove_device(self, person: str, id: str) -> None:
        async with self.store.writing() as c:
            await c.execute(sa.delete(subscriptions).where(subscriptions.c.person == person, subscriptions.c.id == id))

    async def muted(self, person: str, table: str) -> bool:
        query = sa.select(calls.c.muted).where(calls.c.person == person, calls.c.table_id == table)
        async with self.store.reading() as c:
            return bool((await c.execute(query)).scalar())

    async def mute(self, person: str, table: str, muted: bool) -> None:
        """Call a person to a table no more, or again."""
        values = {"muted": muted, "at": None, "about": "", "tries": 0}
        put = self.store.insert(calls).values(person=person, table_id=table, **values)
        async with self.store.writing() as c:
            await c.execute(put.on_conflict_do_update(index_elements=["person", "table_id"], set_=values))
        self._forget_noted(person)

    def _forget_noted(self, person: str) -> None:
        self._noted = {key: about for key, about in self._noted.items() if key[0] != person}

    # -- e-mail --------------------------------------------------------------------------------------------------------

    async def send_mail(self, person: str, email: str, language: str, notice: Notice, footer: str = "") -> None:
        """
        :raises OSError: if it was not taken.
        """
        t = translator("lastraft", language)
        prefix = self.settings.prefix.rstrip("/")
        root = f"{self.settings.address}{'/' if prefix and not prefix.startswith('/') else ''}{prefix}"
        stop = f"{root}/calls/mail/{self.mail_token(person, email)}"
        footer = footer or t("No more e-mails: {link}", link=stop)
        text = f"{notice.body}\n\n{root}{notice.path}\n\n{footer}\n"
        settings = self.settings
        await asyncio.get_running_loop().run_in_executor(
            self._threads, mail.send, settings.smtp, settings.contact, email, notice.title, text, stop
        )

    def mail_token(self, person: str, email: str) -> str:
        """What proves that somebody reads the mail of an address."""
        body = push.encoded(msgspec.json.encode([person, email, int(time.time())]))
        return f"{body}.{self._sign(body)}"

    def read_mail_token(self, token: str) -> tuple[str, str, bool] | None:
        """The person and the address of a token, and whether it is new enough to confirm the address."""
        body, _, signature = token[:1000].partition(".")
        if not hmac.compare_digest(self._sign(body).encode(), signature.encode()):
            return None
        person, email, at = msgspec.json.decode(push.decoded(body), type=tuple[str, str, int])
        return person, email, at > time.time() - 86_400 * MAIL_DAYS

    def _sign(self, body: str) -> str:
        return push.encoded(hmac.digest(b"mail " + self._secret, body.encode(), "sha256")[:16])


def _wanted(live: LiveTable) -> Iterator[tuple[str, str]]:
    """The people who should be called to a table, because they are not there, and what about."""
    table = live.table
    places = live.connected_anywhere()
    if table.status == "lobby":
        last = table.log[-1].entry
        if isinstance(last, entries.Sat) and last.person != table.host and live.place(table.host) not in places:
            yield table.host, f"sat {table.number}"
        return
    if table.ended:
        return
    for seat, chair in enumerate(table.seats):
        if seat in places or not chair.people:
            continue
        if table.status == "over" or (not chair.bot and must_answer(table, seat)):
            about = "over" if table.status == "over" else f"{TURN} {turns(table, seat)}"
            yield from ((person, about) for person in chair.people)


async def asked_tables(tables: LiveTables, person: str) -> list[Table]:
    """The tables that wait for a person."""
    found = []
    for id in await tables.store.tables_of(person, 20):
        with suppress(LastRaftError):
            table = (await tables.get(id)).table
            if (seat := table.seat_of(person)) != WATCHER and must_answer(table, seat):
                found.append(table)
    return found


def notice_of(table: Table, person: str, callee: Callee) -> Notice:
    """What somebody is told about a table."""
    t, game, language = translator("lastraft", callee.language), table.game, callee.language
    where = {"path": f"/table/{table.id}", "tag": table.id}
    if table.status == "lobby":
        last = table.log[-1].entry
        taken = sum(chair.kind != "empty" for chair in table.seats)
        body = t("{n} of {count} chairs are taken. Start when you like.", n=taken, count=len(table.seats))
        name = last.name if isinstance(last, entries.Sat) else ""
        return Notice(t("{name} sits down at your table", name=name), body, answer=t("Look"), **where)
    if table.status == "over":
        outcome = table.match.outcome() if table.match else None
        names = ", ".join(table.names[seat] for seat in outcome.winners) if outcome else ""
        title = t("The game is over: {names} won", names=names) if names else t("The game is over: nobody won")
        body = t("{game}. See the moves that mattered.", game=game.called(language))
        return Notice(title, body, answer=t("Look"), **where)
    seat = table.seat_of(person)
    watching = game.reader(table.knowledge(WATCHER).hidden, WATCHER, table.names, language)
    stage, (_, *known) = game.speech.stage(watching), game.speech.prompt(watching).split("\n")
    phase = stage.phases[stage.now] if 0 <= stage.now < len(stage.phases) else ""
    moment = ": ".join(filter(None, (stage.heading, phase)))
    body = " ".join(filter(None, (f"{moment}." if moment else "", *known, _until(table, seat, callee, t))))
    vote = game.speech.anonymous(watching) and game.windows.beat(watching.state) is None
    title = t("A vote is open at {game}" if vote else "Your turn at {game}", game=game.called(language))
    answer, later = t("Vote") if vote else t("Choose"), ""
    if orders.wanted(table, seat, late=True):
        later = t("Leave it to my orders")
    return Notice(title, body[:LONGEST_BODY], answer=answer, later=later, **where)


def _several(asked: Sequence[Table], person: str, callee: Callee) -> Notice:
    t = translator("lastraft", callee.language)
    morning = datetime.fromtimestamp(clock.now(), callee.timezone).hour < MORNING
    n = len(asked)
    title = t.plural("{n} table waits", "{n} tables wait", n)
    if morning:
        title = t.plural("Good morning: {n} table waits", "Good morning: {n} tables wait", n)
    waited = (f"{table.game.called(callee.language)} {_waited(table, person, t)}" for table in asked)
    return Notice(title, f"{', '.join(waited)}."[:LONGEST_BODY])


def _until(table: Table, seat: int, callee: Callee, t: Translator) -> str:
    """Until when one may answer."""
    from babel.dates import format_date, format_time

    end = table.deadline(seat)
    if end is None:
        return ""
    local, now = (datetime.fromtimestamp(at, callee.timezone) for at in (end, clock.now()))
    locale = {"en": "en_GB"}.get(t.language, t.language)  # 24 hours, as everywhere here
    at = format_time(local, "short", locale=locale)
    days = (local.date() - now.date()).days
    if days <= 0:
        return t("Until {time}.", time=at)
    if days == 1:
        return t("Until tomorrow, {time}.", time=at)
    return t("Until {day}, {time}.", day=format_date(local, "EEEE d MMMM", locale=locale), time=at)


def _waited(table: Table, person: str, t: Translator) -> str:
    """For how long a table has waited for somebody."""
    minutes = max(1, int((clock.now() - table.seats[table.seat_of(person)].since) // 60))
    if minutes < 60:
        return t.plural("{n} minute", "{n} minutes", minutes)
    if minutes < 48 * 60:
        return t.plural("{n} hour", "{n} hours", minutes // 60)
    return t.plural("{n} day", "{n} days", minutes // 1440)
