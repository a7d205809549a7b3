"""Slips: which known mistakes are made, how often, where, and whether they still are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.scheduling.types import ItemId, StudyDay
    from srs_roulette.stats.columns import Columns, Family, Slipped

DEFINITION: Final = (
    "Wrong answers that a known mistake explains, in sittings, drills and tests; the share is that of all wrong answers"
    " of the family. Lately: in the last 30 days."
)
LATELY: Final = 30
"""Days, today included."""
_ITEMS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipCount:
    """One mistake in one family."""

    slip: str
    family: Family
    n: int
    share: float
    """of all wrong answers of the family"""
    lately: int
    last_day: StudyDay
    items: tuple[tuple[ItemId, int], ...]
    """where most often, and how often; three at most"""


def slips(columns: Columns, today: StudyDay) -> tuple[SlipCount, ...]:
    """Count the mistakes, the most frequent of the last days first."""
    groups: dict[tuple[Family, str], list[Slipped]] = {}
    for slipped in columns.slips:
        groups.setdefault((slipped.family, slipped.slip), []).append(slipped)
    found = [_count(group, columns.wrong[family], today) for (family, _), group in groups.items()]
    return tuple(sorted(found, key=lambda slip: (-slip.lately, -slip.n, slip.family or "", slip.slip)))


def _count(group: Sequence[Slipped], wrong: int, today: StudyDay) -> SlipCount:
    items = Counter(slipped.item for slipped in group)
    return SlipCount(
        slip=group[0].slip,
        family=group[0].family,
        n=len(group),
        share=len(group) / wrong,
        lately=sum(today - LATELY < slipped.day <= today for slipped in group),
        last_day=max(slipped.day for slipped in group),
        items=tuple(sorted(items.items(), key=lambda row: (-row[1], row[0]))[:_ITEMS]),
    )
