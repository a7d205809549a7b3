"""What a learner sets beside the log: settings, pauses, flagged keys, opened sections."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from srs_roulette.errors import NotFound
from srs_roulette.store.attempt import storable
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

    from srs_roulette.scheduling.types import ItemId

How = Literal["asked", "placement"]
"""A section is opened because the learner asked for it, or by the placement: then its items come last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A key that the learner calls wrong. While it is open its item is paused."""

    attempt_id: int
    item_id: ItemId
    text: str
    flagged_ms: int
    """UTC ms"""
    cleared_ms: int | None
    """UTC ms; None while open"""


class Marks:
    """The data file's small tables. Every method that writes is one durable transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take over a connection from ``store.database``; ``path`` is for what is said when it fails."""
        self.connection = connection
        self.path = path
        self._untouched = connection.total_changes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with guard(self.path):
            self.connection.close()

    def touched(self) -> bool:
        """Tell whether a row was written since the file was taken over."""
        return self.connection.total_changes > self._untouched

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all of the block or none of it; on return it is on the disk.

        :raises NotSaved: locked, read-only, or full; nothing of the block was written
        """
        with guard(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            finally:
                # Still open only after a fault; some faults end the transaction by themselves.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def settings(self) -> dict[str, str]:
        """Return every stored setting as raw text; a setting never set is absent."""
        with guard(self.path):
            return dict(self.connection.execute("SELECT key, value FROM settings"))

    def setting(self, key: str) -> str | None:
        """Return a stored setting as raw text; None when it was never set."""
        with guard(self.path):
            row = self.connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def set_setting(self, key: str, value: str | None) -> None:
        """Store a setting, already validated, as raw text; None returns it to its default.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            if value is None:
                self.connection.execute("DELETE FROM settings WHERE key = ?", (key,))
            else:
                sql = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                self.connection.execute(sql, (key, value))

    def suspend(self, item: ItemId, now_ms: int) -> bool:
        """Pause an item; False when it was paused before, whose time is then kept.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            cursor = self.connection.execute("INSERT OR IGNORE INTO suspended VALUES (?, ?)", (item, now_ms))
        return cursor.rowcount > 0

    def resume(self, item: ItemId) -> bool:
        """End an item's pause; False when there was none. An open flag goes on pausing it.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            cursor = self.connection.execute("DELETE FROM suspended WHERE item_id = ?", (item,))
        return cursor.rowcount > 0

    def suspended(self) -> dict[ItemId, int]:
        """Return the suspended items with the time since when, UTC ms."""
        with guard(self.path):
            return dict(self.connection.execute("SELECT item_id, since_ms FROM suspended"))

    def paused(self) -> frozenset[ItemId]:
        """Return the items not to be asked: suspended, or with an open flag."""
        sql = "SELECT item_id FROM suspended UNION SELECT item_id FROM flagged WHERE cleared_ms IS NULL"
        with guard(self.path):
            return frozenset(item for (item,) in self.connection.execute(sql))

    def flag(self, attempt_id: int, text: str, now_ms: int) -> Flag:
        """Note that the key of an attempt is called wrong; its item is paused until the flag is cleared.

        :raises NotFound: no such attempt
        :raises NotSaved: nothing was written
        """
        sql = """
            INSERT INTO flagged SELECT id, item_id, ?, ?, NULL FROM attempts WHERE id = ?
            ON CONFLICT (attempt_id) DO UPDATE
            SET text = excluded.text, flagged_ms = excluded.flagged_ms, cleared_ms = NULL
            RETURNING item_id
        """
        text = storable(text)
        with self.transaction():
            rows = self.connection.execute(sql, (text, now_ms, attempt_id)).fetchall()
        if not rows:
            raise NotFound(f"There is no attempt {attempt_id}.")
        return Flag(attempt_id=attempt_id, item_id=rows[0][0], text=text, flagged_ms=now_ms, cleared_ms=None)

    def flags(self) -> list[Flag]:
        """Return the open flags, oldest first."""
        sql = """
            SELECT attempt_id, item_id, text, flagged_ms FROM flagged
            WHERE cleared_ms IS NULL ORDER BY flagged_ms, attempt_id
        """
        with guard(self.path):
            return [
                Flag(attempt_id=row[0], item_id=row[1], text=row[2], flagged_ms=row[3], cleared_ms=None)
                for row in self.connection.execute(sql)
            ]

    def clear_flag(self, attempt_id: int, now_ms: int) -> None:
        """Close the flag on an attempt; its item is asked again unless suspended.

        :raises NotFound: that attempt has no open flag
        :raises NotSaved: nothing was written
        """
        sql = "UPDATE flagged SET cleared_ms = ? WHERE attempt_id = ? AND cleared_ms IS NULL"
        with self.transaction():
            cursor = self.connection.execute(sql, (now_ms, attempt_id))
        if not cursor.rowcount:
            raise NotFound(f"Attempt {attempt_id} has no open flag.")

    def open_section(self, deck: str, section: str, now_ms: int, how: How) -> bool:
        """Open a section for good; False when it was open before. What a placement showed, asking does not undo.

        :raises NotSaved: nothing was written
        """
        sql = """
            INSERT INTO opened_sections VALUES (?, ?, ?, ?)
            ON CONFLICT (deck, section) DO UPDATE SET how = excluded.how WHERE excluded.how = 'placement'
        """
        known = (deck, section) in self.opened_sections()
        with self.transaction():
            self.connection.execute(sql, (deck, section, now_ms, how))
        return not known

    def opened_sections(self) -> dict[tuple[str, str], How]:
        """Return the sections opened for good, as (deck, section), with how."""
        with guard(self.path):
            rows = self.connection.execute("SELECT deck, section, how FROM opened_sections").fetchall()
        return {(deck, section): how for deck, section, how in rows}
