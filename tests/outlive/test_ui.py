"""What the night table and the buttons say is what holds now."""

from __future__ import annotations

import itertools
import re
import textwrap
from pathlib import Path

import pytest

import lastraft
from lastraft.kernel import EVERYONE, Emitted, part
from lastraft.match import Match
from lastraft.outlive import GAME
from lastraft.outlive.components import CARD_COST, CARDS, Card
from lastraft.outlive.events import Event
from lastraft.outlive.names import CARD_NAMES, brief_effect, card_effect
from lastraft.outlive.rules.scoring import score
from lastraft.outlive.state import Paying, Phase
from lastraft.outlive.ui.amounts import amounts
from lastraft.outlive.ui.outcomes import event_price
from lastraft.protocol import Listener, Reader, Stage
from lastraft.protocol.drawing import safe, symbols
from lastraft.protocol.staging import StagedStep
from lastraft.protocol.translations import LANGUAGES, translator
from tests.outlive.helpers import at, fresh, play, seat_of
from tests.outlive.test_dawn_events import HUNTER
from tests.outlive.test_night import DESK, IDLE, feed
from tests.outlive.test_rooms import BUILD
from tests.outlive.test_setup import mary

EN = translator("outlive", "en")
SHELTER = "A rooms: build_discount 3, hunt_plus1 4\nA airlock: 3\nA store: 2 meat, 3 can, 1 water"


def labels(m: Match) -> list[str]:
    return [GAME.speech.label(m.reader(0), move.code) for move in m.legal_moves(0)]


def details(m: Match) -> dict[str, str]:
    """What stands on the first seat's buttons, and under them."""
    hidden = m.hidden(0)
    return {
        GAME.speech.label(Reader(hidden, 0, m.names, EN), move.code): GAME.speech.outcome(
            Reader(hidden, 0, m.names, EN), move.code
        )
        for move in m.legal_moves(0)
    }


def test_a_dry_row_is_not_enough() -> None:
    m = feed(SHELTER)
    assert "1 survivor will be lost tonight." in m.draw(0)
    assert "You have enough" not in m.draw(0)
    assert details(m)["Serve 1 meat"] == "you have 2, spoils tonight"


def test_a_hero_in_hand_says_where_it_may_not_go() -> None:
    """Nor is the ship cryptic: each of its spaces says for whom it is."""
    heroes = "A heroes: 3a dam, 3b forest, 4 mine, 5 cargo\nB heroes: 3a base, 3b dam, 4 forest, 5 mine"
    m = at(f"now: A turn\n{heroes}")
    asks = {hero: re.search(rf'id="hero-0-{hero}".*?<desc>(.*?)</desc>', m.draw(0), re.S) for hero in ("3b", "4")}
    assert [found[1].split("\n")[:2] for found in asks.values() if found] == [
        [
            "Where does your 3b go?",
            "It walks 1 or 2 places along the ring. Not to where another of yours is: Dam (3a).",
        ],
        [
            "Where does your 4 go?",
            "It walks 1 or 2 places along the ring. Not to where another of yours is: Cargo Ship (5).",
        ],
    ]
    assert "<desc>Where does your 3b" not in m.draw(1)
    assert "For a hero of strength 4, unless another stands here." in m.draw(1)


def test_what_a_move_is_good_for() -> None:
    """Tonight's bill, and what a token or a place would bring."""
    m = feed(SHELTER)
    said = {move.text: GAME.speech.purpose(m.reader(0), (move.code,)) for move in m.legal_moves(0)}
    assert said["pay meat"] == "you have 2, spoils tonight"
    assert said["pay can"].endswith("more than of the others")


def test_advice_has_one_reason() -> None:
    """What tonight's meal lacks, where a move helps; else what it is good for."""
    heroes = "A heroes: 3a mine, 3b forest, 4 blackwood, 5 base\nB heroes: 5 dam"
    text = f"day: 2\nnow: A turn\n{heroes}\npools: dam 5, carnival 5\nA airlock: 2\nA rooms: ammo4 3\nA store: "
    m = at(f"{text}1 can")
    said = {move.text: GAME.speech.purpose(m.reader(0), (move.code,)) for move in m.legal_moves(0)}
    assert said["hero 4 carnival"] == "the dam gives water only for a chip"
    assert said["hero 5 silent peak"] == "searching for goods and equipment"
    assert all("short tonight, " not in each for each in said.values())
    m = at(f"{text}1 water, 3 can")
    assert not any("short tonight" in GAME.speech.purpose(m.reader(0), (move.code,)) for move in m.legal_moves(0))


def test_watchers_see_the_shelter_of_whoever_moves() -> None:
    for mover in "AB":
        m = play(at(f"now: {mover} turn\nday: 2\n{mover} heroes: 5 dam, 4 mine\npools: base 2"), "hero 4 base")
        seat = seat_of(mover)
        assert f'id="own-shelter" class="own s{seat}' in m.draw(-1)
        assert f'id="own-shelter" class="own s{1 - seat}' in m.draw(1 - seat), "everybody else sees their own"


def test_who_loses_a_survivor_is_not_told_that_everybody_is_fed() -> None:
    m = play(feed(SHELTER), "pay meat", "pay meat")
    picture = m.draw(0)
    assert "1 survivor goes without and is lost." in picture
    assert "one step less for each survivor left in the airlock" in picture
    assert "Everybody is fed." not in picture
    assert "stays where it is" not in picture


def test_a_hunt_is_announced_as_it_is() -> None:
    hunts = {
        "": "3 in all: actions and ammo, +1 meat",
        "events: mutation\n": "4 in all: actions and ammo, +1 meat",
        "events: plague\n": "3 in all: actions and ammo, +0 meat",
    }
    for event, said in hunts.items():
        m = play(at(f"{HUNTER}\n{event}animals forest: 3 3\nA store: 6 ammo"), "hero 5 forest")
        assert details(m)["Hunt the hare"] == said
    m = at(f"{HUNTER}\nanimals forest: 3 3\nA rooms: hunt_plus1 4\nA store: 6 ammo")
    play(m, "hero 5 forest")
    n = m.state.store[0][0]
    said = details(m)["Hunt the hare"]
    play(m, "hunt")
    assert GAME.speech.prompt(m.reader(0)).endswith("Actions left: 5, ammo: 6.")
    assert details(m)["2 ammo"] == "1 action, +2 meat"
    play(m, "ammo 0")
    assert said == f"3 in all: actions and ammo, +{m.state.store[0][0] - n} meat"


def test_an_animal_shows_how_tough_it_is_now_and_what_a_hunt_lacks() -> None:
    """OL-6.9, OL-12.19: one more under Mutation, but not for who is immune."""
    place = f"{HUNTER}\nevents: mutation\nanimals forest: 7 7\nA store: 2 ammo"
    assert '">8</text>' in at(place).draw(0)
    assert '">8</text>' not in at(f"{place}\nA rooms: event_immunity 3").draw(0)
    m = play(at(place), "hero 5 forest")
    assert GAME.speech.prompt(m.reader(0)).endswith("5 actions left. To hunt the bear you lack 1 action or ammo.")
    assert "lack" not in GAME.speech.prompt(play(at(f"{place}\nA store: 3 ammo"), "hero 5 forest").reader(0))


def test_two_events_are_shown_with_what_ends_them() -> None:
    """OL-6.1: their prices and points, in any language."""
    for language in LANGUAGES:
        m = at("day: 2\nevents: mutation, sandstorm\nnow: A turn\nA heroes: 5 mine")
        r = Reader(m.hidden(0), 0, m.names, translator("outlive", language))
        notices = GAME.picture.draw(r).partition('class="evline"')[2]
        for card in (Card.MUTATION, Card.SANDSTORM):
            assert safe(event_price(r.t, card, list(CARD_COST[card]))) in notices


def test_a_room_costs_what_the_construction_bay_makes_it() -> None:
    for n, cost in ((2, 3), (3, 1)):
        m = at(f"{BUILD}A rooms: build_discount {n}, ammo4\nA store: 4 wood\nA airlock: 1")
        assert f"build: {cost}<" in m.draw(0)
        assert ("Into the Construction Bay" in labels(m)) == (n == 2)


def log_of(m: Match, seat: int) -> list[str]:
    return [GAME.events.tell(h.event, Listener(seat, m.names, EN)) for h in m.events(seat)]


def test_a_visit_without_a_chip_is_told() -> None:
    """OL-9.1, OL-9.41: the dam gives nothing, and the turn is over."""
    start = "now: A turn\nA heroes: 5 base\nB heroes: 4 mine\npools: dam 5\n"
    m = play(at(start), "hero 5 dam")
    assert m.asked == 1
    assert "Without a chip you get no water." in log_of(m, 0)
    m = play(at(f"{start}A store: 1 chip"), "hero 5 dam", "pass")
    assert "Without a chip A gets no water." in log_of(m, 1)
    m = play(at(f"{start}A store: 1 chip".replace("dam 5", "dam 0")), "hero 5 dam")
    assert "A rests at the dam, 5 actions unused." in log_of(m, 1)  # a chip would not help
    m = play(at(f"{HUNTER}\npools: forest 5"), "hero 5 forest", "gather", "pass")
    assert "You rest in the forest, 4 actions unused." in log_of(m, 0)


def test_what_takes_a_survivor_is_said() -> None:
    """OL-11.14, OL-13.4: hunger is no event."""
    m = play(feed(SHELTER), "pay meat", "pay meat")
    assert GAME.speech.prompt(m.reader(0)) == "Hunger takes 1 survivor: from where?"
    assert "event" not in GAME.speech.help(m.reader(0)).splitlines()[0]


def test_on_the_last_day_no_event_is_to_come() -> None:
    """OL-5.1, OL-2.14: the other six are never turned up."""
    asides = [dict(GAME.speech.odds(at(f"day: {day}\nevents: rats").reader(0))) for day in (5, 6)]
    assert ["Events that may still come" in lines for lines in asides] == [True, False]


def test_recruits_may_be_paid_with_reserve_water() -> None:
    """OL-12.18: what can be paid is said with the reserve."""
    m = at("now: A recruit\nA rooms: water_reserve 3\nA store: 1 can")
    assert details(m) == {
        "No one else": "",
        "Recruit 1 for 1 water": "you have 1, +1 point",
        "Recruit 1 for 1 can": "you have 1, +1 point",
    }


def test_a_payment_without_a_choice_says_so() -> None:
    """OL-11.12: when everything must go, the order is all the same."""
    m = feed("A rooms: build_discount 3, hunt_plus1 4\nA store: 1 meat, 1 can")
    assert GAME.speech.prompt(m.reader(0)).endswith("all of it is eaten, in any order.")


def test_help_says_when_it_ends_and_what_counts() -> None:
    """OL-3.5, OL-15.2 to OL-15.7"""
    said = GAME.speech.help(fresh().reader(0))
    assert "day 1 of 6" in said
    assert "2: 1, 3: 2, 4: 4, 5: 7, 6: 11, 7: 17" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_convoys_board_has_room_for_every_event(language: str) -> None:
    """Letters are about 5 wide there: 272 for a line, 118 for half of one."""
    t = translator("outlive", language)
    for card in range(CARDS):
        name, brief = t(CARD_NAMES[card]), brief_effect(card, 4, t)
        assert len(brief) <= 26
        assert len(name) + len(brief) <= 52
        assert len(textwrap.wrap(card_effect(card, 4, t), 50, initial_indent=" " * (len(name) + 2))) <= 2
        assert len(textwrap.wrap(card_effect(card, 4, t), 26)) <= 4


def test_what_belongs_together_is_one_sentence() -> None:
    """OL-4.3, OL-11.3: tiles on display and a price are lists; meat of a hunt is not told twice."""
    names = ["Ann", "Bob"]

    def said(*events: tuple[Event, int, int, int]) -> list[str]:
        return [
            line.said for line in GAME.speech.log([Emitted(-1, *event) for event in events], Listener(0, names, EN))
        ]

    assert said((Event.SHOWN, 1, 0, 0), (Event.SHOWN, 1, 2, 0)) == ["Silent Peak displays: Axe, Jerrycan."]
    assert said((Event.PAID, 1, 4, 3), (Event.PAID, 1, 5, 2)) == ["Bob pays 3 metal, 2 chips."]
    hunt = [(Event.HUNTED, 0, 4, 2), (Event.GAINED, 0, 0, 2), (Event.GAINED, 0, 3, 1)]
    assert said(*hunt) == ["You hunt the fox: +2 meat, +1 wood."]


def test_equal_tokens_are_counted() -> None:
    """OL-2.17: Mary may draw two empty cupboards; whichever is thrown away, she keeps the other."""
    m = play(mary("empty_cupboard empty_cupboard", "cartridges holy_water"), "leader mary koolpepper")
    assert m.draw(0).count("&#215;2") == 1
    assert details(m)["Throw away: an empty cupboard"] == "nothing, 2 of the four"
    assert details(m)["Throw away: cartridges"] == "1 ammo, 1 of the four"


def test_equal_rooms_are_counted() -> None:
    m = fresh(rooms={0: "ammo4 ammo4 nursery draw_and_repair water_reserve vent_reserve"})
    assert m.draw(0).count("&#215;2") == 1


def test_how_far_the_game_is() -> None:
    """The day of six, its part, and the actions of the hero at work; before that, what is chosen."""
    assert GAME.speech.stage(fresh().reader(-1)) == Stage("Setup", ("Rooms", "Leader", "Heroes"), 0, 0, 0)
    m = play(at(f"{HUNTER}\nday: 3\npools: forest 5"), "hero 5 forest", "gather")
    assert GAME.speech.stage(m.reader(-1)) == Stage("Day 3 of 6", ("Dawn", "Day", "Night"), 1, 4, 5)
    m = play(at(f"{HUNTER}\nevents: sandstorm\npools: forest 5"), "hero 5 forest")
    assert GAME.speech.stage(m.reader(-1))[3:5] == (3, 3)
    assert GAME.speech.stage(Reader(feed(SHELTER).hidden(0), -1, (), EN)).now == 2
    m = play(at("now: A turn\nA heroes: 5 base\nB heroes: 4 dam standing\nB store: 1 ammo, 1 wood"), "hero 5 dam")
    assert m.asked == 1
    assert GAME.speech.stage(Reader(m.hidden(1), -1, (), EN))[3:5] == (0, 0), (
        "the attacker's actions are none of the victim's"
    )


def test_what_is_asked_and_what_to_know() -> None:
    """A question first, under it the situation."""
    m = play(at(f"{HUNTER}\npools: forest 5"), "hero 5 forest")
    assert GAME.speech.prompt(m.reader(0)) == "What does your 5 do in the forest?\n5 actions left."
    m = at(f"{HUNTER}\npools: forest 5\nanimals forest: 3 3\nA store: 3 ammo")
    play(m, "hero 5 forest", *["gather"] * 5)
    assert GAME.speech.prompt(m.reader(0)).endswith("No actions left: you can still hunt, or end the turn.")
    assert details(m)["Hunt the hare"] == "3 ammo, +1 meat"
    m = feed(SHELTER)
    assert GAME.speech.prompt(m.reader(0)) == "What will your people eat?\nYour rooms need 3 more food."
    spare = feed(SHELTER.replace("airlock: 3", "airlock: 0"))
    assert GAME.speech.prompt(spare.reader(0)).endswith("Water left over is food too.")
    assert "Water left over is food too." in spare.draw(0)
    assert GAME.speech.strip(spare.reader(0))[1].said.endswith("Of that, water that the airlock leaves: 1.")
    m = at("now: A events survivors 1\nevents: glaciation\nA airlock: 1\nA rooms: build_discount 3")
    assert GAME.speech.prompt(m.reader(0)).endswith("\nGlaciation: Every shelter loses 1 survivor.")


def test_setup_says_what_is_good_to_begin_with() -> None:
    """A room for all four that eats little, and that they fill it; one of one's own before those of every shelter."""
    good = "Good to begin with: Pantry (4 places, eats 1)."
    m = fresh(rooms={0: "ammo4 nursery draw_and_repair water_reserve vent_reserve cargo_plus1"})
    play(m, "keep pantry", "keep armoury", "keep dormitory", "keep cistern")
    assert good in GAME.speech.prompt(m.reader(0))
    assert "fill the room" in GAME.speech.prompt(play(m, "build pantry").reader(0))
    m = fresh(rooms={0: "ammo4 nursery draw_and_repair water_reserve vent_reserve ammo4"})
    play(m, *["keep armoury"] * 2, "keep dormitory", "keep cistern")
    assert "Good to begin with: Crisis Desk (" in GAME.speech.prompt(m.reader(0)), "which every shelter has"


def test_an_arrival_says_what_it_brings() -> None:
    """Actions, pressure, or what the ship gives."""
    start = "now: A turn\nA heroes: 5 base\nA store: 1 chip\npools: dam 5\nB heroes: 4 dam standing"
    assert details(at(start))["5 → Dam"] == "1 chip for 5 water, pressure 1 on B"
    assert details(at(f"{start}\nevents: sandstorm"))["5 → Dam"] == "1 chip for 3 water, pressure 1 on B"
    assert details(at(f"{start}\nA equipment: access_card"))["5 → Dam"] == "+5 water, pressure 1 on B"
    assert details(at("now: A turn\nA heroes: 3a mine\nship: 3"))["3a → Cargo Ship"] == "1 can, 1 survivor"
    dry = at("now: A turn\nA heroes: 3a base\nA store: 1 wood\npools: dam 5, forest 0")
    assert details(dry)["3a → Dam"] == "3 actions, no chip, no water"
    assert details(dry)["3a → Forest"] == "3 actions, nothing left to gather"
    only = at("now: A turn\nA heroes: 5 dam, 4 forest, 3a base, 3b blackwood")
    assert details(only)["5 → Silent Peak"] == "5 actions, nowhere else to go: your heroes stand there"
    tools = "now: A turn\nA heroes: 3a dam\npools: forest 4\nA equipment: axe, bow, hacksaw broken"
    assert details(at(tools))["3a → Forest"] == "+1 meat, +4 wood"
    assert details(at(tools.replace("forest 4", "forest 2")))["3a → Forest"] == "+1 meat, +2 wood"


def test_an_arrival_says_who_can_press_there() -> None:
    """Whoever has a stronger hero that has not moved and reaches the place."""
    for heroes, told in (("5 cargo", True), ("5 cargo standing", False), ("3b cargo", False), ("5 forest", False)):
        m = at(f"now: A turn\nA heroes: 3a cargo, 4 base\nB heroes: {heroes}\npools: mine 5")
        assert ("can be pressed by B" in details(m)["3a → Mine"]) == told, heroes


def test_prices_stand_under_the_buttons() -> None:
    m = at(f"{BUILD}A rooms: build_discount 3, ammo4\nA store: 4 wood\nA airlock: 1")
    assert details(m)["Build Armoury"] == "Every night: 4 ammo. 3 places, eats 3. Costs 1."
    assert {GAME.speech.brief(m.reader(0), move.code) for move in m.legal_moves(0)} >= {"+4 ammo a night", ""}
    m = at(f"{BUILD}A rooms: ammo4 0\nA airlock: 3")
    assert details(m)["Into the Armoury"] == "then 1 of 3 places taken, costs 3 more food a night"
    assert [each.detail for each in amounts(m.reader(0))][-1] == "then it works, costs 3 more food a night"
    m = at("now: A end events\nday: 2\nevents: wildfire\nA store: 3 water")
    assert details(m)["End Wildfire"] == "3 water for 3 points"
    assert "You have what it costs." in m.draw(0)
    assert "You lack 3 water." in m.draw(1)
    assert "You lack" not in m.draw(-1), "who only watches pays nothing"
    helped = at(f"{DESK}events: glaciation\nA store: 3 wood\nA airlock: 1")
    assert "You lack 2 wood; the Crisis Desk helps." in helped.draw(0)
    assert "To end it: 5 wood for 4 points" in at("now: A turn\nevents: glaciation").draw(0), "under the road by day"
    m = at("now: A repair\nA equipment: axe broken\nA store: 3 wood, 3 metal, 3 chip")
    assert details(m)["Repair Axe"].endswith(". Forest: 2 more wood from the pool after gathering.")
    m = at(f"{BUILD}A rooms: nursery 3, ammo4\nA store: 3 wood\nA airlock: 0")
    assert details(m)["Pass"] == "you could still build a room; works all the same: Dormitory", "OL-11.32"
    needless = [move.text for move in m.legal_moves(0) if GAME.speech.needless(m.hidden(0), 0, move.code)]
    assert needless == ["run dormitory"], "passing does that as well"
    m = at(f"{BUILD}A rooms: draw2_equipment 3\nA store: 3 wood\nstack: axe")
    assert not any(GAME.speech.needless(m.hidden(0), 0, move.code) for move in m.legal_moves(0)), "it may be scrapped"
    for store, useless in (("1 metal", True), ("3 wood, 3 metal, 3 chip", False)):
        m = at(f"now: A repair\nA rooms: draw_and_repair 3\nA equipment: axe broken\nA store: {store}")
        m.state.stack_left, m.state.discard[:] = 0, [0] * len(m.state.discard)
        said = "nothing to draw, and nothing it could help to repair"
        assert any(GAME.speech.needless(m.hidden(0), 0, move.code) for move in m.legal_moves(0)) == useless, said


def test_what_is_far_what_is_hunted_again_and_what_does_not_help() -> None:
    m = at("now: A turn\nA heroes: 4 base\nA equipment: exoskeleton")
    far = [said for said in details(m).values() if "uses the Exoskeleton" in said]
    assert 0 < len(far) < len(details(m)), "only beyond two steps"
    m = at("now: A repair\nA rooms: repair_minus2 3\nA equipment: backpack broken\nA store: 3 metal")
    assert "Workshop: you have none of your tiles' own materials." in GAME.speech.prompt(m.reader(0))
    m = play(at(f"{HUNTER}\nanimals forest: 3 3\nA equipment: thermal_sensor"), "hero 5 forest")
    m.state.kills[0][0] = 1
    assert details(m)["Hunt the hare or another"] == "3 in all: actions and ammo, +2 meat: your no. 2 of its kind"


def test_the_last_day_says_what_still_scores() -> None:
    m = at("now: A turn\nday: 6\nA heroes: 4 base\nA equipment: axe\nB equipment: bow, crowbar")
    assert "The last day. Repaired: you 1, B 2; tonight's still score, and full rooms." in GAME.speech.prompt(
        m.reader(0)
    )
    assert 'data-points="1 ' in m.draw(0), "the page tells how many points somebody won meanwhile"
    hungry = at("now: A turn\nday: 6\nA heroes: 4 base\nA airlock: 3\nevents: wildfire")
    assert GAME.speech.prompt(hungry.reader(0)).split("\n")[1].startswith("Tonight's meal lacks "), "people count most"


def test_who_is_behind_in_repairs_reads_it_long_before_the_end() -> None:
    text = "now: A turn\nday: 2\nA heroes: 4 base\nA equipment: axe\nB equipment: bow"
    assert "Repaired:" not in GAME.speech.prompt(at(text).reader(0))
    said = GAME.speech.prompt(at(f"{text}, crowbar").reader(0))
    assert "Repaired: you 1, B 2; each tile is a point at the end." in said


def test_plans_are_clicked_and_no_buttons() -> None:
    m = at(f"{BUILD}A rooms: nursery 3, ammo4\nA store: 3 wood\nA airlock: 0")
    assert 'id="room-1" class="at room plan" data-aside="always"' in m.draw(0)
    assert "Choose a plan above to build it: 3 of your 3 materials." in GAME.speech.prompt(m.reader(0))
    m.state.store[0][3] = 0
    assert "Choose a plan" not in GAME.speech.prompt(m.reader(0))


def test_a_tile_that_lies_open_has_a_short_name() -> None:
    """Three of them are buttons of the prompt then; what they do stands beneath."""
    drawn = at("now: A turn\ndisplay blackwood: axe bow crowbar").draw(0)
    assert "<title>Axe</title><desc>Forest: 2 more wood from the pool after gathering. Repair: " in drawn


def panel(m: Match, seat: int = 0) -> str:
    """The night's panel."""
    return m.draw(seat).split('id="night"')[1].split('id="own-shelter"')[0]


def test_the_order_of_ending_events_is_told() -> None:
    """OL-3.3, OL-11.3: by day who comes first tonight, and at night who was faster."""
    day = "now: A turn\nevents: wildfire\nA heroes: 5 dam standing, 4 mine\nB heroes: 4 mine"
    m = at(f"{day}\nmarker: B")
    price = "Wildfire costs 3 water for 3 points."
    assert GAME.speech.prompt(m.reader(0)).endswith(f"Tonight {m.names[1]} may end events first. {price}")
    assert GAME.speech.prompt(at(f"{day}\nmarker: A").reader(0)).endswith(f"Tonight you may end events first. {price}")
    assert price in GAME.speech.prompt(at(day.replace(" standing", "")).reader(0)), "before the first move, too"
    night = f"first: B\nnow: B end events\nevents: wildfire\nB store: 3 water\nA airlock: 1\n{IDLE}"
    m = play(at(f"{night}\nA rooms: hunt_plus1 4\nA store: 4 water, 4 can"), "end wildfire")
    assert f"{m.names[1]} was first: Wildfire, 3 points." in beside(m, 0), "whatever is asked next"
    assert not any("was first" in line for line in beside(m, 1))
    m = at(
        f"{night}\nA store: 4 water, 5 wood, 5 metal, 5 chip, 5 ammo\nevents: hostile_clan by A, rats, wildfire\nday: 3"
    )
    assert ">before you takes it.<" in panel(m)
    m = play(m, "end wildfire")
    assert f"{m.names[1]} was first: 3 points" in panel(m), "the card stays where it is"
    assert "You ended it: 5 points" in panel(m)


def test_the_night_shows_the_shelter_of_whoever_moves() -> None:
    """All shelters are open: those who wait see what is recruited, built and repaired."""
    for step, shown in (("build", "room lit"), ("repair", 'id="mend-axe"'), ("recruit", 'id="crowd"')):
        text = f"first: B\nnow: B {step}\nB rooms: hunt_plus1 4\nB equipment: axe broken\nB store: 3 wood"
        m = at(f"{text}, 2 metal, 2 chip, 2 can\nA equipment: bow broken")
        theirs, own = panel(m), panel(m, 1)
        assert 'x="32">B<' in theirs
        assert 'x="32">' not in own
        assert "data-for" not in theirs, "nothing of it can be chosen by whoever waits"
        assert shown in theirs
        assert "mend-bow" not in theirs


def test_building_shows_what_full_rooms_count() -> None:
    m = at(f"{BUILD}A rooms: nursery 3, ammo4\nA store: 3 wood\nA airlock: 0")
    ladder = panel(m).split('id="ladder"')[1]
    assert re.findall(r"<text x=[^>]*>(\d+)<", ladder) == ["0", "1", "2", "4", "7", "11", "17"]
    assert ladder.count('class="now"') == 1


def test_a_tile_is_repaired_at_once_and_says_what_it_completes() -> None:
    m = at("now: A repair\nA equipment: axe broken, bow\nA store: 3 wood, 3 metal, 3 chip")
    move = next(move.code for move in m.legal_moves(0) if move.text == "repair axe")
    assert GAME.picture.clicks(m.reader(0), move) == ("own-axe",)
    assert "completes a symbol with the Bow: 2 points" in details(m)["Repair Axe"]
    assert GAME.speech.prompt(m.reader(0)).split("\n")[1].startswith("Choose a tile above to repair it.")
    assert details(m)["Pass"] == "1 tile can still be repaired"


def test_the_end_says_what_decided_between_those_who_are_level() -> None:
    """OL-15.8: food, then the other goods, each with its number."""

    def said(a: str, b: str) -> str:
        m = at(f"now: A turn\nA airlock: 2\nB airlock: 2\nA store: {a}\nB store: {b}")
        m.state.phase = Phase.OVER
        return GAME.speech.help(Reader(m.state, -1, ("Ann", "Bob"), EN))

    assert said("2 can", "1 can, 1 wood") == "Level on 2 points: more food left wins (Ann 2, Bob 1)."
    both = "food Ann 1, Bob 1; other goods Ann 0, Bob 2"
    assert said("1 can", "1 water, 1 wood, 1 ammo").endswith(f"wins, then more goods ({both}).")
    m = at("now: A turn\nA airlock: 2\nB airlock: 1")
    m.state.phase = Phase.OVER
    assert GAME.speech.help(m.reader(0)).startswith("Most points win.")
    own = GAME.speech.own_end(Reader(m.state, 1, ("Ann", "Bob"), EN))
    assert own == "The convoy leaves 1 survivor of yours behind. The biggest difference: survivors, 1 to 2 points."
    decided = GAME.speech.downfall(Reader(m.state, 1, ("Ann", "Bob"), EN), ())
    assert decided == "Ann has more points: survivors 2 to 1."


def test_the_glossary_follows_the_table() -> None:
    """What a sign means depends on the players and on the options."""

    def meanings(seats: int, **options: str) -> dict[str, str]:
        s = GAME.new_state(seats, options)
        return {sign.symbol: sign.meaning for _, signs in GAME.speech.glossary(Reader(s, -1, (), EN)) for sign in signs}

    few, many = meanings(2), meanings(4, storage_caps="none", event_room_ammo="true", one_hunt_per_visit="false")
    assert few["ev-wildfire"] != many["ev-wildfire"]
    assert few["res-can"].endswith("Up to 8 outlast the night.")
    assert many["res-can"].endswith("All of it outlasts the night.")
    assert many["room-event_discount"] == f"{few['room-event_discount']} Or up to 2 ammo."
    assert few["animal-3"] == f"{many['animal-3']} A hero hunts once in a visit."


def test_a_line_of_the_log_joins_what_belongs_together() -> None:
    """An arrival with what it brings, a price with what it buys; losses are grave, parts of the day are headings."""
    names = ["Ann", "Bob"]

    def lines(*events: tuple[Event, int, int, int]) -> list[tuple[str, str, str]]:
        log = GAME.speech.log([Emitted(-1, *event) for event in events], Listener(0, names, EN))
        return [(line.said, line.symbol, line.tone) for line in log]

    boarding = [(Event.MOVED, 0, 0, 5), (Event.BOARDED, 0, 0, 0), (Event.MARKER, 0, 0, 0), (Event.GAINED, 0, 2, 1)]
    said = "Your 3a arrives on the ship: space 3, first player from tonight on, +1 can."
    assert lines(*boarding) == [(said, "shape-0", "")]
    ended = [(Event.PAID, 1, 3, 4), (Event.ENDED, 1, 1, 0)]
    assert lines(*ended) == [("Bob ends Falling Debris for 4 wood: +3 points.", "ev-falling_debris", "")]
    assert lines((Event.NIGHT, 3, 0, 0)) == [("Night 3", "moon", "heading")]
    hungry = [(Event.HUNGER, 1, 1, 0), (Event.LOST_SURVIVOR, 1, 0, 0)]
    assert lines(*hungry) == [("Bob is short of 1 food or water: a survivor lost (airlock).", "bowl-e", "grave")]
    handed = [(Event.HANDED, 1, 0, 3), (Event.HANDED, 1, 0, 3)]
    assert lines(*handed) == [("Bob hands 2 wood to you.", "res-wood", "")]
    passed = [(Event.PASSED, 1, 0, 0), (Event.PASSED, 0, 0, 0)]
    assert lines(*passed) == [("Everybody passes.", "storm", "")]
    names.append("Cleo")
    assert lines(*passed) == [("Passed: Bob, you.", "shape-1", "")]
    starved = [(Event.HUNGER, 1, 3, 0), *[(Event.LOST_SURVIVOR, 1, 0, 0)] * 2, (Event.LOST_SURVIVOR, 1, 1, 1)]
    said = "Bob is short of 3 food or water: a survivor lost (airlock) × 2, a survivor lost (Construction Bay)."
    assert lines(*starved) == [(said, "bowl-e", "grave")]
    assert lines((Event.DAWN, 6, 0, 0))[0][0] == "Day 6, the last: the convoy comes after this night"


def test_goods_that_come_one_by_one_are_told_as_one_amount() -> None:
    handed, gathered = (
        Emitted(EVERYONE, kind, 1, b, c) for kind, b, c in ((Event.HANDED, 0, 2), (Event.GATHERED, 4, 1))
    )
    listener, joined = Listener(0, ("A", "B"), EN), GAME.speech.joined
    way = joined(joined([handed], [handed]), [handed, gathered])
    assert [line.said for line in GAME.speech.log(way, listener)] == ["B hands 3 cans to you.", "B gets 1 metal."]
    assert not joined([handed], [gathered])
    assert not joined([handed, gathered], [gathered]), "more than one line stands there"
    assert not joined([gathered], [gathered._replace(a=0)])


def test_every_picture_of_the_log_is_drawn() -> None:
    known = symbols(Path(lastraft.__file__).parent / "outlive" / "ui" / "pictures")
    for name in ("2", "4"):
        m = lastraft.read((Path(__file__).parent / "golden" / f"{name}.txt").read_text("utf-8"))
        for happened in m.all_events():
            assert {line.symbol for line in GAME.speech.log([happened.event], Listener(0, m.names, EN))} <= known


def test_plates_say_whose_turn_it_is() -> None:
    """Who is asked, who comes next, who goes first, and in which order."""
    m = at("day: 2\nnow: A turn\nA heroes: 5 base\nB heroes: 4 mine\nC heroes: 4 dam standing", 3)
    first, second, third = m.draw(0).split('<g id="seat-')[1:]
    assert ">You<" in first
    assert ">your turn<" in first
    assert "next to move" in second
    assert "next to move" not in third, "whoever has moved all heroes does not come again"
    assert [plate.count("order of play") for plate in (first, second, third)] == [1, 1, 1]
    assert ">to move<" in m.draw(1)


def clicked(m: Match) -> set[tuple[str, ...]]:
    hidden = m.hidden(0)
    return {GAME.picture.clicks(GAME.reader(hidden, 0), move.code) for move in m.legal_moves(0)}


def test_the_last_hero_goes_with_one_click() -> None:
    """Where it goes is all that is asked; whoever clicks the hero first may."""
    others = "3a base standing, 3b forest standing"
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam standing, {others}\nB heroes: 4 carnival")
    assert clicked(m) == {("area-cargo",), ("area-silent_peak",), ("area-carnival",)}
    shortcuts = GAME.picture.shortcuts(m.reader(0))
    assert {shortcut.clicks for shortcut in shortcuts} == {("hero-0-5", *clicks) for clicks in clicked(m)}
    m = at(f"now: A turn\nA heroes: 5 mine, 4 dam, {others}\nB heroes: 4 carnival")
    assert ("hero-0-5", "area-cargo") in clicked(m)
    assert GAME.picture.shortcuts(m.reader(0)) == []


def test_a_click_on_a_place_or_a_store_is_no_answer_to_another_question() -> None:
    """Why heroes start somewhere is nothing to tell somebody in the middle of the game."""
    m = play(at(f"{HUNTER}\npools: forest 5"), "hero 5 forest")
    spelled = {GAME.picture.clicks(GAME.reader(m.hidden(0), 0), code) for code in range(GAME.families.count)}
    assert not {("area-mine",), ("store-wood",)} & spelled
    assert {("store-meat",), ("store-can",)} <= clicked(feed(SHELTER))


def test_tools_are_named_to_whoever_has_one() -> None:
    for tiles, named in (("", False), ("\nA equipment: shotgun", True)):
        m = play(at(f"{HUNTER}\nanimals forest: 3 3\nA store: 6 ammo{tiles}"), "hero 5 forest", "hunt")
        assert ("Tools come before ammo." in GAME.speech.prompt(m.reader(0))) == named


def test_who_comes_next_at_night() -> None:
    m = at("now: A build\nA rooms: ammo4\nB rooms: ammo4\nA store: 4 wood\nB store: 4 wood")
    assert "next to move" in m.draw(0)


def test_a_crowd_of_tiles_is_a_list_of_names() -> None:
    few = "axe broken, bow, jerrycan broken, access_card, ammo_box, crowbar broken"
    for tiles, listed in ((few, False), (f"{few}, hacksaw", True)):
        assert ('class="wide row"' in at(f"{HUNTER}\nA equipment: {tiles}").draw(0)) == listed


def test_the_first_room_is_free() -> None:
    m = fresh()
    while GAME.speech.prompt(m.reader(0)).startswith("Which rooms"):
        m.push(m.legal_moves(0).codes()[0])
    assert "build: 3" not in m.draw(0)
    m.push("build construction bay")
    works = {said for said in details(m).values() if said.startswith("it works at once")}
    assert works == {"it works at once, every night 2 food, 1 water"}


def test_a_phone_shows_the_order_of_play() -> None:
    picture = at("first: B\nnow: B turn\nA heroes: 5 mine\nB heroes: 4 carnival").draw(0)
    places = {who: float(x) for who, x in re.findall(r'<g id="turn-(\d)"[^>]* transform="translate\(([\d.]+)', picture)}
    assert places["1"] < places["0"], "B is first"


def test_a_phone_shows_everybodys_points_beside_their_names() -> None:
    m = at("now: A turn\nA airlock: 3\nB airlock: 5")
    above = re.search(r'<g id="line-up".*?<g id="own-shelter"', m.draw(0), re.S)
    assert above
    assert re.findall(r'<text class="hd"[^>]* y="28">(\S+?)</text>', above[0]) == [
        str(score(m.state, who)) for who in range(2)
    ]


def test_amounts_in_one_go() -> None:
    """Gathering, recruiting and paying again and again is one click; every code of it is legal in its turn."""

    def offered(m: Match) -> dict[str, int]:
        shortcuts = {each.label: each.codes for each in GAME.picture.shortcuts(m.reader(0)) if not each.clicks}
        for codes in shortcuts.values():
            s = m.state.copy()
            for code in codes:
                assert GAME.rules.forbids(s, 0, code) == 0
                GAME.rules.apply(s, 0, code)
        return {said: len(codes) for said, codes in shortcuts.items()}

    m = play(at("now: A turn\nA heroes: 4 dam, 5 mine\nA rooms: peek_search 4"), "hero 4 forest")
    assert offered(m) == {f"Gather wood ×\u00a0{n}": n for n in (2, 3, 4)}
    assert offered(feed(SHELTER)) == {"Serve 2 meat": 2, "Serve 2 cans": 2, "Serve 3 cans": 3}
    recruiting = "now: A recruit\nA airlock: 1\nA store: 3 water, 2 can"
    assert offered(at(recruiting)) == {
        "Recruit 2 for 2 water": 2,
        "Recruit 3 for 3 water": 3,
        "Recruit 2 for 2 cans": 2,
        "Recruit 5 for 3 water, 2 cans": 5,
    }
    m = at(recruiting)
    m.push(amounts(m.reader(0))[0].codes[0])
    assert m.asked == 0, "a can may follow"
    assert offered(at("now: A recruit\nA airlock: 6\nA store: 2 can")) == {}
    building = at("now: A build\nA store: 4 wood, 3 metal, 1 chip\nA airlock: 1")
    assert offered(play(building, "build construction bay")) == {
        "Pay 2 wood, 1 metal": 3,
        "Pay 3 wood": 3,
        "Pay 3 metal": 3,
    }
    staffing = at("now: A build\nA airlock: 5\nA rooms: hunt_plus2 1")
    assert offered(staffing) == {"Into the Smokehouse ×\u00a02": 2}
    for store, cards, codes, price in (
        ("5 wood", "glaciation", 3, "3 wood for 4 points"),
        ("1 wood, 2 metal, 2 chip", "sandstorm", 3, "2 metal, 2 chips for 5 points"),
        ("2 water, 2 chip", "plague", 3, "1 water, 2 chips for 4 points; then 1 starves"),
    ):
        helped = at(f"{DESK}events: {cards}\nA store: {store}\nA airlock: 1")
        first = amounts(helped.reader(0))[0]
        assert (first.label, len(first.codes)) == (f"End {cards.capitalize()} with the Crisis Desk", codes)
        assert (first.detail, first.first) == (price, True)


def test_what_is_lost_or_handed_over_goes_in_one_go() -> None:
    """Material before food; whoever takes chooses each; of survivors as many as live at a place."""
    m = play(
        at("now: A turn\nA heroes: 5 base\nB heroes: 3a dam standing\nB store: 3 metal, 1 chip, 4 meat"), "hero 5 dam"
    )
    rows = amounts(m.reader(1))
    assert [each.label for each in rows] == ["Hand over 2 metal", "Hand over 2 meat"]
    m = at("now: A events survivors 6\nA airlock: 5\nA rooms: ammo4 3, nursery 1")
    assert [each.label for each in amounts(m.reader(0))] == ["Airlock ×\u00a05", "Armoury ×\u00a03"]


def test_a_payment_that_begins_the_next_round() -> None:
    """The rest of a payment is found although dawn follows it, whose shuffling nobody can foresee."""
    m = at("day: 1\nfirst: B\nnow: A build\nA store: 2 wood, 1 metal\nA airlock: 0\nB airlock: 0\n" + IDLE)
    m.push("build construction bay")
    assert [each.label for each in GAME.picture.shortcuts(m.reader(0))] == ["Pay 2 wood"]


def test_who_recruits_is_told_once_what_is_left_for_tomorrow() -> None:
    """Meat spoils, two water keep, and every row of the airlock drinks: what is left is set against what it takes."""
    m = at("now: A recruit\nA airlock: 1\nA store: 5 can, 1 meat, 4 water")
    said = {each.label: each.detail for each in GAME.picture.shortcuts(m.reader(0))}
    assert "Tomorrow's meal is safe." in GAME.speech.prompt(m.reader(0))
    cistern = "now: A recruit\nA rooms: water_reserve 3\nA airlock: 1\nA store: 1 can, 4 meat"
    assert "Tomorrow's meal lacks 1 ration." in GAME.speech.prompt(at(cistern).reader(0)), "a free water each night"
    assert details(m)["Recruit 1 for 1 meat"] == "you have 1, spoils tonight, +1 point"
    assert said["Recruit 2 for 2 water"] == "+2 points"
    last = at("day: 6\nnow: A recruit\nA store: 1 can")
    assert details(last)["Recruit 1 for 1 can"] == "you have 1, +1 point"
    assert "Tomorrow" not in GAME.speech.prompt(last.reader(0))
    assert "Full rooms: 0" in GAME.speech.prompt(last.reader(0)), "whoever comes can still fill one"


def test_a_room_is_paid_with_what_no_repair_needs() -> None:
    """The first suggestion keeps a repair possible that the store can pay."""
    build = "now: A build\nA rooms: hunt_plus1\nA store: 3 wood, 3 metal\n"
    costs = []
    for tile in ("", "A equipment: shotgun broken"):
        m = play(at(build + tile), "build construction bay")
        costs.append(amounts(m.reader(0))[0].label)
    assert costs[0] != costs[1] == "Pay 1 wood, 2 metal"


def test_the_fourth_full_room_and_each_after_it_is_told() -> None:
    """No event of the rules says so; and what one achieved is found again after the end."""
    rooms = "A rooms: ammo4 3, nursery 3, auto_repair 3, event_discount"
    for inside, told in ((2, []), (3, [4])):
        m = play(at(f"now: A build\n{rooms} {inside}\nA airlock: 2"), "staff crisis desk")
        events = [h.event for h in m.all_events()]
        after = GAME.speech.aftermath(m.state, m.state, 0, events)
        assert [e.b for e in after if e.kind == Event.FULL] == told
    for seat, said in ((0, ["You have 4 full rooms: 4 points!"]), (1, [])):
        listener = Listener(seat, m.names, EN)
        assert [line.said for line in GAME.speech.turning_points([*events, *after], listener)] == said


def test_the_dam_is_paid_and_drawn_from_in_one_go() -> None:
    m = play(at("now: A turn\nA heroes: 4 base, 5 mine\nA store: 1 chip"), "hero 4 dam")
    pumped = next(each for each in amounts(m.reader(0)) if each.label == "Pay a chip and draw water")
    assert pumped.detail == "4 actions, +4 water"
    for code in pumped.codes:
        m.push(code, 0)
    assert m.state.store[0][:7] == [0, 4, 0, 0, 0, 0, 0]


def test_the_bill_of_the_night_hangs_over_the_rooms() -> None:
    """From the first survivors on, for a desk as for a phone; once it is paid, the next night's."""
    hungry = at("now: A turn\nA airlock: 3\nA rooms: ammo4 3\nA store: 1 water, 1 can\nA heroes: 5 mine")
    bill = hungry.draw(0).partition('id="bill"')[2]
    assert all(figure in bill for figure in (">1/2<", ">1/3<", ">&#8722;3<"))
    assert [figure.value for figure in GAME.speech.strip(hungry.reader(0))][:2] == ["1/2", "1/3"]
    fed = at("now: A recruit\nA airlock: 3\nA rooms: ammo4 3\nA store: 1 can")
    assert ">Tomorrow night<" in fed.draw(0)
    spoils = at("now: A recruit\nA airlock: 3\nA rooms: ammo4 3\nA store: 1 can, 2 meat, 5 water")
    assert [figure.value for figure in GAME.speech.strip(spoils.reader(0))][:2] == ["2/2", "1/3"], "only what keeps"
    for m, night in ((hungry, "tonight"), (fed, "tomorrow")):
        assert [figure.note for figure in GAME.speech.strip(m.reader(0))][:2] == [night, night]
    assert not any(figure.urgent for figure in GAME.speech.strip(fed.reader(0)))
    assert ">Tonight<" not in fresh().draw(0)


def test_a_kept_room_stays_in_its_place() -> None:
    """Ticked, not pale as if it were gone."""
    m = fresh()
    before = m.draw(0).count('class="at choice"')
    m.push(m.legal_moves(0).codes()[0])
    picture = m.draw(0)
    assert picture.count('class="at choice"') + picture.count('class="at kept"') == before
    assert picture.count('class="seal"') == 1


def test_a_step_that_was_passed_for_a_player_says_what_is_missing() -> None:
    """OL-11.9, OL-12.13: from what the seat has; ammo is no material, so the Crisis Desk spares none."""
    night = "day: 2\nnow: B end events\nevents: mutation\nB store: 5 ammo, 1 can\nA store: 4 ammo, 1 can\nA rooms: "
    m = at(f"{night}event_discount 4")
    said = "You cannot end Animal Mutation: you lack 1 ammo, even with the Crisis Desk."
    assert GAME.speech.prompt(m.reader(0)).split("\n")[1].startswith(said)
    assert "You cannot end" not in GAME.speech.prompt(m.reader(1)), "who can is asked"
    assert ">the Crisis Desk.<" in m.draw(0)
    m = at(f"{night}event_discount 0, hunt_plus1 4".replace("mutation", "wildfire"))
    assert GAME.speech.prompt(m.reader(0)).endswith("You cannot end Wildfire: you lack 3 water.")
    m = feed("events: wildfire\nA airlock: 3\nA rooms: ammo4 3\nA store: 2 water, 2 meat, 4 can")
    assert GAME.speech.prompt(m.reader(0)).endswith("lack 1 water."), "although the airlock has drunk"
    m = feed("events: mutation\nA airlock: 3\nA store: 2 water, 4 can")
    assert GAME.speech.prompt(m.reader(0)).endswith("You cannot end Animal Mutation: you lack 5 ammo.")


def test_the_days_event_is_told_until_the_first_move() -> None:
    day = "day: 2\nnow: A turn\nevents: wildfire, rats\nA store: 1 can\nB store: 1 can\nA heroes: 5 dam, 4 mine"
    said = "New today: Rat Plague. Every shelter loses 1 food, or 1 survivor if it has none."
    assert GAME.speech.prompt(at(day).reader(0)).split("\n")[1].startswith(said)
    assert GAME.speech.prompt(at(day).reader(1)).split("\n")[1] == said, "also while another moves"
    moved = at(day.replace("5 dam", "5 dam standing"))
    assert "New today" not in GAME.speech.prompt(moved.reader(0))


def test_the_next_full_room_says_its_points() -> None:
    """OL-15.3: where one decides whether to build."""
    m = at(f"{BUILD}A rooms: ammo4 3, nursery 3, hunt_plus1 3\nA airlock: 1")
    assert GAME.speech.prompt(m.reader(0)).endswith("Full rooms: 2 (1 point); one more: +1.")
    assert details(m)["Into the Larder"] == "then it works, +1 point"


def test_a_tile_that_cannot_be_taken_says_why() -> None:
    """OL-9.55: one of each kind."""
    city = "now: A turn\nA heroes: 4 base\ndisplay silent_peak: body_armour bow\nA equipment: body_armour broken"
    m = at(city)
    m.push("hero 4 silent peak")
    assert GAME.speech.prompt(m.reader(0)).endswith("4 actions left. You own one already: Body Armour.")


def test_radiation_is_told_in_points() -> None:
    """OL-13.1: what the gauge counts now and after the night."""
    m = at("now: A turn\nday: 5\nA gauge: -4\nA airlock: 1\nA heroes: 5 dam")
    assert "\u22124\u2192\u22127" in m.draw(0)
    figure = next(each for each in GAME.speech.strip(m.reader(0)) if each.symbol == "trefoil")
    assert (figure.value, figure.note) == ("\u22124", "\u2192\u22127")


def beside(m: Match, seat: int, *moves: str) -> list[str]:
    """What stands beside a seat's next question after moves."""
    play(m, *moves)
    events = [happened.event for happened in m.events(seat)]
    return [line.said for line in GAME.speech.befell(events, Listener(seat, m.names, EN))]


def test_whoever_presses_is_told_what_came_of_it() -> None:
    """Ammo, what is handed over, or that there is nothing: also where nobody was asked."""
    heroes = "day: 2\nnow: A turn\nA heroes: 5 dam, 4 mine\nB heroes: 3a forest standing\nC heroes: 4 forest standing\n"
    m = at(f"{heroes}B store: 3 ammo, 1 can\nC store: 2 wood", 3)
    assert beside(m, 0, "hero 5 forest", "ammo 2") == ["B defends with 2 ammo.", "C hands 1 wood to you."]
    m = at(f"{heroes}B store: 3 ammo, 1 can\nC store: 2 wood", 3)
    assert beside(m, 1, "hero 5 forest", "ammo 2") == []
    assert beside(at(heroes, 3), 0, "hero 5 forest") == ["B has nothing to hand over.", "C has nothing to hand over."]


def test_what_an_event_takes_unasked_is_told_with_its_name() -> None:
    names = ["Ann", "Bob"]
    own = (Event.LOST, 0, 5, 1)
    struck = [(Event.STRIKES, Card.HOSTILE_CLAN, 0, 0), (Event.LOST, 1, 3, 2), own, own]
    lines = GAME.speech.befell([Emitted(-1, *event) for event in struck], Listener(0, names, EN))
    assert [(line.said, line.symbol) for line in lines] == [("Hostile Clan: You lose 2 chips.", "ev-hostile_clan")]
    lines = GAME.speech.befell([Emitted(-1, *event) for event in struck], Listener(-1, names, EN))
    assert [line.said for line in lines] == ["Hostile Clan strikes."]


def test_who_passes_though_a_room_could_be_filled_is_asked_in_the_last_night() -> None:
    """Before it a built room is only mentioned; built first if need be; not where too few wait in the airlock."""
    text = "now: A build\nA rooms: build_discount 3, event_discount 4, nursery\nA store: 1 wood\nA airlock: "
    m = at(f"day: 6\n{text}3")
    passing = next(move.code for move in m.legal_moves(0) if move.text == "pass")
    assert GAME.speech.outcome(m.reader(0), passing) == "you could still fill the Tinker's Bench: +1"
    assert "Tinker's Bench tonight: +1" in GAME.speech.careful(m.reader(0), passing)
    m = at(f"day: 6\n{text}1")
    assert GAME.speech.careful(m.reader(0), passing) == ""
    assert GAME.speech.outcome(m.reader(0), passing) == "", "an empty room is worth nothing"
    assert GAME.speech.prompt(m.reader(0)).endswith("\nToo few wait in the airlock to fill another room: 1.")
    m = at(f"day: 3\n{text}3")
    assert GAME.speech.outcome(m.reader(0), passing) == "you could still build a room"
    assert GAME.speech.careful(m.reader(0), passing) == ""
    assert "the next one costs 3" in GAME.speech.prompt(m.reader(0))
    m = at(f"day: 3\n{text}4".replace("event_discount 4", "event_discount 0"))
    assert GAME.speech.outcome(m.reader(0), passing) == "you could still fill the Crisis Desk: +1"
    assert GAME.speech.careful(m.reader(0), passing) == ""


def test_who_may_end_an_event_reads_what_the_meal_takes_and_what_the_crisis_desk_spares() -> None:
    text = """day: 3
now: A end events
events: -, -, sandstorm
A airlock: 3
A rooms: event_discount 4
A store: 3 wood, 3 metal, 3 chip, 2 water
A heroes: 5 dam, 4 mine
B heroes: 5 dam, 4 mine"""
    m = at(text)
    assert "The meal after it: 2 water, 1 food." in GAME.speech.prompt(m.reader(0))
    said = GAME.speech.prompt(play(m, "end sandstorm").reader(0))
    assert "Sandstorm costs" in said
    assert "2 materials" in said


def test_the_room_that_is_being_paid_for_shows_what_is_due() -> None:
    """Its own price, not that of the next one: the discount holds for the first room of a night only."""
    m = play(at(f"{BUILD}A rooms: build_discount 3, hunt_plus1\nA store: 2 wood, 1 metal"), "build larder")
    assert GAME.speech.prompt(m.reader(0)).startswith("What do you pay")
    slot = part(m.state, Paying.slot)
    drawing = "".join(GAME.picture.pieces(m.reader(0)))
    assert "build: 1<" in drawing.split(f'id="plan-{slot}"')[1].split("</g></g>")[0]
    assert "build: 1<" in drawing.split(f'id="room-{slot}"')[1].split("</g></g>")[0]


def test_the_guard_that_costs_nothing_is_the_first_answer() -> None:
    m = at(
        "day: 2\nfirst: B\nnow: B turn\nA heroes: 3a base standing\nA rooms: immune3 4\nA store: 3 wood\n"
        "B heroes: 5 dam, 4 mine"
    )
    m.push("hero 5 base")
    (first,) = [each for each in GAME.picture.shortcuts(m.reader(0)) if each.first]
    assert (first.label, first.detail) == ("Yes", "you keep everything")
    assert details(m)["No"] == "pressure 2 stays; the room can still help today"


def test_a_scrapped_tile_gives_each_of_its_materials() -> None:
    m = at(f"{BUILD}A rooms: scrap_equipment 3\nA equipment: axe broken\nA airlock: 1")
    assert next(said for label, said in details(m).items() if label.startswith("Scrap")) == "+1 wood, +2 metal"


def test_both_words_of_a_tile_have_one_size() -> None:
    """They are one text, and so are fitted together; where one is too long, both are as narrow."""
    m = at(f"{BUILD}A equipment: metal_detector")
    r = Reader(m.hidden(0), 0, m.names, translator("outlive", "pl"))
    tile = GAME.picture.draw(r).split('id="own-metal_detector"')[1].split("</g></g>")[0]
    assert tile.count("<text") == 1
    assert tile.count("<tspan") == 2
    assert tile.count("textLength") == 2


def test_a_hero_whom_the_table_moved_says_why() -> None:
    """The last hero had one way: it went there with the move before, which another had made."""
    listener = Listener(0, ("A", "B"), EN)
    moved = Emitted(3, Event.MOVED, 0, 0, 3)
    own = GAME.speech.log([moved], listener)
    forced = GAME.speech.log([Emitted(3, Event.PASSED, 1, 0, 0), moved], listener)
    assert "nowhere else" not in own[-1].said
    assert forced[-1].said.endswith(": nowhere else to go.")
    assert [line.said for line in GAME.speech.befell([Emitted(3, Event.PASSED, 1, 0, 0), moved], listener)] == [
        forced[-1].said
    ]


def test_what_is_gathered_is_shown_at_its_place() -> None:
    """A tag at the pool says what came; the reader's own goods fly to the store, others' to their seat."""
    m = play(at("now: A turn\nday: 2\nA heroes: 5 dam, 4 mine\npools: base 2"), "hero 4 base", "gather")
    told = [h.event for h in m.events(0) if h.event.kind == Event.GATHERED][:1]
    beats = {seat: Event.staging(told, Listener(seat, m.names, EN))[0]["beats"] for seat in (0, 1)}
    tags = {seat: [(b["at"], b["n"], b.get("face")) for b in beats[seat] if b["kind"] == "count"] for seat in beats}
    assert tags[1] == [("pool-base", 1, "res-ammo")]
    assert tags[0] == [("pool-base", 1, "res-ammo"), ("store-ammo", 1, None)]
    assert [[b["to"] for b in beats[seat] if b["kind"] == "fly"] for seat in beats] == [["store-ammo"], ["seat-0"]]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (f"{DESK}events: glaciation\nA store: 4 wood\nA airlock: 1", "End Glaciation with the Crisis Desk"),
        ("now: A build\nA rooms: hunt_plus1\nA store: 1 wood, 4 metal\nbuild", "Pay 3 metal"),
        ("meal 1: 2 meat, 3 can", "Serve 1 meat"),
        ("meal 3: 2 meat, 3 can", "Serve 2 meat"),
        ("meal 1: 1 water, 3 can", "Serve 1 can"),
    ],
)
def test_the_cheapest_way_comes_first(text: str, label: str) -> None:
    """Of several prices the one that hurts least has the first and large button."""
    if text.startswith("meal"):
        need, store = text.removeprefix("meal ").split(": ")
        m = feed(
            f"A rooms: {'event_discount 4' if need == '1' else 'build_discount 3, hunt_plus1 4'}\nA store: {store}"
        )
    elif text.endswith("\nbuild"):
        m = play(at(text.removesuffix("\nbuild")), "build larder")
    else:
        m = at(text)
    assert [each.label for each in GAME.picture.shortcuts(m.reader(0)) if each.first] == [label]


def test_what_makes_no_difference_is_not_asked() -> None:
    """Where all food goes, the order means nothing; nor is more ammo spent than a hunt takes."""
    m = feed("A rooms: build_discount 3, hunt_plus1 4\nA store: 2 meat, 1 can")
    assert [move.text for move in m.legal_moves(0) if not GAME.speech.needless(m.hidden(0), 0, move.code)] == [
        "pay meat"
    ]
    m = play(at("now: A turn\nA heroes: 3a dam, 4 base\nanimals forest: 4\nA store: 5 ammo\nA equipment: bear_trap"),
             "hero 3a forest", "hunt", "use bear trap")  # fmt: skip
    said = [move.text for move in m.legal_moves(0) if not GAME.speech.needless(m.hidden(0), 0, move.code)]
    assert said == ["ammo 0", "ammo 1", "ammo 2", "ammo 3"]


def test_all_heroes_know_what_the_night_lacks() -> None:
    """What the meal lacks is said as long as somebody can fetch it."""
    heroes = "A heroes: 3a mine standing, 3b forest standing, 4 blackwood, 5 carnival"
    text = f"day: 2\nnow: A turn\n{heroes}\npools: base 5, dam 6\nA airlock: 2\nA rooms: ammo4 3\nA store: 1 chip, "
    lacking = GAME.speech.prompt(at(f"{text}1 can").reader(0)).split("\n")[1]
    assert lacking.startswith("Tonight's meal lacks 1 water, 2 food: 3 survivors would starve.")
    covered = GAME.speech.prompt(at(f"{text}1 water, 3 can").reader(0)).split("\n")[1]
    assert covered.startswith("Tonight's meal is covered: 1 water, 3 food.")
    m = play(at(f"{text}1 can"), "hero 4 dam")
    assert "3 survivors would starve" in GAME.speech.prompt(m.reader(0))
    early = at(text.replace(" standing", "") + "1 can")
    assert "3 survivors would starve" in GAME.speech.prompt(early.reader(0)), "the first can fetch most"


def test_a_click_that_leads_nowhere_is_explained() -> None:
    """Elsewhere than the hero, on a broken tile, on an owned kind, on an event that is still face down."""

    def why(m: Match, *clicks: str) -> str:
        reason = GAME.picture.wrong(m.reader(0), list(clicks))
        return GAME.clause_name(reason) if reason else ""

    text = "day: 2\nnow: A turn\nA heroes: 5 dam, 4 mine\npools: base 2\nA equipment: axe broken"
    m = play(at(f"{text}\ndisplay blackwood: axe bow"), "hero 5 blackwood")
    assert {why(m, each) for each in ("pool-base", "area-mine", "space-4", "algae", "show-silent_peak-0")} == {
        "OL-9.58"
    }
    assert why(m, "show-blackwood-0") == "OL-9.55"
    assert why(m, "own-axe") == "OL-10.1"
    assert not any(why(m, each) for each in ("show-blackwood-1", "area-blackwood", "stack-blackwood", "store-wood"))
    m = at("day: 2\nnow: A end events\nevents: rats, glaciation\nA store: 9 wood, 9 can, 9 water")
    assert (why(m, "event-3"), why(m, "event-2")) == ("OL-11.8", "")


def test_what_a_cloud_does_is_told_apart_from_the_night() -> None:
    """Both raise the gauge; the log points at the event that strikes, and the end is nobody's deed."""
    m = at("day: 1\nnow: A turn\nevents: radioactive_cloud\nA heroes: 5 dam")
    listener = Listener(0, m.names, EN)

    def log(*events: tuple[int, int, int, int]) -> list[tuple[str, tuple[str, ...]]]:
        return [(line.said, line.things) for line in GAME.speech.log([Emitted(15, *e) for e in events], listener)]

    climbs = (Event.GAUGE, 0, 3, 1)
    ((night, _),) = log(climbs)
    (_, struck), (cloud, _) = log((Event.STRIKES, Card.RADIOACTIVE_CLOUD, 0, 0), climbs)
    assert night == "Radiation climbs: your gauge now counts −1."
    assert cloud == "Radioactive Cloud: your gauge now counts −1."
    assert struck == ("card-radioactive_cloud",)
    assert 'data-for="card-radioactive_cloud"' in m.draw(0)
    assert log((Event.OVER, 0, 0, 0)) == [("The game is over.", ("convoy",))]


def test_tokens_that_somebody_looked_through_lie_beside_the_stack() -> None:
    """In the rows of those that are gone for today, not over the name of the place."""
    m = at("now: A turn\nday: 2\nA rooms: peek_search 4\nA heroes: 5 dam, 4 mine")
    before = m.draw(0).count('class="token ')
    places = re.findall(
        r'class="token (known|used)" transform="translate\((\S+) (\d+)\)', play(m, "peek blackwood").draw(0)
    )
    assert len(places) > before
    assert len({(x, y) for _, x, y in places}) == len(places)
    assert min(int(y) for _, _, y in places) >= 24


def test_a_search_is_a_moment() -> None:
    """Whoever searches sees the token turn up; to the others it flies."""
    found = [Emitted(15, Event.SEARCHED, 0, 0, 7)]
    for seat, kinds in ((0, ["roll", "rise"]), (1, ["fly"])):
        steps = Event.staging(found, Listener(seat, ("A", "B"), EN))
        assert [beat["kind"] for step in steps for beat in step["beats"]] == kinds


def test_the_drama_of_a_day_is_large() -> None:
    """A new event, its end and a survivor of one's own that dies stand large over the board; nothing shortens that."""

    def shown(seat: int, *event: int) -> list[StagedStep]:
        return Event.staging([Emitted(3, *event)], Listener(seat, ("A", "B"), EN))

    (turned,) = shown(0, Event.TURNED, Card.WILDFIRE, 2, 0)
    assert turned["scene"]
    assert {beat.get("size"): beat["at"] for beat in turned["beats"] if beat["kind"] == "rise"} == {230: "convoy"}
    assert [beat["of"] for beat in turned["beats"] if beat["kind"] == "spotlight"] == ["area-forest"]
    (rats,) = shown(0, Event.TURNED, Card.RATS, 2, 0)
    assert [beat["of"] for beat in rats["beats"] if beat["kind"] == "spotlight"] == ["own-shelter"]
    for seat in (0, 1):
        stamp, points = shown(seat, Event.ENDED, 1, Card.WILDFIRE, 0)
        assert ("offer-wildfire", "shape-1") in [(beat.get("at"), beat.get("face")) for beat in stamp["beats"]]
        assert [beat["to"] for beat in points["beats"] if beat["kind"] == "fly"] == ["seat-1"]
    assert [shown(seat, Event.LOST_SURVIVOR, 0, 0, 0)[0].get("scene", False) for seat in (0, 1)] == [True, False]


def test_an_ended_event_says_who_ended_it() -> None:
    drawn = at("day: 2\nnow: A turn\nevents: wildfire by B, rats").draw(0)
    wildfire = drawn.partition('id="event-1"')[2].partition("</desc>")[0]
    assert wildfire.endswith("B ended it: 3 points")
    assert "To end it at night: " in drawn.partition('id="event-2"')[2].partition("</desc>")[0]


def test_an_event_can_be_ended_with_every_help_of_the_crisis_desk() -> None:
    """OL-12.37: up to two materials or one food; first the way by which the fewest starve."""
    night = f"{DESK}events: plague\nA airlock: 3\nA store: 4 water, 3 chip"
    helped = [each for each in GAME.picture.shortcuts(at(night).reader(0)) if len(each.codes) > 1]
    assert [each.detail for each in helped] == ["1 water, 2 chips for 4 points", "2 water for 4 points; then 1 starves"]
    assert [each.first for each in helped] == [True, False]
    for each in helped:
        m = at(night)
        for code in each.codes:
            m.push(code)
        assert m.state.ended[0] == 1


def test_what_is_paid_one_by_one_is_one_price() -> None:
    m = play(
        at(f"{BUILD}A store: 2 wood, 1 metal, 1 chip"), "build construction bay", "pay wood", "pay wood", "pay metal"
    )
    told: list[Emitted] = []
    for _, events in itertools.groupby(m.events(1), lambda happened: happened.number):
        new = [happened.event for happened in events]
        told = [*GAME.speech.joined(told, new)] or new
    said, *_ = GAME.speech.log(told, Listener(1, m.names, EN))
    assert said.said == "A builds the Construction Bay for 2 wood, 1 metal."
