"""Shuffles, sorts and random picks over a row of the state."""

from .rng import randbelow
from .rule import rule
from .state import Rng, Row


@rule
def swap(row: Row, i: int, j: int) -> None:
    """Exchange two numbers of a row."""
    value = row[i]
    row[i] = row[j]
    row[j] = value


@rule
def shuffle(rng: Rng, row: Row, n: int) -> None:
    """Shuffle the first ``n`` numbers of a row."""
    shuffle_between(rng, row, 0, n)


@rule
def shuffle_between(rng: Rng, row: Row, first: int, end: int) -> None:
    """Shuffle the numbers of a row from ``first`` up to, not including, ``end``."""
    for i in range(end - 1, first, -1):
        swap(row, i, first + randbelow(rng, i - first + 1))


@rule
def sort(row: Row, n: int) -> None:
    """Sort the first ``n`` numbers of a row, smallest first."""
    for i in range(1, n):
        value = row[i]
        j = i
        while j > 0 and row[j - 1] > value:
            row[j] = row[j - 1]
            j -= 1
        row[j] = value


@rule
def sort_descending(row: Row, n: int) -> None:
    """Sort the first ``n`` numbers of a row, largest first."""
    sort(row, n)
    for i in range(n // 2):
        swap(row, i, n - 1 - i)


@rule
def pick_weighted(rng: Rng, row: Row, n: int) -> int:
    """A random index below ``n``, each as likely as its number in the row is large; -1 if all of them are 0."""
    total = 0
    for i in range(n):
        total += row[i]
    left = randbelow(rng, max(total, 1))
    for i in range(n):
        left -= row[i]
        if left < 0:
            return i
    return -1


@rule
def pick_equal(rng: Rng, row: Row, first: int, end: int, value: int) -> int:
    """A random index from ``first`` up to, not including, ``end`` where the row holds ``value``; there must be one."""
    count = 0
    for i in range(first, end):
        if row[i] == value:
            count += 1
    left = randbelow(rng, count)
    for i in range(first, end):
        if row[i] == value:
            left -= 1
            if left < 0:
                return i
    return -1


@rule
def pick_member(rng: Rng, mask: int) -> int:
    """A random bit of those set in ``mask``, all equally likely; at least one must be set."""
    count = 0
    rest = mask
    while rest > 0:
        rest &= rest - 1
        count += 1
    left = randbelow(rng, count)
    rest = mask
    for _ in range(left):
        rest &= rest - 1
    bit = 0
    while rest >> bit & 1 == 0:
        bit += 1
    return bit
