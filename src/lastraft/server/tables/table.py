"""The state of a table, folded from its log. Nothing here does any input or output."""

from __future__ import annotations

import bisect
import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec

from ... import positions
from ...errors import LastRaftError
from ...kernel.state import Buffer, Emitted
from ...match import Match, Prepared
from ...protocol import WATCHER, Game, game, seats_in
from . import beats, entries, nights, orders, plans
from .beats import OpenWindow
from .entries import LogEntry, bit, readers

T = TypeVar("T")
FACES = 12
"""So many faces people can choose from; no game has more seats."""
PASSING = (
    entries.Moved, entries.Undone, entries.Said, entries.Raised, entries.Paused, entries.Stepped, entries.Ready,
    entries.Planned, entries.Delegated, entries.Asking, entries.Slept, entries.Vacationed, entries.Ordered,
)  # fmt: skip
"""Entries that arrange nothing at a table."""


@dataclass
class Seat:
    """A seat: who may act for it, its name, and its clock."""

    name: str = ""
    people: dict[str, bool] = field(default_factory=dict)
    """Who may act for it; True for those who came by its link."""
    bot: str = ""
    bot_seed: int = 0
    link: str = ""
    """The hash of its private link, which ends when anybody takes the seat."""
    link_by: str = ""
    """Who made the link."""
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
    asks: str = "useful"
    """In which windows it is asked: `always`, where something is `useful`, or `never`."""
    answers: bool = True
    """Whether the table answers for it what has one answer."""
    speed: str = "normal"
    """How fast its page plays moves: `slow`, `normal`, `fast`, or at once (`off`)."""
    ahead: bool = False
    """Whether it steps in at the next window."""
    rest: bool = False
    """Whether the table makes the rest of its choices at setup."""
    face: int = -1
    """The face that its holder chose; -1 for whichever is free."""
    night: nights.Night | None = None
    """When its person sleeps, if they said so."""
    off: list[tuple[float, float]] = field(default_factory=list)
    """From when to when its person took days off."""
    vacation: int = 0
    """So many days its person may still take off."""
    orders: dict[tuple[str, int], bool] = field(default_factory=dict)
    """Its standing orders, by occasion and what is ordered: whether they are on."""
    lost_orders: set[tuple[str, int]] = field(default_factory=set)
    """Those that the table switched off, because they cannot be carried out any more."""
    stands_in: bool = False
    """Whether its bot leaves as soon as its person is back."""

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.people else "empty"


class SeatRequest(NamedTuple):
    """A person who wants a seat of a running game that nobody holds, and the seats that agreed."""

    person: str
    name: str
    agreed: frozenset[int]


class LogItem(NamedTuple):
    """A log entry with the events that the game emitted for it."""

    entry: LogEntry
    events: tuple[Emitted, ...] = ()


class Knowledge(NamedTuple):
    """What a reader knows in a position, and what they are asked."""

    hidden: Any
    legal: tuple[int, ...]
    prompt: str

    def differs(self, hidden: Any) -> bool:
        """Whether the reader can tell the position from another one, of which they know this."""
        return bool(self.hidden.__dict__ != hidden.__dict__)

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
        self.removed: set[str] = set()
        """Whom the host removed: only a link lets them sit down again."""
        self.removed_origins: dict[str, float] = {}
        """By hash of the address of somebody whom the host removed: when."""
        self.requests: dict[int, SeatRequest] = {}
        """By seat: who asks for it."""
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
        self.window: OpenWindow | None = None
        """The window that is open for everybody, at a table with a pace."""
        self._last_window: OpenWindow | None = None
        self.watched = False
        """Whether anybody without a seat has seen the game, as far as this process knows."""
        self.plans: dict[int, list[plans.Planned]] = {}
        """By seat: the answers that it has given ahead."""
        self._worked_out: tuple[Any, dict[Any, Any]] = (None, {})
        self._clocks: list[tuple[float, float]] = []
        """For each move: when its seat had been asked, and what it had in its bank."""
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
        for i, seat in enumerate(self.seats):
            if person in seat.people:
                return i
        return WATCHER

    def guest_of(self, seat: int) -> str:
        """The name of the person invited to an empty seat."""
        names = (name for i, name in self.invited.values() if i == seat)
        return next(names, "") if self.seats[seat].kind == "empty" else ""

    def must_agree(self, seat: int) -> list[int]:
        """The seats whose people must still agree to the request for a seat: its holder, or else all others."""
        agreed = self.requests[seat].agreed
        if self.seats[seat].people:
            return [seat]
        return [i for i, chair in enumerate(self.seats) if chair.people and i != seat and i not in agreed]

    def stream_number(self, reader: int, at: int | None = None) -> int:
        """The number of news for a reader, in the whole log or in its first ``at`` entries."""
        places = self.streams.get(reader, [])
        return len(places) if at is None else bisect.bisect_left(places, at)

    def knowledge(self, reader: int) -> Knowledge:
        """What a reader knows now; computed once for each position."""
        assert self.match is not None
        if reader not in self._knowledge:
            hidden = self.game.hidden(self.match.state, reader, to_look_at=True)
            self._knowledge[reader] = _knowledge(self.match, hidden, reader)
        return self._knowledge[reader]

    def once(self, work: Callable[[Table, int], T], seat: int) -> T:
        """What a function says of a seat, worked out once for each entry of the log."""
        results = self._results()
        if (work, seat) not in results:
            results[work, seat] = work(self, seat)
        result: T = results[work, seat]
        return result

    def shared(self, language: str) -> dict[Any, Any]:
        """What is made once for all readers of a language, for each entry of the log (see `Reader.shared`)."""
        shared: dict[Any, Any] = self._results().setdefault(language, {})
        return shared

    def _results(self) -> dict[Any, Any]:
        version = self.number, self.watched
        if self._worked_out[0] != version:
            self._worked_out = version, {}
        return self._worked_out[1]

    def awaited(self, reader: int) -> list[int]:
        """The seats that the game waits for, as far as the reader can know; in a window for everybody, at most
        themselves."""
        if self.window:
            return [reader] if reader != WATCHER and beats.asked(self, reader) else []
        return list(seats_in(self.game.rules.actors(self.knowledge(reader).hidden)))

    @property
    def lesson(self) -> bool:
        """Whether this is a coached game."""
        return any(seat.bot == "lesson" for seat in self.seats)

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
        begins = chair.since + self.lead
        return self.after(seat, begins, chair.bank + (0 if clock.kind == "bank" else clock.seconds))

    @property
    def lead(self) -> float:
        """For how many seconds no clock runs after a question came: pages show what led to it, nobody pays for that."""
        return beats.LEAD if self.terms.pause else 0.0

    def after(self, seat: int, start: float, seconds: float) -> float:
        """When so many seconds that count for a seat have passed."""
        chair = self.seats[seat]
        return nights.after(start, seconds, chair.night if self.terms.clock.nights else None, chair.off)

    def counted(self, seat: int, start: float, end: float) -> float:
        """How many of the seconds between two times count for a seat."""
        chair = self.seats[seat]
        return nights.counted(start, end, chair.night if self.terms.clock.nights else None, chair.off)

    def deadline(self, seat: int) -> float | None:
        """When the seat's default move is made: when its clock runs out or the grace time of a window ends."""
        chair, end = self.seats[seat], self.time_limit(seat)
        if self.window and beats.declines(self, seat) >= 0:
            return None
        if (
            self.terms.grace
            and not self.terms.pace
            and not chair.raised
            and self.game.is_window(self.knowledge(seat).hidden, seat)
        ):
            graced = chair.since + self.terms.grace
            end = graced if end is None else min(end, graced)
        return end

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back."""
        return self.moves_to_undo(seat) > 0

    def moves_to_undo(self, seat: int) -> int:
        """How many moves an undo takes back: the seat's last one, and those that the table made for the seat after it;
        0 if that is not allowed."""
        match = self.match if self.status == "running" else None
        if match is None or not match.may_take_back(seat, self.knowledge(seat).hidden):
            return 0
        last = next((i for i, move in enumerate(reversed(self.moves), 1) if not move.by_table), 0)
        undone = match.history[len(match.history) - last :] if last else []
        own = all(played.move.seat == seat and not played.by_clock for played in undone)
        return last if own and undone and undone[0].revealed == match.state.revealed else 0

    def preview(self, seat: int, code: int, by_clock: bool = False) -> Preview:
        """Find out who would notice a legal move and whose question it would change, without making it.

        :raises IllegalMove: if the full state does not allow it.
        """
        assert self.match is not None
        match = self.match
        move = match.prepare(code, seat, by_clock)
        seen = asked = bit(seat)
        knowledge: dict[int, Knowledge] = {}
        for reader in readers(match.seats):
            reached = any(event.reaches(reader) for event in move.events)
            if reached and reader == WATCHER:  # there may be nobody who watches
                seen |= bit(WATCHER)
                continue
            now, hidden = self.knowledge(reader), match.game.hidden(move.after, reader, to_look_at=True)
            differs = now.differs(hidden)
            knowledge[reader] = then = _knowledge(match, hidden, reader) if differs else now
            if reached or differs:
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
                    seat.since = max(seat.since, min(seat.since + seconds, entry.at))
                if self.window:
                    self.window.delay(seconds)
            case entries.Stepped(seat=i):
                beats.step(self, i, entry.on, entry.at)
            case entries.Ready(seat=i):
                beats.be_ready(self, i)
            case entries.Planned(seat=i):
                plans.plan(self, i, entry.code)
            case entries.Delegated(seat=i):
                self.seats[i].rest = entry.on
                self.seats[i].question += 1
            case entries.Asking(seat=i):
                seat = self.seats[i]
                seat.asks, seat.answers, seat.speed = entry.asks, entry.answers, entry.speed
            case entries.Slept(seat=i):
                self.seats[i].night = nights.Night(entry.zone, entry.begins, entry.ends)
            case entries.Vacationed(seat=i):
                self._vacationed(self.seats[i], entry)
            case entries.Ordered(seat=i):
                orders.order(self, i, entry)
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
        if not isinstance(entry, PASSING):
            self.arranged = index + 1
        self.log.append(LogItem(entry, events))
        for reader in readers(len(self.seats)):
            if entry.seen & bit(reader):
                self.streams.setdefault(reader, []).append(index)
        if entry.client:
            self.clients[_actor(entry), entry.client] = index + 1

    def faces(self) -> list[int]:
        """The face of each seat: as chosen, else the first from its own number on that nobody chose."""
        chosen = [seat.face for seat in self.seats]
        free = [face for face in range(FACES) if face not in chosen]
        for i, face in enumerate(chosen):
            if face < 0:
                chosen[i] = free.pop(free.index(i) if i in free else 0) if free else i % FACES
        return chosen

    def _arrange_seat(self, entry: LogEntry) -> None:
        match entry:
            case entries.Sat(seat=i):
                seat = self.seats[i]
                if not seat.people:
                    seat.holder += 1
                    seat.taken = self.number + 1
                    seat.name, seat.face, seat.bot = entry.name, entry.face, ""
                    seat.people = self._invited_together(entry.person, i)
                    beats.be_watched(self, entry.at)
                seat.people.setdefault(entry.person, isinstance(entry, entries.Linked))
                seat.link = ""
                self.removed.discard(entry.person)
                self.requests.pop(i, None)
            case entries.Renamed(seat=i):
                self.seats[i].name, self.seats[i].face = entry.name, entry.face
            case entries.Asked(seat=i):
                agreed = frozenset() if entry.shared else frozenset([self.seat_of(self.seats[i].link_by)])
                self.requests[i] = SeatRequest(entry.person, entry.name, agreed)
                self.seats[i].link = ""
            case entries.Agreed(seat=i):
                request = self.requests[i]
                self.requests[i] = request._replace(agreed=request.agreed | {entry.by})
            case entries.Declined(seat=i):
                del self.requests[i]
            case entries.Left(seat=i):
                seat = self.seats[i]
                if entry.removed:
                    self.removed.update(seat.people)
                    self.removed_origins.update(dict.fromkeys(entry.origins, entry.at))
                if entry.bot and not seat.bot:
                    seat.bot_since = seat.question
                seat.people, seat.link = {}, ""
                seat.bot, seat.bot_seed, seat.stands_in = entry.bot, entry.seed, False
                seat.orders, seat.lost_orders, seat.night, seat.off = {}, set(), None, []
                seat.asks, seat.answers, seat.speed, seat.ahead, seat.rest = "useful", True, "normal", False, False
                self._uninvite(i)
                if not self.match:
                    seat.name, seat.face = "", -1
            case entries.Linkable(seat=i):
                self._revoke_link(i, entry.by)
                self.seats[i].link, self.seats[i].link_by = entry.hash, entry.by
            case entries.Unlinked(seat=i):
                self._revoke_link(i, "")
            case entries.Botted(seat=i):
                seat = self.seats[i]
                if not seat.bot:
                    seat.bot_since = seat.question
                seat.bot, seat.bot_seed, seat.stands_in = entry.bot, entry.seed, entry.late
                if entry.late:
                    self._use_time(i, entry.at)
                self._uninvite(i)
                seat.name = seat.name or entry.name
            case entries.Unbotted(seat=i):
                seat = self.seats[i]
                if seat.stands_in or seat.question != seat.bot_since:  # else its clock goes on, as if without a bot
                    seat.since = max(seat.since, entry.at)
                seat.bot, seat.stands_in = "", False
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
        options = self.game.options_under(entry.rules or 1, self.terms.options)
        self.terms = msgspec.structs.replace(self.terms, options=options)
        start = positions.read(self.game, entry.position, options) if entry.position else None
        self.match = Match(self.game, len(self.seats), int(entry.seed, 16), options, entry.names, start)
        for seat in self.seats:
            clock = self.terms.clock
            seat.bank = clock.seconds if clock.kind == "bank" else 3600 * clock.reserve
            seat.vacation = clock.vacation
        self._ask(entry, entries.EVERYBODY, ())
        self._follow_window(entry)
        return tuple(happened.event for happened in self.match.all_events())

    def _moved(self, entry: entries.Moved) -> tuple[Emitted, ...]:
        assert self.match is not None
        acting, preview = self.match.actors, self._preview
        if preview and preview.move.makes(len(self.match.history), entry.seat, entry.code, entry.by_clock):
            move, self._knowledge = preview.move, preview.knowledge
        else:
            move, self._knowledge = self.match.prepare(entry.code, entry.seat, entry.by_clock), {}
        self._preview = None
        before = self.match.state
        self.match.accept(move)
        plans.moved(self, entry.seat, entry.code)
        orders.follow(self)
        self.moves.append(entry)
        self._clocks.append((self.seats[entry.seat].since, self.seats[entry.seat].bank))
        self._ask(entry, entry.asked, acting)
        if self.terms.clock.kind == "bank" and not entry.by_clock:
            self.seats[entry.seat].bank += self.terms.clock.extra
        shown = any(event.reaches(WATCHER) for event in move.events)
        self._follow_window(entry, shown, beats.scenes(self, move.events))
        return self._with_aftermath(before, entry.seat, move.events)

    def _with_aftermath(self, before: Any, seat: int, events: Sequence[Emitted]) -> tuple[Emitted, ...]:
        """What a move means for others is told before the heading of what follows it."""
        assert self.match is not None
        more = self.game.speech.aftermath(before, self.match.state, seat, events)
        headings = (i for i, e in enumerate(events) if self.game.events(e.kind).tone(e) == "heading")
        end = next(headings, len(events)) if more else len(events)
        return *events[:end], *more, *events[end:]

    def _follow_window(self, entry: LogEntry, happened: bool = False, scenes: float = 0.0) -> None:
        if self.terms.pace:
            before, last = self.window, self.window or self._last_window
            self.window = beats.follow(self, last, entry.at, happened or before is None, scenes)
            self._last_window = self.window or last
            if isinstance(entry, entries.Moved) and self.window and self.window is before:
                beats.moved(self, entry.seat, entry.at)

    def _undone(self, entry: entries.Undone) -> None:
        assert self.match is not None
        acting, count = self.match.actors, self.moves_to_undo(entry.seat) or 1
        (since, bank), moved = self._clocks[-count], self.moves[-1].at
        for _ in range(count):
            self.match.pop()
        del self.moves[-count:], self._clocks[-count:]
        self._knowledge, self._preview = {}, None
        self._ask(entry, entry.asked, acting)
        self._follow_window(entry)
        seat = self.seats[entry.seat]
        if self.terms.clock.kind == "bank":
            seat.bank = max(0.0, seat.bank - count * self.terms.clock.extra)
            seat.since -= self.lead  # nothing is shown that has not been seen
        else:  # the old question's clock goes on from where it stood, with the reserve that it had
            seat.since = self.after(entry.seat, since, self.counted(entry.seat, moved, entry.at))
            seat.bank = bank

    def _ask(self, entry: LogEntry, asked: int, acting: tuple[int, ...]) -> None:
        """Give some seats a new question; the time spent on the old one is taken from the bank."""
        for i, seat in enumerate(self.seats):
            if asked & bit(i):
                if i in acting and not self.window:
                    self._use_time(i, entry.at)
                seat.question += 1
                seat.since, seat.raised = entry.at, False

    def _use_time(self, i: int, at: float) -> None:
        """Take the time that a seat spent on its question from its bank; of a reserve, what went beyond the clock."""
        seat, clock = self.seats[i], self.terms.clock
        spent = self.counted(i, seat.since + self.lead, at) - (0 if clock.kind == "bank" else clock.seconds)
        seat.bank = max(0.0, seat.bank - max(0.0, spent))

    def _vacationed(self, seat: Seat, entry: entries.Vacationed) -> None:
        """Days off begin; or they end, and those that have not begun may be taken again."""
        if entry.days:
            seat.vacation -= entry.days
            seat.off.append((entry.at, entry.at + 86_400 * entry.days))
        elif seat.off:
            begin, end = seat.off.pop()
            seat.vacation += max(0, int((end - entry.at) // 86_400))
            seat.off.append((begin, min(end, entry.at)))


def _actor(entry: LogEntry) -> str:
    match entry:
        case entries.Moved(seat=i) | entries.Undone(seat=i) | entries.Said(seat=i):
            return f"seat {i}"
        case entries.Ready(seat=i) | entries.Planned(seat=i):
            return f"seat {i}"
        case entries.Sat(person=person):
            return person
    return "host"


@functools.cache
def _move_buffer(count: int, thread: int) -> Buffer:
    """A buffer for legal moves, one for each thread."""
    return Buffer(count)


def _knowledge(match: Match, hidden: Any, reader: int) -> Knowledge:
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
