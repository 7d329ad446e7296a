"""Whole games, kept as records: a changed rule shows as a changed file. `python -m tests.outlive.test_golden` writes
them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import lastraft
from tests.answers import answers, seldom_game
from tests.outlive.equipped_start import RICH

FOLDER = Path(__file__).parent / "golden"
SELDOM = {
    "seldom-2": ("outlive", 2, 5, -1),
    "seldom-4": ("outlive", 4, 37, -1),
    "equipped-2": (RICH.name, 2, 15, 0),
    "equipped-3": (RICH.name, 3, 18, 0),
    "equipped-4": (RICH.name, 4, 18, -1),
}
"""Game, seats, seed and which value of each option, of games with seldom options and moves."""
NAMES = ("2", "3", "4", *SELDOM)


def greedy_game(seats: int) -> lastraft.Match:
    """A game in which everybody takes the move after which the table looks best for him."""
    m = lastraft.new("outlive", seats=seats, seed=2017 + seats)
    rules = m.game.rules
    while m.asked is not None:
        seat, best, chosen = m.asked, -(1 << 30), -1
        for code in m.legal_moves(seat).codes():
            after = m.state.copy()
            rules.apply(after, seat, code)
            value = rules.evaluate(m.game.hidden(after, seat), seat)
            if value > best:
                best, chosen = value, code
        m.push(chosen, seat)
    return m


@pytest.mark.parametrize("name", NAMES)
def test_golden_records_replay(name: str) -> None:
    """The record is written as it was, and on the way the rules answer as they did."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    m = lastraft.read(text)
    assert m.record() == text
    assert answers(m) == (FOLDER / f"{name}.answers.txt").read_text("utf-8")


if __name__ == "__main__":
    for name in NAMES:
        m = seldom_game(*SELDOM[name]) if name in SELDOM else greedy_game(int(name))
        (FOLDER / f"{name}.txt").write_text(m.record(), "utf-8")
        (FOLDER / f"{name}.answers.txt").write_text(answers(m), "utf-8")
