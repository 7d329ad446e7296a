"""What the signs of the table mean, and what every tile and card does."""

from ...protocol import Reader, Sign
from ...protocol.translations import N_, Translator
from ..components import CARD_IDS, CARDS, GEAR_IDS, GEARS, RES_IDS, ROOM_IDS, ROOMS, TOKEN_IDS
from ..names import CARD_NAMES, GEAR_NAMES, ROOM_NAMES, TOKEN_NAMES, card_effect, gear_effect, kept, room_effect
from ..options import Choice
from ..state import OutliveState

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

GOODS = (
    ("res-meat", N_("Meat"), N_("Food from hunting; it spoils in the night.")),
    ("res-water", N_("Water"), N_("Food. Every occupied row of the airlock drinks one a night; rooms take it too.")),
    ("res-can", N_("Can"), N_("Food from the ship.")),
    ("res-wood", N_("Wood"), N_("Material for rooms and repairs.")),
    ("res-metal", N_("Metal"), N_("Material for rooms and repairs.")),
    ("res-chip", N_("Chip"), N_("Material for rooms and repairs; one switches the dam's purification on.")),
    ("res-ammo", N_("Ammo"), N_("Saves actions in a hunt, and wards off pressure.")),
)
"""What each of the goods is for."""
SIGNS = {
    N_("On the ring"): (
        ("hero-body", N_("Hero"), N_("The number is its strength and its actions. It lies until it has moved today.")),
        ("animal-3", N_("Animal"), N_("The number is its toughness: so many actions, ammo and tools to hunt it.")),
        ("slot-x", N_("Barred slot"), N_("An event lowers what this place holds.")),
        ("truck-art", N_("Convoy"), N_("The day. On the sixth night the game ends.")),
        (
            "trefoil",
            N_("Radiation"),
            N_("So many steps does every gauge climb tonight, one less for each survivor in the airlock."),
        ),
        ("star", N_("Event points"), N_("What ended events are worth.")),
        ("first", N_("First player"), N_("Decides first; whoever boards the ship first gets the marker.")),
    ),
    N_("Goods"): GOODS,
    N_("In the shelter"): (
        ("person", N_("Survivor"), N_("Worth a point at the end. A room works when every place is taken.")),
        ("bowl", N_("Upkeep"), N_("So much food does the room need each night.")),
        ("wrench", N_("Repaired"), N_("Repaired equipment works from now on and is worth a point.")),
        ("sym-tree", N_("Half a symbol"), N_("Two repaired tiles that complete a symbol count 1 point more.")),
    ),
}
_RULES = {
    "animal-3": (
        (Choice.ZERO_ACTION_HUNT, 1, N_("At least one of them is an action.")),
        (Choice.ONE_HUNT_PER_VISIT, 0, N_("A hero hunts once in a visit.")),
        (Choice.HUNT_PROGRESSION_END, 1, N_("From the fourth of a kind on, each gives one meat more.")),
    )
}
"""What a value of an option adds to a sign."""


def glossary(r: Reader[OutliveState]) -> list[tuple[str, list[Sign]]]:
    """The signs, and every event, room, piece of equipment and search token with what it does at this table."""
    s, t = r.state, r.t
    groups = [
        (t(group), [Sign(symbol, t(name), " ".join(_meaning(r, symbol, meaning))) for symbol, name, meaning in signs])
        for group, signs in SIGNS.items()
    ]
    events = [card_effect(card, s.seats, t) for card in range(CARDS)]
    rooms = [room_effect(kind, s.option, t) for kind in range(ROOMS)]
    gears = [gear_effect(kind, s.option, t) for kind in range(GEARS)]
    return [
        *groups,
        (t("Events"), _named(t, "ev", CARD_IDS, CARD_NAMES, events)),
        (t("Rooms"), _named(t, "room", ROOM_IDS, ROOM_NAMES, rooms)),
        (t("Equipment"), _named(t, "eq", GEAR_IDS, GEAR_NAMES, gears)),
        (t("Search tokens"), _named(t, "tok", TOKEN_IDS, TOKEN_NAMES, [t(gain) for gain in TOKEN_GAINS])),
    ]


def _meaning(r: Reader[OutliveState], symbol: str, meaning: str) -> list[str]:
    """What a sign means, with what the table's options add."""
    t = r.t
    said = [t(meaning), *(t(note) for option, value, note in _RULES.get(symbol, ()) if r.state.option[option] == value)]
    res = symbol.removeprefix("res-")
    if res in RES_IDS and (most := kept(RES_IDS.index(res), r.state.option)):
        said.append(t("Up to {n} outlast the night.", n=most) if most > 0 else t("All of it outlasts the night."))
    return said


def _named(t: Translator, before: str, ids: list[str], names: list[str], effects: list[str]) -> list[Sign]:
    return [
        Sign(f"{before}-{id}", _capital(t(name)), effect) for id, name, effect in zip(ids, names, effects, strict=True)
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
