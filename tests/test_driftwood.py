"""The test game passes the suite that every game passes, and does what its own clauses say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.conformance import Conformance
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
