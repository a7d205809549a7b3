"""What an answer counts for in FSRS: the engine's verdict, and with ``grading = latency`` the time it took.

The attempt is the record. Its rating follows from the log before it, so that it can be reckoned again at any time
and under either rule. In measurements right or wrong alone predicted best, which is why that is the default.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final, Self

from srs_roulette.scheduling.replay import COUNTED, Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

WINDOW: Final = 60
"""So many right answers, the last before the study day, make a pace."""
LEAST: Final = 8
"""Fewer make none."""
LEAST_SPREAD: Final = 0.15
"""Of ln ms: whoever is as regular as a clock is not slow for a tenth more."""
UNUSUAL: Final = 1.5
"""z beyond which a time says something."""
AWAY_FROM: Final = 4.0
"""z beyond which it says only that the learner was away."""
PASSES_FOR_EASY: Final = 3

AWAY: Final = "away"
"""Flag of a time with z above ``AWAY_FROM``."""
CLOCK_JUMP: Final = "clock_jump"
"""Flag of a time during which the wall clock was set, or the machine slept."""
PAUSE: Final = "pause"
"""Flag of a time during which the learner did something else than answer."""
PUT_AGAIN: Final = "put_again"
"""Flag of a time that began before: an undo brought a question back that had been on the screen."""
HIDDEN: Final = "hidden"
"""Flag of a time during which the page was not in view."""
VOID: Final = frozenset({AWAY, CLOCK_JUMP, PAUSE, PUT_AGAIN, HIDDEN})
"""Flags of an attempt whose time says nothing."""

_TIMED: Final = frozenset({Kind.REVIEW, Kind.RELEARN})
_MAD_TO_SIGMA: Final = 1.4826


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the right answers of one family on one surface take a learner, in ln ms."""

    median: float
    spread: float

    @classmethod
    def of(cls, times_ms: Sequence[int]) -> Self | None:
        """Reckon it from the last right answers; ``None`` when they are too few."""
        if len(times_ms) < LEAST:
            return None
        logs = [_ln(ms) for ms in times_ms]
        median = _median(logs)
        off = _median([abs(value - median) for value in logs])
        return cls(median, max(_MAD_TO_SIGMA * off, LEAST_SPREAD))

    def z(self, elapsed_ms: int) -> float:
        """Return how many spreads a time lies from the median; slow is positive."""
        return (_ln(elapsed_ms) - self.median) / self.spread


def rating_for(passed: bool) -> Rating:  # noqa: FBT001 - the one thing it depends on
    """Return the rating by ``grading = pass_fail``: Good when right, Again when wrong, close, unknown or shown."""
    return Rating.GOOD if passed else Rating.AGAIN


def rating_by_latency(
    z: float | None, *, first: bool, in_time: bool, passes: Callable[[], Collection[StudyDay]]
) -> Rating:
    """Return the rating of a right answer by ``grading = latency``.

    :param z: of its time; ``None`` where the time is void or there is no pace
    :param first: the item was new
    :param in_time: within the target time; ``False`` where there is none
    :param passes: gives the study days of earlier right answers since the item was new; asked only when it matters.
        Easy needs ``PASSES_FOR_EASY`` of them, not all of one day
    """
    if z is None or z > AWAY_FROM or first:
        return Rating.GOOD
    if z > UNUSUAL:
        return Rating.HARD
    if z < -UNUSUAL and in_time:
        days = passes()
        if len(days) >= PASSES_FOR_EASY and len(set(days)) > 1:
            return Rating.EASY
    return Rating.GOOD


def in_time(elapsed_ms: int | None, target_seconds: float | None) -> bool:
    """Tell whether an answer came within its target time; never where either is unknown."""
    return elapsed_ms is not None and target_seconds is not None and elapsed_ms <= target_seconds * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The part of an attempt, and of its item, that the rating depends on."""

    item: ItemId
    kind: Kind
    family: str | None
    surface: str
    day: StudyDay
    """the study day on which it was answered"""
    passed: bool
    elapsed_ms: int | None
    """``None`` when unknown or void"""
    target_seconds: float | None = None
    """``None``: the deck gives none"""


def ratings_by_latency(attempts: Iterable[Timed]) -> Iterator[Rating | None]:
    """Reckon again what ``grading = latency`` makes of a learner's live attempts, in the order of their writing.

    ``None`` for what is not rated by it: drills, tests, what was rated in Anki, events that are no answers. Nothing
    that came after an attempt plays a part in its rating.
    """
    paces, passes = _Paces(), dict[ItemId, list[StudyDay]]()
    for one in attempts:
        earlier = passes.get(one.item)
        if one.kind in _TIMED:
            yield _rating(one, paces.z(one), earlier)
        else:
            yield None
        if one.kind is Kind.RESET:
            passes.pop(one.item, None)
        elif one.kind in COUNTED:
            passes[one.item] = [*(earlier or ()), *([one.day] if one.passed else ())]


def _rating(one: Timed, z: float | None, earlier: list[StudyDay] | None) -> Rating:
    if not one.passed:
        return Rating.AGAIN
    timely = in_time(one.elapsed_ms, one.target_seconds)
    return rating_by_latency(z, first=earlier is None, in_time=timely, passes=lambda: earlier or ())


class _Paces:
    """The right answers of a log, as far as it was read, and the paces that they make."""

    def __init__(self) -> None:
        self._times: defaultdict[tuple[str | None, str], list[tuple[StudyDay, int]]] = defaultdict(list)
        self._paces: dict[tuple[str | None, str, StudyDay], Pace | None] = {}

    def z(self, one: Timed) -> float | None:
        """Return how unusual the time of a right answer is, and let it count for the days to come."""
        if one.elapsed_ms is None or not one.passed:
            return None
        times, key = self._times[one.family, one.surface], (one.family, one.surface, one.day)
        if key not in self._paces:
            end = bisect_left(times, one.day, key=_day)
            self._paces[key] = Pace.of([ms for _, ms in times[max(0, end - WINDOW) : end]])
        pace = self._paces[key]
        z = None if pace is None else pace.z(one.elapsed_ms)
        if z is None or z <= AWAY_FROM:
            # At the end, but for what was answered while the clock was set back.
            insort(times, (one.day, one.elapsed_ms), key=_day)
        return z


def _day(time: tuple[StudyDay, int]) -> StudyDay:
    return time[0]


def _ln(ms: int) -> float:
    return log(max(1, ms))


def _median(values: Sequence[float]) -> float:
    # statistics.median would do, and takes longer to import than a sitting's first question may.
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
