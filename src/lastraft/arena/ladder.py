"""`lastraft ladder`: bots by strength. Each meets each, then neighbours play on until it is clear who is better.

Two bots take turns in the seats of a table, and change places with every game; the better one is that with the better
mean place. The file keeps what was played, so that a new bot joins an old ladder.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadOption
from ..folders import write_whole
from .executors import MOVE_TIMEOUT, batches, local, stoppable
from .files import CannotKeep, disk
from .intervals import Interval, wilson
from .matchup import Matchup, matchup
from .stats import failure_lines, percentage

if TYPE_CHECKING:
    from rich.console import Console

    from .batch import Rows

LEAST = 20
"""Games between any two before their place is judged; after that they double, so that few looks decide."""
SURE = 3.0
"""The z-score of a clear difference: higher than for a single test, as the ladder tests repeatedly."""


@dataclass
class Pair:
    """The results of two bots against each other, from the first one's side."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    def rate(self, z: float = 1.959964) -> Interval:
        """How often the first is better, a draw being half."""
        return wilson(self.wins + self.draws / 2, self.games, z)

    @property
    def clear(self) -> bool:
        return self.games >= LEAST and self.rate(SURE).excludes(0.5)


@dataclass
class Ladder:
    """The bots of one game, seats and options, with what they played."""

    wanted: Matchup
    seed: int = 1
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)
    """The openskill rating of each: mu and sigma."""
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict)
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce(tau=0.0)  # no bot gets better with time
        for spec in self.wanted.bots:
            fresh = self._model.rating()
            self.ratings.setdefault(spec, (fresh.mu, fresh.sigma))
        for pair in itertools.combinations(self.ratings, 2):
            if pair[::-1] not in self.pairs:
                self.pairs.setdefault(pair, Pair())

    def order(self) -> list[str]:
        """The bots, the best first."""
        return sorted(self.ratings, key=lambda spec: (-self.ratings[spec][0], spec))

    def between(self, one: str, other: str, z: float = 1.959964) -> Interval:
        """How often one bot is better than the other."""
        if (one, other) in self.pairs:
            return self.pairs[one, other].rate(z)
        reverse = self.pairs[other, one].rate(z)
        return Interval(1 - reverse.value, 1 - reverse.high, 1 - reverse.low)

    def unclear(self) -> list[tuple[str, str]]:
        """The neighbours of whom it is not clear who is better."""
        neighbours = itertools.pairwise(self.order())
        keys = (pair if pair in self.pairs else pair[::-1] for pair in neighbours)
        return [key for key in keys if not self.pairs[key].clear]

    def next_games(self, most: int) -> Iterator[tuple[tuple[str, str], int]]:
        """Who must still play whom, and how many games; no pair plays more than ``most``."""
        while True:
            short = [key for key, pair in self.pairs.items() if pair.games < min(LEAST, most)]
            waiting = short or [key for key in self.unclear() if self.pairs[key].games < most]
            if not waiting:
                return
            key = min(waiting, key=lambda key: self.pairs[key].games)
            played = self.pairs[key].games
            yield key, (min(LEAST, most) - played if key in short else min(played, most - played))

    def note(self, key: tuple[str, str], rows: Rows) -> None:
        """Add games between two bots: those of even seeds have the first of them in the first seat."""
        import numpy as np

        seats = np.arange(self.wanted.seats)
        first = (seats + rows["seed"][:, None]) % 2 == 0
        ranks = rows["rank"].astype(np.int64)
        ours, theirs = (ranks * first).sum(axis=1), (ranks * ~first).sum(axis=1)
        lead = theirs * first.sum(axis=1) - ours * (~first).sum(axis=1)
        pair = self.pairs[key]
        pair.games += len(rows)
        pair.wins += int((lead > 0).sum())
        pair.draws += int((lead == 0).sum())
        for better in lead.tolist():
            self._rate(key, better)

    def _rate(self, key: tuple[str, str], lead: int) -> None:
        one, other = ([self._model.create_rating(list(self.ratings[spec]))] for spec in key)
        ranks = [float(lead < 0), float(lead > 0)]
        for spec, (rated,) in zip(key, self._model.rate([one, other], ranks=ranks), strict=True):
            self.ratings[spec] = rated.mu, rated.sigma

    def settings(self) -> dict[str, Any]:
        """What all games of the ladder have in common."""
        settings = self.wanted.settings()
        return {**{name: settings[name] for name in ("game", "rules", "seats", "options")}, "seed": self.seed}

    def save(self, path: Path) -> None:
        """:raises CannotKeep: if the disk refuses."""
        kept = {
            **self.settings(),
            "ratings": self.ratings,
            "pairs": [[*key, pair.games, pair.wins, pair.draws] for key, pair in self.pairs.items()],
            "failures": [[bot, what, times] for (bot, what), times in self.failures.items()],
        }
        with disk(path):
            write_whole(path, json.dumps(kept, indent=1).encode())

    def join(self, path: Path) -> None:
        """Take in what an earlier ladder played.

        :raises CannotKeep: if the file is of another ladder, or none.
        """
        if not path.exists():
            return
        with disk(path):
            data = path.read_bytes()
        try:
            kept = json.loads(data)
            ratings = {str(spec): (float(mu), float(sigma)) for spec, (mu, sigma) in kept["ratings"].items()}
            pairs = {(str(a), str(b)): Pair(int(n), int(w), int(d)) for a, b, n, w, d in kept["pairs"]}
            failures = {(str(bot), str(what)): int(times) for bot, what, times in kept["failures"]}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CannotKeep(f"{path} is no ladder, or a damaged one") from error
        for name, value in self.settings().items():
            if kept.get(name) != value:
                raise CannotKeep(f"{path} is of another ladder: {name} was {kept.get(name)!r}, now {value!r}")
        self.ratings = {**ratings, **{spec: rating for spec, rating in self.ratings.items() if spec not in ratings}}
        self.pairs = pairs
        self.failures.update(failures)
        self.__post_init__()

    def show(self, console: Console) -> None:
        """Print the order, and who beats whom how often."""
        from rich.table import Column, Table

        order = self.order()
        table = Table("", Column("bot", no_wrap=True), caption="rating ± 2 sigma; wins in %, with 95 % intervals")
        for title in ("rating", "games", *(f"against {number}" for number, _ in enumerate(order, 1))):
            table.add_column(title, justify="right")
        for number, spec in enumerate(order, 1):
            mu, sigma = self.ratings[spec]
            games = sum(pair.games for key, pair in self.pairs.items() if spec in key)
            met = ("" if other == spec else percentage(self.between(spec, other), " to ") for other in order)
            table.add_row(str(number), spec, f"{mu:.1f} ± {2 * sigma:.1f}", f"{games:,}", *met)
        console.print(table)
        for one, other in self.unclear():
            games = self.pairs[one, other].games
            console.print(f"not clear after {games:,} games: {one} or {other}; --games allows more", highlight=False)
        if not self.unclear():
            console.print("the order is clear", highlight=False)
        for line in failure_lines(self.failures):
            console.print(line, highlight=False)


def usual_seats(name: str) -> int:
    """Two, where a game allows it: nothing tells two bots apart better."""
    from ..protocol import game

    chosen = game(name)
    return 2 if 2 in chosen.sizes else chosen.usual_size


def ladder(
    name: str,
    bots: Sequence[str],
    path: Path,
    seats: int | None = None,
    options: dict[str, str] | None = None,
    most: int = 1000,
    seed: int = 1,
    workers: int | None = None,
    move_timeout: float = MOVE_TIMEOUT,
    tell: Callable[[str], None] = lambda line: None,
    tolerant: bool = True,
) -> tuple[Ladder, bool]:
    """Let bots join the ladder in a file, and play until its order is clear; whether it was interrupted before.

    :raises BadOption: if it cannot be played so.
    :raises CannotKeep: if the file cannot be written or is of another ladder.
    :raises BotFailed: if a bot fails, unless the ladder is ``tolerant``.
    """
    if most < 2:
        raise BadOption(f"--games {most}: at least 2 between two bots")
    if len(set(bots)) != len(bots):
        raise BadOption(f"--bots {','.join(bots)}: name each bot once")
    wanted = matchup(name, usual_seats(name) if seats is None else seats, bots, options)
    if wanted.seats < 2:
        raise BadOption("a ladder needs at least 2 seats")
    ranking = Ladder(wanted, seed)
    ranking.join(path)
    if len(ranking.ratings) < 2:
        raise BadOption("a ladder needs at least two bots, as in 'random,greedy'")
    ranking.save(path)
    with stoppable() as halt:
        for key, count in ranking.next_games(most):
            met = matchup(name, wanted.seats, key, options)
            tell(f"{key[0]} against {key[1]}: {count} games")
            with local(met, count, workers, move_timeout, tolerant) as executor:
                for batch in batches(executor, seed + ranking.pairs[key].games, count, halt):
                    ranking.note(key, batch.rows)
                    ranking.failures.update((failure.bot, failure.what) for failure in batch.failures)
            ranking.save(path)
            if halt[0]:
                return ranking, True
    return ranking, False
