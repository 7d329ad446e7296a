"""Moves, seats and positions as text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from .reader import S


def _no_key(s: Any, key: str, value: str) -> None:
    raise KeyError(key)


@dataclass(frozen=True, kw_only=True)
class Notation(Generic[S]):
    """How a game writes its moves, seats and positions."""

    move_text: Callable[[S, int, int], str] = None  # type: ignore[assignment]  # derived from the families
    """A seat's move in this game's notation: short, the same in every language; different codes differ in text."""
    secret: Callable[[S, int, int, int], bool] = lambda s, seat, move, reader: False
    """Whether ``reader`` must not learn which move ``seat`` is making (a vote, a pass, a card in a draft)."""
    seat_names: Sequence[str] = "ABCDEFGHIJKL"
    """What records and positions call the seats."""
    blank: Callable[[S], None] = lambda s: None
    """Lay out what a written position starts from; seats and options are set, everything else is 0."""
    describe: Callable[[S], list[tuple[str, str]]] = lambda s: []
    """A position as (key, value) lines. What they leave out is added field by field (see `positions`)."""
    arrange: Callable[[S, str, str], None] = _no_key
    """Put one (key, value) line of a position onto the table; raises `KeyError` if there is no such key and
    `ValueError`, saying what was expected, if the value cannot be read."""

    def seat_name(self, seat: int) -> str:
        return self.seat_names[seat]

    def seat_number(self, name: str, seats: int) -> int:
        """The seat of that name.

        :raises ValueError: if no seat is called so.
        """
        known = list(self.seat_names[:seats])
        if name not in known:
            raise ValueError(f"{name!r} is no seat; the seats are {', '.join(known)}")
        return known.index(name)
