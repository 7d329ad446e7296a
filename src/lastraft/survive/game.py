"""Survive the Island as a `Game`. See docs/rules/survive.md."""

from __future__ import annotations

from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.translations import N_
from .bots import evaluate, prefer
from .codes import FAMILIES, SPACE
from .components import LETTERS, MOST_SEATS
from .events import Event
from .options import OPTIONS
from .rules.apply import apply
from .rules.knowledge import OBSERVATION, determinize, hide, observe
from .rules.legal import actors, asked, forbids, legal
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import Survive
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, prompts, reasons, scores
from .ui.scenery import PICTURES
from .ui.text import text
from .ui.view import view


def secret(s: Survive, seat: int, move: int, reader: int) -> bool:
    """SV-18.7: the value in a placing move is for the placing player only."""
    return move < SPACE and seat != reader


GAME = Game(
    name="survive",
    title="Survive the Island",
    prefix="SV",
    about=N_("The island sinks tile by tile. Reach safe land before the third volcano."),
    sizes=range(2, MOST_SEATS + 1),
    usual_size=4,
    state=Survive,
    events=Event,
    families=FAMILIES,
    options=OPTIONS,
    most_moves=5000,
    observation_size=OBSERVATION,
    rollout_moves=0,
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
        move_text=notation.move_text,
        secret=secret,
        seat_names=LETTERS,
        blank=notation.blank,
        describe=notation.describe,
        arrange=notation.arrange,
    ),
    speech=Speech(
        prompt=lambda r: prompts.prompt(r.state, r.seat, r.names, r.t),
        label=lambda r, move: labels.label(r.state, r.seat, move, r.t),
        text=lambda r: text(r.state, r.seat, r.names, r.t),
        view=lambda r: view(r.state, r.seat),
        log=log.log,
        reason=reasons.reason,
        stage=lambda r: prompts.stage(r.state, r.t),
        outcome=lambda r, move: outcomes.detail(r.state, r.seat, move, r.t),
        careful=lambda r, move: labels.careful(r.state, r.seat, move, r.t),
        family_name=lambda family, t: t(labels.FAMILY_NAMES[family]),
        help=lambda r: help.help_text(r.state, r.t),
        odds=lambda r: scores.odds(r.state, r.seat, r.t),
        score_lines=lambda r, seat: scores.score_lines(r.state, seat, r.t),
        facts=scores.facts,
        glossary=lambda r: glossary.glossary(r.state, r.t),
    ),
    picture=Picture(
        draw=lambda r: board.draw(r.state, r.seat, r.names, r.t),
        pieces=lambda r: board.pieces(r.state, r.seat, r.names, r.t),
        clicks=lambda r, move: clicks.clicks(r.state, r.seat, move),
        folder=PICTURES,
    ),
)
