"""Outlive with shelters that are already well equipped on the first morning.

Random players starve before they own much. This game starts where a good player would be in round four, so that random
play reaches every room and every tile. Only the setup differs.
"""

from __future__ import annotations

from dataclasses import replace

from lastraft.kernel import part, randbelow, rule
from lastraft.outlive import GAME
from lastraft.outlive.codes import FAMILIES
from lastraft.outlive.components import GEARS, GOODS, PLACES, SLOTS, STACK_OF, Area
from lastraft.outlive.rules.apply import apply
from lastraft.outlive.rules.equipment import draw_tile
from lastraft.outlive.rules.legal import forbids
from lastraft.outlive.rules.setup import setup
from lastraft.outlive.state import NONE, OutliveState, Phase
from lastraft.protocol import register

MOVES = FAMILIES.count


@rule
def rich_setup(s: OutliveState) -> None:
    """Random choices until the first day, then a gift for every shelter."""
    setup(s)
    while s.phase < Phase.EVENTS:
        move = randbelow(s, MOVES)
        if forbids(s, part(s, 0), move) == 0:
            apply(s, part(s, 0), move)
    for seat in range(s.seats):
        enrich(s, seat)
    for area in range(Area.BLACKWOOD + 1):
        if STACK_OF[area] >= 0 and randbelow(s, 4) == 0:
            s.looked[STACK_OF[area]] = randbelow(s, 1 << s.seats)


@rule
def enrich(s: OutliveState, seat: int) -> None:
    """Rooms with people, tiles in all states, goods."""
    for slot in range(SLOTS):
        if randbelow(s, 4) > 0:
            places = PLACES[s.room[seat][slot] - 1]
            s.built[seat][slot] = 1
            s.people[seat][slot] = places if randbelow(s, 4) > 0 else randbelow(s, places)
    s.airlock[seat] = randbelow(s, 8)
    s.gauge[seat] = randbelow(s, 11)
    for res in range(GOODS):
        s.store[seat][res] = max(s.store[seat][res], randbelow(s, 5))  # an event may already ask for what there is
    for _ in range(min(GEARS // 3, s.stack_left)):
        kind = draw_tile(s)
        if s.gear[seat][kind] == NONE:
            s.gear[seat][kind] = 1 + randbelow(s, 3)
        else:
            s.discard[kind] += 1


RICH = register(
    replace(GAME, name="rich_outlive", title="Outlive, well equipped", rules=replace(GAME.rules, setup=rich_setup))
)
