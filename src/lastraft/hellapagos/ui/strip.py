"""What a phone shows above the camp at all times."""

from __future__ import annotations

from ...protocol import Figure, Reader, for_everybody
from ..components import HURRICANE, PRECIPITATION, ROUNDS, WOOD_PER_RAFT
from ..names import weather_name
from ..state import PUBLIC, Check, HellapagosState, Step


def strip(r: Reader[HellapagosState]) -> list[Figure]:
    """The sky, water and food tonight and tomorrow, the raft."""
    return [*_sky(r), *_stores(r)]


@for_everybody
def _stores(r: Reader[HellapagosState]) -> list[Figure]:
    s, t = r.state, r.t
    alive = s.alive.bit_count()
    built = Figure(
        "i-raft",
        f"{s.rafts}/{alive}",
        t("wood {n}/{most}", n=s.disc, most=WOOD_PER_RAFT),
        t("Seats on the raft: {n} for {people}; wood for the next: {wood} of {most}.", n=s.rafts, people=alive,
          wood=s.disc, most=WOOD_PER_RAFT),
        element="store-raft",
    )  # fmt: skip
    return [_store(r, True, alive), _store(r, False, alive), built]


def _sky(r: Reader[HellapagosState]) -> list[Figure]:
    s, t = r.state, r.t
    if not s.day:
        return []
    today = s.weather[s.day - 1]
    if today == HURRICANE:
        return [Figure("wx-h", "!", t("Hurricane"), t("Hurricane"), True, "weather")]
    rain = PRECIPITATION[today]
    said = [t("{weather}: fetching water brings {n} today", weather=weather_name(today, t), n=rain)]
    bit = 1 << r.seat if r.seat >= 0 else PUBLIC
    known = [i for i in range(s.day, ROUNDS) if s.weather_sure[i] & bit]
    said += [f"{t('Day {n}', n=i + 1)}: {weather_name(s.weather[i], t)}" for i in known]
    then = t("rain")
    if known and known[0] == s.day:
        then = t("then {n}", n="!" if s.weather[s.day] == HURRICANE else PRECIPITATION[s.weather[s.day]])
    return [Figure(f"wx-{today}", str(rain), then, "; ".join(said), element="weather")]


def _store(r: Reader[HellapagosState], water: bool, alive: int) -> Figure:
    """What is there, what tonight leaves of it, and how that stands to the need of tomorrow or the trip."""
    s, t = r.state, r.t
    have = s.water if water else s.food
    check = Check.WATER if water else Check.FOOD
    paid = s.step in (Step.NIGHT, Step.LEAVING) or s.check > check
    left = have if paid else have - (s.alive & ~s.provided if s.check == check else s.alive).bit_count()
    name = t("Water") if water else t("Food")
    symbol, element = ("i-water", "store-water") if water else ("i-food", "store-food")
    if s.ended:
        return Figure(symbol, str(have), "", f"{name} {have}", False, element)
    if left < 0:
        short = t("{n} short", n=-left)
        return Figure(symbol, str(have), short, f"{name} {have}, {t('{n} short tonight', n=-left)}", True, element)
    shown = str(have) if left == have else f"{have} \u2192 {left}"
    enough = f"\u2212{alive - left}" if left < alive else "\u2713"
    if s.day and s.weather[s.day - 1] == HURRICANE:
        then = t("trip {n}", n=enough)
        aloud = t("{n} short for the trip", n=alive - left) if left < alive else t("enough for the trip")
    else:
        then = t("tomorrow {n}", n=enough)
        aloud = t("{n} short tomorrow", n=alive - left) if left < alive else t("enough for tomorrow")
    said = f"{name} {have}, {t('{n} left after tonight', n=left)}, {aloud}"
    return Figure(symbol, shown, then, said, left < alive, element)
