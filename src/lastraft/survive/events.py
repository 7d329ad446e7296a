"""What happens: each event with its parts, its sentences and its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ..kernel import EVERYONE, Emitted
from ..protocol.events import NUMBER, SEAT, Events, Forms, Noun, event
from ..protocol.reader import Listener
from ..protocol.staging import Staging, Step, cue
from ..protocol.translations import N_
from . import components as box
from . import names
from .state import Cause, End, SurviveState, is_swimmer, owner

ADVENTURER = Noun(
    say=lambda n, t: box.adventurer_name(n),
    element=box.adventurer_name,
    symbol=lambda n: f"meeple-{n // box.PER_COLOUR}",
    seat=lambda n, seats: n // box.PER_COLOUR % seats,
)
CREATURE = Noun(say=names.creature_name, element=box.creature_name, symbol=lambda n: box.KIND_NAMES[box.KIND[n]])
SPACE = Noun(say=names.space_name, element=lambda n: f"space-{box.SPACE_NAMES[n]}" if n else "")
TERRAIN = Noun(say=lambda n, t: t(names.TERRAIN_NAMES[n]))
FACE = Noun(say=lambda n, t: t(names.FACE_NAMES[n]), symbol=lambda n: f"ab-{box.FACE_NAMES[n]}")
OWN_TILE = Noun(say=FACE.say, symbol=FACE.symbol, element=lambda n: f"own-{box.FACE_NAMES[n]}", private=True)
ROLL = Noun(say=lambda n, t: t(names.KIND_NAMES[n]), symbol=lambda n: f"face-{box.KIND_NAMES[n]}")

CAUSE_SYMBOLS = ("", "serpent", "shark", "kaiju", "whirlpool", "tile-volcano", "kaiju")
TAKEN = {
    Cause.SERPENT: Forms(
        N_("A sea serpent took {name}'s adventurer on {space}."), N_("A sea serpent took your adventurer on {space}.")
    ),
    Cause.SHARK: Forms(
        N_("A shark took {name}'s adventurer on {space}."), N_("A shark took your adventurer on {space}.")
    ),
    Cause.WHIRLPOOL: Forms(
        N_("A whirlpool took {name}'s adventurer on {space}."), N_("A whirlpool took your adventurer on {space}.")
    ),
    Cause.VOLCANO: Forms(
        N_("The volcano took {name}'s adventurer on {space}."), N_("The volcano took your adventurer on {space}.")
    ),
    Cause.NO_ROOM: Forms(
        N_("{name}'s adventurer had nowhere to go from {space} and is lost."),
        N_("Your adventurer had nowhere to go from {space} and is lost."),
    ),
}
DESTROYED = {
    Cause.SERPENT: Forms(N_("A sea serpent destroyed the raft on {space}.")),
    Cause.KAIJU: Forms(N_("A kaiju destroyed the raft on {space}.")),
    Cause.WHIRLPOOL: Forms(N_("A whirlpool swallowed the raft on {space}.")),
}
ENDINGS = {
    End.VOLCANO: Forms(N_("The volcano has erupted for the last time: the game is over.")),
    End.NOBODY_LEFT: Forms(N_("Nobody is left to save: the game is over.")),
}
VOLCANOES = (
    Forms(""),
    Forms(N_("The first volcano of three: the third ends the game.")),
    Forms(N_("The second volcano: the next one ends the game.")),
)
DISASTERS = {box.Face.WHIRLPOOL: "whirlpool", box.Face.VOLCANO: "tile-volcano"}


RESCUE = (
    cue("rise", 1100, "rescue", at="piece", face="lm-flag", size=96),
    cue("fly", 800, start="piece", to="own", face="i-flag"),
    cue("spotlight", 800, of="own"),
)
"""Somebody is on a safe land: a flag goes up there."""
COUNTED = Forms(
    N_("{name} saved people worth {values}: {sum} points."), N_("You saved people worth {values}: {sum} points.")
)
RING = cue("spotlight", 1400, own=False, of="piece")
LOSS = cue("card", 1300, own=True)
"""What took one's own is shown large."""
BLOW = (
    cue("shake", 350, own=False, by=4),
    cue("shake", 700, own=True, by=9),
    cue("tint", 1400, own=True, paint="dark"),
)
"""The board trembles when somebody is lost, more for one's own."""


def _way(way: Forms, saved: Forms, symbol: str | Callable[[Emitted], str] = "", stage: tuple[Step, ...] = ()) -> Any:
    """An adventurer's way from space to space, which may end on a safe land."""
    forms = _either(lambda e: box.PRINTED[e.c] == box.Ground.SAFE, saved, way)

    def staging(e: Emitted) -> tuple[Step, ...]:
        return (*stage, RESCUE) if box.PRINTED[e.c] == box.Ground.SAFE else stage

    return event(forms, symbol=symbol, stage=staging, piece=ADVENTURER, start=SPACE, space=SPACE)


def _creature_way(said: str, stage: Staging) -> Any:
    return event(said, stage=stage, creature=CREATURE, start=SPACE, space=SPACE)


def _tile(e: Emitted) -> str:
    """The tile of an event whose second part is its space."""
    return f"tile-{box.SPACE_NAMES[e.b]}"


def _showed(e: Emitted) -> tuple[Step, ...]:
    """A tile shows what was under it; the disasters are seen by everybody."""
    turned = cue("turn", 600, "turn", of="*", face="face")
    if e.b == box.Face.WHIRLPOOL:
        whirlpool = cue("rise", 1100, "whirl", at="space", face="whirlpool", spin=360)
        return turned, (cue("sink", of="*"), whirlpool, cue("tint", 1100, paint="deep"))
    if e.b == box.Face.VOLCANO:
        return turned, (cue("shake", 1100, "erupt", by=7), cue("tint", 1100, paint="lava"))
    return turned, cue("sink", 400, "sink", of="*", after=400)


def _erupted(e: Emitted) -> tuple[Step, ...]:
    """Each volcano is worse than the one before."""
    counted = cue("fly", 1000, start="space", to="volcanoes"), cue("spotlight", 1200 + 400 * e.a, of="volcanoes")
    last = cue("shake", 800 * e.a, "erupt", by=5 * e.a), cue("tint", 800 * e.a, paint="dark" if e.a > 1 else "lava")
    return ((*counted, *last),)


def _ended(e: Emitted) -> tuple[Step, ...]:
    """The last volcano stands over the whole island, in fire; then it grows dark, and all is counted."""
    if e.a != End.VOLCANO:
        return cue("tint", 600, "end", paint="gold"), cue("card", 1400)
    volcano = cue("rise", 2600, "erupt", at="space-F7", face="tile-volcano", size=420)
    return (volcano, cue("shake", 2400, by=14), cue("tint", 2600, paint="lava")), cue("tint", 1600, "end", paint="dark")


def _eliminated(e: Emitted) -> tuple[Step, ...]:
    """Whoever is lost stands large for a moment; then what takes them comes up, and both sink."""
    if e.c == Cause.WHIRLPOOL:
        return (cue("swallow", 1200, "loss", of="piece", to="*"), *BLOW), LOSS
    if e.c in (Cause.SERPENT, Cause.SHARK):
        lunge = cue("rise", 1200, "splash", at="space", size=150, after=400)
        return (cue("fade", 1600, "loss", of="piece", way="taken"), lunge, RING, *BLOW), LOSS
    return (cue("fade", 1400, "loss", of="piece", way="up"), RING, *BLOW), LOSS


def _wades(e: Emitted) -> tuple[Step, ...]:
    return (cue("glide", 600, "thud" if box.KIND[e.a] == box.Kind.KAIJU else "swim"),)


def _either(asked: Callable[[Emitted], bool], yes: Forms, no: Forms) -> Callable[[Emitted], Forms]:
    return lambda e: yes if asked(e) else no


SEATS_TOLD = 8
"""An event has three parts: where people are, by which seat a creature came there, whether it dived and whether they
are several, are one."""
BESIDE = (
    Forms(
        N_("{by} brought {creature} beside {name}'s adventurer on {space}."),
        N_("{by} brought {creature} beside your adventurer on {space}."),
    ),
    Forms(
        N_("{by} brought {creature} beside {name}'s people on {space}."),
        N_("{by} brought {creature} beside your people on {space}."),
    ),
    Forms(
        N_("{by} dived {creature} beside {name}'s adventurer on {space}."),
        N_("{by} dived {creature} beside your adventurer on {space}."),
    ),
    Forms(
        N_("{by} dived {creature} beside {name}'s people on {space}."),
        N_("{by} dived {creature} beside your people on {space}."),
    ),
)
"""A creature that came, or dived, beside one or several."""


class Event(Events):
    """What happens; the nouns at the end of a declaration are the event's parts."""

    @classmethod
    def caption(cls, events: Sequence[Emitted], shown: Sequence[Emitted], listener: Listener) -> str:
        """What is said while events play, as in the log: how often the same happens, and with what follows at once."""
        if shown[0].kind == Event.WORTH:
            return cls._counted(shown, listener)
        told = Counter(cls._told(events, e, listener) for e in shown)
        return " ".join(said if n == 1 else f"{said.removesuffix('.')} × {n}." for said, n in told.items())

    @classmethod
    def as_shown(cls, events: Sequence[Emitted]) -> Sequence[Emitted]:
        """A volcano is counted before the die is rolled."""
        erupted = [e for e in events if e.kind == Event.ERUPTED]
        shown = [e for e in events if e.kind != Event.ERUPTED]
        rolled = next((i for i, e in enumerate(shown) if e.kind == Event.ROLLED), len(shown))
        return [*shown[:rolled], *erupted, *shown[rolled:]]

    @classmethod
    def _counted(cls, saved: Sequence[Emitted], listener: Listener) -> str:
        """What one player's people are worth, all in one sentence."""
        values = sorted((e.b for e in saved), reverse=True)
        if len(values) == 1:
            return cls.tell(saved[0], listener)
        places = {"values": " + ".join(map(str, values)), "sum": sum(values)}
        return Event.WORTH.sentence(saved[0], listener, COUNTED, **places)

    @classmethod
    def _shown_with(cls, e: Emitted) -> tuple[int, int]:
        """At the end one player's people are counted after the other's."""
        return (e.kind, e.a // box.PER_COLOUR) if e.kind == Event.WORTH else super()._shown_with(e)

    @classmethod
    def _told(cls, events: Sequence[Emitted], e: Emitted, listener: Listener) -> str:
        at, kind = events.index(e), cls(e.kind)
        before, then = events[at - 1] if at else None, events[at + 1] if at + 1 < len(events) else None
        if kind == Event.BOARDED and before and before.kind in ABOARD and before.a == e.a:
            return ""
        if kind in ABOARD and then and then.kind == Event.BOARDED and then.a == e.a:
            return kind.sentence(e, listener, ABOARD[kind])
        if kind == Event.KEPT and then and then.kind == Event.FOUND:
            return ""  # it has not turned over yet
        if kind == Event.ROLLED and then and then.kind == Event.NONE_MOVES:
            return f"{cls.tell(e, listener)} {cls.tell(then, listener)}"
        if kind == Event.NONE_MOVES and before and before.kind == Event.ROLLED:
            return f"{cls.tell(before, listener)} {cls.tell(e, listener)}"
        return cls.tell(e, listener)

    @classmethod
    def stake(cls, events: Sequence[Emitted], rolled: Sequence[Emitted], listener: Listener) -> str:
        """Whose die it is: a turn may end with it, and the next begin."""
        seat = rolled[0].a
        if seat == listener.seat:
            return listener.t("You roll the creature die …")
        return listener.t("{name} rolls the creature die …", name=listener.names[seat])

    PLACED = event(
        N_("{name} placed an adventurer on {space}."),
        N_("You placed an adventurer on {space}."),
        stage=(cue("glide", 350, "step"),),
        piece=ADVENTURER,
        space=SPACE,
    )
    LAUNCHED = event(
        N_("{name} placed a raft on {space}."),
        N_("You placed a raft on {space}."),
        symbol="raft",
        stage=(cue("glide", 450, "splash"),),
        name=SEAT,
        space=SPACE,
    )
    TURN = event(
        _either(
            lambda e: e.b > 0,
            Forms(N_("{name}'s turn"), N_("Your turn")),
            Forms(
                N_("{name}'s turn: nobody left to save, two tiles to sink"),
                N_("Your turn: nobody left to save, two tiles to sink"),
            ),
        ),
        tone="heading",
        stage=(cue("spotlight", of="name"),),
        name=SEAT,
        moves=NUMBER,
        tiles=NUMBER,
    )
    WALKED = _way(
        Forms(N_("{name} walked from {start} to {space}."), N_("You walked from {start} to {space}.")),
        Forms(N_("{name} walked to {space}: saved."), N_("You walked to {space}: saved.")),
        stage=(cue("glide", 450, "step"),),
    )
    SWAM = _way(
        Forms(N_("{name} swam from {start} to {space}."), N_("You swam from {start} to {space}.")),
        Forms(N_("{name} swam to {space}: saved."), N_("You swam to {space}: saved.")),
        lambda e: f"swimmer-{e.a // box.PER_COLOUR}",
        stage=(cue("glide", 550, "swim"),),
    )
    SAILED = event(
        N_("{name} moved a raft from {start} to {space}."),
        N_("You moved a raft from {start} to {space}."),
        symbol="raft",
        stage=(cue("glide", 700, "oar"),),
        name=SEAT,
        start=SPACE,
        space=SPACE,
    )
    BOARDED = event(
        N_("{name}'s adventurer boarded the raft on {space}."),
        N_("Your adventurer boarded the raft on {space}."),
        symbol="raft",
        stage=(cue("glide", 150, "step"),),
        piece=ADVENTURER,
        space=SPACE,
    )
    USED = event(
        N_("{name} used this tile: {face}."),
        N_("You used this tile: {face}."),
        stage=(cue("card", 900, "card", own=False, face="face"),),
        name=SEAT,
        face=OWN_TILE,
    )
    CARRIED = _way(
        Forms(
            N_("A dolphin carried {name}'s adventurer from {start} to {space}."),
            N_("A dolphin carried your adventurer from {start} to {space}."),
        ),
        Forms(
            N_("A dolphin carried {name}'s adventurer to {space}: saved."),
            N_("A dolphin carried your adventurer to {space}: saved."),
        ),
        "ab-dolphin",
        stage=(cue("glide", 800, "swim"),),
    )
    DIVED = _creature_way(
        N_("{creature} dived from {start} to {space}."),
        stage=(cue("fade", 450, "sink", of="creature", way="down"), cue("glide", 450, "rise")),
    )
    SANK = event(
        N_("{name} sank the {terrain} {space}."),
        N_("You sank the {terrain} {space}."),
        stage=(cue("lift", 300, of=_tile),),
        name=SEAT,
        space=SPACE,
        terrain=TERRAIN,
    )
    SHOWED = event(
        N_("Under the tile on {space}: {face}."),
        symbol=lambda e: DISASTERS.get(box.Face(e.b), FACE.symbol(e.b)),
        tone=lambda e: "grave" if e.b in DISASTERS else "",
        stage=_showed,
        scene=lambda e: e.b in DISASTERS,
        space=SPACE,
        face=FACE,
    )
    KEPT = event(
        N_("{name} kept the tile from under this {terrain}."),
        N_("You keep the tile from under this {terrain}."),
        symbol="ab-back",
        stage=(
            cue("turn", 600, "turn", own=False, of="*", face="ab-back"),
            (cue("fly", 800, "fly", own=False, start="*", to="name"), cue("sink", 300, own=False, of="*")),
        ),
        name=SEAT,
        terrain=TERRAIN,
    )
    FOUND = event(
        N_("{name} found: {face}."),
        N_("You found: {face}."),
        stage=(
            cue("turn", 600, "turn", of="*", face="face"),
            (cue("card", 1100, face="face"), cue("fly", 800, "fly", start="*", to="face"), cue("sink", 300, of="*")),
        ),
        name=SEAT,
        face=OWN_TILE,
    )
    NOTHING = event(N_("It had no effect: {face}."), stage=(), space=SPACE, face=FACE)
    APPEARED = event(
        _either(
            lambda e: e.c > 0,
            Forms(N_("{creature} came from {start} to {space}.")),
            Forms(N_("{creature} appeared on {space}.")),
        ),
        stage=(cue("glide", 500, "rise"),),
        creature=CREATURE,
        space=SPACE,
        start=SPACE,
    )
    RAFT_APPEARED = event(
        _either(
            lambda e: e.b > 0,
            Forms(N_("The empty raft on {start} was put on {space}.")),
            Forms(N_("A raft was put on {space}.")),
        ),
        symbol="raft",
        stage=(cue("glide", 500, "splash"),),
        space=SPACE,
        start=SPACE,
    )
    ROLLED = event(
        N_("{name} rolled: {kind}."),
        N_("You rolled: {kind}."),
        points=("die",),
        stage=(
            (
                cue("roll", 1200, "dice", face="kind", among=("face-shark", "face-serpent", "face-kaiju"), large=1),
                cue("spotlight", 1200, of="name"),
            ),
        ),
        own_scene=True,
        name=SEAT,
        kind=ROLL,
    )
    NONE_MOVES = event(
        _either(
            lambda e: e.c > 0,
            Forms(N_("No {kind} can move.")),
            Forms(N_("There is no {kind} on the board: nothing happens.")),
        ),
        symbol=lambda e: ROLL.symbol(e.b),
        stage=(cue("glide", 900, own=False), cue("card", 2200, own=True)),
        own_scene=True,
        name=SEAT,
        kind=ROLL,
        count=NUMBER,
    )
    MOVED = _creature_way(N_("{creature} moved from {start} to {space}."), stage=_wades)
    DRIVEN = _creature_way(
        N_("{creature} was driven from {start} to {space}."),
        stage=((cue("glide", 450, "thud"), cue("shake", 300, by=3)),),
    )
    PUSHED = _way(
        Forms(
            N_("A kaiju pushed {name}'s adventurer from {start} to {space}."),
            N_("A kaiju pushed your adventurer from {start} to {space}."),
        ),
        Forms(
            N_("A kaiju pushed {name}'s adventurer to {space}: saved."),
            N_("A kaiju pushed your adventurer to {space}: saved."),
        ),
        "kaiju",
        stage=((cue("glide", 450, "thud"), cue("shake", 300, by=3)),),
    )
    ELIMINATED = event(
        lambda e: TAKEN[Cause(e.c)],
        symbol=lambda e: CAUSE_SYMBOLS[e.c],
        tone="grave",
        stage=_eliminated,
        scene=True,
        piece=ADVENTURER,
        space=SPACE,
        cause=NUMBER,
    )
    RAFT_LOST = event(
        lambda e: DESTROYED[Cause(e.b)],
        symbol=lambda e: CAUSE_SYMBOLS[e.b],
        tone="grave",
        stage=(
            (cue("glide", 1000, "crash"), cue("rise", 900, at="space", face="raft", spin=40), cue("shake", 500, by=6)),
        ),
        scene=True,
        space=SPACE,
        cause=NUMBER,
    )
    CREATURE_LEFT = event(
        N_("{creature} left the board from {space}."),
        stage=(cue("fade", 700, "whoosh", of="creature", way="up"),),
        creature=CREATURE,
        space=SPACE,
        cause=NUMBER,
    )
    REPELLED = event(
        N_("{name} drove {creature} away from {space} with a repellent."),
        N_("You drove {creature} away from {space} with a repellent."),
        symbol="ab-repellent",
        stage=(cue("card", 1600, "whoosh"),),
        scene=True,
        name=SEAT,
        creature=CREATURE,
        space=SPACE,
    )
    ENDED = event(
        lambda e: ENDINGS[End(e.a)], tone="heading", stage=_ended, scene=lambda e: e.a == End.VOLCANO, why=NUMBER
    )
    WORTH = event(
        N_("{name} saved somebody worth {value}."),
        N_("You saved somebody worth {value}."),
        stage=(
            (cue("fly", 600, start="piece", to="own", face="piece"), cue("count", 1400, "tick", at="own", n="value")),
        ),
        scene=True,
        piece=ADVENTURER,
        value=NUMBER,
    )
    BEGINS = event(
        N_("{name} was drawn to begin."),
        N_("You were drawn to begin."),
        symbol=lambda e: f"meeple-{e.a}",
        stage=(),
        name=SEAT,
    )
    # These no rule emits (see `aftermath`). How far the volcanoes have come, until the one that ends the game:
    ERUPTED = event(
        lambda e: VOLCANOES[e.a],
        symbol="tile-volcano",
        tone="grave",
        stage=_erupted,
        scene=True,
        count=NUMBER,
        space=SPACE,
    )
    # Each of these tells the owner of an adventurer what somebody else's move means.
    FELL = event(
        N_("{by} sank {space}: {name}'s adventurer there swims now."),
        N_("{by} sank {space}: your adventurer there swims now."),
        symbol=lambda e: f"swimmer-{e.a // box.PER_COLOUR}",
        stage=(),
        piece=ADVENTURER,
        space=SPACE,
        by=SEAT,
    )
    NEARED = event(
        lambda e: BESIDE[e.c % 4],
        symbol=lambda e: CREATURE.symbol(e.b),
        phrases=lambda e, listener: {
            "by": listener.names[e.c // 4 % SEATS_TOLD],
            "space": box.SPACE_NAMES[e.c // 4 // SEATS_TOLD],
        },
        stage=(),
        piece=ADVENTURER,
        creature=CREATURE,
        place=NUMBER,
    )


ABOARD = {
    Event.WALKED: Forms(
        N_("{name} walked from {start} to the raft on {space}."), N_("You walked from {start} to the raft on {space}.")
    ),
    Event.SWAM: Forms(
        N_("{name} swam from {start} to the raft on {space}."), N_("You swam from {start} to the raft on {space}.")
    ),
}
"""Ways that end aboard a raft."""


CAME = (Event.MOVED, Event.DIVED, Event.APPEARED, Event.DRIVEN)


def aftermath(before: SurviveState, s: SurviveState, seat: int, events: Sequence[Emitted]) -> list[Emitted]:
    """How many volcanoes have come, and what a seat's move means for the others' people, though no event names them:
    a tile sank under them, or a creature that may attack them came beside them."""
    told, erupted = list[Emitted](), list[Emitted]()
    for e in events:
        if e.kind == Event.SANK:
            told += [
                _to_owner(s, Event.FELL, a, e.b, seat)
                for a in range(box.ADVENTURERS)
                if s.adventurer[a] == e.b and s.ground[e.b] == box.SEA and is_swimmer(s, a)
            ]
        elif e.kind in CAME:
            told += _neared(s, seat, e)
        elif e.kind == Event.SHOWED and e.b == box.Face.VOLCANO and s.volcanoes < box.LAST_VOLCANO:
            erupted.append(Emitted(EVERYONE, Event.ERUPTED, s.volcanoes, e.a, 0))
    return [*erupted, *(e for e in told if owner(s, e.a) != seat)]


def _neared(s: SurviveState, seat: int, e: Emitted) -> list[Emitted]:
    """For each player one of those beside a creature that came: not of those whom it was beside before."""
    start, space = (e.c, e.b) if e.kind == Event.APPEARED else (e.b, e.c)
    kind, near = box.KIND[e.a], dict[int, int]()
    for a in range(box.ADVENTURERS) if s.creature[e.a] == space else ():
        at = s.adventurer[a]
        afraid = {
            box.Kind.SHARK: is_swimmer(s, a),
            box.Kind.SERPENT: s.ground[at] == box.SEA,
            box.Kind.KAIJU: s.ground[at] != box.SAFE,
        }
        came = box.DISTANCE[space][at] == 1 and not (start and box.DISTANCE[start][at] == 1)
        if at and came and afraid[box.Kind(kind)]:
            near.setdefault(owner(s, a), a)
    return [
        _to_owner(s, Event.NEARED, a, e.a, (s.adventurer[a] * SEATS_TOLD + seat) * 4 + _beside(s, e, a))
        for a in near.values()
    ]


def _beside(s: SurviveState, e: Emitted, a: int) -> int:
    """Which of `BESIDE` tells of a creature that came to an adventurer."""
    together = sum(at == s.adventurer[a] and owner(s, i) == owner(s, a) for i, at in enumerate(s.adventurer))
    return 2 * (e.kind == Event.DIVED) + (together > 1)


def _to_owner(s: SurviveState, kind: Event, a: int, b: int, c: int) -> Emitted:
    return Emitted(1 << owner(s, a), kind, a, b, c)
