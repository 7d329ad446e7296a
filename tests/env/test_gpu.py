"""The kernels of the vector environment compile; it takes a GPU to run them (bench/env.py --device cuda)."""

from __future__ import annotations

import importlib.util

import pytest

from lastraft.arena.gpu_stepping import step_kernel
from lastraft.arena.native_loop import Seating
from lastraft.bots import room
from lastraft.bots.net import Net
from lastraft.env.gpu import step_among_bots_kernel
from lastraft.kernel import Rng
from lastraft.kernel.cuda import Cuda
from tests.driftwood import GAME

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="the extra 'cuda' is not installed"
)


def test_the_kernels_compile() -> None:
    from numba import from_dtype, int8, int16, int64

    state, seating, net, rng = (from_dtype(kind.dtype()) for kind in (GAME.state, Seating, Net, Rng))
    rules = Cuda(GAME.state, GAME.bindings())
    row, rows = int16[::1], int16[:, ::1]
    games = (state[::1], int64, row, rows, row, rows, int8[:, ::1], rows, row, int64, int64, int64)
    for make, arguments in ((step_kernel, ()), (step_among_bots_kernel, (seating[::1], net[::1], rng[:, ::1]))):
        text = rules.ptx(lambda make=make: make(rules, GAME, room(GAME)), (*games, *arguments))  # type: ignore[misc]
        assert text.count(".entry") == 1
