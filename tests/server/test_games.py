"""Whole games of every kind, with people, bots and spectators. Here alone a game is called by its name."""

from __future__ import annotations

import asyncio
import random

import pytest

import lastraft
from lastraft.protocol.translations import LANGUAGES
from tests.server.helpers import Person, Restless, Server, TableSocket
from tests.server.test_crashes import check, keep_killing, plain, seated

GAMES = ("survive", "hellapagos", "outlive")


async def begun(server: Server, game: str) -> tuple[str, list[Person]]:
    """A table of two people and, where the game wants more, bots; begun."""
    seats = max(3, lastraft.game(game).sizes[0])
    table, people = await seated(server, ("Ada", "Ben"), game=game, seats=seats, bots=["random"] * (seats - 2))
    await people[0].post(f"/api/tables/{table}/start")
    return table, people


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_lost_connections(server: Server, game: str) -> None:
    """People who lose their connection again and again, before, between and after their moves: each gets just the rest,
    and in the end exactly what somebody got at the same seat who was there all the time. So does a spectator."""

    async def play() -> None:
        table, people = await begun(server, game)
        everybody = [*people, Person(server)]
        steady = [TableSocket(person, table, {"draw": "changes" if person.name else "none"}) for person in everybody]
        for connection in steady:
            await connection.open()
        restless = [Restless(p, table, [server], random.Random(i), 0.3) for i, p in enumerate(everybody)]
        watching = asyncio.create_task(restless[-1].flicker(0.5))
        await asyncio.gather(*(each.play() for each in restless))
        await watching
        for connection, other in zip(steady, restless, strict=True):
            await connection.until(lambda connection=connection: connection.over)  # type: ignore[misc]
            assert plain(connection.news) == plain(other.connection.news)
            assert [entry["number"] for entry in connection.news] == list(range(1, connection.state["number"] + 1))
            await connection.close()
        match = lastraft.read(await people[0].get(f"/api/tables/{table}/record"))
        outcome = match.outcome()
        assert outcome is not None
        assert list(outcome.scores) == steady[0].game["outcome"]["scores"]
        bots_were_waited_for(match, range(len(people), match.seats))

    asyncio.run(play())


def bots_were_waited_for(match: lastraft.Match, bots: range) -> None:
    """A bot that has passed could go on giving its cards away, but nobody waits for that."""
    while match.history:
        move = match.pop()
        if move.seat in bots:
            assert match.asked == move.seat or match.game.is_window(match.hidden(move.seat), move.seat)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_shown_in_every_language(server: Server, game: str) -> None:
    async def read() -> None:
        table, (ada, _) = await begun(server, game)
        for page in (f"/rules/{game}", f"/table/{table}/rules"):
            for language in LANGUAGES:
                clauses = await ada.get(f"{page}?lang={language}")
                assert clauses.count(f'<p lang="{language}">') == clauses.count("<article") > 150, (page, language)

    asyncio.run(read())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_at_two_servers_killed_in_turn(pair: tuple[Server, Server], game: str) -> None:
    """People at either server, a bot, a spectator; each server is killed while moves go on, and nothing is lost."""

    async def play(one: Server, two: Server) -> None:
        table, people = await begun(one, game)
        players = [Restless(p, table, [one, two], random.Random(i), 0.1) for i, p in enumerate(people)]
        watching = Restless(Person(one), table, [one, two], random.Random(9), 0)
        await asyncio.gather(*(each.play() for each in (*players, watching)), keep_killing([one, two], players, 1))
        await check(players, table, Person(one))
        assert watching.connection.game["outcome"]["scores"] == players[0].connection.game["outcome"]["scores"]

    asyncio.run(play(*pair))
