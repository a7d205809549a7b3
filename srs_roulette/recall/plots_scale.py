"""Scales: from what is counted to a place in a drawing, and the round figures beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10
from typing import Final

_ROUND: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A straight line from values to places."""

    low: float
    high: float
    """more than ``low``"""
    start: float
    """the place of ``low``"""
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value; what lies beyond an end is put on it."""
        held = min(max(value, self.low), self.high)
        return self.start + (held - self.low) / (self.high - self.low) * (self.end - self.start)


def step(value: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, ... and of their tenths that is not below a value, which is above 0."""
    power = 10.0 ** floor(log10(value))
    # The last digit of a quotient may lie above the round figure that it is.
    return next(factor * power for factor in _ROUND if factor * power >= value * (1 - 1e-9))


def ticks(low: float, high: float, by: float) -> list[float]:
    """Return the multiples of a step from ``low`` to ``high``."""
    return [place * by for place in range(round(low / by), round(high / by) + 1)]
