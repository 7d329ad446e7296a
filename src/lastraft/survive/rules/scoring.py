"""The end and its scores (section 13)."""

from ...kernel import rule
from ..components import Ground
from ..state import End, SurviveState, own, own_count


@rule
def over(s: SurviveState) -> int:
    """SV-13.1, SV-13.2: 1 when the game has ended."""
    return 1 if s.ended != End.NOT_YET else 0


@rule
def score(s: SurviveState, seat: int) -> int:
    """SV-13.3, SV-13.4, SV-13.6: the values of the saved adventurers, and nothing else."""
    points = 0
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        if s.ground[s.adventurer[adventurer]] == Ground.SAFE:
            points += s.value[adventurer]
    return points


@rule
def rank(s: SurviveState, seat: int) -> int:
    """SV-13.5: most points; tied players share their place."""
    place = 1
    for other in range(s.seats):
        if score(s, other) > score(s, seat):
            place += 1
    return place
