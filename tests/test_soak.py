"""The long walk of `tests.soak`, a few steps of it."""

from __future__ import annotations

import pytest

import lastraft
from tests.soak import play, suites


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_plain_and_native_agree(name: str) -> None:
    assert play(suites(name)[0], 7).total() > 50


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that runs otherwise in one world is noticed, and where."""
    suite = suites("survive")[0]
    monkeypatch.setattr(type(lastraft.game("survive").state()), "to_bytes", lambda s: b"\0" * s.dtype().itemsize)
    with pytest.raises(AssertionError, match="game 7, move 0: "):
        play(suite, 7)
