"""What is remembered from reader to reader depends on nothing but what it is said to be made of."""

from __future__ import annotations

import random
from typing import Any

import lastraft
from lastraft.outlive.components import PLACES, Room
from lastraft.outlive.ui import shelter
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator


class Watched:
    """Stands for a state and notes which fields are read."""

    def __init__(self, state: Any) -> None:
        self.__dict__["state"] = state

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self.__dict__["state"], name)
        return value


def test_shelters_depend_on_their_fields_alone() -> None:
    rnd, t = random.Random(3), translator("outlive", "pl")
    match = lastraft.new("outlive", seats=3, seed=3)
    functions: list[Any] = [shelter.seen]
    for _ in range(300):
        if match.over:
            break
        match.push(rnd.choice(list(match.legal_moves())))
        for make in functions:
            seat, reader = rnd.randrange(3), rnd.randrange(3)
            hidden = match.hidden(reader)
            hidden.room[seat][0], hidden.built[seat][0] = Room.WATER_RESERVE + 1, 1  # staffed or not
            hidden.people[seat][0] = rnd.randrange(PLACES[Room.WATER_RESERVE] + 1)
            watched: Any = Watched(hidden)
            fresh = make.__wrapped__(Reader(watched, reader, (), t), seat)
            assert {*watched.__dict__} - {"state"} <= make.made_of
            assert make(Reader(hidden, reader, (), t), seat) == fresh
