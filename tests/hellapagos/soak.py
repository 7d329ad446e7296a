"""A long walk through the rules: random games with random seats and options, plain against native, byte for byte.

python -m tests.hellapagos.soak --games 100000 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from lastraft.hellapagos import GAME
from lastraft.kernel import Buffer, sow
from lastraft.match import seed_words

from ..random_play import random_move


def one_game(number: int, by_turns: bool) -> tuple[int, int, Counter[str]]:
    """Play a game in both worlds; its seats, its moves, and how often each kind of move came up."""
    rnd = random.Random(f"soak {number}")
    options = {option.name: rnd.choice(option.values) for option in GAME.options}
    seats = rnd.choice(GAME.sizes)
    s = GAME.state.checked(GAME.new_state(seats, options))
    sow(s, *seed_words(rnd.getrandbits(128)))
    record = GAME.state.from_bytes(s.to_bytes()).to_record()
    apply, setup = GAME.native.rule(GAME.rules.apply), GAME.native.rule(GAME.rules.setup)
    GAME.rules.setup(s)
    setup(record)
    kinds: Counter[str] = Counter()
    moves = 0
    while not GAME.rules.over(s):
        seat, move = in_turn(s, rnd) if by_turns else random_move(GAME, s, rnd)
        GAME.rules.apply(s, seat, move)
        apply(record, seat, move)
        moves += 1
        kinds[GAME.families[move][0]] += 1
        if s.to_bytes() != record.tobytes():
            told = "; ".join(GAME.state.differences(s.to_bytes(), record.tobytes()))
            raise AssertionError(f"game {number}, move {moves} ({GAME.families[move]} of {seat}): {told}")
    return seats, moves, kinds


def in_turn(s: object, rnd: random.Random) -> tuple[int, int]:
    """A random move of the seat that is asked; half the time the one that the clock would make, so that games go on."""
    seat = GAME.rules.asked(s)
    if rnd.random() < 0.5:
        return seat, GAME.rules.timeout(s, seat)
    out = Buffer(GAME.families.count)
    return seat, rnd.choice(out[: GAME.rules.legal(s, seat, out)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    kinds: Counter[str] = Counter()
    longest = total = 0
    for number in range(chosen.seed, chosen.seed + chosen.games):
        _, moves, found = one_game(number, number % 4 != 0)
        kinds += found
        total += moves
        longest = max(longest, moves)
        if (number - chosen.seed + 1) % 100 == 0:
            print(f"{number - chosen.seed + 1} games, {total} moves, the longest game {longest}", flush=True)
    print(f"{chosen.games} games, {total} moves, the longest game {longest}; no difference")
    print(", ".join(f"{name} {n}" for name, n in kinds.most_common()))
    missing = {family.name for family in GAME.families.all} - set(kinds)
    print(f"never played: {', '.join(sorted(missing)) or 'nothing'}")


if __name__ == "__main__":
    main()
