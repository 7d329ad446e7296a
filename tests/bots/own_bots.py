"""Bots as their writers would write them."""

from __future__ import annotations

import os
import threading
from typing import Any

import lastraft


class First(lastraft.Bot):
    """The first of the legal moves."""

    def choose(self, seen: lastraft.Seen) -> lastraft.Choice:
        return seen.moves[0]


class Texts(lastraft.Bot):
    """The same by its text, then by its label."""

    def choose(self, seen: lastraft.Seen) -> str:
        return seen.moves[0].label.upper() if seen.seat else f"  {seen.moves[0].text} "


class Codes(lastraft.Bot):
    def choose(self, seen: lastraft.Seen) -> int:
        return seen.moves[0].code


class Notes(lastraft.Bot):
    """Writes down all that it is told, and checks that it fits together."""

    games: list[list[Any]] = []  # noqa: RUF012

    def __init__(self, game: lastraft.Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        self.events: list[Any] = []
        self.games.append(self.events)

    def choose(self, seen: lastraft.Seen) -> lastraft.Choice:
        assert seen.outcome is None
        assert seen.clock == 10
        assert seen.mask.sum() == len(seen.moves)
        assert all(seen.mask[move.own] for move in seen.moves)
        assert seen.observation.shape == (self.game.observation_size,)
        assert not any(seen.hidden.random)
        assert seen.text
        assert seen.view
        assert len(seen.log) <= len(seen.events)
        self.events += seen.events
        return self.random.choice(seen.moves)

    def ended(self, seen: lastraft.Seen) -> None:
        assert seen.outcome is not None
        assert not seen.moves
        self.events += seen.events
        self.events.append(seen.outcome)


class Raises(lastraft.Bot):
    def choose(self, seen: lastraft.Seen) -> str:
        raise RuntimeError("my mistake")


class Wrong(lastraft.Bot):
    def choose(self, seen: lastraft.Seen) -> str:
        return "swim to the moon"


class Silent(lastraft.Bot):
    """Does not say what it chooses."""


class Dies(lastraft.Bot):
    """Ends its process."""

    def choose(self, seen: lastraft.Seen) -> str:
        os._exit(1)


class Loops(lastraft.Bot):
    """Thinks for ever."""

    def choose(self, seen: lastraft.Seen) -> str:
        threading.Event().wait()
        raise AssertionError
