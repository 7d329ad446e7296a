"""The games for Gymnasium: one seat against bots. Importing this module registers `lastraft/Survive-v1` and so on, also
for `gymnasium.make_vec`; the number is that of the rules. Needs the extra `gymnasium`.

```python
import gymnasium
import lastraft.env.gymnasium

env = gymnasium.make("lastraft/Outlive-v2", seats=3, bots="greedy")
observation, info = env.reset(seed=1)
env.step(env.action_space.sample(observation["action_mask"]))
```
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadOption, require_extra
from ..protocol import Game, game, games
from .single import RENDER_MODES, Single, bounds, check_render_mode
from .vector import Reward, Vector, vector

require_extra("lastraft.env.gymnasium", "gymnasium", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


def _seated(
    which: str | Game[Any],
    n: int,
    seat: int,
    bots: str,
    seats: int | None,
    options: Mapping[str, str | bool] | None,
    reward: Reward | None,
    windows: str,
) -> Vector:
    """Games in which bots have all seats but one."""
    envs = vector(which, n, seats, options, windows=windows, reward=reward)
    if not 0 <= seat < envs.seats:
        raise BadOption(f"seat {seat}: this game has seats 0 to {envs.seats - 1}")
    others = [other for other in range(envs.seats) if other != seat]
    specs = bots.split(",")
    for i, spec in enumerate(specs):
        if others[i :: len(specs)]:
            envs.play(spec.strip(), others[i :: len(specs)])
    return envs


def _spaces(of: Game[Any]) -> tuple[Any, Any]:
    low, high = bounds(of)
    mask = spaces.Box(0, 1, (of.families.count,), np.int8)
    seen = spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})
    return seen, spaces.Discrete(of.families.count)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game against bots. In place of an illegal action the first legal one is made, and ``info`` says
    so."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        which: str | Game[Any],
        seat: int = 0,
        bots: str = "random",
        seats: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        reward: Reward | None = None,
        windows: str = "ask",
        render_mode: str | None = None,
    ) -> None:
        """
        :param bots: who has the other seats; several, as in `random,greedy`, take turns
        :param reward: as for `lastraft.env.vector`
        """
        check_render_mode(render_mode)
        self.seat, self.render_mode = seat, render_mode
        self.envs = _seated(which, 1, seat, bots, seats, options, reward, windows)
        self.observation_space, self.action_space = _spaces(self.envs.game)
        self._options, self._last = options, self._now()

    def _now(self) -> dict[str, Any]:
        return {"observation": self.envs.observations[0].copy(), "action_mask": self.envs.masks[0].copy()}

    def action_masks(self) -> Any:
        """The legal actions, as sb3-contrib asks for them."""
        return self._last["action_mask"].astype(bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.envs.reset(int(self.np_random.integers(1 << 62)))
        self._last = self._now()
        return self._last, {}

    def step(self, action: Any) -> Any:
        wrong = not self._last["action_mask"][int(action)]
        chosen = int(np.argmax(self._last["action_mask"])) if wrong else int(action)
        now = self.envs.step(np.array([chosen]))
        ended, cut = bool(now.ended[0]), bool(self.envs.truncated[0])
        if not ended:
            self._last = self._now()
        else:
            none = np.zeros_like(self._last["action_mask"])
            self._last = {"observation": self._last["observation"], "action_mask": none}
        reward = float(now.rewards[0, self.seat])
        return self._last, reward, ended and not cut, cut, {"illegal_action": wrong}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        single = Single(self.envs.game, self.envs.seats, self._options)
        single.put(self.envs.state_bytes(0))
        return single.render(self.render_mode)


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games, one seat of each against bots; a game that ends is followed by a new one in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        which: str | Game[Any],
        num_envs: int = 1,
        seat: int = 0,
        bots: str = "random",
        seats: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        reward: Reward | None = None,
        windows: str = "ask",
    ) -> None:
        self.num_envs, self.seat = num_envs, seat
        self.envs = _seated(which, num_envs, seat, bots, seats, options, reward, windows)
        self.single_observation_space, self.single_action_space = _spaces(self.envs.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _now(self) -> dict[str, Any]:
        return {"observation": self.envs.observations.copy(), "action_mask": self.envs.masks.copy()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.envs.reset(int(self.np_random.integers(1 << 62)))
        return self._now(), {}

    def step(self, actions: Any) -> Any:
        legal = self.envs.masks[np.arange(self.num_envs), actions] != 0
        now = self.envs.step(np.where(legal, actions, self.envs.masks.argmax(1)))
        cut = self.envs.truncated
        return self._now(), now.rewards[:, self.seat].copy(), now.ended & ~cut, cut, {"illegal_action": ~legal}


def register_envs() -> None:
    """Register every game with Gymnasium."""
    for name in games():
        of = game(name)
        gymnasium.register(
            f"lastraft/{name.capitalize()}-v{of.version}",
            entry_point=SeatEnv,
            vector_entry_point=SeatVectorEnv,
            kwargs={"which": name},
        )


register_envs()
