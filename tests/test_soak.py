"""The long walk of `tests.soak`, a few steps of it."""

from __future__ import annotations

import pytest

from tests.soak import play, suites


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_plain_and_native_agree(name: str) -> None:
    assert play(suites(name)[0], 7).total() > 50
