"""The one door to ``fsrs_rs_python``, which fits FSRS-6 weights to a history: the extra ``optimize``.

It trains without a tensor library, 100,000 reviews in a tenth of a second. It gives back its defaults where it has
too little to learn from, and checks nothing of what it gives, so all of it is checked here.
"""

from __future__ import annotations

from importlib.metadata import version
from itertools import compress
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import BadSetting, NeedsExtra
from srs_roulette.scheduling.forward import WEIGHTS
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.trial import UNJUDGED

if TYPE_CHECKING:
    from srs_roulette.scheduling.trial import Trial
    from srs_roulette.scheduling.types import StudyDay

PACKAGE: Final = "fsrs-rs-python"
SEED: Final = 2023
"""Of the order in which the package goes through the lives; the same history always gives the same weights."""
_BATCH: Final = 256
_LONGEST: Final = 256
"""The package reads no longer histories."""
_DIGITS: Final = 4
"""As many as its defaults have; it reckons in single precision, in which 0.8 is more than the bound 0.8."""


class NoFit(Exception):
    """There are no weights that may be used: a sentence that says why."""


class Fitter:
    """Fits weights to a history, or to the part of it before a study day."""

    def __init__(self, trial: Trial) -> None:
        """Hand the history over to the package.

        :raises NeedsExtra: it is not installed
        """
        try:
            import fsrs_rs_python as package  # noqa: PLC0415 - an extra
        except ImportError as fault:
            raise NeedsExtra("To fit parameters one more package is needed.", "optimize") from fault
        self._package = package
        self._days: list[StudyDay] = []
        self._lives: list[int] = []
        self._reviews: list[package.FSRSItem] = []
        seen: dict[tuple[int, int], package.FSRSReview] = {}
        for number, life in enumerate(trial.lives):
            history: list[package.FSRSReview] = []
            for interval, rating, _, place in life.turns[:_LONGEST]:
                if (rating, interval) not in seen:
                    seen[rating, interval] = package.FSRSReview(rating, interval)
                history.append(seen[rating, interval])
                if place != UNJUDGED:
                    self._days.append(trial.days[place])
                    self._lives.append(number)
                    self._reviews.append(package.FSRSItem(history))

    def fit(self, before: StudyDay | None = None) -> tuple[float, ...]:
        """Return weights that were trained on the reviews of the study days before that one; without: on all.

        :raises NoFit: the package learned nothing, failed, or gave weights that FSRS does not allow
        """
        known = [before is None or day < before for day in self._days]
        # From the defaults, never from the learner's: those may have seen what comes after.
        model = self._package.FSRS(self._package.DEFAULT_PARAMETERS)
        try:
            found = model.compute_parameters(
                list(compress(self._reviews, known)),
                list(compress(self._lives, known)),
                training_config=self._package.TrainingConfig(batch_size=_BATCH, seed=SEED),
            )
        except ValueError as fault:
            raise NoFit(f"{PACKAGE} found none ({fault}).") from fault
        weights = tuple(round(float(one), _DIGITS) for one in found)
        if weights == WEIGHTS:
            raise NoFit(f"{PACKAGE} gave back its defaults: there is too little to learn from.")
        try:
            Scheduler(Parameters(weights=weights))
        except BadSetting as fault:
            raise NoFit(f"{PACKAGE} gave weights that cannot be used. {fault}") from fault
        return weights


def package_version() -> str:
    """Name the package and its version."""
    return f"{PACKAGE} {version(PACKAGE)}"
