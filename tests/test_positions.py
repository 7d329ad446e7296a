"""Positions as text: readable, exact to the last bit, and refused with the line where they fail."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastraft
from lastraft import BadOption, BadText, Match
from tests.driftwood import GAME
from tests.test_records import played


def test_a_position_reads_well() -> None:
    m = lastraft.position(
        GAME,
        """
        seats: 2                # a comment
        options: votes=no rounds=five
        points: 3 1
        hand A: stick  plank

        deck: tarp tarp
        turn: B
        """,
    )
    assert (m.seats, m.options) == (2, {"rounds": "five", "votes": "no"})
    assert m.state.hand[0] == [1, 1, 0]
    assert m.asked == 1
    assert m.from_position
    lines = m.position().splitlines()
    assert lines[:3] == ["game: driftwood", "seats: 2", "options: rounds=five votes=no"]
    assert lines[3].startswith("generator: ")
    assert lines[4:] == ["points: 3 1", "hand A: stick plank", "deck: tarp tarp", "turn: B"]


def test_what_the_game_does_not_describe_is_written_as_fields() -> None:
    m = lastraft.position(GAME, "turn: A\nfield day: 2\nfield gone: 1 2 3")
    assert m.state.gone == [1, 2, 3]
    assert m.position().splitlines()[-2:] == ["field gone: 1 2 3", "field day: 2"]


def test_chance_is_steered() -> None:
    by_seed = [lastraft.position(GAME, "turn: A", seed=seed).state.random for seed in (1, 1, 2)]
    assert by_seed[0] == by_seed[1] != by_seed[2]
    chosen = lastraft.position(GAME, "generator: 1 2 3 ffffffff").state.random
    assert chosen == [1, 2, 3, 0xFFFFFFFF]


def test_options_and_seats_from_outside() -> None:
    m = lastraft.position("driftwood", "turn: A", {"votes": "no"}, seats=4)
    assert (m.seats, m.options["votes"]) == (4, "no")
    assert lastraft.position(GAME, "options: votes=yes\nseats: 2", {"votes": "no"}, seats=4).seats == 2
    with pytest.raises(BadOption):
        lastraft.position(GAME, "", {"sand": "yes"})
    with pytest.raises(BadOption):
        lastraft.position(GAME, "", seats=7)


@given(st.integers(0, 500), st.integers(0, 60), st.sampled_from([2, 3, 4]))
def test_positions_come_back(seed: int, moves: int, seats: int) -> None:
    m = played(seed, moves, seats)
    back = lastraft.position(GAME, m.position())
    assert back.state.to_bytes() == m.state.to_bytes()
    assert back.position() == m.position()


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("turn: A\nnonsense", 2, "expected 'key: value'"),
        ("game: tide", 1, "a position of 'tide', not of 'driftwood'"),
        ("sand: 3", 1, "'sand' is no key"),
        ("turn: A\nturn: Z", 2, "'Z' is no seat"),
        ("seats: two", 1, "whole number"),
        ("seats: 9", 1, "2 to 4"),
        ("seats: ²", 1, "whole number"),
        ("turn: A\noptions: sand=yes", 2, "no option 'sand'"),
        ("options: votes=maybe", 1, "choose one of"),
        ("options: votes", 1, "expected name=value"),
        ("hand A: fish", 1, "'fish' is no card"),
        ("hand: stick", 1, "no seat"),
        ("points: 1 x", 1, "points"),
        ("points: 1 1 1 1 1 1", 1, "points"),
        ("points: 300", 1, "out of range"),
        ("deck:" + " stick" * 26, 1, "deck"),
        ("generator: 1 2 3", 1, "four words"),
        ("generator: 0 0 0 0", 1, "not all 0"),
        ("generator: 1 2 3 100000000", 1, "four words"),
        ("generator: 1 2 3 g", 1, "generator"),
        ("field sand: 1", 1, "no field 'sand'"),
        ("field day: 1 2", 1, "expected 1 numbers"),
        ("field day: 128", 1, "from -128 to 127"),
        ("field day: x", 1, "field day"),
        ("field seats: 3", 1, "seats"),
        ("field option: 9 9", 1, "option"),
    ],
)
def test_damaged_positions_are_refused(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as caught:
        lastraft.position(GAME, text)
    assert caught.value.line == line


def reads_or_says_where(text: str) -> None:
    try:
        match = lastraft.position(GAME, text)
    except BadText as error:
        assert 1 <= error.line <= max(1, len(text.splitlines())), error  # noqa: PT017
    else:
        match.state.to_bytes()
        assert 2 <= match.seats <= 4
        assert set(match.options) == {"rounds", "votes"}


KEYS = ["game", "seats", "options", "generator", "points", "hand A", "hand Z", "deck", "turn", "field", "field hand"]
FIELDS = [f"field {name}" for name in GAME.state.layout.fields]


@settings(max_examples=300)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_says_where(text)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from([*KEYS, *FIELDS]), st.one_of(st.text(max_size=20), st.integers().map(str)))))
def test_any_values_are_read_or_refused(lines: list[tuple[str, str]]) -> None:
    reads_or_says_where("\n".join(f"{key}: {value}" for key, value in lines))


@settings(max_examples=300)
@given(st.data())
def test_any_damage_is_read_or_refused(data: st.DataObject) -> None:
    text = Match(GAME, 3, 5).position() + "field gone: 0 0 0\n"
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        put = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(["\n", ":", "9" * 30, "-", "²", "1e3", " A"])))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 4)) :]
    reads_or_says_where(text)
