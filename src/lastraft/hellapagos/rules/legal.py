"""Who may move, which moves are legal, and the clause that forbids each of the others."""

from ...kernel import Buffer, clause, part, rule, top
from .. import codes
from ..codes import ACTION_OF, PLAYED, SPECIALS
from ..components import COPIES_OF, KINDS, Card
from ..state import MAX_CASTAWAYS, Draft, Frame, HellapagosState, Targets, Tie, Window
from .actions import forbids_action
from .advance import owing
from .card_effects import forbids_common, forbids_imposing, forbids_permanent, forbids_ration, forbids_special, may_name
from .cards import cards_at
from .roles import chief, living
from .shooting import cannot_shoot, forbids_metal, forbids_shot
from .trade import (
    cannot_give,
    cannot_offer,
    choosing_cards,
    forbids_acceptance,
    forbids_ask,
    forbids_card,
    forbids_declining,
    forbids_done,
    forbids_partner,
    forbids_saying,
    kinds_drafted,
    partners,
)
from .votes import count_votes, forbids_vote
from .windows import all_awaited, all_have_passed, awaited, owner


@rule
def may_move(s: HellapagosState, seat: int) -> bool:
    """HP-20.4: whether a living player has any move in the open window."""
    if not living(s, seat):
        return False
    if s.draft[seat] != Draft.NONE or s.offer_to[seat] > 0 or awaited(s, seat):
        return True
    if seat == owner(s) and s.called == 0 and (s.window != Window.TURN or all_have_passed(s)):
        return True
    return owes_answer(s, seat) or (s.hand_size[seat] > 0 and may_use_hand(s, seat))


@rule
def may_use_hand(s: HellapagosState, seat: int) -> bool:
    """HP-20.4: whether a hand offers anything beyond passing."""
    if cannot_give(s, seat) == 0 or cannot_offer(s, seat) == 0:
        for to in range(s.seats):
            if forbids_partner(s, seat, to) == 0:
                return True
    if cannot_shoot(s, seat) == 0 and s.alive & ~(1 << seat) != 0:
        return True
    for move in range(codes.PLAY_PERMANENT, codes.TARGET):
        if forbids_playing(s, seat, move) == 0:
            return True
    return False


@rule
def actors(s: HellapagosState) -> int:
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
def asked(s: HellapagosState) -> int:
    """HP-20.14: closed moments, drafts, offers, the designated castaway, those who have not passed, the owner."""
    if s.ended == 1:
        return -1
    if s.depth > 0:
        return next_owing(s)
    drafting = 0
    offered = 0
    for seat in range(MAX_CASTAWAYS):
        drafting |= (1 if s.draft[seat] != Draft.NONE else 0) << seat
        offered |= 1 << s.offer_to[seat]
    offered >>= 1  # without NOBODY
    if drafting != 0 or offered != 0:
        return next_of(s, owner(s), drafting if drafting != 0 else offered)
    if s.window == Window.SAVE and s.called == 0:
        return owner(s)
    seat = next_awaited(s)
    return seat if seat >= 0 else owner(s)


@rule
def next_awaited(s: HellapagosState) -> int:
    """HP-20.14: the first clockwise after the owner who has not passed, or -1."""
    waiting = all_awaited(s)
    return next_of(s, owner(s), waiting) if waiting != 0 else -1


@rule
def next_owing(s: HellapagosState) -> int:
    """HP-20.14: several who owe an answer are asked clockwise from the chief's left, the chief last."""
    return next_of(s, chief(s), owing(s))


@rule
def next_of(s: HellapagosState, seat: int, mask: int) -> int:
    """HP-20.14: the first of a mask clockwise after a seat, which comes last itself; -1 if the mask is empty."""
    for _ in range(s.seats):
        seat = seat + 1 if seat + 1 < s.seats else 0
        if mask >> seat & 1:
            return seat
    return -1


@rule
def owes_answer(s: HellapagosState, seat: int) -> bool:
    """Whether an offer to this player is open."""
    for giver in range(s.seats):
        if s.offer_to[giver] == seat + 1:
            return True
    return False


@rule
def forbids(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.15, HP-20.35, HP-11.7, HP-18.6: a closed moment, a draft or a window decides what a seat can do."""
    if s.ended == 1:
        return clause(17, 1)
    if s.depth > 0:
        return forbids_closed(s, seat, move)
    if not living(s, seat):
        return clause(11, 7)
    if s.draft[seat] != Draft.NONE:
        return forbids_drafting(s, seat, move)
    return forbids_open(s, seat, move)


@rule
def forbids_closed(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.15, HP-9.8, HP-9.10: in a closed moment only those who owe an answer move, and they answer."""
    if not owing(s) >> seat & 1:
        return clause(20, 15)
    business = top(s)
    if business == Frame.BALLOT:
        return forbids_vote(s, seat, move - codes.VOTE) if move >= codes.VOTE and move < codes.NO_VOTE else clause(9, 4)
    if business == Frame.TIE:
        level = move >= codes.TIEBREAK and move < codes.DEPART and part(s, Tie.level) >> (move - codes.TIEBREAK) & 1
        if level:
            return 0
        return clause(9, 8) if count_votes(s) > 0 else clause(9, 10)
    if business == Frame.DEPARTURE:
        return 0 if move >= codes.DEPART else clause(15, 4)
    if business == Frame.REACTION:
        if move == codes.REACT:
            return forbids_metal(s, seat)
        return 0 if move == codes.REACT + 1 else clause(13, 24)
    return forbids_choice(s, seat, move)


@rule
def forbids_choice(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.24, HP-22.31: the choices inside an announced card."""
    business = top(s)
    if business == Frame.IMPOSING:
        return (
            forbids_imposing(s, move - codes.IMPOSE) if move >= codes.IMPOSE and move < codes.PUSH else clause(20, 24)
        )
    if business == Frame.PUSHING:
        return 0 if move >= codes.PUSH and move < codes.PICK else clause(20, 24)
    if business == Frame.PICKING:
        return 0 if move >= codes.PICK and move < codes.SHOOT and move - codes.PICK < s.deck_size else clause(20, 24)
    if move == codes.DONE:
        return 0 if part(s, Targets.named) != 0 else clause(22, 33)
    if move >= codes.TARGET and move < codes.IMPOSE:
        return 0 if may_name(s, seat, move - codes.TARGET) else clause(22, 24)
    return clause(20, 24)


@rule
def forbids_drafting(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.35, HP-22.32: until they finish or cancel their draft players do nothing else."""
    if move == codes.CANCEL:
        return 0
    if move == codes.DONE:
        return forbids_done(s, seat)
    if move >= codes.CARD and move < codes.ASK:
        return forbids_card(s, seat, move - codes.CARD)
    if move >= codes.ASK and move < codes.SAY:
        return forbids_ask(s, seat, move - codes.ASK)
    return forbids_saying(s, seat) if move >= codes.SAY and move < codes.DONE else clause(20, 35)


@rule
def forbids_open(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.4: what a living player may do in a window."""
    if move < codes.PLAY_PERMANENT:
        return forbids_window_move(s, seat, move)
    if move < codes.TARGET:
        return forbids_playing(s, seat, move)
    if move >= codes.SHOOT and move < codes.REACT:
        return forbids_shot(s, seat, move - codes.SHOOT)
    if move >= codes.GIVE and move < codes.CARD:
        return forbids_trade(s, seat, move)
    if move >= codes.ACCEPT and move < codes.DECLINE:
        return forbids_acceptance(s, seat, move - codes.ACCEPT)
    if move >= codes.DECLINE and move < codes.WITHDRAW:
        return forbids_declining(s, seat, move - codes.DECLINE)
    if move == codes.WITHDRAW:
        return 0 if s.offer_to[seat] > 0 else clause(20, 32)
    return clause(20, 4)


@rule
def forbids_window_move(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.18, HP-20.19, HP-20.17, HP-20.6, HP-7.12: passes of the others, closing moves and actions of the owner."""
    if move == codes.PASS and awaited(s, seat):
        return 0
    if move == codes.PASS and seat != owner(s) and s.hand_size[seat] == 0:
        return clause(20, 19)
    if move == codes.PASS:
        return clause(20, 18)
    if seat != owner(s):
        return clause(7, 1) if move >= codes.ACT_FISH else clause(20, 18)
    if move == codes.ACCEPT_FATE:
        return 0 if s.window == Window.SAVE and s.called == 0 else clause(20, 18)
    if move == codes.CLOSE:
        closes = s.window != Window.TURN and s.window != Window.SAVE and s.called == 0
        return 0 if closes else clause(20, 18)
    if s.window != Window.TURN:
        return clause(7, 1)
    return forbids_action(s, seat, ACTION_OF[move - codes.ACT_FISH], move - codes.ACT_WOOD)


@rule
def forbids_playing(s: HellapagosState, seat: int, move: int) -> int:
    """HP-20.4: cards."""
    if move < codes.PLAY_COMMON:
        return forbids_permanent(s, seat, move - codes.PLAY_PERMANENT)
    if move < codes.PLAY_FOR:
        return forbids_common(s, seat, move - codes.PLAY_COMMON)
    if move < codes.PLAY_SPECIAL:
        return forbids_ration(s, seat, move - codes.PLAY_FOR)
    return forbids_special(s, seat, SPECIALS[move - codes.PLAY_SPECIAL])


@rule
def forbids_trade(s: HellapagosState, seat: int, move: int) -> int:
    """HP-22.11, HP-22.12: the beginning of a gift or an offer."""
    lacking = cannot_give(s, seat) if move < codes.OFFER else cannot_offer(s, seat)
    if lacking != 0:
        return lacking
    return forbids_partner(s, seat, move - codes.GIVE if move < codes.OFFER else move - codes.OFFER)


@rule
def legal(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-23.30: the codes of everything that nothing forbids."""
    if s.ended == 1:
        return 0
    if s.depth > 0:
        return legal_closed(s, seat, out) if owing(s) >> seat & 1 else 0
    if not living(s, seat):
        return 0
    if s.draft[seat] != Draft.NONE:
        return legal_drafting(s, seat, out)
    n = legal_in_window(s, seat, out)
    if s.hand_size[seat] > 0:
        n = legal_cards(s, seat, out, n)
        n = legal_trades(s, seat, out, n)
    return legal_answers(s, seat, out, n)


@rule
def listed(s: HellapagosState, seat: int, first: int, end: int, out: Buffer, n: int) -> int:
    """HP-20.15: put the answers of a range that nothing forbids behind the n codes already listed."""
    for move in range(first, end):
        if forbids_closed(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@rule
def legal_closed(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-20.15: the answers to what is asked."""
    business = top(s)
    if business == Frame.BALLOT:
        return listed(s, seat, codes.VOTE, codes.VOTE + s.seats, out, 0)
    if business == Frame.TIE:
        return listed(s, seat, codes.TIEBREAK, codes.TIEBREAK + s.seats, out, 0)
    if business == Frame.DEPARTURE:
        return listed(s, seat, codes.DEPART, codes.DEPART + 2, out, 0)
    if business == Frame.REACTION:
        return listed(s, seat, codes.REACT, codes.REACT + 2, out, 0)
    if business == Frame.IMPOSING:
        return listed(s, seat, codes.IMPOSE, codes.PUSH, out, 0)
    if business == Frame.PUSHING:
        return listed(s, seat, codes.PUSH, codes.PICK, out, 0)
    if business == Frame.PICKING:
        return listed(s, seat, codes.PICK, codes.SHOOT, out, 0)
    n = listed(s, seat, codes.TARGET, codes.TARGET + s.seats, out, 0)
    return listed(s, seat, codes.DONE, codes.DONE + 1, out, n)


@rule
def legal_drafting(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-22.32: the steps of a draft."""
    n = 0
    if choosing_cards(s, seat):
        n = listed_hand(s, seat, out)
    elif s.draft[seat] == Draft.OFFER_ASK:
        for k in range(codes.SAY - codes.ASK):
            if forbids_ask(s, seat, k) == 0:
                out[n] = codes.ASK + k
                n += 1
    else:
        for move in range(codes.SAY, codes.DONE):
            out[n] = move
            n += 1
    if forbids_done(s, seat) == 0:
        out[n] = codes.DONE
        n += 1
    out[n] = codes.CANCEL
    return n + 1


@rule
def listed_hand(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-22.27: the kinds in hand of which more can be named."""
    hand = cards_at(s, seat)
    named = kinds_drafted(s, seat)
    n = 0
    for kind in range(KINDS):
        more = 1 if hand & COPIES_OF[kind] != 0 else 0
        if named >> kind & 1 and forbids_card(s, seat, kind) != 0:
            more = 0
        out[n] = codes.CARD + kind
        n += more
    return n


@rule
def listed_open(s: HellapagosState, seat: int, first: int, end: int, out: Buffer, n: int) -> int:
    """HP-20.4: the same in a window."""
    for move in range(first, end):
        if forbids_open(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@rule
def legal_in_window(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-20.18: a pass, or the owner's closing move or action."""
    if seat != owner(s):
        return listed_open(s, seat, codes.PASS, codes.CLOSE, out, 0)
    if s.window != Window.TURN:
        return listed_open(s, seat, codes.CLOSE, codes.ACT_FISH, out, 0)
    if not all_have_passed(s):
        return 0
    return listed_open(s, seat, codes.ACT_FISH, codes.PLAY_PERMANENT, out, 0)


@rule
def legal_cards(s: HellapagosState, seat: int, out: Buffer, n: int) -> int:
    """HP-20.4: the hand is gone through once; only what it holds is looked at."""
    hand = cards_at(s, seat)
    for move in range(codes.PLAY_PERMANENT, codes.TARGET):
        if hand & PLAYED[move - codes.PLAY_PERMANENT] != 0 and forbids_playing(s, seat, move) == 0:
            out[n] = move
            n += 1
    if hand & COPIES_OF[Card.BULLET] != 0 and cannot_shoot(s, seat) == 0:
        return listed_open(s, seat, codes.SHOOT, codes.SHOOT + s.seats, out, n)
    return n


@rule
def legal_trades(s: HellapagosState, seat: int, out: Buffer, n: int) -> int:
    """HP-22.11, HP-22.12: gifts and offers that can be begun."""
    mask = partners(s, seat)
    if cannot_give(s, seat) == 0:
        n = listed_partners(s, mask, codes.GIVE, out, n)
    if cannot_offer(s, seat) == 0:
        n = listed_partners(s, mask, codes.OFFER, out, n)
    return n


@rule
def listed_partners(s: HellapagosState, mask: int, first: int, out: Buffer, n: int) -> int:
    """HP-13.11: with whom one can trade."""
    for to in range(s.seats):
        out[n] = first + to
        n += mask >> to & 1
    return n


@rule
def legal_answers(s: HellapagosState, seat: int, out: Buffer, n: int) -> int:
    """HP-22.13, HP-22.14: answers to offers, and taking one's own back."""
    if owes_answer(s, seat):
        n = listed_open(s, seat, codes.ACCEPT, codes.ACCEPT + s.seats, out, n)
        n = listed_open(s, seat, codes.DECLINE, codes.DECLINE + s.seats, out, n)
    if s.offer_to[seat] > 0:
        out[n] = codes.WITHDRAW
        n += 1
    return n
