"""A game that is declared wrongly is refused at import, with a word that helps; what it leaves out is derived."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft import BadOption, Match, UnknownGame
from lastraft.kernel import Buffer, State, clause, i8, i16, i32, rule, u8, u16, u32
from lastraft.kernel.native import Native
from lastraft.kernel.rule import RULES
from lastraft.protocol import Families, Game, Option, Rules, register, seats_in
from lastraft.protocol.drawing import whole
from lastraft.protocol.rules import observe_fields
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


class Race(State):
    """A race of four steps in all."""

    steps = i8(3)
    shoes = u8(3, 2)
    wind = i32()
    turn = i8()


@rule
def line_up(s: Race) -> None:
    s.wind = -70000
    s.shoes[1][0] = 200


@rule
def next_runner(s: Race) -> int:
    return -1 if s.steps[0] + s.steps[1] + s.steps[2] == 4 else s.turn


@rule
def stops(s: Race, seat: int, move: int) -> int:
    return clause(1, 1) if next_runner(s) != seat or move > s.turn else 0


@rule
def run(s: Race, seat: int, move: int) -> None:
    s.steps[seat] += 1
    s.turn = (s.turn + 1) % s.seats


@rule
def steps(s: Race, seat: int) -> int:
    return s.steps[seat]


RULES.clear()
RULES.update(before)

RACE = Game(
    name="race",
    title="Race",
    state=Race,
    sizes=range(1, 4),
    families=Families(WALK=1, RUN=2),
    rules=Rules(setup=line_up, asked=next_runner, forbids=stops, apply=run, score=steps),
)


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
def test_bad_rules_are_refused(change: dict[str, Any], message: str) -> None:
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
def test_bad_games_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        dataclasses.replace(GAME, **change)


def test_a_game_that_leaves_something_out() -> None:
    with pytest.raises(TypeError, match="title"):
        Game(name="bare")  # type: ignore[call-arg]


@pytest.mark.parametrize(("name", "values"), [("a b", ("x", "y")), ("a", ("x",)), ("a", ("x", "x")), ("", ("x", "y"))])
def test_bad_options_are_refused(name: str, values: tuple[str, ...]) -> None:
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


def race(seats: int, moves: int) -> Match:
    m = Match(RACE, seats, seed=1, names=["Ola", "[b]Jan", "Ida"][:seats])
    for _ in range(moves):
        m.push("walk")
    return m


def test_derived_rules() -> None:
    """Legal is what nothing forbids, the clock takes the first of it, and places follow from points."""
    m = race(3, 1)
    assert [move.text for move in m.legal_moves()] == ["walk", "run 1"]
    assert RACE.rules.timeout(m.state, 1) == 0
    assert RACE.rules.timeout(m.state, 0) == -1
    assert m.actors == (1,)
    for _ in range(3):
        m.push("walk")
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 2, 2)


def test_derived_evaluation() -> None:
    """Further ahead is better, at any distance; alone, points are."""
    values = []
    for lead in (-120, -5, 0, 1, 60, 127):
        m = race(2, 0)
        m.state.steps[:2] = [max(lead, 0), max(-lead, 0)]
        values.append(RACE.rules.evaluate(m.state, 0))
    assert values == sorted(set(values))
    assert values[2] == 500
    assert all(0 < value < 1000 for value in values)
    assert RACE.rules.evaluate(race(1, 1).state, 0) > RACE.rules.evaluate(race(1, 0).state, 0)
    assert [RACE.rules.evaluate(race(3, 4).state, seat) for seat in range(3)] == [1000, 0, 0]


def test_derived_texts() -> None:
    """A line for each seat, whoever may move is marked; names are no markup."""
    m = race(2, 1)
    assert m.view(0) == {"wind": -70000, "steps": [1, 0], "shoes": [[0, 0], [200, 0]], "turn": 1}
    assert m.text(0).splitlines() == [
        "          steps  shoes",
        "  Ola         1    0 0",
        "> [b]Jan      0  200 0",
        "",
        "wind: -70000",
    ]
    assert RACE.speech.prompt(m.reader(1)) == "Your turn."
    assert RACE.speech.prompt(m.reader(0)) == "[b]Jan is thinking."
    assert RACE.speech.label(m.reader(1), 2) == "Run 2"
    assert RACE.speech.prompt(race(2, 4).reader(0)) == "The game is over."


def test_a_text_is_drawn() -> None:
    """The drawing has a style of its own; the page, which has it already, is sent the lines alone."""
    m = race(2, 1)
    drawing = m.draw(0)
    assert '<text id="line-2" x="16" y="74">&gt; [b]Jan' in drawing
    assert drawing.count("<style>") == 1
    (piece,) = RACE.picture.pieces(m.reader(0))
    assert "<style>" not in piece
    assert piece.startswith("<svg")
    assert "<style>" in whole("race", None, (10, 10), 10, "Race", "", ["<g/>"])


class Numbers(State):
    """One of each kind."""

    small = i8()
    byte = u8()
    short = i16(2)
    word = u16()
    long = i32()
    wide = u32(2, 2)


def test_derived_observations() -> None:
    """All fields but the generator, each number in 16 bits, the same in compiled code."""
    observe, size = observe_fields(Numbers)
    s = Numbers()
    s.seats, s.small, s.byte, s.short[1], s.word, s.long, s.wide[1][0] = 3, -7, 255, -9, 65535, -70000, 1 << 32 - 1
    plain, compiled = Buffer(size), np.zeros(size, np.int16)
    assert observe(s, 2, plain) == size
    assert Native(Numbers, {}).rule(observe)(s.to_record(), 2, compiled) == size
    assert plain == compiled.tolist()
    assert plain[0] == 2
    assert {-7, 255, -9} < set(plain)
    at = next(i for i in range(size) if plain[i + 2] == -1)
    assert plain[at] + (plain[at + 1] << 15) + (plain[at + 2] << 30) == -70000
