"""Random games for tests: the same ones in every run."""

import functools
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..kernel import seed_rng, seed_words, top
from ..protocol import Game, seats_in


@dataclass(frozen=True)
class RandomGame:
    """A random game: how it was set up, its moves, and before each move and at the end the state's bytes and what was
    pending on top of the stack (0: nothing)."""

    seats: int
    options: dict[str, str]
    seed: int
    moves: list[tuple[int, int]]
    states: list[bytes]
    business: list[int]

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.seats} seats, seed {self.seed}, {chosen or 'no options'}"


@dataclass(frozen=True)
class Moment:
    """One moment of a random game."""

    sample: RandomGame
    number: int

    @property
    def data(self) -> bytes:
        return self.sample.states[self.number]

    def __str__(self) -> str:
        return f"{self.sample}, before move {self.number + 1}"


def random_move(game: Game[Any], s: Any, rnd: random.Random, played: Counter[int] | None = None) -> tuple[int, int]:
    """A seat that may act and a move of its own: first a kind of move, then one of that kind, so that kinds with few
    moves come up too; where ``played`` counts the kinds, those that were rare so far come first."""
    seat = rnd.choice([game.rules.asked(s), *seats_in(game.rules.actors(s))])
    moves = game.legal(s, seat)
    assert moves, f"seat {seat} may act and has no move: {s}"
    by_family: dict[int, list[int]] = {}
    for code in moves:
        by_family.setdefault(game.families.of[code], []).append(code)
    kinds = list(by_family)
    (kind,) = rnd.choices(kinds, [1 / (1 + played[kind]) if played is not None else 1 for kind in kinds])
    if played is not None:
        played[kind] += 1
    return seat, rnd.choice(by_family[kind])


def drawn_options(game: Game[Any], games: int, rnd: random.Random) -> list[dict[str, str]]:
    """Options for so many games: random, yet every value of every option comes up equally often."""
    drawn: list[dict[str, str]] = [{} for _ in range(games)]
    for option in game.options:
        values = [option.values[i % len(option.values)] for i in range(games)]
        rnd.shuffle(values)
        for chosen, value in zip(drawn, values, strict=True):
            chosen[option.name] = value
    return drawn


@functools.cache
def random_games(game: Game[Any], sizes: tuple[int, ...], games_per_size: int) -> list[RandomGame]:
    """Random games with every number of seats and every value of every option; always the same ones."""
    rnd = random.Random(game.name)
    most_values = max((len(option.values) for option in game.options), default=1)
    games = max(len(sizes) * games_per_size, most_values)
    samples: list[RandomGame] = []
    played: Counter[int] = Counter()
    for i, options in enumerate(drawn_options(game, games, rnd)):
        s: Any = game.new_state(sizes[i % len(sizes)], options)
        seed = rnd.getrandbits(128)
        seed_rng(s, *seed_words(seed))
        game.rules.setup(s)
        sample = RandomGame(s.seats, options, seed, [], [s.to_bytes()], [top(s)])
        while not game.rules.over(s):
            assert len(sample.moves) < game.most_moves, f"{sample}: no end after {game.most_moves} moves"
            sample.moves.append(random_move(game, s, rnd, played if i % 2 else None))
            game.rules.apply(s, *sample.moves[-1])
            sample.states.append(s.to_bytes())
            sample.business.append(top(s))
        samples.append(sample)
    return samples
