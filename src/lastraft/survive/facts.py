"""What a designer asks about a finished game: who was saved, who was not, what was left over."""

from __future__ import annotations

from ..words import N_
from .components import VALUES, Ground
from .state import Survive, own, own_count, tiles_held

SAVED = (N_("saved: worth 1"), N_("saved: worth 2"), N_("saved: worth 3"), N_("saved: worth 4"), N_("saved: worth 5"))


def facts(s: Survive, seat: int) -> dict[str, int]:
    """What may have won: how many were saved, of each value and in all, where the others ended, tiles never used."""
    pieces = [own(s, seat, place) for place in range(own_count(s))]
    ground = {piece: s.ground[s.adventurer[piece]] for piece in pieces}
    saved = [s.value[piece] for piece in pieces if ground[piece] == Ground.SAFE]
    found = {SAVED[value - 1]: saved.count(value) for value in range(1, VALUES + 1)}
    return found | {
        N_("saved"): len(saved),
        N_("eliminated"): sum(s.adventurer[piece] == 0 for piece in pieces),
        N_("left in the sea"): sum(there == Ground.SEA for there in ground.values()),
        N_("left on the island"): sum(Ground.BEACH <= there <= Ground.MOUNTAIN for there in ground.values()),
        N_("tiles never used"): tiles_held(s, seat),
        N_("first player"): int(s.first == seat),
    }
