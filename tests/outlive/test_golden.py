"""Whole games, kept as records: a changed rule shows as a changed file. `python -m tests.outlive.test_golden` writes
them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import lastraft

FOLDER = Path(__file__).parent / "golden"
SEATS = (2, 3, 4)


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


@pytest.mark.parametrize("seats", SEATS)
def test_golden_records_replay(seats: int) -> None:
    text = (FOLDER / f"{seats}.txt").read_text("utf-8")
    assert lastraft.read(text).record() == text


if __name__ == "__main__":
    for n in SEATS:
        (FOLDER / f"{n}.txt").write_text(greedy_game(n).record(), "utf-8")
