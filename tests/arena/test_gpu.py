"""The kernel that plays games on a GPU compiles; it takes a GPU to run it (bench/gpu.py)."""

from __future__ import annotations

import importlib.util

import pytest

import lastraft
from lastraft.arena.gpu import Place, kernel
from lastraft.arena.native_loop import Seating
from lastraft.kernel import Rng
from lastraft.kernel.cuda import Cuda
from tests.driftwood import GAME

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="the extra 'cuda' is not installed"
)


@pytest.mark.parametrize("name", sorted({*lastraft.games(), GAME.name}))
@pytest.mark.parametrize("greedy", [False, True])
def test_the_kernel_compiles(name: str, greedy: bool) -> None:
    from numba import from_dtype, int32, int64

    game = lastraft.game(name)
    state, seating, rng, place = (from_dtype(kind.dtype()) for kind in (game.state, Seating, Rng, Place))
    room = (state[::1], seating[::1], state[::1], rng[:, ::1], place[::1])
    ends = (int32[::1], int32[::1], int32[:, :, ::1], state[::1], int64, int64)
    rules = Cuda(game.state, game.bindings())
    text = rules.ptx(lambda: kernel(rules, game.families.count, greedy), (*room, *ends))
    assert text.count(".entry") == 1
    assert "ld.const" not in text
