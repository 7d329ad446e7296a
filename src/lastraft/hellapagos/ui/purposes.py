"""What a move is good for, as somebody who advises it would say."""

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Reader
from ...protocol.translations import N_
from ..bots import armed, merit, rations_held
from ..codes import FAMILIES
from ..components import FOOD, RATION_CARDS, RESOURCE, TYPES, WATER, WOOD_PER_RAFT, Card
from ..names import card_name
from ..rules.actions import safe_wood
from ..rules.cards import has_in_play, holds
from ..rules.roles import living
from ..rules.round import hurricane
from ..state import Check, Draft, Frame, HellapagosState, Targets, Window
from .cards import card_line
from .outcomes import joined, next_card, outcome


def purpose(r: Reader[HellapagosState], moves: Sequence[int]) -> str:
    """What the day needs, who would die tonight, what a vote means; of a gift or an offer what it comes to, with the
    further moves that make it."""
    family, i = FAMILIES[moves[0]]
    if family in ("GIVE", "OFFER", "CARD", "ASK", "SAY", "DONE") and (family in ("GIVE", "OFFER") or _draft(r)):
        return _trade(r, moves)
    return joined(r.t, outcome(r, moves[0]).rstrip("."), _more(r, family, i))


def _draft(r: Reader[HellapagosState]) -> int:
    return int(r.state.draft[r.seat])


def _more(r: Reader[HellapagosState], family: str, i: int) -> str:
    """What the words under the button do not say."""
    s, t = r.state, r.t
    if family == "ACT_FISH":
        return _needed(r, s.food, N_("food is {n} short tonight"), N_("food is {n} short tomorrow"))
    if family == "ACT_WATER":
        return _needed(r, s.water, N_("water is {n} short tonight"), N_("water is {n} short tomorrow"))
    if family == "ACT_WOOD":
        return _wood(r, i)
    if family == "ACT_SEARCH":
        hopes = next_card(s) < 0 or next_card(s) < RATION_CARDS
        return t("the card is yours: a ration would save you from a vote") if hopes else t("the card is yours")
    if family in ("VOTE", "TIEBREAK", "SHOOT") and i != r.seat:
        fewer = t("then {n} share water, food and raft", n=s.alive.bit_count() - 1) if family == "SHOOT" else ""
        return _against(r, i) or fewer or t("nobody stands out")
    if family == "TARGET" and top(s) == Frame.TARGETS:
        return card_line(r, part(s, Targets.card)).rstrip(".")
    if family in ("PASS", "CLOSE"):
        return _waits(r)
    return t("you keep your cards") if family in ("DECLINE", "CANCEL", "WITHDRAW") else ""


def _needed(r: Reader[HellapagosState], there: int, tonight: str, tomorrow: str) -> str:
    s = r.state
    mouths = s.alive.bit_count()
    if there < mouths:
        return r.t(tonight, n=mouths - there)
    if hurricane(s) or s.rafts >= mouths:
        trip = 2 * mouths - there
        return r.t("enough tonight, {n} short for the trip", n=trip) if trip > 0 else r.t("more than the trip needs")
    return r.t(tomorrow, n=2 * mouths - there) if there < 2 * mouths else r.t("a reserve for days without")


def _wood(r: Reader[HellapagosState], push: int) -> str:
    s, t = r.state, r.t
    mouths = s.alive.bit_count()
    if s.rafts >= mouths:
        return t("everybody has a seat already")
    after = s.disc + safe_wood(s, r.seat) + push
    if after < WOOD_PER_RAFT:
        return t("then seat {seat} of {all} needs {n} more wood", n=WOOD_PER_RAFT - after, seat=s.rafts + 1, all=mouths)
    return t.plural("{n} seat for {all}", "{n} seats for {all}", s.rafts + after // WOOD_PER_RAFT, all=mouths)


def _against(r: Reader[HellapagosState], target: int) -> str:
    """Why rather this castaway than another, if anything speaks against them."""
    s, t = r.state, r.t
    said = []
    if s.wronged[r.seat] >> target & 1:
        said.append(t("has pointed or shot at you, or robbed you"))
    if has_in_play(s, target, Card.GUN):
        said.append(t("carries a Gun"))
    if s.causes[target]:
        said.append(t("is sick and cannot work"))
    others = [merit(s, seat) for seat in range(s.seats) if living(s, seat) and seat not in (target, r.seat)]
    if others and merit(s, target) < min(others):
        said.append(t("has done least for all"))
    elif not said and others and min(others) >= merit(s, target) < max(others):
        said.append(t("nobody has done less for all"))
    if not said and s.hand_size[target] >= max(s.hand_size[: s.seats]):
        said.append(t("holds the most cards"))
    return joined(t, *said)


def _waits(r: Reader[HellapagosState]) -> str:
    """Why one keeps one's cards."""
    s, t = r.state, r.t
    if s.window in (Window.SHORTAGE, Window.ZERO):
        short = WATER if s.check in (Check.WATER, Check.TRIP_WATER) else FOOD
        if s.check != Check.SEATS and rations_held(s, r.seat, short):
            return t("your ration is kept for yourself")
        return ""
    if s.window == Window.SAVE and s.designated and s.designated != r.seat + 1:
        return t("{name} dies unless somebody else helps", name=r.names[s.designated - 1])
    mouths = s.alive.bit_count()
    if s.window in (Window.TURN, Window.DUSK) and min(s.water, s.food) < mouths:
        return t("nothing of yours would help yet; cards save you when all point at somebody")
    return t("nothing need be done now; your cards are worth more later") if s.hand_size[r.seat] else ""


# -- gifts and trades --------------------------------------------------------------------------------------------------


def _trade(r: Reader[HellapagosState], moves: Sequence[int]) -> str:
    """To whom, what for what, and what is said of it."""
    s, t, seat = r.state, r.t, r.seat
    family, i = FAMILIES[moves[0]]
    draft, to = _draft(r), s.partner[seat]
    if family in ("GIVE", "OFFER"):
        draft, to = Draft.GIFT if family == "GIVE" else Draft.OFFER_CARDS, i
    given = [kind - 1 for kind in (s.offered if draft >= Draft.OFFER_CARDS else s.chosen)[seat] if kind]
    claims, wishes = ([kind - 1 for kind in row[seat] if kind] for row in (s.claim, s.wish))
    wanted = s.wanted[seat] if draft > Draft.OFFER_ASK else -1
    for n, move in enumerate(moves):
        family, i = FAMILIES[move]
        if n and family not in ("CARD", "ASK", "SAY", "DONE"):
            break
        if family == "CARD":
            given.append(i)
        elif family == "ASK":
            wanted, draft = i, Draft.OFFER_CLAIM
        elif family == "SAY" and draft == Draft.OFFER_CLAIM:
            claims.append(i)
        elif family == "SAY":
            wishes.append(i)
        if draft == Draft.OFFER_CLAIM and (family == "DONE" or len(claims) == len(given)):
            draft = Draft.OFFER_WISH
    if not given:
        return ""
    name, cards = r.names[to], _cards(r, given)
    if draft == Draft.GIFT:
        return joined(t, t("{name} gets: {cards}", name=name, cards=cards), _gift(r, to, given))
    if draft == Draft.ACCEPTANCE:
        return t("{name} gets: {cards}", name=name, cards=cards)
    if wanted < 0:
        return t("you offer {name}: {cards}", name=name, cards=cards)
    back = _cards(r, wishes) or (t.plural("{n} card", "{n} cards", wanted) if wanted else t("nothing"))
    said = [t("you offer {name} {cards} for {back}", name=name, cards=cards, back=back)]
    if claims and sorted(claims) != sorted(given):
        said.append(t("and call it {cards}, which is not true", cards=_cards(r, claims)))
    return joined(t, *said, _bargain(r, given, wishes))


def _cards(r: Reader[HellapagosState], kinds: Sequence[int]) -> str:
    return ", ".join(card_name(kind, r.t) for kind in kinds)


def _gift(r: Reader[HellapagosState], to: int, given: Sequence[int]) -> str:
    s, t = r.state, r.t
    if s.designated == r.seat + 1:
        return t("then you do not die with it")
    if s.designated == to + 1 or (s.window == Window.ZERO and not s.provided >> to & 1):
        return t("without it {name} may die", name=r.names[to])
    if all(TYPES[kind] == "useless" for kind in given):
        return t("of no use to you")
    return t("who stays alive votes and works with you")


def _bargain(r: Reader[HellapagosState], given: Sequence[int], wishes: Sequence[int]) -> str:
    """What the wished cards are good for."""
    s, t, seat = r.state, r.t, r.seat
    for kind in wishes:
        if kind < RATION_CARDS and not rations_held(s, seat, RESOURCE[kind]):
            return t("you hold no water") if RESOURCE[kind] == WATER else t("you hold no food")
        if kind == Card.BULLET and armed(s, seat):
            return t("for your Gun")
        if kind == Card.GUN and holds(s, seat, Card.BULLET):
            return t("for your Bullet")
    return t("what you give is of no use to you") if all(TYPES[kind] == "useless" for kind in given) else ""
