"""A long walk through a game's rules, plain against native: `python -m tests.soak GAME --games 100000 --jobs 16`.

Random games with random seats and options, the same moves in both worlds. Every few moves and at the end both must hold
the same bytes and list the same moves, and the pieces are counted as the game's conformance suite counts them. In every
other game the clock makes half of the moves, and in three of four only the seat that is asked moves, so that games at a
large table go on; every 32nd is played on a checked state, which refuses numbers that do not fit. A game is told by
its number: `--first 4711 --games 1` plays that one again.
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
from lastraft.kernel import Buffer, sow
from lastraft.match import seed_words
from lastraft.protocol import Game, seats_in
from tests.conformance import Conformance

CHUNK = 50
"""Games that a process plays at a time."""
LOOKED = 16
"""Every how many moves both worlds are compared and the pieces counted; a state carries all that went before."""


def suites(name: str) -> list[Conformance]:
    """The game's conformance suites: one for the game, and one for each of its variants made for tests."""
    module = importlib.import_module(f"tests.{name}.test_conformance")
    return [each() for each in vars(module).values() if isinstance(each, type) and hasattr(each, "game")]


def play(suite: Conformance, number: int) -> Counter[str]:
    """Play one game in both worlds; how often each kind of move was made.

    :raises AssertionError: where they differ, or a piece is lost.
    """
    game, rnd = suite.game, random.Random(f"soak {number}")
    rules, native = game.rules, game.native.rule
    apply, legal, timeout = native(rules.apply), native(rules.legal), native(rules.timeout)
    over, asked, actors = native(rules.over), native(rules.asked), native(rules.actors)
    options = {option.name: rnd.choice(option.values) for option in game.options}
    s: Any = game.new_state(rnd.choice(game.sizes), options)
    sow(s, *seed_words(rnd.getrandbits(128)))
    record = s.to_record()
    if number % 32 == 0:
        s = game.state.checked(s)
    rules.setup(s)
    native(rules.setup)(record)
    ours, theirs = Buffer(game.families.count), np.zeros(game.families.count, np.int16)
    kinds: Counter[str] = Counter()
    moves = 0
    while not over(record):
        seat = asked(record) if number % 4 else rnd.choice([*seats_in(actors(record))])
        n = legal(record, seat, theirs)
        move = timeout(record, seat) if number % 2 and rnd.random() < 0.5 else one_of(game, theirs[:n].tolist(), rnd)
        if moves % LOOKED == 0:
            compare(game, s, record, f"game {number}, move {moves}")
            suite.accounted(s)
            same = n == rules.legal(s, seat, ours) and ours[:n] == theirs[:n].tolist()
            assert same, f"game {number}, move {moves}: other moves are legal for seat {seat}"
            assert rules.timeout(s, seat) == timeout(record, seat), f"game {number}, move {moves}: the clock's move"
        rules.apply(s, seat, move)
        apply(record, seat, move)
        moves += 1
        kinds[game.families[move][0]] += 1
    compare(game, s, record, f"game {number}, the end")
    suite.accounted(s)
    return kinds


def one_of(game: Game[Any], codes: list[int], rnd: random.Random) -> int:
    """First a kind of move, then one of that kind."""
    of_kind: dict[int, list[int]] = {}
    for code in codes:
        of_kind.setdefault(game.families.of[code], []).append(code)
    return rnd.choice(of_kind[rnd.choice(list(of_kind))])


def compare(game: Game[Any], s: Any, record: Any, where: str) -> None:
    """Both worlds hold the same."""
    ours, theirs = s.to_bytes(), record.tobytes()
    assert ours == theirs, f"{where}: {'; '.join(game.state.differences(ours, theirs))}"


def play_some(name: str, first: int, games: int) -> Counter[str]:
    """Play games one after another; the sum of their moves by kind."""
    made, found = Counter[str](), suites(name)
    for number in range(first, first + games):
        made += play(found[number % len(found)], number)
    return made


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
        for (_, games), made in zip(chunks, pool.map(partial(play_some, given.game), *zip(*chunks)), strict=True):
            kinds += made
            done += games
            spent = time.perf_counter() - began
            print(f"\r{done} games, {kinds.total()} moves, {spent:.0f} s", end="", file=sys.stderr, flush=True)
    print(f"\n{given.game}: {done} games, {kinds.total()} moves, {spent:.0f} s: plain and native agree")
    print(", ".join(f"{name} {n}" for name, n in kinds.most_common()))
    never = sorted({family.name for family in lastraft.game(given.game).families.all} - set(kinds))
    print(f"never made: {', '.join(never) or 'none'}")


if __name__ == "__main__":
    main()
