"""Making a move (section 17)."""

from __future__ import annotations

from ...kernel import pop, rule, top
from ..codes import (
    CREATURE,
    DECLINE,
    DIVE,
    DOLPHIN,
    FIRST_REPELLABLE,
    MOVE,
    OARS,
    PIECE,
    PUSH,
    RAFT,
    REPEL,
    ROLL,
    SPACE,
    STEP,
    STOP,
)
from ..components import DIRECTIONS, OFFSETS, REACH, TILE_SPACE, TILES
from ..state import Frame, Phase, SurviveState, own
from .action import dive_to, move_adventurer, move_raft, second_step, use_die, use_dive, use_dolphin, use_oars
from .advance import advance, begin_turn, end_actions
from .creatures import move_creature
from .encounters import answer, decline, pick_passenger, repel
from .kaiju import deal_with, displace, push_adventurer
from .setup import launch, place_adventurer
from .sinking import bring, sink


@rule
def apply(s: SurviveState, seat: int, move: int) -> None:
    """SV-4.5: make a legal move and run on until somebody must decide."""
    if move < SPACE:
        place_adventurer(s, seat, move // TILES + 1, TILE_SPACE[move % TILES])
    elif move < MOVE:
        name_space(s, seat, move - SPACE + 1)
    elif move < STEP:
        act(s, seat, move)
    elif move < PIECE:
        second_step(s, seat, move - STEP)
    elif move < PUSH:
        name_piece(s, move - PIECE)
    elif move < CREATURE:
        push_adventurer(s, move - PUSH)
    elif move < DIVE:
        steer_creature(s, (move - CREATURE) // OFFSETS, (move - CREATURE) % OFFSETS)
    elif move < REPEL:
        use_dive(s, seat, move - DIVE)
    elif move < ROLL:
        use_repellent(s, seat, FIRST_REPELLABLE + move - REPEL)
    elif move == ROLL:
        use_die(s, seat)
    elif move == STOP:
        pop(s)
    elif move == DECLINE:
        decline(s)
    else:
        end_actions(s)
    advance(s)


@rule
def name_space(s: SurviveState, seat: int, space: int) -> None:
    """SV-3.13, SV-7.11, SV-8.1: a raft is placed, a dive ends, a tile sinks there."""
    if s.depth > 0:
        dive_to(s, space)
    elif s.phase == Phase.SINKING:
        sink(s, seat, space)
    elif launch(s, seat, space):
        begin_turn(s, s.first)


@rule
def act(s: SurviveState, seat: int, move: int) -> None:
    """SV-5.2: a move, or a step by oars or dolphin."""
    if move < RAFT:
        move_adventurer(s, own(s, seat, (move - MOVE) // DIRECTIONS), (move - MOVE) % DIRECTIONS)
    elif move < OARS:
        move_raft(s, seat, (move - RAFT) // DIRECTIONS, (move - RAFT) % DIRECTIONS)
    elif move < DOLPHIN:
        use_oars(s, seat, (move - OARS) // DIRECTIONS, (move - OARS) % DIRECTIONS)
    else:
        use_dolphin(s, seat, own(s, seat, (move - DOLPHIN) // DIRECTIONS), (move - DOLPHIN) % DIRECTIONS)


@rule
def name_piece(s: SurviveState, piece: int) -> None:
    """SV-6.9, SV-8.13, SV-11.2: who boards, what is fetched, whom the kaiju deals with next."""
    business = top(s)
    if business == Frame.BOARDING:
        pick_passenger(s, piece)
    elif business == Frame.KAIJU:
        deal_with(s, piece)
    else:
        bring(s, piece)


@rule
def steer_creature(s: SurviveState, creature: int, offset: int) -> None:
    """SV-9.2, SV-11.10: after a roll, or out of a kaiju's way."""
    if top(s) == Frame.KAIJU:
        displace(s, creature, offset)
    else:
        move_creature(s, creature, REACH[s.creature[creature]][offset])


@rule
def use_repellent(s: SurviveState, seat: int, creature: int) -> None:
    """SV-12.7: in a window, or in the holder's own action phase."""
    if s.depth > 0:
        answer(s, seat, creature)
    else:
        repel(s, seat, creature)
