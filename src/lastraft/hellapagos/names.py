"""What things are called; each name is translated where it is used."""

from __future__ import annotations

from ..protocol.translations import N_, Translator
from .components import HURRICANE
from .state import Check, Deed

CHECK_NAMES = {
    Check.NONE: "",
    Check.WATER: N_("water"),
    Check.FOOD: N_("food"),
    Check.SEATS: N_("seats on the raft"),
    Check.TRIP_WATER: N_("water for the trip"),
    Check.TRIP_FOOD: N_("food for the trip"),
}


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


def weather_name(value: int, t: Translator) -> str:
    if value == HURRICANE:
        return t("hurricane")
    return t("rain {n}", n=value) if value else t("no rain")
