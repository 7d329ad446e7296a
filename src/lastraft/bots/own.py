"""Bots of your own: a class in Python, or a program in any language that speaks JSON lines (docs/bots.md).

```python
import lastraft

class Mine(lastraft.Bot):
    def choose(self, seen):
        return max(seen.moves, key=lambda move: len(move.label))
```

`lastraft simulate survive --bots py:mine.Mine,greedy` finds it in `mine.py` in the folder one stands in.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import queue
import random
import sys
import threading
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

from ..errors import BadOption, InvalidMove, LastRaftError
from ..kernel.state import Buffer
from ..match import Happened, Outcome
from ..protocol import Game
from ..protocol.speech import styled

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

PYTHON, PROGRAM = "py:", "cmd:"
"""How the specs of such bots begin: `py:module.name`, `cmd:./program with arguments`."""
PROTOCOL = 1
"""The version of what programs are told and answer."""
LAST_WORDS = 5.0
"""Seconds that a program has to end after it was told that the game is over."""


class Choice:
    """A legal move of a seat. All but its code is worked out when it is asked for."""

    __slots__ = ("_seen", "code")

    def __init__(self, seen: Seen, code: int) -> None:
        self._seen, self.code = seen, code

    @property
    def own(self) -> int:
        """The code as the seat sees it (`Rules.own_code`)."""
        return self._seen.game.rules.own_code(self._seen.hidden, self._seen.seat, self.code)

    @property
    def text(self) -> str:
        """The move as a record writes it."""
        return self._seen.game.notation.move_text(self._seen.hidden, self._seen.seat, self.code)

    @property
    def label(self) -> str:
        """What a button would say."""
        return self._seen.game.speech.label(self._seen._reader, self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and (self.code, self._seen.seat) == (other.code, other._seen.seat)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Choice(code={self.code}, own={self.own}, text={self.text!r}, label={self.label!r})"


class Seen:
    """What a seat knows when it is asked, and when the game has ended. Worked out when it is asked for.

    :param hidden: the hidden state, or its bytes
    :param legal: the codes of the legal moves, where they are known
    :param observation: the numbers of `observation`, where they are known
    """

    def __init__(
        self,
        game: Game[Any],
        hidden: Any,
        seat: int,
        happened: Callable[[], Sequence[Happened]] = tuple,
        clock: float | None = None,
        outcome: Outcome | None = None,
        legal: list[int] | None = None,
        observation: Array | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.clock = clock
        """Seconds for this move; None without a limit."""
        self.outcome = outcome
        """How the game ended, once it has."""
        self._happened, self._hidden, self._legal, self._observation = happened, hidden, legal, observation

    @functools.cached_property
    def hidden(self) -> Any:
        """The state, with all that the seat cannot know blanked."""
        return self.game.state.from_bytes(self._hidden) if isinstance(self._hidden, bytes) else self._hidden

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.hidden.seats)

    @functools.cached_property
    def moves(self) -> tuple[Choice, ...]:
        """The legal moves."""
        if self._legal is None:
            self._legal = self.game.legal(self.hidden, self.seat) if self.outcome is None else []
        return tuple([Choice(self, code) for code in self._legal])

    @functools.cached_property
    def observation(self) -> Array:
        """The numbers that `Game.observed` describes, for a learner."""
        import numpy as np

        if self._observation is None:
            out = Buffer(self.game.observation_size)
            self.game.rules.observe(self.hidden, self.seat, out)
            self._observation = np.array(out, np.int16)
        return self._observation

    @functools.cached_property
    def mask(self) -> Array:
        """1 for every legal move, by its own code, for a learner."""
        import numpy as np

        mask = np.zeros(self.game.families.count, np.int8)
        mask[[move.own for move in self.moves]] = 1
        return mask

    @functools.cached_property
    def events(self) -> tuple[Happened, ...]:
        """What the seat has learnt since it was asked last."""
        return tuple(each for each in self._happened() if each.event.reaches(self.seat))

    @functools.cached_property
    def log(self) -> list[str]:
        """The same in sentences."""
        listener = self.game.listener(self.seat, self._names)
        return [line.said for line in self.game.speech.log([each.event for each in self.events], listener)]

    @functools.cached_property
    def text(self) -> str:
        """The table as plain text."""
        return styled(self.game.speech.text, self._reader).plain

    @functools.cached_property
    def view(self) -> dict[str, Any]:
        """The table as plain data."""
        return self.game.speech.view(self._reader)

    @functools.cached_property
    def prompt(self) -> str:
        """What is asked."""
        return self.game.speech.prompt(self._reader)

    @property
    def _names(self) -> list[str]:
        return [self.game.notation.seat_name(seat) for seat in range(self.seats)]

    @functools.cached_property
    def _reader(self) -> Any:
        return self.game.reader(self.hidden, self.seat, self._names)

    def code(self, answer: Choice | str | int) -> int:
        """The code of an answer: one of `moves`, its text or label, or a code.

        :raises InvalidMove: if it is none of these.
        """
        if isinstance(answer, Choice):
            return answer.code
        if isinstance(answer, str):
            wanted = " ".join(answer.split()).casefold()
            for by in (lambda move: move.text, lambda move: move.label):
                for move in self.moves:
                    if by(move).casefold() == wanted:  # type: ignore[no-untyped-call]
                        return move.code
        elif isinstance(answer, Integral) and not isinstance(answer, bool):
            if 0 <= int(answer) < self.game.families.count:
                return int(answer)
        raise InvalidMove(f"answered {answer!r:.40}, which is no move")


class Bot:
    """A bot of your own: say in `choose` which move it makes. One is made for each seat of each game."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        """Chance that is the same for the same seed."""

    def choose(self, seen: Seen) -> Choice | str | int:
        """The move: one of ``seen.moves``, its text, or its code."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it chooses: write its choose(self, seen)")

    def ended(self, seen: Seen) -> None:
        """The game is over: ``seen.outcome`` says how. Nothing need be done."""


class OwnBot:
    """A `Bot`, asked as other bots are: with a hidden state and a seat."""

    def __init__(self, bot: Bot, game: Game[Any], seconds: float | None = None) -> None:
        self.bot, self.game, self.seconds = bot, game, seconds

    def choose(self, hidden: Any, seat: int, happened: Callable[[], Sequence[Happened]] = tuple) -> int:
        return self.answer(Seen(self.game, hidden, seat, happened, self.seconds))

    def answer(self, seen: Seen) -> int:
        """The code of the move that the bot makes."""
        return seen.code(self.bot.choose(seen))

    def ended(self, hidden: Any, seat: int, outcome: Outcome, happened: Callable[[], Sequence[Happened]]) -> None:
        """Tell the bot how the game ended."""
        self.bot.ended(Seen(self.game, hidden, seat, happened, None, outcome))

    def stop(self) -> None:
        """The game does not go on: end a program that was not told so."""
        if isinstance(self.bot, ProgramBot):
            self.bot.stop()


class ProgramBot(Bot):
    """A program that is asked by a JSON object in a line of its standard input and answers on its standard output."""

    def __init__(self, command: str, game: Game[Any], seed: int) -> None:
        import shlex
        import subprocess

        super().__init__(game, seed)
        self.command, self._seed, self._asked = command, seed, 0
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BadOption(f"bot {PROGRAM + command!r} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise LastRaftError(f"{self.command} does not listen: {error}") from error

    def choose(self, seen: Seen) -> str | int:
        if not self._asked:
            game, options = self.game, self.game.chosen(seen.hidden)
            table = {"seat": seen.seat, "seats": seen.seats, "options": options, "seed": self._seed % (1 << 53)}
            start = {"type": "start", "protocol": PROTOCOL, "game": game.name, "rules": game.version, **table}
            self._tell(start)
        self._asked += 1
        moves = [{"code": move.code, "own": move.own, "text": move.text, "label": move.label} for move in seen.moves]
        question = {"type": "choose", "question": self._asked, "prompt": seen.prompt, "moves": moves, "log": seen.log}
        numbers = {"observation": seen.observation.tolist(), "seconds": seen.clock}
        self._tell({**question, **numbers, "view": seen.view})
        while True:
            line = self._lines.get()
            if not line:
                raise LastRaftError(f"{self.command} ended (exit code {self._process.wait()}) without an answer")
            if not line.strip():
                continue
            try:
                answer = json.loads(line)
                move = answer["move"]
            except (ValueError, KeyError, TypeError) as error:
                raise LastRaftError(f'{self.command} answered {line.strip()!r:.60}, not {{"move": ...}}') from error
            if answer.get("question", self._asked) == self._asked:  # else it is late
                return move  # type: ignore[no-any-return]

    def ended(self, seen: Seen) -> None:
        assert seen.outcome is not None
        scores, ranks, winners = seen.outcome.scores, seen.outcome.ranks, seen.outcome.winners
        if self._asked:
            self._tell({"type": "end", "log": seen.log, "scores": scores, "ranks": ranks, "winners": winners})
        self.close()

    def close(self) -> None:
        """End the program."""
        import subprocess

        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._kill()

    def stop(self) -> None:
        """End the program at once, unless `close` has it end."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._kill()

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()


def is_own(spec: str) -> bool:
    """Whether a spec names a bot that is not ours."""
    return spec.startswith((PYTHON, PROGRAM))


def spec_of(bot: type[Bot]) -> str:
    """The spec of a class, to be found again by its name.

    :raises BadOption: if it cannot be: one that is made within a function.
    """
    if not isinstance(bot, type) or "." in bot.__qualname__:
        raise BadOption(f"bot {bot!r}: a class at the top of its module, or a text such as {PYTHON}mine.Mine")
    return f"{PYTHON}{bot.__module__}.{bot.__qualname__}"


def own_bot(spec: str, game: Game[Any], seed: int, seconds: float | None = None) -> Any:
    """The bot that a spec names: `py:module.name`, made with a game and a seed, or `cmd:program`.

    :raises BadOption: if there is no such bot.
    """
    if spec.startswith(PROGRAM):
        return OwnBot(ProgramBot(spec.removeprefix(PROGRAM), game, seed), game, seconds)
    made = factory(spec)(game, seed)
    return OwnBot(made, game, seconds) if isinstance(made, Bot) else made


def factory(spec: str) -> Callable[[Game[Any], int], Any]:
    """What makes the bots of a spec `py:module.name` (or `py:module:name`); modules are also looked for in the folder
    one stands in.

    :raises BadOption: if there is no such bot.
    """
    module, dot, name = spec.removeprefix(PYTHON).replace(":", ".").rpartition(".")
    if not dot:
        raise BadOption(f"bot {spec!r}: expected {PYTHON}module.name, as in {PYTHON}mine.Mine")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever the module does
        raise BadOption(f"bot {spec!r} cannot be imported: {error}") from error
    if not callable(made):
        raise BadOption(f"bot {spec!r}: {name} is not callable with a game and a seed")
    return made  # type: ignore[no-any-return]
