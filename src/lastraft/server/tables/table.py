"""A table as it stands: everything here is folded from its log, and nothing is asked of the outside."""

from __future__ import annotations

import bisect
import functools
import threading
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...errors import LastRaftError
from ...kernel.state import Buffer, Emitted
from ...match import Match, Prepared
from ...protocol import WATCHER, Game, game, seats_in
from ...protocol.translations import translator
from .entries import (
    EVERYBODY,
    Botted,
    Changed,
    Clock,
    Ended,
    Hosted,
    Left,
    Line,
    Linkable,
    Linked,
    LogEntry,
    Moved,
    Opened,
    Paused,
    Raised,
    Rematched,
    Said,
    Sat,
    Series,
    Started,
    Unbotted,
    Undone,
    Unlinked,
    bit,
    readers,
)


@dataclass
class Seat:
    """A chair: who may act for it, what it is called, and how its clock stands."""

    name: str = ""
    people: dict[str, bool] = field(default_factory=dict)
    """Whoever may act for it; True for those who came by its link."""
    bot: str = ""
    bot_seed: int = 0
    link: str = ""
    """The hash of its private link."""
    holder: int = 0
    """How often it has been taken: a new holder begins a new stream."""
    taken: int = 0
    """The number of the log's line with which its holder came."""
    question: int = 0
    """How often it has been asked something new."""
    lent: int = 0
    """The question to which a bot was called."""
    since: float = 0
    """When it was asked that."""
    bank: float = 0
    raised: bool = False

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.people else "empty"

    def vacate(self) -> None:
        self.people, self.bot, self.link = {}, "", ""


class LogItem(NamedTuple):
    """A line of the log with what the game told in it."""

    entry: Line
    told: tuple[Emitted, ...] = ()


class Knowledge(NamedTuple):
    """What a reader knows now, and what he is asked."""

    hidden: Any
    legal: tuple[int, ...]
    prompt: str

    def sees(self, other: Knowledge) -> bool:
        """Whether the reader can tell the two apart."""
        return bool(self.hidden.__dict__ != other.hidden.__dict__)

    @property
    def question(self) -> tuple[tuple[int, ...], str] | None:
        return (self.legal, self.prompt) if self.legal else None


class Preview(NamedTuple):
    """What a move would bring: who would see of it, and whose question it would change."""

    move: Prepared
    coming: dict[int, Knowledge]
    """What every reader would know then."""
    seen: int
    asked: int


class BadTable(LastRaftError):
    """A log that makes no table here: it is damaged, or its game is not there or has other rules now."""


class Table:
    """One table. `apply` takes the next line of the log; everything else only looks."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.game: Game[Any] = game(opened.game)
        self.host = opened.host
        self.clock: Clock = opened.clock
        self.options = dict(opened.options)
        self.grace, self.pause = opened.grace, opened.pause
        self.listed, self.watchers = opened.listed, opened.watchers
        self.series: Series | None = opened.series
        self.invited = dict(opened.invited)
        self.seats = [Seat() for _ in range(opened.size)]
        self.match: Match | None = None
        self.ended: Ended | None = None
        self.rematch: Rematched | None = None
        self.log: list[LogItem] = []
        self.streams: dict[int, list[int]] = {}
        """By reader: where in the log each of his numbered news is."""
        self.clients: dict[tuple[str, str], int] = {}
        """By seat's or person's name and the client's id: the line it became. What is sent twice is done once."""
        self.arranged = 0
        """The number of the last line that changed anything but the game, its time and its talk."""
        self._moves: list[Moved] = []
        self._thought: list[float] = []
        """For each of them: how long it took."""
        self._knowledge: dict[int, Knowledge] = {}
        self._preview: Preview | None = None
        self.status = "lobby"
        """That, `running` or `over`."""
        self.apply(opened)

    # -- asking ---------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the log's last line."""
        return len(self.log)

    @property
    def opened(self) -> float:
        return self.log[0].entry.at

    @property
    def changed(self) -> float:
        return self.log[-1].entry.at

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names if self.match else tuple(seat.name for seat in self.seats)

    def seat_of(self, person: str) -> int:
        """The seat for which somebody acts; -1 if he watches."""
        for i, seat in enumerate(self.seats):
            if person in seat.people:
                return i
        return WATCHER

    def guest_of(self, seat: int) -> str:
        """The name of whoever is invited to an empty seat."""
        names = (name for i, name in self.invited.values() if i == seat)
        return next(names, "") if self.seats[seat].kind == "empty" else ""

    def stream_number(self, reader: int, at: int | None = None) -> int:
        """How many news a reader has been sent, up to a line of the log."""
        places = self.streams.get(reader, [])
        return len(places) if at is None else bisect.bisect_left(places, at)

    def knowledge(self, reader: int) -> Knowledge:
        """What a reader knows of the game now; computed once for every position."""
        assert self.match is not None
        if reader not in self._knowledge:
            self._knowledge[reader] = _knowledge(self.match, self.match.state, reader)
        return self._knowledge[reader]

    def awaited(self, reader: int) -> list[int]:
        """The seats that, as far as a reader can know, the table waits for."""
        return list(seats_in(self.game.rules.actors(self.knowledge(reader).hidden)))

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that really may act: nobody is told this."""
        return self.match.actors if self.match and self.status == "running" else ()

    @property
    def driven(self) -> bool:
        """Whether a server must look after it: a bot plays, or time is kept."""
        return self.timed or any(seat.bot for seat in self.seats)

    @property
    def timed(self) -> bool:
        """Whether time is kept."""
        return self.clock.kind != "none" or self.grace > 0

    def time_limit(self, seat: int) -> float | None:
        """When the seat's clock runs out; None if there is none."""
        chair = self.seats[seat]
        if self.clock.kind == "none":
            return None
        return chair.since + (chair.bank if self.clock.kind == "bank" else self.clock.seconds)

    def deadline(self, seat: int) -> float | None:
        """When the seat's default move is made: its clock runs out, or the grace time of a window ends."""
        chair, end = self.seats[seat], self.time_limit(seat)
        if self.grace and not chair.raised and self.game.window(self.knowledge(seat).hidden, seat):
            graced = chair.since + self.grace
            end = graced if end is None else min(end, graced)
        return end

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back."""
        if self.match is None or self.status != "running":
            return False
        return self.match.may_take_back(seat, self.knowledge(seat).hidden)

    def preview(self, seat: int, code: int, by_clock: bool = False) -> Preview:
        """Who would see of a legal move and whose question it would change; nothing is changed here.

        :raises IllegalMove: if the truth does not allow it.
        """
        assert self.match is not None
        match = self.match
        move = match.prepare(code, seat, by_clock)
        seen, asked = bit(seat), bit(seat)
        coming: dict[int, Knowledge] = {}
        for reader in readers(match.seats):
            now, then = self.knowledge(reader), _knowledge(match, move.after, reader)
            coming[reader] = then
            if now.sees(then) or any(event.reaches(reader) for event in move.told):
                seen |= bit(reader)
            if reader != WATCHER and now.question != then.question:
                asked |= bit(reader)
        self._preview = Preview(move, coming, seen, asked)
        return self._preview

    def secret_to(self, seat: int, code: int) -> int:
        """The mask of readers who must not learn that this seat makes this move."""
        assert self.match is not None
        hidden_from = (
            reader
            for reader in readers(self.match.seats)
            if reader != seat and self.game.secret(self.match.state, seat, code, reader)
        )
        return sum(bit(reader) for reader in hidden_from)

    @property
    def last_move(self) -> Moved:
        return self._moves[-1]

    # -- folding --------------------------------------------------------------------------------------------------

    def apply(self, entry: Line) -> None:
        """Take the next line of the log."""
        told: tuple[Emitted, ...] = ()
        match entry:
            case Moved():
                told = self._moved(entry)
            case Undone():
                self._undone(entry)
            case Started():
                told = self._started(entry)
            case Paused(seconds=seconds):
                for seat in self.seats:
                    seat.since += seconds
            case Raised(seat=i):
                self.seats[i].raised = True
            case Said():
                pass
            case Ended():
                self.ended = entry
            case Rematched():
                self.rematch = entry
            case _:
                self._arrange(entry)
        self.status = "over" if self.ended or (self.match and self.match.over) else "running" if self.match else "lobby"
        if not isinstance(entry, Moved | Undone | Said | Raised | Paused):
            self.arranged = self.number + 1
        self._note(entry, told)

    def _note(self, entry: Line, told: tuple[Emitted, ...]) -> None:
        place = len(self.log)
        self.log.append(LogItem(entry, told))
        for reader in readers(len(self.seats)):
            if entry.seen & bit(reader):
                self.streams.setdefault(reader, []).append(place)
        if entry.client:
            self.clients[_owner(entry), entry.client] = place + 1

    def _arrange(self, entry: LogEntry) -> None:
        match entry:
            case Changed(size=size):
                self.options, self.clock = dict(entry.options), entry.clock
                self.grace, self.pause = entry.grace, entry.pause
                self.listed, self.watchers = entry.listed, entry.watchers
                self.seats = [self.seats[i] if i < len(self.seats) else Seat() for i in range(size)]
            case Sat(seat=i) | Linked(seat=i):
                seat = self.seats[i]
                if not seat.people:
                    seat.holder += 1
                    seat.taken = self.number + 1
                    seat.name, seat.bot = entry.name, ""
                    seat.people = self._together(entry.person, i)
                seat.people.setdefault(entry.person, isinstance(entry, Linked))
            case Left(seat=i):
                self.seats[i].vacate()
                self._uninvite(i)
                if not self.match:
                    self.seats[i].name = ""
            case Hosted(person=person):
                self.host = person
            case Linkable(seat=i):
                self._cut(i, entry.by)
                self.seats[i].link = entry.hash
            case Unlinked(seat=i):
                self._cut(i, "")
            case Botted(seat=i):
                seat = self.seats[i]
                if not seat.bot:
                    seat.lent = seat.question
                seat.bot, seat.bot_seed = entry.bot, entry.seed
                self._uninvite(i)
                seat.name = seat.name or entry.name
            case Unbotted(seat=i):
                seat = self.seats[i]
                seat.bot = ""
                if seat.question != seat.lent:  # else its clock goes on, as if no bot had been called
                    seat.since = max(seat.since, entry.at)
                if not seat.people and not self.match:
                    seat.name = ""

    def _together(self, person: str, i: int) -> dict[str, bool]:
        """Those to whom a seat was kept: whoever shared one before shares it again, its owner first."""
        kept = [each for each, (seat, _) in self.invited.items() if seat == i]
        return {each: each != kept[0] for each in kept if self.seat_of(each) == WATCHER} if person in kept else {}

    def _uninvite(self, i: int) -> None:
        self.invited = {person: kept for person, kept in self.invited.items() if kept[0] != i}

    def _cut(self, i: int, but: str) -> None:
        seat = self.seats[i]
        seat.link = ""
        seat.people = {person: linked for person, linked in seat.people.items() if not linked or person == but}

    def _started(self, entry: Started) -> tuple[Emitted, ...]:
        if entry.rules not in (0, self.game.version):
            raise BadTable(f"written under rules {entry.rules}; this program plays rules {self.game.version}")
        self.match = Match(self.game, len(self.seats), int(entry.seed, 16), self.options, entry.names)
        for seat in self.seats:
            seat.bank = self.clock.seconds
        self._ask(entry, EVERYBODY, ())
        return tuple(happened.event for happened in self.match.all_events())

    def _moved(self, entry: Moved) -> tuple[Emitted, ...]:
        assert self.match is not None
        acting, preview = self.match.actors, self._preview
        if preview and preview.move.makes(len(self.match.history), entry.seat, entry.code, entry.by_clock):
            move, coming = preview.move, preview.coming
        else:
            move, coming = self.match.prepare(entry.code, entry.seat, entry.by_clock), {}
        self.match.accept(move)
        self._moves.append(entry)
        self._thought.append(entry.at - self.seats[entry.seat].since)
        self._know(coming)
        self._ask(entry, entry.asked, acting)
        if self.clock.kind == "bank" and not entry.by_clock:
            self.seats[entry.seat].bank += self.clock.extra
        return tuple(move.told)

    def _undone(self, entry: Undone) -> None:
        assert self.match is not None
        acting = self.match.actors
        self.match.pop()
        self._moves.pop()
        self._know({})
        self._ask(entry, entry.asked, acting)
        seat, thought = self.seats[entry.seat], self._thought.pop()
        if self.clock.kind == "bank":
            seat.bank = max(0.0, seat.bank - self.clock.extra)
        else:  # the old question's clock goes on
            seat.since -= thought

    def _know(self, knowledge: dict[int, Knowledge]) -> None:
        """A new position; what was preview of it need not be worked out again."""
        self._knowledge, self._preview = knowledge, None

    def _ask(self, entry: LogEntry, asked: int, acting: tuple[int, ...]) -> None:
        """New questions for some seats: the time for the old ones is taken from the bank."""
        for i, seat in enumerate(self.seats):
            if asked & bit(i):
                if i in acting:
                    seat.bank = max(0.0, seat.bank - max(0.0, entry.at - seat.since))
                seat.question += 1
                seat.since, seat.raised = entry.at, False


def _owner(entry: LogEntry) -> str:
    match entry:
        case Moved(seat=i) | Undone(seat=i) | Said(seat=i):
            return f"seat {i}"
        case Sat(person=person) | Linked(person=person):
            return person
    return "host"


@functools.cache
def _room_for_moves(count: int, thread: int) -> Buffer:
    """Where legal moves are written before they are copied, in one thread at a time."""
    return Buffer(count)


def _knowledge(match: Match, state: Any, reader: int) -> Knowledge:
    hidden = match.game.hidden(state, reader, to_look_at=True)
    legal: tuple[int, ...] = ()
    prompt = ""
    if reader != WATCHER:
        out = _room_for_moves(match.game.families.count, threading.get_ident())
        legal = tuple(out[: match.game.rules.legal(hidden, reader, out)])
        if legal:
            prompt = match.game.prompt(hidden, reader, match.names, translator(match.game.name, "en"))
    return Knowledge(hidden, legal, prompt)


def fold(id: str, lines: list[Line]) -> Table:
    """The table that a log makes.

    :raises BadTable: if it makes none.
    """
    if not lines or not isinstance(lines[0], Opened):
        raise BadTable("the log does not begin with a table")
    try:
        table = Table(id, lines[0])
        for entry in lines[1:]:
            table.apply(entry)
    except (LastRaftError, AssertionError, LookupError, ValueError, TypeError, ArithmeticError) as error:
        raise BadTable(str(error) or type(error).__name__) from error
    return table
