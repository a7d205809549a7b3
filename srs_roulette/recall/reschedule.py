"""Due days set anew by the weights, the retention and the limits in force, all at once and undone as one.

It is the only thing that moves a due day without an answer, and nobody gets it unasked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.recall import interval
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import interval_cap, spread_due
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.session.plan import FORECAST_DAYS
from srs_roulette.store.attempt import RESCHEDULED, Attempt
from srs_roulette.store.backups import back_up_before

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.open import Desk
    from srs_roulette.store.attempts import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An item whose due day changes."""

    item: ItemId
    before: StudyDay
    after: StudyDay


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescheduled:
    """What changes."""

    items: int
    """that have a due day"""
    moved: tuple[Moved, ...]
    load: tuple[tuple[StudyDay, int, int], ...]
    """today with the overdue, then day by day: items due before and after; paused ones left out"""
    backup: Path | None = None
    """made before it was written"""


def look_ahead(opened: Desk, store: Store, course: Course) -> Rescheduled:
    """Reckon what would move. Nothing is changed.

    A new due day is never before today: what should have come back earlier is due today, and what is due already
    and would be so again stays as it is.
    """
    decay, paused, today = store.decay(), store.paused(), opened.today
    memories = {item: memory for item, memory in store.memories().items() if item in course.entries}
    after = {item: _due(opened, course.entries[item], memory, decay) for item, memory in memories.items()}
    moved = tuple(
        Moved(item=item, before=memory.due_day, after=after[item])
        for item, memory in memories.items()
        if max(memory.due_day, today) != after[item]
    )
    active = [item for item in memories if item not in paused]
    due_before = Counter(max(memories[item].due_day, today) for item in active)
    due_after = Counter(after[item] for item in active)
    days = [StudyDay(today + n) for n in range(FORECAST_DAYS)]
    return Rescheduled(
        items=len(memories), moved=moved, load=tuple((day, due_before[day], due_after[day]) for day in days)
    )


def reschedule(opened: Desk, store: Store, course: Course) -> Rescheduled:
    """Write what ``look_ahead`` reckons, in one transaction; without anything to move, nothing.

    :raises StoreError: nothing was written
    """
    found = look_ahead(opened, store, course)
    if not found.moved:
        return found
    backup = back_up_before(store.path, "reschedule", opened.now)

    def rows() -> Iterator[Attempt]:
        # Asked for inside the transaction: what was answered since the first look counts.
        nonlocal found
        found = look_ahead(opened, store, course)
        parameters_id, now_ms, number = store.parameters_id(), utc_ms(opened.now), len(found.moved)
        for place, one in enumerate(found.moved, start=1):
            yield Attempt(
                # Up to now, not from now on: the next answer comes after them all.
                id=now_ms - number + place,
                item_id=one.item,
                kind=Kind.RESCHEDULE,
                surface="terminal",
                zone=opened.zone_name,
                study_day=opened.today,
                due_day=one.after,
                parameters_id=parameters_id,
                flags=(f"{RESCHEDULED}{now_ms}",),
            )

    store.keep(rows())
    return replace(found, backup=backup)


def _due(opened: Desk, entry: Entry, memory: Memory, decay: float) -> StudyDay:
    """Return the due day that the item's last answer would be given now, but not before today."""
    settings, exam = opened.settings, opened.settings.exam_date
    cap = interval_cap(
        memory.last_day,
        maximum=settings.maximum_interval,
        item=entry.item.max_interval,
        exam=exam if exam is not None and exam > opened.today else None,
    )
    days = interval(memory.stability, retention=settings.retention, decay=decay)
    due = StudyDay(memory.last_day + min(days, cap))
    if settings.spread:
        due = spread_due(None, replace(memory, due_day=due), Rating.GOOD, item=entry.id, cap=cap)
    return max(due, opened.today)
