"""Adventurers by the name of their player: who is worth what stays secret, and a number of its own tells nobody."""

from collections import Counter
from collections.abc import Iterable

from ...protocol import Listener, Reader
from ...protocol.translations import N_, Translator
from ..state import SurviveState, owner

_SIDES = {2: (N_("left"), N_("right")), 3: (N_("left"), N_("middle"), N_("right"))}


def side(place: int, of: int, t: Translator) -> str:
    """Where somebody is among so many side by side, in a word that nobody takes for a worth."""
    return t(_SIDES[of][place]) if of in _SIDES else t("number {n} from the left", n=place + 1)


def people(r: Reader[SurviveState], pieces: Iterable[int]) -> str:
    """Whose adventurers these are, and how many of each."""
    return by_owner(r, (owner(r.state, piece) for piece in pieces))


def by_owner(r: Reader[SurviveState] | Listener, seats: Iterable[int]) -> str:
    """Adventurers by their owners, and how many of each."""
    return ", ".join(_some(r, seat, n) for seat, n in Counter(seats).items())


def _some(r: Reader[SurviveState] | Listener, seat: int, n: int) -> str:
    if seat == r.seat:
        return r.t.plural("{n} of yours", "{n} of yours", n)
    return r.names[seat] if n == 1 else r.t("{n} people of {name}", n=n, name=r.names[seat])
