"""What a seat knows as plain data."""

from collections.abc import Sequence
from typing import Any

from ...kernel import top
from ...protocol import Reader
from ..codes import ACTIONS
from ..components import HURRICANE, IDS
from ..rules.castaways import banned
from ..rules.roles import chief
from ..rules.survival_check import shortage
from ..rules.windows import awaited, owner
from ..state import BITE, DISCARD, EXTRA, FACE_DOWN, IN_PLAY, NO_VOTE_GIVEN, Check, Frame, HellapagosState
from .notation import LETTERS, RESOURCES, WINDOWS, cards_at


def view(r: Reader[HellapagosState]) -> dict[str, Any]:
    """HP-23: all that the seat knows, in words."""
    s = r.state
    return {
        "round": s.day,
        "weather": [_weather(value) for value in s.weather],
        "water": s.water,
        "food": s.food,
        "rafts": s.rafts,
        "disc": s.disc,
        "deck": [IDS[s.deck[i]] if s.deck[i] >= 0 else None for i in reversed(range(s.deck_size))],
        "discard": cards_at(s, DISCARD),
        "hand": cards_at(s, r.seat) if r.seat >= 0 else None,
        "castaways": [_castaway(s, other) for other in range(s.seats)],
        "order": [LETTERS[(entry - 1) % EXTRA] for entry in s.order if entry],
        "first": LETTERS[s.first_player],
        "chief": LETTERS[chief(s)],
        "next_first": LETTERS[s.nominee - 1] if s.nominee else None,
        "window": next((letter for letter, window in WINDOWS.items() if window == s.window), None),
        "closed": Frame(top(s)).name.lower() if s.depth else None,
        "owner": LETTERS[owner(s)] if s.window and not s.ended else None,
        "awaited": sum(awaited(s, other) for other in range(s.seats)) if s.window and not s.ended else 0,
        "called": bool(s.called),
        "check": Check(s.check).name.lower() if s.check else None,
        "shortage": max(0, shortage(s)) if s.check and not s.ended else 0,
        "designated": LETTERS[s.designated - 1] if s.designated else None,
        "basket": bool(s.basket),
        "matches": bool(s.matches_lit),
        "surplus": s.surplus,
        "offers": [_offer(s, giver) for giver in range(s.seats) if s.offer_to[giver]],
        "draft": _draft(s, r.seat) if r.seat >= 0 and s.draft[r.seat] else None,
        "begun": {"gifts": s.gifts[r.seat], "offers": s.offers[r.seat]} if r.seat >= 0 else None,
        "over": bool(s.ended),
        "aboard": [LETTERS[other] for other in range(s.seats) if s.aboard >> other & 1],
    }


def _weather(value: int) -> str | None:
    return None if value < 0 else "hurricane" if value == HURRICANE else str(value)


def _castaway(s: HellapagosState, other: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[other],
        "alive": bool(s.alive >> other & 1),
        "died_today": bool(s.died >> other & 1),
        "sick": bool(s.causes[other]),
        "sick_since": s.sick_since[other] if s.causes[other] else None,
        "bitten": bool(s.causes[other] & BITE),
        "banned": banned(s, other),
        "cards": s.hand_size[other],
        "known": cards_at(s, other),
        "in_play": cards_at(s, IN_PLAY + other),
        "acted": bool(s.acted >> other & 1),
        "imposed": ACTIONS[s.imposed[other] - 1] if s.imposed[other] else None,
        "imposed_push": s.imposed_push[other] - 1 if s.imposed_push[other] else None,
        "provided": bool(s.provided >> other & 1),
        "exempt": [word for word, check in RESOURCES.items() if s.exempt[check] >> other & 1],
        "protected": bool(s.protected >> other & 1 or s.conch == other + 1),
        "vote": _vote(s.vote[other]),
        "second_vote": _vote(s.second_vote[other]),
        "says": (None, "leave", "stay")[s.saying[other]],
    }


def _vote(vote: int) -> str | None:
    return None if vote == 0 else "-" if vote == NO_VOTE_GIVEN else LETTERS[vote - 1]


def _names(kinds: Sequence[int]) -> list[str | None]:
    return [IDS[kind - 1] if kind != FACE_DOWN else None for kind in kinds if kind]


def _offer(s: HellapagosState, giver: int) -> dict[str, Any]:
    return {
        "from": LETTERS[giver],
        "to": LETTERS[s.offer_to[giver] - 1],
        "cards": _names(s.offered[giver]),
        "wanted": s.wanted[giver],
        "claim": _names(s.claim[giver]),
        "wish": _names(s.wish[giver]),
    }


def _draft(s: HellapagosState, seat: int) -> dict[str, Any]:
    return {
        "to": LETTERS[s.partner[seat]],
        "chosen": _names(s.chosen[seat]),
        "offered": _names(s.offered[seat]),
        "wanted": s.wanted[seat],
        "claim": _names(s.claim[seat]),
        "wish": _names(s.wish[seat]),
    }
