"""Making a move."""

from ...kernel import rule, top
from .. import codes
from ..codes import ACTION_OF, SPECIALS
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


@rule
def apply(s: HellapagosState, seat: int, move: int) -> None:
    """HP-20.1, HP-20.20: one move of one player; then the game runs on until somebody must decide."""
    if s.depth > 0:
        answer(s, seat, move)
    elif s.draft[seat] != Draft.NONE or move >= codes.GIVE:
        trade(s, seat, move)
        if s.draft[seat] != Draft.NONE:
            return  # HP-20.35: nothing runs on from a draft
    elif move < codes.PLAY_PERMANENT:
        move_in_window(s, seat, move)
    elif move < codes.TARGET:
        play(s, seat, move)
    else:
        shoot(s, seat, move - codes.SHOOT)
    advance(s)


@rule
def move_in_window(s: HellapagosState, seat: int, move: int) -> None:
    """HP-20.4, HP-20.6: a pass, a closing move, an action."""
    if move == codes.PASS:
        give_pass(s, seat)
    elif move < codes.ACT_FISH:
        call(s, seat)
    else:
        act(s, seat, ACTION_OF[move - codes.ACT_FISH], move - codes.ACT_WOOD)


@rule
def play(s: HellapagosState, seat: int, move: int) -> None:
    """HP-13.1: a card is played; this is not an action."""
    if move < codes.PLAY_COMMON:
        play_permanent(s, seat, move - codes.PLAY_PERMANENT)
    elif move < codes.PLAY_FOR:
        play_common(s, seat, move - codes.PLAY_COMMON)
    elif move < codes.PLAY_SPECIAL:
        play_ration(s, seat, move - codes.PLAY_FOR)
    else:
        play_special(s, seat, SPECIALS[move - codes.PLAY_SPECIAL])


@rule
def trade(s: HellapagosState, seat: int, move: int) -> None:
    """HP-13.11, HP-20.35: gifts, offers and answers to them; a draft changes nothing yet."""
    if s.draft[seat] != Draft.NONE:
        draft_on(s, seat, move)
    elif move < codes.OFFER:
        begin_gift(s, seat, move - codes.GIVE)
    elif move < codes.CARD:
        begin_offer(s, seat, move - codes.OFFER)
    elif move < codes.DECLINE:
        accept(s, seat, move - codes.ACCEPT)
    elif move < codes.WITHDRAW:
        decline(s, seat, move - codes.DECLINE)
    else:
        withdraw(s, seat)


@rule
def draft_on(s: HellapagosState, seat: int, move: int) -> None:
    """HP-22.32: the next step of a draft."""
    if move < codes.ASK:
        add_card(s, seat, move - codes.CARD)
    elif move < codes.SAY:
        ask_back(s, seat, move - codes.ASK)
    elif move < codes.DONE:
        say_kind(s, seat, move - codes.SAY)
    elif move == codes.DONE:
        next_step(s, seat)
    else:
        cancel(s, seat)


@rule
def answer(s: HellapagosState, seat: int, move: int) -> None:
    """HP-20.15: what was owed in a closed moment."""
    if move >= codes.DEPART:
        say(s, seat, LEAVE if move == codes.DEPART else STAY)
    elif move >= codes.TIEBREAK:
        break_tie(s, move - codes.TIEBREAK)
    elif move == codes.NO_VOTE:
        cast_vote(s, seat, NO_VOTE_GIVEN)
    elif move >= codes.VOTE:
        cast_vote(s, seat, move - codes.VOTE + 1)
    elif move >= codes.REACT and move < codes.GIVE:
        react(s, seat, move == codes.REACT + 1)
    else:
        choose(s, seat, move)


@rule
def choose(s: HellapagosState, seat: int, move: int) -> None:
    """HP-22.31: a choice inside an announced card."""
    if move == codes.DONE:
        if top(s) == Frame.FEEDING:
            feed(s)
        else:
            rob(s)
    elif move >= codes.PICK:
        pick_card(s, seat, move - codes.PICK)
    elif move >= codes.PUSH:
        impose_push(s, move - codes.PUSH)
    elif move >= codes.IMPOSE:
        impose(s, move - codes.IMPOSE)
    elif top(s) == Frame.FEEDING:
        name_fed(s, seat, move - codes.TARGET)
    else:
        name_target(s, seat, move - codes.TARGET)
