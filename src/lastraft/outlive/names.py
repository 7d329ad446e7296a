"""What things are called; each name is translated where it is used."""

from collections.abc import Sequence

from ..protocol.translations import N_, Translator
from .components import GOODS, KEEP, POOL_CUT, SEARCH_CUT, WORDS, Gear, Res, Room
from .options import Choice


def _column(things: str, what: str) -> list[str]:
    """What is said of each thing of a kind, in the order of ``data.json``."""
    return [words[what] for words in WORDS[things].values()]


RES_NAMES = [N_("meat"), N_("water"), N_("cans"), N_("wood"), N_("metal"), N_("chips"), N_("ammo")]
AREA_NAMES, AREA_THERE = _column("areas", "name"), _column("areas", "there")
AREA_ABOUT = _column("areas", "about")
"""What a hero can do there."""
CITY_NAMES = [N_("Blackwood"), N_("Silent Peak")]
GEAR_NAMES, GEAR_EFFECTS = _column("equipment", "name"), _column("equipment", "effect")
ROOM_NAMES, ROOM_EFFECTS = _column("rooms", "name"), _column("rooms", "effect")
ROOM_SHORT = _column("rooms", "short")
"""What a room does, short enough for its floor."""
CARD_NAMES, CARD_EFFECTS = _column("events", "name"), _column("events", "effect")
CARD_BRIEFS = _column("events", "brief")
"""What an event does, short enough for half a line of the convoy's board; n depends on the number of players."""
PREY_NAMES = [N_("Hare"), N_("Fox"), N_("Boar"), N_("Elk"), N_("Bear")]
PREY_HUNTED = [N_("the hare"), N_("the fox"), N_("the boar"), N_("the elk"), N_("the bear")]
"""As it stands after "hunt"."""
TOKEN_NAMES: list[str] = list(WORDS["search_tokens"].values())
LEADER_NAMES, PROFESSIONS = _column("leaders", "name"), _column("leaders", "profession")


def amount(res: int, n: int, t: Translator) -> str:
    """So many tokens of a resource."""
    if res == Res.MEAT:
        return t.plural("{n} meat", "{n} meat", n)
    if res == Res.WATER:
        return t.plural("{n} water", "{n} water", n)
    if res == Res.CAN:
        return t.plural("{n} can", "{n} cans", n)
    if res == Res.WOOD:
        return t.plural("{n} wood", "{n} wood", n)
    if res == Res.METAL:
        return t.plural("{n} metal", "{n} metal", n)
    if res == Res.CHIP:
        return t.plural("{n} chip", "{n} chips", n)
    return t.plural("{n} ammo", "{n} ammo", n)


def amounts(held: list[int], t: Translator) -> str:
    """A store or a price: all kinds of which there is something."""
    return ", ".join(amount(res, held[res], t) for res in range(GOODS) if held[res])


def gains(goods: list[int], t: Translator) -> str:
    """What comes into a store: each kind with its sign."""
    return ", ".join(f"+{amount(res, goods[res], t)}" for res in range(GOODS) if goods[res])


def signed(points: int) -> str:
    """Points as they stand on the gauge: with their sign."""
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def _cut(card: int, seats: int) -> int:
    return int(max(*POOL_CUT[card][seats - 2], SEARCH_CUT[card][seats - 2]))


def brief_effect(card: int, seats: int, t: Translator) -> str:
    """What an event does, in three or four words."""
    return t(CARD_BRIEFS[card], n=_cut(card, seats))


def card_effect(card: int, seats: int, t: Translator) -> str:
    """What an event does at a table of so many."""
    return t(CARD_EFFECTS[card], n=_cut(card, seats))


_REPAIR_ROOM = (Choice.REPAIR_DISCOUNTS_STACK, N_("Several such rooms work together."))
_ROOM_NOTES = {
    Room.EVENT_DISCOUNT: (Choice.EVENT_ROOM_AMMO, N_("Or up to 2 ammo.")),
    Room.IMMUNE3: (Choice.IMMUNE3_SCOPE, N_("That hero is then safe until the night is over.")),
    Room.WATER_RESERVE: (Choice.RESERVE_WATER_PAYS_EVENTS, N_("Not for events.")),
    Room.DRAW_AND_REPAIR: _REPAIR_ROOM,
    Room.AUTO_REPAIR: _REPAIR_ROOM,
    Room.REPAIR_MINUS2: _REPAIR_ROOM,
}
_GEAR_NOTES = {Gear.BASEBALL_BAT: (Choice.BAT_HITS_EQUALS, N_("Not against equals."))}
"""What an option of the table changes about a room or a tile."""


def room_effect(kind: int, rules: Sequence[int], t: Translator) -> str:
    """What a room does under the rules that the table has chosen."""
    return _noted(t(ROOM_EFFECTS[kind]), _ROOM_NOTES.get(Room(kind)), rules, t)


def gear_effect(kind: int, rules: Sequence[int], t: Translator) -> str:
    """What a tile does under the rules that the table has chosen."""
    return _noted(t(GEAR_EFFECTS[kind]), _GEAR_NOTES.get(Gear(kind)), rules, t)


def _noted(said: str, note: tuple[Choice, str] | None, rules: Sequence[int], t: Translator) -> str:
    return f"{said} {t(note[1])}" if note and rules[note[0]] else said


def kept(res: int, rules: Sequence[int]) -> int:
    """How much of a resource outlasts the clean-up; -1: all of it."""
    capped = rules[Choice.STORAGE_CAPS] == 0 or res in (Res.MEAT, Res.WATER)
    return int(KEEP[res]) if capped else -1


def place_name(kinds: list[int], place: int, t: Translator) -> str:
    """The airlock, or the room in a slot (``kinds`` as in the state: the kind plus one)."""
    if place == 0:
        return t("airlock")
    kind = kinds[place - 1]
    if not kind:
        return t("slot {n}", n=place)
    before = sum(kinds[slot] == kind for slot in range(place - 1))
    return t("{room} ({n})", room=t(ROOM_NAMES[kind - 1]), n=before + 1) if before else t(ROOM_NAMES[kind - 1])
