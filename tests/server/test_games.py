"""Whole games of every kind at one server: a person, bots and a spectator. Here alone a game is called by its name."""

from __future__ import annotations

import asyncio
import random

import pytest

import lastraft

from .helpers import Person, Server, play_on


@pytest.mark.parametrize("game", ["survive", "hellapagos", "outlive"])
def test_a_whole_game(lone_server: Server, game: str) -> None:
    """To the end; the stream is without gap, the record replays to what the table shows."""
    if game not in lastraft.games():
        pytest.skip(f"{game} is not there yet")

    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        seats = lastraft.game(game).sizes[0]
        table = await ada.table(game=game, seats=seats, bots=["random"] * (seats - 1), start=True)
        async with ada.socket(table, draw="pieces") as a, Person(lone_server).socket(table, lang="pl") as w:
            await play_on(a, random.Random(1))
            await w.until(lambda: w.over)
            assert w.game["outcome"]["scores"] == a.game["outcome"]["scores"]
            numbers = [line["number"] for line in a.news]
            assert numbers == list(range(numbers[0], a.state["number"] + 1))
            match = lastraft.read(await ada.get(f"/api/tables/{table}/record"))
            outcome = match.outcome()
            assert outcome is not None
            assert list(outcome.scores) == a.game["outcome"]["scores"]

    asyncio.run(play())
