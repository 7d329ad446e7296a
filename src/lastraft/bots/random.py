"""Bots that leave their move to chance: any kind of move alike, or the more natural ones more often."""

from __future__ import annotations

from ..kernel import Buffer, Rng, State, placeholder, randbelow, rule

legal = placeholder("legal")
family = placeholder("family")
prefer_all = placeholder("prefer_all")


@rule
def choose_random(s: State, seat: int, rng: Rng, out: Buffer) -> int:
    """A legal move: first its family, all equally likely, then the move. ``out`` is scratch."""
    n: int = legal(s, seat, out)
    kinds = 1
    if family[out[n - 1]] != family[out[0]]:  # codes rise family by family
        for i in range(1, n):
            if family[out[i]] != family[out[i - 1]]:
                kinds += 1
    skipped = randbelow(rng, kinds)
    if kinds == 1:
        return out[randbelow(rng, n)]
    first = 0
    while skipped > 0:
        first += 1
        if family[out[first]] != family[out[first - 1]]:
            skipped -= 1
    end = first + 1
    while end < n and family[out[end]] == family[out[first]]:
        end += 1
    return out[first + randbelow(rng, end - first)]


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
