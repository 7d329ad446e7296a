"""Whole games between bots that are rules, in one native call (`gpu` plays the same on a GPU).

All states of a worker lie in one array: those that a bot needs, one per seat whose generator is that of the seat's bot,
and from `FIRST` on the games.
"""

from __future__ import annotations

from ..bots.greedy import HIDDEN, STATES, choose_greedy
from ..bots.guided import search_guided
from ..bots.net import Layers, Net, choose_learned
from ..bots.random import choose_natural, choose_random
from ..bots.search import Tree, search
from ..kernel import MAX_SEATS, Buffer, Fields, States, copy_state, i8, i32, placeholder, rule, seed_rng

setup = placeholder("setup")
asked = placeholder("asked")
apply = placeholder("apply")
forbids = placeholder("forbids")
legal = placeholder("legal")
observe = placeholder("observe")
hide = placeholder("hide")
over = placeholder("over")
score = placeholder("score")
rank = placeholder("rank")

RANDOM, GREEDY, SEARCH, LEARNED, NATURAL, GUIDED, EXTERNAL = range(7)
"""The kinds of players; an external bot is asked outside of native code."""
RNGS, FIRST = STATES, STATES + MAX_SEATS
BATCH = 256
"""Games in one native call."""


class Seating(Fields):
    """Who plays: up to so many players as there can be seats, each a kind of bot with its character, temperature or
    budget."""

    players = i32()
    rotate = i32()  # 1: every player moves on by one seat in the next game
    kind = i32(MAX_SEATS)
    character = i32(MAX_SEATS)
    temperature = i32(MAX_SEATS)
    iterations = i32(MAX_SEATS)


class Results(Fields):
    """How the games of a batch ended. All ranks 0: that game did not end."""

    moves = i32(BATCH)
    score = i32(BATCH, MAX_SEATS)
    rank = i8(BATCH, MAX_SEATS)


@rule
def player_at(seating: Seating, seat: int, seed: int) -> int:
    """The player who sits there in the game of that seed (`Matchup.player_at` says the same)."""
    if seating.players == 1:  # as a rule, and dividing takes long
        return 0
    return (seat + seed * seating.rotate) % seating.players


@rule
def begin(states: States, at: int, seed: int) -> None:
    """Seed a game with (seed, seed >> 32, 0, 0), each seat's bot with (seed, seed >> 32, 1 + seat, 0); set it up."""
    seed_rng(states[at], seed, seed >> 32, 0, 0)
    for seat in range(states[at].seats):
        seed_rng(states[RNGS + seat], seed, seed >> 32, 1 + seat, 0)
    setup(states[at])


@rule
def look(states: States, at: int, seat: int) -> None:
    """Put what the seat knows of a game into ``states[HIDDEN]``."""
    copy_state(states, HIDDEN, at)
    hide(states[HIDDEN], seat)


@rule
def answer(
    states: States, at: int, seat: int, seating: Seating, player: int, net: Net, layers: Layers, out: Buffer
) -> int:
    """The move of a player who does not search."""
    if seating.kind[player] == RANDOM:
        return choose_random(states[at], seat, states[RNGS + seat], out)
    look(states, at, seat)
    character = seating.character[player] + 0
    if seating.kind[player] == LEARNED:
        temperature = seating.temperature[player] + 0
        return choose_learned(states[HIDDEN], seat, character, temperature, net, layers, states[RNGS + seat], out)
    if seating.kind[player] == NATURAL:
        return choose_natural(states[HIDDEN], seat, character, states[RNGS + seat], out)
    return choose_greedy(states, seat, character, states[RNGS + seat], out)


@rule
def think(
    states: States,
    at: int,
    seat: int,
    seating: Seating,
    player: int,
    net: Net,
    layers: Layers,
    tree: Tree,
    out: Buffer,
    halt: Buffer,
) -> int:
    """The move of any player."""
    if seating.kind[player] != SEARCH and seating.kind[player] != GUIDED:
        return answer(states, at, seat, seating, player, net, layers, out)
    look(states, at, seat)
    character = seating.character[player] + 0
    iterations = seating.iterations[player] + 0
    if seating.kind[player] == GUIDED:
        return search_guided(states, seat, character, net, layers, tree, states[RNGS + seat], out, iterations, halt)
    return search(states, seat, character, tree, states[RNGS + seat], out, iterations, halt)


@rule
def play_game(
    states: States, at: int, seating: Seating, net: Net, layers: Layers, out: Buffer, seed: int, limit: int
) -> int:
    """Play one game to its end between players who do not search; how many moves it took."""
    begin(states, at, seed)
    moves = 0
    seat = asked(states[at])
    while seat >= 0 and moves < limit:
        player = player_at(seating, seat, seed)
        apply(states[at], seat, answer(states, at, seat, seating, player, net, layers, out))
        seat = asked(states[at])
        moves += 1
    return moves


@rule
def play_search_game(
    states: States,
    at: int,
    seating: Seating,
    net: Net,
    layers: Layers,
    tree: Tree,
    out: Buffer,
    seed: int,
    limit: int,
    halt: Buffer,
) -> int:
    """The same between any players; a rule of its own, so that search is compiled only where it is needed."""
    begin(states, at, seed)
    moves = 0
    seat = asked(states[at])
    while seat >= 0 and moves < limit and halt[0] == 0:
        player = player_at(seating, seat, seed)
        apply(states[at], seat, think(states, at, seat, seating, player, net, layers, tree, out, halt))
        seat = asked(states[at])
        moves += 1
    return moves


@rule
def play_to_external(
    states: States,
    at: int,
    external: int,
    external_move: int,
    seating: Seating,
    net: Net,
    layers: Layers,
    out: Buffer,
    made: Buffer,
    view: Buffer,
    seed: int,
    most: int,
) -> int:
    """Make an external bot's move (-1: none); let the others move until an external bot is asked, the game is over or
    they made ``most`` moves; how many. If something forbids its move nothing changes; the answer is minus that clause.

    ``made`` gets the seat and the code of each move; then the seat that is asked, or -1, and how many legal moves it
    has. ``out`` gets these, ``view`` what the seat observes, ``states[HIDDEN]`` what it knows."""
    if external_move >= 0:
        reason: int = forbids(states[at], external, external_move)
        if reason != 0:
            return -reason
        apply(states[at], external, external_move)
    n = 0
    seat = asked(states[at])
    while seat >= 0 and n < most:
        player = player_at(seating, seat, seed)
        if seating.kind[player] == EXTERNAL:
            break
        move = answer(states, at, seat, seating, player, net, layers, out)
        apply(states[at], seat, move)
        made[2 * n] = seat
        made[2 * n + 1] = move
        n += 1
        seat = asked(states[at])
    made[2 * n] = seat
    made[2 * n + 1] = 0
    if seat >= 0:
        look(states, at, seat)
        observe(states[HIDDEN], seat, view)
        made[2 * n + 1] = legal(states[HIDDEN], seat, out)
    return n


@rule
def note_result(states: States, at: int, results: Results, row: int, moves: int) -> None:
    """Write down how a game ended."""
    results.moves[row] = moves
    ended = over(states[at])
    for seat in range(states[at].seats):
        results.score[row][seat] = score(states[at], seat)
        results.rank[row][seat] = rank(states[at], seat) if ended else 0


@rule
def play_batch(
    states: States,
    seating: Seating,
    results: Results,
    net: Net,
    layers: Layers,
    out: Buffer,
    first_seed: int,
    count: int,
    limit: int,
    halt: Buffer,
) -> int:
    """Play ``count`` games, seeds from ``first_seed`` on, until ``halt[0]`` is set; how many were played."""
    for i in range(count):
        if halt[0] != 0:
            return i
        moves = play_game(states, FIRST + i, seating, net, layers, out, first_seed + i, limit)
        note_result(states, FIRST + i, results, i, moves)
    return count


@rule
def play_search_batch(
    states: States,
    seating: Seating,
    results: Results,
    net: Net,
    layers: Layers,
    tree: Tree,
    out: Buffer,
    first_seed: int,
    count: int,
    limit: int,
    halt: Buffer,
) -> int:
    """The same between any players; a game that ``halt`` cuts short does not count."""
    for i in range(count):
        moves = play_search_game(states, FIRST + i, seating, net, layers, tree, out, first_seed + i, limit, halt)
        if halt[0] != 0:
            return i
        note_result(states, FIRST + i, results, i, moves)
    return count
