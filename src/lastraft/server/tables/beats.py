"""The time of windows, which a table keeps for everybody, and the answers that it gives itself.

How long a window lasts depends on what everybody knows, never on a hand or a setting. Nobody is waited for by name:
those who let it pass, who are not asked and who do not answer all pass together when it ends. Nothing here does any
input or output; the driver makes the moves when they are due.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ...protocol import WATCHER, Beat, Game, Reader
from ...protocol.one_result import needed, one_result, one_result_for_all
from ...protocol.phrases import Phrase
from ...protocol.staging import duration
from . import orders, plans
from .entries import Moved, Said

if TYPE_CHECKING:
    from ...kernel import Emitted
    from .table import Table

LEAD = 1.2
"""Seconds for the page to show what came before, until a window's time begins."""
LONGEST_SCENES = 12.0
"""Seconds for which the table waits at most while pages play scenes: deaths, one after the other."""
HOLD = 20.0
"""Seconds for which whoever steps in holds a window."""
MOST_HOLDS = 2
"""So often may a seat hold one window without playing anything."""
BOTS_ALONE = 0.8
"""Seconds of a window that is open for bots alone."""
HURRIED = 0.2
"""The same once everybody wants to see the end."""
ONE_PERSON, SHORTEST = 0.5, 0.4
"""How much faster the time of windows runs with one person and bots, but for those that end when all are ready; and how
much faster still at most, where that person's page plays fast."""
OFFERED = 30.0
"""Seconds to answer an offer in a window, with one person and bots: anybody else could tell the offer by the time."""
UNHURRIED = 300.0
"""Seconds for which the only person may talk, read and think before they say that they are ready; a program that never
says so holds its table up no longer."""
SLOW, SLOWEST = 7200.0, 86_400.0
"""Seconds of a window at tables that are played over days; one that ends when all are ready has the time of a move, up
to so many."""
TEMPO = {"slow": 1.6, "normal": 1.0, "fast": 0.45, "off": 0.0}
"""What the pauses between the moves of bots are multiplied by, as fast as pages play."""
CHIEF = 1 / 3
"""After this part of a debate its owner may end it."""
SPEAKERS = 3
"""About so many bots speak in a debate."""
RECENT, PAUSE, OLD = 8, 1.5, 10.0
"""A bot answers what is among so many entries of the log, after so many seconds, unless it was said so long ago."""
OFFER_READ = 1.0, 2.5
"""Seconds after which a bot answers an offer, but never later than the open window would end without it."""
OWN_LIFE = 0.2, 0.5
"""Seconds after which a bot whose life a window decides about considers it, whatever it holds: others should know
whether it helps itself before they do."""
MEMORY = 300
"""So many entries of the log a bot remembers what it was offered and refused."""
SECRET = 3.0
"""Seconds after which the table gives an answer that would bring something to light that could still be taken back;
about so many, because nobody answers just as long each time, if only the seat knows that it is the only one."""


@dataclass
class OpenWindow:
    """A window that is open at a table."""

    beat: Beat
    number: int
    """The number of the log entry that opened it."""
    begins: float
    ends: float
    ready: set[int] = field(default_factory=set)
    """The people who have let it pass."""
    stakes: dict[int, Any] = field(default_factory=dict)
    """By seat that has: what its answer depended on."""
    reacts: float = 0.0
    """Until when bots may still answer what happened after all people were ready."""
    holds: dict[int, float] = field(default_factory=dict)
    """By seat that stepped in: until when it holds the window."""
    steps: dict[int, int] = field(default_factory=dict)
    """By seat: how often it stepped in without playing."""
    restarts: int = 0
    offered: float = 0.0
    """Since when the only person has an offer to answer; 0 if they have none."""

    def delay(self, seconds: float) -> None:
        self.begins += seconds
        self.ends += seconds
        self.offered += seconds if self.offered else 0.0
        self.holds = {seat: until + seconds for seat, until in self.holds.items()}


def people(table: Table, mask: int = -1) -> list[int]:
    """The seats of a mask for which a person answers."""
    return [i for i, seat in enumerate(table.seats) if mask >> i & 1 and seat.people and not seat.bot]


def speed(table: Table, beat: Beat | None = None) -> float:
    """What the seconds of windows are multiplied by."""
    hurried = len(people(table)) < 2 and not (beat and beat.ready)
    return table.terms.pace * (ONE_PERSON * max(SHORTEST, min(1.0, tempo(table))) if hurried else 1)


def tempo(table: Table) -> float:
    """What pauses are multiplied by: as the slowest person's page plays, and no faster than usual where somebody
    watches."""
    chosen = [TEMPO[table.seats[seat].speed] for seat in people(table)]
    return max([*chosen, 1.0] if table.watched or not chosen else chosen)


def hurried(table: Table) -> bool:
    """Whether everybody who came to play is out of the game and wants to see how it ends."""
    seats = people(table)
    return bool(seats) and all(table.seats[i].rest and is_out(table, i) for i in seats)


def is_out(table: Table, seat: int) -> bool:
    return table.status == "running" and table.game.windows.out(table.knowledge(WATCHER).hidden, seat)


def length(table: Table, beat: Beat) -> float:
    """How many seconds a window takes."""
    seconds = table.terms.debate if beat.debate else beat.seconds
    if not seconds:
        return 0.0
    if not people(table, beat.seats):
        return min(seconds, HURRIED if hurried(table) else max(HURRIED, BOTS_ALONE * tempo(table)))
    if table.terms.slow:
        return min(table.terms.clock.seconds, SLOWEST) if beat.ready else SLOW
    return seconds * speed(table, beat)


def _end(table: Table, beat: Beat, at: float, seconds: float) -> float:
    """When a window ends that opens now: over days, everybody whom it is for has that time, their nights left out."""
    if not table.terms.slow or seconds <= BOTS_ALONE:
        return at + seconds
    return max((table.after(seat, at, seconds) for seat in people(table, beat.seats)), default=at + seconds)


def scenes(table: Table, events: Sequence[Emitted]) -> float:
    """For how many seconds pages play the scenes of a move that everybody sees; 0 at tables without a pause."""
    kinds = table.game.events
    seen = [e for e in events if kinds(e.kind).is_scene(e) and e.reaches(WATCHER)]
    if not seen or not table.terms.pause or hurried(table):
        return 0.0
    seconds = duration(kinds.staging(seen, table.game.listener(WATCHER, table.names))) / 1000
    return min(seconds, LONGEST_SCENES) * tempo(table)


def follow(table: Table, last: OpenWindow | None, at: float, happened: bool, watched: float = 0.0) -> OpenWindow | None:
    """The window that is open now; ``last`` is the one before, which may be the same, ``happened`` whether everybody
    saw something happen in it. ``watched`` is for how many seconds pages play its scenes: nobody pays for that."""
    assert table.match is not None
    beat = table.game.windows.beat(table.knowledge(WATCHER).hidden) if not table.match.over else None
    if beat is None:
        return None
    seconds = length(table, beat)
    if last is not None and last.beat.window == beat.window:
        lone = _lone(table)
        offered = lone >= 0 and _lapses(table, lone) >= 0
        if offered and not last.offered:
            last.ready.discard(lone)
            last.stakes.pop(lone, None)  # what is asked now is something else
        last.offered = (last.offered or at) if offered else 0.0
        if happened and not beat.settled and seconds:
            if watched:
                last.begins = max(last.begins, at + watched)
            last.ends = max(last.ends, at + watched + min(seconds, beat.again * speed(table, beat)))
            if not table.terms.slow:  # there everybody answers once
                last.ready = {seat for seat in last.ready if _same_stakes(table, last, seat)}
                last.reacts = at + watched + BOTS_ALONE
            last.restarts += 1
        last.beat = beat
        return last
    lead = max(watched, LEAD * tempo(table) if seconds > BOTS_ALONE else 0.0)
    window = OpenWindow(beat, table.number + 1, at + lead, _end(table, beat, at + lead, seconds))
    for i, seat in enumerate(table.seats):
        if seat.ahead and beat.seats >> i & 1 and table.knowledge(i).legal:
            seat.ahead = False
            window.steps[i] = 1
            window.holds[i] = window.begins + HOLD * table.terms.pace
    return window


def _stakes(table: Table, seat: int) -> Any:
    return table.game.windows.stakes(table.knowledge(WATCHER).hidden, seat)


def _same_stakes(table: Table, window: OpenWindow, seat: int) -> bool:
    """Whether what a seat that let the window pass was asked is still the same for it."""
    stakes = _stakes(table, seat)
    return stakes is not None and window.stakes.get(seat) == stakes


def _lone(table: Table) -> int:
    """The seat of the only person, whom nobody watches, also none for whom a bot plays meanwhile; else -1."""
    alone = [i for i, seat in enumerate(table.seats) if seat.people]
    return alone[0] if len(alone) == 1 and alone == people(table) and not table.watched else -1


def waits(table: Table) -> bool:
    """Whether the open window waits for the only person, who is asked in it, or can say that they are ready."""
    lone = -1 if table.terms.slow else _lone(table)
    return lone >= 0 and (asked(table, lone) or _is_awaited_to_be_ready(table, lone))


def _is_awaited_to_be_ready(table: Table, lone: int) -> bool:
    """Whether the only person may still talk, read or think before they say that they are ready."""
    window = table.window
    if window is None or not window.beat.ready or window.beat.settled or not length(table, window.beat):
        return False
    return table.seats[lone].asks != "never" and lone in _unready(table)


def be_watched(table: Table, at: float) -> None:
    """Somebody begins to watch or sits down: a window that outlasts its time for the only person goes on as any may be
    found."""
    window = table.window
    if window is None:
        return
    window.offered = 0.0
    if window.ends < at and not window.holds:
        assert table.match is not None
        seconds = length(table, window.beat)
        window.ends = at + random.Random(f"{table.match.seed} {window.number} watched").random() * seconds
        window.begins = window.ends - seconds


def moved(table: Table, seat: int, at: float) -> None:
    """A seat moved in the open window: it lets go, unless its move has several steps."""
    window, match = table.window, table.match
    assert window is not None
    assert match is not None
    window.holds.pop(seat, None)
    if table.moves[-1].by_table:
        return
    window.steps[seat] = 0
    begun = match.asked == seat or _lapses(table, seat) >= 0
    in_steps = begun and declines(table, seat) < 0  # whoever could let it pass has finished
    if in_steps and seat in people(table) and window.beat.seats >> seat & 1:
        window.holds[seat] = at + HOLD * table.terms.pace


def step(table: Table, seat: int, on: bool, at: float) -> None:
    """A seat steps in, or lets go."""
    if table.window is None or not table.window.beat.seats >> seat & 1:
        table.seats[seat].ahead = on
        return
    window = table.window
    table.seats[seat].ahead = False
    window.holds.pop(seat, None)
    if on:
        window.ready.discard(seat)
        window.stakes.pop(seat, None)
        window.steps[seat] = window.steps.get(seat, 0) + 1
        window.holds[seat] = at + HOLD * table.terms.pace


def be_ready(table: Table, seat: int) -> None:
    """A seat lets the open window pass."""
    if table.window:
        table.window.ready.add(seat)
        table.window.stakes[seat] = _stakes(table, seat)
        table.window.holds.pop(seat, None)


def declines(table: Table, seat: int) -> int:
    """The move by which a seat lets the open window pass, or -1."""
    return int(table.game.windows.declines(table.knowledge(seat).hidden, seat))


def _lapses(table: Table, seat: int) -> int:
    """The move by which what a seat has begun, or has been offered, lapses with the open window, or -1."""
    return int(table.game.windows.lapses(table.knowledge(seat).hidden, seat))


def when_asked(table: Table, seat: int) -> Any:
    """What a seat knows; the owner of the open window as it will be when all others have let that pass. Only then it
    has all its moves: before, it could choose among gifts and offers alone."""
    game, hidden = table.game, table.knowledge(seat).hidden.copy()
    if table.seats[seat].bot:
        game.windows.discourage(hidden, seat, sum(1 << each for each in people(table)), _learnt(table, seat))
    if table.window is None or table.window.beat.owner != seat or declines(table, seat) >= 0 or _has_offer(table, seat):
        return hidden
    later = hidden.copy()
    while (other := int(game.rules.asked(later))) != seat:
        code = _lets_pass(game, later, other) if other >= 0 else -1
        if code < 0 or game.rules.forbids(later, other, code):
            return hidden
        game.rules.apply(later, other, code)
    return later


def _learnt(table: Table, seat: int) -> list[Emitted]:
    """The events that a seat has learnt of the last moves."""
    items = table.log[-MEMORY:]
    return [event for item in items if item.events for event in item.events if event.reaches(seat)]


def _lets_pass(game: Game[Any], hidden: Any, seat: int) -> int:
    """The next move by which a seat lets the open window pass: what it has begun or was offered lapses first; or -1."""
    moves = (int(move(hidden, seat)) for move in (game.windows.lapses, game.windows.declines))
    return next((code for code in moves if code >= 0), -1)


def may_end(table: Table, at: float) -> bool:
    """Whether the owner of a debate may end it for all."""
    window = table.window
    return window is not None and window.beat.debate and at >= _part(window, CHIEF)


def _part(window: OpenWindow, part: float) -> float:
    return window.begins + part * (window.ends - window.begins)


def over_at(table: Table) -> float:
    """When the open window ends, as things stand; never while it waits for the only person."""
    window = table.window
    assert window is not None
    if waits(table):
        return math.inf if asked(table, _lone(table)) else window.begins + UNHURRIED * table.terms.pace
    beat, end = window.beat, window.ends
    if beat.debate and beat.settled:
        end = 0.0
    elif beat.ready:
        if not [seat for seat in _unready(table) if seat != beat.owner or not beat.settled]:
            end = 0.0 if beat.settled or declines(table, beat.owner) >= 0 or table.terms.slow else end
    end = max(end, window.reacts) if end == 0.0 and not beat.settled else end
    if window.offered:
        end = max(end, window.offered + OFFERED * table.terms.pace)
    return max(end, *window.holds.values()) if window.holds else end


def _unready(table: Table) -> list[int]:
    """The people who have not let the open window pass; over days without those who, as everybody can tell, can do
    nothing in it."""
    window, slow = table.window, table.terms.slow
    assert window is not None
    unready = [seat for seat in people(table, window.beat.seats) if seat not in window.ready]
    return [seat for seat in unready if not slow or able(table, seat)]


def _passing(table: Table) -> list[Answer]:
    """When those who want never to be asked let the open window pass, over days, where everybody sees who does: as if
    they came by."""
    window, passing = table.window, list[Answer]()
    if window is None or not window.beat.ready or not table.terms.slow:
        return []
    assert table.match is not None
    for seat in _unready(table):
        if table.seats[seat].asks == "never" and not window.beat.urgent >> seat & 1 and seat not in window.holds:
            drawn = random.Random(f"{table.match.seed} {window.number} {seat} comes by")
            seconds = drawn.uniform(*orders.COMES_BY) * length(table, window.beat)
            passing.append(Answer(seat, READY, table.after(seat, window.begins, seconds)))
    return passing


def able(table: Table, seat: int) -> bool:
    """Whether a seat could do something now, as far as everybody can tell."""
    return bool(table.game.rules.actors(table.knowledge(WATCHER).hidden) >> seat & 1)


READY = -1
"""In place of a move: the seat is ready."""


class Answer(NamedTuple):
    """A move that the table makes for a seat, perhaps because the seat ordered it."""

    seat: int
    code: int
    at: float
    ordered: bool = False


def answer(table: Table) -> Answer | None:
    """The next move that the table makes itself, and when; None if there is none."""
    if not table.terms.pace or not table.actors:
        return None
    ordered = [Answer(*wanted, ordered=True) for seat in table.actors if (wanted := orders.wanted(table, seat))]
    answers, usual = [*ordered, *_passing(table)], _answer(table)
    return min([*answers, usual] if usual else answers, key=lambda answer: answer.at, default=None)


def _answer(table: Table) -> Answer | None:
    """The next move that the table makes though nobody ordered it."""
    if planned := plans.due(table):
        seat, code = planned
        return Answer(seat, code, table.seats[seat].since)
    if table.window is None:
        return next((given for seat in table.actors if (given := only_answer(table, seat))), None)
    owner, end = table.window.beat.owner, over_at(table)
    if end == math.inf:
        return None
    order = sorted(table.actors, key=lambda seat: (seat == owner, seat))
    for move in (table.game.windows.lapses, table.game.windows.declines):
        for seat in order:
            if (code := int(move(table.knowledge(seat).hidden, seat))) >= 0:
                return Answer(seat, code, end)
    return None


def only_answer(table: Table, seat: int) -> Answer | None:
    """The answer of a seat that has no choice."""
    return table.once(_only_answer, seat)


def _only_answer(table: Table, seat: int) -> Answer | None:
    """What everybody can tell is answered at once; what only the seat knows takes a time that does not depend on it."""
    match, known, chair = table.match, table.knowledge(seat), table.seats[seat]
    assert match is not None
    lapsing = _lapses(table, seat)
    if lapsing >= 0 and _lone(table) == seat and not table.terms.slow:
        return None
    if lapsing >= 0 and not chair.bot:
        slow = table.terms.slow
        return Answer(seat, lapsing, table.after(seat, chair.since, SLOW if slow else HOLD * table.terms.pace))
    if not chair.answers and not chair.bot:
        return None
    if table.game.windows.free(known.hidden, seat) or not one_result(table.game, known.hidden, seat):
        return None
    code, at = needed(table.game, known.hidden, seat)[0], chair.since
    if not one_result_for_all(table.game, table.knowledge(WATCHER).hidden, seat):
        if chair.bot:
            return None
        drawn = random.Random(f"{match.seed} {len(match.history)} {seat}")
        at += drawn.uniform(0.5, 2) * SECRET * speed(table) * (tempo(table) if _lone(table) >= 0 else 1)
    elif table.may_undo(seat) and match.prepare(code, seat).after.revealed != match.state.revealed:
        at += SECRET  # however fast somebody's page plays: a wrong move can be taken back that long
    return Answer(seat, code, at)


def asked(table: Table, seat: int) -> bool:
    """Whether a seat is asked outright; in an open window that depends on what it holds and has set. What has one
    answer is no question: the table gives it, unless one wants to give it oneself."""
    window, known = table.window, table.knowledge(seat)
    if not table.terms.pace:
        return bool(known.legal)
    if table.seats[seat].rest and plans.rest(table, seat) >= 0:
        return False
    ordered = orders.wanted(table, seat)
    if ordered and ordered.at <= max(table.seats[seat].since, window.begins if window else 0):
        return False
    least = 2 if window or table.seats[seat].answers else 1
    if len(known.legal) < least or (window is None and table.game.windows.free(known.hidden, seat)):
        return False
    if window is None:
        planned = plans.due(table)
        if planned and planned[0] == seat:
            return False
        return _lapses(table, seat) >= 0 or only_answer(table, seat) is None
    if seat in window.ready or not window.beat.seats >> seat & 1:
        return False
    if table.seats[seat].asks != "never" and table.game.windows.offers(known.hidden, seat):
        return True
    if seat in window.holds:
        return True
    urgent = is_urgent(table, seat)
    if declines(table, seat) < 0:
        return urgent and seat == window.beat.owner and not window.beat.settled
    setting = "useful" if urgent and table.seats[seat].asks == "never" else table.seats[seat].asks
    if setting == "never" or length(table, window.beat) == 0:
        return False
    if table.terms.slow and window.beat.ready and able(table, seat):
        return True  # it waits for all of them, whatever they hold
    return setting == "always" or table.game.windows.matters(known.hidden, seat)


def owner(table: Table) -> int:
    """The seat that ends the open window; -1 where none is open."""
    return table.window.beat.owner if table.window else -1


def is_urgent(table: Table, seat: int) -> bool:
    """Whether the open window decides about a seat's life."""
    return table.window is not None and bool(table.window.beat.urgent >> seat & 1)


def awaits_owner(table: Table, seat: int) -> bool:
    """Whether the open window is a seat's own moment, not one that the table would end for it."""
    if seat != owner(table):
        return False
    return table.window is None or is_urgent(table, seat) or declines(table, seat) < 0


def may_step_in(table: Table, seat: int) -> bool:
    """Whether a seat can hold the open window, or the next one; not who could only let it pass, or is out. In a window
    of one seat alone it can in any case: that it could only let it pass is a secret."""
    window = table.window
    if is_out(table, seat):
        return False
    if window is None:
        return table.game.windows.free(table.knowledge(seat).hidden, seat)
    others = [code for code in table.knowledge(seat).legal if code != declines(table, seat)]
    alone = window.beat.seats == 1 << seat
    return (alone or bool(others)) and window.steps.get(seat, 0) < MOST_HOLDS


def says(table: Table, seat: int) -> int:
    """What a bot says in the open window, or -1: in a debate of many only some speak, nobody who folds, and nobody the
    same twice."""
    window, bot = table.window, table.seats[seat].bot
    if window is None or not window.beat.ready or window.restarts or bot == "fold" or _has_spoken(table, seat, window):
        return -1
    assert table.match is not None
    drawn = random.Random(f"{table.match.seed} {window.number} {seat} says")  # who could draw it would read hands
    bots = sum(bool(chair.bot) and window.beat.seats >> i & 1 for i, chair in enumerate(table.seats))
    if seat != window.beat.owner and drawn.random() * bots > SPEAKERS:
        return -1
    _, _, character = bot.partition(":")
    kinds = table.game.characters
    number = kinds.index(character) + 1 if character in kinds else 1 + drawn.randrange(len(kinds)) if kinds else 0
    said: dict[int, set[int]] = {}
    for entry in phrases_said(table):
        said.setdefault(entry.phrase, set()).add(entry.seat)
    code = table.game.phrases.of_bot(table.knowledge(seat).hidden, seat, number, drawn.randrange(100), said)
    return -1 if seat in said.get(code, ()) else code


def phrases_offered(table: Table, r: Reader[Any]) -> list[Phrase]:
    """What a reader can say now, and has ground for."""
    phrases = table.game.phrases
    offered = phrases.offered(r)
    learnt = _learnt(table, r.seat) if offered else []
    return [each for each in offered if not phrases.groundless(learnt, r.seat, each.code)]


def phrases_said(table: Table) -> Iterator[Said]:
    """The phrases that are not past yet (see `Phrases.begins`), the last one first."""
    for item in reversed(table.log):
        if any(event.kind == table.game.phrases.begins for event in item.events):
            return
        if isinstance(item.entry, Said) and item.entry.phrase >= 0:
            yield item.entry


def kept(table: Table, seat: int) -> int:
    """The move by which a bot keeps to what it said last; -1: none."""
    said = next((entry.phrase for entry in phrases_said(table) if entry.seat == seat), -1)
    return table.game.phrases.keeps(table.knowledge(seat).hidden, seat, said) if said >= 0 else -1


def _has_spoken(table: Table, seat: int, window: OpenWindow) -> bool:
    """Whether a seat has said a phrase since the window opened."""
    said = (item.entry for item in table.log[window.number - 1 :] if isinstance(item.entry, Said))
    return any(entry.seat == seat and entry.phrase >= 0 for entry in said)


class Reply(NamedTuple):
    """What a bot says to what has just been said or done, and when; ``number`` is that entry's place in the log."""

    seat: int
    code: int
    at: float
    number: int


def reply(table: Table, done: Collection[Any], at: float) -> Reply | None:
    """The next answer of a bot to a person, or what it says of a move. It follows from what everybody knows; what is
    `done` or long ago is not answered."""
    if table.match is None or not people(table):
        return None
    bots = [seat for seat, chair in enumerate(table.seats) if chair.bot and chair.bot != "fold"]
    for number in range(max(0, len(table.log) - RECENT), len(table.log)):
        entry = table.log[number].entry
        if not isinstance(entry, (Said, Moved)) or entry.at < at - OLD:
            continue
        first = number % max(1, len(bots))  # not always the same one speaks
        mover = table.moves[-1].seat if table.moves and isinstance(entry, Said) else -1  # whom it was likely said to
        for seat in sorted(bots[first:] + bots[:first], key=lambda seat: seat != mover):
            if (table.id, "reply", number, seat) not in done and (code := _reply(table, seat, number)) >= 0:
                return Reply(seat, code, entry.at + PAUSE, number)
    return None


def _reply(table: Table, seat: int, number: int) -> int:
    item, phrases = table.log[number], table.game.phrases
    entry = item.entry
    if isinstance(entry, Moved):
        seen = [event for event in item.events if event.reaches(WATCHER)]
        code = phrases.after(table.knowledge(WATCHER).hidden, seen, seat) if seen else -1
        own = [event for event in item.events if event.reaches(seat)]
        if code < 0 and len(own) > len(seen):
            code = phrases.cheated(own, seat)
        code = -1 if code in (said.phrase for said in phrases_said(table)) else code
    elif isinstance(entry, Said) and entry.phrase >= 0 and entry.seat in people(table):
        since = (item.entry for item in table.log[number + 1 :]) if phrases.once else ()
        if any(isinstance(each, Said) and table.seats[each.seat].bot for each in since):
            return -1
        code = phrases.answer(table.knowledge(WATCHER).hidden, seat, entry.phrase)
        if phrases.begins >= 0 and code in (said.phrase for said in phrases_said(table) if said.seat == seat):
            return -1  # it has said so today
    else:
        return -1
    return code if table.status == "running" or code in phrases.parting else -1


def bot_due(table: Table, seat: int) -> float | None:
    """When a bot considers the open window: at a time drawn from the table's own generator, soon where all people have
    let it pass. None: it is not asked."""
    window, begun = table.window, _lapses(table, seat) >= 0
    if window is None or not window.beat.seats >> seat & 1 or (window.ends <= window.begins and not begun):
        return None
    assert table.match is not None
    if seat not in (window.beat.owner, table.match.asked) and declines(table, seat) < 0 and not begun:
        return None  # it has let the window pass
    if not begun and (_has_ended(window, seat) or table.game.windows.waits(table.knowledge(seat).hidden, seat)):
        return None  # it waits for the others
    since = max(window.begins, table.seats[seat].since)
    moment = f"{table.match.seed} {window.number} {window.restarts} {seat} {table.seats[seat].question}"
    drawn = random.Random(moment)  # nobody else can draw it, and tell that the bot has let the window pass
    left = max(0.0, window.ends - since)
    if _has_offer(table, seat):
        seconds = drawn.uniform(*OFFER_READ)
        return since + (seconds if _lone(table) >= 0 else min(seconds, 0.7 * left))
    if seat == window.beat.owner and is_urgent(table, seat):
        return since + drawn.uniform(*OWN_LIFE)
    soon = begun or (window.beat.ready and not _unready(table))  # begun: the next step of an offer or an answer
    return since + drawn.uniform(0.2, 0.7) * (min(left, BOTS_ALONE) if soon else left)


def _has_ended(window: OpenWindow, seat: int) -> bool:
    """Whether the seat owns the open window and has ended it."""
    return seat == window.beat.owner and window.beat.settled


def _has_offer(table: Table, seat: int) -> bool:
    """Whether a seat has an offer to answer."""
    return bool(table.game.windows.offers(table.knowledge(seat).hidden, seat))


def answers_first(table: Table, seat: int, code: int) -> int:
    """What a bot does that has chosen a move, or -1 for none yet: whoever has an offer answers that first, and declines
    it if they have chosen something else. Whoever made it waits for that, perhaps for their life."""
    offers = table.game.windows.offers(table.knowledge(seat).hidden, seat)
    return code if not offers or code in offers else _lapses(table, seat)


def refuses(table: Table, seat: int, code: int) -> int:
    """What a bot says with a move that refuses an offer of the only person, whom nobody watches; -1: nothing. Before
    others it keeps silent: they do not know of the offer."""
    lone = _lone(table)
    return table.game.phrases.refuses(table.knowledge(lone).hidden, seat, code, lone) if lone >= 0 else -1
