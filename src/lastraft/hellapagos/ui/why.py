"""Why a castaway is asked in a window."""

from __future__ import annotations

from ...protocol import Reader
from ...protocol.translations import N_
from ..asking import playable_cards, useful_cards
from ..names import card_name
from ..rules.windows import owner
from ..state import HellapagosState, Window
from .hand import is_useless, trades_with

COULD = {
    Window.TURN: N_("You hold {cards}: that could decide what happens today."),
    Window.DUSK: N_("You hold {cards}: that could help before the meal."),
    Window.SHORTAGE: N_("You hold {cards}: that could change the vote."),
    Window.SAVE: N_("You hold {cards}: that could save {name}."),
    Window.ZERO: N_("You hold {cards}: that could keep somebody alive."),
    Window.NIGHT: N_("You hold {cards}: that could matter before tomorrow."),
}


def why(r: Reader[HellapagosState]) -> str:
    """What the reader holds that could matter now; nothing for whoever's moment it is."""
    s = r.state
    if r.seat < 0 or s.depth or s.window == Window.NONE or r.seat == owner(s) or s.draft[r.seat]:
        return ""
    cards = ", ".join(card_name(card, r.t) for card in useful_cards(s, r.seat))
    said = r.t(COULD[Window(s.window)], cards=cards, name=r.names[owner(s)]) if cards else ""
    last = s.window == Window.TURN and s.order[1] == 0
    return f"{said} {r.t('It is the last turn today.')}" if said and last else said


NAMED = 3
"""So many cards are named of all that one could play."""


def could(r: Reader[HellapagosState]) -> str:
    """What the reader could do by stepping in: the cards that they could play and that are not dim, else to trade."""
    played = playable_cards(r.state, r.seat)
    kinds = [kind for kind in played if not is_useless(r.state, r.seat, kind, played)]
    cards = [card_name(kind, r.t) for kind in kinds]
    named = ", ".join(cards[:NAMED]) + ("…" if len(cards) > NAMED else "")
    if cards:
        return r.t("for example {cards}", cards=named)
    return r.t("to give or trade cards") if any(trades_with(r.state, r.seat)) else ""
