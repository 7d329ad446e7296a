"""The kernel that plays games on a GPU compiles; it takes a GPU to run it (bench/gpu.py)."""

from __future__ import annotations

import importlib.util
from functools import partial

import pytest

import lastraft
from bench.gpu import net_kernel
from lastraft.arena.gpu import Place, kernel
from lastraft.arena.gpu_stepping import step_kernel
from lastraft.arena.native_loop import Seating
from lastraft.arena.self_play import greedy_kernel
from lastraft.bots import room
from lastraft.bots.net import Layers, Net
from lastraft.kernel import Rng
from lastraft.kernel.cuda import Cuda
from tests.driftwood import GAME

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="the extra 'cuda' is not installed"
)


@pytest.mark.parametrize("name", sorted({*lastraft.games(), GAME.name}))
@pytest.mark.parametrize("greedy", [False, True])
def test_the_kernel_compiles(name: str, greedy: bool) -> None:
    from numba import from_dtype, int16, int32, int64

    game = lastraft.game(name)
    state, seating, rng, place = (from_dtype(kind.dtype()) for kind in (game.state, Seating, Rng, Place))
    room = (state[::1], seating[::1], state[::1], rng[:, ::1], place[::1], int16[:, ::1])
    ends = (int32[::1], int32[::1], int32[:, :, ::1], state[::1], int64, int64)
    rules = Cuda(game.state, game.bindings())
    text = rules.ptx(lambda: kernel(rules, game.families.count, greedy, 512), (*room, *ends))
    assert text.count(".entry") == 1
    assert "ld.const" not in text


@pytest.mark.parametrize("name", sorted({*lastraft.games(), GAME.name}))
def test_the_kernels_of_a_training_compile(name: str) -> None:
    from numba import from_dtype, int16, int32, int64

    game = lastraft.game(name)
    state, rng = from_dtype(game.state.dtype()), from_dtype(Rng.dtype())
    rules = Cuda(game.state, game.bindings())
    rows, numbers = int16[:, ::1], int32[::1]
    lists = rows, int16[::1]
    advancing = (state[::1], int64, numbers, rows, numbers, rows, rows, *lists, int64, int64, int64)
    answering = (state[::1], int64, rows, numbers, rng[::1], numbers, state[:, ::1], rows)
    stepping = partial(step_kernel, rules, game, room(game), evaluated=True)
    for make, arguments in ((stepping, advancing), (partial(greedy_kernel, rules), answering)):
        assert rules.ptx(make, arguments).count(".entry") == 1


def test_a_net_compiles_for_a_gpu() -> None:
    """The kernel whose choices bench/gpu.py compares with those of a processor."""
    from numba import from_dtype, int32, int64

    state, *kinds = (from_dtype(kind.dtype())[::1] for kind in (GAME.state, Net, Layers, Rng))
    rules = Cuda(GAME.state, GAME.bindings())
    text = rules.ptx(partial(net_kernel, rules, room(GAME)), (state, int32[::1], int64, *kinds, int32[::1]))
    assert text.count(".entry") == 1
