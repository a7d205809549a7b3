"""FSRS-6 for whole histories: stability and difficulty from attempt to attempt, in plain floats.

The package copies a card, adds instants and writes a log entry for every attempt, which takes some twenty times as
long as the sums. For one answer that is nothing. Statistics need the recall before each attempt of the log: with the
package, 100,000 attempts would take three seconds for that alone. ``fsrs.py`` remains what schedules;
tests/scheduling/test_scheduling_forward.py holds this module equal to it, bit for bit.
"""

from __future__ import annotations

from math import e
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.recall import DECAY
from srs_roulette.scheduling.types import Rating

if TYPE_CHECKING:
    from collections.abc import Sequence

WEIGHTS: Final = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, DECAY),
)
"""The package's defaults."""

_LEAST_STABILITY: Final = 0.001
_EASIEST, _HARDEST = 1.0, 10.0


class Forward:
    """The formulas with one learner's weights. Every line keeps the package's order of operations."""

    __slots__ = ("_again", "_bonus", "_decay", "_factor", "_first", "_fresh", "_gain", "_same_day", "_toward", "_w")

    def __init__(self, weights: Sequence[float] | None = None) -> None:
        """Without ``weights`` the package's defaults hold. They must be in the ranges that the package allows."""
        self._w = w = tuple(weights or WEIGHTS)
        self._decay = -w[20]
        self._factor = 0.9 ** (1 / self._decay) - 1
        begin = {rating: w[4] - (e ** (w[5] * (rating - 1))) + 1 for rating in Rating}
        # Indexed by the rating, 1 to 4.
        self._first: list[tuple[float, float]] = [(0.0, 0.0)] + [
            (max(w[rating - 1], _LEAST_STABILITY), min(max(begin[rating], _EASIEST), _HARDEST)) for rating in Rating
        ]
        self._toward = [0.0] + [-(w[6] * (rating - 3)) for rating in Rating]
        self._fresh = w[7] * begin[Rating.EASY]
        self._same_day = [0.0] + [e ** (w[17] * (rating - 3 + w[18])) for rating in Rating]
        self._bonus = [0.0, 0.0, w[15], 1.0, w[16]]
        self._gain = e ** w[8]
        self._again = e ** (w[17] * w[18])

    def recall(self, stability: float, days: int) -> float:
        """Return the chance from 0 to 1 that an item is remembered so many days after its last attempt."""
        chance: float = (1 + self._factor * days / stability) ** self._decay
        return chance

    def stretch(self, retention: float) -> float:
        """Return how many stabilities pass until recall has fallen to ``retention``: what makes an interval of one."""
        stretch: float = (retention ** (1 / self._decay) - 1) / self._factor
        return stretch

    def first(self, rating: int) -> tuple[float, float]:
        """Return stability and difficulty after the first attempt at a new item."""
        return self._first[rating]

    def after(self, stability: float, difficulty: float, rating: int, recall: float | None) -> tuple[float, float]:
        """Return stability and difficulty after one more attempt.

        :param rating: 1 to 4
        :param recall: just before the attempt; ``None``: it is of the same day as the one before
        """
        w = self._w
        if recall is None:
            grown: float = self._same_day[rating] * stability ** -w[19]
            after = stability * (max(grown, 1.0) if rating > 1 else grown)
        elif rating > 1:
            after = stability * (
                1
                + self._gain
                * (11 - difficulty)
                * (stability ** -w[9])
                * (e ** ((1 - recall) * w[10]) - 1)
                * self._bonus[rating]
            )
        else:
            after = min(
                w[11] * (difficulty ** -w[12]) * ((stability + 1) ** w[13] - 1) * e ** ((1 - recall) * w[14]),
                stability / self._again,
            )
        harder = self._fresh + (1 - w[7]) * (difficulty + (10.0 - difficulty) * self._toward[rating] / 9.0)
        return max(after, _LEAST_STABILITY), min(max(harder, _EASIEST), _HARDEST)
