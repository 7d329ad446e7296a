"""What the signs of the board mean."""

from __future__ import annotations

from ..protocol import Sign
from ..words import N_, Words
from .state import Survive

SIGNS = (
    (
        N_("On the board"),
        (
            ("meeple-0", N_("Adventurer"), N_("Yours have your colour and hat. What one is worth stays hidden.")),
            ("swimmer-0", N_("Swimmer"), N_("An adventurer in the water swims one space a turn.")),
            ("raft", N_("Raft"), N_("Three seats, no owner. Whoever has as many aboard as any other steers it.")),
            ("serpent", N_("Sea serpent"), N_("Destroys rafts and takes everybody on its space. Moves one space.")),
            ("shark", N_("Shark"), N_("Takes swimmers, never people on a raft. Moves up to two spaces.")),
            ("kaiju", N_("Kaiju"), N_("Walks over land too, breaks rafts and pushes people away. Moves up to two.")),
            ("tile-beach-a", N_("Beach"), N_("The thinnest tiles: they sink first.")),
            ("tile-forest-a", N_("Forest"), N_("Sinks when no beach is left.")),
            ("tile-mountain-a", N_("Mountain"), N_("Sinks last. A volcano may lie beneath.")),
            ("lm-flag", N_("Safe land"), N_("Whoever gets here is saved and counts at the end.")),
        ),
    ),
    (
        N_("Under the tiles"),
        (
            ("ab-shark", N_("Shark"), N_("A shark comes to this space at once.")),
            ("ab-kaiju", N_("Kaiju"), N_("A kaiju comes to this space at once.")),
            ("ab-raft", N_("Raft"), N_("A raft comes to this space; whoever was on the tile may board.")),
            ("ab-whirlpool", N_("Whirlpool"), N_("Swallows everything on this space and beside it in the water.")),
            ("ab-volcano", N_("Volcano"), N_("Takes whoever is there. The third one ends the game.")),
            ("ab-oars", N_("Oars"), N_("Yours to keep: row a raft up to two spaces, without a move.")),
            ("ab-dolphin", N_("Dolphin"), N_("Yours to keep: it carries one of your swimmers up to two spaces.")),
            ("ab-dive", N_("Dive"), N_("Yours to keep: put a creature on any empty sea space.")),
            ("ab-creature_die", N_("Creature die"), N_("Yours to keep: roll the die once more and move a creature.")),
            (
                "ab-repellent",
                N_("Repellent"),
                N_("Yours to keep: drives away a shark or kaiju that meets your people."),
            ),
        ),
    ),
    (
        N_("Beside the board"),
        (
            ("i-flag", N_("Saved"), N_("How many of a player's adventurers have reached safe land.")),
            ("i-people", N_("Left to save"), N_("How many of them are still on the board.")),
            ("i-tile", N_("Tiles held"), N_("How many ability tiles a player keeps, face down.")),
            ("mini-volcano", N_("Volcanoes"), N_("How many have erupted. With the third the game is over.")),
            ("face-none", N_("The die"), N_("At the end of a turn it says which kind of creature moves.")),
        ),
    ),
)


def glossary(s: Survive, t: Words) -> list[tuple[str, list[Sign]]]:
    return [
        (t(group), [Sign(symbol, t(name), t(meaning)) for symbol, name, meaning in signs]) for group, signs in SIGNS
    ]


_MEANING = {symbol: said for _, signs in SIGNS for symbol, _, said in signs}


def meaning(symbol: str, t: Words) -> str:
    """What one sign means, for somebody who taps it."""
    return t(_MEANING[symbol])
