"""Random games plain against native, byte for byte: `python -m tests.survive.soak --games 100000 --seed 1`."""

from __future__ import annotations

import argparse
import random
import time

from lastraft.kernel import sow
from lastraft.match import seed_words
from lastraft.survive import GAME
from tests.random_play import random_move

from .test_conformance import TestSurvive


def soak(games: int, seed: int) -> int:
    """Play with random seats and options; how many moves were made.

    :raises AssertionError: if the two worlds differ, or a piece is lost.
    """
    rules, native = GAME.rules, GAME.native
    setup, apply = native.rule(rules.setup), native.rule(rules.apply)
    suite, moves = TestSurvive(), 0
    for number in range(games):
        rnd = random.Random(f"{seed} {number}")
        options = {option.name: rnd.choice(option.values) for option in GAME.options}
        s = GAME.new_state(rnd.choice(GAME.sizes), options)
        sow(s, *seed_words(rnd.getrandbits(128)))
        record = s.to_record()
        rules.setup(s)
        setup(record)
        while not rules.over(s):
            _same(s.to_bytes(), record.tobytes(), number)
            seat, move = random_move(GAME, s, rnd)
            rules.apply(s, seat, move)
            apply(record, seat, move)
            moves += 1
            if moves % 16 == 0:
                suite.accounted(s)
        _same(s.to_bytes(), record.tobytes(), number)
        suite.accounted(s)
    return moves


def _same(plain: bytes, native: bytes, number: int) -> None:
    assert plain == native, f"game {number}: {'; '.join(GAME.state.differences(plain, native))}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.perf_counter()
    made = soak(chosen.games, chosen.seed)
    print(f"{chosen.games} games, {made} moves, {time.perf_counter() - began:.0f} s: plain and native agree")
