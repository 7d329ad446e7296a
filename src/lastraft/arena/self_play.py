"""Games for a learner: many side by side, each stopped where a seat has a choice; on a GPU or on this processor.

What the seats see and may do is written into tensors that stay where they are, and that torch shares without copying.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..bots import room
from ..bots.greedy import HIDDEN, STATES, choose_greedy
from ..kernel import Buffer, Rng, States, copy_state, placeholder, rule
from ..protocol import Game
from .gpu_greedy import WARP
from .gpu_greedy import greedy_answer as greedy_on_gpu
from .gpu_greedy import room as room_of_warp
from .gpu_stepping import REGISTERS, THREADS, step_kernel
from .stepping import EVALUATION, FORCED, MOST_MOVES, NUMBERS, SEAT, see, step

hide = placeholder("hide")
evaluate = placeholder("evaluate")
own_code = placeholder("own_code")
codes = placeholder("codes")

BLOCKS = 65536 // (REGISTERS * THREADS)
"""Of threads that ask `greedy`, on each multiprocessor: as many as its registers are enough for."""
LIVE, BLANK, ROOM = STATES, STATES + 1, STATES + 2
"""Of a game's states, after those that `greedy` needs: the game, one that has not begun; and how many they are."""


@rule
def advance(
    states: States, notes: Buffer, own: int, number: int, seed: int, limit: int, out: Buffer, view: Buffer, mask: Buffer
) -> None:
    """Make the move of the seat that was asked, given by its own code, and all forced ones after it; begin a new game
    where one ends. Then write what the next seat sees into ``view``, and a 1 for each of its moves into ``mask``."""
    n = step(states, LIVE, BLANK, notes, own, number, seed, limit, FORCED, out)
    notes[EVALUATION] = evaluate(states[LIVE], notes[SEAT] + 0)
    see(states, LIVE, notes[SEAT] + 0, n, out, view)
    for code in range(codes):
        mask[code] = 0
    for i in range(n):
        mask[out[i]] = 1


@rule
def greedy_answer(states: States, notes: Buffer, character: int, rng: Rng, out: Buffer) -> int:
    """The own code of the move that `greedy` makes for the seat that is asked."""
    seat = notes[SEAT] + 0
    copy_state(states, HIDDEN, LIVE)
    hide(states[HIDDEN], seat)
    move = choose_greedy(states, seat, character, rng, out)
    code: int = own_code(states[LIVE], seat, move)
    return code


class Games:
    """Games on this processor, and tensors with what happened in each of some steps.

    :param blanks: states with seats and options set; game i is played with the one of number ``kinds[i]``
    """

    device = "cpu"

    def __init__(self, game: Game[Any], blanks: Sequence[Any], kinds: Any, steps: int, seed: int) -> None:
        import numpy as np
        import torch

        self.game, self.steps, self.seed, self.count = game, steps, seed, len(kinds)
        self.limit, self.room = min(game.most_moves, MOST_MOVES), room(game)
        rows = steps + 1, self.count

        def tensor(*shape: int, kind: Any = torch.int16) -> Any:
            return torch.zeros(shape, dtype=kind, device=self.device)

        self.notes = tensor(*rows, NUMBERS)
        self.views = tensor(*rows, game.observation_size)
        self.masks = tensor(*rows, game.families.count)
        self.actions = tensor(self.count, kind=torch.int32)
        self.characters = tensor(self.count, kind=torch.int32)
        """By game: -1, or the character of the `greedy` that is asked."""
        # Byte for byte: NumPy joins records field by field and leaves their padding out.
        blank = np.frombuffer(bytearray(b"".join(s.to_bytes() for s in blanks)), game.state.dtype())
        rng = np.frombuffer(np.random.default_rng(seed).bytes(16 * self.count), Rng.dtype()).copy()
        self._open(blank, np.asarray(kinds, np.int32), rng)
        self.notes[steps, :, SEAT] = -1
        self._advance(steps)  # `again` goes on from there

    def step(self, t: int) -> None:
        """Make the chosen ``actions`` at the t-th stop of every game; play on to the next one."""
        self.notes[t + 1].copy_(self.notes[t])
        self._advance(t + 1)

    def again(self) -> None:
        """Go on from the last stop as the first."""
        for row in (self.notes, self.views, self.masks):
            row[0].copy_(row[-1])

    def _open(self, blank: Any, kinds: Any, rng: Any) -> None:
        import numpy as np

        native = self.game.native
        self._play, self._answer = native.rule(advance), native.rule(greedy_answer)
        self._states = native.states(self.count * ROOM).reshape(self.count, ROOM)
        self._states[:, BLANK] = blank[kinds]
        self._rng, self._out = rng, np.zeros(self.room, np.int16)

    def _advance(self, t: int) -> None:
        notes, views, masks = (row[t].numpy() for row in (self.notes, self.views, self.masks))
        for i, own in enumerate(self.actions.tolist()):
            self._play(self._states[i], notes[i], own, i, self.seed, self.limit, self._out, views[i], masks[i])

    def answer_greedily(self, t: int) -> None:
        """Put the moves of `greedy` into ``actions``, where ``characters`` names one."""
        notes = self.notes[t].numpy()
        for i, character in enumerate(self.characters.tolist()):
            if character >= 0:
                self.actions[i] = self._answer(self._states[i], notes[i], character, self._rng[i], self._out)


class GpuGames(Games):
    """The same on a GPU, one game to a thread; `greedy` has a warp for each answer."""

    device = "cuda"

    def _open(self, blank: Any, kinds: Any, rng: Any) -> None:
        import numpy as np
        import torch

        from ..kernel.cuda import Cuda, numba_cuda

        of = self.game
        self._cuda, self._gpu = numba_cuda(), Cuda(of.state, of.bindings())
        states = bytearray(blank.tobytes()) + bytes(self.count * of.state.layout.size)
        self._states = self._cuda.to_device(np.frombuffer(states, of.state.dtype()))
        self._first, self._blanks, self._rng = len(blank), self._cuda.to_device(kinds), self._cuda.to_device(rng)
        self._moves = torch.zeros((self.count, of.families.count), dtype=torch.int16, device=self.device)
        self._counts = torch.zeros(self.count, dtype=torch.int16, device=self.device)
        self._kernel = self._gpu.jit(step_kernel(self._gpu, of, self.room, evaluated=True), REGISTERS)
        self._greedy = self._gpu.jit(greedy_kernel(self._gpu), REGISTERS)
        self._blocks = self._cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS
        warps = self._blocks * THREADS // WARP
        self._hidden = self._cuda.device_array((warps, 1), of.state.dtype())
        self._lists = self._cuda.device_array((warps, room_of_warp(of.families.count)), np.int16)

    def _launch(self, kernel: Any, blocks: int, *args: Any) -> None:
        import torch

        shared = [self._cuda.as_cuda_array(each) if torch.is_tensor(each) else each for each in args]
        # No waiting: torch and numba-cuda use the same stream.
        self._gpu.launch(kernel, blocks, THREADS, self._states, self._first, *shared)

    def _advance(self, t: int) -> None:
        self.masks[t].zero_()
        rows = self.notes[t], self.actions, self.views[t], self.masks[t], self._moves, self._counts
        self._launch(self._kernel, -(-self.count // THREADS), self._blanks, *rows, self.seed, self.limit, FORCED)

    def answer_greedily(self, t: int) -> None:
        asked = self.notes[t], self.characters, self._rng, self.actions
        self._launch(self._greedy, self._blocks, *asked, self._hidden, self._lists)


def greedy_kernel(gpu: Any) -> Any:
    """The kernel that answers where `greedy` is asked, a warp to each question."""
    from ..kernel.cuda import numba_cuda

    cuda, answer, code = numba_cuda(), greedy_on_gpu(gpu, THREADS), gpu.device(gpu.bindings["own_code"])

    def kernel(
        games: Any, first: Any, notes: Any, characters: Any, rng: Any, actions: Any, hidden: Any, lists: Any
    ) -> None:
        warp = cuda.grid(1) // WARP
        for i in range(warp, characters.shape[0], hidden.shape[0]):
            if characters[i] >= 0:
                s, seat = games[first + i], notes[i, SEAT]
                move = answer(s, seat, characters[i], rng[i], hidden[warp], lists[warp])
                if cuda.threadIdx.x % WARP == 0:
                    actions[i] = code(s, seat, move)

    return kernel
