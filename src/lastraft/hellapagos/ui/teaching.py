"""How Hellapagos is taught: the card, the coached game, the headings of the rules."""

from __future__ import annotations

from pathlib import Path

from ...protocol import Block, Card, Lesson, Step, Teaching
from ...protocol.translations import N_

CARD = Card(
    N_("Hellapagos in one minute"),
    N_("One beach, one raft, never quite enough of anything."),
    (
        Block(
            N_("The goal"),
            (N_("Get off the island on the raft. Six pieces of wood make a seat, and everybody wants one."),),
            ("i-raft",),
        ),
        Block(
            N_("A day"),
            (
                N_("Each does one thing: fish, fetch water, fetch wood, or search the wreck for a card."),
                N_("At night each drinks 1 and eats 1. Whoever came last begins the next day."),
            ),
            ("act-fish", "act-water", "act-wood", "act-search"),
        ),
        Block(
            N_("When it is not enough"),
            (N_("Talk, promise, lie. Then all point at once: one goes without and dies, unless a card saves them."),),
            ("hand-point", "i-skull"),
        ),
        Block(
            N_("Wood and the snake"),
            (
                N_("The first wood is safe. For each one more, one of six balls is drawn."),
                N_("The black one is a snake: only the first wood counts, and you are sick tomorrow."),
            ),
            ("ball-white", "ball-white", "ball-black"),
        ),
        Block(
            N_("Cards"),
            (
                N_(
                    "Some save, some cheat, some kill. Play them, give them, trade them; what you say of "
                    "them may be a lie."
                ),
            ),
            ("card-back", "i-gift", "i-swap"),
        ),
        Block(
            N_("How it ends, and who wins"),
            (
                N_(
                    "With seats, water and food for all alive, the majority can decide to leave; the hurricane, on "
                    "day 7 to 12, is the last chance."
                ),
                N_("On its day votes also decide who lacks a seat, or water or food for the journey."),
                N_("Whoever is aboard wins, alone or with others."),
            ),
            ("wx-2", "wx-0", "wx-h"),
        ),
    ),
)
LESSON = Lesson(
    """
seats: 3
generator: cb91ce37 b0c11fde f1446bea d76d4330
round: 5
first: C
weather: 1 0 2 0 2 3 1 h 0 1 2 3
W: 9
F: 1
R: 1
disc: 4
hand A: sandwich pendulum sheet_metal
hand B: old_undies sardines
hand C: toilet_brush gun bullet
deck: wooden_plank coffee club axe
window: T
order: C A B
""",
    (
        Step(
            N_(
                "Three castaways on the fifth day. The raft has one seat and four pieces of wood; six pieces make the "
                "second seat. Whoever sails away wins, alone or with others. The question below can wait a moment."
            ),
            point=("store-raft",),
        ),
        Step(
            N_(
                "The weather shows how much water a trip brings today. Somewhere from day 7 to 12 the hurricane comes: "
                "the last chance to leave."
            ),
            point=("weather",),
        ),
        Step(
            N_(
                "Tonight each of you drinks one and eats one. The figures above say what will be left, or how much is "
                "missing."
            ),
            point=("store-water", "store-food"),
        ),
        Step(
            N_(
                "By day each of you in turn takes one action. Now it is {C}'s turn. You could play a card: "
                "that costs no action. But you need your cards later: do nothing."
            ),
            "pass",
        ),
        Step(
            N_(
                "{C} shoots at you! A Gun with a Bullet can kill at any time, and takes the cards of the dead. You are "
                "lucky: your Sheet Metal stops the shot. Play it."
            ),
            "sheet metal",
        ),
        Step(
            N_(
                "Your turn, one action of four: fish for food, fetch water, fetch wood for the raft, or search the "
                "wreck for a card."
            ),
            point=("place-fish", "place-water", "place-wood", "place-search"),
        ),
        Step(
            N_(
                "Fetch wood. The first piece is safe. For each one more you draw a ball: one of the six is black, a "
                "snake. Then only the first counts, and you have no vote tonight, no action tomorrow. Take two pieces."
            ),
            "wood 1",
        ),
        Step(
            N_(
                "One more seat! And {B} offers you a trade: Sardines are three rations of food. What is said of a "
                "card may be a lie; this time it is true. Swap."
            ),
            "accept B",
            point=("bubble-1",),
        ),
        Step(N_("Now choose what you give for it: the Pendulum. You can offer trades yourself, too."), "card pendulum"),
        Step(
            N_(
                "But {B} wanted too much wood, and the snake bit: sick, without a vote tonight or an action "
                "tomorrow. Food is short too: one will die. All point at once; point at {C}, who shot at you."
            ),
            "vote C",
        ),
        Step(
            N_(
                "One against one: the chief decides, and that is {C}. Whoever is pointed at dies, unless a "
                "card saves them. Eat your Sandwich: you live."
            ),
            "feed sandwich",
            point=("seat-0", "seat-2"),
        ),
        Step(
            N_(
                "To sail, all need a seat, and food for the night and for the trip. The food first: give the Sardines "
                "to everybody. You may step in like this at any time."
            ),
            "play sardines",
        ),
        Step(
            N_(
                "A new day; whoever was bitten does nothing. There is water and food for tonight: search the "
                "wreck. Its top card is yours, unseen by the others."
            ),
            "search",
        ),
        Step(
            N_(
                "A Wooden Plank is a whole seat at once. Play it: with a seat for each, nobody has a reason to shoot "
                "or to point at you again."
            ),
            "use wooden_plank",
        ),
        Step(
            N_(
                "Seats, water and food for all of you: the raft may leave tonight. Everybody is asked, the majority "
                "decides; all aboard win."
            ),
            "leave",
        ),
        Step(
            N_(
                "You sail, and all three of you win. With more castaways there is seldom enough for all: then "
                "promises, votes and bullets decide."
            ),
            point=("tray",),
        ),
        Step(N_("A real game begins with a few rations, no raft and four cards each. Good luck!"), point=("tray",)),
    ),
    (
        *("C: fish", "C: shoot A", "C: vote A", "C: tiebreak A", "pass", "close", "leave", "accept fate"),
        *("B: offer A > card sardines > done > ask 1 > say sardines > say pendulum", "B: wood 3"),
    ),
)
SECTIONS = {  # in the order in which somebody who plays needs them
    1: N_("The words"),
    4: N_("The round"),
    5: N_("The first player"),
    6: N_("The weather"),
    7: N_("Actions"),
    8: N_("Water and food"),
    9: N_("Votes"),
    10: N_("Whoever is pointed at"),
    11: N_("Death"),
    12: N_("Sickness"),
    13: N_("Cards, trades, shots"),
    14: N_("Every card"),
    15: N_("Leaving the island"),
    16: N_("The hurricane"),
    17: N_("The end"),
    20: N_("When one may step in"),
    3: N_("Setup"),
    2: N_("What is in the box"),
    18: N_("Tournament and variant"),
}
TEACHING = Teaching(card=CARD, lesson=LESSON, rulebook=Path(__file__).parents[1] / "rulebook.md", sections=SECTIONS)
