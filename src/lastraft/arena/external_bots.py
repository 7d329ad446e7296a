"""Games with bots that are not rules, played in plain Python. A bot that fails or times out does not stop them."""

import queue
import threading
from collections import Counter
from numbers import Integral
from typing import Any, NamedTuple

from ..bots import Bot
from ..kernel.rng import seed_rng, seed_words
from .matchup import Matchup

MAX_TIMEOUTS = 3
"""After so many timeouts a bot is not asked any more."""


class Failure(NamedTuple):
    """A bot did not answer with a legal move; the rules' move for a timeout was made in its place."""

    bot: str
    what: str
    seed: int
    move: int


class TimedOut(Exception):
    """A bot did not answer in time."""


class ExternalBot:
    """A bot from outside in a thread of its own, so that it can be timed out."""

    def __init__(self, matchup: Matchup, seat: int, seed: int, seconds: float) -> None:
        self._seconds = seconds
        self._asked: queue.SimpleQueue[tuple[Any, int] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._serve, args=(matchup, seat, seed), daemon=True).start()

    def _serve(self, matchup: Matchup, seat: int, seed: int) -> None:
        bot: Bot | None = None
        while question := self._asked.get():
            try:
                bot = bot or matchup.bot_at(seat, seed)
                self._answers.put(bot.choose(*question))
            except BaseException as error:
                self._answers.put(error)

    def choose(self, hidden: Any, seat: int) -> Any:
        """Ask the bot for a move.

        :raises TimedOut: if there is no answer in time.
        """
        self._asked.put((hidden, seat))
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise TimedOut from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Let the thread end."""
        self._asked.put(None)


class PlainLoop:
    """Plays games of a match-up in plain Python; ``seconds`` is what an external bot has for a move."""

    def __init__(self, matchup: Matchup, seconds: float) -> None:
        self._matchup, self._seconds = matchup, seconds
        self._timeouts: Counter[str] = Counter()

    def play(self, seed: int, halt: Any) -> tuple[Any, int, list[Failure]]:
        """The final state, the moves made and what failed; ``halt[0]`` set ends the game early."""
        matchup, rules, limit = self._matchup, self._matchup.game.rules, self._matchup.game.most_moves
        bots = [self._bot(seat, seed) for seat in range(matchup.seats)]
        timed_out: set[int] = set()
        failures: list[Failure] = []
        s = matchup.blank()
        seed_rng(s, *seed_words(seed))
        rules.setup(s)
        moves = 0
        while (seat := rules.asked(s)) >= 0 and moves < limit and not halt[0]:
            spec = matchup.bots[matchup.player_at(seat, seed)]
            try:
                if seat in timed_out or self._timeouts[spec] >= MAX_TIMEOUTS:
                    raise TimedOut
                move = bots[seat].choose(matchup.game.hidden(s, seat), seat)
                problem = self._problem(s, seat, move)
            except TimedOut:
                problem = f"took more than {self._seconds:g} s"
                if seat not in timed_out:
                    self._timeouts[spec] += 1
                    timed_out.add(seat)
            except BaseException as error:
                if spec not in matchup.external:
                    raise
                problem = f"raised {type(error).__name__}: {error}".rstrip(": ")
            if problem:
                failures.append(Failure(spec, problem, seed, moves))
                move = rules.timeout(s, seat)
            rules.apply(s, seat, int(move))
            moves += 1
        for each in bots:
            if isinstance(each, ExternalBot):
                each.close()
        return s, moves, failures

    def _bot(self, seat: int, seed: int) -> Any:
        if self._matchup.bots[self._matchup.player_at(seat, seed)] in self._matchup.external:
            return ExternalBot(self._matchup, seat, seed, self._seconds)
        return self._matchup.bot_at(seat, seed)

    def _problem(self, s: Any, seat: int, move: Any) -> str:
        """What is wrong with an answer, if anything."""
        game = self._matchup.game
        if isinstance(move, bool) or not isinstance(move, Integral) or not 0 <= int(move) < game.families.count:
            return f"answered {move!r:.40}, which is no move"
        reason = game.rules.forbids(s, seat, int(move))
        return f"made an illegal move ({game.clause_name(reason)})" if reason else ""
