"""What a learner may set about FSRS. The package itself checks only its weights, so the rest is checked here."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from srs_roulette.errors import BadSetting
from srs_roulette.scheduling.recall import DECAY

MIN_RETENTION, MAX_RETENTION = 0.70, 0.99
MAX_INTERVAL = 36500
WEIGHTS = 21
"""FSRS-6 has this many weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The learner's FSRS parameters.

    :raises BadSetting: one of them is outside its range
    """

    retention: float = 0.9
    """the recall at which an item comes back, 0.70 to 0.99"""
    maximum_interval: int = MAX_INTERVAL
    """days, 1 to 36500"""
    weights: tuple[float, ...] | None = None
    """personal weights, 21 of them; None means the package's defaults"""

    def __post_init__(self) -> None:
        if not (_is_number(self.retention) and MIN_RETENTION <= self.retention <= MAX_RETENTION):
            raise BadSetting(f"retention must be a number from 0.70 to 0.99, not {self.retention}.")
        if not (_is_whole(self.maximum_interval) and 1 <= self.maximum_interval <= MAX_INTERVAL):
            raise BadSetting(
                f"maximum_interval must be a whole number from 1 to {MAX_INTERVAL}, not {self.maximum_interval}.",
            )
        if self.weights is None:
            return
        if len(self.weights) != WEIGHTS:
            raise BadSetting(f"FSRS-6 has {WEIGHTS} weights, not {len(self.weights)}.")
        if not all(map(_is_number, self.weights)):
            raise BadSetting("Every FSRS weight must be a finite number.")

    @property
    def decay(self) -> float:
        """The weight that shapes the forgetting curve, for ``recall``."""
        return DECAY if self.weights is None else self.weights[-1]


def _is_number(value: object) -> bool:
    # True is an int to Python, and a setting file can hold it.
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and _is_number(value)
