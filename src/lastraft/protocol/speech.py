"""What people read of a game: prompts, labels, log, text, help."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from ..kernel.state import Emitted
from .events import LogLine
from .reader import Listener, Reader, S
from .translations import N_, Translator

if TYPE_CHECKING:
    from rich.text import Text

    from .game import Game

NOT_NOW = N_("That cannot be done now.")
DERIVED: Any = None
"""The default of what a `Game` fills in from its other parts."""


class Stage(NamedTuple):
    """How far a game has come: a heading (`Day 3 of 6`), the phases that return in their order, which of them it is
    (-1: none), how many steps of so many are left in it, and the symbol of what a die shows, as long as that is asked
    about."""

    heading: str = ""
    phases: tuple[str, ...] = ()
    now: int = -1
    left: int = 0
    of: int = 0
    thrown: str = ""


class Figure(NamedTuple):
    """One of the few figures that matter all the time, for a screen too small to show everything: the id of a symbol of
    the drawing, the figure, a word or two below it, the whole in words, whether it is urgent, and the id of the
    drawing's element for which it stands there."""

    symbol: str
    value: str
    note: str
    said: str
    urgent: bool = False
    element: str = ""


class Sign(NamedTuple):
    """A sign of the drawing: the id of its symbol, what it is called and what it means."""

    symbol: str
    name: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Speech(Generic[S]):
    """What people read of a game, all from what the reader knows."""

    prompt: Callable[[Reader[S]], str] = DERIVED
    """What is asked of the seat, or who is thinking about what: a question in the first line, what one should know for
    the answer in the others."""
    label: Callable[[Reader[S], int], str] = DERIVED
    """A legal move in words, as on a button."""
    text: Callable[[Reader[S]], str] = DERIVED
    """The table as text for a terminal, in rich's markup; the names are safe in it (see `styled`)."""
    view: Callable[[Reader[S]], dict[str, Any]] = DERIVED
    """What the seat knows as plain data: str, int, bool, None, lists and dicts."""
    log: Callable[[Sequence[Emitted], Listener], list[LogLine]] = DERIVED
    """What a reader is told of a move's events, line by line; the same for all whom they do not `concern`. A game may
    put several events into one sentence."""
    joined: Callable[[Sequence[Emitted], Sequence[Emitted]], Sequence[Emitted]] = lambda before, events: ()
    """The events of two moves as those of one, where the second is told together with the first, in the place of its
    line: a way that goes on. Nothing where they are told apart."""
    fate: Callable[[Sequence[Emitted], Listener], Sequence[str]] = lambda events, listener: ()
    """What a reader is told whom a move's events put out of the game: what happened, then what would have helped or
    still may. Nothing for everybody else."""
    befell: Callable[[Sequence[Emitted], Listener], Sequence[LogLine]] = lambda events, listener: ()
    """Those lines of the log that must not pass unseen and stand beside the reader's next question, too: what others
    did to them or in answer to their move, and what took something from them unasked."""
    aftermath: Callable[[S, S, int, Sequence[Emitted]], Sequence[Emitted]] = lambda before, s, seat, events: ()
    """Further events that a table tells after a seat's move: what it means for somebody whom no event names, such as
    that they swim now. They follow from its events and from what those who are told know of the state before and after
    it."""
    turning_points: Callable[[Sequence[Emitted], Listener], Sequence[LogLine]] = lambda events, listener: ()
    """Those lines of the log that a reader finds again after the end, among the moments of the game and beside the
    chances: what put their own place in the game at stake, and how that ended."""
    at_the_end: Callable[[Reader[S], int, Sequence[Emitted]], list[str]] = lambda r, seat, events: []
    """What the end tells of a seat beside its score, when all lies open: from the last state and all that happened."""
    reason: Callable[[int, Translator], str] = lambda clause, t: t(NOT_NOW)
    """A clause of `forbids` in one short sentence."""
    stage: Callable[[Reader[S]], Stage] = lambda r: Stage()
    """How far the game has come, as everybody knows."""
    strip: Callable[[Reader[S]], list[Figure]] = lambda r: []
    """What a phone shows above the drawing at all times, at most six figures."""
    anonymous: Callable[[Reader[S]], bool] = lambda r: False
    """Whether people may know only how many the table waits for, not whom: a ballot, a round of passes."""
    outcome: Callable[[Reader[S], int], str] = lambda r, move: ""
    """What a legal move costs or brings, in a few words under its button; nothing where the label says it all."""
    brief: Callable[[Reader[S], int], str] = lambda r, move: ""
    """The same in fewer words, where many answers share a small screen; nothing: the outcome's first sentence."""
    needless: Callable[[S, int, int], bool] = lambda s, seat, move: False
    """Whether a legal move of a seat needs no button of its own, nor advice: another one does all that it does, too,
    or it can be made as well later. Where one move is left, the table makes it."""
    dubious: Callable[[S, int, int], bool] = lambda s, seat, move: False
    """Whether nobody is advised to make a move as long as there is another: it says what is not true, begins a long
    bargain, or harms somebody and decides nothing."""
    vain: Callable[[Reader[S], int], bool] = lambda r, move: False
    """Whether a move can hardly bring anything as things stand: a page lists it last."""
    chances: str = ""
    """What one should know about how likely each is to win, in a sentence under the chart of a finished game."""
    purpose: Callable[[Reader[S], Sequence[int]], str] = lambda r, moves: ""
    """What the first of these moves is good for, in a few words, as somebody says who advises it: the others are what
    the seat would do right after. Nothing where its outcome says it all."""
    at_stake: Callable[[S], int] = lambda s: 0
    """The seat that has lost unless the question that is open now goes well for it, as a bit; 0 is nobody. An analysis
    plays such questions out."""
    downfall: Callable[[Reader[S], Sequence[Emitted]], str] = lambda r, events: ""
    """How the reader lost, told after the end: from all that was true before the move that decided it, and what had
    happened; where points decide, from the end itself."""
    careful: Callable[[Reader[S], int], str] = lambda r, move: ""
    """A question before a move that loses something of the mover's, or nothing."""
    depends_on: Callable[[Reader[S], int], Any] = lambda r, move: None
    """All that a move's label, outcome, question and clicks depend on besides the seat and its language: as long as
    that is the same, they are made once. None: they are made anew."""
    character_name: Callable[[str, Translator], str] = lambda character, t: character
    """A bot's character in words."""
    family_name: Callable[[str, Translator], str] = lambda family, t: family.replace("_", " ").lower()
    """A kind of move in words."""
    help: Callable[[Reader[S]], str] = lambda r: ""
    """The rules of this moment in plain words."""
    odds: Callable[[Reader[S]], list[tuple[str, str]]] = lambda r: []
    """What a careful player could work out, as (what, figure)."""
    score_lines: Callable[[Reader[S], int], list[tuple[str, int]]] = lambda r, seat: []
    """The final score of a seat line by line."""
    own_end: Callable[[Reader[S]], str] = lambda r: ""
    """What became of the reader's own people, told at the end to who has not won."""
    in_order: bool = False
    """Whether a page tells what happened meanwhile move by move, as where castaways vote again and again; else it tells
    person by person."""
    shows_points: bool = True
    """Whether scores are more than who has won and who has not."""
    facts: Callable[[S, int], dict[str, int]] = lambda s, seat: {}
    """What a designer asks about a finished game beside its score lines, by name: rooms built, cards played."""
    glossary: Callable[[Reader[S]], list[tuple[str, list[Sign]]]] = lambda r: []
    """What the signs of the drawing mean under this table's rules, in groups that have a name."""


def worded(words: Mapping[str, str]) -> Callable[[str, Translator], str]:
    """What a table says for a key, in the reader's language."""
    return lambda key, t: t(words[key])


def reasons(said: Mapping[int, str]) -> Callable[[int, Translator], str]:
    """What a table says for a clause of `forbids`; a clause that it does not have cannot be done now."""
    return lambda clause, t: t(said.get(clause, NOT_NOW))


_SAFE, _UNSAFE = str.maketrans("[\\", "\ue000\ue001"), str.maketrans("\ue000\ue001", "[\\")
"""What rich would take for markup in a name, as letters that no name has: as wide, so that columns stay in line."""


def styled(text: Callable[[Reader[S]], str], r: Reader[S]) -> Text:
    """A game's text for a console of rich."""
    from rich.text import Text

    shown = Text.from_markup(text(replace(r, names=[name.translate(_SAFE) for name in r.names], shared={})))
    shown.plain = shown.plain.translate(_UNSAFE)
    return shown


TERMINAL = 80
"""The columns of a terminal that nobody has made wider."""


def flowing(parts: Sequence[str], gap: str = "   ", indent: str = "      ") -> list[str]:
    """Parts in rich's markup side by side, on as many lines of a terminal as they need."""
    lines: list[str] = []
    used = TERMINAL
    for part in parts:
        length = len(_MARKUP.sub("", part))
        if used + len(gap) + length <= TERMINAL:
            lines[-1] += gap + part
            used += len(gap) + length
        else:
            lines.append(indent + part if lines else part)
            used = len(indent) * bool(len(lines) - 1) + length
    return lines


_MARKUP = re.compile(r"\[/?[^\]]*\]")
INTERNAL = frozenset({"random", "seats", "option", "depth", "frame", "revealed"})
"""The fields of a state that are no news to a reader."""


def derived(game: Game[Any]) -> dict[str, Any]:
    """What a game's speech is where it says nothing itself: its fields, its codes, its events.

    In the text, a line for each seat has what the fields hold for it and marks those who may move, so that a field
    ``turn`` is left out.
    """

    def prompt(r: Reader[Any]) -> str:
        if r.seat >= 0 and game.rules.actors(r.state) >> r.seat & 1:
            return r.t("Your turn.")
        seat = game.rules.asked(r.state)
        return r.t("The game is over.") if seat < 0 else r.t("{name} is thinking.", name=r.names[seat])

    def label(r: Reader[Any], move: int) -> str:
        text = game.notation.move_text(r.state, r.seat, move)
        return text[:1].upper() + text[1:]

    def view(r: Reader[Any]) -> dict[str, Any]:
        values = {name: getattr(r.state, name) for name in game.state.layout.fields if name not in INTERNAL}
        return {name: value[: r.state.seats] if name in game.by_seat else value for name, value in values.items()}

    def text(r: Reader[Any]) -> str:
        values, acting = view(r), game.rules.actors(r.state)
        of_seats = [name for name in values if name in game.by_seat]
        table = [["", *(name.replace("_", " ") for name in of_seats)]]
        for seat in range(r.state.seats):
            mark = ">" if acting >> seat & 1 else " "
            table.append([f"{mark} {r.names[seat]}", *(_shown(values[name][seat]) for name in of_seats)])
        wide = [max(map(len, column)) for column in zip(*table)]
        lines = ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]).rstrip() for row in table]
        rest = [name for name in values if name not in game.by_seat and name != "turn"]
        return "\n".join([*lines, "", *(f"{name.replace('_', ' ')}: {_shown(values[name])}" for name in rest)])

    return {"prompt": prompt, "label": label, "text": text, "view": view, "log": game.events.log}


def _shown(value: Any) -> str:
    return " ".join(map(_shown, value)) if isinstance(value, list) else str(value)
