"""What every request needs at hand: the live_tables, the cookies, the limits."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.connection import ASGIConnection

from ..ops.settings import Settings
from ..tables.actions import Refused
from ..tables.driver import Driver
from ..tables.live_tables import LiveTables
from ..tables.store import Store
from ..tables.streams import Connections
from .access import RateLimits
from .identity import COOKIE, Cookies, Guest
from .language import language

Connection = ASGIConnection[Any, Any, Any, Any]


class Services:
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.url, settings.database_timeout)
        self.tables = LiveTables(self.store, settings)
        self.driver = Driver(self.tables)
        self.connections = Connections(settings.limits)
        self.requests = RateLimits(settings.limits.requests_a_second, settings.limits.requests_at_once)
        """What each address asks for, by requests and by frames of all its sockets."""
        self.chat = RateLimits(settings.limits.chat_a_second, settings.limits.chat_at_once)
        self.hints = RateLimits(0.3, 3)
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
        self.store.listen(self.tables.woken, self.tables.heard_of, self.tables.missed)
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
        """Who is asking, if he has said so."""
        return self.cookies.read(connection.cookies.get(COOKIE))

    def known_guest(self, connection: Connection) -> Guest:
        """
        :raises Refused: if nobody has said who he is.
        """
        guest = self.guest(connection)
        if guest is None:
            raise Refused("nobody", "Say your name first.")
        return guest

    def language(self, connection: Connection) -> str:
        """The reader's language."""
        return language(connection.scope)
