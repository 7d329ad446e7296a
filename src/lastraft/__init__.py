"""Last Raft plays three survival board games to their full rules. Unofficial; the games belong to their publishers.

```python
import lastraft
m = lastraft.new("hellapagos", seats=5, seed=7)
m.push("wood 3")
```
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .bots.own import Bot, Choice, Seen, spec_of
from .errors import BadOption, BadText, IllegalMove, InvalidMove, LastRaftError, UnknownGame
from .match import Match, Move, Outcome, position, read
from .protocol import Game, game, games, register
from .slideshow import slides

if TYPE_CHECKING:
    from .arena.results import Results

__version__ = "0.2.0"


def new(
    which: str,
    seats: int | None = None,
    seed: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    names: Sequence[str] | None = None,
) -> Match:
    """A new game, set up. Without a seed one of 128 bits is drawn.

    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played with these seats, options, seed or names.
    """
    return Match(which, seats, seed, options, names)


def simulate(
    which: str,
    bots: "str | Sequence[str | type[Bot]]" = "greedy",
    games: int = 100,
    seats: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    seed: int = 1,
) -> "Results":
    """Play games between bots, which take turns in the seats: results as columns, data frames, or a summary. A bot is
    named by a short text, or is a class of your own.

    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played so, or there is no such bot.
    """
    from .arena.matchup import matchup
    from .arena.results import play

    named = bots if isinstance(bots, str) else [each if isinstance(each, str) else spec_of(each) for each in bots]
    return play(matchup(which, seats, named, options), games, seed)


__all__ = [
    "BadOption",
    "BadText",
    "Bot",
    "Choice",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "LastRaftError",
    "Match",
    "Move",
    "Outcome",
    "Seen",
    "UnknownGame",
    "game",
    "games",
    "new",
    "position",
    "read",
    "register",
    "simulate",
    "slides",
]
