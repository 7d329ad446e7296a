"""What the signs of the table mean, and what every tile and card does."""

from __future__ import annotations

from ..protocol import Sign
from ..words import N_, Words
from .components import CARD_IDS, GEAR_IDS, ROOM_IDS, TOKEN_IDS
from .names import CARD_EFFECTS, CARD_NAMES, GEAR_EFFECTS, GEAR_NAMES, ROOM_EFFECTS, ROOM_NAMES, TOKEN_NAMES
from .state import OutliveState

TOKEN_GAINS = [
    N_("1 water."),
    N_("1 can."),
    N_("Your gauge improves by one step."),
    N_("1 wood."),
    N_("1 metal."),
    N_("1 chip."),
    N_("1 ammo."),
    N_("Nothing."),
]

SIGNS = (
    (
        N_("On the ring"),
        (
            (
                "hero-body",
                N_("Hero"),
                N_("The number is its strength and its actions. It lies until it has moved today."),
            ),
            ("animal-3", N_("Animal"), N_("The number is its toughness: so many actions, ammo and tools to hunt it.")),
            ("slot-x", N_("Barred slot"), N_("An event lowers what this place holds.")),
            ("truck-art", N_("Convoy"), N_("The day. On the sixth night the game ends.")),
            ("trefoil", N_("Radiation"), N_("So many steps does every gauge climb tonight, less with a full airlock.")),
            ("star", N_("Event points"), N_("What ended events are worth.")),
            ("first", N_("First player"), N_("Decides first; whoever boards the ship first gets the marker.")),
        ),
    ),
    (
        N_("Goods"),
        (
            ("res-meat", N_("Meat"), N_("Food from hunting; it spoils in the night.")),
            ("res-water", N_("Water"), N_("Every occupied row of the airlock drinks one a night; two can be kept.")),
            ("res-can", N_("Can"), N_("Food that keeps.")),
            ("res-wood", N_("Wood"), N_("Material for rooms and repairs.")),
            ("res-metal", N_("Metal"), N_("Material for rooms and repairs.")),
            ("res-chip", N_("Chip"), N_("Material for rooms and repairs; one switches the dam's purification on.")),
            ("res-ammo", N_("Ammo"), N_("Saves actions in a hunt, and wards off pressure.")),
        ),
    ),
    (
        N_("In the shelter"),
        (
            ("person", N_("Survivor"), N_("Worth a point at the end. A room works when every place is taken.")),
            ("bowl", N_("Upkeep"), N_("So much food does the room need each night.")),
            ("wrench", N_("Repaired"), N_("Repaired equipment works from the next day on and is worth a point.")),
            ("sym-tree", N_("Half a symbol"), N_("Two repaired tiles that complete a symbol are worth more.")),
        ),
    ),
)


def glossary(s: OutliveState, t: Words) -> list[tuple[str, list[Sign]]]:
    """The signs, and every event, room, piece of equipment and search token with what it does."""
    groups = [
        (t(group), [Sign(symbol, t(name), t(meaning)) for symbol, name, meaning in signs]) for group, signs in SIGNS
    ]
    return [
        *groups,
        (t("Events"), _named(t, "ev", CARD_IDS, CARD_NAMES, CARD_EFFECTS)),
        (t("Rooms"), _named(t, "room", ROOM_IDS, ROOM_NAMES, ROOM_EFFECTS)),
        (t("Equipment"), _named(t, "eq", GEAR_IDS, GEAR_NAMES, GEAR_EFFECTS)),
        (t("Search tokens"), _named(t, "tok", TOKEN_IDS, TOKEN_NAMES, TOKEN_GAINS)),
    ]


def _named(t: Words, before: str, ids: list[str], names: list[str], effects: list[str]) -> list[Sign]:
    return [
        Sign(f"{before}-{id}", _capital(t(name)), t(effect))
        for id, name, effect in zip(ids, names, effects, strict=True)
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
