"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import Preset, declared_options
from ..protocol.translations import N_
from .components import DATA, WORDS


class Choice(enum.IntEnum):
    """The options, in the order of the data file; value 0 is the default."""

    FIRST_PLAYER_CHOICE, FIRST_PLAYER_PASS, PASS_AFTER_FIRST_PLAYER_DEATH, BLACK_BALL_FISH = range(4)
    WRECK_DECK_EMPTY, SURPLUS_RATIONS, DESIGNATED_KILL, TRIP_IMMUNITY, HAND_DEAL_START, SICK_CARD_BAN = range(4, 10)
    SICK_MAY_TRADE, SHEET_METAL_WHILE_BANNED, FISHING_ROD, CLUB, ANTIVENOM_TARGET, ANTIVENOM_FREE_WOOD = range(10, 16)
    MATCHES, PENDULUM_PUSH, CONCH_CHIEF, TELESCOPE, FLASHLIGHT, FRUIT_BASKET, BBQ_TIMING, DEPARTURE = range(16, 24)
    BLIND_TRADES, GIFT_NEEDS_CONSENT, VOTE_TIMEOUT, VOICE_OF_THE_DEAD, TOURNAMENT = range(24, 29)


MAJORITY, UNANIMOUS, CHIEF_ALONE, AUTOMATIC = 0, 1, 2, 3
"""The values of the option `departure`."""
OPTIONS = declared_options(DATA["options"], WORDS["options"], WORDS["values"], WORDS["groups"])
assert [option.name.upper() for option in OPTIONS] == [option.name for option in Choice]
PRESETS = (
    Preset("tournament", N_("Tournament"), N_("points for those aboard"), {"tournament": "solitary"}),
    Preset("voice", N_("Voice of the Dead"), N_("the dead go on voting"), {"voice_of_the_dead": "true"}),
)
