"""The 240 moves (HP-22.30) in families."""

from ..kernel import Lookup
from ..protocol import Families
from .components import COPIES_OF, DATA, IDS, Card

FAMILIES = Families(**{family["name"]: family["size"] for family in DATA["action_families"]})
_FIRST = [family.first for family in FAMILIES.all]
PASS, CLOSE, ACCEPT_FATE, ACT_FISH, ACT_WATER, ACT_WOOD, ACT_SEARCH, PLAY_PERMANENT, PLAY_COMMON = _FIRST[:9]
PLAY_FOR, PLAY_SPECIAL, TARGET, IMPOSE, PUSH, PICK, SHOOT, REACT, GIVE, OFFER, CARD, ASK, SAY = _FIRST[9:22]
DONE, CANCEL, ACCEPT, DECLINE, WITHDRAW, VOTE, NO_VOTE, TIEBREAK, DEPART = _FIRST[22:31]
CODES = FAMILIES.count
ACTIONS = ("fish", "water", "wood", "search")
FISHING, WATERING, WOODING, SEARCHING = range(4)
"""The actions, as the Pendulum imposes them."""
ACTION_OF = Lookup([*range(WOODING), *[WOODING] * (ACT_SEARCH - ACT_WOOD), SEARCHING])
"""The action of each code from `ACT_FISH` on."""
_INDEX = {family["name"]: family["index"] for family in DATA["action_families"] if "index" in family}
RATIONS_BY_NAME: list[str] = _INDEX["PLAY_FOR"]
RATION_KIND = Lookup([IDS.index(name.partition("+")[0]) for name in RATIONS_BY_NAME])
"""The card that each code of `PLAY_FOR` names; those of `PLAY_COMMON` are the first of these."""
WITH_MATCHES = Lookup([int(name.endswith("+matches")) for name in RATIONS_BY_NAME])
MILL_FOR, BBQ_FOR = RATIONS_BY_NAME.index("vegetable_mill"), RATIONS_BY_NAME.index("cannibal_bbq_kit")
SPECIALS = Lookup([IDS.index(name) for name in _INDEX["PLAY_SPECIAL"]])
"""The special kinds that `PLAY_SPECIAL` names."""
PLAYED = Lookup(
    [COPIES_OF[Card.GUN + i] for i in range(PLAY_COMMON - PLAY_PERMANENT)]
    + [COPIES_OF[RATION_KIND[i]] for i in (*range(PLAY_FOR - PLAY_COMMON), *range(PLAY_SPECIAL - PLAY_FOR))]
    + [COPIES_OF[kind] for kind in SPECIALS]
)
"""By the codes from `PLAY_PERMANENT` on: the cards of which one is played, as a mask."""
