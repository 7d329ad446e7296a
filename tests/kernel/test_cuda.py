"""The CUDA world as far as it can be seen without a card: every rule compiles to PTX (bench/gpu.py compares play)."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

import lastraft
from lastraft.bots.greedy import choose_greedy
from lastraft.bots.random import play_random
from lastraft.kernel.cuda import Cuda
from tests.driftwood import GAME

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="the extra 'cuda' is not installed",
)


@pytest.mark.parametrize("name", sorted({*lastraft.games(), GAME.name}))
@pytest.mark.parametrize("player", [play_random, choose_greedy])
def test_rules_compile_to_ptx(name: str, player: Any) -> None:
    game = lastraft.game(name)
    text = Cuda(game.state, game.slots()).ptx(player)
    assert ".func" in text
    assert "ld.const" not in text
