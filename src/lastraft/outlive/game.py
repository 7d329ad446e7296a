"""Outlive as a `Game`: its rules and how people read, write and see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Emitted
from ..protocol import Game, Line, Rules, Shortcut, Sign, Stage
from ..protocol.translations import Translator
from .bots import evaluate, prefer
from .codes import FAMILIES
from .events import Event
from .rules.advance import setup
from .rules.apply import apply
from .rules.knowledge import OBSERVATION, determinize, hide, observe
from .rules.legal import actors, asked, forbids, legal
from .rules.scoring import over, rank, score
from .rules.timeout import timeout
from .state import OPTIONS, OutliveState
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, pointing, prompts, reasons, scores
from .ui.text import table
from .ui.view import view


class Outlive(Game[OutliveState]):
    """Outlive, in Polish Ocaleni."""

    name = "outlive"
    title = "Outlive"
    prefix = "OL"
    version = 1
    sizes = range(2, 5)
    usual_size = 4
    state = OutliveState
    events = Event
    rules = Rules(
        setup,
        actors,
        asked,
        legal,
        apply,
        forbids,
        over,
        score,
        rank,
        hide,
        determinize,
        observe,
        evaluate,
        timeout,
        prefer,
    )
    families = FAMILIES
    options = OPTIONS
    most_moves = 4000
    observation_size = OBSERVATION
    rollout_moves = 0

    def move_text(self, s: OutliveState, seat: int, move: int) -> str:
        return notation.move_text(s, seat, move)

    def blank(self, s: OutliveState) -> None:
        notation.blank(s)

    def describe(self, s: OutliveState) -> list[tuple[str, str]]:
        return notation.describe(s)

    def arrange(self, s: OutliveState, key: str, value: str) -> None:
        notation.arrange(s, key, value)

    def view(self, s: OutliveState, seat: int) -> dict[str, Any]:
        return view(s, seat)

    def text(self, s: OutliveState, seat: int, names: Sequence[str], t: Translator) -> str:
        return table(s, seat, names, t)

    def prompt(self, s: OutliveState, seat: int, names: Sequence[str], t: Translator) -> str:
        return prompts.prompt(s, seat, names, t)

    def stage(self, s: OutliveState, t: Translator) -> Stage:
        return prompts.stage(s, t)

    def label(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.label(s, seat, move, names, t)

    def detail(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return outcomes.detail(s, seat, move, names, t)

    def tell(self, event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
        return log.tell(event, reader, names, t)

    def about(self, t: Translator) -> str:
        return t("Send your heroes into the ruins, feed the shelter, and hope the convoy picks you.")

    def log(self, events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[Line]:
        return log.log(events, reader, names, t)

    def things(self, event: Emitted, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Translator) -> str:
        return reasons.reason(clause, t)

    def family_name(self, family: str, t: Translator) -> str:
        return labels.family_name(family, t)

    def careful(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.careful(s, seat, move, t)

    def score_lines(self, s: OutliveState, seat: int, t: Translator) -> list[tuple[str, int]]:
        return scores.score_lines(s, seat, t)

    def facts(self, s: OutliveState, seat: int) -> dict[str, int]:
        return scores.facts(s, seat)

    def odds(self, s: OutliveState, seat: int, t: Translator) -> list[tuple[str, str]]:
        return scores.odds(s, seat, t)

    def help(self, s: OutliveState, seat: int, t: Translator) -> str:
        return help.help_text(s, seat, t)

    def glossary(self, s: OutliveState, t: Translator) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: OutliveState, seat: int, names: Sequence[str], t: Translator) -> str:
        return board.draw(s, seat, names, t)

    def pieces(self, s: OutliveState, seat: int, names: Sequence[str], t: Translator) -> list[str]:
        return board.pieces(s, seat, names, t)

    def clicks(self, s: OutliveState, seat: int, move: int) -> tuple[str, ...]:
        return clicks.clicks(s, seat, move)

    def shortcuts(self, s: OutliveState, seat: int, names: Sequence[str], t: Translator) -> list[Shortcut]:
        return clicks.shortcuts(s, seat, names, t)
