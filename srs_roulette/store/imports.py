"""What an import of reviews asks of the data file, and what it leaves there beside the attempts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from srs_roulette.store import queries
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.store.aliases import Aliases


class Taken(NamedTuple):
    """An attempt of any kind, withdrawn or not, that has its id."""

    id: int
    item: ItemId
    """as it is called now"""
    kind: str
    surface: str
    flags: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One import, as it is noted."""

    at_ms: int
    """UTC ms"""
    sha256: str
    """of the file"""
    rows: int
    """reviews in it, of items of ours"""
    new: int
    """attempts that were added"""
    skipped: int
    """rows of which nothing was made"""


def taken_from(store: Aliases, first_ms: int) -> list[Taken]:
    """Return the attempts from an instant on."""
    names = store.aliases()
    with guard(store.path):
        rows = store.connection.execute(queries.FROM_ON, (first_ms,))
        return [Taken(id_, names.get(item, item), *rest) for id_, item, *rest in rows]


def exported(store: Aliases) -> set[ItemId]:
    """Return the items that were once written to a package, as they are called now."""
    with guard(store.path):
        rows = store.connection.execute("SELECT item_id FROM anki_notes").fetchall()
    return {store.now(item) for (item,) in rows}


def note(store: Aliases, done: Import) -> None:
    """Note an import, within a transaction of the caller."""
    sql = "INSERT INTO anki_imports (at_ms, sha256, rows, new, skipped) VALUES (?, ?, ?, ?, ?)"
    store.connection.execute(sql, (done.at_ms, done.sha256, done.rows, done.new, done.skipped))
