"""What every table is made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final, Self, TypeVar

from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.types import StudyDay

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from srs_roulette.scheduling.types import ItemId

Thing = TypeVar("Thing")
Key = TypeVar("Key")
Value = TypeVar("Value")

_Z: Final = 1.959963984540054
"""Of the normal distribution, for 95 %."""


def month_of(day: int) -> str:
    """Return the month of a study day, as 2026-03."""
    return iso(StudyDay(day))[:7]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where an item stands in the course."""

    family: str
    deck: str
    section: str
    target_seconds: float | None
    """how fast a dealer should be; None: the deck does not say"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which items are told of."""

    course: Mapping[ItemId, Placed]
    closed: bool = False
    """only those of the course, else all that the log knows"""
    families: Collection[str] = ()
    """only these; none: all"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of how many, with the 95 % interval of Wilson: it is honest where there are few, or all are alike."""

    n: int
    passed: int
    value: float | None
    """0 to 1, as ``low`` and ``high``; None: there is nothing to count"""
    low: float | None
    high: float | None

    @classmethod
    def of(cls, passed: int, n: int) -> Self:
        """Reckon the share and its interval."""
        if not n:
            return cls(n=0, passed=0, value=None, low=None, high=None)
        share = passed / n
        middle = share + _Z * _Z / (2 * n)
        reach = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
        whole = 1 + _Z * _Z / n
        # At 0 and at n the formula gives 0 and 1 but for the last digit.
        low = (middle - reach) / whole if passed else 0.0
        high = (middle + reach) / whole if passed < n else 1.0
        return cls(n=n, passed=passed, value=share, low=low, high=high)


def shares(answers: Iterable[tuple[Thing, int]], key: Callable[[Thing], Key]) -> dict[Key, Share]:
    """Count answers, each as what it was about and 1 or 0 for passed or not, by the key of what they were about.

    :param key: called once for each thing that differs, however many answers there are
    """
    n: Counter[Key] = Counter()
    passed: Counter[Key] = Counter()
    for (thing, right), count in Counter(answers).items():
        name = key(thing)
        n[name] += count
        passed[name] += count * right
    return {name: Share.of(passed[name], n[name]) for name in n}


def by_name(table: Mapping[str | None, Value]) -> dict[str | None, Value]:
    """Sort a table by its names; what has none comes last."""
    return dict(sorted(table.items(), key=lambda row: (row[0] is None, row[0] or "")))
