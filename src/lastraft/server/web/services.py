"""The objects that requests share: settings, database, live tables, rate limits, cookies."""

from __future__ import annotations

import asyncio
from typing import Any

import litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from ..ops.settings import Settings
from ..tables.actions import Refused
from ..tables.driver import Driver
from ..tables.live_tables import LiveTables
from ..tables.store import Store
from ..tables.streams import Connections
from .access import RateLimits
from .identity import COOKIE, Cookies, Guest, language

Connection = ASGIConnection[Any, Any, Any, Any]
Request = litestar.Request[Any, Any, State]


class Services:
    """What one server process consists of."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.store = Store(settings.url, settings.database_timeout)
        self.tables = LiveTables(self.store, settings)
        self.driver = Driver(self.tables)
        self.connections = Connections(limits)
        self.requests = RateLimits(limits.requests_a_second, limits.requests_at_once)
        """By address: requests, and frames of all its sockets."""
        self.chat = RateLimits(limits.chat_a_second, limits.chat_at_once)
        self.hints = RateLimits(0.3, 3)
        self.analyses = RateLimits(0.3, 6)
        self.cookies = Cookies(settings.secret, settings.cookie_days)
        self.stopping = asyncio.Event()
        self._open = False

    async def open(self) -> None:
        """Open the database, once.

        :raises LastRaftError: if it cannot be used.
        """
        if self._open:
            return
        self._open = True
        self.store.claim()
        await self.store.open()
        secret = self.settings.secret or await self.store.secret("cookie")
        self.cookies = Cookies(secret, self.settings.cookie_days)
        self.store.listen(self.tables.notified, self.tables.presence_elsewhere, self.tables.missed_notifications)
        await self.driver.start()

    def stop_soon(self) -> None:
        """End what would never end by itself: sockets and streams."""
        self.stopping.set()
        self.tables.close()

    async def close(self) -> None:
        self.stop_soon()
        await self.driver.stop()
        await self.store.close()

    def guest(self, connection: Connection) -> Guest | None:
        """The person who asks, if they have given a name."""
        return self.cookies.read(connection.cookies.get(COOKIE))

    def known_guest(self, connection: Connection) -> Guest:
        """Raise `Refused` if the person has not given a name."""
        guest = self.guest(connection)
        if guest is None:
            raise Refused("nobody", "Say your name first.")
        return guest

    def person(self, connection: Connection) -> str:
        """The id of the person who asks; empty if they have not given a name."""
        guest = self.guest(connection)
        return guest.person if guest else ""

    def language(self, connection: Connection) -> str:
        """The reader's language."""
        return language(connection.scope)


def services_of(connection: Connection) -> Services:
    """The services of the application that handles a connection."""
    services: Services = connection.app.state.services
    return services
