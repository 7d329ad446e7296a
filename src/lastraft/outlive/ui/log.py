"""The log: what happened, in sentences for one reader. What belongs together is one sentence."""

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...kernel import EVERYONE, Emitted
from ...protocol import WATCHER, Forms, Listener, LogLine
from ...protocol.translations import N_
from ..components import CARD_POINTS, EACH_SHELTER, GOODS, SLOTS
from ..events import Event
from ..names import CARD_NAMES, amounts
from ..rules.scoring import completed_rooms
from ..rules.shelter import is_active
from ..state import OutliveState

_GAINS = (Event.GAINED, Event.GATHERED)
_GOODS = frozenset([Event.PAID, *_GAINS, Event.LOST, Event.SPOILT])
_OF_PLACE = {Event.SHOWN: "tile", Event.SET_ASIDE: "token", Event.SAW_TOKEN: "token", Event.SAW_ANIMAL: "animal"}
_LISTED = frozenset([*_GOODS, *_OF_PLACE, Event.HANDED])
"""One after another of the same seat or city, these are one sentence with a list."""
_ONE_BY_ONE = frozenset([*_GAINS, Event.PAID, Event.HANDED, Event.LOST])
"""These are told with what came of the move before, if that was no more than the like."""
_PRICES = frozenset([Event.PAID, Event.RESERVE, Event.ROOM_USED])
_BOUGHT = frozenset([Event.HUNTED, Event.ENDED, Event.BUILT, Event.RECRUITED, Event.REPAIRED, Event.PURIFIED])
"""What comes right after its price: both are one sentence."""
_COMES = frozenset([Event.BOARDED, Event.MARKER, Event.ROOM_USED, *_GAINS, Event.JOINED, Event.LEFT_ABOARD])
_BRINGS = {
    Event.MOVED: frozenset([*_COMES, Event.IDLE, Event.DRY]),
    Event.BOARDED: _COMES,
    Event.USED: frozenset(_GAINS),
    Event.ROOM_USED: frozenset([Event.GAINED, Event.GAUGE, Event.DREW, Event.JOINED]),
    Event.SEARCHED: frozenset([Event.GAINED, Event.GAUGE]),
    Event.SCRAPPED: frozenset([Event.GAINED]),
    Event.ALGAE: frozenset([Event.GAUGE]),
    Event.HUNTED: frozenset([Event.GAINED, Event.TOP_ANIMAL]),
    Event.RECRUITED: frozenset([Event.JOINED]),
    Event.HUNGER: frozenset([Event.LOST_SURVIVOR]),
}
"""What follows from an event is said in the same sentence."""
_BROUGHT = {
    Event.GAINED: "+{goods}",
    Event.GATHERED: "+{goods}",
    Event.BOARDED: N_("space {space}"),
    Event.MARKER: N_("first player from tonight on"),
    Event.GAUGE: N_("gauge {points}"),
    Event.IDLE: "{unused}",
    Event.DRY: N_("no water without a chip"),
    Event.LEFT_ABOARD: N_("the survivor stays behind"),
    Event.TOP_ANIMAL: N_("next animal: {animal}"),
    Event.DREW: N_("{tile}, broken"),
    Event.ROOM_USED: "{room}",
    Event.LOST_SURVIVOR: N_("a survivor lost ({room})"),
    Event.JOINED: N_("a survivor ({room})"),
}
"""What an event brought, in a few words."""
_CLOUD = Forms(N_("{card}: {who}'s gauge now counts {points}."), N_("{card}: your gauge now counts {points}."))
"""What an event does to a gauge."""
_ANSWERS = frozenset([Event.GUARDED, Event.ARMOUR, Event.DEFENDED, Event.HANDED, Event.HAS_NOTHING])
"""How whoever is pressed answers; the attacker is the second seat."""
_BEFALL = frozenset([Event.LOST, Event.LOST_SURVIVOR, Event.HUNGER])


_MANY_ROOMS = 4
"""From so many full rooms on, each one more is something to remember."""


class _Group(NamedTuple):
    """Events that are told in one sentence: what was paid, what happened, and what that brought."""

    price: Sequence[Emitted]
    head: Emitted
    rest: Sequence[Emitted]
    alone: bool = False
    """Whether nobody was asked: a hero had one way, and went it as part of the move before."""


def _grouped(events: Sequence[Emitted]) -> Iterator[_Group]:
    i = 0
    while i < len(events):
        at = i
        while at + 1 < len(events) and events[at].kind in _PRICES and events[at + 1].a == events[i].a:
            at += 1
        if events[at].kind not in _BOUGHT:
            at = i
        head, end = events[at], at + 1
        while end < len(events) and _goes_on(head, events[end]):
            end += 1
        alone = head.kind == Event.MOVED and any(each.kind != Event.USED for each in events[:i])
        yield _Group(events[i:at], head, events[at + 1 : end], alone)
        i = end


def _goes_on(head: Emitted, event: Emitted) -> bool:
    """Whether an event belongs to the sentence of the one before it."""
    kind = Event(head.kind)
    if event.kind == kind == Event.PASSED:
        return True
    if event.kind == kind == Event.HANDED:
        return (event.a, event.b) == (head.a, head.b)
    follows = event.kind in _BRINGS.get(kind, ())
    if event.kind == Event.TOP_ANIMAL:
        return follows
    return event.a == head.a and (follows or event.kind == kind in _LISTED)


def log(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """What a move brought, sentence by sentence; the same for all whom it does not concern."""
    concerned = any(listener.seat in (event.a, event.b) for event in events)
    return _log(tuple(events), listener.seat if concerned else WATCHER, tuple(listener.names), listener.t)


@functools.lru_cache(1024)
def _log(events: tuple[Emitted, ...], *listener: Any) -> list[LogLine]:
    reader, card, lines = Listener(*listener), -1, list[LogLine]()
    for group in _grouped(events):
        head, line = group.head, _line(group, reader)
        if head.kind == Event.STRIKES:
            card = head.a
        elif head.kind == Event.GAUGE and head.c and card >= 0:  # not that of the night before
            said = Event.GAUGE.sentence(head, reader, _CLOUD, card=reader.t(CARD_NAMES[card]))
            line = line._replace(said=said)
        lines.append(line)
    return lines


def _line(group: _Group, listener: Listener) -> LogLine:
    line = Event.line([group.head, *group.price, *group.rest], listener, _sentence(group, listener))
    return line._replace(symbol="storm") if _all_pass(group, listener) else line


def _all_pass(group: _Group, listener: Listener) -> bool:
    return group.head.kind == Event.PASSED and 1 + len(group.rest) == len(listener.names)


def joined(before: Sequence[Emitted], events: Sequence[Emitted]) -> Sequence[Emitted]:
    """Goods that come or go one by one, told as one amount."""
    if not before or not events or before[0].kind not in _ONE_BY_ONE:
        return ()
    first = before[0]
    alike = all((each.kind, each.a) == (first.kind, first.a) and _goes_on(first, each) for each in (*before, events[0]))
    return (*before, *events) if alike else ()


def befell(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """What the reader's next question repeats: how those answer whom they press, who ended an event before them, which
    events strike at dawn, what these or hunger took from them, and that the table moved their last hero."""
    lines, card, seats = list[LogLine](), -1, len(listener.names)
    for group in _grouped(events):
        kind, head = Event(group.head.kind), group.head
        line = _line(group, listener)
        if kind == Event.STRIKES:
            card = head.a if EACH_SHELTER[head.a] else -1
            lines += [line] if card >= 0 else []
        elif kind == Event.ENDED and listener.seat not in (WATCHER, head.a):
            lines.append(line._replace(said=_was_first(head, listener)))
        elif (kind in _ANSWERS and listener.seat == kind.seats(head, seats)[1]) or (
            group.alone and listener.seat == head.a
        ):
            lines.append(line)
        elif kind in _BEFALL and listener.seat == head.a:
            if card >= 0:  # instead of the news that it strikes
                said = listener.t("{card}: {effect}", card=listener.t(CARD_NAMES[card]), effect=line.said)
                line = line._replace(said=said, symbol=lines.pop().symbol)
            lines.append(line)
            card = -1
    return lines


def aftermath(before: OutliveState, s: OutliveState, seat: int, events: Sequence[Emitted]) -> list[Emitted]:
    """How many rooms of a shelter are full, where a survivor took the last place of one."""
    told = []
    for e in events:
        room = e.b + 1 if e.kind == Event.STAFFED else e.c if e.kind == Event.JOINED else 0
        slots = [slot for slot in range(SLOTS) if room and s.room[e.a][slot] == room]
        n = completed_rooms(s, e.a) if slots else 0
        if n >= _MANY_ROOMS and all(is_active(s, e.a, slot) for slot in slots):
            told.append(Emitted(EVERYONE, Event.FULL, e.a, n, 0))
    return told[-1:]


def turning_points(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """The events that the reader ended, and their full rooms."""
    return [
        _line(group, listener)
        for group in _grouped(events)
        if group.head.kind in (Event.ENDED, Event.FULL) and group.head.a == listener.seat
    ]


def _was_first(head: Emitted, listener: Listener) -> str:
    t = listener.t
    gain = t.plural("{n} point", "{n} points", CARD_POINTS[head.b])
    return t("{name} was first: {card}, {gain}.", name=listener.names[head.a], card=t(CARD_NAMES[head.b]), gain=gain)


def _sentence(group: _Group, listener: Listener) -> str:
    """What happened, for what price, and what that brought."""
    price, head, rest, alone = group
    kind, t = Event(head.kind), listener.t
    if rest and rest[0].kind == kind:
        return _list(kind, [head, *rest], listener)
    said = kind.sentence(head, listener)
    if price and (paid := _paid(price, listener)):
        said = t("{what} for {price}.", what=said.removesuffix("."), price=paid)
    brought = [_brought(e, listener) for e in price if e.kind == Event.ROOM_USED]
    if alone:
        brought.append(t("nowhere else to go"))
    if kind == Event.HUNTED and not any(e.kind == Event.GAINED for e in rest):
        brought.append(f"+{kind.values(head, listener)['meat']}")
    if kind == Event.ENDED:
        brought.append(f"+{t.plural('{n} point', '{n} points', CARD_POINTS[head.b])}")
    told = Counter(_brought(e, listener) for e in rest)  # several may be lost from one room
    brought += [said if n == 1 else t("{what} × {n}", what=said, n=n) for said, n in told.items()]
    if kind == Event.RECRUITED or not brought:  # a recruit always joins the airlock
        return said
    return t("{what}: {rest}.", what=said.removesuffix("."), rest=", ".join(brought))


def _list(kind: Event, group: Sequence[Emitted], listener: Listener) -> str:
    """Several events of a kind that differ in what is listed."""
    if kind == Event.PASSED and len(group) == len(listener.names):  # also after events were ended
        return listener.t("Everybody passes.")
    if kind == Event.PASSED:
        names = (listener.t("you") if e.a == listener.seat else listener.names[e.a] for e in group)
        return listener.t("Passed: {names}.", names=", ".join(names))
    if kind in _OF_PLACE:
        key = _OF_PLACE[kind]
        return kind.sentence(group[0], listener, None, **{key: ", ".join(kind.values(e, listener)[key] for e in group)})
    if kind == Event.HANDED:
        total = [sum(e.c == res for e in group) for res in range(GOODS)]
    else:
        total = [sum(e.c for e in group if e.b == res) for res in range(GOODS)]
    return kind.sentence(group[0], listener, goods=amounts(total, listener.t))


def _paid(price: Sequence[Emitted], listener: Listener) -> str:
    goods = [sum(e.c for e in price if e.kind == Event.PAID and e.b == res) for res in range(GOODS)]
    reserve = [listener.t("reserve water") for e in price if e.kind == Event.RESERVE]
    return ", ".join([*filter(None, [amounts(goods, listener.t)]), *reserve])


def _brought(e: Emitted, listener: Listener) -> str:
    kind = Event(e.kind)
    return listener.t(_BROUGHT[kind], **kind.values(e, listener))
