"""What takes several moves and yet only two clicks: one card for somebody."""

from __future__ import annotations

from collections.abc import Sequence

from ..protocol import Shortcut
from ..words import Words
from .codes import CARD, DONE, GIVE
from .components import CARDS, IDS, KIND
from .faces import card_name
from .legal import forbids
from .state import HpState


def shortcuts(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
    """A gift of one card, begun, filled and handed over; click the card, then the castaway."""
    if seat < 0:
        return []
    kinds = sorted({KIND[card] for card in range(CARDS) if s.place[card] == seat})
    partners = [to for to in range(s.seats) if forbids(s, seat, GIVE + to) == 0] if kinds else []
    return [
        Shortcut(
            (GIVE + to, CARD + kind, DONE),
            t("Give {name}: {card}", name=names[to], card=card_name(kind, t)),
            (f"card-{IDS[kind]}", f"seat-{to}"),
        )
        for kind in kinds
        for to in partners
    ]
