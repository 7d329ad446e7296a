"""PettingZoo's own suites."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import lastraft
from tests.driftwood import GAME

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

from lastraft.env import pettingzoo

GAMES = [*lastraft.games(), GAME.name]


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(name), num_cycles=300)
    parallel_api_test(pettingzoo.parallel_env(name, max_cycles=120), num_cycles=150)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same(name: str) -> None:
    seed_test(lambda: pettingzoo.env(name), num_cycles=100)


def test_cycles_end(capsys: pytest.CaptureFixture[str]) -> None:
    made = SimpleNamespace(
        parallel_env=lambda max_cycles: pettingzoo.parallel_env("driftwood", max_cycles=max_cycles),
        env=lambda max_cycles: parallel_to_aec(pettingzoo.parallel_env("driftwood", max_cycles=max_cycles)),
    )
    max_cycles_test(made)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    checks = {"svg": lambda shown: shown.startswith("<svg")}
    render_test(lambda render_mode: pettingzoo.env("driftwood", render_mode=render_mode), checks)
    assert "deck" in capsys.readouterr().out
    with pytest.raises(lastraft.BadOption, match="render_mode"):
        pettingzoo.env("driftwood", render_mode="film")


def test_whole_games_are_worth_what_their_ends_are() -> None:
    env = pettingzoo.env("driftwood", seats=3, options={"rounds": "five"})
    env.reset(seed=4)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
    ranks = [GAME.rules.rank(env.unwrapped.single.state(), seat) for seat in range(3)]
    assert sum(got.values()) == pytest.approx(0)
    assert sorted(got, key=lambda agent: got[agent]) == sorted(
        got, key=lambda agent: -ranks[int(agent.removeprefix("seat_"))]
    )
    raw = pettingzoo.raw_env("driftwood")
    raw.reset(seed=1)
    with pytest.raises(lastraft.IllegalMove, match="action_mask says"):
        raw.step(999)
