"""Who is to be called: the moments at which a table begins to wait for a person who is away.

Whoever tells people (by push, by mail) adds a function to `LiveTables.on_asked`. It is called once when a seat begins
to wait, in the process that made the move, and not again until the seat has answered: further questions meanwhile
replace the first. What a call says is what everybody at the table may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ...protocol import WATCHER
from ...protocol.translations import N_, translator
from . import beats, plans

if TYPE_CHECKING:
    from .table import Table

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
    if not known.legal or not beats.asked(table, seat):
        return False
    if table.window:
        return table.window.beat.ready or chair.asks == "always" or beats.declines(table, seat) < 0
    assert table.match is not None
    return seat == table.match.asked or not table.game.windows.free(known.hidden, seat)


def waiting(table: Table) -> frozenset[tuple[int, str]]:
    """The seats whose people the table waits for, with its status; all of them when its game has been played."""
    people = [seat for seat, chair in enumerate(table.seats) if chair.people and table.match]
    asked = [seat for seat in people if table.status == "over" or must_answer(table, seat)]
    return frozenset((seat, table.status) for seat in asked)


def call(table: Table, seat: int) -> Call:
    """What a seat that the table waits for is called for."""
    chair, kind, until = table.seats[seat], "turn", None
    if table.status == "over":
        kind = "over"
    elif table.window:
        kind, until = "window", beats.over_at(table)
    else:
        until = table.deadline(seat)
        if len(table.awaited(WATCHER)) > 1:
            kind = "vote"
    return Call(table, seat, tuple(chair.people), kind, chair.question, until)  # type: ignore[arg-type]
