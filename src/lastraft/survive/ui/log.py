"""The log: events that belong together in one sentence; the others are told as they are declared."""

import functools
import itertools
from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import WATCHER, Forms, Listener, LogLine
from ...protocol.translations import N_
from ..components import PER_COLOUR, PRINTED, Face, Ground
from ..events import ABOARD, Event
from ..names import creature_name
from .people import by_owner

# A tile that sank and what was under it.
FOUND = Forms(
    N_("{name} sank the {terrain} {space} and found: {face}."), N_("You sank the {terrain} {space} and found: {face}.")
)
USELESS = Forms(
    N_("{name} sank the {terrain} {space} and found: {face}. It has no effect."),
    N_("You sank the {terrain} {space} and found: {face}. It has no effect."),
)
KEPT = Forms(N_("{name} sank the {terrain} {space} and kept the tile."))
WHIRLPOOL = Forms(
    N_("{name} sank the {terrain} {space}: a whirlpool!"), N_("You sank the {terrain} {space}: a whirlpool!")
)
VOLCANO = Forms(N_("{name} sank the {terrain} {space}: a volcano!"), N_("You sank the {terrain} {space}: a volcano!"))
RAFT = Forms(
    N_("{name} sank the {terrain} {space} and found a raft."), N_("You sank the {terrain} {space} and found a raft.")
)
RAFT_FROM = Forms(
    N_("{name} sank the {terrain} {space} and found a raft: the empty one on {start} comes here."),
    N_("You sank the {terrain} {space} and found a raft: the empty one on {start} comes here."),
)
CREATURE = Forms(
    N_("{name} sank the {terrain} {space}: here comes {creature}."),
    N_("You sank the {terrain} {space}: here comes {creature}."),
)
CREATURE_FROM = Forms(
    N_("{name} sank the {terrain} {space}: {creature} comes over from {start}."),
    N_("You sank the {terrain} {space}: {creature} comes over from {start}."),
)
# Other things that happen together.
PAIRED = frozenset(map(int, (Event.WALKED, Event.SWAM, Event.USED, Event.ROLLED)))
"""What may be told together with the event that follows."""
WAYS = frozenset(map(int, (Event.WALKED, Event.SWAM, Event.CARRIED, Event.PUSHED)))
"""Ways of adventurers, which may end on a safe land."""
LOSSES = frozenset(map(int, (Event.ELIMINATED, Event.RAFT_LOST, Event.CREATURE_LEFT)))
"""What a whirlpool or a volcano takes."""
ROWED = Forms(N_("{name} rowed a raft from {start} to {space}."), N_("You rowed a raft from {start} to {space}."))


def log(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """What a reader is told of a move, line by line; the same for all whom it does not concern: an event's first part
    is the seat or the adventurer that it is about, if there is one."""
    return [line for _, line in _told(tuple(events), _concerned(events, listener))]


def _concerned(events: Sequence[Emitted], listener: Listener) -> Listener:
    names = tuple(listener.names)
    concerned = any(listener.seat in (e.a, e.a // PER_COLOUR % len(names)) for e in events)
    return Listener(listener.seat if concerned else WATCHER, names, listener.t)


@functools.lru_cache(1024)
def _told(events: tuple[Emitted, ...], listener: Listener) -> list[tuple[tuple[Emitted, ...], LogLine]]:
    """Each line, and the events that it tells."""
    lines = []
    at = 0
    while at < len(events):
        if events[at].kind == Event.SANK:
            group = _sinking(events[at:])
            own = [e for e in group if _is_own_loss(e, listener)]
            others = tuple(e for e in group if e not in own)
            lines.append((others, _tell_sinking(others, listener)))
            lines += [((e,), Event.line((e,), listener)) for e in own]
        elif events[at].kind == Event.WORTH:
            group = _counted(events[at:], len(listener.names))
            lines.append((group, Event.line(group, listener, Event.caption(events, group, listener))))
        else:
            said = _tell_both(events[at], events[at + 1], listener) if at + 1 < len(events) else ""
            group = events[at : at + 2] if said else events[at : at + 1]
            lines.append((group, Event.line(group, listener, said or None)))
        at += len(group)
    return lines


def joined(before: Sequence[Emitted], events: Sequence[Emitted]) -> Sequence[Emitted]:
    """A second step by oars or by a dolphin, told as one way with the first."""
    if len(before) != 2 or before[0].kind != Event.USED or not events:
        return ()
    (used, first), (second, *more) = before, events
    goes_on = first.kind in (Event.SAILED, Event.CARRIED) and second.kind == first.kind and second.b == first.c
    return (used, second._replace(b=first.b), *more) if goes_on and second.a == first.a else ()


def befell(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """Who of the reader's was lost, and to what; at the end the scene tells."""
    if any(e.kind == Event.ENDED for e in events):
        return []
    return [Event.line((e,), listener) for e in events if _is_own_loss(e, listener)]


def _is_own_loss(e: Emitted, listener: Listener) -> bool:
    return e.kind == Event.ELIMINATED and e.a // PER_COLOUR % len(listener.names) == listener.seat


def turning_points(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """Every volcano, a whirlpool that takes somebody, where several are lost at once, who of the reader's is lost,
    reached a safe land or was pushed away by a kaiju."""
    seats = len(listener.names)
    lost = [e for e in events if e.kind == Event.ELIMINATED]

    def shoved(e: Emitted) -> bool:
        is_own = e.a // PER_COLOUR % seats == listener.seat
        return e.kind == Event.PUSHED and is_own and PRINTED[e.c] != Ground.SAFE

    def turns(e: Emitted) -> bool:
        own = e.a // PER_COLOUR % seats == listener.seat
        saved = e.kind in WAYS and PRINTED[e.c] == Ground.SAFE and own
        died = e.kind == Event.ELIMINATED and (own or len(lost) > 1)
        wrecked = e.kind == Event.RAFT_LOST and len(lost) > 0
        disaster = e.kind == Event.SHOWED and (e.b == Face.VOLCANO or (e.b == Face.WHIRLPOOL and len(lost) > 0))
        return saved or died or wrecked or shoved(e) or disaster

    lines = [each for each in _told(tuple(events), _concerned(events, listener)) if any(map(turns, each[0]))]
    return [line._replace(tone="grave") if any(map(shoved, group)) else line for group, line in lines]


def _tell_both(e: Emitted, then: Emitted, listener: Listener) -> str:
    """Two events in one sentence, where they belong together. A tile's use need not be told where the event that
    follows can come of a tile only."""
    if e.kind not in PAIRED:
        return ""
    kind, after = Event(e.kind), Event(then.kind)
    if kind in ABOARD and after == Event.BOARDED and e.a == then.a:
        return kind.sentence(e, listener, ABOARD[kind])
    if kind == Event.USED and after == Event.SAILED:
        return after.sentence(then, listener, ROWED)
    if kind == Event.USED and after in (Event.CARRIED, Event.REPELLED):
        return after.sentence(then, listener)
    if kind == Event.ROLLED and after == Event.NONE_MOVES:
        return f"{kind.sentence(e, listener)} {after.sentence(then, listener)}"
    return ""


def _sinking(events: tuple[Emitted, ...]) -> tuple[Emitted, ...]:
    """A tile, what was under it and, where that follows at once, what it brought."""
    under, brought = events[1], events[min(2, len(events) - 1)].kind
    if under.kind == Event.KEPT:
        together = brought == Event.FOUND
    elif under.b in (Face.WHIRLPOOL, Face.VOLCANO):
        return *events[:2], *itertools.takewhile(lambda e: e.kind in LOSSES, events[2:])
    else:
        together = brought in (Event.NOTHING, Event.RAFT_APPEARED, Event.APPEARED)
    return events[: 3 if together else 2]


def _counted(events: tuple[Emitted, ...], seats: int) -> tuple[Emitted, ...]:
    """Those saved of the same player, counted together at the end."""
    owner = events[0].a // PER_COLOUR % seats
    same = itertools.takewhile(lambda e: e.kind == Event.WORTH and e.a // PER_COLOUR % seats == owner, events)
    return tuple(same)


def _tell_sinking(group: tuple[Emitted, ...], listener: Listener) -> LogLine:
    lost = [e for e in group if e.kind in LOSSES]
    sank, last = group[0], group[-1 - len(lost)]
    kind, values = Event(last.kind), Event.SANK.values(sank, listener)
    more = {name: value for name, value in kind.values(last, listener).items() if name not in values}
    said = Event.SANK.sentence(sank, listener, _forms(last), **more)
    if lost:
        said = listener.t("{said} It took {who}.", said=said, who=_taken(lost, listener))
    return Event.line(group, listener, said)._replace(symbol=kind.symbol(last), tone=kind.tone(last))


def _taken(lost: Sequence[Emitted], listener: Listener) -> str:
    """People by their owners, rafts and creatures."""
    t, seats = listener.t, len(listener.names)
    rafts = sum(e.kind == Event.RAFT_LOST for e in lost)
    parts = [by_owner(listener, (e.a // PER_COLOUR % seats for e in lost if e.kind == Event.ELIMINATED))]
    parts.append(t.plural("{n} raft", "{n} rafts", rafts) if rafts else "")
    parts += [creature_name(e.a, t) for e in lost if e.kind == Event.CREATURE_LEFT]
    return ", ".join(filter(None, parts))


def _forms(last: Emitted) -> Forms:
    """How a sinking is told, by the last of its events."""
    if last.kind == Event.KEPT:
        return KEPT
    if last.kind == Event.RAFT_APPEARED:
        return RAFT_FROM if last.b else RAFT
    if last.kind == Event.APPEARED:
        return CREATURE_FROM if last.c else CREATURE
    if last.kind == Event.SHOWED:
        return {Face.WHIRLPOOL: WHIRLPOOL, Face.VOLCANO: VOLCANO}.get(Face(last.b), FOUND)
    return {Event.NOTHING: USELESS, Event.FOUND: FOUND}[Event(last.kind)]
