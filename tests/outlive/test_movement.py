"""Turns, movement and pressure: sections 7 and 8, test positions 19.4 and 19.5 and the small print on them."""

from __future__ import annotations

from lastraft.outlive.events import Event
from lastraft.outlive.state import Phase
from tests.outlive.helpers import actions, area_of, asked, at, emitted, gear, goods, play, starting, texts

# -- movement ------------------------------------------------------------------------------------------------------

EXAMPLE = """now: A turn
    A heroes: 3a base, 3b forest standing, 4 dam, 5 mine standing
    B heroes: 5 forest, 4 mine"""


def test_T_050_only_silent_peak_is_left_for_the_3() -> None:
    """OL-1.16, OL-7.2 to OL-7.4: the rulebook's example: only silent_peak is left for the 3."""
    m = at(EXAMPLE)
    assert starting(m, "hero 3a") == {"silent peak"}
    assert m.forbids("hero 3a forest") == "OL-7.4"
    assert m.forbids("hero 3a carnival") == "OL-7.2"
    assert m.forbids("hero 3b dam") == "OL-7.1"
    assert m.forbids("gather") == "OL-9.2"


def test_T_051_once_the_3_has_left_base_is_free_for_the_4() -> None:
    """OL-7.4: once the 3 has left, base is free for the 4."""
    m = play(at(EXAMPLE), "hero 3a silent peak", "pass", "hero 5 dam")
    assert asked(m) == "A turn"
    assert "hero 4 base" in texts(m)


def test_T_052_passing_over_an_own_hero() -> None:
    """OL-7.5: passing over an own hero."""
    m = at("now: A turn\nA heroes: 4 forest, 5 dam")
    assert "hero 4 base" in texts(m)
    assert m.forbids("hero 4 dam") == "OL-7.4"


def test_T_053_a_hero_never_stays() -> None:
    """OL-7.3: a hero never stays."""
    m = at("now: A turn\nA heroes: 4 mine")
    assert m.forbids("hero 4 mine") == "OL-7.3"
    assert starting(m, "hero 4") == {"silent peak", "base", "cargo", "carnival"}


def test_T_054_other_players_heroes_never_block() -> None:
    """OL-7.6: other players' heroes never block."""
    m = at("now: A turn\nA heroes: 4 mine\nB heroes: 3a silent_peak, 5 base\nC heroes: 3a silent_peak standing", 3)
    assert "hero 4 silent peak" in texts(m)
    assert m.forbids("hero 4 mine") == "OL-7.3"


STUCK = """now: B turn
    A heroes: 5 mine, 4 silent_peak standing, 3a base standing, 3b carnival standing
    B heroes: 4 dam, 3a forest
    C heroes: 5 cargo standing
    aboard: C 5"""


def test_T_055_a_stuck_hero_stays_without_actions_and_its_player_is_skipped() -> None:
    """OL-7.8: a stuck hero stays, without actions, and its player is skipped."""
    m = play(at(STUCK, 3), "hero 4 blackwood", "pass")
    assert asked(m) == "B turn"
    assert area_of(m, "A", "5") == "mine"
    assert m.state.standing[0][3] == 0


def test_T_056_the_other_hero_must_be_moved_first() -> None:
    """OL-7.7, OL-7.8: the other hero must be moved first; then the 5 is free to go."""
    text = STUCK.replace("now: B", "now: A").replace("3a base standing", "3a base")
    m = at(text, 3)
    assert not starting(m, "hero 5")
    assert m.forbids("pass") == "OL-7.7"
    play(m, "hero 3a dam", "hero 4 blackwood", "pass")
    assert asked(m) == "A visit"  # the 5's only move, to base, was made without a question
    assert area_of(m, "A", "5") == "base"


def test_T_057_a_stuck_hero_is_inactive_and_cannot_be_pressed() -> None:
    """OL-7.10, OL-8.3: a stuck hero is inactive and cannot be pressed; the bat is not offered."""
    text = STUCK + "\nB equipment: baseball_bat\nA store: 3 wood"
    text = text.replace("B heroes: 4 dam, 3a forest", "B heroes: 5 carnival, 3a forest")
    m = play(at(text, 3), "hero 5 mine")
    assert asked(m) == "B visit"
    assert goods(m, "A") == {"wood": 3}


def test_T_058_any_number_of_steps_tile_used() -> None:
    """OL-10.29: any number of steps, tile used."""
    m = at("now: A turn\nA heroes: 4 base\nA equipment: exoskeleton\nB heroes: 4 mine")
    play(m, "hero 4 carnival")
    assert gear(m, "A") == {"exoskeleton": "used"}


def test_T_143_three_steps_once_per_round() -> None:
    """OL-10.29: three steps, once per round."""
    m = at("now: A turn\nA heroes: 4 forest, 3a dam\nA equipment: exoskeleton\nB heroes: 4 mine, 3a base")
    play(m, "hero 4 silent peak", "pass", "hero 4 cargo", "house in airlock")
    assert asked(m) == "A turn"
    assert m.forbids("hero 3a carnival") == "OL-7.2"


def test_T_327_two_steps_do_not_use_the_exoskeleton() -> None:
    """OL-7.12: two steps do not use the exoskeleton."""
    m = at("now: A turn\nA heroes: 4 base\nA equipment: exoskeleton\nB heroes: 4 mine")
    play(m, "hero 4 mine")
    assert gear(m, "A") == {"exoskeleton": "ready"}


ONLY_FAR = """now: A turn
    A heroes: 5 mine, 4 silent_peak standing, 3a base standing, 3b carnival standing
    A equipment: exoskeleton
    B heroes: 4 dam, 3a forest
    C heroes: 5 cargo standing
    aboard: C 5"""


def test_moves_with_equipment_are_never_compulsory() -> None:
    """OL-7.9: with only such moves left a player may pass."""
    m = at(ONLY_FAR, 3)
    assert texts(m) == {"pass", "hero 5 forest", "hero 5 dam", "hero 5 blackwood"}
    m = at("now: A turn\nA heroes: 5 dam\nA equipment: exoskeleton\nB heroes: 4 mine")
    assert m.forbids("pass") == "OL-7.7"


def test_T_326_that_pass_is_final_for_the_day() -> None:
    """OL-7.9, OL-7.11: that pass is final for the day."""
    m = play(at(ONLY_FAR, 3), "pass", "hero 4 base", "pass")
    assert asked(m) == "B turn"


def test_the_hook_alone_is_not_compulsory() -> None:
    """OL-7.9, OL-7.12, OL-9.31: boarding a higher space because the own one is taken."""
    text = ONLY_FAR.replace("exoskeleton", "grappling_hook")
    m = at(text, 3)
    assert texts(m) == {"pass", "hero 5 cargo"}
    play(m, "hero 5 cargo", "house in airlock")
    assert m.state.aboard[0] == 4  # space 6
    assert gear(m, "A") == {"grappling_hook": "used"}


def test_T_328_a_space_that_a_room_opens_is_an_ordinary_destination() -> None:
    """OL-7.12, OL-9.36: a space that a room opens is an ordinary destination."""
    text = ONLY_FAR.replace("A equipment: exoskeleton", "A rooms: cargo_plus2_open 3\nA airlock: 1")
    m = at(text, 3)
    assert texts(m) == {"hero 5 cargo"}
    assert m.forbids("pass") == "OL-7.7"


def test_T_325_with_cargo_lying_blocks_a_lying_hero_that_leaves_frees_a_space() -> None:
    """OL-7.11, OL-9.32: with `cargo_lying_blocks` a lying hero that leaves frees a space, and the move is due."""
    text = """now: B turn
        A heroes: 5 mine, 4 silent_peak standing, 3a base standing, 3b carnival standing
        B heroes: 4 dam, 5 cargo"""
    m = at(text, cargo_lying_blocks=True)
    play(m, "hero 4 forest", "pass")
    assert asked(m) == "B turn"  # A was skipped
    play(m, "hero 5 blackwood", "pass")
    assert emitted(m, Event.BOARDED) == [(0, 2, 0)]
    m = at(text.replace("now: B", "now: A"))
    assert texts(m) == {"hero 5 cargo"}  # by default a lying hero does not block


def test_T_283_eight_turns_in_turn_order() -> None:
    """OL-7.1: eight turns in turn."""
    heroes = "3a base, 3b forest, 4 mine, 5 carnival"
    m = at(f"now: A turn\nA heroes: {heroes}\nB heroes: {heroes}")
    order = []
    while m.state.day == 1 and m.state.phase == Phase.DAY:
        if asked(m).endswith("turn"):
            order.append(m.asked)
        m.push(next(iter(m.legal_moves())))
    moved = [seat for seat, _, _ in emitted(m, Event.MOVED)][:8]
    assert moved == [0, 1] * 4


def test_T_265_the_marker_at_the_third_seat() -> None:
    """OL-1.15: the marker at the third seat: C, D, A, B."""
    heroes = "\n".join(f"{seat} heroes: 5 dam, 4 mine" for seat in "ABCD")
    m = at(f"first: C\nnow: C turn\n{heroes}", 4)
    for _ in range(4):
        play(m, "hero 5 forest", "pass")
    assert [seat for seat, _, _ in emitted(m, Event.MOVED)] == [2, 3, 0, 1]


def test_T_342_an_area_is_visited_at_most_once_per_round() -> None:
    """OL-9.58, OL-7.4: an area is visited at most once per round."""
    m = at("now: A turn\nA heroes: 5 forest standing, 4 dam")
    assert m.forbids("hero 4 forest") == "OL-7.4"


# -- pressure ------------------------------------------------------------------------------------------------------

PRESSED = """now: A turn
    A heroes: 5 forest, 4 mine
    B heroes: 3a dam standing, 4 mine
    """


def test_T_071_two_ammo_cancel_a_pressure_of_two() -> None:
    """OL-8.5, OL-8.6: two ammo cancel a pressure of two."""
    m = play(at(PRESSED + "B store: 2 ammo, 2 wood, 1 can"), "hero 5 dam")
    assert asked(m) == "B defence"
    assert texts(m) == {"ammo 0", "ammo 1", "ammo 2"}
    play(m, "ammo 2")
    assert goods(m, "B") == {"wood": 2, "can": 1}


def test_partial_defence() -> None:
    """OL-8.5, OL-8.7: what ammo does not cancel is handed over, the victim chooses; OL-8.9: the loot is taken."""
    m = play(at(PRESSED + "B store: 2 ammo, 2 wood, 1 can"), "hero 5 dam", "ammo 1")
    assert texts(m) == {"give wood", "give can"}
    assert m.forbids("give ammo") == "OL-8.7"
    play(m, "give can")
    assert goods(m, "A") == {"can": 1}
    assert goods(m, "B") == {"ammo": 1, "wood": 2}
    assert m.forbids("ammo 3", 1) != ""


def test_T_073_the_rulebooks_example_at_the_dam() -> None:
    """OL-8.1 to OL-8.7: the rulebook's example at the dam."""
    text = """now: A turn
        A heroes: 5 forest
        B heroes: 3a dam standing
        C heroes: 4 dam standing
        D heroes: 3a dam, 5 mine
        B store: 2 meat, 1 wood
        C store: 2 ammo, 1 wood, 1 chip"""
    m = play(at(text, 4), "hero 5 dam")
    assert emitted(m, Event.PRESSED) == [(0, 1, 2)]
    play(m, "give meat", "give wood")
    assert asked(m) == "C defence"
    play(m, "ammo 0", "give wood")
    assert emitted(m, Event.PRESSED) == [(0, 1, 2), (0, 2, 1)]
    assert goods(m, "C") == {"ammo": 2, "chip": 1}
    assert goods(m, "A") == {"meat": 1, "wood": 2}


def test_T_074_a_weaker_arrival_is_not_pressed() -> None:
    """OL-8.4: a weaker arrival is not pressed."""
    m = play(at("now: A turn\nA heroes: 3a forest\nA store: 3 wood\nB heroes: 5 dam standing, 4 mine"), "hero 3a dam")
    assert emitted(m, Event.PRESSED) == []


def test_T_075_equal_strength_does_not_press() -> None:
    """OL-8.1: equal strength does not press."""
    m = play(at("now: A turn\nA heroes: 4 forest\nB heroes: 4 dam standing, 5 mine\nB store: 3 wood"), "hero 4 dam")
    assert emitted(m, Event.PRESSED) == []


def test_T_076_ammo_cannot_be_taken() -> None:
    """OL-8.7, OL-8.8: ammo cannot be taken."""
    m = play(at(PRESSED + "B store: 3 ammo"), "hero 5 dam", "ammo 0")
    assert goods(m, "B") == {"ammo": 3}
    assert goods(m, "A") == {}


def test_T_077_with_fewer_tokens_all_are_handed_over() -> None:
    """OL-8.8: with fewer tokens all are handed over."""
    m = play(at(PRESSED + "B store: 1 water"), "hero 5 dam")
    assert goods(m, "A") == {"water": 1}


def test_T_078_the_attacker_is_never_asked_for_ammo() -> None:
    """OL-8.6: the attacker is never asked for ammo."""
    m = play(at(PRESSED + "A store: 3 ammo, 1 chip\nB store: 2 ammo, 2 wood, 1 can"), "hero 5 dam")
    assert len(m.legal_moves(0)) == 0
    play(m, "ammo 2")
    assert m.forbids("ammo 1") == "OL-8.6"


def test_T_079_victims_from_the_attackers_left() -> None:
    """OL-8.10: victims from the attacker's left on."""
    text = "now: B turn\nB heroes: 5 forest\n" + "\n".join(
        f"{seat} heroes: 3a dam standing\n{seat} store: 2 meat" for seat in "ACD"
    )
    m = play(at(text, 4), "hero 5 dam")
    assert emitted(m, Event.PRESSED) == [(1, 2, 2), (1, 3, 2), (1, 0, 2)]


def test_T_081_pressure_on_the_ship() -> None:
    """OL-8.12: pressure on the ship."""
    m = play(
        at("now: A turn\nA heroes: 5 mine\nB heroes: 3a cargo standing, 4 mine\naboard: B 3\nB store: 3 wood"),
        "hero 5 cargo",
    )
    assert emitted(m, Event.PRESSED) == [(0, 1, 2)]
    assert goods(m, "A")["wood"] == 2


def test_sandstorm_does_not_change_pressure() -> None:
    """OL-8.14."""
    m = play(at(PRESSED + "events: sandstorm\nB store: 3 wood"), "hero 5 dam")
    assert emitted(m, Event.PRESSED) == [(0, 1, 2)]


def test_T_139_the_bat_adds_1_against_all_victims_of_the_arrival() -> None:
    """OL-10.27, OL-8.15: the bat adds 1 against all victims of the arrival."""
    text = """now: A turn
        A heroes: 5 forest
        A equipment: baseball_bat
        B heroes: 3a dam standing, 5 mine
        C heroes: 4 dam standing
        B store: 9 wood
        C store: 9 wood"""
    m = play(at(text, 3), "hero 5 dam")
    assert asked(m) == "A bat"
    play(m, "yes")
    assert emitted(m, Event.PRESSED) == [(0, 1, 3), (0, 2, 2)]
    assert gear(m, "A") == {"baseball_bat": "used"}
    m = play(at(text, 3), "hero 5 dam", "pass")
    assert emitted(m, Event.PRESSED) == [(0, 1, 2), (0, 2, 1)]
    assert gear(m, "A") == {"baseball_bat": "ready"}


def test_T_140_the_bat_against_an_equal_hero() -> None:
    """OL-10.27: against an equal hero; not with `bat_hits_equals` = false."""
    text = """now: A turn
        A heroes: 4 forest
        A equipment: baseball_bat
        B heroes: 4 dam standing, 5 mine
        B store: 9 wood"""
    m = play(at(text), "hero 4 dam", "yes")
    assert emitted(m, Event.PRESSED) == [(0, 1, 1)]
    m = play(at(text, bat_hits_equals=False), "hero 4 dam")
    assert emitted(m, Event.PRESSED) == []
    assert gear(m, "A") == {"baseball_bat": "ready"}


def test_the_bat_without_equals_still_adds_to_pressure() -> None:
    """OL-10.27 with `bat_hits_equals` = false: it adds 1 where there is pressure already."""
    m = at(PRESSED + "A equipment: baseball_bat\nB store: 9 wood", bat_hits_equals=False)
    play(m, "hero 5 dam", "yes")
    assert emitted(m, Event.PRESSED) == [(0, 1, 3)]


def test_T_329_the_bat_is_not_offered_where_it_would_do_nothing() -> None:
    """OL-8.15: the bat is not offered where it would do nothing."""
    m = at(
        "now: A turn\nA heroes: 3a forest\nA equipment: baseball_bat\nA store: 1 chip\nB heroes: 5 dam standing, 4 mine"
    )
    play(m, "hero 3a dam")
    assert asked(m) == "A visit"


def test_T_141_two_points_less() -> None:
    """OL-10.28: two points less."""
    text = (
        PRESSED.replace("A heroes", "A equipment: baseball_bat\n    A heroes")
        + "B equipment: body_armour\nB store: 9 wood"
    )
    m = play(at(text), "hero 5 dam", "yes", "yes")
    assert emitted(m, Event.ARMOUR) == [(1, 1, 0)], "B, pressure 1, against A"
    assert goods(m, "A") == {"wood": 1}
    m = play(at(text), "hero 5 dam", "pass", "yes")
    assert goods(m, "A") == {}
    m = play(at(text), "hero 5 dam", "pass", "pass")
    assert goods(m, "A") == {"wood": 2}
    assert gear(m, "B") == {"body_armour": "ready"}


TWICE = """now: A turn
    A heroes: 5 forest
    B heroes: 3a dam standing, 4 mine
    C heroes: 5 base, 4 mine
    B store: 9 wood
    """


def test_T_142_the_armour_helps_once_per_round() -> None:
    """OL-10.3: the armour helps once per round."""
    m = play(
        at(TWICE + "B equipment: body_armour", 3), "hero 5 dam", "yes", "hero 4 cargo", "house in airlock", "hero 5 dam"
    )
    assert emitted(m, Event.PRESSED)[-1] == (2, 1, 2)
    assert asked(m) == "B loot"


def test_T_220_one_pressure_is_cancelled_the_second_counts() -> None:
    """OL-12.27: one pressure is cancelled, the second counts; with `immune3_scope` = round the hero stays safe."""
    first = ["hero 5 dam", "yes", "hero 4 cargo", "house in airlock", "hero 5 dam"]
    m = play(at(TWICE + "B rooms: immune3 4", 3), *first)
    assert asked(m) == "B loot"
    m = play(at(TWICE + "B rooms: immune3 4", 3, immune3_scope="round"), *first)
    assert asked(m) == "C turn"
    assert goods(m, "C") == {}


def test_T_221_only_for_a_hero_of_strength_3() -> None:
    """OL-12.27: only for a hero of strength 3."""
    m = at("now: A turn\nA heroes: 5 forest\nB heroes: 4 dam standing, 5 mine\nB rooms: immune3 4\nB store: 9 wood")
    play(m, "hero 5 dam")
    assert goods(m, "A") == {"wood": 1}


def test_T_285_with_the_guard_post_neither_armour_nor_ammo_is_asked() -> None:
    """OL-8.11: with the Guard Post neither armour nor ammo is asked for."""
    m = at(PRESSED + "B rooms: immune3 4\nB equipment: body_armour\nB store: 9 wood, 9 ammo")
    play(m, "hero 5 dam")
    assert asked(m) == "B guard"
    play(m, "yes")
    assert goods(m, "B") == {"wood": 9, "ammo": 9}
    assert gear(m, "B") == {"body_armour": "ready"}
    m = at(PRESSED + "B rooms: immune3 4\nB equipment: body_armour\nB store: 9 wood, 9 ammo")
    play(m, "hero 5 dam", "pass")
    assert asked(m) == "B armour"
    play(m, "pass")
    assert asked(m) == "B defence"
    m = play(at(PRESSED + "B equipment: body_armour\nB store: 9 wood, 9 ammo"), "hero 5 dam")
    assert asked(m) == "B armour"


def test_T_284_the_attacker_may_not_decline() -> None:
    """OL-8.9: the attacker may not decline."""
    m = play(at(PRESSED + "B store: 1 meat"), "hero 5 dam")
    assert goods(m, "A") == {"meat": 1}


def test_T_224_the_attacker_chooses_never_ammo() -> None:
    """OL-12.30, OL-8.13, OL-12.1: the attacker chooses, never ammo; with an active room only."""
    text = """now: A turn
        A heroes: 4 forest
        A rooms: pressure_choice 4
        B heroes: 3a dam standing, 5 mine
        B store: 1 wood, 1 chip, 2 ammo"""
    m = play(at(text), "hero 4 dam", "ammo 0")
    assert asked(m) == "A loot"
    assert texts(m) == {"take wood", "take chip"}
    assert m.forbids("take ammo") == "OL-8.7"
    play(m, "take chip")
    assert goods(m, "B") == {"wood": 1, "ammo": 2}
    m = play(at(text.replace("pressure_choice 4", "pressure_choice 3")), "hero 4 dam", "ammo 0")
    assert asked(m) == "B loot"


def test_T_210_reserve_water_cannot_be_taken() -> None:
    """OL-12.18: reserve water cannot be taken."""
    m = at("now: A turn\nA heroes: 4 forest\nB heroes: 3a dam standing, 5 mine\nB rooms: water_reserve 3")
    play(m, "hero 4 dam")
    assert goods(m, "A") == {}
    assert emitted(m, Event.PRESSED) == [(0, 1, 1)]


def test_T_292_pressure_first_then_the_gift() -> None:
    """OL-10.6: pressure first, then the gift."""
    m = at("now: A turn\nA heroes: 5 dam\nA equipment: bow\nB heroes: 3a forest standing, 5 mine\nB store: 9 wood")
    play(m, "hero 5 forest")
    kinds = [h.event.kind for h in m.all_events() if h.event.kind in (Event.HANDED, Event.GAINED)]
    assert kinds == [Event.HANDED, Event.HANDED, Event.GAINED]
    assert actions(m) == 5
