"""HP-7: the four actions."""

from __future__ import annotations

from collections import Counter

import pytest

from lastraft.hellapagos.components import BLACK, FISH, IDS, KIND
from lastraft.hellapagos.events import Event
from lastraft.match import Match
from tests.hellapagos.beach import at, do, hand, legal, markers, sick, steer, turns, why_not


def balls(m: Match) -> list[int]:
    return [h.event.b for h in m.all_events() if h.event.kind == Event.BALL]


def wood(m: Match) -> tuple[int, int]:
    return m.state.rafts, m.state.disc


def test_HP_T11_fishing_draws_a_ball_and_puts_it_back() -> None:
    """HP-7.6: a ball with 2 fish, and the ball goes back."""
    m = steer("seats: 3; F: 6", ("A: fish",), lambda m: FISH[balls(m)[0]] == 2)
    assert m.state.food == 8
    drawn = Counter(balls(do(at("seats: 3; F: 6", seed), "A: fish"))[0] for seed in range(120))
    assert set(drawn) == set(range(6))


def test_HP_T12_food_stops_at_36() -> None:
    """HP-7.7: F cannot rise above 36."""
    assert steer("seats: 3; F: 35", ("A: fish",), lambda m: FISH[balls(m)[0]] == 3).state.food == 36


def test_HP_T13_water_rises_by_the_rain() -> None:
    """HP-7.8: W rises by the precipitation."""
    assert do(at("seats: 3; W: 5; weather: 2"), "A: water").state.water == 7


def test_HP_T14_collecting_water_without_rain_counts_as_an_action() -> None:
    """HP-7.9: with precipitation 0 the action yields nothing, and counts."""
    m = do(at("seats: 3; W: 5; weather: 0"), "A: water")
    assert (m.state.water, turns(m)) == (5, "BC")
    assert [h.event.b for h in m.all_events() if h.event.kind == Event.WATERED] == [0]


def test_water_stops_at_36() -> None:
    """HP-7.10: W cannot rise above 36."""
    assert do(at("seats: 3; W: 35; weather: 3"), "A: water").state.water == 36


def test_HP_T15_the_hurricane_brings_2_water() -> None:
    """HP-2.9: the Hurricane shows 2."""
    m = at("seats: 3; W: 4; round: 12")
    assert do(m, "A: water").state.water == 6


def test_HP_T16_a_lucky_push_brings_its_wood() -> None:
    """HP-7.11 to HP-7.14: a safe step and two more."""
    m = steer("seats: 3", ("A: wood 2",), lambda m: BLACK not in balls(m))
    assert wood(m) == (0, 3)
    assert sick(m) == ""


def test_HP_T17_a_bite_leaves_the_safe_wood() -> None:
    """HP-7.15, HP-12.1: bitten, the safe step is kept."""
    m = steer("seats: 3; disc: 2; R: 1", ("A: wood 3",), lambda m: BLACK in balls(m))
    assert wood(m) == (1, 3)
    assert sick(m) == "A"


def test_HP_T18_six_pieces_of_wood_make_a_raft_card() -> None:
    """HP-7.17: six pieces make a Raft card, steps left over are carried on."""
    assert wood(steer("seats: 3; disc: 4; R: 1", ("A: wood 3",), lambda m: BLACK not in balls(m))) == (2, 2)


def test_HP_T19_the_safe_step_may_build_before_the_push_bites() -> None:
    """HP-7.17, HP-7.15: the safe step builds, the push bites."""
    m = steer("seats: 3; disc: 5", ("A: wood 1",), lambda m: BLACK in balls(m))
    assert (wood(m), sick(m)) == ((1, 0), "A")


def test_HP_T20_an_axe_in_play_gives_two_safe_steps() -> None:
    """HP-14.10: an Axe in play gives two safe steps."""
    m = steer("seats: 3; disc: 5; in play A: axe", ("A: wood 5",), lambda m: BLACK not in balls(m))
    assert wood(m) == (2, 0)


def test_HP_T21_an_axe_in_the_hand_does_nothing() -> None:
    """HP-14.10, HP-13.7: in the hand it does nothing."""
    assert wood(do(at("seats: 3; hand A: axe"), "A: wood 0")) == (0, 1)
    assert wood(do(at("seats: 3; hand A: axe"), "A: lay axe", "A: wood 0")) == (0, 2)


@pytest.mark.parametrize("k", range(1, 6))
def test_HP_T22_a_push_bites_in_as_many_of_6_cases_as_it_draws_balls(k: int) -> None:
    """HP-7.13, HP-7.14, HP-7.16: k different balls; a bite in k of 6 cases."""
    bites = 0
    for seed in range(360):
        drawn = balls(do(at("seats: 3", seed), f"A: wood {k}"))
        assert len(set(drawn)) == k
        bites += BLACK in drawn
    assert abs(bites - 60 * k) < 45


def test_HP_T23_the_fishing_rod_adds_two_balls() -> None:
    """HP-14.12: the Fishing Rod draws two balls and adds both."""

    def counts(m: Match) -> list[int]:
        return sorted(FISH[ball] for ball in balls(m))

    m = steer("seats: 3; F: 0; in play A: fishing_rod", ("A: fish",), lambda m: counts(m) == [1, 3])
    assert m.state.food == 4
    for seed in range(100):
        drawn = balls(do(at("seats: 3; in play A: fishing_rod", seed), "A: fish"))
        assert len(set(drawn)) == 2


def test_other_fishing_rods() -> None:
    """HP-14.12: `double` doubles one ball, `best_of_three` takes the best of three different ones."""
    for seed in range(30):
        m = do(at("seats: 3; F: 0; in play A: fishing_rod", seed, fishing_rod="double"), "A: fish")
        assert [2 * FISH[ball] for ball in balls(m)] == [m.state.food]
        m = do(at("seats: 3; F: 0; in play A: fishing_rod", seed, fishing_rod="best_of_three"), "A: fish")
        assert len(set(balls(m))) == 3
        assert max(FISH[ball] for ball in balls(m)) == m.state.food


def test_the_black_ball_may_be_barren() -> None:
    """HP-2.3, HP-2.4: by default it is an ordinary ball; with the option it catches nothing."""
    assert steer("seats: 3; F: 0", ("A: fish",), lambda m: balls(m) == [BLACK]).state.food == 1
    barren = steer("seats: 3; F: 0", ("A: fish",), lambda m: balls(m) == [BLACK], black_ball_fish="none")
    assert barren.state.food == 0


def test_the_flask_doubles() -> None:
    """HP-14.11: twice the precipitation."""
    assert do(at("seats: 3; W: 0; weather: 3; in play A: flask"), "A: water").state.water == 6


def test_twelve_rafts_at_most() -> None:
    """HP-7.18: more wood has no effect, the action stays legal with its risk."""
    m = at("seats: 3; R: 12")
    assert {f"wood {k}" for k in range(6)} <= legal(m, "A")
    assert wood(steer("seats: 3; R: 11; disc: 5", ("A: wood 5",), lambda m: BLACK not in balls(m))) == (12, 0)
    assert sick(steer("seats: 3; R: 12", ("A: wood 5",), lambda m: BLACK in balls(m))) == "A"


def test_HP_T25_only_the_finder_sees_the_card() -> None:
    """HP-7.21, HP-7.22, HP-23.9: the finder alone sees the card."""
    m = at("seats: 3; first: B; hand B: club; deck: axe flask")
    do(m, "B: search")
    assert (hand(m, "B"), m.state.deck_size) == (["axe", "club"], 1)
    seen = m.view(0)
    assert (seen["castaways"][1]["cards"], seen["castaways"][1]["known"], seen["deck"]) == (2, [], [None])
    assert m.view(1)["hand"] == ["axe", "club"]


def test_HP_T26_an_empty_deck_cannot_be_searched() -> None:
    """HP-7.23: an empty deck cannot be searched, one with a last card can."""
    m = do(at("seats: 3; deck: axe"), "A: search", "A: pass")
    assert "search" not in legal(m, "B")
    assert why_not(m, "B: search") == "HP-7.23"


def test_discards_may_be_reshuffled() -> None:
    """HP-7.24: with the option the discards become the deck; with both empty there is nothing to search."""
    m = at("seats: 3; hand C: axe; deck: -", wreck_deck_empty="reshuffle_discard")
    do(m, "C: pass", "A: search")
    assert (m.state.deck_size, len(hand(m, "A"))) == (52, 1)
    everything = " ".join(IDS[kind] for kind in KIND)
    m = at(f"seats: 3; hand B: {everything}; deck: -", wreck_deck_empty="reshuffle_discard")
    assert why_not(do(m, "pass"), "A: search") == "HP-7.23"
    do(m, "B: play sandwich", "pass", "A: search")
    assert hand(m, "A") == ["sandwich"]


def test_markers_are_shared() -> None:
    """HP-2.1: water and food are everybody's."""
    assert markers(do(at("seats: 3; W: 1; F: 1; weather: 1"), "A: water")) == (2, 1)
