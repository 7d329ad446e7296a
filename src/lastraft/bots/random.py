"""The random player: a kind of move first, then one of that kind, so that no kind crowds out the rest."""

from __future__ import annotations

from ..kernel import Buffer, Dice, State, States, below, rule, slot, sow

legal = slot("legal")
apply = slot("apply")
asked = slot("asked")
setup = slot("setup")
family = slot("family")


@rule
def choose_random(s: State, seat: int, dice: Dice, out: Buffer) -> int:
    """A legal move: first its kind, all kinds equally likely, then the move. ``out`` is scratch."""
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


@rule
def play_many(states: States, count: int, first_seed: int, dice: Dice, out: Buffer, limit: int) -> int:
    """Set up and play ``count`` games, seeds from ``first_seed`` on; how many moves they took together."""
    moves = 0
    for i in range(count):
        seed = first_seed + i
        sow(states[i], seed, seed >> 32, 0, 0)
        sow(dice, seed, seed >> 32, 1, 0)
        setup(states[i])
        moves += play_random(states[i], dice, out, limit)
    return moves
