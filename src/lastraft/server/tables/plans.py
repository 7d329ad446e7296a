"""Answers that seats give ahead of their turn, where seats choose at the same time (see `Game.together`).

The log stays one move at a time in the order of the rules: when a seat's turn comes, the table makes the moves that it
planned, each only if it is asked just what it answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...protocol.one_result import one_result

if TYPE_CHECKING:
    from .table import Knowledge, Table


class Planned(NamedTuple):
    """An answer that a seat has given ahead, and the moves from which it chose."""

    code: int
    legal: tuple[int, ...]


def ahead(table: Table, seat: int) -> Knowledge | None:
    """What a seat is asked ahead of its turn, after what it has planned; None if nothing. What has one answer the table
    gives when its turn comes."""
    return table.once(_ahead, seat)


def _ahead(table: Table, seat: int) -> Knowledge | None:
    if not table.terms.pace or seat < 0 or table.status != "running" or seat in table.actors or table.seats[seat].bot:
        return None
    game, known = table.game, table.knowledge(seat)
    state = _after(table, seat, [each.code for each in table.plans.get(seat, [])])
    if state is None or game.rules.asked(state) != seat or one_result(game, state, seat):
        return None
    prompt = game.speech.prompt(game.reader(state, seat, table.names))
    return known._replace(hidden=state, legal=tuple(game.legal(state, seat)), prompt=prompt)


def foreseen(table: Table, seat: int) -> Knowledge | None:
    """What a seat is shown while the table has yet to make the moves that it planned: how things are after them, up to
    what brings something to light."""
    if table.status != "running" or (seat in table.actors and not due(table)):
        return None
    codes = [each.code for each in table.plans.get(seat, [])]
    for most in range(len(codes), 0, -1):
        if state := _after(table, seat, codes[:most]):
            return table.knowledge(seat)._replace(hidden=state, legal=(), prompt="")
    return None


def _after(table: Table, seat: int, codes: list[int]) -> Any:
    return table.game.together.ahead(table.knowledge(seat).hidden, seat, codes)


def plan(table: Table, seat: int, code: int) -> None:
    """A seat answers ahead, or with -1 takes its last answer back."""
    plans = table.plans.setdefault(seat, [])
    if code < 0:
        del plans[-1:]  # older logs may have answers to what nobody is asked any more
    elif known := ahead(table, seat):
        plans.append(Planned(code, known.legal))
    table.seats[seat].question += 1


def may_undo(table: Table, seat: int) -> bool:
    """Whether a seat may take back an answer that it gave ahead: until its turn comes."""
    return bool(table.plans.get(seat)) and seat not in table.actors


def due(table: Table) -> tuple[int, int] | None:
    """The seat that is asked now and its planned answer, if it was asked just that; or the table's, if the seat leaves
    the rest to it."""
    seat = table.match.asked if table.match else None
    if seat is not None and table.seats[seat].rest and (code := rest(table, seat)) >= 0:
        return seat, code
    plans = table.plans.get(seat, []) if seat is not None else []
    if seat is None or not plans or plans[0].legal != table.knowledge(seat).legal:
        return None
    return seat, plans[0].code


def may_leave_rest(table: Table, seat: int) -> bool:
    """Whether a seat is at a setup that it may leave to the table."""
    together = table.game.together
    if seat < 0 or not table.terms.pace or table.status != "running" or not together.rest_label:
        return False
    return together.now(table.knowledge(seat).hidden)


def rest(table: Table, seat: int) -> int:
    """The move that the table makes for a seat that leaves the rest to it; -1 where it is asked itself."""
    if table.seats[seat].bot:
        return -1
    return table.game.together.rest(table.knowledge(seat).hidden, seat)


def moved(table: Table, seat: int, code: int) -> None:
    """A seat moved: what it planned is used up, or dropped if it moved otherwise."""
    plans = table.plans.get(seat, [])
    if plans and plans[0].code == code:
        plans.pop(0)
    else:
        table.plans.pop(seat, None)
