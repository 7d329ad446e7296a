"""Hellapagos as a `Game`. See rulebook.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kernel import rule
from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.translations import N_
from .asking import WINDOWS
from .bots import CHARACTERS, evaluate, prefer
from .codes import FAMILIES, PASS
from .events import Event
from .names import character_name
from .options import OPTIONS, PRESETS
from .rules.apply import apply
from .rules.invariants import Invariant, violated
from .rules.knowledge import determinize, hide
from .rules.legal import actors, asked, forbids, legal
from .rules.observation import OBSERVED, code_of, observe, own_code
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import MAX_CASTAWAYS, HellapagosState
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, prompts, reasons, scores, text, view
from .ui.phrases import SPOKEN
from .ui.scenery import PICTURES
from .ui.strip import strip
from .ui.teaching import TEACHING
from .ui.why import why


@rule
def is_window(s: HellapagosState, seat: int) -> bool:
    """HP-20.4: those who may pass are asked only in case they want to step in."""
    return seat >= 0 and forbids(s, seat, PASS) == 0


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
    state=HellapagosState,
    events=Event,
    families=FAMILIES,
    options=OPTIONS,
    presets=PRESETS,
    characters=CHARACTERS,
    most_moves=400_000,  # HP-20.12 bounds gifts and offers, so that every window ends; a random game takes thousands
    observed=OBSERVED,
    observe_needs_hide=False,
    violated=violated,
    invariants=Invariant,
    is_window=is_window,
    windows=replace(WINDOWS, why=why),
    phrases=SPOKEN,
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
        own_code=own_code,
        code_of=code_of,
    ),
    notation=Notation(
        move_text=notation.move_text,
        secret=notation.secret,
        blank=notation.blank,
        describe=notation.describe,
        arrange=notation.arrange,
    ),
    speech=Speech(
        prompt=prompts.prompt,
        label=labels.label,
        text=text.text,
        view=view.view,
        log=log.log,
        reason=reasons.reason,
        stage=prompts.stage,
        strip=strip,
        anonymous=prompts.anonymous,
        outcome=outcomes.outcome,
        careful=labels.careful,
        character_name=character_name,
        family_name=labels.family_name,
        help=help.help,
        odds=scores.odds,
        score_lines=scores.score_lines,
        facts=scores.facts,
        glossary=glossary.glossary,
    ),
    teaching=TEACHING,
    picture=Picture(
        draw=board.draw, pieces=board.pieces, clicks=clicks.clicks, shortcuts=clicks.shortcuts, folder=PICTURES
    ),
)
