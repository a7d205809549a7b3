"""Transfer: whether the skill was learned, or only the questions met before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.stats.columns import FRESH, REPEATED
from srs_roulette.stats.types import Share, by_name, shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.stats.columns import Family, Reviews

DEFINITION: Final = (
    "Of the answers that true retention counts, those to questions of the item never drawn before, and those to"
    " questions that had been drawn before, in sittings, drills or tests. An item that has one question only is always"
    " asked it again, so compare within a family."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """The share right, by whether the draw was new."""

    fresh: Share
    repeated: Share
    families: Mapping[Family, tuple[Share, Share]]
    """by name: fresh, repeated"""


def transfer(reviews: Reviews) -> Transfer:
    """Compare fresh draws with repeated ones; where the draw is not known, as from Anki, the answer is left out."""
    none = Share.of(0, 0)
    draws = shares(zip(reviews.fresh, reviews.passed, strict=True), lambda fresh: fresh)
    parts = shares(
        zip(zip(reviews.families, reviews.fresh, strict=True), reviews.passed, strict=True), lambda part: part
    )
    families = dict.fromkeys(family for family, fresh in parts if fresh in {REPEATED, FRESH})
    return Transfer(
        fresh=draws.get(FRESH, none),
        repeated=draws.get(REPEATED, none),
        families=by_name({one: (parts.get((one, FRESH), none), parts.get((one, REPEATED), none)) for one in families}),
    )
