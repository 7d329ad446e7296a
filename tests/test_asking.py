"""Who is asked in a window, how long it lasts, and questions whose answers all come to the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from bench.questions import count
from lastraft.bots import bot
from lastraft.kernel import part
from lastraft.kernel.rng import seed_rng
from lastraft.match import Match
from lastraft.outlive.state import Visit
from lastraft.protocol.one_result import needed, one_result, one_result_for_all
from tests.hellapagos.helpers import at, do
from tests.outlive.helpers import at as in_outlive
from tests.outlive.helpers import play as play_outlive
from tests.survive.helpers import play, table

HANDS = "seats: 3; first: A; round: 2; weather: 0 0 1; hand A: axe; hand B: {b}; hand C: club"


def asked(m: Match) -> list[int]:
    """The seats whose hand could matter in the open window, of those who can let it pass."""
    w, seats = m.game.windows, range(m.seats)
    return [i for i in seats if w.declines(m.hidden(i), i) >= 0 and w.matters(m.hidden(i), i)]


def seconds(m: Match) -> float:
    beat = m.game.windows.beat(m.hidden(-1))
    return -1 if beat is None else beat.seconds


@pytest.mark.parametrize(
    ("there", "useful"),
    [("first: A; W: 3; F: 2", True), ("first: A; W: 3; F: 3", False), ("first: C; W: 3; F: 2", False)],
)
def test_the_alarm_clock_at_night(there: str, useful: bool) -> None:
    """Where something is short tomorrow and its owner does not begin anyway; the others wait as long either way."""
    m = at(f"seats: 3; round: 2; weather: 0 0 1; {there}; hand B: alarm_clock; window: N")
    assert asked(m) == ([1] if useful else [])
    assert seconds(m) == 5


@pytest.mark.parametrize(
    ("hand", "useful"), [("pendulum", True), ("sandwich", False), ("gun bullet", False), ("voodoo_doll", False)]
)
def test_in_the_turn_of_another(hand: str, useful: bool) -> None:
    """Before the first turn of a day, what names somebody to come; its length does not depend on who holds it."""
    m = at(HANDS.format(b=hand))
    assert asked(m) == ([1] if useful else [])
    assert seconds(m) == 3


def test_a_ration_waits_for_the_debate() -> None:
    """An empty marker means no debate, so that then a ration is asked for at dusk."""
    hungry = "; W: 9; F: {food}; R: 0; window: D"
    m = at(HANDS.format(b="sandwich") + hungry.format(food=1))
    assert (asked(m), seconds(m)) == ([], 0)
    m = at(HANDS.format(b="sandwich") + hungry.format(food=0))
    assert (asked(m), seconds(m)) == ([1], 5)
    m = at(HANDS.format(b="coconut") + hungry.format(food=0))
    assert (asked(m), seconds(m)) == ([], 5)


def greedy_games(seats: int, games: int) -> Iterator[Match]:
    kinds = itertools.cycle(["greedy", "greedy:helpful", "greedy:hoarder", "greedy:gunslinger", "greedy:grudge"])
    for seed in range(games):
        m = Match("hellapagos", seats, seed=seed)
        bots = [bot(next(kinds), m.game, 77 * seed + i) for i in range(seats)]
        while m.asked is not None:
            yield m
            m.push(bots[m.asked].choose(m.hidden(m.asked), m.asked), m.asked)


def test_a_window_that_matters_to_somebody_has_time_for_everybody() -> None:
    """Whoever is asked has a legal card, and the window lasts; how long follows from what everybody knows: other hands
    that nobody could tell from these give the same."""
    moments = 0
    for m in greedy_games(5, 3):
        game, s = m.game, m.hidden(-1)
        beat = game.windows.beat(s)
        if beat is None or m.state.depth:
            continue
        other = s.copy()
        seed_rng(other, 1, 2, 3, len(m.history))
        game.rules.determinize(other, -1)
        assert game.windows.beat(game.hidden(other, -1)) == beat
        if not beat.seconds:
            assert asked(m) == []
        for seat in asked(m):
            moments += 1
            if seat != beat.owner and not m.state.draft[seat]:
                assert game.windows.why(m.reader(seat)).startswith("You hold "), "it is said why"
            plays = {game.families[code][0] for code in m.legal_moves(seat).codes()}
            assert plays & {"PLAY_PERMANENT", "PLAY_COMMON", "PLAY_FOR", "PLAY_SPECIAL", "SHOOT", "GIVE"} or (
                seat == beat.owner
            )
    assert moments > 20


@pytest.mark.parametrize("seats", [6, 12])
def test_how_often_a_castaway_is_asked_a_day(seats: int) -> None:
    """At most 3.5 times, by those of bench/questions.py, and not much less than by the rules."""
    counted, days, _ = count("hellapagos", seats, 5)
    assert 2 < counted["asked"] / days <= 3.5 < sum(counted.values()) / days


def test_letting_a_window_pass() -> None:
    m = at(HANDS.format(b="flask"))
    game = m.game

    def text(seat: int) -> str:
        code = game.windows.declines(m.hidden(seat), seat)
        return game.notation.move_text(m.state, seat, code) if code >= 0 else ""

    assert [text(seat) for seat in range(3)] == ["", "pass", "pass"]
    do(m, "B: give C")
    lapsing = game.windows.lapses(m.hidden(1), 1)
    assert game.notation.move_text(m.state, 1, lapsing) == "cancel"
    do(m, "B: cancel", "B: pass", "C: pass")
    assert game.windows.beat(m.hidden(-1)) is None


def test_a_repellent_window_is_as_long_for_everybody() -> None:
    """SV-18.6: with and without a repellent; not where nobody of theirs can come to harm."""
    for held, matters in (("repellent", True), ("dive", False)):
        m = play(table("R1@H4 shark-1@I4 B1@E4", f"holds R: {held}"), "R1 swim H4-I4")
        w = m.game.windows
        assert seconds(m) == 6
        assert w.matters(m.hidden(0), 0) == matters
        assert m.game.notation.move_text(m.state, 0, w.declines(m.hidden(0), 0)) == "decline"
        assert one_result(m.game, m.hidden(0), 0) != matters
        assert not one_result_for_all(m.game, m.hidden(-1), 0)
    m = table("R1@E4 raft-a@K6[B1] shark-1@K5", "die: shark", "holds B: repellent")
    assert seconds(play(m, "shark K5-K6")) == 0


def test_one_result() -> None:
    """The only answer is one; so are answers that all end in the same; a choice is not."""
    m = Match("outlive", 2, seed=3)
    assert not one_result(m.game, m.hidden(0), 0)
    m = table("R1@H4 B1@E4")
    assert not one_result(m.game, m.hidden(0), 0)
    play(m, "R1 walk H4-H5", "R1 walk H5-H4", "R1 walk H4-H5")
    assert len(m.legal_moves(0)) == 1
    assert one_result(m.game, m.hidden(0), 0)
    assert one_result_for_all(m.game, m.hidden(-1), 0)


def test_the_radio_room_is_no_reason_to_ask_a_hero_without_actions() -> None:
    """OL-12.26: the next hero can look as well before it moves; after the last one it is of no use."""
    m = in_outlive(
        "now: A turn\nA heroes: 4 dam, 5 mine\nA rooms: peek_search 4\npools: forest 3\nB heroes: 5 dam, 4 mine"
    )
    play_outlive(m, "hero 4 forest")
    assert not one_result(m.game, m.hidden(0), 0)
    play_outlive(m, "gather", "gather", "gather")
    while part(m.state, Visit.actions):
        m.state.frame[0][1 + Visit.actions] -= 1
    assert {move.text for move in m.legal_moves(0)} == {"pass", "peek blackwood", "peek silent peak"}
    assert one_result(m.game, m.hidden(0), 0)
    assert [m.move(0, code).text for code in needed(m.game, m.hidden(0), 0)] == ["pass"]
