"""A series: several games at one table, whose scores add up (the tournaments of a game's rules)."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from .errors import BadOption
from .match import Match, Outcome


class Series:
    """Several games with the same seats, options and names. Play `match` to its end, call `finish`, and go on.

    ``outcomes`` holds how the finished games ended, ``totals`` the points so far; the highest total wins, and equal
    totals share the win. Seats stay where they are; each game's seed follows from the series' own.
    """

    def __init__(
        self,
        which: str,
        games: int,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """
        :raises UnknownGame: if there is no such game.
        :raises BadOption: if it cannot be played so, or if there are no games to play.
        """
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise BadOption(f"games {games!r}: a series has at least one")
        self.games = games
        self.seed = secrets.randbits(128) if seed is None else seed
        self.outcomes: list[Outcome] = []
        self.match = Match(which, seats, self.seed_of(0), options, names)

    def seed_of(self, number: int) -> int:
        """The seed of the n-th game, counted from 0: a finished game's seed tells nothing of the others'."""
        digest = hashlib.sha256(f"{self.seed:032x}:{number}".encode()).digest()
        return int.from_bytes(digest[:16], "big")

    @property
    def over(self) -> bool:
        """Whether all games have been played."""
        return len(self.outcomes) == self.games

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return tuple(sum(outcome.scores[seat] for outcome in self.outcomes) for seat in range(self.match.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total; several share the win."""
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    def finish(self) -> Outcome:
        """Record the outcome of the current game, and set up the next one unless it was the last.

        :raises BadOption: if the current game is not over, or the series is over.
        """
        outcome = self.match.outcome()
        if outcome is None or self.over:
            raise BadOption("the series is over" if self.over else "the present game is still going on")
        self.outcomes.append(outcome)
        if not self.over:
            m = self.match
            self.match = Match(m.game, m.seats, self.seed_of(len(self.outcomes)), m.options, m.names)
        return outcome
