"""Activity: when there was practice, how much, and for how many days in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.stats.columns import Day

DEFINITION: Final = (
    "Answers of each study day, of every kind, and their time, of which 60 s at most count for one answer. A study day"
    " is the local day on which it was written down: travel and clock changes do not move it."
)
STREAK_DEFINITION: Final = (
    "Study days in a row with an answer in a sitting or from Anki, up to today, or to yesterday while today has none."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayDone:
    """What was done on one study day."""

    day: StudyDay
    answers: int
    new: int
    """items begun"""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Work, day by day."""

    days: tuple[DayDone, ...]
    """those with an answer, in order"""
    seconds_a_day: float | None
    """the mean over these; None: there are none"""
    longest_streak: int


def activity(days: Mapping[StudyDay, Day], studied: Collection[StudyDay]) -> Activity:
    """Put the days in order.

    :param studied: all study days that a streak counts, of whatever scope
    """
    done = tuple(
        DayDone(day=day, answers=of.answers, new=of.new, seconds=of.milliseconds / 1000)
        for day, of in sorted(days.items())
        if of.answers
    )
    return Activity(
        days=done,
        seconds_a_day=sum(day.seconds for day in done) / len(done) if done else None,
        longest_streak=_longest(studied),
    )


def _longest(days: Collection[StudyDay]) -> int:
    have, longest = set(days), 0
    for day in have:
        if day - 1 not in have:
            length = 1
            while day + length in have:
                length += 1
            longest = max(longest, length)
    return longest
