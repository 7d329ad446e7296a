"""What one clicks: the elements of the drawing that make up a move."""

from ...kernel import Buffer, clause, top
from ...protocol import Reader, Shortcut
from .. import components as c
from ..codes import END, FAMILIES, FIRST_REPELLABLE, PLACE, SPACE
from ..rules.legal import asked, forbids, legal
from ..rules.sinking import thinnest
from ..state import Frame, Phase, SurviveState, own, own_count
from .labels import label
from .notation import destination, piece_name
from .outcomes import outcome

_PLACING = [
    (f"stock-{value}", f"space-{c.SPACE_NAMES[space]}") for value in range(1, c.VALUES + 1) for space in c.TILE_SPACE
]


def clicks(r: Reader[SurviveState], move: int) -> tuple[str, ...]:
    """The elements that make up a move: a piece or a tile of one's own, then a space; none for a plain word."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _PLACING[i]
    space = f"space-{c.SPACE_NAMES[destination(r.state, r.seat, move)]}"
    if family in ("SPACE", "STEP", "PUSH"):
        return (space,)
    if family == "PIECE":
        return (piece_name(i),)
    if family == "CREATURE":
        return c.creature_name(i // c.OFFSETS), space
    if family == "DIVE":
        return "own-dive", c.creature_name(i)
    if family == "REPEL":
        return "own-repellent", c.creature_name(FIRST_REPELLABLE + i)
    if family == "ROLL":
        return ("own-creature_die",)
    which = i // c.DIRECTIONS
    if family in ("RAFT", "OARS"):
        steps = c.raft_name(which), space
        return ("own-oars", *steps) if family == "OARS" else steps
    if family in ("MOVE", "DOLPHIN") and which < own_count(r.state):
        steps = c.adventurer_name(own(r.state, r.seat, which)), space
        return ("own-dolphin", *steps) if family == "DOLPHIN" else steps
    return ()


def shortcuts(r: Reader[SurviveState]) -> list[Shortcut]:
    """Who can only end the moves may sink a tile at once."""
    s = r.state
    if asked(s) != r.seat or s.phase != Phase.ACTION or s.moves or legal(s, r.seat, Buffer(FAMILIES.count)) > 1:
        return []
    then = s.copy()
    then.phase = Phase.SINKING
    after = Reader(then, r.seat, r.names, r.t)
    codes = [SPACE + space - 1 for space in c.TILE_SPACES if s.ground[space] == thinnest(s)]
    return [
        Shortcut((END, code), label(after, code), clicks(after, code), detail=outcome(after, code)) for code in codes
    ]


def wrong(r: Reader[SurviveState], clicks: list[str]) -> int:
    """What forbids to choose a piece of somebody else, or a space that no code leads to: one too far away."""
    s = r.state
    if not clicks or asked(s) != r.seat:
        return 0
    *before, last = clicks
    if not before:
        who = c.ADVENTURER_NUMBER.get(last, -1)
        theirs = who >= 0 and all(own(s, r.seat, i) != who for i in range(own_count(s)))
        return clause(5, 3) if theirs and s.phase == Phase.ACTION and not s.depth else 0
    piece, to = before[-1], c.SPACE_NUMBER.get(last.removeprefix("space-"), 0)
    if s.phase == Phase.PLACING and last in c.ADVENTURER_NUMBER:
        at = (f"space-{c.SPACE_NAMES[s.adventurer[c.ADVENTURER_NUMBER[last]]]}",)
        return forbids(s, r.seat, PLACE + _PLACING.index((piece, *at))) if (piece, *at) in _PLACING else 0
    if not to:
        return 0
    if s.phase == Phase.PLACING:
        return 0 if to in c.TILE_SPACES else clause(3, 8)
    if piece in c.CREATURE_NUMBER and top(s) == Frame.DIE:
        creature = c.CREATURE_NUMBER[piece]
        reached = s.creature[creature] <= 0 or to in c.REACH[s.creature[creature]]
        return 0 if reached else clause(9, 4 + c.KIND[creature])
    if s.phase != Phase.ACTION or s.depth:
        return 0
    start = s.adventurer[c.ADVENTURER_NUMBER[piece]] if piece in c.ADVENTURER_NUMBER else 0
    start = s.raft[c.RAFT_NUMBER[piece]] if piece in c.RAFT_NUMBER else start
    return clause(5, 2) if 0 < start < c.BOX and to not in c.NEXT_TO[start] else 0
