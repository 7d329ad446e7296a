"""The log: what happened, in sentences for one reader."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from ...kernel import Emitted
from ...protocol import WATCHER, LogLine
from ...protocol.translations import N_, Translator
from ..components import CARD_POINTS, GAUGE_POINTS, GOODS, MOST_SEATS, STRENGTH, WEAKEST_PREY, WEAKEST_SPACE, Res
from ..events import Event
from ..names import (
    AREA_NAMES,
    AREA_THERE,
    CARD_NAMES,
    CITY_NAMES,
    GEAR_NAMES,
    LEADER_NAMES,
    PREY_HUNTED,
    PREY_NAMES,
    ROOM_NAMES,
    TOKEN_NAMES,
    amount,
    amounts,
    card_effect,
)
from .pointing import symbol, things

Values = Callable[[Emitted, Sequence[str], Translator], dict[str, Any]]


def _nothing(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {}


def _room(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"room": t(ROOM_NAMES[e.b])}


def _gear(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"tile": t(GEAR_NAMES[e.b])}


def _goods(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"goods": amount(e.b, e.c, t)}


def _numbers(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"n": e.b, "rest": e.c}


def _card(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"card": t(CARD_NAMES[e.b])}


def _found(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"city": t(CITY_NAMES[e.b]), "token": t(TOKEN_NAMES[e.c])}


def _hero(e: Emitted, names: Sequence[str], t: Translator) -> dict[str, Any]:
    return {"hero": STRENGTH[e.b], "area": t(AREA_NAMES[e.c]), "there": t(AREA_THERE[e.c])}


def _points(e: Emitted) -> str:
    return f"{GAUGE_POINTS[e.b]:+d}".replace("-", "−") if GAUGE_POINTS[e.b] else "0"


def _animal(toughness: int, t: Translator) -> str:
    return f"{t(PREY_NAMES[toughness - WEAKEST_PREY])} ({toughness})"


_OF_SEAT: dict[Event, tuple[str, str, Values]] = {
    Event.KEPT: (N_("You keep the {room}."), N_("{who} keeps the {room}."), _room),
    Event.BUILT: (N_("You build the {room}."), N_("{who} builds the {room}."), _room),
    Event.SPLIT: (
        N_("You put survivors into the room: {n}; into the airlock: {rest}."),
        N_("{who} puts survivors into the room: {n}; into the airlock: {rest}."),
        _numbers,
    ),
    Event.LED: (
        N_("{leader} leads you."),
        N_("{leader} leads {who}."),
        lambda e, names, t: {"leader": t(LEADER_NAMES[e.b])},
    ),
    Event.MARY_DREW: (N_("You draw {token} from {city}."), N_("{who} draws {token} from {city}."), _found),
    Event.MARY_THREW: (
        N_("You throw away {token}."),
        N_("{who} throws away {token}."),
        lambda e, names, t: {"token": t(TOKEN_NAMES[e.b])},
    ),
    Event.FIRST: (
        N_("You have the oldest leader and go first."),
        N_("{who} has the oldest leader and goes first."),
        _nothing,
    ),
    Event.PLACED: (N_("Your {hero} starts {there}."), N_("{who}'s {hero} starts {there}."), _hero),
    Event.SPARED: (N_("{card} does not touch you."), N_("{card} does not touch {who}."), _card),
    Event.LOST: (N_("You lose {goods}."), N_("{who} loses {goods}."), _goods),
    Event.MOVED: (N_("Your {hero} arrives {there}."), N_("{who}'s {hero} arrives {there}."), _hero),
    Event.BOARDED: (
        N_("You board space {space} of the ship."),
        N_("{who} boards space {space} of the ship."),
        lambda e, names, t: {"space": WEAKEST_SPACE + e.b},
    ),
    Event.MARKER: (
        N_("You get the first-player marker, which counts from the night on."),
        N_("{who} gets the first-player marker, which counts from the night on."),
        _nothing,
    ),
    Event.PEEKED: (
        N_("You look at the search stack of {city}."),
        N_("{who} looks at the search stack of {city}."),
        lambda e, names, t: {"city": t(CITY_NAMES[e.b])},
    ),
    Event.GUARDED: (
        N_("Your Guard Post cancels the pressure."),
        N_("{who}'s Guard Post cancels the pressure."),
        _nothing,
    ),
    Event.ARMOUR: (
        N_("Your body armour lowers the pressure to {n}."),
        N_("{who}'s body armour lowers the pressure to {n}."),
        _numbers,
    ),
    Event.DEFENDED: (
        N_("You defend yourself with {goods}."),
        N_("{who} defends with {goods}."),
        lambda e, names, t: {"goods": amount(6, e.b, t)},
    ),
    Event.GAINED: (N_("You get {goods}."), N_("{who} gets {goods}."), _goods),
    Event.ALGAE: (N_("You take the algae."), N_("{who} takes the algae."), _nothing),
    Event.TOOK: (N_("You take the {tile}, broken."), N_("{who} takes the {tile}, broken."), _gear),
    Event.SEARCHED: (N_("You find {token} in {city}."), N_("{who} finds {token} in {city}."), _found),
    Event.HUNTED: (
        N_("You hunt {animal}."),
        N_("{who} hunts {animal}."),
        lambda e, names, t: {"animal": t(PREY_HUNTED[e.b - WEAKEST_PREY])},
    ),
    Event.USED: (N_("You use the {tile}."), N_("{who} uses the {tile}."), _gear),
    Event.LOOKED: (
        N_("You look through the animals at: {area}."),
        N_("{who} looks through the animals at: {area}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.b])},
    ),
    Event.BROKE_OFF: (N_("You break the hunt off."), N_("{who} breaks the hunt off."), _nothing),
    Event.LEFT_ABOARD: (N_("You leave the survivor behind."), N_("{who} leaves the survivor behind."), _nothing),
    Event.ENDED: (N_("You end {card}."), N_("{who} ends {card}."), _card),
    Event.PAID: (N_("You pay {goods}."), N_("{who} pays {goods}."), _goods),
    Event.WAIVED: (
        N_("You need not pay {goods}."),
        N_("{who} need not pay {goods}."),
        lambda e, names, t: {"goods": amount(e.b, 1, t)},
    ),
    Event.RECRUITED: (N_("You recruit a survivor."), N_("{who} recruits a survivor."), _nothing),
    Event.STAFFED: (N_("You move a survivor to the {room}."), N_("{who} moves a survivor to the {room}."), _room),
    Event.ROOM_USED: (N_("Your {room} works."), N_("{who}'s {room} works."), _room),
    Event.SCRAPPED: (N_("You scrap the {tile}."), N_("{who} scraps the {tile}."), _gear),
    Event.DREW: (N_("You get the {tile}, broken."), N_("{who} gets the {tile}, broken."), _gear),
    Event.REFUSED: (
        N_("You own a tile of this kind already and discard: {tile}."),
        N_("{who} owns a tile of this kind already and discards: {tile}."),
        _gear,
    ),
    Event.REPAIRED: (N_("You repair the {tile}."), N_("{who} repairs the {tile}."), _gear),
    Event.SPOILT: (N_("You cannot keep {goods}."), N_("{who} cannot keep {goods}."), _goods),
    Event.PASSED: (N_("You pass."), N_("{who} passes."), _nothing),
    Event.RESERVE: (N_("You use the reserve water."), N_("{who} uses the reserve water."), _nothing),
}


_GOODS = frozenset([Event.PAID, Event.GAINED, Event.LOST, Event.SPOILT])
_OF_PLACE = {Event.SHOWN: "tile", Event.SET_ASIDE: "token", Event.SAW_TOKEN: "token", Event.SAW_ANIMAL: "animal"}
_LISTED = frozenset([*_GOODS, *_OF_PLACE, Event.HANDED])
"""One after another of the same seat or city, these are one sentence with a list."""
_PRICES = frozenset([Event.PAID, Event.RESERVE, Event.ROOM_USED])
_BOUGHT = frozenset([Event.HUNTED, Event.ENDED, Event.RECRUITED, Event.REPAIRED, Event.PURIFIED])
"""What comes right after its price: both are one sentence."""
_COMES = frozenset([Event.BOARDED, Event.MARKER, Event.ROOM_USED, Event.GAINED, Event.JOINED, Event.LEFT_ABOARD])
_BRINGS = {
    Event.MOVED: frozenset([*_COMES, Event.IDLE, Event.DRY]),
    Event.BOARDED: _COMES,
    Event.USED: frozenset([Event.GAINED]),
    Event.ROOM_USED: frozenset([Event.GAINED, Event.GAUGE, Event.DREW, Event.JOINED]),
    Event.SEARCHED: frozenset([Event.GAINED, Event.GAUGE]),
    Event.SCRAPPED: frozenset([Event.GAINED]),
    Event.ALGAE: frozenset([Event.GAUGE]),
    Event.HUNTED: frozenset([Event.GAINED, Event.TOP_ANIMAL]),
    Event.RECRUITED: frozenset([Event.JOINED]),
    Event.HUNGER: frozenset([Event.LOST_SURVIVOR]),
}
"""What follows from an event is said in the same sentence."""
_HEADINGS = frozenset([Event.DAWN, Event.NIGHT])
_GRAVE = frozenset([Event.LOST_SURVIVOR, Event.HUNGER])


class _Group(NamedTuple):
    """Events that are told in one sentence: what was paid, what happened, and what that brought."""

    price: Sequence[Emitted]
    head: Emitted
    rest: Sequence[Emitted]


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
        yield _Group(events[i:at], head, events[at + 1 : end])
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


def log(events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[LogLine]:
    """What a move brought, sentence by sentence, each with what it points at and its picture; the same for all whom it
    does not concern."""
    concerned = any(reader in (event.a, event.b) for event in events)
    return _log(tuple(events), reader if concerned else WATCHER, tuple(names), t)


@functools.lru_cache(1024)
def _log(events: tuple[Emitted, ...], reader: int, names: tuple[str, ...], t: Translator) -> list[LogLine]:
    return [_line(group, reader, names, t) for group in _grouped(events)]


def _line(group: _Group, reader: int, names: Sequence[str], t: Translator) -> LogLine:
    head = group.head
    pointed = things(head, reader)
    if group.price or group.rest:
        pointed = tuple(dict.fromkeys(id for e in (head, *group.price, *group.rest) for id in things(e, reader)))
    worse = head.kind == Event.GAUGE and head.c
    tone: Literal["", "heading", "grave"] = (
        "heading" if head.kind in _HEADINGS else "grave" if head.kind in _GRAVE or worse else ""
    )
    return LogLine(_sentence(group, reader, names, t), pointed, symbol(head), tone)


def _sentence(group: _Group, reader: int, names: Sequence[str], t: Translator) -> str:
    """What happened, for what price, and what that brought."""
    price, head, rest = group
    if rest and rest[0].kind == head.kind:
        if head.kind == Event.PASSED:
            return t("Passing: {names}.", names=", ".join(_called(e.a, reader, names, t) for e in (head, *rest)))
        return _tell([head, *rest], reader, names, t)
    said = tell(head, reader, names, t)
    if price and (paid := _paid(price, t)):
        said = t("{what} for {price}.", what=said.removesuffix("."), price=paid)
    rooms = [t(ROOM_NAMES[e.b]) for e in price if e.kind == Event.ROOM_USED]
    if head.kind == Event.HUNTED and not any(e.kind == Event.GAINED for e in rest):
        rooms.append(amount(Res.MEAT, head.c, t))
    if head.kind == Event.ENDED:
        rooms.append(t.plural("{n} point", "{n} points", CARD_POINTS[head.b]))
    brought = [*rooms, *_brought(rest, t)]
    if head.kind == Event.RECRUITED or not brought:  # a recruit always joins the airlock
        return said
    return t("{what}: {rest}.", what=said.removesuffix("."), rest=", ".join(brought))


def _paid(price: Sequence[Emitted], t: Translator) -> str:
    goods = [sum(e.c for e in price if e.kind == Event.PAID and e.b == res) for res in range(GOODS)]
    reserve = [t("reserve water") for e in price if e.kind == Event.RESERVE]
    return ", ".join([*filter(None, [amounts(goods, t)]), *reserve])


def _brought(rest: Sequence[Emitted], t: Translator) -> list[str]:
    """What an event brought, each in a few words."""
    found = []
    for e in rest:
        kind = Event(e.kind)
        if kind == Event.GAINED:
            found.append(amount(e.b, e.c, t))
        elif kind == Event.BOARDED:
            found.append(t("space {n}", n=WEAKEST_SPACE + e.b))
        elif kind == Event.MARKER:
            found.append(t("first player from tonight on"))
        elif kind == Event.GAUGE:
            found.append(t("gauge {points}", points=_points(e)))
        elif kind == Event.IDLE:
            found.append(_unused(e.c, t))
        elif kind == Event.DRY:
            found.append(t("no water without a chip"))
        elif kind == Event.LEFT_ABOARD:
            found.append(t("the survivor stays behind"))
        elif kind == Event.TOP_ANIMAL:
            found.append(t("next comes {animal}", animal=_animal(e.b, t)))
        elif kind == Event.DREW:
            found.append(t("{tile}, broken", tile=t(GEAR_NAMES[e.b])))
        elif kind == Event.ROOM_USED:
            found.append(t(ROOM_NAMES[e.b]))
        else:  # survivors come and go
            place = t(ROOM_NAMES[e.c - 1]) if e.c else t("airlock")
            found.append(
                t("a survivor lost ({place})", place=place)
                if kind == Event.LOST_SURVIVOR
                else t("a survivor ({place})", place=place)
            )
    return found


def _unused(n: int, t: Translator) -> str:
    return t.plural("{n} action unused", "{n} actions unused", n)


def _called(seat: int, reader: int, names: Sequence[str], t: Translator) -> str:
    return t("you") if seat == reader else names[seat]


def tell(e: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    """An event as a sentence for its reader (-1 for somebody who watches)."""
    return _tell([e], reader, names, t)


def _tell(group: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> str:
    """An event, or several that differ in what is listed."""
    e = group[0]
    kind = Event(e.kind)
    if kind in _OF_SEAT:
        yours, others, values = _OF_SEAT[kind]
        said = values(e, names, t)
        if kind in _GOODS:  # each kind once
            total = [sum(each.c for each in group if each.b == res) for res in range(GOODS)]
            said = {"goods": amounts(total, t) or said["goods"]}
        return t(yours, **said) if e.a == reader else t(others, who=names[e.a], **said)
    if kind in _PLAIN:
        text, values = _PLAIN[kind]
        said = values(e, names, t)
        if key := _OF_PLACE.get(kind):
            said |= {key: ", ".join(values(each, names, t)[key] for each in group)}
        return t(text, **said)
    return _special(kind, group, reader, names, t)


_PLAIN: dict[Event, tuple[str, Values]] = {
    Event.DAWN: (N_("Day {day}"), lambda e, names, t: {"day": e.a}),
    Event.NIGHT: (N_("Night {day}"), lambda e, names, t: {"day": e.a}),
    Event.TURNED: (
        N_("{card}: {effect}"),
        lambda e, names, t: {"card": t(CARD_NAMES[e.a]), "effect": card_effect(e.a, min(len(names), MOST_SEATS), t)},
    ),
    Event.STRIKES: (N_("{card} strikes."), lambda e, names, t: {"card": t(CARD_NAMES[e.a])}),
    Event.SAW_TOKEN: (
        N_("{city}, from the top: {token}."),
        lambda e, names, t: {"city": t(CITY_NAMES[e.a]), "token": t(TOKEN_NAMES[e.b])},
    ),
    Event.SAW_ANIMAL: (
        N_("{area}, from the top: {animal}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.a]), "animal": _animal(e.b, t)},
    ),
    Event.SHOWN: (
        N_("{city} displays: {tile}."),
        lambda e, names, t: {"city": t(CITY_NAMES[e.a]), "tile": t(GEAR_NAMES[e.b])},
    ),
    Event.SET_ASIDE: (
        N_("Shown beside {city}: {token}."),
        lambda e, names, t: {"city": t(CITY_NAMES[e.a]), "token": t(TOKEN_NAMES[e.b])},
    ),
    Event.TOP_ANIMAL: (
        N_("{area}: next comes {animal}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.a]), "animal": _animal(e.b, t)},
    ),
    Event.RESHUFFLED: (N_("The discarded equipment is shuffled into a new stack."), _nothing),
    Event.OVER: (N_("The game is over."), _nothing),
}


def _special(kind: Event, group: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> str:
    """Sentences with two people, or with a form for each direction."""
    e = group[0]
    mine = e.a == reader
    if kind == Event.PRESSED:
        if mine:
            return t("You press {victim} by {n}.", victim=names[e.b], n=e.c)
        if e.b == reader:
            return t("{who} presses you by {n}.", who=names[e.a], n=e.c)
        return t("{who} presses {victim} by {n}.", who=names[e.a], victim=names[e.b], n=e.c)
    if kind == Event.HANDED:
        goods = amounts([sum(each.c == res for each in group) for res in range(GOODS)], t)
        if mine:
            return t("You hand {goods} to {other}.", goods=goods, other=names[e.b])
        if e.b == reader:
            return t("{who} hands {goods} to you.", who=names[e.a], goods=goods)
        return t("{who} hands {goods} to {other}.", who=names[e.a], goods=goods, other=names[e.b])
    if kind == Event.GAUGE:
        points = _points(e)
        if e.c:
            return (
                t("Your gauge rises to {points}.", points=points)
                if mine
                else t("{who}'s gauge rises to {points}.", who=names[e.a], points=points)
            )
        return (
            t("Your gauge improves to {points}.", points=points)
            if mine
            else t("{who}'s gauge improves to {points}.", who=names[e.a], points=points)
        )
    if kind == Event.PURIFIED:
        return (
            t("You switch the dam's purification on.")
            if mine
            else t("{who} switches the dam's purification on.", who=names[e.a])
        )
    if kind == Event.DRY:
        return (
            t("Without a chip you get no water.") if mine else t("Without a chip {who} gets no water.", who=names[e.a])
        )
    if kind == Event.IDLE:
        there, unused = t(AREA_THERE[e.b]), _unused(e.c, t)
        if mine:
            return t("You rest {there}, {unused}.", there=there, unused=unused)
        return t("{who} rests {there}, {unused}.", who=names[e.a], there=there, unused=unused)
    if kind == Event.HUNGER:
        return (
            t("You are short of {n} food or water.", n=e.b)
            if mine
            else t("{who} is short of {n} food or water.", who=names[e.a], n=e.b)
        )
    return _survivor(kind, e, mine, names, t)


def _survivor(kind: Event, e: Emitted, mine: bool, names: Sequence[str], t: Translator) -> str:
    """Survivors who come and go."""
    who, room = names[e.a], t(ROOM_NAMES[e.c - 1]) if e.c else ""
    if kind == Event.LOST_SURVIVOR:
        if e.c:
            return (
                t("You lose a survivor from the {room}.", room=room)
                if mine
                else t("{who} loses a survivor from the {room}.", who=who, room=room)
            )
        return (
            t("You lose a survivor from the airlock.")
            if mine
            else t("{who} loses a survivor from the airlock.", who=who)
        )
    if e.c:
        return (
            t("A survivor joins your {room}.", room=room)
            if mine
            else t("A survivor joins {who}'s {room}.", who=who, room=room)
        )
    return t("A survivor joins your airlock.") if mine else t("A survivor joins {who}'s airlock.", who=who)
