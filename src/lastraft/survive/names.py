"""What things are called; each name is translated where it is used."""

from ..protocol.translations import N_, Translator
from .components import FIRST, KIND, WORDS, Ground

CREATURE_NAMES = (N_("Sea serpent {n}"), N_("Shark {n}"), N_("Kaiju {n}"))
KIND_NAMES = (N_("sea serpent"), N_("shark"), N_("kaiju"))
TERRAIN_NAMES: dict[int, str] = {
    Ground.BEACH: N_("beach"),
    Ground.FOREST: N_("forest"),
    Ground.MOUNTAIN: N_("mountain"),
}
FACE_NAMES = ("", *WORDS["faces"].values())
COLOUR_NAMES = (N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("purple"))


def creature_name(creature: int, t: Translator) -> str:
    return t(CREATURE_NAMES[KIND[creature]], n=creature - FIRST[KIND[creature]] + 1)
