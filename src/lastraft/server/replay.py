"""A finished game again, move by move. While a game runs nobody is shown this: how many moves were made, and what one
saw before, may tell more than one should know."""

from __future__ import annotations

from typing import Any

from ..drawing import number as short
from ..match import Match
from ..words import words
from .acts import Refused
from .table import Table

WIDE, HIGH, POINTS = 280, 110, 60


def finished(table: Table) -> Match:
    """
    :raises Refused: if the game is not over.
    """
    if table.match is None or not table.match.over:
        raise Refused("running", "A game can be seen again when it is over.")
    return table.match


def moment(match: Match, number: int, seat: int, language: str) -> dict[str, Any]:
    """The table as one seat saw it after so many moves, and what it was told then."""
    if not 0 <= number <= len(match.history) or not -1 <= seat < match.seats:
        raise Refused("not-found", "There is no such move or seat in this game.")
    game, t, frame = match.game, words(match.game.name, language), words("lastraft", language)
    told = [happened.event for happened in match.events(seat, number) if happened.number == number]
    return {
        "drawing": game.draw(game.hidden(match.at(number), seat), seat, match.names, t),
        "title": frame("Move {n} of {count}", n=number, count=len(match.history)),
        "said": [said for event in told if (said := game.tell(event, seat, match.names, t))],
    }


def course(match: Match) -> str:
    """The course of the game as a small picture: how each seat stood, from the first move to the last."""
    moves = len(match.history)
    numbers = sorted({round(i * moves / POINTS) for i in range(POINTS + 1)})
    states = [match.at(number) for number in numbers]
    lines = []
    for seat in range(match.seats):
        worth = [int(match.game.rules.evaluate(s, seat)) for s in states]
        steps = zip(numbers, worth, strict=True)
        points = (f"{short(WIDE * n / max(1, moves))},{short(HIGH - HIGH * w / 1000)}" for n, w in steps)
        lines.append(f'<polyline class="s{seat}" points="{" ".join(points)}"/>')
    return f'<svg viewBox="-3 -3 {WIDE + 6} {HIGH + 6}" aria-hidden="true">{"".join(lines)}</svg>'
