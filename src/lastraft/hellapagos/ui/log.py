"""The log: events that belong together are one line."""

from collections import Counter
from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import Forms, Listener, LogLine, plural
from ...protocol.translations import N_, Translator
from ..components import HURRICANE, RATIONS
from ..events import HEIR, Event
from ..names import weather_name
from ..state import MAX_CASTAWAYS, Check, HellapagosState, Window

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
        Event.BELIED,
    ]
)
"""One after another of the same people, these are one sentence with several cards."""
IMPLIED = {
    Event.GAVE: Event.RECEIVED,
    Event.INHERITED: Event.RECEIVED,
    Event.EXCHANGED: Event.RECEIVED,
    Event.SEARCHED: Event.FOUND,
    Event.PICKED: Event.TOOK,
    Event.STOLE: Event.STOLEN,
    Event.PLAYED: Event.FED,
}
"""What is said already where the reader is told more about it at once."""
PUSHED = Forms(
    plural(
        "{name} pushes their luck with {n} more ball, a white one: wood +{wood}.",
        "{name} pushes their luck with {n} more balls, all white: wood +{wood}.",
    ),
    plural(
        "You push your luck with {n} more ball, a white one: wood +{wood}.",
        "You push your luck with {n} more balls, all white: wood +{wood}.",
    ),
)
PUSHED_TOO_FAR = Forms(
    plural(
        "{name} fetches wood: +{wood}, pushes their luck with {n} more ball and draws the black one.",
        "{name} fetches wood: +{wood}, pushes their luck with {n} more balls and draws the black one.",
    ),
    plural(
        "You fetch wood: +{wood}, push your luck with {n} more ball and draw the black one.",
        "You fetch wood: +{wood}, push your luck with {n} more balls and draw the black one.",
    ),
)
POINTED = Forms(
    plural("{names} points at {other}.", "{names} point at {other}."),
    other=plural("{names} points at you.", "{names} point at you."),
)


LAST_DAY = N_("This is the last day!")

SAVING = {
    Check.NONE: "",
    Check.WATER: N_("A water card would have saved you."),
    Check.FOOD: N_("A food card would have saved you."),
    Check.SEATS: N_("A Wooden Plank would have saved you."),
    Check.TRIP_WATER: N_("A water card would have saved you."),
    Check.TRIP_FOOD: N_("A food card would have saved you."),
}
"""What would have kept somebody alive, by what they died of."""


def log(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """What a move brought, sentence by sentence: cards of one kind of event are listed, an expedition is one story, the
    hands that point at one castaway are shown together, and a day has a heading."""
    t, lines = listener.t, list[LogLine]()
    for group in _grouped(events, listener.seat):
        last = group[-1]
        if last.kind == Event.ROUND:
            at = len(lines) - 1 if lines and lines[-1].symbol == Event.FIRST_PLAYER.declared.symbol else len(lines)
            sky = Event.line(group, listener, t("The sky shows: {weather}.", weather=weather_name(last.b, t)))
            lines.insert(at, LogLine(t("Day {n}", n=last.a), sky.things, "", "heading"))
            lines.append(sky)
            if last.b == HURRICANE:
                lines.append(LogLine(t(LAST_DAY), (), sky.symbol, "grave"))
        elif not _is_told_later(last):
            lines.append(_line(group, listener))
    return lines


def _is_told_later(e: Emitted) -> bool:
    """Whether the next move tells it: for whom a ration is. An early close is told by the prompt while it holds."""
    if e.kind == Event.CALLED:
        return e.b != Window.SAVE
    return e.kind == Event.PLAYED and RATIONS[e.b] == 1


def fate(events: Sequence[Emitted], listener: Listener) -> list[str]:
    """Of what the reader has died, what would have saved them, and what may still."""
    for e in events:
        shot = e.kind == Event.KILLED and e.b == listener.seat
        if shot or (e.kind == Event.DIED and e.a == listener.seat):
            saved = N_("Only Sheet Metal would have stopped the shot.") if shot else SAVING[Check(e.b)]
            said = (saved, N_("Only a Voodoo Doll could bring you back."))
            return [Event.tell(e, listener), *map(listener.t, said)]
    return []


DONE_TO = (Event.STOLEN, Event.RECEIVED, Event.BELIED, Event.LAPSED, Event.SHOT)
BEFALLS = (Event.DECLINED, Event.DESIGNATED, Event.SAVED, Event.LET_OFF, Event.STOPPED, Event.IMPOSED, Event.REVIVED)


def befell(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """What was stolen from the reader, what others gave them or gave for it and which lie that shows, whose offer to
    them is gone, who declines theirs or shoots at them; that the vote is against them, what saves them, and who chooses
    them by which card."""
    last = [(group, group[-1]) for group in _grouped(events, listener.seat)]
    seat = listener.seat
    return [
        _line(group, listener)
        for group, e in last
        if (e.kind in DONE_TO and e.b == seat)
        or (e.kind in BEFALLS and e.a == seat)
        or (e.kind == Event.NAMED and e.c == seat != e.a)
    ]


def aftermath(before: HellapagosState, s: HellapagosState, seat: int, events: Sequence[Emitted]) -> list[Emitted]:
    """What was said of the cards that a seat has now got in an exchange, and is not true: for that seat alone."""
    told = list[Emitted]()
    for e in events:
        if e.kind == Event.EXCHANGED:
            claimed, given = (Counter(kind - 1 for kind in row[e.a] if kind) for row in (before.claim, before.offered))
            told += [Emitted(1 << e.b, Event.BELIED, e.a, e.b, kind) for kind in (claimed - given).elements()]
    return told


def turning_points(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    """That the vote is against the reader and what came of it, that a snake bites them, every shot that they fired or
    that was fired at them, whoever's was stopped, who rose from the dead or was eaten, and the last day. Whom they fed
    and who fed them, and all hands of a vote that they won or that was against them."""
    seat, lines = listener.seat, list[LogLine]()
    against = next((e.a for e in events if e.kind == Event.DESIGNATED), -1)
    votes = [(e.a, e.b) for e in events if e.kind == Event.VOTED]
    theirs = against >= 0 and (against == seat or (seat, against) in votes)
    for group in _grouped(events, seat):
        e = group[-1]
        own = e.kind in (Event.DESIGNATED, Event.SAVED, Event.LET_OFF, Event.BITTEN) and e.a == seat
        rare = e.kind in (Event.STOPPED, Event.REVIVED, Event.GRILLED)
        shot = e.kind == Event.KILLED and seat in (e.a, e.b)
        fed = e.kind == Event.FED and e.a != e.c and seat in (e.a, e.c)
        pointed = theirs and e.kind == Event.VOTED and e.b == against
        if own or rare or shot or pointed or fed:
            lines.append(_line(group, listener))
    return [*lines, *(line for line in log(events, listener) if line.said == listener.t(LAST_DAY))]


def _line(group: Sequence[Emitted], listener: Listener) -> LogLine:
    """A line that ends as its last event does. Its picture is that event's; of an expedition the wood, of a meal the
    water, of a bite the snake."""
    shown = next((e for e in group if e.kind in (Event.WOOD, Event.PAID, Event.BITTEN)), group[-1])
    symbol, tone = Event(shown.kind).symbol(shown), Event(group[-1].kind).tone(group[-1])
    if shown.kind == Event.VOTED and shown.a == listener.seat:
        symbol = f"shape-{shown.a}"  # what one did oneself is no news
    return Event.line(group, listener, _tell(group, listener))._replace(symbol=symbol, tone=tone)


def _grouped(events: Sequence[Emitted], reader: int) -> list[list[Emitted]]:
    """Events that make one sentence; a seat of the raft is told of when the wood for it is home, and the others' hands
    that point at the same castaway are together."""
    groups: list[list[Emitted]] = []
    built: list[list[Emitted]] = []
    hands: dict[int, list[Emitted]] = {}
    for event in events:
        if event.kind == Event.BUILT:
            built.append([event])
            continue
        if event.kind == Event.SURPLUS and groups and groups[-1][-1].kind == Event.PAID:
            paid = groups[-1][-1]
            groups[-1][-1] = paid._replace(c=paid.c + event.b)  # of what is left over all is told at once
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
        kind = Event(event.kind)
        return kind.seats(event, MAX_CASTAWAYS) == kind.seats(last, MAX_CASTAWAYS)
    if IMPLIED.get(Event(last.kind)) == event.kind:
        return event.a == last.a
    if event.kind == Event.BALL:
        return last.kind in (Event.WOOD, Event.BALL)
    if last.kind == Event.BALL:
        return event.kind == (Event.WOOD if first.kind == Event.WOOD else Event.FISHED)
    if event.kind == Event.PAID:
        return last.kind == Event.PAID and (last.a, event.a) == (Check.WATER, Check.FOOD)
    return last.kind == Event.BITTEN and event.kind == Event.SICK


def _tell(group: Sequence[Emitted], listener: Listener) -> str:
    first, last, t = group[0], group[-1], listener.t
    balls = sum(event.kind == Event.BALL for event in group)
    if balls and first.kind == Event.WOOD:
        forms, more = (PUSHED, last.b) if last.kind == Event.WOOD else (PUSHED_TOO_FAR, 0)
        return Event.WOOD.sentence(first, listener, forms, n=balls, wood=first.b + more)
    if len(group) == 2 and first.kind == Event.PAID:
        return t("Everybody drinks and eats. Left over: water {water}, food {food}.", water=first.c, food=last.c)
    if last.kind == Event.VOTED and last.a != listener.seat:
        voters = list(dict.fromkeys(listener.names[e.a] for e in group))  # one with two votes may be there twice
        return Event.VOTED.sentence(last, listener, POINTED, n=len(voters), names=_joined(voters, t))
    if last.kind in LISTED:
        kind, heir = Event(last.kind), HEIR if first.kind == Event.INHERITED else None
        listed = [e for e in group if e.kind == kind]
        held = Counter(kind.values(e, listener)["card"] for e in listed)
        cards = [name if n == 1 else f"{n} × {name}" for name, n in held.items()]
        return kind.sentence(last, listener, heir, card=_joined(cards, t))
    return Event.tell(first if last.kind == Event.SICK else last, listener)


def _joined(items: Sequence[str], t: Translator) -> str:
    """A list as a sentence has it."""
    *before, last = items
    return t("{cards} and {card}", cards=", ".join(before), card=last) if before else last
