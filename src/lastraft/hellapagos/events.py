"""What happens: the kinds of events, each with its parts, its sentences and its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import Emitted
from ..protocol.events import NUMBER, SEAT, Events, Forms, Noun, Plural, Tone, event, plural
from ..protocol.translations import N_
from .codes import WOODING
from .components import BLACK, HURRICANE, IDS
from .names import ACTION_NAMES, CAUSES, CHECK_NAMES, card_name, weather_name
from .state import LEAVE, Check, Window

Sentence = str | Plural
STORES = {
    Check.NONE: "",
    Check.WATER: "water",
    Check.FOOD: "food",
    Check.SEATS: "raft",
    Check.TRIP_WATER: "water",
    Check.TRIP_FOOD: "food",
}
"""What a check takes from."""

CARD = Noun(say=card_name, element=lambda n: f"card-{IDS[n]}", symbol=lambda n: f"art-{IDS[n]}")
OWN_CARD = Noun(say=card_name, element=CARD.element, symbol=CARD.symbol, private=True)
DECK_CARD = Noun(say=card_name, element=lambda n: "deck-0", symbol=CARD.symbol)
DAY = Noun(element=lambda n: f"weather-{n}")
WEATHER = Noun(say=weather_name, symbol=lambda n: "wx-h" if n == HURRICANE else f"wx-{n}")
ACTION = Noun(say=lambda n, t: t(ACTION_NAMES[n]))
CHECK = Noun(
    say=lambda n, t: t(CHECK_NAMES[Check(n)]),
    element=lambda n: f"store-{STORES[Check(n)]}",
    symbol=lambda n: f"i-{STORES[Check(n)]}",
)
SHORTAGE = Noun(say=CHECK.say)
CAUSE = Noun(say=lambda n, t: t(CAUSES[Check(n)]))
BARGAIN = Noun(say=lambda n, t: {"given": n // 10, "wanted": n % 10})
"""How many cards go each way, as 10 * given + wanted."""


def _by(choose: Callable[[Emitted], bool], yes: Forms, no: Forms) -> Callable[[Emitted], Forms]:
    """One of two forms."""
    return lambda e: yes if choose(e) else no


def _about(number: int, all: str, you: str, symbol: str = "", tone: Tone = "", **more: Any) -> Any:
    """An event about a castaway."""
    return event(number, all, you, symbol=symbol, tone=tone, name=SEAT, **more)


def _between(
    number: int, all: Sentence, you: Sentence, other: Sentence, symbol: str = "", tone: Tone = "", **more: Any
) -> Any:
    """An event between two castaways."""
    return event(number, all, you, other, symbol=symbol, tone=tone, name=SEAT, other_=SEAT, **more)


_PAID = {
    Check.WATER: Forms(N_("Everybody drinks. Left over: water {n}.")),
    Check.FOOD: Forms(N_("Everybody eats. Left over: food {n}.")),
}
_SHORT: dict[Check, Sentence] = {
    Check.WATER: N_("Water is {n} short."),
    Check.FOOD: N_("Food is {n} short."),
    Check.SEATS: plural("The raft is {n} seat short.", "The raft is {n} seats short."),
    Check.TRIP_WATER: N_("Water for the trip is {n} short."),
    Check.TRIP_FOOD: N_("Food for the trip is {n} short."),
}
_CALLED = {
    Window.SAVE: Forms(N_("{name} accepts this fate."), N_("You accept your fate.")),
    Window.SHORTAGE: Forms(N_("{name} calls for the vote."), N_("You call for the vote.")),
    Window.DUSK: Forms(N_("{name} has the stores shared out."), N_("You have the stores shared out.")),
    Window.ZERO: Forms(N_("{name} sees that nobody else is fed."), N_("You see that nobody else is fed.")),
    Window.NIGHT: Forms(N_("{name} ends the day."), N_("You end the day.")),
}


class Event(Events):
    ROUND = event(
        1,
        _by(
            lambda e: e.b == HURRICANE,
            Forms(N_("Day {n}: the hurricane is here! This is the last day.")),
            Forms(N_("Day {n}: {weather}.")),
        ),
        n=DAY,
        weather=WEATHER,
    )
    FIRST_PLAYER = _about(2, N_("{name} is the first player."), N_("You are the first player."), "i-first")
    DEALT = _about(3, N_("{name} was dealt {card}."), N_("You were dealt {card}."), card=OWN_CARD)
    BALL = event(
        4,
        _by(
            lambda e: e.b == BLACK,
            Forms(N_("{name} draws the black ball."), N_("You draw the black ball.")),
            Forms(N_("{name} draws a white ball."), N_("You draw a white ball.")),
        ),
        symbol="ball-white",
        name=SEAT,
        ball=NUMBER,
    )
    FISHED = _about(
        5, N_("{name} fishes: food +{n}."), N_("You fish: food +{n}."), "i-food", points=("store-food",), n=NUMBER
    )
    WATERED = _about(
        6,
        N_("{name} collects water: +{n}."),
        N_("You collect water: +{n}."),
        "i-water",
        points=("store-water",),
        n=NUMBER,
    )
    WOOD = _about(
        7, N_("{name} collects wood: +{n}."), N_("You collect wood: +{n}."), "i-wood", points=("store-raft",), n=NUMBER
    )
    BUILT = event(
        8,
        plural("The raft has {n} seat now.", "The raft has {n} seats now."),
        points=("store-raft",),
        symbol="i-raft",
        n=NUMBER,
    )
    BITTEN = _about(
        9, N_("A snake bites {name}, who is sick now!"), N_("A snake bites you: you are sick!"), "i-snake", "grave"
    )
    SEARCHED = _about(
        10, N_("{name} searches the wreckage."), N_("You search the wreckage."), "i-search", points=("place-search",)
    )
    FOUND = _about(
        11,
        N_("{name} searches the wreckage and finds {card}."),
        N_("You search the wreckage and find {card}."),
        card=OWN_CARD,
    )
    RESHUFFLED = event(
        12,
        plural("The discards become a new deck of {n} card.", "The discards become a new deck of {n} cards."),
        points=("deck-0",),
        symbol="card-back",
        n=NUMBER,
    )
    LAID = _about(13, N_("{name} lays down {card}."), N_("You lay down {card}."), card=OWN_CARD)
    COMMON = _about(
        14,
        N_("{name} plays {card} for everybody: +{n}."),
        N_("You play {card} for everybody: +{n}."),
        card=OWN_CARD,
        n=NUMBER,
    )
    WITH_MATCHES = _about(
        15, N_("{name}'s Matches make it harmless."), N_("Your Matches make it harmless."), "art-matches"
    )
    PLAYED = _about(16, N_("{name} plays {card}."), N_("You play {card}."), card=OWN_CARD)
    NAMED = event(
        17,
        _by(
            lambda e: e.a == e.c,
            Forms(N_("{card} is for {name}."), N_("{card} is for you.")),
            Forms(
                N_("{name} names {other} for {card}."),
                N_("You name {other} for {card}."),
                N_("{name} names you for {card}."),
            ),
        ),
        name=SEAT,
        card=OWN_CARD,
        other_=SEAT,
    )
    FED = event(
        18,
        _by(
            lambda e: e.a == e.c,
            Forms(N_("{name} keeps the ration: {card}."), N_("You keep the ration: {card}.")),
            Forms(
                N_("{name} gives {other} a ration: {card}."),
                N_("You give {other} a ration: {card}."),
                N_("{name} gives you a ration: {card}."),
            ),
        ),
        name=SEAT,
        card=OWN_CARD,
        other_=SEAT,
    )
    SICK = _about(19, N_("{name} is sick."), N_("You are sick."), "i-snake", "grave")
    CURED = _about(20, N_("{name} is healthy again."), N_("You are healthy again."), "art-anti_venom")
    BITE_CURED = _about(
        21,
        N_("{name}'s bite is healed, but the bad food keeps {name} sick."),
        N_("Your bite is healed, but you are still sick from what you swallowed."),
        "art-anti_venom",
    )
    RECOVERED = _about(22, N_("{name} has recovered."), N_("You have recovered."), "i-shield")
    WOOD_LOST = event(
        23,
        plural("{n} piece of wood is lost.", "{n} pieces of wood are lost."),
        points=("store-raft",),
        symbol="i-wood",
        n=NUMBER,
    )
    REVIVED = _about(24, N_("{name} is back from the dead!"), N_("You are back from the dead!"), "art-voodoo_doll")
    TURN_GAINED = event(
        25,
        _by(
            lambda e: e.b > 0,
            Forms(N_("{name} has a second turn."), N_("You have a second turn.")),
            Forms(N_("{name} has a turn today."), N_("You have a turn today.")),
        ),
        symbol="i-clock",
        name=SEAT,
        extra=NUMBER,
    )
    IMPOSED = event(
        26,
        _by(
            lambda e: e.b == WOODING and e.c >= 0,
            Forms(
                plural(
                    "{name} must {action} and push on with {n} ball.",
                    "{name} must {action} and push on with {n} balls.",
                ),
                plural("You must {action} and push on with {n} ball.", "You must {action} and push on with {n} balls."),
            ),
            Forms(N_("{name} must {action} today."), N_("You must {action} today.")),
        ),
        symbol="art-pendulum",
        name=SEAT,
        action=ACTION,
        n=NUMBER,
    )
    CHIEF = _about(27, N_("{name} is chief for today."), N_("You are chief for today."), "i-chief")
    STOLE = _between(
        28,
        N_("{name} steals a card from {other}."),
        N_("You steal a card from {other}."),
        N_("{name} steals a card from you."),
        "art-sleeping_pills",
    )
    STOLEN = _between(
        29,
        N_("{name} stole {card} from {other}."),
        N_("You stole {card} from {other}."),
        N_("{name} stole your {card}."),
        card=CARD,
    )
    SAW_HAND = _about(30, N_("{name} holds {card}."), N_("You hold {card}."), card=OWN_CARD)
    SAW_DECK = event(31, N_("On top of the wreckage: {card}."), depth=NUMBER, card=DECK_CARD)
    SAW_WEATHER = event(32, N_("The weather of day {n} will be: {weather}."), n=DAY, weather=WEATHER)
    PICKED = _about(33, N_("{name} takes one of these cards."), N_("You take one of these cards."), "art-flashlight")
    MILLED = event(
        34,
        _by(
            lambda e: e.a >= 0,
            Forms(N_("2 food become water: +{n}.")),
            Forms(N_("2 food become water for the thirsty.")),
        ),
        points=("store-water",),
        symbol="art-vegetable_mill",
        n=NUMBER,
    )
    GRILLED = event(35, N_("The barbecue: food +{n}."), points=("store-food",), symbol="art-cannibal_bbq_kit", n=NUMBER)
    SHOT = _between(
        36, N_("{name} shoots at {other}!"), N_("You shoot at {other}!"), N_("{name} shoots at you!"), "art-gun"
    )
    STOPPED = _about(
        37, N_("{name}'s Sheet Metal stops the shot."), N_("Your Sheet Metal stops the shot."), "art-sheet_metal"
    )
    KILLED = _between(
        38,
        N_("{name} has killed {other} and takes the hand."),
        N_("You have killed {other} and take the hand."),
        N_("{name} has killed you and takes your hand."),
        "i-skull",
        "grave",
    )
    DIED = _about(39, N_("{name} is dead ({what})."), N_("You are dead ({what})."), "i-skull", "grave", what=CAUSE)
    INHERITED = event(
        40,
        plural("{other} inherits {n} card of {name}.", "{other} inherits {n} cards of {name}."),
        you=plural("{other} inherits {n} card of yours.", "{other} inherits {n} cards of yours."),
        other=plural("You inherit {n} card of {name}.", "You inherit {n} cards of {name}."),
        symbol="i-card",
        name=SEAT,
        other_=SEAT,
        n=NUMBER,
    )
    RECEIVED = _between(
        41,
        N_("{other} gets {card} from {name}."),
        N_("{other} gets {card} from you."),
        N_("You get {card} from {name}."),
        card=CARD,
    )
    DISCARDED = _about(
        42, N_("Discarded from {name}'s cards: {card}."), N_("Discarded from your cards: {card}."), card=OWN_CARD
    )
    GAVE = _between(
        43,
        plural("{name} gives {other} {n} card.", "{name} gives {other} {n} cards."),
        plural("You give {other} {n} card.", "You give {other} {n} cards."),
        plural("{name} gives you {n} card.", "{name} gives you {n} cards."),
        "i-gift",
        n=NUMBER,
    )
    OFFERED = _between(
        44,
        N_("{name} offers {other} cards: {given} for {wanted}."),
        N_("You offer {other} cards: {given} for {wanted}."),
        N_("{name} offers you cards: {given} for {wanted}."),
        "i-swap",
        cards=BARGAIN,
    )
    CLAIMED = _between(
        45,
        N_("{name} says to {other} that it is {card}."),
        N_("You say it is {card}."),
        N_("{name} says it is {card}."),
        card=CARD,
    )
    WISHED = _between(
        46,
        N_("{name} would like {card} from {other} for it."),
        N_("You would like {card} for it."),
        N_("{name} would like {card} for it."),
        card=CARD,
    )
    SHOWN = _between(
        47, N_("{name} shows {other} {card}."), N_("You show {card}."), N_("{name} shows {card}."), card=CARD
    )
    DECLINED = _between(
        48,
        N_("{other} declines {name}'s offer."),
        N_("{other} declines your offer."),
        N_("You decline {name}'s offer."),
        "i-swap",
    )
    WITHDREW = _between(
        49,
        N_("{name} withdraws the offer to {other}."),
        N_("You withdraw your offer to {other}."),
        N_("{name} withdraws the offer to you."),
        "i-swap",
    )
    LAPSED = _between(
        50,
        N_("{name}'s offer to {other} has lapsed."),
        N_("Your offer to {other} has lapsed."),
        N_("{name}'s offer to you has lapsed."),
        "i-swap",
    )
    EXCHANGED = _between(
        51,
        N_("{name} and {other} exchange cards: {given} for {wanted}."),
        N_("You and {other} exchange cards: {given} for {wanted}."),
        N_("{name} and you exchange cards: {given} for {wanted}."),
        "i-swap",
        cards=BARGAIN,
    )
    CALLED = event(52, lambda e: _CALLED[Window(e.b)], symbol="i-skull", name=SEAT, window=NUMBER)
    SHORT = event(53, lambda e: Forms(_SHORT[Check(e.a)]), tone="grave", what=CHECK, n=NUMBER)
    EMPTY = event(54, N_("Nothing is left ({what}): whoever is not fed dies."), tone="grave", what=CHECK)
    VOTED = _between(
        55, N_("{name} points at {other}."), N_("You point at {other}."), N_("{name} points at you."), "i-hand"
    )
    NOT_VOTED = _about(56, N_("{name} did not vote in time."), N_("You did not vote in time."), "i-clock")
    TIED = event(57, N_("The vote is level; the chief decides."), symbol="i-chief", name=SEAT)
    DESIGNATED = _about(
        58,
        N_("The vote is against {name} ({what})."),
        N_("The vote is against you ({what})."),
        "i-hand",
        "grave",
        what=SHORTAGE,
    )
    SAVED = _about(59, N_("{name} is saved ({what})."), N_("You are saved ({what})."), "i-shield", what=SHORTAGE)
    LET_OFF = _about(60, N_("{name} is let off."), N_("You are let off."), "i-shield")
    PAID = event(
        61,
        lambda e: _PAID.get(Check(e.a), Forms(N_("Taken aboard for the trip: {what}."))),
        what=CHECK,
        rations=NUMBER,
        n=NUMBER,
    )
    BASKET = event(
        62,
        N_("The Fruit Basket saves everybody; the stores are empty ({what})."),
        symbol="art-fruit_basket",
        what=CHECK,
    )
    SURPLUS = event(63, N_("Rations left over go into the stores ({what}): {n}."), what=CHECK, n=NUMBER)
    SAID = event(
        64,
        _by(
            lambda e: e.b == LEAVE,
            Forms(N_("{name} wants to leave."), N_("You want to leave.")),
            Forms(N_("{name} wants to stay."), N_("You want to stay.")),
        ),
        symbol="i-raft",
        name=SEAT,
        choice=NUMBER,
    )
    STAYED = event(65, N_("The castaways stay."), points=("fire",), symbol="prop-fire")
    LEFT = event(
        66,
        plural("The raft leaves with {n} castaway!", "The raft leaves with {n} castaways!"),
        points=("store-raft",),
        symbol="i-raft",
        n=NUMBER,
    )
    LOST = event(67, N_("Nobody gets away: everybody has lost."), points=("fire",), symbol="i-skull", tone="grave")
    TOOK = _about(68, N_("{name} takes {card}."), N_("You take {card}."), card=OWN_CARD)
