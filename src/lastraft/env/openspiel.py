"""The games for OpenSpiel: importing this module registers `lastraft_survive` and so on with `pyspiel.load_game`. Needs
the extra `openspiel`.

```python
import pyspiel
import lastraft.env.openspiel

game = pyspiel.load_game("lastraft_hellapagos(players=4,options=tournament:cooperative)")
```

The seed of a game is drawn at four chance nodes at its root, 8 bits each; all later chance follows from it. A search
must not look into that: `State.resample_from_infostate` deals again what a seat does not know, future chance included.
Actions are the seats' own codes (`Rules.own_code`).
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from ..errors import require_extra
from ..kernel import seed_rng
from ..protocol import Game, game, games, read_options
from ..protocol.speech import styled
from .single import Single

require_extra("lastraft.env.openspiel", "openspiel", "pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

DRAWS, OUTCOMES = 4, 256
"""How many chance nodes a game begins with, and how many outcomes each has."""
PREFIX = "lastraft_"


@functools.cache
def table(name: str, seats: int, options: str) -> Single:
    """The rules of a game at a table, over one state at a time."""
    return Single(name, seats, read_options(part.replace(":", "=", 1) for part in options.split(";") if part))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game's state: the seed's draws, then the bytes of the record."""

    def __init__(self, of: SpielGame) -> None:
        super().__init__(of)
        self._key = of.key  # OpenSpiel copies and pickles what a state holds
        self._draws: list[int] = []
        self._data = b""

    # -- OpenSpiel's ----------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if not self._data:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._single.asked
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        return bool(self._data) and self._single.asked < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._single.legal(player)

    def _apply_action(self, action: int) -> None:
        if not self._data:
            self._draws.append(action)
            if len(self._draws) == DRAWS:
                single = table(*self._key)
                single.begin(sum(draw << 8 * i for i, draw in enumerate(self._draws)))
                self._data = single.to_bytes()
            return
        single = self._single
        single.apply(single.asked, action)
        self._data = single.to_bytes()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or not self._data:
            return f"seed {action}"
        of, state = self._single.game, self._single.state()
        return of.notation.move_text(state, player, of.rules.code_of(state, player, action))

    def returns(self) -> list[float]:
        return [float(each) for each in self._single.rewards()] if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that the player cannot tell from this one, with its own chance from here on."""
        of = self._single.game
        hidden = of.hidden(self._single.state(), player)
        seed_rng(hidden, *(int(sampler() * (1 << 32)) for _ in range(4)))
        of.rules.determinize(hidden, player)
        other: SpielState = self.clone()
        other._data = hidden.to_bytes()
        return other

    def information_state_string(self, player: int | None = None) -> str:
        """What the player knows: a hash of the hidden state, which holds all that a perfect memory would."""
        player = self.current_player() if player is None else player
        known = self._single.game.hidden(self._single.state(), player).to_bytes() if self._data else b""
        return f"{player}:{hashlib.sha256(known).hexdigest()}"

    def observation_string(self, player: int | None = None) -> str:
        """The table as the player sees it."""
        return self._shown(self.current_player() if player is None else player)

    def __str__(self) -> str:
        return self._shown(-1) if self._data else f"seed {self._draws}"

    # -- ours -----------------------------------------------------------------------------------------------------

    @property
    def _single(self) -> Single:
        """The game's rules, over this state."""
        single = table(*self._key)
        single.put(self._data)
        return single

    def _shown(self, player: int) -> str:
        if not self._data:
            return ""
        of = self._single.game
        names = [of.notation.seat_name(seat) for seat in range(self.num_players())]
        return styled(of.speech.text, of.reader(of.hidden(self._single.state(), player), player, names)).plain


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as one of OpenSpiel's."""

    of: Game[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"players": self.of.usual_size, "options": "", **(params or {})}
        self.key = self.of.name, int(given["players"]), str(given["options"])
        single = table(*self.key)
        info = pyspiel.GameInfo(
            num_distinct_actions=single.codes,
            max_chance_outcomes=OUTCOMES,
            num_players=single.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.of.most_moves + DRAWS,
        )
        super().__init__(game_type(self.of), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class Observer:
    """The observation as a tensor (see `Game.observed`) and as text."""

    def __init__(self, of: SpielGame) -> None:
        self.tensor = np.zeros(table(*of.key).size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state._single.observe(player) if state._data else 0

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


def game_type(of: Game[Any]) -> Any:
    """What OpenSpiel knows of a game without making it."""
    return pyspiel.GameType(
        short_name=f"{PREFIX}{of.name}",
        long_name=of.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=of.sizes[-1],
        min_num_players=of.sizes[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": of.usual_size, "options": ""},
    )


def register_games() -> None:
    """Register every game with OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in games():
        if PREFIX + name not in known:
            of = game(name)
            pyspiel.register_game(game_type(of), type(f"Spiel{name.capitalize()}", (SpielGame,), {"of": of}))


register_games()
