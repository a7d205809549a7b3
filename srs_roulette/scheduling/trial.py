"""A history as far as it tells how well FSRS predicts: under any weights, over any days, with no package."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.forward import Forward
from srs_roulette.scheduling.replay import COUNTED, Kind
from srs_roulette.scheduling.types import Rating, StudyDay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.scheduling.types import ItemId

Turn = tuple[int, int, int, int]
"""An answer: days since the one before, rating 1 to 4, study day, its place among the reviews that are judged or
``UNJUDGED``. A tuple: there may be a million of them."""

UNJUDGED: Final = -1
_BEGIN, _END = StudyDay(-1), StudyDay(10**9)


class Life:
    """The answers to one item since it was new; an item made new again begins another life."""

    __slots__ = ("lapses", "turns")

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.lapses = 0


class Trial:
    """The answers of a learner, and of those that true retention counts a place in each column, as they were written.

    Which these are, and what stands in the columns, is as in ``stats.columns.Reviews``.
    """

    __slots__ = ("_now", "days", "intervals", "lapses", "lives", "numbers", "passed", "ratings")

    def __init__(self) -> None:
        self.lives: list[Life] = []
        self.ratings = bytearray()
        """of every answer"""
        self.days: list[StudyDay] = []
        self.intervals, self.numbers, self.lapses = array("i"), array("i"), array("i")
        self.passed = bytearray()
        self._now: dict[ItemId, Life] = {}

    def add(self, item: ItemId, kind: Kind, rating: Rating | None, day: StudyDay) -> None:
        """Take the next row of the log. What FSRS does not see changes nothing."""
        if kind is Kind.RESET:
            self._now.pop(item, None)
        if kind not in COUNTED or rating is None:
            return
        self.ratings.append(rating)
        life = self._now.get(item)
        if life is None:
            life = self._now[item] = Life()
            life.turns.append((0, rating, day, UNJUDGED))
            self.lives.append(life)
            return
        last, passed, place = life.turns[-1][2], rating > Rating.AGAIN, UNJUDGED
        interval = day - last
        if interval > 0 and kind is not Kind.RELEARN:
            place = len(self.days)
            self.days.append(day)
            self.intervals.append(interval)
            self.numbers.append(len(life.turns) + 1)
            self.lapses.append(life.lapses)
            self.passed.append(passed)
        life.lapses += interval > 0 and not passed
        # After the clock was set back it counts at the item's last day, as for FSRS.
        life.turns.append((max(0, interval), rating, max(last, day), place))

    def predict(
        self,
        weights: Sequence[float] | None,
        *,
        since: StudyDay = _BEGIN,
        before: StudyDay | None = None,
        into: array[float] | None = None,
    ) -> array[float]:
        """Return, for each judged review, the chance from 0 to 1 that it would be right, as FSRS saw it just before.

        :param weights: the package's defaults without
        :param since: reckon nothing for the reviews of earlier study days
        :param before: nor for those of this study day and later ones
        :param into: where to write the chances; the others in it stay as they are
        """
        chances = array("d", bytes(8 * len(self.days))) if into is None else into
        forward, end = Forward(weights), _END if before is None else before
        recall, after = forward.recall, forward.after
        for life in self.lives:
            turns = iter(life.turns)
            if life.turns[-1][2] < since:
                continue
            _, rating, day, _ = next(turns)
            stability, difficulty = forward.first(rating)
            for interval, rating, day, place in turns:
                if day >= end:
                    break
                chance = recall(stability, interval) if interval else None
                if place >= 0 and chance is not None and day >= since:
                    chances[place] = chance
                stability, difficulty = after(stability, difficulty, rating, chance)
        return chances
