"""Moves as small numbers, in families."""

from typing import NamedTuple

from ..kernel.rule import Lookup


class Family(NamedTuple):
    """A kind of move: its name, its first code and how many codes it has."""

    name: str
    first: int
    size: int


class Families:
    """The fixed list of moves in families: `Families(PASS=1, VOTE=12)`. `families.of` tells each code's family,
    `families.end` where that ends: one past its last code."""

    def __init__(self, **sizes: int) -> None:
        self.all: list[Family] = []
        first = 0
        for name, size in sizes.items():
            if size < 1:
                raise TypeError(f"family {name}: size {size}; a family has at least one move")
            self.all.append(Family(name, first, size))
            first += size
        if not 0 < first <= 32767:
            raise TypeError(f"{first} moves: a game has 1 to 32767")
        self.count = first
        self.end = Lookup([family.first + family.size for family in self.all for _ in range(family.size)])
        self.of = Lookup([i for i, family in enumerate(self.all) for _ in range(family.size)])
        self._named = [(family.name, i) for family in self.all for i in range(family.size)]

    def __getitem__(self, code: int) -> tuple[str, int]:
        """The name of the code's family and the code's place in it."""
        return self._named[code]

    def text(self, code: int) -> str:
        """A code in words: the family's name, and its number where the family has several."""
        name, i = self._named[code]
        word = name.replace("_", " ").lower()
        return word if self.all[self.of[code]].size == 1 else f"{word} {i + 1}"
