"""What things are called; each name is translated where it is used."""

from ..protocol.translations import N_, Translator
from .components import HURRICANE, IDS, WORDS, Card
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
ACTION_NAMES = (N_("fish"), N_("fetch water"), N_("fetch wood"), N_("search the wreck"))
DEED_NAMES: dict[Deed, str] = {deed: WORDS["deeds"][deed.name.lower()] for deed in Deed}
assert tuple(WORDS["cards"]) == IDS


def card_name(kind: int, t: Translator) -> str:
    return t(WORDS["cards"][IDS[kind]]["name"])


def usual_line(kind: int, t: Translator) -> str:
    """One line on what a card does where no option says otherwise."""
    return t(WORDS["cards"][IDS[kind]]["line"])


THEIRS = {
    Card.GUN: N_("With a Bullet they can shoot someone and take their hand."),
    Card.AXE: N_("Their wood starts at 2 safe pieces, not 1."),
    Card.FLASK: N_("They fetch twice the water."),
    Card.FISHING_ROD: N_("They fish with two balls and add both."),
    Card.CRYSTAL_BALL: N_("They vote last, after seeing where all point."),
    Card.CLUB: N_("Their vote counts twice."),
    Card.VOODOO_DOLL: N_("It brings one of the dead back."),
    Card.SLEEPING_PILLS: N_("They steal one random card each from up to three castaways."),
    Card.ALARM_CLOCK: N_("They choose who goes first tomorrow."),
    Card.COFFEE: N_("They take a second action today."),
    Card.PENDULUM: N_("They choose what someone else does today."),
    Card.CONCH: N_("They are chief today; no one may point at them."),
    Card.TELESCOPE: N_("They secretly look at every hand."),
    Card.FLASHLIGHT: N_("They secretly see the next 3 cards of the wreck."),
    Card.BAROMETER: N_("They secretly see the next 2 days of weather."),
}
"""What a card does that somebody else has played, where that is not said of cards in general."""


def their_line(kind: int, t: Translator) -> str:
    """One line on what a card does that somebody else has played."""
    return t(THEIRS[Card(kind)]) if kind in THEIRS else usual_line(kind, t)


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
