"""Terminal input and output: sentences, the table, numbered moves, questions."""

import itertools
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..match import Match
from ..protocol import Game, Listener, Reader
from ..protocol.translations import Translator, translator
from . import can_ask, can_show

PACE = 0.7
"""Seconds between what one bot did and the next move."""
PIPE_WIDTH = 80
MANY = 24
"""Moves of one kind that are still listed one by one."""
FORGET = "\x1b[H\x1b[2J\x1b[3J"
"""Clear the screen and then the scroll-back, into which some terminals push what they clear."""


class Leave(Exception):
    """The person leaves: `quit`, end of input or Ctrl-C."""


class OfferedMove(NamedTuple):
    """A legal move as it is offered."""

    number: int
    code: int
    family: str
    label: str
    text: str


class Screen:
    """A terminal and the language of those who look at it."""

    def __init__(self, game: Game[Any], language: str, paced: bool = False) -> None:
        self.console = Console(highlight=False, width=None if can_show() else PIPE_WIDTH)
        self.game = game
        self.paced = paced and can_show()
        self._paused = False
        self.speak(language)
        self._readline: Any = None
        if can_ask():
            try:  # arrow keys and the lines typed before
                import readline

                self._readline = readline
            except ImportError:
                pass

    def speak(self, language: str) -> None:
        """Set the language.

        :raises BadOption: if there is no such translation.
        """
        self.t: Translator = translator("lastraft", language)
        self.game_words: Translator = translator(self.game.name, language)

    def say(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style))

    def headline(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(text, "bold"), align="left", style="dim")

    def pause(self) -> None:
        if self.paced:
            time.sleep(PACE)
            self._paused = True

    def _drop_typed_ahead(self) -> None:
        """Discard what was typed while the bots moved: it was not meant for the next question."""
        if self._paused and can_ask():
            if sys.platform == "win32":
                import msvcrt

                while msvcrt.kbhit():
                    msvcrt.getwch()
            else:
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)
        self._paused = False

    def ask(self, question: str) -> str:
        """What the person types, in one line.

        :raises Leave: at the end of input and on Ctrl-C.
        """
        sys.stdout.flush()
        self._drop_typed_ahead()
        try:
            return " ".join(input(f"{question} ").split())
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None

    def agrees(self, question: str) -> bool:
        """Whether the person says yes; anything else is no."""
        said = self.ask(self.t("{question} (y/n)", question=question)).casefold()
        return said in ("y", "yes") or (bool(said) and self.t("yes").startswith(said))

    def forget(self) -> None:
        """Clear screen, scroll-back and input history before another person takes over."""
        sys.stdout.write(FORGET)
        sys.stdout.flush()
        if self._readline:
            self._readline.clear_history()

    def title(self, match: Match) -> None:
        title, n = match.game.title, match.seats
        self.headline(self.t.plural("{game} for {n} player", "{game} for {n} players", n, game=title))

    def table(self, match: Match, seat: int) -> None:
        """The table as the seat sees it."""
        self.console.print("", match.styled_text(seat, self.t.language), "", sep="\n")

    def sentences(self, match: Match, seat: int, since: int) -> list[str]:
        """What the seat learnt from move ``since`` on."""
        events = [happened.event for happened in match.events(seat, since)]
        return [line.said for line in self.game.speech.log(events, Listener(seat, match.names, self.game_words))]

    def tell(self, sentences: Iterable[str]) -> None:
        for said in sentences:
            self.console.print(Text.assemble(("• ", "dim"), said))

    def choices(self, r: Reader[Any], codes: Iterable[int]) -> list[OfferedMove]:
        """The seat's legal moves in words, each with what it costs or brings."""
        choices = []
        for number, code in enumerate(codes, 1):
            label, outcome = self.game.speech.label(r, code), self.game.speech.outcome(r, code)
            text = self.game.notation.move_text(r.state, r.seat, code)
            said = f"{label} · {outcome}" if outcome else label
            choices.append(OfferedMove(number, code, self.game.families[code][0], said, text))
        return choices

    def offer(self, choices: Sequence[OfferedMove]) -> None:
        """The moves by kind; a kind with very many of them in short."""
        for family, kind in itertools.groupby(choices, key=lambda choice: choice.family):
            moves = list(kind)
            self.say(self.game.speech.family_name(family, self.game_words), "bold")
            if len(moves) > MANY:
                self._in_short(moves)
            else:
                self.show_moves(moves)

    def show_moves(self, choices: Sequence[OfferedMove]) -> None:
        """Each move with its number, its words and, where they differ, its text."""
        wide = max(len(str(choice.number)) for choice in choices)
        lines = []
        for choice in choices:
            line = Text.assemble((f"{choice.number:>{wide}}", "bold cyan"), f" {choice.label}")
            if choice.label.casefold() != choice.text.casefold():
                line.append(f" ({choice.text})", "dim")
            lines.append(line)
        self.console.print(Padding(Columns(lines, padding=(0, 4), column_first=True), (0, 0, 0, 2)))

    def _in_short(self, choices: Sequence[OfferedMove]) -> None:
        """The moves as texts to type: `place 1/2/3 C6 C7 D5` for nine moves of three words."""
        endings: dict[str, list[str]] = {}
        for choice in choices:
            beginning, _, ending = choice.text.rpartition(" ")
            endings.setdefault(beginning, []).append(ending)
        middles: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for beginning, each in endings.items():
            first, _, middle = beginning.rpartition(" ")
            middles.setdefault((first, tuple(each)), []).append(middle)
        self.pairs((f"{first} {'/'.join(middle)}".strip(), " ".join(each)) for (first, each), middle in middles.items())
        said = self.t("Type such a move's text, as '{move}', or how it begins to see more.", move=choices[0].text)
        self.console.print(Padding(Text(said, "dim"), (0, 0, 0, 2)))

    def pairs(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Two columns."""
        grid = Table.grid(padding=(0, 3))
        for left, right in pairs:
            grid.add_row(Text(left, "cyan"), Text(right))
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def result(self, match: Match) -> None:
        """How the game ended: places, points, and where the points come from."""
        outcome = match.outcome()
        assert outcome is not None, "the game is over"
        winners = ", ".join(match.names[seat] for seat in outcome.winners)
        said = self.t.plural("The winner: {names}", "The winners: {names}", len(outcome.winners), names=winners)
        self.say(said if winners else self.t("Nobody has won."), "bold green")
        lines = [self.game.speech.score_lines(match.reader(seat, self.t.language), seat) for seat in range(match.seats)]
        kinds = list(dict.fromkeys(what for each in lines for what, _ in each))
        table = Table(box=None, padding=(0, 1), header_style="bold")
        for heading in (self.t("Place"), "", *kinds, self.t("Points")):
            table.add_column(Text(heading), justify="right" if heading else "left", overflow="fold")
        for seat in sorted(range(match.seats), key=lambda seat: outcome.ranks[seat]):
            parts = dict(lines[seat])
            figures = [str(parts[kind]) if kind in parts else "" for kind in kinds]
            table.add_row(
                f"{outcome.ranks[seat]}.", Text(match.names[seat]), *figures, Text(str(outcome.scores[seat]), "bold")
            )
        self.console.print(table)
