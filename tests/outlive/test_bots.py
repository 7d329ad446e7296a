"""What the bots think of Outlive: sensible choices in plain positions, and numbers that say what they mean."""

from __future__ import annotations

import pytest

from lastraft import Match
from lastraft.bots import bot
from lastraft.outlive import GAME
from lastraft.outlive.components import RES_IDS
from lastraft.outlive.state import OutliveState
from tests.outlive.helpers import at, fresh, goods, play

IDLE = "A heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"


def chosen(m: Match, seed: int = 1) -> str:
    """What `greedy` does now, as text."""
    seat = m.asked
    assert seat is not None
    return m.move(seat, bot("greedy", GAME, seed).choose(m.hidden(seat), seat)).text


def looks(m: Match, seat: int = 0) -> int:
    return int(GAME.rules.evaluate(m.hidden(seat), seat))


def test_an_event_that_can_be_ended_is_ended() -> None:
    assert chosen(
        at(f"day: 3\nnow: A end events\nevents: -, -, sandstorm\nA store: 3 wood, 3 metal, 3 chip\n{IDLE}")
    ) == ("end sandstorm")


def test_meat_is_eaten_before_what_keeps() -> None:
    text = f"day: 3\nnow: A end events\nevents: wildfire\nA rooms: ammo4 3\nA store: 3 meat, 3 can, 3 water\n{IDLE}"
    assert chosen(play(at(text), "pass")) == "pay meat"


def test_a_hungry_shelter_sends_for_food() -> None:
    text = """day: 3
now: A turn
A heroes: 5 dam, 4 silent_peak
B heroes: 5 mine, 4 cargo
animals forest: 5 5 5
A rooms: ammo4 3, nursery 3
A store: 3 ammo, 1 chip"""
    assert chosen(at(text)).split()[-1] in ("forest", "cargo")
    m = play(at(text), "hero 5 forest")
    while m.asked == 0:
        m.push(chosen(m))
    assert goods(m, "A")["meat"] >= 3


def test_a_room_is_finished_on_the_last_night() -> None:
    text = f"day: 6\nnow: A build\nA rooms: hunt_plus1 4, immune3 4, water_reserve 2\nA airlock: 1\n{IDLE}"
    assert chosen(at(text)) == "staff cistern"


def test_food_that_would_spoil_becomes_recruits_on_the_last_night() -> None:
    text = f"day: 6\nnow: A recruit\nA store: 3 meat\nA airlock: 2\nB store: 1 meat\nB airlock: 3\n{IDLE}"
    assert chosen(at(text)) == "recruit for meat"


def test_a_tile_is_repaired_when_its_price_is_there() -> None:
    assert (
        chosen(at(f"day: 2\nnow: A repair\nA equipment: axe broken\nA store: 2 wood, 3 metal\n{IDLE}")) == "repair axe"
    )


def test_a_hero_does_not_stop_while_there_is_something_to_get() -> None:
    m = play(at("now: A turn\nA heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"), "hero 5 forest")
    assert chosen(m) in ("gather", "hunt")


@pytest.mark.parametrize("seed", range(4))
def test_bots_choose_four_rooms_a_leader_and_places(seed: int) -> None:
    m = fresh(2)
    for _ in range(20):
        m.push(chosen(m, seed))
    assert m.state.day == 1 or m.state.room[1][6]


def test_every_resource_is_worth_something() -> None:
    poor = f"day: 2\nnow: A turn\nA rooms: ammo4 3\n{IDLE}\n"
    for name in RES_IDS:
        assert looks(at(f"{poor}A store: 1 {name}")) > looks(at(poor)), name
        assert looks(at(f"{poor}B store: 1 {name}")) <= looks(at(poor)), name


def test_what_scores_looks_better() -> None:
    before = f"day: 3\nnow: A turn\n{IDLE}\nA airlock: 2\nB airlock: 2\nA store: 4 water\n"
    for better in ("A airlock: 3", "A gauge: 3", "A equipment: axe", "A rooms: immune3 4"):
        assert looks(at(before + better)) > looks(at(before)), better


def test_one_seats_gain_is_the_others_loss() -> None:
    m = at(f"day: 3\nnow: A turn\n{IDLE}\nA airlock: 4\nA store: 5 wood")
    assert abs(looks(m, 0) + looks(m, 1) - 1000) <= 1


def test_the_end_is_judged_by_places() -> None:
    s: OutliveState = fresh(3).state.copy()
    s.phase = 11
    s.airlock[:3] = [5, 2, 2]
    s.store[1][0] = 1
    assert [GAME.rules.evaluate(s, seat) for seat in range(3)] == [1000, 500, 0]


def wise(m: Match) -> set[str]:
    """The least foolish moves."""
    degrees = {move.text: GAME.rules.foolish(m.hidden(0), 0, move.code) for move in m.legal_moves(0)}
    return {move for move, degree in degrees.items() if degree == min(degrees.values())}


def test_the_last_hero_of_bots_for_people_fetches_what_the_meal_lacks() -> None:
    """As long as others are still to move, heroes go where there is most to get."""
    heroes = "A heroes: 3a base standing, 3b mine standing, 4 forest, 5 blackwood standing\nB heroes: 5 dam, 4 mine"
    place = f"day: 1\nnow: A turn\n{heroes}\nanimals forest: 7\nanimals mine: 7\npools: dam 5, carnival 5\nA airlock: 4"
    assert wise(at(f"{place}\nA store: 1 chip, 9 wood")) == {"hero 4 dam"}, "the airlock drinks"
    two = place.replace("mine standing", "mine")
    assert len(wise(at(f"{two}\nA store: 1 chip, 9 wood"))) > 2, "the other may bring it"
    m = at(f"{place}\nA store: 2 water, 1 chip")
    assert wise(m) == {move.text for move in m.legal_moves(0)}, "nothing is lacking"
    hungry = place.replace("A airlock: 4", "A rooms: ammo4 3").replace("4 forest", "4 forest standing")
    assert wise(at(hungry.replace("mine standing", "mine"))) == {"hero 3b cargo"}, "rooms eat anything"


def test_bots_for_people_pay_for_no_event_with_tonight_s_meal() -> None:
    text = f"day: 1\nnow: A end events\nevents: wildfire\nA airlock: 4\n{IDLE}\nA store: "
    assert wise(at(f"{text}3 water")) == {"pass"}
    assert wise(at(f"{text}5 water")) == {"pass", "end wildfire"}
    assert wise(at(f"{text}4 water")) == {"pass", "end wildfire"}, "three points for one who goes hungry"


def test_bots_for_people_go_nowhere_with_little_to_do() -> None:
    heroes = "A heroes: 3a mine, 3b blackwood, 4 forest, 5 carnival\nB heroes: 3a base standing, 4 mine"
    place = (
        f"day: 2\nnow: A turn\n{heroes}\nanimals forest: 7\nanimals mine: 7\npools: dam 5, base 1, forest 3, carnival 3"
        "\nalgae: used"
    )
    assert not any(move.endswith(" dam") for move in wise(at(place))), "no chip for the purification"
    text = f"{place}\nA store: 1 chip\nB store: 1 wood"
    assert {"hero 4 dam", "hero 4 base"} <= wise(at(text)), "B is put under pressure at the base, and has something"
    for worse in (text.replace("B store: 1 wood", ""), text.replace("base standing", "base")):
        assert "hero 4 base" not in wise(at(worse)), worse


def test_the_last_hero_who_could_fetch_water_goes_nowhere_else() -> None:
    heroes = "A heroes: 3a carnival, 3b cargo, 4 forest, 5 mine\nB heroes: 5 cargo, 4 mine"
    text = f"day: 1\nnow: A turn\n{heroes}\npools: dam 5\nA airlock: 2\nA store: 1 chip, "
    assert not any(move.startswith("hero 4") for move in wise(at(f"{text}3 can")) - {"hero 4 dam"})
    assert any(move.startswith("hero 4") for move in wise(at(f"{text}1 water")) - {"hero 4 dam"}), "nobody is thirsty"
    near = text.replace("3b cargo", "3b blackwood")
    assert any(move.startswith("hero 4") for move in wise(at(f"{near}3 can")) - {"hero 4 dam"}), "the 3 could, too"


def test_bots_for_people_begin_with_one_thirsty_row_at_most() -> None:
    m = fresh(2, rooms={0: "ammo4 immune3 nursery hunt_plus1 draw2_equipment peek_search"})
    while not any(move.text.startswith("put") for move in m.legal_moves(0)):
        seat = m.asked
        assert seat is not None
        m.push(next(iter(m.legal_moves(seat))))
    assert wise(m) == {"put 2", "put 3", "put 4"} & {move.text for move in m.legal_moves(0)}


def test_bots_for_people_spend_little_ammo_on_little_meat() -> None:
    heroes = "A heroes: 3a forest, 4 blackwood\nB heroes: 5 dam"
    text = f"day: {{day}}\nnow: A turn\n{heroes}\nanimals carnival: 3\npools: carnival 5\nA store: 5 ammo"
    m = play(at(text.format(day=2)), "hero 4 carnival")
    assert wise(play(m.copy(), "hunt")) == {"ammo 0"}, "the actions are enough"
    assert "hunt" in wise(m)
    m = play(m, "gather", "gather", "gather", "gather")
    assert wise(m) == {"pass"}, "three ammo for two meat that nobody needs"
    assert "hunt" in wise(play(at(text.format(day=6)), "hero 4 carnival", *["gather"] * 4)), "the last day"


def test_bots_for_people_gather_nothing_with_the_actions_of_a_hunt_that_the_meal_needs() -> None:
    heroes = "A heroes: 3a dam standing, 3b mine standing, 4 blackwood, 5 base standing\nB heroes: 5 dam"
    text = f"day: 2\nnow: A turn\n{heroes}\nanimals forest: 7\npools: forest 5\nA store: 3 ammo"
    assert "gather" not in wise(play(at(f"{text}\nA rooms: ammo4 3"), "hero 4 forest"))
    assert "gather" in wise(play(at(text), "hero 4 forest")), "nobody is hungry"


def test_bots_for_people_take_nobody_in_whom_they_cannot_feed() -> None:
    """But as long as a day's catch makes up for it, they grow."""
    text = f"day: 3\nnow: A recruit\nA rooms: ammo4 3, immune3 3{{more}}\nA airlock: 2\n{IDLE}\nA store: "
    many, few = text.format(more=", scrap_equipment 3"), text.format(more="")
    assert wise(at(f"{many}1 meat")) == {"pass"}, "although meat does not keep"
    assert "recruit for meat" in wise(at(f"{many}2 water, 2 can, 1 meat"))
    assert "recruit for can" not in wise(at(f"{many}2 water, 2 can, 1 meat"))
    assert "recruit for can" in wise(at(f"{few}2 water, 2 can"))
    assert "recruit for can" in wise(at(f"{many}2 water, 6 can"))


def test_bots_for_people_hunt_nothing_for_no_meat() -> None:
    heroes = "A heroes: 5 blackwood\nB heroes: 5 dam"
    text = f"day: 2\nnow: A turn\n{heroes}\nanimals forest: 3\npools: forest 5\nA store: 3 ammo\nevents: "
    assert "hunt" not in wise(play(at(f"{text}plague"), "hero 5 forest"))
    assert "hunt" in wise(play(at(f"{text}rats"), "hero 5 forest"))
    text = f"{text}plague\nA rooms: hunt_plus1 4"
    assert "hunt" in wise(play(at(text), "hero 5 forest"))
    assert "hunt" not in wise(play(at(f"{text} used"), "hero 5 forest")), "a room works once a day"


def test_bots_for_people_keep_in_the_airlock_who_fills_no_room() -> None:
    text = f"day: 2\nnow: A build\nA rooms: ammo4 1\nA airlock: 1\n{IDLE}"
    assert wise(at(text)) == {"pass"}
    assert len(wise(at(text.replace("airlock: 1", "airlock: 2")))) > 1
    assert len(wise(at(text.replace("day: 2", "day: 6")))) > 1


def test_bots_for_people_do_not_rest_while_an_action_brings_something() -> None:
    heroes = "A heroes: 4 blackwood\nB heroes: 5 dam"
    text = f"day: 2\nnow: A turn\n{heroes}\nanimals forest: 7\npools: forest "
    assert wise(play(at(f"{text}5"), "hero 4 forest")) == {"gather"}
    assert "pass" in wise(play(at(f"{text}5\nA store: 8 wood"), "hero 4 forest")), "the store keeps no more"
    city = f"{text}5\ndisplay silent_peak: bow\nsearch silent_peak: plank".replace("4 blackwood", "4 base")
    assert wise(play(at(city), "hero 4 silent peak")) == {"take bow", "search"}


def test_bots_for_people_eat_what_spoils_first() -> None:
    text = f"day: 3\nnow: A end events\nevents: wildfire\nA rooms: ammo4 3\nA store: 3 meat, 3 can, 3 water\n{IDLE}"
    assert wise(play(at(text), "pass")) == {"pay meat"}
    text = f"day: 6\nnow: A recruit\nA airlock: 2\n{IDLE}\nA store: 1 meat, 2 can"
    assert "recruit for can" not in wise(at(text))
    assert "recruit for can" in wise(at(text.replace("1 meat, ", "")))


def test_bots_for_people_take_a_guest_in_who_costs_nothing() -> None:
    ship = "now: A turn\nA heroes: 3a forest, 3b mine, 4 carnival, 5 blackwood\nship: 3 4 5 6"
    for inside, free in ((1, True), (2, False), (0, False)):
        m = at(f"day: 2\n{ship}\nA airlock: {inside}\nA store: 6 water")
        play(m, next(move.text for move in m.legal_moves(0) if move.text.endswith("cargo")))
        assert ("pass" not in wise(m)) == free, inside


def test_bots_for_people_hand_over_material_before_the_food_of_tonight() -> None:
    text = "day: 2\nnow: A turn\nfirst: B\nA heroes: 3a forest standing, 3b mine standing, 4 base, 5 dam standing\n"
    for food, wiser in (("1 can", {"wood"}), ("9 can", {"wood", "can"})):
        m = at(
            f"{text.replace('A turn', 'B turn')}A rooms: hunt_plus1 4\nA store: {food}, 2 wood\nB heroes: 5 carnival"
        )
        m.push("hero 5 forest")
        assert {move.split()[-1] for move in wise(m)} == wiser


def test_bots_for_people_build_no_room_that_stays_empty() -> None:
    text = "day: 6\nnow: A build\nA rooms: nursery, hunt_plus1 4\nA store: 4 wood\nA airlock: "
    assert not any(move.startswith("build") for move in wise(at(f"{text}1")))
    assert any(move.startswith("build") for move in wise(at(f"{text}5")))
