"""Moves and positions as text, in the notation of the rules file's test positions; docs/formats.md has the keys."""

from collections.abc import Callable, Iterator, Sequence

from ...kernel import part, push, top
from .. import components as box
from ..codes import FAMILIES
from ..names import ROOM_NAMES
from ..state import BROKEN, NONE, READY, USED, Ask, Loot, OutliveState, Phase, Question

ROOM_WORDS = [name.lower() for name in ROOM_NAMES]
SEATS = "ABCD"
MOST_HELD = 999
"""More tokens of a resource than a store of a written position may hold would only be a slip of the pen."""


def spaced(name: str) -> str:
    return name.replace("_", " ")


def room_word(s: OutliveState, seat: int, slot: int) -> str:
    """A room as moves call it; the second of two equal rooms has a 2 behind its name."""
    kind = s.room[seat][slot]
    if not kind:
        return f"slot {slot}"
    before = sum(s.room[seat][other] == kind for other in range(slot))
    return ROOM_WORDS[kind - 1] + (f" {before + 1}" if before else "")


def place_word(s: OutliveState, seat: int, place: int) -> str:
    return "airlock" if place == 0 else room_word(s, seat, place - 1)


_PAYING = {
    Ask.LOSE_FOOD: "lose",
    Ask.LOSE_GOODS: "lose",
    Ask.WAIVE: "waive",
    Ask.WAIVE_MORE: "waive",
    Ask.SPARE: "waive",
    Ask.RECRUIT: "recruit for",
}


def move_text(s: OutliveState, seat: int, move: int) -> str:
    """A move: `hero 5 dam`, `gather`, `ammo 2`, `pay metal`, `staff workshop`, `end rats`, `pass`."""
    family, i = FAMILIES[move]
    ask = top(s)
    if family in _MOVE_WORDS:
        return _MOVE_WORDS[family](s, seat, i)
    if family == "RES":
        if ask == Ask.LOOT:
            return f"{'give' if part(s, Loot.victim) == seat else 'take'} {box.RES_IDS[i]}"
        return f"{_PAYING.get(Ask(ask), 'pay') if ask else 'pay'} {box.RES_IDS[i]}"
    if family == "PLACE":
        verb = {Ask.LOSE_SURVIVOR: "lose from", Ask.SURVIVOR: "house in"}.get(Ask(ask), "staff") if ask else "staff"
        return f"{verb} {place_word(s, seat, i)}"
    if family == "COUNT":
        return f"{'put' if ask == Ask.SPLIT else 'ammo'} {i}"
    if family == "PEEK":
        return f"{'draw' if ask == Ask.MARY_DRAW else 'peek'} {spaced(box.CITY_IDS[i])}"
    return spaced(family.lower())


_MOVE_WORDS: dict[str, Callable[[OutliveState, int, int], str]] = {
    "KEEP_ROOM": lambda s, seat, i: f"keep {ROOM_WORDS[box.BASIC_ROOMS + i]}",
    "LEADER": lambda s, seat, i: f"leader {spaced(box.LEADER_IDS[i])}",
    "AREA": lambda s, seat, i: f"place {spaced(box.AREA_IDS[i])}",
    "MOVE": lambda s, seat, i: f"hero {box.HERO_IDS[i // box.AREAS]} {spaced(box.AREA_IDS[i % box.AREAS])}",
    "TAKE": lambda s, seat, i: f"take {spaced(box.GEAR_IDS[i])}",
    "PREY": lambda s, seat, i: f"prey {box.WEAKEST_PREY + i}",
    "ITEM": lambda s, seat, i: f"use {spaced(box.GEAR_IDS[i])}",
    "ROOM": lambda s, seat, i: f"run {room_word(s, seat, i)}",
    "SPACE": lambda s, seat, i: ("space own", "space hook")[i],
    "EVENT": lambda s, seat, i: f"end {spaced(box.CARD_IDS[i])}",
    "BUILD": lambda s, seat, i: f"build {room_word(s, seat, i)}",
    "REPAIR": lambda s, seat, i: f"repair {spaced(box.GEAR_IDS[i])}",
    "SCRAP": lambda s, seat, i: f"scrap {spaced(box.GEAR_IDS[i])}",
    "TOKEN": lambda s, seat, i: f"throw {spaced(box.TOKEN_IDS[i])}",
}

_QUESTIONS: dict[str, tuple[Phase, Ask, int]] = {
    "events food": (Phase.EVENTS, Ask.LOSE_FOOD, 1),
    "events goods": (Phase.EVENTS, Ask.LOSE_GOODS, 1),
    "events survivors": (Phase.EVENTS, Ask.LOSE_SURVIVOR, 1),
    "turn": (Phase.DAY, Ask.TURN, 0),
    "end events": (Phase.END_EVENTS, Ask.END_EVENT, 0),
    "feeding": (Phase.FEED, Ask.FEEDING, 2),
    "hunger": (Phase.FEED, Ask.LOSE_SURVIVOR, 1),
    "radiation": (Phase.RADIATION, Ask.LOSE_SURVIVOR, 1),
    "recruit": (Phase.RECRUIT, Ask.RECRUIT, 0),
    "build": (Phase.BUILD, Ask.BUILD, 0),
    "repair": (Phase.REPAIR, Ask.REPAIR, 0),
}
"""What a seat may be asked, and how many numbers follow: what is still to lose, or the food and the rows' water due."""


def blank(s: OutliveState) -> None:
    """An ordinary morning: full pools, ready shelters without survivors, no heroes, no animals, sorted stacks."""
    s.day = 1
    s.phase = Phase.DAY
    for seat in range(s.seats):
        s.gauge[seat] = box.GAUGE_START
        for slot in range(box.BASIC_ROOMS):
            s.room[seat][slot] = slot + 1
        for hero in range(box.HEROES):
            s.place[seat][hero] = -1
    for area in range(box.AREAS):
        s.pool[area] = box.POOL_LIMIT[s.seats - 2][area]
    s.algae = 1
    for space in range(box.SPACES):
        s.ship[space] = 1
    for city in range(2):
        _lay_tokens(s, city, [])
    for i in range(box.TILES):
        s.stack[i] = i % box.GEARS
    s.stack_left = box.TILES


def _lay_tokens(s: OutliveState, city: int, stack: list[int]) -> None:
    """A face-down stack, top first; the tokens that are left over lie beside the city. No stack: all ten are in it."""
    beside = [token for token in range(len(box.TOKEN_IDS)) for _ in range(box.TOKEN_COUNT[token])]
    for token in stack:
        if token not in beside:
            raise ValueError(f"there are only {box.TOKEN_COUNT[token]} of {box.TOKEN_IDS[token]} in a city")
        beside.remove(token)
    s.search_left[city] = len(stack) or box.TOKENS_PER_CITY
    for i, token in enumerate([*reversed(stack), *beside]):
        s.search[city][i] = token


def describe(s: OutliveState) -> list[tuple[str, str]]:
    """The lines of a position; what they leave out is written field by field."""
    lines = [("day", str(s.day)), ("first", SEATS[s.first])]
    if s.marker != s.first:
        lines.append(("marker", SEATS[s.marker]))
    if s.depth == 1:
        for name, (phase, ask, numbers) in _QUESTIONS.items():
            if s.phase == phase and top(s) == ask:
                about = [str(part(s, 1 + i)) for i in range(numbers)]
                lines.append(("now", " ".join([SEATS[part(s, Question.seat)], name, *about])))
    lines.append(("events", ", ".join(_card_words(s, slot) for slot in range(box.ROUNDS))))
    lines.append(
        ("pools", ", ".join(f"{box.AREA_IDS[a]} {s.pool[a]}" for a in range(box.AREAS) if box.POOL_RES[a] >= 0))
    )
    lines.append(("algae", "usable" if s.algae else "used"))
    lines.append(("ship", " ".join(str(box.WEAKEST_SPACE + i) for i in range(box.SPACES) if s.ship[i])))
    for city in range(2):
        lines.append((f"display {box.CITY_IDS[city]}", " ".join(box.GEAR_IDS[k - 1] for k in s.display[city] if k)))
        tokens = reversed(s.search[city][: s.search_left[city]])
        lines.append((f"search {box.CITY_IDS[city]}", " ".join(box.TOKEN_IDS[token] for token in tokens)))
    for stack, area in enumerate(box.STACK_IDS):
        lines.append((f"animals {area}", " ".join(map(str, reversed(s.prey[stack][: s.prey_left[stack]])))))
    lines.append(("stack", " ".join(box.GEAR_IDS[kind] for kind in reversed(s.stack[: s.stack_left]))))
    lines.append(("discard", " ".join(box.GEAR_IDS[k] for k in range(box.GEARS) for _ in range(s.discard[k]))))
    for seat in range(s.seats):
        lines += [(f"{SEATS[seat]} {key}", value) for key, value in _describe_seat(s, seat) if value]
    return lines


def _card_words(s: OutliveState, slot: int) -> str:
    if not s.card[slot]:
        return "-"
    by = f" by {SEATS[s.ended[slot] - 1]}" if s.ended[slot] else ""
    return box.CARD_IDS[s.card[slot] - 1] + by


def _describe_seat(s: OutliveState, seat: int) -> list[tuple[str, str]]:
    rooms = []
    for slot in range(box.SLOTS):
        kind, people = s.room[seat][slot], s.people[seat][slot]
        if kind and (slot >= box.BASIC_ROOMS or s.built[seat][slot]):
            words = [box.ROOM_IDS[kind - 1]]
            words += [str(people)] if s.built[seat][slot] else []
            rooms.append(" ".join([*words, *_used_words(kind - 1)[s.used[seat][slot]]]))
    suffix = {BROKEN: " broken", READY: "", USED: " used"}
    gear = [name + suffix[state] for name, state in zip(box.GEAR_IDS, s.gear[seat], strict=True) if state != NONE]
    heroes = [
        f"{hero} {box.AREA_IDS[area]}{' standing' if standing else ''}"
        for hero, area, standing in zip(box.HERO_IDS, s.place[seat], s.standing[seat], strict=True)
        if area >= 0
    ]
    kills = [str(box.WEAKEST_PREY + kind) for kind in range(box.PREY) for _ in range(s.kills[seat][kind])]
    return [
        ("leader", box.LEADER_IDS[s.leader[seat] - 1] if s.leader[seat] else ""),
        ("store", ", ".join(f"{s.store[seat][r]} {box.RES_IDS[r]}" for r in range(box.GOODS) if s.store[seat][r])),
        ("airlock", str(s.airlock[seat])),
        ("gauge", f"{box.GAUGE_POINTS[s.gauge[seat]]:+d}"),
        ("rooms", ", ".join(rooms)),
        ("equipment", ", ".join(gear)),
        ("heroes", ", ".join(heroes)),
        ("kills", " ".join(kills)),
    ]


def _used_words(kind: int) -> list[list[str]]:
    """How a room is said to be used, by what its number is: some rooms work once in each city."""
    if kind in box.ONCE_PER_CITY:
        return [[], *(["used", city] for city in box.CITY_IDS), ["used"]]
    return [[], ["used"]]


def _seat(s: OutliveState, name: str) -> int:
    if len(name) != 1 or name not in SEATS[: s.seats]:
        raise ValueError(f"{name!r} is no seat; the seats are {', '.join(SEATS[: s.seats])}")
    return SEATS.index(name)


def _one(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is no {what}; expected one of {', '.join(names)}")
    return list(names).index(name)


def _items(value: str) -> list[list[str]]:
    """Comma-separated items as lists of words."""
    return [item.split() for item in value.split(",") if item.strip()]


def _pairs(value: str, expected: str) -> Iterator[list[str]]:
    """Comma-separated items of two words."""
    for words in _items(value):
        if len(words) != 2:
            raise ValueError(f"{' '.join(words)!r}: expected {expected}")
        yield words


def _number(word: str, most: int) -> int:
    if not word.isdecimal() or int(word) > most:
        raise ValueError(f"{word!r}: expected a number from 0 to {most}")
    return int(word)


def _space(word: str) -> int:
    return _one(word, [str(box.WEAKEST_SPACE + space) for space in range(box.SPACES)], "space of the ship")


def _at_most(most: int, things: list[int], what: str) -> list[int]:
    if len(things) > most:
        raise ValueError(f"{len(things)} {what}: there is room for {most}")
    return things


def arrange(s: OutliveState, key: str, value: str) -> None:
    """Put one line of a position onto the table."""
    first, _, rest = key.partition(" ")
    if len(first) == 1 and first.isupper():
        _SHELTER[rest](s, _seat(s, first), value)
    else:
        _TABLE[first](s, rest, value)


def _day(s: OutliveState, rest: str, value: str) -> None:
    s.day = _number(value, box.ROUNDS)


def _first(s: OutliveState, rest: str, value: str) -> None:
    s.first = s.marker = _seat(s, value)
    if s.depth:
        _count_turn(s)


def _marker(s: OutliveState, rest: str, value: str) -> None:
    s.marker = _seat(s, value)


def _now(s: OutliveState, rest: str, value: str) -> None:
    name, *words = value.split()
    about = [_number(word, MOST_HELD) for word in words if word.isdecimal()]
    question = " ".join(word for word in words if not word.isdecimal())
    if question not in _QUESTIONS:
        raise ValueError(f"{question!r} is no question; expected one of {', '.join(_QUESTIONS)}")
    s.phase, ask, numbers = _QUESTIONS[question]
    if len(about) != numbers:
        raise ValueError(f"{value!r}: expected {numbers} numbers after {question!r}")
    seat = _seat(s, name)
    s.depth = 0
    push(s, ask, seat, *[*about, 0, 0, 0][:3])
    _count_turn(s)


def _count_turn(s: OutliveState) -> None:
    """The place in turn order of the seat that is asked, or of the one that comes after it."""
    place = (part(s, Question.seat) - s.first) % s.seats
    if s.phase in (Phase.DAY, Phase.END_EVENTS):
        s.turn = (place + 1) % s.seats
    else:
        s.turn = place + (Ask.LOSE_FOOD <= top(s) <= Ask.LOSE_SURVIVOR)


def _events(s: OutliveState, rest: str, value: str) -> None:
    items = _items(value)
    if len(items) > box.ROUNDS:
        raise ValueError(f"{len(items)} events: there are {box.ROUNDS} slots")
    for slot, (name, *by) in enumerate(items):
        card = 0 if name == "-" else 1 + _one(name, box.CARD_IDS, "event")
        if by and (len(by) != 2 or by[0] != "by" or not card):
            raise ValueError(f"{' '.join([name, *by])!r}: expected 'event', 'event by seat' or '-'")
        if card and card in s.card[:slot]:
            raise ValueError(f"{name} lies there already")
        s.card[slot], s.ended[slot] = card, 1 + _seat(s, by[1]) if by else 0


def _pools(s: OutliveState, rest: str, value: str) -> None:
    for name, number in _pairs(value, "an area and a number"):
        _one(name, [box.AREA_IDS[a] for a in range(box.AREAS) if box.POOL_RES[a] >= 0], "area with a pool")
        area = box.AREA_IDS.index(name)
        s.pool[area] = _number(number, box.POOL_LIMIT[s.seats - 2][area])


def _algae(s: OutliveState, rest: str, value: str) -> None:
    s.algae = 1 - _one(value, ("usable", "used"), "state of the algae")


def _ship(s: OutliveState, rest: str, value: str) -> None:
    spaces = [_space(word) for word in value.split()]
    for space in range(box.SPACES):
        s.ship[space] = int(space in spaces)


def _display(s: OutliveState, rest: str, value: str) -> None:
    city = _one(rest, box.CITY_IDS, "city")
    tiles = _at_most(box.DISPLAY, [1 + _one(word, box.GEAR_IDS, "equipment") for word in value.split()], "tiles")
    for i in range(box.DISPLAY):
        s.display[city][i] = tiles[i] if i < len(tiles) else 0


def _search(s: OutliveState, rest: str, value: str) -> None:
    city = _one(rest, box.CITY_IDS, "city")
    tokens = [_one(word, box.TOKEN_IDS, "search token") for word in value.split()]
    _lay_tokens(s, city, tokens)
    s.search_left[city] = len(tokens)


def _animal(word: str) -> int:
    return _one(word, [str(box.WEAKEST_PREY + kind) for kind in range(box.PREY)], "animal")


def _animals(s: OutliveState, rest: str, value: str) -> None:
    stack = _one(rest, box.STACK_IDS, "hunting ground")
    tokens = _at_most(box.LARGEST_STACK, [box.WEAKEST_PREY + _animal(word) for word in value.split()], "animals")
    s.prey_left[stack] = len(tokens)
    for i in range(box.LARGEST_STACK):
        s.prey[stack][i] = tokens[len(tokens) - 1 - i] if i < len(tokens) else 0


def _stack(s: OutliveState, rest: str, value: str) -> None:
    tiles = _at_most(box.TILES, [_one(word, box.GEAR_IDS, "equipment") for word in reversed(value.split())], "tiles")
    s.stack_left = len(tiles)
    for i in range(box.TILES):
        s.stack[i] = tiles[i] if i < len(tiles) else 0


def _discard(s: OutliveState, rest: str, value: str) -> None:
    tiles = _at_most(box.TILES, [_one(word, box.GEAR_IDS, "equipment") for word in value.split()], "tiles")
    for kind in range(box.GEARS):
        s.discard[kind] = tiles.count(kind)


def _aboard(s: OutliveState, rest: str, value: str) -> None:
    for seat, space in _pairs(value, "a seat and a space"):
        s.aboard[_seat(s, seat)] = 1 + _space(space)


_TABLE: dict[str, Callable[[OutliveState, str, str], None]] = {
    "day": _day,
    "first": _first,
    "marker": _marker,
    "now": _now,
    "events": _events,
    "pools": _pools,
    "algae": _algae,
    "ship": _ship,
    "aboard": _aboard,
    "display": _display,
    "search": _search,
    "animals": _animals,
    "stack": _stack,
    "discard": _discard,
}


def _leader(s: OutliveState, seat: int, value: str) -> None:
    s.leader[seat] = 1 + _one(value, box.LEADER_IDS, "leader")


def _store(s: OutliveState, seat: int, value: str) -> None:
    for number, name in _pairs(value, "a number and a resource"):
        s.store[seat][_one(name, box.RES_IDS, "resource")] = _number(number, MOST_HELD)


def _airlock(s: OutliveState, seat: int, value: str) -> None:
    s.airlock[seat] = _number(value, box.AIRLOCK)


def _gauge(s: OutliveState, seat: int, value: str) -> None:
    s.gauge[seat] = _one(value.removeprefix("+"), [str(points) for points in box.GAUGE_POINTS], "step of the gauge")


def _rooms(s: OutliveState, seat: int, value: str) -> None:
    for name, *rest in _items(value):
        kind = _one(name, box.ROOM_IDS, "room")
        slot = (
            kind
            if kind < box.BASIC_ROOMS
            else next(i for i in range(box.BASIC_ROOMS, box.SLOTS + 1) if i == box.SLOTS or not s.room[seat][i])
        )
        if slot == box.SLOTS:
            raise ValueError("a shelter has four advanced rooms")
        s.room[seat][slot] = kind + 1
        if rest and rest[0] != "used":
            most = box.NURSERY_MOST if kind == box.Room.NURSERY else box.PLACES[kind]
            s.built[seat][slot], s.people[seat][slot] = 1, _number(rest.pop(0), most)
        if rest not in _used_words(kind):
            raise ValueError(f"{' '.join(rest)!r}: expected the room's survivors, then 'used' if it was")
        s.used[seat][slot] = _used_words(kind).index(rest)


def _equipment(s: OutliveState, seat: int, value: str) -> None:
    for name, *rest in _items(value):
        how = " ".join(rest) or "ready"
        s.gear[seat][_one(name, box.GEAR_IDS, "equipment")] = 1 + _one(
            how, ("broken", "ready", "used"), "state of a tile"
        )


def _heroes(s: OutliveState, seat: int, value: str) -> None:
    for words in _items(value):
        if not 2 <= len(words) <= 3 or words[2:] not in ([], ["standing"]):
            raise ValueError(f"{' '.join(words)!r}: expected a hero, its area and perhaps 'standing'")
        hero, area = _one(words[0], box.HERO_IDS, "hero"), _one(words[1], box.AREA_IDS, "area")
        if any(s.place[seat][other] == area for other in range(box.HEROES) if other != hero):
            raise ValueError(f"two heroes of {SEATS[seat]} on {words[1]}")
        s.place[seat][hero], s.standing[seat][hero] = area, len(words) - 2
        if s.standing[seat][hero] and area == box.Area.CARGO and not s.aboard[seat]:
            s.aboard[seat] = 1 + box.STRENGTH[hero] - box.WEAKEST_SPACE


def _kills(s: OutliveState, seat: int, value: str) -> None:
    kills = [_animal(word) for word in value.split()]
    for kind in range(box.PREY):
        s.kills[seat][kind] = len(_at_most(box.PREY_COUNT[kind], [k for k in kills if k == kind], "kills of a kind"))


_SHELTER: dict[str, Callable[[OutliveState, int, str], None]] = {
    "leader": _leader,
    "store": _store,
    "airlock": _airlock,
    "gauge": _gauge,
    "rooms": _rooms,
    "equipment": _equipment,
    "heroes": _heroes,
    "kills": _kills,
}
