"""Questions whose answers all come to the same."""

from __future__ import annotations

from typing import Any

from ..kernel.frames import top
from ..kernel.rng import seed_rng
from ..kernel.state import Buffer
from .game import Game
from .reader import WATCHER

FILLINGS, PUBLIC_FILLINGS = 3, 8
MOST_STATES = 80


def one_result(game: Game[Any], s: Any, seat: int) -> bool:
    """Whether it makes no difference what a seat answers: there is one legal move, or all of them lead to the same
    state. ``s`` is what the seat knows.

    Answers are followed while the same seat is asked the same kind of question in pending business; whatever is not
    known is filled in several ways, each the same for all answers. An answer that brings something to light, fails or
    leads too far is no proof.
    """
    out = Buffer(game.families.count)
    count = game.rules.legal(s, seat, out)
    if count < 2:
        return count == 1
    return s.depth > 0 and all(_one_end(game, s, seat, filling) for filling in range(1, FILLINGS + 1))


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
    out, ends, seen, todo = Buffer(game.families.count), set[bytes](), set[bytes](), [start]
    while todo:
        here = todo.pop()
        for code in list(out[: game.rules.legal(here, seat, out)]):
            then = here.copy()
            try:
                game.rules.apply(then, seat, code)
            except (ArithmeticError, LookupError, ValueError, AssertionError):  # a filling that no game reaches
                return False
            key = then.to_bytes()
            if then.revealed != start.revealed or len(seen) == MOST_STATES:
                return False
            if key in seen:
                continue
            seen.add(key)
            if game.rules.asked(then) == seat and top(then) == top(start) and then.depth == start.depth:
                todo.append(then)
            else:
                ends.add(key)
                if len(ends) > 1:
                    return False
    return len(ends) == 1
