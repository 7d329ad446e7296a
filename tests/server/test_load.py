"""How busy the server was in the last day, and what administrators see of it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from lastraft.server.ops.load import DAY, EVERY, LoadHistory, Sample, lines, time_of
from lastraft.server.ops.metrics import ACKNOWLEDGED, APPENDED
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import schema
from lastraft.server.web.services import Services
from tests.server.helpers import Person, Server
from tests.server.test_admin import Administrator, ruled
from tests.server.test_tables import lobby, refused

__all__ = ["ruled"]


async def _services(folder: Path) -> Services:
    services = Services(Settings(database=f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"))
    await services.store.open()
    return services


def test_moves_errors_and_their_time_are_counted_between_samples(tmp_path: Path) -> None:
    async def measure() -> list[Sample]:
        services = await _services(tmp_path)
        await services.load.write()
        services.load._at -= 100  # the first was so many seconds ago
        APPENDED.labels("moved").inc(300)
        for seconds in (0.003, 0.03):
            for _ in range(50):
                ACKNOWLEDGED.observe(seconds)
        await services.load.write()
        day = await services.load.day()
        await services.store.close()
        return day

    *_, last = asyncio.run(measure())
    assert 1 < last.moves < 3.1, "of two samples in the same minutes the mean, and nothing from before the first"
    assert 40 < last.slow <= 50, "95 of 100 were acknowledged in less"
    assert last.memory > 1e6
    assert last.restarts == 0


def test_a_restart_is_seen_in_the_next_sample(tmp_path: Path) -> None:
    async def restart() -> list[int]:
        services = await _services(tmp_path)
        counts = []
        for _ in range(2):
            history = LoadHistory(services.store, services.overview)
            await history.write()
            counts.append((await services.load.day())[-1].restarts)
            async with services.store.writing() as c:
                await c.execute(sa.update(schema.load).values(at=schema.load.c.at - 2 * DAY + 2 * EVERY))
        await services.store.close()
        return counts

    first, second = asyncio.run(restart())
    assert first == 0, "nothing ran before"
    assert second == 1


def test_machines_on_one_database_are_shown_together(tmp_path: Path) -> None:
    now = time.time()
    row = {"moves": 2.0, "people": 3, "tables": 1, "memory": 100, "slow": 4.0, "errors": 1, "restarts": 0}

    async def read() -> list[Sample]:
        services = await _services(tmp_path)
        async with services.store.writing() as c:
            for host, at, slow in (("a", now - 10, 4.0), ("b", now - 5, 9.0), ("a", now - DAY - 10, 1.0)):
                await c.execute(sa.insert(schema.load).values(**{**row, "host": host, "at": at, "slow": slow}))
        day = await services.load.day()
        await services.store.close()
        return day

    (both,) = asyncio.run(read())
    assert (both.moves, both.people, both.memory, both.slow, both.errors) == (4.0, 6, 200, 9.0, 2)


def test_a_curve_is_broken_where_no_process_ran() -> None:
    now = time.time()
    day = [Sample(now - ago, 5, 0, 0, 0, 0, 0, 0) for ago in (9000, 8700, 600, 300)]
    before, after = lines(day, lambda each: each.moves, 10, now)
    assert len(before.split()) == len(after.split()) == 2
    assert after.endswith("99.65,50.00")
    assert lines([], lambda each: each.moves, 0, now) == []


def test_the_time_of_a_share_lies_between_two_bounds() -> None:
    within = [0, 0, 0, 50, 100, 100, 100, 100, 100, 100]
    assert time_of(0.5, within) == 0.05
    assert time_of(0.75, within) == pytest.approx(0.075)
    assert time_of(0.95, []) == time_of(0.95, [0] * 10) == 0
    assert time_of(0.95, [0] * 9 + [7]) == 2.5, "slower than all bounds"


def test_administrators_see_the_load_and_choose_among_tables(ruled: Server) -> None:
    """All tables, those at which somebody looks, those at which nothing has happened for an hour; reports stand out."""

    async def look() -> None:
        admin = Administrator(ruled)
        ada = await Person.named(ruled, "Ada")
        table = await ada.table(seats=3, bots=["random", "random"], start=True)
        quiet, (_, ben) = await lobby(ruled, "Cleo", "Ben", seats=2)
        await ben.post(f"/api/tables/{quiet}/seats/0/report", text="says nothing")
        async with ada.socket(table, draw="none"):
            assert [row["id"] for row in await admin.get("/api/admin/tables?only=people")] == [table]
            assert (await admin.get("/api/admin/status"))["tables_with_people"] == 1
        assert await admin.get("/api/admin/tables?only=idle") == []
        assert (await refused(admin.get("/api/admin/tables?only=x"))).code == "invalid"
        rows = {row["id"]: row for row in await admin.get("/api/admin/tables")}
        assert rows[quiet]["reports"] == 1
        assert rows[quiet]["people"] == ["Cleo", "Ben"]
        assert rows[table]["bots"] > 0
        page = await admin.get("/admin?only=people")
        assert f"<small>{table}</small>" not in page
        assert f"<small>{quiet}</small>" not in page
        assert "1 report" in await admin.get("/admin")
        while not await admin.get("/api/admin/load"):
            await asyncio.sleep(0.5)

    asyncio.run(look())
