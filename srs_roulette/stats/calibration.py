"""Calibration: whether the memory model is right about this learner.

The measures are those of the FSRS benchmark (open-spaced-repetition/srs-benchmark), so that they can be set beside
its tables. Two simple predictors stand beside FSRS: whoever cannot beat them has no model of memory.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import compress
from math import exp, log, sqrt
from operator import not_, sub
from typing import TYPE_CHECKING, Final

from srs_roulette.stats.types import Share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.stats.columns import Reviews

DEFINITION: Final = (
    "Before each answer that true retention counts, FSRS predicts the chance that it is right. Log loss: the mean of"
    " -ln of the chance that it gave to what happened; less is better, always saying 50 % gives 0.693. RMSE (bins): the"
    " root of the mean squared difference of predicted and actual shares, over groups alike in interval, number of the"
    " attempt and lapses; less is better. AUC: how often a right answer had the higher chance than a wrong one; 0.5 is"
    " guessing. The constant says the share of all these answers each time, which it can only know afterwards. The"
    " moving average knows only the answers before, the last ones most."
)
BINS: Final = 20
"""Of predicted chances, for the plot."""
_LEAST: Final = 1e-15
"""A chance of exactly 1 given to what was wrong would make the loss infinite; none is ever 0."""
_RATE, _BEGIN = 0.3, 1.2
"""Of the moving average, as in the benchmark: how fast it learns, and the logit from which it starts."""
_STEPS: Final = 100
"""More than any of the scales has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How good a predictor was; None: there is nothing to judge it by."""

    log_loss: float | None
    rmse_bins: float | None
    auc: float | None
    """None also where all answers were right, or all wrong"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers whose predicted chances were alike."""

    low: float
    high: float
    """from ``low`` up to it"""
    predicted: float
    """the mean of the predictions"""
    actual: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """FSRS and the simple predictors over the same answers."""

    n: int
    fsrs: Scores
    constant: Scores
    moving_average: Scores
    bins: tuple[Bin, ...]
    """from low to high; those without answers are left out"""


def calibration(reviews: Reviews) -> Calibration:
    """Compare what was predicted with what happened."""
    passed, n = reviews.passed, len(reviews.passed)
    groups = _groups(reviews)
    constant = [sum(passed) / n] * n if n else []
    right, wrong = _parted(reviews.predicted, passed)
    moving = _moving_average(passed)
    return Calibration(
        n=n,
        fsrs=_scores(right, wrong, _rmse(reviews.predicted, passed, groups)),
        constant=_scores(*_parted(constant, passed), _rmse(constant, passed, groups)),
        moving_average=_scores(*_parted(moving, passed), _rmse(moving, passed, groups)),
        bins=_bins(right, wrong),
    )


def scores(reviews: Reviews, *predictors: Sequence[float]) -> tuple[Scores, ...]:
    """Judge predictors by the same answers; each gives a chance for every one of them."""
    groups = _groups(reviews)
    return tuple(
        _scores(*_parted(chances, reviews.passed), _rmse(chances, reviews.passed, groups)) for chances in predictors
    )


def loss(chance: float, passed: int) -> float:
    """Return how far off a chance was, as log loss has it: -ln of what it gave to what happened."""
    return -log(chance if passed else max(1 - chance, _LEAST))


def _parted(predicted: Sequence[float], passed: bytearray) -> tuple[list[float], list[float]]:
    """Return the chances given to what was right, and to what was wrong, each from low to high."""
    return sorted(compress(predicted, passed)), sorted(compress(predicted, map(not_, passed)))


def _scores(right: Sequence[float], wrong: Sequence[float], rmse: float | None) -> Scores:
    n = len(right) + len(wrong)
    gained = sum(map(log, right)) + sum(log(max(1 - chance, _LEAST)) for chance in wrong)
    return Scores(log_loss=-gained / n if n else None, rmse_bins=rmse, auc=_auc(right, wrong))


def _auc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """Return the share of pairs in which the right answer had the higher chance; equal ones count half."""
    if not (right and wrong):
        return None
    above = sum(2 * len(right) - bisect_left(right, chance) - bisect_right(right, chance) for chance in wrong)
    return above / (2 * len(right) * len(wrong))


def _rmse(predicted: Sequence[float], passed: bytearray, groups: Sequence[int]) -> float | None:
    if not passed:
        return None
    # The size of a group times the difference of its means is the sum of its differences.
    sums = dict.fromkeys(groups, 0.0)
    for group, off in zip(groups, map(sub, predicted, passed), strict=True):
        sums[group] += off
    sizes = Counter(groups)
    return sqrt(sum(off * off / sizes[group] for group, off in sums.items()) / len(passed))


def _groups(reviews: Reviews) -> list[int]:
    """Give each answer the number of its group: interval, number and lapses, each on the benchmark's widening scale."""
    columns = (
        [scale[value] for value in column]
        for column, base in ((reviews.intervals, 3.62), (reviews.numbers, 1.89), (reviews.lapses, 1.73))
        for scale in [{value: _step(value, base) for value in set(column)}]
    )
    return [(interval * _STEPS + number) * _STEPS + lapses for interval, number, lapses in zip(*columns, strict=True)]


def _step(value: int, base: float) -> int:
    return 1 + int(log(value) / log(base)) if value else 0


def _moving_average(passed: bytearray) -> list[float]:
    logit, chances = _BEGIN, []
    for right in passed:
        chance = 1 / (1 + exp(-logit))
        chances.append(chance)
        logit += _RATE * (right - chance)
    return chances


def _bins(right: Sequence[float], wrong: Sequence[float]) -> tuple[Bin, ...]:
    """Cut the chances, from low to high, into bins; one of exactly 1 falls into the last."""
    edges = [place / BINS for place in range(BINS)]
    cuts = [[bisect_left(side, edge) for edge in edges] + [len(side)] for side in (right, wrong)]
    bins = []
    for place, low in enumerate(edges):
        passed, failed = (side[cut[place] : cut[place + 1]] for side, cut in zip((right, wrong), cuts, strict=True))
        n = len(passed) + len(failed)
        if n:
            bins.append(
                Bin(
                    low=low,
                    high=(place + 1) / BINS,
                    predicted=(sum(passed) + sum(failed)) / n,
                    actual=Share.of(len(passed), n),
                )
            )
    return tuple(bins)
