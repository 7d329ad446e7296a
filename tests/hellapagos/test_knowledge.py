"""HP-23: what a seat knows, and what fills the rest."""

from __future__ import annotations

from typing import Any

from lastraft.hellapagos import GAME
from lastraft.hellapagos.components import CARDS, HURRICANE, KIND, Card
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.rules.cards import known, look_at_deck
from lastraft.hellapagos.state import DECK
from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.kernel import Buffer, seed_rng, seed_words
from lastraft.match import Match
from tests.hellapagos.helpers import at, close, do, hand, legal, steer


def filled(m: Match, seat: int, seed: int) -> Any:
    """What the seat may think the truth is."""
    s = m.hidden(seat)
    seed_rng(s, *seed_words(seed))
    GAME.rules.determinize(s, seat)
    assert m.hidden(seat).to_bytes() == GAME.hidden(s, seat).to_bytes()
    return s


def held(s: Any, seat: int) -> list[int]:
    return sorted(KIND[card] for card in range(CARDS) if s.place[card] == seat)


FULL = "seats: 4; hand A: axe club; hand B: flask gun; hand C: sandwich sandwich; hand D: coffee"


def test_a_hidden_state_has_no_secrets() -> None:
    """HP-23.30, HP-23.2, HP-23.3, HP-23.24, HP-23.1: own hand, numbers of the others, no generator; moves unchanged."""
    m = at(FULL)
    hidden = m.hidden(0)
    assert hidden.random == [0, 0, 0, 0]
    assert (held(hidden, 0), held(hidden, 1)) == (held(m.state, 0), [])
    assert hidden.hand_size == m.state.hand_size
    out, other = Buffer(240), Buffer(240)
    for seat in range(4):
        n = GAME.rules.legal(m.hidden(seat), seat, out)
        assert n == GAME.rules.legal(m.state, seat, other) > 0
        assert out[:n] == other[:n]


def test_filling_in_hands_and_deck() -> None:
    """HP-23.30, HP-23.2, HP-23.3, HP-23.5, HP-23.6: all cards somewhere, hands of the right sizes, any of them."""
    m = at(FULL)
    seen = set()
    for seed in range(40):
        s = filled(m, 0, seed)
        assert [len(held(s, seat)) for seat in range(4)] == [2, 2, 2, 1]
        assert held(s, 0) == held(m.state, 0)
        assert sorted(s.deck[: s.deck_size]) == held(s, DECK)
        seen.add(tuple(held(s, 1)))
    assert len(seen) > 20


def test_filling_in_around_what_is_known() -> None:
    """HP-23.5, HP-23.6, HP-23.7: cards known deep in the deck stay there, the others lie anywhere around them; and so
    does a known Hurricane."""
    m = at("seats: 3; deck: axe club flask coffee matches")
    for depth in (1, 4):
        look_at_deck(m.state, 0, depth)
    hurricane = m.state.weather.index(HURRICANE)
    m.state.weather_sure[hurricane] |= 1
    seen = set()
    for seed in range(60):
        s = filled(m, 0, seed)
        assert (s.deck[3], s.deck[0]) == (Card.CLUB, Card.MATCHES)
        assert s.weather.index(HURRICANE) == hurricane
        seen.add((s.deck[1], s.deck[2], s.deck[4]))
    assert len(seen) == 6, "in any order"


def test_filling_in_keeps_what_was_seen() -> None:
    """HP-23.4, HP-23.3: a hand that a Telescope showed stays as it is."""
    m = do(at(FULL + "; order: B C D; acted: A; in play A: fishing_rod"), "A: give B", "A: card axe", "A: done")
    for seed in range(5):
        s = filled(m, 0, seed)
        assert Card.AXE in held(s, 1)
        assert [len(held(s, seat)) for seat in range(4)] == [1, 3, 2, 1]
        assert s.hand_size[:4] == [1, 3, 2, 1]


def test_a_peek_at_the_deck_lasts_until_somebody_takes_one_unseen() -> None:
    """HP-23.5, HP-14.30: what a Flashlight showed stays known; a card picked by another makes it doubtful."""
    m = at("seats: 3; hand B: flashlight; deck: axe club flask coffee matches", flashlight="look_and_take")
    for depth in range(3):
        look_at_deck(m.state, 0, depth)
    assert m.view(0)["deck"] == ["axe", "club", "flask", None, None]
    assert known(m.state, Card.AXE, DECK, 0) == 1
    s = filled(m, 0, 3)
    assert s.deck[2:5] == m.state.deck[2:5]
    do(m, "B: use flashlight", "B: pick 2")
    assert m.view(0)["deck"] == [None] * 4
    assert m.view(1)["deck"] == ["axe", "flask", None, None]


def test_a_known_top_card_is_known_in_the_finders_hand() -> None:
    """HP-23.5, HP-23.9: until they are drawn, and then where they went."""
    m = at("seats: 3; first: B; deck: axe club flask")
    look_at_deck(m.state, 0, 0)
    do(m, "B: search")
    assert m.view(0)["castaways"][1]["known"] == ["axe"]
    assert m.view(2)["castaways"][1]["known"] == []


def test_a_new_deck_is_known_but_not_its_order() -> None:
    """HP-7.24, HP-23.5, HP-23.12: everybody knows what was shuffled, until somebody has drawn from it."""
    text = "seats: 3; hand B: flask; hand C: club; deck: -"
    m = steer(
        text,
        ("B: pass", "C: pass", "A: search"),
        lambda m: bool(m.state.deck[m.state.deck_size - 1] == Card.WATER_BOTTLE),
        wreck_deck_empty="reshuffle_discard",
    )
    assert len(held(m.hidden(1), DECK)) < m.state.deck_size
    s = filled(m, 1, 5)
    assert len(held(s, DECK)) == m.state.deck_size
    before = len(held(m.hidden(1), DECK))
    for depth in range(3):
        look_at_deck(m.state, 1, depth)
    assert before <= len(held(m.hidden(1), DECK)) <= before + 3
    assert known(m.state, Card.WATER_BOTTLE, DECK, 1) == 6


def test_filling_in_the_weather() -> None:
    """HP-23.7, HP-23.8, HP-3.5: the Hurricane among the last six; what is revealed or a Barometer showed stays."""
    m = do(at("seats: 3; hand A: barometer; weather: 0 3 2"), "A: use barometer")
    places = set()
    for seed in range(60):
        weather = filled(m, 0, seed).weather
        assert weather[:3] == [0, 3, 2]
        assert sorted(weather) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, HURRICANE]
        places.add(weather.index(HURRICANE))
    assert places == set(range(6, 12))


def test_filling_in_passes() -> None:
    """HP-20.13, HP-23.22: as many have passed, any of them."""
    m = do(at("seats: 5; hand A: axe; hand B: club; hand C: flask; hand D: gun; hand E: coffee"), "D: pass", "E: pass")
    guesses = {filled(m, 1, seed).passed for seed in range(40)}
    assert guesses == {0b01100, 0b10100, 0b11000}


def test_filling_in_votes_and_choices() -> None:
    """HP-23.19, HP-23.21: any votes may be in, but not all."""
    m = do(close(at("seats: 4; W: 3; window: S water")), "A: vote B")
    guesses = {tuple(filled(m, 0, seed).vote[:4]) for seed in range(80)}
    assert len(guesses) > 8
    assert all(votes[0] == 2 and 0 in votes for votes in guesses)
    m = do(close(at("seats: 4; W: 9; F: 9; R: 4; window: N")), "A: stay")
    guesses = {tuple(filled(m, 0, seed).saying[:4]) for seed in range(80)}
    assert len(guesses) > 8
    assert all(0 in saying for saying in guesses)


def test_filling_in_the_first_of_two_votes() -> None:
    """HP-23.19, HP-14.14: whoever has two votes and still owes one may have given the other, as likely as not."""
    m = close(at("seats: 4; F: 3; in play B: club; window: S food", club="two_votes"))
    first = [s.vote[1] > 0 for seed in range(300) if (s := filled(m, 0, seed)).owes >> 1 & 1]
    assert 0.43 < sum(first) / len(first) < 0.57


def test_filling_in_offers() -> None:
    """HP-23.15, HP-23.25, HP-23.13: the face-down cards of an offer are cards of that hand; others' drafts are unknown;
    an exchange was an offer once."""
    m = at("seats: 3; hand A: axe; hand B: flask gun club; order: C A B")
    do(m, "B: offer A", "B: card flask", "B: card gun", "B: done", "B: ask 0", "B: done")
    for seed in range(10):
        s = filled(m, 0, seed)
        offered = [s.offered[1][i] - 1 for i in range(2)]
        assert set(offered) <= set(held(s, 1))
        assert 1 <= s.offers[1] <= 3
    assert m.hidden(2).offer_to == [0] * 12
    do(m, "A: accept B")
    assert {filled(m, 2, seed).offers[1] for seed in range(20)} == {1, 2, 3}
    do(m, "A: offer C")
    assert m.hidden(1).draft == [0] * 12
    assert m.hidden(0).draft[0] > 0


def test_the_dead_hand_is_forgotten_unless_it_must_be_somewhere() -> None:
    """HP-23.17, HP-11.4: with two heirs nobody else knows which got what; with one everybody does who knew it."""
    text = "seats: 4; first: A; W: 3; F: 9; hand A: telescope; hand C: axe club; window: D"
    m = close(do(at(text), "A: use telescope", "pass"))
    do(m, "A: close", *(f"{seat}: vote C" for seat in "ABD"), "C: vote A", "C: accept fate")
    assert sorted(hand(m, "B") + hand(m, "D")) == ["axe", "club"]
    assert m.view(0)["castaways"][1]["known"] == []
    text = "seats: 3; first: A; dead: B; W: 1; F: 9; hand C: axe club; window: V water C"
    m = do(at(text), "C: accept fate")
    assert m.view(2)["castaways"][0]["known"] == ["axe", "club"]


def test_what_everybody_sees() -> None:
    """HP-23.10, HP-23.11, HP-23.12, HP-23.26: balls, markers, offices, cards in play and discarded, turns to come."""
    m = do(at("seats: 3; W: 5; F: 6; hand A: axe coffee"), "A: lay axe", "A: use coffee", "A: fish")
    seen = m.view(-1)
    assert (seen["water"], seen["first"], seen["chief"], seen["order"]) == (5, "A", "A", ["A", "B", "C"])
    assert (seen["discard"], seen["castaways"][0]["in_play"]) == (["coffee"], ["axe"])
    assert any(h.event.kind == Event.BALL for h in m.events(-1))
    assert seen["hand"] is None
    assert legal(m, "A")


def test_what_a_view_says_of_everybody() -> None:
    """HP-23.11, HP-23.26: since when somebody is sick, what is imposed on them and how far, who is exempt, provided or
    protected, who died today."""
    m = at("seats: 4; round: 3; died: D; sick: B 3 bite; imposed A: wood 2; exempt food: C; provided: B; protected: A")
    a, b, c, d = m.view(-1)["castaways"]
    assert (a["imposed"], a["imposed_push"], a["protected"]) == ("wood", 2, True)
    assert (b["sick_since"], b["provided"], c["exempt"], d["died_today"]) == (3, True, ["food"], True)


def test_what_a_view_keeps_for_its_reader() -> None:
    """HP-23.21, HP-23.19, HP-23.25, HP-14.14: one's own choice and second vote, and how many trades one has begun."""
    m = do(close(at("seats: 3; W: 9; F: 9; R: 3; window: N")), "A: stay")
    assert [m.view(seat)["castaways"][0]["says"] for seat in (0, 1, -1)] == ["stay", None, None]
    m = close(at("seats: 3; F: 2; in play A: club; window: S food", club="two_votes"))
    do(m, "A: vote B", "A: vote C")
    assert [m.view(seat)["castaways"][0]["second_vote"] for seat in (0, 1, -1)] == ["C", None, None]
    m = do(at("seats: 3; hand A: axe"), "A: offer B")
    assert [m.view(seat)["begun"] for seat in (0, 1, -1)] == [
        {"gifts": 0, "offers": 1},
        {"gifts": 0, "offers": 0},
        None,
    ]


def test_an_observation_is_numbers_of_ones_own_knowledge() -> None:
    """HP-23.30: the same for two states that the seat cannot tell apart."""
    m = at(FULL)
    size = GAME.observation_size
    one, other = Buffer(size), Buffer(size)
    assert GAME.rules.observe(m.hidden(0), 0, one) == size
    GAME.rules.observe(GAME.hidden(filled(m, 0, 4), 0), 0, other)
    assert one == other
    GAME.rules.observe(m.hidden(1), 1, other)
    assert one != other


def learners(m: Match, move: str) -> str:
    """The seats that learn that a move was made: 'B: vote C', before it is made."""
    letter, _, text = move.partition(": ")
    seat = LETTERS.index(letter)
    (code,) = (legal.code for legal in m.legal_moves(seat) if legal.text == text)
    return "".join(
        LETTERS[reader] for reader in range(m.seats) if not GAME.notation.secret(m.state, seat, code, reader)
    )


def test_who_learns_of_drafts_and_offers() -> None:
    """HP-23.15, HP-23.25: a draft is its player's; an open offer and what becomes of it is known to the two."""
    m = at("seats: 3; hand A: axe; hand B: flask; hand C: club; order: C A B")
    for move in ("A: offer B", "A: card axe", "A: ask 1", "A: done", "A: done"):
        assert learners(m, move) == "A"
        do(m, move)
    assert learners(m, "A: withdraw") == learners(m, "B: decline A") == "AB"
    assert learners(m, "B: accept A") == "B"
    do(m, "B: accept A")
    assert learners(m, "B: cancel") == "AB"


def test_who_learns_of_passes() -> None:
    """HP-23.22: nobody but the player."""
    m = at("seats: 3; hand A: axe; hand B: flask; hand C: club")
    assert (learners(m, "B: pass"), learners(m, "B: lay flask")) == ("B", "ABC")


def test_who_learns_of_votes_and_choices() -> None:
    """HP-23.19, HP-23.21: each their own until all are in; the last vote of a Crystal Ball is open."""
    m = close(at("seats: 3; W: 2; in play C: crystal_ball; window: S water"))
    assert learners(m, "A: vote B") == "A"
    do(m, "A: vote B", "B: vote A")
    assert learners(m, "C: vote A") == "ABC"
    m = close(at("seats: 3; W: 9; F: 9; R: 3; window: N"))
    assert learners(m, "B: leave") == "B"


def test_a_card_shown_in_an_open_offer_is_still_in_that_hand() -> None:
    """HP-20.33, HP-23.15: an unseen gift may be any card, but none of an offer that stands."""
    m = at("seats: 3; hand A: old_undies sandwich; hand B: car_keys; hand C: club", blind_trades=False)
    do(m, "A: offer B", "A: card old_undies", "A: done", "A: ask 0", "A: done")
    do(m, "A: give C", "A: card sandwich", "A: done")
    assert held(m.hidden(1), 0) == []
    assert all(held(filled(m, 1, seed), 0) == [Card.OLD_UNDIES] for seed in range(10))
    assert len({tuple(held(filled(m, 1, seed), 2)) for seed in range(10)}) > 1


def test_an_offer_of_cards_that_are_being_spent() -> None:
    """HP-23.15, HP-20.33: a shot takes a shown bullet; until it is settled the offer stands, the hand has one."""
    offer = ("A: offer B", "A: card bullet", "A: card bullet", "A: done", "A: ask 0", "A: done")
    gift = ("A: give C", "A: card sandwich", "A: done")  # after it B is no longer sure of the bullets
    for cards, moves in (
        ("hand A: gun bullet bullet", offer),
        ("in play A: gun; hand A: bullet bullet sandwich", offer + gift),
    ):
        m = at(f"seats: 3; {cards}; hand B: car_keys; hand C: sheet_metal", blind_trades=False)
        do(m, *moves, "A: shoot C")
        assert m.state.offer_to[0] > 0
        for seed in range(10):
            s = filled(m, 1, seed)
            assert len(held(s, 0)) == s.hand_size[0]
