"""Events: each is declared once, with its parts, its sentences and its picture; the log follows from that.

    class Event(Events):
        GAVE = event(
            1, N_("{name} gives {other} {card}."), you=N_("You give {other} {card}."),
            other=N_("{name} gives you {card}."), name=SEAT, other=SEAT, card=CARD,
        )

A part's name is its place in the sentences, its `Noun` says what it is: how it is said, which element of the drawing it
is, whose it is. `emit` takes the parts in the order of the declaration.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..kernel.state import Emitted
from .reader import WATCHER, Listener
from .translations import Translator

Tone = Literal["", "heading", "grave"]


class LogLine(NamedTuple):
    """A line of the log: the sentence, the ids of the drawing's elements that it names, the id of the symbol that
    stands before it, and whether it is the `heading` of what follows or tells of something `grave`."""

    said: str
    things: tuple[str, ...] = ()
    symbol: str = ""
    tone: Tone = ""


@dataclass(frozen=True, kw_only=True)
class Noun:
    """What a part of an event can be: a seat, a card, a space, a number."""

    say: Callable[[int, Translator], Any] = lambda n, t: n
    """What stands in its place in a sentence; a mapping where it has several places."""
    element: Callable[[int], str] = lambda n: ""
    """The id of the drawing's element that it is; empty if there is none."""
    elements: Callable[[int, int], tuple[str, ...]] = lambda n, seat: ()
    """Further elements, or one whose id names the event's own seat: given both (-1 where it has no seat)."""
    private: bool = False
    """Whether only the event's own seat has them in its drawing: its hand, its store."""
    symbol: Callable[[int], str] = lambda n: ""
    """The id of its picture."""
    seat: Callable[[int, int], int] | None = None
    """The seat that it is or belongs to, given how many seats play."""


NUMBER = Noun()
SEAT = Noun(element=lambda n: f"seat-{n}", seat=lambda n, seats: n)


class Plural(NamedTuple):
    """A sentence whose form a number decides: the part called ``n``."""

    one: str
    many: str


def plural(one: str, many: str) -> Plural:
    """Mark a sentence for one and for many, as `N_` marks one that has a single form."""
    return Plural(one, many)


class Forms(NamedTuple):
    """A sentence for everybody, for the seat that it is about, and for the second seat that it names."""

    all: str | Plural
    you: str | Plural = ""
    other: str | Plural = ""


NOTHING_SAID = Forms("")


@dataclass(frozen=True)
class Declaration:
    """What is declared of an event."""

    number: int
    forms: Forms | Callable[[Emitted], Forms] = NOTHING_SAID
    parts: Mapping[str, Noun] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    symbol: str | Callable[[Emitted], str] = ""
    tone: Tone | Callable[[Emitted], Tone] = ""
    phrases: Callable[[Emitted, Listener], dict[str, Any]] = lambda e, listener: {}


def event(
    number: int,
    all: str | Plural | Callable[[Emitted], Forms] = "",
    you: str | Plural = "",
    other: str | Plural = "",
    points: tuple[str, ...] = (),
    symbol: str | Callable[[Emitted], str] = "",
    tone: Tone | Callable[[Emitted], Tone] = "",
    phrases: Callable[[Emitted, Listener], dict[str, Any]] = lambda e, listener: {},
    **parts: Noun,
) -> Any:
    """Declare an event: its number, its sentences (or what chooses them), what the log points at besides its parts, the
    id of its symbol (left out: that of the first part that has one), its tone, the places of its sentences that are
    filled by several parts together, and its parts in the order of `emit`.

    A part called ``other`` is declared as ``other_``, since ``other`` is the sentence for that seat.
    """
    named = {name.removesuffix("_"): noun for name, noun in parts.items()}
    if len(named) > 3:
        raise TypeError(f"event {number}: {len(named)} parts; an event has at most 3")
    forms = Forms(all, you, other) if isinstance(all, (str, Plural)) else all
    return Declaration(number, forms, named, points, symbol, tone, phrases)


class Events(enum.IntEnum):
    """The kinds of events of a game; each member is declared by `event`, or is a number alone."""

    declared: Declaration

    def __new__(cls, value: Any) -> Events:
        declaration = value if isinstance(value, Declaration) else Declaration(value)
        member = int.__new__(cls, declaration.number)
        member._value_ = declaration.number
        setattr(member, "declared", declaration)  # noqa: B010 - to mypy all that a member has is final
        return member

    def parts(self, e: Emitted) -> Iterator[tuple[str, Noun, int]]:
        """The parts of an event of this kind: name, noun and number."""
        parts = self.declared.parts
        return zip(parts, parts.values(), (e.a, e.b, e.c))

    def seats(self, e: Emitted, seats: int) -> list[int]:
        """The seats that an event names, its own first."""
        return [noun.seat(n, seats) for _, noun, n in self.parts(e) if noun.seat]

    def values(self, e: Emitted, listener: Listener) -> dict[str, Any]:
        """What stands in the places of its sentences; ``name`` is whose the first part is."""
        names = listener.names
        values: dict[str, Any] = {}
        for name, noun, n in self.parts(e):
            if noun is SEAT:
                values[name] = names[n]
                continue
            said = noun.say(n, listener.t)
            if isinstance(said, dict):
                values.update(said)
            else:
                values[name] = said
            if noun.seat and "name" not in values:
                values["name"] = names[noun.seat(n, len(names))]
        return values | self.declared.phrases(e, listener)

    def sentence(self, e: Emitted, listener: Listener, forms: Forms | None = None, **values: Any) -> str:
        """An event as a sentence for its reader; other forms and values than the declared ones may be given."""
        if forms is None:
            forms = self.declared.forms if isinstance(self.declared.forms, Forms) else self.declared.forms(e)
        text = forms.all
        if listener.seat != WATCHER and (forms.you or forms.other):
            seats = self.seats(e, len(listener.names))
            if forms.you and seats[:1] == [listener.seat]:
                text = forms.you
            elif forms.other and seats[1:2] == [listener.seat]:
                text = forms.other
        values = self.values(e, listener) | values
        if isinstance(text, Plural):
            return listener.t.plural(text.one, text.many, values.pop("n"), **values)
        return listener.t(text, **values) if text else ""

    def things(self, e: Emitted, seat: int, seats: int) -> tuple[str, ...]:
        """The ids of the drawing's elements that an event names to a reader."""
        own = next(iter(self.seats(e, seats)), WATCHER)
        elements: list[str] = []
        for _, noun, n in self.parts(e):
            if not noun.private or own == seat != WATCHER:
                elements += (noun.element(n), *noun.elements(n, own))
        return *filter(None, elements), *self.declared.points

    def symbol(self, e: Emitted) -> str:
        """The id of the picture of what an event is about."""
        if self.declared.symbol:
            return self.declared.symbol if isinstance(self.declared.symbol, str) else self.declared.symbol(e)
        return next((symbol for _, noun, n in self.parts(e) if (symbol := noun.symbol(n))), "")

    def tone(self, e: Emitted) -> Tone:
        return self.declared.tone if isinstance(self.declared.tone, str) else self.declared.tone(e)

    @classmethod
    def tell(cls, e: Emitted, listener: Listener) -> str:
        """An event as a sentence for its reader; empty where nothing needs saying."""
        kind = cls(e.kind)
        if kind.declared.forms is NOTHING_SAID and not kind.declared.parts:
            return f"{kind.name.replace('_', ' ').capitalize()}."
        return kind.sentence(e, listener)

    @classmethod
    def line(cls, group: Sequence[Emitted], listener: Listener, said: str | None = None) -> LogLine:
        """One line for one event, or for several that are told together: it points at what all of them name."""
        head, seats = group[0], len(listener.names)
        kind = cls(head.kind)
        named = [kind.things(head, listener.seat, seats)]
        named += [cls(e.kind).things(e, listener.seat, seats) for e in group[1:]]
        things = tuple(dict.fromkeys(itertools.chain(*named)))
        text = cls.tell(head, listener) if said is None else said
        return LogLine(text, things, kind.symbol(head), kind.tone(head))

    @classmethod
    def log(cls, events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
        """What a reader is told of a move's events, line by line."""
        return [line for e in events if (line := cls.line([e], listener)).said]
