"""What a seat knows as plain data."""

from __future__ import annotations

from typing import Any

from ...kernel import part, top
from ...protocol import Reader
from ..components import (
    AREA_IDS,
    AREAS,
    CARD_IDS,
    CITY_IDS,
    GAUGE_POINTS,
    GEAR_IDS,
    GEARS,
    GOODS,
    HERO_IDS,
    HEROES,
    LEADER_IDS,
    ONCE_PER_CITY,
    POOL_RES,
    PREY,
    RES_IDS,
    ROOM_IDS,
    ROUNDS,
    SLOTS,
    SPACES,
    STACK_IDS,
    STACKS,
    TOKEN_IDS,
    WEAKEST_PREY,
    WEAKEST_SPACE,
)
from ..rules.event_cards import is_face_up
from ..rules.knowledge import is_among
from ..rules.legal import asked
from ..rules.scoring import score
from ..rules.shelter import is_active, survivors
from ..state import Ask, OutliveState, Phase

# -- the view as plain data ----------------------------------------------------------------------------------------

GEAR_STATES = ("", "broken", "ready", "used")


def view(r: Reader[OutliveState]) -> dict[str, Any]:
    """OL-1.18: what the seat knows, from a hidden state: all shelters are open."""
    s, seat = r.state, r.seat
    asks = asked(s)
    made: dict[str, Any] = {
        "day": s.day,
        "phase": Phase(s.phase).name.lower(),
        "asked": asks if asks >= 0 else None,
        "question": Ask(top(s)).name.lower() if s.depth else None,
        "first": s.first,
        "marker": s.marker,
        "passed": [other for other in range(s.seats) if s.passed >> other & 1],
        "events": [_card(s, slot) for slot in range(ROUNDS)],
        "pools": {AREA_IDS[a]: s.pool[a] for a in range(AREAS) if POOL_RES[a] >= 0},
        "algae": bool(s.algae),
        "ship": {str(WEAKEST_SPACE + space): bool(s.ship[space]) for space in range(SPACES)},
        "animals": {STACK_IDS[i]: _animals(s, i) for i in range(STACKS)},
        "cities": {CITY_IDS[city]: _city(s, seat, city) for city in range(2)},
        "tiles_in_stack": s.stack_left,
        "discard": {GEAR_IDS[k]: s.discard[k] for k in range(GEARS) if s.discard[k]},
        "shelters": [_shelter(s, other) for other in range(s.seats)],
    }
    if seat >= 0 and s.phase == Phase.SETUP:
        made["dealt_rooms"] = [ROOM_IDS[kind - 1] for kind in s.dealt[seat] if kind]
        made["dealt_leaders"] = [LEADER_IDS[leader - 1] for leader in s.offered[seat] if leader]
    if s.depth and s.frame[0][0] == Ask.VISIT:
        made["actions_left"] = s.frame[0][3]
    return made | _pending(s)


def _pending(s: OutliveState) -> dict[str, Any]:
    """How much the question is about, where that is a number."""
    ask = Ask(top(s)) if s.depth else None
    if ask in (Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE):
        return {"attacker": part(s, 1), "pressure": part(s, 2)}
    if ask == Ask.LOOT:
        return {"attacker": part(s, 2), "victim": part(s, 1), "due": part(s, 3)}
    if ask == Ask.PAY_ROOM:
        return {"due": part(s, 2)}
    if ask in (Ask.KEEP, Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.LOSE_SURVIVOR, Ask.FEEDING):
        return {"due": part(s, 1)}
    return {}


def _card(s: OutliveState, slot: int) -> dict[str, Any] | None:
    if slot >= s.day or not s.card[slot]:
        return None
    ended = s.ended[slot] - 1 if s.ended[slot] else None
    return {"card": CARD_IDS[s.card[slot] - 1], "face_up": bool(is_face_up(s, slot)), "ended_by": ended}


def _animals(s: OutliveState, stack: int) -> list[int | None]:
    """The stack from the top; None for a token that the seat has not seen."""
    return [s.prey[stack][i] or None for i in range(s.prey_left[stack] - 1, -1, -1)]


def _city(s: OutliveState, seat: int, city: int) -> dict[str, Any]:
    left, tokens = s.search_left[city], s.search[city]
    stack = [TOKEN_IDS[token] for token in reversed(tokens[:left])]
    known = is_among(seat, s.peeked[city])
    return {
        "display": [GEAR_IDS[kind - 1] for kind in s.display[city] if kind],
        "tokens_left": left,
        "stack": stack if known else None,
        "tokens_in_stack": sorted(stack),
        "shown": [TOKEN_IDS[token] for token in tokens[left:]],
    }


def _room(s: OutliveState, seat: int, slot: int) -> dict[str, Any]:
    kind, used = s.room[seat][slot] - 1, s.used[seat][slot]
    made = {
        "room": ROOM_IDS[kind],
        "built": bool(s.built[seat][slot]),
        "survivors": s.people[seat][slot],
        "active": bool(is_active(s, seat, slot)),
        "used": bool(used),
    }
    return made | {"used_in": [CITY_IDS[i] for i in range(2) if used >> i & 1]} if kind in ONCE_PER_CITY else made


def _shelter(s: OutliveState, seat: int) -> dict[str, Any]:
    rooms = [_room(s, seat, slot) if s.room[seat][slot] else None for slot in range(SLOTS)]
    heroes = {
        HERO_IDS[h]: {"area": AREA_IDS[s.place[seat][h]] if s.place[seat][h] >= 0 else None,
                      "standing": bool(s.standing[seat][h])}
        for h in range(HEROES)
    }  # fmt: skip
    return {
        "leader": LEADER_IDS[s.leader[seat] - 1] if s.leader[seat] else None,
        "store": {RES_IDS[r]: s.store[seat][r] for r in range(GOODS)},
        "airlock": s.airlock[seat],
        "survivors": survivors(s, seat),
        "gauge": GAUGE_POINTS[s.gauge[seat]],
        "rooms": rooms,
        "equipment": {GEAR_IDS[k]: GEAR_STATES[s.gear[seat][k]] for k in range(GEARS) if s.gear[seat][k]},
        "animals": {str(WEAKEST_PREY + k): s.kills[seat][k] for k in range(PREY) if s.kills[seat][k]},
        "heroes": heroes,
        "space": WEAKEST_SPACE + s.aboard[seat] - 1 if s.aboard[seat] else None,
        "score": score(s, seat),
    }
