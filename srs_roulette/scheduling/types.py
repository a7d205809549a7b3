"""What scheduling speaks of: items, study days, ratings, memories. Nothing here knows roulette."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique
from typing import NewType

ItemId = NewType("ItemId", str)
"""``deck/key[/value...][@house]``: the identity that history follows."""

StudyDay = NewType("StudyDay", int)
"""Whole days since 1970-01-01 of the local calendar, cut at the rollover hour."""


@unique
class Rating(IntEnum):
    """FSRS's four grades, with FSRS's and Anki's numbers."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What is remembered of one item. An item never seen has no Memory: use ``None``."""

    stability: float
    """days until recall falls to 90 %"""
    difficulty: float
    """1 to 10"""
    due_day: StudyDay
    """the study day on which it comes back"""
    last_day: StudyDay
    """the study day of its last counted attempt"""
    reps: int
    """counted attempts"""
    lapses: int
    """counted attempts rated Again on a later day than the one before"""
