"""What a sitting, a list or a plan asks of the log and of the memories."""

from __future__ import annotations

import json
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import NotFound
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating
from srs_roulette.store import queries
from srs_roulette.store.attempt import (
    Attempt,
    LastAttempt,
    event_from_row,
    from_row,
    last_from_row,
    memory_from_row,
    rating_of,
    time_from_row,
)
from srs_roulette.store.faults import guard
from srs_roulette.store.optimizations import Optimizations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from srs_roulette.scheduling.replay import Event
    from srs_roulette.scheduling.types import ItemId, Memory, StudyDay


class Readings(Optimizations):
    """The data file, read. Items are named as they are called now."""

    def memory(self, item: ItemId) -> Memory | None:
        """Return what is remembered of an item; None when it is new."""
        with guard(self.path):
            return self._memory(item)

    def memories(self) -> dict[ItemId, Memory]:
        """Return all memories; an item without one is new."""
        with guard(self.path):
            return {row[0]: memory_from_row(row[1:]) for row in self._all(queries.MEMORIES)}

    def due(self, day: StudyDay) -> list[tuple[ItemId, Memory]]:
        """Return the items due up to ``day`` that are not paused, in no particular order."""
        with guard(self.path):
            return [(row[0], memory_from_row(row[1:])) for row in self._all(queries.DUE, day)]

    def newest_attempt(self, item: ItemId) -> int | None:
        """Return the id of the item's live attempt written last, drills and tests aside; None when it has none."""
        with guard(self.path):
            return self._newest(item)

    def attempt(self, attempt_id: int) -> Attempt:
        """Return one attempt, withdrawn or not.

        :raises NotFound: no attempt has that id
        """
        rows = self._all(queries.ATTEMPT, attempt_id)
        if not rows:
            raise NotFound(f"There is no attempt {attempt_id}.")
        return self._attempts(rows)[0]

    def attempts(
        self,
        item: ItemId | None = None,
        *,
        include_undone: bool = False,
        limit: int | None = None,
    ) -> list[Attempt]:
        """Return the attempts of an item, or all, newest last; with ``limit`` only that many of the newest."""
        sql = queries.attempts(of_item=item is not None, include_undone=include_undone)
        most = -1 if limit is None else limit
        if item is None:
            rows = self._all(sql, most)
        else:
            ids = self.ids_of(item)
            rows = [row for one in ids for row in self._all(sql, one, most)]
            rows = sorted(rows, key=lambda row: row[0], reverse=True)[:limit] if len(ids) > 1 else rows
        return self._attempts(reversed(rows))

    def attempts_of_draw(self, item: ItemId, seed: int) -> list[int]:
        """Return the ids of all attempts at one draw of an item, withdrawn or not, oldest first."""
        return sorted(id_ for one in self.ids_of(item) for (id_,) in self._all(queries.OF_DRAW, one, seed))

    def attempts_on(self, day: StudyDay) -> list[Attempt]:
        """Return the live attempts of kind review, relearn and anki of a study day, as they were written."""
        late = {attempt_id: order for attempt_id, *order in self._all(queries.LATE)}
        rows = sorted(self._all(queries.ATTEMPTS_ON, day), key=lambda row: late.get(row[0], [row[0], 0]))
        return self._attempts(rows)

    @contextmanager
    def live(self) -> Iterator[Iterator[Attempt]]:
        """Give the live attempts but drills and tests, one by one, in the order in which they were written.

        :raises StoreError: the file cannot be read, or holds a value that no version wrote
        """
        aliases = self.aliases()
        with self._snapshot():
            found = map(from_row, chain.from_iterable(self._pieces(queries.LIVE, queries.LIVE_LATE)))
            yield (replace(one, item_id=aliases[one.item_id]) if one.item_id in aliases else one for one in found)

    def last_attempts(self) -> dict[ItemId, LastAttempt]:
        """Return how each item that was seen stands; an item made new again stands nowhere."""
        rows = {row[0]: row[1:] for row in self._all(queries.LAST)}
        for item in self.renamed_items() & rows.keys():
            rows[item] = max(row for one in self.ids_of(item) for row in self._all(queries.LAST_OF, one))
        for item, after, *row in self._all(queries.LAST_LATE):
            # Written after the one found by its id, unless that one came later still.
            if item in rows and after >= (rows[item][0] or 0):
                rows[item] = tuple(row)
        with guard(self.path):
            return {item: last_from_row(row) for item, row in rows.items()}

    def last_ratings(self, count: int, *, least: int) -> dict[ItemId, list[Rating]]:
        """Return the last ratings of each item since it was last new, oldest first.

        :param count: so many at most
        :param least: leave out the items that were not answered so often
        """
        found: dict[ItemId, list[Rating]] = {}
        with guard(self.path):
            for item, reps, rating in self._all(queries.LAST_RATINGS, count, least):
                # Those from before the item was made new come first and fall out here.
                found[item] = [*found.get(item, ()), rating_of(rating)][-reps:]
            for item in {item for (item,) in self._all(queries.OUT_OF_ORDER)} | self.renamed_items():
                memory = self._memory(item)
                if memory and memory.reps >= least:
                    rated = [event.rating for event in map(event_from_row, self._events(item)) if event.rating]
                    found[item] = rated[-min(count, memory.reps) :]
        return found

    def times(self, family: str, surface: str, *, before: StudyDay, limit: int) -> list[int]:
        """Return the milliseconds of the last right answers of a family before a study day, newest first.

        Drills, tests and times that a flag makes void are left out.
        """
        with guard(self.path):
            return [time_from_row(row) for row in self._all(queries.TIMES, family, surface, before, limit)]

    def passes(self, item: ItemId, *, least: int) -> list[StudyDay]:
        """Return the study days of an item's right answers since it was last new, newest first.

        Read no further than to ``least`` of them that are not all of one day.
        """
        days: list[StudyDay] = []
        with guard(self.path):
            memory = self._memory(item)
            for event in islice(self._rated(item), memory.reps if memory else 0):
                if event.rating is not Rating.AGAIN:
                    days.append(event.day)
                if len(days) >= least and days[-1] != days[0]:
                    break
        return days

    def new_begun(self, day: StudyDay) -> int:
        """Return how many items were new when they were answered on a study day, by whichever process."""
        return sum(new for _, new in self._begun(day))

    def reviews_done(self, day: StudyDay) -> int:
        """Return how many attempts of a study day are of kind review on items that were not new."""
        return sum(kind == Kind.REVIEW and not new for kind, new in self._begun(day))

    def study_days(self) -> list[StudyDay]:
        """Return the study days with attempts of kind review, relearn or anki, newest first."""
        return [day for (day,) in self._all(queries.DAYS)]

    def slips_met(self) -> set[tuple[str, str]]:
        """Return the known mistakes that live attempts showed, as (family, slip): one reading of the log."""
        return set(self._all(queries.SLIPS_MET))

    def histories(self) -> list[tuple[ItemId, int, StudyDay]]:
        """Return each item with live attempts of any kind: how many, and the last study day."""
        found: dict[ItemId, tuple[int, StudyDay]] = {}
        for old, count, day in self._all(queries.HISTORIES):
            item = self.now(old)
            before, last = found.get(item, (0, day))
            found[item] = (before + count, max(last, day))
        return [(item, count, day) for item, (count, day) in found.items()]

    def newest_id(self) -> int | None:
        """Return the highest id of all attempts, UTC ms, withdrawn ones too; a clock behind it was set back."""
        newest: int | None = self._all("SELECT max(id) FROM attempts")[0][0]
        return newest

    def _attempts(self, rows: Iterable[tuple[Any, ...]]) -> list[Attempt]:
        with guard(self.path):
            found = [from_row(row) for row in rows]
        aliases = self.aliases()
        return [replace(one, item_id=aliases[one.item_id]) if one.item_id in aliases else one for one in found]

    def _events(self, item: ItemId) -> list[tuple[Any, ...]]:
        """Return the rows of an item's events in their order, those under old ids too."""
        ids = self.ids_of(item)
        if len(ids) == 1:
            return self._all(queries.EVENTS_OF, item)
        return self._all(queries.EVENTS_OF_RENAMED, json.dumps(ids))

    def _rated(self, item: ItemId) -> Iterator[Event]:
        """Give an item's counted attempts, newest first, read one by one where ids are their order."""
        if item in self.renamed_items() or self._one(queries.HAS_LATE, item):
            yield from (event for row in reversed(self._events(item)) if (event := event_from_row(row)).rating)
            return
        with closing(self.connection.execute(queries.RATED, (item,))) as rows:
            yield from map(event_from_row, rows)

    def _begun(self, day: StudyDay) -> list[tuple[str, bool]]:
        """Return kind and whether it was new of each attempt of a day."""
        renamed = self.renamed_items()
        return [
            (kind, self._was_new(item, attempt_id) if late or self.now(item) in renamed else bool(new))
            for kind, new, late, item, attempt_id in self._all(queries.BEGUN, day)
        ]

    def _was_new(self, item: ItemId, attempt_id: int) -> bool:
        """Tell whether an attempt found its item new, where ids do not: late ones, or some under another name."""
        new = True
        for one, kind in self._all(queries.KINDS_OF, json.dumps(self.ids_of(self.now(item)))):
            if one == attempt_id:
                break
            if kind != Kind.RESCHEDULE:
                new = kind == Kind.RESET
        return new

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with guard(self.path):
            return self.connection.execute(sql, values).fetchall()

    def _one(self, sql: str, *values: object) -> Any:  # noqa: ANN401 - whatever the first column holds
        row = self.connection.execute(sql, values).fetchone()
        return row[0] if row else None

    def _memory(self, item: ItemId) -> Memory | None:
        row = self.connection.execute(queries.MEMORY, (item,)).fetchone()
        return memory_from_row(row) if row else None

    def _newest(self, item: ItemId) -> int | None:
        newest: int | None = self._one(queries.NEWEST, item)
        late: int | None = self._one(queries.NEWEST_LATE, item, newest or 0)
        return newest if late is None else late
