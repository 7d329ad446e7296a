"""The choices of setup (section 2): rooms, survivors, leaders, heroes."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part, shuffle, sort_descending
from .. import components as box
from ..components import Token
from ..events import Event
from ..options import Choice
from ..state import BROKEN, Ask, Count, OutliveState, Phase, Placing, Splitting
from .dawn import shuffle_tokens
from .shelter import gain, lower_gauge, seat_at

LAST_CHOSEN_HERO = 2
"""The 4: the two 3s are alike (OL-2.20)."""


@rule
def in_hand(s: OutliveState, seat: int, kind: int) -> int:
    """Where a room lies among the dealt ones, or -1."""
    for i in range(box.DEALT_ROOMS):
        if s.dealt[seat][i] == kind + 1:
            return i
    return -1


@rule
def forbids_keeping(s: OutliveState, seat: int, kind: int) -> int:
    """OL-2.4: one of the dealt rooms that is not kept yet."""
    return 0 if in_hand(s, seat, kind) >= 0 else clause(2, 4)


@rule
def keep_room(s: OutliveState, seat: int, kind: int) -> None:
    """OL-2.4, OL-2.20: kept rooms fill the slots 3 to 6 in the order in which they are chosen."""
    s.dealt[seat][in_hand(s, seat, kind)] = 0
    sort_descending(s.dealt[seat], box.DEALT_ROOMS)
    s.room[seat][box.SLOTS - part(s, Count.left)] = kind + 1
    emit(s, EVERYONE, Event.KEPT, seat, kind)
    set_part(s, Count.left, part(s, Count.left) - 1)
    if part(s, Count.left) == 0:
        pop(s)
        push(s, Ask.FIRST_ROOM, seat, 0, 0, 0)


@rule
def build_first(s: OutliveState, seat: int, slot: int) -> None:
    """OL-2.5: one of the seven rooms is built for free."""
    s.built[seat][slot] = 1
    emit(s, EVERYONE, Event.BUILT, seat, s.room[seat][slot] - 1, 1)
    pop(s)
    push(s, Ask.SPLIT, seat, slot, 0, 0)


@rule
def forbids_split(s: OutliveState, seat: int, number: int) -> int:
    """OL-2.6: never more than four, nor more than the room's places."""
    capacity = box.PLACES[s.room[seat][part(s, Splitting.slot)] - 1]
    return 0 if number <= min(box.START_SURVIVORS, capacity) else clause(2, 6)


@rule
def split_survivors(s: OutliveState, seat: int, number: int) -> None:
    """OL-2.6: so many into the room, the rest into the airlock."""
    s.people[seat][part(s, Splitting.slot)] = number
    s.airlock[seat] = box.START_SURVIVORS - number
    emit(s, EVERYONE, Event.SPLIT, seat, number, box.START_SURVIVORS - number)
    pop(s)
    push(s, Ask.LEADER, seat, 0, 0, 0)


@rule
def forbids_leader(s: OutliveState, seat: int, leader: int) -> int:
    """OL-2.7: one of the two dealt."""
    return 0 if s.offered[seat][0] == leader + 1 or s.offered[seat][1] == leader + 1 else clause(2, 7)


@rule
def choose_leader(s: OutliveState, seat: int, leader: int) -> None:
    """OL-2.7, OL-2.8, OL-2.10: the leader brings resources and a broken tile."""
    s.leader[seat] = leader + 1
    for i in range(box.DEALT_LEADERS):
        if s.offered[seat][i] == leader + 1:
            s.offered[seat][i] = 0
    sort_descending(s.offered[seat], box.DEALT_LEADERS)
    emit(s, EVERYONE, Event.LED, seat, leader)
    for res in range(box.GOODS):
        gain(s, seat, res, box.START_GOODS[leader][res])
    s.gear[seat][box.START_GEAR[leader]] = BROKEN
    emit(s, EVERYONE, Event.DREW, seat, box.START_GEAR[leader])
    pop(s)
    if leader == box.MARY:
        mary_draws(s, seat)


@rule
def mary_draws(s: OutliveState, seat: int) -> None:
    """OL-2.17: four search tokens, two from each city, or as her player says with `mary_draw`."""
    if s.option[Choice.MARY_DRAW] == 1:
        push(s, Ask.MARY_DRAW, seat, box.MARY_DRAWS, 0, 0)
        return
    for i in range(box.MARY_DRAWS):
        mary_token(s, seat, i % 2)
    push(s, Ask.MARY_THROW, seat, 0, 0, 0)


@rule
def mary_token(s: OutliveState, seat: int, city: int) -> None:
    """OL-2.17: the top token of a city, for all to see; it lies beside the city for now."""
    s.search_left[city] -= 1
    s.revealed += 1
    emit(s, EVERYONE, Event.MARY_DREW, seat, city, s.search[city][s.search_left[city]])


@rule
def mary_city(s: OutliveState, seat: int, city: int) -> None:
    """OL-2.17 with `mary_draw` = free_split: her player names the city of each draw."""
    mary_token(s, seat, city)
    set_part(s, Count.left, part(s, Count.left) - 1)
    if part(s, Count.left) == 0:
        pop(s)
        push(s, Ask.MARY_THROW, seat, 0, 0, 0)


@rule
def mary_holds(s: OutliveState, token: int) -> int:
    """How many of the four drawn tokens are of that kind."""
    n = 0
    for city in range(2):
        for i in range(s.search_left[city], box.TOKENS_PER_CITY):
            if s.search[city][i] == token:
                n += 1
    return n


@rule
def forbids_throwing(s: OutliveState, token: int) -> int:
    """OL-2.17: one of the four drawn."""
    return 0 if mary_holds(s, token) > 0 else clause(2, 17)


@rule
def mary_throws(s: OutliveState, seat: int, thrown: int) -> None:
    """OL-2.17: she receives what the other three show; a cupboard is empty. The four go back to their cities."""
    emit(s, EVERYONE, Event.MARY_THREW, seat, thrown)
    for token in range(box.TOKENS):
        kept = mary_holds(s, token) - (1 if token == thrown else 0)
        for _ in range(kept):
            if token == Token.ALGAE_PILLS:
                lower_gauge(s, seat)
            elif box.TOKEN_RES[token] >= 0:
                gain(s, seat, box.TOKEN_RES[token], 1)
    for city in range(2):
        shuffle_tokens(s, city)
    pop(s)


@rule
def next_choices(s: OutliveState) -> None:
    """OL-2.13: all choices of one seat, then of the next; then the first player is fixed."""
    if s.turn < s.seats:
        push(s, Ask.KEEP, s.turn, box.KEPT_ROOMS, 0, 0)
        s.turn += 1
    else:
        finish_choices(s)


@rule
def finish_choices(s: OutliveState) -> None:
    """OL-2.12, OL-2.15: the oldest leader goes first; the remaining tiles form the stack. What was refused is gone."""
    for seat in range(1, s.seats):
        if box.AGE[s.leader[seat] - 1] > box.AGE[s.leader[s.first] - 1]:
            s.first = seat
    s.marker = s.first
    emit(s, EVERYONE, Event.FIRST, s.first)
    for seat in range(s.seats):
        for i in range(box.DEALT_ROOMS):
            s.dealt[seat][i] = 0
        for i in range(box.DEALT_LEADERS):
            s.offered[seat][i] = 0
    for kind in range(box.GEARS):
        copies = box.GEAR_COPIES
        for seat in range(s.seats):
            if s.gear[seat][kind] == BROKEN:
                copies -= 1
        for _ in range(copies):
            s.stack[s.stack_left] = kind
            s.stack_left += 1
    shuffle(s, s.stack, s.stack_left)
    s.phase = Phase.PLACING
    s.turn = 0


@rule
def next_placing(s: OutliveState) -> bool:
    """OL-2.13: in turn order each player places all four heroes; whether somebody still had to."""
    if s.turn == s.seats:
        return False
    push(s, Ask.PLACE_HERO, seat_at(s, s.turn), box.HEROES - 1, 0, 0)
    s.turn += 1
    return True


@rule
def is_placed(s: OutliveState, seat: int, area: int) -> bool:
    """Whether one of the seat's heroes is in that area."""
    for hero in range(box.HEROES):
        if s.place[seat][hero] == area:
            return True
    return False


@rule
def is_start_area(s: OutliveState, seat: int, area: int) -> bool:
    """OL-2.9, OL-2.11: one of the four areas on the leader's card."""
    for i in range(box.HEROES):
        if box.START_AREAS[s.leader[seat] - 1][i] == area:
            return True
    return False


@rule
def forbids_placing(s: OutliveState, seat: int, area: int) -> int:
    """OL-2.9: one hero on each of the leader's start areas."""
    if not is_start_area(s, seat, area) or is_placed(s, seat, area):
        return clause(2, 9)
    return 0


@rule
def place_hero(s: OutliveState, seat: int, area: int) -> None:
    """OL-2.9, OL-2.20: the 5, then the 4; the 3s take the rest, 3a the area that comes first in the ring."""
    hero = part(s, Placing.hero)
    s.place[seat][hero] = area
    emit(s, EVERYONE, Event.PLACED, seat, hero, area)
    set_part(s, Placing.hero, hero - 1)
    if hero > LAST_CHOSEN_HERO:
        return
    pop(s)
    hero = 0
    for other in range(box.AREAS):
        if is_start_area(s, seat, other) and not is_placed(s, seat, other):
            s.place[seat][hero] = other
            emit(s, EVERYONE, Event.PLACED, seat, hero, other)
            hero += 1
