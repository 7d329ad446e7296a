"""What people may do at a table. Each act is checked here and becomes the next line of the log, or is refused.

Every answer depends only on what the one who acts may know.
"""

from __future__ import annotations

import functools
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...errors import BadOption, IllegalMove, LastRaftError
from ...protocol import WATCHER, Game, game
from ...protocol.translations import translator
from ..web.identity import hashed, matches
from .entries import (
    EVERYBODY,
    Botted,
    Changed,
    Clock,
    Ended,
    Hosted,
    Left,
    Linkable,
    Linked,
    Moved,
    Opened,
    Paused,
    Raised,
    Said,
    Sat,
    Series,
    Started,
    Unbotted,
    Undone,
    Unlinked,
    bit,
)
from .table import Table

LONGEST_CLOCK = 60 * 86_400
LONGEST_LOG = 20_000
"""No game has so many moves. In a longer log nothing is said or taken back any more, in one twice as long nothing is
arranged."""
BOTS = ("random", "greedy", "search")
"""The kinds of bot that people may ask for; others may name code to run."""
LONGEST_THOUGHT, MOST_ITERATIONS = 10, 20_000
THOUGHT = re.compile(r"\d{1,7}|\d{1,4}(\.\d{1,4})?s", re.ASCII)
BOT_NAMES = (
    "Coral", "Sandy", "Reef", "Pearl", "Dune", "Kelp", "Marina", "Tern", "Drift", "Palm", "Conch", "Skipper",
)  # fmt: skip


class Refused(LastRaftError):
    """An act that is not done; ``code`` is for programs, the message for people."""

    status: ClassVar = {
        "not-found": 404,
        "not-yours": 403,
        "invalid": 400,
        "too-fast": 429,
        "too-much": 503,
        "nobody": 401,
    }

    clause = ""
    """The clause of the rules that forbids it, if one does."""

    def __init__(self, code: str, said: str, /, **values: object) -> None:
        super().__init__(said.format(**values) if values else said)
        self.code, self._said, self._values = code, said, values

    def told(self, language: str) -> str:
        """The sentence in the reader's language."""
        return translator("lastraft", language)(self._said, **self._values)

    @property
    def http(self) -> int:
        return self.status.get(self.code, 409)


class Forbidden(Refused):
    """A move that a clause of the rules forbids."""

    def __init__(self, game: Game[Any], reason: int) -> None:
        super().__init__("illegal", game.reason(reason, translator(game.name, "en")))
        self._game, self._reason, self.clause = game, reason, game.clause_name(reason)

    def told(self, language: str) -> str:
        return self._game.reason(self._reason, translator(self._game.name, language))


class AlreadyDone(Exception):
    """The act was done before, with the same id: the number of its line."""

    def __init__(self, number: int) -> None:
        self.number = number


def now(table: Table) -> float:
    """The time of the next line: a log never goes back."""
    return max(time.time(), table.changed)


# -- making and arranging a table ---------------------------------------------------------------------------------


def check_plan(
    which: str, size: int | None, options: Mapping[str, str], clock: Clock, grace: float, pause: float
) -> tuple[Game[Any], int]:
    """The game and its seats, if a table can be laid so.

    :raises LastRaftError: if it cannot.
    """
    found = game(which)
    seats = found.usual_size if size is None else size
    found.new_state(seats, options)
    if clock.kind != "none" and not 1 <= clock.seconds <= LONGEST_CLOCK:
        raise Refused("invalid", "A clock has 1 second to 60 days.")
    if not 0 <= clock.extra <= 3600 or not 0 <= grace <= 600 or not 0 <= pause <= 60:
        raise Refused("invalid", "Extra time goes to an hour, grace time to ten minutes, a bot's pause to a minute.")
    return found, seats


def opened(
    person: str,
    which: str,
    size: int | None = None,
    options: Mapping[str, str] | None = None,
    clock: Clock | None = None,
    grace: float = 0,
    pause: float = 0,
    listed: bool = False,
    watchers: bool = True,
    games: int = 1,
) -> Opened:
    """A new table's first line.

    :raises LastRaftError: if it cannot be played so.
    """
    clock = clock or Clock()
    found, seats = check_plan(which, size, options or {}, clock, grace, pause)
    if not 1 <= games <= 99:
        raise Refused("invalid", "A series has 1 to 99 games.")
    return Opened(
        at=time.time(),
        game=found.name,
        size=seats,
        host=person,
        options=dict(options or {}),
        clock=clock,
        grace=grace,
        pause=pause,
        listed=listed,
        watchers=watchers,
        series=Series(games) if games > 1 else None,
    )


def change(
    table: Table,
    person: str,
    size: int | None = None,
    options: Mapping[str, str] | None = None,
    clock: Clock | None = None,
    grace: float | None = None,
    pause: float | None = None,
    listed: bool | None = None,
    watchers: bool | None = None,
) -> Changed:
    """The host changes what is not None; once the game runs, only who may find and watch it."""
    _host(table, person)
    _room_for_more(table, 2)
    if any(x is not None for x in (size, options, clock, grace, pause)):
        if table.match:
            raise Refused("started", "The game has begun: its rules and clocks stay as they are.")
        _not_over(table)
    if size not in (None, len(table.seats)) and table.series and table.series.game > 1:
        raise Refused("started", "A series goes on with the same seats.")
    wanted = Changed(
        at=now(table),
        size=len(table.seats) if size is None else size,
        options=table.options if options is None else dict(options),
        clock=clock or table.clock,
        grace=table.grace if grace is None else grace,
        pause=table.pause if pause is None else pause,
        listed=table.listed if listed is None else listed,
        watchers=table.watchers if watchers is None else watchers,
    )
    try:
        check_plan(table.game.name, wanted.size, wanted.options, wanted.clock, wanted.grace, wanted.pause)
    except BadOption as error:
        raise Refused("invalid", str(error)) from error
    if any(seat.kind != "empty" for seat in table.seats[wanted.size :]):
        raise Refused("taken", "Somebody sits on a seat that would go; free it first.")
    return wanted


def sit(table: Table, person: str, name: str, seat: int | None = None) -> Sat:
    """Take an empty seat: the one to which one is invited, or one that is kept for nobody else."""
    if table.seat_of(person) != WATCHER:
        raise Refused("seated", "You already have a seat at this table.")
    if table.match:
        raise Refused("started", "The game has begun; a seat's private link still lets you in.")
    _not_over(table)
    _room_for_more(table, 2)
    invited, known = table.invited.get(person, (None, name))
    kept = {i for i, _ in table.invited.values()} - {invited}
    free = [i for i, chair in enumerate(table.seats) if chair.kind == "empty" and i not in kept]
    if invited in free and seat is None:
        seat = invited
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused("not-found", "This table has seats 0 to {last}.", last=len(table.seats) - 1)
    if seat not in free and (seat is not None or not free):
        raise Refused("taken", "That seat is taken." if seat is not None else "Every seat is taken.")
    chosen = free[0] if seat is None else seat
    return Sat(at=now(table), seat=chosen, person=person, name=_free_name(table, known))


def come_again(table: Table, person: str) -> Sat:
    """Take the seat to which one is invited."""
    if person not in table.invited:
        raise AlreadyDone(table.number)
    seat, name = table.invited[person]
    return sit(table, person, name, seat)


def sit_by_link(table: Table, person: str, name: str, token: str) -> Linked | None:
    """Come to a seat by its private link; None if one sits there already."""
    found = [i for i, chair in enumerate(table.seats) if matches(token, chair.link)]
    if not found:
        raise Refused("not-found", "This link is not valid any more. Ask the host for a new one.")
    seat = found[0]
    if table.seat_of(person) == seat:
        return None
    if table.seat_of(person) != WATCHER:
        raise Refused("seated", "You already have another seat at this table.")
    if not table.match:
        _not_over(table)
    _room_for_more(table, 2)
    return Linked(at=now(table), seat=seat, person=person, name=_free_name(table, name, seat))


def leave(table: Table, person: str, seat: int) -> Left:
    """Leave one's seat; the host may remove anybody, also whoever is only invited."""
    _seat(table, seat)
    removed = table.seat_of(person) != seat
    if removed:
        _host(table, person)
    name = table.guest_of(seat) or table.seats[seat].name
    if table.seats[seat].kind == "empty" and not table.guest_of(seat):
        raise Refused("empty", "Nobody sits there.")
    return Left(at=now(table), seat=seat, removed=removed, name=name)


def next_host(table: Table, leaving: int) -> Hosted | None:
    """Who is host when the host's seat is left: whoever sits next."""
    if table.host not in table.seats[leaving].people:
        return None
    others = [person for i, chair in enumerate(table.seats) if i != leaving for person in chair.people]
    return Hosted(at=now(table), person=others[0]) if others else None


def become_host(table: Table, person: str, gone: bool) -> Hosted:
    """Be host in place of one who has been gone for long; whoever shares his seat need not wait."""
    seat = table.seat_of(person)
    if person == table.host:
        raise AlreadyDone(table.number)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    _not_over(table)
    if not gone and seat != table.seat_of(table.host):
        raise Refused("host-here", "The host is here, or was a few minutes ago.")
    _room_for_more(table, 2)
    return Hosted(at=now(table), person=person)


def link(table: Table, person: str, seat: int, token: str) -> Linkable:
    """Make a seat's private link: the host for any seat before the game, whoever sits there for his own."""
    _own_or_host(table, person, seat)
    if table.seats[seat].people and table.seat_of(person) != seat:
        raise Refused("taken", "Somebody sits there: only they can make a link to that seat.")
    _room_for_more(table, 2)
    return Linkable(at=now(table), seat=seat, hash=hashed(token), by=person, seen=_mine(table, person, seat))


def unlink(table: Table, person: str, seat: int) -> Unlinked:
    """Revoke a seat's private link and whoever came by it."""
    _own_or_host(table, person, seat)
    if not table.seats[seat].link:
        raise Refused("not-found", "That seat has no link.")
    return Unlinked(at=now(table), seat=seat)


def give_to_bot(table: Table, person: str, seat: int, bot: str) -> Botted:
    """A bot plays for a seat: the host decides, or whoever sits there."""
    _own_or_host(table, person, seat)
    _not_over(table)
    _room_for_more(table, 2)
    check_bot(table.game, bot)
    name = "" if table.seats[seat].name else _free_name(table, BOT_NAMES[seat])
    return Botted(at=now(table), seat=seat, bot=bot, seed=secrets.randbits(64), name=name)


def check_bot(game: Game[Any], spec: str) -> None:
    """
    :raises Refused: if there is no such bot, or one that would think for too long.
    """
    kind, _, detail = spec.partition(":")
    searches = kind == "search" and THOUGHT.fullmatch(detail)
    if kind not in BOTS or len(spec) > 40 or (kind == "search" and not searches):
        raise Refused("invalid", "A bot is one of: {bots}.", bots="random, greedy, search:ITERATIONS, search:SECONDSs")
    if searches and not 0 < float(detail.rstrip("s")) <= (LONGEST_THOUGHT if detail[-1] == "s" else MOST_ITERATIONS):
        most = {"seconds": LONGEST_THOUGHT, "iterations": MOST_ITERATIONS}
        raise Refused("invalid", "A bot thinks for at most {seconds} s or {iterations} iterations here.", **most)
    try:
        _try_bot(game, "search:1" if searches else spec)
    except BadOption as error:
        raise Refused("invalid", str(error)) from error


@functools.lru_cache(1000)
def _try_bot(game: Game[Any], spec: str) -> None:
    """Make a bot, once: one that searches takes a tenth of a second."""
    from ...bots import bot

    bot(spec, game, 0)


def take_back(table: Table, person: str, seat: int) -> Unbotted:
    """The bot leaves; whoever sits there plays again."""
    _own_or_host(table, person, seat)
    if not table.seats[seat].bot:
        raise Refused("empty", "No bot plays there.")
    if table.match and not table.seats[seat].people:
        raise Refused("empty", "Nobody else could play for that seat.")
    return Unbotted(at=now(table), seat=seat)


def start(table: Table, person: str, seed: int | None = None) -> Started:
    """The host starts the game; every seat has a person or a bot."""
    _host(table, person)
    if table.match:
        raise Refused("started", "The game has already begun.")
    _not_over(table)
    if any(chair.kind == "empty" for chair in table.seats):
        raise Refused("empty", "A seat is empty: fill it, give it to a bot, or play with fewer seats.")
    seed = secrets.randbits(128) if seed is None else seed
    names = tuple(chair.name for chair in table.seats)
    return Started(at=now(table), seed=f"{seed:032x}", names=names, rules=table.game.version)


def end(table: Table, person: str) -> Ended:
    _host(table, person)
    _not_over(table)
    return Ended(at=now(table))


def forget(table: Table, before: float) -> Ended:
    """A table whose game never began ends if nothing has happened there since some time."""
    if table.status != "lobby" or table.changed >= before:
        raise AlreadyDone(table.number)
    return Ended(at=now(table), forgotten=True)


# -- playing ------------------------------------------------------------------------------------------------------


def move(table: Table, person: str, wanted: str | int, question: int | None, client: str) -> Moved:
    """A move of one's own seat, as text or code; refused only if illegal now or if something else is asked."""
    seat = _mover(table, person, client)
    if question is not None and question != table.seats[seat].question:
        raise Refused("stale", "You have been asked something else since.")
    return checked_move(table, seat, read_move(table, seat, wanted), client)


def checked_move(table: Table, seat: int, code: int, client: str = "", by_clock: bool = False) -> Moved:
    """The line of a legal move. Legality is judged from what the seat knows, so that a refusal tells nothing more."""
    known = table.knowledge(seat)
    if not by_clock and (reason := table.game.rules.forbids(known.hidden, seat, code)):
        raise Forbidden(table.game, reason)
    try:
        preview = table.preview(seat, code, by_clock)
    except IllegalMove as error:  # the rules are wrong: then nothing must be written down
        raise AssertionError(f"{table.game.name}: {code} is legal for what the seat knows only") from error
    return Moved(
        at=now(table),
        seen=preview.seen,
        asked=preview.asked,
        client=client,
        seat=seat,
        code=code,
        by_clock=by_clock,
        secret=table.secret_to(seat, code),
    )


def read_move(table: Table, seat: int, wanted: str | int) -> int:
    """The code of a move given as text or code."""
    count, known = table.game.families.count, table.knowledge(seat)
    if not isinstance(wanted, str):
        if not 0 <= wanted < count:
            raise Refused("invalid", "{code} is no move; codes go from 0 to {last}.", code=wanted, last=count - 1)
        return wanted
    plain = " ".join(wanted.split()).casefold()
    for code in (*known.legal, *range(count)):
        if table.game.move_text(known.hidden, seat, code).casefold() == plain:
            return int(code)
    raise Refused("invalid", "{text} is no move of {game}.", text=repr(wanted[:60]), game=table.game.title)


def undo(table: Table, person: str, client: str) -> Undone:
    seat = _mover(table, person, client)
    _room_for_more(table)
    if not table.may_undo(seat):
        raise Refused("final", "That cannot be taken back: something random, hidden or somebody else's happened.")
    last = table.last_move
    return Undone(at=now(table), seen=last.seen, asked=last.asked, client=client, seat=seat, secret=last.secret)


def timed_out(table: Table, seat: int) -> Moved:
    """The default move of a seat whose time has run out."""
    return checked_move(table, seat, table.game.rules.timeout(table.knowledge(seat).hidden, seat), by_clock=True)


def raise_hand(table: Table, person: str) -> Raised:
    """Ask for more than the grace time. Nobody else is told."""
    seat = _mover(table, person, "")
    if not table.knowledge(seat).legal or not table.game.window(table.knowledge(seat).hidden, seat):
        raise Refused("illegal", "There is no grace time to stop now.")
    if table.seats[seat].raised:
        raise AlreadyDone(table.number)
    return Raised(at=now(table), seen=bit(seat), seat=seat)


def paused(table: Table, seconds: float) -> Paused:
    return Paused(at=now(table), seconds=seconds)


def say(table: Table, person: str, text: str, to: int | None, client: str, longest: int) -> Said:
    """Chat for everybody, or a whisper to one seat."""
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "Only those who sit at the table talk there.")
    _once(table, f"seat {seat}", client)
    _room_for_more(table)
    text = " ".join(text.split())
    if not text or len(text) > longest or not text.isprintable():
        raise Refused("invalid", "A message has 1 to {most} characters, all of them visible.", most=longest)
    if to is not None:
        _seat(table, to)
        if to == seat:
            raise Refused("invalid", "You cannot whisper to yourself.")
    seen = EVERYBODY if to is None else bit(seat) | bit(to)
    return Said(at=now(table), seen=seen, client=client, seat=seat, text=text, to=to)


# -- who may ------------------------------------------------------------------------------------------------------


def _host(table: Table, person: str) -> None:
    if person != table.host:
        raise Refused("not-yours", "Only the host of this table may do that.")


def _not_over(table: Table) -> None:
    if table.status == "over":
        raise Refused("over", "The game is over." if table.match else "The table has already ended.")


def _seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("not-found", "This table has seats 0 to {last}.", last=len(table.seats) - 1)


def _own_or_host(table: Table, person: str, seat: int) -> None:
    _seat(table, seat)
    if table.seat_of(person) != seat:
        _host(table, person)


def _mine(table: Table, person: str, seat: int) -> int:
    own = table.seat_of(person)
    return (bit(own) if own != WATCHER else 0) | bit(seat)


def _mover(table: Table, person: str, client: str) -> int:
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    _once(table, f"seat {seat}", client)
    if table.status != "running":
        raise Refused("over" if table.match else "lobby", "The game is not running.")
    if table.seats[seat].bot:
        raise Refused("bot", "A bot plays for you; take your seat back first.")
    return seat


def _once(table: Table, owner: str, client: str) -> None:
    if client and (owner, client) in table.clients:
        raise AlreadyDone(table.clients[owner, client])


def _room_for_more(table: Table, times: int = 1) -> None:
    if table.number >= times * LONGEST_LOG:
        raise Refused("too-much", "So much has been said and taken back at this table that only moves are left.")


def _free_name(table: Table, name: str, own: int = WATCHER) -> str:
    taken = {chair.name for i, chair in enumerate(table.seats) if i != own}
    return next(name for name in _tries(name) if name not in taken)


def _tries(name: str) -> Sequence[str]:
    return [name, *(f"{name} {i}" for i in range(2, 20))]
