"""Standing orders: moves that a player gives ahead, to be made at the moment at which they become legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from .reader import Reader, S


class Occasion(NamedTuple):
    """When an order is carried out: at once when the seat is asked, or only when its time has run out (``late``). Where
    others see who has answered but not how, it is made some time later (``unseen``), as if the person came by."""

    name: str
    about: str
    late: bool = False
    unseen: bool = False


class OrderChoice(NamedTuple):
    """What can be ordered for an occasion: a number whose meaning the game knows, its words, and its symbol."""

    what: int
    label: str
    symbol: str = ""


@dataclass(frozen=True, kw_only=True)
class Orders(Generic[S]):
    """The orders that a game understands. A game without any leaves this out."""

    occasions: tuple[Occasion, ...] = ()
    choices: Callable[[Reader[S], str], Sequence[OrderChoice]] = lambda r, occasion: ()
    """What the reader can order for an occasion: only what they could do, such as play a card that they hold."""
    label: Callable[[Reader[S], str, int], OrderChoice] = lambda r, occasion, what: OrderChoice(what, str(what))
    """An order in words, also one that cannot be carried out any more."""
    kept: Callable[[S, int, str, int], bool] = lambda s, seat, occasion, what: True
    """Whether the seat could still carry the order out some time, by what it knows: a card that is gone ends it."""
    move: Callable[[S, int, str, int], int] = lambda s, seat, occasion, what: -1
    """The move that carries the order out now, by what the seat knows; -1 where this is not its occasion."""
