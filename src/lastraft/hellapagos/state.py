"""The state of a game of Hellapagos: fields, sizes, options, frames and events."""

import enum

from ..kernel import Parts, State, i8, i16
from .components import CARDS, DATA, KINDS, ROUNDS

MAX_CASTAWAYS = 12
NOBODY = 0
"""Fields that name a seat hold the seat plus 1; 0 is nobody."""


# Where a card is: 0 to 11 in that seat's hand, then in play before seat 0 to 11, then the piles.
IN_PLAY = 12
DECK = 24
DISCARD = 25
ON_THE_WAY = 26
"""Between two hands, while an exchange is made; no card is there between two moves."""
UNSEEN = 27
"""In a hidden state: somewhere in the deck or in a hand, the seat does not know where."""
PUBLIC = 1 << MAX_CASTAWAYS
"""The bit of a spectator, in the masks of who is sure of something."""
ALL = PUBLIC * 2 - 1
FACE_DOWN = KINDS + 1
"""In a hidden state: an offered card that the seat has not been shown."""
BITE, BAD_FOOD = 1, 2
"""The causes of a sickness (HP-12.12), as bits."""
EXTRA = 16
"""Added to an entry of the list of turns: the extra turn of Coffee, which has no place (HP-7.26)."""
ENTRIES = 16
NO_VOTE_GIVEN = 13
"""A vote that did not come in time; votes are seat + 1."""
LEAVE, STAY = 1, 2
TRADES_A_WINDOW: int = DATA["window_limits"]["trades_begun_per_player"]
CARDS_A_SIDE: int = DATA["window_limits"]["cards_per_side_of_a_trade"]


class Window(enum.IntEnum):
    """The six windows (HP-20.3)."""

    NONE, TURN, DUSK, SHORTAGE, SAVE, ZERO, NIGHT = range(7)


class Step(enum.IntEnum):
    """Where the game goes on when no window is open (HP-20.2)."""

    ROUND, TURNS, DUSK, CHECK, NIGHT, LEAVING = range(6)


class Check(enum.IntEnum):
    """What is being checked: in Phase 4 water and food, in the hurricane round three things more."""

    NONE, WATER, FOOD, SEATS, TRIP_WATER, TRIP_FOOD = range(6)


class Draft(enum.IntEnum):
    """How far a player's draft is (HP-22.32)."""

    NONE, GIFT, ACCEPTANCE, OFFER_CARDS, OFFER_ASK, OFFER_CLAIM, OFFER_WISH = range(7)


class Frame(enum.IntEnum):
    """The closed moments (HP-20.15)."""

    REACTION, TARGETS, FEEDING, IMPOSING, PUSHING, PICKING, BALLOT, TIE, DEPARTURE = range(1, 10)


class Choosing(Parts):
    """Whoever answers alone: the first number of every frame but those of votes and the departure."""

    player, target = range(2)


class Reaction(Parts):
    player, shooter = range(2)


class Targets(Parts):
    """A card whose player names castaways; ``named`` is a mask, ``order`` those named in order."""

    player, card, named, order = range(4)


class Feeding(Parts):
    """A ration whose player names those fed; ``ration`` is an index in `PLAY_FOR`, ``named`` a mask."""

    player, ration, named, left = range(4)


class Ballot(Parts):
    """``alone`` is 1 where only one is asked: the owner of the Crystal Ball, or in a departure the chief."""

    alone = 0


class Tie(Parts):
    """Those whom the chief may name, as a mask."""

    level = 0


class Deed(enum.IntEnum):
    """What everybody has seen a castaway do or suffer, as numbers for the whole game."""

    FISH = 0  # rations of food caught
    WATER = 1  # rations of water fetched
    WOOD = 2  # pieces of wood
    SEARCHES = 3
    SHARED = 4  # rations of their own given to all or to another
    GIFTS = 5  # cards given away
    EXCHANGES = 6
    SHOTS = 7
    ACCUSED = 8  # votes against them
    PAID_BACK = 9  # votes of theirs against those who had wronged them
    LEFT_BEHIND = 10  # cards in hand when they died


DEEDS = len(Deed)
CHORES = 4
"""The deeds that are a day's work: what was brought to the camp, and searches."""
MOST_NOTED = 127


class HellapagosState(State, options=29, frames=3):
    # The cards. The copies of a kind lie side by side, ordered by place; see `cards`.
    place = i8(CARDS)
    sure = i16(CARDS)
    deck = i8(CARDS)  # kinds, the top card last
    deck_sure = i16(CARDS)
    deck_size = i8()
    hand_size = i8(12)
    parcel = i8(KINDS)  # what goes from one place to another; empty between two moves
    weather = i8(ROUNDS)  # in the order of the rounds
    weather_sure = i16(ROUNDS)

    # The island.
    day = i8()  # the round
    water = i8()
    food = i8()
    rafts = i8()
    disc = i8()

    # The castaways.
    alive = i16()
    died = i16()  # this round, and still dead
    causes = i8(12)  # of a sickness; 0 is healthy
    sick_since = i8(12)
    bite_wood = i8(12)  # safe steps of the action that led to the bite
    first_player = i8()
    card_moved = i8()  # the First Player card was passed on by a death since the last Phase 1
    conch = i8()  # seat + 1
    nominee = i8()  # of the Alarm Clock, seat + 1
    matches_lit = i8()

    # What everybody remembers: no rule asks for it, the built-in players and the reports do.
    deeds = i8(12, DEEDS)
    brought = i8(12, CHORES)  # the first of these, today only
    wronged = i16(12)  # by seat: those who voted against them, shot at them or robbed them

    # The turns.
    order = i8(ENTRIES)  # entries to come, seat + 1, with EXTRA for Coffee
    start = i8()  # the first player's seat as Phase 3 began
    reached = i8()  # highest place, plus 1, that has taken its regular action
    acted = i16()
    imposed = i8(12)  # action + 1
    imposed_push = i8(12)  # push + 1

    # The flow.
    step = i8()
    check = i8()
    window = i8()
    called = i8()  # the owner has given CLOSE or ACCEPT_FATE
    passed = i16()
    designated = i8()  # seat + 1
    provided = i16()
    exempt = i16(3)  # by resource: saved from a vote in Phase 4
    protected = i16()  # by the plank, from seat votes
    basket = i8()  # mask of the checks it covers
    surplus = i8()
    owes = i16()  # votes or answers still to come
    vote = i8(12)
    second_vote = i8(12)
    saying = i8(12)  # leave or stay
    ended = i8()
    aboard = i16()

    # Gifts, offers and drafts.
    gifts = i8(12)  # begun in this window
    given = i8(12)  # of these, made
    offers = i8(12)
    exchanged = i8(12)  # of these, completed
    draft = i8(12)
    partner = i8(12)
    chosen = i8(12, CARDS_A_SIDE)  # kind + 1, of a gift or an acceptance
    offer_to = i8(12)  # seat + 1 of an open offer
    offered = i8(12, CARDS_A_SIDE)  # kind + 1
    wanted = i8(12)
    claim = i8(12, CARDS_A_SIDE)
    wish = i8(12, CARDS_A_SIDE)
