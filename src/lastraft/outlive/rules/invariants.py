"""What is true between any two moves: every piece of the box is somewhere, once, and every number within its bounds.

Pieces are counted in one number, so many bits for a kind.
"""

import enum

from ...kernel import rule
from .. import components as box
from ..components import Room
from ..options import Choice
from ..state import NONE, USED, Ask, OutliveState, Phase
from .scoring import score
from .shelter import survivors

LAST_ASK = int(max(Ask))
FEWEST_POINTS = int(min(box.GAUGE_POINTS))
MOST_POINTS = (
    sum(box.CARD_POINTS)
    + max(box.ROOM_SCORE)
    + max(box.GAUGE_POINTS)
    + box.SUPPLY_SURVIVORS
    + box.GEARS
    + box.SYMBOL_COUNT
)


class Invariant(enum.IntEnum):
    """What `violated` names."""

    TILES = 1  # equipment in stack, displays, shelters and discard: two of a kind
    ANIMALS = 2  # in the stacks and hunted: no more of a kind than the box has, and as many as were laid out
    TOKENS = 3  # ten search tokens in each city
    CARDS = 4  # six different events; who ended one is a player
    ROOMS = 5  # basic rooms in their slots, at most two advanced ones of a kind
    LEADERS = 6  # no leader twice
    MAP = 7  # pools, ship and algae within their limits
    STORES = 8  # nothing below 0; with a limited supply no more than the box has
    PEOPLE = 9  # survivors in built rooms only, no more than there are places
    HEROES = 10  # each in an area of its own
    GEAR = 11  # tiles of a shelter in a known state
    ROUND = 12  # day, phase, players and frames within bounds
    POINTS = 13  # within what can be scored


@rule
def wrong_tiles(s: OutliveState) -> bool:
    """3 bits for a kind; until setup ends, the stack is not formed yet."""
    if not 0 <= s.stack_left <= box.TILES:
        return True
    counts = 0
    for seat in range(s.seats):
        for kind in range(box.GEARS):
            if s.gear[seat][kind] != NONE:
                counts += 1 << 3 * kind
    if s.phase == Phase.SETUP:
        for kind in range(box.GEARS):
            if counts >> 3 * kind & 7 > box.GEAR_COPIES:
                return True
        return s.stack_left != 0
    for i in range(box.TILES):
        if not 0 <= s.stack[i] < box.GEARS or (i >= s.stack_left and s.stack[i] != 0):
            return True
        if i < s.stack_left:
            counts += 1 << 3 * s.stack[i]
    for city in range(2):
        for i in range(box.DISPLAY):
            if not 0 <= s.display[city][i] <= box.GEARS:
                return True
            if s.display[city][i] > 0:
                counts += 1 << 3 * (s.display[city][i] - 1)
    for kind in range(box.GEARS):
        if not 0 <= s.discard[kind] <= box.GEAR_COPIES:
            return True
        counts += s.discard[kind] - box.GEAR_COPIES << 3 * kind
    return counts != 0


@rule
def wrong_animals(s: OutliveState) -> bool:
    """6 bits for a kind."""
    counts = 0
    missing: int = box.STACKS * box.PREY_STACK[s.seats - 2]
    for stack in range(box.STACKS):
        if not 0 <= s.prey_left[stack] <= box.PREY_STACK[s.seats - 2] or s.looked[stack] >> s.seats != 0:
            return True
        for i in range(s.prey_left[stack]):
            kind = s.prey[stack][i] - box.WEAKEST_PREY
            if not 0 <= kind < box.PREY:
                return True
            counts += 1 << 6 * kind
            missing -= 1
    for seat in range(s.seats):
        for kind in range(box.PREY):
            if not 0 <= s.kills[seat][kind] <= box.PREY_COUNT[kind]:
                return True
            counts += s.kills[seat][kind] << 6 * kind
            missing -= s.kills[seat][kind]
    for kind in range(box.PREY):
        if counts >> 6 * kind & 63 > box.PREY_COUNT[kind]:
            return True
    return missing != 0


@rule
def wrong_tokens(s: OutliveState) -> bool:
    """5 bits for a kind."""
    for city in range(2):
        if not 0 <= s.search_left[city] <= box.TOKENS_PER_CITY or s.peeked[city] >> s.seats != 0:
            return True
        counts = 0
        for i in range(box.TOKENS_PER_CITY):
            if not 0 <= s.search[city][i] < box.TOKENS:
                return True
            counts += 1 << 5 * s.search[city][i]
        for token in range(box.TOKENS):
            counts -= box.TOKEN_COUNT[token] << 5 * token
        if counts != 0:
            return True
    return False


@rule
def wrong_cards(s: OutliveState) -> bool:
    seen = 0
    for slot in range(box.ROUNDS):
        if not 1 <= s.card[slot] <= box.CARDS or not 0 <= s.ended[slot] <= s.seats:
            return True
        if seen >> s.card[slot] & 1 or (s.ended[slot] > 0 and slot >= s.day):
            return True
        seen |= 1 << s.card[slot]
    return False


@rule
def wrong_rooms(s: OutliveState) -> bool:
    """2 bits for a kind: at most two copies are anywhere."""
    counts = 0
    for seat in range(s.seats):
        for slot in range(box.SLOTS + box.DEALT_ROOMS):
            room = s.room[seat][slot] if slot < box.SLOTS else s.dealt[seat][slot - box.SLOTS]
            if slot < box.BASIC_ROOMS:
                if room != slot + 1:
                    return True
            elif room != 0:
                if not box.BASIC_ROOMS < room <= box.ROOMS or counts >> 2 * room & 3 == box.ADVANCED_COPIES:
                    return True
                counts += 1 << 2 * room
    return False


@rule
def wrong_leaders(s: OutliveState) -> bool:
    seen = 0
    for seat in range(s.seats):
        for i in range(1 + box.DEALT_LEADERS):
            leader = s.leader[seat] if i == 0 else s.offered[seat][i - 1]
            if leader != 0:
                if not 1 <= leader <= box.LEADERS or seen >> leader & 1:
                    return True
                seen |= 1 << leader
    return False


@rule
def wrong_map(s: OutliveState) -> bool:
    for area in range(box.AREAS):
        if not 0 <= s.pool[area] <= box.POOL_LIMIT[s.seats - 2][area]:
            return True
    for space in range(box.SPACES):
        if not 0 <= s.ship[space] <= 1:
            return True
    return not 0 <= s.algae <= 1


@rule
def wrong_stores(s: OutliveState) -> bool:
    for res in range(box.GOODS):
        total = 0
        for seat in range(s.seats):
            if s.store[seat][res] < 0:
                return True
            total += s.store[seat][res]
        for area in range(box.AREAS):
            if box.POOL_RES[area] == res:
                total += s.pool[area]
        if s.option[Choice.SUPPLY_LIMITED] == 1 and total > box.SUPPLY[res]:
            return True
    return False


@rule
def wrong_people(s: OutliveState) -> bool:
    total = 0
    for seat in range(s.seats):
        if not 0 <= s.airlock[seat] <= box.AIRLOCK or not 0 <= s.gauge[seat] <= box.GAUGE_END:
            return True
        total += survivors(s, seat)
        for slot in range(box.SLOTS):
            kind = s.room[seat][slot] - 1
            people = s.people[seat][slot]
            if not 0 <= s.built[seat][slot] <= 1 or people < 0 or not 0 <= s.used[seat][slot] <= 3:
                return True
            if s.built[seat][slot] == 0 or kind < 0:
                if people > 0 or s.built[seat][slot] == 1:
                    return True
            elif people > (box.NURSERY_MOST if kind == Room.NURSERY else box.PLACES[kind]):
                return True
    for space in range(box.SPACES):
        total += s.ship[space]
    return s.option[Choice.SUPPLY_LIMITED] == 1 and total > box.SUPPLY_SURVIVORS


@rule
def wrong_heroes(s: OutliveState) -> bool:
    for seat in range(s.seats):
        seen = 0
        if not 0 <= s.aboard[seat] <= box.SPACES or s.safe[seat] >> box.HEROES != 0:
            return True
        for hero in range(box.HEROES):
            area = s.place[seat][hero]
            if not -1 <= area < box.AREAS or not 0 <= s.standing[seat][hero] <= 1:
                return True
            if area >= 0:
                if seen >> area & 1:
                    return True
                seen |= 1 << area
            elif s.phase > Phase.PLACING:
                return True
    return False


@rule
def wrong_gear(s: OutliveState) -> bool:
    for seat in range(box.MOST_SEATS):
        for kind in range(box.GEARS):
            state = s.gear[seat][kind]
            if not NONE <= state <= USED or (seat >= s.seats and state != NONE):
                return True
    return False


@rule
def wrong_round(s: OutliveState) -> bool:
    if not 0 <= s.day <= box.ROUNDS or not Phase.SETUP <= s.phase <= Phase.OVER or not 0 <= s.turn <= s.seats:
        return True
    if not 0 <= s.first < s.seats or not 0 <= s.marker < s.seats or s.passed >> s.seats != 0:
        return True
    if not 0 <= s.slot <= box.ROUNDS:
        return True
    for row in range(s.depth):
        if not 1 <= s.frame[row][0] <= LAST_ASK or not 0 <= s.frame[row][1] < s.seats:
            return True
    return s.phase != Phase.OVER and s.depth == 0


@rule
def violated(s: OutliveState) -> int:
    """The first invariant that does not hold, or 0."""
    if wrong_tiles(s):
        return Invariant.TILES
    if wrong_animals(s):
        return Invariant.ANIMALS
    if wrong_tokens(s):
        return Invariant.TOKENS
    if wrong_cards(s):
        return Invariant.CARDS
    if wrong_rooms(s):
        return Invariant.ROOMS
    if wrong_leaders(s):
        return Invariant.LEADERS
    if wrong_map(s):
        return Invariant.MAP
    if wrong_stores(s):
        return Invariant.STORES
    if wrong_people(s):
        return Invariant.PEOPLE
    if wrong_heroes(s):
        return Invariant.HEROES
    if wrong_gear(s):
        return Invariant.GEAR
    if wrong_round(s):
        return Invariant.ROUND
    for seat in range(s.seats):
        if not FEWEST_POINTS <= score(s, seat) <= MOST_POINTS:
            return Invariant.POINTS
    return 0
