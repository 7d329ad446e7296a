"""What a table's log is made of. Everything a table knows is folded from these (see `table`)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...kernel.state import MAX_SEATS
from ...protocol import WATCHER

EVERYBODY = (1 << (MAX_SEATS + 1)) - 1
"""The mask of all readers: those who watch, then every seat."""


def bit(reader: int) -> int:
    """A reader's bit in a mask: 0 is whoever watches, seat n is bit n + 1."""
    return 1 << (reader + 1)


def readers(seats: int) -> range:
    """Everybody who is sent a stream: whoever watches, then every seat."""
    return range(WATCHER, seats)


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table keeps time: none, so long for each question, a bank for the whole game, or days for each question."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    amount: float = 0
    """Seconds, or days."""
    extra: float = 0
    """Seconds that each answered question puts back into the bank."""

    @property
    def seconds(self) -> float:
        return self.amount * 86_400 if self.kind == "days" else self.amount


class Series(msgspec.Struct, frozen=True):
    """Several games of the same people: how many, which one this is, and each seat's points from those before."""

    games: int
    game: int = 1
    points: tuple[int, ...] = ()


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag=True, gc=False):
    """One line of a log: when, who is sent news of it, whose question it changes, and the client's own id for it.

    The masks are written down by whoever appends, so that every server numbers a seat's stream the same way.
    """

    at: float
    seen: int = EVERYBODY
    asked: int = 0
    client: str = ""


class Opened(LogEntry, frozen=True):
    """A table, always the first line."""

    game: str
    size: int
    host: str
    options: dict[str, str] = {}
    clock: Clock = Clock()
    grace: float = 0
    pause: float = 0
    listed: bool = False
    watchers: bool = True
    series: Series | None = None
    invited: dict[str, tuple[int, str]] = {}
    """By person: the seat that is kept for him, and his name."""


class Changed(LogEntry, frozen=True):
    """The host changed what the table plays."""

    size: int
    options: dict[str, str]
    clock: Clock
    grace: float
    pause: float
    listed: bool
    watchers: bool


class Sat(LogEntry, frozen=True):
    """Somebody took an empty seat."""

    seat: int
    person: str
    name: str


class Linked(LogEntry, frozen=True):
    """Somebody came to a seat by its private link: the same person on another device, or whoever was sent it."""

    seat: int
    person: str
    name: str


class Left(LogEntry, frozen=True):
    """A seat was left, or its person removed by the host; its link is void."""

    seat: int
    removed: bool = False
    name: str = ""


class Hosted(LogEntry, frozen=True):
    """Somebody else is host now."""

    person: str


class Linkable(LogEntry, frozen=True):
    """A seat got a private link; only its hash is kept. An earlier one is void, and so is whoever else came by it."""

    seat: int
    hash: str
    by: str = ""


class Unlinked(LogEntry, frozen=True):
    """A seat's link was revoked, and whoever came by it with it."""

    seat: int


class Botted(LogEntry, frozen=True):
    """A bot plays for a seat; whoever sits there may come back."""

    seat: int
    bot: str
    seed: int
    name: str = ""


class Unbotted(LogEntry, frozen=True):
    """The bot left a seat."""

    seat: int


class Started(LogEntry, frozen=True):
    """The game began, under the rules of that version."""

    seed: str
    names: tuple[str, ...]
    rules: int = 0


class Moved(LogEntry, frozen=True):
    """A move. ``secret`` is the mask of readers who must not learn whose and which it was."""

    seat: int
    code: int
    by_clock: bool = False
    secret: int = 0


class Undone(LogEntry, frozen=True):
    """A seat took its last move back; ``secret`` as that move was."""

    seat: int
    secret: int = 0


class Said(LogEntry, frozen=True):
    """Chat; a whisper if it is to one seat."""

    seat: int
    text: str
    to: int | None = None


class Raised(LogEntry, frozen=True):
    """A seat asks for more than the grace time of a window."""

    seat: int


class Paused(LogEntry, frozen=True):
    """Nobody kept the clocks for so long (no server ran): that time is nobody's."""

    seconds: float


class Ended(LogEntry, frozen=True):
    """The host ended the table, or it ended itself: nothing happened in its lobby for long."""

    forgotten: bool = False


class Rematched(LogEntry, frozen=True):
    """The same people may play again at another table; whoever asked for it is its host."""

    table: str
    size: int
    person: str = ""


Line = (
    Opened
    | Changed
    | Sat
    | Linked
    | Left
    | Hosted
    | Linkable
    | Unlinked
    | Botted
    | Unbotted
    | Started
    | Moved
    | Undone
    | Said
    | Raised
    | Paused
    | Ended
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Line)


def encode(entry: LogEntry) -> str:
    return _encoder.encode(entry).decode()


def decode(body: str) -> Line:
    line: Line = _decoder.decode(body)
    return line
