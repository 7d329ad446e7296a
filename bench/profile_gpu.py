"""The loops of `profile.py` in all threads of a GPU at once."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from lastraft.arena.gpu import FEW_THREADS as THREADS
from lastraft.arena.gpu import REGISTERS
from lastraft.kernel.cuda import Cuda, CudaMissing, numba_cuda
from lastraft.protocol import Game

Loop = Callable[..., Any]
LISTS = "legal", "choose"
"""Loops that keep a list of moves, in local memory."""
EACH = 8
"""Positions of a thread."""


class GpuLoops:
    """The loops as kernels, compiled at once, over positions that are loaded afterwards."""

    def __init__(self, game: Game[Any], loops: dict[str, tuple[Loop, str]]) -> None:
        """
        :param loops: by name, each with that of the loop whose time is part of it
        """
        cuda = self._cuda = numba_cuda()
        if not cuda.is_available():
            raise CudaMissing("no GPU was found: leave --gpu out, or run this on a machine with an NVIDIA GPU")
        gpu, self._loops, self._state, self.list_size = (
            cuda.get_current_device(),
            loops,
            game.state,
            game.families.count,
        )
        self.blocks, self.clock = gpu.MULTIPROCESSOR_COUNT, gpu.CLOCK_RATE * 1000
        self._threads = self.blocks * THREADS
        self._totals = cuda.device_array(self._threads, np.int64)
        self._views = cuda.device_array((self._threads, game.observation_size), np.int16)
        self._rules, self.kernels = Cuda(game.state, game.bindings()), {}
        self.load(np.zeros(1, game.state.dtype()), np.zeros(1, np.int16))
        nothing = self.shared_out(np.zeros(1, np.int16))
        for name, (loop, _) in loops.items():
            self.kernels[name] = self._rules.jit(loop_kernel(self._rules, loop, self.list_size), REGISTERS // THREADS)
            self._launch(name, nothing, 0)
        cuda.synchronize()

    def load(self, states: Any, moves: Any) -> None:
        """Copy positions to the GPU: states of which the last are those of the moves."""
        # As bytes: NumPy copies a record field by field and leaves what lies between them as it was.
        raw, n = states.view(np.uint8).reshape(len(states), -1), len(moves)
        raw = np.concatenate([raw, raw[np.arange(self._threads) % n - n]])
        self._states = self._cuda.to_device(raw.view(self._state.dtype()).reshape(-1))
        self._scratch, self._moves = len(states), self._cuda.to_device(moves)

    def shared_out(self, chosen: Any) -> Any:
        """A row of positions for each thread; neighbouring threads get neighbours."""
        picks = np.resize(chosen.astype(np.int16), (EACH, self._threads))
        return self._cuda.to_device(np.ascontiguousarray(picks.T))

    def _launch(self, name: str, chosen: Any, repeats: int) -> None:
        arguments = self._states, self._scratch, chosen, self._moves, self._views, self._totals, repeats
        self._rules.launch(self.kernels[name], self.blocks, THREADS, *arguments)

    def _seconds(self, name: str, chosen: Any, repeats: int) -> float:
        """Of the second of two launches: it waits while the first is running, so no time of the processor counts."""
        began, ended = self._cuda.event(), self._cuda.event()
        self._launch(name, chosen, repeats)
        began.record()
        self._launch(name, chosen, repeats)
        ended.record()
        ended.synchronize()
        return float(self._cuda.event_elapsed_time(began, ended)) / 1000

    def cycles(self, positions: Any, names: Iterable[str], rounds: int) -> dict[str, float]:
        """Cycles of one multiprocessor a call of each rule that was compiled, over the chosen positions."""
        chosen, taken = self.shared_out(positions), {}
        for name in names:
            repeats = math.ceil(min(0.005 / self._seconds(name, chosen, 1), 1000))
            seconds = min(self._seconds(name, chosen, repeats) for _ in range(rounds))
            taken[name] = seconds * self.clock / (repeats * EACH * THREADS)
        return {name: taken[name] - taken.get(self._loops[name][1], 0) for name in taken}

    def counters(self, name: str) -> tuple[int, int, int]:
        """Of a kernel: registers and bytes of local memory of a thread, bytes of code."""
        *_, compiled = self.kernels[name].overloads.values()
        cubin = bytes(compiled._codelibrary.get_cubin().code)
        (sections,), (size, count) = struct.unpack_from("<Q", cubin, 40), struct.unpack_from("<HH", cubin, 58)
        parts = [struct.unpack_from("<8xQ16xQ", cubin, sections + i * size) for i in range(count)]
        code = sum(length for flags, length in parts if flags & 4)  # what can be executed
        local = compiled.local_mem_per_thread - (2 * self.list_size if name in LISTS else 0)
        return compiled.regs_per_thread, local, code


def loop_kernel(rules: Cuda, loop: Loop, list_size: int) -> Any:
    """The kernel in which every thread runs a loop over its own row of positions."""
    from numba import int16

    cuda, run = numba_cuda(), rules.device(loop)

    def kernel(
        states: Any, scratch: Any, chosen: Any, moves: Any, views: Any, totals: Any, repeats: Any
    ) -> None:  # fmt: skip
        t, out, total = cuda.grid(1), cuda.local.array(list_size, int16), 0
        for _ in range(repeats):
            total += run(states, scratch + t, chosen[t], chosen.shape[1], moves, out, views[t])
        totals[t] = total

    return kernel
