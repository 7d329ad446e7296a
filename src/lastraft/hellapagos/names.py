"""What things are called; each name is translated where it is used."""

from __future__ import annotations

from ..protocol.translations import N_, Translator
from .components import HURRICANE, IDS
from .state import Check, Deed

CHECK_NAMES = {
    Check.NONE: "",
    Check.WATER: N_("water"),
    Check.FOOD: N_("food"),
    Check.SEATS: N_("seats on the raft"),
    Check.TRIP_WATER: N_("water for the trip"),
    Check.TRIP_FOOD: N_("food for the trip"),
}
CAUSES = {
    Check.NONE: "",
    Check.WATER: N_("thirst"),
    Check.FOOD: N_("hunger"),
    Check.SEATS: N_("no seat on the raft"),
    Check.TRIP_WATER: N_("no water for the trip"),
    Check.TRIP_FOOD: N_("no food for the trip"),
}
"""What a castaway dies of."""
ACTION_NAMES = (N_("fish"), N_("collect water"), N_("collect wood"), N_("search the wreckage"))
DEED_NAMES = {
    Deed.FISH: N_("food caught"),
    Deed.WATER: N_("water collected"),
    Deed.WOOD: N_("wood collected"),
    Deed.SEARCHES: N_("searches of the wreckage"),
    Deed.SHARED: N_("rations shared"),
    Deed.GIFTS: N_("cards given away"),
    Deed.EXCHANGES: N_("exchanges"),
    Deed.SHOTS: N_("shots fired"),
    Deed.ACCUSED: N_("votes against"),
    Deed.PAID_BACK: N_("votes paid back"),
    Deed.LEFT_BEHIND: N_("cards left behind in death"),
}
FACES = {
    "water_bottle": (N_("Water Bottle"), N_("1 water, for everyone or to save one.")),
    "coconut": (N_("Coconut"), N_("3 water. Umbrella included.")),
    "filthy_water": (N_("Filthy Water"), N_("1 water. Whoever drinks it falls sick.")),
    "sandwich": (N_("Sandwich"), N_("1 food, for everyone or to save one.")),
    "sardines": (N_("Sardines"), N_("3 food, packed like us on the raft.")),
    "rotten_fish": (N_("Rotten Fish"), N_("1 food. Whoever eats it falls sick.")),
    "gun": (N_("Gun"), N_("With a Bullet: shoot someone, take their hand.")),
    "axe": (N_("Axe"), N_("Your wood starts at 2 safe pieces, not 1.")),
    "flask": (N_("Flask"), N_("You collect twice the rain.")),
    "fishing_rod": (N_("Fishing Rod"), N_("Fish with two balls and add both.")),
    "crystal_ball": (N_("Crystal Ball"), N_("Vote last, after seeing where all point.")),
    "club": (N_("Club"), N_("Your vote counts twice.")),
    "bullet": (N_("Bullet"), N_("One shot. Needs a Gun.")),
    "sheet_metal": (N_("Sheet Metal"), N_("Stops one shot fired at you.")),
    "anti_venom": (N_("Anti-venom"), N_("Cures one snake bite at once.")),
    "matches": (N_("Matches"), N_("Makes one filthy or rotten meal safe.")),
    "voodoo_doll": (N_("Voodoo Doll"), N_("At daybreak, bring one of the dead back.")),
    "sleeping_pills": (N_("Sleeping Pills"), N_("Steal a random card from up to three.")),
    "alarm_clock": (N_("Alarm Clock"), N_("Choose who goes first tomorrow.")),
    "coffee": (N_("Coffee"), N_("Take a second action today.")),
    "pendulum": (N_("Pendulum"), N_("Choose what someone else does today.")),
    "conch": (N_("Conch"), N_("Be chief today; no one may point at you.")),
    "telescope": (N_("Telescope"), N_("Secretly look at every hand.")),
    "flashlight": (N_("Flashlight"), N_("Secretly see the next 3 wreckage cards.")),
    "barometer": (N_("Barometer"), N_("Secretly see the next 2 days of weather.")),
    "vegetable_mill": (N_("Vegetable Mill"), N_("Turn 2 food into 2 water.")),
    "wooden_plank": (N_("Wooden Plank"), N_("Adds one seat to the raft.")),
    "fruit_basket": (N_("Fruit Basket"), N_("Nobody starves tonight; the short stores empty.")),
    "cannibal_bbq_kit": (N_("Cannibal BBQ Kit"), N_("2 food for each one who died today.")),
    "old_undies": (N_("Old Undies"), N_("Nothing. Please keep them on.")),
    "car_keys": (N_("Car Keys"), N_("Nothing. The car is at home.")),
    "toilet_brush": (N_("Toilet Brush"), N_("Nothing. There is no toilet.")),
    "lottery_ticket": (N_("Winning Lottery Ticket"), N_("Nothing. The office has closed.")),
    "board_game": (N_("Board Game"), N_("Nothing. And a piece is missing.")),
}
"""Each card's name and what it does, in a line."""
assert tuple(FACES) == IDS


def card_name(kind: int, t: Translator) -> str:
    return t(FACES[IDS[kind]][0])


def weather_name(value: int, t: Translator) -> str:
    if value == HURRICANE:
        return t("hurricane")
    return t("rain {n}", n=value) if value else t("no rain")
