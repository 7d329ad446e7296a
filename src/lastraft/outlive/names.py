"""What things are called; each name is translated where it is used."""

from collections.abc import Sequence

from ..protocol.translations import N_, Translator
from .components import GOODS, KEEP, POOL_CUT, SEARCH_CUT, Gear, Res, Room
from .options import Choice

RES_NAMES = [N_("meat"), N_("water"), N_("cans"), N_("wood"), N_("metal"), N_("chips"), N_("ammo")]
AREA_NAMES = [
    N_("Forest"),
    N_("Dam"),
    N_("Military Base"),
    N_("Silent Peak"),
    N_("Mine"),
    N_("Cargo Ship"),
    N_("Carnival"),
    N_("Blackwood"),
]
AREA_THERE = [
    N_("in the forest"),
    N_("at the dam"),
    N_("at the base"),
    N_("in Silent Peak"),
    N_("in the mine"),
    N_("on the ship"),
    N_("at the carnival"),
    N_("in Blackwood"),
]
CITY_NAMES = [N_("Blackwood"), N_("Silent Peak")]
GEAR_NAMES = [
    N_("Axe"),
    N_("Bow"),
    N_("Jerrycan"),
    N_("Access Card"),
    N_("Ammo Box"),
    N_("Crowbar"),
    N_("Chainsaw"),
    N_("Flashlight"),
    N_("Pickaxe"),
    N_("Purifier"),
    N_("Grappling Hook"),
    N_("Hacksaw"),
    N_("Backpack"),
    N_("Metal Detector"),
    N_("Shotgun"),
    N_("Bear Trap"),
    N_("Baseball Bat"),
    N_("Body Armour"),
    N_("Exoskeleton"),
    N_("Thermal Sensor"),
]
GEAR_EFFECTS = [
    N_("Forest: 2 more wood from the pool after gathering."),
    N_("Forest: 1 meat on arrival."),
    N_("Dam: 1 more water from the pool after gathering."),
    N_("Dam: purification without a chip."),
    N_("Base: 2 more ammo from the pool after gathering."),
    N_("Base: 2 chips on arrival."),
    N_("City: 2 wood on arrival."),
    N_("City: 1 survivor, if there is a free place."),
    N_("Mine: 2 more metal from the pool after gathering."),
    N_("Mine: 1 water on arrival."),
    N_("Cargo Ship: board one space higher than the hero's strength."),
    N_("Cargo Ship: 2 metal on arrival."),
    N_("Carnival: 2 more chips from the pool after gathering."),
    N_("Carnival: 1 can on arrival."),
    N_("One hunt: one action less."),
    N_("One hunt: one action less."),
    N_("One arrival: press as if 1 stronger."),
    N_("One pressure on an own hero: 2 less."),
    N_("One move of any number of steps."),
    N_("One hunt: look through the stack and hunt any token."),
]
ROOM_NAMES = [
    N_("Construction Bay"),
    N_("Tinker's Bench"),
    N_("Crisis Desk"),
    N_("Smokehouse"),
    N_("Pantry"),
    N_("Harbour Office"),
    N_("Armoury"),
    N_("Cistern"),
    N_("Bulkhead"),
    N_("Scrapyard"),
    N_("Decontamination"),
    N_("Air Filter"),
    N_("Dormitory"),
    N_("Scout Post"),
    N_("Salvage Store"),
    N_("Radio Room"),
    N_("Guard Post"),
    N_("Machine Shop"),
    N_("Larder"),
    N_("Interrogation Room"),
    N_("Lumber Room"),
    N_("Workshop"),
]
ROOM_EFFECTS = [
    N_("Building: one room costs 1 material instead of 3."),
    N_("Repairing: draw 1 equipment, then repair a tile for 1 material less."),
    N_("Ending events: up to 2 materials or 1 food less."),
    N_("One hunt: 2 more meat."),
    N_("Cargo Ship: 1 more can."),
    N_("Cargo Ship: 2 more cans, and your space is always open."),
    N_("Building: 4 ammo."),
    N_("Night: 1 water that is not kept."),
    N_("Events worth 4 or 5 points do not touch you."),
    N_("Building: discard a tile for the materials of its price."),
    N_("Building: the gauge moves one step towards +3."),
    N_("Radiation: counts as 1 more survivor in the airlock."),
    N_("Building: 1 survivor joins this room, up to 8."),
    N_("City: 2 more search tokens after the first search."),
    N_("Building: draw 2 equipment."),
    N_("Day: look at one city's search stack."),
    N_("Day: cancel one pressure on a hero of strength 3."),
    N_("Repairing: repair a tile for nothing."),
    N_("One hunt: 1 more meat."),
    N_("Pressure: you choose what you are given."),
    N_("City: an empty cupboard gives 1 wood and 1 metal."),
    N_("Repairing: repair a tile for 1 of its materials."),
]
CARD_NAMES = [
    N_("Wildfire"),
    N_("Falling Debris"),
    N_("Looters"),
    N_("General Shortage"),
    N_("Nomads"),
    N_("Radioactive Cloud"),
    N_("Glaciation"),
    N_("Plague"),
    N_("Animal Mutation"),
    N_("Sandstorm"),
    N_("Rat Plague"),
    N_("Hostile Clan"),
]
CARD_EFFECTS = [
    N_("The forest holds {n} wood less."),
    N_("The mine holds {n} metal less."),
    N_("The carnival holds {n} chips less."),
    N_("Forest, mine and carnival hold {n} less."),
    N_("Each city has {n} search tokens less."),
    N_("Every gauge climbs 2 steps."),
    N_("Every shelter loses 1 survivor."),
    N_("Every kill gives 1 meat less."),
    N_("Every animal is 1 tougher."),
    N_("Every hero has at most 3 actions, and counts as 3 on the ship."),
    N_("Every shelter loses 1 food, or 1 survivor if it has none."),
    N_("Every shelter loses 2 materials or ammo, or 1 survivor if it has fewer."),
]
"""What an event does; n depends on the number of players."""
CARD_BRIEFS = [
    N_("Forest: −{n} wood"),
    N_("Mine: −{n} metal"),
    N_("Carnival: −{n} chips"),
    N_("Forest, mine, carnival: −{n}"),
    N_("Cities: −{n} search tokens"),
    N_("Gauges: 2 steps worse"),
    N_("−1 survivor each"),
    N_("Hunts: −1 meat"),
    N_("Animals: 1 tougher"),
    N_("At most 3 actions"),
    N_("−1 food, else −1 survivor"),
    N_("−2 goods, else −1 survivor"),
]
"""What an event does, short enough for half a line of the convoy's board; n depends on the number of players."""
PREY_NAMES = [N_("Hare"), N_("Fox"), N_("Boar"), N_("Elk"), N_("Bear")]
PREY_HUNTED = [N_("the hare"), N_("the fox"), N_("the boar"), N_("the elk"), N_("the bear")]
"""As it stands after "hunt"."""
TOKEN_NAMES = [
    N_("holy water"),
    N_("rations"),
    N_("algae pills"),
    N_("a plank"),
    N_("a scrap heap"),
    N_("an appliance"),
    N_("cartridges"),
    N_("an empty cupboard"),
]
LEADER_NAMES = [
    N_("Jacob Rowlett"),
    N_("Kooper Froste"),
    N_("Wilson Frye"),
    N_("Grayson Pigott"),
    N_("Solen Livrich"),
    N_("Liza Valentine"),
    N_("Mary Koolpepper"),
    N_("Lily-Rose Wely"),
    N_("Swifty Bingham"),
    N_("Erin McCarthy"),
]


def amount(res: int, n: int, t: Translator) -> str:
    """So many tokens of a resource."""
    if res == Res.MEAT:
        return t.plural("{n} meat", "{n} meat", n)
    if res == Res.WATER:
        return t.plural("{n} water", "{n} water", n)
    if res == Res.CAN:
        return t.plural("{n} can", "{n} cans", n)
    if res == Res.WOOD:
        return t.plural("{n} wood", "{n} wood", n)
    if res == Res.METAL:
        return t.plural("{n} metal", "{n} metal", n)
    if res == Res.CHIP:
        return t.plural("{n} chip", "{n} chips", n)
    return t.plural("{n} ammo", "{n} ammo", n)


def amounts(held: list[int], t: Translator) -> str:
    """A store or a price: all kinds of which there is something."""
    return ", ".join(amount(res, held[res], t) for res in range(GOODS) if held[res])


def _cut(card: int, seats: int) -> int:
    return int(max(*POOL_CUT[card][seats - 2], SEARCH_CUT[card][seats - 2]))


def brief_effect(card: int, seats: int, t: Translator) -> str:
    """What an event does, in three or four words."""
    return t(CARD_BRIEFS[card], n=_cut(card, seats))


def card_effect(card: int, seats: int, t: Translator) -> str:
    """What an event does at a table of so many."""
    return t(CARD_EFFECTS[card], n=_cut(card, seats))


_REPAIR_ROOM = (Choice.REPAIR_DISCOUNTS_STACK, N_("Several such rooms work together."))
_ROOM_NOTES = {
    Room.EVENT_DISCOUNT: (Choice.EVENT_ROOM_AMMO, N_("Or up to 2 ammo.")),
    Room.IMMUNE3: (Choice.IMMUNE3_SCOPE, N_("That hero is then safe until the night is over.")),
    Room.WATER_RESERVE: (Choice.RESERVE_WATER_PAYS_EVENTS, N_("Not for events.")),
    Room.DRAW_AND_REPAIR: _REPAIR_ROOM,
    Room.AUTO_REPAIR: _REPAIR_ROOM,
    Room.REPAIR_MINUS2: _REPAIR_ROOM,
}
_GEAR_NOTES = {Gear.BASEBALL_BAT: (Choice.BAT_HITS_EQUALS, N_("Not against equals."))}
"""What an option of the table changes about a room or a tile."""


def room_effect(kind: int, rules: Sequence[int], t: Translator) -> str:
    """What a room does under the rules that the table has chosen."""
    return _noted(t(ROOM_EFFECTS[kind]), _ROOM_NOTES.get(Room(kind)), rules, t)


def gear_effect(kind: int, rules: Sequence[int], t: Translator) -> str:
    """What a tile does under the rules that the table has chosen."""
    return _noted(t(GEAR_EFFECTS[kind]), _GEAR_NOTES.get(Gear(kind)), rules, t)


def _noted(said: str, note: tuple[Choice, str] | None, rules: Sequence[int], t: Translator) -> str:
    return f"{said} {t(note[1])}" if note and rules[note[0]] else said


def kept(res: int, rules: Sequence[int]) -> int:
    """How much of a resource outlasts the clean-up; -1: all of it."""
    capped = rules[Choice.STORAGE_CAPS] == 0 or res in (Res.MEAT, Res.WATER)
    return int(KEEP[res]) if capped else -1


def place_name(kinds: list[int], place: int, t: Translator) -> str:
    """The airlock, or the room in a slot (``kinds`` as in the state: the kind plus one)."""
    if place == 0:
        return t("airlock")
    kind = kinds[place - 1]
    if not kind:
        return t("slot {n}", n=place)
    before = sum(kinds[slot] == kind for slot in range(place - 1))
    return t("{room} ({n})", room=t(ROOM_NAMES[kind - 1]), n=before + 1) if before else t(ROOM_NAMES[kind - 1])
