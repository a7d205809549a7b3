"""The backups of one learner, in the folder ``backups`` beside the file: what they are called, and which are kept.

Daily ones are thinned out with time. All others, made before something or by hand, are kept for ever.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import Damaged, NotOurs, NotSaved, StoreError, TooNew
from srs_roulette.scheduling.days import from_iso, iso
from srs_roulette.store.backup import back_up, free_name, read_through, room_for, sweep
from srs_roulette.store.database import holds_data

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

    from srs_roulette.scheduling.types import StudyDay

FOLDER: Final = "backups"

DAYS, WEEKS, MONTHS = 7, 4, 12
"""Kept of the daily ones: so many of the newest, and the last of so many weeks and months."""

_STAMP: Final = r"\d{4}-\d\d-\d\dT\d{6}Z"
_DAY: Final = r"daily-(?P<day>\d{4}-\d\d-\d\d)"
_KINDS: Final = rf"(?:{_DAY}|{_STAMP}(?:-\d+)?|before-(?:version-\d+|[a-z]+-{_STAMP})(?:-\d+)?)\.db"
_NAME: Final = re.compile(_KINDS, re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup as it was found when it was read through."""

    path: Path
    attempts: int | None
    """None: it cannot be used"""
    fault: str | None


def by_hand(path: Path, now: datetime) -> Path:
    """Return a free name for a backup of ``path`` that the learner asked for."""
    return _free(path, _stamp(now))


def before(path: Path, what: str, now: datetime) -> Path:
    """Return a free name for a backup of ``path`` made before ``what``, one word in small letters."""
    return _free(path, f"before-{what}-{_stamp(now)}")


def set_aside(path: Path, now: datetime) -> Path:
    """Return a free name, which is no backup's, for a data file that is damaged."""
    return _free(path, f"damaged-{_stamp(now)}")


def back_up_before(path: Path, what: str, now: datetime) -> Path | None:
    """Back up before a step that changes much at once: ``what`` is one word, such as import or optimize.

    None when there is no history yet.

    :raises StoreError: there is no backup, so the step should not be taken
    """
    if not holds_data(path):
        return None
    target = before(path, what, now)
    back_up(path, target)
    return target


def lacks(path: Path, last: StudyDay | None, today: StudyDay) -> bool:
    """Tell whether the answers of ``last``, an earlier study day, are in no daily backup up to ``today``."""
    return last is not None and last > max((day for day in daily(path) if day <= today), default=-1)


def back_up_daily(path: Path, today: StudyDay) -> Path | None:
    """Make the backup of a study day and thin out those before it; None when the day has one.

    :raises NotSaved: no room, or the folder cannot be written
    :raises StoreError: the data file cannot be read, or is damaged
    """
    target = _daily(path, today)
    if target.exists():
        return None
    if not room_for(path, path.parent):
        raise NotSaved(f"{target} was not written: the disk is nearly full. Free some space.")
    try:
        back_up(path, target)
    except NotSaved:
        if target.exists():
            # Another sitting of the day ended in the same moment.
            return None
        raise
    thin_out(path, today)
    return target


def thin_out(path: Path, today: StudyDay) -> None:
    """Delete the daily backups that need not be kept, and what killed processes left of any copy."""
    found = [day for day in daily(path) if day <= today]
    for day in set(found) - kept(found):
        _daily(path, day).unlink(missing_ok=True)
    sweep(path.parent, re.escape(path.name))
    sweep(path.parent / FOLDER, rf"{re.escape(path.stem)}-{_KINDS}")


def kept(days: Iterable[StudyDay]) -> set[StudyDay]:
    """Return which of the days' backups are kept. A pause in learning deletes nothing: only days there are count."""
    newest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], StudyDay] = {}
    months: dict[tuple[int, int], StudyDay] = {}
    for day in newest_first:
        on = date.fromisoformat(iso(day))
        weeks.setdefault(on.isocalendar()[:2], day)
        months.setdefault((on.year, on.month), day)
    return {*newest_first[:DAYS], *list(weeks.values())[:WEEKS], *list(months.values())[:MONTHS]}


def daily(path: Path) -> list[StudyDay]:
    """Return the study days of which there is a daily backup."""
    return [day for _, day in _own(path) if day is not None]


def backups(path: Path) -> list[Backup]:
    """Read through every backup of a data file, the newest first."""
    return [_look_at(file) for file in _newest_first(path)]


def newest_good(path: Path) -> Backup | None:
    """Return the newest backup that can be restored; None when there is none."""
    return next((one for file in _newest_first(path) if (one := _look_at(file)).fault is None), None)


def _look_at(file: Path) -> Backup:
    try:
        return Backup(path=file, attempts=read_through(file, indexes=False), fault=None)
    except TooNew:
        fault = "is of a newer version"
    except NotOurs:
        fault = "is no data file of srs-roulette"
    except Damaged:
        fault = "is damaged"
    except StoreError:
        fault = "cannot be read"
    return Backup(path=file, attempts=None, fault=fault)


def _newest_first(path: Path) -> list[Path]:
    return sorted((file for file, _ in _own(path)), key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _own(path: Path) -> list[tuple[Path, StudyDay | None]]:
    """Return the backups of a data file, each with its study day if it is a daily one."""
    start = f"{path.stem}-"
    found = []
    for file in _files(path):
        match = _NAME.fullmatch(file.name.removeprefix(start)) if file.name.startswith(start) else None
        if match and (match["day"] is None or _day(match) is not None):
            found.append((file, _day(match)))
    return found


def _files(path: Path) -> list[Path]:
    try:
        return [file for file in (path.parent / FOLDER).iterdir() if file.is_file() and not file.is_symlink()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise StoreError(f"{path.parent / FOLDER} cannot be read ({error.strerror}).") from error


def _day(match: re.Match[str]) -> StudyDay | None:
    try:
        return from_iso(match["day"]) if match["day"] else None
    except ValueError:
        return None


def _daily(path: Path, day: StudyDay) -> Path:
    return path.parent / FOLDER / f"{path.stem}-daily-{iso(day)}.db"


def _free(path: Path, what: str) -> Path:
    return free_name(path.parent / FOLDER, f"{path.stem}-{what}")


def _stamp(now: datetime) -> str:
    return f"{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"
