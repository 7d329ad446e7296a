"""The random player: a kind of move first, then one of that kind, so that no kind crowds out the rest."""

from __future__ import annotations

from ..kernel import Buffer, Dice, State, below, rule, slot

legal = slot("legal")
apply = slot("apply")
asked = slot("asked")
family = slot("family")


@rule
def choose_random(s: State, seat: int, dice: Dice, out: Buffer) -> int:
    """A legal move: the kinds that the seat can make equally likely, then the moves of that kind. ``out`` is scratch."""
    n = legal(s, seat, out)
    kinds = 1
    for i in range(1, n):
        if family[out[i]] != family[out[i - 1]]:
            kinds += 1
    skipped = below(dice, kinds)
    first = 0
    while skipped > 0:
        first += 1
        if family[out[first]] != family[out[first - 1]]:
            skipped -= 1
    end = first + 1
    while end < n and family[out[end]] == family[out[first]]:
        end += 1
    return out[first + below(dice, end - first)]


@rule
def play_random(s: State, dice: Dice, out: Buffer, limit: int) -> int:
    """Play on with random moves until the game is over or ``limit`` moves are made; how many were made."""
    moves = 0
    while moves < limit:
        seat = asked(s)
        if seat < 0:
            return moves
        apply(s, seat, choose_random(s, seat, dice, out))
        moves += 1
    return moves
