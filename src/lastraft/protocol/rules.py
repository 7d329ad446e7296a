"""The rules of a game that every world runs, by keyword; what can be derived has a default."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, cast

from ..kernel.rule import is_rule, placeholder, rule, signature
from ..kernel.state import Buffer, State

AskState = Callable[[Any], int]
"""A rule about the whole state."""
AskSeat = Callable[[Any, int], int]
AskMove = Callable[[Any, int, int], int]
"""A rule about one seat, or about a move of one seat."""
Weigh = Callable[[Any, int, int, int], int]
"""A rule that weighs a move of one seat, for a bot of some character."""
WeighAll = Callable[[Any, int, Buffer, int, int], None]
"""A rule that weighs so many moves of one seat at once."""
Do = Callable[[Any], None]
DoSeat = Callable[[Any, int], None]
DoMove = Callable[[Any, int, int], None]
"""A rule that changes the state: by itself, for one seat, or by a move of one seat."""
Write = Callable[[Any, int, Buffer], int]
"""A rule that writes numbers for one seat and returns how many."""

# What the defaults ask of the game.
_asked = placeholder("asked")
_forbids = placeholder("forbids")
_over = placeholder("over")
_score = placeholder("score")
_rank = placeholder("rank")
_codes = placeholder("codes")
_prefer = placeholder("prefer")


@rule
def only_the_asked(s: State) -> int:
    """One seat decides at a time."""
    seat: int = _asked(s)
    return 0 if seat < 0 else 1 << seat


@rule
def all_allowed(s: State, seat: int, out: Buffer) -> int:
    """The moves that nothing forbids."""
    n = 0
    for move in range(_codes):
        if _forbids(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@rule
def no_window(s: State, seat: int) -> bool:
    """Nobody is asked only in case they want to step in."""
    return False


@rule
def nobody_asked(s: State) -> int:
    """The game is over when nobody is asked any more."""
    return 1 if _asked(s) < 0 else 0


@rule
def by_score(s: State, seat: int) -> int:
    """Behind all who have more points."""
    place = 1
    for other in range(s.seats):
        if _score(s, other) > _score(s, seat):
            place += 1
    return place


@rule
def nothing_hidden(s: State, seat: int) -> None:
    """All lies open but the generator."""
    for i in range(4):
        s.random[i] = 0


@rule
def nothing_to_guess(s: State, seat: int) -> None:
    """Nothing was hidden."""


@rule
def by_lead(s: State, seat: int) -> int:
    """Won or lost at the end; before that, by how far the seat is ahead of the best of the others."""
    if _over(s) != 0:
        return 1000 if _rank(s, seat) == 1 else 0
    points: int = _score(s, seat)
    lead = points if s.seats == 1 else 32767
    for other in range(s.seats):
        if other != seat:
            lead = min(lead, points - _score(s, other))
    return 500 + 499 * lead // (20 + abs(lead))


@rule
def first_allowed(s: State, seat: int) -> int:
    """The first move that nothing forbids."""
    for move in range(_codes):
        if _forbids(s, seat, move) == 0:
            return move
    return -1


@rule
def indifferent(s: State, seat: int, move: int, character: int) -> int:
    """No move is better than another at first sight."""
    return 100


@rule
def one_by_one(s: State, seat: int, out: Buffer, n: int, character: int) -> None:
    """Each move is looked at by itself."""
    for i in range(n):
        out[n + i] = _prefer(s, seat, out[i] + 0, character)


@rule
def as_it_is(s: State, seat: int, move: int) -> int:
    """The code itself: no move of the game names a seat."""
    return move


SELFISH = 4
"""How foolish it is to leave undone what others need most."""


@rule
def nothing_foolish(s: State, seat: int, move: int) -> int:
    """0: a bot for people makes any move that it likes."""
    return 0


@rule
def nothing_violated(s: State) -> int:
    """The game names no invariants."""
    return 0


@rule
def all_fields(s: State, seat: int, out: Buffer) -> int:
    """Stands for `observe_fields`, made for the game's own state."""
    return 0


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game that every world runs. Each is a `rule`; seat -1 is a spectator."""

    setup: Do
    """Lay the table out. Seats, options and generator are set; everything else is 0."""
    asked: AskState
    """The seat to ask next when seats are asked in turn; -1 when the game is over. Always one of the actors."""
    forbids: AskMove
    """The clause that forbids the move now, as `clause(major, minor)`, or 0."""
    apply: DoMove
    """Make a legal move; run on until somebody must decide."""
    score: AskSeat
    """The seat's points, as they stand."""
    actors: AskState = only_the_asked
    """The mask of seats that may move now; 0 when the game is over."""
    legal: Write = all_allowed
    """Write the codes of the seat's legal moves in rising order; how many."""
    over: AskState = nobody_asked
    """1 when the game has ended, else 0."""
    rank: AskSeat = by_score
    """The seat's place, 1 the best; equal places are shared. Tie-breaks included."""
    hide: DoSeat = nothing_hidden
    """Blank, in place, everything the seat cannot know, to one canonical form (generator included)."""
    determinize: DoSeat = nothing_to_guess
    """Fill a hidden state, in place, with something the seat cannot tell from the truth. The generator is fresh and is
    used to choose; what it is left at is the new game's generator."""
    observe: Write = all_fields
    """Write a hidden state as numbers for a learner; always the same number of them."""
    evaluate: AskSeat = by_lead
    """How well the state looks for the seat, from 0 (lost) to 1000 (won)."""
    timeout: AskSeat = first_allowed
    """The move that is made when the seat's time has run out: a legal one, or one that only the clock may make."""
    prefer: Weigh = indifferent
    """How natural a legal move looks to a bot at first sight, from 1 (foolish) to 1000; 100 is an ordinary move. One
    of 0 is worth nothing: a net makes it only if there is no other. Uses nothing the seat cannot know. Character 0 is
    nobody in particular; the others are `Game.characters`."""
    prefer_all: WeighAll = one_by_one
    """The same of the first n moves in a list, written behind them: for games whose moves have much in common."""
    foolish: AskMove = nothing_foolish
    """How foolish a legal move is, from 0 (not) to 3, or `SELFISH`: bots for people make, and hints name, only the
    least foolish; the stronger of these bots are selfish now and then. `greedy` and `search` go by `prefer` alone: nets
    learned beside them, and are measured against them."""
    own_code: AskMove = as_it_is
    """The code under which a move appears to its seat: as if the seat were the first, like what `observe` writes."""
    code_of: AskMove = as_it_is
    """`own_code` the other way. Both map all codes one to one, and depend on the number of seats alone."""

    def __post_init__(self) -> None:
        integers = {"setup": 0, "actors": 0, "asked": 0, "over": 0, "prefer": 3}
        integers |= dict.fromkeys(("apply", "forbids", "foolish", "own_code", "code_of"), 2)
        for name, fn in self.by_name().items():
            if not is_rule(fn):
                raise TypeError(f"{name}: {fn!r} is not a rule; put @rule over it")
            kinds, _ = signature(fn)
            expected: list[type] = [int] * integers.get(name, 1)
            if name in ("legal", "observe"):
                expected.append(Buffer)
            elif name == "prefer_all":
                expected += [Buffer, int, int]
            if kinds[1:] != expected or not issubclass(kinds[0], State):
                shown = ", ".join(["state", *(k.__name__ for k in expected)])
                raise TypeError(f"{name}: {fn.__qualname__} must take ({shown})")

    def by_name(self) -> dict[str, Callable[..., Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


WIDE = (" & 32767", " >> 15 & 32767", " >> 30")
"""How a number of 32 bits is written as three of 16."""


def observe_fields(state: type[State]) -> tuple[Write, int]:
    """A rule that writes the seat and every field of a state but the generator, and how many numbers that makes. A
    number that may not fit into 16 bits is written in parts of 15."""
    lines = ["def observe(s, seat, out):", "    out[0] = seat", "    n = 1"]
    size = 1
    for name, field in state.layout.fields.items():
        if name == "random":
            continue
        indices = "".join(f"[i{depth}]" for depth in range(len(field.shape)))
        loops = [f"for i{depth} in range({length}):" for depth, length in enumerate(field.shape)]
        lines += [" " * 4 * depth + loop for depth, loop in enumerate(loops, 1)]
        parts = {"u16": (" & 32767", " >> 15"), "i32": WIDE, "u32": WIDE}.get(field.kind, ("",))
        for part in parts:
            lines += [" " * 4 * (len(loops) + 1) + line for line in (f"out[n] = s.{name}{indices}{part}", "n += 1")]
        size += field.total * len(parts)
    lines.append("    return n")
    # Compiled under the name of the state's file, beside which native code is cached. It has no source, so that it is
    # marked as a rule here and not registered, where the lint would look for it.
    names: dict[str, Any] = {"__name__": state.__module__}
    exec(compile("\n".join(lines), inspect.getsourcefile(state) or "<state>", "exec"), names)
    observe = names["observe"]
    observe.__annotations__ = {"s": state, "seat": int, "out": Buffer, "return": int}
    observe.__rule__ = True
    return cast(Write, observe), size
