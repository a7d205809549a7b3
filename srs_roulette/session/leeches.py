"""Items that cost more than they bring: wrong again and again, whatever the schedule does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.types import Rating

if TYPE_CHECKING:
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.store.attempts import Store

LOOKED_AT: Final = 8
"""The last attempts of an item that count; when more than half of so many were wrong, it is a leech (LEARNING.md)."""


@dataclass(frozen=True, slots=True)
class Leech:
    """An item that will not stick."""

    entry: Entry
    wrong: int
    """of its last ``LOOKED_AT`` attempts"""


def leeches(course: Course, store: Store | None) -> list[Leech]:
    """List the leeches of a course that are not paused, most often wrong first."""
    if store is None:
        return []
    least = LOOKED_AT // 2 + 1
    paused = store.paused()
    wrong = {item: ratings.count(Rating.AGAIN) for item, ratings in store.last_ratings(LOOKED_AT, least=least).items()}
    found = [
        Leech(entry, wrong[item])
        for item, entry in course.entries.items()
        if wrong.get(item, 0) >= least and item not in paused
    ]
    return sorted(found, key=lambda leech: -leech.wrong)
