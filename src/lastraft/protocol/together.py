"""What several seats decide at the same time, though the rules ask them one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from .reader import S
from .translations import Translator


@dataclass(frozen=True, kw_only=True)
class Together(Generic[S]):
    """Choices of which none changes what another seat may choose or what comes of it."""

    now: Callable[[S], bool] = lambda s: False
    """Whether seats choose so now; bots do not pause then."""
    ahead: Callable[[S, int, Sequence[int]], S | None] = lambda s, seat, codes: None
    """The state after the answers that a seat has given ahead of its turn, hiding what it may not know: it is asked
    its next question there, if any; None where it is asked none ahead. The state given is what the seat knows."""
    rest: Callable[[S, int], int] = lambda s, seat: -1
    """The move that the table makes for a seat that leaves the rest of such choices to it; -1 where it may not. The
    state given is what the seat knows."""
    rest_label: str = ""
    """What leaving the rest to the table is called on a button."""
    placed: Callable[[int, Translator], tuple[str, str, str] | None] = lambda code, t: None
    """What only the seat is told of a move that the table made for it, and only once: what it would have seen in its
    hand; and the element of the drawing on which a short sign says the same."""
