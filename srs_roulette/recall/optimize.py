"""Personal FSRS weights: fitted to the learner's history, judged only by what came after, adopted if better.

Judging: the reviews are cut, at study days, into stretches. For each stretch weights are trained on all that came
before it, and their forecasts for it compared with what happened. The weights that may be adopted are trained on
everything; those of the stretches tell how good such weights are on days that they have not seen.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import compress, tee
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from srs_roulette.errors import TooFew
from srs_roulette.scheduling.days import from_iso, iso, utc_ms
from srs_roulette.scheduling.fitting import SEED, Fitter, NoFit
from srs_roulette.scheduling.fitting import package_version as fitter_version
from srs_roulette.scheduling.fsrs import package_version as fsrs_version
from srs_roulette.scheduling.rating import rating_for
from srs_roulette.scheduling.trial import Trial
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.session.pace import ratings_again
from srs_roulette.stats.calibration import loss, scores
from srs_roulette.stats.columns import Reviews
from srs_roulette.store.backups import back_up_before

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from srs_roulette.session.course import Course
    from srs_roulette.stats.calibration import Scores
    from srs_roulette.store.attempts import Store
    from srs_roulette.store.optimizations import Optimization

    Weights = tuple[float, ...]

NEEDED: Final = 64
"""Next-day reviews, as true retention counts them."""
STRETCHES: Final = 5
"""Judged one after the other; what comes before the first is only learned from."""
DEFINITION: Final = (
    "New parameters are judged only by days that they did not know. Log loss: the mean surprise at what happened, less"
    " is better; always saying 50 % gives 0.693. RMSE: how far forecasts and outcomes lie apart in groups of reviews"
    " that are alike, less is better. AUC: how often a right answer had the higher forecast than a wrong one, more is"
    " better; 0.5 is guessing."
)
_SURE: Final = 2.0
"""A difference of so many standard errors is no accident."""

Rule = Literal["pass_fail", "latency"]
Kept = Literal["no_fit", "few_new", "not_better"]
"""Why the old weights stay: there are no usable new ones; most reviews are known to the old ones; they are as good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """The two rules of grading, each with the weights that its own ratings give, over the same reviews."""

    pass_fail: Scores
    latency: Scores
    better: Rule | None
    """None: the difference may be an accident"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimized:
    """What came of it."""

    reviews: int
    """next-day reviews of the history"""
    judged: int
    """of these, on the days by which the weights were judged"""
    stretches: int
    old: Scores
    new: Scores
    defaults: Scores
    held: Optimization | None
    """what was in force; None: the defaults"""
    weights: Weights | None
    """trained on everything; None: there are no usable ones"""
    kept: Kept | None
    """why the old ones stay; None: the new ones are better"""
    why: str
    """a sentence of the fitting package's; empty unless ``kept`` is no_fit"""
    until: StudyDay
    """the last study day that was learned from"""
    grading: Grading | None
    """None: both rules give the same ratings"""
    backup: Path | None = None
    """made before the new ones were put in force"""
    adopted: bool = False


def optimize(store: Store | None, course: Course) -> Optimized:
    """Fit weights to a history and judge them. Nothing is changed.

    :raises TooFew: there are too few next-day reviews
    :raises NeedsExtra: the package that fits is not installed
    :raises StoreError: the file cannot be read
    """
    trials = read(store, course) if store else (Trial(),) * 3
    reviews = len(trials[0].days)
    if store is None or reviews < NEEDED:
        raise TooFew(
            f"Next-day reviews so far: {reviews}; to fit parameters to you, at least {NEEDED} are needed."
            " Nothing was changed. Go on with: srs-roulette review"
        )
    return weigh(*trials, store.optimization())


def read(store: Store, course: Course) -> tuple[Trial, Trial, Trial]:
    """Read a history with the ratings that it has, and with those of either rule: pass_fail, latency."""
    trials = rated, pass_fail, latency = Trial(), Trial(), Trial()
    with store.live() as attempts:
        first, second = tee(attempts)
        for one, by_latency in zip(first, ratings_again(course, second), strict=True):
            # What was rated in Anki is rated by neither rule.
            by_verdict = one.rating if by_latency is None else rating_for(one.rating not in {None, Rating.AGAIN})
            rated.add(one.item_id, one.kind, one.rating, one.study_day)
            pass_fail.add(one.item_id, one.kind, by_verdict, one.study_day)
            latency.add(one.item_id, one.kind, by_latency or by_verdict, one.study_day)
    return trials


def weigh(rated: Trial, pass_fail: Trial, latency: Trial, held: Optimization | None) -> Optimized:
    """Fit and judge; the three are one history as ``read`` gives it.

    :raises NeedsExtra: the package that fits is not installed
    """
    fitter, old = Fitter(rated), held.weights if held else None
    cuts, seen = _cuts(rated, held)
    judge = Judge(rated, cuts)
    kept: Kept | None = None
    weights, why = None, ""
    try:
        weights = fitter.fit()
    except NoFit as fault:
        kept, why = "no_fit", str(fault)
    ahead = forecasts(rated, fitter, cuts, old)
    of_defaults, of_new = judge.scores(rated.predict(None), ahead)
    of_old = judge.scores(rated.predict(old))[0] if held else of_defaults
    if kept is None and seen:
        kept = "few_new"
    elif kept is None and not (of_new.log_loss or 0) < (of_old.log_loss or 0):
        kept = "not_better"
    return Optimized(
        reviews=len(rated.days),
        judged=len(judge.reviews.passed),
        stretches=len(cuts),
        old=of_old,
        new=of_new,
        defaults=of_defaults,
        held=held,
        weights=weights,
        kept=kept,
        why=why,
        until=max(rated.days),
        grading=_grading(pass_fail, latency, judge, lambda trial: _ahead(trial, rated, ahead, cuts, old)),
    )


def adopt(store: Store, found: Optimized, now: datetime) -> Optimized:
    """Put the new weights in force if they are better: the history is backed up first, and no due day moves.

    :raises StoreError: nothing was changed
    """
    if found.kept or found.weights is None:
        return found
    backup = back_up_before(store.path, "optimize", now)
    store.adopt(found.weights, made_ms=utc_ms(now), fsrs_version=fsrs_version(), evaluation=_evaluation(found))
    return replace(found, backup=backup, adopted=True)


def restore_defaults(store: Store, now: datetime) -> Path | None:
    """Put the package's defaults in force again, with a backup first; no due day moves.

    :raises StoreError: nothing was changed
    """
    backup = back_up_before(store.path, "optimize", now)
    store.adopt(None, made_ms=utc_ms(now), fsrs_version=fsrs_version(), evaluation={})
    return backup


def forecasts(trial: Trial, fitter: Fitter, cuts: Sequence[StudyDay], fallback: Weights | None) -> array[float]:
    """Forecast each stretch by weights trained on the days before it; the others stay 0.

    :param cuts: where the stretches begin; the last has no end
    :param fallback: what holds where nothing usable can be trained; None: the defaults
    """
    chances = array("d", bytes(8 * len(trial.days)))
    for since, before in zip(cuts, [*cuts[1:], None], strict=True):
        weights = fallback
        with suppress(NoFit):
            weights = fitter.fit(before=since)
        trial.predict(weights, since=since, before=before, into=chances)
    return chances


class Judge:
    """The reviews from the first cut on, by which predictors are judged."""

    def __init__(self, trial: Trial, cuts: Sequence[StudyDay]) -> None:
        self._judged = [day >= cuts[0] for day in trial.days]
        self.reviews = Reviews(
            intervals=array("i", self.pick(trial.intervals)),
            numbers=array("i", self.pick(trial.numbers)),
            lapses=array("i", self.pick(trial.lapses)),
            passed=bytearray(self.pick(trial.passed)),
        )

    def pick(self, column: Sequence[Any]) -> list[Any]:
        """Return what a column has of these reviews."""
        return list(compress(column, self._judged))

    def scores(self, *predictors: Sequence[float]) -> tuple[Scores, ...]:
        """Judge chances that were forecast for every review of the trial."""
        return scores(self.reviews, *map(self.pick, predictors))

    def losses(self, chances: Sequence[float]) -> list[float]:
        """Return how far off each forecast was."""
        return list(map(loss, self.pick(chances), self.reviews.passed))


def _cuts(trial: Trial, held: Optimization | None) -> tuple[list[StudyDay], bool]:
    """Return where the stretches begin, and whether the old weights know the reviews in them.

    Personal weights were trained on the days before they were made, and look better there than they are. So they are
    judged by the days since, as soon as these have enough reviews.
    """
    days = sorted(trial.days)
    start, seen = len(days) // (STRETCHES + 1), held is not None
    # Where a file edited by hand does not say how far they were trained, they know it all.
    with suppress(KeyError, TypeError, ValueError):
        fresh = bisect_right(days, from_iso(held.evaluation["until"])) if held else len(days)
        if len(days) - fresh >= NEEDED:
            start, seen = fresh, False
    return sorted({days[start + (len(days) - start) * part // STRETCHES] for part in range(STRETCHES)}), seen


def _ahead(
    trial: Trial, rated: Trial, known: array[float], cuts: Sequence[StudyDay], fallback: Weights | None
) -> array[float]:
    """Forecast by a rule of grading; the learner's own ratings were gone through before."""
    return known if trial.ratings == rated.ratings else forecasts(trial, Fitter(trial), cuts, fallback)


def _grading(pass_fail: Trial, latency: Trial, judge: Judge, ahead: Callable[[Trial], array[float]]) -> Grading | None:
    if pass_fail.ratings == latency.ratings:
        return None
    chances = ahead(pass_fail), ahead(latency)
    of_pass_fail, of_latency = judge.scores(*chances)
    worse = [one - other for one, other in zip(*map(judge.losses, chances), strict=True)]
    mean = sum(worse) / len(worse)
    error = sqrt(sum((one - mean) ** 2 for one in worse)) / len(worse)
    better: Rule | None = None
    if abs(mean) > _SURE * error:
        better = "latency" if mean > 0 else "pass_fail"
    return Grading(pass_fail=of_pass_fail, latency=of_latency, better=better)


def _evaluation(found: Optimized) -> dict[str, Any]:
    return {
        "reviews": found.reviews,
        "judged": found.judged,
        "stretches": found.stretches,
        "until": iso(found.until),
        "old": asdict(found.old),
        "new": asdict(found.new),
        "defaults": asdict(found.defaults),
        "fitted_by": fitter_version(),
        "seed": SEED,
    }
