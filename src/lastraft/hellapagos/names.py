"""What things are called; each name is translated where it is used."""

from ..protocol.translations import N_, Translator
from .components import HURRICANE, IDS, WORDS
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
DEED_NAMES: dict[Deed, str] = {deed: WORDS["deeds"][deed.name.lower()] for deed in Deed}
assert tuple(WORDS["cards"]) == IDS


def card_name(kind: int, t: Translator) -> str:
    return t(WORDS["cards"][IDS[kind]]["name"])


def usual_line(kind: int, t: Translator) -> str:
    """One line on what a card does where no option says otherwise."""
    return t(WORDS["cards"][IDS[kind]]["line"])


def weather_name(value: int, t: Translator) -> str:
    if value == HURRICANE:
        return t("hurricane")
    return t("rain {n}", n=value) if value else t("no rain")


CHARACTER_NAMES = {
    "helpful": N_("helpful"),
    "hoarder": N_("hoards"),
    "gunslinger": N_("trigger-happy"),
    "grudge": N_("bears a grudge"),
}
