"""Whole games that must never change: a changed rule shows in their text.

`python -m tests.hellapagos.test_golden` plays them anew and writes them.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import lastraft
from lastraft.hellapagos import GAME
from lastraft.match import Match
from tests.answers import answers, seldom_game

GOLDEN = Path(__file__).parent / "golden"
SEEDS = {3: 7, 6: 12, 12: 25}
"""Seeds of games from which somebody gets away, by the number of seats."""
SELDOM = {"seldom-4": (4, 9, -1), "seldom-6": (6, 4, -1), "seldom-8": (8, 4, 1)}
"""Seats, seed and which value of each option, of games with seldom options and moves."""
NAMES = (*map(str, SEEDS), *SELDOM)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """HP-20.1: the moves lead to the same end, and the text is the same to the last letter; on the way the rules answer
    as they did."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    m = lastraft.read(text)
    assert m.over
    assert m.record() == text
    assert answers(m) == (GOLDEN / f"{name}.answers.txt").read_text(encoding="utf-8")


def played(seats: int, seed: int) -> Match:
    """A game in which people do something: cards now and then, wood more often, the clock where it is due."""
    m = lastraft.new(GAME.name, seats, seed=seed)
    rnd = random.Random(f"golden {seed}")
    while (seat := m.asked) is not None:
        moves = list(m.legal_moves(seat))
        texts = [move.text for move in moves]
        calm = [move for move in moves if not move.text.startswith(("offer", "give", "shoot"))]
        if rnd.random() < 0.02:
            m.push(GAME.rules.timeout(m.state, seat), seat, by_clock=True)
        elif "pass" in texts and rnd.random() < 0.93:
            m.push("pass", seat)
        elif "wood 1" in texts and rnd.random() < 0.4:
            m.push(f"wood {rnd.randrange(3)}", seat)
        else:
            m.push(rnd.choice(calm if calm and rnd.random() < 0.9 else moves), seat)
    return m


if __name__ == "__main__":
    for name in NAMES:
        m = seldom_game(GAME.name, *SELDOM[name]) if name in SELDOM else played(int(name), SEEDS[int(name)])
        (GOLDEN / f"{name}.txt").write_text(m.record(), encoding="utf-8")
        (GOLDEN / f"{name}.answers.txt").write_text(answers(m), encoding="utf-8")
