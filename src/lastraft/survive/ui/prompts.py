"""What is asked, and how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import part, top
from ...protocol import Stage
from ...protocol.translations import N_, Translator
from ..components import ADVENTURERS, FACES, MOVES_A_TURN, RANGE, SPACE_NAMES, Face, Ground, adventurer_name
from ..names import KIND_NAMES, creature_name, space_name
from ..rules.kaiju import FIRST_CREATURE
from ..rules.legal import asked
from ..rules.sinking import thinnest
from ..state import End, Frame, Phase, Survive, holding

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


def prompt(s: Survive, seat: int, names: Sequence[str], t: Translator) -> str:
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


def stage(s: Survive, t: Translator) -> Stage:
    """Setup has two phases, a turn three (SV-4.2); moves are counted."""
    if s.ended != End.NOT_YET:
        return Stage(t("The end"))
    if s.phase < Phase.ACTION:
        return Stage(t("Setup"), (t("Adventurers"), t("Rafts")), s.phase)
    heading, phases = t("Turn {n}", n=s.turns), (t("Move"), t("Sink a tile"), t("Creature"))
    if s.phase == Phase.ACTION:
        return Stage(heading, phases, 0, s.moves, MOVES_A_TURN)
    return Stage(heading, phases, s.phase - Phase.ACTION)


def held_faces(s: Survive, seat: int) -> list[int]:
    """The seat's own ability tiles."""
    return [f for f in range(Face.OARS, FACES) for _ in range(s.held[seat][0][f] + s.held[seat][1][f])]
