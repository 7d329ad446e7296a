"""The other seats of a coached game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.state import Buffer
from ..protocol import Game, Lesson


class LessonBot:
    """`lesson`: makes the first of a lesson's replies that is legal, else the default move."""

    def __init__(self, game: Game[Any], replies: Sequence[str]) -> None:
        self._game, self._replies = game, replies

    def choose(self, hidden: Any, seat: int) -> int:
        out = Buffer(self._game.families.count)
        legal = out[: self._game.rules.legal(hidden, seat, out)]
        texts = {self._game.notation.move_text(hidden, seat, code): code for code in legal}
        default = int(self._game.rules.timeout(hidden, seat))
        reply = next((texts[text] for text in self._replies if text in texts), default)
        return reply if reply in legal else legal[0]


def rehearse(game: Game[Any], lesson: Lesson) -> Iterator[tuple[int, Any]]:
    """Play a lesson through: for each step the code of its move (-1: none) and the match before it.

    :raises InvalidMove: if a step names no move of the game.
    :raises IllegalMove: if a step's move is not legal when it comes.
    """
    from ..match import Match
    from ..positions import read

    start = read(game, lesson.position)
    match = Match(game, start.seats, 1, start=start)
    other = LessonBot(game, lesson.replies)
    for step in lesson.steps:
        while (seat := _waits_for(match)) is not None:
            match.push(other.choose(match.hidden(seat), seat), seat)
        yield (match.parse(step.move, 0).code if step.move else -1), match
        if step.move:
            match.push(step.move, 0)


def _waits_for(match: Any) -> int | None:
    """The first of the other seats that moves before the learner does."""
    others = [seat for seat in match.actors if seat]
    due = (seat for seat in others if seat == match.asked or match.game.is_window(match.state, seat))
    return next(due, None)
