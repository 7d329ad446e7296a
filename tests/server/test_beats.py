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
from lastraft.match import position
from lastraft.protocol import WATCHER
from lastraft.protocol.one_result import one_result
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, beats, messages, plans, replay
from lastraft.server.tables.actions import AlreadyDone, Refused
from lastraft.server.tables.driver import Driver, _next
from lastraft.server.tables.entries import Linked, Moved, encode
from lastraft.server.tables.live_tables import LiveTable, LiveTables
from lastraft.server.tables.store import Store
from lastraft.server.tables.streams import check_may_watch
from lastraft.server.tables.table import Knowledge, Table, fold
from lastraft.survive.state import Phase
from tests.server.running import DEBATE, HANDS, Clock, Running, seated, shown


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
    assert "Let's vote" in [move["label"] for move in shown(table, 0)["legal"]]
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


@pytest.mark.parametrize("hand", ["axe club", "water_bottle", "coconut axe"])
def test_a_bot_helps_itself_before_others_need_to(clock: Clock, hand: str) -> None:
    """As soon whatever it holds: nobody wastes a card on whoever drinks their own."""
    table = seated("hellapagos", 1, bots=2, start=DOOMED.replace("axe club", hand).replace("sandwich", "filthy_water"))
    assert table.window
    due = [beats.bot_due(table, seat) or 0 for seat in (1, 2)]
    assert due[0] <= table.window.begins + 0.5 < due[1]


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
    before = table.match.state
    table.apply(actions.checked_move(table, 0, table.match.parse("serpent A3-B3").code))
    told = table._with_aftermath(before, 0, [h.event for h in table.match.all_events() if h.number == 1])
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
        at_once: list[Any] = messages.game_state(table, 0, "en", "changes")["legal"]
        assert [move["codes"][0] for move in at_once] == [answer.code] * 16, "a beach may be sunk meanwhile"
        assert not messages.game_state(table, 0, "en", "")["legal"]
        assert not messages.game_state(table, 1, "en", "changes")["legal"]
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


def test_whoever_dies_tonight_is_told_so_whatever_they_hold(clock: Clock) -> None:
    """They read what they may still do, and accept their fate instead of being ready."""
    for hand in ("water_bottle", "axe"):
        dies = f"first: B; W: 0; F: 9; hand A: {hand}; hand B: club; window: Z water"
        state = shown(seated("hellapagos", 1, bots=2, start=dies), 0)
        assert state["beat"]["urgent"]
        assert "die" in state["prompt"].split("\n")[0]
        assert state["beat"]["asked"] == (hand == "water_bottle")
        assert "Do nothing" not in [move["label"] for move in state["legal"]]


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
