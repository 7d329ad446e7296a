"""Arriving in an area and the actions there (section 9 without hunting; equipment of section 10 that works there)."""

from ...kernel import EVERYONE, clause, emit, part, part_at, pop, push, rule, set_part
from .. import components as box
from ..components import Area, Gear, Res, Room, Token
from ..events import Event
from ..options import Choice
from ..state import BROKEN, DAM_ON, GATHERED, NONE, Arrival, Ask, Joining, OutliveState, Visit
from .equipment import is_ready, use_gear
from .movement import is_taken
from .pressure import press_next
from .shelter import any_place, gain, has_place, is_active, join, lower_gauge, survivors_in_supply, use_all

# -- arriving ------------------------------------------------------------------------------------------------------


@rule
def arrive(s: OutliveState) -> None:
    """OL-9.37, OL-10.6: pressure, then what the ship gives, then gifts; then the hero's actions."""
    step = part(s, Arrival.step)
    seat = part(s, Arrival.seat)
    area = s.place[seat][part(s, Arrival.hero)]
    if step < s.seats:
        press_next(s)
    elif step == s.seats:
        set_part(s, Arrival.step, step + 1)
        if area == Area.CARGO:
            unload(s, seat)
    else:
        pop(s)
        if s.option[Choice.AUTO_FREE_BONUSES] == 0:
            arrival_gear(s, seat, area)


@rule
def unload(s: OutliveState, seat: int) -> None:
    """OL-9.30, OL-9.33, OL-9.36, OL-12.15, OL-12.16: the space's cans with the rooms' bonuses, and a survivor: the
    space's own, or one from the supply where somebody stood there before."""
    space = s.aboard[seat] - 1
    taken = is_taken(s, seat, space)
    cans = box.SPACE_CANS[space]
    cans += box.SHIP_CANS[Room.CARGO_PLUS1] * use_all(s, seat, Room.CARGO_PLUS1)
    cans += box.SHIP_CANS[Room.CARGO_PLUS2_OPEN] * use_all(s, seat, Room.CARGO_PLUS2_OPEN)
    gain(s, seat, Res.CAN, cans)
    if taken and survivors_in_supply(s) > 0:
        push(s, Ask.SURVIVOR, seat, 0, 0, 0)
    elif not taken and s.ship[space] > 0:
        push(s, Ask.SURVIVOR, seat, space + 1, 0, 0)


@rule
def arrival_gear(s: OutliveState, seat: int, area: int) -> None:
    """OL-10.5, OL-10.7, OL-10.12, 10.16, 10.17, 10.20, 10.22, 10.24: the area's gift; OL-10.14, OL-9.42: the access
    card switches the dam on."""
    kind = box.GIFT_AT[area]
    if kind >= 0 and is_ready(s, seat, kind):
        use_gear(s, seat, kind)
        gain(s, seat, box.GIFT_RES[kind], box.GIFT[kind])
    if area == Area.DAM and is_ready(s, seat, Gear.ACCESS_CARD):
        switch_on(s, seat, 1)


@rule
def settle_in(s: OutliveState, seat: int, place: int) -> None:
    """OL-9.35, OL-12.4: the survivor goes to the airlock or straight into a room, which may become active."""
    if part(s, Joining.source) > 0:
        s.ship[part(s, Joining.source) - 1] = 0
    pop(s)
    join(s, seat, place)


@rule
def leave_behind(s: OutliveState, seat: int) -> None:
    """OL-9.35: taking the survivor is optional; without a free place it stays behind."""
    pop(s)
    emit(s, EVERYONE, Event.LEFT_ABOARD, seat)


@rule
def forbids_settling(s: OutliveState, seat: int, place: int) -> int:
    """OL-9.35, OL-14.4, OL-14.8: a free place."""
    return 0 if has_place(s, seat, place) else clause(14, 4)


# -- gathering -----------------------------------------------------------------------------------------------------


@rule
def is_visiting(s: OutliveState) -> bool:
    """Whether a hero's visit is under way."""
    return s.depth > 0 and s.frame[0][0] == Ask.VISIT


@rule
def visited(s: OutliveState) -> int:
    """The area of the hero whose visit is under way: the lowest frame, whatever is asked in it."""
    return s.place[part_at(s, 0, Visit.seat)][part_at(s, 0, Visit.hero)]


@rule
def has_done(s: OutliveState, what: int) -> bool:
    """OL-9.40, OL-9.41: whether the visiting hero has done that in this visit."""
    return part(s, Visit.done) & what != 0


@rule
def spend_actions(s: OutliveState, number: int) -> None:
    """OL-9.1."""
    set_part(s, Visit.actions, part(s, Visit.actions) - number)


@rule
def end_visit(s: OutliveState, seat: int) -> None:
    """OL-9.1, OL-9.2, OL-9.41: the actions that are left are lost; without the purification the dam gave nothing of its
    water."""
    if part(s, Visit.actions) > 0:
        if visited(s) == Area.DAM and s.pool[Area.DAM] > 0 and not has_done(s, DAM_ON):
            emit(s, EVERYONE, Event.DRY, seat)
        else:
            emit(s, EVERYONE, Event.IDLE, seat, visited(s), part(s, Visit.actions))
    pop(s)


@rule
def forbids_gathering(s: OutliveState) -> int:
    """OL-9.2, OL-9.3, OL-9.5, OL-9.8, OL-9.41: an action, a pool that is not empty, and at the dam the purification."""
    area = visited(s)
    if box.POOL_RES[area] < 0:
        return clause(9, 2)
    if part(s, Visit.actions) < 1:
        return clause(9, 1)
    if area == Area.DAM and not has_done(s, DAM_ON):
        return clause(9, 41)
    return 0 if s.pool[area] > 0 else clause(9, 3)


@rule
def take_from_pool(s: OutliveState, seat: int, area: int, amount: int) -> None:
    """OL-9.4: straight into the store."""
    s.pool[area] -= amount
    s.store[seat][box.POOL_RES[area]] += amount
    emit(s, EVERYONE, Event.GATHERED, seat, box.POOL_RES[area], amount)


@rule
def gather(s: OutliveState, seat: int) -> None:
    """OL-9.5, OL-9.8, OL-9.41: one token of the pool; the first brings the extra of a tile (OL-10.4, OL-10.7)."""
    area = visited(s)
    spend_actions(s, 1)
    take_from_pool(s, seat, area, 1)
    set_part(s, Visit.done, part(s, Visit.done) | GATHERED)
    kind = box.EXTRA_AT[area]
    if s.option[Choice.AUTO_FREE_BONUSES] == 0 and kind >= 0 and forbids_extra(s, seat, kind) == 0:
        take_extra(s, seat, kind)


@rule
def forbids_extra(s: OutliveState, seat: int, kind: int) -> int:
    """OL-10.4: after an ordinary gathering action in this visit, while the pool holds something."""
    if not is_ready(s, seat, kind):
        return clause(10, 3)
    area = visited(s)
    return 0 if box.EXTRA_AT[area] == kind and has_done(s, GATHERED) and s.pool[area] > 0 else clause(10, 4)


@rule
def take_extra(s: OutliveState, seat: int, kind: int) -> None:
    """OL-10.4, OL-10.11, 10.13, 10.15, 10.19, 10.23: additional tokens, no more than the pool still holds."""
    area = visited(s)
    use_gear(s, seat, kind)
    take_from_pool(s, seat, area, min(box.EXTRA[kind], s.pool[area]))


# -- base and dam --------------------------------------------------------------------------------------------------


@rule
def forbids_algae(s: OutliveState) -> int:
    """OL-9.6: an action at the base while the token is usable."""
    if visited(s) != Area.BASE:
        return clause(9, 2)
    if part(s, Visit.actions) < 1:
        return clause(9, 1)
    return 0 if s.algae == 1 else clause(9, 6)


@rule
def take_algae(s: OutliveState, seat: int) -> None:
    """OL-9.6, OL-9.7: once per round for all players together, also with the gauge at +3."""
    spend_actions(s, 1)
    s.algae = 0
    emit(s, EVERYONE, Event.ALGAE, seat)
    lower_gauge(s, seat)


@rule
def forbids_activating(s: OutliveState, seat: int) -> int:
    """OL-9.40, OL-9.43: a chip, while the system is off, an action is left and the pool holds water."""
    if visited(s) != Area.DAM:
        return clause(9, 2)
    if has_done(s, DAM_ON) or part(s, Visit.actions) < 1 or s.pool[Area.DAM] == 0:
        return clause(9, 43)
    return 0 if s.store[seat][Res.CHIP] > 0 else clause(9, 40)


@rule
def activate_dam(s: OutliveState, seat: int) -> None:
    """OL-9.40: a chip and no action."""
    s.store[seat][Res.CHIP] -= 1
    emit(s, EVERYONE, Event.PAID, seat, Res.CHIP, 1)
    switch_on(s, seat, 0)


@rule
def switch_on(s: OutliveState, seat: int, card: int) -> None:
    """OL-9.41, OL-9.42: for this hero's visit."""
    if card == 1:
        use_gear(s, seat, Gear.ACCESS_CARD)
    set_part(s, Visit.done, part(s, Visit.done) | DAM_ON)
    emit(s, EVERYONE, Event.PURIFIED, seat)


# -- cities --------------------------------------------------------------------------------------------------------


@rule
def displayed(s: OutliveState, city: int, kind: int) -> int:
    """Where a tile lies in the city's display, or -1."""
    for i in range(box.DISPLAY):
        if s.display[city][i] == kind + 1:
            return i
    return -1


@rule
def forbids_taking(s: OutliveState, seat: int, kind: int) -> int:
    """OL-9.50, OL-9.55, OL-9.56: an action, a displayed tile of a kind that the player does not own."""
    city = box.CITY_OF[visited(s)]
    if city < 0:
        return clause(9, 2)
    if part(s, Visit.actions) < 1:
        return clause(9, 1)
    if displayed(s, city, kind) < 0:
        return clause(9, 56)
    return 0 if s.gear[seat][kind] == NONE else clause(9, 55)


@rule
def gear_to_take(s: OutliveState, seat: int) -> int:
    """What `forbids_taking` allows in a city while an action is left, as a mask."""
    city = box.CITY_OF[visited(s)]
    mask = 0
    for i in range(box.DISPLAY):
        kind = s.display[city][i] - 1
        if kind >= 0 and s.gear[seat][kind] == NONE:
            mask |= 1 << kind
    return mask


@rule
def take_gear(s: OutliveState, seat: int, kind: int) -> None:
    """OL-9.50, OL-9.54: the tile is broken, the gap stays until the next dawn."""
    city = box.CITY_OF[visited(s)]
    spend_actions(s, 1)
    s.display[city][displayed(s, city, kind)] = 0
    s.gear[seat][kind] = BROKEN
    emit(s, EVERYONE, Event.TOOK, seat, kind)


@rule
def forbids_searching(s: OutliveState) -> int:
    """OL-9.51, OL-9.56: an action in a city whose stack is not empty."""
    city = box.CITY_OF[visited(s)]
    if city < 0:
        return clause(9, 2)
    if part(s, Visit.actions) < 1:
        return clause(9, 1)
    return 0 if s.search_left[city] > 0 else clause(9, 56)


@rule
def search_city(s: OutliveState, seat: int) -> None:
    """OL-9.51, OL-9.52, OL-9.57: the top token, and right after it the free ones of `search_plus2`."""
    city = box.CITY_OF[visited(s)]
    spend_actions(s, 1)
    find_token(s, seat, city)
    for _ in range(box.FREE_TOKENS * use_in_city(s, seat, Room.SEARCH_PLUS2, city)):
        if s.search_left[city] > 0:
            find_token(s, seat, city)


@rule
def use_in_city(s: OutliveState, seat: int, kind: int, city: int) -> int:
    """OL-12.24, OL-12.31, OL-12.39: all active rooms of a kind that works once per city and round; how many."""
    n = 0
    for slot in range(box.SLOTS):
        if s.room[seat][slot] == kind + 1 and not s.used[seat][slot] >> city & 1 and is_active(s, seat, slot):
            s.used[seat][slot] |= 1 << city
            emit(s, EVERYONE, Event.ROOM_USED, seat, kind)
            n += 1
    return n


@rule
def find_token(s: OutliveState, seat: int, city: int) -> None:
    """OL-9.53: the token is applied at once and stays face up beside the city."""
    s.search_left[city] -= 1
    token = s.search[city][s.search_left[city]]
    s.revealed += 1
    emit(s, EVERYONE, Event.SEARCHED, seat, city, token)
    if token == Token.ALGAE_PILLS:
        lower_gauge(s, seat)
    elif token == Token.EMPTY_CUPBOARD:
        bonus = use_in_city(s, seat, Room.CUPBOARD_BONUS, city)
        for res in range(box.GOODS):
            gain(s, seat, res, bonus * box.CUPBOARD[res])
    else:
        gain(s, seat, box.TOKEN_RES[token], 1)


# -- equipment used by hand ----------------------------------------------------------------------------------------


@rule
def forbids_item(s: OutliveState, seat: int, kind: int) -> int:
    """OL-10.7, OL-10.18: the flashlight in a city; with `auto_free_bonuses` = false the others that work here."""
    if not is_ready(s, seat, kind):
        return clause(10, 3)
    area = visited(s)
    if kind == Gear.FLASHLIGHT:
        if box.CITY_OF[area] < 0:
            return clause(10, 18)
        if survivors_in_supply(s) == 0:
            return clause(1, 14)
        return 0 if any_place(s, seat) else clause(14, 4)
    if s.option[Choice.AUTO_FREE_BONUSES] == 0 or box.AUTO_GEAR[kind] == 0:
        return clause(10, 7)
    if kind == Gear.ACCESS_CARD:
        return 0 if area == Area.DAM and not has_done(s, DAM_ON) else clause(9, 42)
    if box.EXTRA_RES[kind] >= 0:
        return forbids_extra(s, seat, kind)
    return 0 if box.GIFT_AT[area] == kind else clause(10, 5)


@rule
def use_item(s: OutliveState, seat: int, kind: int) -> None:
    """OL-10.7, OL-10.18: use a tile in the visit."""
    if kind == Gear.FLASHLIGHT:
        use_gear(s, seat, kind)
        push(s, Ask.SURVIVOR, seat, 0, 0, 0)
    elif kind == Gear.ACCESS_CARD:
        switch_on(s, seat, 1)
    elif box.EXTRA_RES[kind] >= 0:
        take_extra(s, seat, kind)
    else:
        use_gear(s, seat, kind)
        gain(s, seat, box.GIFT_RES[kind], box.GIFT[kind])
