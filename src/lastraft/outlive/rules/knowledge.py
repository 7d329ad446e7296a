"""What a seat knows (section 18): hiding, filling again, and the observation as numbers."""

from __future__ import annotations

from ...kernel import Buffer, part, part_at, randbelow, rule, shuffle, sort, sort_descending, top
from ..components import (
    ADVANCED_COPIES,
    ADVANCED_ROOMS,
    AREAS,
    BASIC_ROOMS,
    CARDS,
    DEALT_LEADERS,
    DEALT_ROOMS,
    DISPLAY,
    GEARS,
    GOODS,
    HEROES,
    LARGEST_STACK,
    LEADERS,
    MOST_SEATS,
    PREY,
    PREY_COUNT,
    ROUNDS,
    SLOTS,
    SPACES,
    STACKS,
    TOKENS_PER_CITY,
    WEAKEST_PREY,
)
from ..options import OPTIONS
from ..state import Ask, OutliveState, Phase
from .areas import is_visiting
from .legal import asked
from .setup import draw_unseen


@rule
def is_among(seat: int, mask: int) -> bool:
    """Whether a seat is in a mask; a watcher (-1) never is."""
    return seat >= 0 and mask >> max(seat, 0) & 1 == 1


@rule
def hide(s: OutliveState, seat: int) -> None:
    """Section 18: blank what the seat cannot know. Stacks whose set of tokens anybody can work out are sorted; what
    nobody can work out becomes 0."""
    for i in range(4):
        s.random[i] = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(DEALT_ROOMS):
                s.dealt[other][i] = 0
            for i in range(DEALT_LEADERS):
                s.offered[other][i] = 0
    for slot in range(s.day, ROUNDS):
        s.card[slot] = 0
    for stack in range(STACKS):
        if not is_among(seat, s.looked[stack]):
            for i in range(s.prey_left[stack] - 1):
                s.prey[stack][i] = 0
    for city in range(2):
        if not is_among(seat, s.peeked[city]):
            sort(s.search[city], s.search_left[city])
    sort(s.stack, s.stack_left)


BITS = 5
"""Enough for the animals of a kind."""


@rule
def determinize(s: OutliveState, seat: int) -> None:
    """Section 18, the other way: something that the seat cannot tell from the truth."""
    if s.phase == Phase.SETUP:
        guess_rooms(s, seat)
        guess_leaders(s, seat)
    guess_cards(s)
    guess_animals(s, seat)
    for city in range(2):
        if not is_among(seat, s.peeked[city]):
            shuffle(s, s.search[city], s.search_left[city])
    shuffle(s, s.stack, s.stack_left)


@rule
def rooms_held(s: OutliveState, other: int) -> int:
    """How many dealt rooms a seat still holds or has refused: all but the kept ones."""
    kept = 0
    for slot in range(BASIC_ROOMS, SLOTS):
        if s.room[other][slot] > 0:
            kept += 1
    return DEALT_ROOMS - kept


@rule
def unseen_copies(s: OutliveState, kind: int) -> int:
    """Copies of an advanced room that lie nowhere in sight."""
    n = ADVANCED_COPIES
    for seat in range(s.seats):
        for slot in range(BASIC_ROOMS, SLOTS):
            if s.room[seat][slot] == kind + 1:
                n -= 1
        for i in range(DEALT_ROOMS):
            if s.dealt[seat][i] == kind + 1:
                n -= 1
    return n


@rule
def guess_rooms(s: OutliveState, seat: int) -> None:
    """The others' dealt rooms: any that are out of sight."""
    unseen = 0
    for kind in range(BASIC_ROOMS, BASIC_ROOMS + ADVANCED_ROOMS):
        unseen += unseen_copies(s, kind)
    for other in range(s.seats):
        if other != seat:
            for i in range(rooms_held(s, other)):
                s.dealt[other][i] = guess_room(s, unseen) + 1
                unseen -= 1
            sort_descending(s.dealt[other], DEALT_ROOMS)


@rule
def guess_room(s: OutliveState, unseen: int) -> int:
    """One of the tiles out of sight."""
    choice = randbelow(s, unseen)
    for kind in range(BASIC_ROOMS, BASIC_ROOMS + ADVANCED_ROOMS):
        choice -= unseen_copies(s, kind)
        if choice < 0:
            return kind
    return BASIC_ROOMS


@rule
def guess_leaders(s: OutliveState, seat: int) -> None:
    """The others' leaders: any that are out of sight."""
    seen = 0
    for other in range(s.seats):
        if s.leader[other] > 0:
            seen |= 1 << s.leader[other] - 1
        for i in range(DEALT_LEADERS):
            if s.offered[other][i] > 0:
                seen |= 1 << s.offered[other][i] - 1
    for other in range(s.seats):
        if other != seat:
            for i in range(DEALT_LEADERS - (1 if s.leader[other] > 0 else 0)):
                leader = draw_unseen(s, LEADERS, seen)
                seen |= 1 << leader
                s.offered[other][i] = leader + 1
            sort_descending(s.offered[other], DEALT_LEADERS)


@rule
def guess_cards(s: OutliveState) -> None:
    """Face-down events: any that have not been turned up."""
    seen = 0
    for slot in range(s.day):
        if s.card[slot] > 0:
            seen |= 1 << s.card[slot] - 1
    for slot in range(s.day, ROUNDS):
        card = draw_unseen(s, CARDS, seen)
        seen |= 1 << card
        s.card[slot] = card + 1


@rule
def unseen_animals(s: OutliveState, kind: int) -> int:
    """Tokens of a kind that are neither hunted nor seen in a stack."""
    n: int = PREY_COUNT[kind]
    for seat in range(s.seats):
        n -= s.kills[seat][kind]
    for stack in range(STACKS):
        for i in range(s.prey_left[stack]):
            if s.prey[stack][i] == WEAKEST_PREY + kind:
                n -= 1
    return max(0, n)


@rule
def guess_animals(s: OutliveState, seat: int) -> None:
    """Animals under the top: any tokens that have not been seen, counted once, `BITS` bits for each kind."""
    unseen = 0
    counts = 0
    for kind in range(PREY):
        n = unseen_animals(s, kind)
        unseen += n
        counts += n << BITS * kind
    for stack in range(STACKS):
        if not is_among(seat, s.looked[stack]):
            for i in range(s.prey_left[stack] - 1):
                kind = kind_at(counts, randbelow(s, max(1, unseen)))
                s.prey[stack][i] = WEAKEST_PREY + kind
                if unseen > 0:
                    unseen -= 1
                    counts -= 1 << BITS * kind


@rule
def kind_at(counts: int, place: int) -> int:
    """The kind of the animal at a place of all that are counted, laid out by kind."""
    for kind in range(PREY):
        place -= counts >> BITS * kind & (1 << BITS) - 1
        if place < 0:
            return kind
    return PREY - 1


ABOUT_SEAT = 6 + GOODS + 4 * SLOTS + GEARS + PREY + 2 * HEROES
ABOUT_STACKS = STACKS * (2 + LARGEST_STACK) + 2 * (2 + TOKENS_PER_CITY + DISPLAY) + 1 + GEARS
ABOUT_TABLE = 7 + 2 * ROUNDS + AREAS + SPACES + ABOUT_STACKS
ABOUT_QUESTION = 6 + len(OPTIONS)
ABOUT_HAND = DEALT_ROOMS + DEALT_LEADERS
OBSERVATION = ABOUT_TABLE + ABOUT_QUESTION + ABOUT_HAND + MOST_SEATS * ABOUT_SEAT


@rule
def observe(s: OutliveState, seat: int, out: Buffer) -> int:
    """The table, the question, the own hand during setup, then every seat, the own one first; empty seats are zeros."""
    own = max(seat, 0)
    n = observe_stacks(s, seat, observe_table(s, own, out), out)
    n = observe_question(s, own, n, out)
    for i in range(DEALT_ROOMS):
        out[n + i] = s.dealt[own][i] if seat >= 0 else 0
    n += DEALT_ROOMS
    for i in range(DEALT_LEADERS):
        out[n + i] = s.offered[own][i] if seat >= 0 else 0
    n += DEALT_LEADERS
    for i in range(MOST_SEATS):
        if i < s.seats:
            observe_seat(s, (own + i) % s.seats, n, out)
        else:
            for k in range(ABOUT_SEAT):
                out[n + k] = 0
        n += ABOUT_SEAT
    return n


@rule
def observe_table(s: OutliveState, own: int, out: Buffer) -> int:
    """Round, who is asked what, cards, pools, ship."""
    out[0] = s.day
    out[1] = s.phase
    out[2] = top(s)
    out[3] = (asked(s) - own + s.seats) % s.seats + 1 if s.depth > 0 else 0
    out[4] = (s.first - own + s.seats) % s.seats
    out[5] = (s.marker - own + s.seats) % s.seats
    out[6] = s.algae
    n = 7
    for slot in range(ROUNDS):
        out[n] = s.card[slot]
        out[n + 1] = 0 if s.ended[slot] == 0 else 1 + (s.ended[slot] - 1 - own + s.seats) % s.seats
        n += 2
    for area in range(AREAS):
        out[n + area] = s.pool[area]
    n += AREAS
    for space in range(SPACES):
        out[n + space] = s.ship[space]
    return n + SPACES


@rule
def observe_stacks(s: OutliveState, seat: int, n: int, out: Buffer) -> int:
    """Animals, tokens, tiles, and whether the seat knows the order."""
    for stack in range(STACKS):
        out[n] = s.prey_left[stack]
        out[n + 1] = 1 if is_among(seat, s.looked[stack]) else 0
        n += 2
        for i in range(LARGEST_STACK):
            out[n + i] = s.prey[stack][i]
        n += LARGEST_STACK
    for city in range(2):
        out[n] = s.search_left[city]
        out[n + 1] = 1 if is_among(seat, s.peeked[city]) else 0
        n += 2
        for i in range(TOKENS_PER_CITY):
            out[n + i] = s.search[city][i]
        n += TOKENS_PER_CITY
        for i in range(DISPLAY):
            out[n + i] = s.display[city][i]
        n += DISPLAY
    out[n] = s.stack_left
    for kind in range(GEARS):
        out[n + 1 + kind] = s.discard[kind]
    return n + 1 + GEARS


@rule
def observe_question(s: OutliveState, own: int, n: int, out: Buffer) -> int:
    """The numbers of the question (`Ask`), seats counted from the own one; the hero that visits, its actions and what
    it has done; the options."""
    ask = top(s)
    visiting = is_visiting(s)
    for i in range(3):
        is_seat = (i == 0 and Ask.GUARD <= ask <= Ask.LOOT) or (i == 1 and ask == Ask.LOOT)
        number = part(s, 1 + i) if s.depth > 0 else 0
        out[n + i] = (number - own + s.seats) % s.seats if is_seat else number
        out[n + 3 + i] = part_at(s, 0, 1 + i) if visiting else 0
    for i in range(ABOUT_QUESTION - 6):
        out[n + 6 + i] = s.option[i]
    return n + ABOUT_QUESTION


@rule
def observe_seat(s: OutliveState, seat: int, n: int, out: Buffer) -> None:
    """One shelter and its heroes."""
    out[n] = s.leader[seat]
    out[n + 1] = s.airlock[seat]
    out[n + 2] = s.gauge[seat]
    out[n + 3] = s.aboard[seat]
    out[n + 4] = s.safe[seat]
    out[n + 5] = s.passed >> seat & 1
    n += 6
    for res in range(GOODS):
        out[n + res] = s.store[seat][res]
    n += GOODS
    for slot in range(SLOTS):
        out[n] = s.room[seat][slot]
        out[n + 1] = s.built[seat][slot]
        out[n + 2] = s.people[seat][slot]
        out[n + 3] = s.used[seat][slot]
        n += 4
    for kind in range(GEARS):
        out[n + kind] = s.gear[seat][kind]
    n += GEARS
    for kind in range(PREY):
        out[n + kind] = s.kills[seat][kind]
    n += PREY
    for hero in range(HEROES):
        out[n] = s.place[seat][hero] + 1
        out[n + 1] = s.standing[seat][hero]
        n += 2
