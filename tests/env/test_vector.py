"""The vector environment shows what games played by hand in plain Python show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft.arena.stepping import SALT
from lastraft.env import vector
from lastraft.kernel import Buffer, rule, seed_rng, top
from lastraft.protocol import seats_in
from tests.driftwood import GAME, Driftwood, Frame

FIVE = {"rounds": "five"}


def begin(s: Any, number: int, begun: int, seed: int) -> None:
    seed_rng(s, number, begun, SALT, seed)
    GAME.rules.setup(s)


@pytest.mark.parametrize(("skip_forced", "windows"), [(True, "ask"), (False, "ask"), (True, "skip")])
def test_games_go_on_as_the_rules_say(skip_forced: bool, windows: str) -> None:
    envs = vector(GAME, 6, seats=(2, 3), options=FIVE, seed=5, skip_forced=skip_forced, windows=windows)
    rules, out = GAME.rules, Buffer(GAME.families.count)
    states, begun, ends = [GAME.new_state(2 + i % 2, FIVE) for i in range(6)], [0] * 6, 0
    now = envs.reset(seed=5)

    def go_on(i: int, s: Any) -> int:
        nonlocal ends
        ended = 0
        while True:
            seat = rules.asked(s) if begun[i] else -1
            if seat < 0:
                if begun[i]:
                    ended, ends = 1, ends + 1
                    assert envs.ranks[i, : s.seats].tolist() == [rules.rank(s, k) for k in range(s.seats)]
                    assert envs.scores[i, : s.seats].tolist() == [rules.score(s, k) for k in range(s.seats)]
                s.become(GAME.new_state(2 + i % 2, FIVE))
                begin(s, i, begun[i], 5)
                begun[i] += 1
            elif skip_forced and rules.legal(s, seat, out) == 1:
                rules.apply(s, seat, out[0])
            elif windows == "skip" and GAME.is_window(s, seat):
                rules.apply(s, seat, rules.timeout(s, seat))
            else:
                return ended

    for t in range(80):
        for i, s in enumerate(states):
            assert go_on(i, s) == now.ended[i]
            seat = rules.asked(s)
            assert now.seats[i] == seat
            own = sorted(rules.own_code(s, seat, code) for code in out[: rules.legal(s, seat, out)])
            assert np.flatnonzero(now.masks[i]).tolist() == own
            view = Buffer(GAME.observation_size)
            rules.observe(GAME.hidden(s, seat), seat, view)
            assert now.observations[i].tolist() == view
        actions = np.array([np.flatnonzero(row)[(t + i) % row.sum()] for i, row in enumerate(now.masks)])
        for i, s in enumerate(states):
            seat = rules.asked(s)
            rules.apply(s, seat, rules.code_of(s, seat, int(actions[i])))
        now = envs.step(actions)
    assert ends > 8


@rule
def in_a_ballot(s: Driftwood, seat: int) -> bool:
    return top(s) == Frame.BALLOT


def test_windows_in_parallel() -> None:
    """All whom a window is for are asked at once; whoever does not make the default move ends the round."""
    of, rules, out = replace(GAME, is_window=in_a_ballot), GAME.rules, Buffer(GAME.families.count)
    envs = vector(of, 4, seats=(3, 4), options=FIVE, seed=5, windows="parallel")
    states = [of.new_state(3 + i % 2, FIVE) for i in range(4)]
    for i, s in enumerate(states):
        begin(s, i, 0, 5)
    now, rounds, lapsed, going = envs.reset(), 0, 0, set(range(4))

    def own_codes(s: Any, seat: int) -> list[int]:
        return sorted(rules.own_code(s, seat, code) for code in out[: rules.legal(s, seat, out)])

    for _ in range(60):
        actions = envs.sample().copy()
        for i in sorted(going):
            s = states[i]
            while rules.asked(s) >= 0 and len(own_codes(s, rules.asked(s))) == 1:
                rules.apply(s, rules.asked(s), out[0])
            if rules.asked(s) < 0:
                assert now.ended[i]
                going.discard(i)
                continue
            together = [seat for seat in seats_in(rules.actors(s)) if len(own_codes(s, seat)) > 1]
            waiting = together if in_a_ballot(s, 0) else [rules.asked(s)]
            assert np.flatnonzero(now.seats[i]).tolist() == waiting
            rounds += len(waiting) > 1
            for seat in waiting:
                assert np.flatnonzero(now.masks[i, seat]).tolist() == own_codes(s, seat)
                view = Buffer(GAME.observation_size)
                rules.observe(GAME.hidden(s, seat), seat, view)
                assert now.observations[i, seat].tolist() == view
            stepped_in = False
            while waiting and not stepped_in and rules.asked(s) == waiting[0]:
                seat = waiting.pop(0)
                move = rules.code_of(s, seat, int(actions[i, seat]))
                stepped_in = not in_a_ballot(s, seat) or move != rules.timeout(s, seat)
                rules.apply(s, seat, move)
            lapsed += len(waiting) > 0
        now = envs.step(actions)
    assert rounds > 10
    assert lapsed > 3
    before = envs.observations.copy()
    wrong = envs.sample().copy()
    game, seat = np.argwhere(now.seats)[-1]
    wrong[game, seat] = 999
    for given, complaint in ((wrong, f"game {game}: 999 is not legal for seat {seat}"), ([1] * 4, "4 rows of 4")):
        with pytest.raises(lastraft.IllegalMove, match=complaint):
            envs.step(given)
    with pytest.raises(lastraft.BadOption, match="one by one"):
        envs.play("random", where=1)
    with pytest.raises(lastraft.BadOption, match="cpu"):
        vector(of, 4, windows="parallel", device="cuda")
    assert (envs.observations == before).all()


def test_bots_take_seats() -> None:
    lead = 0
    envs = vector(GAME, 64, seats=3, options={"votes": "no", **FIVE})
    envs.play("greedy", where=1)
    now = envs.play("random", where=[2])
    for _ in range(60):
        assert (now.seats == 0).all()
        now = envs.step(envs.sample())
        lead += int((envs.scores[now.ended, 1] - envs.scores[now.ended, 2]).sum())
    assert lead > 100
    runs = []
    for seed in (7, 7, 8):
        envs.reset(seed)
        runs.append([envs.step(envs.sample()).observations.copy() for _ in range(20)])
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    turns = np.arange(64)[:, None] % 3 == np.arange(3)
    now = vector(GAME, 64, seats=3).play("random", where=~turns)
    assert (now.seats == np.arange(64) % 3).all()


def test_rewards() -> None:
    envs = vector(GAME, 32, seats=(2, 3), options=FIVE)
    seen = 0
    for _ in range(100):
        now = envs.step(envs.sample())
        assert not now.rewards[~now.ended].any()
        for i in np.flatnonzero(now.ended):
            size = envs.sizes[i]
            ranks, rewards = envs.ranks[i, :size], now.rewards[i]
            assert rewards[:size].sum() == pytest.approx(0)
            assert not rewards[size:].any()
            assert [rewards[k] for k in np.argsort(ranks, kind="stable")] == sorted(rewards[:size], reverse=True)
            seen += 1
    assert seen > 20
    points = vector(GAME, 8, options=FIVE, reward=lambda scores, ranks: scores / 10)
    while not (now := points.step(points.sample())).ended.any():
        pass
    assert now.rewards[now.ended] == pytest.approx(points.scores[now.ended] / 10)


def test_mistakes_change_nothing() -> None:
    envs = vector(GAME, 4)
    before = envs.observations.copy()
    wrong = envs.sample().copy()
    wrong[2] = np.flatnonzero(envs.masks[2] == 0)[0]
    for actions, complaint in ((wrong, "game 2: .* is not legal"), ([1, 2], "4 whole numbers"), ([0.5] * 4, "whole")):
        with pytest.raises(lastraft.IllegalMove, match=complaint):
            envs.step(actions)
    with pytest.raises(lastraft.IllegalMove, match="game 0: 999"):
        envs.step([999] * 4)
    for bot, where, complaint in (
        ("search:100", 1, "play in a vector"),
        ("greedy", [0, 1, 2, 3, 4], "seats from 0"),
        ("greedy", list(range(envs.seats)), "leave one"),
        ("nobody", 0, "no bot is called"),
    ):
        with pytest.raises(lastraft.BadOption, match=complaint):
            envs.play(bot, where)
    assert (envs.observations == before).all()
    for wanted, complaint in (({"n": 0}, "at least one"), ({"seats": 99}, "with 99 seats"), ({"windows": "x"}, "ask")):
        with pytest.raises(lastraft.BadOption, match=complaint):
            vector(**{"which": GAME, "n": 2, **wanted})  # type: ignore[arg-type]
