"""Outlive with shelters that are already well equipped on the first morning.

Random players starve before they own much. This game starts where a good player would be in round four, so that random
play reaches every room and every tile. Only the setup differs.
"""

from __future__ import annotations

from dataclasses import replace

from lastraft.kernel import below, part, rule
from lastraft.outlive import Outlive
from lastraft.outlive.components import GEARS, GOODS, PLACES, SLOTS, STACK_OF, Area
from lastraft.outlive.equipment import draw_tile
from lastraft.outlive.moves import FAMILIES, forbids
from lastraft.outlive.rounds import apply, setup
from lastraft.outlive.state import NONE, OutliveState, Phase
from lastraft.protocol import register

MOVES = FAMILIES.count


@rule
def rich_setup(s: OutliveState) -> None:
    """Random choices until the first day, then a gift for every shelter."""
    setup(s)
    while s.phase < Phase.EVENTS:
        move = below(s, MOVES)
        if forbids(s, part(s, 0), move) == 0:
            apply(s, part(s, 0), move)
    for seat in range(s.seats):
        enrich(s, seat)
    for area in range(Area.BLACKWOOD + 1):
        if STACK_OF[area] >= 0 and below(s, 4) == 0:
            s.looked[STACK_OF[area]] = below(s, 1 << s.seats)


@rule
def enrich(s: OutliveState, seat: int) -> None:
    """Rooms with people, tiles in all states, goods."""
    for slot in range(SLOTS):
        if below(s, 4) > 0:
            places = PLACES[s.room[seat][slot] - 1]
            s.built[seat][slot] = 1
            s.people[seat][slot] = places if below(s, 4) > 0 else below(s, places)
    s.airlock[seat] = below(s, 8)
    s.gauge[seat] = below(s, 11)
    for res in range(GOODS):
        s.store[seat][res] = max(s.store[seat][res], below(s, 5))  # an event may already ask for what there is
    for _ in range(min(GEARS // 3, s.stack_left)):
        kind = draw_tile(s)
        if s.gear[seat][kind] == NONE:
            s.gear[seat][kind] = 1 + below(s, 3)
        else:
            s.discard[kind] += 1


class RichOutlive(Outlive):
    name = "rich_outlive"
    title = "Outlive, well equipped"
    rules = replace(Outlive.rules, setup=rich_setup)


RICH = register(RichOutlive())
