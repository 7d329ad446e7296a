"""The suite that every game passes, with this game's own table of secrets and its count of all pieces."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from lastraft.survive import GAME
from lastraft.survive.components import (
    ADVENTURERS,
    BOX,
    COPIES,
    CREATURES,
    FACES,
    KIND,
    RAFTS,
    SPACES,
    TILE_SPACE,
    TILES,
    Face,
    Ground,
    Kind,
)
from lastraft.survive.options import Choice
from lastraft.survive.state import Frame, aboard
from lastraft.testing.conformance import Conformance

TERRAINS = (Ground.BEACH, Ground.FOREST, Ground.MOUNTAIN)


class TestSurvive(Conformance):
    game = GAME
    games_per_size = 4
    moments = 45
    pairs = 4
    determinized = 1200

    def swaps(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        """Section 18: nobody knows a face on the island, which ability another keeps or another's values, except those
        of the saved once the game is over."""
        while True:
            other = s.copy()
            done = [rnd.choice((_swap_tiles, _swap_values))(other, seat, rnd) for _ in range(4)]
            if any(done):
                yield other
            elif not any(_swap_tiles(other, seat, rnd) or _swap_values(other, seat, rnd) for _ in range(20)):
                return

    def accounted(self, s: Any) -> None:
        """50 adventurers, 12 rafts, 13 creatures and 40 tiles; and I-1 to I-5 of the rules file whenever nothing is
        pending."""
        s = GAME.state.from_bytes(s.to_bytes())  # many questions: not to a checked state, which is slow
        _count_tiles(s)
        _count_adventurers(s)
        _count_rafts(s)
        assert all(0 <= space <= SPACES for space in s.creature)
        if s.depth == 0:
            occupied = {*s.creature, *s.raft, *(space for space in s.adventurer if s.ground[space] != Ground.SAFE)}
            for space in occupied - {0, BOX}:
                _invariants(s, space)

    def public_part(self, s: Any, seat: int, move: int) -> object:
        """SV-18.7: others see where an adventurer is placed, not its value."""
        return move % TILES


def _hidden_tiles(s: Any, seat: int, terrain: int) -> list[tuple[Any, ...]]:
    """Where a tile of that terrain lies whose face the seat cannot know: (holder or -1, place)."""
    island = [(-1, i, s.face[i]) for i in range(TILES) if s.ground[TILE_SPACE[i]] == terrain]
    held = [
        (other, face, face)
        for other in range(s.seats)
        if other != seat and terrain != Ground.MOUNTAIN
        for face in range(FACES)
        for _ in range(s.held[other][terrain - Ground.BEACH][face])
    ]
    return island + held


def _swap_tiles(s: Any, seat: int, rnd: random.Random) -> bool:
    terrain = rnd.choice(TERRAINS)
    there = _hidden_tiles(s, seat, terrain)
    if len(there) < 2:
        return False
    one, other = rnd.sample(there, 2)
    if one[2] == other[2] or any(a[0] >= 0 and b[2] < Face.OARS for a, b in ((one, other), (other, one))):
        return False  # what somebody has kept is an ability
    for tile, face in ((one, other[2]), (other, one[2])):
        if tile[0] < 0:
            s.face[tile[1]] = face
        else:
            s.held[tile[0]][terrain - Ground.BEACH][tile[1]] -= 1
            s.held[tile[0]][terrain - Ground.BEACH][face] += 1
    return True


def _swap_values(s: Any, seat: int, rnd: random.Random) -> bool:
    others = [other for other in range(s.seats) if other != seat]
    who = rnd.choice(others)
    mine = [i for i in range(ADVENTURERS) if i // 10 % s.seats == who and s.value[i]]
    hidden = [i for i in mine if not (s.ended and s.ground[s.adventurer[i]] == Ground.SAFE)]
    if not hidden:
        return False
    one = rnd.choice(hidden)
    in_hand = [value for value in range(1, 6) if s.stock[who][value] and value != s.value[one]]
    if in_hand and rnd.random() < 0.5:
        value = rnd.choice(in_hand)
        s.stock[who][value] -= 1
        s.stock[who][s.value[one]] += 1
        s.value[one] = value
        return True
    other = rnd.choice(hidden)
    s.value[one], s.value[other] = s.value[other], s.value[one]
    return bool(s.value[one] != s.value[other])


def _count_tiles(s: Any) -> None:
    for terrain in TERRAINS:
        there = Counter(s.face[i] for i in range(TILES) if s.ground[TILE_SPACE[i]] == terrain)
        for face in range(1, FACES):
            held = sum(s.held[seat][terrain - 2][face] for seat in range(s.seats)) if terrain < Ground.MOUNTAIN else 0
            assert there[face] + held + s.gone[terrain][face] == COPIES[terrain][face], (terrain, face)
    lying = [i for i in range(TILES) if s.face[i]]
    assert all(Ground.BEACH <= s.ground[TILE_SPACE[i]] <= Ground.MOUNTAIN for i in lying)
    assert TILES - len(lying) <= 39  # I-5
    assert s.volcanoes == s.ground.count(Ground.VOLCANO) == s.gone[Ground.MOUNTAIN][Face.VOLCANO]
    fetching = [s.frame[i][1] for i in range(s.depth) if s.frame[i][0] == Frame.FETCH]
    assert Face.SHARK not in fetching  # I-5


def _count_adventurers(s: Any) -> None:
    colours = 4 if s.seats == 2 else s.seats
    assert not any(s.adventurer[i] or s.value[i] for i in range(colours * 10, ADVENTURERS))
    for seat in range(s.seats):
        mine = [i for i in range(colours * 10) if i // 10 % s.seats == seat]
        values = Counter(s.value[i] for i in mine if s.value[i])
        assert s.placed[seat] == sum(values.values())
        assert all(values[v] + s.stock[seat][v] == 2 * len(mine) // 10 for v in range(1, 6))
        assert all(s.value[i] for i in mine if s.adventurer[i])
    crowds = Counter(s.adventurer)
    assert all(s.crowd[space] == crowds[space] for space in range(1, SPACES + 1))


def _count_rafts(s: Any) -> None:
    for raft in range(RAFTS):
        sitting = [p - 1 for p in s.passenger[raft] if p]
        assert len(set(sitting)) == len(sitting)
        assert all(s.adventurer[i] == s.raft[raft] for i in sitting)
        if 0 < s.raft[raft] < BOX:
            assert s.raft_at[s.raft[raft]] == raft + 1  # I-1: no two rafts on a space
        else:
            assert not sitting
            assert s.raft[raft] == 0 or s.option[Choice.ELIMINATED_RAFTS]  # I-4
    assert sum(1 for raft in s.raft_at if raft) == sum(1 for space in s.raft if 0 < space < BOX)


def _invariants(s: Any, space: int) -> None:
    there = [i for i in range(ADVENTURERS) if s.adventurer[i] == space]
    creatures = [KIND[i] for i in range(CREATURES) if s.creature[i] == space]
    raft, ground = s.raft_at[space], s.ground[space]
    swimmers = [i for i in there if ground == Ground.SEA and not aboard(s, i)]
    if raft and swimmers:
        assert 0 not in s.passenger[raft - 1]  # I-1
    if Kind.KAIJU in creatures:
        assert len(creatures) == 1  # I-2
        assert not there
        assert not raft
    if Kind.SERPENT in creatures:
        assert not there
        assert not raft
    if Kind.SHARK in creatures:
        assert not swimmers
    if ground == Ground.VOLCANO:  # I-3
        assert not there
        assert not creatures
    if ground == Ground.SAFE:
        assert not creatures or s.option[Choice.KAIJU_SAFE_LAND]
    if raft or Kind.SHARK in creatures or Kind.SERPENT in creatures:
        assert ground == Ground.SEA
