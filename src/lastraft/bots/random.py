"""The random bot: a family of moves first, then a move of that family, so that no family crowds out the rest."""

from __future__ import annotations

from ..kernel import Buffer, Rng, State, placeholder, randbelow, rule

legal = placeholder("legal")
family = placeholder("family")


@rule
def choose_random(s: State, seat: int, rng: Rng, out: Buffer) -> int:
    """A legal move: first its family, all equally likely, then the move. ``out`` is scratch."""
    n = legal(s, seat, out)
    kinds = 1
    for i in range(1, n):
        if family[out[i]] != family[out[i - 1]]:
            kinds += 1
    skipped = randbelow(rng, kinds)
    first = 0
    while skipped > 0:
        first += 1
        if family[out[first]] != family[out[first - 1]]:
            skipped -= 1
    end = first + 1
    while end < n and family[out[end]] == family[out[first]]:
        end += 1
    return out[first + randbelow(rng, end - first)]
