"""One game over native rules, for the environments of other libraries: what a seat sees and may do, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..arena.stepping import MOST_MOVES
from ..errors import BadOption
from ..kernel import seed_rng, seed_words
from ..protocol import WATCHER, Game, game, seats_in
from ..protocol.speech import styled
from .vector import Reward, placing

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

RENDER_MODES = ("human", "ansi", "svg")


class Single:
    """One game; moves are the seats' own codes (`Rules.own_code`)."""

    def __init__(
        self,
        which: str | Game[Any],
        seats: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        reward: Reward | None = None,
    ) -> None:
        import numpy as np

        self.game: Game[Any] = game(which) if isinstance(which, str) else which
        blank = self.game.new_state(self.game.usual_size if seats is None else seats, options)
        self.seats: int = blank.seats
        self.codes, self.size = self.game.families.count, self.game.observation_size
        self._blank, self._reward = blank.to_bytes(), reward or placing(self.game)
        native, rules = self.game.native, self.game.rules
        self._rules = {name: native.rule(fn) for name, fn in rules.by_name().items()}
        self._states = native.states(2)
        self._out = np.zeros(self.codes, np.int16)
        self.moves = 0

    def begin(self, seed: int) -> None:
        """Set a new game up."""
        import numpy as np

        s = self.game.state.from_bytes(self._blank)
        seed_rng(s, *seed_words(seed))
        self._states[0:1] = np.frombuffer(s.to_bytes(), self.game.state.dtype())
        self._rules["setup"](self._states[0])
        self.moves = 0

    @property
    def asked(self) -> int:
        """The seat to ask; -1 when the game is over."""
        return int(self._rules["asked"](self._states[0]))

    @property
    def actors(self) -> list[int]:
        """The seats that may move now."""
        return list(seats_in(int(self._rules["actors"](self._states[0]))))

    @property
    def cut(self) -> bool:
        """Whether the game took more moves than any should."""
        return self.moves >= min(self.game.most_moves, MOST_MOVES)

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, in rising order of its own codes."""
        n = self._rules["legal"](self._states[0], seat, self._out)
        own = self._rules["own_code"]
        return sorted(int(own(self._states[0], seat, int(code))) for code in self._out[:n])

    def mask(self, seat: int) -> Array:
        """1 for every legal move of a seat; all 0 for one that is not to move."""
        import numpy as np

        mask = np.zeros(self.codes, np.int8)
        if seat in self.actors:
            mask[self.legal(seat)] = 1
        return mask

    def observe(self, seat: int) -> Array:
        """What a seat sees, as numbers."""
        import numpy as np

        self._states[1] = self._states[0]
        self._rules["hide"](self._states[1], seat)
        view = np.zeros(self.size, np.int16)
        self._rules["observe"](self._states[1], seat, view)
        return view

    def apply(self, seat: int, own: int) -> None:
        """Make a legal move."""
        self._rules["apply"](self._states[0], seat, int(self._rules["code_of"](self._states[0], seat, own)))
        self.moves += 1

    def rewards(self) -> Array:
        """What the end of the game is worth to each seat."""
        import numpy as np

        rows = ([[self._rules[of](self._states[0], seat) for seat in range(self.seats)]] for of in ("score", "rank"))
        rewards: Array = np.asarray(self._reward(*(np.array(row) for row in rows)), np.float32)[0]
        return rewards

    def state(self) -> Any:
        """The game as a plain state, secrets included."""
        return self.game.state.from_record(self._states[0])

    def to_bytes(self) -> bytes:
        """The state's bytes, secrets included."""
        return bytes(self._states[0].tobytes())

    def put(self, data: bytes) -> None:
        """Go on from the bytes of a state."""
        import numpy as np

        self._states[0:1] = np.frombuffer(data, self.game.state.dtype())

    def render(self, mode: str | None) -> str | None:
        """The table as everybody sees it: printed (`human`), as text (`ansi`) or as a drawing (`svg`)."""
        of, names = self.game, [self.game.notation.seat_name(seat) for seat in range(self.seats)]
        reader = of.reader(of.hidden(self.state(), WATCHER), WATCHER, names)
        if mode == "svg":
            return of.picture.draw(reader)
        shown = styled(of.speech.text, reader).plain
        if mode == "human":
            print(shown)
            return None
        return shown


def check_render_mode(mode: str | None) -> None:
    """:raises BadOption: if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode {mode!r}: there are {', '.join(RENDER_MODES)}")


def bounds(of: Game[Any]) -> tuple[Array, Array]:
    """The least and the greatest value of every number of an observation."""
    import numpy as np

    if of.observed is None:
        return np.full(of.observation_size, -32768, np.int16), np.full(of.observation_size, 32767, np.int16)
    entries = of.observed.entries
    return np.array([e.low for e in entries], np.int16), np.array([e.high for e in entries], np.int16)
