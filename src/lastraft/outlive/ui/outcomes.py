"""What a move costs or brings, in a few words under its button."""

from collections import Counter
from collections.abc import Sequence

from ...kernel import clause, part, part_at, top
from ...protocol import Reader
from ...protocol.translations import N_, Translator
from .. import components as box
from ..codes import FAMILIES
from ..names import GEAR_NAMES, ROOM_SHORT, amount, amounts, gains, gear_effect, kept, place_name, room_effect
from ..options import Choice
from ..rules.building import forbids_room, price_of_room, rooms_to_build
from ..rules.event_cards import suffers
from ..rules.hunting import hunted, meat_of_kill, tools_announced, toughness
from ..rules.movement import forbids_move, is_open, is_taken, ship_strength
from ..rules.night import airlock_need, has_discount, room_need
from ..rules.pressure import pressure
from ..rules.repair import can_repair, forbids_repair
from ..rules.scoring import completed_rooms
from ..rules.shelter import food, in_supply, is_active, materials, reserve_water, survivors_in_supply
from ..state import READY, Arrival, Ask, Boarding, Discount, Feeding, Loot, OutliveState, Paying, Pressure, Visit
from .faces import partner, pays_twice
from .labels import about_leader, about_room, hunted_first, is_dry, still_to_fill


def outcome(r: Reader[OutliveState], move: int) -> str:
    """What a legal move costs or brings; nothing where its label says it all."""
    s, seat, t = r.state, r.seat, r.t
    family, i = FAMILIES[move]
    ask = Ask(top(s))
    if family in ("PASS", "YES", "COUNT"):
        return _answer(r, ask, family, i)
    if family == "MOVE":
        return _arrival(r, *divmod(i, box.AREAS))
    if family == "SPACE":
        return _boarding(r, part(s, Boarding.space) + i)
    if family == "RES":
        return _held(r, ask, i)
    if family == "PLACE":
        return _inside(r, ask, i)
    if family == "GATHER":
        return gathering(r, 1)
    if family == "ALGAE":
        return f"{_actions(1, t)}, {t('gauge 1 step better')}"
    if family == "ACTIVATE_DAM":
        return t("no action; then each draws 1 water")
    if family == "SEARCH":
        return _actions(1, t)
    if family == "HUNT":
        return _kill(r, hunted_first(s, seat))
    if family == "PREY":
        return _kill(r, box.WEAKEST_PREY + i)
    return _named(r, ask, family, i)


def brief(r: Reader[OutliveState], move: int) -> str:
    """What a tile or a room does, where many answers share a phone: the drawing shows what it costs."""
    s, t = r.state, r.t
    family, i = FAMILIES[move]
    if family == "TAKE":
        return gear_effect(i, s.option, t)
    if family == "KEEP_ROOM":
        return t(ROOM_SHORT[box.BASIC_ROOMS + i])
    return t(ROOM_SHORT[s.room[r.seat][i] - 1]) if family in ("ROOM", "BUILD") else ""


def needless(s: OutliveState, seat: int, move: int) -> bool:
    """Whether a room of the building step is used by passing as well, and no sooner use could change what one builds:
    ammo, a cleaner gauge, a new occupant. Drawn tiles may be scrapped or repaired: that is asked, unless there are none
    to draw, and in the repairing step none to repair. And whether a hero without actions would look at a search stack:
    the next hero can do that before it moves; more ammo is meant for a hunt than it takes; and of what is paid to the
    last token, whatever is first."""
    family, i = FAMILIES[move]
    if family == "COUNT" and top(s) == Ask.HUNT:
        return i > max(0, toughness(s, seat, hunted(s)) - tools_announced(s))
    if family == "RES" and (goods := _paid_whole(s, seat)):
        return i != goods[0]
    if family == "PEEK":
        return top(s) == Ask.VISIT and part(s, Visit.actions) == 0
    if family != "ROOM":
        return False
    kind = s.room[seat][i] - 1
    if top(s) == Ask.BUILD:
        return kind != box.Room.DRAW2_EQUIPMENT or not _tiles_to_draw(s)
    less = box.REPAIR_PRICE if s.option[Choice.REPAIR_DISCOUNTS_STACK] else box.REPAIR_DISCOUNT[kind]
    return top(s) == Ask.REPAIR and not _tiles_to_draw(s) and not can_repair(s, seat, less)


def _paid_whole(s: OutliveState, seat: int) -> list[int]:
    """The kinds that a seat pays with, where all it has of them goes: then their order means nothing."""
    ask = top(s)
    if ask == Ask.FEEDING and food(s, seat) <= part(s, Feeding.rooms):
        return [res for res in range(box.FOODS) if s.store[seat][res]]
    if ask == Ask.PAY_ROOM and materials(s, seat) <= part(s, Paying.due):
        return [res for res in range(box.FOODS, box.Res.AMMO) if s.store[seat][res]]
    return []


def _tiles_to_draw(s: OutliveState) -> int:
    return s.stack_left + sum(s.discard)


def _actions(n: int, t: Translator) -> str:
    return t.plural("{n} action", "{n} actions", n)


def _answer(r: Reader[OutliveState], ask: Ask, family: str, n: int) -> str:
    """Yes, no, or a number."""
    s, seat, t = r.state, r.seat, r.t
    if ask == Ask.VISIT:
        left = part(s, Visit.actions)
        return t.plural("{n} action unused", "{n} actions unused", left) if left else ""
    if ask == Ask.BUILD:  # OL-11.32: a pass uses what is left
        works = [place_name(s.room[seat], i + 1, t) for i in range(box.SLOTS) if forbids_room(s, seat, i) == 0]
        slot, points = still_to_fill(s, seat)
        room = place_name(s.room[seat], slot + 1, t) if slot >= 0 else ""
        uses = [t("works all the same: {rooms}", rooms=", ".join(works))] if works else []
        builds = [t("you could still build a room")] if rooms_to_build(s, seat) and s.day < box.ROUNDS else []
        fills = [t("you could still fill the {room}: +{n}", room=room, n=points)] if points else []
        return "; ".join([*(fills or builds), *uses])
    if ask == Ask.REPAIR:
        n = sum(forbids_repair(s, seat, kind, 0) == 0 for kind in range(box.GEARS))
        return t.plural("{n} tile can still be repaired", "{n} tiles can still be repaired", n) if n else ""
    if family == "COUNT" and ask == Ask.HUNT:
        needed = max(0, toughness(s, seat, hunted(s)) - tools_announced(s) - n)
        return f"{_actions(needed, t)}, +{amount(box.Res.MEAT, meat_now(s, seat, hunted(s)), t)}"
    if family == "COUNT" and ask == Ask.DEFENCE:
        return _handed(r, part(s, Pressure.points) - n)
    if family == "COUNT" and ask == Ask.SPLIT:
        first = s.room[seat][list(s.built[seat]).index(1)] - 1
        said = _night(s, box.START_SURVIVORS - n, box.UPKEEP[first] if n else 0, t)
        return f"{t('it works at once')}, {said}" if n == box.PLACES[first] else said
    if ask == Ask.GUARD and family == "YES":
        return _handed(r, 0)
    if ask == Ask.GUARD:
        return t("pressure {n} stays; the room can still help today", n=part(s, Pressure.points))
    if ask == Ask.ARMOUR and family == "YES":
        return t(
            "pressure {n} instead of {most}",
            n=max(0, part(s, Pressure.points) - box.ARMOUR),
            most=part(s, Pressure.points),
        )
    if ask == Ask.BAT:  # the frame below is the arrival
        hero = part_at(s, s.depth - 2, Arrival.hero)
        return ", ".join(_pressures(r, hero, s.place[seat][hero], int(family == "YES")))
    if ask == Ask.DISCOUNT and family == "YES":
        return room_effect(box.Room.EVENT_DISCOUNT, s.option, t)
    return ""


def _night(s: OutliveState, airlock: int, food: int, t: Translator) -> str:
    """What every night costs with so many in the airlock and rooms that eat so much."""
    return t("every night {food} food, {water} water", food=food, water=_rows(s, airlock))


def _rows(s: OutliveState, airlock: int) -> int:
    """The water that so many in the airlock need."""
    return int(box.ROWS_NEEDED[s.option[Choice.AIRLOCK_ROWS]][airlock])


def event_price(t: Translator, card: int, cost: list[int]) -> str:
    """What an event costs and brings."""
    points = t.plural("{n} point", "{n} points", box.CARD_POINTS[card])
    return t("{cost} for {gain}", cost=amounts(cost, t), gain=points)


def ending(r: Reader[OutliveState], card: int, cost: list[int]) -> str:
    """What it costs and brings to end an event, and how many go without tonight because of it."""
    price = event_price(r.t, card, cost)
    starve = starving_for(r, cost)
    return r.t.plural("{price}; then {n} starves", "{price}; then {n} starve", starve, price=price) if starve else price


def starving_for(r: Reader[OutliveState], cost: list[int]) -> int:
    """How many go without tonight because so much is paid."""
    return _short(r, cost) - _short(r, [0] * box.GOODS)


def _short(r: Reader[OutliveState], cost: list[int]) -> int:
    """How much tonight's meal lacks once so much is paid."""
    return sum(meal_lacks(r.state, r.seat, cost))


def meal_lacks(s: OutliveState, seat: int, cost: Sequence[int] = (0,) * box.GOODS) -> tuple[int, int]:
    """The water and the food that tonight's meal lacks once so much is paid."""
    meat, water, cans = (s.store[seat][res] - cost[res] for res in (box.Res.MEAT, box.Res.WATER, box.Res.CAN))
    left = water + reserve_water(s, seat) - airlock_need(s, seat)
    return max(0, -left), max(0, room_need(s, seat) - max(0, left) - meat - cans)


def _handed(r: Reader[OutliveState], points: int) -> str:
    """What so much pressure takes."""
    n = min(points, food(r.state, r.seat) + materials(r.state, r.seat))
    return (
        r.t.plural("you hand over {n} food or material", "you hand over {n} food or materials", n)
        if n
        else r.t("you keep everything")
    )


def _arrival(r: Reader[OutliveState], hero: int, area: int) -> str:
    """What a hero's actions can gather where it goes, or how many they are; whom it presses, or what the ship gives."""
    s, seat = r.state, r.seat
    if area == box.Area.CARGO:
        space = ship_strength(s, seat, hero)
        first = _boarding(r, space if is_open(s, seat, space) else space + 1)
    else:
        n = box.SANDSTORM_LIMIT if suffers(s, seat, box.Card.SANDSTORM) else box.STRENGTH[hero]
        first = _actions(n, r.t)
    if area == box.Area.DAM and is_dry(s, seat):
        first = f"{first}, {r.t('no chip, no water')}"
    elif box.POOL_RES[area] >= 0 and s.pool[area] == 0:
        first = f"{first}, {r.t('nothing left to gather')}"
    elif area != box.Area.CARGO and (gain := _gain(r, area, n)):
        first = gain
    far = box.DISTANCE[s.place[seat][hero]][area] > box.STEPS
    legs = [r.t("uses the {tile}", tile=r.t(GEAR_NAMES[box.Gear.EXOSKELETON]))] if far else []
    return ", ".join([first, *legs, *_pressures(r, hero, area, 0), *_pressed(r, hero, area), *_only(r, hero)])


def _only(r: Reader[OutliveState], hero: int) -> list[str]:
    """Why a hero can go to one place only: its own side is everywhere else, or the ship has no space for it."""
    reasons = [forbids_move(r.state, r.seat, hero, area) for area in range(box.AREAS)]
    if reasons.count(0) > 1:
        return []
    if clause(9, 31) not in reasons:
        return [r.t("nowhere else to go: your heroes stand there")]
    said = N_("nowhere else to go: your heroes stand there, and space {n} of the ship is taken")
    return [r.t(said, n=box.WEAKEST_SPACE + ship_strength(r.state, r.seat, hero))]


def _gain(r: Reader[OutliveState], area: int, actions: int) -> str:
    """What so many actions can gather in an area, and what a tile brings there by itself: on arrival, or with the first
    that is gathered."""
    s, seat, t = r.state, r.seat, r.t
    tools = s.option[Choice.AUTO_FREE_BONUSES] == 0
    gift, res = box.GIFT_AT[area], box.POOL_RES[area]
    goods = [0] * box.GOODS
    if tools and gift >= 0 and s.gear[seat][gift] == READY:
        goods[box.GIFT_RES[gift]] += box.GIFT[gift]
    if res >= 0:
        goods[res] += min(s.pool[area], _gathered(s, seat, area) + actions - 1)
    if area == box.Area.DAM and s.gear[seat][box.Gear.ACCESS_CARD] != READY:
        return t("{cost} for {gain}", cost=amount(box.Res.CHIP, 1, t), gain=amounts(goods, t))
    return gains(goods, t)


def _pressures(r: Reader[OutliveState], hero: int, area: int, bat: int) -> list[str]:
    """Whom a hero would press there, and by how much."""
    pressed = []
    for victim in range(r.state.seats):
        points = 0 if victim == r.seat else pressure(r.state, hero, area, victim, bat)
        if points > 0:
            pressed.append(r.t("pressure {n} on {name}", name=r.names[victim], n=points))
    return pressed


def _pressed(r: Reader[OutliveState], hero: int, area: int) -> list[str]:
    """Who has a stronger hero still to move that could come there today."""
    s = r.state
    stronger = [other for other in range(box.HEROES) if box.STRENGTH[other] > box.STRENGTH[hero]]
    who = [
        r.names[who]
        for who in range(s.seats)
        if who != r.seat and any(forbids_move(s, who, other, area) == 0 for other in stronger)
    ]
    return [r.t("can be pressed by {names}", names=", ".join(who))] if who else []


def _boarding(r: Reader[OutliveState], space: int) -> str:
    """The cans of a space, and its survivor."""
    s = r.state
    cans = box.SPACE_CANS[space] + sum(
        box.SHIP_CANS[kind] for kind in _working(s, r.seat, box.Room.CARGO_PLUS1, box.Room.CARGO_PLUS2_OPEN)
    )
    taken = is_taken(s, r.seat, space)
    who = survivors_in_supply(s) > 0 if taken else s.ship[space] > 0
    goods = amount(box.Res.CAN, min(cans, in_supply(s, box.Res.CAN)), r.t)
    return f"{goods}, {r.t.plural('{n} survivor', '{n} survivors', 1)}" if who else goods


def _working(s: OutliveState, seat: int, *kinds: box.Room) -> list[int]:
    """The rooms of some kinds that work and have not been used today."""
    return [
        s.room[seat][slot] - 1
        for slot in range(box.SLOTS)
        if s.room[seat][slot] - 1 in kinds and s.used[seat][slot] == 0 and is_active(s, seat, slot)
    ]


def _held(r: Reader[OutliveState], ask: Ask, res: int) -> str:
    """How much there is of what is paid, lost or handed over."""
    s, seat, t = r.state, r.seat, r.t
    whose = part(s, Loot.victim) if ask == Ask.LOOT else seat
    n = s.store[whose][res]
    if ask == Ask.RECRUIT and res == box.Res.WATER:
        n += reserve_water(s, seat)
    said = t("you have {n}", n=n) if whose == seat else t("{name} has {n}", name=r.names[whose], n=n)
    if ask in (Ask.FEEDING, Ask.RECRUIT) and kept(res, s.option) == 0:
        said = f"{said}, {t('spoils tonight')}"
    if ask == Ask.RECRUIT:
        said = f"{said}, {recruiting(r, 1)}"
    return said


def recruiting(r: Reader[OutliveState], n: int) -> str:
    """What so many recruited survivors count."""
    return r.t.plural("+{n} point", "+{n} points", n)


def kept_store(s: OutliveState, seat: int) -> list[int]:
    """What a seat's store keeps overnight."""
    return [n if (most := kept(res, s.option)) < 0 else min(n, most) for res, n in enumerate(s.store[seat])]


def tomorrow_lacks(s: OutliveState, seat: int) -> int:
    """What the next meal lacks of what the store keeps and rooms give."""
    have = kept_store(s, seat)
    rooms = zip(range(box.SLOTS), s.room[seat], strict=True)
    given = sum([kind == box.Room.WATER_RESERVE + 1 and is_active(s, seat, slot) for slot, kind in rooms])
    left = have[box.Res.WATER] + given - airlock_need(s, seat)
    hungry = room_need(s, seat) - max(0, left) - have[box.Res.MEAT] - have[box.Res.CAN]
    return max(0, -left) + max(0, hungry)


def _inside(r: Reader[OutliveState], ask: Ask, place: int) -> str:
    """How many live at a place."""
    s, seat, t = r.state, r.seat, r.t
    if ask in (Ask.BUILD, Ask.SURVIVOR) and place:
        return filling(r, place, 1)
    if place == 0:
        n, most = s.airlock[seat], box.AIRLOCK
        more = _rows(s, n + 1) - _rows(s, n) if ask == Ask.SURVIVOR and n < most else 0
    else:
        n, most, more = s.people[seat][place - 1], box.PLACES[s.room[seat][place - 1] - 1], 0
    taken = t.plural("{n} of {most} places taken", "{n} of {most} places taken", n, most=max(n, most))
    return f"{taken}, {t('costs {n} more water a night', n=more)}" if more else taken


def filling(r: Reader[OutliveState], place: int, more: int) -> str:
    """What it means for a room that so many move in."""
    s, t = r.state, r.t
    kind, n = s.room[r.seat][place - 1] - 1, s.people[r.seat][place - 1]
    most = box.PLACES[kind]
    taken = t.plural("then {n} of {most} places taken", "then {n} of {most} places taken", n + more, most=most)
    taken = _works(r) if n + more == most else taken
    no_meal = s.day == box.ROUNDS and top(s) == Ask.BUILD  # the last one was
    if n or no_meal:
        return taken
    return f"{taken}, {t.plural('costs {n} more food a night', 'costs {n} more food a night', box.UPKEEP[kind])}"


def _works(r: Reader[OutliveState]) -> str:
    """That a room works, and what one more full room adds at the end."""
    n = completed_rooms(r.state, r.seat)
    points = box.ROOM_SCORE[n + 1] - box.ROOM_SCORE[n] if n < box.SLOTS else 0
    if points == 0:
        return r.t("then it works")
    return r.t("then it works, +{points}", points=r.t.plural("{n} point", "{n} points", points))


def gathering(r: Reader[OutliveState], n: int) -> str:
    """What so many actions at a place bring."""
    s, seat, t = r.state, r.seat, r.t
    area = s.place[seat][part(s, Visit.hero)]
    goods = min(s.pool[area], _gathered(s, seat, area) + n - 1)
    return f"{_actions(n, t)}, +{amount(box.POOL_RES[area], goods, t)}"


def _gathered(s: OutliveState, seat: int, area: int) -> int:
    """One token, and with the first what a tile adds by itself."""
    tile = box.EXTRA_AT[area]
    extra = s.option[Choice.AUTO_FREE_BONUSES] == 0 and tile >= 0 and s.gear[seat][tile] == READY
    return int(min(s.pool[area], 1 + (box.EXTRA[tile] if extra else 0)))


def _kill(r: Reader[OutliveState], printed: int) -> str:
    """What a hunt needs and what it brings."""
    s, seat, t = r.state, r.seat, r.t
    least = toughness(s, seat, printed)
    needed = t.plural("{n} action or ammo", "{n} in all: actions and ammo", least)
    have = part(s, Visit.actions) + s.store[seat][box.Res.AMMO] if top(s) == Ask.VISIT else least
    if top(s) == Ask.VISIT and part(s, Visit.actions) == 0:
        needed = amount(box.Res.AMMO, least, t)
    if have < least:
        needed = t("{needed}, tools make up for {n}", needed=needed, n=least - have)
    gain = f"+{amount(box.Res.MEAT, meat_now(s, seat, printed), t)}"
    killed = s.kills[seat][printed - box.WEAKEST_PREY]
    return f"{needed}, {t('{gain}: your no. {n} of its kind', gain=gain, n=killed + 1) if killed else gain}"


def meat_now(s: OutliveState, seat: int, printed: int) -> int:
    """The meat that an animal would bring now: with what rooms and events have to say, like `hunting.meat_of`."""
    kind = printed - box.WEAKEST_PREY
    meat: int = meat_of_kill(s, seat, kind, s.kills[seat][kind] + 1)
    meat += sum(box.HUNT_MEAT[room] for room in _working(s, seat, box.Room.HUNT_PLUS2, box.Room.HUNT_PLUS1))
    return min(meat, in_supply(s, box.Res.MEAT))


def _named(r: Reader[OutliveState], ask: Ask, family: str, i: int) -> str:
    """Moves that name a card, a room or a tile."""
    s, seat, t = r.state, r.seat, r.t
    if family == "KEEP_ROOM":
        return about_room(box.BASIC_ROOMS + i, s.option, t)
    if family == "LEADER":
        return about_leader(i, s.option, t)
    if family == "TAKE":
        mending = t("repair {cost}", cost=amounts(list(box.REPAIR_COST[i]), t))
        return f"{_actions(1, t)}, {mending}. {gear_effect(i, s.option, t)}"
    if family == "ITEM":
        return gear_effect(i, s.option, t)
    if family == "ROOM":
        effect = room_effect(s.room[seat][i] - 1, s.option, t)
        draws = s.room[seat][i] - 1 in (box.Room.DRAW_AND_REPAIR, box.Room.DRAW2_EQUIPMENT)
        return f"{t('The stack of tiles is empty.')} {effect}" if draws and not _tiles_to_draw(s) else effect
    if family == "EVENT":
        helped = has_discount(s, seat, i)
        return t("you choose what the Crisis Desk spares") if helped else ending(r, i, list(box.CARD_COST[i]))
    if family == "BUILD":
        kind = s.room[seat][i] - 1
        if ask == Ask.FIRST_ROOM:
            return about_room(kind, s.option, t)
        return f"{about_room(kind, s.option, t)} {t('Costs {n}.', n=price_of_room(s, seat))}"
    if family == "REPAIR":
        price = _mending(r, ask, i)
        if pays_twice(s.gear[seat], i):
            two = N_("{price}, completes a symbol with the {tile}: 2 points")
            price = t(two, price=price, tile=t(GEAR_NAMES[partner(i)]))
        return price if ask == Ask.DISCOUNTED else f"{price}. {gear_effect(i, s.option, t)}"
    if family == "SCRAP":
        return gains(list(box.REPAIR_COST[i]), t)
    if family == "TOKEN":
        n = drawn_by_mary(s)[i]
        gives = t("gauge 1 step better") if i == box.Token.ALGAE_PILLS else t("nothing")
        if box.TOKEN_RES[i] >= 0:
            gives = amount(box.TOKEN_RES[i], 1, t)
        return f"{gives}, {t('{n} of the four', n=n)}"
    return ""


def _mending(r: Reader[OutliveState], ask: Ask, kind: int) -> str:
    """What the repair of a tile costs."""
    s, t = r.state, r.t
    less = part(s, Discount.less) if ask == Ask.DISCOUNTED else 0
    price = list(box.REPAIR_COST[kind])
    if less >= sum(price):
        return t("for nothing")
    said = amounts(price, t)
    return t("pay only {n} of: {cost}", n=sum(price) - less, cost=said) if less else said


def drawn_by_mary(s: OutliveState) -> Counter[int]:
    """The search tokens that lie open in setup: she keeps all but one."""
    return Counter(token for city in range(2) for token in s.search[city][s.search_left[city] : box.TOKENS_PER_CITY])
