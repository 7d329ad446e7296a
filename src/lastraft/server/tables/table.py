"""The state of a table, folded from its log. Nothing here does any input or output."""

from __future__ import annotations

import bisect
import functools
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ... import positions
from ...errors import LastRaftError
from ...kernel.state import Buffer, Emitted
from ...match import Match, Prepared
from ...protocol import WATCHER, Game, game, seats_in
from . import entries
from .entries import LogEntry, bit, readers


@dataclass
class Seat:
    """A seat: who may act for it, its name, and its clock."""

    name: str = ""
    people: dict[str, bool] = field(default_factory=dict)
    """Who may act for it; True for those who came by its link."""
    bot: str = ""
    bot_seed: int = 0
    link: str = ""
    """The hash of its private link."""
    holder: int = 0
    """How often it has been taken: each holder has a stream of their own."""
    taken: int = 0
    """The number of the log entry by which its holder came."""
    question: int = 0
    """How many questions it has been asked."""
    bot_since: int = 0
    """The question at which a bot was called."""
    since: float = 0
    """When it was asked the current question."""
    bank: float = 0
    raised: bool = False

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.people else "empty"


class LogItem(NamedTuple):
    """A log entry with the events that the game emitted for it."""

    entry: LogEntry
    events: tuple[Emitted, ...] = ()


class Knowledge(NamedTuple):
    """What a reader knows in a position, and what they are asked."""

    hidden: Any
    legal: tuple[int, ...]
    prompt: str

    def differs(self, other: Knowledge) -> bool:
        """Whether the reader can tell the two positions apart."""
        return bool(self.hidden.__dict__ != other.hidden.__dict__)

    @property
    def question(self) -> tuple[tuple[int, ...], str] | None:
        return (self.legal, self.prompt) if self.legal else None


class Preview(NamedTuple):
    """The effects of a move before it is made: who would notice it, and whose question it would change."""

    move: Prepared
    knowledge: dict[int, Knowledge]
    """By reader: what they would know afterwards."""
    seen: int
    asked: int


class BadTable(LastRaftError):
    """A log that cannot be folded: it is damaged, or its game is missing or has other rules now."""


class Table:
    """One table. `apply` takes the next entry of the log; everything else only reads."""

    def __init__(self, id: str, opened: entries.Opened) -> None:
        self.id = id
        self.game: Game[Any] = game(opened.game)
        self.host = opened.host
        self.terms: entries.Terms = opened
        self.series = opened.series
        self.invited = dict(opened.invited)
        self.seats = [Seat() for _ in range(opened.size)]
        self.match: Match | None = None
        self.ended: entries.Ended | None = None
        self.rematch: entries.Rematched | None = None
        self.log: list[LogItem] = []
        self.streams: dict[int, list[int]] = {}
        """By reader: the index in the log of each of their numbered news."""
        self.clients: dict[tuple[str, str], int] = {}
        """By actor (see `_actor`) and client's id: the number of the entry, so that a repeated action is done once."""
        self.arranged = 0
        """The number of the last entry that changed anything but the game, its time and its chat."""
        self.moves: list[entries.Moved] = []
        self._thinking_times: list[float] = []
        self._knowledge: dict[int, Knowledge] = {}
        self._preview: Preview | None = None
        self.status = "lobby"
        """One of `lobby`, `running` and `over`."""
        self.apply(opened)

    @property
    def number(self) -> int:
        """The number of the last log entry."""
        return len(self.log)

    @property
    def changed(self) -> float:
        return self.log[-1].entry.at

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names if self.match else tuple(seat.name for seat in self.seats)

    def seat_of(self, person: str) -> int:
        """The seat for which a person acts; -1 for watchers."""
        return next((i for i, seat in enumerate(self.seats) if person in seat.people), WATCHER)

    def guest_of(self, seat: int) -> str:
        """The name of the person invited to an empty seat."""
        names = (name for i, name in self.invited.values() if i == seat)
        return next(names, "") if self.seats[seat].kind == "empty" else ""

    def stream_number(self, reader: int, at: int | None = None) -> int:
        """The number of news for a reader, in the whole log or in its first ``at`` entries."""
        places = self.streams.get(reader, [])
        return len(places) if at is None else bisect.bisect_left(places, at)

    def knowledge(self, reader: int) -> Knowledge:
        """What a reader knows now; computed once for each position."""
        assert self.match is not None
        if reader not in self._knowledge:
            self._knowledge[reader] = _knowledge(self.match, self.match.state, reader)
        return self._knowledge[reader]

    def awaited(self, reader: int) -> list[int]:
        """The seats that the game waits for, as far as the reader can know."""
        return list(seats_in(self.game.rules.actors(self.knowledge(reader).hidden)))

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may really act. This is never sent to anybody."""
        return self.match.actors if self.match and self.status == "running" else ()

    @property
    def driven(self) -> bool:
        """Whether a server must look after it: a bot plays, or time is limited."""
        return self.terms.timed or any(seat.bot for seat in self.seats)

    def time_limit(self, seat: int) -> float | None:
        """When the seat's clock runs out; None without a clock."""
        chair, clock = self.seats[seat], self.terms.clock
        if clock.kind == "none":
            return None
        return chair.since + (chair.bank if clock.kind == "bank" else clock.seconds)

    def deadline(self, seat: int) -> float | None:
        """When the seat's default move is made: when its clock runs out or the grace time of a window ends."""
        chair, end = self.seats[seat], self.time_limit(seat)
        if self.terms.grace and not chair.raised and self.game.is_window(self.knowledge(seat).hidden, seat):
            graced = chair.since + self.terms.grace
            end = graced if end is None else min(end, graced)
        return end

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back."""
        running = self.match if self.status == "running" else None
        return running is not None and running.may_take_back(seat, self.knowledge(seat).hidden)

    def preview(self, seat: int, code: int, by_clock: bool = False) -> Preview:
        """Find out who would notice a legal move and whose question it would change, without making it.

        :raises IllegalMove: if the full state does not allow it.
        """
        assert self.match is not None
        match = self.match
        move = match.prepare(code, seat, by_clock)
        seen, asked = bit(seat), bit(seat)
        knowledge: dict[int, Knowledge] = {}
        for reader in readers(match.seats):
            now, then = self.knowledge(reader), _knowledge(match, move.after, reader)
            knowledge[reader] = then
            if now.differs(then) or any(event.reaches(reader) for event in move.events):
                seen |= bit(reader)
            if reader != WATCHER and now.question != then.question:
                asked |= bit(reader)
        self._preview = Preview(move, knowledge, seen, asked)
        return self._preview

    def secret_to(self, seat: int, code: int) -> int:
        """The mask of readers who must not learn that this seat makes this move."""
        assert self.match is not None
        hidden_from = (
            reader
            for reader in readers(self.match.seats)
            if reader != seat and self.game.notation.secret(self.match.state, seat, code, reader)
        )
        return sum(bit(reader) for reader in hidden_from)

    def apply(self, entry: LogEntry) -> None:
        """Apply the next entry of the log."""
        events: tuple[Emitted, ...] = ()
        match entry:
            case entries.Moved():
                events = self._moved(entry)
            case entries.Undone():
                self._undone(entry)
            case entries.Started():
                events = self._started(entry)
            case entries.Paused(seconds=seconds):
                for seat in self.seats:
                    seat.since += seconds
            case entries.Raised(seat=i):
                self.seats[i].raised = True
            case entries.Ended():
                self.ended = entry
            case entries.Rematched():
                self.rematch = entry
            case entries.Changed(size=size):
                self.terms = entry
                self.seats = [self.seats[i] if i < len(self.seats) else Seat() for i in range(size)]
            case entries.Hosted(person=person):
                self.host = person
            case _:
                self._arrange_seat(entry)
        self.status = "over" if self.ended or (self.match and self.match.over) else "running" if self.match else "lobby"
        index = len(self.log)
        if not isinstance(entry, entries.Moved | entries.Undone | entries.Said | entries.Raised | entries.Paused):
            self.arranged = index + 1
        self.log.append(LogItem(entry, events))
        for reader in readers(len(self.seats)):
            if entry.seen & bit(reader):
                self.streams.setdefault(reader, []).append(index)
        if entry.client:
            self.clients[_actor(entry), entry.client] = index + 1

    def _arrange_seat(self, entry: LogEntry) -> None:
        match entry:
            case entries.Sat(seat=i):
                seat = self.seats[i]
                if not seat.people:
                    seat.holder += 1
                    seat.taken = self.number + 1
                    seat.name, seat.bot = entry.name, ""
                    seat.people = self._invited_together(entry.person, i)
                seat.people.setdefault(entry.person, isinstance(entry, entries.Linked))
            case entries.Left(seat=i):
                seat = self.seats[i]
                seat.people, seat.bot, seat.link = {}, "", ""
                self._uninvite(i)
                if not self.match:
                    seat.name = ""
            case entries.Linkable(seat=i):
                self._revoke_link(i, entry.by)
                self.seats[i].link = entry.hash
            case entries.Unlinked(seat=i):
                self._revoke_link(i, "")
            case entries.Botted(seat=i):
                seat = self.seats[i]
                if not seat.bot:
                    seat.bot_since = seat.question
                seat.bot, seat.bot_seed = entry.bot, entry.seed
                self._uninvite(i)
                seat.name = seat.name or entry.name
            case entries.Unbotted(seat=i):
                seat = self.seats[i]
                seat.bot = ""
                if seat.question != seat.bot_since:  # otherwise its clock goes on, as if no bot had been called
                    seat.since = max(seat.since, entry.at)
                if not seat.people and not self.match:
                    seat.name = ""

    def _invited_together(self, person: str, i: int) -> dict[str, bool]:
        """All who are invited to a seat with this person: who shared a seat before shares it again."""
        kept = [each for each, (seat, _) in self.invited.items() if seat == i]
        return {each: each != kept[0] for each in kept if self.seat_of(each) == WATCHER} if person in kept else {}

    def _uninvite(self, i: int) -> None:
        self.invited = {person: kept for person, kept in self.invited.items() if kept[0] != i}

    def _revoke_link(self, i: int, but: str) -> None:
        seat = self.seats[i]
        seat.link = ""
        seat.people = {person: linked for person, linked in seat.people.items() if not linked or person == but}

    def _started(self, entry: entries.Started) -> tuple[Emitted, ...]:
        if entry.rules not in (0, self.game.version):
            raise BadTable(f"written under rules {entry.rules}; this program plays rules {self.game.version}")
        start = positions.read(self.game, entry.position, self.terms.options) if entry.position else None
        self.match = Match(self.game, len(self.seats), int(entry.seed, 16), self.terms.options, entry.names, start)
        for seat in self.seats:
            seat.bank = self.terms.clock.seconds
        self._ask(entry, entries.EVERYBODY, ())
        return tuple(happened.event for happened in self.match.all_events())

    def _moved(self, entry: entries.Moved) -> tuple[Emitted, ...]:
        assert self.match is not None
        acting, preview = self.match.actors, self._preview
        if preview and preview.move.makes(len(self.match.history), entry.seat, entry.code, entry.by_clock):
            move, self._knowledge = preview.move, preview.knowledge
        else:
            move, self._knowledge = self.match.prepare(entry.code, entry.seat, entry.by_clock), {}
        self._preview = None
        self.match.accept(move)
        self.moves.append(entry)
        self._thinking_times.append(entry.at - self.seats[entry.seat].since)
        self._ask(entry, entry.asked, acting)
        if self.terms.clock.kind == "bank" and not entry.by_clock:
            self.seats[entry.seat].bank += self.terms.clock.extra
        return tuple(move.events)

    def _undone(self, entry: entries.Undone) -> None:
        assert self.match is not None
        acting = self.match.actors
        self.match.pop()
        self.moves.pop()
        self._knowledge, self._preview = {}, None
        self._ask(entry, entry.asked, acting)
        seat, thought = self.seats[entry.seat], self._thinking_times.pop()
        if self.terms.clock.kind == "bank":
            seat.bank = max(0.0, seat.bank - self.terms.clock.extra)
        else:  # the old question's clock goes on
            seat.since -= thought

    def _ask(self, entry: LogEntry, asked: int, acting: tuple[int, ...]) -> None:
        """Give some seats a new question; the time spent on the old one is taken from the bank."""
        for i, seat in enumerate(self.seats):
            if asked & bit(i):
                if i in acting:
                    seat.bank = max(0.0, seat.bank - max(0.0, entry.at - seat.since))
                seat.question += 1
                seat.since, seat.raised = entry.at, False


def _actor(entry: LogEntry) -> str:
    match entry:
        case entries.Moved(seat=i) | entries.Undone(seat=i) | entries.Said(seat=i):
            return f"seat {i}"
        case entries.Sat(person=person):
            return person
    return "host"


@functools.cache
def _move_buffer(count: int, thread: int) -> Buffer:
    """A buffer for legal moves, one for each thread."""
    return Buffer(count)


def _knowledge(match: Match, state: Any, reader: int) -> Knowledge:
    hidden = match.game.hidden(state, reader, to_look_at=True)
    legal: tuple[int, ...] = ()
    prompt = ""
    if reader != WATCHER:
        out = _move_buffer(match.game.families.count, threading.get_ident())
        legal = tuple(out[: match.game.rules.legal(hidden, reader, out)])
        if legal:
            prompt = match.game.speech.prompt(match.game.reader(hidden, reader, match.names))
    return Knowledge(hidden, legal, prompt)


def fold(id: str, log: Iterable[str]) -> Table:
    """Build the table of an encoded log.

    :raises BadTable: if the log is damaged.
    """
    try:
        first, *others = map(entries.decode, log)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadTable(f"its log cannot be read: {error}") from error
    if not isinstance(first, entries.Opened):
        raise BadTable("the log does not begin with a table")
    try:
        table = Table(id, first)
        for entry in others:
            table.apply(entry)
    except (LastRaftError, AssertionError, LookupError, ValueError, TypeError, ArithmeticError) as error:
        raise BadTable(str(error) or type(error).__name__) from error
    return table
