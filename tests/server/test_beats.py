"""Windows that a table keeps open for everybody, and answers that it gives itself; all of it on a clock of our own."""

from __future__ import annotations

import asyncio
import copy
import math
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lastraft.bots import bot
from lastraft.hellapagos import codes
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.state import Deed, Window
from lastraft.hellapagos.ui.phrases import PHRASES
from lastraft.kernel import EVERYONE, Emitted
from lastraft.match import Match, position
from lastraft.protocol import WATCHER
from lastraft.protocol.one_result import one_result
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, beats, messages, plans, replay
from lastraft.server.tables import clock as tables_clock
from lastraft.server.tables.actions import AlreadyDone, Refused
from lastraft.server.tables.driver import Driver, _dues, _next, _table_answers, _window_key
from lastraft.server.tables.entries import Left, Linked, Moved, Sat, encode
from lastraft.server.tables.live_tables import LiveTable, LiveTables
from lastraft.server.tables.store import Store
from lastraft.server.tables.streams import check_may_watch
from lastraft.server.tables.table import Knowledge, Table, fold
from lastraft.survive.state import Phase
from tests.server.helpers import opening


class Clock:
    """The time that the tables of a test go by."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    own = Clock()
    monkeypatch.setattr(tables_clock, "now", own)
    return own


def seated(
    game: str, people: int, bots: int = 0, seed: int = 1, start: str = "", kind: str = "greedy", **terms: Any
) -> Table:
    """A table with people `p0`, `p1`, ... and then bots, whose game has begun, perhaps from a position."""
    size = people + bots
    table = Table("table", opening("p0", game, size, **{"pace": 1.0, **terms}))
    for seat in range(people):
        table.apply(actions.sit(table, f"p{seat}", f"Person {seat}"))
    for seat in range(people, size):
        table.apply(actions.give_to_bot(table, "p0", seat, kind))
    table.apply(actions.start(table, "p0", seed))
    if start:
        table.match = position(game, start.replace("; ", "\n"), seats=size, seed=seed)
        table._knowledge = {}
        table.window = table._last_window = None
        table._follow_window(table.log[-1].entry)
    return table


class Running:
    """What the driver does, without waiting."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table, self.clock = table, clock
        self.considered: set[Any] = set()
        self.bots = {i: bot(seat.bot, table.game, i) for i, seat in enumerate(table.seats) if seat.bot}

    def next(self) -> float | None:
        return _next(self.table, self.considered)

    def step(self) -> bool:
        """Make the next move of a bot or the table; False if it waits for a person."""
        due, table = self.next(), self.table
        if due is None:
            return False
        self.clock.now = max(self.clock.now, due)
        if _table_answers(table, self.considered, self.clock.now):
            table.apply(actions.answered_by_table(table))
            return True
        seat = next(seat for at, seat in _dues(table, self.considered) if at <= self.clock.now)
        key, passes = _window_key(table, seat), table.window and beats.declines(table, seat)
        code = beats.answers_first(table, seat, self.bots[seat].choose(beats.when_asked(table, seat), seat))
        if code == passes or code not in table.knowledge(seat).legal:
            self.considered.add(key)
        else:
            table.apply(actions.checked_move(table, seat, code))
        return True

    def to_the_end(self) -> None:
        """Until the open window is over."""
        while self.table.window and self.step():
            pass

    def until(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.clock.now + seconds
        while (due := self.next()) is not None and due <= end and self.step():
            pass
        self.clock.now = end


def shown(table: Table, seat: int) -> dict[str, Any]:
    return messages.game_state(table, seat, "en", "none")  # type: ignore[return-value]


HANDS = "first: A; round: 2; weather: 0 0 1; hand A: axe; hand B: {b}; hand C: {c}"


def test_all_pass_together_when_the_beat_ends(clock: Clock) -> None:
    """Those who said no, who were not asked and who did not answer; nobody sees a number until then."""
    table = seated("hellapagos", 3, start=HANDS.format(b="pendulum", c="club"))
    running, began = Running(table, clock), clock.now
    assert [beats.asked(table, seat) for seat in range(3)] == [False, True, False]
    assert [bool(shown(table, seat)["legal"]) for seat in range(3)] == [False, True, False]
    table.apply(actions.move(table, "p1", "pass", None, ""))
    for seat in (-1, 0, 1, 2):
        state = shown(table, seat)
        assert state["awaited"] == []
        assert state["waiting"] == "Anybody may step in now."
        assert state["beat"]["ready"] == []
    assert not any(isinstance(item.entry, Moved) for item in table.log)
    running.to_the_end()
    passes = [item.entry for item in table.log if isinstance(item.entry, Moved)]
    assert [(move.seat, move.by_table) for move in passes] == [(1, True), (2, True)]
    assert {move.at for move in passes} == {began + 3 + beats.LEAD}
    assert shown(table, 0)["legal"]


@pytest.mark.parametrize("hands", [("pendulum", "club"), ("club", "pendulum"), ("club", "flask")])
def test_no_time_depends_on_a_hand(clock: Clock, hands: tuple[str, str]) -> None:
    """Worlds that differ only in hands give all lines of the log at the same times."""
    table = seated("hellapagos", 2, bots=1, start=HANDS.format(b=hands[0], c=hands[1]))
    running, began = Running(table, clock), clock.now
    running.to_the_end()
    assert [round(item.entry.at - began, 6) for item in table.log[-2:]] == [3 + beats.LEAD] * 2


def test_stepping_in_holds_the_window(clock: Clock) -> None:
    table = seated("hellapagos", 3, start=HANDS.format(b="sandwich", c="club"))
    running = Running(table, clock)
    clock.now += 2
    table.apply(actions.step_in(table, "p2", True))
    assert [beats.asked(table, seat) for seat in range(3)] == [False, False, True]
    other = shown(table, 1)
    assert other["waiting"] == "Somebody steps in."
    assert "seat" not in messages.news(table, 1, 0, "en")[-1]
    running.until(15)
    assert table.window
    table.apply(actions.step_in(table, "p2", False))
    assert running.step()
    assert not [item for item in table.log if isinstance(item.entry, Moved) and not item.entry.by_table]


def test_stepping_in_twice_for_nothing_is_enough(clock: Clock) -> None:
    table = seated("hellapagos", 3, start=HANDS.format(b="sandwich", c="club"))
    for _ in range(2):
        table.apply(actions.step_in(table, "p2", True))
        table.apply(actions.step_in(table, "p2", False))
    with pytest.raises(actions.Refused, match="twice without playing"):
        actions.step_in(table, "p2", True)


def test_stepping_in_ahead_holds_also_a_moment_without_a_beat(clock: Clock) -> None:
    table = seated("hellapagos", 3, start=HANDS.format(b="sandwich", c="club"))
    running = Running(table, clock)
    running.to_the_end()
    table.apply(actions.step_in(table, "p1", True))
    assert table.log[-1].entry.seen == 1 << 2
    table.apply(actions.checked_move(table, 0, table.knowledge(0).legal[0]))
    assert table.window
    assert beats.length(table, table.window.beat) == 0
    assert beats.asked(table, 1)
    assert beats.over_at(table) > clock.now + 10


DEBATE = "first: A; round: 2; weather: 0 0 1; W: 1; F: 9; window: S water; hand B: club; hand C: axe"


def test_a_debate_ends_when_all_people_are_ready(clock: Clock) -> None:
    """Also those without cards; the chief may end it after a third, a bot waits for people."""
    table = seated("hellapagos", 2, bots=1, start=DEBATE, debate=45.0)
    assert beats.over_at(table) == clock.now + beats.LEAD + 45
    table.apply(actions.be_ready(table, "p1", ""))
    assert shown(table, 0)["beat"]["ready"] == [1]
    assert beats.over_at(table) > clock.now + 40
    table.apply(actions.move(table, "p0", "close", None, ""))  # too early: the chief is ready, like everybody else
    assert table.window is not None
    assert table.window.ready == {0, 1}
    running = Running(table, clock)
    running.to_the_end()
    assert clock.now < 1_000_010


def test_being_ready_does_not_let_the_next_moment_pass(clock: Clock) -> None:
    """Whoever lets the unfed die, or be fed, has not let the debate pass that follows."""
    start = "round: 2; W: 0; F: 2; hand A: sandwich; hand B: water_bottle; window: Z water; provided: A C"
    table = seated("hellapagos", 1, bots=2, start=start)
    question = table.seats[0].question
    for code in (codes.PLAY_FOR, codes.TARGET + 1):
        if code in table.knowledge(1).legal:
            table.apply(actions.checked_move(table, 1, code))
    assert table.match
    assert table.match.state.window == Window.SHORTAGE
    assert "Let us vote" in [move["label"] for move in shown(table, 0)["legal"]]
    with pytest.raises(actions.Refused, match="moment is over"):
        actions.be_ready(table, "p0", "", question)
    table.apply(actions.be_ready(table, "p0", "", table.seats[0].question))
    assert shown(table, 0)["beat"]["done"]


def test_who_is_ready_is_asked_again_only_where_it_matters(clock: Clock) -> None:
    """A Club before somebody changes nothing for the others, a Gun does: then they are told of it."""
    start = "first: A; round: 2; weather: 0 0 1; W: 1; F: 9; window: S water; hand A: water_bottle; hand B: club gun"
    table = seated("hellapagos", 1, bots=2, start=start, debate=45.0)
    table.apply(actions.be_ready(table, "p0", ""))
    for card, again in (("club", False), ("gun", True)):
        table.apply(actions.checked_move(table, 1, actions.read_move(table, 1, f"lay {card}", table.knowledge(1))))
        assert beats.asked(table, 0) == again
        assert beats.over_at(table) > clock.now, "bots may answer it"
    assert "Gun" in shown(table, 0)["prompt"].split("\n")[1]


def test_a_bot_fetches_what_it_was_sent_for(clock: Clock, tmp_path: Path) -> None:
    """If that is short tonight and can be had; wood only where nothing is. Whoever has acted promises it for
    tomorrow. It waits until the others have let its turn begin."""
    start = "round: 2; weather: 1 1; W: 1; F: 9; hand A: axe; order: B A; acted: C"
    table = seated("hellapagos", 1, bots=2, start=start)
    phrases, first = table.game.phrases, {family.name: family.first for family in PHRASES.all}
    known = table.knowledge(WATCHER).hidden
    menus = {each["menu"]: each["label"] for each in shown(table, 0)["phrases"]}
    assert menus["Ask to fetch water"] == "B", "C has acted today"
    said = [
        phrases.answer(known, seat, first[errand] + seat) for seat, errand in ((1, "FETCH_WATER"), (1, "FETCH_WOOD"))
    ]
    assert said == [first["WILL_WATER"], first["OTHER_PLANS"]]
    assert phrases.answer(known, 2, first["FETCH_WATER"] + 2) == first["PROMISE_WATER"]
    dry = position("hellapagos", start.replace("weather: 1 1", "weather: 1 0").replace("; ", "\n"), seats=3)
    assert phrases.answer(dry.state, 1, first["FETCH_WATER"] + 1) == first["OTHER_PLANS"], "it does not rain"
    table.apply(actions.phrase(table, 1, first["WILL_WATER"]))
    assert beats.kept(table, 1) == codes.ACT_WATER
    assert not table.game.rules.forbids(beats.when_asked(table, 1), 1, codes.ACT_WATER)

    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
    drives = Driver(LiveTables(Store(settings.url), settings))
    assert asyncio.run(drives._think(table, 1)) == -1, "A has not let it pass yet"


def test_a_chief_who_has_ended_a_debate_is_asked_no_more(clock: Clock) -> None:
    table = seated("hellapagos", 1, bots=2, start=DEBATE + "; hand A: flask", debate=45.0)
    clock.now += 20
    table.apply(actions.move(table, "p0", "close", None, ""))
    assert table.window
    assert shown(table, 0)["beat"]["done"], "it needs no second button"


def test_one_person_has_all_the_time_of_a_debate_and_of_an_offer(clock: Clock) -> None:
    """With bots alone only windows without ready buttons are hurried; an offer outlasts them, until it is answered."""
    table = seated("hellapagos", 1, bots=2, start=DEBATE, debate=45.0)
    table.seats[0].asks = "never"
    assert beats.over_at(table) == clock.now + beats.LEAD + 45
    table.seats[0].asks = "useful"
    assert beats.over_at(table) > clock.now + 240, "they may choose in peace what to say"
    assert shown(table, 0)["beat"]["left"] == 0
    table.apply(actions.be_ready(table, "p0", ""))
    assert beats.over_at(table) <= clock.now
    table = seated("hellapagos", 1, bots=2, start=HANDS.format(b="pendulum", c="club") + "; order: B A C")
    hurried = beats.over_at(table)
    assert hurried < clock.now + 3
    for move in ("offer A", "card pendulum", "ask 1", "done", "done"):
        code = actions.read_move(table, 1, move, table.knowledge(1))
        table.apply(actions.checked_move(table, 1, code))
    assert "swap" in shown(table, 0)["prompt"]
    assert beats.over_at(table) == math.inf, "they are asked"
    table.seats[0].asks = "never"
    assert beats.over_at(table) == clock.now + beats.OFFERED
    later = table.game.legal(beats.when_asked(table, 1), 1)  # meanwhile B thinks of what it may do afterwards
    assert "ACT_FISH" in {table.game.families[code][0] for code in later}
    table.apply(actions.move(table, "p0", "decline B", None, ""))
    assert beats.over_at(table) < clock.now + 5


@pytest.mark.parametrize(("held", "waits"), [("repellent", True), ("dive", False)])
def test_one_person_is_waited_for_where_they_are_asked(clock: Clock, held: str, waits: bool) -> None:
    """However long they read, until somebody watches, who could tell by it what they hold."""
    table = seated("survive", 1, bots=1, start=f"pieces: R1@H4 shark-1@I4 B1@E4\nholds R: {held}")
    table.apply(actions.move(table, "p0", "R1 swim H4-I4", None, ""))
    running, also = Running(table, clock), copy.deepcopy(table)
    clock.now += 1000
    assert (beats.answer(table) is None) == waits
    if waits:
        assert shown(table, 0)["beat"]["left"] == shown(table, 0)["beat"]["of"] == 0
        assert not running.step()
        LiveTable(also).watch()
        assert also.window
        assert clock.now < beats.over_at(also) == also.window.ends
        table.apply(actions.be_ready(table, "p0", ""))
    assert running.step()
    assert table.window is None


@pytest.mark.parametrize("held", ["repellent", "dive"])
def test_any_holder_of_a_tile_can_hold_the_repellent_window(clock: Clock, held: str) -> None:
    """SV-18.6: "Somebody steps in" would otherwise tell who holds a repellent."""
    table = seated("survive", 2, start=f"pieces: R1@H4 shark-1@I4 B1@E4\nholds R: {held}")
    table.apply(actions.move(table, "p0", "R1 swim H4-I4", None, ""))
    assert table.window
    assert shown(table, 0)["beat"]["step"]
    usual = beats.over_at(table)
    beats.step(table, 0, True, clock.now)
    assert beats.over_at(table) > usual
    assert shown(table, 1)["beat"]["left"] == shown(table, WATCHER)["beat"]["left"]


@pytest.mark.parametrize("who", ["spectator", "bot's person"])
def test_nobody_else_can_tell_an_offer_by_the_time(clock: Clock, who: str) -> None:
    """An offer to the only person who plays outlasts no window while somebody watches, or sees another hand."""
    table = seated("hellapagos", 1, bots=2, start=HANDS.format(b="pendulum", c="club") + "; order: B A C")
    if who == "spectator":
        check_may_watch(LiveTable(table), "somebody")
    else:
        table.seats[2].people["p2"] = False
    hurried = beats.over_at(table)
    for move in ("offer A", "card pendulum", "ask 1", "done", "done"):
        table.apply(actions.checked_move(table, 1, actions.read_move(table, 1, move, table.knowledge(1))))
    assert beats.over_at(table) == hurried
    assert table.match
    assert messages.beat_state(table, WATCHER, table.match.reader(WATCHER))["left"] == round(hurried - clock.now, 1)


def test_who_begins_to_watch_cannot_tell_an_offer(clock: Clock) -> None:
    """A window that goes on only because of an offer is found as any other may be: open for its usual time, of which a
    part is left, and it ends with that."""
    table = seated("hellapagos", 1, bots=2, start=HANDS.format(b="pendulum", c="club") + "; order: B A C")
    assert table.window
    usual = table.window.ends - table.window.begins
    for move in ("offer A", "card pendulum", "ask 1", "done", "done"):
        table.apply(actions.checked_move(table, 1, actions.read_move(table, 1, move, table.knowledge(1))))
    live, woken = LiveTable(table), list[bool]()
    live.on_watched = lambda live: woken.append(True)
    clock.now += 10
    assert table.window.ends < clock.now < beats.over_at(table)
    joined = copy.deepcopy(table)
    joined.apply(Linked(at=clock.now, seat=2, person="p2", name="C"))
    assert joined.match
    assert joined.window
    left = messages.beat_state(joined, 2, joined.match.reader(2))["left"]
    assert 0 < left <= beats.length(joined, joined.window.beat)
    assert beats.over_at(joined) == joined.window.ends, "nor can who takes a seat over"
    check_may_watch(live, "p0")
    assert not table.watched, "who sits there watches nobody"
    for _ in range(2):
        check_may_watch(live, "somebody")
    assert woken == [True], "the driver looks at the time anew, once"
    assert table.match
    found = messages.beat_state(table, WATCHER, table.match.reader(WATCHER))
    assert 0 < found["left"] < found["of"] == round(usual, 1)
    assert beats.over_at(table) == table.window.ends == pytest.approx(clock.now + found["left"], abs=0.1)


def test_an_offer_outside_a_window_lapses_once_somebody_watches(clock: Clock) -> None:
    table = seated("hellapagos", 1, bots=2, start=HANDS.format(b="pendulum", c="club") + "; order: B A C")
    moves = [(0, "pass"), (2, "pass"), *((1, each) for each in ("offer A", "card pendulum", "ask 1", "done", "done"))]
    for seat, move in moves:
        table.apply(actions.checked_move(table, seat, actions.read_move(table, seat, move, table.knowledge(seat))))
    assert table.window is None
    assert beats.only_answer(table, 0) is None
    check_may_watch(LiveTable(table), "somebody")
    lapse = beats.only_answer(table, 0)
    assert lapse
    assert lapse.at == table.seats[0].since + beats.HOLD


@pytest.mark.parametrize("people", [1, 3], ids=["alone", "with others"])
@pytest.mark.parametrize("begun", ["give C", "offer C"])
def test_who_gives_or_offers_when_asked_to_step_in_goes_on(clock: Clock, begun: str, people: int) -> None:
    """Its steps are asked for until the last, whatever the rest of the hand is good for."""
    start = "order: B C A; hand A: water_bottle pendulum; hand B: club; hand C: axe"
    table = seated("hellapagos", people, 3 - people, start=start)
    assert beats.asked(table, 0)
    for move in (begun, "card water_bottle"):
        table.apply(actions.move(table, "p0", move, None, ""))
        assert "cancel" in [move["text"] for move in shown(table, 0)["legal"]]
    assert beats.over_at(table) > clock.now + 15
    table.apply(actions.move(table, "p0", "done", None, ""))
    assert table.match
    if begun == "give C":
        assert table.match.state.hand_size[:3] == [1, 1, 2]
        assert "pass" in [move["text"] for move in shown(table, 0)["legal"]]
    else:
        assert "ask 1" in [move["text"] for move in shown(table, 0)["legal"]]


class Passes:
    """A bot that lets everything pass."""

    def choose(self, hidden: Any, seat: int) -> int:
        return codes.PASS


@pytest.mark.parametrize("answers", [None, Passes()], ids=["takes it", "lets it pass"])
@pytest.mark.parametrize(
    ("moment", "people"),
    [
        ("window: V water A; W: 2; F: 9", 1),
        ("window: V water A; W: 2; F: 9", 2),
        ("window: S water; W: 2; F: 9", 1),
        ("window: Z water; W: 0; F: 9; provided: C", 1),
        ("window: N; W: 9; F: 9", 1),
        ("order: B A C", 1),
        ("order: A B C", 1),
        ("order: C A B", 1),
    ],
)
def test_a_bot_answers_an_offer_at_once(clock: Clock, moment: str, people: int, answers: Any) -> None:
    """Whatever the moment, and though it would rather let that pass: whoever offers may wait for their life."""
    hands = "hand A: bullet bullet; hand B: club; hand C: water_bottle water_bottle coconut gun"
    table = seated("hellapagos", people, 3 - people, start=f"first: A; round: 2; weather: 0 0 1; {hands}; {moment}")
    running = Running(table, clock)
    if answers:
        running.bots[2] = answers
    if table.window is not None:
        running.until(table.window.begins - clock.now + 1)
        table.apply(actions.step_in(table, "p0", True))
    for move in ("offer C", "card bullet", "done", "ask 1", "say bullet", "say water_bottle"):
        code = actions.read_move(table, 0, move, table.knowledge(0))
        table.apply(actions.checked_move(table, 0, code))
    assert table.match
    assert table.match.state.offer_to[0] == 3
    offered = clock.now
    while table.match.state.offer_to[0] and running.step():
        pass
    assert clock.now - offered <= 3
    event = Event.DECLINED if answers else Event.EXCHANGED
    assert any(each.kind == event for each in table.log[-1].events)


DOOMED = "first: A; round: 2; W: 2; F: 9; window: V water B; hand A: sandwich; hand B: axe club; hand C: flask"


def test_a_bot_waits_for_the_answer_to_its_offer(clock: Clock) -> None:
    """It neither withdraws it nor makes another one meanwhile."""
    table = seated("hellapagos", 1, bots=2, start=DOOMED)
    assert table.match is not None
    for text in ("offer A", "card axe", "done", "ask 1", "done", "done"):
        assert beats.bot_due(table, 1) is not None
        table.apply(actions.checked_move(table, 1, table.match.parse(text, 1).code))
    assert beats.bot_due(table, 1) is None
    running = Running(table, clock)
    running.until(20)
    assert table.match.state.offer_to[1] == 1
    table.apply(actions.move(table, "p0", "decline B", None, ""))
    assert beats.bot_due(table, 1) is not None


def test_a_bot_that_has_accepted_its_fate_does_no_more(clock: Clock) -> None:
    table = seated("hellapagos", 1, bots=2, start=DOOMED)
    assert beats.bot_due(table, 1) is not None
    table.apply(actions.checked_move(table, 1, codes.ACCEPT_FATE))
    assert table.window is not None
    assert codes.GIVE in table.knowledge(1).legal
    assert beats.bot_due(table, 1) is None
    Running(table, clock).to_the_end()
    assert not [move for move in table.moves if move.seat == 1 and not move.by_table][1:]


def test_who_waits_for_their_turn_need_not_trade(clock: Clock) -> None:
    """While others may step in, a bot whose turn it is can only give and offer: it does so only if it likes that better
    than what it may do later."""
    table = seated("hellapagos", 1, 5, seed=3)
    running = Running(table, clock)
    while table.match and table.match.state.day == 1 and running.step():
        assert all(table.game.families[move.code][0] != "GIVE" for move in table.moves)
    assert not any(deeds[Deed.GIFTS] for deeds in table.match.state.deeds)  # type: ignore[union-attr]
    assert len(table.moves) > 5


def test_bots_are_asked_before_a_window_ends_however_late(clock: Clock) -> None:
    """A server that was busy for a while lets nobody die who holds a ration."""
    start = "W: 0; F: 9; dead: A; hand B: water_bottle; hand C: water_bottle; hand D: water_bottle; window: Z water"
    table = seated("hellapagos", 1, 3, start=start)
    clock.now += 60
    running = Running(table, clock)
    while table.match and table.match.state.window == Window.ZERO and running.step():
        pass
    assert table.match
    assert table.match.state.alive == 0b1110


def test_what_the_table_answers_for_somebody_is_said_to_them_as_their_own(clock: Clock) -> None:
    there = "phase: sinking; sinks: 1; moves: 0; forest: *; beach: E4; pieces: R1@H4 B1@G4"
    table = seated("survive", 1, bots=1, start=there)
    assert not beats.asked(table, 0)
    state = messages.game_state(table, 0, "en", "changes")
    assert state["prompt"].startswith("The last beach sinks.\n")
    assert not state["legal"]
    assert "is choosing" in messages.game_state(table, WATCHER, "en", "changes")["prompt"]


def test_a_wrong_move_can_be_taken_back_however_fast_the_page_plays(clock: Clock) -> None:
    """The table sinks the only tile left, which brings something to light, no sooner at one speed than at another."""
    there = "phase: action; sinks: 1; moves: 1; forest: *; beach: E4; pieces: R1@H4 B1@G4"
    waits = []
    for speed in ("normal", "off"):
        table = seated("survive", 1, bots=1, start=there)
        table.seats[0].speed = speed
        assert table.match
        table.apply(actions.checked_move(table, 0, table.match.parse("R1 walk H4-H5").code))
        while table.match.state.phase == Phase.ACTION:
            given = beats.only_answer(table, 0)
            assert given
            table.apply(actions.checked_move(table, 0, given.code))
        given = beats.only_answer(table, 0)
        assert given
        assert table.may_undo(0)
        waits.append(given.at - table.seats[0].since)
    assert waits == [beats.SECRET] * 2


def test_what_a_move_means_for_others_is_told_before_the_next_turn() -> None:
    there = "die: serpent; pieces: R1@H4 B1@G4 raft-a@C3[B2] serpent-4@A3"
    table = seated("survive", 2, start=there)
    assert table.match
    table.apply(actions.checked_move(table, 0, table.match.parse("serpent A3-B3").code))
    told = table._with_aftermath(0, [h.event for h in table.match.all_events() if h.number == 1])
    names = [table.game.events(e.kind).name for e in told]
    assert names.index("NEARED") < names.index("TURN")


def test_who_folds_says_nothing(clock: Clock) -> None:
    """A bot speaks for itself, also in another's place; default moves are made for who is away, and no more."""
    table = seated("hellapagos", 3, start=DEBATE)
    table.apply(actions.replaced(table, 0, "back"))
    assert beats.says(table, 0) >= 0, "whose debate it is always speaks"
    table.apply(actions.replaced(table, 0, "fold"))
    assert beats.says(table, 0) == -1


def test_the_chief_may_end_a_debate_after_a_third(clock: Clock) -> None:
    table = seated("hellapagos", 3, start=DEBATE, debate=45.0)
    clock.now += beats.LEAD + 16
    table.apply(actions.move(table, "p0", "close", None, ""))
    assert isinstance(table.log[-1].entry, Moved)
    assert beats.over_at(table) <= clock.now


def test_settings(clock: Clock) -> None:
    """Asked always, where it is useful, or never; the others learn nothing of it."""
    table = seated("hellapagos", 3, start=HANDS.format(b="pendulum", c="club"))
    arranged = table.arranged
    table.apply(actions.set_asks(table, "p1", "never"))
    table.apply(actions.set_asks(table, "p2", "always"))
    assert table.arranged == arranged, "otherwise the next message of the others has the lobby again"
    assert [beats.asked(table, seat) for seat in range(3)] == [False, False, True]
    assert [item.entry.seen for item in table.log[-2:]] == [1 << 2, 1 << 3]


@pytest.mark.parametrize("held", ["repellent", "dive"])
def test_a_repellent_window_takes_its_time(clock: Clock, held: str) -> None:
    """SV-18.6: the same whether or not there is a choice, and whatever is clicked."""
    start = f"pieces: R1@H4 shark-1@I4 B1@E4\nholds R: {held}"
    table = seated("survive", 2, start=start)
    table.apply(actions.move(table, "p0", "R1 swim H4-I4", None, ""))
    began = clock.now
    assert beats.asked(table, 0) == (held == "repellent")
    clock.now += 2
    table.apply(actions.be_ready(table, "p0", ""))
    Running(table, clock).step()
    assert table.log[-1].entry.at == began + beats.LEAD + 6


def test_the_table_answers_what_leaves_no_choice(clock: Clock) -> None:
    """And one undo takes both back. Whoever wants to answer that too is asked."""
    table = seated("survive", 2, start="pieces: R1@H4 B1@E4")
    running = Running(table, clock)
    also = copy.deepcopy(table)
    also.apply(actions.set_asks(also, "p0", "useful", answers=False))
    for move in ("R1 walk H4-H5", "R1 walk H5-H4", "R1 walk H4-H5"):
        also.apply(actions.move(also, "p0", move, None, ""))
    assert beats.answer(also) is None
    assert (len(shown(also, 0)["legal"]), shown(also, 0)["answers"], shown(also, 1)["answers"]) == (1, False, True)
    for move in ("R1 walk H4-H5", "R1 walk H5-H4", "R1 walk H4-H5"):
        table.apply(actions.move(table, "p0", move, None, ""))
    assert running.step()
    last = table.log[-1].entry
    assert isinstance(last, Moved)
    assert last.by_table
    assert last.at == clock.now == 1_000_000
    table.apply(actions.undo(table, "p0", ""))
    assert table.match is not None
    assert len(table.match.history) == 2
    assert replay.steps(table, 1) == [0, 1, 2]


def test_the_time_of_a_secret_answer_does_not_give_it_away(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks takes a different time each time; so does the table where only the seat knows of no choice."""
    monkeypatch.setattr(beats, "one_result_for_all", lambda *_: False)
    waits = set()
    for seed in range(3):
        table = seated("survive", 2, seed=seed, start="pieces: R1@H4 B1@E4")
        for move in ("R1 walk H4-H5", "R1 walk H5-H4", "R1 walk H4-H5"):
            table.apply(actions.move(table, "p0", move, None, ""))
        answer = beats.answer(table)
        assert answer is not None
        waits.add(answer.at - clock.now)
    assert len(waits) == 3
    assert beats.SECRET / 2 <= min(waits) <= max(waits) <= 2 * beats.SECRET


def test_an_offer_in_the_making_takes_a_bot_no_time(clock: Clock) -> None:
    """Its steps, of which nobody else learns, are made at once after the first; the next thing has its pause again."""
    start = "order: B C A; hand B: water_bottle water_bottle; hand C: sandwich"
    table = seated("hellapagos", 1, 2, start=start, pause=2.0)
    table.apply(actions.checked_move(table, 2, codes.PASS))
    assert table.window is None
    for code in (codes.OFFER + 2, codes.CARD, codes.DONE, codes.ASK + 1, codes.DONE):
        table.apply(actions.checked_move(table, 1, code))
        assert _next(table) == clock.now
    table.apply(actions.checked_move(table, 1, codes.DONE))
    assert table.match
    assert table.match.state.offer_to[1] == 3
    assert (_next(table) or 0) > clock.now


def test_who_else_has_no_choice_is_not_to_be_seen(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several answer at once, whether one is asked depends on what oneself could answer."""
    table = seated("hellapagos", 3, start=DEBATE)
    Running(table, clock).to_the_end()
    assert table.actors == (0, 1, 2), "all point at somebody"
    asked = set()
    for alone in ((1,), (0, 1), (0, 1, 2)):
        monkeypatch.setattr(beats, "one_result", lambda game, hidden, seat, alone=alone: seat in alone)
        table._worked_out = (-1, {})
        asked.add((beats.asked(table, 1), beats.asked(table, 0) == (0 not in alone)))
    assert asked == {(False, True)}


GAMES = {"survive": ("random", (2, 3)), "hellapagos": ("greedy", (3, 4)), "outlive": ("random", (2, 3))}
"""Who plays, and how many."""


def questions(table: Table) -> dict[int, Knowledge]:
    """What people are asked now, also ahead of their turn."""
    found = dict[int, Knowledge]()
    for seat in beats.people(table):
        if known := plans.ahead(table, seat):
            found[seat] = known
        elif table.knowledge(seat).legal and beats.asked(table, seat):
            found[seat] = table.knowledge(seat)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_asked_what_has_one_answer(clock: Clock, game: str) -> None:
    """Fifty games in all among people and a bot: whatever a person is asked makes a difference; where nobody is asked,
    the table goes on; the log folds to the same table."""
    kind, sizes = GAMES[game]
    asked = 0
    for seed in range(17):
        seen = set[tuple[int, int]]()
        size = sizes[seed % len(sizes)]
        table = seated(game, size - 1, bots=1, kind=kind, seed=seed)
        running, rnd, person = Running(table, clock), random.Random(seed), bot(kind, table.game, seed)
        while table.status != "over":
            clock.now += 0.1
            now = questions(table)
            for seat, known in now.items():
                if (seat, table.seats[seat].question) not in seen:
                    assert not one_result(table.game, known.hidden, seat), (seed, known.prompt)
                    seen.add((seat, table.seats[seat].question))
            if now and (table.window is None or running.next() is None or rnd.random() < 0.5):
                seat = rnd.choice(list(now))
                code = person.choose(now[seat].hidden, seat)
                table.apply(actions.move(table, f"p{seat}", code, None, ""))
            else:
                assert running.step(), "nobody is asked, and nothing happens"
        asked += len(seen)
        if seed < 2:
            folded = fold("table", [encode(item.entry) for item in table.log])
            assert folded.match.state.to_bytes() == table.match.state.to_bytes()  # type: ignore[union-attr]
    assert asked > 500


def test_bots_speak_in_a_debate_and_people_by_a_click(clock: Clock) -> None:
    """Everybody reads a phrase in their own language; what is no phrase of the moment is refused."""
    table = seated("hellapagos", 2, bots=1, start=DEBATE)
    said = beats.says(table, 2)
    assert said >= 0
    again = copy.deepcopy(table)
    again.apply(actions.phrase(again, 2, said))
    assert beats.says(again, 2) == -1, "once, also for a server that was started again since"
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 1)["phrases"]}
    table.apply(actions.say_phrase(table, "p1", offered["Accuse", "A does too little for us."], ""))
    heard = {language: messages.news(table, 0, 0, language)[-1]["text"] for language in ("en", "pl")}
    assert heard == {"en": "You do too little for us.", "pl": "Robisz dla nas za mało."}
    assert messages.news(table, 1, 0, "en")[-1]["text"] == "A does too little for us."
    with pytest.raises(actions.Refused, match="no phrase"):
        actions.say_phrase(table, "p1", 999, "")


def test_what_bots_say_follows_from_what_they_know() -> None:
    """A kind one offers what it has, a hoarder hides it; whoever did least pleads, and is accused by others."""
    base = f"seats: 3; {DEBATE.replace('hand B: club; hand C: axe', 'hand C: {c}')}; deeds A: fish 9; deeds B: fish 4"
    game = position("hellapagos", base.format(c="club").replace("; ", "\n")).game

    def says(hand: str, character: int, drawn: int, seat: int = 2, said: dict[int, set[int]] | None = None) -> str:
        m = position("hellapagos", base.format(c=hand).replace("; ", "\n"))
        code = game.phrases.of_bot(m.hidden(seat), seat, character, drawn, said or {})
        return game.phrases.text(code, game.listener(-1, m.names))

    assert says("water_bottle", 1, 30) == "I have water."
    assert says("water_bottle", 2, 30) == "I have nothing that helps."
    assert says("club", 1, 61) == "Spare me!"
    assert says("club", 1, 90, seat=0) == "C does too little for us."
    accused = PHRASES.all[0].first + 2
    assert says("club", 1, 90, seat=0, said={accused: {1}}) != "C does too little for us.", "one says it"
    peaceful = base
    for seen, said in (
        ("deeds C: shots 1", "C shoots at people!"),
        ("deeds C: shots 1; seats: 4; dead: D; wronged D: C", "C is a murderer!"),
        ("wronged A: C", "C was against me before."),
        ("in play C: gun", "C carries a Gun: we are all in danger."),
        ("field brought: 0 0 0 0 0 0 0 0 1" + 39 * " 0", "C, have you any water?"),
    ):
        base = f"{peaceful}; {seen}"
        assert says("club", 1, 90, seat=0) == said
    first = {family.name: family.first for family in PHRASES.all}
    base += "; hand B: axe"
    assert says("club", 1, 90, seat=0) == "B, have you any water?"
    none = {first["HAVE_NONE"]: {1}}
    assert says("club", 1, 90, seat=0, said=none) == "C, have you any water?", "B has said that they have none"
    assert says("club", 1, 90, seat=0, said=none | {first["ASK_WATER"] + 2: {1}}) == "", "and C has been asked"
    promise = next(each for each in range(0, 90, 2) if says("club", 1, each).startswith("I'll "))
    promised = {first[f"PROMISE_{what}"]: {2} for what in ("WATER", "FISH", "WOOD")}
    assert says("club", 1, promise, said=promised) == "Spare me!", "nobody promises the same twice"
    base = peaceful
    base += "; provided: C"
    assert says("club", 1, 90, seat=0) != "C does too little for us."  # they cannot be chosen any more
    assert says("club", 1, 61) != "Spare me!", "nor need they plead"


def test_whoever_accuses_somebody_points_at_them(clock: Clock) -> None:
    table = seated("hellapagos", 1, bots=2, start=DEBATE)
    accused = PHRASES.all[0].first
    table.apply(actions.phrase(table, 2, accused + 1))
    assert beats.kept(table, 2) == -1, "nothing is voted on yet"
    table.apply(actions.be_ready(table, "p0", ""))
    Running(table, clock).to_the_end()
    assert beats.kept(table, 2) == codes.VOTE + 1
    assert beats.kept(table, 1) == -1


def test_bots_cry_out_and_thank_for_what_everybody_saw() -> None:
    """A murder, a theft, and the ration that the night lacked; the doer says nothing."""
    m = position("hellapagos", "seats: 3; W: 3; F: 3; weather: 1".replace("; ", "\n"))
    after, text = m.game.phrases.after, m.game.phrases.text

    def said(kind: int, a: int, b: int, seat: int = 2) -> str:
        return text(after(m.state, [Emitted(EVERYONE, kind, a, b, 0)], seat), m.game.listener(-1, m.names))

    assert said(Event.KILLED, 0, 1) == "A is a murderer!"
    assert said(Event.KILLED, 2, 1) == ""
    assert said(Event.STOLE, 0, 2) == "A is a thief!"
    assert said(Event.STOLE, 0, 1) == "A is a thief!", "whoever is robbed may be a person"
    assert said(Event.STOLE, 2, 1) == ""
    assert said(Event.FISHED, 0, 1) == "Thank you, A."
    m.state.food = 6
    assert said(Event.FISHED, 0, 1) == "", "there was enough"


def test_bots_answer_people_and_say_why_they_give(clock: Clock) -> None:
    """Once, and nobody else of a bot; whoever has done something says so, whoever has not promises."""
    start = DEBATE.replace("hand C: axe", "hand C: axe flask") + "; deeds C: fish 4"
    table, phrases = seated("hellapagos", 2, bots=1, start=start), seated("hellapagos", 2, bots=1).game.phrases
    accuse = {each["label"]: each["code"] for each in shown(table, 1)["phrases"] if each["menu"] == "Accuse"}

    def said() -> str:
        reply = beats.reply(table, (), clock.now)
        return phrases.text(reply.code, table.game.listener(0, table.names)) if reply else ""

    table.apply(actions.phrase(table, 2, accuse["A does too little for us."]))
    table.apply(actions.say_phrase(table, "p1", accuse["A does too little for us."], ""))
    assert said() == "", "people answer for themselves"
    table.apply(actions.say_phrase(table, "p1", accuse["C does too little for us."], ""))
    assert said() == "I do my share: look at the others."
    reply = beats.reply(table, (), clock.now)
    assert reply
    assert reply.at > clock.now
    assert beats.reply(table, {(table.id, "reply", reply.number, 2)}, clock.now) is None
    assert beats.reply(table, (), clock.now + 60) is None
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 1)["phrases"]}
    for asked, answered in (("Ask for water", "Make me an offer."), ("You broke your promise", "Plans change.")):
        clock.now += 60
        table.apply(actions.say_phrase(table, "p1", offered[asked, "C"], ""))
        assert said() == answered
    first = {family.name: family.first for family in PHRASES.all}
    known = table.knowledge(WATCHER).hidden
    shrugged = {phrases.answer(known, 2, first[name] + 2) for name in ("MURDERER", "WRONGED", "LIAR")}
    assert shrugged == {first["NOTHING_PERSONAL"]}
    assert phrases.answer(known, 2, first["THIEF"] + 2) == phrases.answer(known, 2, first["ARMED"] + 2) >= 0
    table.apply(actions.phrase(table, 2, first["PLANS"]))
    table.apply(actions.say_phrase(table, "p1", offered["You broke your promise", "C"], ""))
    assert said() == "", "it has said so today"
    clock.now += 60
    for move in ("give A", "card axe", "done"):
        table.apply(actions.checked_move(table, 2, actions.read_move(table, 2, move, table.knowledge(2))))
    assert said() == "You need it more than I do."


def test_before_a_vote_people_and_bots_agree_whom_to_point_at(clock: Clock) -> None:
    """Nobody speaks of tomorrow on the last day, and nobody asks for an offer that cannot be made."""
    start = "round: 3; weather: 1 1 h; W: 2; F: 9; hand A: axe; hand C: club; deeds C: fish 4; window: S water"
    table = seated("hellapagos", 1, bots=2, start=start)
    phrases, first = table.game.phrases, {family.name: family.first for family in PHRASES.all}
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 0)["phrases"]}
    assert [label for menu, label in offered if menu == "Promise"] == [
        "I will not point at B.",
        "I will not point at C.",
    ]
    known = table.knowledge(WATCHER).hidden
    at_b = offered["Let us point at", "B"]
    assert phrases.answer(known, 1, at_b) == first["WORK_TOO"], "each in other words"
    assert phrases.answer(known, 2, at_b) == first["AGREED"] + 1, "B has done least"
    assert phrases.answer(known, 1, first["POINT_AT"] + 2) == -1
    assert phrases.answer(known, 2, first["NOT_YOU"] + 2) == first["HOLD_TO_IT"]
    assert phrases.answer(known, 1, first["ACCUSE"] + 1) == first["SPARE_ME"]
    said = {phrases.of_bot(table.knowledge(1).hidden, 1, 0, drawn, {}) for drawn in range(100)}
    assert not said & {first[f"PROMISE_{what}"] for what in ("WATER", "FISH", "WOOD")}
    doomed = position("hellapagos", "W: 2\nF: 9\nhand B: axe\nwindow: V water A", seats=3)
    assert phrases.answer(doomed.state, 1, first["ASK_WATER"] + 1) == first["KEEP_MINE"], "A has nothing to offer"


def test_a_bot_says_why_it_refuses_where_nobody_else_hears(clock: Clock) -> None:
    """By what is said of the cards, whatever it holds; others, who do not know of the offer, hear nothing."""
    for people, given, wished, wronged, said in (
        (1, "bullet", "coconut", "", "That is too little for me: add something."),
        (1, "coconut", "bullet", "", "I would rather keep what I have."),
        (1, "coconut", "bullet", "; wronged C: A", "You were against me before."),
        (2, "bullet", "coconut", "", ""),
    ):
        start = f"order: A B C; hand A: bullet; hand B: club; hand C: axe{wronged}"
        table = seated("hellapagos", people, 3 - people, start=start)
        for move in ("offer C", "card bullet", "ask 1", f"say {given}", f"say {wished}"):
            table.apply(actions.checked_move(table, 0, actions.read_move(table, 0, move, table.knowledge(0))))
        code = beats.refuses(table, 2, codes.DECLINE)
        assert table.game.phrases.text(code, table.game.listener(0, table.names)) == said
        assert beats.refuses(table, 2, codes.ACCEPT) == -1
        table.apply(actions.checked_move(table, 2, codes.DECLINE))
        if code >= 0:
            actions.phrase(table, 2, code)


@pytest.mark.parametrize("gave", ["bullet", "axe"])
def test_a_bot_that_was_told_a_lie_says_so(clock: Clock, gave: str) -> None:
    """Where the cards that it got are not those that the offer said, once they changed hands."""
    table = seated("hellapagos", 1, 2, start="order: A B C; hand A: bullet axe; hand B: club; hand C: flask")
    moves = [(0, "offer C"), (0, f"card {gave}"), (0, "done"), (0, "ask 1"), (0, "say bullet"), (0, "done")]
    for seat, move in (*moves, (2, "accept A"), (2, "card flask")):
        table.apply(actions.checked_move(table, seat, actions.read_move(table, seat, move, table.knowledge(seat))))
    reply = beats.reply(table, (), clock.now)
    assert (reply is not None) == (gave == "axe")
    r = table.game.reader(table.knowledge(2).hidden, 2, table.names)
    may_say = {each.label for each in beats.phrases_offered(table, r)}
    assert any("lied" in label for label in may_say) == (gave == "axe"), "nobody accuses without ground"
    if reply:
        said = table.game.phrases.text(reply.code, table.game.listener(0, table.names))
        assert said == "You lied to me about a card."
        actions.phrase(table, reply.seat, reply.code)


@pytest.mark.parametrize("refused", [True, False])
def test_a_bot_whom_a_person_refused_offers_nothing_for_a_day(clock: Clock, refused: bool) -> None:
    table = seated("hellapagos", 1, 2, start="order: B A C; hand A: axe; hand B: club gun; hand C: flask")
    offer = ("offer A" if refused else "offer C", "card club", "done", "ask 0", "done")
    who = 0 if refused else 2
    for seat, move in (*((1, each) for each in offer), (who, "decline B")):
        table.apply(actions.checked_move(table, seat, actions.read_move(table, seat, move, table.knowledge(seat))))

    def offers(*since: Emitted) -> bool:
        hidden, learnt = beats.when_asked(table, 1), [*table.log[-1].events, *since]
        assert any(codes.OFFER <= move < codes.CARD for move in table.game.legal(hidden, 1)) != refused
        known = table.knowledge(1).hidden.copy()
        table.game.windows.discourage(known, 1, 1, learnt)
        return any(codes.OFFER <= move < codes.CARD for move in table.game.legal(known, 1))

    morning = Emitted(EVERYONE, Event.ROUND, 3, 0, 0)
    assert [offers(), offers(morning), offers(morning, morning)] == [not refused, not refused, True]


def setup_choices(table: Table, seat: int) -> list[int]:
    """Answer all that a seat is asked ahead of its turn by the lowest codes; which."""
    made = []
    while known := plans.ahead(table, seat):
        made.append(known.legal[0])
        table.apply(actions.move(table, f"p{seat}", known.legal[0], None, ""))
    return made


def test_setup_together_is_the_same_as_one_after_another(clock: Clock) -> None:
    """OL-2.13: the log has the order of the rules; nobody sees a plan."""
    table = seated("outlive", 3, seed=4)
    before = [table.stream_number(reader) for reader in (-1, 0, 1)]
    made = [setup_choices(table, seat) for seat in (1, 2)]
    assert all(len(each) == 7 for each in made)
    assert [table.stream_number(reader) for reader in (-1, 0)] == before[:2]
    assert not shown(table, 1)["legal"]
    assert shown(table, 2)["undo"]
    table.apply(actions.undo(table, "p2", "sent twice"))
    with pytest.raises(actions.AlreadyDone):
        actions.undo(table, "p2", "sent twice")
    made[1] = made[1][:-1] + setup_choices(table, 2)
    in_turn = seated("outlive", 3, seed=4)
    running = Running(table, clock)
    while table.match and table.match.asked == 0 and len(table.match.history) < 7:
        code = table.knowledge(0).legal[0]
        table.apply(actions.move(table, "p0", code, None, ""))
        in_turn.apply(actions.checked_move(in_turn, 0, code))
    while beats.answer(table):
        assert running.step()
    for seat, row in ((1, made[0]), (2, made[1])):
        for code in row:
            in_turn.apply(actions.checked_move(in_turn, seat, code))
    assert table.match is not None
    assert in_turn.match is not None
    assert table.match.state.to_bytes() == in_turn.match.state.to_bytes()
    folded = fold("table", [encode(item.entry) for item in table.log])
    assert folded.match is not None
    assert folded.match.state.to_bytes() == table.match.state.to_bytes()


def test_a_stale_plan_is_dropped(clock: Clock) -> None:
    """Whoever is asked something else than they answered ahead is asked."""
    table = seated("outlive", 2, seed=4)
    setup_choices(table, 1)
    table.plans[1][0] = table.plans[1][0]._replace(legal=(1, 2, 3))
    while table.match and table.match.asked == 0:
        table.apply(actions.move(table, "p0", table.knowledge(0).legal[0], None, ""))
    assert beats.answer(table) is None
    assert shown(table, 1)["legal"]
    table.apply(actions.move(table, "p1", table.knowledge(1).legal[1], None, ""))
    assert 1 not in table.plans


def test_the_rest_of_the_setup_is_left_to_the_table(clock: Clock) -> None:
    """Survive: each piece is still a legal move in its turn, nobody else learns who does so, and one is not asked."""
    table = seated("survive", 2, bots=2, seed=3)
    running = Running(table, clock)
    while not shown(table, 0)["legal"]:
        assert running.step() or table.match.asked == 1  # type: ignore[union-attr]
        if table.match and table.match.asked == 1:
            table.apply(actions.move(table, "p1", table.knowledge(1).legal[0], None, ""))
    assert shown(table, 0)["rest"] == ("Place my people for me", False)
    before = table.stream_number(1)
    table.apply(actions.leave_rest(table, "p0", True))
    assert table.stream_number(1) == before
    with pytest.raises(actions.AlreadyDone):
        actions.leave_rest(table, "p0", True)
    while shown(table, 1)["rest"]:
        assert not shown(table, 0)["legal"], "not asked"
        if not running.step():
            assert table.match is not None
            assert table.match.asked == 1
            table.apply(actions.move(table, "p1", table.knowledge(1).legal[0], None, ""))
    assert table.match is not None
    assert table.match.state.placed[:2] == [10, 10]
    assert not any(table.match.state.raft), "rafts are one's own to place"

    def told(seat: int, after: int | None) -> list[tuple[str, str, str]]:
        news = messages.changes_for_page(table, f"p{seat}", after, "en", 400, None)[0]["news"]
        return [each["placed"] for each in news if "placed" in each]

    assert len(told(0, before)) >= 9, "its owner is told where each value stands,"
    assert all(said == f"{sign} on {at.removeprefix('space-')}" for said, at, sign in told(0, before))
    assert not set(told(0, before)) & set(told(1, before)), "nobody else,"
    assert not told(0, None), "and who comes back later is not told again"
    assert shown(table, 0)["rest"] is None
    with pytest.raises(actions.Refused, match="nothing that the table could place"):
        actions.leave_rest(table, "p0", False)
    folded = fold("table", [encode(item.entry) for item in table.log])
    assert folded.match is not None
    assert folded.match.state.to_bytes() == table.match.state.to_bytes()
    table.apply(Left(at=clock.now, seat=0, bot="greedy"))
    table.apply(Sat(at=clock.now + 1, seat=0, person="p9", name="New"))
    assert not told(9, before), "nor is who takes the seat over, whatever number they send"


SHOT = "first: B; round: 2; weather: 0 0 1; W: 9; F: 9; hand A: axe; hand B: gun bullet; order: B C A"


def test_what_lets_a_window_pass_says_what_it_does(clock: Clock) -> None:
    """Whoever is shot at uses Sheet Metal by its name; who is asked whether to save somebody does nothing, and is not
    ready for it."""

    def labels(table: Table) -> list[str]:
        return [move["label"] for move in shown(table, 0)["legal"]]

    table = seated("hellapagos", 1, bots=2, start=SHOT.replace("axe", "sheet_metal"))
    table.apply(actions.checked_move(table, 1, actions.read_move(table, 1, "shoot A", table.knowledge(1))))
    assert labels(table)[:2] == ["Use Sheet Metal", "Do nothing"]
    saved = "first: B; W: 2; hand A: water_bottle; hand B: axe; field vote: 2 0 2 0 0 0 0 0 0 0 0 0; window: V water B"
    assert "Do nothing" in labels(seated("hellapagos", 1, bots=2, start=saved))


def test_who_is_out_is_told_why_and_may_hurry_to_the_end(clock: Clock) -> None:
    """Only whoever is out, and nobody else is told of it; then bots neither pause nor wait for each other."""
    table = seated("hellapagos", 1, bots=2, start=SHOT, pause=2.0)
    with pytest.raises(actions.Refused):
        actions.leave_rest(table, "p0", True)
    news = table.stream_number(0)
    table.apply(actions.checked_move(table, 1, actions.read_move(table, 1, "shoot A", table.knowledge(1))))
    while not beats.is_out(table, 0):
        Running(table, clock).step()
    told = [each["fate"] for each in messages.news(table, 0, news, "en", staged=True) if "fate" in each]
    killer = table.names[1]
    assert [lines[0] for lines in told] == [f"{killer} has killed you and takes your cards."]
    assert not any("fate" in each for each in messages.news(table, WATCHER, 0, "en", staged=True))
    slowly = copy.deepcopy(table)
    table.apply(actions.leave_rest(table, "p0", True))
    times = []
    for each in (table, slowly):
        clock.now = began = 2_000_000.0
        running = Running(each, clock)
        while each.status == "running" and running.step():
            pass
        times.append(clock.now - began)
    assert times[0] < times[1] / 2


def test_bots_pause_as_long_as_the_slowest_page_plays(clock: Clock) -> None:
    """With one person as that one's page plays; where somebody watches, no faster than usual."""

    def waits(table: Table, *speeds: str) -> float:
        for seat, speed in enumerate(speeds):
            with suppress(AlreadyDone):
                table.apply(actions.set_asks(table, f"p{seat}", speed=speed))
        due = _next(table)
        assert due is not None
        return round(due - clock.now, 3)

    alone, both = (seated("driftwood", people, bots=1, pause=1.0) for people in (1, 2))
    for table, people in ((alone, 1), (both, 2)):
        for seat in range(people):
            code = table.knowledge(seat).legal[0]
            table.apply(actions.checked_move(table, seat, code))
        assert [*table.actors] == [people]
    usual = waits(alone, "normal")
    assert usual > 0
    assert waits(alone, "slow") == round(1.6 * usual, 3)
    assert waits(alone, "fast") == round(0.45 * usual, 3)
    assert waits(alone, "off") == 0
    assert shown(alone, 0)["speed"] == "off"
    alone.watched = True
    assert waits(alone) == usual
    assert waits(both, "off", "fast") == round(0.45 * usual, 3)
    assert waits(both, "off", "normal") == usual
    with pytest.raises(Refused, match="slow, normal, fast or off"):
        actions.set_asks(both, "p0", speed="faster")
    assert both.seats[0].asks == "useful", "what is left out stays"


@pytest.mark.parametrize("game", ["survive", "outlive"])
def test_one_bot_answers_words_of_courtesy(clock: Clock, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moved last first, and after the end too."""
    table = seated(game, 1, bots=2)
    offered = {each["label"]: each["code"] for each in shown(table, 0)["phrases"]}

    def answers(text: str) -> list[str]:
        clock.now += 60
        table.apply(actions.say_phrase(table, "p0", offered[text], ""))
        said = list[str]()
        while reply := beats.reply(table, (), clock.now):
            entry = actions.phrase(table, reply.seat, reply.code)
            table.apply(entry)
            said.append(entry.text)
        return said

    assert answers("Good luck!") == answers("Well played!") == ["Thank you."]
    assert answers("Good game!") == ["Good game!"]
    assert answers("Ouch!") == []
    monkeypatch.setattr(Match, "over", True)
    table.status = "over"
    assert {each["label"] for each in shown(table, 0)["phrases"]} == {"Well played!", "Thank you.", "Good game!"}
    assert answers("Good game!") == ["Good game!"]
    with pytest.raises(Refused):
        answers("Hurry up, please.")
