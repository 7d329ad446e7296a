"""What a seat knows (HP-23): `hide`, `determinize`, and the observation as numbers."""

from __future__ import annotations

from ...kernel import Buffer, part, pick_equal, pick_member, randbelow, rule, top
from ..components import CALM, CARDS, COPIES, HURRICANE, KINDS, PERMANENTS, ROUNDS, WEATHER_COPIES, Card
from ..options import Choice
from ..state import (
    CARDS_A_SIDE,
    DECK,
    DISCARD,
    FACE_DOWN,
    IN_PLAY,
    LEAVE,
    MAX_CASTAWAYS,
    NO_VOTE_GIVEN,
    PUBLIC,
    STAY,
    TRADES_A_WINDOW,
    UNSEEN,
    Ballot,
    Draft,
    Frame,
    HellapagosState,
    Window,
)
from .cards import count, tidy
from .castaways import turn_to_come
from .roles import chief, living, members
from .round import hurricane, precipitation
from .votes import candidates, has_two_votes, voters
from .windows import clear_offer, drop_draft, owner

# -- hiding -----------------------------------------------------------------------------------------------------------


@rule
def hide(s: HellapagosState, seat: int) -> None:
    """HP-23.30, HP-23.24: what is left is exactly what the seat may know, and nobody knows the generator."""
    bit = PUBLIC if seat < 0 else 1 << seat
    for i in range(4):
        s.random[i] = 0
    s.revealed = 0
    hide_cards(s, bit | PUBLIC)
    hide_weather(s, bit | PUBLIC)
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
        if s.place[card] < MAX_CASTAWAYS or s.place[card] == DECK:
            if s.sure[card] & bits == 0:
                s.place[card] = UNSEEN
                s.sure[card] = 0
            else:
                s.sure[card] = s.sure[card] & bits
    for kind in range(KINDS):
        if COPIES[kind] > 1:
            tidy(s, kind)
    for i in range(s.deck_size):
        if s.deck_sure[i] & bits == 0:
            s.deck[i] = -1
        s.deck_sure[i] = s.deck_sure[i] & bits


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
        for i in range(CARDS_A_SIDE):
            if s.offered[other][i] > 0:
                s.offered[other][i] = FACE_DOWN


# -- filling in again -------------------------------------------------------------------------------------------------


@rule
def determinize(s: HellapagosState, seat: int) -> None:
    """HP-23.30, the other way: something that the seat cannot tell from the truth."""
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
        if s.place[card] == UNSEEN:
            n += 1
    return n


@rule
def deal_unseen(s: HellapagosState, place: int, n: int, sure: int) -> None:
    """HP-23.3, HP-23.6: put so many random unknown cards at a place."""
    left = unseen(s)
    for card in range(CARDS):
        if n > 0 and s.place[card] == UNSEEN:
            if n == left or randbelow(s, left) < n:
                s.place[card] = place
                s.sure[card] = sure
                n -= 1
            left -= 1


@rule
def seen_at(s: HellapagosState, place: int) -> int:
    """HP-23.4: how many cards are known to be at a place."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == place:
            n += 1
    return n


@rule
def fill_hands(s: HellapagosState) -> None:
    """HP-23.2, HP-23.3: hands of the known sizes; holders know their own."""
    for other in range(s.seats):
        deal_unseen(s, other, s.hand_size[other] - seen_at(s, other), 1 << other)
        for card in range(CARDS):
            if s.place[card] == other:
                s.sure[card] = s.sure[card] | (1 << other)
    deal_unseen(s, DECK, s.deck_size - seen_at(s, DECK), 0)


@rule
def fill_deck(s: HellapagosState) -> None:
    """HP-23.5, HP-23.6: what is not known at its position, in a random order."""
    for kind in range(KINDS):
        left = count(s, kind, DECK)
        for i in range(s.deck_size):
            if s.deck[i] == kind and s.deck_sure[i] != 0:
                left -= 1
        for _ in range(left):
            s.deck[pick_equal(s, s.deck, 0, s.deck_size, -1)] = kind


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
        s.saying[other] = LEAVE if randbelow(s, 2) == 0 else STAY
        return
    s.vote[other] = guess_vote(s, other)
    if has_two_votes(s, other) and s.vote[other] != NO_VOTE_GIVEN:
        s.second_vote[other] = guess_vote(s, other)


@rule
def guess_vote(s: HellapagosState, other: int) -> int:
    """HP-23.19: a vote that another may have given; seldom one that came too late."""
    if s.option[Choice.VOTE_TIMEOUT] == 0 and randbelow(s, 20) == 0:
        return NO_VOTE_GIVEN
    return pick_member(s, candidates(s) & ~(1 << other)) + 1


@rule
def fill_trades(s: HellapagosState, other: int) -> None:
    """HP-23.15, HP-23.25: gifts and offers that may have been begun, and what may be in an offer to the seat."""
    if s.window == Window.NONE or not living(s, other):
        return
    if s.option[Choice.GIFT_NEEDS_CONSENT] == 0:
        s.gifts[other] = s.given[other] + randbelow(s, TRADES_A_WINDOW + 1 - s.given[other])
    least = s.exchanged[other] + (1 if s.offer_to[other] > 0 else 0)
    s.offers[other] = least + randbelow(s, TRADES_A_WINDOW + 1 - least)
    for i in range(CARDS_A_SIDE):
        if s.offered[other][i] == FACE_DOWN:
            s.offered[other][i] = guess_offered(s, other) + 1


@rule
def guess_offered(s: HellapagosState, other: int) -> int:
    """HP-23.15: a random card of a hand that its offer does not name yet."""
    named = 0
    for i in range(CARDS_A_SIDE):
        if 0 < s.offered[other][i] < FACE_DOWN:
            named += 1
    nth = randbelow(s, s.hand_size[other] - named)
    offered = 0
    for kind in range(KINDS):
        here = count(s, kind, other)
        for i in range(CARDS_A_SIDE):
            if s.offered[other][i] == kind + 1:
                here -= 1
        if nth >= 0 and nth < here:
            offered = kind
        nth -= here
    return offered


# -- as numbers -------------------------------------------------------------------------------------------------------

TABLE_NUMBERS = 26
SEAT_NUMBERS = 26 + PERMANENTS
OBSERVATION = TABLE_NUMBERS + 2 * KINDS + ROUNDS + MAX_CASTAWAYS * (SEAT_NUMBERS + KINDS)


@rule
def observe(s: HellapagosState, seat: int, out: Buffer) -> int:
    """A hidden state as numbers: the table, the hand, the discards, the weather, then the seats clockwise from here."""
    for i in range(OBSERVATION):
        out[i] = 0
    observe_table(s, max(seat, 0), out)
    n = TABLE_NUMBERS
    for kind in range(KINDS):
        out[n] = count(s, kind, seat) if seat >= 0 else 0
        out[n + KINDS] = count(s, kind, DISCARD)
        n += 1
    n += KINDS
    for i in range(ROUNDS):
        out[n] = s.weather[i]
        n += 1
    for i in range(s.seats):
        other = (max(seat, 0) + i) % s.seats
        observe_seat(s, other, max(seat, 0), out, n)
        n += SEAT_NUMBERS
        for kind in range(KINDS):
            out[n] = count(s, kind, other)
            n += 1
    return OBSERVATION


@rule
def observe_table(s: HellapagosState, seat: int, out: Buffer) -> None:
    """What concerns everybody."""
    out[0] = s.day
    out[1] = precipitation(s)
    out[2] = 1 if hurricane(s) else 0
    out[3] = s.water
    out[4] = s.food
    out[5] = s.rafts
    out[6] = s.disc
    out[7] = members(s.alive)
    out[8] = s.deck_size
    out[9] = s.check
    out[10] = s.window
    out[11] = s.called
    out[12] = s.surplus
    out[13] = s.basket
    out[14] = s.matches_lit
    out[15] = top(s)
    out[16] = s.gifts[seat]
    out[17] = s.offers[seat]
    out[18] = s.draft[seat]
    out[19] = members(s.died)
    out[20] = s.wanted[seat]
    for i in range(CARDS_A_SIDE):
        out[21 + i] = s.chosen[seat][i] if s.draft[seat] < Draft.OFFER_CARDS else s.offered[seat][i]
    out[24] = s.ended
    out[25] = s.seats


@rule
def observe_seat(s: HellapagosState, other: int, seat: int, out: Buffer, n: int) -> None:
    """What is known of one castaway."""
    out[n] = s.alive >> other & 1
    out[n + 1] = s.causes[other]
    out[n + 2] = s.day - s.sick_since[other] if s.causes[other] != 0 else 0
    out[n + 3] = s.hand_size[other]
    out[n + 4] = turn_to_come(s, other)
    out[n + 5] = s.acted >> other & 1
    out[n + 6] = s.imposed[other]
    out[n + 7] = s.imposed_push[other]
    out[n + 8] = 1 if s.first_player == other else 0
    out[n + 9] = 1 if chief(s) == other else 0
    out[n + 10] = 1 if s.window != Window.NONE and s.ended == 0 and owner(s) == other else 0
    out[n + 11] = 1 if s.designated == other + 1 else 0
    out[n + 12] = s.provided >> other & 1
    out[n + 13] = s.exempt[1] >> other & 1
    out[n + 14] = s.exempt[2] >> other & 1
    out[n + 15] = s.protected >> other & 1
    out[n + 16] = 1 if s.conch == other + 1 else 0
    out[n + 17] = 1 if s.nominee == other + 1 else 0
    out[n + 18] = relative(s, s.vote[other], seat)
    out[n + 19] = relative(s, s.second_vote[other], seat)
    out[n + 20] = s.saying[other]
    out[n + 21] = s.died >> other & 1
    out[n + 22] = s.aboard >> other & 1
    out[n + 23] = 1 if s.offer_to[other] > 0 else 0
    out[n + 24] = s.wanted[other]
    out[n + 25] = s.owes >> other & 1
    for i in range(PERMANENTS):
        out[n + 26 + i] = count(s, Card.GUN + i, IN_PLAY + other)


@rule
def relative(s: HellapagosState, vote: int, seat: int) -> int:
    """A vote as 1 plus the seats clockwise from the observer; 0 for none, 13 for one that came too late."""
    return 1 + (vote - 1 + s.seats - seat) % s.seats if 0 < vote < NO_VOTE_GIVEN else vote
