"""Hellapagos as one `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import Told, top
from ..protocol import Game, Line, Rules, Shortcut, Sign, Stage
from ..words import Words
from . import asking, codes, detail, draw, glossary, log, notation, pointing, shortcuts, table, words
from .bots import CHARACTERS, evaluate, prefer
from .codes import CANCEL, DECLINE, FAMILIES, GIVE, PASS, WITHDRAW
from .departure import over, rank, score
from .knowledge import OBSERVATION, determinize, hide, in_secret, observe
from .legal import forbids, legal
from .moves import actors, apply, asked
from .play import timeout
from .setup import setup
from .state import MAX_CASTAWAYS, OPTIONS, Draft, Event, Frame, HpState


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
        return codes.move_text(move)

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
        return table.view(s, seat)

    def text(self, s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
        return table.text(s, seat, names, t)

    def prompt(self, s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
        return asking.prompt(s, seat, names, t)

    def stage(self, s: HpState, t: Words) -> Stage:
        return asking.stage(s, t)

    def unnamed(self, s: HpState) -> bool:
        return asking.unnamed(s)

    def label(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.label(s, seat, move, names, t)

    def detail(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return detail.detail(s, seat, move, names, t)

    def tell(self, event: Told, reader: int, names: Sequence[str], t: Words) -> str:
        return log.tell(event, reader, names, t)

    def log(self, events: Sequence[Told], reader: int, names: Sequence[str], t: Words) -> list[Line]:
        return log.log(events, reader, names, t)

    def things(self, event: Told, reader: int) -> tuple[str, ...]:
        return pointing.things(event, reader)

    def reason(self, clause: int, t: Words) -> str:
        return words.reason(clause, t)

    def family_name(self, family: str, t: Words) -> str:
        return t(words.FAMILY_NAMES[family])

    def about(self, t: Words) -> str:
        return t("Fish, fetch water, build the raft together. Then vote on who is not coming along.")

    def window(self, s: HpState, seat: int) -> bool:
        """HP-20.4: whoever may pass is asked only in case he wants to step in."""
        return seat >= 0 and not forbids(s, seat, PASS)

    def shortcuts(self, s: HpState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
        return shortcuts.shortcuts(s, seat, names, t)

    def careful(self, s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
        return words.careful(s, seat, move, names, t)

    def won(self, score: Any, rank: Any) -> Any:
        """HP-1.5: those who leave on the raft win; if nobody does, everybody has lost."""
        return score > 0

    def score_lines(self, s: HpState, seat: int, t: Words) -> list[tuple[str, int]]:
        return words.score_lines(s, seat, t)

    def facts(self, s: HpState, seat: int) -> dict[str, int]:
        return words.facts(s, seat)

    def odds(self, s: HpState, seat: int, t: Words) -> list[tuple[str, str]]:
        return words.odds(s, seat, t)

    def help(self, s: HpState, seat: int, t: Words) -> str:
        return words.help_text(s, seat, t)

    def glossary(self, s: HpState, t: Words) -> list[tuple[str, list[Sign]]]:
        return glossary.glossary(s, t)

    def draw(self, s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
        return draw.draw(s, seat, names, t)

    def pieces(self, s: HpState, seat: int, names: Sequence[str], t: Words) -> list[str]:
        return draw.pieces(s, seat, names, t)

    def clicks(self, s: HpState, seat: int, move: int) -> tuple[str, ...]:
        return draw.clicks(s, seat, move)
