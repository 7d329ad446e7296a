"""Outlive passes the suite that every game passes: from an ordinary start, and from well-equipped shelters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from lastraft.outlive import GAME
from lastraft.testing.conformance import Conformance
from tests.outlive import invariants
from tests.outlive.equipped_start import RICH


class TestOutlive(Conformance):
    game = GAME
    games_per_size = 3
    rare_families = frozenset({"TOKEN", "SPACE", "PREY", "ITEM", "YES", "SCRAP", "ROOM", "REPAIR", "EVENT"})

    def swaps(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        return invariants.swaps(s, seat, rnd)

    def accounted(self, s: Any) -> None:
        invariants.accounted(s)


class TestRichOutlive(TestOutlive):
    game = RICH
    games_per_size = 4
    moments = 70
    rare_families = frozenset({"KEEP_ROOM", "LEADER", "AREA", "TOKEN"})
