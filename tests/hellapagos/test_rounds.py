"""HP-5, HP-6, HP-7.1 to HP-7.5, HP-7.25: the first player, the weather and the order of turns."""

from __future__ import annotations

from lastraft.hellapagos.state import ALL
from lastraft.match import Match
from tests.hellapagos.beach import alive, at, close, do, finish_turns, first, legal, turns, why_not, window

FIVE = "seats: 5; first: C; W: 30; F: 30"


def next_round(m: Match) -> Match:
    """To the first turn of the next round; nobody is short of anything."""
    finish_turns(m)
    day = m.state.day
    while m.state.day == day and not m.over:
        close(m)
    return m


def test_HP_T05_turns_go_clockwise_and_the_card_to_the_right() -> None:
    """HP-5.1, HP-5.2, HP-5.3, HP-7.1: turns clockwise, the card goes to the right."""
    m = at(FIVE)
    assert (first(m), turns(m)) == ("C", "CDEAB")
    next_round(m)
    assert (first(m), turns(m), m.state.day) == ("B", "BCDEA", 2)


def test_the_card_goes_left_with_the_option() -> None:
    """HP-5.2: `first_player_pass: left` turns the pass round, not that of HP-5.4."""
    m = next_round(at(FIVE, first_player_pass="left"))
    assert first(m) == "D"
    m = at(
        "seats: 3; first: C; W: 0; F: 30; hand A: water_bottle; hand B: water_bottle; window: Z water",
        first_player_pass="left",
    )
    do(m, "A: feed water_bottle", "A: target A", "B: feed water_bottle", "B: target B", "C: close")
    assert (alive(m), first(m)) == ("AB", "B")


def test_HP_T06_dead_seats_are_skipped() -> None:
    """HP-1.2, HP-5.2, HP-4.1: dead seats are skipped."""
    assert first(next_round(at("seats: 5; first: C; dead: B; W: 30; F: 30"))) == "A"
    assert first(next_round(at("seats: 5; first: A; dead: E; W: 30; F: 30"))) == "D"
    assert first(next_round(at("seats: 5; first: A; dead: B; W: 30; F: 30", first_player_pass="left"))) == "C"


def test_HP_T07_the_card_passes_at_a_death_and_again_the_next_day() -> None:
    """HP-5.4, HP-5.5: the card passes at the death of its holder and again in Phase 1, unless `skip_once`."""
    for rule, expected in (("always", "A"), ("skip_once", "B")):
        m = at("seats: 5; first: C; W: 4; F: 30; window: S water", pass_after_first_player_death=rule)
        do(m, "C: close", *(f"{seat}: vote C" for seat in "ABDE"), "C: vote A", "C: accept fate")
        assert (alive(m), first(m)) == ("ABDE", "B")
        next_round(m)
        assert first(m) == expected


def test_HP_T08_a_dead_first_player_does_not_change_the_order() -> None:
    """HP-5.7, HP-13.27: a dead first player does not change the order of turns."""
    m = at("seats: 5; first: C; hand E: gun bullet; order: E A B; acted: C D")
    do(m, "E: shoot C", "C: nothing")
    assert (first(m), turns(m), window(m)) == ("B", "EAB", "T")
    do(m, "E: fish")
    assert turns(m) == "AB"
    assert why_not(m, "B: fish") == "HP-7.1"


def test_the_order_is_fixed_when_phase_3_begins() -> None:
    """HP-5.7, HP-7.4: neither a new chief nor a new first player changes it; only the dead are struck off."""
    m = close(at("seats: 4; first: B; W: 30; F: 30; hand C: conch; hand D: gun bullet; window: N"))
    assert (first(m), turns(m)) == ("A", "ABCD")
    do(m, "C: use conch")
    assert turns(m) == "ABCD"
    do(m, "D: shoot A", "A: nothing")
    assert (first(m), turns(m)) == ("D", "BCD")


def test_HP_T09_the_alarm_clock_names_the_first_player() -> None:
    """HP-5.6, HP-14.25: the castaway named by the Alarm Clock is first player, then the card passes on from them."""
    m = do(at(FIVE + "; hand A: alarm_clock"), "A: use alarm_clock", "A: target E")
    next_round(m)
    assert first(m) == "E"
    assert first(next_round(m)) == "D"


def test_HP_T10_a_dead_nominee_is_replaced_by_the_right_neighbour() -> None:
    """HP-14.25: if they are dead by then, their right neighbour is first player."""
    m = at("seats: 5; first: C; W: 4; F: 30; hand A: alarm_clock; window: S water")
    do(m, "A: use alarm_clock", "A: target E", "C: close", *(f"{seat}: vote E" for seat in "ABCD"), "E: vote A")
    do(m, "E: accept fate")
    assert alive(m) == "ABCD"
    assert first(next_round(m)) == "D"


def test_the_weather_is_turned_over_for_all() -> None:
    """HP-6.1, HP-6.2, HP-6.3, HP-23.8: every round one card, which stays face up."""
    m = at("seats: 3; first: A; W: 30; F: 30; weather: 3 1 2")
    assert m.view(1)["weather"][:2] == ["3", None]
    next_round(m)
    assert m.view(-1)["weather"][:3] == ["3", "1", None]
    assert m.state.weather_sure[1] == ALL


def test_the_number_of_the_weather_holds_for_the_whole_round() -> None:
    """HP-6.1: everybody's water of a round is by its card, and the next round has the next card."""
    m = do(at("seats: 3; first: A; W: 20; F: 30; weather: 3 1"), "A: water", "B: water", "C: water")
    assert m.state.water == 29
    next_round(m)
    assert do(m, "C: water").state.water == 29 - 3 + 1


def test_the_sick_of_the_last_round_are_skipped() -> None:
    """HP-7.3, HP-7.4, HP-12.4: they take no action."""
    m = at("seats: 4; first: A; W: 30; F: 30; sick: C 1 bite; window: N")
    close(m)
    assert (m.state.day, first(m), turns(m)) == (2, "D", "DAB")


def test_exactly_one_action_each() -> None:
    """HP-7.2, HP-7.5, HP-22.1: nine choices on one's own turn, and a wasted action counts."""
    m = at("seats: 3; first: A; weather: 0")
    assert legal(m, "A") == {"fish", "water", "search", *(f"wood {k}" for k in range(6))}
    assert legal(m, "B") == set()
    do(m, "A: water")
    assert (turns(m), m.state.acted) == ("BC", 1)


def test_when_everybody_is_skipped_there_is_no_turn() -> None:
    """HP-20.9: the round goes straight to dusk, and the sick recover before it (HP-12.6)."""
    m = at("seats: 3; first: A; W: 30; F: 30; sick: A 1 bite; sick: B 1 food; sick: C 1 bite; window: N")
    close(m)
    assert (m.state.day, window(m), m.state.causes[:3]) == (2, "D", [0, 0, 0])


def test_a_game_lasts_twelve_rounds_at_most() -> None:
    """HP-4.2, HP-6.2, HP-17.1: the Hurricane comes at last."""
    m = at("seats: 3; first: A; round: 12; W: 30; F: 30; R: 0; window: D")
    close(m)
    assert window(m) == "S"
    close(m)
    assert m.over
