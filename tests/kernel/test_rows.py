"""Rows: shuffled, sorted and picked from alike in the plain and the native world."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lastraft.kernel import (
    Row,
    State,
    i8,
    pick_equal,
    pick_member,
    pick_weighted,
    randbelow,
    rule,
    seed_rng,
    shuffle,
    shuffle_between,
    sort,
    sort_descending,
)
from lastraft.kernel.native import Native
from lastraft.kernel.rule import written


class Beach(State):
    deck = i8(9)
    hand = i8(3, 5)
    picked = i8(3)
    read = i8()


@rule
def play(s: Beach) -> None:
    for i in range(9):
        s.deck[i] = i
    shuffle(s, s.deck, 8)
    shuffle_between(s, s.deck, 3, 9)
    for seat in range(3):
        for i in range(5):
            s.hand[seat][i] = randbelow(s, 4)
    sort(s.hand[1], 5)
    sort_descending(s.hand[2], 4)
    pick(s, s.hand[0])


@rule
def pick(s: Beach, row: Row) -> None:
    s.picked[0] = pick_weighted(s, row, 5)
    s.picked[1] = pick_equal(s, s.deck, 2, 9, s.deck[5])
    s.picked[2] = pick_member(s, 0b1011000 + s.read)


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Beach], Beach]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LASTRAFT_CACHE", str(tmp_path_factory.mktemp("cache")))
        compiled = Native(Beach, {}).rule(play)

    def run(s: Beach) -> Beach:
        record = s.to_record()
        compiled(record)
        return Beach.from_record(record)

    return run


def seeded(seed: int) -> Beach:
    s = Beach()
    seed_rng(s, seed, 0, 0, 0)
    return s


def test_the_worlds_agree(native: Callable[[Beach], Beach]) -> None:
    for seed in range(50):
        s, checked = seeded(seed), Beach.checked(seeded(seed))
        play(s)
        play(checked)
        assert s.to_bytes() == checked.to_bytes() == native(seeded(seed)).to_bytes()
        assert sorted(s.deck) == list(range(9))
        assert s.hand[1] == sorted(s.hand[1])
        assert s.hand[2][:4] == sorted(s.hand[2][:4], reverse=True)
        assert s.picked[2] in (3, 4, 6)
        assert s.picked[0] == -1 if not any(s.hand[0]) else s.hand[0][s.picked[0]] > 0
        assert s.picked[1] == 5


def test_a_shuffle_takes_one_number_for_each_place_but_the_last() -> None:
    s, other = seeded(3), seeded(3)
    shuffle(s, s.deck, 9)
    for n in range(9, 1, -1):
        randbelow(other, n)
    assert s.random == other.random


def test_a_pick_is_as_likely_as_its_weight() -> None:
    s, counts = seeded(1), [0, 0, 0]
    for _ in range(3000):
        counts[pick_weighted(s, [1, 0, 2], 3)] += 1
    assert counts[1] == 0
    assert 900 < counts[0] < 1100


def test_nothing_to_draw_from_is_noticed_in_the_plain_world() -> None:
    s = seeded(1)
    with pytest.raises(ZeroDivisionError):
        randbelow(s, 0)
    with pytest.raises(ZeroDivisionError):
        pick_equal(s, s.deck, 0, 9, 5)
    with pytest.raises(ZeroDivisionError):
        pick_member(s, 0)


def test_a_row_that_is_passed_on_counts_as_written() -> None:
    assert written([play], {}) == {"deck", "hand", "picked", "random"}
