"""What an item's attempts make of it: the rule by which a memory follows from the log.

The due day is written with the attempt that set it and never computed again, so neither personal parameters nor
a new version of FSRS move a date by themselves. Stability, difficulty, reps and lapses are computed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.scheduling.types import Memory, Rating, StudyDay


@unique
class Kind(StrEnum):
    """Why an attempt was made, or what other event the log holds."""

    REVIEW = "review"
    """the first question of a sitting on a due or new item"""
    RELEARN = "relearn"
    """asked again after a wrong answer, or overtaken by another process"""
    DRILL = "drill"
    """free practice: no effect on the schedule"""
    TEST = "test"
    """a test of fixed length, or a placement: no effect on the schedule"""
    ANKI = "anki"
    """a review done in Anki and brought back"""
    RESET = "reset"
    """the item is new again"""
    RESCHEDULE = "reschedule"
    """only the due day moved"""


COUNTED = frozenset({Kind.REVIEW, Kind.RELEARN, Kind.ANKI})
"""The kinds that go through FSRS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """The part of an attempt that the schedule depends on."""

    kind: Kind
    rating: Rating | None
    """None unless the kind is counted"""
    day: StudyDay
    """the study day on which it happened"""
    due_day: StudyDay | None
    """the due day written with it; None when it set none"""


class Reviewer(Protocol):
    """What ``fsrs.Scheduler`` offers to those who must not import it."""

    def review(self, memory: Memory | None, rating: Rating, day: StudyDay, *, cap: int | None = None) -> Memory:
        """Return the memory after one more attempt, due after the interval FSRS chose."""
        ...


def step(memory: Memory | None, event: Event, reviewer: Reviewer) -> Memory | None:
    """Return the memory after one event of the log.

    :raises ValueError: a counted attempt has no rating
    """
    if event.kind is Kind.RESET:
        return None
    if event.kind is Kind.RESCHEDULE:
        return memory if memory is None else _due(memory, event.due_day)
    if event.kind not in COUNTED:
        return memory
    if event.rating is None:
        raise ValueError(f"An attempt of kind {event.kind} has no rating.")
    return _due(reviewer.review(memory, event.rating, event.day), event.due_day)


def replay(events: Iterable[Event], reviewer: Reviewer) -> Memory | None:
    """Return what the live attempts of one item, oldest first, leave in memory; None means new.

    :raises ValueError: a counted attempt has no rating
    """
    memory = None
    for event in events:
        memory = step(memory, event, reviewer)
    return memory


def _due(memory: Memory, day: StudyDay | None) -> Memory:
    return memory if day is None else replace(memory, due_day=day)
