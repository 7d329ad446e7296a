"""What people may do at a table. Each action is checked here and becomes the next log entry, or is refused.

A refusal depends only on what the person who acts may know.
"""

from __future__ import annotations

import functools
import re
import secrets
import time
from typing import Any

import msgspec

from ...errors import BadOption, IllegalMove, LastRaftError
from ...protocol import WATCHER, Game, game
from ...protocol.translations import translator
from ..web.identity import hashed, matches
from . import entries
from .entries import Clock, bit
from .table import Table

LONGEST_CLOCK = 60 * 86_400
LONGEST_LOG = 20_000
"""More entries than any game has moves. A longer log takes no more chat and undo, one twice as long only moves."""
BOTS = ("random", "greedy", "search", "learned", "lesson")
"""The kinds of bot that people may ask for; other specs may name code to run."""
OFFERED = "random, greedy, search:ITERATIONS, search:SECONDSs, learned"
LONGEST_THOUGHT, MOST_ITERATIONS = 10, 20_000
THOUGHT = re.compile(r"\d{1,7}|\d{1,4}(\.\d{1,4})?s", re.ASCII)
BOT_NAMES = (
    "Coral", "Sandy", "Reef", "Pearl", "Dune", "Kelp", "Marina", "Tern", "Drift", "Palm", "Conch", "Skipper",
)  # fmt: skip


HTTP_STATUS = {"not-found": 404, "not-yours": 403, "invalid": 400, "too-fast": 429, "too-much": 503, "nobody": 401}


class Refused(LastRaftError):
    """An action that is not done; ``code`` is for programs, the message for people."""

    clause = ""
    """The clause of the rules that forbids it, if any."""

    def __init__(self, code: str, said: str, /, **values: object) -> None:
        super().__init__(said.format(**values) if values else said)
        self.code, self._said, self._values = code, said, values

    def text(self, language: str) -> str:
        """The message in the reader's language."""
        return translator("lastraft", language)(self._said, **self._values)

    @property
    def http_status(self) -> int:
        return HTTP_STATUS.get(self.code, 409)


class Forbidden(Refused):
    """A move that a clause of the rules forbids."""

    def __init__(self, game: Game[Any], reason: int) -> None:
        super().__init__("illegal", game.speech.reason(reason, translator(game.name, "en")))
        self._game, self._reason, self.clause = game, reason, game.clause_name(reason)

    def text(self, language: str) -> str:
        return self._game.speech.reason(self._reason, translator(self._game.name, language))


class AlreadyDone(Exception):
    """There is nothing left to do: the number of the log entry that did it."""

    def __init__(self, number: int) -> None:
        self.number = number


class TermsChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's terms as people ask for them; what is left out stays as it is, or has its default."""

    size: int | None = msgspec.field(default=None, name="seats")
    options: dict[str, str] | None = None
    clock: Clock | None = None
    grace: float | None = None
    pause: float | None = None
    listed: bool | None = None
    watchers: bool | None = None

    @property
    def given(self) -> dict[str, Any]:
        """The terms that are not left out, by name."""
        names = TermsChange.__struct_fields__
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def terms_of(table: Table) -> dict[str, Any]:
    """A table's terms by name."""
    return {name: getattr(table.terms, name) for name in TermsChange.__struct_fields__}


def now(table: Table) -> float:
    """The time of the next entry: never before that of the last."""
    return max(time.time(), table.changed)


def _check_terms(game: Game[Any], terms: entries.Terms) -> None:
    """Raise `LastRaftError` if the game cannot be played on these terms."""
    game.new_state(terms.size, terms.options)
    clock = terms.clock
    if clock.kind != "none" and not 1 <= clock.seconds <= LONGEST_CLOCK:
        raise Refused("invalid", "A clock has 1 second to 60 days.")
    if not 0 <= clock.extra <= 3600 or not 0 <= terms.grace <= 600 or not 0 <= terms.pause <= 60:
        raise Refused("invalid", "Extra time goes to an hour, grace time to ten minutes, a bot's pause to a minute.")


def opened(person: str, which: str, terms: TermsChange, games: int = 1) -> entries.Opened:
    """The first entry of a new table.

    :raises LastRaftError: if the game cannot be played on these terms.
    """
    chosen = game(which)
    if not 1 <= games <= 99:
        raise Refused("invalid", "A series has 1 to 99 games.")
    series = entries.SeriesStanding(games) if games > 1 else None
    given = {"size": chosen.usual_size, **terms.given}
    opening = entries.Opened(at=time.time(), game=chosen.name, host=person, series=series, **given)
    _check_terms(chosen, opening)
    return opening


def change(table: Table, person: str, terms: TermsChange) -> entries.Changed:
    """Change the terms as host; once the game runs, only who may find and watch it."""
    _check_host(table, person)
    _check_log_length(table, 2)
    given = terms.given
    if given.keys() - {"listed", "watchers"}:
        if table.match:
            raise Refused("started", "The game has begun: its rules and clocks stay as they are.")
        _check_not_over(table)
    if given.get("size", len(table.seats)) != len(table.seats) and table.series and table.series.game > 1:
        raise Refused("started", "A series goes on with the same seats.")
    changed = entries.Changed(**{**terms_of(table), **given}, at=now(table))
    try:
        _check_terms(table.game, changed)
    except BadOption as error:
        raise Refused("invalid", str(error)) from error
    if any(seat.kind != "empty" for seat in table.seats[changed.size :]):
        raise Refused("taken", "Somebody sits on a seat that would go; free it first.")
    return changed


def sit(table: Table, person: str, name: str, seat: int | None = None) -> entries.Sat:
    """Take an empty seat: the one the person is invited to, or one that is kept for nobody else."""
    if table.seat_of(person) != WATCHER:
        raise Refused("seated", "You already have a seat at this table.")
    if table.match:
        raise Refused("started", "The game has begun; a seat's private link still lets you in.")
    _check_not_over(table)
    _check_log_length(table, 2)
    invited, known = table.invited.get(person, (None, name))
    kept = {i for i, _ in table.invited.values()} - {invited}
    free = [i for i, chair in enumerate(table.seats) if chair.kind == "empty" and i not in kept]
    if seat is not None:
        _check_seat(table, seat)
    elif invited in free:
        seat = invited
    if seat not in free and (seat is not None or not free):
        raise Refused("taken", "That seat is taken." if seat is not None else "Every seat is taken.")
    chosen = free[0] if seat is None else seat
    return entries.Sat(at=now(table), seat=chosen, person=person, name=_free_name(table, known))


def come_again(table: Table, person: str) -> entries.Sat:
    """Take the seat that the person is invited to."""
    if person not in table.invited:
        raise AlreadyDone(table.number)
    seat, name = table.invited[person]
    return sit(table, person, name, seat)


def sit_by_link(table: Table, person: str, name: str, token: str) -> entries.Linked:
    """Come to a seat by its private link."""
    seat = next((i for i, chair in enumerate(table.seats) if matches(token, chair.link)), None)
    if seat is None:
        raise Refused("not-found", "This link is not valid any more. Ask the host for a new one.")
    if table.seat_of(person) == seat:
        raise AlreadyDone(table.number)
    if table.seat_of(person) != WATCHER:
        raise Refused("seated", "You already have another seat at this table.")
    if not table.match:
        _check_not_over(table)
    _check_log_length(table, 2)
    return entries.Linked(at=now(table), seat=seat, person=person, name=_free_name(table, name, seat))


def leave(table: Table, person: str, seat: int) -> entries.Left:
    """Leave a seat; the host may remove anybody, including those only invited."""
    _check_seat(table, seat)
    removed = table.seat_of(person) != seat
    if removed:
        _check_host(table, person)
    name = table.guest_of(seat) or table.seats[seat].name
    if table.seats[seat].kind == "empty" and not table.guest_of(seat):
        raise Refused("empty", "Nobody sits there.")
    return entries.Left(at=now(table), seat=seat, removed=removed, name=name)


def next_host(table: Table, leaving: int) -> entries.Hosted | None:
    """The next host when the host leaves their seat: the first person at another."""
    if table.host not in table.seats[leaving].people:
        return None
    others = [person for i, chair in enumerate(table.seats) if i != leaving for person in chair.people]
    return entries.Hosted(at=now(table), person=others[0]) if others else None


def become_host(table: Table, person: str, gone: bool) -> entries.Hosted:
    """Become host in place of one who is ``gone``; a person who shares the host's seat need not wait."""
    seat = table.seat_of(person)
    if person == table.host:
        raise AlreadyDone(table.number)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    _check_not_over(table)
    if not gone and seat != table.seat_of(table.host):
        raise Refused("host-here", "The host is here, or was a few minutes ago.")
    _check_log_length(table, 2)
    return entries.Hosted(at=now(table), person=person)


def link(table: Table, person: str, seat: int, token: str) -> entries.Linkable:
    """Make a private link to one's own seat or, as host, to an empty one."""
    _check_own_or_host(table, person, seat)
    if table.seats[seat].people and table.seat_of(person) != seat:
        raise Refused("taken", "Somebody sits there: only they can make a link to that seat.")
    _check_log_length(table, 2)
    own = table.seat_of(person)
    seen = bit(seat) | bit(seat if own == WATCHER else own)
    return entries.Linkable(at=now(table), seat=seat, hash=hashed(token), by=person, seen=seen)


def unlink(table: Table, person: str, seat: int) -> entries.Unlinked:
    """Revoke a seat's private link, for all who came by it."""
    _check_own_or_host(table, person, seat)
    if not table.seats[seat].link:
        raise Refused("not-found", "That seat has no link.")
    return entries.Unlinked(at=now(table), seat=seat)


def give_to_bot(table: Table, person: str, seat: int, bot: str) -> entries.Botted:
    """Let a bot play for one's own seat or, as host, for any."""
    _check_own_or_host(table, person, seat)
    _check_not_over(table)
    _check_log_length(table, 2)
    check_bot(table.game, bot)
    name = "" if table.seats[seat].name else _free_name(table, BOT_NAMES[seat])
    return entries.Botted(at=now(table), seat=seat, bot=bot, seed=secrets.randbits(64), name=name)


def check_bot(game: Game[Any], spec: str) -> None:
    """Raise `Refused` if there is no such bot, or it would think for too long."""
    kind, _, detail = spec.partition(":")
    searches = kind == "search" and THOUGHT.fullmatch(detail)
    if kind not in BOTS or len(spec) > 40 or (kind == "search" and not searches):
        raise Refused("invalid", "A bot is one of: {bots}.", bots=OFFERED)
    if searches and not 0 < float(detail.rstrip("s")) <= (LONGEST_THOUGHT if detail[-1] == "s" else MOST_ITERATIONS):
        most = {"seconds": LONGEST_THOUGHT, "iterations": MOST_ITERATIONS}
        raise Refused("invalid", "A bot thinks for at most {seconds} s or {iterations} iterations here.", **most)
    try:
        _try_bot(game, "search:1" if searches else spec)
    except BadOption as error:
        raise Refused("invalid", str(error)) from error


@functools.lru_cache(1000)
def _try_bot(game: Game[Any], spec: str) -> None:
    """Construct a bot, once per spec: a searching one takes a tenth of a second."""
    from ...bots import bot

    bot(spec, game, 0)


def take_back(table: Table, person: str, seat: int) -> entries.Unbotted:
    """Send the bot of a seat away, so that its person plays again."""
    _check_own_or_host(table, person, seat)
    if not table.seats[seat].bot:
        raise Refused("empty", "No bot plays there.")
    if table.match and not table.seats[seat].people:
        raise Refused("empty", "Nobody else could play for that seat.")
    return entries.Unbotted(at=now(table), seat=seat)


def start(table: Table, person: str, seed: int | None = None, position: str = "") -> entries.Started:
    """Start the game as host, from a position where it is coached; every seat must have a person or a bot."""
    _check_host(table, person)
    if table.match:
        raise Refused("started", "The game has already begun.")
    _check_not_over(table)
    if any(chair.kind == "empty" for chair in table.seats):
        raise Refused("empty", "A seat is empty: fill it, give it to a bot, or play with fewer seats.")
    seed = secrets.randbits(128) if seed is None else seed
    names = tuple(chair.name for chair in table.seats)
    rules = table.game.version
    return entries.Started(at=now(table), seed=f"{seed:032x}", names=names, rules=rules, position=position)


def end(table: Table, person: str) -> entries.Ended:
    """End the table as host."""
    _check_host(table, person)
    _check_not_over(table)
    return entries.Ended(at=now(table))


def forget(table: Table, before: float) -> entries.Ended:
    """End a table whose game never began and at which nothing has happened since ``before``."""
    if table.status != "lobby" or table.changed >= before:
        raise AlreadyDone(table.number)
    return entries.Ended(at=now(table), forgotten=True)


def move(table: Table, person: str, wanted: str | int, question: int | None, client: str) -> entries.Moved:
    """Make a move, given as text or code; refused only if it is illegal or answers an old question."""
    seat = _mover(table, person, client)
    if question is not None and question != table.seats[seat].question:
        raise Refused("stale", "You have been asked something else since.")
    return checked_move(table, seat, read_move(table, seat, wanted), client)


def checked_move(table: Table, seat: int, code: int, client: str = "", by_clock: bool = False) -> entries.Moved:
    """The entry of a legal move. Legality is judged by what the seat knows, so that a refusal reveals nothing."""
    known = table.knowledge(seat)
    if not by_clock and (reason := table.game.rules.forbids(known.hidden, seat, code)):
        raise Forbidden(table.game, reason)
    try:
        preview = table.preview(seat, code, by_clock)
    except IllegalMove as error:  # an error in the rules, of which nothing must be stored
        raise AssertionError(f"{table.game.name}: {code} is legal for what the seat knows only") from error
    return entries.Moved(
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
    """Return the code of a move given as text or code."""
    count, known = table.game.families.count, table.knowledge(seat)
    if not isinstance(wanted, str):
        if not 0 <= wanted < count:
            raise Refused("invalid", "{code} is no move; codes go from 0 to {last}.", code=wanted, last=count - 1)
        return wanted
    plain = " ".join(wanted.split()).casefold()
    for code in (*known.legal, *range(count)):
        if table.game.notation.move_text(known.hidden, seat, code).casefold() == plain:
            return int(code)
    raise Refused("invalid", "{text} is no move of {game}.", text=repr(wanted[:60]), game=table.game.title)


def undo(table: Table, person: str, client: str) -> entries.Undone:
    """Take one's last move back."""
    seat = _mover(table, person, client)
    _check_log_length(table)
    if not table.may_undo(seat):
        raise Refused("final", "That cannot be taken back: something random, hidden or somebody else's happened.")
    last = table.moves[-1]
    return entries.Undone(at=now(table), seen=last.seen, asked=last.asked, client=client, seat=seat, secret=last.secret)


def timed_out(table: Table, seat: int) -> entries.Moved:
    """The default move of a seat whose time has run out."""
    return checked_move(table, seat, table.game.rules.timeout(table.knowledge(seat).hidden, seat), by_clock=True)


def raise_hand(table: Table, person: str) -> entries.Raised:
    """Ask for more than the grace time, unseen by the others."""
    seat = _mover(table, person, "")
    if not table.knowledge(seat).legal or not table.game.is_window(table.knowledge(seat).hidden, seat):
        raise Refused("illegal", "There is no grace time to stop now.")
    if table.seats[seat].raised:
        raise AlreadyDone(table.number)
    return entries.Raised(at=now(table), seen=bit(seat), seat=seat)


def say(table: Table, person: str, text: str, to: int | None, client: str, longest: int) -> entries.Said:
    """Send a chat message to everybody, or whisper to one seat."""
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "Only those who sit at the table talk there.")
    _check_new(table, f"seat {seat}", client)
    _check_log_length(table)
    text = " ".join(text.split())
    if not text or len(text) > longest or not text.isprintable():
        raise Refused("invalid", "A message has 1 to {most} characters, all of them visible.", most=longest)
    if to is not None:
        _check_seat(table, to)
        if to == seat:
            raise Refused("invalid", "You cannot whisper to yourself.")
    seen = entries.EVERYBODY if to is None else bit(seat) | bit(to)
    return entries.Said(at=now(table), seen=seen, client=client, seat=seat, text=text, to=to)


def _check_host(table: Table, person: str) -> None:
    if person != table.host:
        raise Refused("not-yours", "Only the host of this table may do that.")


def _check_not_over(table: Table) -> None:
    if table.status == "over":
        raise Refused("over", "The game is over." if table.match else "The table has already ended.")


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("not-found", "This table has seats 0 to {last}.", last=len(table.seats) - 1)


def _check_own_or_host(table: Table, person: str, seat: int) -> None:
    _check_seat(table, seat)
    if table.seat_of(person) != seat:
        _check_host(table, person)


def _mover(table: Table, person: str, client: str) -> int:
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    _check_new(table, f"seat {seat}", client)
    if table.status != "running":
        raise Refused("over" if table.match else "lobby", "The game is not running.")
    if table.seats[seat].bot:
        raise Refused("bot", "A bot plays for you; take your seat back first.")
    return seat


def _check_new(table: Table, owner: str, client: str) -> None:
    if client and (owner, client) in table.clients:
        raise AlreadyDone(table.clients[owner, client])


def _check_log_length(table: Table, times: int = 1) -> None:
    if table.number >= times * LONGEST_LOG:
        raise Refused("too-much", "So much has been said and taken back at this table that only moves are left.")


def _free_name(table: Table, name: str, own: int = WATCHER) -> str:
    taken = {chair.name for i, chair in enumerate(table.seats) if i != own}
    return next(each for each in (name, *(f"{name} {i}" for i in range(2, 20))) if each not in taken)
