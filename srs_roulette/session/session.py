"""One sitting: the next question, the answer to it, and the way back. The shells draw; this decides and remembers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from srs_roulette.errors import NothingToUndo, RulesError
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import Unreadable, read
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import study_day, utc_ms
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import interval_cap, next_memory
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.session.draws import Draws
from srs_roulette.session.kept import RULES_VERSION, keep
from srs_roulette.session.leeches import leeches
from srs_roulette.session.pace import Timing
from srs_roulette.session.plan import COUNTED_SECONDS, plan, spent_ms
from srs_roulette.session.queue import WRONG_A_DAY
from srs_roulette.session.sitting import Asked, Feedback, Flagged, Limits, Tally
from srs_roulette.store.attempt import Attempt
from srs_roulette.store.attempts import CLOCK_SLACK_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime, tzinfo
    from random import Random

    from srs_roulette.deck.types import Section
    from srs_roulette.scheduling.replay import Reviewer
    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.leeches import Leech
    from srs_roulette.session.settings import Settings
    from srs_roulette.session.sitting import Reason
    from srs_roulette.store.attempts import Recorded, Store


@dataclass(frozen=True, slots=True)
class _Step:
    """An answered question that can be taken back."""

    asked: Asked
    attempt: int
    failed: bool
    milliseconds: int


class _Outdated(Exception):
    """Other weights are in force than the sitting has."""


class Session:
    """Puts questions and stores answers. One learner, one surface."""

    def __init__(
        self,
        course: Course,
        store: Store,
        settings: Settings,
        *,
        scheduler: Callable[[tuple[float, ...] | None], Reviewer],
        rng: Random,
        zone: tzinfo,
        zone_name: str,
        now: datetime,
        limits: Limits | None = None,
        section: tuple[str, str] | None = None,
        ahead: bool = False,
        surface: str = "terminal",
    ) -> None:
        """``rng`` gives the seeds of the draws; ``section`` restricts the sitting to one.

        ``scheduler`` makes one of personal weights, or with None of the defaults. With ``ahead`` the sitting goes on to
        what is due later.
        """
        self.course, self.store, self.settings = course, store, settings
        self.rng, self.zone, self.zone_name = rng, zone, zone_name
        self.limits, self.surface, self.section = limits or Limits(), surface, section
        self._scheduler = scheduler
        self._take_parameters()
        self.tally = Tally()
        self.today = self.day_of(now)
        newest = store.newest_id()
        self.clock_back = newest is not None and utc_ms(now) < newest - CLOCK_SLACK_MS
        """the clock stands before the newest attempt"""
        self.plan = plan(course, store, self.today, section=section, ahead=ahead, pause_until=settings.pause_until)
        self.refused = [entry for entry in course.refused if section in {None, entry.section}]
        """left out: what they ask about is not played in the house in force"""
        self._wrong: dict[ItemId, int] = dict(self.plan.wrong)
        self._front: list[Asked] = []
        self._open: Asked | None = None
        self._steps: list[_Step] = []
        self._asked = 0
        self._draws = Draws(store, rng)
        self._timing = Timing(store, surface, by_latency=settings.grading == "latency")
        self._taught: set[tuple[str, str]] = set()

    def day_of(self, now: datetime) -> StudyDay:
        """Return the learner's study day at an instant."""
        return study_day(now, self.zone, self.settings.rollover)

    def next(self, now: datetime) -> Asked | Reason:
        """Put the next question, or say why the sitting ends.

        ``limit``: a limit of the day or of this sitting holds something back; ``done``: nothing is left.
        """
        self._open = None
        self.today = self.day_of(now)
        if self._out_of_time():
            return "limit" if self._front or self._held_back(repeats=True) else "done"
        if self._front:
            self._asked += 1
            again = self._front.pop(0)
            seen = self.store.newest_attempt(again.entry.id)
            self._open = replace(again, n=self._asked, left=self.left(again), seen=seen, put_again=True)
            return self._open
        while (taken := self._take(now)) is not None:
            try:
                self._open = self._put(*taken)
            except RulesError:
                # A course cannot draw every item to see that its house plays it.
                self.refused.append(taken[0])
                self.plan.paused |= {taken[0].id}
                continue
            return self._open
        return "limit" if self._held_back() else "done"

    def answer(
        self,
        asked: Asked,
        raw: str,
        elapsed_ms: int | None,
        now: datetime,
        names: Mapping[str, str],
        *,
        flags: tuple[str, ...] = (),
    ) -> Feedback | Unreadable:
        """Judge an answer and store it, durably, before anything is said of it.

        :param names: choice keys to their words in the learner's language
        :param flags: what voids its time, as in ``scheduling.rating.VOID``
        :raises StoreError: it was not saved; the question stays open
        """
        given = read(raw, asked.question, names)
        if isinstance(given, Unreadable):
            return given
        verdict = grade(asked.question, given)
        before = self.store.memory(asked.entry.id)
        day = self.day_of(now) if before is None else StudyDay(max(self.day_of(now), before.last_day))
        rating, flags = self._timing.rate(asked, day, elapsed_ms, flags, passed=verdict.passed, first=before is None)
        attempt = Attempt(
            id=utc_ms(now),
            item_id=asked.entry.id,
            kind=asked.kind,
            surface=self.surface,
            family=asked.question.family,
            house=asked.question.house,
            params=asked.kept,
            seed=asked.seed,
            rules_version=RULES_VERSION,
            zone=self.zone_name,
            study_day=day,
            elapsed_ms=elapsed_ms,
            given=raw,
            expected=verdict.expected,
            verdict=verdict.kind.value,
            slip=verdict.slip,
            rating=rating,
            flags=flags,
        )
        recorded = self._record(asked, attempt, rating)
        self._draws.note(asked.question.family, verdict.slip)
        self._settle(asked, recorded.attempt, failed=not verdict.passed, elapsed_ms=elapsed_ms or 0)
        return Feedback(attempt=recorded.attempt, verdict=verdict, memory=recorded.memory, overtaken=recorded.overtaken)

    def undo(self, now: datetime) -> Attempt | None:
        """Withdraw the sitting's last answer, ``None`` without one: its question is put again, then the open one."""
        if not self._steps:
            return None
        step = self._steps[-1]
        try:
            undone = self.store.undo(step.attempt, utc_ms(now))
        except NothingToUndo:  # another process withdrew it
            undone = self.store.attempt(step.attempt)
        self._steps.pop()
        waiting = [*([self._open] if self._open else []), *self._front]
        self._open = None
        entry = step.asked.entry
        if step.failed:
            # The repeat that the withdrawn answer caused goes too, wherever it waits.
            self._wrong[entry.id] -= 1
            self.plan.queue.drop_repeat(entry)
            waiting = [asked for asked in waiting if asked.entry.id != entry.id]
        self._front = [step.asked, *waiting]
        self._count(step.asked, -1, failed=step.failed, milliseconds=step.milliseconds)
        return undone

    def flag(self, text: str, now: datetime) -> Flagged | None:
        """Call the key of the sitting's last answer wrong: its item is paused, its repeat dropped.

        :raises NotSaved: nothing was written
        """
        if not self._steps:
            return None
        step = self._steps[-1]
        flag = self.store.flag(step.attempt, text, utc_ms(now))
        entry = step.asked.entry
        self.plan.paused |= {entry.id}
        self.plan.queue.drop_repeat(entry)
        self._front = [asked for asked in self._front if asked.entry.id != entry.id]
        open_too = self._open is not None and self._open.entry.id == entry.id
        if open_too:
            self._open = None
        return Flagged(flag, open_too)

    def lesson(self, asked: Asked) -> Section | None:
        """Return the section to be taught before this question: none of its items was ever seen; once a sitting."""
        key = asked.entry.section
        section = self.course.sections()[key]
        if not (asked.new and section.lesson) or key in self._taught:
            return None
        self._taught.add(key)
        seen = self.store.memories().keys()
        return None if seen & set(self.course.members[key]) else section

    def left(self, asked: Asked) -> int:
        """Count the questions planned from ``asked`` on, itself included."""
        queue, ahead = self.plan.queue, [asked, *self._front]
        reviews = sum(one.kind is Kind.REVIEW for one in ahead)
        new = sum(one.new for one in ahead)
        more_due = self.settings.reviews_per_day - self.store.reviews_done(self.today) - (reviews - new)
        more_new = self._new_limit() - self._new_begun(self.today) - new
        planned = min(len(queue.due) + len(queue.ahead), max(0, more_due)) + min(len(queue.new), max(0, more_new))
        if self.limits.answers is not None:
            planned = min(planned, max(0, self.limits.answers - self.tally.reviews - reviews))
        return planned + len(queue.repeats) + len(ahead)

    def next_due(self) -> StudyDay | None:
        """Return the earliest day on which an item of this course is due; ``None`` when none was ever answered."""
        asked = self.course.entries.keys() - self.plan.paused
        days = [memory.due_day for item, memory in self.store.memories().items() if item in asked]
        return max(min(days), self.plan.until or min(days)) if days else None

    def leeches(self) -> list[Leech]:
        """List the leeches among the items answered in this sitting."""
        met = {step.asked.entry.id for step in self._steps}
        return [leech for leech in leeches(self.course, self.store) if leech.entry.id in met] if met else []

    def _take(self, now: datetime) -> tuple[Entry, bool, int | None] | None:
        """Return what comes next, whether it is a repeat, and the item's newest attempt when it was looked at."""
        queue, today, within = self.plan.queue, self.day_of(now), self._may_ask()
        reviews = within and self.store.reviews_done(today) < self.settings.reviews_per_day
        while True:
            if queue.ahead and not queue.new and within and self._new_allowed(today):
                # The new items of the day come before what is due later, and answers may have opened a section.
                self._look_again()
            taken = queue.take(review_allowed=reviews, new_allowed=lambda: within and self._new_allowed(today))
            if taken is None and self._look_again():
                taken = queue.take(review_allowed=False, new_allowed=lambda: within and self._new_allowed(today))
            if taken is None:
                return None
            # Before looking whether it was done elsewhere: what is answered there from here on overtakes this one.
            seen = self.store.newest_attempt(taken[0].id)
            if not self._done_elsewhere(*taken, today):
                return *taken, seen

    def _look_again(self) -> bool:
        return self.plan.more_new(self.store.last_attempts(), self.store.opened_sections())

    def _done_elsewhere(self, entry: Entry, repeat: bool, today: StudyDay) -> bool:  # noqa: FBT001 - as taken
        """Tell whether another process has answered a question of the plan meanwhile."""
        memory = self.store.memory(entry.id)
        if repeat or memory is None or memory.due_day <= today:
            return False
        return memory != self.plan.ahead.get(entry.id)

    def _put(self, entry: Entry, repeat: bool, seen: int | None) -> Asked:  # noqa: FBT001 - as taken
        seed, question = self._draws.draw(entry)
        self._asked += 1
        asked = Asked(
            n=self._asked,
            entry=entry,
            question=question,
            kept=keep(question, house(entry.house)),
            seed=seed,
            kind=Kind.RELEARN if repeat else Kind.REVIEW,
            new=not repeat and self.store.memory(entry.id) is None,
            left=0,
            seen=seen,
        )
        return replace(asked, left=self.left(asked))

    def _take_parameters(self) -> None:
        held = self.store.optimization()
        self.parameters_id = held.id if held else None
        self.reviewer = self._scheduler(held.weights if held else None)

    def _record(self, asked: Asked, attempt: Attempt, rating: Rating) -> Recorded:
        def schedule(memory: Memory | None) -> Memory:
            if self.store.parameters_id() != self.parameters_id:
                raise _Outdated
            return self._schedule(asked.entry, memory, rating, attempt.study_day)

        try:
            return self.store.record(replace(attempt, parameters_id=self.parameters_id), schedule, seen=asked.seen)
        except _Outdated:
            # Another process optimized meanwhile. Nothing was written yet, and its weights hold from this answer on.
            self._take_parameters()
            return self._record(asked, attempt, rating)

    def _schedule(self, entry: Entry, memory: Memory | None, rating: Rating, day: StudyDay) -> Memory:
        cap = interval_cap(
            day, maximum=self.settings.maximum_interval, item=entry.item.max_interval, exam=self.settings.exam_date
        )
        return next_memory(self.reviewer, memory, rating, day, item=entry.id, cap=cap, spread=self.settings.spread)

    def _settle(self, asked: Asked, stored: Attempt, *, failed: bool, elapsed_ms: int) -> None:
        self._open = None
        milliseconds = min(elapsed_ms, COUNTED_SECONDS * 1000)
        self._steps.append(_Step(asked, stored.id, failed, milliseconds))
        self._count(asked, 1, failed=failed, milliseconds=milliseconds)
        if failed:
            wrong = self._wrong[asked.entry.id] = self._wrong.get(asked.entry.id, 0) + 1
            if wrong < WRONG_A_DAY:
                self.plan.queue.again(asked.entry)

    def _count(self, asked: Asked, sign: int, *, failed: bool, milliseconds: int) -> None:
        self.tally.answered += sign
        self.tally.right += sign * (not failed)
        self.tally.reviews += sign * (asked.kind is Kind.REVIEW)
        self.tally.new += sign * asked.new
        self.tally.milliseconds += sign * milliseconds

    def _may_ask(self) -> bool:
        return self.limits.answers is None or self.tally.reviews < self.limits.answers

    def _new_limit(self) -> int:
        return self.settings.new_per_day if self.limits.new is None else self.limits.new

    def _new_begun(self, today: StudyDay) -> int:
        return self.store.new_begun(today) if self.limits.new is None else self.tally.new

    def _new_allowed(self, today: StudyDay) -> bool:
        return self._new_begun(today) < self._new_limit()

    def _out_of_time(self) -> bool:
        here, day = self.limits.minutes, self.settings.minutes_per_day
        if here is not None and self.tally.milliseconds >= here * 60_000:
            return True
        return day > 0 and spent_ms(self.store.attempts_on(self.today)) >= day * 60_000

    def _held_back(self, *, repeats: bool = False) -> bool:
        """Tell whether a limit keeps anything from being asked; no new items at all is a wish, not a limit."""
        queue = self.plan.queue
        new = self._new_limit() > 0 and self._look_again()
        return bool(queue.due or queue.ahead) or new or (repeats and bool(queue.repeats))
