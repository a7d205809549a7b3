"""How the data file came to be, step by step. Append only: a column is one more function at the end.

Imported only when a file is behind: it is the only module, with its package, that needs sqlite-utils.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Database, Migrations

from srs_roulette.store.backup import back_up, free_name
from srs_roulette.store.backups import FOLDER

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

STEPS = Migrations("srs_roulette")

_ATTEMPTS = """
CREATE TABLE attempts (
    id            INTEGER PRIMARY KEY,  -- answered, UTC ms, raised by 1 until free; also Anki's log id
    item_id       TEXT NOT NULL,
    kind          TEXT NOT NULL
        CHECK (kind IN ('review', 'relearn', 'drill', 'test', 'anki', 'reset', 'reschedule')),
    surface       TEXT NOT NULL,
    family        TEXT,
    house         TEXT,
    params        TEXT CHECK (params IS NULL OR json_valid(params)),
    seed          INTEGER,
    rules_version TEXT,
    zone          TEXT NOT NULL,
    study_day     INTEGER NOT NULL,     -- days since 1970-01-01
    elapsed_ms    INTEGER CHECK (elapsed_ms >= 0),
    given         TEXT,                 -- as typed
    expected      TEXT,
    verdict       TEXT CHECK (verdict IN ('correct', 'close', 'wrong')),
    slip          TEXT,
    rating        INTEGER CHECK (rating BETWEEN 1 AND 4),
    due_day       INTEGER,              -- written once, never computed again
    parameters_id INTEGER REFERENCES optimizations (id),
    flags         TEXT NOT NULL DEFAULT '',
    undone_ms     INTEGER,
    CHECK (rating IS NOT NULL OR kind NOT IN ('review', 'relearn', 'anki'))
) STRICT
"""

_KEPT = (
    "id, item_id, kind, surface, family, house, params, seed, rules_version, zone, study_day, elapsed_ms, given,"
    " expected, verdict, slip, rating, due_day, parameters_id, flags"
)
_OLD, _NEW = (", ".join(f"{row}.{name}" for name in _KEPT.split(", ")) for row in ("OLD", "NEW"))

_TRIGGERS = (
    """
    CREATE TRIGGER attempts_never_deleted BEFORE DELETE ON attempts
    BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END
    """,
    f"""
    CREATE TRIGGER attempts_never_changed BEFORE UPDATE ON attempts
    WHEN OLD.undone_ms IS NOT NULL OR NEW.undone_ms IS NULL OR ({_OLD}) IS NOT ({_NEW})
    BEGIN SELECT RAISE(ABORT, 'attempts are never changed, but withdrawn once'); END
    """,
    # INSERT OR REPLACE would delete without waking the first trigger.
    """
    CREATE TRIGGER attempts_never_replaced BEFORE INSERT ON attempts
    WHEN EXISTS (SELECT 1 FROM attempts WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'attempts are never replaced'); END
    """,
)

_INDEXES = (
    "CREATE INDEX attempts_item ON attempts (item_id)",
    # The two ways in which an answer asks for what came before: the item's newest, and what the day has seen.
    "CREATE INDEX attempts_counted ON attempts (item_id, id) WHERE undone_ms IS NULL AND kind NOT IN ('drill', 'test')",
    """
    CREATE INDEX attempts_day ON attempts (study_day)
    WHERE undone_ms IS NULL AND kind IN ('review', 'relearn', 'anki')
    """,
)

_TABLES = (
    """
    CREATE TABLE optimizations (
        id           INTEGER PRIMARY KEY,
        made_ms      INTEGER NOT NULL,
        parameters   TEXT NOT NULL CHECK (json_valid(parameters)),
        fsrs_version TEXT NOT NULL,
        evaluation   TEXT NOT NULL CHECK (json_valid(evaluation)),
        adopted      INTEGER NOT NULL CHECK (adopted IN (0, 1))
    ) STRICT
    """,
    _ATTEMPTS,
    # Written in an order that their ids do not show, because the clock had been set back or two processes answered
    # at once: attempt_id was written after after_id, several of them in the order of seq.
    """
    CREATE TABLE late (
        seq        INTEGER PRIMARY KEY,
        attempt_id INTEGER NOT NULL UNIQUE REFERENCES attempts (id),
        item_id    TEXT NOT NULL,
        after_id   INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX late_item ON late (item_id, after_id, seq)",
    "CREATE INDEX late_after ON late (after_id, seq)",
    """
    CREATE TABLE memories (
        item_id    TEXT PRIMARY KEY,
        stability  REAL NOT NULL,
        difficulty REAL NOT NULL,
        due_day    INTEGER NOT NULL,
        last_day   INTEGER NOT NULL,
        reps       INTEGER NOT NULL,
        lapses     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX memories_due ON memories (due_day)",
    "CREATE TABLE suspended (item_id TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE flagged (
        attempt_id INTEGER PRIMARY KEY REFERENCES attempts (id),
        item_id    TEXT NOT NULL,
        text       TEXT NOT NULL,
        flagged_ms INTEGER NOT NULL,
        cleared_ms INTEGER
    ) STRICT
    """,
    "CREATE INDEX flagged_open ON flagged (item_id) WHERE cleared_ms IS NULL",
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE opened_sections (
        deck      TEXT NOT NULL,
        section   TEXT NOT NULL,
        opened_ms INTEGER NOT NULL,
        how       TEXT NOT NULL CHECK (how IN ('asked', 'placement')),
        PRIMARY KEY (deck, section)
    ) STRICT, WITHOUT ROWID
    """,
)


def run(database: Database, statements: Iterable[str]) -> None:
    """Execute statements one by one: executescript would commit and cut the transaction in two."""
    for statement in statements:
        database.execute(statement)


@STEPS()
def first(database: Database) -> None:
    """Create everything a sitting needs."""
    run(database, (*_TABLES, *_INDEXES, *_TRIGGERS))


@STEPS()
def second(database: Database) -> None:
    """Let the times of a family's last right answers be read without the rest of the log."""
    database.execute(
        """
        CREATE INDEX attempts_times ON attempts (family, surface, study_day)
        WHERE undone_ms IS NULL AND verdict = 'correct' AND kind IN ('review', 'relearn')
          AND elapsed_ms IS NOT NULL AND flags IN ('', 'clock_back')
        """
    )


@STEPS()
def third(database: Database) -> None:
    """Remember which note in Anki belongs to which item, and what came back from there."""
    run(
        database,
        (
            """
            CREATE TABLE anki_notes (
                item_id  TEXT PRIMARY KEY,         -- as it was called when the note was first written: the guid
                note_id  INTEGER NOT NULL UNIQUE,  -- UTC ms, in the past, given once
                card_id  INTEGER NOT NULL UNIQUE,
                content  TEXT NOT NULL,            -- a hash of what the note says
                text_mod INTEGER NOT NULL          -- when that last changed, epoch seconds; grows with each change
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE anki_imports (
                id      INTEGER PRIMARY KEY,
                at_ms   INTEGER NOT NULL,
                sha256  TEXT NOT NULL,
                rows    INTEGER NOT NULL,
                new     INTEGER NOT NULL,
                skipped INTEGER NOT NULL
            ) STRICT
            """,
        ),
    )


def bring_up_to_date(
    connection: sqlite3.Connection,
    path: Path | None,
    *,
    version: int,
    application_id: int,
    steps: Migrations = STEPS,
) -> None:
    """Apply every step up to ``version`` that the file lacks, in one transaction: all of them or none.

    A file that already has a version is backed up first, into the folder ``backups`` beside it; with no ``path``
    it needs no backup. Processes that start at once wait here for the first; the others find nothing left to do.

    :raises sqlite3.Error: locked for longer than the connection waits, read-only, full
    """
    # Before the transaction begins: the constructor sets a pragma that would not hold inside one.
    database = Database(connection, execute_plugins=False)
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        if found < version:
            if found and path:
                name = free_name(path.parent / FOLDER, f"{path.stem}-before-version-{version}")
                back_up(path, name)
            later = [step.name for step in steps.pending(database)][version - found :]
            steps.apply(database, stop_before=later)
            connection.execute(f"PRAGMA user_version = {version:d}")
            connection.execute(f"PRAGMA application_id = {application_id:d}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
