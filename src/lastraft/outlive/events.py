"""What happens: the kinds of events, each with its parts, its sentences and its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import Emitted
from ..protocol import NUMBER, SEAT, Events, Forms, Listener, Noun, event
from ..protocol.staging import Step, cue
from ..protocol.translations import N_
from . import components as box
from . import names

HERO = Noun(say=lambda n, t: box.HERO_IDS[n], elements=lambda n, seat: (f"hero-{seat}-{box.HERO_IDS[n]}",))
AREA = Noun(say=lambda n, t: t(names.AREA_THERE[n]), element=lambda n: f"area-{box.AREA_IDS[n]}")
STACK = Noun(say=lambda n, t: t(names.AREA_NAMES[n]), element=lambda n: f"stack-{box.AREA_IDS[n]}")
HUNTING_AREA = Noun(say=STACK.say, element=AREA.element, elements=lambda n, seat: (STACK.element(n),))
CITY = Noun(
    say=lambda n, t: t(names.CITY_NAMES[n]),
    element=lambda n: f"area-{box.CITY_IDS[n]}",
    elements=lambda n, seat: (f"stack-{box.CITY_IDS[n]}",),
)
TOKEN = Noun(say=lambda n, t: t(names.TOKEN_NAMES[n]), symbol=lambda n: f"tok-{box.TOKEN_IDS[n]}")
ANIMAL = Noun(say=lambda n, t: f"{t(names.PREY_NAMES[n - box.WEAKEST_PREY])} ({n})", symbol=lambda n: f"animal-{n}")
PREY = Noun(say=lambda n, t: t(names.PREY_HUNTED[n - box.WEAKEST_PREY]), symbol=ANIMAL.symbol)
SPACE = Noun(say=lambda n, t: box.WEAKEST_SPACE + n, element=lambda n: f"space-{box.WEAKEST_SPACE + n}")
LEADER = Noun(say=lambda n, t: t(names.LEADER_NAMES[n]), symbol=lambda n: f"lead-{box.LEADER_IDS[n]}")
CARD = Noun(
    say=lambda n, t: t(names.CARD_NAMES[n]),
    element=lambda n: f"card-{box.CARD_IDS[n]}",
    symbol=lambda n: f"ev-{box.CARD_IDS[n]}",
)
OFFERED = Noun(
    say=CARD.say,
    element=lambda n: f"offer-{box.CARD_IDS[n]}",
    elements=lambda n, seat: (CARD.element(n),),
    symbol=CARD.symbol,
)
CARD_OF_DAY = Noun(element=lambda n: f"event-{n}")
ROOM = Noun(say=lambda n, t: t(names.ROOM_NAMES[n]))
ROOM_AT = Noun(say=lambda n, t: t(names.ROOM_NAMES[n - 1]) if n else t("airlock"))
"""1 + the kind of room at a place; 0 is the airlock."""
PLACE = Noun(element=lambda n: f"room-{n - 1}" if n else "airlock", private=True)
GRAVE = -3
"""So few points on the gauge are something to remember; a step every night is not."""
MANY_LOST, LARGE_PREY = 2, 6
"""So many who starve in one shelter, and animals of this toughness, are shown large."""
STEP = Noun(say=lambda n, t: names.signed(box.GAUGE_POINTS[n]), element=lambda n: "gauge", private=True)
TILE = Noun(
    say=lambda n, t: t(names.GEAR_NAMES[n]),
    element=lambda n: f"own-{box.GEAR_IDS[n]}",
    private=True,
    symbol=lambda n: f"eq-{box.GEAR_IDS[n]}",
)
DISPLAYED = Noun(say=TILE.say, symbol=TILE.symbol)
RES = Noun(
    say=lambda n, t: names.amount(n, 1, t),
    element=lambda n: f"store-{box.RES_IDS[n]}",
    private=True,
    symbol=lambda n: f"res-{box.RES_IDS[n]}",
)
POOLED = Noun(say=RES.say, element=lambda n: f"pool-{box.AREA_IDS[box.POOL_RES.index(n)]}", symbol=RES.symbol)
"""A resource that one place has: wood is gathered in the forest."""
MEAT = Noun(say=lambda n, t: names.amount(box.Res.MEAT, n, t))
AMMO = Noun(say=lambda n, t: names.amount(box.Res.AMMO, n, t))
UNUSED = Noun(say=lambda n, t: t.plural("{n} action unused", "{n} actions unused", n))


def _goods(e: Emitted, listener: Listener) -> dict[str, Any]:
    return {"goods": names.amount(e.b, e.c, listener.t)}


def _full(e: Emitted, listener: Listener) -> dict[str, Any]:
    return {"points": listener.t.plural("{n} point", "{n} points", box.ROOM_SCORE[e.b])}


def _effect(e: Emitted, listener: Listener) -> dict[str, Any]:
    return {"effect": names.card_effect(e.a, min(len(listener.names), box.MOST_SEATS), listener.t)}


def _gauge(e: Emitted) -> Forms:
    if e.c:
        return Forms(
            N_("Radiation climbs: {who}'s gauge now counts {points}."),
            N_("Radiation climbs: your gauge now counts {points}."),
        )
    return Forms(N_("{who}'s gauge improves to {points}."), N_("Your gauge improves to {points}."))


def _lost(e: Emitted) -> Forms:
    if e.c:
        return Forms(N_("{who} loses a survivor from the {room}."), N_("You lose a survivor from the {room}."))
    return Forms(N_("{who} loses a survivor from the airlock."), N_("You lose a survivor from the airlock."))


def _strikes(e: Emitted) -> Forms:
    several = e.a in (box.Card.LOOTERS, box.Card.NOMADS)
    return Forms(N_("{card} strike.") if several else N_("{card} strikes."))


def _joined(e: Emitted) -> Forms:
    if e.c:
        return Forms(N_("A survivor joins {who}'s {room}."), N_("A survivor joins your {room}."))
    return Forms(N_("A survivor joins {who}'s airlock."), N_("A survivor joins your airlock."))


def by(all: str | Callable[[Emitted], Forms], you: str = "", other: str = "", **more: Any) -> Any:
    """An event whose first part is the seat that it is about; without a picture of its own it shows the seat's sign."""

    def picture(e: Emitted) -> str:
        return next((id for _, noun, n in Event(e.kind).parts(e) if (id := noun.symbol(n))), f"shape-{e.a}")

    return event(all, you, other, symbol=more.pop("symbol", picture), who=SEAT, **more)


def _dawn(e: Emitted) -> Forms:
    return Forms(N_("Day {day}, the last: the convoy comes after this night") if e.a == box.ROUNDS else N_("Day {day}"))


def _nightfall(e: Emitted) -> Forms:
    return Forms(N_("Night {day}, the last") if e.a == box.ROUNDS else N_("Night {day}"))


def _dawns(e: Emitted) -> tuple[Step, ...]:
    """The last day has the convoy's engines in it."""
    if e.a < box.ROUNDS:
        return ((cue("tint", 1000, "dawn", paint="dawn", n=0), cue("card", 1000)),)
    engines = (cue("tint", 1500, "drum", paint="lava"), cue("shake", 900, by=3))
    return ((*engines, cue("card", 1500, "dawn", face="truck-art", n=0)),)


def _turns(e: Emitted) -> tuple[Step, ...]:
    """The day's event is seen large, and where it strikes."""
    struck = [f"area-{id}" for area, id in enumerate(box.AREA_IDS) if max(cut[area] for cut in box.POOL_CUT[e.a])]
    struck += [f"area-{id}" for id in box.CITY_IDS if max(box.SEARCH_CUT[e.a])]
    rings = [cue("spotlight", 2000, of=id) for id in struck or ["own-shelter"]]
    large = cue("rise", 2000, "storm", at="convoy", face="card", size=230)
    return ((cue("card", 2000, "turn"), large, cue("shake", 900, by=4), cue("tint", 2000, paint="storm"), *rings),)


ENDS = (
    (
        cue("card", 1300, "rescue"),
        cue("rise", 1300, "thud", at="card", face=lambda e: f"shape-{e.a}", size=64),
        cue("tint", 1300, own=True, paint="gold"),
        cue("tint", 1300, own=False, paint="dark"),
    ),
    (
        cue("fly", 800, "coin", start="card", to="own", face="star"),
        cue("count", 800, at="own", n=lambda e: box.CARD_POINTS[e.b]),
    ),
)
"""Whoever ends an event leaves their sign on it, and its points go home with them."""


def _built(e: Emitted) -> tuple[Step, ...]:
    """What the others choose in setup is in the log: nobody waits for it."""
    own = True if e.c else None
    return ((cue("glide", 300, "build", own=own), cue("rise", 600, at="own", own=own)),)


def _gauge_turns(e: Emitted) -> tuple[Step, ...]:
    if not e.c:
        return (cue("rise", 600, "heal", at="own"),)
    climbs = (cue("rise", 900, "geiger", at="own"), cue("tint", 900, paint="fallout"))
    if box.GAUGE_POINTS[e.b] > GRAVE:
        return (climbs,)
    return ((*climbs, cue("shake", 400, by=3)), cue("card", 1000, own=True))


def _starves(e: Emitted) -> tuple[Step, ...]:
    """One who goes hungry is told of; several are a night to remember, at every table."""
    drum = (cue("rise", 700, "drum", at="own"), cue("shake", 300, by=2))
    return (drum,) if e.b < MANY_LOST else ((cue("tint", 1400, "drum", paint="lava"), cue("card", 1400)),)


def _hunt(e: Emitted) -> tuple[Step, ...]:
    """Elk and bear are brought home before everybody's eyes."""
    shot = (cue("rise", 1000, "shot", at="own", face="animal"), cue("shake", 250, by=2))
    if e.b < LARGE_PREY:
        return (shot,)
    return ((cue("card", 1100, "shot", face="animal"), cue("shake", 400, by=5)),)


COMES = (cue("fly", 600, "coin", start="own", to="res", face="res"), cue("count", 900, at="res", n="n", face="res"))
"""Goods come to a store: a tag says which and how many."""


def _store(e: Emitted) -> str:
    return f"store-{box.RES_IDS[e.b]}"


GATHERS = (
    cue("fly", 600, "coin", own=True, start="res", to=_store),
    cue("fly", 600, "coin", own=False, start="res", to="own"),
    cue("count", 900, at="res", n="n", face="res"),
    cue("count", 600, own=True, at=_store, n="n"),
)
"""The same at the place where they are gathered."""


def _goes(sound: str = "coin") -> tuple[Step, ...]:
    """Goods leave a store."""
    return ((cue("rise", 500, sound, at="res", face="res"), cue("count", 500, at="res", n=lambda e: -e.c, face="res")),)


_FINDS = ("tok-plank", "tok-rations", "tok-cartridges")
SEARCHES = (
    (
        cue(
            "roll", 1100, "turn", own=True, face="token", large=1, among=("tok-plank", "tok-rations", "tok-cartridges")
        ),
        cue("fly", 900, "turn", own=False, start="city", to="own", face="token"),
    ),
    cue("rise", 800, "card", own=True, at="city", face="token"),
)
"""What a search brings comes to light before whoever searches, and stays for a moment."""
SURVIVOR_LOST = (
    (
        cue("rise", 900, "loss", own=False, at="own"),
        cue("card", 1600, "death", own=True),
        cue("rise", 1600, own=True, at="place", size=130),
        cue("shake", 400, own=True, by=4),
        cue("tint", 1600, own=True, paint="lava"),
    ),
)
"""Whoever dies of hunger, radiation or an event stands large in red before their own people."""
LIT = (cue("rise", 400, "tick", at="own"),)
"""A tile or a room does its work."""


class Event(Events):
    """What people are told."""

    KEPT = by(
        N_("{who} keeps the {room}."),
        N_("You keep the {room}."),
        symbol="door",
        stage=(cue("rise", 500, "card", at="own", own=True),),
        room=ROOM,
    )
    BUILT = by(
        N_("{who} builds the {room}."),
        N_("You build the {room}."),
        symbol="hammer",
        stage=_built,
        room=ROOM,
        first=NUMBER,
    )
    SPLIT = by(
        N_("{who} puts survivors into the room: {n}; into the airlock: {rest}."),
        N_("You put survivors into the room: {n}; into the airlock: {rest}."),
        symbol="person",
        stage=(),
        n=NUMBER,
        rest=NUMBER,
    )
    LED = by(
        N_("{leader} leads {who}."),
        N_("{leader} leads you."),
        stage=(cue("rise", 500, "card", at="own"),),
        leader=LEADER,
    )
    MARY_DREW = by(
        N_("{who} draws {token} from {city}."),
        N_("You draw {token} from {city}."),
        stage=(cue("fly", 400, "turn", start="city", to="own", face="token"),),
        city=CITY,
        token=TOKEN,
    )
    MARY_THREW = by(
        N_("{who} throws away {token}."),
        N_("You throw away {token}."),
        stage=(cue("rise", 400, "card", at="own"),),
        token=TOKEN,
    )
    FIRST = by(
        N_("{who} has the oldest leader and goes first."),
        N_("You have the oldest leader and go first."),
        symbol="first",
        stage=(cue("rise", 500, "card", at="own"),),
    )
    PLACED = by(
        N_("{who}'s {hero} starts {there}."),
        N_("Your {hero} starts {there}."),
        stage=(cue("glide", 400, "step"),),
        hero=HERO,
        there=AREA,
    )
    DAWN = event(_dawn, symbol="sun", tone="heading", stage=_dawns, scene=True, day=NUMBER)
    TURNED = event(N_("{card}: {effect}"), phrases=_effect, stage=_turns, scene=True, card=CARD, day=CARD_OF_DAY)
    STRIKES = event(
        _strikes,
        stage=((cue("spotlight", 900, "storm", of="card"), cue("shake", 600, by=5), cue("tint", 900, paint="storm")),),
        card=CARD,
    )
    SPARED = by(
        N_("{card} does not touch {who}."),
        N_("{card} does not touch you."),
        stage=(cue("rise", 400, "metal", at="own", face="door"),),
        card=CARD,
    )
    LOST = by(
        N_("{who} loses {goods}."),
        N_("You lose {goods}."),
        phrases=_goods,
        stage=_goes(),
        in_turn=True,
        res=RES,
        n=NUMBER,
    )
    LOST_SURVIVOR = by(
        _lost,
        symbol="person",
        tone="grave",
        stage=SURVIVOR_LOST,
        in_turn=True,
        own_scene=True,
        place=PLACE,
        room=ROOM_AT,
    )
    GAUGE = by(
        _gauge,
        symbol="trefoil",
        tone=lambda e: "grave" if e.c and box.GAUGE_POINTS[e.b] <= GRAVE else "",
        stage=_gauge_turns,
        in_turn=True,
        points_=STEP,
        worse=NUMBER,
    )
    MOVED = by(
        N_("{who}'s {hero} arrives {there}."),
        N_("Your {hero} arrives {there}."),
        stage=((cue("glide", 600, "step"), cue("spotlight", 600, of="there")),),
        hero=HERO,
        there=AREA,
    )
    BOARDED = by(
        N_("{who} boards space {space} of the ship."),
        N_("You board space {space} of the ship."),
        stage=(cue("spotlight", 500, "step", of="space"),),
        space=SPACE,
    )
    MARKER = by(
        N_("{who} gets the first-player marker, which counts from the night on."),
        N_("You get the first-player marker, which counts from the night on."),
        symbol="first",
        stage=(cue("rise", 500, "card", at="own"),),
    )
    PEEKED = by(
        N_("{who} looks at the search stack of {city}."),
        N_("You look at the search stack of {city}."),
        symbol="eye",
        stage=(cue("rise", 600, "card", at="city"),),
        city=CITY,
    )
    SAW_TOKEN = event(
        N_("{city}, from the top: {token}."),
        stage=(cue("roll", 500, "card", face="token"),),
        city=CITY,
        token=TOKEN,
        depth=NUMBER,
    )
    PRESSED = by(
        N_("{who} presses {victim}: pressure {n}."),
        N_("You press {victim}: pressure {n}."),
        N_("{who} presses you: pressure {n}."),
        stage=((cue("point", 700, "thud", start="own", to="victim"), cue("shake", 300, by=3)),),
        victim=SEAT,
        n=NUMBER,
    )
    GUARDED = by(
        N_("{who}'s Guard Post cancels the pressure."),
        N_("Your Guard Post cancels the pressure."),
        symbol="door",
        stage=(cue("rise", 500, "metal", at="own"),),
        attacker=SEAT,
    )
    ARMOUR = by(
        N_("{who}'s body armour lowers the pressure to {n}."),
        N_("Your body armour lowers the pressure to {n}."),
        symbol="eq-body_armour",
        stage=(cue("rise", 500, "metal", at="own"),),
        n=NUMBER,
        attacker=SEAT,
    )
    DEFENDED = by(
        N_("{who} defends with {goods}."),
        N_("You defend yourself with {goods}."),
        symbol="res-ammo",
        stage=(cue("rise", 500, "metal", at="own"),),
        goods=AMMO,
        attacker=SEAT,
    )
    HANDED = by(
        N_("{who} hands {goods} to {other}."),
        N_("You hand {goods} to {other}."),
        N_("{who} hands {goods} to you."),
        stage=(cue("fly", 600, "coin", start="own", to="other", face="goods"),),
        other_=SEAT,
        goods=RES,
    )
    GAINED = by(N_("{who} gets {goods}."), N_("You get {goods}."), phrases=_goods, stage=(COMES,), res=RES, n=NUMBER)
    ALGAE = by(
        N_("{who} takes the algae."),
        N_("You take the algae."),
        points=("algae",),
        symbol="tok-algae_pills",
        stage=(cue("fly", 600, "coin", start="algae", to="own"),),
    )
    PURIFIED = by(
        N_("{who} switches the dam's purification on."),
        N_("You switch the dam's purification on."),
        points=("purifier",),
        symbol="res-water",
        stage=(cue("spotlight", 600, "splash", of="purifier"),),
    )
    TOOK = by(
        N_("{who} takes the {tile}, broken."),
        N_("You take the {tile}, broken."),
        stage=(cue("rise", 600, "card", at="own"),),
        tile=TILE,
    )
    SEARCHED = by(
        N_("{who} finds {token} in {city}."), N_("You find {token} in {city}."), stage=SEARCHES, city=CITY, token=TOKEN
    )
    HUNTED = by(N_("{who} hunts {animal}."), N_("You hunt {animal}."), stage=_hunt, animal=PREY, meat=MEAT)
    USED = by(N_("{who} uses the {tile}."), N_("You use the {tile}."), stage=LIT, tile=TILE)
    LOOKED = by(
        N_("{who} looks through the animals at: {area}."),
        N_("You look through the animals at: {area}."),
        symbol="eye",
        stage=(cue("rise", 600, "card", at="area"),),
        area=STACK,
    )
    SAW_ANIMAL = event(
        N_("{area}, from the top: {animal}."),
        stage=(cue("roll", 500, "card", face="animal"),),
        area=HUNTING_AREA,
        animal=ANIMAL,
        depth=NUMBER,
    )
    BROKE_OFF = by(N_("{who} breaks the hunt off."), N_("You break the hunt off."), symbol="paw", stage=())
    JOINED = by(
        _joined,
        symbol="join",
        stage=((cue("glide", 300, "heal"), cue("rise", 500, at="place")),),
        place=PLACE,
        room=ROOM_AT,
    )
    LEFT_ABOARD = by(
        N_("{who} leaves the survivor behind."),
        N_("You leave the survivor behind."),
        symbol="person",
        stage=(cue("rise", 700, "loss", at="own"),),
    )
    NIGHT = event(
        _nightfall,
        symbol="moon",
        tone="heading",
        stage=((cue("tint", 1000, "night", paint="dark"), cue("card", 1000)),),
        day=NUMBER,
    )
    ENDED = by(N_("{who} ends {card}."), N_("You end {card}."), stage=ENDS, scene=True, card=OFFERED)
    PAID = by(N_("{who} pays {goods}."), N_("You pay {goods}."), phrases=_goods, stage=_goes(), res=RES, n=NUMBER)
    WAIVED = by(N_("{who} need not pay {goods}."), N_("You need not pay {goods}."), stage=(), goods=RES)
    HUNGER = by(
        N_("{who} is short of {n} food or water."),
        N_("You are short of {n} food or water."),
        symbol="bowl-e",
        tone="grave",
        stage=_starves,
        n=NUMBER,
    )
    RECRUITED = by(
        N_("{who} recruits a survivor."),
        N_("You recruit a survivor."),
        symbol="join",
        stage=(cue("rise", 500, "heal", at="place"),),
        place=PLACE,
    )
    STAFFED = by(
        N_("{who} moves a survivor to the {room}."),
        N_("You move a survivor to the {room}."),
        symbol="person",
        stage=(cue("glide", 400, "step"),),
        room=ROOM,
    )
    ROOM_USED = by(N_("{who}'s {room} works."), N_("Your {room} works."), symbol="door", stage=LIT, room=ROOM)
    SCRAPPED = by(
        N_("{who} scraps the {tile}."),
        N_("You scrap the {tile}."),
        stage=(cue("rise", 500, "crash", at="own"),),
        tile=TILE,
    )
    DREW = by(
        N_("{who} gets the {tile}, broken."),
        N_("You get the {tile}, broken."),
        stage=(cue("rise", 600, "card", at="own"),),
        tile=TILE,
    )
    REFUSED = by(
        N_("{who} owns a tile of this kind already and discards: {tile}."),
        N_("You own a tile of this kind already and discard: {tile}."),
        stage=(),
        tile=TILE,
    )
    REPAIRED = by(
        N_("{who} repairs the {tile}."),
        N_("You repair the {tile}."),
        stage=((cue("glide", 300, "build"), cue("rise", 600, at="own")),),
        tile=TILE,
    )
    SPOILT = by(
        N_("{who} cannot keep {goods}."),
        N_("You cannot keep {goods}."),
        phrases=_goods,
        stage=_goes(),
        res=RES,
        n=NUMBER,
    )
    PASSED = by(N_("{who} passes."), N_("You pass."), stage=())
    SHOWN = event(N_("{city} displays: {tile}."), stage=(cue("glide", 300, "card"),), city=CITY, tile=DISPLAYED)
    SET_ASIDE = event(
        N_("Gone from {city} for today: {token}."), stage=(cue("rise", 500, "card", at="city"),), city=CITY, token=TOKEN
    )
    TOP_ANIMAL = event(
        N_("{area}: the next animal is {animal}."), stage=(cue("glide", 300, "turn"),), area=HUNTING_AREA, animal=ANIMAL
    )
    RESHUFFLED = event(N_("The discarded equipment is shuffled into a new stack."), symbol="wrench", stage=())
    OVER = event(
        N_("The game is over."),
        points=("convoy",),
        symbol="star",
        stage=(
            (
                cue("fly", 2000, "end", start="area-cargo", to="area-base", face="truck-art"),
                cue("tint", 1600, paint="gold"),
                cue("card", 2000),
            ),
        ),
    )
    RESERVE = by(
        N_("{who} uses the reserve water."),
        N_("You use the reserve water."),
        symbol="res-water",
        stage=(cue("rise", 500, "coin", at="own"),),
    )
    IDLE = by(
        N_("{who} rests {there}, {unused}."), N_("You rest {there}, {unused}."), stage=(), there=AREA, unused=UNUSED
    )
    DRY = by(
        N_("Without a chip {who} gets no water."),
        N_("Without a chip you get no water."),
        points=("purifier",),
        stage=(),
    )
    HAS_NOTHING = by(
        N_("{who} has nothing to hand over."),
        N_("You have nothing to hand over."),
        symbol="bowl-e",
        stage=(),
        attacker=SEAT,
    )
    GATHERED = by(
        N_("{who} gets {goods}."), N_("You get {goods}."), phrases=_goods, stage=(GATHERS,), res=POOLED, n=NUMBER
    )
    # No rule emits this (see `log.aftermath`): so many rooms of a shelter are full.
    FULL = by(
        N_("{who} has {n} full rooms: {points}."),
        N_("You have {n} full rooms: {points}!"),
        symbol="star",
        phrases=_full,
        stage=(
            (
                cue("card", 1400, "rescue"),
                cue("tint", 1400, own=True, paint="gold"),
                cue("count", 1400, at="own", n=lambda e: box.ROOM_SCORE[e.b] - box.ROOM_SCORE[e.b - 1]),
            ),
        ),
        own_scene=True,
        n=NUMBER,
    )
