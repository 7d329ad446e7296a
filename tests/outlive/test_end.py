"""The end, the frame of the game, time limits: sections 3, 15 and 17, test positions 19.10 and 19.11."""

from __future__ import annotations

from typing import Any

import pytest

import lastraft
from lastraft.outlive.components import STRENGTH
from lastraft.outlive.events import Event
from lastraft.outlive.rules.night import airlock_need
from lastraft.outlive.rules.shelter import food, is_food, is_material, lose_survivor, materials, survivors_in_supply
from lastraft.outlive.state import Phase
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from tests.outlive.helpers import airlock, asked, at, emitted, goods, play, survivors, texts

LILY = """day: 6
    now: A repair
    events: sandstorm by A
    A leader: lily_rose_wely
    A equipment: axe, bow, ammo_box, crowbar, chainsaw, grappling_hook, shotgun broken
    A rooms: build_discount 3, draw_and_repair 3, event_discount 4, hunt_plus2 3
    A airlock: 2
    A gauge: -2
    A store: 9 wood, 9 metal"""


def test_T_240_the_rulebooks_example_scores_30() -> None:
    """OL-15.1 to OL-15.7, OL-3.5: the rulebook's example: 15 + 5 + 6 + 2 + 4 - 2 = 30."""
    m = play(at(LILY), "pass")
    assert m.over
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.scores[0] == 30
    lines = dict(m.game.speech.score_lines(Reader(m.state, 0, (), translator("outlive", "en")), 0))
    assert lines == {
        "Survivors": 15,
        "Ended events": 5,
        "Repaired equipment": 6,
        "Completed symbols": 2,
        "Completed rooms": 4,
        "Radiation": -2,
    }


def test_T_241_completed_rooms() -> None:
    """OL-15.3, OL-1.8: completed rooms."""
    kinds = [
        "build_discount 3",
        "draw_and_repair 3",
        "event_discount 4",
        "ammo4 3",
        "nursery 3",
        "hunt_plus1 4",
        "hunt_plus2 3",
    ]
    people = [3, 3, 4, 3, 3, 4, 3]
    points = []
    for n in range(8):
        m = at(f"A rooms: {', '.join(kinds[:n])}")
        points.append(m.game.rules.score(m.state, 0) - sum(people[:n]))
    assert points == [0, 0, 1, 2, 4, 7, 11, 17]


def test_T_242_an_unfinished_room_does_not_count_its_survivors_do() -> None:
    """OL-15.3, OL-15.5: an unfinished room does not count, its survivors do."""
    m = at("A rooms: ammo4 3, hunt_plus2 2")
    assert m.game.rules.score(m.state, 0) == 5


def test_T_244_a_broken_tile_gives_nothing() -> None:
    """OL-15.6, OL-15.7: a broken tile gives nothing."""
    m = at("A equipment: axe, bow broken")
    assert m.game.rules.score(m.state, 0) == 1


def test_T_294_axe_and_bow_make_a_tree() -> None:
    """OL-10.8, OL-15.7: axe and bow make a tree; axe and jerrycan do not."""
    assert at("A equipment: axe, bow used").game.rules.score(at("A equipment: axe, bow used").state, 0) == 3
    m = at("A equipment: axe, jerrycan")
    assert m.game.rules.score(m.state, 0) == 2


def ranks(a: str, b: str) -> tuple[int, ...]:
    m = at(f"A airlock: 5\nB airlock: 5\nA store: {a}\nB store: {b}")
    return tuple(m.game.rules.rank(m.state, seat) for seat in range(2))


def test_T_245_level_on_points_more_food_wins() -> None:
    """OL-15.8: more food."""
    assert ranks("3 can", "2 water, 9 wood") == (1, 2)


def test_T_246_then_more_of_everything_else() -> None:
    """OL-15.8: then more of everything else."""
    assert ranks("2 can, 7 wood", "2 water, 5 chip, 4 ammo") == (2, 1)


def test_T_247_a_shared_win() -> None:
    """OL-15.9: a shared win."""
    assert ranks("2 can, 7 wood", "2 water, 7 ammo") == (1, 1)


def test_points_come_first() -> None:
    """OL-15.8: most points win."""
    m = at("A airlock: 5\nB airlock: 6\nA store: 9 can")
    assert [m.game.rules.rank(m.state, seat) for seat in range(2)] == [2, 1]


def test_T_267_the_airlock_is_no_room() -> None:
    """OL-1.8, OL-15.3: the airlock is no room."""
    m = at("A airlock: 7\nA rooms: ammo4 2, nursery 0")
    assert m.game.rules.score(m.state, 0) == 9


def test_T_270_stores_and_shelters_are_open() -> None:
    """OL-1.18: stores and shelters are open."""
    m = at("B store: 3 wood\nB rooms: ammo4 3")
    shelter = m.view(0)["shelters"][1]
    assert shelter["store"]["wood"] == 3
    assert shelter["rooms"][3]["room"] == "ammo4"


def test_T_276_at_the_end_of_the_day_all_lie_down() -> None:
    """OL-1.4, OL-3.1, OL-3.2: at the end of the day all lie down; then the night, then a dawn."""
    m = at("now: A turn\nA heroes: 5 mine, 4 dam standing\nB heroes: 5 mine standing\nA store: 3 can")
    play(m, "hero 5 base", "pass")
    assert asked(m) == "A recruit"
    assert not any(map(any, m.state.standing))
    play(m, "pass")
    kinds = [h.event.kind for h in m.all_events() if h.event.kind in (Event.NIGHT, Event.DAWN)]
    assert kinds == [Event.NIGHT, Event.DAWN]
    assert m.state.day == 2


def test_T_277_the_new_holder_counts_from_the_night_on() -> None:
    """OL-3.3: the new holder counts from the night on."""
    text = """day: 2
        now: A turn
        A heroes: 5 base, 4 forest
        B heroes: 5 mine
        events: wildfire, looters
        A store: 6 water
        B store: 6 water"""
    m = play(at(text), "hero 5 dam", "hero 5 cargo", "house in airlock")
    assert (m.state.first, m.state.marker) == (0, 1)
    assert asked(m) == "A turn"
    play(m, "hero 4 blackwood", "pass")
    assert asked(m) == "B end_event"
    assert m.state.first == 1


def test_T_278_no_seventh_dawn() -> None:
    """OL-3.5, OL-11.42, OL-1.1: no seventh dawn."""
    m = play(at("day: 6\nnow: B repair\nA heroes: 5 dam"), "pass")
    assert m.over
    assert m.state.phase == Phase.OVER
    assert emitted(m, Event.DAWN) == []
    assert len(m.legal_moves(0)) == 0
    assert m.forbids("pass", 0) == "OL-3.5"


def test_T_316_without_survivors_a_player_goes_on() -> None:
    """OL-14.7: without survivors a player goes on."""
    m = at("day: 3\nnow: B end events\nA airlock: 1\nA heroes: 5 dam, 4 mine\nB heroes: 5 dam")
    play(m, "pass")
    assert survivors(m, "A") == 0
    assert asked(m) == "A turn"


def test_shelters_at_the_start() -> None:
    """OL-1.3, OL-1.5, OL-2.1: four heroes of strength 3, 3, 4, 5; seven slots, an airlock, a store, a gauge on 0."""
    view = lastraft.new("outlive", seats=2, seed=1).view(0)["shelters"][1]
    assert list(view["heroes"]) == ["3a", "3b", "4", "5"]
    assert [room and room["room"] for room in view["rooms"]][:3] == [
        "build_discount",
        "draw_and_repair",
        "event_discount",
    ]
    assert (len(view["rooms"]), view["airlock"], view["gauge"], set(view["store"].values())) == (7, 0, 0, {0})
    assert list(STRENGTH) == [3, 3, 4, 5]


def test_groups_of_resources() -> None:
    """OL-1.2: food, material, and ammo, which is neither."""
    groups = [(is_food(res), is_material(res)) for res in range(7)]
    assert groups == [(True, False)] * 3 + [(False, True)] * 3 + [(False, False)]
    s = at("A store: 1 meat, 2 water, 3 can, 4 wood, 5 metal, 6 chip, 7 ammo").state
    assert (food(s, 0), materials(s, 0)) == (6, 15)


def test_lost_survivors() -> None:
    """OL-14.6: back to the supply; when the airlock loses one its rows close up."""
    m = at("A airlock: 3\nA store: 9 water", supply_limited=True)
    before = survivors_in_supply(m.state)
    lose_survivor(m.state, 0, 0)
    assert survivors_in_supply(m.state) == before + 1
    assert airlock_need(m.state, 0) == 1


# -- single answers and time limits --------------------------------------------------------------------------------


def test_a_question_with_one_answer_is_not_asked() -> None:
    """Section 17, "Auto": a single kind of food, a single place, a single way."""
    m = at("now: B end events\nA rooms: ammo4 3\nA store: 5 can\nA heroes: 5 dam, 4 mine\nB heroes: 5 dam")
    play(m, "pass")
    assert emitted(m, Event.PAID) == [(0, 2, 1)] * 3
    assert asked(m) == "A recruit"


def default(text: str, *moves: str, **options: Any) -> str:
    m = play(at(text, **options), *moves)
    assert m.asked is not None
    return m.move(m.asked, m.game.rules.timeout(m.state, m.asked)).text


HEROES = "\nA heroes: 5 dam, 4 mine\nB heroes: 5 dam, 4 mine"


def test_timeouts() -> None:
    """OL-17.1: pass; else the kind of which most is owned; a survivor from the airlock; else the lowest code."""
    assert default("now: A recruit\nA store: 2 can" + HEROES) == "pass"
    assert default("now: A build\nA store: 1 wood, 3 chip, 2 metal" + HEROES, "build crisis desk") == "pay chip"
    assert default("now: A build\nA store: 2 wood, 2 chip" + HEROES, "build crisis desk") == "pay wood"
    hungry = "now: B end events\nA rooms: ammo4 3\nA airlock: 2\n"
    assert default(hungry + "A store: 1 meat, 2 can" + HEROES, "pass") == "pay can"
    assert default(hungry + HEROES, "pass") == "lose from airlock"
    assert default("now: A turn" + HEROES) == "hero 4 base"
    pressed = (
        "now: A turn\nA heroes: 5 forest, 4 mine\nB heroes: 3a dam standing, 4 mine\nB store: 1 meat, 3 chip, 2 ammo"
    )
    assert default(pressed, "hero 5 dam") == "ammo 0"
    assert default(pressed, "hero 5 dam", "ammo 0") == "give chip"
    assert default(pressed + "\nA rooms: pressure_choice 4", "hero 5 dam", "ammo 0") == "take meat"
    desk = "now: A end events\nA rooms: event_discount 4\nevents: sandstorm\nA store: 2 wood, 2 metal, 2 chip"
    assert default(desk + HEROES, "end sandstorm") == "pass"
    assert default(desk + HEROES, "end sandstorm", "yes") == "waive wood"
    assert default(desk.replace("2 chip", "5 chip") + HEROES, "end sandstorm", "yes") == "waive wood"


def test_a_whole_game_by_the_clock() -> None:
    """OL-17.1: defaults alone bring a game to its end."""
    m = lastraft.new("outlive", seats=3, seed=11)
    while not m.over:
        assert m.asked is not None
        m.push(m.game.rules.timeout(m.state, m.asked), by_clock=True)
    assert m.state.day == 6


def test_the_evaluation_knows_what_is_good() -> None:
    """More survivors, an ended event, food for the night, a repaired tile, actions left: each looks better."""
    better = [
        "A airlock: 2\nA store: 2 water",
        "day: 1\nevents: rats by A",
        "A equipment: axe",
        "A rooms: ammo4 3\nA store: 3 can",
    ]
    worse = ["A airlock: 1\nA store: 2 water", "day: 1\nevents: rats", "A equipment: axe broken", "A rooms: ammo4 3"]
    for good, bad in zip(better, worse):
        values = [m.game.rules.evaluate(m.state, 0) for m in (at(good), at(bad))]
        assert 0 < values[1] < values[0] < 1000
    m = at("now: A turn\nA heroes: 5 dam, 4 mine\nB heroes: 4 mine")
    before = m.game.rules.evaluate(m.state, 0)
    assert play(m, "hero 5 forest").game.rules.evaluate(m.state, 0) > before
    m = play(at(LILY), "pass")
    assert [m.game.rules.evaluate(m.state, seat) for seat in range(2)] == [1000, 0]


def test_the_table_fits_a_terminal() -> None:
    """The text is at most 100 columns wide, with long names and full shelters."""
    from tests.outlive.equipped_start import RICH

    for seed in range(6):
        m = lastraft.new(RICH.name, seats=4, seed=seed, names=[letter * 40 for letter in "WXYZ"])
        for seat in range(-1, 4):
            assert max(map(len, m.text(seat).splitlines())) <= 100
    m = lastraft.new("outlive", seats=4, seed=1)
    assert max(map(len, m.text(0).splitlines())) <= 100
    assert "Your leaders to choose from" in m.text(0)
    assert "Your leaders to choose from" not in m.text(-1)


def test_positions_come_back_in_words() -> None:
    """A written position is read back from its own text."""
    m = at(LILY)
    text = m.position()
    assert "A rooms: build_discount 3, draw_and_repair 3, event_discount 4, hunt_plus2 3" in text
    assert lastraft.position("outlive", text).state.to_bytes() == m.state.to_bytes()
    assert goods(m, "A") == {"wood": 9, "metal": 9}
    assert airlock(m, "A") == 2
    assert texts(m) >= {"pass", "repair shotgun"}


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("feeding 3 1", "feeding"),
        ("hunger 2", "lose_survivor"),
        ("radiation 2", "lose_survivor"),
        ("events food 1", "lose_food"),
        ("events goods 2", "lose_goods"),
        ("events survivors 1", "lose_survivor"),
    ],
)
def test_losses_and_meals_are_written_as_questions(question: str, asks: str) -> None:
    m = at(f"day: 2\nA store: 3 can, 2 wood\nA airlock: 5\nnow: A {question}")
    assert asked(m) == f"A {asks}"
    assert f"now: A {question}\n" in m.position()
    assert lastraft.position("outlive", m.position()).position() == m.position()


def test_facts_tell_what_may_have_won() -> None:
    """Beside the score lines: figures, and by name what was led, completed, repaired and ended."""
    text = "events: rats by A, nomads by B\nA leader: erin_mccarthy\nA rooms: nursery 5, ammo4 2"
    facts = lastraft.game("outlive").speech.facts(at(f"{text}\nA equipment: axe, bow broken{HEROES}").state, 0)
    assert facts["rooms built"] == 2
    assert facts["rooms completed"] == 1
    assert facts["survivors in rooms"] == 7
    assert facts["tiles left broken"] == 1
    assert {name: n for name, n in facts.items() if name[0].isupper()} == {
        "Erin McCarthy": 1,
        "Dormitory": 1,
        "Axe": 1,
        "Rat Plague": 1,
    }
