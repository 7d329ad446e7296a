"""What goes wrong is said, to whom it concerns, and nothing else goes wrong with it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Person, Server, serving
from tests.server.test_tables import refused


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": 7}, "game: Expected `str`, got `int`"),
        ({"game": "driftwood", "sets": 3}, "unknown field `sets`"),
        ({"game": "driftwood", "clock": {"kind": "weeks"}}, "clock.kind: Invalid enum value 'weeks'"),
        ({}, "required field `game`"),
    ],
)
def test_a_bad_request_is_told_which_field_was_wrong(lone_server: Server, body: Any, said: str) -> None:
    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        caught = await refused(ada.ask("POST", "/api/tables", json=body))
        assert caught.status == 400
        assert said in caught.answer["said"]

    asyncio.run(play())


def test_only_the_headers_of_a_page_can_be_asked_for(lone_server: Server) -> None:
    """As monitors and previews of links do: all is said as for GET, nothing is sent, and the connection serves on."""

    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        for path in ("/", "/health", "/static/table.css", "/nowhere"):
            for connection in (ada.http, Person(lone_server).http):
                head = await connection.head(path)
                page = await connection.get(path)
                assert (head.status_code, head.content) == (page.status_code, b""), path
                assert head.headers["content-type"] == page.headers["content-type"]

    asyncio.run(play())


def test_a_form_with_what_nobody_offered_is_refused(lone_server: Server) -> None:
    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        table = await ada.table(seats=2)
        for seats, status in (("3", 303), ("99", 400), ("9" * 5000, 400), ("many", 400)):
            answer = await ada.http.post(f"/table/{table}/change", data={"seats": seats})
            assert answer.status_code == status
        assert (await ada.get(f"/api/tables/{table}"))["size"] == 3
        for field in ("preset", "clock", "pace", "debate"):
            answer = await ada.http.post(f"/table/{table}/change", data={field: "nonsense"})
            assert (answer.status_code, "choose one of" in answer.text) == (400, True), answer.text

    asyncio.run(play())


@pytest.mark.parametrize(("language", "said"), [("pl", "widocznych znaków"), ("fr", "caractères visibles")])
def test_a_bad_name_is_refused_in_the_readers_language(lone_server: Server, language: str, said: str) -> None:
    """Also in a form it is refused in the reader's language."""

    async def play() -> None:
        answer = await Person(lone_server).http.post(
            "/name", data={"name": "<b>"}, headers={"Accept": "text/html", "Accept-Language": language}
        )
        assert answer.status_code == 400
        assert said in answer.text

    asyncio.run(play())


@pytest.mark.parametrize(
    ("games", "change", "said"),
    [
        ("", {}, "no game is called 'driftwood'"),
        ("tests.driftwood", {"rules": 99}, "rules 99"),
        ("tests.driftwood", {"type": "Danced"}, "its log cannot be read"),
    ],
)
def test_a_table_that_cannot_be_loaded_says_why(tmp_path: Path, games: str, change: dict[str, Any], said: str) -> None:
    """Its game is not there, has other rules now, or a newer program wrote its log: it says so, and everything else is
    as it was."""
    file = tmp_path / "tables.sqlite"

    async def begin(server: Server) -> tuple[Person, str, str]:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2, bots=["random"], start=True, clock={"kind": "move", "amount": 9})
        return ada, table, await ada.table(game="survive")

    async def look(server: Server, ada: Person, lost: str, kept: str) -> None:
        ada = ada.at(server)
        assert [shown["id"] for shown in (await ada.get("/api/me"))["tables"]] == [kept]
        assert (await ada.http.get("/")).status_code == 200
        caught = await refused(ada.get(f"/api/tables/{lost}"))
        assert (caught.status, caught.code) == (400, "invalid")
        assert said in caught.answer["said"]
        async with ada.socket(lost) as connection:
            await connection.until(lambda: connection.closed)
            assert connection.closed == 4400

    with serving(f"sqlite+aiosqlite:///{file}", tmp_path) as server:
        ada, lost, kept = asyncio.run(begin(server))
        server.stop()
        with sqlite3.connect(file) as c:
            rows = c.execute("SELECT number, body FROM entries WHERE table_id = ?", (lost,)).fetchall()
            number, started = next((n, json.loads(body)) for n, body in rows if json.loads(body)["type"] == "Started")
            other = json.dumps({**started, **change})
            c.execute("UPDATE entries SET body = ? WHERE table_id = ? AND number = ?", (other, lost, number))
        server.environment["LASTRAFT_GAMES"] = games
        server.start()
        asyncio.run(look(server, ada, lost, kept))


def test_database_errors_reveal_nothing_secret(tmp_path: Path) -> None:
    """What is logged of it holds no table's id, no words, no seed."""
    file = tmp_path / "tables.sqlite"

    async def play(server: Server) -> str:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2, bots=["random"], start=True, clock={"kind": "move", "amount": 9})
        c = sqlite3.connect(file, isolation_level=None)
        c.execute("DROP TABLE leases")
        c.execute("ALTER TABLE entries RENAME TO elsewhere")
        c.close()
        caught = await refused(ada.post(f"/api/tables/{table}/chat", text="a private remark"))
        assert (caught.status, caught.code) == (503, "too-much")
        await asyncio.sleep(1)
        return table

    with serving(f"sqlite+aiosqlite:///{file}", tmp_path) as server:
        table = asyncio.run(play(server))
        log = server.log.read_text()
    assert table not in log
    assert "private remark" not in log


UNDRAWABLE = """
from dataclasses import replace
from lastraft.protocol.registry import register
from tests.driftwood import GAME
register(replace(GAME, picture=replace(GAME.picture, draw=lambda reader: 1 / 0)))
"""


def test_a_state_that_cannot_be_shown_is_logged(tmp_path: Path) -> None:
    """Whoever follows the table is told that something went wrong here."""
    (tmp_path / "undrawable.py").write_text(UNDRAWABLE)

    async def look(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2, bots=["random"], start=True)
        async with ada.socket(table, draw="whole") as connection:
            await connection.until(lambda: connection.closed)
        assert connection.closed == 1011

    games = {"LASTRAFT_GAMES": "undrawable", "PYTHONPATH": os.pathsep.join([*sys.path, str(tmp_path)])}
    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, **games) as server:
        asyncio.run(look(server))
        log = server.log.read_text()
    assert "a connection failed" in log
    assert "ZeroDivisionError" in log


def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    """A second one says so and ends; when the first is gone, however it went, another takes its place."""
    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        with pytest.raises(AssertionError, match=r"lastraft: another server has .*tables.sqlite"):
            Server(server.database, tmp_path).start()
        server.kill()
        other = Server(server.database, tmp_path).start()
        assert other.stop() == 0


@pytest.mark.parametrize(
    ("spec", "status"),
    [
        ("random", 200),
        ("greedy", 200),
        ("beginner", 200),
        ("expert", 200),
        ("expert:nobody", 400),
        ("learned", 400),  # no net
        ("learned:../../x", 400),
        ("search:20000", 200),
        ("search:0.25s", 200),
        ("search:20001", 400),
        ("search:11s", 400),
        ("search:0", 400),
        ("search:1e0s", 400),
        ("search:\u0663", 400),
        ("search:", 400),
        ("greedy:nobody", 400),
        ("os:system", 400),
        ("random" * 20, 400),
    ],
)
def test_only_known_and_fast_bots_are_accepted(lone_server: Server, spec: str, status: int) -> None:
    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        table = await ada.table(seats=2)
        answer = await ada.http.post(f"/api/tables/{table}/seats/1/bot", json={"bot": spec})
        assert answer.status_code == status
        assert (answer.json().get("code") == "invalid") == (status == 400)

    asyncio.run(play())


def test_a_character_that_no_database_stores(lone_server: Server, postgres: str, tmp_path: Path) -> None:
    """U+0000 in an id or a text is refused in words by either database, and nothing is down because of it."""

    async def play(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        for path in ("/league/a%00b", "/player/%00", "/calls/mail/a%00b", "/table/a%00b", "/api/tables/a%00b"):
            answer = await ada.http.get(path, headers={"Accept-Language": "pl"})
            assert answer.status_code in (400, 404), path
            assert "bazy" not in answer.text, path
        for path in ("/league/a%00b/join", "/me/sign-out/a%00b"):
            assert (await ada.http.post(path)).status_code in (303, 400, 404), path
        assert (await ada.get("/health"))["status"] == "well"

    asyncio.run(play(lone_server))
    with serving(postgres, tmp_path) as server:
        asyncio.run(play(server))
