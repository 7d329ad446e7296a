"""Questions whose answers all come to the same."""

from __future__ import annotations

from typing import Any

from ..kernel.frames import top
from ..kernel.rng import seed_rng
from .game import Game
from .reader import WATCHER

FILLINGS, PUBLIC_FILLINGS = 3, 8
MOST_STATES = 80


def one_result(game: Game[Any], s: Any, seat: int) -> bool:
    """Whether it makes no difference what a seat answers: there is one legal move that is not needless, or all of them
    lead to the same state. ``s`` is what the seat knows.

    Answers are followed while the same seat is asked the same kind of question in pending business; whatever is not
    known is filled in several ways, each the same for all answers. An answer that brings something to light, fails or
    leads too far is no proof.
    """
    count = len(needed(game, s, seat))
    if count < 2:
        return count == 1
    return s.depth > 0 and all(_one_end(game, s, seat, filling) for filling in range(1, FILLINGS + 1))


def needed(game: Game[Any], s: Any, seat: int) -> list[int]:
    """The legal moves without those that are as good as another one, or come too late to be of use."""
    return [move for move in game.legal(s, seat) if not game.speech.needless(s, seat, move)]


def one_result_for_all(game: Game[Any], s: Any, seat: int) -> bool:
    """Whether everybody can tell that. ``s`` is what a spectator knows: whatever the seat may hold, it is so."""
    for filling in range(1, PUBLIC_FILLINGS + 1):
        filled = s.copy()
        seed_rng(filled, filling, 3, 4, 5)
        game.rules.determinize(filled, WATCHER)
        if not one_result(game, game.hidden(filled, seat), seat):
            return False
    return True


def _one_end(game: Game[Any], s: Any, seat: int, filling: int) -> bool:
    start = s.copy()
    seed_rng(start, filling, 2, 3, 4)
    game.rules.determinize(start, seat)
    codes = game.legal(start, seat)
    if not codes:
        return False
    if _way_ends(game, start, seat, codes[0]) != _way_ends(game, start, seat, codes[-1]):
        return False  # most questions: so not all answers need be followed
    end: Any = None
    seen, todo = set[bytes](), [start]
    while todo:
        here = todo.pop()
        for code in game.legal(here, seat):
            then = _answered(game, start, here, seat, code)
            if then is None or len(seen) + (end is not None) >= MOST_STATES:
                return False
            if _goes_on(game, start, then, seat):
                key = then.to_bytes()
                if key not in seen:
                    seen.add(key)
                    todo.append(then)
            elif end is not None and end != then.__dict__:
                return False
            else:
                end = then.__dict__
    return end is not None


def _answered(game: Game[Any], start: Any, here: Any, seat: int, code: int) -> Any:
    """The state after an answer; None if it fails or brings something to light."""
    then = here.copy()
    try:
        game.rules.apply(then, seat, code)
    except (ArithmeticError, LookupError, ValueError, AssertionError):  # a filling that no game reaches
        return None
    return then if then.revealed == start.revealed else None


def _goes_on(game: Game[Any], start: Any, s: Any, seat: int) -> bool:
    """Whether the seat is still asked the same kind of question."""
    return bool(game.rules.asked(s) == seat and top(s) == top(start) and s.depth == start.depth)


def _way_ends(game: Game[Any], start: Any, seat: int, code: int) -> Any:
    """Where an answer leads if the first one that is legal is given to all that follows; None if that is not found."""
    here, codes = start, [code]
    for _ in range(MOST_STATES):
        here = _answered(game, start, here, seat, codes[0]) if codes else None
        if here is None:
            return None
        if not _goes_on(game, start, here, seat):
            return here.__dict__
        codes = game.legal(here, seat)
    return None
