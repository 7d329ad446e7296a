"""Day, part 1: events (sections 5 and 6)."""

from ...kernel import EVERYONE, clause, emit, part, push, rule, set_part
from .. import components as box
from ..components import Card, Res, Room
from ..events import Event
from ..state import Ask, Count, OutliveState, Phase
from .dawn import show_tokens
from .shelter import active_room, food, is_food, lose_survivors, materials, raise_gauge, seat_at


@rule
def is_face_up(s: OutliveState, slot: int) -> bool:
    """OL-5.9, OL-11.8: turned up in this or an earlier round, and ended by nobody."""
    return slot < s.day and s.card[slot] > 0 and s.ended[slot] == 0


@rule
def slot_of(s: OutliveState, card: int) -> int:
    """OL-5.2, OL-11.8: the slot on which that card lies face up, or -1."""
    for slot in range(s.day):
        if s.card[slot] == card + 1 and is_face_up(s, slot):
            return slot
    return -1


@rule
def is_immune(s: OutliveState, seat: int) -> bool:
    """OL-5.6, OL-12.19: the owner of an active `event_immunity` ignores every event that is no shortage."""
    return active_room(s, seat, Room.EVENT_IMMUNITY) >= 0


@rule
def suffers(s: OutliveState, seat: int, card: int) -> bool:
    """OL-5.5, OL-5.10: whether an ongoing event holds for the seat now."""
    return slot_of(s, card) >= 0 and not is_immune(s, seat)


@rule
def begin_events(s: OutliveState) -> None:
    """OL-5.1: the card of this round is turned up."""
    s.phase = Phase.EVENTS
    s.turn = 0
    s.slot = 0
    s.revealed += 1
    if s.card[s.day - 1] > 0:
        emit(s, EVERYONE, Event.TURNED, s.card[s.day - 1] - 1, s.day)


@rule
def next_event(s: OutliveState) -> None:
    """OL-5.2, OL-5.3: all face-up events take effect, the lowest slot first, shelter by shelter in turn order."""
    if s.slot == s.day:
        s.phase = Phase.DAY
        s.turn = 0
        s.slot = 0
    elif not is_face_up(s, s.slot):
        s.slot += 1
    else:
        strike(s, s.card[s.slot] - 1)


@rule
def strike(s: OutliveState, card: int) -> None:
    """OL-5.3: a shortage strikes the board, another event one shelter after another; ongoing ones wait for their
    moment."""
    if s.turn == 0 and box.EACH_SHELTER[card] + box.SHORTAGE[card] > 0:
        emit(s, EVERYONE, Event.STRIKES, card)
    if box.SHORTAGE[card] == 1:
        cut_pools(s)
        for city in range(2):
            show_tokens(s, city, box.SEARCH_CUT[card][s.seats - 2])
    elif box.EACH_SHELTER[card] == 1 and s.turn < s.seats:
        seat = seat_at(s, s.turn)
        s.turn += 1
        if is_immune(s, seat):
            emit(s, EVERYONE, Event.SPARED, seat, card)
        else:
            strike_shelter(s, seat, card)
        return
    s.turn = 0
    s.slot += 1


@rule
def cut_pools(s: OutliveState) -> None:
    """OL-5.4, OL-6.1 to OL-6.4: face-up shortages add up; tokens above the lowered limit go back to the supply."""
    for area in range(box.AREAS):
        limit = box.POOL_LIMIT[s.seats - 2][area]
        for slot in range(s.slot + 1):
            if is_face_up(s, slot):
                limit -= box.POOL_CUT[s.card[slot] - 1][s.seats - 2][area]
        s.pool[area] = min(s.pool[area], max(0, limit))


@rule
def strike_shelter(s: OutliveState, seat: int, card: int) -> None:
    """OL-6.6, OL-6.7, OL-6.11 to OL-6.13: what the event takes from one shelter. Who can pay the first part must."""
    if card == Card.RADIOACTIVE_CLOUD:
        raise_gauge(s, seat, box.CLOUD_STEPS)
    elif card == Card.RATS and food(s, seat) > 0:
        push(s, Ask.LOSE_FOOD, seat, 1, 0, 0)
    elif card == Card.HOSTILE_CLAN and materials(s, seat) + s.store[seat][Res.AMMO] >= box.CLAN_GOODS:
        push(s, Ask.LOSE_GOODS, seat, box.CLAN_GOODS, 0, 0)
    else:
        lose_survivors(s, seat, 1)


@rule
def forbids_losing_food(s: OutliveState, seat: int, res: int) -> int:
    """OL-6.11: the owner chooses a food token."""
    return 0 if is_food(res) and s.store[seat][res] > 0 else clause(6, 11)


@rule
def forbids_losing_goods(s: OutliveState, seat: int, res: int) -> int:
    """OL-6.12: the owner chooses among materials and ammo."""
    return 0 if not is_food(res) and s.store[seat][res] > 0 else clause(6, 12)


@rule
def lose_token(s: OutliveState, seat: int, res: int) -> None:
    """OL-5.7, OL-6.11, OL-6.12: the token chosen goes to the supply."""
    s.store[seat][res] -= 1
    emit(s, EVERYONE, Event.LOST, seat, res, 1)
    set_part(s, Count.left, part(s, Count.left) - 1)
