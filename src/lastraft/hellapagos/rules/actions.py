"""The four actions (HP-7)."""

from ...kernel import EVERYONE, clause, emit, pick_member, rule
from ..codes import FISHING, SEARCHING, WATERING, WOODING
from ..components import BALLS, BLACK, FISH, FOOD, FULL, RAFTS, WATER, WOOD_PER_RAFT, Card
from ..events import Event
from ..options import Choice
from ..state import Deed, HellapagosState
from .cards import discards, draw, has_in_play, reshuffle
from .castaways import bite, place_of
from .grudges import note
from .round import count_as_acted, precipitation
from .windows import all_have_passed, close_window


@rule
def forbids_action(s: HellapagosState, seat: int, action: int, push: int) -> int:
    """HP-22.1, HP-22.2: the owner of a turn acts when all others have passed, and as a Pendulum bids; ``push`` counts
    for wood alone."""
    if not all_have_passed(s):
        return clause(20, 6)
    if action == SEARCHING and not can_search(s):
        return clause(7, 23)
    bound = s.imposed[seat] - 1
    if bound < 0 or (bound == SEARCHING and not can_search(s)):
        return 0
    if bound != action:
        return clause(14, 27)
    if action == WOODING and s.imposed_push[seat] > 0 and s.imposed_push[seat] - 1 != push:
        return clause(14, 27)
    return 0


@rule
def can_search(s: HellapagosState) -> bool:
    """HP-7.23, HP-7.24: there is a card in the deck, or discards that may become one."""
    return s.deck_size > 0 or (s.option[Choice.WRECK_DECK_EMPTY] == 1 and discards(s) > 0)


@rule
def act(s: HellapagosState, seat: int, action: int, push: int) -> None:
    """HP-7.2: one action, and the turn is over; ``push`` counts for wood alone."""
    place = place_of(s, seat)
    close_window(s)
    count_as_acted(s, seat, place)
    if action == FISHING:
        fish(s, seat)
    elif action == WATERING:
        collect_water(s, seat)
    elif action == WOODING:
        collect_wood(s, seat, push)
    else:
        search(s, seat)


@rule
def add(s: HellapagosState, resource: int, n: int) -> int:
    """HP-7.7, HP-7.10, HP-13.4: F and W cannot rise above 36; what it rose by."""
    if resource == WATER:
        gain = min(n, FULL - s.water)
        s.water += gain
    else:
        gain = min(n, FULL - s.food)
        s.food += gain
    return gain


@rule
def draw_ball(s: HellapagosState, seat: int, out: int) -> int:
    """HP-7.13, HP-7.16, HP-23.10: a ball still in the bag, for all to see; ``out`` is the mask of those drawn."""
    drawn = pick_member(s, ((1 << BALLS) - 1) & ~out)
    s.revealed += 1
    emit(s, EVERYONE, Event.BALL, seat, drawn)
    return drawn


@rule
def fish_on(s: HellapagosState, ball: int) -> int:
    """HP-2.3, HP-2.4: the fish on a ball; with the option the black one has none."""
    return 0 if ball == BLACK and s.option[Choice.BLACK_BALL_FISH] == 1 else FISH[ball]


@rule
def fish(s: HellapagosState, seat: int) -> None:
    """HP-7.6: one ball is drawn and goes back; F rises by its fish."""
    if has_in_play(s, seat, Card.FISHING_ROD):
        caught = fish_with_rod(s, seat)
    else:
        caught = fish_on(s, draw_ball(s, seat, 0))
    note(s, seat, Deed.FISH, caught)
    emit(s, EVERYONE, Event.FISHED, seat, add(s, FOOD, caught))


@rule
def fish_with_rod(s: HellapagosState, seat: int) -> int:
    """HP-14.12: two balls added; with the option one doubled, or the best of three."""
    first = draw_ball(s, seat, 0)
    if s.option[Choice.FISHING_ROD] == 1:
        return 2 * fish_on(s, first)
    second = draw_ball(s, seat, 1 << first)
    if s.option[Choice.FISHING_ROD] == 0:
        return fish_on(s, first) + fish_on(s, second)
    third = draw_ball(s, seat, (1 << first) | (1 << second))
    return max(fish_on(s, first), max(fish_on(s, second), fish_on(s, third)))


@rule
def rain_for(s: HellapagosState, seat: int) -> int:
    """HP-7.8, HP-14.11: the precipitation, with a Flask twice as much."""
    return precipitation(s) * (2 if has_in_play(s, seat, Card.FLASK) else 1)


@rule
def collect_water(s: HellapagosState, seat: int) -> None:
    """HP-7.8, HP-7.9: W rises by the precipitation."""
    rain = rain_for(s, seat)
    note(s, seat, Deed.WATER, rain)
    emit(s, EVERYONE, Event.WATERED, seat, add(s, WATER, rain))


@rule
def add_wood(s: HellapagosState, steps: int) -> int:
    """HP-7.17, HP-7.18: six steps make a Raft card, twelve at most; how far the disc really went. A plank as the
    twelfth card may have left wood beside it."""
    wood = s.rafts * WOOD_PER_RAFT + s.disc
    gain = max(0, min(steps, RAFTS * WOOD_PER_RAFT - wood))
    before = s.rafts
    s.rafts = (wood + gain) // WOOD_PER_RAFT
    s.disc = (wood + gain) % WOOD_PER_RAFT
    if s.rafts > before:
        emit(s, EVERYONE, Event.BUILT, s.rafts)
    return gain


@rule
def safe_wood(s: HellapagosState, seat: int) -> int:
    """HP-7.11, HP-14.10: one safe step, two with an Axe."""
    return 2 if has_in_play(s, seat, Card.AXE) else 1


@rule
def collect_wood(s: HellapagosState, seat: int, push: int) -> None:
    """HP-7.11, HP-7.12: the safe steps; then the castaway may push on."""
    safe = add_wood(s, safe_wood(s, seat))
    note(s, seat, Deed.WOOD, safe)
    emit(s, EVERYONE, Event.WOOD, seat, safe)
    if push > 0:
        push_on(s, seat, push, safe)


@rule
def push_on(s: HellapagosState, seat: int, push: int, safe: int) -> None:
    """HP-7.13, HP-7.14, HP-7.15: so many balls at once; all white bring as many steps, the black one bites."""
    out = 0
    for _ in range(push):
        out |= 1 << draw_ball(s, seat, out)
    if out >> BLACK & 1:
        bite(s, seat, safe)
    else:
        note(s, seat, Deed.WOOD, push)
        emit(s, EVERYONE, Event.WOOD, seat, add_wood(s, push))


@rule
def search(s: HellapagosState, seat: int) -> None:
    """HP-7.21, HP-7.22, HP-7.24: the top card, unseen by the others."""
    if s.deck_size == 0:
        reshuffle(s)
        emit(s, EVERYONE, Event.RESHUFFLED, s.deck_size)
    note(s, seat, Deed.SEARCHES, 1)
    emit(s, EVERYONE, Event.SEARCHED, seat)
    kind = draw(s, seat)
    emit(s, 1 << seat, Event.FOUND, seat, kind)
