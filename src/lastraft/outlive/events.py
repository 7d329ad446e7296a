"""What happens: the kinds of events, each with its parts, its sentences and its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import Emitted
from ..protocol import NUMBER, SEAT, Events, Forms, Listener, Noun, event
from ..protocol.translations import N_
from .components import (
    AREA_IDS,
    CARD_IDS,
    CITY_IDS,
    GAUGE_POINTS,
    GEAR_IDS,
    HERO_IDS,
    LEADER_IDS,
    MOST_SEATS,
    RES_IDS,
    STRENGTH,
    TOKEN_IDS,
    WEAKEST_PREY,
    WEAKEST_SPACE,
    Card,
    Res,
)
from .names import (
    AREA_NAMES,
    AREA_THERE,
    CARD_NAMES,
    CITY_NAMES,
    GEAR_NAMES,
    LEADER_NAMES,
    PREY_HUNTED,
    PREY_NAMES,
    ROOM_NAMES,
    TOKEN_NAMES,
    amount,
    card_effect,
)

HERO = Noun(say=lambda n, t: STRENGTH[n], elements=lambda n, seat: (f"hero-{seat}-{HERO_IDS[n]}",))
AREA = Noun(say=lambda n, t: t(AREA_THERE[n]), element=lambda n: f"area-{AREA_IDS[n]}")
STACK = Noun(say=lambda n, t: t(AREA_NAMES[n]), element=lambda n: f"stack-{AREA_IDS[n]}")
HUNTING_AREA = Noun(say=STACK.say, element=AREA.element, elements=lambda n, seat: (STACK.element(n),))
CITY = Noun(
    say=lambda n, t: t(CITY_NAMES[n]),
    element=lambda n: f"area-{CITY_IDS[n]}",
    elements=lambda n, seat: (f"stack-{CITY_IDS[n]}",),
)
TOKEN = Noun(say=lambda n, t: t(TOKEN_NAMES[n]), symbol=lambda n: f"tok-{TOKEN_IDS[n]}")
ANIMAL = Noun(say=lambda n, t: f"{t(PREY_NAMES[n - WEAKEST_PREY])} ({n})", symbol=lambda n: f"animal-{n}")
PREY = Noun(say=lambda n, t: t(PREY_HUNTED[n - WEAKEST_PREY]), symbol=ANIMAL.symbol)
SPACE = Noun(say=lambda n, t: WEAKEST_SPACE + n, element=lambda n: f"space-{WEAKEST_SPACE + n}")
LEADER = Noun(say=lambda n, t: t(LEADER_NAMES[n]), symbol=lambda n: f"lead-{LEADER_IDS[n]}")
CARD = Noun(say=lambda n, t: t(CARD_NAMES[n]), symbol=lambda n: f"ev-{CARD_IDS[n]}")
CARD_OF_DAY = Noun(element=lambda n: f"event-{n}")
ROOM = Noun(say=lambda n, t: t(ROOM_NAMES[n]))
ROOM_AT = Noun(say=lambda n, t: t(ROOM_NAMES[n - 1]) if n else t("airlock"))
"""1 + the kind of room at a place; 0 is the airlock."""
PLACE = Noun(element=lambda n: f"room-{n - 1}" if n else "airlock", private=True)
STEP = Noun(
    say=lambda n, t: f"{GAUGE_POINTS[n]:+d}".replace("-", "−") if GAUGE_POINTS[n] else "0",
    element=lambda n: "gauge",
    private=True,
)
TILE = Noun(
    say=lambda n, t: t(GEAR_NAMES[n]),
    element=lambda n: f"own-{GEAR_IDS[n]}",
    private=True,
    symbol=lambda n: f"eq-{GEAR_IDS[n]}",
)
DISPLAYED = Noun(say=TILE.say, symbol=TILE.symbol)
RES = Noun(
    say=lambda n, t: amount(n, 1, t),
    element=lambda n: f"store-{RES_IDS[n]}",
    private=True,
    symbol=lambda n: f"res-{RES_IDS[n]}",
)
MEAT = Noun(say=lambda n, t: amount(Res.MEAT, n, t))
AMMO = Noun(say=lambda n, t: amount(Res.AMMO, n, t))
UNUSED = Noun(say=lambda n, t: t.plural("{n} action unused", "{n} actions unused", n))


def _goods(e: Emitted, listener: Listener) -> dict[str, Any]:
    return {"goods": amount(e.b, e.c, listener.t)}


def _effect(e: Emitted, listener: Listener) -> dict[str, Any]:
    return {"effect": card_effect(e.a, min(len(listener.names), MOST_SEATS), listener.t)}


def _gauge(e: Emitted) -> Forms:
    if e.c:
        return Forms(N_("{who}'s gauge rises to {points}."), N_("Your gauge rises to {points}."))
    return Forms(N_("{who}'s gauge improves to {points}."), N_("Your gauge improves to {points}."))


def _lost(e: Emitted) -> Forms:
    if e.c:
        return Forms(N_("{who} loses a survivor from the {room}."), N_("You lose a survivor from the {room}."))
    return Forms(N_("{who} loses a survivor from the airlock."), N_("You lose a survivor from the airlock."))


def _strikes(e: Emitted) -> Forms:
    several = e.a in (Card.LOOTERS, Card.NOMADS)
    return Forms(N_("{card} strike.") if several else N_("{card} strikes."))


def _joined(e: Emitted) -> Forms:
    if e.c:
        return Forms(N_("A survivor joins {who}'s {room}."), N_("A survivor joins your {room}."))
    return Forms(N_("A survivor joins {who}'s airlock."), N_("A survivor joins your airlock."))


def by(number: int, all: str | Callable[[Emitted], Forms], you: str = "", other: str = "", **more: Any) -> Any:
    """An event whose first part is the seat that it is about; without a picture of its own it shows the seat's sign."""

    def picture(e: Emitted) -> str:
        return next((id for _, noun, n in Event(e.kind).parts(e) if (id := noun.symbol(n))), f"shape-{e.a}")

    return event(number, all, you, other, symbol=more.pop("symbol", picture), who=SEAT, **more)


class Event(Events):
    """What people are told."""

    KEPT = by(1, N_("{who} keeps the {room}."), N_("You keep the {room}."), symbol="door", room=ROOM)
    BUILT = by(2, N_("{who} builds the {room}."), N_("You build the {room}."), symbol="hammer", room=ROOM)
    SPLIT = by(
        3,
        N_("{who} puts survivors into the room: {n}; into the airlock: {rest}."),
        N_("You put survivors into the room: {n}; into the airlock: {rest}."),
        symbol="person",
        n=NUMBER,
        rest=NUMBER,
    )
    LED = by(4, N_("{leader} leads {who}."), N_("{leader} leads you."), leader=LEADER)
    MARY_DREW = by(
        5, N_("{who} draws {token} from {city}."), N_("You draw {token} from {city}."), city=CITY, token=TOKEN
    )
    MARY_THREW = by(6, N_("{who} throws away {token}."), N_("You throw away {token}."), token=TOKEN)
    FIRST = by(
        7,
        N_("{who} has the oldest leader and goes first."),
        N_("You have the oldest leader and go first."),
        symbol="first",
    )
    PLACED = by(8, N_("{who}'s {hero} starts {there}."), N_("Your {hero} starts {there}."), hero=HERO, there=AREA)
    DAWN = event(9, N_("Day {day}"), symbol="sun", tone="heading", day=NUMBER)
    TURNED = event(10, N_("{card}: {effect}"), phrases=_effect, card=CARD, day=CARD_OF_DAY)
    STRIKES = event(11, _strikes, card=CARD)
    SPARED = by(12, N_("{card} does not touch {who}."), N_("{card} does not touch you."), card=CARD)
    LOST = by(13, N_("{who} loses {goods}."), N_("You lose {goods}."), phrases=_goods, res=RES, n=NUMBER)
    LOST_SURVIVOR = by(14, _lost, symbol="person", tone="grave", place=PLACE, room=ROOM_AT)
    GAUGE = by(15, _gauge, symbol="trefoil", tone=lambda e: "grave" if e.c else "", points_=STEP, worse=NUMBER)
    MOVED = by(16, N_("{who}'s {hero} arrives {there}."), N_("Your {hero} arrives {there}."), hero=HERO, there=AREA)
    BOARDED = by(
        17, N_("{who} boards space {space} of the ship."), N_("You board space {space} of the ship."), space=SPACE
    )
    MARKER = by(
        18,
        N_("{who} gets the first-player marker, which counts from the night on."),
        N_("You get the first-player marker, which counts from the night on."),
        symbol="first",
    )
    PEEKED = by(
        19,
        N_("{who} looks at the search stack of {city}."),
        N_("You look at the search stack of {city}."),
        symbol="eye",
        city=CITY,
    )
    SAW_TOKEN = event(20, N_("{city}, from the top: {token}."), city=CITY, token=TOKEN, depth=NUMBER)
    PRESSED = by(
        21,
        N_("{who} presses {victim} by {n}."),
        N_("You press {victim} by {n}."),
        N_("{who} presses you by {n}."),
        victim=SEAT,
        n=NUMBER,
    )
    GUARDED = by(
        22, N_("{who}'s Guard Post cancels the pressure."), N_("Your Guard Post cancels the pressure."), symbol="door"
    )
    ARMOUR = by(
        23,
        N_("{who}'s body armour lowers the pressure to {n}."),
        N_("Your body armour lowers the pressure to {n}."),
        symbol="eq-body_armour",
        n=NUMBER,
    )
    DEFENDED = by(
        24, N_("{who} defends with {goods}."), N_("You defend yourself with {goods}."), symbol="res-ammo", goods=AMMO
    )
    HANDED = by(
        25,
        N_("{who} hands {goods} to {other}."),
        N_("You hand {goods} to {other}."),
        N_("{who} hands {goods} to you."),
        other_=SEAT,
        goods=RES,
    )
    GAINED = by(26, N_("{who} gets {goods}."), N_("You get {goods}."), phrases=_goods, res=RES, n=NUMBER)
    ALGAE = by(27, N_("{who} takes the algae."), N_("You take the algae."), points=("algae",), symbol="tok-algae_pills")
    PURIFIED = by(
        28,
        N_("{who} switches the dam's purification on."),
        N_("You switch the dam's purification on."),
        points=("purifier",),
        symbol="res-water",
    )
    TOOK = by(29, N_("{who} takes the {tile}, broken."), N_("You take the {tile}, broken."), tile=TILE)
    SEARCHED = by(30, N_("{who} finds {token} in {city}."), N_("You find {token} in {city}."), city=CITY, token=TOKEN)
    HUNTED = by(31, N_("{who} hunts {animal}."), N_("You hunt {animal}."), animal=PREY, meat=MEAT)
    USED = by(32, N_("{who} uses the {tile}."), N_("You use the {tile}."), tile=TILE)
    LOOKED = by(
        33,
        N_("{who} looks through the animals at: {area}."),
        N_("You look through the animals at: {area}."),
        symbol="eye",
        area=STACK,
    )
    SAW_ANIMAL = event(34, N_("{area}, from the top: {animal}."), area=HUNTING_AREA, animal=ANIMAL, depth=NUMBER)
    BROKE_OFF = by(35, N_("{who} breaks the hunt off."), N_("You break the hunt off."), symbol="paw")
    JOINED = by(36, _joined, symbol="join", place=PLACE, room=ROOM_AT)
    LEFT_ABOARD = by(37, N_("{who} leaves the survivor behind."), N_("You leave the survivor behind."), symbol="person")
    NIGHT = event(38, N_("Night {day}"), symbol="moon", tone="heading", day=NUMBER)
    ENDED = by(39, N_("{who} ends {card}."), N_("You end {card}."), card=CARD)
    PAID = by(40, N_("{who} pays {goods}."), N_("You pay {goods}."), phrases=_goods, res=RES, n=NUMBER)
    WAIVED = by(41, N_("{who} need not pay {goods}."), N_("You need not pay {goods}."), goods=RES)
    HUNGER = by(
        42,
        N_("{who} is short of {n} food or water."),
        N_("You are short of {n} food or water."),
        symbol="bowl-e",
        tone="grave",
        n=NUMBER,
    )
    RECRUITED = by(43, N_("{who} recruits a survivor."), N_("You recruit a survivor."), symbol="join", place=PLACE)
    STAFFED = by(
        44,
        N_("{who} moves a survivor to the {room}."),
        N_("You move a survivor to the {room}."),
        symbol="person",
        room=ROOM,
    )
    ROOM_USED = by(45, N_("{who}'s {room} works."), N_("Your {room} works."), symbol="door", room=ROOM)
    SCRAPPED = by(46, N_("{who} scraps the {tile}."), N_("You scrap the {tile}."), tile=TILE)
    DREW = by(47, N_("{who} gets the {tile}, broken."), N_("You get the {tile}, broken."), tile=TILE)
    REFUSED = by(
        48,
        N_("{who} owns a tile of this kind already and discards: {tile}."),
        N_("You own a tile of this kind already and discard: {tile}."),
        tile=TILE,
    )
    REPAIRED = by(49, N_("{who} repairs the {tile}."), N_("You repair the {tile}."), tile=TILE)
    SPOILT = by(50, N_("{who} cannot keep {goods}."), N_("You cannot keep {goods}."), phrases=_goods, res=RES, n=NUMBER)
    PASSED = by(51, N_("{who} passes."), N_("You pass."))
    SHOWN = event(52, N_("{city} displays: {tile}."), city=CITY, tile=DISPLAYED)
    SET_ASIDE = event(53, N_("Shown beside {city}: {token}."), city=CITY, token=TOKEN)
    TOP_ANIMAL = event(54, N_("{area}: next comes {animal}."), area=HUNTING_AREA, animal=ANIMAL)
    RESHUFFLED = event(55, N_("The discarded equipment is shuffled into a new stack."), symbol="wrench")
    OVER = event(56, N_("The game is over."), symbol="truck-art")
    RESERVE = by(57, N_("{who} uses the reserve water."), N_("You use the reserve water."), symbol="res-water")
    IDLE = by(58, N_("{who} rests {there}, {unused}."), N_("You rest {there}, {unused}."), there=AREA, unused=UNUSED)
    DRY = by(
        59, N_("Without a chip {who} gets no water."), N_("Without a chip you get no water."), points=("purifier",)
    )
