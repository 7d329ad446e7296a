"""What is asked, and how far the game has come."""

import functools
from collections.abc import Sequence

from ...kernel import Emitted, part, top
from ...protocol import Listener, Reader, Stage, seats_in
from ...protocol.translations import N_, Translator
from ..asking import playable_cards, useful_cards
from ..codes import PLAY_FOR, PLAY_SPECIAL
from ..components import FOOD, KINDS, RESOURCE, WATER, Card
from ..events import Event
from ..names import card_name
from ..options import AUTOMATIC, UNANIMOUS, Choice
from ..rules.cards import has_in_play, holds
from ..rules.castaways import banned, may_trade
from ..rules.departure import can_leave
from ..rules.knowledge import in_secret
from ..rules.legal import actors, forbids
from ..rules.roles import chief
from ..rules.round import hurricane
from ..rules.survival_check import resource, shortage
from ..rules.trade import cannot_trade, cards_drafted
from ..rules.votes import candidates, count_votes, crystal_voter, exempt_now, votes_for
from ..rules.windows import all_have_passed, awaited, owner
from ..state import Ballot, Check, Choosing, Draft, Feeding, Frame, HellapagosState, Reaction, Step, Targets, Window
from .outcomes import asks_to_swap, bargain

PHASES = (N_("Dawn"), N_("Weather"), N_("Actions"), N_("Meal"), N_("Leave?"))
"""HP-4.1: the five phases of a day; nobody is asked anything in the first two."""
PHASE = {Step.ROUND: 0, Step.TURNS: 2, Step.DUSK: 3, Step.CHECK: 3, Step.NIGHT: 4, Step.LEAVING: 4}

RESCUE = {
    WATER: N_("A water card would help."),
    FOOD: N_("A food card would help."),
    0: N_("A Wooden Plank would help."),
}
"""What saves a castaway from a vote."""
OWN = {
    WATER: N_("Drink something of your own, or you die tonight."),
    FOOD: N_("Eat something of your own, or you die tonight."),
}
WITHOUT = {
    WATER: N_("Who goes without water?"),
    FOOD: N_("Who goes without food?"),
    0: N_("Who gets no seat on the raft?"),
}
"""What a chief decides when a vote is level."""
STEP_IN = {
    Window.TURN: N_("Do you step in before {name} acts?"),
    Window.DUSK: N_("Do you play a card before the meal?"),
    Window.NIGHT: N_("Do you play a card before the night is over?"),
    Window.SAVE: N_("Do you save {name}?"),
    Window.SHORTAGE: N_("Do you help, before a vote is held?"),
    Window.ZERO: N_("Do you give somebody a ration?"),
}
MOMENT = {
    Window.TURN: N_("It is {name}'s turn."),
    Window.DUSK: N_("Dusk: soon everybody drinks and eats."),
    Window.NIGHT: N_("Night falls on the beach."),
    Window.SAVE: N_("The vote is against {name}."),
    Window.SHORTAGE: N_("The castaways debate."),
}
MAKING = {WATER: Card.VEGETABLE_MILL, FOOD: Card.CANNIBAL_BBQ_KIT, 0: Card.WOODEN_PLANK}
"""The card that makes what is missing, no ration itself."""
AGAINST_VOTES = (Card.GUN, Card.BULLET, Card.CONCH, Card.SLEEPING_PILLS, Card.FRUIT_BASKET)
"""What may save a designated castaway whatever is missing: whoever else dies, whatever is stolen or made."""


def stage(r: Reader[HellapagosState]) -> Stage:
    s = r.state
    now = 4 if s.check >= Check.SEATS else PHASE[Step(s.step)]
    return _stage(r.t, s.day, -1 if s.ended else now)


@functools.lru_cache(256)
def _stage(t: Translator, day: int, now: int) -> Stage:
    return Stage(t("Day {n}", n=day), tuple([t(name) for name in PHASES]), now)


def anonymous(r: Reader[HellapagosState]) -> bool:
    """Who has voted or passed is a secret; whose decision it is in the end, everybody knows."""
    s = r.state
    return in_secret(s) or (s.depth == 0 and s.window != Window.NONE and not all_have_passed(s))


def prompt(r: Reader[HellapagosState]) -> str:
    """A question, and below it what one should know."""
    s = r.state
    if s.ended:
        return r.t("The raft has left.") if s.aboard else r.t("Nobody got away.")
    if s.depth:
        asked, *more = _closed(r)
    elif r.seat >= 0 and s.draft[r.seat]:
        asked, *more = _drafting(r)
    else:
        asked, *more = _open(r)
    said = " ".join(filter(None, more))
    return f"{asked}\n{said}" if said else asked


def _open(r: Reader[HellapagosState]) -> list[str]:
    """In a window: the owner's question, or whether one steps in."""
    s = r.state
    waited = sum(awaited(s, other) for other in range(s.seats))
    if r.seat >= 0 and owner(s) == r.seat:
        return _owner(r, waited)
    name = r.names[owner(s)]
    giver = asks_to_swap(s, r.seat)
    if giver >= 0:
        sides = bargain(r, giver)
        return [r.t("{name} offers you cards: {given} for {wanted}. Do you swap?", name=r.names[giver], **sides)]
    if r.seat >= 0 and r.seat + 1 in s.offer_to:
        return [r.t("Whose offer do you take?")]
    if r.seat >= 0 and awaited(s, r.seat):
        guns = _guns(r) if s.window == Window.SHORTAGE else ""
        return [_step_in(r, name), _plight(r), guns, _called(r, name), _ways(r)]
    may_move = r.seat >= 0 and bool(actors(s) >> r.seat & 1)
    return [_moment(r, name), _plight(r), _called(r, name), _still(waited, r.t) if may_move else ""]


def _ways(r: Reader[HellapagosState]) -> str:
    """HP-12.5, HP-12.8: that a sick player may do less."""
    if not banned(r.state, r.seat):
        return ""
    trades = may_trade(r.state, r.seat)
    return r.t("You are sick: trade, or pass.") if trades else r.t("You are sick: no cards, no trades.")


def _owner(r: Reader[HellapagosState], waited: int) -> list[str]:
    s = r.state
    still = _still(waited, r.t)
    if s.window == Window.TURN and waited:
        return [r.t("Your turn, as soon as the others are ready."), _plight(r), still]
    if s.window == Window.TURN:
        bound = r.t("The Pendulum decides what you do.") if s.imposed[r.seat] else ""
        return [r.t("Your turn: one action before dark"), bound, _plight(r)]
    if s.window == Window.SAVE:
        return _doomed(r, waited)
    if s.called:
        return [r.t("You are ready; the others may still play a card."), still]
    if s.window == Window.SHORTAGE:
        asked = r.t("Do you help, or end the debate?") if _helps(r) else r.t("Do you end the debate?")
        return [asked, missing(r), r.t("Others can act until you answer."), _guns(r)]
    if s.window == Window.ZERO:
        end = r.t("Save whom you can, then end it: you are chief.")
        return [_starving(r), _nothing(r), end] if unfed(s, r.seat) else [_nothing(r), end]
    if s.window == Window.DUSK:
        return [r.t("Shall everybody drink and eat now?"), _plight(r), r.t("You are chief.")]
    decides = can_leave(s) and not hurricane(s) and s.option[Choice.DEPARTURE] != AUTOMATIC
    asked = r.t("Any card before the raft decision?") if decides else r.t("Do you end the day?")
    return [asked, _night(r), r.t("You are chief.")]


def _guns(r: Reader[HellapagosState]) -> str:
    """Whoever can shoot before a vote, as far as everybody sees it."""
    s = r.state
    armed = [r.names[seat] for seat in seats_in(s.alive) if seat != r.seat and has_in_play(s, seat, Card.GUN)]
    return r.t.plural("{names} has a Gun.", "{names} have Guns.", len(armed), names=", ".join(armed)) if armed else ""


def _doomed(r: Reader[HellapagosState], waited: int) -> list[str]:
    s = r.state
    votes = votes_for(s, r.seat)
    asked = r.t.plural("{n} vote is enough to choose you.", "{n} votes point at you.", votes)
    if not votes:
        asked = r.t("The chief points at you.")
    level = _level(r)
    if level:
        asked = r.t("The vote is against you.")
    if s.called:
        return [r.t("You accept your fate."), r.t("A friend may still save you."), _still(waited, r.t)]
    cards = [kind for kind in playable_cards(s, r.seat) if saves(s, r.seat, kind)]
    if any(RESOURCE[kind] for kind in cards):
        return [asked, level, r.t(OWN[resource(s)])]
    if cards:
        named = ", ".join(card_name(kind, r.t) for kind in cards)
        return [asked, level, r.t("You hold {cards}: that may save you from death tonight.", cards=named)]
    trade = r.t("Trade, or ask a friend to save you.")
    friend = r.t("A friend may still save you.") if cannot_trade(s, r.seat) else trade
    return [asked, level, r.t(RESCUE[resource(s)]), friend]


def _level(r: Reader[HellapagosState]) -> str:
    """Who decided, where as many pointed at somebody else. What all read names nobody: it may be their own name."""
    s = r.state
    most = votes_for(s, s.designated - 1) if s.designated else 0
    if not most or sum(votes_for(s, seat) == most for seat in range(s.seats)) < 2:
        return ""
    if r.seat < 0:
        return r.t("The vote was tied: the chief decided.")
    if chief(s) == r.seat:
        return r.t("The vote was tied: you decided as chief.")
    return r.t("The vote was tied: {name} decided as chief.", name=r.names[chief(s)])


def saves(s: HellapagosState, seat: int, kind: int) -> bool:
    """Whether a card of a seat may keep alive the castaway against whom the vote is; a Gun needs a Bullet."""
    wanted = resource(s)
    if kind in (Card.GUN, Card.BULLET):
        return holds(s, seat, Card.BULLET) and (holds(s, seat, Card.GUN) or has_in_play(s, seat, Card.GUN))
    return bool(wanted and RESOURCE[kind] == wanted) or kind in (MAKING[wanted], *AGAINST_VOTES)


def _step_in(r: Reader[HellapagosState], name: str) -> str:
    """Those who have cards are asked whether they use them."""
    if unfed(r.state, r.seat):
        return _starving(r)
    if r.state.window == Window.SHORTAGE:
        return r.t(_before_a_vote(r))
    return r.t(STEP_IN[Window(r.state.window)], name=name)


def _before_a_vote(r: Reader[HellapagosState]) -> str:
    """A question that fits what the reader holds: a ration helps all, a Gun does not."""
    cards = useful_cards(r.state, r.seat)
    if cards == [Card.GUN]:
        return N_("Do you shoot, before a vote is held?")
    return STEP_IN[Window.SHORTAGE] if not cards or _helps(r) else N_("Do you play a card, before a vote is held?")


def _helps(r: Reader[HellapagosState]) -> bool:
    """Whether the reader holds something against what is missing."""
    wanted = resource(r.state)
    helpful = (*MAKING.values(), Card.FRUIT_BASKET)
    return any(kind in helpful or (wanted and RESOURCE[kind] == wanted) for kind in useful_cards(r.state, r.seat))


UNFED = {WATER: N_("Whoever gets no water dies."), FOOD: N_("Whoever gets no food dies.")}


def _starving(r: Reader[HellapagosState]) -> str:
    """To whoever dies tonight without a ration: what may still be done, where they have none."""
    s = r.state
    if any(not forbids(s, r.seat, code) for code in range(PLAY_FOR, PLAY_SPECIAL)):
        return r.t("Without a ration you die!")
    water = resource(s) == WATER
    if cannot_trade(s, r.seat):
        return r.t("You die tonight: ask for water.") if water else r.t("You die tonight: ask for food.")
    return r.t("You die tonight: trade or ask for water.") if water else r.t("You die tonight: trade or ask for food.")


def _moment(r: Reader[HellapagosState], name: str) -> str:
    """What goes on, for those who have nothing to say to it."""
    if r.seat >= 0 and unfed(r.state, r.seat):
        return _starving(r)
    if r.state.window == Window.ZERO:
        return r.t(UNFED[resource(r.state)])
    return r.t(MOMENT[Window(r.state.window)], name=name)


def _plight(r: Reader[HellapagosState]) -> str:
    """What is missing: now in a check, else tonight."""
    s = r.state
    if s.window == Window.SAVE:
        return " ".join(filter(None, (_forced(r), _level(r), missing(r), r.t(RESCUE[resource(s)]))))
    if s.window == Window.SHORTAGE:
        return missing(r)
    if s.window == Window.ZERO:
        return _nothing(r)
    return _night(r) if s.window == Window.NIGHT else _tonight(r)


def _tonight(r: Reader[HellapagosState]) -> str:
    """What tonight takes too much; if nothing, what is missing tomorrow."""
    s = r.state
    mouths = s.alive.bit_count()
    water, food = mouths - s.water, mouths - s.food
    if water > 0 and food > 0:
        said = r.t("Water is {water} and food {food} short tonight.", water=water, food=food)
    elif water > 0 or food > 0:
        said = r.t("Water is {n} short tonight.", n=water) if water > 0 else r.t("Food is {n} short tonight.", n=food)
    else:
        what = _rations(r, mouths + water, mouths + food)
        said = r.t("Tomorrow still needs: {what}.", what=what) if what and not hurricane(s) else ""
    last = r.t("It is the last day: the trip takes one more water and food each.")
    return f"{said} {last}".strip() if hurricane(s) else said


def _night(r: Reader[HellapagosState]) -> str:
    s = r.state
    if not hurricane(s) and not can_leave(s):
        return r.t("The raft cannot leave yet. {missing}", missing=_lacking(r))
    if hurricane(s) or s.option[Choice.DEPARTURE] == AUTOMATIC:
        return r.t("Then the raft puts to sea.")
    return r.t("Then it is decided whether the raft leaves.")


def _rations(r: Reader[HellapagosState], water: int, food: int) -> str:
    parts = [
        r.t.plural("{n} ration of water", "{n} rations of water", water) if water > 0 else "",
        r.t.plural("{n} ration of food", "{n} rations of food", food) if food > 0 else "",
    ]
    return ", ".join(filter(None, parts))


def _lacking(r: Reader[HellapagosState]) -> str:
    """HP-15.1: what all who live still need to leave."""
    s, living = r.state, r.state.alive.bit_count()
    seats, water, food = (living - there for there in (s.rafts, s.water, s.food))
    places = r.t.plural("{n} seat", "{n} seats", seats) if seats > 0 else ""
    what = ", ".join(filter(None, (places, _rations(r, water, food))))
    return r.t.plural("{n} castaway still needs: {what}.", "{n} castaways still need: {what}.", living, what=what)


def missing(r: Reader[HellapagosState]) -> str:
    """How much too little there is."""
    return Event.SHORT.sentence(Emitted(0, Event.SHORT, r.state.check, shortage(r.state), 0), Listener(-1, (), r.t))


def _nothing(r: Reader[HellapagosState]) -> str:
    return r.t("No water is left.") if resource(r.state) == WATER else r.t("No food is left.")


def _called(r: Reader[HellapagosState], name: str) -> str:
    """An early close is shown."""
    s = r.state
    if not s.called:
        return ""
    if s.window == Window.SAVE:
        return r.t("{name} accepts this fate.", name=name)
    if s.window == Window.SHORTAGE:
        return r.t("{name} wants to vote now.", name=name)
    return r.t("{name} is ready.", name=name)


def _still(waited: int, t: Translator) -> str:
    if not waited:
        return ""
    return t.plural("{n} castaway may still step in.", "{n} castaways may still step in.", waited)


def unfed(s: HellapagosState, seat: int) -> bool:
    """Whether the seat dies when this window closes."""
    return bool(s.window == Window.ZERO and s.alive >> seat & 1 and not s.provided >> seat & 1)


def _closed(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    business, mine = top(s), r.seat >= 0 and bool(actors(s) >> r.seat & 1)
    if business == Frame.BALLOT:
        return _ballot(r, mine)
    if business == Frame.DEPARTURE:
        return _departure(r, mine)
    if business == Frame.TIE:
        level = r.t("The vote is tied.") if count_votes(s) else r.t("Nobody voted.")
        if not mine:
            return [f"{level} {r.t('{name} decides.', name=r.names[chief(s)])}", missing(r)]
        dies = r.t("You are chief: whom you name dies, unless a card saves them.")
        return [f"{level} {r.t(WITHOUT[resource(s)])}", missing(r), dies]
    name = r.names[part(s, Choosing.player)]
    if business == Frame.REACTION:
        if r.seat == part(s, Choosing.player):
            stops = r.t("Only Sheet Metal stops the shot.")
            if not holds(s, r.seat, Card.SHEET_METAL):
                stops = r.t("You hold nothing that stops the shot.")
            return [r.t("{name} shoots at you!", name=r.names[part(s, Reaction.shooter)]), stops]
        if r.seat == part(s, Reaction.shooter):
            return [r.t("You shoot at {other}!", other=name)]
        return [r.t("{shooter} shoots at {name}.", shooter=r.names[part(s, Reaction.shooter)], name=name)]
    if not mine:
        return [r.t("{name} is choosing.", name=name)]
    if business == Frame.FEEDING:
        return [r.t("Who gets a ration?"), r.t.plural("{n} ration left.", "{n} rations left.", part(s, Feeding.left))]
    if business == Frame.IMPOSING:
        return [r.t("What must {name} do?", name=r.names[part(s, Choosing.target)])]
    if business == Frame.PUSHING:
        return [r.t("How far must {name} push on?", name=r.names[part(s, Choosing.target)])]
    if business == Frame.PICKING:
        return [r.t("Which of these cards do you take?")]
    return [r.t("{card}: choose a castaway.", card=card_name(part(s, Targets.card), r.t))]


def _ballot(r: Reader[HellapagosState], mine: bool) -> list[str]:
    s = r.state
    if not mine:
        own = s.vote[r.seat] if r.seat >= 0 else 0
        pointed = r.t("You point at {name}.", name=r.names[own - 1]) if 0 < own <= s.seats else ""
        pointed = _forced(r) or pointed
        last = crystal_voter(s)
        if part(s, Ballot.alone) and last >= 0:
            return [_points_last(r, last), missing(r)]
        return [r.t("The castaways point at one of them."), missing(r), pointed, r.t("All hands are shown together.")]
    asked = r.t("{missing} Point at one castaway.", missing=missing(r))
    if s.vote[r.seat]:
        asked = r.t("{missing} Point at another castaway, or at the same.", missing=missing(r))
    return [asked, _safe(r), _last(r)]


def _forced(r: Reader[HellapagosState]) -> str:
    """That the reader's vote, which the table gave for them, could be against one castaway only."""
    s = r.state
    own = s.vote[r.seat] - 1 if r.seat >= 0 else -1
    could = candidates(s) | s.died  # who has died since may have been one
    if own < 0 or s.conch or could & ~(1 << r.seat) != 1 << own:
        return ""
    return r.t("You could only point at {name}: that is your vote.", name=r.names[own])


def _last(r: Reader[HellapagosState]) -> str:
    last = crystal_voter(r.state)
    if last < 0:
        return ""
    return _points_last(r, last)


def _points_last(r: Reader[HellapagosState], seat: int) -> str:
    """Who sees the other votes first, and why."""
    if seat == r.seat:
        return r.t("Your Crystal Ball lets you point last.")
    return r.t("{name} points last, by the Crystal Ball.", name=r.names[seat])


def _safe(r: Reader[HellapagosState]) -> str:
    """Who of those alive cannot be chosen, and why."""
    safe = list(seats_in(r.state.alive & ~candidates(r.state)))
    if not safe:
        return ""
    listed = ", ".join(f"{r.t('you') if seat == r.seat else r.names[seat]} ({_protection(r, seat)})" for seat in safe)
    return r.t("Not to be chosen: {names}.", names=listed)


def _protection(r: Reader[HellapagosState], seat: int) -> str:
    s = r.state
    if s.provided >> seat & 1:
        return r.t("has had a ration")
    if s.conch == seat + 1:
        return r.t("conch")
    return r.t("saved today") if exempt_now(s) >> seat & 1 else r.t("plank")


def _departure(r: Reader[HellapagosState], mine: bool) -> list[str]:
    if mine and part(r.state, Ballot.alone):
        return [r.t("Leave the island now, or stay?"), r.t("You are chief and decide for all.")]
    one = r.t("One who stays keeps everybody here.") if r.state.option[Choice.DEPARTURE] == UNANIMOUS else ""
    if mine:
        most = r.t("The majority decides: all leave together or nobody does.")
        return [r.t("Leave the island now, or stay?"), one or most]
    return [r.t("Does the raft leave? The castaways decide."), one]


def _free_to_give(r: Reader[HellapagosState], name: str, wishes: list[int]) -> str:
    """A wish binds nobody."""
    if not wishes:
        return ""
    wish = {"name": name, "cards": ", ".join(card_name(kind, r.t) for kind in wishes)}
    if all(holds(r.state, r.seat, kind) for kind in wishes):
        return r.t("{name} would like: {cards}. You may give another card.", **wish)
    return r.t("{name} would like: {cards}. You have none: give any other card.", **wish)


def _drafting(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    name = r.names[s.partner[r.seat]]
    if s.draft[r.seat] == Draft.GIFT:
        return [r.t("Which cards do you give {name}?", name=name)]
    if s.draft[r.seat] == Draft.ACCEPTANCE:
        chosen = cards_drafted(s, r.seat)
        wanted = s.wanted[s.partner[r.seat]]
        left = wanted - chosen
        more = r.t.plural("{name} wants {n} more card.", "{name} wants {n} more cards.", left, name=name)
        if not chosen:
            more = r.t.plural("{name} wants {n} card.", "{name} wants {n} cards.", left, name=name)
        wishes = [kind - 1 for kind in s.wish[s.partner[r.seat]] if kind]
        asked = r.t.plural("Which card do you give {name}?", "Which cards do you give {name}?", wanted, name=name)
        return [asked, more, _free_to_give(r, name, wishes)]
    if s.draft[r.seat] == Draft.OFFER_CARDS:
        return [r.t("Which cards do you offer {name}?", name=name)]
    so_far = _offered(r)
    if s.draft[r.seat] == Draft.OFFER_ASK:
        return [r.t("How many cards do you want from {name}?", name=name), so_far]
    if s.draft[r.seat] == Draft.OFFER_CLAIM:
        return [r.t("What do you say you are giving?"), r.t("It need not be true."), so_far]
    wish = r.t("Only a wish: {name} chooses.", name=name)
    return [r.t("What would you like to have from {name}?", name=name), wish, so_far]


def _offered(r: Reader[HellapagosState]) -> str:
    """The offer as far as it is made: the cards, and what is said of them."""
    s = r.state

    def named(kinds: Sequence[int]) -> str:
        return ", ".join(card_name(kind - 1, r.t) for kind in kinds if 0 < kind <= KINDS)

    given, claim, wish = (named(kinds) for kinds in (s.offered[r.seat], s.claim[r.seat], s.wish[r.seat]))
    said = (
        r.t("You give: {cards}.", cards=given) if given else "",
        r.t("You say: {cards}.", cards=claim) if claim else "",
        r.t("You would like: {cards}.", cards=wish) if wish else "",
    )
    return " ".join(filter(None, said))
