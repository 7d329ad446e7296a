"""What a move costs or brings, in a few words under its button."""

from ...kernel import top
from ...protocol import Reader
from ..codes import FAMILIES
from ..components import ADVENTURERS, Ground
from ..state import Frame, Phase, SurviveState, free_seat_at
from .notation import destination
from .people import people


def fate(r: Reader[SurviveState], space: int, who: str) -> str:
    """What becomes of those on a tile that sinks: nobody survives what lies under a mountain."""
    mountain = r.state.ground[space] == Ground.MOUNTAIN
    return r.t("lost: {who}", who=who) if mountain else r.t("into the sea: {who}", who=who)


def outcome(r: Reader[SurviveState], move: int) -> str:
    """What a move brings or costs, where its label does not say so."""
    family, _ = FAMILIES[move]
    if family == "PLACE":
        return ""
    s, to = r.state, destination(r.state, r.seat, move)
    if family in ("MOVE", "DOLPHIN") or (family == "STEP" and top(s) == Frame.DOLPHIN):
        if s.ground[to] == Ground.SAFE:
            return r.t("saved")
        return r.t("takes a seat on the raft") if free_seat_at(s, to) else ""
    if family == "SPACE" and s.phase == Phase.SINKING and not s.depth and s.crowd[to]:
        there = (a for a in range(ADVENTURERS) if s.adventurer[a] == to)
        return fate(r, to, people(r, there))
    return r.t("then you sink a tile") if family == "END" else ""
