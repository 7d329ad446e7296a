"""What people read beside the log: questions, buttons, reasons, help, scores, odds."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import part, top
from ..words import N_, Words
from .components import (
    AGE,
    AREAS,
    BASIC_ROOMS,
    CARD_COST,
    CARDS,
    GAUGE_POINTS,
    HERO_IDS,
    HUNT_MEAT,
    PLACES,
    PREY_COUNT,
    PREY_MEAT,
    PREY_VALUES,
    REPAIR_COST,
    ROOM_SCORE,
    ROUNDS,
    SLOTS,
    STACK_OF,
    START_AREAS,
    START_GEAR,
    START_GOODS,
    STRENGTH,
    TOKEN_COUNT,
    TOKENS,
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
from .knowledge import unseen_animals
from .moves import FAMILIES, asked
from .names import (
    AREA_NAMES,
    CARD_EFFECTS,
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
from .scoring import completed_rooms, event_score, repaired_gear, symbols
from .shelter import food, is_active, materials, survivors
from .state import BROKEN, READY, Ask, Opt, OutliveState, Phase

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
    return t("Hunt (toughness {n}: {goods})", n=toughness(s, seat, tough), goods=amount(Res.MEAT, meat, t))


def _actions_for(s: OutliveState, seat: int, ammo: int, t: Words) -> str:
    """The actions that a hunt costs with so much ammo."""
    n = max(0, toughness(s, seat, hunted(s)) - tools_announced(s) - ammo)
    return t.plural("{n} action", "{n} actions", n)


def _res_label(s: OutliveState, seat: int, ask: Ask, res: int, t: Words) -> str:
    held = s.store[part(s, 1) if ask == Ask.LOOT else seat][res]
    if ask == Ask.RECRUIT:
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


# -- reasons -------------------------------------------------------------------------------------------------------

_REASONS = {
    (1, 6): N_("That room is built already."),
    (1, 15): N_("It is not your turn."),
    (2, 4): N_("You were not dealt that room, or keep it already."),
    (2, 6): N_("The room has not that many places."),
    (2, 7): N_("You were not dealt that leader."),
    (2, 9): N_("Your leader has no start there, or a hero of yours is there."),
    (2, 17): N_("That token was not drawn."),
    (3, 5): N_("The game is over."),
    (4, 7): N_("There are no animals left here."),
    (5, 7): N_("There is nothing to be taken from there now."),
    (6, 11): N_("It must be food that you have."),
    (6, 12): N_("It must be material or ammo that you have."),
    (7, 1): N_("That hero has moved already, or no hero moves now."),
    (7, 2): N_("A hero moves one or two steps."),
    (7, 3): N_("A hero may not stay where it is."),
    (7, 4): N_("A hero of yours is there."),
    (7, 7): N_("Moving is compulsory."),
    (8, 5): N_("No more ammo than the pressure, nor than you have."),
    (8, 6): N_("No ammo is asked for now."),
    (8, 7): N_("It must be food or material that is there, never ammo."),
    (8, 11): N_("There is nothing to agree to now."),
    (9, 1): N_("No action is left."),
    (9, 2): N_("That is not possible here."),
    (9, 3): N_("The pool is empty."),
    (9, 6): N_("The algae cannot be taken now."),
    (9, 20): N_("This hero cannot hunt now."),
    (9, 22): N_("No more ammo than the animal's toughness."),
    (9, 23): N_("A hunt costs at least one action."),
    (9, 28): N_("Actions, tools and this ammo do not make the animal's toughness."),
    (9, 29): N_("Actions, ammo and tools are not enough for the animal."),
    (9, 31): N_("The ship's space for this hero is taken."),
    (9, 40): N_("That needs a chip at the dam."),
    (9, 41): N_("The purification is off."),
    (9, 42): N_("The access card does nothing here."),
    (9, 43): N_("The purification is on, or there is no action or water for it."),
    (9, 50): N_("No equipment can be taken now."),
    (9, 51): N_("Nothing can be searched now."),
    (9, 55): N_("You own a tile of that kind."),
    (9, 56): N_("There is nothing like that left here."),
    (10, 3): N_("You have no such tile ready for use."),
    (10, 4): N_("Gather here first; the pool must hold something."),
    (10, 5): N_("That tile works in another area."),
    (10, 7): N_("That tile is not used by hand now."),
    (10, 18): N_("The flashlight works in a city."),
    (10, 31): N_("The sensor is the first choice of a hunt, for an animal that is there."),
    (10, 32): N_("Even with the tool the animal is too tough."),
    (11, 3): N_("Events are ended in the first step of the night."),
    (11, 8): N_("That event does not lie face up."),
    (11, 9): N_("You cannot pay that event's cost."),
    (11, 13): N_("It must be food that you have."),
    (11, 25): N_("A recruit costs a food token that you have."),
    (11, 28): N_("That needs a built room with a free place, or materials to build one."),
    (11, 31): N_("That room is used already, or not active."),
    (11, 32): N_("That room does nothing in this step."),
    (11, 33): N_("You have no such broken tile, or not its price."),
    (11, 34): N_("That room does nothing in this step."),
    (11, 35): N_("That material is not printed on the tile."),
    (11, 37): N_("One room's discount for one tile."),
    (11, 38): N_("What remains of the price cannot be paid, or a tile must be named."),
    (12, 20): N_("You do not own that tile."),
    (12, 23): N_("Nobody can join that room."),
    (12, 26): N_("You cannot peek at that stack now."),
    (12, 37): N_("That is not part of the cost, or not of the same group."),
    (12, 38): N_("What remains of the cost could not be paid."),
    (14, 1): N_("The airlock is full."),
    (14, 4): N_("There is no free place."),
    (14, 5): N_("Survivors move from the airlock to rooms, in step 5 of the night."),
}


def reason(clause: int, t: Words) -> str:
    """A clause of `forbids` in one short sentence."""
    return t(_REASONS[clause // 100, clause % 100])


# -- scores, odds, help --------------------------------------------------------------------------------------------


def score_lines(s: OutliveState, seat: int, t: Words) -> list[tuple[str, int]]:
    """OL-15.2 to OL-15.7, line by line."""
    return [
        (t("Ended events"), event_score(s, seat)),
        (t("Completed rooms"), ROOM_SCORE[completed_rooms(s, seat)]),
        (t("Radiation"), GAUGE_POINTS[s.gauge[seat]]),
        (t("Survivors"), survivors(s, seat)),
        (t("Repaired equipment"), repaired_gear(s, seat)),
        (t("Completed symbols"), symbols(s, seat)),
    ]


def facts(s: OutliveState, seat: int) -> dict[str, int]:
    """What may have won: some figures, and by name the leader, completed rooms, repaired tiles and ended events."""
    found = {
        N_("rooms built"): sum(s.built[seat]),
        N_("rooms completed"): completed_rooms(s, seat),
        N_("survivors in rooms"): sum(s.people[seat]),
        N_("survivors in the airlock"): s.airlock[seat],
        N_("animals hunted"): sum(s.kills[seat]),
        N_("tiles left broken"): s.gear[seat].count(BROKEN),
        N_("goods left over"): sum(s.store[seat]),
        N_("first player at the end"): int(s.marker == seat),
    }
    names = [LEADER_NAMES[s.leader[seat] - 1]] if s.leader[seat] else []
    names += [ROOM_NAMES[s.room[seat][slot] - 1] for slot in range(SLOTS) if is_active(s, seat, slot)]
    names += [name for name, state in zip(GEAR_NAMES, s.gear[seat], strict=True) if state >= READY]
    names += [CARD_NAMES[card - 1] for card, by in zip(s.card, s.ended, strict=True) if by == seat + 1]
    return found | {name: names.count(name) for name in names}


def odds(s: OutliveState, seat: int, t: Words) -> list[tuple[str, str]]:
    """What is left of search tokens, animals and events: public, but tedious to count."""
    lines: list[tuple[str, str]] = []
    for city in range(2):
        left = s.search[city][: s.search_left[city]]
        counts = [(token, left.count(token)) for token in range(TOKENS) if token in left]
        shown = ", ".join(f"{t(TOKEN_NAMES[token])} {n}/{TOKEN_COUNT[token]}" for token, n in counts)
        if shown:
            lines.append((t("Tokens left in {city}", city=t(CITY_NAMES[city])), shown))
    animals = ", ".join(f"{WEAKEST_PREY + kind}: {unseen_animals(s, kind)}/{n}" for kind, n in enumerate(PREY_COUNT))
    lines.append((t("Animals nobody has seen, by toughness"), animals))
    unturned = [t(CARD_NAMES[card]) for card in range(CARDS) if card + 1 not in s.card[: s.day]]
    lines.append((t("Events that may still come"), ", ".join(unturned)))
    return lines


_PRESSURE = N_(
    "A stronger hero that arrives presses weaker active ones by the difference. Each ammo cancels one point; for every"
    " point left a food or material token is handed over."
)
_EVENTS = N_("Whoever pays an event's cost gets its points, and it strikes no more. It goes round until all pass.")
_BUILDING = N_("A room costs three materials of any kind. Survivors who move into a room stay there.")
_HUNTING = N_("A hunt costs the animal's toughness in actions; every ammo and every tool saves one.")
_REPAIRS = N_("A tile costs exactly the three materials printed on it and works from the next day on.")
_STRIKES = N_("Every event that lies face up strikes at dawn until somebody ends it. You choose what you lose.")
_HUNGER = N_("Every food or water that is missing costs a survivor. You choose whether from the airlock or a room.")
_OVERFLOW = N_(
    "Your gauge is at its end: every further step costs a survivor. You choose whether from the airlock or a room."
)
_HELP: dict[Ask, str] = {
    Ask.KEEP: N_("You keep four of the six rooms. Basic rooms are the same for everybody."),
    Ask.FIRST_ROOM: N_("One of your rooms is built from the start; the others cost three materials each."),
    Ask.SPLIT: N_("A room works only with a survivor on every place. The airlock stops radiation but drinks water."),
    Ask.LEADER: N_("A leader says where your heroes start and what you bring along. The oldest goes first."),
    Ask.MARY_DRAW: N_("Mary draws four search tokens and throws one of them away."),
    Ask.MARY_THROW: N_("Mary draws four search tokens and throws one of them away."),
    Ask.PLACE_HERO: N_("One hero starts on each of the leader's areas; you choose which strength goes where."),
    Ask.LOSE_FOOD: _STRIKES,
    Ask.LOSE_GOODS: _STRIKES,
    Ask.LOSE_SURVIVOR: _STRIKES,
    Ask.TURN: N_(
        "A hero goes one or two steps along the ring, to an area without a hero of yours. It presses weaker active"
        " heroes there and then has as many actions as its strength."
    ),
    Ask.VISIT: N_("Actions may be mixed in any order. What you gather goes into your store; unused actions are lost."),
    Ask.HUNT: _HUNTING,
    Ask.LOOK: _HUNTING,
    Ask.SPACE: N_("A hero boards the space of its strength if it is free, takes its cans and perhaps a survivor."),
    Ask.ARRIVAL: _PRESSURE,
    Ask.BAT: _PRESSURE,
    Ask.GUARD: _PRESSURE,
    Ask.ARMOUR: _PRESSURE,
    Ask.DEFENCE: _PRESSURE,
    Ask.LOOT: _PRESSURE,
    Ask.SURVIVOR: N_("A survivor may join the airlock or a built room with a free place."),
    Ask.END_EVENT: _EVENTS,
    Ask.DISCOUNT: _EVENTS,
    Ask.WAIVE: _EVENTS,
    Ask.WAIVE_MORE: _EVENTS,
    Ask.FEEDING: N_(
        "Every room with survivors needs its upkeep in food. What cannot be paid costs a survivor for each unit."
    ),
    Ask.RECRUIT: N_("Each food token brings one survivor into the airlock, which holds seven."),
    Ask.BUILD: _BUILDING,
    Ask.PAY_ROOM: _BUILDING,
    Ask.REPAIR: _REPAIRS,
    Ask.DISCOUNTED: _REPAIRS,
    Ask.SPARE: _REPAIRS,
    Ask.SINGLE: _REPAIRS,
}


def help_text(s: OutliveState, seat: int, t: Words) -> str:
    """The rules of this moment in plain words, and what the face-up events do."""
    if s.phase == Phase.OVER:
        return t("Most points win. Level on points, more food wins, then more of the other goods; else it is shared.")
    lines = [t(_help_moment(s))] if s.depth else []
    for slot in range(s.day):
        if s.card[slot] and not s.ended[slot]:
            card = s.card[slot] - 1
            lines.append(t("{card}: {effect}", card=t(CARD_NAMES[card]), effect=t(CARD_EFFECTS[card])))
    return "\n".join([*lines, *_scoring(s, t)])


def _help_moment(s: OutliveState) -> str:
    ask = Ask(top(s))
    if ask == Ask.LOSE_SURVIVOR and s.phase > Phase.DAY:
        return _HUNGER if starving(s) else _OVERFLOW
    return _HELP[ask]


def _scoring(s: OutliveState, t: Words) -> list[str]:
    """OL-3.5, OL-15.2 to OL-15.7: when it ends, and what counts then."""
    rooms = ", ".join(f"{n}: {ROOM_SCORE[n]}" for n in range(2, SLOTS + 1))
    return [
        t("It is day {n} of {most}; the game ends with the last night.", n=max(1, s.day), most=ROUNDS),
        t(
            "Every survivor is a point at the end, so is every repaired tile, and a completed symbol one more. Add the"
            " points of the events you ended and of your gauge."
        ),
        t("Rooms with every place taken count together (rooms: points): {rooms}.", rooms=rooms),
    ]
