"""The due day that is written: FSRS's interval, capped, and spread so that one day's new items part.

FSRS's own fuzz is off. It draws past its own range, and drawn anew at each replay it would never agree with what
the learner was told. Here the draw depends on nothing but the item and the number of its attempt.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from srs_roulette.scheduling.types import Rating, StudyDay

if TYPE_CHECKING:
    from srs_roulette.scheduling.replay import Reviewer
    from srs_roulette.scheduling.types import ItemId, Memory

SPREAD_FROM = 3
"""Days. A shorter interval would change by a third or more."""


def interval_cap(day: StudyDay, *, maximum: int, item: int | None = None, exam: StudyDay | None = None) -> int:
    """Return the most days from ``day`` until an item is due, at least 1.

    ``maximum`` is the setting, ``item`` the item's own maximum, both in days. An exam still to come brings the
    item back on its day at the latest; a past one caps nothing.
    """
    caps = [maximum]
    if item is not None:
        caps.append(item)
    if exam is not None and exam > day:
        caps.append(exam - day)
    return max(1, min(caps))


def spread_due(before: Memory | None, after: Memory, rating: Rating, *, item: ItemId, cap: int) -> StudyDay:
    """Return the due day of ``after``, moved by up to 5 % of its interval, at least one day either way.

    ``after`` is due after the unspread interval. Its ``reps`` is n, the number of this attempt: the item's live
    counted attempts since it was last new, this one included. So an answer withdrawn and given again draws the
    same. ``cap`` is the most days, and holds after the spread too. A right answer on the due day or later is never
    followed by less than the interval just passed: the one that was set before and is now over.
    """
    interval = after.due_day - after.last_day
    if interval < SPREAD_FROM:
        return after.due_day
    reach = max(1, round(0.05 * interval))
    days = interval + Random(f"{item}|{after.reps}").randint(-reach, reach)
    if before is not None and rating is not Rating.AGAIN and after.last_day >= before.due_day:
        days = max(days, before.due_day - before.last_day)
    return StudyDay(after.last_day + min(days, cap))


def next_memory(
    reviewer: Reviewer,
    before: Memory | None,
    rating: Rating,
    day: StudyDay,
    *,
    item: ItemId,
    cap: int,
    spread: bool,
) -> Memory:
    """Return what is remembered after an answer, with the due day that is to be written.

    ``cap`` in days is that of ``interval_cap``; ``spread`` is the setting.

    :raises ValueError: the rating is none of the four, or ``before`` holds an impossible value
    """
    after = reviewer.review(before, rating, day, cap=cap)
    if not spread:
        return after
    return replace(after, due_day=spread_due(before, after, rating, item=item, cap=cap))
