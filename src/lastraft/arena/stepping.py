"""Many games side by side, each stopped where a seat has a choice: for learners (`self_play`, `lastraft.env`).

All states of a loop lie in one array: those that bots need, as in `native_loop`, and from `FIRST` on empty states with
seats and options set, then the games.
"""

from __future__ import annotations

from ..bots.greedy import HIDDEN
from ..bots.net import Layers, Net
from ..kernel import (
    MAX_SEATS,
    Buffer,
    Buffers,
    Flags,
    Rng,
    States,
    copy_state,
    loop,
    placeholder,
    randbelow,
    rule,
    seed_rng,
)
from .native_loop import Seating, answer, look

setup = placeholder("setup")
asked = placeholder("asked")
actors = placeholder("actors")
forbids = placeholder("forbids")
apply = placeholder("apply")
legal = placeholder("legal")
observe = placeholder("observe")
observe_needs_hide = placeholder("observe_needs_hide")
over = placeholder("over")
score = placeholder("score")
rank = placeholder("rank")
timeout = placeholder("timeout")
is_window = placeholder("is_window")
own_code = placeholder("own_code")
code_of = placeholder("code_of")

SEAT, ENDED, MOVES, BEGUN, EVALUATION, RANK, SCORE = 0, 1, 2, 3, 4, 5, 5 + MAX_SEATS
PLAYER = SCORE + MAX_SEATS
NUMBERS = PLAYER + MAX_SEATS
"""The notes on a game: who is asked, how a game has just ended, the moves of this one, how many games have begun, how
it looks to the seat (only `self_play` says it); by seat how the last game ended, and who plays: 0 whoever steps the
games, from 1 on a bot of the `Seating`."""
OVER, CUT = 1, 2
"""How a game has just ended: by its rules, or because it went on for too long."""
MOST_MOVES = 30_000
"""Notes have 16 bits."""
SALT = 0x1EA4
FORCED, WINDOWS = 1, 2
"""What is not asked: where there is one move; where a seat is asked only in case it wants to step in."""


@rule
def begin(states: States, at: int, blank: int, notes: Buffer, number: int, seed: int) -> None:
    """Begin the next of the games with this number."""
    copy_state(states, at, blank)
    seed_rng(states[at], number, notes[BEGUN] + 0, SALT, seed)
    setup(states[at])
    notes[MOVES] = 0
    notes[BEGUN] += 1


@rule
def note_end(states: States, at: int, notes: Buffer) -> None:
    """Write down how a game ended."""
    notes[ENDED] = OVER if over(states[at]) != 0 else CUT
    for seat in range(states[at].seats):
        notes[RANK + seat] = rank(states[at], seat)
        notes[SCORE + seat] = score(states[at], seat)


@rule
def next_choice(
    states: States, at: int, blank: int, notes: Buffer, number: int, seed: int, limit: int, skipped: int, out: Buffer
) -> int:
    """Play on to a question that is not skipped, and begin a new game where one ends; how many moves are legal."""
    seat = asked(states[at]) if notes[BEGUN] > 0 else -1
    while True:
        if seat < 0 or notes[MOVES] >= limit:
            if notes[BEGUN] > 0 and notes[ENDED] == 0:
                note_end(states, at, notes)
            begin(states, at, blank, notes, number, seed)
            seat = asked(states[at])
            continue
        n: int = legal(states[at], seat, out)
        if n == 1 and skipped & FORCED:
            apply(states[at], seat, out[0] + 0)
        elif skipped & WINDOWS and is_window(states[at], seat):
            apply(states[at], seat, timeout(states[at], seat))
        else:
            notes[SEAT] = seat
            return n
        notes[MOVES] += 1
        seat = asked(states[at])


@rule
def step(
    states: States,
    at: int,
    blank: int,
    notes: Buffer,
    own: int,
    number: int,
    seed: int,
    limit: int,
    skipped: int,
    out: Buffer,
) -> int:
    """Make the move of the seat that was asked, given by its own code, and play on; how many moves are legal then."""
    notes[ENDED] = 0
    seat = notes[SEAT] + 0
    if seat >= 0:
        apply(states[at], seat, code_of(states[at], seat, own))
        notes[MOVES] += 1
    return next_choice(states, at, blank, notes, number, seed, limit, skipped, out)


@rule
def step_among_bots(
    states: States,
    at: int,
    blank: int,
    notes: Buffer,
    own: int,
    number: int,
    seed: int,
    limit: int,
    skipped: int,
    seating: Seating,
    net: Net,
    layers: Layers,
    out: Buffer,
) -> int:
    """The same, where bots have taken seats: they make their moves."""
    n = step(states, at, blank, notes, own, number, seed, limit, skipped, out)
    while notes[PLAYER + notes[SEAT]] > 0:
        seat = notes[SEAT] + 0
        apply(states[at], seat, answer(states, at, seat, seating, notes[PLAYER + seat] - 1, net, layers, out))
        notes[MOVES] += 1
        n = next_choice(states, at, blank, notes, number, seed, limit, skipped, out)
    return n


@rule
def see(states: States, at: int, seat: int, n: int, out: Buffer, view: Buffer) -> None:
    """Write what the seat sees into ``view``, and turn its n legal moves into its own codes."""
    for i in range(n):
        out[i] = own_code(states[at], seat, out[i] + 0)
    see_state(states, at, seat, view)


@rule
def see_state(states: States, at: int, seat: int, view: Buffer) -> None:
    """Write what the seat sees into ``view``."""
    if observe_needs_hide:
        look(states, at, seat)
        observe(states[HIDDEN], seat, view)
    else:
        observe(states[at], seat, view)


@loop
def step_all(
    states: States,
    first: int,
    blanks: Buffer,
    notes: Buffers,
    actions: Buffer,
    views: Buffers,
    masks: Flags,
    moves: Buffers,
    counts: Buffer,
    seed: int,
    limit: int,
    skipped: int,
    out: Buffer,
) -> None:
    """`step` every game; then write what the seats see, their legal moves, and the same as masks."""
    for i in range(len(counts)):
        n = step(states, first + i, blanks[i] + 0, notes[i], actions[i] + 0, i, seed, limit, skipped, out)
        see_state(states, first + i, notes[i][SEAT] + 0, views[i])
        mark(states, first + i, notes[i][SEAT] + 0, masks, moves, counts, i, n, out)


@loop
def step_all_among_bots(
    states: States,
    first: int,
    blanks: Buffer,
    notes: Buffers,
    actions: Buffer,
    views: Buffers,
    masks: Flags,
    moves: Buffers,
    counts: Buffer,
    seed: int,
    limit: int,
    skipped: int,
    seating: Seating,
    net: Net,
    layers: Layers,
    out: Buffer,
) -> None:
    """The same, where bots have taken seats; a loop of its own, so that bots are compiled only where needed."""
    for i in range(len(counts)):
        at, blank, row, own = first + i, blanks[i] + 0, notes[i], actions[i] + 0
        n = step_among_bots(states, at, blank, row, own, i, seed, limit, skipped, seating, net, layers, out)
        see_state(states, at, row[SEAT] + 0, views[i])
        mark(states, at, row[SEAT] + 0, masks, moves, counts, i, n, out)


@loop
def answer_at_once(states: States, at: int, notes: Buffer, actions: Buffer, counts: Buffer, row: int) -> None:
    """Make the moves of all who were asked, in the order of asking. Whoever steps in ends it: those who come after
    have not seen that, and are asked again."""
    notes[ENDED] = 0
    answered = 0
    seat = asked(states[at]) if notes[SEAT] >= 0 else -1
    while seat >= 0 and counts[row + seat] > 0 and answered >> seat & 1 == 0:
        answered |= 1 << seat
        move = code_of(states[at], seat, actions[row + seat] + 0)
        if forbids(states[at], seat, move) != 0:
            return
        steps_in = not is_window(states[at], seat) or move != timeout(states[at], seat)
        apply(states[at], seat, move)
        notes[MOVES] += 1
        if steps_in:
            return
        seat = asked(states[at])


@loop
def step_all_at_once(
    states: States,
    first: int,
    blanks: Buffer,
    notes: Buffers,
    actions: Buffer,
    views: Buffers,
    masks: Flags,
    moves: Buffers,
    counts: Buffer,
    seed: int,
    limit: int,
    skipped: int,
    out: Buffer,
) -> None:
    """`step_all` with a row for each game and seat: in a window all whom it is for are asked."""
    seats = len(counts) // len(blanks)
    for i in range(len(blanks)):
        at, row = first + i, i * seats
        answer_at_once(states, at, notes[i], actions, counts, row)
        next_choice(states, at, blanks[i] + 0, notes[i], i, seed, limit, skipped, out)
        together = actors(states[at]) if is_window(states[at], notes[i][SEAT]) else 0
        for seat in range(seats):
            n = 0
            if seat == notes[i][SEAT] or (together >> seat & 1 and is_window(states[at], seat)):
                n = legal(states[at], seat, out)
                if n == 1 and skipped & FORCED:
                    n = 0  # not asked: that move is made when its turn comes
            if n > 0:
                see_state(states, at, seat, views[row + seat])
            mark(states, at, seat, masks, moves, counts, row + seat, n, out)


@loop
def mark(
    states: States, at: int, seat: int, masks: Flags, moves: Buffers, counts: Buffer, row: int, n: int, out: Buffer
) -> None:
    """Write the seat's n legal moves by its own codes, and the same as a mask."""
    for code in range(len(masks[row])):
        masks[row][code] = 0
    for j in range(n):
        code = own_code(states[at], seat, out[j] + 0)
        moves[row][j] = code
        masks[row][code] = 1
    counts[row] = n


@loop
def first_illegal(masks: Flags, counts: Buffer, actions: Buffer) -> int:
    """The first row where somebody is asked and the move is not legal, or -1."""
    for row in range(len(counts)):
        known = 0 <= actions[row] < len(masks[row])
        if counts[row] > 0 and (not known or masks[row][actions[row]] == 0):
            return row
    return -1


@loop
def draw_all(moves: Buffers, counts: Buffer, rng: Rng, actions: Buffer) -> None:
    """Draw one of the legal moves of every game."""
    for i in range(len(counts)):
        if counts[i] > 0:
            actions[i] = moves[i][randbelow(rng, counts[i] + 0)]
