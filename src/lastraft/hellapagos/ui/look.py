"""Seen from near: a castaway's cards, as far as the reader knows them, or the cards that an offer speaks of."""

from ...protocol import Reader
from ...protocol.drawing import safe
from ..components import KINDS
from ..state import IN_PLAY, HellapagosState
from .ballot import offers
from .cards import card_line, counted, face, group

SMALL = 0.82
STEP, ROW = 96, 132
"""How far apart cards lie, and rows of them."""
WIDE, TALL = 9, 4
"""How many cards lie side by side on a wide screen and on a phone."""


def look(r: Reader[HellapagosState], thing: str) -> str:
    """The cards of a castaway or an offer that is clicked, large."""
    what, _, seat = thing.partition("-")
    if what not in ("seat", "bubble") or not seat.isdecimal() or len(seat) > 2 or int(seat) >= r.state.seats:
        return ""
    parts = _shown(r, int(seat)) if what == "seat" else _offered(r, int(seat))
    if not parts:
        return ""
    (wide, high), (narrow, tall) = (_laid_out(parts, across) for across in (WIDE, TALL))
    return (
        f'<svg class="drawing hellapagos" viewBox="0 0 {WIDE * STEP} {high}" data-tall="0 0 {TALL * STEP} {tall}">'
        f'<g class="wide">{wide}</g><g class="tall">{narrow}</g></svg>'
    )


def _shown(r: Reader[HellapagosState], seat: int) -> list[tuple[str, list[str]]]:
    """What there is to see, each part with its name."""
    s = r.state
    places = [(r.t("in play:"), IN_PLAY + seat)]
    if seat != r.seat:
        places.append((r.t("in the hand, as far as you know:"), seat))
    return [(said, [_card(r, kind, many) for kind, many in counted(s, at)]) for said, at in places if counted(s, at)]


def _offered(r: Reader[HellapagosState], giver: int) -> list[tuple[str, list[str]]]:
    """What an offer that concerns the reader gives and wants, as far as it is seen or said."""
    s = r.state
    if giver not in offers(s, r.seat):
        return []
    seen = [kind for kind in s.offered[giver] if 0 < kind <= KINDS] or [kind for kind in s.claim[giver] if kind]
    sides = ((r.t("gives"), seen), (r.t("wants"), [kind for kind in s.wish[giver] if kind]))
    return [
        (said, [_card(r, kind - 1, kinds.count(kind)) for kind in dict.fromkeys(kinds)])
        for said, kinds in sides
        if kinds
    ]


def _card(r: Reader[HellapagosState], kind: int, many: int) -> str:
    badge = f'<rect x="74" y="82" width="32" height="20" rx="10"/><text x="90" y="97">&#215;{many}</text>'
    copies = f'<g class="copies">{badge}</g>' if many > 1 else ""
    return f'<g class="card cat-{group(kind)}">{face(r.t, kind, card_line(r, kind))}{copies}</g>'


def _laid_out(parts: list[tuple[str, list[str]]], across: int) -> tuple[str, int]:
    """The parts under each other, and how high they are together."""
    drawn, y = [], 0
    for said, cards in parts:
        drawn.append(f'<text class="say" x="4" y="{y + 16}">{safe(said)}</text>')
        for i, card in enumerate(cards):
            at = f"translate({2 + i % across * STEP} {y + 24 + i // across * ROW}) scale({SMALL})"
            drawn.append(f'<g transform="{at}">{card}</g>')
        y += 28 + -(-len(cards) // across) * ROW
    return "".join(drawn), y
