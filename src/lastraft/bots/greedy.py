"""The greedy player: looks one move ahead and takes what then looks best."""

from __future__ import annotations

from ..kernel import Buffer, Dice, States, below, copy_state, rule, slot, sow, word

legal = slot("legal")
apply = slot("apply")
prefer = slot("prefer")
evaluate = slot("evaluate")
determinize = slot("determinize")

SAMPLES = 4
"""How many guesses at what is hidden a move is tried on that brings something to light; for others one will do."""
HOPELESS = 4
"""A move that looks so many times less natural than another is not looked at."""


@rule
def look_ahead(states: States, seat: int, move: int, a: int, b: int) -> int:
    """How well a move does on guesses at what ``states[0]``, a hidden state, hides; ``states[1]`` is scratch. The words
    ``a`` and ``b`` make the guesses: the same for every move, so that moves are compared and not guesses."""
    total: int = 0
    for sample in range(SAMPLES):
        copy_state(states, 1, 0)
        sow(states[1], a, b, sample, 0)
        determinize(states[1], seat)
        apply(states[1], seat, move)
        total += evaluate(states[1], seat)
        if states[1].revealed == states[0].revealed:
            return total // (sample + 1)
    return total // SAMPLES


@rule
def choose_greedy(states: States, seat: int, character: int, dice: Dice, out: Buffer) -> int:
    """The legal move that looks best by `prefer` and a look ahead; chance decides among equals."""
    n = legal(states[0], seat, out)
    if n == 1:
        return out[0] + 0
    a = word(dice)
    b = word(dice)
    natural = 0
    best = -1
    chosen = 0
    equal = 0
    for i in range(n):
        move = out[i] + 0
        liking = prefer(states[0], seat, move, character)
        natural = max(natural, liking)
        if liking * HOPELESS >= natural:
            value = liking + look_ahead(states, seat, move, a, b)
            if value > best:
                best = value
                chosen = move
                equal = 1
            elif value == best:
                equal += 1
                if below(dice, equal) == 0:
                    chosen = move
    return chosen
