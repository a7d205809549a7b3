"""What a plan makes of memories: the days to come, played with chances in place of answers.

An item goes on in parts. Where it is remembered with a chance of 0.9, nine tenths of it are answered right and one
tenth wrong, each goes on by FSRS, and parts that stand alike are joined. So what is known is an expected value, and the
same plan always gives the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.spread import interval_cap
from srs_roulette.scheduling.types import Rating, StudyDay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from srs_roulette.scheduling.forward import Forward

_AGAIN, _GOOD = Rating.AGAIN.value, Rating.GOOD.value
_STEPS: Final = 4
"""Parts of a group with one last day and one due day are joined when their stabilities lie on the same of so many steps
from 1 to e."""
_LEAST: Final = 0.002
"""Of an item: a part that is wrong and smaller goes with the part that is right."""
_NOTHING: Final = 1e-9

_Part = tuple[int, int, float, float, float]
"""Group, last day, stability, difficulty, and how much of an item it is."""


@dataclass(frozen=True, slots=True)
class Group:
    """Items that are told of together and scheduled alike."""

    seconds: float
    """that an answer takes"""
    max_interval: int | None
    """days; ``None``: no other than everybody's"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An item that has a memory."""

    group: int
    stability: float
    difficulty: float
    last_day: StudyDay
    due_day: StudyDay | None
    """``None``: it is paused, and not asked"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a day may hold, or what of it is used up; ``inf``: without limit."""

    new: int
    reviews: float
    seconds: float
    """of answering"""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """How the learner stands, and all that no plan changes."""

    today: StudyDay
    date: StudyDay
    """when is told what is known; the day before it is the last one with answers"""
    groups: Sequence[Group]
    seen: Sequence[Seen]
    new: Sequence[int]
    """the groups of the items not seen yet, in the order in which they are begun"""
    first_right: float
    """the chance that the first answer to a new item is right"""
    forward: Forward
    retention: float
    maximum_interval: int
    """days"""
    exam: StudyDay | None
    pause_until: StudyDay | None
    done: Limits
    """today's answers so far"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a plan."""

    known: Sequence[float]
    """the expected number of items known on the date, by group"""
    seconds: Sequence[float]
    """of answering, day by day"""
    reviews: Sequence[float]
    """due items that are asked, day by day"""


def play(world: World, limits: Limits) -> Outcome:
    """Play the days from today to the one before the date, with the same limits on each."""
    return _Play(world, limits).run()


class _Play:
    __slots__ = ("_caps", "_due", "_known", "_limits", "_new", "_stretch", "_waiting", "_world")

    def __init__(self, world: World, limits: Limits) -> None:
        self._world, self._limits = world, limits
        # By day: what makes parts alike to their weight, stability and difficulty, summed up.
        self._due: list[dict[tuple[int, int, int], list[float]]] = [{} for _ in range(world.date - world.today)]
        self._waiting: list[_Part] = []
        """due on an earlier day"""
        self._known = [0.0] * len(world.groups)
        self._new = deque(world.new)
        self._caps: list[int] = []
        self._stretch = world.forward.stretch(world.retention)

    def run(self) -> Outcome:
        world = self._world
        for one in world.seen:
            due = world.date if one.due_day is None else max(one.due_day, world.today)
            self._put(due, (one.group, one.last_day, one.stability, one.difficulty, 1.0))
        days = [self._day(StudyDay(day)) for day in range(world.today, world.date)]
        for part in self._waiting:
            self._arrive(part)
        return Outcome(self._known, [seconds for seconds, _ in days], [reviews for _, reviews in days])

    def _put(self, due: int, part: _Part) -> None:
        """Let a part wait for its due day; one that comes later than the date is done with."""
        if due >= self._world.date:
            self._arrive(part)
            return
        group, last_day, stability, difficulty, weight = part
        alike = self._due[due - self._world.today].setdefault(
            (group, last_day, int(_STEPS * log(stability))), [0.0, 0.0, 0.0]
        )
        alike[0] += weight
        alike[1] += weight * stability
        alike[2] += weight * difficulty

    def _arrive(self, part: _Part) -> None:
        group, last_day, stability, _, weight = part
        self._known[group] += weight * self._recall(stability, last_day, self._world.date)

    def _recall(self, stability: float, last_day: int, day: int) -> float:
        return self._world.forward.recall(stability, max(0, day - last_day))

    def _day(self, day: StudyDay) -> tuple[float, float]:
        """Play a day and return the seconds of answering, and how many due items were asked."""
        world = self._world
        due = self._due[day - world.today]
        parts = self._waiting + [
            (group, last_day, stability / weight, difficulty / weight, weight)
            for (group, last_day, _), (weight, stability, difficulty) in due.items()
        ]
        due.clear()
        if world.pause_until is not None and day < world.pause_until:
            self._waiting = parts
            return 0.0, 0.0
        self._caps = [
            interval_cap(day, maximum=world.maximum_interval, item=group.max_interval, exam=world.exam)
            for group in world.groups
        ]
        done = world.done if day == world.today else Limits(new=0, reviews=0, seconds=0)
        seconds = self._limits.seconds - done.seconds
        spent, reviews = self._review(day, parts, seconds, self._limits.reviews - done.reviews)
        return spent + self._begin(day, self._limits.new - done.new, seconds - spent), reviews

    def _review(self, day: StudyDay, parts: Iterable[_Part], seconds: float, reviews: float) -> tuple[float, float]:
        """Ask what is due, the least sure first, as long as there is room; return the seconds it took, and how much."""
        spent = done = 0.0
        self._waiting = []
        for chance, part in sorted((self._recall(part[2], part[1], day), part) for part in parts):
            group, last_day, stability, difficulty, weight = part
            # A wrong answer is repeated once.
            each = self._world.groups[group].seconds * (2 - chance)
            asked = max(0.0, min(weight, (seconds - spent) / each, reviews - done))
            if weight - asked > _NOTHING:
                self._waiting.append((group, last_day, stability, difficulty, weight - asked))
            if asked > _NOTHING:
                spent += asked * each
                done += asked
                self._answer(day, (group, last_day, stability, difficulty, asked), chance)
        return spent, done

    def _answer(self, day: StudyDay, part: _Part, chance: float) -> None:
        group, last_day, stability, difficulty, weight = part
        after, recall = self._world.forward.after, chance if day > last_day else None
        wrong = weight * (1 - chance)
        if wrong < _LEAST:
            wrong = 0.0
        else:
            forgotten = after(stability, difficulty, _AGAIN, recall)
            self._learnt(day, group, after(*forgotten, _GOOD, None), wrong)
        self._learnt(day, group, after(stability, difficulty, _GOOD, recall), weight - wrong)

    def _begin(self, day: StudyDay, new: int, seconds: float) -> float:
        """Ask new items, as long as there is room, and return the seconds that they took."""
        forward, right = self._world.forward, self._world.first_right
        spent = 0.0
        while self._new and new > 0 and spent < seconds - _NOTHING:
            group = self._new.popleft()
            new -= 1
            spent += self._world.groups[group].seconds * (2 - right)
            self._learnt(day, group, forward.first(_GOOD), right)
            self._learnt(day, group, forward.after(*forward.first(_AGAIN), _GOOD, None), 1 - right)
        return spent

    def _learnt(self, day: StudyDay, group: int, memory: tuple[float, float], weight: float) -> None:
        """Schedule a part that was right in the end."""
        if weight <= 0:
            return
        interval = min(max(round(self._stretch * memory[0]), 1), self._caps[group])
        self._put(day + interval, (group, day, *memory, weight))
