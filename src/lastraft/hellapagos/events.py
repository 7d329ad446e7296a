"""What happens: the kinds of events, each with its parts, its sentences and its picture."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..kernel import Emitted
from ..protocol.events import NUMBER, SEAT, Events, Forms, Noun, Plural, Tone, event, plural
from ..protocol.reader import Listener
from ..protocol.staging import Step, cue
from ..protocol.translations import N_
from .codes import WOODING
from .components import BALLS, BLACK, FISH, HURRICANE, IDS, RATION_CARDS, RATIONS, RESOURCE, WATER
from .names import ACTION_NAMES, CAUSES, CHECK_NAMES, card_name, their_line, usual_line, weather_name
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

CARD = Noun(say=card_name, about=usual_line, element=lambda n: f"card-{IDS[n]}", symbol=lambda n: f"art-{IDS[n]}")
OWN_CARD = replace(CARD, private=True)
DECK_CARD = replace(CARD, element=lambda n: "deck-0")
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


def _about(all: str, you: str, symbol: str = "", tone: Tone = "", **more: Any) -> Any:
    """An event about a castaway."""
    return event(all, you, symbol=symbol, tone=tone, name=SEAT, **more)


def _between(all: Sentence, you: Sentence, other: Sentence, symbol: str = "", tone: Tone = "", **more: Any) -> Any:
    """An event between two castaways."""
    return event(all, you, other, symbol=symbol, tone=tone, name=SEAT, other_=SEAT, **more)


_PAID = {
    Check.WATER: Forms(N_("Everybody drinks. Left over: water {n}.")),
    Check.FOOD: Forms(N_("Everybody eats. Left over: food {n}.")),
    Check.TRIP_WATER: Forms(N_("Water for the trip is aboard.")),
    Check.TRIP_FOOD: Forms(N_("Food for the trip is aboard.")),
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


def _fed(e: Emitted) -> Forms:
    """Who is fed, and with what: what one keeps for oneself is drunk or eaten."""
    if e.a != e.c:
        return Forms(
            N_("{name} gives {other} a ration: {card}."),
            N_("You give {other} a ration: {card}."),
            N_("{name} gives you a ration: {card}."),
        )
    if e.b >= RATION_CARDS:
        return Forms(N_("{name} keeps this for themselves: {card}."), N_("You keep this for yourself: {card}."))
    if RESOURCE[e.b] == WATER:
        return Forms(N_("{name} drinks the {card}."), N_("You drink the {card}."))
    return Forms(N_("{name} eats the {card}."), N_("You eat the {card}."))


BACK = "card-back"
SEEN_ALONE = (cue("card", 2000, "card", face="card"),)
"""What one seat looks at: long enough to be read."""
SEEN_AND_KEPT = (cue("card", 2000, "card", face="card", kept=1),)
"""The same, until it is dismissed: nothing of the board shows all of it afterwards."""


def _dawn(e: Emitted) -> tuple[Step, ...]:
    if e.b == HURRICANE:
        rises = (cue("tint", 1600, "storm", paint="storm"), cue("shake", 1600, by=8))
        return (rises, (cue("tint", 2400, "storm", paint="storm"), cue("card", 2400, face="weather")))
    return (cue("tint", 600, "dawn", paint="dawn"), (cue("glide", 300), cue("card", 900, face="weather")))


def _ball(e: Emitted) -> tuple[Step, ...]:
    black = e.b == BLACK and not e.c
    face = f"ball-{e.c}" if e.c > 0 else "ball-black" if e.b == BLACK else "ball-white"
    return (cue("roll", 900, "snake" if black else "ball", face=face, among=("prop-bag",)),)


HEIR = Forms(N_("You inherit from {name}: {card}."))
"""What the heir learns of what they get from the dead."""
_FISHES = (N_("{name} fishes…"), N_("You fish…"))
_PUSHES = (
    N_("{name} goes for {n} more wood: {odds} in {all} it is safe."),
    N_("You go for {n} more wood: {odds} in {all} it is safe."),
)
"""What is said while balls are drawn: of somebody else, and of the reader."""


def _gain(start: str, store: str, sound: str) -> tuple[Step, ...]:
    """Something is brought to a store."""
    return ((cue("fly", 700, sound, start=start, to=store), cue("count", 700, at=store, n="n")),)


def _died(who: str) -> tuple[Step, ...]:
    """A castaway dies: their light goes out."""
    return (
        (cue("spotlight", 1300, of=who), cue("fade", 1300, "death", of=who, way="up"), cue("tint", 1300, paint="dark")),
        (cue("glide", 300), cue("card", 1700)),
    )


def _reprieved() -> tuple[Step, ...]:
    """A castaway lives after all."""
    return ((cue("rise", 1500, "rescue", at="name"), cue("spotlight", 1500, of="name"), cue("card", 1500)),)


_SHOT = (
    (cue("spotlight", 1400, "drum", of="name"), cue("rise", 1400, at="name", spin=1), cue("tint", 1400, paint="dark")),
    (cue("point", 1000, "shot", start="name", to="other"), cue("spotlight", 1000, of="other"), cue("shake", 350, by=7)),
)
"""A gun is drawn; a moment later there is a bang."""


def _handed(start: str, to: str, face: str = BACK) -> tuple[Step, ...]:
    """A card goes from hand to hand."""
    return (cue("fly", 700, "card", start=start, to=to, face=face),)


def _exchanged(e: Emitted) -> tuple[Step, ...]:
    """Cards go both ways, unless nothing is wanted for them."""
    there = cue("fly", 800, "card", start="name", to="other", face=BACK)
    return ((there, cue("fly", 800, start="other", to="name", face=BACK)) if e.c % 10 else there,)


def _played(ms: int) -> tuple[Step, ...]:
    """A card is played: large for the others, at their place for those who play it."""
    return (
        (cue("card", ms, "card", own=False, face="card"), cue("rise", 600, "card", own=True, at="name", face="card")),
    )


def _shared(e: Emitted) -> tuple[Step, ...]:
    """A card is played for everybody, and goes to its store."""
    store = "store-water" if RESOURCE[e.b] == WATER else "store-food"
    return (*_played(900), (cue("fly", 700, start="name", to=store, face="card"), cue("count", 700, at=store, n="n")))


def _store(e: Emitted) -> str:
    """The store that a check takes from."""
    return f"store-{STORES[Check(e.a)]}"


class Event(Events):
    @classmethod
    def as_shown(cls, events: Sequence[Emitted]) -> Sequence[Emitted]:
        """Wood with what pushing on brought is one gain, as the log tells it, once the balls are out, and before the
        seats that it builds; a ration that one keeps for oneself is drunk or eaten, not played before; fish are on the
        balls, also on the black one, which is no snake then; a bite says what it does; who inherits sees the cards."""
        if any(e.kind == cls.FISHED for e in events):
            events = [e._replace(c=-1 if e.b == BLACK else FISH[e.b]) if e.kind == cls.BALL else e for e in events]
        if any(e.kind == cls.BITTEN for e in events):
            events = [e for e in events if e.kind != cls.SICK]
        heirs = {(e.a, e.b) for e in events if e.kind == cls.RECEIVED}
        events = [e for e in events if e.kind != cls.INHERITED or (e.a, e.b) not in heirs]
        own = any(e.kind == cls.FED and e.a == e.c for e in events)
        events = [e for e in events if not (own and e.kind == cls.PLAYED and RATIONS[e.b] == 1)]
        built = [e for e in events if e.kind == cls.BUILT and any(each.kind == cls.WOOD for each in events)]
        events = [e for e in events if e not in built]
        wood = [i for i, e in enumerate(events) if e.kind == cls.WOOD]
        if not wood:
            return events
        last = wood[-1]
        whole = events[last]._replace(b=sum(events[i].b for i in wood))
        before = [e for i, e in enumerate(events[:last]) if i not in wood]
        return [*before, whole, *built, *events[last + 1 :]]

    @classmethod
    def about(cls, group: Sequence[Emitted], listener: Listener) -> str:
        """Of a card that somebody else plays, what it does for them."""
        first = group[0]
        if first.kind in (cls.LAID, cls.PLAYED) and first.a != listener.seat:
            return their_line(first.b, listener.t)
        return super().about(group, listener)

    @classmethod
    def said(cls, events: Sequence[Emitted], listener: Listener) -> str:
        """The cards that are looked at, or got from somebody, together are one sentence."""
        if events[0].kind not in (cls.SAW_HAND, cls.SAW_DECK, cls.RECEIVED):
            return super().said(events, listener)
        alike = itertools.groupby(events, lambda e: e.a if e.kind == cls.RECEIVED else -1)
        return " ".join(cls._with_cards(list(group), listener) for _, group in alike)

    @classmethod
    def caption(cls, events: Sequence[Emitted], shown: Sequence[Emitted], listener: Listener) -> str:
        """What one inherits is one sentence; what others do is told in the log alone."""
        if shown[0].kind == cls.INHERITED:
            return ""
        dead = {e.a for e in events if e.kind == cls.INHERITED and e.b == listener.seat}
        if shown[0].kind != cls.RECEIVED or not dead:
            return cls.said(shown, listener)
        givers = [list(group) for _, group in itertools.groupby(shown, lambda e: e.a)]
        return " ".join(cls._with_cards(each, listener, HEIR if each[0].a in dead else None) for each in givers)

    @classmethod
    def _with_cards(cls, events: Sequence[Emitted], listener: Listener, forms: Forms | None = None) -> str:
        kind = cls(events[0].kind)
        cards = [kind.values(e, listener)["card"] for e in events]
        counted = [card if n == 1 else f"{n} × {card}" for card, n in Counter(cards).items()]
        return kind.sentence(events[0], listener, forms, card=", ".join(counted))

    @classmethod
    def stake(cls, events: Sequence[Emitted], rolled: Sequence[Emitted], listener: Listener) -> str:
        """Who draws balls, for what, and how likely it is."""
        fishes = any(e.kind == cls.FISHED for e in events)
        forms = _FISHES if fishes else _PUSHES
        said = forms[rolled[0].a == listener.seat]
        n, name = len(rolled), listener.names[rolled[0].a]
        return listener.t(said, name=name, n=n, odds=BALLS - n, all=BALLS)

    ROUND = event(
        _by(
            lambda e: e.b == HURRICANE,
            Forms(N_("Day {n}: the hurricane is here! This is the last day.")),
            Forms(N_("Day {n}: {weather}.")),
        ),
        stage=_dawn,
        scene=lambda e: e.b == HURRICANE,
        n=DAY,
        weather=WEATHER,
    )
    FIRST_PLAYER = _about(
        N_("{name} is the first player."),
        N_("You are the first player."),
        "i-first",
        stage=(cue("rise", 600, "card", at="name"),),
    )
    DEALT = _about(
        N_("{name} was dealt {card}."),
        N_("You were dealt {card}."),
        stage=_handed("deck-0", "name", "card"),
        card=OWN_CARD,
    )
    BALL = event(
        _by(
            lambda e: e.b == BLACK,
            Forms(N_("{name} draws the black ball."), N_("You draw the black ball.")),
            Forms(N_("{name} draws a white ball."), N_("You draw a white ball.")),
        ),
        symbol="ball-white",
        stage=_ball,
        name=SEAT,
        ball=NUMBER,
    )
    FISHED = _about(
        N_("{name} fishes: food +{n}."),
        N_("You fish: food +{n}."),
        "i-food",
        points=("store-food",),
        stage=_gain("place-fish", "store-food", "splash"),
        n=NUMBER,
    )
    WATERED = _about(
        N_("{name} fetches water: +{n}."),
        N_("You fetch water: +{n}."),
        "i-water",
        points=("store-water",),
        stage=_gain("place-water", "store-water", "splash"),
        n=NUMBER,
    )
    WOOD = _about(
        N_("{name} fetches wood: +{n}."),
        N_("You fetch wood: +{n}."),
        "i-wood",
        points=("store-raft",),
        stage=_gain("place-wood", "store-raft", "wood"),
        n=NUMBER,
    )
    BUILT = event(
        plural("The raft has {n} seat now.", "The raft has {n} seats now."),
        points=("store-raft",),
        symbol="i-raft",
        stage=((cue("glide", 300, "build"), cue("spotlight", 800, of="store-raft")),),
        n=NUMBER,
    )
    BITTEN = _about(
        N_("A snake bites {name}: sick, no vote tonight, no action tomorrow!"),
        N_("A snake bites you: you are sick, no vote tonight, no action tomorrow!"),
        "i-snake",
        "grave",
        stage=(
            (cue("shake", 300, by=3), cue("spotlight", 900, of="name"), cue("rise", 900, "snake", at="name")),
            cue("card", 1400),
        ),
    )
    SEARCHED = _about(
        N_("{name} searches the wreck."),
        N_("You search the wreck."),
        "i-search",
        points=("place-search",),
        stage=(cue("fly", 800, "card", start="place-search", to="name", face=BACK),),
    )
    FOUND = _about(
        N_("{name} searches the wreck and finds: {card}."),
        N_("You search the wreck and find: {card}."),
        stage=(cue("card", 1100, "card", face="card"),),
        card=OWN_CARD,
    )
    RESHUFFLED = event(
        plural("The discards become a new deck of {n} card.", "The discards become a new deck of {n} cards."),
        points=("deck-0",),
        symbol="card-back",
        stage=(cue("rise", 700, "shuffle", at="deck-0"),),
        n=NUMBER,
    )
    LAID = _about(N_("{name} lays out the {card}."), N_("You lay out the {card}."), stage=_played(1800), card=OWN_CARD)
    COMMON = _about(
        N_("{name} plays {card} for everybody: +{n}."),
        N_("You play {card} for everybody: +{n}."),
        stage=_shared,
        scene=True,
        card=OWN_CARD,
        n=NUMBER,
    )
    WITH_MATCHES = _about(
        N_("{name}'s Matches make it harmless."),
        N_("Your Matches make it harmless."),
        "art-matches",
        stage=(cue("rise", 400, "whoosh", at="name"),),
    )
    PLAYED = _about(N_("{name} plays {card}."), N_("You play {card}."), stage=_played(1800), scene=True, card=OWN_CARD)
    NAMED = event(
        _by(
            lambda e: e.a == e.c,
            Forms(N_("{card} is for {name}."), N_("{card} is for you.")),
            Forms(
                N_("{card}: {name} chooses {other}."),
                N_("{card}: you choose {other}."),
                N_("{card}: {name} chooses you."),
            ),
        ),
        stage=(cue("point", 500, start="name", to="other"),),
        name=SEAT,
        card=OWN_CARD,
        other_=SEAT,
    )
    FED = event(
        _fed,
        stage=((cue("fly", 800, "rescue", start="name", to="other", face="card"), cue("spotlight", 900, of="other")),),
        scene=lambda e: e.a != e.c,
        name=SEAT,
        card=OWN_CARD,
        other_=SEAT,
    )
    SICK = _about(
        N_("{name} is sick."),
        N_("You are sick."),
        "i-sleep",
        "grave",
        stage=(cue("rise", 900, "snake", at="name"), cue("card", 1200, own=True)),
    )
    CURED = _about(
        N_("{name} is healthy again."),
        N_("You are healthy again."),
        "art-anti_venom",
        stage=(cue("rise", 600, "heal", at="name"),),
    )
    BITE_CURED = _about(
        N_("{name}'s bite is healed, but the bad food keeps {name} sick."),
        N_("Your bite is healed, but you are still sick from what you swallowed."),
        "art-anti_venom",
        stage=(cue("rise", 600, "heal", at="name"),),
    )
    RECOVERED = _about(
        N_("{name} has recovered."), N_("You have recovered."), "i-shield", stage=(cue("rise", 600, "heal", at="name"),)
    )
    WOOD_LOST = event(
        plural("{n} piece of wood is lost.", "{n} pieces of wood are lost."),
        points=("store-raft",),
        symbol="i-wood",
        stage=(
            (
                cue("fly", 600, "crash", start="store-raft", to="place-wood"),
                cue("count", 600, at="store-raft", n=lambda e: -e.a),
            ),
        ),
        n=NUMBER,
    )
    REVIVED = _about(
        N_("{name} is back from the dead!"),
        N_("You are back from the dead!"),
        "art-voodoo_doll",
        stage=(cue("tint", 600, "dawn", paint="dark"), (cue("glide", 300), cue("card", 1800))),
        scene=True,
    )
    TURN_GAINED = event(
        _by(
            lambda e: e.b > 0,
            Forms(N_("{name} has a second turn."), N_("You have a second turn.")),
            Forms(N_("{name} has a turn today."), N_("You have a turn today.")),
        ),
        symbol="i-clock",
        stage=(cue("rise", 500, "card", at="name"),),
        name=SEAT,
        extra=NUMBER,
    )
    IMPOSED = event(
        _by(
            lambda e: e.b == WOODING and e.c >= 0,
            Forms(
                plural(
                    "{name} must {action} and push their luck with {n} ball.",
                    "{name} must {action} and push their luck with {n} balls.",
                ),
                plural(
                    "You must {action} and push your luck with {n} ball.",
                    "You must {action} and push your luck with {n} balls.",
                ),
            ),
            Forms(N_("{name} must {action} today."), N_("You must {action} today.")),
        ),
        symbol="art-pendulum",
        stage=(cue("rise", 500, "card", at="name"),),
        name=SEAT,
        action=ACTION,
        n=NUMBER,
    )
    CHIEF = _about(
        N_("{name} is chief for today, and nobody may point at them."),
        N_("You are chief for today, and nobody may point at you."),
        "i-chief",
        stage=((cue("rise", 800, "conch", at="name"), cue("spotlight", 800, of="name")),),
    )
    STOLE = _between(
        N_("{name} steals a card from {other}."),
        N_("You steal a card from {other}."),
        N_("{name} steals a card from you."),
        "art-sleeping_pills",
        stage=(
            (
                cue("point", 400, "whoosh", start="name", to="other"),
                cue("fly", 800, start="other", to="name", face=BACK),
            ),
        ),
    )
    STOLEN = _between(
        N_("{name} stole {card} from {other}."),
        N_("You stole {card} from {other}."),
        N_("{name} stole your {card}."),
        stage=(cue("card", 1000, face="card"),),
        card=CARD,
    )
    SAW_HAND = _about(
        N_("{name} holds {card}."), N_("You hold {card}."), stage=SEEN_AND_KEPT, in_turn=True, scene=True, card=OWN_CARD
    )
    SAW_DECK = event(N_("On top of the wreck: {card}."), stage=SEEN_ALONE, scene=True, depth=NUMBER, card=DECK_CARD)
    SAW_WEATHER = event(
        N_("The weather of day {n} will be: {weather}."),
        stage=(cue("card", 2000, "card", face="weather", kept=1),),
        scene=True,
        n=DAY,
        weather=WEATHER,
    )
    PICKED = _about(
        N_("{name} takes one of these cards."),
        N_("You take one of these cards."),
        "art-flashlight",
        stage=_handed("deck-0", "name"),
    )
    MILLED = event(
        _by(
            lambda e: e.a >= 0,
            Forms(N_("2 food become water: +{n}.")),
            Forms(N_("2 food become water for the thirsty.")),
        ),
        points=("store-water",),
        symbol="art-vegetable_mill",
        stage=_gain("store-food", "store-water", "splash"),
        n=NUMBER,
    )
    GRILLED = event(
        N_("Tonight's dead are grilled and eaten: food +{n}."),
        points=("store-food",),
        symbol="art-cannibal_bbq_kit",
        stage=_gain("fire", "store-food", "splash"),
        n=NUMBER,
    )
    SHOT = _between(
        N_("{name} shoots at {other}!"),
        N_("You shoot at {other}!"),
        N_("{name} shoots at you!"),
        "art-gun",
        stage=_SHOT,
        scene=True,
    )
    STOPPED = _about(
        N_("{name}'s Sheet Metal stops the shot."),
        N_("Your Sheet Metal stops the shot."),
        "art-sheet_metal",
        stage=((cue("rise", 1600, "metal", at="name"), cue("shake", 250, by=3), cue("card", 1600)),),
        scene=True,
    )
    KILLED = _between(
        N_("{name} has killed {other} and takes their cards."),
        N_("You have killed {other} and take their cards."),
        N_("{name} has killed you and takes your cards."),
        "i-skull",
        "grave",
        stage=(*_died("other"), cue("fly", 800, "card", start="other", to="name", face=BACK)),
        scene=True,
    )
    DIED = _about(
        N_("{name} is dead: {what}."),
        N_("You are dead: {what}."),
        "i-skull",
        "grave",
        stage=_died("name"),
        in_turn=True,
        scene=True,
        what=CAUSE,
    )
    INHERITED = event(
        plural(
            "{other} inherits {n} card of {name} as a neighbour.",
            "{other} inherits {n} cards of {name} as a neighbour.",
        ),
        you=plural(
            "{other} inherits {n} card of yours as a neighbour.", "{other} inherits {n} cards of yours as a neighbour."
        ),
        other=plural(
            "You inherit {n} card of {name} as a neighbour.", "You inherit {n} cards of {name} as a neighbour."
        ),
        symbol="i-card",
        stage=_handed("name", "other"),
        name=SEAT,
        other_=SEAT,
        n=NUMBER,
    )
    RECEIVED = _between(
        N_("{other} gets {card} from {name}."),
        N_("{other} gets {card} from you."),
        N_("You get {card} from {name}."),
        stage=_handed("name", "other", "card"),
        card=CARD,
    )
    DISCARDED = _about(
        N_("{name} discards: {card}."),
        N_("You discard: {card}."),
        stage=(cue("fly", 400, "card", start="name", to="deck-0", face="card"),),
        card=OWN_CARD,
    )
    GAVE = _between(
        plural("{name} gives {other} {n} card.", "{name} gives {other} {n} cards."),
        plural("You give {other} {n} card.", "You give {other} {n} cards."),
        plural("{name} gives you {n} card.", "{name} gives you {n} cards."),
        "i-gift",
        stage=_handed("name", "other"),
        n=NUMBER,
    )
    OFFERED = event(
        _by(
            lambda e: e.c % 10 > 0,
            Forms(
                N_("{name} offers {other} cards: {given} for {wanted}."),
                N_("You offer {other} cards: {given} for {wanted}."),
                N_("{name} offers you cards: {given} for {wanted}."),
            ),
            Forms(
                N_("{name} offers {other} cards for nothing: {given}."),
                N_("You offer {other} cards for nothing: {given}."),
                N_("{name} offers you cards for nothing: {given}."),
            ),
        ),
        symbol="i-swap",
        stage=(cue("point", 500, "offer", start="name", to="other"),),
        name=SEAT,
        other_=SEAT,
        cards=BARGAIN,
    )
    CLAIMED = _between(
        N_("{name} tells {other}: “{card}”."),
        N_("You say: “{card}”."),
        N_("{name} says: “{card}”."),
        stage=(),
        card=CARD,
    )
    WISHED = _between(
        N_("{name} would like for it from {other}: {card}."),
        N_("You would like for it: {card}."),
        N_("{name} would like for it: {card}."),
        stage=(),
        card=CARD,
    )
    SHOWN = _between(
        N_("{name} shows {other} {card}."),
        N_("You show {card}."),
        N_("{name} shows {card}."),
        stage=(cue("rise", 600, at="name", face="card"),),
        card=CARD,
    )
    DECLINED = _between(
        N_("{other} declines {name}'s offer."),
        N_("{other} declines your offer."),
        N_("You do not take {name}'s offer."),
        "i-swap",
        stage=(
            (cue("point", 500, start="other", to="name", own=True), cue("rise", 1100, "card", at="other", own=True)),
        ),
    )
    WITHDREW = _between(
        N_("{name} withdraws the offer to {other}."),
        N_("You withdraw your offer to {other}."),
        N_("{name} withdraws the offer to you."),
        "i-swap",
        stage=(),
    )
    LAPSED = _between(
        N_("{name}'s offer to {other} has lapsed."),
        N_("Your offer to {other} has lapsed."),
        N_("{name}'s offer to you has lapsed."),
        "i-swap",
        stage=(),
    )
    EXCHANGED = event(
        _by(
            lambda e: e.c % 10 > 0,
            Forms(
                N_("{name} and {other} exchange cards: {given} for {wanted}."),
                N_("You and {other} exchange cards: {given} for {wanted}."),
                N_("{name} and you exchange cards: {given} for {wanted}."),
            ),
            Forms(
                N_("{other} takes {name}'s cards for nothing: {given}."),
                N_("{other} takes your cards for nothing: {given}."),
                N_("You take {name}'s cards for nothing: {given}."),
            ),
        ),
        symbol="i-swap",
        stage=_exchanged,
        name=SEAT,
        other_=SEAT,
        cards=BARGAIN,
    )
    CALLED = event(lambda e: _CALLED[Window(e.b)], symbol="i-skull", tone="holds", stage=(), name=SEAT, window=NUMBER)
    SHORT = event(
        lambda e: Forms(_SHORT[Check(e.a)]),
        tone="grave",
        stage=((cue("shake", 400, "drum", by=2), cue("spotlight", 800, of="what")),),
        what=CHECK,
        n=NUMBER,
    )
    EMPTY = event(
        N_("Nothing is left ({what}): whoever gets no ration dies."),
        tone="grave",
        stage=(cue("spotlight", 600, "drum", of="what"), cue("card", 1200)),
        what=CHECK,
    )
    VOTED = _between(
        N_("{name} points at {other}."),
        N_("You point at {other}."),
        N_("{name} points at you."),
        "i-hand",
        stage=(cue("glide", 1200, "vote"),),
    )
    NOT_VOTED = _about(
        N_("{name} did not vote in time."),
        N_("You did not vote in time."),
        "i-clock",
        stage=(cue("rise", 400, at="name"),),
    )
    TIED = _about(
        N_("The vote is tied; {name} decides as chief."),
        N_("The vote is tied; you decide as chief."),
        "i-hand",
        stage=(cue("spotlight", 700, "drum", of="name"),),
    )
    DESIGNATED = _about(
        N_("The vote is against {name}."),
        N_("The vote is against you."),
        "i-hand",
        "grave",
        stage=((cue("spotlight", 900, "death", of="name"), cue("tint", 900, paint="dark")), cue("card", 1200)),
        what=SHORTAGE,
    )
    SAVED = _about(
        N_("{name} is saved."), N_("You are saved."), "i-shield", stage=_reprieved(), scene=True, what=SHORTAGE
    )
    LET_OFF = _about(N_("{name} is let off."), N_("You are let off."), "i-shield", stage=_reprieved(), scene=True)
    PAID = event(
        lambda e: _PAID[Check(e.a)],
        stage=((cue("glide", 500, "meal"), cue("count", 800, at=_store, n=lambda e: -e.b)),),
        what=CHECK,
        rations=NUMBER,
        n=NUMBER,
    )
    BASKET = event(
        N_("The Fruit Basket saves everybody; the stores are empty ({what})."),
        symbol="art-fruit_basket",
        stage=(cue("card", 1100, "rescue"),),
        what=CHECK,
    )
    SURPLUS = event(
        N_("Rations left over go into the stores ({what}): {n}."),
        stage=(cue("count", 700, "splash", at=_store, n="n"),),
        what=CHECK,
        n=NUMBER,
    )
    SAID = event(
        _by(
            lambda e: e.b == LEAVE,
            Forms(N_("{name} wants to leave."), N_("You want to leave.")),
            Forms(N_("{name} wants to stay."), N_("You want to stay.")),
        ),
        symbol="i-raft",
        stage=(cue("rise", 900, "vote", at="name", face=lambda e: "i-raft" if e.b == LEAVE else "prop-fire"),),
        name=SEAT,
        choice=NUMBER,
    )
    STAYED = event(
        N_("The castaways stay."), points=("fire",), symbol="prop-fire", stage=(cue("spotlight", 500, of="fire"),)
    )
    LEFT = event(
        plural("The raft leaves with {n} castaway!", "The raft leaves with {n} castaways!"),
        points=("store-raft",),
        symbol="i-raft",
        stage=((cue("tint", 1600, "end", paint="gold"), cue("card", 2000)),),
        n=NUMBER,
    )
    LOST = event(
        N_("Nobody gets away: everybody has lost."),
        points=("fire",),
        symbol="i-skull",
        tone="grave",
        stage=((cue("tint", 1200, "storm", paint="storm"), cue("card", 1800)),),
    )
    TOOK = _about(
        N_("{name} takes {card}."), N_("You take {card}."), stage=_handed("deck-0", "name", "card"), card=OWN_CARD
    )
    # No rule emits this (see `log.aftermath`): what somebody got is not what the offer said.
    BELIED = event(
        N_("{name} lied to {other}: that should have been {card}."),
        other=N_("{name} lied: that should have been {card}."),
        symbol="i-swap",
        stage=(),
        name=SEAT,
        other_=SEAT,
        card=replace(CARD, element=lambda n: ""),
    )
