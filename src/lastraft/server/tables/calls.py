"""Who is to be called: the moments at which a table begins to wait for a person who is away.

Whoever tells people (by push, by mail) adds a function to `LiveTables.on_asked`. It is told once when a seat begins to
wait for its person, in the process that made the move, and not again until they have come by, whatever the seat is
asked meanwhile. Over days nobody is called at night, nor more than twice in 24 hours: such a call comes later. What it
says is what everybody at the table may know.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...protocol import WATCHER
from ...protocol.translations import N_, translator
from . import beats, nights, orders, plans

if TYPE_CHECKING:
    from .table import Table

DAY = 86_400.0
TITLES = {
    "turn": N_("Your turn at {game}"),
    "vote": N_("All choose at {game}, you too"),
    "window": N_("A moment for everybody at {game}"),
    "over": N_("The game of {game} is over"),
}


class Call(NamedTuple):
    """A table waits for a person who is away, or its game has ended without them."""

    table: Table
    seat: int
    people: tuple[str, ...]
    """Who may act for the seat."""
    kind: Literal["turn", "vote", "window", "over"]
    """Whether the seat is asked alone, several are at the same time, or a window is open for all."""
    question: int
    """The number of the seat's question: together with the table it tells one call from the next."""
    until: float | None
    """When the seat's time runs out, or the window ends; None: it waits."""
    at: float = 0
    """When the person is to be called."""

    def words(self, language: str) -> tuple[str, str]:
        """A title and a sentence in a language, without anything that only the seat knows."""
        table, t = self.table, translator("lastraft", language)
        title = t(TITLES[self.kind], game=table.game.title)
        r = table.game.reader(table.knowledge(WATCHER).hidden, WATCHER, table.names, language)
        said = table.game.speech.prompt(r).replace("\n", " ")
        heading = table.game.speech.stage(r).heading
        return title, f"{heading}: {said}" if heading and self.kind != "over" else said


def must_answer(table: Table, seat: int) -> bool:
    """Whether the table waits for the person of a seat. A window that passes by itself waits for nobody, but those who
    want to be asked always."""
    chair = table.seats[seat]
    if table.status != "running" or not chair.people or chair.bot:
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


def waiting(table: Table) -> list[int]:
    """The seats whose people the table waits for; all of them when its game has been played."""
    people = [seat for seat, chair in enumerate(table.seats) if chair.people and table.match]
    return [seat for seat in people if table.status == "over" or must_answer(table, seat)]


def call(table: Table, seat: int, at: float = 0) -> Call:
    """What a seat that the table waits for is called for."""
    chair, kind, until = table.seats[seat], "turn", None
    if table.status == "over":
        kind = "over"
    elif table.window:
        kind, until = "window", beats.over_at(table)
    else:
        known, until = table.knowledge(WATCHER).hidden, table.deadline(seat)
        others = [other for other in table.awaited(WATCHER) if not table.game.windows.free(known, other)]
        kind = "vote" if len(others) > 1 else "turn"
    return Call(table, seat, tuple(chair.people), kind, chair.question, until, at)  # type: ignore[arg-type]


class Caller:
    """Which people of a table are called and have not come by since, in one process."""

    def __init__(self, table: Table) -> None:
        self.called = {(seat, table.status): 0.0 for seat in waiting(table)}
        """By seat and status of the table: when its person is called."""
        self._before: dict[int, list[float]] = {}
        """By seat: when its person was called."""

    def follow(self, table: Table, here: Collection[int], now: float) -> list[Call]:
        """The calls that the table's last change brings; ``here`` are the seats whose people are connected."""
        for seat, status in [key for key in self.called if key[0] in here]:
            rang = self.called.pop((seat, status))
            if 0 < rang <= now:
                self._before.setdefault(seat, []).append(rang)
        new = [seat for seat in waiting(table) if seat not in here and (seat, table.status) not in self.called]
        due = [call(table, seat, self._moment(table, seat, now)) for seat in new]
        self.called |= {(each.seat, table.status): each.at for each in due}
        return due

    def _moment(self, table: Table, seat: int, now: float) -> float:
        """When a person may be called: over days not at night, and twice in 24 hours."""
        if not table.terms.slow:
            return now
        last = self._before.get(seat, [])[-2:]
        at = max(now, last[0] + DAY) if len(last) == 2 else now
        return nights.after(at, 0.001, table.seats[seat].night)
