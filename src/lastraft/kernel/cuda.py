"""The CUDA world: the same rules, one game per thread. Needs the extra ``cuda``; numba-cuda is imported on first use.

Each rule becomes a device function over twins of its callees, as in `native`. One launcher plays whole games: every
thread sets up its own record, plays a generic rule such as ``play_random`` to the end, and leaves the record to read.

What made the big games fast, measured on an H200 (docs/performance.md): no unrolled loops, for the code of a game is
far larger than the card's cache for instructions, and the record in local memory, which the card interleaves.
"""

from __future__ import annotations

import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
"""Threads in a block; 64, 128, 256 and 512 made no difference."""
REGISTERS = 96
"""For each thread: with more of them fewer threads fit, with fewer the rules wait for memory."""
LARGE = 600
"""Lines of LLVM's code from which a rule with several callers stays a function of its own."""


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

        with _lean():
            for each in in_order([fn], self.slots):
                if each not in self._compiled:
                    self._compiled[each] = cuda.jit(signatures(each, self.state), device=True)(twin(each, replace))
        return self._compiled[fn]

    def launch(self, kernel: Any, threads: int, *args: Any) -> None:
        """Run a kernel, made with `jit`, on so many threads; it is compiled the first time."""
        with _lean(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a small launch, and records that begin as a generator does
            kernel[-(-threads // THREADS), THREADS](*args)

    def _replacement(self, fn: Rule) -> Any:
        if fn not in self._replaced:
            self._replaced[fn] = _numba_cuda().jit(device=True)(fn)
        return self._replaced[fn]

    def ptx(self, fn: Rule, capability: tuple[int, int] = (9, 0)) -> str:
        """A rule as PTX, for a card that need not be there."""
        cuda = _numba_cuda()
        with _card(capability), _lean():
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
        if player not in self._kernels:
            self._kernels[player] = self._kernel(player, most_legal)
        # Byte for byte: NumPy copies a record field by field and leaves what lies between them as it was.
        blanks = cuda.to_device(np.frombuffer(bytearray(blank.tobytes()), self.state.dtype()))
        finals = cuda.device_array(len(seeds), self.state.dtype())
        moves = cuda.device_array(len(seeds), np.int64)
        seeds = cuda.to_device(seeds)
        cuda.synchronize()
        began = time.perf_counter()
        self.launch(self._kernels[player], len(seeds), blanks, seeds, finals, moves, limit)
        cuda.synchronize()
        self.seconds = time.perf_counter() - began
        return finals.copy_to_host(), moves.copy_to_host()

    def _kernel(self, player: Rule, most_legal: int) -> Any:
        """A game per thread. Games that begin together stay together for long, so a warp's next game waits for all."""
        import numba

        cuda = _numba_cuda()
        play, setup, seed_dice = map(self.device, (player, self.slots["setup"], sow))
        record, dice_record, number = numba.from_dtype(self.state.dtype()), numba.from_dtype(Dice.dtype()), numba.int16

        def kernel(blanks: Any, seeds: Any, finals: Any, moves: Any, limit: Any) -> None:
            states, dice = cuda.local.array(1, record), cuda.local.array(1, dice_record)
            buffer = cuda.local.array(most_legal, number)
            i = cuda.grid(1)
            if i < seeds.shape[0]:
                seed = seeds[i]
                states[0] = blanks[0]
                seed_dice(states[0], seed & 0xFFFFFFFF, seed >> 32, 0, 0)
                seed_dice(dice[0], seed & 0xFFFFFFFF, seed >> 32, 1, 0)
                setup(states[0])
                moves[i] = play(states[0], dice[0], buffer, limit)
                finals[i] = states[0]

        return self.jit(kernel)

    def jit(self, kernel: Any) -> Any:
        """A kernel that calls `device` functions, to be run with `launch`."""
        return _numba_cuda().jit(kernel, lto=False, max_registers=REGISTERS)


@contextmanager
def _lean() -> Iterator[None]:
    """Let numba-cuda make small code: no index counts from the end, and what `_lean_code` does."""
    _numba_cuda()
    from numba.cuda.codegen import CUDACodeLibrary
    from numba.cuda.np import arrayobj
    from numba.types import intp

    before = arrayobj.fix_integer_index, CUDACodeLibrary.llvm_strs
    arrayobj.fix_integer_index = lambda context, builder, kind, index, size: context.cast(builder, index, kind, intp)
    CUDACodeLibrary.llvm_strs = property(lambda library: _lean_code(str(module) for module in library.modules))
    try:
        yield
    finally:
        arrayobj.fix_integer_index, CUDACodeLibrary.llvm_strs = before


def _lean_code(modules: Iterable[str]) -> list[str]:
    """LLVM's code of a kernel, one rule a module: each once, no loop unrolled, tables where threads may read apart.

    Constant memory, where numba-cuda lays tables, answers a warp one address at a time. A rule with one caller is put
    into it; a `LARGE` one with several stays on its own.
    """
    texts = [_no_unrolling(text.replace("addrspace(4)", "addrspace(1)")) for text in dict.fromkeys(modules)]
    callers = Counter(name for text in texts for name in re.findall(r' call i32 @("[^"]*")', text))
    return [_inlined(text, callers) for text in texts]


def _inlined(text: str, callers: Counter[str]) -> str:
    rule = re.search(r'^define linkonce_odr i32 @("[^"]*")\(.*\)$', text, re.MULTILINE)
    if not rule or (callers[rule[1]] > 1 and text.count("\n") <= LARGE):
        return text
    return f"{text[: rule.end()]} {'noinline' if callers[rule[1]] > 1 else 'alwaysinline'}{text[rule.end() :]}"


def _no_unrolling(text: str) -> str:
    """Mark every branch back to an earlier block as a loop that stays one."""
    lines, blocks, notes = text.split("\n"), set(), ['!9000 = !{ !"llvm.loop.unroll.disable" }']
    for at, line in enumerate(lines):
        if label := re.fullmatch(r'"?([\w.$]+)"?:', line):
            blocks.add(label[1])
        elif line.startswith("  br ") and blocks.intersection(re.findall(r'label %"([^"]+)"', line)):
            name = f"!{9000 + len(notes)}"
            lines[at] += f", !llvm.loop {name}"
            notes.append(f"{name} = distinct !{{ {name}, !9000 }}")
    return "\n".join([*lines, *notes, ""])


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
