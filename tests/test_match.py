"""`Match`: what it answers, what it raises, and that nothing changes when it raises."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastraft
from lastraft import BadOption, IllegalMove, InvalidMove, Match, UnknownGame
from lastraft.protocol import BUILT_IN
from tests.driftwood import FAMILIES, GAME, VOTE, Event, Frame

START = "hand A: stick tarp\nhand B: tarp\nhand C: plank\ndeck: stick plank\nturn: A"


def table(**options: str) -> Match:
    return lastraft.position(GAME, START, options, seats=3)


def everything(m: Match) -> Any:
    return m.state.to_bytes(), list(m.history), m.all_events(), m.state.events, list(m._checkpoints)


# -- starting -----------------------------------------------------------------------------------------------------


def test_new_games() -> None:
    m = lastraft.new("driftwood", seats=4, seed=7, options={"rounds": "five"}, names=["Ann", " Bo  B ", "Cy", "Dé"])
    assert (m.seats, m.names) == (4, ("Ann", "Bo B", "Cy", "Dé"))
    assert m.options == {"rounds": "five", "votes": "yes"}
    assert m.state.to_bytes() == lastraft.new("driftwood", 4, 7, {"rounds": "five"}).state.to_bytes()
    assert lastraft.new("driftwood").seats == GAME.usual_size
    assert lastraft.new("driftwood").seed != lastraft.new("driftwood").seed
    assert repr(m) == "<Match driftwood, 4 seats, 0 moves>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 5}, "2 to 4"),
        ({"seats": 0}, "2 to 4"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1 << 128}, "whole number from 0"),
        ({"seed": True}, "seed True"),
        ({"seed": "7"}, "seed '7'"),
        ({"options": {"sand": "yes"}}, "no option 'sand'; its options are: rounds, votes"),
        ({"options": {"votes": "maybe"}}, "choose one of: yes, no"),
        ({"names": ["A", "B"]}, "3 different names"),
        ({"names": ["A", "B", "B"]}, "3 different names"),
        ({"names": ["A", "B", " "]}, "3 different names"),
        ({"names": ["A", "B", "C|D"]}, "without"),
        ({"names": ["A", "B", "C" * 41]}, "1 to 40"),
        ({"names": ["A", "B", "C\x07"]}, "3 different names"),
        ({"names": ["A", "B", 3]}, "3 different names"),
        ({"names": "ABC"}, "3 different names"),
        ({"names": 3}, "3 different names"),
        ({"seats": 3.0}, "driftwood with 3.0 seats: it is for 2 to 4"),
        ({"seats": True}, "2 to 4"),
        ({"seats": "3"}, "2 to 4"),
    ],
)
def test_a_match_that_cannot_start_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        lastraft.new("driftwood", **arguments)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called 'tide'; there are: .*driftwood"):
        lastraft.new("tide")
    assert "driftwood" in lastraft.games()
    assert lastraft.game("driftwood") is GAME


def test_a_game_named_by_the_environment() -> None:
    code = "import lastraft; print(lastraft.game('driftwood').title)"
    for module, said in [("tests.driftwood", "Driftwood"), ("tests.no_such", "UnknownGame: LASTRAFT_GAMES names")]:
        done = subprocess.run(
            [sys.executable, "-c", code], env={"LASTRAFT_GAMES": module}, capture_output=True, text=True, check=False
        )
        assert said in done.stdout + done.stderr


# -- moves --------------------------------------------------------------------------------------------------------


def test_legal_moves_are_a_collection() -> None:
    m = table()
    moves = m.legal_moves()
    assert [str(move) for move in moves] == ["draw", "build stick", "storm B", "storm C"]
    assert len(moves) == 4
    assert m.move(0, 0) in moves
    for there in ("draw", "  Storm   b ", 0):
        assert moves.__contains__(there)
    for absent in ("storm A", "vote B", "fly", 99, -1, True, None, 1.5):
        assert not moves.__contains__(absent)
    assert repr(moves) == "<LegalMoves: draw, build stick, storm B, storm C>"
    assert list(m.legal_moves(1)) == []


def test_moves_can_be_text_code_or_move() -> None:
    for move in ("storm B", "  STORM   b", 5, table().move(0, 5)):
        m = table()
        assert m.push(move) == (0, 5, "storm B")
        assert m.actors == (1,)


@pytest.mark.parametrize("move", ["fly", "", "storm", "storm D E", 17, -1, True, 1.5, None, [], b"draw"])
def test_what_is_no_move_is_refused(move: Any) -> None:
    m = table()
    before = everything(m)
    for act in (m.push, m.forbids):
        with pytest.raises(InvalidMove, match="is no move of driftwood"):
            act(move)
    assert everything(m) == before


def test_an_invalid_move_says_what_is_legal() -> None:
    with pytest.raises(
        InvalidMove, match=r"'fly' is no move of driftwood; legal now: draw, build stick, storm B, storm C$"
    ):
        table().push("fly")


def test_an_illegal_move_names_the_clause() -> None:
    m = table()
    before = everything(m)
    with pytest.raises(IllegalMove, match=r"'build plank' is not legal now: .* \(TG-2\.3\)") as caught:
        m.push("build plank")
    assert caught.value.clause == "TG-2.3"
    assert m.forbids("build plank") == "TG-2.3"
    assert m.forbids("draw") == ""
    assert everything(m) == before


@pytest.mark.parametrize("seat", [3, -1, True, "A", 1.0])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    m = table()
    before = everything(m)
    acts: list[Callable[[], object]] = [
        lambda: m.push("draw", seat),
        lambda: m.forbids("draw", seat),
        lambda: m.legal_moves(seat),
        lambda: m.parse("draw", seat),
    ]
    for act in acts:
        with pytest.raises(BadOption, match="seats 0 to 2"):
            act()
    assert everything(m) == before


def test_the_seat_must_be_said_when_several_can_act() -> None:
    m = table()
    for text in ("draw", "draw", "storm A", "take it"):
        m.push(text)
    while len(m.actors) < 3:
        m.push(next(iter(m.legal_moves())))
    with pytest.raises(BadOption, match="seats 0, 1, 2 can act now: say which one"):
        m.push("vote B")
    m.push(m.move(2, VOTE))
    m.push("vote A", 1)
    assert list(m.actors) == [0]
    m.push("vote C")


def test_a_rule_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    m = table()
    m.push("storm B")
    before = everything(m)

    def broken(s: Any, seat: int, move: int) -> None:
        GAME.rules.apply(s, seat, move)
        raise RuntimeError("broken")

    game = type("Broken", (), {"__getattr__": lambda self, name: getattr(GAME, name)})()
    game.rules = type("Rules", (), {"__getattr__": lambda self, name: getattr(GAME.rules, name)})()
    game.rules.apply = broken
    m.game = game
    with pytest.raises(RuntimeError, match="broken"):
        m.push("tarp")
    m.game = GAME
    assert everything(m) == before
    m.push("tarp")


def test_nothing_can_be_done_after_the_end() -> None:
    m = lastraft.position(GAME, "field day: 3\npoints: 2 5 1", seats=3)
    assert m.over
    assert m.asked is None
    assert m.actors == ()
    assert list(m.legal_moves()) == []
    with pytest.raises(IllegalMove, match=r"TG-5\.1"):
        m.push("draw")
    outcome = m.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.winners) == ((2, 5, 1), (2, 1, 3), (1,))
    assert table().outcome() is None
    assert repr(m) == "<Match driftwood, 3 seats, 0 moves, over>"


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, FAMILIES.count - 1)), max_size=60), st.integers(0, 2**128 - 1)
)
def test_any_moves_in_any_order(moves: list[tuple[int, int]], seed: int) -> None:
    """A move is either made or refused with everything as it was; taking all back leads to the start."""
    m = Match(GAME, 3, seed)
    start = everything(m)
    for seat, code in moves:
        before = everything(m)
        if forbidden := m.forbids(code, seat):
            with pytest.raises(IllegalMove, match=forbidden):
                m.push(code, seat)
            assert everything(m) == before
        else:
            m.push(code, seat)
            assert len(m.history) == len(before[1]) + 1
    while m.history:
        m.pop()
    assert everything(m) == start


@pytest.mark.parametrize("which", ["driftwood", *BUILT_IN])
def test_names_are_no_markup(which: str) -> None:
    odd = ["[/b]", "[red]A", "B\\", "\\[C]", "[", "D", "E", "F", "G", "H", "I", "J"]
    game = lastraft.game(which)
    m = lastraft.new(which, seed=1, names=odd[: game.usual_size])
    for seat in range(-1, m.seats):
        shown = m.text(seat)
        assert all(name in shown for name in m.names)
    plain = lastraft.new(which, seed=1, names=[name.replace("[", "x").replace("\\", "y") for name in m.names])
    assert list(map(len, m.text(0).splitlines())) == list(map(len, plain.text(0).splitlines()))


# -- taking back --------------------------------------------------------------------------------------------------


def test_taking_back() -> None:
    m = table()
    with pytest.raises(IndexError, match="nothing to take back"):
        m.pop()
    before = everything(m)
    m.push("storm B")
    assert m.may_take_back(0)
    assert not m.may_take_back(1)
    assert m.pop() == (0, 5, "storm B")
    assert everything(m) == before
    m.push("draw")
    assert not m.may_take_back(0)  # a card was seen
    m.pop()
    m.push("storm B", by_clock=True)
    assert not m.may_take_back(0)
    assert not table().may_take_back(0)


def test_taking_back_tells_nothing_of_a_secret_vote() -> None:
    answers = []
    for other_votes in (False, True):
        m = Match(GAME, 3, seed=3)
        for _ in range(3):
            m.push("draw")
        m.push("vote B", 0)
        if other_votes:
            m.push("vote A", 1)
        answers.append(m.may_take_back(0))
    assert answers == [False, False]


def test_taking_back_over_a_checkpoint() -> None:
    m = Match(GAME, 4, seed=2, options={"rounds": "five"})
    states = [everything(m)]
    while not m.over:
        m.push(next(iter(m.legal_moves())), m.asked)
        states.append(everything(m))
    assert len(m._checkpoints) > 1
    while m.history:
        assert everything(m) == states[len(m.history)]
        m.pop()
    assert everything(m) == states[0]


# -- what a seat knows --------------------------------------------------------------------------------------------


def test_views_texts_and_drawings() -> None:
    m = table()
    assert m.view(0)["hand"] == {"stick": 1, "plank": 0, "tarp": 1}
    assert m.view(-1)["hand"] is None
    assert "1 stick" in m.text(0)
    assert "stick" not in m.text(-1)
    assert m.draw(0).startswith("<svg")
    assert m._repr_svg_() == m.draw(-1)
    for ask in (m.view, m.text, m.draw, m.events, m.hidden, m.record):
        with pytest.raises(BadOption, match="seats 0 to 2"):
            ask(3)
        with pytest.raises(BadOption):
            ask(-2)
    with pytest.raises(BadOption, match="language 'de'"):
        m.text(0, "de")


def test_events_since_a_move() -> None:
    m = table()
    for text in ("draw", "storm A", "tarp"):
        m.push(text)
    assert [h.event.kind for h in m.events(1)] == [Event.DREW, Event.STORM, Event.STOPPED]
    assert [h.number for h in m.events(1, since=2)] == [2, 3]
    assert [h.event.kind for h in m.events(0, since=1)][:2] == [Event.DREW, Event.FOUND]
    assert len(m.all_events()) == 4


def test_what_is_shown_does_not_change_the_match() -> None:
    m = table()
    m.push("storm B")
    before = everything(m)
    m.view(0), m.text(0), m.draw(0), m.events(0), m.record(), m.record(1), m.position(), list(m.legal_moves(1))
    m.hidden(0).hand[1][0] = 9
    assert everything(m) == before
    assert m.state.frame[0][0] == Frame.REACTION


def test_a_copy_goes_its_own_way() -> None:
    m = lastraft.new("driftwood", seats=3, seed=4)
    for _ in range(5):
        m.push(next(iter(m.legal_moves())))
    text, other = m.record(), m.copy()
    assert other.record() == text
    other.pop()
    other.pop()
    for _ in range(40):
        if other.asked is not None:
            other.push(list(other.legal_moves())[-1])
    assert m.record() == text
    assert m.at(3).to_bytes() == other.at(3).to_bytes()
    assert m.pop() == lastraft.read(text).pop()


def test_notebooks_show_matches_moves_and_outcomes() -> None:
    m = lastraft.new("driftwood", seats=3, seed=4, names=["<b>", "Jan", "Ola"])
    assert m._repr_html_().startswith("<svg")
    shown = m.legal_moves()._repr_html_()
    assert all(move.text in shown for move in m.legal_moves())
    assert "<b>" not in shown
    while m.asked is not None:
        m.push(next(iter(m.legal_moves())))
    outcome = m.outcome()
    assert outcome is not None
    assert outcome._repr_html_().count("<tr>") == 4
