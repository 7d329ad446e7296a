"""The CUDA world: the same rules, one game per thread. Needs the extra ``cuda``; numba-cuda is imported on first use.

Each rule becomes a device function over twins of its callees, as in `native`. One launcher plays whole games: every
thread sets up its own record, plays a generic rule such as ``play_random`` to the end, and leaves the record to read.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ..errors import LastRaftError
from .dice import sow
from .native import native_value, signatures, twin
from .rule import in_order
from .state import Dice, State

if TYPE_CHECKING:
    import numpy as np

Rule = Callable[..., Any]
THREADS = 128
"""Threads in a block; 64, 128 and 256 made no difference."""


class CudaMissing(LastRaftError):
    """No numba-cuda, or no GPU."""


def _numba_cuda() -> Any:
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # numba-cuda 0.30 still names it, NumPy 2.5 no longer has it
    try:
        from numba import cuda
        from numba.cuda import typing as _typing  # noqa: F401  (Numba alone carries a stub that knows no device)
    except ImportError as error:
        raise CudaMissing(f"CUDA needs the extra 'cuda': pip install 'lastraft[cuda]' ({error})") from error
    return cuda


class Cuda:
    """A game's rules as device functions."""

    def __init__(self, state: type[State], slots: dict[str, Any]) -> None:
        self.state, self.slots = state, slots
        self._compiled: dict[Rule, Any] = {}
        self._replaced: dict[Any, Any] = {}
        self._kernels: dict[Rule, Any] = {}
        self.seconds = 0.0
        """How long the card itself worked in the last `play`, transfers apart."""

    def device(self, fn: Rule) -> Any:
        """A rule, and all that it calls, as device functions, each compiled once for its own signature."""
        cuda = _numba_cuda()

        def replace(value: Any) -> Any:
            return native_value(value, self.slots, self._compiled.get, self._replacement)

        for each in in_order([fn], self.slots):
            if each not in self._compiled:
                self._compiled[each] = cuda.jit(signatures(each, self.state), device=True)(twin(each, replace))
        return self._compiled[fn]

    def _replacement(self, fn: Rule) -> Any:
        if fn not in self._replaced:
            self._replaced[fn] = _numba_cuda().jit(device=True)(fn)
        return self._replaced[fn]

    def ptx(self, fn: Rule, capability: tuple[int, int] = (9, 0)) -> str:
        """A rule as PTX, for a card that need not be there."""
        cuda = _numba_cuda()
        with _card(capability):
            device = self.device(fn)
            text, _ = cuda.compile_ptx(device.py_func, signatures(fn, self.state)[0], device=True, cc=capability)
        return str(text)

    def play(
        self, player: Rule, blank: np.void, seeds: np.ndarray[Any, Any], most_legal: int, limit: int
    ) -> tuple[Any, Any]:
        """Play one game per seed to its end with ``player`` (see ``bots.random.play_random``) on every seat.

        Returns the final records and the number of moves of each game. ``blank`` has seats and options set. The game's
        generator is sown with the seed, the player's with the seed and 1 in its third word; each seed is below 2^63.

        :raises CudaMissing: without numba-cuda or a GPU.
        """
        import numpy as np

        cuda = _numba_cuda()
        if not cuda.is_available():
            raise CudaMissing("no GPU was found: run this on a machine with an NVIDIA card and its driver")
        n = len(seeds)
        states = cuda.to_device(np.full(n, blank, dtype=self.state.dtype()))
        dice = cuda.to_device(np.zeros(n, Dice.dtype()))
        buffers = cuda.to_device(np.zeros((n, most_legal), np.int16))
        moves = cuda.to_device(np.zeros(n, np.int64))
        blocks = -(-n // THREADS)
        seeds = cuda.to_device(seeds)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a small first launch, and records that begin as a generator does
            if player not in self._kernels:
                self._kernels[player] = self._kernel(player)
            cuda.synchronize()
            began = time.perf_counter()
            self._kernels[player][blocks, THREADS](states, dice, buffers, seeds, moves, limit)
            cuda.synchronize()
        self.seconds = time.perf_counter() - began
        return states.copy_to_host(), moves.copy_to_host()

    def _kernel(self, player: Rule) -> Any:
        cuda = _numba_cuda()
        play, setup, seed_dice = self.device(player), self.device(self.slots["setup"]), self.device(sow)

        def kernel(states: Any, dice: Any, buffers: Any, seeds: Any, moves: Any, limit: Any) -> None:
            i = cuda.grid(1)
            if i < states.shape[0]:
                seed = seeds[i]
                seed_dice(states[i], seed & 0xFFFFFFFF, seed >> 32, 0, 0)
                seed_dice(dice[i], seed & 0xFFFFFFFF, seed >> 32, 1, 0)
                setup(states[i])
                moves[i] = play(states[i], dice[i], buffers[i], limit)

        return cuda.jit(kernel)


@contextmanager
def _card(capability: tuple[int, int]) -> Iterator[None]:
    """Let numba-cuda compile device functions as if a card of that capability were there."""
    from numba.cuda import dispatcher

    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before
