"""What no bot for people does, and no hint names: to let people starve who could eat, and to waste a hero's actions.

Only what the seat knows is used.
"""

from ..kernel import part, part_at, rule, top
from . import components as box
from .codes import BUILD, COUNT, EVENT, FAMILY, FIRST, GATHER, HUNT, MOVE, PASS, PLACE, RES
from .components import Area, Card, Gear, Res, Room
from .options import Choice
from .rules.equipment import is_ready
from .rules.event_cards import suffers
from .rules.hunting import actions_left, forbids_hunting, hunted, meat_of_kill, tools_announced, toughness, unused_tools
from .rules.night import airlock_need, room_need
from .rules.pressure import pressure
from .rules.shelter import food, materials, reserve_water, unused_room
from .state import DAM_ON, NONE, Ask, Loot, OutliveState, Visit

LAST_HEROES = 1
"""When so few heroes are still to move, they have to look for what tonight's meal lacks."""

STARVES, WASTES = 2, 1
"""How foolish it is to let people starve, and to waste a hero's actions."""

WORTH_A_LIFE = 1
"""So many may starve for an event, which counts three points and more."""

DAYS_CATCH = 3
"""So much food a day brings for certain."""

LACKING = 4
"""A recruit is paid with what keeps only if the next meal then lacks no more than this."""

LACKING_FOR_MEAT = 6
"""And with meat, which would spoil, if it lacks no more than this."""


@rule
def foolish(s: OutliveState, seat: int, move: int) -> int:
    """How foolish a move is: it lets people starve who could eat (an event is paid for with the food of several, wood
    gathered with the actions of a hunt, what keeps spent on another mouth, a guest taken in without water, the last
    hero who could fetch it sent elsewhere), or wastes what a hero could do, ammo that a hunt does not take, water for a
    second row of the first airlock, food that spoils while what keeps is eaten, people who could stop radiation, a
    guest who costs nothing, or in the last night material for a room that stays empty. On the last night an event can
    be worth more than they are."""
    family = FAMILY[move]
    i = move - FIRST[family]
    starves = False
    if family == MOVE:
        return foolish_way(s, seat, i // box.AREAS, i % box.AREAS)
    if family == EVENT:
        before = lacking_water(s, seat, -1) + lacking_food(s, seat, -1)
        starves = s.day < box.ROUNDS and lacking_water(s, seat, i) + lacking_food(s, seat, i) > before + WORTH_A_LIFE
    elif family == GATHER:
        starves = spoils_hunt(s, seat)
    elif family == HUNT:
        return WASTES if is_poor_hunt(s, seat) else 0
    elif family == COUNT and top(s) == Ask.HUNT:
        return WASTES if s.day < box.ROUNDS and i > ammo_needed(s, seat) else 0
    elif family == COUNT and top(s) == Ask.SPLIT:
        return WASTES if box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][box.START_SURVIVORS - i] > 1 else 0
    elif family == RES and (top(s) == Ask.RECRUIT or top(s) == Ask.FEEDING):
        if top(s) == Ask.RECRUIT and s.day < box.ROUNDS:
            starves = lacking_next(s, seat, i) > (LACKING_FOR_MEAT if i == Res.MEAT else LACKING)
        if not starves and i != Res.MEAT and s.store[seat][Res.MEAT] > 0:
            return WASTES
    elif family == PASS and top(s) == Ask.VISIT:
        return WASTES if rests_early(s, seat) else 0
    elif family == PASS and top(s) == Ask.SURVIVOR:
        return WASTES if is_free_guest(s, seat) else 0
    elif family == BUILD and top(s) == Ask.BUILD:
        return WASTES if s.day == box.ROUNDS and box.PLACES[s.room[seat][i] - 1] > s.airlock[seat] else 0
    elif family == RES and top(s) == Ask.LOOT:
        starves = part(s, Loot.victim) == seat and feeds_rival(s, seat, i)
    elif family == PLACE and top(s) == Ask.SURVIVOR and i == 0:
        starves = lacking_guest(s, seat)
    elif family == PLACE and top(s) == Ask.BUILD and i > 0:
        return WASTES if leaves_early(s, seat, i - 1) else 0
    return STARVES if starves else 0


@rule
def rests_early(s: OutliveState, seat: int) -> bool:
    """Whether a hero would rest although an action of theirs still brings something: a token, a tile, meat, what the
    store can keep."""
    actions = part_at(s, 0, Visit.actions)
    area = s.place[seat][part_at(s, 0, Visit.hero)]
    if actions == 0:
        return False
    if area == Area.DAM:
        paid = part_at(s, 0, Visit.done) & DAM_ON > 0 or is_ready(s, seat, Gear.ACCESS_CARD)
        return paid and s.pool[area] > 0
    if (
        box.POOL_RES[area] >= 0
        and s.pool[area] > 0
        and s.store[seat][box.POOL_RES[area]] < box.KEEP[box.POOL_RES[area]]
    ):
        return True
    if box.STACK_OF[area] >= 0:
        return forbids_hunting(s, seat) == 0 and brings_meat(s, seat, area)
    return box.CITY_OF[area] >= 0 and things_to_do(s, seat, area, actions) > 0


@rule
def brings_meat(s: OutliveState, seat: int, area: int) -> bool:
    """Whether the animal that lies open in an area would bring any meat."""
    stack = box.STACK_OF[area]
    printed = s.prey[stack][s.prey_left[stack] - 1]
    if printed == 0 or is_ready(s, seat, Gear.THERMAL_SENSOR):
        return True
    if unused_room(s, seat, Room.HUNT_PLUS1) >= 0 or unused_room(s, seat, Room.HUNT_PLUS2) >= 0:
        return True
    kind = printed - box.WEAKEST_PREY
    meat: int = meat_of_kill(s, seat, kind, s.kills[seat][kind] + 1)
    return meat > 0


@rule
def is_poor_hunt(s: OutliveState, seat: int) -> bool:
    """Whether a hunt brings no meat, or takes more ammo than it brings meat, which nobody needs tonight; on the last
    day ammo is good for nothing else."""
    area = s.place[seat][part_at(s, 0, Visit.hero)]
    if not brings_meat(s, seat, area):
        return True
    stack = box.STACK_OF[area]
    printed = s.prey[stack][s.prey_left[stack] - 1]
    if printed == 0 or s.day == box.ROUNDS or lacking_food(s, seat, -1) > 0:
        return False
    ammo = toughness(s, seat, printed) - unused_tools(s, seat) - part_at(s, 0, Visit.actions)
    kind = printed - box.WEAKEST_PREY
    meat: int = meat_of_kill(s, seat, kind, s.kills[seat][kind] + 1)
    return ammo > meat


@rule
def ammo_needed(s: OutliveState, seat: int) -> int:
    """What the hero's actions and the announced tools leave to ammo in a hunt."""
    return max(0, toughness(s, seat, hunted(s)) - tools_announced(s) - actions_left(s))


@rule
def lacking_guest(s: OutliveState, seat: int) -> bool:
    """Whether one more in the airlock needs a water tonight that is not there, and no hero is left to fetch it."""
    rows: int = box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][s.airlock[seat] + 1] - airlock_need(s, seat)
    if rows == 0 or s.store[seat][Res.WATER] + reserve_water(s, seat) >= airlock_need(s, seat) + rows:
        return False
    return not runs_for(s, seat) or fetchers(s, seat) == 0


@rule
def is_free_guest(s: OutliveState, seat: int) -> bool:
    """Whether one more in the airlock would cost nothing: their row drinks already, and has a place for them."""
    rows: int = box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][min(s.airlock[seat] + 1, box.AIRLOCK)]
    return 0 < s.airlock[seat] < box.AIRLOCK and rows == airlock_need(s, seat)


@rule
def feeds_rival(s: OutliveState, seat: int, res: int) -> bool:
    """Whether food is handed over that tonight's meal needs, although there is material to give."""
    if res >= box.FOODS or materials(s, seat) == 0 or not few_to_move(s, seat):
        return False
    need = airlock_need(s, seat) + room_need(s, seat)
    return food(s, seat) + reserve_water(s, seat) <= need


@rule
def runs_for(s: OutliveState, seat: int) -> bool:
    """Whether the dam has water, and the seat what it asks for."""
    return s.pool[Area.DAM] > 0 and (s.store[seat][Res.CHIP] > 0 or is_ready(s, seat, Gear.ACCESS_CARD))


@rule
def fetchers(s: OutliveState, seat: int) -> int:
    """The heroes who are still to move and near enough to the dam, as a mask; none while one stands there."""
    mask = 0
    for hero in range(box.HEROES):
        here = s.place[seat][hero]
        if s.standing[seat][hero] == 1:
            if here == Area.DAM:
                return 0
        elif here >= 0 and box.NEAR[here] >> Area.DAM & 1 == 1:
            mask |= 1 << hero
    return mask


@rule
def leaves_dry(s: OutliveState, seat: int, hero: int, area: int) -> bool:
    """Whether the only hero who could still fetch the water that the airlock lacks goes elsewhere."""
    if area == Area.DAM or s.pool[Area.DAM] == 0 or lacking_water(s, seat, -1) == 0:
        return False
    return fetchers(s, seat) == 1 << hero


@rule
def leaves_early(s: OutliveState, seat: int, slot: int) -> bool:
    """Whether somebody goes from the airlock, where they stop radiation, into a room that will not be full tonight."""
    places: int = box.PLACES[s.room[seat][slot] - 1]
    return s.day < box.ROUNDS and s.people[seat][slot] + s.airlock[seat] < places


@rule
def foolish_way(s: OutliveState, seat: int, hero: int, area: int) -> int:
    """One of the last heroes brings nothing that tonight's meal lacks, the worse where no search may bring it; or there
    is little to do for a hero."""
    wasted = WASTES if is_wasteful(s, seat, hero, area) else 0
    if leaves_dry(s, seat, hero, area):
        return STARVES + wasted
    if not few_to_move(s, seat) or helps(s, seat, hero, area):
        return wasted
    return WASTES if wasted == 0 and box.CITY_OF[area] >= 0 else STARVES + wasted


@rule
def is_wasteful(s: OutliveState, seat: int, hero: int, area: int) -> bool:
    """Whether more than half of a hero's actions would stay unused in an area, what is pressed out of others there
    counted as well."""
    if area == Area.CARGO:
        return False
    actions = actions_of(s, seat, hero)
    done = things_to_do(s, seat, area, actions)
    for victim in range(s.seats):
        if victim != seat:
            done += min(pressure(s, hero, area, victim, 0), food(s, victim) + materials(s, victim))
    return 2 * done < actions


@rule
def actions_of(s: OutliveState, seat: int, hero: int) -> int:
    """How many actions a hero who arrives has."""
    actions: int = box.SANDSTORM_LIMIT if suffers(s, seat, Card.SANDSTORM) else box.STRENGTH[hero]
    return actions


@rule
def things_to_do(s: OutliveState, seat: int, area: int, actions: int) -> int:
    """How many of so many actions there is something to do for in an area; for a hunt, all."""
    city: int = box.CITY_OF[area]
    if city >= 0:
        n: int = s.search_left[city]
        for i in range(box.DISPLAY):
            kind = s.display[city][i] - 1
            if kind >= 0 and s.gear[seat][kind] == NONE:
                n += 1
        return n
    if area == Area.DAM and s.store[seat][Res.CHIP] == 0 and not is_ready(s, seat, Gear.ACCESS_CARD):
        return 0
    if can_hunt(s, seat, area, actions):
        return actions
    algae = 1 if area == Area.BASE and s.algae == 1 and s.gauge[seat] > 0 else 0
    return s.pool[area] + algae


@rule
def spoils_hunt(s: OutliveState, seat: int) -> bool:
    """Whether an action less is too few for a hunt that tonight's meal needs."""
    actions = part_at(s, 0, Visit.actions)
    area = s.place[seat][part_at(s, 0, Visit.hero)]
    if forbids_hunting(s, seat) != 0 or not brings_meat(s, seat, area) or can_hunt(s, seat, area, actions - 1):
        return False
    return lacking_food(s, seat, -1) > 0 and few_to_move(s, seat)


@rule
def lacking_next(s: OutliveState, seat: int, res: int) -> int:
    """How much the next night's meal lacks after a recruit who is paid for with a token that keeps, as far as it is
    known."""
    water: int = min(s.store[seat][Res.WATER] - (1 if res == Res.WATER else 0), box.KEEP[Res.WATER])
    cans = s.store[seat][Res.CAN] - (1 if res == Res.CAN else 0)
    rows: int = box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][s.airlock[seat] + 1]
    return max(0, rows - water) + max(0, room_need(s, seat) - cans - max(0, water - rows))


@rule
def lacking_water(s: OutliveState, seat: int, card: int) -> int:
    """How much water tonight's airlock lacks, after an event was paid for (-1: none)."""
    return max(0, airlock_need(s, seat) - reserve_water(s, seat) - left_of(s, seat, Res.WATER, card))


@rule
def lacking_food(s: OutliveState, seat: int, card: int) -> int:
    """How much food tonight's rooms lack, after an event was paid for (-1: none)."""
    water = left_of(s, seat, Res.WATER, card) + reserve_water(s, seat) - airlock_need(s, seat)
    eaten = left_of(s, seat, Res.MEAT, card) + left_of(s, seat, Res.CAN, card) + max(0, water)
    return max(0, room_need(s, seat) - eaten)


@rule
def left_of(s: OutliveState, seat: int, res: int, card: int) -> int:
    """What is left in the store after an event was paid for."""
    left: int = s.store[seat][res] - (box.CARD_COST[card][res] if card >= 0 else 0)
    return max(0, left)


@rule
def few_to_move(s: OutliveState, seat: int) -> bool:
    """Whether few heroes of a seat are still to move, or much is lacking."""
    lying = 0
    for hero in range(box.HEROES):
        lying += 1 if s.standing[seat][hero] == 0 else 0
    return lying <= LAST_HEROES or lacking_water(s, seat, -1) + lacking_food(s, seat, -1) > DAYS_CATCH


@rule
def helps(s: OutliveState, seat: int, hero: int, area: int) -> bool:
    """Whether a hero can bring what tonight's meal lacks from an area, or the chip that the dam asks for; or nothing is
    lacking. What a search brings is luck."""
    dry = lacking_water(s, seat, -1) > 0
    hungry = lacking_food(s, seat, -1) > 0
    if not dry and not hungry:
        return True
    if area == Area.DAM:
        return runs_for(s, seat)
    if dry and area == Area.CARNIVAL and s.store[seat][Res.CHIP] == 0 and s.pool[area] > 0:
        return True
    if area == Area.CARGO:
        return hungry
    return hungry and can_hunt(s, seat, area, actions_of(s, seat, hero))


@rule
def can_hunt(s: OutliveState, seat: int, area: int, actions: int) -> bool:
    """Whether so many actions, with ammo and tools, are enough for the animal that lies open."""
    stack = box.STACK_OF[area]
    if stack < 0 or s.prey_left[stack] == 0:
        return False
    printed = s.prey[stack][s.prey_left[stack] - 1]
    needed = toughness(s, seat, printed) - unused_tools(s, seat) - s.store[seat][Res.AMMO]
    return printed > 0 and needed <= actions and brings_meat(s, seat, area)
