"""The 240 moves (HP-22.30) in families."""

from __future__ import annotations

from ..protocol import Families
from .components import DATA

FAMILIES = Families(**{family["name"]: family["size"] for family in DATA["action_families"]})
(
    PASS,
    CLOSE,
    ACCEPT_FATE,
    ACT_FISH,
    ACT_WATER,
    ACT_WOOD,
    ACT_SEARCH,
    PLAY_PERMANENT,
    PLAY_COMMON,
    PLAY_FOR,
    PLAY_SPECIAL,
    TARGET,
    IMPOSE,
    PUSH,
    PICK,
    SHOOT,
    REACT,
    GIVE,
    OFFER,
    CARD,
    ASK,
    SAY,
    DONE,
    CANCEL,
    ACCEPT,
    DECLINE,
    WITHDRAW,
    VOTE,
    NO_VOTE,
    TIEBREAK,
    DEPART,
) = (family.first for family in FAMILIES.all)
CODES = FAMILIES.count
ACTIONS = ("fish", "water", "wood", "search")
FISHING, WATERING, WOODING, SEARCHING = range(4)
"""The actions, as the Pendulum imposes them."""
RATIONS_BY_NAME = next(family["index"] for family in DATA["action_families"] if family["name"] == "PLAY_FOR")
FOR_CODES = PLAY_SPECIAL - PLAY_FOR
SPECIAL_CODES = TARGET - PLAY_SPECIAL
