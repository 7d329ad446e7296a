"""What people are asked: questions, buttons, and a question before something is lost."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import part, top
from ..words import N_, Words
from .components import (
    AGE,
    AREAS,
    BASIC_ROOMS,
    CARD_COST,
    HERO_IDS,
    HUNT_MEAT,
    PLACES,
    PREY_MEAT,
    PREY_VALUES,
    REPAIR_COST,
    SLOTS,
    STACK_OF,
    START_AREAS,
    START_GEAR,
    START_GOODS,
    STRENGTH,
    UPKEEP,
    WEAKEST_PREY,
    WEAKEST_SPACE,
    Area,
    Card,
    Gear,
    Res,
    Room,
)
from .events import suffers
from .hunting import hunted, tools_announced, toughness
from .moves import FAMILIES, asked
from .names import (
    AREA_NAMES,
    CARD_NAMES,
    CITY_NAMES,
    GEAR_EFFECTS,
    GEAR_NAMES,
    LEADER_NAMES,
    RES_NAMES,
    ROOM_EFFECTS,
    ROOM_NAMES,
    TOKEN_NAMES,
    amount,
    amounts,
    place_name,
)
from .shelter import food, in_supply, is_active, materials, reserve_water
from .state import READY, Ask, Opt, OutliveState, Phase

# -- questions -----------------------------------------------------------------------------------------------------

_QUESTIONS: dict[Ask, str] = {
    Ask.FIRST_ROOM: N_("Which room is built from the start?"),
    Ask.SPLIT: N_("How many of your four survivors go into that room? The others wait in the airlock."),
    Ask.LEADER: N_("Choose your leader: what you bring along, and where your heroes start."),
    Ask.MARY_DRAW: N_("From which city does Mary draw a token?"),
    Ask.MARY_THROW: N_("Which of the four tokens does Mary throw away?"),
    Ask.LOSE_FOOD: N_("Rats! Which food do you lose?"),
    Ask.LOSE_GOODS: N_("The hostile clan robs you: which goods do you lose?"),
    Ask.TURN: N_("Your turn: move a hero."),
    Ask.SPACE: N_("Board your own space, or use the grappling hook for the next one?"),
    Ask.BAT: N_("Swing the baseball bat in this arrival?"),
    Ask.SURVIVOR: N_("A survivor would join you: where?"),
    Ask.LOOK: N_("Which animal do you hunt?"),
    Ask.END_EVENT: N_("Night, step 1: end an event, or pass."),
    Ask.DISCOUNT: N_("Use the Crisis Desk to pay less?"),
    Ask.WAIVE: N_("What do you not pay?"),
    Ask.WAIVE_MORE: N_("What else do you not pay?"),
    Ask.RECRUIT: N_("Night, step 4: recruit survivors for a food token each, or pass."),
    Ask.BUILD: N_("Night, step 5: build and staff rooms, or pass."),
    Ask.REPAIR: N_("Night, step 6: repair equipment, or pass."),
    Ask.DISCOUNTED: N_("Which tile do you repair at the lower price?"),
    Ask.SPARE: N_("Which material do you not pay?"),
    Ask.SINGLE: N_("Which material do you pay?"),
}


_OTHERS: dict[Ask, str] = {
    Ask.KEEP: N_("{name} is choosing rooms."),
    Ask.FIRST_ROOM: N_("{name} is choosing the first room."),
    Ask.SPLIT: N_("{name} is settling the first survivors."),
    Ask.LEADER: N_("{name} is choosing a leader."),
    Ask.MARY_DRAW: N_("{name} is choosing search tokens."),
    Ask.MARY_THROW: N_("{name} is choosing search tokens."),
    Ask.PLACE_HERO: N_("{name} is placing heroes."),
    Ask.LOSE_FOOD: N_("{name} is choosing what the event takes."),
    Ask.LOSE_GOODS: N_("{name} is choosing what the event takes."),
    Ask.LOSE_SURVIVOR: N_("{name} is choosing who is lost."),
    Ask.TURN: N_("{name} is about to move a hero."),
    Ask.SPACE: N_("{name} is boarding the ship."),
    Ask.ARRIVAL: N_("{name} is arriving."),
    Ask.BAT: N_("{name} is arriving, perhaps with a baseball bat."),
    Ask.GUARD: N_("{name} is pressed and thinks about the defence."),
    Ask.ARMOUR: N_("{name} is pressed and thinks about the defence."),
    Ask.DEFENCE: N_("{name} is pressed and thinks about the defence."),
    Ask.LOOT: N_("{name} is choosing what is handed over."),
    Ask.SURVIVOR: N_("{name} may take a survivor in."),
    Ask.VISIT: N_("A hero of {name} is at work."),
    Ask.HUNT: N_("{name} is hunting."),
    Ask.LOOK: N_("{name} is hunting."),
    Ask.END_EVENT: N_("Night, step 1: {name} may end an event."),
    Ask.DISCOUNT: N_("Night, step 1: {name} is ending an event."),
    Ask.WAIVE: N_("Night, step 1: {name} is ending an event."),
    Ask.WAIVE_MORE: N_("Night, step 1: {name} is ending an event."),
    Ask.FEEDING: N_("Night, step 2: {name} is feeding the shelter."),
    Ask.RECRUIT: N_("Night, step 4: {name} may recruit survivors."),
    Ask.BUILD: N_("Night, step 5: {name} may build and staff rooms."),
    Ask.PAY_ROOM: N_("Night, step 5: {name} is paying for a room."),
    Ask.REPAIR: N_("Night, step 6: {name} may repair equipment."),
    Ask.DISCOUNTED: N_("Night, step 6: {name} is repairing equipment."),
    Ask.SPARE: N_("Night, step 6: {name} is repairing equipment."),
    Ask.SINGLE: N_("Night, step 6: {name} is repairing equipment."),
}
"""What the others read meanwhile."""


def prompt(s: OutliveState, seat: int, names: Sequence[str], t: Words) -> str:
    """What is asked of the seat, or who is thinking about what."""
    if s.phase == Phase.OVER:
        return t("The game is over.")
    ask = Ask(top(s))
    if asked(s) != seat:
        return t(_OTHERS[ask], name=names[asked(s)])
    if ask in _QUESTIONS:
        return t(_QUESTIONS[ask])
    if ask == Ask.KEEP:
        return t("Keep four of these rooms: {n} still to choose.", n=part(s, 1))
    if ask == Ask.PLACE_HERO:
        return t("Where does your hero of strength {n} start?", n=STRENGTH[part(s, 1)])
    if ask in (Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE):
        return _pressed(s, ask, names[part(s, 1)], t)
    if ask == Ask.LOOT:
        return _loot(s, seat, names, t)
    if ask == Ask.VISIT:
        area, n = t(AREA_NAMES[s.place[seat][part(s, 1)]]), part(s, 2)
        return t.plural("{area}: {n} action left.", "{area}: {n} actions left.", n, area=area)
    if ask == Ask.HUNT:
        return t("How much ammo does this hunt get? Tools come first.")
    if ask == Ask.LOSE_SURVIVOR:
        return _losing(s, t)
    if ask == Ask.FEEDING:
        due, have = part(s, 1), food(s, seat)
        if have <= due:  # whatever comes first, everything goes
            return t.plural(
                "Your rooms need {n} food and you have {have}: all of it is eaten, in any order.",
                "Your rooms need {n} food and you have {have}: all of it is eaten, in any order.",
                due,
                have=have,
            )
        return t.plural("Feed your rooms: {n} food still to pay.", "Feed your rooms: {n} food still to pay.", due)
    room = t(ROOM_NAMES[s.room[seat][part(s, 1)] - 1])
    if materials(s, seat) <= part(s, 2):
        return t.plural(
            "Pay for the {room}: the last {n} material you have, in any order.",
            "Pay for the {room}: the last {n} materials you have, in any order.",
            part(s, 2),
            room=room,
        )
    return t.plural(
        "Pay for the {room}: {n} material still due.",
        "Pay for the {room}: {n} materials still due.",
        part(s, 2),
        room=room,
    )


def starving(s: OutliveState) -> bool:
    """Whether somebody chooses who is lost for want of food; the phase has gone on if it was the last to feed."""
    if not s.depth or top(s) != Ask.LOSE_SURVIVOR:
        return False
    fed = s.phase == Phase.RADIATION and (s.turn == 0 or s.option[Opt.NIGHT_ORDER] == 1)
    return bool(s.phase == Phase.FEED or fed)


def _losing(s: OutliveState, t: Words) -> str:
    """From where a survivor is lost, and to what: hunger, radiation or an event."""
    n = part(s, 1)
    if starving(s):
        return t.plural("Hunger takes {n} survivor: from where?", "Hunger takes {n} survivors: from where?", n)
    if s.phase > Phase.DAY:
        return t.plural("Radiation takes {n} survivor: from where?", "Radiation takes {n} survivors: from where?", n)
    return t.plural("The event takes {n} survivor: from where?", "The event takes {n} survivors: from where?", n)


def _pressed(s: OutliveState, ask: Ask, attacker: str, t: Words) -> str:
    points = part(s, 2)
    if ask == Ask.GUARD:
        return t("{name} presses you by {n}: cancel it with the Guard Post?", name=attacker, n=points)
    if ask == Ask.ARMOUR:
        return t("{name} presses you by {n}: use the body armour?", name=attacker, n=points)
    return t.plural(
        "{name} presses you for {n} token; an ammo saves it. Spend it?",
        "{name} presses you for {n} tokens; each ammo saves one. How many?",
        points,
        name=attacker,
    )


def _loot(s: OutliveState, seat: int, names: Sequence[str], t: Words) -> str:
    n = part(s, 3)
    if part(s, 1) == seat:
        return t.plural("Hand {n} token to {name}.", "Hand {n} tokens to {name}.", n, name=names[part(s, 2)])
    return t.plural("Take {n} token from {name}.", "Take {n} tokens from {name}.", n, name=names[part(s, 1)])


# -- buttons -------------------------------------------------------------------------------------------------------

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
    Ask.DISCOUNTED: N_("Repair nothing"),
}
_SIMPLE = {
    "YES": N_("Yes"),
    "ALGAE": N_("Take the algae"),
    "ACTIVATE_DAM": N_("Pay a chip for the purification"),
    "SEARCH": N_("Draw a search token"),
}


def label(s: OutliveState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
    """A legal move in words, as on a button."""
    family, i = FAMILIES[move]
    ask = Ask(top(s))
    if family == "PASS":
        return t(_PASS_LABELS.get(ask, N_("Pass")))
    if family in _SIMPLE:
        return t(_SIMPLE[family])
    if family == "MOVE":
        return t("{hero} → {area}", hero=HERO_IDS[i // AREAS], area=t(AREA_NAMES[i % AREAS]))
    if family == "RES":
        return _res_label(s, seat, ask, i, t)
    if family == "PLACE":
        name = place_name(s.room[seat], i, t)
        return name.capitalize() if i == 0 else t("Into the {room}", room=name) if ask == Ask.BUILD else name
    if family == "COUNT":
        if ask == Ask.SPLIT:
            return t.plural("{n} survivor", "{n} survivors", i)
        return amount(Res.AMMO, i, t) + (f", {_actions_for(s, seat, i, t)}" if ask == Ask.HUNT else "")
    if family == "GATHER":
        return t(_GATHER[s.place[seat][part(s, 1)]])
    if family == "HUNT":
        return _hunt_label(s, seat, t)
    if family == "SPACE":
        return (
            t("Space {n}", n=WEAKEST_SPACE + part(s, 1))
            if i == 0
            else t("Space {n} (hook)", n=WEAKEST_SPACE + part(s, 1) + 1)
        )
    return _named_label(s, seat, family, i, t)


_GATHER = [
    N_("Gather wood"),
    N_("Draw water"),
    N_("Gather ammo"),
    "",
    N_("Gather metal"),
    "",
    N_("Gather chips"),
    "",
]


def _hunt_label(s: OutliveState, seat: int, t: Words) -> str:
    """The top animal and its meat as they are now: with what rooms and events have to say, like `meat_of`."""
    stack = STACK_OF[s.place[seat][part(s, 1)]]
    tough = s.prey[stack][s.prey_left[stack] - 1]
    kills = s.kills[seat][tough - WEAKEST_PREY]
    meat = PREY_MEAT[tough - WEAKEST_PREY][min(kills, PREY_VALUES - 1)]
    if s.option[Opt.HUNT_PROGRESSION_END] == 1:
        meat += max(0, kills + 1 - PREY_VALUES)
    if suffers(s, seat, Card.PLAGUE):
        meat = max(0, meat - 1)
    for kind in (Room.HUNT_PLUS2, Room.HUNT_PLUS1):
        slots = [slot for slot in range(SLOTS) if s.room[seat][slot] == kind + 1 and s.used[seat][slot] == 0]
        meat += HUNT_MEAT[kind] * sum([bool(is_active(s, seat, slot)) for slot in slots])
    meat = min(meat, in_supply(s, Res.MEAT))
    return t("Hunt (toughness {n}: {goods})", n=toughness(s, seat, tough), goods=amount(Res.MEAT, meat, t))


def _actions_for(s: OutliveState, seat: int, ammo: int, t: Words) -> str:
    """The actions that a hunt costs with so much ammo."""
    n = max(0, toughness(s, seat, hunted(s)) - tools_announced(s) - ammo)
    return t.plural("{n} action", "{n} actions", n)


def _res_label(s: OutliveState, seat: int, ask: Ask, res: int, t: Words) -> str:
    held = s.store[part(s, 1) if ask == Ask.LOOT else seat][res]
    if ask == Ask.RECRUIT:
        held += reserve_water(s, seat) if res == Res.WATER else 0
        return t("Recruit for {what} (of {n})", what=t(RES_NAMES[res]), n=held)
    if ask in (Ask.FEEDING, Ask.PAY_ROOM, Ask.SINGLE):
        return t("Pay {goods} (of {n})", goods=amount(res, 1, t), n=held)
    return t("{what} (of {n})", what=t(RES_NAMES[res]), n=held)


def _named_label(s: OutliveState, seat: int, family: str, i: int, t: Words) -> str:
    """Moves that name a card or a tile."""
    if family == "KEEP_ROOM":
        room = BASIC_ROOMS + i
        return t("Keep {room}", room=f"{t(ROOM_NAMES[room])} {about_room(room, t)}")
    if family == "LEADER":
        return about_leader(i, t)
    if family == "AREA":
        return t(AREA_NAMES[i])
    if family == "TAKE":
        return t("Take {tile}: {effect}", tile=t(GEAR_NAMES[i]), effect=t(GEAR_EFFECTS[i]))
    if family == "PREY":
        return t("Toughness {n}", n=WEAKEST_PREY + i)
    if family == "ITEM":
        return t("Use {tile}", tile=t(GEAR_NAMES[i]))
    if family == "ROOM":
        return t("Use {room}", room=place_name(s.room[seat], i + 1, t))
    if family == "PEEK":
        if top(s) == Ask.MARY_DRAW:
            return t(CITY_NAMES[i])
        return t("Peek at {city}", city=t(CITY_NAMES[i]))
    if family == "EVENT":
        return t("End {card} ({cost})", card=t(CARD_NAMES[i]), cost=amounts(list(CARD_COST[i]), t))
    if family == "BUILD":
        about = about_room(s.room[seat][i] - 1, t)
        return t("Build {room}", room=f"{place_name(s.room[seat], i + 1, t)} {about}")
    if family == "REPAIR":
        return t("Repair {tile} ({cost})", tile=t(GEAR_NAMES[i]), cost=amounts(list(REPAIR_COST[i]), t))
    if family == "SCRAP":
        return t("Scrap {tile} for {goods}", tile=t(GEAR_NAMES[i]), goods=amounts(list(REPAIR_COST[i]), t))
    return t("Throw away: {token}", token=t(TOKEN_NAMES[i]))


def about_room(kind: int, t: Words) -> str:
    """What is printed on a room: its places, its upkeep, what it does."""
    places = t.plural("{n} place", "{n} places", PLACES[kind])
    return t(
        "({places}, eats {food} a night): {effect}", places=places, food=UPKEEP[kind], effect=t(ROOM_EFFECTS[kind])
    )


def about_leader(leader: int, t: Words) -> str:
    """What is printed on a leader's card."""
    goods = amounts(list(START_GOODS[leader]), t) or t("three of four search tokens")
    areas = ", ".join(t(AREA_NAMES[area]) for area in START_AREAS[leader])
    return t(
        "{leader} (aged {age}): {goods}, {tile}; starts at: {areas}",
        leader=t(LEADER_NAMES[leader]),
        age=AGE[leader],
        goods=goods,
        tile=t(GEAR_NAMES[START_GEAR[leader]]),
        areas=areas,
    )


_FAMILIES = {
    "PASS": N_("pass"),
    "YES": N_("yes"),
    "KEEP_ROOM": N_("keep a room"),
    "LEADER": N_("choose a leader"),
    "AREA": N_("place a hero"),
    "COUNT": N_("a number"),
    "MOVE": N_("move a hero"),
    "RES": N_("choose a resource"),
    "PLACE": N_("choose a place"),
    "GATHER": N_("gather"),
    "ALGAE": N_("take the algae"),
    "ACTIVATE_DAM": N_("switch the dam on"),
    "SEARCH": N_("search"),
    "TAKE": N_("take equipment"),
    "HUNT": N_("hunt"),
    "PREY": N_("choose an animal"),
    "ITEM": N_("use equipment"),
    "ROOM": N_("use a room"),
    "PEEK": N_("peek at a search stack"),
    "SPACE": N_("choose a space of the ship"),
    "EVENT": N_("end an event"),
    "BUILD": N_("build a room"),
    "REPAIR": N_("repair equipment"),
    "SCRAP": N_("scrap equipment"),
    "TOKEN": N_("throw a token away"),
}


def family_name(family: str, t: Words) -> str:
    return t(_FAMILIES[family])


def careful(s: OutliveState, seat: int, move: int, t: Words) -> str:
    """A question before a move that gives something away for good."""
    family, i = FAMILIES[move]
    if family == "SCRAP":
        return t("Scrap the {tile} for good?", tile=t(GEAR_NAMES[i]))
    if family == "MOVE" and i % AREAS == Area.DAM:
        dry = s.store[seat][Res.CHIP] == 0 and s.gear[seat][Gear.ACCESS_CARD] != READY
        return t("You have no chip, and without one the dam gives no water. Go there?") if dry else ""
    if family == "PASS" and top(s) == Ask.VISIT and part(s, 2) > 0:
        n = part(s, 2)
        return t.plural("End the turn with {n} action left?", "End the turn with {n} actions left?", n)
    return ""
