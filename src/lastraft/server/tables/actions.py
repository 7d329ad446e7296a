"""What people may do at a table. Each action is checked here and becomes the next log entry, or is refused.

A refusal depends only on what the person who acts may know.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Collection
from typing import Any

import msgspec

from ...bots import KINDS, KNOWN, built_in
from ...errors import BadOption, IllegalMove, LastRaftError
from ...protocol import WATCHER, Game, game
from ...protocol.translations import translator
from ..web.identity import hashed, matches
from ..web.lookalikes import skeleton
from . import beats, clock, entries, nights, orders, plans
from .entries import Clock, LogEntry, bit
from .table import Knowledge, Table

LONGEST_CLOCK = 60 * 86_400
LONGEST_LOG = 20_000
"""More entries than any game has moves. A longer log takes no more chat and undo, one twice as long only moves."""
LONGEST_THOUGHT, MOST_ITERATIONS = 10, 20_000
THOUGHT = re.compile(r"\d{1,7}|\d{1,4}(\.\d{1,4})?s", re.ASCII)
BOT_NAMES = (
    "Coral", "Sandy", "Reef", "Pearl", "Dune", "Kelp", "Marina", "Tern", "Drift", "Palm", "Conch", "Skipper",
)  # fmt: skip


HTTP_STATUS = {
    "not-found": 404,
    "not-yours": 403,
    "wrong": 403,
    "invalid": 400,
    "too-fast": 429,
    "too-much": 503,
    "nobody": 401,
    "banned": 403,
    "muted": 403,
}


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
    pace: float | None = None
    debate: float | None = None
    late: str | None = None
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
    return max(clock.now(), table.changed)


def _check_terms(game: Game[Any], terms: entries.Terms) -> None:
    """Raise `LastRaftError` if the game cannot be played on these terms."""
    game.new_state(terms.size, terms.options)
    clock = terms.clock
    if clock.kind != "none" and not 1 <= clock.seconds <= LONGEST_CLOCK:
        raise Refused("invalid", "A clock has 1 second to 60 days.")
    if not 0 <= clock.reserve <= 24 * 60 or not 0 <= clock.vacation <= 60:
        raise Refused("invalid", "A reserve goes to 60 days in hours, vacation from 0 to 60 days.")
    if (clock.reserve and clock.kind in ("none", "bank")) or (
        (clock.nights or clock.vacation) and clock.kind == "none"
    ):
        raise Refused("invalid", "A reserve belongs to a clock for each move; nights and vacation need a clock.")
    if terms.late not in ("rules", "bot", "fold", "back", "good"):
        raise Refused("invalid", "When time is out, one of these moves: rules, bot, fold, back or good.")
    if not 0 <= clock.extra <= 3600 or not 0 <= terms.grace <= 600 or not 0 <= terms.pause <= 60:
        raise Refused("invalid", "Extra time goes to an hour, grace time to ten minutes, a bot's pause to a minute.")
    if not 0 <= terms.pace <= 10 or not 5 <= terms.debate <= 600:
        raise Refused("invalid", "A pace goes from 0 to 10, a debate from 5 seconds to ten minutes.")


def opened(person: str, which: str, terms: TermsChange, games: int = 1) -> entries.Opened:
    """The first entry of a new table.

    :raises LastRaftError: if the game cannot be played on these terms.
    """
    chosen = game(which)
    if not 1 <= games <= 99:
        raise Refused("invalid", "A series has 1 to 99 games.")
    series = entries.SeriesStanding(games) if games > 1 else None
    given = {"size": chosen.usual_size, **terms.given}
    opening = entries.Opened(at=clock.now(), game=chosen.name, host=person, series=series, **given)
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


def sit(
    table: Table, person: str, name: str, seat: int | None = None, origin: str = "", made: float = 0, face: int = -1
) -> entries.Sat:
    """Take an empty seat: the one the person is invited to, or one that is kept for nobody else.

    Whoever was removed does not come back with another cookie, ``made`` since, from the same address (``origin``).
    """
    if table.seat_of(person) != WATCHER:
        raise Refused("seated", "You already have a seat at this table.")
    if table.match:
        raise Refused("started", "The game has begun; a seat's private link still lets you in.")
    _check_not_over(table)
    if person in table.removed:
        raise Refused("removed", "The host removed you from this table; only a private link lets you in again.")
    if table.removed_origins.get(origin, made) < made and person not in table.invited:
        raise Refused("removed", "The host removed somebody who came from where you are; a private link lets you in.")
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
    return entries.Sat(at=now(table), seat=chosen, person=person, name=_free_name(table, known), face=face)


def rename(table: Table, person: str, name: str, face: int | None = None) -> entries.Renamed:
    """Take another name or face before the game begins; the face stays as it is if none is given."""
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    if table.match:
        raise Refused("started", "The game has begun: names stay as they are.")
    _check_not_over(table)
    _check_log_length(table, 2)
    chair = table.seats[seat]
    name, face = _free_name(table, name, seat), chair.face if face is None else face
    if (name, face) == (chair.name, chair.face):
        raise AlreadyDone(table.number)
    return entries.Renamed(at=now(table), seat=seat, name=name, face=face)


def come_again(table: Table, person: str, face: int = -1) -> entries.Sat:
    """Take the seat that the person is invited to."""
    if person not in table.invited:
        raise AlreadyDone(table.number)
    seat, name = table.invited[person]
    return sit(table, person, name, seat, face=face)


def sit_by_link(
    table: Table, person: str, name: str, token: str, here: Collection[int] = ()
) -> entries.Linked | entries.Asked:
    """Come to a seat by its private link, which ends with that.

    Whoever plays for a seat sees its hand: a holder who is ``here`` must agree to another device, and in a running game
    the others to a new holder (`agree`).
    """
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
    name, chair = _free_name(table, name, seat), table.seats[seat]
    if chair.people:
        kind = entries.Asked if seat in here else entries.Linked
        return kind(at=now(table), seen=bit(seat), seat=seat, person=person, name=name, shared=True)
    maker = table.seat_of(chair.link_by)
    if table.status == "running" and any(each.people for i, each in enumerate(table.seats) if i != maker):
        return entries.Asked(at=now(table), seat=seat, person=person, name=name)
    return entries.Linked(at=now(table), seat=seat, person=person, name=name)


def agree(table: Table, person: str, seat: int) -> entries.Agreed | entries.Linked:
    """Let the person who asked for a seat take it; the last who must agree seats them."""
    own = _check_request(table, person, seat)
    request, missing = table.requests[seat], table.must_agree(seat)
    if set(missing) <= {own} and table.seat_of(request.person) == WATCHER:
        seen, shared = (bit(seat), True) if own == seat else (entries.EVERYBODY, False)
        return entries.Linked(
            at=now(table), seen=seen, seat=seat, person=request.person, name=request.name, shared=shared
        )
    if own not in missing:
        raise AlreadyDone(table.number)
    return entries.Agreed(at=now(table), seat=seat, by=own)


def decline(table: Table, person: str, seat: int) -> entries.Declined:
    """Do not let the person who asked for a seat take it."""
    seen = bit(seat) if _check_request(table, person, seat) == seat else entries.EVERYBODY
    return entries.Declined(at=now(table), seen=seen, seat=seat, name=table.requests[seat].name)


def _check_request(table: Table, person: str, seat: int) -> int:
    """The seat of a person who may answer a request for another seat."""
    _check_seat(table, seat)
    own = table.seat_of(person)
    if own == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    if seat not in table.requests:
        raise Refused("empty", "Nobody asks for that seat.")
    if table.seats[seat].people and own != seat:
        raise Refused("not-yours", "Only the host or whoever sits there can do that.")
    return own


def leave(table: Table, person: str, seat: int, origins: Collection[str] = ()) -> entries.Left:
    """Leave a seat, in a running game to a bot; the host may remove anybody, including those only invited.

    ``origins`` are hashes of the addresses from which those who are removed must not come back with a new cookie.
    """
    _check_seat(table, seat)
    removed = table.seat_of(person) != seat
    if removed:
        _check_host(table, person)
    name = table.guest_of(seat) or table.seats[seat].name
    if table.seats[seat].kind == "empty" and not table.guest_of(seat):
        raise Refused("empty", "Nobody sits there.")
    kept = tuple(sorted(origins)) if removed else ()
    if table.status != "running":
        return entries.Left(at=now(table), seat=seat, removed=removed, name=name, origins=kept)
    if not table.seats[seat].people:
        raise Refused("bot", "A bot plays there, and goes on.")
    bot, seed = table.seats[seat].bot or "greedy", table.seats[seat].bot_seed or secrets.randbits(64)
    return entries.Left(at=now(table), seat=seat, removed=removed, name=name, bot=bot, seed=seed, origins=kept)


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
    if not table.seats[seat].link and not any(table.seats[seat].people.values()):
        raise Refused("not-found", "That seat has no link.")
    return entries.Unlinked(at=now(table), seat=seat)


def give_to_bot(table: Table, person: str, seat: int, bot: str, own: Collection[str] = ()) -> entries.Botted:
    """Let a bot play for one's own seat or, as host, for any; ``own`` names the bots that the operator brought."""
    _check_own_or_host(table, person, seat)
    _check_not_over(table)
    _check_log_length(table, 2)
    check_bot(table.game, bot, own)
    name = "" if table.seats[seat].name else _free_name(table, BOT_NAMES[seat])
    return entries.Botted(at=now(table), seat=seat, bot=bot, seed=secrets.randbits(64), name=name)


def check_bot(game: Game[Any], spec: str, own: Collection[str] = ()) -> None:
    """Raise `Refused` if there is no such bot, or it would think for too long."""
    if spec in own:
        return
    kind, *details = spec.split(":")
    amount = next((detail for detail in details if THOUGHT.fullmatch(detail)), "")
    searches = kind == "search" and amount
    if kind not in KINDS or len(spec) > 40 or (kind == "search" and not searches):
        raise Refused("invalid", "A bot is one of: {bots}.", bots="; ".join([KNOWN, *own]))
    if searches and not 0 < float(amount.rstrip("s")) <= (LONGEST_THOUGHT if amount[-1] == "s" else MOST_ITERATIONS):
        most = {"seconds": LONGEST_THOUGHT, "iterations": MOST_ITERATIONS}
        raise Refused("invalid", "A bot thinks for at most {seconds} s or {iterations} iterations here.", **most)
    try:
        _try_bot(game, ":".join([kind, *("1" if searches and each == amount else each for each in details)]))
    except BadOption as error:
        raise Refused("invalid", str(error)) from error


@functools.lru_cache(1000)
def _try_bot(game: Game[Any], spec: str) -> None:
    """Construct a bot, once per spec: one that learned reads its net."""
    built_in(spec, game, 0)


def is_own(spec: str) -> bool:
    """Whether a bot is not one of ours, but one that an operator brought (see `own_bots`)."""
    return spec.partition(":")[0] not in KINDS


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


def forget(table: Table, status: str, before: float) -> entries.Ended:
    """End a table of this status at which nothing has happened since ``before``."""
    if table.status != status or table.changed >= before:
        raise AlreadyDone(table.number)
    return entries.Ended(at=now(table), forgotten=True)


def move(table: Table, person: str, wanted: str | int, question: int | None, client: str) -> LogEntry:
    """Make a move, given as text or code; refused only if it is illegal or answers an old question. Whoever lets a
    window pass is ready: the move itself follows when the window ends for all."""
    seat = _mover(table, person, client)
    if question is not None and question != table.seats[seat].question:
        raise Refused("stale", "You have been asked something else since.")
    if ahead := plans.ahead(table, seat):
        code = read_move(table, seat, wanted, ahead)
        if reason := table.game.rules.forbids(ahead.hidden, seat, code):
            raise Forbidden(table.game, reason)
        return entries.Planned(at=now(table), seen=bit(seat), client=client, seat=seat, code=code)
    code = read_move(table, seat, wanted, table.knowledge(seat))
    if table.window and code == beats.declines(table, seat) and _waits_for_all(table, seat):
        if reason := table.game.rules.forbids(table.knowledge(seat).hidden, seat, code):
            raise Forbidden(table.game, reason)
        if seat in table.window.ready:
            raise AlreadyDone(table.number)
        return _ready(table, seat, client)
    return checked_move(table, seat, code, client)


def _waits_for_all(table: Table, seat: int) -> bool:
    """Whether letting the open window pass waits for its end: only the owner's closing move may end a debate."""
    window = table.window
    return window is None or window.beat.owner != seat or not beats.may_end(table, clock.now())


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


def read_move(table: Table, seat: int, wanted: str | int, known: Knowledge) -> int:
    """Return the code of a move given as text or code."""
    count = table.game.families.count
    if not isinstance(wanted, str):
        if not 0 <= wanted < count:
            raise Refused("invalid", "{code} is no move; codes go from 0 to {last}.", code=wanted, last=count - 1)
        return wanted
    plain = " ".join(wanted.split()).casefold()
    for code in (*known.legal, *range(count)):
        if table.game.notation.move_text(known.hidden, seat, code).casefold() == plain:
            return int(code)
    raise Refused("invalid", "{text} is no move of {game}.", text=repr(wanted[:60]), game=table.game.title)


def undo(table: Table, person: str, client: str) -> entries.Undone | entries.Planned:
    """Take one's last move back, or one's last answer ahead of time."""
    seat = _mover(table, person, client)
    _check_log_length(table)
    if plans.may_undo(table, seat):
        return entries.Planned(at=now(table), seen=bit(seat), client=client, seat=seat)
    if not table.may_undo(seat):
        raise Refused("final", "That cannot be taken back: something random, hidden or somebody else's happened.")
    seen = asked = secret = 0
    for last in table.moves[-table.moves_to_undo(seat) :]:
        seen, asked, secret = seen | last.seen, asked | last.asked, secret | last.secret
    return entries.Undone(at=now(table), seen=seen, asked=asked, client=client, seat=seat, secret=secret)


def timed_out(table: Table, seat: int) -> entries.Moved:
    """The move of a seat whose time has run out: what it has ordered for that, or its default move."""
    if ordered := orders.wanted(table, seat, late=True):
        return msgspec.structs.replace(checked_move(table, seat, ordered.code), by_table=True, ordered=True)
    return checked_move(table, seat, table.game.rules.timeout(table.knowledge(seat).hidden, seat), by_clock=True)


def replaced(table: Table, seat: int, late: str) -> entries.Botted | entries.Left:
    """A bot plays for a seat whose time has run out: until its person is `back`, or for `good`; or it will `fold`, by
    default moves until they are back."""
    at, bot, seed = now(table), "fold" if late == "fold" else "normal", secrets.randbits(64)
    if late in ("back", "fold"):
        return entries.Botted(at=at, seat=seat, bot=bot, seed=seed, late=True)
    return entries.Left(at=at, seat=seat, name=table.seats[seat].name, bot=bot, seed=seed, late=True)


def come_back(table: Table, person: str) -> entries.Unbotted:
    """Play again oneself, in place of a bot that came because one's time had run out."""
    seat = table.seat_of(person)
    if seat == WATCHER or not table.seats[seat].stands_in or table.status != "running":
        raise AlreadyDone(table.number)
    return entries.Unbotted(at=now(table), seat=seat)


def raise_hand(table: Table, person: str) -> entries.Raised:
    """Ask for more than the grace time, unseen by the others."""
    seat = _mover(table, person, "")
    if not table.knowledge(seat).legal or not table.game.is_window(table.knowledge(seat).hidden, seat):
        raise Refused("illegal", "There is no grace time to stop now.")
    if table.seats[seat].raised:
        raise AlreadyDone(table.number)
    return entries.Raised(at=now(table), seen=bit(seat), seat=seat)


def step_in(table: Table, person: str, on: bool) -> entries.Stepped:
    """Hold the open window, or the next one; or let go. Nobody learns who does."""
    seat, window = _mover(table, person, ""), table.window
    if not table.terms.pace:
        raise Refused("illegal", "This table waits for every answer; there is nothing to hold.")
    held = table.seats[seat].ahead or (window is not None and seat in window.holds)
    if on == held:
        raise AlreadyDone(table.number)
    _check_log_length(table)
    if window is None or not window.beat.seats >> seat & 1:
        return entries.Stepped(at=now(table), seen=bit(seat), seat=seat, on=on)
    if on and not table.knowledge(seat).legal:
        raise Refused("illegal", "You hold nothing that you could use now.")
    if on and window.steps.get(seat, 0) >= beats.MOST_HOLDS:
        raise Refused("too-fast", "You stepped in twice without playing anything; wait for the next moment.")
    return entries.Stepped(at=now(table), seat=seat, on=on)


def be_ready(table: Table, person: str, client: str, question: int | None = None) -> LogEntry:
    """Let the open window pass, not one that has opened since; the owner of a debate ends it so, after its first
    third."""
    seat, window = _mover(table, person, client), table.window
    asked = question is None or question == table.seats[seat].question
    if window is None or not window.beat.seats >> seat & 1 or not asked:
        raise Refused("stale", "That moment is over.")
    if (code := beats.declines(table, seat)) >= 0 and not _waits_for_all(table, seat):
        return checked_move(table, seat, code, client)
    if seat in window.ready:
        raise AlreadyDone(table.number)
    return _ready(table, seat, client)


def _ready(table: Table, seat: int, client: str) -> entries.Ready:
    """In a debate everybody sees who is ready; otherwise nobody does."""
    window = table.window
    shown = window is not None and window.beat.ready
    return entries.Ready(at=now(table), seen=entries.EVERYBODY if shown else bit(seat), seat=seat, client=client)


def leave_rest(table: Table, person: str, on: bool) -> entries.Delegated:
    """Leave the rest of one's choices at setup to the table, or make them again oneself; nobody else learns it. Whoever
    is out of the game leaves the rest of that to it: bots alone then hurry to the end."""
    seat = _mover(table, person, "")
    if on == table.seats[seat].rest:
        raise AlreadyDone(table.number)
    if not plans.may_leave_rest(table, seat) and not beats.is_out(table, seat):
        raise Refused("illegal", "There is nothing that the table could place for you now.")
    _check_log_length(table)
    return entries.Delegated(at=now(table), seen=bit(seat), seat=seat, on=on)


def set_asks(
    table: Table, person: str, asks: str | None = None, answers: bool | None = None, speed: str | None = None
) -> entries.Asking:
    """Say in which windows one wants to be asked, whether the table answers what has one answer, and how fast one's
    page plays moves; what is left out stays. Nobody else learns it."""
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    if asks not in (None, "always", "useful", "never"):
        raise Refused("invalid", "One can be asked: always, useful or never.")
    if speed is not None and speed not in beats.TEMPO:
        raise Refused("invalid", "Moves are played: slow, normal, fast or off.")
    chair = table.seats[seat]
    wanted = {
        "asks": chair.asks if asks is None else asks,
        "answers": chair.answers if answers is None else answers,
        "speed": chair.speed if speed is None else speed,
    }
    if wanted == {"asks": chair.asks, "answers": chair.answers, "speed": chair.speed}:
        raise AlreadyDone(table.number)
    _check_log_length(table)
    return entries.Asking(at=now(table), seen=bit(seat), seat=seat, **wanted)  # type: ignore[arg-type]


def sleep(table: Table, person: str, zone: str, begins: int, ends: int) -> entries.Slept:
    """Say when one's nights are, in minutes of the day, and in which time zone; nobody else learns it."""
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "You have no seat at this table.")
    if len(zone) > 64 or nights.zone_of(zone) is None:
        raise Refused("invalid", "{zone} is no time zone; they are called like Europe/Warsaw.", zone=repr(zone[:60]))
    if not (0 <= begins < 1440 and 0 <= ends < 1440):
        raise Refused("invalid", "A night begins and ends at a minute of the day, 0 to 1439.")
    if nights.Night(zone, begins, ends).minutes > nights.LONGEST_NIGHT:
        raise Refused("invalid", "A night has at most 12 hours.")
    if table.seats[seat].night == (zone, begins, ends):
        raise AlreadyDone(table.number)
    _check_log_length(table)
    return entries.Slept(at=now(table), seen=bit(seat), seat=seat, zone=zone, begins=begins, ends=ends)


def take_days_off(table: Table, person: str, days: int) -> entries.Vacationed:
    """Take days off, in which one's clock stands; with 0 one is back."""
    seat = _mover(table, person, "")
    chair, at = table.seats[seat], now(table)
    away = bool(chair.off) and chair.off[-1][1] > at
    if not days and not away:
        raise AlreadyDone(table.number)
    if days and away:
        raise Refused("taken", "You are on vacation already; come back first.")
    if days and not 1 <= days <= chair.vacation:
        raise Refused("invalid", "You can take 1 to {most} days off in this game.", most=chair.vacation)
    _check_log_length(table)
    return entries.Vacationed(at=at, seat=seat, days=days)


def give_order(
    table: Table, person: str, occasion: str, what: int, on: bool = True, gone: bool = False
) -> entries.Ordered:
    """Give a standing order, switch it on or off, or take it back; nobody else learns it."""
    seat = _mover(table, person, "")
    chair, order = table.seats[seat], (occasion, what)
    if not table.terms.pace:
        raise Refused("illegal", "This table waits for every answer; there is nothing to order.")
    if gone or not on:
        if order not in chair.orders:
            raise Refused("not-found", "You have given no such order.")
    else:
        _check_order(table, seat, occasion, what)
    if not gone and chair.orders.get(order) == on:
        raise AlreadyDone(table.number)
    _check_log_length(table)
    return entries.Ordered(at=now(table), seen=bit(seat), seat=seat, occasion=occasion, what=what, on=on, gone=gone)


def _check_order(table: Table, seat: int, occasion: str, what: int) -> None:
    names = [each.name for each in table.game.orders.occasions]
    if occasion not in names:
        known = ", ".join(names)
        raise Refused("invalid", "That is no occasion for an order here; there are: {known}.", known=known)
    r = table.game.reader(table.knowledge(seat).hidden, seat, table.names)
    if what not in [each.what for each in table.game.orders.choices(r, occasion)]:
        raise Refused("invalid", "You can order only what you could do: a card that you hold, somebody who is alive.")
    if len(table.seats[seat].orders) >= orders.MOST and (occasion, what) not in table.seats[seat].orders:
        raise Refused("too-much", "You have given {most} orders; take one back first.", most=orders.MOST)


def answered_by_table(table: Table) -> entries.Moved | entries.Ready:
    """The next move that the table makes itself, if it is due; or that a seat is ready."""
    answer = beats.answer(table)
    if answer is None or answer.at > clock.now():
        raise Refused("stale", "You have been asked something else since.")
    if answer.code == beats.READY:
        return _ready(table, answer.seat, "")
    entry = checked_move(table, answer.seat, answer.code)
    return msgspec.structs.replace(entry, by_table=True, ordered=answer.ordered)


def say(table: Table, person: str, text: str, to: int | None, client: str, longest: int) -> entries.Said:
    """Send a chat message to everybody, or whisper to one seat."""
    seat = _talker(table, person, client)
    text = " ".join(text.split())
    if not text or len(text) > longest or not text.isprintable():
        raise Refused("invalid", "A message has 1 to {most} characters, all of them visible.", most=longest)
    if to is not None:
        _check_seat(table, to)
        if to == seat:
            raise Refused("invalid", "You cannot whisper to yourself.")
    seen = entries.EVERYBODY if to is None else bit(seat) | bit(to)
    return entries.Said(at=now(table), seen=seen, client=client, seat=seat, text=text, to=to)


def say_phrase(table: Table, person: str, code: int, client: str) -> entries.Said:
    """Say one of the game's phrases to everybody."""
    return phrase(table, _talker(table, person, client), code, client)


def _talker(table: Table, person: str, client: str) -> int:
    seat = table.seat_of(person)
    if seat == WATCHER:
        raise Refused("not-yours", "Only those who sit at the table talk there.")
    _check_new(table, f"seat {seat}", client)
    _check_log_length(table)
    return seat


def phrase(table: Table, seat: int, code: int, client: str = "") -> entries.Said:
    """The entry of a phrase that a seat can say now."""
    ended = table.match is not None and table.match.over
    if table.status != "running" and not (ended and code in table.game.phrases.parting):
        raise Refused("over" if table.match else "lobby", "The game is not running.")
    r = table.game.reader(table.knowledge(seat).hidden, seat, table.names)
    if code not in [offered.code for offered in beats.phrases_offered(table, r)]:
        raise Refused("invalid", "That is no phrase for this moment.")
    text = table.game.phrases.text(code, table.game.listener(WATCHER, table.names))
    return entries.Said(at=now(table), client=client, seat=seat, text=text, phrase=code)


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
    """The name, with a number if it looks like that of another seat."""
    taken = {skeleton(chair.name) for i, chair in enumerate(table.seats) if i != own}
    return next(each for each in (name, *(f"{name} {i}" for i in range(2, 20))) if skeleton(each) not in taken)
