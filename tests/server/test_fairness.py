"""What a person could do to get more than their share: of time, of the log, of the bots' thoughts, of others' seats."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, driver
from lastraft.server.tables.beats import LEAD
from lastraft.server.tables.entries import Clock
from lastraft.server.tables.live_tables import LiveTables
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table
from tests.server.helpers import Person, Server, play_on, started_table
from tests.server.test_tables import lobby, refused


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def later(table: Table, entry: Any, seconds: float) -> None:
    """Take a line as if it had come so many seconds after the last."""
    table.apply(msgspec.structs.replace(entry, at=table.changed + seconds))


def harmless(table: Table) -> int:
    """A move that reveals nothing (TG-2.3)."""
    return next(code for code in table.knowledge(0).legal if table.game.families[code][0] in ("BUILD", "STORM"))


@pytest.mark.parametrize("kind", ["move", "days"])
def test_taking_back_wins_no_time(kind: Any) -> None:
    """The clock of a question goes on when its answer is taken back, from where it was."""
    table = started_table(1, 2, clock=Clock(kind, 50))
    end = table.deadline(0)
    assert end is not None
    for taken_back in range(1, 4):
        later(table, actions.checked_move(table, 0, harmless(table)), 10)
        later(table, actions.undo(table, "p0", ""), 2)
        assert table.deadline(0) == pytest.approx(end + 2 * taken_back)


def test_taking_back_fills_no_bank() -> None:
    """What a bank got for an answer goes with the answer."""
    table = started_table(1, 2, clock=Clock("bank", 100, 30))
    for taken_back in range(1, 4):
        later(table, actions.checked_move(table, 0, harmless(table)), 10)
        later(table, actions.undo(table, "p0", ""), 2)
        assert table.seats[0].bank == pytest.approx(100 - 10 * taken_back)


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_what_led_to_a_question_is_seen_at_no_cost(kind: Any) -> None:
    """While pages show what happened no clock runs; taking back wins nothing by that."""
    for spent in (LEAD, 10):
        table = started_table(1, 2, clock=Clock(kind, 50), pause=1)
        assert table.time_limit(0) == table.changed + LEAD + 50
        later(table, actions.checked_move(table, 0, harmless(table)), spent)
        assert table.seats[0].bank == pytest.approx(LEAD + 50 - spent if kind == "bank" else 0)
        later(table, actions.undo(table, "p0", ""), 2)
        assert table.time_limit(0) == pytest.approx(table.changed + LEAD + 50 - spent)


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_calling_a_bot_wins_no_time(kind: Any) -> None:
    """The clock of a question goes on when its seat is given to a bot and taken back before the bot has answered; for
    what was asked of the bot there is new time."""
    table = started_table(1, 2, clock=Clock(kind, 50))
    end = table.deadline(0)
    for bot in ("random", "greedy"):
        later(table, actions.give_to_bot(table, "p0", 0, bot), 10)
    later(table, actions.take_back(table, "p0", 0), 10)
    assert table.deadline(0) == end
    later(table, actions.give_to_bot(table, "p0", 0, "random"), 10)
    draw = next(code for code in table.knowledge(0).legal if table.game.families[code][0] == "DRAW")
    later(table, actions.checked_move(table, 0, draw), 1)
    storm = next(code for code in table.knowledge(1).legal if table.game.families[code][0] == "STORM")
    later(table, actions.checked_move(table, 1, storm), 1)
    later(table, actions.take_back(table, "p0", 0), 10)
    assert table.time_limit(0) == table.changed + (50 if kind == "move" else table.seats[0].bank)


def test_a_hand_is_raised_once(lone_server: Server) -> None:
    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2, grace=500)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.socket(table) as a, ben.socket(table) as b:
            await a.move("storm B")
            await b.until(lambda: b.game["window"])
            answers = [await b.do(do="hand") for _ in range(5)]
            assert {answer["type"] for answer in answers} == {"done"}
            assert len({answer["number"] for answer in answers}) == 1
            assert [each["kind"] for each in b.news].count("raised") == 1

    run(play())


def test_whoever_makes_a_link_stays(lone_server: Server) -> None:
    """A link lets one person in; from there a new link voids the old one and whoever else came by one."""

    async def play() -> None:
        table, (_, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        at = f"/api/tables/{table}"
        link = await ben.post(f"{at}/seats/1/link")
        phone, other = [await Person.named(lone_server, name) for name in ("Phone", "Other")]
        await phone.post(f"{at}/sit", token=link["token"])
        assert (await refused(other.post(f"{at}/sit", token=link["token"]))).status == 404
        new = await phone.post(f"{at}/seats/1/link")
        assert (await other.post(f"{at}/sit", token=new["token"]))["you"] == 1
        await phone.post(f"{at}/seats/1/link")
        assert [(await person.get(at))["you"] for person in (ben, phone, other)] == [1, 1, None]

    run(play())


def test_a_series_keeps_its_seats(lone_server: Server) -> None:
    """The points of a series belong to its seats: their number stays as it was."""

    async def play() -> None:
        table, people = await lobby(lone_server, "Ada", "Ben", seats=2, games=2)
        assert (await people[0].post(f"/api/tables/{table}/options", seats=3))["size"] == 3
        assert (await people[0].post(f"/api/tables/{table}/options", seats=2))["size"] == 2
        await people[0].post(f"/api/tables/{table}/start")
        async with people[0].socket(table, draw="none") as a, people[1].socket(table, draw="none") as b:
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
        for person in people:
            again = (await person.post(f"/api/tables/{table}/rematch"))["table"]
        shown = await people[0].get(f"/api/tables/{again}")
        assert (shown["series"]["game"], shown["hosting"]) == (2, True)
        assert (await refused(people[0].post(f"/api/tables/{again}/options", seats=3))).code == "started"

    run(play())


def test_a_very_long_log_takes_no_more_arrangements(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is only so long, whatever it is filled with; but a seat can be left, and a table ended, at any time."""
    table = started_table(2)
    monkeypatch.setattr(actions, "LONGEST_LOG", table.number / 2)
    for act in (
        lambda: actions.change(table, "p0", actions.TermsChange(listed=True)),
        lambda: actions.link(table, "p0", 0, "token"),
        lambda: actions.give_to_bot(table, "p0", 1, "random"),
    ):
        with pytest.raises(actions.Refused, match="only moves are left"):
            act()
    actions.leave(table, "p0", 1)
    actions.end(table, "p0")


async def asked(person: Person, table: str) -> None:
    while not (await person.get(f"/api/tables/{table}/legal"))["legal"]:
        await asyncio.sleep(0.05)


def test_hints_are_rate_limited(lone_server: Server) -> None:
    """Whoever is refused is told so, and nothing stops."""

    async def play() -> None:
        people = [await Person.named(lone_server, f"P{i}") for i in range(12)]
        tables = [await person.table(game="survive", bots=["random"] * 3, start=True) for person in people]
        for person, table in zip(people, tables, strict=True):
            await asked(person, table)
        answers = await asyncio.gather(
            *(person.http.post(f"/table/{table}/hint") for person, table in zip(people * 2, tables * 2, strict=True))
        )
        codes = [(answer.status_code, answer.json()["code"]) for answer in answers]
        assert {status for status, _ in codes} <= {200, 429, 503}
        assert (429, "too-fast") in codes or (503, "too-much") in codes
        assert sum(status == 200 for status, _ in codes) >= driver.MOST_ADVICE_OF_ONE

    run(play())


class Slow:
    """A bot that thinks until it is told to stop."""

    def __init__(self, enough: threading.Event) -> None:
        self.enough = enough

    def choose(self, hidden: Any, seat: int) -> int:
        self.enough.wait()
        return started_table(1).knowledge(0).legal[0]


def thinking(
    monkeypatch: pytest.MonkeyPatch, folder: Path, enough: threading.Event, chosen: list[str]
) -> driver.Driver:
    """A driver with one thread for bots, whose bots are slow; ``chosen`` tells which it wanted."""

    def bot(spec: str, game: object, seed: int) -> Slow:
        chosen.append(spec)
        return Slow(enough)

    monkeypatch.setattr(driver, "built_in", bot)
    monkeypatch.setattr(driver, "advise", lambda game, hidden, seat, seed, made: Slow(enough).choose(hidden, seat))
    monkeypatch.setattr(driver.Driver, "_native", lambda self, game: True)
    settings = Settings(database=f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}", bot_threads=1)
    return driver.Driver(LiveTables(Store(settings.url), settings))


def test_a_seat_is_advised_once_at_a_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And few seats in all: what a flood of questions would cost is bounded, and no bot waits for it."""
    enough = threading.Event()

    async def ask() -> None:
        bots = thinking(monkeypatch, tmp_path, enough, [])
        tables = [started_table(1) for _ in range(driver.MOST_ADVICE + 1)]
        for i, table in enumerate(tables):
            table.id = f"table {i}"
        advised = [asyncio.create_task(bots.advise(table, 0)) for table in tables[1:]]
        await asyncio.sleep(0)
        with pytest.raises(actions.Refused) as twice:
            await bots.advise(tables[1], 0)
        with pytest.raises(actions.Refused) as one_more:
            await bots.advise(tables[0], 0)
        assert (twice.value.http_status, one_more.value.http_status) == (429, 503)
        enough.set()
        await asyncio.gather(*advised)
        await bots.advise(tables[0], 0)

    run(ask())


def test_bots_that_think_make_nobody_wait_for_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """When more is to be thought than there is time for, the greedy player answers for those that think."""
    enough = threading.Event()
    chosen: list[str] = []

    async def think() -> None:
        bots = thinking(monkeypatch, tmp_path, enough, chosen)
        tables = [started_table(1) for _ in range(6)]
        for i, table in enumerate(tables):
            table.id = f"table {i}"
            table.seats[0].bot = "search:5s"
        thoughts = [asyncio.create_task(bots._think(table, 0)) for table in tables]
        while len(chosen) < len(tables):
            await asyncio.sleep(0.01)
        assert chosen == ["search:5s"] * 3 + ["greedy"] * 3
        enough.set()
        await asyncio.gather(*thoughts)
        assert bots._queued_seconds == 0

    run(think())


def test_a_rematch_is_an_invitation(lone_server: Server) -> None:
    """Whoever asks first is host and sits; a bot sits too; the others' seats are kept until they come or the host gives
    them away: nobody plays who did not say so, and nobody who is gone holds up a table."""

    async def play() -> None:
        table, people = await lobby(lone_server, "Ada", "Ben", "Cy", "Di", seats=4)
        ada, ben, cy, di = people
        await di.post(f"/api/tables/{table}/leave")
        await ada.post(f"/api/tables/{table}/seats/3/bot", bot="random")
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/end")
        assert (await refused(di.post(f"/api/tables/{table}/rematch"))).code == "not-yours"
        again = (await ben.post(f"/api/tables/{table}/rematch"))["table"]
        at = f"/api/tables/{again}"

        async def seated() -> list[tuple[str, str]]:
            return [(seat["kind"], seat["invited"] or seat["name"]) for seat in (await di.get(at))["seats"]]

        shown = await ben.get(at)
        assert (shown["you"], shown["hosting"]) == (1, True)
        assert [kind for kind, _ in await seated()] == ["empty", "person", "empty", "bot"]
        assert [name for _, name in await seated()][:3] == ["Ada", "Ben", "Cy"]
        assert again in [shown["id"] for shown in (await cy.get("/api/me"))["tables"]]
        assert (await refused(di.post(f"{at}/sit"))).code == "taken"
        assert (await refused(di.post(f"{at}/sit", seat=2))).code == "taken"
        assert (await ada.post(f"/api/tables/{table}/rematch"))["table"] == again
        assert (await ada.get(at))["you"] == 0
        assert (await refused(ben.post(f"{at}/start"))).code == "empty"
        await ben.post(f"{at}/seats/2/free")  # Cy does not come
        assert (await seated())[2] == ("empty", "")
        assert (await cy.post(f"/api/tables/{table}/rematch"))["table"] == again
        assert (await cy.get(at))["you"] is None
        assert (await di.post(f"{at}/sit"))["you"] == 2
        assert (await cy.http.post(f"/table/{table}/rematch")).status_code in (302, 303)
        assert (await cy.get(at))["status"] == "lobby", "nobody who has no seat there begins it"
        assert (await ben.post(f"{at}/start"))["status"] == "running"

    run(play())


@pytest.mark.parametrize("first", ["Ben", "Phone"])
def test_people_who_share_a_seat_come_along_to_a_rematch(lone_server: Server, first: str) -> None:
    """No new link is needed, whichever device asks; and whose seat it was can still send the other away."""

    async def play() -> None:
        table, (ada, ben) = await lobby(lone_server, "Ada", "Ben", seats=2)
        phone = await Person.named(lone_server, "Phone")
        link = await ben.post(f"/api/tables/{table}/seats/1/link")
        await phone.post(f"/api/tables/{table}/sit", token=link["token"])
        await ada.post(f"/api/tables/{table}/end")
        first_asker = ben if first == "Ben" else phone
        at = f"/api/tables/{(await first_asker.post(f'/api/tables/{table}/rematch'))['table']}"
        assert [(await person.get(at))["you"] for person in (ada, ben, phone)] == [None, 1, 1]
        await ada.post(f"/api/tables/{table}/rematch")
        await first_asker.post(f"{at}/start")
        await ada.post(f"{at}/move", move="draw")
        await phone.post(f"{at}/move", move="draw")
        await ben.post(f"{at}/seats/1/link")
        assert [(await person.get(at))["you"] for person in (ada, ben, phone)] == [0, 1, None]

    run(play())
