"""The vector environment on a GPU, one game to a thread. Needs the extras `cuda` and `learn`.

Everything it shows is a tensor of torch that stays on the GPU; other libraries take it over through DLPack.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ..arena.gpu_stepping import REGISTERS, THREADS, show, step_kernel
from ..arena.native_loop import FIRST, RNGS
from ..arena.stepping import ENDED, NUMBERS, OVER, PLAYER, SEAT, step_among_bots
from ..bots import room
from ..bots.net import Layers, Net
from ..errors import IllegalMove
from ..kernel import MAX_SEATS, Rng
from ..kernel.cuda import Cuda, numba_cuda
from ..protocol import Game
from .vector import Step, Vector

PLAYED, ALL = FIRST + 1, FIRST + 2
"""Among bots: the game, after the one that has not begun; and how many states there are."""


class GpuVector(Vector):
    """`Vector` on a GPU. Only the scores and ranks of games that have just ended are copied from it, for ``reward``."""

    def _open(self) -> None:
        import numpy as np
        import torch

        of, n = self.game, self.n

        def tensor(*shape: int, kind: Any = torch.int16) -> Any:
            return torch.zeros(shape, dtype=kind, device="cuda")

        self.notes, self.observations = tensor(n, NUMBERS), tensor(n, of.observation_size)
        self.masks = tensor(n, of.families.count, kind=torch.int8)
        self._moves, self._counts = tensor(n, of.families.count), tensor(n)
        self._actions, self._rewards = tensor(n), tensor(n, self.seats, kind=torch.float32)
        self._cuda = numba_cuda()
        blanks = b"".join(s.to_bytes() for s in self._blanks)
        states = bytearray(blanks) + bytes(n * of.state.layout.size)
        self._games = self._cuda.to_device(np.frombuffer(states, of.state.dtype()))
        self._first, self._blank_of = len(self._blanks), self._cuda.to_device(self._kinds)
        self._gpu, self._kernel = compiled(of, step_kernel)
        self._among = []

    def _seat_bots(self) -> None:
        import numpy as np

        assert self._table is not None
        net = np.zeros(1, Net.dtype()) if self._table.net is None else np.full(1, self._table.net)
        seating = np.full(1, self._table.seating.to_record())
        self._among = [*map(self._cuda.to_device, (seating, net)), None]
        self._gpu, self._kernel = compiled(self.game, step_among_bots_kernel)

    def _begin(self) -> None:
        import numpy as np
        import torch

        if self._among:
            words = np.random.default_rng(self.seed).bytes(16 * self.n * MAX_SEATS)
            rng = np.frombuffer(words, Rng.dtype()).reshape(self.n, MAX_SEATS).copy()
            self._among[2] = self._cuda.to_device(rng)
        self._chance = torch.Generator("cuda").manual_seed(self.seed)
        self.notes.zero_()
        self.notes[:, SEAT] = -1
        self.notes[:, PLAYER:] = torch.from_numpy(self._players).cuda()
        self._play()

    def _act(self, actions: Any) -> None:
        import torch

        if tuple(actions.shape) != (self.n,):
            raise IllegalMove(f"actions: {self.n} whole numbers, one for each game", "")
        chosen = actions.long()
        known = (chosen >= 0) & (chosen < self.masks.shape[1])
        legal = known & (self.masks.gather(1, torch.where(known, chosen, 0)[:, None]).squeeze(1) != 0)
        if not bool(legal.all()):
            i = int(legal.int().argmin())
            raise IllegalMove(f"game {i}: {int(chosen[i])} is not legal for seat {int(self.notes[i, SEAT])} now", "")
        self._actions.copy_(chosen)
        self._play()

    def _play(self) -> None:
        self.masks.zero_()
        rows = self.notes, self._actions, self.observations, self.masks, self._moves, self._counts
        shared = [self._cuda.as_cuda_array(each) for each in rows]
        numbers = self.seed, self.most_moves, self._skipped
        # No waiting: torch and numba-cuda use the same stream.
        self._gpu.launch(
            self._kernel, -(-self.n // THREADS), THREADS, self._games, self._first, self._blank_of, *shared, *numbers,
            *self._among,
        )  # fmt: skip

    def sample(self) -> Any:
        import torch

        drawn = torch.rand(self.n, generator=self._chance, device="cuda", dtype=torch.float64) * self._counts
        return self._moves.gather(1, drawn.long()[:, None]).squeeze(1)

    def _done(self) -> Step:
        rows = (self.notes[:, ENDED] == OVER).nonzero()[:, 0]
        self._rewards.zero_()
        if len(rows):
            import torch

            scores, ranks = self.scores[rows].cpu().numpy(), self.ranks[rows].cpu().numpy()
            self._rewards[rows] = torch.as_tensor(self._reward(scores, ranks), dtype=torch.float32, device="cuda")
        return Step(self.observations, self.masks, self.notes[:, SEAT], self._rewards, self.notes[:, ENDED] != 0)


@cache
def compiled(of: Game[Any], make: Any) -> tuple[Cuda, Any]:
    """A game's rules for the GPU, and a kernel that is compiled when it is first run: once for all vectors."""
    gpu = Cuda(of.state, of.bindings())
    return gpu, gpu.jit(make(gpu, of, room(of)), REGISTERS)


def step_among_bots_kernel(gpu: Cuda, of: Game[Any], size: int) -> Any:
    """The kernel of `stepping.step_all_among_bots`; arguments as of `step_kernel`, and who plays. Bots need states of
    their own, so a game is copied there and back."""
    from numba import from_dtype, int16

    cuda, record, layer = numba_cuda(), from_dtype(of.state.dtype()), from_dtype(Layers.dtype())
    go, shown = gpu.device(step_among_bots), show(gpu, of)

    def kernel(
        games: Any, first: Any, blanks: Any, notes: Any, actions: Any, views: Any, masks: Any, moves: Any,
        counts: Any, seed: Any, limit: Any, skipped: Any, seating: Any, net: Any, rng: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < blanks.shape[0]:
            states, out = cuda.local.array(ALL, record), cuda.local.array(size, int16)
            layers = cuda.local.array(1, layer)
            states[PLAYED] = games[first + i]
            states[FIRST] = games[blanks[i]]
            for seat in range(MAX_SEATS):
                for word in range(4):
                    states[RNGS + seat].random[word] = rng[i, seat].random[word]
            counts[i] = go(
                states, PLAYED, FIRST, notes[i], actions[i], i, seed, limit, skipped,
                seating[0], net[0], layers[0], out,
            )  # fmt: skip
            for seat in range(MAX_SEATS):
                for word in range(4):
                    rng[i, seat].random[word] = states[RNGS + seat].random[word]
            games[first + i] = states[PLAYED]
            shown(states[PLAYED], notes[i, SEAT], counts[i], out, views[i], masks[i], moves[i])

    return kernel
