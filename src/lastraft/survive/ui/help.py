"""The rules of the moment, in plain words."""

from ...kernel import top
from ...protocol import Reader
from ...protocol.translations import N_
from ..options import Choice
from ..state import End, Frame, Phase, SurviveState

HELP = {
    Phase.PLACING: N_(
        "Everybody places all adventurers in turn, first on free tiles. Remember their values: once placed, they stay "
        "hidden until the end."
    ),
    Phase.LAUNCHING: N_("Everybody places rafts in turn, on empty sea spaces beside the island. A raft has no owner."),
    Phase.ACTION: N_(
        "Up to three moves: each takes one of your adventurers, or a raft that is empty or that you control, to a "
        "neighbouring space. Each adventurer swims at most once a turn. Ability tiles cost no move."
    ),
    Phase.SINKING: N_(
        "Take off one tile of the thinnest kind: beaches, then forests, then mountains. Creatures, rafts, whirlpools "
        "and volcanoes take effect at once; abilities are yours to keep. Under each mountain lies a whirlpool or a "
        "volcano: nobody on it survives. The third volcano ends the game."
    ),
    Phase.CREATURE: N_(
        "The die says which kind of creature moves. Sea serpents move one space and destroy rafts and everybody there; "
        "sharks move up to two and take swimmers; kaiju move up to two, over land too, and drive everything away."
    ),
}
OPEN_PLACING_HELP = N_(
    "Everybody places all adventurers in turn, first on free tiles. Only you see what yours are worth."
)
WINDOW_HELP = N_(
    "A shark or kaiju has met adventurers. Everybody with an adventurer there who holds a tile is asked in turn; a "
    "repellent sends one of the creatures away and nobody is harmed."
)
KAIJU_HELP = N_(
    "A kaiju destroys the raft, pushes every adventurer to a neighbouring space and drives every other creature away, "
    "in the order that the active player likes."
)


def help(r: Reader[SurviveState]) -> str:
    """The rules of this moment in plain words."""
    s, t, business = r.state, r.t, top(r.state)
    if s.ended != End.NOT_YET:
        return t("Only adventurers on a safe land count. Most points win; a tie is shared.")
    if business == Frame.WINDOW:
        return t(WINDOW_HELP)
    if business == Frame.KAIJU:
        return t(KAIJU_HELP)
    if s.phase == Phase.PLACING and s.option[Choice.VALUE_VISIBILITY] == 1:
        return t(OPEN_PLACING_HELP)
    return t(HELP[Phase.CREATURE if business == Frame.DIE else Phase(s.phase)])
