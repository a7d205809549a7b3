"""Putting another history in the place of a learner's: proved first, whole or not at all, with the old one kept."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from srs_roulette.errors import Damaged, NotFound, NotOurs, NotSaved
from srs_roulette.store import dump
from srs_roulette.store.backup import back_up_connected, name, part_of, read_through, write_copy
from srs_roulette.store.backups import before, set_aside
from srs_roulette.store.database import (
    APPLICATION_ID,
    COMPANIONS,
    VERSION,
    begins_as_database,
    beside,
    connect,
    fold_log,
    holds_data,
    make_folder,
    open_as_it_is,
    version_of,
)
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What took the place of what."""

    attempts: int
    """in the file now"""
    before: int | None
    """in the file that was replaced; None when there was none, or it could not be read"""
    kept: Path | None
    """where the replaced file is; None when there was none"""


def restore(source: Path, path: Path, now: datetime) -> Restored:
    """Let a backup, or a document of ``dump``, take the place of the data file ``path``, which need not exist.

    ``source`` stays as it is.

    :raises NotFound: there is no such backup
    :raises StoreError: the backup is not ours, newer, or damaged; or the data file is another program's, newer,
        open in another process, or cannot be written: it is as it was
    """
    if path.exists() and source.exists() and path.samefile(source):
        raise NotSaved(f"{source} is the data file itself: there is nothing to restore.")
    make_folder(path)
    try:
        with part_of(path) as part:
            (dump.load if dump.is_document(source) else _take_over)(source, part)
            return put_in_place(part, path, now)
    except OSError as error:
        raise NotSaved(f"{path} cannot be written ({error.strerror}); nothing was restored.") from error


def put_in_place(new: Path, path: Path, now: datetime) -> Restored:
    """Let ``new``, a proved data file of this version, take the place of ``path``, and keep what was there.

    ``new`` is one file in rollback mode, lies in the folder of ``path`` and may be gone afterwards.

    :raises StoreError: ``path`` is another program's, newer, open in another process, or cannot be written
    :raises OSError: the same, said by the system
    """
    attempts = read_through(new)
    kept = before(path, "restore", now)
    try:
        there = holds_data(path)
        if not there and not path.exists():
            _part_companions(path, set_aside(path, now))
            name(new, path)
            return Restored(attempts=attempts, before=None, kept=None)
        with _alone(path) as present:
            replaced = back_up_connected(present, path, kept) if there else None
            # Page by page in one transaction of the file itself: another process never sees half of it, nor an old
            # log beside a new file.
            with guard(new), closing(connect(new, "rw")) as other:
                other.backup(present)
    except (Damaged, NotOurs):
        if not path.is_file() or not _is_ours(path):
            raise
        kept = set_aside(path, now)
        _swap(new, path.resolve(), kept)
        return Restored(attempts=attempts, before=None, kept=kept)
    return Restored(attempts=attempts, before=replaced, kept=kept if there else None)


def _take_over(source: Path, part: Path) -> None:
    """Copy the backup into ``part``, read it through and bring it up to date."""
    try:
        original = open_as_it_is(source)
        if original is None:
            raise NotFound(f"There is no backup {source}.")
        with closing(original):
            write_copy(original, source, part)
        read_through(part)
    except NotOurs as error:
        raise NotOurs(f"{source} is no data file of srs-roulette; nothing was restored.") from error
    except Damaged as error:
        raise Damaged(f"{source} is damaged; nothing was restored. Which are good is told by doctor.") from error
    with guard(part), closing(connect(part, "rw")) as copy:
        if version_of(copy, part) < VERSION:
            from srs_roulette.store.migrations import bring_up_to_date  # noqa: PLC0415 - slow to import, seldom needed

            bring_up_to_date(copy, None, version=VERSION, application_id=APPLICATION_ID)


@contextmanager
def _alone(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the data file so that no other process has it open, with its log written into it.

    :raises NotSaved: another process has it open, or it cannot be written
    """
    with guard(path), closing(connect(path, "rw", 0)) as connection:
        version_of(connection, path)
        connection.execute("PRAGMA synchronous = FULL")
        fold_log(connection, path, undone="nothing was restored")
        try:
            # The lock stays until the end: copying begins and ends transactions of its own.
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            yield connection
        finally:
            with suppress(sqlite3.Error):
                connection.execute("PRAGMA locking_mode = NORMAL")
                connection.execute("SELECT 1 FROM sqlite_schema").fetchone()


def _is_ours(path: Path) -> bool:
    """Tell whether a file is ours, however damaged: without a head it is taken for ours because of its name."""
    try:
        return not begins_as_database(path) or holds_data(path)
    except NotOurs:
        return False


def _swap(new: Path, path: Path, kept: Path) -> None:
    """Let a file take the place of one that SQLite cannot open, which is kept with its companions, byte for byte."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, kept)
    except OSError:
        shutil.copyfile(path, kept)
    _part_companions(path, kept)
    new.replace(path)


def _part_companions(path: Path, kept: Path) -> None:
    """Let what lies beside a file go to ``kept`` before a new file is there.

    A log knows its file by name only, and would be written into the new one.
    """
    for end in COMPANIONS:
        left = beside(path, end)
        if left.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            left.rename(kept.with_name(kept.name + end))
