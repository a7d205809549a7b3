"""Copies of the data file that can be trusted: by SQLite's backup API, opened and counted before they get a name.

Copying the file itself leaves out what is still in its write-ahead log.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import closing, contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import Damaged, NotFound, NotOurs, NotSaved
from srs_roulette.store.database import COMPANIONS, beside, connect, open_as_it_is
from srs_roulette.store.faults import damaged, guard

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

PART: Final = ".part"
"""The end of the name of a copy that is being written."""

LIVE: Final = "SELECT count(*) FROM attempts WHERE undone_ms IS NULL"
"""A withdrawn attempt counts nowhere."""

_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"


def free_name(folder: Path, stem: str) -> Path:
    """Return the first of ``stem.db``, ``stem-2.db``, ... in ``folder`` that does not exist."""
    names: Iterator[str] = (f"{stem}.db" if n == 1 else f"{stem}-{n}.db" for n in count(1))
    return next(path for path in (folder / name for name in names) if not os.path.lexists(path))


def back_up(source: Path, target: Path) -> int:
    """Copy the data file to ``target`` and return the number of live attempts in it. Nothing of that name may exist.

    The copy is one file in rollback mode, complete without companions. It is written under another name, opened
    and counted, and only then named. The folder is created. Whoever answers meanwhile is not held up.

    :raises NotFound: there is no data file
    :raises NotSaved: the target exists, cannot be written, or does not hold what the source holds
    :raises StoreError: the source cannot be read, is not ours, newer, or malformed
    """
    original = open_as_it_is(source)
    if original is None:
        raise NotFound(f"There is nothing to back up: {source} is not there yet.")
    with closing(original):
        return back_up_connected(original, source, target)


def back_up_connected(original: sqlite3.Connection, source: Path, target: Path) -> int:
    """Do what ``back_up`` does with a connection of the caller's, which is in no transaction.

    :raises StoreError: as ``back_up``
    """
    # An old log beside the copy would be read into it.
    for taken in (target, *(beside(target, end) for end in COMPANIONS)):
        if os.path.lexists(taken):
            raise _exists(taken)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_of(target) as part:
            attempts = write_copy(original, source, part)
            name(part, target)
    except FileExistsError as error:
        raise _exists(target) from error
    except OSError as error:
        raise NotSaved(f"{target} cannot be written ({error.strerror}); no backup was made.") from error
    return attempts


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Make an empty file beside ``target`` that no other process writes to, and remove it when the block is left."""
    sweep(target.parent, re.escape(target.name))
    part = target.with_name(f"{target.name}.{os.getpid()}{PART}")
    part.unlink(missing_ok=True)
    try:
        part.touch(exist_ok=False)
        yield part
    finally:
        part.unlink(missing_ok=True)


def sweep(folder: Path, names: str) -> None:
    """Remove what killed processes left of copies; ``names`` is a pattern of what the copies were to be called."""
    left = re.compile(rf"(?:{names})\.(?P<pid>\d+){re.escape(PART)}(?:{'|'.join(COMPANIONS)})?", re.ASCII)
    with suppress(OSError):
        for file in folder.iterdir():
            if (match := left.fullmatch(file.name)) and not _runs(int(match["pid"])):
                # Windows lets no file go that another process has open.
                with suppress(OSError):
                    file.unlink()


def _runs(pid: int) -> bool:
    """Tell whether a process lives; on Windows, where asking would end it, none is taken to."""
    if os.name == "nt":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def name(part: Path, target: Path) -> None:
    """Give a finished file its name, which no other file may bear.

    :raises FileExistsError: one does
    :raises OSError: it cannot be named
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        # No links here, as on a memory stick; renaming would replace what is there.
        if os.path.lexists(target):
            raise FileExistsError(target) from None
        part.rename(target)
    if os.name != "nt":
        # Not the file only, its name too must survive a power cut.
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def _copied(source: Path, part: Path) -> Iterator[None]:
    """Guard a copy that is its source page for page: what is wrong with it is wrong with the source."""
    try:
        with guard(part):
            yield
    except (Damaged, NotOurs) as error:
        raise damaged(source, str(error.__cause__)) from error


def write_copy(original: sqlite3.Connection, source: Path, part: Path) -> int:
    """Copy into ``part``, an empty file, as of one moment; prove the copy and return the number of live attempts in it.

    :raises NotSaved: it cannot be written, or does not hold what the source holds
    :raises Damaged: the source is malformed
    """
    with guard(source):
        original.execute("BEGIN")
        try:
            # The first reading holds the moment: an answer given from here on is in neither count nor copy.
            expected = _count(original)
            with _copied(source, part), closing(connect(part, "rwc")) as copy:
                original.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            original.execute("ROLLBACK")
    # Opened anew: what the writing connection believes is no proof of what the disk holds.
    with _copied(source, part), closing(connect(part, "rw")) as copy:
        check = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        rows = _count(copy)
        attempts: int = copy.execute(LIVE).fetchone()[0]
    if check != "ok":
        raise damaged(source, check)
    if rows != expected:
        raise NotSaved(f"The copy of {source} does not hold what it should; no backup was made.")
    return attempts


def read_through(path: Path, *, indexes: bool = True) -> int:
    """Read a whole data file and return the number of live attempts in it.

    ``indexes``: compare each index with its table too, which takes three times as long.

    :raises NotFound: there is none
    :raises StoreError: it cannot be read, is not ours, newer, or damaged
    """
    connection = open_as_it_is(path)
    if connection is None:
        raise NotFound(f"There is no file {path}.")
    with guard(path), closing(connection):
        if faults := integrity(connection, 1, indexes=indexes):
            raise Damaged(f"{path} is damaged ({faults[0]}).")
        attempts: int = connection.execute(LIVE).fetchone()[0]
    return attempts


def integrity(connection: sqlite3.Connection, most: int = 20, *, indexes: bool = True) -> list[str]:
    """Return what SQLite finds wrong with pages, indexes, constraints and references, at most so many of each."""
    check = "integrity_check" if indexes else "quick_check"
    found = [row[0] for row in connection.execute(f"PRAGMA {check}({most:d})")]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(most)
    return [
        *(text for text in found if text != "ok"),
        *(f"row {row} of {table} belongs to no row of {parent}" for table, row, parent, _ in orphans),
    ]


def room_for(source: Path, folder: Path) -> bool:
    """Tell whether a copy in ``folder`` would leave as much room again, so that no answer is lost to it."""
    return shutil.disk_usage(folder).free > 2 * source.stat().st_size


def _exists(target: Path) -> NotSaved:
    return NotSaved(f"{target} already exists; no backup was made. Choose another name.")


def _count(connection: sqlite3.Connection) -> dict[str, int]:
    names = [name for (name,) in connection.execute(_TABLES)]
    # The names are quoted, and come from the file's own schema.
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608
