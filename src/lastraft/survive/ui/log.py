"""The log: what happened, in sentences for one reader."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import WATCHER, LogLine
from ...protocol.translations import N_, Translator
from ..components import FACE_NAMES as FACE_IDS
from ..components import KIND, PER_COLOUR, PRINTED, Face, Ground, adventurer_name
from ..components import KIND_NAMES as KIND_IDS
from ..events import Event
from ..names import FACE_NAMES, KIND_NAMES, creature_name, space_name, terrain_name
from ..state import Cause, End
from .pointing import things

Forms = tuple[str, str]
"""What happened by somebody's doing: told to that player, and told to the others."""

TOLD: dict[Event, Forms] = {
    Event.PLACED: (N_("You placed {piece} on {a}."), N_("{name} placed {piece} on {a}.")),
    Event.LAUNCHED: (N_("You placed a raft on {a}."), N_("{name} placed a raft on {a}.")),
    Event.WALKED: (N_("You walked {piece} from {a} to {b}."), N_("{name} walked {piece} from {a} to {b}.")),
    Event.SWAM: (N_("Your {piece} swam from {a} to {b}."), N_("{piece} of {name} swam from {a} to {b}.")),
    Event.CARRIED: (
        N_("A dolphin carried your {piece} from {a} to {b}."),
        N_("A dolphin carried {piece} of {name} from {a} to {b}."),
    ),
    Event.PUSHED: (
        N_("A kaiju pushed your {piece} from {a} to {b}."),
        N_("A kaiju pushed {piece} of {name} from {a} to {b}."),
    ),
    Event.SAILED: (N_("You moved a raft from {a} to {b}."), N_("{name} moved a raft from {a} to {b}.")),
    Event.BOARDED: (N_("Your {piece} boarded the raft on {a}."), N_("{piece} of {name} boarded the raft on {a}.")),
    Event.USED: (N_("You used this tile: {face}."), N_("{name} used this tile: {face}.")),
    Event.SANK: (N_("You sank the {terrain} {a}."), N_("{name} sank the {terrain} {a}.")),
    Event.KEPT: (N_("You kept an ability from a {terrain}."), N_("{name} kept an ability from a {terrain}.")),
    Event.FOUND: (N_("You found: {face}."), N_("{name} found: {face}.")),
    Event.ROLLED: (N_("You rolled: {kind}."), N_("{name} rolled: {kind}.")),
    Event.REPELLED: (
        N_("You drove {creature} away from {b} with a repellent."),
        N_("{name} drove {creature} away from {b} with a repellent."),
    ),
    Event.WORTH: (N_("Your {piece} was worth {value}."), N_("{piece} of {name} was worth {value}.")),
}
SAVED: dict[Event, Forms] = {
    Event.WALKED: (N_("You walked {piece} to {b}: saved."), N_("{name} walked {piece} to {b}: saved.")),
    Event.SWAM: (N_("Your {piece} swam to {b}: saved."), N_("{piece} of {name} swam to {b}: saved.")),
    Event.CARRIED: (
        N_("A dolphin carried your {piece} to {b}: saved."),
        N_("A dolphin carried {piece} of {name} to {b}: saved."),
    ),
    Event.PUSHED: (
        N_("A kaiju pushed your {piece} to {b}: saved."),
        N_("A kaiju pushed {piece} of {name} to {b}: saved."),
    ),
}
LOST: dict[Cause, Forms] = {
    Cause.SERPENT: (N_("A sea serpent took your {piece} on {a}."), N_("A sea serpent took {piece} of {name} on {a}.")),
    Cause.SHARK: (N_("A shark took your {piece} on {a}."), N_("A shark took {piece} of {name} on {a}.")),
    Cause.WHIRLPOOL: (N_("A whirlpool took your {piece} on {a}."), N_("A whirlpool took {piece} of {name} on {a}.")),
    Cause.VOLCANO: (N_("The volcano took your {piece} on {a}."), N_("The volcano took {piece} of {name} on {a}.")),
    Cause.NO_ROOM: (
        N_("Your {piece} had nowhere to go from {a} and is lost."),
        N_("{piece} of {name} had nowhere to go from {a} and is lost."),
    ),
}
RAFT_LOST = {
    Cause.SERPENT: N_("A sea serpent destroyed the raft on {a}."),
    Cause.KAIJU: N_("A kaiju destroyed the raft on {a}."),
    Cause.WHIRLPOOL: N_("A whirlpool swallowed the raft on {a}."),
}
# What happened to the board, the same for everybody.
SEEN = {
    Event.DIVED: N_("{creature} dived from {b} to {c}."),
    Event.SHOWED: N_("Under the tile of {a}: {face}."),
    Event.NOTHING: N_("It had no effect: {face}."),
    Event.NONE_MOVES: N_("None of that kind can move."),
    Event.MOVED: N_("{creature} moved from {b} to {c}."),
    Event.DRIVEN: N_("{creature} was driven from {b} to {c}."),
    Event.CREATURE_LEFT: N_("{creature} left the board from {b}."),
}
# A tile that sank and what was under it.
FOUND: Forms = (
    N_("You sank the {terrain} {a} and found: {face}."),
    N_("{name} sank the {terrain} {a} and found: {face}."),
)
USELESS: Forms = (
    N_("You sank the {terrain} {a} and found: {face}. It has no effect."),
    N_("{name} sank the {terrain} {a} and found: {face}. It has no effect."),
)
KEPT: Forms = ("", N_("{name} sank the {terrain} {a}, looked, smiled and kept the tile."))  # oneself knows what it is
WHIRLPOOL: Forms = (N_("You sank the {terrain} {a}: a whirlpool!"), N_("{name} sank the {terrain} {a}: a whirlpool!"))
VOLCANO: Forms = (N_("You sank the {terrain} {a}: a volcano!"), N_("{name} sank the {terrain} {a}: a volcano!"))
RAFT: Forms = (
    N_("You sank the {terrain} {a} and found a raft."),
    N_("{name} sank the {terrain} {a} and found a raft."),
)
RAFT_FROM: Forms = (
    N_("You sank the {terrain} {a} and found a raft: the empty one on {b} comes here."),
    N_("{name} sank the {terrain} {a} and found a raft: the empty one on {b} comes here."),
)
CREATURE: Forms = (
    N_("You sank the {terrain} {a}: here comes {creature}."),
    N_("{name} sank the {terrain} {a}: here comes {creature}."),
)
CREATURE_FROM: Forms = (
    N_("You sank the {terrain} {a}: {creature} comes over from {b}."),
    N_("{name} sank the {terrain} {a}: {creature} comes over from {b}."),
)
# Other things that happen together.
ABOARD: dict[Event, Forms] = {
    Event.WALKED: (
        N_("You walked {piece} from {a} to the raft on {b}."),
        N_("{name} walked {piece} from {a} to the raft on {b}."),
    ),
    Event.SWAM: (
        N_("Your {piece} swam from {a} to the raft on {b}."),
        N_("{piece} of {name} swam from {a} to the raft on {b}."),
    ),
}
ROWED: Forms = (N_("You rowed a raft from {a} to {b}."), N_("{name} rowed a raft from {a} to {b}."))

_BY_ADVENTURER = frozenset(
    [Event.PLACED, Event.WALKED, Event.SWAM, Event.CARRIED, Event.PUSHED, Event.BOARDED, Event.ELIMINATED, Event.WORTH]
)
_BY_CREATURE = frozenset([Event.DIVED, Event.APPEARED, Event.MOVED, Event.DRIVEN, Event.CREATURE_LEFT])
_SAYS_ITS_TILE = frozenset([Event.CARRIED, Event.REPELLED])
"""What can be done with a tile only, so that its use need not be told."""
_GRAVE = frozenset([Event.ELIMINATED, Event.RAFT_LOST])


def log(events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> list[LogLine]:
    """What a reader is told of a move, line by line; the same for all whom it does not concern."""
    concerned = any(reader in (event.a, event.a // PER_COLOUR % len(names)) for event in events)
    return _log(tuple(events), reader if concerned else WATCHER, tuple(names), t)


@functools.lru_cache(1024)
def _log(events: tuple[Emitted, ...], reader: int, names: tuple[str, ...], t: Translator) -> list[LogLine]:
    lines = []
    at = 0
    while at < len(events):
        event = events[at]
        many, said, symbol = 1, "", ""
        if event.kind == Event.SANK:
            many, said, symbol = _tell_sinking(events[at : at + 3], reader, names, t)
        elif at + 1 < len(events) and (said := _tell_both(event, events[at + 1], reader, names, t)):
            many = 2
        pointed = dict.fromkeys(thing for each in events[at : at + many] for thing in things(each, reader))
        lines.append(_line(event, said or tell(event, reader, names, t), tuple(pointed), symbol))
        at += many
    return lines


def _tell_both(event: Emitted, then: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    """Two events in one sentence, where they belong together."""
    kind, after = Event(event.kind), Event(then.kind)
    if kind in ABOARD and after == Event.BOARDED and event.a == then.a:
        return _deed(ABOARD[kind], event, reader, names, t)
    if kind == Event.USED and after == Event.SAILED:
        return _deed(ROWED, then, reader, names, t)
    if kind == Event.USED and after in _SAYS_ITS_TILE:
        return tell(then, reader, names, t)
    if kind == Event.ROLLED and after == Event.NONE_MOVES:
        return f"{tell(event, reader, names, t)} {tell(then, reader, names, t)}"
    return ""


def _line(event: Emitted, said: str, pointed: tuple[str, ...], symbol: str) -> LogLine:
    kind = Event(event.kind)
    if kind in (Event.TURN, Event.ENDED):
        return LogLine(said, pointed, tone="heading")
    symbol = symbol or _symbol(kind, event)
    if kind in _GRAVE or symbol in ("whirlpool", "tile-volcano"):
        return LogLine(said, pointed, symbol, "grave")
    return LogLine(said, pointed, symbol)


def _symbol(kind: Event, event: Emitted) -> str:
    """The art that stands before a line."""
    if kind in _GRAVE:
        cause = event.c if kind == Event.ELIMINATED else event.b
        return ("", "serpent", "shark", "kaiju", "whirlpool", "tile-volcano", "kaiju")[cause]
    if kind in _BY_CREATURE:
        return KIND_IDS[KIND[event.a]]
    if kind in (Event.USED, Event.FOUND, Event.SHOWED, Event.NOTHING):
        return f"ab-{FACE_IDS[event.b]}"
    if kind == Event.ROLLED:
        return f"face-{KIND_IDS[event.b]}"
    if kind in (Event.PLACED, Event.WALKED, Event.WORTH):
        return f"meeple-{event.a // PER_COLOUR}"
    if kind == Event.SWAM:
        return f"swimmer-{event.a // PER_COLOUR}"
    return {
        Event.CARRIED: "ab-dolphin",
        Event.REPELLED: "ab-repellent",
        Event.PUSHED: "kaiju",
        Event.KEPT: "ab-back",
        Event.NONE_MOVES: "face-none",
    }.get(kind, "raft")


def _tell_sinking(events: Sequence[Emitted], reader: int, names: Sequence[str], t: Translator) -> tuple[int, str, str]:
    """A tile, what was under it and what that brought: how many events that was, the sentence and its picture."""
    sank, under = events[0], events[1]
    then = events[2] if len(events) > 2 else None
    if under.kind == Event.KEPT:
        if then is not None and then.kind == Event.FOUND:
            return 3, _sunk(FOUND, sank, reader, names, t, face=then.b), f"ab-{FACE_IDS[then.b]}"
        return 2, _sunk(KEPT, sank, reader, names, t), "ab-back"
    face = under.b
    if face == Face.WHIRLPOOL:
        return 2, _sunk(WHIRLPOOL, sank, reader, names, t), "whirlpool"
    if face == Face.VOLCANO:
        return 2, _sunk(VOLCANO, sank, reader, names, t), "tile-volcano"
    if then is not None and then.kind == Event.NOTHING:
        return 3, _sunk(USELESS, sank, reader, names, t, face=face), f"ab-{FACE_IDS[face]}"
    if then is not None and then.kind == Event.RAFT_APPEARED:
        return 3, _sunk(RAFT_FROM if then.b else RAFT, sank, reader, names, t, start=then.b), "raft"
    if then is not None and then.kind == Event.APPEARED:
        forms = CREATURE_FROM if then.c else CREATURE
        said = _sunk(forms, sank, reader, names, t, start=then.c, creature=creature_name(then.a, t))
        return 3, said, KIND_IDS[KIND[then.a]]
    return 2, _sunk(FOUND, sank, reader, names, t, face=face), f"ab-{FACE_IDS[face]}"


def _sunk(
    forms: Forms,
    sank: Emitted,
    reader: int,
    names: Sequence[str],
    t: Translator,
    face: int = 0,
    start: int = 0,
    creature: str = "",
) -> str:
    return t(
        forms[0 if sank.a == reader else 1],
        name=names[sank.a],
        terrain=terrain_name(sank.c, t),
        a=space_name(sank.b),
        b=space_name(start),
        face=t(FACE_NAMES[face]) if face else "",
        creature=creature,
    )


def tell(event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    """An event as a sentence for its reader."""
    kind = Event(event.kind)
    if kind in SEEN:
        creature = creature_name(event.a, t) if kind in _BY_CREATURE else ""
        face = t(FACE_NAMES[event.b]) if kind in (Event.SHOWED, Event.NOTHING) else ""
        spaces = {"a": space_name(event.a), "b": space_name(event.b), "c": space_name(event.c)}
        return t(SEEN[kind], creature=creature, face=face, **spaces)
    if kind == Event.TURN:
        return _tell_turn(event, reader, names, t)
    if kind == Event.APPEARED:
        shown = creature_name(event.a, t)
        if event.c:
            return t("{creature} came from {b} to {a}.", creature=shown, a=space_name(event.b), b=space_name(event.c))
        return t("{creature} appeared on {a}.", creature=shown, a=space_name(event.b))
    if kind == Event.RAFT_APPEARED:
        if event.b:
            return t("The empty raft on {b} was put on {a}.", a=space_name(event.a), b=space_name(event.b))
        return t("A raft was put on {a}.", a=space_name(event.a))
    if kind == Event.RAFT_LOST:
        return t(RAFT_LOST[Cause(event.b)], a=space_name(event.a))
    if kind == Event.ENDED:
        if event.a == End.VOLCANO:
            return t("The volcano has erupted for the last time: the game is over.")
        return t("Nobody is left to save: the game is over.")
    forms = TOLD.get(kind, ("", ""))
    if kind == Event.ELIMINATED:
        forms = LOST[Cause(event.c)]
    elif kind in SAVED and PRINTED[event.c] == Ground.SAFE:
        forms = SAVED[kind]
    return _deed(forms, event, reader, names, t)


def _tell_turn(event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    if event.a == reader:
        return t("Your turn") if event.b else t("Your turn: nobody left to save, two tiles to sink")
    name = names[event.a]
    if event.b:
        return t("{name}'s turn", name=name)
    return t("{name}'s turn: nobody left to save, two tiles to sink", name=name)


def _deed(forms: Forms, event: Emitted, reader: int, names: Sequence[str], t: Translator) -> str:
    """What somebody did, or what became of somebody's adventurer."""
    kind = Event(event.kind)
    by_piece = kind in _BY_ADVENTURER
    seat = event.a // PER_COLOUR % len(names) if by_piece else event.a
    terrain = event.c if kind == Event.SANK else event.b if kind == Event.KEPT else 0
    return t(
        forms[0 if seat == reader else 1],
        name=names[seat],
        piece=adventurer_name(event.a) if by_piece else "",
        a=space_name(event.b),
        b=space_name(event.c),
        value=event.b,
        face=t(FACE_NAMES[event.b]) if kind in (Event.USED, Event.FOUND) else "",
        kind=t(KIND_NAMES[event.b]) if kind == Event.ROLLED else "",
        creature=creature_name(event.b, t) if kind == Event.REPELLED else "",
        terrain=terrain_name(terrain, t),
    )
