"""Where clauses meet: positions that ordinary play seldom reaches."""

from __future__ import annotations

import pytest

from lastraft.hellapagos import GAME
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.match import Match
from lastraft.protocol import Listener
from lastraft.protocol.translations import translator
from tests.hellapagos.helpers import (
    aboard,
    alive,
    at,
    close,
    discarded,
    do,
    everybody_votes,
    finish_turns,
    first,
    hand,
    legal,
    markers,
    of_kind,
    sick,
    turns,
    why_not,
    window,
)

T = translator("hellapagos", "en")


def log_of(m: Match, seat: str, since: int = 0) -> list[str]:
    reader = LETTERS.index(seat)
    return [
        line.said for line in GAME.speech.log([h.event for h in m.events(reader, since)], Listener(reader, m.names, T))
    ]


# -- wood and turns ---------------------------------------------------------------------------------------------------


def test_wood_beside_a_twelfth_card_that_was_a_plank() -> None:
    """HP-7.18, HP-14.33, HP-7.11: the plank leaves the disc where it is, and more wood has no effect."""
    m = do(at("seats: 3; R: 11; disc: 5; hand A: wooden_plank"), "A: use wooden_plank", "A: wood 0")
    assert (m.state.rafts, m.state.disc) == (12, 5)
    assert log_of(m, "A", 2) == ["You fetch wood: +0."]


def test_coffee_of_a_castaway_cured_too_late() -> None:
    """HP-14.26, HP-14.21, HP-7.26: they have no regular turn, and their extra turn follows the current one."""
    m = at("seats: 4; round: 2; sick: B 1 bite; hand B: coffee; hand D: anti_venom; order: C D; acted: C")
    assert why_not(m, "B: use coffee") == "HP-12.5"
    do(m, "D: use anti_venom", "D: target B", "B: use coffee")
    assert turns(m) == "CBD"


def test_the_open_turn_can_be_bound() -> None:
    """HP-14.27, HP-20.5: the owner of the window too, and all pass again before they act."""
    m = at("seats: 3; hand B: pendulum axe; hand C: club")
    do(m, "B: pass", "C: pass", "B: use pendulum", "B: target A", "B: impose search")
    assert why_not(m, "A: search") == "HP-20.6"
    assert why_not(do(m, "pass"), "A: fish") == "HP-14.27"
    assert legal(m, "A") == {"search"}


def test_the_clock_names_the_first_player_whatever_else_moves_the_card() -> None:
    """HP-5.6, HP-5.5, HP-5.2: neither `left` nor `skip_once` has a say."""
    m = at(
        "seats: 5; first: C; W: 4; F: 30; weather: 3 3; hand A: alarm_clock; window: V water C",
        pass_after_first_player_death="skip_once",
        first_player_pass="left",
    )
    do(m, "A: use alarm_clock", "A: target A", "C: accept fate")
    assert (alive(m), first(m)) == ("ABDE", "B")
    assert first(close(m)) == "A"
    assert first(close(close(finish_turns(m)))) == "B"


def test_the_conch_that_took_the_card_and_its_player_die() -> None:
    """HP-14.28, HP-5.4, HP-20.10: the card passes on from them to the right, and with it the window."""
    m = at("seats: 4; first: A; W: 2; hand C: conch; hand B: gun bullet; window: S water", conch_chief="takes_card")
    do(m, "C: use conch")
    assert first(m) == "C"
    do(m, "B: shoot C", "C: nothing")
    assert (first(m), why_not(m, "B: close"), why_not(m, "A: close")) == ("B", "", "HP-20.18")


# -- votes ------------------------------------------------------------------------------------------------------------


def test_when_everybody_left_is_protected() -> None:
    """HP-8.11, HP-9.5, HP-10.12: a seat is missing, one has the Conch, the other the plank: the vote counts all the
    same (a Raft card lost to Anti-venom can bring this about)."""
    m = at("seats: 3; dead: C; round: 12; R: 1; W: 9; F: 9; conch: A; protected: B; window: S seats")
    close(m)
    do(m, "A: vote B", "B: vote A", "A: tiebreak B")
    assert (window(m), m.state.designated) == ("V", 2)
    assert aboard(close(m)) == "A"


def test_the_conch_voids_a_vote_that_leaves_nobody_else() -> None:
    """HP-10.11, HP-8.11: it is held again, with its player as chief."""
    m = at("seats: 3; dead: C; round: 12; R: 1; W: 9; F: 9; hand B: conch; protected: A; window: V seats B")
    do(m, "B: use conch")
    assert window(m) == "S"
    do(m, "B: close", "A: vote B", "B: vote A", "B: tiebreak A", "A: accept fate")
    assert aboard(m) == "B"


def test_without_votes_the_chief_is_told_whom_he_can_name() -> None:
    """HP-9.10, HP-9.8: among all who may be designated; with votes, among those who are level."""
    m = close(
        at(
            "seats: 4; first: B; round: 2; W: 2; sick: A 2 bite; sick: B 2 bite; sick: C 2 food; sick: D 2 food; "
            "provided: D; window: S water"
        )
    )
    assert legal(m, "B") == {"tiebreak A", "tiebreak B", "tiebreak C"}
    assert why_not(m, "B: tiebreak D") == why_not(m, "B: close") == "HP-9.10"


def test_a_sick_owner_of_the_crystal_ball() -> None:
    """HP-14.13, HP-9.3: they do not vote, so nobody votes last; as the only one who is well they vote alone."""
    text = "seats: 4; round: 2; F: 3; in play C: crystal_ball; "
    m = close(at(text + "sick: C 2 bite; window: S food"))
    everybody_votes(m, "B", "A")
    assert (window(m), m.state.designated) == ("V", 2)
    m = close(at(text + "sick: A 2 bite; sick: B 2 bite; sick: D 2 bite; window: S food"))
    assert m.actors == (2,)
    assert do(m, "C: vote A").state.designated == 1


def test_the_clock_and_a_second_vote() -> None:
    """HP-20.42, HP-14.14: the first vote of a Club stands, the missing one is not counted."""
    m = close(at("seats: 3; F: 2; in play A: club; window: S food", club="two_votes"))
    do(m, "A: vote C")
    m.push(GAME.rules.timeout(m.state, 0), 0, by_clock=True)
    do(m, "B: vote A", "C: vote B")
    assert legal(m, "A") == {"tiebreak A", "tiebreak B", "tiebreak C"}


def test_the_conch_breaks_an_even_split() -> None:
    """HP-15.4, HP-22.22, HP-14.28: the chief, not the first player, decides whether the raft leaves."""
    m = at("seats: 4; first: A; W: 8; F: 9; R: 4; hand D: conch; window: N")
    do(m, "D: use conch", "D: close", "A: leave", "B: leave", "C: stay", "D: stay")
    assert m.actors == (3,)
    assert aboard(do(m, "D: leave")) == "ABCD"


# -- checks -----------------------------------------------------------------------------------------------------------


def test_whoever_was_provided_lives_when_the_marker_runs_out() -> None:
    """HP-8.8, HP-10.3, HP-14.32: saved in `V`; then the Mill empties the food and a `Z` follows."""
    m = at("seats: 4; W: 9; F: 2; hand B: sandwich vegetable_mill; window: V food B")
    do(m, "B: feed sandwich")
    assert window(m) == "S"
    do(m, "B: use vegetable_mill", "A: close")
    assert (window(m), m.state.food) == ("Z", 0)
    close(m)
    assert alive(m) == "B"


def test_the_basket_in_v() -> None:
    """HP-14.34, HP-20.16, HP-10.14: the designated castaway is let off and the marker is empty."""
    m = do(at("seats: 4; W: 2; F: 9; hand D: fruit_basket; window: V water B"), "D: use fruit_basket")
    assert (alive(m), markers(m), window(m)) == ("ABCD", (0, 5), "N")
    assert "You are let off." in log_of(m, "B")


def test_z_ends_with_the_last_hungry_mouth() -> None:
    """HP-20.16, HP-8.14, HP-14.35: a shot leaves only the fed; the barbecue is for the next check."""
    m = at("seats: 3; W: 0; F: 1; hand A: water_bottle gun bullet cannibal_bbq_kit; hand B: coconut; window: Z water")
    do(m, "B: feed coconut", "B: target A", "B: target B", "B: done")
    assert window(m) == "Z"
    do(m, "A: shoot C", "C: nothing")
    assert (window(m), m.state.check, markers(m)) == ("S", 2, (1, 1))
    do(m, "A: use cannibal_bbq_kit")
    assert (window(m), markers(m)) == ("N", (1, 1))


def test_those_who_die_together_with_the_conch() -> None:
    """HP-11.9, HP-11.5, HP-14.28: hands are dealt from the seat of the chief, though the Conch goes with them."""
    m = at(
        "seats: 5; first: B; W: 0; F: 9; hand B: axe; hand D: club coffee; conch: D; provided: A C E; window: Z water"
    )
    do(m, "D: close", "pass")
    assert [(h.event.a, h.event.b) for h in m.all_events() if h.event.kind == Event.INHERITED] == [
        (3, 4),
        (3, 2),
        (1, 2),
    ]
    assert (alive(m), first(m), m.state.conch) == ("ACE", "A", 0)


def test_a_raft_card_lost_in_the_seat_check() -> None:
    """HP-14.21, HP-16.3, HP-16.4: with `lost` the only Raft card is taken down, and nobody can leave."""
    m = at(
        "seats: 3; round: 12; R: 1; W: 9; F: 9; sick: B 12 bite; field bite_wood: 0 1 0 0 0 0 0 0 0 0 0 0; "
        "hand A: anti_venom; window: S seats",
        antivenom_free_wood="lost",
    )
    do(m, "A: use anti_venom", "A: target B")
    assert (m.state.rafts, m.state.disc, m.view(0)["shortage"]) == (0, 5, 3)
    assert (close(m).over, aboard(m)) == (True, "")


def test_the_barbecue_for_the_trip() -> None:
    """HP-14.35, HP-16.6, HP-16.9: the dead of the seat vote feed those for whom there is no food."""
    m = at("seats: 4; round: 12; R: 3; W: 9; F: 0; hand A: cannibal_bbq_kit rotten_fish; window: V seats D")
    do(m, "D: accept fate", "A: pass")
    assert (window(m), m.state.check) == ("Z", 5)
    do(m, "A: feed cannibal_bbq_kit", "A: target B", "A: target C", "A: feed rotten_fish", "A: target A")
    assert (aboard(m), sick(m)) == ("ABC", "A")


# -- cards ------------------------------------------------------------------------------------------------------------


def test_a_death_shows_what_is_discarded() -> None:
    """HP-11.2, HP-13.25, HP-23.12: everybody is told of the permanent cards that go."""
    m = at("seats: 4; W: 3; F: 9; hand B: coffee; in play B: axe gun; window: V water B")
    do(m, "B: accept fate")
    assert discarded(m) == ["axe"]
    assert "B discards: Axe." in log_of(m, "D")


def test_a_card_taken_with_the_flashlight_is_not_found_by_searching() -> None:
    """HP-14.30, HP-22.23: its player is told what they take, the others that they take something."""
    m = at("seats: 3; hand A: flashlight; deck: axe club", flashlight="look_and_take")
    do(m, "A: use flashlight")
    assert legal(m, "A") == {"pick 1", "pick 2"}
    do(m, "A: pick 2")
    assert log_of(m, "A", 2) == ["You take Club."]
    assert log_of(m, "B", 2) == ["A takes one of these cards."]


def test_offers_wait_for_a_shot() -> None:
    """HP-20.23, HP-20.15: nothing happens to an open offer between two others."""
    m = at("seats: 4; hand A: axe; hand B: club; hand D: gun bullet; hand C: sheet_metal")
    do(m, "A: offer B", "A: card axe", "A: ask 1", "A: done", "A: done", "D: shoot C")
    assert why_not(m, "B: accept A") == "HP-20.15"
    do(m, "C: sheet metal")
    assert why_not(m, "B: accept A") == ""


def test_copies_of_an_offered_card_are_alike() -> None:
    """HP-20.33, HP-22.30: of two sandwiches one is played and the offer stands; without the second it lapses."""
    m = at("seats: 3; F: 0; hand A: sandwich sandwich; hand B: club; order: C A B")
    do(m, "A: offer B", "A: card sandwich", "A: done", "A: ask 0", "A: done", "A: play sandwich")
    assert "accept A" in legal(m, "B")
    do(m, "A: play sandwich")
    assert "accept A" not in legal(m, "B")
    assert log_of(m, "B")[-1] == "A's offer to you has lapsed."


def test_drafts_that_can_no_longer_be_completed() -> None:
    """HP-20.38, HP-12.8: the other no longer has so many cards; or falls sick where the sick may not trade."""
    m = at("seats: 3; hand A: axe; hand B: sandwich rotten_fish; order: C A B", sick_may_trade=False)
    do(m, "A: offer B", "A: card axe", "A: ask 2", "B: play sandwich")
    assert m.view(0)["draft"] is None
    do(m, "A: give B", "B: play rotten_fish")
    assert m.view(0)["draft"] is None
    assert why_not(m, "A: give B") == "HP-12.8"


def test_the_steps_of_a_trade_have_their_order() -> None:
    """HP-22.32, HP-22.33, HP-22.28: a step that is not due is refused as that, not for want of cards."""
    m = at("seats: 3; hand A: axe club; hand B: flask gun; order: C A B")
    do(m, "A: offer B", "A: card axe", "A: done")
    assert why_not(m, "A: card club") == why_not(m, "A: done") == "HP-22.32"
    do(m, "A: ask 2", "A: done", "A: done", "B: accept A", "B: card gun")
    assert why_not(m, "B: done") == "HP-22.32"
    assert why_not(m, "B: ask 1") == why_not(m, "B: say axe") == "HP-22.28"


def test_an_empty_hand_has_no_pass() -> None:
    """HP-20.19, HP-20.18: they count as having passed; who has passed, and the owner, cannot pass."""
    m = do(at("seats: 4; hand C: axe; hand D: club"), "C: pass")
    assert why_not(m, "B: pass") == "HP-20.19"
    assert why_not(m, "C: pass") == why_not(m, "A: pass") == "HP-20.18"


@pytest.mark.parametrize("seats", range(3, 13))
def test_the_first_turns_of_every_table(seats: int) -> None:
    """HP-1.1, HP-7.1, HP-14.26: with any number of players all act, one of them twice, and dusk follows."""
    last = LETTERS[seats - 1]
    m = do(at(f"seats: {seats}; W: 36; F: 36; hand {last}: coffee"), f"{last}: use coffee")
    assert turns(m) == LETTERS[:seats] + last
    assert window(finish_turns(m)) == "D"
    assert hand(m, last) == []
    assert of_kind(m, "A", "close") == {""}
