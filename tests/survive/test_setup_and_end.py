"""The rules file's test positions on setup, the end and what is hidden (T-66 to T-75, T-90), and section 3."""

from __future__ import annotations

from collections import Counter

import lastraft
from lastraft import Match
from lastraft.protocol import Listener, Reader
from lastraft.protocol.translations import translator
from lastraft.survive import GAME
from lastraft.survive.components import (
    COPIES,
    FACE_NAMES,
    FACES,
    NEXT_TO,
    SPACE_NAMES,
    SPACE_NUMBER,
    TILE,
    TILE_SPACE,
    Face,
    Ground,
    Kind,
    adventurer_name,
)
from lastraft.survive.events import Event
from lastraft.survive.state import Phase
from tests.survive.helpers import legal, on_board, play, said, table

# -- the end ------------------------------------------------------------------------------------------------------


def test_T66_the_rulebooks_example_of_scoring() -> None:
    """SV-15.2, SV-13.3, SV-13.7: the rulebook's example of scoring."""
    m = table(
        "R1@NE R2@NE R3@NE R4@SW R5@SE raft-a@K2[R6,R7] B1@E4",
        "values: R1=4 R2=5 R3=1 R4=2 R5=4 R6=5 R7=3 R8=1 R9=2 R10=3 B1=5",
        "volcano: G6 G7",
        "mountain: *",
        "mountain: H7=volcano",
        "phase: sinking",
    )
    play(m, "sink H7")
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.scores == (16, 0, 0, 0)
    assert outcome.winners == (0,)
    assert said(m, Event.WORTH) == [(0, 4), (1, 5), (2, 1), (3, 2), (4, 4)]
    t = translator("survive", "en")
    lines = GAME.speech.score_lines(Reader(m.hidden(1), 0, (), t), 0)
    assert lines[-1] == ("Total", 16)
    assert len({said for said, _ in lines}) == len(lines), "a line for each land"
    assert "16 points" in GAME.picture.draw(Reader(m.hidden(1), 0, m.names, t))
    assert m.hidden(1).value[:10] == [4, 5, 1, 2, 4, 0, 0, 0, 0, 0]


def test_T67_the_third_volcano_ends_the_game() -> None:
    """SV-13.1, SV-8.22: the third volcano ends the game at once."""
    m = table("R1@E4", "volcano: G7 H7", "mountain: *", "mountain: G6=volcano", "phase: sinking")
    play(m, "sink G6")
    assert m.over
    assert m.asked is None
    assert not said(m, Event.ROLLED)
    assert m.forbids("end", 0) == "SV-13.1"


def test_T68_nobody_left_to_save_ends_the_game() -> None:
    """SV-13.2: nobody left to save ends the game at once."""
    m = play(table("R1~K2 B1@NE"), "R1 swim K2-NE")
    assert m.over
    assert m.state.phase == Phase.ACTION
    assert not said(m, Event.SANK)
    assert m.forbids("end", 0) == "SV-13.2"


def test_T70_a_tie_is_shared() -> None:
    """SV-13.5, SV-13.6: a tie is shared; tiles count nothing."""
    m = table(
        "R1@NE R2@NE R3@NE B1@NW B2@NW B3@NW Y1@SE Y2@SE Y3~K2",
        "values: R1=5 R2=5 R3=2 B1=4 B2=4 B3=4 Y1=5 Y2=4 Y3=1",
        "holds R: oars",
        "turn: Y",
        seats=3,
    )
    assert [GAME.rules.score(m.state, seat) for seat in range(3)] == [12, 12, 9]
    assert [GAME.rules.rank(m.state, seat) for seat in range(3)] == [1, 1, 3]


def test_two_colours_are_added_up() -> None:
    """SV-13.4, SV-3.6: with two players a player's colours count as one."""
    m = table("R1@NE Y2@SW B1@E4", "values: R1=5 Y2=4 B1=3", seats=2)
    assert GAME.rules.score(m.state, 0) == 9


# -- setup --------------------------------------------------------------------------------------------------------


def _placed(m: Match, count: int) -> Match:
    """So many adventurers placed, each on the first tile allowed."""
    for _ in range(count):
        m.push(m.legal_moves().codes()[0])
    return m


def test_T71_free_tiles_first_then_tiles_with_one() -> None:
    """SV-3.9, SV-3.11, SV-3.12: a free tile while there is one, then tiles with exactly one adventurer."""
    m = _placed(lastraft.new("survive", seats=5, seed=1), 39)
    assert len({move.split()[-1] for move in legal(m)}) == 1
    taken = next(name for name in map(SPACE_NAMES.__getitem__, TILE_SPACE) if f" {name}" not in "".join(legal(m)))
    assert m.forbids(f"place 5 {taken}") in ("SV-3.9", "SV-3.10")
    _placed(m, 1)
    spaces = {move.split()[-1] for move in legal(m)}
    assert len(spaces) == 40
    first = m.push(m.legal_moves().codes()[0]).text.split()[-1]
    value = sorted(legal(m))[0].split()[1]
    assert m.forbids(f"place {value} {first}") == "SV-3.11"


def test_T72_a_raft_starts_beside_the_island() -> None:
    """SV-3.13, SV-3.14: a raft starts on an empty sea space beside the island."""
    m = _placed(lastraft.new("survive", seats=4, seed=1), 40)
    assert m.state.phase == Phase.LAUNCHING
    for bad in ("F7", "A6", "E4", "NE"):
        assert m.forbids(f"raft {bad}") == "SV-3.14"
    assert {move.removeprefix("raft ") for move in legal(m)} == set(STARTS.split())
    for other in ("place 1 E4", "end"):
        assert m.forbids(other) == "SV-3.13"
    play(m, "raft D3")
    assert m.forbids("raft D3") == "SV-3.14"
    assert m.asked == (m.state.first + 1) % 4


STARTS = "D3 E3 F3 G3 H3 D4 I4 B5 C5 I5 J5 B6 K6 B7 J7 B8 K8 B9 C9 I9 J9 D10 I10 D11 E11 F11 G11 H11"


def test_T73_two_colours_of_one_player_count_as_one() -> None:
    """SV-3.6, SV-6.5: two colours of one player count as one."""
    there = "raft-a@I5[R1,Y1,B1]"
    assert table(there, seats=2).forbids("raft I5-J5") == ""
    assert table(there, "turn: B", seats=2).forbids("raft I5-J5") == "SV-6.4"
    assert table("raft-a@I5[R1,G1,B1]", "turn: B", seats=2).forbids("raft I5-J5") == ""


def test_T90_two_players_place_the_first_colour_first() -> None:
    """SV-3.6, SV-3.16, SV-3.17: the first ten are of the first colour, the others of the second; four of each value."""
    m = lastraft.new("survive", seats=2, seed=1, options={"first_player": "chosen"})
    assert m.state.stock[0][1:] == [4, 4, 4, 4, 4]
    for i in range(40):
        m.push(m.legal_moves().codes()[0])
        if i == 0:
            assert said(m, Event.PLACED)[-1][0] == 0
    names = [adventurer_name(a) for a, _ in said(m, Event.PLACED)]
    assert names[:4] == ["R1", "B1", "R2", "B2"]
    assert names[20:22] == ["Y1", "G1"]
    assert m.state.stock[0] == [0] * 6


def test_the_island_is_laid_out() -> None:
    """SV-1.1, SV-1.2, SV-1.3, SV-3.2, SV-3.3, SV-3.4: all tiles, shuffled; serpents on their starts."""
    m = lastraft.new("survive", seats=3, seed=5)
    s = m.state
    assert Counter(s.ground[1:]) == {Ground.SEA: 93, Ground.BEACH: 16, Ground.FOREST: 16, Ground.MOUNTAIN: 8, 5: 4}
    for terrain in (Ground.BEACH, Ground.FOREST, Ground.MOUNTAIN):
        faces = Counter(s.face[TILE[i]] for i in TILE_SPACE if s.ground[i] == terrain)
        assert faces == {f: COPIES[terrain][f] for f in range(FACES) if COPIES[terrain][f]}
    assert {SPACE_NAMES[i] for i in s.creature if i} == {"B2", "K3", "F7", "A11", "K12"}
    assert s.creature[5:] == [0] * 8
    other = lastraft.new("survive", seats=3, seed=6).state
    assert (s.ground, s.face) != (other.ground, other.face)
    kinds = Counter(tuple(lastraft.new("survive", seats=3, seed=i).state.face[:2]) for i in range(60))
    assert len(kinds) > 20


def test_hands_and_supply() -> None:
    """SV-1.4, SV-1.5, SV-3.5, SV-3.7: ten adventurers with two of each value, and two rafts each."""
    for seats, rafts in ((2, 4), (3, 6), (4, 4), (5, 2)):
        m = lastraft.new("survive", seats=seats, seed=2)
        each = 4 if seats == 2 else 2
        assert all(m.state.stock[seat][1:] == [each] * 5 for seat in range(seats))
        assert m.view(0)["supply"] == {"rafts": rafts, "sharks": 6, "kaiju": 2}
        _placed(m, seats * each * 5 + 12 - rafts)
        assert m.state.raft.count(0) == rafts
        assert m.state.phase == Phase.ACTION
        assert m.asked == m.state.first


def test_who_begins() -> None:
    """SV-3.1, SV-3.8, SV-4.1: drawn at random, or the first seat; then clockwise."""
    first = {lastraft.new("survive", seed=seed).state.first for seed in range(40)}
    assert first == {0, 1, 2, 3}
    m = lastraft.new("survive", seed=8, options={"first_player": "chosen"})
    assert m.asked == 0
    m.push(0)
    assert m.asked == 1


def test_neighbours() -> None:
    """SV-2.1 to SV-2.4: the six neighbours, in even and odd rows and beside a safe land."""
    for name, beside in {
        "J5": {"K5", "K4", "J4", "I5", "J6", "K6"},
        "E4": {"F4", "D4", "D3", "E3", "D5", "E5"},
        "NE": {"K2", "K3"},
        "NW": {"B2", "A3"},
        "SW": {"A11", "B12"},
        "SE": {"K11", "K12"},
    }.items():
        assert {SPACE_NAMES[i] for i in NEXT_TO[SPACE_NUMBER[name]] if i} == beside


def test_only_values_in_hand_are_placed() -> None:
    """SV-3.8, SV-3.10, SV-4.1: two of each value, and nothing else is done now."""
    m = lastraft.new("survive", seats=3, seed=4, options={"first_player": "chosen"})
    for _ in range(2):
        m.push(next(move for move in m.legal_moves() if move.text.startswith("place 5")))
        for _ in range(2):
            m.push(m.legal_moves().codes()[0])
    assert not any(move.startswith("place 5") for move in legal(m))
    free = sorted(legal(m))[0].split()[-1]
    assert m.forbids(f"place 5 {free}") == "SV-3.10"
    assert m.forbids("place 1 E4", 1) == "SV-4.1"
    assert m.forbids("end") == "SV-3.8"
    assert m.forbids("sink E4") == "SV-3.8"


# -- hidden information -------------------------------------------------------------------------------------------


def test_T75_the_eliminated_are_named_not_valued() -> None:
    """SV-10.7: whoever is eliminated is named, not valued."""
    m = table("R1@H4 shark-1@I4 B1@E4", "values: R1=5 B1=1")
    play(m, "R1 swim H4-I4")
    t = translator("survive", "en")
    log = [GAME.events.tell(h.event, Listener(1, ("Ann", "Bob", "Cat", "Dan"), t)) for h in m.events(1)]
    assert "A shark took Ann's adventurer on I4." in log
    assert not any("5" in line for line in log)
    assert on_board(m) == {"shark-1@I4", "B1@E4"}
    assert m.hidden(1).value[0] == 0


def test_faces_are_of_the_box() -> None:
    """SV-1.3: the enums follow the data file."""
    assert [face.name.lower() for face in Face if face != Face.DIE] == [
        f for f in FACE_NAMES[1:] if f != "creature_die"
    ]
    assert FACE_NAMES[Face.DIE] == "creature_die"
    assert sum(map(sum, COPIES)) == 40
    assert [Kind.SERPENT, Kind.SHARK, Kind.KAIJU] == [0, 1, 2]


def test_the_list_of_moves() -> None:
    """SV-17.2: at most 1,100 codes."""
    sizes = [200, 137, 120, 72, 72, 120, 6, 75, 6, 234, 13, 8, 1, 1, 1, 1]
    assert [family.size for family in GAME.families.all] == sizes
    assert GAME.families.count == 1067
    assert len(lastraft.new("survive", seed=1).legal_moves()) == 5 * 40
