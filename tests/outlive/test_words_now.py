"""What the night table and the buttons say is what holds now."""

from __future__ import annotations

import textwrap

import pytest

from lastraft.kernel import Told
from lastraft.match import Match
from lastraft.outlive import GAME
from lastraft.outlive.components import CARDS
from lastraft.outlive.names import CARD_EFFECTS, CARD_NAMES, brief_effect
from lastraft.outlive.state import Event
from lastraft.words import LANGUAGES, words

from .table import at, fresh, play
from .test_dawn_events import HUNTER
from .test_night import feed
from .test_rooms import BUILD
from .test_setup import mary

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


def told(m: Match, seat: int) -> list[str]:
    return [GAME.tell(h.event, seat, m.names, EN) for h in m.events(seat)]


def test_a_visit_without_a_chip_is_told() -> None:
    """OL-9.1, OL-9.41: the dam gives nothing, and the turn is over."""
    start = "now: A turn\nA heroes: 5 base\nB heroes: 4 mine\npools: dam 5\n"
    m = play(at(start), "hero 5 dam")
    assert m.asked == 1
    assert "Without a chip you get no water." in told(m, 0)
    m = play(at(f"{start}A store: 1 chip"), "hero 5 dam", "pass")
    assert "Without a chip A gets no water." in told(m, 1)
    m = play(at(f"{start}A store: 1 chip".replace("dam 5", "dam 0")), "hero 5 dam")
    assert "Dam: A leaves 5 actions unused." in told(m, 1)  # a chip would not help
    m = play(at(f"{HUNTER}\npools: forest 5"), "hero 5 forest", "gather", "pass")
    assert "Forest: you leave 4 actions unused." in told(m, 0)


def test_what_takes_a_survivor_is_said() -> None:
    """OL-11.14, OL-13.4: hunger is no event."""
    m = play(feed(SHELTER), "pay meat", "pay meat")
    assert GAME.prompt(m.hidden(0), 0, m.names, EN) == "Hunger takes 1 survivor: from where?"
    assert "event" not in GAME.help(m.hidden(0), 0, EN).splitlines()[0]


def test_on_the_last_day_no_event_is_to_come() -> None:
    """OL-5.1, OL-2.14: the other six are never turned up."""
    asides = [dict(GAME.odds(at(f"day: {day}\nevents: rats").hidden(0), 0, EN)) for day in (5, 6)]
    assert ["Events that may still come" in lines for lines in asides] == [True, False]


def test_recruits_may_be_paid_with_reserve_water() -> None:
    """OL-12.18: what can be paid is said with the reserve."""
    m = at("now: A recruit\nA rooms: water_reserve 3\nA store: 1 can")
    labels = [GAME.label(m.hidden(0), 0, move.code, m.names, EN) for move in m.legal_moves()]
    assert labels == ["Pass", "Recruit for water (of 1)", "Recruit for cans (of 1)"]


def test_a_payment_without_a_choice_says_so() -> None:
    """OL-11.12: when everything must go, the order is all the same."""
    m = feed("A rooms: build_discount 3, hunt_plus1 4\nA store: 1 meat, 1 can")
    assert GAME.prompt(m.hidden(0), 0, m.names, EN).endswith("all of it is eaten, in any order.")


def test_help_says_when_it_ends_and_what_counts() -> None:
    """OL-3.5, OL-15.2 to OL-15.7"""
    said = GAME.help(fresh().hidden(0), 0, EN)
    assert "day 1 of 6" in said
    assert "2: 1, 3: 2, 4: 4, 5: 7, 6: 11, 7: 17" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_convoys_board_has_room_for_every_event(language: str) -> None:
    """Letters are about 5 wide there: 284 for a line, 141 for half of one."""
    t = words("outlive", language)
    for card in range(CARDS):
        name, brief = t(CARD_NAMES[card]), brief_effect(card, 4, t)
        assert len(brief) <= 26
        assert len(name) + len(brief) <= 52
        assert len(textwrap.wrap(t(CARD_EFFECTS[card]), 58, initial_indent=" " * (len(name) + 2))) <= 2
        assert len(textwrap.wrap(t(CARD_EFFECTS[card]), 26)) <= 4


def test_what_belongs_together_is_one_sentence() -> None:
    """OL-4.3, OL-11.3: tiles on display and a price are lists; meat of a hunt is not told twice."""
    names = ["Ann", "Bob"]

    def said(*events: tuple[Event, int, int, int]) -> list[str]:
        return [line.said for line in GAME.log([Told(-1, *event) for event in events], 0, names, EN)]

    assert said((Event.SHOWN, 1, 0, 0), (Event.SHOWN, 1, 2, 0)) == ["Silent Peak displays: Axe, Jerrycan."]
    assert said((Event.PAID, 1, 4, 3), (Event.PAID, 1, 5, 2)) == ["Bob pays 3 metal, 2 chips."]
    hunt = [(Event.HUNTED, 0, 4, 2), (Event.GAINED, 0, 0, 2), (Event.GAINED, 0, 3, 1)]
    assert said(*hunt) == ["You hunt an animal of toughness 4: 2 meat.", "You get 1 wood."]


def test_equal_tokens_are_counted() -> None:
    """OL-2.17: Mary may draw two empty cupboards; whichever is thrown away, she keeps the other."""
    m = play(mary("empty_cupboard empty_cupboard", "cartridges holy_water"), "leader mary koolpepper")
    assert m.draw(0).count("&#215;2") == 1


def test_equal_rooms_are_counted() -> None:
    m = fresh(rooms={0: "ammo4 ammo4 nursery draw_and_repair water_reserve vent_reserve"})
    assert m.draw(0).count("&#215;2") == 1
