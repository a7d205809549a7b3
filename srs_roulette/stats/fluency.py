"""Fluency: how fast what is known comes, against what the table asks."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.recall import recall
from srs_roulette.stats.types import Share, by_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from srs_roulette.scheduling.types import ItemId, Memory, StudyDay
    from srs_roulette.stats.columns import Columns, Family
    from srs_roulette.stats.types import Scope

DEFINITION: Final = (
    "Seconds from the question on the screen to the right answer, in sittings, drills and tests: the median, and the"
    " time within which nine of ten come. A time counts 60 s at most, and not at all when the learner was away or the"
    " clock was set. The target is the median of those that the deck sets for the family's items."
)
SLOW_DEFINITION: Final = (
    "Remembered but slow: recall is at least the retention asked for, the last answer was right, and the median of the"
    " item's last right times, three to five of them, is above its target. No schedule asks for these: drill them."
)
LEAST_TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class Pace:
    """How long right answers took."""

    n: int
    median: float
    """seconds, as ``p90``"""
    p90: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fluency:
    """One family."""

    family: Family
    pace: Pace
    target_seconds: float | None
    """None: the decks in use set none"""
    in_time: Share
    """within the target of the item itself"""
    months: Mapping[str, Pace]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedDue:
    """An item that is known, but not fast enough."""

    item: ItemId
    family: str
    seconds: float
    """the median of its last right times"""
    target_seconds: float
    recall: float


def fluency(columns: Columns, scope: Scope) -> tuple[Fluency, ...]:
    """Reckon the pace of each family, by name."""
    targets: dict[Family, list[float]] = {}
    for placed in scope.course.values():
        if placed.target_seconds is not None:
            targets.setdefault(placed.family, []).append(placed.target_seconds)
    months: dict[Family, dict[str, array[int]]] = {}
    for month, families in sorted(columns.times.items()):
        for family, times in families.items():
            months.setdefault(family, {})[month] = times
    kept: dict[Family, list[Share]] = {}
    for speed in columns.speeds.values():
        kept.setdefault(speed.family, []).append(speed.in_time)
    return tuple(
        Fluency(
            family=family,
            pace=_pace(array("H", chain.from_iterable(times.values()))),
            target_seconds=median(targets[family]) if family in targets else None,
            in_time=Share.of(sum(one.passed for one in kept[family]), sum(one.n for one in kept[family])),
            months={month: _pace(of) for month, of in times.items()},
        )
        for family, times in by_name(months).items()
    )


def speed_due(
    columns: Columns,
    scope: Scope,
    memories: Mapping[ItemId, Memory],
    today: StudyDay,
    *,
    retention: float,
    decay: float,
) -> tuple[SpeedDue, ...]:
    """List what is remembered but slow, the slowest against its target first.

    :param retention: the recall at which an item counts as remembered, 0 to 1
    """
    found = []
    for item, speed in columns.speeds.items():
        placed, memory = scope.course.get(item), memories.get(item)
        if placed is None or memory is None or placed.target_seconds is None or len(speed.latest) < LEAST_TIMES:
            continue
        seconds, chance = median(speed.latest) / 1000, recall(memory, today, decay=decay)
        if seconds > placed.target_seconds and chance >= retention:
            found.append(
                SpeedDue(
                    item=item,
                    family=placed.family,
                    seconds=seconds,
                    target_seconds=placed.target_seconds,
                    recall=chance,
                )
            )
    return tuple(sorted(found, key=lambda slow: (-slow.seconds / slow.target_seconds, slow.item)))


def _pace(times: Sequence[int]) -> Pace:
    ordered = sorted(times)
    # The nearest rank: the least time within which nine of ten came.
    return Pace(len(ordered), median(ordered) / 1000, ordered[-(-9 * len(ordered) // 10) - 1] / 1000)
