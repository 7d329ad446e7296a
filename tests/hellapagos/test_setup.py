"""HP-2, HP-3: what is in the box, and the setup."""

from __future__ import annotations

from collections import Counter

import pytest

import lastraft
from lastraft.hellapagos.components import (
    BLACK,
    COPIES,
    DATA,
    FISH,
    HURRICANE,
    IDS,
    PRECIPITATION,
    RATIONS,
    RESOURCE,
    WEATHER_COPIES,
)
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.ui.notation import cards_at
from tests.hellapagos.beach import first


@pytest.mark.parametrize(("n", "each", "left"), [(8, 4, 22), (9, 3, 27), (12, 3, 18), (3, 4, 42)])
def test_HP_T01_four_cards_each_and_three_with_nine_players(n: int, each: int, left: int) -> None:
    """HP-3.3, HP-3.4: four cards each, three with nine and more."""
    s = lastraft.new("hellapagos", n, seed=3).state
    assert [s.hand_size[seat] for seat in range(n)] == [each] * n
    assert [len(cards_at(s, seat)) for seat in range(n)] == [each] * n
    assert s.deck_size == left


@pytest.mark.parametrize("n", range(3, 13))
def test_HP_T02_the_markers_start_by_the_number_of_players(n: int) -> None:
    """HP-3.1, HP-3.7, HP-3.8: the markers by the number of players."""
    s = lastraft.new("hellapagos", n, seed=3).state
    expected = {7: (12, 14), 12: (20, 24), 4: (7, 8)}
    assert (s.food, s.water) == expected.get(n, (s.food, s.water))
    by_data = DATA["setup"][str(n)]
    assert (s.food, s.water) == (by_data["food"], by_data["water"])
    assert (s.rafts, s.disc, s.day) == (0, 0, 1)


def test_HP_T03_the_hurricane_is_one_of_the_last_six_weather_cards() -> None:
    """HP-3.5, HP-3.6, HP-2.8: twelve Weather cards, the Hurricane the 7th to 12th."""
    places: Counter[int] = Counter()
    for seed in range(300):
        weather = lastraft.new("hellapagos", 3, seed=seed).state.weather
        assert sorted(weather) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, HURRICANE]
        places[weather.index(HURRICANE)] += 1
    assert set(places) == set(range(6, 12))
    assert min(places.values()) > 25


def test_the_five_cards_with_the_hurricane_are_random() -> None:
    """HP-3.5: each other card is as often above as below."""
    above = Counter(
        value for seed in range(300) for value in lastraft.new("hellapagos", 3, seed=seed).state.weather[:6]
    )
    share = {value: above[value] / WEATHER_COPIES[value] / 300 for value in range(HURRICANE)}
    assert all(0.45 < part < 0.65 for part in share.values()), share


def test_the_box() -> None:
    """HP-2.2, HP-2.3, HP-2.4, HP-2.7, HP-2.9, HP-2.10, HP-2.11, HP-14.0, HP-14.1, HP-14.2: balls, weather, cards."""
    assert sorted(FISH) == [1, 1, 1, 2, 2, 3]
    assert FISH[BLACK] == 1
    assert PRECIPITATION[HURRICANE] == 2
    assert sum(WEATHER_COPIES) == 12
    assert (len(IDS), sum(COPIES)) == (34, 54)
    worth = {IDS[k]: (RESOURCE[k], RATIONS[k]) for k in range(6)}
    assert worth == {
        "water_bottle": (1, 1),
        "coconut": (1, 3),
        "filthy_water": (1, 1),
        "sandwich": (2, 1),
        "sardines": (2, 3),
        "rotten_fish": (2, 1),
    }


def test_all_cards_are_in_the_game() -> None:
    """HP-2.10, HP-2.11, HP-3.2: hands and deck together are the 54 cards, in another order each time."""
    decks = set()
    for seed in range(5):
        s = lastraft.new("hellapagos", 5, seed=seed).state
        there = Counter(IDS[s.deck[i]] for i in range(s.deck_size))
        for seat in range(5):
            there.update(cards_at(s, seat))
        assert there == {IDS[kind]: COPIES[kind] for kind in range(34)}
        decks.add(tuple(s.deck))
    assert len(decks) == 5


def test_the_first_player_is_drawn() -> None:
    """HP-3.9: at random, or seat A with the option."""
    drawn = {first(lastraft.new("hellapagos", 4, seed=seed)) for seed in range(40)}
    assert drawn == set("ABCD")
    fixed = {first(lastraft.new("hellapagos", 4, seed, {"first_player_choice": "seat_0"})) for seed in range(10)}
    assert fixed == {"A"}


def test_the_order_of_the_draws_is_fixed() -> None:
    """HP-3.10: the deal goes clockwise from the first player, from the top of the shuffled deck."""
    m = lastraft.new("hellapagos", 4, seed=11)
    dealt = [h.event.a for h in m.all_events() if h.event.kind == Event.DEALT]
    start = m.state.first_player
    assert dealt == [(start + i) % 4 for i in range(4)] * 4
    assert m.state.to_bytes() == lastraft.new("hellapagos", 4, seed=11).state.to_bytes()
