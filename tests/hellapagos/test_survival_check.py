"""HP-8, HP-10: the survival check and the designated castaway."""

from __future__ import annotations

from lastraft.hellapagos.events import Event
from lastraft.hellapagos.state import Deed
from lastraft.match import Match
from tests.hellapagos.helpers import (
    alive,
    at,
    close,
    discarded,
    do,
    everybody_votes,
    finish_turns,
    hand,
    legal,
    markers,
    of_kind,
    sick,
    why_not,
    window,
)


def vote_out(m: Match, target: str, other: str = "") -> Match:
    """The debate is closed and everybody votes for the target."""
    close(m)
    return everybody_votes(m, target, other)


def test_HP_T27_enough_for_all_means_no_vote() -> None:
    """HP-8.2, HP-8.4, HP-8.12, HP-22.16: enough for all, no vote; then the food check."""
    m = close(at("seats: 6; W: 8; F: 20; window: D"))
    assert (markers(m), window(m)) == ((2, 14), "N")
    assert markers(close(at("seats: 6; W: 8; F: 3; window: D"))) == (2, 3)


def test_HP_T28_a_bottle_for_all_and_one_vote() -> None:
    """HP-8.3, HP-8.5 to HP-8.7, HP-9.1: a bottle for all, one vote, five survivors go on to food."""
    m = at("seats: 6; W: 4; F: 20; hand B: water_bottle; window: S water")
    assert m.view(0)["shortage"] == 2
    do(m, "B: play water_bottle")
    assert (m.state.water, m.view(0)["shortage"]) == (5, 1)
    close(vote_out(m, "C"))
    assert (alive(m), markers(m), window(m)) == ("ABDEF", (0, 15), "N")


def test_HP_T29_who_saved_themselves_is_no_target_of_the_second_vote() -> None:
    """HP-10.1, HP-10.3, HP-10.4, HP-8.3, HP-10.6, HP-22.17: no target of the second vote."""
    m = vote_out(at("seats: 5; W: 3; F: 20; hand A: water_bottle; window: S water"), "A")
    do(m, "A: feed water_bottle")
    assert (m.state.water, m.view(0)["shortage"], window(m)) == (3, 1, "S")
    close(m)
    assert of_kind(m, "B", "vote") == {"C", "D", "E"}
    assert why_not(m, "B: vote A") == "HP-9.5"
    everybody_votes(m, "B", "C")
    close(m)
    assert (alive(m), m.state.water) == ("ACDE", 0)


def test_HP_T30_a_rescue_from_thirst_does_not_protect_from_hunger() -> None:
    """HP-10.4: saved from the water vote, they can be designated for food."""
    m = vote_out(at("seats: 4; W: 3; F: 3; hand B: water_bottle; window: S water"), "B")
    do(m, "B: feed water_bottle")
    assert (window(m), m.state.check) == ("S", 2)
    vote_out(m, "B")
    assert legal(m, "B") == {"accept fate"}
    close(m)
    assert (alive(m), markers(m)) == ("ACD", (0, 0))


def test_HP_T31_a_rescue_by_another_lasts_for_the_round() -> None:
    """HP-10.3, HP-13.5, HP-22.5: somebody else's Sandwich saves them for the round."""
    m = vote_out(at("seats: 4; F: 2; hand D: sandwich club; window: S food"), "C")
    do(m, "D: feed sandwich")
    assert (alive(m), hand(m, "D"), m.state.food) == ("ABCD", ["club"], 2)
    assert (window(m), m.view(0)["shortage"]) == ("S", 1)
    close(m)
    assert "C" not in of_kind(m, "A", "vote")


def test_HP_T32_a_card_given_to_the_designated_saves_them() -> None:
    """HP-10.3: a card given in `V` saves them."""
    m = vote_out(at("seats: 4; F: 3; hand D: sandwich; window: S food"), "C")
    assert window(m) == "V"
    do(m, "D: give C", "D: card sandwich", "C: feed sandwich")
    assert (alive(m), m.state.food, window(m)) == ("ABCD", 0, "N")


def test_HP_T33_the_rest_of_a_coconut_goes_to_the_marker_or_is_lost() -> None:
    """HP-10.5: the other two rations of a Coconut go onto the marker at once, or are lost."""
    text = "seats: 5; W: 3; F: 20; hand A: coconut; window: S water"
    m = do(vote_out(at(text), "A"), "A: feed coconut")
    assert (alive(m), m.state.water, m.state.check) == ("ABCDE", 1, 0)
    m = do(vote_out(at(text, surplus_rations="lost"), "A"), "A: feed coconut")
    assert (window(m), m.state.water, m.view(0)["shortage"]) == ("S", 3, 1)


def test_a_card_of_one_ration_leaves_nothing_over() -> None:
    """HP-10.3, HP-10.5: it saves, and nothing more is told; whoever gave it is remembered for one ration."""
    m = do(vote_out(at("seats: 5; W: 4; F: 20; hand B: water_bottle; window: S water"), "A"), "B: feed water_bottle")
    assert alive(m) == "ABCDE"
    assert not [h for h in m.all_events() if h.event.kind == Event.SURPLUS]
    assert [m.state.deeds[seat][Deed.SHARED] for seat in range(5)] == [0, 1, 0, 0, 0]


def test_HP_T34_an_empty_marker_means_no_vote_but_cards_feed() -> None:
    """HP-8.8, HP-8.9, HP-8.10, HP-22.6, HP-22.30, HP-22.31: no vote on an empty marker; a Coconut feeds two, one
    ration is left over."""
    m = at("seats: 3; W: 0; F: 20; hand A: water_bottle; hand B: coconut; window: Z water")
    do(m, "A: feed water_bottle", "A: target A", "B: feed coconut")
    assert legal(m, "B") == {"target B", "target C"}
    do(m, "B: target B", "B: target C")
    assert (alive(m), m.state.water, m.state.check) == ("ABC", 1, 0)
    m = at("seats: 4; W: 0; F: 20; hand B: coconut; window: Z water", surplus_rations="lost")
    do(m, "B: feed coconut", "B: target B", "B: done", "A: close")
    assert (alive(m), m.state.water) == ("B", 0)


def test_in_z_the_rest_of_a_card_goes_onto_the_marker_after_the_check() -> None:
    """HP-8.10, HP-8.14, HP-22.24, HP-22.33: `DONE` after one target; the marker does not move while `Z` is open."""
    m = at("seats: 3; W: 0; F: 20; hand B: coconut; window: Z water")
    do(m, "B: feed coconut")
    assert "done" not in legal(m, "B")
    do(m, "B: target B", "B: done")
    assert (m.state.water, window(m)) == (0, "Z")
    close(m)
    assert (alive(m), m.state.water) == ("B", 2)


def test_in_z_nothing_is_played_for_everybody() -> None:
    """HP-22.4, HP-22.6, HP-8.14, HP-14.32: the resource of the `Z` goes to named castaways only, the two rations of
    the Mill too; the other may be played."""
    m = at("seats: 3; W: 0; F: 2; hand B: water_bottle sandwich vegetable_mill; window: Z water")
    assert why_not(m, "B: play water_bottle") == "HP-8.14"
    assert why_not(m, "B: use vegetable_mill") == "HP-8.14"
    assert {"feed water_bottle", "feed vegetable_mill", "play sandwich"} <= legal(m, "B")
    assert why_not(m, "B: feed sandwich") == "HP-14.41"
    do(m, "B: feed vegetable_mill", "B: target A", "B: target C")
    assert markers(m) == (0, 0)
    do(m, "B: feed water_bottle", "B: target B")
    assert alive(m) == "ABC"


def test_z_opens_by_itself() -> None:
    """HP-8.8: where a debate would open on an empty marker there is a `Z`."""
    m = close(at("seats: 3; W: 0; F: 9; window: D"))
    assert (window(m), m.state.check) == ("Z", 1)
    close(m)
    assert m.over
    assert alive(m) == ""


def test_the_marker_may_fall_to_zero_in_a_debate() -> None:
    """HP-20.2, HP-8.8: looked at when `S` closes; then `Z` opens instead of a ballot."""
    m = at("seats: 3; F: 2; W: 20; hand B: vegetable_mill; window: S food")
    do(m, "B: use vegetable_mill")
    assert (window(m), m.state.food) == ("S", 0)
    close(m)
    assert window(m) == "Z"
    m = close(at("seats: 3; F: 2; W: 20; window: S food"))
    assert of_kind(m, "A", "vote") == {"B", "C"}


def test_HP_T37_the_fruit_basket_covers_water_and_food() -> None:
    """HP-14.34: the Fruit Basket covers water and food; with `one_resource` only the one."""
    text = "seats: 4; W: 2; F: 1; hand B: fruit_basket; window: S water"
    m = do(at(text), "B: use fruit_basket")
    assert (alive(m), markers(m), window(m)) == ("ABCD", (0, 0), "N")
    m = do(at(text, fruit_basket="one_resource"), "B: use fruit_basket")
    assert (markers(m), window(m), m.state.check) == ((0, 1), "S", 2)


def test_HP_T39_the_fruit_basket_raises_no_dead() -> None:
    """HP-14.34: the dead stay dead."""
    m = close(vote_out(at("seats: 4; W: 2; F: 20; hand B: fruit_basket; window: S water"), "C", "A"))
    assert (alive(m), window(m)) == ("ABD", "S")
    do(m, "B: use fruit_basket")
    assert (alive(m), m.state.water) == ("ABD", 0)


def test_a_basket_is_for_its_round() -> None:
    """HP-14.34: a shortage of the next round is voted on as usual."""
    m = do(at("seats: 3; W: 2; F: 9; hand B: fruit_basket; weather: 0 0; window: S water"), "B: use fruit_basket")
    finish_turns(close(m))
    assert (m.state.day, window(close(m)), alive(m)) == (2, "Z", "ABC")


def test_the_dead_of_the_last_round_are_no_food() -> None:
    """HP-14.35: the BBQ Kit counts the dead of this round only."""
    m = close(at("seats: 3; W: 2; F: 9; hand A: cannibal_bbq_kit; weather: 0 0; window: V water B"))
    do(m, "pass")
    assert (window(m), why_not(m, "A: use cannibal_bbq_kit")) == ("N", "")
    finish_turns(close(m))
    assert (m.state.day, window(m), why_not(m, "A: use cannibal_bbq_kit")) == (2, "D", "HP-14.35")


def test_a_basket_in_z_loses_the_surplus() -> None:
    """HP-8.10, HP-14.34, HP-20.16: the Basket ends `Z` at once and empties the marker."""
    m = at("seats: 4; W: 0; F: 20; hand B: coconut fruit_basket; window: Z water")
    do(m, "B: feed coconut", "B: target B", "B: done", "B: use fruit_basket")
    assert (alive(m), m.state.water, m.state.check) == ("ABCD", 0, 0)


def test_HP_T40_the_mill_turns_2_food_into_2_water() -> None:
    """HP-14.32: the Vegetable Mill turns 2 food into 2 water."""
    m = do(at("seats: 3; W: 1; F: 5; hand A: vegetable_mill; window: S water"), "A: use vegetable_mill")
    assert (markers(m), window(m), alive(m)) == ((0, 0), "N", "ABC")


def test_HP_T41_the_mill_needs_2_food() -> None:
    """HP-14.32: it needs 2 food, also where it feeds named castaways."""
    m = at("seats: 3; W: 1; F: 1; hand A: vegetable_mill; window: S water")
    assert why_not(m, "A: use vegetable_mill") == "HP-14.32"
    m = at("seats: 3; W: 0; F: 1; hand A: vegetable_mill; window: Z water")
    assert why_not(m, "A: feed vegetable_mill") == "HP-14.32"


def test_HP_T43_the_bbq_kit_needs_a_death_this_round() -> None:
    """HP-14.35: the BBQ Kit needs a death this round."""
    m = at("seats: 4; W: 3; F: 2; hand A: cannibal_bbq_kit; window: S water")
    assert why_not(m, "A: use cannibal_bbq_kit") == "HP-14.35"
    close(vote_out(m, "C"))
    assert (window(m), m.state.check, m.state.food) == ("S", 2, 2)
    do(m, "A: use cannibal_bbq_kit")
    assert (m.state.food, window(m)) == (1, "N")


def test_the_bbq_kit_in_turns_and_in_z() -> None:
    """HP-14.35: in `T` only with its option; in a food `Z` it feeds two for each of the dead."""
    text = "seats: 4; W: 9; hand A: cannibal_bbq_kit gun bullet; order: A C D"
    m = do(at(text), "A: shoot B", "B: nothing")
    assert why_not(m, "A: use cannibal_bbq_kit") == "HP-14.35"
    m = do(at(text, bbq_timing="any_time"), "A: shoot B", "B: nothing", "A: use cannibal_bbq_kit")
    assert m.state.food == 2
    m = at("seats: 4; F: 0; hand A: cannibal_bbq_kit gun bullet; window: Z food")
    do(m, "A: shoot B", "B: nothing")
    assert why_not(m, "A: use cannibal_bbq_kit") == "HP-8.14"
    do(m, "A: feed cannibal_bbq_kit", "A: target A", "A: target C", "A: close")
    assert alive(m) == "AC"


def test_a_common_ration_helps_the_designated_only_if_it_ends_the_shortage() -> None:
    """HP-10.9, HP-10.13, HP-10.14, HP-20.16: they are let off, and may be designated again."""
    m = vote_out(at("seats: 4; W: 2; F: 20; hand B: water_bottle water_bottle; window: S water"), "C")
    do(m, "B: play water_bottle")
    assert (window(m), m.state.designated) == ("V", 3)
    do(m, "B: play water_bottle")
    assert (alive(m), m.state.water, m.state.check) == ("ABCD", 0, 0)


def test_surplus_obeys_the_limit() -> None:
    """HP-13.4, HP-14.42: a ration may be played although the limit swallows the gain."""
    m = do(at("seats: 3; W: 35; F: 34; hand B: coconut sardines"), "B: play coconut", "B: play sardines")
    assert markers(m) == (36, 36)


def test_foul_rations() -> None:
    """HP-14.3, HP-14.22: played for all they make their player sick, unless with Matches."""
    m = do(at("seats: 3; W: 1; hand B: filthy_water"), "B: play filthy_water")
    assert (m.state.water, sick(m)) == (2, "B")
    m = at("seats: 3; F: 1; hand B: rotten_fish matches")
    assert why_not(m, "B: use matches") == "HP-14.22"
    do(m, "B: play rotten_fish+matches")
    assert (m.state.food, sick(m), discarded(m)) == (2, "", ["matches", "rotten_fish"])
    assert why_not(at("seats: 3; hand B: rotten_fish"), "B: play rotten_fish+matches") == "HP-13.1"


def test_foul_food_in_z_makes_the_fed_sick() -> None:
    """HP-14.3, HP-8.9, HP-13.5: whoever swallows it."""
    m = at("seats: 3; F: 0; hand B: rotten_fish; window: Z food")
    do(m, "B: feed rotten_fish", "B: target C", "A: close")
    assert (alive(m), sick(m), m.state.food) == ("C", "C", 0)


def test_matches_for_the_whole_round() -> None:
    """HP-14.22: with `whole_round` they are played alone and nobody falls sick until the end of the round."""
    m = at("seats: 3; W: 9; F: 9; hand B: matches; hand C: filthy_water", matches="whole_round")
    do(m, "B: use matches")
    assert why_not(m, "C: play filthy_water+matches") == "HP-14.22"
    do(m, "C: play filthy_water")
    assert sick(m) == ""
    m = at("seats: 3; W: 9; F: 9; hand B: matches; hand C: filthy_water; window: N", matches="whole_round")
    close(do(m, "B: use matches"))
    do(m, "C: play filthy_water")
    assert (m.state.day, sick(m)) == (2, "C")


def test_only_the_missing_resource_saves() -> None:
    """HP-10.2, HP-14.41, HP-22.5: a Sandwich does not save from thirst, nor the Mill in `V`."""
    m = at("seats: 3; W: 2; F: 9; hand B: sandwich vegetable_mill; window: V water B")
    assert why_not(m, "B: feed sandwich") == "HP-14.41"
    assert why_not(m, "B: feed vegetable_mill") == "HP-14.41"


def test_banned_castaways_save_themselves_only() -> None:
    """HP-12.7, HP-10.2, HP-14.41: under the ban a ration for oneself, without Matches; nothing else."""
    text = "seats: 3; round: 2; W: 2; F: 9; sick: B 2 bite; hand B: filthy_water matches water_bottle; "
    m = at(text + "window: V water B", sick_card_ban="from_onset")
    assert of_kind(m, "B", "feed") == {"filthy_water", "water_bottle"}
    assert of_kind(m, "B", "play") == set()
    m = at(text + "window: V water C", sick_card_ban="from_onset")
    assert of_kind(m, "B", "feed") == set()
    m = at(
        "seats: 3; round: 2; W: 0; F: 9; sick: B 2 bite; hand B: coconut; window: Z water", sick_card_ban="from_onset"
    )
    do(m, "B: feed coconut")
    assert legal(m, "B") == {"target B"}
    do(m, "B: target B", "A: close")
    assert (alive(m), m.state.water) == ("B", 2)


def test_HP_T44_exemptions_that_leave_nobody_are_ignored() -> None:
    """HP-8.11, HP-16.7: exemptions are ignored if they leave nobody."""
    m = at("seats: 3; dead: C; first: B; round: 12; R: 2; W: 1; F: 2; exempt water: A B; window: S trip_water")
    close(m)
    do(m, "A: vote B", "B: vote A")
    assert of_kind(m, "B", "tiebreak") == {"A", "B"}


def test_a_check_once_over_is_not_opened_again() -> None:
    """HP-16.13, HP-8.14: food is checked after water, whatever the Mill does then."""
    m = at("seats: 3; W: 9; F: 5; hand A: vegetable_mill; window: D")
    close(m)
    assert (window(m), markers(m)) == ("N", (6, 2))


def test_nothing_is_taken_back() -> None:
    """HP-8.7, HP-9.11: each vote removes one unit of shortage."""
    m = at("seats: 5; W: 2; F: 20; window: S water")
    for target in "ECD":
        close(vote_out(m, target, "A"))
    assert (alive(m), m.state.water) == ("AB", 0)
