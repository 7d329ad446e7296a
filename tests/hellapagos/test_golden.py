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

GOLDEN = Path(__file__).parent / "golden"
SEEDS = {3: 7, 6: 12, 12: 25}
"""Seeds of games from which somebody gets away, by the number of seats."""


@pytest.mark.parametrize("seats", SEEDS)
def test_golden(seats: int) -> None:
    """HP-20.1: the moves lead to the same end, and the text is the same to the last letter."""
    text = (GOLDEN / f"{seats}.txt").read_text(encoding="utf-8")
    m = lastraft.read(text)
    assert m.over
    assert m.record() == text


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
    for seats, seed in SEEDS.items():
        (GOLDEN / f"{seats}.txt").write_text(played(seats, seed).record(), encoding="utf-8")
