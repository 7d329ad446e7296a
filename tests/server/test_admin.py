"""Administrators and reports; what is stored about a person, and how it is forgotten."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from babel.dates import format_date

from lastraft.cli import app
from lastraft.server.ops.administration import Visitor
from lastraft.server.ops.personal_data import _orders, without
from lastraft.server.ops.retention import delete_expired
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, entries, schema
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table, fold
from lastraft.server.web.access import RateLimits
from lastraft.server.web.services import Services
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


def test_a_report_is_about_whoever_sat_there_then(ruled: Server) -> None:
    """Not about who sits there when it is read; once the reported person is forgotten, it names nobody."""

    async def report() -> None:
        table, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=3)
        assert (await refused(ada.post(f"/api/tables/{table}/seats/1/report", text=" "))).code == "invalid"
        assert (await refused(ada.post(f"/api/tables/{table}/seats/2/report", text="empty seat"))).code == "invalid"
        await ada.post(f"/api/tables/{table}/seats/2/bot", bot="random")
        assert (await refused(ada.post(f"/api/tables/{table}/seats/2/report", text="a bot"))).code == "invalid"
        await ada.post(f"/api/tables/{table}/seats/1/report", text="insults everybody")
        admin = Administrator(ruled)
        culprit = await admin.find("Ben")
        await ben.post(f"/api/tables/{table}/leave")
        await (await Person.named(ruled, "Cyd")).post(f"/api/tables/{table}/sit", seat=1)

        async def read() -> Data:
            return next(each for each in await admin.get("/api/admin/reports") if each["table_id"] == table)

        who = {"name": "Ben", "person": culprit["person"], "origin": culprit["origin"]}
        assert (await read())["about"] == who
        await ben.http.delete("/api/me")
        assert (await read())["about"] == {"name": "", "person": "", "origin": ""}
        assert (await read())["text"] == "insults everybody"

    asyncio.run(report())


def test_the_banned_neither_play_nor_watch_and_have_their_data(ruled: Server) -> None:
    """They read until when; what is stored about them they can get, and delete."""

    async def ban() -> None:
        table, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        admin = Administrator(ruled)
        culprit = await admin.find("Ben")
        await admin.do("ban", culprit["person"], days=7, reason="insults")
        for path in ("", "/view", "/legal", "/record", "/stream"):
            assert (await refused(ben.get(f"/api/tables/{table}{path}"))).code == "banned", path
        for path in ("", "/people", "/replay", "/tv", "/curtain"):
            answer = await ben.http.get(f"/table/{table}{path}", headers={"Accept": "text/html"})
            assert answer.status_code == 403, path
        async with ben.socket(table, watch="") as line:
            assert line.closed == 4403
        bans: list[Data] = await admin.get("/api/admin/bans")
        end = datetime.date.fromtimestamp(next(each["until"] for each in bans if each["subject"] == culprit["person"]))
        until = format_date(end, "d MMMM y", locale="pl")
        assert until in (await refused(ben.get(f"/api/tables/{table}/view?lang=pl"))).answer["said"]
        assert table not in await ben.get("/")
        assert [each["id"] for each in (await ben.get("/api/me/data"))["tables"]] == [table]
        assert (await ben.http.get("/me/records")).status_code == 200
        assert (await ben.http.delete("/api/me")).status_code == 200
        await admin.do("lift", culprit["person"])

    asyncio.run(ban())


def test_bots_take_the_seats_of_the_banned(ruled: Server) -> None:
    """In running games as in those that have not begun; a table whose host is banned has another."""

    async def ban() -> None:
        running, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{running}/start")
        waiting = await ada.table(seats=3)
        await ben.post(f"/api/tables/{waiting}/sit")
        admin = Administrator(ruled)
        culprit = (await admin.find("Ada"))["person"]
        await admin.do("ban", culprit, days=1)
        playing, meeting = [await ben.get(f"/api/tables/{table}") for table in (running, waiting)]
        assert [seat["kind"] for seat in playing["seats"]] == ["bot", "person"]
        assert [seat["kind"] for seat in meeting["seats"]] == ["empty", "person", "empty"]
        assert playing["hosting"]
        assert meeting["hosting"]
        await admin.do("lift", culprit)
        away, (cy, di) = await lobby(ruled, "Cy", "Di", seats=2)
        await cy.post(f"/api/tables/{away}/start")
        address = (await admin.find("Di"))["origin"]
        await admin.do("ban", address)
        await admin.do("lift", address)
        assert (await di.get(f"/api/tables/{away}"))["status"] == "over"  # nobody was left

    asyncio.run(ban())


def test_a_banned_address_loses_its_open_sockets(ruled: Server) -> None:
    """Of those who play and of those who watch without a name."""

    async def ban() -> None:
        table, (ada, _) = await lobby(ruled, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        admin = Administrator(ruled)
        address = (await admin.find("Ada"))["origin"]
        async with ada.socket(table) as playing, Person(ruled).socket(table) as watching:
            assert not playing.closed
            assert not watching.closed
            await admin.do("ban", address)
            await playing.until(lambda: playing.closed == 4403)
            await watching.until(lambda: watching.closed == 4403)
        await admin.do("lift", address)

    asyncio.run(ban())


def test_the_muted_take_no_other_name(ruled: Server) -> None:
    async def mute() -> None:
        table, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=3)
        admin = Administrator(ruled)
        culprit = (await admin.find("Ben"))["person"]
        await admin.do("mute", culprit, days=1)
        assert (await refused(ben.post("/api/me", name="Ada smells"))).code == "muted"
        assert (await refused(ben.post(f"/api/tables/{table}/name", name="Ada smells"))).code == "muted"
        for path in ("/name", f"/table/{table}/name"):
            assert (await ben.http.post(path, data={"name": "Ada smells"})).status_code == 403, path
        assert [seat["name"] for seat in (await ada.get(f"/api/tables/{table}"))["seats"]][:2] == ["Ada", "Ben"]
        await admin.do("lift", culprit)

    asyncio.run(mute())


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


def test_administrators_find_people_and_tables(
    ruled: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name, id or address, also those who are not here any more; of what there is not, they read so."""
    admin = Administrator(ruled)
    plenty = 3

    async def find() -> tuple[str, str]:
        table, (zoe, _) = await lobby(ruled, "Żoë", "Ben", seats=2)
        for _ in range(plenty):
            await zoe.table(seats=2)
        here = await admin.find("Żoë")
        for what in ("żOË", table, here["person"], here["address"], here["origin"]):
            assert "Żoë" in str(await admin.get(f"/api/admin/people?find={what}")), what
        for what in ("żoë", table, here["address"]):
            assert table in str(await admin.get(f"/api/admin/tables?find={what}")), what
        assert "Żoë" in await admin.get("/admin?find=żoë")
        for what in ("nobody at all", '"', "%", "198.51.100.7"):
            for name in ("people", "tables", "reports", "bans"):
                assert await admin.get(f"/api/admin/{name}?find={what}") == [], (name, what)
        for action, subject in (("report", "999999"), ("report", "x"), ("lift", "nobody"), ("ban", "nobody at all")):
            assert (await refused(admin.do(action, subject))).status == 404, action
        await admin.do("ban", "198.51.100.7", days=1, reason="an address that was never here")
        (ban,) = [ban for ban in await admin.get("/api/admin/bans") if ban["reason"].startswith("an address")]
        await admin.do("lift", "198.51.100.7")
        assert len(ban["subject"]) == 16
        return table, str(here["person"])

    def say(*arguments: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as left:
            app(["admin", *arguments, "--url", ruled.url])
        captured = capsys.readouterr()
        return left.value.code, captured.out + captured.err

    table, person = asyncio.run(find())
    monkeypatch.setenv("LASTRAFT_ADMIN_TOKEN", TOKEN)
    assert table in say("tables", "--find", "żoë")[1]
    assert say("tables", "--find", "nobody at all")[1] == ""
    code, said = say("report", "999999")
    assert code not in (0, None)
    assert "There is no such report" in said
    ruled.stop()
    ruled.start()
    assert person in say("people", "--find", "Żoë")[1]  # she has not been here since
    assert say("people")[1] == ""


def test_nobody_is_here_who_asked_nothing_for_a_quarter_of_an_hour(tmp_path: Path) -> None:
    """Their address is gone from memory, also from what limits count."""
    services = Services(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"))
    now = time.time()
    for person, ago in (("gone", 1000), ("here", 800)):
        services.administration.see(person, Visitor(person, "198.51.100.7", "origin", now - ago))
    limits = RateLimits(1e9, 2)
    limits.take("198.51.100.7")
    time.sleep(0.001)
    limits.tidy()
    services.administration.forget_visitors()
    assert [*services.administration.visitors] == ["here"]
    assert not limits._buckets


def test_what_is_kept_for_administrators_goes_after_its_time(tmp_path: Path) -> None:
    """Bans that ended, closed reports, the log of what they did, copies of the database; not what still counts."""
    file = tmp_path / "tables.sqlite"
    now, day = time.time(), 86_400

    async def keep() -> dict[str, list[str]]:
        async with Store(f"sqlite+aiosqlite:///{file}") as store:
            async with store.writing() as c:
                for subject, until in (("ended", now - 1), ("counts", now + day)):
                    row = {"subject": subject, "kind": "ban", "until": until, "reason": ""}
                    await c.execute(sa.insert(schema.bans).values(**row))
                for text, ago, done in (("closed", 6, True), ("open", 400, False), ("new", 4, True)):
                    row = {"at": now - ago * day, "table_id": "t", "seat": 0, "person": "p", "text": text, "done": done}
                    await c.execute(sa.insert(schema.reports).values(**row))
                for reason, ago in (("old", 366), ("young", 364)):
                    row = {"at": now - ago * day, "action": "ban", "subject": "", "reason": reason}
                    await c.execute(sa.insert(schema.audit).values(**row))
            await delete_expired(store, 5)
            async with store.reading() as c:
                columns = (schema.bans.c.subject, schema.reports.c.text, schema.audit.c.reason)
                return {column.table.name: [row[0] for row in await c.execute(sa.select(column))] for column in columns}

    old, young, other = (file.with_name(f"{file.name}.before-{name}") for name in ("0004", "0005", "noon"))
    for copy, ago in ((old, 31), (young, 29), (other, 31)):
        copy.touch()
        os.utime(copy, (now, now - ago * day))
    assert asyncio.run(keep()) == {"bans": ["counts"], "reports": ["open", "new"], "audit": ["young"]}
    assert not old.exists()
    assert young.exists()
    assert other.exists()


def test_own_data_has_bans_names_and_orders(ruled: Server) -> None:
    async def ask() -> None:
        table, (ada, ben) = await lobby(ruled, "Ada", "Ben", seats=2)
        await ben.post(f"/api/tables/{table}/name", name="Benedict")
        admin = Administrator(ruled)
        culprit = (await admin.find("Ben"))["person"]
        await ada.post(f"/api/tables/{table}/seats/1/report", text="Ada's own words")
        await admin.do("mute", culprit, days=1, reason="shouts")
        data = await ben.get("/api/me/data")
        (ban,) = data["bans"]
        assert (ban["kind"], ban["of"], ban["reason"]) == ("mute", "person", "shouts")
        assert len(data["reported"]) == 1
        assert "own words" not in str(data)
        assert data["tables"][0]["names"] == ["Ben", "Benedict"]
        await admin.do("lift", culprit)

    asyncio.run(ask())
    sat = entries.Sat(at=1, seat=0, person="p", name="Ada")
    order = entries.Ordered(at=2, seat=0, occasion="vote", what=3, on=True)
    other = entries.Ordered(at=2, seat=1, occasion="vote", what=4, on=True)
    (own,) = _orders([sat, order, other], "p")
    assert own == {"at": 2, "occasion": "vote", "what": 3, "on": True, "gone": False}


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
