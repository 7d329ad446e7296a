"""The move when time has run out (HP-20.42)."""

from ...kernel import part, rule, top
from ...kernel.rng import mixed
from .. import codes
from ..options import Choice
from ..state import Draft, Frame, HellapagosState, Tie, Window
from .actions import can_search
from .legal import actors, forbids_choice, forbids_open
from .roles import chief, members
from .shooting import forbids_metal
from .votes import candidates
from .windows import awaited, owner


@rule
def timeout(s: HellapagosState, seat: int) -> int:
    """HP-20.42, HP-20.44, HP-22.29: what the clock does for a player; only the clock makes `NO_VOTE`."""
    if not actors(s) >> seat & 1:
        return -1
    if s.depth > 0:
        return timeout_closed(s, seat)
    if s.draft[seat] != Draft.NONE:
        return codes.CANCEL
    for giver in range(s.seats):
        if s.offer_to[giver] == seat + 1:
            return codes.DECLINE + giver
    if awaited(s, seat):
        return codes.PASS
    if seat == owner(s) and s.called == 0:
        if s.window == Window.SAVE:
            return codes.ACCEPT_FATE
        if s.window != Window.TURN:
            return codes.CLOSE
        if forbids_open(s, seat, default_action(s, seat)) == 0:
            return default_action(s, seat)
    return last_legal(s, seat)


@rule
def timeout_closed(s: HellapagosState, seat: int) -> int:
    """HP-20.42: no vote, a tie against the first leader, Sheet Metal, the end of a card's choices, leave."""
    business = top(s)
    if business == Frame.BALLOT:
        return codes.NO_VOTE if s.option[Choice.VOTE_TIMEOUT] == 0 else any_vote(s, seat)
    if business == Frame.TIE:
        return codes.TIEBREAK + nearest_leader(s)
    if business == Frame.REACTION:
        return codes.REACT if forbids_metal(s, seat) == 0 else codes.REACT + 1
    if business == Frame.DEPARTURE:
        return codes.DEPART
    return codes.DONE if forbids_choice(s, seat, codes.DONE) == 0 else first_choice(s, seat)


@rule
def default_action(s: HellapagosState, seat: int) -> int:
    """HP-20.42: the owner of a turn fishes, or takes the action imposed on them with push 0."""
    bound = s.imposed[seat] - 1
    if bound == codes.WATERING:
        return codes.ACT_WATER
    if bound == codes.SEARCHING and can_search(s):
        return codes.ACT_SEARCH
    if bound == codes.WOODING:
        return codes.ACT_WOOD + max(0, s.imposed_push[seat] - 1)
    return codes.ACT_FISH + codes.FISHING


@rule
def nearest_leader(s: HellapagosState) -> int:
    """HP-20.42: of those who are level, the nearest clockwise to the chief's left."""
    for i in range(s.seats):
        seat = (chief(s) + 1 + i) % s.seats
        if part(s, Tie.level) >> seat & 1:
            return seat
    return chief(s)


@rule
def any_vote(s: HellapagosState, seat: int) -> int:
    """HP-20.42: with `random` a random legal vote, drawn from what everybody can see."""
    mask = candidates(s) & ~(1 << seat)
    seen = s.day + 16 * s.water + 1024 * s.food + 65536 * seat + (s.alive << 20) + 7 * s.check
    nth = mixed((seen + 40503 * s.vote[seat]) & 0xFFFFFFFF) % members(mask)
    for target in range(s.seats):
        if mask >> target & 1:
            if nth == 0:
                return codes.VOTE + target
            nth -= 1
    return codes.NO_VOTE


@rule
def first_choice(s: HellapagosState, seat: int) -> int:
    """HP-20.42: the legal choice first in the list."""
    for move in range(codes.TARGET, codes.SHOOT):
        if forbids_choice(s, seat, move) == 0:
            return move
    return -1


@rule
def last_legal(s: HellapagosState, seat: int) -> int:
    """For a player from whom nothing is awaited, whom no clock asks: the last in the list, which harms them least."""
    for i in range(codes.CODES):
        if forbids_open(s, seat, codes.CODES - 1 - i) == 0:
            return codes.CODES - 1 - i
    return -1
