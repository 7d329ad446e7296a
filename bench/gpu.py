"""Games on a GPU: `python bench/gpu.py [GAME ...] [--games 1048576] [--bots random]` on a machine with an NVIDIA GPU.

Plays the same seeds on the GPU and on one core of this machine, compares results and final states byte for byte, and
prints games per second of both. Then has the game's net choose in some positions on both, and compares the moves.
Exits with 1 if they differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

import lastraft
from lastraft.arena.batch import Worker, no_halt
from lastraft.arena.gpu import Gpu
from lastraft.arena.matchup import matchup
from lastraft.bots import room
from lastraft.bots.net import Layers, choose_learned, net_of
from lastraft.kernel import Rng
from lastraft.kernel.cuda import Cuda, numba_cuda
from lastraft.protocol import Game
from lastraft.testing.random_play import random_games

THREADS, REGISTERS = 64, 128
TEMPERATURES = (0, 150)


def compare(name: str, bots: str, games: int, compared: int) -> bool:
    """Play and compare one game; whether all were the same."""
    wanted = matchup(name, None, bots)
    began = time.perf_counter()
    gpu = Gpu(wanted, keep_finals=True)
    gpu.play(1, 1)
    compiled = time.perf_counter() - began
    theirs = gpu.play(1, games)
    core = Worker(wanted, 1.0, keep_finals=True)
    core.play(1, 1, no_halt())
    ours = core.play(1, compared, no_halt())
    assert ours.finals is not None
    assert theirs.finals is not None
    same = ours.rows.tobytes() == theirs.rows[:compared].tobytes()
    for seed, mine, other in zip(ours.rows["seed"], ours.finals, theirs.finals):
        if mine.tobytes() != other.tobytes():
            print(f"{name}, seed {seed}: the GPU and the processor differ")
            print("\n".join(wanted.game.state.differences(other.tobytes(), mine.tobytes())))
            same = False
            break
    on_gpu, on_core = games / theirs.seconds, compared / ours.seconds
    print(
        f"{name}, {wanted.seats} seats, {bots}, {games} games: GPU {on_gpu:,.0f} games/s, "
        f"{theirs.rows['moves'].sum() / theirs.seconds:,.0f} moves/s (compile and first launch {compiled:.1f} s); "
        f"one core {on_core:,.0f} games/s; ratio {on_gpu / on_core:.1f}; "
        f"{compared} games compared: {'all the same' if same else 'DIFFERENT'}",
        flush=True,
    )
    return same


def net_kernel(rules: Cuda, size: int) -> Any:
    """The kernel in which a net chooses once in each of many hidden states; ``size`` is `room` of the game."""
    from numba import int16

    cuda, choose = numba_cuda(), rules.device(choose_learned)

    def kernel(states: Any, seats: Any, temperature: Any, nets: Any, layers: Any, rngs: Any, moves: Any) -> None:
        i = cuda.grid(1)
        if i < moves.shape[0]:
            out = cuda.local.array(size, int16)
            moves[i] = choose(states[i], seats[i], 0, temperature, nets[0], layers[i], rngs[i], out)

    return kernel


def hidden_states(game: Game[Any], count: int) -> tuple[Any, Any]:
    """Positions of random games as those who are asked there know them, and their seats."""
    games = random_games(game, tuple(game.sizes), 1 + count // 400)
    every = [data for sample in games for data in sample.states[:-1]]
    states, seats = [], []
    for data in every[:: max(1, len(every) // count)][:count]:
        s = game.state.from_bytes(data)
        seats.append(game.rules.asked(s))
        states.append(game.hidden(s, seats[-1]).to_bytes())
    return np.frombuffer(bytearray(b"".join(states)), game.state.dtype()), np.array(seats, np.int32)


def generators(count: int) -> Any:
    return np.frombuffer(np.random.default_rng(1).bytes(16 * count), Rng.dtype()).copy()


def chosen_on_core(game: Game[Any], net: Any, states: Any, seats: Any, temperature: int) -> tuple[Any, Any]:
    """The moves that the net chooses, and the generators afterwards."""
    choose, layers, rngs = game.native.rule(choose_learned), Layers().to_record(), generators(len(seats))
    out = np.zeros(room(game), np.int16)
    moves = [choose(s, seat, 0, temperature, net, layers, rng, out) for s, seat, rng in zip(states, seats, rngs)]
    return np.array(moves, np.int32), rngs


def chosen_on_gpu(game: Game[Any], net: Any, states: Any, seats: Any, temperature: int) -> tuple[Any, Any]:
    """The same on the GPU."""
    cuda, rules, count = numba_cuda(), Cuda(game.state, game.bindings()), len(seats)
    moves, rngs = cuda.device_array(count, np.int32), cuda.to_device(generators(count))
    rows = cuda.to_device(states), cuda.to_device(seats), temperature, cuda.to_device(np.full(1, net))
    kernel = rules.jit(net_kernel(rules, room(game)), REGISTERS)
    layers = cuda.device_array(count, Layers.dtype())
    rules.launch(kernel, -(-count // THREADS), THREADS, *rows, layers, rngs, moves)
    return moves.copy_to_host(), rngs.copy_to_host()


def compare_choices(name: str, count: int) -> bool:
    """Let the game's net choose in some positions; whether all choices were the same."""
    game = lastraft.game(name)
    net, (states, seats) = net_of(game), hidden_states(game, count)
    same = True
    for temperature in TEMPERATURES:
        ours, our_rngs = chosen_on_core(game, net, states, seats, temperature)
        theirs, their_rngs = chosen_on_gpu(game, net, states, seats, temperature)
        different = np.flatnonzero((ours != theirs) | (our_rngs["random"] != their_rngs["random"]).any(axis=1))
        for i in different[:3].tolist():
            print(f"{name}, position {i}: the net chooses {ours[i]} on the processor, {theirs[i]} on the GPU")
        said = f"{len(different)} DIFFERENT" if len(different) else "all the same"
        print(f"{name}: {len(seats)} choices of the net at temperature {temperature / 100:g}: {said}", flush=True)
        same &= not len(different)
    return same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument(
        "--games", dest="count", type=int, default=1_048_576, help="how many games are played on the GPU"
    )
    parser.add_argument("--bots", default="random", help="who plays: random, greedy or both, as in random,greedy")
    parser.add_argument("--compare", type=int, default=2_000, help="how many of them are played on the processor too")
    parser.add_argument("--choices", type=int, default=1_000, help="in how many positions the net chooses; 0: in none")
    given = parser.parse_args()
    results = []
    for name in given.games or lastraft.games():
        results.append(compare(name, given.bots, given.count, min(given.compare, given.count)))
        if given.choices:
            results.append(compare_choices(name, given.choices))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
