"""The turn and its phases: running on until somebody must decide (section 4)."""

from ...kernel import EVERYONE, emit, rule, top
from ..components import MOVES_A_TURN, TILES_SUNK, TILES_SUNK_ALONE
from ..events import Event
from ..state import End, Frame, Phase, SurviveState, left_to_save
from .action import dolphin_asks, oars_ask
from .creatures import roll
from .encounters import resolve_arrival, somebody_is_asked
from .kaiju import kaiju_asks
from .sinking import thinnest


@rule
def begin_turn(s: SurviveState, seat: int) -> None:
    """SV-5.1, SV-8.2: whoever has nobody left to save has no moves and sinks two tiles; SV-4.4: the turns go on."""
    s.turn = seat
    s.turns += 1
    s.phase = Phase.ACTION
    s.swum = 0
    if left_to_save(s, seat):
        s.moves = MOVES_A_TURN
        s.sinks = TILES_SUNK
    else:
        s.moves = 0
        s.sinks = TILES_SUNK_ALONE
    emit(s, EVERYONE, Event.TURN, seat, s.moves, s.sinks)


@rule
def end_actions(s: SurviveState) -> None:
    """SV-5.18: the player may stop at any time; SV-4.2: sinking is next."""
    s.moves = 0
    s.swum = 0
    s.phase = Phase.SINKING


@rule
def business_waits(s: SurviveState, business: int) -> bool:
    """Go on with the business on top; whether it waits for a decision."""
    if business == Frame.ARRIVAL:
        resolve_arrival(s)
        return False
    if business == Frame.WINDOW:
        return somebody_is_asked(s)
    if business == Frame.KAIJU:
        return kaiju_asks(s)
    if business == Frame.OARS:
        return oars_ask(s)
    if business == Frame.DOLPHIN:
        return dolphin_asks(s)
    return True


@rule
def phase_waits(s: SurviveState) -> bool:
    """SV-4.2, SV-4.3: sinking, then the creature phase, then the player to the left; whether a decision is due."""
    if s.phase == Phase.SINKING and (s.sinks == 0 or thinnest(s) == 0):
        s.phase = Phase.CREATURE
        roll(s, s.turn)
        return False
    if s.phase == Phase.CREATURE:
        begin_turn(s, (s.turn + 1) % s.seats)
    return True


@rule
def advance(s: SurviveState) -> None:
    """SV-4.5: run on until somebody must decide."""
    while s.ended == End.NOT_YET:
        business = top(s)
        if business_waits(s, business) if business else phase_waits(s):
            return
