"""A few seconds of `tests.server.chaos`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.chaos import troubled
from tests.server.cluster import binaries


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_is_lost_doubled_decided_or_shown_whatever_happens(kind: str, tmp_path: Path) -> None:
    """Killed, frozen, without a database, short of disk, with clocks that are set, among slow and silent clients."""
    if kind == "postgresql" and binaries() is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt install postgresql)")
    with troubled(kind, tmp_path, seed=4, seconds=6, least=3) as chaos:
        asyncio.run(chaos.run(tables=2))
    assert chaos.counted["moves"] > 20
    assert sum(chaos.counted[name] for name in ("killed", "frozen", "disk full", "database stopped")) >= 3
    assert sum(chaos.counted[name] for name in ("clock set", "silent", "slow")) >= 3
