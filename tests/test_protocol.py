"""A game that is declared wrongly is refused at import, with a word that helps."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import lastraft
from lastraft import BadOption, UnknownGame
from lastraft.kernel import Buffer, State, rule
from lastraft.kernel.rule import RULES
from lastraft.protocol import Families, Game, Option, Rules, register, seats_in
from tests import driftwood
from tests.driftwood import GAME, Driftwood

before = dict(RULES)


def not_a_rule(s: Driftwood) -> None: ...


@rule
def too_much(s: Driftwood, n: int) -> None: ...


@rule
def no_buffer(s: Driftwood, seat: int) -> int:
    return 0


@rule
def no_state(n: int, seat: int, out: Buffer) -> int:
    return 0


RULES.clear()
RULES.update(before)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"setup": not_a_rule}, "setup: .* is not a rule; put @rule over it"),
        ({"setup": None}, "setup: None is not a rule"),
        ({"setup": too_much}, r"setup: too_much must take \(state\)"),
        ({"legal": no_buffer}, r"legal: no_buffer must take \(state, int, Buffer\)"),
        ({"observe": no_state}, r"observe: no_state must take \(state, int, Buffer\)"),
        ({"apply": driftwood.actors}, r"apply: actors must take \(state, int, int\)"),
    ],
)
def test_bad_rules(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        dataclasses.replace(GAME.rules, **change)


def test_rules_by_name() -> None:
    assert GAME.rules.by_name()["apply"] is driftwood.apply
    assert list(GAME.rules.by_name()) == [field.name for field in dataclasses.fields(Rules)]


class NoOptions(State, options=1):
    pass


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": range(0, 3)}, "1 to 12 seats"),
        ({"sizes": range(2, 14)}, "1 to 12 seats"),
        ({"usual_size": 9}, "the usual size among them"),
        ({"state": NoOptions}, "declare it with options=2"),
        ({"options": ()}, "declare it with options=0"),
    ],
)
def test_bad_games(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        dataclasses.replace(GAME, **change)


def test_a_game_that_leaves_something_out() -> None:
    with pytest.raises(TypeError, match="title"):
        Game(name="bare")  # type: ignore[call-arg]


@pytest.mark.parametrize(("name", "values"), [("a b", ("x", "y")), ("a", ("x",)), ("a", ("x", "x")), ("", ("x", "y"))])
def test_bad_options(name: str, values: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="needs a name and at least two different values"):
        Option(name, values, "")


def test_families() -> None:
    families = Families(PASS=1, VOTE=4)
    assert families.count == 5
    assert families[0] == ("PASS", 0)
    assert families[4] == ("VOTE", 3)
    assert list(families.of) == [0, 1, 1, 1, 1]
    for wrong in ({"PASS": 0}, {}, {"PASS": 40000}):
        with pytest.raises(TypeError):
            Families(**wrong)


def test_options_of_a_state() -> None:
    s = GAME.new_state(3, {"votes": "no"})
    assert (s.seats, s.option) == (3, [0, 1])
    assert GAME.chosen(s) == {"votes": "no"}
    with pytest.raises(BadOption, match="cannot be 'true'"):
        GAME.new_state(3, {"votes": True})


def test_seats_have_names() -> None:
    assert [GAME.notation.seat_name(seat) for seat in range(3)] == ["A", "B", "C"]
    assert GAME.notation.seat_number("B", 2) == 1
    with pytest.raises(ValueError, match="'C' is no seat; the seats are A, B"):
        GAME.notation.seat_number("C", 2)
    assert list(seats_in(0b1011)) == [0, 1, 3]
    assert GAME.clause_name(2018) == "TG-20.18"


def test_a_second_game_of_the_same_name_takes_its_place() -> None:
    other = dataclasses.replace(GAME)
    try:
        assert register(other) is other
        assert lastraft.game("driftwood") is other
    finally:
        register(GAME)
    with pytest.raises(UnknownGame):
        lastraft.game("no such game")
