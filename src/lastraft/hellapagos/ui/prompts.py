"""What is asked, and how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Emitted, part, top
from ...protocol import Listener, Stage
from ...protocol.translations import N_, Translator
from ..components import CARDS, FOOD, KIND, RESOURCE, WATER, Card
from ..events import Event
from ..names import card_name
from ..options import AUTOMATIC, UNANIMOUS, Opt
from ..rules.castaways import banned, may_trade
from ..rules.departure import can_leave
from ..rules.knowledge import in_secret
from ..rules.legal import actors
from ..rules.roles import chief
from ..rules.round import hurricane
from ..rules.survival_check import shortage
from ..rules.trade import cards_drafted
from ..rules.votes import candidates, crystal_voter, exempt_now, votes_for
from ..rules.windows import all_have_passed, awaited, owner
from ..state import Check, Draft, Frame, HpState, Step, Window

PHASES = (N_("Dawn"), N_("Weather"), N_("Actions"), N_("Meal"), N_("Leave?"))
"""HP-4.1: the five phases of a day; nobody is asked anything in the first two."""
PHASE = {Step.ROUND: 0, Step.TURNS: 2, Step.DUSK: 3, Step.CHECK: 3, Step.NIGHT: 4, Step.LEAVING: 4}

RESCUE = {
    WATER: N_("A card of water would do."),
    FOOD: N_("A card of food would do."),
    0: N_("A Wooden Plank would do."),
}
"""What saves a castaway from a vote."""
STEP_IN = {
    Window.TURN: N_("Do you step in before {name} acts?"),
    Window.DUSK: N_("Do you play a card before the meal?"),
    Window.NIGHT: N_("Do you play a card before the night is over?"),
    Window.SAVE: N_("Do you save {name}?"),
    Window.SHORTAGE: N_("Do you help, before a vote is held?"),
    Window.ZERO: N_("Do you feed somebody?"),
}
MOMENT = {
    Window.TURN: N_("It is {name}'s turn."),
    Window.DUSK: N_("Dusk: soon everybody drinks and eats."),
    Window.NIGHT: N_("Night falls on the beach."),
    Window.SAVE: N_("The vote is against {name}."),
    Window.SHORTAGE: N_("The castaways debate."),
    Window.ZERO: N_("The unfed will die."),
}
AGAINST_VOTES = (Card.GUN, Card.BULLET, Card.CONCH, Card.SLEEPING_PILLS, Card.FRUIT_BASKET)
"""What may save him whatever is missing: whoever else dies, whatever is stolen or made."""


def stage(s: HpState, t: Translator) -> Stage:
    now = 4 if s.check >= Check.SEATS else PHASE[Step(s.step)]
    return Stage(t("Day {n}", n=s.day), tuple(t(name) for name in PHASES), -1 if s.ended else now)


def unnamed(s: HpState) -> bool:
    """Who has voted or passed is nobody's business; whose decision it is in the end, everybody knows."""
    return in_secret(s) or (s.depth == 0 and s.window != Window.NONE and not all_have_passed(s))


# -- prompts ----------------------------------------------------------------------------------------------------------


def prompt(s: HpState, seat: int, names: Sequence[str], t: Translator) -> str:
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


def _open(s: HpState, seat: int, names: Sequence[str], t: Translator) -> list[str]:
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


def _ways(s: HpState, seat: int, t: Translator) -> str:
    """HP-12.5, HP-12.8: what somebody may do who is asked to step in."""
    if not banned(s, seat):
        return t("Play a card, trade, or pass.")
    return t("You are sick: trade, or pass.") if may_trade(s, seat) else t("You are sick: no cards, no trades.")


def _owner(s: HpState, seat: int, waited: int, t: Translator) -> list[str]:
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


def _doomed(s: HpState, seat: int, waited: int, t: Translator) -> list[str]:
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


def _step_in(s: HpState, seat: int, name: str, t: Translator) -> str:
    """Whoever has cards is asked whether he uses them."""
    if unfed(s, seat):
        return t("Without a ration you die! Whom do you feed?")
    return t(STEP_IN[Window(s.window)], name=name)


def _moment(s: HpState, seat: int, name: str, t: Translator) -> str:
    """What goes on, for those who have nothing to say to it."""
    if seat >= 0 and unfed(s, seat):
        return t("Without a ration you die!")
    return t(MOMENT[Window(s.window)], name=name)


def _plight(s: HpState, t: Translator) -> str:
    """What is missing: now in a check, else tonight."""
    if s.window == Window.SAVE:
        return f"{missing(s, t)} {t(RESCUE[_resource(s)])}"
    if s.window == Window.SHORTAGE:
        return missing(s, t)
    if s.window == Window.ZERO:
        return _nothing(s, t)
    return _night(s, t) if s.window == Window.NIGHT else _tonight(s, t)


def _tonight(s: HpState, t: Translator) -> str:
    mouths = s.alive.bit_count()
    water, food = mouths - s.water, mouths - s.food
    if water > 0 and food > 0:
        said = t("Water is {water} and food {food} short tonight.", water=water, food=food)
    elif water > 0 or food > 0:
        said = t("Water is {n} short tonight.", n=water) if water > 0 else t("Food is {n} short tonight.", n=food)
    else:
        said = ""
    return f"{said} {t('It is the last day.')}".strip() if hurricane(s) else said


def _night(s: HpState, t: Translator) -> str:
    if not hurricane(s) and not can_leave(s):
        return t("The raft cannot leave yet.")
    if hurricane(s) or s.option[Opt.DEPARTURE] == AUTOMATIC:
        return t("Then the raft puts to sea.")
    return t("Then it is decided whether the raft leaves.")


def missing(s: HpState, t: Translator) -> str:
    """How much too little there is."""
    return Event.SHORT.sentence(Emitted(0, Event.SHORT, s.check, shortage(s), 0), Listener(-1, (), t))


def _nothing(s: HpState, t: Translator) -> str:
    return t("No water is left.") if _resource(s) == WATER else t("No food is left.")


def _resource(s: HpState) -> int:
    return {Check.WATER: WATER, Check.TRIP_WATER: WATER, Check.FOOD: FOOD, Check.TRIP_FOOD: FOOD}.get(Check(s.check), 0)


def _called(s: HpState, name: str, t: Translator) -> str:
    """An early close is shown."""
    if not s.called:
        return ""
    if s.window == Window.SAVE:
        return t("{name} accepts this fate.", name=name)
    if s.window == Window.SHORTAGE:
        return t("{name} wants to vote now.", name=name)
    return t("{name} is ready.", name=name)


def _still(waited: int, t: Translator) -> str:
    if not waited:
        return ""
    return t.plural("{n} castaway may still step in.", "{n} castaways may still step in.", waited)


def unfed(s: HpState, seat: int) -> bool:
    """Whether the seat dies when this window closes."""
    return bool(s.window == Window.ZERO and s.alive >> seat & 1 and not s.provided >> seat & 1)


def _closed(s: HpState, seat: int, names: Sequence[str], t: Translator) -> list[str]:
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


def _ballot(s: HpState, seat: int, mine: bool, names: Sequence[str], t: Translator) -> list[str]:
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


def _last(s: HpState, seat: int, names: Sequence[str], t: Translator) -> str:
    last = crystal_voter(s)
    if last < 0:
        return ""
    return t("You point last.") if last == seat else t("{name} points last.", name=names[last])


def _safe(s: HpState, names: Sequence[str], t: Translator) -> str:
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


def _protection(s: HpState, seat: int, t: Translator) -> str:
    if s.provided >> seat & 1:
        return t("has had a ration")
    if s.conch == seat + 1:
        return t("conch")
    return t("saved today") if exempt_now(s) >> seat & 1 else t("plank")


def _departure(s: HpState, seat: int, mine: bool, t: Translator) -> list[str]:
    if mine and part(s, 0):
        return [t("Leave the island now, or stay?"), t("You are chief and decide for all.")]
    one = t("One who stays keeps everybody here.") if s.option[Opt.DEPARTURE] == UNANIMOUS else ""
    if mine:
        return [t("Leave the island now, or stay?"), one or t("All leave together or nobody does.")]
    return [t("Does the raft leave? The castaways decide."), one]


def _drafting(s: HpState, seat: int, names: Sequence[str], t: Translator) -> list[str]:
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
