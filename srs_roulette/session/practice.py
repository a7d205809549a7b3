"""Asking without scheduling: drills, tests of fixed length, the placement. Kept in the history; no due day moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NotFound, RulesError
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import Unreadable, read
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import study_day, utc_ms
from srs_roulette.scheduling.rating import rating_for
from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.draws import Draws
from srs_roulette.session.kept import RULES_VERSION, keep
from srs_roulette.session.plan import COUNTED_SECONDS
from srs_roulette.session.sitting import Asked, Feedback, Flagged, Tally
from srs_roulette.session.skills import too_slow, weakest
from srs_roulette.store.attempt import Attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from random import Random

    from srs_roulette.deck.types import Section
    from srs_roulette.questions.types import Question
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.open import Desk
    from srs_roulette.session.sitting import Reason
    from srs_roulette.store.attempts import Store

PLACEMENT_QUESTIONS: Final = 3
"""Draws of a section that must all be right for the placement to open it."""


class Practice(ABC):
    """Puts questions of its own choice and stores the answers as ``kind``."""

    kind: Kind
    surface = "terminal"
    """where it is answered, as in ``Attempt.surface``"""

    def __init__(self, course: Course, desk: Desk, rng: Random) -> None:
        """``desk`` must be open for writing."""
        if desk.store is None:
            raise ValueError("Practice needs a file to write to.")
        self.course, self.desk, self.rng = course, desk, rng
        self.store: Store = desk.store
        self.tally = Tally()
        self.paused = set(self.store.paused())
        self.refused: list[Entry] = []
        """left out: what they ask about turned out not to be played in the house in force"""
        self._draws = Draws(self.store, rng)
        self._last: Attempt | None = None
        self._asked = 0

    @abstractmethod
    def choose(self) -> Entry | None:
        """Choose what to ask next; ``None`` ends the practice."""

    @abstractmethod
    def left(self) -> int | None:
        """Count the questions still to come; ``None`` where there is no end."""

    def answered(self, asked: Asked, *, right: bool, elapsed_ms: int | None) -> None:  # noqa: B027 - not all need it
        """Take note of an answer."""

    def leave_out(self, entry: Entry) -> None:
        """Ask an item no more: its house does not play what it asks about."""
        self.refused.append(entry)
        self.paused.add(entry.id)

    def section_entries(self, section: tuple[str, str]) -> list[Entry]:
        """List the items of a section, borrowed ones too, that are not paused."""
        return [self.course.entries[item] for item in self.course.members.get(section, ()) if item not in self.paused]

    def next(self, _now: datetime, /) -> Asked | Reason:
        """Put the next question."""
        while (entry := self.choose()) is not None:
            try:
                seed, question = self._draws.draw(entry)
            except RulesError:
                # A course cannot draw every item to see that its house plays it.
                self.leave_out(entry)
                continue
            return self._put(entry, seed, question)
        return "done"

    def _put(self, entry: Entry, seed: int, question: Question) -> Asked:
        self._asked += 1
        more = self.left()
        return Asked(
            n=self._asked,
            entry=entry,
            question=question,
            kept=keep(question, house(entry.house)),
            seed=seed,
            kind=self.kind,
            new=False,
            left=None if more is None else more + 1,
            seen=None,
        )

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
        """Judge an answer and store it; the schedule does not move.

        :raises StoreError: it was not saved
        """
        given = read(raw, asked.question, names)
        if isinstance(given, Unreadable):
            return given
        verdict = grade(asked.question, given)
        attempt = Attempt(
            id=utc_ms(now),
            item_id=asked.entry.id,
            kind=self.kind,
            surface=self.surface,
            family=asked.question.family,
            house=asked.question.house,
            params=asked.kept,
            seed=asked.seed,
            rules_version=RULES_VERSION,
            zone=self.desk.zone_name,
            study_day=study_day(now, self.desk.zone, self.desk.settings.rollover),
            elapsed_ms=elapsed_ms,
            given=raw,
            expected=verdict.expected,
            verdict=verdict.kind.value,
            slip=verdict.slip,
            rating=rating_for(verdict.passed),
            flags=flags,
        )
        [stored] = self.store.keep([attempt])
        self._last = stored
        self._draws.note(asked.question.family, verdict.slip)
        self.tally.answered += 1
        self.tally.right += verdict.passed
        self.tally.milliseconds += min(elapsed_ms or 0, COUNTED_SECONDS * 1000)
        self.answered(asked, right=verdict.passed, elapsed_ms=elapsed_ms)
        return Feedback(attempt=stored, verdict=verdict, memory=None, overtaken=False)

    def undo(self, _now: datetime) -> Attempt | None:
        """Withdraw nothing: an answer that moves no day is no mistake to take back, and a score would be for sale."""
        return None

    def flag(self, text: str, now: datetime) -> Flagged | None:
        """Call the key of the last answer wrong; its item is paused and asked no more.

        :raises NotSaved: nothing was written
        """
        if self._last is None:
            return None
        flag = self.store.flag(self._last.id, text, utc_ms(now))
        self.paused.add(flag.item_id)
        return Flagged(flag, open_too=False)

    def lesson(self, _asked: Asked) -> Section | None:
        """Teach nothing: whoever practises asked for questions."""
        return None


class Drill(Practice):
    """Free practice of some families, without end or against the clock."""

    kind = Kind.DRILL

    def __init__(
        self,
        course: Course,
        desk: Desk,
        rng: Random,
        families: Sequence[str] = (),
        *,
        seconds: int | None = None,
        clock: Callable[[], float],
    ) -> None:
        """``families`` none: the weakest and slowest skills of the history; ``clock`` only runs forward."""
        super().__init__(course, desk, rng)
        self.families = tuple(families) or weakest(course, self.store)
        self.seconds, self.clock = seconds, clock
        self.score = 0
        """right answers within the time"""
        self._began: float | None = None
        self._previous: Entry | None = None

    @property
    def record_key(self) -> str:
        """Name of the personal best of these families in this time."""
        return f"best.{'+'.join(sorted(self.families))}.{self.seconds}"

    def seconds_left(self) -> float | None:
        """Return what remains of the time, which begins with the first question; ``None`` without a clock."""
        if self.seconds is None:
            return None
        return self.seconds if self._began is None else self.seconds - (self.clock() - self._began)

    def choose(self) -> Entry | None:
        """Draw a family, then any item of it, whatever its section: a family of many items is asked no oftener."""
        remaining = self.seconds_left()
        if remaining is not None and remaining <= 0:
            return None
        if self._began is None:
            self._began = self.clock()
        of: dict[str, list[Entry]] = {}
        for entry in self.course.entries.values():
            if entry.family in self.families and entry.id not in self.paused:
                of.setdefault(entry.family, []).append(entry)
        if not of:
            return None
        entries = of[self.rng.choice(list(of))]
        others = [entry for entry in entries if entry is not self._previous]
        self._previous = self.rng.choice(others or entries)
        return self._previous

    def left(self) -> int | None:
        """Say that a drill has no number of questions."""
        return None

    def answered(self, asked: Asked, *, right: bool, elapsed_ms: int | None) -> None:  # noqa: ARG002 - its own clock
        """Count what was right before the time was up."""
        remaining = self.seconds_left()
        self.score += right and (remaining is None or remaining >= 0)

    def best(self) -> int | None:
        """Return the personal best: most right answers of a sprint."""
        kept = self.store.setting(self.record_key)
        return int(kept) if kept else None

    def keep_best(self) -> bool:
        """Keep this sprint's score if there was never a higher one; tell whether there was none."""
        if self.seconds is None or self.score <= (self.best() or 0):
            return False
        self.store.set_setting(self.record_key, str(self.score))
        return True

    def per_minute(self) -> float | None:
        """Return right answers a minute: of the sprint's time, else of the time spent answering."""
        seconds = self.tally.milliseconds / 1000
        if self.seconds is not None:
            seconds = self.seconds - max(0.0, self.seconds_left() or 0.0)
        return self.score * 60 / seconds if seconds else None


class Test(Practice):
    """A section asked at fixed length; an answer beyond its limit of time is a fault."""

    __test__ = False  # no test of pytest's
    kind = Kind.TEST

    def __init__(self, course: Course, desk: Desk, rng: Random, section: tuple[str, str], questions: int) -> None:
        """Draw the items: each once before any comes twice.

        :raises NotFound: the section has no items that may be asked
        """
        super().__init__(course, desk, rng)
        self._section = section
        entries = self._entries()
        rounds = -(-questions // len(entries))
        drawn = [entry for _ in range(rounds) for entry in rng.sample(entries, len(entries))]
        self._waiting = deque(drawn[:questions])
        self.questions = questions
        self.points = 0
        self.too_slow = 0
        """right answers that came too late"""

    def choose(self) -> Entry | None:
        """Take the next of the drawn items."""
        return self._waiting.popleft() if self._waiting else None

    def leave_out(self, entry: Entry) -> None:
        """Draw other items of the section in its place.

        :raises NotFound: there are none
        """
        super().leave_out(entry)
        waiting = [one for one in self._waiting if one is not entry]
        missing = len(self._waiting) - len(waiting) + 1
        self._waiting = deque([*waiting, *self.rng.choices(self._entries(), k=missing)])

    def left(self) -> int | None:
        """Count the questions still to come."""
        return len(self._waiting)

    def _entries(self) -> list[Entry]:
        if entries := self.section_entries(self._section):
            return entries
        raise NotFound(f'The section "{self._section[1]}" has no items to ask.')

    def answered(self, asked: Asked, *, right: bool, elapsed_ms: int | None) -> None:
        """Count a point for a right answer in time."""
        slow = too_slow(asked.entry.item, elapsed_ms)
        self.points += right and not slow
        self.too_slow += right and slow

    def percent(self) -> int:
        """Return the score, of all questions of the test, rounded down."""
        return self.points * 100 // self.questions


class Placement(Practice):
    """Three draws of each section, in order; three right open it and put its items last. No memory is made up."""

    kind = Kind.TEST

    def __init__(self, course: Course, desk: Desk, rng: Random) -> None:
        """Leave out the sections that were placed before and those already known by reviews."""
        super().__init__(course, desk, rng)
        self.opened: list[tuple[str, str]] = []
        """the sections that this placement opened"""
        self._passed = course.placed(self.store.opened_sections()) | course.known(self.store.last_attempts())
        self._sections = deque(section for section in course.sections() if section not in self._passed)
        self._round: deque[Entry] = deque()
        self._section: tuple[str, str] | None = None

    def choose(self) -> Entry | None:
        """Take the next draw of the section, or the first of the next section whose requirements were passed."""
        while not self._round and self._sections:
            section = self._sections.popleft()
            entries = self.section_entries(section)
            if entries and self._reached(section):
                self._section = section
                self._round = deque(self._three(entries))
        return self._round.popleft() if self._round else None

    def leave_out(self, entry: Entry) -> None:
        """Draw others of the section in its place, where there are any; else go on to the next."""
        super().leave_out(entry)
        missing = self._round.count(entry) + 1
        others = self.section_entries(self._section) if self._section else []
        self._round = deque(one for one in self._round if one is not entry)
        self._round.extend(self.rng.choices(others, k=missing) if others else ())

    def left(self) -> int | None:
        """Count at most: the draws of this section and three of each that may follow."""
        return len(self._round) + PLACEMENT_QUESTIONS * len(self._sections)

    def answered(self, asked: Asked, *, right: bool, elapsed_ms: int | None) -> None:  # noqa: ARG002 - time is no matter
        """End the section's draws at a wrong answer; open it at the last right one."""
        if right and self._round:
            return
        self._round.clear()
        if right and self._section:
            self._passed.add(self._section)
            self.opened.append(self._section)
            self.store.open_section(*self._section, utc_ms(self.desk.now), "placement")
        # Whatever stands behind a section that was not passed will not be asked any more.
        self._sections = deque(section for section in self._sections if self._may_be_reached(section))

    def open_now(self) -> frozenset[tuple[str, str]]:
        """List the sections that are open, however they came to be."""
        return self.course.open(self.store.last_attempts(), self.store.opened_sections())

    def _reached(self, section: tuple[str, str]) -> bool:
        return all((section[0], key) in self._passed for key in self.course.sections()[section].requires)

    def _may_be_reached(self, section: tuple[str, str]) -> bool:
        hoped = self._passed | set(self._sections)
        return all(required in hoped for required in self.course.required(section))

    def _three(self, entries: list[Entry]) -> Iterable[Entry]:
        """Choose different items, or the same ones again where there are not so many."""
        if len(entries) >= PLACEMENT_QUESTIONS:
            return self.rng.sample(entries, PLACEMENT_QUESTIONS)
        return self.rng.choices(entries, k=PLACEMENT_QUESTIONS)
