"""The games for PettingZoo: `env` (AEC: seats are asked one after the other) and `parallel_env` (all who may move
answer at once). Needs the extra `pettingzoo`.

```python
from lastraft.env import pettingzoo

env = pettingzoo.env("hellapagos", seats=5)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    over = termination or truncation
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```
"""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from typing import Any

from ..errors import IllegalMove, require_extra
from ..protocol import Game
from .single import RENDER_MODES, Single, bounds, check_render_mode
from .vector import Reward

require_extra("lastraft.env.pettingzoo", "pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

METADATA = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 1}


class _Agents:
    """What both kinds of environment share: the agents, their spaces, what one of them sees."""

    def __init__(
        self,
        game: str | Game[Any],
        seats: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        reward: Reward | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.single = Single(game, seats, options, reward)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {**METADATA, "name": f"lastraft_{self.single.game.name}_v{self.single.game.version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.seats)]
        self.agents: list[str] = []
        self._random = secrets.SystemRandom()

    @functools.cached_property
    def _observation_spaces(self) -> dict[str, Any]:
        low, high = bounds(self.single.game)
        view, mask = spaces.Box(low, high, dtype=np.int16), spaces.Box(0, 1, (self.single.codes,), np.int8)
        return {agent: spaces.Dict({"observation": view, "action_mask": mask}) for agent in self.possible_agents}

    @functools.cached_property
    def _action_spaces(self) -> dict[str, Any]:
        return {agent: spaces.Discrete(self.single.codes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.single.observe(seat), "action_mask": self.single.mask(seat)}

    def render(self) -> str | None:
        return self.single.render(self.render_mode)

    def close(self) -> None:
        pass

    def _begin(self, seed: int | None) -> None:
        self.single.begin(self._random.randrange(1 << 62) if seed is None else int(seed))
        self.agents = self.possible_agents[:]

    def _cut(self, steps: int) -> bool:
        return self.single.cut or (self.max_cycles is not None and steps >= self.max_cycles)


class RawEnv(_Agents, AECEnv):  # type: ignore[misc]
    """One game, seat by seat; an illegal move raises `IllegalMove`. `env` makes one in the usual wrappers."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.single.asked]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        if int(action) not in self.single.legal(seat):
            raise IllegalMove(f"{agent}: {action} is not legal now; the observation's action_mask says what is", "")
        self._cumulative_rewards[agent] = 0.0
        self.single.apply(seat, int(action))
        self._clear_rewards()
        asked = self.single.asked
        if asked < 0:
            self.rewards = dict(zip(self.agents, map(float, self.single.rewards()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._cut(self.single.moves):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[asked]
        self._accumulate_rewards()


class Parallel(_Agents, ParallelEnv):  # type: ignore[misc]
    """One game in which all who may move answer at once, without knowing each other's answers. Those of seats that may
    not move count for nothing. A move that the others' made illegal is asked for again; in place of one that never was
    legal the first legal one is made."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._begin(seed)
        self._steps = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> Any:
        single, agents = self.single, self.agents
        given = {self.possible_agents.index(agent): int(action) for agent, action in actions.items()}
        offered = {seat: single.legal(seat) for seat in single.actors}
        wrong = [seat for seat, legal in offered.items() if given.get(seat) not in legal]
        chosen = {seat: legal[0] if seat in wrong else given[seat] for seat, legal in offered.items()}
        while (seat := single.asked) in chosen:
            if (move := chosen.pop(seat)) not in single.legal(seat):
                break
            single.apply(seat, move)
        self._steps += 1
        over = single.asked < 0
        cut = not over and self._cut(self._steps)
        rewards = single.rewards() if over else [0.0] * single.seats
        infos = {agent: {"illegal_action": seat in wrong} for seat, agent in enumerate(self.possible_agents)}
        seen = self._seen()
        if over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(agents, map(float, rewards), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _seen(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}


def raw_env(game: str | Game[Any], **settings: Any) -> RawEnv:
    """One game, seat by seat, without wrappers (see `env`)."""
    return RawEnv(game, **settings)


def env(game: str | Game[Any], **settings: Any) -> Any:
    """One game, seat by seat. An illegal move ends it, at the cost of 1 for who made it.

    :param game: its name
    :param settings: ``seats``, ``options``, ``reward`` as in `lastraft.env.vector`; ``max_cycles``, ``render_mode``
    """
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(RawEnv(game, **settings), -1.0))


def parallel_env(game: str | Game[Any], **settings: Any) -> Parallel:
    """One game in which all who may move answer at once (see `Parallel`); settings as for `env`."""
    return Parallel(game, **settings)
