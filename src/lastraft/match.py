"""`Match`: one game being played, as `chess.Board` is to chess."""

from __future__ import annotations

import hashlib
import html
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import positions, records
from .errors import BadOption, IllegalMove, InvalidMove
from .kernel.rng import seed_rng, seed_words
from .kernel.state import Emitted, State
from .protocol import WATCHER, Game, Reader, game, seats_in
from .protocol.speech import styled
from .protocol.translations import translator

if TYPE_CHECKING:
    from rich.text import Text

CHECKPOINT_EVERY = 32
"""Moves between two kept states; `pop` replays from the last one."""


class Move(NamedTuple):
    """A move as it was made or can be made: the seat, the code and its text."""

    seat: int
    code: int
    text: str

    def __str__(self) -> str:
        return self.text


class Happened(NamedTuple):
    """An event with the number of the move that caused it (0: the setup)."""

    number: int
    event: Emitted


class Played(NamedTuple):
    """A move in a match's history."""

    move: Move
    by_clock: bool
    revealed: int
    """The state's counter before the move: equal afterwards, nothing random, hidden or drawn came of it."""


class Prepared(NamedTuple):
    """A legal move and what it brings, not made yet."""

    number: int
    """How many moves had been made before it."""
    played: Played
    after: Any
    events: list[Emitted]

    def makes(self, number: int, seat: int, code: int, by_clock: bool) -> bool:
        """Whether it is this move, after so many."""
        move = self.played.move
        return (self.number, move.seat, move.code, self.played.by_clock) == (number, seat, code, by_clock)


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended: points and places by seat, 1 the best, and who has won; it may be nobody."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><td>{seat}</td><td>{rank}</td><td>{score}</td><td>{'won' if seat in self.winners else ''}</td></tr>"
            for seat, (rank, score) in enumerate(zip(self.ranks, self.scores, strict=True))
        )
        return f"<table><tr><th>seat</th><th>place</th><th>points</th><th></th></tr>{''.join(rows)}</table>"


class LegalMoves(Collection[Move]):
    """A seat's legal moves, worked out when asked: how many, whether one is among them, or one after another."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat

    def codes(self) -> list[int]:
        """The codes, in rising order."""
        return self._match.game.legal(self._match.state, self._seat)

    def __len__(self) -> int:
        return len(self.codes())

    def __iter__(self) -> Iterator[Move]:
        return (self._match.move(self._seat, code) for code in self.codes())

    def __contains__(self, move: object) -> bool:
        try:
            return not self._match.forbids(move, self._seat)  # type: ignore[arg-type]
        except (InvalidMove, BadOption):
            return False

    def _repr_html_(self) -> str:
        r = self._match.reader(self._seat)
        label = self._match.game.speech.label
        rows = (
            f"<tr><td>{move.code}</td><td>{html.escape(move.text)}</td><td>{html.escape(label(r, move.code))}</td></tr>"
            for move in self
        )
        return f"<table><tr><th>code</th><th>text</th><th>move</th></tr>{''.join(rows)}</table>"

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(move.text for move in self)}>"


class Match:
    """One game being played: legal moves, `push`, `pop`, what each seat knows, the record.

    Made by `lastraft.new`, `lastraft.read` or `lastraft.position`.
    """

    def __init__(
        self,
        which: str | Game[Any],
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        names: Sequence[str] | None = None,
        start: State | None = None,
    ) -> None:
        """
        :raises UnknownGame: if there is no such game.
        :raises BadOption: if it cannot be played so.
        """
        self.game: Game[Any] = game(which) if isinstance(which, str) else which
        seats = self.game.usual_size if seats is None else seats
        self.seed = secrets.randbits(128) if seed is None else seed
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < 1 << 128:
            raise BadOption(f"seed {seed!r}: a whole number from 0 to 2^128 - 1")
        self.state: Any = self.game.new_state(seats, options) if start is None else start.copy()
        self.names = self._named(names)
        self.from_position = start is not None
        self.history: list[Played] = []
        self._events: list[Happened] = []
        if start is None:
            seed_rng(self.state, *seed_words(self.seed))
            self._listen(0, lambda: self.game.rules.setup(self.state))
        self._checkpoints: list[bytes] = [self.state.to_bytes()]

    def _named(self, names: Sequence[str] | None) -> tuple[str, ...]:
        usual = [self.game.notation.seat_name(seat) for seat in range(self.state.seats)]
        if names is None:
            return tuple(usual)
        given = names if isinstance(names, Sequence) and not isinstance(names, str) else []
        cleaned = [" ".join(name.split()) if isinstance(name, str) else "" for name in given]
        bad = [name for name in cleaned if not name or len(name) > 40 or "|" in name or not name.isprintable()]
        if bad or not len(set(cleaned)) == len(cleaned) == len(usual):
            raise BadOption(f"names {names!r}: {len(usual)} different names of 1 to 40 characters without '|'")
        return tuple(cleaned)

    def _listen(self, number: int, act: Any) -> None:
        emitted: list[Emitted] = []
        self.state.events = emitted
        try:
            act()
        finally:
            self.state.events = None
        self._events.extend(Happened(number, event) for event in emitted)

    # -- asking ---------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state.seats)

    @property
    def options(self) -> dict[str, str]:
        """Every option with its value."""
        return {o.name: o.values[i] for o, i in zip(self.game.options, self.state.option, strict=False)}

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return tuple(seats_in(self.game.rules.actors(self.state)))

    @property
    def asked(self) -> int | None:
        """The seat to ask next when seats are asked in turn; None when the game is over."""
        seat = self.game.rules.asked(self.state)
        return None if seat < 0 else int(seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.rules.over(self.state))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.over:
            return None
        rules, seats = self.game.rules, range(self.seats)
        scores = tuple(rules.score(self.state, seat) for seat in seats)
        ranks = tuple(rules.rank(self.state, seat) for seat in seats)
        return Outcome(scores, ranks, tuple(seat for seat in seats if self.game.won(scores[seat], ranks[seat])))

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """The legal moves of a seat (left out: of the seat that is asked)."""
        return LegalMoves(self, self._seat(seat))

    def move(self, seat: int, code: int) -> Move:
        """The move with that code, with its text."""
        return Move(seat, code, self.game.notation.move_text(self.state, seat, code))

    def parse(self, text: str, seat: int | None = None) -> Move:
        """The move that a text means for a seat now, legal or not.

        :raises InvalidMove: if the text is no move of this game.
        """
        seat = self._seat(seat)
        wanted = " ".join(text.split()).casefold()
        legal = self.legal_moves(seat).codes()
        for code in (*legal, *range(self.game.families.count)):
            shown = self.game.notation.move_text(self.state, seat, code)
            if shown.casefold() == wanted:
                return Move(seat, code, shown)
        hint = ", ".join(self.game.notation.move_text(self.state, seat, code) for code in legal[:6])
        more = ", ..." if len(legal) > 6 else ""
        raise InvalidMove(f"{text!r} is no move of {self.game.name}; legal now: {hint or 'nothing'}{more}")

    def forbids(self, move: Move | str | int, seat: int | None = None) -> str:
        """The clause that forbids a move now, such as `HP-20.18`; empty if it is legal.

        :raises InvalidMove: if it is no move of this game.
        """
        parsed = self._read(move, seat)
        reason = self.game.rules.forbids(self.state, parsed.seat, parsed.code)
        return self.game.clause_name(reason) if reason else ""

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            asked = self.asked
            return 0 if asked is None else asked
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadOption(f"seat {seat!r}: this game has seats 0 to {self.seats - 1}")
        return seat

    def _read(self, move: Move | str | int, seat: int | None) -> Move:
        if isinstance(move, Move):
            if seat is not None and seat != move.seat:
                raise BadOption(f"{move.text!r} is a move of seat {move.seat}, not of seat {seat}")
            seat, move = move.seat, move.code
        if seat is None and len(actors := self.actors) == 1:
            seat = actors[0]
        if isinstance(move, str):
            return self.parse(move, seat)
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < self.game.families.count:
            raise InvalidMove(
                f"{move!r} is no move of {self.game.name}; codes go from 0 to {self.game.families.count - 1}"
            )
        return self.move(self._seat(seat), move)

    # -- playing --------------------------------------------------------------------------------------------------

    def push(self, move: Move | str | int, seat: int | None = None, by_clock: bool = False) -> Move:
        """Make a move, given as text, code or `Move`. The seat may be left out when only one can act.

        The clock may make the move of `Rules.timeout`, even one that no player can (a vote that did not come).
        After an exception nothing has changed.

        :raises InvalidMove: if it is no move of this game.
        :raises IllegalMove: if it is not legal now; the exception names the clause.
        :raises BadOption: if there is no such seat, or several could be meant.
        """
        return self.accept(self.prepare(move, seat, by_clock))

    def prepare(self, move: Move | str | int, seat: int | None = None, by_clock: bool = False) -> Prepared:
        """What a move would bring, worked out aside: nothing changes until `accept`. Raises what `push` raises."""
        if seat is None and not isinstance(move, Move) and len(self.actors) > 1:
            raise BadOption(f"seats {', '.join(map(str, self.actors))} can act now: say which one moves")
        parsed = self._read(move, seat)
        reason = self.game.rules.forbids(self.state, parsed.seat, parsed.code)
        if reason and not (by_clock and parsed.seat in self.actors and self._by_default(parsed)):
            name = self.game.clause_name(reason)
            said = self.game.speech.reason(reason, translator(self.game.name, "en"))
            raise IllegalMove(f"{parsed.text!r} is not legal now: {said} ({name})", name)
        after, emitted = self.state.copy(), list[Emitted]()
        after.events = emitted
        self.game.rules.apply(after, parsed.seat, parsed.code)
        after.events = None
        played = Played(parsed, by_clock, int(self.state.revealed))
        return Prepared(len(self.history), played, after, emitted)

    def accept(self, prepared: Prepared) -> Move:
        """Make a prepared move. It must have been prepared from the position as it stands."""
        assert prepared.number == len(self.history), "another move has been made since"
        self.history.append(prepared.played)
        self.state = prepared.after
        self._events.extend(Happened(len(self.history), event) for event in prepared.events)
        if len(self.history) % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(prepared.after.to_bytes())
        return prepared.played.move

    def _by_default(self, move: Move) -> bool:
        return move.code == self.game.rules.timeout(self.state, move.seat)

    def pop(self) -> Move:
        """Take the last move back, to the exact state before it.

        :raises IndexError: if no move has been made.
        """
        if not self.history:
            raise IndexError("no move has been made: there is nothing to take back")
        last = self.history.pop()
        del self._checkpoints[len(self.history) // CHECKPOINT_EVERY + 1 :]
        self.state = self.at(len(self.history))
        while self._events and self._events[-1].number > len(self.history):
            self._events.pop()
        return last.move

    def at(self, number: int) -> Any:
        """The state after so many moves, as one of its own.

        :raises IndexError: if there have not been so many.
        """
        if not 0 <= number <= len(self.history):
            raise IndexError(f"move {number}: there have been {len(self.history)}")
        kept = number // CHECKPOINT_EVERY
        state = self.game.state.from_bytes(self._checkpoints[kept])
        for played in self.history[kept * CHECKPOINT_EVERY : number]:
            self.game.rules.apply(state, played.move.seat, played.move.code)
        return state

    def copy(self) -> Match:
        """The same game as a match of its own: moves in one do not change the other."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.history, other._events, other._checkpoints = self.history[:], self._events[:], self._checkpoints[:]
        return other

    def may_take_back(self, seat: int, hidden: Any = None) -> bool:
        """Whether the seat may undo the last move: it is the seat's own and nothing was revealed by it.

        Where another seat may be making a secret move just now, the answer would reveal whether it has: so it is no.
        Only what the seat knows decides that: ``hidden``, where it is at hand.
        """
        if not self.history:
            return False
        last = self.history[-1]
        if last.move.seat != seat or last.by_clock or self.state.revealed != last.revealed:
            return False
        known = self.hidden(seat) if hidden is None else hidden
        others = [other for other in seats_in(self.game.rules.actors(known)) if other != seat]
        moves = ((other, code) for other in others for code in self.game.legal(known, other))
        return not any(self.game.notation.secret(known, other, code, seat) for other, code in moves)

    # -- what a seat knows ----------------------------------------------------------------------------------------

    def hidden(self, seat: int) -> Any:
        """The state with everything the seat cannot know blanked; -1 for a spectator."""
        return self.game.hidden(self.state, seat)

    def reader(self, seat: int, language: str = "en") -> Reader[Any]:
        """Who reads what the seat knows, in a language: what speech and picture are made from."""
        return self.game.reader(self.hidden(seat), seat, self.names, language)

    def view(self, seat: int) -> dict[str, Any]:
        """What the seat knows, as plain data; -1 for a spectator."""
        return self.game.speech.view(self.reader(seat))

    def events(self, seat: int, since: int = 0) -> list[Happened]:
        """What the seat has learnt, from the move number ``since`` on; -1 for a spectator."""
        self.hidden(seat)
        return [h for h in self._events if h.number >= since and h.event.reaches(seat)]

    def all_events(self) -> list[Happened]:
        """Everything that happened, secrets included."""
        return list(self._events)

    def text(self, seat: int, language: str = "en") -> str:
        """The table as the seat sees it, as plain text."""
        return self.styled_text(seat, language).plain

    def styled_text(self, seat: int, language: str = "en") -> Text:
        """The table as the seat sees it, for a console of rich."""
        return styled(self.game.speech.text, self.reader(seat, language))

    def draw(self, seat: int, language: str = "en") -> str:
        """The table as the seat sees it, as SVG."""
        return self.game.picture.draw(self.reader(seat, language))

    def _repr_svg_(self) -> str | None:
        return self.draw(WATCHER) or None

    def _repr_html_(self) -> str:
        """The drawing as everybody sees it, or the text where the game draws nothing, for a notebook."""
        return self._repr_svg_() or f"<pre>{html.escape(self.text(WATCHER))}</pre>"

    @property
    def seed_hash(self) -> str:
        """What is given out of the seed while the game runs: it proves afterwards that the seed was not changed."""
        return hashlib.sha256(f"{self.game.name}:{self.seed:032x}".encode()).hexdigest()

    def record(self, seat: int | None = None) -> str:
        """The game as a text file. Whole, with its seed; or, for a seat, what that seat may know now."""
        return records.write(self, seat)

    def position(self) -> str:
        """The position as text, to the last bit (see `lastraft.position`)."""
        return positions.write(self.game, self.state)

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {self.seats} seats, {len(self.history)} moves{', over' if self.over else ''}>"


def read(text: str) -> Match:
    """The match that a record holds, replayed to its end.

    :raises BadText: if a line is damaged or does not fit the game; the exception says which and why.
    """
    return records.read(text, Match)


def position(
    which: str | Game[Any],
    text: str,
    options: Mapping[str, str | bool] | None = None,
    seats: int | None = None,
    seed: int = 1,
) -> Match:
    """A match that starts from a written position. ``options`` and ``seats`` may also stand in the text; chance is
    steered by ``seed`` or by the text's ``generator``.

    :raises BadText: if a line cannot be read.
    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played so.
    """
    of_game: Game[Any] = game(which) if isinstance(which, str) else which
    return Match(of_game, seed=seed, start=positions.read(of_game, text, options, seats, seed))
