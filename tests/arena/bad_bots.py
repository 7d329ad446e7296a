"""Bots that do what a bot must not: the arena names them and plays on."""

from __future__ import annotations

import threading
from typing import Any

from lastraft.bots import bot


class Good:
    """Plays as `random` does."""

    def __init__(self, game: Any, seed: int) -> None:
        self._bot = bot("random", game, seed)

    def choose(self, hidden: Any, seat: int) -> int:
        return self._bot.choose(hidden, seat)


class Raises:
    def __init__(self, game: Any, seed: int) -> None: ...

    def choose(self, hidden: Any, seat: int) -> int:
        raise ValueError("no idea")


class Unborn:
    def __init__(self, game: Any, seed: int) -> None:
        raise RuntimeError("no model file")


class Illegal:
    def __init__(self, game: Any, seed: int) -> None:
        self._last = game.families.count - 1

    def choose(self, hidden: Any, seat: int) -> int:
        return int(self._last)


class Nonsense:
    def __init__(self, game: Any, seed: int) -> None: ...

    def choose(self, hidden: Any, seat: int) -> str:
        return "build"


class Leaves:
    def __init__(self, game: Any, seed: int) -> None: ...

    def choose(self, hidden: Any, seat: int) -> int:
        raise SystemExit(3)


class Stalls:
    def __init__(self, game: Any, seed: int) -> None: ...

    def choose(self, hidden: Any, seat: int) -> int:
        threading.Event().wait()
        return 0


class Peeks:
    """Spoils what it is shown, and remembers whether that told more than its seat may know."""

    saw_secrets = False

    def __init__(self, game: Any, seed: int) -> None:
        self._game = game

    def choose(self, hidden: Any, seat: int) -> int:
        type(self).saw_secrets |= any(hidden.random) or any(hidden.deck)
        move = int(self._game.rules.timeout(hidden, seat))
        for other in range(hidden.seats):
            hidden.points[other] = 99
        return move


not_callable = 7
