"""Tables that people forget, and hosts who go away: nothing fills up, nobody is held up."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.server.helpers import Person, Refusal, Server, eventually, play_on, serving
from tests.server.test_downtime import long_ago
from tests.server.test_tables import lobby, refused

HTML = {"Accept": "text/html"}
DAYS = 86_400.0


def test_a_forgotten_lobby_ends_itself(database: str, tmp_path: Path) -> None:
    """After seven days without anything, a word counted: lists and limits are rid of it, and its people are told."""

    async def open_tables(server: Server) -> tuple[Person, Person, list[str], str]:
        ada, ben = [await Person.named(server, name) for name in ("Ada", "Ben")]
        tables = [await ada.table(seats=2, listed=True) for _ in range(2)]
        for table in tables:
            await ben.post(f"/api/tables/{table}/sit")
        begun = await ada.table(seats=2, bots=["random"], start=True)
        assert (await refused(ada.table(seats=2))).code == "too-much"
        return ada, ben, [*tables, begun], (await ben.post(f"/api/tables/{tables[0]}/seats/1/link"))["path"]

    async def look(server: Server, ada: Person, ben: Person, tables: list[str], link: str) -> None:
        ada, ben, (lost, kept, begun) = ada.at(server), ben.at(server), tables
        while lost in [shown["id"] for shown in await ben.get("/api/tables")]:
            await asyncio.sleep(0.05)
        stands = {shown["id"]: shown["status"] for shown in (await ada.get("/api/me"))["tables"]}
        assert stands == {lost: "over", kept: "lobby", begun: "running"}
        cy = await Person.named(server, "Cy")
        for person, path in ((ada, f"/table/{lost}"), (cy, f"/table/{lost}"), (cy, link)):
            page = await person.ask("GET", path, headers=HTML)
            assert "so the table closed" in page
            assert "Who sat here: Ada, Ben" in page
            assert ("Open it again" in page) == (person is ada)
        for path in ("sit", "start", "options", "seats/0/bot", "end"):
            wanting = cy if path == "sit" else ada
            body = {"seats": 3} if path == "options" else {}
            assert (await refused(wanting.post(f"/api/tables/{lost}/{path}", **body))).code == "over", path
        assert f"/table/{lost}" not in await ben.ask("GET", "/", headers=HTML)
        again = (await ada.post(f"/api/tables/{lost}/rematch"))["table"]
        assert (await ben.get(f"/api/tables/{again}"))["status"] == "lobby"
        assert again in await ben.ask("GET", f"/table/{lost}", headers=HTML)

    with serving(database, tmp_path, LASTRAFT_TABLES_OF_A_PERSON="3") as server:
        opened = asyncio.run(open_tables(server))
        for words in (True, False):
            server.stop()
            asyncio.run(long_ago(database, 4 * DAYS))
            server.start()
            if words:
                asyncio.run(opened[0].at(server).post(f"/api/tables/{opened[2][1]}/chat", text="still here?"))
        asyncio.run(look(server, *opened))


async def takes_over(person: Person, at: str) -> bool:
    """Whether somebody becomes the host."""
    try:
        return bool((await person.post(f"{at}/host"))["hosting"])
    except Refusal:
        return False


def test_a_seated_person_may_replace_an_absent_host(postgres: str, tmp_path: Path) -> None:
    """Not before a while, nor while they are connected to any server; then a lobby goes on, and so does a game."""

    async def play(one: Server, two: Server) -> None:
        table, (ada, ben, cy) = await lobby(one, "Ada", "Ben", "Cy", seats=3)
        ben, at = ben.at(two), f"/api/tables/{table}"
        eve = await Person.named(two, "Eve")
        assert (await refused(ben.post(f"{at}/host"))).code == "host-here"
        assert (await refused(eve.post(f"{at}/host"))).code == "not-yours"
        async with ben.socket(table) as b:
            async with ada.socket(table):
                await b.until(lambda: b.here == [0, 1])
                await asyncio.sleep(5.5)
                assert (await refused(ben.post(f"{at}/host"))).code == "host-here"
            await b.until(lambda: b.here == [1])
            answer = await ben.http.post(f"/table/{table}/host", headers=HTML)
            assert (answer.status_code, "still here" in answer.text) == (409, True)
            await eventually(lambda: takes_over(ben, at), "the host was away for long enough")
            assert (await refused(ada.post(f"{at}/start"))).code == "not-yours"
            assert (await refused(cy.post(f"{at}/host"))).code == "host-here"
            await ben.post(f"{at}/start")
            for seat in (0, 2):
                await ben.post(f"{at}/seats/{seat}/bot", bot="random")
            await play_on(b, random.Random(1))

    environment = {"LASTRAFT_HOST_AWAY_SECONDS": "5"}
    with serving(postgres, tmp_path, **environment) as one, serving(postgres, tmp_path, **environment) as two:
        asyncio.run(play(one, two))


def test_a_host_without_a_seat_is_here_too(tmp_path: Path) -> None:
    """And whoever shares the host's seat need not wait."""

    async def play(server: Server) -> None:
        ada, ben = [await Person.named(server, name) for name in ("Ada", "Ben")]
        table = await ada.table(seats=2, sit=False)
        at = f"/api/tables/{table}"
        await ben.post(f"{at}/sit")
        async with ada.socket(table) as connection:
            await asyncio.sleep(1)
            assert connection.here == []
            assert (await refused(ben.post(f"{at}/host"))).code == "host-here"
        await eventually(lambda: takes_over(ben, at), "the host is gone")
        link = await ben.post(f"{at}/seats/0/link")
        phone = await Person.named(server, "Phone")
        await phone.post(f"{at}/sit", token=link["token"])
        assert (await phone.post(f"{at}/host"))["hosting"]
        assert (await phone.post(f"{at}/host"))["hosting"]

    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database, tmp_path, LASTRAFT_HOST_AWAY_SECONDS="0.5") as server:
        asyncio.run(play(server))


def test_an_invitation_is_withdrawn_in_the_lobby(lone_server: Server) -> None:
    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/end")
        again = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        seat = 1 - (await ada.get(f"/api/tables/{again}"))["you"]
        form = f'action="/table/{again}/free/{seat}" data-stay>'
        assert form in await ada.get(f"/table/{again}")
        assert form not in await ben.get(f"/table/{again}")
        assert (await ada.http.post(f"/table/{again}/free/{seat}")).status_code == 303
        assert (await ada.get(f"/api/tables/{again}"))["seats"][seat]["invited"] == ""
        assert form not in await ada.get(f"/table/{again}")

    asyncio.run(play())
