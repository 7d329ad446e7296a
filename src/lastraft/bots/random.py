"""Bots that leave their move to chance: any kind of move alike, or the more natural ones more often."""

from __future__ import annotations

from ..kernel import Buffer, Rng, State, placeholder, randbelow, rule

legal = placeholder("legal")
family_end = placeholder("family_end")
prefer_all = placeholder("prefer_all")
STRIDE = 8
"""Long families are walked by so many moves at a time."""


@rule
def next_family(out: Buffer, first: int, n: int) -> int:
    """Where the next family begins in a list of moves, whose codes rise family by family; n if there is none."""
    end = family_end[out[first]]
    if out[n - 1] < end:
        return n
    while first + STRIDE < n and out[first + STRIDE] < end:
        first += STRIDE
    while out[first] < end:
        first += 1
    return first


@rule
def choose_random(s: State, seat: int, rng: Rng, out: Buffer) -> int:
    """A legal move: first its family, all equally likely, then the move. ``out`` is scratch."""
    n: int = legal(s, seat, out)
    kinds = 0
    first = 0
    while first < n:
        first = next_family(out, first, n)
        kinds += 1
    first = 0
    for _ in range(randbelow(rng, kinds)):
        first = next_family(out, first, n)
    return out[first + randbelow(rng, next_family(out, first, n) - first)]


@rule
def choose_natural(s: State, seat: int, character: int, rng: Rng, out: Buffer) -> int:
    """A legal move by chance, weighted by the square of its preference."""
    n: int = legal(s, seat, out)
    prefer_all(s, seat, out, n, character)
    total = 0
    for i in range(n):
        total += out[n + i] * out[n + i]
    left = randbelow(rng, total)
    for i in range(n):
        left -= out[n + i] * out[n + i]
        if left < 0:
            return out[i] + 0
    return out[n - 1] + 0
