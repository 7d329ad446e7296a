"""What a seat knows (HP-23): `hide` and `determinize`."""

from __future__ import annotations

from ...kernel import part, pick_equal, pick_member, randbelow, rule, top
from .. import state
from ..components import CALM, CARDS, COPIES, HURRICANE, KIND, KINDS, ROUNDS, WEATHER_COPIES
from ..options import Choice
from ..state import Ballot, Frame, HellapagosState, Window
from .cards import count, tidy
from .roles import living, members
from .trade import copies_in
from .votes import candidates, has_two_votes, voters
from .windows import clear_offer, drop_draft, owner

# -- hiding -----------------------------------------------------------------------------------------------------------


@rule
def hide(s: HellapagosState, seat: int) -> None:
    """HP-23.30, HP-23.24: what is left is exactly what the seat may know, and nobody knows the generator."""
    bit = state.PUBLIC if seat < 0 else 1 << seat
    for i in range(4):
        s.random[i] = 0
    s.revealed = 0
    hide_cards(s, bit | state.PUBLIC)
    hide_weather(s, bit | state.PUBLIC)
    if s.depth == 0 and s.window != Window.NONE:
        hide_passes(s, seat)
    hide_answers(s, seat)
    for other in range(s.seats):
        if other != seat:
            hide_trades(s, other, seat)


@rule
def hide_cards(s: HellapagosState, bits: int) -> None:
    """HP-23.2, HP-23.5, HP-23.9, HP-23.14: cards in hands and the deck, but those that the seat is sure of."""
    for card in range(CARDS):
        place = s.place[card]
        sure = s.sure[card]
        secret = place < state.MAX_CASTAWAYS or place == state.DECK
        s.place[card] = state.UNSEEN if secret and sure & bits == 0 else place
        s.sure[card] = sure & bits if secret else sure
    for kind in range(KINDS):
        if COPIES[kind] > 1:
            tidy(s, kind)
    for i in range(s.deck_size):
        sure = s.deck_sure[i] & bits
        s.deck[i] = -1 if sure == 0 else s.deck[i]
        s.deck_sure[i] = sure


@rule
def hide_weather(s: HellapagosState, bits: int) -> None:
    """HP-23.7: the weather to come, but what a Barometer has shown."""
    for i in range(s.day, ROUNDS):
        if s.weather_sure[i] & bits == 0:
            s.weather[i] = -1
        s.weather_sure[i] = s.weather_sure[i] & bits


@rule
def could_pass(s: HellapagosState, seat: int, other: int) -> bool:
    """HP-20.19, HP-23.22: another player whose pass the seat cannot see."""
    return other != seat and living(s, other) and s.hand_size[other] > 0 and other != owner(s)


@rule
def hide_passes(s: HellapagosState, seat: int) -> None:
    """HP-20.13, HP-23.22: only how many are awaited; as if the first ones had passed."""
    n = 0
    for other in range(s.seats):
        if could_pass(s, seat, other):
            n += s.passed >> other & 1
    mask = s.passed & (1 << seat) if seat >= 0 else 0
    for other in range(s.seats):
        if could_pass(s, seat, other) and n > 0:
            mask |= 1 << other
            n -= 1
    s.passed = mask


@rule
def in_secret(s: HellapagosState) -> bool:
    """HP-23.19, HP-23.21: whether votes, or who says leave or stay, are being gathered unseen."""
    business = top(s)
    return (business == Frame.BALLOT or business == Frame.DEPARTURE) and part(s, Ballot.alone) == 0


@rule
def hide_answers(s: HellapagosState, seat: int) -> None:
    """HP-23.19, HP-23.21: the others' votes and choices until all are in, and who has given one."""
    if not in_secret(s):
        return
    all_asked = voters(s) if top(s) == Frame.BALLOT else s.alive
    for other in range(s.seats):
        if other != seat and all_asked >> other & 1:
            s.vote[other] = 0
            s.second_vote[other] = 0
            s.saying[other] = 0
            s.owes = s.owes | (1 << other)


@rule
def hide_trades(s: HellapagosState, other: int, seat: int) -> None:
    """HP-20.35, HP-23.15, HP-23.25: another's draft, how many they began, and their offer unless it is to the seat."""
    drop_draft(s, other)
    s.gifts[other] = s.given[other]
    s.offers[other] = s.exchanged[other]
    if s.offer_to[other] == 0:
        return
    if s.offer_to[other] != seat + 1:
        clear_offer(s, other)
        return
    if s.option[Choice.BLIND_TRADES] == 0:
        for i in range(state.CARDS_A_SIDE):
            if s.offered[other][i] > 0:
                s.offered[other][i] = state.FACE_DOWN


# -- filling in again -------------------------------------------------------------------------------------------------


@rule
def determinize(s: HellapagosState, seat: int) -> None:
    """HP-23.30, the other way: something that the seat cannot tell from the truth."""
    fill_open_offers(s, seat)
    fill_hands(s)
    fill_deck(s)
    for kind in range(KINDS):
        tidy(s, kind)
    fill_weather(s)
    if s.depth == 0 and s.window != Window.NONE:
        fill_passes(s, seat)
    if in_secret(s):
        fill_answers(s, seat)
    for other in range(s.seats):
        if other != seat:
            fill_trades(s, other)


@rule
def unseen(s: HellapagosState) -> int:
    """HP-23.3, HP-23.6: how many cards are still somewhere unknown."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == state.UNSEEN:
            n += 1
    return n


@rule
def deal_unseen(s: HellapagosState, place: int, n: int, sure: int) -> None:
    """HP-23.3, HP-23.6: put so many random unknown cards at a place."""
    if n >= unseen(s):
        for card in range(CARDS):
            if s.place[card] == state.UNSEEN:
                s.place[card] = place
                s.sure[card] = sure
        return
    for _ in range(n):
        card = randbelow(s, CARDS)
        while s.place[card] != state.UNSEEN:
            card = another(s, card, CARDS)
        s.place[card] = place
        s.sure[card] = sure


@rule
def another(s: HellapagosState, i: int, n: int) -> int:
    """A random one of n, but not the i-th; the next without a generator."""
    i += 1 + randbelow(s, n - 1)
    return i - n if i >= n else i


@rule
def seen_at(s: HellapagosState, place: int) -> int:
    """HP-23.4: how many cards are known to be at a place."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == place:
            n += 1
    return n


@rule
def fill_open_offers(s: HellapagosState, seat: int) -> None:
    """HP-23.15, HP-20.33: a card shown in an offer to the seat is still in its hand; else the offer had lapsed, unless
    a card of it is just being spent."""
    for other in range(s.seats):
        if s.offer_to[other] > 0 and s.offer_to[other] == seat + 1:
            room = s.hand_size[other] - seen_at(s, other)
            for card in range(CARDS):
                kind = KIND[card]
                if (
                    room > 0
                    and s.place[card] == state.UNSEEN
                    and count(s, kind, other) < copies_in(s.offered[other], kind)
                ):
                    s.place[card] = other
                    room -= 1


@rule
def fill_hands(s: HellapagosState) -> None:
    """HP-23.2, HP-23.3: hands of the known sizes; holders know their own."""
    for other in range(s.seats):
        deal_unseen(s, other, s.hand_size[other] - seen_at(s, other), 1 << other)
    for card in range(CARDS):
        if s.place[card] < state.MAX_CASTAWAYS:
            s.sure[card] = s.sure[card] | (1 << s.place[card])
    deal_unseen(s, state.DECK, s.deck_size - seen_at(s, state.DECK), 0)


@rule
def fill_deck(s: HellapagosState) -> None:
    """HP-23.5, HP-23.6: what is not known at its position, in a random order: each card changes places with any one
    before it, or with none."""
    known = 0
    for i in range(s.deck_size):
        known |= s.deck_sure[i]
    at = -1
    for kind in range(KINDS):
        for _ in range(count(s, kind, state.DECK) - (known_in_deck(s, kind) if known != 0 else 0)):
            at += 1
            while s.deck_sure[at] != 0:
                at += 1
            other = randbelow(s, at + 1)
            while s.deck_sure[other] != 0:
                other = another(s, other, at + 1)
            s.deck[at] = s.deck[other]
            s.deck[other] = kind


@rule
def known_in_deck(s: HellapagosState, kind: int) -> int:
    """HP-23.5: how many cards of a kind are known at their positions."""
    n = 0
    for i in range(s.deck_size):
        if s.deck[i] == kind and s.deck_sure[i] != 0:
            n += 1
    return n


@rule
def fill_weather(s: HellapagosState) -> None:
    """HP-23.7, HP-3.5: the Hurricane somewhere among the last six, the other cards anywhere."""
    if weather_left(s, HURRICANE) > 0:
        s.weather[pick_equal(s, s.weather, max(CALM, s.day), ROUNDS, -1)] = HURRICANE
    for value in range(HURRICANE):
        for _ in range(weather_left(s, value)):
            s.weather[pick_equal(s, s.weather, s.day, ROUNDS, -1)] = value


@rule
def weather_left(s: HellapagosState, value: int) -> int:
    """HP-23.7, HP-23.8: how many Weather cards of a kind the seat has not seen."""
    n: int = WEATHER_COPIES[value]
    for i in range(ROUNDS):
        if s.weather[i] == value:
            n -= 1
    return n


@rule
def fill_passes(s: HellapagosState, seat: int) -> None:
    """HP-20.13: as many of the others have passed, any of them."""
    free = 0
    n = 0
    for other in range(s.seats):
        if could_pass(s, seat, other):
            free += 1
            n += s.passed >> other & 1
            s.passed = s.passed & ~(1 << other)
    for other in range(s.seats):
        if could_pass(s, seat, other):
            if randbelow(s, free) < n:
                s.passed = s.passed | (1 << other)
                n -= 1
            free -= 1


@rule
def fill_answers(s: HellapagosState, seat: int) -> None:
    """HP-23.19, HP-23.21: any answers may be in, except that one is still awaited."""
    others = s.owes & ~(1 << seat) if seat >= 0 else s.owes
    alone = members(s.owes & ~others) == 0
    still = randbelow(s, members(others)) if alone else -1
    place = 0
    for other in range(s.seats):
        if others >> other & 1:
            if place != still and randbelow(s, 2) == 1:
                guess_answer(s, other)
            elif top(s) == Frame.BALLOT and has_two_votes(s, other) and randbelow(s, 2) == 1:
                s.vote[other] = guess_vote(s, other)
            place += 1


@rule
def guess_answer(s: HellapagosState, other: int) -> None:
    """HP-23.19, HP-23.21: an answer that another may have given."""
    s.owes = s.owes & ~(1 << other)
    if top(s) == Frame.DEPARTURE:
        s.saying[other] = state.LEAVE if randbelow(s, 2) == 0 else state.STAY
        return
    s.vote[other] = guess_vote(s, other)
    if has_two_votes(s, other) and s.vote[other] != state.NO_VOTE_GIVEN:
        s.second_vote[other] = guess_vote(s, other)


@rule
def guess_vote(s: HellapagosState, other: int) -> int:
    """HP-23.19: a vote that another may have given; seldom one that came too late."""
    if s.option[Choice.VOTE_TIMEOUT] == 0 and randbelow(s, 20) == 0:
        return state.NO_VOTE_GIVEN
    return pick_member(s, candidates(s) & ~(1 << other)) + 1


@rule
def fill_trades(s: HellapagosState, other: int) -> None:
    """HP-23.15, HP-23.25: gifts and offers that may have been begun, and what may be in an offer to the seat."""
    if s.window == Window.NONE or not living(s, other):
        return
    if s.option[Choice.GIFT_NEEDS_CONSENT] == 0:
        s.gifts[other] = s.given[other] + randbelow(s, state.TRADES_A_WINDOW + 1 - s.given[other])
    least = s.exchanged[other] + (1 if s.offer_to[other] > 0 else 0)
    s.offers[other] = least + randbelow(s, state.TRADES_A_WINDOW + 1 - least)
    for i in range(state.CARDS_A_SIDE):
        if s.offered[other][i] == state.FACE_DOWN:
            s.offered[other][i] = guess_offered(s, other) + 1


@rule
def guess_offered(s: HellapagosState, other: int) -> int:
    """HP-23.15: a random card of a hand that its offer does not name yet."""
    named = 0
    for i in range(state.CARDS_A_SIDE):
        if 0 < s.offered[other][i] < state.FACE_DOWN:
            named += 1
    nth = randbelow(s, s.hand_size[other] - named)
    offered = 0
    for kind in range(KINDS):
        here = count(s, kind, other)
        for i in range(state.CARDS_A_SIDE):
            if s.offered[other][i] == kind + 1:
                here -= 1
        if nth >= 0 and nth < here:
            offered = kind
        nth -= here
    return offered
