"""The rules on a GPU: `python bench/cuda.py [GAME ...] [--games 262144]` on a machine with an NVIDIA card.

Plays the same seeds with the `random` bot on the card and on one core of this machine, compares every final state byte for
byte, and prints games per second of both. Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import lastraft
from lastraft.bots.random import play_random
from lastraft.kernel import sow
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
    play, setup, seed_dice = rules.rule(play_random), rules.rule(game.rules.setup), rules.rule(sow)
    states, dice, out = rules.states(1), rules.dice(), np.zeros(game.families.count, np.int16)
    same = True
    began = time.perf_counter()
    for i in range(compared):
        states[0] = blank
        seed_dice(states[0], int(seeds[i]), 0, 0, 0)
        seed_dice(dice, int(seeds[i]), 0, 1, 0)
        setup(states[0])
        made = play(states[0], dice, out, game.most_moves)
        if made != moves[i] or states[0].tobytes() != finals[i].tobytes():
            print(f"{name}, seed {seeds[i]}: the card and the processor differ ({moves[i]} and {made} moves)")
            for line in game.state.differences(finals[i].tobytes(), states[0].tobytes()):
                print("  ", line)
            same = False
            break
    on_core = (time.perf_counter() - began) / compared
    print(
        f"{name}, {game.usual_size} seats, {games} games: card {games / on_card:,.0f} games/s, "
        f"{moves.sum() / on_card:,.0f} moves/s (transfers included; compile and first launch {compiled:.1f} s); one core "
        f"{1 / on_core:,.0f} games/s; ratio {games / on_card * on_core:.1f}; {compared} games compared: "
        f"{'all the same' if same else 'DIFFERENT'}",
        flush=True,
    )
    return same


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
