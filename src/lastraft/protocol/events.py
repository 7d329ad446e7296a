"""Events: each is declared once, with its parts, its sentences and its picture; the log follows from that.

    class Event(Events):
        GAVE = event(
            N_("{name} gives {other} {card}."), you=N_("You give {other} {card}."),
            other=N_("{name} gives you {card}."), name=SEAT, other_=SEAT, card=CARD,
        )

A part's name is its place in the sentences, its `Noun` says what it is: how it is said, which element of the drawing it
is, whose it is. `emit` takes the parts in the order of the declaration. How a page plays the event is its `staging`.
"""

from __future__ import annotations

import enum
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..kernel.state import Emitted
from .reader import WATCHER, Listener
from .staging import Cue, Field, StagedStep, Staging, in_order
from .translations import Translator, translator

Tone = Literal["", "heading", "grave", "holds"]


class LogLine(NamedTuple):
    """A line of the log: the sentence, the ids of the drawing's elements that it names, the id of the symbol that
    stands before it, and whether it is the `heading` of what follows, tells of something `grave`, or of what still
    `holds` and need not be said again soon; and what the things do that it names, such as a card."""

    said: str
    things: tuple[str, ...] = ()
    symbol: str = ""
    tone: Tone = ""
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class Noun:
    """What a part of an event can be: a seat, a card, a space, a number."""

    say: Callable[[int, Translator], Any] = lambda n, t: n
    """What stands in its place in a sentence; a mapping where it has several places."""
    about: Callable[[int, Translator], str] = lambda n, t: ""
    """What it does, in a sentence; empty where that is plain."""
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
SHOWS_SYMBOL = ("card", "fly", "rise", "roll")
TOLD_TOGETHER = 6
"""So many events of one kind have their sentences shown while they play together."""


@dataclass(frozen=True)
class Declaration:
    """What is declared of an event."""

    forms: Forms | Callable[[Emitted], Forms] = NOTHING_SAID
    parts: Mapping[str, Noun] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    symbol: str | Callable[[Emitted], str] = ""
    tone: Tone | Callable[[Emitted], Tone] = ""
    phrases: Callable[[Emitted, Listener], dict[str, Any]] = lambda e, listener: {}
    stage: Staging | None = None
    in_turn: bool = False
    scene: bool | Callable[[Emitted], bool] = False
    own_scene: bool = False


def event(
    all: str | Plural | Callable[[Emitted], Forms] = "",
    you: str | Plural = "",
    other: str | Plural = "",
    points: tuple[str, ...] = (),
    symbol: str | Callable[[Emitted], str] = "",
    tone: Tone | Callable[[Emitted], Tone] = "",
    phrases: Callable[[Emitted, Listener], dict[str, Any]] = lambda e, listener: {},
    stage: Staging | None = None,
    in_turn: bool = False,
    scene: bool | Callable[[Emitted], bool] = False,
    own_scene: bool = False,
    **parts: Noun,
) -> Any:
    """Declare an event: its sentences (or what chooses them), what the log points at besides its parts, the
    id of its symbol (left out: that of the first part that has one), its tone, the places of its sentences that are
    filled by several parts together, its `staging` (empty where the changed drawing says enough), whether that of one
    seat waits for that of another, whether it is a scene that nothing shortens (or one for its own seat alone), and its
    parts in the order of `emit`.

    A part called ``other`` is declared as ``other_``, since ``other`` is the sentence for that seat.
    """
    named = {name.removesuffix("_"): noun for name, noun in parts.items()}
    if len(named) > 3:
        raise TypeError(f"an event has at most 3 parts, not {len(named)}: {', '.join(named)}")
    forms = Forms(all, you, other) if isinstance(all, (str, Plural)) else all
    return Declaration(forms, named, points, symbol, tone, phrases, stage, in_turn, scene, own_scene)


class Events(enum.IntEnum):
    """The kinds of events of a game, numbered in their order; each is declared by `event`, or is a number alone."""

    declared: Declaration

    def __new__(cls, value: Any) -> Events:
        number, declaration = value, Declaration()
        if isinstance(value, Declaration):
            number, declaration = len(cls.__members__) + 1, value
        member = int.__new__(cls, number)
        member._value_ = number
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
        return LogLine(text, things, kind.symbol(head), kind.tone(head), cls.about(group, listener))

    @classmethod
    def about(cls, group: Sequence[Emitted], listener: Listener) -> str:
        """What the things do that events name; by name where they are several."""
        parts = (part for e in group for part in cls(e.kind).parts(e))
        told = {noun.say(n, listener.t): about for _, noun, n in parts if (about := noun.about(n, listener.t))}
        t = translator("lastraft", listener.t.language)
        lines = [t("{name}: {about}", name=name, about=about) for name, about in told.items()]
        return next(iter(told.values())) if len(told) == 1 else "\n".join(lines)

    @classmethod
    def log(cls, events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
        """What a reader is told of a move's events, line by line."""
        return [line for e in events if (line := cls.line([e], listener)).said]

    @classmethod
    def staging(cls, events: Sequence[Emitted], listener: Listener) -> list[StagedStep]:
        """What a reader is shown of a move's events, step by step; events of one kind in a row play together, unless
        they are shown seat by seat. All whom no event names are shown the same, which is made once."""
        names = tuple(listener.names)
        concerned = cls.concern(events, listener.seat, len(names))
        return _staging(cls, tuple(events), Listener(listener.seat if concerned else WATCHER, names, listener.t))

    @classmethod
    def as_shown(cls, events: Sequence[Emitted]) -> Sequence[Emitted]:
        """A move's events as they are staged; a game may show several as one."""
        return events

    @classmethod
    def said(cls, events: Sequence[Emitted], listener: Listener) -> str:
        """What is said while events of one kind play together."""
        return " ".join(dict.fromkeys(cls.tell(e, listener) for e in events[:TOLD_TOGETHER]))

    @classmethod
    def caption(cls, events: Sequence[Emitted], shown: Sequence[Emitted], listener: Listener) -> str:
        """What is said of a move's events while some of them, of one kind, play together."""
        return cls.said(shown, listener)

    @classmethod
    def stake(cls, events: Sequence[Emitted], rolled: Sequence[Emitted], listener: Listener) -> str:
        """What is said of a move's events while some of them are rolled: who hopes for what. Nothing: the page's own
        words."""
        return ""

    @classmethod
    def concern(cls, events: Sequence[Emitted], seat: int, seats: int) -> bool:
        """Whether an event names a seat, or may do so because its parts are not declared. All others are told the
        same."""
        return seat != WATCHER and seat in _named(cls, tuple(events), seats)

    @classmethod
    def _staging(cls, events: Sequence[Emitted], listener: Listener) -> list[StagedStep]:
        steps: list[StagedStep] = []
        for (number, in_turn), run in itertools.groupby(cls.as_shown(events), cls._shown_with):
            kind, together = cls(number), list(run)
            played = itertools.zip_longest(*(kind._steps(e, listener) for e in together), fillvalue=())
            staged = [[beat for beats in step for beat in beats] for step in played]
            said = cls.caption(events, together, listener)
            shown = [beats for beats in staged if beats]
            told_at = 1 if len(shown) > 1 and all(beat["kind"] == "turn" for beat in shown[0]) else 0
            for i, beats in enumerate(shown):
                step: StagedStep = {"beats": beats}
                if said and i >= told_at:  # not while it turns over
                    step["say"] = said
                if beats[0]["kind"] == "card" and (about := cls.about(together, listener)):
                    step["about"] = about
                if beats[0]["kind"] == "roll" and (stake := cls.stake(events, together, listener)):
                    step["stake"] = stake
                if in_turn >= 0:
                    step["apart"] = True
                if kind.is_scene(together[0]) or (
                    kind.declared.own_scene and kind._own_seat(together[0], listener) == listener.seat != WATCHER
                ):
                    step["scene"] = True
                said = said if i < told_at else ""
                steps.append(step)
        return in_order(steps)

    def is_scene(self, e: Emitted) -> bool:
        """Whether nothing shortens how it is shown."""
        scene = self.declared.scene
        return scene(e) if callable(scene) else scene

    @classmethod
    def _shown_with(cls, e: Emitted) -> tuple[int, int]:
        """What events in a row share that play together: their kind, and the seat where they are shown seat by seat."""
        return e.kind, e.a if cls(e.kind).declared.in_turn else -1

    def _own_seat(self, e: Emitted, listener: Listener) -> int:
        """Whose event it is."""
        return next(iter(self.seats(e, len(listener.names))), WATCHER)

    def _steps(self, e: Emitted, listener: Listener) -> list[list[dict[str, Any]]]:
        """The beats of one event, step by step."""
        stage = self.declared.stage or ()
        own = self._own_seat(e, listener)
        concerned = own == listener.seat != WATCHER
        steps = [(step,) if isinstance(step, Cue) else step for step in (stage(e) if callable(stage) else stage)]
        return [
            [self._beat(each, e, own, concerned) for each in step if each.own in (None, concerned)] for step in steps
        ]

    def _beat(self, cue: Cue, e: Emitted, own: int, concerned: bool) -> dict[str, Any]:
        beat: dict[str, Any] = {"kind": cue.kind, "ms": cue.ms}
        if cue.sound:
            beat["sound"] = cue.sound
        for name, field_ in cue.fields.items():
            value = self._value(name, field_, e, own, concerned)
            if value not in ("", ()):
                beat[name] = value
        if cue.kind in SHOWS_SYMBOL and "face" not in beat and (symbol := self.symbol(e)):
            beat["face"] = symbol
        if "face" in beat and own != WATCHER:
            beat["seat"] = own
        return beat

    def _value(self, name: str, field_: Field, e: Emitted, own: int, concerned: bool) -> Any:
        """A field of a cue: of a part its number, its symbol or its element; somebody else's private things are at
        their seat."""
        if callable(field_):
            return field_(e)
        if isinstance(field_, tuple):
            return tuple(self._value(name, each, e, own, concerned) for each in field_)
        if field_ == "own":
            return f"seat-{own}" if own != WATCHER else ""
        part = next(((noun, n) for part, noun, n in self.parts(e) if part == field_), None)
        if part is None:
            return field_
        noun, n = part
        if name == "n":
            return n
        if name == "face":
            return noun.symbol(n)
        if noun.private and not concerned:
            return f"seat-{own}"
        return next(filter(None, (noun.element(n), *noun.elements(n, own))), "")


@functools.lru_cache(1024)
def _named(kinds: type[Events], events: tuple[Emitted, ...], seats: int) -> frozenset[int]:
    """The seats that events name; all, where the parts of one are not declared."""
    declared = [kinds(e.kind) for e in events]
    if not all(kind.declared.parts for kind in declared):
        return frozenset(range(seats))
    return frozenset(seat for kind, e in zip(declared, events, strict=True) for seat in kind.seats(e, seats))


@functools.lru_cache(1024)
def _staging(kinds: type[Events], events: tuple[Emitted, ...], listener: Listener) -> list[StagedStep]:
    return kinds._staging(events, listener)
