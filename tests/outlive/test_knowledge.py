"""What a seat sees of the question: in its view, and as numbers for a learner."""

from __future__ import annotations

from lastraft.kernel import Buffer
from lastraft.match import Match
from lastraft.outlive import GAME
from tests.outlive.helpers import at, play

PRESSED = "now: C turn\nfirst: C\nC heroes: 5 dam\nA heroes: 3a base standing, 4 mine\nA store: 1 ammo, 2 wood, 2 can"


def numbers(m: Match, seat: int) -> list[int]:
    out = Buffer(GAME.observation_size)
    assert GAME.rules.observe(m.hidden(seat), seat, out) == GAME.observation_size
    return list(out)


def changed(one: list[int], other: list[int]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in zip(one, other, strict=True) if a != b]


def test_a_hero_at_work_knows_its_actions() -> None:
    """OL-9.1: the actions left are seen by everybody, also while the hero hunts."""
    m = play(
        at("now: A turn\nA heroes: 5 dam, 4 base\nanimals forest: 3 4\nA store: 1 ammo\nB heroes: 5 mine"),
        "hero 5 forest",
    )
    before = {seat: numbers(m, seat) for seat in (-1, 0, 1)}
    play(m, "gather")
    for seat in (-1, 0, 1):
        assert m.view(seat)["actions_left"] == 4
        assert (5, 4) in changed(before[seat], numbers(m, seat))
    play(m, "hunt")
    assert m.view(1)["question"] == "hunt"
    assert m.view(1)["actions_left"] == 4


def test_a_pressure_is_seen_from_both_sides() -> None:
    """OL-8.2, OL-8.7: who presses whom, and by how much; seats as numbers are counted from the reader's own."""
    m = play(at(PRESSED, 3), "hero 5 base")
    assert m.view(1) | {"attacker": 2, "pressure": 2} == m.view(1)
    weak = play(at(PRESSED.replace("5 dam", "4 dam"), 3), "hero 4 base")
    assert (2, 1) in changed(numbers(m, 0), numbers(weak, 0))
    play(m, "ammo 0")
    assert m.view(1) | {"attacker": 2, "victim": 0, "due": 2} == m.view(1)
    turned = play(at(PRESSED.translate(str.maketrans("AC", "BA")), 3), "hero 5 base", "ammo 0")
    assert numbers(m, 2) == numbers(turned, 0)


def test_known_orders_are_marked() -> None:
    """OL-10.30, OL-12.26: who has looked knows the order, and knows that it is the order."""
    text = "now: A turn\nA heroes: 5 dam, 4 base\nA rooms: peek_search 4\nsearch blackwood: plank holy_water"
    m = play(at(text), "peek blackwood")  # unknown stacks are sorted, and this one happens to lie so
    assert changed(numbers(at(text), 0), numbers(m, 0)) == [(0, 1), (0, 1)]  # the city is known, the room used


def test_who_has_passed_is_seen() -> None:
    """OL-11.4: in the first step of the night."""
    m = at("now: A end events\nevents: wildfire\nA store: 3 water\nB store: 3 water")
    assert m.view(1)["passed"] == []
    before = numbers(m, 1)
    play(m, "pass")
    assert m.view(1)["passed"] == [0]
    assert (0, 1) in changed(before, numbers(m, 1))
