"""Why a move is refused: clauses in one short sentence."""

from __future__ import annotations

from ...protocol.translations import N_, Translator

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


def reason(clause: int, t: Translator) -> str:
    """A clause of `forbids` in one short sentence."""
    return t(REASONS.get((clause // 100, clause % 100), N_("The rules do not allow that now.")))
