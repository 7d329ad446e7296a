"""What people read, in English: prompts, buttons, reasons, questions and help. (The log is in `telling`.)"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ..kernel import part, top
from ..protocol import Stage
from ..words import N_, Words
from .action import is_swim
from .components import (
    ADVENTURERS,
    COPIES,
    DIRECTIONS,
    FACES,
    FIRST,
    KIND,
    MOVES_A_TURN,
    NEXT_TO,
    OFFSETS,
    RANGE,
    REACH,
    SEATS_ABOARD,
    SPACE_NAMES,
    TILE_SPACE,
    TILES,
    Face,
    Ground,
    Kind,
    adventurer_name,
)
from .kaiju import FIRST_CREATURE
from .moves import FAMILIES, FIRST_REPELLABLE
from .play import harms
from .sinking import thinnest
from .state import Choice, End, Frame, Phase, Survive, creature_on, free_seat_at, holding, own, owner
from .turn import asked, score

CREATURE_NAMES = (N_("Sea serpent {n}"), N_("Shark {n}"), N_("Kaiju {n}"))
KIND_NAMES = (N_("sea serpent"), N_("shark"), N_("kaiju"))
TERRAIN_NAMES = {Ground.BEACH: N_("beach"), Ground.FOREST: N_("forest"), Ground.MOUNTAIN: N_("mountain")}
FACE_NAMES = (
    "",
    N_("Shark"),
    N_("Kaiju"),
    N_("Raft"),
    N_("Whirlpool"),
    N_("Volcano"),
    N_("Oars"),
    N_("Dolphin"),
    N_("Dive"),
    N_("Creature die"),
    N_("Repellent"),
)
COLOUR_NAMES = (N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("purple"))


def creature_name(creature: int, t: Words) -> str:
    return t(CREATURE_NAMES[KIND[creature]], n=creature - FIRST[KIND[creature]] + 1)


def space_name(number: int) -> str:
    return SPACE_NAMES[number] if 0 <= number < len(SPACE_NAMES) else ""


def terrain_name(ground: int, t: Words) -> str:
    return t(TERRAIN_NAMES[Ground(ground)]) if Ground.BEACH <= ground <= Ground.MOUNTAIN else ""


# -- prompts ------------------------------------------------------------------------------------------------------

# What the one who decides is asked, and what the others read meanwhile.
ASKED = {
    Phase.PLACING: (
        N_("Whom do you place next?\nChoose one by its worth, then a tile."),
        N_("{name} is placing an adventurer."),
    ),
    Phase.LAUNCHING: (
        N_("Where does your raft start?\nOn the sea beside the island. Anybody may board it."),
        N_("{name} is placing a raft."),
    ),
}
SINKING = {
    Ground.BEACH: N_("Which beach sinks?\nWhoever stands on it must swim."),
    Ground.FOREST: N_("Which forest sinks?\nWhoever stands on it must swim."),
    Ground.MOUNTAIN: N_("Which mountain sinks?\nWhoever stands on it must swim."),
}
ROLLED = (N_("Which sea serpent moves?"), N_("Which shark moves?"), N_("Which kaiju moves?"))
PENDING = {
    Frame.BOARDING: (
        N_("Who boards the raft on {space}?\nThere are too few seats for all."),
        N_("{name} is choosing who boards on {space}."),
    ),
    Frame.OARS: (N_("Row a second space, or stop?"), N_("{name} may row a second space.")),
    Frame.DOLPHIN: (N_("Swim on with the dolphin, or stop?"), N_("{name} may swim on with the dolphin.")),
    Frame.DIVE: (
        N_("Where does {creature} come up?\nOn any empty sea space."),
        N_("{name} is choosing where {creature} comes up."),
    ),
    Frame.FETCH: (
        N_("Which one comes to {space}?\nNone is left beside the board."),
        N_("{name} is choosing which one comes to {space}."),
    ),
}
KAIJU_ASKS = (
    (
        N_("Whom does the kaiju on {space} meet next?\nThe order is yours."),
        N_("{name} is choosing whom the kaiju on {space} deals with next."),
    ),
    (N_("Where does the kaiju push {piece}?"), N_("{name} is choosing where the kaiju pushes {piece}.")),
    (N_("Where does {creature} flee?"), N_("{name} is choosing where {creature} flees.")),
)


def prompt(s: Survive, seat: int, names: Sequence[str], t: Words) -> str:
    """What is asked of the seat, or who is thinking about what."""
    who = asked(s)
    if who < 0:
        return t("The game is over.")
    other, name = int(who != seat), names[who]
    business = top(s)
    if business == Frame.WINDOW:
        where = SPACE_NAMES[part(s, 0)]
        if not other and holding(s, seat, Face.REPELLENT) == 0:
            return t("Danger on {space}: let it happen?\nYou have no repellent.", space=where)
        if not other:
            return t("Danger on {space}: use a repellent?\nIt drives one creature away.", space=where)
        return t("{name} may answer the danger on {space}.", name=name, space=where)
    if business == Frame.KAIJU:
        chosen = part(s, 2) - 1
        forms = KAIJU_ASKS[0 if chosen < 0 else 1 if chosen < ADVENTURERS else 2]
        return t(
            forms[other],
            name=name,
            space=SPACE_NAMES[part(s, 1)],
            piece=adventurer_name(chosen) if 0 <= chosen < ADVENTURERS else "",
            creature=creature_name(chosen - FIRST_CREATURE, t) if chosen >= FIRST_CREATURE else "",
        )
    if business == Frame.DIE:
        kind = part(s, 0)
        if not other:
            far = t.plural(
                "The die chose them: one moves by {n} space.",
                "The die chose them: one moves by up to {n} spaces.",
                RANGE[kind],
            )
            return f"{t(ROLLED[kind])}\n{far}"
        return t("The die shows: {kind}. {name} is moving one.", kind=t(KIND_NAMES[kind]), name=name)
    if business:
        space = part(s, 1) if business == Frame.FETCH else part(s, 0)
        return t(
            PENDING[Frame(business)][other],
            name=name,
            space=space_name(space),
            creature=creature_name(part(s, 0), t) if business == Frame.DIVE else "",
        )
    if s.phase == Phase.ACTION:
        if not other and s.moves == 0:
            if any(face != Face.REPELLENT for face in held_faces(s, seat)):
                return t("Anything else?\nNo moves left: use a tile, take a move back or end your moves.")
            return t("Anything else?\nNo moves left: take a move back or end your moves.")
        if not other:
            return t.plural(
                "Who should move?\nOne of your adventurers or a raft: {n} move left.",
                "Who should move?\nYour adventurers or a raft: {n} moves left.",
                s.moves,
            )
        return t.plural("{name} is acting: {n} move left.", "{name} is acting: {n} moves left.", s.moves, name=name)
    if s.phase == Phase.SINKING:
        return t("{name} is choosing a tile to sink.", name=name) if other else t(SINKING[Ground(thinnest(s))])
    return t(ASKED[Phase(s.phase)][other], name=name)


def stage(s: Survive, t: Words) -> Stage:
    """Setup has two phases, a turn three (SV-4.2); moves are counted."""
    if s.ended != End.NOT_YET:
        return Stage(t("The end"))
    if s.phase < Phase.ACTION:
        return Stage(t("Setup"), (t("Adventurers"), t("Rafts")), s.phase)
    heading, phases = t("Turn {n}", n=s.turns), (t("Move"), t("Sink a tile"), t("Creature"))
    if s.phase == Phase.ACTION:
        return Stage(heading, phases, 0, s.moves, MOVES_A_TURN)
    return Stage(heading, phases, s.phase - Phase.ACTION)


# -- buttons ------------------------------------------------------------------------------------------------------

FAMILY_NAMES = {
    "PLACE": N_("Place an adventurer"),
    "SPACE": N_("Choose a space"),
    "MOVE": N_("Move an adventurer"),
    "RAFT": N_("Move a raft"),
    "OARS": N_("Use oars"),
    "DOLPHIN": N_("Use a dolphin"),
    "STEP": N_("Second step"),
    "PIECE": N_("Choose a piece"),
    "PUSH": N_("Push an adventurer"),
    "CREATURE": N_("Move a creature"),
    "DIVE": N_("Use a dive"),
    "REPEL": N_("Use a repellent"),
    "ROLL": N_("Use a creature die"),
    "STOP": N_("Stop"),
    "DECLINE": N_("Decline"),
    "END": N_("End moves"),
}


def label(s: Survive, seat: int, move: int, t: Words) -> str:
    """A legal move in words, as on a button."""
    family, i = FAMILIES[move]
    if family == "PLACE":
        return _placing_label(i, t)
    if family == "SPACE":
        return _space_label(s, SPACE_NAMES[i + 1], t)
    if family in ("MOVE", "DOLPHIN"):
        return _adventurer_label(s, own(s, seat, i // DIRECTIONS), i % DIRECTIONS, family, t)
    if family in ("RAFT", "OARS"):
        start = s.raft[i // DIRECTIONS]
        spaces = {"a": SPACE_NAMES[start], "b": SPACE_NAMES[NEXT_TO[start][i % DIRECTIONS]]}
        return t("Raft from {a} to {b}", **spaces) if family == "RAFT" else t("Row from {a} to {b}", **spaces)
    if family == "STEP":
        return t("On to {space}", space=SPACE_NAMES[NEXT_TO[part(s, 1)][i]])
    if family == "PUSH":
        pushed = adventurer_name(part(s, 2) - 1)
        return t("Push {piece} to {space}", piece=pushed, space=SPACE_NAMES[NEXT_TO[part(s, 1)][i]])
    if family == "PIECE":
        return _piece_label(s, i, t)
    if family == "CREATURE":
        creature, offset = divmod(i, OFFSETS)
        to = SPACE_NAMES[REACH[s.creature[creature]][offset]]
        return t("{creature} to {space}", creature=creature_name(creature, t), space=to)
    if family == "DIVE":
        return t("Dive: {creature}", creature=creature_name(i, t))
    if family == "REPEL":
        return t("Repel {creature}", creature=creature_name(FIRST_REPELLABLE + i, t))
    if family == "ROLL":
        return t("Roll with a creature die tile")
    if family == "DECLINE":
        return t("Let it happen")
    return t("Stop here") if family == "STOP" else t("End moves")


@functools.cache
def _placing_label(i: int, t: Words) -> str:
    return t("Place a {value} on {space}", value=i // TILES + 1, space=SPACE_NAMES[TILE_SPACE[i % TILES]])


def _space_label(s: Survive, space: str, t: Words) -> str:
    if s.depth:
        return t("Come up on {space}", space=space)
    return t("Sink {space}", space=space) if s.phase == Phase.SINKING else t("Raft on {space}", space=space)


def _adventurer_label(s: Survive, adventurer: int, direction: int, family: str, t: Words) -> str:
    to = NEXT_TO[s.adventurer[adventurer]][direction]
    how = 2 if family == "DOLPHIN" else int(is_swim(s, adventurer, to))
    return _goes(adventurer, to, how, t)


@functools.lru_cache(16384)
def _goes(adventurer: int, to: int, how: int, t: Words) -> str:
    values = {"piece": adventurer_name(adventurer), "space": SPACE_NAMES[to]}
    if how == 2:
        return t("Dolphin: {piece} to {space}", **values)
    return t("{piece} swims to {space}", **values) if how else t("{piece} walks to {space}", **values)


def _piece_label(s: Survive, piece: int, t: Words) -> str:
    business = top(s)
    if business == Frame.BOARDING:
        return t("{piece} boards", piece=adventurer_name(piece))
    if business == Frame.FETCH and piece < FIRST_CREATURE:
        return t("The raft on {space}", space=SPACE_NAMES[s.raft[piece - ADVENTURERS]])
    if piece < ADVENTURERS:
        return t("Next: {piece}", piece=adventurer_name(piece))
    creature = creature_name(piece - FIRST_CREATURE, t)
    if business == Frame.FETCH:
        where = SPACE_NAMES[s.creature[piece - FIRST_CREATURE]]
        return t("{creature} from {space}", creature=creature, space=where)
    return t("Next: {piece}", piece=creature)


def detail(s: Survive, seat: int, move: int, t: Words) -> str:
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


def _on_arrival(s: Survive, to: int, t: Words) -> str:
    if s.ground[to] == Ground.SAFE:
        return t("saved")
    return t("takes a seat on the raft") if s.raft_at[to] and free_seat_at(s, to) else ""


# -- reasons ------------------------------------------------------------------------------------------------------

REASONS = {
    (3, 8): N_("Now adventurers are placed on island tiles."),
    (3, 9): N_("While a tile is free, adventurers go on free tiles."),
    (3, 10): N_("You have no such adventurer left in hand."),
    (3, 11): N_("Now adventurers go on tiles with exactly one adventurer."),
    (3, 13): N_("A raft starts on an empty sea space beside an island tile."),
    (3, 14): N_("A raft starts on an empty sea space beside an island tile."),
    (4, 1): N_("It is not your turn to decide."),
    (4, 2): N_("That belongs to another phase of the turn."),
    (4, 6): N_("First finish the step that has begun."),
    (5, 1): N_("You have no moves left."),
    (5, 2): N_("A move leads from the board to a neighbouring space."),
    (5, 3): N_("You move only your own adventurers."),
    (5, 6): N_("This adventurer has already swum this turn."),
    (5, 12): N_("Whoever is saved stays on the safe land."),
    (5, 13): N_("Nobody enters a volcano."),
    (5, 15): N_("A kaiju is there."),
    (6, 1): N_("A raft moves over the sea, to a space without another raft."),
    (6, 3): N_("A raft may only go to an empty space."),
    (6, 4): N_("You move only empty rafts and rafts that you control."),
    (6, 9): N_("Choose a swimmer on that space to board."),
    (7, 1): N_("You hold no such tile."),
    (7, 10): N_("A dolphin carries only your own swimmers."),
    (7, 11): N_("A creature on the board dives to an empty sea space."),
    (7, 15): N_("There is no empty sea space to dive to."),
    (8, 1): N_("A tile is taken off the island."),
    (8, 4): N_("Thinner tiles go first."),
    (8, 11): N_("Choose a creature of that kind from elsewhere on the board."),
    (8, 13): N_("Choose a creature of that kind from elsewhere on the board."),
    (8, 16): N_("Choose an empty raft on the board."),
    (9, 2): N_("Move a creature of the kind that was rolled."),
    (9, 3): N_("That creature is not on the board."),
    (9, 4): N_("A sea serpent moves one space over the sea."),
    (9, 5): N_("Sea serpents and sharks keep to the sea."),
    (9, 7): N_("That is beyond the edge of the board."),
    (9, 8): N_("Something on the way stops that creature."),
    (9, 10): N_("Sea serpents and sharks keep away from kaiju."),
    (9, 11): N_("No creature goes there."),
    (11, 2): N_("Choose whom the kaiju deals with next."),
    (11, 4): N_("The adventurer is pushed to a neighbouring space."),
    (11, 7): N_("Nobody can be pushed there."),
    (11, 9): N_("Only a kaiju enters a kaiju's space."),
    (11, 10): N_("The chosen creature gets out of the kaiju's way."),
    (11, 14): N_("A creature there could not get out of the kaiju's way."),
    (12, 1): N_("You hold no repellent."),
    (12, 7): N_("A repellent needs a shark or kaiju on a space with one of your adventurers."),
    (12, 8): N_("Use a repellent or decline."),
    (12, 10): N_("The repellent works on a shark or kaiju of this space."),
    (13, 1): N_("The game is over."),
    (13, 2): N_("The game is over."),
}


def reason(clause: int, t: Words) -> str:
    """A clause of `forbids` in one short sentence."""
    return t(REASONS.get((clause // 100, clause % 100), N_("The rules do not allow that now.")))


# -- questions, odds, help, scores --------------------------------------------------------------------------------


def careful(s: Survive, seat: int, move: int, t: Words) -> str:
    """A question before a move that gives up an adventurer of one's own."""
    family, i = FAMILIES[move]
    if family in ("MOVE", "DOLPHIN"):
        adventurer = own(s, seat, i // DIRECTIONS)
        return _costs_a_life(s, adventurer, NEXT_TO[s.adventurer[adventurer]][i % DIRECTIONS], t)
    if family in ("RAFT", "OARS"):
        raft = i // DIRECTIONS
        return _costs_a_raft(s, seat, raft, NEXT_TO[s.raft[raft]][i % DIRECTIONS], t)
    if family == "STEP" and top(s) == Frame.DOLPHIN:
        return _costs_a_life(s, part(s, 0), NEXT_TO[part(s, 1)][i], t)
    if family == "STEP":
        return _costs_a_raft(s, seat, part(s, 0), NEXT_TO[part(s, 1)][i], t)
    if family == "PUSH" and owner(s, part(s, 2) - 1) == seat:
        return _costs_a_life(s, part(s, 2) - 1, NEXT_TO[part(s, 1)][i], t)
    if family == "CREATURE":
        creature, offset = divmod(i, OFFSETS)
        to = REACH[s.creature[creature]][offset]
        if harms(s, creature, to, seat):
            return t("That attacks your own people on {space}. Do it?", space=space_name(to))
    return ""


def _costs_a_life(s: Survive, adventurer: int, to: int, t: Words) -> str:
    """A question if whoever comes there is lost, repellents apart."""
    if creature_on(s, Kind.SERPENT, to) or (creature_on(s, Kind.SHARK, to) and not free_seat_at(s, to)):
        return t("{piece} would be lost on {space}. Go there?", piece=adventurer_name(adventurer), space=space_name(to))
    return ""


def _costs_a_raft(s: Survive, seat: int, raft: int, to: int, t: Words) -> str:
    """A question if a serpent waits there for somebody of the seat aboard."""
    mine = any(s.passenger[raft][k] and owner(s, s.passenger[raft][k] - 1) == seat for k in range(SEATS_ABOARD))
    if mine and creature_on(s, Kind.SERPENT, to):
        return t("A sea serpent is on {space}: the raft and everybody aboard would be lost. Go?", space=space_name(to))
    return ""


def odds(s: Survive, seat: int, t: Words) -> list[tuple[str, str]]:
    """What the tiles that sink next may hide, as far as the seat can know."""
    terrain = thinnest(s)
    if not terrain:
        return []
    left = {}
    for face in range(1, FACES):
        mine = s.held[seat][terrain - Ground.BEACH][face] if seat >= 0 and terrain < Ground.MOUNTAIN else 0
        left[face] = COPIES[terrain][face] - s.gone[terrain][face] - mine
    total = sum(left.values())
    shown = {face: t("{n} of {total} unseen", n=n, total=total) for face, n in left.items() if n > 0}
    return [(t(FACE_NAMES[face]), figure) for face, figure in shown.items()]


def score_lines(s: Survive, seat: int, t: Words) -> list[tuple[str, int]]:
    """SV-13.7: at the end, the saved and what they are worth."""
    if s.ended == End.NOT_YET:
        return []
    saved = [i for i in range(ADVENTURERS) if s.adventurer[i] and owner(s, i) == seat]
    lines = [
        (t("{piece} on {space}", piece=adventurer_name(i), space=SPACE_NAMES[s.adventurer[i]]), s.value[i])
        for i in saved
        if s.ground[s.adventurer[i]] == Ground.SAFE
    ]
    return [*lines, (t("Total"), score(s, seat))]


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
        "and volcanoes take effect at once; abilities are yours to keep. The third volcano ends the game."
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


def help_text(s: Survive, t: Words) -> str:
    """The rules of this moment in plain words."""
    if s.ended != End.NOT_YET:
        return t("Only adventurers on a safe land count. Most points win; a tie is shared.")
    business = top(s)
    if business == Frame.WINDOW:
        return t(WINDOW_HELP)
    if business == Frame.KAIJU:
        return t(KAIJU_HELP)
    if s.phase == Phase.PLACING and s.option[Choice.VALUE_VISIBILITY] == 1:
        return t(OPEN_PLACING_HELP)
    return t(HELP[Phase.CREATURE if business == Frame.DIE else Phase(s.phase)])


def held_faces(s: Survive, seat: int) -> list[int]:
    """The seat's own ability tiles."""
    return [f for f in range(Face.OARS, FACES) for _ in range(s.held[seat][0][f] + s.held[seat][1][f])]
