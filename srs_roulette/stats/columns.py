"""What one pass over the log leaves: a value a column for each thing that is counted, and no object for any."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from srs_roulette.scheduling.types import ItemId, StudyDay
    from srs_roulette.stats.types import Share

Family = str | None
"""None: neither the course nor the log names one, as for an item known from Anki alone."""
Times = dict[Family, "array[int]"]
"""Milliseconds of right answers by family, 60 s at most."""


REPEATED, FRESH, UNKNOWN = 0, 1, 2
"""Whether the draw of a review was never seen before."""


@dataclass(frozen=True, slots=True)
class Reviews:
    """The answers that true retention counts, in the order in which they were given, one place in each column."""

    families: list[Family] = field(default_factory=list)
    intervals: array[int] = field(default_factory=lambda: array("i"))
    """days since the item was last answered, at least 1"""
    predicted: array[float] = field(default_factory=lambda: array("d"))
    """the recall that FSRS expected just before"""
    passed: bytearray = field(default_factory=bytearray)
    """1: right, 0: wrong"""
    fresh: bytearray = field(default_factory=bytearray)
    """1: this draw of the item was never seen before; 0: it was; 2: the draw is not known"""
    numbers: array[int] = field(default_factory=lambda: array("i"))
    """the how-manieth attempt at the item since it was new, from 1"""
    lapses: array[int] = field(default_factory=lambda: array("i"))
    """how often the item had been forgotten since it was new"""


@dataclass(slots=True)
class Day:
    """What was done on one study day."""

    answers: int = 0
    new: int = 0
    milliseconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Slipped:
    """A wrong answer that a known mistake explains."""

    family: Family
    slip: str
    item: ItemId
    day: StudyDay


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast one item is answered."""

    family: Family
    in_time: Share
    """of its right answers, those within its target"""
    latest: tuple[int, ...]
    """milliseconds of its last right answers; none where it was wrong when last asked"""


@dataclass(slots=True)
class Columns:
    """All that the tables are made from."""

    counted: int = 0
    """answers of a sitting or from Anki"""
    reviews: Reviews = field(default_factory=Reviews)
    months: dict[str, list[range]] = field(default_factory=dict)
    """where the reviews of each month stand in their columns: in one run, unless the clock was set back"""
    times: dict[str, Times] = field(default_factory=dict)
    """by month"""
    speeds: dict[ItemId, Speed] = field(default_factory=dict)
    slips: list[Slipped] = field(default_factory=list)
    wrong: Counter[Family] = field(default_factory=Counter)
    """wrong answers that were typed, explained or not"""
    days: dict[StudyDay, Day] = field(default_factory=dict)
