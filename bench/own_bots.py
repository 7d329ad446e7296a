"""What a bot in Python costs beside `greedy`, on one core: `python bench/own_bots.py [GAME ...] [--games 20]`.

A game takes as long as the bot thinks, and what the native game around it takes: greedy's moves, hiding, asking. The
bot here looks at its moves and at its observation, and takes the first move.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import lastraft
from lastraft.arena.batch import Worker, no_halt, warm_up
from lastraft.arena.matchup import matchup


class Looks(lastraft.Bot):
    """Takes the first move, and measures how long it thinks."""

    seconds, asked = 0.0, 0

    def choose(self, seen: lastraft.Seen) -> Any:
        began = time.thread_time()
        assert seen.observation.size
        move = seen.moves[0]
        Looks.seconds += time.thread_time() - began
        Looks.asked += 1
        return move


def measure(name: str, bots: str, games: int) -> float:
    """CPU seconds for a game."""
    wanted = matchup(name, None, bots)
    warm_up(wanted)
    worker = Worker(wanted, 60, tolerant=False)
    worker.play(1, 1, no_halt())
    Looks.seconds, Looks.asked = 0.0, 0
    began = time.process_time()
    worker.play(2, games, no_halt())
    return (time.process_time() - began) / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(lastraft.games()))
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    for name in given.names:
        native = measure(name, "greedy", given.games)
        beside = measure(name, f"py:{__name__}.Looks,greedy", given.games)
        thinking, asked = Looks.seconds / given.games, Looks.asked / given.games
        left = beside - thinking
        print(
            f"{name}: {1 / beside:.1f} games/s with a bot in Python beside greedy, {1 / thinking:.1f} by its thinking "
            f"alone ({asked:.0f} questions of {1e6 * thinking / asked:.0f} µs); all else {1000 * left:.1f} ms a game, "
            f"{1e6 * left / asked:.0f} µs a question; greedy alone, natively: {1000 * native:.1f} ms a game"
        )


if __name__ == "__main__":
    main()
