"""The 240 moves (HP-22.30): their codes in families, and their texts."""

from __future__ import annotations

from ..protocol import Families
from .components import DATA, IDS, KINDS, SPECIALS, Card

FAMILIES = Families(**{family["name"]: family["size"] for family in DATA["action_families"]})
(
    PASS,
    CLOSE,
    ACCEPT_FATE,
    ACT_FISH,
    ACT_WATER,
    ACT_WOOD,
    ACT_SEARCH,
    PLAY_PERMANENT,
    PLAY_COMMON,
    PLAY_FOR,
    PLAY_SPECIAL,
    TARGET,
    IMPOSE,
    PUSH,
    PICK,
    SHOOT,
    REACT,
    GIVE,
    OFFER,
    CARD,
    ASK,
    SAY,
    DONE,
    CANCEL,
    ACCEPT,
    DECLINE,
    WITHDRAW,
    VOTE,
    NO_VOTE,
    TIEBREAK,
    DEPART,
) = (family.first for family in FAMILIES.all)
CODES = FAMILIES.count
ACTIONS = ("fish", "water", "wood", "search")
RATIONS_BY_NAME = next(family["index"] for family in DATA["action_families"] if family["name"] == "PLAY_FOR")
FOR_CODES = PLAY_SPECIAL - PLAY_FOR
SPECIAL_CODES = TARGET - PLAY_SPECIAL
_BARE = {"CLOSE": "close", "ACCEPT_FATE": "accept fate", "NO_VOTE": "no vote", "WITHDRAW": "withdraw"}
_SEATED = frozenset(["TARGET", "SHOOT", "GIVE", "OFFER", "ACCEPT", "DECLINE", "VOTE", "TIEBREAK"])


def move_text(code: int) -> str:
    """A move in the game's notation; the same at every moment."""
    family, i = FAMILIES[code]
    if family in _SEATED:
        return f"{family.lower()} {'ABCDEFGHIJKL'[i]}"
    if family in ("CARD", "SAY"):
        return f"{family.lower()} {IDS[i]}"
    texts = {
        "ACT_WOOD": f"wood {i}",
        "PLAY_PERMANENT": f"lay {IDS[(Card.GUN + i) % KINDS]}",
        "PLAY_COMMON": f"play {RATIONS_BY_NAME[i % FOR_CODES]}",
        "PLAY_FOR": f"feed {RATIONS_BY_NAME[i % FOR_CODES]}",
        "PLAY_SPECIAL": f"use {IDS[SPECIALS[i % SPECIAL_CODES]]}",
        "IMPOSE": f"impose {ACTIONS[i % 4]}",
        "PUSH": f"push {i}",
        "PICK": f"pick {i + 1}",
        "REACT": ("sheet metal", "nothing")[i % 2],
        "ASK": f"ask {i}",
        "DEPART": ("leave", "stay")[i % 2],
    }
    return texts.get(family) or _BARE.get(family) or family.lower().removeprefix("act_")
