"""Everything that can be wrong with a learner's file, found and named with what to do. Nothing is changed."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from srs_roulette.errors import Damaged
from srs_roulette.scheduling.days import instant_text, iso
from srs_roulette.store.attempts import CLOCK_SLACK_MS, Store
from srs_roulette.store.backup import LIVE, integrity
from srs_roulette.store.backups import Backup, backups
from srs_roulette.store.database import beside, open_as_it_is
from srs_roulette.store.faults import damaged, guard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from srs_roulette.scheduling.types import Memory

DAMAGED, MEMORY, FUTURE, PARAMS, QUESTION, JOURNAL, BACKUP, MISSING = (
    "damaged",
    "memory",
    "future",
    "params",
    "question",
    "journal",
    "backup",
    "missing",
)

_UNREADABLE = """
    SELECT id FROM attempts WHERE CASE WHEN params IS NULL THEN 0 WHEN NOT json_valid(params) THEN 1
    ELSE json_type(params, '$.params') IS NOT 'object' OR json_type(params, '$.house') IS NOT 'object' END ORDER BY id
"""
_FUTURE = "SELECT id, item_id FROM attempts WHERE id > ? AND undone_ms IS NULL ORDER BY id"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault."""

    kind: str
    about: str
    """the item, the attempt or the file"""
    text: str
    advice: str
    """what to do, a sentence"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """How a data file stands."""

    attempts: int
    memories: int
    findings: tuple[Finding, ...]
    backups: tuple[Backup, ...]


def check_up(path: Path, now_ms: int) -> Checkup:
    """Look a data file over; one that is not there is an empty history. ``now_ms`` is UTC.

    :raises NotOurs: another program's
    :raises TooNew: a newer version wrote it
    :raises StoreError: it cannot be read at all
    """
    kept = tuple(backups(path))
    # Before the file is opened: that undoes what the journal tells of, and removes it.
    findings = list(_journal(path))
    attempts = memories = 0
    try:
        connection = open_as_it_is(path)
        if connection is None:
            findings += _missing(path, kept)
        else:
            with guard(path), closing(connection):
                if broken := integrity(connection):
                    raise damaged(path, "; ".join(broken))
                (attempts,) = connection.execute(LIVE).fetchone()
                (memories,) = connection.execute("SELECT count(*) FROM memories").fetchone()
                findings += _unreadable(connection.execute(_UNREADABLE).fetchall())
            findings += _of_the_log(path, now_ms)
    except Damaged as fault:
        findings.append(Finding(kind=DAMAGED, about=str(path), text=str(fault), advice=""))
    findings += _backups(kept)
    return Checkup(attempts=attempts, memories=memories, findings=tuple(findings), backups=kept)


def _missing(path: Path, kept: tuple[Backup, ...]) -> Iterator[Finding]:
    good = next((one for one in kept if one.fault is None), None)
    if good:
        text = f"{path} is gone, but a backup is there, attempts: {good.attempts}."
        yield Finding(kind=MISSING, about=str(path), text=text, advice=f"Put it back: srs-roulette restore {good.path}")


def _unreadable(rows: list[tuple[int]]) -> Iterator[Finding]:
    for (attempt_id,) in rows:
        text = f"Attempt {attempt_id} keeps a question that cannot be read."
        advice = "It counts as before, only attempt cannot show it."
        yield Finding(kind=PARAMS, about=str(attempt_id), text=text, advice=advice)


def _of_the_log(path: Path, now_ms: int) -> Iterator[Finding]:
    """Compare the memories with a replay of the log, and the log with the clock."""
    store = Store.for_reading(path)
    if store is None:
        return
    with store:
        for item, (cached, right) in store.differences().items():
            advice = "Mend it: srs-roulette doctor --rebuild"
            yield Finding(kind=MEMORY, about=item, text=f"{item} {_difference(cached, right)}.", advice=advice)
        with guard(path):
            future = store.connection.execute(_FUTURE, (now_ms + CLOCK_SLACK_MS,)).fetchall()
    for attempt_id, item in future:
        text = f"Attempt {attempt_id} of {item} lies in the future, {instant_text(attempt_id)}."
        advice = f"If your clock is right now, withdraw it: srs-roulette undo {attempt_id}"
        yield Finding(kind=FUTURE, about=str(attempt_id), text=text, advice=advice)


def _difference(cached: Memory | str | None, right: Memory | None) -> str:
    if isinstance(cached, str):
        return f"has {cached}"
    if cached is None:
        return "has attempts that count, but no memory"
    if right is None:
        return "has a memory, but no attempts that count"
    if cached.due_day != right.due_day:
        return f"is due on {iso(cached.due_day)}, but its attempts set {iso(right.due_day)}"
    return "has another memory than its attempts make"


def _journal(path: Path) -> Iterator[Finding]:
    journal = beside(path, "-journal")
    try:
        with journal.open("rb") as file:
            # SQLite's own rule: one that begins with zero was done with.
            left = file.read(1) not in {b"", b"\0"}
    except OSError:
        return
    if left:
        text = f"{journal} lay beside the file: a write was cut off, and is undone now."
        advice = "Look at the newest of your history; whatever is missing may be in a backup."
        yield Finding(kind=JOURNAL, about=str(journal), text=text, advice=advice)


def _backups(kept: tuple[Backup, ...]) -> Iterator[Finding]:
    for one in kept:
        if one.fault:
            text = f"{one.path} {one.fault}."
            yield Finding(kind=BACKUP, about=str(one.path), text=text, advice="Move it away: it cannot be restored.")
