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
AHEAD, MOST_MOVES = 60, 400
"""How many moves it makes at least, and at most: near the end a game is played out, and nothing is left to judge."""
LEAST_GAMES, MOST_GAMES = 4, 64


@rule
def prospect(states: States, seat: int, budget: int, net: Net, layers: Layers, rng: Rng, out: Buffer) -> int:
    """What a position is worth to a seat, from 0 to 1000, as far as it knows it (``states[HIDDEN]``): the mean of what
    the net says of a later choice of the seat, or of what came out, in games that go on from there for so many moves in
    all."""
    total = 0
    games = 0
    while games < LEAST_GAMES or (budget > 0 and games < MOST_GAMES):
        copy_state(states, TRIED, HIDDEN)
        seed_rng(states[TRIED], next32(rng), next32(rng), next32(rng), next32(rng))
        determinize(states[TRIED], seat)
        budget -= play_on(states, seat, net, layers, rng, out)
        total += worth(states, seat, net, layers, out)
        games += 1
    return total // games


@rule
def play_on(states: States, seat: int, net: Net, layers: Layers, rng: Rng, out: Buffer) -> int:
    """Let the policy play on for a while, until the seat has a choice, or to the end; how many moves it made."""
    for i in range(MOST_MOVES):
        mover: int = asked(states[TRIED])
        if mover < 0:
            return i + 1
        copy_state(states, GUESS, TRIED)
        hide(states[GUESS], mover)
        if i >= AHEAD and mover == seat and legal(states[GUESS], mover, out) > 1:
            return i + 1
        move = choose_learned(states[GUESS], mover, 0, WARM, net, layers, rng, out)
        apply(states[TRIED], mover, move)
    return MOST_MOVES


@rule
def worth(states: States, seat: int, net: Net, layers: Layers, out: Buffer) -> int:
    """What the position is worth in which the policy stopped: the true result, or what the net says of it."""
    if asked(states[TRIED]) < 0:
        return end_value(states, seat)
    copy_state(states, GUESS, TRIED)
    hide(states[GUESS], seat)
    activate(states[GUESS], seat, net, layers, out)
    return outlook(net, layers, 0)
