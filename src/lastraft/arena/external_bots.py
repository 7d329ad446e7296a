"""Games with guests: bots that are not rules, asked outside of native code. Everybody else plays natively beside them.

A guest that fails or times out stops a run, unless it is tolerant: then a legal move is made in its place.
"""

import queue
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from ..bots import BotLike, room
from ..bots.net import Layers, Net
from ..bots.own import OwnBot
from ..errors import LastRaftError
from ..kernel.rng import seed_rng, seed_words
from ..kernel.state import Emitted
from ..match import Happened, Outcome
from .matchup import Matchup
from .native_loop import FIRST, begin, play_to_guest

MAX_TIMEOUTS = 3
"""After so many timeouts a bot is not asked any more."""
MOST_MADE = 1024
"""Moves that native code makes before it comes back."""


class Failure(NamedTuple):
    """A bot did not answer with a legal move; the rules' move for a timeout was made in its place."""

    bot: str
    what: str
    seed: int
    move: int
    trace: str = ""


class BotFailed(LastRaftError):
    """A bot of a run that is not tolerant failed; `failure` says how."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(
            f"{failure.bot} {failure.what}, in the game of seed {failure.seed} after {failure.move} moves; "
            "--tolerant plays on"
        )
        self.failure = failure

    def __reduce__(self) -> Any:
        return BotFailed, (self.failure,)


class TimedOut(Exception):
    """A bot did not answer in time."""


class ExternalBot:
    """A bot from outside in a thread of its own, so that it can be timed out."""

    def __init__(self, matchup: Matchup, seat: int, seed: int, seconds: float) -> None:
        self._seconds = seconds
        self._bot: BotLike | None = None
        self._asked: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._serve, args=(matchup, seat, seed), daemon=True).start()

    def _serve(self, matchup: Matchup, seat: int, seed: int) -> None:
        while question := self._asked.get():
            hidden, happened, outcome = question
            try:
                bot = self._bot = self._bot or matchup.bot_at(seat, seed)
                if not isinstance(bot, OwnBot):
                    self._answers.put(None if outcome else bot.choose(hidden, seat))
                elif outcome:
                    bot.ended(hidden, seat, outcome, happened)
                    self._answers.put(None)
                else:
                    bot.seconds = self._seconds
                    self._answers.put(bot.choose(hidden, seat, happened))
            except BaseException as error:
                self._answers.put(error)
        self._stop()

    def ask(self, hidden: Any, happened: Callable[[], Sequence[Happened]], outcome: Outcome | None = None) -> Any:
        """Ask the bot for a move, or tell it how the game ended.

        :raises TimedOut: if there is no answer in time.
        """
        self._asked.put((hidden, happened, outcome))
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise TimedOut from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Let the thread end, and with it the program that it may be waiting for."""
        self._asked.put(None)
        self._stop()

    def _stop(self) -> None:
        if isinstance(self._bot, OwnBot):
            self._bot.stop()


class GuestLoop:
    """Plays games of a match-up with guests; ``seconds`` is what an external bot has for a move."""

    def __init__(self, matchup: Matchup, seconds: float, tolerant: bool) -> None:
        import numpy as np

        self.matchup, self.seconds, self.tolerant = matchup, seconds, tolerant
        self.timeouts: Counter[str] = Counter()
        self.game = game = matchup.game
        native, rules = game.native, game.rules
        self.states = native.states(FIRST + 1)
        self.blank = matchup.blank().to_record()
        self.asked, self.hide = native.rule(rules.asked), native.rule(rules.hide)
        self.forbids, self.apply = native.rule(rules.forbids), native.rule(rules.apply)
        self.begin, self.play_on = native.rule(begin), native.rule(play_to_guest)
        net = np.zeros(1, Net.dtype())[0] if matchup.net is None else matchup.net
        self.bots = matchup.guest_seating.to_record(), net, np.zeros(1, Layers.dtype())[0]
        self.out, self.made = np.zeros(room(game), np.int16), np.zeros(2 * MOST_MADE, np.int16)

    def play(self, seed: int, halt: Any) -> tuple[Any, int, list[Failure]]:
        """The final state, the moves made and what failed; ``halt[0]`` set ends the game early.

        :raises BotFailed: if a bot fails and the run is not tolerant.
        """
        return _Game(self, seed).play(halt)


class _Game:
    """One game of a `GuestLoop`."""

    def __init__(self, loop: GuestLoop, seed: int) -> None:
        self._loop, self._seed, self._matchup, self._game = loop, seed, loop.matchup, loop.game
        self._guests: dict[int, Any] = {}
        self._known: dict[int, tuple[int, bytes]] = {}
        """By guest: after how many moves it was asked last, and the state then."""
        self._made: list[tuple[int, int]] = []
        self._timed_out: set[int] = set()
        self._failures: list[Failure] = []

    @property
    def _state(self) -> Any:
        return self._loop.states[FIRST]

    def play(self, halt: Any) -> tuple[Any, int, list[Failure]]:
        try:
            self._play(halt)
            state = self._game.state.from_record(self._state)
            if not halt[0]:
                self._tell_outcome(state)
            return state, len(self._made), self._failures
        finally:
            for guest in self._guests.values():
                if isinstance(guest, ExternalBot):
                    guest.close()

    def _play(self, halt: Any) -> None:
        loop, limit = self._loop, self._game.most_moves
        loop.states[FIRST] = loop.blank
        loop.begin(loop.states, FIRST, self._seed)
        while not halt[0]:
            most = min(MOST_MADE, limit - len(self._made))
            n = int(loop.play_on(loop.states, FIRST, *loop.bots, loop.out, loop.made, self._seed, most))
            self._made += [(int(a), int(b)) for a, b in zip(loop.made[: 2 * n : 2], loop.made[1 : 2 * n : 2])]
            seat = int(loop.asked(self._state))
            if seat < 0 or len(self._made) >= limit:
                return
            if n < most:
                self._ask(seat)

    def _ask(self, seat: int) -> None:
        """Let a guest move."""
        spec, move = self._spec(seat), -1
        try:
            if seat in self._timed_out or self._loop.timeouts[spec] >= MAX_TIMEOUTS:
                raise TimedOut
            answer = self._answer(seat, spec, self._hidden(seat))
            problem, trace = self._problem(seat, answer), ""
            move = -1 if problem else int(answer)
        except TimedOut:
            problem, trace = f"took more than {self._loop.seconds:g} s", ""
            if seat not in self._timed_out:
                self._loop.timeouts[spec] += 1
                self._timed_out.add(seat)
        except BaseException as error:
            if spec not in self._matchup.external:
                raise
            problem, trace = _told(error), "".join(traceback.format_exception(error))
        if problem:
            self._fail(Failure(spec, problem, self._seed, len(self._made), trace))
            move = self._game.rules.timeout(self._game.state.from_record(self._state), seat)
        self._loop.apply(self._state, seat, move)
        self._made.append((seat, move))

    def _spec(self, seat: int) -> str:
        return self._matchup.bots[self._matchup.player_at(seat, self._seed)]

    def _hidden(self, seat: int) -> Any:
        states = self._loop.states
        states[0] = states[FIRST]
        self._loop.hide(states[0], seat)
        return self._game.state.from_record(states[0])

    def _answer(self, seat: int, spec: str, hidden: Any) -> Any:
        if spec not in self._matchup.external:
            if seat not in self._guests:
                self._guests[seat] = self._matchup.bot_at(seat, self._seed)
            return self._guests[seat].choose(hidden, seat)
        if seat not in self._guests:
            self._guests[seat] = ExternalBot(self._matchup, seat, self._seed, self._loop.seconds)
        return self._guests[seat].ask(hidden, self._news(seat))

    def _news(self, seat: int) -> Callable[[], Sequence[Happened]]:
        """What happened since the seat was asked last: played again in plain Python, if it wants to know."""
        (start, data), made = self._known.get(seat, (0, b"")), tuple(self._made)
        self._known[seat] = len(made), self._state.tobytes()
        game, blank, seed = self._game, self._matchup.blank, self._seed

        def happened() -> list[Happened]:
            news, emitted = list[Happened](), list[Emitted]()
            if data:
                s = game.state.from_bytes(data)
            else:
                s = blank()
                seed_rng(s, *seed_words(seed))
                s.events = emitted
                game.rules.setup(s)
                news += (Happened(0, event) for event in emitted)
            for number, (who, move) in enumerate(made[start:], start + 1):
                s.events = emitted = []
                game.rules.apply(s, who, move)
                news += (Happened(number, event) for event in emitted)
            return news

        return happened

    def _tell_outcome(self, s: Any) -> None:
        rules, seats, won = self._game.rules, range(s.seats), self._game.won
        scores, ranks = (tuple(int(of(s, seat)) for seat in seats) for of in (rules.score, rules.rank))
        outcome = Outcome(scores, ranks, tuple(seat for seat in seats if won(scores[seat], ranks[seat])))
        for seat, guest in self._guests.items():
            if isinstance(guest, ExternalBot) and seat not in self._timed_out:
                spec = self._spec(seat)
                try:
                    guest.ask(self._hidden(seat), self._news(seat), outcome)
                except TimedOut:
                    self._fail(Failure(spec, f"took more than {self._loop.seconds:g} s", self._seed, len(self._made)))
                except BaseException as error:
                    if not any(failure.bot == spec for failure in self._failures):
                        trace = "".join(traceback.format_exception(error))
                        self._fail(Failure(spec, _told(error), self._seed, len(self._made), trace))

    def _fail(self, failure: Failure) -> None:
        if not self._loop.tolerant:
            raise BotFailed(failure)
        self._failures.append(failure)

    def _problem(self, seat: int, move: Any) -> str:
        """What is wrong with an answer, if anything."""
        game = self._game
        if isinstance(move, bool) or not isinstance(move, Integral) or not 0 <= int(move) < game.families.count:
            return f"answered {move!r:.40}, which is no move"
        reason = int(self._loop.forbids(self._state, seat, int(move)))
        return f"made an illegal move ({game.clause_name(reason)})" if reason else ""


def _told(error: BaseException) -> str:
    if isinstance(error, LastRaftError):
        return str(error)
    return f"raised {type(error).__name__}: {error}".rstrip(": ")
