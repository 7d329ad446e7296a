"""Windows: moments in which seats are asked only in case they want to step in, and how long they stay open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from ..kernel.state import Emitted
from .reader import Reader, S


class Beat(NamedTuple):
    """How long a table leaves a window open for everybody. It follows from what everybody knows, so that the time
    tells nothing of anybody's hand."""

    window: tuple[int, ...]
    """Tells this window from the others of the game."""
    seconds: float
    """0: by what everybody knows nobody could want to step in."""
    again: float = 3
    """It stays open for so many seconds at least after somebody stepped in."""
    seats: int = -1
    """The mask of the seats that it is for; a window for bots alone is short."""
    urgent: int = 0
    """The mask of those among them who are asked whatever they have set."""
    owner: int = -1
    """The seat that ends it."""
    debate: bool = False
    """It takes the debate time of the table in place of ``seconds``."""
    ready: bool = False
    """It ends early when the owner has ended it and all people of these seats are ready."""
    settled: bool = False
    """Whether the owner has ended it."""


@dataclass(frozen=True, kw_only=True)
class Windows(Generic[S]):
    """The windows of a game, for tables that keep time. A game without any leaves this out."""

    beat: Callable[[S], Beat | None] = lambda s: None
    """The open window, from what a spectator knows; None while a seat is asked outright."""
    matters: Callable[[S, int], bool] = lambda s, seat: True
    """Whether the seat, by what it knows, holds something that could matter in the open window."""
    why: Callable[[Reader[S]], str] = lambda r: ""
    """Why the reader is asked in the open window: what they hold that could matter. Nothing where the question says."""
    could: Callable[[Reader[S]], str] = lambda r: ""
    """What the reader could do by stepping in, in a few words."""
    declines: Callable[[S, int], int] = lambda s, seat: -1
    """The move by which the seat lets the open window pass; -1 where it must decide itself."""
    stakes: Callable[[S, int], Any] = lambda s, seat: None
    """What the seat's answer in the open window depends on, from what everybody knows: as long as it stays the same,
    whoever has let the window pass is not asked again. None: they are, whatever happened."""
    lapses: Callable[[S, int], int] = lambda s, seat: -1
    """The move by which what the seat has begun, or has been offered, lapses with the window; -1: there is nothing."""
    free: Callable[[S, int], bool] = lambda s, seat: False
    """Whether the seat may move while the game waits for others only."""
    out: Callable[[S, int], bool] = lambda s, seat: False
    """Whether the seat plays no more, as everybody knows, while the game goes on."""
    offers: Callable[[S, int], Sequence[int]] = lambda s, seat: ()
    """The answers to what others offer the seat in the open window; they hold nothing up."""
    waits: Callable[[S, int], bool] = lambda s, seat: False
    """Whether the seat has offered something to somebody who has not answered yet."""
    discourage: Callable[[S, int, int, Sequence[Emitted]], None] = lambda s, seat, people, events: None
    """Take from what a bot knows what it would offer the mask of people in vain, after the events that it has learnt.
    """
