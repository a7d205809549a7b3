"""One row of the log, and how it lies in the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srs_roulette.scheduling.replay import Event, Kind
from srs_roulette.scheduling.types import ItemId, Memory, Rating, StudyDay


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
    """from the question on the screen to the answer, uncapped; None when void or unknown"""
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
    """single words, such as clock_back"""
    undone_ms: int | None = None
    """when it was withdrawn, UTC ms; None while it counts"""


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

_KINDS = {kind.value: kind for kind in Kind}
_RATINGS = {rating.value: rating for rating in Rating}


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
    """Return the attempt of a row of ``COLUMNS``."""
    return Attempt(
        id=row[0],
        item_id=row[1],
        kind=_KINDS[row[2]],
        surface=row[3],
        family=row[4],
        house=row[5],
        params=row[6],
        seed=row[7],
        rules_version=row[8],
        zone=row[9],
        study_day=row[10],
        elapsed_ms=row[11],
        given=row[12],
        expected=row[13],
        verdict=row[14],
        slip=row[15],
        rating=None if row[16] is None else _RATINGS[row[16]],
        due_day=row[17],
        parameters_id=row[18],
        flags=tuple(row[19].split()),
        undone_ms=row[20],
    )


def last_from_row(row: tuple[Any, ...]) -> LastAttempt:
    """Return the item's standing of a row (id, kind, verdict, rating, study_day, due_day)."""
    return LastAttempt(
        id=row[0],
        kind=_KINDS[row[1]],
        verdict=row[2],
        rating=_RATINGS[row[3]],
        study_day=row[4],
        due_day=row[5],
    )


def event_from_row(row: tuple[Any, ...]) -> Event:
    """Return what replay needs of a row (item_id, kind, rating, study_day, due_day)."""
    _, kind, rating, day, due_day = row
    return Event(kind=_KINDS[kind], rating=None if rating is None else _RATINGS[rating], day=day, due_day=due_day)


def memory_from_row(row: tuple[Any, ...]) -> Memory:
    """Return the memory of a row of ``MEMORY_COLUMNS``."""
    stability, difficulty, due_day, last_day, reps, lapses = row
    return Memory(
        stability=stability,
        difficulty=difficulty,
        due_day=due_day,
        last_day=last_day,
        reps=reps,
        lapses=lapses,
    )


def storable(text: str) -> str:
    r"""Return the text with what UTF-8 cannot hold written as escapes: a terminal may send any byte, as \udcff."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text
