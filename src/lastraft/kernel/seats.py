"""Seats as one of them counts: itself 0, and on in the order of turns."""

from .rule import rule
from .state import State


@rule
def distance(s: State, seat: int, other: int) -> int:
    """How many seats further the other sits."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def seat_after(s: State, seat: int, i: int) -> int:
    """The seat so many further, fewer than all."""
    return seat + i if seat + i < s.seats else seat + i - s.seats
