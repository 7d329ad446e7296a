"""A few seconds of `tests.server.chaos`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.chaos import Chaos
from tests.server.helpers import serving


def test_nothing_is_lost_doubled_or_decided_whatever_happens(tmp_path: Path) -> None:
    """Killed, frozen, short of disk and among silent clients, all at once."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database, tmp_path, LASTRAFT_HEARTBEAT_SECONDS="2") as server:
        chaos = Chaos(server, seed=4, seconds=12)
        asyncio.run(chaos.run(tables=2))
    assert chaos.counted["moves"] > 20
    assert chaos.counted["killed"] + chaos.counted["frozen"] + chaos.counted["disk full"] > 1
