"""Who may move, who is asked, and what each move does."""

from __future__ import annotations

from ..kernel import rule, top
from .actions import FISHING, SEARCHING, WATERING, WOODING, act
from .check import break_tie
from .codes import (
    ACCEPT,
    ACT_FISH,
    ACT_SEARCH,
    ACT_WATER,
    ACT_WOOD,
    ASK,
    CARD,
    DECLINE,
    DEPART,
    DONE,
    GIVE,
    IMPOSE,
    NO_VOTE,
    OFFER,
    PASS,
    PICK,
    PLAY_COMMON,
    PLAY_FOR,
    PLAY_PERMANENT,
    PLAY_SPECIAL,
    PUSH,
    REACT,
    SAY,
    SHOOT,
    TARGET,
    TIEBREAK,
    VOTE,
    WITHDRAW,
)
from .components import SPECIALS
from .departure import say
from .flow import advance, owing
from .legal import forbids_playing
from .offices import chief, living
from .shooting import cannot_shoot, react, shoot
from .state import LEAVE, NO_VOTE_GIVEN, STAY, Draft, Frame, HpState, Window
from .trade import (
    accept,
    add_card,
    ask_back,
    begin_gift,
    begin_offer,
    cancel,
    cannot_give,
    cannot_offer,
    decline,
    forbids_partner,
    next_step,
    say_kind,
    withdraw,
)
from .votes import cast_vote
from .windows import all_have_passed, awaited, call, give_pass, owner
from .wreckage import (
    feed,
    impose,
    impose_push,
    name_fed,
    name_target,
    pick_card,
    play_common,
    play_permanent,
    play_ration,
    play_special,
    rob,
)

# -- who may move -----------------------------------------------------------------------------------------------------


@rule
def may_move(s: HpState, seat: int) -> bool:
    """HP-20.4: whether a living player has any move in the open window."""
    if not living(s, seat):
        return False
    if s.draft[seat] != Draft.NONE or s.offer_to[seat] > 0 or awaited(s, seat):
        return True
    if seat == owner(s) and s.called == 0 and (s.window != Window.TURN or all_have_passed(s)):
        return True
    for giver in range(s.seats):
        if s.offer_to[giver] == seat + 1:
            return True
    return s.hand_size[seat] > 0 and may_use_hand(s, seat)


@rule
def may_use_hand(s: HpState, seat: int) -> bool:
    """HP-20.4: whether a hand offers anything beyond passing."""
    if cannot_give(s, seat) == 0 or cannot_offer(s, seat) == 0:
        for to in range(s.seats):
            if forbids_partner(s, seat, to) == 0:
                return True
    if cannot_shoot(s, seat) == 0 and s.alive & ~(1 << seat) != 0:
        return True
    for move in range(PLAY_PERMANENT, TARGET):
        if forbids_playing(s, seat, move) == 0:
            return True
    return False


@rule
def actors(s: HpState) -> int:
    """HP-20.4, HP-20.15: everybody with a move in a window; in a closed moment those who owe an answer."""
    if s.ended == 1:
        return 0
    if s.depth > 0:
        return owing(s)
    mask = 0
    for seat in range(s.seats):
        if may_move(s, seat):
            mask |= 1 << seat
    return mask


@rule
def asked(s: HpState) -> int:
    """HP-20.14: closed moments, drafts, offers, the designated castaway, those who have not passed, the owner."""
    if s.ended == 1:
        return -1
    if s.depth > 0:
        return next_owing(s)
    first = owner(s)
    for i in range(s.seats):
        seat = (first + 1 + i) % s.seats
        if s.draft[seat] != Draft.NONE:
            return seat
    for i in range(s.seats):
        seat = (first + 1 + i) % s.seats
        if owes_answer(s, seat):
            return seat
    if s.window == Window.SAVE and s.called == 0:
        return first
    for i in range(s.seats):
        seat = (first + 1 + i) % s.seats
        if awaited(s, seat):
            return seat
    return first


@rule
def next_owing(s: HpState) -> int:
    """HP-20.14: several who owe an answer are asked clockwise from the chief's left, the chief last."""
    mask = owing(s)
    for i in range(s.seats):
        seat = (chief(s) + 1 + i) % s.seats
        if mask >> seat & 1:
            return seat
    return -1


@rule
def owes_answer(s: HpState, seat: int) -> bool:
    """HP-20.14: whether an offer to this player is open."""
    for giver in range(s.seats):
        if s.offer_to[giver] == seat + 1:
            return True
    return False


# -- making a move ----------------------------------------------------------------------------------------------------


@rule
def apply(s: HpState, seat: int, move: int) -> None:
    """HP-20.1, HP-20.20: one move of one player; then the game runs on until somebody must decide."""
    if s.depth > 0:
        answer(s, seat, move)
    elif s.draft[seat] != Draft.NONE:
        draft_on(s, seat, move)
    elif move < PLAY_PERMANENT:
        move_in_window(s, seat, move)
    elif move < TARGET:
        play(s, seat, move)
    elif move < REACT:
        shoot(s, seat, move - SHOOT)
    else:
        trade(s, seat, move)
    advance(s)


@rule
def move_in_window(s: HpState, seat: int, move: int) -> None:
    """HP-20.4, HP-20.6: a pass, a closing move, an action."""
    if move == PASS:
        give_pass(s, seat)
    elif move < ACT_FISH:
        call(s, seat)
    elif move == ACT_FISH:
        act(s, seat, FISHING, 0)
    elif move == ACT_WATER:
        act(s, seat, WATERING, 0)
    elif move == ACT_SEARCH:
        act(s, seat, SEARCHING, 0)
    else:
        act(s, seat, WOODING, move - ACT_WOOD)


@rule
def play(s: HpState, seat: int, move: int) -> None:
    """HP-13.1: a card is played; this is not an action."""
    if move < PLAY_COMMON:
        play_permanent(s, seat, move - PLAY_PERMANENT)
    elif move < PLAY_FOR:
        play_common(s, seat, move - PLAY_COMMON)
    elif move < PLAY_SPECIAL:
        play_ration(s, seat, move - PLAY_FOR)
    else:
        play_special(s, seat, SPECIALS[move - PLAY_SPECIAL])


@rule
def trade(s: HpState, seat: int, move: int) -> None:
    """HP-13.11: gifts, offers and answers to them."""
    if move < OFFER:
        begin_gift(s, seat, move - GIVE)
    elif move < CARD:
        begin_offer(s, seat, move - OFFER)
    elif move < DECLINE:
        accept(s, seat, move - ACCEPT)
    elif move < WITHDRAW:
        decline(s, seat, move - DECLINE)
    else:
        withdraw(s, seat)


@rule
def draft_on(s: HpState, seat: int, move: int) -> None:
    """HP-22.32: the next step of a draft."""
    if move < ASK:
        add_card(s, seat, move - CARD)
    elif move < SAY:
        ask_back(s, seat, move - ASK)
    elif move < DONE:
        say_kind(s, seat, move - SAY)
    elif move == DONE:
        next_step(s, seat)
    else:
        cancel(s, seat)


@rule
def answer(s: HpState, seat: int, move: int) -> None:
    """HP-20.15: what was owed in a closed moment."""
    if move >= DEPART:
        say(s, seat, LEAVE if move == DEPART else STAY)
    elif move >= TIEBREAK:
        break_tie(s, move - TIEBREAK)
    elif move == NO_VOTE:
        cast_vote(s, seat, NO_VOTE_GIVEN)
    elif move >= VOTE:
        cast_vote(s, seat, move - VOTE + 1)
    elif move >= REACT and move < GIVE:
        react(s, seat, move == REACT + 1)
    else:
        choose(s, seat, move)


@rule
def choose(s: HpState, seat: int, move: int) -> None:
    """HP-22.31: a choice inside an announced card."""
    if move == DONE:
        if top(s) == Frame.FEEDING:
            feed(s)
        else:
            rob(s)
    elif move >= PICK:
        pick_card(s, seat, move - PICK)
    elif move >= PUSH:
        impose_push(s, move - PUSH)
    elif move >= IMPOSE:
        impose(s, move - IMPOSE)
    elif top(s) == Frame.FEEDING:
        name_fed(s, seat, move - TARGET)
    else:
        name_target(s, seat, move - TARGET)
