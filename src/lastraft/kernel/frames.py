"""Pending business as a stack of frames: a kind and four small numbers each.

A move changes the top frame; then the game's ``advance`` runs on until a seat must decide. No rule waits or recurses.
The four numbers have names where the game declares its kinds of frames::

    class Arrival(Parts):
        space, may_answer = range(2)

    push(s, Frame.ARRIVAL, space, 1, 0, 0)
    ...
    space = part(s, Arrival.space)
"""

from .rule import rule
from .state import State


@rule
def push(s: State, kind: int, a: int, b: int, c: int, e: int) -> None:
    """Put a new frame on top."""
    row = s.depth
    s.frame[row][0] = kind
    s.frame[row][1] = a
    s.frame[row][2] = b
    s.frame[row][3] = c
    s.frame[row][4] = e
    s.depth = row + 1


@rule
def pop(s: State) -> None:
    """Take the top frame away."""
    s.depth -= 1
    for i in range(5):
        s.frame[s.depth][i] = 0


@rule
def top(s: State) -> int:
    """The kind of the top frame, or 0 when nothing is pending."""
    return s.frame[s.depth - 1][0] if s.depth > 0 else 0


@rule
def part(s: State, i: int) -> int:
    """The i-th number (0 to 3) of the top frame."""
    return s.frame[s.depth - 1][1 + i]


@rule
def part_at(s: State, row: int, i: int) -> int:
    """The i-th number (0 to 3) of the frame in a row of the stack; 0 is the bottom, ``s.depth - 1`` the top."""
    return s.frame[row][1 + i]


@rule
def set_part(s: State, i: int, value: int) -> None:
    """Change the i-th number (0 to 3) of the top frame."""
    s.frame[s.depth - 1][1 + i] = value
