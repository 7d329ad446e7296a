"""Speed of the rules on one core: `make bench`, or `python bench/run.py [GAME ...] [--seconds 2]`.

Whole games with the same bot on every seat, the usual number of seats, default options, seeds from 1 on. Native and
plain run the same function, `play_batch` of the arena, in one run, so that their ratio says something on any machine.
Seconds are those of the processor. Prints a table in Markdown; takes some minutes, as greedy bots are slow in plain
Python.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import lastraft
from lastraft.arena.batch import no_halt
from lastraft.arena.matchup import matchup
from lastraft.arena.native_loop import BATCH, FIRST, Results, play_batch
from lastraft.bots import SearchBot, bot, room
from lastraft.bots.greedy import choose_greedy
from lastraft.bots.net import Layers, Net
from lastraft.bots.search import search
from lastraft.kernel import Buffer, States, copy_state, rule
from lastraft.kernel.native import bind

ITERATIONS = 2000
"""What a strong player of the page thinks for."""


class Speed(NamedTuple):
    """Games that were played, their moves and the seconds they took."""

    games: int
    moves: int
    seconds: float

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds


def on_one_core() -> None:
    """Stay where we are, so that nothing helps out."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def timed(work: Callable[[int, int], int], seconds: float, most: int = BATCH) -> Speed:
    """``work(first_seed, count)`` tells the moves of so many games; more at a time while they are quick."""
    games, moves, count, began = 0, 0, 1, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        moves += work(1 + games, count)
        games += count
        count = min(2 * count, most)
    return Speed(games, moves, taken)


def native(game: Any, spec: str, seconds: float) -> Speed:
    """Games in the native world."""
    wanted = matchup(game.name, None, spec)
    blank, seating, halt = wanted.blank().to_record(), wanted.seating.to_record(), no_halt()
    states, results = game.native.states(FIRST + BATCH), np.zeros(1, Results.dtype())[0]
    net, layers = np.zeros(1, Net.dtype())[0], np.zeros(1, Layers.dtype())[0]
    out, compiled = np.zeros(room(game), np.int16), game.native.rule(play_batch)

    def play(first: int, count: int) -> int:
        states[FIRST:] = blank
        compiled(states, seating, results, net, layers, out, first, count, game.most_moves, halt)
        return int(results["moves"][:count].sum())

    return timed(play, seconds)


def plain(game: Any, spec: str, seconds: float) -> Speed:
    """The same games in the plain world."""
    wanted = matchup(game.name, None, spec)
    bound, out, halt = bind(play_batch, game.bindings()), Buffer(room(game)), Buffer(1)
    net, layers = Net(), Layers()

    def play(first: int, count: int) -> int:
        states, results = States([wanted.blank() for _ in range(FIRST + count)]), Results()
        bound(states, wanted.seating, results, net, layers, out, first, count, game.most_moves, halt)
        return sum(results.moves)

    return timed(play, seconds)


@rule
def copy_often(states: States, times: int) -> int:
    """Copy a state so many times."""
    for i in range(times):
        copy_state(states, i % 2, 1 - i % 2)
    return times


def copying(game: Any, seconds: float) -> tuple[float, float]:
    """Nanoseconds to copy a state, native and plain."""
    records, compiled = game.native.states(2), game.native.rule(copy_often)
    states = States([game.new_state(game.usual_size), game.new_state(game.usual_size)])
    fast = timed(lambda _, count: compiled(records, count), seconds, 1 << 20)
    slow = timed(lambda _, count: copy_often(states, count), seconds, 1 << 10)
    return 1e9 / fast.moves_a_second, 1e9 / slow.moves_a_second


def thinking(game: Any, seconds: float) -> tuple[float, float]:
    """Iterations a second of `search`, and the longest choice, at every tenth question of games between greedy bots."""
    game.native.compile([search, choose_greedy])
    searcher, greedy = SearchBot(game, 1, iterations=ITERATIONS), bot("greedy", game, 1)
    m = lastraft.new(game.name, seed=1)
    taken: list[float] = []
    iterations = 0  # a choice that is clear before its time takes fewer
    while sum(taken) < seconds:
        seat = m.asked
        if seat is None:
            m = lastraft.new(game.name, seed=m.seed + 1)
            continue
        hidden = m.hidden(seat)
        if len(m.history) % 10 == 0:
            began = time.process_time()
            searcher.choose(hidden, seat)
            taken.append(time.process_time() - began)
            iterations += sum(visits for _, visits, _ in searcher.considered)
        m.push(greedy.choose(hidden, seat), seat)
    return iterations / sum(taken), max(taken)


def compiling(name: str) -> tuple[float, float, dict[str, float]]:
    """Seconds to make the rules native in a new process: cold, then from the cache; and each rule's share."""
    program = (
        f"import json, time, lastraft; g = lastraft.game({name!r}); t = time.process_time(); n = g.native;"
        "print(json.dumps([time.process_time() - t, n.seconds]))"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LASTRAFT_CACHE": folder}

        def once() -> Any:
            done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
            return json.loads(done.stdout)

        cold, share = once()
        warm, _ = once()
    return cold, warm, share


def measure(name: str, seconds: float) -> tuple[dict[str, str], dict[str, float]]:
    """All figures of one game, and what each of its rules took to compile."""
    game = lastraft.game(name)
    figures = {"seats": f"{game.usual_size}"}
    for spec in ("random", "greedy"):
        fast, slow = native(game, spec, seconds), plain(game, spec, seconds)
        figures[f"`{spec}`: moves a game"] = f"{fast.moves / fast.games:,.1f}"
        figures[f"`{spec}`: native, games/s"] = f"{fast.games_a_second:,.1f}"
        figures[f"`{spec}`: native, moves/s"] = f"{fast.moves_a_second:,.0f}"
        figures[f"`{spec}`: plain, games/s"] = f"{slow.games_a_second:,.2f}"
        figures[f"`{spec}`: plain, µs a move"] = f"{1e6 / slow.moves_a_second:,.1f}"
        figures[f"`{spec}`: native : plain"] = f"{fast.moves_a_second / slow.moves_a_second:,.0f}"
    iterations, longest = thinking(game, seconds)
    figures["`search`: iterations/s"] = f"{iterations:,.0f}"
    figures[f"`search:{ITERATIONS}`: longest choice"] = f"{longest:.2f} s"
    figures["state"] = f"{game.state.layout.size:,} B"
    fast_copy, slow_copy = copying(game, seconds / 4)
    figures["copy, native"] = f"{fast_copy:,.0f} ns"
    figures["copy, plain"] = f"{slow_copy:,.0f} ns"
    cold, warm, share = compiling(name)
    figures["compile, cold"] = f"{cold:.1f} s"
    figures["from the cache"] = f"{warm:.2f} s"
    return figures, share


def show(columns: dict[str, dict[str, str]]) -> None:
    """A column for each game, a row for each figure."""
    print("|", *(f"| {title}" for title in columns), "|")
    print("|---" + "|---:" * len(columns) + "|")
    for row in next(iter(columns.values())):
        print(f"| {row} |", " | ".join(figures[row] for figures in columns.values()), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each bot plays in each world")
    given = parser.parse_args()
    on_one_core()
    measured = {lastraft.game(name).title: measure(name, given.seconds) for name in given.games or lastraft.games()}
    show({title: figures for title, (figures, _) in measured.items()})
    for title, (_, share) in measured.items():
        print(f"\nDearest rules of {title} to compile:")
        for name, taken in sorted(share.items(), key=lambda item: -item[1])[:10]:
            print(f"    {taken:6.2f} s  {name}")


if __name__ == "__main__":
    main()
