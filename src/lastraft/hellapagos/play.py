"""What the built-in players know: how good a position looks, and the move when time has run out."""

from __future__ import annotations

from ..kernel import part, rule, top
from ..kernel.dice import mixed
from .actions import FISHING, SEARCHING, WATERING, WOODING, can_search
from .cards import count, holds
from .castaways import banned
from .codes import (
    ACCEPT_FATE,
    ACT_FISH,
    ACT_SEARCH,
    ACT_WATER,
    ACT_WOOD,
    CANCEL,
    CLOSE,
    CODES,
    DECLINE,
    DEPART,
    DONE,
    NO_VOTE,
    PASS,
    REACT,
    SHOOT,
    TARGET,
    TIEBREAK,
    VOTE,
)
from .components import RATION_CARDS, RATIONS, Card
from .moves import actors, forbids_choice, forbids_open
from .offices import chief, living, members
from .shooting import forbids_metal
from .state import Draft, Frame, HpState, Opt, Window
from .votes import candidates
from .windows import awaited, owner

# -- when time has run out --------------------------------------------------------------------------------------------


@rule
def timeout(s: HpState, seat: int) -> int:
    """HP-20.42, HP-20.44, HP-22.29: what the clock does for a player; only the clock makes `NO_VOTE`."""
    if not actors(s) >> seat & 1:
        return -1
    if s.depth > 0:
        return timeout_closed(s, seat)
    if s.draft[seat] != Draft.NONE:
        return CANCEL
    for giver in range(s.seats):
        if s.offer_to[giver] == seat + 1:
            return DECLINE + giver
    if awaited(s, seat):
        return PASS
    if seat == owner(s) and s.called == 0:
        if s.window == Window.SAVE:
            return ACCEPT_FATE
        if s.window != Window.TURN:
            return CLOSE
        if forbids_open(s, seat, default_action(s, seat)) == 0:
            return default_action(s, seat)
    return last_legal(s, seat)


@rule
def timeout_closed(s: HpState, seat: int) -> int:
    """HP-20.42: no vote, a tie against the first leader, Sheet Metal, the end of a card's choices, leave."""
    business = top(s)
    if business == Frame.BALLOT:
        return NO_VOTE if s.option[Opt.VOTE_TIMEOUT] == 0 else any_vote(s, seat)
    if business == Frame.TIE:
        return TIEBREAK + nearest_leader(s)
    if business == Frame.REACTION:
        return REACT if forbids_metal(s, seat) == 0 else REACT + 1
    if business == Frame.DEPARTURE:
        return DEPART
    return DONE if forbids_choice(s, seat, DONE) == 0 else first_choice(s, seat)


@rule
def default_action(s: HpState, seat: int) -> int:
    """HP-20.42: the owner of a turn fishes, or takes the action imposed on him with push 0."""
    bound = s.imposed[seat] - 1
    if bound == WATERING:
        return ACT_WATER
    if bound == SEARCHING and can_search(s):
        return ACT_SEARCH
    if bound == WOODING:
        return ACT_WOOD + max(0, s.imposed_push[seat] - 1)
    return ACT_FISH + FISHING


@rule
def nearest_leader(s: HpState) -> int:
    """HP-20.42: of those who are level, the nearest clockwise to the chief's left."""
    for i in range(s.seats):
        seat = (chief(s) + 1 + i) % s.seats
        if part(s, 0) >> seat & 1:
            return seat
    return chief(s)


@rule
def any_vote(s: HpState, seat: int) -> int:
    """HP-20.42: with `random` a random legal vote, drawn from what everybody can see."""
    mask = candidates(s) & ~(1 << seat)
    seen = s.day + 16 * s.water + 1024 * s.food + 65536 * seat + (s.alive << 20) + 7 * s.check
    nth = mixed((seen + 40503 * s.vote[seat]) & 0xFFFFFFFF) % members(mask)
    for target in range(s.seats):
        if mask >> target & 1:
            if nth == 0:
                return VOTE + target
            nth -= 1
    return NO_VOTE


@rule
def first_choice(s: HpState, seat: int) -> int:
    """HP-20.42: the legal choice first in the list."""
    for move in range(TARGET, SHOOT):
        if forbids_choice(s, seat, move) == 0:
            return move
    return -1


@rule
def last_legal(s: HpState, seat: int) -> int:
    """For a player from whom nothing is awaited, whom no clock asks: the last in the list, which harms him least."""
    for i in range(CODES):
        if forbids_open(s, seat, CODES - 1 - i) == 0:
            return CODES - 1 - i
    return -1


# -- how good it looks ------------------------------------------------------------------------------------------------


@rule
def evaluate(s: HpState, seat: int) -> int:
    """From 0 (lost) to 1000 (won): how near the raft is for all, and what the castaway could save himself with."""
    if s.ended == 1:
        return 1000 if s.aboard >> seat & 1 else 0
    if not living(s, seat):
        return 5
    worth = 250 + common_worth(s) + own_worth(s, seat)
    if s.causes[seat] != 0:
        worth -= 40
    if banned(s, seat):
        worth -= 20
    if s.designated == seat + 1:
        worth -= 150
    return max(10, min(990, worth))


@rule
def common_worth(s: HpState) -> int:
    """How far the castaways are with raft and stores."""
    n = members(s.alive)
    wood = min(6 * n, 6 * s.rafts + s.disc) * 240 // (6 * n)
    stores = min(2 * n, s.water) * 80 // (2 * n) + min(2 * n, s.food) * 80 // (2 * n)
    return wood + stores


@rule
def own_worth(s: HpState, seat: int) -> int:
    """What the hand is good for."""
    worth = 4 * s.hand_size[seat]
    for kind in range(RATION_CARDS):
        worth += 18 * RATIONS[kind] * count(s, kind, seat)
    armed = holds(s, seat, Card.GUN) or holds(s, 12 + seat, Card.GUN)
    if armed:
        worth += 20 + 20 * count(s, Card.BULLET, seat)
    if holds(s, seat, Card.SHEET_METAL):
        worth += 15
    if holds(s, seat, Card.CONCH):
        worth += 15
    return worth
