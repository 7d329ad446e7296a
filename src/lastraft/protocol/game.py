"""`Game`: what every game offers, in four parts, and what everything above asks of it."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from ..errors import BadOption
from ..kernel.native import bind
from ..kernel.rule import read_plain_numbers, written
from ..kernel.state import MAX_SEATS, Buffer
from .codes import Families
from .events import Events
from .notation import Notation
from .observation import Observation
from .options import Option, Preset
from .orders import Orders
from .phrases import Phrases
from .picture import Picture, text_drawing
from .reader import WATCHER, Listener, Reader, S
from .rules import AskState, Rules, all_fields, no_window, nothing_violated, observe_fields
from .speech import DERIVED, Speech, derived
from .teaching import Teaching
from .together import Together
from .translations import translator
from .windows import Windows

if TYPE_CHECKING:
    from ..kernel.native import Native


class NoEvents(Events):
    """The events of a game that tells nothing."""


class NoInvariants(enum.IntEnum):
    """The invariants of a game that names none."""


@dataclass(kw_only=True, eq=False, repr=False)
class Game(Generic[S]):
    """One game: its rules, its notation, what people read and what they see.

    Speech and picture are made from a hidden state (`Rules.hide`) for the `Reader` it was hidden for.
    """

    name: str
    """Lower case, as on the command line."""
    title: str
    state: type[S]
    rules: Rules
    families: Families
    sizes: range
    """How many seats can play."""
    usual_size: int = 0
    """How many seats play if nobody says; left out, the fewest."""
    prefix: str = ""
    """What the numbers of its clauses begin with: `HP` for HP-20.18; left out, two letters of the name."""
    version: int = 1
    """Raised whenever a rule changes."""
    earlier: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """By older version: the options under which today's rules are those of that version. Its games still replay."""
    about: str = ""
    """The game in one line, for somebody who does not know it."""
    events: type[Events] = NoEvents
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Options that belong together, beside the defaults."""
    most_moves: int = 10_000
    """More moves than any game takes: a game that goes on longer is a mistake in its rules."""
    usual_moves: int = 500
    """About so many moves bots make in a game that they play well: how much a hint's chances count depends on it."""
    observation_size: int = 0
    """How many numbers `Rules.observe` writes; left out where `observed` says it."""
    observed: Observation | None = None
    """What these numbers are: needed by bots that learn."""
    observe_needs_hide: bool = True
    """Whether `Rules.observe` must be given what `hide` leaves; False where it writes the same for a seat from the true
    state (not for a spectator), so that games side by side need no hidden copy; the conformance suite compares them."""
    rollout_moves: int = 20
    """How far a searching bot plays on before it values what it sees."""
    temperatures: tuple[int, int, int] = (150, 120, 100)
    """How freely a bot that learned plays as beginner, easy and normal: temperatures of its policy in hundredths. Under
    100 it is now and then `SELFISH`."""
    characters: tuple[str, ...] = ()
    """Bots' characters by name, from 1 on in `Rules.prefer`."""
    notation: Notation[S] = field(default_factory=Notation)
    speech: Speech[S] = field(default_factory=Speech)
    picture: Picture[S] = DERIVED
    teaching: Teaching = field(default_factory=Teaching)
    is_window: Callable[[S, int], bool] = no_window
    """Whether the seat is asked only in case it wants to step in; a table's grace time makes its default move."""
    violated: AskState = nothing_violated
    """A rule: which of the ``invariants`` does not hold in a state between two moves, or 0. Asked in
    `lastraft.testing` alone."""
    invariants: type[enum.IntEnum] = NoInvariants
    """Their names, from 1 on."""
    phrases: Phrases[S] = field(default_factory=Phrases)
    """What can be said by a click, and by bots."""
    orders: Orders[S] = field(default_factory=Orders)
    """What a player can order ahead, to be done when it becomes legal."""
    together: Together[S] = field(default_factory=Together)
    """What seats choose at the same time at a table."""
    windows: Windows[S] = field(default_factory=Windows)
    """What a table needs to keep the time of windows for everybody."""
    won: Callable[[Any, Any], Any] = lambda score, rank: rank == 1
    """Whether a finished game is won with these points and this place, numbers or arrays of them: the first place
    wins, unless everybody can lose."""

    def __post_init__(self) -> None:
        self.usual_size = self.usual_size or self.sizes[0]
        self.prefix = self.prefix or self.name[:2].upper()
        if self.sizes.start < 1 or self.sizes[-1] > MAX_SEATS or self.usual_size not in self.sizes:
            raise TypeError(f"{self.name}: sizes are 1 to {MAX_SEATS} seats, the usual size among them")
        if self.state.layout.fields["option"].shape[0] != max(1, len(self.options)):
            raise TypeError(
                f"{self.state.__name__}: declare it with options={len(self.options)}, as many as the game has"
            )
        for preset in self.presets:
            self.new_state(self.usual_size, preset.options)
        if self.observed is not None:
            self.observation_size = self.observed.size
        read_plain_numbers()
        if self.rules.observe is all_fields:
            observe, self.observation_size = observe_fields(self.state)
            self.rules = replace(self.rules, observe=observe)
        bindings, rules = self.bindings(), self.rules.by_name()
        for name, fn in rules.items():  # those that defaults ask come before them
            rules[name] = bindings[name] = bind(fn, bindings)
        self.rules = replace(self.rules, **rules)
        if self.notation.move_text is None:
            families = self.families
            self.notation = replace(self.notation, move_text=lambda s, seat, move: families.text(move))
        speech = {name: part for name, part in derived(self).items() if getattr(self.speech, name) is None}
        self.speech = replace(self.speech, **speech)
        if self.picture is DERIVED:
            self.picture = Picture(draw=text_drawing(self.speech.text))

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @functools.cached_property
    def by_seat(self) -> frozenset[str]:
        """The fields that have a number, or a row of them, for each seat: those as long as there can be seats."""
        fields = self.state.layout.fields.items()
        return frozenset(name for name, field in fields if field.shape[:1] == (self.sizes[-1],))

    def new_state(self, seats: int, options: Mapping[str, str | bool] | None = None) -> S:
        """An empty state with seats and options set.

        :raises BadOption: if the game does not know them.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.sizes:
            raise BadOption(f"{self.name} with {seats} seats: it is for {self.sizes[0]} to {self.sizes[-1]}")
        s = self.state()
        s.seats = seats
        by_name = {option.name: i for i, option in enumerate(self.options)}
        for name, value in (options or {}).items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if name not in by_name:
                known = ", ".join(by_name) or "none"
                raise BadOption(f"{self.name} has no option {name!r}; its options are: {known}")
            values = self.options[by_name[name]].values
            if text not in values:
                raise BadOption(f"option {name} cannot be {text!r}; choose one of: {', '.join(values)}")
            s.option[by_name[name]] = values.index(text)
        return s

    def options_under(self, version: int, options: Mapping[str, str | bool]) -> dict[str, str | bool]:
        """The options of a game that began under a version of the rules.

        :raises BadOption: if games of that version cannot be replayed.
        """
        if version != self.version and version not in self.earlier:
            raise BadOption(f"written under rules {version}; this program plays rules {self.version}")
        return {**self.earlier.get(version, {}), **options}

    def chosen(self, s: S) -> dict[str, str]:
        """The options of a state that are not at their default."""
        pairs = zip(self.options, s.option, strict=False)
        return {option.name: option.values[i] for option, i in pairs if i}

    def hidden(self, s: S, seat: int, to_look_at: bool = False) -> S:
        """What the seat knows, as a state of its own. One that is only to be looked at is made faster: it shares with
        ``s`` what hiding leaves as it is, so neither may be changed any more."""
        if seat != WATCHER and not 0 <= seat < s.seats:
            raise BadOption(f"seat {seat}: this game has seats 0 to {s.seats - 1}, and -1 for a spectator")
        copy = s.copy(self._hides if to_look_at else None)
        self.rules.hide(copy, seat)
        return copy

    def legal(self, s: S, seat: int) -> list[int]:
        """The codes of the seat's legal moves, in rising order."""
        out = Buffer(self.families.count)
        return out[: self.rules.legal(s, seat, out)]

    @functools.cached_property
    def _hides(self) -> frozenset[str]:
        return written([self.rules.hide], self.bindings())

    def reader(
        self,
        hidden: S,
        seat: int,
        names: Sequence[str] = (),
        language: str = "en",
        shared: dict[Any, Any] | None = None,
        again: bool = False,
    ) -> Reader[S]:
        """Who reads what a seat knows, in a language; those of one position and language may have ``shared`` what is
        made for everybody. ``again``: a finished game is gone through once more."""
        return Reader(hidden, seat, names, translator(self.name, language), {} if shared is None else shared, again)

    def called(self, language: str) -> str:
        """Its title in a language: some editions have one of their own."""
        return translator(self.name, language)(self.title)

    def listener(self, seat: int, names: Sequence[str] = (), language: str = "en") -> Listener:
        """Who reads the log of a seat, in a language."""
        return Listener(seat, names, translator(self.name, language))

    def clause_name(self, number: int) -> str:
        """A number of `forbids` as people write it: HP-20.18."""
        return f"{self.prefix}-{number // 100}.{number % 100}"

    def bindings(self) -> dict[str, Any]:
        """What a generic rule (a bot, a playout) can name by `placeholder`: the game's rules, its codes and their
        families."""
        numbers = {"codes": self.families.count, "rollout_moves": self.rollout_moves}
        numbers["all_can_lose"] = int(not self.won(0, 1))
        numbers["observe_needs_hide"] = int(self.observe_needs_hide)
        families = {"family": self.families.of, "family_end": self.families.end}
        return {**self.rules.by_name(), "is_window": self.is_window, **families, **numbers}

    @property
    def is_native(self) -> bool:
        """Whether `native` is there already, so that asking for it costs nothing."""
        return "native" in self.__dict__

    @functools.cached_property
    def native(self) -> Native:
        """The game's rules compiled for this processor (see `kernel.native`)."""
        from ..kernel.native import Native

        native = Native(self.state, self.bindings())
        native.compile(self.rules.by_name().values())
        return native


def seats_in(mask: int) -> Iterable[int]:
    """The seats of a mask."""
    return (seat for seat in range(MAX_SEATS) if mask >> seat & 1)
