"""Records: what they say, to whom, and that a damaged one is refused with the line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastraft
from lastraft import BadText, Match
from lastraft.records import FIRST_LINE
from lastraft.testing.random_play import random_move
from tests.driftwood import GAME


def played(seed: int, moves: int = 1000, seats: int = 3, **options: str) -> Match:
    m, rnd = Match(GAME, seats, seed, options), random.Random(seed)
    while not m.over and len(m.history) < moves:
        seat, code = random_move(GAME, m.state, rnd)
        m.push(code, seat, by_clock=rnd.random() < 0.1)
    return m


def test_a_record_reads_well() -> None:
    m = lastraft.position(GAME, "hand A: stick\nhand B: tarp\ndeck: plank\nturn: A", {"votes": "no"}, 2, seed=5)
    m.push("draw")
    m.push("storm A", by_clock=True)
    head, start, moves = m.record().split("\n\n")
    assert head.splitlines() == [
        FIRST_LINE,
        "game: driftwood",
        "rules: 1",
        "seats: 2",
        "names: A | B",
        "options: votes=no",
        f"seed-hash: {m.seed_hash}",
        "seed: 00000000000000000000000000000005",
    ]
    assert "| hand A: stick" in start.splitlines()
    assert moves.splitlines() == [
        "1. A: draw",
        "    ; A: drew 0",
        "    ; A: found 1",
        "2. B: storm A (clock)",
        "    ; B: storm 0",
    ]


def test_a_seat_reads_what_it_knows() -> None:
    m = lastraft.position(GAME, "deck: plank plank stick\nturn: A", seats=3)
    for text in ("draw", "draw", "draw"):
        m.push(text)
    m.push("vote C", 1)
    m.push("vote A", 2)
    mine, others, watching = m.record(1), m.record(2), m.record(-1)
    for record in (mine, others, watching):
        assert "seed:" not in record
        assert f"seed-hash: {m.seed_hash}" in record
    assert "knowledge: B" in mine
    assert "knowledge: watching" in watching
    assert "You: found 1" in mine
    assert mine.count("found") == 1
    assert "4. B: vote C" in mine
    assert "vote A" not in mine
    assert "4. C: vote A" in others  # her fourth: a gap would tell that somebody else has voted
    assert "vote" not in watching
    for record in (mine, watching):
        with pytest.raises(BadText, match="only a whole record replays"):
            lastraft.read(record)


def test_after_the_end_everybody_may_read_everything() -> None:
    m = played(3)
    assert m.over
    assert m.record(1) == m.record() == lastraft.read(m.record()).record(-1)
    outcome = m.outcome()
    assert outcome is not None
    assert f"scores: {' '.join(map(str, outcome.scores))}" in m.record()


@given(st.integers(0, 500), st.integers(0, 60), st.sampled_from([2, 3, 4]), st.sampled_from(["yes", "no"]))
def test_records_come_back(seed: int, moves: int, seats: int, votes: str) -> None:
    m = played(seed, moves, seats, votes=votes)
    back = lastraft.read(m.record())
    assert back.state.to_bytes() == m.state.to_bytes()
    assert back.history == m.history
    assert back.all_events() == m.all_events()
    assert back.record() == m.record()


def test_a_record_from_a_position_comes_back() -> None:
    start = played(4, 9)
    m = lastraft.position(GAME, start.position(), seed=77)
    m.push(next(iter(m.legal_moves())), m.asked)
    back = lastraft.read(m.record())
    assert back.state.to_bytes() == m.state.to_bytes()
    assert back.record() == m.record()


def test_names_and_blank_space() -> None:
    m = Match(GAME, 2, 1, names=["Zoë: 1.", "; Bob"])
    m.push("draw")
    text = m.record()
    assert lastraft.read(text).record() == text
    spaced = text.replace("1. A: draw", "  1. A:  draw   ; a remark") + "\n\n; the end\n"
    assert lastraft.read(spaced).state.to_bytes() == m.state.to_bytes()


# -- damage -------------------------------------------------------------------------------------------------------

RECORD = played(3).record()
LINES = RECORD.splitlines()


def from_a_position() -> str:
    m = lastraft.position(GAME, played(4, 9).position(), seed=77)
    for _ in range(3):
        m.push(next(iter(m.legal_moves())), m.asked)
    return m.record()


def test_a_damaged_position_in_a_record() -> None:
    damaged = from_a_position().replace("| turn: ", "| turn: Z")
    line = next(i for i, line in enumerate(damaged.splitlines(), 1) if "turn" in line)
    with pytest.raises(BadText, match=f"line {line}: turn: 'Z"):
        lastraft.read(damaged)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (FIRST_LINE, "A record", 1, "begins with"),
        ("game: driftwood", "game: tide", 2, "no game is called 'tide'"),
        ("game: driftwood", "game driftwood", 2, "expected a header"),
        ("game: driftwood", "rules: 1", 3, "stands twice"),
        ("rules: 1", "rules: 2", 3, "this program plays rules 1"),
        ("rules: 1", "rules: one", 3, "rules"),
        ("seats: 3", "seats: 9", 4, "2 to 4"),
        ("seats: 3", "seats: x", 4, "seats"),
        ("seats: 3", "seats: 2", 5, "names"),
        ("seats: 3\n", "", None, "'seats' is missing"),
        ("names: A | B | C", "names: A | B", 5, "3 different names"),
        ("seed: ", "seed: x", None, "seed"),
        ("seed: ", "seed: ff", None, "seed"),
        ("seed: ", "seed: -", None, "seed"),
        ("\n\n1. ", "\n\n2. ", None, "move 2 where move 1 was expected"),
        ("\n\n1. ", "\n\n1 ", None, "expected 'number. seat: move'"),
        ("\n\n1. A", "\n\n1. X", None, "'X' is no seat"),
        ("\n\n1. A: ", "\n\n1. A: no ", None, "is no move"),
        ("\n\n1. A: ", "\n\n1. B: ", None, "not legal now"),
        ("scores: ", "scores: 9", None, "do not lead to these scores"),
        ("ranks: ", "ranks: 9", None, "do not lead to these ranks"),
        ("seed-hash: ", "seed-hash: 0", None, "not the one that was promised"),
        ("\n\n1. ", "\n\n| sand: 3\n\n1. ", None, "no key of a position"),
    ],
)
def test_damaged_records_are_refused(old: str, new: str, line: int | None, reason: str) -> None:
    assert old in RECORD
    damaged = RECORD.replace(old, new, 1)
    with pytest.raises(BadText, match=reason) as caught:
        lastraft.read(damaged)
    if line is not None:
        assert caught.value.line == line
    assert 1 <= caught.value.line <= len(damaged.splitlines())


def reads_or_says_where(text: str) -> None:
    try:
        lastraft.read(text)
    except BadText as error:
        assert 1 <= error.line <= max(1, len(text.splitlines())), error  # noqa: PT017


@settings(max_examples=300)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_says_where(text)
    reads_or_says_where(f"{FIRST_LINE}\n{text}")


@settings(max_examples=300)
@given(st.data())
def test_any_damage_is_read_or_refused(data: st.DataObject) -> None:
    """Characters changed, taken out or put in; lines swapped, doubled or lost."""
    text = data.draw(st.sampled_from([RECORD, from_a_position()]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        put = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(["\n", ":", "0", "9" * 30, "|", "-", "²", " "])))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 4)) :]
    reads_or_says_where(text)
    lines = list(LINES)
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[one], lines[other] = data.draw(
        st.sampled_from([(lines[other], lines[one]), (lines[one], lines[one]), ("", "")])
    )
    reads_or_says_where("\n".join(lines))


@settings(max_examples=300)
@given(st.sampled_from(range(1, 9)), st.text(alphabet=st.characters(exclude_characters="\n\r"), max_size=40))
def test_any_value_in_a_header_is_read_or_refused(number: int, value: str) -> None:
    key = LINES[number].partition(":")[0]
    reads_or_says_where("\n".join([*LINES[:number], f"{key}: {value}", *LINES[number + 1 :]]))
