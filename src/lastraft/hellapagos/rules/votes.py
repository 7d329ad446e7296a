"""Votes (HP-9)."""

from ...kernel import EVERYONE, clause, emit, part, push, rule
from ..components import FOOD, WATER, Card
from ..events import Event
from ..options import Choice
from ..state import MAX_CASTAWAYS, NO_VOTE_GIVEN, Ballot, Check, Frame, HellapagosState
from .cards import has_in_play
from .grudges import accuse, pay_back
from .roles import living


@rule
def exempt_now(s: HellapagosState) -> int:
    """HP-16.7: those saved in Phase 4 from a vote on the resource of this trip vote."""
    if s.option[Choice.TRIP_IMMUNITY] == 1:
        return 0
    if s.check == Check.TRIP_WATER:
        return s.exempt[WATER]
    return s.exempt[FOOD] if s.check == Check.TRIP_FOOD else 0


@rule
def candidates(s: HellapagosState) -> int:
    """HP-9.5, HP-8.11: who may be designated; exemptions are ignored if they leave nobody, and so are Conch and plank
    (which takes a Raft card lost to Anti-venom)."""
    safe = s.provided
    if s.check == Check.SEATS:
        safe |= s.protected
    if s.conch > 0:
        safe |= 1 << (s.conch - 1)
    mask = s.alive & ~safe & ~exempt_now(s)
    if mask == 0:
        mask = s.alive & ~safe
    return mask if mask != 0 else s.alive & ~s.provided


@rule
def may_vote(s: HellapagosState, seat: int) -> bool:
    """HP-9.3, HP-9.6, HP-12.3, HP-18.5: survivors who are not sick, and the dead with their option, if they have a
    target."""
    if living(s, seat):
        if s.causes[seat] != 0:
            return False
    elif s.option[Choice.VOICE_OF_THE_DEAD] == 0:
        return False
    return candidates(s) & ~(1 << seat) != 0


@rule
def crystal_voter(s: HellapagosState) -> int:
    """HP-14.13: the owner of the Crystal Ball, if they may vote; else -1."""
    for seat in range(s.seats):
        if living(s, seat) and has_in_play(s, seat, Card.CRYSTAL_BALL) and may_vote(s, seat):
            return seat
    return -1


@rule
def voters(s: HellapagosState) -> int:
    """HP-20.40: who votes in the ballot that is being held."""
    last = crystal_voter(s)
    if part(s, Ballot.alone) == 1:
        return 1 << last if last >= 0 else 0
    mask = 0
    for seat in range(s.seats):
        if seat != last and may_vote(s, seat):
            mask |= 1 << seat
    return mask


@rule
def open_ballot(s: HellapagosState) -> None:
    """HP-9.1, HP-9.3, HP-20.40: all eligible voters but the owner of the Crystal Ball vote at the same moment."""
    for seat in range(s.seats):
        s.vote[seat] = 0
        s.second_vote[seat] = 0
    push(s, Frame.BALLOT, 0, 0, 0, 0)
    s.owes = voters(s)


@rule
def forbids_vote(s: HellapagosState, seat: int, target: int) -> int:
    """HP-9.4, HP-9.5, HP-22.18, HP-22.19: somebody else who can be eliminated by this vote."""
    if target == seat:
        return clause(9, 4)
    return 0 if candidates(s) >> target & 1 else clause(9, 5)


@rule
def has_two_votes(s: HellapagosState, seat: int) -> bool:
    """HP-14.14: with `two_votes` the owner of the Club names two targets."""
    return s.option[Choice.CLUB] == 1 and living(s, seat) and has_in_play(s, seat, Card.CLUB)


@rule
def cast_vote(s: HellapagosState, seat: int, vote: int) -> None:
    """HP-20.40, HP-20.44: a vote is kept until all are in; ``vote`` is a seat plus 1, or the clock's no vote."""
    if s.vote[seat] > 0:
        s.second_vote[seat] = vote
        s.owes = s.owes & ~(1 << seat)
        return
    s.vote[seat] = vote
    if vote == NO_VOTE_GIVEN or not has_two_votes(s, seat):
        s.owes = s.owes & ~(1 << seat)


@rule
def show_votes(s: HellapagosState, second: int) -> None:
    """HP-9.12, HP-23.20: everyone sees who voted for whom."""
    s.revealed += 1
    for seat in range(s.seats):
        if second == 0 or seat == crystal_voter(s):
            pay_back(s, seat, s.vote[seat])
            pay_back(s, seat, s.second_vote[seat])
    for seat in range(s.seats):
        if s.vote[seat] > 0 and (second == 0 or seat == crystal_voter(s)):
            show_vote(s, seat, s.vote[seat])
            if s.second_vote[seat] > 0:
                show_vote(s, seat, s.second_vote[seat])


@rule
def show_vote(s: HellapagosState, seat: int, vote: int) -> None:
    """HP-9.12: one vote is shown."""
    if vote == NO_VOTE_GIVEN:
        emit(s, EVERYONE, Event.NOT_VOTED, seat)
    else:
        accuse(s, seat, vote - 1)
        emit(s, EVERYONE, Event.VOTED, seat, vote - 1)


@rule
def weight(s: HellapagosState, seat: int) -> int:
    """HP-9.13, HP-14.14: a Club in play makes a vote count 2."""
    doubled = s.option[Choice.CLUB] == 0 and living(s, seat) and has_in_play(s, seat, Card.CLUB)
    return 2 if doubled else 1


@rule
def votes_for(s: HellapagosState, target: int) -> int:
    """HP-9.7: the votes against a castaway."""
    n = 0
    for seat in range(s.seats):
        if s.vote[seat] == target + 1:
            n += weight(s, seat)
        if s.second_vote[seat] == target + 1:
            n += 1
    return n


@rule
def count_votes(s: HellapagosState) -> int:
    """HP-9.10: how many votes were given in all."""
    n = 0
    for target in range(s.seats):
        n += votes_for(s, target)
    return n


@rule
def leaders(s: HellapagosState) -> int:
    """HP-9.7, HP-9.8: the castaways with the most votes."""
    most = 0
    mask = 0
    for target in range(s.seats):
        n = votes_for(s, target)
        if n > most:
            most = n
            mask = 0
        if n == most and n > 0:
            mask |= 1 << target
    return mask


assert NO_VOTE_GIVEN > MAX_CASTAWAYS
