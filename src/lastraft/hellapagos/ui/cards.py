"""The faces of the 34 wreckage cards: a drawing, a name and one line in our own words."""

import functools
import textwrap

from ...protocol import Reader
from ...protocol.drawing import safe
from ...protocol.translations import N_, Translator
from ..components import IDS, KIND, RESOURCE, TYPES, WATER, Card
from ..names import card_name, usual_line
from ..options import Choice
from ..state import HellapagosState

WIDTH, HEIGHT, LOW = 112, 152, 74
AT_THIS_TABLE = {
    (Card.FISHING_ROD, Choice.FISHING_ROD, 1): N_("Fish with one ball and double it."),
    (Card.FISHING_ROD, Choice.FISHING_ROD, 2): N_("Fish with three balls; the best one counts."),
    (Card.CLUB, Choice.CLUB, 1): N_("You vote twice, for two castaways if you like."),
    (Card.ANTI_VENOM, Choice.ANTIVENOM_TARGET, 1): N_("Cures your own snake bite at once."),
    (Card.MATCHES, Choice.MATCHES, 1): N_("Makes all filthy or rotten meals of today safe."),
    (Card.PENDULUM, Choice.PENDULUM_PUSH, 1): N_("Choose someone's action, and how far they push."),
    (Card.CONCH, Choice.CONCH_CHIEF, 1): N_("Be first player and chief; no one may point at you today."),
    (Card.TELESCOPE, Choice.TELESCOPE, 1): N_("Secretly look at one hand."),
    (Card.FLASHLIGHT, Choice.FLASHLIGHT, 1): N_("Secretly see the next 3 cards of the wreck and take one."),
    (Card.FRUIT_BASKET, Choice.FRUIT_BASKET, 1): N_("Nobody dies of what is short now; its store empties."),
}
"""What a card does where an option changes it."""
_CHANGED = {card for card, _, _ in AT_THIS_TABLE}


def counted(s: HellapagosState, place: int) -> list[tuple[int, int]]:
    """The kinds of card at a place, each with its number, in the order of the box."""
    return _counted(tuple(s.place), place)


@functools.lru_cache(256)
def _counted(places: tuple[int, ...], place: int) -> list[tuple[int, int]]:
    kinds = [KIND[card] for card, at in enumerate(places) if at == place]
    return [(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]


def group(kind: int) -> str:
    """The colour and icon of a card: water, food, permanent, single or useless."""
    if RESOURCE[kind]:
        return "water" if RESOURCE[kind] == WATER else "food"
    return "single" if TYPES[kind] == "special" else TYPES[kind]


def card_line(r: Reader[HellapagosState], kind: int) -> str:
    """One line on what a card does at this table."""
    if kind in _CHANGED:
        for (card, option, value), said in AT_THIS_TABLE.items():
            if (card, value) == (kind, r.state.option[option]):
                return r.t(said)
    return usual_line(kind, r.t)


@functools.lru_cache(256)
def face(t: Translator, kind: int, line: str, low: bool = False, crowded: bool = False) -> str:
    """A card's face, 112 x 152, with its line at this table; both are there as words too. A low one is 74 high on a
    phone, without its line; a crowded one lies under the next, its name at the left."""
    title = card_name(kind, t)
    words = f"<title>{safe(title)}</title><desc>{safe(line)}</desc>"
    high = _face(t, kind, line, HEIGHT, crowded)
    return f'{words}<g class="wide">{high}</g><g class="tall">{_face(t, kind, "", LOW)}</g>' if low else words + high


def _face(t: Translator, kind: int, line: str, high: int, crowded: bool = False) -> str:
    name, title = IDS[kind], card_name(kind, t)
    names = textwrap.wrap(title, 12)
    if max(map(_breadth, names)) > 11.5:
        names = textwrap.wrap(title, 11)
    long = len(names) > 2 or max(map(len, names)) > 12
    if long:
        names = textwrap.wrap(title, 16)[:2]
    look = "name long" if long else "name"
    if crowded:
        look, names = "name narrow", textwrap.wrap(title, 9, break_long_words=False)[:2]
    lines = textwrap.wrap(line, 17)
    if lines and max(map(_breadth, lines)) > 15.8:
        lines = textwrap.wrap(line, 16)
    smaller = ' style="font-size:9.6px"' if len(lines) > 3 else ""
    step = 13 if len(lines) <= 3 else 10.5
    top, picture = (36, high - 84) if line else (31, high - 38)
    return (
        f'<rect class="face" x="1" y="1" width="{WIDTH - 2}" height="{high - 2}" rx="10"/>'
        f'<rect class="inner" x="4" y="4" width="{WIDTH - 8}" height="{high - 8}" rx="7"/>'
        + _lines(look, names, 29 if crowded else 67, 24 if len(names) == 1 else 17.5, 13)
        + f'<rect class="sky" x="8" y="{top}" width="{WIDTH - 16}" height="{picture}" rx="6"/>'
        f'<use href="#art-{name}" x="11" y="{top}" width="{WIDTH - 22}" height="{picture}"/>'
        f'<path class="tag" d="M1 10Q1 1 10 1H26V18Q26 26 18 26H1Z"/>'
        f'<use class="tagi" href="#i-{group(kind)}" x="6" y="6" width="14" height="14"/>'
        + _lines("line", lines, WIDTH / 2, 129 - (len(lines) - 1) * step / 2, step).replace("<text", f"<text{smaller}")
    )


def _breadth(text: str) -> float:
    """How broad a line is, in letters: capitals and m are broad, i and l are not."""
    return len(text) + 0.5 * sum(text.count(one) for one in "WMBQmw") - 0.4 * sum(text.count(one) for one in "iljt' ")


def _lines(cls: str, lines: list[str], x: float, y: float, step: float) -> str:
    return "".join(
        f'<text class="{cls}" x="{x:g}" y="{y + i * step:g}">{safe(line)}</text>' for i, line in enumerate(lines)
    )
