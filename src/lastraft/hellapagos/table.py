"""The table as the seat sees it: as plain data, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape

from ..kernel import top
from ..words import N_, Words
from .castaways import banned
from .check import shortage
from .codes import ACTIONS
from .components import HURRICANE, IDS, KINDS, ROUNDS
from .faces import card_name
from .notation import LETTERS, RESOURCES, WINDOWS, cards_at
from .offices import chief
from .state import (
    BITE,
    DISCARD,
    EXTRA,
    FACE_DOWN,
    IN_PLAY,
    NO_VOTE_GIVEN,
    Check,
    Frame,
    HpState,
    Window,
)
from .windows import awaited, owner
from .words import CHECK_NAMES, weather_name

WIDTH = 100
STYLES = (
    "red",
    "blue",
    "yellow",
    "green",
    "magenta",
    "cyan",
    "bright_red",
    "bright_blue",
    "bright_yellow",
    "bright_green",
    "bright_magenta",
    "bright_cyan",
)


# -- as data ----------------------------------------------------------------------------------------------------------


def view(s: HpState, seat: int) -> dict[str, Any]:
    """HP-23: all that the seat knows, in words."""
    return {
        "round": s.day,
        "weather": [_weather(value) for value in s.weather],
        "water": s.water,
        "food": s.food,
        "rafts": s.rafts,
        "disc": s.disc,
        "deck": [IDS[s.deck[i]] if s.deck[i] >= 0 else None for i in reversed(range(s.deck_size))],
        "discard": cards_at(s, DISCARD),
        "hand": cards_at(s, seat) if seat >= 0 else None,
        "castaways": [_castaway(s, other) for other in range(s.seats)],
        "order": [LETTERS[(entry - 1) % EXTRA] for entry in s.order if entry],
        "first": LETTERS[s.first_player],
        "chief": LETTERS[chief(s)],
        "next_first": LETTERS[s.nominee - 1] if s.nominee else None,
        "window": next((letter for letter, window in WINDOWS.items() if window == s.window), None),
        "closed": Frame(top(s)).name.lower() if s.depth else None,
        "owner": LETTERS[owner(s)] if s.window and not s.ended else None,
        "awaited": sum(awaited(s, other) for other in range(s.seats)) if s.window and not s.ended else 0,
        "called": bool(s.called),
        "check": Check(s.check).name.lower() if s.check else None,
        "shortage": max(0, shortage(s)) if s.check and not s.ended else 0,
        "designated": LETTERS[s.designated - 1] if s.designated else None,
        "basket": bool(s.basket),
        "matches": bool(s.matches_lit),
        "surplus": s.surplus,
        "offers": [_offer(s, giver) for giver in range(s.seats) if s.offer_to[giver]],
        "draft": _draft(s, seat) if seat >= 0 and s.draft[seat] else None,
        "begun": {"gifts": s.gifts[seat], "offers": s.offers[seat]} if seat >= 0 else None,
        "over": bool(s.ended),
        "aboard": [LETTERS[other] for other in range(s.seats) if s.aboard >> other & 1],
    }


def _weather(value: int) -> str | None:
    return None if value < 0 else "hurricane" if value == HURRICANE else str(value)


def _castaway(s: HpState, other: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[other],
        "alive": bool(s.alive >> other & 1),
        "died_today": bool(s.died >> other & 1),
        "sick": bool(s.causes[other]),
        "sick_since": s.sick_since[other] if s.causes[other] else None,
        "bitten": bool(s.causes[other] & BITE),
        "banned": banned(s, other),
        "cards": s.hand_size[other],
        "known": cards_at(s, other),
        "in_play": cards_at(s, IN_PLAY + other),
        "acted": bool(s.acted >> other & 1),
        "imposed": ACTIONS[s.imposed[other] - 1] if s.imposed[other] else None,
        "imposed_push": s.imposed_push[other] - 1 if s.imposed_push[other] else None,
        "provided": bool(s.provided >> other & 1),
        "exempt": [word for word, check in RESOURCES.items() if s.exempt[check] >> other & 1],
        "protected": bool(s.protected >> other & 1 or s.conch == other + 1),
        "vote": _vote(s.vote[other]),
        "second_vote": _vote(s.second_vote[other]),
        "says": (None, "leave", "stay")[s.saying[other]],
    }


def _vote(vote: int) -> str | None:
    return None if vote == 0 else "-" if vote == NO_VOTE_GIVEN else LETTERS[vote - 1]


def _names(kinds: Sequence[int]) -> list[str | None]:
    return [IDS[kind - 1] if kind != FACE_DOWN else None for kind in kinds if kind]


def _offer(s: HpState, giver: int) -> dict[str, Any]:
    return {
        "from": LETTERS[giver],
        "to": LETTERS[s.offer_to[giver] - 1],
        "cards": _names(s.offered[giver]),
        "wanted": s.wanted[giver],
        "claim": _names(s.claim[giver]),
        "wish": _names(s.wish[giver]),
    }


def _draft(s: HpState, seat: int) -> dict[str, Any]:
    return {
        "to": LETTERS[s.partner[seat]],
        "chosen": _names(s.chosen[seat]),
        "offered": _names(s.offered[seat]),
        "wanted": s.wanted[seat],
        "claim": _names(s.claim[seat]),
        "wish": _names(s.wish[seat]),
    }


# -- as text ----------------------------------------------------------------------------------------------------------


def text(s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
    lines = [_sky(s, t), _stores(s, t), ""]
    for other in range(s.seats):
        lines += _lines(s, other, seat, names, t)
    lines.append("")
    if s.check and not s.ended:
        what = t(CHECK_NAMES[Check(s.check)])
        lines.append(t("Being checked: {what}, missing {n}", what=what, n=max(0, shortage(s))))
    lines += _offers(s, names, t)
    if seat >= 0:
        lines += _listed(t("Your hand:"), _hand(s, seat, t) or [t("nothing")], "bold")
    if seen := [card_name(s.deck[i], t) for i in reversed(range(s.deck_size)) if s.deck[i] >= 0]:
        lines += _listed(t("You know of the wreckage:"), seen)
    return "\n".join(lines)


def _listed(head: str, items: Sequence[str], style: str = "none") -> list[str]:
    """A list with its heading, on as many lines of 100 columns as it needs."""
    lines, used = [head], len(head)
    for i, item in enumerate(items):
        shown = item if i + 1 == len(items) else f"{item},"
        if used + 1 + len(shown) > WIDTH:
            lines.append("      ")
            used = 6
        lines[-1] += f" [{style}]{escape(shown)}[/]"
        used += 1 + len(shown)
    return lines


def _hand(s: HpState, seat: int, t: Words) -> list[str]:
    held = cards_at(s, seat)
    made = []
    for kind in range(KINDS):
        n = held.count(IDS[kind])
        if n:
            made.append(card_name(kind, t) if n == 1 else f"{n} × {card_name(kind, t)}")
    return made


def _sky(s: HpState, t: Words) -> str:
    now = weather_name(s.weather[s.day - 1], t)
    coming = [f"{i + 1}: {weather_name(s.weather[i], t)}" for i in range(s.day, ROUNDS) if s.weather[i] >= 0]
    said = t("[bold]Day {n}[/], {weather}", n=s.day, weather=now)
    return f"{said}   ({', '.join(coming)})" if coming else said


def _stores(s: HpState, t: Words) -> str:
    alive = s.alive.bit_count()
    parts = [
        t("[cyan]water {n}[/]", n=s.water),
        t("[yellow]food {n}[/]", n=s.food),
        t("raft {n}/{survivors} and {wood}/6 wood", n=s.rafts, survivors=alive, wood=s.disc),
        t.plural("{n} card in the wreckage", "{n} cards in the wreckage", s.deck_size),
    ]
    return "   ".join(parts)


_MARKS = {
    "first": N_("first player"),
    "chief": N_("chief"),
    "sick": N_("sick"),
    "dead": N_("dead"),
    "safe": N_("provided"),
    "designated": N_("designated"),
    "aboard": N_("aboard"),
}


def _lines(s: HpState, other: int, seat: int, names: Sequence[str], t: Words) -> list[str]:
    """A castaway: cards and offices on one line, what lies before him and what the reader knows of him below."""
    mark = "▶" if s.window and not s.ended and owner(s) == other else " "
    who = f"{mark} [bold {STYLES[other]}]{names[other]}[/]"
    parts = [who, t.plural("{n} card", "{n} cards", s.hand_size[other])]
    marks = {
        "first": s.first_player == other,
        "chief": s.conch == other + 1,
        "sick": s.causes[other] != 0,
        "dead": not s.alive >> other & 1,
        "safe": s.provided >> other & 1,
        "designated": s.designated == other + 1,
        "aboard": s.aboard >> other & 1,
    }
    parts += [t(_MARKS[key]) for key, here in marks.items() if here]
    if s.window != Window.NONE and 0 < s.vote[other] < NO_VOTE_GIVEN:
        parts.append(t("voted for {name}", name=names[s.vote[other] - 1]))
    lines = ["   ".join(parts)]
    if laid := cards_at(s, IN_PLAY + other):
        lines += _listed("      " + t("in play:"), [card_name(IDS.index(word), t) for word in laid])
    if other != seat and (known := cards_at(s, other)):
        lines += _listed("      " + t("holds:"), [card_name(IDS.index(word), t) for word in known])
    return lines


def _offers(s: HpState, names: Sequence[str], t: Words) -> list[str]:
    lines = []
    for giver in range(s.seats):
        if s.offer_to[giver] == 0:
            continue
        given = sum(kind > 0 for kind in s.offered[giver])
        values = {
            "name": names[giver],
            "other": names[s.offer_to[giver] - 1],
            "given": given,
            "wanted": s.wanted[giver],
        }
        lines.append(t("{name} offers {other} cards: {given} for {wanted}.", **values))
        if claimed := [card_name(kind - 1, t) for kind in s.claim[giver] if kind]:
            lines += _listed("      " + t("said to be:"), claimed)
        if wished := [card_name(kind - 1, t) for kind in s.wish[giver] if kind]:
            lines += _listed("      " + t("wanted:"), wished)
    return lines
