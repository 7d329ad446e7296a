"""Standing orders: moves that people give ahead, made for them when they are asked (see `protocol.Orders`).

They are kept in the table's log, which nobody else sees; each becomes a move of its seat like any other.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from . import entries

if TYPE_CHECKING:
    from .table import Table

COMES_BY, QUICK = (0.05, 0.4), 10.0
"""In which part of their time people come by; and the time that this is where no clock counts days, in seconds."""
MOST = 20
"""So many orders may a seat have."""


def order(table: Table, seat: int, entry: entries.Ordered) -> None:
    """A seat gives an order, switches it on or off, or takes it back."""
    chair, key = table.seats[seat], (entry.occasion, entry.what)
    chair.lost_orders.discard(key)
    if entry.gone:
        chair.orders.pop(key, None)
    else:
        chair.orders[key] = entry.on


def follow(table: Table) -> None:
    """Switch off the orders that cannot be carried out any more."""
    for seat, chair in enumerate(table.seats):
        for (occasion, what), on in chair.orders.items():
            if on and not table.game.orders.kept(table.knowledge(seat).hidden, seat, occasion, what):
                chair.orders[occasion, what] = False
                chair.lost_orders.add((occasion, what))


class Wanted(NamedTuple):
    """A move that a seat has ordered for this moment, and when it is made."""

    seat: int
    code: int
    at: float


def wanted(table: Table, seat: int, late: bool = False) -> Wanted | None:
    """What a seat has ordered for this moment, or for when its time has run out."""
    return _wanted(table, seat, late=True) if late else table.once(_wanted, seat)


def _wanted(table: Table, seat: int, late: bool = False) -> Wanted | None:
    chair = table.seats[seat]
    if chair.bot or not any(chair.orders.values()):
        return None
    known, game = table.knowledge(seat), table.game
    for occasion in game.orders.occasions:
        if occasion.late != late:
            continue
        for (name, what), on in chair.orders.items():
            if on and name == occasion.name:
                code = game.orders.move(known.hidden, seat, name, what)
                if code in known.legal:
                    return Wanted(seat, code, _moment(table, seat, occasion.unseen))
    return None


def _moment(table: Table, seat: int, unseen: bool) -> float:
    """When an order is carried out: at once; unseen, as if its person came by, so that the time tells nothing."""
    chair, match = table.seats[seat], table.match
    assert match is not None
    if not unseen:
        return max(chair.since, table.window.begins) if table.window else chair.since
    drawn = random.Random(f"{match.seed} {chair.question} {seat} comes by")
    seconds = table.terms.clock.seconds if table.terms.slow else QUICK
    return table.after(seat, chair.since, drawn.uniform(*COMES_BY) * seconds)
