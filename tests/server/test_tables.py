"""Seats, links, hosts, chat, undo, clocks and rematches, at a real server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

import lastraft
from lastraft.protocol.translations import translator
from lastraft.server.tables import actions
from lastraft.server.tables.driver import _clock_move, _next
from lastraft.server.tables.entries import Clock
from tests.server.helpers import Data, Person, Refusal, Server, play_on, started_table


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def refused(work: Coroutine[Any, Any, Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value


async def lobby(server: Server, *names: str, **plan: Any) -> tuple[str, list[Person]]:
    people = [await Person.named(server, name) for name in names]
    table = await people[0].table(**plan)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/sit")
    return table, people


def test_seats_are_taken_once_and_named_uniquely(lone_server: Server) -> None:
    """Free seats, taken seats, the same name twice, no seat without a name."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ada", seats=3)
        seats = (await ben.get(f"/api/tables/{table}"))["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Ada 2", ""]
        assert (await refused(ben.post(f"/api/tables/{table}/sit"))).code == "seated"
        nobody = Person(lone_server)
        assert (await refused(nobody.post(f"/api/tables/{table}/sit"))).status == 401
        cy = await Person.named(lone_server, "Cy")
        assert (await refused(cy.post(f"/api/tables/{table}/sit", seat=0))).code == "taken"
        assert (await refused(cy.post(f"/api/tables/{table}/sit", seat=7))).status == 404
        assert (await refused(cy.post("/api/tables/none-such/sit"))).status == 404
        assert (await cy.post(f"/api/tables/{table}/sit", seat=2))["you"] == 2
        di = await Person.named(lone_server, "Di")
        assert (await refused(di.post(f"/api/tables/{table}/sit"))).code == "taken"
        mine = await ada.get("/api/me")
        assert table in [shown["id"] for shown in mine["tables"]]

    run(play())


def test_only_the_host_changes_starts_and_ends_a_table(lone_server: Server) -> None:
    """Only the host changes, starts, removes, gives to bots and ends; when they leave, another person is host."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=3)
        at = f"/api/tables/{table}"
        for path, body in (
            ("options", {"seats": 2}),
            ("start", {}),
            ("end", {}),
            ("seats/0/free", {}),
            ("seats/2/bot", {"bot": "random"}),
            ("seats/2/link", {}),
        ):
            assert (await refused(ben.post(f"{at}/{path}", **body))).code == "not-yours", path
        assert (await refused(ada.post(f"{at}/start"))).code == "empty"
        assert (await refused(ada.post(f"{at}/options", seats=9))).code == "invalid"
        assert (await refused(ada.post(f"{at}/options", options={"rounds": "six"}))).code == "invalid"
        assert (await ada.post(f"{at}/options", options={"rounds": "five"}))["options"]["rounds"]["value"] == "five"
        assert (await refused(ada.post(f"{at}/seats/2/bot", bot="none-such"))).code == "invalid"
        assert (await ada.post(f"{at}/seats/2/bot", bot="random"))["seats"][2]["kind"] == "bot"
        assert (await ada.post(f"{at}/seats/1/free"))["seats"][1]["kind"] == "empty"
        assert (await refused(ben.post(f"{at}/sit"))).code == "removed"
        link = await ada.post(f"{at}/seats/1/link")
        await ben.post(f"{at}/sit", token=link["token"])
        await ada.post(f"{at}/leave")
        assert (await ben.get(at))["hosting"]
        await ben.post(f"{at}/options", seats=3)
        assert (await ben.post(f"{at}/end"))["status"] == "over"

    run(play())


def test_a_seat_given_to_a_bot_and_back(lone_server: Server) -> None:
    """While a bot plays for a person they cannot move; they come back when they like."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        at = f"/api/tables/{table}"
        await ada.post(f"{at}/start")
        async with ben.socket(table) as connection, ada.socket(table) as host:
            await host.move("draw")
            await connection.until(lambda: connection.game["legal"])
            await ada.post(f"{at}/seats/1/bot", bot="random")
            await host.until(lambda: host.game["legal"] and len(host.news) > 5)
            await connection.until(lambda: connection.state["table"]["seats"][1]["kind"] == "bot")
            assert (await connection.do(do="move", move="draw"))["code"] == "bot"
            await ben.post(f"{at}/seats/1/back")
            await connection.until(lambda: connection.state["table"]["seats"][1]["kind"] == "person")
            rnd = random.Random(1)
            await asyncio.gather(play_on(connection, rnd), play_on(host, rnd))

    run(play())


def test_private_links(lone_server: Server) -> None:
    """A link brings its seat to another device; revoked, it is void, and so is whoever came by it."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        at = f"/api/tables/{table}"
        await ada.post(f"{at}/start")
        answer = await ben.post(f"{at}/seats/1/link")
        phone = await Person.named(lone_server, "Ben's phone")
        page = await phone.get(answer["path"])
        assert "Take your seat" in page  # looking at a link takes no seat
        assert (await phone.get(at))["you"] is None
        assert (await phone.post(f"{at}/sit", token=answer["token"]))["you"] == 1
        assert (await refused(ada.post(f"{at}/seats/1/link"))).code == "taken"
        async with phone.socket(table) as connection:
            assert connection.state["stream"].startswith("1.")
            await ben.ask("DELETE", f"{at}/seats/1/link")
            await connection.until(lambda: connection.state["stream"] == "watch")
            assert connection.game["view"]["hand"] is None
        again = await Person.named(lone_server, "Eve")
        assert (await refused(again.post(f"{at}/sit", token=answer["token"]))).status == 404
        assert (await ben.get(at))["you"] == 1

    run(play())


def test_watching_can_be_barred(lone_server: Server) -> None:
    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2, watchers=False)
        await ada.post(f"/api/tables/{table}/start")
        eve = Person(lone_server)
        for path in ("view", "record", "stream"):
            assert (await refused(eve.get(f"/api/tables/{table}/{path}"))).status == 403
        async with eve.socket(table) as connection:
            await connection.until(lambda: connection.closed)
            assert connection.closed == 4403
            assert not connection.messages
        assert table in (await ben.http.get("/me")).text
        await ben.post(f"/api/tables/{table}/leave")
        assert table not in (await ben.http.get("/me")).text, "whoever left reads no more of it"

    run(play())


def test_chat_and_whispers(lone_server: Server) -> None:
    """Public words reach all, a whisper two; too long, too fast and empty are refused; sent twice, said once."""

    async def play() -> None:
        table, people = await lobby(lone_server, "Ada", "Ben", "Cy", seats=3)
        async with people[0].socket(table) as a, people[1].socket(table) as b, people[2].socket(table) as c:
            first = await a.do(do="chat", text="  ahoy   all ", id="one")
            assert await a.do(do="chat", text="ahoy", id="one") == first
            await a.do(do="chat", text="psst", to=1)
            assert (await a.do(do="chat", text="x" * 301))["code"] == "invalid"
            assert (await a.do(do="chat", text=" \u202e "))["code"] == "invalid"
            await b.until(lambda: any(line.get("text") == "psst" for line in b.news))
            await b.do(do="chat", text="heard")
            await c.until(lambda: any(line.get("text") == "heard" for line in c.news))
            assert [line["text"] for line in c.news if line["kind"] == "chat"] == ["ahoy all", "heard"]
            assert [line["number"] for line in c.news] == list(range(1, len(c.news) + 1))
            answers = [await a.do(do="chat", text=f"flood {i}") for i in range(8)]
            assert "too-fast" in [answer.get("code") for answer in answers]
        watcher = await Person.named(lone_server, "Eve")
        assert (await refused(watcher.post(f"/api/tables/{table}/chat", text="hi"))).code == "not-yours"

    run(play())


def test_own_last_move_can_be_taken_back(lone_server: Server) -> None:
    """TG-2.3: building reveals nothing and can be taken back; drawing (TG-2.2) cannot."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as a, ben.socket(table) as b:
            before = a.game["view"]
            built = next(move for move in a.game["legal"] if move["family"] in ("BUILD", "STORM"))
            await a.move(built["code"])
            await b.until(lambda: b.game["legal"])
            old = b.game["question"]
            assert (await a.do(do="undo"))["type"] == "done"
            await a.until(lambda: a.game["view"] == before and a.game["legal"])
            assert (await b.do(do="move", move="draw", question=old))["code"] == "stale"
            await b.until(lambda: b.news[-1]["kind"] == "undo")
            assert a.news[-1]["said"] == ["You took a move back."]
            assert b.news[-1]["said"] == ["Ada took a move back."]
            assert (await a.move("draw"))["type"] == "done"
            assert (await a.do(do="undo"))["code"] == "final"
            assert (await b.do(do="undo"))["code"] == "final"

    run(play())


@pytest.mark.parametrize(("kind", "amount"), [("move", 1), ("bank", 1), ("days", 1.2 / 86_400)])
def test_a_clock_that_runs_out_makes_the_default_move(lone_server: Server, kind: str, amount: float) -> None:
    """Nobody moves: the default moves are made and marked, and the game ends by itself."""

    async def play() -> None:
        clock = {"kind": kind, "amount": amount}
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2, clock=clock, options={"votes": "no"})
        await ada.post(f"/api/tables/{table}/start")
        async with ben.socket(table) as connection:
            assert connection.state["clock"]["left"]
            await connection.until(lambda: connection.over)
            assert all(entry["by_clock"] for entry in connection.news if entry["kind"] == "move" and "seat" in entry)
        match = lastraft.read(await ben.get(f"/api/tables/{table}/record"))
        assert all(played.by_clock for played in match.history)

    run(play())


def test_grace_time_passes_for_a_silent_seat(lone_server: Server) -> None:
    """In a window the default move is made after the grace time."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2, grace=0.2)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as a, ben.socket(table) as b:
            assert (await a.do(do="hand"))["code"] == "illegal"
            await a.move("storm B")
            await b.until(lambda: not b.game["window"] and any(line.get("by_clock") for line in b.news))

    run(play())


def test_a_clock_of_days_is_due_after_days() -> None:
    """Two days for each question: until then the clock makes no move, however often it looks; then the default one."""
    table = started_table(1, clock=Clock("days", 2))
    asked = table.seats[0].since
    assert _next(table) == table.deadline(0) == asked + 2 * 86_400
    with pytest.raises(actions.Refused):
        _clock_move(table, 0, table.seats[0].question)
    table.seats[0].since -= 2 * 86_400
    table.apply(_clock_move(table, 0, table.seats[0].question))
    assert table.moves[-1].by_clock


def test_without_a_clock_nobody_is_hurried() -> None:
    table = started_table(1)
    assert table.time_limit(0) is None
    assert table.deadline(0) is None
    assert not table.driven
    with pytest.raises(actions.Refused):
        _clock_move(table, 0, table.seats[0].question)


def test_a_raised_hand_stops_the_grace_time() -> None:
    """Whoever raises a hand has the time that the table's clock gives; nobody else hears of the hand."""
    table = started_table(1, grace=5)
    table.apply(actions.move(table, "p0", "storm B", None, ""))
    assert table.deadline(1) == table.seats[1].since + 5
    before = [table.stream_number(reader) for reader in (-1, 0, 2)]
    table.apply(actions.raise_hand(table, "p1"))
    assert table.deadline(1) is None
    assert [table.stream_number(reader) for reader in (-1, 0, 2)] == before
    table.apply(actions.move(table, "p1", "take it", None, ""))
    assert not table.seats[1].raised


def test_rematch_and_series(lone_server: Server) -> None:
    """The same people in the same seats of another table; in a series the points go with them."""

    async def play() -> None:
        table, people = await lobby(lone_server, "Ada", "Ben", seats=2, games=2)
        assert (await refused(people[0].post(f"/api/tables/{table}/rematch"))).code == "running"
        await people[0].post(f"/api/tables/{table}/start")
        async with people[0].socket(table) as a, people[1].socket(table) as b:
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            points = a.game["outcome"]["scores"]
            one, two = [await person.post(f"/api/tables/{table}/rematch") for person in people]
            assert one == two
            await b.until(lambda: b.state["table"]["rematch"] == one["table"])
        shown = await people[0].get(f"/api/tables/{one['table']}")
        assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Ben"]
        assert shown["series"] == {"games": 2, "game": 2, "points": points}
        await people[0].post(f"/api/tables/{one['table']}/start")

    run(play())


def test_presence_follows_connections(lone_server: Server) -> None:
    async def play() -> None:
        table, people = await lobby(lone_server, "Ada", "Ben", seats=2)
        async with people[0].socket(table) as a:
            async with people[1].socket(table):
                await a.until(lambda: a.here == [0, 1])
            await a.until(lambda: a.here == [0])

    run(play())


def test_a_game_that_goes_on_is_not_lost_among_those_that_are_over(lone_server: Server) -> None:
    """However many came after it."""

    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        table = await ada.table(seats=2, bots=["random"], start=True)
        for _ in range(21):
            await ada.post(f"/api/tables/{await ada.table(seats=2)}/end")
        while table != (await ada.get("/api/me"))["tables"][0]["id"]:
            await asyncio.sleep(0.05)

    run(play())


def test_languages_and_lists(lone_server: Server) -> None:
    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        games = {game["game"]: game for game in await ada.get("/api/games?lang=pl")}
        assert games["driftwood"]["seats"] == {"least": 2, "most": 4, "usual": 3}
        table = await ada.table(seats=2, listed=True)
        hidden = await ada.table(seats=2)

        async def listed() -> list[str]:
            return [shown["id"] for shown in await Person(lone_server).get("/api/tables")]

        assert table in await listed()
        assert hidden not in await listed()
        await ada.post(f"/api/tables/{table}/options", listed=False)
        while table in await listed():
            await asyncio.sleep(0.01)
        schema: Data = await ada.get("/api/openapi.json")
        assert {"/api/tables", "/api/tables/{table}/move"} <= set(schema["paths"])

    run(play())


@pytest.mark.parametrize(
    ("language", "stale", "nobody"),
    [
        ("en", "You have been asked something else since.", "Say your name first."),
        ("pl", "Od tamtej pory pytanie się zmieniło.", "Najpierw podaj swoje imię."),
        ("fr", "On vous demande autre chose depuis.", "Dites d'abord votre nom."),
    ],
)
def test_refusals_in_the_readers_language(lone_server: Server, language: str, stale: str, nobody: str) -> None:
    """By socket, by API and at the door: in the language asked for, chosen before, or that the browser says."""

    async def play() -> None:
        table, (ada, _) = await lobby(lone_server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table, lang=language) as connection:
            assert (await connection.do(do="move", move="draw", question=99))["said"] == stale
        ada.http.cookies.set("lang", language)
        async with ada.socket(table) as connection:
            assert (await connection.do(do="move", move="draw", question=99))["said"] == stale
        late = await refused(ada.post(f"/api/tables/{table}/move", move="draw", question=99))
        assert late.answer == {"code": "stale", "said": stale}
        stranger = Person(lone_server)
        asking = stranger.ask("GET", "/api/me", headers={"Accept-Language": f"{language}-XX,en;q=0.5"})
        assert (await refused(asking)).answer["said"] == nobody
        elsewhere = {"Accept-Language": language, "Origin": "https://evil.example"}
        caught = await refused(stranger.ask("POST", "/api/me", json={"name": "Eve"}, headers=elsewhere))
        assert caught.answer["said"] == translator("lastraft", language)("This comes from another site and is refused.")

    run(play())


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_a_rule_that_forbids_in_the_readers_language(lone_server: Server, language: str) -> None:
    """A forbidden move is refused with its clause, in the game's own words."""

    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        table = await ada.table(game="survive", seats=2, bots=["random"], start=True)
        async with ada.socket(table, lang=language, draw="none") as connection:
            await connection.until(lambda: connection.game["legal"])
            legal = {move["code"] for move in connection.game["legal"]}
            wrong = next(code for code in range(500) if code not in legal)
            answer = await connection.do(do="move", move=wrong)
        game = lastraft.game("survive")
        clause = int(answer["clause"].partition("-")[2].partition(".")[0]) * 100 + int(answer["clause"].split(".")[1])
        assert answer["said"] == game.speech.reason(clause, translator("survive", language))

    run(play())
