"""HP-12: sickness, and Anti-venom (HP-14.21)."""

from __future__ import annotations

from lastraft.hellapagos.state import BAD_FOOD, BITE
from lastraft.match import Match
from tests.hellapagos.beach import (
    at,
    close,
    do,
    everybody_votes,
    finish_turns,
    legal,
    of_kind,
    sick,
    steer,
    turns,
    why_not,
    window,
)


def bitten(m: Match) -> bool:
    return sick(m) != ""


def test_HP_T68_the_bitten_have_no_vote_and_no_turn_and_recover() -> None:
    """HP-12.3 to HP-12.6, HP-8.1, HP-10.2: no vote in round 4, a Sandwich saves them, no turn in round 5, then well."""
    m = steer(
        "seats: 3; first: C; round: 4; weather: 0 0 0 2 2 2; W: 8; F: 2; order: B; hand B: sandwich",
        ("B: wood 5",),
        bitten,
    )
    do(m, "C: close", "pass")
    assert (window(m), m.state.check) == ("S", 2)
    do(m, "C: close", "pass")
    assert legal(m, "B") == set()
    do(m, "A: vote B", "C: vote B")
    assert legal(m, "B") == {
        "accept fate",
        "feed sandwich",
        "play sandwich",
        *(f"{v} {p}" for v in ("give", "offer") for p in "AC"),
    }
    do(m, "B: feed sandwich", "C: close")
    assert (m.state.day, turns(m)) == (5, "CA")
    finish_turns(m)
    assert (window(m), sick(m)) == ("D", "")


def test_HP_T69_the_sick_play_no_cards_in_the_turns_of_the_next_round() -> None:
    """HP-12.5, HP-12.13, HP-20.4: cards in the round of the bite, none in the turns of the next, again from dusk on."""
    cards = "hand B: water_bottle gun bullet"
    m = at(f"seats: 3; round: 4; sick: B 4 bite; {cards}; order: C")
    assert {"play water_bottle", "shoot A", "lay gun"} <= legal(m, "B")
    m = at(f"seats: 3; round: 5; W: 9; F: 9; sick: B 4 bite; {cards}; order: C")
    assert not any(text.startswith(("play", "shoot", "lay", "use", "feed")) for text in legal(m, "B"))
    assert why_not(m, "B: shoot A") == why_not(m, "B: play water_bottle") == why_not(m, "B: lay gun") == "HP-12.5"
    do(m, "B: pass", "C: fish")
    assert window(m) == "D"
    assert {"play water_bottle", "shoot A"} <= legal(m, "B")
    m = at(f"seats: 3; round: 4; sick: B 4 bite; {cards}; order: C", sick_card_ban="from_onset")
    assert why_not(m, "B: play water_bottle") == "HP-12.5"


def test_the_sick_trade_unless_the_option_forbids_it() -> None:
    """HP-12.8: trading is not playing."""
    text = "seats: 3; round: 5; sick: B 4 bite; hand B: club; hand A: axe; order: C"
    assert of_kind(at(text), "B", "give") == {"A", "C"}
    m = at(text, sick_may_trade=False)
    assert of_kind(m, "B", "give") == of_kind(m, "B", "offer") == set()
    assert why_not(m, "B: give A") == why_not(m, "A: give B") == why_not(m, "A: offer B") == "HP-12.8"


def test_HP_T70_sick_before_their_turn_they_still_act() -> None:
    """HP-12.9, HP-12.3, HP-12.4: sick before their turn they still act, do not vote, and are skipped next round."""
    m = at("seats: 3; round: 3; W: 2; F: 9; hand B: rotten_fish; order: A B C; weather: 0 0 0")
    do(m, "B: play rotten_fish")
    assert (m.state.food, sick(m), turns(m)) == (10, "B", "ABC")
    do(m, "A: fish", "B: water", "C: fish", "A: close", "A: close")
    assert legal(m, "B") == set()
    do(m, "A: vote C", "C: vote A", "A: tiebreak C", "C: accept fate", "A: close")
    assert (m.state.day, turns(m)) == (4, "A")


def test_HP_T71_filthy_water_makes_sick_whoever_drinks_it() -> None:
    """HP-14.3: the castaway who is fed Filthy Water falls sick, not the giver."""
    m = do(at("seats: 4; W: 3; F: 20; hand D: filthy_water; window: V water C"), "D: feed filthy_water")
    assert sick(m) == "C"
    assert m.state.alive == 15


def test_HP_T72_matches_make_filthy_water_harmless() -> None:
    """HP-14.22: with Matches they stay healthy."""
    m = do(at("seats: 4; W: 3; F: 20; hand C: filthy_water matches; window: V water C"), "C: feed filthy_water+matches")
    assert (sick(m), m.state.alive, m.state.hand_size[2]) == ("", 15, 0)


def test_HP_T73_anti_venom_heals_at_once_and_keeps_the_safe_wood() -> None:
    """HP-14.21: healthy at once, the safe step is kept."""
    m = steer("seats: 3; disc: 2; W: 9; F: 9; hand A: anti_venom; order: A B", ("A: wood 3",), bitten)
    do(m, "A: use anti_venom", "A: target A")
    assert (m.state.disc, sick(m)) == (3, "")
    finish_turns(m)
    close(close(m))
    assert (m.state.day, sorted(turns(m))) == (2, ["A", "B", "C"])


def test_HP_T74_cured_in_time_they_act_at_their_place() -> None:
    """HP-14.21, HP-7.4, HP-7.25: cured before their place is past, they act at their place."""
    m = at("seats: 4; round: 5; sick: C 4 bite; hand A: anti_venom; order: A B D")
    do(m, "A: use anti_venom", "A: target C")
    assert turns(m) == "ABCD"
    assert why_not(m, "C: pass") == "HP-20.19"


def test_HP_T75_anti_venom_does_not_heal_bad_food() -> None:
    """HP-12.12: Anti-venom leaves the bad food."""
    m = at("seats: 3; round: 2; sick: B 2 both; hand A: anti_venom")
    do(m, "A: use anti_venom", "A: target B")
    assert m.state.causes[1] == BAD_FOOD
    assert m.state.sick_since[1] == 2


def test_HP_T77_sick_again_counts_from_the_new_round() -> None:
    """HP-12.10, HP-12.2: sick again, from the new round on."""
    m = at("seats: 3; round: 5; W: 9; F: 2; sick: B 4 bite; hand B: rotten_fish; order: A; acted: C")
    do(m, "B: pass", "A: water", "A: close", "B: pass")
    assert (window(m), sick(m)) == ("S", "")
    do(m, "B: play rotten_fish")
    assert (sick(m), m.state.sick_since[1], m.state.causes[1]) == ("B", 5, BAD_FOOD)
    assert window(m) == "N"
    do(m, "A: close")
    assert (m.state.day, "B" in turns(m)) == (6, False)


def test_falling_sick_while_sick() -> None:
    """HP-12.10, HP-12.12: one status card that remembers its causes."""
    m = at("seats: 3; round: 2; sick: B 2 bite; hand B: filthy_water")
    do(m, "B: play filthy_water")
    assert (m.state.causes[1], m.state.sick_since[1]) == (BITE | BAD_FOOD, 2)


def test_HP_T99_cured_at_their_place_the_window_becomes_theirs() -> None:
    """HP-7.25, HP-7.26, HP-14.21: the window becomes theirs; too late, no turn but cards and a vote."""
    text = "seats: 4; round: 5; W: 3; F: 9; sick: B 4 bite; hand D: anti_venom; hand B: club; "
    m = at(text + "order: C D; acted: A")
    do(m, "D: use anti_venom", "D: target B")
    assert turns(m) == "BCD"
    do(m, "B: fish")
    assert turns(m) == "CD"
    m = at(text + "order: D; acted: A C")
    do(m, "D: use anti_venom", "D: target B")
    assert (turns(m), sick(m)) == ("D", "")
    assert "lay club" in legal(m, "B")
    do(m, "B: pass", "D: fish", "A: close", "B: pass", "A: close", "B: pass")
    assert of_kind(m, "B", "vote") == {"A", "C", "D"}


def test_who_may_be_cured() -> None:
    """HP-14.21: anybody by default; with `self` only oneself; a castaway bitten this round always themselves."""
    text = "seats: 3; round: 2; sick: A 2 bite; sick: B 2 bite; hand A: anti_venom"
    assert legal(do(at(text), "A: use anti_venom"), "A") == {"target A", "target B"}
    assert legal(do(at(text, antivenom_target="self"), "A: use anti_venom"), "A") == {"target A"}
    assert legal(do(at(text, sick_card_ban="from_onset"), "A: use anti_venom"), "A") == {"target A"}
    banned = at("seats: 3; round: 2; sick: A 1 bite; sick: B 2 bite; hand A: anti_venom; order: C")
    assert why_not(banned, "A: use anti_venom") == "HP-12.5"


def test_the_safe_wood_may_be_lost() -> None:
    """HP-14.21: with `lost` the wood falls by the safe steps, a Raft card being taken down if need be."""
    m = steer("seats: 3; disc: 5; hand A: anti_venom; order: A B", ("A: wood 3",), bitten, antivenom_free_wood="lost")
    assert (m.state.rafts, m.state.disc) == (1, 0)
    do(m, "A: use anti_venom", "A: target A")
    assert (m.state.rafts, m.state.disc) == (0, 5)


def test_the_sick_can_be_designated() -> None:
    """HP-12.3, HP-12.11: they eat, drink, count and can be voted out."""
    m = close(at("seats: 3; round: 2; W: 2; F: 9; sick: B 2 bite; window: S water"))
    everybody_votes(m, "B")
    assert m.state.designated == 2
