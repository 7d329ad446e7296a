"""Equipment: section 10, test positions 19.7 and the small print on them."""

from __future__ import annotations

from typing import Any

import pytest

from lastraft import Match
from lastraft.outlive.components import DATA, GEAR_IDS, REPAIR_COST
from lastraft.outlive.events import Event
from tests.outlive.helpers import actions, airlock, asked, at, emitted, gear, goods, people, play, pool, starting, texts

IDLE = "B heroes: 4 mine, 3a base"


def visit(tile: str, start: str, area: str, more: str = "", hero: str = "5", **options: Any) -> Match:
    """A hero arrives somewhere with a repaired tile."""
    other = "4 mine" if start != "mine" else "4 dam"
    m = at(f"now: A turn\nA heroes: {hero} {start}, {other}\nA equipment: {tile}\n{IDLE}\n{more}", **options)
    return play(m, f"hero {hero} {area}")


def test_an_area_without_a_gift_uses_no_tile() -> None:
    """OL-10.5, OL-10.7: the dam gives nothing for any tile, so all stay ready."""
    m = play(at(f"now: A turn\nA heroes: 5 forest, 4 mine\nA equipment: thermal_sensor, axe\n{IDLE}"), "hero 5 dam")
    assert gear(m, "A") == {"axe": "ready", "thermal_sensor": "ready"}


def test_T_120_the_axe_adds_two_without_a_question() -> None:
    """OL-10.4, OL-10.11, OL-10.7: the axe adds two, without a question."""
    m = play(visit("axe", "dam", "forest", "pools: forest 3", "3a"), "gather")
    assert goods(m, "A") == {"wood": 3}
    assert pool(m, "forest") == 0
    assert emitted(m, Event.USED) == [(0, 0, 0)]


def test_T_121_hunting_is_no_gathering() -> None:
    """OL-10.4: hunting is no gathering."""
    m = play(visit("axe", "dam", "forest", "animals forest: 3 3"), "hunt")
    assert goods(m, "A") == {"meat": 1}
    assert actions(m) == 2
    assert gear(m, "A") == {"axe": "ready"}


def test_T_122_a_gift_needs_no_pool() -> None:
    """OL-10.5, OL-10.12: a gift needs no pool."""
    m = visit("bow", "dam", "forest", "pools: forest 0")
    assert goods(m, "A") == {"meat": 1}


def test_T_123_the_jerrycan_adds_one() -> None:
    """OL-10.13: the jerrycan adds one."""
    m = play(visit("jerrycan", "forest", "dam", "pools: dam 4\nA store: 1 chip", "3a"), "activate dam", *["gather"] * 3)
    assert goods(m, "A") == {"water": 4}
    assert pool(m, "dam") == 0


def test_T_124_purification_without_a_chip() -> None:
    """OL-10.14: purification without a chip."""
    m = play(visit("access_card", "forest", "dam"), "gather")
    assert goods(m, "A") == {"water": 1}


def test_T_125_no_more_than_the_pool_holds() -> None:
    """OL-10.4, OL-10.15: no more than the pool holds."""
    m = play(visit("ammo_box", "dam", "base", "pools: base 2"), "gather")
    assert goods(m, "A") == {"ammo": 2}
    assert pool(m, "base") == 0


def test_T_126_the_crowbars_two_chips_without_a_question() -> None:
    """OL-10.16, OL-10.7: the crowbar's two chips, without a question."""
    assert goods(visit("crowbar", "dam", "base"), "A") == {"chip": 2}


def test_T_127_the_chainsaw_works_in_the_first_city_of_the_round() -> None:
    """OL-10.17, OL-10.3: the chainsaw works in the first city of the round."""
    m = visit("chainsaw", "forest", "blackwood")
    assert goods(m, "A") == {"wood": 2}
    play(m, "pass", "hero 4 carnival", "pass", "hero 4 silent peak")
    assert goods(m, "A") == {"wood": 2}


def test_flashlight() -> None:
    """OL-10.18, OL-14.3: a survivor into the airlock or a room, when the player wants it."""
    m = visit("flashlight", "forest", "blackwood", "A rooms: ammo4 2")
    assert "use flashlight" in texts(m)
    play(m, "use flashlight")
    assert texts(m) == {"pass", "house in airlock", "house in armoury"}
    play(m, "house in armoury")
    assert people(m, "A", "ammo4") == 3
    assert gear(m, "A") == {"flashlight": "used"}
    assert m.forbids("use flashlight") == "OL-10.3"
    m = visit("flashlight", "dam", "base")
    assert m.forbids("use flashlight") == "OL-10.18"


def test_T_129_no_free_place_anywhere() -> None:
    """OL-10.18, OL-14.4: no free place anywhere."""
    m = visit("flashlight", "forest", "blackwood", "A airlock: 7\nA rooms: ammo4 3, nursery")
    assert m.forbids("use flashlight") == "OL-14.4"


def test_T_356_the_nurserys_rooms_for_4_to_8_are_no_free_places() -> None:
    """OL-14.8, OL-12.34: the nursery's rooms for 4 to 8 are no free places."""
    m = visit("flashlight", "forest", "blackwood", "A airlock: 7\nA rooms: nursery 3")
    assert m.forbids("use flashlight") == "OL-14.4"
    m = visit("flashlight", "forest", "blackwood", "A airlock: 7\nA rooms: nursery 2")
    assert m.forbids("use flashlight") == ""
    m = play(visit("flashlight", "forest", "blackwood", "A airlock: 6\nA rooms: nursery 3"), "use flashlight")
    assert texts(m) == {"pass", "house in airlock"}


def test_T_130_the_pickaxe_adds_two() -> None:
    """OL-10.19: the pickaxe adds two."""
    m = at(f"now: A turn\nA heroes: 5 base, 4 dam\nA equipment: pickaxe\n{IDLE}")
    play(m, "hero 5 mine", "gather")
    assert goods(m, "A") == {"metal": 3}


def test_T_131_the_purifiers_water() -> None:
    """OL-10.20: the purifier's water."""
    m = play(at(f"now: A turn\nA heroes: 5 base, 4 dam\nA equipment: purifier\n{IDLE}"), "hero 5 mine")
    assert goods(m, "A") == {"water": 1}


def test_hacksaw_and_metal_detector() -> None:
    """OL-10.22, OL-10.24, OL-9.37: two metal on the ship, after the survivor; a can at the carnival."""
    m = play(at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA equipment: hacksaw\n{IDLE}"), "hero 5 cargo")
    assert goods(m, "A") == {"can": 3}
    play(m, "house in airlock")
    assert goods(m, "A") == {"can": 3, "metal": 2}
    assert goods(visit("metal_detector", "cargo", "carnival"), "A") == {"can": 1}


def test_T_135_the_backpack_up_to_the_pool() -> None:
    """OL-10.23, OL-10.4: the backpack, up to the pool."""
    m = play(visit("backpack", "cargo", "carnival", "pools: carnival 2"), "gather")
    assert goods(m, "A") == {"chip": 2}
    assert pool(m, "carnival") == 0


def test_T_138_both_tools_on_one_hunt() -> None:
    """OL-10.25, OL-10.26: both tools on one hunt."""
    m = visit("shotgun, bear_trap", "dam", "forest", "animals forest: 5 7", "3a")
    play(m, "hunt")
    play(m, "use shotgun")
    assert gear(m, "A") == {"shotgun": "used", "bear_trap": "used"}
    assert goods(m, "A") == {"meat": 3}
    assert asked(m) == "B turn"


def test_T_295_a_tool_is_not_offered_for_an_animal_that_stays_too_tough() -> None:
    """OL-10.32: a tool is not offered for an animal that stays too tough."""
    text = "animals forest: 5 3\nA rooms: peek_search 4"
    m = play(visit("shotgun, thermal_sensor", "dam", "forest", text, "3a"), "gather", "hunt")
    assert emitted(m, Event.USED) == [(0, 19, 0)]  # nothing but the sensor could be chosen
    assert texts(m) == {"pass", "prey 3"}
    m = play(visit("shotgun", "dam", "forest", text, "3a"), "gather")
    assert actions(m) == 2
    assert m.forbids("hunt") == "OL-9.29"


def test_T_145_broken_equipment_does_nothing() -> None:
    """OL-10.1: broken equipment does nothing."""
    for axe, wood in (("axe broken", 1), ("axe", 3)):
        m = play(visit(axe, "dam", "forest"), "gather")
        assert goods(m, "A") == {"wood": wood}


def test_T_146_usable_again_after_the_clean_up() -> None:
    """OL-11.41: usable again after the clean-up."""
    m = at(f"now: B repair\nA equipment: axe used\nA rooms: ammo4 3 used\nA heroes: 5 dam\n{IDLE}")
    play(m, "pass")
    assert gear(m, "A") == {"axe": "ready"}
    assert m.state.used[0] == [0] * 7


def test_T_290_the_card_works_again_next_round() -> None:
    """OL-9.42: the card works again next round."""
    m = at(f"now: B repair\nA equipment: access_card used\nA heroes: 5 forest\n{IDLE}")
    play(m, "pass")
    play(m, "hero 5 dam", "gather")
    assert goods(m, "A") == {"water": 1}


def test_T_291_repaired_in_round_2_first_used_in_round_3() -> None:
    """OL-10.2: repaired in round 2, first used in round 3."""
    m = at(f"day: 2\nnow: A repair\nA equipment: axe broken\nA store: 1 wood, 2 metal\nA heroes: 5 dam, 4 mine\n{IDLE}")
    play(m, "repair axe")
    assert m.state.day == 3
    play(m, "hero 5 forest", "gather")
    assert goods(m, "A") == {"wood": 3}


def test_T_293_no_question_for_the_axe() -> None:
    """OL-10.7: no question for the axe."""
    m = play(visit("axe", "dam", "forest"), "gather")
    assert goods(m, "A") == {"wood": 3}
    assert m.forbids("use axe") == "OL-10.3"


def test_T_341_only_by_item_once_its_condition_holds() -> None:
    """OL-10.7 with `auto_free_bonuses` = false: only by ITEM, once its condition holds."""
    m = visit("axe, bow", "dam", "forest", auto_free_bonuses=False)
    assert starting(m, "use") == {"bow"}
    assert m.forbids("use axe") == "OL-10.4"
    play(m, "gather")
    assert goods(m, "A") == {"wood": 1}
    assert starting(m, "use") == {"axe", "bow"}
    play(m, "use axe", "use bow")
    assert goods(m, "A") == {"wood": 3, "meat": 1}


def test_an_empty_pool_has_no_extra() -> None:
    """OL-10.4: the last token gathered leaves nothing for the tile, which stays ready."""
    m = play(visit("axe", "dam", "forest", "pools: forest 1"), "gather")
    assert (goods(m, "A"), gear(m, "A")) == ({"wood": 1}, {"axe": "ready"})


def test_bonuses_by_hand_elsewhere() -> None:
    """OL-10.5, OL-9.42, OL-9.37 with `auto_free_bonuses` = false: card, gifts, and the hacksaw after the survivor."""
    m = visit("access_card, crowbar", "forest", "dam", "A store: 1 chip", auto_free_bonuses=False)
    assert {"activate dam", "use access card"} <= texts(m)
    assert m.forbids("use crowbar") == "OL-10.5"
    play(m, "use access card")
    assert m.forbids("use access card") == "OL-10.3"
    play(m, "gather")
    assert goods(m, "A") == {"water": 1, "chip": 1}
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA equipment: hacksaw\n{IDLE}", auto_free_bonuses=False)
    play(m, "hero 5 cargo", "house in airlock")
    assert texts(m) == {"pass", "use hacksaw"}
    play(m, "use hacksaw")
    assert goods(m, "A") == {"can": 3, "metal": 2}
    assert airlock(m, "A") == 1


def test_tools_are_not_used_by_hand_outside_a_hunt() -> None:
    """OL-10.7, OL-10.32: shotgun and sensor belong to a hunt."""
    m = visit("shotgun, thermal_sensor", "dam", "forest", auto_free_bonuses=False)
    assert m.forbids("use shotgun") == "OL-10.7"
    m = visit("shotgun", "dam", "forest")
    assert m.forbids("use shotgun") == "OL-10.7"


def test_sandstorm_and_tools() -> None:
    """OL-6.14: a tool adds its one on top of the three actions."""
    m = visit("shotgun", "dam", "forest", "animals forest: 4 7\nevents: sandstorm")
    play(m, "hunt")
    assert goods(m, "A") == {"meat": 2}


@pytest.mark.parametrize("kind", range(20))
def test_prices(kind: int) -> None:
    """OL-11.33 and the table of OL-10.11 to OL-10.30: three printed materials, two halves of every symbol."""
    assert sum(REPAIR_COST[kind]) == sum(REPAIR_COST[kind][3:6]) == 3
    symbol = DATA["equipment"][kind]["symbol"]
    halves = [e["symbol_half"] for e in DATA["equipment"] if e["symbol"] == symbol]
    assert sorted(halves) == ["left", "right"]
    assert GEAR_IDS[kind] == DATA["equipment"][kind]["id"]
