"""The default move, made when a seat's time has run out (SV-17.1)."""

from ...kernel import part, rule, top
from .. import components as box
from ..codes import CREATURE, DECLINE, END, MOVE, PIECE, PLACE, PUSH, SPACE, STOP
from ..components import Kind
from ..state import Frame, KaijuActs, Phase, Rolled, SurviveState, own_on
from .action import count_aboard
from .creatures import ways_out
from .kaiju import chosen, forbids_push
from .legal import forbids
from .sinking import forbids_sink, thinnest


@rule
def timeout(s: SurviveState, seat: int) -> int:
    """SV-17.1: the default move: decline, stop or end where that is offered, otherwise nothing rash."""
    business = top(s)
    if business == Frame.WINDOW:
        return DECLINE
    if business == Frame.OARS or business == Frame.DOLPHIN:
        return STOP
    if business == Frame.DIE:
        return calmest_move(s, seat, box.FIRST[part(s, Rolled.kind)], box.FIRST[part(s, Rolled.kind) + 1])
    if business == Frame.KAIJU and chosen(s) >= 0:
        return default_kaiju_act(s, seat)
    if business > 0:
        return first_allowed(s, seat, SPACE, MOVE) if business == Frame.DIVE else first_allowed(s, seat, PIECE, PUSH)
    if s.phase == Phase.ACTION:
        return END
    if s.phase == Phase.SINKING:
        return gentlest_sinking(s, seat)
    return first_allowed(s, seat, PLACE, SPACE) if s.phase == Phase.PLACING else first_allowed(s, seat, SPACE, MOVE)


@rule
def first_allowed(s: SurviveState, seat: int, low: int, high: int) -> int:
    """SV-17.1: the first choice by piece and space."""
    for move in range(low, high):
        if forbids(s, seat, move) == 0:
            return move
    return -1


@rule
def gentlest_sinking(s: SurviveState, seat: int) -> int:
    """SV-17.1: the tile with the fewest of the player's own, then the first by name."""
    kind = thinnest(s)
    best = -1
    fewest = 0
    for tile in range(box.TILES):
        space = box.TILE_SPACE[tile]
        if forbids_sink(s, space, kind) == 0:
            count = own_on(s, seat, space)
            if best < 0 or count < fewest:
                best = SPACE + space - 1
                fewest = count
    return best


@rule
def default_kaiju_act(s: SurviveState, seat: int) -> int:
    """SV-17.1: a creature goes where it does no harm, an adventurer to the first space."""
    if chosen(s) >= box.ADVENTURERS:
        return calmest_move(s, seat, chosen(s) - box.FIRST_CREATURE, chosen(s) - box.FIRST_CREATURE + 1)
    best = -1
    nearest = box.SPACES + 1
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[part(s, KaijuActs.space)][direction]
        if forbids_push(s, direction) == 0 and to < nearest:
            best = PUSH + direction
            nearest = to
    return best


@rule
def harms(s: SurviveState, creature: int, space: int, seat: int) -> bool:
    """Whether the creature would eliminate an adventurer of the seat there."""
    raft = s.raft_at[space] - 1
    safe = count_aboard(s, raft, seat) if raft >= 0 and box.KIND[creature] == Kind.SHARK else 0
    return box.KIND[creature] != Kind.KAIJU and own_on(s, seat, space) > safe


@rule
def calmest_move(s: SurviveState, seat: int, first: int, end: int) -> int:
    """SV-17.1: among the moves that eliminate none of the player's own, if there is one, the first by creature and
    space."""
    best = -1
    best_place = 0
    for creature in range(first, end):
        ways = ways_out(s, creature)
        for offset in range(box.OFFSETS):
            space = box.REACH[s.creature[creature]][offset]
            if ways >> offset & 1:
                harm = 1 if harms(s, creature, space, seat) else 0
                place = (harm * 100 + creature) * 1000 + space
                if best < 0 or place < best_place:
                    best = CREATURE + creature * box.OFFSETS + offset
                    best_place = place
    return best
