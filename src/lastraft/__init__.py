"""Last Raft plays three survival board games to their full rules. Unofficial; the games belong to their publishers.

import lastraft
m = lastraft.new("hellapagos", seats=5, seed=7)
m.push("wood 3")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .errors import BadOption, BadText, IllegalMove, InvalidMove, LastRaftError, UnknownGame
from .match import Match, Move, Outcome
from .protocol import Game, game, games, register

if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"


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


def read(text: str) -> Match:
    """The match that a record holds, replayed.

    :raises BadText: if the record is damaged; the exception says in which line and why.
    """
    from .records import read

    return read(text)


def position(
    which: str | Game[Any],
    text: str,
    options: Mapping[str, str | bool] | None = None,
    seats: int | None = None,
    seed: int = 1,
) -> Match:
    """A match that starts from a written position (grammar: docs/formats.md).

    :raises BadText: if a line cannot be read.
    """
    from .positions import position

    return position(which, text, options, seats, seed)


__all__ = [
    "BadOption",
    "BadText",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "LastRaftError",
    "Match",
    "Move",
    "Outcome",
    "UnknownGame",
    "game",
    "games",
    "new",
    "position",
    "read",
    "register",
]
