"""People across devices: signing in without a password, results and ratings, who sees whom, leagues, forgetting."""

from __future__ import annotations

import asyncio
import base64
import io
import random
import re
import sqlite3
import zipfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce

from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.personal_data import forget_unseen
from lastraft.server.ops.settings import Settings
from lastraft.server.people.accounts import Accounts
from lastraft.server.people.leagues import pairings
from lastraft.server.people.phrases import new_phrase, read_phrase, words
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.schema import players
from lastraft.server.tables.store import Store
from tests.server.helpers import Person, Refusal, Server, eventually, play_on, serving


async def played(host: Person, *others: Person, seed: int = 1) -> str:
    """A finished game of some people; the id of its table."""
    table = await host.table(seats=1 + len(others))
    await joined(table, *others)
    await host.post(f"/api/tables/{table}/start")
    await finish(table, host, *others, seed=seed)
    return table


async def joined(table: str, *people: Person) -> None:
    for person in people:
        await person.post(f"/api/tables/{table}/sit")


async def finish(table: str, *people: Person, seed: int = 1) -> None:
    async def play(person: Person, i: int) -> None:
        async with person.socket(table, draw="none") as connection:
            await play_on(connection, random.Random(10 * seed + i))

    await asyncio.wait_for(asyncio.gather(*(play(person, i) for i, person in enumerate(people))), 60)


async def phrase_of(person: Person) -> str:
    """A new recovery phrase, confirmed by looking at one's page."""
    page = (await person.http.post("/me/phrase")).raise_for_status().text
    await person.http.get("/me")
    return " ".join(re.findall(r"<li>([a-z]+)</li>", page))


async def sign_in(person: Person, phrase: str, take: bool = False) -> httpx.Response:
    return await person.http.post("/me/sign-in", data={"words": phrase, **({"take": "1"} if take else {})})


async def refused(doing: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await doing
    return refusal.value


async def results(folder: Path, count: int = 0) -> list[Any]:
    """The rows of results in the order of the games, once there are so many."""
    rows: list[Any] = []

    async def enough() -> bool:
        with sqlite3.connect(folder / "tables.sqlite") as c:
            rows[:] = c.execute(
                "SELECT table_id, person, name, place, mu, sigma FROM results ORDER BY at, table_id, seat"
            ).fetchall()
        return len(rows) >= count

    await eventually(enough, f"{count} results")
    return rows


async def kept(person: Person, count: int) -> None:
    """Wait until a person has so many results, all rated."""

    async def enough() -> Any:
        rows = (await person.get("/api/me/data"))["results"]
        return len(rows) == count and rows

    assert all(row["mu"] for row in await eventually(enough, f"{count} results"))


def own_device(page: str) -> str:
    """The device from which the page of devices was asked for."""
    return str(re.findall(r"/me/sign-out/([\w-]+)", page[page.index('class="tag"') :])[0])


def handle_of(page: str, name: str) -> str:
    found = re.search(rf'/player/([\w-]+)">{name} ', page)
    assert found, page
    return found[1]


def test_phrases_are_long_and_forgive_typing() -> None:
    assert len(set(words())) == 2048, "six of them are 66 bits"
    assert len({word[:4] for word in words()}) == 2048
    phrase = new_phrase()
    assert read_phrase(phrase) == read_phrase(f"1. {phrase.upper().replace(' ', ', ')}") == phrase
    assert read_phrase(" ".join(word[:4] for word in phrase.split())) == phrase
    for wrong in ("", "zoo " * 5, "zoo " * 7, "zoo zoo zoo zoo zoo zooo"):
        with pytest.raises(Refused):
            read_phrase(wrong)


def test_six_words_bring_a_person_to_another_browser(tmp_path: Path) -> None:
    """What that browser had becomes theirs; its old cookie and those of signed-out devices are nobody's."""

    async def act(server: Server) -> None:
        ada, phone = await Person.named(server, "Ada"), await Person.named(server, "Phone")
        at_home, on_phone = await ada.table(seats=2), await phone.table(seats=2)
        for each, table in ((ada, at_home), (phone, on_phone)):
            await (await Person.named(server, "Ben")).post(f"/api/tables/{table}/sit")
            await each.post(f"/api/tables/{table}/start")
        before, of_phone = dict(ada.http.cookies), dict(phone.http.cookies)
        phrase = await phrase_of(ada)
        old = Person(server)
        old.http.cookies.update(before)
        assert (await refused(old.get("/api/me"))).code == "nobody", "a cookie that names no device has ended"
        assert (await ada.get("/api/me"))["name"] == "Ada"

        assert (await sign_in(phone, "zoo zoo zoo zoo zoo zooo", True)).status_code == 400
        assert (await sign_in(phone, new_phrase(), True)).status_code == 403
        assert (await phone.get("/api/me"))["name"] == "Phone", "nothing has changed"
        assert (await sign_in(phone, phrase, True)).headers["location"] == "/me"
        me = await phone.get("/api/me")
        assert me["name"] == "Ada"
        assert {table["id"]: table["you"] for table in me["tables"]} == {at_home: 0, on_phone: 0}
        assert {each["id"] for each in (await ada.get("/api/me"))["tables"]} == {at_home, on_phone}
        asked = {each["id"] for each in me["tables"] if each["your_turn"]}
        assert (await phone.get("/table/none/waiting"))["tables"] == len(asked) > 0
        for table in asked:
            there = (await phone.http.get(f"/table/{table}/next")).headers["location"]
            assert there in ([f"/table/{other}" for other in asked - {table}] or ["/"])
        thief = Person(server)
        thief.http.cookies.update(of_phone)
        assert (await refused(thief.get("/api/me"))).code == "nobody", "who kept the browser's old cookie is not Ada"

        await ada.post("/api/me", name="Ada Lovelace")
        assert (await phone.get("/api/me"))["name"] == "Ada Lovelace"
        again = await phrase_of(ada)
        assert (await sign_in(Person(server), phrase)).status_code == 403, "a new phrase replaces the old one"
        third = Person(server)
        assert (await sign_in(third, again)).status_code == 303
        page = (await ada.http.get("/me")).text
        devices = re.findall(r"/me/sign-out/([\w-]+)", page)
        assert len(devices) == 3
        mine = own_device(page)
        async with phone.socket(on_phone, draw="none") as connection:
            for device in {*devices} - {mine}:
                await ada.http.post(f"/me/sign-out/{device}")
            assert (await connection.do(do="chat", text="hello"))["code"] == "nobody"
        assert (await refused(phone.get("/api/me"))).code == (await refused(third.get("/api/me"))).code == "nobody"
        eve = await Person.named(server, "Eve")
        assert (await eve.http.post(f"/me/sign-out/{mine}")).status_code == 404
        assert (await ada.get("/api/me"))["name"] == "Ada Lovelace"

        # Guessing is slow: after a few attempts an address has to wait.
        codes = [(await sign_in(eve, new_phrase())).status_code for _ in range(12)]
        assert 429 in codes
        assert not {200, 303} & {*codes}

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(act(server))
        with sqlite3.connect(tmp_path / "tables.sqlite") as c:
            ((stored,),) = c.execute("SELECT phrase FROM players WHERE phrase IS NOT NULL").fetchall()
        assert re.fullmatch("[0-9a-f]{64}", stored)


def test_results_ratings_and_who_sees_them(tmp_path: Path) -> None:
    """Ratings are openskill's, also after two turned out to be one; only those who played with somebody see them; and
    whoever is forgotten is nobody in what stays."""

    async def act(server: Server) -> None:
        names = ("Ada", "Ben", "Cy", "Eve", "Tablet")
        ada, ben, cy, eve, tablet = [await Person.named(server, name) for name in names]
        games = [(ada, ben), (ben, cy, ada), (cy, ben), (tablet, cy), (ada, ben)]
        for i, people in enumerate(games):
            await played(*people, seed=i)
            await results(tmp_path, sum(len(each) for each in games[: i + 1]))
        alone = await eve.table(seats=2, bots=["random"], start=True)
        await finish(alone, eve)
        rows = await results(tmp_path, 13)
        assert rated(rows) == [row[4:] for row in rows]
        assert [row[4] for row in rows if row[0] == alone] == [None, None], "bots do not count"

        assert (await sign_in(tablet, await phrase_of(ada), take=True)).status_code == 303
        joined = await results(tmp_path, 13)
        assert len({row[1] for row in joined}) == len({row[1] for row in rows}) - 1
        assert rated(joined) == [row[4:] for row in joined] != [row[4:] for row in rows]

        page = (await cy.http.get("/me")).text
        assert "5 games with people" not in page
        assert "3 games with people" in page
        adas = f"/player/{handle_of(page, 'Ada')}"
        seen = await cy.http.get(adas, headers={"accept": "text/html"})
        assert seen.status_code == 200
        assert "Ada" in seen.text
        assert seen.text.count("/replay?odds") == 2, "of Ada's four games the two with the reader"
        assert "sign-out" not in seen.text
        html = {"accept": "text/html"}
        nobody = (await eve.http.get("/player/nobody-has-this", headers=html)).text
        for other in (eve, Person(server)):
            hidden = await other.http.get(adas, headers=html)
            assert hidden.status_code == 404
            if other is eve:
                assert hidden.text == nobody
        assert (await ada.http.get(adas)).headers["location"] == "/me"

        file = zipfile.ZipFile(io.BytesIO((await ada.http.get("/me/records")).raise_for_status().content))
        assert len([name for name in file.namelist() if name.startswith("driftwood-")]) == 4

        data = await ada.get("/api/me/data")
        assert len(data["results"]) == 4
        assert len(data["devices"]) == 2
        assert "phrase" not in data["player"]
        await ada.ask("DELETE", "/api/me")
        assert (await refused(tablet.get("/api/me"))).code == "nobody", "on every device"
        left = await results(tmp_path, 13)
        assert [row[4:] for row in left] == [row[4:] for row in joined], "the others keep theirs"
        assert "Ada" not in {row[2] for row in left}
        assert (await cy.http.get(adas, headers=html)).status_code == 404
        assert "Ada" not in (await cy.http.get("/me")).text
        with sqlite3.connect(tmp_path / "tables.sqlite") as c:
            rows_with = [line for line in c.iterdump() if data["person"] in line]
        assert [line.split()[2] for line in rows_with] == ['"ended"'], "only that the cookies are not good any more"

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(act(server))


def rated(rows: list[Any]) -> list[tuple[float | None, float | None]]:
    """What openskill says of the same games."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    after: list[tuple[float | None, float | None]] = []
    for table in dict.fromkeys(row[0] for row in rows):
        game = [row for row in rows if row[0] == table]
        people = [row for row in game if row[1]]
        if len(people) > 1:
            teams = [[known.get(row[1]) or model.rating()] for row in people]
            new = model.rate(teams, ranks=[row[3] for row in people])
            known |= {row[1]: team[0] for row, team in zip(people, new, strict=True)}
            after += [(known[row[1]].mu, known[row[1]].sigma) for row in game]
        else:
            after += [(None, None)] * len(game)
    return after


def test_two_servers_know_the_same_people(pair: tuple[Server, Server]) -> None:
    """On PostgreSQL, with a server for each device: what joins on one is there on the other, and so is signing out."""
    one, two = pair

    async def act() -> None:
        ada, ben, phone = (
            await Person.named(one, "Ada"),
            await Person.named(two, "Ben"),
            await Person.named(two, "Phone"),
        )
        await played(phone, ben)
        await kept(ben, 1)
        phrase = await phrase_of(ada)
        assert (await sign_in(phone, phrase, take=True)).status_code == 303
        mine = await ada.get("/api/me/data")
        assert [len(mine[kind]) for kind in ("tables", "results", "devices")] == [1, 1, 2]
        await played(ada, ben)
        await kept(phone, 2)
        this = own_device((await phone.http.get("/me")).text)
        for device in {each["id"] for each in mine["devices"]} - {this}:
            await phone.http.post(f"/me/sign-out/{device}")

        async def refused_everywhere() -> bool:
            return (await ada.http.get("/api/me")).status_code == 401

        await eventually(refused_everywhere, "the other server refuses the cookie of a device that was signed out")
        assert (await phone.get("/api/me"))["name"] == "Ada"
        await phone.ask("DELETE", "/api/me")

    asyncio.run(act())


def test_a_league_of_six(tmp_path: Path) -> None:
    """Rounds divide the members so that they meet others; only finished games count, and a rematch counts too."""
    members = list("abcdefgh")
    met = Counter[frozenset[str]]()
    for _ in range(3):
        tables = pairings(members, met, 2, 4)
        assert sorted(map(len, tables)) == [4, 4]
        met.update(frozenset((one, other)) for group in tables for one in group for other in group if one < other)
    assert max(met.values()) <= 2, met
    assert sorted(map(len, pairings(members[:5], met, 2, 4))) == [2, 3]
    assert [len(group) for group in pairings(members[:4], met, 3, 3)] == [4], "no table is too small"

    async def act(server: Server) -> None:
        people = {name: await Person.named(server, name) for name in ("Ada", "Ben", "Cy", "Di")}
        ada, ben, eve = people["Ada"], people["Ben"], await Person.named(server, "Eve")
        made = await ada.http.post("/leagues", data={"title": "Thursdays", "game": "driftwood", "size": "2"})
        league = made.headers["location"]
        for each in list(people.values())[1:]:
            assert (await each.http.post(f"{league}/join")).status_code == 303
        assert "Ada" not in (await eve.http.get(league)).text, "who has only the link sees no names"
        assert (await ben.http.post(f"{league}/round")).status_code == 403
        assert (await ada.http.post(f"{league}/round")).status_code == 303
        assert (await ada.http.post(f"{league}/round")).status_code == 409, "one round after the other"
        tables = re.findall(r'/table/([\w-]+)"', (await ada.http.get(league)).text)
        assert len(tables) == 2
        seats: dict[str, list[Person]] = {table: [] for table in tables}
        for each in people.values():
            (table,) = [mine["id"] for mine in (await each.get("/api/me"))["tables"]]
            seats[table].append(each)
            await each.post(f"/api/tables/{table}/sit")
        for table, pair in seats.items():
            for each in pair:
                with suppress(Refusal):  # one of them is the host
                    await each.post(f"/api/tables/{table}/start")
            await finish(table, *pair)
        await results(tmp_path, 4)
        page = (await ada.http.get(league)).text
        assert sum(float(n) for n in re.findall(r'<td class="num">([\d.]+)</td><td class="num">1</td>', page)) == 2
        table = next(table for table, pair in seats.items() if ada in pair)
        again = (await ada.http.post(f"{league}/again/{table}")).headers["location"]
        assert again != f"/table/{table}"
        assert again in (await ben.http.get(league)).text
        other = next(table for table, pair in seats.items() if ada not in pair)
        assert (await ada.http.post(f"{league}/again/{other}")).status_code == 403
        assert (await eve.http.post(f"{league}/again/{table}")).status_code == 403

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(act(server))


def test_settings_follow_only_somebody_who_is_there(tmp_path: Path) -> None:
    """Changes of several devices add up. Whose data another process deleted is signed out: the database is not down."""

    async def act() -> None:
        async with Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as store:
            accounts = Accounts(store)
            await accounts.refresh()
            await accounts.handle("ada", "Ada")
            accounts.confirm("ada", "Ada")
            before = accounts.settings_version("ada")
            assert await accounts.change_settings("ada", {"speed": "slow"}, {"lang": "pl"}) == {
                "lang": "pl",
                "speed": "slow",
            }
            assert await accounts.change_settings("ada", {"lang": "fr"}, {}) == {"lang": "fr", "speed": "slow"}
            assert accounts.settings_version("ada") not in ("", before)
            async with store.writing() as c:
                await c.execute(sa.delete(players))
            with pytest.raises(Refused, match="signed out"):
                await accounts.change_settings("ada", {"lang": "en"}, {})
            assert not store.write_error
            accounts.ended_here("ada")
            assert accounts.settings_version("ada") == ""
            assert not accounts._settings

    asyncio.run(act())


def test_each_on_a_shared_phone_stays_who_they_are(tmp_path: Path) -> None:
    """Nobody is given another's identity, cookie or face; whoever has left hands the phone back; and those without a
    device of their own are forgotten when they want it."""

    async def act(server: Server) -> None:
        ola = await Person.named(server, "Ola")
        jar = ola.http.cookies
        tables = [await ola.table(seats=3) for _ in range(2)]

        async def beside(table: str, name: str) -> None:
            assert (await ola.http.post(f"/table/{table}/beside", data={"name": name})).status_code == 303

        def is_person(cookie: str) -> str:
            return str(msgspec.json.decode(base64.urlsafe_b64decode(jar[cookie].partition(".")[0] + "=="))[0])

        await beside(tables[0], "Anna")
        anna = is_person("lastraft-1")
        await beside(tables[1], "Cy")
        assert is_person("lastraft-1") == anna, "Cy did not become Anna, who plays at another table"
        cy = is_person("lastraft-2")
        await beside(tables[0], "Cy")
        assert is_person("lastraft-2") == cy, "Cy comes back as Cy"
        seats = [seat["name"] for seat in (await ola.get(f"/api/tables/{tables[0]}"))["seats"]]
        assert seats == ["Ola", "Anna", "Cy"]

        at = f"/table/{tables[0]}"
        await ola.post(f"/api/tables/{tables[0]}/start")
        assert (await ola.http.post("/table/none;Domain=x/curtain", data={"to": "1"})).status_code == 404
        assert (await ola.http.post(f"{at}/curtain", data={"to": "1"})).headers["location"] == at
        assert (await ola.get(f"/api{at.replace('table', 'tables')}"))["you"] == 1
        from_pages = [{"referer": f"{server.url}{at}/curtain?to=1"}, {"sec-fetch-site": "same-origin"}]
        for headers in (*from_pages, {"referer": f"{server.url}/"}, {"sec-fetch-site": "none"}, {}):
            answer = await ola.http.get(at, headers={"accept": "text/html", **headers})
            assert answer.status_code == (200 if headers in from_pages else 303), "who opens it anew says who they are"
        elsewhere = await ola.table(seats=2)
        await beside(elsewhere, "Anna")
        await ola.post(f"/api/tables/{elsewhere}/start")
        assert (await ola.get(f"{at}/waiting"))["tables"] == 0, "Ola is asked elsewhere, but Anna has the phone"
        assert (await ola.http.get(f"{at}/next")).headers["location"] == "/"
        await ola.post(f"/api/tables/{elsewhere}/move", move="draw")
        assert await ola.get(f"{at}/waiting") == {"tables": 1, "said": "1 other table waits for you"}
        assert (await ola.http.get(f"{at}/next")).headers["location"] == f"/table/{elsewhere}/curtain?to=1"
        for path, muted in ((f"/table/{elsewhere}/calls", False), (f"/calls/table/{elsewhere}", True)):
            await ola.http.post(f"/table/{elsewhere}/curtain", data={"to": "1"})
            await ola.post(path, muted=True)
            shown = (await ola.http.get("/settings")).text
            assert (f'data-mute="{elsewhere}" checked' in shown) == muted, "settings are the owner's, a table Anna's"
        await ola.http.post(f"{at}/curtain", data={"to": "0"})
        await ola.post(f"/api/tables/{elsewhere}/move", move="draw")
        assert (await ola.http.get(f"{at}/next")).headers["location"] == f"/table/{elsewhere}/curtain?to=0", (
            "Anna's hand"
        )
        assert (await ola.http.get("/table/none;Domain=x/hand")).status_code == 404
        await ola.http.post(f"{at}/curtain", data={"to": "1"})
        await ola.http.post(f"{at}/face", data={"face": "3"})
        assert "face" not in jar, "the owner's face is not the one of whoever has the phone in hand"
        others = [jar[name] for name in ("lastraft-1", "lastraft-2")]
        phrase = await phrase_of(ola)
        assert (await sign_in(ola, phrase)).status_code == 303
        assert [jar[name] for name in ("lastraft-1", "lastraft-2")] == others
        assert (await ola.get("/api/me"))["name"] == "Ola"
        await ola.http.post(f"{at}/leave")
        assert (await ola.http.get(at)).headers["location"] == f"{at}/curtain?to=0", "Ola gets her phone back"
        await ola.http.post(f"{at}/curtain", data={"to": "0"})
        assert (await ola.http.get(at)).status_code == 200

        jar["looks"] = 'dark.large."><script>'
        settings = (await ola.http.get("/settings")).text
        assert '<html lang="en" class="dark large">' in settings, "only what there is to set"
        assert "the last way" not in settings, "six words lead back"

        assert "Cy, who plays on this device" in (await ola.http.get("/privacy")).text
        assert (await ola.get("/api/me/data?who=2"))["person"] == cy
        assert (await refused(ola.get("/api/me/data?who=5"))).code == "not-found"
        assert (await ola.http.post("/privacy/delete", data={"who": "2", "name": "Ola"})).status_code == 400, "not Cy"
        assert (await ola.http.post("/privacy/delete", data={"who": "2", "name": "Cy"})).status_code == 303
        assert "lastraft-2" not in jar
        assert (await ola.get("/api/me"))["name"] == "Ola"
        with sqlite3.connect(tmp_path / "tables.sqlite") as c:
            assert not [line for line in c.iterdump() if cy in line]

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(act(server))


def test_who_signed_out_stays_so_where_the_tables_go(tmp_path: Path) -> None:
    """People move with all tables: their words, devices and results, and that a device was signed out. Its push
    messages end with it; a mute goes with whoever signs in."""
    one, two = (f"sqlite+aiosqlite:///{tmp_path / name}.sqlite" for name in ("one", "two"))

    async def leave(server: Server) -> tuple[Person, Person, str]:
        ada, ben, phone = [await Person.named(server, name) for name in ("Ada", "Ben", "Phone")]
        await played(ada, ben)
        phrase, before = await phrase_of(ada), (await phone.get("/api/me/data"))["person"]
        add = "INSERT INTO subscriptions VALUES ('s', ?, '', '', '', '', 1, '')"
        with sqlite3.connect(tmp_path / "one.sqlite") as c:
            c.execute("INSERT INTO bans VALUES (?, 'mute', 1e12, 'rude')", [before])
            c.execute(add, [before])
        assert (await sign_in(phone, phrase, take=True)).status_code == 303
        person = (await ada.get("/api/me/data"))["person"]
        with sqlite3.connect(tmp_path / "one.sqlite") as c:
            assert c.execute("SELECT subject FROM bans").fetchall() == [(person,)]
            ((device,),) = c.execute("SELECT device FROM subscriptions WHERE person = ?", [person]).fetchall()
        assert device == own_device((await phone.http.get("/me")).text)
        assert (await ada.http.post(f"/me/sign-out/{device}")).status_code == 303
        with sqlite3.connect(tmp_path / "one.sqlite") as c:
            assert not c.execute("SELECT * FROM subscriptions").fetchall()
        return ada, phone, phrase

    async def come(server: Server, ada: Person, phone: Person, phrase: str) -> None:
        ada, phone = ada.at(server), phone.at(server)
        assert (await ada.get("/api/me"))["name"] == "Ada"
        assert (await refused(phone.get("/api/me"))).code == "nobody"
        data = await ada.get("/api/me/data")
        assert len(data["results"]) == len(data["devices"]) == 1
        assert (await sign_in(phone, phrase)).status_code == 303
        assert (await phone.get("/api/me"))["name"] == "Ada"

    with serving(one, tmp_path) as server:
        known = asyncio.run(leave(server))
    file = io.StringIO()
    export_tables(Settings(database=one), file)
    for _ in range(2):
        import_tables(Settings(database=two), file.getvalue().splitlines())
    with serving(two, tmp_path) as server:
        asyncio.run(come(server, *known))


def test_names_go_out_of_leagues(tmp_path: Path) -> None:
    """Also of one that somebody had left before, under the name they had; and guests who do not come back are forgotten
    with how they are called, but nobody who was here lately or can sign in."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"

    async def act(server: Server) -> None:
        ada, ben = await Person.named(server, "Ada"), await Person.named(server, "Benedikt")
        made = await ada.http.post("/leagues", data={"title": "Thursdays", "game": "driftwood", "size": "2"})
        league = made.headers["location"]
        await ben.http.post(f"{league}/join")
        await ada.http.post(f"{league}/round")
        await ben.http.post(f"{league}/leave")
        assert "Benedikt" in (await ada.http.get(league)).text
        await ben.ask("DELETE", "/api/me")
        assert "Benedikt" not in (await ada.http.get(league)).text
        with sqlite3.connect(tmp_path / "tables.sqlite") as c:
            assert not [line for line in c.iterdump() if "Benedikt" in line]

    with serving(database, tmp_path) as server:
        asyncio.run(act(server))

    with sqlite3.connect(tmp_path / "tables.sqlite") as c:
        c.execute("UPDATE tables SET status = 'over', updated = 1")
        for person, kept, changed in (("gone", None, 1), ("signs-in", 1, 1), ("called", None, 1), ("new", None, 9)):
            row = [person, person, person, kept, changed]
            c.execute("INSERT INTO players (person, handle, name, made, kept, changed) VALUES (?, ?, ?, 1, ?, ?)", row)
            c.execute("INSERT INTO league_members VALUES ('l', ?, ?, 1)", [person, person])
            callee = [person, 9 if person == "called" else 1]
            c.execute("INSERT INTO callees VALUES (?, 'en', 'UTC', 0, 0, 'a@b.example', ?)", callee)

    async def forget() -> None:
        store = Store(database)
        await store.open()
        await forget_unseen(store, 5)
        await store.close()

    asyncio.run(forget())
    with sqlite3.connect(tmp_path / "tables.sqlite") as c:
        for kind in ("players", "callees", "league_members WHERE league = 'l'"):
            left = {row[0] for row in c.execute(f"SELECT person FROM {kind}")}
            assert left & {"gone", "signs-in", "called", "new"} == {"signs-in", "called", "new"}, kind
