"""What castaways say: they accuse, promise, ask, thank, and need not tell the truth."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import Families, Listener, Reader
from ...protocol.phrases import Phrase, Phrases
from ...protocol.translations import N_, Translator
from ..bots import HELPFUL, HOARDER, dislike, is_friend, merit, rations_held
from ..components import WATER
from ..events import Event
from ..rules.survival_check import resource
from ..rules.votes import candidates
from ..rules.windows import owner
from ..state import MAX_CASTAWAYS, HellapagosState, Window

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
)
_FIRST = {family.name: family.first for family in PHRASES.all}
_SAID = {
    "ACCUSE": N_("{name} does too little for us."),
    "HAVE_WATER": N_("I have water."),
    "HAVE_FOOD": N_("I have food."),
    "HAVE_NONE": N_("I have nothing that helps."),
    "SPARE_ME": N_("Spare me!"),
    "PROMISE_WOOD": N_("I fetch wood tomorrow, I promise."),
    "PROMISE_WATER": N_("I fetch water tomorrow, I promise."),
    "PROMISE_FISH": N_("I go fishing tomorrow, I promise."),
    "ASK_WATER": N_("{name}, have you any water?"),
    "ASK_FOOD": N_("{name}, have you any food?"),
    "THANK": N_("Thank you, {name}."),
    "MY_SHARE": N_("I do my share: look at the others."),
    "NEED_IT": N_("You need it more than I do."),
    "FAVOUR": N_("One day you will help me."),
    "MAKE_OFFER": N_("Make me an offer."),
    "BROKEN": N_("{name} broke a promise."),
    "PLANS": N_("Plans change."),
}
_SAID_TO_YOU = {
    "ACCUSE": N_("You do too little for us."),
    "ASK_WATER": N_("Have you any water?"),
    "ASK_FOOD": N_("Have you any food?"),
    "THANK": N_("Thank you."),
    "BROKEN": N_("You broke your promise."),
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
    "BROKEN": N_("Broken promise"),
    "PLANS": N_("Say"),
}
_PROMISES = ("PROMISE_WATER", "PROMISE_FISH", "PROMISE_WOOD")
DEBATES = (Window.SHORTAGE, Window.SAVE, Window.ZERO)


def offered(r: Reader[HellapagosState]) -> list[Phrase]:
    """What a living castaway can say; in a debate, in the last words and where the unfed will die about what is
    missing."""
    s = r.state
    if r.seat < 0 or not s.alive >> r.seat & 1:
        return []
    left_out: tuple[str, ...] = ("SPARE_ME", "BROKEN")
    if s.window in DEBATES:
        left_out = ("ASK_FOOD",) if resource(s) == WATER else ("ASK_WATER",)
    others = tuple([seat for seat in range(s.seats) if s.alive >> seat & 1 and seat != r.seat])
    return _offered(r.t, tuple(r.names), others, left_out)


@functools.lru_cache(1024)
def _offered(t: Translator, names: tuple[str, ...], others: tuple[int, ...], left_out: tuple[str, ...]) -> list[Phrase]:
    menus: list[Phrase] = []
    for family in PHRASES.all:
        if family.name in left_out:
            continue
        menu = t(_MENUS[family.name])
        if family.size == 1:
            menus.append(Phrase(family.first, menu, t(_SAID[family.name])))
        else:
            menus += [Phrase(family.first + seat, menu, names[seat]) for seat in others]
    return menus


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


def of_bot(s: HellapagosState, seat: int, character: int, drawn: int) -> int:
    """A bot accuses whom it would rather see go, speaks of what it has or hides it, and promises what it may not keep,
    the same all day; of those who could go, whoever has done the least pleads."""
    others = [other for other in range(s.seats) if s.alive >> other & 1 and other != seat]
    if s.depth or s.window not in DEBATES or not s.alive >> seat & 1 or not others:
        return -1
    held, water = rations_held(s, seat, resource(s)), resource(s) == WATER
    if s.window == Window.SAVE:
        if seat == owner(s):
            return _FIRST["SPARE_ME"] if drawn < 60 else _promise(s, seat)
        return -1
    if held and drawn < (50 if character == HELPFUL else 10):
        return _FIRST["HAVE_WATER" if water else "HAVE_FOOD"]
    if drawn < (45 if character == HOARDER or not held else 20):
        return _FIRST["HAVE_NONE"]
    eligible = [other for other in others if candidates(s) >> other & 1]
    threatened = not s.provided >> seat & 1 if s.window == Window.ZERO else candidates(s) >> seat & 1
    if threatened and merit(s, seat) <= min((merit(s, other) for other in eligible), default=0):
        return _FIRST["SPARE_ME"] if drawn % 2 else _promise(s, seat)
    worst = max(eligible, key=lambda other: dislike(s, seat, other, character), default=seat)
    if worst != seat and not is_friend(s, seat, worst):
        return _FIRST["ACCUSE"] + worst
    return _FIRST["ASK_WATER" if water else "ASK_FOOD"] + others[drawn % len(others)]


def _promise(s: HellapagosState, seat: int) -> int:
    """What a bot promises today."""
    return _FIRST[_PROMISES[(s.day + seat) % 3]]


def answer(s: HellapagosState, seat: int, code: int) -> int:
    """Whoever is accused points to what they have done, or promises to do more; whoever is asked for a card would trade
    it, whatever they hold."""
    family, named = PHRASES[code] if 0 <= code < PHRASES.count else ("", -1)
    if named != seat or not s.alive >> seat & 1:
        return -1
    if family == "ACCUSE":
        least = min(merit(s, other) for other in range(s.seats) if s.alive >> other & 1)
        return _FIRST["MY_SHARE"] if merit(s, seat) > least else _promise(s, seat)
    if family in ("ASK_WATER", "ASK_FOOD"):
        return _FIRST["MAKE_OFFER" if s.hand_size[seat] else "HAVE_NONE"]
    return _FIRST["PLANS"] if family == "BROKEN" else -1


def after(events: Sequence[Emitted], seat: int) -> int:
    """Whoever gives says why; a gift may be a last will, a ration never is."""
    fed = [e.c for e in events if e.kind == Event.FED and e.a == seat != e.c]
    gave = any(e.kind == Event.GAVE and e.a == seat for e in events)
    return _FIRST["FAVOUR" if fed and fed[0] % 2 else "NEED_IT"] if fed or gave else -1


SPOKEN: Phrases[HellapagosState] = Phrases(offered=offered, text=text, of_bot=of_bot, answer=answer, after=after)
