"""What is in the box: the figures of ``data.json`` as tables (OL-1.9 to OL-1.13).

The file marks with "house" what the printed game no longer tells (event costs but one, the ship's cans, the split and
the meat of the animals, the airlock's rows): those numbers are ours, and they stand there and nowhere else.
"""

import enum
import json
from pathlib import Path
from typing import Any

from ..kernel import Lookup

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data.json").read_text("utf-8"))
WORDS: dict[str, Any] = json.loads((Path(__file__).parent / "words.json").read_text("utf-8"))
"""What things are called; all of it is translated."""

MOST_SEATS: int = DATA["players"]["max"]
ROUNDS: int = DATA["rounds"]["count"]
COUNTS = [str(n) for n in range(DATA["players"]["min"], MOST_SEATS + 1)]
"""The numbers of players as the file writes them; a table "by players" has a row for each, 2 players first."""


class Res(enum.IntEnum):
    """The seven resources, food first, then material, then ammo (OL-1.2)."""

    MEAT, WATER, CAN, WOOD, METAL, CHIP, AMMO = range(7)


class Area(enum.IntEnum):
    """The ring, clockwise (OL-1.16)."""

    FOREST, DAM, BASE, SILENT_PEAK, MINE, CARGO, CARNIVAL, BLACKWOOD = range(8)


class Gear(enum.IntEnum):
    """The twenty kinds of equipment."""

    AXE, BOW, JERRYCAN, ACCESS_CARD, AMMO_BOX, CROWBAR, CHAINSAW, FLASHLIGHT, PICKAXE, PURIFIER = range(10)
    GRAPPLING_HOOK, HACKSAW, BACKPACK, METAL_DETECTOR, SHOTGUN, BEAR_TRAP, BASEBALL_BAT, BODY_ARMOUR = range(10, 18)
    EXOSKELETON, THERMAL_SENSOR = range(18, 20)


class Room(enum.IntEnum):
    """The twenty-two kinds of room; the first three are basic."""

    BUILD_DISCOUNT, DRAW_AND_REPAIR, EVENT_DISCOUNT, HUNT_PLUS2, CARGO_PLUS1, CARGO_PLUS2_OPEN, AMMO4 = range(7)
    WATER_RESERVE, EVENT_IMMUNITY, SCRAP_EQUIPMENT, GAUGE_MINUS1, VENT_RESERVE, NURSERY, SEARCH_PLUS2 = range(7, 14)
    DRAW2_EQUIPMENT, PEEK_SEARCH, IMMUNE3, AUTO_REPAIR, HUNT_PLUS1, PRESSURE_CHOICE = range(14, 20)
    CUPBOARD_BONUS, REPAIR_MINUS2 = range(20, 22)


class Card(enum.IntEnum):
    """The twelve event cards; the first five are shortages."""

    WILDFIRE, FALLING_DEBRIS, LOOTERS, GENERAL_SHORTAGE, NOMADS, RADIOACTIVE_CLOUD, GLACIATION, PLAGUE = range(8)
    MUTATION, SANDSTORM, RATS, HOSTILE_CLAN = range(8, 12)


class Token(enum.IntEnum):
    """The kinds of search token."""

    HOLY_WATER, RATIONS, ALGAE_PILLS, PLANK, SCRAP_HEAP, APPLIANCE, CARTRIDGES, EMPTY_CUPBOARD = range(8)


RES_IDS: list[str] = DATA["resources"]["order"]
AREA_IDS: list[str] = DATA["map"]["ring_order_clockwise"]
GEAR_IDS: list[str] = [e["id"] for e in DATA["equipment"]]
ROOM_IDS: list[str] = [r["id"] for r in DATA["rooms"]]
CARD_IDS: list[str] = [e["id"] for e in DATA["events"]]
TOKEN_IDS: list[str] = [t["id"] for t in DATA["search_tokens"]]
LEADER_IDS: list[str] = [leader["id"] for leader in DATA["leaders"]]
HERO_IDS: list[str] = DATA["heroes"]["labels"]
CITY_IDS = ["blackwood", "silent_peak"]
STACK_IDS = [a["id"] for a in DATA["map"]["areas"] if a.get("hunting_stack")]
_AREAS = {a["id"]: a for a in DATA["map"]["areas"]}


def _amounts(given: dict[str, int]) -> list[int]:
    return [given.get(name, 0) for name in RES_IDS]


def _first(rows: list[dict[str, Any]], key: str) -> int:
    """The first of some numbers, which rise by one from row to row."""
    first: int = rows[0][key]
    assert [row[key] for row in rows] == list(range(first, first + len(rows))), f"{key} rises by one"
    return first


# -- the map (OL-1.16, OL-1.17, OL-4.1) ----------------------------------------------------------------------------

AREAS = len(AREA_IDS)
FOODS = len(DATA["resources"]["food"])
GOODS = len(RES_IDS)
DISTANCE = Lookup([[min((b - a) % AREAS, (a - b) % AREAS) for b in range(AREAS)] for a in range(AREAS)])
STEPS: int = DATA["map"]["most_steps"]
NEAR = Lookup([sum(1 << b for b in range(AREAS) if 0 < DISTANCE[a][b] <= STEPS) for a in range(AREAS)])
"""The areas within so many steps of each, as a mask."""
ANYWHERE = (1 << AREAS) - 1
POOL_RES = Lookup([RES_IDS.index(_AREAS[a]["pool"]["resource"]) if "pool" in _AREAS[a] else -1 for a in AREA_IDS])
POOL_LIMIT = Lookup(
    [[_AREAS[a]["pool"]["by_players"][n] if "pool" in _AREAS[a] else 0 for a in AREA_IDS] for n in COUNTS]
)
STACK_OF = Lookup([STACK_IDS.index(a) if a in STACK_IDS else -1 for a in AREA_IDS])
CITY_OF = Lookup([CITY_IDS.index(a) if a in CITY_IDS else -1 for a in AREA_IDS])
DISPLAY: int = DATA["setup"]["equipment_display"]
STRENGTH = Lookup(DATA["heroes"]["strengths"])
HEROES = len(STRENGTH)

# -- the ship (OL-9.30, OL-9.33; cans of spaces 3, 4 and 6: ours) --------------------------------------------------

SPACES = len(DATA["cargo_spaces"])
WEAKEST_SPACE = _first(DATA["cargo_spaces"], "strength")
SPACE_CANS = Lookup([space["cans"] for space in DATA["cargo_spaces"]])

# -- animals and search tokens (OL-1.12, OL-1.13, OL-9.25; the split and most meat values: ours) -------------------

PREY = len(DATA["animals"])
WEAKEST_PREY = _first(DATA["animals"], "toughness")
PREY_COUNT = Lookup([animal["count"] for animal in DATA["animals"]])
PREY_MEAT = Lookup([animal["meat_by_kill"] for animal in DATA["animals"]])
PREY_VALUES = len(PREY_MEAT[0])
PREY_STACK = Lookup([DATA["setup"]["animal_stack_by_players"][n] for n in COUNTS])
STACKS = len(STACK_IDS)
LARGEST_STACK = max(PREY_STACK)
TOKENS = len(TOKEN_IDS)
TOKEN_COUNT = Lookup([token["count"] for token in DATA["search_tokens"]])
TOKENS_PER_CITY: int = DATA["search_tokens_note"]["per_city"]
TOKEN_RES = Lookup([RES_IDS.index(t["resource"]) if t["resource"] else -1 for t in DATA["search_tokens"]])
SEARCH_LEFT = Lookup([DATA["setup"]["search_stack_by_players"][n] for n in COUNTS])

# -- event cards (section 6; every cost but Wildfire's: ours) ------------------------------------------------------

CARDS = len(CARD_IDS)
CARD_COST = Lookup([_amounts(card["cost"]) for card in DATA["events"]])
CARD_POINTS = Lookup([card["points"] for card in DATA["events"]])
SHORTAGE = Lookup([int(card["kind"] == "shortage") for card in DATA["events"]])
EACH_SHELTER = Lookup([int(card["kind"] == "each_shelter") for card in DATA["events"]])


def _cut(card: dict[str, Any], kind: str, n: str, area: str) -> int:
    effect = card["effect"]
    return effect["reduction_by_players"][n] if effect["type"] == kind and area in effect["areas"] else 0


POOL_CUT = Lookup([[[_cut(card, "pool_limit", n, a) for a in AREA_IDS] for n in COUNTS] for card in DATA["events"]])
SEARCH_CUT = Lookup([[_cut(card, "search_limit", n, "blackwood") for n in COUNTS] for card in DATA["events"]])
SANDSTORM_LIMIT: int = DATA["events"][Card.SANDSTORM]["effect"]["value"]
CLOUD_STEPS: int = DATA["events"][Card.RADIOACTIVE_CLOUD]["effect"]["steps"]
CLAN_GOODS: int = DATA["events"][Card.HOSTILE_CLAN]["effect"]["goods"]

# -- equipment (section 10) ----------------------------------------------------------------------------------------

GEARS = len(GEAR_IDS)
GEAR_COPIES: int = DATA["setup"]["equipment_copies"]
TILES = GEARS * GEAR_COPIES
REPAIR_COST = Lookup([_amounts(e["repair_cost"]) for e in DATA["equipment"]])
REPAIR_PRICE: int = sum(REPAIR_COST[0])
"""How many materials a repair costs, whatever the tile."""
SYMBOLS = sorted({e["symbol"] for e in DATA["equipment"]})
SYMBOL = Lookup([SYMBOLS.index(e["symbol"]) for e in DATA["equipment"]])
SYMBOL_COUNT = len(SYMBOLS)
HALVES = Lookup([[i for i in range(GEARS) if SYMBOL[i] == symbol] for symbol in range(SYMBOL_COUNT)])
"""The two tiles of each symbol."""
ARMOUR: int = -DATA["equipment"][Gear.BODY_ARMOUR]["effect"]["pressure_taken"]
AUTO_GEAR = Lookup([int(e["auto"]) for e in DATA["equipment"]])


def _bonus(kind: str) -> tuple[Lookup, Lookup, Lookup]:
    """For each area the tile with such an effect there; for each tile what it gives and how much."""
    where, what, amount = [-1] * AREAS, [-1] * GEARS, [0] * GEARS
    for i, e in enumerate(DATA["equipment"]):
        if kind in e["effect"]:
            for area in CITY_IDS if e["effect"]["area"] == "city" else [e["effect"]["area"]]:
                where[AREA_IDS.index(area)] = i
            for name, n in e["effect"][kind].items():
                what[i], amount[i] = RES_IDS.index(name), n
    return Lookup(where), Lookup(what), Lookup(amount)


EXTRA_AT, EXTRA_RES, EXTRA = _bonus("extra_from_pool")
GIFT_AT, GIFT_RES, GIFT = _bonus("from_supply")

# -- rooms, leaders, shelters --------------------------------------------------------------------------------------

ROOMS = len(ROOM_IDS)
BASIC_ROOMS: int = DATA["shelter"]["basic_rooms"]
ADVANCED_ROOMS = ROOMS - BASIC_ROOMS
ADVANCED_COPIES: int = DATA["setup"]["advanced_room_copies"]
SLOTS: int = DATA["shelter"]["room_slots"]
UPKEEP = Lookup([room["upkeep_food"] for room in DATA["rooms"]])
PLACES = Lookup([room["capacity"] for room in DATA["rooms"]])
AMMO_GIVEN: int = DATA["rooms"][Room.AMMO4]["effect"]["gain"]["ammo"]
TILES_DRAWN: int = DATA["rooms"][Room.DRAW2_EQUIPMENT]["effect"]["draw_equipment"]
HUNT_MEAT = Lookup([room["effect"].get("hunt_meat", 0) for room in DATA["rooms"]])
SHIP_CANS = Lookup([room["effect"].get("cargo_cans", 0) for room in DATA["rooms"]])
REPAIR_DISCOUNT = Lookup([room["effect"].get("repair_discount", 0) for room in DATA["rooms"]])
WAIVED_MATERIALS: int = DATA["rooms"][Room.EVENT_DISCOUNT]["effect"]["event_discount"]["materials"]
WAIVED_FOOD: int = DATA["rooms"][Room.EVENT_DISCOUNT]["effect"]["event_discount"]["food"]
FREE_TOKENS: int = DATA["rooms"][Room.SEARCH_PLUS2]["effect"]["extra_search_tokens"]
GUARDED_STRENGTH: int = DATA["rooms"][Room.IMMUNE3]["effect"]["cancel_pressure_on_strength"]
CUPBOARD = Lookup(_amounts(DATA["rooms"][Room.CUPBOARD_BONUS]["effect"]["empty_cupboard_gain"]))
ONCE_PER_CITY = (Room.SEARCH_PLUS2, Room.CUPBOARD_BONUS)
NURSERY_MOST: int = DATA["rooms"][Room.NURSERY]["max_occupants"]
DEALT_ROOMS: int = DATA["setup"]["advanced_rooms_drawn"]
KEPT_ROOMS: int = DATA["setup"]["advanced_rooms_kept"]
DEALT_LEADERS: int = DATA["setup"]["leaders_drawn"]
START_SURVIVORS: int = DATA["shelter"]["start_survivors"]
BUILD_COST: int = DATA["build_cost_materials"]["value"]
BUILD_COST_LESS: int = DATA["rooms"][Room.BUILD_DISCOUNT]["effect"]["build_cost"]

LEADERS = len(LEADER_IDS)
MARY = LEADER_IDS.index("mary_koolpepper")
MARY_DRAWS: int = DATA["leaders"][MARY]["special"]["search_tokens_drawn"]
AGE = Lookup([leader["age"] for leader in DATA["leaders"]])
START_AREAS = Lookup([[AREA_IDS.index(a) for a in leader["start_areas"]] for leader in DATA["leaders"]])
START_GOODS = Lookup([_amounts(leader["start_resources"]) for leader in DATA["leaders"]])
START_GEAR = Lookup([GEAR_IDS.index(leader["start_equipment"]) for leader in DATA["leaders"]])

AIRLOCK: int = DATA["airlock"]["capacity"]
AIRLOCK_ROWS = DATA["options"]["airlock_rows"]["values"]


def _rows_needed(rows: list[int], survivors: int) -> int:
    return sum(survivors > sum(rows[:i]) for i in range(len(rows)))


ROWS_NEEDED = Lookup([[_rows_needed(rows, n) for n in range(AIRLOCK + 1)] for rows in AIRLOCK_ROWS])
"""Occupied rows by `airlock_rows` and number of survivors (OL-14.2; the rows are ours)."""

GAUGE_POINTS = Lookup(DATA["radiation_gauge"]["positions_points"])
GAUGE_START: int = DATA["radiation_gauge"]["start_index"]
GAUGE_END = len(GAUGE_POINTS) - 1
RADIATION = Lookup(DATA["radiation_by_round"]["values"])
ROOM_SCORE = Lookup(DATA["room_score"]["by_completed_rooms"])
KEEP = Lookup([DATA["cleanup_keep"][name] for name in RES_IDS])
SUPPLY = Lookup([DATA["component_counts"][name] for name in RES_IDS])
SUPPLY_SURVIVORS: int = DATA["component_counts"]["survivors"]
