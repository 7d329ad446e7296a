"""Dawn and events: sections 4 to 6, test positions 19.2 and 19.3."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import lastraft
from lastraft.outlive.components import CARD_IDS
from lastraft.outlive.events import Event
from lastraft.outlive.rules.advance import advance
from lastraft.outlive.rules.dawn import dawn, new_display
from lastraft.outlive.rules.event_cards import begin_events
from lastraft.outlive.rules.legal import asked as asked_seat
from tests.outlive.helpers import (
    actions,
    airlock,
    asked,
    at,
    emitted,
    gauge,
    goods,
    people,
    play,
    pool,
    starting,
    survivors,
    texts,
    tokens,
)

IDLE = "A heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"
"""Heroes with several ways to go: the day waits for them."""


def morning(text: str, seats: int = 2, **options: Any) -> lastraft.Match:
    """A position in which the new dawn has come and the day's events have struck, as far as nobody is asked."""
    m = at(text, seats, **options)
    m.state.depth = 0
    begin_events(m.state)
    advance(m.state)
    return m


def test_T_010_the_first_dawn_of_three_players() -> None:
    """OL-4.1: the first dawn of three players."""
    m = at("pools: base 0, forest 0, mine 0, carnival 0, dam 0", 3)
    dawn(m.state)
    assert [pool(m, area) for area in ("base", "forest", "mine", "carnival", "dam")] == [8, 8, 8, 8, 9]


def test_T_011_what_is_left_counts() -> None:
    """OL-4.1: what is left counts."""
    m = at("pools: forest 2, mine 6")
    dawn(m.state)
    assert (pool(m, "forest"), pool(m, "mine")) == (6, 6)


def test_T_012_a_left_over_tile_is_discarded_three_new_ones_are_shown() -> None:
    """OL-4.3: a left-over tile is discarded, three new ones are shown; blackwood first."""
    m = at("display blackwood: axe\nstack: bow crowbar shotgun hacksaw jerrycan pickaxe")
    dawn(m.state)
    assert m.state.discard[0] == 1
    assert m.state.display == [[2, 6, 15], [12, 3, 9]]


def test_T_013_an_empty_stack_is_formed_anew_from_the_discard_pile() -> None:
    """OL-4.4: the discard pile is shuffled into a new stack when the old one is empty."""
    m = at("stack: bow crowbar\ndiscard: axe axe shotgun shotgun hacksaw hacksaw jerrycan jerrycan pickaxe")
    new_display(m.state, 0)
    assert m.state.display[0][:2] == [2, 6]
    assert m.state.display[0][2] > 0
    assert m.state.stack_left == 8
    assert sum(m.state.discard) == 0


def test_nothing_left_to_draw() -> None:
    """OL-4.4: both stack and discard pile empty."""
    m = at("stack: bow")
    dawn(m.state)
    assert m.state.display == [[2, 0, 0], [0, 0, 0]]


def test_T_014_two_players_see_four_tokens_six_are_left() -> None:
    """OL-4.5: two players see four tokens, six are left; all ten are gathered first."""
    m = at("search blackwood: plank")
    dawn(m.state)
    assert m.state.search_left == [6, 6]
    assert Counter(m.state.search[0]) == Counter({0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2})


def test_search_tokens_are_shuffled() -> None:
    """OL-4.5: every dawn another order."""
    orders = set()
    for seed in range(1, 6):
        m = at("search blackwood: plank", 4, seed)
        dawn(m.state)
        orders.add(tuple(tokens(m, 0)))
    assert len(orders) > 1


def test_T_015_the_algae_are_usable_again() -> None:
    """OL-4.6: the algae are usable again."""
    m = at("algae: used")
    dawn(m.state)
    assert m.state.algae == 1


def test_T_016_empty_spaces_of_the_ship_get_a_survivor() -> None:
    """OL-4.2: empty spaces of the ship get a survivor."""
    m = at("ship: 4 6")
    dawn(m.state)
    assert m.state.ship == [1, 1, 1, 1]


def test_T_017_an_empty_stack_of_animals_stays_empty() -> None:
    """OL-4.7: an empty stack of animals stays empty."""
    m = at("animals forest: 3")
    dawn(m.state)
    assert m.state.prey_left == [1, 0, 0]


def test_limited_supply_at_dawn() -> None:
    """OL-1.14: with `supply_limited` a pool gets what is left; the ship's spaces are filled from 3 on."""
    m = at("pools: forest 0\nA store: 20 wood\nB store: 7 wood\nship:\nA airlock: 7", supply_limited=True)
    m.state.people[1] = [91, 0, 0, 0, 0, 0, 0]
    dawn(m.state)
    assert pool(m, "forest") == 3
    assert m.state.ship == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("card", "seats", "area", "left"),
    [
        ("wildfire", 3, "forest", 5),  # T-020
        ("falling_debris", 2, "mine", 4),  # T-021
        ("looters", 4, "carnival", 6),  # T-022
    ],
)
def test_T_020_T_021_T_022_shortages_lower_a_pool(card: str, seats: int, area: str, left: int) -> None:
    """OL-6.1, OL-6.2, OL-6.3, OL-5.4: shortages lower a pool."""
    m = morning(f"events: {card}\n{IDLE}", seats)
    assert pool(m, area) == left
    assert pool(m, "base") == {2: 6, 3: 8, 4: 10}[seats]


def test_general_shortage() -> None:
    """OL-6.4: three pools at once."""
    m = morning(f"events: general_shortage\n{IDLE}", 4)
    assert [pool(m, area) for area in ("forest", "mine", "carnival", "dam")] == [7, 7, 7, 11]


def test_T_024_shortages_add_up() -> None:
    """OL-5.4: shortages add up."""
    m = morning(f"day: 2\nevents: wildfire, general_shortage\n{IDLE}")
    assert pool(m, "forest") == 3


def test_a_pool_below_the_limit_is_not_cut() -> None:
    """OL-5.4: only tokens above the limit go back; the limit never falls below 0."""
    m = morning(f"day: 2\nevents: wildfire, general_shortage\npools: forest 1\n{IDLE}")
    assert pool(m, "forest") == 1


def test_T_025_nomads_take_the_top_tokens_of_both_cities_for_all_to_see() -> None:
    """OL-6.5: Nomads take the top tokens of both cities, for all to see."""
    m = at(f"events: nomads\n{IDLE}", 3)
    dawn(m.state)
    tops = [tokens(m, city)[:3] for city in range(2)]
    m.state.depth = 0
    begin_events(m.state)
    advance(m.state)
    assert m.state.search_left == [5, 5]
    for city in range(2):
        assert sorted(m.view(0)["cities"][("blackwood", "silent_peak")[city]]["shown"][:3]) == sorted(tops[city])


def test_T_026_two_steps_not_two_points() -> None:
    """OL-6.6, OL-13.2: two steps, not two points."""
    m = morning(f"events: radioactive_cloud\nB gauge: -3\n{IDLE}")
    assert (gauge(m, "A"), gauge(m, "B")) == (-2, -6)


def test_T_027_a_step_past_the_end_costs_a_survivor() -> None:
    """OL-13.4: a step past the end costs a survivor."""
    m = morning(f"events: radioactive_cloud\nA gauge: -9\nA airlock: 3\n{IDLE}")
    assert (gauge(m, "A"), airlock(m, "A")) == (-11, 2)


def test_T_028_with_no_survivor_left_nothing_more_happens() -> None:
    """OL-13.4: with no survivor left nothing more happens."""
    m = morning(f"events: radioactive_cloud\nA gauge: -11\nA airlock: 1\n{IDLE}")
    assert (gauge(m, "A"), survivors(m, "A")) == (-11, 0)
    assert asked(m) == "A turn"


def test_T_029_the_owner_takes_it_from_a_full_room_which_stops_working() -> None:
    """OL-6.7, OL-1.7: the owner takes it from a full room, which stops working."""
    m = morning(f"events: glaciation\nA airlock: 1\nA rooms: ammo4 3\n{IDLE}")
    assert texts(m) == {"lose from airlock", "lose from armoury"}
    assert m.forbids("lose from crisis desk") == "OL-5.7"
    play(m, "lose from armoury")
    assert people(m, "A", "ammo4") == 2
    assert not m.view(0)["shelters"][0]["rooms"][3]["active"]


HUNTER = "now: A turn\nA heroes: 5 dam\nB heroes: 4 mine"


def test_T_030_one_meat_less_the_token_is_kept_all_the_same() -> None:
    """OL-6.8, OL-9.27: one meat less, the token is kept all the same."""
    m = at(f"{HUNTER}\nevents: plague\nanimals forest: 3 3\nA store: 6 ammo", one_hunt_per_visit=False)
    play(m, "hero 5 forest", "hunt", "ammo 0")
    assert goods(m, "A") == {"ammo": 6}
    assert m.state.kills[0][0] == 1
    play(m, "hunt", "ammo 3")
    assert goods(m, "A") == {"meat": 1, "ammo": 3}


def test_T_031_toughness_3_costs_4_actions_the_meat_stays() -> None:
    """OL-6.9: toughness 3 costs 4 actions, the meat stays."""
    m = at("now: A turn\nA heroes: 4 dam\nB heroes: 4 mine\nevents: mutation\nanimals forest: 3")
    play(m, "hero 4 forest", "hunt")
    assert goods(m, "A") == {"meat": 1}
    assert asked(m) == "B turn"


def test_T_032_three_actions_for_the_5() -> None:
    """OL-6.10: three actions for the 5."""
    m = at("now: A turn\nA heroes: 5 dam\nB heroes: 4 mine\nevents: sandstorm")
    play(m, "hero 5 forest", "gather", "gather", "gather")
    assert goods(m, "A") == {"wood": 3}
    assert asked(m) == "B turn"


def test_T_034_only_space_3_or_4_with_the_hook() -> None:
    """OL-6.10, OL-6.14, OL-9.31: only space 3, or 4 with the hook."""
    for hook, cans in (("", [1]), ("A equipment: grappling_hook\n", [1, 2])):
        for choice, n in zip(("space own", "space hook"), cans):
            m = at(f"now: A turn\nA heroes: 5 mine, 3a dam\nB heroes: 4 mine\n{hook}events: sandstorm")
            play(m, "hero 5 cargo")
            if hook:
                play(m, choice)
            assert goods(m, "A") == {"can": n}
    m = at("now: A turn\nA heroes: 5 mine, 3a dam\nB heroes: 4 mine\nevents: sandstorm by B")
    play(m, "hero 5 cargo")
    assert goods(m, "A") == {"can": 3}


def test_T_035_food_else_a_survivor_else_nothing() -> None:
    """OL-6.11, OL-5.8: food, else a survivor, else nothing."""
    m = morning(f"events: rats\nA store: 1 can\nB airlock: 2\nC gauge: 0\n{IDLE}\nC heroes: 4 mine", 3)
    assert goods(m, "A") == {}
    assert survivors(m, "B") == 1
    assert asked(m) == "A turn"
    assert emitted(m, Event.LOST) == []  # nobody listened to begin_events
    m = morning(f"events: rats\nA store: 1 can, 1 meat, 5 wood\nA airlock: 3\n{IDLE}")
    assert texts(m) == {"lose can", "lose meat"}
    assert m.forbids("lose wood") == "OL-6.11"
    play(m, "lose meat")
    assert goods(m, "A") == {"can": 1, "wood": 5}


def test_T_037_with_fewer_than_two_such_tokens_a_survivor_is_lost() -> None:
    """OL-6.12: fewer than two such tokens: a survivor, and the token is kept."""
    m = morning(f"events: hostile_clan\nA store: 1 metal\nA airlock: 3\n{IDLE}")
    assert goods(m, "A") == {"metal": 1}
    assert airlock(m, "A") == 2


def test_T_038_who_can_pay_must_pay_with_tokens_of_its_choice() -> None:
    """OL-6.13, OL-5.7: who can pay must pay, with tokens of its choice."""
    m = morning(f"events: hostile_clan\nA store: 4 ammo, 2 can\nA airlock: 3\n{IDLE}")
    assert goods(m, "A") == {"ammo": 2, "can": 2}
    assert airlock(m, "A") == 3
    m = morning(f"events: hostile_clan\nA store: 1 ammo, 1 wood, 1 chip, 2 can\nA airlock: 3\n{IDLE}")
    assert texts(m) == {"lose ammo", "lose wood", "lose chip"}
    assert m.forbids("lose can") == "OL-6.12"
    play(m, "lose wood", "lose chip")
    assert goods(m, "A") == {"ammo": 1, "can": 2}


def test_T_039_an_event_that_nobody_has_ended_strikes_every_round() -> None:
    """OL-5.2: an event that nobody has ended strikes every round."""
    for day in (1, 2, 3):
        m = morning(f"day: {day}\nevents: rats, plague, mutation\nA store: 1 can\n{IDLE}")
        assert goods(m, "A") == {}
    m = morning(f"day: 3\nevents: rats by B, plague, mutation\nA store: 1 can\n{IDLE}")
    assert goods(m, "A") == {"can": 1}
    m = at(f"day: 3\n{HUNTER}\nevents: plague, rats by B, mutation by B\nanimals forest: 4")
    play(m, "hero 5 forest", "hunt")
    assert goods(m, "A") == {"meat": 1}


def test_immunity() -> None:
    """OL-5.6, OL-12.19: the Bulkhead keeps 4- and 5-point events out, shortages not."""
    shelter = "A rooms: event_immunity 3\nA store: 1 can"
    m = morning(f"day: 3\nevents: rats, radioactive_cloud, wildfire\n{shelter}\n{IDLE}")
    assert goods(m, "A") == {"can": 1}
    assert (gauge(m, "A"), gauge(m, "B")) == (0, -2)
    assert pool(m, "forest") == 4
    m = morning(f"events: rats\nA rooms: event_immunity 2\nA store: 1 can\n{IDLE}")
    assert goods(m, "A") == {}


def test_T_279_the_card_of_this_round_is_turned_up_and_no_later_one() -> None:
    """OL-5.1: the card of this round is turned up, and no later one."""
    m = at("day: 3\nnow: B repair\nevents: plague, mutation, wildfire, looters, nomads, rats\n" + IDLE)
    assert [card and card["card"] for card in m.view(0)["events"]] == [
        "plague",
        "mutation",
        "wildfire",
        None,
        None,
        None,
    ]
    play(m, "pass")
    assert emitted(m, Event.TURNED) == [(CARD_IDS.index("looters"), 4, 0)]
    assert [bool(card) for card in m.view(0)["events"]] == [True] * 4 + [False] * 2


def test_T_280_all_suffer_the_lower_slot_in_turn_order_then_all_the_higher() -> None:
    """OL-5.3: all suffer the lower slot in turn order, then all the higher."""
    shelters = "A store: 3 can\nB store: 3 can\nA airlock: 2\nB airlock: 2"
    m = at(f"first: B\nnow: A repair\nevents: rats, glaciation\n{shelters}\n{IDLE}")
    play(m, "pass")
    order = [(h.event.kind, h.event.a) for h in m.all_events() if h.event.kind in (Event.LOST, Event.LOST_SURVIVOR)]
    assert order == [(Event.LOST, 1), (Event.LOST, 0), (Event.LOST_SURVIVOR, 1), (Event.LOST_SURVIVOR, 0)]


def test_T_281_an_ongoing_event_holds_until_the_last_hero_of_the_day() -> None:
    """OL-5.5: an ongoing event holds until the last hero of the day."""
    m = at(
        "now: A turn\nA heroes: 5 dam\nevents: plague\nanimals forest: 4\nB heroes: 4 mine standing, 3a dam standing"
    )
    play(m, "hero 5 forest", "hunt")
    assert emitted(m, Event.HUNTED) == [(0, 4, 1)]


def test_T_282_airlock_and_two_rooms() -> None:
    """OL-5.7: airlock and two rooms."""
    m = morning(f"events: glaciation\nA airlock: 1\nA rooms: ammo4 3, nursery 1, hunt_plus1 0\n{IDLE}")
    assert starting(m, "lose from") == {"airlock", "armoury", "dormitory"}


def test_T_323_sandstorm_is_judged_when_the_heros_turn_begins() -> None:
    """OL-5.10: Sandstorm is judged when the hero's turn begins; a room filled later helps the next hero."""
    text = """now: A turn
        A heroes: 5 mine, 4 dam
        A equipment: flashlight
        A rooms: event_immunity 2
        events: sandstorm
        B heroes: 4 base, 3a dam"""
    m = play(at(text), "hero 5 silent peak", "use flashlight", "house in bulkhead")
    assert actions(m) == 3
    play(m, "search", "search", "search")
    assert asked(m) == "B turn"
    play(m, "hero 4 forest", "pass")
    play(m, "hero 4 forest")
    assert actions(m) == 4


def test_T_324_mutation_is_judged_at_every_hunt() -> None:
    """OL-5.10: Mutation is judged at every hunt."""
    text = """now: A turn
        A heroes: 5 mine, 4 dam
        A equipment: flashlight
        A rooms: event_immunity 2
        events: mutation
        animals forest: 4
        B heroes: 4 base, 3a dam"""
    m = play(at(text), "hero 5 silent peak", "use flashlight", "house in bulkhead", "pass")
    play(m, "hero 4 base" if "hero 4 base" in texts(m) else "hero 4 mine", "pass")
    play(m, "hero 4 forest", "hunt")
    assert goods(m, "A") == {"meat": 2}
    assert asked(m) == "B turn"  # the printed toughness took all four actions


def test_events_ask_one_seat_at_a_time() -> None:
    """OL-1.15: only the seat that is asked may answer."""
    m = morning(f"events: rats\nA store: 1 can, 1 meat\nB store: 1 can, 1 meat\n{IDLE}")
    assert asked_seat(m.state) == 0
    assert m.actors == (0,)
    assert m.forbids("lose can", 1) == "OL-1.15"
    assert len(m.legal_moves(1)) == 0
