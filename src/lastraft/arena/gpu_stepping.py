"""`stepping` on a GPU, one game to a thread: for learners (`self_play`, `lastraft.env`)."""

from __future__ import annotations

from typing import Any

from ..kernel.cuda import Cuda, numba_cuda
from ..protocol import Game
from .stepping import EVALUATION, SEAT, step

THREADS = 128
REGISTERS = 128


def show(gpu: Cuda, of: Game[Any]) -> Any:
    """A device function that writes what the asked seat of a game sees, and its legal moves: by its own codes, and as
    a mask, which must be empty before."""
    from numba import from_dtype

    cuda, record, hides = numba_cuda(), from_dtype(of.state.dtype()), of.observe_needs_hide
    hide, observe, own_code = (gpu.device(gpu.bindings[name]) for name in ("hide", "observe", "own_code"))

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def show(s: Any, seat: Any, n: Any, out: Any, view: Any, mask: Any, moves: Any) -> None:
        if hides:
            seen = cuda.local.array(1, record)
            seen[0] = s
            hide(seen[0], seat)
            observe(seen[0], seat, view)
        else:
            observe(s, seat, view)
        for j in range(n):
            moves[j] = own_code(s, seat, out[j])
            mask[moves[j]] = 1

    return show


def step_kernel(gpu: Cuda, of: Game[Any], size: int, evaluated: bool = False) -> Any:
    """The kernel of `stepping.step_all`. States lie in one array, those that have not begun before the games, which
    are played where they lie.

    :param size: the room for lists of moves
    :param evaluated: whether notes say how a game looks to the seat
    """
    from numba import int16

    cuda, go, shown = numba_cuda(), gpu.device(step), show(gpu, of)
    evaluate = gpu.device(gpu.bindings["evaluate" if evaluated else "score"])

    def kernel(
        states: Any, first: Any, blanks: Any, notes: Any, actions: Any, views: Any, masks: Any, moves: Any,
        counts: Any, seed: Any, limit: Any, skipped: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < blanks.shape[0]:
            at, out = first + i, cuda.local.array(size, int16)
            n = go(states, at, blanks[i], notes[i], actions[i], i, seed, limit, skipped, out)
            shown(states[at], notes[i, SEAT], n, out, views[i], masks[i], moves[i])
            counts[i] = n
            if evaluated:
                notes[i, EVALUATION] = evaluate(states[at], notes[i, SEAT])

    return kernel
