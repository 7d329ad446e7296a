"""Whom a table waits for, and when they may be called to it; `ops.notifications` calls them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...protocol import WATCHER
from . import beats, nights, orders, plans

if TYPE_CHECKING:
    from .table import Table

DAY = 86_400.0
MOST_A_DAY = 2
"""So often somebody is called in 24 hours to a table that is played over days."""


def must_answer(table: Table, seat: int) -> bool:
    """Whether the table waits for the person of a seat. A window that passes by itself waits for nobody, but those who
    want to be asked always."""
    chair = table.seats[seat]
    if table.status != "running" or not chair.people or chair.bot or table.lesson:
        return False
    if plans.ahead(table, seat) is not None:
        return True
    known = table.knowledge(seat)
    if table.terms.pace and orders.wanted(table, seat):
        return False
    if not known.legal or not beats.asked(table, seat):
        return False
    if table.window:
        return table.window.beat.ready or chair.asks == "always" or beats.declines(table, seat) < 0
    assert table.match is not None
    return seat == table.match.asked or not table.game.windows.free(known.hidden, seat)


def turns(table: Table, seat: int) -> int:
    """How many choices a seat has made, or its orders and its clock for it; another question is no other turn, nor is a
    window that the table let pass."""
    return sum(move.seat == seat and (move.ordered or not move.by_table) for move in table.moves)


def moment(table: Table, seat: int, at: float, called: Sequence[float], quiet: nights.Night | None = None) -> float:
    """When from a time on a person may be called who was ``called`` at some times before: not in hours that are
    ``quiet``, and over days neither at night nor more than twice in 24 hours."""
    if not table.terms.slow:
        return nights.awake(at, quiet)
    if len(called) >= MOST_A_DAY:
        at = max(at, sorted(called)[-MOST_A_DAY] + DAY)
    return nights.awake(at, quiet, table.seats[seat].night if seat != WATCHER else None)
