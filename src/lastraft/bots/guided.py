"""The learned bot with search: `search`, guided by a net, as rules.

Every iteration determinizes the hidden state anew and walks down the tree by PUCT, with the policy as the prior. At a
new node the net is asked, as the seat that moves there sees it, for the priors of its children. The policy plays on a
little from there, and then the net says what the position is worth to all seats: values of like moments of a turn can
be compared better. A node gets further children later: other determinizations allow other moves.
"""

from __future__ import annotations

from ..kernel import Buffer, Rng, States, copy_state, next32, placeholder, rule, seed_rng
from .greedy import GUESS, HIDDEN, TRIED
from .net import Layers, Net, like, likelihood, outlook
from .search import PATH, Tree, add_child, begin_with, best_child, clear, decided, most_visited

legal = placeholder("legal")
apply = placeholder("apply")
asked = placeholder("asked")
hide = placeholder("hide")
rank = placeholder("rank")
evaluate = placeholder("evaluate")
determinize = placeholder("determinize")
all_can_lose = placeholder("all_can_lose")

TRUST = 1500
"""The weight of exploration, and so of the policy: few values say less about a move than the policy knows."""
AHEAD = 6
"""How many choices the policy makes before a position is valued."""
LEAST_PRIOR = 4
"""Moves with a lower prior, in thousandths, have no node."""


@rule
def expand(
    states: States, mover: int, character: int, net: Net, layers: Layers, tree: Tree, node: int, out: Buffer
) -> int:
    """Ask the net for the mover's moves and add children for the likely ones that have none yet; how many moves."""
    n: int = legal(states[TRIED], mover, out)
    for i in range(n):
        layers.moves[i] = out[i]
    copy_state(states, GUESS, TRIED)
    hide(states[GUESS], mover)
    most = like(states[GUESS], mover, character, net, layers, n, out)
    total = 0
    for i in range(n):
        layers.liked[i] = likelihood(most - layers.liked[i], 100)
        tree.weight[layers.moves[i]] = layers.liked[i]
        total += layers.liked[i]
    child = tree.child[node] + 0
    while child > 0:
        tree.weight[tree.move[child]] = -1
        child = tree.sibling[child] + 0
    for i in range(n):
        move = layers.moves[i] + 0
        prior = layers.liked[i] * 1000 // total
        if tree.weight[move] >= 0 and prior >= LEAST_PRIOR:
            add_child(tree, node, move, prior)
    tree.width[node] += 1
    return n


@rule
def play_on(states: States, mover: int, n: int, net: Net, layers: Layers, out: Buffer) -> int:
    """Let the policy make some choices, the first among the n moves in the layers. Whoever is asked then, for whom the
    layers stand, or -1 at the end."""
    for _ in range(AHEAD):
        best = 0
        for i in range(1, n):
            if layers.liked[i] > layers.liked[best]:
                best = i
        move = layers.moves[best] + 0
        n = 1
        while n == 1:
            apply(states[TRIED], mover, move)
            mover = asked(states[TRIED])
            if mover < 0:
                return mover
            n = legal(states[TRIED], mover, out)
            move = out[0] + 0
        for i in range(n):
            layers.moves[i] = out[i]
        copy_state(states, GUESS, TRIED)
        hide(states[GUESS], mover)
        like(states[GUESS], mover, 0, net, layers, n, out)
    return mover


@rule
def end_value(states: States, seat: int) -> int:
    """What the end is worth to a seat, from 0 to 1000, on the scale of `outlook`."""
    if all_can_lose != 0:
        looks: int = evaluate(states[TRIED], seat)
        return min(1000, max(0, looks))
    seats = int(states[TRIED].seats)
    place: int = rank(states[TRIED], seat)
    if place > 1:
        return 200 * (seats - place) // (seats - 1)
    winners = 0
    for other in range(seats):
        if rank(states[TRIED], other) == 1:
            winners += 1
    return 200 + 800 // winners


@rule
def back_up(states: States, mover: int, net: Net, layers: Layers, tree: Tree, length: int) -> None:
    """Give the root and every node of the path what the leaf is worth to each seat: the true result at the end, else
    the values as the mover sees them, for whom the layers stand."""
    seats = states[TRIED].seats + 0
    for seat in range(seats):
        value = end_value(states, seat) if mover < 0 else outlook(net, layers, (seat + seats - mover) % seats)
        tree.credit[0][seat] += value
        for i in range(length):
            tree.credit[tree.path[i]][seat] += value
    tree.visits[0] += 1
    for i in range(length):
        tree.visits[tree.path[i]] += 1


@rule
def iterate_guided(
    states: States, seat: int, character: int, net: Net, layers: Layers, tree: Tree, rng: Rng, out: Buffer
) -> None:
    """One iteration: determinize, descend to a new node, ask the net, play on, back up."""
    copy_state(states, TRIED, HIDDEN)
    seed_rng(states[TRIED], next32(rng), next32(rng), next32(rng), next32(rng))
    determinize(states[TRIED], seat)
    node = 0
    length = 0
    mover = seat
    valued = 0
    while mover >= 0 and valued == 0:
        own = character if mover == seat else 0
        child = 0
        if tree.width[node] > 0 and length < PATH:
            if node > 0 and tree.width[node] < 8 and tree.visits[node] >= 1 << (2 * tree.width[node]):
                expand(states, mover, own, net, layers, tree, node, out)
            child = best_child(states, tree, node, mover)
        elif length < PATH and legal(states[TRIED], mover, out) == 1:
            add_child(tree, node, out[0] + 0, 1000)
            tree.width[node] = 1
            child = best_child(states, tree, node, mover)
        if child == 0:
            n = expand(states, mover, own, net, layers, tree, node, out)
            mover = play_on(states, mover, n, net, layers, out)
            valued = 1
        else:
            apply(states[TRIED], mover, tree.move[child] + 0)
            mover = asked(states[TRIED])
            tree.path[length] = child
            length += 1
            node = child
    back_up(states, mover, net, layers, tree, length)


@rule
def judge_guided(
    states: States, seat: int, move: int, net: Net, layers: Layers, tree: Tree, rng: Rng, out: Buffer, iterations: int
) -> None:
    """Search as `search_guided` does, but only what comes after a move; the tree keeps what it brings every seat."""
    begin_with(tree, move, TRUST)
    for _ in range(iterations):
        iterate_guided(states, seat, 0, net, layers, tree, rng, out)


@rule
def search_guided(
    states: States,
    seat: int,
    character: int,
    net: Net,
    layers: Layers,
    tree: Tree,
    rng: Rng,
    out: Buffer,
    iterations: int,
    stop: Buffer,
) -> int:
    """Search from ``states[HIDDEN]``, what the seat knows, for so many iterations or until ``stop[0]`` is set. The most
    visited move, early when no other can overtake it. The other states are scratch; the tree keeps what was tried."""
    clear(tree, TRUST)
    n = legal(states[HIDDEN], seat, out)
    otherwise = out[0] + 0
    if n == 1:
        iterations = 1
    done = 0
    while done < iterations and stop[0] == 0 and not (done % 16 == 15 and decided(tree, iterations - done)):
        iterate_guided(states, seat, character, net, layers, tree, rng, out)
        done += 1
    return most_visited(tree, otherwise)
