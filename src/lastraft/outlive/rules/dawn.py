"""Dawn (section 4): pools, ship, displays, search stacks, algae."""

from ...kernel import EVERYONE, emit, rule, shuffle
from ..components import AREAS, DISPLAY, POOL_LIMIT, POOL_RES, SEARCH_LEFT, SPACES, TOKEN_COUNT, TOKENS, TOKENS_PER_CITY
from ..events import Event
from ..state import OutliveState
from .equipment import draw_tile
from .shelter import in_supply, survivors_in_supply


@rule
def dawn(s: OutliveState) -> None:
    """OL-3.1, OL-2.19: every round begins with it, the first one too; OL-4.6: the algae are usable again."""
    emit(s, EVERYONE, Event.DAWN, s.day)
    fill_pools(s)
    fill_ship(s)
    for city in range(2):
        new_display(s, city)
    for city in range(2):
        new_search_stack(s, city)
    s.algae = 1


@rule
def fill_pools(s: OutliveState) -> None:
    """OL-4.1: each pool is topped up to its limit, in ring order where the supply is short (OL-1.14)."""
    for area in range(AREAS):
        missing = POOL_LIMIT[s.seats - 2][area] - s.pool[area]
        if missing > 0:
            s.pool[area] += min(missing, in_supply(s, POOL_RES[area]))


@rule
def fill_ship(s: OutliveState) -> None:
    """OL-4.2: a survivor on every empty space of the ship."""
    for space in range(SPACES):
        if s.ship[space] == 0 and survivors_in_supply(s) > 0:
            s.ship[space] = 1


@rule
def new_display(s: OutliveState, city: int) -> None:
    """OL-4.3: left-over tiles are discarded, three new ones turned up."""
    for i in range(DISPLAY):
        if s.display[city][i] > 0:
            s.discard[s.display[city][i] - 1] += 1
            s.display[city][i] = 0
    for i in range(DISPLAY):
        kind = draw_tile(s)
        if kind >= 0:
            s.display[city][i] = kind + 1
            emit(s, EVERYONE, Event.SHOWN, city, kind)


@rule
def new_search_stack(s: OutliveState, city: int) -> None:
    """OL-4.5: all ten tokens are shuffled; with fewer players some are shown beside the city."""
    shuffle_tokens(s, city)
    show_tokens(s, city, TOKENS_PER_CITY - SEARCH_LEFT[s.seats - 2])


@rule
def shuffle_tokens(s: OutliveState, city: int) -> None:
    """OL-2.18, OL-4.5: all ten tokens of a city lie face down, and nobody knows their order."""
    n = 0
    for token in range(TOKENS):
        for _ in range(TOKEN_COUNT[token]):
            s.search[city][n] = token
            n += 1
    s.search_left[city] = TOKENS_PER_CITY
    s.peeked[city] = 0
    shuffle(s, s.search[city], TOKENS_PER_CITY)
    s.revealed += 1


@rule
def show_tokens(s: OutliveState, city: int, number: int) -> None:
    """OL-4.5, OL-6.5: tokens off the top, for all to see."""
    for _ in range(min(number, s.search_left[city])):
        s.search_left[city] -= 1
        s.revealed += 1
        emit(s, EVERYONE, Event.SET_ASIDE, city, s.search[city][s.search_left[city]])
