"""What is refused: wrong moves, by the clause that says it best; positions that cannot be."""

from __future__ import annotations

import pytest

import lastraft
from lastraft.outlive import GAME
from lastraft.outlive.events import Event
from lastraft.outlive.rules.legal import WHEN
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from tests.outlive.helpers import asked, at, emitted, fresh, goods, play

HUNT = "now: A turn\nA heroes: 5 dam, 4 base\nanimals forest: 3\nA store: 3 ammo\nB heroes: 5 mine"
PRESSED = "now: A turn\nA heroes: 5 dam\nB heroes: 4 base standing, 3a mine\nB store: 1 ammo, 1 wood, 1 can"
TINKER = "A rooms: draw_and_repair 3\nA equipment: axe broken\nA store: 1 wood, 2 metal, 2 ammo"


def test_setup_is_not_passed() -> None:
    """OL-2.4 to OL-2.9, OL-2.17: every choice of the setup must be made."""
    m = fresh(
        rooms={0: "ammo4 nursery immune3 auto_repair peek_search hunt_plus1"},
        leaders={0: "mary_koolpepper jacob_rowlett"},
    )
    assert m.forbids("pass") == "OL-2.4"
    play(m, "keep armoury", "keep dormitory", "keep guard post", "keep machine shop")
    assert m.forbids("pass") == "OL-2.5"
    play(m, "build armoury")
    assert m.forbids("pass") == "OL-2.6"
    play(m, "put 3")
    assert m.forbids("pass") == "OL-2.7"
    play(m, "leader mary koolpepper")
    assert m.forbids("pass") == "OL-2.17"


def test_what_an_event_takes_is_not_declined() -> None:
    """OL-6.13: neither with nothing nor with a survivor; OL-5.7: a lost survivor is chosen."""
    text = "now: B repair\nA rooms: ammo4 3\nA airlock: 1\nA store: 3 can, 1 water\n"
    m = play(at(f"{text}events: -, rats"), "pass")
    assert asked(m) == "A lose_food"
    assert m.forbids("pass") == m.forbids("staff airlock") == "OL-6.13"
    m = play(at(f"{text}events: -, glaciation"), "pass")
    assert asked(m) == "A lose_survivor"
    assert m.forbids("pass") == m.forbids("pay can") == "OL-5.7"


@pytest.mark.parametrize(
    ("text", "moves", "wrong", "clause"),
    [
        ("now: A turn\nA heroes: 5 mine\nA equipment: grappling_hook", ["hero 5 cargo"], "pass", "OL-9.31"),
        (PRESSED, ["hero 5 base"], "pass", "OL-8.5"),
        (PRESSED, ["hero 5 base", "ammo 0"], "pass", "OL-8.7"),
        (HUNT, ["hero 5 forest", "hunt"], "pass", "OL-9.29"),
        (HUNT, [], "build crisis desk", "OL-11.1"),
        (HUNT, [], "repair axe", "OL-11.1"),
        (HUNT, [], "scrap axe", "OL-11.1"),
        (HUNT, [], "run crisis desk", "OL-11.1"),
        ("now: A build\nA store: 2 wood, 2 chip", [], "repair axe", "OL-11.1"),
        (
            "now: A end events\nevents: sandstorm\nA rooms: event_discount 4\nA store: 2 wood, 2 metal, 2 chip",
            ["end sandstorm", "yes"],
            "pass",
            "OL-12.37",
        ),
        ("now: A build\nA store: 2 wood, 2 chip", ["build crisis desk"], "pass", "OL-11.28"),
        (f"now: A repair\n{TINKER}", ["run tinker's bench", "repair axe"], "pass", "OL-11.35"),
        (
            "now: B end events\nfirst: B\nA rooms: ammo4 1\nA airlock: 1\nA store: 2 can, 2 meat",
            ["pass"],
            "pass",
            "OL-11.12",
        ),
        (
            "now: B end events\nfirst: B\nA rooms: ammo4 1\nA airlock: 1\nA store: 2 can, 2 meat",
            ["pass"],
            "staff airlock",
            "OL-11.12",
        ),
    ],
)
def test_a_wrong_move_is_told_why(text: str, moves: list[str], wrong: str, clause: str) -> None:
    """OL-8.5, OL-8.7, OL-9.29, OL-9.31, OL-11.1, OL-11.12, OL-11.28, OL-11.35, OL-12.37: who may not pass is told what
    is asked for, and what belongs to another moment is told so."""
    m = play(at(text), *moves)
    assert m.forbids(wrong) == clause
    with pytest.raises(lastraft.IllegalMove, match=clause):
        m.push(wrong)


def test_every_refusal_has_its_sentence() -> None:
    """Whatever decision lacks a family names a clause that can be explained."""
    for language in ("en", "pl", "fr"):
        assert all(GAME.speech.reason(clause, translator("outlive", language)) for row in WHEN for clause in row)


def crowded(text: str, left: int, room: int = 0) -> lastraft.Match:
    """So many survivors left in a limited supply of 100: some in A's fourth slot, four on the ship, the rest at B's."""
    there = f"field people: 0 0 0 {room} 0 0 0 {96 - room - left}" + " 0" * 20
    return at(f"now: A {text}\n{there}", supply_limited=True)


def test_an_empty_supply_is_named() -> None:
    """OL-1.14: neither is the airlock full, nor is every place taken."""
    assert crowded("recruit\nA store: 1 water", 0).forbids("recruit for water") == "OL-1.14"
    assert crowded("build\nA rooms: nursery 3", 0, 3).forbids("run dormitory") == "OL-1.14"
    m = crowded("turn\nA heroes: 5 forest, 4 mine\nA equipment: flashlight", 0)
    assert play(m, "hero 5 blackwood").forbids("use flashlight") == "OL-1.14"


def test_a_hero_boards_from_an_empty_supply() -> None:
    """OL-1.14, OL-9.36: behind another hero there is no survivor where the supply has none, but cans."""
    text = "turn\nA heroes: 5 mine, 4 dam\nA rooms: cargo_plus2_open 3\nB heroes: 5 cargo standing, 4 base"
    for left, question in ((1, "A survivor"), (0, "B turn")):
        m = play(crowded(text, left, 3), "hero 5 cargo")
        assert asked(m) == question
        assert goods(m, "A") == {"can": 5}


def test_a_hunt_from_an_empty_supply() -> None:
    """OL-1.14, OL-9.24: the meat that there is, and that much is told."""
    m = at(f"{HUNT}\nB store: 29 meat\nanimals forest: 5 3", supply_limited=True)
    play(m, "hero 5 forest")
    detail = GAME.speech.outcome(Reader(m.hidden(0), 0, m.names, translator("outlive", "en")), m.parse("hunt").code)
    assert detail == "5 in all: actions and ammo, +1 meat"
    play(m, "hunt", "ammo 0")
    assert emitted(m, Event.HUNTED) == [(0, 5, 1)]
    assert goods(m, "A") == {"meat": 1, "ammo": 3}


IMPOSSIBLE = [
    ("day: 7", "from 0 to 6"),
    ("events: rats, rats", "rats lies there already"),
    ("events: -, -, -, -, -, -, rats", "there are 6 slots"),
    ("events: rats from B", "'event by seat'"),
    ("pools: forest 7", "from 0 to 6"),
    ("pools: cargo 1", "no area with a pool"),
    ("pools: forest", "an area and a number"),
    ("ship: 7", "no space of the ship"),
    ("aboard: A 2", "no space of the ship"),
    ("display blackwood: axe bow crowbar backpack", "there is room for 3"),
    ("animals mine: " + "3 " * 11, "there is room for 10"),
    ("A store: wood 2", "'wood': expected a number"),
    ("A store: -1 wood", "'-1': expected a number"),
    ("A airlock: 8", "from 0 to 7"),
    ("A gauge: 5", "no step of the gauge"),
    ("A rooms: ammo4 4", "from 0 to 3"),
    ("A rooms: nursery 9", "from 0 to 8"),
    ("A rooms: ammo4 3 used blackwood", "then 'used'"),
    ("A equipment: axe lost", "no state of a tile"),
    ("A heroes: 5 dam, 4 dam", "two heroes of A on dam"),
    ("A heroes: 5 dam asleep", "perhaps 'standing'"),
    ("A kills: 3 8", "'8' is no animal"),
]


@pytest.mark.parametrize(("line", "said"), IMPOSSIBLE)
def test_what_cannot_lie_so_is_not_laid_out(line: str, said: str) -> None:
    """OL-1.5, OL-1.12, OL-4.1, OL-7.4, OL-9.30, OL-13.1, OL-14.1: a line beyond what the table holds is refused."""
    with pytest.raises(lastraft.BadText, match=said):
        at(line)


def test_lines_of_a_position_in_any_order() -> None:
    """OL-1.15: who is first may stand before or after who is asked."""
    for lines in (["first: B", "now: B turn"], ["now: B turn", "first: B"]):
        m = at("\n".join([*lines, "A heroes: 5 dam", "B heroes: 5 mine, 4 base"]))
        play(m, "hero 5 silent peak", "pass")
        assert asked(m) == "A turn"


def test_who_stands_on_the_ship_has_a_space() -> None:
    """OL-9.31: the space of its strength, unless the position names another."""
    text = "now: A turn\nA heroes: 5 mine, 4 dam\nB heroes: 5 cargo standing"
    assert at(text).forbids("hero 5 cargo") == "OL-9.31"
    assert at(f"{text}\naboard: B 6").forbids("hero 5 cargo") == ""
    assert at(text.replace(" standing", "")).forbids("hero 5 cargo") == ""


def test_rooms_used_in_one_city() -> None:
    """OL-12.31: once per city and round, so a position names the city."""
    text = "now: A turn\nA heroes: 5 carnival, 3a mine\nsearch blackwood: empty_cupboard\nA rooms: cupboard_bonus 3"
    for used, wood in (("", 1), (" used", 0), (" used blackwood", 0), (" used silent_peak", 1)):
        m = at(text + used)
        assert f"cupboard_bonus 3{used}\n" in m.position()
        cities = used.split()[1:] or (["blackwood", "silent_peak"] if used else [])
        assert m.view(1)["shelters"][0]["rooms"][3]["used_in"] == cities
        play(m, "hero 5 blackwood", "search")
        assert goods(m, "A").get("wood", 0) == wood
