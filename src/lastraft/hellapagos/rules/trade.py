"""Gifts, offers and exchanges (HP-13.11, HP-20.30 to HP-20.38), put together step by step as drafts."""

from ...kernel import EVERYONE, Row, clause, emit, rule
from ..events import Event
from ..options import Choice
from ..state import CARDS_A_SIDE, ON_THE_WAY, TRADES_A_WINDOW, Deed, Draft, HellapagosState
from .cards import be_sure, count, known, send, send_all, tidy
from .castaways import may_trade
from .grudges import note
from .windows import clear_offer, drop_draft, drop_offer, effective


@rule
def cannot_trade(s: HellapagosState, seat: int) -> int:
    """HP-13.11, HP-12.8: somebody with hand cards whom sickness does not bar."""
    if s.hand_size[seat] == 0:
        return clause(13, 11)
    return 0 if may_trade(s, seat) else clause(12, 8)


@rule
def forbids_partner(s: HellapagosState, seat: int, to: int) -> int:
    """HP-13.11, HP-12.8: another living player whom sickness does not bar."""
    if to == seat or s.alive >> to & 1 == 0:
        return clause(13, 11)
    return 0 if may_trade(s, to) else clause(12, 8)


@rule
def partners(s: HellapagosState, seat: int) -> int:
    """Those whom `forbids_partner` allows, as a mask."""
    mask = s.alive & ~(1 << seat)
    if s.option[Choice.SICK_MAY_TRADE] != 0:
        for to in range(s.seats):
            if not may_trade(s, to):
                mask &= ~(1 << to)
    return mask


@rule
def cannot_give(s: HellapagosState, seat: int) -> int:
    """HP-20.30, HP-20.12: three gifts a window; none at all where a gift needs consent."""
    if s.option[Choice.GIFT_NEEDS_CONSENT] == 1:
        return clause(20, 30)
    return clause(20, 12) if s.gifts[seat] >= TRADES_A_WINDOW else cannot_trade(s, seat)


@rule
def cannot_offer(s: HellapagosState, seat: int) -> int:
    """HP-20.31, HP-20.12, HP-20.36: three offers a window, one open at a time."""
    if s.offer_to[seat] > 0:
        return clause(20, 36)
    return clause(20, 12) if s.offers[seat] >= TRADES_A_WINDOW else cannot_trade(s, seat)


@rule
def forbids_acceptance(s: HellapagosState, seat: int, giver: int) -> int:
    """HP-20.32, HP-20.37: an open offer to this player, who has as many cards as are wanted."""
    if giver >= s.seats or s.offer_to[giver] != seat + 1:
        return clause(20, 32)
    if s.hand_size[seat] < s.wanted[giver]:
        return clause(20, 37)
    return 0 if may_trade(s, seat) and may_trade(s, giver) else clause(12, 8)


@rule
def forbids_declining(s: HellapagosState, seat: int, giver: int) -> int:
    """HP-20.32: an open offer to this player."""
    return 0 if giver < s.seats and s.offer_to[giver] == seat + 1 else clause(20, 32)


# -- the beginning of a draft -----------------------------------------------------------------------------------------


@rule
def begin_gift(s: HellapagosState, seat: int, to: int) -> None:
    """HP-20.30, HP-20.35: a draft, seen by nobody else, that changes nothing yet."""
    s.gifts[seat] += 1
    s.draft[seat] = Draft.GIFT
    s.partner[seat] = to


@rule
def begin_offer(s: HellapagosState, seat: int, to: int) -> None:
    """HP-20.31, HP-20.35: a draft, seen by nobody else, that changes nothing yet."""
    s.offers[seat] += 1
    s.draft[seat] = Draft.OFFER_CARDS
    s.partner[seat] = to


@rule
def accept(s: HellapagosState, seat: int, giver: int) -> None:
    """HP-20.32, HP-22.32: the player chooses the cards to give back; with none wanted the exchange is made at once."""
    s.draft[seat] = Draft.ACCEPTANCE
    s.partner[seat] = giver
    if s.wanted[giver] == 0:
        exchange(s, seat)


@rule
def decline(s: HellapagosState, seat: int, giver: int) -> None:
    """HP-20.32: the offer is gone."""
    emit(s, (1 << seat) | (1 << giver), Event.DECLINED, giver, seat)
    drop_offer(s, giver)


@rule
def withdraw(s: HellapagosState, seat: int) -> None:
    """HP-20.32: the offerer takes the offer back."""
    other = s.offer_to[seat] - 1
    emit(s, (1 << seat) | (1 << other), Event.WITHDREW, seat, other)
    drop_offer(s, seat)


# -- the steps of a draft ---------------------------------------------------------------------------------------------


@rule
def filled(row: Row) -> int:
    """HP-20.31, HP-22.33: how many cards a side of a trade, a claim or a wish names already."""
    n = 0
    for i in range(CARDS_A_SIDE):
        if row[i] > 0:
            n += 1
    return n


@rule
def copies_in(row: Row, kind: int) -> int:
    """HP-20.31, HP-22.27: how many of these cards are of a kind."""
    n = 0
    for i in range(CARDS_A_SIDE):
        if row[i] == kind + 1:
            n += 1
    return n


@rule
def drafted(s: HellapagosState, seat: int, kind: int) -> int:
    """HP-22.27: how many cards of a kind the draft names already."""
    if s.draft[seat] >= Draft.OFFER_CARDS:
        return copies_in(s.offered[seat], kind)
    return copies_in(s.chosen[seat], kind)


@rule
def kinds_drafted(s: HellapagosState, seat: int) -> int:
    """HP-22.27: the kinds that the draft names already, as a mask."""
    mask = 0
    for i in range(CARDS_A_SIDE):
        mask |= 1 << (s.offered[seat][i] if s.draft[seat] >= Draft.OFFER_CARDS else s.chosen[seat][i])
    return mask >> 1


@rule
def cards_drafted(s: HellapagosState, seat: int) -> int:
    """HP-22.33: how many cards the draft names already."""
    if s.draft[seat] >= Draft.OFFER_CARDS:
        return filled(s.offered[seat])
    return filled(s.chosen[seat])


@rule
def choosing_cards(s: HellapagosState, seat: int) -> bool:
    """HP-22.27: whether the draft is at its cards."""
    return s.draft[seat] >= Draft.GIFT and s.draft[seat] <= Draft.OFFER_CARDS


@rule
def forbids_card(s: HellapagosState, seat: int, kind: int) -> int:
    """HP-22.27, HP-22.32, HP-13.8, HP-13.9: a kind of which the hand holds more than named already."""
    if not choosing_cards(s, seat):
        return clause(22, 32)
    return 0 if count(s, kind, seat) > drafted(s, seat, kind) else clause(22, 27)


@rule
def forbids_ask(s: HellapagosState, seat: int, k: int) -> int:
    """HP-20.31, HP-22.28: 0 to 3 cards back, not more than the other holds."""
    if s.draft[seat] != Draft.OFFER_ASK:
        return clause(22, 28)
    return 0 if k <= s.hand_size[s.partner[seat]] else clause(20, 31)


@rule
def forbids_saying(s: HellapagosState, seat: int) -> int:
    """HP-22.28: a claim or a wish, any of the 34 kinds."""
    return 0 if s.draft[seat] >= Draft.OFFER_CLAIM else clause(22, 28)


@rule
def forbids_done(s: HellapagosState, seat: int) -> int:
    """HP-22.33, HP-22.32: it ends the cards of a gift or offer after at least one, and a claim or wish at any time."""
    if s.draft[seat] >= Draft.OFFER_CLAIM:
        return 0
    if s.draft[seat] != Draft.GIFT and s.draft[seat] != Draft.OFFER_CARDS:
        return clause(22, 32)
    return 0 if cards_drafted(s, seat) > 0 else clause(22, 33)


@rule
def add_card(s: HellapagosState, seat: int, kind: int) -> None:
    """HP-22.27, HP-22.33, HP-13.6: one more card, a useless one too; the list ends at its maximum or with the hand."""
    n = cards_drafted(s, seat)
    if s.draft[seat] == Draft.OFFER_CARDS:
        s.offered[seat][n] = kind + 1
    else:
        s.chosen[seat][n] = kind + 1
    if s.draft[seat] == Draft.ACCEPTANCE:
        if n + 1 == s.wanted[s.partner[seat]]:
            exchange(s, seat)
    elif n + 1 == CARDS_A_SIDE or n + 1 == s.hand_size[seat]:
        next_step(s, seat)


@rule
def ask_back(s: HellapagosState, seat: int, k: int) -> None:
    """HP-20.31: how many cards are wanted back."""
    s.wanted[seat] = k
    s.draft[seat] = Draft.OFFER_CLAIM


@rule
def say_kind(s: HellapagosState, seat: int, kind: int) -> None:
    """HP-20.31, HP-22.33: at most one claim per card given and one wish per card wanted; neither binds."""
    if s.draft[seat] == Draft.OFFER_CLAIM:
        n = filled(s.claim[seat])
        s.claim[seat][n] = kind + 1
        if n + 1 == filled(s.offered[seat]):
            next_step(s, seat)
    else:
        n = filled(s.wish[seat])
        s.wish[seat][n] = kind + 1
        if n + 1 == s.wanted[seat]:
            next_step(s, seat)


@rule
def next_step(s: HellapagosState, seat: int) -> None:
    """HP-22.32: the list is ended; the next part follows, or the gift or offer is made."""
    if s.draft[seat] == Draft.GIFT:
        make_gift(s, seat)
    elif s.draft[seat] == Draft.OFFER_CARDS:
        s.draft[seat] = Draft.OFFER_ASK
    elif s.draft[seat] == Draft.OFFER_CLAIM and s.wanted[seat] > 0:
        s.draft[seat] = Draft.OFFER_WISH
    else:
        make_offer(s, seat)


@rule
def cancel(s: HellapagosState, seat: int) -> None:
    """HP-22.32, HP-20.37: the draft is given up; giving up an acceptance is declining."""
    if s.draft[seat] == Draft.ACCEPTANCE:
        decline(s, seat, s.partner[seat])
    else:
        drop_draft(s, seat)


# -- what a draft ends in ---------------------------------------------------------------------------------------------


@rule
def pack(s: HellapagosState, row: Row, seat: int, to: int) -> int:
    """HP-23.14: the cards of a gift, an offer or an acceptance go into the parcel; the two learn which. How many."""
    for i in range(CARDS_A_SIDE):
        if row[i] > 0:
            s.parcel[row[i] - 1] += 1
            emit(s, (1 << seat) | (1 << to), Event.RECEIVED, seat, to, row[i] - 1)
    return filled(row)


@rule
def make_gift(s: HellapagosState, seat: int) -> None:
    """HP-20.30, HP-13.12, HP-23.13, HP-23.14: the cards pass at once; everybody sees how many, only the two which."""
    to = s.partner[seat]
    emit(s, EVERYONE, Event.GAVE, seat, to, cards_drafted(s, seat))
    note(s, seat, Deed.GIFTS, pack(s, s.chosen[seat], seat, to))
    drop_draft(s, seat)
    s.given[seat] += 1
    effective(s)
    send(s, seat, to, s.hand_size[seat], (1 << seat) | (1 << to))


@rule
def make_offer(s: HellapagosState, seat: int) -> None:
    """HP-20.31, HP-20.34, HP-23.15: the offer is open; only the two see it."""
    to = s.partner[seat]
    s.draft[seat] = Draft.NONE
    s.partner[seat] = 0
    s.offer_to[seat] = to + 1
    s.revealed += 1
    both = (1 << seat) | (1 << to)
    emit(s, both, Event.OFFERED, seat, to, 10 * filled(s.offered[seat]) + s.wanted[seat])
    for i in range(CARDS_A_SIDE):
        if s.claim[seat][i] > 0:
            emit(s, both, Event.CLAIMED, seat, to, s.claim[seat][i] - 1)
    for i in range(CARDS_A_SIDE):
        if s.wish[seat][i] > 0:
            emit(s, both, Event.WISHED, seat, to, s.wish[seat][i] - 1)
    if s.option[Choice.BLIND_TRADES] == 1:
        show_offered(s, seat, to)


@rule
def show_offered(s: HellapagosState, seat: int, to: int) -> None:
    """HP-20.31: with the option the other player is shown the offered cards, and knows them in that hand."""
    for i in range(CARDS_A_SIDE):
        kind = s.offered[seat][i] - 1
        if kind >= 0:
            emit(s, (1 << seat) | (1 << to), Event.SHOWN, seat, to, kind)
            be_sure(s, kind, seat, to, max(known(s, kind, seat, to), copies_in(s.offered[seat], kind)))
            tidy(s, kind)


@rule
def exchange(s: HellapagosState, seat: int) -> None:
    """HP-20.32, HP-20.34, HP-20.37: both sides change hands at the same time; everybody sees how many cards."""
    giver = s.partner[seat]
    both = (1 << seat) | (1 << giver)
    s.exchanged[giver] += 1
    note(s, giver, Deed.EXCHANGES, 1)
    note(s, seat, Deed.EXCHANGES, 1)
    emit(s, EVERYONE, Event.EXCHANGED, giver, seat, 10 * filled(s.offered[giver]) + s.wanted[giver])
    given = pack(s, s.offered[giver], giver, seat)
    send(s, giver, ON_THE_WAY, s.hand_size[giver], both)
    if pack(s, s.chosen[seat], seat, giver) > 0:
        send(s, seat, giver, s.hand_size[seat], both)
    send_all(s, ON_THE_WAY, seat, given, both)
    drop_draft(s, seat)
    clear_offer(s, giver)
    effective(s)


# -- what lapses ------------------------------------------------------------------------------------------------------


@rule
def still_held(s: HellapagosState, seat: int, row: Row) -> bool:
    """HP-20.33, HP-20.38: whether all cards of an offer or a draft are still in the hand."""
    for i in range(CARDS_A_SIDE):
        kind = row[i] - 1
        if kind >= 0 and count(s, kind, seat) < copies_in(row, kind):
            return False
    return True


@rule
def can_be_completed(s: HellapagosState, seat: int) -> bool:
    """HP-20.38: the cards are there, there are enough of them, and no sickness bars the trade."""
    if not may_trade(s, seat) or not may_trade(s, s.partner[seat]) or s.hand_size[seat] == 0:
        return False
    if s.draft[seat] == Draft.ACCEPTANCE and s.hand_size[seat] < s.wanted[s.partner[seat]]:
        return False
    if s.draft[seat] >= Draft.OFFER_CLAIM and s.hand_size[s.partner[seat]] < s.wanted[seat]:
        return False
    return still_held(s, seat, s.chosen[seat]) and still_held(s, seat, s.offered[seat])


@rule
def drop_broken_trades(s: HellapagosState) -> None:
    """HP-20.33, HP-20.38: offers whose cards are gone lapse, and drafts that can no longer be completed."""
    for seat in range(s.seats):
        if s.offer_to[seat] > 0 and not still_held(s, seat, s.offered[seat]):
            other = s.offer_to[seat] - 1
            s.revealed += 1
            emit(s, (1 << seat) | (1 << other), Event.LAPSED, seat, other)
            drop_offer(s, seat)
    for seat in range(s.seats):
        if s.draft[seat] != Draft.NONE and not can_be_completed(s, seat):
            drop_draft(s, seat)
