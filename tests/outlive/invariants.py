"""What the tests know of the box, written from the rules file and not from the code: pieces and secrets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

CITY_TOKENS = Counter({0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2})
POOLS = {2: [6, 7, 6, 0, 6, 0, 6, 0], 3: [8, 9, 8, 0, 8, 0, 8, 0], 4: [10, 11, 10, 0, 10, 0, 10, 0]}
PLACES = [3, 3, 4, 3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 3, 4, 4, 3, 3]
NURSERY = 12
IN_PLAY = 1
"""Phases from this one on have the equipment stack formed."""


def accounted(s: Any) -> None:
    """OL-1.9 to OL-1.13: tiles, tokens, rooms, cards, heroes and survivors are somewhere, once; limits are kept."""
    s = s.copy()
    seats = range(s.seats)
    _tiles(s)
    animals = Counter(s.prey[stack][i] for stack in range(3) for i in range(s.prey_left[stack]))
    for seat in seats:
        animals += Counter({3 + kind: s.kills[seat][kind] for kind in range(5)})
    assert all(3 <= kind <= 7 and n <= 6 for kind, n in animals.items()), animals
    assert sum(animals.values()) == 3 * {2: 6, 3: 8, 4: 10}[s.seats]
    for city in range(2):
        assert Counter(s.search[city]) == CITY_TOKENS
        assert 0 <= s.search_left[city] <= 10
    cards = [card for card in s.card if card]
    assert len(cards) == len(set(cards)) == 6, cards
    rooms = Counter(s.room[seat][slot] - 1 for seat in seats for slot in range(3, 7) if s.room[seat][slot])
    rooms += Counter(kind - 1 for seat in seats for kind in s.dealt[seat] if kind)
    assert all(3 <= kind < 22 and n <= 2 for kind, n in rooms.items()), rooms
    leaders = [s.leader[seat] for seat in seats] + [leader for seat in seats for leader in s.offered[seat]]
    held = [leader for leader in leaders if leader]
    assert len(held) == len(set(held)), held
    for area in range(8):
        assert 0 <= s.pool[area] <= POOLS[s.seats][area]
    assert all(0 <= n <= 1 for n in (*s.ship, s.algae))
    for seat in seats:
        _shelter(s, seat)


def _tiles(s: Any) -> None:
    seats = range(s.seats)
    owned = [kind for seat in seats for kind in range(20) if s.gear[seat][kind]]
    if s.phase < IN_PLAY:
        assert s.stack_left == 0
        assert len(owned) == len(set(owned))
        return
    tiles = Counter(s.stack[: s.stack_left]) + Counter(owned)
    tiles += Counter({kind: s.discard[kind] for kind in range(20)})
    tiles += Counter(kind - 1 for city in range(2) for kind in s.display[city] if kind)
    assert tiles == Counter(dict.fromkeys(range(20), 2)), tiles


def _shelter(s: Any, seat: int) -> None:
    places = s.place[seat]
    there = [area for area in places if area >= 0]
    assert len(there) == len(set(there)), places
    assert s.phase <= IN_PLAY or len(there) == 4
    assert 0 <= s.airlock[seat] <= 7
    assert 0 <= s.gauge[seat] <= 10
    assert min(s.store[seat]) >= 0
    for slot in range(7):
        kind, people = s.room[seat][slot] - 1, s.people[seat][slot]
        assert 0 <= people <= (0 if not s.built[seat][slot] else 8 if kind == NURSERY else PLACES[kind])


def swaps(s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
    """Section 18: states that differ from ``s`` only in what the seat (-1: a watcher) cannot know."""
    while True:
        other = s.copy()
        kinds = [_cards, _tile_order, _tokens, _animals, *([_rooms, _leaders] if s.phase < IN_PLAY else [])]
        for change in rnd.sample(kinds, rnd.randint(1, len(kinds))):
            change(other, seat, rnd)
        yield other


def _cards(s: Any, seat: int, rnd: random.Random) -> None:
    """Face-down events: nobody."""
    unseen = [card for card in range(1, 13) if card not in s.card[: s.day]]
    s.card[s.day :] = rnd.sample(unseen, 6 - s.day)


def _tile_order(s: Any, seat: int, rnd: random.Random) -> None:
    """The order of the equipment stack: nobody."""
    part = s.stack[: s.stack_left]
    rnd.shuffle(part)
    s.stack[: s.stack_left] = part


def _tokens(s: Any, seat: int, rnd: random.Random) -> None:
    """The order of the search stacks: only who peeked since the last dawn."""
    for city in range(2):
        if seat < 0 or not s.peeked[city] >> seat & 1:
            part = s.search[city][: s.search_left[city]]
            rnd.shuffle(part)
            s.search[city][: s.search_left[city]] = part


def _animals(s: Any, seat: int, rnd: random.Random) -> None:
    """Animals below the top: only who looked with the sensor. With 2 and 3 players some are out of the game."""
    unseen = Counter(dict.fromkeys(range(3, 8), 6))
    for other in range(s.seats):
        unseen -= Counter({3 + kind: s.kills[other][kind] for kind in range(5)})
    hidden = []
    for stack in range(3):
        left = s.prey_left[stack]
        if seat >= 0 and s.looked[stack] >> seat & 1:
            unseen -= Counter(s.prey[stack][:left])
        elif left:
            unseen -= Counter([s.prey[stack][left - 1]])
            hidden += [(stack, i) for i in range(left - 1)]
    tokens = list(unseen.elements())
    rnd.shuffle(tokens)
    for stack, i in hidden:
        s.prey[stack][i] = tokens.pop()


def _rooms(s: Any, seat: int, rnd: random.Random) -> None:
    """Dealt and refused advanced rooms: only the player they were dealt to."""
    unseen = Counter(dict.fromkeys(range(4, 23), 2))
    for other in range(s.seats):
        unseen -= Counter(kind for kind in s.room[other][3:] if kind)
        if other == seat:
            unseen -= Counter(kind for kind in s.dealt[other] if kind)
    tiles = list(unseen.elements())
    rnd.shuffle(tiles)
    for other in range(s.seats):
        if other != seat:
            n = sum(kind > 0 for kind in s.dealt[other])
            s.dealt[other] = sorted((tiles.pop() for _ in range(n)), reverse=True) + [0] * (6 - n)


def _leaders(s: Any, seat: int, rnd: random.Random) -> None:
    """Dealt and refused leaders: only the player they were dealt to."""
    seen = {s.leader[other] for other in range(s.seats)} | (set(s.offered[seat]) if seat >= 0 else set())
    unseen = [leader for leader in range(1, 11) if leader not in seen]
    rnd.shuffle(unseen)
    for other in range(s.seats):
        if other != seat:
            n = sum(leader > 0 for leader in s.offered[other])
            s.offered[other] = sorted((unseen.pop() for _ in range(n)), reverse=True) + [0] * (2 - n)
