"""Bots. A bot knows what its seat knows: it is given the hidden state and answers with a legal move.

A bot is named by a short text: `random`, `greedy`, `greedy:hoarder` (a character), `search:2000` (iterations),
`search:0.5s` (time), `learned` (a net); `py:module.name` and `cmd:./program` are bots of your own (see `own`).
"""

from __future__ import annotations

import functools
import threading
from typing import Any, Protocol

from ..errors import BadOption
from ..kernel.native import bind
from ..kernel.rng import seed_rng, seed_words
from ..kernel.state import Buffer, Rng, States
from ..protocol import Game
from .greedy import NOTES, STATES, choose_greedy
from .net import Layers, choose_learned, net_of, plain_net
from .random import choose_random

MOST_ITERATIONS = 2_000_000
"""More would overflow a node's sums."""
KNOWN = "random, greedy, greedy:CHARACTER, search:ITERATIONS, search:SECONDSs, learned, py:MODULE.NAME, cmd:PROGRAM"


class Bot(Protocol):
    """Answers for a seat that must move."""

    def choose(self, hidden: Any, seat: int) -> int:
        """The code of a legal move, from what the seat knows (`Match.hidden`)."""


class RandomBot:
    """`random`: any legal move (see `choose_random`)."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self._choose = bind(choose_random, game.bindings())
        self._rng = _rng(seed)
        self._out = Buffer(game.families.count)

    def choose(self, hidden: Any, seat: int) -> int:
        return int(self._choose(hidden, seat, self._rng, self._out))


class GreedyBot:
    """`greedy`: the best-looking move, one move ahead (see `choose_greedy`). Plays plain until native code is there."""

    def __init__(self, game: Game[Any], seed: int, character: int = 0) -> None:
        self._game, self.character = game, character
        self._rng = _rng(seed)
        self._plain = bind(choose_greedy, game.bindings())

    def choose(self, hidden: Any, seat: int) -> int:
        game = self._game
        if not (game.is_native and game.native.has(choose_greedy)):
            out, states = Buffer(NOTES * game.families.count), States([hidden.copy() for _ in range(STATES)])
            return int(self._plain(states, seat, self.character, self._rng, out))
        states, out, rng = _records(game, hidden), _native_buffer(game), self._rng.to_record()
        move = int(game.native.rule(choose_greedy)(states, seat, self.character, rng, out))
        self._rng = Rng.from_record(rng)
        return move


class SearchBot:
    """`search:2000` or `search:0.5s`: tree search (see `search`). `considered` says what it considered last."""

    def __init__(self, game: Game[Any], seed: int, iterations: int = 0, seconds: float = 0.0) -> None:
        from .search import CODES, Tree

        if game.families.count > CODES:
            raise BadOption(f"{game.name} has {game.families.count} moves; search knows games with up to {CODES}")
        self._game, self.iterations, self.seconds = game, iterations or MOST_ITERATIONS, seconds
        self._tree = Tree().to_record()
        self._stop = _native_buffer(game, 1)
        self.considered: list[tuple[int, int, int]] = []
        """(move, how often it was tried, what it brought in thousandths) of the last choice, most tried first."""
        self._rng = _rng(seed).to_record()

    def choose(self, hidden: Any, seat: int) -> int:
        from .search import search

        game = self._game
        think = game.native.rule(search)
        self._stop[0] = 0
        timer = threading.Timer(self.seconds, self.stop) if self.seconds else None
        if timer:
            timer.start()
        try:
            states, out = _records(game, hidden), _native_buffer(game)
            move = int(think(states, seat, 0, self._tree, self._rng, out, self.iterations, self._stop))
        finally:
            if timer:
                timer.cancel()
        self.considered = self._read(seat)
        return move

    def stop(self) -> None:
        """End the search now, from another thread; the answer is the best move so far."""
        self._stop[0] = 1

    def _read(self, seat: int) -> list[tuple[int, int, int]]:
        tree, considered = self._tree, []
        node = int(tree["child"][0])
        while node > 0:
            if visits := int(tree["visits"][node]):
                considered.append((int(tree["move"][node]), visits, int(tree["credit"][node][seat]) // visits))
            node = int(tree["sibling"][node])
        return sorted(considered, key=lambda item: -item[1])


class LearnedBot:
    """`learned`: the move that a net likes best (see `choose_learned`). Plays plain until native code is there."""

    def __init__(self, game: Game[Any], variant: str = "") -> None:
        self._game, self.net = game, net_of(game, variant)

    def choose(self, hidden: Any, seat: int) -> int:
        game = self._game
        if not (game.is_native and game.native.has(choose_learned)):
            choose, out = bind(choose_learned, game.bindings()), Buffer(room(game))
            return int(choose(hidden, seat, plain_net(self.net), Layers(), out))
        native, out = game.native.rule(choose_learned), _native_buffer(game)
        return int(native(hidden.to_record(), seat, self.net, self._scratch, out))

    @functools.cached_property
    def _scratch(self) -> Any:
        return Layers().to_record()


def prepare(game: Game[Any]) -> None:
    """Compile all that bots need. It takes minutes the first time on a machine: best done in a background thread."""
    from .search import search

    learned = [choose_learned] if game.observed else []
    game.native.compile([choose_random, choose_greedy, *learned, search])


def _rng(seed: int) -> Rng:
    rng = Rng()
    seed_rng(rng, *seed_words(seed))
    return rng


def _records(game: Game[Any], hidden: Any) -> Any:
    states = game.native.states(STATES)
    states[:] = hidden.to_record()
    return states


def room(game: Game[Any]) -> int:
    """How large the buffer of a choice must be: for every move with a note, or for an observation."""
    return max(NOTES * game.families.count, game.observation_size)


def _native_buffer(game: Game[Any], size: int = 0) -> Any:
    import numpy as np

    return np.zeros(size or room(game), np.int16)


def bot(spec: str, game: Game[Any], seed: int) -> Bot:
    """The bot that a short text names; the same seed plays the same (but for time limits).

    :raises BadOption: if there is no such bot.
    """
    from .own import is_own, own_bot

    if is_own(spec):
        return own_bot(spec, game, seed)  # type: ignore[no-any-return]
    kind, _, detail = spec.partition(":")
    if spec == "random":
        return RandomBot(game, seed)
    if spec == "greedy":
        return GreedyBot(game, seed)
    if kind == "greedy":
        if detail in game.characters:
            return GreedyBot(game, seed, 1 + game.characters.index(detail))
        characters = ", ".join(game.characters) or "none"
        raise BadOption(f"bot {spec!r}: {game.name} has no character {detail!r}; there are: {characters}")
    if kind == "search" and detail.isdecimal() and len(detail) < 8 and 0 < int(detail) <= MOST_ITERATIONS:
        return SearchBot(game, seed, iterations=int(detail))
    if kind == "search" and detail.endswith("s") and 0 < (seconds := _number(detail[:-1])) <= 3600:
        return SearchBot(game, seed, seconds=seconds)
    if spec == "learned" or (kind == "learned" and detail.isidentifier()):
        return LearnedBot(game, detail)
    raise BadOption(f"no bot is called {spec!r}; there are: {KNOWN}")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
