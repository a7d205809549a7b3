"""The log of attempts, and the memories that follow from it.

``attempts`` is the truth. ``memories`` is a cache of what replaying an item's live attempts gives, kept in the same
transaction as the log, so that one is never there without the other.

Attempts follow each other in the order in which they were written. That is the order of their ids, except after
the clock was set back, or when two processes answered within milliseconds: those are also in the table ``late``.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import NothingToUndo, NotSaved
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.replay import replay as replayed
from srs_roulette.store import queries
from srs_roulette.store.attempt import (
    CLOCK_BACK,
    Attempt,
    ImpossibleMemory,
    event_from_row,
    memory_from_row,
    to_row,
)
from srs_roulette.store.database import BUSY_SECONDS, open_for_reading, open_for_writing
from srs_roulette.store.faults import guard
from srs_roulette.store.imports import note
from srs_roulette.store.readings import Readings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path
    from typing import Self

    from srs_roulette.scheduling.replay import Reviewer
    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.store.imports import Import

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


class Store(Readings):
    """The data file of one learner. Every method that writes is one durable transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        reviewer: Callable[[], Reviewer] | None = None,
    ) -> None:
        """``reviewer`` gives the scheduler for replays, asked for only then; else the weights in force hold."""
        super().__init__(connection, path)
        self._reviewer = reviewer or self._reviewer_in_force

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

    def record(self, attempt: Attempt, schedule: Schedule, *, seen: int | None) -> Recorded:
        """Store an answer just given, of kind review or relearn, with the memory it leaves.

        ``schedule`` makes the new memory, its due day included, from the one before. It is called inside the
        transaction, so that no other process can come between. ``seen`` is what ``newest_attempt`` said of the item
        when the question was put.

        :raises NotSaved: nothing was written; or the item was renamed since the question was put
        :raises ValueError: another kind, no rating, or a memory that holds an impossible value
        """
        if attempt.kind not in {Kind.REVIEW, Kind.RELEARN} or attempt.rating is None:
            raise ValueError(f"An attempt of kind {attempt.kind} rated {attempt.rating} is no answer that counts.")
        with self.transaction():
            if attempt.item_id in self.aliases():
                # Under its old name it has no memory, and would be taken for new.
                raise NotSaved(
                    f"The deck was changed meanwhile: {attempt.item_id} is called {self.now(attempt.item_id)} now."
                    " This answer was not saved. End the sitting and begin another."
                )
            overtaken = self._overtaken(attempt.item_id, seen)
            memory = schedule(self._memory(attempt.item_id))
            kind = Kind.RELEARN if overtaken else attempt.kind
            stored = self._insert(replace(attempt, kind=kind, due_day=memory.due_day))
            self._remember(attempt.item_id, memory)
        return Recorded(attempt=stored, memory=memory, overtaken=overtaken)

    def keep(self, attempts: Iterable[Attempt]) -> list[Attempt]:
        """Store attempts whose due day, if any, is already written: drill, test, reset, reschedule, anki.

        All of them or none, those too that ``attempts`` makes only when it is asked for them: no other process can
        come between. The memories of the items whose schedule they touch are replayed.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            stored = [self._insert(attempt) for attempt in attempts]
            for item in dict.fromkeys(a.item_id for a in stored if a.kind not in {Kind.DRILL, Kind.TEST}):
                self._replay(item)
        return stored

    def take_in(self, attempts: Collection[Attempt], done: Import) -> None:
        """Store attempts that came from elsewhere, under the ids that they have, and note the import.

        All of it or nothing. The memories of their items are replayed: such attempts may lie between those made here.

        :raises NotSaved: nothing was written; or an id is taken, since somebody answered meanwhile
        """
        with self.transaction():
            try:
                self.connection.executemany(queries.INSERT, map(to_row, attempts))
            except sqlite3.IntegrityError as error:
                raise NotSaved(
                    f"{self.path} was written to by another process meanwhile; nothing was imported. Try again."
                ) from error
            reviewer = self._reviewer()
            for item in dict.fromkeys(attempt.item_id for attempt in attempts):
                self._replay(item, reviewer)
            note(self, done)

    def undo(self, attempt_id: int | None, now_ms: int) -> Attempt:
        """Withdraw an attempt, or with None the one written last that is live and not of kind anki.

        Its item's memory becomes what the other live attempts make of it. A row of a rescheduling goes with all others.

        :raises NothingToUndo: there is none, or that one was withdrawn before
        :raises NotFound: no attempt has that id
        :raises NotSaved: nothing was written
        """
        with self.transaction():
            if attempt_id is None:
                attempt_id = self._last_written()
            if self.attempt(attempt_id).undone_ms is not None:
                raise NothingToUndo(f"Attempt {attempt_id} was withdrawn before.")
            mark = self.attempt(attempt_id).rescheduling
            ids = [one for one, _ in self._all(queries.RESCHEDULED, mark)] if mark else [attempt_id]
            sql = "UPDATE attempts SET undone_ms = ? WHERE id = ?"
            self.connection.executemany(sql, ((now_ms, one) for one in ids))
            for undone in map(self.attempt, ids):
                if undone.kind not in {Kind.DRILL, Kind.TEST}:
                    self._replay(undone.item_id)
            return self.attempt(attempt_id)

    def adopt(
        self, weights: tuple[float, ...] | None, *, made_ms: int, fsrs_version: str, evaluation: Mapping[str, Any]
    ) -> None:
        """Put FSRS weights in force, or the defaults with None, and reckon all memories anew; no due day moves.

        :raises NotSaved: nothing was written
        :raises BadSetting: no such weights are possible
        """
        with self.transaction():
            self._write_optimization(weights, made_ms=made_ms, fsrs_version=fsrs_version, evaluation=evaluation)
            for item, (_, right) in self.differences().items():
                self._set(item, right)

    def rename(self, renames: Mapping[ItemId, ItemId], living: Collection[ItemId] = ()) -> None:
        """Let the history of old ids follow to new ones; an id that is ``living`` is no old one any more.

        :raises NotSaved: nothing was written
        """
        with self.transaction():
            touched: dict[ItemId, None] = {}
            for old in [one for one in self.aliases() if one in living]:
                touched |= dict.fromkeys((old, self.now(old)))
                self._write_alias(old, None)
            for old, new in renames.items():
                # Whoever had this history by an earlier rename loses it.
                touched |= dict.fromkeys((old, new, self.now(old), self.now(new)))
                self._write_alias(new, None)
                self._write_alias(old, new)
                self._move_marks(old, new)
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

    def differences(self) -> dict[ItemId, tuple[Memory | str | None, Memory | None]]:
        """Return the items whose cached memory is not what a replay gives, as (cached, replayed).

        Instead of a memory that cannot be stands what is impossible in it.
        """
        reviewer = self._reviewer()
        with self._snapshot():
            cached = {row[0]: _memory_or_fault(row[1:]) for row in self._all(queries.MEMORIES)}
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

    def _replay(self, item: ItemId, reviewer: Reviewer | None = None) -> None:
        rows = self._events(item)
        self._set(item, replayed(map(event_from_row, rows), reviewer or self._reviewer()) if rows else None)

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

    def _reviewer_in_force(self) -> Reviewer:
        from srs_roulette.scheduling.fsrs import Parameters, Scheduler  # noqa: PLC0415 - reading needs no FSRS

        return Scheduler(Parameters(weights=self.weights()))


def _memory_or_fault(row: tuple[Any, ...]) -> Memory | str:
    try:
        return memory_from_row(row)
    except ImpossibleMemory as fault:
        return str(fault)
