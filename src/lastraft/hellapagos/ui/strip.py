"""What a phone shows above the camp at all times."""

from __future__ import annotations

import functools

from ...protocol import Figure, Reader
from ...protocol.translations import Translator
from ..components import HURRICANE, PRECIPITATION, ROUNDS, WOOD_PER_RAFT
from ..names import weather_name
from ..state import PUBLIC, Check, HellapagosState, Step


def strip(r: Reader[HellapagosState]) -> list[Figure]:
    """The sky, water and food tonight and tomorrow, the raft."""
    s, bit = r.state, 1 << r.seat if r.seat >= 0 else PUBLIC
    to_come = tuple([(i, s.weather[i]) for i in range(s.day, ROUNDS) if s.weather_sure[i] & bit]) if s.day else ()
    today = s.weather[s.day - 1] if s.day else -1
    water, food = (s.water, _left(s, s.water, Check.WATER)), (s.food, _left(s, s.food, Check.FOOD))
    stores = _stores(r.t, water, food, s.alive.bit_count(), today, s.ended > 0, s.rafts, s.disc)
    return [*_sky(r.t, s.day, today, to_come), *stores]


def _left(s: HellapagosState, have: int, check: int) -> int:
    """What tonight leaves of a store."""
    if s.step in (Step.NIGHT, Step.LEAVING) or s.check > check:
        return have
    return have - (s.alive & ~s.provided if s.check == check else s.alive).bit_count()


@functools.lru_cache(4096)
def _stores(
    t: Translator,
    water: tuple[int, int],
    food: tuple[int, int],
    alive: int,
    today: int,
    ended: bool,
    rafts: int,
    wood: int,
) -> list[Figure]:
    """Of water and food what is there, and what tonight leaves of it."""
    built = Figure(
        "i-raft",
        f"{rafts}/{alive}" if rafts <= alive else str(rafts),
        t("{n} of {most} wood", n=wood, most=WOOD_PER_RAFT) if rafts < max(alive, 1) else t("for all"),
        t("Seats on the raft: {n} for {people}; wood for the next: {wood} of {most}.", n=rafts, people=alive,
          wood=wood, most=WOOD_PER_RAFT),
        element="store-raft",
    )  # fmt: skip
    return [
        _store(t, t("Water"), ("i-water", "store-water"), water, alive, today, ended),
        _store(t, t("Food"), ("i-food", "store-food"), food, alive, today, ended),
        built,
    ]


@functools.lru_cache(1024)
def _sky(t: Translator, day: int, today: int, to_come: tuple[tuple[int, int], ...]) -> list[Figure]:
    """The weather of the day; and what is known of the days to come, by their index."""
    if not day:
        return []
    if today == HURRICANE:
        return [Figure("wx-h", "!", t("Hurricane"), t("Hurricane"), True, "weather")]
    rain = PRECIPITATION[today]
    said = [t("{weather}: fetching water brings {n} today", weather=weather_name(today, t), n=rain)]
    said += [f"{t('Day {n}', n=i + 1)}: {weather_name(weather, t)}" for i, weather in to_come]
    then = t("rain")
    if to_come and to_come[0][0] == day:
        then = t("then {n}", n="!" if to_come[0][1] == HURRICANE else PRECIPITATION[to_come[0][1]])
    return [Figure(f"wx-{today}", str(rain), then, "; ".join(said), element="weather")]


def _store(
    t: Translator, name: str, symbols: tuple[str, str], store: tuple[int, int], alive: int, today: int, ended: bool
) -> Figure:
    """What is there, what tonight leaves of it, and how that stands to the need of tomorrow or the trip."""
    (symbol, element), (have, left) = symbols, store
    if ended:
        return Figure(symbol, str(have), "", f"{name} {have}", False, element)
    if left < 0:
        short = t("{n} short", n=-left)
        return Figure(symbol, str(have), short, f"{name} {have}, {t('{n} short tonight', n=-left)}", True, element)
    shown = str(have) if left == have else f"{have} \u2192 {left}"
    enough = f"\u2212{alive - left}" if left < alive else "\u2713"
    if today == HURRICANE:
        then = t("trip {n}", n=enough)
        aloud = t("{n} short for the trip", n=alive - left) if left < alive else t("enough for the trip")
    else:
        then = t("tomorrow {n}", n=enough)
        aloud = t("{n} short tomorrow", n=alive - left) if left < alive else t("enough for tomorrow")
    said = f"{name} {have}, {t('{n} left after tonight', n=left)}, {aloud}"
    return Figure(symbol, shown, then, said, left < alive, element)
