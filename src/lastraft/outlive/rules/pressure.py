"""Pressure (section 8)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part, top
from ..components import ARMOUR, GUARDED_STRENGTH, HEROES, STRENGTH, Gear, Res, Room
from ..events import Event
from ..options import Choice
from ..state import Arrival, Ask, Loot, OutliveState, Pressure
from .equipment import is_ready, use_gear
from .shelter import active_room, food, materials, unused_room, use_room


@rule
def pressed_hero(s: OutliveState, victim: int, area: int) -> int:
    """OL-8.1, OL-8.3, OL-7.10: the victim's active hero in the area, or -1; a player has at most one there."""
    for hero in range(HEROES):
        if s.place[victim][hero] == area and s.standing[victim][hero] == 1:
            return hero
    return -1


@rule
def pressure(s: OutliveState, hero: int, area: int, victim: int, bat: int) -> int:
    """OL-8.1, OL-8.2, OL-10.27: how much a hero who arrives in an area presses a player; Sandstorm changes nothing
    (OL-8.14)."""
    pressed = pressed_hero(s, victim, area)
    if pressed < 0 or s.safe[victim] >> pressed & 1:
        return 0
    points: int = STRENGTH[hero] - STRENGTH[pressed]
    if points <= 0 and s.option[Choice.BAT_HITS_EQUALS] == 1:
        return 0
    return max(0, points + bat)


@rule
def bat_is_useful(s: OutliveState, seat: int, hero: int) -> bool:
    """OL-8.15, OL-10.27: with the bat at least one active hero there would be under pressure."""
    if not is_ready(s, seat, Gear.BASEBALL_BAT):
        return False
    for victim in range(s.seats):
        if victim != seat and pressure(s, hero, s.place[seat][hero], victim, 1) > 0:
            return True
    return False


@rule
def press_next(s: OutliveState) -> None:
    """OL-8.10, OL-8.11: first the bat, then the victims one after another from the attacker's left on; only those who
    were there before (OL-8.4), in every area (OL-8.12)."""
    seat = part(s, Arrival.seat)
    hero = part(s, Arrival.hero)
    step = part(s, Arrival.step)
    set_part(s, Arrival.step, step + 1)
    if step == 0:
        if bat_is_useful(s, seat, hero):
            push(s, Ask.BAT, seat, 0, 0, 0)
        return
    victim = (seat + step) % s.seats
    area = s.place[seat][hero]
    points = pressure(s, hero, area, victim, part(s, Arrival.bat))
    if points > 0:
        emit(s, EVERYONE, Event.PRESSED, seat, victim, points)
        push(s, Ask.GUARD, victim, seat, points, pressed_hero(s, victim, area))


@rule
def swing_bat(s: OutliveState, seat: int) -> None:
    """OL-10.27: this arrival presses as if 1 stronger."""
    use_gear(s, seat, Gear.BASEBALL_BAT)
    pop(s)
    set_part(s, Arrival.bat, 1)


@rule
def can_guard(s: OutliveState) -> bool:
    """OL-12.27: a strength-3 hero is pressed and an `immune3` is usable."""
    return (
        STRENGTH[part(s, Pressure.hero)] == GUARDED_STRENGTH
        and unused_room(s, part(s, Pressure.victim), Room.IMMUNE3) >= 0
    )


@rule
def guard(s: OutliveState, victim: int) -> None:
    """OL-12.27: the whole pressure is cancelled; with `immune3_scope` = round the hero stays safe."""
    use_room(s, victim, unused_room(s, victim, Room.IMMUNE3))
    if s.option[Choice.IMMUNE3_SCOPE] == 1:
        s.safe[victim] |= 1 << part(s, Pressure.hero)
    emit(s, EVERYONE, Event.GUARDED, victim, part(s, Pressure.attacker))
    pop(s)


@rule
def wear_armour(s: OutliveState, victim: int) -> None:
    """OL-10.28: two points less."""
    use_gear(s, victim, Gear.BODY_ARMOUR)
    set_part(s, Pressure.points, max(0, part(s, Pressure.points) - ARMOUR))
    emit(s, EVERYONE, Event.ARMOUR, victim, part(s, Pressure.points), part(s, Pressure.attacker))
    ask_next(s, Ask.DEFENCE)


@rule
def ask_next(s: OutliveState, ask: int) -> None:
    """OL-8.11: guard, armour, ammo, handing over: the next question of the same pressure."""
    s.frame[s.depth - 1][0] = ask


@rule
def forbids_defence(s: OutliveState, victim: int, ammo: int) -> int:
    """OL-8.5: each token cancels a point, up to the pressure; ammo never raises an attack (OL-8.6)."""
    return 0 if ammo <= min(part(s, Pressure.points), s.store[victim][Res.AMMO]) else clause(8, 5)


@rule
def defend(s: OutliveState, victim: int, ammo: int) -> None:
    """OL-8.5: spent ammo goes to the supply."""
    s.store[victim][Res.AMMO] -= ammo
    if ammo > 0:
        emit(s, EVERYONE, Event.DEFENDED, victim, ammo, part(s, Pressure.attacker))
    set_part(s, Pressure.points, part(s, Pressure.points) - ammo)
    hand_over(s)


@rule
def hand_over(s: OutliveState) -> None:
    """OL-8.7, OL-8.8, OL-8.13, OL-12.30: for every point left a token; with `pressure_choice` the attacker chooses."""
    victim = part(s, Pressure.victim)
    attacker = part(s, Pressure.attacker)
    tokens = min(part(s, Pressure.points), food(s, victim) + materials(s, victim))
    if tokens == 0 and part(s, Pressure.points) > 0:
        emit(s, EVERYONE, Event.HAS_NOTHING, victim, attacker)
    pop(s)
    if tokens > 0:
        chooser = attacker if active_room(s, attacker, Room.PRESSURE_CHOICE) >= 0 else victim
        push(s, Ask.LOOT, chooser, victim, attacker, tokens)


@rule
def forbids_loot(s: OutliveState, res: int) -> int:
    """OL-8.7, OL-8.13: food or material that the victim has; never ammo."""
    return 0 if res != Res.AMMO and s.store[part(s, Loot.victim)][res] > 0 else clause(8, 7)


@rule
def loot(s: OutliveState, res: int) -> None:
    """OL-8.7, OL-8.9: the token passes to the attacker, who may not decline it."""
    victim = part(s, Loot.victim)
    attacker = part(s, Loot.attacker)
    s.store[victim][res] -= 1
    s.store[attacker][res] += 1
    emit(s, EVERYONE, Event.HANDED, victim, attacker, res)
    set_part(s, Loot.tokens, part(s, Loot.tokens) - 1)
    if part(s, Loot.tokens) == 0:
        pop(s)


@rule
def settle_pressure(s: OutliveState) -> bool:
    """OL-8.11, OL-8.15, OL-12.27, OL-10.28, OL-8.5: skip the questions that cannot be; whether one was."""
    ask = top(s)
    victim = part(s, Pressure.victim)
    if ask == Ask.GUARD and not can_guard(s):
        ask_next(s, Ask.ARMOUR)
        return True
    if ask == Ask.ARMOUR and not is_ready(s, victim, Gear.BODY_ARMOUR):
        ask_next(s, Ask.DEFENCE)
        return True
    if ask == Ask.DEFENCE and min(part(s, Pressure.points), s.store[victim][Res.AMMO]) == 0:
        hand_over(s)
        return True
    return False
