"""A long walk through a game's rules, plain against native: `python -m tests.soak GAME --games 100000 --jobs 16`.

Random games with random seats and options. Native code plays a few moves, the plain rules make the same ones; then both
must hold the same bytes and list the same moves, and the pieces are counted as the game's conformance suite counts
them. In most games the clock makes half of the moves, or three quarters, so that games at a large table go on; in
every fourth not only the seat that is asked moves; every 32nd is played on a checked state, which refuses numbers that
do not fit. A game is told by its number: `--first 4711 --games 1` plays that one again.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np

import lastraft
from lastraft.bots.random import choose_random
from lastraft.kernel import Buffer, Rng, State, placeholder, randbelow, rule, seed_rng, seed_words
from lastraft.protocol import seats_in
from lastraft.testing.conformance import Conformance

over = placeholder("over")
asked = placeholder("asked")
actors = placeholder("actors")
apply = placeholder("apply")
timeout = placeholder("timeout")

CHUNK = 50
"""Games that a process plays at a time."""
STEPS = 16
"""After how many moves both worlds are compared."""
QUARTERS = (0, 2, 2, 3, 3, 3, 2, 3)
"""How many quarters of its moves a game leaves to the clock, by its number."""


@rule
def walk(s: State, free: int, quarters: int, rng: Rng, out: Buffer, written: Buffer) -> int:
    """Play on for a few moves, and write down seats and moves; how many there were."""
    n = 0
    while n < STEPS and over(s) == 0:
        seat = asked(s)
        if free == 1:
            mask = actors(s)
            seat = randbelow(rng, s.seats)
            while mask >> seat & 1 == 0:
                seat = (seat + 1) % s.seats
        by_clock = randbelow(rng, 4) < quarters
        move = timeout(s, seat) if by_clock else choose_random(s, seat, rng, out)
        written[2 * n] = seat
        written[2 * n + 1] = move
        apply(s, seat, move)
        n += 1
    return n


def suites(name: str) -> list[Conformance]:
    """The game's conformance suites: one for the game, and one for each of its variants made for tests."""
    module = importlib.import_module(f"tests.{name}.test_conformance")
    return [each() for each in vars(module).values() if isinstance(each, type) and hasattr(each, "game")]


def play(suite: Conformance, number: int) -> Counter[str]:
    """Play one game in both worlds; how often each kind of move was made.

    :raises AssertionError: where they differ, or a piece is lost.
    """
    game, rnd = suite.game, random.Random(f"soak {number}")
    rules, native = game.rules, game.native
    options = {option.name: rnd.choice(option.values) for option in game.options}
    s: Any = game.new_state(rnd.choice(game.sizes), options)
    seed_rng(s, *seed_words(rnd.getrandbits(128)))
    record, rng = s.to_record(), native.rng()
    native.rule(seed_rng)(rng, *seed_words(rnd.getrandbits(128)))
    if number % 32 == 0:
        s = game.state.checked(s)
    rules.setup(s)
    native.rule(rules.setup)(record)
    ours, theirs = Buffer(game.families.count), np.zeros(game.families.count, np.int16)
    steps, written, kinds = native.rule(walk), np.zeros(2 * STEPS, np.int16), Counter[str]()
    while True:
        where = f"game {number}, move {kinds.total()}"
        a, b = s.to_bytes(), record.tobytes()
        assert a == b, f"{where}: {'; '.join(game.state.differences(a, b))}"
        suite.accounted(s)
        for seat in seats_in(rules.actors(s)):
            n = rules.legal(s, seat, ours)
            assert n > 0, f"{where}: seat {seat} may act and has no move"
            same = n == native.rule(rules.legal)(record, seat, theirs) and ours[:n] == theirs[:n].tolist()
            assert same, f"{where}: other moves are legal for seat {seat}"
        n = steps(record, int(number % 4 == 0), QUARTERS[number % len(QUARTERS)], rng, theirs, written)
        if n == 0:
            return kinds
        for seat, move in written[: 2 * n].reshape(n, 2).tolist():
            rules.apply(s, seat, move)
            kinds[game.families[move][0]] += 1


def play_some(name: str, first: int, games: int) -> Counter[str]:
    """Play games one after another; the sum of their moves by kind."""
    kinds, variants = Counter[str](), suites(name)
    for number in range(first, first + games):
        kinds += play(variants[number % len(variants)], number)
    return kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    if given.game not in lastraft.games() or given.games < 1 or given.jobs < 1:
        sys.exit(f"a game ({', '.join(lastraft.games())}), and games and jobs from 1 on are expected")
    began = time.perf_counter()
    play_some(given.game, given.first, 1)  # so that the rules are compiled once, and then come from the cache
    last = given.first + given.games
    chunks = [(first, min(CHUNK, last - first)) for first in range(given.first, last, CHUNK)]
    kinds, done = Counter[str](), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for (_, games), played in zip(chunks, pool.map(partial(play_some, given.game), *zip(*chunks)), strict=True):
            kinds += played
            done += games
            spent = time.perf_counter() - began
            print(f"\r{done} games, {kinds.total()} moves, {spent:.0f} s", end="", file=sys.stderr, flush=True)
    print(f"\n{given.game}: {done} games, {kinds.total()} moves, {spent:.0f} s: plain and native agree")
    print(", ".join(f"{name} {n}" for name, n in kinds.most_common()))
    never = sorted({family.name for family in lastraft.game(given.game).families.all} - set(kinds))
    print(f"never made: {', '.join(never) or 'none'}")


if __name__ == "__main__":
    main()
