"""The table as text for a terminal."""

from collections.abc import Sequence

from rich.markup import escape

from ...protocol import Reader
from ...protocol.speech import TERMINAL, flowing
from ...protocol.translations import N_
from ..components import IDS, ROUNDS
from ..names import CHECK_NAMES, card_name, weather_name
from ..rules.survival_check import shortage
from ..rules.windows import owner
from ..state import IN_PLAY, NO_VOTE_GIVEN, Check, HellapagosState, Window
from .cards import counted
from .notation import cards_at

COLOURS = ("red", "blue", "yellow", "green", "magenta", "cyan")
STYLES = [f"{shade}{colour}" for shade in ("", "bright_") for colour in COLOURS]


def text(r: Reader[HellapagosState]) -> str:
    s = r.state
    lines = [_sky(r), *_stores(r), ""]
    for other in range(s.seats):
        lines += _lines(r, other)
    lines.append("")
    if s.check and not s.ended:
        what = r.t(CHECK_NAMES[Check(s.check)])
        lines.append(r.t("Being checked: {what}, missing {n}", what=what, n=max(0, shortage(s))))
    lines += _offers(r)
    if r.seat >= 0:
        lines += _listed(r.t("Your hand:"), _hand(r) or [r.t("nothing")], "bold")
    if seen := [card_name(s.deck[i], r.t) for i in reversed(range(s.deck_size)) if s.deck[i] >= 0]:
        lines += _listed(r.t("You know of the wreck:"), seen)
    return "\n".join(lines)


def _listed(head: str, items: Sequence[str], style: str = "none") -> list[str]:
    """A list with its heading, on as many lines as it needs."""
    lines, used = [head], len(head)
    for i, item in enumerate(items):
        shown = item if i + 1 == len(items) else f"{item},"
        if used + 1 + len(shown) > TERMINAL:
            lines.append("      ")
            used = 6
        lines[-1] += f" [{style}]{escape(shown)}[/]"
        used += 1 + len(shown)
    return lines


def _hand(r: Reader[HellapagosState]) -> list[str]:
    held = [(card_name(kind, r.t), n) for kind, n in counted(r.state, r.seat)]
    return [name if n == 1 else f"{n} × {name}" for name, n in held]


def _sky(r: Reader[HellapagosState]) -> str:
    s = r.state
    now = weather_name(s.weather[s.day - 1], r.t)
    coming = [f"{i + 1}: {weather_name(s.weather[i], r.t)}" for i in range(s.day, ROUNDS) if s.weather[i] >= 0]
    said = r.t("[bold]Day {n}[/], {weather}", n=s.day, weather=now)
    return f"{said}   ({', '.join(coming)})" if coming else said


def _stores(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    alive = s.alive.bit_count()
    parts = [
        r.t("[cyan]water {n}[/]", n=s.water),
        r.t("[yellow]food {n}[/]", n=s.food),
        r.t("raft {n}/{survivors} and {wood}/6 wood", n=s.rafts, survivors=alive, wood=s.disc),
        r.t.plural("{n} card in the wreck", "{n} cards in the wreck", s.deck_size),
    ]
    return flowing(parts)


_MARKS = {
    "first": N_("first player"),
    "chief": N_("chief"),
    "sick": N_("sick"),
    "dead": N_("dead"),
    "safe": N_("provided"),
    "designated": N_("designated"),
    "aboard": N_("aboard"),
}


def _lines(r: Reader[HellapagosState], other: int) -> list[str]:
    """A castaway: cards and offices on one line, what lies before them and what the reader knows of them below."""
    s = r.state
    mark = "▶" if s.window and not s.ended and owner(s) == other else " "
    who = f"{mark} [bold {STYLES[other]}]{r.names[other]}[/]"
    parts = [who, r.t.plural("{n} card", "{n} cards", s.hand_size[other])]
    marks = {
        "first": s.first_player == other,
        "chief": s.conch == other + 1,
        "sick": s.causes[other] != 0,
        "dead": not s.alive >> other & 1,
        "safe": s.provided >> other & 1,
        "designated": s.designated == other + 1,
        "aboard": s.aboard >> other & 1,
    }
    parts += [r.t(_MARKS[key]) for key, here in marks.items() if here]
    if s.window != Window.NONE and 0 < s.vote[other] < NO_VOTE_GIVEN:
        parts.append(r.t("voted for {name}", name=r.names[s.vote[other] - 1]))
    lines = flowing(parts)
    if laid := cards_at(s, IN_PLAY + other):
        lines += _listed("      " + r.t("in play:"), [card_name(IDS.index(word), r.t) for word in laid])
    if other != r.seat and (known := cards_at(s, other)):
        lines += _listed("      " + r.t("holds:"), [card_name(IDS.index(word), r.t) for word in known])
    return lines


def _offers(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    lines = []
    for giver in range(s.seats):
        if s.offer_to[giver] == 0:
            continue
        given = sum(kind > 0 for kind in s.offered[giver])
        values = {
            "name": r.names[giver],
            "other": r.names[s.offer_to[giver] - 1],
            "given": given,
            "wanted": s.wanted[giver],
        }
        lines.append(r.t("{name} offers {other} cards: {given} for {wanted}.", **values))
        if claimed := [card_name(kind - 1, r.t) for kind in s.claim[giver] if kind]:
            lines += _listed("      " + r.t("said to be:"), claimed)
        if wished := [card_name(kind - 1, r.t) for kind in s.wish[giver] if kind]:
            lines += _listed("      " + r.t("wanted:"), wished)
    return lines
