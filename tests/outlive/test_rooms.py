"""Rooms: section 12, test positions 19.9 and the small print on them."""

from __future__ import annotations

from lastraft.outlive.events import Event
from lastraft.outlive.rules.night import suffer_radiation
from tests.outlive.helpers import (
    actions,
    airlock,
    asked,
    at,
    emitted,
    gauge,
    gear,
    goods,
    people,
    play,
    starting,
    texts,
)

IDLE = "A heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"
BUILD = f"now: A build\n{IDLE}\n"
REPAIR = f"now: A repair\n{IDLE}\n"


def test_T_200_the_first_room_for_one_the_second_for_three() -> None:
    """OL-12.11: the first room for one, the second for three."""
    m = at(BUILD + "A rooms: build_discount 3, ammo4, nursery\nA store: 4 wood")
    play(m, "build armoury")
    assert goods(m, "A") == {"wood": 3}
    play(m, "build dormitory")
    assert goods(m, "A") == {}


def test_T_348_a_discount_that_becomes_active_later_in_the_step() -> None:
    """OL-11.32, OL-12.11: a discount that becomes active later in the step."""
    m = at(BUILD + "A rooms: build_discount 2, ammo4, nursery\nA store: 4 wood\nA airlock: 1")
    play(m, "build armoury", "staff construction bay", "build dormitory")
    assert goods(m, "A") == {}
    assert m.state.built[0][3:5] == [1, 1]


def test_T_201_draw_first_then_repair_for_less() -> None:
    """OL-12.12, OL-11.35: draw first; then a repair with one metal waived."""
    m = at(REPAIR + "A rooms: draw_and_repair 3\nA equipment: axe broken\nA store: 1 wood, 1 metal\nstack: bow axe")
    assert texts(m) == {"pass", "run tinker's bench"}
    play(m, "run tinker's bench")
    assert gear(m, "A") == {"axe": "broken", "bow": "broken"}
    assert texts(m) == {"pass", "repair axe", "repair bow"}
    play(m, "repair axe")
    assert emitted(m, Event.WAIVED) == [(0, 4, 0)]
    assert gear(m, "A")["axe"] == "ready"
    assert goods(m, "A") == {}


def test_choosing_what_is_not_paid() -> None:
    """OL-11.35, OL-11.38: a printed material, where the rest can be paid; OL-12.12: the repair may be declined."""
    text = (
        REPAIR + "A rooms: draw_and_repair 3\nA equipment: hacksaw broken\nstack: axe\nA store: 1 wood, 2 metal, 1 chip"
    )
    m = play(at(text), "run tinker's bench", "repair hacksaw")
    assert texts(m) == {"waive wood", "waive metal", "waive chip"}
    assert m.forbids("waive ammo") == "OL-11.35"
    play(m, "waive chip")
    assert gear(m, "A")["hacksaw"] == "ready"
    m = play(at(text.replace(", 1 chip", "")), "run tinker's bench", "repair hacksaw")
    assert goods(m, "A") == {"metal": 1}
    m = play(at(text), "run tinker's bench", "pass")
    assert gear(m, "A")["hacksaw"] == "broken"


def test_a_repair_is_paid_once() -> None:
    """OL-11.35, OL-11.33: what is paid or not is asked once; then the next repair may begin."""
    tiles = "A equipment: hacksaw broken, access_card broken\nA store: 2 wood, 2 metal, 2 chip"
    m = at(REPAIR + f"A rooms: repair_minus2 3\n{tiles}")
    play(m, "run workshop", "repair hacksaw", "pay chip")
    assert goods(m, "A") == {"wood": 2, "metal": 2, "chip": 1}
    assert (asked(m), texts(m)) == ("A repair", {"pass", "repair access card"})
    m = at(REPAIR + f"A rooms: draw_and_repair 3\n{tiles}\nstack: axe")
    play(m, "run tinker's bench", "repair hacksaw", "waive chip")
    assert goods(m, "A") == {"wood": 1, "metal": 1, "chip": 2}
    assert (asked(m), texts(m)) == ("A repair", {"pass", "repair access card"})


def test_T_202_owned_kinds_are_discarded_and_replaced() -> None:
    """OL-12.33: owned kinds are discarded and replaced."""
    shelter = "A rooms: draw_and_repair 3\nA equipment: axe broken, crowbar\nA store: 1 metal, 1 wood"
    m = at(f"{REPAIR}{shelter}\nstack: axe crowbar bow")
    play(m, "run tinker's bench")
    assert gear(m, "A") == {"axe": "broken", "crowbar": "ready", "bow": "broken"}
    assert (m.state.discard[0], m.state.discard[5]) == (1, 1)
    assert emitted(m, Event.REFUSED) == [(0, 0, 0), (0, 5, 0)]


HUNT = "now: A turn\nA heroes: 5 dam, 4 mine\nB heroes: 4 mine, 3a base\n"


def test_T_204_two_more_meat_on_the_first_hunt_of_the_round() -> None:
    """OL-12.14: two more meat on the first hunt of the round."""
    m = at(HUNT + "A rooms: hunt_plus2 3\nanimals forest: 4 4 7\nA store: 8 ammo", one_hunt_per_visit=False)
    play(m, "hero 5 forest", "hunt", "ammo 4")
    assert goods(m, "A") == {"meat": 4, "ammo": 4}
    play(m, "hunt", "ammo 4")
    assert goods(m, "A") == {"meat": 7}


def test_T_205_both_rooms_on_one_hunt_after_plague() -> None:
    """OL-9.27: both rooms on one hunt, after Plague."""
    m = at(HUNT + "A rooms: hunt_plus2 3, hunt_plus1 4\nanimals forest: 3 7\nevents: plague")
    play(m, "hero 5 forest", "hunt")
    assert goods(m, "A") == {"meat": 3}


def test_T_206_one_more_can() -> None:
    """OL-12.15: one more can."""
    m = play(
        at("now: A turn\nA heroes: 4 mine, 5 dam\nB heroes: 5 mine, 3a base\nA rooms: cargo_plus1 4"), "hero 4 cargo"
    )
    assert goods(m, "A") == {"can": 3}


def test_T_309_two_more_cans_also_on_a_free_space() -> None:
    """OL-12.16: two more cans, also on a free space."""
    m = play(
        at("now: A turn\nA heroes: 3a mine, 5 dam\nB heroes: 5 mine, 3a base\nA rooms: cargo_plus2_open 3"),
        "hero 3a cargo",
    )
    assert goods(m, "A") == {"can": 3}


def test_two_copies_on_the_ship() -> None:
    """OL-12.5, OL-12.39: both bonuses apply to the same boarding."""
    text = "now: A turn\nA heroes: 4 mine, 5 dam\nB heroes: 5 mine, 3a base\nA rooms: cargo_plus1 4, cargo_plus1 4"
    assert goods(play(at(text), "hero 4 cargo"), "A") == {"can": 4}


def test_T_208_four_ammo_in_step_5() -> None:
    """OL-12.17: four ammo in step 5; OL-11.31: once per round, and only while the room is active."""
    m = play(at(BUILD + "A rooms: ammo4 3\nA store: 3 wood"), "run armoury")
    assert goods(m, "A") == {"wood": 3, "ammo": 4}
    assert m.forbids("run armoury") == "OL-11.31"
    assert at(BUILD + "A rooms: ammo4 2\nA store: 3 wood").forbids("run armoury") == "OL-12.1"


def test_T_308_what_is_left_is_applied_at_the_end_of_the_step() -> None:
    """OL-12.3: what is left is applied at the end of the step."""
    m = play(at(BUILD + "A rooms: ammo4 3"), "pass")
    assert emitted(m, Event.GAINED) == [(0, 6, 4)]


def test_T_211_sandstorm_does_not_touch_the_owner() -> None:
    """OL-12.19, OL-5.6: Sandstorm does not touch the owner."""
    text = (
        "now: A turn\nA heroes: 5 mine, 4 dam\nB heroes: 4 mine, 3a base\nA rooms: event_immunity 3\nevents: sandstorm"
    )
    m = play(at(text), "hero 5 carnival")
    assert actions(m) == 5
    m = play(at(text), "hero 5 cargo")
    assert goods(m, "A") == {"can": 3}


def test_T_212_the_tile_for_its_three_materials() -> None:
    """OL-12.20: the tile for its three materials; its point is lost."""
    m = at(BUILD + "A rooms: scrap_equipment 3\nA equipment: crowbar, axe broken")
    before = m.game.rules.score(m.state, 0)
    assert starting(m, "scrap") == {"crowbar", "axe"}
    assert m.forbids("scrap bow") == "OL-12.20"
    play(m, "scrap crowbar")
    assert goods(m, "A") == {"metal": 3}
    assert gear(m, "A") == {"axe": "broken"}
    assert m.state.discard[5] == 1
    assert m.game.rules.score(m.state, 0) == before - 1


def test_T_296_a_scrapped_tile_comes_back_with_a_reshuffle() -> None:
    """OL-10.33: a scrapped tile comes back with a reshuffle."""
    m = at(BUILD + "A rooms: scrap_equipment 3, draw2_equipment 3\nA equipment: crowbar\nA airlock: 1\nstack:")
    play(m, "scrap crowbar", "run salvage store")
    assert gear(m, "A") == {"crowbar": "broken"}
    assert m.state.discard[5] == 0


def test_T_304_a_room_works_once_per_round() -> None:
    """OL-11.31: once per round."""
    m = at(BUILD + "A rooms: scrap_equipment 3\nA equipment: crowbar, axe broken\nA store: 3 wood")
    play(m, "scrap crowbar")
    assert m.forbids("scrap axe") == "OL-11.31"
    m = play(at(BUILD + "A rooms: ammo4 3\nA store: 3 wood"), "run armoury")
    assert starting(m, "run") == set()
    play(m, "pass")
    assert goods(m, "A") == {"wood": 3, "ammo": 4}


def test_T_213_one_step_better() -> None:
    """OL-12.21: one step better; at +3 nothing happens."""
    m = play(at(BUILD + "A rooms: gauge_minus1 3\nA gauge: -4\nA store: 3 wood"), "run decontamination")
    assert gauge(m, "A") == -3
    m = play(at(BUILD + "A rooms: gauge_minus1 3\nA gauge: 3\nA store: 3 wood"), "run decontamination")
    assert gauge(m, "A") == 3


def test_T_214_a_vent_counts_as_a_survivor_in_the_airlock() -> None:
    """OL-12.22, OL-11.21: a vent counts as a survivor in the airlock."""
    m = at("day: 5\nA airlock: 1\nA rooms: vent_reserve 3")
    suffer_radiation(m.state, 0)
    assert gauge(m, "A") == -1


def test_T_354_two_vents_count_as_two() -> None:
    """OL-12.39: two vents count as two."""
    m = at("day: 5\nA airlock: 0\nA rooms: vent_reserve 3, vent_reserve 3")
    suffer_radiation(m.state, 0)
    assert gauge(m, "A") == -1


def test_T_215_one_more_occupant_up_to_eight() -> None:
    """OL-12.23, OL-12.35: one more occupant up to eight; with two the room is inactive."""
    for before, after in ((3, 4), (8, 8), (2, 2)):
        m = play(at(BUILD + f"A rooms: nursery {before}\nA store: 3 wood"), "pass")
        assert people(m, "A", "nursery") == after
    assert at(BUILD + "A rooms: nursery 8\nA store: 3 wood").forbids("run dormitory") == "OL-12.23"


def test_T_310_the_airlocks_survivors_may_not_follow() -> None:
    """OL-12.34: the airlock's survivors may not follow."""
    m = at(BUILD + "A rooms: nursery 3\nA airlock: 2")
    assert m.forbids("staff dormitory") == "OL-11.28"


def test_T_218_two_broken_tiles_of_kinds_not_owned() -> None:
    """OL-12.25, OL-10.1: two broken tiles of kinds not owned."""
    m = at(BUILD + "A rooms: draw2_equipment 3\nA equipment: axe\nstack: axe bow crowbar\nA store: 3 wood")
    play(m, "run salvage store")
    assert gear(m, "A") == {"axe": "ready", "bow": "broken", "crowbar": "broken"}


def test_T_351_if_only_owned_kinds_are_left_nothing_is_drawn() -> None:
    """OL-12.33: if only owned kinds are left nothing is drawn."""
    m = at(BUILD + "A rooms: draw2_equipment 3\nA equipment: axe, bow\nstack: axe\ndiscard: bow\nA store: 3 wood")
    play(m, "run salvage store")
    assert m.state.stack_left == 1
    assert m.state.discard[1] == 1


def test_T_352_one_kind_is_left() -> None:
    """OL-12.33: one kind is left; the second draw gives nothing."""
    m = at(BUILD + "A rooms: draw2_equipment 3\nA equipment: axe\nstack: axe bow\nA store: 3 wood")
    play(m, "run salvage store")
    assert gear(m, "A") == {"axe": "ready", "bow": "broken"}
    assert m.state.stack_left == 0
    assert m.state.discard[0] == 1


def test_T_347_the_rest_in_slot_order() -> None:
    """OL-11.32: the rest in slot order."""
    m = play(
        at(BUILD + "A rooms: nursery 3, ammo4, draw2_equipment 3\nstack: bow crowbar axe axe axe axe axe axe"), "pass"
    )
    assert people(m, "A", "nursery") == 4
    assert gear(m, "A") == {"bow": "broken", "crowbar": "broken"}
    order = [h.event.kind for h in m.all_events() if h.event.kind in (Event.JOINED, Event.DREW)]
    assert order == [Event.JOINED, Event.DREW, Event.DREW]


def test_T_222_repaired_for_nothing() -> None:
    """OL-12.28: repaired for nothing; then a tile must be named."""
    m = at(REPAIR + "A rooms: auto_repair 3\nA equipment: axe broken, bow broken\nA store: 9 wood, 1 metal")
    play(m, "run machine shop")
    assert texts(m) == {"repair axe", "repair bow"}
    assert m.forbids("pass") == "OL-11.38"
    play(m, "repair axe")
    assert gear(m, "A") == {"axe": "ready", "bow": "broken"}
    assert goods(m, "A") == {"wood": 9, "metal": 1}
    assert m.forbids("run machine shop") == "OL-11.31"


def test_T_223_one_more_meat() -> None:
    """OL-12.29: one more meat."""
    m = at(HUNT + "A rooms: hunt_plus1 4\nanimals forest: 7 7\nA store: 7 ammo")
    play(m, "hero 5 forest", "hunt", "ammo 7")
    assert goods(m, "A") == {"meat": 6}


def test_T_226_one_of_the_printed_materials_that_the_player_has() -> None:
    """OL-12.32, OL-11.35, OL-11.38: one of the printed materials that the player has."""
    m = play(at(REPAIR + "A rooms: repair_minus2 3\nA equipment: axe broken\nA store: 1 metal"), "run workshop")
    assert gear(m, "A") == {"axe": "ready"}
    assert goods(m, "A") == {}
    m = at(REPAIR + "A rooms: repair_minus2 3\nA equipment: axe broken, bow broken\nA store: 1 metal, 2 wood, 1 chip")
    play(m, "run workshop", "repair axe")
    assert texts(m) == {"pay wood", "pay metal"}
    assert m.forbids("pay chip") == "OL-11.35"


def test_T_227_discounts_do_not_add_up_by_default() -> None:
    """OL-11.37: discounts do not add up by default."""
    text = REPAIR + "A rooms: repair_minus2 3, draw_and_repair 3\nA equipment: axe broken, crowbar broken\n"
    m = play(at(text + "A store: 2 metal\nstack: bow"), "run tinker's bench")
    assert m.forbids("run workshop") == "OL-11.37"
    play(m, "pass", "run workshop")
    assert m.forbids("run tinker's bench") == "OL-11.37"


def test_T_349_with_repair_discounts_stack() -> None:
    """OL-11.37 with `repair_discounts_stack`: three less make it free."""
    text = REPAIR + "A rooms: repair_minus2 3, draw_and_repair 3\nA equipment: axe broken\nstack: bow"
    m = play(at(text, repair_discounts_stack=True), "run tinker's bench", "run workshop")
    assert m.forbids("pass") == "OL-11.38"
    play(m, "repair axe")
    assert gear(m, "A") == {"axe": "ready", "bow": "broken"}


def test_stacking_the_other_way_round() -> None:
    """OL-11.37, OL-11.38: with the Workshop first a tile must be named, whatever is added; the bench still draws."""
    text = REPAIR + "A rooms: repair_minus2 3, draw_and_repair 3\nA equipment: axe broken\nA store: 1 wood, 1 chip"
    m = play(at(text + "\nstack: bow axe", repair_discounts_stack=True), "run workshop")
    assert texts(m) == {"repair axe", "run tinker's bench"}
    play(m, "run tinker's bench")
    assert texts(m) == {"repair axe", "repair bow"}
    play(m, "repair bow")
    assert goods(m, "A") == {"wood": 1, "chip": 1}


def test_T_350_no_room_without_a_tile_for_it() -> None:
    """OL-11.38: no room without a tile for it."""
    m = at(REPAIR + "A rooms: repair_minus2 3\nA equipment: crowbar broken\nA store: 3 wood")
    assert m.forbids("run workshop") == "OL-11.38"


def test_T_305_the_machine_shop_works_in_step_6_not_in_step_5() -> None:
    """OL-11.34: the Machine Shop works in step 6, not in step 5."""
    m = at(BUILD + "A rooms: auto_repair 3, ammo4 3\nA equipment: axe broken")
    assert m.forbids("run machine shop") == "OL-11.32"
    m = at(REPAIR + "A rooms: auto_repair 3, ammo4 3\nA equipment: axe broken")
    assert m.forbids("run armoury") == "OL-11.34"


def test_T_355_used_is_used_until_the_clean_up_also_if_the_room_was_inactive() -> None:
    """OL-12.40: used is used until the clean-up, also if the room was inactive in between."""
    text = f"""now: A end events
        A rooms: event_discount 4
        A airlock: 1
        events: glaciation
        A store: 5 wood
        {IDLE}"""
    m = play(at(text), "end glaciation", "yes", "waive wood")
    assert emitted(m, Event.HUNGER)[0] == (0, 2, 0)
    play(m, "lose from crisis desk")
    assert people(m, "A", "event_discount") == 3
    assert m.state.used[0][2] == 1
    play(m, "lose from crisis desk", "staff crisis desk")
    assert m.state.day == 2  # the clean-up has come
    assert m.state.used[0][2] == 0


def test_scrapping_needs_an_active_room() -> None:
    """OL-12.1: two of three survivors are not enough."""
    m = at(BUILD + "A rooms: scrap_equipment 2\nA equipment: crowbar\nA airlock: 1")
    assert m.forbids("scrap crowbar") == "OL-12.1"
    play(m, "staff scrapyard")
    assert m.forbids("scrap crowbar") == ""
    assert airlock(m, "A") == 0


def test_the_guard_post_of_a_second_copy() -> None:
    """OL-12.5: two Guard Posts cancel two pressures."""
    text = """now: A turn
        A heroes: 5 forest
        B heroes: 3a dam standing, 4 mine
        C heroes: 5 base, 4 mine
        B store: 9 wood
        B rooms: immune3 4, immune3 4"""
    m = play(at(text, 3), "hero 5 dam", "yes", "hero 4 cargo", "house in airlock", "hero 5 dam")
    assert asked(m) == "B guard"
