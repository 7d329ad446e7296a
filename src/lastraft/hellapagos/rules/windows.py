"""The windows (HP-20): who owns one, whom it waits for, and what goes when it closes."""

from ...kernel import EVERYONE, emit, rule
from ..events import Event
from ..state import CARDS_A_SIDE, MAX_CASTAWAYS, Draft, HellapagosState, Window
from .roles import chief, living, owner_of_turn


@rule
def open_window(s: HellapagosState, window: int) -> None:
    """HP-7.1, HP-20.3: a window opens; nobody has passed, traded or closed it yet."""
    close_window(s)
    s.window = window


@rule
def owner(s: HellapagosState) -> int:
    """HP-20.3, HP-20.10, HP-20.18: whose turn it is, the designated castaway, or whoever is chief at the moment."""
    if s.window == Window.TURN:
        return owner_of_turn(s)
    return s.designated - 1 if s.window == Window.SAVE else chief(s)


@rule
def awaited(s: HellapagosState, seat: int) -> bool:
    """HP-20.6, HP-20.19: somebody alive other than the owner who has cards and has not passed."""
    return living(s, seat) and s.hand_size[seat] > 0 and s.passed >> seat & 1 == 0 and seat != owner(s)


@rule
def all_awaited(s: HellapagosState) -> int:
    """Those for whom `awaited` holds, as a mask."""
    mine = owner(s)
    mask = 0
    for seat in range(MAX_CASTAWAYS):
        mask |= (1 if s.hand_size[seat] > 0 and seat != mine else 0) << seat
    return mask & s.alive & ~s.passed


@rule
def all_have_passed(s: HellapagosState) -> bool:
    """HP-20.6: whether nobody is awaited any more."""
    return all_awaited(s) == 0


@rule
def effective(s: HellapagosState) -> None:
    """HP-20.5, HP-20.6: after a card, a shot, a gift or an exchange, passes and an early close are forgotten."""
    s.passed = 0
    s.called = 0


@rule
def give_pass(s: HellapagosState, seat: int) -> None:
    """HP-20.4, HP-20.13, HP-22.15: a pass; the others see only how many are still awaited."""
    s.passed = s.passed | (1 << seat)
    s.revealed += 1


@rule
def call(s: HellapagosState, seat: int) -> None:
    """HP-20.6, HP-20.7, HP-23.27: `CLOSE` or `ACCEPT_FATE`, shown to all, works once the others have passed."""
    s.called = 1
    emit(s, EVERYONE, Event.CALLED, seat, s.window)


@rule
def close_window(s: HellapagosState) -> None:
    """HP-20.33, HP-20.38: with its window, passes, drafts and open offers are gone."""
    s.window = Window.NONE
    s.passed = 0
    s.called = 0
    for seat in range(s.seats):
        s.gifts[seat] = 0
        s.given[seat] = 0
        s.offers[seat] = 0
        s.exchanged[seat] = 0
        drop_draft(s, seat)
        drop_offer(s, seat)


@rule
def drop_draft(s: HellapagosState, seat: int) -> None:
    """HP-20.38: a draft is gone; that of an offer takes the offer's parts with it."""
    if s.draft[seat] >= Draft.OFFER_CARDS:
        clear_offer(s, seat)
    s.draft[seat] = Draft.NONE
    s.partner[seat] = 0
    for i in range(CARDS_A_SIDE):
        s.chosen[seat][i] = 0


@rule
def clear_offer(s: HellapagosState, seat: int) -> None:
    """HP-20.33, HP-20.38: the parts of an offer are forgotten."""
    s.offer_to[seat] = 0
    s.wanted[seat] = 0
    for i in range(CARDS_A_SIDE):
        s.offered[seat][i] = 0
        s.claim[seat][i] = 0
        s.wish[seat][i] = 0


@rule
def drop_offer(s: HellapagosState, seat: int) -> None:
    """HP-20.33, HP-20.38: an open offer is gone, and with it the acceptance that was being drafted."""
    if s.offer_to[seat] > 0:
        other = s.offer_to[seat] - 1
        if s.draft[other] == Draft.ACCEPTANCE and s.partner[other] == seat:
            drop_draft(s, other)
        clear_offer(s, seat)


@rule
def drop_trades_with(s: HellapagosState, seat: int) -> None:
    """HP-11.8, HP-20.23, HP-20.38: drafts and offers of a dead castaway, and those made to them, are gone."""
    for other in range(s.seats):
        if other == seat or s.offer_to[other] == seat + 1:
            drop_offer(s, other)
        if s.draft[other] != Draft.NONE and (other == seat or s.partner[other] == seat):
            drop_draft(s, other)
