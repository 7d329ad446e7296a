"""What the built-in bots think of a position and of a move.

`worth` is a guess at the points a seat will end with, in hundredths: the score as it stands, and what rooms, equipment,
stores and the hero on its way promise, less the hunger and the radiation that are coming. `evaluate` sets one seat's
worth against the others'.
"""

from ..kernel import Lookup, part, part_at, rule, top
from . import components as box
from .codes import ALGAE, FAMILY, FIRST, MOVE, NAMES, PASS, PLACE, RES
from .components import Area, Res, Room
from .rules.equipment import is_ready
from .rules.event_cards import is_face_up
from .rules.hunting import toughness, unused_tools
from .rules.night import airlock_need, room_need
from .rules.scoring import event_score, rank, repaired_gear, symbols
from .rules.shelter import active_room, any_place, reserve_water, survivors
from .state import (
    BROKEN,
    DAM_ON,
    GATHERED,
    READY,
    Arrival,
    Ask,
    Count,
    Feeding,
    Loot,
    OutliveState,
    Paying,
    Phase,
    Pressure,
    Question,
    Visit,
)

FAR = 20000
"""More than any worth: what is divided stays positive."""

# What things are worth, in hundredths of a point; found by letting players with different numbers play each other.
HUNGER = 130  # a unit of food missing tonight
UPKEEP_PRICE = 41  # a unit of food that a room needs on a later night
ROW_PRICE = 16  # a row of the airlock on a later night
RECRUIT_LAST = 95  # food that can become a recruit, on the last night
RECRUIT = 80  # on the night before
RECRUIT_NIGHT = 18  # so much less for every night that follows
SAVED = 35  # a can or water kept for later
MATERIAL = 47
MATERIAL_MORE = 12  # beyond a dozen
MATERIAL_LAST = 26  # on the last day
VARIED = 6  # one of the first three of its kind
AMMO = 25
AMMO_MORE = 5
EVENT_READY = 75  # of the gain from an event that could be ended now, in per cent
GEAR_BROKEN = 27
REPAIR_READY = 70  # of the gain from a repair that could be made now, in per cent
GEAR_EFFECTS = 112  # of GEAR_WORTH, in per cent
ROOM_EFFECTS = 55  # of ROOM_WORTH, in per cent
BUILT = 210  # an unfinished room, as far as it can be staffed now
STAFFED = 15  # a survivor in an unfinished room
FINISHING = 70  # of the points for the next room, in per cent, as far as it is staffed
ROOM_DONE = 138  # a completed room, as long as the game is young
RADIATION_STEP = 90
VISIT = 78  # of what the visiting hero can still bring, in per cent
SEARCHING = 37  # an action in a city
CLEANING = 113  # algae
PRESSED = 35  # a point of pressure
JOINS = 124  # a survivor about to join
LEADING = 4  # how much a lead counts, by day
LEADING_FROM = 20

FOOD_IN = Lookup([sum(cost[: box.FOODS]) for cost in box.CARD_COST])
MATERIAL_IN = Lookup([sum(cost[box.FOODS : Res.AMMO]) for cost in box.CARD_COST])
AMMO_IN = Lookup([cost[Res.AMMO] for cost in box.CARD_COST])
"""An event's cost by groups."""
GEAR_WORTH = Lookup([45, 35, 40, 25, 30, 50, 50, 70, 45, 40, 25, 50, 45, 35, 20, 20, 12, 12, 15, 20])
"""What a repaired tile brings a day."""
ROOM_WORTH = Lookup([50, 55, 50, 90, 50, 115, 60, 60, 90, 30, 110, 90, 110, 65, 50, 5, 15, 120, 45, 8, 30, 80])
"""What an active room brings a day."""
ROOM_KEPT = Lookup([3 * ROOM_WORTH[k] + 40 * box.PLACES[k] - 90 * box.UPKEEP[k] for k in range(len(box.PLACES))])


@rule
def nights_left(s: OutliveState) -> int:
    """Meals that are still to come, tonight's included until it is eaten."""
    return min(box.ROUNDS, box.ROUNDS - s.day + (1 if s.phase <= Phase.FEED else 0))


@rule
def evaluate(s: OutliveState, seat: int) -> int:
    """From 0 (lost) to 1000 (won): how far ahead of the others the seat looks, the best of them above all. The later,
    the more a lead counts."""
    if s.phase == Phase.OVER:
        return 1000 * (s.seats - rank(s, seat)) // (s.seats - 1)
    best = 0
    total = 0
    for other in range(s.seats):
        if other != seat:
            value = worth(s, other)
            best = max(best, value)
            total += value
    others = (best + total // (s.seats - 1)) // 2
    lead = (worth(s, seat) - others) * (LEADING_FROM + LEADING * s.day)
    return max(10, min(990, (lead + FAR * 100) // 100 - FAR + 500))


@rule
def worth(s: OutliveState, seat: int) -> int:
    """A guess at the final points, in hundredths, and `FAR` more."""
    points = event_score(s, seat) + box.GAUGE_POINTS[s.gauge[seat]] + survivors(s, seat)
    points += repaired_gear(s, seat) + symbols(s, seat)
    value: int = FAR + 100 * points + worth_of_rooms(s, seat) + worth_of_gear(s, seat) + worth_of_goods(s, seat, 0, 0)
    return value + worth_of_pending(s, seat) - radiation_ahead(s, seat)


# -- the shelter ---------------------------------------------------------------------------------------------------


@rule
def worth_of_rooms(s: OutliveState, seat: int) -> int:
    """Completed rooms by what they do and what they will score, unfinished ones by their hope, all less their food."""
    nights = nights_left(s)
    later = nights - (1 if s.phase <= Phase.FEED else 0)
    done = 0
    nearest = 0
    in_reach = 0
    paid = being_paid(s, seat)
    value = -ROW_PRICE * airlock_need(s, seat) * later
    for slot in range(box.SLOTS):
        kind = s.room[seat][slot] - 1
        if kind >= 0 and (s.built[seat][slot] == 1 or slot == paid):
            places = box.PLACES[kind]
            people = s.people[seat][slot]
            if people >= places:
                done += 1
                value += ROOM_WORTH[kind] * nights * ROOM_EFFECTS // 100
            else:
                value += STAFFED * people
                nearest = max(nearest, 100 * people // places)
                in_reach = max(in_reach, 100 * min(places, people + s.airlock[seat]) // places)
            if people > 0:
                value -= UPKEEP_PRICE * box.UPKEEP[kind] * later
    step = box.ROOM_SCORE[done + 1] - box.ROOM_SCORE[done] if done < box.SLOTS else 0
    late = box.ROUNDS - nights
    value += (100 * box.ROOM_SCORE[done] * late + ROOM_DONE * done * nights) // box.ROUNDS
    hope = (100 * step * late + ROOM_DONE * nights) // box.ROUNDS
    hopes: int = value + hope * nearest * FINISHING // 10000 + in_reach * BUILT // 100
    return hopes + worth_of_plans(s, seat)


@rule
def being_paid(s: OutliveState, seat: int) -> int:
    """The slot of the room that the seat is paying for, or -1."""
    return part(s, Paying.slot) if top(s) == Ask.PAY_ROOM and part(s, Question.seat) == seat else -1


@rule
def worth_of_plans(s: OutliveState, seat: int) -> int:
    """The rooms that were kept, while they are being chosen."""
    value = 0
    if s.phase == Phase.SETUP:
        for slot in range(box.SLOTS):
            if s.room[seat][slot] > 0:
                value += ROOM_KEPT[s.room[seat][slot] - 1]
    return value


@rule
def radiation_ahead(s: OutliveState, seat: int) -> int:
    """What the coming night's radiation will cost with the airlock as it is."""
    night = s.day - 1 if s.phase < Phase.RADIATION else s.day
    if night < 0 or night >= box.ROUNDS:
        return 0
    steps: int = box.RADIATION[night] - s.airlock[seat] - (1 if active_room(s, seat, Room.VENT_RESERVE) >= 0 else 0)
    return RADIATION_STEP * max(0, steps)


@rule
def worth_of_gear(s: OutliveState, seat: int) -> int:
    """What equipment will bring on the days to come."""
    days = min(box.ROUNDS, box.ROUNDS - s.day)
    value = 0
    for kind in range(box.GEARS):
        if s.gear[seat][kind] == BROKEN:
            value += GEAR_BROKEN if days > 0 or s.phase < Phase.REPAIR else 0
        elif s.gear[seat][kind] >= READY:
            today = 1 if s.phase <= Phase.DAY and s.gear[seat][kind] == READY else 0
            value += GEAR_WORTH[kind] * (days + today) * GEAR_EFFECTS // 100
    return value


# -- the store -----------------------------------------------------------------------------------------------------


@rule
def held(s: OutliveState, seat: int, kind: int, res: int, more: int) -> int:
    """Tokens of a kind, if there were so many more of ``res``."""
    return s.store[seat][kind] + (more if kind == res else 0)


@rule
def worth_of_goods(s: OutliveState, seat: int, res: int, more: int) -> int:
    """The store, if there were so many more of ``res``."""
    ammo = held(s, seat, Res.AMMO, res, more)
    value = worth_of_food(s, seat, res, more) + AMMO * min(ammo, 6) + AMMO_MORE * max(0, ammo - 6)
    if s.phase == Phase.OVER or (s.day == box.ROUNDS and s.phase > Phase.REPAIR):
        return value
    return value + worth_of_materials(s, seat, res, more) + worth_of_event(s, seat, res, more)


@rule
def worth_of_food(s: OutliveState, seat: int, res: int, more: int) -> int:
    """Food as far as the night needs it; then as recruits, or kept."""
    meat = held(s, seat, Res.MEAT, res, more)
    water = held(s, seat, Res.WATER, res, more)
    cans = held(s, seat, Res.CAN, res, more)
    short = 0
    if s.phase <= Phase.FEED:
        rooms = room_need(s, seat)
        rows = airlock_need(s, seat)
        if is_done(s, seat, Phase.FEED):
            rooms = 0
            rows = 0
        elif top(s) == Ask.FEEDING and part(s, Question.seat) == seat:
            rooms = part(s, Feeding.rooms)
            rows = 0
            short = part(s, Feeding.rows)
        else:
            water += reserve_water(s, seat)
        short += max(0, rows - water)
        water = max(0, water - rows)
        short += max(0, rooms - meat - water - cans)
        cans -= max(0, min(cans, rooms - meat - water))
        water -= max(0, min(water, rooms - meat))
        meat = max(0, meat - rooms)
    recruit = RECRUIT_LAST if s.day == box.ROUNDS else RECRUIT - RECRUIT_NIGHT * (box.ROUNDS - 1 - max(1, s.day))
    value = 0
    if s.phase <= Phase.RECRUIT and not is_done(s, seat, Phase.RECRUIT):
        free = box.AIRLOCK - s.airlock[seat]
        value += recruit * min(meat, free)
        free -= min(meat, free)
        if recruit > SAVED or s.day == box.ROUNDS:
            value += recruit * min(water + cans, free)
            more_water = min(water, free)
            water -= more_water
            cans -= min(cans, free - more_water)
    if s.day < box.ROUNDS:
        value += SAVED * (min(cans, box.KEEP[Res.CAN]) + min(water, box.KEEP[Res.WATER]))
    return value - HUNGER * short


@rule
def is_done(s: OutliveState, seat: int, step: int) -> bool:
    """Whether the night is at that step and the seat has done with it."""
    return s.phase == step and (seat - s.first + s.seats) % s.seats < s.turn


@rule
def worth_of_materials(s: OutliveState, seat: int, res: int, more: int) -> int:
    """Wood, metal and chips: for rooms and repairs, now or later."""
    number = 0
    varied = 0
    for kind in range(box.FOODS, Res.AMMO):
        n = held(s, seat, kind, res, more)
        number += n
        varied += min(n, 3)
    value = repair_in_reach(s, seat, res, more)
    if s.day < box.ROUNDS:
        value += MATERIAL * min(number, 12) + MATERIAL_MORE * max(0, number - 12) + VARIED * varied
    elif s.phase <= Phase.BUILD and not is_done(s, seat, Phase.BUILD):
        value += MATERIAL_LAST * min(number, 9)
    return value


@rule
def price_of_material(s: OutliveState, seat: int) -> int:
    """What a material is worth to whoever keeps it."""
    if s.day < box.ROUNDS:
        return MATERIAL + VARIED
    return MATERIAL_LAST if s.phase <= Phase.BUILD and not is_done(s, seat, Phase.BUILD) else 0


@rule
def gain_of_repair(s: OutliveState, seat: int, kind: int) -> int:
    """The point for a repaired tile and what it will bring, less its price."""
    days: int = box.ROUNDS - s.day
    gain: int = (
        100
        - GEAR_BROKEN
        + GEAR_WORTH[kind] * days * GEAR_EFFECTS // 100
        - box.REPAIR_PRICE * price_of_material(s, seat)
    )
    return max(0, gain)


@rule
def repair_in_reach(s: OutliveState, seat: int, res: int, more: int) -> int:
    """The best repair that the store would pay for, or nearly."""
    best = 0
    for kind in range(box.GEARS):
        if s.gear[seat][kind] == BROKEN:
            lacking = 0
            for good in range(box.FOODS, Res.AMMO):
                lacking += max(0, box.REPAIR_COST[kind][good] - held(s, seat, good, res, more))
            best = max(best, gain_of_repair(s, seat, kind) >> lacking)
    return best * REPAIR_READY // 100


@rule
def gain_of_event(s: OutliveState, seat: int, card: int) -> int:
    """The points of an event, less its cost."""
    cost = SAVED * FOOD_IN[card] + price_of_material(s, seat) * MATERIAL_IN[card] + AMMO * AMMO_IN[card]
    gain: int = 100 * box.CARD_POINTS[card] - cost
    return max(0, gain)


@rule
def worth_of_event(s: OutliveState, seat: int, res: int, more: int) -> int:
    """The best event that the store would end, or nearly."""
    if s.day == box.ROUNDS and s.phase > Phase.END_EVENTS:
        return 0
    discount = 2 if active_room(s, seat, Room.EVENT_DISCOUNT) >= 0 else 0
    best = 0
    for slot in range(s.day):
        if is_face_up(s, slot):
            card = s.card[slot] - 1
            lacking = 0
            for good in range(box.GOODS):
                lacking += max(0, box.CARD_COST[card][good] - held(s, seat, good, res, more))
            best = max(best, gain_of_event(s, seat, card) >> max(0, lacking - discount))
    return best * EVENT_READY // 100


# -- what is under way ---------------------------------------------------------------------------------------------


@rule
def worth_of_pending(s: OutliveState, seat: int) -> int:
    """What the pending business will bring the seat or cost it."""
    value = 0
    for i in range(s.depth):
        ask = s.frame[i][0]
        own = part_at(s, i, Question.seat) == seat
        if Ask.GUARD <= ask <= Ask.LOOT:
            value += worth_of_pressure(s, seat, i, ask)
        elif own and ask == Ask.VISIT:
            value += worth_of_visit(s, seat)
        elif own and ask == Ask.ARRIVAL:
            value += worth_of_boarding(s, seat, i)
        elif own and ask == Ask.SURVIVOR:
            value += JOINS if any_place(s, seat) else 0
        elif own and ask == Ask.LOSE_SURVIVOR:
            value -= JOINS * part_at(s, i, Count.left)
        elif own and ask >= Ask.LOSE_FOOD:
            value += worth_of_business(s, seat, i, ask)
    return value


@rule
def worth_of_business(s: OutliveState, seat: int, i: int, ask: int) -> int:
    """Losses chosen token by token, a room being paid, an event being ended, a repair being made."""
    about = part_at(s, i, Count.left)
    if ask == Ask.LOSE_FOOD:
        return -SAVED * about
    if ask == Ask.LOSE_GOODS:
        return -MATERIAL * about
    if ask == Ask.PAY_ROOM:
        return -price_of_material(s, seat) * part_at(s, i, Paying.due)
    if Ask.DISCOUNT <= ask <= Ask.WAIVE_MORE:
        return gain_of_event(s, seat, s.card[about] - 1) + price_of_material(s, seat)
    if ask == Ask.DISCOUNTED:
        return MATERIAL * about
    if ask == Ask.SPARE or ask == Ask.SINGLE:
        return gain_of_repair(s, seat, about) + price_of_material(s, seat) * (1 if ask == Ask.SPARE else 2)
    return 0


@rule
def worth_of_pressure(s: OutliveState, seat: int, i: int, ask: int) -> int:
    """Tokens that will change hands."""
    loot = ask == Ask.LOOT
    victim = part_at(s, i, Loot.victim if loot else Pressure.victim)
    attacker = part_at(s, i, Loot.attacker if loot else Pressure.attacker)
    points = part_at(s, i, Loot.tokens if loot else Pressure.points)
    if seat == attacker:
        return PRESSED * points
    return -PRESSED * points if seat == victim else 0


@rule
def worth_of_boarding(s: OutliveState, seat: int, i: int) -> int:
    """What the ship will give a hero who is just arriving."""
    hero = part_at(s, i, Arrival.hero)
    waiting = s.place[seat][hero] == Area.CARGO and part_at(s, i, Arrival.step) <= s.seats
    return hope_of_ship(s, seat, hero) if waiting else 0


@rule
def hope_of_ship(s: OutliveState, seat: int, hero: int) -> int:
    """The cans of the hero's space and a survivor."""
    cans: int = box.SPACE_CANS[box.STRENGTH[hero] - box.WEAKEST_SPACE]
    return more_of(s, seat, Res.CAN, cans) + JOINS


@rule
def worth_of_visit(s: OutliveState, seat: int) -> int:
    """What the visiting hero can still do with its actions."""
    return hope_of(s, seat, s.place[seat][part_at(s, 0, Visit.hero)], part_at(s, 0, Visit.actions)) * VISIT // 100


@rule
def hope_of(s: OutliveState, seat: int, area: int, actions: int) -> int:
    """What so many actions bring in an area."""
    city: int = box.CITY_OF[area]
    if city >= 0:
        return SEARCHING * min(actions, s.search_left[city] + 1)
    if area == Area.BASE and s.algae == 1 and s.gauge[seat] > 0 and actions > 0:
        return CLEANING + max(0, worth_of_gathering(s, seat, area, actions - 1))
    return max(0, best_of_area(s, seat, area, actions))


@rule
def best_of_area(s: OutliveState, seat: int, area: int, actions: int) -> int:
    """Gathering, or a hunt and then gathering."""
    value = worth_of_gathering(s, seat, area, actions)
    stack = box.STACK_OF[area]
    if stack >= 0 and s.prey_left[stack] > 0:
        printed = s.prey[stack][s.prey_left[stack] - 1]
        cost = max(0, toughness(s, seat, printed) - unused_tools(s, seat))
        ammo = max(0, cost - actions)
        if printed > 0 and ammo <= s.store[seat][Res.AMMO]:
            kill = min(s.kills[seat][printed - box.WEAKEST_PREY] + 1, box.PREY_VALUES)
            meat = box.PREY_MEAT[printed - box.WEAKEST_PREY][kill - 1]
            hunt = more_of(s, seat, Res.MEAT, meat) - AMMO * ammo
            value = max(value, hunt + worth_of_gathering(s, seat, area, actions - cost + ammo))
    return value


@rule
def more_of(s: OutliveState, seat: int, res: int, number: int) -> int:
    """What so many more tokens would add to the store's worth."""
    return worth_of_goods(s, seat, res, number) - worth_of_goods(s, seat, res, 0)


@rule
def worth_of_gathering(s: OutliveState, seat: int, area: int, actions: int) -> int:
    """What the pool gives for so many actions."""
    done = part_at(s, 0, Visit.done)
    n = min(actions, s.pool[area])
    if n <= 0:
        return 0
    if area == Area.DAM and done & DAM_ON == 0:
        if s.store[seat][Res.CHIP] == 0:
            return 0
        return more_of(s, seat, Res.WATER, n) - MATERIAL
    extra = box.EXTRA_AT[area]
    if extra >= 0 and done & GATHERED == 0 and is_ready(s, seat, extra):
        n = min(n + box.EXTRA[extra], s.pool[area])
    return more_of(s, seat, box.POOL_RES[area], n)


# -- moves at first sight ------------------------------------------------------------------------------------------

ORDINARY = 12
"""Low: a greedy player adds it to `evaluate`, which knows better; in a search only ratios count."""
_LIKING = {"YES": 24, "GATHER": 30, "SEARCH": 24, "TAKE": 20, "HUNT": 20, "ITEM": 30, "ROOM": 40, "PEEK": 8}
_LIKING |= {"EVENT": 36, "BUILD": 20, "REPAIR": 30, "SCRAP": 3}
LIKING = Lookup([_LIKING.get(name, ORDINARY) for name in NAMES])
"""How natural moves of a family look."""


@rule
def prefer(s: OutliveState, seat: int, move: int, character: int) -> int:
    """How natural a move looks at first sight."""
    family = FAMILY[move]
    i = move - FIRST[family]
    if family == MOVE:
        return prefer_move(s, seat, i // box.AREAS, i % box.AREAS)
    if family == RES:
        return prefer_payment(s, top(s), i)
    if family == PLACE:
        return prefer_place(s, top(s), seat, i)
    if family == ALGAE:
        return 30 if s.gauge[seat] > 0 else 1
    if family == PASS:
        return prefer_pass(top(s))
    liking: int = LIKING[family]
    return liking


@rule
def prefer_pass(ask: int) -> int:
    """Passing: rarely while a hero could act, freely at night."""
    return 2 if ask == Ask.VISIT or ask == Ask.SURVIVOR else ORDINARY


@rule
def prefer_move(s: OutliveState, seat: int, hero: int, area: int) -> int:
    """By what the hero can bring from there."""
    if area == Area.CARGO:
        hope = hope_of_ship(s, seat, hero)
    else:
        hope = hope_of(s, seat, area, box.STRENGTH[hero])
    return 8 + min(hope, 600) // 10


@rule
def prefer_payment(s: OutliveState, ask: int, res: int) -> int:
    """Meat first, cans last: meat does not keep. Recruits cost what would keep only when the end is near."""
    if res >= box.FOODS or (ask != Ask.FEEDING and ask != Ask.RECRUIT and ask != Ask.LOSE_FOOD):
        return ORDINARY
    if ask == Ask.RECRUIT and res != Res.MEAT:
        return 4 + 3 * s.day
    return 30 >> res


@rule
def prefer_place(s: OutliveState, ask: int, seat: int, place: int) -> int:
    """Survivors are lost where there are too many, and join where they complete a room."""
    if place == 0:
        return 20
    people = s.people[seat][place - 1]
    places = box.PLACES[s.room[seat][place - 1] - 1]
    if ask == Ask.LOSE_SURVIVOR:
        return 20 if people < places else 6
    return 10 + 8 * people
