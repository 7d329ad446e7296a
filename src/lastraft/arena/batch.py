"""One batch of games, played in this thread: by native rules, or by an `ExternalLoop` where a bot is not a rule."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..bots import room
from ..bots.net import Layers, Net
from ..bots.search import Tree
from ..errors import LastRaftError
from .external_bots import ExternalLoop, Failure
from .matchup import Matchup
from .native_loop import BATCH, FIRST, Results, begin, play_batch, play_search_batch, play_to_external

if TYPE_CHECKING:
    import numpy as np

    Rows = np.ndarray[Any, Any]


class UnfinishedGame(LastRaftError):
    """A game that did not end: a mistake in its rules."""


@dataclass
class Batch:
    """Games of consecutive seeds: a row each (see `row_type`), what failed in them, and their ends if wanted."""

    rows: Rows
    failures: list[Failure] = field(default_factory=list)
    finals: Rows | None = None
    seconds: float = 0.0
    """How long they took."""


def row_type(seats: int) -> np.dtype[Any]:
    """A game as a row: its seed, its moves, and by seat the scores and the ranks."""
    import numpy as np

    return np.dtype([("seed", "<i8"), ("moves", "<i4"), ("score", "<i4", (seats,)), ("rank", "i1", (seats,))])


def no_halt() -> Any:
    """A flag for workers: set its only number, and they stop as soon as they can."""
    import numpy as np

    return np.zeros(1, np.int16)


def warm_up(matchup: Matchup) -> None:
    """Compile what the match-up needs, before anything is measured."""
    if matchup.seating is None:
        matchup.game.native.compile([begin, play_to_external])
    else:
        matchup.game.native.rule(play_search_batch if matchup.searches else play_batch)


class Worker:
    """Plays batches of one match-up, one after the other; each thread has its own."""

    def __init__(self, matchup: Matchup, seconds: float, keep_finals: bool = False, tolerant: bool = True) -> None:
        self.matchup, self.keep_finals = matchup, keep_finals
        self._blank = matchup.blank().to_record()
        if matchup.seating is None:
            self._external = ExternalLoop(matchup, seconds, tolerant)
        else:
            self._buffers = _Buffers(matchup)

    def play(self, first: int, count: int, halt: Any) -> Batch:
        """Play the games of ``count`` seeds; fewer when ``halt[0]`` is set.

        :raises UnfinishedGame: if a game does not end.
        """
        import numpy as np

        began = time.perf_counter()
        batch = Batch(np.zeros(count, row_type(self.matchup.seats)))
        if self.keep_finals:
            batch.finals = np.zeros(count, self.matchup.game.state.dtype())
        batch.rows["seed"] = np.arange(first, first + count)
        play = self._play_native if self.matchup.seating is not None else self._play_with_external
        played = play(batch, first, count, halt)
        batch.rows = batch.rows[:played]
        batch.finals = None if batch.finals is None else batch.finals[:played]
        check_ended(self.matchup, batch.rows)
        batch.seconds = time.perf_counter() - began
        return batch

    def _play_native(self, batch: Batch, first: int, count: int, halt: Any) -> int:
        done = 0
        while done < count and not halt[0]:
            n = min(BATCH, count - done)
            played = self._buffers.play(self._blank, first + done, n, halt)
            to = slice(done, done + played)
            batch.rows["moves"][to] = self._buffers.results["moves"][:played]
            batch.rows["score"][to] = self._buffers.results["score"][:played, : self.matchup.seats]
            batch.rows["rank"][to] = self._buffers.results["rank"][:played, : self.matchup.seats]
            if batch.finals is not None:
                batch.finals[to] = self._buffers.states[FIRST : FIRST + played]
            done += played
        return done

    def _play_with_external(self, batch: Batch, first: int, count: int, halt: Any) -> int:
        rules, seats = self.matchup.game.rules, range(self.matchup.seats)
        for i in range(count):
            s, moves, failures = self._external.play(first + i, halt)
            if halt[0]:
                return i
            row = batch.rows[i]
            row["moves"] = moves
            row["score"] = [rules.score(s, seat) for seat in seats]
            row["rank"] = [rules.rank(s, seat) if rules.over(s) else 0 for seat in seats]
            batch.failures += failures
            if batch.finals is not None:
                batch.finals[i] = s.to_record()
        return count


class _Buffers:
    """What native rules need to play a batch: states, results, a tree."""

    def __init__(self, matchup: Matchup) -> None:
        import numpy as np

        game = matchup.game
        self.states = game.native.states(FIRST + BATCH)
        self.results = np.zeros(1, Results.dtype())[0]
        self._seating = matchup.seating.to_record()
        self._net = np.zeros(1, Net.dtype())[0] if matchup.net is None else matchup.net
        self._layers = np.zeros(1, Layers.dtype())[0]
        self._out = np.zeros(room(game), np.int16)
        self._limit = game.most_moves
        self._tree = [np.zeros(1, Tree.dtype())[0]] if matchup.searches else []
        self._play = game.native.rule(play_search_batch if matchup.searches else play_batch)

    def play(self, blank: Any, first: int, count: int, halt: Any) -> int:
        self.states[FIRST : FIRST + count] = blank
        before = (self.states, self._seating, self.results, self._net, self._layers, *self._tree, self._out)
        return int(self._play(*before, first, count, self._limit, halt))


def check_ended(matchup: Matchup, rows: Rows) -> None:
    """:raises UnfinishedGame: if one of the games did not end."""
    import numpy as np

    if len(bad := np.flatnonzero(~rows["rank"].any(axis=1))):
        seed, moves = rows[bad[0]]["seed"], rows[bad[0]]["moves"]
        raise UnfinishedGame(
            f"{matchup.game_name}: the game of seed {seed} is not over after {moves} moves; report this"
        )
