"""Tables whose games go on without a server, on a clock of our own."""

from __future__ import annotations

from typing import Any

from lastraft.bots import bot
from lastraft.match import position
from lastraft.server.tables import actions, beats, messages
from lastraft.server.tables.driver import _dues, _next, _table_answers, _window_key
from lastraft.server.tables.table import Table
from tests.server.helpers import opening


class Clock:
    """The time that the tables of a test go by."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def seated(
    game: str, people: int, bots: int = 0, seed: int = 1, start: str = "", kind: str = "greedy", **terms: Any
) -> Table:
    """A table with people `p0`, `p1`, ... and then bots, whose game has begun, perhaps from a position."""
    size = people + bots
    table = Table("table", opening("p0", game, size, **{"pace": 1.0, **terms}))
    for seat in range(people):
        table.apply(actions.sit(table, f"p{seat}", f"Person {seat}"))
    for seat in range(people, size):
        table.apply(actions.give_to_bot(table, "p0", seat, kind))
    table.apply(actions.start(table, "p0", seed))
    if start:
        table.match = position(game, start.replace("; ", "\n"), seats=size, seed=seed)
        table._knowledge = {}
        table.window = table._last_window = None
        table._follow_window(table.log[-1].entry)
    return table


class Running:
    """What the driver does, without waiting."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table, self.clock = table, clock
        self.considered: set[Any] = set()
        self.bots = {i: bot(seat.bot, table.game, i) for i, seat in enumerate(table.seats) if seat.bot}

    def next(self) -> float | None:
        return _next(self.table, self.considered)

    def step(self) -> bool:
        """Make the next move of a bot or the table; False if it waits for a person."""
        due, table = self.next(), self.table
        if due is None:
            return False
        self.clock.now = max(self.clock.now, due)
        if _table_answers(table, self.considered, self.clock.now):
            table.apply(actions.answered_by_table(table))
            return True
        seat = next(seat for at, seat in _dues(table, self.considered) if at <= self.clock.now)
        key, passes = _window_key(table, seat), table.window and beats.declines(table, seat)
        code = beats.answers_first(table, seat, self.bots[seat].choose(beats.when_asked(table, seat), seat))
        if code == passes or code not in table.knowledge(seat).legal:
            self.considered.add(key)
        else:
            table.apply(actions.checked_move(table, seat, code))
        return True

    def to_the_end(self) -> None:
        """Until the open window is over."""
        while self.table.window and self.step():
            pass

    def until(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.clock.now + seconds
        while (due := self.next()) is not None and due <= end and self.step():
            pass
        self.clock.now = end


def shown(table: Table, seat: int) -> dict[str, Any]:
    return messages.game_state(table, seat, "en", "none")  # type: ignore[return-value]


HANDS = "first: A; round: 2; weather: 0 0 1; hand A: axe; hand B: {b}; hand C: {c}"
DEBATE = "first: A; round: 2; weather: 0 0 1; W: 1; F: 9; window: S water; hand B: club; hand C: axe"
"""Positions of Hellapagos in which others may step in, and in which everybody debates."""
