"""What a move costs or brings, in a few words under its button."""

import itertools
from collections import Counter
from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Reader, seats_in
from ...protocol.translations import N_, Translator
from .. import components as box
from ..codes import ACCEPT, ASK, FAMILIES, SPECIALS
from ..components import Card
from ..names import card_name, usual_line
from ..options import UNANIMOUS, Choice
from ..rules.actions import can_search, fish_on, rain_for, safe_wood
from ..rules.card_effects import ration_kind, rations_of, with_matches
from ..rules.cards import count, discards, has_in_play
from ..rules.departure import can_leave
from ..rules.legal import forbids
from ..rules.roles import chief, left_of, right_of
from ..rules.survival_check import marker, need, shortage
from ..rules.survival_check import resource as missing_resource
from ..rules.votes import count_votes, crystal_voter, votes_for
from ..rules.windows import owner
from ..state import IN_PLAY, Ballot, Check, Draft, Feeding, Frame, HellapagosState, Reaction, Targets, Window
from .cards import card_line


def joined(t: Translator, *said: str) -> str:
    """What there is to say, as parts of one sentence."""
    whole = ""
    for each in filter(None, said):
        whole = t("{one}; {more}", one=whole, more=each) if whole else each
    return whole


def outcome(r: Reader[HellapagosState], move: int) -> str:
    s = r.state
    family, i = FAMILIES[move]
    if family.startswith("ACT_"):
        return _of_action(r, family, i)
    if family.startswith("PLAY_"):
        return _of_card(r, family, i)
    if family in ("VOTE", "TIEBREAK"):
        return _of_vote(r, i, family == "TIEBREAK")
    if family == "PUSH":
        return _odds(i, r.t)
    if vain(r, move):
        return r.t("has no card to give for it")
    if family in ("GIVE", "OFFER"):
        return r.t.plural("holds {n} card", "holds {n} cards", s.hand_size[i])
    if family == "TARGET" and (
        top(s) == Frame.FEEDING or part(s, Targets.card) in (Card.SLEEPING_PILLS, Card.TELESCOPE)
    ):
        return _of_target(r, i)
    if family == "ACCEPT":
        return "" if asks_to_swap(s, r.seat) == i else r.t("you get {given}, you give {wanted}", **bargain(r, i))
    if family == "SHOOT":
        return _of_shot(r, i)
    if family == "REACT":
        return (
            r.t("you live")
            if i == 0
            else r.t("you die, and {name} takes your hand", name=r.names[part(s, Reaction.shooter)])
        )
    if family == "ACCEPT_FATE":
        return _heirs(r)
    if family == "DEPART":
        return _of_departure(r, i == 0)
    return _of_closing(r) if family == "CLOSE" else ""


BRIEFS = {
    Card.GUN: N_("to shoot with"),
    Card.AXE: N_("2 wood safe"),
    Card.FLASK: N_("water ×2"),
    Card.FISHING_ROD: N_("2 balls"),
    Card.CRYSTAL_BALL: N_("vote last"),
    Card.CLUB: N_("vote ×2"),
    Card.ANTI_VENOM: N_("cures a bite"),
    Card.MATCHES: N_("makes food safe"),
    Card.VOODOO_DOLL: N_("revives one"),
    Card.SLEEPING_PILLS: N_("steals 3 cards"),
    Card.ALARM_CLOCK: N_("who starts"),
    Card.COFFEE: N_("one more action"),
    Card.PENDULUM: N_("send somebody"),
    Card.CONCH: N_("chief, and safe"),
    Card.TELESCOPE: N_("see all hands"),
    Card.FLASHLIGHT: N_("see 3 cards"),
    Card.BAROMETER: N_("see 2 days"),
    Card.FRUIT_BASKET: N_("nobody dies"),
}
"""What a card does, where many answers share a phone."""


def brief(r: Reader[HellapagosState], move: int) -> str:
    """What a card does in fewer words, unless an option of the table changes it; of wood the odds alone, of fish the
    catch."""
    family, i = FAMILIES[move]
    if family == "ACT_FISH":
        return _catch(r)
    if family == "ACT_WOOD":
        return _odds(i, r.t)
    if family not in ("PLAY_PERMANENT", "PLAY_SPECIAL"):
        return ""
    kind = Card.GUN + i if family == "PLAY_PERMANENT" else SPECIALS[i]
    return r.t(BRIEFS[Card(kind)]) if kind in BRIEFS and card_line(r, kind) == usual_line(kind, r.t) else ""


def vain(r: Reader[HellapagosState], move: int) -> bool:
    """An offer to somebody who has no card to give for it, and to fetch water where no rain falls."""
    family, i = FAMILIES[move]
    return (family == "OFFER" and not r.state.hand_size[i]) or (family == "ACT_WATER" and not rain_for(r.state, r.seat))


def needless(s: HellapagosState, seat: int, move: int) -> bool:
    """To pass while an offer is asked about: that is taken or declined first; and to offer for nothing what can be
    given."""
    if move == ASK:
        return bool(s.hand_size[s.partner[seat]])
    giver = asks_to_swap(s, seat) if FAMILIES[move][0] == "PASS" else -1
    return giver >= 0 and forbids(s, seat, ACCEPT + giver) == 0


def dubious(s: HellapagosState, seat: int, move: int) -> bool:
    """An offer, for it takes many steps and is seldom taken; what is not true of the cards one offers; and a shot that
    decides nothing now."""
    family, i = FAMILIES[move]
    if family == "SHOOT":
        return not (clears(s, seat) or lets_leave(s))
    lie = s.draft[seat] == Draft.OFFER_CLAIM and i + 1 not in s.offered[seat]
    return family == "OFFER" or (family == "SAY" and lie)


def clears(s: HellapagosState, seat: int) -> bool:
    """Whether a shot of the seat makes the vote against it void."""
    return s.window == Window.SAVE and s.designated == seat + 1 and s.option[Choice.DESIGNATED_KILL] == 0


def lets_leave(s: HellapagosState) -> bool:
    """Whether the raft, held back by one castaway too many, can leave after a shot."""
    left = s.alive.bit_count() - 1
    if s.check >= Check.SEATS:
        return s.window == Window.SHORTAGE and shortage(s) == 1
    return s.window == Window.NIGHT and not can_leave(s) and min(s.rafts, s.water, s.food) >= left


def next_card(s: HellapagosState) -> int:
    """The kind of the next card of the wreck, as far as the reader knows it; else -1."""
    return int(s.deck[s.deck_size - 1]) if s.deck_size else -1


def to_search(s: HellapagosState) -> int:
    """How many cards lie in the wreck, or will when the discards have become a new deck."""
    return s.deck_size or (discards(s) if can_search(s) else 0)


def catch(s: HellapagosState, seat: int) -> tuple[int, list[int]]:
    """HP-7.6, HP-14.12: with how many balls a seat fishes, and what each draw of them brings, the least first."""
    on = [fish_on(s, ball) for ball in range(box.BALLS)]
    if seat < 0 or not has_in_play(s, seat, Card.FISHING_ROD):
        return 1, sorted(on)
    if s.option[Choice.FISHING_ROD] == 1:
        return 1, sorted(2 * fish for fish in on)
    balls, caught = (2, sum) if s.option[Choice.FISHING_ROD] == 0 else (3, max)
    return balls, sorted(caught(drawn) for drawn in itertools.combinations(on, balls))


def asks_to_swap(s: HellapagosState, seat: int) -> int:
    """Whose offer is what the seat is asked about in the moment of another; -1: none, or several."""
    givers = [giver for giver in range(s.seats) if seat >= 0 and s.offer_to[giver] == seat + 1]
    return givers[0] if len(givers) == 1 and s.depth == 0 and seat != owner(s) and not s.draft[seat] else -1


def bargain(r: Reader[HellapagosState], giver: int) -> dict[str, str]:
    """The two sides of an offer, as its giver tells of them."""
    s = r.state
    given = _said(sum(kind > 0 for kind in s.offered[giver]), s.claim[giver], r.t)
    return {"given": given, "wanted": _said(s.wanted[giver], s.wish[giver], r.t)}


def _said(n: int, kinds: Sequence[int], t: Translator) -> str:
    """So many cards of an offer, and what is said of them."""
    if not n:
        return t("nothing")
    held = Counter(card_name(kind - 1, t) for kind in kinds if kind)
    names = ", ".join(name if len(held) == 1 or times == 1 else f"{times} × {name}" for name, times in held.items())
    quoted = t("“…”").replace("…", names)
    return str(n) if not names else quoted if n == 1 else f"{n} {quoted}"


def _of_action(r: Reader[HellapagosState], family: str, i: int) -> str:
    s = r.state
    if family == "ACT_FISH":
        _, catches = catch(s, r.seat)
        more = sum(caught > catches[0] for caught in catches)
        return r.t("{catch}; more than {low}: {n} in {all}", catch=_catch(r), low=catches[0], n=more, all=len(catches))
    if family == "ACT_WATER":
        rain, flask = rain_for(s, r.seat), has_in_play(s, r.seat, Card.FLASK)
        if not rain:
            return r.t("no rain: nothing today")
        return r.t("rain and Flask: +{n}", n=rain) if flask else r.t("rain: +{n}", n=rain)
    if family == "ACT_SEARCH":
        if (known := next_card(s)) >= 0:
            return r.t("next: {card}", card=card_name(known, r.t))
        return r.t("1 card ({n} left)", n=to_search(s))
    seats = min(box.RAFTS, s.rafts + (s.disc + safe_wood(s, r.seat) + i) // box.WOOD_PER_RAFT)
    chance = _odds(i, r.t)
    return r.t("{chance}; builds seat {n}", chance=chance, n=seats) if seats > s.rafts else chance


def _catch(r: Reader[HellapagosState]) -> str:
    balls, catches = catch(r.state, r.seat)
    return r.t.plural("{n} ball: {low}–{high}", "{n} balls: {low}–{high}", balls, low=catches[0], high=catches[-1])


def _odds(push: int, t: Translator) -> str:
    """HP-7.14: how often all balls of a push are white."""
    return t("safe: {n} in {balls}", n=box.BALLS - push, balls=box.BALLS) if push else t("safe")


def _of_card(r: Reader[HellapagosState], family: str, i: int) -> str:
    s = r.state
    if family == "PLAY_PERMANENT":
        return card_line(r, Card.GUN + i)
    if family == "PLAY_COMMON":
        return _shared(r, i)
    if family == "PLAY_FOR":
        return _fed(r, i)
    kind = SPECIALS[i]
    if kind == Card.VEGETABLE_MILL:
        water = _store(box.WATER, s.water, min(box.FULL, s.water + 2), r.t)
        return _then(r, f"{_store(box.FOOD, s.food, s.food - 2, r.t)}, {water}", water=2, food=-2)
    if kind == Card.CANNIBAL_BBQ_KIT:
        meat = 2 * s.died.bit_count()
        return _then(r, _store(box.FOOD, s.food, min(box.FULL, s.food + meat), r.t), food=meat)
    if kind == Card.WOODEN_PLANK:
        return _then(r, r.t("raft {old} → {new}", old=s.rafts, new=s.rafts + 1), rafts=1)
    return card_line(r, kind)


def _then(r: Reader[HellapagosState], said: str, water: int = 0, food: int = 0, rafts: int = 0) -> str:
    """What a card brings at night may be all that the raft lacks."""
    s = r.state
    held = s.window == Window.NIGHT and not can_leave(s)
    enough = min(s.water + water, s.food + food, s.rafts + rafts) >= s.alive.bit_count()
    return joined(r.t, said, r.t("then the raft can leave")) if held and enough else said


def _store(resource: int, old: int, new: int, t: Translator) -> str:
    said = N_("water {old} → {new}") if resource == box.WATER else N_("food {old} → {new}")
    return t(said, old=old, new=new)


def _shared(r: Reader[HellapagosState], i: int) -> str:
    s = r.state
    kind = ration_kind(i)
    old = s.water if box.RESOURCE[kind] == box.WATER else s.food
    said = _store(box.RESOURCE[kind], old, min(box.FULL, old + box.RATIONS[kind]), r.t)
    if s.check and s.check != Check.SEATS and missing_resource(s) == box.RESOURCE[kind]:
        left = shortage(s) - box.RATIONS[kind]
        said = r.t("{what}: still {n} short", what=said, n=left) if left > 0 else r.t("{what}: nobody dies", what=said)
    brings = {"water" if box.RESOURCE[kind] == box.WATER else "food": box.RATIONS[kind]}
    said = _then(r, said, **brings)
    return r.t("{what}; you fall sick", what=said) if sickens(s, i) else said


def sickens(s: HellapagosState, i: int) -> bool:
    """Whether whoever swallows a ration falls sick."""
    return bool(box.FOUL[ration_kind(i)] and not with_matches(i) and not s.matches_lit)


def _fed(r: Reader[HellapagosState], i: int) -> str:
    """The designated castaway is saved; with nothing left, so many are fed."""
    s = r.state
    if s.window == Window.ZERO:
        names = [r.t("you") if seat == r.seat else r.names[seat] for seat in seats_in(s.alive & ~s.provided)]
        fed = rations_of(s, i)
        return r.t("saves {names}", names=", ".join(names)) if len(names) <= fed else r.t("saves {n}", n=fed)
    mine = s.designated == r.seat + 1
    name = r.names[s.designated - 1]
    if sickens(s, i):
        return r.t("you live, but fall sick") if mine else r.t("{name} lives, but falls sick", name=name)
    said = r.t("you live") if mine else r.t("{name} lives", name=name)
    given = box.RATIONS[ration_kind(i)] if i < box.RATION_CARDS and s.option[Choice.SURPLUS_RATIONS] == 0 else 1
    lacking = shortage(s) - given
    others = r.t("still {n} short", n=lacking) if lacking > 0 else r.t("nobody dies")
    said = joined(r.t, said, others)
    more = box.RATIONS[ration_kind(i)] - 1 if i < box.RATION_CARDS and s.option[Choice.SURPLUS_RATIONS] == 0 else 0
    old = marker(s)
    left = _store(box.RESOURCE[ration_kind(i)], old, min(box.FULL, old + more), r.t) if more else ""
    return joined(r.t, said, left)


def fed_oneself(r: Reader[HellapagosState], i: int) -> str:
    return r.t("you live, but fall sick") if sickens(r.state, i) else r.t("you live")


def _of_vote(r: Reader[HellapagosState], i: int, counted: bool) -> str:
    """What makes a castaway worth sparing, or not."""
    s = r.state
    if counted and count_votes(s):
        return r.t.plural("{n} vote", "{n} votes", votes_for(s, i))
    said = []
    if s.causes[i]:
        said.append(r.t("sick, no vote"))
    elif has_in_play(s, i, Card.CLUB):
        said.append(r.t("Club: counts 2") if s.option[Choice.CLUB] == 0 else r.t("Club: two votes"))
    elif crystal_voter(s) == i:
        said.append(r.t("Crystal Ball: votes last"))
    if chief(s) == i:
        said.append(r.t("chief: breaks ties"))
    return ", ".join(said) or r.t.plural("{n} card", "{n} cards", s.hand_size[i])


def _of_target(r: Reader[HellapagosState], i: int) -> str:
    s = r.state
    if top(s) != Frame.FEEDING:
        return r.t.plural("holds {n} card", "holds {n} cards", s.hand_size[i])
    if i == r.seat:
        return fed_oneself(r, part(s, Feeding.ration))
    return r.t("lives, but falls sick") if sickens(s, part(s, Feeding.ration)) else r.t("lives")


def _of_shot(r: Reader[HellapagosState], i: int) -> str:
    """The shooter takes the hand and the Guns; a designated one is rid of the vote."""
    s = r.state
    cards = s.hand_size[i] + count(s, Card.GUN, IN_PLAY + i)
    said = r.t.plural(
        "{n} card for you, unless Sheet Metal stops it", "{n} cards for you, unless Sheet Metal stops it", cards
    )
    said = said if cards else r.t("dies")
    if lets_leave(s):
        can = s.window == Window.NIGHT
        said = joined(r.t, said, r.t("then the raft can leave") if can else r.t("then there is enough for all others"))
    return r.t("{what}; the vote is void", what=said) if clears(s, r.seat) else said


def _heirs(r: Reader[HellapagosState]) -> str:
    """Who is dealt the hand of the dead, the first one first."""
    s = r.state
    cards = s.hand_size[r.seat] + count(s, Card.GUN, IN_PLAY + r.seat)
    one, other = left_of(s, r.seat), right_of(s, r.seat)
    if s.option[Choice.HAND_DEAL_START] == 1:
        one, other = other, one
    if not cards or one == r.seat:
        return r.t("you die")
    if one == other or cards == 1:
        return r.t("your cards go to {name}", name=r.names[one])
    return r.t("your cards go to {name} and {other}", name=r.names[one], other=r.names[other])


def _of_departure(r: Reader[HellapagosState], leaves: bool) -> str:
    """On whom else it depends, and what there is for a day more."""
    s = r.state
    if not leaves:
        left = {"water": s.water, "food": s.food, "n": s.alive.bit_count()}
        return r.t("the raft waits; for {n} tomorrow: water {water}, food {food}", **left)
    if part(s, Ballot.alone):
        return ""
    unanimous = s.option[Choice.DEPARTURE] == UNANIMOUS
    return r.t("if all want to") if unanimous else r.t("if most want to")


def _of_closing(r: Reader[HellapagosState]) -> str:
    s = r.state
    if s.window == Window.DUSK:
        return r.t.plural(
            "{n} mouth: water {water}, food {food}",
            "{n} mouths: water {water}, food {food}",
            s.alive.bit_count(),
            water=s.water,
            food=s.food,
        )
    if s.window == Window.SHORTAGE:
        lost = s.check == Check.SEATS and not s.rafts
        return r.t("no seat at all: everybody is lost") if lost else r.t("then all point at somebody")
    if s.window == Window.ZERO:
        return r.t.plural("{n} dies", "{n} die", need(s))
    return ""
