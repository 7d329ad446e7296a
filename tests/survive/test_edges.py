"""Clauses at their edges: acts and games that end half-way, and which clause a wrong move meets."""

from __future__ import annotations

from lastraft import Match
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from lastraft.survive import GAME
from lastraft.survive.components import Face
from lastraft.survive.events import Event
from lastraft.survive.state import Phase, holding
from tests.survive.helpers import legal, on_board, play, said, table

# -- half-way -----------------------------------------------------------------------------------------------------


def test_oars_end_with_the_raft() -> None:
    """SV-7.7, SV-10.2: a serpent on the first space leaves no raft for a second step."""
    m = play(table("raft-a@I5[R1] serpent-1@J5 R2@E4", "holds R: oars"), "oars I5-J5")
    assert on_board(m) == {"serpent-1@J5", "R2@E4"}
    assert m.state.depth == 0
    assert m.state.moves == 3


def test_a_dolphin_goes_on_past_a_shark_that_is_repelled() -> None:
    """SV-7.9, SV-12.7: the interaction is resolved after the first step; who survives it is carried on."""
    there = "R1~I4 shark-1@J4 B1@E4"
    m = play(table(there, "holds R: dolphin repellent"), "R1 dolphin I4-J4", "repel shark-1")
    assert "step K4" in legal(m)
    m = play(table(there, "holds R: dolphin oars"), "R1 dolphin I4-J4", "decline")
    assert on_board(m) == {"shark-1@J4", "B1@E4"}
    assert m.state.depth == 0


def test_a_dolphin_goes_on_past_a_full_raft() -> None:
    """SV-7.9, SV-5.9: beside a full raft one still swims."""
    m = play(table("R1~I4 raft-a@J4[B1,B2,B3]", "holds R: dolphin"), "R1 dolphin I4-J4", "step K4")
    assert on_board(m) == {"raft-a@J4[B1,B2,B3]", "R1~K4"}


def test_a_repelled_shark_leaves_the_serpent() -> None:
    """SV-12.10, SV-12.5: on a space with both, a repellent takes the shark away and the serpent still strikes."""
    m = table("R1@H4 shark-1@I4 serpent-1@I4 B1@E4", "holds R: repellent")
    play(m, "R1 swim H4-I4")
    assert legal(m) == {"repel shark-1", "decline"}
    play(m, "repel shark-1")
    assert on_board(m) == {"serpent-1@I4", "B1@E4"}


def test_whoever_declined_is_asked_again() -> None:
    """SV-12.8: after a use the round of asking begins again with the active player."""
    m = table("R1~H3 B1~I4 shark-1@I4 raft-a@I4[B2,B3,B4] shark-2@I4", "holds R: repellent", "holds B: repellent")
    play(m, "R1 swim H3-I4", "decline")
    assert m.asked == 1
    play(m, "repel shark-2")
    assert m.asked == 0
    play(m, "repel shark-1")
    assert {"R1~I4", "B1~I4"} <= on_board(m)


def test_a_kaiju_on_the_sunk_tile_goes_under_too() -> None:
    """SV-8.18, SV-8.20, SV-10.8: a whirlpool and a volcano send it to the supply."""
    for terrain, face in (("forest", "whirlpool"), ("mountain", "volcano")):
        m = table("kaiju-2@G6 R1@E4", f"{terrain}: *", f"{terrain}: G6={face}", "phase: sinking")
        assert on_board(play(m, "sink G6")) == {"R1@E4"}


def test_the_game_ends_under_a_kaiju() -> None:
    """SV-13.2, SV-11.13: the last adventurer is pushed home; the shark is not displaced any more."""
    m = play(table("kaiju-1@J2 raft-a@K2[R1] shark-1@K2", "die: kaiju"), "kaiju J2-K2", "next R1", "push R1 NE")
    assert m.over
    assert on_board(m) == {"kaiju-1@K2", "shark-1@K2", "R1@NE"}
    assert not said(m, Event.TURN)


def test_the_game_ends_between_two_tiles() -> None:
    """SV-13.2, SV-8.3: the first tile takes the last adventurer; the second is not taken, the die not rolled."""
    m = table("B1@E4", "forest: *", "forest: E4=whirlpool", "phase: sinking", "sinks: 2")
    play(m, "sink E4")
    assert m.over
    assert len(said(m, Event.SANK)) == 1
    assert not said(m, Event.ROLLED)


def test_a_second_tile_waits_for_the_first() -> None:
    """SV-8.3, SV-8.15: who boards is settled before the second tile is chosen."""
    m = table("B1@E4 B2@E4 B3@E4 B4@E4", "beach: E4=raft", "phase: sinking", "sinks: 2")
    play(m, "sink E4", "board B1", "board B2", "board B3")
    assert m.state.phase == Phase.SINKING
    assert m.asked == 0


def test_a_tile_won_is_held_in_the_same_turn() -> None:
    """SV-8.9, SV-12.6: the repellent of the first tile answers the kaiju of the second."""
    m = table("R1@F4 B1@E4", "beach: E4=repellent F4=kaiju", "phase: sinking", "sinks: 2")
    play(m, "sink E4", "sink F4", "repel kaiju-1")
    assert {"R1~F4", "B1~E4"} <= on_board(m)
    assert holding(m.state, 0, Face.REPELLENT) == 0


# -- which clause forbids it ------------------------------------------------------------------------------------------


def test_what_bars_a_creatures_way() -> None:
    """SV-9.4, SV-9.5, SV-9.8, SV-9.10, SV-9.11: land, a volcano, a kaiju, or somebody it would stop at."""
    m = table("shark-1@I4 kaiju-1@J4 R1~J5 B1@E4", "die: shark", "sunk: G4 H6", "volcano: H4")
    assert m.forbids("shark I4-K4") == "SV-9.10"
    assert m.forbids("shark I4-G4") == "SV-9.11"
    m = table("shark-1@I4 R1~J4 B1@E4", "die: shark", "sunk: G4")
    assert m.forbids("shark I4-G4") == "SV-9.5"
    assert m.forbids("shark I4-K4") == "SV-9.8"
    assert table("serpent-1@I4 R1@E4", "die: serpent").forbids("serpent I4-H4") == "SV-9.4"


def test_every_refusal_has_its_sentence() -> None:
    """A clause that can forbid something is explained in words of its own."""
    t = translator("survive", "en")
    unexplained = GAME.speech.reason(0, t)
    asks = [
        table("R1@H5 R2~I4 R3@NE raft-a@J5[R4,B1] kaiju-1@I5 shark-1@J4", "holds R: dolphin oars dive repellent"),
        table("shark-1@I4 kaiju-1@J4 R1~J5", "die: shark", "volcano: H4"),
        table("kaiju-1@J4 R1~J5 serpent-1@F7", "die: kaiju"),
        table("R1@G5", "phase: sinking", "forest: *", "beach: E4 F6"),
        table("", "phase: placing", "hand R: 3 4"),
        table("", "phase: launching"),
        play(table("R1@H4 shark-1@I4", "holds R: repellent"), "R1 swim H4-I4"),
        play(table("kaiju-1@K5 raft-a@J5[R1,B1]", "die: kaiju"), "kaiju K5-J5"),
        play(table("kaiju-1@A6 kaiju-2@E6 R1@H5", "phase: sinking", "beach: E4=kaiju"), "sink E4"),
        play(table("raft-a@I5[B1,B2] R1~J5 G1~J5", "turn: B"), "raft I5-J5"),
        play(table("R1~K2"), "R1 swim K2-NE"),
    ]
    for m in asks:
        for code in range(GAME.families.count):
            for seat in (0, 1):
                clause = GAME.rules.forbids(m.state, seat, code)
                assert not clause or GAME.speech.reason(clause, t) != unexplained, m.move(seat, code).text


def test_questions_before_the_second_step_and_a_push() -> None:
    """Section 17: whatever loses one of one's own deserves a question, by oars or under a kaiju too."""
    t = translator("survive", "en")

    def asks(m: Match, move: str) -> bool:
        return bool(GAME.speech.careful(Reader(m.hidden(0), 0, m.names, t), m.parse(move).code))

    m = play(table("raft-a@I5[R1] serpent-1@K5 R2@E4", "holds R: oars"), "oars I5-J5")
    assert asks(m, "step K5")
    assert not asks(m, "step K4")
    m = play(table("kaiju-1@K5 raft-a@J5[R1,B1] shark-1@J4", "die: kaiju"), "kaiju K5-J5", "next R1")
    assert asks(m, "push R1 J4")
    play(m, "push R1 K5")
    assert not asks(m, "push B1 J4")
