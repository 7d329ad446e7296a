"""Outlive, in Polish Ocaleni, as a `Game`. See rulebook.md."""

from __future__ import annotations

from ..protocol import Game, Notation, Picture, Rules, Speech
from ..protocol.speech import reasons, worded
from ..protocol.translations import N_
from .ahead import TOGETHER
from .bots import evaluate, prefer
from .codes import FAMILIES
from .components import WORDS
from .events import Event
from .foolish import foolish
from .options import OPTIONS
from .rules.apply import apply
from .rules.invariants import Invariant, violated
from .rules.knowledge import determinize, hide
from .rules.legal import asked, forbids, legal
from .rules.observation import OBSERVED, observe
from .rules.scoring import over, rank, score
from .rules.setup import setup
from .rules.timeout import timeout
from .state import OutliveState
from .ui import board, clicks, glossary, help, labels, log, notation, outcomes, prompts, purposes, scores, text, view
from .ui.phrases import SPOKEN
from .ui.reasons import REASONS
from .ui.scenery import PICTURES
from .ui.shelter import look
from .ui.strip import strip
from .ui.teaching import TEACHING

GAME = Game(
    name="outlive",
    title=N_("Outlive"),
    prefix="OL",
    version=2,
    earlier={1: {"one_hunt_per_visit": "false"}},
    about=N_("Send your heroes into the ruins, feed the shelter, and hope the convoy picks you."),
    sizes=range(2, 5),
    usual_size=4,
    state=OutliveState,
    events=Event,
    families=FAMILIES,
    options=OPTIONS,
    most_moves=4000,
    usual_moves=680,
    temperatures=(115, 80, 40),
    observed=OBSERVED,
    observe_needs_hide=False,
    violated=violated,
    invariants=Invariant,
    rollout_moves=0,
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
        foolish=foolish,
    ),
    notation=Notation(
        move_text=notation.move_text, blank=notation.blank, describe=notation.describe, arrange=notation.arrange
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
        aftermath=log.aftermath,
        reason=reasons(REASONS),
        stage=prompts.stage,
        strip=strip,
        outcome=outcomes.outcome,
        brief=outcomes.brief,
        needless=outcomes.needless,
        purpose=purposes.purpose,
        careful=labels.careful,
        family_name=worded(WORDS["families"]),
        help=help.help,
        odds=scores.odds,
        score_lines=scores.score_lines,
        own_end=scores.own_end,
        downfall=scores.downfall,
        facts=scores.facts,
        glossary=glossary.glossary,
    ),
    teaching=TEACHING,
    picture=Picture(
        look=look,
        draw=board.draw,
        pieces=board.pieces,
        clicks=clicks.clicks,
        wrong=clicks.wrong,
        shortcuts=clicks.shortcuts,
        folder=PICTURES,
    ),
)
