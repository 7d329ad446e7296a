"""The rules file's test positions on the creature phase, kaiju and repellents (T-53 to T-65, T-80 to T-88)."""

from __future__ import annotations

from lastraft.survive.components import Face
from lastraft.survive.events import Event
from lastraft.survive.state import Phase, holding
from tests.survive.helpers import ROLLS, legal, on_board, play, said, table

# -- the creature phase -------------------------------------------------------------------------------------------


def test_T53_a_swimmer_stops_a_shark() -> None:
    """SV-9.8, SV-10.3: a swimmer stops a shark; another way round is open."""
    m = table("shark-1@K5 R1~K6 B1@E4", "die: shark")
    assert m.forbids("shark K5-J7") == "SV-9.8"
    assert "shark K5-K7" in legal(m)
    play(m, "shark K5-K6")
    assert on_board(m) == {"shark-1@K6", "B1@E4"}


def test_T54_a_shark_passes_rafts() -> None:
    """SV-9.9: a shark passes rafts."""
    m = play(table("shark-1@K5 raft-a@K6[R1] B1~K7", "die: shark"), "shark K5-K7")
    assert on_board(m) == {"shark-1@K7", "raft-a@K6[R1]"}


def test_T55_the_serpent_of_the_lagoon_cannot_move() -> None:
    """SV-9.2, SV-9.4, SV-2.8: at the start the serpent of the lagoon cannot move, the others move one space."""
    there = "serpent-1@B2 serpent-2@K3 serpent-3@F7 serpent-4@A11 serpent-5@K12 R1@E4"
    m = table(there, "die: serpent")
    assert {move for move in legal(m) if "B2" in move} == {"serpent B2-A3", "serpent B2-B3", "serpent B2-C2"}
    assert not any("F7" in move for move in legal(m))
    assert m.forbids("serpent B2-D2") == "SV-9.4"


def test_T56_no_shark_can_move_so_none_does() -> None:
    """SV-9.3: the only shark cannot move, so nothing does."""
    m = table("shark-1@F5 R1@E4 B1@E4", "sunk: F5", "holds R: creature_die", seed=ROLLS["shark"])
    play(m, "roll")
    assert said(m, Event.NONE_MOVES) == [(0, 1)]
    assert m.state.depth == 0
    assert "shark-1@F5" in on_board(m)


def test_T59_sharks_keep_away_from_a_kaiju() -> None:
    """SV-9.10: sharks neither enter nor pass a kaiju's space."""
    m = table("shark-1@J4 kaiju-1@J5 R1@E4", "die: shark")
    assert m.forbids("shark J4-J5") == "SV-9.10"
    assert m.forbids("shark J4-K6") == "SV-9.10"
    assert "shark J4-K5" in legal(m)
    assert not {"shark J4-J5", "shark J4-K6"} & legal(m)


# -- kaiju --------------------------------------------------------------------------------------------------------


def test_T60_a_kaiju_destroys_the_raft_and_sends_everybody_away() -> None:
    """SV-10.4, SV-11.1, SV-11.2, SV-11.4, SV-11.8: the raft is destroyed, each of the four sent to a neighbour."""
    m = play(table("kaiju-1@K5 raft-a@J5[R1,B1,B2] G1~J5 shark-1@J5", "die: kaiju"), "kaiju K5-J5")
    assert m.state.raft[0] == 0
    assert legal(m) == {"next R1", "next B1", "next B2", "next G1", "next shark-1"}
    play(m, "next R1")
    assert legal(m) == {f"push R1 {space}" for space in ("K5", "K4", "J4", "I5", "J6", "K6")}
    play(m, "push R1 J6", "next B1", "push B1 I5", "next shark-1", "shark J5-K4", "next B2", "push B2 K6")
    play(m, "push G1 K5")
    assert on_board(m) == {"kaiju-1@J5", "R1@J6", "B1~I5", "shark-1@K4", "B2~K6", "G1~K5"}


def test_T61_a_repellent_leaves_everything_as_it_was() -> None:
    """SV-12.3: a repellent leaves everything as it was."""
    m = table("kaiju-1@K5 raft-a@J5[R1,B1,B2] G1~J5", "die: kaiju", "holds B: repellent")
    play(m, "kaiju K5-J5")
    assert m.asked == 1
    play(m, "repel kaiju-1")
    assert on_board(m) == {"raft-a@J5[R1,B1,B2]", "G1~J5"}


def test_T62_a_displaced_shark_attacks_where_it_stops() -> None:
    """SV-11.10, SV-10.5: a displaced shark moves by its own rules and attacks where it stops."""
    m = play(table("kaiju-1@K5 shark-1@K4 R1~J4 B1@E4", "die: kaiju"), "kaiju K5-K4")
    assert "shark K4-J4" in legal(m)
    assert all(move.startswith("shark K4-") for move in legal(m))
    play(m, "shark K4-J4")
    assert on_board(m) == {"kaiju-1@K4", "shark-1@J4", "B1@E4"}


def test_T63_a_kaiju_does_not_corner_a_serpent() -> None:
    """SV-11.14, SV-11.18: not onto a serpent that cannot get out."""
    m = table("kaiju-1@F6 serpent-1@F7 R1@E4", "die: kaiju")
    assert m.forbids("kaiju F6-F7") == "SV-11.14"


def test_T88_the_serpent_goes_where_the_kaiju_came_from() -> None:
    """SV-11.14, SV-11.18: the serpent goes to the space that the kaiju left, without being asked."""
    m = play(table("kaiju-1@E7 serpent-1@F7 R1@E4", "sunk: E7", "die: kaiju"), "kaiju E7-F7")
    assert on_board(m) == {"kaiju-1@F7", "serpent-1@E7", "R1@E4"}


def test_T65_one_may_be_pushed_onto_a_safe_land() -> None:
    """SV-11.7, SV-11.3, SV-9.11: one may be pushed onto a safe land; the kaiju itself stays off."""
    m = play(table("kaiju-1@J2 raft-a@K2[R1] B1@E4", "die: kaiju"), "kaiju J2-K2", "push R1 NE")
    assert on_board(m) == {"kaiju-1@K2", "R1@NE", "B1@E4"}
    later = table("kaiju-1@K2 R1@NE B1@E4", "die: kaiju")
    assert later.forbids("kaiju K2-NE") == "SV-9.11"


def test_T80_pushed_onto_a_shark_with_a_repellent_in_either_window() -> None:
    """SV-11.5, SV-12.7, SV-4.5: pushed onto a shark, with a repellent in either window."""
    there, lines = "kaiju-1@K5 R1~K6 shark-1@K7 B1@E4", ("turn: B", "die: kaiju")
    assert "R1~K7" not in on_board(play(table(there, *lines), "kaiju K5-K6", "push R1 K7"))
    m = play(table(there, *lines, "holds R: repellent"), "kaiju K5-K6")
    assert m.asked == 0
    assert on_board(play(m, "repel kaiju-1")) == {"R1~K6", "shark-1@K7", "B1@E4"}
    m = play(table(there, *lines, "holds R: repellent"), "kaiju K5-K6", "decline", "push R1 K7")
    assert m.asked == 0
    assert on_board(play(m, "repel shark-1")) == {"R1~K7", "kaiju-1@K6", "B1@E4"}


def test_T81_a_chain_is_resolved_depth_first() -> None:
    """SV-11.12, SV-11.13: a chain is resolved depth first."""
    m = play(table("kaiju-1@K5 kaiju-2@K4 raft-a@J4[R1]", "die: kaiju"), "kaiju K5-K4")
    play(m, "kaiju-2 K4-J4")
    assert m.state.raft[0] == 0
    assert "push R1 J3" in legal(m)
    assert m.forbids("push R1 K4") == "SV-11.9"
    play(m, "push R1 J3")
    assert on_board(m) == {"kaiju-1@K4", "kaiju-2@J4", "R1~J3"}
    assert m.state.phase == Phase.ACTION


def test_T82_the_active_player_is_asked_first() -> None:
    """SV-12.8: the active player is asked first; one use is enough."""
    there = "shark-1@E3 R1~E4 B1~E4"
    lines = ("sunk: E4", "turn: B", "die: shark", "holds R: repellent", "holds B: repellent")
    m = play(table(there, *lines), "shark E3-E4")
    assert m.asked == 1
    m.push("decline")
    assert m.asked == 0
    m.pop()
    m.push("repel shark-1")
    assert on_board(m) == {"R1~E4", "B1~E4"}
    assert holding(m.state, 0, Face.REPELLENT) == 1
    assert m.asked == 2


def test_T86_a_shark_that_passes_opens_no_window() -> None:
    """SV-12.11, SV-9.9: a shark that only passes opens no window."""
    there, lines = "shark-1@K5 raft-a@K6[R1]", ("turn: B", "die: shark", "holds R: repellent")
    m = play(table(there, *lines), "shark K5-J7")
    assert m.state.depth == 0
    assert holding(m.state, 0, Face.REPELLENT) == 1
    assert play(table(there, *lines), "shark K5-K6").asked == 0
