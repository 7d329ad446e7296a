"""The test game passes the suite that every game passes, and does what its own clauses say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import lastraft
from lastraft import IllegalMove, Match
from lastraft.kernel import seed_rng
from lastraft.testing.conformance import Conformance
from tests.driftwood import COPIES, DECK, GAME, Event, Frame


class TestDriftwood(Conformance):
    game = GAME
    fleeting = frozenset({Event.VOTED})

    def swaps(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        """TG-1.2: cards of others and of the deck change places; a vote that is in changes."""
        while True:
            other = s.copy()
            places: list[tuple[Any, int]] = [("deck", i) for i in range(s.deck_size)]
            places += [
                (who, kind)
                for who in range(s.seats)
                if who != seat
                for kind in range(3)
                for _ in range(s.hand[who][kind])
            ]
            kinds = [s.deck[place] if where == "deck" else place for where, place in places]
            rnd.shuffle(kinds)
            for who in range(s.seats):
                if who != seat:
                    other.hand[who][:] = [0, 0, 0]
            for (where, place), kind in zip(places, kinds, strict=True):
                if where == "deck":
                    other.deck[place] = kind
                else:
                    other.hand[where][kind] += 1
            if s.depth and s.frame[0][0] == Frame.BALLOT:
                for who in range(s.seats):
                    if who != seat and s.vote[who]:
                        other.vote[who] = 1 + rnd.choice([x for x in range(s.seats) if x != who])
            yield other

    def accounted(self, s: Any) -> None:
        for kind in range(3):
            there = sum(1 for i in range(s.deck_size) if s.deck[i] == kind)
            assert there + s.gone[kind] + sum(s.hand[seat][kind] for seat in range(s.seats)) == COPIES[kind]
        assert all(s.deck[i] == 0 for i in range(s.deck_size, DECK))


# -- the clauses of the test game ---------------------------------------------------------------------------------


def at(text: str, **options: str) -> Match:
    """A position of three castaways."""
    return lastraft.position(GAME, text, options, seats=3)


def events_of(m: Match, seat: int, since: int = 0) -> list[tuple[str, int, int]]:
    """What a seat learnt from the move of that number on."""
    return [(Event(h.event.kind).name, h.event.a, h.event.b) for h in m.events(seat, since)]


def test_setup_deals_three_cards_each() -> None:
    """TG-1.1"""
    for seats in (2, 3, 4):
        m = Match(GAME, seats, seed=5)
        assert m.view(-1)["cards"] == [3] * seats
        assert m.view(-1)["deck"] == 25 - 3 * seats
    assert Match(GAME, 3, seed=5).state.deck != Match(GAME, 3, seed=6).state.deck


def test_hands_and_deck_are_hidden_and_their_sizes_are_not() -> None:
    """TG-1.2"""
    one = at("hand A: stick\nhand B: plank tarp\ndeck: stick plank\nturn: A")
    other = at("hand A: stick\nhand B: stick stick\ndeck: plank tarp\nturn: A")
    assert one.hidden(0).to_bytes() == other.hidden(0).to_bytes()
    assert one.hidden(1).to_bytes() != other.hidden(1).to_bytes()
    assert one.view(0)["cards"] == [1, 2, 0]


def test_guesses_are_the_unseen_cards() -> None:
    """TG-1.2: whatever a seat is dealt in its mind, the cards are those that it cannot see."""
    hidden = Match(GAME, 3, seed=9).hidden(0)
    seen = set()
    for seed in range(40):
        guess = hidden.copy()
        seed_rng(guess, seed, 0, 0, 0)
        GAME.rules.determinize(guess, 0)
        TestDriftwood().accounted(guess)
        seen.add(tuple(guess.hand[1]))
    assert len(seen) > 4


def test_guessed_votes() -> None:
    """TG-1.2: others may have voted or not, for anybody but themselves; somebody is still awaited."""
    m = at("turn: -\nfield frame: 3" + " 0" * 19 + "\nfield depth: 1")
    m.push("vote B", 0)
    votes = set()
    for seed in range(60):
        guess = m.hidden(0)
        seed_rng(guess, seed, 0, 0, 0)
        GAME.rules.determinize(guess, 0)
        votes.add((guess.vote[1], guess.vote[2]))
    assert votes == {(0, 0), (1, 0), (3, 0), (0, 1), (0, 2)}


def test_turns_go_round() -> None:
    """TG-2.1"""
    m = at("hand A: stick\nhand B: stick\nhand C: stick\nturn: A")
    assert m.actors == (0,)
    assert m.asked == 0
    with pytest.raises(IllegalMove, match=r"TG-2\.1"):
        m.push("build stick", 1)
    m.push("build stick")
    assert list(m.actors) == [1]
    assert m.asked == 1


def test_drawing() -> None:
    """TG-2.2: the others learn that a card was drawn, not which."""
    m = at("deck: stick plank\nturn: A")
    m.push("draw")
    assert m.view(0)["hand"] == {"stick": 0, "plank": 1, "tarp": 0}
    assert events_of(m, 0) == [("DREW", 0, 0), ("FOUND", 0, 1)]
    assert events_of(m, 1) == [("DREW", 0, 0)]
    assert m.asked == 1


def test_nothing_to_draw() -> None:
    """TG-2.2"""
    with pytest.raises(IllegalMove, match=r"TG-2\.2"):
        at("turn: A").push("draw")


def test_building() -> None:
    """TG-2.3: a plank is worth 2; a tarp builds nothing."""
    m = at("points: 1 0 0\nhand A: plank tarp\nturn: A")
    with pytest.raises(IllegalMove, match=r"TG-2\.3"):
        m.push("build tarp")
    with pytest.raises(IllegalMove, match=r"TG-2\.3"):
        m.push("build stick")
    m.push("build plank")
    assert m.view(-1)["points"] == [3, 0, 0]
    assert m.view(-1)["cards"] == [1, 0, 0]


def test_a_storm_asks_its_target() -> None:
    """TG-2.4, TG-3.1: even one who holds nothing; nobody blows at himself."""
    m = at("turn: A")
    with pytest.raises(IllegalMove, match=r"TG-2\.4"):
        m.push("storm A")
    m.push("storm C")
    assert m.actors == (2,)
    assert [str(move) for move in m.legal_moves()] == ["take it"]
    assert events_of(m, 1) == [("STORM", 0, 2)]


def test_a_tarp_stops_a_storm() -> None:
    """TG-3.2: only castaways who have one."""
    m = at("hand B: tarp stick\nturn: A")
    m.push("storm B")
    m.push("tarp")
    assert m.view(-1)["cards"] == [0, 1, 0]
    assert m.asked == 1
    bare = at("hand B: stick\nturn: A")
    bare.push("storm B")
    with pytest.raises(IllegalMove, match=r"TG-3\.2"):
        bare.push("tarp")


def test_the_die_says_how_many_cards_are_lost() -> None:
    """TG-3.2, TG-3.3: 1 or 2, of their choice, as far as they have them."""
    dice = set()
    for seed in range(20):
        m = lastraft.position(GAME, "hand B: stick plank tarp\nturn: A", seats=3, seed=seed)
        m.push("storm B")
        m.push("take it")
        dice.add(die := events_of(m, -1)[-1][2])
        assert m.actors == (1,)
        for card in ["plank", "tarp"][:die]:
            m.push(f"pay {card}")
        assert m.view(-1)["cards"] == [0, 3 - die, 0]
        assert m.view(1)["hand"]["stick"] == 1
    assert dice == {1, 2}
    poor = at("turn: A")
    poor.push("storm B")
    poor.push("take it")
    assert poor.asked == 1
    assert [str(move) for move in poor.legal_moves()] == ["storm A", "storm C"]


def test_castaways_pay_with_what_they_have() -> None:
    """TG-3.3"""
    m = at("hand B: stick stick\nturn: A")
    m.push("storm B")
    m.push("take it")
    with pytest.raises(IllegalMove, match=r"TG-3\.3"):
        m.push("pay plank")


def after_a_round(**options: str) -> Match:
    m = at("hand A: stick\nhand B: stick\nhand C: stick plank\nturn: A", **options)
    for _ in range(3):
        m.push("build stick")
    return m


def test_all_vote_at_once() -> None:
    """TG-4.1: in any order, for somebody else; nobody sees who has voted."""
    m = after_a_round()
    assert list(m.actors) == [0, 1, 2]
    with pytest.raises(IllegalMove, match=r"TG-4\.1"):
        m.push("vote C", 2)
    before = m.hidden(0).to_bytes()
    m.push("vote A", 2)
    assert list(m.actors) == [0, 1]
    assert m.hidden(0).to_bytes() == before
    assert events_of(m, 0, 4) == []
    with pytest.raises(IllegalMove, match=r"TG-2\.1"):
        m.push("vote A", 2)


@pytest.mark.parametrize(("votes", "points"), [("BAA", [3, 1, 1]), ("CAB", [3, 1, 1]), ("BCB", [1, 3, 1])])
def test_counting_votes(votes: str, points: list[int]) -> None:
    """TG-4.2: shown together; the first of the leaders gets 2."""
    m = after_a_round()
    for seat, target in enumerate(votes):
        m.push(f"vote {target}", seat)
    assert m.view(-1)["points"] == points
    assert events_of(m, -1, 4)[:3] == [("VOTED", seat, "ABC".index(target)) for seat, target in enumerate(votes)]
    assert m.asked == 0
    assert m.view(-1)["day"] == 2


def test_without_votes() -> None:
    """TG-4.3"""
    m = after_a_round(votes="no")
    assert m.actors == (0,)
    assert m.view(-1)["day"] == 2


@pytest.mark.parametrize(("rounds", "last"), [("three", 3), ("five", 5)])
def test_the_last_round(rounds: str, last: int) -> None:
    """TG-5.1"""
    m = Match(GAME, 2, seed=3, options={"votes": "no", "rounds": rounds})
    for day in range(last):
        assert m.view(-1)["day"] == day + 1
        m.push("draw")
        assert not m.over
        m.push("draw")
    assert m.over
    assert m.actors == ()
    assert m.forbids("draw", 0) == "TG-5.1"


def test_ties_are_broken_by_cards() -> None:
    """TG-5.2"""
    m = at("points: 4 4 6\nhand B: stick\nfield day: 3\nturn: A")
    outcome = m.outcome()
    assert outcome is not None
    assert outcome.scores == (4, 4, 6)
    assert outcome.ranks == (3, 2, 1)
    assert outcome.winners == (2,)
