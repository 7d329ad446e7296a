"""What a seat knows as plain data."""

from typing import Any

from ...kernel import part, part_at, top
from ...protocol import Reader
from .. import components as box
from ..rules.areas import is_visiting
from ..rules.event_cards import is_face_up
from ..rules.knowledge import is_among
from ..rules.legal import asked
from ..rules.scoring import score
from ..rules.shelter import is_active, survivors
from ..state import Ask, Count, Loot, OutliveState, Paying, Phase, Pressure, Visit

GEAR_STATES = ("", "broken", "ready", "used")


def view(r: Reader[OutliveState]) -> dict[str, Any]:
    """OL-1.18: what the seat knows, from a hidden state: all shelters are open."""
    s, seat = r.state, r.seat
    asks = asked(s)
    known: dict[str, Any] = {
        "day": s.day,
        "phase": Phase(s.phase).name.lower(),
        "asked": asks if asks >= 0 else None,
        "question": Ask(top(s)).name.lower() if s.depth else None,
        "first": s.first,
        "marker": s.marker,
        "passed": [other for other in range(s.seats) if s.passed >> other & 1],
        "events": [_card(s, slot) for slot in range(box.ROUNDS)],
        "pools": {box.AREA_IDS[a]: s.pool[a] for a in range(box.AREAS) if box.POOL_RES[a] >= 0},
        "algae": bool(s.algae),
        "ship": {str(box.WEAKEST_SPACE + space): bool(s.ship[space]) for space in range(box.SPACES)},
        "animals": {box.STACK_IDS[i]: _animals(s, i) for i in range(box.STACKS)},
        "cities": {box.CITY_IDS[city]: _city(s, seat, city) for city in range(2)},
        "tiles_in_stack": s.stack_left,
        "discard": {box.GEAR_IDS[k]: s.discard[k] for k in range(box.GEARS) if s.discard[k]},
        "shelters": [_shelter(s, other) for other in range(s.seats)],
    }
    if seat >= 0 and s.phase == Phase.SETUP:
        known["dealt_rooms"] = [box.ROOM_IDS[kind - 1] for kind in s.dealt[seat] if kind]
        known["dealt_leaders"] = [box.LEADER_IDS[leader - 1] for leader in s.offered[seat] if leader]
    if is_visiting(s):
        known["actions_left"] = part_at(s, 0, Visit.actions)
    return known | _pending(s)


def _pending(s: OutliveState) -> dict[str, Any]:
    """How much the question is about, where that is a number."""
    ask = Ask(top(s)) if s.depth else None
    if ask in (Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE):
        return {"attacker": part(s, Pressure.attacker), "pressure": part(s, Pressure.points)}
    if ask == Ask.LOOT:
        return {"attacker": part(s, Loot.attacker), "victim": part(s, Loot.victim), "due": part(s, Loot.tokens)}
    if ask == Ask.PAY_ROOM:
        return {"due": part(s, Paying.due)}
    if ask in (Ask.KEEP, Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.LOSE_SURVIVOR, Ask.FEEDING):
        return {"due": part(s, Count.left)}
    return {}


def _card(s: OutliveState, slot: int) -> dict[str, Any] | None:
    if slot >= s.day or not s.card[slot]:
        return None
    ended = s.ended[slot] - 1 if s.ended[slot] else None
    return {"card": box.CARD_IDS[s.card[slot] - 1], "face_up": bool(is_face_up(s, slot)), "ended_by": ended}


def _animals(s: OutliveState, stack: int) -> list[int | None]:
    """The stack from the top; None for a token that the seat has not seen."""
    return [s.prey[stack][i] or None for i in range(s.prey_left[stack] - 1, -1, -1)]


def _city(s: OutliveState, seat: int, city: int) -> dict[str, Any]:
    left, tokens = s.search_left[city], s.search[city]
    stack = [box.TOKEN_IDS[token] for token in reversed(tokens[:left])]
    known = is_among(seat, s.peeked[city])
    return {
        "display": [box.GEAR_IDS[kind - 1] for kind in s.display[city] if kind],
        "tokens_left": left,
        "stack": stack if known else None,
        "tokens_in_stack": sorted(stack),
        "shown": [box.TOKEN_IDS[token] for token in tokens[left:]],
    }


def _room(s: OutliveState, seat: int, slot: int) -> dict[str, Any]:
    kind, used = s.room[seat][slot] - 1, s.used[seat][slot]
    room = {
        "room": box.ROOM_IDS[kind],
        "built": bool(s.built[seat][slot]),
        "survivors": s.people[seat][slot],
        "active": bool(is_active(s, seat, slot)),
        "used": bool(used),
    }
    return (
        room | {"used_in": [box.CITY_IDS[i] for i in range(2) if used >> i & 1]} if kind in box.ONCE_PER_CITY else room
    )


def _shelter(s: OutliveState, seat: int) -> dict[str, Any]:
    rooms = [_room(s, seat, slot) if s.room[seat][slot] else None for slot in range(box.SLOTS)]
    heroes = {
        box.HERO_IDS[h]: {"area": box.AREA_IDS[s.place[seat][h]] if s.place[seat][h] >= 0 else None,
                      "standing": bool(s.standing[seat][h])}
        for h in range(box.HEROES)
    }  # fmt: skip
    return {
        "leader": box.LEADER_IDS[s.leader[seat] - 1] if s.leader[seat] else None,
        "store": {box.RES_IDS[r]: s.store[seat][r] for r in range(box.GOODS)},
        "airlock": s.airlock[seat],
        "survivors": survivors(s, seat),
        "gauge": box.GAUGE_POINTS[s.gauge[seat]],
        "rooms": rooms,
        "equipment": {box.GEAR_IDS[k]: GEAR_STATES[s.gear[seat][k]] for k in range(box.GEARS) if s.gear[seat][k]},
        "animals": {str(box.WEAKEST_PREY + k): s.kills[seat][k] for k in range(box.PREY) if s.kills[seat][k]},
        "heroes": heroes,
        "space": box.WEAKEST_SPACE + s.aboard[seat] - 1 if s.aboard[seat] else None,
        "score": score(s, seat),
    }
