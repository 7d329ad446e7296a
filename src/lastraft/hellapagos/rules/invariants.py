"""What is true between any two moves: every card is somewhere, once, and every number within its bounds.

Two counts by kind are compared by the sums of the kinds' weights, which differ unless the counts are the same (but for
a chance of one in 2^32).
"""

import enum

from ...kernel import Lookup, rule
from ...kernel.rng import mixed
from .. import state
from ..components import CALM, CARDS, FULL, HURRICANE, KIND, KINDS, RAFTS, ROUNDS, WEATHER_COPIES, WOOD_PER_RAFT
from ..state import Check, Draft, Frame, HellapagosState, Step, Window
from .roles import living, members
from .scoring import score
from .trade import can_be_completed, still_held

WEIGHT = Lookup([mixed(kind + 1) for kind in range(KINDS)])
BITS = 6
"""Enough for the cards of a hand; half of the hands in a number."""
HALF = state.MAX_CASTAWAYS // 2
LAST_FRAME = int(max(Frame))
LAST_STEP, LAST_CHECK, LAST_WINDOW = int(max(Step)), int(max(Check)), int(max(Window))


class Invariant(enum.IntEnum):
    """What `violated` names."""

    PLACES = 1  # each card in a hand, before somebody, in the deck or discarded; the sizes of hands are right
    DECK = 2  # the deck holds the cards that are there, and nothing is on the way
    COPIES = 3  # copies of a kind lie in the order of their places
    CERTAINTY = 4  # holders know their cards, everybody what lies open
    WEATHER = 5  # the twelve cards, the hurricane not among the first ones; what was turned up is known
    STORES = 6  # rations, wood and rafts within bounds
    DEAD = 7  # no cards, no sickness, no turn, no office
    TURNS = 8  # the list of turns has no gaps, and living castaways only
    TRADES = 9  # drafts and offers belong to an open window; their cards are there
    VOTES = 10  # those who owe an answer, votes and what is said within bounds
    ROUND = 11  # day, step, check, window and frames within bounds
    END = 12  # aboard are survivors, once the game is over
    POINTS = 13  # none before the end, never more than seats


@rule
def wrong_places(s: HellapagosState) -> bool:
    low = 0
    high = 0
    for card in range(CARDS):
        place = s.place[card]
        if place < 0 or place > state.DISCARD:
            return True
        if place < state.DECK and place % state.IN_PLAY >= s.seats:
            return True
        if place < HALF:
            low += 1 << BITS * place
        elif place < state.IN_PLAY:
            high += 1 << BITS * (place - HALF)
    for seat in range(HALF):
        low -= s.hand_size[seat] << BITS * seat
        high -= s.hand_size[HALF + seat] << BITS * seat
    return low != 0 or high != 0


@rule
def wrong_deck(s: HellapagosState) -> bool:
    if not 0 <= s.deck_size <= CARDS:
        return True
    there = 0
    for card in range(CARDS):
        if s.place[card] == state.DECK:
            there += WEIGHT[KIND[card]]
        if card < s.deck_size:
            if not 0 <= s.deck[card] < KINDS:
                return True
            there -= WEIGHT[s.deck[card]]
        elif s.deck[card] != 0 or s.deck_sure[card] != 0:
            return True
    for kind in range(KINDS):
        if s.parcel[kind] != 0:
            return True
    return there != 0


@rule
def wrong_copies(s: HellapagosState) -> bool:
    for card in range(1, CARDS):
        if KIND[card] == KIND[card - 1]:
            if s.place[card - 1] > s.place[card]:
                return True
            if s.place[card - 1] == s.place[card] and s.sure[card - 1] < s.sure[card]:
                return True
    return False


@rule
def wrong_certainty(s: HellapagosState) -> bool:
    for card in range(CARDS):
        place = s.place[card]
        if s.sure[card] & ~state.ALL != 0:
            return True
        if place < state.IN_PLAY and s.sure[card] >> place & 1 == 0:
            return True
        if place >= state.IN_PLAY and place != state.DECK and s.sure[card] != state.ALL:
            return True
    return False


@rule
def wrong_weather(s: HellapagosState) -> bool:
    """Whether a card is missing, 4 bits for a value."""
    counts = 0
    for i in range(ROUNDS):
        if not 0 <= s.weather[i] <= HURRICANE or (i < CALM and s.weather[i] == HURRICANE):
            return True
        if i < s.day and s.weather_sure[i] != state.ALL:
            return True
        counts += 1 << 4 * s.weather[i]
    for value in range(HURRICANE + 1):
        counts -= WEATHER_COPIES[value] << 4 * value
    return counts != 0


@rule
def wrong_stores(s: HellapagosState) -> bool:
    if not 0 <= s.water <= FULL or not 0 <= s.food <= FULL:
        return True
    return not 0 <= s.disc < WOOD_PER_RAFT or not 0 <= s.rafts <= RAFTS


@rule
def wrong_dead(s: HellapagosState) -> bool:
    if s.alive >> s.seats != 0 or s.died >> s.seats != 0 or s.alive & s.died != 0:
        return True
    for seat in range(s.seats):
        if not living(s, seat):
            if s.hand_size[seat] != 0 or s.causes[seat] != 0 or s.draft[seat] != 0 or s.offer_to[seat] != 0:
                return True
            if s.conch == seat + 1 or (s.first_player == seat and s.alive != 0) or s.imposed[seat] != 0:
                return True
    for card in range(CARDS):
        place = s.place[card]
        if state.IN_PLAY <= place < state.DECK and not living(s, place - state.IN_PLAY):
            return True
    return not 0 <= s.first_player < s.seats


@rule
def wrong_turns(s: HellapagosState) -> bool:
    for i in range(state.ENTRIES):
        entry = s.order[i]
        if entry < 0 or (i > 0 and entry > 0 and s.order[i - 1] == 0):
            return True
        if entry > 0 and ((entry - 1) % state.EXTRA >= s.seats or not living(s, (entry - 1) % state.EXTRA)):
            return True
    return s.window == Window.TURN and s.order[0] == 0


@rule
def wrong_trades(s: HellapagosState) -> bool:
    for seat in range(s.seats):
        if not 0 <= s.offer_to[seat] <= s.seats or not 0 <= s.partner[seat] < s.seats:
            return True
        if s.window == Window.NONE and (s.draft[seat] != Draft.NONE or s.offer_to[seat] != 0):
            return True
        if not 0 <= s.given[seat] <= s.gifts[seat] <= state.TRADES_A_WINDOW:
            return True
        if not 0 <= s.exchanged[seat] <= s.offers[seat] <= state.TRADES_A_WINDOW:
            return True
        if s.offer_to[seat] > 0 and (s.offer_to[seat] == seat + 1 or not living(s, s.offer_to[seat] - 1)):
            return True
        if s.draft[seat] != Draft.NONE and (s.partner[seat] == seat or not living(s, s.partner[seat])):
            return True
        if s.depth == 0 and s.offer_to[seat] > 0 and not still_held(s, seat, s.offered[seat]):
            return True
        if s.depth == 0 and s.draft[seat] != Draft.NONE and not can_be_completed(s, seat):
            return True
    return False


@rule
def wrong_votes(s: HellapagosState) -> bool:
    if s.owes >> s.seats != 0 or s.owes < 0:
        return True
    for seat in range(s.seats):
        if not 0 <= s.vote[seat] <= state.NO_VOTE_GIVEN or not 0 <= s.second_vote[seat] <= state.NO_VOTE_GIVEN:
            return True
        if s.vote[seat] < state.NO_VOTE_GIVEN and s.vote[seat] > s.seats:
            return True
        if s.vote[seat] == seat + 1 or s.second_vote[seat] == seat + 1 or not 0 <= s.saying[seat] <= state.STAY:
            return True
    return False


@rule
def wrong_round(s: HellapagosState) -> bool:
    if not 1 <= s.day <= ROUNDS or not 0 <= s.step <= LAST_STEP or not 0 <= s.check <= LAST_CHECK:
        return True
    if not 0 <= s.window <= LAST_WINDOW or not 0 <= s.designated <= s.seats or not 0 <= s.conch <= s.seats:
        return True
    if s.passed >> s.seats != 0 or s.provided >> s.seats != 0 or s.protected >> s.seats != 0:
        return True
    if s.window == Window.SAVE and s.designated == 0 and s.ended == 0:
        return True
    for row in range(s.depth):
        if s.frame[row][0] > LAST_FRAME:
            return True
    return s.ended == 0 and s.depth == 0 and s.window == Window.NONE


@rule
def wrong_end(s: HellapagosState) -> bool:
    if not 0 <= s.ended <= 1 or (s.ended == 0 and s.aboard != 0):
        return True
    return s.aboard != 0 and (s.aboard != s.alive or members(s.aboard) > s.rafts)


@rule
def violated(s: HellapagosState) -> int:
    """The first invariant that does not hold, or 0."""
    if wrong_places(s):
        return Invariant.PLACES
    if wrong_deck(s):
        return Invariant.DECK
    if wrong_copies(s):
        return Invariant.COPIES
    if wrong_certainty(s):
        return Invariant.CERTAINTY
    if wrong_weather(s):
        return Invariant.WEATHER
    if wrong_stores(s):
        return Invariant.STORES
    if wrong_dead(s):
        return Invariant.DEAD
    if wrong_turns(s):
        return Invariant.TURNS
    if wrong_trades(s):
        return Invariant.TRADES
    if wrong_votes(s):
        return Invariant.VOTES
    if wrong_round(s):
        return Invariant.ROUND
    if wrong_end(s):
        return Invariant.END
    for seat in range(s.seats):
        points = score(s, seat)
        if not 0 <= points <= s.seats or (points > 0 and s.ended == 0):
            return Invariant.POINTS
    return 0
