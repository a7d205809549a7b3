"""Skills as learners name them: read from what was typed, and the weakest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NotFound, did_you_mean
from srs_roulette.questions import registry
from srs_roulette.scheduling.rating import VOID, in_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.deck.types import Item
    from srs_roulette.session.course import Course
    from srs_roulette.store.attempts import Store

LOOKED_AT: Final = 400
"""Attempts, newest first, by which a drill finds the weakest and slowest skills."""
WEAKEST: Final = 3
"""Skills that a drill without a family draws from."""


def too_slow(item: Item, elapsed_ms: int | None) -> bool:
    """Tell whether an answer took longer than its item allows at the table."""
    limit = item.limit_seconds
    return limit is not None and (elapsed_ms or 0) > limit * 1000


def check_families(course: Course, words: Iterable[str]) -> tuple[str, ...]:
    """Read the names of families, each once.

    :raises NotFound: no such family, with the nearest; or none of its items is in the course
    """
    names = tuple(dict.fromkeys(word.strip().lower().replace("-", "_") for word in words))
    there = tuple(dict.fromkeys(entry.family for entry in course.entries.values()))
    for name in names:
        registry.family(name)
        if name not in there:
            near = did_you_mean(name, there) or f" They have: {', '.join(there)}."
            raise NotFound(f'The decks in use have no items of the family "{name}".{near}')
    return names


def weakest(course: Course, store: Store) -> tuple[str, ...]:
    """Name the skills most often wrong or slow lately; without a history those of the sections that are open."""
    targets = {e.id: e.item.target_seconds for e in course.entries.values()}
    marks: dict[str, list[float]] = {}
    for attempt in store.attempts(limit=LOOKED_AT):
        if attempt.family is None or attempt.item_id not in targets or attempt.verdict is None:
            continue
        target, timed = targets[attempt.item_id], attempt.elapsed_ms is not None and VOID.isdisjoint(attempt.flags)
        slow = target is not None and timed and not in_time(attempt.elapsed_ms, target)
        marks.setdefault(attempt.family, []).append(1.0 if attempt.verdict != "correct" else 0.5 * slow)
    ranked = sorted(marks, key=lambda name: (-sum(marks[name]) / len(marks[name]), name))
    open_now = course.open({}, store.opened_sections())
    beginning = dict.fromkeys(e.family for e in course.entries.values() if e.section in open_now)
    return tuple(ranked[:WEAKEST]) or tuple(beginning)
