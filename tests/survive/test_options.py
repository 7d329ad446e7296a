"""Every option's other values (section 16), and clauses that have no test position of their own."""

from __future__ import annotations

from lastraft import Match
from lastraft.survive.components import BOX, SPACE_NUMBER, Face, Ground
from lastraft.survive.events import Event
from lastraft.survive.state import Phase, holding
from tests.survive.helpers import ROLLS, legal, on_board, play, said, table

# -- options ------------------------------------------------------------------------------------------------------


def test_control_against_all_together() -> None:
    """SV-6.5: one each of three players is a tie with each, not with all together."""
    there = "raft-a@I5[R1,B1,G1]"
    assert table(there).forbids("raft I5-J5") == ""
    assert table(there, raft_control="at_least_combined").forbids("raft I5-J5") == "SV-6.4"
    assert table(there, raft_control="more_than_each").forbids("raft I5-J5") == "SV-6.4"
    assert table("raft-a@I5[R1,R2,B1]", raft_control="at_least_combined").forbids("raft I5-J5") == ""


def test_raft_destination() -> None:
    """SV-6.3: where swimmers, sharks and serpents are, or only where nothing is."""
    there = "raft-a@I5[R1] B1~J5 shark-1@J4 serpent-1@I4"
    ways = {"raft I5-J5", "raft I5-J4", "raft I5-I4"}
    assert ways <= legal(table(there))
    m = table(there, raft_destination="empty_space")
    assert {m.forbids(way) for way in ways} == {"SV-6.3"}
    m = table("raft-a@I5[R1] kaiju-1@J5", raft_destination="empty_space", enter_kaiju_space="bounce")
    assert m.forbids("raft I5-J5") == "SV-6.3"


def test_a_raft_bounces() -> None:
    """SV-11.9 with `bounce`: the raft is lost and everybody aboard pushed on; a repellent prevents it."""
    there = "raft-a@I5[R1,B1] kaiju-1@J5"
    m = play(table(there, enter_kaiju_space="bounce"), "raft I5-J5")
    assert m.state.raft[0] == 0
    play(m, "next B1", "push B1 K5", "push R1 I5")
    assert on_board(m) == {"kaiju-1@J5", "B1~K5", "R1~I5"}
    assert m.state.moves == 2
    m = play(table(there, "holds R: repellent", enter_kaiju_space="bounce"), "raft I5-J5", "repel kaiju-1")
    assert on_board(m) == {"raft-a@J5[R1,B1]"}


def test_oars_and_dolphin_end_at_a_kaiju() -> None:
    """SV-7.6, SV-7.8 with `bounce`: a step to a kaiju is the last, repelled or not."""
    lines = ("holds R: oars dolphin repellent",)
    m = table("raft-a@I5[R1] kaiju-1@J5", *lines, enter_kaiju_space="bounce")
    play(m, "oars I5-J5", "repel kaiju-1")
    assert m.state.depth == 0
    assert on_board(m) == {"raft-a@J5[R1]"}
    m = table("R1~I5 kaiju-1@J5", *lines, enter_kaiju_space="bounce")
    play(m, "R1 dolphin I5-J5", "decline", "push R1 K5")
    assert m.state.depth == 0
    assert on_board(m) == {"R1~K5", "kaiju-1@J5"}


def test_pushing_into_a_kaiju_stays_illegal() -> None:
    """SV-11.9: `bounce` is for moves only."""
    m = play(table("R1@H5 kaiju-1@I5 kaiju-2@J5", enter_kaiju_space="bounce"), "R1 swim H5-I5")
    assert m.forbids("push R1 J5") == "SV-11.9"


def test_leaving_a_safe_land() -> None:
    """SV-5.12: saved for good, unless the option allows it; then one counts as left to save again."""
    assert table("R1@NE R2@E4").forbids("R1 swim NE-K2") == "SV-5.12"
    m = play(table("R1@NE B1@E4", leave_safe_land="allowed"), "R1 swim NE-K2")
    assert "R1~K2" in on_board(m)
    m = table("R1@NE B1@E4 serpent-1@A11", "turn: G", "die: serpent", leave_safe_land="allowed")
    play(m, "serpent A11-B11")
    assert m.state.moves == 0  # nobody left to save, so nobody can leave


def test_kaiju_on_a_safe_land() -> None:
    """SV-11.3: with the option a kaiju drives the saved out to the coast."""
    m = table("kaiju-1@K2 R1@NE R2@NE B1@E4", "die: kaiju", kaiju_safe_land="allowed")
    play(m, "kaiju K2-NE", "next R2")
    assert legal(m) == {"push R2 K2", "push R2 K3"}
    play(m, "push R2 K2", "push R1 K3")
    assert on_board(m) == {"kaiju-1@NE", "R1~K3", "R2~K2", "B1@E4"}
    m = table("kaiju-1@NE R1~K2", kaiju_safe_land="allowed")
    assert m.forbids("R1 swim K2-NE") == "SV-5.15"


def test_nobody_is_saved_under_a_kaiju() -> None:
    """SV-4.6, SV-13.2: the end is looked for when the interaction is over, not while one stands on a kaiju's land."""

    def entering(*lines: str) -> Match:
        m = table("kaiju-1@NE R1~K2 B1@NW", *lines, kaiju_safe_land="allowed", enter_kaiju_space="bounce")
        return play(m, "R1 swim K2-NE")

    m = entering()
    assert not m.over
    play(m, "push R1 K3")
    assert not m.over
    assert "R1~K3" in on_board(m)
    assert play(entering("holds R: repellent"), "repel kaiju-1").over


def test_no_pushing_to_safety() -> None:
    """SV-11.7: with the option a safe land is no target."""
    m = table("kaiju-1@J2 R1~K2 B1@E4", "die: kaiju", push_to_safe_land="forbidden")
    play(m, "kaiju J2-K2")
    assert m.forbids("push R1 NE") == "SV-11.7"
    assert "push R1 K3" in legal(m)


def test_eliminated_rafts_out_of_the_game() -> None:
    """SV-10.9: to the box instead of the supply."""
    m = table("raft-a@J4[R1] serpent-1@K4 B1@E4", eliminated_rafts="out_of_game")
    assert play(m, "raft J4-K4").state.raft[0] == BOX


# -- the turn -----------------------------------------------------------------------------------------------------


def test_a_turn() -> None:
    """SV-4.1 to SV-4.3, SV-5.18, SV-9.1: action, sinking, creature, and then the player to the left."""
    m = table("R1@F4 B1@F4 shark-1@A6", "beach: E4=oars", "turn: G", seed=ROLLS["shark"])
    assert m.asked == 3
    assert m.forbids("end", 0) == "SV-4.1"
    assert m.forbids("sink E4") == "SV-4.2"
    play(m, "end")
    assert m.state.phase == Phase.SINKING
    assert m.forbids("G1 walk >E") == "SV-4.2"
    play(m, "sink E4")
    assert m.state.phase == Phase.CREATURE
    assert m.asked == 3
    assert m.forbids("sink F4") == "SV-9.2"
    play(m, "shark A6-A5")
    assert m.asked == 0
    assert (m.state.moves, m.state.sinks, m.state.phase) == (3, 1, Phase.ACTION)


def test_moves_are_counted() -> None:
    """SV-5.1, SV-5.2: three moves, of any piece in any order."""
    m = play(table("R1@F4 raft-a@A6[]"), "R1 walk F4-G4", "raft A6-B6", "R1 walk G4-H4")
    assert m.forbids("R1 walk H4-G4") == "SV-5.1"
    assert m.forbids("raft B6-A6") == "SV-5.1"
    assert legal(m) == {"end"}


def test_back_to_the_island() -> None:
    """SV-5.11, SV-5.7: from the water to a tile and on."""
    m = play(table("R1~I4"), "R1 swim I4-H4", "R1 walk H4-G4")
    assert on_board(m) == {"R1@G4"}


def test_only_own_adventurers() -> None:
    """SV-5.3: no code moves another's adventurer; a seat of ten has no eleventh."""
    m = table("R1@E4 B1@F4")
    assert not any(move.startswith("B1") for move in legal(m))
    assert m.forbids("#11 move >E") == "SV-5.3"
    assert m.forbids("#11 dolphin >E") == "SV-7.1"
    assert m.forbids("R2 walk >E") == "SV-5.2"
    assert table("R1@E4", "holds R: dolphin").forbids("#11 dolphin >E") == "SV-5.3"


def test_the_edge_and_rafts_off_the_board() -> None:
    """SV-5.2, SV-6.1: to a neighbour on the board; rafts keep to the sea."""
    m = table("R1~L6 raft-a@I5[]")
    assert m.forbids("R1 swim L6>E") == "SV-5.2"
    assert m.forbids("raft I5-H5") == "SV-6.1"
    assert m.forbids("raft-b >E") == "SV-6.1"
    m = table("raft-a@L6[] R1@E4")
    assert m.forbids("raft L6>E") == "SV-5.2"


# -- ability tiles ------------------------------------------------------------------------------------------------


def test_tiles_must_be_held() -> None:
    """SV-7.1: an ability needs its tile."""
    m = table("R1~I4 raft-a@I5[R2] shark-1@I5")
    for move in ("oars I5-J5", "R1 dolphin I4-J4", "dive shark-1", "roll"):
        assert m.forbids(move) == "SV-7.1"
    assert m.forbids("repel shark-1") == "SV-12.1"


def test_using_a_tile_shows_it() -> None:
    """SV-7.3, SV-7.16: it is revealed and goes to the box; the others stay."""
    m = table("R1~I4 R2~J4", "holds R: dolphin dolphin oars")
    before = m.state.revealed
    play(m, "R1 dolphin I4-I3", "stop")
    assert said(m, Event.USED) == [(0, Face.DOLPHIN)]
    assert m.state.revealed > before
    assert holding(m.state, 0, Face.DOLPHIN) == 1
    assert m.state.gone[Ground.BEACH][Face.DOLPHIN] == 1
    play(m, "R2 dolphin J4-K4", "step K5")
    assert on_board(m) == {"R1~I3", "R2~K5"}


def test_a_dolphin_is_no_swim() -> None:
    """SV-5.6, SV-7.4: nor does it cost a move."""
    m = play(table("R1~I4", "holds R: dolphin"), "R1 dolphin I4-J4", "stop", "R1 swim J4-J3")
    assert m.state.moves == 2


def test_steps_are_finished_first() -> None:
    """SV-4.6, SV-7.7: between the steps of oars nothing else is done."""
    m = play(table("raft-a@I5[R1] R2@E4", "holds R: oars"), "oars I5-J5")
    assert m.forbids("end") == "SV-4.6"
    assert m.forbids("step J6") == "SV-6.1"
    assert {"step I5", "step K5", "stop"} <= legal(m)


def test_a_die_tile_moves_a_creature() -> None:
    """SV-7.13, SV-7.15: the roll of a tile moves a creature in the middle of the action phase."""
    m = table("R1@E4 shark-1@A6", "holds R: creature_die", seed=ROLLS["shark"])
    play(m, "roll", "shark A6-A7")
    assert "shark-1@A7" in on_board(m)
    assert m.state.phase == Phase.ACTION
    assert m.state.moves == 3


def test_the_die_is_fair() -> None:
    """SV-1.8, SV-9.1: each kind comes up."""
    assert len(ROLLS) == 3
    shown = set()
    for seed in ROLLS.values():
        m = play(table("R1@E4", "holds R: creature_die", seed=seed), "roll")
        shown.add(said(m, Event.ROLLED)[0][1])
    assert shown == {0, 1, 2}


def test_diving_needs_room() -> None:
    """SV-7.11, SV-7.15: a creature in the supply does not dive, and none does where no sea space is empty."""
    m = table("R1@E4 serpent-1@K3", "holds R: dive")
    assert m.forbids("dive shark-1") == "SV-7.11"
    ground = [0] + [int(Ground.SAFE)] * 137
    ground[SPACE_NUMBER["K3"]] = Ground.SEA
    m = table("serpent-1@K3", "holds R: dive", f"field ground: {' '.join(map(str, ground))}")
    assert m.forbids("dive serpent-1") == "SV-7.15"


# -- sinking ------------------------------------------------------------------------------------------------------


def test_keeping_an_ability() -> None:
    """SV-8.8, SV-8.9, SV-7.16: the active player alone sees which; the others see that it is one, and from where."""
    m = table("R1@E4 B1@F4", "beach: E4=dolphin", "phase: sinking")
    play(m, "sink E4")
    assert "R1~E4" in on_board(m)  # SV-8.6, SV-8.7
    assert said(m, Event.FOUND, 0) == [(0, Face.DOLPHIN)]
    assert said(m, Event.FOUND, 1) == []
    assert said(m, Event.KEPT, 1) == [(0, Ground.BEACH)]
    assert m.view(1)["seats"][0]["tiles"] == {"beach": 1, "forest": 0}
    assert m.view(0)["holds"] == ["dolphin"]


def test_the_seventh_shark_tile() -> None:
    """SV-8.11: with all sharks on the board one of them comes."""
    sharks = " ".join(f"shark-{i}@{space}" for i, space in enumerate(("A6", "A7", "A8", "A9", "A5", "A3"), 1))
    m = play(table(f"R1@F4 {sharks}", "beach: E4=shark", "phase: sinking"), "sink E4")
    assert legal(m) == {f"fetch shark-{i}" for i in range(1, 7)}
    assert m.forbids("fetch kaiju-1") == "SV-8.11"
    play(m, "fetch shark-3")
    assert "shark-3@E4" in on_board(m)


def test_fetching_a_raft_names_its_clause() -> None:
    """SV-8.16: only an empty raft on the board."""
    lines = (f"field raft: 0 0 0{f' {BOX}' * 9}", "phase: sinking", "beach: E4=raft")
    m = play(table("raft-a@A6[] raft-b@I5[] raft-c@K5[B1] R1@F4", *lines), "sink E4")
    assert m.forbids("fetch raft-c") == "SV-8.16"


def test_a_serpent_in_the_supply_stays_there() -> None:
    """SV-10.8: rolled, but there is none."""
    m = play(table("R1@E4", "holds R: creature_die", seed=ROLLS["serpent"]), "roll")
    assert said(m, Event.NONE_MOVES)


# -- creatures ----------------------------------------------------------------------------------------------------


def test_a_shark_keeps_to_the_sea() -> None:
    """SV-9.5, SV-9.7, SV-9.11: one or two sea spaces, never off the board, onto land or a volcano."""
    m = table("shark-1@I4 R1@E4", "die: shark", "sunk: H4", "volcano: G4")
    assert {"shark I4-J4", "shark I4-K4", "shark I4-H4", "shark I4-G3"} <= legal(m)
    assert not m.forbids("shark I4-J4")
    assert m.forbids("shark I4-H5") == "SV-9.5"
    assert m.forbids("shark I4-G4") == "SV-9.11"
    assert m.forbids("kaiju-1 >0") == "SV-9.2"
    assert m.forbids("shark-2 >0") == "SV-9.3"
    assert table("shark-1@L6 R1@E4", "die: shark").forbids("shark L6>0") == "SV-9.7"


def test_a_kaiju_walks_over_land() -> None:
    """SV-9.6, SV-9.8: one or two spaces over sea and tiles; any piece stops it."""
    m = table("kaiju-1@I5 R1@H5 R2@E4 raft-a@J5[] shark-1@I4", "die: kaiju")
    assert {"kaiju I5-H5", "kaiju I5-I6", "kaiju I5-H6", "kaiju I5-J5"} <= legal(m)
    assert m.forbids("kaiju I5-G5") == "SV-9.8"
    assert m.forbids("kaiju I5-H3") == "SV-9.8"
    play(m, "kaiju I5-H6")
    assert "kaiju-1@H6" in on_board(m)


def test_a_serpent_takes_swimmers_and_rafts() -> None:
    """SV-10.2, SV-9.12: a serpent that comes, on the active player's own people too."""
    m = play(table("serpent-1@K3 raft-a@K4[R1,B1] G1@E4", "die: serpent"), "serpent K3-K4")
    assert on_board(m) == {"serpent-1@K4", "G1@E4"}
    assert [a for a, _ in said(m, Event.ELIMINATED)] == [0, 10]


def test_sharks_and_serpents_share() -> None:
    """SV-10.10, SV-9.9: they ignore each other; two sharks on a space are told apart by name."""
    m = play(table("shark-1@K5 serpent-1@K4 shark-2@K4 R1@E4", "die: shark"), "shark K5-K4")
    assert {"shark-1@K4", "shark-2@K4", "serpent-1@K4"} <= on_board(m)
    m = table("shark-1@K4 shark-2@K4 R1@E4", "die: shark")
    assert {"shark-1 K4-K5", "shark-2 K4-K5"} <= legal(m)


def test_a_creature_with_no_way_out() -> None:
    """SV-11.15, SV-11.16: what cannot happen on this board: a creature goes to the supply, an adventurer is lost."""
    walled = ("volcano: E5 G5 F4 E4 E6 F6 G6 G4", "field volcanoes: 0", "beach: F5=kaiju", "phase: sinking")
    m = play(table("kaiju-1@F5 R1@H5", *walled), "sink F5")
    assert on_board(m) == {"kaiju-2@F5", "R1@H5"}
    m = play(table("R1@F5 B1@H5", *walled), "sink F5")
    assert on_board(m) == {"kaiju-1@F5", "B1@H5"}
    assert said(m, Event.ELIMINATED) == [(0, SPACE_NUMBER["F5"])]


def test_being_pushed_is_no_swim() -> None:
    """SV-11.6: a pushed adventurer may still swim."""
    m = play(table("R1@H5 kaiju-1@I5", enter_kaiju_space="bounce"), "R1 swim H5-I5", "push R1 I4")
    assert m.state.swum == 1
    m = table("R1~I5 kaiju-1@J5 R2@E4", "holds R: creature_die", seed=ROLLS["kaiju"])
    play(m, "roll", "kaiju J5-I5", "push R1 I4")
    assert m.state.swum == 0
    assert "R1 swim I4-J4" in legal(m)


def test_pushed_onto_a_raft() -> None:
    """SV-11.5, SV-6.8: a pushed adventurer boards where there is a free seat."""
    m = play(table("kaiju-1@K5 R1~K6 raft-a@K7[B1]", "die: kaiju"), "kaiju K5-K6", "push R1 K7")
    assert on_board(m) == {"kaiju-1@K6", "raft-a@K7[B1,R1]"}


def test_a_chain_of_two_kaiju() -> None:
    """SV-11.13, SV-11.19, SV-11.11: the driven kaiju finishes first and cannot drive the first one out."""
    m = table("kaiju-1@K5 kaiju-2@K4 shark-1@J4 R1~J4 B1@E4", "die: kaiju")
    # a shark and a swimmer never share a space; the kaiju deals with both all the same
    play(m, "kaiju K5-K4")
    assert not any(move.endswith("-K4") for move in legal(m))
    play(m, "kaiju-2 K4-J4", "next shark-1")
    assert m.forbids("shark J4-K4") == "SV-9.10"
    play(m, "shark J4-J3", "push R1 I4")
    assert on_board(m) == {"kaiju-1@K4", "kaiju-2@J4", "shark-1@J3", "R1~I4", "B1@E4"}


def test_wrong_answers_to_a_kaiju() -> None:
    """SV-11.2, SV-11.4, SV-11.10: each question takes its own kind of answer."""
    m = play(table("kaiju-1@K5 raft-a@J5[R1,B1] shark-1@J5", "die: kaiju"), "kaiju K5-J5")
    assert m.forbids("decline") == "SV-11.2"
    assert m.forbids("next G1") == "SV-11.2"
    play(m, "next R1")
    assert m.forbids("decline") == "SV-11.4"
    play(m, "push R1 J4", "next shark-1")
    assert m.forbids("decline") == "SV-11.10"
    assert m.forbids("shark-2 >0") == "SV-11.10"
    m = play(table("kaiju-1@K5 R1~L6 B1@E4", "die: kaiju"), "kaiju K5-L6")
    assert m.forbids("push >E") == "SV-11.4"


# -- repellents ---------------------------------------------------------------------------------------------------


def test_everybody_with_a_tile_is_asked() -> None:
    """SV-18.6, SV-12.8: whoever stands there and holds any tile is asked, and may only decline without a repellent."""
    there = "shark-1@E3 R1~E4 B1~E4 Y1~E4 G1@F4"
    m = table(there, "sunk: E4", "turn: B", "die: shark", "holds R: oars", "holds Y: repellent", "holds G: dive")
    play(m, "shark E3-E4")
    assert m.asked == 2  # Blue holds nothing, so Yellow is next clockwise
    assert legal(m) == {"repel shark-1", "decline"}
    play(m, "decline")
    assert m.asked == 0
    assert legal(m) == {"decline"}
    assert m.forbids("repel shark-1") == "SV-12.1"
    assert m.forbids("end") == "SV-12.8"
    play(m, "decline")
    assert on_board(m) == {"shark-1@E4", "G1@F4"}


def test_two_sharks_two_repellents() -> None:
    """SV-12.4, SV-12.8, SV-12.10: one repellent for each; after the first everybody is asked again."""
    m = table("shark-1@I4 shark-2@I4 R1@H4 B1@E4", "holds R: repellent repellent")
    play(m, "R1 swim H4-I4")
    assert legal(m) == {"repel shark-1", "repel shark-2", "decline"}
    play(m, "repel shark-2")
    assert legal(m) == {"repel shark-1", "decline"}
    assert play(table("shark-1@I4 shark-2@I4 R1@H4 B1@E4", "holds R: repellent"), "R1 swim H4-I4").asked == 0
    play(m, "repel shark-1")
    assert on_board(m) == {"R1~I4", "B1@E4"}


def test_a_repellent_elsewhere() -> None:
    """SV-12.7, SV-12.10: only where one stands; in a window only on that space."""
    m = table("shark-1@I4 shark-2@K5 raft-a@K5[R2] R1@H4", "holds R: repellent")
    assert m.forbids("repel shark-1") == "SV-12.7"
    assert m.forbids("repel shark-3") == "SV-12.7"
    assert "repel shark-2" in legal(m)
    play(m, "R1 swim H4-I4")
    assert m.forbids("repel shark-2") == "SV-12.10"


def test_a_serpent_opens_no_window() -> None:
    """SV-12.5, SV-12.7: a serpent comes to a raft beside which a shark swims: nobody is asked."""
    m = table("serpent-1@K3 raft-a@K4[R1] shark-1@K4 B1@E4", "die: serpent", "holds R: repellent")
    play(m, "serpent K3-K4")
    assert on_board(m) == {"serpent-1@K4", "shark-1@K4", "B1@E4"}
    assert holding(m.state, 0, Face.REPELLENT) == 1


def test_other_creatures_stay_when_a_kaiju_is_repelled() -> None:
    """SV-12.3: they are not displaced, and the raft stays."""
    m = table("kaiju-1@K5 raft-a@J5[R1] shark-1@J5 B1@E4", "die: kaiju", "holds R: repellent")
    play(m, "kaiju K5-J5", "repel kaiju-1")
    assert m.state.depth == 0  # the shark is still there, but Red holds no more tiles
    assert holding(m.state, 0, Face.REPELLENT) == 0
    assert on_board(m) == {"raft-a@J5[R1]", "shark-1@J5", "B1@E4"}
