"""The rules on a GPU: `python bench/gpu.py [GAME ...] [--games 262144]` on a machine with an NVIDIA card.

Plays the same seeds with the `random` bot on the card and on one core of this machine, compares final states byte for
byte, and prints games per second of both. Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import lastraft
from lastraft.bots.random import play_many, play_random
from lastraft.kernel.cuda import Cuda


def compare(name: str, games: int, compared: int) -> bool:
    """Play and compare one game; whether all were the same."""
    game = lastraft.game(name)
    card = Cuda(game.state, game.slots())
    blank = game.new_state(game.usual_size).to_record()
    seeds = np.arange(1, games + 1, dtype=np.int64)
    began = time.perf_counter()
    card.play(play_random, blank, seeds[:128], game.families.count, game.most_moves)
    compiled = time.perf_counter() - began
    began = time.perf_counter()
    finals, moves = card.play(play_random, blank, seeds, game.families.count, game.most_moves)
    on_card = time.perf_counter() - began

    rules = game.native
    play = rules.rule(play_many)
    states, dice, out = rules.states(compared), rules.dice(), np.zeros(game.families.count, np.int16)
    states[:] = blank
    began = time.perf_counter()
    play(states, compared, 1, dice, out, game.most_moves)
    on_core = (time.perf_counter() - began) / compared
    same = states.tobytes() == finals[:compared].tobytes()
    for seed, ours, theirs in zip(seeds, states, finals):
        if ours.tobytes() != theirs.tobytes():
            print(f"{name}, seed {seed}: the card and the processor differ")
            print("\n".join(game.state.differences(theirs.tobytes(), ours.tobytes())))
            break
    print(
        f"{name}, {game.usual_size} seats, {games} games: card {games / card.seconds:,.0f} games/s, "
        f"{moves.sum() / card.seconds:,.0f} moves/s ({games / on_card:,.0f} games/s with transfers; compile and first "
        f"launch {compiled:.1f} s); one core {1 / on_core:,.0f} games/s; ratio {games / card.seconds * on_core:.1f}; "
        f"{compared} games compared: {'all the same' if same else 'DIFFERENT'}",
        flush=True,
    )
    return bool(same)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument(
        "--games", dest="count", type=int, default=262_144, help="how many games are played on the card"
    )
    parser.add_argument("--compare", type=int, default=2_000, help="how many of them are played on the processor too")
    given = parser.parse_args()
    results = [compare(name, given.count, min(given.compare, given.count)) for name in given.games or lastraft.games()]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
