"""What people look up: why a move is refused, what counts, what to expect, and the rules of the moment."""

from __future__ import annotations

from ..kernel import top
from ..words import N_, Words
from .components import (
    CARDS,
    GAUGE_POINTS,
    PREY_COUNT,
    ROOM_SCORE,
    ROUNDS,
    SLOTS,
    TOKEN_COUNT,
    TOKENS,
    WEAKEST_PREY,
)
from .knowledge import unseen_animals
from .names import (
    CARD_NAMES,
    CITY_NAMES,
    GEAR_NAMES,
    LEADER_NAMES,
    ROOM_NAMES,
    TOKEN_NAMES,
    card_effect,
)
from .scoring import completed_rooms, event_score, repaired_gear, symbols
from .shelter import is_active, survivors
from .state import BROKEN, READY, Ask, OutliveState, Phase
from .words import starving

_REASONS = {
    (1, 6): N_("That room is built already."),
    (1, 14): N_("The supply has no survivors left."),
    (1, 15): N_("It is not your turn."),
    (2, 4): N_("You keep four of the six rooms dealt to you."),
    (2, 5): N_("One of your rooms is built from the start."),
    (2, 6): N_("Up to four survivors go into the room, no more than it has places."),
    (2, 7): N_("You choose one of the two leaders dealt to you."),
    (2, 9): N_("One hero starts on each of the leader's areas; you choose which strength goes where."),
    (2, 17): N_("Mary draws four search tokens and throws one of them away."),
    (3, 5): N_("The game is over."),
    (4, 7): N_("There are no animals left here."),
    (5, 7): N_("What is lost is chosen when it is asked for, from what there is."),
    (6, 11): N_("It must be food that you have."),
    (6, 12): N_("It must be material or ammo that you have."),
    (6, 13): N_("You must give what the event asks for; a survivor cannot be offered instead."),
    (7, 1): N_("That hero has moved already, or no hero moves now."),
    (7, 2): N_("A hero moves one or two steps."),
    (7, 3): N_("A hero may not stay where it is."),
    (7, 4): N_("A hero of yours is there."),
    (7, 7): N_("Moving is compulsory."),
    (8, 5): N_("Spend from 0 ammo up to the pressure, as far as you have it."),
    (8, 6): N_("No ammo is asked for now."),
    (8, 7): N_("Every point left costs a token of food or material, never ammo."),
    (8, 11): N_("There is nothing to agree to now."),
    (9, 1): N_("No action is left."),
    (9, 2): N_("That is not possible here."),
    (9, 3): N_("The pool is empty."),
    (9, 6): N_("The algae cannot be taken now."),
    (9, 20): N_("This hero cannot hunt now."),
    (9, 22): N_("No more ammo than the animal's toughness."),
    (9, 23): N_("A hunt costs at least one action."),
    (9, 28): N_(
        "Sensor, then shotgun and bear trap, then ammo you have: with the actions they must reach the toughness."
    ),
    (9, 29): N_("A hunt must be payable with actions, ammo and tools; once begun it is carried out."),
    (9, 31): N_("A hero boards the free space of its strength, or the next one with the hook."),
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
    (11, 1): N_("That is done in its own step of the night."),
    (11, 3): N_("Events are ended in the first step of the night."),
    (11, 8): N_("That event does not lie face up."),
    (11, 9): N_("You cannot pay that event's cost."),
    (11, 12): N_("Food is used as far as it goes; none is held back."),
    (11, 13): N_("It must be food that you have."),
    (11, 25): N_("A recruit costs a food token that you have."),
    (11, 28): N_("A room costs materials; a survivor needs a free place in a built room."),
    (11, 31): N_("That room was used already this round."),
    (11, 32): N_("That room does nothing in this step."),
    (11, 33): N_("You have no such broken tile, or not its price."),
    (11, 34): N_("That room does nothing in this step."),
    (11, 35): N_("Name one of the materials printed on the tile."),
    (11, 37): N_("One room's discount for one tile."),
    (11, 38): N_("What remains of the price cannot be paid, or a tile must be named."),
    (12, 1): N_("Only a built room with a survivor on every place works."),
    (12, 20): N_("You do not own that tile."),
    (12, 23): N_("Nobody can join that room."),
    (12, 26): N_("You cannot peek at that stack now."),
    (12, 37): N_("Name a token of the cost, the second of the same group as the first."),
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
    if s.day < ROUNDS:
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
            lines.append(t("{card}: {effect}", card=t(CARD_NAMES[card]), effect=card_effect(card, s.seats, t)))
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
