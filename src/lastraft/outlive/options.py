"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import declared_options
from .components import DATA, WORDS

OPTIONS = declared_options(DATA["options"], WORDS["options"], WORDS["values"], WORDS["groups"])


class Choice(enum.IntEnum):
    """The options by their place in the state."""

    AIRLOCK_ROWS, STORAGE_CAPS, EVENT_PASS_FINAL, EVENT_ROOM_AMMO, BAT_HITS_EQUALS, IMMUNE3_SCOPE = range(6)
    CARGO_LYING_BLOCKS, ZERO_ACTION_HUNT, ONE_HUNT_PER_VISIT, HUNT_PROGRESSION_END = range(6, 10)
    REPAIR_DISCOUNTS_STACK, SUPPLY_LIMITED, MARY_DRAW, NIGHT_ORDER = range(10, 14)
    RESERVE_WATER_PAYS_EVENTS, AUTO_FREE_BONUSES = range(14, 16)
