"""What everybody has seen and nobody forgets: deeds, and who has wronged whom. No rule of the game asks for it."""

from ...kernel import rule
from ..state import CHORES, MOST_NOTED, Deed, HellapagosState


@rule
def note(s: HellapagosState, seat: int, deed: int, n: int) -> None:
    """A deed is counted, for the whole game and for the day."""
    s.deeds[seat][deed] = min(MOST_NOTED, s.deeds[seat][deed] + n)
    if deed < CHORES:
        s.brought[seat][deed] = min(MOST_NOTED, s.brought[seat][deed] + n)


@rule
def wrong(s: HellapagosState, seat: int, by: int) -> None:
    """Somebody was voted against, shot at or robbed."""
    s.wronged[seat] = s.wronged[seat] | (1 << by)


@rule
def pay_back(s: HellapagosState, seat: int, vote: int) -> None:
    """An open vote may be against somebody who did wrong before; ``vote`` is a seat plus 1, or no seat."""
    if 0 < vote <= s.seats:
        note(s, seat, Deed.PAID_BACK, s.wronged[seat] >> (vote - 1) & 1)


@rule
def accuse(s: HellapagosState, seat: int, target: int) -> None:
    """An open vote is a wrong to its target."""
    note(s, target, Deed.ACCUSED, 1)
    wrong(s, target, seat)
