"""The entries of a table's append-only log. Everything a table knows is folded from them (see `table`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from ...kernel.state import MAX_SEATS
from ...protocol import WATCHER

EVERYBODY = (1 << (MAX_SEATS + 1)) - 1
"""The mask of all readers: watchers and every seat."""


def bit(reader: int) -> int:
    """Return a reader's bit in a mask: bit 0 for watchers, bit n + 1 for seat n."""
    return 1 << (reader + 1)


def readers(seats: int) -> range:
    """Return all readers that have a stream: the watchers, then every seat."""
    return range(WATCHER, seats)


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table keeps time: not at all, per question, a bank for the whole game, or hours or days per question."""

    kind: Literal["none", "move", "bank", "hours", "days"] = "none"
    amount: float = 0
    """Seconds, hours or days."""
    extra: float = 0
    """Seconds that each answered question adds to the bank."""
    reserve: float = 0
    """Hours for the whole game that are used up when the time for a question is over."""
    nights: bool = False
    """Whether each player's nights do not count."""
    vacation: int = 0
    """Days that each player may take off in a game."""

    @property
    def seconds(self) -> float:
        return self.amount * {"hours": 3600, "days": 86_400}.get(self.kind, 1)


class SeriesStanding(msgspec.Struct, frozen=True):
    """Several games of the same people: how many, which one this is, and each seat's points from those before."""

    games: int
    game: int = 1
    points: tuple[int, ...] = ()


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag=True, gc=False):
    """One entry of a log: its time, who is sent it, whose question it changes, and the client's id for it.

    The masks are computed once, when the entry is appended, so that all servers number a seat's stream alike.
    """

    at: float
    seen: int = EVERYBODY
    asked: int = 0
    client: str = ""


class Terms(LogEntry, frozen=True):
    """The terms of a table: its size, rule options, clock, grace time, the pause of bots, and who may see it.

    With a ``pace`` the table keeps the time of windows for everybody and answers what leaves no choice (see `beats`);
    with 0 it waits for every answer. ``debate`` is how many seconds a debate takes. ``late`` says who moves for a seat
    whose time has run out: the `rules` (its default move), a `bot` this once or, from then on, a bot until its person
    is `back`, or for `good`; or the seat will `fold`: its default moves are made at once until its person is back.
    """

    size: int
    options: dict[str, str] = {}
    clock: Clock = Clock()
    grace: float = 0
    pause: float = 0
    pace: float = 0
    debate: float = 45
    late: Literal["rules", "bot", "fold", "back", "good"] = "rules"
    listed: bool = False
    watchers: bool = True

    @property
    def timed(self) -> bool:
        """Whether seats have a limited time to answer."""
        return self.clock.kind != "none" or self.grace > 0 or self.pace > 0

    @property
    def slow(self) -> bool:
        """Whether people come by now and then: it is played over days."""
        return self.clock.kind in ("hours", "days")


class Opened(Terms, frozen=True, kw_only=True):
    """A new table; always the first entry."""

    game: str
    host: str
    series: SeriesStanding | None = None
    invited: dict[str, tuple[int, str]] = {}
    """By person: the seat that is kept for them, and their name."""


class Changed(Terms, frozen=True):
    """The host changed the terms."""


class Sat(LogEntry, frozen=True):
    """A person took an empty seat."""

    seat: int
    person: str
    name: str
    face: int = -1
    """The face that they chose once; -1 for whichever is free."""


class Renamed(LogEntry, frozen=True):
    """The person at a seat has another name, or another face."""

    seat: int
    name: str
    face: int = -1


class Linked(Sat, frozen=True):
    """A person came to a seat by its private link, which ends with that; ``shared`` if its holder stays too."""

    shared: bool = False


class Asked(LogEntry, frozen=True):
    """A person came by a private link to a seat of a running game that nobody holds, and the others must agree; or to
    one whose holder is here, and the holder must (``shared``)."""

    seat: int
    person: str
    name: str
    shared: bool = False


class Agreed(LogEntry, frozen=True):
    """One of the others lets the person who asked for a seat take it."""

    seat: int
    by: int


class Declined(LogEntry, frozen=True):
    """One of the others does not let the person who asked for a seat take it."""

    seat: int
    name: str


class Left(LogEntry, frozen=True):
    """A person left a seat or was removed by the host; its link is void. In a running game a bot plays on."""

    seat: int
    removed: bool = False
    name: str = ""
    bot: str = ""
    seed: int = 0
    late: bool = False
    """Whether the seat's time had run out."""
    origins: tuple[str, ...] = ()
    """Hashes of the addresses from which those who were removed came; not those of others at the table."""


class Hosted(LogEntry, frozen=True):
    """The table has a new host."""

    person: str


class Linkable(LogEntry, frozen=True):
    """A seat got a private link, of which only the hash is kept. It replaces an earlier link and its users."""

    seat: int
    hash: str
    by: str = ""


class Unlinked(LogEntry, frozen=True):
    """A seat's link was revoked, for all who came by it."""

    seat: int


class Botted(LogEntry, frozen=True):
    """A bot plays for a seat, until its person takes it back; or comes back, if their time had run out (``late``)."""

    seat: int
    bot: str
    seed: int
    name: str = ""
    late: bool = False


class Unbotted(LogEntry, frozen=True):
    """The bot left a seat."""

    seat: int


class Started(LogEntry, frozen=True):
    """The game began, under this version of its rules."""

    seed: str
    names: tuple[str, ...]
    rules: int = 0
    position: str = ""
    """Where a coached game begins; left out, the game is set up."""


class Moved(LogEntry, frozen=True):
    """A move. ``secret`` is the mask of readers who must not learn whose and which move it was."""

    seat: int
    code: int
    by_clock: bool = False
    secret: int = 0
    by_table: bool = False
    """Whether the table made it: the seat had no choice, let a window pass, or ordered it."""
    ordered: bool = False


class Undone(LogEntry, frozen=True):
    """A seat took its last move back; ``secret`` as for that move."""

    seat: int
    secret: int = 0


class Said(LogEntry, frozen=True):
    """A chat message, or a whisper to one seat; with a ``phrase``, each reads it in their own language."""

    seat: int
    text: str
    to: int | None = None
    phrase: int = -1


class Raised(LogEntry, frozen=True):
    """A seat asks for more than the grace time."""

    seat: int


class Stepped(LogEntry, frozen=True):
    """A seat steps in, now or in the next window, and holds it open; or it lets go."""

    seat: int
    on: bool = True


class Ready(LogEntry, frozen=True):
    """A seat lets the open window pass; its move follows when the window ends."""

    seat: int


class Planned(LogEntry, frozen=True):
    """A seat answers ahead of its turn, where all choose at the same time; with -1 it takes its last answer back."""

    seat: int
    code: int = -1


class Delegated(LogEntry, frozen=True):
    """A seat leaves the rest of its setup to the table, or takes it back."""

    seat: int
    on: bool = True


class Asking(LogEntry, frozen=True):
    """A seat says in which windows it wants to be asked, whether the table answers what has one answer, and how fast
    its page plays moves."""

    seat: int
    asks: Literal["always", "useful", "never"] = "useful"
    answers: bool = True
    speed: Literal["slow", "normal", "fast", "off"] = "normal"


class Slept(LogEntry, frozen=True):
    """A seat says when its nights are, in minutes of its day, and where."""

    seat: int
    zone: str
    begins: int
    ends: int


class Vacationed(LogEntry, frozen=True):
    """A seat takes days off, in which its clock stands; with 0 it is back."""

    seat: int
    days: int


class Ordered(LogEntry, frozen=True):
    """A seat gives a standing order (see `protocol.Orders`), switches it on or off, or takes it back (``gone``)."""

    seat: int
    occasion: str
    what: int
    on: bool = True
    gone: bool = False


class Paused(LogEntry, frozen=True):
    """No server ran for so many seconds, or the one that looked after the table stood still; they count for no
    clock."""

    seconds: float


class Ended(LogEntry, frozen=True):
    """The host or an ``administrator`` ended the table, or nothing happened there for too long (``forgotten``)."""

    forgotten: bool = False
    administrator: bool = False


class Rematched(LogEntry, frozen=True):
    """The same people may play again at another table, with ``person`` as its host."""

    table: str
    size: int
    person: str = ""


decode: Callable[[str], LogEntry] = msgspec.json.Decoder(
    Opened | Changed | Sat | Renamed | Linked | Asked | Agreed | Declined | Left | Hosted | Linkable | Unlinked | Botted
    | Unbotted | Started | Moved | Undone | Said | Raised | Stepped | Ready | Planned | Delegated | Asking | Slept
    | Vacationed | Ordered | Paused | Ended | Rematched
).decode  # fmt: skip
_encode = msgspec.json.Encoder().encode


def encode(entry: LogEntry) -> str:
    return _encode(entry).decode()
