"""Speed of the rules: `make bench`, or `python bench/run.py [GAME ...] [--seconds 2]`.

Whole games with the `random` bot on every seat, the usual number of seats, default options, seeds from 1 on; native and
plain in one run on one core, so that their ratio says something on any machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import lastraft
from lastraft.bots.random import play_many, play_random
from lastraft.kernel import Buffer, Dice, sow
from lastraft.kernel.native import bind
from lastraft.match import seed_words

BATCH = 50


def plain(game: Any, seconds: float) -> tuple[int, int, float]:
    """Games, moves and seconds in the plain world."""
    play = bind(play_random, game.slots())
    out, games, moves, began = Buffer(game.families.count), 0, 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        games += 1
        s, dice = game.new_state(game.usual_size), Dice()
        sow(s, *seed_words(games))
        sow(dice, games, 0, 1, 0)
        game.rules.setup(s)
        moves += play(s, dice, out, game.most_moves)
    return games, moves, taken


def native(game: Any, seconds: float) -> tuple[int, int, float]:
    """The same games in the native world."""
    import numpy as np

    rules = game.native
    play = rules.rule(play_many)
    blank = game.new_state(game.usual_size).to_record()
    states, dice, out = rules.states(BATCH), rules.dice(), np.zeros(game.families.count, np.int16)
    games, moves, began = 0, 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        states[:] = blank
        moves += play(states, BATCH, games + 1, dice, out, game.most_moves)
        games += BATCH
    return games, moves, taken


def copy_time(game: Any) -> float:
    """Nanoseconds to copy a native state."""
    ones, others = game.native.states(1000), game.native.states(1000)
    times = 1000
    began = time.perf_counter()
    for _ in range(times):
        ones[:] = others
    return (time.perf_counter() - began) / (times * len(ones)) * 1e9


def compile_times(name: str) -> tuple[float, float, dict[str, float]]:
    """Seconds to make the rules native in a new process: cold, then from the cache; and each rule's share."""
    program = (
        f"import json, time, lastraft; g = lastraft.game({name!r}); t = time.perf_counter(); n = g.native;"
        "print(json.dumps([time.perf_counter() - t, n.seconds]))"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LASTRAFT_CACHE": folder}

        def once() -> Any:
            done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
            return json.loads(done.stdout)

        cold, share = once()
        warm, _ = once()
    return cold, warm, share


def measure(name: str, seconds: float) -> dict[str, Any]:
    """All figures of one game."""
    game = lastraft.game(name)
    cold, warm, share = compile_times(name)
    fast_games, fast_moves, fast_time = native(game, seconds)
    slow_games, slow_moves, slow_time = plain(game, seconds)
    return {
        "game": name,
        "seats": game.usual_size,
        "moves per game": round(fast_moves / fast_games, 1),
        "native games/s": round(fast_games / fast_time, 1),
        "native moves/s": round(fast_moves / fast_time),
        "plain games/s": round(slow_games / slow_time, 2),
        "plain us/move": round(slow_time / slow_moves * 1e6, 1),
        "native : plain": round(fast_moves / fast_time / (slow_moves / slow_time), 1),
        "compile cold s": round(cold, 1),
        "from cache s": round(warm, 2),
        "state bytes": game.state.layout.size,
        "copy ns": round(copy_time(game)),
        "dearest rules": sorted(share.items(), key=lambda item: -item[1])[:10],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each world plays")
    given = parser.parse_args()
    for name in given.games or lastraft.games():
        for key, value in measure(name, given.seconds).items():
            if key == "dearest rules":
                print("  dearest rules to compile:")
                for rule, taken in value:
                    print(f"    {taken:6.2f} s  {rule}")
            else:
                print(f"{key:>16}: {value}")
        print()


if __name__ == "__main__":
    main()
