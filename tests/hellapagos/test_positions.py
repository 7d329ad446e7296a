"""Positions of Hellapagos: the lines may stand in any sensible order, come back, and are refused in words."""

from __future__ import annotations

import pytest

import lastraft
from lastraft import BadText
from lastraft.hellapagos import GAME
from tests.hellapagos.helpers import at, close, do, first, turns, why_not, window


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sick: B 1 bite; round: 2; first: C", "CDA"),
        ("first: C; round: 2; sick: B 1 bite", "CDA"),
        ("sick: B 2 bite; first: C; round: 2", "CDAB"),
        ("dead: C; first: D", "DAB"),
        ("first: D; died: D", "CAB"),
        ("order: A C+ D; round: 2; sick: D 1 food", "AC"),
        ("window: D; first: C", ""),
    ],
)
def test_the_turns_follow_from_the_other_lines(text: str, expected: str) -> None:
    """HP-7.1, HP-7.3, HP-5.4: clockwise from the first player, without the dead and those sick since last round; where
    the turns are given, only those who cannot have one are struck off."""
    assert turns(at(f"seats: 4; {text}")) == expected


def test_a_round_leaves_the_weather_as_given() -> None:
    """HP-6.3: what has been revealed is known."""
    m = at("seats: 3; weather: 3 1 2; round: 2")
    assert m.view(0)["weather"][:3] == ["3", "1", None]


def test_whoever_has_acted() -> None:
    """HP-14.23, HP-7.26: an action ends the start of the round, and places before it are past."""
    m = at("seats: 4; round: 2; dead: D; sick: B 1 bite; hand A: voodoo_doll anti_venom; order: A+; acted: A C")
    assert why_not(m, "A: use voodoo_doll") == "HP-14.23"
    assert turns(do(m, "A: use anti_venom", "A: target B")) == "A"


def test_what_holds_for_the_round() -> None:
    """HP-14.27, HP-14.25, HP-14.34, HP-14.35: imposed actions, the next first player, the Basket, the dead of today."""
    m = at("seats: 4; died: D; imposed A: wood 4; next first: C; hand A: cannibal_bbq_kit", bbq_timing="any_time")
    assert (why_not(m, "A: wood 4"), why_not(m, "A: wood 3")) == ("", "HP-14.27")
    assert do(m, "A: use cannibal_bbq_kit").state.food == 2
    assert m.view(1)["next_first"] == "C"
    m = close(at("seats: 4; W: 9; F: 3; basket: food; window: D"))
    assert (window(m), m.state.food) == ("N", 0)


def test_nobody_alive_is_the_end() -> None:
    """HP-17.4: everybody has lost."""
    m = at("seats: 3; dead: A B C")
    assert (m.over, m.actors, m.outcome().winners) == (True, (), ())  # type: ignore[union-attr]


def test_positions_come_back_in_words() -> None:
    """Every moment of a round, closed ones too; the words say who did and has what."""
    m = at("seats: 3; first: C; W: 2; F: 1; hand A: conch; hand B: pendulum gun bullet; in play C: club; order: C A B")
    moves = "B: use pendulum", "B: target A", "B: impose wood", "A: use conch", "B: shoot C", "C: nothing", "pass"
    for move in (*moves, "A: wood 0", "B: water", "A: close", "A: close", "A: vote B"):
        do(m, move)
        back = lastraft.position(GAME, m.position())
        assert back.state.to_bytes() == m.state.to_bytes()
    assert {"dead: C", "died: C", "conch: A", "acted: A B", "discard: club bullet pendulum conch"} <= set(
        m.position().splitlines()
    )
    assert (first(m), m.actors) == ("B", (1,))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W: 37", "from 0 to 36"),
        ("F: -1", "from 0 to 36"),
        ("R: 13", "from 0 to 12"),
        ("disc: 6", "from 0 to 5"),
        ("round: 0", "from 1 to 12"),
        ("first: A B", "expected one word"),
        ("dead: B\nfirst: B", "B is dead"),
        ("dead: B\nhand B: axe", "B is dead"),
        ("hand B: axe\ndead: B", "B is dead, but has cards"),
        ("window: V food B\ndead: B", "B is dead, but designated"),
        ("dead: B\nwindow: V food B", "B is dead"),
        ("dead: B\norder: A B", "B is dead"),
        ("order: -", "somebody has the turn"),
        (f"order:{' A+' * 17}", "room for 16"),
        ("hand A: axe axe", "no axe is left"),
        ("hand A: fish", "'fish' is no card"),
        ("in play A: sandwich", "does not stay in play"),
        ("weather: 3 3 3", "two of 3"),
        ("weather: rain", "from 0 to 3"),
        ("sick: B bite", "as in 'B 4 bite'"),
        ("sick: B 13 bite", "from 1 to 12"),
        ("window: S", "expected the check too"),
        ("window: S none", "expected the check too"),
        ("window: Z seats", "for seats there is no Z"),
        ("window: D water", "stands alone"),
        ("window: X", "a window is one of"),
        ("imposed A: wood 6", "from 0 to 5"),
        ("imposed A: fish 1", "how far to push on"),
        ("basket: seats", "covers water or food"),
        ("deeds A: wood", "as in 'wood 3 shots 1'"),
        ("deeds A: sleep 3", "'sleep' is no deed"),
        ("conch: E", "'E' is no seat"),
        ("exempt seats: A", "no key"),
        ("hand: axe", "no key"),
    ],
)
def test_positions_that_cannot_be(text: str, reason: str) -> None:
    """The message says what was expected, the error in which line."""
    with pytest.raises(BadText, match=reason) as caught:
        lastraft.position(GAME, text, seats=4)
    assert caught.value.line == len(text.splitlines())
