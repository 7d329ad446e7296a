"""Administrators and reports; what is stored about a person, and how it is forgotten."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from lastraft.cli import app
from lastraft.server.ops.personal_data import without
from lastraft.server.tables import actions, entries
from lastraft.server.tables.table import Table, fold
from tests.server.helpers import Data, Person, Server, eventually, opening, serving, started_table
from tests.server.test_tables import lobby, refused

TOKEN = "a token of the administrators"


@pytest.fixture(scope="module")
def ruled(folder: Path) -> Iterator[Server]:
    """A server with administrators."""
    with serving(f"sqlite+aiosqlite:///{folder / 'ruled.sqlite'}", folder, LASTRAFT_ADMIN_TOKEN=TOKEN) as server:
        yield server


class Administrator(Person):
    def __init__(self, server: Server, token: str = TOKEN) -> None:
        super().__init__(server)
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def do(self, action: str, subject: str = "", **order: object) -> None:
        await self.post("/api/admin/do", action=action, subject=subject, **order)

    async def find(self, name: str) -> Data:
        people: list[Data] = await self.get("/api/admin/people")
        return next(each for each in people if each["name"] == name)


def test_only_the_token_lets_in(ruled: Server, lone_server: Server) -> None:
    async def look() -> None:
        somebody = await Person.named(ruled, "Ada")
        for person in (somebody, Administrator(ruled, "guess")):
            for path in ("status", "tables", "people", "audit"):
                assert (await refused(person.get(f"/api/admin/{path}"))).status in (403, 429)
            assert (await refused(person.post("/api/admin/do", action="announce"))).status in (403, 429)
            assert "Connections" not in await person.get("/admin")
        assert (await refused(Administrator(lone_server).get("/api/admin/status"))).status == 404
        page = Person(ruled)
        assert (await page.http.post("/admin/enter", data={"token": "guess"})).headers["location"] == "/admin?wrong"
        await page.http.post("/admin/enter", data={"token": TOKEN})
        assert "Connections" in await page.get("/admin")

    asyncio.run(look())


def test_administrators_see_end_delete_mute_ban_and_announce(ruled: Server) -> None:
    """Each with a reason in the log of what they did; those concerned read what happened to them."""

    async def rule() -> None:
        table, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        admin = Administrator(ruled)
        await ben.post(f"/api/tables/{table}/seats/0/report", text="shouts")
        (report,) = [each for each in await admin.get("/api/admin/reports") if not each["done"]]
        assert (report["text"], report["about"]["name"]) == ("shouts", "Ada")
        culprit = report["about"]["person"]
        async with ada.socket(table, draw="none") as line:
            await admin.do("mute", culprit, days=1, reason="shouts")
            assert (await line.do(do="chat", text="AAA"))["code"] == "muted"
            assert (await refused(ada.post(f"/api/tables/{table}/chat", text="AAA"))).status == 403
            assert (await line.move("draw"))["type"] == "done"
            await admin.do("announce", texts={"en": "A break at ten.", "xx": "?"})
            assert "A break at ten." in await ben.get("/")
            await admin.do("ban", culprit, days=1, reason="goes on")
            await line.until(lambda: line.closed == 4403)
        assert (await refused(ada.table(seats=2))).code == "banned"
        await admin.do("lift", culprit)
        await admin.do("report", str(report["id"]))
        await admin.do("end", table, reason="spoilt")
        async with ben.socket(table, draw="none") as line:
            assert "An administrator ended the table." in str(line.news[-1]["said"])
        address = await admin.find("Ben")
        await admin.do("ban", address["origin"], reason="all of them")
        assert (await refused((await Person.named(ruled, "Eve")).table(seats=2))).code == "banned"
        await admin.do("lift", address["origin"])
        await admin.do("announce")
        await admin.do("delete", table)
        assert (await refused(ben.get(f"/api/tables/{table}"))).status == 404
        assert table not in [row["id"] for row in await admin.get("/api/admin/tables")]
        done = [(row["action"], row["reason"]) for row in await admin.get("/api/admin/audit")]
        assert ("end", "spoilt") in done
        assert ("mute", "shouts") in done
        assert (await refused(admin.do("dance"))).status == 400

    asyncio.run(rule())


def test_the_command_shows_and_acts(
    ruled: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = asyncio.run(lobby(ruled, "Ada", seats=2))

    def say(*arguments: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as left:
            app(["admin", *arguments, "--url", ruled.url])
        captured = capsys.readouterr()
        return left.value.code, captured.out + captured.err

    assert "admin_token is not set" in say("status")[1]
    monkeypatch.setenv("LASTRAFT_ADMIN_TOKEN", TOKEN)
    assert "connections: 0" in say("status")[1]
    assert table in say("tables")[1]
    assert say("end", table, "--reason", "late")[0] in (0, None)
    assert "late" in say("audit")[1]
    assert "the server refused: 400 An administrator can: end" in say("dance")[1]
    monkeypatch.setenv("LASTRAFT_ADMIN_TOKEN", "another one of twenty letters")
    assert "Only administrators" in say("tables")[1]


def test_a_forgotten_person_leaves_no_name_and_no_word(ruled: Server, folder: Path) -> None:
    """Neither in the file nor for the others, whose game goes on with a bot; before, they got all that was stored."""

    async def play() -> None:
        table, (ada, ben) = await lobby(ruled, "Adalbertine", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/chat", text="I live in Xanadu")
        mine = await ada.get("/api/me/data")
        assert mine["name"] == "Adalbertine"
        (stored,) = mine["tables"]
        assert (stored["id"], stored["seats"], stored["said"][0]["text"]) == (table, [0], "I live in Xanadu")
        async with ben.socket(table) as line:
            answer = await ada.http.delete("/api/me")
            assert answer.status_code == 200
            await line.until(lambda: line.closed)
        assert (await refused(ada.get("/api/me"))).status == 401
        shown = await ben.get(f"/api/tables/{table}")
        assert (shown["seats"][0]["name"], shown["seats"][0]["kind"], shown["hosting"]) == ("Castaway 1", "bot", True)
        with sqlite3.connect(folder / "ruled.sqlite") as c:
            everything = json.dumps(
                [c.execute(f"SELECT * FROM {name}").fetchall() for name in ("entries", "tables", "people")]
            )
        for secret in ("Adalbertine", "Xanadu", mine["person"]):
            assert secret not in everything
        page = httpx.get(f"{ruled.url}/privacy").text
        assert "nothing is loaded from elsewhere" in page

    asyncio.run(play())


def test_a_log_without_a_person_makes_the_same_game() -> None:
    table = started_table(1)
    table.apply(actions.say(table, "p1", "my secret", None, "", 100))
    seat = table.actors[0]
    table.apply(actions.checked_move(table, seat, table.knowledge(seat).legal[0]))
    table.apply(actions.leave(table, "p1", 1))
    erased = without([item.entry for item in table.log], "p1")
    again = fold("table", [entries.encode(entry) for entry in erased])
    assert table.match is not None
    assert again.match is not None
    assert again.match.history == table.match.history
    assert "p1" not in str(erased)
    assert "my secret" not in str(erased)
    assert again.names == ("Ada", "Castaway 2", "Cy")


def test_nobody_gets_a_name_that_another_has() -> None:
    """Otherwise the log, already written, could not be read any more."""
    table = Table("table", opening("p0", "survive", 3))
    for seat, name in enumerate(("Castaway", "Ben", "Castaway 2")):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 1))
    erased = without([item.entry for item in table.log], "p1")
    assert "Ben" not in str(erased)
    assert len({*fold("table", [entries.encode(entry) for entry in erased]).names}) == 3


def test_finished_games_are_deleted_after_their_time(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def play(server: Server) -> list[str]:
        ada = await Person.named(server, "Ada")
        tables = [await ada.table(seats=2) for _ in range(2)]
        await ada.post(f"/api/tables/{tables[0]}/end")
        while (await ada.get("/api/me"))["tables"][-1]["status"] != "over":
            await asyncio.sleep(0.01)
        return tables

    with serving(f"sqlite+aiosqlite:///{file}", tmp_path, LASTRAFT_RETENTION_DAYS="5") as server:
        tables = asyncio.run(play(server))
        server.stop()
        with sqlite3.connect(file) as c:
            c.execute("UPDATE tables SET updated = updated - 6 * 86400")
        server.start()

        async def deleted() -> bool:
            with sqlite3.connect(file) as c:
                return bool(c.execute("SELECT id FROM tables").fetchall() == [(tables[1],)])

        asyncio.run(eventually(deleted, "the old one is deleted"))
        with sqlite3.connect(file) as c:
            assert c.execute("SELECT DISTINCT table_id FROM entries").fetchall() == [(tables[1],)]
