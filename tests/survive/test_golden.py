"""Golden records: whole games that make a change of the rules visible in a diff.

`python -m tests.survive.test_golden` plays and writes them anew.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import lastraft
from lastraft import Match
from lastraft.survive import GAME
from lastraft.survive.state import Phase
from lastraft.testing.random_play import random_move
from tests.answers import answers, seldom_game

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[int, dict[str, str]] = {
    2: {},
    3: {"raft_control": "at_least_combined", "enter_kaiju_space": "bounce", "kaiju_safe_land": "allowed"},
    4: {},
    5: {"value_visibility": "own_open", "leave_safe_land": "allowed", "eliminated_rafts": "out_of_game"},
}
SELDOM = {"seldom-3": (3, 32, -1), "seldom-5": (5, 32, 1)}
"""Seats, seed and which value of each option, of games with seldom options and moves."""
NAMES = (*(f"{seats}-players" for seats in GAMES), *SELDOM)


def played(seats: int) -> Match:
    """A game that is the same every time: now and then at random, otherwise what looks best at once."""
    rnd = random.Random(f"golden {seats}")
    m = lastraft.new("survive", seats=seats, seed=seats, options=GAMES[seats])
    while not m.over:
        seat, code = random_move(GAME, m.state, rnd)
        if rnd.random() < 0.8 and m.state.phase == Phase.ACTION:
            code = max(m.legal_moves(seat).codes(), key=lambda code: (_looks(m, seat, code), code))
        m.push(code, seat)
    return m


def _looks(m: Match, seat: int, code: int) -> int:
    s = m.state.copy()
    GAME.rules.apply(s, seat, code)
    return GAME.rules.evaluate(s, seat)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """The record replays to the same end and is written as it was; on the way the rules answer as they did."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    m = lastraft.read(text)
    assert m.over
    assert m.record() == text
    assert answers(m) == (FOLDER / f"{name}.answers.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in NAMES:
        m = seldom_game(GAME.name, *SELDOM[name]) if name in SELDOM else played(int(name[0]))
        (FOLDER / f"{name}.txt").write_text(m.record(), encoding="utf-8")
        (FOLDER / f"{name}.answers.txt").write_text(answers(m), encoding="utf-8")
