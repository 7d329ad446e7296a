"""Staging: how a page plays an event, as part of its declaration.

    BITTEN = event(..., name=SEAT, stage=(cue("rise", 900, "snake", at="name"),))

A staging is a sequence of steps, each one `cue` or several that play together. Where a cue names a part of the event,
the page is told the id of its element or of its symbol: never more than the event, which the reader was told, holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from ..kernel.state import Emitted

Kind = Literal[
    "card", "count", "fade", "fly", "glide", "lift", "point", "rise", "roll", "shake", "sink", "spotlight", "swallow",
    "tint", "turn",
]  # fmt: skip
USUAL_MS: dict[Kind, int] = {
    "card": 1600,
    "count": 700,
    "fade": 800,
    "fly": 700,
    "glide": 450,
    "lift": 300,
    "point": 600,
    "rise": 600,
    "roll": 1000,
    "shake": 400,
    "sink": 450,
    "spotlight": 500,
    "swallow": 1300,
    "tint": 900,
    "turn": 700,
}
"""How long each kind takes at normal speed:

`glide` shows the drawing after the move, in which pieces move to where they are now. `lift`, `turn` (to another face),
`sink`, `fade` (up, down, taken after standing large, or still) and `swallow` (into a place) are about elements as they
were before. `fly`, `rise`, `card` and `roll` show a symbol: from place to place, at a place (of a ``size``), large with
its sentence, beside the prompt (``large``: over the board too). `count`
shows by how much a number changes, `point` is a line between two places, `spotlight` a ring; `shake` and `tint` are
about the whole board.
"""
LIGHT = frozenset(["fly", "count", "spotlight", "rise", "point"])
"""Kinds of which several can be followed at once: the steps of one event after the other overlap."""
STAGGER_MS = 140
LONGEST_MS = 4000
"""What one move brings takes no longer, but for scenes."""

Field = str | int | tuple[str, ...] | Callable[[Emitted], Any]


@dataclass(frozen=True)
class Cue:
    """One thing that is shown of an event."""

    kind: Kind
    ms: int
    sound: str
    own: bool | None
    """Whether only the event's own seat is shown it, or only the others; None: everybody."""
    fields: Mapping[str, Field]


Step = Cue | tuple[Cue, ...]
Staging = tuple[Step, ...] | Callable[[Emitted], tuple[Step, ...]]


def cue(kind: Kind, ms: int = 0, sound: str = "", *, own: bool | None = None, **fields: Field) -> Cue:
    """What is shown of an event: how, for how long at normal speed (0: as usual), with which sound.

    Fields with ids of elements are ``of`` (what it is about), ``at``, ``start`` and ``to``; ``face`` is the id of a
    symbol (left out: the event's own), ``n`` a number, ``kept`` 1 for a card that its reader dismisses.
    A field names a part of the event, or ``own`` for its seat; it can be an id itself, ``*`` for what was lifted last,
    or a function of the event.
    """
    return Cue(kind, ms or USUAL_MS[kind], sound, own, fields)


class StagedStep(TypedDict):
    """What a page plays together: beats, and the sentence about them."""

    beats: list[dict[str, Any]]
    say: NotRequired[str]
    stake: NotRequired[str]
    """What is said while a result is still rolled or drawn."""
    about: NotRequired[str]
    """What the thing does that is shown large."""
    apart: NotRequired[bool]
    """Whether it waits for the step before it; the page is told by their order."""
    scene: NotRequired[bool]
    """Whether it has its time whatever else waits: a shot, a death."""


def duration(steps: Sequence[StagedStep]) -> int:
    """How many milliseconds steps take at normal speed."""
    return sum(_lasts(step) for step in steps)


def _lasts(step: StagedStep) -> int:
    return max(int(beat["ms"]) + int(beat.get("after", 0)) for beat in step["beats"])


def in_order(steps: Sequence[StagedStep]) -> list[StagedStep]:
    """Steps as they are played: light ones overlap, several results are rolled in one go, and all of them together
    take no longer than `LONGEST_MS`; scenes keep their own time."""
    played: list[StagedStep] = []
    for step in steps:
        step["beats"] = _rolled(_dealt(_distinct(_counted(step["beats"]))))
        if played and _light(played[-1]) and _light(step) and len(played[-1]["beats"]) < 12:
            _overlap(played[-1], step)
        else:
            played.append(step)
    for step in played:
        step.pop("apart", None)
    ordinary = [step for step in played if not step.get("scene")]
    total = duration(ordinary)
    if total > LONGEST_MS:
        for step in ordinary:
            for beat in step["beats"]:
                beat["ms"] = beat["ms"] * LONGEST_MS // total
                if "after" in beat:
                    beat["after"] = beat["after"] * LONGEST_MS // total
    return played


def _counted(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What changes one number several times at once, of one kind of goods, changes it by the sum."""
    sums: dict[tuple[str, str], dict[str, Any]] = {}
    counted = []
    for beat in beats:
        at = beat.get("at", ""), beat.get("face", "")
        if beat["kind"] == "count" and "n" in beat and at in sums:
            sums[at]["n"] += beat["n"]
            continue
        if beat["kind"] == "count" and "n" in beat:
            sums[at] = beat
        counted.append(beat)
    return counted


def _distinct(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A board shakes once, whatever happens on it at the same time."""
    return [beat for i, beat in enumerate(beats) if beat not in beats[:i]]


def _dealt(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Several large cards are one with all their pictures."""
    cards = [beat for beat in beats if beat["kind"] == "card"]
    faces = list(dict.fromkeys(beat["face"] for beat in cards if "face" in beat))
    if len(cards) < 2 or not faces:
        return beats
    return [{**cards[0], "faces": faces}, *(beat for beat in beats if beat["kind"] != "card")]


def _rolled(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rolls = [beat for beat in beats if beat["kind"] == "roll"]
    if not rolls:
        return beats
    faces = [beat.pop("face") for beat in rolls]
    together = {**rolls[-1], "faces": faces, "ms": min(2200, sum(beat["ms"] for beat in rolls))}
    return [together, *(beat for beat in beats if beat["kind"] != "roll")]


def _light(step: StagedStep) -> bool:
    return not step.get("apart") and not step.get("scene") and all(beat["kind"] in LIGHT for beat in step["beats"])


def _overlap(before: StagedStep, step: StagedStep) -> None:
    begun = max(beat.get("after", 0) for beat in before["beats"]) + STAGGER_MS
    for beat in step["beats"]:
        beat["after"] = begun + beat.get("after", 0)
    before["beats"] += step["beats"]
    if said := step.get("say"):
        before["say"] = f"{before['say']} {said}" if "say" in before else said
