"""What happens: the kinds of events."""

from __future__ import annotations

from ..protocol.events import Events


class Event(Events):
    """What happened; the numbers stand beside it."""

    PLACED = 1  # adventurer, space
    LAUNCHED = 2  # seat, space
    TURN = 3  # seat, moves, tiles to sink
    WALKED = 4  # adventurer, from, to
    SWAM = 5  # adventurer, from, to
    SAILED = 6  # seat, from, to
    BOARDED = 7  # adventurer, space
    USED = 8  # seat, face
    CARRIED = 9  # adventurer, from, to (by a dolphin)
    DIVED = 10  # creature, from, to
    SANK = 11  # seat, space, terrain
    SHOWED = 12  # space, face
    KEPT = 13  # seat, terrain
    FOUND = 14  # seat, face (private)
    NOTHING = 15  # space, face
    APPEARED = 16  # creature, space, from (0: the supply)
    RAFT_APPEARED = 17  # space, from (0: the supply)
    ROLLED = 18  # seat, kind
    NONE_MOVES = 19  # kind
    MOVED = 20  # creature, from, to
    DRIVEN = 21  # creature, from, to
    PUSHED = 22  # adventurer, from, to
    ELIMINATED = 23  # adventurer, space, cause
    RAFT_LOST = 24  # space, cause
    CREATURE_LEFT = 25  # creature, space, cause
    REPELLED = 26  # seat, creature, space
    ENDED = 27  # End
    WORTH = 28  # adventurer, value
