"""The log: what happened, in sentences for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ...kernel import Emitted
from ...protocol import LogLine
from ...protocol.translations import N_, Translator
from ..components import BLACK, HURRICANE
from ..events import Event
from ..names import ACTION_NAMES, CHECK_NAMES, weather_name
from ..rules.actions import WOODING
from ..state import LEAVE, Check, Window
from .cards import card_name
from .pointing import GRAVE, sign, things
from .prompts import short_of

# What each number of an event is: n a name, o another's name, k a card. Then the sentence for the one
# named, for the other one, and for everybody else.
TOLD: dict[Event, tuple[str, str, str, str]] = {
    Event.FIRST_PLAYER: ("n--", N_("You are the first player."), "", N_("{name} is the first player.")),
    Event.DEALT: ("nk-", N_("You were dealt {card}."), "", N_("{name} was dealt {card}.")),
    Event.BITTEN: ("n--", N_("A snake bites you: you are sick!"), "", N_("A snake bites {name}, who is sick now!")),
    Event.SEARCHED: ("n--", N_("You search the wreckage."), "", N_("{name} searches the wreckage.")),
    Event.FOUND: (
        "nk-",
        N_("You search the wreckage and find {card}."),
        "",
        N_("{name} searches the wreckage and finds {card}."),
    ),
    Event.LAID: ("nk-", N_("You lay down {card}."), "", N_("{name} lays down {card}.")),
    Event.WITH_MATCHES: ("n--", N_("Your Matches make it harmless."), "", N_("{name}'s Matches make it harmless.")),
    Event.PLAYED: ("nk-", N_("You play {card}."), "", N_("{name} plays {card}.")),
    Event.NAMED: (
        "nko",
        N_("You name {other} for {card}."),
        N_("{name} names you for {card}."),
        N_("{name} names {other} for {card}."),
    ),
    Event.FED: (
        "nko",
        N_("You give {other} a ration: {card}."),
        N_("{name} gives you a ration: {card}."),
        N_("{name} gives {other} a ration: {card}."),
    ),
    Event.SICK: ("n--", N_("You are sick."), "", N_("{name} is sick.")),
    Event.CURED: ("n--", N_("You are healthy again."), "", N_("{name} is healthy again.")),
    Event.BITE_CURED: (
        "n--",
        N_("Your bite is healed, but you are still sick from what you swallowed."),
        "",
        N_("{name}'s bite is healed, but the bad food keeps {name} sick."),
    ),
    Event.RECOVERED: ("n--", N_("You have recovered."), "", N_("{name} has recovered.")),
    Event.REVIVED: ("n--", N_("You are back from the dead!"), "", N_("{name} is back from the dead!")),
    Event.CHIEF: ("n--", N_("You are chief for today."), "", N_("{name} is chief for today.")),
    Event.STOLE: (
        "no-",
        N_("You steal a card from {other}."),
        N_("{name} steals a card from you."),
        N_("{name} steals a card from {other}."),
    ),
    Event.STOLEN: (
        "nok",
        N_("You stole {card} from {other}."),
        N_("{name} stole your {card}."),
        N_("{name} stole {card} from {other}."),
    ),
    Event.SAW_HAND: ("nk-", N_("You hold {card}."), "", N_("{name} holds {card}.")),
    Event.SAW_DECK: ("-k-", "", "", N_("On top of the wreckage: {card}.")),
    Event.PICKED: ("n--", N_("You take one of these cards."), "", N_("{name} takes one of these cards.")),
    Event.TOOK: ("nk-", N_("You take {card}."), "", N_("{name} takes {card}.")),
    Event.SHOT: ("no-", N_("You shoot at {other}!"), N_("{name} shoots at you!"), N_("{name} shoots at {other}!")),
    Event.STOPPED: ("n--", N_("Your Sheet Metal stops the shot."), "", N_("{name}'s Sheet Metal stops the shot.")),
    Event.KILLED: (
        "no-",
        N_("You have killed {other} and take the hand."),
        N_("{name} has killed you and takes your hand."),
        N_("{name} has killed {other} and takes the hand."),
    ),
    Event.RECEIVED: (
        "nok",
        N_("{other} gets {card} from you."),
        N_("You get {card} from {name}."),
        N_("{other} gets {card} from {name}."),
    ),
    Event.DISCARDED: (
        "nk-",
        N_("Discarded from your cards: {card}."),
        "",
        N_("Discarded from {name}'s cards: {card}."),
    ),
    Event.CLAIMED: (
        "nok",
        N_("You say it is {card}."),
        N_("{name} says it is {card}."),
        N_("{name} says to {other} that it is {card}."),
    ),
    Event.WISHED: (
        "nok",
        N_("You would like {card} for it."),
        N_("{name} would like {card} for it."),
        N_("{name} would like {card} from {other} for it."),
    ),
    Event.SHOWN: ("nok", N_("You show {card}."), N_("{name} shows {card}."), N_("{name} shows {other} {card}.")),
    Event.DECLINED: (
        "no-",
        N_("{other} declines your offer."),
        N_("You decline {name}'s offer."),
        N_("{other} declines {name}'s offer."),
    ),
    Event.WITHDREW: (
        "no-",
        N_("You withdraw your offer to {other}."),
        N_("{name} withdraws the offer to you."),
        N_("{name} withdraws the offer to {other}."),
    ),
    Event.LAPSED: (
        "no-",
        N_("Your offer to {other} has lapsed."),
        N_("{name}'s offer to you has lapsed."),
        N_("{name}'s offer to {other} has lapsed."),
    ),
    Event.VOTED: ("no-", N_("You point at {other}."), N_("{name} points at you."), N_("{name} points at {other}.")),
    Event.NOT_VOTED: ("n--", N_("You did not vote in time."), "", N_("{name} did not vote in time.")),
    Event.LET_OFF: ("n--", N_("You are let off."), "", N_("{name} is let off.")),
    Event.STAYED: ("---", "", "", N_("The castaways stay.")),
    Event.LOST: ("---", "", "", N_("Nobody gets away: everybody has lost.")),
}
CAUSES = {
    Check.NONE: "",
    Check.WATER: N_("thirst"),
    Check.FOOD: N_("hunger"),
    Check.SEATS: N_("no seat on the raft"),
    Check.TRIP_WATER: N_("no water for the trip"),
    Check.TRIP_FOOD: N_("no food for the trip"),
}
"""What somebody dies of."""
SELF = {
    Event.NAMED: (N_("{card} is for you."), N_("{card} is for {name}.")),
    Event.FED: (N_("You keep the ration: {card}."), N_("{name} keeps the ration: {card}.")),
}
"""Where somebody names himself."""
ABOUT_CHECK = {
    Event.DIED: (N_("You are dead ({what})."), N_("{name} is dead ({what}).")),
    Event.DESIGNATED: (N_("The vote is against you ({what})."), N_("The vote is against {name} ({what}).")),
    Event.SAVED: (N_("You are saved ({what})."), N_("{name} is saved ({what}).")),
}


LISTED = frozenset(
    [
        Event.DEALT,
        Event.SAW_HAND,
        Event.SAW_DECK,
        Event.RECEIVED,
        Event.CLAIMED,
        Event.WISHED,
        Event.SHOWN,
        Event.DISCARDED,
    ]
)
"""One after another of the same people, these are one sentence with several cards."""
IMPLIED = {
    Event.GAVE: Event.RECEIVED,
    Event.INHERITED: Event.RECEIVED,
    Event.EXCHANGED: Event.RECEIVED,
    Event.SEARCHED: Event.FOUND,
    Event.PICKED: Event.TOOK,
}
"""What is said already where somebody is told more about it at once."""
FIRST = "i-first"


def log(events: Iterable[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[LogLine]:
    """What a move brought, sentence by sentence: cards of one kind of event are listed, an expedition is one story, the
    hands that point at one castaway are shown together, and a day has a heading."""
    made: list[LogLine] = []
    for group in _grouped(events, reader):
        last = group[-1]
        if last.kind == Event.ROUND:
            at = len(made) - 1 if made and made[-1].symbol == FIRST else len(made)
            made.insert(at, LogLine(t("Day {n}", n=last.a), (f"weather-{last.a}",), "", "heading"))
            made.append(_line(group, t("The sky shows: {weather}.", weather=weather_name(last.b, t)), reader))
            if last.b == HURRICANE:
                made.append(LogLine(t("This is the last day!"), (), sign(last), "grave"))
        elif last.kind != Event.CALLED or last.b == Window.SAVE:  # an early close is told by the prompt while it holds
            made.append(_line(group, _tell_group(group, reader, names, t), reader))
    return made


def _line(group: Sequence[Emitted], said: str, reader: int) -> LogLine:
    """A line with all that its events point at. The sign is that of its end; of an expedition the wood, of a meal the
    water."""
    named = dict.fromkeys(thing for event in group for thing in things(event, reader))
    told = next((event for event in group if event.kind in (Event.WOOD, Event.PAID)), group[-1])
    return LogLine(said, tuple(named), sign(told), "grave" if group[-1].kind in GRAVE else "")


def _grouped(events: Iterable[Emitted], reader: int) -> list[list[Emitted]]:
    """Events that make one sentence; a seat of the raft is told of when the wood for it is home, and the others' hands
    that point at the same castaway are together."""
    groups: list[list[Emitted]] = []
    built: list[list[Emitted]] = []
    hands: dict[int, list[Emitted]] = {}
    for event in events:
        if event.kind == Event.BUILT:
            built.append([event])
            continue
        if event.kind not in (Event.WOOD, Event.BALL):
            groups, built = groups + built, []
        if event.kind == Event.VOTED and event.a != reader:
            if event.b in hands:
                hands[event.b].append(event)
                continue
            hands[event.b] = [event]
            groups.append(hands[event.b])
        elif groups and _goes_on(groups[-1], event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups + built


def _goes_on(group: Sequence[Emitted], event: Emitted) -> bool:
    first, last = group[0], group[-1]
    if event.kind in LISTED and event.kind == last.kind:
        shape = TOLD[Event(event.kind)][0]
        numbers = zip(shape, (last.a, last.b, last.c), (event.a, event.b, event.c), strict=True)
        return all(old == new for sign, old, new in numbers if sign in "no")
    if IMPLIED.get(Event(last.kind)) == event.kind:
        return event.a == last.a
    if event.kind == Event.BALL:
        return last.kind in (Event.WOOD, Event.BALL)
    if last.kind == Event.BALL:
        return event.kind == (Event.WOOD if first.kind == Event.WOOD else Event.FISHED)
    if event.kind == Event.PAID:
        return last.kind == Event.PAID and (last.a, event.a) == (Check.WATER, Check.FOOD)
    return last.kind == Event.BITTEN and event.kind == Event.SICK


def _tell_group(group: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> str:
    first, last = group[0], group[-1]
    balls = sum(event.kind == Event.BALL for event in group)
    if balls and first.kind == Event.WOOD:
        wood = first.b + (last.b if last.kind == Event.WOOD else 0)
        return _tell_push(balls, wood, last.kind == Event.WOOD, "" if first.a == reader else names[first.a], t)
    if len(group) == 2 and first.kind == Event.PAID:
        return t("Everybody drinks and eats. Left over: water {water}, food {food}.", water=first.c, food=last.c)
    if last.kind == Event.VOTED and last.a != reader:
        return _tell_hands(group, reader, names, t)
    if last.kind in LISTED:
        return _told([event for event in group if event.kind == last.kind], reader, names, t)
    return tell(first if last.kind == Event.SICK else last, reader, names, t)


def _tell_hands(group: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> str:
    """Who points at somebody; whoever has two votes may do so twice."""
    *voters, last = dict.fromkeys(names[event.a] for event in group)
    who = t("{cards} and {card}", cards=", ".join(voters), card=last) if voters else last
    target = group[0].b
    if target == reader:
        return t.plural("{names} points at you.", "{names} point at you.", len(voters) + 1, names=who)
    return t.plural(
        "{names} points at {other}.", "{names} point at {other}.", len(voters) + 1, names=who, other=names[target]
    )


def _tell_push(n: int, wood: int, safe: bool, name: str, t: Translator) -> str:
    """How it went with the balls of an expedition for wood, and all that it brought."""
    if safe and name:
        return t.plural(
            "{name} pushes on with {n} ball, a white one: wood +{wood}.",
            "{name} pushes on with {n} balls, all white: wood +{wood}.",
            n,
            name=name,
            wood=wood,
        )
    if safe:
        return t.plural(
            "You push on with {n} ball, a white one: wood +{wood}.",
            "You push on with {n} balls, all white: wood +{wood}.",
            n,
            wood=wood,
        )
    if name:
        return t.plural(
            "{name} collects wood: +{wood}, pushes on with {n} ball and draws the black one.",
            "{name} collects wood: +{wood}, pushes on with {n} balls and draws the black one.",
            n,
            name=name,
            wood=wood,
        )
    return t.plural(
        "You collect wood: +{wood}, push on with {n} ball and draw the black one.",
        "You collect wood: +{wood}, push on with {n} balls and draw the black one.",
        n,
        wood=wood,
    )


def tell(event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    kind = Event(event.kind)
    if kind in SELF and event.a == event.c:
        mine, others = SELF[kind]
        card, name = card_name(event.b, t), names[event.a]
        return t(mine, card=card) if event.a == reader else t(others, card=card, name=name)
    if kind in TOLD:
        return _told([event], reader, names, t)
    if kind in ABOUT_CHECK:
        own, other = ABOUT_CHECK[kind]
        what = t((CAUSES if kind == Event.DIED else CHECK_NAMES)[Check(event.b)])
        return t(own, what=what) if event.a == reader else t(other, name=names[event.a], what=what)
    if kind in (Event.INHERITED, Event.GAVE, Event.OFFERED, Event.EXCHANGED):
        return _tell_cards(event, reader, names, t)
    if kind in (Event.PAID, Event.SHORT, Event.EMPTY, Event.BASKET, Event.SURPLUS):
        return _tell_check(event, t)
    if kind in (Event.ROUND, Event.SAW_WEATHER):
        return _tell_weather(event, t)
    return _tell_seat(event, reader, names, t)


def _told(group: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> str:
    """The sentence of an event, or of several that differ in their card only."""
    shape, own, others, everybody = TOLD[Event(group[0].kind)]
    values: dict[str, str] = {}
    said = everybody
    for i, mark in enumerate(shape):
        number = (group[0].a, group[0].b, group[0].c)[i]
        if mark == "n":
            values["name"] = names[number]
            if number == reader and own:
                said = own
        elif mark == "o":
            values["other"] = names[number]
            if number == reader and others and said != own:
                said = others
        elif mark == "k":
            held = Counter(card_name((event.a, event.b, event.c)[i], t) for event in group)
            cards = [name if n == 1 else f"{n} × {name}" for name, n in held.items()]
            last = cards.pop()
            values["card"] = t("{cards} and {card}", cards=", ".join(cards), card=last) if cards else last
    return t(said, **values)


def _tell_cards(event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    name, other = names[event.a], names[event.b]
    if event.kind == Event.OFFERED:
        given, wanted = event.c // 10, event.c % 10
        values = {"name": name, "other": other, "given": given, "wanted": wanted}
        if event.a == reader:
            return t("You offer {other} cards: {given} for {wanted}.", **values)
        if event.b == reader:
            return t("{name} offers you cards: {given} for {wanted}.", **values)
        return t("{name} offers {other} cards: {given} for {wanted}.", **values)
    if event.kind == Event.EXCHANGED:
        values = {"name": name, "other": other, "given": event.c // 10, "wanted": event.c % 10}
        if event.a == reader:
            return t("You and {other} exchange cards: {given} for {wanted}.", **values)
        if event.b == reader:
            return t("{name} and you exchange cards: {given} for {wanted}.", **values)
        return t("{name} and {other} exchange cards: {given} for {wanted}.", **values)
    if event.kind == Event.INHERITED:
        if event.b == reader:
            return t.plural("You inherit {n} card of {name}.", "You inherit {n} cards of {name}.", event.c, name=name)
        return t.plural(
            "{other} inherits {n} card of {name}.",
            "{other} inherits {n} cards of {name}.",
            event.c,
            name=name,
            other=other,
        )
    if event.a == reader:
        return t.plural("You give {other} {n} card.", "You give {other} {n} cards.", event.c, other=other)
    if event.b == reader:
        return t.plural("{name} gives you {n} card.", "{name} gives you {n} cards.", event.c, name=name)
    return t.plural(
        "{name} gives {other} {n} card.", "{name} gives {other} {n} cards.", event.c, name=name, other=other
    )


def _tell_check(event: Emitted, t: Translator) -> str:
    check = Check(event.a)
    what = t(CHECK_NAMES[check])
    if event.kind == Event.PAID and check == Check.WATER:
        return t("Everybody drinks. Left over: water {n}.", n=event.c)
    if event.kind == Event.PAID and check == Check.FOOD:
        return t("Everybody eats. Left over: food {n}.", n=event.c)
    if event.kind == Event.PAID:
        return t("Taken aboard for the trip: {what}.", what=what)
    if event.kind == Event.SHORT:
        return short_of(check, event.b, t)
    if event.kind == Event.EMPTY:
        return t("Nothing is left ({what}): whoever is not fed dies.", what=what)
    if event.kind == Event.BASKET:
        return t("The Fruit Basket saves everybody; the stores are empty ({what}).", what=what)
    return t("Rations left over go into the stores ({what}): {n}.", what=what, n=event.b)


def _tell_weather(event: Emitted, t: Translator) -> str:
    weather = weather_name(event.b, t)
    if event.kind == Event.SAW_WEATHER:
        return t("The weather of day {n} will be: {weather}.", n=event.a, weather=weather)
    if event.b == HURRICANE:
        return t("Day {n}: the hurricane is here! This is the last day.", n=event.a)
    return t("Day {n}: {weather}.", n=event.a, weather=weather)


def _tell_seat(event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    kind, mine = Event(event.kind), event.a == reader
    if kind in (Event.BUILT, Event.RESHUFFLED, Event.WOOD_LOST, Event.MILLED, Event.GRILLED, Event.TIED, Event.LEFT):
        return _tell_number(kind, event.a, t)
    name = names[event.a]
    if kind == Event.BALL:
        if event.b == BLACK:
            return t("You draw the black ball.") if mine else t("{name} draws the black ball.", name=name)
        return t("You draw a white ball.") if mine else t("{name} draws a white ball.", name=name)
    if kind == Event.FISHED:
        return t("You fish: food +{n}.", n=event.b) if mine else t("{name} fishes: food +{n}.", name=name, n=event.b)
    if kind == Event.WATERED:
        if mine:
            return t("You collect water: +{n}.", n=event.b)
        return t("{name} collects water: +{n}.", name=name, n=event.b)
    if kind == Event.WOOD:
        if mine:
            return t("You collect wood: +{n}.", n=event.b)
        return t("{name} collects wood: +{n}.", name=name, n=event.b)
    if kind == Event.COMMON:
        card = card_name(event.b, t)
        if mine:
            return t("You play {card} for everybody: +{n}.", card=card, n=event.c)
        return t("{name} plays {card} for everybody: +{n}.", name=name, card=card, n=event.c)
    if kind == Event.TURN_GAINED:
        if event.b:
            return t("You have a second turn.") if mine else t("{name} has a second turn.", name=name)
        return t("You have a turn today.") if mine else t("{name} has a turn today.", name=name)
    if kind == Event.IMPOSED:
        return _tell_imposed(event, mine, name, t)
    if kind == Event.CALLED:
        return _tell_call(event, mine, name, t)
    leave = event.b == LEAVE
    if mine:
        return t("You want to leave.") if leave else t("You want to stay.")
    return t("{name} wants to leave.", name=name) if leave else t("{name} wants to stay.", name=name)


def _tell_number(kind: Event, n: int, t: Translator) -> str:
    if kind == Event.BUILT:
        return t.plural("The raft has {n} seat now.", "The raft has {n} seats now.", n)
    if kind == Event.RESHUFFLED:
        return t.plural(
            "The discards become a new deck of {n} card.", "The discards become a new deck of {n} cards.", n
        )
    if kind == Event.WOOD_LOST:
        return t.plural("{n} piece of wood is lost.", "{n} pieces of wood are lost.", n)
    if kind == Event.MILLED:
        return t("2 food become water: +{n}.", n=n) if n >= 0 else t("2 food become water for the thirsty.")
    if kind == Event.GRILLED:
        return t("The barbecue: food +{n}.", n=n)
    if kind == Event.LEFT:
        return t.plural("The raft leaves with {n} castaway!", "The raft leaves with {n} castaways!", n)
    return t("The vote is level; the chief decides.")


def _tell_imposed(event: Emitted, mine: bool, name: str, t: Translator) -> str:
    action = t(ACTION_NAMES[event.b])
    if event.b == WOODING and event.c >= 0:
        if mine:
            return t.plural(
                "You must {action} and push on with {n} ball.",
                "You must {action} and push on with {n} balls.",
                event.c,
                action=action,
            )
        return t.plural(
            "{name} must {action} and push on with {n} ball.",
            "{name} must {action} and push on with {n} balls.",
            event.c,
            name=name,
            action=action,
        )
    if mine:
        return t("You must {action} today.", action=action)
    return t("{name} must {action} today.", name=name, action=action)


def _tell_call(event: Emitted, mine: bool, name: str, t: Translator) -> str:
    if event.b == Window.SAVE:
        return t("You accept your fate.") if mine else t("{name} accepts this fate.", name=name)
    if event.b == Window.SHORTAGE:
        return t("You call for the vote.") if mine else t("{name} calls for the vote.", name=name)
    if event.b == Window.DUSK:
        return t("You have the stores shared out.") if mine else t("{name} has the stores shared out.", name=name)
    if event.b == Window.ZERO:
        return t("You see that nobody else is fed.") if mine else t("{name} sees that nobody else is fed.", name=name)
    return t("You end the day.") if mine else t("{name} ends the day.", name=name)
