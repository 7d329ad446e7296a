"""HP-13.11, HP-13.12, HP-20.30 to HP-20.38, HP-22.27, HP-22.28, HP-22.32: gifts, offers and exchanges."""

from __future__ import annotations

import pytest

from lastraft.protocol import Listener
from lastraft.protocol.translations import translator
from tests.hellapagos.helpers import at, do, hand, legal, of_kind, why_not, window

TWO = "seats: 3; hand A: old_undies sandwich; hand B: car_keys; hand C: club; order: C A B"


def test_HP_T83_an_offer_may_lie_about_its_cards() -> None:
    """HP-20.31, HP-20.32, HP-20.34, HP-23.13, HP-23.14, HP-23.15, HP-22.12, HP-22.13: a claim that lies."""
    m = do(at(TWO), "A: offer B", "A: card old_undies", "A: done", "A: ask 1", "A: say water_bottle", "A: done")
    (offer,) = m.view(1)["offers"]
    assert offer == {"from": "A", "to": "B", "cards": [None], "wanted": 1, "claim": ["water_bottle"], "wish": []}
    assert m.view(2)["offers"] == []
    do(m, "B: accept A", "B: card car_keys")
    assert (hand(m, "A"), hand(m, "B")) == (["car_keys", "sandwich"], ["old_undies"])
    assert m.view(2)["castaways"][1]["known"] == []
    assert m.view(0)["castaways"][1]["known"] == m.view(1)["hand"] == ["old_undies"]
    log = [m.game.events.tell(h.event, Listener(2, m.names, translator("hellapagos", "en"))) for h in m.events(2)]
    assert log[-1] == "A and B exchange cards: 1 for 1."


def test_HP_T84_a_card_in_play_cannot_be_given() -> None:
    """HP-13.8, HP-13.9: a card in play cannot be given, a Gun in hand can."""
    m = do(at("seats: 3; in play A: axe; hand A: gun club"), "A: give B")
    assert of_kind(m, "A", "card") == {"gun", "club"}
    assert (why_not(m, "A: card axe"), why_not(m, "A: card gun")) == ("HP-22.27", "")


def test_HP_T86_an_effective_move_makes_everybody_pass_again() -> None:
    """HP-20.5, HP-20.6, HP-20.16: an effective move makes everybody pass again; without a shortage `S` ends at once."""
    text = "seats: 4; W: 1; F: 20; hand B: club; hand C: {}; hand D: axe; window: S water"
    m = do(at(text.format("water_bottle flask")), "B: pass", "C: pass", "D: pass", "C: play water_bottle")
    assert (m.state.water, m.view(0)["shortage"], m.view(0)["awaited"]) == (2, 2, 3)
    do(m, "A: close", "B: pass", "C: pass")
    assert window(m) == "S"
    do(m, "D: pass")
    assert window(m) == "-"
    m = do(at(text.format("coconut")), "B: pass", "C: pass", "D: pass", "C: play coconut")
    assert (m.state.water, m.state.check) == (0, 0)


def test_HP_T103_cancelled_offers_count_towards_three() -> None:
    """HP-22.32, HP-20.12, HP-20.35, HP-23.25: three offers a window, cancelled ones count; nobody saw anything."""
    m = at(TWO)
    seen = m.view(1), m.view(2)
    known = m.hidden(1).to_bytes()
    for _ in range(3):
        do(m, "A: offer B")
        assert m.hidden(1).to_bytes() == known
        assert "pass" in legal(m, "B")
        do(m, "A: cancel")
    assert of_kind(m, "A", "offer") == set()
    assert why_not(m, "A: offer B") == "HP-20.12"
    assert (m.view(1), m.view(2)) == seen
    assert of_kind(m, "A", "give") == {"B", "C"}


def test_HP_T104_an_offer_step_by_step() -> None:
    """HP-22.32, HP-20.37, HP-20.31, HP-22.27, HP-22.28, HP-22.33: the whole sequence, step by step."""
    m = at("seats: 3; hand A: sandwich car_keys axe; hand B: old_undies flask; hand C: club; order: C A B")
    do(m, "B: pass", "A: offer B")
    assert legal(m, "A") == {"card sandwich", "card car_keys", "card axe", "cancel"}
    assert why_not(m, "A: say club") == "HP-22.28"
    do(m, "A: card sandwich", "A: card car_keys")
    assert legal(m, "A") == {"card axe", "done", "cancel"}
    do(m, "A: done")
    assert legal(m, "A") == {"ask 0", "ask 1", "ask 2", "cancel"}
    assert why_not(m, "A: ask 3") == "HP-20.31"
    do(m, "A: ask 1", "A: say sandwich")
    assert len(of_kind(m, "A", "say")) == 34
    do(m, "A: done", "A: say bullet")
    (offer,) = m.view(1)["offers"]
    assert (len(offer["cards"]), offer["wanted"], offer["claim"], offer["wish"]) == (2, 1, ["sandwich"], ["bullet"])
    assert m.view(2)["awaited"] == 1
    do(m, "B: accept A", "B: card old_undies")
    assert (hand(m, "A"), hand(m, "B")) == (["axe", "old_undies"], ["car_keys", "flask", "sandwich"])
    assert m.view(2)["awaited"] == 2
    m = do(at("seats: 3; hand A: sandwich car_keys; order: C A B"), "A: offer B", "A: card sandwich", "A: done")
    assert legal(m, "A") == {"ask 0", "cancel"}


def test_an_offer_of_nothing_back() -> None:
    """HP-22.32, HP-20.32: no wish step with 0 wanted; accepting makes the exchange at once."""
    m = do(
        at("seats: 3; hand A: axe club; order: C A B"), "A: offer B", "A: card axe", "A: done", "A: ask 0", "A: done"
    )
    assert legal(m, "B") == {"accept A", "decline A"}
    do(m, "B: accept A")
    assert (hand(m, "A"), hand(m, "B")) == (["club"], ["axe"])


def test_HP_T105_a_draft_goes_with_its_card_or_window() -> None:
    """HP-20.35, HP-20.38: a draft is gone when its card is, or when its window closes."""
    m = at("seats: 4; hand A: sandwich; hand D: sleeping_pills; hand B: club; order: C A B D")
    do(m, "A: offer B")
    do(m, "A: card sandwich")
    assert m.state.draft[0]
    do(m, "D: use sleeping_pills", "D: target A", "D: done")
    assert (m.state.draft[0], m.view(0)["draft"]) == (0, None)
    m = at("seats: 3; hand A: sandwich axe; hand B: club; order: C A B")
    do(m, "A: pass", "B: pass", "A: give B", "A: card axe", "C: fish")
    assert (m.state.draft[0], m.state.gifts[0]) == (0, 0)
    m = at("seats: 3; hand A: sandwich axe; hand B: club; order: C A B")
    do(m, "A: pass", "B: pass", "A: offer B", "A: card axe", "C: fish", "A: offer B")
    assert legal(m, "A") == {"card sandwich", "card axe", "cancel"}


def test_an_acceptance_lapses_with_its_offer() -> None:
    """HP-20.38, HP-20.33: the offer is withdrawn while the other chooses what to give for it."""
    m = do(at(TWO), "A: offer B", "A: card sandwich", "A: done", "A: ask 1", "A: done", "A: done", "B: accept A")
    assert legal(m, "B") == {"card car_keys", "cancel"}
    do(m, "A: withdraw")
    assert m.view(1)["draft"] is None
    assert "pass" in legal(m, "B")


def test_an_acceptance_lapses_with_too_few_cards() -> None:
    """HP-20.38: one of the two cards that the offer asks for is stolen before any was chosen."""
    m = at("seats: 4; hand A: sandwich; hand B: car_keys club; hand D: sleeping_pills; order: C A B D")
    do(m, "A: offer B", "A: card sandwich", "A: ask 2", "A: done", "A: done", "B: accept A")
    assert m.view(1)["draft"]
    do(m, "D: use sleeping_pills", "D: target B", "D: done")
    assert (len(hand(m, "B")), m.view(1)["draft"]) == (1, None)


def test_open_offers_lapse() -> None:
    """HP-20.33: with the window, and when an offered card is gone; the cards stay usable until then."""
    offer = ("A: offer B", "A: card sandwich", "A: done", "A: ask 0", "A: done")
    m = do(at(TWO), *offer)
    assert "play sandwich" in legal(m, "A")
    do(m, "A: play sandwich")
    assert why_not(m, "B: accept A") == "HP-20.32"
    m = do(at(TWO), *offer, "A: pass", "B: pass", "C: fish")
    assert m.state.offer_to[0] == 0


def test_offers_and_the_dead() -> None:
    """HP-20.23, HP-20.38, HP-11.8: they wait for a shot and lapse with a death."""
    text = (
        "seats: 4; hand A: sandwich axe; hand B: club; hand D: gun bullet bullet; hand C: sheet_metal; order: C A B D"
    )
    m = do(at(text), "A: offer B", "A: card sandwich", "A: done", "A: ask 0", "A: done", "D: shoot C")
    assert why_not(m, "B: accept A") == "HP-20.15"
    do(m, "C: sheet metal")
    assert "accept A" in legal(m, "B")
    do(m, "D: shoot A", "A: nothing")
    assert legal(m, "B") & {"accept A", "decline A"} == set()
    m = do(at(text), "C: give A", "B: offer A", "B: card club", "B: ask 0", "B: done", "D: shoot A", "A: nothing")
    assert (m.state.draft[2], m.state.offer_to[1], window(m)) == (0, 0, "T")


def test_one_offer_at_a_time() -> None:
    """HP-20.36, HP-22.14, HP-20.32: another can be begun after it was withdrawn or declined."""
    m = do(at(TWO), "A: offer B", "A: card sandwich", "A: done", "A: ask 0", "A: done")
    assert why_not(m, "A: offer C") == "HP-20.36"
    do(m, "A: withdraw")
    assert "offer C" in legal(m, "A")
    do(m, "A: offer B", "A: card sandwich", "A: done", "A: ask 0", "A: done", "B: decline A")
    assert "offer C" in legal(m, "A")
    assert why_not(m, "A: withdraw") == why_not(m, "B: decline A") == why_not(m, "B: decline C") == "HP-20.32"


def test_accepting_needs_the_cards() -> None:
    """HP-20.37, HP-22.13: as many hand cards as are wanted; cancelling an acceptance is declining."""
    m = at("seats: 3; hand A: axe club; hand B: sandwich; order: C A B")
    do(m, "A: offer B", "A: card axe", "A: done", "A: ask 1", "A: done", "A: done", "B: play sandwich")
    assert why_not(m, "B: accept A") == "HP-20.37"
    assert legal(m, "B") == {"decline A"}
    m = at(TWO)
    do(m, "A: offer B", "A: card sandwich", "A: done", "A: ask 1", "A: done", "A: done", "B: accept A")
    assert legal(m, "B") == {"card car_keys", "cancel"}
    do(m, "B: cancel")
    assert m.state.offer_to[0] == 0


def test_a_draft_stops_its_player_only() -> None:
    """HP-20.35: until they finish or cancel it they do nothing else, except in a closed moment."""
    m = do(at("seats: 3; hand A: axe; hand B: gun bullet; order: C A B"), "A: give C")
    assert why_not(m, "A: pass") == "HP-20.35"
    do(m, "B: shoot A")
    assert legal(m, "A") == {"nothing"}


def test_gifts() -> None:
    """HP-20.30, HP-13.11, HP-13.12, HP-22.11, HP-22.12, HP-20.12: 1 to 3 cards pass at once; the list ends with the
    third or the last card."""
    m = at("seats: 3; hand A: axe club flask coffee; order: C A B")
    assert of_kind(m, "A", "give") == of_kind(m, "A", "offer") == {"B", "C"}
    do(m, "A: give B", "A: card axe", "A: card club")
    assert len(hand(m, "B")) == 0
    do(m, "A: card flask")
    assert (hand(m, "B"), hand(m, "A")) == (["axe", "club", "flask"], ["coffee"])
    do(m, "A: give B", "A: card coffee")
    assert hand(m, "A") == []
    assert why_not(m, "A: give B") == "HP-13.11"
    assert why_not(at(TWO), "A: give A") == "HP-13.11"


def test_a_fourth_gift() -> None:
    """HP-20.12, HP-20.30: three gifts a window, however small."""
    m = at("seats: 3; hand A: axe club flask coffee; order: C A B")
    for card in ("axe", "club", "flask"):
        do(m, "A: give B", f"A: card {card}", "A: done")
    assert why_not(m, "A: give B") == "HP-20.12"


def test_gifts_may_need_consent() -> None:
    """HP-20.30: then there is no `GIVE`."""
    m = at(TWO, gift_needs_consent=True)
    assert why_not(m, "A: give B") == "HP-20.30"
    assert "offer B" in legal(m, "A")


def test_offered_cards_may_be_shown() -> None:
    """HP-20.31: with `blind_trades` false the other player sees them, and knows them in that hand."""
    m = do(at(TWO, blind_trades=False), "A: offer B", "A: card old_undies", "A: done", "A: ask 0", "A: done")
    assert m.view(1)["offers"][0]["cards"] == ["old_undies"]
    assert m.view(1)["castaways"][0]["known"] == ["old_undies"]
    assert m.view(2)["castaways"][0]["known"] == []


def test_HP_T106_the_conch_changes_the_owner_of_a_window() -> None:
    """HP-20.18, HP-14.28: the Conch changes the owner; close and passes are forgotten."""
    m = at("seats: 4; first: A; W: 2; hand B: club; hand C: axe; hand D: conch flask; window: S water")
    do(m, "A: close", "B: pass", "C: pass", "D: use conch")
    assert (m.state.called, m.state.passed, m.view(0)["owner"]) == (0, 0, "D")
    assert why_not(m, "A: close") == "HP-20.18"
    assert "close" in legal(m, "D")


def test_HP_T107_an_empty_hand_counts_as_having_passed() -> None:
    """HP-20.19: an empty hand counts as having passed, nobody else's does; a gift makes them awaited."""
    m = at("seats: 4; hand A: axe; hand C: club flask; hand D: coffee")
    assert m.view(0)["awaited"] == 2
    assert legal(m, "B") == set()
    do(m, "D: pass")
    assert m.view(0)["awaited"] == 1
    do(m, "C: give B", "C: card club", "C: done")
    assert m.view(0)["awaited"] == 3
    assert "pass" in legal(m, "B")


@pytest.mark.parametrize("seats", [3, 12])
def test_passes_are_not_shown(seats: int) -> None:
    """HP-20.13, HP-23.22, HP-22.15: only how many are still awaited."""
    m = at(f"seats: {seats}; hand B: axe; hand C: club; hand A: flask")
    one = do(at(f"seats: {seats}; hand B: axe; hand C: club; hand A: flask"), "B: pass")
    other = do(m, "C: pass")
    assert one.view(0) == other.view(0)
    assert one.view(0)["awaited"] == 1
    assert one.hidden(0).to_bytes() == other.hidden(0).to_bytes()
    assert "pass" not in legal(one, "B")
    assert "give C" in legal(one, "B")


def test_an_early_close_is_shown() -> None:
    """HP-20.13, HP-23.27: a last call is made to be heard."""
    m = do(at("seats: 3; W: 9; F: 9; hand B: axe; window: D"), "A: close")
    assert m.view(1)["called"]
    assert why_not(m, "A: close") == "HP-20.18"


def test_claims_and_wishes() -> None:
    """HP-20.31, HP-22.28: up to one claim per card given, up to one wish per card wanted."""
    m = at("seats: 3; hand A: axe club; hand B: flask gun; order: C A B")
    do(m, "A: offer B", "A: card axe", "A: card club", "A: ask 2", "A: say sandwich", "A: say bullet")
    do(m, "A: say conch", "A: say coffee")
    (offer,) = m.view(1)["offers"]
    assert (offer["claim"], offer["wish"]) == (["sandwich", "bullet"], ["conch", "coffee"])


def test_an_offer_needs_a_card() -> None:
    """HP-20.31: 1 to 3 of one's hand cards."""
    m = at("seats: 3; hand A: axe; order: C A B")
    assert (why_not(m, "B: offer A"), why_not(m, "A: offer B")) == ("HP-13.11", "")
    do(m, "A: offer B")
    assert why_not(m, "A: done") == "HP-22.33"
