"""Outlive as a `Game`: its rules and how people read, write and see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Told
from ..protocol import Game, Line, Rules, Shortcut, Sign, Stage
from ..words import Words
from . import detail, draw, glossary, help, notation, pointing, tell, words
from .bots import evaluate, prefer
from .knowledge import OBSERVATION, determinize, hide, observe, view
from .moves import FAMILIES, actors, asked, forbids, legal
from .play import timeout
from .rounds import apply, setup
from .scoring import over, rank, score
from .state import OPTIONS, Event, OutliveState
from .table import table


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

    def text(self, s: OutliveState, seat: int, names: Sequence[str], t: Words) -> str:
        return table(s, seat, names, t)

    def prompt(self, s: OutliveState, seat: int, names: Sequence[str], t: Words) -> str:
        return words.prompt(s, seat, names, t)

    def stage(self, s: OutliveState, t: Words) -> Stage:
        return words.stage(s, t)

    def label(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.label(s, seat, move, names, t)

    def detail(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return detail.detail(s, seat, move, names, t)

    def tell(self, event: Told, reader: int, names: Sequence[str], t: Words) -> str:
        return tell.tell(event, reader, names, t)

    def about(self, t: Words) -> str:
        return t("Send your heroes into the ruins, feed the shelter, and hope the convoy picks you.")

    def log(self, events: Sequence[Told], reader: int, names: Sequence[str], t: Words) -> list[Line]:
        return tell.log(events, reader, names, t)

    def things(self, event: Told, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Words) -> str:
        return help.reason(clause, t)

    def family_name(self, family: str, t: Words) -> str:
        return words.family_name(family, t)

    def careful(self, s: OutliveState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.careful(s, seat, move, t)

    def score_lines(self, s: OutliveState, seat: int, t: Words) -> list[tuple[str, int]]:
        return help.score_lines(s, seat, t)

    def facts(self, s: OutliveState, seat: int) -> dict[str, int]:
        return help.facts(s, seat)

    def odds(self, s: OutliveState, seat: int, t: Words) -> list[tuple[str, str]]:
        return help.odds(s, seat, t)

    def help(self, s: OutliveState, seat: int, t: Words) -> str:
        return help.help_text(s, seat, t)

    def glossary(self, s: OutliveState, t: Words) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: OutliveState, seat: int, names: Sequence[str], t: Words) -> str:
        return draw.draw(s, seat, names, t)

    def pieces(self, s: OutliveState, seat: int, names: Sequence[str], t: Words) -> list[str]:
        return draw.pieces(s, seat, names, t)

    def clicks(self, s: OutliveState, seat: int, move: int) -> tuple[str, ...]:
        return draw.clicks(s, seat, move)

    def shortcuts(self, s: OutliveState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
        return draw.shortcuts(s, seat, names, t)
