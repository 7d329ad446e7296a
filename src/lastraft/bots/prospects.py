"""What each seat may hope for in a position, as rules: the policy plays on for a while, or to the end."""

from __future__ import annotations

from ..kernel import Buffer, Rng, States, copy_state, next32, placeholder, rule, seed_rng
from .greedy import GUESS, HIDDEN, TRIED
from .guided import end_value
from .net import Layers, Net, activate, choose_learned, outlook

legal = placeholder("legal")
apply = placeholder("apply")
asked = placeholder("asked")
hide = placeholder("hide")
determinize = placeholder("determinize")

WARM = 100
"""The temperature at which the policy plays on."""
LONGEST = 600
"""How many moves it makes at most, to the end of a game."""
LEAST_GAMES, MOST_GAMES = 4, 64


@rule
def prospect(
    states: States, seat: int, ahead: int, budget: int, net: Net, layers: Layers, rng: Rng, out: Buffer
) -> int:
    """What a position is worth to a seat, from 0 to 1000, as far as it knows it (``states[HIDDEN]``): the mean of what
    the net says of a choice of the seat so many moves ahead, or of what came out before, in games that go on from there
    for as many moves in all as the budget says."""
    total = 0
    games = 0
    while games < LEAST_GAMES or (budget > 0 and games < MOST_GAMES):
        copy_state(states, TRIED, HIDDEN)
        seed_rng(states[TRIED], next32(rng), next32(rng), next32(rng), next32(rng))
        determinize(states[TRIED], seat)
        budget -= play_on(states, seat, ahead, net, layers, rng, out)
        total += worth(states, seat, net, layers, out)
        games += 1
    return total // games


@rule
def play_on(states: States, seat: int, ahead: int, net: Net, layers: Layers, rng: Rng, out: Buffer) -> int:
    """Let the policy play on for so many moves, until the seat has a choice, or to the end; how many it made."""
    for i in range(LONGEST):
        mover: int = asked(states[TRIED])
        if mover < 0:
            return i + 1
        copy_state(states, GUESS, TRIED)
        hide(states[GUESS], mover)
        if i >= ahead and mover == seat and legal(states[GUESS], mover, out) > 1:
            return i + 1
        move = choose_learned(states[GUESS], mover, 0, WARM, net, layers, rng, out)
        apply(states[TRIED], mover, move)
    return LONGEST


@rule
def worth(states: States, seat: int, net: Net, layers: Layers, out: Buffer) -> int:
    """What the position is worth in which the policy stopped: the true result, or what the net says of it."""
    if asked(states[TRIED]) < 0:
        return end_value(states, seat)
    copy_state(states, GUESS, TRIED)
    hide(states[GUESS], seat)
    activate(states[GUESS], seat, net, layers, out)
    return outlook(net, layers, 0)
