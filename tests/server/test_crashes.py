"""Nothing is lost: connections that break, servers that are killed, two of them at once."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time

import lastraft
from tests.server.helpers import Data, Person, Restless, Server, TableSocket


def plain(news: list[Data]) -> list[Data]:
    """News without the time of day, the events, which pages are told in words only, and what pages play once."""
    left_out = ("at", "events", "staging", "fate", "befell")
    return [{key: value for key, value in line.items() if key not in left_out} for line in news]


async def seated(server: Server, names: tuple[str, ...], **plan: object) -> tuple[str, list[Person]]:
    """A table with people, not started yet."""
    people = [await Person.named(server, name) for name in names]
    table = await people[0].table(**plan)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/sit")
    return table, people


async def keep_killing(servers: list[Server], players: list[Restless], each: int) -> None:
    """Kill the servers in turn, whenever some more moves have been acknowledged, and start them again."""
    for round in range(each):
        for server in servers:
            before = sum(len(player.done) for player in players)
            while sum(len(player.done) for player in players) < before + 3:
                if all(player.connection.over for player in players):
                    return
                await asyncio.sleep(0.01)
            server.kill()
            if len(servers) > 1:
                await asyncio.sleep(0.2 * round)
            await asyncio.to_thread(server.start)


async def check(players: list[Restless], table: str, watcher: Person) -> None:
    """Every acknowledged move is in the record once; every seat's numbers are without gap."""
    record = await watcher.get(f"/api/tables/{table}/record")
    match = lastraft.read(record)
    assert match.over
    for seat, player in enumerate(players):
        moves = [played for played in match.history if played.move.seat == seat and not played.by_clock]
        assert len(moves) == len(player.done)
        numbers = [line["number"] for line in player.connection.news]
        assert numbers == list(range(1, player.connection.state["number"] + 1))
        async with TableSocket(player.person.at(player.servers[-1]), table, player.connection.query) as fresh:
            if not fresh.messages:  # the server or its database went away just now
                raise ConnectionError(f"closed with {fresh.closed}")
            differing = [each for each in zip(plain(fresh.news), plain(player.connection.news)) if each[0] != each[1]]
            assert not differing, differing[0]
            assert len(fresh.news) >= len(numbers), numbers[len(fresh.news) :]
            late = fresh.news[len(numbers) :]
            assert all(each["kind"] == "chat" for each in late), late  # a bot's thanks for the game
            assert fresh.game == player.connection.game


def test_killed_while_moves_go_on(server: Server) -> None:
    """One server, killed and started again and again: whatever was acknowledged is there, and only once."""

    async def play(server: Server) -> None:
        table, people = await seated(server, ("Ada", "Ben", "Cy"), seats=3, options={"rounds": "five"})
        await people[0].post(f"/api/tables/{table}/start")
        players = [Restless(p, table, [server], random.Random(i), 0.2) for i, p in enumerate(people)]
        await asyncio.gather(*(player.play() for player in players), keep_killing([server], players, 2))
        await check(players, table, Person(server))

    asyncio.run(play(server))


def test_two_servers_killed_in_turn(pair: tuple[Server, Server]) -> None:
    """People at either of two servers, a bot that one of them looks after, each server killed in turn."""

    async def play(one: Server, two: Server) -> None:
        names = ("Ada", "Ben", "Cy")
        table, people = await seated(one, names, seats=4, bots=["random"], options={"rounds": "five"})
        await people[0].post(f"/api/tables/{table}/start")
        players = [Restless(p, table, [one, two], random.Random(i), 0.2) for i, p in enumerate(people)]
        await asyncio.gather(*(player.play() for player in players), keep_killing([one, two], players, 2))
        await check(players, table, Person(one))

    asyncio.run(play(*pair))


def test_two_servers_show_the_same(pair: tuple[Server, Server]) -> None:
    """Whoever is connected where: each seat's stream is the same at both servers, and both take moves at once."""

    async def play(one: Server, two: Server) -> None:
        table, people = await seated(one, ("Ada", "Ben", "Cy"), seats=3)
        await people[0].post(f"/api/tables/{table}/start")
        players = [Restless(p, table, [[one, two][i % 2]], random.Random(i), 0) for i, p in enumerate(people)]
        async with people[0].at(two).socket(table) as second, Person(two).socket(table) as watching:
            await asyncio.gather(*(player.play() for player in players))
            await second.until(lambda: second.over)
            await watching.until(lambda: watching.over)
        assert plain(second.news) == plain(players[0].connection.news)
        assert second.state["number"] == players[0].connection.state["number"]
        await check(players, table, Person(two))

    asyncio.run(play(*pair))


def test_another_server_takes_over_the_bots_of_a_dead_one(pair: tuple[Server, Server]) -> None:
    """A table of bots only: the server that looks after it dies, and another plays the game to its end."""

    async def play(one: Server, two: Server) -> None:
        host = await Person.named(one, "Ada")
        table = await host.table(seats=2, sit=False, bots=["random", "random"], pause=0.05, start=True)
        watching = TableSocket(host, table, {})
        await watching.open()
        await watching.until(lambda: watching.state["number"] > 8)
        one.kill()
        await watching.close()
        await watching.open(host.at(two))
        await watching.until(lambda: watching.over)
        numbers = [line["number"] for line in watching.news]
        assert numbers == list(range(1, watching.state["number"] + 1))

    asyncio.run(play(*pair))


def test_a_frozen_server_costs_nobody_their_time(pair: tuple[Server, Server]) -> None:
    """Neither at a table that another server takes over, nor at one that only the people of the frozen one look at;
    and both servers agree on the time that is left."""

    async def left(person: Person, table: str) -> float:
        return float((await person.get(f"/api/tables/{table}/view"))["clock"]["left"]["0"])

    def paused(connection: TableSocket) -> bool:
        return "paused" in [entry["kind"] for entry in connection.news]

    async def play(one: Server, two: Server) -> None:
        ada = await Person.named(one, "Ada")
        elsewhere, begun = ada.at(two), time.monotonic()
        plan = {"seats": 2, "bots": ["random"], "start": True}
        near = await ada.table(clock={"kind": "bank", "amount": 50}, **plan)  # it is looked after all the time
        far = await ada.table(clock={"kind": "bank", "amount": 3000}, **plan)  # it is not
        async with ada.socket(far, draw="none"), elsewhere.socket(near, draw="none") as watching:
            await asyncio.sleep(1)
            assert one.process is not None
            os.kill(one.process.pid, signal.SIGSTOP)
            frozen = time.monotonic()
            try:
                await watching.until(lambda: paused(watching))
                assert await left(elsewhere, near) > 50.9 - (time.monotonic() - begun)
                await asyncio.sleep(max(0.0, frozen + 3 - time.monotonic()))
            finally:
                os.kill(one.process.pid, signal.SIGCONT)
            async with elsewhere.socket(far, draw="none") as back:
                await back.until(lambda: paused(back))
        for person in (ada, elsewhere):
            assert await left(person, far) > 3002.5 - (time.monotonic() - begun)

    asyncio.run(play(*pair))


def test_a_forgotten_person_is_forgotten_by_every_server(pair: tuple[Server, Server]) -> None:
    """Also by one that has the table in memory and appended to it meanwhile."""

    async def play(one: Server, two: Server) -> None:
        table, (ada, ben) = await seated(one, ("Adalbertine", "Ben"), seats=2)
        await ada.post(f"/api/tables/{table}/chat", text="I live in Xanadu")
        ben = ben.at(two)
        async with ben.socket(table, draw="none") as line:
            assert "Xanadu" in str(line.news)
            await ada.at(two).post(f"/api/tables/{table}/start")
            assert (await ada.http.delete("/api/me")).status_code == 200
            await line.until(lambda: line.closed)
        shown = str([await ben.get(f"/api/tables/{table}/{what}") for what in ("view", "record")])
        assert "Castaway 1" in shown
        assert "Adalbertine" not in shown
        assert "Xanadu" not in shown

    asyncio.run(play(*pair))


def test_a_move_is_kept_when_the_client_hangs_up(server: Server) -> None:
    """A person who sends a move and is gone at once has moved: the others see it, and they do when they come back."""

    async def play() -> None:
        table, people = await seated(server, ("Ada", "Ben"), seats=2, options={"votes": "no"})
        await people[0].post(f"/api/tables/{table}/start")
        hasty, other = TableSocket(people[0], table, {}), TableSocket(people[1], table, {})
        await other.open()
        while not other.over:
            await hasty.open()
            number = other.state["number"]
            await hasty.send(do="move", move=hasty.game["legal"][0]["code"], question=hasty.game["question"])
            await hasty.close()
            await other.until(lambda number=number: other.state["number"] > number)  # type: ignore[misc]
            while other.game["legal"] and not other.over:
                question = other.game["question"]
                await other.move(other.game["legal"][0]["code"])
                await other.until(lambda asked=question: other.over or other.game["question"] != asked)  # type: ignore[misc]
        await hasty.open()
        assert hasty.over
        await other.close()
        await hasty.close()

    asyncio.run(play())


def test_reconnect_at_every_point(server: Server) -> None:
    """A seat that hangs up after every single message gets just the rest each time: no gap, nothing twice."""

    async def play(server: Server) -> None:
        table, people = await seated(server, ("Ada", "Ben"), seats=2)
        await people[0].post(f"/api/tables/{table}/start")
        steady, nervous = TableSocket(people[0], table, {}), TableSocket(people[0], table, {})
        other = TableSocket(people[1], table, {})
        for connection in (steady, nervous, other):
            await connection.open()
        rnd = random.Random(5)
        while not steady.over:
            mover = steady if steady.game["legal"] else other
            answer = await mover.move(rnd.choice(mover.game["legal"])["code"])
            assert answer["type"] == "done", answer
            await nervous.close()
            await nervous.open()
            assert not nervous.state["fresh"]
            for connection in (steady, other):
                await connection.until(lambda it=connection: it.over or steady.game["legal"] or other.game["legal"])  # type: ignore[misc]
            await steady.until(lambda: steady.state["number"] >= nervous.state["number"])
        await nervous.until(lambda: nervous.over)
        assert plain(nervous.news) == plain(steady.news)
        for connection in (steady, nervous, other):
            await connection.close()

    asyncio.run(play(server))
