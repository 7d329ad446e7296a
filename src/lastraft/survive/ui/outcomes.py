"""What a move costs or brings, in a few words under its button."""

from __future__ import annotations

from ...kernel import part, top
from ...protocol.translations import Translator
from ..codes import FAMILIES
from ..components import ADVENTURERS, DIRECTIONS, NEXT_TO, Ground, adventurer_name
from ..state import Frame, Phase, Survive, free_seat_at, own


def detail(s: Survive, seat: int, move: int, t: Translator) -> str:
    """What a move brings or costs, where its label does not say so."""
    family, i = FAMILIES[move]
    if family == "MOVE" or family == "DOLPHIN":
        to = NEXT_TO[s.adventurer[own(s, seat, i // DIRECTIONS)]][i % DIRECTIONS]
        return _on_arrival(s, to, t) if s.raft_at[to] or s.ground[to] == Ground.SAFE else ""
    if family == "STEP" and top(s) == Frame.DOLPHIN:
        return _on_arrival(s, NEXT_TO[part(s, 1)][i], t)
    if family == "SPACE" and s.phase == Phase.SINKING and not s.depth and s.crowd[i + 1]:
        there = (adventurer_name(a) for a in range(ADVENTURERS) if s.adventurer[a] == i + 1)
        return t("into the sea: {who}", who=", ".join(there))
    return t("then you sink a tile") if family == "END" else ""


def _on_arrival(s: Survive, to: int, t: Translator) -> str:
    if s.ground[to] == Ground.SAFE:
        return t("saved")
    return t("takes a seat on the raft") if s.raft_at[to] and free_seat_at(s, to) else ""
