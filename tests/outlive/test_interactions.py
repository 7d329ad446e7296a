"""Rules that meet: rooms, tiles, events and options in one turn or one night."""

from __future__ import annotations

import pytest

from tests.outlive.helpers import actions, airlock, asked, at, gear, goods, play, texts, tokens, topped

CITY = "now: A turn\nA heroes: 5 carnival, 4 mine\nA equipment: flashlight\nB heroes: 5 dam, 4 base\n"
STUCK = "A heroes: 5 mine, 4 silent_peak standing, 3a base standing, 3b carnival standing\n"


@pytest.mark.parametrize(("rooms", "drawn"), [("search_plus2 2", 3), ("search_plus2 3, search_plus2 2", 5)])
def test_a_scout_post_filled_during_the_visit(rooms: str, drawn: int) -> None:
    """OL-12.4, OL-12.24, OL-12.39: the first paid search while the room is active counts, not the first of the visit;
    another copy has had its own before."""
    m = at(f"{CITY}A rooms: {rooms}\nsearch blackwood: {topped('cartridges plank rations')}")
    play(m, "hero 5 blackwood", "search", "use flashlight", f"house in scout post{' 2' if drawn == 5 else ''}")
    left = len(tokens(m, 0))
    play(m, "search")
    assert left - len(tokens(m, 0)) == 3
    assert 10 - len(tokens(m, 0)) == drawn + 1
    assert actions(m) == 3


def test_a_radio_room_filled_during_the_visit() -> None:
    """OL-12.4, OL-12.26: from that moment one may peek."""
    m = play(at(f"{CITY}A rooms: peek_search 3"), "hero 5 blackwood")
    assert m.forbids("peek silent peak") == "OL-12.26"
    play(m, "use flashlight", "house in radio room", "peek silent peak")
    assert m.view(0)["cities"]["silent_peak"]["stack"] is not None


def test_three_tiles_in_one_move() -> None:
    """OL-10.21, OL-10.22, OL-10.29, OL-9.35: far away, a space too high, and metal for it; the airlock is full."""
    m = at(
        "now: A turn\nA heroes: 5 dam, 4 forest\nA equipment: grappling_hook, exoskeleton, hacksaw\nA airlock: 7\n"
        "B heroes: 5 cargo standing, 4 dam"
    )
    play(m, "hero 5 cargo")
    assert set(gear(m, "A").values()) == {"used"}
    assert goods(m, "A") == {"can": 4, "metal": 2}
    assert asked(m) == "B turn"


def test_sandstorm_leaves_only_the_hook() -> None:
    """OL-6.10, OL-6.14, OL-7.9: space 3 is taken, so the 5 needs the hook, and may stay."""
    text = f"now: A turn\nevents: sandstorm\n{STUCK}A equipment: grappling_hook\nB heroes: 3a cargo standing, 4 dam"
    assert texts(at(text)) == {"hero 5 cargo", "pass"}
    assert goods(play(at(text), "hero 5 cargo"), "A") == {"can": 2}
    assert asked(play(at(text), "pass")) == "B turn"


def test_a_declined_survivor_stays_for_nobody_else_today() -> None:
    """OL-9.36, OL-9.39: who comes as the second gets a survivor from the supply, and the space keeps its own."""
    m = at("now: A turn\nA heroes: 5 mine, 4 base\nB heroes: 5 mine, 4 dam\nB rooms: cargo_plus2_open 3")
    play(m, "hero 5 cargo", "pass", "hero 5 cargo", "house in airlock")
    assert (airlock(m, "A"), airlock(m, "B")) == (0, 1)
    assert m.state.ship == [1, 1, 1, 1]


def test_a_lying_hero_and_an_open_space() -> None:
    """OL-9.32, OL-9.36: with `cargo_lying_blocks` the space is taken, and the room opens it."""
    text = "now: A turn\nA heroes: 5 mine, 4 base\nB heroes: 5 cargo, 4 dam\nA rooms: cargo_plus2_open "
    assert at(f"{text}2", cargo_lying_blocks=True).forbids("hero 5 cargo") == "OL-9.31"
    m = play(at(f"{text}3", cargo_lying_blocks=True), "hero 5 cargo", "house in airlock")
    assert goods(m, "A") == {"can": 5}
    assert m.state.ship == [1, 1, 1, 1]


def test_a_safe_hero_is_no_reason_for_the_bat() -> None:
    """OL-8.15, OL-12.27 with `immune3_scope` = round: the second attacker is not asked, and takes nothing."""
    text = (
        "now: A turn\nA heroes: 5 dam\nB heroes: 3a base standing\nB rooms: immune3 4\nB store: 3 wood\n"
        "C heroes: 5 dam, 4 forest\nC equipment: baseball_bat"
    )
    m = play(at(text, 3, immune3_scope="round"), "hero 5 base", "yes", "pass", "hero 4 base")
    assert asked(m) == "C visit"
    m = play(at(text, 3), "hero 5 base", "yes", "pass", "hero 4 base")
    assert asked(m) == "C bat"


def test_passing_goes_round_three_players() -> None:
    """OL-11.4: three passes one after another end the step; with `event_pass_final` one's own ends it for oneself."""
    text = (
        "day: 3\nnow: A end events\nevents: wildfire, looters, rats\nA store: 4 ammo\n"
        "B store: 3 water, 4 ammo\nC store: 3 metal, 3 ammo, 3 water"
    )
    m = play(at(text, 3), "pass", "end wildfire", "pass")
    assert asked(m) == "A end_event"
    play(m, "pass")
    assert asked(m) == "B end_event"
    play(m, "end looters")
    assert asked(m) == "C end_event"
    play(m, "end rats")
    assert m.state.ended[:3] == [2, 2, 3]
    m = play(at(text, 3, event_pass_final=True), "pass", "end wildfire", "pass")
    assert asked(m) == "B end_event"


def test_nobody_can_move() -> None:
    """OL-7.8, OL-7.11: the day of a player who is stuck goes on without him, and ends without him."""
    text = f"now: B turn\nevents: rats\n{STUCK}B heroes: 5 cargo standing, 3a dam\nB store: 3 metal, 3 ammo"
    m = play(at(text), "hero 3a forest", "pass")
    assert asked(m) == "B end_event"
    assert m.state.place[0] == [2, 6, 3, 4]  # nobody of A's has moved


def test_by_hand_after_the_survivor() -> None:
    """OL-10.7, OL-9.37 with `auto_free_bonuses` = false: the hacksaw comes last, and need not be used."""
    m = at("now: A turn\nA heroes: 5 mine, 4 base\nA equipment: hacksaw\nB heroes: 5 dam", auto_free_bonuses=False)
    play(m, "hero 5 cargo", "house in airlock")
    assert texts(m) == {"pass", "use hacksaw"}
    play(m, "pass")
    assert gear(m, "A") == {"hacksaw": "ready"}


def test_places_are_shared() -> None:
    """OL-15.8, OL-15.9: two are level in everything, the third comes after both."""
    text = "day: 6\nnow: C repair\nA airlock: 3\nB airlock: 3\nC airlock: 1"
    outcome = play(at(text, 3), "pass").outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.winners) == ((1, 1, 3), (0, 1))
