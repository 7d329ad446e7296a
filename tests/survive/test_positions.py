"""Written positions: setup goes on from one, and what cannot be on a table is refused in plain words."""

from __future__ import annotations

import pytest

from lastraft import BadText, Match, position
from lastraft.survive import GAME
from lastraft.survive.state import Phase
from tests.survive.helpers import on_board, play, table


def test_placing_goes_on() -> None:
    """SV-3.8, SV-3.16: who is in hand is not on the board; the next one gets the next name, then come the rafts."""
    m = table("R1@E4 Y9@F4", "phase: placing", "turn: B", "first: B", "hand B: 5 2", "hand Y: 1", "hand R: 3", seats=3)
    assert [m.view(0)["seats"][seat]["in_hand"] for seat in range(3)] == [1, 2, 1]
    play(m, "place 5 G4")
    assert "B9@G4" in on_board(m)
    m = play(table("", "phase: placing", "turn: R", "first: B", "hand R: 3", seats=3), "place 3 E4")
    assert on_board(m) == {"R10@E4"}
    assert m.state.phase == Phase.LAUNCHING
    assert m.asked == 1


def test_launching_goes_on() -> None:
    """SV-3.13: a raft that lies there stays there, and the last one handed out begins the first turn."""
    m = table("R1@E4 raft-a@D3[] raft-c@E3[] raft-k@F3[] raft-l@G3[]", "phase: launching", seats=3)
    play(m, "raft H3")
    assert {"raft-a@D3[]", "raft-b@H3[]"} <= on_board(m)
    play(m, "raft I4")
    assert m.state.phase == Phase.ACTION
    assert len(on_board(m)) == 7


def test_setup_is_written_in_words() -> None:
    """A position of the setup needs no numbers of fields."""
    m = table("R1@E4", "phase: placing", "turn: B", "first: B", "hand B: 5 2", "hand R: 3")
    assert "field" not in m.position()


def _read(text: str, **options: str) -> Match:
    return position(GAME, text, options)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("pieces: R1@E4 R1@F4", "R1 is somewhere else already"),
        ("pieces: raft-a@I5[R1] raft-b@J5[R1]", "R1 is somewhere else already"),
        ("pieces: raft-a@I5[] raft-a@J5[]", "a sea space of its own"),
        ("pieces: raft-a@I5[] raft-b@I5[]", "a sea space of its own"),
        ("pieces: raft-a@E4[]", "a sea space of its own"),
        ("pieces: shark-1@A6 shark-1@A7", "once on the board"),
        ("pieces: shark-1@E4", "where its kind can go"),
        ("pieces: serpent-1@NE", "where its kind can go"),
        ("pieces: kaiju-1@NE", "where its kind can go"),
        ("pieces: kaiju-1@A6 shark-1@A6", "where its kind can go"),
        ("pieces: shark-1@A6[R1]", "only a raft"),
        ("pieces: serpent-6@A6", "no piece of this game"),
        ("pieces: R1@G6\nvolcano: G6", "nothing can be on a volcano"),
        ("mountain: E4=oars", "under a mountain may be whirlpool, volcano"),
        ("beach: E4=volcano", "under a beach may be shark,"),
        ("turn: B\nswum: R1", "R1 does not belong to B"),
        ("hand R: 5 5 5", "only 2 of value 5"),
        ("pieces: R10@E4\nhand R: 5", "R10 is on the board"),
        ("hand R: 5\npieces: R10@E4", "R10 is somewhere else"),
        ("phase: creature", "written as its die"),
        ("die: shark\ndie: shark", "once"),
        ("phase: sinking\nsinks: 0", "from 1 to 2"),
        ("moves: 4", "from 0 to 3"),
    ],
)
def test_what_cannot_be_is_refused(text: str, complaint: str) -> None:
    """No game can come to such a table; the message says what is wrong with the line."""
    with pytest.raises(BadText, match=complaint):
        _read(text)


def test_a_kaiju_on_a_safe_land_needs_its_option() -> None:
    """SV-11.3: there it stands only with `kaiju_safe_land`."""
    assert on_board(_read("pieces: kaiju-1@NE", kaiju_safe_land="allowed")) == {"kaiju-1@NE"}


def test_volcanoes_are_counted_once() -> None:
    """SV-8.22: an open volcano is one, however often it is named."""
    assert _read("volcano: G6\nvolcano: G6 G7").state.volcanoes == 2
