"""The greedy bot: looks one move ahead at the moves that `prefer` favours, and takes what then evaluates best."""

from ..kernel import Buffer, Rng, State, States, copy_state, next32, placeholder, randbelow, rule, seed_rng

legal = placeholder("legal")
apply = placeholder("apply")
prefer = placeholder("prefer")
prefer_all = placeholder("prefer_all")
evaluate = placeholder("evaluate")
determinize = placeholder("determinize")
foolish = placeholder("foolish")

HIDDEN, TRIED, GUESS, STATES = 0, 1, 2, 3
"""Of the states: what the seat knows, scratch, a determinization; and how many they are."""
NOTES = 2
"""A choice notes a value beside every move: its buffer holds so many times all moves."""
SAMPLES = 4
"""On how many determinizations a move is tried that reveals something; for others one is enough."""
LISTED = 8
"""How many moves are tried: the most preferred."""
MARGIN = 50
"""A move whose preference is so much lower than the best is not tried: the look ahead seldom makes up for that."""
HOPELESS = 4
"""A move is made at once if its preference is so many times that of all others."""

WISE = 1000
"""Added to a character: one that makes no foolish move."""


@rule
def preference(s: State, seat: int, move: int, character: int) -> int:
    """What `prefer` says of a move; least of a foolish one, to whoever is wise."""
    if character >= WISE and foolish(s, seat, move) != 0:
        return 0
    preferred: int = prefer(s, seat, move, character - WISE if character >= WISE else character)
    return preferred


@rule
def preferences(s: State, seat: int, out: Buffer, n: int, character: int) -> None:
    """Write the preferences of n moves behind them."""
    prefer_all(s, seat, out, n, character - WISE if character >= WISE else character)
    if character >= WISE:
        for i in range(n):
            if foolish(s, seat, out[i] + 0) != 0:
                out[n + i] = 0


@rule
def swap(out: Buffer, i: int, j: int) -> None:
    kept = out[i] + 0
    out[i] = out[j]
    out[j] = kept


@rule
def most_noted(rng: Rng, out: Buffer, n: int, first: int) -> int:
    """Which of n moves, from the first on, has the highest note; chance decides among equals."""
    best = first
    equal = 1
    for i in range(first + 1, n):
        if out[n + i] > out[n + best]:
            best = i
            equal = 1
        elif out[n + i] == out[n + best]:
            equal += 1
            if randbelow(rng, equal) == 0:
                best = i
    return best


@rule
def favoured(rng: Rng, out: Buffer, n: int) -> int:
    """Bring the most preferred of n moves to the front, with their preferences after them; how many."""
    listed = 0
    while listed < min(n, LISTED):
        best = most_noted(rng, out, n, listed)
        if out[n + best] + MARGIN < out[n] or (listed == 1 and out[n + best] * HOPELESS < out[n]):
            break
        swap(out, best, listed)
        swap(out, n + best, n + listed)
        listed += 1
    for i in range(listed):
        out[listed + i] = out[n + i] * SAMPLES
    return listed


@rule
def guess(s: State, seat: int, a: int, b: int, sample: int) -> None:
    """Make a determinization of what the seat knows: the same for the same numbers."""
    seed_rng(s, a, b, sample, 0)
    determinize(s, seat)


@rule
def try_move(s: State, seat: int, move: int) -> int:
    """Make a move on a determinization; how it then looks."""
    apply(s, seat, move)
    value: int = evaluate(s, seat)
    return value


@rule
def note(out: Buffer, n: int, i: int, again: int, sample: int, value: int, reveals: bool) -> int:
    """Add what a trial of the i-th of n moves came to. A move that reveals something comes to the front, after the
    others to be tried again: how many. Any other would do as well on any determinization."""
    if not reveals:
        out[n + i] += value * (SAMPLES - sample)
        return again
    out[n + i] += value
    swap(out, i, again)
    swap(out, n + i, n + again)
    return again + 1


@rule
def choose_greedy(states: States, seat: int, character: int, rng: Rng, out: Buffer) -> int:
    """The legal move that is best by `prefer` and a look ahead."""
    n = legal(states[HIDDEN], seat, out)
    preferences(states[HIDDEN], seat, out, n, character)
    n = favoured(rng, out, n)
    if n > 1:
        a = next32(rng)
        b = next32(rng)
        again = n
        for sample in range(SAMPLES):
            if again > 0:
                copy_state(states, GUESS, HIDDEN)
                guess(states[GUESS], seat, a, b, sample)
                tried = again
                again = 0
                for i in range(tried):
                    copy_state(states, TRIED, GUESS)
                    value = try_move(states[TRIED], seat, out[i] + 0)
                    reveals = states[TRIED].revealed != states[HIDDEN].revealed
                    again = note(out, n, i, again, sample, value, reveals)
    return out[most_noted(rng, out, n, 0)]


@rule
def choose_tried(rng: Rng, out: Buffer, n: int, trials: Buffer) -> int:
    """What `choose_greedy` chooses of n favoured moves that were all tried on all determinizations, side by side: of
    each trial its value and whether the move revealed something."""
    for i in range(n):
        out[2 * n + i] = i
    again = n
    for sample in range(SAMPLES):
        tried = again
        again = 0
        for i in range(tried):
            trial = 2 * (out[2 * n + i] * SAMPLES + sample)
            if trials[trial + 1] != 0:
                swap(out, 2 * n + i, 2 * n + again)
            again = note(out, n, i, again, sample, trials[trial] + 0, trials[trial + 1] != 0)
    return out[most_noted(rng, out, n, 0)]
