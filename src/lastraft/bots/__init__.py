"""Players made of code. A bot knows what its seat knows: it is given the hidden state and answers with a legal move."""

from __future__ import annotations

from typing import Any, Protocol

from ..errors import BadOption
from ..kernel.dice import sow
from ..kernel.native import bind
from ..kernel.state import Buffer, Dice
from ..match import seed_words
from ..protocol import Game
from .random import choose_random


class Bot(Protocol):
    """Answers for a seat that must move."""

    def choose(self, hidden: Any, seat: int) -> int:
        """The code of a legal move, from what the seat knows (`Match.hidden`)."""


class RandomBot:
    """`random`: any legal move (see `choose_random`)."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self._choose = bind(choose_random, game.slots())
        self._dice = Dice()
        self._out = Buffer(game.families.count)
        sow(self._dice, *seed_words(seed))

    def choose(self, hidden: Any, seat: int) -> int:
        return int(self._choose(hidden, seat, self._dice, self._out))


BOTS = {"random": RandomBot}


def bot(spec: str, game: Game[Any], seed: int) -> Bot:
    """The bot that a short text names, such as `random`; the same seed plays the same.

    :raises BadOption: if there is no such bot.
    """
    if spec not in BOTS:
        raise BadOption(f"no bot is called {spec!r}; there are: {', '.join(BOTS)}")
    return BOTS[spec](game, seed)
