"""What a seat knows as plain data."""

from __future__ import annotations

from typing import Any

from ...kernel import part, top
from ..components import (
    BOX,
    COLOURS,
    COLOURS_EACH,
    CREATURES,
    FACE_NAMES,
    FIRST,
    LETTERS,
    RAFTS,
    RAFTS_EACH,
    SPACE_NAMES,
    SPACES,
    VALUES,
    Ground,
    Kind,
    adventurer_name,
    creature_name,
    raft_name,
)
from ..options import Choice
from ..rules.legal import asked
from ..rules.scoring import score
from ..state import End, Frame, Phase, Survive, aboard, is_swimmer, own, own_count, owner
from .notation import PHASES, piece_name
from .prompts import held_faces

GROUND_NAMES = ("", "sea", "beach", "forest", "mountain", "safe", "volcano")


def shown_value(s: Survive, seat: int, adventurer: int) -> int | None:
    """SV-3.15, SV-18.3: a value on the board is shown to its owner, with `own_open`; at the end, if it is saved."""
    saved = s.ground[s.adventurer[adventurer]] == Ground.SAFE
    if s.ended != End.NOT_YET and saved:
        return s.value[adventurer]
    open_to_owner = s.option[Choice.VALUE_VISIBILITY] == 1 and seat == owner(s, adventurer)
    return s.value[adventurer] or None if open_to_owner else None


def view(s: Survive, seat: int) -> dict[str, Any]:
    """What a person on the seat is shown, as plain data."""
    return {
        "phase": PHASES[s.phase],
        "turn": LETTERS[s.turn],
        "turns": s.turns,
        "asked": None if asked(s) < 0 else LETTERS[asked(s)],
        "moves": s.moves,
        "sinks": s.sinks,
        "volcanoes": s.volcanoes,
        "over": s.ended != End.NOT_YET,
        "pending": _pending(s),
        "spaces": {SPACE_NAMES[i]: GROUND_NAMES[s.ground[i]] for i in range(1, SPACES + 1)},
        "adventurers": [_adventurer(s, seat, i) for i in _in_play(s)],
        "rafts": [
            {
                "name": raft_name(i),
                "space": SPACE_NAMES[s.raft[i]],
                "aboard": [adventurer_name(p - 1) for p in s.passenger[i] if p],
            }
            for i in range(RAFTS)
            if 0 < s.raft[i] < BOX
        ],
        "supply": {
            "rafts": _rafts_in_supply(s),
            "sharks": s.creature[FIRST[Kind.SHARK] : FIRST[Kind.KAIJU]].count(0),
            "kaiju": s.creature[FIRST[Kind.KAIJU] :].count(0),
        },
        "creatures": [
            {"name": creature_name(i), "space": SPACE_NAMES[s.creature[i]]} for i in range(CREATURES) if s.creature[i]
        ],
        "seats": [
            {
                "colours": [COLOURS[seat_ + s.seats * k] for k in range(COLOURS_EACH[s.seats])],
                "saved": _count(s, seat_, True),
                "left": _count(s, seat_, False),
                "in_hand": own_count(s) - s.placed[seat_],
                "tiles": {"beach": sum(s.held[seat_][0]), "forest": sum(s.held[seat_][1])},
                "score": score(s, seat_) if s.ended != End.NOT_YET else None,
            }
            for seat_ in range(s.seats)
        ],
        "hand": {str(v): s.stock[seat][v] for v in range(1, VALUES + 1)} if seat >= 0 else None,
        "holds": [FACE_NAMES[face] for face in held_faces(s, seat)] if seat >= 0 else None,
        "swum": [adventurer_name(own(s, s.turn, k)) for k in range(own_count(s)) if s.swum >> k & 1],
    }


def _rafts_in_supply(s: Survive) -> int:
    """SV-3.7: in setup those that were not handed out."""
    return RAFTS - RAFTS_EACH[s.seats] * s.seats if s.phase < Phase.ACTION else s.raft.count(0)


def _in_play(s: Survive) -> list[int]:
    return [own(s, seat, k) for seat in range(s.seats) for k in range(s.placed[seat])]


def _adventurer(s: Survive, seat: int, adventurer: int) -> dict[str, Any]:
    space = s.adventurer[adventurer]
    where = "eliminated"
    if space:
        where = "raft" if aboard(s, adventurer) else "water" if is_swimmer(s, adventurer) else "land"
    return {
        "name": adventurer_name(adventurer),
        "seat": LETTERS[owner(s, adventurer)],
        "space": SPACE_NAMES[space] or None,
        "where": where,
        "value": shown_value(s, seat, adventurer),
    }


def _pending(s: Survive) -> dict[str, Any] | None:
    """The business on top, in the words of the state."""
    business = top(s)
    if not business or s.ended != End.NOT_YET:
        return None
    shown: dict[str, Any] = {"kind": Frame(business).name.lower()}
    if business in (Frame.WINDOW, Frame.BOARDING):
        shown["space"] = SPACE_NAMES[part(s, 0)]
    elif business in (Frame.OARS, Frame.DOLPHIN, Frame.FETCH, Frame.KAIJU):
        shown["space"] = SPACE_NAMES[part(s, 1)]
    if business == Frame.KAIJU and part(s, 2):
        shown["piece"] = piece_name(part(s, 2) - 1)
    if business == Frame.DIVE:
        shown["piece"] = creature_name(part(s, 0))
    return shown


def _count(s: Survive, seat: int, saved: bool) -> int:
    """How many of the seat's adventurers are on the board, on safe lands or elsewhere."""
    spaces = [s.adventurer[own(s, seat, k)] for k in range(own_count(s))]
    return sum(1 for space in spaces if space and (s.ground[space] == Ground.SAFE) == saved)
