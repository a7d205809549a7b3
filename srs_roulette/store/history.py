"""The log as statistics read it: every live attempt, once, from the first to the last."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.types import ItemId, StudyDay
from srs_roulette.store import queries
from srs_roulette.store.aliases import Aliases
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Logged = tuple[ItemId, str, int | None, StudyDay, int | None, str | None, int | None, str, str | None]
"""Item as written then (``now`` knows today's id), kind, rating, study day, whether the verdict was correct (``None``:
no answer), slip, milliseconds, flags as text, parameters as JSON. A tuple: there may be a million of them."""

_END: Final = 2**63 - 1


class History(Aliases):
    """The data file's small tables, and its log read through."""

    @contextmanager
    def log(self) -> Iterator[Iterator[Logged]]:
        """Give the live attempts, one by one, in the order in which they were written.

        :raises Damaged: at the attempt, when it holds a value that no version wrote
        """
        with self._snapshot():
            yield chain.from_iterable(self._pieces())

    def family_of(self, item: ItemId) -> str | None:
        """Return the family of an item's newest attempt that has one; None when none has."""
        with guard(self.path):
            rows = [self.connection.execute(queries.FAMILY_OF, (one,)).fetchone() for one in self.ids_of(item)]
        found: tuple[int, str | None] = max((row for row in rows if row), default=(0, None))
        return found[1]

    def _pieces(self) -> Iterator[Iterable[Logged]]:
        """Cut the log where attempts were written late, so that SQLite walks along the ids and sorts nothing."""
        execute, done = self.connection.execute, -1
        for (after,) in execute(queries.LATE_AFTER).fetchall():
            yield execute(queries.LOG, (done, after))
            yield execute(queries.LOG_LATE, (after,))
            done = after
        yield execute(queries.LOG, (done, _END))

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Let all reads of the block see one moment, whatever other processes write."""
        if self.connection.in_transaction:
            yield
            return
        with guard(self.path):
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.execute("COMMIT")
