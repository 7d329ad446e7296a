"""What a move costs or brings, in a few words under its button."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol.translations import Translator
from ..codes import FAMILIES
from ..components import (
    AIRLOCK,
    AREAS,
    ARMOUR,
    BASIC_ROOMS,
    CARD_COST,
    CARD_POINTS,
    EXTRA,
    EXTRA_AT,
    HUNT_MEAT,
    PLACES,
    POOL_RES,
    PREY_MEAT,
    PREY_VALUES,
    REPAIR_COST,
    SANDSTORM_LIMIT,
    SHIP_CANS,
    SLOTS,
    SPACE_CANS,
    START_SURVIVORS,
    STRENGTH,
    WEAKEST_PREY,
    Area,
    Card,
    Res,
    Room,
)
from ..names import amount, amounts, gear_effect, kept, room_effect
from ..options import Opt
from ..rules.building import price_of_room
from ..rules.event_cards import suffers
from ..rules.hunting import hunted, tools_announced, toughness
from ..rules.movement import is_open, is_taken, ship_strength
from ..rules.pressure import pressed_hero
from ..rules.shelter import food, in_supply, is_active, materials, reserve_water, survivors_in_supply
from ..state import READY, Ask, OutliveState
from .labels import about_leader, about_room, hunted_first


def detail(s: OutliveState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
    """What a legal move costs or brings; nothing where its label says it all."""
    family, i = FAMILIES[move]
    ask = Ask(top(s))
    if family in ("PASS", "YES", "COUNT"):
        return _answer(s, seat, ask, family, i, names, t)
    if family == "MOVE":
        return _arrival(s, seat, *divmod(i, AREAS), names, t)
    if family == "SPACE":
        return _boarding(s, seat, part(s, 1) + i, t)
    if family == "RES":
        return _held(s, seat, ask, i, names, t)
    if family == "PLACE":
        return _inside(s, seat, ask, i, t)
    if family == "GATHER":
        area = s.place[seat][part(s, 1)]
        return f"{_actions(1, t)}, +{amount(POOL_RES[area], _gathered(s, seat, area), t)}"
    if family == "ALGAE":
        return f"{_actions(1, t)}, {t('gauge 1 step better')}"
    if family == "ACTIVATE_DAM":
        water = min(part(s, 2), s.pool[Area.DAM])
        return t("{cost} for {gain}", cost=amount(Res.CHIP, 1, t), gain=amount(Res.WATER, water, t))
    if family == "SEARCH":
        return _actions(1, t)
    if family == "HUNT":
        return _kill(s, seat, hunted_first(s, seat), t)
    if family == "PREY":
        return _kill(s, seat, WEAKEST_PREY + i, t)
    return _named(s, seat, ask, family, i, t)


def _actions(n: int, t: Translator) -> str:
    return t.plural("{n} action", "{n} actions", n)


def _answer(s: OutliveState, seat: int, ask: Ask, family: str, n: int, names: Sequence[str], t: Translator) -> str:
    """Yes, no, or a number."""
    if ask == Ask.VISIT:
        left = part(s, 2)
        return t.plural("{n} action unused", "{n} actions unused", left) if left else ""
    if family == "COUNT" and ask == Ask.HUNT:
        needed = max(0, toughness(s, seat, hunted(s)) - tools_announced(s) - n)
        return f"{_actions(needed, t)}, +{amount(Res.MEAT, meat_now(s, seat, hunted(s)), t)}"
    if family == "COUNT" and ask == Ask.DEFENCE:
        return _handed(s, seat, part(s, 2) - n, t)
    if family == "COUNT" and ask == Ask.SPLIT:
        said = t("in the airlock: {n}", n=START_SURVIVORS - n)
        first = s.room[seat][list(s.built[seat]).index(1)] - 1
        return f"{said}, {t('then it works')}" if n == PLACES[first] else said
    if ask == Ask.GUARD and family == "YES":
        return _handed(s, seat, 0, t)
    if ask == Ask.ARMOUR and family == "YES":
        return t("pressure {n} instead of {most}", n=max(0, part(s, 2) - ARMOUR), most=part(s, 2))
    if ask == Ask.BAT:  # the frame below is the arrival
        hero = s.frame[s.depth - 2][2]
        return ", ".join(_pressures(s, seat, hero, s.place[seat][hero], family == "YES", names, t))
    if ask == Ask.DISCOUNT and family == "YES":
        return room_effect(Room.EVENT_DISCOUNT, s.option, t)
    return ""


def _handed(s: OutliveState, victim: int, points: int, t: Translator) -> str:
    """What so much pressure takes."""
    n = min(points, food(s, victim) + materials(s, victim))
    return t.plural("you hand over {n} token", "you hand over {n} tokens", n) if n else t("you keep everything")


def _arrival(s: OutliveState, seat: int, hero: int, area: int, names: Sequence[str], t: Translator) -> str:
    """A hero's actions where it goes, whom it presses, or what the ship gives."""
    if area == Area.CARGO:
        space = ship_strength(s, seat, hero)
        first = _boarding(s, seat, space if is_open(s, seat, space) else space + 1, t)
    else:
        first = _actions(SANDSTORM_LIMIT if suffers(s, seat, Card.SANDSTORM) else STRENGTH[hero], t)
    return ", ".join([first, *_pressures(s, seat, hero, area, False, names, t)])


def _pressures(
    s: OutliveState, seat: int, hero: int, area: int, bat: bool, names: Sequence[str], t: Translator
) -> list[str]:
    """Whom a hero would press there, and by how much."""
    found = []
    for victim in range(s.seats):
        pressed = -1 if victim == seat else pressed_hero(s, victim, area)
        if pressed < 0 or s.safe[victim] >> pressed & 1:
            continue
        points = STRENGTH[hero] - STRENGTH[pressed]
        if bat and (points > 0 or s.option[Opt.BAT_HITS_EQUALS] == 0):
            points += 1
        if points > 0:
            found.append(t("presses {name} by {n}", name=names[victim], n=points))
    return found


def _boarding(s: OutliveState, seat: int, space: int, t: Translator) -> str:
    """The cans of a space, and its survivor."""
    cans = SPACE_CANS[space] + sum(
        SHIP_CANS[kind] for kind in _working(s, seat, Room.CARGO_PLUS1, Room.CARGO_PLUS2_OPEN)
    )
    taken = is_taken(s, seat, space)
    who = survivors_in_supply(s) > 0 if taken else s.ship[space] > 0
    goods = amount(Res.CAN, min(cans, in_supply(s, Res.CAN)), t)
    return f"{goods}, {t.plural('{n} survivor', '{n} survivors', 1)}" if who else goods


def _working(s: OutliveState, seat: int, *kinds: Room) -> list[int]:
    """The rooms of some kinds that work and have not been used today."""
    return [
        s.room[seat][slot] - 1
        for slot in range(SLOTS)
        if s.room[seat][slot] - 1 in kinds and s.used[seat][slot] == 0 and is_active(s, seat, slot)
    ]


def _held(s: OutliveState, seat: int, ask: Ask, res: int, names: Sequence[str], t: Translator) -> str:
    """How much there is of what is paid, lost or handed over."""
    whose = part(s, 1) if ask == Ask.LOOT else seat
    n = s.store[whose][res]
    if ask == Ask.RECRUIT and res == Res.WATER:
        n += reserve_water(s, seat)
    said = t("you have {n}", n=n) if whose == seat else t("{name} has {n}", name=names[whose], n=n)
    spoils = ask in (Ask.FEEDING, Ask.RECRUIT) and kept(res, s.option) == 0
    return f"{said}, {t('spoils tonight')}" if spoils else said


def _inside(s: OutliveState, seat: int, ask: Ask, place: int, t: Translator) -> str:
    """How many live at a place."""
    if place == 0:
        n, most = s.airlock[seat], AIRLOCK
    else:
        n, most = s.people[seat][place - 1], PLACES[s.room[seat][place - 1] - 1]
    if ask in (Ask.BUILD, Ask.SURVIVOR) and place and n + 1 == most:
        return t("then it works")
    return t("{n} of {most} places taken", n=n, most=max(n, most))


def _gathered(s: OutliveState, seat: int, area: int) -> int:
    """One token, and with the first what a tile adds by itself."""
    tile = EXTRA_AT[area]
    extra = s.option[Opt.AUTO_FREE_BONUSES] == 0 and tile >= 0 and s.gear[seat][tile] == READY
    return int(min(s.pool[area], 1 + (EXTRA[tile] if extra else 0)))


def _kill(s: OutliveState, seat: int, printed: int, t: Translator) -> str:
    """What a hunt needs and what it brings."""
    needed = t.plural("{n} action or ammo", "{n} actions or ammo", toughness(s, seat, printed))
    return f"{needed}, +{amount(Res.MEAT, meat_now(s, seat, printed), t)}"


def meat_now(s: OutliveState, seat: int, printed: int) -> int:
    """The meat that an animal would bring now: with what rooms and events have to say, like `hunting.meat_of`."""
    kind = printed - WEAKEST_PREY
    kills = s.kills[seat][kind]
    meat = PREY_MEAT[kind][min(kills, PREY_VALUES - 1)]
    if s.option[Opt.HUNT_PROGRESSION_END] == 1:
        meat += max(0, kills + 1 - PREY_VALUES)
    if suffers(s, seat, Card.PLAGUE):
        meat = max(0, meat - 1)
    meat += sum(HUNT_MEAT[room] for room in _working(s, seat, Room.HUNT_PLUS2, Room.HUNT_PLUS1))
    return int(min(meat, in_supply(s, Res.MEAT)))


def _named(s: OutliveState, seat: int, ask: Ask, family: str, i: int, t: Translator) -> str:
    """Moves that name a card, a room or a tile."""
    if family == "KEEP_ROOM":
        return about_room(BASIC_ROOMS + i, s.option, t)
    if family == "LEADER":
        return about_leader(i, t)
    if family == "TAKE":
        return f"{_actions(1, t)}. {gear_effect(i, s.option, t)}"
    if family == "ITEM":
        return gear_effect(i, s.option, t)
    if family == "ROOM":
        return room_effect(s.room[seat][i] - 1, s.option, t)
    if family == "EVENT":
        points = t.plural("{n} point", "{n} points", CARD_POINTS[i])
        return t("{cost} for {gain}", cost=amounts(list(CARD_COST[i]), t), gain=points)
    if family == "BUILD":
        kind = s.room[seat][i] - 1
        if ask == Ask.FIRST_ROOM:
            return about_room(kind, s.option, t)
        cost = t.plural("{n} material", "{n} materials", price_of_room(s, seat))
        return f"{cost}. {room_effect(kind, s.option, t)}"
    if family == "REPAIR":
        less = part(s, 1) if ask == Ask.DISCOUNTED else 0
        price = list(REPAIR_COST[i])
        if less >= sum(price):
            return t("for nothing")
        said = amounts(price, t)
        return t("{cost}, of which {n} not paid", cost=said, n=less) if less else said
    if family == "SCRAP":
        return f"+{amounts(list(REPAIR_COST[i]), t)}"
    return ""
