"""Making a move (section 17)."""

from ...kernel import pop, rule, top
from .. import codes
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
    if move < codes.SPACE:
        place_adventurer(s, seat, move // TILES + 1, TILE_SPACE[move % TILES])
    elif move < codes.MOVE:
        name_space(s, seat, move - codes.SPACE + 1)
    elif move < codes.STEP:
        act(s, seat, move)
    elif move < codes.PIECE:
        second_step(s, seat, move - codes.STEP)
    elif move < codes.PUSH:
        name_piece(s, move - codes.PIECE)
    elif move < codes.CREATURE:
        push_adventurer(s, move - codes.PUSH)
    elif move < codes.DIVE:
        steer_creature(s, (move - codes.CREATURE) // OFFSETS, (move - codes.CREATURE) % OFFSETS)
    elif move < codes.REPEL:
        use_dive(s, seat, move - codes.DIVE)
    elif move < codes.ROLL:
        use_repellent(s, seat, codes.FIRST_REPELLABLE + move - codes.REPEL)
    elif move == codes.ROLL:
        use_die(s, seat)
    elif move == codes.STOP:
        pop(s)
    elif move == codes.DECLINE:
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
    if move < codes.RAFT:
        move_adventurer(s, own(s, seat, (move - codes.MOVE) // DIRECTIONS), (move - codes.MOVE) % DIRECTIONS)
    elif move < codes.OARS:
        move_raft(s, seat, (move - codes.RAFT) // DIRECTIONS, (move - codes.RAFT) % DIRECTIONS)
    elif move < codes.DOLPHIN:
        use_oars(s, seat, (move - codes.OARS) // DIRECTIONS, (move - codes.OARS) % DIRECTIONS)
    else:
        use_dolphin(s, seat, own(s, seat, (move - codes.DOLPHIN) // DIRECTIONS), (move - codes.DOLPHIN) % DIRECTIONS)


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
