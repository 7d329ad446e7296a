"""What a move is good for, as somebody who advises it would say."""

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.translations import N_
from .. import components as box
from ..codes import FAMILIES
from ..components import Area, Res
from ..names import CARD_NAMES, GEAR_NAMES, RES_NAMES, amount, gear_effect, room_effect
from ..rules.building import price_of_room
from ..rules.event_cards import is_face_up
from ..rules.shelter import materials
from ..state import BROKEN, Ask, Loot, OutliveState, Phase, Visit
from .labels import about_leader, is_dry
from .outcomes import outcome
from .shelter import bill_of


def purpose(r: Reader[OutliveState], moves: Sequence[int]) -> str:
    """The one thing that a move is for: tonight's bill, a room, a repair, an event; else what it brings."""
    family, i = FAMILIES[moves[0]]
    return (_reason(r, family, i) or outcome(r, moves[0])).rstrip(".")


def _dry(r: Reader[OutliveState]) -> str:
    bill = bill_of(r, r.seat)
    if bill.later or bill.water >= bill.rows:
        return ""
    return r.t("water for the airlock is {n} short tonight", n=bill.rows - bill.water)


def _hungry(r: Reader[OutliveState]) -> str:
    bill = bill_of(r, r.seat)
    if bill.later or bill.food >= bill.rooms:
        return ""
    return r.t("food for the rooms is {n} short tonight", n=bill.rooms - bill.food)


def _reason(r: Reader[OutliveState], family: str, i: int) -> str:
    """Why one makes a move, where the words under its button are not enough."""
    s, seat, t = r.state, r.seat, r.t
    ask = Ask(top(s))
    if family in ("MOVE", "AREA"):
        return _area(r, i % box.AREAS)
    if family == "GATHER":
        return _for(r, box.POOL_RES[s.place[seat][part(s, Visit.hero)]])
    if family in ("HUNT", "PREY") or (family == "COUNT" and ask == Ask.HUNT):
        return _for(r, Res.MEAT)
    if family == "ACTIVATE_DAM":
        return _for(r, Res.WATER)
    if family == "SEARCH":
        return t("food, a material or ammo, or an empty cupboard")
    if family == "KEEP_ROOM" or (family == "BUILD" and ask == Ask.FIRST_ROOM):
        return room_effect(box.BASIC_ROOMS + i if family == "KEEP_ROOM" else s.room[seat][i] - 1, s.option, t)
    if family == "LEADER":
        return about_leader(i, s.option, t).split("\n")[0]
    if family == "TAKE":
        return gear_effect(i, s.option, t)
    if family == "RES":
        return _paid(r, ask, i)
    if family == "BUILD" and ask == Ask.BUILD:
        places = box.PLACES[s.room[seat][i] - 1]
        return t.plural("{n} place for the {people} in your airlock", "{n} places for the {people} in your airlock",
                        places, people=s.airlock[seat])  # fmt: skip
    if family == "PLACE":
        return _place(r, ask, i)
    if family == "REPAIR":
        return t.plural("{n} point", "{n} points", 1)
    return _passed(r, ask) if family == "PASS" else ""


def _area(r: Reader[OutliveState], area: int) -> str:
    """What one goes there for."""
    s, t = r.state, r.t
    if box.CITY_OF[area] >= 0:
        return t("searching for goods and equipment")
    if area == Area.CARGO:
        return _for(r, Res.CAN)
    if area == Area.DAM and is_dry(s, r.seat):
        return ""
    if area == Area.BASE and s.algae and s.gauge[r.seat]:
        return t("algae against the radiation")
    stack = box.STACK_OF[area]
    hunt = stack >= 0 and s.prey_left[stack]
    if hunt and (lacking := _hungry(r)):
        return lacking
    return _for(r, box.POOL_RES[area]) if s.pool[area] else t("a hunt") if hunt else ""


def _for(r: Reader[OutliveState], res: int) -> str:
    """What more of a resource is for, the most pressing first."""
    s, t, seat = r.state, r.t, r.seat
    if res < box.FOODS:
        lacking = (_dry(r) if res == Res.WATER else "") or _hungry(r)
        covered = N_("{goods}: tonight's bill is covered, what is over takes in survivors")
        return lacking or ("" if _dry(r) else t(covered, goods=t(RES_NAMES[res])))
    if res == Res.CHIP and s.store[seat][Res.CHIP] == 0 and s.phase <= Phase.DAY and _dry(r):
        return t("the dam gives water only for a chip")
    lacking = _event_for(r, res)
    if lacking:
        return lacking
    for kind in range(box.GEARS):
        if s.gear[seat][kind] == BROKEN and s.store[seat][res] < box.REPAIR_COST[kind][res]:
            return t("{goods} to repair the {tile}", goods=t(RES_NAMES[res]), tile=t(GEAR_NAMES[kind]))
    if res == Res.AMMO:
        return t("ammo saves actions in hunts")
    have, price = materials(s, seat), price_of_room(s, seat)
    if any(kind and not built for kind, built in zip(s.room[seat], s.built[seat], strict=True)):
        if have < price:
            said = N_("{goods}: a room costs {price} materials, you have {have}")
            return t(said, goods=t(RES_NAMES[res]), price=price, have=have)
        return t("{goods} for the next room", goods=t(RES_NAMES[res]))
    return ""


def _event_for(r: Reader[OutliveState], res: int) -> str:
    """The event that one is nearest to ending, if only this resource is missing."""
    s, seat = r.state, r.seat
    for slot in range(s.day):
        if is_face_up(s, slot):
            card = s.card[slot] - 1
            missing = [max(0, box.CARD_COST[card][good] - s.store[seat][good]) for good in range(box.GOODS)]
            if 0 < sum(missing) == missing[res] <= 3:
                goods = amount(res, missing[res], r.t)
                return r.t("{goods} more to end {card}", goods=goods, card=r.t(CARD_NAMES[card]))
    return ""


def _paid(r: Reader[OutliveState], ask: Ask, res: int) -> str:
    """Why rather this token than another."""
    s, t = r.state, r.t
    whose = part(s, Loot.victim) if ask == Ask.LOOT else r.seat
    if ask == Ask.LOOT and whose != r.seat:
        return _for(r, res)
    if ask == Ask.RECRUIT:
        return t("a survivor is a point, and staff for a room")
    group = range(box.FOODS) if res < box.FOODS else range(box.FOODS, Res.AMMO)
    most = s.store[whose][res] == max(s.store[whose][each] for each in group)
    return t("more than of the others") if most else ""


def _place(r: Reader[OutliveState], ask: Ask, place: int) -> str:
    s, seat, t = r.state, r.seat, r.t
    if ask == Ask.LOSE_SURVIVOR or place == 0:
        return t("a survivor is a point, and staff for a room") if ask == Ask.SURVIVOR else ""
    kind = s.room[seat][place - 1] - 1
    left = box.PLACES[kind] - s.people[seat][place - 1] - 1
    if left > 0:
        return t("it works with all {most} places taken", most=box.PLACES[kind])
    return room_effect(kind, s.option, t)


def _passed(r: Reader[OutliveState], ask: Ask) -> str:
    """Why one leaves it at that."""
    s, t, seat = r.state, r.t, r.seat
    if ask == Ask.RECRUIT:
        bill = bill_of(r, seat)
        food = sum(s.store[seat][: box.FOODS])
        if s.day == box.ROUNDS:
            return ""
        return t("your {food} food is for the next night: {rows} water, {rooms} food", food=food, rows=bill.rows,
                 rooms=bill.rooms)  # fmt: skip
    if ask == Ask.BUILD:
        n = materials(s, seat)
        return t("your {n} materials are kept", n=n) if n and s.day < box.ROUNDS else ""
    if ask in (Ask.END_EVENT, Ask.REPAIR):
        return t("what it would cost is worth more elsewhere")
    if ask == Ask.VISIT:
        return t("nothing here that you need")
    if ask == Ask.SURVIVOR:
        return t("another mouth every night") if s.phase < Phase.RECRUIT else ""
    return t("no hero gains by moving on") if ask == Ask.TURN else ""
