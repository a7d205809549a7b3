"""The log of attempts, and the memories that follow from it.

``attempts`` is the truth. ``memories`` is a cache of what replaying an item's live attempts gives, kept in the same
transaction as the log, so that one is never there without the other.

Attempts follow each other in the order in which they were written. That is the order of their ids, except after
the clock was set back, or when two processes answered within milliseconds: those are also in the table ``late``.
"""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby, islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import NotFound, NothingToUndo
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.replay import replay as replayed
from srs_roulette.scheduling.types import Rating
from srs_roulette.store import queries
from srs_roulette.store.attempt import (
    CLOCK_BACK,
    Attempt,
    LastAttempt,
    event_from_row,
    from_row,
    last_from_row,
    memory_from_row,
    rating_of,
    time_from_row,
    to_row,
)
from srs_roulette.store.database import BUSY_SECONDS, open_for_reading, open_for_writing
from srs_roulette.store.faults import guard
from srs_roulette.store.history import History

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Self

    from srs_roulette.scheduling.replay import Event, Reviewer
    from srs_roulette.scheduling.types import ItemId, Memory, StudyDay

    Schedule = Callable[[Memory | None], Memory]

CLOCK_SLACK_MS = 10_000
"""An id this far behind the newest means the clock was set back; less may be a process that waited for the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of an answer."""

    attempt: Attempt
    """as stored: with its final id, kind, due day and flags"""
    memory: Memory
    overtaken: bool
    """the item got another attempt since the question was put, so this one is stored as relearn"""


class Store(History):
    """The data file of one learner. Every method that writes is one durable transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        reviewer: Callable[[], Reviewer] | None = None,
    ) -> None:
        """``reviewer`` gives the scheduler for replays, asked for only then; without it FSRS's defaults hold."""
        super().__init__(connection, path)
        self._reviewer = reviewer or _default_reviewer

    @classmethod
    def for_writing(
        cls,
        path: Path,
        reviewer: Callable[[], Reviewer] | None = None,
        *,
        timeout: float = BUSY_SECONDS,
    ) -> Self:
        """Open the data file, created if need be, and prove that it can be written; seconds to wait for others.

        :raises StoreError: see ``open_for_writing``
        """
        return cls(open_for_writing(path, timeout=timeout), path, reviewer)

    @classmethod
    def for_reading(
        cls,
        path: Path,
        reviewer: Callable[[], Reviewer] | None = None,
        *,
        timeout: float = BUSY_SECONDS,
    ) -> Self | None:
        """Open the data file for reading; None when there is none. Creates nothing.

        :raises StoreError: see ``open_for_reading``
        """
        connection = open_for_reading(path, timeout=timeout)
        return None if connection is None else cls(connection, path, reviewer)

    # ---- writing

    def record(self, attempt: Attempt, schedule: Schedule, *, seen: int | None) -> Recorded:
        """Store an answer just given, of kind review or relearn, with the memory it leaves.

        ``schedule`` makes the new memory, its due day included, from the one before. It is called inside the
        transaction, so that no other process can come between. ``seen`` is what ``newest_attempt`` said of the item
        when the question was put.

        :raises NotSaved: nothing was written
        :raises ValueError: another kind, no rating, or a memory that holds an impossible value
        """
        if attempt.kind not in {Kind.REVIEW, Kind.RELEARN} or attempt.rating is None:
            raise ValueError(f"An attempt of kind {attempt.kind} rated {attempt.rating} is no answer that counts.")
        with self.transaction():
            overtaken = self._overtaken(attempt.item_id, seen)
            memory = schedule(self._memory(attempt.item_id))
            kind = Kind.RELEARN if overtaken else attempt.kind
            stored = self._insert(replace(attempt, kind=kind, due_day=memory.due_day))
            self._remember(attempt.item_id, memory)
        return Recorded(attempt=stored, memory=memory, overtaken=overtaken)

    def keep(self, attempts: Iterable[Attempt]) -> list[Attempt]:
        """Store attempts whose due day, if any, is already written: drill, test, reset, reschedule, anki.

        All of them or none. The memories of the items whose schedule they touch are replayed.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            stored = [self._insert(attempt) for attempt in attempts]
            for item in dict.fromkeys(a.item_id for a in stored if a.kind not in {Kind.DRILL, Kind.TEST}):
                self._replay(item)
        return stored

    def undo(self, attempt_id: int | None, now_ms: int) -> Attempt:
        """Withdraw an attempt, or with None the one written last that is live and not of kind anki.

        Its item's memory becomes what the other live attempts make of it.

        :raises NothingToUndo: there is none, or that one was withdrawn before
        :raises NotFound: no attempt has that id
        :raises NotSaved: nothing was written
        """
        with self.transaction():
            if attempt_id is None:
                attempt_id = self._last_written()
            if self.attempt(attempt_id).undone_ms is not None:
                raise NothingToUndo(f"Attempt {attempt_id} was withdrawn before.")
            self.connection.execute("UPDATE attempts SET undone_ms = ? WHERE id = ?", (now_ms, attempt_id))
            undone = self.attempt(attempt_id)
            if undone.kind not in {Kind.DRILL, Kind.TEST}:
                self._replay(undone.item_id)
        return undone

    def rename(self, renames: Mapping[ItemId, ItemId], living: Collection[ItemId] = ()) -> None:
        """Let the history of old ids follow to new ones; an id that is ``living`` is no old one any more.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            self.forget_aliases()
            touched: dict[ItemId, None] = {}
            for old in [one for one in self.aliases() if one in living]:
                touched |= dict.fromkeys((old, self.now(old)))
                self._write_alias(old, None)
            for old, new in renames.items():
                self._write_alias(new, None)
                self._write_alias(old, new)
                self._move_marks(old, new)
                touched |= dict.fromkeys((old, new))
            for item in touched:
                if self.now(item) == item:
                    self._replay(item)
                else:
                    self._set(item, None)

    def unfollowed(self, renames: Mapping[ItemId, ItemId]) -> dict[ItemId, ItemId]:
        """Return those of the renames, old id to new, whose history does not follow yet."""
        aliases = self.aliases()
        return {
            old: new
            for old, new in renames.items()
            if aliases.get(old) != new and any(self._all(queries.HAS_HISTORY, one) for one in self.ids_of(old))
        }

    def rebuild(self) -> int:
        """Replay every item into the cache and return how many memories were not as they should be.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            wrong = self.differences()
            for item, (_, right) in wrong.items():
                self._set(item, right)
        return len(wrong)

    # ---- reading

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

    def attempts_on(self, day: StudyDay) -> list[Attempt]:
        """Return the live attempts of kind review, relearn and anki of a study day, as they were written."""
        late = {attempt_id: order for attempt_id, *order in self._all(queries.LATE)}
        rows = sorted(self._all(queries.ATTEMPTS_ON, day), key=lambda row: late.get(row[0], [row[0], 0]))
        return self._attempts(rows)

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

    def differences(self) -> dict[ItemId, tuple[Memory | None, Memory | None]]:
        """Return the items whose cached memory is not what a replay gives, as (cached, replayed)."""
        reviewer = self._reviewer()
        with self._snapshot():
            cached: dict[ItemId, Memory | None] = dict(self.memories())
            rows = self._all(queries.EVENTS_OF_ALL)
            renamed = {item: self._events(item) for item in self.renamed_items()}
        aliases = self.aliases()
        events = {item: list(group) for item, group in groupby(rows, key=lambda row: row[0]) if item not in aliases}
        with guard(self.path):
            right = {
                item: replayed(map(event_from_row, group), reviewer)
                for item, group in (events | renamed).items()
                if group
            }
        return {
            item: (cached.get(item), right.get(item))
            for item in sorted(cached.keys() | right.keys())
            if cached.get(item) != right.get(item)
        }

    # ---- the machinery of both

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

    def _overtaken(self, item: ItemId, seen: int | None) -> bool:
        newest = self._newest(item)
        if newest is None or newest == seen:
            return False
        # An older one is newest when the one that was seen has been withdrawn meanwhile.
        return seen is None or self._order(newest) > self._order(seen)

    def _order(self, attempt_id: int) -> tuple[int, int]:
        sql = "SELECT after_id, seq FROM late WHERE attempt_id = ?"
        after, seq = self.connection.execute(sql, (attempt_id,)).fetchone() or (attempt_id, 0)
        return after, seq

    def _insert(self, attempt: Attempt) -> Attempt:
        newest = self._one("SELECT max(id) FROM attempts")
        if newest is None or attempt.id > newest:
            self.connection.execute(queries.INSERT, to_row(attempt))
            return attempt
        free = attempt.id
        if self._one("SELECT 1 FROM attempts WHERE id = ?", free):
            free = self._one(queries.FREE, free)
        # Anki's reviews come back later than they were made: their ids are their order.
        late = free < newest and attempt.kind is not Kind.ANKI
        flags = attempt.flags
        if late and newest - attempt.id > CLOCK_SLACK_MS and CLOCK_BACK not in flags:
            flags = (*flags, CLOCK_BACK)
        stored = replace(attempt, id=free, flags=flags)
        self.connection.execute(queries.INSERT, to_row(stored))
        if late:
            sql = "INSERT INTO late (attempt_id, item_id, after_id) VALUES (?, ?, ?)"
            self.connection.execute(sql, (free, attempt.item_id, newest))
        return stored

    def _last_written(self) -> int:
        newest: int | None = self._one(queries.LAST_WRITTEN)
        if newest is None:
            raise NothingToUndo("There is no attempt to withdraw.")
        late: int | None = self._one(queries.LAST_WRITTEN_LATE, newest)
        return newest if late is None else late

    def _replay(self, item: ItemId) -> None:
        rows = self._events(item)
        self._set(item, replayed(map(event_from_row, rows), self._reviewer()) if rows else None)

    def _set(self, item: ItemId, memory: Memory | None) -> None:
        if memory is None:
            self.connection.execute("DELETE FROM memories WHERE item_id = ?", (item,))
        else:
            self._remember(item, memory)

    def _remember(self, item: ItemId, memory: Memory) -> None:
        # SQLite would turn NaN into NULL, and refuse that with a message about a constraint.
        if not (isfinite(memory.stability) and isfinite(memory.difficulty)):
            raise ValueError(f"{item}: a memory of {memory} cannot be stored.")
        values = (memory.stability, memory.difficulty, memory.due_day, memory.last_day, memory.reps, memory.lapses)
        self.connection.execute(queries.REMEMBER, (item, *values))


def _default_reviewer() -> Reviewer:
    from srs_roulette.scheduling.fsrs import Scheduler  # noqa: PLC0415 - reading needs no FSRS

    return Scheduler()
