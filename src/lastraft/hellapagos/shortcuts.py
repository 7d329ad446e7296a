"""Fewer clicks: one card for somebody in two, and how far one pushes for wood in one."""

from __future__ import annotations

from collections.abc import Sequence

from ..protocol import Shortcut
from ..words import Words
from .codes import ACT_SEARCH, ACT_WOOD, CARD, DONE, GIVE, SHOOT
from .components import CARDS, IDS, KIND, Card
from .legal import forbids
from .state import HpState
from .words import careful, label


def shortcuts(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
    return [*_gifts(s, seat, names, t), *_pushes(s, seat, names, t)] if seat >= 0 else []


def _pushes(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
    """A chip alone says that it is wood, and how far."""
    codes = [code for code in range(ACT_WOOD, ACT_SEARCH) if forbids(s, seat, code) == 0]
    return [
        Shortcut(
            (code,), label(s, seat, code, names, t), (f"push-{code - ACT_WOOD}",), careful(s, seat, code, names, t)
        )
        for code in codes
    ]


def _gifts(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[Shortcut]:
    """A gift of one card, begun, filled and handed over; click the card, then the castaway."""
    kinds = sorted({KIND[card] for card in range(CARDS) if s.place[card] == seat})
    partners = [to for to in range(s.seats) if forbids(s, seat, GIVE + to) == 0] if kinds else []
    return [
        Shortcut(
            (GIVE + to, CARD + kind, DONE),
            t("For {name}", name=names[to]),
            (f"card-{IDS[kind]}", f"seat-{to}"),
        )
        for kind in kinds
        for to in partners
        if kind != Card.BULLET or forbids(s, seat, SHOOT + to)  # else these clicks are a shot
    ]
