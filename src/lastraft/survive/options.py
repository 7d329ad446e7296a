"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import declared_options
from .components import DATA, WORDS

OPTIONS = declared_options(DATA["options"], WORDS["options"], WORDS["values"])


class Choice(enum.IntEnum):
    """The options' places in `option`; 0 is every option's default."""

    RAFT_CONTROL, RAFT_DESTINATION, ENTER_KAIJU_SPACE, LEAVE_SAFE_LAND, KAIJU_SAFE_LAND = range(5)
    PUSH_TO_SAFE_LAND, ELIMINATED_RAFTS, VALUE_VISIBILITY, FIRST_PLAYER = range(5, 9)


CONTROL_COMBINED, CONTROL_MORE = 1, 2
