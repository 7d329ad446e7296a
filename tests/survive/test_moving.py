"""The rules file's test positions on moving, rafts, predators' spaces and ability tiles (T-01 to T-39)."""

from __future__ import annotations

import pytest

from lastraft import IllegalMove
from lastraft.survive.components import Face, Ground
from lastraft.survive.events import Event
from lastraft.survive.state import holding
from tests.survive.helpers import ROLLS, legal, on_board, play, said, table

# -- moving -------------------------------------------------------------------------------------------------------


def test_T01_several_share_a_tile() -> None:
    """SV-5.2, SV-5.4, SV-5.10: one space; several share a tile."""
    m = table("R1@E4 B1@F4")
    assert not any("G4" in move for move in legal(m))  # two spaces away: there is no such move
    play(m, "R1 walk E4-F4")
    assert on_board(m) == {"R1@F4", "B1@F4"}
    assert m.state.moves == 2


def test_T02_the_rulebooks_example_of_an_action_phase() -> None:
    """SV-15.1, SV-7.3, SV-7.4, SV-7.6: the rulebook's example of an action phase."""
    m = table("R1~I4 R2~J4 raft-a@I5[]", "holds R: oars")
    play(m, "R1 swim I4-H5", "R1 walk H5-I5", "R2 swim J4-I5", "oars I5-J5", "step K4")
    assert on_board(m) == {"raft-a@K4[R1,R2]"}
    assert m.state.moves == 0
    assert holding(m.state, 0, Face.OARS) == 0
    assert m.state.gone[Ground.BEACH][Face.OARS] == 1
    assert m.asked == 0
    assert legal(m) == {"end"}


def test_T03_one_swim_a_turn_for_each() -> None:
    """SV-5.6: one swim a turn for each adventurer."""
    m = play(table("R1@H4 R2@E4"), "R1 swim H4-I4")
    for again in ("R1 swim I4-J4", "R1 swim I4-H5"):
        assert m.forbids(again) == "SV-5.6"
    assert "R2 walk E4-F4" in legal(m)
    assert m.state.moves == 2


def test_T04_tile_tile_water() -> None:
    """SV-5.7: tile, tile, water."""
    m = play(table("R1@G5"), "R1 walk G5-H5", "R1 swim H5-I5")
    assert m.state.moves == 1
    assert not any(move.startswith("R1 swim") for move in legal(m))


def test_T06_water_to_water_is_a_swim() -> None:
    """SV-5.5: water to water is a swim."""
    m = play(table("R1~J4"), "R1 swim J4-J3")
    assert m.forbids("R1 swim J3-K2") == "SV-5.6"


def test_T07_onto_a_raft_from_land_is_a_walk() -> None:
    """SV-5.8, SV-6.7: onto a raft with a free seat from land is a walk; then the first swim is still open."""
    m = play(table("R1@H5 raft-a@I5[]"), "R1 walk H5-I5")
    assert on_board(m) == {"raft-a@I5[R1]"}
    play(m, "R1 swim I5-I4")
    assert on_board(m) == {"raft-a@I5[]", "R1~I4"}


def test_T08_from_raft_to_raft_is_a_walk() -> None:
    """SV-5.4: from raft to raft is a walk."""
    m = play(table("raft-a@I5[R1] raft-b@J5[B1]"), "R1 walk I5-J5")
    assert on_board(m) == {"raft-a@I5[]", "raft-b@J5[B1,R1]"}


def test_T09_beside_a_full_raft_one_swims() -> None:
    """SV-5.9, SV-6.7: beside a full raft one swims."""
    m = play(table("R1@H5 raft-a@I5[B1,B2,B3]"), "R1 swim H5-I5")
    assert on_board(m) == {"raft-a@I5[B1,B2,B3]", "R1~I5"}
    assert m.forbids("R1 swim I5-J5") == "SV-5.6"


def test_T11_everybody_lands_by_a_move_of_their_own() -> None:
    """SV-5.17, SV-5.3: everybody lands by a move of their own."""
    m = play(table("raft-a@K2[R1,R2,B1]"), "R1 walk K2-NE", "R2 walk K2-NE")
    assert on_board(m) == {"R1@NE", "R2@NE", "raft-a@K2[B1]"}
    assert legal(m) == {"end"}
    assert m.forbids("raft K2-J2") == "SV-6.4"


def test_T12_swimming_ashore() -> None:
    """SV-5.5, SV-5.17: swimming ashore."""
    m = play(table("R1~K2 B1@E4"), "R1 swim K2-NE")
    assert "R1@NE" in on_board(m)


def test_T13_nobody_enters_a_volcano() -> None:
    """SV-5.13: nobody enters a volcano."""
    assert table("R1@G5", "volcano: G6").forbids("R1 walk G5-G6") == "SV-5.13"


def _red_has_nobody(*lines: str) -> str:
    """Green moves a serpent, and it is Red's turn with nobody left to save."""
    return "\n".join(["turn: G", "die: serpent", *lines])


def test_T14_with_nobody_left_there_are_ability_tiles_but_no_moves() -> None:
    """SV-5.1, SV-7.5, SV-4.4: with nobody left to save there are no moves, but ability tiles."""
    m = table("B1@E4 raft-a@A6[] serpent-1@K12", _red_has_nobody("holds R: oars"))
    play(m, "serpent K12-K11")
    assert m.asked == 0
    assert m.state.moves == 0
    assert m.forbids("raft A6-B6") == "SV-5.1"
    assert "oars A6-B6" in legal(m)
    assert m.forbids("oars A6>W") == "SV-5.2"


def test_T15_who_is_left_is_tested_once() -> None:
    """SV-5.1: tested once, at the start of the phase."""
    m = play(table("R1~K2 B1@E4 raft-a@A6[]"), "R1 swim K2-NE")
    assert m.state.moves == 2
    assert "raft A6-B6" in legal(m)


# -- rafts --------------------------------------------------------------------------------------------------------


def test_T16_never_two_rafts_on_a_space() -> None:
    """SV-6.1, SV-6.3: never two rafts on a space."""
    m = table("raft-a@I5[R1] raft-b@J5[]")
    assert m.forbids("raft I5-J5") == "SV-6.1"
    assert "raft I5-J4" in legal(m)


@pytest.mark.parametrize(
    ("control", "allowed"), [("at_least_each", True), ("at_least_combined", True), ("more_than_each", False)]
)
def test_T17_a_tie_steers_a_raft(control: str, allowed: bool) -> None:
    """SV-6.5: a tie is enough, unless the option says otherwise."""
    m = table("raft-a@I5[R1,B1]", raft_control=control)
    assert (m.forbids("raft I5-J5") == "") == allowed


@pytest.mark.parametrize("control", ["at_least_each", "at_least_combined", "more_than_each"])
def test_T19_one_against_two_does_not_steer(control: str) -> None:
    """SV-3.5, SV-6.5: one against two steers under no option, two against one under all."""
    there = "raft-a@I5[R1,B1,B2]"
    assert table(there, raft_control=control).forbids("raft I5-J5") == "SV-6.4"
    assert table(there, "turn: B", raft_control=control).forbids("raft I5-J5") == ""


def test_T20_anybody_moves_an_empty_raft() -> None:
    """SV-6.4: any empty raft, whoever placed it."""
    m = table("raft-a@L6[] R1@E4")
    assert {move for move in legal(m) if move.startswith("raft")} == {"raft L6-K5", "raft L6-K6", "raft L6-K7"}


def test_T22_the_active_player_picks_who_boards() -> None:
    """SV-6.9, SV-4.5: too few seats: the active player picks."""
    m = play(table("raft-a@I5[B1,B2] R1~J5 G1~J5", "turn: B"), "raft I5-J5")
    assert m.asked == 1
    assert legal(m) == {"board R1", "board G1"}
    play(m, "board G1")
    assert on_board(m) == {"raft-a@J5[B1,B2,G1]", "R1~J5"}


def test_T23_a_free_seat_is_taken_at_once() -> None:
    """SV-6.10, SV-6.8: a seat becomes free and is taken at once."""
    m = play(table("raft-a@I5[R1,B1,B2] G1~I5"), "R1 walk I5-H5")
    assert on_board(m) == {"raft-a@I5[G1,B1,B2]", "R1@H5"}
    assert m.state.depth == 0


def test_T24_swimmers_stay_behind() -> None:
    """SV-6.2: swimmers stay behind."""
    m = play(table("raft-a@I5[R1,R2,R3] B1~I5"), "raft I5-J5")
    assert on_board(m) == {"raft-a@J5[R1,R2,R3]", "B1~I5"}


def test_T89_the_free_seat_comes_before_the_arrival() -> None:
    """SV-6.9, SV-6.10, SV-4.6: first the free seat, then the arrival of the one who left."""
    m = play(table("raft-a@I5[R1,B1,B2] G1~I5 Y1~I5 shark-1@I4"), "R1 swim I5-I4")
    assert legal(m) == {"board G1", "board Y1"}
    assert "R1~I4" in on_board(m)
    play(m, "board Y1")
    assert on_board(m) == {"raft-a@I5[Y1,B1,B2]", "G1~I5", "shark-1@I4"}


def test_T25_a_serpent_destroys_the_raft_and_everybody_aboard() -> None:
    """SV-10.2, SV-10.6, SV-10.9: a serpent destroys the raft and everybody aboard."""
    m = play(table("raft-a@J4[R1,B1] serpent-1@K4 G1@E4"), "raft J4-K4")
    assert on_board(m) == {"serpent-1@K4", "G1@E4"}
    assert m.state.raft[0] == 0


def test_T26_a_shark_harms_nobody_aboard() -> None:
    """SV-10.3, SV-12.9, SV-12.12: a shark harms nobody aboard; a repellent works all the same."""
    there = "raft-a@J4[R1] shark-1@K4"
    m = play(table(there), "raft J4-K4")
    assert on_board(m) == {"raft-a@K4[R1]", "shark-1@K4"}
    assert m.forbids("repel shark-1") == "SV-12.1"
    m = play(table(there, "holds R: repellent"), "raft J4-K4")
    assert legal(m) == {"repel shark-1", "decline"}
    play(m, "decline")
    assert "repel shark-1" in legal(m)  # SV-12.7 (b): in the own action phase
    play(m, "repel shark-1")
    assert on_board(m) == {"raft-a@K4[R1]"}


def test_T27_only_a_kaiju_enters_a_kaijus_space() -> None:
    """SV-11.9: only a kaiju enters a kaiju's space; with `bounce` one is pushed on at once."""
    there = "kaiju-1@I5 R1@H5 raft-a@J5[R2]"
    m = table(there)
    assert m.forbids("R1 swim H5-I5") == "SV-5.15"
    assert m.forbids("raft J5-I5") == "SV-11.9"
    m = play(table(there, enter_kaiju_space="bounce"), "R1 swim H5-I5")
    assert m.asked == 0
    assert legal(m) == {f"push R1 {space}" for space in ("J5", "J4", "I4", "H5", "I6", "J6")}
    play(m, "push R1 I4")
    assert on_board(m) == {"kaiju-1@I5", "R1~I4", "raft-a@J5[R2]"}


# -- entering a predator's space ----------------------------------------------------------------------------------


def test_T28_into_a_sharks_space() -> None:
    """SV-5.14, SV-10.3, SV-12.2: into a shark's space."""
    there = "R1@H4 shark-1@I4 B1@E4"
    assert on_board(play(table(there), "R1 swim H4-I4")) == {"shark-1@I4", "B1@E4"}
    m = play(table(there, "holds R: repellent"), "R1 swim H4-I4", "repel shark-1")
    assert on_board(m) == {"R1~I4", "B1@E4"}
    assert m.state.creature[5] == 0


def test_T29_who_boards_is_no_swimmer() -> None:
    """SV-6.11: who boards is no swimmer."""
    m = play(table("R1@H5 shark-1@I5 raft-a@I5[B1]"), "R1 walk H5-I5")
    assert on_board(m) == {"raft-a@I5[B1,R1]", "shark-1@I5"}


def test_T30_a_swimmer_beside_a_full_raft_is_taken() -> None:
    """SV-5.9, SV-10.3: a swimmer beside a full raft is taken, those aboard are not; either may use a repellent."""
    there = "R1@H5 shark-1@I5 raft-a@I5[B1,B2,B3]"
    assert on_board(play(table(there), "R1 swim H5-I5")) == {"raft-a@I5[B1,B2,B3]", "shark-1@I5"}
    m = play(table(there, "holds R: repellent", "holds B: repellent"), "R1 swim H5-I5")
    assert m.asked == 0
    play(m, "decline")
    assert m.asked == 1
    play(m, "repel shark-1")
    assert on_board(m) == {"R1~I5", "raft-a@I5[B1,B2,B3]"}


def test_T31_no_repellent_helps_against_a_serpent() -> None:
    """SV-12.5: no repellent helps against a serpent."""
    m = play(table("R1~I4 serpent-1@J4 B1@E4", "holds R: repellent"), "R1 swim I4-J4")
    assert on_board(m) == {"serpent-1@J4", "B1@E4"}
    assert holding(m.state, 0, Face.REPELLENT) == 1


# -- ability tiles ------------------------------------------------------------------------------------------------


def test_T33_two_spaces_by_dolphin() -> None:
    """SV-7.8, SV-7.9: two spaces by dolphin, unless something is in the way."""
    m = play(table("R1~J3 B1@E4", "holds R: dolphin"), "R1 dolphin J3-K2", "step NE")
    assert "R1@NE" in on_board(m)
    assert m.state.moves == 3
    m = play(table("R1~J3 B1@E4 serpent-1@K2", "holds R: dolphin"), "R1 dolphin J3-K2")
    assert on_board(m) == {"B1@E4", "serpent-1@K2"}
    assert m.state.depth == 0


def test_T83_a_dolphin_may_end_on_land() -> None:
    """SV-7.8: the last space may be land; there is no third."""
    m = play(table("R1~J4", "holds R: dolphin"), "R1 dolphin J4-I4", "step H4")
    assert on_board(m) == {"R1@H4"}
    assert m.state.depth == 0
    assert "R1 walk H4-G4" in legal(m)  # that would be a move


def test_T34_boarding_ends_the_dolphins_move() -> None:
    """SV-7.9: boarding ends the dolphin's move."""
    m = play(table("R1~I4 raft-a@J4[B1]", "holds R: dolphin"), "R1 dolphin I4-J4")
    assert on_board(m) == {"raft-a@J4[B1,R1]"}
    assert m.state.depth == 0


def test_T35_a_dolphin_carries_swimmers_only() -> None:
    """SV-7.10, SV-7.8, SV-7.15: nobody on a tile or a raft is carried."""
    m = table("R1@H4 raft-a@I5[R2]", "holds R: dolphin")
    assert not any("dolphin" in move for move in legal(m))
    assert m.forbids("R1 dolphin H4-I4") == "SV-7.10"


def test_T36_control_is_lost_after_the_first_step() -> None:
    """SV-7.6, SV-7.7, SV-6.6, SV-7.15: control is lost after the first step."""
    assert table("raft-a@I5[R1]", "holds R: oars").forbids("oars I5-H5") == "SV-6.1"
    m = play(table("raft-a@I5[R1] B1~J5 B2~J5", "holds R: oars"), "oars I5-J5")
    assert on_board(m) == {"raft-a@J5[R1,B1,B2]"}
    assert m.state.depth == 0
    assert m.state.moves == 3


def test_T87_out_and_back_by_oars() -> None:
    """SV-7.17, SV-7.7: out and back by oars."""
    m = play(table("raft-a@I5[R1] B1~J5", "holds R: oars"), "oars I5-J5", "step I5")
    assert on_board(m) == {"raft-a@I5[R1,B1]"}


def test_T37_a_creature_dives_to_any_empty_sea_space() -> None:
    """SV-7.11, SV-7.12: from anywhere to an empty sea space."""
    there = "kaiju-1@E6 raft-a@A7[] R1~A8 shark-1@K5 serpent-1@K3"
    m = play(table(there, "holds R: dive"), "dive kaiju-1")
    for full in ("A7", "A8", "K5", "K3", "E4", "NE"):
        assert m.forbids(f"dive to {full}") == "SV-7.11"
    play(m, "dive to A6")
    assert "kaiju-1@A6" in on_board(m)
    assert m.state.depth == 0
    m = play(table(there, "holds R: dive"), "dive shark-1")
    assert m.forbids("dive to K5") == "SV-7.11"


def test_T38_a_creature_die_that_moves_nothing() -> None:
    """SV-7.13, SV-7.14: a creature die that moves nothing; the creature phase rolls all the same."""
    m = table("R1@F4 B1@F4", "holds R: creature_die", "beach: E4=oars", seed=ROLLS["shark"])
    play(m, "roll")
    assert said(m, Event.ROLLED) == [(0, 1)]
    assert said(m, Event.NONE_MOVES) == [(0, 1)]
    assert legal(m) >= {"end"}
    play(m, "end", "sink E4")
    assert len(said(m, Event.ROLLED)) == 2
    assert m.asked == 1


def test_T39_a_dolphin_waits_for_the_next_turn_a_repellent_does_not() -> None:
    """SV-7.2, SV-12.6: a dolphin waits for the next turn, a repellent does not."""
    m = play(table("R1~I4 B1@F4 shark-1@K4", "beach: E4=dolphin", "phase: sinking", seed=ROLLS["shark"]), "sink E4")
    assert holding(m.state, 0, Face.DOLPHIN) == 1
    assert not any("dolphin" in move for move in legal(m))
    m = table("R1~I4 B1@F4 shark-1@K4", "beach: E4=repellent", "phase: sinking", seed=ROLLS["shark"])
    play(m, "sink E4", "shark K4-I4")
    assert m.asked == 0
    assert "repel shark-1" in legal(m)


def test_an_illegal_move_names_its_clause() -> None:
    """SV-5.6 as a person reads it."""
    m = play(table("R1@H4"), "R1 swim H4-I4")
    with pytest.raises(IllegalMove, match=r"already swum this turn.*SV-5\.6"):
        m.push("R1 swim I4-J4")


def test_T77_the_rulebooks_illegal_example() -> None:
    """SV-5.6, SV-6.5: the rulebook's illegal example."""
    m = play(table("Y1~I4 raft-a@I5[B1,B2]", "turn: Y"), "Y1 swim I4-I5")
    assert on_board(m) == {"raft-a@I5[B1,B2,Y1]"}
    assert m.forbids("Y1 swim I5-J4") == "SV-5.6"
    assert m.forbids("raft I5-J4") == "SV-6.4"
    assert "Y1 walk I5-H5" in legal(m)


def test_no_list_offers_a_kaijus_space() -> None:
    """SV-5.15: neither to an adventurer nor to a raft beside it; all other ways are open."""
    m = table("kaiju-1@I5 R1@H5 raft-a@J5[R2]")
    offered = legal(m)
    assert not any(text.endswith("-I5") for text in offered)
    assert {"R1 swim H5-I4", "R1 walk H5-G5", "raft J5-J4", "raft J5-K4"} <= offered
