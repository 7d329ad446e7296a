"""Games on a GPU, one per thread, with the same results as on a processor. Players that search stay on processors."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from ..errors import BadOption
from ..kernel.cuda import THREADS, Cuda, CudaMissing, _numba_cuda
from .batch import Batch, check_ended, row_type
from .crew import Crew
from .matchup import Matchup
from .play import FIRST, play_game

MOST_GAMES = 1 << 18
"""Games in one launch, if the card has room for them."""


class Card:
    """A GPU. It is asked one batch at a time and answers at once; only results leave it."""

    workers, seconds = 1, 0.0

    def __init__(self, matchup: Matchup) -> None:
        import numpy as np

        cuda = self._cuda = _numba_cuda()
        if not cuda.is_available():
            raise CudaMissing("no GPU was found: leave --device out, or run this on a machine with an NVIDIA card")
        self._matchup, game = matchup, matchup.game
        self._rules = Cuda(game.state, game.slots())
        self._kernel = _kernel(cuda, self._rules)
        kind, codes = game.state.dtype(), game.families.count
        each = (FIRST + 1) * kind.itemsize + 2 * codes
        free = int(cuda.current_context().get_memory_info().free)
        self.smallest = self.largest = max(THREADS, min(MOST_GAMES, free // 2 // each))
        self._blank = cuda.to_device(np.full(1, matchup.blank().to_record()))
        self._seating = cuda.to_device(np.full(1, matchup.seating.to_record()))
        self._states = cuda.device_array((self.largest, FIRST + 1), kind)
        self._buffers = cuda.device_array((self.largest, codes), np.int16)

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        done: Future[Batch] = Future()
        done.set_result(self.play(first, count))
        return done

    def play(self, first: int, count: int) -> Batch:
        """Play the games of ``count`` seeds."""
        import numpy as np

        began = time.perf_counter()
        seats = self._matchup.seats
        moves = self._cuda.device_array(count, np.int32)
        results = self._cuda.device_array((count, 2, seats), np.int32)
        fixed = (self._blank, self._seating, self._states, self._buffers)
        self._rules.launch(self._kernel, count, *fixed, moves, results, first, self._matchup.game.most_moves)
        rows = np.zeros(count, row_type(seats))
        rows["seed"] = np.arange(first, first + count)
        rows["moves"] = moves.copy_to_host()
        ended = results.copy_to_host()
        rows["score"], rows["rank"] = ended[:, 0], ended[:, 1]
        check_ended(self._matchup, rows)
        return Batch(rows, seconds=time.perf_counter() - began)


def _kernel(cuda: Any, rules: Cuda) -> Any:
    play, over, score, rank = (
        rules.device(fn) for fn in (play_game, rules.slots["over"], rules.slots["score"], rules.slots["rank"])
    )
    at = FIRST

    def kernel(
        blank: Any, seating: Any, states: Any, buffers: Any, moves: Any, results: Any, first: Any, limit: Any
    ) -> None:
        i = cuda.grid(1)
        if i < moves.shape[0]:
            states[i, at] = blank[0]
            moves[i] = play(states[i], at, seating[0], buffers[i], first + i, limit)
            ended = over(states[i, at])
            for seat in range(results.shape[2]):
                results[i, 0, seat] = score(states[i, at], seat)
                results[i, 1, seat] = rank(states[i, at], seat) if ended else 0

    return rules.jit(kernel)


@contextmanager
def card(matchup: Matchup) -> Iterator[Crew]:
    """The GPU of this machine.

    :raises CudaMissing: without numba-cuda or a GPU.
    :raises BadOption: if a bot does not play on it.
    """
    if matchup.seating is None or matchup.searches:
        raise BadOption(f"--device cuda plays random and greedy bots; {','.join(matchup.bots)} needs a processor")
    yield Card(matchup)
