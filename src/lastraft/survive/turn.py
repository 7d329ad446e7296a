"""The turn: its phases, who decides, and the end with its scores (sections 4 and 13)."""

from __future__ import annotations

from ..kernel import EVERYONE, emit, rule, top
from .action import dolphin_asks, oars_ask
from .components import MOVES_A_TURN, TILES_SUNK, TILES_SUNK_ALONE, Ground
from .creatures import roll
from .kaiju import kaiju_asks
from .meeting import resolve_arrival, somebody_is_asked, window_seat
from .sinking import thinnest
from .state import End, Event, Frame, Phase, Survive, left_to_save, own, own_count


@rule
def over(s: Survive) -> int:
    """SV-13.1, SV-13.2: 1 when the game has ended."""
    return 1 if s.ended != End.NOT_YET else 0


@rule
def asked(s: Survive) -> int:
    """SV-4.5: everything is the active player's choice, except a repellent in a window."""
    if s.ended != End.NOT_YET:
        return -1
    return window_seat(s) if top(s) == Frame.WINDOW else s.turn


@rule
def actors(s: Survive) -> int:
    """SV-4.5: one at a time."""
    return 0 if s.ended != End.NOT_YET else 1 << asked(s)


@rule
def begin_turn(s: Survive, seat: int) -> None:
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
def end_actions(s: Survive) -> None:
    """SV-5.18: the player may stop at any time; SV-4.2: sinking is next."""
    s.moves = 0
    s.swum = 0
    s.phase = Phase.SINKING


@rule
def business_waits(s: Survive, business: int) -> bool:
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
def phase_waits(s: Survive) -> bool:
    """SV-4.2, SV-4.3: sinking, then the creature phase, then the player to the left; whether a decision is due."""
    if s.phase == Phase.SINKING and (s.sinks == 0 or thinnest(s) == 0):
        s.phase = Phase.CREATURE
        roll(s, s.turn)
        return False
    if s.phase == Phase.CREATURE:
        begin_turn(s, (s.turn + 1) % s.seats)
    return True


@rule
def advance(s: Survive) -> None:
    """SV-4.5: run on until somebody must decide."""
    while s.ended == End.NOT_YET:
        business = top(s)
        if business_waits(s, business) if business else phase_waits(s):
            return


@rule
def score(s: Survive, seat: int) -> int:
    """SV-13.3, SV-13.4, SV-13.6: the values of the saved adventurers, and nothing else."""
    points = 0
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        if s.ground[s.adventurer[adventurer]] == Ground.SAFE:
            points += s.value[adventurer]
    return points


@rule
def rank(s: Survive, seat: int) -> int:
    """SV-13.5: most points; tied players share their place."""
    place = 1
    for other in range(s.seats):
        if score(s, other) > score(s, seat):
            place += 1
    return place
