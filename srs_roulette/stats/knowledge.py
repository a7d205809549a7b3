"""Knowledge: how many items are known now and will be, and how the memories lie."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.recall import recall
from srs_roulette.scheduling.types import StudyDay

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.stats.types import Scope

DEFINITION: Final = (
    "The number of items that would be answered right: the sum of each item's recall, now and in 7, 30 and 90 days if"
    " nothing is reviewed until then. Items never answered count nothing."
)
MEMORY_DEFINITION: Final = (
    "Stability: the days until recall of an item falls to 90 %. Difficulty: from 1 to 10, how slowly stability grows."
)
AHEAD: Final = (0, 7, 30, 90)
"""Days from now."""
STABILITIES: Final = (0, 1, 3, 7, 21, 90, 365)
"""Where the groups of stabilities begin, in days; the last has no end."""
DIFFICULTIES: Final = tuple(range(1, 11))
"""Where the groups of difficulties begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of some items."""

    items: int
    seen: int
    """of these, answered since they were new"""
    expected: tuple[float, ...] | None
    """how many are known, a value for each of ``AHEAD``; None: nothing was answered yet"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known, and how firmly."""

    all: Known
    sections: Mapping[tuple[str, str], Known]
    """by deck and section, in the order of the course"""
    stability: tuple[int, ...]
    """items in each group of ``STABILITIES``"""
    difficulty: tuple[int, ...]
    """items in each group of ``DIFFICULTIES``"""


def knowledge(scope: Scope, memories: Mapping[ItemId, Memory], today: StudyDay, *, decay: float) -> Knowledge:
    """Add up recall over the items of the course.

    :param decay: the last of the FSRS weights in force
    """
    members: dict[tuple[str, str], list[ItemId]] = {}
    inside = [item for item, placed in scope.course.items() if not scope.families or placed.family in scope.families]
    for item in inside:
        placed = scope.course[item]
        members.setdefault((placed.deck, placed.section), []).append(item)
    seen = [memories[item] for item in inside if item in memories]
    return Knowledge(
        all=_known(inside, memories, today, decay),
        sections={section: _known(items, memories, today, decay) for section, items in members.items()},
        stability=_groups([memory.stability for memory in seen], STABILITIES),
        difficulty=_groups([memory.difficulty for memory in seen], DIFFICULTIES),
    )


def _known(items: Collection[ItemId], memories: Mapping[ItemId, Memory], today: StudyDay, decay: float) -> Known:
    seen = [memories[item] for item in items if item in memories]
    expected = tuple(sum(recall(memory, StudyDay(today + days), decay=decay) for memory in seen) for days in AHEAD)
    return Known(items=len(items), seen=len(seen), expected=expected if seen else None)


def _groups(values: Sequence[float], starts: Sequence[float]) -> tuple[int, ...]:
    counts = [0] * len(starts)
    for value in values:
        counts[bisect_right(starts, value) - 1] += 1
    return tuple(counts)
