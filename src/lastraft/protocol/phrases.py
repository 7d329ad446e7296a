"""Short phrases that people click and bots say: each is a number, which every reader gets in their own language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from ..kernel.state import Emitted
from .reader import Listener, Reader, S


class Phrase(NamedTuple):
    """A phrase that can be said now: its number, the menu that it is in, and what stands there."""

    code: int
    menu: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Phrases(Generic[S]):
    """What can be said at a game's table. Nothing that is said need be true."""

    offered: Callable[[Reader[S]], Sequence[Phrase]] = lambda r: ()
    """What the reader can say now, menu by menu."""
    groundless: Callable[[Sequence[Emitted], int, int], bool] = lambda events, seat, code: False
    """Whether a phrase is left out because nothing that the seat has learnt gives ground for it."""
    text: Callable[[int, Listener], str] = lambda code, listener: ""
    """A phrase as a listener reads it; nothing for a number that is no phrase."""
    begins: int = -1
    """The kind of event with which something new begins: what was said before it is past."""
    of_bot: Callable[[S, int, int, int, Mapping[int, Collection[int]]], int] = lambda s, seat, character, drawn, said: (
        -1
    )
    """What a bot of some character says, from what its seat knows; -1: nothing. ``drawn`` is a random number below
    100, ``said`` are the phrases that have been said, each with the seats that said it."""
    answer: Callable[[S, int, int], int] = lambda s, seat, code: -1
    """What a bot answers when a person has said a phrase, from what everybody knows; -1: nothing."""
    after: Callable[[S, Sequence[Emitted], int], int] = lambda s, events, seat: -1
    """What a bot says of a move, of which everybody saw these events, from what everybody knows; -1: nothing."""
    keeps: Callable[[S, int, int], int] = lambda s, seat, code: -1
    """The move by which a bot keeps to a phrase of its own, now that it is asked; -1: none."""
    refuses: Callable[[S, int, int, int], int] = lambda s, seat, move, giver: -1
    """What a bot says to the giver of an offer with the move that refuses it, from what the giver knows; -1: nothing,
    or the move is something else."""
    cheated: Callable[[Sequence[Emitted], int], int] = lambda events, seat: -1
    """What a bot says of a move by which it learns that it was told a lie, from the events that it has learnt by the
    move; -1: nothing."""
    parting: frozenset[int] = frozenset()
    """What can also be said after the end."""
    once: bool = False
    """Whether one bot answers for all."""
