"""Bots. A bot knows what its seat knows: it is given the hidden state and answers with a legal move.

A bot is named by a short text: `random`, `greedy`, `greedy:hoarder` (a character), `search:2000` (iterations),
`search:0.5s` (time), `learned` (a net), `learned:200` (search guided by it), `learned:2t` (by chance, at this
temperature). People choose a level instead: `LEVELS` names bots of every game, from the weakest to the strongest.
`py:module.name` and `cmd:./program` are bots of your own (see `own`).
"""

from __future__ import annotations

import functools
import logging
import threading
from typing import Any, NamedTuple, Protocol

from ..errors import BadOption
from ..kernel.native import bind
from ..kernel.rng import seed_rng, seed_words
from ..kernel.state import Buffer, Rng, States
from ..protocol import Game
from .greedy import NOTES, STATES, choose_greedy
from .lesson import LessonBot
from .net import Layers, NoNet, choose_learned, has_net, net_of, plain_net
from .random import choose_natural, choose_random

log = logging.getLogger("lastraft.bots")
MOST_ITERATIONS = 2_000_000
"""More would overflow a node's sums."""
LEVELS = ("beginner", "easy", "normal", "hard", "expert")
KINDS = (*LEVELS, "random", "natural", "greedy", "search", "learned", "lesson", "fold")
"""What the names of our own bots begin with."""
WITHOUT_A_NET = dict(zip(LEVELS, ("natural", "greedy", "search:100", "search:500", "search:2000"), strict=True))
"""The levels of a game for which there is no net."""
EXPERT = "learned:200"
MOST_GUIDED = 10_000
KNOWN = (
    f"{', '.join(LEVELS)}, random, natural, greedy, search:ITERATIONS, search:SECONDSs, learned, learned:ITERATIONS, "
    "learned:TEMPERATUREt; all but random also with :CHARACTER"
)


class UnknownBot(BadOption):
    """No bot of ours is called that."""


class BotLike(Protocol):
    """Answers for a seat that must move."""

    def choose(self, hidden: Any, seat: int) -> int:
        """The code of a legal move, from what the seat knows (`Match.hidden`)."""


class RandomBot:
    """`random`: any legal move (see `choose_random`)."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self._choose = bind(choose_random, game.bindings())
        self._rng = seeded(seed)
        self._out = Buffer(game.families.count)

    def choose(self, hidden: Any, seat: int) -> int:
        return int(self._choose(hidden, seat, self._rng, self._out))


class NaturalBot:
    """`natural`: any legal move, natural ones more often (see `choose_natural`)."""

    def __init__(self, game: Game[Any], seed: int, character: int = 0) -> None:
        self._choose, self.character = bind(choose_natural, game.bindings()), character
        self._rng = seeded(seed)
        self._out = Buffer(game.families.count)

    def choose(self, hidden: Any, seat: int) -> int:
        return int(self._choose(hidden, seat, self.character, self._rng, self._out))


class GreedyBot:
    """`greedy`: the best-looking move, one move ahead (see `choose_greedy`). Plays plain until native code is there."""

    def __init__(self, game: Game[Any], seed: int, character: int = 0) -> None:
        self._game, self.character = game, character
        self._rng = seeded(seed)
        self._plain = bind(choose_greedy, game.bindings())

    def choose(self, hidden: Any, seat: int) -> int:
        game = self._game
        if not (game.is_native and game.native.has(choose_greedy)):
            out, states = Buffer(NOTES * game.families.count), States([hidden.copy() for _ in range(STATES)])
            return int(self._plain(states, seat, self.character, self._rng, out))
        states, out, rng = records(game, hidden), native_buffer(game), self._rng.to_record()
        move = int(game.native.rule(choose_greedy)(states, seat, self.character, rng, out))
        self._rng = Rng.from_record(rng)
        return move


class Considered(NamedTuple):
    """A move that a search considered: how often it was tried, and what it brought each seat, in thousandths."""

    move: int
    visits: int
    values: tuple[int, ...]


class SearchBot:
    """`search:2000` or `search:0.5s`: tree search (see `search`). With a net it guides the search, as in `learned:200`
    (see `search_guided`). ``considered`` and ``values`` say what it thought last."""

    def __init__(
        self, game: Game[Any], seed: int, iterations: int = 0, seconds: float = 0.0, character: int = 0, net: Any = None
    ) -> None:
        import numpy as np

        from .search import CODES, Tree

        if game.families.count > CODES:
            raise BadOption(f"{game.name} has {game.families.count} moves; search knows games with up to {CODES}")
        self._game, self.iterations, self.seconds = game, iterations or MOST_ITERATIONS, seconds
        self.character, self.net = character, net
        self._tree = np.zeros(1, Tree.dtype())[0]
        self._guide = () if net is None else (net, np.zeros(1, Layers.dtype())[0])
        self._stop = native_buffer(game, 1)
        self.considered: list[Considered] = []
        """The moves of the last choice, most tried first."""
        self.values: tuple[int, ...] = ()
        """What the position is worth to each seat, in thousandths."""
        self._rng = seeded(seed).to_record()

    def choose(self, hidden: Any, seat: int) -> int:
        from .guided import search_guided
        from .search import search

        game = self._game
        think = game.native.rule(search if self.net is None else search_guided)
        self._stop[0] = 0
        timer = threading.Timer(self.seconds, self.stop) if self.seconds else None
        if timer:
            timer.start()
        try:
            before = (records(game, hidden), seat, self.character, *self._guide, self._tree, self._rng)
            move = int(think(*before, native_buffer(game), self.iterations, self._stop))
        finally:
            if timer:
                timer.cancel()
        self._read(hidden.seats)
        return move

    def judge(self, hidden: Any, seat: int, move: int) -> tuple[int, ...]:
        """What a legal move brings each seat, in thousandths, after a search of what follows it alone."""
        from .guided import judge_guided
        from .search import judge

        game = self._game
        think = game.native.rule(judge if self.net is None else judge_guided)
        before = (records(game, hidden), seat, move, *self._guide, self._tree, self._rng)
        think(*before, native_buffer(game), self.iterations)
        self._read(hidden.seats)
        return self.values

    def stop(self) -> None:
        """End the search now, from another thread; the answer is the best move so far."""
        self._stop[0] = 1

    def _read(self, seats: int) -> None:
        tree, considered = self._tree, []

        def values(node: int) -> tuple[int, ...]:
            visits = max(1, int(tree["visits"][node]))
            return tuple(int(credit) // visits for credit in tree["credit"][node][:seats])

        node = int(tree["child"][0])
        while node > 0:
            if visits := int(tree["visits"][node]):
                considered.append(Considered(int(tree["move"][node]), visits, values(node)))
            node = int(tree["sibling"][node])
        self.considered = sorted(considered, key=lambda each: -each.visits)
        self.values = values(0)


class LearnedBot:
    """`learned`: the move that a net likes best, or with a temperature (in hundredths) one by chance (see
    `choose_learned`). Plays plain until native code is there."""

    def __init__(self, game: Game[Any], seed: int, net: Any, character: int = 0, temperature: int = 0) -> None:
        self._game, self.net, self.character, self.temperature = game, net, character, temperature
        self._rng = seeded(seed)

    def choose(self, hidden: Any, seat: int) -> int:
        game, how = self._game, (seat, self.character, self.temperature)
        if not (game.is_native and game.native.has(choose_learned)):
            choose, out = bind(choose_learned, game.bindings()), Buffer(room(game))
            return int(choose(hidden, *how, plain_net(self.net), Layers(), self._rng, out))
        native, out, rng = game.native.rule(choose_learned), native_buffer(game), self._rng.to_record()
        move = int(native(hidden.to_record(), *how, self.net, self._scratch, rng, out))
        self._rng = Rng.from_record(rng)
        return move

    @functools.cached_property
    def _scratch(self) -> Any:
        return Layers().to_record()


def prepare(game: Game[Any]) -> None:
    """Compile all that bots need. It takes minutes the first time on a machine: best done in a background thread."""
    from .guided import judge_guided, search_guided
    from .prospects import prospect
    from .search import judge, search

    thinking: list[Any] = [choose_learned, search_guided, judge_guided, prospect] if has_net(game) else [judge]
    game.native.compile([choose_random, choose_greedy, search, *thinking])


def seeded(seed: int) -> Rng:
    """The generator of a bot."""
    rng = Rng()
    seed_rng(rng, *seed_words(seed))
    return rng


def records(game: Game[Any], hidden: Any) -> Any:
    """The states that native bots work with, all of them what a seat knows."""
    states = game.native.states(STATES)
    states[:] = hidden.to_record()
    return states


def room(game: Game[Any]) -> int:
    """How large the buffer of a choice must be: for every move with a note, or for an observation."""
    return max(NOTES * game.families.count, game.observation_size)


def native_buffer(game: Game[Any], size: int = 0) -> Any:
    """The buffer of a choice in native code."""
    import numpy as np

    return np.zeros(size or room(game), np.int16)


def spec_of(level: str, game: Game[Any]) -> str:
    """The bot that plays at one of the `LEVELS`. A net that does not fit is as good as none, and the log says so."""
    try:
        net_of(game)
    except NoNet:
        return WITHOUT_A_NET[level]
    except BadOption as error:
        log.warning("bots play without a net: %s", error)
        return WITHOUT_A_NET[level]
    temperatures = [f"learned:{each / 100:g}t" for each in game.temperatures]
    return dict(zip(LEVELS, (*temperatures, "learned", EXPERT), strict=True))[level]


def resolved(spec: str, game: Game[Any]) -> str:
    """A short text without levels: what a level stands for in this game, with the same character."""
    kind, colon, character = spec.partition(":")
    return spec_of(kind, game) + colon + character if kind in LEVELS else spec


def bot(spec: str, game: Game[Any], seed: int) -> BotLike:
    """The bot that a short text names; the same seed plays the same (but for time limits).

    :raises BadOption: if there is no such bot.
    """
    from .own import is_own, own_bot

    if is_own(spec):
        return own_bot(spec, game, seed)  # type: ignore[no-any-return]
    try:
        return built_in(spec, game, seed)
    except UnknownBot as error:
        raise UnknownBot(f"{error}; py:MODULE.NAME, cmd:PROGRAM") from None


def built_in(spec: str, game: Game[Any], seed: int) -> BotLike:
    """The bot of ours that a short text names: never code from elsewhere.

    :raises BadOption: if there is no such bot.
    """
    if spec == "fold":
        return LessonBot(game, ())
    if spec == "lesson" and game.teaching.lesson:
        return LessonBot(game, game.teaching.lesson.replies)
    kind, *details = resolved(spec, game).split(":")
    amount = next((detail for detail in details if detail[:1].isdecimal()), "")
    name = next((detail for detail in details if not detail[:1].isdecimal()), "")
    if len(details) == bool(amount) + bool(name):
        if kind == "learned":
            return _learned(spec, game, seed, amount, name)
        if kind == "random" and not details:
            return RandomBot(game, seed)
        if kind == "natural" and not amount:
            return NaturalBot(game, seed, _character(spec, game, name))
        if kind == "greedy" and not amount:
            return GreedyBot(game, seed, _character(spec, game, name))
        if kind == "search" and (iterations := _whole(amount, MOST_ITERATIONS)):
            return SearchBot(game, seed, iterations=iterations, character=_character(spec, game, name))
        if kind == "search" and amount.endswith("s") and 0 < (seconds := _number(amount[:-1])) <= 3600:
            return SearchBot(game, seed, seconds=seconds, character=_character(spec, game, name))
    raise UnknownBot(f"no bot is called {spec!r}; there are: {KNOWN}")


def _learned(spec: str, game: Game[Any], seed: int, amount: str, name: str) -> BotLike:
    """A name is a net of its own, or else a character with the usual net."""
    is_character = name in game.characters and not has_net(game, name)
    net = net_of(game, "" if is_character else name)
    character = _character(spec, game, name) if is_character else 0
    if not amount:
        return LearnedBot(game, seed, net, character)
    if iterations := _whole(amount, MOST_GUIDED):
        return SearchBot(game, seed, iterations=iterations, character=character, net=net)
    if amount.endswith("t") and 0.1 <= (temperature := _number(amount[:-1])) <= 100:
        return LearnedBot(game, seed, net, character, round(100 * temperature))
    raise UnknownBot(f"no bot is called {spec!r}; there are: {KNOWN}")


def _character(spec: str, game: Game[Any], name: str) -> int:
    """The number of a character, 0 for nobody in particular."""
    if not name:
        return 0
    if name not in game.characters:
        characters = ", ".join(game.characters) or "none"
        raise BadOption(f"bot {spec!r}: {game.name} has no character {name!r}; there are: {characters}")
    return 1 + game.characters.index(name)


def _whole(text: str, most: int) -> int:
    """A whole number up to a bound; 0 if it is none."""
    number = int(text) if text.isdecimal() and len(text) < 8 else 0
    return number if number <= most else 0


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
