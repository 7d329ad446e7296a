"""Actions in the areas: section 9, test positions 19.6 and the small print on them."""

from __future__ import annotations

import pytest

import lastraft
from lastraft.outlive.components import TOKEN_IDS
from lastraft.outlive.events import Event
from tests.outlive.helpers import (
    actions,
    airlock,
    animals,
    asked,
    at,
    emitted,
    gauge,
    gear,
    goods,
    people,
    play,
    pool,
    starting,
    survivors,
    texts,
    tokens,
    topped,
)

IDLE = "B heroes: 4 mine, 3a dam"

# -- base ----------------------------------------------------------------------------------------------------------


def test_T_090_five_ammo_or_four_and_the_algae() -> None:
    """OL-9.1, OL-9.2, OL-9.5, OL-9.6: five ammo, or four and the algae; actions mix in any order."""
    text = f"now: A turn\nA heroes: 5 dam, 4 mine\nA gauge: -2\n{IDLE}"
    m = play(at(text), "hero 5 base", *["gather"] * 5)
    assert goods(m, "A") == {"ammo": 5}
    m = play(at(text), "hero 5 base", "gather", "algae", "gather", "gather", "gather")
    assert goods(m, "A") == {"ammo": 4}
    assert gauge(m, "A") == -1
    assert asked(m) == "B turn"


def test_T_091_an_empty_pool_gives_nothing() -> None:
    """OL-9.1, OL-9.3: an empty pool gives nothing; the rest of the actions is lost."""
    m = at(f"now: A turn\nA heroes: 5 dam, 4 mine\npools: base 2\nalgae: used\n{IDLE}")
    play(m, "hero 5 base", "gather", "gather")
    assert goods(m, "A") == {"ammo": 2}
    assert asked(m) == "B turn"


def test_reasons_at_an_empty_base() -> None:
    """OL-9.2, OL-9.3, OL-9.6: what forbids gathering and the algae."""
    text = f"now: A turn\nA heroes: 5 dam, 4 mine\nA rooms: peek_search 4\npools: base 0\nalgae: used\n{IDLE}"
    m = play(at(text), "hero 5 base")
    assert m.forbids("gather") == "OL-9.3"
    assert m.forbids("algae") == "OL-9.6"
    assert m.forbids("search") == "OL-9.2"
    assert m.forbids("hunt") == "OL-9.2"
    m = play(
        at(text.replace("algae: used", "algae: usable").replace("base 0", "base 5")), "hero 5 base", *["gather"] * 5
    )
    assert m.forbids("gather") == "OL-9.1"
    assert m.forbids("algae") == "OL-9.1"


def test_T_092_the_algae_are_taken_once_a_round_by_all_players_together() -> None:
    """OL-9.6: one use per round for all players."""
    m = at("now: A turn\nA heroes: 5 dam, 4 mine\nB heroes: 4 dam, 5 mine")
    play(m, "hero 5 base", "algae", "pass", "hero 4 base")
    assert m.forbids("algae") == "OL-9.6"


def test_T_093_the_algae_may_be_taken_with_the_gauge_at_plus_3() -> None:
    """OL-9.7: also with the gauge at +3."""
    m = play(at(f"now: A turn\nA heroes: 5 dam, 4 mine\nA gauge: 3\n{IDLE}"), "hero 5 base", "algae")
    assert gauge(m, "A") == 3
    assert m.state.algae == 0


# -- hunting -------------------------------------------------------------------------------------------------------

HUNTER = f"now: A turn\nA heroes: 4 cargo, 5 dam\n{IDLE}\n"


def test_T_094_the_rulebooks_example_at_the_carnival() -> None:
    """OL-9.8, OL-9.9, OL-9.21, OL-9.25: the rulebook's example at the carnival."""
    m = at(HUNTER + "animals carnival: 6 4\nA store: 3 ammo")
    play(m, "hero 4 carnival", "hunt")
    assert texts(m) == {"ammo 2", "ammo 3"}
    play(m, "ammo 3")
    assert actions(m) == 1
    assert animals(m, "carnival") == [4]
    play(m, "gather")
    assert goods(m, "A") == {"meat": 4, "chip": 1}
    assert asked(m) == "B turn"


def test_T_095_third_kill_6_meat_a_fourth_6_again() -> None:
    """OL-9.25: third kill 6 meat, a fourth 6 again; with `hunt_progression_end` = plus_one 7."""
    text = HUNTER + "animals carnival: 6 6 4\nA store: 9 ammo\nA kills: 6 6"
    again = ("hero 4 carnival", "hunt", "ammo 4", "hunt", "ammo 5")
    m = play(at(text, one_hunt_per_visit=False), *again)
    assert [meat for _, _, meat in emitted(m, Event.HUNTED)] == [6, 6]
    m = play(at(text, one_hunt_per_visit=False, hunt_progression_end="plus_one"), *again)
    assert [meat for _, _, meat in emitted(m, Event.HUNTED)] == [6, 7]


def test_T_096_no_more_ammo_than_the_toughness() -> None:
    """OL-9.22: no more ammo than the toughness."""
    m = play(at(HUNTER + "animals carnival: 3\nA store: 9 ammo"), "hero 4 carnival", "hunt")
    assert texts(m) == {"ammo 0", "ammo 1", "ammo 2", "ammo 3"}
    assert m.forbids("ammo 4") == "OL-9.22"


def test_T_097_no_hunting_from_an_empty_stack() -> None:
    """OL-4.7: no hunting from an empty stack."""
    m = play(at(HUNTER + "A store: 9 ammo"), "hero 4 carnival")
    assert m.forbids("hunt") == "OL-4.7"


def test_T_098_a_hunt_for_no_action_at_all() -> None:
    """OL-9.23: a hunt for no action at all; not with `zero_action_hunt` = false."""
    text = HUNTER + "animals carnival: 3 7\nA store: 3 ammo"
    m = play(at(text), "hero 4 carnival", *["gather"] * 4)
    assert texts(m) == {"pass", "hunt"}
    play(m, "hunt")
    assert goods(m, "A") == {"meat": 1, "chip": 4}
    m = play(at(text, zero_action_hunt=False), "hero 4 carnival", *["gather"] * 4)
    assert asked(m) == "B turn"
    m = play(at(text, zero_action_hunt=False), "hero 4 carnival", "hunt")
    assert texts(m) == {"ammo 0", "ammo 1", "ammo 2"}
    assert m.forbids("ammo 3") == "OL-9.23"


TWO = f"now: A turn\nA heroes: 5 dam, 4 mine\nanimals forest: 3 4\nA store: 2 ammo\n{IDLE}"


def test_T_099_the_next_animal_is_for_the_heroes_that_follow() -> None:
    """OL-9.20: one hunt a visit, also with 2 actions and 2 ammo left."""
    m = play(at(TWO), "hero 5 forest", "hunt", "ammo 0")
    assert actions(m) == 2
    assert goods(m, "A") == {"meat": 1, "ammo": 2}
    assert m.forbids("hunt") == "OL-9.20"


def test_T_330_without_one_hunt_per_visit() -> None:
    """OL-9.20 with `one_hunt_per_visit` = false: the next animal is available to the same hero."""
    m = play(at(TWO, one_hunt_per_visit=False), "hero 5 forest", "hunt", "ammo 0", "hunt")
    assert goods(m, "A") == {"meat": 3}
    assert asked(m) == "B turn"


def test_records_of_the_first_rules_replay() -> None:
    """OL-9.20: rules 1 let a hero hunt again unless an option forbade it."""
    m = play(at(TWO, one_hunt_per_visit=False), "hero 5 forest", "hunt", "ammo 0", "hunt")
    lines = m.record().replace("rules: 2", "rules: 1").splitlines()
    assert len(first := [line for line in lines if "one_hunt_per_visit" not in line]) == len(lines) - 2
    assert lastraft.read("\n".join(first)).state.to_bytes() == m.state.to_bytes()


def test_T_331_only_the_shotgun_then_only_two_ammo() -> None:
    """OL-9.28, OL-9.29: only the shotgun, then only two ammo; answers without a choice are given by themselves."""
    text = f"now: A turn\nA heroes: 3a dam, 4 mine\nA equipment: shotgun\nA store: 2 ammo\nanimals forest: 6 7\n{IDLE}"
    m = play(at(text), "hero 3a forest", "hunt")
    assert gear(m, "A") == {"shotgun": "used"}
    assert goods(m, "A") == {"meat": 4}
    assert emitted(m, Event.PAID) == [(0, 6, 2)]
    assert asked(m) == "B turn"


def test_T_332_mutation_top_animal_7_no_action_left() -> None:
    """OL-9.28: Mutation, top animal 7, no action left: 8 ammo; the meat by the printed 7."""
    text = f"now: A turn\nA heroes: 3a dam, 4 mine\nA store: 8 ammo\nanimals forest: 7 3\nevents: mutation\n{IDLE}"
    m = play(at(text), "hero 3a forest", *["gather"] * 3, "hunt")
    assert goods(m, "A") == {"meat": 5, "wood": 3}


def test_T_333_both_tools_must_be_announced() -> None:
    """OL-9.29, OL-10.32: both tools must be announced."""
    text = f"now: A turn\nA heroes: 3a dam, 4 mine\nA equipment: shotgun, bear_trap\nanimals forest: 4 7\n{IDLE}"
    m = play(at(text), "hero 3a forest", "gather", "hunt")
    assert starting(m, "use") == {"shotgun", "bear trap"}
    play(m, "use bear trap")
    assert gear(m, "A") == {"shotgun": "used", "bear_trap": "used"}
    assert goods(m, "A") == {"meat": 2, "wood": 1}


def test_T_334_a_hunt_that_cannot_be_carried_out_may_not_be_begun() -> None:
    """OL-9.29: a hunt that cannot be carried out may not be begun."""
    m = at(f"now: A turn\nA heroes: 4 dam, 5 mine\nanimals forest: 3\nA rooms: peek_search 4\n{IDLE}")
    play(m, "hero 4 forest", *["gather"] * 3)
    assert actions(m) == 1
    assert m.forbids("hunt") == "OL-9.29"


SENSOR = f"now: A turn\nA heroes: 4 dam, 5 mine\nA equipment: thermal_sensor\n{IDLE}\n"


def test_T_335_a_look_without_a_hunt_uses_only_the_tile() -> None:
    """OL-10.30, OL-10.31, OL-9.29: a look, then no hunt: tile used, nothing else changed."""
    m = play(at(SENSOR + "animals forest: 7 3 5"), "hero 4 forest", "hunt")
    assert asked(m) == "A look"  # the sensor was the only way to begin
    assert texts(m) == {"pass", "prey 3"}
    assert m.forbids("prey 5") == "OL-9.29"
    assert m.forbids("prey 4") == "OL-10.31"
    play(m, "pass")
    assert gear(m, "A") == {"thermal_sensor": "used"}
    assert animals(m, "forest") == [7, 3, 5]
    assert actions(m) == 4
    assert asked(m) == "A visit"


def test_any_token_of_the_stack() -> None:
    """OL-10.30, OL-10.31: the topmost token of the named toughness; the others keep their order; only the looker knows
    them, for the rest of the game."""
    m = play(at(SENSOR + "animals forest: 3 5 4 5 6\nA store: 2 ammo"), "hero 4 forest", "hunt", "use thermal sensor")
    play(m, "prey 5", "ammo 2")
    assert animals(m, "forest") == [3, 4, 5, 6]
    assert goods(m, "A") == {"meat": 3}
    assert m.view(0)["animals"]["forest"] == [3, 4, 5, 6]
    assert m.view(1)["animals"]["forest"] == [3, None, None, None]
    assert m.view(-1)["animals"]["forest"] == [3, None, None, None]


def test_the_sensor_is_the_first_choice() -> None:
    """OL-9.28, OL-10.31: not after a tool was announced."""
    m = at(SENSOR.replace("thermal_sensor", "thermal_sensor, shotgun") + "animals forest: 3 5\nA store: 2 ammo")
    play(m, "hero 4 forest", "hunt", "use shotgun")
    assert m.forbids("use thermal sensor") == "OL-10.31"
    assert m.forbids("use axe") == "OL-9.28"
    assert m.forbids("use bear trap") == "OL-10.3"


def test_a_look_is_asked_even_when_it_finds_nothing() -> None:
    """OL-10.31, section 18: breaking off by itself would tell the others what the stack holds."""
    m = play(at(SENSOR + "animals forest: 7 7"), "hero 4 forest", "hunt")
    assert texts(m) == {"pass"}


def test_a_broken_off_hunt_is_no_hunt() -> None:
    """OL-9.20, OL-10.31: the hero may still hunt."""
    m = at(SENSOR + "animals forest: 4 3 5")
    play(m, "hero 4 forest", "hunt", "use thermal sensor", "pass")
    assert m.forbids("hunt") == ""


def test_T_288_first_kills_give_1_to_5_meat() -> None:
    """OL-9.24, OL-9.26: first kills give 1 to 5 meat."""
    for toughness in range(3, 8):
        m = at(HUNTER + f"animals carnival: {toughness} 7\nA store: {toughness} ammo")
        play(m, "hero 4 carnival", "hunt", f"ammo {toughness}")
        assert goods(m, "A") == {"meat": toughness - 2}
        assert m.state.kills[0][toughness - 3] == 1


# -- the ship ------------------------------------------------------------------------------------------------------


def test_T_100_3_cans_a_survivor_the_marker() -> None:
    """OL-9.30 to OL-9.34, OL-9.37, OL-3.3: the rulebook's example: 3 cans, a survivor, the marker."""
    m = at("first: B\nnow: A turn\nA heroes: 5 mine, 4 dam\nB heroes: 4 mine, 3a dam")
    play(m, "hero 5 cargo")
    assert goods(m, "A") == {"can": 3}
    assert texts(m) == {"pass", "house in airlock"}
    play(m, "house in airlock")
    assert airlock(m, "A") == 1
    assert m.state.ship == [1, 1, 0, 1]
    assert (m.state.marker, m.state.first) == (0, 1)
    assert asked(m) == "B turn"


def test_T_101_the_space_is_taken_others_do_not_fit() -> None:
    """OL-9.31: the space is taken, others do not fit."""
    m = at("now: B turn\nA heroes: 5 cargo standing, 4 dam\naboard: A 5\nB heroes: 5 mine, 4 silent_peak")
    assert m.forbids("hero 5 cargo") == "OL-9.31"
    assert m.forbids("hero 4 cargo") == ""


def test_T_102_a_lower_space_is_never_allowed() -> None:
    """OL-9.31: a lower space is never allowed."""
    m = at("now: A turn\nA heroes: 4 mine, 5 dam\nB heroes: 4 cargo standing, 3a dam\naboard: B 4")
    assert m.forbids("hero 4 cargo") == "OL-9.31"


def test_T_103_without_a_free_place_the_survivor_stays_on_the_ship() -> None:
    """OL-9.35, OL-14.4: without a free place the survivor stays on the ship."""
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA airlock: 7\nA rooms: ammo4 3\n{IDLE}")
    play(m, "hero 5 cargo")
    assert goods(m, "A") == {"can": 3}
    assert survivors(m, "A") == 10
    assert m.state.ship == [1, 1, 1, 1]


def test_declining_a_survivor() -> None:
    """OL-9.35, OL-9.39: taking it is optional; one that nobody took stays there."""
    m = play(at(f"now: A turn\nA heroes: 5 mine, 4 dam\n{IDLE}"), "hero 5 cargo", "pass")
    assert m.state.ship == [1, 1, 1, 1]
    assert survivors(m, "A") == 0


def test_T_104_only_the_first_hero_of_the_round_to_board_gets_the_marker() -> None:
    """OL-9.34: only the first hero of the round."""
    m = at("now: A turn\nA heroes: 5 mine, 4 dam\nB heroes: 4 cargo standing, 3a dam\naboard: B 4\nmarker: B")
    play(m, "hero 5 cargo")
    assert m.state.marker == 1


def test_T_105_nobody_boards_so_the_marker_stays() -> None:
    """OL-3.4: nobody boards: the marker stays."""
    m = at("first: B\nnow: A turn\nA heroes: 5 mine\nB heroes: 4 mine standing")
    play(m, "hero 5 silent peak", "pass")
    assert m.state.day == 2
    assert (m.state.marker, m.state.first) == (1, 1)


HOOKED = """now: A turn
    A heroes: 3a mine, 4 dam
    A equipment: grappling_hook
    B heroes: 3a cargo standing, 3b dam
    aboard: B 3"""


def test_T_132_with_the_hook_space_5_or_6() -> None:
    """OL-10.21: space 5 or 6; pressure as strength 5."""
    text = HOOKED.replace("3a mine", "5 mine")
    for choice, cans in (("space own", 3), ("space hook", 4)):
        m = play(at(text + "\nB store: 9 wood"), "hero 5 cargo", choice)
        assert goods(m, "A") == {"can": cans, "wood": 2}


def test_T_133_the_hook_gets_a_3_aboard_although_its_space_is_taken() -> None:
    """OL-10.21, OL-9.31: the hook gets a 3 aboard although its space is taken."""
    text = HOOKED
    m = play(at(text), "hero 3a cargo")
    assert goods(m, "A") == {"can": 2}
    assert gear(m, "A") == {"grappling_hook": "used"}
    m = at(text.replace("aboard: B 3", "aboard: B 3, C 4\nC heroes: 4 cargo standing"), 3)
    assert m.forbids("hero 3a cargo") == "OL-9.31"


def test_T_207_a_taken_space_is_open() -> None:
    """OL-9.36, OL-12.16: a taken space is open; 3 + 2 cans, a survivor from the supply."""
    text = """now: A turn
        A heroes: 5 mine, 4 dam
        A rooms: cargo_plus2_open 3
        B heroes: 5 cargo standing, 3a dam
        aboard: B 5
        ship: 3 4 6"""
    m = play(at(text), "hero 5 cargo", "house in airlock")
    assert goods(m, "A") == {"can": 5}
    assert airlock(m, "A") == 1
    assert m.state.ship == [1, 1, 0, 1]


def test_T_336_with_the_hook_the_higher_space_counts_as_the_matching_one_too() -> None:
    """OL-9.39: with the hook the higher space counts as the matching one too."""
    text = """now: A turn
        A heroes: 4 mine, 5 dam
        A rooms: cargo_plus2_open 3
        A equipment: grappling_hook
        B heroes: 4 cargo standing, 3a dam
        C heroes: 5 cargo standing
        aboard: B 4, C 5"""
    for choice, cans in (("space own", 4), ("space hook", 5)):
        m = play(at(text, 3), "hero 4 cargo", choice)
        assert goods(m, "A") == {"can": cans}
        play(m, "house in airlock")
        assert m.state.ship == [1, 1, 1, 1]


def test_nothing_to_do_on_the_ship() -> None:
    """OL-9.38: no actions there."""
    m = play(at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA rooms: peek_search 4\n{IDLE}"), "hero 5 cargo", "pass")
    assert texts(m) == {"pass", "peek blackwood", "peek silent peak"}
    assert actions(m) == 0


def test_T_320_with_supply_limited() -> None:
    """OL-1.14 with `supply_limited`: one can is left."""
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA store: 20 can\nB store: 9 can\n{IDLE}", supply_limited=True)
    play(m, "hero 5 cargo")
    assert goods(m, "A") == {"can": 21}


def test_T_269_by_default_the_supply_never_runs_out() -> None:
    """OL-1.14: by default the supply never runs out."""
    m = at("now: A turn\nA heroes: 5 dam, 4 mine\nA store: 24 wood\nA equipment: chainsaw\nB heroes: 4 mine, 3a dam", 4)
    play(m, "hero 5 blackwood")
    assert goods(m, "A") == {"wood": 26}
    assert pool(m, "forest") == 10


# -- the dam -------------------------------------------------------------------------------------------------------


def test_T_107_a_chip_three_water() -> None:
    """OL-9.40, OL-9.41: the rulebook's example: a chip, three water."""
    m = at("now: A turn\nA heroes: 3a forest, 4 mine\nA store: 2 chip\nB heroes: 4 mine, 3a base")
    play(m, "hero 3a dam")
    assert m.forbids("gather") == "OL-9.41"
    play(m, "activate dam")
    assert m.forbids("activate dam") == "OL-9.43"
    play(m, "gather", "gather", "gather")
    assert goods(m, "A") == {"water": 3, "chip": 1}


def test_T_108_neither_chip_nor_card_so_no_water() -> None:
    """OL-9.41: neither chip nor card: no water."""
    m = at("now: A turn\nA heroes: 3a forest, 4 mine\nA rooms: peek_search 4\nB heroes: 4 mine, 3a base")
    play(m, "hero 3a dam")
    assert m.forbids("gather") == "OL-9.41"
    assert m.forbids("activate dam") == "OL-9.40"


def test_T_337_no_chip_is_wasted_on_an_empty_pool() -> None:
    """OL-9.43: no chip is wasted on an empty pool."""
    heroes = "A heroes: 3a forest, 4 mine\nB heroes: 4 mine, 3a base"
    m = at(f"now: A turn\nA rooms: peek_search 4\nA store: 2 chip\npools: dam 0\n{heroes}")
    play(m, "hero 3a dam")
    assert m.forbids("activate dam") == "OL-9.43"


def test_T_338_a_usable_card_switches_the_system_on_at_arrival() -> None:
    """OL-9.42: a usable card switches the system on at arrival."""
    text = (
        "now: A turn\nA heroes: 3a forest, 4 mine\nA store: 1 chip\nA equipment: access_card\nB heroes: 4 mine, 3a base"
    )
    m = play(at(text), "hero 3a dam")
    assert m.forbids("activate dam") == "OL-9.43"
    play(m, "gather")
    assert goods(m, "A") == {"water": 1, "chip": 1}
    assert gear(m, "A") == {"access_card": "used"}


# -- cities --------------------------------------------------------------------------------------------------------

CITY = f"now: A turn\nA heroes: 5 forest, 4 mine\n{IDLE}\n"


def test_T_109_the_rulebooks_example_in_a_city() -> None:
    """OL-9.50 to OL-9.54: the rulebook's example."""
    m = at(CITY + f"display blackwood: axe bow crowbar\nsearch blackwood: {topped('plank rations cartridges')}")
    play(m, "hero 5 blackwood", "take axe", "search", "search", "take crowbar", "search")
    assert gear(m, "A") == {"axe": "broken", "crowbar": "broken"}
    assert goods(m, "A") == {"wood": 1, "can": 1, "ammo": 1}
    assert m.state.display[0] == [0, 2, 0]
    assert m.view(1)["cities"]["blackwood"]["shown"] == ["cartridges", "rations", "plank"]


def test_cities_cost_actions() -> None:
    """OL-9.50, OL-9.51: an action for a displayed tile, and one for a token."""
    m = at(CITY.replace("5 forest", "3a forest") + "A rooms: peek_search 4\ndisplay blackwood: axe bow crowbar")
    play(m, "hero 3a blackwood")
    assert starting(m, "take") == {"axe", "bow", "crowbar"}
    play(m, "take axe", "search", "search")
    assert actions(m) == 0
    assert m.forbids("take bow") == m.forbids("search") == "OL-9.1"


GAINS = {
    "holy_water": "water",
    "rations": "can",
    "plank": "wood",
    "scrap_heap": "metal",
    "appliance": "chip",
    "cartridges": "ammo",
}


@pytest.mark.parametrize("token", TOKEN_IDS)
def test_T_111_what_each_search_token_gives(token: str) -> None:
    """OL-9.53, OL-13.5: what each search token gives."""
    m = play(at(CITY + f"search blackwood: {topped(token)}"), "hero 5 blackwood", "search")
    assert goods(m, "A") == ({GAINS[token]: 1} if token in GAINS else {})
    assert gauge(m, "A") == (1 if token == "algae_pills" else 0)


def test_T_112_an_empty_stack_an_empty_display() -> None:
    """OL-9.56: an empty stack, an empty display."""
    m = play(at(CITY + "search blackwood:\ndisplay blackwood: axe"), "hero 5 blackwood")
    assert m.forbids("search") == "OL-9.56"
    assert m.forbids("take bow") == "OL-9.56"
    assert texts(m) == {"pass", "take axe"}


def test_owned_kinds_cannot_be_taken() -> None:
    """OL-9.55: broken or repaired."""
    m = at(CITY + "display blackwood: axe bow crowbar\nA equipment: axe broken, bow used")
    play(m, "hero 5 blackwood")
    assert starting(m, "take") == {"crowbar"}
    assert m.forbids("take axe") == "OL-9.55"


def test_T_216_two_more_tokens_after_the_first_search_once_in_each_city() -> None:
    """OL-12.24: two more tokens after the first search, once in each city."""
    text = "now: A turn\nA heroes: 5 forest, 4 mine\nA rooms: search_plus2 3\nB heroes: 4 mine\n"
    text += f"search blackwood: {topped('plank rations cartridges scrap_heap')}\n"
    text += f"search silent_peak: {topped('appliance holy_water plank')}"
    m = play(at(text), "hero 5 blackwood", "search")
    assert goods(m, "A") == {"wood": 1, "can": 1, "ammo": 1}
    assert actions(m) == 4
    play(m, "search")
    assert m.state.search_left[0] == 6
    play(m, "pass", "hero 4 base", "pass", "hero 4 silent peak", "search")
    assert m.state.search_left[1] == 7


def test_T_217_taking_equipment_is_no_search() -> None:
    """OL-12.24: taking equipment is no search."""
    m = at(CITY + "A rooms: search_plus2 3\ndisplay blackwood: axe bow crowbar")
    play(m, "hero 5 blackwood", "take axe")
    assert m.state.search_left[0] == 10


def test_T_225_an_empty_cupboard_gives_wood_and_metal_once_in_each_city() -> None:
    """OL-12.31: an empty cupboard gives wood and metal, once in each city."""
    text = "now: A turn\nA heroes: 5 forest, 4 mine\nA rooms: cupboard_bonus 3\nB heroes: 4 mine\n"
    text += (
        f"search blackwood: {topped('empty_cupboard empty_cupboard')}\nsearch silent_peak: {topped('empty_cupboard')}"
    )
    m = play(
        at(text), "hero 5 blackwood", "search", "search", "pass", "hero 4 base", "pass", "hero 4 silent peak", "search"
    )
    assert goods(m, "A") == {"wood": 2, "metal": 2}


def test_T_339_a_cupboard_among_the_free_tokens_counts() -> None:
    """OL-9.57: a cupboard among the free tokens counts."""
    text = (
        CITY
        + f"A rooms: search_plus2 3, cupboard_bonus 3\nsearch blackwood: {topped('plank empty_cupboard cartridges')}"
    )
    m = play(at(text), "hero 5 blackwood", "search")
    assert goods(m, "A") == {"wood": 2, "metal": 1, "ammo": 1}


def test_T_340_as_many_free_tokens_as_the_stack_still_holds() -> None:
    """OL-9.57: as many free tokens as the stack still holds."""
    m = play(at(CITY + "A rooms: search_plus2 3\nsearch blackwood: plank rations"), "hero 5 blackwood", "search")
    assert goods(m, "A") == {"wood": 1, "can": 1}


def test_T_353_two_lumber_rooms_work_on_the_same_first_cupboard() -> None:
    """OL-12.39: two Lumber Rooms work on the same first cupboard."""
    text = (
        CITY
        + f"A rooms: cupboard_bonus 3, cupboard_bonus 3\nsearch blackwood: {topped('empty_cupboard empty_cupboard')}"
    )
    m = play(at(text), "hero 5 blackwood", "search")
    assert goods(m, "A") == {"wood": 2, "metal": 2}
    play(m, "search")
    assert goods(m, "A") == {"wood": 2, "metal": 2}


def test_peeking() -> None:
    """OL-12.26, section 18: once per round on an own turn; the looker alone knows the order, until the next dawn."""
    m = at(CITY + f"A rooms: peek_search 4\nsearch blackwood: {topped('plank rations')}")
    assert starting(m, "peek") == {"blackwood", "silent peak"}
    before = m.state.revealed
    play(m, "peek blackwood")
    assert m.state.revealed > before
    assert m.forbids("peek silent peak") == "OL-12.26"
    assert m.view(0)["cities"]["blackwood"]["stack"][:2] == ["plank", "rations"]
    assert m.view(1)["cities"]["blackwood"]["stack"] is None
    assert tokens(m, 0)[:2] == ["plank", "rations"]
    m = at(CITY + "A rooms: peek_search 4\nsearch blackwood:")
    assert m.forbids("peek blackwood") == "OL-12.26"


def test_T_287_a_store_has_no_limit_during_the_day() -> None:
    """OL-9.4: no limit during the day."""
    m = at(f"now: A turn\nA heroes: 5 dam, 4 mine\nA store: 9 wood\n{IDLE}")
    play(m, "hero 5 forest", "gather", "gather", "gather")
    assert goods(m, "A") == {"wood": 12}


def test_T_228_the_ships_survivor_makes_a_room_active_at_once() -> None:
    """OL-12.4, OL-1.7, OL-9.35, OL-14.4: the ship's survivor makes a room active at once, not an unbuilt one."""
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam\nA rooms: hunt_plus2 2, ammo4\n{IDLE}")
    play(m, "hero 5 cargo")
    assert texts(m) == {"pass", "house in airlock", "house in smokehouse"}
    assert m.forbids("house in armoury") == "OL-14.4"
    play(m, "house in smokehouse")
    assert people(m, "A", "hunt_plus2") == 3
    assert m.view(0)["shelters"][0]["rooms"][3]["active"]
