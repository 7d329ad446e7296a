"""Games on a GPU: `python bench/gpu.py [GAME ...] [--games 1048576] [--bots random]` on a machine with an NVIDIA GPU.

Plays the same seeds on the GPU and on one core of this machine, compares results and final states byte for byte, and
prints games per second of both. Exits with 1 if they differ.
"""

from __future__ import annotations

import argparse
import sys
import time

import lastraft
from lastraft.arena.batch import Worker, no_halt
from lastraft.arena.gpu import Gpu
from lastraft.arena.matchup import matchup


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument(
        "--games", dest="count", type=int, default=1_048_576, help="how many games are played on the GPU"
    )
    parser.add_argument("--bots", default="random", help="who plays: random, greedy or both, as in random,greedy")
    parser.add_argument("--compare", type=int, default=2_000, help="how many of them are played on the processor too")
    given = parser.parse_args()
    results = [
        compare(name, given.bots, given.count, min(given.compare, given.count))
        for name in given.games or lastraft.games()
    ]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
