"""What comes next in a sitting. Pure: data in, choice out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.types import Rating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.course import Entry
    from srs_roulette.store.attempt import Attempt

WAIT: Final = 3
"""Other questions between a wrong answer and its repeat, as long as there are any."""
WRONG_A_DAY: Final = 4
"""After so many wrong answers of a day an item is left for tomorrow."""


@dataclass(slots=True)
class Repeat:
    """An item to be asked again in this sitting."""

    entry: Entry
    waited: int = 0
    """other questions asked since its wrong answer"""


@dataclass(slots=True)
class Queue:
    """The questions of a sitting, still to come."""

    due: list[Entry]
    """lowest recall first"""
    new: list[Entry]
    """in deck order"""
    ahead: list[Entry] = field(default_factory=list)
    """due on a later day and asked for already today; lowest recall first"""
    repeats: list[Repeat] = field(default_factory=list)
    family: str | None = None
    """of the question before"""

    def __len__(self) -> int:
        return len(self.due) + len(self.new) + len(self.ahead) + len(self.repeats)

    def take(self, *, review_allowed: bool = True, new_allowed: Callable[[], bool]) -> tuple[Entry, bool] | None:
        """Take the next question, with whether it is a repeat; ``None`` when nothing may be asked any more.

        Repeats that have waited, then due reviews, then new items, then what is due later; of these the first of
        another family than the question before. A repeat that has not waited is asked only when nothing else is left.
        """
        ready = [r for r in self.repeats if r.waited >= WAIT]
        rest: Sequence[Entry] = ()
        if review_allowed and self.due:
            rest = self.due
        elif self.new and new_allowed():
            rest = self.new
        elif review_allowed:
            rest = self.ahead
        waiting = [*(r.entry for r in ready), *rest] or [r.entry for r in self.repeats]
        if not waiting:
            return None
        entry = next((e for e in waiting if e.family != self.family), waiting[0])
        repeat = self._remove(entry)
        self.family = entry.family
        for other in self.repeats:
            other.waited += 1
        return entry, repeat

    def again(self, entry: Entry) -> None:
        """Ask an item once more in this sitting."""
        self.repeats.append(Repeat(entry))

    def drop_repeat(self, entry: Entry) -> None:
        """Take a repeat back that an answer caused."""
        self.repeats = [r for r in self.repeats if r.entry.id != entry.id]

    def _remove(self, entry: Entry) -> bool:
        for repeat in self.repeats:
            if repeat.entry.id == entry.id:
                self.repeats.remove(repeat)
                return True
        for waiting in (self.due, self.new, self.ahead):
            if entry in waiting:
                waiting.remove(entry)
                break
        return False


def cut_short(attempts: Iterable[Attempt]) -> list[ItemId]:
    """List the items whose last answer of the day was wrong and that are still to be asked again that day.

    :param attempts: the counted attempts of the day, oldest first
    """
    wrong: dict[ItemId, int] = {}
    standing: dict[ItemId, bool] = {}
    for attempt in attempts:
        failed = attempt.rating is Rating.AGAIN
        wrong[attempt.item_id] = wrong.get(attempt.item_id, 0) + failed
        standing.pop(attempt.item_id, None)
        standing[attempt.item_id] = failed
    return [item for item, failed in standing.items() if failed and wrong[item] < WRONG_A_DAY]


def wrong_today(attempts: Iterable[Attempt]) -> dict[ItemId, int]:
    """Count the wrong answers of a day by item."""
    wrong: dict[ItemId, int] = {}
    for attempt in attempts:
        if attempt.rating is Rating.AGAIN:
            wrong[attempt.item_id] = wrong.get(attempt.item_id, 0) + 1
    return wrong
