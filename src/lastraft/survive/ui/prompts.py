"""What is asked, and how far the game has come."""

from ...kernel import Buffer, part, top
from ...protocol import Reader, Stage
from ...protocol.translations import N_, Translator
from .. import components as c
from ..codes import FAMILIES
from ..names import KIND_NAMES, creature_name
from ..rules.encounters import window_seat
from ..rules.kaiju import chosen
from ..rules.legal import asked, legal
from ..rules.sinking import thinnest
from ..state import (
    Dive,
    End,
    Frame,
    Phase,
    Rolled,
    SurviveState,
    Window,
    creature_on,
    holding,
    is_swimmer,
    own,
    own_count,
    owner,
)
from .notation import SPACE_PART
from .panels import last_mountains, tiles_left

# What the one who decides is asked, and what the others read meanwhile.
ASKED = {
    Phase.PLACING: (
        N_("Whom do you place next?\nChoose one by its worth, then a tile: best near the sea."),
        N_("{name} is placing an adventurer."),
    ),
    Phase.LAUNCHING: (
        N_(
            "Where does your raft start?\n"
            "Raft {n} of {all}, anybody may board it. A sea serpent guards every second jetty."
        ),
        N_("{name} is placing a raft."),
    ),
}
SINKING = {
    c.Ground.BEACH: N_("Which beach sinks?\nWhoever stands on it must swim."),
    c.Ground.FOREST: N_("Which forest sinks?\nWhoever stands on it falls into the water: a whirlpool may lie beneath."),
    c.Ground.MOUNTAIN: N_("Which mountain sinks?\nVolcano or whirlpool: nobody on it survives."),
}
THE_LAST = {
    c.Ground.BEACH: N_("The last beach sinks.\nWhoever stands on it must swim."),
    c.Ground.FOREST: N_(
        "The last forest sinks.\nWhoever stands on it falls into the water: a whirlpool may lie beneath."
    ),
    c.Ground.MOUNTAIN: N_("The last mountain sinks.\nVolcano or whirlpool: nobody on it survives."),
}
FIRST_OF_TWO = {
    c.Ground.BEACH: N_("Which beach sinks first?\nYou have nobody left to save, so two tiles sink."),
    c.Ground.FOREST: N_("Which forest sinks first?\nYou have nobody left to save, so two tiles sink."),
    c.Ground.MOUNTAIN: N_("Which mountain sinks first?\nYou have nobody left to save, so two tiles sink."),
}
ROLLED = (
    N_("Which sea serpent moves?\nThe die shows a sea serpent: one of them moves one space."),
    N_("Which shark moves?\nThe die shows a shark: one of them moves up to two spaces."),
    N_("Which kaiju moves?\nThe die shows a kaiju: one of them moves up to two spaces."),
)
ALONE = (
    N_("Where does the sea serpent move?\nThe die shows a sea serpent: it moves one space."),
    N_(
        "Where does the shark end its move?\n"
        "The die shows a shark. Up to two spaces, all in one go: choose the last one."
    ),
    N_(
        "Where does the kaiju end its move?\n"
        "The die shows a kaiju. Up to two spaces, all in one go: choose the last one."
    ),
)
PENDING = {
    Frame.BOARDING: (
        N_("Who boards the raft on {space}?\nThere are too few seats for all."),
        N_("{name} is choosing who boards on {space}."),
    ),
    Frame.OARS: (
        N_("Row a second space, or stop?\nThe tile is used for good; only the second step can be taken back."),
        N_("{name} may row a second space."),
    ),
    Frame.DOLPHIN: (
        N_("Swim on with the dolphin, or stop?\nThe tile is used for good; only the second step can be taken back."),
        N_("{name} may swim on with the dolphin."),
    ),
    Frame.DIVE: (
        N_("Where does {creature} come up?\nOn any empty sea space. The tile is used for good."),
        N_("{name} is choosing where {creature} comes up."),
    ),
    Frame.FETCH: (
        N_("No new one is left: which one comes to {space}?\nIt comes from elsewhere on the board."),
        N_("{name} is choosing which one comes to {space}."),
    ),
}
WINDOW = (
    N_("Danger on {space}: let it happen?\nYou have no repellent."),
    N_("Danger on {space}: use a repellent?\nOtherwise you lose {people}."),
    N_(
        "Danger on {space}: use a repellent?\n"
        "Otherwise {mover} pushes {people} to any space beside it, even to a shark."
    ),
    N_(
        "Danger on {space}: use a repellent?\n"
        "Otherwise the raft breaks, and {mover} pushes {people} to any space beside it, even to a shark."
    ),
    N_("Danger on {space}: use a repellent?\nOtherwise you push {people} to any space beside it."),
    N_("Danger on {space}: use a repellent?\nOtherwise the raft breaks, and you push {people} to any space beside it."),
    N_("{name} may answer the danger on {space}."),
)
"""For the one asked without a repellent and with one against a predator, a kaiju or a kaiju at a raft, those two also
in one's own turn, and for the others."""
KAIJU_ASKS = (
    (
        N_("Whom does the kaiju on {space} drive off?\nNobody stays with a kaiju. The order is yours."),
        N_("{name} is choosing whom the kaiju on {space} deals with."),
    ),
    (
        N_("Where does the kaiju push your adventurer?\nTo any glowing space around it."),
        N_("{name} is choosing where the kaiju pushes somebody."),
    ),
    (
        N_("Where does {creature} flee?\nThe kaiju drives it to a glowing space."),
        N_("{name} is choosing where {creature} flees."),
    ),
    (
        N_("Where does the kaiju push the adventurer of {owner}?\nTo any glowing space around it."),
        N_("{name} is choosing where the kaiju pushes somebody."),
    ),
)


def prompt(r: Reader[SurviveState]) -> str:
    """What is asked of the seat, or who is thinking about what."""
    s, t, who, business = r.state, r.t, asked(r.state), top(r.state)
    if who < 0:
        return t("The game is over.")
    other, name = int(who != r.seat), r.names[who]
    if business == Frame.DIE:
        return _rolled(s, bool(other), name, t)
    if business:
        return t(_pending(r, other), name=name, **_pieces(r))
    near_end = last_mountains(t, tiles_left(bytes(s.ground)), s.volcanoes)
    if s.phase == Phase.ACTION and other:
        said = t.plural("{name} is acting: {n} move left.", "{name} is acting: {n} moves left.", s.moves, name=name)
        return f"{said}\n{near_end}".rstrip()
    if s.phase == Phase.ACTION and s.moves and near_end:
        who_moves = t.plural("Who should move?\n{n} move left.", "Who should move?\n{n} moves left.", s.moves)
        return f"{who_moves} {near_end}"
    if s.phase == Phase.ACTION and s.moves:
        return t.plural(
            "Who should move?\nAny adventurer or raft that glows: {n} move left.",
            "Who should move?\nAny adventurers or rafts that glow: {n} moves left.",
            s.moves,
        )
    if s.phase == Phase.ACTION:
        if legal(s, r.seat, Buffer(FAMILIES.count)) > 1:
            return t("Anything else?\nNo moves left: use a tile or end your moves.")
        return t("No moves left.\nChoose the tile that you sink.")
    if s.phase == Phase.SINKING:
        ground = thinnest(s)
        if other and s.sinks == c.TILES_SUNK_ALONE:
            return t("{name} has nobody left to save, and is choosing the first of two tiles to sink.", name=name)
        sinking = FIRST_OF_TWO if s.sinks == c.TILES_SUNK_ALONE else SINKING
        sinking = THE_LAST if list(s.ground).count(ground) == 1 else sinking
        said = t("{name} is choosing a tile to sink.", name=name) if other else t(sinking[c.Ground(ground)])
        return (f"{said}\n{near_end}" if other else f"{said} {near_end}").rstrip()
    each = c.RAFTS_EACH[s.seats]
    afloat = sum(space > 0 for space in s.raft)
    return t(ASKED[Phase(s.phase)][other], name=name, n=afloat // s.seats + 1, all=each)


def _rolled(s: SurviveState, other: bool, name: str, t: Translator) -> str:
    kind = part(s, Rolled.kind)
    if other:
        return t("The die shows: {kind}. {name} is moving one.", kind=t(KIND_NAMES[kind]), name=name)
    on_board = sum(c.KIND[creature] == kind and space > 0 for creature, space in enumerate(s.creature))
    return t((ALONE if on_board == 1 else ROLLED)[kind])


def _pending(r: Reader[SurviveState], other: int) -> str:
    """The sentence for the business on top."""
    business = Frame(top(r.state))
    if business == Frame.WINDOW:
        if other or not holding(r.state, r.seat, c.Face.REPELLENT):
            return WINDOW[-1 if other else 0]
        own_turn = 2 * (r.state.turn == r.seat)
        return WINDOW[1 if _eaten(r.state) else 2 + own_turn + (r.state.raft_at[part(r.state, Window.space)] > 0)]
    if business == Frame.KAIJU:
        piece = chosen(r.state)
        if piece < 0 or piece >= c.ADVENTURERS:
            return KAIJU_ASKS[0 if piece < 0 else 2][other]
        return KAIJU_ASKS[1 if owner(r.state, piece) == r.seat else 3][other]
    return PENDING[business][other]


def _asked_there(s: SurviveState) -> list[int]:
    """The adventurers of whoever is asked in a window who are in danger there."""
    space = part(s, Window.space)
    theirs = (own(s, window_seat(s), place) for place in range(own_count(s)))
    return [each for each in theirs if s.adventurer[each] == space]


def _eaten(s: SurviveState) -> list[int]:
    """Those of them whom a creature there takes; a kaiju pushes away whom none takes."""
    space = part(s, Window.space)
    serpent, shark = (creature_on(s, kind, space) for kind in (c.Kind.SERPENT, c.Kind.SHARK))
    return [each for each in _asked_there(s) if serpent or (shark and is_swimmer(s, each))]


def _pieces(r: Reader[SurviveState]) -> dict[str, str]:
    """The space of the business on top, the piece that it is about, and who is in danger."""
    s, t = r.state, r.t
    business = Frame(top(s))
    piece = chosen(s) if business == Frame.KAIJU else -1
    creature = part(s, Dive.creature) if business == Frame.DIVE else piece - c.FIRST_CREATURE
    return {
        "space": c.SPACE_NAMES[part(s, SPACE_PART[business])] if business in SPACE_PART else "",
        "mover": r.names[s.turn],
        "owner": r.names[owner(s, piece)] if 0 <= piece < c.ADVENTURERS else "",
        "creature": creature_name(creature, t) if creature >= 0 else "",
        "people": t.plural("your adventurer", "{n} of your adventurers", len(_eaten(s) or _asked_there(s)))
        if business == Frame.WINDOW
        else "",
    }


def stage(r: Reader[SurviveState]) -> Stage:
    """Setup has two phases, a turn three (SV-4.2). Beside the question stand the moves that are left, or what the die
    shows."""
    s, t = r.state, r.t
    if s.ended != End.NOT_YET:
        return Stage(t("The end"))
    if s.phase < Phase.ACTION:
        return Stage(t("Setup"), (t("Adventurers"), t("Rafts")), s.phase)
    heading, phases = t("Round {n}", n=max(0, s.turns - 1) // s.seats + 1), (t("Move"), t("Tile"), t("Creature"))
    if s.phase == Phase.ACTION and not s.depth:
        return Stage(heading, phases, 0, s.moves, c.MOVES_A_TURN)
    thrown = f"face-{c.KIND_NAMES[part(s, Rolled.kind)]}" if top(s) == Frame.DIE else ""
    return Stage(heading, phases, s.phase - Phase.ACTION, thrown=thrown)
