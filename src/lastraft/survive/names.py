"""What things are called; each name is translated where it is used."""

from ..protocol.translations import N_, Translator
from .components import FIRST, KIND, SPACE_NAMES, WORDS, Ground

CREATURE_NAMES = (N_("Sea serpent {n}"), N_("Shark {n}"), N_("Kaiju {n}"))
KIND_NAMES = (N_("sea serpent"), N_("shark"), N_("kaiju"))
TERRAIN_NAMES: dict[int, str] = {
    Ground.BEACH: N_("beach"),
    Ground.FOREST: N_("forest"),
    Ground.MOUNTAIN: N_("mountain"),
}
FACE_NAMES = ("", *WORDS["faces"].values())
LAND_NAMES = {
    "NW": N_("the north-west land"),
    "NE": N_("the north-east land"),
    "SW": N_("the south-west land"),
    "SE": N_("the south-east land"),
}
COLOUR_NAMES = (N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("purple"))


def creature_name(creature: int, t: Translator) -> str:
    return t(CREATURE_NAMES[KIND[creature]], n=creature - FIRST[KIND[creature]] + 1)


def space_name(space: int, t: Translator) -> str:
    name = SPACE_NAMES[space]
    return t(LAND_NAMES[name]) if name in LAND_NAMES else name
