"""Moves in words: labels of buttons, and a question before a move that loses something."""

from ...protocol import Reader
from ...protocol.translations import Translator
from ..codes import FAMILIES, MILL_FOR, PLAY_FOR, PLAY_SPECIAL, REACT, SHOOT, SPECIALS, TARGET
from ..components import RESOURCE, WATER, WORDS, Card
from ..names import ACTION_NAMES, card_name
from ..rules.actions import safe_wood
from ..rules.card_effects import ration_kind, with_matches
from ..rules.castaways import banned
from ..rules.legal import forbids
from ..state import Draft, HellapagosState, Window
from .outcomes import asks_to_swap, needless
from .prompts import saves, unfed

LABELS: dict[str, str] = WORDS["labels"]
"""The buttons that say the same at every moment."""


ALWAYS_ALIKE = frozenset(["CARD", "SAY", "PUSH", "IMPOSE"])
"""Moves whose words depend on nothing."""


def depends_on(r: Reader[HellapagosState], move: int) -> tuple[str | int, ...] | None:
    """What a move's words and clicks depend on: of trades with whom, of passing whether one would die of it."""
    family, i = FAMILIES[move]
    if family in ALWAYS_ALIKE:
        return ()
    if family in ("GIVE", "OFFER"):
        return r.names[i], r.state.hand_size[i]
    if family == "ASK":
        return (needless(r.state, r.seat, move),)
    if family in ("PASS", "CANCEL") and not unfed(r.state, r.seat):
        return (needless(r.state, r.seat, move),)
    return None


def label(r: Reader[HellapagosState], move: int) -> str:
    s = r.state
    family, i = FAMILIES[move]
    if family in ("PLAY_PERMANENT", "PLAY_COMMON", "PLAY_FOR", "PLAY_SPECIAL"):
        return _label_card(r, family, i)
    if family in ("CARD", "SAY"):
        return card_name(i, r.t)
    if family == "CLOSE":
        if s.window == Window.DUSK:
            return r.t("Share out")
        return r.t("End the day") if s.window == Window.NIGHT else r.t("End the debate")
    if family == "ACT_WOOD":
        return r.t("Wood: {n}", n=safe_wood(s, r.seat) + i)
    if family == "PUSH":
        return r.t.plural("{n} ball", "{n} balls", i)
    if family == "PICK":
        return card_name(s.deck[s.deck_size - 1 - i], r.t) if s.deck[s.deck_size - 1 - i] >= 0 else str(i + 1)
    if family == "ASK" and i == 0:
        return r.t("None: it is a gift")
    if family == "ASK":
        return r.t.plural("{n} card", "{n} cards", i)
    if family == "DONE":
        return _label_done(r)
    if family == "IMPOSE":
        return r.t(ACTION_NAMES[i]).capitalize()
    if family == "REACT":
        return r.t("Use Sheet Metal") if i == 0 else r.t("Do nothing")
    if family == "DEPART":
        return r.t("Leave: all aboard win") if i == 0 else r.t("Stay another day")
    if family in ("ACCEPT", "DECLINE") and asks_to_swap(s, r.seat) == i:
        return r.t("Swap") if family == "ACCEPT" else r.t("No, thanks")
    if family in ("TARGET", "VOTE", "TIEBREAK") and i == r.seat:
        return r.t("You")
    return r.t(LABELS[family], name=r.names[i] if i < len(r.names) else "?")


def _label_done(r: Reader[HellapagosState]) -> str:
    """What ends a step of a trade; nothing need be said about it."""
    s = r.state
    if s.draft[r.seat] == Draft.OFFER_CLAIM and not any(s.claim[r.seat]):
        return r.t("Say nothing")
    if s.draft[r.seat] == Draft.OFFER_WISH and not any(s.wish[r.seat]):
        return r.t("No wish")
    return r.t("Done")


def _label_card(r: Reader[HellapagosState], family: str, i: int) -> str:
    if family == "PLAY_PERMANENT":
        return r.t("Lay out your {card}", card=card_name(Card.GUN + i, r.t))
    if family == "PLAY_SPECIAL":
        return r.t("Play: {card}", card=card_name(SPECIALS[i], r.t))
    card = card_name(ration_kind(i), r.t)
    if family == "PLAY_COMMON":
        if with_matches(i):
            return r.t("{card} with Matches for everybody", card=card)
        return r.t("{card} for everybody", card=card)
    if r.state.window == Window.SAVE and r.state.designated == r.seat + 1:
        return label_own(i, card, r.t)
    if r.state.window == Window.SAVE:
        saved = {"name": r.names[r.state.designated - 1], "card": card}
        return (
            r.t("Save {name}: {card} with Matches", **saved) if with_matches(i) else r.t("Save {name}: {card}", **saved)
        )
    if unfed(r.state, r.seat) and banned(r.state, r.seat):
        return label_own(i, card, r.t)
    if unfed(r.state, r.seat) and i < MILL_FOR:  # for oneself there is another button
        matches = r.t("For others: {card} with Matches", card=card)
        return matches if with_matches(i) else r.t("For others: {card}", card=card)
    if with_matches(i):
        return r.t("Hand out {card} with Matches", card=card)
    return r.t("Hand out {card}", card=card)


def label_own(i: int, card: str, t: Translator) -> str:
    """A ration for oneself."""
    if RESOURCE[ration_kind(i)] == WATER:
        return t("Drink the {card}, with Matches", card=card) if with_matches(i) else t("Drink the {card}", card=card)
    return t("Eat the {card}, with Matches", card=card) if with_matches(i) else t("Eat the {card}", card=card)


def _way_out(s: HellapagosState, seat: int) -> bool:
    """Whether a card in hand may still save whoever the vote is against."""
    specials = [PLAY_SPECIAL + i for i in range(TARGET - PLAY_SPECIAL) if saves(s, seat, SPECIALS[i])]
    return any(not forbids(s, seat, code) for code in (*range(PLAY_FOR, PLAY_SPECIAL), *specials, *range(SHOOT, REACT)))


def careful(r: Reader[HellapagosState], move: int) -> str:
    """A question before what costs the mover something."""
    s = r.state
    family, i = FAMILIES[move]
    if family == "SHOOT":
        return r.t("Really shoot {name}?", name=r.names[i])
    if family == "ACCEPT_FATE":
        return r.t("A card of yours may still save you. Do you accept your fate?") if _way_out(s, r.seat) else ""
    if family in ("VOTE", "TIEBREAK") and i == r.seat:
        return r.t("Really choose yourself?")
    if family in ("PASS", "CLOSE") and unfed(s, r.seat):
        saving = any(not forbids(s, r.seat, code) for code in range(PLAY_FOR, PLAY_SPECIAL))
        return r.t("Without a ration you die. Do you really keep yours?") if saving else ""
    if family == "ACT_WOOD" and i >= 4:
        kept = safe_wood(s, r.seat)
        return r.t("The snake bites {n} times in 6: only {kept} wood, and sick tomorrow. Push on?", n=i, kept=kept)
    foul = family in ("PLAY_COMMON", "PLAY_FOR") and i in (Card.FILTHY_WATER, Card.ROTTEN_FISH)
    if foul and not s.matches_lit:
        return r.t("Whoever swallows this falls sick. Play it?")
    return ""
