"""Survive the Island as one `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Emitted
from ..protocol import Game, Line, Rules, Sign, Stage
from ..protocol.translations import Translator
from .bots import evaluate, prefer
from .codes import FAMILIES, SPACE
from .components import LETTERS, MOST_SEATS
from .events import Event
from .rules.apply import apply
from .rules.knowledge import OBSERVATION, determinize, hide, observe
from .rules.legal import actors, asked, forbids, legal
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import OPTIONS, Survive
from .ui import (
    board,
    clicks,
    glossary,
    help,
    labels,
    log,
    notation,
    outcomes,
    pointing,
    prompts,
    reasons,
    scores,
    text,
    view,
)


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
        return view.view(s, seat)

    def text(self, s: Survive, seat: int, names: Sequence[str], t: Translator) -> str:
        return text.text(s, seat, names, t)

    def prompt(self, s: Survive, seat: int, names: Sequence[str], t: Translator) -> str:
        return prompts.prompt(s, seat, names, t)

    def stage(self, s: Survive, t: Translator) -> Stage:
        return prompts.stage(s, t)

    def label(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.label(s, seat, move, t)

    def detail(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return outcomes.detail(s, seat, move, t)

    def tell(self, event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
        return log.tell(event, reader, names, t)

    def log(self, events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[Line]:
        return log.log(events, reader, names, t)

    def about(self, t: Translator) -> str:
        return t("The island sinks tile by tile. Reach safe land before the third volcano.")

    def things(self, event: Emitted, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Translator) -> str:
        return reasons.reason(clause, t)

    def family_name(self, family: str, t: Translator) -> str:
        return t(labels.FAMILY_NAMES[family])

    def careful(self, s: Survive, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.careful(s, seat, move, t)

    def score_lines(self, s: Survive, seat: int, t: Translator) -> list[tuple[str, int]]:
        return scores.score_lines(s, seat, t)

    def facts(self, s: Survive, seat: int) -> dict[str, int]:
        return scores.facts(s, seat)

    def odds(self, s: Survive, seat: int, t: Translator) -> list[tuple[str, str]]:
        return scores.odds(s, seat, t)

    def help(self, s: Survive, seat: int, t: Translator) -> str:
        return help.help_text(s, t)

    def glossary(self, s: Survive, t: Translator) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: Survive, seat: int, names: Sequence[str], t: Translator) -> str:
        return board.draw(s, seat, names, t)

    def pieces(self, s: Survive, seat: int, names: Sequence[str], t: Translator) -> list[str]:
        return board.pieces(s, seat, names, t)

    def clicks(self, s: Survive, seat: int, move: int) -> tuple[str, ...]:
        return clicks.clicks(s, seat, move)
