"""Confidence intervals, of 95 % unless another z is given."""

import math
from dataclasses import dataclass
from typing import NamedTuple

Z = 1.959964


class Interval(NamedTuple):
    """An estimate with its confidence interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


def wilson(successes: float, n: float, z: float = Z) -> Interval:
    """Wilson's interval of a proportion; from 0 to 1 without a single case."""
    if n <= 0:
        return Interval(math.nan, 0.0, 1.0)
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


@dataclass
class Mean:
    """A running mean of independent values (one per game)."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: object) -> None:
        """Add an array of values."""
        import numpy as np

        array = np.asarray(values, dtype=float)
        self.n += array.size
        self.total += float(array.sum())
        self.squares += float((array * array).sum())

    @property
    def value(self) -> float:
        return self.total / self.n if self.n else math.nan

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.n < 2:
            return math.inf
        variance = max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1))
        return math.sqrt(variance / self.n)

    def interval(self, z: float = Z) -> Interval:
        return Interval(self.value, self.value - z * self.error, self.value + z * self.error)

    def share(self, z: float = Z) -> Interval:
        """The interval of values between 0 and 1: Wilson's, with as many cases as their spread is worth.

        Where a game gives several yes or no at once (a bot on three seats), they are not independent; the games are.
        """
        p, error = self.value, self.error
        if self.n > 1 and 0 < p < 1 and error < 1e-9:
            return Interval(p, p, p)  # the same in every game, as where a bot's seats share all wins
        worth = p * (1 - p) / error**2 if self.n > 1 and error > 0 else self.n
        return wilson(p * worth, worth, z) if self.n else wilson(0, 0, z)
