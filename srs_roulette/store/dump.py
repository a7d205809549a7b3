"""A learner's whole history as one JSON document, and the data file that such a document makes again.

The tables are read off the schema, so that a table added to it is in the document too. Their rows stand in the order of
their keys, a row a line: the same history gives the same bytes.
"""

from __future__ import annotations

import json
from contextlib import closing, suppress
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NoReturn

from srs_roulette.errors import BadSetting, Damaged, NotFound, NotOurs, StoreError, TooNew
from srs_roulette.store.attempt import from_row
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import LIVE
from srs_roulette.store.database import APPLICATION_ID, VERSION, connect, open_for_reading
from srs_roulette.store.faults import damaged, guard
from srs_roulette.store.queries import EVERY_ATTEMPT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

FORMAT: Final = "srs-roulette history"
DOCUMENT: Final = 1
"""The version of what stands around the tables; ``schema`` is that of the tables, user_version of the data file."""

_TYPES: Final = {"INTEGER": int, "REAL": float, "TEXT": str}
_MARK: Final = b"\xef\xbb\xbf"
"""What some editors put before UTF-8."""
_BEGIN: Final = 64
# _sqlite_migrations tells when this file was brought up to date, and nothing of the learner.
_TABLES: Final = """
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name <> '_sqlite_migrations'
    ORDER BY name
"""
_write: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    type: type
    required: bool
    key: int
    """its place in the primary key, from 1; 0: it is in none"""

    def fault(self, value: object) -> str | None:
        """Say what is wrong with a value; SQLite itself would turn "1" into 1, and no key into the next free one."""
        if value is None:
            return f"{self.name} is missing" if self.required else None
        # The type itself: True is an int to Python. A number may be too large for a float.
        fits = type(value) is self.type and (self.type is not float or isfinite(value))  # type: ignore[arg-type]
        return None if fits else f"{self.name} is of another type"


class _Unfit(Exception):
    """What is wrong with a document, the end of a sentence."""


def dump(source: Path, file: TextIO) -> int:
    """Write the history of a data file as of one moment, and return the number of live attempts in it.

    :raises NotFound: there is no data file
    :raises StoreError: it cannot be read
    """
    connection = open_for_reading(source)
    if connection is None:
        raise NotFound(f"There is nothing to export: {source} is not there yet.")
    with guard(source), closing(connection):
        connection.execute("BEGIN")
        (attempts,) = connection.execute(LIVE).fetchone()
        head = _write({"format": FORMAT, "version": DOCUMENT, "schema": VERSION})
        file.write(f'{head.removesuffix("}")},"tables":{{')
        for place, (table, columns) in enumerate(_schema(connection).items()):
            names = [column.name for column in columns]
            file.write(f'{"," if place else ""}\n{_write(table)}:{{"columns":{_write(names)},"rows":[')
            found = connection.execute(_select(table, columns))
            file.writelines(f"{',' if row else ''}\n{_row(values, source)}" for row, values in enumerate(found))
            file.write("]}")
        file.write("\n}}\n")
    return int(attempts)


def is_document(source: Path) -> bool:
    """Tell whether a file begins as a JSON object, whoever's it is."""
    with suppress(OSError):
        if source.is_file():
            with source.open("rb") as file:
                return file.read(_BEGIN).removeprefix(_MARK).lstrip().startswith(b"{")
    return False


def load(source: Path, part: Path) -> None:
    """Make a data file of this version in ``part``, an empty file, from a document.

    :raises NotOurs: it is no document of this program
    :raises TooNew: a newer version wrote it
    :raises Damaged: it is cut off, or holds what no version wrote
    :raises StoreError: it cannot be read
    """
    from srs_roulette.store.migrations import bring_up_to_date  # noqa: PLC0415 - slow to import, seldom needed

    try:
        schema, tables = _read(source)
        with guard(part), closing(connect(part, "rw")) as connection:
            # As the version that wrote it had them: the steps since then find what they expect.
            bring_up_to_date(connection, None, version=schema, application_id=APPLICATION_ID)
            _fill(connection, tables)
            bring_up_to_date(connection, None, version=VERSION, application_id=APPLICATION_ID)
            _prove(Store(connection, part))
    except (_Unfit, BadSetting) as fault:
        raise Damaged(f"{source} is damaged ({fault}); nothing was restored.") from fault
    except MemoryError as fault:
        raise StoreError(f"{source} is larger than this computer's memory; nothing was restored.") from fault
    except Damaged as fault:
        # What it says of the unfinished file is said of the document; its advice is for a data file.
        raise Damaged(f"{source} is damaged ({fault.__cause__ or fault}); nothing was restored.") from fault


def _schema(connection: sqlite3.Connection) -> dict[str, list[_Column]]:
    """Return every table that holds something of the learner, with its columns."""
    sql = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid'
    return {
        table: [
            _Column(name, _TYPES[kind], bool(required or key), key)
            for name, kind, required, key in connection.execute(sql, (table,))
        ]
        for (table,) in connection.execute(_TABLES).fetchall()
    }


def _select(table: str, columns: list[_Column]) -> str:
    by = sorted((column for column in columns if column.key), key=lambda column: column.key) or columns
    return f"SELECT {_names(columns)} FROM {_quoted(table)} ORDER BY {_names(by)}"  # noqa: S608 - names of the schema


def _names(columns: list[_Column]) -> str:
    return ", ".join(_quoted(column.name) for column in columns)


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))


def _row(values: tuple[object, ...], source: Path) -> str:
    try:
        return _write(values)
    except ValueError as error:
        # No version wrote an infinite number.
        raise damaged(source, str(error)) from error


def _read(source: Path) -> tuple[int, dict[str, Any]]:
    """Read a document and return the version of its tables, and the tables as they stand in it."""
    try:
        text = source.read_bytes().removeprefix(_MARK)
    except OSError as error:
        raise StoreError(f"{source} cannot be read ({error.strerror}). Make it readable.") from error
    try:
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except (_Unfit, ValueError, RecursionError) as error:
        if FORMAT.encode() not in text[:_BEGIN]:
            raise _foreign(source) from error
        raise _Unfit(str(error) if isinstance(error, _Unfit) else "it is cut off, or no JSON any more") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _foreign(source)
    version, schema, tables = (document.get(key) for key in ("version", "schema", "tables"))
    if not (type(version) is int and type(schema) is int and schema > 0 and isinstance(tables, dict)):
        raise _Unfit("its version or its tables are missing")
    if version > DOCUMENT or schema > VERSION:
        raise TooNew(
            f"{source} was written by a newer version of srs-roulette; nothing was restored. Install the newer version."
        )
    return schema, tables


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object: of a table that stands twice JSON would keep the second, and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Unfit("a name stands twice in it")
    return found


def _foreign(source: Path) -> NotOurs:
    return NotOurs(f"{source} is no data file of srs-roulette; nothing was restored.")


def _fill(connection: sqlite3.Connection, tables: dict[str, Any]) -> None:
    """Write the rows of a document into the empty tables of its version, under all their constraints."""
    schema = _schema(connection)
    if tables.keys() != schema.keys():
        raise _Unfit(f"its tables are not {', '.join(schema)}")
    connection.execute("BEGIN")
    table = ""
    try:
        for table, columns in schema.items():
            marks = ", ".join("?" * len(columns))
            sql = f"INSERT INTO {_quoted(table)} ({_names(columns)}) VALUES ({marks})"  # noqa: S608 - names of the schema
            connection.executemany(sql, _rows(table, columns, tables[table]))
    except (connection.IntegrityError, UnicodeEncodeError, OverflowError) as error:
        raise _Unfit(f"{table}: {' '.join(str(error).split())}") from error
    # Now that all is there: rows refer to tables that come later.
    for name, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        raise _Unfit(f"{name} refers to what is missing in {parent}")
    connection.execute("COMMIT")


def _rows(table: str, columns: list[_Column], found: object) -> Iterator[list[object]]:
    names = [column.name for column in columns]
    if not isinstance(found, dict) or found.get("columns") != names or not isinstance(found.get("rows"), list):
        raise _Unfit(f"{table} has other columns")
    for number, row in enumerate(found["rows"], 1):
        if not isinstance(row, list) or len(row) != len(columns):
            raise _Unfit(f"{table}, row {number} has other columns")
        for column, value in zip(columns, row, strict=True):
            if fault := column.fault(value):
                raise _Unfit(f"{table}, row {number}: {fault}")
        yield row


def _prove(store: Store) -> None:
    """Read every attempt as the program does, and let the memories be what follows from them: they are the truth."""
    for row in store.connection.execute(EVERY_ATTEMPT, (0, True)):
        from_row(row)
    store.rebuild()
