"""Copies of the data file that can be trusted: by SQLite's backup API, opened and counted before they get a name.

Copying the file itself leaves out what is still in its write-ahead log.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING

from srs_roulette.errors import NotSaved
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"


def free_name(folder: Path, stem: str) -> Path:
    """Return the first of ``stem.db``, ``stem-2.db``, ... in ``folder`` that does not exist."""
    names: Iterator[str] = (f"{stem}.db" if n == 1 else f"{stem}-{n}.db" for n in count(1))
    return next(path for path in (folder / name for name in names) if not path.exists())


def back_up(source: Path, target: Path) -> int:
    """Copy the data file to ``target``, a file that must not exist, and return the number of rows copied.

    The copy is one file in rollback mode, complete without companions. It is written under another name, opened
    and counted, and only then renamed. The folder is created.

    :raises NotSaved: the target exists, cannot be written, or does not hold what the source holds
    :raises Damaged: the source is malformed
    """
    if target.exists():
        raise NotSaved(f"{target} already exists; no backup was made. Choose another name.")
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        try:
            rows = _copy(source, part)
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise NotSaved(f"{target} cannot be written ({error.strerror}); no backup was made.") from error
    return rows


def _copy(source: Path, part: Path) -> int:
    with guard(source), closing(_connect(source, "rw")) as original:
        with guard(part), closing(_connect(part, "rwc")) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        # Opened anew: what the writing connection believes is no proof of what the disk holds.
        with guard(part), closing(_connect(part, "rw")) as copy:
            check = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            rows, expected = _count(copy), _count(original)
    if check != "ok" or rows != expected:
        raise NotSaved(f"The copy of {source} does not hold what it should; no backup was made.")
    return sum(rows.values())


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)


def _count(connection: sqlite3.Connection) -> dict[str, int]:
    names = [name for (name,) in connection.execute(_TABLES)]
    # The names are quoted, and come from the file's own schema.
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608
