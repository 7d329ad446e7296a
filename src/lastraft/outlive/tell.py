"""Events as sentences, told from the reader's point of view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel import Told
from ..protocol import Line
from ..words import N_, Words
from .components import GAUGE_POINTS, GOODS, STRENGTH, WEAKEST_SPACE
from .names import (
    AREA_NAMES,
    CARD_NAMES,
    CITY_NAMES,
    GEAR_NAMES,
    LEADER_NAMES,
    ROOM_NAMES,
    TOKEN_NAMES,
    amount,
    amounts,
)
from .pointing import things
from .state import Event

Values = Callable[[Told, Sequence[str], Words], dict[str, Any]]


def _nothing(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {}


def _room(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"room": t(ROOM_NAMES[e.b])}


def _gear(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"tile": t(GEAR_NAMES[e.b])}


def _goods(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"goods": amount(e.b, e.c, t)}


def _numbers(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"n": e.b, "rest": e.c}


def _card(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"card": t(CARD_NAMES[e.b])}


def _found(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"city": t(CITY_NAMES[e.b]), "token": t(TOKEN_NAMES[e.c])}


def _hero(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"hero": STRENGTH[e.b], "area": t(AREA_NAMES[e.c])}


def _points(e: Told, names: Sequence[str], t: Words) -> dict[str, Any]:
    return {"points": f"{GAUGE_POINTS[e.b]:+d}".replace("-", "−") if GAUGE_POINTS[e.b] else "0"}


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
    Event.PLACED: (N_("Your hero {hero} starts at: {area}."), N_("{who}'s hero {hero} starts at: {area}."), _hero),
    Event.SPARED: (N_("{card} does not touch you."), N_("{card} does not touch {who}."), _card),
    Event.LOST: (N_("You lose {goods}."), N_("{who} loses {goods}."), _goods),
    Event.MOVED: (N_("Your hero {hero} goes to: {area}."), N_("{who}'s hero {hero} goes to: {area}."), _hero),
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
        N_("You hunt an animal of toughness {n}: {goods}."),
        N_("{who} hunts an animal of toughness {n}: {goods}."),
        lambda e, names, t: {"n": e.b, "goods": amount(0, e.c, t)},
    ),
    Event.USED: (N_("You use the {tile}."), N_("{who} uses the {tile}."), _gear),
    Event.LOOKED: (
        N_("You look through the animals at: {area}."),
        N_("{who} looks through the animals at: {area}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.b])},
    ),
    Event.BROKE_OFF: (N_("You break the hunt off."), N_("{who} breaks the hunt off."), _nothing),
    Event.LEFT_ABOARD: (
        N_("You leave the survivor behind."),
        N_("{who} leaves the survivor behind."),
        _nothing,
    ),
    Event.ENDED: (N_("You end the event: {card}."), N_("{who} ends the event: {card}."), _card),
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
_OF_CITY = {Event.SHOWN: "tile", Event.SET_ASIDE: "token"}
_LISTED = _GOODS | frozenset(_OF_CITY)
"""One after another of the same seat or city, these are one sentence with a list."""
_IMPLIED = {Event.HUNTED: Event.GAINED, Event.RECRUITED: Event.JOINED}
"""What need not be said again after it."""


def log(events: Sequence[Told], reader: int, names: Sequence[str], t: Words) -> list[Line]:
    """What a move brought, sentence by sentence, each with what it points at."""
    groups: list[list[Told]] = []
    for event in events:
        if groups and _goes_on(groups[-1], event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [
        Line(_tell(group, reader, names, t), tuple(dict.fromkeys(id for e in group for id in things(e, reader))))
        for group in groups
    ]


def _goes_on(group: Sequence[Told], event: Told) -> bool:
    """Whether an event belongs to the sentence of those before it."""
    first = group[0]
    implied = len(group) == 1 and _IMPLIED.get(Event(first.kind)) == event.kind
    return event.a == first.a and (implied or event.kind == first.kind in _LISTED)


def tell(e: Told, reader: int, names: Sequence[str], t: Words) -> str:
    """An event as a sentence for its reader (-1 for somebody who watches)."""
    return _tell([e], reader, names, t)


def _tell(group: Sequence[Told], reader: int, names: Sequence[str], t: Words) -> str:
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
        if key := _OF_CITY.get(kind):
            said |= {key: ", ".join(values(each, names, t)[key] for each in group)}
        return t(text, **said)
    return _special(kind, e, reader, names, t)


_PLAIN: dict[Event, tuple[str, Values]] = {
    Event.DAWN: (N_("Day {day}: dawn."), lambda e, names, t: {"day": e.a}),
    Event.NIGHT: (N_("Day {day}: night falls."), lambda e, names, t: {"day": e.a}),
    Event.TURNED: (N_("A new event: {card}."), lambda e, names, t: {"card": t(CARD_NAMES[e.a])}),
    Event.STRIKES: (N_("{card} strikes."), lambda e, names, t: {"card": t(CARD_NAMES[e.a])}),
    Event.SAW_TOKEN: (
        N_("{city}, token {n} from the top: {token}."),
        lambda e, names, t: {"city": t(CITY_NAMES[e.a]), "token": t(TOKEN_NAMES[e.b]), "n": e.c + 1},
    ),
    Event.SAW_ANIMAL: (
        N_("{area}, animal {n} from the top: toughness {tough}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.a]), "tough": e.b, "n": e.c + 1},
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
        N_("{area}: the next animal has toughness {tough}."),
        lambda e, names, t: {"area": t(AREA_NAMES[e.a]), "tough": e.b},
    ),
    Event.RESHUFFLED: (N_("The discarded equipment is shuffled into a new stack."), _nothing),
    Event.OVER: (N_("The game is over."), _nothing),
}


def _special(kind: Event, e: Told, reader: int, names: Sequence[str], t: Words) -> str:
    """Sentences with two people, or with a form for each direction."""
    mine = e.a == reader
    if kind == Event.PRESSED:
        if mine:
            return t("You press {victim} by {n}.", victim=names[e.b], n=e.c)
        if e.b == reader:
            return t("{who} presses you by {n}.", who=names[e.a], n=e.c)
        return t("{who} presses {victim} by {n}.", who=names[e.a], victim=names[e.b], n=e.c)
    if kind == Event.HANDED:
        goods = amount(e.c, 1, t)
        if mine:
            return t("You hand {goods} to {other}.", goods=goods, other=names[e.b])
        if e.b == reader:
            return t("{who} hands {goods} to you.", who=names[e.a], goods=goods)
        return t("{who} hands {goods} to {other}.", who=names[e.a], goods=goods, other=names[e.b])
    if kind == Event.GAUGE:
        points = _points(e, names, t)["points"]
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
        area = t(AREA_NAMES[e.b])
        if mine:
            return t.plural(
                "{area}: you leave {n} action unused.", "{area}: you leave {n} actions unused.", e.c, area=area
            )
        return t.plural(
            "{area}: {who} leaves {n} action unused.",
            "{area}: {who} leaves {n} actions unused.",
            e.c,
            area=area,
            who=names[e.a],
        )
    if kind == Event.HUNGER:
        return (
            t("You are short of {n} food or water.", n=e.b)
            if mine
            else t("{who} is short of {n} food or water.", who=names[e.a], n=e.b)
        )
    return _survivor(kind, e, mine, names, t)


def _survivor(kind: Event, e: Told, mine: bool, names: Sequence[str], t: Words) -> str:
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
