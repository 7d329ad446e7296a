"""The rules file's test positions on sinking tiles (T-40 to T-52, T-84, T-85)."""

from __future__ import annotations

from lastraft.survive.components import BOX, SPACE_NUMBER, Face, Ground
from lastraft.survive.events import Event
from lastraft.survive.state import holding
from tests.survive.table import ROLLS, legal, on_board, play, said, table

SINKING = "phase: sinking"


def test_T40_the_thinnest_kind_sinks() -> None:
    """SV-8.4, SV-8.5: the thinnest kind, inland too."""
    m = table("R1@G5", SINKING, "forest: *", "beach: E4 F6")
    assert legal(m) == {"sink E4", "sink F6"}
    assert m.forbids("sink G5") == "SV-8.4"
    assert m.forbids("sink A6") == "SV-8.1"


def test_T41_a_shark_under_two_opens_one_window() -> None:
    """SV-8.6, SV-8.10, SV-10.1, SV-10.6, SV-12.12: a shark under two adventurers, and one window for both."""
    there, lines = "R1@E4 B1@E4 G1@F4", (SINKING, "beach: E4=shark")
    assert on_board(play(table(there, *lines), "sink E4")) == {"shark-1@E4", "G1@F4"}
    m = play(table(there, *lines, "holds B: repellent"), "sink E4")
    assert m.asked == 1
    play(m, "repel shark-1")
    assert on_board(m) == {"R1~E4", "B1~E4", "G1@F4"}
    m = play(table(there, *lines, "holds B: repellent"), "sink E4", "decline")
    assert on_board(m) == {"shark-1@E4", "G1@F4"}


def test_T42_a_kaiju_under_two_pushes_each_separately() -> None:
    """SV-8.12, SV-11.4: a kaiju under two adventurers; each is pushed separately, to the same space if one likes."""
    m = play(table("R1@H4 B1@H4", SINKING, "beach: H4=kaiju"), "sink H4")
    assert legal(m) == {"next R1", "next B1"}
    play(m, "next R1", "push R1 G4")
    assert m.asked == 0
    assert "push B1 G4" in legal(m)
    play(m, "push B1 I4")
    assert on_board(m) == {"kaiju-1@H4", "R1@G4", "B1~I4"}


def test_T43_the_third_kaiju_is_fetched() -> None:
    """SV-8.13: with both on the board one of them comes, from however far."""
    m = play(table("kaiju-1@A6 kaiju-2@E6 R1@H5", SINKING, "beach: E4=kaiju"), "sink E4")
    assert legal(m) == {"fetch kaiju-1", "fetch kaiju-2"}
    play(m, "fetch kaiju-1")
    assert {"kaiju-1@E4", "kaiju-2@E6"} <= on_board(m)


def test_T44_no_shark_comes_under_a_kaiju() -> None:
    """SV-8.1, SV-8.9, SV-8.14, SV-8.24, SV-11.17: no shark comes under a kaiju, which only drops."""
    m = play(table("kaiju-1@H4 R1@E4", SINKING, "beach: H4=shark"), "sink H4")
    assert on_board(m) == {"kaiju-1@H4", "R1@E4"}
    assert m.state.ground[m.state.creature[11]] == Ground.SEA
    assert m.state.gone[Ground.BEACH][Face.SHARK] == 1
    assert said(m, Event.NOTHING)


def test_T45_a_second_kaiju_drives_the_first_out() -> None:
    """SV-8.14, SV-11.12, SV-11.11: a second kaiju drives the first one out, not back."""
    m = play(table("kaiju-1@H4 R1@E4", SINKING, "beach: H4=kaiju"), "sink H4")
    assert m.asked == 0
    assert "kaiju-2@H4" in on_board(m)
    assert "kaiju-1 H4-J4" in legal(m)
    assert not any(move.endswith("-H4") for move in legal(m))
    play(m, "kaiju-1 H4-J4")
    assert on_board(m) == {"kaiju-1@J4", "kaiju-2@H4", "R1@E4"}


def test_T85_the_other_kaiju_must_come() -> None:
    """SV-8.13, SV-8.14, SV-11.12: the other one must come."""
    m = play(table("kaiju-1@H4 kaiju-2@A6 R1@E4", SINKING, "beach: H4=kaiju"), "sink H4")
    assert "kaiju-2@H4" in on_board(m)
    assert {move.split()[0] for move in legal(m)} == {"kaiju-1"}


def test_T46_three_of_four_board_the_raft() -> None:
    """SV-8.15, SV-6.9: a raft under four; three board."""
    m = play(table("R1@H4 R2@H4 B1@H4 B2@H4", SINKING, "beach: H4=raft"), "sink H4")
    assert legal(m) == {"board R1", "board R2", "board B1", "board B2"}
    play(m, "board R1", "board B2")
    assert legal(m) == {"board R2", "board B1"}
    play(m, "board B1")
    assert on_board(m) == {"raft-a@H4[R1,B2,B1]", "R2~H4"}


NO_RAFT_LEFT = f"field raft: 0 0{f' {BOX}' * 10}"


def test_T47_an_empty_raft_is_fetched_or_none() -> None:
    """SV-8.16, SV-3.7, SV-8.24: without a raft in the supply an empty one comes, or none."""
    lines = (NO_RAFT_LEFT, SINKING, "beach: E4=raft")
    m = play(table("raft-a@A6[] raft-b@I5[B1] R1@F4", *lines), "sink E4")
    assert {"raft-a@E4[]", "raft-b@I5[B1]"} <= on_board(m)
    m = play(table("raft-a@A6[R2] raft-b@I5[B1] R1@F4", *lines), "sink E4")
    assert {"raft-a@A6[R2]", "raft-b@I5[B1]"} <= on_board(m)
    assert said(m, Event.NOTHING)
    m = play(table("raft-a@A6[] raft-b@I5[] R1@F4", *lines), "sink E4")
    assert legal(m) == {"fetch raft-a", "fetch raft-b"}
    play(m, "fetch raft-b")
    assert {"raft-a@A6[]", "raft-b@E4[]"} <= on_board(m)


def test_T48_no_raft_comes_under_a_kaiju() -> None:
    """SV-8.17, SV-8.24: no raft comes under a kaiju."""
    m = play(table("kaiju-1@H4 R1@E4", SINKING, "beach: H4=raft"), "sink H4")
    assert on_board(m) == {"kaiju-1@H4", "R1@E4"}
    assert said(m, Event.NOTHING)


def test_T49_a_whirlpool_takes_the_sea_around() -> None:
    """SV-8.18, SV-8.19, SV-10.8, SV-12.5: a whirlpool takes what is on the sea around, nothing else, and no repellent
    helps."""
    there = "R1@E4 raft-a@D4[B1,G1] shark-1@E3 serpent-1@D3 R2@F4 kaiju-1@D5"
    m = table(there, SINKING, "forest: *", "mountain: G6", "forest: E4=whirlpool", "holds B: repellent")
    play(m, "sink E4")
    assert on_board(m) == {"R2@F4", "kaiju-1@D5"}
    assert holding(m.state, 1, Face.REPELLENT) == 1


def test_T84_a_whirlpool_takes_the_serpent_of_the_lagoon() -> None:
    """SV-8.18, SV-10.8: the lagoon is a sea space too; a serpent never comes back."""
    m = play(table("serpent-1@F7 R1@E4", SINKING, "forest: *", "forest: F6=whirlpool"), "sink F6")
    assert on_board(m) == {"R1@E4"}
    assert said(m, Event.CREATURE_LEFT)


def test_T50_a_volcano_closes_its_space() -> None:
    """SV-8.20, SV-8.21: a volcano takes everybody on its space, and the space stays closed."""
    m = table("R1@G6 B1@G6 R2@E4 kaiju-1@A6", SINKING, "mountain: *", "mountain: G6=volcano G5=whirlpool")
    play(m, "sink G6")
    assert on_board(m) == {"R2@E4", "kaiju-1@A6"}
    assert m.state.volcanoes == 1
    again = table("R2@E4", SINKING, "mountain: *", "volcano: G6", "mountain: G5=whirlpool")
    play(again, "sink G5")
    assert again.state.ground[SPACE_NUMBER["G6"]] == Ground.VOLCANO


def test_T51_with_nobody_left_two_tiles_sink() -> None:
    """SV-8.2, SV-8.3, SV-4.4: with nobody left to save two tiles, one after the other."""
    m = table("B1@F4 serpent-1@K12", "turn: G", "die: serpent", "beach: E4=shark F4=oars", seed=ROLLS["kaiju"])
    play(m, "serpent K12-K11", "end", "sink E4")
    assert m.asked == 0
    assert "shark-1@E4" in on_board(m)
    play(m, "sink F4")
    assert m.asked == 1
    third = table("B1@F4", SINKING, "sinks: 2", "volcano: G6 G7", "mountain: *", "mountain: H7=volcano")
    play(third, "sink H7")
    assert third.over


def test_T52_the_number_of_tiles_is_fixed_at_the_start() -> None:
    """SV-8.2: the number of tiles is fixed when the turn begins."""
    m = table("R1~I4 B1@F4 shark-1@J4", "forest: *", "beach: E4=oars F6=oars", seed=ROLLS["kaiju"])
    play(m, "R1 swim I4-J4", "end", "sink E4")
    assert m.asked == 1
