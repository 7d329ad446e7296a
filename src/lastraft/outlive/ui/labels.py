"""Moves in words: labels of buttons, and a question before a move that loses something."""

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.translations import N_, Translator
from .. import components as box
from .. import names
from ..codes import FAMILIES
from ..rules.building import rooms_to_build
from ..rules.scoring import completed_rooms
from ..state import READY, Ask, Boarding, OutliveState, Visit

_PASS_LABELS: dict[Ask, str] = {
    Ask.TURN: N_("Stay where you are for the rest of the day"),
    Ask.BAT: N_("No"),
    Ask.GUARD: N_("No"),
    Ask.ARMOUR: N_("No"),
    Ask.DISCOUNT: N_("No, pay everything"),
    Ask.SURVIVOR: N_("Leave the survivor behind"),
    Ask.VISIT: N_("End this hero's turn"),
    Ask.LOOK: N_("Break the hunt off"),
    Ask.WAIVE_MORE: N_("Nothing else"),
    Ask.RECRUIT: N_("No one else"),
    Ask.DISCOUNTED: N_("Repair nothing"),
}
_SIMPLE = {
    "YES": N_("Yes"),
    "ALGAE": N_("Take the algae"),
    "ACTIVATE_DAM": N_("Pay a chip for the purification"),
    "SEARCH": N_("Draw a search token"),
}


def label(r: Reader[OutliveState], move: int) -> str:
    """A legal move in words, as on a button."""
    s, seat, t = r.state, r.seat, r.t
    family, i = FAMILIES[move]
    ask = Ask(top(s))
    if family == "PASS":
        return t(_PASS_LABELS.get(ask, N_("Pass")))
    if family in _SIMPLE:
        return t(_SIMPLE[family])
    if family == "MOVE":
        return t("{hero} → {area}", hero=box.HERO_IDS[i // box.AREAS], area=t(names.AREA_NAMES[i % box.AREAS]))
    if family == "RES":
        return _res_label(ask, i, t)
    if family == "PLACE":
        name = names.place_name(s.room[seat], i, t)
        return name.capitalize() if i == 0 else t("Into the {room}", room=name) if ask == Ask.BUILD else name
    if family == "COUNT":
        if ask == Ask.SPLIT:
            return t.plural("{n} survivor", "{n} survivors", i)
        return names.amount(box.Res.AMMO, i, t)
    if family == "GATHER":
        return t(_GATHER[s.place[seat][part(s, Visit.hero)]])
    if family == "HUNT":
        said = N_("Hunt {animal} or another") if s.gear[seat][box.Gear.THERMAL_SENSOR] == READY else N_("Hunt {animal}")
        return t(said, animal=t(names.PREY_HUNTED[hunted_first(s, seat) - box.WEAKEST_PREY]))
    if family == "SPACE":
        space = box.WEAKEST_SPACE + part(s, Boarding.space)
        return t("Space {n}", n=space) if i == 0 else t("Space {n} (hook)", n=space + 1)
    if family == "PEEK":
        city = t(names.CITY_NAMES[i])
        return city if ask == Ask.MARY_DRAW else t("Peek at {city}", city=city)
    if family in ("ROOM", "BUILD"):
        room = names.place_name(s.room[seat], i + 1, t)
        return t("Use {room}", room=room) if family == "ROOM" else t("Build {room}", room=room)
    said, what, called = _NAMED[family]
    return t(said, **{what: t(called[i])})


_GATHER = [N_("Gather wood"), N_("Draw water"), N_("Gather ammo"), "", N_("Gather metal"), "", N_("Gather chips"), ""]


def hunted_first(s: OutliveState, seat: int) -> int:
    """The toughness printed on the animal that lies open where a hero is at work."""
    stack = box.STACK_OF[s.place[seat][part(s, Visit.hero)]]
    return int(s.prey[stack][s.prey_left[stack] - 1])


def _res_label(ask: Ask, res: int, t: Translator) -> str:
    if ask == Ask.RECRUIT:
        return t("Recruit {n} for {goods}", n=1, goods=names.amount(res, 1, t))
    if ask == Ask.FEEDING:
        return t("Serve {goods}", goods=names.amount(res, 1, t))
    if ask in (Ask.PAY_ROOM, Ask.SINGLE):
        return t("Pay {goods}", goods=names.amount(res, 1, t))
    name = t(names.RES_NAMES[res])
    return name[:1].upper() + name[1:]


_NAMED: dict[str, tuple[str, str, list[str]]] = {
    "KEEP_ROOM": (N_("Keep {room}"), "room", names.ROOM_NAMES[box.BASIC_ROOMS :]),
    "LEADER": (N_("Choose {leader}"), "leader", names.LEADER_NAMES),
    "AREA": ("{area}", "area", names.AREA_NAMES),
    "TAKE": (N_("Take {tile}"), "tile", names.GEAR_NAMES),
    "PREY": ("{animal}", "animal", names.PREY_NAMES),
    "ITEM": (N_("Use {tile}"), "tile", names.GEAR_NAMES),
    "EVENT": (N_("End {card}"), "card", names.CARD_NAMES),
    "REPAIR": (N_("Repair {tile}"), "tile", names.GEAR_NAMES),
    "SCRAP": (N_("Scrap {tile}"), "tile", names.GEAR_NAMES),
    "TOKEN": (N_("Throw away: {token}"), "token", names.TOKEN_NAMES),
}
"""Moves that name a card, a tile or a place."""


def about_room(kind: int, rules: Sequence[int], t: Translator) -> str:
    """What is printed on a room: its places, its upkeep, what it does."""
    places = t.plural("{n} place", "{n} places", box.PLACES[kind])
    effect = names.room_effect(kind, rules, t)
    return t("{effect} {places}, eats {food}.", places=places, food=box.UPKEEP[kind], effect=effect)


def about_leader(leader: int, rules: Sequence[int], t: Translator) -> str:
    """What is printed on a leader's card, line by line: what one brings along, what its tool does, where one starts."""
    goods = names.amounts(list(box.START_GOODS[leader]), t) or t("3 of 4 finds from the cities")
    areas, tile = ", ".join(t(names.AREA_NAMES[area]) for area in box.START_AREAS[leader]), box.START_GEAR[leader]
    called = t(names.GEAR_NAMES[tile])
    return "\n".join(
        (
            t("{goods}; {tile}, to be repaired", goods=goods, tile=called),
            t("{card}: {effect}", card=called, effect=names.gear_effect(tile, rules, t)),
            t("Heroes start: {areas}", areas=areas),
        )
    )


def is_dry(s: OutliveState, seat: int) -> bool:
    """Whether the dam gives a player nothing: there is no chip for it, and no access card."""
    return s.store[seat][box.Res.CHIP] == 0 and s.gear[seat][box.Gear.ACCESS_CARD] != READY


def still_to_fill(s: OutliveState, seat: int) -> tuple[int, int]:
    """A room that could be full tonight: its slot or -1, and the points for one full room more. A built one comes first
    and among these the one with the fewest free places; a plan only in the last night, before that it can wait."""
    n = completed_rooms(s, seat)
    plans = rooms_to_build(s, seat) if s.day == box.ROUNDS else 0
    ready = [
        (not s.built[seat][slot], box.PLACES[s.room[seat][slot] - 1] - s.people[seat][slot], slot)
        for slot in range(box.SLOTS)
        if s.built[seat][slot] or plans >> slot & 1
    ]
    _, free, slot = min([each for each in ready if 0 < each[1] <= s.airlock[seat]], default=(True, 0, -1))
    return (slot, box.ROOM_SCORE[n + 1] - box.ROOM_SCORE[n]) if free else (-1, 0)


def careful(r: Reader[OutliveState], move: int) -> str:
    """A question before a move that gives something away for good."""
    s, t = r.state, r.t
    family, i = FAMILIES[move]
    if family == "SCRAP":
        return t("Scrap the {tile} for good?", tile=t(names.GEAR_NAMES[i]))
    if family == "MOVE" and i % box.AREAS == box.Area.DAM:
        said = t("You have no chip, and without one the dam gives no water. Go there?")
        return said if is_dry(s, r.seat) else ""
    if family == "PASS" and top(s) == Ask.VISIT and part(s, Visit.actions) > 0:
        n = part(s, Visit.actions)
        return t.plural("End the turn with {n} action left?", "End the turn with {n} actions left?", n)
    if family == "PASS" and top(s) == Ask.BUILD and s.day == box.ROUNDS:  # before, who waits can still move in
        slot, points = still_to_fill(s, r.seat)
        room = names.place_name(s.room[r.seat], slot + 1, t)
        said = t("You can still fill the {room} tonight: +{n}. Go on without?", room=room, n=points)
        return said if points > 0 else ""
    return ""
