"""The one pass over the log."""

from __future__ import annotations

from array import array
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.forward import Forward
from srs_roulette.scheduling.rating import VOID
from srs_roulette.scheduling.replay import COUNTED, Kind
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.stats.columns import UNKNOWN, Columns, Day, Slipped, Speed
from srs_roulette.stats.types import Share, month_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.stats.columns import Family, Times
    from srs_roulette.stats.types import Scope
    from srs_roulette.store.history import Logged

MOST_MS: Final = 60_000
"""An answer's time counts no longer than this: the learner was away."""
LATEST: Final = 5
"""So many of an item's last times tell whether it is slow."""

# Plain texts, as the log has them: to look up a member of an enum takes as long as to compare.
_REVIEW, _RELEARN, _ANKI, _RESET = (kind.value for kind in (Kind.REVIEW, Kind.RELEARN, Kind.ANKI, Kind.RESET))
_RESCHEDULE: Final = Kind.RESCHEDULE.value
_COUNTED: Final = frozenset(kind.value for kind in COUNTED)
_AGAIN: Final = Rating.AGAIN.value


class _Item:
    """How one item stands at this place of the log."""

    __slots__ = (
        *("difficulty", "draws", "family", "id", "in_time", "lapses", "last_day", "latest", "number", "right"),
        *("stability", "target_ms", "timed"),
    )

    def __init__(self, item: ItemId, family: Family, target_seconds: float | None) -> None:
        self.id, self.family = item, family
        self.target_ms = None if target_seconds is None else target_seconds * 1000
        self.timed = self.in_time = 0
        self.latest: deque[int] = deque(maxlen=LATEST)
        self.draws: set[int] = set()
        self.forget()

    def forget(self) -> None:
        """Make the item new."""
        self.stability = self.difficulty = 0.0
        self.last_day = StudyDay(-1)
        self.number = self.lapses = 0
        self.right = False

    def speed(self) -> Speed:
        """Tell how fast it is."""
        return Speed(
            family=self.family,
            in_time=Share.of(self.in_time, self.timed),
            latest=tuple(self.latest) if self.right else (),
        )


class Pass:
    """Reads attempts, the oldest first, into columns. What is older than ``since`` is remembered, but not told of."""

    def __init__(
        self,
        scope: Scope,
        since: StudyDay,
        *,
        now: Callable[[ItemId], ItemId],
        family_of: Callable[[ItemId], Family],
        weights: Sequence[float] | None = None,
    ) -> None:
        """``now`` and ``family_of`` as a store has them."""
        self._scope, self._since, self._now, self._family_of = scope, since, now, family_of
        self._forward = Forward(weights)
        self._items: dict[ItemId, _Item | None] = {}
        self._columns = Columns()
        self._month, self._begun = "", 0

    def read(self, log: Iterable[Logged]) -> Columns:  # noqa: C901, PLR0912, PLR0915 - a call a row costs a tenth of all
        """Read it all."""
        items, since, columns, reviews = self._items, self._since, self._columns, self._columns.reviews
        recall, after = self._forward.recall, self._forward.after
        today, told, done = StudyDay(-1), False, Day()
        times: Times = {}
        for name, kind, rating, day, right, slip, elapsed_ms, flags, params in log:
            try:
                item = items[name]
            except KeyError:
                item = self._meet(name)
            if item is None or kind == _RESCHEDULE:
                continue
            if kind == _RESET:
                item.forget()
                continue
            if day != today:
                today, told = day, day >= since
                if told:
                    done, times = self._turn_to(day)

            fresh = UNKNOWN
            if params is not None:
                draws = item.draws
                known = len(draws)
                # Its hash of 64 bits stands for the draw, which is much longer.
                draws.add(hash(params))
                fresh = len(draws) - known

            if kind in _COUNTED and rating is not None:
                passed = rating > _AGAIN
                if item.number:
                    interval, chance = day - item.last_day, None
                    if interval > 0:
                        chance = recall(item.stability, interval)
                        if told and kind != _RELEARN:
                            reviews.families.append(item.family)
                            reviews.intervals.append(interval)
                            reviews.predicted.append(chance)
                            reviews.passed.append(passed)
                            reviews.fresh.append(fresh)
                            reviews.numbers.append(item.number + 1)
                            reviews.lapses.append(item.lapses)
                        item.lapses += not passed
                    item.stability, item.difficulty = after(item.stability, item.difficulty, rating, chance)
                else:
                    item.stability, item.difficulty = self._forward.first(rating)
                    done.new += told
                item.number += 1
                item.right = passed
                # After the clock was set back it counts at the item's last day, as for FSRS.
                item.last_day = max(item.last_day, day)
                columns.counted += told

            if told:
                done.answers += 1
            if kind == _ANKI:
                continue
            if elapsed_ms is not None and not (flags and VOID & set(flags.split())):
                milliseconds = min(elapsed_ms, MOST_MS)
                if right:
                    item.latest.append(milliseconds)
                if told:
                    done.milliseconds += milliseconds
                    if right:
                        times[item.family].append(milliseconds)
                        if item.target_ms is not None:
                            item.timed += 1
                            item.in_time += milliseconds <= item.target_ms
            if told and right == 0:
                self._miss(item, slip, day)
        return self._finish()

    def _meet(self, name: ItemId) -> _Item | None:
        """Return the item of an id met for the first time; None when it is out of scope."""
        today = self._now(name)
        if today not in self._items:
            self._items[today] = self._new(today)
        self._items[name] = item = self._items[today]
        return item

    def _new(self, name: ItemId) -> _Item | None:
        scope, placed = self._scope, self._scope.course.get(name)
        if placed is None and scope.closed:
            return None
        family = placed.family if placed else self._family_of(name)
        if scope.families and family not in scope.families:
            return None
        return _Item(name, family, placed.target_seconds if placed else None)

    def _turn_to(self, day: StudyDay) -> tuple[Day, Times]:
        """Return what is noted of a day and of its month."""
        columns, month = self._columns, month_of(day)
        if month != self._month:
            self._end_month()
            self._month = month
        times = columns.times.setdefault(month, defaultdict(_times))
        return columns.days.setdefault(day, Day()), times

    def _end_month(self) -> None:
        end = len(self._columns.reviews.passed)
        if end > self._begun:
            self._columns.months.setdefault(self._month, []).append(range(self._begun, end))
        self._begun = end

    def _miss(self, item: _Item, slip: str | None, day: StudyDay) -> None:
        self._columns.wrong[item.family] += 1
        if slip is not None:
            self._columns.slips.append(Slipped(family=item.family, slip=slip, item=item.id, day=day))

    def _finish(self) -> Columns:
        self._end_month()
        self._columns.speeds = {item.id: item.speed() for item in self._items.values() if item}
        return self._columns


def _times() -> array[int]:
    return array("H")
