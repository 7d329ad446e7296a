"""Every move as a small number, in families (section 17)."""

from ..kernel import Lookup
from ..protocol import Families
from .components import DATA

FAMILIES = Families(**{family["name"]: family["size"] for family in DATA["action_families"]})
NAMES = [family.name for family in FAMILIES.all]
FIRST = Lookup([family.first for family in FAMILIES.all])
SIZE = Lookup([family.size for family in FAMILIES.all])
FAMILY = FAMILIES.of
PASS, YES, KEEP_ROOM, LEADER, AREA, COUNT, MOVE, RES, PLACE, GATHER, ALGAE, ACTIVATE_DAM, SEARCH = range(13)
TAKE, HUNT, PREY, ITEM, ROOM, PEEK, SPACE, EVENT, BUILD, REPAIR, SCRAP, TOKEN = range(13, 25)
