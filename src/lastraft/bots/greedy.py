"""The greedy bot: looks one move ahead at the moves that `prefer` favours, and takes what then evaluates best."""

from ..kernel import Buffer, Rng, State, States, copy_state, next32, placeholder, randbelow, rule, seed_rng

legal = placeholder("legal")
apply = placeholder("apply")
prefer = placeholder("prefer")
evaluate = placeholder("evaluate")
determinize = placeholder("determinize")

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
def short_list(s: State, seat: int, character: int, rng: Rng, out: Buffer, n: int) -> int:
    """Bring the most preferred of n moves to the front, with their preferences after them; how many."""
    for i in range(n):
        out[n + i] = prefer(s, seat, out[i] + 0, character)
    listed = 0
    while listed < min(n, LISTED):
        best = most_noted(rng, out, n, listed)
        if out[n + best] + MARGIN < out[n] or (listed == 1 and out[n + best] * HOPELESS < out[n]):
            break
        swap(out, best, listed)
        swap(out, n + best, n + listed)
        listed += 1
    for i in range(listed):
        out[listed + i] = out[n + i]
    return listed


@rule
def look_ahead(states: States, seat: int, sample: int, out: Buffer, n: int, first: int) -> int:
    """Try the first moves of n on a determinization and add the evaluations to their notes. Those that reveal something
    come to the front, to be tried again: how many. The others would do as well on any determinization."""
    again = 0
    for i in range(first):
        copy_state(states, TRIED, GUESS)
        apply(states[TRIED], seat, out[i] + 0)
        value = evaluate(states[TRIED], seat)
        if states[TRIED].revealed == states[HIDDEN].revealed:
            out[n + i] += value * (SAMPLES - sample)
        else:
            out[n + i] += value
            swap(out, i, again)
            swap(out, n + i, n + again)
            again += 1
    return again


@rule
def choose_greedy(states: States, seat: int, character: int, rng: Rng, out: Buffer) -> int:
    """The legal move that is best by `prefer` and a look ahead."""
    n = short_list(states[HIDDEN], seat, character, rng, out, legal(states[HIDDEN], seat, out))
    if n > 1:
        a = next32(rng)
        b = next32(rng)
        for i in range(n):
            out[n + i] *= SAMPLES
        again = n
        for sample in range(SAMPLES):
            if again > 0:
                copy_state(states, GUESS, HIDDEN)
                seed_rng(states[GUESS], a, b, sample, 0)
                determinize(states[GUESS], seat)
                again = look_ahead(states, seat, sample, out, n, again)
    return out[most_noted(rng, out, n, 0)]
