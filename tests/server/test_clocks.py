"""Time that counts for nobody: a process that stands still, a system's clock that is set."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from lastraft.server.tables import clock
from tests.server.helpers import Person, Server, serving
from tests.server.test_tables import lobby


class System:
    """The clocks of a machine, as a test sets them."""

    def __init__(self) -> None:
        self.wall, self.running = 1_000_000.0, 50.0

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.running

    def pass_by(self, seconds: float) -> None:
        self.wall, self.running = self.wall + seconds, self.running + seconds


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 0.4])
def test_a_system_clock_that_is_set_moves_no_table(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """It is approached by a hundredth of the time that passes, and reached in the end."""
    system = System()
    monkeypatch.setattr(clock, "time", system)
    own = clock.ProcessClock()
    system.wall += jump
    before = own.now()
    for _ in range(100):
        system.pass_by(1)
        later = own.now()
        assert 0.98 < later - before < 1.02
        before = later
    assert abs(system.wall - before) == pytest.approx(max(0, abs(jump) - 1), abs=1e-6)
    own.start_at(system.wall + 500)  # what an earlier process noted is never in the future
    assert own.now() >= system.wall + 500


def test_time_counts_only_while_the_process_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System()
    monkeypatch.setattr(clock, "time", system)
    own = clock.ProcessClock()

    async def stand_still() -> None:
        watching = asyncio.create_task(own.watch())
        await asyncio.sleep(0)
        before = own.now()
        system.pass_by(0.3)
        assert own.now() - before == pytest.approx(0.3)
        system.pass_by(32)
        assert own.now() - before == pytest.approx(0.3)
        watching.cancel()

    asyncio.run(stand_still())


def test_a_frozen_server_costs_nobody_their_time(tmp_path: Path) -> None:
    """Stopped for longer than a seat's clock: nothing was decided for it, and it has the time that it had."""

    async def play(server: Server) -> None:
        table, (ada, _) = await lobby(server, "Ada", "Ben", seats=2, clock={"kind": "move", "amount": 6})
        await ada.post(f"/api/tables/{table}/start")
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        await asyncio.sleep(7)
        os.kill(server.process.pid, signal.SIGCONT)
        shown = await ada.get(f"/api/tables/{table}/view")
        assert shown["clock"]["left"]["0"] > 2
        assert not any(entry.get("by_clock") for entry in shown["news"])
        async with Person(server).socket(table) as line:
            await line.until(lambda: any(entry.get("by_clock") for entry in line.news))

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(play(server))
