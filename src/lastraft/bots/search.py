"""The search bot: information-set Monte Carlo tree search with integers, as rules.

Every iteration determinizes the hidden state anew, walks down the tree by PUCT with `prefer` as the prior, plays on for
a while, and backs up the evaluation for every seat. A node is a sequence of moves from the root, shared by all
determinizations. It begins with the moves of the highest priors and widens as it is visited (progressive widening), so
that most visits list no moves at all. Nothing is allocated: the tree is a record of fixed size.
"""

from __future__ import annotations

import math

from ..kernel import (
    MAX_SEATS,
    Buffer,
    Fields,
    Lookup,
    Rng,
    States,
    copy_state,
    i16,
    i32,
    next32,
    placeholder,
    randbelow,
    rule,
    seed_rng,
)

legal = placeholder("legal")
forbids = placeholder("forbids")
apply = placeholder("apply")
asked = placeholder("asked")
prefer_all = placeholder("prefer_all")
evaluate = placeholder("evaluate")
determinize = placeholder("determinize")
rollout_moves = placeholder("rollout_moves")

NODES = 16384
CODES = 2048
PATH = 64
EXPLORATION = 300
"""The weight of exploration where results of rollouts are searched."""
UNVISITED_PENALTY = 50
"""How much less than its parent an unvisited child is assumed to be worth."""
WIDTH = 12
"""How many moves a node begins with, and how many more it gets each time."""
VISITS_PER_CHILD = 6
"""How often a node is visited for each of its children before it gets more."""
ALL = 32767
"""The width of a node that has all its children."""
ROOTS_KNOWN = 4096
ROOTS = Lookup([math.isqrt(256 * n) for n in range(ROOTS_KNOWN)])
"""Sixteen times the square roots."""


class Tree(Fields):
    """The tree of one search. Node 0 is the root; a child comes after its parent."""

    used = i32()
    exploration = i32()  # its weight in PUCT, in thousandths of a won game
    move = i16(NODES)
    child = i32(NODES)
    sibling = i32(NODES)
    width = i16(NODES)  # how many children it has
    visits = i32(NODES)
    available = i32(NODES)
    prior = i16(NODES)  # the prior of its move, in thousandths
    credit = i32(NODES, MAX_SEATS)
    weight = i32(CODES)  # of the legal moves at hand; -1: it has a node
    path = i32(PATH)


@rule
def root(n: int) -> int:
    """Sixteen times the square root of n, nearly."""
    halvings = 0
    while n >= ROOTS_KNOWN:
        n >>= 2
        halvings += 1
    sixteenfold: int = ROOTS[n] << halvings
    return sixteenfold


@rule
def add_child(tree: Tree, node: int, move: int, prior: int) -> None:
    """A new node, if the tree is not full."""
    if tree.used < NODES:
        child = tree.used + 0
        tree.used = child + 1
        tree.move[child] = move
        tree.prior[child] = prior
        tree.child[child] = 0
        tree.width[child] = 0
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child
        tree.visits[child] = 0
        tree.available[child] = 0
        for seat in range(MAX_SEATS):
            tree.credit[child][seat] = 0


@rule
def weigh(states: States, tree: Tree, seat: int, character: int, n: int, out: Buffer) -> int:
    """Weigh each of the listed moves by the square of its preference; the sum of the weights."""
    prefer_all(states[1], seat, out, n, character)
    weights = 0
    for i in range(n):
        weight = out[n + i] * out[n + i]
        tree.weight[out[i]] = weight
        weights += weight
    return weights


@rule
def widen(states: States, tree: Tree, node: int, seat: int, character: int, rng: Rng, out: Buffer) -> None:
    """Add children for the most preferred moves that have none yet, ties broken at random."""
    n = legal(states[1], seat, out)
    weights = max(1, weigh(states, tree, seat, character, n, out))
    child = tree.child[node] + 0
    while child > 0:
        tree.weight[tree.move[child]] = -1
        child = tree.sibling[child] + 0
    first = randbelow(rng, n)
    for _ in range(WIDTH):
        best = -1
        chosen = 0
        for i in range(n):
            move = out[(first + i) % n] + 0
            if tree.weight[move] > best:
                best = tree.weight[move] + 0
                chosen = move
        if best < 0:
            tree.width[node] = ALL
            return
        add_child(tree, node, chosen, max(1, best * 1000 // weights))
        tree.weight[chosen] = -1
        tree.width[node] = min(ALL, tree.width[node] + 1)


@rule
def puct(tree: Tree, node: int, child: int, seat: int) -> int:
    """The PUCT value of a child for its mover: its mean credit so far, plus exploration weighted by its prior."""
    tried = tree.visits[child] + 0
    if tried > 0:
        brought = tree.credit[child][seat] // tried
    else:
        brought = tree.credit[node][seat] // max(1, tree.visits[node]) - UNVISITED_PENALTY
    return brought * 16 + tree.exploration * tree.prior[child] * root(tree.available[child]) // (1000 * (tried + 1))


@rule
def best_child(states: States, tree: Tree, node: int, seat: int) -> int:
    """The child with the highest PUCT value among the legal moves, or 0."""
    best = -1 << 40
    chosen = 0
    child = tree.child[node] + 0
    while child > 0:
        if forbids(states[1], seat, tree.move[child] + 0) == 0:
            tree.available[child] += 1
            value = puct(tree, node, child, seat)
            if value > best:
                best = value
                chosen = child
        child = tree.sibling[child] + 0
    return chosen


@rule
def select(states: States, tree: Tree, node: int, seat: int, character: int, rng: Rng, out: Buffer) -> int:
    """Select the child to descend to, or 0 when the tree is full."""
    if tree.visits[node] >= VISITS_PER_CHILD * tree.width[node]:
        widen(states, tree, node, seat, character, rng, out)
    child = best_child(states, tree, node, seat)
    if child == 0:
        widen(states, tree, node, seat, character, rng, out)
        child = best_child(states, tree, node, seat)
    return child


@rule
def choose_weighted(states: States, tree: Tree, seat: int, rng: Rng, out: Buffer) -> int:
    """A random legal move, weighted by preference: the rollout policy."""
    n: int = legal(states[1], seat, out)
    if n == 1:
        return out[0] + 0
    left = randbelow(rng, weigh(states, tree, seat, 0, n, out))
    for i in range(n):
        left -= tree.weight[out[i]]
        if left < 0:
            return out[i] + 0
    return out[n - 1] + 0


@rule
def iterate(states: States, seat: int, character: int, tree: Tree, rng: Rng, out: Buffer) -> None:
    """One iteration: determinize, descend to a new node, roll out, back up."""
    copy_state(states, 1, 0)
    seed_rng(states[1], next32(rng), next32(rng), next32(rng), next32(rng))
    determinize(states[1], seat)
    node = 0
    length = 0
    mover = seat
    while mover >= 0 and length < PATH and (length == 0 or tree.visits[node] > 0):
        child = select(states, tree, node, mover, character if mover == seat else 0, rng, out)
        if child == 0:
            break
        apply(states[1], mover, tree.move[child] + 0)
        mover = asked(states[1])
        tree.path[length] = child
        length += 1
        node = child
    moves = 0
    while moves < rollout_moves and mover >= 0:
        apply(states[1], mover, choose_weighted(states, tree, mover, rng, out))
        mover = asked(states[1])
        moves += 1
    give_credit(states, tree, length)


@rule
def give_credit(states: States, tree: Tree, length: int) -> None:
    """Back up the evaluation for each seat to the root and every node of the path."""
    for seat in range(states[1].seats):
        value = min(1000, max(0, evaluate(states[1], seat)))
        tree.credit[0][seat] += value
        for i in range(length):
            tree.credit[tree.path[i]][seat] += value
    tree.visits[0] += 1
    for i in range(length):
        tree.visits[tree.path[i]] += 1


@rule
def clear(tree: Tree, exploration: int) -> None:
    """An empty tree with a root."""
    tree.used = 1
    tree.exploration = exploration
    tree.child[0] = 0
    tree.width[0] = 0
    tree.visits[0] = 0
    for seat in range(MAX_SEATS):
        tree.credit[0][seat] = 0


@rule
def decided(tree: Tree, left: int) -> bool:
    """Whether the most visited move stays so in the iterations that are left."""
    most = 0
    second = 0
    child = tree.child[0] + 0
    while child > 0:
        if tree.visits[child] > most:
            second = most
            most = tree.visits[child] + 0
        else:
            second = max(second, tree.visits[child])
        child = tree.sibling[child] + 0
    return most - second > left


@rule
def most_visited(tree: Tree, otherwise: int) -> int:
    """The move that was tried most often, or another if none was."""
    most = 0
    chosen = otherwise
    child = tree.child[0] + 0
    while child > 0:
        if tree.visits[child] >= max(1, most):
            most = tree.visits[child] + 0
            chosen = tree.move[child] + 0
        child = tree.sibling[child] + 0
    return chosen


@rule
def begin_with(tree: Tree, move: int, exploration: int) -> None:
    """A tree in which this is the only move of the root."""
    clear(tree, exploration)
    add_child(tree, 0, move, 1000)
    tree.width[0] = ALL


@rule
def judge(states: States, seat: int, move: int, tree: Tree, rng: Rng, out: Buffer, iterations: int) -> None:
    """Search as `search` does, but only what comes after a move; the tree keeps what it brings every seat."""
    begin_with(tree, move, EXPLORATION)
    for _ in range(iterations):
        iterate(states, seat, 0, tree, rng, out)


@rule
def search(
    states: States, seat: int, character: int, tree: Tree, rng: Rng, out: Buffer, iterations: int, stop: Buffer
) -> int:
    """Search from ``states[0]``, what the seat knows, for so many iterations or until ``stop[0]`` is set. The most
    visited move, early when no other can overtake it. ``states[1]`` is scratch; the tree keeps what was considered."""
    clear(tree, EXPLORATION)
    n = legal(states[0], seat, out)
    chosen = out[0] + 0
    if n == 1:
        iterations = 1
    done = 0
    while done < iterations and stop[0] == 0 and not (done % 64 == 0 and decided(tree, iterations - done)):
        iterate(states, seat, character, tree, rng, out)
        done += 1
    return most_visited(tree, chosen)
