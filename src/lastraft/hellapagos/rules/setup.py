"""HP-3: setup."""

from ...kernel import EVERYONE, emit, randbelow, rule, shuffle, shuffle_between, swap
from ..components import CALM, CARDS, HURRICANE, KIND, ROUNDS, START_FOOD, START_HAND, START_WATER, WEATHER_COPIES
from ..events import Event
from ..options import Choice
from ..state import DECK, HellapagosState
from .advance import advance
from .cards import draw


@rule
def setup(s: HellapagosState) -> None:
    """HP-3.1, HP-3.2, HP-3.8, HP-3.10: nothing is built; first player, wreckage shuffle, deal, weather, in this order;
    then the first round begins."""
    s.alive = (1 << s.seats) - 1
    choose_first_player(s)
    lay_out_wreckage(s)
    shuffle(s, s.deck, s.deck_size)
    deal(s)
    build_weather(s)
    supplies(s)
    advance(s)


@rule
def choose_first_player(s: HellapagosState) -> None:
    """HP-3.9: drawn at random, or seat 0."""
    if s.option[Choice.FIRST_PLAYER_CHOICE] == 0:
        s.first_player = randbelow(s, s.seats)
        s.revealed += 1
    emit(s, EVERYONE, Event.FIRST_PLAYER, s.first_player)


@rule
def lay_out_wreckage(s: HellapagosState) -> None:
    """HP-2.10, HP-2.11: all 54 cards are in the deck."""
    for card in range(CARDS):
        s.place[card] = DECK
        s.deck[card] = KIND[card]
    s.deck_size = CARDS


@rule
def deal(s: HellapagosState) -> None:
    """HP-3.3, HP-3.4: four cards each, three with nine or more, one at a time clockwise from the first player."""
    for _ in range(START_HAND[s.seats]):
        for i in range(s.seats):
            seat = (s.first_player + i) % s.seats
            kind = draw(s, seat)
            emit(s, 1 << seat, Event.DEALT, seat, kind)


@rule
def build_weather(s: HellapagosState) -> None:
    """HP-3.5, HP-3.6: five random cards and the Hurricane lie under the six others."""
    n = 0
    for value in range(HURRICANE):
        for _ in range(WEATHER_COPIES[value]):
            s.weather[n] = value
            n += 1
    s.weather[n] = HURRICANE
    for i in range(ROUNDS - 2, CALM - 1, -1):
        swap(s.weather, i, randbelow(s, i + 1))
    shuffle(s, s.weather, CALM)
    shuffle_between(s, s.weather, CALM, ROUNDS)


@rule
def supplies(s: HellapagosState) -> None:
    """HP-3.7: the markers by the number of players."""
    s.food = START_FOOD[s.seats]
    s.water = START_WATER[s.seats]
