"""What a seat knows as plain data."""

from typing import Any

from ...kernel import part, top
from ...protocol import Reader
from .. import components as c
from ..components import Ground, Kind
from ..options import Choice
from ..rules.kaiju import chosen
from ..rules.knowledge import value_shows
from ..rules.legal import asked
from ..rules.scoring import score
from ..state import Dive, End, Frame, Phase, SurviveState, aboard, is_swimmer, own, own_count, owner
from .notation import PHASES, SPACE_PART, held_faces, piece_name

GROUND_NAMES = ("", "sea", "beach", "forest", "mountain", "safe", "volcano")


def shown_value(s: SurviveState, seat: int, adventurer: int) -> int | None:
    """SV-3.15, SV-18.3: a value on the board is shown to its owner, with `own_open`; at the end, if it is saved."""
    if value_shows(s, adventurer):
        return s.value[adventurer]
    open_to_owner = s.option[Choice.VALUE_VISIBILITY] == 1 and seat == owner(s, adventurer)
    return s.value[adventurer] or None if open_to_owner else None


def read_worth(r: Reader[SurviveState], adventurer: int) -> int:
    """What the reader may see an adventurer to be worth, 0 for nothing; in a replay all that they know."""
    return r.state.value[adventurer] if r.again else shown_value(r.state, r.seat, adventurer) or 0


def view(r: Reader[SurviveState]) -> dict[str, Any]:
    """What a person on the seat is shown, as plain data."""
    s, seat = r.state, r.seat
    return {
        "phase": PHASES[s.phase],
        "turn": c.LETTERS[s.turn],
        "turns": s.turns,
        "asked": None if asked(s) < 0 else c.LETTERS[asked(s)],
        "moves": s.moves,
        "sinks": s.sinks,
        "volcanoes": s.volcanoes,
        "over": s.ended != End.NOT_YET,
        "pending": _pending(s),
        "spaces": {c.SPACE_NAMES[i]: GROUND_NAMES[s.ground[i]] for i in range(1, c.SPACES + 1)},
        "adventurers": [_adventurer(s, seat, i) for i in _in_play(s)],
        "rafts": [
            {
                "name": c.raft_name(i),
                "space": c.SPACE_NAMES[s.raft[i]],
                "aboard": [c.adventurer_name(p - 1) for p in s.passenger[i] if p],
            }
            for i in range(c.RAFTS)
            if 0 < s.raft[i] < c.BOX
        ],
        "supply": {
            "rafts": rafts_in_supply(s),
            "sharks": s.creature[c.FIRST[Kind.SHARK] : c.FIRST[Kind.KAIJU]].count(0),
            "kaiju": s.creature[c.FIRST[Kind.KAIJU] :].count(0),
        },
        "creatures": [
            {"name": c.creature_name(i), "space": c.SPACE_NAMES[s.creature[i]]}
            for i in range(c.CREATURES)
            if s.creature[i]
        ],
        "seats": [
            {
                "colours": [c.COLOURS[seat_ + s.seats * k] for k in range(c.COLOURS_EACH[s.seats])],
                "saved": count(s, seat_, True),
                "left": count(s, seat_, False),
                "in_hand": own_count(s) - s.placed[seat_],
                "tiles": {"beach": sum(s.held[seat_][0]), "forest": sum(s.held[seat_][1])},
                "score": score(s, seat_) if s.ended != End.NOT_YET else None,
            }
            for seat_ in range(s.seats)
        ],
        "hand": {str(v): s.stock[seat][v] for v in range(1, c.VALUES + 1)} if seat >= 0 else None,
        "holds": [c.FACE_NAMES[face] for face in held_faces(s, seat)] if seat >= 0 else None,
        "swum": [c.adventurer_name(own(s, s.turn, k)) for k in range(own_count(s)) if s.swum >> k & 1],
    }


def rafts_in_supply(s: SurviveState) -> int:
    """SV-3.7: in setup those that were not handed out."""
    return c.RAFTS - c.RAFTS_EACH[s.seats] * s.seats if s.phase < Phase.ACTION else s.raft.count(0)


def _in_play(s: SurviveState) -> list[int]:
    return [own(s, seat, k) for seat in range(s.seats) for k in range(s.placed[seat])]


def _adventurer(s: SurviveState, seat: int, adventurer: int) -> dict[str, Any]:
    space = s.adventurer[adventurer]
    where = "eliminated"
    if space:
        where = "raft" if aboard(s, adventurer) else "water" if is_swimmer(s, adventurer) else "land"
    return {
        "name": c.adventurer_name(adventurer),
        "seat": c.LETTERS[owner(s, adventurer)],
        "space": c.SPACE_NAMES[space] or None,
        "where": where,
        "value": shown_value(s, seat, adventurer),
    }


def _pending(s: SurviveState) -> dict[str, Any] | None:
    """The business on top, in the words of the state."""
    if not s.depth or s.ended != End.NOT_YET:
        return None
    business = Frame(top(s))
    shown = {"kind": business.name.lower()}
    if business in SPACE_PART:
        shown["space"] = c.SPACE_NAMES[part(s, SPACE_PART[business])]
    if business == Frame.KAIJU and chosen(s) >= 0:
        shown["piece"] = piece_name(chosen(s))
    if business == Frame.DIVE:
        shown["piece"] = c.creature_name(part(s, Dive.creature))
    return shown


def count(s: SurviveState, seat: int, saved: bool) -> int:
    """How many of the seat's adventurers are on the board, on safe lands or elsewhere."""
    spaces = [s.adventurer[own(s, seat, k)] for k in range(own_count(s))]
    return sum(1 for space in spaces if space and (s.ground[space] == Ground.SAFE) == saved)
