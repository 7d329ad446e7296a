"""What castaways say: they accuse, promise, ask, thank, and need not tell the truth."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence

from ...kernel import Emitted, top
from ...protocol import Families, Listener, Reader
from ...protocol.phrases import Phrase, Phrases
from ...protocol.translations import N_, Translator
from ..bots import HELPFUL, HOARDER, WORTH, dislike, is_friend, merit, rations_held
from ..codes import ACT_FISH, ACT_WATER, ACT_WOOD, DECLINE, TIEBREAK, VOTE
from ..components import WATER, Card
from ..events import Event
from ..rules.actions import rain_for
from ..rules.cards import has_in_play
from ..rules.castaways import turn_to_come
from ..rules.round import hurricane
from ..rules.survival_check import resource
from ..rules.trade import cannot_trade, filled
from ..rules.votes import candidates
from ..rules.windows import owner
from ..state import ENTRIES, MAX_CASTAWAYS, Deed, Frame, HellapagosState, Window

PHRASES = Families(
    ACCUSE=MAX_CASTAWAYS,
    HAVE_WATER=1,
    HAVE_FOOD=1,
    HAVE_NONE=1,
    SPARE_ME=1,
    PROMISE_WOOD=1,
    PROMISE_WATER=1,
    PROMISE_FISH=1,
    ASK_WATER=MAX_CASTAWAYS,
    ASK_FOOD=MAX_CASTAWAYS,
    THANK=MAX_CASTAWAYS,
    MY_SHARE=1,
    NEED_IT=1,
    FAVOUR=1,
    MAKE_OFFER=1,
    BROKEN=MAX_CASTAWAYS,
    PLANS=1,
    MURDERER=MAX_CASTAWAYS,
    WRONGED=MAX_CASTAWAYS,
    ARMED=MAX_CASTAWAYS,
    THIEF=MAX_CASTAWAYS,
    HELP_ME=1,
    TOO_LITTLE=1,
    KEEP_MINE=1,
    LIAR=MAX_CASTAWAYS,
    FETCH_WATER=MAX_CASTAWAYS,
    FETCH_FISH=MAX_CASTAWAYS,
    FETCH_WOOD=MAX_CASTAWAYS,
    WILL_WATER=1,
    WILL_FISH=1,
    WILL_WOOD=1,
    OTHER_PLANS=1,
    NOT_YOU=MAX_CASTAWAYS,
    POINT_AT=MAX_CASTAWAYS,
    AGREED=MAX_CASTAWAYS,
    HOLD_TO_IT=1,
    NOTHING_PERSONAL=1,
    SHOOTER=MAX_CASTAWAYS,
    WORK_TOO=1,
    BRING_IT=1,
)
_FIRST = {family.name: family.first for family in PHRASES.all}
_SAID = {
    "ACCUSE": N_("{name} does too little for us."),
    "HAVE_WATER": N_("I have water."),
    "HAVE_FOOD": N_("I have food."),
    "HAVE_NONE": N_("I have nothing that helps."),
    "SPARE_ME": N_("Spare me!"),
    "PROMISE_WOOD": N_("I'll fetch wood tomorrow, I promise."),
    "PROMISE_WATER": N_("I'll fetch water tomorrow, I promise."),
    "PROMISE_FISH": N_("I'll go fishing tomorrow, I promise."),
    "ASK_WATER": N_("{name}, have you any water?"),
    "ASK_FOOD": N_("{name}, have you any food?"),
    "THANK": N_("Thank you, {name}."),
    "MY_SHARE": N_("I do my share: look at the others."),
    "NEED_IT": N_("You need it more than I do."),
    "FAVOUR": N_("You owe me one."),
    "MAKE_OFFER": N_("Make me an offer."),
    "BROKEN": N_("{name} broke a promise."),
    "PLANS": N_("Plans change."),
    "MURDERER": N_("{name} is a murderer!"),
    "WRONGED": N_("{name} was against me before."),
    "ARMED": N_("{name} carries a Gun: we are all in danger."),
    "THIEF": N_("{name} is a thief!"),
    "HELP_ME": N_("Will nobody help me?"),
    "TOO_LITTLE": N_("That is too little for me: add something."),
    "KEEP_MINE": N_("I would rather keep what I have."),
    "LIAR": N_("{name} lied to me about a card."),
    "FETCH_WATER": N_("{name}, please fetch water today."),
    "FETCH_FISH": N_("{name}, please go fishing today."),
    "FETCH_WOOD": N_("{name}, please fetch wood today."),
    "WILL_WATER": N_("Good idea: I'll fetch water."),
    "WILL_FISH": N_("Good idea: I'll go fishing."),
    "WILL_WOOD": N_("Good idea: I'll fetch wood."),
    "OTHER_PLANS": N_("I'll see what we need most."),
    "NOT_YOU": N_("I will not point at {name}."),
    "POINT_AT": N_("I say we point at {name}."),
    "AGREED": N_("{name}? Agreed."),
    "HOLD_TO_IT": N_("I'll hold you to that."),
    "NOTHING_PERSONAL": N_("It was nothing personal."),
    "SHOOTER": N_("{name} shoots at people!"),
    "WORK_TOO": N_("I work as hard as anyone."),
    "BRING_IT": N_("I bring what I can: what do the others bring?"),
}
_SAID_TO_YOU = {
    "ACCUSE": N_("You do too little for us."),
    "ASK_WATER": N_("Have you any water?"),
    "ASK_FOOD": N_("Have you any food?"),
    "THANK": N_("Thank you."),
    "BROKEN": N_("You broke your promise."),
    "MURDERER": N_("Murderer!"),
    "WRONGED": N_("You were against me before."),
    "ARMED": N_("You carry a Gun: we are all in danger."),
    "THIEF": N_("Thief!"),
    "LIAR": N_("You lied to me about a card."),
    "FETCH_WATER": N_("Please fetch water today."),
    "FETCH_FISH": N_("Please go fishing today."),
    "FETCH_WOOD": N_("Please fetch wood today."),
    "NOT_YOU": N_("I will not point at you."),
    "POINT_AT": N_("I say we point at you."),
    "AGREED": N_("You? Agreed."),
    "SHOOTER": N_("You shoot at people!"),
}
_MENUS = {
    "ACCUSE": N_("Accuse"),
    "HAVE_WATER": N_("Say"),
    "HAVE_FOOD": N_("Say"),
    "HAVE_NONE": N_("Say"),
    "SPARE_ME": N_("Say"),
    "PROMISE_WOOD": N_("Promise"),
    "PROMISE_WATER": N_("Promise"),
    "PROMISE_FISH": N_("Promise"),
    "ASK_WATER": N_("Ask for water"),
    "ASK_FOOD": N_("Ask for food"),
    "THANK": N_("Thank"),
    "MY_SHARE": N_("Say"),
    "NEED_IT": N_("Say"),
    "FAVOUR": N_("Say"),
    "MAKE_OFFER": N_("Say"),
    "BROKEN": N_("You broke your promise"),
    "PLANS": N_("Say"),
    "MURDERER": N_("Accuse"),
    "WRONGED": N_("Accuse"),
    "ARMED": N_("Accuse"),
    "THIEF": N_("Accuse"),
    "HELP_ME": N_("Say"),
    "TOO_LITTLE": N_("Say"),
    "KEEP_MINE": N_("Say"),
    "LIAR": N_("Accuse"),
    "FETCH_WATER": N_("Ask to fetch water"),
    "FETCH_FISH": N_("Ask to fish"),
    "FETCH_WOOD": N_("Ask to fetch wood"),
    "WILL_WATER": N_("Promise"),
    "WILL_FISH": N_("Promise"),
    "WILL_WOOD": N_("Promise"),
    "OTHER_PLANS": N_("Say"),
    "NOT_YOU": N_("Promise"),
    "POINT_AT": N_("Let's point at"),
    "AGREED": N_("Say"),
    "HOLD_TO_IT": N_("Say"),
    "NOTHING_PERSONAL": N_("Say"),
    "SHOOTER": N_("Accuse"),
    "WORK_TOO": N_("Say"),
    "BRING_IT": N_("Say"),
}
_ORDER = list(dict.fromkeys([_MENUS["POINT_AT"], *_MENUS.values()]))
"""Before a vote it matters most at whom all point."""
_WITH_REASON = ("MURDERER", "SHOOTER", "WRONGED", "ARMED", "THIEF")
_IN_FULL = (*_WITH_REASON, "ACCUSE", "LIAR", "NOT_YOU")
"""What is shown as a whole sentence before it is said."""
_ACCUSATIONS = ("ACCUSE", "MURDERER", "SHOOTER", "WRONGED", "ARMED", "AGREED")
_PROMISES = ("PROMISE_WATER", "PROMISE_FISH", "PROMISE_WOOD")
_EXCUSES = {
    "BROKEN": "PLANS",
    "MURDERER": "NOTHING_PERSONAL",
    "SHOOTER": "NOTHING_PERSONAL",
    "WRONGED": "NOTHING_PERSONAL",
    "LIAR": "NOTHING_PERSONAL",
    "ARMED": "MY_SHARE",
    "THIEF": "MY_SHARE",
    "POINT_AT": "MY_SHARE",
}
"""What bots answer to blame, true or not."""
_SHARES = ("BRING_IT", "WORK_TOO", "MY_SHARE")
"""In what words bots deny that they do too little, one after another: several are blamed in one debate."""
_ERRANDS = {"FETCH_WATER": "WATER", "FETCH_FISH": "FISH", "FETCH_WOOD": "WOOD"}
_TODAY = {"WILL_WATER": ACT_WATER, "WILL_FISH": ACT_FISH, "WILL_WOOD": ACT_WOOD}
UNKNOWN = 20
"""What a card of which nothing is said is worth, about."""
DEBATES = (Window.SHORTAGE, Window.SAVE, Window.ZERO)


def offered(r: Reader[HellapagosState]) -> list[Phrase]:
    """What a living castaway can say to others; in a debate, in the last words and where the unfed will die about what
    is missing, and nothing of tomorrow on the last day."""
    s = r.state
    if r.seat < 0 or not s.alive >> r.seat & 1 or s.alive == 1 << r.seat:
        return []
    left_out: tuple[str, ...] = ("SPARE_ME", "BROKEN", "HELP_ME")
    if s.window in DEBATES:
        asked = "ASK_FOOD" if resource(s) == WATER else "ASK_WATER"
        left_out = (asked, "HELP_ME" if s.designated != r.seat + 1 else "SPARE_ME", *_TODAY, "OTHER_PLANS")
    left_out += _SHARES[:2]  # people need only one
    if _last_day(s):
        left_out += _PROMISES
    others = [seat for seat in range(s.seats) if s.alive >> seat & 1 and seat != r.seat]
    whom = tuple(tuple(seat for seat in others if _may_be(s, r.seat, seat, each.name)) for each in PHRASES.all)
    return _offered(r.t, tuple(r.names), whom, left_out)


@functools.lru_cache(1024)
def _offered(
    t: Translator, names: tuple[str, ...], whom: tuple[tuple[int, ...], ...], left_out: tuple[str, ...]
) -> list[Phrase]:
    """The phrases but those left out, each with those whom it may be said of; the menus in one order, whatever is left
    out, and accusations with a reason first."""
    menus: list[Phrase] = []
    in_order = sorted(
        zip(PHRASES.all, whom, strict=True),
        key=lambda each: (_ORDER.index(_MENUS[each[0].name]), each[0].name not in _WITH_REASON),
    )
    for family, others in in_order:
        if family.name in left_out:
            continue
        menu = t(_MENUS[family.name])
        if family.size == 1:
            menus.append(Phrase(family.first, menu, t(_SAID[family.name])))
            continue
        for seat in others:
            label = t(_SAID[family.name], name=names[seat]) if family.name in _IN_FULL else names[seat]
            menus.append(Phrase(family.first + seat, menu, label))
    return menus


def _may_be(s: HellapagosState, seat: int, other: int, accusation: str) -> bool:
    """Whether everybody has seen what somebody would be accused of; too little is always said. Only who has still to
    act today can be sent anywhere, and before a vote it is said who will be pointed at."""
    if accusation in ("NOT_YOU", "POINT_AT"):
        return s.window == Window.SHORTAGE and candidates(s) >> other & 1 == 1
    if accusation == "AGREED":
        return False
    if accusation in _ERRANDS:
        return turn_to_come(s, other) < ENTRIES
    if accusation in ("MURDERER", "SHOOTER"):
        return s.deeds[other][Deed.SHOTS] > 0 and _may_have_killed(s, other) == (accusation == "MURDERER")
    if accusation == "ARMED":
        return has_in_play(s, other, Card.GUN)
    if accusation == "THIEF":
        return any(s.wronged[each] >> other & 1 for each in range(s.seats))
    if accusation == "LIAR":  # see `groundless`
        return min(s.deeds[seat][Deed.EXCHANGES], s.deeds[other][Deed.EXCHANGES]) > 0
    return accusation != "WRONGED" or s.wronged[seat] >> other & 1 == 1


def _may_have_killed(s: HellapagosState, other: int) -> bool:
    """Whether one of the dead was shot or voted against by somebody: a shot that was stopped is no murder."""
    return any(s.wronged[dead] >> other & 1 for dead in range(s.seats) if not s.alive >> dead & 1)


def _last_day(s: HellapagosState) -> bool:
    return bool(s.day) and hurricane(s)


def text(code: int, listener: Listener) -> str:
    if not 0 <= code < PHRASES.count:
        return ""
    family, seat = PHRASES[code]
    named = PHRASES.all[PHRASES.of[code]].size > 1
    if not named:
        return listener.t(_SAID[family])
    if seat == listener.seat:
        return listener.t(_SAID_TO_YOU[family])
    return listener.t(_SAID[family], name=listener.names[seat]) if seat < len(listener.names) else ""


def of_bot(s: HellapagosState, seat: int, character: int, drawn: int, said: Mapping[int, Collection[int]]) -> int:
    """A bot accuses whom it would rather see go, where it has a reason and nobody has said so yet; it speaks of what it
    has or hides it, and promises what it may not keep, once a day; of those who could go, whoever has done the least
    pleads. It asks whoever has cards, has not been asked yet and has not said that they have nothing."""
    others = [other for other in range(s.seats) if s.alive >> other & 1 and other != seat]
    if s.depth or s.window not in DEBATES or not s.alive >> seat & 1 or not others:
        return -1
    held, water = rations_held(s, seat, resource(s)), resource(s) == WATER
    if s.window == Window.SAVE:
        if seat != owner(s) or held:
            return -1
        promised = seat in said.get(_promise(s, seat), ())
        return _FIRST["HELP_ME"] if drawn < 60 or promised else _promise(s, seat)
    if held and drawn < (50 if character == HELPFUL else 10):
        return _FIRST["HAVE_WATER" if water else "HAVE_FOOD"]
    if drawn < (45 if character == HOARDER or not held else 20):
        return _FIRST["HAVE_NONE"]
    eligible = [other for other in others if candidates(s) >> other & 1]
    threatened = not s.provided >> seat & 1 if s.window == Window.ZERO else candidates(s) >> seat & 1
    if threatened and merit(s, seat) <= min((merit(s, other) for other in eligible), default=0):
        promised = seat in said.get(_promise(s, seat), ())
        return _FIRST["SPARE_ME"] if drawn % 2 or promised else _promise(s, seat)
    worst = max(eligible, key=lambda other: dislike(s, seat, other, character), default=seat)
    accusation = _accusation(s, seat, worst) if worst != seat else -1
    if accusation >= 0 and accusation not in said:
        return accusation
    if not threatened or not resource(s):
        return -1  # nobody asks for what they have had
    asking, without = _FIRST["ASK_WATER" if water else "ASK_FOOD"], said.get(_FIRST["HAVE_NONE"], ())
    asked = [other for other in others if s.hand_size[other] and other not in without and asking + other not in said]
    return asking + asked[drawn % len(asked)] if asked else -1


def _accusation(s: HellapagosState, seat: int, other: int) -> int:
    """What a bot has against somebody; -1: nothing. Whoever brought something today has not done too little."""
    for name in ("MURDERER", "SHOOTER", "WRONGED", "ARMED"):
        if _may_be(s, seat, other, name):
            return _FIRST[name] + other
    idle = not any(s.brought[other][deed] for deed in (Deed.FISH, Deed.WATER, Deed.WOOD))
    return _FIRST["ACCUSE"] + other if idle and not is_friend(s, seat, other) else -1


def keeps(s: HellapagosState, seat: int, code: int) -> int:
    """Whoever accused somebody or agreed to it points at them, and whoever said what they would fetch does so."""
    family, target = PHRASES[code] if 0 <= code < PHRASES.count else ("", -1)
    if family in _TODAY and not s.depth:
        return _TODAY[family] if s.window == Window.TURN and owner(s) == seat else -1
    if family not in _ACCUSATIONS or not s.depth:
        return -1
    if top(s) == Frame.TIE:
        return TIEBREAK + target
    return VOTE + target if top(s) == Frame.BALLOT and not s.vote[seat] else -1


def _promise(s: HellapagosState, seat: int) -> int:
    """What a bot promises today; on the last day there is nothing left to promise, and the sick can do nothing."""
    if _last_day(s) or s.causes[seat]:
        return _FIRST["HELP_ME" if s.window == Window.SAVE else "SPARE_ME"]
    return _FIRST[_PROMISES[(s.day + seat) % 3]]


def answer(s: HellapagosState, seat: int, code: int) -> int:
    """Whoever is accused of too little points to what they have done, or promises to do more; other blame is denied or
    shrugged off. Whoever is asked for a card would trade it, whatever they hold, unless nothing can be given for it;
    whoever is sent for what is short tonight goes, for wood if nothing is. Whom all shall point at is agreed on where
    nobody has done less or there is an old wrong."""
    family, named = PHRASES[code] if 0 <= code < PHRASES.count else ("", -1)
    if not s.alive >> seat & 1:
        return -1
    if family == "POINT_AT" and named != seat:
        others = [other for other in range(s.seats) if candidates(s) >> other & 1 and other != seat]
        least = min((merit(s, other) for other in others), default=0)
        agrees = named in others and (merit(s, named) <= least or s.wronged[seat] >> named & 1)
        return _FIRST["AGREED"] + named if agrees and s.window == Window.SHORTAGE else -1
    if named != seat:
        return -1
    if family == "NOT_YOU":
        return _FIRST["HOLD_TO_IT"]
    if family in _EXCUSES:
        excuse = _EXCUSES[family]
        return _FIRST[_SHARES[seat % len(_SHARES)] if excuse == "MY_SHARE" else excuse]
    if family == "ACCUSE":
        least = min(merit(s, other) for other in range(s.seats) if s.alive >> other & 1)
        return _FIRST[_SHARES[seat % len(_SHARES)]] if merit(s, seat) > least else _promise(s, seat)
    if family in ("ASK_WATER", "ASK_FOOD"):
        lost = s.designated - 1 if s.window == Window.SAVE else -1
        if lost >= 0 and cannot_trade(s, lost):
            return _FIRST["KEEP_MINE"]
        return _FIRST["MAKE_OFFER" if s.hand_size[seat] else "HAVE_NONE"]
    if family in _ERRANDS:
        what, mouths = _ERRANDS[family], s.alive.bit_count()
        if turn_to_come(s, seat) >= ENTRIES:
            return _FIRST["WORK_TOO" if _last_day(s) or s.causes[seat] else f"PROMISE_{what}"]
        thirsty, hungry = s.water < mouths, s.food < mouths
        goes = {"WATER": thirsty and rain_for(s, seat) > 0, "FISH": hungry, "WOOD": not thirsty and not hungry}
        return _FIRST[f"WILL_{what}" if goes[what] else "OTHER_PLANS"]
    return -1


def after(s: HellapagosState, events: Sequence[Emitted], seat: int) -> int:
    """Whoever gives says why (a gift may be a last will, a ration never is), somebody names a theft or a murder, and
    thanks for what the night lacked, or for the wood that makes a seat."""
    fed = [e.c for e in events if e.kind == Event.FED and e.a == seat != e.c]
    gave = any(e.kind == Event.GAVE and e.a == seat for e in events)
    if fed or gave:
        return _FIRST["FAVOUR" if fed and fed[0] % 2 else "NEED_IT"]
    if not s.alive >> seat & 1:
        return -1
    for e in events:
        if e.kind == Event.STOLE and e.a != seat:
            return _FIRST["THIEF"] + e.a
        if e.kind == Event.KILLED and e.a != seat:
            return _FIRST["MURDERER"] + e.a
        if e.kind == Event.WOOD and e.a != seat and any(each.kind == Event.BUILT for each in events):
            return _FIRST["THANK"] + e.a
        if e.kind in (Event.FISHED, Event.WATERED) and e.a != seat:
            there = s.food if e.kind == Event.FISHED else s.water
            if there - e.b < s.alive.bit_count() <= there:
                return _FIRST["THANK"] + e.a
    return -1


def refuses(s: HellapagosState, seat: int, move: int, giver: int) -> int:
    """Old wrongs, too little by what is said of the cards, or no wish to trade: nothing that tells the hand."""
    if move != DECLINE + giver or s.offer_to[giver] != seat + 1:
        return -1
    if s.wronged[seat] >> giver & 1:
        return _FIRST["WRONGED"] + giver
    given = sum(WORTH[claim - 1] if claim else UNKNOWN for claim in list(s.claim[giver])[: filled(s.offered[giver])])
    asked = sum(WORTH[wish - 1] if wish else UNKNOWN for wish in list(s.wish[giver])[: s.wanted[giver]])
    return _FIRST["TOO_LITTLE" if given < asked else "KEEP_MINE"]


def cheated(events: Sequence[Emitted], seat: int) -> int:
    """Whoever got another card than the offer said, says so; whoever did not get their wish was told nothing."""
    return next((_FIRST["LIAR"] + e.a for e in events if e.kind == Event.BELIED and e.b == seat), -1)


def groundless(events: Sequence[Emitted], seat: int, code: int) -> bool:
    """Nobody is called a liar in whose exchanges with the seat all was as the offer said."""
    family, _ = PHRASES[code]
    return family == "LIAR" and all(cheated([e], seat) != code for e in events)


SPOKEN: Phrases[HellapagosState] = Phrases(
    begins=Event.ROUND,
    offered=offered,
    groundless=groundless,
    text=text,
    of_bot=of_bot,
    answer=answer,
    after=after,
    keeps=keeps,
    refuses=refuses,
    cheated=cheated,
)
