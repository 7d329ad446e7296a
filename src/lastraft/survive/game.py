"""Survive the Island as a `Game`. See rulebook.md."""

from __future__ import annotations

from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.speech import reasons, worded
from ..protocol.translations import N_
from .ahead import TOGETHER
from .asking import WINDOWS
from .bots import evaluate, prefer, prefer_all
from .codes import FAMILIES
from .components import FEWEST_SEATS, LETTERS, MOST_SEATS, WORDS
from .events import Event, aftermath
from .foolish import foolish
from .options import OPTIONS
from .rules.apply import apply
from .rules.invariants import Invariant, violated
from .rules.knowledge import determinize, hide
from .rules.legal import asked, forbids, legal
from .rules.observation import OBSERVED, code_of, observe, own_code
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import SurviveState
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, prompts, purposes, scores, text, view
from .ui.phrases import SPOKEN
from .ui.reasons import REASONS
from .ui.scenery import PICTURES
from .ui.strip import strip
from .ui.teaching import TEACHING

GAME = Game(
    name="survive",
    title="Survive the Island",
    prefix="SV",
    about=N_("The island sinks tile by tile. Reach safe land before the third volcano."),
    sizes=range(FEWEST_SEATS, MOST_SEATS + 1),
    usual_size=4,
    state=SurviveState,
    events=Event,
    families=FAMILIES,
    options=OPTIONS,
    most_moves=5000,
    usual_moves=310,
    temperatures=(115, 75, 40),
    observed=OBSERVED,
    observe_needs_hide=False,
    violated=violated,
    invariants=Invariant,
    rollout_moves=0,
    windows=WINDOWS,
    together=TOGETHER,
    phrases=SPOKEN,
    rules=Rules(
        setup=setup,
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
        prefer_all=prefer_all,
        foolish=foolish,
        own_code=own_code,
        code_of=code_of,
    ),
    notation=Notation(
        move_text=notation.move_text,
        secret=notation.secret,
        seat_names=LETTERS,
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
        joined=log.joined,
        befell=log.befell,
        turning_points=log.turning_points,
        aftermath=aftermath,
        reason=reasons(REASONS),
        stage=prompts.stage,
        depends_on=labels.depends_on,
        strip=strip,
        outcome=outcomes.outcome,
        purpose=purposes.purpose,
        careful=labels.careful,
        needless=labels.needless,
        family_name=worded(WORDS["families"]),
        help=help.help,
        odds=scores.odds,
        chances=scores.CHANCES,
        score_lines=scores.score_lines,
        own_end=scores.own_end,
        facts=scores.facts,
        glossary=glossary.glossary,
    ),
    teaching=TEACHING,
    picture=Picture(
        draw=board.draw,
        pieces=board.pieces,
        clicks=clicks.clicks,
        wrong=clicks.wrong,
        shortcuts=clicks.shortcuts,
        folder=PICTURES,
    ),
)
