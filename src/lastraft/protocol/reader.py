"""Who reads: the seat, the names at the table, the language, and the state as that seat knows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..kernel.state import State
from .translations import Translator

S = TypeVar("S", bound=State)
WATCHER = -1
"""The seat of a spectator, who knows what everybody knows."""


@dataclass(frozen=True, slots=True)
class Listener:
    """The reader of a log, which is told from events alone: ``t`` turns English into their language."""

    seat: int
    names: Sequence[str]
    t: Translator


@dataclass(frozen=True, slots=True)
class Reader(Generic[S]):
    """The reader of a table: a state that hides what ``seat`` must not know (see `Rules.hide`), and their language."""

    state: S
    seat: int
    names: Sequence[str]
    t: Translator
    shared: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was made already for another reader of the same position in the same language (see `for_everybody`)."""
    again: bool = False
    """Whether a finished game is gone through once more: what its players had to remember may be shown to them."""
