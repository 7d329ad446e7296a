"""Statistics over many games: wins, shares, scores and lengths, updated as games come in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .external_bots import Failure
from .intervals import Interval, Mean
from .matchup import Matchup

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from .batch import Rows


class Standing:
    """How a bot or a seat did. Each game counts once, however many seats the bot had."""

    def __init__(self) -> None:
        self.wins = Mean()
        """Won games, shared wins too."""
        self.shares = Mean()
        """Won games, a shared win divided by those who share it."""
        self.scores = Mean()
        self.ranks = Mean()

    def add(self, rows: Rows, won: Any, mine: Any) -> None:
        """``won`` marks the seats, by game, that have won, ``mine`` those that count."""
        import numpy as np

        here = mine.any(axis=1)
        mine, first = mine[here], won[here]
        seats = mine.sum(axis=1)
        shared = first / np.maximum(1, first.sum(axis=1))[:, None]
        self.wins.add((first * mine).sum(axis=1) / seats)
        self.shares.add((shared * mine).sum(axis=1) / seats)
        self.scores.add((rows["score"][here] * mine).sum(axis=1) / seats)
        self.ranks.add((rows["rank"][here] * mine).sum(axis=1) / seats)

    def cells(self) -> tuple[str, str, str, str]:
        """Wins, shares, score and place, for people."""
        shares = (percentage(self.wins.share()), percentage(self.shares.share()))
        return (*shares, figure(self.scores.interval()), figure(self.ranks.interval()))


def who_won(matchup: Matchup, rows: Rows) -> Any:
    """The seats, by game, that have won."""
    return matchup.game.won(rows["score"], rows["rank"])


class Statistics:
    """The results of a match-up so far."""

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self.games = 0
        self.bots = {spec: Standing() for spec in matchup.bots}
        self.seats = [Standing() for _ in range(matchup.seats)]
        self.lengths = Mean()
        self._by_length: Counter[int] = Counter()
        self.failures: Counter[tuple[str, str]] = Counter()
        """How often each bot failed, and how."""

    def add(self, rows: Rows) -> None:
        """Add games."""
        import numpy as np

        matchup, seats = self.matchup, np.arange(self.matchup.seats)
        self.games += len(rows)
        won = who_won(matchup, rows)
        turned = (rows["seed"] if matchup.rotate else np.zeros_like(rows["seed"]))[:, None]
        players = (seats + turned) % len(matchup.bots)
        for spec, standing in self.bots.items():
            own = [i for i, other in enumerate(matchup.bots) if other == spec]
            standing.add(rows, won, np.isin(players, own))
        for seat, standing in enumerate(self.seats):
            standing.add(rows, won, np.broadcast_to(seats == seat, players.shape))
        self.lengths.add(rows["moves"])
        lengths, counts = np.unique(rows["moves"], return_counts=True)
        self._by_length.update(dict(zip(lengths.tolist(), counts.tolist(), strict=True)))

    def note(self, failures: list[Failure]) -> None:
        """Add failures of bots."""
        self.failures.update((failure.bot, failure.what) for failure in failures)

    def length_at(self, part: float) -> int:
        """The length that so great a part of the games does not exceed."""
        left = part * self.games
        for length in sorted(self._by_length):
            left -= self._by_length[length]
            if left <= 0:
                return length
        return 0

    def show(self, console: Console) -> None:
        """Print the tables."""
        if not self.games:
            return
        game = self.matchup.game
        if len(self.bots) > 1:
            console.print(self._table("bot", list(self.bots.items())))
        named = [(game.notation.seat_name(seat), standing) for seat, standing in enumerate(self.seats)]
        console.print(self._table("seat", named))
        lengths, scores = self.lengths.interval(), Mean()
        for standing in self.seats:
            scores.n, scores.total = scores.n + standing.scores.n, scores.total + standing.scores.total
        least, middle, most = (self.length_at(part) for part in (0.0, 0.5, 1.0))
        console.print(
            f"{self.games:,} games; moves per game {figure(lengths)}, from {least} to {most}, "
            f"half of them at most {middle}; mean score {scores.value:.2f}",
            highlight=False,
        )
        for line in failure_lines(self.failures):
            console.print(line, highlight=False)

    def _table(self, what: str, standings: list[tuple[str, Standing]]) -> RichTable:
        from rich.table import Column
        from rich.table import Table as RichTable

        table = RichTable(Column(what, no_wrap=True), caption="means, with 95 % intervals")
        for title in ("games", "wins, %", "share, %", "score", "place"):
            table.add_column(title, justify="right")
        for name, standing in standings:
            table.add_row(name, f"{standing.wins.n:,}", *standing.cells())
        return table


def failure_lines(failures: Counter[tuple[str, str]]) -> list[str]:
    """How often each bot failed, and how, for people."""
    return [
        f"{bot} failed {n:,} times: it {what}; a legal move was made for it"
        for (bot, what), n in failures.most_common()
    ]


def percentage(interval: Interval, to: str = "-") -> str:
    """An interval between 0 and 1 in hundredths, for people: `50.3 (49.1-51.5)`."""
    return f"{100 * interval.value:.1f} ({100 * interval.low:.1f}{to}{100 * interval.high:.1f})"


def figure(interval: Interval) -> str:
    """An interval around a mean for people: `12.31 ± 0.04`."""
    half = (interval.high - interval.low) / 2
    return f"{interval.value:.2f} ± {half:.2f}" if half != float("inf") else f"{interval.value:.2f}"
