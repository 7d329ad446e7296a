"""Whole games by plain rules, checked after every move (see `lastraft.testing.invariants`)."""

from __future__ import annotations

import pytest

from lastraft.outlive import GAME
from lastraft.testing.invariants import Player, name_of


@pytest.mark.parametrize("number", [2, 6, 9])
def test_nothing_is_violated(number: int) -> None:
    finding = Player(GAME, every=4, dear=32, native=False).play(number)
    assert finding.wrong == 0, f"{name_of(GAME, finding.wrong)} after move {finding.moves}"
