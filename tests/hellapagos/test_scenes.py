"""What the beach shows: the weather, a day's work, and the raft when it leaves."""

from __future__ import annotations

import re

from lastraft.hellapagos.state import Deed
from lastraft.match import Match
from lastraft.words import words

from .beach import at, do

T = words("hellapagos", "en")


def shown(m: Match, id: str) -> str:
    """The tag of an element as the first seat sees it."""
    found = re.search(rf'<g id="{id}"[^>]*>', m.draw(0))
    return found.group() if found else ""


def test_a_days_work_is_shown_until_the_next_morning() -> None:
    """HP-7.8, HP-7.21: what somebody brought stands beside him, that he searched too."""
    m = at("seats: 3; round: 1; weather: 2; W: 9; F: 9; deck: axe gun; order: B C A")
    do(m, "pass", "B: water", "pass", "C: search")
    assert m.state.brought[1][Deed.WATER] == 2
    assert m.state.brought[2][Deed.SEARCHES] == 1
    drawn = m.draw(0)
    assert re.search(r'id="seat-1".*?class="did".*?#i-water.*?\+2', drawn)
    assert drawn.count('class="did"') == 2
    do(m, "pass", "A: fish", "pass", "A: close", "pass", "A: close")
    assert m.state.day == 2
    assert 'class="did"' not in m.draw(0)


def test_the_hurricane_has_a_sky_of_its_own() -> None:
    """HP-6.2"""
    text = "seats: 3; round: 7; weather: 0 1 2 3 0 1 {}"
    assert "storm" in shown(at(text.format("h")), "heavens")
    assert "storm" not in shown(at(text.format("2")), "heavens")


def test_the_raft_leaves_with_those_who_are_saved() -> None:
    """HP-15.4, HP-17.1: those aboard stand on the raft, whoever died stays where he lies."""
    m = at("seats: 4; W: 3; F: 3; R: 3; dead: D; window: N")
    before = [shown(m, f"seat-{seat}") for seat in range(4)]
    do(m, "pass", "A: close", "A: leave", "B: leave", "C: leave")
    assert m.over
    assert "afloat" in shown(m, "store-raft")
    after = [shown(m, f"seat-{seat}") for seat in range(4)]
    assert [was != now for was, now in zip(before, after, strict=True)] == [True, True, True, False]
    assert "aboard" in m.draw(0)


def test_on_a_phone_there_is_room_for_every_hand() -> None:
    """What can change says how high the drawing is now: it was drawn when the hand was small."""
    hands = ("axe", "axe gun club flask", "axe gun club flask conch coffee coconut sardines")
    high = []
    for hand in hands:
        m = at(f"seats: 3; hand A: {hand}; order: B C A")
        found = re.search(r'data-tall="(\d+)"', "".join(m.game.pieces(m.hidden(0), 0, m.names, T)))
        assert found
        high.append(int(found.group(1)))
    assert high == sorted(set(high))
