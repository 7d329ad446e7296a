"""A game over days: nights, reserves and days off, standing orders, and how often people are called."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from lastraft.bots import bot
from lastraft.hellapagos import codes
from lastraft.hellapagos.components import Card
from lastraft.server.tables import actions, beats, calls, entries, messages
from lastraft.server.tables import clock as tables_clock
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.driver import _dues, _next
from lastraft.server.tables.entries import Clock, Moved, encode
from lastraft.server.tables.nights import Night, after, counted
from lastraft.server.tables.table import Table, fold
from lastraft.server.web import days as drawer
from tests.server.helpers import Server, serving
from tests.server.test_beats import Clock as Time
from tests.server.test_beats import seated
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
    """Six people who come by twice a day, each in their own time zone, and a driver that waits for nothing."""

    def __init__(self, table: Table, clock: Time, ordering: bool) -> None:
        self.table, self.clock, self.ordering = table, clock, ordering
        self.greedy = bot("greedy", table.game, 7)
        self.caller = calls.Caller(table)
        self.coming: list[calls.Call] = []
        self.called: list[calls.Call] = []
        self.missed = 0
        self.here: list[int] = []
        for seat, zone in enumerate(ZONES):
            self.apply(actions.sleep(table, f"p{seat}", zone, 22 * 60 + 30, 7 * 60 + 30))

    def apply(self, entry: entries.LogEntry) -> None:
        self.table.apply(entry)
        self.coming += self.caller.follow(self.table, self.here, self.clock.now)

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

    def drive(self, until: float) -> None:
        """What the driver does until somebody comes by."""
        table = self.table
        while table.status == "running" and (due := _next(table)) is not None and due <= until:
            self.clock.now = max(self.clock.now, due)
            answer = beats.answer(table)
            if answer and answer.at <= self.clock.now:
                self.apply(actions.answered_by_table(table))
            else:
                seat = next(seat for at, seat in _dues(table) if at <= self.clock.now)
                self.missed += 1
                self.apply(actions.timed_out(table, seat))
        self.clock.now = until

    def visit(self, seat: int) -> None:
        """Somebody answers all that they are asked, and leaves orders for the time until they come again."""
        table = self.table
        self.here = [seat]
        self.called += [call for call in self.coming if call.seat == seat and call.at <= self.clock.now]
        self.coming = [call for call in self.coming if call.seat != seat]
        self.caller.follow(table, self.here, self.clock.now)
        for _ in range(60):
            self.drive(self.clock.now)
            if table.status != "running" or not (table.knowledge(seat).legal and beats.asked(table, seat)):
                break
            code = int(self.greedy.choose(table.knowledge(seat).hidden, seat))
            self.apply(actions.move(table, f"p{seat}", code, None, ""))
        if self.ordering and table.status == "running":
            self.order(seat)
        self.drive(self.clock.now)
        self.here = []

    def order(self, seat: int) -> None:
        """Everything that can be ordered; what is missed is left to chance."""
        table = self.table
        if table.seats[seat].asks != "never":
            self.apply(actions.set_asks(table, f"p{seat}", "never"))
        r = table.game.reader(table.knowledge(seat).hidden, seat, table.names)
        for occasion in table.game.orders.occasions:
            for choice in list(table.game.orders.choices(r, occasion.name))[:2]:
                if not table.seats[seat].orders.get((occasion.name, choice.what)):
                    self.apply(actions.give_order(table, f"p{seat}", occasion.name, choice.what))

    def play(self) -> None:
        for at, seat in self.visits():
            self.drive(at)
            if self.table.status != "running":
                return
            self.visit(seat)
        raise AssertionError("the game does not end")

    def most_a_day(self) -> int:
        """The most calls of one person on one of their days."""
        days: Counter[tuple[int, Any]] = Counter()
        for call in self.called:
            days[call.seat, datetime.fromtimestamp(call.at, ZoneInfo(ZONES[call.seat])).date()] += 1
        return max(days.values(), default=0)


def test_a_game_of_six_over_days(clock: Time) -> None:
    """Everybody comes by twice a day: nobody is called more often, and with orders less often. Every server reads the
    same from the log."""
    calls_a_round = []
    for ordering in (False, True):
        days = Days(seated("hellapagos", 6, seed=3, clock=OVER_DAYS), clock, ordering)
        days.play()
        table = days.table
        assert days.most_a_day() <= 2
        assert not [call for call in days.called if _asleep(call)]
        assert any(isinstance(entry, Moved) and entry.ordered for entry, _ in table.log) == ordering
        again = fold("table", [encode(item.entry) for item in table.log])
        assert again.match
        assert table.match
        assert again.match.state.to_bytes() == table.match.state.to_bytes()
        assert [(seat.orders, seat.lost_orders, seat.bank) for seat in again.seats] == [
            (seat.orders, seat.lost_orders, seat.bank) for seat in table.seats
        ]
        _check_nobody_saw(table)
        calls_a_round.append(len(days.called) / table.knowledge(-1).hidden.day)
    assert calls_a_round[0] < 12  # with a table that waits for every answer it is 29
    assert calls_a_round[1] < 0.8 * calls_a_round[0]


def _asleep(call: calls.Call) -> bool:
    wall = datetime.fromtimestamp(call.at, ZoneInfo(ZONES[call.seat]))
    return not 7 * 60 + 30 <= wall.hour * 60 + wall.minute < 22 * 60 + 30


def _check_nobody_saw(table: Table) -> None:
    """Orders, nights and who is never asked reach their own seat only; that a move was ordered, too."""
    for reader in range(-1, 6):
        for index in table.streams[reader]:
            entry = table.log[index].entry
            if isinstance(entry, (entries.Ordered, entries.Slept, entries.Asking)):
                assert entry.seat == reader
        for news in messages.news(table, reader, table.stream_number(reader) - 40, "en"):
            assert not news.get("ordered") or news["seat"] == reader
    for call in (calls.call(table, seat) for seat in range(6)):
        assert call.words("pl")[0] != call.words("en")[0]


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
    table.apply(actions.timed_out(table, 0))
    assert (table.moves[-1].code, table.moves[-1].ordered, table.moves[-1].by_clock) == (codes.ACT_WATER, True, False)


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
    """At a real server: a bot moves, plays until its person is back, or for good."""

    async def play(server: Server, late: str) -> None:
        clock = {"kind": "hours", "amount": 1 / 3600}
        table, (ada, ben) = await lobby(server, "Ada", "Ben", seats=2, clock=clock, pace=1, late=late)
        async with ben.socket(table) as watching:
            await ada.post(f"/api/tables/{table}/start")
            await watching.until(lambda: {each["kind"] for each in watching.news} & {"move", "botted", "left"})
            kinds = {each["kind"] for each in watching.news}
            assert ("botted" in kinds, "left" in kinds) == (late == "back", late == "good")
            if late == "back":
                async with ada.socket(table):
                    await watching.until(lambda: any(each["kind"] == "unbotted" for each in watching.news))

    async def play_all(server: Server) -> None:
        await asyncio.gather(*(play(server, late) for late in ("bot", "back", "good")))

    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        asyncio.run(play_all(server))
