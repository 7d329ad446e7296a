"""Equipment tiles: the stack, the discard pile, drawing (OL-4.4, section 10.1, OL-12.33)."""

from ...kernel import EVERYONE, emit, rule, shuffle
from ..components import GEARS
from ..events import Event
from ..state import BROKEN, NONE, READY, USED, OutliveState


@rule
def is_ready(s: OutliveState, seat: int, kind: int) -> bool:
    """OL-10.1, OL-10.3: repaired, and not used this round."""
    return s.gear[seat][kind] == READY


@rule
def use_gear(s: OutliveState, seat: int, kind: int) -> None:
    """OL-10.3: once per round."""
    s.gear[seat][kind] = USED
    emit(s, EVERYONE, Event.USED, seat, kind)


@rule
def draw_tile(s: OutliveState) -> int:
    """OL-4.4: the top tile, from the reshuffled discard pile if need be; -1 if both are empty."""
    if s.stack_left == 0:
        for kind in range(GEARS):
            while s.discard[kind] > 0:
                s.discard[kind] -= 1
                s.stack[s.stack_left] = kind
                s.stack_left += 1
        if s.stack_left == 0:
            return -1
        shuffle(s, s.stack, s.stack_left)
        emit(s, EVERYONE, Event.RESHUFFLED)
    s.stack_left -= 1
    kind = s.stack[s.stack_left]
    s.stack[s.stack_left] = 0
    s.revealed += 1
    return kind


@rule
def can_draw(s: OutliveState, seat: int) -> bool:
    """OL-12.33: some tile of stack and discard pile is of a kind the player does not own."""
    for kind in range(GEARS):
        if s.discard[kind] > 0 and s.gear[seat][kind] == NONE:
            return True
    for i in range(s.stack_left):
        if s.gear[seat][s.stack[i]] == NONE:
            return True
    return False


@rule
def draw_gear(s: OutliveState, seat: int) -> None:
    """OL-12.33, OL-10.1: a tile of an owned kind is discarded and replaced; the new one is broken."""
    if not can_draw(s, seat):
        return
    kind = draw_tile(s)
    while s.gear[seat][kind] != NONE:
        s.discard[kind] += 1
        emit(s, EVERYONE, Event.REFUSED, seat, kind)
        kind = draw_tile(s)
    s.gear[seat][kind] = BROKEN
    emit(s, EVERYONE, Event.DREW, seat, kind)
