"""Hellapagos as one `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Emitted, top
from ..protocol import Game, Line, Rules, Shortcut, Sign, Stage
from ..protocol.translations import Translator
from .bots import CHARACTERS, evaluate, prefer
from .codes import CANCEL, DECLINE, FAMILIES, GIVE, PASS, WITHDRAW
from .events import Event
from .rules.apply import apply
from .rules.knowledge import OBSERVATION, determinize, hide, in_secret, observe
from .rules.legal import actors, asked, forbids, legal
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import MAX_CASTAWAYS, OPTIONS, Draft, Frame, HpState
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


class Hellapagos(Game[HpState]):
    """See docs/rules/hellapagos.md."""

    name = "hellapagos"
    title = "Hellapagos"
    prefix = "HP"
    version = 1
    sizes = range(3, MAX_CASTAWAYS + 1)
    usual_size = 6
    state = HpState
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
    characters = CHARACTERS
    families = FAMILIES
    options = OPTIONS
    most_moves = 400_000
    """Gifts and offers are bounded by HP-20.12, so that every window ends; a random game takes some thousand moves."""
    observation_size = OBSERVATION

    def move_text(self, s: HpState, seat: int, move: int) -> str:
        return notation.move_text(move)

    def secret(self, s: HpState, seat: int, move: int, reader: int) -> bool:
        """HP-23.15, HP-23.19, HP-23.21, HP-23.22, HP-23.25: passes, votes and choices before the reveal, drafts and
        offers, a card picked."""
        if seat == reader:
            return False
        if s.depth:
            return in_secret(s) or top(s) == Frame.PICKING
        if s.draft[seat]:
            return not (move == CANCEL and s.draft[seat] == Draft.ACCEPTANCE and s.partner[seat] == reader)
        if DECLINE <= move < WITHDRAW:
            return move - DECLINE != reader
        if move == WITHDRAW:
            return s.offer_to[seat] != reader + 1
        return move == PASS or move >= GIVE

    def blank(self, s: HpState) -> None:
        notation.blank(s)

    def describe(self, s: HpState) -> list[tuple[str, str]]:
        return notation.describe(s)

    def arrange(self, s: HpState, key: str, value: str) -> None:
        notation.arrange(s, key, value)

    def view(self, s: HpState, seat: int) -> dict[str, Any]:
        return view.view(s, seat)

    def text(self, s: HpState, seat: int, names: Sequence[str], t: Translator) -> str:
        return text.text(s, seat, names, t)

    def prompt(self, s: HpState, seat: int, names: Sequence[str], t: Translator) -> str:
        return prompts.prompt(s, seat, names, t)

    def stage(self, s: HpState, t: Translator) -> Stage:
        return prompts.stage(s, t)

    def unnamed(self, s: HpState) -> bool:
        return prompts.unnamed(s)

    def label(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.label(s, seat, move, names, t)

    def detail(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return outcomes.detail(s, seat, move, names, t)

    def tell(self, event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
        return log.tell(event, reader, names, t)

    def log(self, events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[Line]:
        return log.log(events, reader, names, t)

    def things(self, event: Emitted, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Translator) -> str:
        return reasons.reason(clause, t)

    def family_name(self, family: str, t: Translator) -> str:
        return t(labels.FAMILY_NAMES[family])

    def about(self, t: Translator) -> str:
        return t("Fish, fetch water, build the raft together. Then vote on who is not coming along.")

    def window(self, s: HpState, seat: int) -> bool:
        """HP-20.4: whoever may pass is asked only in case he wants to step in."""
        return seat >= 0 and not forbids(s, seat, PASS)

    def shortcuts(self, s: HpState, seat: int, names: Sequence[str], t: Translator) -> list[Shortcut]:
        return clicks.shortcuts(s, seat, names, t)

    def careful(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
        return labels.careful(s, seat, move, names, t)

    def won(self, score: Any, rank: Any) -> Any:
        """HP-1.5: those who leave on the raft win; if nobody does, everybody has lost."""
        return score > 0

    def score_lines(self, s: HpState, seat: int, t: Translator) -> list[tuple[str, int]]:
        return scores.score_lines(s, seat, t)

    def facts(self, s: HpState, seat: int) -> dict[str, int]:
        return scores.facts(s, seat)

    def odds(self, s: HpState, seat: int, t: Translator) -> list[tuple[str, str]]:
        return scores.odds(s, seat, t)

    def help(self, s: HpState, seat: int, t: Translator) -> str:
        return help.help_text(s, seat, t)

    def glossary(self, s: HpState, t: Translator) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: HpState, seat: int, names: Sequence[str], t: Translator) -> str:
        return board.draw(s, seat, names, t)

    def pieces(self, s: HpState, seat: int, names: Sequence[str], t: Translator) -> list[str]:
        return board.pieces(s, seat, names, t)

    def clicks(self, s: HpState, seat: int, move: int) -> tuple[str, ...]:
        return clicks.clicks(s, seat, move)
