"""SQLite's errors, said as one line with the path and what to do."""

from __future__ import annotations

import re
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from srs_roulette.errors import Damaged, NotOurs, NotSaved, StoreError
from srs_roulette.store.attempt import ImpossibleMemory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PRIMARY = 0xFF
"""SQLite's extended codes carry the primary one in their last byte."""

_NOT_SAVED = {
    sqlite3.SQLITE_BUSY: "is in use by another program; nothing was saved. Close that program and try again.",
    sqlite3.SQLITE_LOCKED: "is in use by another program; nothing was saved. Close that program and try again.",
    sqlite3.SQLITE_PERM: "may not be written; nothing was saved. Make it and its folder writable.",
    sqlite3.SQLITE_READONLY: "may not be written; nothing was saved. Make it and its folder writable.",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; nothing was saved. Make it and its folder readable and writable.",
    sqlite3.SQLITE_FULL: "was not saved to: the disk is full. Free some space; what was saved before is kept.",
    sqlite3.SQLITE_IOERR: "was not saved to: the disk reported a fault. What was saved before is kept.",
}


_MOST = 160
"""Characters of what SQLite says: of a broken schema it quotes all."""

_NO_TEXT = "it holds text that is none"

_MISSING = re.compile(r"no such (table|column)|malformed|unsupported file format")
"""What SQLite says of a file with our mark but not our schema, with codes that it also gives to faults of ours."""


@contextmanager
def guard(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the data file into ours; a broken constraint stays SQLite's, being our fault.

    :raises NotSaved: locked, read-only, full, or a number too large for SQLite
    :raises Damaged: malformed, without the tables that its version has, or with a value that no version wrote
    :raises NotOurs: no database
    """
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise fault(error, path) from error
    except UnicodeDecodeError as error:
        # SQLite's own complaint quotes a broken schema, which need not be text.
        raise damaged(path, _NO_TEXT) from error
    except OverflowError as error:
        raise NotSaved(f"{path} was not saved to: a number is too large. Nothing of this step was written.") from error


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code, or -1 when Python raised it on its own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        # No room for the index of the log, which even a reader needs.
        return sqlite3.SQLITE_FULL
    return -1 if code is None else code & _PRIMARY


def fault(error: sqlite3.Error, path: Path) -> StoreError:
    """Return our error for SQLite's."""
    code = primary_code(error)
    if code in _NOT_SAVED:
        return NotSaved(f"{path} {_NOT_SAVED[code]}")
    if code == sqlite3.SQLITE_NOTADB:
        return not_ours(path, "is no database")
    if "decode to UTF-8" in str(error):
        # Python quotes the text, and what is no text should reach no terminal.
        return damaged(path, _NO_TEXT)
    if isinstance(error, ImpossibleMemory):
        return Damaged(f"{path} is damaged ({error}); nothing was written. Mend it: srs-roulette doctor --rebuild")
    if code == sqlite3.SQLITE_CORRUPT or isinstance(error, sqlite3.DataError) or _MISSING.search(str(error)):
        return damaged(path, str(error))
    return StoreError(f"{path} cannot be used: {error}.")


def not_ours(path: Path, what: str) -> NotOurs:
    """Return the refusal of a file that this program did not write; ``what`` follows the path."""
    return NotOurs(f"{path} {what}; it was left untouched. Name another folder with --data, or move the file away.")


def read_only(path: Path) -> NotSaved:
    """Return the refusal of a file, or of a folder with one, that this user may not write."""
    return NotSaved(f"{path} {_NOT_SAVED[sqlite3.SQLITE_READONLY]}")


def damaged(path: Path, what: str) -> Damaged:
    """Return the refusal of a file of ours that SQLite cannot read; it names the newest backup that is good."""
    from srs_roulette.store.backups import newest_good  # noqa: PLC0415 - it needs this module

    said = "".join(one if one.isprintable() else " " for one in what)
    good = newest_good(path)
    advice = (
        f"Its newest good backup: {good.path}, attempts: {good.attempts}. Put it in place with the command restore."
        if good
        else "There is no good one in the folder backups beside it: restore a copy of your own."
    )
    return Damaged(f"{path} is damaged ({' '.join(said.split())[:_MOST]}); nothing was written. {advice}")
