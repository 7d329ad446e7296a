"""Gymnasium's own checks, and games that go to their end."""

from __future__ import annotations

import pytest

import lastraft
from tests.driftwood import GAME

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import lastraft.env.gymnasium

FIVE = {"rounds": "five"}


@pytest.mark.filterwarnings("ignore:.*render_mode.*:UserWarning")
@pytest.mark.parametrize("name", [*lastraft.games(), GAME.name])
def test_check_env(name: str) -> None:
    version = lastraft.game(name).version
    made = gymnasium.make(f"lastraft/{name.capitalize()}-v{version}", bots="random", render_mode="ansi")
    check_env(made.unwrapped)


def test_a_game_goes_to_its_end() -> None:
    env = gymnasium.make("lastraft/Driftwood-v1", seat=1, bots="greedy,random", seats=3, options=FIVE)
    total = 0.0
    for seed in range(5):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
            assert not info["illegal_action"]
            assert not cut
            assert (reward == 0) or over
            total += abs(reward)
        assert not seen["action_mask"].any()
    assert total > 0
    seen, _ = env.reset(seed=1)
    _, _, _, _, info = env.step(int(np.argmin(seen["action_mask"])))
    assert info["illegal_action"]
    with pytest.raises(lastraft.BadOption, match="seat 7"):
        gymnasium.make("lastraft/Driftwood-v1", seat=7)


def test_many_games() -> None:
    envs = gymnasium.make_vec("lastraft/Driftwood-v1", num_envs=8, options=FIVE, bots="greedy")
    seen, _ = envs.reset(seed=3)
    ends = 0
    for _ in range(60):
        assert envs.observation_space.contains(seen)
        seen, rewards, over, _, _ = envs.step(envs.action_space.sample(mask=tuple(seen["action_mask"])))
        assert not rewards[~over].any()
        ends += int(over.sum())
    assert ends > 8
