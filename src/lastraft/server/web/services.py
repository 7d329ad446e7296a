"""The objects that requests share: settings, database, live tables, rate limits, cookies."""

from __future__ import annotations

import asyncio
import functools
import hmac
import ipaddress
import itertools
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import litestar
import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from ..ops.administration import Administration, Visitor
from ..ops.load import EVERY, LoadHistory
from ..ops.notifications import Notifications
from ..ops.overview import Overview
from ..ops.personal_data import forget_unseen
from ..ops.retention import delete_expired
from ..ops.settings import Settings
from ..people import results
from ..people.accounts import Accounts
from ..tables.actions import Refused
from ..tables.driver import Driver
from ..tables.live_tables import LiveTables
from ..tables.siblings import Siblings
from ..tables.store import Store, StoreDown
from ..tables.streams import Connections
from .access import RateLimits, address, network
from .identity import COOKIES, NOBODY, Cookies, Guest, cookie_in_hand, language

Connection = ASGIConnection[Any, Any, Any, Any]
Request = litestar.Request[Any, Any, State]


class Services:
    """What one server process consists of."""

    def __init__(self, settings: Settings, siblings: Siblings | None = None) -> None:
        limits = settings.limits
        self.settings = settings
        self.store = Store(settings.url, settings.database_timeout, siblings)
        self.tables = LiveTables(self.store, settings, siblings)
        self.driver = Driver(self.tables)
        self.notifications = Notifications(self.tables)
        self.connections = Connections(limits)
        self.requests = RateLimits(limits.requests_a_second, limits.requests_at_once)
        """By address: requests, and frames of all its sockets."""
        self.new_tables = RateLimits(limits.new_tables_a_minute / 60, limits.new_tables_at_once)
        """By address."""
        self.administration = Administration(self.store, self.tables, siblings)
        self.overview = Overview(self.tables, self.administration, lambda: self.connections.total, siblings)
        self.load = LoadHistory(self.store, self.overview)
        self._leads = siblings is None or siblings.number == 0
        """Whether this process does what one does for all."""
        self.admin_guesses = RateLimits(0.1, 10)
        self.accounts = Accounts(self.store)
        self.sign_ins = RateLimits(0.1, 10)
        """By address: phrases and passkeys, right or wrong."""
        self.record_exports = RateLimits(0.02, 3)
        self.reports = RateLimits(0.01, 5)
        self.chat = RateLimits(limits.chat_a_second, limits.chat_at_once)
        self.hints = RateLimits(0.3, 3)
        self.analyses = RateLimits(0.3, 6)
        self.timelines = RateLimits(1, 20)
        self.whole_replays = RateLimits(0.1, 5)
        self.mails = RateLimits(1 / 1200, 3)
        self.hints_of_an_address = RateLimits(1, 10)
        self.cookies = Cookies(settings.secret, settings.cookie_days)
        self._origin_key = b""
        self.stopping = asyncio.Event()
        self._open = False
        self._reading: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        if siblings:
            siblings.on_administered = self._catch_up_soon

    async def open(self) -> None:
        """Open the database, once.

        :raises LastRaftError: if it cannot be used.
        """
        if self._open:
            return
        self._open = True
        self.store.claim()
        await self.store.open()
        await self.read_secrets()
        await self.administration.refresh()
        await self.accounts.refresh()
        self.tables.on_over = functools.partial(results.keep_results, self.store)
        self._reading = asyncio.create_task(self._keep_reading(), name="secrets and bans")
        self.store.listen(self.tables.notified, self.tables.presence_elsewhere, self.tables.missed_notifications)
        await self.driver.start()
        await self.notifications.start()

    async def read_secrets(self) -> None:
        """Read the secrets that sign cookies (this server's, and those of imported tables) and hash addresses."""
        self._origin_key = (await self.store.secret("origin")).encode()
        secret = self.settings.secret or await self.store.secret("cookie")
        self.cookies = Cookies(secret, self.settings.cookie_days, await self.store.other_secrets())

    async def _keep_reading(self) -> None:
        for i in itertools.count(1):
            await asyncio.sleep(5)
            with suppress(StoreDown):
                if self.store.shared or i % 6 == 0:  # somebody may have signed out elsewhere, or people be imported
                    await self.accounts.refresh()
                if i % 6 == 0:  # tables may be imported, and other processes have administrators too
                    await self.read_secrets()
                    await self.administration.catch_up()
                if i % (EVERY // 5) == 1 and self._leads:
                    await self.load.write()
                if i % 12 == 0:
                    self._forget_addresses()
                if i % 720 == 1:
                    await forget_unseen(self.store, time.time() - self.cookies.seconds)
                    await self.accounts.tidy(time.time() - self.cookies.seconds)
                    await delete_expired(self.store, self.settings.retention_days)

    def _forget_addresses(self) -> None:
        """Keep no address in memory of somebody who has gone: of people, limits, and what is worked out once."""
        self.administration.forget_visitors()
        for limits in vars(self).values():
            if isinstance(limits, RateLimits):
                limits.tidy()
        _hash.cache_clear()
        network.cache_clear()

    def _catch_up_soon(self) -> None:
        """Another process says that an administrator did something: what it was is in the database."""
        before = self._catching_up

        async def catch_up() -> None:
            if before:
                await asyncio.wait([before])
            with suppress(StoreDown):
                await self.administration.catch_up()

        self._catching_up = asyncio.create_task(catch_up(), name="what administrators did elsewhere")

    def announcement(self, language: str) -> str:
        """What administrators tell everybody; empty if nothing."""
        current = self.tables.announcement
        return current.text(language) if current and current.until > time.time() else ""

    def stop_soon(self) -> None:
        """End what would never end by itself: sockets and streams."""
        self.stopping.set()
        self.tables.close()

    async def close(self) -> None:
        self.stop_soon()
        for task in (self._reading, self._catching_up):
            if task:
                task.cancel()
        await self.notifications.stop()
        await self.driver.stop()
        await self.store.close()

    def origin(self, connection: Connection) -> str:
        """A keyed hash of the client's address, which is stored in its place."""
        return _hash(self._origin_key, address(connection.scope))

    def origin_of(self, text: str) -> str:
        """The keyed hash of an address that administrators write; empty if that is none."""
        try:
            ipaddress.ip_address(text.strip())
        except ValueError:
            return ""
        return _hash(self._origin_key, address({"client": (text.strip(), 0)}))

    def origins(self, people: Iterable[str]) -> set[str]:
        """The hashes of the addresses from which some people came lately."""
        visitors = self.administration.visitors
        return {visitors[person].origin for person in people if person in visitors}

    def guest(self, connection: Connection) -> Guest | None:
        """The person who asks, if they have given a name and are not signed out; of several on one device the one who
        has it in hand."""
        guest = self._read(connection, cookie_in_hand(connection.cookies))
        if guest is None or not guest.device:
            return guest
        self.accounts.confirm(guest.person, guest.name)
        self.accounts.see(guest.device)
        return msgspec.structs.replace(guest, name=self.accounts.name(guest.person))

    def people_here(self, connection: Connection) -> list[Guest | None]:
        """All who play on the device that asks, its owner first."""
        return [self._read(connection, name) for name in COOKIES]

    def _read(self, connection: Connection, cookie: str) -> Guest | None:
        guest = self.cookies.read(connection.cookies.get(cookie))
        return guest if guest and self.accounts.accepts(guest.person, guest.device) else None

    def check_signed_in(self, guest: Guest) -> None:
        """Raise `Refused` if a person was signed out on this device since they came."""
        if guest.person and not self.accounts.accepts(guest.person, guest.device):
            raise Refused("nobody", "You are signed out on this device.")

    def own_guest(self, connection: Connection) -> Guest:
        """Who asks for what is theirs, also while they are banned.

        :raises Refused: if the person has not given a name.
        """
        guest = self.guest(connection)
        if guest is None:
            raise Refused("nobody", "Say your name first.")
        return guest

    def known_guest(self, connection: Connection) -> Guest:
        """Raise `Refused` if the person has not given a name, or is banned."""
        guest = self.own_guest(connection)
        self.check_allowed(connection, guest)
        return guest

    def check_may_come(self, connection: Connection) -> None:
        """Raise `Refused` if whoever asks is banned, with a name or without."""
        self.check_allowed(connection, self.guest(connection) or NOBODY)

    def is_welcome(self, connection: Connection) -> bool:
        """Whether whoever asks is not banned."""
        with suppress(Refused):
            self.check_may_come(connection)
            return True
        return False

    def stay_check(self, connection: Connection) -> Callable[[], None]:
        """What raises `Refused` as soon as the person or the address of an open connection is banned."""
        return functools.partial(self.administration.check, "ban", self.person(connection), self.origin(connection))

    def check_allowed(self, connection: Connection, guest: Guest, kind: str = "ban") -> None:
        """Raise `Refused` if a person is banned or muted."""
        self.check_signed_in(guest)
        self.see(connection, guest)
        self.administration.check(kind, guest.person, self.origin(connection))

    def see(self, connection: Connection, guest: Guest) -> None:
        """Note that a person is here."""
        if guest.person:
            visitor = Visitor(guest.name, address(connection.scope), self.origin(connection), time.time())
            self.administration.see(guest.person, visitor)

    def person(self, connection: Connection) -> str:
        """The id of the person who asks; empty if they have not given a name."""
        guest = self.guest(connection)
        return guest.person if guest else ""

    def language(self, connection: Connection) -> str:
        """The reader's language."""
        return language(connection.scope)


@functools.lru_cache(4096)
def _hash(key: bytes, address: str) -> str:
    return hmac.new(key, address.encode(), "sha256").hexdigest()[:16]


def services_of(connection: Connection) -> Services:
    """The services of the application that handles a connection."""
    services: Services = connection.app.state.services
    return services
