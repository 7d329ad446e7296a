"""What a seat sees, as numbers for a learner; seats count from the observer, empty ones are zeros."""

from __future__ import annotations

from ...kernel import Buffer, distance, part, part_at, rule, seat_after, top
from ...protocol import Observation, counts, names
from .. import components as box
from ..options import OPTIONS
from ..state import DAM_ON, GATHERED, HUNTED, USED, Ask, OutliveState, Phase
from .areas import is_visiting
from .knowledge import is_among
from .legal import asked

MOST_GOODS = 60
"""More of one kind looks like so many."""
MOST_PART = 40
CITIES = 2
BITS = 5
"""Enough for the tokens of one kind in a city."""

OBSERVED = Observation(
    seats=names(1, box.MOST_SEATS),
    day=counts(1, box.ROUNDS),
    phase=names(1, max(Phase)),
    ask=names(1, max(Ask)),
    asked=names(1, box.MOST_SEATS),
    number=names(3, MOST_PART, low=-1),
    visit=names(3, max(box.HEROES, GATHERED | DAM_ON | HUNTED, 8)),
    first=names(1, box.MOST_SEATS - 1),
    marker=names(1, box.MOST_SEATS - 1),
    turn=names(1, box.MOST_SEATS),
    slot=names(1, box.ROUNDS),
    option=names(len(OPTIONS), max(len(option.values) for option in OPTIONS) - 1),
    card=names(box.ROUNDS, box.CARDS),
    ended=names(box.ROUNDS, box.MOST_SEATS),
    pool=counts(box.AREAS, max(max(row) for row in box.POOL_LIMIT)),
    algae=counts(1, 1),
    ship=counts(box.SPACES, box.MOST_SEATS),
    prey_left=counts(box.STACKS, box.LARGEST_STACK),
    looked=counts(box.STACKS * box.MOST_SEATS, 1),
    prey=names(box.STACKS * box.LARGEST_STACK, box.WEAKEST_PREY + box.PREY),
    search_left=counts(CITIES, box.TOKENS_PER_CITY),
    peeked=counts(CITIES * box.MOST_SEATS, 1),
    search=names(CITIES * box.TOKENS_PER_CITY, box.TOKENS),
    display=names(CITIES * box.DISPLAY, box.GEARS),
    tiles_left=counts(1, box.TILES),
    discard=counts(box.GEARS, box.GEAR_COPIES),
    dealt=names(box.DEALT_ROOMS, box.ROOMS),
    offered=names(box.DEALT_LEADERS, box.LEADERS),
    leader=names(box.MOST_SEATS, box.LEADERS),
    airlock=counts(box.MOST_SEATS, box.AIRLOCK),
    gauge=counts(box.MOST_SEATS, box.GAUGE_END),
    aboard=names(box.MOST_SEATS, box.SPACES),
    safe=counts(box.MOST_SEATS * box.HEROES, 1),
    passed=counts(box.MOST_SEATS, 1),
    store=counts(box.MOST_SEATS * box.GOODS, MOST_GOODS),
    room=names(box.MOST_SEATS * box.SLOTS, box.ROOMS),
    built=counts(box.MOST_SEATS * box.SLOTS, 1),
    people=counts(box.MOST_SEATS * box.SLOTS, box.NURSERY_MOST),
    used=names(box.MOST_SEATS * box.SLOTS, 3),
    gear=names(box.MOST_SEATS * box.GEARS, USED),
    kills=counts(box.MOST_SEATS * box.PREY, max(box.PREY_COUNT)),
    place=names(box.MOST_SEATS * box.HEROES, box.AREAS),
    standing=counts(box.MOST_SEATS * box.HEROES, 1),
)
(
    SEATS, DAY, PHASE, ASK, ASKED, NUMBER, VISIT, FIRST, MARKER, TURN, SLOT, OPTION, CARD, ENDED, POOL, ALGAE, SHIP,
    PREY_LEFT, LOOKED, PREY_AT, SEARCH_LEFT, PEEKED, SEARCH, DISPLAYED, TILES_LEFT, DISCARD, DEALT, OFFERED, LEADER,
    IN_AIRLOCK, GAUGE, ABOARD, SAFE, PASSED, STORE, ROOM, BUILT, PEOPLE, USED_ROOM, GEAR, KILLS, PLACE, STANDING,
) = OBSERVED.firsts.values()  # fmt: skip
SIZE = OBSERVED.size
CHOICES = len(OPTIONS)


@rule
def observe(s: OutliveState, seat: int, out: Buffer) -> int:
    """Section 18: the table, the question, the stacks, the own hand during setup, then every seat. Of the true state
    no more is read than what `hide` leaves."""
    for i in range(SIZE):
        out[i] = 0
    own = max(seat, 0)
    observe_table(s, own, out)
    observe_question(s, own, out)
    observe_stacks(s, seat, own, out)
    if seat >= 0:
        for i in range(box.DEALT_ROOMS):
            out[DEALT + i] = s.dealt[seat][i]
        for i in range(box.DEALT_LEADERS):
            out[OFFERED + i] = s.offered[seat][i]
    for i in range(s.seats):
        other = seat_after(s, own, i)
        observe_shelter(s, other, i, out)
        observe_heroes(s, other, i, out)
    return SIZE


@rule
def observe_table(s: OutliveState, own: int, out: Buffer) -> None:
    """Round, cards, pools, ship."""
    out[SEATS] = s.seats
    out[DAY] = s.day
    out[PHASE] = s.phase
    out[FIRST] = distance(s, own, s.first)
    out[MARKER] = distance(s, own, s.marker)
    out[TURN] = s.turn
    out[SLOT] = s.slot
    out[ALGAE] = s.algae
    for slot in range(box.ROUNDS):
        out[CARD + slot] = s.card[slot] if slot < s.day else 0
        out[ENDED + slot] = 0 if s.ended[slot] == 0 else 1 + distance(s, own, s.ended[slot] - 1)
    for area in range(box.AREAS):
        out[POOL + area] = s.pool[area]
    for space in range(box.SPACES):
        out[SHIP + space] = s.ship[space]


@rule
def observe_question(s: OutliveState, own: int, out: Buffer) -> None:
    """The numbers of the question (`Ask`); the hero that visits, its actions and what it has done; the options."""
    ask = top(s)
    out[ASK] = ask
    out[ASKED] = 1 + distance(s, own, asked(s)) if asked(s) >= 0 else 0
    if s.depth > 0:
        visiting = is_visiting(s)
        for i in range(3):
            is_seat = (i == 0 and Ask.GUARD <= ask <= Ask.LOOT) or (i == 1 and ask == Ask.LOOT)
            number = part(s, 1 + i)
            out[NUMBER + i] = distance(s, own, number) if is_seat else min(number, MOST_PART)
            out[VISIT + i] = part_at(s, 0, 1 + i) if visiting else 0
    for i in range(CHOICES):
        out[OPTION + i] = s.option[i]


@rule
def observe_stacks(s: OutliveState, seat: int, own: int, out: Buffer) -> None:
    """Animals, tokens, tiles, and who knows their order."""
    for stack in range(box.STACKS):
        known = 0 if is_among(seat, s.looked[stack]) else s.prey_left[stack] - 1
        out[PREY_LEFT + stack] = s.prey_left[stack]
        for i in range(s.seats):
            out[LOOKED + stack * box.MOST_SEATS + i] = s.looked[stack] >> seat_after(s, own, i) & 1
        for i in range(box.LARGEST_STACK):
            out[PREY_AT + stack * box.LARGEST_STACK + i] = s.prey[stack][i] if i >= known else 0
    for city in range(CITIES):
        out[SEARCH_LEFT + city] = s.search_left[city]
        for i in range(s.seats):
            out[PEEKED + city * box.MOST_SEATS + i] = s.peeked[city] >> seat_after(s, own, i) & 1
        for i in range(box.TOKENS_PER_CITY):
            out[SEARCH + city * box.TOKENS_PER_CITY + i] = s.search[city][i]
        if not is_among(seat, s.peeked[city]):
            observe_unordered(s, city, out)
        for i in range(box.DISPLAY):
            out[DISPLAYED + city * box.DISPLAY + i] = s.display[city][i]
    out[TILES_LEFT] = s.stack_left
    for kind in range(box.GEARS):
        out[DISCARD + kind] = s.discard[kind]


@rule
def observe_unordered(s: OutliveState, city: int, out: Buffer) -> None:
    """The tokens of a stack whose order the seat does not know, by kind: how many there are of each, and then where
    the next of each goes, in `BITS` bits."""
    counted = 0
    for i in range(s.search_left[city]):
        counted += 1 << BITS * s.search[city][i]
    place = 0
    before = 0
    for token in range(box.TOKENS + 1):
        place |= before << BITS * token
        before += counted >> BITS * token & (1 << BITS) - 1
    for i in range(s.search_left[city]):
        token = s.search[city][i]
        out[SEARCH + city * box.TOKENS_PER_CITY + (place >> BITS * token & (1 << BITS) - 1)] = token
        place += 1 << BITS * token


@rule
def observe_shelter(s: OutliveState, seat: int, i: int, out: Buffer) -> None:
    """One shelter: its leader, stores, rooms and tiles."""
    out[LEADER + i] = s.leader[seat]
    out[IN_AIRLOCK + i] = s.airlock[seat]
    out[GAUGE + i] = s.gauge[seat]
    for res in range(box.GOODS):
        out[STORE + i * box.GOODS + res] = min(s.store[seat][res], MOST_GOODS)
    for slot in range(box.SLOTS):
        out[ROOM + i * box.SLOTS + slot] = s.room[seat][slot]
        out[BUILT + i * box.SLOTS + slot] = s.built[seat][slot]
        out[PEOPLE + i * box.SLOTS + slot] = s.people[seat][slot]
        out[USED_ROOM + i * box.SLOTS + slot] = s.used[seat][slot]
    for kind in range(box.GEARS):
        out[GEAR + i * box.GEARS + kind] = s.gear[seat][kind]


@rule
def observe_heroes(s: OutliveState, seat: int, i: int, out: Buffer) -> None:
    """The heroes of one shelter, and what they killed."""
    out[ABOARD + i] = s.aboard[seat]
    out[PASSED + i] = s.passed >> seat & 1
    for kind in range(box.PREY):
        out[KILLS + i * box.PREY + kind] = s.kills[seat][kind]
    for hero in range(box.HEROES):
        out[SAFE + i * box.HEROES + hero] = s.safe[seat] >> hero & 1
        out[PLACE + i * box.HEROES + hero] = s.place[seat][hero] + 1
        out[STANDING + i * box.HEROES + hero] = s.standing[seat][hero]
