"""What a phone shows above the board at all times."""

from __future__ import annotations

import functools

from ...protocol import Figure, Reader
from ...protocol.translations import Translator
from ..components import LAST_VOLCANO, Ground
from ..state import SurviveState
from .panels import last_mountains, mountains_left, placed, tiles_left


def strip(r: Reader[SurviveState]) -> list[Figure]:
    """The tiles above water, the volcanoes, and how many of the reader's are home and at sea."""
    s = r.state
    ground = bytes(s.ground)
    tiles = tiles_left(ground)
    where = [ground[s.adventurer[i]] for i in placed(s, r.seat) if s.adventurer[i]] if r.seat >= 0 else []
    at_home, at_sea = where.count(Ground.SAFE), where.count(Ground.SEA)
    return _strip(r.t, r.seat, tiles, min(s.volcanoes, LAST_VOLCANO), at_home, at_sea)


@functools.lru_cache(2048)
def _strip(t: Translator, seat: int, tiles: tuple[int, int, int], volcanoes: int, home: int, sea: int) -> list[Figure]:
    beaches, forests, mountains = tiles
    kinds = (
        (beaches, "beach", t.plural("{n} beach", "{n} beaches", beaches)),
        (forests, "forest", t.plural("{n} forest", "{n} forests", forests)),
        (mountains, "mountain", t.plural("{n} mountain", "{n} mountains", mountains)),
    )
    thinnest = next((kind for n, kind, _ in kinds if n and volcanoes < LAST_VOLCANO), "")
    figures = [
        Figure(
            f"tile-{kind}-a",
            str(n),
            "",
            f"{name}, {t.plural('sinks next', 'sink next', n)}" if kind == thinnest else name,
            kind == thinnest,
        )
        for n, kind, name in kinds
    ]
    open_of = t("{n} of {most}", n=volcanoes, most=LAST_VOLCANO)
    title, near_end = t("Volcanoes: the third ends the game"), last_mountains(t, tiles, volcanoes)
    said = f"{title}, {open_of}. {near_end}" if near_end else f"{title}, {open_of}"
    note = t("ends in ≤ {n}", n=mountains_left(*tiles)) if near_end else ""
    urgent = volcanoes == LAST_VOLCANO - 1 or bool(near_end)
    figures.append(Figure("mini-volcano", f"{volcanoes}/{LAST_VOLCANO}", note, said, urgent))
    if seat < 0:
        return figures
    return [
        *figures,
        Figure("i-flag", str(home), "", t("your people saved: {n}", n=home)),
        Figure(f"swimmer-{seat}", str(sea), "", t("your people at sea: {n}", n=sea)),
    ]
