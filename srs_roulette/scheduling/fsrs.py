"""The one door to the ``fsrs`` package (FSRS-6).

The package thinks in instants and counts whole 24-hour blocks. It is given noon UTC of the study day, never a
local noon: over a clock change two local noons are 23 hours apart, which it takes for one day.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from math import isfinite

import fsrs

from srs_roulette.errors import BadSetting
from srs_roulette.scheduling.parameters import Parameters
from srs_roulette.scheduling.recall import recall
from srs_roulette.scheduling.types import Memory, Rating, StudyDay

__all__ = ["Parameters", "Scheduler", "package_version"]

_NOON = datetime(1970, 1, 1, 12, tzinfo=UTC)
_RATINGS = {rating: fsrs.Rating(rating.value) for rating in Rating}
_MAX_DIFFICULTY = 10


class Scheduler:
    """FSRS with one learner's parameters: no learning or relearning steps, no chance."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        """Without ``parameters`` the defaults hold.

        :raises BadSetting: a weight is outside the range that the package allows
        """
        self.parameters = parameters or Parameters()
        weights = self.parameters.weights
        try:
            self._fsrs = fsrs.Scheduler(
                **({} if weights is None else {"parameters": weights}),
                desired_retention=self.parameters.retention,
                learning_steps=(),
                relearning_steps=(),
                maximum_interval=self.parameters.maximum_interval,
                enable_fuzzing=False,
            )
        except ValueError as error:
            # The package writes one line a weight; a fault is said in one.
            raise BadSetting(" ".join(str(error).split())) from error

    def review(self, memory: Memory | None, rating: Rating, day: StudyDay, *, cap: int | None = None) -> Memory:
        """Return what is remembered after one more attempt, due after the interval FSRS chose, not spread.

        A ``day`` before the item's last one counts as that last day: the clock was set back. ``cap`` is the most
        days until it is due, at least 1; the maximum interval of the parameters holds besides.

        :raises ValueError: the rating is none of the four, the cap is below 1, or the memory holds an impossible
            value
        """
        grade = _grade(rating)
        if cap is not None and cap < 1:
            raise ValueError(f"An interval cannot be capped at {cap} days.")
        if memory is None:
            # Card() without an id sleeps, and without a due time reads the clock.
            card = fsrs.Card(card_id=0, due=_noon(day))
        else:
            _check(memory)
            day = max(day, memory.last_day)
            card = fsrs.Card(
                card_id=0,
                state=fsrs.State.Review,
                stability=memory.stability,
                difficulty=memory.difficulty,
                due=_noon(memory.due_day),
                last_review=_noon(memory.last_day),
            )
        card, _ = self._fsrs.review_card(card, grade, _noon(day))
        interval = (card.due - _noon(day)).days
        lapsed = memory is not None and rating is Rating.AGAIN and day > memory.last_day
        return Memory(
            stability=_number(card.stability, "stability"),
            difficulty=_number(card.difficulty, "difficulty"),
            due_day=StudyDay(day + (interval if cap is None else min(interval, cap))),
            last_day=day,
            reps=1 if memory is None else memory.reps + 1,
            lapses=(0 if memory is None else memory.lapses) + lapsed,
        )

    def recall(self, memory: Memory, day: StudyDay) -> float:
        """Return the chance from 0 to 1 that the item is remembered on ``day``."""
        return recall(memory, day, decay=self.parameters.decay)


def package_version() -> str:
    """Return the version of the package."""
    return version("fsrs")


def _noon(day: StudyDay) -> datetime:
    return _NOON + timedelta(days=day)


def _grade(rating: object) -> fsrs.Rating:
    # With no learning steps the package takes 0, 5 and True and reads whatever weight those happen to index.
    if not isinstance(rating, Rating):
        raise ValueError(f"A rating is one of the four, 1 to 4, not {rating!r}.")  # noqa: TRY004 - a wrong value, not a wrong call
    return _RATINGS[rating]


def _check(memory: Memory) -> None:
    if not (isfinite(memory.stability) and memory.stability > 0):
        raise ValueError(f"A stability of {memory.stability} is impossible: it must be above 0.")
    if not 1 <= memory.difficulty <= _MAX_DIFFICULTY:
        raise ValueError(f"A difficulty of {memory.difficulty} is impossible: it must be from 1 to 10.")


def _number(value: float | None, name: str) -> float:
    if value is None or not isfinite(value):
        raise ValueError(f"FSRS gave a {name} of {value}.")
    return value
