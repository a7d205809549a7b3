"""True retention: how much is still there after at least one night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.stats.types import Share, by_name, shares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from srs_roulette.stats.columns import Family, Reviews

DEFINITION: Final = (
    "Of the first attempts of a study day at items last answered on an earlier day, in sittings or in Anki, the share"
    " that was right. First answers to new items, repeats on the same day, drills, tests and withdrawn answers do not"
    " count. An interval runs from the last answer to this one. The range holds the true share in 95 of 100 cases"
    " (Wilson)."
)
BANDS: Final = ((1, 6), (7, 20), (21, 90), (91, None))
"""Days since the last answer, first and last; None: no end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """The share of all, and of parts of it."""

    all: Share
    bands: Mapping[tuple[int, int | None], Share]
    """every band, also those with nothing in them"""
    families: Mapping[Family, Share]
    """by name"""
    months: Mapping[str, Share]
    """by month of the study day, as 2026-03, in order"""


def retention(reviews: Reviews, months: Mapping[str, Sequence[range]]) -> Retention:
    """Count what was right; ``months`` tells where the reviews of each month stand."""
    passed = reviews.passed
    bands = shares(zip(reviews.intervals, passed, strict=True), _band)
    return Retention(
        all=Share.of(sum(passed), len(passed)),
        bands={band: bands.get(band, Share.of(0, 0)) for band in BANDS},
        families=by_name(shares(zip(reviews.families, passed, strict=True), lambda family: family)),
        months={
            month: Share.of(sum(passed[one] for run in runs for one in run), sum(map(len, runs)))
            for month, runs in sorted(months.items())
        },
    )


def _band(days: int) -> tuple[int, int | None]:
    return next((low, high) for low, high in BANDS if high is None or days <= high)
