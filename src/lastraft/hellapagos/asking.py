"""What is asked: how far the day has come, the prompts, and what every move would bring."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import part, top
from ..protocol import Stage
from ..words import N_, Words
from .actions import can_search, fish_on
from .cards import count, discards, has_in_play
from .castaways import banned, may_trade
from .check import marker, need, shortage
from .codes import FAMILIES
from .components import (
    BALLS,
    CARDS,
    FOOD,
    FOUL,
    FULL,
    KIND,
    RAFTS,
    RATION_CARDS,
    RATIONS,
    RESOURCE,
    SPECIALS,
    WATER,
    WOOD_PER_RAFT,
    Card,
)
from .departure import can_leave
from .faces import card_line, card_name
from .knowledge import in_secret
from .moves import actors
from .offices import chief, left_of, right_of
from .round import hurricane, precipitation
from .state import AUTOMATIC, IN_PLAY, UNANIMOUS, Check, Draft, Frame, HpState, Opt, Step, Window
from .trade import cards_drafted
from .votes import candidates, crystal_voter, exempt_now, votes_for
from .windows import all_have_passed, awaited, owner
from .wreckage import ration_kind, rations_of, with_matches

PHASES = (N_("Dawn"), N_("Weather"), N_("Actions"), N_("Meal"), N_("Leave?"))
"""HP-4.1: the five phases of a day; nobody is asked anything in the first two."""
PHASE = {Step.ROUND: 0, Step.TURNS: 2, Step.DUSK: 3, Step.CHECK: 3, Step.NIGHT: 4, Step.LEAVING: 4}

RESCUE = {
    WATER: N_("A card of water would do."),
    FOOD: N_("A card of food would do."),
    0: N_("A Wooden Plank would do."),
}
"""What saves a castaway from a vote."""
AGAINST_VOTES = (Card.GUN, Card.BULLET, Card.CONCH, Card.SLEEPING_PILLS, Card.FRUIT_BASKET)
"""What may save him whatever is missing: whoever else dies, whatever is stolen or made."""


def stage(s: HpState, t: Words) -> Stage:
    now = 4 if s.check >= Check.SEATS else PHASE[Step(s.step)]
    return Stage(t("Day {n}", n=s.day), tuple(t(name) for name in PHASES), -1 if s.ended else now)


def unnamed(s: HpState) -> bool:
    """Who has voted or passed is nobody's business; whose decision it is in the
    end, everybody knows."""
    return in_secret(s) or (s.depth == 0 and s.window != Window.NONE and not all_have_passed(s))


# -- prompts ----------------------------------------------------------------------------------------------------------


def prompt(s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
    """A question, and below it what one should know."""
    if s.ended:
        return t("The raft has left.") if s.aboard else t("Nobody got away.")
    if s.depth:
        asked, *more = _closed(s, seat, names, t)
    elif seat >= 0 and s.draft[seat]:
        asked, *more = _drafting(s, seat, names, t)
    else:
        asked, *more = _open(s, seat, names, t)
    said = " ".join(filter(None, more))
    return f"{asked}\n{said}" if said else asked


def _open(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[str]:
    """In a window: the owner's question, or whether one steps in."""
    waited = sum(awaited(s, other) for other in range(s.seats))
    if seat >= 0 and owner(s) == seat:
        return _owner(s, seat, waited, t)
    name = names[owner(s)]
    offer = next((giver for giver in range(s.seats) if seat >= 0 and s.offer_to[giver] == seat + 1), -1)
    if offer >= 0:
        return [t("Do you take {name}'s offer?", name=names[offer]), _moment(s, seat, name, t)]
    if seat >= 0 and awaited(s, seat):
        return [_step_in(s, seat, name, t), _plight(s, t), _called(s, name, t), _ways(s, seat, t)]
    may_move = seat >= 0 and bool(actors(s) >> seat & 1)
    return [_moment(s, seat, name, t), _plight(s, t), _called(s, name, t), _still(waited, t) if may_move else ""]


def _ways(s: HpState, seat: int, t: Words) -> str:
    """HP-12.5, HP-12.8: what somebody may do who is asked to step in."""
    if not banned(s, seat):
        return t("Play a card, trade, or pass.")
    return t("You are sick: trade, or pass.") if may_trade(s, seat) else t("You are sick: no cards, no trades.")


def _owner(s: HpState, seat: int, waited: int, t: Words) -> list[str]:
    still = _still(waited, t)
    if s.window == Window.TURN and waited:
        return [t("Your turn, as soon as the others are ready."), _plight(s, t), still]
    if s.window == Window.TURN:
        bound = t("The Pendulum decides what you do.") if s.imposed[seat] else ""
        return [t("Your turn: one action before dark"), bound, _plight(s, t)]
    if s.window == Window.SAVE:
        return _doomed(s, seat, waited, t)
    if s.called:
        return [t("You are ready; the others may still play a card."), still]
    if s.window == Window.SHORTAGE:
        return [t("Do you end the debate?"), missing(s, t), t("You are chief: then all point at somebody.")]
    if s.window == Window.ZERO:
        return [_nothing(s, t), t("Feed whom you can, then end it: you are chief.")]
    if s.window == Window.DUSK:
        return [t("Shall everybody drink and eat now?"), _plight(s, t), t("You are chief.")]
    return [t("Shall this day end?"), _night(s, t), t("You are chief.")]


def _doomed(s: HpState, seat: int, waited: int, t: Words) -> list[str]:
    votes = votes_for(s, seat)
    asked = t.plural("{n} vote is enough: it points at you.", "{n} votes: they point at you.", votes)
    if not votes:
        asked = t("The chief points at you.")
    if s.called:
        return [t("You accept your fate."), t("A friend may still save you."), _still(waited, t)]
    last = {
        WATER: N_("Drink something of your own, or this is your last evening."),
        FOOD: N_("Eat something of your own, or this is your last evening."),
        0: N_("Find a seat, or this is your last evening."),
    }
    if not any(saves(s, KIND[card]) for card in range(CARDS) if s.place[card] == seat):
        return [asked, t(RESCUE[_resource(s)]), t("A friend may still save you.")]
    return [asked, t(last[_resource(s)])]


def saves(s: HpState, kind: int) -> bool:
    """Whether a card may keep somebody alive against whom the vote is."""
    wanted = _resource(s)
    making = {WATER: Card.VEGETABLE_MILL, FOOD: Card.CANNIBAL_BBQ_KIT, 0: Card.WOODEN_PLANK}
    return bool(wanted and RESOURCE[kind] == wanted) or kind in (making[wanted], *AGAINST_VOTES)


def _step_in(s: HpState, seat: int, name: str, t: Words) -> str:
    """Whoever has cards is asked whether he uses them."""
    if s.window == Window.TURN:
        return t("Do you step in before {name} acts?", name=name)
    if s.window == Window.DUSK:
        return t("Do you play a card before the meal?")
    if s.window == Window.NIGHT:
        return t("Do you play a card before the night is over?")
    if s.window == Window.SAVE:
        return t("Do you save {name}?", name=name)
    if s.window == Window.SHORTAGE:
        return t("Do you help, before a vote is held?")
    return t("Without a ration you die! Whom do you feed?") if unfed(s, seat) else t("Do you feed somebody?")


def _moment(s: HpState, seat: int, name: str, t: Words) -> str:
    """What goes on, for those who have nothing to say to it."""
    if s.window == Window.TURN:
        return t("It is {name}'s turn.", name=name)
    if s.window == Window.DUSK:
        return t("Dusk: soon everybody drinks and eats.")
    if s.window == Window.NIGHT:
        return t("Night falls on the beach.")
    if s.window == Window.SAVE:
        return t("The vote is against {name}.", name=name)
    if s.window == Window.SHORTAGE:
        return t("The castaways debate.")
    return t("Without a ration you die!") if seat >= 0 and unfed(s, seat) else t("The unfed will die.")


def _plight(s: HpState, t: Words) -> str:
    """What is missing: now in a check, else tonight."""
    if s.window == Window.SAVE:
        return f"{missing(s, t)} {t(RESCUE[_resource(s)])}"
    if s.window == Window.SHORTAGE:
        return missing(s, t)
    if s.window == Window.ZERO:
        return _nothing(s, t)
    return _night(s, t) if s.window == Window.NIGHT else _tonight(s, t)


def _tonight(s: HpState, t: Words) -> str:
    mouths = s.alive.bit_count()
    water, food = mouths - s.water, mouths - s.food
    if water > 0 and food > 0:
        said = t("Water is {water} and food {food} short tonight.", water=water, food=food)
    elif water > 0 or food > 0:
        said = t("Water is {n} short tonight.", n=water) if water > 0 else t("Food is {n} short tonight.", n=food)
    else:
        said = ""
    return f"{said} {t('It is the last day.')}".strip() if hurricane(s) else said


def _night(s: HpState, t: Words) -> str:
    if not hurricane(s) and not can_leave(s):
        return t("The raft cannot leave yet.")
    if hurricane(s) or s.option[Opt.DEPARTURE] == AUTOMATIC:
        return t("Then the raft puts to sea.")
    return t("Then it is decided whether the raft leaves.")


def missing(s: HpState, t: Words) -> str:
    """How much too little there is."""
    return short_of(Check(s.check), shortage(s), t)


def short_of(check: Check, n: int, t: Words) -> str:
    if check == Check.WATER:
        return t("Water is {n} short.", n=n)
    if check == Check.FOOD:
        return t("Food is {n} short.", n=n)
    if check == Check.TRIP_WATER:
        return t("Water for the trip is {n} short.", n=n)
    if check == Check.TRIP_FOOD:
        return t("Food for the trip is {n} short.", n=n)
    return t.plural("The raft is {n} seat short.", "The raft is {n} seats short.", n)


def _nothing(s: HpState, t: Words) -> str:
    return t("No water is left.") if _resource(s) == WATER else t("No food is left.")


def _resource(s: HpState) -> int:
    return {Check.WATER: WATER, Check.TRIP_WATER: WATER, Check.FOOD: FOOD, Check.TRIP_FOOD: FOOD}.get(Check(s.check), 0)


def _called(s: HpState, name: str, t: Words) -> str:
    """An early close is shown."""
    if not s.called:
        return ""
    if s.window == Window.SAVE:
        return t("{name} accepts this fate.", name=name)
    if s.window == Window.SHORTAGE:
        return t("{name} wants to vote now.", name=name)
    return t("{name} is ready.", name=name)


def _still(waited: int, t: Words) -> str:
    if not waited:
        return ""
    return t.plural("{n} castaway may still step in.", "{n} castaways may still step in.", waited)


def unfed(s: HpState, seat: int) -> bool:
    """Whether the seat dies when this window closes."""
    return bool(s.window == Window.ZERO and s.alive >> seat & 1 and not s.provided >> seat & 1)


def _closed(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[str]:
    business, mine = top(s), seat >= 0 and bool(actors(s) >> seat & 1)
    if business == Frame.BALLOT:
        return _ballot(s, seat, mine, names, t)
    if business == Frame.DEPARTURE:
        return _departure(s, seat, mine, t)
    if business == Frame.TIE:
        asked = t("The vote is level: whom shall it be?") if votes_of_all(s) else t("Nobody voted: whom shall it be?")
        return [asked, t("You are chief.")] if mine else [t("{name} decides the vote.", name=names[chief(s)])]
    name = names[part(s, 0)]
    if business == Frame.REACTION:
        if mine:
            return [t("{name} shoots at you!", name=names[part(s, 1)])]
        return [t("{shooter} shoots at {name}.", shooter=names[part(s, 1)], name=name)]
    if not mine:
        return [t("{name} is choosing.", name=name)]
    if business == Frame.FEEDING:
        return [t("Whom do you feed?"), t.plural("{n} ration left.", "{n} rations left.", part(s, 3))]
    if business == Frame.IMPOSING:
        return [t("What must {name} do?", name=names[part(s, 1)])]
    if business == Frame.PUSHING:
        return [t("How far must {name} push on?", name=names[part(s, 1)])]
    if business == Frame.PICKING:
        return [t("Which of these cards do you take?")]
    return [t("{card}: choose a castaway.", card=card_name(part(s, 1), t))]


def votes_of_all(s: HpState) -> int:
    return sum(votes_for(s, seat) for seat in range(s.seats))


def _ballot(s: HpState, seat: int, mine: bool, names: Sequence[str], t: Words) -> list[str]:
    if not mine:
        own = s.vote[seat] if seat >= 0 else 0
        pointed = t("You point at {name}.", name=names[own - 1]) if 0 < own <= s.seats else ""
        last = crystal_voter(s)
        if part(s, 0) and last >= 0:
            return [t("{name} points last.", name=names[last]), missing(s, t)]
        return [t("The castaways point at one of them."), missing(s, t), pointed, t("All hands are shown together.")]
    asked = t("{missing} Point at one castaway.", missing=missing(s, t))
    if s.vote[seat]:
        asked = t("{missing} Point at another castaway, or at the same.", missing=missing(s, t))
    return [asked, _safe(s, names, t), _last(s, seat, names, t)]


def _last(s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
    last = crystal_voter(s)
    if last < 0:
        return ""
    return t("You point last.") if last == seat else t("{name} points last.", name=names[last])


def _safe(s: HpState, names: Sequence[str], t: Words) -> str:
    """Who cannot be chosen, and why; the dead too, where they are few."""
    may, said, dead = candidates(s), [], []
    for seat in range(s.seats):
        if not s.alive >> seat & 1:
            dead.append((seat, t("dead")))
        elif not may >> seat & 1:
            said.append((seat, _protection(s, seat, t)))
    if len(dead) < 3:
        said += dead
    if not said:
        return ""
    listed = ", ".join(f"{names[seat]} ({why})" for seat, why in said)
    return t("Not to be chosen: {names}.", names=listed)


def _protection(s: HpState, seat: int, t: Words) -> str:
    if s.provided >> seat & 1:
        return t("has had a ration")
    if s.conch == seat + 1:
        return t("conch")
    return t("saved today") if exempt_now(s) >> seat & 1 else t("plank")


def _departure(s: HpState, seat: int, mine: bool, t: Words) -> list[str]:
    if mine and part(s, 0):
        return [t("Leave the island now, or stay?"), t("You are chief and decide for all.")]
    one = t("One who stays keeps everybody here.") if s.option[Opt.DEPARTURE] == UNANIMOUS else ""
    if mine:
        return [t("Leave the island now, or stay?"), one or t("All leave together or nobody does.")]
    return [t("Does the raft leave? The castaways decide."), one]


def _drafting(s: HpState, seat: int, names: Sequence[str], t: Words) -> list[str]:
    name = names[s.partner[seat]]
    if s.draft[seat] == Draft.GIFT:
        return [t("Which cards do you give {name}?", name=name)]
    if s.draft[seat] == Draft.ACCEPTANCE:
        left = s.wanted[s.partner[seat]] - cards_drafted(s, seat)
        more = t.plural("{name} wants {n} more card.", "{name} wants {n} more cards.", left, name=name)
        return [t("Which cards do you give {name}?", name=name), more]
    if s.draft[seat] == Draft.OFFER_CARDS:
        return [t("Which cards do you offer {name}?", name=name)]
    if s.draft[seat] == Draft.OFFER_ASK:
        return [t("How many cards do you want from {name}?", name=name)]
    if s.draft[seat] == Draft.OFFER_CLAIM:
        return [t("What do you say you are giving?"), t("It need not be true.")]
    return [t("What would you like to have from {name}?", name=name), t("Only a wish: {name} chooses.", name=name)]


# -- what a move brings -----------------------------------------------------------------------------------------------


def detail(s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
    family, i = FAMILIES[move]
    if family.startswith("ACT_"):
        return _of_action(s, seat, family, i, t)
    if family.startswith("PLAY_"):
        return _of_card(s, seat, family, i, names, t)
    if family in ("VOTE", "TIEBREAK"):
        return _of_vote(s, i, family == "TIEBREAK", t)
    if family == "PUSH":
        return _odds(i, t)
    if family in ("GIVE", "OFFER"):
        return t.plural("holds {n} card", "holds {n} cards", s.hand_size[i])
    if family == "TARGET" and (top(s) == Frame.FEEDING or part(s, 1) in (Card.SLEEPING_PILLS, Card.TELESCOPE)):
        return _of_target(s, i, t)
    if family == "ACCEPT":
        given = sum(kind > 0 for kind in s.offered[i])
        return t("you get {given}, you give {wanted}", given=given, wanted=s.wanted[i])
    if family == "SHOOT":
        return _of_shot(s, seat, i, t)
    if family == "REACT":
        return t("you live") if i == 0 else t("you die, and {name} takes your hand", name=names[part(s, 1)])
    if family == "ACCEPT_FATE":
        return _heirs(s, seat, names, t)
    return _of_closing(s, t) if family == "CLOSE" else ""


def to_search(s: HpState) -> int:
    """How many cards lie in the wreck, or will when the discards have become a new deck."""
    return s.deck_size or (discards(s) if can_search(s) else 0)


def catch(s: HpState, seat: int) -> tuple[int, int, int]:
    """HP-7.6, HP-14.12: with how many balls a seat fishes, and what it brings at least and at most."""
    on = sorted(fish_on(s, ball) for ball in range(BALLS))
    if seat < 0 or not has_in_play(s, seat, Card.FISHING_ROD):
        return 1, on[0], on[-1]
    if s.option[Opt.FISHING_ROD] == 1:
        return 1, 2 * on[0], 2 * on[-1]
    return (2, on[0] + on[1], on[-1] + on[-2]) if s.option[Opt.FISHING_ROD] == 0 else (3, on[2], on[-1])


def _of_action(s: HpState, seat: int, family: str, i: int, t: Words) -> str:
    if family == "ACT_FISH":
        balls, low, high = catch(s, seat)
        return t.plural("{n} ball: {low}–{high}", "{n} balls: {low}–{high}", balls, low=low, high=high)
    if family == "ACT_WATER":
        return t("rain: +{n}", n=precipitation(s) * (2 if has_in_play(s, seat, Card.FLASK) else 1))
    if family == "ACT_SEARCH":
        return t.plural("{n} card", "{n} cards", to_search(s))
    sure = 2 if has_in_play(s, seat, Card.AXE) else 1
    seats = min(RAFTS, s.rafts + (s.disc + sure + i) // WOOD_PER_RAFT)
    chance = _odds(i, t)
    return t("{chance}; builds seat {n}", chance=chance, n=seats) if seats > s.rafts else chance


def _odds(push: int, t: Words) -> str:
    """HP-7.14: how often all balls of a push are white."""
    return t("{n} in {balls}", n=BALLS - push, balls=BALLS) if push else t("safe")


def _of_card(s: HpState, seat: int, family: str, i: int, names: Sequence[str], t: Words) -> str:
    if family == "PLAY_PERMANENT":
        return card_line(s, Card.GUN + i, t)
    if family == "PLAY_COMMON":
        return _shared(s, i, t)
    if family == "PLAY_FOR":
        return _fed(s, seat, i, names, t)
    kind = SPECIALS[i]
    if kind == Card.VEGETABLE_MILL:
        return f"{_store(FOOD, s.food, s.food - 2, t)}, {_store(WATER, s.water, min(FULL, s.water + 2), t)}"
    if kind == Card.CANNIBAL_BBQ_KIT:
        return _store(FOOD, s.food, min(FULL, s.food + 2 * s.died.bit_count()), t)
    if kind == Card.WOODEN_PLANK:
        return t("raft {old} → {new}", old=s.rafts, new=s.rafts + 1)
    return card_line(s, kind, t)


def _store(resource: int, old: int, new: int, t: Words) -> str:
    return (
        t("water {old} → {new}", old=old, new=new) if resource == WATER else t("food {old} → {new}", old=old, new=new)
    )


def _shared(s: HpState, i: int, t: Words) -> str:
    kind = ration_kind(i)
    old = s.water if RESOURCE[kind] == WATER else s.food
    said = _store(RESOURCE[kind], old, min(FULL, old + RATIONS[kind]), t)
    return t("{what}; you fall sick", what=said) if _sickens(s, i) else said


def _sickens(s: HpState, i: int) -> bool:
    return bool(FOUL[ration_kind(i)] and not with_matches(i) and not s.matches_lit)


def _fed(s: HpState, seat: int, i: int, names: Sequence[str], t: Words) -> str:
    """The designated castaway is saved; with nothing left, so many are fed."""
    if s.window == Window.ZERO:
        return t("feeds {n}", n=rations_of(s, i))
    mine = s.designated == seat + 1
    name = names[s.designated - 1]
    if _sickens(s, i):
        return t("you live, but fall sick") if mine else t("{name} lives, but falls sick", name=name)
    said = t("you live") if mine else t("{name} lives", name=name)
    more = RATIONS[ration_kind(i)] - 1 if i < RATION_CARDS and s.option[Opt.SURPLUS_RATIONS] == 0 else 0
    old = marker(s)
    left = _store(RESOURCE[ration_kind(i)], old, min(FULL, old + more), t) if more else ""
    return f"{said}; {left}" if left else said


def _of_vote(s: HpState, i: int, counted: bool, t: Words) -> str:
    """What makes a castaway worth sparing, or not."""
    if counted and votes_of_all(s):
        return t.plural("{n} vote", "{n} votes", votes_for(s, i))
    said = []
    if s.causes[i]:
        said.append(t("sick, no vote"))
    elif has_in_play(s, i, Card.CLUB):
        said.append(t("Club: counts 2") if s.option[Opt.CLUB] == 0 else t("Club: two votes"))
    elif crystal_voter(s) == i:
        said.append(t("votes last"))
    if s.first_player == i:
        said.append(t("first player"))
    return ", ".join(said) or t.plural("{n} card", "{n} cards", s.hand_size[i])


def _of_target(s: HpState, i: int, t: Words) -> str:
    if top(s) != Frame.FEEDING:
        return t.plural("holds {n} card", "holds {n} cards", s.hand_size[i])
    return t("lives, but falls sick") if _sickens(s, part(s, 1)) else t("lives")


def _of_shot(s: HpState, seat: int, i: int, t: Words) -> str:
    """The shooter takes the hand and the Guns; a designated one is rid of the vote."""
    cards = s.hand_size[i] + count(s, Card.GUN, IN_PLAY + i)
    said = t.plural(
        "{n} card for you, unless Sheet Metal stops it", "{n} cards for you, unless Sheet Metal stops it", cards
    )
    said = said if cards else t("dies")
    void = s.window == Window.SAVE and s.designated == seat + 1 and s.option[Opt.DESIGNATED_KILL] == 0
    return t("{what}; the vote is void", what=said) if void else said


def _heirs(s: HpState, seat: int, names: Sequence[str], t: Words) -> str:
    """Who is dealt the hand of the dead, the first one first."""
    cards = s.hand_size[seat] + count(s, Card.GUN, IN_PLAY + seat)
    one, other = left_of(s, seat), right_of(s, seat)
    if s.option[Opt.HAND_DEAL_START] == 1:
        one, other = other, one
    if not cards or one == seat:
        return t("you die")
    if one == other or cards == 1:
        return t("your cards go to {name}", name=names[one])
    return t("your cards go to {name} and {other}", name=names[one], other=names[other])


def _of_closing(s: HpState, t: Words) -> str:
    if s.window == Window.DUSK:
        return t.plural(
            "{n} mouth: water {water}, food {food}",
            "{n} mouths: water {water}, food {food}",
            s.alive.bit_count(),
            water=s.water,
            food=s.food,
        )
    if s.window == Window.SHORTAGE:
        lost = s.check == Check.SEATS and not s.rafts
        return t("no seat at all: everybody is lost") if lost else t("then all point at somebody")
    if s.window == Window.ZERO:
        return t.plural("{n} dies", "{n} die", need(s))
    return ""
