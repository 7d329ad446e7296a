"""What is hidden from whom (section 18), what people are shown, and the default moves (SV-17.1)."""

from __future__ import annotations

import lastraft
from lastraft import Match
from lastraft.kernel import Buffer, seed_rng, seed_words
from lastraft.protocol import Listener, Reader
from lastraft.protocol.translations import translator
from lastraft.survive import GAME
from lastraft.survive.components import SPACE_NUMBER, SPACES, TILE, Face, Ground
from lastraft.survive.events import Event
from lastraft.survive.rules.knowledge import deal_values, drawn_value, unseen
from lastraft.survive.rules.observation import OBSERVED
from lastraft.survive.state import SurviveState
from tests.survive.helpers import play, said, table

NAMES = ("Ann", "Bob", "Cat", "Dan")


def default(m: Match) -> str:
    """The move that the clock would make for the one who is asked."""
    seat = m.asked
    assert seat is not None
    return m.move(seat, GAME.rules.timeout(m.state, seat)).text


# -- values -------------------------------------------------------------------------------------------------------


def test_placing_is_secret() -> None:
    """SV-18.7, SV-3.10, SV-3.16: others read the name and the space, never the value; its owner's record has it."""
    m = lastraft.new("survive", seed=3, options={"first_player": "chosen"}, names=NAMES)
    code = next(move.code for move in m.legal_moves() if move.text == "place 4 E4")
    m.push(code)
    assert GAME.notation.secret(m.state, 0, code, 1)
    assert GAME.notation.secret(m.state, 0, code, -1)
    assert not GAME.notation.secret(m.state, 0, code, 0)
    assert "place 4 E4" in m.record(0)
    for reader in (1, -1):
        assert "place" not in m.record(reader).replace("placed", "")
        assert "1. ?\n    ; Ann placed an adventurer on E4." in m.record(reader)
        assert m.hidden(reader).value[0] == 0
        assert m.hidden(reader).stock[0] == [0] * 6
    assert m.hidden(0).value[0] == 4  # SV-18.2, SV-18.4: its owner may remember


def test_values_are_not_shown_again() -> None:
    """SV-3.15, SV-18.3: in hand they are shown, on the board only with `own_open`, and only to the owner."""
    lines = ("values: R1=5 B1=2", "hand R: 3")
    for choice, shown in (("memory", None), ("own_open", 5)):
        m = table("R1@E4 B1@F4", *lines, value_visibility=choice)
        worth = {a["name"]: a["value"] for a in m.view(0)["adventurers"]}
        assert worth["R1"] == shown
        assert worth["B1"] is None
        assert ("R1=5" in m.text(0)) == (shown == 5)
        assert "R1=5" not in m.text(1)
        assert m.view(0)["hand"]["3"] == 1
        assert m.view(1)["hand"]["3"] == 0


def test_help_says_whether_to_remember() -> None:
    """Only a table that does not show values again tells people to remember them."""
    for choice, remember in (("memory", True), ("own_open", False)):
        m = table("", "phase: placing", "hand R: 3", value_visibility=choice)
        assert ("Remember" in GAME.speech.help(Reader(m.hidden(0), 0, (), translator("survive", "en")))) == remember


def test_own_values_survive_hiding() -> None:
    """SV-18.1, SV-18.2: a seat keeps its own values, another's are blank."""
    m = table("R1@E4 B1@F4", "values: R1=5 B1=2")
    assert (m.hidden(0).value[0], m.hidden(0).value[10]) == (5, 0)
    assert (m.hidden(1).value[0], m.hidden(1).value[10]) == (0, 2)
    assert (m.hidden(-1).value[0], m.hidden(-1).value[10]) == (0, 0)


def test_more_than_the_box_has() -> None:
    """SV-1.3, SV-1.5: a written position may name a value or a tile too often; then none of it is left, not fewer."""
    s = table("R1@E4 R2@E4 R3@F4 B1@F4", "values: R1=5 R2=5 R3=5", "holds R: oars oars oars oars oars oars").state
    deal_values(s, 0)
    assert s.stock[0][5] == 0
    assert [unseen(s, terrain, Face.OARS) for terrain in (Ground.BEACH, Ground.FOREST)] == [0, 0]
    assert drawn_value(SurviveState(), 0) == 1


# -- tiles --------------------------------------------------------------------------------------------------------


def test_tiles_held_are_counted_not_shown() -> None:
    """SV-8.9: how many and from which terrain; the faces on the island are nobody's."""
    m = table("R1@E4 B1@F4", "holds R: oars dive", "holds B: repellent")
    for reader in (1, -1):
        known = m.hidden(reader)
        assert known.held[0][0][Face.OARS] == 1
        assert known.held[0][1][Face.OARS] == 1
        assert known.face == [0] * 40
        assert m.view(reader)["seats"][0]["tiles"] == {"beach": 1, "forest": 1}
    assert m.view(0)["holds"] == ["oars", "dive"]
    assert m.view(-1)["holds"] is None
    assert "Your tiles: Oars, Dive" in m.text(0)


def _filled(m: Match, seat: int, seed: int) -> SurviveState:
    hidden: SurviveState = m.hidden(seat)
    seed_rng(hidden, *seed_words(seed))
    GAME.rules.determinize(hidden, seat)
    return hidden


def test_filling_in_again() -> None:
    """SV-1.3, SV-1.5, SV-3.2: what is unseen may lie anywhere it still can; what others keep is an ability."""
    m = lastraft.new("survive", seats=3, seed=9)
    while m.state.turns < 14:
        m.push(m.legal_moves().codes()[-1])
    faces, values = set(), set()
    for seed in range(60):
        s = _filled(m, 0, seed)
        faces.add(s.face[TILE[next(i for i in range(1, 138) if s.ground[i] == Ground.FOREST)]])
        values.add(s.value[10])
        assert all(s.held[seat][k][f] == 0 for seat in (1, 2) for k in (0, 1) for f in range(Face.OARS))
    assert len(faces) >= 6
    assert values == {1, 2, 3, 4, 5}


def test_what_others_may_hold() -> None:
    """SV-8.9: any ability that the terrain has and nobody has seen."""
    m = table("R1@E4 B1@F4", "holds B: repellent", "holds R: oars oars")
    kinds = {f for seed in range(80) for f in range(11) if _filled(m, 0, seed).held[1][0][f]}
    assert kinds == {Face.DOLPHIN, Face.DIE, Face.REPELLENT}


def test_observation() -> None:
    """SV-18.1: numbers of what the seat knows, seats counted from the observer."""
    m = table("R1@E4 B1@F4 raft-a@I5[R2] shark-1@K4", "values: R1=5 B1=2")
    out, other = Buffer(GAME.observation_size), Buffer(GAME.observation_size)
    assert GAME.rules.observe(m.hidden(0), 0, out) == GAME.observation_size
    GAME.rules.observe(m.hidden(1), 1, other)
    firsts, space = OBSERVED.firsts, SPACE_NUMBER["E4"]
    assert out[firsts["ground"] + space - 1] == m.state.ground[space]
    assert out[firsts["mine"] : firsts["mine"] + 2] == [space, SPACE_NUMBER["I5"]]
    assert out[firsts["value"]] == 5
    last = m.state.seats - 1
    assert other[firsts["others"] + (last - 1) * SPACES + space - 1] == 1
    assert other[firsts["value"]] == 2
    assert out[firsts["raft"]] == SPACE_NUMBER["I5"]
    assert out[firsts["passengers"] : firsts["passengers"] + 2] == [1, 0]
    assert other[firsts["passengers"] + last] == 1
    assert SPACE_NUMBER["K4"] in out[firsts["creature"] : firsts["mine"]]


# -- reading ------------------------------------------------------------------------------------------------------


def test_the_log_is_told_from_the_readers_side() -> None:
    """SV-18.5: names, not values; you and the others."""
    t = translator("survive", "en")
    m = play(table("R1~K2 B1@E4"), "R1 swim K2-NE")
    for reader, line in (
        (0, "You swam to the north-east land: saved."),
        (1, "Ann swam to the north-east land: saved."),
    ):
        assert line in [GAME.events.tell(h.event, Listener(reader, NAMES, t)) for h in m.events(reader)]


def test_every_event_has_its_sentence() -> None:
    """Whatever happens in a few games is told to somebody."""
    t = translator("survive", "en")
    kinds = set()
    for seed in range(6):
        m = lastraft.new("survive", seed=seed, names=NAMES, options={"enter_kaiju_space": "bounce"})
        step = 0
        while not m.over:
            codes = m.legal_moves().codes()
            m.push(codes[(step * 7919 + seed) % len(codes)])
            step += 1
        for h in m.all_events():
            kinds.add(h.event.kind)
            assert GAME.events.tell(h.event, Listener(0, NAMES, t)), h
            assert "{" not in GAME.events.tell(h.event, Listener(1, NAMES, t))
    assert len(kinds) >= 22


def test_the_board_in_the_terminal() -> None:
    """Hexes in rows, at most a hundred columns."""
    m = table("R1@E4 R2@E4 B1@E4 G10@E4 raft-a@I5[R3,B2] shark-1@K4 kaiju-1@A6", "volcano: G6", "sunk: H4")
    shown = m.text(0)
    assert max(map(len, shown.splitlines())) <= 100
    for piece in ("<RB.>", "K4 F", "A6 K", "▲▲▲", "E4: R1 R2 B1 G10"):
        assert piece in shown


def test_questions_before_losing_somebody() -> None:
    """Section 17: suicidal moves are legal, and deserve a question."""
    t = translator("survive", "en")
    m = table("R1@H4 shark-1@I4 raft-a@J4[R2] serpent-1@K4", "holds R: dolphin")
    asked = {
        move.text: GAME.speech.careful(Reader(m.hidden(0), 0, m.names, t), move.code)
        for move in m.legal_moves()
        if GAME.speech.careful(Reader(m.hidden(0), 0, m.names, t), move.code)
    }
    assert set(asked) == {"R1 swim H4-I4", "raft J4-K4", "R2 swim J4-I4", "R2 swim J4-K4"}
    m = table("shark-1@K5 R1~K6 B1@E4", "die: shark")
    code = m.parse("shark K5-K6").code
    assert "own people" in GAME.speech.careful(Reader(m.hidden(0), 0, m.names, t), code)


def test_odds() -> None:
    """SV-1.3: the distribution is public; what has been seen and what one holds is taken off."""
    t = translator("survive", "en")
    m = table("R1@E4", "holds R: oars")
    assert dict(GAME.speech.odds(Reader(m.hidden(0), 0, (), t)))["Oars"] == "1 of 15 unseen"
    assert dict(GAME.speech.odds(Reader(m.hidden(1), 1, (), t)))["Oars"] == "2 of 16 unseen"


# -- when time runs out -------------------------------------------------------------------------------------------


def test_the_clock_ends_stops_and_declines() -> None:
    """SV-17.1: where ending, stopping or declining is offered."""
    assert default(table("R1@E4")) == "end"
    assert default(play(table("raft-a@I5[R1]", "holds R: oars"), "oars I5-J5")) == "stop"
    m = play(table("R1@H4 shark-1@I4 B1@E4", "holds R: repellent"), "R1 swim H4-I4")
    assert default(m) == "decline"


def test_the_clock_sinks_gently() -> None:
    """SV-17.1: the tile with the fewest of one's own, then the first by name."""
    lines = ("phase: sinking", "forest: *", "beach: F4 D5 C6 H4")
    assert default(table("R1@D5 B1@C6", *lines)) == "sink C6"
    assert default(table("R1@D5 R2@C6 R3@C6", *lines)) == "sink F4"


def test_the_clock_moves_creatures_harmlessly() -> None:
    """SV-17.1: the first move by creature and space that takes none of one's own; if there is none, the first."""
    m = table("shark-1@A6 R1~A5 B1@E4", "die: shark")
    assert default(m) == "shark A6-A7"
    m = table("serpent-1@F7 serpent-2@A11 R1~E7 B1@E4", "sunk: E7", "die: serpent")
    assert default(m) == "serpent A11-B10"
    m = table("serpent-1@F7 R1~E7 B1@E4", "sunk: E7", "die: serpent")
    assert default(m) == "serpent F7-E7"


def test_the_clock_and_a_kaiju() -> None:
    """SV-17.1: the first piece, the first space; a driven shark where it does no harm."""
    m = play(table("kaiju-1@K5 raft-a@J5[R1,B1] shark-1@J5 R2~I4", "die: kaiju"), "kaiju K5-J5")
    assert default(m) == "next R1"
    play(m, "next R1")
    assert default(m) == "push R1 I5"
    play(m, "push R1 K4", "next shark-1")
    assert default(m) == "shark J5-I3"


def test_the_clock_elsewhere() -> None:
    """SV-17.1: in every other decision the first choice by piece and space."""
    m = lastraft.new("survive", seed=2)
    assert default(m).startswith("place 1 C6")
    m = play(table("R1@E4 serpent-1@K3", "holds R: dive"), "dive serpent-1")
    assert default(m) == "dive to A3"
    m = play(table("raft-a@I5[B1,B2] R1~J5 G1~J5", "turn: B"), "raft I5-J5")
    assert default(m) == "board R1"
    m = play(table("kaiju-1@A6 kaiju-2@E6 R1@H5", "phase: sinking", "beach: E4=kaiju"), "sink E4")
    assert default(m) == "fetch kaiju-1"


def test_looking_good() -> None:
    """Points that are safe are better than hopes, and hopes than nothing."""
    ranked = ["R1@E4", "raft-a@K2[R1]", "R1@NE"]
    looks = [GAME.rules.evaluate(table(f"{there} B1@F4", "values: R1=5").hidden(0), 0) for there in ranked]
    assert looks == sorted(looks)
    assert len(set(looks)) == 3


def test_events_of_an_ability_are_private() -> None:
    """SV-8.8: the finder alone is told what it is."""
    m = play(table("R1@F4 B1@F4", "beach: E4=repellent", "phase: sinking"), "sink E4")
    assert said(m, Event.FOUND, 0)
    assert not said(m, Event.FOUND, -1)
