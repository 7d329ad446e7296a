"""HP-15 to HP-18: leaving, the hurricane, the end and the scores."""

from __future__ import annotations

import pytest

from lastraft.hellapagos import GAME
from lastraft.series import Series
from tests.hellapagos.helpers import aboard, alive, at, close, do, everybody_votes, of_kind, sick, why_not, window

LAST = "round: 12; "


def test_HP_T87_all_say_leave_and_all_win() -> None:
    """HP-1.5, HP-15.1, HP-15.2, HP-15.4, HP-15.5, HP-17.2, HP-22.21: all say leave, all win."""
    m = close(at("seats: 4; W: 8; F: 9; R: 4; window: D"))
    assert (m.state.water, m.state.food, window(m)) == (4, 5, "N")
    close(m)
    do(m, *(f"{seat}: leave" for seat in "ABCD"))
    assert (aboard(m), m.over) == ("ABCD", True)
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2, 3)


def test_HP_T88_a_seat_short_means_no_departure() -> None:
    """HP-15.1, HP-15.3: a seat short, no departure; a plank in `N` makes it."""
    m = close(close(at("seats: 4; W: 8; F: 9; R: 3; window: D")))
    assert (m.state.day, m.over) == (2, False)
    m = close(at("seats: 4; W: 8; F: 9; R: 3; hand B: wooden_plank; window: D"))
    do(m, "B: use wooden_plank")
    close(m)
    assert GAME.rules.actors(m.state) == 15


@pytest.mark.parametrize(
    ("rule", "leaving", "result"),
    [
        ("majority", "ABC", "left"),
        ("majority", "A", "stayed"),
        ("majority", "AB", "asked"),
        ("unanimous", "ABC", "stayed"),
        ("unanimous", "ABCD", "left"),
    ],
)
def test_who_decides(rule: str, leaving: str, result: str) -> None:
    """HP-15.4, HP-15.6, HP-20.43, HP-22.22, HP-23.21: more than half, or all; an even split is the chief's."""
    m = close(at("seats: 4; first: C; W: 8; F: 9; R: 4; window: N", departure=rule))
    before = m.view(3)
    do(m, f"A: {'leave' if 'A' in leaving else 'stay'}")
    assert m.view(3) == before
    do(m, *(f"{seat}: {'leave' if seat in leaving else 'stay'}" for seat in "BCD"))
    outcome = "left" if m.over else "asked" if m.state.depth else "stayed"
    assert outcome == result
    if outcome == "asked":
        assert m.actors == (2,)
        assert not do(m, "C: stay").over


def test_the_chief_alone_or_nobody_decides() -> None:
    """HP-15.6: `first_player` asks the chief, `automatic` nobody."""
    m = close(at("seats: 4; first: C; W: 8; F: 9; R: 4; window: N", departure="first_player"))
    assert m.actors == (2,)
    assert aboard(do(m, "C: leave")) == "ABCD"
    assert close(at("seats: 4; W: 8; F: 9; R: 4; window: N", departure="automatic")).over


def test_HP_T90_the_hurricane_votes_on_seats_then_on_the_trip() -> None:
    """HP-16.1 to HP-16.6, HP-16.9 to HP-16.13: two seat votes, then one for the trip's food."""
    m = at(f"seats: 5; {LAST} R: 3; W: 4; F: 2; hand C: rotten_fish; window: S seats")
    for target in "DE":
        close(m)
        everybody_votes(m, target, "A")
        close(m)
    assert (alive(m), window(m), m.state.check, m.state.water) == ("ABC", "S", 5, 1)
    close(m)
    everybody_votes(m, "C", "A")
    do(m, "C: feed rotten_fish")
    assert (sick(m), aboard(m), m.over) == ("C", "ABC", True)


def test_HP_T91_without_a_raft_everybody_loses() -> None:
    """HP-16.4, HP-16.3, HP-1.5: no raft and everybody loses; with a plank votes go on until one is left."""
    m = close(at(f"seats: 3; {LAST} R: 0; W: 9; F: 9; window: S seats"))
    assert (m.over, aboard(m)) == (True, "")
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    m = do(at(f"seats: 3; {LAST} R: 0; W: 9; F: 9; hand B: wooden_plank; window: S seats"), "B: use wooden_plank")
    for target in "AC":
        close(m)
        everybody_votes(m, target, "B")
        do(m, *([f"{'ABC'[m.state.first_player]}: tiebreak {target}"] if m.state.depth else []))
        close(m)
    assert aboard(m) == "B"


def test_HP_T92_without_water_for_the_trip_the_unfed_stay() -> None:
    """HP-16.5: nothing to drink for the trip: the unfed are left behind."""
    m = close(at(f"seats: 3; {LAST} R: 3; W: 3; F: 6; hand A: water_bottle; window: D"))
    do(m, "pass")
    assert (window(m), m.state.check) == ("Z", 4)
    do(m, "A: feed water_bottle", "A: target A")
    close(m)
    assert aboard(m) == "A"


def test_HP_T93_a_rescue_in_phase_4_protects_in_the_trips_vote() -> None:
    """HP-16.7: saved in Phase 4, no target of the trip's vote, but counted; in `Z` they need a card."""
    text = f"seats: 4; {LAST} R: 4; W: 3; F: 9; exempt water: A; window: S trip_water"
    m = close(at(text))
    assert of_kind(m, "B", "vote") == {"C", "D"}
    m = close(at(text, trip_immunity="separate"))
    assert of_kind(m, "B", "vote") == {"A", "C", "D"}
    m = close(at(f"seats: 3; {LAST} R: 3; W: 0; F: 9; exempt water: A; window: Z trip_water"))
    assert m.over
    assert alive(m) == ""


def test_saving_in_phase_4_exempts() -> None:
    """HP-16.7, HP-10.4: a ration in `V` of Phase 4, not in the trip's checks."""
    m = do(at("seats: 4; W: 3; F: 9; hand C: water_bottle; window: V water C"), "C: feed water_bottle")
    assert m.state.exempt == [0, 4, 0]
    m = do(
        at(f"seats: 4; {LAST} R: 4; W: 3; F: 9; hand C: water_bottle; window: V trip_water C"), "C: feed water_bottle"
    )
    assert m.state.exempt == [0, 0, 0]


def test_a_rescue_is_for_its_round() -> None:
    """HP-10.4, HP-16.7: saved from a water vote in round 11, they can be designated for water in round 12."""
    m = at("seats: 4; first: A; round: 11; R: 4; W: 3; F: 30; hand C: water_bottle; window: V water C")
    close(do(m, "C: feed water_bottle"))
    do(m, "D: water", "A: water", "B: water", "C: fish")
    close(m)
    assert (m.state.day, window(m), m.state.check) == (12, "S", 4)
    close(m)
    assert of_kind(m, "A", "vote") == {"B", "C", "D"}


def test_the_basket_is_not_for_the_trip() -> None:
    """HP-16.8, HP-14.34: it covers the shortage of Phase 4; for the trip everybody is without water."""
    m = at(f"seats: 3; {LAST} R: 3; W: 2; F: 9; hand A: fruit_basket; window: S water")
    do(m, "A: use fruit_basket")
    assert (alive(m), window(m), m.state.check) == ("ABC", "Z", 4)
    close(m)
    assert (m.over, aboard(m)) == (True, "")


def test_HP_T95_the_sick_board_and_win() -> None:
    """HP-12.11, HP-16.9, HP-16.11: the sick board and win."""
    m = close(at(f"seats: 3; {LAST} R: 3; W: 3; F: 3; sick: B 12 bite; window: N"))
    assert aboard(m) == "ABC"


def test_night_in_the_hurricane_round() -> None:
    """HP-20.11, HP-16.1, HP-16.12: only if seats, water and food suffice for all; then nobody is asked, they leave."""
    m = close(at(f"seats: 3; {LAST} R: 3; W: 6; F: 6; window: D"))
    assert window(m) == "N"
    close(m)
    assert (m.over, aboard(m)) == (True, "ABC")
    m = close(at(f"seats: 3; {LAST} R: 2; W: 6; F: 6; window: D"))
    assert (window(m), m.state.check) == ("S", 3)
    m = close(at(f"seats: 3; {LAST} R: 3; W: 6; F: 4; window: D"))
    assert (window(m), m.state.check) == ("S", 5)


def test_a_single_survivor_plays_on() -> None:
    """HP-17.3: alone under the same rules."""
    m = close(at("seats: 3; dead: B C; W: 9; F: 9; R: 0; window: N"))
    assert (m.state.day, why_not(m, "A: fish")) == (2, "")


def score(n: int, boarded: int, mode: str) -> list[int]:
    m = at(f"seats: {n}; field ended: 1; field aboard: {(1 << boarded) - 1}", tournament=mode)
    return [GAME.rules.score(m.state, seat) for seat in range(n)]


def test_HP_T96_solitary_scores_more_the_fewer_are_aboard() -> None:
    """HP-18.3: solitary, the fewer aboard the better."""
    assert score(8, 1, "solitary") == [8] + [0] * 7
    assert score(8, 2, "solitary") == [7, 7] + [0] * 6
    assert score(8, 8, "solitary") == [1] * 8


def test_HP_T97_cooperative_scores_the_number_aboard() -> None:
    """HP-18.2: cooperative, as many points as castaways aboard."""
    assert score(6, 4, "cooperative") == [4, 4, 4, 4, 0, 0]


def test_HP_T98_nobody_aboard_scores_nothing() -> None:
    """HP-18.4, HP-17.4: nobody aboard, nothing for anybody."""
    for mode in ("none", "cooperative", "solitary"):
        assert score(5, 0, mode) == [0] * 5
    assert score(5, 2, "none") == [1, 1, 0, 0, 0]


def test_a_tournament() -> None:
    """HP-18.1: an agreed number of games; the highest total wins, and equal totals share the win."""
    series = Series("hellapagos", games=2, seats=3, seed=5, options={"tournament": "cooperative"})
    ends = iter([("AB", 2), ("BC", 2)])
    while not series.over:
        m = series.match
        boarded, _ = next(ends)
        m.state.ended = 1
        m.state.aboard = sum(1 << "ABC".index(seat) for seat in boarded)
        series.finish()
    assert series.totals == (2, 4, 2)
    assert series.winners == (1,)
