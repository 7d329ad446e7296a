"""Hellapagos as a `Game`. See rulebook.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kernel import rule
from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.speech import reasons, worded
from ..protocol.translations import N_
from .asking import WINDOWS
from .bots import CHARACTERS, evaluate, prefer
from .codes import FAMILIES, PASS
from .components import WORDS
from .events import Event
from .foolish import foolish
from .names import CHARACTER_NAMES
from .options import OPTIONS, PRESETS
from .orders import ORDERS
from .rules.apply import apply
from .rules.invariants import Invariant, violated
from .rules.knowledge import determinize, hide
from .rules.legal import actors, asked, forbids, legal
from .rules.observation import OBSERVED, code_of, observe, own_code
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import MAX_CASTAWAYS, HellapagosState
from .ui import (
    board,
    clicks,
    downfall,
    glossary,
    help,
    labels,
    log,
    notation,
    outcomes,
    prompts,
    purposes,
    scores,
    text,
    view,
)
from .ui.look import look
from .ui.phrases import SPOKEN
from .ui.reasons import REASONS
from .ui.scenery import PICTURES
from .ui.strip import strip
from .ui.teaching import TEACHING
from .ui.why import could, why


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
    temperatures=(200, 75, 55),
    most_moves=400_000,  # HP-20.12 bounds gifts and offers, so that every window ends; a random game takes thousands
    observed=OBSERVED,
    observe_needs_hide=False,
    violated=violated,
    invariants=Invariant,
    is_window=is_window,
    windows=replace(WINDOWS, why=why, could=could),
    orders=ORDERS,
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
        foolish=foolish,
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
        fate=log.fate,
        befell=log.befell,
        aftermath=log.aftermath,
        turning_points=log.turning_points,
        reason=reasons(REASONS),
        stage=prompts.stage,
        strip=strip,
        anonymous=prompts.anonymous,
        outcome=outcomes.outcome,
        brief=outcomes.brief,
        dubious=outcomes.dubious,
        vain=outcomes.vain,
        needless=outcomes.needless,
        purpose=purposes.purpose,
        at_stake=downfall.at_stake,
        downfall=downfall.downfall,
        careful=labels.careful,
        depends_on=labels.depends_on,
        character_name=worded(CHARACTER_NAMES),
        family_name=worded(WORDS["families"]),
        help=help.help,
        odds=scores.odds,
        score_lines=scores.score_lines,
        at_the_end=scores.at_the_end,
        in_order=True,
        shows_points=False,
        facts=scores.facts,
        glossary=glossary.glossary,
    ),
    teaching=TEACHING,
    picture=Picture(
        draw=board.draw,
        pieces=board.pieces,
        clicks=clicks.clicks,
        shortcuts=clicks.shortcuts,
        wrong=clicks.wrong,
        look=look,
        folder=PICTURES,
    ),
)
