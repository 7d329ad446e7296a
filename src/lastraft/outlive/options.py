"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import declared_options
from ..protocol.translations import N_
from .components import DATA

_ABOUT = {
    "airlock_rows": N_("How many places each row of the airlock has; an occupied row needs one water a night."),
    "storage_caps": N_("Whether the clean-up cuts cans, materials and ammo to 8 each."),
    "event_pass_final": N_("Whether a pass while events are ended is final for the night."),
    "event_room_ammo": N_("Whether the Crisis Desk may also save two ammo."),
    "bat_hits_equals": N_("Whether the baseball bat presses heroes of equal strength."),
    "immune3_scope": N_("Whether the Guard Post stops one pressure, or all on that hero until the night is over."),
    "cargo_lying_blocks": N_("Whether a hero lying on the cargo ship blocks the space of its strength."),
    "zero_action_hunt": N_("Whether a hunt may cost no action at all."),
    "one_hunt_per_visit": N_("Whether a hero hunts at most once in a visit."),
    "hunt_progression_end": N_("Whether the fourth and later kills of a kind repeat the last value or add one."),
    "repair_discounts_stack": N_("Whether several rooms may lower the price of one repair."),
    "supply_limited": N_("Whether the supply of resources and survivors can run out."),
    "mary_draw": N_("Whether Mary Koolpepper draws two tokens from each city or chooses the city of each draw."),
    "night_order": N_("Whether all players finish a night step before the next, or one player after another."),
    "reserve_water_pays_events": N_("Whether the Cistern's water may pay for events."),
    "auto_free_bonuses": N_("Whether bonuses that can only help are applied without asking."),
}
WORDS = {
    "cleanup": N_("yes"),
    "none": N_("none"),
    "instance": N_("one pressure"),
    "round": N_("all of the day"),
    "repeat_last": N_("the last value again"),
    "plus_one": N_("one more each time"),
    "two_each": N_("two from each"),
    "free_split": N_("a free choice"),
    "step_by_step": N_("step by step"),
    "player_by_player": N_("player by player"),
}
"""The values in words."""
OPTIONS = declared_options(DATA["options"], _ABOUT, WORDS)


class Choice(enum.IntEnum):
    """The options by their place in the state."""

    AIRLOCK_ROWS, STORAGE_CAPS, EVENT_PASS_FINAL, EVENT_ROOM_AMMO, BAT_HITS_EQUALS, IMMUNE3_SCOPE = range(6)
    CARGO_LYING_BLOCKS, ZERO_ACTION_HUNT, ONE_HUNT_PER_VISIT, HUNT_PROGRESSION_END = range(6, 10)
    REPAIR_DISCOUNTS_STACK, SUPPLY_LIMITED, MARY_DRAW, NIGHT_ORDER = range(10, 14)
    RESERVE_WATER_PAYS_EVENTS, AUTO_FREE_BONUSES = range(14, 16)
