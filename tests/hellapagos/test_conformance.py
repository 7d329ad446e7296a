"""Hellapagos under the suite that every game passes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from lastraft.hellapagos import GAME
from lastraft.hellapagos.components import CARDS, COPIES, HURRICANE, KIND, ROUNDS
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.state import ALL, DECK, DISCARD, EXTRA, Draft, Frame, Window
from lastraft.testing.conformance import Conformance


class TestHellapagos(Conformance):
    game = GAME
    games_per_size = 1
    readers = 3
    moments = 30
    pairs = 4
    determinized_moments = 6
    determinized = 1500
    clock_families = frozenset(["NO_VOTE"])
    rare_families = frozenset(["NO_VOTE", "PUSH", "PICK", "IMPOSE", "PLAY_FOR", "DEPART", "TIEBREAK"])
    fleeting = frozenset([Event.VOTED, Event.NOT_VOTED, Event.SAID])

    def accounted(self, s: Any) -> None:
        """HP-2.10, HP-2.7: 54 cards and 12 Weather cards, each somewhere; what is known of a card is true."""
        deck = Counter(s.deck[i] for i in range(s.deck_size))
        assert deck == Counter(KIND[card] for card in range(CARDS) if s.place[card] == DECK)
        assert all(0 <= s.place[card] <= DISCARD for card in range(CARDS))
        for seat in range(s.seats):
            assert s.hand_size[seat] == sum(s.place[card] == seat for card in range(CARDS))
        for card in range(CARDS):
            if s.place[card] < 12:
                assert s.sure[card] >> s.place[card] & 1, "a holder does not know their card"
            elif s.place[card] != DECK:
                assert s.sure[card] == ALL
        assert not any(s.parcel)
        assert sorted(s.weather) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, HURRICANE]
        assert HURRICANE not in list(s.weather)[:6]
        assert 0 <= s.water <= 36
        assert 0 <= s.food <= 36
        assert 0 <= s.disc < 6
        assert s.rafts <= 12

    def swaps(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        """HP-23: hands and deck that the seat has not seen, weather to come, passes, votes, drafts and offers."""
        for _ in range(60):
            other = s.copy()
            other.revealed = 0  # it counts what others have learnt too
            self.others_forget(other, seat)
            self.swap_cards(other, seat, rnd)
            self.swap_weather(other, seat, rnd)
            self.swap_passes(other, seat, rnd)
            self.swap_answers(other, seat, rnd)
            self.swap_trades(other, seat)
            yield other

    def others_forget(self, s: Any, seat: int) -> None:
        """What the others know of each other's cards is nothing the seat can see."""
        mine = 1 << (12 if seat < 0 else seat) | 1 << 12
        for card in range(CARDS):
            place = s.place[card]
            if place <= DECK and not 12 <= place < DECK:
                s.sure[card] &= mine | (1 << place if place < 12 else 0)
        for i in range(s.deck_size):
            s.deck_sure[i] &= mine
        for i in range(s.day, ROUNDS):
            s.weather_sure[i] &= mine
        self.tidied(s)

    def swap_cards(self, s: Any, seat: int, rnd: random.Random) -> None:
        """HP-23.2, HP-23.5, HP-23.9: unseen cards of other hands and the deck change places."""
        mine = 1 << (12 if seat < 0 else seat)
        unseen = [c for c in range(CARDS) if (s.place[c] < 12 or s.place[c] == DECK) and not s.sure[c] & mine]
        held = {n: [s.offered[n][i] for i in range(3)] for n in range(s.seats)}
        places = [s.place[c] for c in unseen]
        rnd.shuffle(places)
        for card, place in zip(unseen, places, strict=True):
            s.place[card] = place
            s.sure[card] = 1 << place if place < 12 else 0
        kinds = Counter(KIND[c] for c in range(CARDS) if s.place[c] == DECK)
        known = {i: s.deck[i] for i in range(s.deck_size) if s.deck_sure[i] & mine}
        kinds.subtract(known.values())
        rest = list(kinds.elements())
        rnd.shuffle(rest)
        for i in range(s.deck_size):
            if i not in known:
                s.deck[i] = rest.pop()
        self.tidied(s)
        for n, offered in held.items():
            if n != seat and s.offer_to[n] and s.option[24] == 0:
                hand = [KIND[c] for c in range(CARDS) if s.place[c] == n]
                for i, kind in enumerate(rnd.sample(hand, sum(k > 0 for k in offered))):
                    s.offered[n][i] = kind + 1

    def tidied(self, s: Any) -> None:
        """Copies are alike: those of a kind lie in the order of their places."""
        card = 0
        for copies in COPIES:
            group = sorted(
                ((s.place[c], s.sure[c]) for c in range(card, card + copies)), key=lambda pair: (pair[0], -pair[1])
            )
            for i, (place, sure) in enumerate(group):
                s.place[card + i], s.sure[card + i] = place, sure
            card += copies

    def swap_weather(self, s: Any, seat: int, rnd: random.Random) -> None:
        """HP-23.7: the Hurricane stays among the last six."""
        mine = 1 << (12 if seat < 0 else seat)
        hidden = [i for i in range(s.day, ROUNDS) if not s.weather_sure[i] & mine]
        values = [s.weather[i] for i in hidden]
        while True:
            rnd.shuffle(values)
            if HURRICANE not in [value for i, value in zip(hidden, values, strict=True) if i < 6]:
                break
        for i, value in zip(hidden, values, strict=True):
            s.weather[i] = value

    def swap_passes(self, s: Any, seat: int, rnd: random.Random) -> None:
        """HP-23.22: who has passed, but not how many."""
        if s.depth or not s.window or s.ended:
            return
        chief = s.conch - 1 if s.conch else s.first_player
        owner = {Window.TURN: (s.order[0] - 1) % EXTRA, Window.SAVE: s.designated - 1}.get(s.window, chief)
        able = [n for n in range(s.seats) if n not in (seat, owner) and s.alive >> n & 1 and s.hand_size[n]]
        passed = [n for n in able if s.passed >> n & 1]
        for n in able:
            s.passed &= ~(1 << n)
        for n in rnd.sample(able, len(passed)):
            s.passed |= 1 << n

    def swap_answers(self, s: Any, seat: int, rnd: random.Random) -> None:
        """HP-23.19, HP-23.21: votes, and who says leave or stay, before all are in."""
        if not s.depth or s.frame[s.depth - 1][1]:
            return
        if s.frame[s.depth - 1][0] == Frame.DEPARTURE:
            for n in range(s.seats):
                if n != seat and s.saying[n]:
                    s.saying[n] = rnd.choice((1, 2))
        elif s.frame[s.depth - 1][0] == Frame.BALLOT:
            for n in range(s.seats):
                if n != seat and 0 < s.vote[n] < 13 and not s.second_vote[n]:
                    options = [
                        t
                        for t in range(s.seats)
                        if t != n and self.game.rules.forbids(self.asks(s, n), n, 213 + t) == 0
                    ]
                    s.vote[n] = rnd.choice(options) + 1

    def asks(self, s: Any, seat: int) -> Any:
        """The same ballot with the seat still to vote."""
        other = s.copy()
        other.owes |= 1 << seat
        return other

    def swap_trades(self, s: Any, seat: int) -> None:
        """HP-23.15, HP-23.25: others' drafts and the offers among them."""
        for n in range(s.seats):
            if n == seat:
                continue
            if s.draft[n]:
                if s.draft[n] >= Draft.OFFER_CARDS:
                    self.no_offer(s, n)
                s.draft[n] = s.partner[n] = 0
                for i in range(3):
                    s.chosen[n][i] = 0
            if s.offer_to[n] and s.offer_to[n] != seat + 1:
                self.no_offer(s, n)

    def no_offer(self, s: Any, n: int) -> None:
        s.offer_to[n] = s.wanted[n] = 0
        for i in range(3):
            s.offered[n][i] = s.claim[n][i] = s.wish[n][i] = 0
