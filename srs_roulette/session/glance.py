"""Today at a glance: what is due and new, how long it will take, the streak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.session.leeches import leeches
from srs_roulette.session.plan import COUNTED_SECONDS, load, streak

if TYPE_CHECKING:
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course
    from srs_roulette.session.open import Desk
    from srs_roulette.session.plan import Load
    from srs_roulette.store.attempts import Store

SECONDS_A_QUESTION: Final = 15
"""Expected where the learner has no times of their own yet."""
_LOOKED_AT: Final = 100
"""The newest attempts, whose times are expected again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A learner's day."""

    load: Load
    seconds_each: float
    """expected of a question"""
    streak: int
    """study days in a row"""
    leeches: int

    @property
    def minutes(self) -> int:
        """What is due and new will take so long, begun minutes counted whole."""
        return -(-round((self.load.due + self.load.new) * self.seconds_each) // 60)

    @property
    def next_due(self) -> StudyDay | None:
        """The next day on which something is due, after today."""
        return next((on for on, count in self.load.forecast[1:] if count), None)


def glance(opened: Desk, course: Course) -> Glance:
    """Look at a learner's day."""
    store = opened.store
    return Glance(
        load=load(course, store, opened.settings, opened.today),
        seconds_each=seconds_each(store),
        streak=streak(store.study_days(), opened.today) if store else 0,
        leeches=len(leeches(course, store)),
    )


def seconds_each(store: Store | None) -> float:
    """Expect of a question what the last ones took."""
    recent = store.attempts(limit=_LOOKED_AT) if store else []
    times = [min(one.elapsed_ms, COUNTED_SECONDS * 1000) for one in recent if one.elapsed_ms]
    return sum(times) / len(times) / 1000 if times else SECONDS_A_QUESTION
