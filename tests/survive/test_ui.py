"""What people see and read at the page: targets and plates, the stage, the log in whole sentences, the glossary."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import lastraft
from lastraft import Match
from lastraft.kernel import EVERYONE, Emitted, clause
from lastraft.protocol import Listener, LogLine, Reader, Stage
from lastraft.protocol.drawing import symbols
from lastraft.protocol.translations import LANGUAGES, translator
from lastraft.survive import GAME
from lastraft.survive.components import FIRST, SPACE_NUMBER, Face, Ground, Kind
from lastraft.survive.events import Event, aftermath
from lastraft.survive.state import Cause, End, Phase
from lastraft.survive.ui.panels import last_mountains
from lastraft.survive.ui.scenery import end_places, overgrown
from tests.survive.helpers import ROLLS, play, table

NAMES = ("Ann", "Bob", "Cat", "Dan")
EN = translator("survive", "en")
SINKING = "phase: sinking"


def log_of(m: Match, reader: int) -> list[LogLine]:
    """The lines of the last move."""
    last = max(h.number for h in m.all_events())
    events = [h.event for h in m.all_events() if h.number == last and h.event.reaches(reader)]
    return GAME.speech.log(events, Listener(reader, NAMES, EN))


def drawn(m: Match, seat: int) -> str:
    return "".join(GAME.picture.pieces(Reader(m.hidden(seat), seat, NAMES[: m.seats], EN)))


# -- the drawing --------------------------------------------------------------------------------------------------


def badge(svg: str, space: str) -> tuple[str, ...]:
    match = re.search(rf'<use class="badge" data-for="space-{space}" href="#b-(\w+)" x="(\S+)" y="(\S+)"/>', svg)
    assert match
    return match.groups()


def test_a_target_says_how_one_gets_there() -> None:
    """On foot onto land, in the water, or onto a raft that has a free seat; aside where somebody is already."""
    m = table("R1@H4 R2@F5 R3~K2 R4~K5 B1@G4 raft-a@I4[B2] raft-b@J5[Y1,B3,Y2] shark-1@K4", "sunk: E5")
    svg = drawn(m, 0)
    ways = {space: badge(svg, space)[0] for space in ("G4", "F4", "NE", "E5", "K4", "I4", "J5")}
    assert ways == {"G4": "walk", "F4": "walk", "NE": "walk", "E5": "swim", "K4": "swim", "I4": "board", "J5": "swim"}
    spots = dict(re.findall(r'<use id="space-(\w+)" class="spot[ \w]*" href="#target" x="(\S+)"', svg))
    aside = {space: badge(svg, space)[1] != spots[space] for space in ("G4", "F4", "E5", "K4", "I4")}
    assert 'class="badge"' not in drawn(m, 1)
    assert aside == {"G4": True, "F4": False, "E5": False, "K4": True, "I4": True}


def test_whoever_swims_is_marked() -> None:
    """A swimmer comes ashore by swimming, also with a dolphin."""
    svg = drawn(table("R1~I4 R2@H4"), 0)
    assert 'id="R1" class="piece adv s0 wet"' in svg
    assert 'id="R2" class="piece adv s0"' in svg
    assert '<g id="badges">' in svg
    carried = play(table("R1~K5", "holds R: dolphin"), "R1 dolphin K5-K4")
    assert '<g id="badges" class="going">' in drawn(carried, 0)


@pytest.mark.parametrize(
    ("kind", "marks"),
    [
        ("shark", {"J5": "bite"}),
        ("serpent", {"J5": "bite", "K6": "bite"}),
        ("kaiju", {"E4": "push", "J5": "push", "K6": "push"}),
    ],
)
def test_where_a_creature_does_something_the_board_says_so(kind: str, marks: dict[str, str]) -> None:
    m = table(f"{kind}-1@K5 raft-a@K6[B1] B2~J5 B3@E4 R1@NE", f"die: {kind}")
    svg = drawn(m, 0)
    found = re.findall(r'<use class="badge" data-for="space-(\w+)" href="#b-(\w+)"', svg)
    assert dict(found) == marks
    assert 'class="badge"' not in drawn(m, 1)


def test_at_the_end_the_lands_grow() -> None:
    """All that counts is who stands on a safe land; nobody who swims where a land grows is drawn on it."""
    m = table("R1~K3 R2@H4 B1~B2 shark-1@J5", "phase: sinking")
    before = drawn(m, 0)
    m.state.ended = 1
    m.state.adventurer[0] = SPACE_NUMBER["NE"]
    m.state.value[0] = 3
    after = drawn(m, 0)
    assert 'id="grown"' in after
    assert 'id="grown"' not in before
    assert "Victory!" in after
    assert 'id="R1"' in after
    assert 'id="B1"' in before
    assert 'id="B1"' not in after, "B2 lies under the grown land"
    left = re.compile(r'id="people-1"[^<]*<title>[^<]*?(\d+)<')
    assert left.findall(before) == left.findall(after) == ["1"], "and is counted as before"
    assert SPACE_NUMBER["B2"] in overgrown()
    assert SPACE_NUMBER["F7"] not in overgrown()


@pytest.mark.parametrize(
    ("clicks", "clause"),
    [
        (["B1"], 503),
        (["R1", "space-A5"], 502),
        (["raft-a", "space-A5"], 502),
        (["R1", "space-H5"], 0),
        (["R1"], 0),
        ([], 0),
        (["raft-z", "space-Q99"], 0),
    ],
)
def test_why_clicks_make_up_no_move(clicks: list[str], clause: int) -> None:
    m = table("R1@H4 B1@E4 raft-a@I4")
    assert GAME.picture.wrong(Reader(m.hidden(0), 0, NAMES, EN), clicks) == clause
    assert not GAME.picture.wrong(Reader(m.hidden(1), 1, NAMES, EN), clicks), "who is not asked reads whose turn it is"


def test_only_who_can_be_moved_asks_where_to() -> None:
    m = table("R1@H4 B1@G4")
    assert drawn(m, 0).count("Where should this one go?") == 1
    assert "Where should R" not in drawn(m, 1)


def test_plates_say_whose_turn_it_is_and_whose_is_next() -> None:
    m = table("R1@H4 B1@G4")
    for seat, marks in ((0, ["your turn", "next", "", ""]), (1, ["", "next", "", ""])):
        plates = re.findall(r'(?s)<g id="seat-\d".*?</text>', drawn(m, seat))
        assert [next(iter(re.findall(r'<tspan class="by" dx="8">([^<]*)<', one)), "") for one in plates] == marks
        assert all("if-bot" in one and "if-gone" in one for one in plates)


def test_the_plate_of_whoever_decides_is_lit() -> None:
    """Whose turn it is, or who may use a repellent in it."""
    m = table("B1~F4 shark-1@G3 R1@E5", "sunk: E4 F4 G4", "die: shark", "holds B: repellent")

    def lit() -> list[str]:
        return re.findall(r'id="plate-(\d)" class="panel turn', drawn(m, 0))

    assert lit() == ["0"]
    play(m, "shark G3-F4")
    assert lit() == ["1"]


def test_plates_say_what_their_figures_mean() -> None:
    m = table("R1@H4 R2@NE B1@G4", "holds B: oars dive")
    said = re.search(r'(?s)<g id="seat-1"[^>]*><title>(.*?)</title><desc>(.*?)</desc>', drawn(m, 0))
    assert said
    assert said[1] == "Bob: saved 0, left to save 1, tiles held 2"
    assert len(said[2].splitlines()) == 3


def test_own_adventurers_are_listed_by_where_they_are() -> None:
    """By the order of placing one could read who is worth what."""
    m = table("R1@H10 R2@NE R4@E4 R5@F4 B1@G4", "field placed: 5 10 10 10 0")
    places = re.findall(r'id="mate-(\w+)"[^>]*?style="([^"]*)"', drawn(m, 0))
    across = {name: float(re.findall(r"--px:(\d+)", style)[0]) for name, style in places}
    assert sorted(across, key=lambda name: across[name]) == ["R4", "R5", "R1", "R2", "R3"]


@pytest.mark.parametrize(("option", "worth"), [("memory", []), ("own_open", ["5", "3"])])
def test_own_adventurers_show_their_worth_where_it_is_open(option: str, worth: list[str]) -> None:
    m = table("R1@E4 R2@NE B1@G4", "values: R1=5 R2=3 B1=4", value_visibility=option)
    tray = drawn(m, 0).partition('id="tray"')[2]
    assert re.findall(r'class="valuen"[^>]*>(\d)', tray) == worth


@pytest.mark.parametrize("people", [1, 6, 20])
@pytest.mark.parametrize("land", ["NW", "NE", "SW", "SE"])
def test_at_the_end_each_of_the_saved_stands_apart(land: str, people: int) -> None:
    """One can read what each is worth."""
    places = end_places(land, people)
    apart = [max(abs(a - x), abs(b - y)) for i, (a, b) in enumerate(places) for x, y in places[:i]]
    assert len(places) == people
    assert min(apart, default=99) > (12 if people > 9 else 17)


def test_long_names_are_cut() -> None:
    m = table("R1@H4 B1@G4")
    svg = "".join(GAME.picture.pieces(Reader(m.hidden(1), 1, ["M" * 30, "Bob", "Cat", "Dan"], EN)))
    assert max(len(name) for name in re.findall(r'<text class="nm[^>]*>(M+)', svg)) <= 6


# -- how far it is, and what is asked -----------------------------------------------------------------------------


def test_stage() -> None:
    """SV-4.2: setup has two phases, a turn three; the moves left are counted."""
    m = lastraft.new("survive", seed=1)
    assert GAME.speech.stage(Reader(m.state, -1, (), EN)) == Stage("Setup", ("Adventurers", "Rafts"), 0)
    m = play(table("R1@H4 B1@G4"), "R1 walk H4-G4")
    turn = ("Move", "Tile", "Creature")
    m.state.turns = 7
    assert GAME.speech.stage(Reader(m.state, -1, (), EN)) == Stage("Round 2", turn, 0, 2, 3)
    play(m, "end")
    assert GAME.speech.stage(Reader(m.state, -1, (), EN)) == Stage("Round 2", turn, 1)


def test_what_the_die_shows_stands_beside_the_question() -> None:
    m = table("R1@H4 shark-1@B3", "die: shark")
    assert GAME.speech.stage(Reader(m.state, -1, (), EN)).thrown == "face-shark"


def test_no_moves_are_counted_while_a_tile_rolls_the_die() -> None:
    m = play(table("R1@H4 shark-1@B3 serpent-1@B7 kaiju-1@B9", "holds R: creature_die"), "roll")
    assert GAME.speech.stage(Reader(m.state, -1, (), EN))[2:5] == (0, 0, 0)
    assert GAME.speech.stage(Reader(m.state, -1, (), EN)).thrown.startswith("face-")


def test_the_log_says_who_was_drawn_to_begin() -> None:
    """SV-3.1: and nothing where the table has picked the seat."""
    said = [line.said for seed in range(8) for line in log_of(lastraft.new("survive", seed=seed), 0)]
    assert {*said} == {"You were drawn to begin.", *(f"{name} was drawn to begin." for name in NAMES[1:])}
    assert lastraft.new("survive", seed=1, options={"first_player": "chosen"}).all_events() == []


def test_setup_says_how_many_rafts_are_placed() -> None:
    m = lastraft.new("survive", seed=1)
    said = []
    while m.state.phase != Phase.ACTION:
        if m.state.phase == Phase.LAUNCHING and m.asked == 0:
            said.append(GAME.speech.prompt(Reader(m.state, 0, NAMES, EN)).split("\n")[1].split(",")[0])
        m.push(m.legal_moves().codes()[0])
    assert said == ["Raft 1 of 2", "Raft 2 of 2"]


def test_prompts_are_questions() -> None:
    """Whoever is asked reads a question first; the others read who is thinking."""
    rng, names = random.Random(5), NAMES
    for seed in range(2):
        m = lastraft.new("survive", seed=seed)
        while not m.over:
            seat = m.asked
            assert seat is not None
            first = GAME.speech.prompt(Reader(m.hidden(seat), seat, names, EN)).split("\n")[0]
            assert first.endswith("?") or len(m.legal_moves(seat)) == 1, first
            other = (seat + 1) % m.seats
            assert names[seat] in GAME.speech.prompt(Reader(m.hidden(other), other, names, EN))
            m.push(rng.choice(m.legal_moves(seat).codes()), seat)


@pytest.mark.parametrize(
    ("there", "move", "said"),
    [
        ("shark-1@K5 R1~K6 R2~K6", "shark K5-K6", "Otherwise you lose 2 of your adventurers."),
        (
            "kaiju-1@K5 raft-a@K6[R1,B1]",
            "kaiju K5-K6",
            "Otherwise the raft breaks, and Bob pushes your adventurer to any space beside it, even to a shark.",
        ),
    ],
)
def test_a_window_says_who_is_in_danger_and_of_what(there: str, move: str, said: str) -> None:
    m = play(table(there, "turn: B", f"die: {move.split()[0]}", "holds R: repellent"), move)
    assert m.asked == 0
    prompt = GAME.speech.prompt(Reader(m.hidden(0), 0, NAMES, EN))
    assert prompt == f"Danger on K6: use a repellent?\n{said}"
    assert '<g id="danger"><use' in drawn(m, 0)
    labels = [GAME.speech.label(Reader(m.hidden(0), 0, NAMES, EN), code) for code in m.legal_moves(0).codes()]
    assert "Keep the tile" in labels


def test_the_last_volcano_is_announced() -> None:
    """Once only mountains are left all are told in how many it comes at the latest."""

    def told(m: Match, seat: int) -> str:
        return GAME.speech.prompt(Reader(m.hidden(seat), seat, NAMES, EN)).split("\n")[1]

    third, last = "The third volcano ends the game", "The next volcano ends the game"
    for open_now, end in (("G6", third), ("G6 G7", last)):
        m = table("R1@E4 B1@F4", SINKING, "mountain: *", f"volcano: {open_now}")
        ends = f"{end}, at the latest after {list(m.state.ground).count(Ground.MOUNTAIN) - 1} more mountains."
        assert told(m, 0) == f"Volcano or whirlpool: nobody on it survives. {ends}"
        assert told(m, 1) == ends
    m = table("R1@E4 B1@F4", "mountain: *", "volcano: G6 G7")
    assert told(m, 0) == f"3 moves left. {ends}", "already when the turn begins"
    assert told(m, 1) == ends
    volcanoes = GAME.speech.strip(Reader(m.hidden(1), 1, NAMES, EN))[3]
    assert volcanoes.said == f"Volcanoes: the third ends the game, 2 of 3. {ends}"
    assert volcanoes.note == f"ends in ≤ {list(m.state.ground).count(Ground.MOUNTAIN) - 1}", "where a phone has no room"
    assert last_mountains(EN, (0, 0, 2), 2) == "The next mountain is a volcano and ends the game."
    assert last_mountains(EN, (0, 1, 8), 0) == last_mountains(EN, (0, 0, 1), 3) == ""


def test_only_tiles_that_are_of_use_are_offered() -> None:
    of_use, in_vain = [("R1~K2", "dolphin")], [("R1@H4", "dolphin"), ("R1~K2", "repellent")]
    for there, held in of_use + in_vain:
        m = table(f"{there} B1@G4", f"holds R: {held}")
        m.state.moves = 0
        offered = "use a tile" in GAME.speech.prompt(Reader(m.hidden(0), 0, NAMES, EN))
        assert offered == ((there, held) in of_use)


def test_whoever_is_lost_is_told_to_their_player() -> None:
    m = play(table("serpent-1@J4 raft-a@J3[B1,Y1] R1@E4 G1@E5", "die: serpent"), "serpent J4-J3")
    events = [h.event for h in m.all_events()]
    said = [[line.said for line in GAME.speech.befell(events, Listener(seat, NAMES, EN))] for seat in range(4)]
    lost = ["A sea serpent took your adventurer on J3."]
    assert said == [[], lost, lost, []]


def test_a_lesson_for_two_has_one_colour_each() -> None:
    lesson = GAME.teaching.lesson
    assert lesson is not None
    taught, whole = drawn(lastraft.position(GAME, lesson.position), 0), drawn(table("R1@E4 B1@F4", seats=2), 0)
    assert "mate-R10" in taught
    assert "mate-Y1" not in taught
    assert "mate-Y1" in whole


def test_what_a_move_brings() -> None:
    m = table("R1~K2 R2@H4 raft-a@I4[]")
    said = {move.text: GAME.speech.outcome(Reader(m.hidden(0), 0, NAMES, EN), move.code) for move in m.legal_moves()}
    assert said["R1 swim K2-NE"] == "saved"
    assert said["R2 walk H4-I4"] == "takes a seat on the raft"
    assert said["R2 walk H4-G4"] == ""
    m = table("R1@E4 B2@E4", SINKING, "forest: *", "beach: E4 F4")
    said = {move.text: GAME.speech.outcome(Reader(m.hidden(0), 0, NAMES, EN), move.code) for move in m.legal_moves()}
    assert said == {"sink E4": "into the sea: 1 of yours, Bob", "sink F4": ""}


def test_nobody_survives_on_a_mountain_and_all_words_say_so() -> None:
    m = table("R1@E4 B2@E4", SINKING, "mountain: *")
    sink = m.parse("sink E4").code
    r = Reader(m.hidden(0), 0, NAMES, EN)
    assert GAME.speech.outcome(r, sink) == GAME.speech.purpose(r, (sink,)) == "lost: 1 of yours, Bob"
    m = table("R1@E4 B1@F4", "forest: *", "mountain: F4")
    walk = m.parse("R1 walk E4-F4").code
    said = GAME.speech.purpose(Reader(m.hidden(0), 0, NAMES, EN), (walk,))
    assert said.endswith("but nobody on a mountain survives when it sinks")


def test_a_push_shows_where_somebody_is_eaten() -> None:
    """The mouth is on the sea spaces with a shark or a serpent, but not where a raft has a seat beside a shark."""
    there = "kaiju-1@H5 shark-1@H6 B2@G6 shark-2@G7 raft-a@G7[] serpent-1@F7"
    m = play(table(there, "die: kaiju", "sunk: H5 H6 G7"), "kaiju H5-G6")
    eaten = re.findall(r'data-for="(space-\w+)" href="#b-bite"', drawn(m, 0))
    assert sorted(eaten) == ["space-F7", "space-H6"]
    assert "b-bite" not in drawn(m, 1)


def test_deaths_and_disasters_are_scenes_and_the_saved_are_counted_player_by_player() -> None:
    worth = [Emitted(EVERYONE, Event.WORTH, a, value, 0) for a, value in ((0, 2), (1, 5), (2, 5), (10, 3))]
    counted = Event.staging(worth, GAME.listener(0, NAMES))
    assert [step["say"] for step in counted] == [
        "You saved people worth 5 + 5 + 2: 12 points.",
        "Bob saved somebody worth 3.",
    ]
    assert [beat["n"] for step in counted for beat in step["beats"] if beat["kind"] == "count"] == [12, 3]
    told = [line.said for line in GAME.speech.log(worth, GAME.listener(0, NAMES))]
    assert told == [step["say"] for step in counted], "a line a player"
    shown = [Emitted(EVERYONE, Event.SHOWED, 40, face, 0) for face in (Face.VOLCANO, Face.SHARK)]
    died = Emitted(EVERYONE, Event.ELIMINATED, 10, 40, Cause.SHARK)
    scenes = [
        [step.get("scene", False) for step in Event.staging([e], GAME.listener(0, NAMES))] for e in (*shown, died)
    ]
    assert [all(each) for each in scenes] == [True, False, True]


def test_a_creature_tells_how_far_it_may_come_now() -> None:
    """Everybody the same; a swimmer stops a shark on its way."""
    m = table("R1~B6 shark-1@B5 serpent-1@I2")
    for seat in (0, 1, -1):
        reach = dict(re.findall(r'<g id="(\w+-\d)" [^>]* data-reach="([^"]*)"', drawn(m, seat)))
        assert sorted(reach["serpent-1"].split()) == [f"space-{each}" for each in ("H1", "H2", "H3", "I1", "I3", "J2")]
        assert "space-B6" in reach["shark-1"].split()
        assert "space-B4" in reach["shark-1"].split()
        assert "space-B7" not in reach["shark-1"].split()


@pytest.mark.parametrize("there", ["kaiju-1@E3", "kaiju-1@E3 R1~E3", "kaiju-1@E3 R1~E2", "kaiju-1@E3 raft-a@D2[B1]"])
def test_a_kaiju_is_always_as_large(there: str) -> None:
    kaiju = re.search(r'id="kaiju-1"[^>]*scale\(([\d.]+)\)', drawn(table(f"{there} G1@F4"), 0))
    assert kaiju
    assert kaiju[1] == "0.7"


def test_the_last_volcano_stands_over_the_island() -> None:
    end = Emitted(EVERYONE, Event.ENDED, End.VOLCANO, 0, 0)
    staged = GAME.events.staging([end], Listener(0, NAMES, EN))
    beats = [(beat["kind"], beat.get("at")) for step in staged for beat in step["beats"]]
    assert ("rise", "space-F7") in beats
    assert all(step.get("scene") for step in staged)


def test_several_saved_are_counted_where_a_phone_shows_it() -> None:
    """Beside the count the worth of one would be read as that of all."""
    svg = drawn(table("R1@NW R2@NW R3@E4 B1@E5", "values: R1=5 R2=3 R3=2", value_visibility="own_open"), 0)
    worth = {who: 'class="value"' in re.findall(rf' id="{who}".*?</g>', svg, re.S)[0] for who in ("R1", "R2", "R3")}
    assert worth == {"R1": False, "R2": False, "R3": True}
    (person,) = re.findall(r'id="R1"[^>]*translate\(([\d.]+)px', svg)
    (count,) = re.findall(r'id="count-NW-0"[^>]*translate\(([\d.]+)', svg)
    assert float(count) > float(person), "away from the edge"


def test_creatures_on_one_space_stand_apart() -> None:
    svg = drawn(table("shark-1@K6 shark-2@K6 serpent-1@K6 R1@E4"), 0)
    places = re.findall(r'class="piece creature [^"]*" style="transform:translate\(([\d.]+)px,([\d.]+)px\) scale', svg)
    assert len({x for x, _ in places}) == len({y for _, y in places}) == 3


def test_what_a_move_is_good_for() -> None:
    """Whom it brings home or nearer, and what it leaves behind; with the moves that follow, how soon."""
    m = table("R1~K2 R2@H4 raft-a@I4[] raft-b@J3[R3,B1]", "beach: H4", "values: R1=4")
    r = Reader(m.hidden(0), 0, NAMES, EN)
    said = {move.text: GAME.speech.purpose(r, (move.code,)) for move in m.legal_moves()}
    assert said["R1 swim K2-NE"] == "saved, worth 4", "as far as the reader knows"
    assert said["R2 walk H4-G4"] == "off a beach, the kind that sinks next"
    assert said["raft J3-K2"] == "brings 1 of yours nearer: 1 step from a safe land; a seat for 1 of yours"
    assert said["raft I4-J4"] == "a seat for 1 of yours, 2 steps away"
    sails = m.parse("raft J3-K2").code
    m.push(sails)
    lands = m.parse("R3 walk K2-NE").code
    assert GAME.speech.purpose(r, (sails, lands)) == "home in 2 moves; a seat for 1 of yours"


def test_the_order_in_which_a_kaiju_pushes_is_asked_only_where_it_matters() -> None:
    """Whoever is pushed later can go everywhere all the same, unless somebody or a seat is met there."""
    there = "kaiju-1@E5 B1@G4 Y1@G4 R1@D6"

    def needed(more: str) -> set[str]:
        m = play(table(f"{there} {more}", "die: kaiju"), "kaiju E5-G4")
        moves = m.legal_moves(0)
        return {move.text for move in moves if not GAME.speech.needless(m.hidden(0), 0, move.code)}

    assert needed("") == {"next B1"}
    assert needed("raft-a@G3[R2]") == {"next B1", "next Y1"}
    assert needed("raft-a@G3[R2,R3,R4]") == {"next B1"}
    assert needed("shark-1@G3") == {"next B1", "next Y1"}


def test_those_side_by_side_are_told_apart_only_if_of_one_player() -> None:
    m = play(table("kaiju-1@E5 B1@G4 Y1@G4 Y2@G4 R1@D6 shark-1@G3", "die: kaiju"), "kaiju E5-G4")
    reader = Reader(m.hidden(0), 0, NAMES, EN)
    assert [GAME.speech.label(reader, move.code) for move in m.legal_moves(0)] == [
        "Adventurer of Bob",
        "Adventurer of Cat (number 2 from the left)",
        "Adventurer of Cat (number 3 from the left)",
    ]
    assert "<title>Bob&#x27;s adventurer on G4</title>" in drawn(m, 0)
    assert 'class="whom"' not in drawn(m, 0)
    play(m, "next Y2")
    assert re.search(r'(?s)<g id="Y2"(?:(?!</g>).)*class="whom"', drawn(m, 0)), "one sees whom it pushes"


# -- the log ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "there", "said", "symbol"),
    [
        ("raft", "R1@F4", "Ann sank the beach E4 and found a raft.", "raft"),
        ("shark", "R1@F4", "Ann sank the beach E4: here comes Shark 1.", "shark"),
        ("kaiju", "kaiju-1@A6 R1@F4 B1@G4", "Ann sank the beach E4: here comes Kaiju 2.", "kaiju"),
        ("shark", "R1@F4 kaiju-1@E4", "Ann sank the beach E4 and found: Shark. It has no effect.", "ab-shark"),
        ("oars", "R1@F4", "Ann sank the beach E4 and kept the tile.", "ab-back"),
    ],
)
def test_a_tile_and_what_was_under_it_are_one_line(face: str, there: str, said: str, symbol: str) -> None:
    m = play(table(there, SINKING, f"beach: E4={face}"), "sink E4")
    line = log_of(m, 1)[0]
    assert (line.said, line.symbol, line.tone) == (said, symbol, "")
    assert line.things[:2] == ("seat-0", "space-E4")


def test_a_tile_is_always_kept_in_the_same_words() -> None:
    lines = [log_of(play(table("R1@E5", SINKING, f"beach: {at}=oars"), f"sink {at}"), 1)[0].said for at in ("F4", "G4")]
    assert lines == [f"Ann sank the beach {at} and kept the tile." for at in ("F4", "G4")]


def test_others_learn_what_a_move_means_for_their_people() -> None:
    """A tile that sinks under them, and a creature that comes beside them, name nobody; their table tells it them."""
    m = table("B1@E4 B2@E4 R1@F4 Y1~K2 serpent-4@A11", SINKING, "beach: E4=oars", "holds R: dive")

    def told(reader: int) -> list[str]:
        events = [h.event for h in m.all_events() if h.number == len(m.history)]
        after = [e for e in aftermath(m.state, m.state, 0, events) if e.reaches(reader)]
        return [line.said for line in GAME.speech.log(after, Listener(reader, NAMES, EN))]

    play(m, "sink E4")
    assert told(1) == ["Ann sank E4: your adventurer there swims now."] * 2
    assert told(0) == told(2) == told(-1) == []
    m = table("B1@E4 R1@F4 raft-a@K2[Y1] Y2@NE G1~J2 serpent-4@A11 shark-1@A9", "holds R: dive")
    play(m, "dive serpent-4", "dive to K3")
    assert told(2) == ["Ann dived Sea serpent 4 beside your adventurer on K2."]
    assert told(0) == told(1) == told(-1) == []


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ((), "The first volcano of three: the third ends the game."),
        (("volcano: G7",), "The second volcano: the next one ends the game."),
        (("volcano: G7 H7",), ""),
    ],
)
def test_volcanoes_grow(before: tuple[str, ...], told: str) -> None:
    """All are told how far they have come, and each is seen for longer; of the last one the end tells."""
    m = play(table("R2@E4 B1@F4", SINKING, "mountain: *", "mountain: G6=volcano", *before), "sink G6")
    after = aftermath(m.state, m.state, 0, [h.event for h in m.all_events()])
    assert [line.said for line in GAME.speech.log(after, Listener(-1, NAMES, EN))] == ([told] if told else [])
    shakes = [beat["ms"] for step in Event.staging(after, Listener(-1, NAMES, EN)) for beat in step["beats"]
              if beat["kind"] == "shake"]  # fmt: skip
    assert shakes == ([800 * m.state.volcanoes] if told else [])
    if told:
        events = [h.event for h in m.all_events() if h.number == len(m.history)]
        steps = Event.staging([*events, *after], Listener(-1, NAMES, EN))
        says = [step["say"] for step in steps if "say" in step]
        assert says.index(told) < next(i for i, said in enumerate(says) if "rolled" in said), (
            "before the die lies there"
        )


def test_who_is_eaten_is_seen_large_with_what_takes_them() -> None:
    """More is felt for one's own: the board trembles harder."""
    m = play(table("R1~F4 B1~F4 shark-1@G3", "sunk: E4 F4 G4", "die: shark"), "shark G3-F4")
    events = [h.event for h in m.all_events()]

    def beats(reader: int) -> list[dict[str, Any]]:
        return [beat for step in Event.staging(events, Listener(reader, NAMES, EN)) for beat in step["beats"]]

    for reader, most in ((0, 9), (2, 4)):
        shown = beats(reader)
        assert [beat["of"] for beat in shown if beat["kind"] == "fade"] == ["R1", "B1"]
        assert {beat["face"] for beat in shown if beat["kind"] == "rise"} == {"shark"}
        assert max(beat["by"] for beat in shown if beat["kind"] == "shake") == most


def test_a_creature_that_stays_beside_somebody_comes_to_them_once() -> None:
    """And whom it came to is one or several."""
    m = table("R1@E4 raft-a@C3[Y1,Y2] serpent-4@B2")
    serpent, (far, near, nearer) = FIRST[Kind.SERPENT] + 3, (SPACE_NUMBER[name] for name in ("D1", "C2", "D2"))
    for start, space, told in ((far, near, [1]), (near, nearer, [])):
        m.state.creature[serpent] = space
        came = Emitted(EVERYONE, Event.MOVED, serpent, start, space)
        assert [e.c % 4 for e in aftermath(m.state, m.state, 0, [came])] == told


def test_a_hint_tells_of_the_creature_that_stays_beside_one_s_own() -> None:
    m = table("R1~C5 serpent-1@C4 serpent-2@J3 Y1~I3 Y2~I3", "die: serpent")
    said = {move.text: GAME.speech.purpose(m.reader(0), [move.code]) for move in m.legal_moves(0)}
    assert said["serpent J3-J2"] == "threatens 2 people of Y; but Sea serpent 1 stays beside 1 of yours"


def test_volcanoes_and_own_rescues_turn_the_game() -> None:
    """Everybody finds a volcano again after the end, and each whoever they saved; in the log's own words."""
    m = table("B1@E5", SINKING, "mountain: *", "mountain: G6=volcano")

    def turned(reader: int) -> list[str]:
        last = [h.event for h in m.all_events() if h.number == len(m.history)]
        return [line.said for line in GAME.speech.turning_points(last, Listener(reader, NAMES, EN))]

    play(m, "sink G6")
    assert turned(0) == ["You sank the mountain G6: a volcano!"]
    assert turned(1) == ["Ann sank the mountain G6: a volcano!"] == [log_of(m, 1)[0].said]
    m = play(table("raft-a@K2[R1] B1@E4"), "R1 walk K2-NE")
    assert turned(0) == ["You walked to the north-east land: saved."]
    assert turned(1) == []
    m = play(table("raft-a@D2[B1,Y1] serpent-1@C2 R1@E4", "die: serpent"), "serpent C2-D2")
    assert len(turned(0)) == len(turned(1)) == 3, "a raft, and two at once"
    m = play(table("B1~F4 shark-1@G3 R1@E5", "sunk: E4 F4 G4", "die: shark"), "shark G3-F4")
    assert turned(0) == []
    assert turned(1) == ["A shark took your adventurer on F4."]
    m = table("B1~F5 B2~G5 Y1~G5 raft-b@H6[] R1@E5", SINKING, "sunk: F5 G5 H6", "mountain: *", "mountain: G6=whirlpool")
    play(m, "sink G6")
    assert turned(0) == ["You sank the mountain G6: a whirlpool! It took 2 people of Bob, Cat, 1 raft."]
    others = "Ann sank the mountain G6: a whirlpool! It took Cat, 1 raft."
    assert turned(1) == [others, *(f"A whirlpool took your adventurer on {on}." for on in ("G5", "F5"))]
    m = table("raft-a@J2[R1,R2] kaiju-1@I3 B1@E4", "die: kaiju", "turn: B")
    play(m, "kaiju I3-J2", "next R1", "push R1 I2")
    assert turned(0) == ["A kaiju pushed your adventurer from J2 to I2."]
    assert turned(1) == []


def test_what_is_still_face_down_is_told_by_terrain() -> None:
    """What came to light is not among it, nor what the reader keeps; what others keep is."""
    m = table("R1@E4 B1@E5", SINKING, "beach: F4=shark", "holds R: repellent", "holds B: oars oars")
    before = {seat: GAME.picture.draw(m.reader(seat)) for seat in (0, 1)}
    beaches = [re.findall(r'id="kind-beach".*?</desc>', before[seat])[0] for seat in (0, 1)]
    assert "Shark &#215;3" in beaches[0]
    assert ("Repellent &#215;2" in beaches[0], "Oars &#215;2" in beaches[0]) == (False, True)
    assert ("Repellent &#215;2" in beaches[1], "Oars &#215;2" in beaches[1]) == (True, False)
    play(m, "sink F4")
    assert "Shark &#215;2" in re.findall(r'id="kind-beach".*?</desc>', GAME.picture.draw(m.reader(1)))[0]


def test_an_occupied_tile_is_refused_as_such() -> None:
    """Also by a click on who stands there."""
    m = lastraft.new("survive", seats=4, seed=1)
    first = m.asked
    assert first is not None
    m.push("place 5 E5")
    who = m.asked
    assert who is not None
    (there,) = (name for name in ("R1", "B1", "Y1", "G1") if f'id="{name}"' in GAME.picture.draw(m.reader(who)))
    assert GAME.picture.wrong(m.reader(who), ["stock-5", there]) == clause(3, 9)


def test_a_roll_that_moves_nothing_says_why() -> None:
    """There is no such creature, or none that can move."""
    none = play(table("R1@E4 B1@E4", "holds R: creature_die", seed=ROLLS["shark"]), "roll")
    assert log_of(none, 0)[-1].said == "You rolled: shark. There is no shark on the board: nothing happens."
    stuck = table("shark-1@F5 R1@E4 B1@E4", "sunk: F5", "holds R: creature_die", seed=ROLLS["shark"])
    assert log_of(play(stuck, "roll"), 1)[-1].said == "Ann rolled: shark. No shark can move."


def test_a_whirlpool_is_grave() -> None:
    m = play(table("R1@F4", SINKING, "mountain: *", "forest: E4=whirlpool"), "sink E4")
    line = log_of(m, 0)[0]
    assert (line.said, line.symbol, line.tone) == ("You sank the forest E4: a whirlpool!", "whirlpool", "grave")


def test_the_finder_alone_reads_what_it_is() -> None:
    """SV-8.8: nothing in the others' lines depends on which ability it was."""
    lines = {}
    for face in ("oars", "repellent"):
        m = play(table("R1@F4 B1@F4", SINKING, f"beach: E4={face}"), "sink E4")
        assert log_of(m, 0)[0].said == f"You sank the beach E4 and found: {face.capitalize()}."
        assert log_of(m, 0)[0].symbol == f"ab-{face}"
        lines[face] = [log_of(m, reader)[0] for reader in (1, 2, 3, -1)]
    assert lines["oars"] == lines["repellent"]


def test_two_on_a_space_are_told_apart_by_where_they_stand() -> None:
    """SV-18.5: by their owner where they go, by opponents on the board; no name of a piece looks like a space."""
    m = table("R1@E4 R2@E4 B1@G4 B2@G4", "values: R1=5 R2=1")
    labels = [GAME.speech.label(m.reader(0), move.code) for move in m.legal_moves(0)]
    assert len(labels) == len({*labels})
    drawn = GAME.picture.draw(m.reader(0))
    assert {"left", "right"} == {*re.findall(r"s adventurer on G4 \((\w+)\)", drawn)}
    assert not any(re.search(r"\b[RB]\d\b", label) for label in labels)


def test_steps_that_belong_together() -> None:
    m = play(table("R1@H4 raft-a@I4[]"), "R1 walk H4-I4")
    assert [line.said for line in log_of(m, 0)] == ["You walked from H4 to the raft on I4."]
    m = play(table("R1~J4 raft-a@I4[]"), "R1 swim J4-I4")
    assert [line.said for line in log_of(m, 1)] == ["Ann swam from J4 to the raft on I4."]
    m = play(table("R1@H4 raft-a@I4[]", "holds R: oars"), "oars I4-J4")
    assert [line.said for line in log_of(m, 0)] == ["You rowed a raft from I4 to J4."]
    m = play(table("R1~K5", "holds R: dolphin"), "R1 dolphin K5-K4")
    assert [line.said for line in log_of(m, 0)] == ["A dolphin carried your adventurer from K5 to K4."]


def test_a_kaiju_pushes_and_threatens_nobody() -> None:
    m = table("kaiju-1@D3 B1@D5 R1@H9", "die: kaiju")
    codes = m.legal_moves(0).codes()
    said = [GAME.speech.purpose(m.reader(0), (code,)) for code in codes]
    assert any("can push" in each for each in said)
    assert not any("threatens" in each for each in said)


def captions(m: Match, seat: int) -> list[str]:
    """What a reader is told while the last move plays."""
    told = [h.event for h in m.events(seat, len(m.history) - 1)]
    return [step["say"] for step in GAME.events.staging(told, GAME.listener(seat, NAMES)) if "say" in step]


def test_captions_say_what_the_log_says() -> None:
    m = play(table("R1@H4 raft-a@I4[]"), "R1 walk H4-I4")
    assert captions(m, 0)[:1] == ["You walked from H4 to the raft on I4."]
    assert "Your adventurer boarded the raft on I4." not in captions(m, 0)
    m = play(table("serpent-1@K5 raft-a@K6[B1,B2] R1@E4", "die: serpent"), "serpent K5-K6")
    assert "A sea serpent took Bob's adventurer on K6 × 2." in captions(m, 0)
    assert "A sea serpent destroyed the raft on K6." in captions(m, 0)


def test_captions_name_the_tile_found_and_the_die_in_vain() -> None:
    m = play(table("R1@G4 B1@G5", SINKING, "beach: E4=oars", seed=ROLLS["shark"]), "sink E4")
    assert captions(m, 0)[:2] == ["You sank the beach E4.", "You found: Oars."]
    assert "You rolled: shark. There is no shark on the board: nothing happens." in captions(m, 0)
    assert not any("Oars" in said for said in captions(m, 1)), "what somebody keeps is theirs to know"
    told = [h.event for h in m.events(1, len(m.history) - 1)]
    [rolled] = [each for each in GAME.events.staging(told, GAME.listener(1, NAMES)) if "stake" in each]
    assert rolled["stake"] == "Ann rolls the creature die …"
    assert "seat-0" in [beat.get("of") for beat in rolled["beats"]], "their plate is framed"


@pytest.mark.parametrize("face", ["shark", "oars"])
def test_a_tile_that_turns_over_is_not_told_of_before(face: str) -> None:
    m = play(table("R1@G4 B1@G5", SINKING, f"beach: E4={face}"), "sink E4")
    steps = GAME.events.staging([h.event for h in m.events(0, len(m.history) - 1)], GAME.listener(0, NAMES))
    turns, lies = next((i for i, step in enumerate(steps) if step["beats"][0]["kind"] == "turn"), 0), face.capitalize()
    assert "say" not in steps[turns]
    assert lies in steps[turns + 1]["say"]
    assert steps[turns]["beats"][0]["face"] == f"ab-{face}", "whoever finds it sees its face"


def test_a_turn_is_a_heading_and_a_loss_is_grave() -> None:
    m = table("R1~K5 B1@G4 shark-1@K4", SINKING, "beach: E4=oars", seed=ROLLS["shark"])
    play(m, "sink E4", "shark K4-K5", "decline")
    lines = log_of(m, 1)
    assert ("A shark took Ann's adventurer on K5.", "grave", "shark") in [
        (one.said, one.tone, one.symbol) for one in lines
    ]
    assert (lines[-1].said, lines[-1].tone) == ("Your turn", "heading")


def test_every_line_has_its_picture() -> None:
    """In a few games, in every language: headings apart, each line stands beside a symbol of the art."""
    art = symbols(Path(str(lastraft.survive.__file__)).parent / "ui" / "pictures")
    for seed, language in enumerate(LANGUAGES):
        m, rng, t = lastraft.new("survive", seed=seed), random.Random(seed), translator("survive", language)
        while not m.over:
            m.push(rng.choice(m.legal_moves().codes()))
        for number in range(len(m.history) + 1):
            for reader in (-1, 0):
                events = [h.event for h in m.all_events() if h.number == number and h.event.reaches(reader)]
                for line in GAME.speech.log(events, Listener(reader, NAMES, t)):
                    assert line.said
                    assert "{" not in line.said
                    assert line.tone == "heading" or line.symbol in art, line


# -- the glossary -------------------------------------------------------------------------------------------------


def test_signs_mean_what_the_table_has_chosen() -> None:
    def meant(symbol: str, **options: str) -> str:
        signs = GAME.speech.glossary(Reader(GAME.new_state(4, options), -1, (), EN))
        return next(sign.meaning for _, group in signs for sign in group if sign.symbol == symbol)

    assert meant("raft") == "Three seats, no owner. Whoever has as many aboard as any other steers it."
    assert "more aboard than" in meant("raft", raft_control="more_than_each")
    assert "all others together" in meant("raft", raft_control="at_least_combined")
    assert "empty spaces" in meant("raft", raft_destination="empty_space")
    assert "not come back" in meant("raft", eliminated_rafts="out_of_game")
    assert "only you see" in meant("meeple-0", value_visibility="own_open")
    assert "leave again" in meant("lm-flag", leave_safe_land="allowed")
    assert "pushed on" in meant("kaiju", enter_kaiju_space="bounce")
    assert "enter a safe land" in meant("kaiju", kaiju_safe_land="allowed")
    assert "nobody onto a safe land" in meant("kaiju", push_to_safe_land="forbidden")


def test_the_board_explains_itself_by_the_same_words() -> None:
    for control, said in (("at_least_each", "as many aboard as any other"), ("more_than_each", "more aboard than")):
        assert said in drawn(table("R1@H4 raft-a@I4[]", raft_control=control), 0)


def test_who_can_only_end_the_moves_may_sink_a_tile_at_once() -> None:
    """The same words and clicks as when the tile is asked for; with a tile to use it is still a choice."""
    there = "R1@F4 R2@D5 B1@E4"
    m = table(there, "phase: action", "moves: 0")
    at_once = GAME.picture.shortcuts(m.reader(0))
    (end,) = (move.code for move in m.legal_moves(0))
    assert not GAME.picture.shortcuts(m.reader(1))
    assert not GAME.picture.shortcuts(table(there, "moves: 0", "holds R: creature_die").reader(0))
    assert not GAME.picture.shortcuts(table(there).reader(0))
    play(m, "end")
    r = m.reader(0)
    asked = [(code, GAME.speech.label(r, code), GAME.picture.clicks(r, code)) for code in m.legal_moves(0).codes()]
    assert [(each.codes[1], each.label, each.clicks) for each in at_once] == asked
    assert {each.codes[0] for each in at_once} == {end}
