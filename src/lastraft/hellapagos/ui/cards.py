"""The faces of the 34 wreckage cards: a drawing, a name and one line in our own words."""

from __future__ import annotations

import functools
import textwrap

from ...protocol.drawing import safe
from ...protocol.translations import N_, Translator
from ..components import IDS, Card
from ..options import Opt
from ..state import HpState

WIDTH, HEIGHT = 112, 152
CARDS = {
    "water_bottle": ("water", N_("Water Bottle"), N_("1 water, for everyone or to save one.")),
    "coconut": ("water", N_("Coconut"), N_("3 water. Umbrella included.")),
    "filthy_water": ("water", N_("Filthy Water"), N_("1 water. Whoever drinks it falls sick.")),
    "sandwich": ("food", N_("Sandwich"), N_("1 food, for everyone or to save one.")),
    "sardines": ("food", N_("Sardines"), N_("3 food, packed like us on the raft.")),
    "rotten_fish": ("food", N_("Rotten Fish"), N_("1 food. Whoever eats it falls sick.")),
    "gun": ("permanent", N_("Gun"), N_("With a Bullet: shoot someone, take their hand.")),
    "axe": ("permanent", N_("Axe"), N_("Your wood starts at 2 safe pieces, not 1.")),
    "flask": ("permanent", N_("Flask"), N_("You collect twice the rain.")),
    "fishing_rod": ("permanent", N_("Fishing Rod"), N_("Fish with two balls and add both.")),
    "crystal_ball": ("permanent", N_("Crystal Ball"), N_("Vote last, after seeing every hand.")),
    "club": ("permanent", N_("Club"), N_("Your vote counts twice.")),
    "bullet": ("single", N_("Bullet"), N_("One shot. Needs a Gun.")),
    "sheet_metal": ("single", N_("Sheet Metal"), N_("Stops one shot fired at you.")),
    "anti_venom": ("single", N_("Anti-venom"), N_("Cures one snake bite at once.")),
    "matches": ("single", N_("Matches"), N_("Makes one filthy or rotten meal safe.")),
    "voodoo_doll": ("single", N_("Voodoo Doll"), N_("At daybreak, bring one of the dead back.")),
    "sleeping_pills": ("single", N_("Sleeping Pills"), N_("Steal a random card from up to three.")),
    "alarm_clock": ("single", N_("Alarm Clock"), N_("Choose who goes first tomorrow.")),
    "coffee": ("single", N_("Coffee"), N_("Take a second action today.")),
    "pendulum": ("single", N_("Pendulum"), N_("Choose what someone else does today.")),
    "conch": ("single", N_("Conch"), N_("Be chief today; no one may point at you.")),
    "telescope": ("single", N_("Telescope"), N_("Secretly look at every hand.")),
    "flashlight": ("single", N_("Flashlight"), N_("Secretly see the next 3 wreckage cards.")),
    "barometer": ("single", N_("Barometer"), N_("Secretly see the next 2 days of weather.")),
    "vegetable_mill": ("single", N_("Vegetable Mill"), N_("Turn 2 food into 2 water.")),
    "wooden_plank": ("single", N_("Wooden Plank"), N_("Adds one seat to the raft.")),
    "fruit_basket": ("single", N_("Fruit Basket"), N_("Nobody starves tonight; the short stores empty.")),
    "cannibal_bbq_kit": ("single", N_("Cannibal BBQ Kit"), N_("2 food for each one who died today.")),
    "old_undies": ("useless", N_("Old Undies"), N_("Nothing. Please keep them on.")),
    "car_keys": ("useless", N_("Car Keys"), N_("Nothing. The car is at home.")),
    "toilet_brush": ("useless", N_("Toilet Brush"), N_("Nothing. There is no toilet.")),
    "lottery_ticket": ("useless", N_("Winning Lottery Ticket"), N_("Nothing. The office has closed.")),
    "board_game": ("useless", N_("Board Game"), N_("Nothing. And a piece is missing.")),
}
"""Kind of card (its colour and icon), name and line."""
assert tuple(CARDS) == IDS
AT_THIS_TABLE = {
    (Card.FISHING_ROD, Opt.FISHING_ROD, 1): N_("Fish with one ball and double it."),
    (Card.FISHING_ROD, Opt.FISHING_ROD, 2): N_("Fish with three balls; the best one counts."),
    (Card.CLUB, Opt.CLUB, 1): N_("You vote twice, for two castaways if you like."),
    (Card.ANTI_VENOM, Opt.ANTIVENOM_TARGET, 1): N_("Cures your own snake bite at once."),
    (Card.MATCHES, Opt.MATCHES, 1): N_("Makes all filthy or rotten meals of today safe."),
    (Card.PENDULUM, Opt.PENDULUM_PUSH, 1): N_("Choose someone's action, and how far they push."),
    (Card.CONCH, Opt.CONCH_CHIEF, 1): N_("Be first player and chief; no one may point at you today."),
    (Card.TELESCOPE, Opt.TELESCOPE, 1): N_("Secretly look at one hand."),
    (Card.FLASHLIGHT, Opt.FLASHLIGHT, 1): N_("Secretly see the next 3 wreckage cards and take one."),
    (Card.FRUIT_BASKET, Opt.FRUIT_BASKET, 1): N_("Nobody dies of what is short now; its store empties."),
}
"""What a card does where an option changes it."""
_CHANGED = {card for card, _, _ in AT_THIS_TABLE}


def card_name(kind: int, t: Translator) -> str:
    return t(CARDS[IDS[kind]][1])


def card_line(s: HpState, kind: int, t: Translator) -> str:
    """One line on what a card does at this table."""
    if kind in _CHANGED:
        for (card, option, value), said in AT_THIS_TABLE.items():
            if (card, value) == (kind, s.option[option]):
                return t(said)
    return t(CARDS[IDS[kind]][2])


@functools.lru_cache(256)
def face(t: Translator, kind: int, line: str) -> str:
    """A card's face, 112 x 152, with its line at this table; both are there as words too."""
    name = IDS[kind]
    group, title, _ = CARDS[name]
    said = textwrap.wrap(t(title), 12)
    if max(map(_breadth, said)) > 11.5:
        said = textwrap.wrap(t(title), 11)
    long = len(said) > 2 or max(map(len, said)) > 12
    if long:
        said = textwrap.wrap(t(title), 16)[:2]
    told = textwrap.wrap(line, 17)
    if max(map(_breadth, told)) > 15.8:
        told = textwrap.wrap(line, 16)
    smaller = ' style="font-size:9.6px"' if len(told) > 3 else ""
    step = 13 if len(told) <= 3 else 10.5
    return (
        f"<title>{safe(t(title))}</title><desc>{safe(line)}</desc>"
        f'<rect class="face" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="10"/>'
        f'<rect class="inner" x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="7"/>'
        + _lines("name long" if long else "name", said, 67, 24 if len(said) == 1 else 17.5, 13)
        + f'<rect class="sky" x="8" y="36" width="{WIDTH - 16}" height="68" rx="6"/>'
        f'<use href="#art-{name}" x="11" y="36" width="{WIDTH - 22}" height="68"/>'
        f'<path class="tag" d="M1 10Q1 1 10 1H26V18Q26 26 18 26H1Z"/>'
        f'<use class="tagi" href="#i-{group}" x="6" y="6" width="14" height="14"/>'
        + _lines("line", told, WIDTH / 2, 129 - (len(told) - 1) * step / 2, step).replace("<text", f"<text{smaller}")
    )


def _breadth(text: str) -> float:
    """How broad a line is, in letters: capitals and m are broad, i and l are not."""
    return len(text) + 0.5 * sum(text.count(one) for one in "WMBQmw") - 0.4 * sum(text.count(one) for one in "iljt' ")


def _lines(cls: str, lines: list[str], x: float, y: float, step: float) -> str:
    return "".join(
        f'<text class="{cls}" x="{x:g}" y="{y + i * step:g}">{safe(line)}</text>' for i, line in enumerate(lines)
    )


def group(kind: int) -> str:
    """The kind of card: water, food, permanent, single or useless."""
    return CARDS[IDS[kind]][0]
