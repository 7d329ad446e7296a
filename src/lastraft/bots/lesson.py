"""The other seats of a coached game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .. import positions
from ..match import Match
from ..protocol import Game, Lesson


class LessonBot:
    """`lesson`: makes the first of a lesson's replies that is legal (some are for one seat: ``B: fish``, some go on:
    ``B: offer A > card gun > done``), else the default move. `fold`, without replies, always makes that."""

    def __init__(self, game: Game[Any], replies: Sequence[str]) -> None:
        self._game, self._replies = game, [reply.split(" > ") for reply in replies]
        self._begun: dict[int, list[str]] = {}
        """By seat: the rest of a reply that goes on."""

    def choose(self, hidden: Any, seat: int) -> int:
        legal = self._game.legal(hidden, seat)
        texts = {self._game.notation.move_text(hidden, seat, code): code for code in legal}
        texts |= {f"{self._game.notation.seat_name(seat)}: {text}": code for text, code in texts.items()}
        default = int(self._game.rules.timeout(hidden, seat))
        replies = [self._begun.pop(seat, [""]), *self._replies]
        reply, *rest = next((reply for reply in replies if reply[0] in texts), [""])
        if rest:
            self._begun[seat] = rest
        code = texts.get(reply, default)
        return code if code in legal else legal[0]


def rehearse(game: Game[Any], lesson: Lesson) -> Iterator[tuple[int, Match]]:
    """Play a lesson through: for each step the code of its move (-1: none) and the match before it.

    :raises InvalidMove: if a step names no move of the game.
    :raises IllegalMove: if a step's move is not legal when it comes.
    """
    start = positions.read(game, lesson.position)
    match = Match(game, start.seats, 1, start=start)
    other = LessonBot(game, lesson.replies)
    for step in lesson.steps:
        while (seat := _waits_for(match, step.move)) is not None:
            code = other.choose(match.hidden(seat), seat) if seat else match.game.rules.timeout(match.hidden(0), 0)
            match.push(int(code), seat)
        yield (match.parse(step.move, 0).code if step.move else -1), match
        if step.move:
            match.push(step.move, 0)


def _waits_for(match: Match, move: str) -> int | None:
    """The seat that moves before the learner makes a step's move: another one, or the learner, who is only asked in
    case they want to step in or has no choice."""
    due = [seat for seat in match.actors if seat == match.asked or match.game.is_window(match.state, seat)]
    others = [seat for seat in due if seat]
    if others:
        return others[0]
    if not (0 in due and move and match.forbids(move, 0)):
        return None
    return 0 if match.game.is_window(match.state, 0) or len(match.legal_moves(0)) == 1 else None
