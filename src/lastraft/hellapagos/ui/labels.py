"""Moves in words: labels of buttons, and a question before a move that loses something."""

from __future__ import annotations

from collections.abc import Sequence

from ...protocol.translations import N_, Translator
from ..codes import FAMILIES, PLAY_FOR, PLAY_SPECIAL
from ..components import RESOURCE, SPECIALS, WATER, Card
from ..names import ACTION_NAMES, card_name
from ..rules.card_effects import ration_kind, with_matches
from ..rules.cards import has_in_play
from ..rules.legal import forbids
from ..state import Draft, HpState, Window
from .prompts import unfed

FAMILY_NAMES = {
    "PASS": N_("pass"),
    "CLOSE": N_("end the debate"),
    "ACCEPT_FATE": N_("accept your fate"),
    "ACT_FISH": N_("fish"),
    "ACT_WATER": N_("collect water"),
    "ACT_WOOD": N_("collect wood"),
    "ACT_SEARCH": N_("search the wreckage"),
    "PLAY_PERMANENT": N_("lay a card down"),
    "PLAY_COMMON": N_("play rations for everybody"),
    "PLAY_FOR": N_("feed somebody"),
    "PLAY_SPECIAL": N_("play a special card"),
    "TARGET": N_("choose a castaway"),
    "IMPOSE": N_("impose an action"),
    "PUSH": N_("impose how far to push on"),
    "PICK": N_("pick a card"),
    "SHOOT": N_("shoot"),
    "REACT": N_("answer a shot"),
    "GIVE": N_("give cards"),
    "OFFER": N_("offer a trade"),
    "CARD": N_("choose a card"),
    "ASK": N_("say how many cards you want"),
    "SAY": N_("claim or wish"),
    "DONE": N_("enough"),
    "CANCEL": N_("cancel"),
    "ACCEPT": N_("accept an offer"),
    "DECLINE": N_("decline an offer"),
    "WITHDRAW": N_("withdraw your offer"),
    "VOTE": N_("vote"),
    "NO_VOTE": N_("no vote in time"),
    "TIEBREAK": N_("name one of the level castaways"),
    "DEPART": N_("leave or stay"),
}


# -- buttons ----------------------------------------------------------------------------------------------------------


def label(s: HpState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
    family, i = FAMILIES[move]
    name = names[i] if i < len(names) else "?"
    if family in ("PLAY_PERMANENT", "PLAY_COMMON", "PLAY_FOR", "PLAY_SPECIAL"):
        return _label_card(s, seat, family, i, t)
    if family in ("CARD", "SAY"):
        return card_name(i, t)
    if family == "CLOSE":
        if s.window == Window.DUSK:
            return t("Share out")
        return t("End the day") if s.window == Window.NIGHT else t("End the debate")
    if family == "ACT_WOOD":
        return t("Wood +{n}", n=(2 if has_in_play(s, seat, Card.AXE) else 1) + i)
    if family == "PUSH":
        return t.plural("{n} ball", "{n} balls", i)
    if family == "PICK":
        return card_name(s.deck[s.deck_size - 1 - i], t) if s.deck[s.deck_size - 1 - i] >= 0 else str(i + 1)
    if family == "ASK":
        return t.plural("{n} card", "{n} cards", i)
    seated = {
        "TARGET": N_("{name}"),
        "SHOOT": N_("Shoot {name}"),
        "GIVE": N_("Give {name} cards"),
        "OFFER": N_("Offer {name} a trade"),
        "ACCEPT": N_("Accept {name}'s offer"),
        "DECLINE": N_("Decline {name}'s offer"),
        "VOTE": N_("{name}"),
        "TIEBREAK": N_("{name}"),
    }
    if family in seated:
        return t(seated[family], name=name)
    fixed = {
        "PASS": N_("Pass"),
        "ACCEPT_FATE": N_("Accept your fate"),
        "ACT_FISH": N_("Fish"),
        "ACT_WATER": N_("Water"),
        "ACT_SEARCH": N_("Search"),
        "CANCEL": N_("Cancel"),
        "WITHDRAW": N_("Withdraw your offer"),
        "NO_VOTE": N_("No vote"),
    }
    if family == "DONE":
        return _label_done(s, seat, t)
    if family == "IMPOSE":
        return t(ACTION_NAMES[i]).capitalize()
    if family == "REACT":
        return t("Use Sheet Metal") if i == 0 else t("Do nothing")
    if family == "DEPART":
        return t("Leave") if i == 0 else t("Stay")
    return t(fixed[family])


def _label_done(s: HpState, seat: int, t: Translator) -> str:
    """What ends a step of a trade; nothing need be said about it."""
    if s.draft[seat] == Draft.OFFER_CLAIM and not any(s.claim[seat]):
        return t("Say nothing")
    if s.draft[seat] == Draft.OFFER_WISH and not any(s.wish[seat]):
        return t("No wish")
    return t("That is all")


def _label_card(s: HpState, seat: int, family: str, i: int, t: Translator) -> str:
    if family == "PLAY_PERMANENT":
        return t("Lay down: {card}", card=card_name(Card.GUN + i, t))
    if family == "PLAY_SPECIAL":
        return t("Play: {card}", card=card_name(SPECIALS[i], t))
    card = card_name(ration_kind(i), t)
    if family == "PLAY_COMMON":
        if with_matches(i):
            return t("{card} with Matches for everybody", card=card)
        return t("{card} for everybody", card=card)
    if s.window == Window.SAVE and s.designated == seat + 1:
        return _label_own(i, card, t)
    if with_matches(i):
        return t("Feed with {card} and Matches", card=card)
    return t("Feed with {card}", card=card)


def _label_own(i: int, card: str, t: Translator) -> str:
    """A ration for oneself."""
    if RESOURCE[ration_kind(i)] == WATER:
        return t("Drink the {card}, with Matches", card=card) if with_matches(i) else t("Drink the {card}", card=card)
    return t("Eat the {card}, with Matches", card=card) if with_matches(i) else t("Eat the {card}", card=card)


def careful(s: HpState, seat: int, move: int, names: Sequence[str], t: Translator) -> str:
    """A question before what costs the mover something."""
    family, i = FAMILIES[move]
    if family == "SHOOT":
        return t("Really shoot {name}?", name=names[i])
    if family == "ACCEPT_FATE":
        return t("Really give up?")
    if family in ("PASS", "CLOSE") and unfed(s, seat):
        saving = any(not forbids(s, seat, code) for code in range(PLAY_FOR, PLAY_SPECIAL))
        return t("Without a ration you die. Do you really keep yours?") if saving else ""
    if family == "ACT_WOOD" and i >= 4:
        return t("The snake bites in {n} cases of 6. Push on?", n=i)
    foul = family in ("PLAY_COMMON", "PLAY_FOR") and i in (Card.FILTHY_WATER, Card.ROTTEN_FISH)
    if foul and not s.matches_lit:
        return t("Whoever swallows this falls sick. Play it?")
    return ""
