"""`greedy` on a GPU, one question to a warp: a lane tries one of the favoured moves on one determinization.

Rules are far larger than the GPU's instruction cache. Lanes that try the same kind of move share what is fetched, where
a thread to itself would fetch it again for each trial (docs/performance.md).
"""

from __future__ import annotations

from typing import Any

from ..bots.greedy import LISTED, NOTES, SAMPLES, choose_tried, favoured, guess, preference, try_move
from ..kernel import next32
from ..kernel.cuda import Cuda, numba_cuda

WARP = LISTED * SAMPLES
"""Lanes of a warp, as many as there are trials."""
assert WARP == 32


def room(most_legal: int) -> int:
    """How long the list is with which a warp answers."""
    return max(NOTES * most_legal, 3 * LISTED)


def greedy_answer(gpu: Cuda, threads: int) -> Any:
    """A device function that chooses as `choose_greedy` does. All lanes of a warp, of a block of so many threads, call
    it with the same arguments: the game, who is asked, and this warp's own state and list of moves."""
    import numba

    cuda, device = numba_cuda(), gpu.device
    record, int16, int64 = numba.from_dtype(gpu.state.dtype()), numba.int16, numba.int64
    hide, legal = device(gpu.bindings["hide"]), device(gpu.bindings["legal"])
    prefer, favour, choose, draw = (device(each) for each in (preference, favoured, choose_tried, next32))
    sample_of, trial = device(guess), device(try_move)
    warps, numbers_of_trials = threads // WARP, 2 * WARP

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def answer(s: Any, seat: Any, character: Any, rng: Any, hidden: Any, out: Any) -> Any:
        mine, trials = cuda.local.array(1, record), cuda.shared.array((warps, numbers_of_trials), int16)
        numbers = cuda.shared.array((warps, 3), int64)
        warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
        if lane == 0:
            hidden[0] = s
            hide(hidden[0], seat)
            numbers[warp, 0] = legal(hidden[0], seat, out)
        cuda.syncwarp()
        n = numbers[warp, 0]
        for i in range(lane, n, WARP):
            out[n + i] = prefer(hidden[0], seat, out[i], character)
        cuda.syncwarp()
        if lane == 0:
            n = favour(rng, out, n)
            numbers[warp, 0] = n
            if n > 1:
                numbers[warp, 1] = draw(rng)
                numbers[warp, 2] = draw(rng)
        cuda.syncwarp()
        n = numbers[warp, 0]
        i = lane // SAMPLES
        if n > 1 and i < n:
            mine[0] = hidden[0]
            sample_of(mine[0], seat, numbers[warp, 1], numbers[warp, 2], lane % SAMPLES)
            trials[warp, 2 * lane] = trial(mine[0], seat, out[i])
            trials[warp, 2 * lane + 1] = mine[0].revealed != hidden[0].revealed
        cuda.syncwarp()
        move = out[0]
        if lane == 0 and n > 1:
            move = choose(rng, out, n, trials[warp])
        cuda.syncwarp()
        return move

    return answer
