"""The built-in players: sensible in plain cases, fair in all."""

from __future__ import annotations

import random

import pytest

from lastraft import Match, new
from lastraft.bots import bot
from lastraft.bots.analysis import advise
from lastraft.kernel import Buffer, seed_rng
from lastraft.survive import GAME
from lastraft.survive.bots import WORST, evaluate, prefer
from lastraft.survive.components import SPACE_NUMBER, STEPS_HOME
from lastraft.survive.foolish import foolish
from lastraft.survive.state import End
from lastraft.testing.random_play import random_move
from tests.survive.helpers import play, table


def choice(m: Match, spec: str = "greedy") -> str:
    """What the bot does for whoever is asked."""
    seat = m.asked
    assert seat is not None
    return m.move(seat, bot(spec, GAME, 7).choose(m.hidden(seat), seat)).text


def outlook(m: Match, seat: int = 0) -> int:
    return evaluate(m.hidden(seat), seat)


# -- moves that need no thought ---------------------------------------------------------------------------------------


def test_the_most_valuable_goes_ashore_first() -> None:
    m = table("raft-a@K2[R1,R2] B1@E4", "values: R1=2 R2=5")
    assert choice(m) == "R2 walk K2-NE"


def test_whoever_can_boards_a_raft() -> None:
    m = table("R1@C6 raft-a@B5[] B1@H8", "values: R1=4")
    assert choice(m) == "R1 walk C6-B5"


def test_a_full_raft_sails_home() -> None:
    m = table("raft-a@I3[R1,R2,R3] R4@E7 B1@H8", "values: R1=4 R2=3 R3=5 R4=1")
    assert choice(m) in {"raft I3-J2", "raft I3-J3"}


def test_nobody_swims_into_a_serpent_or_sails_to_one() -> None:
    m = table("raft-a@J3[R1] serpent-1@K2 serpent-2@K3 B1@E4", "values: R1=5")
    assert choice(m) not in {"raft J3-K2", "raft J3-K3"}


def test_a_move_that_brings_nothing_is_not_made() -> None:
    m = table("R1~K2 B1@E4", "values: R1=5")
    play(m, "R1 swim K2-NE")
    assert choice(m) == "end"


@pytest.mark.parametrize("spec", ["greedy", "normal"])
def test_nobody_who_can_still_go_ashore_is_left_behind_when_mountains_sink(spec: str) -> None:
    m = table("raft-a@J4[R1] raft-b@K5[] raft-c@B7[] B1@E4", "mountain: *", "values: R1=5")
    assert choice(m, spec) in {"raft J4-J3", "raft J4-K4"}
    m = table("raft-a@J3[R1] raft-b@K5[] B1@E4", "mountain: *", "values: R1=5", "moves: 2")
    assert choice(m, spec) in {"raft J3-K2", "raft J3-K3"}
    play(m, "raft J3-K3")
    assert choice(m, spec) == "R1 walk K3-NE"
    m = table("raft-a@A11[R1,R2] R3@E4 serpent-1@B12 B1@E4", "values: R1=1 R2=1 R3=5", "moves: 1")
    assert choice(m, spec) in {"R1 walk A11-SW", "R2 walk A11-SW"}


def test_bots_for_people_row_ashore_whoever_can_land_in_this_turn() -> None:
    m = table("raft-a@C12[R1,R2,R3] R4@E8 R5@G9 serpent-1@A11 B1@E4", "values: R1=5 R2=5 R3=1 R4=4", "moves: 2")
    assert wise(m) == {"raft C12-B12"}
    assert choice(m, "normal") == "raft C12-B12"
    advised = advise(GAME, m.hidden(0), 0, seed=7, made=200)
    assert advised.move == next(each.code for each in m.legal_moves(0) if each.text in wise(m))


def test_who_is_worth_most_goes_ashore_first() -> None:
    m = table("raft-a@B2[R1,R2] R3~K2 R4@E4 B1@E4", "values: R1=3 R2=4 R3=4 R4=5", "moves: 1")
    assert wise(m) == {"R2 walk B2-NW", "R3 swim K2-NE"}


def wise(m: Match) -> set[str]:
    """The moves of the first player that are not foolish."""
    return {move.text for move in m.legal_moves(0) if not foolish(m.hidden(0), 0, move.code)}


def test_bots_for_people_take_whom_a_rolled_creature_can_eat() -> None:
    m = table("serpent-1@J4 serpent-2@B5 raft-a@J3[B1,B2] raft-b@B6[] R1@E4", "die: serpent")
    assert wise(m) == {"serpent J4-J3"}
    assert choice(m, "normal") == "serpent J4-J3"
    m = table("shark-1@J4 shark-2@B5 B1~J6 raft-a@B6[B2,R2] R1@E4", "die: shark", "sunk: J6")
    assert wise(m) == {"shark J4-J6"}
    m = table("serpent-1@J4 raft-a@J3[B1,R2,R3] R1@E4", "die: serpent")  # more of one's own than of the others
    assert "serpent J4-J5" in wise(m)


def test_bots_for_people_neither_swim_back_nor_spend_a_tile_for_nothing() -> None:
    m = table("R1~J3 B1@E4", "values: R1=5", "holds R: dolphin")
    assert {"R1 swim J3-I3", "R1 dolphin J3-I3"}.isdisjoint(wise(m))
    assert {"R1 swim J3-K2", "R1 dolphin J3-K2"} <= wise(m)
    play(m, "R1 dolphin J3-K2")
    assert "step J3" not in wise(m)


def test_bots_for_people_row_away_from_a_serpent() -> None:
    m = table("raft-a@J5[R1,R2] serpent-1@J4 R3@E8 B1@E4", "values: R1=5 R2=2 R3=1", "moves: 1")
    assert "end" not in wise(m)
    assert wise(m)
    assert all(text.startswith("raft J5-") for text in wise(m))


def test_bots_for_people_row_no_empty_raft_but_to_own_people_who_wait_for_one() -> None:
    m = table("raft-a@K6[] raft-b@J11[] R1@F6 B1@E4", "values: R1=5")
    assert not [text for text in wise(m) if text.startswith("raft")]
    m = table("raft-a@J7[] raft-b@B6[] R1~I5 B1@E4", "values: R1=5", "sunk: I6 I7 J6")
    assert {text for text in wise(m) if text.startswith("raft")} == {"raft J7-J6"}
    m = table("raft-a@J7[] R1~I7 B1@E4", "values: R1=5", "sunk: I6 I7 H6")  # it is beside them already
    assert not [text for text in wise(m) if text.startswith("raft")]


def test_bots_for_people_row_on_with_their_own() -> None:
    m = table("raft-a@I9[R1,R2,R3] raft-b@B6[] B1@E4", "values: R1=5 R2=3 R3=2")
    homewards = {f"raft I9-{to}" for to in ("J9", "J10", "I10") if STEPS_HOME[SPACE_NUMBER[to]] < 4}
    assert homewards
    assert wise(m) == homewards
    assert choice(m, "normal") in homewards
    play(m, min(homewards))
    assert f"raft {min(homewards)[8:]}-I9" not in wise(m)


def test_one_s_own_are_not_thrown_to_the_creatures() -> None:
    m = table("R1~E8 R2@F8 B1@G9 shark-1@E9 raft-a@J3[R3] serpent-1@K2 serpent-2@K3", "forest: F8 G9 H8", "sunk: E8 E9")
    worst = {move.text for move in m.legal_moves(0) if prefer(m.hidden(0), 0, move.code, 0) == WORST}
    assert worst >= {"R1 swim E8-E9", "R2 swim F8-E9", "raft J3-K2", "raft J3-K3", "R3 swim J3-K2", "R3 swim J3-K3"}
    m = table("kaiju-1@F9 R1~F8 shark-1@E9 B1@G4", "die: kaiju", "sunk: F8 F9 E9", "values: R1=1")
    play(m, "kaiju F9-F8")
    assert choice(m, "normal") != "push R1 W"


# -- creatures and tiles ------------------------------------------------------------------------------------------


def test_a_serpent_takes_the_fuller_raft_of_others_and_spares_its_own() -> None:
    m = table("serpent-1@J4 raft-a@J3[B1,B2,B3] raft-b@K4[B4] raft-c@I4[R1] R2@E7", "values: R1=5 R2=1", "die: serpent")
    assert choice(m) == "serpent J4-J3"


def test_tiles_are_sunk_under_others() -> None:
    m = table(
        "R1@E4 B1@F4 B2@F4 R2@G4", "beach: E4 F4 G4", "values: R1=5 R2=4", "phase: sinking", "sinks: 1", "moves: 0"
    )
    assert choice(m) == "sink F4"


def test_a_kaiju_pushes_its_own_home_and_others_to_the_shark() -> None:
    m = table("kaiju-1@J2 raft-a@K2[R1] B1@E4", "values: R1=3", "die: kaiju")
    m.push("kaiju J2-K2")
    assert choice(m) == "push R1 NE"
    m = table("kaiju-1@J4 raft-a@J5[B1] shark-1@J6 R1@E4", "values: R1=3", "die: kaiju", "sunk: J6")
    m.push("kaiju J4-J5")
    assert choice(m) == "push B1 J6"


def test_a_repellent_is_kept_for_those_who_are_worth_it() -> None:
    for value, answer in ((5, "repel shark-1"), (1, "decline")):
        m = table("R1@H4 shark-1@I4 R2@E7 B1@E4", f"values: R1={value} R2=1", "holds R: repellent")
        m.push("R1 swim H4-I4")
        assert choice(m) == answer


# -- placing --------------------------------------------------------------------------------------------------------


def test_the_valuable_are_placed_first_on_the_shore() -> None:
    m = new("survive", seats=2, seed=4)
    _, value, space = choice(m).split()
    assert value == "5"
    assert STEPS_HOME[SPACE_NUMBER[space]] < 6


# -- how good it looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("R1@NE B1@E4", "raft-a@K2[R1] B1@E4"),
        ("raft-a@K2[R1] B1@E4", "raft-a@J3[R1] B1@E4"),
        ("raft-a@J3[R1] B1@E4", "R1~J3 B1@E4"),
        ("R1~J3 B1@E4", "R1~J3 shark-1@J4 B1@E4"),
        ("raft-a@J3[R1] B1@E4", "raft-a@J3[R1] serpent-1@J4 B1@E4"),
        ("R1@C6 raft-a@B5[] B1@H8", "R1@C6 raft-a@K5[] B1@H8"),
        ("R1@C6 B1@H8", "R1@C6 B1@SE"),
    ],
)
def test_nearer_to_safety_is_better(better: str, worse: str) -> None:
    values = "values: R1=4"
    assert outlook(table(better, values)) > outlook(table(worse, values))


def test_the_end_is_a_victory_a_shared_one_or_neither() -> None:
    def ended(*saved: str) -> list[int]:
        s = table(" ".join(saved), "values: R1=5 B1=5 B2=1", seats=2).state
        s.ended = End.NOBODY_LEFT
        return [evaluate(s, seat) for seat in (0, 1)]

    assert ended("R1@NE", "B2@NE") == [1000, 0]
    assert ended("R1@NE", "B1@NE") == [600, 600]


# -- fairness -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.sizes)
def test_thoughts_use_nothing_that_the_seat_cannot_know(seats: int) -> None:
    m, rnd, out = new("survive", seats=seats, seed=seats), random.Random(seats), Buffer(GAME.families.count)
    looked = 0
    while (seat := m.asked) is not None:
        if rnd.random() < 0.1:
            hidden = m.hidden(seat)
            guess = hidden.copy()
            seed_rng(guess, rnd.getrandbits(32), 1, 2, 3)
            GAME.rules.determinize(guess, seat)
            n = GAME.rules.legal(hidden, seat, out)
            likings = [prefer(hidden, seat, out[i], 0) for i in range(n)]
            assert likings == [prefer(guess, seat, out[i], 0) for i in range(n)]
            assert likings == [prefer(m.state, seat, out[i], 0) for i in range(n)]
            assert all(1 <= liking <= 1000 for liking in likings)
            assert evaluate(hidden, seat) == evaluate(guess, seat) == evaluate(m.state, seat)
            looked += 1
        m.push(random_move(GAME, m.state, rnd)[1], seat)
    assert looked > 10
    assert all(0 <= evaluate(m.state, seat) <= 1000 for seat in range(seats))


# -- what a designer asks -----------------------------------------------------------------------------------------


def test_facts_say_who_was_saved_and_who_was_not() -> None:
    m = table("R1@NE R2@NE R3~K2 R4@E4 B1@E4", "values: R1=5 R2=5 R3=2 R4=1", "holds R: dive")
    facts = GAME.speech.facts(m.state, 0)
    assert facts["saved: worth 5"] == facts["saved"] == 2
    assert (facts["left in the sea"], facts["left on the island"], facts["eliminated"]) == (1, 1, 6)
    assert facts["tiles never used"] == 1


def test_no_creature_eats_as_many_of_ones_own_as_of_the_others() -> None:
    m = table("shark-1@K6 R1~K7 B1~K7 R2@E4", "die: shark", "values: R1=3")
    assert "shark K6-K7" not in wise(m)
    m = table("shark-1@K6 R1~K7 B1~K7 Y1~K7 R2@E4", "die: shark", "values: R1=3")
    assert "shark K6-K7" in wise(m)


def test_no_mountain_with_ones_own_sinks_where_another_can() -> None:
    m = table("R1@G6 B1@F6 R2~K6 G1@E5", "phase: sinking", "mountain: *")
    assert {"sink G6", "sink J6"}.isdisjoint(wise(m))
    assert {"sink F6", "sink E5"} <= wise(m)


def test_no_forest_sinks_beside_ones_own_swimmers_where_another_can() -> None:
    """A whirlpool may lie under it."""
    m = table("R1@G6 R2~K6 G1@E5", "phase: sinking", "forest: *")
    assert {"sink G6", "sink J6"}.isdisjoint(wise(m))
    assert {"sink F6", "sink E5"} <= wise(m)


def test_nobody_stays_on_a_mountain_beside_a_raft() -> None:
    m = table("R1@C6 raft-a@B5[] B1@H8", "mountain: *", "values: R1=4", "moves: 1")
    assert wise(m) == {"R1 walk C6-B5"}
    m = table("R1@C6 raft-a@B5[] serpent-1@B4 B1@H8", "mountain: *", "values: R1=4", "moves: 1")
    assert "end" in wise(m)


def test_nobody_walks_to_and_fro_on_the_mountains() -> None:
    m = table("R1@F6 B1@H8", "mountain: *", "values: R1=4")
    there = {move for move in wise(m) if move.startswith("R1 walk")}
    for move in there:
        back = "-".join(reversed(move.rsplit(" ", 1)[1].split("-")))
        assert f"R1 walk {back}" not in wise(play(table("R1@F6 B1@H8", "mountain: *", "values: R1=4"), move))
