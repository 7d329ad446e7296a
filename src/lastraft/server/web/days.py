"""What a player arranges at a table that is played over days: standing orders, nights, days off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...protocol import Game, OrderChoice
from ...protocol.translations import N_, Translator, translator
from ..tables import actions, clock
from ..tables.actions import Refused
from ..tables.calls import DAY
from ..tables.entries import LogEntry
from ..tables.table import Table

PASS = "pass"
"""The order that every game understands: to let pass what can pass."""
ASKED = {"": N_("your turn"), "vote": N_("votes"), PASS: N_("moments for everybody")}
"""What people are asked over days, by the occasion of the order that answers it."""


class Row(NamedTuple):
    """An order as the page shows it."""

    order: str
    about: str
    label: str
    symbol: str
    on: bool
    lost: bool = False


def arranged(table: Table, person: str, language: str) -> dict[str, Any]:
    """What the page shows of a seat's orders, its nights and its days off."""
    seat, game = table.seat_of(person), table.game
    chair, t, own = table.seats[seat], translator("lastraft", language), translator(game.name, language)
    r = game.reader(table.knowledge(seat).hidden, seat, table.names, language)
    about = {each.name: own(each.about) for each in game.orders.occasions}
    rows = []
    for (name, what), on in chair.orders.items():
        choice = game.orders.label(r, name, what)
        lost = (name, what) in chair.lost_orders
        rows.append(Row(f"{name}:{what}", about[name], choice.label, choice.symbol, on, lost))
    rows.append(Row(PASS, t("Where I may pass"), t("let it pass, do not ask me"), "", chair.asks == "never"))
    given = {row.order.partition(":")[0] for row in rows if row.on}
    asked = [t(words) for occasion, words in ASKED.items() if occasion not in given]
    end = chair.off[-1][1] if chair.off and chair.off[-1][1] > clock.now() else 0
    return {
        "orders": rows,
        "choices": {about[name]: found for name in about if (found := _new(game, r, name, chair.orders))},
        "asked": asked,
        "lately": _lately(table, seat, t),
        "night": chair.night,
        "nights_count": table.terms.clock.nights,
        "vacation": chair.vacation,
        "off_until": end,
    }


def _lately(table: Table, seat: int, t: Translator) -> str:
    """How often a seat was asked in the last day, and how often it need not be."""
    made = [move for move in table.moves if move.seat == seat and move.at > clock.now() - DAY]
    if not made:
        return ""
    asked = sum(not (move.ordered or move.by_table or move.by_clock) for move in made)
    spared = len(made) - asked
    times = t.plural("In the last 24 hours you answered {n} time", "In the last 24 hours you answered {n} times", asked)
    return t.plural(
        "{times}; {n} answer was given for you.", "{times}; {n} answers were given for you.", spared, times=times
    )


def _new(game: Game[Any], r: Any, name: str, given: Mapping[tuple[str, int], bool]) -> list[tuple[str, OrderChoice]]:
    """What can still be ordered for an occasion."""
    choices = game.orders.choices(r, name)
    return [(f"{name}:{choice.what}", choice) for choice in choices if (name, choice.what) not in given]


def wanted(table: Table, person: str, form: Mapping[str, str]) -> LogEntry:
    """What a form of the drawer asks for."""
    if "zone" in form:
        return actions.sleep(table, person, form["zone"].strip(), _minutes(form, "begins"), _minutes(form, "ends"))
    if "days" in form:
        days = form["days"]
        return actions.take_days_off(table, person, int(days) if days.isdecimal() and len(days) < 4 else -1)
    if form.get("order") == PASS:
        return actions.set_asks(table, person, "never" if form.get("on") == "1" else "useful")
    name, _, what = form.get("order", "").rpartition(":")
    if not what.isdecimal() or len(what) > 4:
        raise Refused("invalid", "An order says when and what.")
    return actions.give_order(table, person, name, int(what), form.get("on", "1") == "1", "gone" in form)


def _minutes(form: Mapping[str, str], name: str) -> int:
    """A time of the day, as a form sends it: 22:30."""
    hours, _, minutes = form.get(name, "").partition(":")
    if not hours.isdecimal() or not minutes.isdecimal() or len(hours + minutes) > 4:
        raise Refused("invalid", "A time of the day looks like 22:30.")
    return int(hours) * 60 + int(minutes)
