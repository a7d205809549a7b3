"""The learner's own pace: what the time of an answer says of it, in a sitting and of a whole log."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from srs_roulette.scheduling.rating import (
    AWAY,
    AWAY_FROM,
    PASSES_FOR_EASY,
    PUT_AGAIN,
    VOID,
    WINDOW,
    Pace,
    Timed,
    in_time,
    rating_by_latency,
    rating_for,
    ratings_by_latency,
)
from srs_roulette.scheduling.types import Rating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course
    from srs_roulette.session.sitting import Asked
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.store.attempts import Store


class Timing:
    """Rates the answers of a sitting by verdict and time.

    A pace is read once a family and study day: the days before do not change any more.
    """

    def __init__(self, store: Store, surface: str, *, by_latency: bool) -> None:
        """``by_latency``: the setting ``grading``; without it a void time is told, but times rate nothing."""
        self.store, self.surface, self.by_latency = store, surface, by_latency
        self._paces: dict[tuple[str, StudyDay], Pace | None] = {}

    def rate(
        self, asked: Asked, day: StudyDay, elapsed_ms: int | None, flags: tuple[str, ...], *, passed: bool, first: bool
    ) -> tuple[Rating, tuple[str, ...]]:
        """Return the rating of an answer, and its flags with all that voids its time.

        :param flags: what the shell knows to void it
        :param first: the item was new
        """
        if asked.put_again:
            flags = (*flags, PUT_AGAIN)
        z = None
        if passed and elapsed_ms is not None and VOID.isdisjoint(flags):
            pace = self._pace(asked.question.family, day)
            z = None if pace is None else pace.z(elapsed_ms)
        if z is not None and z > AWAY_FROM:
            flags = (*flags, AWAY)
        if not (passed and self.by_latency):
            return rating_for(passed), flags
        item = asked.entry.item
        timely = in_time(elapsed_ms, item.target_seconds)
        passes = partial(self.store.passes, asked.entry.id, least=PASSES_FOR_EASY)
        return rating_by_latency(z, first=first, in_time=timely, passes=passes), flags

    def _pace(self, family: str, day: StudyDay) -> Pace | None:
        key = family, day
        if key not in self._paces:
            self._paces[key] = Pace.of(self.store.times(family, self.surface, before=day, limit=WINDOW))
        return self._paces[key]


def ratings_again(course: Course, attempts: Iterable[Attempt]) -> Iterator[Rating | None]:
    """Reckon again what ``grading = latency`` makes of a learner's live attempts, in the order of their writing.

    An item that the course does not hold has no target time, so it is never Easy.
    """
    targets = {item: entry.item.target_seconds for item, entry in course.entries.items()}
    unseen = VOID - {AWAY}
    return ratings_by_latency(
        Timed(
            item=one.item_id,
            kind=one.kind,
            family=one.family,
            surface=one.surface,
            day=one.study_day,
            passed=one.rating is not None and one.rating > Rating.AGAIN,
            elapsed_ms=one.elapsed_ms if unseen.isdisjoint(one.flags) else None,
            target_seconds=targets.get(one.item_id),
        )
        for one in attempts
    )
