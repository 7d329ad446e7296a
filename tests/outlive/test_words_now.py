"""What the night table and the buttons say is what holds now."""

from __future__ import annotations

from lastraft.match import Match
from lastraft.outlive import GAME
from lastraft.words import words

from .table import at, fresh, play
from .test_dawn_events import HUNTER
from .test_night import feed
from .test_rooms import BUILD

EN = words("outlive", "en")
SHELTER = "A rooms: build_discount 3, hunt_plus1 4\nA airlock: 3\nA store: 2 meat, 3 can, 1 water"


def labels(m: Match) -> list[str]:
    return [GAME.label(m.hidden(0), 0, move.code, m.names, EN) for move in m.legal_moves(0)]


def test_a_dry_row_is_not_enough() -> None:
    m = feed(SHELTER)
    assert "1 survivor will be lost tonight." in m.draw(0)
    assert "You have enough" not in m.draw(0)
    assert "Pay 1 meat (of 2)" in labels(m)


def test_who_loses_a_survivor_is_not_told_that_everybody_is_fed() -> None:
    m = play(feed(SHELTER), "pay meat", "pay meat")
    picture = m.draw(0)
    assert "1 survivor goes without and is lost." in picture
    assert "one step less for each survivor left in the airlock" in picture
    assert "Everybody is fed." not in picture
    assert "stays where it is" not in picture


def test_a_hunt_is_announced_as_it_is() -> None:
    hunts = {
        "": "Hunt (toughness 3: 1 meat)",
        "events: mutation\n": "Hunt (toughness 4: 1 meat)",
        "events: plague\n": "Hunt (toughness 3: 0 meat)",
    }
    for event, said in hunts.items():
        m = play(at(f"{HUNTER}\n{event}animals forest: 3 3\nA store: 6 ammo"), "hero 5 forest")
        assert said in labels(m)
    m = at(f"{HUNTER}\nanimals forest: 3 3\nA rooms: hunt_plus1 4\nA store: 6 ammo")
    play(m, "hero 5 forest")
    n = m.state.store[0][0]
    said = next(label for label in labels(m) if label.startswith("Hunt"))
    play(m, "hunt", "ammo 0")
    assert said == f"Hunt (toughness 3: {m.state.store[0][0] - n} meat)"


def test_a_room_costs_what_the_construction_bay_makes_it() -> None:
    for n, cost in ((2, 3), (3, 1)):
        m = at(f"{BUILD}A rooms: build_discount {n}, ammo4\nA store: 4 wood\nA airlock: 1")
        assert f"build: {cost}<" in m.draw(0)
        assert ("Into the Construction Bay" in labels(m)) == (n == 2)


def test_equal_rooms_are_counted() -> None:
    m = fresh(rooms={0: "ammo4 ammo4 nursery draw_and_repair water_reserve vent_reserve"})
    assert m.draw(0).count("&#215;2") == 1
