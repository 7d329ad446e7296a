"""Random games plain against native, bytes compared after every move.

python -m tests.outlive.soak --games 100000 --seed 1
"""

from __future__ import annotations

import argparse
import random
from typing import Any

from lastraft.kernel import sow
from lastraft.match import seed_words
from lastraft.outlive import GAME
from lastraft.protocol import Game
from tests.random_play import random_move

from .pieces import accounted
from .rich import RICH


def play(game: Game[Any], seed: int) -> int:
    """One game with random seats and options; how many moves it had."""
    rnd = random.Random(seed)
    options = {option.name: rnd.choice(option.values) for option in game.options}
    s: Any = game.new_state(rnd.choice(game.sizes), options)
    r = s.to_record()
    s = game.state.checked(s)
    words = seed_words(rnd.getrandbits(128))
    native = game.native
    sow(s, *words)
    native.rule(sow)(r, *words)
    game.rules.setup(s)
    native.rule(game.rules.setup)(r)
    apply, moves = native.rule(game.rules.apply), 0
    while not game.rules.over(s):
        seat, move = random_move(game, s, rnd)
        game.rules.apply(s, seat, move)
        apply(r, seat, move)
        moves += 1
        if s.to_bytes() != r.tobytes():
            text = "; ".join(game.state.differences(s.to_bytes(), r.tobytes()))
            raise AssertionError(f"{game.name}, seed {seed}, move {moves}: {text}")
        accounted(s)
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    moves = 0
    for i in range(given.games):
        moves += play(RICH if i % 2 else GAME, given.seed * 1_000_000_007 + i)
    print(f"{given.games} games, {moves} moves: plain and native agree")


if __name__ == "__main__":
    main()
