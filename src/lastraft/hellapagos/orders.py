"""The standing orders of castaways: what they do when they are asked, though they are away."""

from __future__ import annotations

from ..kernel import part, top
from ..protocol import Occasion, OrderChoice, Orders, Reader
from ..protocol.translations import N_
from . import codes
from .components import CARDS, IDS, KIND, RATION_CARDS, Card
from .names import ACTION_NAMES, card_name
from .rules.card_effects import ration_kind
from .rules.cards import holds
from .rules.legal import forbids
from .rules.votes import candidates
from .state import Choosing, Feeding, Frame, HellapagosState, Window

SHOT, POINTED, AGAINST, DYING, OFFER = "shot", "pointed", "against", "dying", "offer"
VOTE, NO_VOTE, TURN = "vote", "no vote", "turn"
OCCASIONS = (
    Occasion(SHOT, N_("If I am shot at")),
    Occasion(POINTED, N_("If all may point at me")),
    Occasion(AGAINST, N_("If the vote is against me")),
    Occasion(DYING, N_("If somebody would die")),
    Occasion(OFFER, N_("If somebody offers a trade")),
    Occasion(VOTE, N_("When all point at somebody"), unseen=True),
    Occasion(NO_VOTE, N_("If I miss a vote"), late=True),
    Occasion(TURN, N_("If I miss my turn"), late=True),
)
CARDS_FOR = {
    SHOT: (Card.SHEET_METAL,),
    POINTED: (Card.CLUB, Card.CONCH, Card.CRYSTAL_BALL),
    AGAINST: (*range(RATION_CARDS), Card.WOODEN_PLANK, Card.FRUIT_BASKET),
    DYING: (*range(RATION_CARDS), Card.FRUIT_BASKET),
}
LABELS = {
    SHOT: N_("use the {card}"),
    POINTED: N_("play the {card}"),
    AGAINST: N_("save me with: {card}"),
    DYING: N_("give: {card}"),
}
ACTIONS = (codes.ACT_FISH, codes.ACT_WATER, codes.ACT_WOOD, codes.ACT_SEARCH)


def choices(r: Reader[HellapagosState], occasion: str) -> list[OrderChoice]:
    """Only cards in the reader's hand, and others who are alive."""
    s = r.state
    if r.seat < 0 or s.ended or not _takes_part(s, r.seat, occasion):
        return []
    if occasion in CARDS_FOR:
        held = {KIND[card] for card in range(CARDS) if s.place[card] == r.seat}
        return [label(r, occasion, card) for card in CARDS_FOR[occasion] if card in held]
    if occasion in (VOTE, NO_VOTE):
        return [label(r, occasion, seat) for seat in range(s.seats) if s.alive >> seat & 1 and seat != r.seat]
    return [label(r, occasion, what) for what in range(len(ACTIONS) if occasion == TURN else 1)]


def label(r: Reader[HellapagosState], occasion: str, what: int) -> OrderChoice:
    """What is ordered, in words."""
    if occasion in CARDS_FOR:
        words, symbol = r.t(LABELS[occasion], card=card_name(what, r.t)), f"art-{IDS[what]}"
    elif occasion in (VOTE, NO_VOTE):
        words, symbol = r.t("point at {name}", name=r.names[what]), "hand-point"
    elif occasion == TURN:
        words, symbol = r.t(ACTION_NAMES[what]), f"act-{codes.ACTIONS[what]}"
    else:
        words, symbol = r.t("decline and tell me"), "i-swap"
    return OrderChoice(what, words, symbol)


def _takes_part(s: HellapagosState, seat: int, occasion: str) -> bool:
    return bool(s.alive >> seat & 1) or occasion in (VOTE, NO_VOTE)


def kept(s: HellapagosState, seat: int, occasion: str, what: int) -> bool:
    """A card that is not in hand any more ends its order, and so does the death of whomever one would point at."""
    if s.ended or not _takes_part(s, seat, occasion):
        return False
    if occasion in CARDS_FOR:
        return bool(holds(s, seat, what)) or _feeding(s, seat, what)
    return occasion not in (VOTE, NO_VOTE) or bool(s.alive >> what & 1)


def _feeding(s: HellapagosState, seat: int, card: int) -> bool:
    """Whether the seat names those whom a card that it has just played feeds."""
    feeds = s.depth and top(s) == Frame.FEEDING and part(s, Choosing.player) == seat
    return bool(feeds) and ration_kind(part(s, Feeding.ration)) == card


def move(s: HellapagosState, seat: int, occasion: str, what: int) -> int:
    """What the seat does now by an order, if it is its occasion and nothing forbids it."""
    code = _wanted(s, seat, occasion, what)
    return code if code >= 0 and not forbids(s, seat, code) else -1


def _wanted(s: HellapagosState, seat: int, occasion: str, what: int) -> int:
    if s.depth:
        return _closed(s, seat, occasion, what)
    if occasion == OFFER:
        return next((codes.DECLINE + giver for giver in range(s.seats) if s.offer_to[giver] == seat + 1), -1)
    if occasion == TURN:
        return ACTIONS[what] if s.window == Window.TURN else -1
    if occasion == POINTED:
        return _played(what) if s.window == Window.SHORTAGE and candidates(s) >> seat & 1 else -1
    if occasion == AGAINST:
        return _saving(what) if s.window == Window.SAVE and s.designated == seat + 1 else -1
    other = s.window == Window.SAVE and s.designated != seat + 1
    return _saving(what) if occasion == DYING and (other or s.window == Window.ZERO) else -1


def _closed(s: HellapagosState, seat: int, occasion: str, what: int) -> int:
    """In a closed moment: a shot, a vote, or whom a card feeds, oneself first."""
    business = top(s)
    if business == Frame.REACTION and occasion == SHOT:
        return codes.REACT
    if business == Frame.BALLOT and occasion in (VOTE, NO_VOTE):
        return codes.VOTE + what
    if occasion != DYING or not _feeding(s, seat, what):
        return -1
    fed = (codes.TARGET + other for other in (seat, *range(s.seats)))
    return next((code for code in fed if not forbids(s, seat, code)), codes.DONE)


def _played(card: int) -> int:
    """The move that plays a card: a permanent one is laid down."""
    if card in (Card.CLUB, Card.CRYSTAL_BALL):
        return codes.PLAY_PERMANENT + card - Card.GUN
    return codes.PLAY_SPECIAL + card - Card.ANTI_VENOM


def _saving(card: int) -> int:
    """The move that keeps somebody alive by a card."""
    return codes.PLAY_FOR + card if card < RATION_CARDS else _played(card)


ORDERS: Orders[HellapagosState] = Orders(occasions=OCCASIONS, choices=choices, label=label, kept=kept, move=move)
