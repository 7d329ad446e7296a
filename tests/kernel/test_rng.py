"""Random numbers and frames: equal in the plain and the native world, and fair enough."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastraft.kernel import Rng, State, i8, next32, part, pop, push, randbelow, seed_rng, set_part, top
from lastraft.kernel.native import Native

words = st.integers(0, 2**32 - 1)


class Sand(State, frames=3):
    grain = i8()


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(Sand, {})


def seeded(*seed: int) -> Rng:
    d = Rng()
    seed_rng(d, *seed)
    return d


def test_the_generator_gives_known_numbers() -> None:
    """xoshiro128** from the state 1, 2, 3, 4, as its authors' program gives it."""
    d = Rng()
    d.random = [1, 2, 3, 4]
    assert [next32(d) for _ in range(6)] == [11520, 0, 5927040, 70819200, 2031721883, 1637235492]


def test_plain_and_native_are_equal(native: Native) -> None:
    rnd = random.Random(1)
    seed_native, next32_native, randbelow_native = (native.rule(fn) for fn in (seed_rng, next32, randbelow))
    for _ in range(40):
        seed = [rnd.choice([0, 1, 2**32 - 1, rnd.getrandbits(32)]) for _ in range(4)]
        for plain in (Rng(), Sand()):
            record: Any = plain.to_record()
            seed_rng(plain, *seed)
            seed_native(record, *seed)
            for _ in range(10):
                n = rnd.choice([1, 2, 6, 7, 100, 2**31, rnd.randrange(1, 2**31)])
                assert next32(plain) == next32_native(record)
                assert randbelow(plain, n) == randbelow_native(record, n)
                assert plain.to_bytes() == record.tobytes()


@given(words, words, words, words, st.integers(1, 2**31))
def test_randbelow_is_in_range(a: int, b: int, c: int, e: int, n: int) -> None:
    d = seeded(a, b, c, e)
    assert any(d.random)
    assert all(0 <= randbelow(d, n) < n for _ in range(3))
    assert all(0 <= part < 2**32 for part in d.random)


def test_every_word_of_the_seed_counts() -> None:
    starts = {
        tuple(seeded(*seed).random) for seed in [(0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    }
    assert len(starts) == 5
    assert len({next32(seeded(seed, 0, 0, 0)) for seed in range(1000)}) > 998


def test_a_blanked_generator_gives_zeros(monkeypatch: pytest.MonkeyPatch, native: Native) -> None:
    """What `hide` leaves of it draws nothing at random, but does not draw for ever either."""
    draws = iter(range(100))

    def counted(d: Rng) -> int:
        assert next(draws, None) is not None, "it draws for ever"
        return next32(d)

    with monkeypatch.context() as patch:
        patch.setattr("lastraft.kernel.rng.next32", counted)
        assert [randbelow(Rng(), n) for n in (1, 2, 3, 7, 40, 2**31)] == [0] * 6
    assert native.rule(randbelow)(Sand().to_record(), 7) == 0


@pytest.mark.parametrize("n", [2, 3, 6, 7, 54])
def test_randbelow_is_fair(n: int) -> None:
    """Chi squared of 300 n numbers: a fair one exceeds n - 1 + 5 sqrt(2 n) less than once in ten thousand."""
    d = seeded(n, 1, 2, 3)
    counts = Counter(randbelow(d, n) for _ in range(300 * n))
    chi = sum((counts[i] - 300) ** 2 / 300 for i in range(n))
    assert chi < n - 1 + 5 * (2 * n) ** 0.5


# -- frames -------------------------------------------------------------------------------------------------------


def test_frames_are_a_stack() -> None:
    s = Sand.checked()
    assert top(s) == 0
    push(s, 4, 1, 2, 3, -4)
    push(s, 5, 9, 0, 0, 0)
    assert (top(s), part(s, 0)) == (5, 9)
    set_part(s, 3, 7)
    assert part(s, 3) == 7
    pop(s)
    assert (top(s), [part(s, i) for i in range(4)]) == (4, [1, 2, 3, -4])
    pop(s)
    assert s.to_bytes() == Sand().to_bytes()


def test_a_stack_that_is_full_or_empty_is_noticed_on_a_checked_state() -> None:
    s = Sand.checked()
    with pytest.raises(IndexError):
        pop(s)
    s = Sand.checked()
    for _ in range(3):
        push(s, 1, 0, 0, 0, 0)
    with pytest.raises(IndexError):
        push(s, 1, 0, 0, 0, 0)


def test_frames_are_equal_in_the_native_world(native: Native) -> None:
    s = Sand()
    record: Any = s.to_record()
    steps: list[tuple[Any, tuple[int, ...]]] = [
        (push, (1, 2, 3, 4, 5)),
        (push, (6, -7, 8, 9, 10)),
        (set_part, (2, 300)),
        (pop, ()),
        (pop, ()),
    ]
    for fn, args in steps:
        fn(s, *args)
        native.rule(fn)(record, *args)
        assert s.to_bytes() == record.tobytes()
        assert top(s) == native.rule(top)(record)
