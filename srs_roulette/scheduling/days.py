"""The learner's day: which study day an instant belongs to, and how days and instants are written.

A day is cut by the local wall clock of that instant, never by today's offset, and is stored with what happened
on it. So travel, daylight saving and a changed rollover move nothing that is past.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from srs_roulette.errors import short
from srs_roulette.scheduling.types import StudyDay

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

_FIRST = date(1970, 1, 1).toordinal()
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_MAX_ROLLOVER = 12


def study_day(now: datetime, zone: tzinfo, rollover: int) -> StudyDay:
    """Return the study day of ``now``: its date in ``zone``, or the date before when the hour is below ``rollover``.

    ``rollover`` is a local wall-clock hour from 0 to 12.

    :raises ValueError: ``now`` has no zone, or the rollover is outside its range
    """
    _refuse_naive(now)
    if not 0 <= rollover <= _MAX_ROLLOVER:
        raise ValueError(f"The rollover must be an hour from 0 to {_MAX_ROLLOVER}, not {rollover}.")
    local = now.astimezone(zone)
    return StudyDay(local.toordinal() - _FIRST - (local.hour < rollover))


def iso(day: StudyDay) -> str:
    """Return the day as ISO date text, ``2026-03-29``."""
    return date.fromordinal(_FIRST + day).isoformat()


def from_iso(text: str) -> StudyDay:
    """Read ISO date text of exactly the form that ``iso`` writes.

    :raises ValueError: it is no such date
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # fromisoformat also takes 20260329 and 2026-W13-7, which nobody means to type.
    if day is None or day.isoformat() != text:
        raise ValueError(f'"{short(text)}" is no date of the form 2026-03-29.')
    return StudyDay(day.toordinal() - _FIRST)


def utc_ms(now: datetime) -> int:
    """Return whole milliseconds since 1970-01-01 UTC, fractions cut towards the past.

    :raises ValueError: ``now`` has no zone
    """
    _refuse_naive(now)
    # Integer division of durations: a float timestamp is off by one millisecond now and then.
    return (now - _EPOCH) // _MILLISECOND


def instant(ms: int) -> datetime:
    """Return the instant of ``ms`` milliseconds since 1970-01-01, in UTC."""
    return _EPOCH + ms * _MILLISECOND


def instant_text(ms: int) -> str:
    """Return the instant as text of one fixed width, so that text order is time order: 2026-03-02T10:00:00.000Z."""
    return instant(ms).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def resolve_zone(setting: str | None, environ: Mapping[str, str]) -> tuple[tzinfo, str, str | None]:
    """Return the learner's zone, its name, and one line to say when it had to be guessed.

    The setting, else TZ, else the system's, else UTC. An unknown zone gives UTC and the line, never the next source:
    whoever named a zone wrongly should hear of it. An empty setting or TZ counts as not given.
    """
    if setting:
        return _named(setting, setting, "The setting zone")
    written = environ.get("TZ", "").strip()
    if written:
        # POSIX writes ":Europe/Paris", and some systems the whole path of the zone file.
        return _named(written.removeprefix(":").rpartition("zoneinfo/")[2], written, "TZ")
    return _system()


def _named(name: str, written: str, source: str) -> tuple[tzinfo, str, str | None]:
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - look-ups that only write days do without it

    if name in {"UTC", "Etc/UTC"}:  # known also where no zone files are installed
        return UTC, "UTC", None
    try:
        return ZoneInfo(name), name, None
    # The key may be unknown, a folder of zones, a path, too long, or no text that a file name can hold.
    except (KeyError, ValueError, OSError):
        return UTC, "UTC", f'{source} is "{short(written)}", which is no known time zone: days are counted in UTC.'


def _system() -> tuple[tzinfo, str, str | None]:
    import warnings  # noqa: PLC0415 - see _named

    import tzlocal  # noqa: PLC0415 - needed only where neither the setting nor TZ names the zone

    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            zone = tzlocal.get_localzone()
    except (KeyError, ValueError, OSError):
        return UTC, "UTC", "The system's time zone is not known: days are counted in UTC."
    if said:
        return UTC, "UTC", "The system names no time zone: days are counted in UTC."
    return zone, getattr(zone, "key", None) or str(zone), None


def _refuse_naive(now: datetime) -> None:
    if now.utcoffset() is None:
        raise ValueError(f"{now.isoformat()} has no time zone.")
