"""One row of the log, and how it lies in the file."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.scheduling.replay import Event, Kind
from srs_roulette.scheduling.types import ItemId, Memory, Rating, StudyDay

if TYPE_CHECKING:
    from types import UnionType

CLOCK_BACK: Final = "clock_back"
"""Flag of an attempt made while the clock stood before the newest one."""
RESCHEDULED: Final = "reschedule:"
"""Begins the flag that rows of kind reschedule share when they were written, and are withdrawn, as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An answer, or another event of an item's history. Stored rows never change but for ``undone_ms``."""

    id: int
    """when it was answered, UTC ms; the store raises it by 1 until it is free"""
    item_id: ItemId
    kind: Kind
    surface: str
    """where it was answered: terminal, page, anki"""
    zone: str
    """the name of the learner's time zone"""
    study_day: StudyDay
    """as counted when it was answered, never again"""
    family: str | None = None
    house: str | None = None
    params: str | None = None
    """JSON: every drawn parameter and the house values used, enough to rebuild the question"""
    seed: int | None = None
    rules_version: str | None = None
    elapsed_ms: int | None = None
    """from the question on the screen to the answer, uncapped; None when unknown; what voids it is in the flags"""
    given: str | None = None
    """as typed"""
    expected: str | None = None
    verdict: str | None = None
    """correct, close or wrong"""
    slip: str | None = None
    """the id of the known mistake that explains it"""
    rating: Rating | None = None
    due_day: StudyDay | None = None
    """the due day that it set"""
    parameters_id: int | None = None
    """the row of ``optimizations`` whose FSRS parameters held; None for the defaults"""
    flags: tuple[str, ...] = ()
    """single words: ``CLOCK_BACK``, ``RESCHEDULED`` with an id, and those of ``scheduling.rating.VOID``"""
    undone_ms: int | None = None
    """when it was withdrawn, UTC ms; None while it counts"""

    @property
    def rescheduling(self) -> str | None:
        """The flag that it shares with the rows of its rescheduling; None: it belongs to none."""
        return next((flag for flag in self.flags if flag.startswith(RESCHEDULED)), None)


class ImpossibleMemory(sqlite3.DataError):
    """A memory holds what none can: the attempts, from which it follows, may be whole all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastAttempt:
    """How an item stands: its newest counted attempt that is live."""

    id: int
    kind: Kind
    verdict: str | None
    rating: Rating
    study_day: StudyDay
    due_day: StudyDay | None


COLUMNS = (
    "id, item_id, kind, surface, family, house, params, seed, rules_version, zone, study_day, elapsed_ms, given,"
    " expected, verdict, slip, rating, due_day, parameters_id, flags, undone_ms"
)
MEMORY_COLUMNS = "stability, difficulty, due_day, last_day, reps, lapses"

_TEXT, _WHOLE = str | None, int | None
_TYPES = (
    *(int, str, str, str, _TEXT, _TEXT, _TEXT, _WHOLE, _TEXT, str, int, _WHOLE, _TEXT),
    *(_TEXT, _TEXT, _TEXT, _WHOLE, _WHOLE, _WHOLE, str, _WHOLE),
)
_LAST_TYPES = (int, str, _TEXT, int, int, _WHOLE)
_EVENT_TYPES = (str, str, _WHOLE, int, _WHOLE)
_MEMORY_TYPES = (float, float, int, int, int, int)
_KINDS: dict[object, Kind] = {kind.value: kind for kind in Kind}
_RATINGS: dict[object, Rating] = {rating.value: rating for rating in Rating}
_LAST_DAY: Final = 2_932_896
"""9999-12-31: no later day has a date"""
_MS_OF_A_DAY: Final = 86_400_000
_EASIEST, _HARDEST = 1, 10


def to_row(attempt: Attempt) -> tuple[object, ...]:
    """Return the values of ``COLUMNS``."""
    return (
        attempt.id,
        attempt.item_id,
        attempt.kind.value,
        attempt.surface,
        attempt.family,
        attempt.house,
        attempt.params,
        attempt.seed,
        attempt.rules_version,
        attempt.zone,
        attempt.study_day,
        attempt.elapsed_ms,
        None if attempt.given is None else storable(attempt.given),
        attempt.expected,
        attempt.verdict,
        attempt.slip,
        None if attempt.rating is None else attempt.rating.value,
        attempt.due_day,
        attempt.parameters_id,
        " ".join(attempt.flags),
        attempt.undone_ms,
    )


def from_row(row: tuple[Any, ...]) -> Attempt:
    """Return the attempt of a row of ``COLUMNS``.

    :raises sqlite3.DataError: as all readers of rows here, a value that no version wrote: the file is damaged
    """
    _check(row, _TYPES)
    return Attempt(
        id=_instant(row[0]),
        item_id=row[1],
        kind=_kind(row[2]),
        surface=row[3],
        family=row[4],
        house=row[5],
        params=row[6],
        seed=row[7],
        rules_version=row[8],
        zone=row[9],
        study_day=_day(row[10]),
        elapsed_ms=row[11],
        given=row[12],
        expected=row[13],
        verdict=row[14],
        slip=row[15],
        rating=None if row[16] is None else rating_of(row[16]),
        due_day=None if row[17] is None else _day(row[17]),
        parameters_id=row[18],
        flags=tuple(row[19].split()),
        undone_ms=row[20],
    )


def last_from_row(row: tuple[Any, ...]) -> LastAttempt:
    """Return the item's standing of a row (id, kind, verdict, rating, study_day, due_day)."""
    _check(row, _LAST_TYPES)
    return LastAttempt(
        id=row[0],
        kind=_kind(row[1]),
        verdict=row[2],
        rating=rating_of(row[3]),
        study_day=_day(row[4]),
        due_day=None if row[5] is None else _day(row[5]),
    )


def event_from_row(row: tuple[Any, ...]) -> Event:
    """Return what replay needs of a row (item_id, kind, rating, study_day, due_day)."""
    _check(row, _EVENT_TYPES)
    _, kind, rating, day, due_day = row
    return Event(
        kind=_kind(kind),
        rating=None if rating is None else rating_of(rating),
        day=_day(day),
        due_day=None if due_day is None else _day(due_day),
    )


def memory_from_row(row: tuple[Any, ...]) -> Memory:
    """Return the memory of a row of ``MEMORY_COLUMNS``.

    :raises ImpossibleMemory: a value that no version wrote
    """
    try:
        _check(row, _MEMORY_TYPES)
        stability, difficulty, due_day, last_day, reps, lapses = row
        memory = Memory(
            stability=stability,
            difficulty=difficulty,
            due_day=_day(due_day),
            last_day=_day(last_day),
            reps=reps,
            lapses=lapses,
        )
    except sqlite3.DataError as error:
        raise ImpossibleMemory(f"a memory with {error}") from error
    if not (0 < stability < inf and _EASIEST <= difficulty <= _HARDEST):
        raise ImpossibleMemory(f"a memory with a stability of {stability:g} and a difficulty of {difficulty:g}")
    return memory


def time_from_row(row: tuple[Any, ...]) -> int:
    """Return the time of a row (elapsed_ms)."""
    _check(row, (int,))
    return int(row[0])


def _check(row: tuple[Any, ...], types: tuple[type | UnionType, ...]) -> None:
    # A STRICT table takes nothing else, but what lies on a damaged page was not put there by SQLite.
    if not all(map(isinstance, row, types)):
        raise sqlite3.DataError("a value of a type that its column cannot hold")


def _kind(value: object) -> Kind:
    if value in _KINDS:
        return _KINDS[value]
    raise sqlite3.DataError(f"a kind of {value!r}")


def rating_of(value: object) -> Rating:
    """Return the rating of a column's value."""
    if value in _RATINGS:
        return _RATINGS[value]
    raise sqlite3.DataError(f"a rating of {value!r}")


def _day(value: int) -> StudyDay:
    if 0 <= value <= _LAST_DAY:
        return StudyDay(value)
    raise sqlite3.DataError(f"a study day of {value}")


def _instant(value: int) -> int:
    if 0 <= value < _LAST_DAY * _MS_OF_A_DAY:
        return value
    raise sqlite3.DataError(f"an attempt at {value} ms")


def storable(text: str) -> str:
    r"""Return the text with what UTF-8 cannot hold written as escapes: a terminal may send any byte, as \udcff."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text
