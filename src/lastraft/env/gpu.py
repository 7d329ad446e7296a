"""The vector environment on a GPU, one game to a thread. Needs the extras `cuda` and `learn`.

Everything it shows is a tensor of torch that stays on the GPU; other libraries take it over through DLPack.
"""

from __future__ import annotations

from typing import Any

from ..arena.native_loop import FIRST, RNGS
from ..arena.self_play import BLANK, LIVE, REGISTERS, ROOM, THREADS
from ..arena.stepping import ENDED, NUMBERS, OVER, PLAYER, SEAT, see, step, step_among_bots
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
    """`Vector` on a GPU. ``reward`` is given tensors too."""

    def _open(self) -> None:
        import numpy as np
        import torch

        of, n = self.game, self.n

        def tensor(*shape: int, kind: Any = torch.int16) -> Any:
            return torch.zeros(shape, dtype=kind, device="cuda")

        self.notes, self.observations = tensor(n, NUMBERS), tensor(n, of.observation_size)
        self.masks = tensor(n, of.families.count, kind=torch.int8)
        self._actions, self._rewards = tensor(n), tensor(n, self.seats, kind=torch.float32)
        self._cuda, self._gpu = numba_cuda(), Cuda(of.state, of.bindings())
        blank = np.frombuffer(bytearray(b"".join(s.to_bytes() for s in self._blanks)), of.state.dtype())
        self._start = [self._cuda.to_device(blank), self._cuda.to_device(self._kinds)]
        self._games = self._cuda.device_array(n, of.state.dtype())
        self._kernel = self._gpu.jit(step_kernel(self._gpu, of, room(of)), REGISTERS)
        self._among = []

    def _seat_bots(self) -> None:
        import numpy as np

        assert self._table is not None
        net = np.zeros(1, Net.dtype()) if self._table.net is None else np.full(1, self._table.net)
        seating = np.full(1, self._table.seating.to_record())
        self._among = [*map(self._cuda.to_device, (seating, net)), None]
        self._kernel = self._gpu.jit(step_among_bots_kernel(self._gpu, self.game, room(self.game)), REGISTERS)

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
        import torch

        tensors = self.notes, self._actions, self.observations, self.masks
        shared = [self._cuda.as_cuda_array(each) for each in tensors]
        torch.cuda.synchronize()
        numbers = self.seed, self.most_moves, self._skipped
        arguments = self._games, *self._start, *shared, *numbers, *self._among
        self._gpu.launch(self._kernel, -(-self.n // THREADS), THREADS, *arguments)
        self._cuda.synchronize()

    def sample(self) -> Any:
        import torch

        noise = torch.rand(self.masks.shape, generator=self._chance, device="cuda")
        return (noise * self.masks).argmax(1)

    def _done(self) -> Step:
        rows = (self.notes[:, ENDED] == OVER).nonzero()[:, 0]
        self._rewards.zero_()
        if len(rows):
            import torch

            scores, ranks = self.scores[rows].cpu().numpy(), self.ranks[rows].cpu().numpy()
            self._rewards[rows] = torch.as_tensor(self._reward(scores, ranks), dtype=torch.float32, device="cuda")
        return Step(self.observations, self.masks, self.notes[:, SEAT], self._rewards, self.notes[:, ENDED] != 0)


def step_kernel(gpu: Any, of: Game[Any], size: int) -> Any:
    """The kernel of `stepping.step_all`."""
    from numba import from_dtype, int16

    cuda, record, go, look = numba_cuda(), from_dtype(of.state.dtype()), gpu.device(step), gpu.device(see)

    def kernel(
        games: Any, blank: Any, kinds: Any, notes: Any, actions: Any, views: Any, masks: Any,
        seed: Any, limit: Any, skipped: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < games.shape[0]:
            states, out = cuda.local.array(ROOM, record), cuda.local.array(size, int16)
            states[LIVE] = games[i]
            states[BLANK] = blank[kinds[i]]
            n = go(states, LIVE, BLANK, notes[i], actions[i], i, seed, limit, skipped, out)
            look(states, LIVE, notes[i, SEAT], n, out, views[i])
            for code in range(masks.shape[1]):
                masks[i, code] = 0
            for j in range(n):
                masks[i, out[j]] = 1
            games[i] = states[LIVE]

    return kernel


def step_among_bots_kernel(gpu: Any, of: Game[Any], size: int) -> Any:
    """The kernel of `stepping.step_all_among_bots`."""
    from numba import from_dtype, int16

    cuda, record, layer = numba_cuda(), from_dtype(of.state.dtype()), from_dtype(Layers.dtype())
    go, look = gpu.device(step_among_bots), gpu.device(see)

    def kernel(
        games: Any, blank: Any, kinds: Any, notes: Any, actions: Any, views: Any, masks: Any,
        seed: Any, limit: Any, skipped: Any, seating: Any, net: Any, rng: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < games.shape[0]:
            states, out = cuda.local.array(ALL, record), cuda.local.array(size, int16)
            layers = cuda.local.array(1, layer)
            states[PLAYED] = games[i]
            states[FIRST] = blank[kinds[i]]
            for seat in range(MAX_SEATS):
                for word in range(4):
                    states[RNGS + seat].random[word] = rng[i, seat].random[word]
            n = go(
                states, PLAYED, FIRST, notes[i], actions[i], i, seed, limit, skipped,
                seating[0], net[0], layers[0], out,
            )  # fmt: skip
            look(states, PLAYED, notes[i, SEAT], n, out, views[i])
            for code in range(masks.shape[1]):
                masks[i, code] = 0
            for j in range(n):
                masks[i, out[j]] = 1
            for seat in range(MAX_SEATS):
                for word in range(4):
                    rng[i, seat].random[word] = states[RNGS + seat].random[word]
            games[i] = states[PLAYED]

    return kernel
