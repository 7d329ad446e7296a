"""The greedy player: looks one move ahead and takes what then looks best."""

from __future__ import annotations

from ..kernel import Buffer, Dice, States, below, copy_state, rule, slot, sow, word

legal = slot("legal")
apply = slot("apply")
prefer = slot("prefer")
evaluate = slot("evaluate")
determinize = slot("determinize")

SAMPLES = 2
"""How many guesses at what is hidden each move is tried on."""


@rule
def look_ahead(states: States, seat: int, move: int, dice: Dice) -> int:
    """How well a move does on guesses at what ``states[0]``, a hidden state, hides; ``states[1]`` is scratch."""
    total = 0
    for _ in range(SAMPLES):
        copy_state(states, 1, 0)
        sow(states[1], word(dice), word(dice), word(dice), word(dice))
        determinize(states[1], seat)
        apply(states[1], seat, move)
        total += evaluate(states[1], seat)
    return total // SAMPLES


@rule
def choose_greedy(states: States, seat: int, character: int, dice: Dice, out: Buffer) -> int:
    """The legal move that looks best by `prefer` and a look ahead; chance decides among equals."""
    n = legal(states[0], seat, out)
    best = -1 << 40
    chosen = 0
    equal = 0
    for i in range(n):
        move = out[i] + 0
        value = prefer(states[0], seat, move, character) + look_ahead(states, seat, move, dice)
        if value > best:
            best = value
            chosen = move
            equal = 1
        elif value == best:
            equal += 1
            if below(dice, equal) == 0:
                chosen = move
    return chosen
