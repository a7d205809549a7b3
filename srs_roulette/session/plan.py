"""What a day holds: due items, new ones that may be begun, repeats of a sitting that was cut short, pauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.recall import recall
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.queue import WAIT, WRONG_A_DAY, Queue, Repeat, cut_short, wrong_today

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.settings import Settings
    from srs_roulette.store.attempt import Attempt, LastAttempt
    from srs_roulette.store.attempts import Store

FORECAST_DAYS: Final = 30
COUNTED_SECONDS: Final = 60
"""An answer's time counts no longer than this towards a limit of minutes: the learner was away."""
EVER: Final = StudyDay(10**9)
"""A day after all due days."""


@dataclass(slots=True, kw_only=True)
class Plan:
    """A day's questions, and what was done of it before."""

    course: Course
    queue: Queue
    wrong: Mapping[ItemId, int]
    """wrong answers of the day by item"""
    ahead: Mapping[ItemId, Memory]
    """what was remembered of the items that are due later and asked for already"""
    paused: frozenset[ItemId]
    section: tuple[str, str] | None
    until: StudyDay | None
    """the learner rests until this day and nothing is asked; ``None``: no pause"""

    def more_new(self, last: Mapping[ItemId, LastAttempt], opened: Collection[tuple[str, str]]) -> bool:
        """Look again for new items, since answers open sections; tell whether there are any."""
        if self.until is not None:
            return False
        self.queue.new = new_entries(self.course, last, opened, self.paused, self.section)
        return bool(self.queue.new)


def plan(
    course: Course,
    store: Store | None,
    today: StudyDay,
    *,
    section: tuple[str, str] | None = None,
    ahead: bool = False,
    pause_until: StudyDay | None = None,
) -> Plan:
    """Lay out a day. Without a data file everything is new.

    :param section: restrict it to one section
    :param ahead: also what is due later, but for items left for tomorrow after too many wrong answers
    :param pause_until: before that day nothing is due and nothing new is offered
    """
    paused = store.paused() if store else frozenset()
    day = Plan(
        course=course, queue=Queue(due=[], new=[]), wrong={}, ahead={}, paused=paused, section=section, until=None
    )
    if pause_until is not None and today < pause_until:
        day.until = pause_until
        return day
    if store is None:
        day.more_new({}, ())
        return day

    def wanted(item: ItemId) -> Entry | None:
        entry = course.entries.get(item)
        return entry if entry and section in {None, entry.section} else None

    attempts = store.attempts_on(today)
    repeats = [entry for item in cut_short(attempts) if item not in paused and (entry := wanted(item))]
    day.wrong = wrong_today(attempts)
    waiting = dict(store.due(EVER if ahead else today))
    for entry in repeats:
        waiting.pop(entry.id, None)
    by_recall = _by_recall(waiting, today, store.decay())
    entries = [entry for item in by_recall if (entry := wanted(item))]
    day.queue.due = [entry for entry in entries if waiting[entry.id].due_day <= today]
    day.queue.ahead = [
        entry for entry in entries if waiting[entry.id].due_day > today and day.wrong.get(entry.id, 0) < WRONG_A_DAY
    ]
    day.queue.repeats = [Repeat(entry, waited=WAIT) for entry in repeats]
    day.ahead = {entry.id: waiting[entry.id] for entry in day.queue.ahead}
    day.more_new(store.last_attempts(), store.opened_sections())
    return day


def _by_recall(memories: Mapping[ItemId, Memory], today: StudyDay, decay: float) -> list[ItemId]:
    """Sort items by what is least likely to be remembered, then by due day."""
    return sorted(memories, key=lambda item: (recall(memories[item], today, decay=decay), memories[item].due_day))


def spent_ms(attempts: Iterable[Attempt]) -> int:
    """Add up the time of answers as it counts towards a limit of minutes."""
    return sum(min(attempt.elapsed_ms or 0, COUNTED_SECONDS * 1000) for attempt in attempts)


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
    until: StudyDay | None
    """the pause that is on ends on this day, with all that fell due; ``None``: no pause"""


def load(course: Course, store: Store | None, settings: Settings, today: StudyDay) -> Load:
    """Count what is due, today and on the days ahead."""
    day_plan = plan(course, store, today, pause_until=settings.pause_until)
    queue = day_plan.queue
    begun = store.new_begun(today) if store else 0
    due = len(queue.due) + len(queue.repeats)
    counts = dict.fromkeys((StudyDay(today + n) for n in range(FORECAST_DAYS)), 0)
    memories: Mapping[ItemId, Memory] = store.memories() if store else {}
    for item, memory in memories.items():
        on = max(memory.due_day, day_plan.until or memory.due_day)
        if item in course.entries and item not in day_plan.paused and on in counts and on > today:
            counts[on] += 1
    counts[today] = due
    return Load(
        study_day=today,
        due=due,
        new=min(len(queue.new), max(0, settings.new_per_day - begun)),
        forecast=tuple(counts.items()),
        until=day_plan.until,
    )


def streak(days: Collection[StudyDay], today: StudyDay) -> int:
    """Count the study days in a row with an answer, up to today, or to yesterday when today has none yet."""
    have = set(days)
    day = today if today in have else StudyDay(today - 1)
    count = 0
    while day in have:
        count, day = count + 1, StudyDay(day - 1)
    return count
