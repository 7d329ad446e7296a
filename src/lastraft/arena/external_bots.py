"""Games with external bots: those that are asked outside of native code. All others play natively beside them.

An external bot that fails or times out stops a run, unless it is tolerant: then a legal move is made in its place.
"""

import functools
import queue
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from ..bots import room
from ..bots.greedy import HIDDEN
from ..bots.net import Layers, Net
from ..bots.own import OwnBot, Seen
from ..errors import LastRaftError
from ..kernel.rng import seed_rng, seed_words
from ..kernel.state import Emitted
from ..match import Happened, Outcome
from .matchup import Matchup
from .native_loop import FIRST, begin, play_to_external

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


class _GivenUp(BaseException):
    """The bot that this thread has asked took too long, and another thread plays on."""


class ExternalLoop:
    """Plays games of a match-up with external bots; ``seconds`` is what an external bot has for a move."""

    def __init__(self, matchup: Matchup, seconds: float, tolerant: bool) -> None:
        import numpy as np

        self.matchup, self.seconds, self.tolerant = matchup, seconds, tolerant
        self.timeouts: Counter[str] = Counter()
        self.game = game = matchup.game
        native = game.native
        self.states = native.states(FIRST + 1)
        self.blank = matchup.blank().to_record()
        self.begin, self.play_on = native.rule(begin), native.rule(play_to_external)
        net = np.zeros(1, Net.dtype())[0] if matchup.net is None else matchup.net
        self.bots = matchup.external_seating.to_record(), net, np.zeros(1, Layers.dtype())[0]
        self.out, self.made = np.zeros(room(game), np.int16), np.zeros(2 * MOST_MADE + 2, np.int16)
        self.view = np.zeros(game.observation_size, np.int16)

    def play(self, seed: int, halt: Any) -> tuple[Any, int, list[Failure]]:
        """The final state, the moves made and what failed; ``halt[0]`` set ends the game early.

        :raises BotFailed: if a bot fails and the run is not tolerant.
        """
        return _Game(self, seed).play(halt)


class _Game:
    """One game of an `ExternalLoop`.

    A thread plays it. Where a bot from outside takes too long, that thread is given up and another one plays on.
    """

    def __init__(self, loop: ExternalLoop, seed: int) -> None:
        self._loop, self._seed, self._matchup, self._game = loop, seed, loop.matchup, loop.game
        self._external: dict[int, Any] = {}
        self._known: dict[int, tuple[int, bytes]] = {}
        """By seat: after how many moves it was asked last, and the state then."""
        self._made: list[tuple[int, int]] = []
        self._timed_out: set[int] = set()
        self._failures: list[Failure] = []
        self._outcome: Outcome | None = None
        self._untold: list[int] = []
        """The external bots that have not been told yet how the game ended."""
        self._ends: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread = 0
        """The number of the thread that plays."""
        self._asked: tuple[int, float] | None = None
        """The seat of the bot that is thinking, and since when."""

    def play(self, halt: Any) -> tuple[Any, int, list[Failure]]:
        try:
            self._start(halt)
            if (error := self._supervise(halt)) is not None:
                raise error
            return self._game.state.from_record(self._state), len(self._made), self._failures
        finally:
            self._thread += 1
            for seat in self._external:
                self._stop(seat)

    # -- threads --------------------------------------------------------------------------------------------------

    def _start(self, halt: Any, late: int | None = None) -> None:
        threading.Thread(target=self._run, args=(halt, self._thread, late), daemon=True).start()

    def _supervise(self, halt: Any) -> BaseException | None:
        """Wait until the game has ended; the error that ended it, if one did."""
        seconds = self._loop.seconds
        while True:
            asked = self._asked
            left = seconds if asked is None else asked[1] + seconds - time.monotonic()
            try:
                return self._ends.get(timeout=max(left, 0.001))
            except queue.Empty:
                with self._lock:
                    asked = self._asked
                    if asked is None or time.monotonic() < asked[1] + seconds:
                        continue
                    self._thread, self._asked = self._thread + 1, None
                self._start(halt, asked[0])

    def _run(self, halt: Any, thread: int, late: int | None) -> None:
        """Play the game, or play on after a bot was too late."""
        try:
            if late is None:
                self._begin()
            else:
                self._time_out(late)
            if self._outcome is None:
                self._play(halt, thread)
            if not halt[0]:
                self._tell_outcome(thread)
            self._ends.put(None)
        except _GivenUp as given_up:
            self._stop(given_up.args[0])
        except BaseException as error:
            self._ends.put(error)

    def _ask_bot(self, seat: int, thread: int, ask: Callable[[], Any]) -> Any:
        """What a bot from outside answers; the thread ends here if it took too long."""
        self._asked = seat, time.monotonic()
        try:
            return ask()
        finally:
            with self._lock:
                if self._thread != thread:
                    raise _GivenUp(seat)
                self._asked = None

    def _stop(self, seat: int) -> None:
        if isinstance(bot := self._external.get(seat), OwnBot):
            bot.stop()

    # -- the game -------------------------------------------------------------------------------------------------

    @property
    def _state(self) -> Any:
        return self._loop.states[FIRST]

    def _begin(self) -> None:
        self._loop.states[FIRST] = self._loop.blank
        self._loop.begin(self._loop.states, FIRST, self._seed)

    def _play(self, halt: Any, thread: int) -> None:
        loop, limit = self._loop, self._game.most_moves
        seat, move = 0, -1
        while not halt[0] and self._thread == thread:
            most = min(MOST_MADE, limit - len(self._made) - (move >= 0))
            before = loop.states, FIRST, seat, move, *loop.bots
            n = int(loop.play_on(*before, loop.out, loop.made, loop.view, self._seed, most))
            if n < 0:
                problem = f"made an illegal move ({self._game.clause_name(-n)})"
                self._make_up_for(seat, self._failure(seat, problem))
                move = -1
                continue
            if move >= 0:
                self._made.append((seat, move))
            codes = loop.made[: 2 * n + 2].tolist()
            self._made += zip(codes[: 2 * n : 2], codes[1 : 2 * n : 2], strict=True)
            seat, count = codes[2 * n :]
            if seat < 0 or len(self._made) >= limit:
                return
            move = self._ask(seat, count, thread) if n < most else -1

    def _ask(self, seat: int, count: int, thread: int) -> int:
        """The move of an external bot with so many legal moves; -1 if it failed, and a move was made in its place."""
        if seat in self._timed_out or self._loop.timeouts[self._spec(seat)] >= MAX_TIMEOUTS:
            self._time_out(seat)
            return -1
        hidden = self._loop.states[HIDDEN].tobytes()
        if self._spec(seat) not in self._matchup.external:
            if seat not in self._external:
                self._external[seat] = self._matchup.bot_at(seat, self._seed)
            return int(self._external[seat].choose(self._game.state.from_bytes(hidden), seat))
        legal, view = self._loop.out[:count].tolist(), self._loop.view.copy()
        seen = Seen(self._game, hidden, seat, self._news(seat), self._loop.seconds, None, legal, view)
        try:
            answer = self._ask_bot(seat, thread, lambda: self._answer(seat, seen))
            if not isinstance(answer, bool) and isinstance(answer, Integral):
                if 0 <= int(answer) < self._game.families.count:
                    return int(answer)
            failure = self._failure(seat, f"answered {answer!r:.40}, which is no move")
        except _GivenUp:
            raise
        except BaseException as error:
            failure = self._failure(seat, _told(error), error)
        self._make_up_for(seat, failure)
        return -1

    def _answer(self, seat: int, seen: Seen) -> Any:
        if seat not in self._external:
            self._external[seat] = self._matchup.bot_at(seat, self._seed)
        bot = self._external[seat]
        return bot.answer(seen) if isinstance(bot, OwnBot) else bot.choose(seen.hidden, seat)

    def _spec(self, seat: int) -> str:
        return self._matchup.bots[self._matchup.player_at(seat, self._seed)]

    def _news(self, seat: int) -> Callable[[], Sequence[Happened]]:
        """What happened since the seat was asked last: played again in plain Python, if it wants to know."""
        (start, data), made, end = self._known.get(seat, (0, b"")), self._made, len(self._made)
        self._known[seat] = end, self._state.tobytes()
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
            for number, (who, move) in enumerate(made[start:end], start + 1):
                s.events = emitted = []
                game.rules.apply(s, who, move)
                news += (Happened(number, event) for event in emitted)
            return news

        return happened

    def _tell_outcome(self, thread: int) -> None:
        """Tell external bots how the game ended."""
        s, rules, won = self._game.state.from_record(self._state), self._game.rules, self._game.won
        if self._outcome is None:
            seats = range(s.seats)
            scores, ranks = (tuple(int(of(s, seat)) for seat in seats) for of in (rules.score, rules.rank))
            self._outcome = Outcome(scores, ranks, tuple(seat for seat in seats if won(scores[seat], ranks[seat])))
            self._untold = [seat for seat, bot in self._external.items() if isinstance(bot, OwnBot)]
        while self._untold:
            seat = self._untold.pop(0)
            if seat in self._timed_out:
                continue
            hidden, bot = s.copy(), self._external[seat]
            rules.hide(hidden, seat)
            seen = Seen(self._game, hidden, seat, self._news(seat), None, self._outcome)
            try:
                self._ask_bot(seat, thread, functools.partial(bot.bot.ended, seen))
            except _GivenUp:
                raise
            except BaseException as error:
                if not any(failure.bot == self._spec(seat) for failure in self._failures):
                    self._fail(self._failure(seat, _told(error), error))

    # -- failures -------------------------------------------------------------------------------------------------

    def _failure(self, seat: int, problem: str, error: BaseException | None = None) -> Failure:
        trace = "" if error is None else "".join(traceback.format_exception(error))
        return Failure(self._spec(seat), problem, self._seed, len(self._made), trace)

    def _time_out(self, seat: int) -> None:
        """A bot was too late: it is not asked any more in this game."""
        if seat not in self._timed_out:
            self._loop.timeouts[self._spec(seat)] += 1
            self._timed_out.add(seat)
        failure = self._failure(seat, f"took more than {self._loop.seconds:g} s")
        if self._outcome is None:
            self._make_up_for(seat, failure)
        else:
            self._fail(failure)

    def _make_up_for(self, seat: int, failure: Failure) -> None:
        """Make a legal move in the place of a bot that failed."""
        self._fail(failure)
        s = self._game.state.from_record(self._state)
        move = int(self._game.rules.timeout(s, seat))
        self._game.rules.apply(s, seat, move)
        self._loop.states[FIRST] = s.to_record()
        self._made.append((seat, move))

    def _fail(self, failure: Failure) -> None:
        if not self._loop.tolerant:
            raise BotFailed(failure)
        self._failures.append(failure)


def _told(error: BaseException) -> str:
    if isinstance(error, LastRaftError):
        return str(error)
    return f"raised {type(error).__name__}: {error}".rstrip(": ")
