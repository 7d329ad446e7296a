"""Hellapagos as a `Game`. See docs/rules/hellapagos.md."""

from __future__ import annotations

from typing import Any

from ..kernel import top
from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.translations import N_
from .bots import CHARACTERS, evaluate, prefer
from .codes import CANCEL, DECLINE, FAMILIES, GIVE, PASS, WITHDRAW
from .events import Event
from .options import OPTIONS
from .rules.apply import apply
from .rules.knowledge import OBSERVATION, determinize, hide, in_secret, observe
from .rules.legal import actors, asked, forbids, legal
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import MAX_CASTAWAYS, Draft, Frame, HpState
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, prompts, reasons, scores
from .ui.scenery import PICTURES
from .ui.text import text
from .ui.view import view


def secret(s: HpState, seat: int, move: int, reader: int) -> bool:
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


def is_window(s: HpState, seat: int) -> bool:
    """HP-20.4: those who may pass are asked only in case they want to step in."""
    return seat >= 0 and not forbids(s, seat, PASS)


def won(score: Any, rank: Any) -> Any:
    """HP-1.5: those who leave on the raft win; if nobody does, everybody has lost."""
    return score > 0


GAME = Game(
    name="hellapagos",
    title="Hellapagos",
    prefix="HP",
    about=N_("Fish, fetch water, build the raft together. Then vote on who is not coming along."),
    sizes=range(3, MAX_CASTAWAYS + 1),
    usual_size=6,
    state=HpState,
    events=Event,
    families=FAMILIES,
    options=OPTIONS,
    characters=CHARACTERS,
    most_moves=400_000,  # HP-20.12 bounds gifts and offers, so that every window ends; a random game takes thousands
    observation_size=OBSERVATION,
    is_window=is_window,
    won=won,
    rules=Rules(
        setup=setup,
        actors=actors,
        asked=asked,
        legal=legal,
        apply=apply,
        forbids=forbids,
        over=over,
        score=score,
        rank=rank,
        hide=hide,
        determinize=determinize,
        observe=observe,
        evaluate=evaluate,
        timeout=timeout,
        prefer=prefer,
    ),
    notation=Notation(
        move_text=lambda s, seat, move: notation.move_text(move),
        secret=secret,
        blank=notation.blank,
        describe=notation.describe,
        arrange=notation.arrange,
    ),
    speech=Speech(
        prompt=lambda r: prompts.prompt(r.state, r.seat, r.names, r.t),
        label=lambda r, move: labels.label(r.state, r.seat, move, r.names, r.t),
        text=lambda r: text(r.state, r.seat, r.names, r.t),
        view=lambda r: view(r.state, r.seat),
        log=log.log,
        reason=reasons.reason,
        stage=lambda r: prompts.stage(r.state, r.t),
        outcome=lambda r, move: outcomes.detail(r.state, r.seat, move, r.names, r.t),
        careful=lambda r, move: labels.careful(r.state, r.seat, move, r.names, r.t),
        family_name=lambda family, t: t(labels.FAMILY_NAMES[family]),
        help=lambda r: help.help_text(r.state, r.seat, r.t),
        odds=lambda r: scores.odds(r.state, r.seat, r.t),
        score_lines=lambda r, seat: scores.score_lines(r.state, seat, r.t),
        facts=scores.facts,
        glossary=lambda r: glossary.glossary(r.state, r.t),
        anonymous=lambda r: prompts.unnamed(r.state),
    ),
    picture=Picture(
        draw=lambda r: board.draw(r.state, r.seat, r.names, r.t),
        pieces=lambda r: board.pieces(r.state, r.seat, r.names, r.t),
        clicks=lambda r, move: clicks.clicks(r.state, r.seat, move),
        shortcuts=lambda r: clicks.shortcuts(r.state, r.seat, r.names, r.t),
        folder=PICTURES,
    ),
)
