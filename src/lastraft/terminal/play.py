"""One game at the terminal: people and bots take their turns until it is over or a person leaves."""

import os
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..bots import GreedyBot, SearchBot, bot
from ..bots.own import OwnBot
from ..match import Match
from ..protocol import WATCHER, Reader
from ..protocol.teaching import Clause
from ..protocol.translations import LANGUAGES, N_
from . import can_ask, saves
from .saves import PERSON, CannotSave
from .screen import Leave, OfferedMove, Screen

LOG_LINES = 30
CLAUSES = 5
"""So many clauses are shown at a time."""
TABLE_EVERY = 12
"""Moves after which a spectator sees the table again."""

COMMANDS = (
    ("? [WHAT]", N_("what is asked and what you can answer; the rules on a move, a clause or a word")),
    ("help", N_("what you can type")),
    ("rules", N_("what the rules say about this moment")),
    ("odds", N_("what a careful player could work out")),
    ("log [N]", N_("what happened so far, or the last N sentences")),
    ("table", N_("the table and your moves once more (so does Enter alone)")),
    ("wait", N_("let the others play until you must decide")),
    ("undo", N_("take your last move back, while nothing was revealed")),
    ("save [FILE]", N_("save the game")),
    ("lang LANGUAGE", N_("another language: en, pl or fr")),
    ("quit", N_("leave; the game is kept")),
)


class Play:
    """A match, who sits where, and the screen they look at.

    ``place`` is the file in which the game is kept as it goes on; ``own`` says that the person named it.
    """

    def __init__(self, match: Match, players: Sequence[str], screen: Screen, place: Path, own: bool = False) -> None:
        """:raises BadOption: if there is no such bot."""
        self.match, self.players, self.screen, self.place, self.own = match, list(players), screen, place, own
        self.bots = {
            seat: bot(spec, match.game, (match.seed + seat + 1) % (1 << 128))
            for seat, spec in enumerate(players)
            if spec != PERSON
        }
        self.people = [seat for seat, spec in enumerate(players) if spec == PERSON]
        self.alone = WATCHER if not self.people else self.people[0] if len(self.people) == 1 else None
        """Whom the bots' moves are told as they happen; None while several people share the keyboard."""
        self.at_keyboard: int | None = None
        self.told = {seat: self._last_move_of(seat) for seat in (WATCHER, *range(match.seats))}
        """The first move that each seat has not been told about."""
        self.waiting: set[int] = set()
        """Those who are asked again only when they must decide."""
        self.trouble: CannotSave | None = None

    def _last_move_of(self, seat: int) -> int:
        numbers = (n for n, played in enumerate(self.match.history, 1) if played.move.seat == seat)
        return max(numbers, default=0)

    def run(self) -> int:
        """Play until the game is over or the people leave; the program's exit code."""
        try:
            if any(isinstance(each, GreedyBot | SearchBot) for each in self.bots.values()):
                _ = self.match.game.native  # thinking bots need it: compiled the first time, later at hand
            self._welcome()
            while (seat := self.match.asked) is not None:
                if seat in self.bots:
                    self._bot_moves(seat)
                else:
                    self._person_moves(seat)
            return self._end()
        except KeyboardInterrupt:
            self.screen.say()
            return self._leave()
        except Leave:
            return self._leave()

    def _welcome(self) -> None:
        t = self.screen.t
        self.screen.title(self.match)
        if self.people:
            self._keep()
            self.screen.say(
                t("Type a move's number or its text; '?' shows what is asked, 'help' what else you can type."), "dim"
            )
        if self.alone is not None and self.people:
            self.screen.say(t("You are {name}.", name=self.match.names[self.alone]))
        if self.alone == WATCHER:
            self._news(WATCHER)
            self.screen.table(self.match, WATCHER)

    def _bot_moves(self, seat: int) -> None:
        player, hidden = self.bots[seat], self.match.hidden(seat)
        if isinstance(player, OwnBot):
            news = self.match.events(seat, self.told[seat])
            self.told[seat] = len(self.match.history) + 1
            self.match.push(player.choose(hidden, seat, lambda: news), seat)
        else:
            self.match.push(player.choose(hidden, seat), seat)
        if self.alone is not None and self._news(self.alone):
            self.screen.pause()
        if self.alone == WATCHER and len(self.match.history) % TABLE_EVERY == 0:
            self.screen.table(self.match, WATCHER)

    def _news(self, seat: int) -> bool:
        """Tell the seat what it has not been told yet; whether there was something."""
        sentences = self.screen.sentences(self.match, seat, self.told[seat])
        self.screen.tell(sentences)
        self.told[seat] = len(self.match.history) + 1
        return bool(sentences)

    def _person_moves(self, seat: int) -> None:
        """Ask a person until there is a move; what changes the question (undo, another language) asks anew."""
        if self._waits(seat) or not self._hand_over(seat):
            return
        choices = self._turn(seat)
        while True:
            line = self.screen.ask(f"{self.match.names[seat]}>")
            code = self._meant(line, choices)
            if code is None:
                if self._command(line, seat, choices):
                    return
            elif self._sure(seat, code):
                self.match.push(code, seat)
                self._keep()
                self._news(seat)
                return

    def _waits(self, seat: int) -> bool:
        """Make the default move for a person who waits and is only asked in case they want to step in."""
        if seat in self.waiting:
            hidden = self.match.hidden(seat)
            if self.match.game.is_window(hidden, seat):
                self.match.push(self.match.game.rules.timeout(hidden, seat), seat)
                if self.alone is not None:
                    self._news(self.alone)
                return True
            self.waiting.remove(seat)
        return False

    def _choices(self, seat: int) -> list[OfferedMove]:
        return self.screen.choices(self._reader(seat), self.match.game.legal(self.match.hidden(seat), seat))

    def _turn(self, seat: int) -> list[OfferedMove]:
        """All that a person needs to decide; the moves offered."""
        match, screen = self.match, self.screen
        screen.headline(match.names[seat])
        self._news(seat)
        screen.table(match, seat)
        choices = self._choices(seat)
        screen.offer(choices)
        screen.say()
        screen.say(match.game.speech.prompt(self._reader(seat)), "bold yellow")
        return choices

    def _reader(self, seat: int) -> Reader[Any]:
        return self.match.reader(seat, self.screen.t.language)

    def _meant(self, line: str, choices: list[OfferedMove]) -> int | None:
        """The move that a number or a text means."""
        said = line.casefold()
        for choice in choices:
            if said in (str(choice.number), choice.text.casefold()):
                return choice.code
        return next((choice.code for choice in choices if said == choice.label.casefold()), None)

    def _sure(self, seat: int, code: int) -> bool:
        match, screen = self.match, self.screen
        question = match.game.speech.careful(self._reader(seat), code)
        return not question or screen.agrees(question)

    def _explain(self, line: str, seat: int, choices: list[OfferedMove]) -> None:
        """Why a line is no legal move: it begins several, names none, or a clause forbids it."""
        match, screen = self.match, self.screen
        hidden = match.hidden(seat)
        if line.isdecimal():
            return self._refuse(screen.t("The moves have numbers from 1 to {n}.", n=len(choices)))
        if begun := [choice for choice in choices if choice.text.casefold().startswith(f"{line.casefold()} ")]:
            return screen.show_moves(begun)
        if (code := self._move(line, seat)) is not None:
            return self._refuse(self._reason(match.game.rules.forbids(hidden, seat, code)))
        self._refuse(screen.t("'{line}' is no move and no command; '?' shows what you can type.", line=line))

    def _move(self, line: str, seat: int) -> int | None:
        """The move, legal or not, that a line is the text of; else the first that begins so."""
        hidden, said = self.match.hidden(seat), line.casefold()
        begins = None
        for code in range(self.match.game.families.count):
            text = self.match.game.notation.move_text(hidden, seat, code).casefold()
            if text == said:
                return code
            if begins is None and text.startswith(f"{said} "):
                begins = code
        return begins

    def _reason(self, clause: int) -> str:
        game = self.match.game
        return f"{game.speech.reason(clause, self.screen.game_words)} ({game.clause_name(clause)})"

    def _refuse(self, text: str) -> None:
        self.screen.say(text, "red")

    def _hand_over(self, seat: int) -> bool:
        """Pass the keyboard on: the first person reads what came of their move, the second does not. False: undone."""
        screen, name = self.screen, self.match.names[seat]
        before, self.at_keyboard = self.at_keyboard, seat
        if len(self.people) < 2 or before == seat:
            return True
        if before is not None:
            self._news(before)
            question = screen.t("Enter hands the keyboard to {name}:", name=name)
            if self._undoable(before) is not None:
                question = screen.t("Enter hands the keyboard to {name}, 'undo' takes your move back:", name=name)
            if self._enter(question) == "undo" and self._undo(before, ""):
                self.at_keyboard = before
                return False
            screen.forget()
        screen.headline(screen.t("The keyboard is for {name} now", name=name))
        self._enter(screen.t("{name}, press Enter when nobody else sees the screen:", name=name))
        if before is not None:
            screen.forget()
        return True

    def _enter(self, question: str) -> str:
        """Wait for Enter; a person may leave here as well."""
        said = self.screen.ask(question).casefold()
        if said == "quit":
            raise Leave
        return said

    def _command(self, line: str, seat: int, choices: list[OfferedMove]) -> bool:
        """Do what a line that is no move asks for; whether the person must be asked anew."""
        word, _, rest = line.replace("?", "? ", 1).partition(" ") if line.startswith("?") else line.partition(" ")
        commands: dict[str, Callable[[int, str], bool | None]] = {
            "": self._show,
            "?": self._ask_about,
            "help": self._help,
            "rules": self._rules,
            "odds": self._odds,
            "log": self._log,
            "table": self._show,
            "wait": self._wait,
            "undo": self._undo,
            "save": self._save,
            "lang": self._lang,
            "quit": self._quit,
        }
        if word.casefold() in commands:
            return bool(commands[word.casefold()](seat, rest.strip()))
        self._explain(line, seat, choices)
        return False

    def _show(self, seat: int, rest: str) -> bool:
        return True

    def _help(self, seat: int, rest: str) -> None:
        t = self.screen.t
        self.screen.say(t("Type a move's number or its text, or one of these:"))
        self.screen.pairs((command, t(about)) for command, about in COMMANDS)

    def _ask_about(self, seat: int, rest: str) -> None:
        """What is asked, what can be answered, and the clauses that decide it; or the rules on one thing."""
        game, screen, hidden = self.match.game, self.screen, self.match.hidden(seat)
        if rest:
            return self._tell_rules(seat, rest)
        screen.say(game.speech.prompt(self._reader(seat)), "bold yellow")
        choices = self._choices(seat)
        kinds = {choice.family: choice.text for choice in reversed(choices)}
        screen.say(screen.t("You can type a number from 1 to {n}, or the move itself, such as:", n=len(choices)))
        screen.pairs((text, game.speech.family_name(kind, screen.game_words)) for kind, text in kinds.items())
        offered = (code for code in range(game.families.count) if game.families[code][0] in kinds)
        clauses = sorted({game.rules.forbids(hidden, seat, code) for code in offered} - {0})
        if clauses:
            screen.say(screen.t("Rules of this moment:"))
            words = screen.game_words
            screen.pairs((game.clause_name(each), game.speech.reason(each, words)) for each in clauses[:CLAUSES])
        screen.say(screen.t("'? CLAUSE' and '? WORD' show the rules, 'help' everything else you can type."), "dim")

    def _tell_rules(self, seat: int, wanted: str) -> None:
        """A clause by its number, a move by its text, or what a word means and the clauses that have it."""
        game, screen, hidden = self.match.game, self.screen, self.match.hidden(seat)
        clauses = {clause.name.casefold(): clause for clause in game.teaching.clauses(screen.t.language)}
        if (clause := clauses.get(wanted.casefold())) is not None:
            return screen.pairs([(clause.name, clause.text)])
        words = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in wanted.split()]
        meanings, code = self._meanings(seat, wanted), self._move(wanted, seat)

        def first_at(clause: Clause) -> int:
            """Where the first of the words begins; -1 if one is missing."""
            return min(match.start() if (match := word.search(clause.text)) else -1 for word in words)

        found = sorted((clause for clause in clauses.values() if first_at(clause) >= 0), key=first_at)
        named = code is not None and game.notation.move_text(hidden, seat, code).casefold() == wanted.casefold()
        if code is not None and (named or not (meanings or found)):
            forbidden = game.rules.forbids(hidden, seat, code)
            screen.pairs(meanings[:CLAUSES])
            return screen.say(self._reason(forbidden) if forbidden else game.speech.label(self._reader(seat), code))
        if not meanings and not found:
            return self._refuse(screen.t("The rules have nothing on '{what}'.", what=wanted))
        screen.pairs(meanings[:CLAUSES])
        screen.pairs((clause.name, clause.text) for clause in found[:CLAUSES])
        if len(found) > CLAUSES:
            more = len(found) - CLAUSES
            screen.say(screen.t.plural("… and {n} more clause.", "… and {n} more clauses.", more), "dim")

    def _meanings(self, seat: int, wanted: str) -> list[tuple[str, str]]:
        """What a word stands for: a kind of move that is typed so, and what the glossary has under it."""
        game, said = self.match.game, wanted.casefold()
        found = []
        if (code := self._move(wanted, seat)) is not None:
            kind = game.speech.family_name(game.families[code][0], self.screen.game_words)
            found = [(said, kind)] if kind.casefold() != said else []
        signs = [sign for _, group in game.speech.glossary(self._reader(seat)) for sign in group]
        return found + [(sign.name, sign.meaning) for sign in signs if said in sign.name.casefold()]

    def _rules(self, seat: int, rest: str) -> None:
        said = self.match.game.speech.help(self._reader(seat))
        self.screen.say(said or self.screen.t("There is nothing more to say about this moment."))

    def _odds(self, seat: int, rest: str) -> None:
        odds = self.match.game.speech.odds(self._reader(seat))
        if odds:
            self.screen.pairs(odds)
        else:
            self.screen.say(self.screen.t("There is nothing to work out now."))

    def _log(self, seat: int, rest: str) -> None:
        sentences = self.screen.sentences(self.match, seat, 0)
        if not sentences:
            self.screen.say(self.screen.t("Nothing has happened yet."))
        shown = int(rest) if rest.isdecimal() and len(rest) < 9 else LOG_LINES
        self.screen.tell(sentences[max(0, len(sentences) - shown) :])

    def _wait(self, seat: int, rest: str) -> bool:
        self.waiting.add(seat)
        if self.match.game.is_window(self.match.hidden(seat), seat):
            return True
        self.screen.say(self.screen.t("After this move you are asked again when you must decide."))
        return False

    def _undoable(self, seat: int) -> int | None:
        """Where the seat's last move stands in the history, if it may be taken back with the bots' moves since."""
        history = self.match.history
        last = max((i for i, played in enumerate(history) if played.move.seat in self.people), default=None)
        if last is None or history[last].move.seat != seat or history[last].revealed != self.match.state.revealed:
            return None
        return last

    def _undo(self, seat: int, rest: str) -> bool:
        place = self._undoable(seat)
        if place is None:
            self._refuse(
                self.screen.t("Nothing can be taken back: you have made no move, or something was revealed since.")
            )
            return False
        while len(self.match.history) > place:
            undone = self.match.pop()
        self.told = {reader: min(since, place + 1) for reader, since in self.told.items()}
        self._keep()
        self.screen.say(self.screen.t("Taken back: {move}", move=undone.text), "green")
        return True

    def _save(self, seat: int, rest: str) -> None:
        self.trouble = None
        if rest:
            self._save_as(rest)
        elif self._keep():
            self.screen.say(self.screen.t("Saved. Go on later with: {command}", command=self._how_to_resume()), "green")

    def _save_as(self, name: str) -> bool:
        t, path = self.screen.t, Path(os.path.expanduser(name))
        if os.path.isfile(path) and not self.screen.agrees(t("{file} is there already. Write over it?", file=path)):
            return False
        try:
            saves.save(self.match, self.players, path)
        except CannotSave as error:
            self._say_trouble(error)
            return False
        self.screen.say(t("Saved to {file}.", file=path), "green")
        return True

    def _lang(self, seat: int, rest: str) -> bool:
        language = rest.casefold()
        if language not in LANGUAGES:
            self._refuse(self.screen.t("The languages are: {names}", names=", ".join(LANGUAGES)))
            return False
        self.screen.speak(language)
        return True

    def _quit(self, seat: int, rest: str) -> None:
        raise Leave

    def _keep(self) -> bool:
        """Keep the game on the disk. If that fails it is said once, and the game goes on."""
        try:
            if self.own:
                saves.save(self.match, self.players, self.place)
            else:
                saves.keep(self.match, self.players, self.place)
        except CannotSave as error:
            if self.trouble is None:
                self._say_trouble(error)
            self.trouble = error
            return False
        self.trouble = None
        return True

    def _say_trouble(self, error: CannotSave) -> None:
        said = self.screen.t("The game cannot be saved to {file}: {reason}.", file=error.path, reason=error.reason)
        self._refuse(said)

    def _how_to_resume(self) -> str:
        return f"lastraft play --resume {shlex.quote(str(self.place))}" if self.own else "lastraft play --resume"

    def _leave(self) -> int:
        t = self.screen.t
        if len(self.people) > 1:
            self.screen.forget()
        if self.match.over:
            self._say_record()
            return 0
        self.trouble = None
        if not self._keep():
            return 1
        self.screen.say(t("The game is kept. Go on with: {command}", command=self._how_to_resume()))
        return 0

    def _end(self) -> int:
        match, screen, t = self.match, self.screen, self.screen.t
        if self.alone is None:
            self._hand_round()
        screen.headline(t("The game is over"))
        screen.table(match, WATCHER if self.alone is None else self.alone)
        screen.result(match)
        self.trouble = None
        if self.own:
            if not self._keep():
                return 1
            self._say_record()
        elif can_ask():
            self._keep()
            question = t("A file name saves the record of this game; Enter does not:")
            while (name := screen.ask(question)) and not self._save_as(name):
                pass
            saves.let_go(self.place)
        return 0

    def _say_record(self) -> None:
        command = f"lastraft replay {shlex.quote(str(self.place))}"
        self.screen.say(self.screen.t("The record is kept; see the game again with: {command}", command=command))

    def _hand_round(self) -> None:
        """Share the screen at the end, once the last mover has read what came of their move."""
        if self.at_keyboard is not None:
            self._news(self.at_keyboard)
            self._enter(self.screen.t("The game is over. Enter shows everybody the end:"))
            self.screen.forget()
            self.told[WATCHER] = self._last_move_of(self.at_keyboard)
        self._news(WATCHER)
