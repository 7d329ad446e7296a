"""HP-9, HP-14.13, HP-14.14, HP-14.28, HP-18.5: votes."""

from __future__ import annotations

import pytest

from lastraft.errors import IllegalMove
from lastraft.hellapagos.events import Event
from tests.hellapagos.helpers import alive, at, close, do, first, legal, of_kind, why_not, window


def test_HP_T45_the_chief_breaks_a_tie() -> None:
    """HP-9.7, HP-9.8, HP-9.11, HP-9.12, HP-22.20: level, and the chief names one of the two."""
    m = close(at("seats: 7; first: C; F: 5; window: S food"))
    do(m, "A: vote B", "C: vote B", "D: vote B", "B: vote C", "E: vote D", "F: vote D", "G: vote D")
    assert legal(m, "C") == {"tiebreak B", "tiebreak D"}
    assert why_not(m, "C: tiebreak C") == "HP-9.8"
    do(m, "C: tiebreak B")
    assert (window(m), m.state.designated) == ("V", 2)
    events = [h.event for h in m.events(6)]
    assert sum(event.kind == Event.VOTED for event in events) == 7


def test_HP_T46_the_chief_may_name_themselves() -> None:
    """HP-9.8: the chief may name themselves."""
    m = close(at("seats: 4; F: 3; window: S food"))
    do(m, "A: vote B", "B: vote A", "C: vote A", "D: vote B")
    assert legal(m, "A") == {"tiebreak A", "tiebreak B"}


def test_HP_T47_votes_are_for_other_survivors_without_protection() -> None:
    """HP-9.3, HP-9.4, HP-9.5, HP-22.18: the other survivors who are neither provided nor protected."""
    m = close(at("seats: 6; dead: F; F: 2; provided: C; conch: D; window: S food"))
    assert legal(m, "A") == {"vote B", "vote E"}
    assert legal(m, "B") == {"vote A", "vote E"}
    assert why_not(m, "A: vote A") == "HP-9.4"
    assert why_not(m, "A: vote D") == "HP-9.5"
    assert why_not(m, "A: vote F") == "HP-9.5"
    assert why_not(m, "A: pass") == "HP-9.4"


def test_HP_T48_the_club_counts_2() -> None:
    """HP-14.14, HP-9.13: the Club counts 2."""
    m = close(at("seats: 4; F: 3; in play A: club; window: S food"))
    do(m, "A: vote D", "B: vote C", "C: vote B", "D: vote C")
    assert legal(m, "A") == {"tiebreak C", "tiebreak D"}


def test_two_votes_with_the_club() -> None:
    """HP-14.14, HP-22.31: with `two_votes` its owner names two targets, which may differ."""
    m = close(at("seats: 4; F: 3; in play A: club; window: S food", club="two_votes"))
    do(m, "A: vote D", "A: vote B", "B: vote C", "C: vote D", "D: vote C")
    assert legal(m, "A") == {"tiebreak C", "tiebreak D"}


def test_HP_T49_the_crystal_ball_votes_last() -> None:
    """HP-14.13, HP-20.41, HP-9.13, HP-22.19: the Crystal Ball votes last, having seen the others."""
    m = close(at("seats: 4; F: 3; in play C: crystal_ball; window: S food"))
    assert legal(m, "C") == set()
    do(m, "A: vote B", "D: vote B", "B: vote A")
    assert [c["vote"] for c in m.view(2)["castaways"]] == ["B", "A", None, "B"]
    assert legal(m, "C") == {"vote A", "vote B", "vote D"}
    assert why_not(m, "C: vote C") == "HP-9.4"
    do(m, "C: vote A")
    assert legal(m, "A") == {"tiebreak A", "tiebreak B"}


def test_HP_T50_the_conch_makes_a_chief_who_is_no_target() -> None:
    """HP-14.28, HP-1.4: the Conch makes its player chief and no target; the card does not move."""
    m = do(at("seats: 4; first: A; W: 2; F: 20; hand C: conch; window: S water"), "C: use conch")
    assert why_not(m, "A: close") == "HP-20.18"
    do(m, "C: close")
    assert "C" not in of_kind(m, "A", "vote") | of_kind(m, "B", "vote") | of_kind(m, "D", "vote")
    do(m, "A: vote B", "B: vote A", "C: vote D", "D: vote A")
    do(m, "A: accept fate")
    assert window(m) == "S"
    do(m, "C: close", "B: vote D", "C: vote B", "D: vote B", "B: accept fate")
    assert (alive(m), first(m)) == ("CD", "D")
    do(m, "C: close")
    assert (first(m), m.state.conch) == ("C", 0)


def test_the_conch_may_take_the_card() -> None:
    """HP-14.28: with `takes_card` the card passes on from its player."""
    m = do(at("seats: 4; first: A; W: 20; F: 20; hand C: conch; window: N", conch_chief="takes_card"), "C: use conch")
    assert first(m) == "C"
    do(m, "C: close")
    assert first(m) == "B"


def test_the_conch_goes_with_its_player() -> None:
    """HP-14.28, HP-11.8, HP-20.10: if they die the first player is chief again and owns the window."""
    m = at("seats: 4; first: A; W: 2; hand C: conch; hand B: gun bullet; window: S water")
    do(m, "C: use conch", "B: shoot C", "C: nothing")
    assert why_not(m, "A: close") == ""


def test_HP_T51_the_conch_voids_the_vote_against_its_player() -> None:
    """HP-10.11, HP-20.16: the Conch in `V` voids the votes; a new debate and vote follow."""
    m = close(at("seats: 4; F: 3; hand B: conch; window: S food"))
    do(m, "A: vote B", "C: vote B", "D: vote B", "B: vote A", "B: use conch")
    assert (window(m), m.state.designated) == ("S", 0)
    do(m, "B: close")
    assert "B" not in of_kind(m, "A", "vote")
    m = do(at("seats: 4; F: 3; hand C: conch; window: V food B"), "C: use conch")
    assert (window(m), m.state.designated) == ("V", 2)


def test_HP_T52_a_sick_chief_breaks_ties_without_a_vote() -> None:
    """HP-9.9, HP-9.10, HP-12.3: a sick chief does not vote but breaks ties and ends debates."""
    m = at("seats: 4; first: B; round: 2; F: 3; sick: B 2 bite; window: S food")
    do(m, "B: close")
    assert legal(m, "B") == set()
    do(m, "A: vote C", "C: vote A", "D: vote A")
    assert m.state.designated == 1
    m = at("seats: 3; first: B; round: 2; F: 2; sick: B 2 bite; window: S food")
    do(m, "B: close", "A: vote C", "C: vote A")
    assert legal(m, "B") == {"tiebreak A", "tiebreak C"}
    do(m, "B: tiebreak C")
    assert (window(m), m.state.designated) == ("V", 3)


def test_HP_T53_where_nobody_can_vote_the_chief_names_one() -> None:
    """HP-9.10: nobody can vote; the chief names one."""
    m = at("seats: 3; round: 2; W: 2; sick: A 2 bite; sick: B 2 bite; sick: C 2 food; window: S water")
    do(m, "A: close")
    assert legal(m, "A") == {"tiebreak A", "tiebreak B", "tiebreak C"}
    do(m, "A: tiebreak B")
    assert (window(m), m.state.designated) == ("V", 2)


def test_HP_T54_of_two_survivors_the_first_player_chooses() -> None:
    """HP-9.8, HP-17.3: two survivors vote for each other and the first player chooses."""
    m = at("seats: 3; dead: C; first: B; W: 1; F: 9; window: S water")
    do(m, "B: close", "A: vote B", "B: vote A", "B: tiebreak A", "A: accept fate")
    assert (alive(m), m.state.water) == ("B", 0)


def test_HP_T55_the_dead_vote_with_the_option() -> None:
    """HP-18.5, HP-18.6: the dead vote with the option, and are no targets."""
    m = close(at("seats: 5; dead: D E; W: 2; window: S water", voice_of_the_dead=True))
    assert legal(m, "D") == {"vote A", "vote B", "vote C"}
    do(m, "A: vote B", "B: vote A", "C: vote B", "D: vote A", "E: vote A")
    assert m.state.designated == 1
    m = close(at("seats: 5; dead: D E; W: 2; window: S water"))
    assert legal(m, "D") == set()
    do(m, "A: vote B", "B: vote A", "C: vote B")
    assert m.state.designated == 2


def test_the_dead_have_a_voice_only() -> None:
    """HP-18.6: no part in windows, no say in leaving."""
    m = at("seats: 4; dead: D; W: 9; F: 9; R: 3; window: N", voice_of_the_dead=True)
    assert (legal(m, "D"), why_not(m, "D: pass")) == (set(), "HP-11.7")
    close(m)
    assert (m.actors, why_not(m, "D: leave")) == ((0, 1, 2), "HP-20.15")


def test_a_voter_without_a_target_does_not_vote() -> None:
    """HP-9.6: only A can be designated, so A has nobody to vote for."""
    m = close(at("seats: 3; dead: C; W: 1; conch: B; window: S water"))
    assert legal(m, "A") == set()
    do(m, "B: vote A")
    assert m.state.designated == 1


def test_votes_are_secret_until_all_are_in() -> None:
    """HP-20.40, HP-23.19, HP-23.20: nobody sees who has voted, nor how; then all are shown together."""
    m = close(at("seats: 4; W: 3; window: S water"))
    before = m.view(1)
    do(m, "A: vote B")
    assert m.view(1) == before
    assert m.view(0)["castaways"][0]["vote"] == "B"
    assert m.events(1)[-1:] == m.events(2)[-1:]
    do(m, "B: vote A", "C: vote A")
    assert not any(h.event.kind == Event.VOTED for h in m.all_events())
    do(m, "D: vote A")
    assert [(h.event.a, h.event.b) for h in m.events(-1) if h.event.kind == Event.VOTED] == [
        (0, 1),
        (1, 0),
        (2, 0),
        (3, 0),
    ]


def test_the_clock_gives_no_vote() -> None:
    """HP-20.42, HP-20.44, HP-22.29, HP-9.10: only the clock makes `NO_VOTE`; without any vote the chief names one."""
    m = close(at("seats: 3; W: 2; F: 9; window: S water"))
    assert "no vote" not in legal(m, "A")
    with pytest.raises(IllegalMove):
        m.push("no vote", 0)
    for seat in range(3):
        code = m.game.rules.timeout(m.state, seat)
        assert m.push(code, seat, by_clock=True).text == "no vote"
    assert legal(m, "A") == {"tiebreak A", "tiebreak B", "tiebreak C"}
    m = close(at("seats: 3; W: 2; window: S water", vote_timeout="random"))
    assert m.push(m.game.rules.timeout(m.state, 1), 1).text in ("vote A", "vote C")


def test_a_plank_protects_from_seat_votes() -> None:
    """HP-10.12, HP-9.5, HP-9.1: its seat counts, the designated castaway is saved and protected; a ration does not."""
    m = at("seats: 5; round: 12; R: 2; W: 9; F: 9; hand B: wooden_plank water_bottle; window: V seats C")
    do(m, "B: play water_bottle")
    assert (window(m), m.state.designated) == ("V", 3)
    do(m, "B: use wooden_plank")
    assert (m.state.rafts, window(m), alive(m)) == (3, "S", "ABCDE")
    close(m)
    assert of_kind(m, "A", "vote") == {"B", "D", "E"}


def test_a_debate_ends_when_the_chief_says_so() -> None:
    """HP-9.2, HP-20.7: their early close is the last call."""
    m = at("seats: 4; W: 2; hand B: club; window: S water")
    do(m, "A: close")
    assert window(m) == "S"
    do(m, "B: pass")
    assert window(m) == "-"
