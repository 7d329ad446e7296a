"""Bots: they answer with legal moves from what their seat knows, the same in every world."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import lastraft
from lastraft.bots import SearchBot, bot, greedy
from lastraft.bots.random import choose_random
from lastraft.kernel import Buffer, Rng, States, next32, seed_rng
from lastraft.kernel.native import bind
from lastraft.testing.random_play import random_move
from tests.driftwood import GAME

SPECS = ("random", "natural", "greedy", "search:40")


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_plays_whole_games_with_legal_moves(spec: str) -> None:
    for seed in range(5):
        m = lastraft.new("driftwood", seats=4, seed=seed)
        bots = [bot(spec, m.game, 100 * seed + seat) for seat in range(4)]
        while (seat := m.asked) is not None:
            m.push(bots[seat].choose(m.hidden(seat), seat), seat)
        assert m.over


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_chooses_the_same(spec: str) -> None:
    m = lastraft.new("driftwood", seed=3)

    def choices(seed: int) -> list[int]:
        player = bot(spec, m.game, seed)
        return [player.choose(m.hidden(0), 0) for _ in range(20)]

    assert choices(5) == choices(5)
    if spec in ("random", "natural"):
        assert choices(5) != choices(6)


def test_random_takes_a_kind_first_and_then_one_of_that_kind() -> None:
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    player = bot("random", m.game, 1)
    n = 6000
    seen = Counter(m.move(0, player.choose(m.hidden(0), 0)).text for _ in range(n))
    expected = {"draw": 6, "build stick": 3, "build plank": 3, "storm B": 2, "storm C": 2, "storm D": 2}
    assert set(seen) == set(expected)
    for text, share in expected.items():
        assert abs(seen[text] - n * share / 18) < 200


@pytest.mark.parametrize("name", sorted({*lastraft.games(), GAME.name}))
def test_greedy_chooses_the_same_when_all_is_tried_side_by_side(name: str) -> None:
    """As a GPU does: every favoured move on every determinization, before any is noted."""
    m = lastraft.new(name, seed=4)
    bindings = m.game.bindings()
    whole, favoured, guess, try_move, choose = (
        bind(rule, bindings)
        for rule in (greedy.choose_greedy, greedy.favoured, greedy.guess, greedy.try_move, greedy.choose_tried)
    )
    rng, size = random.Random(5), 3 * max(m.game.families.count, greedy.LISTED)
    for number in range(60):
        if (seat := m.asked) is None:
            break
        hidden, ours, theirs = m.hidden(seat), Rng(), Rng()
        for each in (ours, theirs):
            seed_rng(each, number, 1, 2, 3)
        out = Buffer(size)
        n = m.game.rules.legal(hidden, seat, out)
        for i in range(n):
            out[n + i] = m.game.rules.prefer(hidden, seat, out[i], 0)
        n = favoured(ours, out, n)
        chosen = out[0]
        if n > 1:
            seeds, trials = (next32(ours), next32(ours)), Buffer(2 * greedy.LISTED * greedy.SAMPLES)
            for trial in range(n * greedy.SAMPLES):
                s = hidden.copy()
                guess(s, seat, *seeds, trial % greedy.SAMPLES)
                trials[2 * trial] = try_move(s, seat, out[trial // greedy.SAMPLES])
                trials[2 * trial + 1] = s.revealed != hidden.revealed
            chosen = choose(ours, out, n, trials)
        states = States([hidden.copy() for _ in range(greedy.STATES)])
        assert whole(states, seat, 0, theirs, Buffer(size)) == chosen
        assert ours.to_bytes() == theirs.to_bytes()
        m.push(rng.choice(m.game.legal(hidden, seat)) if number % 2 else chosen, seat)


def test_one_choice_natively_is_the_same_as_plain() -> None:
    s, rng = GAME.new_state(3), Rng()
    seed_rng(s, 1, 2, 3, 4)
    seed_rng(rng, 5, 6, 7, 8)
    GAME.rules.setup(s)
    choose = GAME.native.rule(choose_random)
    rolled, out = rng.to_record(), np.zeros(GAME.families.count, np.int16)
    plain = bind(choose_random, GAME.bindings())
    for _ in range(50):
        assert choose(s.to_record(), 0, rolled, out) == plain(s, 0, rng, Buffer(GAME.families.count))


def test_an_unknown_bot_is_refused_with_what_there_is() -> None:
    with pytest.raises(lastraft.BadOption, match="'clever'; there are: beginner"):
        bot("clever", GAME, 1)


def test_search_says_what_it_considered_and_stops_when_no_other_move_can_win() -> None:
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    player = SearchBot(m.game, 1, iterations=400)
    move = player.choose(m.hidden(0), 0)
    codes = {legal.code for legal in m.legal_moves(0)}
    assert player.considered[0][0] == move
    assert {code for code, _, _ in player.considered} <= codes
    assert 0 < sum(visits for _, visits, _ in player.considered) <= 400


def test_search_answers_an_only_move_at_once() -> None:
    m, rnd = lastraft.new("driftwood", seats=2, seed=3), random.Random(3)
    while len(m.legal_moves(m.asked)) > 1:
        seat, move = random_move(m.game, m.state, rnd)
        m.push(move, seat)
    asked = m.asked
    assert asked is not None
    player = SearchBot(m.game, 1, iterations=400)
    assert [player.choose(m.hidden(asked), asked)] == [move.code for move in m.legal_moves(asked)]
    assert sum(visits for _, visits, _ in player.considered) == 1
