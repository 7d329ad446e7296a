"""The searching player: information-set Monte Carlo tree search, in whole numbers, as rules.

Every iteration fills what is hidden anew, walks down the tree by what was seen to work and what `prefer` finds natural,
plays on for a while, and credits every seat with how the end looks to it. A node is a sequence of moves from the root,
shared by all guesses at what is hidden. Nothing is allocated: the tree is a record of fixed size.
"""

from __future__ import annotations

import math

from ..kernel import MAX_SEATS, Buffer, Dice, Fields, States, Table, below, copy_state, i16, i32, rule, slot, sow, word

legal = slot("legal")
apply = slot("apply")
asked = slot("asked")
prefer = slot("prefer")
evaluate = slot("evaluate")
determinize = slot("determinize")
rollout_moves = slot("rollout_moves")

NODES = 8192
CODES = 2048
PATH = 64
CURIOSITY = 700
"""How much a natural but little tried move is worth trying, in thousandths of a won game."""
ROOTS_KNOWN = 4096
ROOTS = Table([math.isqrt(256 * n) for n in range(ROOTS_KNOWN)])
"""Sixteen times the square roots."""


class Tree(Fields):
    """The tree of one search. Node 0 is the root; a child comes after its parent."""

    used = i32()
    parent = i32(NODES)
    move = i16(NODES)
    child = i32(NODES)
    sibling = i32(NODES)
    visits = i32(NODES)
    available = i32(NODES)
    credit = i32(NODES, MAX_SEATS)
    where = i32(CODES)  # the child by that move, if its parent says so too
    weight = i32(CODES)  # of the legal moves at hand
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
def child_by(tree: Tree, node: int, move: int) -> int:
    """The child of a node by a move, or 0; `note_children` was called for the node."""
    child = tree.where[move] + 0
    return child if child > 0 and tree.parent[child] == node and tree.move[child] == move else 0


@rule
def note_children(tree: Tree, node: int) -> None:
    """Make the children of a node findable by their moves."""
    child = tree.child[node] + 0
    while child > 0:
        tree.where[tree.move[child]] = child
        child = tree.sibling[child] + 0


@rule
def add_child(tree: Tree, node: int, move: int) -> int:
    """A new node, or 0 when the tree is full."""
    if tree.used >= NODES:
        return 0
    made = tree.used + 0
    tree.used = made + 1
    tree.parent[made] = node
    tree.move[made] = move
    tree.child[made] = 0
    tree.sibling[made] = tree.child[node]
    tree.child[node] = made
    tree.visits[made] = 0
    tree.available[made] = 0
    for seat in range(MAX_SEATS):
        tree.credit[made][seat] = 0
    tree.where[move] = made
    return made


@rule
def promise(tree: Tree, node: int, seat: int, move: int, weights: int) -> int:
    """How much a move at a node promises its mover: what it brought so far, and curiosity about natural moves."""
    child = child_by(tree, node, move)
    if child > 0 and tree.visits[child] > 0:
        brought = tree.credit[child][seat] // tree.visits[child]
        tried = tree.visits[child] + 0
        chances = tree.available[child] + 1
    else:
        brought = tree.credit[node][seat] // tree.visits[node] - 50 if tree.visits[node] > 0 else 500
        tried = 0
        chances = tree.visits[node] + 1
    return brought * 16 + CURIOSITY * tree.weight[move] * root(chances) // (weights * (tried + 1))


@rule
def weigh(states: States, tree: Tree, seat: int, character: int, n: int, out: Buffer) -> int:
    """Note how likely each of the listed moves is to be made, by the square of how natural it looks; their sum."""
    weights = 0
    for i in range(n):
        liking = prefer(states[1], seat, out[i], character)
        tree.weight[out[i]] = liking * liking
        weights += liking * liking
    return weights


@rule
def select(states: States, tree: Tree, node: int, seat: int, character: int, dice: Dice, out: Buffer) -> int:
    """The most promising legal move of the seat at a node; chance says where to begin among equals."""
    n = legal(states[1], seat, out)
    note_children(tree, node)
    for i in range(n):
        child = child_by(tree, node, out[i])
        if child > 0:
            tree.available[child] += 1
    if n == 1:
        return out[0] + 0
    weights = weigh(states, tree, seat, character, n, out)
    best = -1 << 40
    chosen = 0
    first = below(dice, n)
    for i in range(n):
        move = out[(first + i) % n] + 0
        value = promise(tree, node, seat, move, weights)
        if value > best:
            best = value
            chosen = move
    return chosen


@rule
def choose_naturally(states: States, tree: Tree, seat: int, dice: Dice, out: Buffer) -> int:
    """A legal move, the more likely the more natural it looks."""
    n: int = legal(states[1], seat, out)
    if n == 1:
        return out[0] + 0
    left = below(dice, weigh(states, tree, seat, 0, n, out))
    for i in range(n):
        left -= tree.weight[out[i]]
        if left < 0:
            return out[i] + 0
    return out[n - 1] + 0


@rule
def iterate(states: States, seat: int, character: int, tree: Tree, dice: Dice, out: Buffer) -> None:
    """One iteration: guess, walk down, add a node, play on, give credit."""
    copy_state(states, 1, 0)
    sow(states[1], word(dice), word(dice), word(dice), word(dice))
    determinize(states[1], seat)
    node = 0
    length = 0
    mover = seat
    growing = True
    while growing and mover >= 0 and length < PATH:
        move = select(states, tree, node, mover, character if mover == seat else 0, dice, out)
        child = child_by(tree, node, move)
        if child == 0:
            child = add_child(tree, node, move)
            growing = False
        apply(states[1], mover, move)
        mover = asked(states[1])
        if child > 0:
            tree.path[length] = child
            length += 1
            node = child
    moves = 0
    while moves < rollout_moves and mover >= 0:
        apply(states[1], mover, choose_naturally(states, tree, mover, dice, out))
        mover = asked(states[1])
        moves += 1
    give_credit(states, tree, length)


@rule
def give_credit(states: States, tree: Tree, length: int) -> None:
    """Every node of the path, and the root, learns how the end looks to each seat."""
    for seat in range(states[1].seats):
        value = min(1000, max(0, evaluate(states[1], seat)))
        tree.credit[0][seat] += value
        for i in range(length):
            tree.credit[tree.path[i]][seat] += value
    tree.visits[0] += 1
    for i in range(length):
        tree.visits[tree.path[i]] += 1


@rule
def clear(tree: Tree) -> None:
    """An empty tree with a root."""
    tree.used = 1
    tree.child[0] = 0
    tree.visits[0] = 0
    for seat in range(MAX_SEATS):
        tree.credit[0][seat] = 0
    for move in range(CODES):
        tree.where[move] = 0


@rule
def search(
    states: States, seat: int, character: int, tree: Tree, dice: Dice, out: Buffer, iterations: int, stop: Buffer
) -> int:
    """Think about ``states[0]``, what the seat knows, for so many iterations or until ``stop[0]`` is set; the move most
    often tried; an only move at once. ``states[1]`` is scratch; the tree keeps what was considered."""
    clear(tree)
    if legal(states[0], seat, out) == 1:
        iterations = 1
    done = 0
    while done < iterations and stop[0] == 0:
        iterate(states, seat, character, tree, dice, out)
        done += 1
    return most_tried(states, seat, tree, out)


@rule
def most_tried(states: States, seat: int, tree: Tree, out: Buffer) -> int:
    """The root's legal move with the most visits."""
    n = legal(states[0], seat, out)
    note_children(tree, 0)
    most = -1
    chosen = 0
    for i in range(n):
        child = child_by(tree, 0, out[i])
        visits = tree.visits[child] + 0 if child > 0 else 0
        if visits > most:
            most = visits
            chosen = out[i] + 0
    return chosen
