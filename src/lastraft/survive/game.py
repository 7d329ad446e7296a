"""Survive the Island as one `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Told
from ..protocol import Game, Line, Rules, Sign, Stage
from ..words import Words
from . import draw, facts, glossary, notation, pointing, table, telling, words
from .bots import evaluate, prefer
from .components import LETTERS, MOST_SEATS
from .knowledge import OBSERVATION, determinize, hide, observe
from .moves import FAMILIES, SPACE, apply, forbids, legal
from .play import timeout
from .setup import setup
from .state import OPTIONS, Event, Survive
from .turn import actors, asked, over, rank, score


class SurviveTheIsland(Game[Survive]):
    """See docs/rules/survive.md."""

    name = "survive"
    title = "Survive the Island"
    prefix = "SV"
    version = 1
    sizes = range(2, MOST_SEATS + 1)
    usual_size = 4
    state = Survive
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
    most_moves = 5000
    observation_size = OBSERVATION
    rollout_moves = 0

    def move_text(self, s: Survive, seat: int, move: int) -> str:
        return notation.move_text(s, seat, move)

    def secret(self, s: Survive, seat: int, move: int, reader: int) -> bool:
        """SV-18.7: the value in a placing move is for the placing player only."""
        return move < SPACE and seat != reader

    def seat_name(self, seat: int) -> str:
        return LETTERS[seat]

    def blank(self, s: Survive) -> None:
        notation.blank(s)

    def describe(self, s: Survive) -> list[tuple[str, str]]:
        return notation.describe(s)

    def arrange(self, s: Survive, key: str, value: str) -> None:
        notation.arrange(s, key, value)

    def view(self, s: Survive, seat: int) -> dict[str, Any]:
        return table.view(s, seat)

    def text(self, s: Survive, seat: int, names: Sequence[str], t: Words) -> str:
        return table.text(s, seat, names, t)

    def prompt(self, s: Survive, seat: int, names: Sequence[str], t: Words) -> str:
        return words.prompt(s, seat, names, t)

    def stage(self, s: Survive, t: Words) -> Stage:
        return words.stage(s, t)

    def label(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.label(s, seat, move, t)

    def detail(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.detail(s, seat, move, t)

    def tell(self, event: Told, reader: int, names: Sequence[str], t: Words) -> str:
        return telling.tell(event, reader, names, t)

    def log(self, events: Sequence[Told], reader: int, names: Sequence[str], t: Words) -> list[Line]:
        return telling.log(events, reader, names, t)

    def about(self, t: Words) -> str:
        return t("The island sinks tile by tile. Reach safe land before the third volcano.")

    def things(self, event: Told, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Words) -> str:
        return words.reason(clause, t)

    def family_name(self, family: str, t: Words) -> str:
        return t(words.FAMILY_NAMES[family])

    def careful(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.careful(s, seat, move, t)

    def score_lines(self, s: Survive, seat: int, t: Words) -> list[tuple[str, int]]:
        return words.score_lines(s, seat, t)

    def facts(self, s: Survive, seat: int) -> dict[str, int]:
        return facts.facts(s, seat)

    def odds(self, s: Survive, seat: int, t: Words) -> list[tuple[str, str]]:
        return words.odds(s, seat, t)

    def help(self, s: Survive, seat: int, t: Words) -> str:
        return words.help_text(s, t)

    def glossary(self, s: Survive, t: Words) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: Survive, seat: int, names: Sequence[str], t: Words) -> str:
        return draw.draw(s, seat, names, t)

    def pieces(self, s: Survive, seat: int, names: Sequence[str], t: Words) -> list[str]:
        return draw.pieces(s, seat, names, t)

    def clicks(self, s: Survive, seat: int, move: int) -> tuple[str, ...]:
        return draw.clicks(s, seat, move)
