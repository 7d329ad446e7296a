"""The night: section 11, test positions 19.8 and the small print on them."""

from __future__ import annotations

from typing import Any

from lastraft import Match
from lastraft.outlive.events import Event
from lastraft.outlive.rules.night import begin_feeding, clean_up, finish_step, settle_feeding, suffer_radiation
from lastraft.outlive.rules.shelter import lower_gauge, raise_gauge
from lastraft.outlive.state import Phase
from tests.outlive.helpers import (
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
    survivors,
    texts,
)

IDLE = "A heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"

# -- step 1: end events --------------------------------------------------------------------------------------------


def test_T_150_the_first_player_passes_the_next_pays_3_water() -> None:
    """OL-11.3 to OL-11.6, OL-5.9: the rulebook's example: the first player passes, the next pays 3 water."""
    m = at(f"now: A end events\nevents: wildfire\nA store: 3 water\nB store: 4 water\nB airlock: 2\n{IDLE}")
    assert texts(m) == {"pass", "end wildfire"}
    play(m, "pass")
    assert asked(m) == "B end_event"
    play(m, "end wildfire")
    assert emitted(m, Event.PAID)[0] == (1, 1, 3)
    assert m.state.ended[0] == 2
    assert m.game.rules.score(m.state, 1) == 3 + survivors(m, "B") + gauge(m, "B")
    assert m.state.phase > Phase.END_EVENTS


TWO = f"day: 2\nnow: A end events\nevents: wildfire, looters\nA store: 3 water, 4 ammo\n{IDLE}\n"


def test_T_151_one_event_a_turn() -> None:
    """OL-11.5: one event a turn."""
    m = play(at(TWO + "B store: 4 ammo"), "end wildfire")
    assert asked(m) == "B end_event"
    play(m, "pass")
    assert asked(m) == "A end_event"
    play(m, "end looters")
    assert m.state.ended[:2] == [1, 1]


def test_T_152_who_passed_may_act_again_unless_event_pass_final() -> None:
    """OL-11.4: who passed may act again, unless `event_pass_final`."""
    text = TWO + "B store: 4 ammo"
    m = play(at(text), "pass", "end looters")
    assert asked(m) == "A end_event"
    assert texts(m) == {"pass", "end wildfire"}
    m = play(at(text, event_pass_final=True), "pass", "end looters")
    assert emitted(m, Event.PASSED)[:2] == [(0, 0, 0), (1, 0, 0)]
    assert m.state.phase > Phase.END_EVENTS
    m = play(at(TWO + "B store: 4 ammo"), "pass", "pass")
    assert m.state.phase > Phase.END_EVENTS


def test_T_300_a_card_that_lies_face_down_cannot_be_ended() -> None:
    """OL-11.8: a card that lies face down cannot be ended."""
    m = at(f"day: 3\nnow: A end events\nevents: plague, mutation, rats, nomads, wildfire\nA store: 3 water\n{IDLE}")
    assert m.forbids("end wildfire") == "OL-11.8"
    assert m.forbids("end looters") == "OL-11.8"
    assert m.forbids("end rats") == "OL-11.9"


DESK = "now: A end events\nA rooms: event_discount 4\n" + IDLE + "\n"


def test_T_153_4_of_the_6_materials_are_paid() -> None:
    """OL-12.13, OL-12.37, OL-11.7: 4 of the 6 materials are paid."""
    m = at(DESK + "events: sandstorm\nA store: 2 wood, 2 metal, 2 chip, 2 meat")
    play(m, "end sandstorm")
    assert texts(m) == {"pass", "yes"}
    play(m, "yes")
    assert texts(m) == {"waive wood", "waive metal", "waive chip"}
    assert m.forbids("waive meat") == "OL-12.37"
    play(m, "waive wood")
    assert texts(m) == {"pass", "waive wood", "waive metal", "waive chip"}
    play(m, "waive chip")
    assert {(r, n) for s, r, n in emitted(m, Event.PAID) if s == 0} >= {(3, 1), (4, 2), (5, 1)}
    assert m.state.ended[0] == 1


def test_declining_the_discount() -> None:
    """OL-12.38: the full price, and the room stays unused."""
    m = play(at(DESK + "events: sandstorm\nA store: 2 wood, 2 metal, 2 chip\nA airlock: 2"), "end sandstorm", "pass")
    assert [(r, n) for s, r, n in emitted(m, Event.PAID)][:3] == [(3, 2), (4, 2), (5, 2)]


def test_T_155_ammo_is_no_material() -> None:
    """OL-12.13: ammo is no material; with `event_room_ammo` two less."""
    text = DESK + "events: looters\nA store: 4 ammo"
    m = play(at(text), "end looters")
    assert emitted(m, Event.PAID)[0] == (0, 6, 4)
    m = play(at(text, event_room_ammo=True), "end looters", "yes")
    assert texts(m) == {"pass", "waive ammo"}  # the first one went without a question
    play(m, "waive ammo")
    assert emitted(m, Event.PAID)[0] == (0, 6, 2)


def test_T_156_one_discount_one_event() -> None:
    """OL-12.36: one discount, one event."""
    text = (
        "day: 2\n"
        + DESK
        + "events: glaciation, falling_debris\nA store: 9 wood\nB store: 4 wood\nA airlock: 2\nB airlock: 2"
    )
    m = play(at(text), "end glaciation", "yes", "waive wood", "pass", "end falling debris")
    assert [n for s, r, n in emitted(m, Event.PAID) if s == 0 and r == 3] == [3, 4]


def test_T_203_with_3_of_4_survivors_there_is_no_discount() -> None:
    """OL-1.7: with 3 of 4 survivors there is no discount."""
    m = at(DESK.replace("event_discount 4", "event_discount 3") + "events: glaciation\nA store: 5 wood")
    play(m, "end glaciation")
    assert emitted(m, Event.PAID)[0] == (0, 3, 5)


def test_T_299_a_desk_that_is_staffed_in_step_5_helps_only_the_next_night() -> None:
    """OL-11.1, OL-11.7: a desk that is staffed in step 5 helps only the next night."""
    m = at(f"now: A end events\nA rooms: event_discount 3\nA airlock: 1\nevents: glaciation\nA store: 3 wood\n{IDLE}")
    assert m.forbids("end glaciation") == "OL-11.9"


def test_T_311_food_or_materials_not_both() -> None:
    """OL-12.37: food or materials, not both."""
    m = play(at(DESK + "events: plague\nA store: 2 water, 2 chip"), "end plague", "yes")
    assert texts(m) == {"waive water", "waive chip"}
    play(m, "waive chip")
    assert texts(m) == {"pass", "waive chip"}
    m = play(at(DESK + "events: plague\nA store: 2 water, 2 chip\nA airlock: 1"), "end plague", "yes", "waive water")
    assert emitted(m, Event.PAID)[:2] == [(0, 1, 1), (0, 5, 2)]


def test_T_343_the_only_way_is_taken_without_a_question() -> None:
    """OL-11.9, OL-12.38: the only way is taken without a question."""
    m = at(DESK + "events: sandstorm\nA store: 2 wood, 2 metal, 3 ammo")
    assert texts(m) == {"pass", "end sandstorm"}
    play(m, "end sandstorm")
    assert emitted(m, Event.WAIVED) == [(0, 5, 0), (0, 5, 0)]
    assert m.state.ended[0] == 1


def test_T_344_choices_whose_rest_can_be_paid() -> None:
    """OL-12.38: choices whose rest can be paid."""
    text = DESK + "events: sandstorm\nA store: 2 wood, 2 metal, 1 chip"
    m = play(at(text), "end sandstorm")
    assert texts(m) == {"waive wood", "waive metal", "waive chip"}  # declining is not possible
    play(m, "waive wood")
    assert emitted(m, Event.WAIVED) == [(0, 3, 0), (0, 5, 0)]
    m = play(at(text), "end sandstorm", "waive chip")
    assert texts(m) == {"pass", "waive wood", "waive metal", "waive chip"}


def test_a_waived_token_must_leave_what_can_be_paid() -> None:
    """OL-12.38: with two materials missing both must be waived, and nothing else."""
    m = play(at(DESK + "events: sandstorm\nA store: 2 wood, 1 metal, 1 chip"), "end sandstorm")
    assert texts(m) == {"waive metal", "waive chip"}
    assert m.forbids("waive wood") == "OL-12.38"


def test_T_345_reserve_water_pays_events_and_is_gone_before_step_2() -> None:
    """OL-11.17, OL-12.18: reserve water pays events, and is gone before step 2."""
    text = f"now: A end events\nevents: wildfire\nA rooms: water_reserve 3\nA store: 2 water\n{IDLE}"
    m = play(at(text), "end wildfire")
    assert emitted(m, Event.RESERVE) == [(0, 0, 0)]
    assert emitted(m, Event.PAID)[0] == (0, 1, 2)
    assert emitted(m, Event.HUNGER) == [(0, 2, 0)]
    assert at(text, reserve_water_pays_events=False).forbids("end wildfire") == "OL-11.9"


def test_an_ended_event_stops_at_once() -> None:
    """OL-5.9, OL-11.6: and its points stay with who ended it."""
    m = at(f"day: 1\nnow: A end events\nevents: rats, wildfire\nA store: 3 metal, 3 ammo, 1 can\nA airlock: 1\n{IDLE}")
    play(m, "end rats")
    while m.state.day == 1 and m.asked is not None:
        m.push(m.game.rules.timeout(m.state, m.asked))
    assert goods(m, "A") == {"can": 1}
    assert m.view(1)["events"][0] == {"card": "rats", "face_up": False, "ended_by": 0}


# -- step 2: feed --------------------------------------------------------------------------------------------------


def feed(text: str, **options: Any) -> Match:
    """Everybody passes step 1."""
    m = at("now: B end events\n" + text + "\n" + IDLE, **options)
    return play(m, "pass")


def test_T_160_one_water_short() -> None:
    """OL-11.10 to OL-11.14: the rulebook's example: one water short."""
    m = feed("A rooms: build_discount 3, hunt_plus1 4\nA airlock: 3\nA store: 2 meat, 3 can, 1 water")
    assert asked(m) == "A feeding"
    assert texts(m) == {"pay meat", "pay can"}
    assert m.forbids("pay water") == "OL-11.13"
    assert m.forbids("pass") != ""
    play(m, "pay meat", "pay meat")
    assert emitted(m, Event.HUNGER) == [(0, 1, 0)]
    assert starting(m, "lose from") == {"airlock", "construction bay", "larder"}
    play(m, "lose from larder")
    assert people(m, "A", "hunt_plus1") == 3
    assert goods(m, "A") == {"can": 2}


def test_T_161_a_room_with_one_survivor_costs_its_whole_upkeep() -> None:
    """OL-11.10, OL-12.2: a room with one survivor costs its whole upkeep."""
    m = feed("A rooms: ammo4 1\nA store: 4 can")
    assert emitted(m, Event.PAID) == [(0, 2, 1)] * 3


def test_T_162_only_water_pays_the_airlock() -> None:
    """OL-11.11, OL-11.14: only water pays the airlock."""
    m = feed("A airlock: 2\nA store: 5 can")
    assert airlock(m, "A") == 1
    assert goods(m, "A") == {"can": 5}


def test_T_164_food_may_not_be_held_back() -> None:
    """OL-11.12: food may not be held back."""
    m = feed("A rooms: nursery 3\nA store: 2 meat")
    assert emitted(m, Event.PAID)[:2] == [(0, 0, 1)] * 2
    assert people(m, "A", "nursery") >= 3


def test_T_165_fewer_survivors_than_units_missing() -> None:
    """OL-11.14: fewer survivors than units missing: all are lost."""
    m = feed("A rooms: ammo4 1, hunt_plus2 2\nA airlock: 1")
    assert emitted(m, Event.HUNGER) == [(0, 7, 0)]
    while asked(m) == "A lose_survivor":
        m.push(next(iter(m.legal_moves())))
    assert survivors(m, "A") == 0


def test_T_166_five_survivors_in_three_rows() -> None:
    """OL-14.2, OL-11.11: five survivors in three rows; `airlock_rows` changes the rows."""
    for rows, need in (("2-2-3", 3), ("2-5", 2), ("2-2-2-1", 3)):
        m = at("now: B end events\nA airlock: 5\nA store: 9 water\n" + IDLE, airlock_rows=rows)
        begin_feeding(m.state, 0)
        assert goods(m, "A") == {"water": 9 - need}
    m = at("now: B end events\nA airlock: 7\nA store: 9 water\n" + IDLE, airlock_rows="2-2-2-1")
    begin_feeding(m.state, 0)
    assert goods(m, "A") == {"water": 5}


def test_T_167_an_empty_built_room_costs_nothing() -> None:
    """OL-12.2: an empty built room costs nothing."""
    m = feed("A rooms: ammo4 0\nA store: 3 can, 3 wood")
    assert emitted(m, Event.PAID) == []


def test_T_301_the_need_is_fixed_before_survivors_are_lost() -> None:
    """OL-11.15: the need is fixed before survivors are lost."""
    m = feed("A airlock: 3")
    assert emitted(m, Event.HUNGER) == [(0, 2, 0)]
    assert airlock(m, "A") == 1


def test_reserve_water_feeds_first() -> None:
    """OL-11.16: reserve water on the airlock first, then on the rooms, before real tokens."""
    m = at("now: B end events\nA airlock: 1\nA rooms: water_reserve 3, water_reserve 3\nA store: 3 water\n" + IDLE)
    begin_feeding(m.state, 0)
    assert goods(m, "A") == {"water": 3}
    assert m.state.frame[m.state.depth - 1][2] == 3  # upkeep 4, one of it paid by the second reserve
    assert not settle_feeding(m.state)


def test_the_choice_of_food_is_the_players() -> None:
    """OL-11.13: token by token, even where all will be needed."""
    m = feed("A rooms: ammo4 3\nA store: 1 meat, 1 can")
    assert texts(m) == {"pay meat", "pay can"}


# -- step 3: radiation ---------------------------------------------------------------------------------------------


def test_T_170_round_5_one_survivor_in_the_airlock() -> None:
    """OL-11.20, OL-11.21: round 5, one survivor in the airlock."""
    m = at("day: 5\nA airlock: 1")
    suffer_radiation(m.state, 0)
    assert gauge(m, "A") == -2


def test_surplus_survivors_do_not_help() -> None:
    """OL-11.22: they never lower the gauge, nor shield anybody else."""
    m = at("day: 5\nA airlock: 7")
    for seat in range(2):
        suffer_radiation(m.state, seat)
    assert (gauge(m, "A"), gauge(m, "B")) == (0, -3)


def test_T_172_one_step_to_11_then_two_survivors() -> None:
    """OL-13.4: one step to -11, then two survivors."""
    m = at("day: 6\nA gauge: -9\nA rooms: ammo4 3")
    suffer_radiation(m.state, 0)
    assert gauge(m, "A") == -11
    assert m.state.frame[m.state.depth - 1][1:3] == [0, 2]


def test_T_346_the_one_survivor_is_lost_then_nothing_more() -> None:
    """OL-11.23, OL-13.4: the one survivor is lost, then nothing more."""
    m = at(f"day: 5\nnow: B end events\nA gauge: -11\nA airlock: 1\nA store: 1 water\n{IDLE}")
    play(m, "pass")
    assert survivors(m, "A") == 0
    assert gauge(m, "A") == -11


def test_T_302_six_nights_without_anybody_in_the_airlock() -> None:
    """OL-11.20, OL-13.4: six nights without anybody in the airlock."""
    m = at("A rooms: ammo4 3, nursery 8")
    steps = []
    for day in range(1, 7):
        m.state.day, m.state.depth = day, 0
        suffer_radiation(m.state, 0)
        lost = m.state.frame[0][2] if m.state.depth else 0
        steps.append((int(m.state.gauge[0]), int(lost)))
    assert steps == [(3, 0), (5, 0), (7, 0), (9, 0), (10, 2), (10, 3)]


def test_T_312_the_steps_of_the_gauge_and_its_two_ends() -> None:
    """OL-13.1, OL-13.3, OL-13.5: the steps of the gauge, and its two ends."""
    m = at("A gauge: 3\nA airlock: 0")
    seen = [gauge(m, "A")]
    for _ in range(10):
        raise_gauge(m.state, 0, 1)
        seen.append(gauge(m, "A"))
    assert seen == [3, 1, 0, -1, -2, -3, -4, -6, -7, -9, -11]
    m.state.gauge[0] = 1
    lower_gauge(m.state, 0)
    lower_gauge(m.state, 0)
    assert gauge(m, "A") == 3


def test_T_298_both_feed_before_either_handles_radiation() -> None:
    """OL-11.1, OL-11.2: both feed before either handles radiation; with `night_order` one player after the other."""
    text = "day: 5\nnow: B end events\nA store: 1 water\nB store: 1 water\nA airlock: 1\nB airlock: 1\n" + IDLE

    def order(m: Match) -> list[tuple[int, int]]:
        return [(h.event.kind, h.event.a) for h in m.all_events() if h.event.kind in (Event.PAID, Event.GAUGE)]

    assert order(play(at(text), "pass"))[:4] == [(Event.PAID, 0), (Event.PAID, 1), (Event.GAUGE, 0), (Event.GAUGE, 1)]
    m = play(at(text, night_order="player_by_player"), "pass")
    assert order(m)[:4] == [(Event.PAID, 0), (Event.GAUGE, 0), (Event.PAID, 1), (Event.GAUGE, 1)]


def test_the_order_of_the_steps() -> None:
    """OL-11.1, OL-11.2: seven steps, all players or one by one."""
    m = at("now: A end events", 2)
    m.state.phase, m.state.turn = Phase.FEED, 0
    seen = []
    while (m.state.phase, m.state.turn) != (Phase.CLEAN_UP, 2):
        seen.append((Phase(m.state.phase).name, int(m.state.turn)))
        finish_step(m.state)
    names = ["FEED", "RADIATION", "RECRUIT", "BUILD", "REPAIR", "CLEAN_UP"]
    assert seen == [(name, turn) for name in names for turn in (0, 1)]
    m = at("now: A end events", 2, night_order="player_by_player")
    m.state.phase, m.state.turn = Phase.FEED, 0
    seen = []
    while (m.state.phase, m.state.turn) != (Phase.CLEAN_UP, 2):
        seen.append((Phase(m.state.phase).name, int(m.state.turn)))
        finish_step(m.state)
    assert seen == [(name, turn) for turn in (0, 1) for name in names]


# -- step 4: recruit -----------------------------------------------------------------------------------------------


def test_T_175_the_rulebooks_example_of_recruiting() -> None:
    """OL-11.25, OL-11.26: the rulebook's example."""
    m = at(f"now: A recruit\nA store: 2 water, 1 can\n{IDLE}")
    assert texts(m) == {"pass", "recruit for water", "recruit for can"}
    play(m, "recruit for water", "recruit for can")
    assert airlock(m, "A") == 2
    assert goods(m, "A") == {"water": 1}
    assert m.forbids("recruit for can") == "OL-11.25"
    assert m.forbids("recruit for wood") == "OL-11.25"


def test_T_176_nobody_is_recruited_into_a_full_airlock() -> None:
    """OL-11.25, OL-14.1: a full airlock."""
    m = at(f"now: A recruit\nA store: 2 water\nA airlock: 7\n{IDLE}")
    assert m.forbids("recruit for water") == "OL-14.1"
    assert texts(m) == {"pass"}


def test_T_313_six_in_the_airlock() -> None:
    """OL-14.1: six in the airlock: only one more."""
    m = play(at(f"now: A recruit\nA store: 2 water, 2 can\nA airlock: 6\n{IDLE}"), "recruit for can")
    assert airlock(m, "A") == 7
    assert asked(m) != "A recruit"


def test_T_314_nobody_moves_to_a_room_in_step_4() -> None:
    """OL-14.5: nobody moves to a room in step 4."""
    m = at(f"now: A recruit\nA store: 2 water\nA airlock: 2\nA rooms: ammo4 1\n{IDLE}")
    assert m.forbids("staff armoury") == "OL-14.5"


def test_recruiting_with_reserve_water() -> None:
    """OL-11.17, OL-12.18: reserve water recruits too, before a real token."""
    m = at(f"now: A recruit\nA store: 1 water\nA rooms: water_reserve 3\n{IDLE}")
    play(m, "recruit for water")
    assert goods(m, "A") == {"water": 1}
    play(m, "recruit for water")
    assert airlock(m, "A") == 2
    assert goods(m, "A") == {}


# -- step 5: build and staff ---------------------------------------------------------------------------------------


def test_T_180_the_rulebooks_example_with_four_materials() -> None:
    """OL-11.28 to OL-11.30, OL-12.11: the rulebook's example with four materials."""
    m = at(f"now: A build\nA store: 2 wood, 2 chip\nA airlock: 6\nA rooms: ammo4\n{IDLE}")
    play(m, "build construction bay", "pay wood", "pay wood")
    play(m, *["staff construction bay"] * 3)
    assert "build armoury" in texts(m)
    play(m, "build armoury")
    assert goods(m, "A") == {}
    play(m, "staff armoury", "staff armoury", "staff armoury")
    assert (people(m, "A", "build_discount"), people(m, "A", "ammo4"), airlock(m, "A")) == (3, 3, 0)


def test_T_181_nobody_moves_from_room_to_room() -> None:
    """OL-11.29: nobody moves from room to room: without anybody in the airlock nothing can be staffed."""
    m = at(f"now: A build\nA rooms: ammo4 3, nursery 1\nA airlock: 0\n{IDLE}")
    assert m.forbids("staff dormitory") == "OL-14.5"
    assert m.forbids("staff airlock") == "OL-14.5"


def test_T_182_two_materials_are_not_enough() -> None:
    """OL-11.28: two materials are not enough."""
    m = at(f"now: A build\nA store: 2 wood, 9 ammo\nA rooms: ammo4 3\n{IDLE}")
    assert m.forbids("build construction bay") == "OL-11.28"
    assert m.forbids("build armoury") == "OL-1.6"


def test_T_268_an_unbuilt_room_takes_nobody() -> None:
    """OL-1.6, OL-11.28: an unbuilt room takes nobody."""
    m = at(f"now: A build\nA airlock: 1\nA rooms: ammo4\n{IDLE}")
    assert m.forbids("staff armoury") == "OL-11.28"


def test_paying_for_a_room() -> None:
    """OL-11.28: any mix of materials, the player's choice; ammo and food are none."""
    m = at(f"now: A build\nA store: 2 wood, 2 chip, 1 metal, 3 ammo, 3 can\n{IDLE}")
    play(m, "build crisis desk")
    assert texts(m) == {"pay wood", "pay chip", "pay metal"}
    assert m.forbids("pay ammo") == "OL-11.28"
    play(m, "pay metal", "pay chip", "pay wood")
    assert goods(m, "A") == {"wood": 1, "chip": 1, "ammo": 3, "can": 3}
    assert m.state.built[0][2] == 1


# -- step 6: repair ------------------------------------------------------------------------------------------------


def test_T_185_2_wood_1_metal() -> None:
    """OL-11.33: the rulebook's example: 2 wood, 1 metal."""
    m = at(f"now: A repair\nA equipment: pickaxe broken, axe broken\nA store: 3 wood, 1 metal\n{IDLE}")
    assert texts(m) == {"pass", "repair pickaxe"}
    before = m.game.rules.score(m.state, 0)
    play(m, "repair pickaxe")
    assert gear(m, "A")["pickaxe"] == "ready"
    assert m.game.rules.score(m.state, 0) == before + 1
    assert goods(m, "A") == {"wood": 1}


def test_T_186_exactly_the_printed_materials() -> None:
    """OL-11.33: exactly the printed materials."""
    m = at(f"now: A repair\nA equipment: pickaxe broken\nA store: 3 metal\n{IDLE}")
    assert m.forbids("repair pickaxe") == "OL-11.33"
    assert m.forbids("repair axe") == "OL-11.33"


def test_T_306_a_tile_may_wait_for_its_repair() -> None:
    """OL-11.36: a tile may wait for its repair."""
    m = at(f"day: 4\nnow: A repair\nA equipment: pickaxe broken\nA store: 3 wood, 3 metal\n{IDLE}")
    play(m, "repair pickaxe")
    assert gear(m, "A") == {"pickaxe": "ready"}


# -- step 7: clean up ----------------------------------------------------------------------------------------------

STORE = "A store: 2 meat, 4 water, 11 can, 9 wood, 13 ammo, 8 metal, 3 chip"


def test_clean_up() -> None:
    """OL-11.40: no meat, two water, eight of everything else."""
    m = at(STORE)
    clean_up(m.state, 0)
    assert goods(m, "A") == {"water": 2, "can": 8, "wood": 8, "ammo": 8, "metal": 8, "chip": 3}


def test_T_191_with_storage_caps_none() -> None:
    """OL-11.40 with `storage_caps` = none."""
    m = at(STORE, storage_caps="none")
    clean_up(m.state, 0)
    assert goods(m, "A") == {"water": 2, "can": 11, "wood": 9, "ammo": 13, "metal": 8, "chip": 3}
