"""Games on a GPU, with the same results as on a processor. Players that search stay on processors.

The 32 threads of a warp run side by side only while they execute the same code. So a block of threads has many more
games than threads and sorts them, again and again, by what is to be done: a choice by its question, a move by its
family. Then each game advances by one step, and neighbours do the same (docs/performance.md).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from ..bots.greedy import HIDDEN, NOTES, STATES, choose_greedy
from ..bots.random import choose_random
from ..errors import BadOption
from ..kernel import Fields, Rng, i32, seed_rng, top
from ..kernel.cuda import Cuda, CudaMissing, numba_cuda
from .batch import Batch, check_ended, row_type
from .executors import Executor
from .matchup import Matchup
from .native_loop import GREEDY, RANDOM, player_at

REGISTERS = 65536
"""Of a multiprocessor, for the threads of the one block on it."""
FEW_THREADS, MANY_THREADS = 512, 1024
"""In a block, where `greedy` plays, which needs many registers, and where only `random` does."""
WARP, ALL_LANES = 32, 0xFFFFFFFF
PLACES = 8192
"""Games that a block plays at the same time."""
BEGIN, CHOOSE, NOTHING = 0, 1, -1
"""What is to be done at a place: begin a game; from here on choose, by question and family of the last move; nothing
more. From half the number of threads on: move, by question and family of the move."""
SPREAD = 37
"""More than a game has families, so that few pairs of a question and a family become the same number."""


class Place(Fields):
    """Where a game is played: which of the batch it is, its moves so far, who moves and how."""

    game = i32()
    moves = i32()
    seat = i32()
    move = i32()


class Gpu:
    """The executor of a GPU. It plays one batch at a time, synchronously; only results are copied back."""

    workers, seconds, smallest, largest = 1, 5.0, 1 << 16, 1 << 20

    def __init__(self, matchup: Matchup, keep_finals: bool = False) -> None:
        import numpy as np

        cuda = self._cuda = numba_cuda()
        if not cuda.is_available():
            raise CudaMissing("no GPU was found: leave --device out, or run this on a machine with an NVIDIA GPU")
        self._matchup, self._keep_finals, game = matchup, keep_finals, matchup.game
        self._rules = Cuda(game.state, game.bindings())
        greedy = GREEDY in matchup.seating.kind
        self._threads = FEW_THREADS if greedy else MANY_THREADS
        self._kernel = self._rules.jit(
            kernel(self._rules, game.families.count, greedy, self._threads), REGISTERS // self._threads
        )
        self._blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT
        places = self._blocks * PLACES
        self._buffers = (
            # Byte for byte: NumPy copies a record field by field and leaves what lies between them as it was.
            cuda.to_device(np.frombuffer(bytearray(matchup.blank().to_bytes()), game.state.dtype())),
            cuda.to_device(np.full(1, matchup.seating.to_record())),
            cuda.device_array(places, game.state.dtype()),
            cuda.device_array((places, matchup.seats), Rng.dtype()),
            cuda.device_array(places, Place.dtype()),
            cuda.device_array((self._blocks, PLACES), np.int16),
        )

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        done: Future[Batch] = Future()
        done.set_result(self.play(first, count))
        return done

    def play(self, first: int, count: int) -> Batch:
        """Play the games of ``count`` seeds; the batch's seconds are those of the GPU alone."""
        import numpy as np

        cuda, seats, game = self._cuda, self._matchup.seats, self._matchup.game
        begun, moves = cuda.to_device(np.zeros(1, np.int32)), cuda.device_array(count, np.int32)
        results = cuda.device_array((count, 2, seats), np.int32)
        finals = cuda.device_array(count if self._keep_finals else 0, game.state.dtype())
        rows = np.zeros(count, row_type(seats))
        began = time.perf_counter()
        ends = (begun, moves, results, finals, first, game.most_moves)
        self._rules.launch(self._kernel, self._blocks, self._threads, *self._buffers, *ends)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        rows["seed"] = np.arange(first, first + count)
        rows["moves"] = moves.copy_to_host()
        ended = results.copy_to_host()
        rows["score"], rows["rank"] = ended[:, 0], ended[:, 1]
        check_ended(self._matchup, rows)
        return Batch(rows, finals=finals.copy_to_host() if self._keep_finals else None, seconds=seconds)


def kernel(rules: Cuda, most_legal: int, greedy: bool, threads: int) -> Any:
    """The kernel: a block plays games until none is left to begin; as many things to do are distinguished as it has
    threads. Without ``greedy`` all bots are random."""
    import numba

    cuda, device, bindings = numba_cuda(), rules.device, rules.bindings
    set_seed, question, seated = device(seed_rng), device(top), device(player_at)
    random_move, greedy_move = device(choose_random), device(choose_greedy if greedy else choose_random)
    setup, asked, apply, hide, over, score, rank = (
        device(bindings[name]) for name in ("setup", "asked", "apply", "hide", "over", "score", "rank")
    )
    family, record = bindings["family"].array(), numba.from_dtype(rules.state.dtype())
    int16, int32 = numba.int16, numba.int32
    states, room = (STATES, NOTES * most_legal) if greedy else (1, most_legal)
    move = threads // 2

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def sort(todo: Any, order: Any, ends: Any, taken: Any) -> Any:
        """Sort the places by what is to be done there (a counting sort); how many have something to do. No warp has
        taken any."""
        me = cuda.threadIdx.x
        ends[me] = 0
        taken[0] = 0
        cuda.syncthreads()
        for place in range(me, PLACES, threads):
            if todo[place] != NOTHING:
                cuda.atomic.add(ends, todo[place], 1)
        cuda.syncthreads()
        mine = ends[me]
        step = 1
        while step < threads:
            before = ends[me - step] if me >= step else 0
            cuda.syncthreads()
            ends[me] += before
            cuda.syncthreads()
            step *= 2
        count = ends[threads - 1]
        cuda.syncthreads()
        ends[me] -= mine
        cuda.syncthreads()
        for place in range(me, PLACES, threads):
            if todo[place] != NOTHING:
                order[cuda.atomic.add(ends, todo[place], 1)] = place
        cuda.syncthreads()
        return count

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def next_of_warp(taken: Any) -> Any:
        """The next place in order for this thread of a warp, which takes as many as it has threads."""
        i = 0
        if cuda.threadIdx.x % WARP == 0:
            i = cuda.atomic.add(taken, 0, WARP)
        return cuda.shfl_sync(ALL_LANES, i, 0) + cuda.threadIdx.x % WARP

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def advance(
        here: Any, todo: Any, blank: Any, seating: Any, games: Any, rng: Any, places: Any, begun: Any, moves: Any,
        results: Any, finals: Any, first: Any, limit: Any, seen: Any, out: Any,
    ) -> None:  # fmt: skip
        """Do what is to be done at a place."""
        at = cuda.blockIdx.x * PLACES + here
        s, place = games[at], places[at]
        if CHOOSE <= todo[here] < move:
            seat = place.seat
            player = seated(seating[0], seat, first + place.game)
            if greedy and seating[0].kind[player] == GREEDY:
                seen[HIDDEN] = s
                hide(seen[HIDDEN], seat)
                place.move = greedy_move(seen, seat, seating[0].character[player], rng[at, seat], out)
            else:
                place.move = random_move(s, seat, rng[at, seat], out)
            todo[here] = move + (question(s) * SPREAD + family[place.move]) % (threads - move)
            return
        if todo[here] == BEGIN:
            game = cuda.atomic.add(begun, 0, 1)
            if game >= moves.shape[0]:
                todo[here] = NOTHING
                return
            seed = first + game
            games[at] = blank[0]
            set_seed(s, seed, seed >> 32, 0, 0)
            for seat in range(results.shape[2]):
                set_seed(rng[at, seat], seed, seed >> 32, 1 + seat, 0)
            setup(s)
            place.game = game
            place.moves = 0
            place.move = 0
        else:
            apply(s, place.seat, place.move)
            place.moves += 1
        seat = asked(s)
        if seat >= 0 and place.moves < limit:
            place.seat = seat
            todo[here] = CHOOSE + (question(s) * SPREAD + family[place.move]) % (move - CHOOSE)
            return
        todo[here] = BEGIN
        moves[place.game] = place.moves
        ended = over(s)
        for seat in range(results.shape[2]):
            results[place.game, 0, seat] = score(s, seat)
            results[place.game, 1, seat] = rank(s, seat) if ended else 0
        if place.game < finals.shape[0]:
            finals[place.game] = s

    def play(
        blank: Any, seating: Any, games: Any, rng: Any, places: Any, todos: Any,
        begun: Any, moves: Any, results: Any, finals: Any, first: Any, limit: Any,
    ) -> None:  # fmt: skip
        todo, order = todos[cuda.blockIdx.x], cuda.shared.array(PLACES, int16)
        ends, taken = cuda.shared.array(threads, int32), cuda.shared.array(1, int32)
        lane = cuda.threadIdx.x % WARP
        seen, out = cuda.local.array(states, record), cuda.local.array(room, int16)
        for i in range(cuda.threadIdx.x, PLACES, threads):
            todo[i] = BEGIN
        count = sort(todo, order, ends, taken)
        while count > 0:
            i = next_of_warp(taken)
            while i - lane < count:
                if i < count:
                    advance(
                        order[i], todo, blank, seating, games, rng, places, begun, moves, results, finals, first,
                        limit, seen, out,
                    )  # fmt: skip
                cuda.syncwarp()
                i = next_of_warp(taken)
            cuda.syncthreads()
            count = sort(todo, order, ends, taken)

    return play


@contextmanager
def gpu(matchup: Matchup) -> Iterator[Executor]:
    """An executor on the GPU of this machine.

    :raises CudaMissing: without numba-cuda or a GPU.
    :raises BadOption: if a bot does not play on it.
    """
    if matchup.seating is None or {*matchup.seating.kind[: len(matchup.bots)]} - {RANDOM, GREEDY}:
        raise BadOption(f"--device cuda plays random and greedy bots; {','.join(matchup.bots)} needs a processor")
    yield Gpu(matchup)
