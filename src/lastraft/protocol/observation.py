"""What the numbers are that `Rules.observe` writes."""

import hashlib
from typing import NamedTuple


class Entry(NamedTuple):
    """One number of an observation. The values of a category have no order: a kind of card, a space."""

    name: str
    low: int
    high: int
    category: bool


class Block(NamedTuple):
    """Numbers of one kind that are written one after the other."""

    size: int
    low: int
    high: int
    category: bool


def counts(size: int, high: int, low: int = 0) -> Block:
    """So many amounts between two bounds, both included."""
    return Block(size, low, high, False)


def names(size: int, high: int, low: int = 0) -> Block:
    """So many categories between two bounds, both included; the lowest stands for nothing."""
    return Block(size, low, high, True)


class Observation:
    """The numbers of an observation in blocks: ``Observation(hand=counts(3, 25), asked=names(1, 4))``.

    :raises TypeError: if a block is empty, or its bounds do not fit into 16 bits.
    """

    def __init__(self, **blocks: Block) -> None:
        self.blocks = blocks
        self.firsts: dict[str, int] = {}
        """Where each block begins."""
        self.entries: list[Entry] = []
        for name, block in blocks.items():
            if block.size < 1 or not -32768 <= block.low <= block.high <= 32767:
                raise TypeError(f"{name}: a block has at least one number, and bounds of 16 bits, the lower one first")
            self.firsts[name] = len(self.entries)
            numbered = (name if block.size == 1 else f"{name}[{i}]" for i in range(block.size))
            self.entries += (Entry(each, block.low, block.high, block.category) for each in numbered)

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def fingerprint(self) -> str:
        """A hash of all names and bounds: what was learned from one layout means nothing in another."""
        return hashlib.sha256(repr(self.entries).encode()).hexdigest()[:16]
