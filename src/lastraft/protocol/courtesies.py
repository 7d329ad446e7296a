"""What people say at any table: short words of courtesy, which bots answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel.state import Emitted
from .phrases import Phrase, Phrases
from .reader import Listener, Reader
from .translations import N_

SAID = (
    N_("Good luck!"),
    N_("Well played!"),
    N_("Ouch!"),
    N_("Thank you."),
    N_("Good game!"),
    N_("Take your time."),
    N_("Hurry up, please."),
)
GOOD_LUCK, WELL_PLAYED, OUCH, THANKS, GOOD_GAME, TAKE_YOUR_TIME, HURRY = range(len(SAID))
ANSWERS = {GOOD_LUCK: THANKS, WELL_PLAYED: THANKS, TAKE_YOUR_TIME: THANKS, GOOD_GAME: GOOD_GAME}
SELDOM = 3
"""Bots speak of about every so many losses."""


def courtesies(
    begins: int, ends: int, losses: Callable[[Any, Sequence[Emitted]], Sequence[tuple[int, int]]]
) -> Phrases[Any]:
    """The phrases of a game that needs no others: the kinds of event with which a turn begins and the game ends, and
    ``losses``, which tells who lost something in events that everybody saw, each with a number by which some are left
    out."""

    def after(s: Any, events: Sequence[Emitted], seat: int) -> int:
        """Somebody thanks for the game; whoever loses something cries out now and then."""
        if any(event.kind == ends for event in events):
            return GOOD_GAME
        return OUCH if any(who == seat and not number % SELDOM for who, number in losses(s, events)) else -1

    return Phrases(
        offered=lambda r: _offered(r) if r.seat >= 0 else (),
        text=_text,
        begins=begins,
        answer=lambda s, seat, code: ANSWERS.get(code, -1),
        after=after,
        parting=frozenset({WELL_PLAYED, THANKS, GOOD_GAME}),
        once=True,
    )


def _offered(r: Reader[Any]) -> list[Phrase]:
    return [Phrase(code, r.t("Say"), r.t(said)) for code, said in enumerate(SAID)]


def _text(code: int, listener: Listener) -> str:
    return listener.t(SAID[code]) if 0 <= code < len(SAID) else ""
