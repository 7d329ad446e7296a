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
from .play import BATCH, FIRST, Ledger, note_results, play_game

GAMES = 1 << 16
"""Games in one launch."""


class Card:
    """A GPU. It is asked one batch at a time and answers at once."""

    workers, seconds, smallest, largest = 1, 0.0, GAMES, GAMES

    def __init__(self, matchup: Matchup) -> None:
        self._cuda = _numba_cuda()
        if not self._cuda.is_available():
            raise CudaMissing("no GPU was found: leave --device out, or run this on a machine with an NVIDIA card")
        self._matchup = matchup
        self._kernel = _kernel(self._cuda, Cuda(matchup.game.state, matchup.game.slots()))
        self._blank = matchup.blank().to_record()

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        done: Future[Batch] = Future()
        done.set_result(self.play(first, count))
        return done

    def play(self, first: int, count: int) -> Batch:
        """Play the games of ``count`` seeds."""
        import numpy as np

        began = time.perf_counter()
        cuda, game = self._cuda, self._matchup.game
        # The last of a thread's states is its game; all begin blank, which is as good as empty for the others.
        states = cuda.to_device(np.full((count, FIRST + 1), self._blank, dtype=game.state.dtype()))
        seating = cuda.to_device(np.full(count, self._matchup.seating.to_record()))
        buffers = cuda.to_device(np.zeros((count, game.families.count), np.int16))
        moves = cuda.to_device(np.zeros(count, np.int32))
        blocks = -(-count // THREADS)
        self._kernel[blocks, THREADS](states, seating, buffers, moves, first, game.most_moves)
        finals = np.ascontiguousarray(states[:, FIRST].copy_to_host())
        rows = np.zeros(count, row_type(self._matchup.seats))
        rows["seed"] = np.arange(first, first + count)
        rows["moves"] = moves.copy_to_host()
        _read_ends(self._matchup, finals, rows)
        check_ended(self._matchup, rows)
        return Batch(rows, [], finals, time.perf_counter() - began)


def _kernel(cuda: Any, rules: Cuda) -> Any:
    play, game_at = rules.device(play_game), FIRST

    def kernel(states: Any, seating: Any, buffers: Any, moves: Any, first: Any, limit: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            moves[i] = play(states[i], game_at, seating[i], buffers[i], first + i, limit)

    return cuda.jit(kernel)


def _read_ends(matchup: Matchup, finals: Any, rows: Any) -> None:
    """Scores and ranks of final states, by native rules on this processor."""
    import numpy as np

    ledger = np.zeros(1, Ledger.dtype())[0]
    note = matchup.game.native.rule(note_results)
    for start in range(0, len(finals), BATCH):
        some = finals[start : start + BATCH]
        note(some, ledger, len(some))
        rows["score"][start : start + BATCH] = ledger["score"][: len(some), : matchup.seats]
        rows["rank"][start : start + BATCH] = ledger["rank"][: len(some), : matchup.seats]


@contextmanager
def card(matchup: Matchup) -> Iterator[Crew]:
    """The GPU of this machine.

    :raises CudaMissing: without numba-cuda or a GPU.
    :raises BadOption: if a bot does not play on it.
    """
    if matchup.seating is None or matchup.searches:
        raise BadOption(f"--device cuda plays random and greedy bots; {','.join(matchup.bots)} needs a processor")
    yield Card(matchup)
