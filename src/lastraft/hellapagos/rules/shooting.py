"""Shooting (HP-13.20 to HP-13.27)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule
from ..components import Card
from ..events import Event
from ..options import Choice
from ..state import Deed, Frame, HellapagosState, Reaction, Window
from .card_effects import lay_down
from .cards import discard, has_in_play, holds
from .castaways import banned, be_shot
from .grudges import note, wrong
from .survival_check import void_vote
from .windows import effective


@rule
def cannot_shoot(s: HellapagosState, seat: int) -> int:
    """HP-10.7, HP-13.20, HP-13.26: a Gun, a Bullet and no ban."""
    if not holds(s, seat, Card.BULLET) or not (holds(s, seat, Card.GUN) or has_in_play(s, seat, Card.GUN)):
        return clause(13, 20)
    return clause(12, 5) if banned(s, seat) else 0


@rule
def forbids_shot(s: HellapagosState, seat: int, target: int) -> int:
    """HP-22.9, HP-13.20: another living castaway."""
    lacking = cannot_shoot(s, seat)
    if lacking != 0:
        return lacking
    return 0 if target != seat and s.alive >> target & 1 else clause(13, 26)


@rule
def shoot(s: HellapagosState, seat: int, target: int) -> None:
    """HP-13.20, HP-13.22, HP-13.23, HP-20.22, HP-23.23: the Bullet is spent; whoever is shot at is asked at once,
    whatever they hold."""
    effective(s)
    if not has_in_play(s, seat, Card.GUN):
        lay_down(s, seat, Card.GUN)
    discard(s, seat, Card.BULLET)
    note(s, seat, Deed.SHOTS, 1)
    wrong(s, target, seat)
    emit(s, EVERYONE, Event.SHOT, seat, target)
    push(s, Frame.REACTION, target, seat, 0, 0)


@rule
def forbids_metal(s: HellapagosState, seat: int) -> int:
    """HP-14.20, HP-22.10: Sheet Metal in hand; under the ban only with its option."""
    if not holds(s, seat, Card.SHEET_METAL):
        return clause(14, 20)
    return clause(12, 5) if banned(s, seat) and s.option[Choice.SHEET_METAL_WHILE_BANNED] == 0 else 0


@rule
def react(s: HellapagosState, seat: int, nothing: bool) -> None:
    """HP-13.24, HP-14.20, HP-10.8: Sheet Metal stops the shot; if the designated castaway kills, the vote is void."""
    shooter = part(s, Reaction.shooter)
    pop(s)
    s.revealed += 1
    if not nothing:
        discard(s, seat, Card.SHEET_METAL)
        emit(s, EVERYONE, Event.STOPPED, seat)
        return
    be_shot(s, seat, shooter)
    if s.window == Window.SAVE and s.designated == shooter + 1 and s.option[Choice.DESIGNATED_KILL] == 0:
        void_vote(s)
