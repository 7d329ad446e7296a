"""Many games side by side: arrays of moves in, arrays of what the seats see out, no Python for a single game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..arena import stepping
from ..arena.matchup import Matchup, matchup
from ..arena.native_loop import FIRST, RNGS
from ..bots import room
from ..bots.net import Layers, Net
from ..errors import BadOption, IllegalMove
from ..kernel import MAX_SEATS, Rng, seed_rng, seed_words
from ..protocol import Game, game

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Reward = Callable[[Any, Any], Any]
"""What the ends of games are worth: from scores and ranks, a row for each game, to a number for each seat."""
WINDOW_MODES = ("ask", "skip", "parallel")


class Step(NamedTuple):
    """What `Vector.step` returns: the vector's own arrays, which its next step overwrites. With `windows="parallel"`
    observations, masks and actions are by game and seat."""

    observations: Array
    """What the seat sees that is asked in each game: int16 numbers as `Game.observed` describes them."""
    masks: Array
    """By game and move: 1 where the move is legal. Moves are the seat's own codes (`Rules.own_code`)."""
    seats: Array
    """The seat that is asked in each game; with `windows="parallel"`, by game and seat, whether it is."""
    rewards: Array
    """By game and seat, what the game that has just ended was worth; 0 while a game goes on."""
    ended: Array
    """Where a game has just ended. Another has begun in its place: the rest of the row is of that one."""


def placing(of: Game[Any]) -> Reward:
    """The usual reward, from -1 to 1: in a game that everybody can lose, 1 for winners and -1 for the others; else the
    part of the others who are behind the seat, less the part who are ahead of it."""

    def reward(scores: Array, ranks: Array) -> Array:
        import numpy as np

        there = ranks > 0
        if not of.won(0, 1):
            return np.where(there, np.where(of.won(scores, ranks), 1.0, -1.0), 0.0)
        others = np.maximum(there.sum(1, keepdims=True) - 1, 1)
        lead = np.sign(ranks[:, None, :] - ranks[:, :, None]) * (there[:, None, :] & there[:, :, None])
        return cast("Array", lead.sum(2) / others)

    return reward


class Vector:
    """Games of one kind, each stopped where a seat has a choice (see `vector`). A game that ends is followed by a new
    one at once."""

    notes: Any
    observations: Any
    masks: Any
    _actions: Any
    _views: Any
    _masks: Any
    _moves: Any
    _counts: Any
    _rewards: Any
    _among: Any = ()

    def __init__(
        self,
        of: Game[Any],
        n: int,
        seats: Sequence[int],
        options: Mapping[str, str | bool] | None,
        seed: int,
        skipped: int,
        reward: Reward | None,
    ) -> None:
        import numpy as np

        self.game, self.n, self.seed = of, n, seed
        self.seats = max(seats)
        """How many seats there are; the most, where games differ in that."""
        self.most_moves = min(of.most_moves, stepping.MOST_MOVES)
        """A longer game is cut off: `truncated`."""
        self._skipped, self._reward = skipped, reward or placing(of)
        self._blanks = [of.new_state(size, options) for size in seats]
        self._kinds = (np.arange(n) % len(seats)).astype(np.int16)
        self._options = dict(options or {})
        self._bots: list[str] = []
        self._table: Matchup | None = None
        self.sizes = np.array(seats, np.int16)[self._kinds]
        """How many seats each game has."""
        self._players = np.zeros((n, MAX_SEATS), np.int16)
        self._open()
        self.reset()

    # -- for learners ---------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Step:
        """Begin all games anew. The same seed, moves and bots play the same games."""
        self.seed = self.seed if seed is None else _checked_seed(seed)
        self._begin()
        return self._done()

    def step(self, actions: Any) -> Step:
        """Make a legal move in every game, given by the asked seat's own code, and play on to the next choice.

        :raises IllegalMove: if a move is not legal; then nothing has changed.
        """
        self._act(actions)
        return self._done()

    def play(self, bot: str, where: Any) -> Step:
        """Let a bot take seats: `random`, `greedy` with its characters, or `learned`. All games begin anew.

        :param where: a seat, several, or an array of truths by game and seat
        :raises BadOption: if there is no such bot, or nobody is left to be asked.
        """
        import numpy as np

        truths = np.zeros((self.n, MAX_SEATS), bool)
        given = np.asarray(where)
        if given.dtype == bool:
            if given.shape[-1:] != (self.seats,) or given.ndim > 2:
                raise BadOption(f"where: truths by game and seat have the shape ({self.n}, {self.seats})")
            truths[:, : self.seats] = given
        elif given.ndim > 1 or not np.isin(given, np.arange(self.seats)).all():
            raise BadOption(f"where: seats from 0 to {self.seats - 1}, or truths by game and seat")
        else:
            truths[:, given] = True
        bots = [*self._bots, bot] if bot not in self._bots else self._bots
        table = matchup(self.game.name, None, bots, self._options)
        if table.seating is None or table.searches:
            raise BadOption(f"bot {bot!r}: random, greedy and its characters, and one net play in a vector")
        players = np.where(truths, bots.index(bot) + 1, self._players).astype(np.int16)
        if ((players > 0).sum(1) >= self.sizes).any():
            raise BadOption("bots in all seats of a game: leave one to be asked, or use lastraft.arena.simulate")
        self._bots, self._table, self._players = bots, table, players
        self._seat_bots()
        return self.reset()

    def sample(self) -> Any:
        """A random legal move for every game."""
        self._draw(self._moves, self._counts, self._rng, self._drawn)
        return self._drawn

    def state_bytes(self, i: int) -> bytes:
        """The state of a game, secrets included (`State.from_bytes`)."""
        return bytes(self._states[self._first + i].tobytes())

    @property
    def truncated(self) -> Any:
        """Where a game has just ended because it took `most_moves`."""
        return self.notes[:, stepping.ENDED] == stepping.CUT

    @property
    def scores(self) -> Any:
        """The points by game and seat of the last game that ended there."""
        return self.notes[:, stepping.SCORE : stepping.SCORE + self.seats]

    @property
    def ranks(self) -> Any:
        """The places by game and seat of the last game that ended there, 1 the best; 0 before any has."""
        return self.notes[:, stepping.RANK : stepping.RANK + self.seats]

    # -- on this processor ----------------------------------------------------------------------------------------

    def _open(self) -> None:

        self._allocate(self.n, stepping.step_all)

    def _allocate(self, rows: int, loop: Any) -> None:
        import numpy as np

        of, n = self.game, self.n
        self._first = FIRST + len(self._blanks)
        self._states = of.native.states(self._first + n)
        blanks = b"".join(s.to_bytes() for s in self._blanks)  # byte for byte: NumPy leaves padding out
        self._states.view(np.uint8).reshape(-1, of.state.layout.size)[FIRST : self._first] = np.frombuffer(
            blanks, np.uint8
        ).reshape(-1, of.state.layout.size)
        self.notes = np.zeros((n, stepping.NUMBERS), np.int16)
        self.observations = self._views = np.zeros((rows, of.observation_size), np.int16)
        self.masks = self._masks = np.zeros((rows, of.families.count), np.int8)
        self._moves = np.zeros((rows, of.families.count), np.int16)
        self._counts, self._actions, self._drawn = (np.zeros(rows, np.int16) for _ in range(3))
        self._rewards = np.zeros((n, self.seats), np.float32)
        self._out = np.zeros(room(of), np.int16)
        self._draw, self._step_all = of.native.rule(stepping.draw_all), of.native.rule(loop)
        self._first_illegal = of.native.rule(stepping.first_illegal)

    def _seat_bots(self) -> None:
        import numpy as np

        assert self._table is not None
        net = np.zeros(1, Net.dtype())[0] if self._table.net is None else self._table.net
        self._among = self._table.seating.to_record(), net, np.zeros(1, Layers.dtype())[0]
        self._step_all = self.game.native.rule(stepping.step_all_among_bots)

    def _begin(self) -> None:
        rng = Rng()
        for seat in range(MAX_SEATS):
            seed_rng(rng, self.seed, self.seed >> 32, 1 + seat, 0)
            self._states[RNGS + seat]["random"] = rng.random
        seed_rng(rng, *seed_words(self.seed))
        self._rng = rng.to_record()
        self.notes[:] = 0
        self.notes[:, stepping.SEAT] = -1
        self.notes[:, stepping.PLAYER :] = self._players
        self._play()

    def _act(self, actions: Any) -> None:
        import numpy as np

        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"actions: {self.n} whole numbers, one for each game", "")
        if (i := self._illegal(chosen)) >= 0:
            raise IllegalMove(
                f"game {i}: {int(chosen[i])} is not legal for seat {int(self.notes[i, stepping.SEAT])} now", ""
            )
        self._play()

    def _illegal(self, chosen: Array) -> int:
        """Take over the moves; the first row that may not move so, or -1."""
        import numpy as np

        if chosen.dtype != np.int16:
            chosen = np.clip(chosen.astype(np.int64), -1, self._masks.shape[1])
        self._actions[:] = chosen
        return int(self._first_illegal(self._masks, self._counts, self._actions))

    def _play(self) -> None:
        rows = self.notes, self._actions, self._views, self._masks, self._moves, self._counts
        numbers = self.seed, self.most_moves, self._skipped
        self._step_all(self._states, self._first, self._blank_at, *rows, *numbers, *self._among, self._out)

    @property
    def _blank_at(self) -> Any:
        return self._kinds + FIRST

    def _done(self) -> Step:
        ended = self.notes[:, stepping.ENDED] != 0
        self._rewards[:] = 0
        rows = ended.nonzero()[0]
        if (rows := rows[self.notes[rows, stepping.ENDED] == stepping.OVER]).size:
            self._rewards[rows] = self._reward(self.scores[rows], self.ranks[rows])
        return Step(self.observations, self.masks, self.notes[:, stepping.SEAT], self._rewards, ended)


def vector(
    which: str | Game[Any],
    n: int,
    seats: int | Sequence[int] | None = None,
    options: Mapping[str, str | bool] | None = None,
    seed: int = 1,
    skip_forced: bool = True,
    windows: str = "ask",
    reward: Reward | None = None,
    device: str = "cpu",
) -> Vector:
    """Play ``n`` games side by side; the first call compiles the game's rules, which later ones find in the cache.

    :param seats: how many play; several numbers are dealt out to the games in turn
    :param skip_forced: whether a seat with one legal move is not asked
    :param windows: what happens where seats are asked only in case they want to step in: they are asked one by one
        (`ask`), their default moves are made (`skip`), or all are asked at once (`parallel`, see `ParallelVector`)
    :param reward: from scores and ranks, a row for each ended game, to a reward for each seat (see `placing`)
    :param device: `cuda` plays on a GPU, and all arrays are tensors that stay there
    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played so.
    """
    of: Game[Any] = game(which) if isinstance(which, str) else which
    sizes = [of.usual_size] if seats is None else [seats] if isinstance(seats, int) else list(seats)
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise BadOption(f"n = {n!r}: at least one game")
    if windows not in WINDOW_MODES:
        raise BadOption(f"windows = {windows!r}: there are {', '.join(WINDOW_MODES)}")
    if device not in ("cpu", "cuda"):
        raise BadOption(f"device = {device!r}: there are cpu and cuda")
    skipped = (stepping.FORCED if skip_forced else 0) | (stepping.WINDOWS if windows == "skip" else 0)
    kind = Vector
    if windows == "parallel":
        from .parallel import ParallelVector

        kind = ParallelVector
    if device == "cuda":
        if windows == "parallel":
            raise BadOption("windows = 'parallel' with device = 'cuda': use device = 'cpu', or ask or skip windows")
        from .gpu import GpuVector

        kind = GpuVector
    return kind(of, n, sizes, options, _checked_seed(seed), skipped, reward)


def _checked_seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 62:
        raise BadOption(f"seed {seed!r}: a whole number from 0 to 2^62 - 1")
    return seed
