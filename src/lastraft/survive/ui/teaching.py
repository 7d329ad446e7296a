"""How Survive the Island is taught: the card, the coached game, the headings of the rules."""

from __future__ import annotations

from pathlib import Path

from ...protocol import Block, Card, Lesson, Step, Teaching
from ...protocol.translations import N_

CARD = Card(
    N_("Survive the Island"),
    N_("The island sinks, tile by tile. Who brings the most home?"),
    (
        Block(
            N_("The goal"),
            (N_("Bring your adventurers to the four lands in the corners. You can go ashore only from a jetty."),),
            ("meeple-0", "lm-hut", "lm-flag"),
        ),
        Block(
            N_("Your turn: three steps"),
            (
                N_("1. Up to three moves: walk, swim or row. Each adventurer may swim once a turn."),
                N_(
                    "2. Sink a tile: beaches first, then forests, then mountains. Its back brings help, a raft or "
                    "harm. Whoever has nobody left to save sinks two."
                ),
                N_("3. Roll the die and move a creature of that kind: away from you, towards the others."),
            ),
            ("raft", "tile-beach-a", "face-shark"),
        ),
        Block(
            N_("Who eats whom"),
            (
                N_("Serpent, 1 space: takes swimmers, and rafts with all aboard. Do not end your turn beside one."),
                N_("Shark, 1 or 2 spaces: takes swimmers; people on a raft are safe from it."),
                N_("Kaiju, 1 or 2 spaces, on land too: breaks rafts, pushes people away, eats nobody."),
                N_("Whirlpool, under a forest or mountain: takes all there and on the sea spaces around it."),
            ),
            ("serpent", "shark", "kaiju", "whirlpool"),
        ),
        Block(
            N_("Tiles you may keep"),
            (
                N_("Yours for a later turn, and they cost no move."),
                N_("Oars: row a raft up to two spaces. Dolphin: it carries your swimmer as far."),
                N_("Dive: put a creature on any empty sea space. Creature die: roll once more."),
                N_("Repellent: drive away a shark or kaiju that meets your people, not a sea serpent."),
            ),
            ("ab-oars", "ab-dolphin", "ab-dive", "ab-creature_die", "ab-repellent"),
        ),
        Block(
            N_("How it ends"),
            (
                N_("The game ends at once with the third volcano, or when nobody is left to save."),
                N_("Under each mountain lies a volcano or a whirlpool: whoever stands there when it sinks is lost."),
            ),
            ("mini-volcano", "mini-volcano", "mini-volcano"),
        ),
        Block(
            N_("What scores"),
            (N_("The worth of those on the lands, 1 to 5 each. You see it only while placing: remember it."),),
            ("i-flag",),
        ),
    ),
)
LESSON = Lesson(
    """
seats: 2
options: value_visibility=own_open
generator: 0ae5962c 96f5b0f3 04f18da8 839dc54a
sunk: E4 F4 G4 H4 E5 F5 G5 H5 C6 D6 G6 H6 I6 J6 C7 H7 I7 C8 D8 F8 I8 J8 D9 E9 G9 H9 E10 F10 G10 H10 G7
beach: D7=dolphin E8=raft G8=shark
forest: E6=whirlpool
mountain: D5=whirlpool H8=whirlpool F9=volcano
volcano: E7 F6
pieces: raft-a@C5[R1] R2@D5 R3~J11 R4@H8 B1~J9 B2@G8 B3@E6 B5@NE raft-b@H6[B4] shark-1@J7 shark-2@E5
pieces: serpent-1@J3 kaiju-1@B9
values: R1=5 R2=3 R3=4 R4=2 B1=3 B2=5 B3=1 B4=4 B5=2
turn: R
phase: action
moves: 3
field turns: 1
field placed: 10 10 0 0 0
""",
    (
        Step(
            N_(
                "The island has nearly sunk. Bring your red people to the four lands in the corners: each of them "
                "counts what they are worth, 1 to 5."
            ),
            point=("space-NW", "space-NE", "space-SW", "space-SE", "R1", "R2", "R3", "R4"),
        ),
        Step(
            N_(
                "In a whole game you first place ten people, near the water, where the rafts will lie. Then what they "
                "are worth is hidden: remember it! Here you see it."
            ),
            point=("R1", "R2", "R3", "R4"),
        ),
        Step(
            N_(
                "Here you read how many people each player has saved and still out, how much is above water and how "
                "many volcanoes have erupted."
            ),
            point=("seat-0", "seat-1", "stock", "strip"),
        ),
        Step(
            N_(
                "A turn has three steps: up to three moves, then a tile sinks, then the die moves a creature. A "
                "swimmer swims one space a turn."
            ),
            point=("phases", "pips"),
        ),
        Step(N_("First move: walk. Choose this adventurer on the mountain, then the raft beside it."), "R2 walk D5-C5"),
        Step(
            N_(
                "A raft has three seats, and anybody may board it; two never share a space. You may row it while no "
                "rival has more people aboard than you; everybody may row an empty one."
            ),
            point=("raft-a",),
        ),
        Step(N_("Second move: row. Choose the raft, then the space beside it that is lit."), "raft C5-C4"),
        Step(N_("Third move: row on, towards the land in this corner."), "raft C4-B3"),
        Step(
            N_(
                "After the moves a tile sinks. Beaches go first, and nobody knows what is on their backs. "
                "Take this one."
            ),
            "sink D7",
        ),
        Step(
            N_(
                "A dolphin! It carries one of your swimmers up to two spaces. What helps is yours to keep for a later "
                "turn; what harms happens at once."
            ),
            point=("own-dolphin",),
        ),
        Step(
            N_(
                "Other tiles row a raft, let a creature dive or roll the die once more. A repellent drives off a "
                "shark or a kaiju, but no sea serpent."
            ),
            point=("own-oars", "own-dive", "own-creature_die", "own-repellent"),
        ),
        Step(
            N_("The die shows a shark: move one, up to two spaces. Sharks eat swimmers. Send it to the blue one."),
            "shark J7-J9",
        ),
        Step(
            N_(
                "Your rival found a raft and rolled a kaiju. It moves one or two spaces, on land too, breaks rafts "
                "and pushes people away, but eats nobody."
            ),
            point=("kaiju-1", "space-E8"),
        ),
        Step(N_("Row to the jetty: only from a space with a jetty can you go ashore."), "raft B3-B2"),
        Step(
            N_("Go ashore! It takes a move for each of the two. Choose the left one, then the land."), "R1 walk B2-NW"
        ),
        Step(N_("Now the other one. Then both are saved, and nothing can happen to them."), "R2 walk B2-NW"),
        Step(
            N_(
                "No move is left, but the tiles that you keep cost none. Choose the dolphin, and for your only swimmer "
                "the space with the jetty."
            ),
            "R3 dolphin J11-K11",
        ),
        Step(N_("A dolphin swims up to two spaces: on to the land."), "step SE"),
        Step(
            N_("The last beach. Whoever stands on it falls into the water; then the tile is turned over. Sink it."),
            "sink G8",
        ),
        Step(
            N_(
                "A shark came up and took the swimmer. Now the die shows a sea serpent: one space. It takes swimmers "
                "and whole rafts. Send it to the blue one."
            ),
            "serpent J3-J4",
        ),
        Step(
            N_("Under the last forest lay a whirlpool! It takes all there and in the sea around it."),
            point=("sunk-E6",),
        ),
        Step(
            N_(
                "Under each mountain lies a volcano or a whirlpool: nobody there survives it. Let your last one swim "
                "off, one space a turn."
            ),
            "R4 swim H8-H7",
        ),
        Step(N_("You have moves left, but let us see the end. End your moves."), "end"),
        Step(
            N_(
                "Only mountains are left, and two volcanoes have broken out. The third ends the game at once. Sink "
                "this one."
            ),
            "sink F9",
        ),
        Step(
            N_(
                "The third volcano! Only those on the lands count: your 5, 3 and 4 make 12. Now you know all you need "
                "for a whole game."
            )
        ),
    ),
    (
        "raft H6-I6",
        "raft I6-I5",
        "raft I5-J4",
        "B3 walk E6-D5",
        "end",
        "sink E8",
        "sink E6",
        "kaiju B9-A9",
        "kaiju A9-B9",
    ),
)
SECTIONS = {
    1: N_("What is in the box"),
    2: N_("The board"),
    3: N_("Setup"),
    4: N_("The turn"),
    5: N_("Moving"),
    6: N_("Rafts"),
    7: N_("Ability tiles"),
    8: N_("Sinking"),
    9: N_("Creatures"),
    10: N_("Who eats whom"),
    11: N_("Kaiju"),
    12: N_("Repellent"),
    13: N_("End and scoring"),
    15: N_("Examples"),
    17: N_("Time limits"),
    18: N_("Who knows what"),
}
TEACHING = Teaching(card=CARD, lesson=LESSON, rulebook=Path(__file__).parents[1] / "rulebook.md", sections=SECTIONS)
