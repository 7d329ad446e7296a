"""The greedy player: looks one move ahead and takes what then looks best."""

from __future__ import annotations

from ..kernel import Buffer, Dice, State, States, below, copy_state, rule, slot, sow, word

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
def outstanding(s: State, seat: int, character: int, out: Buffer, n: int) -> int:
    """The one of n moves beside which all others look hopeless, or -1."""
    chosen = -1
    natural = 0
    second = 0
    for i in range(n):
        liking = prefer(s, seat, out[i] + 0, character)
        if liking > natural:
            second = natural
            natural = liking
            chosen = out[i] + 0
        else:
            second = max(second, liking)
    return chosen if second * HOPELESS < natural else -1


@rule
def choose_greedy(states: States, seat: int, character: int, dice: Dice, out: Buffer) -> int:
    """The legal move that looks best by `prefer` and a look ahead; chance decides among equals."""
    n = legal(states[0], seat, out)
    move = outstanding(states[0], seat, character, out, n)
    if move >= 0:
        return move
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
