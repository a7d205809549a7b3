"""Items that were renamed: the log keeps the id under which an answer was given, everything else follows the new one.

A rename is a row of ``settings``, ``renamed/OLD`` with the new id, so that the log itself is never changed. What was
written under old ids is read as the new item's; new answers are written under the new id.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from srs_roulette.store.faults import guard
from srs_roulette.store.marks import Flag, Marks

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from srs_roulette.scheduling.types import ItemId

_PREFIX: Final = "renamed/"
_ALIASES: Final = "SELECT substr(key, length(?1) + 1), value FROM settings WHERE key >= ?1 AND key < ?2"
_AFTER_PREFIX: Final = "renamed0"
"""The next text after all that begin with the prefix."""


class Aliases(Marks):
    """The data file's small tables, with renames followed."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        super().__init__(connection, path)
        self._aliases: dict[ItemId, ItemId] | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write as in ``Marks``. Within the block items are called what they are called in the file."""
        with super().transaction():
            # Another process may have seen a renamed deck since they were read.
            self.forget_aliases()
            yield

    def aliases(self) -> dict[ItemId, ItemId]:
        """Return every old id with the id that it has now."""
        if self._aliases is None:
            with guard(self.path):
                direct = dict(self.connection.execute(_ALIASES, (_PREFIX, _AFTER_PREFIX)))
            self._aliases = {old: _last(direct, new) for old, new in direct.items()}
        return self._aliases

    def forget_aliases(self) -> None:
        """Read the renames again when next needed: another connection wrote some."""
        self._aliases = None

    def now(self, item: ItemId) -> ItemId:
        """Return the id that an item has now."""
        return self.aliases().get(item, item)

    def ids_of(self, item: ItemId) -> list[ItemId]:
        """Return all ids under which an item's history is written, its own first."""
        return [item, *(old for old, new in self.aliases().items() if new == item)]

    def renamed_items(self) -> set[ItemId]:
        """Return the items that had another id before."""
        return set(self.aliases().values())

    def flag(self, attempt_id: int, text: str, now_ms: int) -> Flag:
        """Note that the key of an attempt is called wrong, as in ``Marks``; the item paused is the one of today."""
        flag = super().flag(attempt_id, text, now_ms)
        item = self.now(flag.item_id)
        if item != flag.item_id:
            with self.transaction():
                self.connection.execute("UPDATE flagged SET item_id = ? WHERE attempt_id = ?", (item, attempt_id))
        return replace(flag, item_id=item)

    def _write_alias(self, old: ItemId, new: ItemId | None) -> None:
        """Note a rename, or take it back with None, within a transaction of the caller."""
        self.connection.execute("DELETE FROM settings WHERE key = ?", (_PREFIX + old,))
        if new is not None:
            self.connection.execute("INSERT INTO settings VALUES (?, ?)", (_PREFIX + old, new))
        self._aliases = None

    def _move_marks(self, old: ItemId, new: ItemId) -> None:
        """Let pauses, flags and the order of late attempts follow, within a transaction of the caller."""
        self.connection.execute("UPDATE OR IGNORE suspended SET item_id = ? WHERE item_id = ?", (new, old))
        self.connection.execute("DELETE FROM suspended WHERE item_id = ?", (old,))
        self.connection.execute("UPDATE flagged SET item_id = ? WHERE item_id = ?", (new, old))
        self.connection.execute("UPDATE late SET item_id = ? WHERE item_id = ?", (new, old))


def _last(direct: dict[ItemId, ItemId], item: ItemId) -> ItemId:
    seen = {item}
    while (after := direct.get(item)) is not None and after not in seen:
        item = after
        seen.add(item)
    return item
