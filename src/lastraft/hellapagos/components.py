"""What is in the box: the 54 Wreckage cards, the 12 Weather cards, the six balls and the setup table (data.json)."""

import enum
import json
from pathlib import Path
from typing import Any

from ..kernel import Lookup

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("data.json").read_text(encoding="utf-8"))
WORDS: dict[str, Any] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
"""What things are called; all of it is translated."""
_CARDS: list[dict[str, Any]] = DATA["wreckage"]


class Card(enum.IntEnum):
    """The 34 kinds of Wreckage card (HP-14.0), in the order of the data file."""

    WATER_BOTTLE, COCONUT, FILTHY_WATER, SANDWICH, SARDINES, ROTTEN_FISH, GUN, AXE, FLASK, FISHING_ROD = range(10)
    CRYSTAL_BALL, CLUB, BULLET, SHEET_METAL, ANTI_VENOM, MATCHES, VOODOO_DOLL, SLEEPING_PILLS = range(10, 18)
    ALARM_CLOCK, COFFEE, PENDULUM, CONCH, TELESCOPE, FLASHLIGHT, BAROMETER, VEGETABLE_MILL = range(18, 26)
    WOODEN_PLANK, FRUIT_BASKET, CANNIBAL_BBQ_KIT, OLD_UNDIES, CAR_KEYS, TOILET_BRUSH = range(26, 32)
    LOTTERY_TICKET, BOARD_GAME = range(32, 34)


IDS: tuple[str, ...] = tuple(card["id"] for card in _CARDS)
assert [card.name.lower() for card in Card] == list(IDS)

KINDS = len(IDS)
COPIES = Lookup([card["copies"] for card in _CARDS])
FIRST = Lookup([sum(COPIES[:kind]) for kind in range(KINDS)])
"""Where the copies of a kind begin in the row of all cards."""
KIND = Lookup([kind for kind in range(KINDS) for _ in range(COPIES[kind])])
"""The kind of each of the 54 cards."""
CARDS = len(KIND)
COPIES_OF = Lookup([((1 << COPIES[kind]) - 1) << FIRST[kind] for kind in range(KINDS)])
"""The copies of a kind, as a mask over the row of all cards."""
NO_RESOURCE, WATER, FOOD = 0, 1, 2
RESOURCE = Lookup([{"water": WATER, "food": FOOD}.get(card.get("resource", ""), NO_RESOURCE) for card in _CARDS])
RATIONS = Lookup([card.get("rations", 0) for card in _CARDS])
FOUL = Lookup([int(card.get("makes_sick", False)) for card in _CARDS])
TYPES: tuple[str, ...] = tuple(card["type"] for card in _CARDS)
PERMANENTS = TYPES.count("permanent")
"""The permanent kinds are the Gun and those after it."""
RATION_CARDS = TYPES.count("resource")
"""The ration cards are the first kinds (HP-14.41)."""

BALLS = len(DATA["balls"])
FISH = Lookup([ball["fish"] for ball in DATA["balls"]])
BLACK = ["black" in ball for ball in DATA["balls"]].index(True)

PRECIPITATION = Lookup([card["precipitation"] for card in DATA["weather"]])
WEATHER_COPIES = Lookup([card["copies"] for card in DATA["weather"]])
HURRICANE = [card["hurricane"] for card in DATA["weather"]].index(True)
"""A Weather card is its precipitation, 0 to 3, or the Hurricane."""
ROUNDS = sum(WEATHER_COPIES)
CALM: int = ROUNDS - 1 - DATA["weather_set_aside"]
"""The first six Weather cards never include the Hurricane (HP-3.5)."""

FULL: int = DATA["limits"]["reserve_cap"]
WOOD_PER_RAFT: int = DATA["limits"]["wood_per_raft_card"]
RAFTS: int = DATA["limits"]["raft_cards"]
START_FOOD, START_WATER, START_HAND = (
    Lookup([DATA["setup"].get(str(n), {what: 0})[what] for n in range(13)]) for what in ("food", "water", "hand")
)
"""By the number of players."""
