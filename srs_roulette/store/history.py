"""The log as statistics read it: every live attempt, once, from the first to the last."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.scheduling.types import ItemId, StudyDay
from srs_roulette.store import queries
from srs_roulette.store.aliases import Aliases
from srs_roulette.store.attempt import from_row
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from srs_roulette.store.attempt import Attempt

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
            yield chain.from_iterable(self._pieces(queries.LOG, queries.LOG_LATE))

    @contextmanager
    def attempts_from(self, day: StudyDay, *, include_undone: bool) -> Iterator[Iterator[Attempt]]:
        """Give the attempts of a study day and of later ones, one by one, by id, under the ids that items have now.

        :raises Damaged: at the attempt, when it holds a value that no version wrote
        """
        with self._snapshot():
            rows = self.connection.execute(queries.EVERY_ATTEMPT, (day, include_undone))
            yield (replace(one, item_id=self.now(one.item_id)) for one in map(from_row, rows))

    def first_answers(self) -> tuple[int, int]:
        """Return how many items were right at their first answer, and how many had one; drills and tests aside."""
        with guard(self.path):
            right, all_ = self.connection.execute(queries.FIRST_ANSWERS).fetchone()
        return int(right), int(all_)

    def family_of(self, item: ItemId) -> str | None:
        """Return the family of an item's newest attempt that has one; None when none has."""
        with guard(self.path):
            rows = [self.connection.execute(queries.FAMILY_OF, (one,)).fetchone() for one in self.ids_of(item)]
        found: tuple[int, str | None] = max((row for row in rows if row), default=(0, None))
        return found[1]

    def _pieces(self, on_time: str, late: str) -> Iterator[Iterable[Any]]:
        """Cut the log where attempts were written late, so that SQLite walks along the ids and sorts nothing."""
        execute, done = self.connection.execute, -1
        for (after,) in execute(queries.LATE_AFTER).fetchall():
            yield execute(on_time, (done, after))
            yield execute(late, (after,))
            done = after
        yield execute(on_time, (done, _END))

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
