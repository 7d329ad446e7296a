"""While no server runs no clock runs: after a restart, and from one database to another."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.settings import Settings
from tests.server.helpers import Person, Server, eventually, serving
from tests.server.test_tables import lobby

AWAY = 100_000.0
"""Longer than any clock here."""


OLDER = {
    "sqlite": "json_set(body, '$.at', json_extract(body, '$.at') - :away)",
    "postgresql": "jsonb_set(body::jsonb, '{at}', to_jsonb((body::jsonb ->> 'at')::float - :away))::text",
}


async def long_ago(database: str, away: float = AWAY) -> None:
    """Let so much time pass: everything in the database happened that much earlier."""
    engine = create_async_engine(database)
    async with engine.begin() as c:
        for change in (
            f"UPDATE entries SET body = {OLDER[engine.dialect.name]}",
            "UPDATE tables SET due = due - :away, updated = updated - :away",
            "UPDATE leases SET until = until - :away",
            "UPDATE settings SET value = CAST(CAST(value AS FLOAT) - :away AS TEXT) WHERE name = 'alive'",
        ):
            await c.execute(text(change), {"away": away})
        await c.execute(
            text("DELETE FROM settings WHERE name = 'absences'")
        )  # those before are nothing to these tables
    await engine.dispose()


TIMINGS: list[Any] = [
    {"clock": {"kind": "days", "amount": 1}},
    {"clock": {"kind": "bank", "amount": 300}},
    {"clock": {"kind": "move", "amount": 300}},  # nobody need look for a while
    {"clock": {"kind": "move", "amount": 59}},  # somebody looks after it all the time
    {"grace": 59},
]
"""The short ones last: they begin last and go on first, for a machine may be slow."""


async def left(person: Person, table: str) -> float:
    return float((await person.get(f"/api/tables/{table}/view"))["clock"]["left"]["1"])


async def begin(server: Server) -> list[tuple[str, Person, float]]:
    """Tables with every kind of clock: for each the person who is asked, and how much time they have."""
    lobbies = [await lobby(server, "Ada", "Ben", seats=2, **timing) for timing in TIMINGS]
    begun: list[tuple[str, Person, float]] = []
    for table, (ada, ben) in lobbies:
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/move", move="storm B")
        begun.insert(0, (table, ben, await left(ben, table)))
    await noted(server)
    return begun


async def noted(server: Server) -> None:
    """Wait until the server has written down that it is alive now."""
    engine, now = create_async_engine(server.database), time.time()

    async def later() -> bool:
        async with engine.connect() as c:
            alive = await c.scalar(text("SELECT value FROM settings WHERE name = 'alive'"))
        return float(alive or 0) > now

    await eventually(later, "it is alive")
    await engine.dispose()


@pytest.mark.parametrize("gracefully", [True, False])
def test_clocks_stand_while_no_server_runs(database: str, tmp_path: Path, gracefully: bool) -> None:
    """However long it is away: everybody has the time that they had, and nothing was decided for them."""

    async def go_on(server: Server, table: str, ben: Person, before: float) -> None:
        ben = ben.at(server)
        async with ben.socket(table, draw="none") as connection:
            await connection.until(lambda: "paused" in [entry["kind"] for entry in connection.news])
        assert before - 50 < await left(ben, table) <= before
        news = (await ben.get(f"/api/tables/{table}/view"))["news"]
        assert not any(entry.get("by_clock") for entry in news)
        assert [entry["kind"] for entry in news].count("paused") >= 1
        await ben.post(f"/api/tables/{table}/move", move="take it")

    async def go_on_with_all(server: Server, begun: list[tuple[str, Person, float]]) -> None:
        for each in begun:
            await go_on(server, *each)

    with serving(database, tmp_path) as server:
        begun = asyncio.run(begin(server))
        if gracefully:
            server.stop()
        else:
            server.kill()
        asyncio.run(long_ago(database))
        server.start()
        asyncio.run(go_on_with_all(server, begun))


def test_a_move_that_wakes_a_table_pays_for_no_absence(database: str, tmp_path: Path) -> None:
    """Nobody has looked at the table since the server came back: the move is the first that happens there."""

    async def lay(server: Server) -> tuple[str, Person, float]:
        table, (ada, ben) = await lobby(server, "Ada", "Ben", seats=2, clock={"kind": "bank", "amount": 300})
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/move", move="storm B")
        before = await left(ben, table)
        await noted(server)
        return table, ben, before

    async def answer(server: Server, table: str, ben: Person, before: float) -> None:
        ben = ben.at(server)
        await ben.post(f"/api/tables/{table}/move", move="take it")
        assert before - 50 < await left(ben, table) <= before

    with serving(database, tmp_path) as server:
        begun = asyncio.run(lay(server))
        server.stop()
        asyncio.run(long_ago(database, 200))
        server.start()
        asyncio.run(answer(server, *begun))


def test_clocks_stand_from_export_to_import(tmp_path: Path) -> None:
    """However long the file lies there, and whatever else its rows say."""
    file = tmp_path / "tables.ndjson"
    one, two = [f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("one.sqlite", "two.sqlite")]

    async def go_on(server: Server, begun: list[tuple[str, Person, float]]) -> None:
        for table, ben, before in begun:
            there = ben.at(server)
            assert before - 50 < await left(there, table) <= before
            assert table in [shown["id"] for shown in (await there.get("/api/me"))["tables"]]
            await there.post(f"/api/tables/{table}/move", move="take it")

    with serving(one, tmp_path, LASTRAFT_SECRET="the same") as server:
        begun = asyncio.run(begin(server))
        with file.open("w") as out:
            assert export_tables(Settings(database=one), out) == len(TIMINGS)
    old = []
    for table in [line for line in map(json.loads, file.read_text().splitlines()) if "row" in line]:
        lines = [{**line, "at": line["at"] - AWAY} for line in map(json.loads, table["entries"])]
        row = {"id": table["row"]["id"], "colour": "red"}
        old.append({"row": row, "entries": [json.dumps(connection) for connection in lines], "at": table["at"] - AWAY})
    for came in ((len(TIMINGS), 0), (0, len(TIMINGS))):
        assert import_tables(Settings(database=two), map(json.dumps, old)) == came
    with serving(two, tmp_path, LASTRAFT_SECRET="the same") as server:
        asyncio.run(go_on(server, begun))
        assert import_tables(Settings(database=two), map(json.dumps, old)) == (0, len(TIMINGS))
