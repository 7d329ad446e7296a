"""Making a move."""

from __future__ import annotations

from ...kernel import rule, top
from ..codes import (
    ACCEPT,
    ACT_FISH,
    ACT_WOOD,
    ACTION_OF,
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
    SPECIALS,
    TARGET,
    TIEBREAK,
    VOTE,
    WITHDRAW,
)
from ..state import LEAVE, NO_VOTE_GIVEN, STAY, Draft, Frame, HellapagosState
from .actions import act
from .advance import advance
from .card_effects import (
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
from .departure import say
from .shooting import react, shoot
from .survival_check import break_tie
from .trade import accept, add_card, ask_back, begin_gift, begin_offer, cancel, decline, next_step, say_kind, withdraw
from .votes import cast_vote
from .windows import call, give_pass

# -- making a move ----------------------------------------------------------------------------------------------------


@rule
def apply(s: HellapagosState, seat: int, move: int) -> None:
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
def move_in_window(s: HellapagosState, seat: int, move: int) -> None:
    """HP-20.4, HP-20.6: a pass, a closing move, an action."""
    if move == PASS:
        give_pass(s, seat)
    elif move < ACT_FISH:
        call(s, seat)
    else:
        act(s, seat, ACTION_OF[move - ACT_FISH], move - ACT_WOOD)


@rule
def play(s: HellapagosState, seat: int, move: int) -> None:
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
def trade(s: HellapagosState, seat: int, move: int) -> None:
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
def draft_on(s: HellapagosState, seat: int, move: int) -> None:
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
def answer(s: HellapagosState, seat: int, move: int) -> None:
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
def choose(s: HellapagosState, seat: int, move: int) -> None:
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
