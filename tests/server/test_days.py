"""A game over days: nights, reserves and days off, standing orders, and how often people are called."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from lastraft.bots import bot
from lastraft.hellapagos import codes
from lastraft.hellapagos.components import Card
from lastraft.server.ops import push
from lastraft.server.ops.notifications import Callee, Notifications, notice_of
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, beats, calls, entries, messages, schema
from lastraft.server.tables import clock as tables_clock
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.driver import _dues, _next
from lastraft.server.tables.entries import Clock, Moved, encode
from lastraft.server.tables.live_tables import LiveTable, LiveTables
from lastraft.server.tables.nights import Night, after, counted
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table, fold
from lastraft.server.web import days as drawer
from tests.server.helpers import Server, opening, serving
from tests.server.running import Clock as Time
from tests.server.running import seated
from tests.server.test_tables import lobby

HOUR, DAY = 3600.0, 86_400.0
OVER_DAYS = Clock("hours", 12, nights=True, vacation=7)
ZONES = ("Europe/Warsaw", "Europe/Paris", "America/New_York", "Europe/London", "Asia/Tokyo", "Europe/Warsaw")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    own = Time()
    own.now = datetime(2026, 11, 16, 12, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()
    monkeypatch.setattr(tables_clock, "now", own)
    return own


class Days:
    """Six people who come by twice a day, each in their own time zone, at a table whose server waits for nothing: it
    looks after clocks and calls people as the real one does, each at its time."""

    def __init__(self, live: LiveTable, notifications: Notifications, clock: Time, ordering: bool) -> None:
        self.live, self.table, self.clock, self.ordering = live, live.table, clock, ordering
        self.notifications, self.tables = notifications, notifications.tables
        self.greedy = bot("greedy", self.table.game, 7)
        self.call_due: float | None = None

    async def act(self, action: Callable[..., entries.LogEntry], *about: Any) -> None:
        await self.tables.act(self.live, lambda table: action(table, *about))

    def visits(self) -> Iterator[tuple[float, int]]:
        """When who comes by: in the morning and in the evening, about."""
        drawn, first = random.Random(5), self.clock.now
        for day in range(400):
            moments = []
            for seat, zone in enumerate(ZONES):
                for hour in (8.2, 19.0):
                    start = datetime.fromtimestamp(first + day * DAY, ZoneInfo(zone)).replace(hour=0, minute=0)
                    moments.append((start.timestamp() + HOUR * (hour + 2 * drawn.random()), seat))
            yield from sorted(moment for moment in moments if moment[0] > first)

    async def next_call(self) -> float:
        """When the next call is due."""
        while self.notifications._tasks:
            await asyncio.gather(*self.notifications._tasks)
            self.call_due = None
        if self.call_due is None:
            async with self.tables.store.reading() as c:
                self.call_due = (await c.execute(sa.select(sa.func.min(schema.calls.c.at)))).scalar() or math.inf
        return self.call_due

    async def drive(self, until: float) -> None:
        """What the server does until somebody comes by."""
        table = self.table
        while True:
            due = _next(table) if table.status == "running" else None
            move, call = math.inf if due is None else due, await self.next_call()
            if min(move, call) > until:
                break
            self.clock.now = max(self.clock.now, min(move, call))
            if call < move:
                for person in await self.notifications._due():
                    await self.notifications._call_safely(person)
                self.call_due = None
            elif (answer := beats.answer(table)) and answer.at <= self.clock.now:
                await self.act(actions.answered_by_table)
            else:
                await self.act(actions.timed_out, next(seat for at, seat in _dues(table) if at <= self.clock.now))
        self.clock.now = until

    async def visit(self, seat: int) -> None:
        """Somebody answers all that they are asked, and leaves orders for the time until they come again."""
        table, here = self.table, asyncio.Event()
        self.live.listeners[here] = seat
        self.tables.presence_changed(self.live)
        for _ in range(60):
            await self.drive(self.clock.now)
            if table.status != "running" or not (table.knowledge(seat).legal and beats.asked(table, seat)):
                break
            code = int(self.greedy.choose(table.knowledge(seat).hidden, seat))
            await self.act(actions.move, f"p{seat}", code, None, "")
        if self.ordering and table.status == "running":
            await self.order(seat)
        await self.drive(self.clock.now)
        del self.live.listeners[here]
        self.tables.presence_changed(self.live)

    async def order(self, seat: int) -> None:
        """Everything that can be ordered; what is missed is left to chance."""
        table = self.table
        if table.seats[seat].asks != "never":
            await self.act(actions.set_asks, f"p{seat}", "never")
        r = table.game.reader(table.knowledge(seat).hidden, seat, table.names)
        for occasion in table.game.orders.occasions:
            for choice in list(table.game.orders.choices(r, occasion.name))[:2]:
                if not table.seats[seat].orders.get((occasion.name, choice.what)):
                    await self.act(actions.give_order, f"p{seat}", occasion.name, choice.what)

    async def play(self) -> None:
        for at, seat in self.visits():
            await self.drive(at)
            if self.table.status != "running":
                return
            await self.visit(seat)
        raise AssertionError("the game does not end")


@contextlib.asynccontextmanager
async def _over_days(folder: Path, clock: Time, game: str, people: int, ordering: bool = False) -> AsyncIterator[Days]:
    """A game over days whose people let themselves be called at any hour."""
    database = f"sqlite+aiosqlite:///{folder / secrets.token_hex(4)}.sqlite"
    store = Store(database)
    await store.open()
    tables = LiveTables(store, Settings(database=database))
    notifications = Notifications(tables)
    await notifications.start()
    assert notifications.keys
    live = await tables.create(opening("p0", game, people, pace=1.0, clock=OVER_DAYS))
    days = Days(live, notifications, clock, ordering)
    for seat in range(people):
        await notifications.set_callee(f"p{seat}", Callee("en", ZONES[seat], 0, 0))
        device = push.Device(f"https://push.example/{seat}", "", "", notifications.keys.public)
        await notifications.add_device(f"p{seat}", f"device {seat}", device)
        await days.act(actions.sit, f"p{seat}", f"Person {seat}")
    await days.act(actions.start, "p0", 3)
    for seat in range(people):
        await days.act(actions.sleep, f"p{seat}", ZONES[seat], 22 * 60 + 30, 7 * 60 + 30)
    try:
        yield days
    finally:
        await notifications.stop()
        await store.close()


@pytest.fixture
def called(clock: Time, monkeypatch: pytest.MonkeyPatch) -> list[list[float]]:
    """By seat: when its person was called. The tests make the calls that are due themselves."""
    times: list[list[float]] = [[] for _ in ZONES]

    async def never(_: Notifications) -> None:
        pass

    monkeypatch.setattr(Notifications, "_keep_calling", never)
    monkeypatch.setattr(push, "send", lambda device, *_: times[int(device.endpoint[-1])].append(clock.now))
    return times


def _check_calls(called: list[list[float]]) -> None:
    """Nobody is called at night, or three times in 24 hours."""
    for seat, times in enumerate(called):
        assert all(third - first >= DAY for first, third in zip(times, times[2:], strict=False))
        for at in times:
            wall = datetime.fromtimestamp(at, ZoneInfo(ZONES[seat]))
            assert 7 * 60 + 30 <= wall.hour * 60 + wall.minute < 22 * 60 + 30


def test_a_game_of_six_over_days(clock: Time, called: list[list[float]], tmp_path: Path) -> None:
    """Everybody comes by twice a day: nobody is called more often, nor at night, and with orders less often. A call for
    each answer were several times as many. Every server reads the same from the log."""
    began, calls_a_round = clock.now, []

    async def play(ordering: bool) -> Table:
        async with _over_days(tmp_path, clock, "hellapagos", 6, ordering) as days:
            await days.play()
            return days.table

    for ordering in (False, True):
        clock.now = began
        table = asyncio.run(play(ordering))
        _check_calls(called)
        assert any(isinstance(entry, Moved) and entry.ordered for entry, _ in table.log) == ordering
        again = fold("table", [encode(item.entry) for item in table.log])
        assert again.match
        assert table.match
        assert again.match.state.to_bytes() == table.match.state.to_bytes()
        assert [(seat.orders, seat.lost_orders, seat.bank) for seat in again.seats] == [
            (seat.orders, seat.lost_orders, seat.bank) for seat in table.seats
        ]
        _check_nobody_saw(table)
        rounds = table.knowledge(-1).hidden.day
        calls_a_round.append(sum(map(len, called)) / rounds)
        answers = len(table.moves) / rounds
        print(f"calls a day of the game: {answers:.1f} for every answer, {calls_a_round[-1]:.1f} with {ordering=}")
        assert answers > 29
        for times in called:
            assert times
            times.clear()
    assert calls_a_round[0] < 10  # with a table that waits for every answer it is 29
    assert calls_a_round[1] < calls_a_round[0]


def test_turns_that_come_faster(clock: Time, called: list[list[float]], tmp_path: Path) -> None:
    """Somebody has a turn every two hours, which is played for them: they are called to two of them in 24 hours, in the
    morning to the one that came at night."""

    async def play() -> int:
        async with _over_days(tmp_path, clock, "survive", 2) as days:
            turns = 0
            while clock.now < began + 2 * DAY:
                while calls.must_answer(days.table, 1):
                    await days.act(actions.timed_out, 1)
                await days.drive(clock.now + 2 * HOUR)
                if calls.must_answer(days.table, 0):
                    await days.act(actions.timed_out, 0)
                    turns += 1
            return turns

    clock.now = began = clock.now + 9 * HOUR
    assert asyncio.run(play()) > 20
    _check_calls(called)
    assert [round((at - began) / HOUR, 1) for at in called[0]] == [0, 10.5, 24.0, 34.5]


def _check_nobody_saw(table: Table) -> None:
    """Orders, nights and who is never asked reach their own seat only; that a move was ordered, too."""
    for reader in range(-1, 6):
        for index in table.streams[reader]:
            entry = table.log[index].entry
            if isinstance(entry, (entries.Ordered, entries.Slept, entries.Asking)):
                assert entry.seat == reader
        for news in messages.news(table, reader, table.stream_number(reader) - 40, "en"):
            assert not news.get("ordered") or news["seat"] == reader


FED = "first: A; round: 2; weather: 0 0 1; W: 2; F: 9; hand A: fishing_rod; hand B: {b}; hand C: {c}"


def _to_the_window(start: str, clock: Time, orders: dict[str, list[tuple[str, int]]], **terms: Any) -> Table:
    """A table of three whose people have given orders."""
    table = seated("hellapagos", 3, start=start, **{"clock": OVER_DAYS, **terms})
    for person, given in orders.items():
        for occasion, what in given:
            table.apply(actions.give_order(table, person, occasion, what))
    return table


def _run(table: Table, clock: Time, moves: int) -> list[tuple[float, int, int]]:
    """The moves that the table makes by itself, each with its time."""
    began, made = clock.now, list[tuple[float, int, int]]()
    while len(made) < moves and (answer := beats.answer(table)):
        clock.now = max(clock.now, answer.at)
        table.apply(actions.answered_by_table(table))
        made.append((round(clock.now - began, 3), answer.seat, answer.code))
    return made


def test_orders_change_no_time(clock: Time) -> None:
    """Worlds that differ in hands, and in orders that are not carried out, open and close windows at the same times."""
    worlds: list[tuple[str, str, dict[str, list[tuple[str, int]]]]] = [
        ("pendulum", "club", {}),
        ("flask", "axe", {}),
        ("club", "sheet_metal", {"p1": [("pointed", Card.CLUB), ("vote", 2)], "p2": [("shot", Card.SHEET_METAL)]}),
    ]
    began, times = clock.now, []
    for b, c, given in worlds:
        clock.now = began
        table = _to_the_window(FED.format(b=b, c=c), clock, given)
        times.append([at for at, _, _ in _run(table, clock, 2)])
    assert times[0] == times[1] == times[2]
    assert times[0][0] == pytest.approx(2 * HOUR + beats.LEAD)


def test_an_order_is_a_move_of_its_seat(clock: Time) -> None:
    """It is made when it becomes legal; a card that is gone switches its order off, and only its seat learns that."""
    start = FED.format(b="water_bottle", c="club")
    table = _to_the_window(start, clock, {"p1": [("dying", Card.WATER_BOTTLE)], "p2": [("pointed", Card.CLUB)]})
    for _ in range(40):
        _run(table, clock, 1)
        if table.seats[2].lost_orders:
            break
        actor = table.match.asked if table.match else -1
        if actor is not None and actor >= 0 and beats.answer(table) is None:
            table.apply(actions.timed_out(table, actor))
    assert table.seats[2].lost_orders == {("pointed", int(Card.CLUB))}
    laid = next(move for move in table.moves if move.ordered)
    assert (laid.seat, laid.by_clock) == (2, False)
    shown = drawer.arranged(table, "p2", "en")["orders"]
    assert [(row.label, row.on, row.lost) for row in shown if row.order.startswith("pointed")] == [
        ("play the Club", False, True)
    ]
    for what, occasion in ((Card.CLUB, "pointed"), (9, "turn"), (0, "nonsense"), (2, "no vote")):
        with pytest.raises(Refused):
            actions.give_order(table, "p2", occasion, int(what))


def test_a_late_order_is_made_when_time_is_out(clock: Time) -> None:
    table = _to_the_window(FED.format(b="flask", c="club"), clock, {"p0": [("turn", 1)]})
    _run(table, clock, 2)
    assert beats.asked(table, 0)
    end = table.deadline(0)
    assert end is not None
    clock.now = end
    assert notice_of(table, "p0", Callee("en")).later == "Leave it to my orders"
    table.apply(actions.timed_out(table, 0))
    assert (table.moves[-1].code, table.moves[-1].ordered, table.moves[-1].by_clock) == (codes.ACT_WATER, True, False)
    lately = "In the last 24 hours you answered 0 times; 1 answer was given for you."
    assert drawer.arranged(table, "p0", "en")["lately"] == lately


def test_nights_reserves_and_days_off(clock: Time) -> None:
    """Nights by the clock on the wall, also when it is set back; a reserve is used up; days off stand still."""
    warsaw = Night("Europe/Warsaw")
    autumn = datetime(2026, 10, 24, 20, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()
    for seconds, hours in ((2 * HOUR, 2), (3 * HOUR, 3 + 10), (20 * HOUR, 20 + 10 + 9)):
        end = after(autumn, seconds, warsaw)
        assert end - autumn == hours * HOUR
        assert counted(autumn, end, warsaw) == seconds
    table = seated("driftwood", 2, clock=Clock("hours", 12, reserve=5, nights=True, vacation=3))
    start, seat = clock.now, table.actors[0]  # noon in Warsaw
    assert table.time_limit(seat) == start + 17 * HOUR
    table.apply(actions.sleep(table, f"p{seat}", "Europe/Warsaw", 22 * 60 + 30, 7 * 60 + 30))
    assert table.time_limit(seat) == start + (17 + 9) * HOUR
    table.apply(actions.take_days_off(table, f"p{seat}", 2))
    assert table.time_limit(seat) == start + (48 + 17 + 9) * HOUR
    for refused in (1, -1, 9):
        with pytest.raises(Refused):
            actions.take_days_off(table, f"p{seat}", refused)
    clock.now += 13 * HOUR
    table.apply(actions.take_days_off(table, f"p{seat}", 0))
    assert table.seats[seat].vacation == 2
    clock.now += 22 * HOUR  # from 1:00 to 23:00: 15 hours count, three of the reserve
    table.apply(actions.timed_out(table, seat))
    assert table.seats[seat].bank == pytest.approx(2 * HOUR)
    for zone, begins, ends in (("Mars/Base", 0, 60), ("UTC", 0, 900), ("UTC", -1, 60), ("UTC", 0, 1440)):
        with pytest.raises(Refused):
            actions.sleep(table, "p0", zone, begins, ends)
    for wrong in (
        Clock("hours", 2000),
        Clock("bank", 60, reserve=1),
        Clock(nights=True),
        Clock("hours", 1, vacation=99),
    ):
        with pytest.raises(Refused):
            actions.opened("p0", "driftwood", actions.TermsChange(clock=wrong))
    with pytest.raises(Refused):
        actions.opened("p0", "driftwood", actions.TermsChange(late="never"))


DEBATE = "first: A; round: 2; weather: 0 0 1; W: 1; F: 9; window: S water; hand B: club; hand C: flask"


def test_who_is_never_asked_lets_a_debate_pass_as_if_they_came_by(clock: Time) -> None:
    """Everybody sees them ready some time in their day, as if they had said so, and the debate ends with the last."""
    clock.now += 10 * HOUR  # half an hour before the night
    table = _to_the_window(DEBATE, clock, {})
    table.apply(actions.sleep(table, "p1", "Europe/Warsaw", 22 * 60 + 30, 7 * 60 + 30))
    table.apply(actions.set_asks(table, "p1", "never"))
    window = table.window
    assert window
    clock.now = max(clock.now, window.begins)
    for person in ("p0", "p2"):
        table.apply(actions.be_ready(table, person, ""))
    before = [table.stream_number(reader) for reader in range(-1, 3)]
    assert messages.game_state(table, 0, "en", "none")["beat"]["ready"] == [0, 2]  # type: ignore[index]
    assert not calls.must_answer(table, 1)
    [(_, seat, code)] = _run(table, clock, 1)
    assert (seat, code) == (1, beats.READY)
    assert [table.stream_number(reader) for reader in range(-1, 3)] == [number + 1 for number in before]
    assert messages.game_state(table, 0, "en", "none")["beat"]["ready"] == [0, 1, 2]  # type: ignore[index]
    came = datetime.fromtimestamp(clock.now, ZoneInfo("Europe/Warsaw"))
    assert 7 * 60 + 30 <= came.hour * 60 + came.minute < 22 * 60 + 30
    assert clock.now < window.ends
    _run(table, clock, 1)
    assert clock.now < window.ends


def test_the_next_holder_of_a_seat_begins_anew(clock: Time) -> None:
    """Nobody inherits the time zone, the days off or the orders of whoever sat there before."""
    table = _to_the_window(FED.format(b="club", c="flask"), clock, {"p1": [("pointed", Card.CLUB)]})
    table.apply(actions.sleep(table, "p1", "Asia/Tokyo", 0, 60))
    table.apply(actions.set_asks(table, "p1", "never"))
    table.apply(actions.take_days_off(table, "p1", 3))
    table.apply(actions.leave(table, "p1", 1))
    token = "a link"
    table.apply(actions.link(table, "p0", 1, token))
    table.apply(actions.sit_by_link(table, "p9", "Nina", token))
    table.apply(actions.agree(table, "p2", 1))
    assert table.seat_of("p9") == 1
    shown = drawer.arranged(table, "p9", "en")
    assert [(row.order, row.on) for row in shown["orders"]] == [(drawer.PASS, False)]
    assert (shown["night"], shown["off_until"], shown["vacation"]) == (None, 0, 4)
    assert messages.game_state(table, 1, "en", "none")["zone"] == ""


def test_clocks_that_go_on(clock: Time) -> None:
    """A move that is taken back took no time and nothing of the reserve; whoever comes back while a bot thinks about
    their question has the time of a move for it."""
    table = seated("driftwood", 2, clock=Clock("hours", 12, reserve=5, nights=True), late="back")
    start, seat = clock.now, table.actors[0]
    table.apply(actions.sleep(table, f"p{seat}", "Europe/Warsaw", 22 * 60 + 30, 7 * 60 + 30))
    clock.now = start + (13 + 9) * HOUR  # noon until ten in the morning
    harmless = [code for code in table.knowledge(seat).legal if _may_be_undone(table, seat, code)]
    table.apply(actions.checked_move(table, seat, harmless[0]))
    assert table.seats[seat].bank == pytest.approx(4 * HOUR)
    clock.now += 2 * HOUR
    table.apply(actions.undo(table, f"p{seat}", ""))
    assert table.seats[seat].bank == pytest.approx(5 * HOUR)
    assert table.time_limit(seat) == pytest.approx(clock.now + 4 * HOUR)
    clock.now += 4 * HOUR
    table.apply(actions.replaced(table, seat, "back"))
    clock.now += 1
    table.apply(actions.come_back(table, f"p{seat}"))
    assert table.seats[seat].bank == 0
    assert table.time_limit(seat) == pytest.approx(after(clock.now, 12 * HOUR, table.seats[seat].night))
    late = datetime(2026, 3, 29, 1, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()  # the hour from 2:00 on is left out
    assert after(late, 3 * HOUR, Night("Europe/Warsaw", 2 * 60 + 45, 3 * 60)) == late + 3 * HOUR
    for days in ("soon", "", "9" * 5000):
        with pytest.raises(Refused):
            drawer.wanted(table, f"p{seat}", {"days": days})


def _may_be_undone(table: Table, seat: int, code: int) -> bool:
    assert table.match
    return bool(table.match.prepare(code, seat).after.revealed == table.match.state.revealed)


def test_when_time_is_out(tmp_path: Path) -> None:
    """At a real server: a bot moves, plays until its person is back, or for good; or the seat folds until then."""

    async def play(server: Server, late: str) -> None:
        clock = {"kind": "hours", "amount": 1 / 3600}
        table, (ada, ben) = await lobby(server, "Ada", "Ben", seats=2, clock=clock, pace=1, late=late)
        async with ben.socket(table) as watching:
            await ada.post(f"/api/tables/{table}/start")
            await watching.until(lambda: {each["kind"] for each in watching.news} & {"move", "botted", "left"})
            kinds = {each["kind"] for each in watching.news}
            assert ("botted" in kinds, "left" in kinds) == (late in ("back", "fold"), late == "good")
            if late == "fold":
                await watching.until(lambda: any(each["kind"] == "move" for each in watching.news))
            if late in ("back", "fold"):
                async with ada.socket(table):
                    await watching.until(lambda: any(each["kind"] == "unbotted" for each in watching.news))

    async def play_all(server: Server) -> None:
        await asyncio.gather(*(play(server, late) for late in ("bot", "fold", "back", "good")))

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(play_all(server))
