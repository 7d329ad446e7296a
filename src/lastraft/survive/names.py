"""What things are called; each name is translated where it is used."""

from ..protocol.translations import N_, Translator
from .components import FIRST, KIND, Ground

CREATURE_NAMES = (N_("Sea serpent {n}"), N_("Shark {n}"), N_("Kaiju {n}"))
KIND_NAMES = (N_("sea serpent"), N_("shark"), N_("kaiju"))
TERRAIN_NAMES: dict[int, str] = {
    Ground.BEACH: N_("beach"),
    Ground.FOREST: N_("forest"),
    Ground.MOUNTAIN: N_("mountain"),
}
FACE_NAMES = (
    "",
    N_("Shark"),
    N_("Kaiju"),
    N_("Raft"),
    N_("Whirlpool"),
    N_("Volcano"),
    N_("Oars"),
    N_("Dolphin"),
    N_("Dive"),
    N_("Creature die"),
    N_("Repellent"),
)
COLOUR_NAMES = (N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("purple"))


def creature_name(creature: int, t: Translator) -> str:
    return t(CREATURE_NAMES[KIND[creature]], n=creature - FIRST[KIND[creature]] + 1)
