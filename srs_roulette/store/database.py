"""Opening the data file: never a file of others, never half a version, never a surprise after the first answer.

It needs sqlite-utils only when the file is new or behind, so the import waits until then.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, suppress
from time import sleep
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from srs_roulette.errors import NotSaved, StoreError, TooNew
from srs_roulette.store.faults import damaged, guard, not_ours, primary_code, read_only
from srs_roulette.store.volume import network_of

if TYPE_CHECKING:
    from pathlib import Path

APPLICATION_ID = 0x53525352
"""What marks a SQLite file as ours."""

VERSION = 3
"""The number of steps in ``migrations.STEPS``, stored as user_version."""

BUSY_SECONDS = 5.0
"""How long to wait for another process: an answer holds the file for less than a millisecond."""

COMPANIONS = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a file: its log, what a torn write is undone from, and the log's index."""

_MAGIC = b"SQLite format 3\x00"
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_HEADER = 100
_WAL_TRIES = 100
_ALONE_TRIES = 50
_PAUSE = 0.02
"""Seconds between tries. Fifty outwait a look-up, not a sitting."""
_SMALL = ("memories", "late", "suspended", "flagged", "settings", "opened_sections", "anki_notes")
"""The tables that grow with the course and not with the years."""

_UNREACHABLE = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL})
"""What SQLite says where it may not, or cannot, make the companions that a file in WAL mode needs to be read."""


class _Connection(sqlite3.Connection):
    """A connection that is known of while it is open."""

    path: Path

    def close(self) -> None:
        super().close()
        _OPEN.discard(self)


_OPEN: Final[WeakSet[_Connection]] = WeakSet()
"""The connections of this process."""


def open_for_writing(path: Path, *, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open the data file, creating it and its folder, or bringing it up to date, and prove that it can be written.

    The connection begins no transaction on its own. ``timeout`` is the most seconds to wait for other processes.

    :raises NotOurs: no database, or another program's; untouched
    :raises TooNew: a newer version wrote it; untouched
    :raises Damaged: malformed
    :raises NotSaved: locked, read-only, or no room
    """
    new = not holds_data(path)
    if new:
        make_folder(path)
    elif not _may_be_written(path):
        # Before SQLite tries: it would leave a log beside the file that may be written no more than the file.
        raise read_only(path)
    with guard(path):
        network = network_of(path)
        if network and not new:
            _leave_wal(path)
        connection = connect(path, "rwc" if new else "rw", timeout)
        try:
            # FULL: in WAL mode the default of many builds loses the last answers in a power cut.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            # The one proof that an answer could be saved, asked for before the first question.
            connection.execute("BEGIN IMMEDIATE")
            version = version_of(connection, path)
            if version == VERSION:
                # On a read-only file BEGIN IMMEDIATE quietly begins to read; only a write is refused.
                connection.execute(f"PRAGMA user_version = {version:d}")
            connection.execute("ROLLBACK")
            if version < VERSION:
                _bring_up_to_date(connection, path)
            _refuse_damaged(connection, path)
            if network or not _use_wal(connection):
                # Without WAL an answer is kept when its journal is gone: EXTRA is FULL, and waits for that as well.
                connection.execute("PRAGMA synchronous = EXTRA")
        except BaseException:
            connection.close()
            raise
    return connection


def open_for_reading(path: Path, *, timeout: float = BUSY_SECONDS) -> sqlite3.Connection | None:
    """Open the data file for reading; None when there is none yet. Creates no data file and no folder.

    A file of an older version is brought up to date first. On media that cannot be written the file is read as it
    lies there.

    :raises NotOurs: no database, or another program's; untouched
    :raises TooNew: a newer version wrote it; untouched
    :raises Damaged: malformed
    :raises NotSaved: of an older version, and cannot be written
    :raises StoreError: it cannot be read
    """
    connection = open_as_it_is(path, timeout=timeout)
    if connection is None:
        return None
    with guard(path):
        try:
            if connection.execute("PRAGMA user_version").fetchone()[0] < VERSION:
                connection.close()
                open_for_writing(path, timeout=timeout).close()
                connection = _open_as_it_is(path, timeout)
            _refuse_damaged(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def open_as_it_is(path: Path, *, timeout: float = BUSY_SECONDS) -> sqlite3.Connection | None:
    """Open a data file of this or an older version, and change nothing; None when there is none yet.

    :raises NotOurs: no database, or another program's
    :raises TooNew: a newer version wrote it
    :raises Damaged: malformed
    :raises StoreError: it cannot be read
    """
    if not holds_data(path):
        return None
    with guard(path):
        return _open_as_it_is(path, timeout)


def holds_data(path: Path) -> bool:
    """Tell whether there is a data file that this version may open; False when nothing is there yet.

    Its first bytes are read without SQLite: closing a connection to a foreign file may already change it. But closing
    a file takes away all locks that this process has on it, by POSIX, and another one would then remove the log under
    an open sitting. So a file that is open here is not read: it passed when it was opened.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise not_ours(path, "is no file" if not path.is_dir() else "is a folder")
        if _is_open_here(found):
            return True
        with path.open("rb") as file:
            head = file.read(_HEADER)
    except FileNotFoundError:
        if path.is_symlink():
            raise not_ours(path, "is a link to nothing") from None
        return False
    except NotADirectoryError:
        raise StoreError(f"{path.parent} is no folder. Name another one with --data.") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}). Make it readable.") from error
    if not head or (not head.startswith(_MAGIC) and _first_start_broke_off(path)):
        return False
    if len(head) < _HEADER or not head.startswith(_MAGIC):
        raise not_ours(path, "is no database")
    version, application = int.from_bytes(head[60:64]), int.from_bytes(head[68:72])
    if application != APPLICATION_ID:
        raise not_ours(path, "is the database of another program")
    _refuse_newer(path, version)
    return True


def _is_open_here(found: os.stat_result) -> bool:
    # A copy: another thread may open or close meanwhile.
    for one in tuple(_OPEN):
        with suppress(OSError):
            if os.path.samestat(one.path.stat(), found):
                return True
    return False


def beside(path: Path, end: str) -> Path:
    """Return one of the ``COMPANIONS`` of a file. They lie beside the file itself, not beside a link to it."""
    # Path.resolve would raise where links lead in a ring.
    return path.joinpath(os.path.realpath(path) + end)


def begins_as_database(path: Path) -> bool:
    """Tell whether a file has the head of a SQLite database, whoever's it is."""
    with path.open("rb") as file:
        head = file.read(_HEADER)
    return len(head) == _HEADER and head.startswith(_MAGIC)


def _first_start_broke_off(path: Path) -> bool:
    # Only a first start writes a rollback journal. One cut off by a power cut is undone by SQLite when it opens.
    try:
        with beside(path, "-journal").open("rb") as journal:
            return journal.read(len(_JOURNAL_MAGIC)) == _JOURNAL_MAGIC
    except OSError:
        return False


def _refuse_newer(path: Path, version: int) -> None:
    if version > VERSION:
        raise TooNew(
            f"{path} was written by a newer version of srs-roulette (format {version}, this one knows {VERSION});"
            " it was left untouched. Install the newer version.",
        )


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return user_version, as SQLite sees it through journal and write-ahead log.

    :raises NotOurs: another program's
    :raises TooNew: a newer version wrote it
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    # An empty file has neither mark nor tables; anything else without our mark got there since the first look.
    if application != APPLICATION_ID and connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        raise not_ours(path, "is the database of another program")
    _refuse_newer(path, version)
    return version


def _refuse_damaged(connection: sqlite3.Connection, path: Path) -> None:
    """Check the schedule whole at every start. The log is too long for that: it is checked with each backup."""
    for table in _SMALL:
        said: str = connection.execute(f"PRAGMA integrity_check({table})").fetchone()[0]
        if said != "ok":
            raise damaged(path, said)


def make_folder(path: Path) -> None:
    """Make the folder of a data file.

    :raises NotSaved: it cannot be made
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSaved(
            f"{path.parent} cannot be created ({error.strerror}); nothing was saved. Name another folder with --data.",
        ) from error


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    from srs_roulette.store.migrations import bring_up_to_date  # noqa: PLC0415 - slow to import, seldom needed

    bring_up_to_date(connection, path, version=VERSION, application_id=APPLICATION_ID)


def _use_wal(connection: sqlite3.Connection) -> bool:
    """Switch to WAL, once in a file's life, after its first commit: so the marks always stand in the file itself.

    False: it is not to be had here, and the rollback journal stays.
    """
    for _ in range(_WAL_TRIES):
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            return True
        try:
            return bool(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal")
        except sqlite3.OperationalError as error:
            # SQLite does not wait here by itself: it would deadlock with another process that starts.
            if primary_code(error) != sqlite3.SQLITE_BUSY:
                raise
            sleep(_PAUSE)
    return False


def _leave_wal(path: Path) -> None:
    """Take a file on a network drive out of WAL mode, into which a program on its own computer may have put it."""
    # Waiting is done by trying again.
    with closing(connect(path, "rw", 0)) as connection:
        fold_log(connection, path)


def fold_log(connection: sqlite3.Connection, path: Path, *, undone: str = "nothing was done") -> None:
    """Write the log into the file and leave WAL mode. The connection keeps the file for itself from here on.

    :raises NotSaved: another process has the file open; ``undone`` says what was not done
    """
    # Before the first reading: then SQLite needs no memory shared with others.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    for left in reversed(range(_ALONE_TRIES)):
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY:
                raise
            if not left:
                raise NotSaved(
                    f"{path} is open in another process; {undone}. End the sitting there and try again."
                ) from error
            sleep(_PAUSE)
        else:
            return


def connect(path: Path, mode: str, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Return a bare connection; ``mode`` is one of SQLite's, ``rw``, ``ro``, ``rwc``, or ``immutable=1``."""
    # A URI, because a plain path would create what is missing; as_uri quotes blanks, ?, # and %.
    uri = f"{path.absolute().as_uri()}?{mode if '=' in mode else f'mode={mode}'}"
    connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None, factory=_Connection)
    connection.path = path.absolute()
    _OPEN.add(connection)
    # What pages hold is looked at as they are read, before a damaged one is written to.
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _open_as_it_is(path: Path, timeout: float) -> sqlite3.Connection:
    if network_of(path) and _may_be_written(path):
        _leave_wal(path)
    connection = _connect_reading(path, timeout)
    try:
        version_of(connection, path)
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_reading(path: Path, timeout: float) -> sqlite3.Connection:
    """Return a connection that has read the file's first page.

    Even reading a file in WAL mode needs its companions. Whoever may not write, or has no room, can neither make them
    nor take them away again, so then the file alone is read, unless the companions hold answers that it lacks.
    """
    if _may_be_written(path):
        try:
            return _readable(connect(path, "rw", timeout))
        except sqlite3.OperationalError as error:
            if primary_code(error) not in _UNREACHABLE:
                raise
    log, journal, index = (beside(path, end) for end in COMPANIONS)
    if log.exists() and index.exists():
        # Somebody who may write is at it, and made them.
        try:
            return _readable(connect(path, "ro", timeout))
        except sqlite3.OperationalError as error:
            if primary_code(error) not in _UNREACHABLE:
                raise
    for newer in (log, journal):
        if newer.exists() and newer.stat().st_size:
            raise StoreError(
                f"{path} cannot be written and has its newest answers in {newer.name}:"
                " copy both to a folder that can be written and name it with --data.",
            )
    return _readable(connect(path, "immutable=1", timeout))


def _may_be_written(path: Path) -> bool:
    real = path.resolve()
    effective = os.access in os.supports_effective_ids
    return all(os.access(one, os.W_OK, effective_ids=effective) for one in (real, real.parent))


def _readable(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
