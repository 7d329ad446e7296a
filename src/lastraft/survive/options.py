"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import declared_options
from ..protocol.translations import N_
from .components import DATA

_ABOUT = {
    "raft_control": N_(
        "Who steers a raft: whoever has as many aboard as each opponent, as all opponents, or more than each."
    ),
    "raft_destination": N_(
        "Where a raft may go: wherever there is no other raft, or only to spaces without any piece."
    ),
    "enter_kaiju_space": N_("Whether adventurers and rafts may enter a kaiju's space, to be pushed on at once."),
    "leave_safe_land": N_("Whether adventurers may leave a safe land again."),
    "kaiju_safe_land": N_("Whether a kaiju may enter a safe land."),
    "push_to_safe_land": N_("Whether a kaiju may push adventurers onto a safe land."),
    "eliminated_rafts": N_("Whether eliminated rafts can come back or are out of the game."),
    "value_visibility": N_("Whether players are shown the values of their own adventurers after placing them."),
    "first_player": N_("Who begins: a seat drawn at random, or the first seat, chosen by the table."),
}
WORDS = {
    "at_least_each": N_("as many as each"),
    "at_least_combined": N_("as many as all together"),
    "more_than_each": N_("more than each"),
    "no_raft": N_("where no other raft is"),
    "empty_space": N_("only to an empty space"),
    "forbidden": N_("not allowed"),
    "bounce": N_("allowed, and pushed on"),
    "never": N_("never"),
    "allowed": N_("allowed"),
    "supply": N_("they can come back"),
    "out_of_game": N_("out of the game"),
    "memory": N_("hidden, to be remembered"),
    "own_open": N_("shown"),
    "random": N_("at random"),
    "chosen": N_("the first seat"),
}
"""The values in words."""
OPTIONS = declared_options(DATA["options"], _ABOUT, WORDS)


class Choice(enum.IntEnum):
    """The options' places in `option`; 0 is every option's default."""

    RAFT_CONTROL, RAFT_DESTINATION, ENTER_KAIJU_SPACE, LEAVE_SAFE_LAND, KAIJU_SAFE_LAND = range(5)
    PUSH_TO_SAFE_LAND, ELIMINATED_RAFTS, VALUE_VISIBILITY, FIRST_PLAYER = range(5, 9)


CONTROL_COMBINED, CONTROL_MORE = 1, 2
