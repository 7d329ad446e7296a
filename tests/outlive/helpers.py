"""Short words for the tests: positions, moves as text, what lies where."""

from __future__ import annotations

from typing import Any

import lastraft
from lastraft.kernel import seed_rng, seed_words
from lastraft.match import Match
from lastraft.outlive import GAME
from lastraft.outlive.components import (
    AREA_IDS,
    DATA,
    GAUGE_POINTS,
    GEAR_IDS,
    HERO_IDS,
    LEADER_IDS,
    RES_IDS,
    ROOM_IDS,
    STACK_IDS,
    TOKEN_IDS,
)
from lastraft.outlive.events import Event
from lastraft.outlive.state import Ask
from tests.answers import check_frames

PARTS: dict[int, int] = {
    **dict.fromkeys((Ask.ARRIVAL, Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE, Ask.LOOT, Ask.VISIT, Ask.HUNT), 4),
    **dict.fromkeys((Ask.WAIVE_MORE, Ask.FEEDING, Ask.PAY_ROOM, Ask.DISCOUNTED), 3),
    **dict.fromkeys((Ask.KEEP, Ask.MARY_DRAW, Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.LOSE_SURVIVOR, Ask.SPLIT), 2),
    **dict.fromkeys((Ask.PLACE_HERO, Ask.SPACE, Ask.SURVIVOR, Ask.DISCOUNT, Ask.WAIVE, Ask.SPARE, Ask.SINGLE), 2),
}
"""How many parts of a frame are read, if not one."""


def at(text: str, seats: int = 2, seed: int = 1, **options: Any) -> Match:
    """A written position."""
    return lastraft.position("outlive", text, options, seats, seed)


def fresh(
    seats: int = 2, rooms: dict[int, str] | None = None, leaders: dict[int, str] | None = None, **options: Any
) -> Match:
    """A new game in which some seats are dealt what we say (ids, separated by spaces)."""
    s = GAME.new_state(seats, options)
    seed_rng(s, *seed_words(1))
    GAME.rules.setup(s)
    for seat, words in (rooms or {}).items():
        s.dealt[seat] = sorted((1 + ROOM_IDS.index(word) for word in words.split()), reverse=True)
    for seat, words in (leaders or {}).items():
        s.offered[seat] = sorted((1 + LEADER_IDS.index(word) for word in words.split()), reverse=True)
    return Match(GAME, start=s)


def play(m: Match, *moves: str) -> Match:
    """Moves as text, each by the seat that is asked."""
    for move in moves:
        m.push(move)
        check_frames(m.state, PARTS)
    return m


def texts(m: Match) -> set[str]:
    """The legal moves of the seat that is asked."""
    return {move.text for move in m.legal_moves()}


def starting(m: Match, word: str) -> set[str]:
    """The legal moves that begin with a word, without it."""
    return {text.removeprefix(word).strip() for text in texts(m) if text.startswith(word)}


def seat_of(name: str) -> int:
    return "ABCD".index(name)


def goods(m: Match, name: str) -> dict[str, int]:
    """A seat's store, without what is not there."""
    store = m.state.store[seat_of(name)]
    return {RES_IDS[i]: n for i, n in enumerate(store) if n}


def gauge(m: Match, name: str) -> int:
    return int(GAUGE_POINTS[m.state.gauge[seat_of(name)]])


def airlock(m: Match, name: str) -> int:
    return int(m.state.airlock[seat_of(name)])


def people(m: Match, name: str, room: str) -> int:
    """Survivors in the first room of that kind."""
    seat = seat_of(name)
    return int(m.state.people[seat][m.state.room[seat].index(1 + ROOM_IDS.index(room))])


def survivors(m: Match, name: str) -> int:
    return airlock(m, name) + int(sum(m.state.people[seat_of(name)]))


def gear(m: Match, name: str) -> dict[str, str]:
    """A seat's equipment and how it is."""
    states = ("", "broken", "ready", "used")
    return {GEAR_IDS[k]: states[how] for k, how in enumerate(m.state.gear[seat_of(name)]) if how}


def area_of(m: Match, name: str, hero: str) -> str:
    area: str = AREA_IDS[m.state.place[seat_of(name)][HERO_IDS.index(hero)]]
    return area


def pool(m: Match, area: str) -> int:
    return int(m.state.pool[AREA_IDS.index(area)])


def animals(m: Match, area: str) -> list[int]:
    """The stack, top first."""
    i = STACK_IDS.index(area)
    return list(reversed(m.state.prey[i][: m.state.prey_left[i]]))


def tokens(m: Match, city: int) -> list[str]:
    """The face-down search tokens, top first."""
    return [TOKEN_IDS[token] for token in reversed(m.state.search[city][: m.state.search_left[city]])]


def actions(m: Match) -> int:
    """The visiting hero's actions."""
    return int(m.state.frame[0][3])


def emitted(m: Match, kind: Event) -> list[tuple[int, int, int]]:
    """The numbers of all events of a kind, in order."""
    return [(h.event.a, h.event.b, h.event.c) for h in m.all_events() if h.event.kind == kind]


def asked(m: Match) -> str:
    """The seat that is asked and the kind of question, as in `B turn`."""
    if m.asked is None:
        return "over"
    return f"{'ABCD'[m.asked]} {Ask(m.state.frame[m.state.depth - 1][0]).name.lower()}"


def topped(words: str) -> str:
    """All ten search tokens of a city with some of them on top."""
    rest = [token["id"] for token in DATA["search_tokens"] for _ in range(token["count"])]
    for word in words.split():
        rest.remove(word)
    return " ".join([*words.split(), *rest])
