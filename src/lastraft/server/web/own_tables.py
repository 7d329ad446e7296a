"""The tables of a person that are not over: where they are asked, and how long it has waited."""

from __future__ import annotations

import datetime
from contextlib import suppress
from typing import NamedTuple

from babel.dates import format_timedelta

from ...protocol import WATCHER
from ...protocol.translations import translator
from ..tables import clock, messages
from ..tables.actions import Refused
from ..tables.message_types import Summary
from ..tables.streams import check_may_watch
from ..tables.table import BadTable, Table
from .services import Services


class MyTable(NamedTuple):
    """A table of one's own that is not over."""

    shown: Summary
    asked: bool
    stage: str
    state: str
    seconds: float
    """How long it has waited, as far as the reader can know."""
    lesson: bool = False
    """Whether it is a coached game, which waits for nobody."""

    def order(self) -> tuple[int, float]:
        """Where one is asked first, then where others are, then lobbies; the longest wait first."""
        return 0 if self.asked else 1 if self.shown["status"] == "running" else 2, -self.seconds


async def my_tables(services: Services, person: str, language: str) -> list[MyTable]:
    """The tables of a person that are not over, in the order of `MyTable.order`."""
    shown = []
    for id in await services.store.going_tables_of(person):
        with suppress(BadTable, Refused):
            live = await services.tables.get(id)
            check_may_watch(live, person)  # whoever left a table may know no more of it
            table = live.table
            if table.status != "over":
                shown.append(_my_table(table, person, language))
    return sorted(shown, key=MyTable.order)


def _my_table(table: Table, person: str, language: str) -> MyTable:
    t, seat, now = translator("lastraft", language), table.seat_of(person), clock.now()
    summary = messages.summary(table, language)
    if table.status != "running":
        return MyTable(summary, False, "", t("Waiting for players"), max(0.0, now - table.changed))
    known = table.knowledge(seat)
    asked = seat != WATCHER and bool(known.legal)
    r = table.game.reader(known.hidden, seat, table.names, language)
    # What the reader was not sent must not show in how long they are said to have waited.
    last = table.log[table.streams[seat][-1]].entry.at if table.streams.get(seat) else table.changed
    since = table.seats[seat].since if asked else last
    state = t("Your turn") if asked else messages.waiting(table, seat, table.awaited(seat), language)
    stage = table.game.speech.stage(r).heading
    return MyTable(summary, asked, stage, state or t("Being played"), max(0.0, now - since), table.lesson)


def waited(seconds: float, language: str) -> str:
    """A span of time in few letters."""
    span = max(60, seconds)
    return format_timedelta(datetime.timedelta(seconds=span), locale=language, format="short", threshold=1.0)
