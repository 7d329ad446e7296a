"""What a game is: its rules, which run in every world, and what people read and see.

Nothing above this module knows which game it runs. A game's package makes one `Game` and hands it to the registry.
"""

from __future__ import annotations

import enum
import functools
import importlib.util
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from ..errors import BadOption, UnknownGame
from ..kernel.rule import Lookup, is_rule, rule, signature, written
from ..kernel.state import MAX_SEATS, Buffer, Emitted, State
from .drawing import moving
from .translations import use_folder

if TYPE_CHECKING:
    from ..kernel.native import Native
    from .translations import Translator

S = TypeVar("S", bound=State)
WATCHER = -1
"""The seat of somebody who only watches: he knows what everybody knows."""


class Ask(Protocol):
    """A rule about the whole state."""

    def __call__(self, s: Any, /) -> int: ...


class AskSeat(Protocol):
    """A rule about one seat."""

    def __call__(self, s: Any, seat: int, /) -> int: ...


class AskMove(Protocol):
    """A rule about a move of one seat."""

    def __call__(self, s: Any, seat: int, move: int, /) -> int: ...


class Weigh(Protocol):
    """A rule that weighs a move of one seat, for a bot of some character."""

    def __call__(self, s: Any, seat: int, move: int, character: int, /) -> int: ...


class Do(Protocol):
    """A rule that changes the state."""

    def __call__(self, s: Any, /) -> None: ...


class DoSeat(Protocol):
    """A rule that changes the state for one seat."""

    def __call__(self, s: Any, seat: int, /) -> None: ...


class DoMove(Protocol):
    """A rule that makes a move of one seat."""

    def __call__(self, s: Any, seat: int, move: int, /) -> None: ...


class Write(Protocol):
    """A rule that writes numbers for one seat and says how many."""

    def __call__(self, s: Any, seat: int, out: Buffer, /) -> int: ...


@rule
def indifferent(s: State, seat: int, move: int, character: int) -> int:
    """No move is better than another at first sight."""
    return 100


@dataclass(frozen=True)
class Rules:
    """The rules of a game that every world runs. Each is a `rule`; seat -1 is somebody who only watches."""

    setup: Do
    """Lay the table out. Seats, options and generator are set; everything else is 0."""
    actors: Ask
    """The mask of seats that may move now; 0 when the game is over."""
    asked: Ask
    """The seat to ask next when seats are asked in turn; -1 when the game is over. Always one of the actors."""
    legal: Write
    """Write the codes of the seat's legal moves in rising order; how many."""
    apply: DoMove
    """Make a legal move; run on until somebody must decide."""
    forbids: AskMove
    """The clause that forbids the move now, as `clause(major, minor)`, or 0."""
    over: Ask
    """1 when the game has ended, else 0."""
    score: AskSeat
    """The seat's points, as they stand."""
    rank: AskSeat
    """The seat's place, 1 the best; equal places are shared. Tie-breaks included."""
    hide: DoSeat
    """Blank, in place, everything the seat cannot know, to one canonical form (generator included)."""
    determinize: DoSeat
    """Fill a hidden state, in place, with something the seat cannot tell from the truth. The generator is fresh and is
    used to choose; what it is left at is the new game's generator."""
    observe: Write
    """Write a hidden state as numbers for a learner; always the same number of them."""
    evaluate: AskSeat
    """How well the state looks for the seat, from 0 (lost) to 1000 (won)."""
    timeout: AskSeat
    """The move that is made when the seat's time has run out: a legal one, or one that only the clock may make."""
    prefer: Weigh = indifferent
    """How natural a legal move looks to a bot at first sight, from 1 (foolish) to 1000; 100 is an ordinary move. Uses
    nothing the seat cannot know. Character 0 is nobody in particular; the others are `Game.characters`."""

    def __post_init__(self) -> None:
        wanted = {"setup": 0, "actors": 0, "asked": 0, "over": 0, "apply": 2, "forbids": 2, "prefer": 3}
        for field in fields(self):
            fn = getattr(self, field.name)
            if not is_rule(fn):
                raise TypeError(f"{field.name}: {fn!r} is not a rule; put @rule over it")
            kinds, _ = signature(fn)
            extra: list[type] = [int] * wanted.get(field.name, 1)
            if field.name in ("legal", "observe"):
                extra.append(Buffer)
            if kinds[1:] != extra or not issubclass(kinds[0], State):
                shown = ", ".join(["state", *(k.__name__ for k in extra)])
                raise TypeError(f"{field.name}: {fn.__qualname__} must take ({shown})")

    def by_name(self) -> dict[str, Callable[..., Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class Option:
    """A rule that a table may choose: its name, its values (the first is the default) and one sentence on it."""

    name: str
    values: tuple[str, ...]
    about: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or len(self.values) < 2 or len(set(self.values)) != len(self.values):
            raise TypeError(f"option {self.name!r}: needs a name and at least two different values")

    @property
    def default(self) -> str:
        return self.values[0]


class Line(NamedTuple):
    """A line of the log: the sentence, the ids of the drawing's elements that it names, the id of the symbol that
    stands before it, and whether it is the `heading` of what follows or tells of something `grave`."""

    said: str
    things: tuple[str, ...] = ()
    symbol: str = ""
    tone: Literal["", "heading", "grave"] = ""


class Stage(NamedTuple):
    """How far a game has come: a heading (`Day 3 of 6`), the phases that return in their order, which of them it is
    (-1: none), and how many steps of so many are left in it."""

    heading: str = ""
    phases: tuple[str, ...] = ()
    now: int = -1
    left: int = 0
    of: int = 0


class Shortcut(NamedTuple):
    """Moves that people make in one go: their codes in order, all of it in words, the clicks for it, and a question
    where it costs something."""

    codes: tuple[int, ...]
    label: str
    clicks: tuple[str, ...]
    careful: str = ""


class Sign(NamedTuple):
    """A sign of the drawing: the id of its symbol, what it is called and what it means."""

    symbol: str
    name: str
    meaning: str


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Options as people write them, each as name=value.

    :raises BadOption: if one is not written so.
    """
    made = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"option {word!r}: expected name=value")
        made[name] = value
    return made


class Family(NamedTuple):
    """A kind of move: its name, its first code and how many codes it has."""

    name: str
    first: int
    size: int


class Families:
    """The fixed list of moves in families: `Families(PASS=1, VOTE=12)`. `families.of` tells each code's family."""

    def __init__(self, **sizes: int) -> None:
        self.all: list[Family] = []
        first = 0
        for name, size in sizes.items():
            if size < 1:
                raise TypeError(f"family {name}: size {size}; a family has at least one move")
            self.all.append(Family(name, first, size))
            first += size
        if not 0 < first <= 32767:
            raise TypeError(f"{first} moves: a game has 1 to 32767")
        self.count = first
        self.of = Lookup([i for i, family in enumerate(self.all) for _ in range(family.size)])
        self._named = [(family.name, i) for family in self.all for i in range(family.size)]

    def __getitem__(self, code: int) -> tuple[str, int]:
        """The name of the code's family and the code's place in it."""
        return self._named[code]


class Game(ABC, Generic[S]):
    """One game: the rules, and how people read, write and see it.

    Everything for people is computed from a hidden state (`Rules.hide`) and the seat it was hidden for; ``t`` turns
    English into the reader's language (see `words`).
    """

    name: ClassVar[str]
    """Lower case, as on the command line."""
    title: ClassVar[str]
    prefix: ClassVar[str]
    """What the numbers of its clauses begin with: `HP` for HP-20.18."""
    version: ClassVar[int]
    """Raised whenever a rule changes."""
    sizes: ClassVar[range]
    """How many seats can play."""
    usual_size: ClassVar[int]
    state: ClassVar[type[Any]]
    events: ClassVar[type[enum.IntEnum]]
    rules: ClassVar[Rules]
    families: ClassVar[Families]
    options: ClassVar[tuple[Option, ...]] = ()
    most_moves: ClassVar[int]
    """More moves than any game takes: a game that goes on longer is a mistake in its rules."""
    observation_size: ClassVar[int]
    rollout_moves: ClassVar[int] = 20
    """How far a searching bot plays on before it values what it sees."""
    characters: ClassVar[tuple[str, ...]] = ()
    """Bots' characters by name, from 1 on in `Rules.prefer`."""

    def __init_subclass__(cls) -> None:
        missing = [name for name in Game.__annotations__ if not hasattr(cls, name)]
        if missing:
            raise TypeError(f"{cls.__name__}: a game says its {', '.join(missing)}")
        if cls.sizes.start < 1 or cls.sizes[-1] > MAX_SEATS or cls.usual_size not in cls.sizes:
            raise TypeError(f"{cls.__name__}.sizes: 1 to {MAX_SEATS} seats, the usual size among them")
        if len(cls.state.layout.fields["option"].shape) and cls.state.layout.fields["option"].shape[0] != max(
            1, len(cls.options)
        ):
            raise TypeError(
                f"{cls.state.__name__}: declare it with options={len(cls.options)}, as many as the game has"
            )
        for option in cls.options:
            if len(option.values) > 127:
                raise TypeError(f"option {option.name}: at most 127 values")

    # -- moves and positions as text ------------------------------------------------------------------------------

    @abstractmethod
    def move_text(self, s: S, seat: int, move: int) -> str:
        """The move in this game's notation: short, the same in every language; different codes differ in text."""

    def secret(self, s: S, seat: int, move: int, reader: int) -> bool:
        """Whether ``reader`` must not learn which move ``seat`` is making (a vote, a pass, a card in a draft)."""
        return False

    def seat_name(self, seat: int) -> str:
        """What records and positions call a seat."""
        return "ABCDEFGHIJKL"[seat]

    def seat_number(self, name: str, seats: int) -> int:
        """The seat of that name.

        :raises ValueError: if no seat is called so.
        """
        known = [self.seat_name(seat) for seat in range(seats)]
        if name not in known:
            raise ValueError(f"{name!r} is no seat; the seats are {', '.join(known)}")
        return known.index(name)

    def blank(self, s: S) -> None:
        """Lay out what a written position starts from; seats and options are set, everything else is 0."""

    def describe(self, s: S) -> list[tuple[str, str]]:
        """A position as (key, value) lines. What they leave out is added field by field (see `positions`)."""
        return []

    def arrange(self, s: S, key: str, value: str) -> None:
        """Put one (key, value) line of a position onto the table.

        :raises ValueError: if it cannot be read; the message says what was expected.
        :raises KeyError: if there is no such key.
        """
        raise KeyError(key)

    # -- what people read and see, all from a hidden state --------------------------------------------------------

    @abstractmethod
    def view(self, s: S, seat: int) -> dict[str, Any]:
        """What the seat knows as plain data: str, int, bool, None, lists and dicts."""

    @abstractmethod
    def text(self, s: S, seat: int, names: Sequence[str], t: Translator) -> str:
        """The table as text for a terminal, in rich's markup; the names are safe in it (see `Match.styled_text`)."""

    @abstractmethod
    def prompt(self, s: S, seat: int, names: Sequence[str], t: Translator) -> str:
        """What is asked of the seat, or who is thinking about what: a question in the first line, what one should know
        for the answer in the others."""

    def stage(self, s: S, t: Translator) -> Stage:
        """How far the game has come, as everybody knows."""
        return Stage()

    def unnamed(self, s: S) -> bool:
        """Whether people may know only how many the table waits for, not whom: a ballot, a round of passes."""
        return False

    @abstractmethod
    def label(self, s: S, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        """A legal move in words, as on a button."""

    def detail(self, s: S, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        """What a legal move costs or brings, in a few words under its button; nothing where the label says it all."""
        return ""

    @abstractmethod
    def tell(self, event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
        """An event as a sentence for its reader; empty where nothing needs saying."""

    def things(self, event: Emitted, reader: int) -> tuple[str, ...]:
        """The ids of the drawing's elements that an event names to its reader: the log points at them."""
        return ()

    def log(self, events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[Line]:
        """What the reader is told of a move's events, line by line. A game may put several events into one sentence."""
        return [
            Line(said, self.things(event, reader)) for event in events if (said := self.tell(event, reader, names, t))
        ]

    @abstractmethod
    def reason(self, clause: int, t: Translator) -> str:
        """A clause of `forbids` in one short sentence."""

    def family_name(self, family: str, t: Translator) -> str:
        """A kind of move in words."""
        return family.replace("_", " ").lower()

    def about(self, t: Translator) -> str:
        """The game in one line, for somebody who does not know it."""
        return ""

    def option_text(self, option: Option, t: Translator) -> str:
        """An option's sentence in the reader's language."""
        return t(option.about)

    def clicks(self, s: S, seat: int, move: int) -> tuple[str, ...]:
        """The ids of the drawing's elements that make up a move; none for a move that is only a button."""
        return ()

    def shortcuts(self, s: S, seat: int, names: Sequence[str], t: Translator) -> list[Shortcut]:
        """What takes several moves and yet only a click or two (a card given to somebody), or a second way to click."""
        return []

    def careful(self, s: S, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        """A question before a move that loses something of the mover's, or nothing."""
        return ""

    def window(self, s: S, seat: int) -> bool:
        """Whether the seat is asked only in case it wants to step in: a table's grace time makes its default move."""
        return False

    def won(self, score: Any, rank: Any) -> Any:
        """Whether a finished game is won with these points and this place, numbers or arrays of them: the first place
        wins, unless everybody can lose."""
        return rank == 1

    def score_lines(self, s: S, seat: int, t: Translator) -> list[tuple[str, int]]:
        """The final score line by line."""
        return []

    def facts(self, s: S, seat: int) -> dict[str, int]:
        """What a designer asks about a finished game beside its score lines, by name: rooms built, cards played."""
        return {}

    def odds(self, s: S, seat: int, t: Translator) -> list[tuple[str, str]]:
        """What a careful player could work out, as (what, figure)."""
        return []

    def help(self, s: S, seat: int, t: Translator) -> str:
        """The rules of this moment in plain words."""
        return ""

    def glossary(self, s: S, t: Translator) -> list[tuple[str, list[Sign]]]:
        """What the signs of the drawing mean under this table's rules, in groups that have a name."""
        return []

    def draw(self, s: S, seat: int, names: Sequence[str], t: Translator) -> str:
        """The table as one seat sees it, as SVG; its elements carry the ids of `clicks`."""
        return ""

    def pieces(self, s: S, seat: int, names: Sequence[str], t: Translator) -> list[str]:
        """What can change in the drawing, for somebody who has its still layer: piece by piece, so that only those
        which changed need be sent."""
        return [moving(self.draw(s, seat, names, t))]

    # -- used by everything above ---------------------------------------------------------------------------------

    def new_state(self, seats: int, options: Mapping[str, str | bool] | None = None) -> S:
        """An empty state with seats and options set.

        :raises BadOption: if the game does not know them.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.sizes:
            raise BadOption(f"{self.name} with {seats} seats: it is for {self.sizes[0]} to {self.sizes[-1]}")
        s: S = self.state()
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

    def chosen(self, s: S) -> dict[str, str]:
        """The options of a state that are not at their default."""
        pairs = zip(self.options, s.option, strict=False)
        return {option.name: option.values[i] for option, i in pairs if i}

    def hidden(self, s: S, seat: int, to_look_at: bool = False) -> S:
        """What the seat knows, as a state of its own. One that is only to be looked at is made faster: it shares with
        ``s`` what hiding leaves as it is, so neither may be changed any more."""
        if seat != WATCHER and not 0 <= seat < s.seats:
            raise BadOption(f"seat {seat}: this game has seats 0 to {s.seats - 1}, and -1 for somebody who watches")
        copy: S = s.copy(self._hides if to_look_at else None)
        self.rules.hide(copy, seat)
        return copy

    @functools.cached_property
    def _hides(self) -> frozenset[str]:
        return written([self.rules.hide], self.slots())

    def clause_name(self, number: int) -> str:
        """A number of `forbids` as people write it: HP-20.18."""
        return f"{self.prefix}-{number // 100}.{number % 100}"

    def slots(self) -> dict[str, Any]:
        """What a generic rule (a bot, a playout) can name by `slot`: the game's rules and the family of each code."""
        return {**self.rules.by_name(), "family": self.families.of, "rollout_moves": self.rollout_moves}

    @property
    def is_native(self) -> bool:
        """Whether `native` is there already, so that asking for it costs nothing."""
        return "native" in self.__dict__

    @functools.cached_property
    def native(self) -> Native:
        """The game's rules compiled for this processor (see `kernel.native`)."""
        from ..kernel.native import Native

        made = Native(self.name, self.state, self.slots())
        made.compile(self.rules.by_name().values())
        return made


BUILT_IN = {name: f"lastraft.{name}" for name in ("survive", "hellapagos", "outlive")}
_REGISTERED: dict[str, Game[Any]] = {}


def register(made: Game[Any]) -> Game[Any]:
    """Make a game known by its name; a second one of the same name takes its place.

    A game from outside has its translations in a folder `locale` beside its module.
    """
    _REGISTERED[made.name] = made
    if (home := home_of(made)) and (beside := home.with_name("locale")).is_dir():
        use_folder(made.name, beside)
    return made


def home_of(made: Game[Any]) -> Path | None:
    """The file that makes the game; None where it was typed in."""
    file = getattr(sys.modules.get(type(made).__module__), "__file__", None)
    return Path(file) if file else None


def pictures_of(made: Game[Any]) -> Path | None:
    """The folder of a game's symbols, stylesheet and home picture; None where it has none."""
    home = home_of(made)
    return folder if home and (folder := home.parent / "ui" / "pictures").is_dir() else None


def _plugged_in() -> None:
    """Import what `LASTRAFT_GAMES` names: modules that register games of their own."""
    for module in filter(None, os.environ.get("LASTRAFT_GAMES", "").split(",")):
        try:
            importlib.import_module(module.strip())
        except (ImportError, TypeError, ValueError) as error:
            raise UnknownGame(f"LASTRAFT_GAMES names {module.strip()!r}, which cannot be imported: {error}") from error


def games() -> list[str]:
    """The names of the games that can be played."""
    _plugged_in()
    there = [name for name, module in BUILT_IN.items() if importlib.util.find_spec(module)]
    return [*there, *(name for name in _REGISTERED if name not in there)]


def game(name: str) -> Game[Any]:
    """The game of that name.

    :raises UnknownGame: if there is none.
    """
    _plugged_in()
    if name not in _REGISTERED and name in BUILT_IN and importlib.util.find_spec(BUILT_IN[name]):
        importlib.import_module(BUILT_IN[name])
    if name not in _REGISTERED:
        raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(games())}")
    return _REGISTERED[name]


def seats_in(mask: int) -> Iterable[int]:
    """The seats of a mask."""
    return (seat for seat in range(MAX_SEATS) if mask >> seat & 1)
