"""What a day holds: due items, new ones that may be begun, repeats of a sitting that was cut short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.recall import DECAY, recall
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.queue import WAIT, Queue, Repeat, cut_short, wrong_today

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.settings import Settings
    from srs_roulette.store.attempt import LastAttempt
    from srs_roulette.store.attempts import Store

FORECAST_DAYS: Final = 30


@dataclass(slots=True, kw_only=True)
class Plan:
    """A day's questions, and what was done of it before."""

    course: Course
    queue: Queue
    wrong: Mapping[ItemId, int]
    """wrong answers of the day by item"""
    spent_ms: int
    """time of the day's answers, each up to a minute"""
    paused: frozenset[ItemId]
    section: tuple[str, str] | None

    def more_new(self, last: Mapping[ItemId, LastAttempt], opened: Collection[tuple[str, str]]) -> bool:
        """Look again for new items, since answers open sections; tell whether there are any."""
        self.queue.new = new_entries(self.course, last, opened, self.paused, self.section)
        return bool(self.queue.new)


def plan(
    course: Course,
    store: Store | None,
    today: StudyDay,
    *,
    section: tuple[str, str] | None = None,
    decay: float | None = None,
) -> Plan:
    """Lay out a day. Without a data file everything is new.

    :param section: restrict it to one section
    :param decay: FSRS's own, by default; personal parameters bring theirs
    """
    if store is None:
        queue = Queue(due=[], new=new_entries(course, {}, (), frozenset(), section))
        return Plan(course=course, queue=queue, wrong={}, spent_ms=0, paused=frozenset(), section=section)

    def wanted(item: ItemId) -> Entry | None:
        entry = course.entries.get(item)
        return entry if entry and section in {None, entry.section} else None

    by_recall: list[tuple[float, Entry]] = []
    for item, memory in store.due(today):
        if entry := wanted(item):
            by_recall.append((recall(memory, today, decay=decay or DECAY), entry))
    by_recall.sort(key=lambda pair: pair[0])
    attempts, paused = store.attempts_on(today), store.paused()
    repeats = [entry for item in cut_short(attempts) if item not in paused and (entry := wanted(item))]
    repeated = {entry.id for entry in repeats}
    queue = Queue(
        due=[entry for _, entry in by_recall if entry.id not in repeated],
        new=new_entries(course, store.last_attempts(), store.opened_sections(), paused, section),
        repeats=[Repeat(entry, waited=WAIT) for entry in repeats],
    )
    return Plan(
        course=course,
        queue=queue,
        wrong=wrong_today(attempts),
        spent_ms=sum(min(a.elapsed_ms or 0, 60_000) for a in attempts),
        paused=paused,
        section=section,
    )


def new_entries(
    course: Course,
    last: Mapping[ItemId, LastAttempt],
    opened: Collection[tuple[str, str]],
    paused: frozenset[ItemId],
    section: tuple[str, str] | None,
) -> list[Entry]:
    """List the items never seen whose section is open, in deck order; those of placed sections come last."""
    open_now, placed = course.open(last, opened), course.placed(opened)
    entries = [
        entry
        for entry in course.entries.values()
        if entry.id not in last
        and entry.id not in paused
        and entry.section in open_now
        and section in {None, entry.section}
    ]
    return sorted(entries, key=lambda entry: entry.section in placed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The days ahead."""

    study_day: StudyDay
    due: int
    """due up to today, repeats of a cut sitting included"""
    new: int
    """new items that may still be begun today"""
    forecast: tuple[tuple[StudyDay, int], ...]
    """today with the overdue, then day by day"""


def load(course: Course, store: Store | None, settings: Settings, today: StudyDay) -> Load:
    """Count what is due, today and on the days ahead."""
    day_plan = plan(course, store, today)
    queue = day_plan.queue
    begun = store.new_begun(today) if store else 0
    due = len(queue.due) + len(queue.repeats)
    counts = dict.fromkeys((StudyDay(today + n) for n in range(FORECAST_DAYS)), 0)
    memories: Mapping[ItemId, Memory] = store.memories() if store else {}
    for item, memory in memories.items():
        if (
            item in course.entries
            and item not in day_plan.paused
            and memory.due_day in counts
            and memory.due_day > today
        ):
            counts[memory.due_day] += 1
    counts[today] = due
    return Load(
        study_day=today,
        due=due,
        new=min(len(queue.new), max(0, settings.new_per_day - begun)),
        forecast=tuple(counts.items()),
    )


def streak(days: Collection[StudyDay], today: StudyDay) -> int:
    """Count the study days in a row with an answer, up to today, or to yesterday when today has none yet."""
    have = set(days)
    day = today if today in have else StudyDay(today - 1)
    count = 0
    while day in have:
        count, day = count + 1, StudyDay(day - 1)
    return count
