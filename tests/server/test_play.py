"""Whole games on one server: people, bots and spectators, by socket and by API."""

from __future__ import annotations

import asyncio
import json
import random

import lastraft
from tests.server.helpers import Data, Person, Server, play_on


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


def test_a_game_of_three_people(server: Server) -> None:
    """Three people at their sockets and a spectator; the record of the end replays to the same end."""

    async def play() -> None:
        people = [await Person.named(server, name) for name in ("Ada", "Ben", "Cy")]
        table = await people[0].table(seats=3)
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/sit")
        await people[0].post(f"/api/tables/{table}/start")
        watcher = Person(server)
        async with (
            people[0].socket(table) as a,
            people[1].socket(table) as b,
            people[2].socket(table) as c,
            watcher.socket(table) as w,
        ):
            await asyncio.gather(*(play_on(connection, random.Random(i)) for i, connection in enumerate((a, b, c))))
            await w.until(lambda: w.state["table"]["status"] == "over")
            assert w.game["outcome"]["lines"] == a.game["outcome"]["lines"]
            assert [line["number"] for line in a.news] == list(range(1, a.state["number"] + 1))
        record = await people[0].get(f"/api/tables/{table}/record")
        match = lastraft.read(record)
        assert list(match.outcome().scores) == a.game["outcome"]["scores"]  # type: ignore[union-attr]

    run(play())


def test_play_now_against_bots(server: Server) -> None:
    """One person and two bots, everything over the API."""

    async def play() -> None:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=3, bots=["random", "random"], start=True)
        moves = 0
        async with ada.http.stream("GET", f"/api/tables/{table}/stream") as answer:
            async for line in answer.aiter_lines():
                message: Data = json.loads(line)
                if message["type"] != "table":
                    continue
                if message["table"]["status"] == "over":
                    break
                legal = await ada.get(f"/api/tables/{table}/legal")
                if legal["legal"]:
                    wanted = {"move": legal["legal"][0]["text"], "question": legal["question"], "id": f"m{moves}"}
                    await ada.post(f"/api/tables/{table}/move", **wanted)
                    moves += 1
        assert moves >= 6

    run(play())
