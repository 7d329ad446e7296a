"""A game again, move by move. A finished one lies open; while it runs, somebody sees again what he saw himself: his
own steps, for how many moves were made in all may tell more than he should know."""

from __future__ import annotations

from typing import Any

from ..drawing import number as short
from ..match import Match
from ..words import words
from .acts import Refused
from .entries import Moved, Undone, bit
from .table import Table

WIDE, HIGH, POINTS = 280, 110, 60


def playing(table: Table) -> Match:
    """
    :raises Refused: if the game has not begun.
    """
    if table.match is None:
        raise Refused("lobby", "The game has not begun.")
    return table.match


def steps(table: Table, reader: int) -> list[int]:
    """After which moves a reader can look at the table: after all, or while the game runs after those of which he saw
    something."""
    match = playing(table)
    if match.over:
        return list(range(len(match.history) + 1))
    made: list[Moved] = []
    for heard in table.log:
        if isinstance(heard.entry, Moved):
            made.append(heard.entry)
        elif isinstance(heard.entry, Undone):
            made.pop()
    return [0, *(number for number, moved in enumerate(made, 1) if moved.seen & bit(reader))]


def moment(table: Table, reader: int, step: int, seat: int, language: str) -> dict[str, Any]:
    """The table as one seat saw it after so many steps, what it was told then, and at what that points.

    :raises Refused: if there is no such step, or if the reader may not see with the eyes of that seat yet.
    """
    match, numbers = playing(table), steps(table, reader)
    if not 0 <= step < len(numbers) or not -1 <= seat < match.seats:
        raise Refused("not-found", "There is no such move or seat in this game.")
    if seat != reader and not match.over:
        raise Refused("running", "A game lies open when it is over.")
    game, t, own = match.game, words("lastraft", language), words(match.game.name, language)
    number = numbers[step]
    told = [happened.event for happened in match.events(seat, number) if happened.number == number]
    lines = game.log(told, seat, match.names, own)
    return {
        "drawing": game.draw(game.hidden(match.at(number), seat), seat, match.names, own),
        "title": t("Move {n} of {count}", n=step, count=len(numbers) - 1),
        "said": [said for said, _ in lines],
        "things": [things for _, things in lines],
    }


def course(match: Match) -> str:
    """The course of a finished game as a small picture: how each seat stood, from the first move to the last."""
    moves = len(match.history)
    numbers = sorted({round(i * moves / POINTS) for i in range(POINTS + 1)})
    states = [match.at(number) for number in numbers]
    worth = [[int(match.game.rules.evaluate(s, seat)) for s in states] for seat in range(match.seats)]
    least, most = min(map(min, worth)), max(map(max, worth))
    lines = []
    for seat, line in enumerate(worth):
        places = [
            (WIDE * n / max(1, moves), HIGH - HIGH * (w - least) / max(1, most - least))
            for n, w in zip(numbers, line, strict=True)
        ]
        points = " ".join(f"{short(x)},{short(y)}" for x, y in places)
        x, y = places[-1]
        lines.append(
            f'<polyline class="s{seat}" points="{points}"/><use class="s{seat}" href="#shape-{seat}" '
            f'x="{short(x + 3)}" y="{short(y - 6)}" width="12" height="12"/>'
        )
    return f'<svg viewBox="-3 -8 {WIDE + 21} {HIGH + 16}" aria-hidden="true">{"".join(lines)}</svg>'
