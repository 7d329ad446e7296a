"""What a seat sees, as numbers for a learner, and moves as it sees them; seats count from the observer."""

from __future__ import annotations

from ...kernel import Buffer, distance, part, rule, top
from ...protocol import Observation, counts, names
from .. import components as box
from ..codes import PIECE
from ..components import Ground
from ..options import OPTIONS
from ..state import (
    Arrival,
    Boarding,
    Dive,
    Fetch,
    Frame,
    KaijuActs,
    Phase,
    Rolled,
    SecondStep,
    SurviveState,
    Window,
    aboard,
    own,
    own_count,
    owner,
)
from .legal import asked

OTHERS = 3
"""More adventurers of one seat on a space look like so many."""
MOST_TURNS = 60

OBSERVED = Observation(
    seats=names(1, box.MOST_SEATS),
    option=names(len(OPTIONS), max(len(option.values) for option in OPTIONS) - 1),
    phase=names(1, max(Phase)),
    turn=names(1, box.MOST_SEATS - 1),
    asked=names(1, box.MOST_SEATS),
    first=names(1, box.MOST_SEATS - 1),
    moves=counts(1, box.MOVES_A_TURN),
    sinks=counts(1, box.TILES_SUNK_ALONE),
    volcanoes=counts(1, box.LAST_VOLCANO),
    turns=counts(1, MOST_TURNS),
    frame=names(1, max(Frame)),
    space=names(1, box.SPACES),
    piece=names(1, box.PIECES),
    kind=names(1, box.CREATURES),
    step=names(1, box.MOST_SEATS),
    at_hand=counts(box.ADVENTURERS, 1),
    ground=names(box.SPACES, max(Ground)),
    raft=names(box.RAFTS, box.SPACES + 1),
    passengers=counts(box.RAFTS * box.MOST_SEATS, box.SEATS_ABOARD),
    worth=counts(box.RAFTS, box.SEATS_ABOARD * box.VALUES),
    creature=names(box.CREATURES, box.SPACES),
    mine=names(box.MOST_OWN, box.SPACES),
    value=names(box.MOST_OWN, box.VALUES),
    aboard=counts(box.MOST_OWN, 1),
    swum=counts(box.MOST_OWN, 1),
    stock=counts(box.VALUES, 12),
    holding=counts(box.FACES, 5),
    others=counts((box.MOST_SEATS - 1) * box.SPACES, OTHERS),
    placed=counts(box.MOST_SEATS, box.MOST_OWN),
    tiles=counts(box.MOST_SEATS * 2, 12),
    safe=counts(box.MOST_SEATS, box.MOST_OWN),
    gone=counts(3 * box.FACES, 12),
)
(
    SEATS, OPTION, PHASE, TURN, ASKED, FIRST, MOVES, SINKS, VOLCANOES, TURNS, FRAME, SPACE, NAMED, KIND, STEP, AT_HAND,
    GROUND, RAFT, PASSENGERS, WORTH, CREATURE, MINE, VALUE, IS_ABOARD, SWUM, STOCK, HOLDING, OTHER, PLACED, HELD, SAFE,
    GONE,
) = OBSERVED.firsts.values()  # fmt: skip
SIZE = OBSERVED.size
CHOICES = len(OPTIONS)


@rule
def seen_piece(s: SurviveState, seat: int, piece: int) -> int:
    """A piece by its colour's distance from the seat's own; colours in no game stay where they are."""
    colours = s.seats * 2 if s.seats == 2 else s.seats
    colour = piece // box.PER_COLOUR
    if piece >= box.ADVENTURERS or colour >= colours:
        return piece
    return piece + (-seat if colour >= seat else colours - seat) * box.PER_COLOUR


@rule
def own_code(s: SurviveState, seat: int, move: int) -> int:
    """A move that names an adventurer of any colour names it by the distance of its colour."""
    if not PIECE <= move < PIECE + box.ADVENTURERS:
        return move
    return PIECE + seen_piece(s, seat, move - PIECE)


@rule
def code_of(s: SurviveState, seat: int, code: int) -> int:
    """`own_code` the other way."""
    if not PIECE <= code < PIECE + box.ADVENTURERS:
        return code
    colours = s.seats * 2 if s.seats == 2 else s.seats
    return PIECE + seen_piece(s, colours - seat, code - PIECE)


@rule
def observe(s: SurviveState, seat: int, out: Buffer) -> int:
    """SV-18.1: what the seat knows as numbers. Of the true state no more is read than what `hide` leaves."""
    for i in range(SIZE):
        out[i] = 0
    me = max(seat, 0)
    observe_turn(s, me, out)
    observe_question(s, me, out)
    observe_board(s, me, out)
    if seat >= 0:
        observe_own(s, seat, out)
    for other in range(s.seats):
        observe_seat(s, other, distance(s, me, other), out)
    for terrain in range(3):
        for face in range(box.FACES):
            out[GONE + terrain * box.FACES + face] = min(s.gone[Ground.BEACH + terrain][face], 12)
    return SIZE


@rule
def observe_turn(s: SurviveState, me: int, out: Buffer) -> None:
    """Whose turn it is and what is left of it; the options."""
    out[SEATS] = s.seats
    for i in range(CHOICES):
        out[OPTION + i] = s.option[i]
    out[PHASE] = s.phase
    out[TURN] = distance(s, me, s.turn)
    out[ASKED] = 1 + distance(s, me, asked(s)) if asked(s) >= 0 else 0
    out[FIRST] = distance(s, me, s.first)
    out[MOVES] = s.moves
    out[SINKS] = s.sinks
    out[VOLCANOES] = s.volcanoes
    out[TURNS] = min(s.turns, MOST_TURNS)


@rule
def observe_question(s: SurviveState, me: int, out: Buffer) -> None:
    """What is pending: its space, its piece, and which pieces are there."""
    business = top(s)
    out[FRAME] = business
    space = 0
    if business == Frame.ARRIVAL:
        space = part(s, Arrival.space)
        out[NAMED] = box.FIRST_CREATURE + part(s, Arrival.newcomer) if part(s, Arrival.newcomer) > 0 else 0
        out[KIND] = part(s, Arrival.repellable)
    elif business == Frame.WINDOW:
        space = part(s, Window.space)
        out[STEP] = part(s, Window.place)
    elif business == Frame.BOARDING:
        space = part(s, Boarding.space)
    elif business == Frame.OARS:
        space = part(s, SecondStep.space)
        out[NAMED] = 1 + box.ADVENTURERS + part(s, SecondStep.piece)
    elif business == Frame.DOLPHIN:
        space = part(s, SecondStep.space)
        out[NAMED] = 1 + seen_piece(s, me, part(s, SecondStep.piece))
    elif business == Frame.DIVE:
        out[NAMED] = 1 + box.FIRST_CREATURE + part(s, Dive.creature)
    elif business == Frame.DIE:
        out[KIND] = 1 + part(s, Rolled.kind)
    elif business == Frame.FETCH:
        space = part(s, Fetch.space)
        out[KIND] = part(s, Fetch.face)
    elif business == Frame.KAIJU:
        space = part(s, KaijuActs.space)
        chosen = part(s, KaijuActs.chosen)
        out[NAMED] = 1 + seen_piece(s, me, chosen - 1) if chosen > 0 else 0
        out[KIND] = 1 + part(s, KaijuActs.kaiju)
    out[SPACE] = space
    if space > 0:
        for adventurer in range(box.ADVENTURERS):
            if s.adventurer[adventurer] == space:
                out[AT_HAND + seen_piece(s, me, adventurer)] = 1


@rule
def observe_board(s: SurviveState, me: int, out: Buffer) -> None:
    """Spaces, rafts with those aboard, creatures, the others' adventurers, and how many each seat has saved."""
    for space in range(1, box.SPACES + 1):
        out[GROUND + space - 1] = s.ground[space]
    for raft in range(box.RAFTS):
        out[RAFT + raft] = s.raft[raft]
        for place in range(box.SEATS_ABOARD):
            if s.passenger[raft][place] > 0:
                adventurer = s.passenger[raft][place] - 1
                other = distance(s, me, owner(s, adventurer))
                out[PASSENGERS + raft * box.MOST_SEATS + other] += 1
                if other == 0:
                    out[WORTH + raft] += s.value[adventurer]
                if out[FRAME] == Frame.BOARDING and s.raft[raft] == out[SPACE]:
                    out[AT_HAND + seen_piece(s, me, adventurer)] = 0
    for creature in range(box.CREATURES):
        out[CREATURE + creature] = s.creature[creature]
    for first in range(0, s.seats * own_count(s), box.PER_COLOUR):
        other = distance(s, me, owner(s, first))
        safe = 0
        for adventurer in range(first, first + box.PER_COLOUR):
            space = s.adventurer[adventurer]
            if space > 0:
                safe += 1 if s.ground[space] == Ground.SAFE else 0
                if other > 0:
                    at = OTHER + (other - 1) * box.SPACES + space - 1
                    out[at] = min(out[at] + 1, OTHERS)
        out[SAFE + other] += safe


@rule
def observe_own(s: SurviveState, seat: int, out: Buffer) -> None:
    """The own adventurers with their values, those not yet placed, and tiles in hand."""
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        out[MINE + place] = s.adventurer[adventurer]
        out[VALUE + place] = s.value[adventurer]
        out[IS_ABOARD + place] = 1 if aboard(s, adventurer) else 0
        out[SWUM + place] = s.swum >> place & 1 if s.turn == seat else 0
    for value in range(1, box.VALUES + 1):
        out[STOCK + value - 1] = min(s.stock[seat][value], 12)
    for face in range(box.FACES):
        out[HOLDING + face] = min(s.held[seat][0][face] + s.held[seat][1][face], 5)


@rule
def observe_seat(s: SurviveState, seat: int, i: int, out: Buffer) -> None:
    """What everybody sees of a seat: how many it placed, how many tiles it holds."""
    out[PLACED + i] = s.placed[seat]
    for terrain in range(2):
        held = 0
        for face in range(box.FACES):
            held += s.held[seat][terrain][face]
        out[HELD + i * 2 + terrain] = min(held, 12)
