"""Setup: section 2 and test positions 19.1, with those of 19.11 and 19.12 that belong here."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import lastraft
from lastraft.outlive.components import AREA_IDS, DATA, DISTANCE, LEADER_IDS, START_AREAS
from lastraft.outlive.events import Event
from lastraft.outlive.ui.notation import arrange
from tests.outlive.helpers import (
    airlock,
    area_of,
    asked,
    at,
    emitted,
    fresh,
    gauge,
    gear,
    goods,
    people,
    play,
    starting,
    texts,
    topped,
)

KEEP_FOUR = ["keep smokehouse", "keep pantry", "keep armoury", "keep cistern"]
SIX = "hunt_plus2 cargo_plus1 ammo4 water_reserve nursery search_plus2"


def test_T_001_event_discount_built_with_4_survivors_solen_livrich() -> None:
    """OL-2.2, OL-2.5 to OL-2.11: the rulebook's example: event_discount built with 4 survivors, Solen Livrich."""
    m = fresh(rooms={0: SIX}, leaders={0: "solen_livrich jacob_rowlett", 1: "erin_mccarthy kooper_froste"})
    play(m, *KEEP_FOUR, "build crisis desk", "put 4", "leader solen livrich")
    assert people(m, "A", "event_discount") == 4
    assert airlock(m, "A") == 0
    assert goods(m, "A") == {"can": 2}
    assert gear(m, "A") == {"grappling_hook": "broken"}
    assert gauge(m, "A") == 0
    while asked(m) != "B leader":
        m.push(next(iter(m.legal_moves())))
    play(m, "leader erin mccarthy")
    assert asked(m) == "A place_hero"
    assert starting(m, "place") == {"forest", "cargo", "mine", "blackwood"}
    play(m, "place forest", "place cargo")
    assert {area_of(m, "A", hero) for hero in ("3a", "3b", "4", "5")} == {"forest", "cargo", "mine", "blackwood"}
    assert m.state.aboard[0] == 0


def test_T_002_hunt_plus2_has_three_places() -> None:
    """OL-2.6: hunt_plus2 has three places."""
    m = fresh(rooms={0: SIX})
    play(m, *KEEP_FOUR, "build smokehouse")
    assert texts(m) == {"put 0", "put 1", "put 2", "put 3"}
    assert m.forbids("put 4") == "OL-2.6"
    play(m, "put 3")
    assert (people(m, "A", "hunt_plus2"), airlock(m, "A")) == (3, 1)


def choices(m: lastraft.Match, leader: str) -> None:
    """A seat's choices with a given leader."""
    while not asked(m).endswith("leader"):
        m.push(next(iter(m.legal_moves())))
    m.push(f"leader {leader}")


def test_T_003_the_oldest_leaders_player_is_first() -> None:
    """OL-2.12: the oldest leader's player is first."""
    m = fresh(
        3,
        leaders={0: "erin_mccarthy mary_koolpepper", 1: "jacob_rowlett wilson_frye", 2: "kooper_froste liza_valentine"},
    )
    for leader in ("erin mccarthy", "jacob rowlett", "kooper froste"):
        choices(m, leader)
    assert (m.state.first, m.state.marker) == (1, 1)
    assert asked(m) == "B place_hero"


def test_T_004_three_start_tiles_leave_37() -> None:
    """OL-2.8, OL-4.3: three start tiles leave 37; the first dawn shows six."""
    m = fresh(
        3,
        leaders={0: "erin_mccarthy mary_koolpepper", 1: "jacob_rowlett wilson_frye", 2: "kooper_froste liza_valentine"},
    )
    for leader in ("erin mccarthy", "jacob rowlett", "kooper froste"):
        choices(m, leader)
    assert m.state.stack_left == 37
    while m.state.day == 0:
        m.push(next(iter(m.legal_moves())))
    assert m.state.stack_left == 31
    assert all(all(city) for city in m.state.display)


MARY = {0: "mary_koolpepper erin_mccarthy", 1: "jacob_rowlett wilson_frye"}


def mary(first: str, second: str, **options: Any) -> lastraft.Match:
    """Mary before she is chosen, over two search stacks whose tops we know."""
    m = fresh(leaders=MARY, **options)
    while asked(m) != "A leader":
        m.push(next(iter(m.legal_moves())))
    arrange(m.state, "search blackwood", topped(first))
    arrange(m.state, "search silent_peak", topped(second))
    return m


def test_T_005_two_tokens_of_each_city() -> None:
    """OL-2.17: two tokens of each city; what she keeps is hers."""
    m = play(mary("holy_water empty_cupboard", "cartridges algae_pills"), "leader mary koolpepper")
    assert starting(m, "throw") == {"holy water", "empty cupboard", "cartridges", "algae pills"}
    assert m.forbids("throw plank") == "OL-2.17"
    play(m, "throw empty cupboard")
    assert goods(m, "A") == {"water": 1, "ammo": 1}
    assert gauge(m, "A") == 1
    assert m.state.search_left == [10, 10]


def test_mary_chooses_her_cities() -> None:
    """OL-2.17 with `mary_draw` = free_split: her player names the city of each draw, and sees each token."""
    m = mary("holy_water plank rations scrap_heap", "appliance", mary_draw="free_split")
    play(m, "leader mary koolpepper")
    assert texts(m) == {"draw blackwood", "draw silent peak"}
    play(m, "draw blackwood", "draw blackwood", "draw blackwood", "draw silent peak")
    assert starting(m, "throw") == {"holy water", "plank", "rations", "appliance"}
    play(m, "throw plank")
    assert goods(m, "A") == {"water": 1, "can": 1, "chip": 1}


def test_T_006_two_players_have_three_stacks_of_six() -> None:
    """OL-2.16: two players have three stacks of six; 12 animals stay unseen."""
    m = lastraft.new("outlive", seats=2, seed=5)
    assert m.state.prey_left == [6, 6, 6]
    seen = [[kind for kind in stack if kind] for stack in m.hidden(0).prey]
    assert [len(stack) for stack in seen] == [1, 1, 1]


def test_T_007_twelve_ways_to_place_grayson_pigotts_heroes() -> None:
    """OL-2.9: twelve ways to place Grayson Pigott's heroes."""
    ways = set()
    for five in ("forest", "base", "mine", "carnival"):
        for four in {"forest", "base", "mine", "carnival"} - {five}:
            m = fresh(leaders={0: "grayson_pigott jacob_rowlett", 1: "erin_mccarthy mary_koolpepper"})
            choices(m, "grayson pigott")
            choices(m, "erin mccarthy")
            assert m.forbids("place dam") == "OL-2.9"
            play(m, f"place {five}")
            assert m.forbids(f"place {five}") == "OL-2.9"
            play(m, f"place {four}")
            ways.add(tuple(m.state.place[0]))
            assert m.state.standing[0] == [0, 0, 0, 0]
    assert len(ways) == 12


def test_T_008_two_copies_of_ammo4_may_both_be_kept_and_both_work() -> None:
    """OL-2.4, OL-12.5: two copies of ammo4 may both be kept, and both work."""
    m = fresh(rooms={0: "ammo4 ammo4 nursery cargo_plus1 hunt_plus1 hunt_plus2"})
    play(m, "keep armoury", "keep armoury")
    assert m.forbids("keep armoury") == "OL-2.4"
    assert m.state.room[0][3:5] == [7, 7]
    m = at("now: A build\nA rooms: ammo4 3, ammo4 3\nB heroes: 5 base")
    assert starting(m, "run") == {"armoury", "armoury 2"}
    play(m, "run armoury", "run armoury 2")
    assert emitted(m, Event.GAINED) == [(0, 6, 4), (0, 6, 4)]


def test_T_264_24_of_the_38_room_tiles_and_8_of_the_10_leaders_are_dealt() -> None:
    """OL-2.3, OL-2.13: 24 of the 38 room tiles and 8 of the 10 leaders are dealt, no tile twice."""
    m = lastraft.new("outlive", seats=4, seed=3)
    dealt = Counter(kind for hand in m.state.dealt for kind in hand)
    assert sum(dealt.values()) == 24
    assert max(dealt.values()) <= 2
    assert 0 not in dealt
    leaders = [leader for pair in m.state.offered for leader in pair]
    assert len(set(leaders)) == 8
    assert 0 not in leaders


def test_T_266_distances_along_the_ring() -> None:
    """OL-1.16, OL-1.17: distances along the ring."""
    row = dict(zip(AREA_IDS, DISTANCE[0]))
    assert row == {
        "forest": 0,
        "dam": 1,
        "base": 2,
        "silent_peak": 3,
        "mine": 4,
        "cargo": 3,
        "carnival": 2,
        "blackwood": 1,
    }


def test_T_271_the_leaders_picture_lies_over_the_boards_nine_fields() -> None:
    """OL-2.11: the leader's picture lies over the board's nine fields."""
    grid = {tuple(a["grid_row_col"]): a["id"] for a in DATA["map"]["areas"]}
    marks = {grid[0, 0], grid[1, 0], grid[2, 1], grid[2, 2]}
    assert marks == {"forest", "blackwood", "cargo", "mine"}
    for name in ("solen_livrich", "mary_koolpepper"):
        assert {AREA_IDS[a] for a in START_AREAS[LEADER_IDS.index(name)]} == marks


def test_T_272_all_choices_of_a_then_of_b_then_the_older_leaders_player_places() -> None:
    """OL-2.13: all choices of A, then of B, then the older leader's player places all heroes, then the other."""
    m = fresh(leaders={0: "erin_mccarthy swifty_bingham", 1: "jacob_rowlett wilson_frye"})
    order = []
    while m.state.day == 0:
        order.append(asked(m))
        m.push(next(iter(m.legal_moves())))
    seats = [
        each
        for seat in "AB"
        for each in [f"{seat} keep"] * 4 + [f"{seat} {q}" for q in ("first_room", "split", "leader")]
    ]
    assert order == [*seats, "B place_hero", "B place_hero", "A place_hero", "A place_hero"]


def test_T_274_38_tiles_in_the_stack_none_discarded() -> None:
    """OL-2.15: 38 tiles in the stack, none discarded."""
    m = fresh(leaders={0: "erin_mccarthy swifty_bingham", 1: "jacob_rowlett wilson_frye"})
    choices(m, "erin mccarthy")
    choices(m, "jacob rowlett")
    assert m.state.stack_left == 38
    assert sum(m.state.discard) == 0
    assert Counter(m.state.stack[:38])[8] == 1  # Jacob holds a pickaxe


def test_stacks_are_shuffled() -> None:
    """OL-2.15, OL-2.16, OL-2.18: another seed, another order."""
    orders = set()
    for seed in range(3):
        m = lastraft.new("outlive", seats=2, seed=seed)
        assert sorted(m.state.search[0]) != m.state.search[0]
        while m.state.stack_left == 0:
            m.push(next(iter(m.legal_moves())))
        assert sorted(m.state.stack[:38]) != m.state.stack[:38]
        orders.add(tuple(m.state.stack))
    assert len(orders) == 3


def test_T_275_before_the_first_dawn_ten_tokens_in_each_city_algae_on_the_base() -> None:
    """OL-2.14, OL-2.18, OL-2.19: before the first dawn ten tokens in each city, algae on the base, empty pools."""
    m = fresh(leaders={0: "erin_mccarthy swifty_bingham", 1: "jacob_rowlett wilson_frye"})
    choices(m, "erin mccarthy")
    choices(m, "jacob rowlett")
    assert m.state.search_left == [10, 10]
    assert m.state.algae == 1
    assert sum(m.state.pool) == 0
    assert sum(card > 0 for card in m.state.card) == 6
    while m.state.day == 0:
        m.push(next(iter(m.legal_moves())))
    assert sum(m.state.pool) > 0


def test_T_321_hero_3a_takes_the_first_free_start_area_of_the_ring_3b() -> None:
    """OL-2.20: hero 3a takes the first free start area of the ring, 3b the other; kept rooms in the order of choice."""
    m = fresh(rooms={0: SIX}, leaders={0: "solen_livrich jacob_rowlett", 1: "erin_mccarthy kooper_froste"})
    play(m, "keep dormitory", "keep armoury", "keep scout post", "keep pantry")
    assert m.state.room[0][3:] == [13, 7, 14, 5]
    choices(m, "solen livrich")
    choices(m, "erin mccarthy")
    play(m, "place cargo", "place mine")
    assert [area_of(m, "A", hero) for hero in ("3a", "3b")] == ["forest", "blackwood"]


def test_T_322_a_cupboard_is_empty_for_mary_whatever_rooms_she_has() -> None:
    """OL-2.17: a cupboard is empty for Mary, whatever rooms she has."""
    m = mary("empty_cupboard plank", "empty_cupboard rations")
    m.state.room[0][3], m.state.built[0][3], m.state.people[0][3] = 21, 1, 3
    play(m, "leader mary koolpepper", "throw rations")
    assert goods(m, "A") == {"wood": 1}


def test_refused_rooms_and_leaders_are_known_to_their_owner_only() -> None:
    """OL-2.4, OL-2.7 and section 18: and nobody knows anything of them once setup is over."""
    m = fresh(rooms={0: SIX}, leaders={0: "solen_livrich jacob_rowlett", 1: "erin_mccarthy kooper_froste"})
    play(m, *KEEP_FOUR)
    assert m.view(0)["dealt_rooms"] == ["search_plus2", "nursery"]
    assert "search_plus2" not in str(m.view(1))
    choices(m, "solen livrich")
    choices(m, "kooper froste")
    assert not any(map(any, m.state.dealt))
    assert not any(map(any, m.state.offered))


def test_the_start_supply() -> None:
    """OL-2.10: resources and equipment of every leader, as printed in the table."""
    table = {
        "jacob_rowlett": ({"metal": 2, "chip": 1}, "pickaxe"),
        "kooper_froste": ({"wood": 2, "ammo": 1}, "axe"),
        "wilson_frye": ({"meat": 2}, "shotgun"),
        "grayson_pigott": ({"chip": 1, "ammo": 2}, "baseball_bat"),
        "solen_livrich": ({"can": 2}, "grappling_hook"),
        "liza_valentine": ({"ammo": 3}, "ammo_box"),
        "lily_rose_wely": ({"chip": 3}, "backpack"),
        "swifty_bingham": ({"chip": 2, "ammo": 1}, "thermal_sensor"),
        "erin_mccarthy": ({"water": 2}, "jerrycan"),
    }
    for leader, (store, tile) in table.items():
        m = fresh(leaders={0: f"{leader} mary_koolpepper"})
        choices(m, leader.replace("_", " "))
        assert goods(m, "A") == store
        assert gear(m, "A") == {tile: "broken"}


def test_leaders_that_were_not_dealt() -> None:
    """OL-2.7: one of the two."""
    m = fresh(leaders={0: "solen_livrich jacob_rowlett"})
    while asked(m) != "A leader":
        m.push(next(iter(m.legal_moves())))
    assert texts(m) == {"leader solen livrich", "leader jacob rowlett"}
    assert m.forbids("leader erin mccarthy") == "OL-2.7"
    with pytest.raises(lastraft.IllegalMove):
        m.push("leader erin mccarthy")
