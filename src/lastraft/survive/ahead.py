"""Setup, in which a player may leave the rest of the adventurers to the table (SV-3.8 to SV-3.11), not the rafts."""

from __future__ import annotations

from ..kernel import Buffer
from ..protocol import Together
from ..protocol.translations import N_, Translator
from . import components as c
from .bots import prefer
from .codes import FAMILIES
from .rules.legal import asked, legal
from .state import Phase, SurviveState


def now(s: SurviveState) -> bool:
    return s.phase == Phase.PLACING


def rest(s: SurviveState, seat: int) -> int:
    """The most natural of the legal placings, when it is the seat's turn."""
    if not now(s) or asked(s) != seat:
        return -1
    out = Buffer(FAMILIES.count)
    return max(out[: legal(s, seat, out)], key=lambda move: (prefer(s, seat, move, 0), -move))


def placed(move: int, t: Translator) -> tuple[str, str, str] | None:
    """What the table placed for a player, told to them once: they remember it as if they had placed it themselves."""
    family, i = FAMILIES[move]
    if family != "PLACE":
        return None
    value, space = i // c.TILES + 1, c.SPACE_NAMES[c.TILE_SPACE[i % c.TILES]]
    return t("{value} on {space}", value=value, space=space), f"space-{space}", str(value)


TOGETHER: Together[SurviveState] = Together(now=now, rest=rest, rest_label=N_("Place my people for me"), placed=placed)
